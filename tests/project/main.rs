//! The project itself: its layers, its words and its pages. Needs nothing of the library, so it is linked at once.
#![allow(clippy::disallowed_methods, reason = "it reads the sources and the texts that it is about")]

mod architecture;
mod borders;
mod circles;
mod docs;
