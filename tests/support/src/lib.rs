//! What the tests, the benches and the fuzz targets share.
#![allow(missing_docs, reason = "only tests use it, and its sources are beside them")]
#![allow(clippy::missing_panics_doc, reason = "a test panics where what it expects does not hold")]

pub mod damage;
pub mod games;
pub mod laws;
pub mod random_sgf;
pub mod real;
