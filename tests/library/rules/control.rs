//! Control under the Logical Japanese Rules.

use ishi_board::Color;
use ishi_rules::{ControlSearch, Grid, control};
use ishi_test_support::real::{Part, say};

use crate::rules::corpus::{grid, text};

/// Few enough for a slow build; with thirty times as many five positions are left undecided.
const NODES: u64 = 20_000;

fn drawn(grid: &Grid, rows: &[&str], nodes: u64) -> Vec<String> {
    let marked: Vec<bool> = (0..grid.len())
        .map(|place| {
            grid.points().any(|point| point == place) && {
                let (column, row) = grid.column_row(place);
                rows[row].as_bytes()[column] == b'*'
            }
        })
        .collect();
    let found =
        control(grid, ControlSearch { marked: &marked, nodes, memory: ControlSearch::MEMORY, is_stopped: &|| false });
    grid.draw(|place| match (found.is_decided[place], found.owner[place]) {
        (false, _) => '?',
        (true, Some(Color::Black)) => 'B',
        (true, Some(Color::White)) => 'W',
        (true, None) => '.',
    })
}

/// A game of 9×9 in the middle, with far more positions than fit into any memory.
const OPEN: [&str; 9] = [
    ".........",
    ".........",
    "..oo.xx..",
    "....x....",
    "...ox....",
    "..ooox...",
    ".oxoxxox.",
    "..o...x..",
    ".........",
];

/// The positions of a search fit into its memory: where it has reached that, what is left is open.
#[test]
fn a_search_ends_where_its_memory_does() {
    let mut visited = Vec::new();
    for memory in [0, 1 << 16, 1 << 20, 4 << 20] {
        let search = ControlSearch { marked: &[], nodes: u64::MAX, memory, is_stopped: &|| false };
        let grid = grid(&OPEN);
        let found = control(&grid, search);
        assert!(found.is_full, "{memory}");
        assert!(grid.points().all(|place| !found.is_decided[place]), "{memory}");
        visited.push(found.nodes);
    }
    assert!(visited.is_sorted_by(|less, more| less < more), "{visited:?}");
}

/// No verdict is wrong, and most positions are decided.
#[test]
fn real_positions_of_the_bestiary_are_judged_right_or_not_at_all() {
    let Some(files) = Part::Ljrg.files() else { return };
    let bestiary: serde_json::Value = serde_json::from_str(&text(&files[0])).expect("JSON");
    let strings = |value: &serde_json::Value| -> Vec<String> {
        let rows = value.as_array().map(Vec::as_slice).unwrap_or_default();
        rows.iter().map(|row| row.as_str().expect("a row").to_owned()).collect()
    };
    let (mut decided, mut undecided) = (0, Vec::new());
    for position in bestiary["positions"].as_array().expect("positions") {
        let (rows, expected) = (strings(&position["rows"]), strings(&position["expected"]["control"]));
        if expected.is_empty() {
            continue;
        }
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let grid = grid(&rows);
        let found = drawn(&grid, &rows, NODES);
        for (found, expected) in found.iter().zip(&expected) {
            let agrees = found.chars().zip(expected.chars()).all(|(found, expected)| found == '?' || found == expected);
            assert!(agrees, "{}\n{found}\n{expected}", position["id"]);
        }
        if found.iter().any(|row| row.contains('?')) {
            undecided.push(position["id"].to_string());
        } else {
            decided += 1;
        }
    }
    say(&format!("{decided} positions are decided within {NODES} positions; undecided: {}", undecided.join(" ")));
    assert!(decided >= 34, "{decided}");
}

#[test]
fn no_search_decides_nothing_but_the_obvious() {
    let rows = [".x.", "xxx", ".x."];
    assert_eq!(drawn(&grid(&rows), &rows, NODES), ["BBB", "BBB", "BBB"]);
    let rows = ["...", "...", "..."];
    assert!(drawn(&grid(&rows), &rows, 0).iter().all(|row| row == "???"));
}
