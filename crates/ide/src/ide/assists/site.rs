//! The place of an assist, and the parts of titles that describe this place.

use std::ops::Range;

use crate::document::Snapshot;
use crate::ide::cursor::{self, Cursor};
use ishi_board::BoardSize;
use ishi_check::rewrite::VariationNumbering;
use ishi_record::record::{self, Datum, DatumKind, MoveId, Owner, SequenceId};
use ishi_record::syntax::{FieldKind, Keyword, Mark, Sign};
use ishi_text::Span;

/// A place where something may be changed.
pub(super) struct AssistSite<'p> {
    pub(super) cursor: &'p Cursor<'p>,
    /// The selected lines, counted from the start of the event; the line of the cursor if nothing is selected.
    pub(super) lines: Range<u32>,
    /// Whether anything is selected.
    pub(super) is_selection: bool,
}

/// Returns the site of the selection `span`.
pub(super) fn at<T>(snapshot: &Snapshot, span: Span, look: impl FnOnce(&AssistSite<'_>) -> Option<T>) -> Option<T> {
    cursor::at(snapshot, span.start as usize, |cursor| {
        // What is rewritten is the whole event, and text of another kind before it is not to be changed.
        cursor.line().filter(|_| cursor.source.foreign.is_none())?;
        let end = (span.end as usize).saturating_sub(cursor.view.start());
        // A selection that ends where a line begins does not mean that line.
        let last = cursor.source.line_at(if span.is_empty() { end } else { end - 1 }) as u32;
        look(&AssistSite { cursor, lines: cursor.line..last + 1, is_selection: !span.is_empty() })
    })
}

impl AssistSite<'_> {
    pub(super) fn line(&self) -> u32 {
        self.cursor.line
    }

    /// The name of the innermost variation around the line.
    pub(super) fn variation(&self) -> Option<String> {
        Some(self.name_of_variation(self.variation_id()?))
    }

    pub(super) fn variation_id(&self) -> Option<SequenceId> {
        let line = self.line();
        let sequences = &self.cursor.event.sequences;
        let around = |index: &usize| sequences[*index].line <= Some(line) && Some(line) <= sequences[*index].end;
        // One without ENDVAR is not moved about, so it is not offered.
        (1..sequences.len()).rfind(around).map(|index| SequenceId(index as u32))
    }

    /// The variations before and after the variation of the line.
    pub(super) fn siblings(&self) -> Option<(Option<SequenceId>, Option<SequenceId>)> {
        let id = self.variation_id()?;
        let event = self.cursor.event;
        let siblings: Vec<SequenceId> = event.variations(event.sequence(id).replaces?).collect();
        let cursor = siblings.iter().position(|&other| other == id)?;
        Some((cursor.checked_sub(1).map(|above| siblings[above]), siblings.get(cursor + 1).copied()))
    }

    /// The move on the line, or the move that the data on the line belongs to.
    pub(super) fn own_move(&self) -> Option<MoveId> {
        match self.cursor.owner() {
            Owner::Move(id) => Some(id),
            Owner::Event | Owner::Diagram(_) | Owner::Variation(_) => None,
        }
    }

    /// That move and the first variation on it.
    pub(super) fn move_with_variation(&self) -> Option<(MoveId, SequenceId)> {
        let id = self.own_move()?;
        Some((id, self.cursor.event.variations(id).next()?))
    }

    pub(super) fn name_of(&self, id: MoveId) -> String {
        self.cursor.event[id].to_string()
    }

    /// A variation by its marker and its first move.
    pub(super) fn name_of_variation(&self, id: SequenceId) -> String {
        let event = self.cursor.event;
        let sequence = event.sequence(id);
        let marker = if sequence.marker.is_empty() { String::new() } else { format!(" {}", sequence.marker) };
        let first = event.moves_of(id).next().map(|id| format!(" ({})", self.name_of(id)));
        format!("variation{marker}{}", first.unwrap_or_default())
    }

    pub(super) fn has_gap_after(&self, id: MoveId) -> bool {
        let Some(first) = self.cursor.event.number(id) else { return false };
        let follow = self.cursor.event.moves_of(self.cursor.event[id].sequence).skip_while(|&other| other != id);
        follow.zip(first..=u32::MAX).any(|(id, number)| self.cursor.event.number(id) != Some(number))
    }

    /// Whether this is a place to change the numbers of all variations: a line that begins or ends one, or the head of
    /// the event.
    pub(super) fn has_variations(&self) -> bool {
        let at = Some(self.line());
        let sequences = &self.cursor.event.sequences;
        sequences.len() > 1
            && (self.is_head() || sequences[1..].iter().any(|sequence| sequence.line == at || sequence.end == at))
    }

    pub(super) fn are_numbered(&self, numbering: VariationNumbering) -> bool {
        let event = self.cursor.event;
        (1..event.sequences.len() as u32).map(SequenceId).all(|id| {
            let first = match numbering {
                VariationNumbering::FromOne => Some(1),
                VariationNumbering::GoingOn => event.sequence(id).replaces.and_then(|id| event.number(id)),
            };
            first.is_none_or(|first| {
                event.moves_of(id).zip(first..=u32::MAX).all(|(id, number)| event.number(id) == Some(number))
            })
        })
    }

    /// Whether the line is before the moves and diagrams of its event, where changes of the whole event are offered. If
    /// no line is before them, the first move or diagram is such a line.
    pub(super) fn is_head(&self) -> bool {
        let event = self.cursor.event;
        let is_bare = event.definition.is_none() && event.headers.is_empty() && event.data.is_empty();
        event.tree().is_none_or(|tree| self.line() < tree || is_bare && self.line() == tree)
    }

    pub(super) fn is_on(&self, keyword: Keyword) -> bool {
        self.cursor.line().is_some_and(|line| line.keyword() == Some(keyword))
    }

    /// Whether the line has this keyword, or is in the head of the event.
    pub(super) fn is_about(&self, keyword: Keyword) -> bool {
        self.is_on(keyword) || self.is_head()
    }

    /// Whether a number is missing in a sequence.
    pub(super) fn has_gaps(&self) -> bool {
        let event = self.cursor.event;
        (0..event.sequences.len() as u32).map(SequenceId).any(|id| {
            let mut before = None;
            event.moves_of(id).filter_map(|id| event.number(id)).any(|number| {
                let is_gap = before.is_some_and(|before: u32| number > before.saturating_add(1));
                before = Some(number);
                is_gap
            })
        })
    }

    /// The handicap of the event, if its stones are not set up.
    pub(super) fn handicap(&self) -> Option<u32> {
        let event = self.cursor.event;
        let is_setup = |datum: &Datum| matches!(datum.kind, DatumKind::Setup(_)) && datum.owner == Owner::Event;
        let stones = event.header(Keyword::Handicap).and_then(record::handicap)?;
        let can_be_set_up =
            self.is_head() && !event.data.iter().any(is_setup) && event.board_size.handicap(stones).is_some();
        can_be_set_up.then_some(stones)
    }

    /// The title of a change to a board of this size, if the line has the size or begins the event.
    pub(super) fn other_size(&self, size: u32) -> Option<String> {
        let size = BoardSize::new(size)?;
        let is_place = self.is_on(Keyword::Boardsize) || self.cursor.event.definition == Some(self.line());
        (is_place && size != self.cursor.event.board_size).then(|| format!("Change the board to {size}"))
    }

    /// The title of a change of labels, if the line has labels.
    pub(super) fn labels(&self, series: &str) -> Option<String> {
        let is_label = |kind: FieldKind| {
            let FieldKind::Mark(Mark { sign, .. }) = kind else { return false };
            matches!(sign, Sign::Label(_) | Sign::Triangle | Sign::Square)
        };
        let fields = self.cursor.source.fields(self.cursor.line()?);
        (self.is_on(Keyword::Mark) && fields.iter().any(|field| is_label(field.kind)))
            .then(|| format!("Turn the labels into {series}"))
    }
}
