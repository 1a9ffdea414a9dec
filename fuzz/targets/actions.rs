//! See `tests/support/src/laws/actions.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_test_support::laws::named("actions")(data));
