//! Commands of a board that are made in a node of SGF itself: text that would end a comment of a record, stones between
//! moves, from which the game continues, and passes, after which the moves of SGF need no higher numbers.

use super::areas::value;
use crate::document::{GameView, Games};
use crate::ide::command::BoardCommand;
use crate::ide::cursor;
use ishi_board::{Color, Point};
use ishi_check::rewrite::Error;
use ishi_convert::convert;
use ishi_record::replay::View;
use ishi_record::syntax::delimits;
use ishi_sgf::{self as sgf, Area, Collection, NodeId, PointSet, Property};
use ishi_text::{Edit, Span};

/// The edits that make a change at a node, counted from the start of the text; `None` for a change that is made through
/// the record.
pub(super) fn change(
    games: &Games,
    game: GameView<'_>,
    node: NodeId,
    command: &BoardCommand,
) -> Option<Result<Vec<Edit>, Error>> {
    let tree = game.tree();
    // What such a node keeps of a record is valid only as long as its properties are the same.
    let mut properties = tree.properties(node).chain(tree.properties(tree.root_of(node)));
    if properties.any(|property| convert::is_own_property(property.id())) {
        return None;
    }
    let edits = match command {
        BoardCommand::Comment(text) if text.split('\n').any(|line| delimits(line).is_some()) => {
            comment(tree, node, text)
        }
        BoardCommand::Setup(point, color) if tree.parent(node).is_some() && !has_move(tree, node) => {
            setup(games, game, node, *point, *color)
        }
        // The record numbers the moves of a node one by one, and has no place for a node after the first of them.
        BoardCommand::InsertPass if tree.properties(node).filter(is_move).count() <= 1 => pass(games, game, node)?,
        _ => return None,
    };
    Some(edits.map(|edits| edits.into_iter().map(|edit| edit.shifted(game.start())).collect()))
}

fn is_move(property: &Property<'_>) -> bool {
    property.is("B") || property.is("W")
}

fn has_move(tree: &Collection<'_>, node: NodeId) -> bool {
    tree.properties(node).any(|property| is_move(&property))
}

/// Adds a node with a pass between a node and all that follows it. `None` if the record does not say who would pass.
fn pass(games: &Games, game: GameView<'_>, node: NodeId) -> Option<Result<Vec<Edit>, Error>> {
    let place = game.record_range().start + game.map().of_node(node)?;
    let color = cursor::at(games.record(), place, |cursor| {
        let (sequence, current) = cursor.event.sequence_at(cursor.owner());
        Some(cursor.event.next_move(sequence, current)?.1)
    })?;
    let end = game.tree().span(node).end as usize;
    Some(Ok(vec![Edit::insert(end, format!(";{}[]", color.letter()))]))
}

fn comment(tree: &Collection<'_>, node: NodeId, text: &str) -> Result<Vec<Edit>, Error> {
    if text.contains('\0') {
        return Err(Error("a comment can't hold this text: a file with a NUL is not a text file".into()));
    }
    let lines: Vec<&str> = text.trim_end().split('\n').map(str::trim_end).collect();
    let mut value = String::new();
    sgf::escape(&lines.join("\n"), &mut value);
    let mut comments = tree.properties(node).filter(|property| property.is("C"));
    Ok(vec![match (comments.next(), comments.next()) {
        (Some(_), Some(_)) => return Err(Error("there are two comments here: join them in the text first".into())),
        (Some(comment), None) => {
            let values = comment.value_spans();
            let (first, last) = (values.first(), values.last());
            let span =
                first.zip(last).map_or(comment.span(), |(first, last)| Span { start: first.start, end: last.end });
            Edit::replace(span, value)
        }
        (None, _) => Edit::insert(tree.span(node).end as usize, format!("C[{value}]")),
    }])
}

/// Puts a stone of this color on a point of a node. Without a color, or if the stone has this color, removes the stone.
fn setup(
    games: &Games,
    game: GameView<'_>,
    node: NodeId,
    point: Point,
    color: Option<Color>,
) -> Result<Vec<Edit>, Error> {
    let tree = game.tree();
    let size = convert::board_size(tree, tree.root_of(node)).map_err(|why| Error(why.into()))?;
    let (Some(row), true) = ((size - 1).checked_sub(point.row()), point.column() < size) else {
        return Err(Error(format!("{point} is not on the board")));
    };
    let at = (point.column(), row);
    let stone = |node: NodeId| {
        let offset = games.to_record(game.start() + tree.span(node).start as usize + 1);
        let board = cursor::at(games.record(), offset, |cursor| Some(View::of(cursor.event, cursor.owner()).board));
        board.and_then(|board| board.get(point)).map(|stone| stone.color)
    };
    let there = stone(node);
    let wanted = color.filter(|&color| there != Some(color));
    if wanted == there {
        return Err(Error(format!("there is no stone on {point}")));
    }
    let before = tree.parent(node).and_then(stone);
    let mut edits = Vec::new();
    for property in tree.properties(node).filter(|property| matches!(&*property.name(), "AB" | "AW" | "AE")) {
        edits.extend(without_point(&property, at));
    }
    if wanted != before {
        let name = match wanted {
            Some(Color::Black) => "AB",
            Some(Color::White) => "AW",
            None => "AE",
        };
        let value = format!("[{}]", value(at));
        let last = tree.properties(node).rfind(|property| property.is(name));
        match last.map(|last| last.span().end) {
            // Its values may just have been written anew.
            Some(end) => match edits.iter_mut().find(|edit| edit.span.end == end) {
                Some(edit) if edit.text.is_empty() => edit.text = format!("{name}{value}"),
                Some(edit) => edit.text.push_str(&value),
                None => edits.push(Edit::insert(end as usize, value)),
            },
            None => edits.push(Edit::insert(tree.span(node).end as usize, format!("{name}{value}"))),
        }
    }
    edits.sort_by_cached_key(|edit| edit.span);
    Ok(edits)
}

/// The edit that removes a point from the values of a property; `None` if no value has the point.
fn without_point(property: &Property<'_>, at: (u8, u8)) -> Option<Edit> {
    let mut has_point = false;
    let mut text = String::new();
    // What several rectangles name is written once.
    let mut written = PointSet::default();
    for raw in property.raw_values() {
        match Area::parse(raw).filter(|area| area.contains(at)) {
            Some(area) => {
                has_point = true;
                written.add(area, |other| {
                    if other != at {
                        text.extend(["[", &value(other), "]"]);
                    }
                });
            }
            None => text.extend(["[", raw, "]"]),
        }
    }
    if !text.is_empty() {
        text.insert_str(0, property.id());
    }
    has_point.then(|| Edit::replace(property.span(), text))
}
