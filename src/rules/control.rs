//! Control under the Logical Japanese Rules of Go (R. Pauli, June 2003), decided by search.
//!
//! A player *controls* a point that lies in a set which they can *lock*: with everything outside it filled by stones of
//! the opponent that can't be taken, and the opponent to move, they can force a formation of single eyes on it. A
//! strategy that does so never comes back to a position, so neither history nor cycles matter, and the claimant passes
//! only to lift a ko. So it is a question about a graph of positions, and the answer is exact as far as that is known.

use std::collections::HashMap;

use super::grid::{Cell, Grid, Place};
use crate::board::Color;

/// The largest set that is searched.
const MAX_POINTS: usize = 128;

/// How many sets are tried for one player.
const MAX_CLAIMS: usize = 1024;

/// The most positions for one set.
const MAX_POSITIONS: u64 = 500_000;

/// Who controls what.
#[derive(Clone, Debug)]
pub struct Control {
    /// Who controls each place, where that is decided.
    pub owner: Vec<Option<Color>>,
    /// Whether it is decided.
    pub is_decided: Vec<bool>,
    /// How many positions were visited.
    pub nodes: u64,
}

/// What a search needs besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The points that a removed cycle has marked for good: an item for each place, or none if there are none.
    pub marked: &'a [bool],
    /// How many positions may be visited.
    pub nodes: u64,
}

impl Search<'_> {
    /// How many positions are visited where it is not said: some seconds of work.
    pub const NODES: u64 = 1_000_000;

    /// No search at all.
    pub const NONE: Self = Search { marked: &[], nodes: 0 };
}

/// Finds out who controls which points, as far as the search may go.
pub fn control(grid: &Grid, search: Search<'_>) -> Control {
    let Search { marked, nodes: budget } = search;
    let mut found = Control { owner: vec![None; grid.len()], is_decided: vec![true; grid.len()], nodes: 0 };
    if budget == 0 {
        found.is_decided.fill(false);
        return found;
    }
    let mut open = vec![false; grid.len()];
    for color in [Color::Black, Color::White] {
        let (claims, is_complete) = claims(grid, marked, color);
        for claim in &claims {
            if claim.iter().all(|&place| found.owner[place] == Some(color)) {
                continue;
            }
            let left = budget.saturating_sub(found.nodes).min(MAX_POSITIONS);
            let verdict = Claim::new(grid, claim, color).and_then(|claim| claim.search(left, &mut found.nodes));
            for &place in claim {
                match verdict {
                    Some(true) => found.owner[place] = Some(color),
                    Some(false) => {}
                    None => open[place] = true,
                }
            }
        }
        if !is_complete {
            open.fill(true);
        }
    }
    for place in grid.points() {
        found.is_decided[place] = found.owner[place].is_some() || !open[place];
    }
    found
}

/// The sets that a player may try to lock, small ones first, and whether these are all.
fn claims(grid: &Grid, marked: &[bool], color: Color) -> (Vec<Vec<Place>>, bool) {
    let own = |place: Place| grid.at(place) == Cell::Stone(color);
    // Areas without own stones, each with the chains around it.
    let mut area = vec![usize::MAX; grid.len()];
    let mut atoms: Vec<Vec<Place>> = Vec::new();
    for first in grid.points().filter(|&place| !own(place)) {
        if area[first] != usize::MAX {
            continue;
        }
        let hole = grid.flood([first], |place| !own(place));
        for &place in &hole {
            area[place] = atoms.len();
        }
        let around: Vec<Place> =
            hole.iter().flat_map(|&place| grid.neighbours(place)).filter(|&place| own(place)).collect();
        let mut atom = grid.flood(around, own);
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
            } else if !seen.contains(&larger) {
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
    claims.sort_by_key(Vec::len);
    (claims, is_complete)
}

/// A set of points of a claim.
type Points = u128;

/// A position in a claim. Outside it nothing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Situation {
    /// The stones of the claimant.
    own: Points,
    /// Those of the refuter.
    other: Points,
    /// Where the player to move may not play.
    ko: Points,
    /// Whether the claimant moves next.
    is_own_turn: bool,
}

/// A set that a player claims to lock.
struct Claim {
    all: Points,
    beside: Vec<Points>,
    /// The points that touch the outside.
    border: Points,
    start: Situation,
}

/// What is known of a position without search.
enum Known {
    Won,
    Lost,
    Open,
}

impl Claim {
    fn new(grid: &Grid, places: &[Place], color: Color) -> Option<Self> {
        if places.len() > MAX_POINTS {
            return None;
        }
        let index = |place: Place| places.binary_search(&place).ok();
        let mut beside = vec![0; places.len()];
        let mut border = 0;
        let (mut own, mut other) = (0, 0);
        for (at, &place) in places.iter().enumerate() {
            for next in grid.neighbours(place) {
                match index(next) {
                    Some(next) => beside[at] |= 1 << next,
                    None if grid.at(next) != Cell::Off => border |= 1 << at,
                    None => {}
                }
            }
            match grid.at(place) {
                Cell::Stone(found) if found == color => own |= 1 << at,
                Cell::Stone(_) => other |= 1 << at,
                _ => {}
            }
        }
        let all = if places.len() == MAX_POINTS { !0 } else { (1 << places.len()) - 1 };
        let mut claim = Self { all, beside, border, start: Situation { own, other, ko: 0, is_own_turn: false } };
        // Stones of the claim without a liberty inside are taken before it begins.
        claim.start.own &= !claim.without_liberty(own, other, 0);
        Some(claim)
    }

    fn around(&self, points: Points) -> Points {
        members(points).fold(0, |set, index| set | self.beside[index]) & !points
    }

    fn joined(&self, first: Points, within: Points) -> Points {
        let mut found = first;
        let mut edge = first;
        while edge != 0 {
            edge = members(edge).fold(0, |set, index| set | self.beside[index]) & within & !found;
            found |= edge;
        }
        found
    }

    /// The stones of a set without a liberty; those on `safe` points have one outside.
    fn without_liberty(&self, stones: Points, others: Points, safe: Points) -> Points {
        let mut rest = stones;
        let mut taken = 0;
        while rest != 0 {
            let chain = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !chain;
            if chain & safe == 0 && self.around(chain) & self.all & !stones & !others == 0 {
                taken |= chain;
            }
        }
        taken
    }

    fn judge(&self, now: Situation) -> Known {
        // A stone of the opponent that touches those outside can't be taken.
        let gaps = (self.border & !now.own).count_ones();
        if now.other & self.border != 0 || !now.is_own_turn && self.border & !now.own & !now.ko != 0 || gaps >= 2 {
            return Known::Lost;
        }
        if now.other.count_ones() >= 5 && self.has_living_chain(now) {
            return Known::Lost;
        }
        if self.is_formation(now) || !now.is_own_turn && self.is_won(now) {
            return Known::Won;
        }
        Known::Open
    }

    /// Whether the set holds own stones and single eyes, at least two for each chain.
    fn is_formation(&self, now: Situation) -> bool {
        let free = self.all & !now.own;
        if now.other != 0 || now.own == 0 || self.border & free != 0 || self.around(free) & free != 0 {
            return false;
        }
        if members(free).any(|index| self.beside[index] & free != 0) {
            return false;
        }
        self.every_chain(now.own, |chain| (self.around(chain) & free).count_ones() >= 2)
            && members(self.all).all(|index| self.beside[index] != 0 || self.border & 1 << index != 0)
    }

    fn every_chain(&self, stones: Points, holds: impl Fn(Points) -> bool) -> bool {
        let mut rest = stones;
        while rest != 0 {
            let chain = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !chain;
            if !holds(chain) {
                return false;
            }
        }
        true
    }

    /// Whether a formation can be reached by filling: all other points touch own stones, and every chain is beside
    /// every point of two areas.
    fn is_won(&self, now: Situation) -> bool {
        let free = self.all & !now.own;
        if now.ko != 0 || now.own == 0 || self.border & free != 0 || free & !self.around(now.own) != 0 {
            return false;
        }
        let mut areas = Vec::new();
        let mut rest = free;
        while rest != 0 {
            let area = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !area;
            areas.push(area);
        }
        self.every_chain(now.own, |chain| {
            let around = self.around(chain);
            areas.iter().filter(|&&area| area & !around == 0 && area & !now.other != 0).count() >= 2
        })
    }

    /// Whether a chain of the refuter can't be taken even if they always pass (D. B. Benson).
    fn has_living_chain(&self, now: Situation) -> bool {
        let mut chains = Vec::new();
        let mut rest = now.other;
        while rest != 0 {
            let chain = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !chain;
            chains.push(chain);
        }
        let mut regions = Vec::new();
        let mut rest = self.all & !now.other;
        while rest != 0 {
            let region = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !region;
            regions.push(region);
        }
        loop {
            let living = chains.iter().fold(0, |set, chain| set | chain);
            regions.retain(|&region| self.around(region) & now.other & !living == 0);
            let before = chains.len();
            chains.retain(|&chain| {
                let around = self.around(chain);
                let is_eye = |&&region: &&Points| region & !now.own != 0 && region & !now.own & !around == 0;
                regions.iter().filter(is_eye).count() >= 2
            });
            if chains.len() == before {
                return !chains.is_empty();
            }
        }
    }

    /// The positions that a player can move to.
    fn moves(&self, now: Situation) -> Vec<Situation> {
        let mut next = Vec::new();
        let (mover, enemy) = if now.is_own_turn { (now.own, now.other) } else { (now.other, now.own) };
        // Stones beside the outside are joined with it only for the refuter.
        let safe = if now.is_own_turn { 0 } else { self.border };
        let enemy_safe = if now.is_own_turn { self.border } else { 0 };
        let gap = self.border & !now.own;
        // A gap to the outside has to be closed at once.
        let points = if now.is_own_turn && gap != 0 { gap } else { self.all };
        for index in members(points & !now.own & !now.other & !now.ko) {
            let point = 1 << index;
            let stones = mover | point;
            let taken = self.without_liberty(enemy, stones, enemy_safe);
            let left = enemy & !taken;
            if taken == 0 && self.without_liberty(stones, left, safe) & point != 0 {
                continue;
            }
            // The stones outside are enemies only of the claimant.
            let is_enclosed = self.beside[index] & !enemy == 0 && (self.border & point == 0 || now.is_own_turn);
            let ko = if taken.is_power_of_two() && is_enclosed { taken } else { 0 };
            let (own, other) = if now.is_own_turn { (stones, left) } else { (left, stones) };
            next.push(Situation { own, other, ko, is_own_turn: !now.is_own_turn });
        }
        // Passing helps the claimant only where it lifts a ko.
        if !now.is_own_turn || now.ko != 0 && gap == 0 {
            next.push(Situation { ko: 0, is_own_turn: !now.is_own_turn, ..now });
        }
        next
    }

    /// Whether the set can be locked; none where that takes more positions than the limit.
    fn search(&self, limit: u64, nodes: &mut u64) -> Option<bool> {
        match self.judge(self.start) {
            Known::Won => return Some(true),
            Known::Lost => return Some(false),
            Known::Open => {}
        }
        let mut graph = Graph::default();
        graph.add(self, self.start);
        let mut check_at = 256;
        loop {
            graph.grow(self, check_at.min(limit as usize));
            let is_complete = graph.open == 0;
            let verdict = graph.verdict();
            if verdict.is_some() || is_complete || graph.positions.len() as u64 >= limit {
                *nodes += graph.positions.len() as u64;
                return verdict;
            }
            check_at = check_at.max(graph.positions.len()) * 2;
        }
    }
}

/// How much work it takes at least to show that a position is won, and that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    proof: u32,
    disproof: u32,
}

impl Effort {
    const NEVER: u32 = u32::MAX / 2;
    const WON: Self = Self { proof: 0, disproof: Self::NEVER };
    const LOST: Self = Self { proof: Self::NEVER, disproof: 0 };
}

/// The positions that can be reached, as far as they were visited. The most promising are visited first; what that
/// finds is only a guide, since positions repeat, and the verdict is worked out from the whole graph.
#[derive(Default)]
struct Graph {
    positions: Vec<Situation>,
    efforts: Vec<Effort>,
    next: Vec<Vec<u32>>,
    is_expanded: Vec<bool>,
    index: HashMap<Situation, u32>,
    /// How many positions are neither known nor expanded.
    open: usize,
}

impl Graph {
    fn add(&mut self, claim: &Claim, now: Situation) -> u32 {
        if let Some(&index) = self.index.get(&now) {
            return index;
        }
        let index = self.positions.len() as u32;
        self.index.insert(now, index);
        self.positions.push(now);
        let known = claim.judge(now);
        self.is_expanded.push(!matches!(known, Known::Open));
        self.open += usize::from(matches!(known, Known::Open));
        self.efforts.push(match known {
            Known::Won => Effort::WON,
            Known::Lost => Effort::LOST,
            Known::Open => Effort { proof: 1, disproof: 1 },
        });
        self.next.push(Vec::new());
        index
    }

    /// Visits more positions until there are so many, or the first one seems to be decided.
    fn grow(&mut self, claim: &Claim, limit: usize) {
        let mut path: Vec<u32> = Vec::new();
        let mut on_path = vec![false; self.positions.len()];
        while self.positions.len() < limit && self.open > 0 {
            let first = self.efforts[0];
            if first.proof == 0 || first.disproof == 0 {
                return;
            }
            path.clear();
            let mut now = 0;
            loop {
                path.push(now);
                on_path[now as usize] = true;
                if !self.is_expanded[now as usize] {
                    self.is_expanded[now as usize] = true;
                    self.open -= 1;
                    let next = claim.moves(self.positions[now as usize]);
                    self.next[now as usize] = next.into_iter().map(|next| self.add(claim, next)).collect();
                    on_path.resize(self.positions.len(), false);
                    break;
                }
                let is_own_turn = self.positions[now as usize].is_own_turn;
                let effort = |&&next: &&u32| {
                    let effort = self.efforts[next as usize];
                    if is_own_turn { effort.proof } else { effort.disproof }
                };
                let best = self.next[now as usize].iter().filter(|&&next| !on_path[next as usize]).min_by_key(effort);
                match best.filter(|next| effort(next) > 0 && effort(next) < Effort::NEVER) {
                    Some(&next) => now = next,
                    None => break,
                }
            }
            while let Some(now) = path.pop() {
                self.update(now as usize, &on_path);
                on_path[now as usize] = false;
            }
        }
    }

    /// Works out the effort of a position from the next ones. A position on the path counts as lost.
    fn update(&mut self, now: usize, on_path: &[bool]) {
        if self.next[now].is_empty() {
            if self.efforts[now].proof > 0 && self.efforts[now].disproof > 0 {
                self.efforts[now] = Effort::LOST;
            }
            return;
        }
        let is_own_turn = self.positions[now].is_own_turn;
        let efforts = self.next[now]
            .iter()
            .map(|&next| if on_path[next as usize] { Effort::LOST } else { self.efforts[next as usize] });
        let (mut least, mut sum) = (Effort::NEVER, 0u32);
        for effort in efforts {
            let (one, other) =
                if is_own_turn { (effort.proof, effort.disproof) } else { (effort.disproof, effort.proof) };
            least = least.min(one);
            sum = sum.saturating_add(other).min(Effort::NEVER);
        }
        self.efforts[now] =
            if is_own_turn { Effort { proof: least, disproof: sum } } else { Effort { proof: sum, disproof: least } };
    }

    /// Whether the first position is won: also if all that was not visited is lost, or lost even if that is won. All
    /// that is certain by now is noted.
    fn verdict(&mut self) -> Option<bool> {
        let won = self.wins(false);
        let perhaps = self.wins(true);
        for index in 0..self.positions.len() {
            self.efforts[index] = match (won[index], perhaps[index]) {
                (true, _) => Effort::WON,
                (_, false) => Effort::LOST,
                _ if self.efforts[index].proof == 0 || self.efforts[index].disproof == 0 => {
                    Effort { proof: 1, disproof: 1 }
                }
                _ => self.efforts[index],
            };
        }
        match (won[0], perhaps[0]) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        }
    }

    /// The positions from which a formation can be forced, where those that were not visited count as won or lost. What
    /// repeats itself is not won.
    fn wins(&self, unknown: bool) -> Vec<bool> {
        let count = self.positions.len();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut missing = vec![0; count];
        let mut won = vec![false; count];
        let mut queue = Vec::new();
        for index in 0..count {
            let is_terminal = self.is_expanded[index] && self.next[index].is_empty();
            if is_terminal && self.efforts[index] == Effort::WON || !self.is_expanded[index] && unknown {
                won[index] = true;
                queue.push(index);
            }
            missing[index] = if self.positions[index].is_own_turn { 1 } else { self.next[index].len() };
            for &next in &self.next[index] {
                before[next as usize].push(index as u32);
            }
        }
        while let Some(index) = queue.pop() {
            for &parent in &before[index] {
                let parent = parent as usize;
                if won[parent] {
                    continue;
                }
                missing[parent] -= 1;
                if missing[parent] == 0 {
                    won[parent] = true;
                    queue.push(parent);
                }
            }
        }
        won
    }
}

fn members(points: Points) -> impl Iterator<Item = usize> {
    let mut rest = points;
    std::iter::from_fn(move || {
        let index = rest.trailing_zeros();
        (rest != 0).then(|| {
            rest &= rest - 1;
            index as usize
        })
    })
}
