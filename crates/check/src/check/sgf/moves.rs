//! Checks the moves of games in SGF: each game is converted to a record, and diagnostics of the record are reported at
//! the values in SGF.

use crate::check::families::suppression::RULES_OF_GO;
use crate::check::{self, Code, Diagnostic, Fix, GameKey, Related, Severities, Severity};
use ishi_convert::convert::{self, SourceMap};
use ishi_record::record::{self, Reading};
use ishi_record::syntax::{Reader, Source};
use ishi_sgf::{self as sgf, Collection, Dialect, NodeId};
use ishi_text::{Edit, Span};

/// The rules for records that apply to games in SGF. Other rules are about the text of a record, or about facts that
/// SGF expresses in another way.
const RULES: [Code; 15] = [
    Code::SameColorTwice,
    Code::OccupiedPoint,
    Code::SetupNoLiberty,
    Code::SelfCapture,
    Code::Ko,
    Code::RepeatedPosition,
    Code::PlayAfterEnd,
    Code::HandicapMismatch,
    Code::ResultMismatch,
    Code::UnusualKomi,
    Code::HandicapPoints,
    Code::WrongFirstPlayer,
    Code::UnequalMoves,
    Code::PassStones,
    Code::DuplicateGame,
];

/// Checks the moves of games that are not converted yet, with the rules of [`rules_of_moves`]. Also returns the keys of
/// the games, to compare them with each other.
pub(super) fn check(games: &Collection<'_>, severities: &Severities) -> (Vec<Diagnostic>, Vec<GameKey>) {
    if !is_needed(games, severities) {
        return Default::default();
    }
    let record = convert::to_flat_ishi(games);
    let events = Reader::of_file(&record.text).map(|source| (record::read(&source), source));
    let mut moves = Moves::new(games, &record.map, severities);
    events.for_each(|(reading, source)| moves.event(&source, &reading));
    (moves.diagnostics, moves.keys)
}

/// Checks the moves of games that were converted to some events.
pub(super) fn check_events<'e>(
    games: &Collection<'_>,
    events: impl IntoIterator<Item = (&'e Source<'e>, &'e Reading)>,
    map: &SourceMap,
    severities: &Severities,
) -> Vec<Diagnostic> {
    let severities_of_moves = rules_of_moves(severities);
    if !is_needed(games, &severities_of_moves) {
        return Vec::new();
    }
    let mut moves = Moves::new(games, map, &severities_of_moves);
    events.into_iter().for_each(|(source, reading)| moves.event(source, reading));
    let Moves { mut diagnostics, keys, .. } = moves;
    diagnostics.extend(check::check_copies(keys.iter().map(|key| (0, key)), &severities_of_moves));
    diagnostics
}

/// A check of the events to which games are converted, one after the other.
struct Moves<'c> {
    games: &'c Collection<'c>,
    map: &'c SourceMap,
    severities: &'c Severities,
    /// The start of the next event.
    at: usize,
    /// The game of the last event.
    last: Option<NodeId>,
    /// The diagnostics at the values in SGF.
    diagnostics: Vec<Diagnostic>,
    /// The keys of the games, with spans in SGF.
    keys: Vec<GameKey>,
}

impl<'c> Moves<'c> {
    fn new(games: &'c Collection<'c>, map: &'c SourceMap, severities: &'c Severities) -> Self {
        Self { games, map, severities, at: 0, last: None, diagnostics: Vec::new(), keys: Vec::new() }
    }

    fn event(&mut self, source: &Source<'_>, reading: &Reading) {
        let Self { games, map, severities, at, .. } = *self;
        let of_event = check::check_event(source, reading, severities, usize::MAX).diagnostics.into_iter();
        self.diagnostics.extend(of_event.filter_map(|diagnostic| in_game(diagnostic.shifted(at), games, map)));
        // Of the events of a game the first has its beginning.
        let game = map.node_at(at).map(|node| games.root_of(node));
        if game.is_some() && game != self.last {
            let key = GameKey::of(source, reading, severities);
            self.keys.extend(key.map(|key| key.with_span(|span| map.to_sgf(games, at + span.start as usize))));
        }
        self.last = game;
        self.at += source.text.len();
    }
}

fn is_needed(games: &Collection<'_>, severities: &Severities) -> bool {
    !games.games().is_empty() && RULES.iter().any(|&code| severities.of(code) != Severity::Off)
}

/// The severities with which a record that was converted from SGF is checked: only the rules for moves apply to it.
pub fn rules_of_moves(severities: &Severities) -> Severities {
    let mut severities_of_moves = severities.clone();
    Code::ALL
        .iter()
        .filter(|code| !RULES.contains(code))
        .for_each(|&code| severities_of_moves.set(code, Severity::Off));
    severities_of_moves
}

/// Moves the diagnostic of a record to its place in the games from which the record was converted, with the fixes that
/// are possible there. Returns `None` if SGF says that the move is intended.
pub fn in_game(diagnostic: Diagnostic, games: &Collection<'_>, map: &SourceMap) -> Option<Diagnostic> {
    let Diagnostic { code, severity, span, message, related, fixes } = diagnostic;
    let is_of_rules = RULES_OF_GO.contains(&code);
    let node = map.node_at(span.start as usize)?;
    // One rule is enough for a handicap without any stones.
    if is_of_rules && is_forced(games, node) || code == Code::HandicapMismatch && games.property(node, "AB").is_none() {
        return None;
    }
    let to_sgf = |span: Span| map.to_sgf(games, span.start as usize);
    let related = related.into_iter().map(|Related { span, message }| Related { span: to_sgf(span), message });
    let (span, related) = (to_sgf(span), related.collect());
    let fixes = fixes.into_iter().filter_map(|fix| fix_in_game(fix, code, games, node)).collect();
    let mut in_game = Diagnostic { code, severity, span, message, related, fixes };
    super::flatten(&mut in_game);
    Some(in_game)
}

/// Whether KO says that the move of a node is intended.
fn is_forced(games: &Collection<'_>, node: NodeId) -> bool {
    let Some(ko) = games.property(node, "KO") else { return false };
    let value = sgf::unescape(ko.raw_values().next().unwrap_or_default());
    // In some dialects it is the komi.
    games.parent(node).is_some() || Dialect::of_root(games, node).property("KO", &value).is_none()
}

/// Returns a fix of the record as a fix at a node of the game; `None` if it can't be made there.
fn fix_in_game(fix: Fix, code: Code, games: &Collection<'_>, node: NodeId) -> Option<Fix> {
    // White's last pass, after the last node.
    let is_last = code == Code::UnequalMoves && games.children(node).next().is_none();
    is_last.then(|| Fix { edits: vec![Edit::insert(games.span(node).end as usize, ";W[]")], ..fix })
}
