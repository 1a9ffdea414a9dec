//! Changes that are made by hand at a place, as on a board with tools: `ishi.play` and its like.

use super::board::{BoardOptions, PanelBoard};
use super::cursor;
use super::trial::{self, Keeps};
use crate::board::{Color, Point};
use crate::document::Snapshot;
use crate::record::MoveTarget;
use crate::rewrite::{self, Error, Original};
pub use crate::rewrite::{Error as Refusal, PointMark, Revision};

/// A change that is made by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandChange {
    /// A move is played, or gone to where the record has it.
    Play(MoveTarget),
    /// A point is marked.
    Mark(Point, PointMark),
    /// A setup stone of this color is put on a point; without a color it is taken away.
    Setup(Point, Option<Color>),
    /// The comment says this.
    Comment(String),
    /// A move is deleted with all that follows it.
    Delete,
    /// A variation is deleted.
    DeleteVariation,
    /// A variation becomes the main line.
    Promote,
    /// The first variation on a move goes on, and the move begins a variation.
    Demote,
    /// A PASS is inserted after a move, and the moves after it are renumbered.
    InsertPass,
    /// A diagram is added.
    AddDiagram,
}

/// Makes a change at `offset`. Variations are indented by `indent`. Lines of the result count from the start of the
/// text.
///
/// # Errors
/// Why it can't be made.
pub fn by_hand(snapshot: &Snapshot, offset: usize, change: &HandChange, indent: usize) -> Result<Revision, Error> {
    if !snapshot.is_text() {
        return Err(Error("this file is not a text in UTF-8".into()));
    }
    let made = cursor::at(snapshot, offset, |cursor| {
        let view = cursor.view;
        let text = view.text();
        let original = Original::of_event(&text, view.is_last()).placed(view.first_line());
        let made = change.make(&original, cursor.line, indent).map(|Revision { edits, line }| Revision {
            edits: edits.into_iter().map(|edit| edit.shifted(view.start())).collect(),
            line: view.first_line() + line,
        });
        Some(made)
    });
    let Revision { edits, line } = made.ok_or_else(|| Error("there is no record here".into()))??;
    let edits = if edits.is_empty() { edits } else { trial::hold(snapshot, edits, change.keeps())? };
    Ok(Revision { edits, line })
}

/// The board where a change leads to, as [`board()`](super::board()) shows it once the change is made. With it a client
/// need not wait for its editor to show what has become of a click.
pub fn board_after(snapshot: &Snapshot, revision: &Revision, options: BoardOptions) -> Option<PanelBoard> {
    let changed = snapshot.edited(&revision.edits)?;
    let text = changed.text();
    let line = revision.line as usize;
    let start = text.try_line_to_byte(line).ok()?;
    let indent = text.line(line).chars().take_while(|found| matches!(found, ' ' | '\t')).count();
    super::board(&changed, start + indent, options)
}

impl HandChange {
    fn make(&self, original: &Original<'_>, line: u32, indent: usize) -> Result<Revision, Error> {
        match self {
            Self::Play(target) => rewrite::play(original, line, *target, indent),
            Self::Mark(point, mark) => rewrite::mark_point(original, line, *point, *mark),
            Self::Setup(point, color) => rewrite::set_stone(original, line, *point, *color),
            Self::Comment(text) => rewrite::set_comment(original, line, text),
            Self::Delete => rewrite::delete_move(original, line),
            Self::DeleteVariation => rewrite::delete_variation(original, line),
            Self::Promote => rewrite::promote_variation(original, line),
            Self::Demote => rewrite::demote_move(original, line),
            Self::InsertPass => rewrite::insert_pass(original, line),
            Self::AddDiagram => rewrite::add_diagram(original, line),
        }
    }

    fn keeps(&self) -> Keeps {
        if matches!(self, Self::Delete | Self::DeleteVariation) { Keeps::Some } else { Keeps::Moves }
    }
}
