//! A place in SGF leads to the lines of its own node and back. A command of a board changes only the node at its place,
//! or is refused with a reason; whatever hovers there is about that place, and folds do not cross.

use std::sync::Arc;

use ishi_convert::convert::to_sgf;
use ishi_ide::document::{Content, Document, Format, Games};
use ishi_ide::ide::{Analysis, BoardCommand};
use ishi_record::record::MoveTarget;
use ishi_sgf::{Collection, NodeId, SgfFile, parse};
use ishi_text::{Span, apply};

use super::commands::any;
use super::{Choices, Input};

/// The properties of a record that SGF does not define.
const OWN: [&str; 2] = ["ISHI", "ISHIEVENT"];

pub fn hold(data: &[u8]) {
    let Input { text, mut choices } = Input::new(data);
    if text.trim_start().starts_with('(') {
        return hold_for(SgfFile::read(text.as_bytes()).text(), &mut choices);
    }
    let record = respelled(&text, &mut choices);
    hold_for(&to_sgf(&record).text, &mut choices);
}

/// The record with some of its words in lower case, more spaces between some of them, some lines indented, and remarks
/// here and there.
fn respelled(record: &str, choices: &mut Choices<'_>) -> String {
    let mut out = String::new();
    for line in record.split_inclusive('\n') {
        let word = line.split_whitespace().next().unwrap_or_default();
        let line = if choices.once_in(4) && matches!(word, "B" | "W" | "MARK" | "SETUP" | "VAR") {
            line.replacen(word, &word.to_lowercase(), 1)
        } else {
            line.to_owned()
        };
        let is_spaced = matches!(word, "B" | "W" | "MARK" | "SETUP") && choices.once_in(4);
        let line = if is_spaced { line.to_lowercase().replace(' ', "  ") } else { line };
        if choices.once_in(12) && word == "B" {
            out.push_str("REMARK here\n");
        }
        if choices.once_in(6) && matches!(word, "B" | "W") {
            out.push_str("    ");
        }
        out.push_str(&line);
    }
    out
}

/// The law for a text in SGF, with a few commands of a board.
pub fn hold_for(text: &str, choices: &mut Choices<'_>) {
    let document = Document::of_format(text, Format::Sgf, Arc::default());
    let Content::Games(games) = document.version().content() else { unreachable!("it is in SGF") };
    let tree = parse(text);
    assert_moves_lead_to_their_lines(text, games);
    let analysis = Analysis::new(games.clone());
    let folds = analysis.folding();
    for (nth, one) in folds.iter().enumerate() {
        let crosses =
            |other: &&ishi_ide::ide::Fold| one.start < other.start && other.start <= one.end && one.end < other.end;
        let crossing = folds[nth..].iter().find(crosses);
        assert!(one.start < one.end && crossing.is_none(), "{one:?} crosses {crossing:?} in {text:?}");
    }
    for _ in 0..4 {
        let at = choices.place(text);
        if let Some(hover) = analysis.hover(at, &|| false) {
            let Span { start, end } = hover.span;
            assert!((start..=end).contains(&(at as u32)), "a hover at {at} is about {start}..{end} of {text:?}");
        }
        let change = any(choices);
        if let Some(node) = tree.node_at(at) {
            assert_is_about_node(text, &analysis, &tree, node, at, &change);
        }
        if choices.are_over() {
            return;
        }
    }
}

/// The color and the target of the move that a node says, if that is all that it says of moves and the board.
fn plain_move(tree: &Collection<'_>, node: NodeId) -> Option<(ishi_board::Color, (u8, u8))> {
    let mut properties = tree.properties(node);
    if properties.any(|one| matches!(&*one.name(), "AB" | "AW" | "AE" | "MN")) {
        return None;
    }
    let mut moves = tree.properties(node).filter(|one| one.is("B") || one.is("W"));
    let (one, None) = (moves.next()?, moves.next()) else { return None };
    let mut values = one.raw_values();
    let (value, None) = (values.next()?, values.next()) else { return None };
    let color = if one.is("B") { ishi_board::Color::Black } else { ishi_board::Color::White };
    Some((color, ishi_sgf::point(value)?))
}

fn assert_moves_lead_to_their_lines(text: &str, games: &Games) {
    for game in games.games() {
        let tree = game.tree();
        let is_whole = game.record_text().contains("REMARK This game is kept as it is");
        let [_] = tree.games() else { continue };
        if is_whole {
            continue;
        }
        for node in tree.nodes_of_game(0) {
            let Some((color, at)) = plain_move(tree, node) else { continue };
            let place = game.start() + tree.span(node).start as usize;
            let found = games.to_record(place);
            let record = games.record();
            let view = record.event_at(found);
            let line = record.text().byte_to_line(found) as u32 - view.first_line();
            let event = view.event();
            let size = event.board_size.get();
            if at.0 >= size || at.1 >= size {
                continue;
            }
            let target = ishi_board::Point::new(at.0, size - 1 - at.1).map(MoveTarget::Point);
            let of_line: Vec<_> = event.moves.iter().filter(|one| one.line == line).collect();
            let is_it = of_line.iter().any(|one| (one.color, Some(one.place)) == (color, target));
            assert!(is_it, "the move at {place} leads to line {line} in {text:?}, {}", record.text());
            let line_start = record.text().line_to_byte((line + view.first_line()) as usize);
            let line_text = record.text().line((line + view.first_line()) as usize).to_string();
            let indent = line_text.len() - line_text.trim_start().len();
            let back = |from| {
                let back = games.to_sgf(Span::empty(from)).start as usize;
                back.checked_sub(game.start()).and_then(|back| tree.node_at(back))
            };
            assert_eq!(back(found), Some(node), "line {line} leads back in {text:?}, {}", record.text());
            if of_line.len() == 1 {
                assert_eq!(back(line_start + indent), Some(node), "line {line} in {text:?}, {}", record.text());
            }
        }
    }
}

/// A node as it counts: its depth, and its properties but for what is kept of a record.
#[derive(Clone, Debug, PartialEq)]
struct Counted {
    depth: usize,
    properties: Vec<(String, String)>,
}

fn counted(tree: &Collection<'_>) -> Vec<Counted> {
    let mut depths = Vec::new();
    let nodes = (0..tree.len() as u32).map(NodeId).map(|node| {
        let depth = tree.parent(node).map_or(0, |parent: NodeId| depths[parent.0 as usize] + 1);
        depths.push(depth);
        let own = tree.properties(node).filter(|one| !OWN.contains(&one.id()));
        let properties = own.map(|one| {
            let values: Vec<String> = one.raw_values().map(|raw| format!("[{}]", ishi_sgf::unescape(raw))).collect();
            (one.name().into_owned(), values.concat())
        });
        Counted { depth, properties: properties.collect() }
    });
    nodes.collect()
}

fn assert_is_about_node(
    text: &str,
    analysis: &Analysis,
    tree: &Collection<'_>,
    node: NodeId,
    at: usize,
    change: &BoardCommand,
) {
    let revision = match analysis.run(at, change, 2) {
        Ok(revision) => revision,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    let new = apply(text, &revision.edits);
    let name = || format!("{change:?} at {at}\nof {text:?}\nis {new:?}");
    let (before, after) = (counted(tree), counted(&parse(&new)));
    let at = node.0 as usize;
    let end = (at + 1..before.len()).find(|&next| before[next].depth <= before[at].depth).unwrap_or(before.len());
    // With the first characters outside of ASCII, the root names UTF-8.
    let names_utf8 = !new.is_ascii();
    let is_same_but = |names: &[&str]| {
        let without_charset = |node: &Counted, is_changed: bool| {
            let others =
                node.properties.iter().filter(|(name, _)| name != "CA" && !(is_changed && names.contains(&&**name)));
            others.cloned().collect::<Vec<_>>()
        };
        let others = |node: &Counted| {
            let others = node.properties.iter().filter(|(name, _)| !names.contains(&&**name));
            others.cloned().collect::<Vec<_>>()
        };
        before.len() == after.len()
            && before.iter().zip(&after).enumerate().all(|(index, (one, other))| {
                let is_named = names_utf8 && one.depth == 0 && one.depth == other.depth;
                one == other
                    || index == at && one.depth == other.depth && others(one) == others(other)
                    || is_named && without_charset(one, index == at) == without_charset(other, index == at)
            })
    };
    let holds = match change {
        BoardCommand::Comment(_) => is_same_but(&["C"]),
        BoardCommand::Mark(..) => is_same_but(&["TR", "SQ", "MA", "CR", "LB", "M", "L"]),
        BoardCommand::Setup(..) => is_same_but(&["AB", "AW", "AE"]),
        BoardCommand::Delete => {
            let raised = |node: &Counted| Counted { depth: node.depth - 1, ..node.clone() };
            let without = [&before[..at], &before[end..]].concat();
            let only =
                [&before[..at], &before[at + 1..end].iter().map(raised).collect::<Vec<_>>(), &before[end..]].concat();
            after == without || after == only
        }
        BoardCommand::Play(_) => {
            revision.edits.is_empty()
                || (at + 1..=end).any(|place| {
                    after.len() == before.len() + 1
                        && after[..place] == before[..place]
                        && after[place].depth == before[at].depth + 1
                        && after[place + 1..] == before[place..]
                })
        }
        _ => true,
    };
    assert!(holds, "another node has changed: {}", name());
}
