//! See `tests/support/src/laws/convert.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_test_support::laws::named("convert")(data));
