//! See `tests/laws/collection.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ishi_fuzz::laws::named("collection")(data));
