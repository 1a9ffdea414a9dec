//! Commands of a board with tools, such as `ishi.play`, which change the document at a place.

use super::boardless::why_no_board;
use super::cursor;
use super::trial::{self, Keeps};
use crate::document::Snapshot;
use ishi_board::{Color, Point};
pub use ishi_check::rewrite::PointMark;
pub(super) use ishi_check::rewrite::Revision;
use ishi_check::rewrite::{self, Error, Original};
use ishi_record::record::{Event, MoveTarget, Owner};
use ishi_record::syntax::Keyword;

/// A command of a board with tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardCommand {
    /// Plays a move, or goes to the move if the record has it.
    Play(MoveTarget),
    /// A point is marked.
    Mark(Point, PointMark),
    /// A setup stone of this color is put on a point; without a color it is taken away.
    Setup(Point, Option<Color>),
    /// The comment says this.
    Comment(String),
    /// These headers of the game have these texts; an empty one is removed.
    Headers(Vec<(Keyword, String)>),
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

/// Returns the reason why a text that was read in a wrong charset is not edited: an editor would save another text.
pub(super) fn lost_characters() -> Error {
    Error("this text was decoded in a wrong charset and has lost characters: it can't be edited".into())
}

/// Returns the change that a command makes in the record at `offset`, and the record after the change. Variations are
/// indented by `indent`. The line of the result counts from the start of the text.
///
/// # Errors
/// Returns the reason why the command can't be carried out.
pub(super) fn run(
    snapshot: &Snapshot,
    offset: usize,
    command: &BoardCommand,
    indent: usize,
) -> Result<(Revision, Snapshot), Error> {
    if !snapshot.is_text() {
        return Err(Error("this file is not a text in UTF-8".into()));
    }
    if snapshot.text().chunks().any(|chunk| chunk.contains(char::REPLACEMENT_CHARACTER)) {
        return Err(lost_characters());
    }
    let made = cursor::at(snapshot, offset, |cursor| {
        let view = cursor.view;
        if let Some(reason) = why_no_board(view).filter(|_| !matches!(command, BoardCommand::Headers(_))) {
            return Some(Err(Error(reason)));
        }
        let text = view.text();
        let original = Original::of_event(&text, view.is_last()).placed(view.first_line());
        let made = command.make(&original, cursor.line, indent).map(|Revision { edits, line }| Revision {
            edits: edits.into_iter().map(|edit| edit.shifted(view.start())).collect(),
            line: view.first_line() + line,
        });
        Some(made)
    });
    let revision = made.ok_or_else(|| Error("there is no record here".into()))??;
    let after = match &revision.edits[..] {
        [] => snapshot.clone(),
        edits => trial::hold(snapshot, edits, command.keeps())?,
    };
    Ok((revision, after))
}

impl BoardCommand {
    fn make(&self, original: &Original<'_>, line: u32, indent: usize) -> Result<Revision, Error> {
        match self {
            Self::Play(target) => rewrite::play(original, line, *target, indent),
            Self::Mark(point, mark) => rewrite::mark_point(original, line, *point, *mark),
            Self::Setup(point, color) => rewrite::set_stone(original, line, *point, *color),
            Self::Comment(text) => rewrite::set_comment(original, line, text),
            Self::Headers(wanted) => rewrite::set_headers(original, line, wanted),
            Self::Delete => rewrite::delete_move(original, line),
            Self::DeleteVariation => rewrite::delete_variation(original, line),
            Self::Promote => rewrite::promote_variation(original, line),
            Self::Demote => rewrite::demote_move(original, line),
            Self::InsertPass => rewrite::insert_pass(original, line),
            Self::AddDiagram => rewrite::add_diagram(original, line),
        }
    }

    pub(super) fn keeps(&self) -> Keeps {
        if matches!(self, Self::Delete | Self::DeleteVariation) { Keeps::Some } else { Keeps::Moves }
    }
}

/// A command that is possible only at some items, whatever its point and text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemCommand {
    /// Plays a move.
    Play,
    /// Sets up a stone.
    Setup,
    /// Deletes a move or a diagram.
    Delete,
    /// Deletes a variation.
    DeleteVariation,
    /// Makes a variation the main line.
    Promote,
    /// Exchanges a move for its first variation.
    Demote,
    /// Inserts a pass.
    InsertPass,
    /// Adds a diagram.
    AddDiagram,
}

impl ItemCommand {
    const ALL: [Self; 8] = [
        Self::Play,
        Self::Setup,
        Self::Delete,
        Self::DeleteVariation,
        Self::Promote,
        Self::Demote,
        Self::InsertPass,
        Self::AddDiagram,
    ];

    /// The commands for which the item at a line has what they need. A fault of the record may still prevent them.
    pub(super) fn possible(event: &Event, line: u32) -> Vec<Self> {
        let owner = event.owner_at(line);
        Self::ALL.into_iter().filter(|command| command.is_possible(event, owner, line)).collect()
    }

    fn is_possible(self, event: &Event, owner: Owner, line: u32) -> bool {
        let (sequence, current) = event.sequence_at(owner);
        // A variation that replaces no move is neither promoted nor deleted.
        let variation = event.variation_at(line).filter(|&id| event.sequence(id).replaces.is_some());
        match self {
            Self::Play => match owner {
                Owner::Move(id) if event[id].place == MoveTarget::Unknown => true,
                _ => event.continuation(owner).is_some(),
            },
            Self::Setup => matches!(owner, Owner::Event | Owner::Diagram(_)),
            Self::Delete => owner != Owner::Event,
            Self::DeleteVariation => variation.is_some(),
            Self::Promote => variation.is_some_and(|id| event.moves_of(id).next().is_some()),
            Self::Demote => current.is_some_and(|id| event.variations(id).next().is_some()),
            Self::InsertPass => event.next_move(sequence, current).is_some(),
            Self::AddDiagram => true,
        }
    }
}
