//! The part that all targets share: the laws, which are those of the tests.

#[path = "../../tests/laws/mod.rs"]
pub mod laws;
