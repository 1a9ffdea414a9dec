//! Changes of the whole text, which are offered at any place.

use serde::{Deserialize, Serialize};

use super::fixes::{self, CheckedPart};
use crate::document::{Content, EventView, Snapshot};
use ishi_check::check::{self, Code, Diagnostic, Fix, FixKind, Severity};
use ishi_check::rewrite::{self, Original};
use ishi_position as position;
use ishi_text::{Edit, Span};

/// A change of the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileChange {
    /// Applies all fixes that are right in every case.
    FixAll,
    /// Sorts the headers of all events.
    OrganizeHeaders,
    /// Writes all bare locations that are read as moves.
    WriteMoves,
    /// Writes another line end for each CR without LF.
    ReplaceLoneCrs,
    /// Removes each CR without LF, if all of them are before CR LF, because the line ends were converted twice.
    RemoveLoneCrs,
}

/// How many bytes of events are read to decide whether the headers of an event can be sorted.
const MAX_BYTES_READ: usize = 256 << 10;

/// How many bytes of events or games are fixed at once, counted in whole events or games. The rest needs another call.
const MAX_BYTES_FIXED: usize = 16 << 20;

impl FileChange {
    /// Returns whether an editor offers the change.
    pub(super) fn is_offered(self, content: &Content) -> bool {
        match (self, content) {
            (Self::FixAll, _) => CheckedPart::with_sure_fix(content).next().is_some(),
            (Self::OrganizeHeaders, Content::Record(snapshot)) => can_organize_headers(snapshot),
            (Self::WriteMoves, Content::Record(snapshot)) => can_write_moves(snapshot),
            // SGF and Markdown have neither headers nor bare locations.
            (Self::OrganizeHeaders | Self::WriteMoves, Content::Games(_) | Content::Notes(_)) => false,
            (Self::ReplaceLoneCrs, _) => content.line_ends().cr > 0,
            (Self::RemoveLoneCrs, _) => {
                let text = content.text();
                let mut places = position::lone_crs(text, 0..text.len_bytes());
                content.line_ends().cr > 0 && places.all(|at| text.get_byte(at + 1) == Some(b'\r'))
            }
        }
    }

    /// Returns the line of a menu for the change.
    pub(super) fn title(self, content: &Content) -> String {
        match self {
            Self::FixAll => "Fix all that can be fixed with certainty".into(),
            Self::OrganizeHeaders => "Put the headers in their usual order".into(),
            Self::WriteMoves => "Write locations as moves with color and number".into(),
            Self::ReplaceLoneCrs => {
                let end = check::name_of_line_end(content.line_ends().majority_without_cr());
                format!("Replace each CR without LF by {end}")
            }
            Self::RemoveLoneCrs => "Remove each CR before CR LF".into(),
        }
    }

    /// Returns the edits of the change, in order.
    pub(super) fn edits(self, content: &Content) -> Vec<Edit> {
        match (self, content) {
            (Self::FixAll, _) => fixes::fix_all(content, MAX_BYTES_FIXED),
            (Self::OrganizeHeaders, Content::Record(snapshot)) => organize_headers(snapshot),
            (Self::WriteMoves, Content::Record(snapshot)) => write_moves(snapshot),
            (Self::OrganizeHeaders | Self::WriteMoves, Content::Games(_) | Content::Notes(_)) => Vec::new(),
            (Self::ReplaceLoneCrs, _) => with_end_for_lone_crs(content, content.line_ends().majority_without_cr()),
            (Self::RemoveLoneCrs, _) => with_end_for_lone_crs(content, ""),
        }
    }

    /// Returns the number of bytes of the text that are read to compute the edits.
    pub(super) fn bytes(self, content: &Content) -> usize {
        let bytes_of = |is_changed: fn(EventView<'_>) -> bool| {
            let Content::Record(snapshot) = content else { return 0 };
            let changed = snapshot.events().filter(|&event| is_changed(event));
            changed.map(|event| event.end() - event.start()).sum()
        };
        match self {
            Self::FixAll => CheckedPart::with_sure_fix(content).map(CheckedPart::len).sum(),
            Self::OrganizeHeaders => bytes_of(has_disordered_headers),
            Self::WriteMoves => bytes_of(|event| bare_moves(event).next().is_some()),
            Self::ReplaceLoneCrs | Self::RemoveLoneCrs => content.text().len_bytes(),
        }
    }
}

fn organize_headers(snapshot: &Snapshot) -> Vec<Edit> {
    let edits = snapshot.events().filter(|&event| has_disordered_headers(event)).flat_map(|event| {
        let text = event.text();
        let edits = rewrite::organize_headers(&Original::of_event(&text, event.is_last()));
        edits.into_iter().map(move |edit| edit.shifted(event.start()))
    });
    edits.collect()
}

fn has_disordered_headers(event: EventView<'_>) -> bool {
    !event.has_foreign_text() && !rewrite::are_headers_organized(event.event())
}

/// Returns whether the headers of an event can be sorted, which requires reading the events.
fn can_organize_headers(snapshot: &Snapshot) -> bool {
    let mut read = 0;
    for event in snapshot.events().filter(|&event| has_disordered_headers(event)) {
        let text = event.text();
        if !rewrite::organize_headers(&Original::of_event(&text, event.is_last())).is_empty() {
            return true;
        }
        read += text.len();
        if read > MAX_BYTES_READ {
            break;
        }
    }
    false
}

fn can_write_moves(snapshot: &Snapshot) -> bool {
    snapshot.events().any(|event| bare_moves(event).next().is_some())
}

fn write_moves(snapshot: &Snapshot) -> Vec<Edit> {
    let edits = snapshot.events().flat_map(|event| {
        let edits = bare_moves(event).flat_map(|fix| fix.edits.clone());
        edits.map(move |edit| edit.shifted(event.start()))
    });
    edits.collect()
}

/// The fixes that write bare locations as moves. An editor applies them automatically, so fixes are left out if their
/// moves have an error, or if they may be in a comment that is still being written.
fn bare_moves(event: EventView<'_>) -> impl Iterator<Item = &Fix> {
    let diagnostics = &event.findings().diagnostics;
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let unclosed = |diagnostic: &&Diagnostic| matches!(diagnostic.code, Code::UnclosedCom | Code::UnclosedUser);
    let open = diagnostics.iter().find(unclosed).map_or(u32::MAX, |diagnostic| diagnostic.span.start);
    let bare = diagnostics
        .iter()
        .filter(move |diagnostic| diagnostic.code == Code::BareLocation && diagnostic.span.start < open);
    let alone = bare.filter(move |diagnostic| {
        let mut others = diagnostics.iter().filter(is_error).filter(|other| other.code != Code::BareLocation);
        !others.any(|other| other.span.touches(diagnostic.span))
    });
    alone.filter_map(|diagnostic| diagnostic.fixes.first().filter(|fix| fix.kind == FixKind::Suggested))
}

/// Returns edits that replace each CR without LF by `end`.
fn with_end_for_lone_crs(content: &Content, end: &str) -> Vec<Edit> {
    let text = content.text();
    let places = position::lone_crs(text, 0..text.len_bytes());
    places.map(|at| Edit::replace(Span::new(at, at + 1), end)).collect()
}
