//! What the tests, the benches and the fuzz targets share.
#![allow(missing_docs, reason = "only tests use it, and its sources are beside them")]
#![allow(clippy::missing_panics_doc, reason = "a test panics where what it expects does not hold")]

use std::path::Path;

pub mod damage;
pub mod games;
pub mod laws;
pub mod random_sgf;
pub mod real;

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a folder below that of the project")
}
