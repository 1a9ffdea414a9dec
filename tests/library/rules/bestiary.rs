//! The page of the beasts, which is read, searched and compared.

use std::path::PathBuf;
use std::time::Instant;

use ishi_board::Color;
use ishi_rules::{Control, ControlSearch, Grid, control};

use crate::rules::corpus::grid;
use crate::rules::witness::replay;

/// The file of the page.
fn path() -> PathBuf {
    ishi_test_support::root().join("docs/bestiary.md")
}

/// As many positions as the program visits by default.
const NODES: u64 = ControlSearch::NODES;

/// Beasts that take more are left to the test of all of them.
const MAX_NODES: u64 = 40_000;

/// A position of the page.
struct Beast {
    name: String,
    grid: Grid,
    /// Who controls what.
    control: Vec<String>,
    is_decided: bool,
    nodes: u64,
    /// The line of the page that says so.
    line: String,
}

fn page() -> String {
    std::fs::read_to_string(path()).expect("the page")
}

fn beasts(page: &str) -> Vec<Beast> {
    page.split("\n## ").skip(1).map(beast).collect()
}

fn beast(section: &str) -> Beast {
    let (name, rest) = section.split_once("\n\n```\n").expect("a board");
    let (rows, text) = rest.split_once("```").expect("the end of the board");
    let (mut board, mut control) = (Vec::new(), Vec::new());
    for row in rows.lines() {
        let (left, right) = row.split_once("   ").expect("a board and who controls it");
        board.push(left.replace(' ', ""));
        control.push(right.replace(' ', ""));
    }
    let rows: Vec<&str> = board.iter().map(String::as_str).collect();
    let line = text.lines().find(|line| line.contains(" positions, ")).expect("how long it took").to_owned();
    let nodes = line.split(' ').nth(2).and_then(|number| number.parse().ok()).expect("a number");
    Beast { name: name.to_owned(), grid: grid(&rows), control, is_decided: line.starts_with("Decided"), nodes, line }
}

impl Beast {
    /// Searches the position; it has to come to the same, and its lines have to show it.
    fn search(&self) -> Control {
        let found = control(
            &self.grid,
            ControlSearch { marked: &[], nodes: NODES, memory: ControlSearch::MEMORY, is_stopped: &|| false },
        );
        let drawn = self.grid.draw(|place| match (found.is_decided[place], found.owner[place]) {
            (false, _) => '?',
            (true, Some(Color::Black)) => 'B',
            (true, Some(Color::White)) => 'W',
            (true, None) => '.',
        });
        for (found, expected) in drawn.iter().zip(&self.control) {
            let agrees = |(found, expected)| found == expected || found == '?' && !self.is_decided;
            assert!(found.chars().zip(expected.chars()).all(agrees), "{}\n{}", self.name, drawn.join("\n"));
        }
        for witness in &found.witnesses {
            replay(&self.grid, witness);
        }
        found
    }
}

#[test]
fn easy_beasts_are_decided_as_the_page_says() {
    let beasts = beasts(&page());
    assert_eq!(beasts.len(), 34);
    let easy = beasts.iter().filter(|beast| beast.is_decided && beast.nodes <= MAX_NODES);
    let searched = easy.map(|beast| assert_eq!(beast.search().nodes, beast.nodes, "{}", beast.name)).count();
    assert!(searched >= 15, "{searched}");
    assert!(beasts.iter().filter(|beast| beast.is_decided).count() >= 30);
}

/// With `UPDATE_EXPECT` it writes how long each takes.
#[test]
#[ignore = "it takes minutes without optimisation"]
fn all_beasts_are_decided_as_the_page_says() {
    let mut page = page();
    let is_update = std::env::var_os("UPDATE_EXPECT").is_some();
    for beast in beasts(&page.clone()) {
        let start = Instant::now();
        let found = beast.search();
        let seconds = start.elapsed().as_secs_f64();
        if is_update {
            let is_decided = beast.grid.points().all(|place| found.is_decided[place]);
            let verb = if is_decided { "Decided" } else { "Undecided" };
            let time = if seconds < 0.05 { "less than 0.1".into() } else { format!("{seconds:.1}") };
            let line = format!("{verb} after {} positions, {time} s.", found.nodes);
            let (before, after) = page.split_once(&format!("## {}\n", beast.name)).expect("the beast");
            page = format!("{before}## {}\n{}", beast.name, after.replacen(&beast.line, &line, 1));
        } else {
            assert_eq!(found.nodes, beast.nodes, "{}", beast.name);
        }
    }
    if is_update {
        std::fs::write(path(), page).expect("the page");
    }
}

/// No budget, one that is spent at once, and one that is stopped give no answer, and no wrong one.
#[test]
fn a_search_can_be_stopped() {
    let beasts = beasts(&page());
    let beast = &beasts[5];
    for search in [
        ControlSearch::NONE,
        ControlSearch { marked: &[], nodes: 1, memory: ControlSearch::MEMORY, is_stopped: &|| false },
        ControlSearch { marked: &[], nodes: NODES, memory: ControlSearch::MEMORY, is_stopped: &|| true },
    ] {
        let found = control(&beast.grid, search);
        assert!(found.nodes < 100, "{search:?} {}", found.nodes);
        assert!(beast.grid.points().any(|place| !found.is_decided[place]), "{search:?}");
    }
}
