//! A change is tried before an editor gets it: it must change something, must not add errors, and must not lose a move.

use crate::check::{Assessment, FixKind, Harm};
use crate::document::{EventView, Snapshot};
use crate::rewrite;
use crate::text::Edit;

/// Which moves a change keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeps {
    /// Each with its color and point.
    Moves,
    /// As many as there are: it may turn the board, swap the colors, or correct a move.
    Count,
    /// Not all: what it is called says that it removes something.
    Some,
}

impl Keeps {
    /// What a fix of a diagnostic keeps.
    pub(super) fn of(kind: FixKind, title: &str) -> Self {
        let keeps = if kind == FixKind::Correction { Self::Count } else { Self::Moves };
        keeps.unless_removed(title)
    }

    /// Returns `self`, or [`Keeps::Some`] where the title of the change says that it removes something.
    pub(super) fn unless_removed(self, title: &str) -> Self {
        let removes = ["remove ", "delete "]
            .iter()
            .any(|word| title.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word)));
        if removes { Self::Some } else { self }
    }
}

/// Changes of events up to this size, and in documents of at most as many events, are tried before they are offered.
/// All others are tried when they are chosen.
const MAX_BYTES: usize = 64 << 10;
const MAX_EVENTS: usize = 1000;

/// How many bytes of events are read to work out the changes of one menu at once.
const MAX_BYTES_OF_MENU: usize = 2 << 20;

/// What has been read so far to work out the changes of one menu. What would read more than there is left is not
/// offered.
#[derive(Debug, Default)]
pub struct Effort {
    read: usize,
}

impl Effort {
    /// Returns whether so many bytes may be read, and takes them.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let is_within = bytes <= MAX_BYTES_OF_MENU - self.read;
        if is_within {
            self.read += bytes;
        }
        is_within
    }
}

/// Returns whether a change of the event can be tried for every menu in which it stands.
pub(super) fn is_cheap(snapshot: &Snapshot, event: EventView<'_>) -> bool {
    event.end() - event.start() <= MAX_BYTES && snapshot.events().len() <= MAX_EVENTS
}

/// Returns the edits if they do what every change of a record has to do.
///
/// # Errors
/// What they would do instead.
pub(super) fn hold(snapshot: &Snapshot, edits: Vec<Edit>, keeps: Keeps) -> Result<Vec<Edit>, rewrite::Error> {
    let text = snapshot.text();
    let Some(changed) = snapshot.edited(&edits) else {
        return Err(rewrite::Error("the text would become too long".into()));
    };
    // Edits that each change something may cancel out, where two equal variations change places.
    if changed.text() == text {
        return Err(rewrite::Error("this would change nothing".into()));
    }
    let [before, after] = snapshot.different(&changed).map(|events| {
        let mut assessment = Assessment::default();
        for event in events {
            assessment.add(event.event(), event.findings());
        }
        assessment
    });
    let is_lost = match keeps {
        Keeps::Moves => true,
        Keeps::Count => after.moves() < before.moves(),
        Keeps::Some => false,
    };
    match after.harm_since(&before) {
        Some(Harm::Error(message)) => Err(rewrite::Error(format!("this would add an error: {message}"))),
        Some(Harm::Move) if is_lost => Err(rewrite::Error("a move would not be read as one any more".into())),
        _ => Ok(edits),
    }
}
