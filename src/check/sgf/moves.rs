//! The moves of games in SGF: the record that they become is checked, and what is wrong there stands at the value in
//! SGF.

use crate::check::{self, Code, Diagnostic, Related, Severities, Severity};
use crate::convert::{self, Map, Origins};
use crate::sgf::Collection;

/// The rules for records that apply to games in SGF. The others are about the text of a record, or about what SGF says
/// in another way.
const RULES: [Code; 9] = [
    Code::SameColorTwice,
    Code::OccupiedPoint,
    Code::SetupNoLiberty,
    Code::SelfCapture,
    Code::Ko,
    Code::RepeatedPosition,
    Code::PlayAfterEnd,
    Code::HandicapMismatch,
    Code::ResultMismatch,
];

pub(super) fn check(games: &Collection<'_>, severities: &Severities) -> Vec<Diagnostic> {
    let own = rules_of_moves(severities);
    if games.games().is_empty() || RULES.iter().all(|&code| own.of(code) == Severity::Off) {
        return Vec::new();
    }
    let record = convert::to_flat_ishi(games);
    let origins = Origins::new(&record);
    let map = Map::new(games, &record.text, &origins);
    let found = check::check(&record.text, &own).into_iter();
    found.filter_map(|diagnostic| in_game(diagnostic, games, &map)).collect()
}

/// The severities with which a record that was converted from SGF is checked: only the rules for moves apply to it.
pub fn rules_of_moves(severities: &Severities) -> Severities {
    let mut own = severities.clone();
    Code::ALL.iter().filter(|code| !RULES.contains(code)).for_each(|&code| own.set(code, Severity::Off));
    own
}

/// The diagnostic of a record in its place in the games that the record was converted from, without fixes; none if
/// SGF says that there is nothing wrong.
pub fn in_game(diagnostic: Diagnostic, games: &Collection<'_>, map: &Map<'_>) -> Option<Diagnostic> {
    let Diagnostic { code, severity, span, message, related, .. } = diagnostic;
    let is_of_rules = matches!(code, Code::OccupiedPoint | Code::SelfCapture | Code::Ko | Code::RepeatedPosition);
    let node = map.node(span.start as usize)?;
    if is_of_rules && games.property(node, "KO").is_some() {
        return None;
    }
    let related = related.into_iter().map(|Related { span, message }| Related { span: map.to_sgf(span), message });
    let (span, related) = (map.to_sgf(span), related.collect());
    let mut found = Diagnostic { code, severity, span, message, related, fixes: Vec::new() };
    super::flatten(&mut found);
    Some(found)
}
