//! Rules for games in SGF: syntax, properties, and moves. The moves are checked in the record that a game is converted
//! to.

mod charset;
mod form;
mod meaning;
mod moves;
mod nodes;
mod value;

pub use moves::{in_game, rules_of_moves};

use super::fixing::assessment::Assessment;
use super::fixing::fix::{Fixed, fix_with};
use super::sink::Sink;
use super::{Diagnostic, Findings, Severities};
use crate::convert::SourceMap;
use crate::record::Reading;
use crate::sgf::{self, Charset, Collection};
use crate::syntax::Source;
use crate::text::Span;

/// Returns the diagnostics of a text in SGF, in the order of places. `actual` is the charset of the file, if it differs
/// from CA; the text of an editor has none.
///
/// ```
/// use ishi::check::{Severities, check_sgf};
///
/// let text = "(;FF[4]GM[1]SZ[19];B[pd];W[pd])";
/// let found = check_sgf(text, None, &Severities::default());
/// assert_eq!(found[0].code.name(), "occupied-point");
/// assert_eq!(found[0].span.start, 27);
/// ```
pub fn check_sgf(text: &str, actual: Option<Charset>, severities: &Severities) -> Vec<Diagnostic> {
    let games = sgf::parse(text);
    let of_moves = moves::check(&games, severities);
    with_moves(&games, actual, severities, of_moves)
}

/// Checks games like [`check_sgf`], if they are converted already: to these events, which were read with this map.
pub fn check_converted<'e>(
    games: &Collection<'_>,
    events: impl IntoIterator<Item = (&'e Source<'e>, &'e Reading)>,
    map: &SourceMap,
    severities: &Severities,
) -> Vec<Diagnostic> {
    let of_moves = moves::check_events(games, events, map, severities);
    with_moves(games, None, severities, of_moves)
}

/// Checks everything but the moves, whose diagnostics are given.
fn with_moves(
    games: &Collection<'_>,
    actual: Option<Charset>,
    severities: &Severities,
    of_moves: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let own = check_game(games, true, severities, usize::MAX);
    let mut found = check_collection(std::iter::once((0, &own)), actual, severities);
    found.extend(own.findings.diagnostics);
    found.extend(of_moves);
    found.sort_by_key(Diagnostic::order);
    found
}

/// Diagnostics of a part of a text in SGF, a game or several, without those of the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFindings {
    /// The diagnostics that depend on nothing outside the part.
    pub findings: Findings,
    facts: Facts,
}

/// Facts about a part that are needed to check the text as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts {
    /// The version of SGF of each game, with its span.
    formats: Vec<(u8, Span)>,
    charsets: Vec<charset::CharsetLabel>,
    /// The first character that was lost when the text was decoded.
    lost: Option<u32>,
    /// Each NUL.
    zeros: Vec<u32>,
}

impl GameFindings {
    /// Whether characters of the text were lost when it was decoded.
    pub fn has_lost_characters(&self) -> bool {
        self.facts.lost.is_some()
    }
}

/// Checks a part of a text: its syntax and the properties of its nodes, up to `limit` diagnostics. `is_last` says
/// whether the text ends with this part.
pub fn check_game(games: &Collection<'_>, is_last: bool, severities: &Severities, limit: usize) -> GameFindings {
    let text = games.text();
    let mut sink = Sink::new(severities, limit);
    let rests = form::RestOfText::all(games);
    form::check(games, &rests, is_last, &mut sink);
    let formats = nodes::check(games, is_last, &mut sink);
    let facts = Facts {
        formats,
        charsets: charset::labels(games),
        lost: text.find('\u{fffd}').map(|at| at as u32),
        zeros: text.match_indices('\0').map(|(at, _)| at as u32).collect(),
    };
    let mut findings = sink.findings;
    form::protect_texts(&rests, &mut findings.diagnostics);
    findings.diagnostics.iter_mut().for_each(flatten);
    findings.diagnostics.sort_by_key(Diagnostic::order);
    GameFindings { findings, facts }
}

/// Checks the parts of a text, each given with its place, against each other. See [`check_sgf`] for `actual`.
pub fn check_collection<'f>(
    parts: impl Iterator<Item = (usize, &'f GameFindings)> + Clone,
    actual: Option<Charset>,
    severities: &Severities,
) -> Vec<Diagnostic> {
    let mut sink = Sink::new(severities, usize::MAX);
    let placed = |at: usize| move |&place: &u32| at + place as usize;
    form::zero_bytes(parts.clone().flat_map(|(at, part)| part.facts.zeros.iter().map(placed(at))), &mut sink);
    let lost = parts.clone().find_map(|(at, part)| part.facts.lost.as_ref().map(placed(at)));
    match lost {
        Some(at) => charset::report_lost(at, &mut sink),
        None => {
            let labels = parts.clone().flat_map(|(at, part)| part.facts.charsets.iter().map(move |label| (at, label)));
            charset::check(labels, actual, &mut sink);
        }
    }
    let formats = parts.flat_map(|(at, part)| part.facts.formats.iter().map(move |&(f, span)| (f, span.shifted(at))));
    nodes::check_formats(formats, &mut sink);
    let mut found = sink.findings.diagnostics;
    found.iter_mut().for_each(flatten);
    found
}

/// Removes line ends from the texts of a diagnostic, because messages quote values, which may have several lines.
fn flatten(diagnostic: &mut Diagnostic) {
    let titles = diagnostic.fixes.iter_mut().map(|fix| &mut fix.title);
    for text in titles.chain([&mut diagnostic.message]).filter(|text| text.contains(char::is_control)) {
        *text = text.replace(char::is_control, " ");
    }
}

/// Applies the fixes of a text in SGF until there are none left; see [`super::fix`].
pub fn fix_sgf(text: &str, actual: Option<Charset>, severities: &Severities, with_unsafe: bool) -> Fixed {
    // What CA names is right after its fix.
    let check = |now: &str| check_sgf(now, actual.filter(|_| charset::label(now) == charset::label(text)), severities);
    let assess = |now: &str| {
        let mut assessment = Assessment::default();
        assessment.add_games(&sgf::parse(now), &Findings { diagnostics: check(now), omitted: 0 });
        assessment
    };
    fix_with(text, with_unsafe, &check, &assess)
}
