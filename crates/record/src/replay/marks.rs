//! The points and moves that the marks of a place refer to.

use super::{Cause, Runs, Walk};
use crate::record::MoveId;
use crate::syntax::{Mark, Sign, Target};
use ishi_board::{Board, Point, Stone};

/// Up to how many moves of a range are looked up one by one, which takes less time than visiting each point of the
/// board.
const FEW: u32 = 50;

/// The context of references: a board, and the walk that has led to it. In a diagram, the board also has the diagram's
/// own stones.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'w, 'e> {
    /// The walk that has led to the board.
    pub walk: &'w Walk<'e>,
    /// The board that the reference is about.
    pub board: &'w Board,
}

impl<'w, 'e> Stand<'w, 'e> {
    /// The context at the current place of a walk.
    pub fn of(walk: &'w Walk<'e>) -> Self {
        Self { walk, board: walk.board() }
    }

    /// The number of the stone on a point; `None` for setup stones and where there is no stone.
    pub(crate) fn number_at(self, point: Point) -> Option<u32> {
        self.board.get(point).and_then(|stone| self.number_of(stone))
    }

    /// The number of a stone; `None` for setup stones.
    pub fn number_of(self, stone: Stone) -> Option<u32> {
        match Cause::of(stone) {
            Cause::Move(id) => self.walk.event().number(id),
            Cause::Setup(_) => None,
        }
    }

    /// The point of a move.
    pub fn point_of(self, id: MoveId) -> Option<Point> {
        self.walk.played_as(id).1.point()
    }

    /// The stone of a move, if it is still on the board.
    pub fn stone_of(self, id: MoveId) -> Option<Stone> {
        let stone = self.board.get(self.point_of(id)?)?;
        (Cause::of(stone) == Cause::Move(id)).then_some(stone)
    }

    /// The stones on the board that a target names, row by row from `A1`; for `ALL` the stones with a number.
    pub fn stones(self, target: Target) -> Vec<Stone> {
        match target {
            Target::All => self.board.stones().filter(|&stone| self.number_of(stone).is_some()).collect(),
            Target::Point(point) => self.board.get(point).into_iter().collect(),
            Target::Move(number) => self.walk.numbered(number).and_then(|id| self.stone_of(id)).into_iter().collect(),
            Target::Moves(from, to) => {
                let mut stones: Vec<Stone> = self.stones_of_moves(from, to).collect();
                stones.sort_unstable_by_key(|stone| stone.point);
                stones
            }
        }
    }

    /// The stones on the board of the moves with these numbers, each once, in any order.
    fn stones_of_moves(self, from: u32, to: u32) -> impl Iterator<Item = Stone> {
        let is_few = to.saturating_sub(from) < FEW;
        let one_by_one = is_few.then(|| self.walk.numbered_in(from, to).filter_map(move |(_, id)| self.stone_of(id)));
        // Fewer stones stand on a board than numbers may be named.
        let is_meant = move |stone: &Stone| self.is_meant(*stone, from, to);
        let of_board = (!is_few).then(|| self.board.stones().filter(is_meant));
        one_by_one.into_iter().flatten().chain(of_board.into_iter().flatten())
    }

    /// Whether the stone belongs to the move that one of these numbers refers to.
    fn is_meant(self, stone: Stone, from: u32, to: u32) -> bool {
        let number = self.number_of(stone).filter(|number| (from..=to).contains(number));
        number.and_then(|number| self.walk.numbered(number)).is_some_and(|id| Cause::of(stone) == Cause::Move(id))
    }
}

/// The marks of an event, move or diagram after a series of MARK and UNMARK lines (section 5.4, MARK).
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// By point; empty as long as there are none.
    signs: Vec<Option<Sign>>,
    /// The numbers to show, also of stones that are not on the board.
    numbers: Runs,
    /// Whether anything was marked since all marks were removed, even if only stones that are not on the board.
    any: bool,
}

impl Marks {
    /// Adds a mark, which replaces an earlier mark of the point.
    pub fn mark(&mut self, mark: Mark, stand: Stand<'_, '_>) {
        self.any = true;
        self.signs.resize(361, None);
        match mark.target {
            Target::All => {
                for stone in stand.board.stones().filter(|&stone| stand.number_of(stone).is_some()) {
                    // A sign or label that was put there by hand says more.
                    self.signs[stone.point.index()].get_or_insert(Sign::Number);
                }
            }
            Target::Point(point) => self.signs[point.index()] = Some(mark.sign),
            Target::Move(number) => self.mark_moves(mark.sign, number, number, stand),
            Target::Moves(from, to) => self.mark_moves(mark.sign, from, to, stand),
        }
    }

    /// Shows the numbers of some moves on points without other marks.
    pub(crate) fn number_unmarked(&mut self, from: u32, to: u32, stand: Stand<'_, '_>) {
        self.any = true;
        self.signs.resize(361, None);
        for stone in stand.stones_of_moves(from, to) {
            self.signs[stone.point.index()].get_or_insert(Sign::Number);
        }
        self.numbers.insert_all(from, to);
    }

    fn mark_moves(&mut self, sign: Sign, from: u32, to: u32, stand: Stand<'_, '_>) {
        for stone in stand.stones_of_moves(from, to) {
            self.signs[stone.point.index()] = Some(sign);
        }
        if sign == Sign::Number {
            self.numbers.insert_all(from, to);
        } else {
            // A label says something of the point even where the stone was taken.
            for point in points_of(from, to, stand) {
                self.signs[point.index()] = Some(sign);
            }
        }
    }

    /// Removes marks, and returns whether there were any.
    pub fn unmark(&mut self, target: Target, stand: Stand<'_, '_>) -> bool {
        match target {
            Target::All => {
                let any = self.any;
                *self = Self::default();
                any
            }
            Target::Point(point) => self.signs.get_mut(point.index()).is_some_and(|sign| sign.take().is_some()),
            Target::Move(number) => self.unmark_moves(number, number, stand),
            Target::Moves(from, to) => self.unmark_moves(from, to, stand),
        }
    }

    fn unmark_moves(&mut self, from: u32, to: u32, stand: Stand<'_, '_>) -> bool {
        let mut any = self.numbers.remove_all(from, to);
        for stone in stand.stones_of_moves(from, to) {
            any |= self.signs.get_mut(stone.point.index()).is_some_and(|sign| sign.take().is_some());
        }
        for point in points_of(from, to, stand).filter(|&point| stand.board.get(point).is_none()) {
            any |= self.signs.get_mut(point.index()).is_some_and(|sign| sign.take().is_some());
        }
        any
    }

    /// The visible marks, row by row from `A1`. A marked number is not visible without a stone of this number.
    pub fn signs(&self) -> impl Iterator<Item = (Point, Sign)> + '_ {
        let signs = self.signs.iter().enumerate();
        signs.filter_map(|(index, sign)| sign.and_then(|sign| Some((Point::of_index(index)?, sign))))
    }

    /// The moves of the path whose number has to be shown and whose stone was captured, in the order of the file.
    pub fn captured(&self, stand: Stand<'_, '_>) -> Vec<MoveId> {
        let is_captured = |id: &MoveId| {
            let number = stand.walk.event().number(*id);
            let is_meant = |number: u32| self.numbers.contains(number) && stand.walk.numbered(number) == Some(*id);
            number.is_some_and(is_meant) && stand.stone_of(*id).is_none() && stand.point_of(*id).is_some()
        };
        let mut captured: Vec<MoveId> = stand.walk.moves().filter(is_captured).collect();
        captured.sort_unstable();
        captured
    }
}

/// The points of the moves of a range, for ranges that are short enough to mark each move.
fn points_of(from: u32, to: u32, stand: Stand<'_, '_>) -> impl Iterator<Item = Point> {
    const MOST: usize = 1000;
    stand.walk.numbered_in(from, to).take(MOST).filter_map(move |(_, id)| stand.point_of(id))
}
