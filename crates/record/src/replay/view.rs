//! The board as it is displayed at a line: with its marks, and as a diagram with its own stones.

use std::ops::RangeInclusive;

use super::{Marks, Stand, Walk};
use crate::record::{DatumKind, DiagramId, Event, MoveId, Owner, Region, Step};
use crate::syntax::Sign;
use ishi_board::{Board, Color, Point, Stone};

/// The board as it is displayed at a place of an event: with the marks of the place, and in a diagram with the
/// diagram's own stones and without those that it hides.
#[derive(Debug)]
pub struct View {
    /// What has the marks: the event as a whole, a move, a diagram, or the beginning of a variation. `None` if marks
    /// are not displayed.
    pub owner: Option<Owner>,
    /// The stones that are displayed.
    pub board: Board,
    /// The part that is shown.
    pub region: Region,
    /// The most recent move, if there is one.
    pub last: Option<MoveId>,
    /// Who moves next: who does so in the record, or else the opponent of who moved last.
    pub to_play: Option<Color>,
    /// The marks, at most one on a point, row by row from `A1`.
    pub marks: Vec<(Point, Shown)>,
    /// The moves whose number should be shown, and whose stones are no longer there.
    pub captured: Vec<MoveId>,
}

/// The symbol that a mark displays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The number of the move that put the stone there.
    Number(u32),
    /// A sign or a label.
    Sign(Sign),
}

impl<'e> Walk<'e> {
    /// A walk that stands at something: the event as a whole, a move, a diagram, or the beginning of a variation.
    pub fn to(event: &'e Event, owner: Owner) -> Self {
        Self::before(event, first_line_after(event, owner))
    }
}

impl View {
    /// Returns the view of the event as a whole, of a move, of a diagram, or of the beginning of a variation.
    pub fn of(event: &Event, owner: Owner) -> Self {
        Self::of_walk(&Walk::to(event, owner), owner)
    }

    /// Returns the view of `owner`, to which the walk has already come.
    pub fn of_walk(walk: &Walk<'_>, owner: Owner) -> Self {
        Self::with(walk, owner, None, true)
    }

    /// Returns the view of `owner` with the numbers of some of the moves that have led there.
    pub fn numbered(event: &Event, owner: Owner, numbers: RangeInclusive<u32>) -> Self {
        Self::with(&Walk::to(event, owner), owner, Some(numbers), true)
    }

    /// Returns the view where a walk stands, with the numbers of some of the moves that have led there, and with or
    /// without the marks of the record.
    pub fn with(walk: &Walk<'_>, owner: Owner, numbers: Option<RangeInclusive<u32>>, has_marks: bool) -> Self {
        let event = walk.event();
        let board = match owner {
            Owner::Diagram(id) => board_of_diagram(walk, id),
            _ => walk.board().enlarged(event.board_size),
        };
        let stand = Stand { walk, board: &board };
        let mut marks = Marks::default();
        if has_marks {
            marks.add_all_of(owner, stand);
        }
        // They are asked for, whatever the record takes away by UNMARK.
        if let Some(numbers) = numbers {
            marks.number_unmarked(*numbers.start(), *numbers.end(), stand);
        }
        let marks_shown = marks.shown(stand).collect();
        let last = walk.last_move();
        let next = next_move(event, owner).map(|id| event[id].color);
        Self {
            owner: has_marks.then_some(owner),
            region: match owner {
                Owner::Diagram(id) => event.diagram(id).region,
                _ => Region::Board,
            },
            last,
            to_play: next.or(last.map(|id| event[id].color.opponent())),
            marks: marks_shown,
            captured: marks.captured(stand),
            board,
        }
    }
}

/// The marks that are displayed for something to which a walk has come, as in the [`View`] of that.
pub fn marks_of(walk: &Walk<'_>, owner: Owner) -> Vec<(Point, Shown)> {
    let board = match owner {
        Owner::Diagram(id) => Some(board_of_diagram(walk, id)),
        _ => None,
    };
    let stand = Stand { walk, board: board.as_ref().unwrap_or(walk.board()) };
    let mut marks = Marks::default();
    marks.add_all_of(owner, stand);
    marks.shown(stand).collect()
}

/// The board that a diagram shows: without the stones that it hides.
fn board_of_diagram(walk: &Walk<'_>, id: DiagramId) -> Board {
    let event = walk.event();
    let hides = event.data_of(Owner::Diagram(id)).filter_map(|datum| match &datum.kind {
        DatumKind::Hide(range) => Some(event.marks(range)),
        _ => None,
    });
    let stand = Stand { walk, board: walk.game_board() };
    let hidden: Vec<Stone> = hides.flatten().flat_map(|hide| stand.stones(hide.target)).collect();
    walk.diagram_without(id, &hidden)
}

impl Marks {
    /// Adds and takes away what the lines of something do.
    fn add_all_of(&mut self, owner: Owner, stand: Stand<'_, '_>) {
        let event = stand.walk.event();
        for datum in event.data_of(owner) {
            match &datum.kind {
                DatumKind::Mark(range) => event.marks(range).iter().for_each(|&mark| self.mark(mark, stand)),
                DatumKind::Unmark(range) => {
                    for mark in event.marks(range) {
                        self.unmark(mark.target, stand);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the symbols of the marks, row by row from `A1`.
    fn shown(&self, stand: Stand<'_, '_>) -> impl Iterator<Item = (Point, Shown)> {
        self.signs().filter_map(move |(point, sign)| match sign {
            Sign::Number => stand.number_at(point).map(|number| (point, Shown::Number(number))),
            sign => Some((point, Shown::Sign(sign))),
        })
    }
}

/// The line after that of the owner, where a walk has played what leads to it.
fn first_line_after(event: &Event, owner: Owner) -> u32 {
    match owner {
        Owner::Event => event.tree().unwrap_or(event.lines),
        Owner::Move(id) => event[id].line + 1,
        Owner::Diagram(id) => event.diagram(id).line + 1,
        Owner::Variation(id) => event.sequence(id).line.map_or(0, |line| line + 1),
    }
}

/// The move that the record continues with.
fn next_move(event: &Event, owner: Owner) -> Option<MoveId> {
    let line = match owner {
        Owner::Event | Owner::Variation(_) => 0,
        Owner::Move(id) => event[id].line + 1,
        Owner::Diagram(id) => event.diagram(id).line,
    };
    let steps = event.steps(event.sequence_of(owner));
    let following = steps.partition_point(|step| match step {
        Step::Move(id) => event[*id].line < line,
        Step::Diagram(id) => event.diagram(*id).line < line,
    });
    steps[following..].iter().find_map(|step| match step {
        Step::Move(id) => Some(*id),
        Step::Diagram(_) => None,
    })
}
