use std::collections::BTreeSet;

use super::{Cause, Walk};
use crate::board::{Board, BoardSize, Point, Stone};
use crate::record::{MoveId, Place};
use crate::syntax::{Mark, Sign, Target};

/// Where references are read: a board to look at, and the walk that has led there. In a diagram the board has the
/// diagram's own stones too.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'w, 'e> {
    /// The way.
    pub walk: &'w Walk<'e>,
    /// The board.
    pub board: &'w Board,
}

impl<'w, 'e> Stand<'w, 'e> {
    /// Where a walk stands.
    pub fn of(walk: &'w Walk<'e>) -> Self {
        Self { walk, board: walk.board() }
    }

    /// The number of the stone on a point; none for setup stones and where there is no stone.
    pub fn number_at(self, point: Point) -> Option<u32> {
        self.board.get(point).and_then(|stone| self.number_of(stone))
    }

    /// The number of a stone; none for setup stones.
    pub fn number_of(self, stone: Stone) -> Option<u32> {
        match Cause::of(stone) {
            Cause::Move(id) => self.walk.event().r#move(id).number.map(std::num::NonZeroU32::get),
            Cause::Setup(_) => None,
        }
    }

    /// Where a move was played.
    pub fn point_of(self, id: MoveId) -> Option<Point> {
        match self.walk.event().r#move(id).place {
            Place::Point(point) => Some(point),
            Place::Pass | Place::Unknown => None,
        }
    }

    /// The stone of a move, if it still stands.
    pub fn stone_of(self, id: MoveId) -> Option<Stone> {
        let stone = self.board.get(self.point_of(id)?)?;
        (Cause::of(stone) == Cause::Move(id)).then_some(stone)
    }

    /// The stones that a target names and that stand here; for `ALL` those with a number.
    pub fn stones(self, target: Target) -> Vec<Stone> {
        match target {
            Target::All => self.board.stones().filter(|&stone| self.number_of(stone).is_some()).collect(),
            Target::Point(point) => self.board.get(point).into_iter().collect(),
            Target::Move(number) => self.walk.numbered(number).and_then(|id| self.stone_of(id)).into_iter().collect(),
            Target::Moves(from, to) => {
                self.walk.numbered_in(from, to).filter_map(|(_, id)| self.stone_of(id)).collect()
            }
        }
    }
}

/// The marks of an event, move or diagram, as a series of MARK and UNMARK lines leaves them (section 5.4, MARK).
#[derive(Debug, Default)]
pub struct Marks {
    /// By point; empty as long as there are none.
    signs: Vec<Option<Sign>>,
    /// The moves whose number is to be shown and whose stone is gone.
    gone: BTreeSet<MoveId>,
    /// Whether anything was marked since all marks were taken away, if only stones that are not there.
    any: bool,
}

impl Marks {
    /// Adds a mark. Where a point has one already, the later one counts.
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

    fn mark_moves(&mut self, sign: Sign, from: u32, to: u32, stand: Stand<'_, '_>) {
        for (_, id) in stand.walk.numbered_in(from, to) {
            if let Some(point) = stand.point_of(id) {
                if sign == Sign::Number && stand.stone_of(id).is_none() {
                    self.gone.insert(id);
                } else {
                    self.signs[point.index()] = Some(sign);
                }
            }
        }
    }

    /// Takes marks away, and says whether there were any.
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
        let mut any = false;
        for (_, id) in stand.walk.numbered_in(from, to) {
            let Some(point) = stand.point_of(id) else { continue };
            let is_gone = stand.stone_of(id).is_none() && self.gone.remove(&id);
            any |= is_gone || self.signs.get_mut(point.index()).is_some_and(|sign| sign.take().is_some());
        }
        any
    }

    /// The marks, row by row from `A1`. A number may be marked where no stone with one stands, and then nothing shows.
    pub fn signs(&self) -> impl Iterator<Item = (Point, Sign)> + '_ {
        BoardSize::STANDARD.points().zip(&self.signs).filter_map(|(point, sign)| Some((point, (*sign)?)))
    }

    /// The moves whose number is to be shown and whose stone is gone, in the order of the file.
    pub fn gone(&self) -> impl Iterator<Item = MoveId> + '_ {
        self.gone.iter().copied()
    }
}
