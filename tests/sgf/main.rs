//! SGF: its form, and what becomes of it in Ishi and of Ishi in it.
#![allow(clippy::disallowed_methods, reason = "it reads real files where there are any")]

#[path = "../games/mod.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod games;
#[path = "../laws/mod.rs"]
mod laws;

mod boards;
mod charset;
mod check;
mod convert;
mod document;
mod fixes;
mod form;
mod import;
mod random;

use std::path::{Path, PathBuf};

/// The SGF files of the folder that `ISHI_CORPUS` names.
fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    let Some(folder) = std::env::var_os("ISHI_CORPUS") else { return Vec::new() };
    let mut found = Vec::new();
    let mut folders = vec![Path::new(&folder).join("sgf")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "sgf") {
                let bytes = std::fs::read(&path).expect("a game");
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}
