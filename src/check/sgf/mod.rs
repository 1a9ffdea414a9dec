//! What is wrong with games in SGF: their form, their properties and, through the record that they become, their moves.

mod charset;
mod form;
mod moves;
mod nodes;
mod value;

use super::assessment::Assessment;
use super::fix::{Fixed, fix_with};
use super::sink::Sink;
use super::{Diagnostic, Severities};
use crate::board::{Color, Point};
use crate::record::MoveTarget;
use crate::sgf::{self, Charset, Collection, Property};
use crate::text::Span;

/// Everything that is wrong with a text in SGF, in the order of places. `actual` is the charset of the file, if that is
/// another than CA names; an editor's text has none.
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
    check_games(&sgf::parse(text), actual, severities)
}

fn check_games(games: &Collection<'_>, actual: Option<Charset>, severities: &Severities) -> Vec<Diagnostic> {
    let mut sink = Sink::new(severities, usize::MAX);
    form::check(games, &mut sink);
    charset::check(games, actual, &mut sink);
    nodes::check(games, &mut sink);
    let mut found = sink.findings.diagnostics;
    found.extend(moves::check(games, severities));
    // Values are quoted in messages, and may have several lines.
    for diagnostic in &mut found {
        let titles = diagnostic.fixes.iter_mut().map(|fix| &mut fix.title);
        for text in titles.chain([&mut diagnostic.message]).filter(|text| text.contains(char::is_control)) {
            *text = text.replace(char::is_control, " ");
        }
    }
    found.sort_by_key(Diagnostic::order);
    found
}

/// Applies the fixes of a text in SGF until there are none left; see [`super::fix`].
pub fn fix_sgf(text: &str, actual: Option<Charset>, severities: &Severities, with_unsafe: bool) -> Fixed {
    // What CA names is right after its fix.
    let check = |now: &str| check_sgf(now, actual.filter(|_| charset::label(now) == charset::label(text)), severities);
    let assess = |now: &str| {
        let games = sgf::parse(now);
        let moves = games.games().iter().enumerate().flat_map(|(game, _)| games.nodes_of_game(game));
        let moves = moves.flat_map(|node| games.properties(node)).filter_map(|property| {
            let color = match &*property.name() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            let value = property.raw_values().next().unwrap_or_default();
            let place = match sgf::point(value) {
                Some((column, row)) => Point::new(column, row).map_or(MoveTarget::Unknown, MoveTarget::Point),
                None if value.is_empty() => MoveTarget::Pass,
                None => MoveTarget::Unknown,
            };
            Some((color, place))
        });
        Assessment::new(&check(now), moves)
    };
    fix_with(text, with_unsafe, &check, &assess)
}

/// The first value of a property, or all of it if that is empty.
fn value_span(property: &Property<'_>) -> Span {
    property.value_spans().first().copied().filter(|span| !span.is_empty()).unwrap_or(property.span())
}
