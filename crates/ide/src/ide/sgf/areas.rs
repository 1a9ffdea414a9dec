//! Rectangles of points, as in `TR[aa:cc]`: a change of one point keeps unrelated rectangles.

use ishi_convert::convert::is_own_property;
use ishi_sgf::{self as sgf, Area, Collection, NodeId, PointSet, Property};
use ishi_text::{Edit, apply};

/// The text of a changed game, in which the lists of points of a node keep their rectangles of `old`, as far as they
/// have the same points. A node that keeps lines of a record does not change.
pub(super) fn kept(old: &Collection<'_>, node: NodeId, text: String) -> String {
    let new = sgf::parse(&text);
    let edits: Vec<Edit> = if (node.0 as usize) < new.len() && !keeps_lines(&new, node) {
        new.properties(node).filter_map(|property| with_areas(old, node, &property)).collect()
    } else {
        Vec::new()
    };
    if edits.is_empty() { text } else { apply(&text, &edits) }
}

fn keeps_lines(games: &Collection<'_>, node: NodeId) -> bool {
    let mut properties = games.properties(node).chain(games.properties(games.root_of(node)));
    properties.any(|property| is_own_property(property.id()))
}

/// The edit that writes a list of points with the rectangles that it had.
fn with_areas(old: &Collection<'_>, node: NodeId, property: &Property<'_>) -> Option<Edit> {
    if !matches!(property.id(), "TR" | "SQ" | "MA" | "CR" | "AB" | "AW" | "AE") {
        return None;
    }
    let mut earlier = old.properties(node).filter(|other| other.is(property.id()));
    let (earlier, None) = (earlier.next()?, earlier.next()) else { return None };
    if !earlier.raw_values().any(|raw| raw.contains(':')) {
        return None;
    }
    let (mut wanted, mut points) = (PointSet::default(), Vec::new());
    for area in property.raw_values().filter_map(Area::parse) {
        wanted.add(area, |at| points.push(at));
    }
    let (mut text, mut written) = (property.id().to_owned(), PointSet::default());
    for raw in earlier.raw_values() {
        let area = Area::parse(raw);
        let is_kept = area.is_none_or(|area| wanted.contains(area));
        if is_kept {
            text.extend(["[", raw, "]"]);
        }
        if let Some(area) = area {
            written.add(area, |at| {
                if !is_kept && wanted.contains(at.into()) {
                    text.extend(["[", &value(at), "]"]);
                }
            });
        }
    }
    let added = points.into_iter().filter(|&at| !written.contains(at.into()));
    text.extend(added.map(|at| format!("[{}]", value(at))));
    Some(Edit::replace(property.span(), text))
}

/// The value for a point.
pub(super) fn value((column, row): (u8, u8)) -> String {
    let letter = |line: u8| char::from(if line < 26 { b'a' + line } else { b'A' + line - 26 });
    [column, row].map(letter).into_iter().collect()
}
