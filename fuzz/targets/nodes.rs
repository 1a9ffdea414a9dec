//! See `tests/support/src/laws/nodes.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_test_support::laws::named("nodes")(data));
