//! See `tests/support/src/laws/rewrite.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_test_support::laws::named("rewrite")(data));
