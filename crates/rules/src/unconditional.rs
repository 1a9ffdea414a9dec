//! Unconditional life: chains that live, and points that are owned, even if their player always passes (D. B. Benson,
//! 1976).

use super::grid::{Cell, Grid, Place};
use ishi_board::Color;

/// Returns the certain owner of each place: of chains that can't be captured even if their player always passes, and of
/// points where the opponent can't live even then. The opponent's stones on such points are dead.
pub fn unconditional(grid: &Grid) -> Vec<Option<Color>> {
    let mut owners = vec![None; grid.len()];
    for color in [Color::Black, Color::White] {
        let alive = living_chains(grid, color);
        if !alive.contains(&true) {
            continue;
        }
        let filled = Filled::by_opponent(grid, color, &alive);
        for place in grid.points() {
            if alive[place] || filled.is_owned(place) {
                owners[place] = Some(color);
            }
        }
    }
    owners
}

/// Numbers for areas of places that belong together; 0 for places in no area.
struct AreaNumbers {
    of: Vec<u16>,
    /// One place of each area, by the number of the area minus one.
    first: Vec<Place>,
}

impl AreaNumbers {
    /// The connected areas of the points that `belongs` names.
    fn new(grid: &Grid, belongs: impl Fn(Cell) -> bool) -> Self {
        let mut labels = Self { of: vec![0; grid.len()], first: Vec::new() };
        let mut next = Vec::new();
        for first in grid.points() {
            if labels.of[first] > 0 || !belongs(grid.at(first)) {
                continue;
            }
            labels.first.push(first);
            let label = labels.first.len() as u16;
            labels.of[first] = label;
            next.push(first);
            while let Some(place) = next.pop() {
                for beside in grid.neighbours(place) {
                    if labels.of[beside] == 0 && grid.at(beside) != Cell::Off && belongs(grid.at(beside)) {
                        labels.of[beside] = label;
                        next.push(beside);
                    }
                }
            }
        }
        labels
    }
}

/// An area without stones of the color.
#[derive(Default)]
struct OpenArea {
    /// The chains around it.
    chains: Vec<u16>,
    /// The chains around the region that have all its empty points as liberties; `None` before the first empty point.
    vital: Option<Vec<u16>>,
}

/// Returns the stones of a color that Benson's algorithm finds alive.
fn living_chains(grid: &Grid, color: Color) -> Vec<bool> {
    let is_own = |cell: Cell| cell == Cell::Stone(color);
    let chains = AreaNumbers::new(grid, is_own);
    let areas = AreaNumbers::new(grid, |cell| !is_own(cell));
    let mut regions: Vec<OpenArea> = areas.first.iter().map(|_| OpenArea::default()).collect();
    for place in grid.points().filter(|&place| areas.of[place] > 0) {
        let region = &mut regions[usize::from(areas.of[place]) - 1];
        let beside = grid.neighbours(place).map(|beside| chains.of[beside]);
        for chain in beside.into_iter().filter(|&chain| chain > 0) {
            if !region.chains.contains(&chain) {
                region.chains.push(chain);
            }
        }
        if grid.at(place) == Cell::Empty {
            match &mut region.vital {
                Some(vital) => vital.retain(|chain| beside.contains(chain)),
                None => {
                    let liberties = region.chains.iter().copied().filter(|chain| beside.contains(chain));
                    region.vital = Some(liberties.collect());
                }
            }
        }
    }
    let mut is_alive = vec![true; chains.first.len() + 1];
    let mut vital = vec![0; is_alive.len()];
    loop {
        vital.fill(0);
        regions.retain(|region| region.chains.iter().all(|&chain| is_alive[usize::from(chain)]));
        for &chain in regions.iter().filter_map(|region| region.vital.as_ref()).flatten() {
            vital[usize::from(chain)] += 1;
        }
        let before = is_alive.iter().filter(|&&alive| alive).count();
        for (alive, vital) in is_alive.iter_mut().zip(&vital).skip(1) {
            *alive &= *vital >= 2;
        }
        if is_alive.iter().filter(|&&alive| alive).count() == before {
            break;
        }
    }
    chains.of.iter().map(|&chain| chain > 0 && is_alive[usize::from(chain)]).collect()
}

/// A position in which the opponent of some living chains has made all moves that help to live.
struct Filled {
    grid: Grid,
    opponent: Color,
    /// Liberties of the living chains that the opponent can't fill, and chains of the opponent with at most one
    /// liberty.
    owned: Vec<bool>,
}

impl Filled {
    /// Plays all useful moves of the opponent of `color`: captures all but the living chains, then fills points beside
    /// these, escapes from atari, and divides and reduces wide areas. Capturing is never a loss for the opponent, since
    /// a point beside a chain that stays can't be an eye.
    fn by_opponent(grid: &Grid, color: Color, alive: &[bool]) -> Self {
        let mut filled = Self { grid: grid.clone(), opponent: color.opponent(), owned: vec![false; grid.len()] };
        let is_capturable = |grid: &Grid, place: Place| grid.at(place) == Cell::Stone(color) && !alive[place];
        let mut seen = vec![false; grid.len()];
        let mut chains = Vec::new();
        for place in grid.points() {
            if is_capturable(grid, place) && !seen[place] {
                let chain = grid.chain(place);
                for &stone in &chain {
                    seen[stone] = true;
                }
                chains.push(chain);
            }
        }
        let pairs: Vec<Vec<Place>> = chains.iter().filter(|chain| chain.len() == 2).cloned().collect();
        loop {
            let before = chains.len();
            chains.retain(|chain| !filled.capture(chain));
            if chains.len() == before {
                break;
            }
        }
        let is_beside = |place: Place| grid.neighbours(place).into_iter().any(|beside| alive[beside]);
        let outer: Vec<Place> = grid.points().filter(|&place| !alive[place] && is_beside(place)).collect();
        for &place in &outer {
            if filled.is_playable(place) {
                filled.play(place);
            }
        }
        filled.extend();
        for wanted in [2, 1] {
            for place in grid.points() {
                if filled.grid.at(place) == Cell::Empty && filled.empty_beside(place) >= wanted {
                    filled.play(place);
                }
            }
        }
        for place in outer {
            filled.owned[place] |= filled.grid.at(place) == Cell::Empty;
        }
        for (chain, liberties) in filled.short_chains() {
            for place in chain.into_iter().chain(liberties) {
                filled.owned[place] = true;
            }
        }
        for pair in pairs {
            if filled.is_seki(grid, &pair) {
                let area = grid.flood(pair, |place| !alive[place]);
                for place in area {
                    filled.owned[place] = false;
                }
            }
        }
        filled
    }

    /// Plays on all liberties of a chain, as far as this is legal. Returns whether the chain is captured; if not,
    /// nothing is played.
    fn capture(&mut self, chain: &[Place]) -> bool {
        let mut liberties: Vec<Place> = chain.iter().flat_map(|&stone| self.grid.neighbours(stone)).collect();
        liberties.retain(|&place| self.grid.at(place) == Cell::Empty);
        liberties.sort_unstable();
        liberties.dedup();
        let mut played = Vec::with_capacity(liberties.len());
        loop {
            let before = liberties.len();
            liberties.retain(|&liberty| {
                if !self.is_playable(liberty) {
                    return true;
                }
                self.play(liberty);
                played.push(liberty);
                false
            });
            if liberties.len() == before || liberties.is_empty() {
                break;
            }
        }
        // The last liberty can be filled in any case, since that captures.
        if let [last] = liberties[..] {
            self.play(last);
        } else if !liberties.is_empty() {
            for place in played {
                self.grid.set(place, Cell::Empty);
            }
            return false;
        }
        for &stone in chain {
            self.grid.set(stone, Cell::Empty);
        }
        true
    }

    /// Whether the opponent, who gets only one eye for capturing two stones, can leave these stones on the board and
    /// live in seki. Then the two stones have a liberty at each end and one at each side, next to different stones.
    /// With other liberties, a player who adds a stone makes a shape that leaves only one eye when it is captured.
    fn is_seki(&self, before: &Grid, pair: &[Place]) -> bool {
        let (one, other) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        let along = other - one;
        let across = if along == 1 { self.grid.columns() + 1 } else { 1 };
        [[one - across, other + across], [one + across, other - across]].into_iter().any(|[side, opposite]| {
            let liberties = [one - along, other + along, side, opposite];
            if liberties.iter().any(|&liberty| before.at(liberty) != Cell::Empty) {
                return false;
            }
            let mut grid = self.grid.clone();
            for &liberty in &liberties {
                grid.set(liberty, Cell::Empty);
            }
            for &stone in pair {
                grid.set(stone, Cell::Stone(self.opponent.opponent()));
            }
            Seki { surrounding: self.opponent, pair: one }.stands(&grid, &liberties)
        })
    }

    fn is_owned(&self, place: Place) -> bool {
        self.owned[place]
    }

    fn play(&mut self, place: Place) {
        self.grid.set(place, Cell::Stone(self.opponent));
    }

    fn empty_beside(&self, place: Place) -> usize {
        self.grid.neighbours(place).into_iter().filter(|&beside| self.grid.at(beside) == Cell::Empty).count()
    }

    /// Whether the opponent's stone would have a liberty on an empty point.
    fn is_playable(&self, place: Place) -> bool {
        self.grid.at(place) == Cell::Empty
            && (self.empty_beside(place) > 0
                || self.grid.neighbours(place).into_iter().any(|beside| self.has_other_liberty(beside, place)))
    }

    /// Whether an opponent's chain has a liberty that is not this one.
    fn has_other_liberty(&self, stone: Place, liberty: Place) -> bool {
        let is_other = |place: Place| place != liberty && self.grid.at(place) == Cell::Empty;
        if self.grid.at(stone) != Cell::Stone(self.opponent) {
            return false;
        }
        if self.grid.neighbours(stone).into_iter().any(is_other) {
            return true;
        }
        let chain = self.grid.chain(stone);
        chain.into_iter().any(|stone| self.grid.neighbours(stone).into_iter().any(is_other))
    }

    /// The opponent's chains with at most one liberty, each with its stones and its liberties.
    fn short_chains(&self) -> Vec<(Vec<Place>, Vec<Place>)> {
        let mut seen = vec![false; self.grid.len()];
        let mut chains = Vec::new();
        for first in self.grid.points() {
            if seen[first] || self.grid.at(first) != Cell::Stone(self.opponent) {
                continue;
            }
            let chain = self.grid.chain(first);
            let mut liberties = Vec::new();
            for &stone in &chain {
                seen[stone] = true;
                for beside in self.grid.neighbours(stone) {
                    if self.grid.at(beside) == Cell::Empty && !liberties.contains(&beside) && liberties.len() < 2 {
                        liberties.push(beside);
                    }
                }
            }
            if liberties.len() < 2 {
                chains.push((chain, liberties));
            }
        }
        chains
    }

    /// Extends chains in atari, as long as a chain escapes.
    fn extend(&mut self) {
        loop {
            let mut has_played = false;
            for (_, liberties) in self.short_chains() {
                for liberty in liberties {
                    if self.is_playable(liberty) {
                        self.play(liberty);
                        has_played = true;
                    }
                }
            }
            if !has_played {
                return;
            }
        }
    }
}

/// Two stones in an area of the opponent, whose only liberties are those of the two stones.
struct Seki {
    surrounding: Color,
    pair: Place,
}

impl Seki {
    /// Whether the surrounding chains live. The player of the two stones moves first here.
    fn stands(&self, grid: &Grid, liberties: &[Place]) -> bool {
        liberties.iter().all(|&liberty| {
            let mut grid = grid.clone();
            grid.set(liberty, Cell::Stone(self.surrounding.opponent()));
            let left: Vec<Place> = liberties.iter().copied().filter(|&other| other != liberty).collect();
            self.has_liberties(&grid, liberty) && (self.captures(&grid, &left) || self.answers(&grid, &left))
        })
    }

    /// Whether the surrounding player can capture at once, and has room for two eyes then.
    fn captures(&self, grid: &Grid, liberties: &[Place]) -> bool {
        liberties.len() == 1 && is_divisible(grid, &grid.chain(self.pair))
    }

    /// Whether the surrounding player can play elsewhere, or on one of the liberties.
    fn answers(&self, grid: &Grid, liberties: &[Place]) -> bool {
        self.stands(grid, liberties)
            || liberties.iter().any(|&liberty| {
                let mut grid = grid.clone();
                grid.set(liberty, Cell::Stone(self.surrounding));
                let left: Vec<Place> = liberties.iter().copied().filter(|&other| other != liberty).collect();
                !left.is_empty() && self.stands(&grid, &left)
            })
    }

    /// Whether all surrounding chains beside a stone still have a liberty.
    fn has_liberties(&self, grid: &Grid, stone: Place) -> bool {
        let chains =
            grid.neighbours(stone).into_iter().filter(|&beside| grid.at(beside) == Cell::Stone(self.surrounding));
        chains.into_iter().all(|beside| {
            let chain = grid.chain(beside);
            chain.iter().any(|&stone| grid.neighbours(stone).into_iter().any(|place| grid.at(place) == Cell::Empty))
        })
    }
}

/// Whether two points of an area each divide it, so that it becomes two eyes whatever is played.
fn is_divisible(grid: &Grid, area: &[Place]) -> bool {
    let divides = |cut: &&Place| {
        let first = area.iter().find(|place| place != cut);
        let rest = first.map_or(0, |&first| grid.flood([first], |place| place != **cut && area.contains(&place)).len());
        rest + 1 < area.len()
    };
    area.iter().filter(divides).count() >= 2
}
