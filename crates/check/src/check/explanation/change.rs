//! A change of an event that may be the intended record, with its title and its edits. Messages and fixes use the same
//! changes.

use crate::check::families::replay::location;
use crate::rewrite::lines::{insert, with_remarks};
use crate::rewrite::{Original, insert_pass};
use ishi_board::{BoardSize, Color, Point};
use ishi_record::record::{Event, MoveId, MoveTarget, SequenceId};
use ishi_record::syntax::{Keyword, LineKind, Source};
use ishi_text::{Edit, apply, compose};

const PASS: &str = "PASS";

/// One difference between the moves as written and as intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Change {
    /// A move is played elsewhere.
    Point(MoveId, Point),
    /// A move is a pass.
    Pass(MoveId),
    /// A move belongs to the other player.
    Color(MoveId),
    /// Two moves have exchanged locations.
    Swap(MoveId, MoveId),
    /// A pass is missing before a move, so the colors are exchanged from this move on.
    MissingPass(MoveId),
}

/// A mistake that explains a symptom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// This change gives the intended record.
    Change(Change),
    /// A move is not where it is written.
    Elsewhere(MoveId),
    /// A BOARDSIZE is missing.
    Size(BoardSize),
}

impl Claim {
    /// Returns the move, if the claim is about a single move.
    pub(super) fn single_move(self) -> Option<MoveId> {
        match self {
            Self::Elsewhere(id) | Self::Change(Change::Point(id, _) | Change::Pass(id) | Change::Color(id)) => Some(id),
            Self::Size(_) | Self::Change(Change::Swap(..) | Change::MissingPass(_)) => None,
        }
    }

    /// Returns the moves that change, each with its intended player and target.
    pub(super) fn moves(self, event: &Event) -> Vec<(MoveId, (Color, MoveTarget))> {
        let color = |id: MoveId| event[id].color;
        match self {
            Self::Size(_) => Vec::new(),
            Self::Elsewhere(id) => vec![(id, (color(id), MoveTarget::Unknown))],
            Self::Change(change) => match change {
                Change::Point(id, point) => vec![(id, (color(id), MoveTarget::Point(point)))],
                Change::Pass(id) => vec![(id, (color(id), MoveTarget::Pass))],
                Change::Color(id) => vec![(id, (color(id).opponent(), event[id].place))],
                Change::Swap(one, other) => {
                    [(one, other), (other, one)].map(|(id, at)| (id, (color(id), event[at].place))).to_vec()
                }
                Change::MissingPass(first) => {
                    let moves = event.moves_of(SequenceId(0)).skip_while(|&id| id < first);
                    moves.map(|id| (id, (color(id).opponent(), event[id].place))).collect()
                }
            },
        }
    }
}

/// A writer of changes into the text of an event.
#[derive(Clone, Copy)]
pub(super) struct Writer<'s, 't> {
    pub(super) source: &'s Source<'t>,
    pub(super) event: &'s Event,
}

impl Writer<'_, '_> {
    /// Returns the name of a move in messages and titles.
    pub(super) fn name(self, id: MoveId) -> String {
        match self.event.number(id) {
            Some(number) => format!("move {number}"),
            None => format!("the move {}", self.event[id]),
        }
    }

    /// Returns the names of two moves.
    pub(super) fn names(self, one: MoveId, other: MoveId) -> String {
        match [one, other].map(|id| self.event.number(id)) {
            [Some(one), Some(other)] => format!("moves {one} and {other}"),
            _ => format!("{} and {}", self.name(one), self.name(other)),
        }
    }

    /// Returns the title of a change, as an editor's menu shows it.
    pub(super) fn title(self, change: Change) -> String {
        match change {
            Change::Point(id, point) => format!("change {} to {point}", self.name(id)),
            Change::Pass(id) => format!("change {} to PASS", self.name(id)),
            Change::Color(id) => format!("give {} to {}", self.name(id), self.event[id].color.opponent()),
            Change::Swap(one, other) => format!("exchange the locations of {}", self.names(one, other)),
            Change::MissingPass(id) => format!("insert a PASS before {} and change the colors after it", self.name(id)),
        }
    }

    /// Returns the edits of a change; `None` if a line is not in its usual form.
    pub(super) fn edits(self, change: Change) -> Option<Vec<Edit>> {
        match change {
            Change::Point(id, point) => Some(vec![self.place(id, &point.to_string())?]),
            Change::Pass(id) => Some(vec![self.place(id, PASS)?]),
            Change::Color(id) => Some(vec![self.color(id)?]),
            Change::Swap(one, other) => {
                Some(vec![self.place(one, &self.place_name(other)?)?, self.place(other, &self.place_name(one)?)?])
            }
            Change::MissingPass(id) => self.missing_pass(id),
        }
    }

    /// Writes another location of a move.
    fn place(self, id: MoveId, name: &str) -> Option<Edit> {
        let span = location(self.source, self.event, id);
        let is_place = span != self.source.lines[self.event[id].line as usize].word;
        is_place.then(|| Edit::replace(span, cased(name, self.source.str(span))))
    }

    /// Returns the location of a move as it is written; `None` if it is not known, or not on the board.
    fn place_name(self, id: MoveId) -> Option<String> {
        match self.event[id].place {
            MoveTarget::Point(point) => self.event.board_size.contains(point).then(|| point.to_string()),
            MoveTarget::Pass => Some(PASS.to_owned()),
            MoveTarget::Unknown => None,
        }
    }

    /// Gives a move to the other player.
    fn color(self, id: MoveId) -> Option<Edit> {
        let played = &self.event[id];
        let line = self.source.lines[played.line as usize];
        let letter = played.color.opponent().letter().to_string();
        let is_plain = line.kind == LineKind::Data(keyword(played.color));
        is_plain.then(|| Edit::replace(line.word, cased(&letter, self.source.str(line.word))))
    }

    /// Writes a pass before a move, and gives this move and all following moves to the other player.
    fn missing_pass(self, id: MoveId) -> Option<Vec<Edit>> {
        if self.event.sequences.len() > 1 {
            return None;
        }
        let mut previous = None;
        let mut colors = Vec::new();
        for step in self.event.moves_of(SequenceId(0)) {
            if step >= id {
                colors.push(self.color(step)?);
            } else {
                previous = Some(step);
            }
        }
        let text = apply(self.source.text, &colors);
        let original = Original::of_event(&text, self.source.last);
        let pass = insert_pass(&original, self.event[previous?].line).ok()?;
        Some(compose(&colors, &pass.edits))
    }

    /// Returns the edit that writes a missing BOARDSIZE.
    pub(super) fn board_size(self, size: BoardSize) -> Edit {
        let Self { source, event } = self;
        let first = event.headers.first().map(|header| header.line as usize);
        let following = event.definition.map(|line| line as usize + 1);
        let tree = event.tree().map_or(0, |line| with_remarks(source, line as usize));
        let setup = event.data.first().map_or(tree, |datum| with_remarks(source, datum.line as usize));
        let line = following.or(first).unwrap_or(setup.min(tree));
        insert(source, line, &[format!("BOARDSIZE {}", size.get())])
    }
}

/// Returns the keyword of a player's moves.
fn keyword(color: Color) -> Keyword {
    match color {
        Color::Black => Keyword::B,
        Color::White => Keyword::W,
    }
}

/// Returns a word in the case of another one.
fn cased(word: &str, like: &str) -> String {
    if like.contains(|letter: char| letter.is_ascii_lowercase()) { word.to_ascii_lowercase() } else { word.to_owned() }
}
