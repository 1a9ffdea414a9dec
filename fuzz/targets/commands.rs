//! See `tests/laws/commands.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_fuzz::laws::named("commands")(data));
