//! See `tests/support/src/laws/commands.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_test_support::laws::named("commands")(data));
