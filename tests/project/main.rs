//! The project itself: its layers, its words and its pages. A package of its own: a change of the library does not link
//! it again.
#![allow(clippy::disallowed_methods, reason = "it reads the sources and the texts that it is about")]

mod architecture;
mod borders;
mod circles;
mod docs;

use std::path::Path;

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a folder below that of the project")
}
