//! Control under the Logical Japanese Rules of Go (R. Pauli, June 2003), decided by search.
//!
//! A player *controls* a point that lies in a set that the player can *lock*. To lock a set means: all points outside
//! are filled by stones of the opponent that can't be captured, the opponent moves first, and the player forces a
//! formation of single eyes in the set. A strategy that does so never returns to a position. So neither history nor
//! cycles matter, and the claimant passes only to lift a ko. Control is therefore a question about a graph of
//! positions, and the answer is exact as far as the graph is known.

use std::collections::HashSet;
use std::fmt;

use super::grid::{Cell, Grid, Place};
use super::proof::{Ending, Search, SearchLimit, prove};
use ishi_board::Color;
use ishi_work::parallel;

/// How many sets are tried for one player.
const MAX_CLAIMS: usize = 4096;

/// How many positions are visited for each set in each round. Only sets that are still undecided are searched in the
/// next round, so that easy sets are not left undecided because of a hard one.
const ROUNDS: [u64; 3] = [1 << 11, 1 << 16, u64::MAX];

/// The player who controls each point.
#[derive(Clone, Debug)]
pub struct Control {
    /// The player who controls each place, if that is decided.
    pub owner: Vec<Option<Color>>,
    /// Whether control of each place is decided.
    pub is_decided: Vec<bool>,
    /// How many positions were visited.
    pub nodes: u64,
    /// Whether a set is undecided because its search has reached the limit of memory.
    pub is_full: bool,
    /// A line of play for each decided set, in the order of the decisions.
    pub witnesses: Vec<Witness>,
}

/// A line of play that shows whether a player can lock a set. At its start, all points outside the set are filled by
/// stones of the opponent that can't be captured, and chains of the set without a liberty in it are captured. The
/// opponent moves first.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The player who claims the set.
    pub color: Color,
    /// The places of the set, in order.
    pub set: Vec<Place>,
    /// Whether the player can lock the set.
    pub is_locked: bool,
    /// The moves, beginning with the opponent's first move; `None` for a pass.
    pub line: Vec<Option<Place>>,
    /// How the line ends.
    pub ending: Ending,
}

impl Witness {
    /// The line in a sentence.
    pub fn sentence(&self, grid: &Grid) -> String {
        let opponent = self.color.opponent();
        let first = self.set.first().map_or(String::new(), |&place| grid.name(place));
        let can = if self.is_locked { "locks" } else { "can't lock" };
        let mut text = format!("{} {can} the {} points with {first}: ", self.color, self.set.len());
        for (index, place) in self.line.iter().enumerate() {
            if index == MAX_NAMED {
                text += "…, ";
                break;
            }
            let color = if index % 2 == 0 { opponent } else { self.color };
            let place = place.map_or("pass".into(), |place| grid.name(place));
            text.extend([if color == Color::Black { "B " } else { "W " }, &place, ", "]);
        }
        text += match self.ending {
            Ending::Formation => "all eyes are single",
            Ending::Living => "a stone there can't be taken, or an eye can't be kept",
            Ending::Repetition => "the position repeats itself",
            Ending::Passes => "nothing is left to play",
        };
        text
    }
}

/// How many moves of a line are named in a sentence.
const MAX_NAMED: usize = 60;

/// The settings of a search: marked points, limits, and a way to stop it.
#[derive(Clone, Copy)]
pub struct ControlSearch<'a> {
    /// The points that a removed cycle has marked permanently: an item for each place, or an empty list if there are no
    /// such points.
    pub marked: &'a [bool],
    /// How many positions may be visited, half of them for each player's sets.
    pub nodes: u64,
    /// How much memory the search may take, in bytes, half of it for each player's sets.
    pub memory: usize,
    /// Whether to stop the search. Called every few thousand positions.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Control {
    /// The most informative lines: those of the locked sets, and of each player's largest set that is not locked.
    pub fn sentences(&self, grid: &Grid) -> Vec<String> {
        let refuted = |color| {
            let refuted = self.witnesses.iter().filter(move |one| one.color == color && !one.is_locked);
            refuted.max_by_key(|one| one.set.len())
        };
        let locked = self.witnesses.iter().filter(|one| one.is_locked);
        let shown = locked.chain([Color::Black, Color::White].into_iter().filter_map(refuted));
        shown.map(|one| one.sentence(grid)).collect()
    }
}

impl ControlSearch<'_> {
    /// The default number of positions, which takes some seconds.
    pub const NODES: u64 = 30_000_000;

    /// The default limit of memory, in bytes.
    pub const MEMORY: usize = 512 << 20;

    /// No search at all.
    pub const NONE: Self = ControlSearch { marked: &[], nodes: 0, memory: 0, is_stopped: &|| true };
}

impl fmt::Debug for ControlSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("nodes", &self.nodes).field("memory", &self.memory).finish_non_exhaustive()
    }
}

/// Decides within the limits of the search which player controls each point. The sets of both players are searched in
/// parallel, each with half of the limits, so the answer does not depend on the number of cores.
pub fn control(grid: &Grid, search: ControlSearch<'_>) -> Control {
    let (black, white) =
        parallel::join(|| PlayerSets::new(grid, Color::Black, search), || PlayerSets::new(grid, Color::White, search));
    let mut control = Control {
        owner: vec![None; grid.len()],
        is_decided: vec![true; grid.len()],
        nodes: black.nodes + white.nodes,
        is_full: black.is_full || white.is_full,
        witnesses: Vec::new(),
    };
    for side in [black, white] {
        for place in grid.points() {
            if side.is_owned[place] {
                control.owner[place] = Some(side.color);
            }
        }
        for place in grid.points() {
            control.is_decided[place] &= side.is_owned[place] || !side.is_open[place];
        }
        control.witnesses.extend(side.witnesses);
    }
    for place in grid.points() {
        control.is_decided[place] |= control.owner[place].is_some();
    }
    control
}

/// The decisions on the sets of one player.
struct PlayerSets {
    color: Color,
    is_owned: Vec<bool>,
    /// Whether a set with the point is undecided.
    is_open: Vec<bool>,
    nodes: u64,
    /// Whether a set is undecided because its search has reached the limit of memory.
    is_full: bool,
    witnesses: Vec<Witness>,
}

impl PlayerSets {
    fn new(grid: &Grid, color: Color, search: ControlSearch<'_>) -> Self {
        let mut side = Self {
            color,
            is_owned: vec![false; grid.len()],
            is_open: vec![false; grid.len()],
            nodes: 0,
            is_full: false,
            witnesses: Vec::new(),
        };
        let budget = search.nodes / 2;
        if budget == 0 {
            side.is_open.fill(true);
            return side;
        }
        let (mut sets, is_complete) = claims(grid, search.marked, color);
        for limit in ROUNDS {
            side.is_full = false;
            sets.retain(|set| {
                if set.iter().all(|&place| side.is_owned[place]) {
                    return false;
                }
                let left = budget.saturating_sub(side.nodes).min(limit);
                if left == 0 || (search.is_stopped)() {
                    return true;
                }
                let limit = SearchLimit { nodes: left, memory: search.memory / 2, is_stopped: search.is_stopped };
                let Search { verdict, nodes, is_full } = prove(grid, set, color, &limit);
                side.nodes += nodes;
                side.is_full |= is_full;
                let Some(verdict) = verdict else { return true };
                if verdict.is_locked {
                    for &place in set {
                        side.is_owned[place] = true;
                    }
                }
                let (is_locked, line, ending) = (verdict.is_locked, verdict.line, verdict.ending);
                side.witnesses.push(Witness { color, set: set.clone(), is_locked, line, ending });
                false
            });
        }
        for place in sets.into_iter().flatten() {
            side.is_open[place] = true;
        }
        if !is_complete {
            side.is_open.fill(true);
        }
        side
    }
}

/// The sets that a player may try to lock, small sets first, and whether the list is complete.
fn claims(grid: &Grid, marked: &[bool], color: Color) -> (Vec<Vec<Place>>, bool) {
    let is_own = |place: Place| grid.at(place) == Cell::Stone(color);
    // Areas without own stones, each with the chains around it.
    let mut area = vec![usize::MAX; grid.len()];
    let mut atoms: Vec<Vec<Place>> = Vec::new();
    for first in grid.points().filter(|&place| !is_own(place)) {
        if area[first] != usize::MAX {
            continue;
        }
        let hole = grid.flood([first], |place| !is_own(place));
        for &place in &hole {
            area[place] = atoms.len();
        }
        let around: Vec<Place> =
            hole.iter().flat_map(|&place| grid.neighbours(place)).filter(|&place| is_own(place)).collect();
        let mut atom = grid.flood(around, is_own);
        atom.extend(&hole);
        atom.sort_unstable();
        atom.dedup();
        // A marked point has another beside it, and both stay empty, so neither is a single eye.
        if hole.iter().any(|&place| marked.get(place) == Some(&true)) {
            atom.clear();
        }
        atoms.push(atom);
    }
    atoms.retain(|atom| !atom.is_empty());
    let touches = |one: &Vec<Place>, other: &Vec<Place>| one.iter().any(|place| other.binary_search(place).is_ok());
    let mut seen: Vec<Vec<usize>> = (0..atoms.len()).map(|atom| vec![atom]).collect();
    let mut distinct: HashSet<Vec<usize>> = seen.iter().cloned().collect();
    let mut next = 0;
    let mut is_complete = true;
    while next < seen.len() {
        let claim = seen[next].clone();
        next += 1;
        for other in 0..atoms.len() {
            if claim.contains(&other) || !claim.iter().any(|&atom| touches(&atoms[atom], &atoms[other])) {
                continue;
            }
            let mut larger = claim.clone();
            larger.push(other);
            larger.sort_unstable();
            if seen.len() >= MAX_CLAIMS {
                is_complete = false;
            } else if distinct.insert(larger.clone()) {
                seen.push(larger);
            }
        }
    }
    let mut claims: Vec<Vec<Place>> = seen
        .iter()
        .map(|claim| {
            let mut places: Vec<Place> = claim.iter().flat_map(|&atom| atoms[atom].iter().copied()).collect();
            places.sort_unstable();
            places.dedup();
            places
        })
        .collect();
    claims.sort_by_cached_key(Vec::len);
    (claims, is_complete)
}
