//! A set that a player claims to lock: the positions in it, and what is known of them without search.

use super::grid::{Cell, Grid, Place};
use crate::board::Color;

/// A set of points of a claim, one bit for each.
pub(super) type ClaimPoints = u128;

/// The largest set that is searched.
const MAX_POINTS: usize = ClaimPoints::BITS as usize;

/// From so many stones of the refuter on it is worth while to look for life. It is right with any number.
const MIN_LIVING: u32 = 5;

/// A position in a claim. Outside it nothing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClaimPosition {
    /// The stones of the claimant.
    pub(super) own: ClaimPoints,
    /// Those of the refuter.
    pub(super) other: ClaimPoints,
    /// The point where the player to move may not play, by its bit.
    pub(super) ko: Option<u8>,
    /// Whether the claimant moves next.
    pub(super) is_own_turn: bool,
}

/// What is known of a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownResult {
    Won,
    Lost,
    Open,
}

/// How points are neighbours of each other.
enum Adjacency {
    /// The bits stand row by row, with an unused one between rows, so many bits apart.
    Rows(u32),
    /// The neighbours of each point.
    Lists(Vec<ClaimPoints>),
}

/// A set that a player claims to lock.
pub(super) struct Claim {
    shape: Adjacency,
    all: ClaimPoints,
    /// The points that touch the outside.
    border: ClaimPoints,
    /// The place of each bit.
    places: Vec<Place>,
    pub(super) start: ClaimPosition,
}

impl Claim {
    /// The worst case of a set for its claimant: all around it is immortal, and the refuter moves first. None where
    /// the set is too large.
    pub(super) fn new(grid: &Grid, places: &[Place], color: Color) -> Option<Self> {
        let bits = PointBits::of(grid, places)?;
        let bit = |place: Place| 1 << bits.of_place(place);
        let mut claim = Self {
            shape: Adjacency::Lists(Vec::new()),
            all: places.iter().fold(0, |set, &place| set | bit(place)),
            border: 0,
            places: vec![0; MAX_POINTS],
            start: ClaimPosition { own: 0, other: 0, ko: None, is_own_turn: false },
        };
        let mut beside = vec![0; MAX_POINTS];
        for &place in places {
            let at = bits.of_place(place);
            claim.places[at] = place;
            for next in grid.neighbours(place) {
                if places.binary_search(&next).is_ok() {
                    beside[at] |= bit(next);
                } else if grid.at(next) != Cell::Off {
                    claim.border |= 1 << at;
                }
            }
            match grid.at(place) {
                Cell::Stone(found) if found == color => claim.start.own |= 1 << at,
                Cell::Stone(_) => claim.start.other |= 1 << at,
                _ => {}
            }
        }
        claim.shape = match bits {
            PointBits::Rows { width, .. } => Adjacency::Rows(width as u32),
            PointBits::Listed(_) => Adjacency::Lists(beside),
        };
        // Stones of the claim without a liberty inside are taken before it begins.
        let ClaimPosition { own, other, .. } = claim.start;
        let empty = claim.all & !own & !other;
        let mut taken = 0;
        claim.each_chain(own, |chain| taken |= if claim.spread(chain) & empty == 0 { chain } else { 0 });
        claim.start.own &= !taken;
        Some(claim)
    }

    /// The place of the move that leads from one position to the next; none for a pass.
    pub(super) fn place(&self, before: ClaimPosition, after: ClaimPosition) -> Option<Place> {
        let placed = (after.own | after.other) & !(before.own | before.other);
        (placed != 0).then(|| self.places[placed.trailing_zeros() as usize])
    }

    /// The points beside some points, and perhaps some of these.
    fn spread(&self, points: ClaimPoints) -> ClaimPoints {
        self.all
            & match &self.shape {
                Adjacency::Rows(width) => points << 1 | points >> 1 | points << width | points >> width,
                Adjacency::Lists(beside) => members(points).fold(0, |set, index| set | beside[index]),
            }
    }

    fn joined(&self, first: ClaimPoints, within: ClaimPoints) -> ClaimPoints {
        let mut found = first;
        let mut edge = first;
        while edge != 0 {
            edge = self.spread(edge) & within & !found;
            found |= edge;
        }
        found
    }

    /// Calls `take` with each of the chains that the points make.
    fn each_chain(&self, points: ClaimPoints, mut take: impl FnMut(ClaimPoints)) {
        let mut rest = points;
        while rest != 0 {
            let chain = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !chain;
            take(chain);
        }
    }

    fn chains(&self, points: ClaimPoints) -> Vec<ClaimPoints> {
        let mut chains = Vec::new();
        self.each_chain(points, |chain| chains.push(chain));
        chains
    }

    /// What is known of a position.
    pub(super) fn judge(&self, now: ClaimPosition) -> KnownResult {
        // A stone of the refuter that touches those outside can't be taken.
        let gaps = self.border & !now.own;
        let ko = now.ko.map_or(0, |ko| 1 << ko);
        if now.other & self.border != 0 || !now.is_own_turn && gaps & !ko != 0 || gaps.count_ones() >= 2 {
            return KnownResult::Lost;
        }
        if (!now.is_own_turn || now.ko.is_none()) && self.is_won(now) {
            return KnownResult::Won;
        }
        // Only the refuter makes the refuter's life.
        let may_live = now.is_own_turn || now == self.start;
        if may_live && now.other.count_ones() >= MIN_LIVING && self.has_living_chain(now) {
            return KnownResult::Lost;
        }
        KnownResult::Open
    }

    /// How far away a formation seems to be, and how far that none can be made: guesses that were found by trying. The
    /// more stones the refuter has the farther is the first, the more stones and liberties the claimant has the second.
    pub(super) fn distances(&self, now: ClaimPosition) -> (u32, u32) {
        (1 + now.other.count_ones(), 1 + self.spread(now.own).count_ones() / 4)
    }

    /// Whether the set holds own stones and single eyes, at least two for each chain.
    pub(super) fn is_formation(&self, now: ClaimPosition) -> bool {
        let free = self.all & !now.own;
        if now.other != 0 || now.own == 0 || self.border & free != 0 || self.spread(free) & free != 0 {
            return false;
        }
        let mut holds = members(self.all).all(|index| self.spread(1 << index) != 0 || self.border & 1 << index != 0);
        self.each_chain(now.own, |chain| holds &= (self.spread(chain) & free).count_ones() >= 2);
        holds
    }

    /// Whether a formation can be reached by filling: every own chain is beside every point of two areas, each with an
    /// empty point, and no area has more than one point that is not beside own stones.
    ///
    /// No own chain can be taken then, because the refuter can't fill the last point of either of its areas. So the
    /// claimant can always play beside own stones, in an area of more than one point and not on its last empty
    /// point unless that takes stones, and there are more of their stones each time. Where all points beside own
    /// stones are the refuter's, the single other point is these stones' last liberty; who takes them there has
    /// time to connect, since what was taken lies beside own stones. The refuter needs two points that are not
    /// beside own stones for two eyes.
    fn is_won(&self, now: ClaimPosition) -> bool {
        let free = self.all & !now.own;
        let inner = free & !self.spread(now.own);
        if now.own == 0 || self.border & free != 0 || inner.count_ones() > MAX_INNER {
            return false;
        }
        let empty = free & !now.other;
        let mut areas: [ClaimPoints; MAX_AREAS] = [0; MAX_AREAS];
        let mut count = 0;
        let mut rest = free;
        while rest != 0 {
            let area = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !area;
            if (area & inner).count_ones() > 1 {
                return false;
            }
            // Where there are more, those that are left out can only be missed as eyes.
            if area & inner == 0 && area & empty != 0 && count < MAX_AREAS {
                areas[count] = area;
                count += 1;
            }
        }
        let mut rest = now.own;
        while rest != 0 {
            let chain = self.joined(rest & rest.wrapping_neg(), rest);
            rest &= !chain;
            let around = self.spread(chain);
            if areas[..count].iter().filter(|&&area| area & !around == 0).count() < 2 {
                return false;
            }
        }
        true
    }

    /// Whether a chain of the refuter can't be taken even if they always pass (D. B. Benson).
    fn has_living_chain(&self, now: ClaimPosition) -> bool {
        let mut chains = self.chains(now.other);
        let mut regions = self.chains(self.all & !now.other);
        loop {
            let living = chains.iter().fold(0, |set, chain| set | chain);
            regions.retain(|&region| self.spread(region) & now.other & !living == 0);
            let before = chains.len();
            chains.retain(|&chain| {
                let around = self.spread(chain);
                let is_eye = |&&region: &&ClaimPoints| region & !now.own != 0 && region & !now.own & !around == 0;
                regions.iter().filter(is_eye).count() >= 2
            });
            if chains.len() == before {
                return !chains.is_empty();
            }
        }
    }

    /// Calls `take` with each position that the player to move can reach.
    pub(super) fn each_move(&self, now: ClaimPosition, mut take: impl FnMut(ClaimPosition)) {
        let (mover, enemy) = if now.is_own_turn { (now.own, now.other) } else { (now.other, now.own) };
        let empty = self.all & !now.own & !now.other;
        let ko = now.ko.map_or(0, |ko| 1 << ko);
        // Stones beside the outside are joined with it only for the refuter.
        let (safe, enemy_safe) = if now.is_own_turn { (0, self.border) } else { (self.border, 0) };
        let mut in_atari = Vec::new();
        self.each_chain(enemy, |chain| {
            let liberties = self.spread(chain) & empty;
            if chain & enemy_safe == 0 && liberties.is_power_of_two() {
                in_atari.push((chain, liberties));
            }
        });
        let gap = self.border & !now.own;
        // A gap to the outside has to be closed at once.
        let points = if now.is_own_turn && gap != 0 { gap } else { self.all };
        for index in members(points & empty & !ko) {
            let point = 1 << index;
            let near = self.spread(point);
            let stones = mover | point;
            let taken = in_atari.iter().filter(|&&(_, last)| last == point).fold(0, |taken, (chain, _)| taken | chain);
            if taken == 0 && near & empty == 0 {
                let chain = self.joined(point, stones);
                if chain & safe == 0 && self.spread(chain) & empty & !point == 0 {
                    continue;
                }
            }
            let left = enemy & !taken;
            // The stones outside are enemies only of the claimant.
            let is_enclosed = near & !enemy == 0 && (self.border & point == 0 || now.is_own_turn);
            let ko = (taken.is_power_of_two() && is_enclosed).then(|| taken.trailing_zeros() as u8);
            let (own, other) = if now.is_own_turn { (stones, left) } else { (left, stones) };
            take(ClaimPosition { own, other, ko, is_own_turn: !now.is_own_turn });
        }
        // Passing helps the claimant only where it lifts a ko.
        if !now.is_own_turn || now.ko.is_some() && gap == 0 {
            take(ClaimPosition { ko: None, is_own_turn: !now.is_own_turn, ..now });
        }
    }
}

/// How many points of a won claim may not be beside own stones.
const MAX_INNER: u32 = 8;

/// How many areas of a claim may be eyes.
const MAX_AREAS: usize = 24;

/// Which bit stands for which point.
enum PointBits<'p> {
    /// A bit for each place of the smallest rectangle around the set.
    Rows { row_length: usize, first_column: usize, first_row: usize, width: usize },
    /// The order of the points, where the rectangle is too large.
    Listed(&'p [Place]),
}

impl<'p> PointBits<'p> {
    fn of(grid: &Grid, places: &'p [Place]) -> Option<Self> {
        let at = places.iter().map(|&place| grid.column_row(place));
        let (columns, rows) = (at.clone().map(|(column, _)| column), at.map(|(_, row)| row));
        let (first_column, last_column) = (columns.clone().min()?, columns.max()?);
        let (first_row, last_row) = (rows.clone().min()?, rows.max()?);
        // An unused bit keeps the end of a row and the start of the next one apart.
        let width = last_column - first_column + 2;
        if width * (last_row - first_row + 1) <= MAX_POINTS {
            return Some(Self::Rows { row_length: grid.columns() + 1, first_column, first_row, width });
        }
        (places.len() <= MAX_POINTS).then_some(Self::Listed(places))
    }

    fn of_place(&self, place: Place) -> usize {
        match *self {
            Self::Rows { row_length, first_column, first_row, width } => {
                let (column, row) = ((place - 1) % row_length, (place - 1) / row_length - 1);
                (row - first_row) * width + column - first_column
            }
            Self::Listed(places) => places.binary_search(&place).unwrap_or_default(),
        }
    }
}

fn members(points: ClaimPoints) -> impl Iterator<Item = usize> {
    let mut rest = points;
    std::iter::from_fn(move || {
        let index = rest.trailing_zeros();
        (rest != 0).then(|| {
            rest &= rest - 1;
            index as usize
        })
    })
}
