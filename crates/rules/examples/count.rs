//! Counts a finished position without dead stones, drawn with `X`, `O` and `.`, under each ruleset:
//! `cargo run -p ishi-rules --example count < position.txt`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::process::ExitCode;

use ishi_board::Color;
use ishi_rules::{Cell, ControlSearch, Dead, Extras, Grid, Ruleset, judge};

fn main() -> ExitCode {
    let drawing = match std::io::read_to_string(std::io::stdin()) {
        Ok(drawing) => drawing,
        Err(error) => {
            eprintln!("standard input: {error}");
            return ExitCode::from(2);
        }
    };
    let rows: Vec<Vec<char>> =
        drawing.lines().map(|row| row.chars().filter(|at| !at.is_whitespace()).collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let Some(mut grid) = Grid::new(columns, rows.len()).filter(|_| rows.iter().all(|row| row.len() == columns)) else {
        eprintln!("Draw a board: rows of the same length.");
        return ExitCode::from(2);
    };
    for (row, points) in rows.iter().enumerate() {
        for (column, &point) in points.iter().enumerate() {
            let cell = match point {
                'X' => Cell::Stone(Color::Black),
                'O' => Cell::Stone(Color::White),
                _ => Cell::Empty,
            };
            grid.set(grid.place(column, row), cell);
        }
    }
    let alive = vec![false; grid.len()];
    for rules in Ruleset::all() {
        let verdict = judge(&grid, rules, Dead::Exactly(&alive), &Extras::default(), ControlSearch::NONE);
        match verdict.count {
            Some(count) => println!("{}: {}", rules.name, count.result()),
            None => println!("{}: {}", rules.name, verdict.why.join(" ")),
        }
    }
    ExitCode::SUCCESS
}
