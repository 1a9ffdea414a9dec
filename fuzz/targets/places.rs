//! See `tests/laws/places.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_fuzz::laws::named("places")(data));
