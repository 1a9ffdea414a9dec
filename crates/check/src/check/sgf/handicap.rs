//! The rule for a handicap whose stones are missing.

use crate::check::{Code, Sink};
use ishi_record::record;
use ishi_sgf::{self as sgf, Collection, NodeId};

/// Reports a handicap without its stones: neither AB puts stones on the board before the first move, nor does the game
/// begin with as many moves of Black.
pub(super) fn check(games: &Collection<'_>, root: NodeId, sink: &mut Sink<'_>) {
    let Some(property) = games.property(root, "HA") else { return };
    let value = sgf::unescape(property.raw_values().next().unwrap_or_default());
    let Some(stones) = record::handicap(&value).filter(|&stones| stones >= 2) else { return };
    if !has_stones(games, root, stones) {
        sink.report(Code::SgfMissingHandicap, property.main_span(), |diagnostic| {
            diagnostic.message = format!(
                "the handicap of {stones} stones is not on the board: add AB with their points, or remove HA from an \
                 even game"
            );
        });
    }
}

/// Whether the main line of a game begins with handicap stones.
fn has_stones(games: &Collection<'_>, root: NodeId, stones: u32) -> bool {
    let (mut node, mut moves) = (Some(root), 0);
    while let Some(id) = node {
        let first = |name| games.property(id, name).and_then(|property| property.raw_values().next());
        if first("AB").is_some_and(|point| !point.trim().is_empty()) {
            return true;
        }
        let is_pass = |point: &str| matches!(point.trim(), "" | "tt");
        moves += u32::from(first("B").is_some_and(|point| !is_pass(point)));
        // White may pass for each of them.
        if moves >= stones || first("W").is_some_and(|point| !is_pass(point)) {
            return moves >= stones;
        }
        node = games.children(id).next();
    }
    false
}
