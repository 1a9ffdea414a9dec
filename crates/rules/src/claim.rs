//! A set that a player claims to lock: its positions, and their results if these are known without search.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

use super::grid::{Cell, Grid, Place};
use ishi_board::Color;

/// A set of points of a claim, one bit for each. Most claims fit into 64 bits, with which a search is twice as fast.
pub(super) trait PointMask:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const NONE: Self;
    /// The largest number of points.
    const CAPACITY: usize;

    /// The set of one point.
    fn of(index: usize) -> Self;

    /// The index of the first point.
    fn index(self) -> usize;

    /// The first point alone.
    fn first(self) -> Self;

    fn count(self) -> u32;

    /// Whether it has exactly one point.
    fn is_single(self) -> bool;

    /// Mixes the set into a hash.
    fn hash(self, hash: u64) -> u64;
}

macro_rules! point_mask {
    ($type:ty, |$set:ident, $hash:ident| $mixed:expr) => {
        impl PointMask for $type {
            const NONE: Self = 0;
            const CAPACITY: usize = <$type>::BITS as usize;

            fn of(index: usize) -> Self {
                1 << index
            }

            fn index(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn first(self) -> Self {
                self & self.wrapping_neg()
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn is_single(self) -> bool {
                self.is_power_of_two()
            }

            fn hash(self, $hash: u64) -> u64 {
                let $set = self;
                $mixed
            }
        }
    };
}

point_mask!(u64, |set, hash| (hash.rotate_left(23) ^ set).wrapping_mul(0x9e37_79b9_7f4a_7c15));
point_mask!(u128, |set, hash| ((set >> 64) as u64).hash((set as u64).hash(hash)));

/// The number of stones from which chains of the refuter are tested for life. It affects only the speed.
const MIN_LIVING: u32 = 5;

/// A position in a claim. Outside it nothing changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClaimPosition<P> {
    /// The stones of the claimant.
    pub(super) claimant: P,
    /// The stones of the refuter.
    pub(super) refuter: P,
    /// The bit of the point where the player to move may not play because of ko.
    pub(super) ko: Option<u8>,
    /// Whether the claimant moves next.
    pub(super) is_own_turn: bool,
}

impl<P: PointMask> ClaimPosition<P> {
    pub(super) fn hash(self) -> u64 {
        let flags = u64::from(self.ko.map_or(0, |ko| ko + 1)) << 1 | u64::from(self.is_own_turn);
        let hash = self.refuter.hash(self.claimant.hash(flags));
        hash ^ hash >> 32
    }

    fn ko_point(self) -> P {
        self.ko.map_or(P::NONE, |ko| P::of(usize::from(ko)))
    }
}

/// The result of a position, if it is known without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownResult {
    Won,
    Lost,
    Open,
}

/// The neighbours of points.
enum Adjacency<P> {
    /// The bits are in rows of this length, with an unused bit between rows.
    Rows(u32),
    /// The neighbours of each point.
    Lists(Vec<P>),
}

/// A set that a player claims to lock.
pub(super) struct Claim<P> {
    shape: Adjacency<P>,
    /// The points of the set.
    set: P,
    /// The points that touch the outside.
    border: P,
    /// The place of each bit.
    places: Vec<Place>,
    pub(super) start: ClaimPosition<P>,
}

impl<P: PointMask> Claim<P> {
    /// Creates the start of a claim, which is the worst case for the claimant: the stones around the set can't be
    /// captured, and the refuter moves first.
    pub(super) fn new(grid: &Grid, places: &[Place], bits: &PointBits<'_>, color: Color) -> Self {
        let bit = |place: Place| P::of(bits.of_place(place));
        let mut claim = Self {
            shape: Adjacency::Lists(Vec::new()),
            set: places.iter().fold(P::NONE, |set, &place| set | bit(place)),
            border: P::NONE,
            places: vec![0; P::CAPACITY],
            start: ClaimPosition { claimant: P::NONE, refuter: P::NONE, ko: None, is_own_turn: false },
        };
        let mut beside = vec![P::NONE; P::CAPACITY];
        for &place in places {
            let at = bits.of_place(place);
            claim.places[at] = place;
            for next in grid.neighbours(place) {
                if places.binary_search(&next).is_ok() {
                    beside[at] |= bit(next);
                } else if grid.at(next) != Cell::Off {
                    claim.border |= P::of(at);
                }
            }
            match grid.at(place) {
                Cell::Stone(stone) if stone == color => claim.start.claimant |= P::of(at),
                Cell::Stone(_) => claim.start.refuter |= P::of(at),
                _ => {}
            }
        }
        claim.shape = match *bits {
            PointBits::Rows { width, .. } => Adjacency::Rows(width as u32),
            PointBits::Listed(_) => Adjacency::Lists(beside),
        };
        // Stones of the claim without a liberty inside are taken before it begins.
        let ClaimPosition { claimant, refuter, .. } = claim.start;
        let empty = claim.set & !claimant & !refuter;
        let mut taken = P::NONE;
        claim.each_chain(claimant, |chain| {
            if claim.spread(chain) & empty == P::NONE {
                taken |= chain;
            }
        });
        claim.start.claimant &= !taken;
        claim
    }

    /// The place of the move that leads from one position to the next; `None` for a pass.
    pub(super) fn place(&self, before: ClaimPosition<P>, after: ClaimPosition<P>) -> Option<Place> {
        let placed = (after.claimant | after.refuter) & !(before.claimant | before.refuter);
        (placed != P::NONE).then(|| self.places[placed.index()])
    }

    /// The points next to some points. May include some of these points.
    fn spread(&self, points: P) -> P {
        self.set
            & match &self.shape {
                Adjacency::Rows(width) => points << 1 | points >> 1 | points << *width | points >> *width,
                Adjacency::Lists(beside) => members(points).fold(P::NONE, |set, index| set | beside[index]),
            }
    }

    fn joined(&self, first: P, within: P) -> P {
        let mut reached = first;
        let mut edge = first;
        while edge != P::NONE {
            edge = self.spread(edge) & within & !reached;
            reached |= edge;
        }
        reached
    }

    /// Calls `take` with each chain of the points.
    fn each_chain(&self, points: P, mut take: impl FnMut(P)) {
        let mut rest = points;
        while rest != P::NONE {
            let chain = self.joined(rest.first(), rest);
            rest &= !chain;
            take(chain);
        }
    }

    /// Decides a position without search, if that is possible.
    pub(super) fn judge(&self, now: ClaimPosition<P>) -> KnownResult {
        // A stone of the refuter that touches those outside can't be taken.
        let gaps = self.border & !now.claimant;
        if now.refuter & self.border != P::NONE
            || !now.is_own_turn && gaps & !now.ko_point() != P::NONE
            || gaps.count() >= 2
        {
            return KnownResult::Lost;
        }
        if (!now.is_own_turn || now.ko.is_none()) && self.is_won(now) {
            return KnownResult::Won;
        }
        // Only the refuter makes the refuter's life.
        let may_live = now.is_own_turn || now == self.start;
        if may_live && now.refuter.count() >= MIN_LIVING && self.has_living_chain(now) {
            return KnownResult::Lost;
        }
        KnownResult::Open
    }

    /// Estimates of the effort to reach a formation, and of the effort to show that no formation can be reached. Both
    /// formulas were found by experiment: the first effort grows with the stones of the refuter, the second with the
    /// stones and liberties of the claimant.
    pub(super) fn distances(&self, now: ClaimPosition<P>) -> (u32, u32) {
        (1 + now.refuter.count(), 1 + self.spread(now.claimant).count() / 4)
    }

    /// Whether the set consists of the claimant's stones and single eyes, at least two for each chain.
    pub(super) fn is_formation(&self, now: ClaimPosition<P>) -> bool {
        let free = self.set & !now.claimant;
        if now.refuter != P::NONE
            || now.claimant == P::NONE
            || self.border & free != P::NONE
            || self.spread(free) & free != P::NONE
        {
            return false;
        }
        let has_neighbour = |point| self.spread(point) != P::NONE || self.border & point != P::NONE;
        let mut holds = members(self.set).all(|index| has_neighbour(P::of(index)));
        self.each_chain(now.claimant, |chain| holds &= (self.spread(chain) & free).count() >= 2);
        holds
    }

    /// Whether a formation can be reached by filling: every chain of the claimant is adjacent to every point of two
    /// areas, each with an empty point, and no area has more than one point that is not adjacent to stones of the
    /// claimant.
    ///
    /// Then no chain of the claimant can be captured, because the refuter can't fill the last point of either of its
    /// areas. So the claimant can always play next to such a chain, in an area of more than one point, and not on its
    /// last empty point unless that captures stones. Each such move adds a stone. If the refuter has all points next to
    /// the claimant's stones, the single other point is the last liberty of the refuter's stones. A claimant who
    /// captures them there has time to connect, because the captured points are next to the claimant's stones. For two
    /// eyes the refuter would need two points that are not next to these stones.
    fn is_won(&self, now: ClaimPosition<P>) -> bool {
        let free = self.set & !now.claimant;
        let inner = free & !self.spread(now.claimant);
        // Neighbours are in the same area.
        if now.claimant == P::NONE
            || self.border & free != P::NONE
            || inner.count() > MAX_INNER
            || self.spread(inner) & inner != P::NONE
        {
            return false;
        }
        let empty = free & !now.refuter;
        let mut areas = [P::NONE; MAX_AREAS];
        let mut count = 0;
        let mut rest = free;
        while rest != P::NONE {
            let area = self.joined(rest.first(), rest);
            rest &= !area;
            if (area & inner).count() > 1 {
                return false;
            }
            // Where there are more, those that are left out can only be missed as eyes.
            if area & inner == P::NONE && area & empty != P::NONE && count < MAX_AREAS {
                areas[count] = area;
                count += 1;
            }
        }
        let mut rest = now.claimant;
        while rest != P::NONE {
            let chain = self.joined(rest.first(), rest);
            rest &= !chain;
            let around = self.spread(chain);
            if areas[..count].iter().filter(|&&area| area & !around == P::NONE).count() < 2 {
                return false;
            }
        }
        true
    }

    /// Whether a chain of the refuter can't be captured even if the refuter always passes (D. B. Benson).
    fn has_living_chain(&self, now: ClaimPosition<P>) -> bool {
        // Only regions whose empty points are all beside the refuter's stones can be eyes.
        let around = self.spread(now.refuter);
        let (mut regions, mut chains) = ([P::NONE; MAX_AREAS], [P::NONE; MAX_AREAS]);
        let (mut region_count, mut chain_count) = (0, 0);
        self.each_chain(self.set & !now.refuter, |region| {
            let empty = region & !now.claimant;
            if empty != P::NONE && empty & !around == P::NONE && region_count < MAX_AREAS {
                regions[region_count] = region;
                region_count += 1;
            }
        });
        if region_count < 2 {
            return false;
        }
        self.each_chain(now.refuter, |chain| {
            if chain_count < MAX_AREAS {
                chains[chain_count] = chain;
                chain_count += 1;
            }
        });
        // What does not fit in is left out, and counts as dead.
        loop {
            let living = chains[..chain_count].iter().fold(P::NONE, |set, &chain| set | chain);
            let mut kept = 0;
            for index in 0..region_count {
                if self.spread(regions[index]) & now.refuter & !living == P::NONE {
                    regions[kept] = regions[index];
                    kept += 1;
                }
            }
            region_count = kept;
            let before = chain_count;
            chain_count = 0;
            for index in 0..before {
                let around = self.spread(chains[index]);
                let is_eye = |&&region: &&P| region & !now.claimant & !around == P::NONE;
                if regions[..region_count].iter().filter(is_eye).count() >= 2 {
                    chains[chain_count] = chains[index];
                    chain_count += 1;
                }
            }
            if chain_count == before || chain_count == 0 {
                return chain_count > 0;
            }
        }
    }

    /// Calls `take` with each position that the player to move can reach.
    pub(super) fn each_move(&self, now: ClaimPosition<P>, mut take: impl FnMut(ClaimPosition<P>)) {
        let (mover, enemy) = if now.is_own_turn { (now.claimant, now.refuter) } else { (now.refuter, now.claimant) };
        let empty = self.set & !now.claimant & !now.refuter;
        // Stones beside the outside are joined with it only for the refuter.
        let (safe, enemy_safe) = if now.is_own_turn { (P::NONE, self.border) } else { (self.border, P::NONE) };
        // The last liberties of the enemy's chains.
        let mut last = P::NONE;
        self.each_chain(enemy, |chain| {
            let liberties = self.spread(chain) & empty;
            if chain & enemy_safe == P::NONE && liberties.is_single() {
                last |= liberties;
            }
        });
        let gap = self.border & !now.claimant;
        // A gap to the outside has to be closed at once.
        let points = if now.is_own_turn && gap != P::NONE { gap } else { self.set };
        for index in members(points & empty & !now.ko_point()) {
            let point = P::of(index);
            let near = self.spread(point);
            let stones = mover | point;
            let mut taken = P::NONE;
            if point & last != P::NONE {
                let mut beside = near & enemy;
                while beside != P::NONE {
                    let chain = self.joined(beside.first(), enemy);
                    beside &= !chain;
                    if chain & enemy_safe == P::NONE && self.spread(chain) & empty == point {
                        taken |= chain;
                    }
                }
            } else if near & empty == P::NONE {
                let chain = self.joined(point, stones);
                if chain & safe == P::NONE && self.spread(chain) & empty & !point == P::NONE {
                    continue;
                }
            }
            let left = enemy & !taken;
            // The stones outside are enemies only of the claimant.
            let is_enclosed = near & !enemy == P::NONE && (self.border & point == P::NONE || now.is_own_turn);
            let ko = (taken.is_single() && is_enclosed).then(|| taken.index() as u8);
            let (claimant, refuter) = if now.is_own_turn { (stones, left) } else { (left, stones) };
            take(ClaimPosition { claimant, refuter, ko, is_own_turn: !now.is_own_turn });
        }
        // Passing helps the claimant only where it lifts a ko.
        if !now.is_own_turn || now.ko.is_some() && gap == P::NONE {
            take(ClaimPosition { ko: None, is_own_turn: !now.is_own_turn, ..now });
        }
    }
}

/// How many points of a won claim at most are not adjacent to own stones.
const MAX_INNER: u32 = 8;

/// How many areas of a claim may be eyes.
const MAX_AREAS: usize = 24;

/// The mapping between bits and points.
pub(super) enum PointBits<'p> {
    /// A bit for each place of the smallest rectangle around the set.
    Rows { row_length: usize, first_column: usize, first_row: usize, width: usize, height: usize },
    /// The order of the points, if the rectangle is too large.
    Listed(&'p [Place]),
}

impl<'p> PointBits<'p> {
    /// Returns the mapping for a set; `None` if the set is empty, or larger than any [`PointMask`].
    pub(super) fn of(grid: &Grid, places: &'p [Place]) -> Option<Self> {
        let at = places.iter().map(|&place| grid.column_row(place));
        let (columns, rows) = (at.clone().map(|(column, _)| column), at.map(|(_, row)| row));
        let (first_column, last_column) = (columns.clone().min()?, columns.max()?);
        let (first_row, last_row) = (rows.clone().min()?, rows.max()?);
        // An unused bit keeps the end of a row and the start of the next one apart.
        let (width, height) = (last_column - first_column + 2, last_row - first_row + 1);
        let rows = Self::Rows { row_length: grid.columns() + 1, first_column, first_row, width, height };
        [rows, Self::Listed(places)].into_iter().find(|bits| bits.count() <= u128::CAPACITY)
    }

    /// The number of bits.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Rows { width, height, .. } => width * height - 1,
            Self::Listed(places) => places.len(),
        }
    }

    fn of_place(&self, place: Place) -> usize {
        match *self {
            Self::Rows { row_length, first_column, first_row, width, .. } => {
                let (column, row) = ((place - 1) % row_length, (place - 1) / row_length - 1);
                (row - first_row) * width + column - first_column
            }
            Self::Listed(places) => places.binary_search(&place).unwrap_or_default(),
        }
    }
}

fn members<P: PointMask>(points: P) -> impl Iterator<Item = usize> {
    let mut rest = points;
    std::iter::from_fn(move || {
        let first = rest.first();
        (rest != P::NONE).then(|| {
            rest &= !first;
            first.index()
        })
    })
}
