//! SGF: its form, and what becomes of it in Ishi and of Ishi in it.

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

use std::path::PathBuf;

use ishi_test_support::real;

/// Real games in SGF, each with its path; none without a corpus.
fn corpus() -> Option<Vec<(PathBuf, Vec<u8>)>> {
    let files = real::Part::Games.files()?;
    Some(files.into_iter().map(|path| (path.clone(), std::fs::read(&path).expect("a game"))).collect())
}
