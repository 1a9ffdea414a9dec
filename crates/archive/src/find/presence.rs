//! Summary of a game, with which most placements of a pattern are excluded without playing the game.

use super::pattern::Allowed;
use ishi_board::{Board, Color, Origin, Point, Stone};
use ishi_record::record::{Event, MoveTarget, SequenceId, SetupStone};

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointSet(pub [u64; 6]);

impl PointSet {
    /// All points.
    pub const ALL: Self = Self([u64::MAX; 6]);

    pub(super) fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Keeps the points whose index plus `distance` is the index of a point of the other set.
    pub(super) fn retain_before(&mut self, distance: usize, other: &Self) {
        let (words, bits) = (distance / 64, distance % 64);
        let word = |index: usize| other.0.get(index).copied().unwrap_or(0);
        for (index, word_of_self) in self.0.iter_mut().enumerate() {
            let low = word(index + words) >> bits;
            let high = if bits == 0 { 0 } else { word(index + words + 1) << (64 - bits) };
            *word_of_self &= low | high;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        // A comparison of arrays would be a function call.
        self.0.iter().fold(0, |union, word| union | word) == 0
    }

    /// The number of points in the set.
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The indices of the points in the set, in ascending order.
    pub(super) fn indices(self) -> impl Iterator<Item = usize> {
        indices(self.0.into_iter())
    }

    /// Whether all points of another set are in this set.
    pub(super) fn includes(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(word, other)| word & other == other)
    }

    pub(super) fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }
}

/// The indices of the bits that are set, in ascending order. The bits of the first word have the indices 0 to 63.
pub(super) fn indices(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(index, mut word)| {
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            word &= word.wrapping_sub(1);
            (bit < 64).then_some(64 * index + bit as usize)
        })
    })
}

/// The points of a game that ever had a black stone, that ever had a white stone, and that ever lost a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The points on which a black stone was ever put, and those on which a white stone was ever put. Variations are
    /// included.
    pub ever: [PointSet; 2],
    /// The points whose stone was captured or replaced on the main line; all points if stones are set up after moves.
    pub vacated: PointSet,
}

impl Presence {
    /// The presence for a game about which nothing is known.
    pub(crate) const UNKNOWN: Self = Self { ever: [PointSet::ALL; 2], vacated: PointSet::ALL };

    /// Computes the presence for a game with these events. For a game with several events it is `UNKNOWN`.
    pub fn of<'e>(events: impl IntoIterator<Item = &'e Event>) -> Self {
        let mut events = events.into_iter();
        match (events.next(), events.next()) {
            (Some(only), None) => Self::of_event(only),
            _ => Self::UNKNOWN,
        }
    }

    fn of_event(event: &Event) -> Self {
        let mut presence = Self { ever: [PointSet::default(); 2], vacated: PointSet::default() };
        for (color, point) in event.moves.iter().filter_map(|played| Some((played.color, played.place.point()?))) {
            presence.ever[color as usize].insert(point);
        }
        for SetupStone { color, point } in setup(event).flat_map(|(_, stones)| stones) {
            presence.ever[*color as usize].insert(*point);
        }
        if has_late_setup(event) {
            presence.vacated = PointSet::ALL;
            return presence;
        }
        let mut board = Board::new(event.board_size);
        for &SetupStone { color, point } in setup(event).flat_map(|(_, stones)| stones) {
            if board.size().contains(point) && board.get(point).is_some_and(|stone| stone.color != color) {
                presence.vacated.insert(point);
            }
            board.add(Stone { point, color, origin: Origin::default() });
        }
        for id in event.moves_of(SequenceId(0)) {
            let MoveTarget::Point(point) = event[id].place else { continue };
            let steps = board.steps();
            board.play(Stone { point, color: event[id].color, origin: Origin::default() });
            if board.steps() > steps {
                let outcome = board.outcome();
                let left = outcome.captured.iter().chain(outcome.self_captured).chain(&outcome.overwritten);
                left.for_each(|stone| presence.vacated.insert(stone.point));
            }
        }
        presence
    }
}

/// The setups of an event outside of diagrams, each with its line.
fn setup(event: &Event) -> impl Iterator<Item = (u32, &[SetupStone])> {
    event.data.iter().filter(|datum| datum.is_setup()).map(|datum| (datum.line, event.stones_of(datum)))
}

/// Whether stones are set up after a move or in a variation.
fn has_late_setup(event: &Event) -> bool {
    let first = [event.moves.first().map(|played| played.line), event.sequences.get(1).and_then(|begun| begun.line)];
    let tree = first.into_iter().flatten().min();
    tree.is_some_and(|tree| setup(event).any(|(line, _)| line > tree))
}

/// The times at which the points first have stones on a main line, in moves.
pub(super) struct Times<'p> {
    presence: &'p Presence,
    /// The number of moves after which each point first has a stone; [`NEVER`] if it has none.
    first: Box<[u16; 361]>,
    colors: Box<[Allowed; 361]>,
}

const NEVER: u16 = u16::MAX;

impl<'p> Times<'p> {
    /// Computes the times of a main line; `None` if they can't be known without playing the game.
    pub(super) fn of(presence: &'p Presence, event: &Event) -> Option<Self> {
        let moves = event.moves_of(SequenceId(0));
        if presence.vacated == PointSet::ALL || moves.clone().count() >= usize::from(NEVER) {
            return None;
        }
        let mut times = Self { presence, first: Box::new([NEVER; 361]), colors: Box::new([Allowed::EMPTY; 361]) };
        for stone in setup(event).flat_map(|(_, stones)| stones) {
            times.put(0, stone.color, stone.point);
        }
        for (index, id) in moves.enumerate() {
            if let MoveTarget::Point(point) = event[id].place {
                times.put(index as u16 + 1, event[id].color, point);
            }
        }
        Some(times)
    }

    fn put(&mut self, time: u16, color: Color, point: Point) {
        let index = point.index();
        if self.first[index] == NEVER {
            (self.first[index], self.colors[index]) = (time, Allowed::of(Some(color)));
        }
    }

    /// Whether there may be a time at which all points have an allowed content.
    pub(super) fn may_match(&self, points: &[(Point, Allowed)]) -> bool {
        let (mut from, mut to) = (0, u32::MAX);
        for &(point, allowed) in points {
            let first = self.first[point.index()];
            let time = if first == NEVER { u32::MAX } else { u32::from(first) };
            let may_be_empty = allowed.permits(Allowed::EMPTY);
            // A point that was vacated may be empty, or have another color, at any time after its first stone.
            let may_be_filled = first != NEVER
                && (self.presence.vacated.contains(point) || allowed.permits(self.colors[point.index()]));
            match (may_be_empty, may_be_filled) {
                (true, true) => {}
                (true, false) => to = time.min(to),
                (false, true) => from = time.max(from),
                (false, false) => return false,
            }
            if from >= to {
                return false;
            }
        }
        true
    }
}
