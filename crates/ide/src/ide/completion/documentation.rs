//! Documentation of a proposal, made only when the client asks for it.

use super::{Completion, Subject};
use crate::document::Snapshot;
use crate::ide::board::picture;
use crate::ide::cursor;
use crate::ide::hover::{Hover, takes};
use crate::ide::situation::line_at;
use ishi_board::{Color, Origin, Point, Stone};
use ishi_record::record::{Event, Region};
use ishi_record::replay::{View, Walk};

impl Completion {
    /// Returns the documentation of a proposal for the place `offset`, with the resulting board
    /// (`completionItem/resolve`). `None` if the list already shows everything.
    pub fn documentation(&self, snapshot: &Snapshot, offset: usize) -> Option<Hover> {
        if let Subject::Keyword(keyword) = self.subject {
            return Some(Hover::of_keyword(self.replace, keyword));
        }
        cursor::at(snapshot, offset, |cursor| {
            let event = cursor.event;
            let line = line_at(cursor.source, cursor.offset) as u32;
            let mut heading = self.detail.clone();
            let mut facts = None;
            let mut view = View::of(event, event.owner_at(line));
            let mut focus = Vec::new();
            match &self.subject {
                Subject::Nothing | Subject::Keyword(_) => return None,
                Subject::Play(color, point) => {
                    heading = format!("{color} {point}");
                    focus.push(*point);
                    (view, facts) = played(event, line, *color, *point);
                }
                Subject::Setup(color, points) => {
                    view.board = Walk::before(event, line).board().enlarged(event.board_size);
                    for &point in points {
                        view.board.add(Stone { point, color: *color, origin: Origin::default() });
                    }
                    focus.clone_from(points);
                }
                Subject::Points(points) => focus.clone_from(points),
                Subject::Region(region) => {
                    view.region = *region;
                    view.board = view.board.enlarged(region.board_size(event.board_size));
                }
            }
            Some(Hover::of_board(self.replace, heading, facts, picture(event, cursor.source, &view, focus)))
        })
    }
}

/// The board after a move, and its captures.
fn played(event: &Event, line: u32, color: Color, point: Point) -> (View, Option<String>) {
    let mut board = Walk::before(event, line).game_board().clone();
    board.play(Stone { point, color, origin: Origin::default() });
    let facts = takes(board.outcome().captured);
    let to_play = Some(color.opponent());
    (
        View {
            owner: None,
            board,
            region: Region::Board,
            last: None,
            to_play,
            marks: Vec::new(),
            captured: Vec::new(),
        },
        facts,
    )
}
