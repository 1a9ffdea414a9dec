//! SGF: its form, and what becomes of it in Ishi and of Ishi in it.
#![allow(clippy::disallowed_methods, reason = "it reads real files where there are any")]

#[path = "../games/mod.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod games;
#[path = "../laws/mod.rs"]
mod laws;
#[path = "../real/mod.rs"]
mod real;

mod boards;
mod bounds;
mod brackets;
mod charset;
mod check;
mod convert;
mod document;
mod edits;
mod fixes;
mod form;
mod import;
mod random;

use std::path::PathBuf;

/// Real games in SGF, each with its path; none without a corpus.
fn corpus() -> Option<Vec<(PathBuf, Vec<u8>)>> {
    let files = real::Part::Games.files()?;
    Some(files.into_iter().map(|path| (path.clone(), std::fs::read(&path).expect("a game"))).collect())
}
