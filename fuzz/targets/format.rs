//! See `tests/laws/format.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_fuzz::laws::named("format")(data));
