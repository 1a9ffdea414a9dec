//! The trial of a change before an editor gets it: it must change something, must not add errors, and must not lose a
//! move that it is not meant to remove.

use ropey::Rope;

use crate::document::{Content, Games, Snapshot};
use ishi_check::check::{Assessment, Findings, FixKind, Harm};
use ishi_check::rewrite::Error;
use ishi_text::Edit;

/// The moves that a change keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeps {
    /// Keeps each move with its color and point.
    Moves,
    /// Keeps the number of moves. The change may rotate the board, swap the colors, or correct a move.
    Count,
    /// May lose moves, because the change removes something.
    Some,
}

impl Keeps {
    /// The moves that a fix of this kind keeps.
    pub(super) fn of(kind: FixKind) -> Self {
        match kind {
            FixKind::Auto | FixKind::Suggested | FixKind::Manual => Self::Moves,
            FixKind::Correction => Self::Count,
            FixKind::Removal => Self::Some,
        }
    }
}

/// The size in bytes of events or games up to which their changes are tried before they are offered. Changes of larger
/// events or games are tried when they are chosen.
const MAX_BYTES: usize = 64 << 10;

/// The number of events of a record up to which changes are tried before they are offered.
const MAX_EVENTS: usize = 1000;

/// Size in bytes of a text in SGF up to which changes are tried before they are offered.
const MAX_BYTES_OF_GAMES: usize = MAX_BYTES * 16;

/// The number of bytes of events or games that are read to compute the changes of one menu at once.
const MAX_BYTES_OF_MENU: usize = 2 << 20;

/// The bytes read so far to compute the changes of one menu. A change that would read more than is left is not offered.
#[derive(Debug, Default)]
pub struct Effort {
    read: usize,
}

impl Effort {
    /// Returns whether so many bytes may be read, and subtracts them.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let is_within = bytes <= MAX_BYTES_OF_MENU - self.read;
        if is_within {
            self.read += bytes;
        }
        is_within
    }
}

/// Returns whether a change is cheap enough to be tried for every menu that contains it.
pub(super) fn is_cheap(content: &Content, edits: &[Edit]) -> bool {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return true };
    match content {
        Content::Record(snapshot) => is_event_cheap(snapshot, first.span.start as usize),
        Content::Games(games) => {
            let start = games.game_at(first.span.start as usize).start();
            let end = games.game_at(last.span.end as usize).end();
            end - start <= MAX_BYTES && games.text().len_bytes() <= MAX_BYTES_OF_GAMES
        }
        Content::Notes(_) => false,
    }
}

/// Returns whether a change of the event at a byte of a record is cheap enough to be tried for every menu that contains
/// it.
pub(super) fn is_event_cheap(snapshot: &Snapshot, byte: usize) -> bool {
    let event = snapshot.event_at(byte);
    event.end() - event.start() <= MAX_BYTES && snapshot.events().len() <= MAX_EVENTS
}

/// A text whose changes are tried.
pub(super) trait Trial: Sized {
    /// Returns the text.
    fn text(&self) -> &Rope;

    /// Returns a copy of the text with `edits` applied; `None` if it would be too long.
    fn edited(&self, edits: &[Edit]) -> Option<Self>;

    /// Assesses the parts of this text and of `after` that are different.
    fn assess(&self, after: &Self) -> [Assessment; 2];
}

impl Trial for Snapshot {
    fn text(&self) -> &Rope {
        self.text()
    }

    fn edited(&self, edits: &[Edit]) -> Option<Self> {
        self.edited(edits)
    }

    fn assess(&self, after: &Self) -> [Assessment; 2] {
        let mut assessments = self.different(after).map(|events| {
            let mut assessment = Assessment::default();
            for event in events {
                assessment.add(event.event(), event.findings());
            }
            assessment
        });
        for (assessment, snapshot) in assessments.iter_mut().zip([self, after]) {
            if !snapshot.is_text() {
                let (diagnostics, omitted) = snapshot.diagnostics(1);
                assessment.add_findings(&Findings { diagnostics, omitted });
            }
        }
        assessments
    }
}

impl Trial for Games {
    fn text(&self) -> &Rope {
        self.text()
    }

    fn edited(&self, edits: &[Edit]) -> Option<Self> {
        self.edited(edits)
    }

    fn assess(&self, after: &Self) -> [Assessment; 2] {
        let mut assessments = self.different(after).map(|games| {
            let mut assessment = Assessment::default();
            for game in games {
                assessment.add_games(game.tree(), game.findings());
                assessment.add_findings(&game.findings_of_moves());
            }
            assessment
        });
        for (assessment, games) in assessments.iter_mut().zip([self, after]) {
            let diagnostics = games.diagnostics_of_collection();
            assessment.add_findings(&Findings { diagnostics, omitted: 0 });
        }
        assessments
    }
}

/// Applies `edits` to a document and returns the result, if the change does no harm.
///
/// # Errors
/// The harm that the change would do.
pub(super) fn try_edits(content: &Content, edits: &[Edit], keeps: Keeps) -> Result<Content, Error> {
    match content {
        Content::Record(snapshot) => hold(snapshot, edits, keeps).map(Content::from),
        Content::Games(games) => hold(games, edits, keeps).map(Content::from),
        Content::Notes(_) => Err(Error("code blocks in Markdown are only checked".into())),
    }
}

/// Like [`try_edits`], for a text whose format is known.
///
/// # Errors
/// The harm that the change would do.
pub(super) fn hold<T: Trial>(before: &T, edits: &[Edit], keeps: Keeps) -> Result<T, Error> {
    let Some(after) = before.edited(edits) else {
        return Err(Error("the text would become too long".into()));
    };
    // Edits that each change something may cancel out, where two equal variations change places.
    if after.text() == before.text() {
        return Err(Error("this would change nothing".into()));
    }
    let [old, new] = before.assess(&after);
    let is_lost = match keeps {
        Keeps::Moves => true,
        Keeps::Count => new.moves() < old.moves(),
        Keeps::Some => false,
    };
    match new.harm_since(&old) {
        Some(Harm::Error(message)) => Err(Error(format!("this would add an error: {message}"))),
        Some(Harm::Move) if is_lost => Err(Error("a move would not be read as one any more".into())),
        _ => Ok(after),
    }
}

/// Returns edits if they do no harm. They may change nothing, such as a rename to the same name.
///
/// # Errors
/// The harm that the change would do.
pub(super) fn hold_if_changed<T: Trial>(before: &T, edits: Vec<Edit>, keeps: Keeps) -> Result<Vec<Edit>, Error> {
    let is_same = |edit: &Edit| before.text().byte_slice(edit.span.range()) == *edit.text;
    if !edits.iter().all(is_same) {
        hold(before, &edits, keeps)?;
    }
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::{Document, Format};
    use ishi_text::Span;

    fn content(text: &str, format: Format) -> Content {
        Document::of_format(text, format, Arc::default()).version().content().clone()
    }

    /// Deletes `words` from `text`.
    fn without(text: &str, words: &str) -> Vec<Edit> {
        let start = text.find(words).expect("the words");
        vec![Edit::delete(Span::new(start, start + words.len()))]
    }

    #[test]
    fn a_lost_move_is_refused_in_both_formats() {
        let long = format!("(;FF[4]GM[1]SZ[19]C[{}];B[aa];W[bb])", "x".repeat(MAX_BYTES));
        let cases = [
            ("B 1 A1\nW 2 B2\n", "W 2 B2\n", Format::Record),
            ("(;FF[4]GM[1]SZ[19];B[aa];W[bb])", ";W[bb]", Format::Sgf),
            (&long, ";W[bb]", Format::Sgf),
        ];
        for (text, moved, format) in cases {
            let (content, edits) = (content(text, format), without(text, moved));
            for keeps in [Keeps::Moves, Keeps::Count] {
                let refusal = try_edits(&content, &edits, keeps).expect_err("a move is lost");
                assert_eq!(refusal.to_string(), "a move would not be read as one any more");
            }
            assert!(try_edits(&content, &edits, Keeps::Some).is_ok());
        }
    }

    #[test]
    fn a_new_error_is_refused_in_both_formats() {
        let long = format!("(;FF[4]GM[1]SZ[19]C[{}];B[aa];W[bb])", "x".repeat(MAX_BYTES));
        let cases = [
            ("B 1 A1\nW 2 B2\n", "B2", "A1", Format::Record),
            ("(;FF[4]GM[1]SZ[19];B[aa];W[bb])", "bb", "aa", Format::Sgf),
            ("(;FF[4]GM[1]SZ[19];B[aa];W[bb])", "bb])", "bb]", Format::Sgf),
            (&long, "bb])", "bb]", Format::Sgf),
        ];
        for (text, old, new, format) in cases {
            let start = text.find(old).expect("the words");
            let edits = [Edit::replace(Span::new(start, start + old.len()), new)];
            let refusal = try_edits(&content(text, format), &edits, Keeps::Some).expect_err("an error is added");
            assert!(refusal.to_string().starts_with("this would add an error"), "{refusal}");
        }
    }
}
