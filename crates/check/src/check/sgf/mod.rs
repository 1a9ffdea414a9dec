//! Rules for games in SGF: syntax, properties, and moves. The moves are checked in the record that a game is converted
//! to.

mod charset;
mod form;
mod handicap;
mod meaning;
mod moves;
mod nodes;
mod value;

pub use moves::{in_game, rules_of_moves};

use std::ops::Range;

use super::fixing::assessment::Assessment;
use super::fixing::fix::{Fixed, fix_with};
use super::sink::Sink;
use super::{Diagnostic, Findings, GameKey, Severities, check_copies};
use ishi_convert::convert::SourceMap;
use ishi_record::record::Reading;
use ishi_record::syntax::Source;
use ishi_sgf::{self as sgf, CharsetDoubt, CharsetFacts, Collection};
use ishi_text::Span;
use ishi_work::parallel;

/// Returns the diagnostics of a text in SGF, in the order of places. `charset` has what the bytes of the file say of
/// its charset (see [`sgf::SgfFile::charset_facts`]); the text of an editor has no bytes.
///
/// ```
/// use ishi_check::check::{Severities, check_sgf};
///
/// let text = "(;FF[4]GM[1]SZ[19];B[pd];W[pd])";
/// let found = check_sgf(text, None, &Severities::default());
/// assert_eq!(found[0].code.name(), "occupied-point");
/// assert_eq!(found[0].span.start, 27);
/// ```
pub fn check_sgf(text: &str, charset: Option<CharsetFacts>, severities: &Severities) -> Vec<Diagnostic> {
    let severities_of_moves = rules_of_moves(severities);
    let read = |range: Range<usize>| GamePart::read(text, range, severities, &severities_of_moves);
    // A text can be a collection of any number of games, so only what was found in them is kept.
    let parts: Vec<GamePart> = if text.len() < parallel::THRESHOLD {
        parts(text).map(read).collect()
    } else {
        parallel::try_map_iter(parts(text), |range| Some(read(range))).unwrap_or_default()
    };
    let facts = parts.iter().map(|part| (part.start, &part.findings));
    let mut diagnostics = check_collection(facts, charset, severities);
    let keys = parts.iter().flat_map(|part| part.keys.iter().map(|key| (part.start, key)));
    diagnostics.extend(check_copies(keys, &severities_of_moves));
    for mut part in parts {
        diagnostics.append(&mut part.findings.findings.diagnostics);
    }
    diagnostics.sort_by_key(Diagnostic::order);
    diagnostics
}

/// Cuts a text before each of its games but the first.
fn parts(text: &str) -> impl Iterator<Item = Range<usize>> + Send {
    let mut starts = sgf::game_starts(text).skip(1).fuse();
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        next = starts.next();
        Some(start..next.unwrap_or(text.len()))
    })
}

/// The findings in a part of a text.
struct GamePart {
    start: usize,
    /// The findings, with the diagnostics of the moves. The diagnostics have their places in the whole text.
    findings: GameFindings,
    /// The keys of the games.
    keys: Vec<GameKey>,
}

impl GamePart {
    fn read(text: &str, range: Range<usize>, severities: &Severities, severities_of_moves: &Severities) -> Self {
        let (start, is_last) = (range.start, range.end == text.len());
        let games = sgf::parse(&text[range]);
        let mut findings = check_game(&games, is_last, severities, usize::MAX);
        let (of_moves, keys) = moves::check(&games, severities_of_moves);
        let diagnostics = std::mem::take(&mut findings.findings.diagnostics).into_iter().chain(of_moves);
        findings.findings.diagnostics = diagnostics.map(|diagnostic| diagnostic.shifted(start)).collect();
        Self { start, findings, keys }
    }
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
    charset: Option<CharsetFacts>,
    severities: &Severities,
    of_moves: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let findings = check_game(games, true, severities, usize::MAX);
    let mut diagnostics = check_collection(std::iter::once((0, &findings)), charset, severities);
    diagnostics.extend(findings.findings.diagnostics);
    diagnostics.extend(of_moves);
    diagnostics.sort_by_key(Diagnostic::order);
    diagnostics
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
    /// The first character that was lost when the text was decoded, and the number of such characters.
    lost: Option<(u32, u32)>,
    /// The span of the first node.
    start: Option<Span>,
    /// The places of NUL characters, in bytes.
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
        lost: text.find('\u{fffd}').map(|at| (at as u32, text.matches('\u{fffd}').count() as u32)),
        start: games.games().first().map(|&root| nodes::start_of(games, root)),
        zeros: text.match_indices('\0').map(|(at, _)| at as u32).collect(),
    };
    let mut findings = sink.findings;
    form::protect_texts(&rests, &mut findings.diagnostics);
    findings.diagnostics.iter_mut().for_each(flatten);
    findings.diagnostics.sort_by_key(Diagnostic::order);
    GameFindings { findings, facts }
}

/// Checks the parts of a text, each given with its place, against each other. See [`check_sgf`] for
/// `charset`.
pub fn check_collection<'f>(
    parts: impl Iterator<Item = (usize, &'f GameFindings)> + Clone,
    charset: Option<CharsetFacts>,
    severities: &Severities,
) -> Vec<Diagnostic> {
    let mut sink = Sink::new(severities, usize::MAX);
    let placed = |at: usize| move |&place: &u32| at + place as usize;
    form::zero_bytes(parts.clone().flat_map(|(at, part)| part.facts.zeros.iter().map(placed(at))), &mut sink);
    let CharsetFacts { doubt, has_damage } = charset.unwrap_or_default();
    let mut lost = parts.clone().filter_map(|(at, part)| Some((at, part.facts.lost?)));
    let first_lost = lost.next().map(|(at, (first, count))| (at + first as usize, count as usize));
    match first_lost {
        Some((at, count)) if has_damage => {
            let count = count + lost.map(|(_, (_, count))| count as usize).sum::<usize>();
            charset::report_damage(at, count, &mut sink);
        }
        Some((at, _)) => charset::report_lost(at, &mut sink),
        None => {}
    }
    if first_lost.is_none() || has_damage {
        let labels = parts.clone().flat_map(|(at, part)| part.facts.charsets.iter().map(move |label| (at, label)));
        charset::check(labels, doubt, &mut sink);
    }
    let start = parts.clone().find_map(|(at, part)| Some(part.facts.start?.shifted(at)));
    if let (Some(CharsetDoubt::Unnamed(guess)), Some(start)) = (doubt, start) {
        charset::report_unnamed(start, guess, &mut sink);
    }
    let formats = parts.flat_map(|(at, part)| part.facts.formats.iter().map(move |&(f, span)| (f, span.shifted(at))));
    nodes::check_formats(formats, &mut sink);
    let mut diagnostics = sink.findings.diagnostics;
    diagnostics.iter_mut().for_each(flatten);
    diagnostics
}

/// Removes line ends from the texts of a diagnostic, because messages quote values, which may have several lines.
fn flatten(diagnostic: &mut Diagnostic) {
    let titles = diagnostic.fixes.iter_mut().map(|fix| &mut fix.title);
    for text in titles.chain([&mut diagnostic.message]).filter(|text| text.contains(char::is_control)) {
        *text = text.replace(char::is_control, " ");
    }
}

/// Applies the fixes of a text in SGF until there are none left; see [`super::fix`].
pub fn fix_sgf(text: &str, charset: Option<CharsetFacts>, severities: &Severities, with_unsafe: bool) -> Fixed {
    // What CA names is right after its fix.
    let facts = |now: &str| {
        let is_same = charset::label(now) == charset::label(text);
        charset.map(|facts| CharsetFacts { doubt: facts.doubt.filter(|_| is_same), ..facts })
    };
    let check = |now: &str| check_sgf(now, facts(now), severities);
    let assess = |now: &str| {
        let mut assessment = Assessment::default();
        assessment.add_games(&sgf::parse(now), &Findings { diagnostics: check(now), omitted: 0 });
        assessment
    };
    fix_with(text, with_unsafe, &check, &assess)
}
