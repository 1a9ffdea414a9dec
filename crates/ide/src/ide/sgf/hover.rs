//! `textDocument/hover` in SGF: the board of a node, and the meaning of a property.

use crate::document::Games;
use crate::ide::hover::{self, Hover};
use ishi_convert::convert::{self, Site};
use ishi_sgf::{self as sgf, Collection, Dialect, NodeId, Property};
use ishi_text::Span;

/// Returns the hover at `offset`: the hover of the record that the games are converted to, with the meaning of the
/// property. The count of the final position is left out if `stop` returns true before the count is computed.
pub(in crate::ide) fn hover(games: &Games, offset: usize, stop: &(dyn Fn() -> bool + Sync)) -> Option<Hover> {
    let game = games.game_at(offset);
    let tree = game.tree();
    let at = offset - game.start();
    let site = Site::at(tree, at)?;
    let node = tree.span(site.node);
    let property = site.property(tree);
    let value = site.property.and_then(|(_, value)| value);
    let at_cursor = match (&property, value) {
        (Some(property), Some(value)) => property.value_spans()[value],
        (Some(property), None) => property.id_span(),
        (None, _) => Span { start: node.start, end: node.start + 1 },
    };
    // A bracket or white space stands by itself.
    let around = property.map_or(Span::empty(at), |property| property.span());
    let holds = |span: &Span| span.start as usize <= at && at <= span.end as usize;
    let span = [at_cursor, around].into_iter().find(holds).unwrap_or(Span::empty(at));
    let of_line = hover::without_corrections(games.record(), games.to_record(offset), stop);
    // What no line of the record says still has a board.
    let start = game.start() + node.start as usize;
    let of_node = || hover::without_corrections(games.record(), games.to_record(start), stop);
    let of_game = || hover::without_board(games.record(), game.record_range().start);
    let meaning = property.map(|property| of_dialect(tree, site.node, &property).unwrap_or_else(|| meaning(&property)));
    Some(Hover::in_game(of_line.or_else(of_node).or_else(of_game), span.shifted(game.start()), meaning))
}

/// The meaning of a property that the dialect of its game defines.
fn of_dialect(tree: &Collection<'_>, node: NodeId, property: &Property<'_>) -> Option<String> {
    let value = sgf::unescape(property.raw_values().next().unwrap_or_default());
    let is_of_root = tree.parent(node).is_none();
    let defined = is_of_root.then(|| Dialect::of_root(tree, node).property(&property.name(), &value)).flatten()?;
    Some(format!("{}: {}.", defined.name, defined.what))
}

/// The meaning of a property.
fn meaning(property: &Property<'_>) -> String {
    let name = property.name();
    match (sgf::definition(&name), &*name) {
        (Some(definition), _) => format!("{name}: {}.", definition.what),
        (None, name) if convert::is_own_property(name) => {
            format!("{name}: lines of a record that SGF has no property for.")
        }
        (None, _) => format!("{name} is not a property that SGF defines."),
    }
}
