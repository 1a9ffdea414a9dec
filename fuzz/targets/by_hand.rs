//! See `tests/laws/by_hand.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_fuzz::laws::named("by_hand")(data));
