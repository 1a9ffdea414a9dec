//! Tests of the features of an editor: each is a small record and what an editor shows of it.

#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes what is seen in this way")]

mod actions;
mod assists;
mod completion;
mod definition;
mod fixture;
mod folding;
mod formatting;
mod highlight;
mod hover;
mod index;
mod inlay;
mod laws;
mod lens;
mod links;
#[path = "../laws/places.rs"]
mod places;
mod references;
mod rename;
mod selection;
mod signature;
mod symbols;
mod tokens;
mod typing;
