//! Writes the moves of the main line of each game in an SGF file, and what is wrong with its syntax:
//! `cargo run -p ishi-sgf --example main_line game.sgf`.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::process::ExitCode;

use ishi_sgf::{Property, SgfFile, parse};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("Name an SGF file.");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    };
    let file = SgfFile::read(&bytes);
    let collection = parse(file.text());
    for fault in collection.faults() {
        eprintln!("byte {}: {}", fault.span.start, fault.kind);
    }
    for &root in collection.games() {
        let mut node = Some(root);
        let mut moves = Vec::new();
        while let Some(id) = node {
            for color in ["B", "W"] {
                let values = collection.property(id, color);
                moves.extend(values.iter().flat_map(Property::raw_values).map(|point| format!("{color} {point}")));
            }
            node = collection.children(id).next();
        }
        println!("{}", moves.join(", "));
    }
    ExitCode::SUCCESS
}
