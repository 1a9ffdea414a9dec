//! Checks the moves of games in SGF: each game is converted to a record, and diagnostics of the record are reported at
//! the values in SGF.

use crate::check::families::suppression::RULES_OF_GO;
use crate::check::{self, Code, Diagnostic, Fix, GameKey, Related, Severities, Severity};
use crate::convert::{self, SourceMap};
use crate::record::{self, Reading};
use crate::sgf::{Collection, NodeId};
use crate::syntax::{Reader, Source};
use crate::text::{Edit, Span};

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

/// Checks the moves of games that are not converted yet.
pub(super) fn check(games: &Collection<'_>, severities: &Severities) -> Vec<Diagnostic> {
    if !is_needed(games, &rules_of_moves(severities)) {
        return Vec::new();
    }
    let record = convert::to_flat_ishi(games);
    let events: Vec<_> = Reader::of_file(&record.text).map(|source| (record::read(&source), source)).collect();
    check_events(games, events.iter().map(|(reading, source)| (source, reading)), &record.map, severities)
}

/// Checks the moves of games that were converted to some events.
pub(super) fn check_events<'e>(
    games: &Collection<'_>,
    events: impl IntoIterator<Item = (&'e Source<'e>, &'e Reading)>,
    map: &SourceMap,
    severities: &Severities,
) -> Vec<Diagnostic> {
    let own = rules_of_moves(severities);
    if !is_needed(games, &own) {
        return Vec::new();
    }
    let mut at = 0;
    let mut all = Vec::new();
    let (mut keys, mut last) = (Vec::new(), None);
    for (source, reading) in events {
        all.extend(
            check::check_event(source, reading, &own, usize::MAX).diagnostics.into_iter().map(|one| one.shifted(at)),
        );
        // Of the events of a game the first has its beginning.
        let game = map.node_at(at).map(|node| games.root_of(node));
        if game != last {
            keys.extend(GameKey::of(source, reading, &own).map(|key| (at, key)));
        }
        last = game;
        at += source.text.len();
    }
    all.extend(check::check_copies(keys.iter().map(|(at, key)| (*at, key)), &own));
    all.into_iter().filter_map(|diagnostic| in_game(diagnostic, games, map)).collect()
}

fn is_needed(games: &Collection<'_>, own: &Severities) -> bool {
    !games.games().is_empty() && RULES.iter().any(|&code| own.of(code) != Severity::Off)
}

/// The severities with which a record that was converted from SGF is checked: only the rules for moves apply to it.
pub fn rules_of_moves(severities: &Severities) -> Severities {
    let mut own = severities.clone();
    Code::ALL.iter().filter(|code| !RULES.contains(code)).for_each(|&code| own.set(code, Severity::Off));
    own
}

/// Moves the diagnostic of a record to its place in the games from which the record was converted, with the fixes that
/// are possible there. Returns `None` if SGF says that the move is intended.
pub fn in_game(diagnostic: Diagnostic, games: &Collection<'_>, map: &SourceMap) -> Option<Diagnostic> {
    let Diagnostic { code, severity, span, message, related, fixes } = diagnostic;
    let is_of_rules = RULES_OF_GO.contains(&code);
    let node = map.node_at(span.start as usize)?;
    if is_of_rules && games.property(node, "KO").is_some() {
        return None;
    }
    let to_sgf = |span: Span| map.to_sgf(games, span.start as usize);
    let related = related.into_iter().map(|Related { span, message }| Related { span: to_sgf(span), message });
    let (span, related) = (to_sgf(span), related.collect());
    let fixes = fixes.into_iter().filter_map(|fix| fix_in_game(fix, code, games, node)).collect();
    let mut found = Diagnostic { code, severity, span, message, related, fixes };
    super::flatten(&mut found);
    Some(found)
}

/// Returns a fix of the record as a fix at a node of the game; `None` if it can't be made there.
fn fix_in_game(fix: Fix, code: Code, games: &Collection<'_>, node: NodeId) -> Option<Fix> {
    // White's last pass, after the last node.
    let is_last = code == Code::UnequalMoves && games.children(node).next().is_none();
    is_last.then(|| Fix { edits: vec![Edit::insert(games.span(node).end as usize, ";W[]")], ..fix })
}
