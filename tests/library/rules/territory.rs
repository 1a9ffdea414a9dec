//! Territory with seki, false eyes and dame.

use std::collections::BTreeMap;

use ishi_board::Color;
use ishi_rules::{Grid, Territory, territory};

use crate::rules::corpus::{grid, text};

/// The sections of a golden board, by their titles.
fn sections(text: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut title = "";
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_suffix(':') {
            Some(found) => title = found,
            None => sections.entry(title).or_default().push(line),
        }
    }
    sections
}

/// A board as the golden ones show it, with the marks of some points instead.
fn drawn(grid: &Grid, board: &[&str], mark: impl Fn(usize) -> Option<char>) -> Vec<String> {
    grid.draw(|place| {
        let (column, row) = grid.column_row(place);
        mark(place).unwrap_or(board[row].as_bytes()[column] as char)
    })
}

fn counted(board: &[&str]) -> (Grid, Territory) {
    let grid = grid(board);
    let is_dead = |place| {
        let (column, row) = grid.column_row(place);
        b"bw".contains(&board[row].as_bytes()[column])
    };
    let counted = territory(&grid, is_dead);
    (grid, counted)
}

/// The boards with verdicts that are published with `goscorer`, whose licence is beside them.
#[test]
fn golden_boards_are_counted_alike() {
    let folder = ishi_test_support::root().join("tests/fixtures/goscorer");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the boards").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    let mut wrong = Vec::new();
    for path in &files {
        let text = text(path);
        let expected = sections(&text);
        let board = &expected["BOARD"];
        let (grid, counted) = counted(board);
        let points = |owner: Option<Color>| owner.map(|owner| if owner == Color::Black { 'z' } else { 'a' });
        let own = drawn(&grid, board, |place| points(counted.owner[place]));
        let seki = grid.draw(|place| match (grid.at(place).color(), counted.seki[place]) {
            (_, None) => '.',
            (None, Some(Color::Black)) => 'z',
            (None, Some(Color::White)) => 'a',
            (Some(_), Some(Color::Black)) => 'x',
            (Some(_), Some(Color::White)) => 'o',
        });
        let false_eyes = drawn(&grid, board, |place| counted.false_eye[place].then_some('F'));
        let dame = drawn(&grid, board, |place| counted.dame[place].then_some('1'));
        let eyes =
            drawn(&grid, board, |place| char::from_digit(counted.eyes[place].into(), 10).filter(|&eyes| eyes > '0'));
        let sections =
            [("TERRITORY", own), ("SEKI", seki), ("FALSE EYES", false_eyes), ("DAME", dame), ("EYEVALUE", eyes)];
        for (title, found) in sections {
            if found != expected[title] {
                wrong.push(format!(
                    "{}: {title}\n{}\n\n{}",
                    path.file_name().unwrap_or_default().to_string_lossy(),
                    found.join("\n"),
                    expected[title].join("\n")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(files.len(), 42);
}
