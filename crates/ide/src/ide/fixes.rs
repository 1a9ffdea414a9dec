//! The fixes of diagnostics: those at a place, and those that are right in every case.

use std::{fmt, iter};

use serde::{Deserialize, Serialize};

use super::sgf::fixes as sgf;
use crate::document::{Content, EventView, GameView};
use ishi_check::check::{self, Code, Diagnostic, Findings, Fix, FixKind, Severities, Severity, lazy_fixes};
use ishi_text::{self as text, Edit, Span};

/// How many fixes are offered at one place: a longer menu would not be useful.
const LIMIT: usize = 20;

/// A fix, identified by its diagnostic and its index among the fixes of the diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixId {
    /// The rule of the diagnostic.
    #[serde(with = "code_name")]
    pub code: Code,
    /// The byte of the text at which the diagnostic begins.
    pub at: u32,
    /// The index of the fix.
    pub nth: usize,
}

impl fmt::Display for FixId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fix {} of {} at {}", self.nth, self.code, self.at)
    }
}

/// Rules as their names.
mod code_name {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use ishi_check::check::Code;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
    pub(super) fn serialize<S: Serializer>(code: &Code, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(code.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The fixes of the diagnostics that touch `span`, each with its diagnostic and its index.
pub(super) fn touching(content: &Content, span: Span) -> Vec<(Diagnostic, usize, Fix)> {
    let diagnostics: Vec<Diagnostic> = match content {
        Content::Record(snapshot) => {
            let events = snapshot.events_in(span.start as usize, span.end as usize);
            events.flat_map(|event| of_event(event, span)).take(LIMIT).collect()
        }
        Content::Games(games) => sgf::diagnostics(games, span, LIMIT),
        Content::Notes(_) => Vec::new(),
    };
    let fixes = diagnostics.into_iter().flat_map(|mut diagnostic| {
        let fixes = std::mem::take(&mut diagnostic.fixes);
        fixes.into_iter().enumerate().map(move |(nth, fix)| (diagnostic.clone(), nth, fix))
    });
    fixes.take(LIMIT).collect()
}

/// Returns the fix with this id; `None` if the text has none.
pub(super) fn find(content: &Content, FixId { code, at, nth }: FixId) -> Option<Fix> {
    let diagnostic = match content {
        Content::Record(snapshot) => {
            let event = snapshot.event_at(at as usize);
            let is_meant = |diagnostic: &&Diagnostic| {
                diagnostic.code == code && diagnostic.span.shifted(event.start()).start == at
            };
            let mut diagnostic = event.findings().diagnostics.iter().find(is_meant)?.clone();
            let text = event.text();
            let lazy = lazy_fixes(&event.source(&text), &diagnostic);
            diagnostic.add_lazy_fixes(lazy);
            diagnostic.shifted(event.start())
        }
        Content::Games(games) => {
            let here = Span { start: at, end: at };
            let mut of_games = sgf::diagnostics(games, here, LIMIT).into_iter();
            of_games.find(|diagnostic| (diagnostic.code, diagnostic.span.start) == (code, at))?
        }
        Content::Notes(_) => return None,
    };
    diagnostic.fixes.into_iter().nth(nth)
}

/// The diagnostics of an event that touch `span`, with their fixes.
fn of_event(event: EventView<'_>, span: Span) -> Vec<Diagnostic> {
    let start = event.start();
    let touched: Vec<Diagnostic> = event
        .findings()
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.span.shifted(start).touches(span))
        .take(LIMIT)
        .cloned()
        .collect();
    if touched.is_empty() {
        return touched;
    }
    let text = event.text();
    let source = event.source(&text);
    // A lazy fix renumbers all that follows, so only the first one of several is computed.
    let mut has_lazy_fix = false;
    let with_fixes = touched.into_iter().map(|mut diagnostic| {
        if !has_lazy_fix {
            let lazy = lazy_fixes(&source, &diagnostic);
            has_lazy_fix = !lazy.is_empty();
            diagnostic.add_lazy_fixes(lazy);
        }
        diagnostic.shifted(start)
    });
    with_fixes.collect()
}

/// A part of a document that is checked and fixed by itself.
#[derive(Clone, Copy)]
pub(super) enum CheckedPart<'c> {
    /// An event of a record.
    Event(EventView<'c>),
    /// A game in SGF.
    Game(GameView<'c>),
}

impl<'c> CheckedPart<'c> {
    /// Returns the part to which a byte of the text belongs.
    pub(super) fn at(content: &'c Content, byte: usize) -> Self {
        match content {
            Content::Games(games) => Self::Game(games.game_at(byte)),
            Content::Record(_) | Content::Notes(_) => Self::Event(content.record().event_at(byte)),
        }
    }

    /// Returns the parts with a fix that is right in every case, in order.
    pub(super) fn with_sure_fix(content: &'c Content) -> Box<dyn Iterator<Item = Self> + 'c> {
        let parts: Box<dyn Iterator<Item = Self>> = match content {
            Content::Record(snapshot) => Box::new(snapshot.events().map(Self::Event)),
            Content::Games(games) => Box::new(games.games().map(Self::Game)),
            Content::Notes(_) => Box::new(iter::empty()),
        };
        Box::new(parts.filter(|part| part.has_sure_fix()))
    }

    fn start(self) -> usize {
        match self {
            Self::Event(event) => event.start(),
            Self::Game(game) => game.start(),
        }
    }

    /// Returns the number of bytes.
    pub(super) fn len(self) -> usize {
        match self {
            Self::Event(event) => event.end() - event.start(),
            Self::Game(game) => game.end() - game.start(),
        }
    }

    fn findings(self) -> &'c Findings {
        match self {
            Self::Event(event) => event.findings(),
            Self::Game(game) => game.findings(),
        }
    }

    fn has_sure_fix(self) -> bool {
        let is_on_save = |diagnostic: &&Diagnostic| !NOT_ON_SAVE.contains(&diagnostic.code);
        let mut fixes = self.findings().diagnostics.iter().filter(is_on_save).flat_map(|diagnostic| &diagnostic.fixes);
        fixes.any(|fix| fix.kind == FixKind::Auto)
    }

    /// Returns the edits of all fixes that are right in every case, counted from the start of the text.
    fn fixed(self, severities: &Severities) -> Vec<Edit> {
        let edits = match self {
            Self::Event(event) => {
                let old = event.text();
                text::difference(&old, &check::fix(&old, severities, false).text)
            }
            Self::Game(game) => check::fix_sgf(game.tree().text(), None, severities, false).edits,
        };
        edits.into_iter().map(|edit| edit.shifted(self.start())).collect()
    }
}

/// Rules that an editor does not fix automatically: it decides on line ends itself, and an empty variation is being
/// written.
const NOT_ON_SAVE: [Code; 3] = [Code::LineEnding, Code::MixedLineEndings, Code::EmptyVariation];

/// Returns the edits of all fixes that are right in every case, part by part, until `most` bytes have been read.
pub(super) fn fix_all(content: &Content, most: usize) -> Vec<Edit> {
    let mut severities = content.severities().clone();
    for code in NOT_ON_SAVE {
        severities.set(code, Severity::Off);
    }
    let mut read = 0;
    let within = |part: &CheckedPart<'_>| {
        let is_within = read < most;
        read += part.len();
        is_within
    };
    CheckedPart::with_sure_fix(content).take_while(within).flat_map(|part| part.fixed(&severities)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::{Document, Format};

    #[test]
    fn fixing_all_stops_after_a_part_and_goes_on_from_there() {
        let event = format!("EVENT x\n\u{feff}B 1 Q16\nREMARK {}\nW 2 D4\n", "x".repeat(1000));
        let game = format!("(;FF[4]GM[1]SZ[19]C[{}];Black[aa])\n", "x".repeat(1000));
        for (part, format) in [(event, Format::Record), (game, Format::Sgf)] {
            let document = Document::of_format(&part.repeat(10), format, Arc::default());
            let content = document.version().content();
            let total = fix_all(content, usize::MAX).len();
            assert!(total >= 10 && total.is_multiple_of(10), "{total} edits in {format:?}");
            let edits = fix_all(content, 2500);
            assert_eq!(edits.len(), total / 10 * 3);
            let fixed = match content {
                Content::Record(snapshot) => snapshot.edited(&edits).map(Content::from),
                Content::Games(games) => games.edited(&edits).map(Content::from),
                Content::Notes(_) => None,
            };
            assert_eq!(fix_all(&fixed.expect("a text"), usize::MAX).len(), total / 10 * 7);
        }
    }
}
