//! The verdict on a position: the stones that are named or proven to be dead, and the count.

use super::control::{Control, ControlSearch, control};
use super::count::{Count, Extras, count, count_control};
use super::grid::{Cell, Grid, Place};
use super::ruleset::{Ruleset, Scoring};
use super::unconditional::unconditional;
use ishi_board::Color;

/// The status of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The position was counted.
    Counted,
    /// The position can't be counted, or not without a guess.
    Undecided,
    /// The game has not ended there.
    Unfinished,
    /// The game was decided without counting: by a resignation, on time, or by a forfeit.
    Decided,
}

/// The information on the dead stones of a position, and how far it can be trusted.
#[derive(Clone, Copy, Debug)]
pub enum Dead<'a> {
    /// Exactly these stones are dead, even if a proof contradicts this: an item for each place.
    Exactly(&'a [bool]),
    /// The players have agreed that these stones are dead; a proof may override this.
    Agreed(&'a [bool]),
    /// Nothing is known. Stones whose status is not proven are undecided.
    Unknown {
        /// Whether the game has ended.
        has_ended: bool,
    },
}

/// The verdict on a position.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The status of the position.
    pub status: Status,
    /// The count, if the position is counted.
    pub count: Option<Count>,
    /// The stones that are known to be dead: an item for each place.
    pub dead: Vec<bool>,
    /// The owner of each place that is unconditionally owned.
    pub unconditional: Vec<Option<Color>>,
    /// Whether only the dead stones are missing for a count.
    pub needs_dead: bool,
    /// A stone of each undecided chain: neither named nor proven to be alive or dead.
    pub undecided: Vec<Place>,
    /// The control of each point, under rules that need it.
    pub control: Option<Control>,
    /// The reasons, in sentences.
    pub why: Vec<String>,
}

/// Judges a position.
pub fn judge(grid: &Grid, rules: &Ruleset, dead: Dead<'_>, extras: &Extras, search: ControlSearch<'_>) -> Verdict {
    let mut verdict = Verdict {
        status: Status::Undecided,
        count: None,
        dead: vec![false; grid.len()],
        unconditional: unconditional(grid),
        needs_dead: false,
        undecided: Vec::new(),
        control: None,
        why: Vec::new(),
    };
    if let Some(stone) = without_liberty(grid) {
        verdict.why.push(format!("{} has no liberty, which no position of a game allows", grid.name(stone)));
        return verdict;
    }
    if rules.scoring == Scoring::Control && !matches!(dead, Dead::Unknown { has_ended: false }) {
        verdict.controlled(grid, extras, search);
        return verdict;
    }
    let is_settled = match dead {
        Dead::Exactly(dead) => verdict.exactly(dead),
        _ if rules.all_alive => verdict.all_alive(rules),
        Dead::Agreed(dead) => verdict.agreed(grid, dead),
        Dead::Unknown { has_ended: true } => verdict.proven(grid),
        Dead::Unknown { has_ended: false } => {
            verdict.status = Status::Unfinished;
            verdict.needs_dead = true;
            verdict.why.push("the game does not end with two passes, and it is not said which stones are dead".into());
            false
        }
    };
    if is_settled {
        match count(grid, rules, &verdict.dead, extras) {
            Ok(counted) => {
                verdict.status = Status::Counted;
                verdict.count = Some(counted);
            }
            Err(reason) => verdict.why.push(reason.to_string()),
        }
    }
    verdict
}

/// A living or dead stone whose chain has no liberty.
fn without_liberty(grid: &Grid) -> Option<Place> {
    let mut seen = vec![false; grid.len()];
    grid.points().find(|&first| {
        if seen[first] || grid.at(first).color().is_none() {
            return false;
        }
        let chain = grid.chain(first);
        for &stone in &chain {
            seen[stone] = true;
        }
        !chain.iter().any(|&stone| grid.neighbours(stone).into_iter().any(|beside| grid.at(beside) == Cell::Empty))
    })
}

impl Verdict {
    /// Judges a position under rules of control, which need no dead stones.
    fn controlled(&mut self, grid: &Grid, extras: &Extras, search: ControlSearch<'_>) {
        let control = control(grid, search);
        let undecided = grid.points().filter(|&place| !control.is_decided[place]).count();
        let nodes = control.nodes;
        self.count = count_control(grid, &control, extras);
        self.why.push(if self.count.is_some() {
            self.status = Status::Counted;
            format!("control is decided for all points, after {nodes} positions")
        } else {
            format!("control is undecided for {undecided} points, after {nodes} positions")
        });
        self.why.extend(control.sentences(grid));
        self.undecided = first_of_chains(grid, |place| !control.is_decided[place]);
        for place in grid.points() {
            let stone = grid.at(place).color();
            self.dead[place] = stone.is_some() && control.owner[place].is_some_and(|owner| Some(owner) != stone);
        }
        self.control = Some(control);
    }

    fn exactly(&mut self, dead: &[bool]) -> bool {
        self.dead = dead.to_vec();
        true
    }

    fn all_alive(&mut self, rules: &Ruleset) -> bool {
        self.why.push(format!("under {} rules all stones that stand at the end are alive", rules.name));
        true
    }

    fn agreed(&mut self, grid: &Grid, dead: &[bool]) -> bool {
        self.dead = dead.to_vec();
        let mut is_checked = vec![false; grid.len()];
        for place in grid.points().filter(|&place| dead[place]) {
            let color = grid.at(place).color();
            if color.is_some() && self.unconditional[place] == color {
                let name = grid.name(place);
                self.why.push(format!("{name} is said to be dead, but it can't be taken whatever is played"));
                return false;
            }
            let is_enemy = |&beside: &Place| dead[beside] && grid.at(beside).color() != color;
            if let Some(other) = grid.neighbours(place).into_iter().find(is_enemy) {
                let (name, other) = (grid.name(place), grid.name(other));
                self.why.push(format!("{name} and {other} are both said to be dead, but they are of different colors"));
                return false;
            }
            if is_checked[place] {
                continue;
            }
            let region = grid.flood([place], |beside| dead[beside] || grid.at(beside) == Cell::Empty);
            let mut around = region.iter().flat_map(|&place| grid.neighbours(place)).filter(|&beside| !dead[beside]);
            if !around.any(|beside| grid.at(beside).color().is_some_and(|living| Some(living) != color)) {
                let name = grid.name(place);
                self.why.push(format!("{name} is said to be dead, but no living stone of the opponent is around it"));
                return false;
            }
            for place in region {
                is_checked[place] = grid.at(place).color() == color;
            }
        }
        true
    }

    fn proven(&mut self, grid: &Grid) -> bool {
        for place in grid.points() {
            let stone = grid.at(place).color();
            self.dead[place] = stone.is_some() && self.unconditional[place].is_some_and(|owner| Some(owner) != stone);
        }
        self.undecided = first_of_chains(grid, |place| self.unconditional[place].is_none());
        let names: Vec<String> = self.undecided.iter().map(|&place| grid.name(place)).collect();
        self.why.push(match &names[..] {
            [] => "all stones are proven alive or dead".into(),
            [one] => format!("the chain at {one} is neither said nor proven to be alive or dead"),
            [others @ .., last] => format!(
                "the chains at {} and {last} are neither said nor proven to be alive or dead",
                others.join(", ")
            ),
        });
        self.needs_dead = !names.is_empty();
        names.is_empty()
    }
}

/// The first stone of each chain that has a stone with a property.
fn first_of_chains(grid: &Grid, is: impl Fn(Place) -> bool) -> Vec<Place> {
    let mut seen = vec![false; grid.len()];
    let mut firsts = Vec::new();
    for place in grid.points().filter(|&place| grid.at(place).color().is_some()) {
        if !seen[place] && is(place) {
            firsts.push(place);
            for stone in grid.chain(place) {
                seen[stone] = true;
            }
        }
    }
    firsts
}
