//! See `tests/support/src/laws/positions.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_test_support::laws::named("positions")(data));
