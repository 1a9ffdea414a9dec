//! A game as data for a page that plays it back: the tree of its moves, and what each node changes in the position of
//! its parent.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::board::{BoardOptions, PanelBoard, board, comment_of, location, picture};
use super::tree::{Node, NodeKind, tree};
use crate::document::{Document, Snapshot};
use ishi_board::{Color, Point};
use ishi_record::record::{Event, Owner, SequenceId};
use ishi_record::replay::{View, Visit, Walk};
use ishi_record::syntax::Source;
use ishi_render::{Captures, Glyph, Ground, Picture, Window};

/// The version of the format. New keys do not change the version; changed or removed keys do.
const VERSION: u32 = 1;

/// A game with all of its positions, as `editors/player/src/game.ts` reads it.
#[derive(Clone, Debug)]
pub struct PlayerGame {
    title: String,
    data: Value,
}

/// The part of a position that is compared with those that follow.
struct Position {
    /// The stones, in the order of their points.
    stones: Vec<(Point, Color)>,
    captures: Captures,
    number: u32,
}

impl PlayerGame {
    /// Replays the event of a text with this index. The node of `start` is shown first.
    ///
    /// # Errors
    /// Returns the reason why the event can't be played back.
    pub fn read(text: &str, index: usize, start: Owner) -> Result<Self, String> {
        Self::of_snapshot(&Document::new(text, Arc::default()).snapshot(), index, start)
    }

    /// Replays the event of a record with this index. The node of `start` is shown first.
    pub(crate) fn of_snapshot(snapshot: &Snapshot, index: usize, start: Owner) -> Result<Self, String> {
        let view = snapshot.events().nth(index).ok_or("the file does not have this event")?;
        let event = view.event();
        let event_text = view.text();
        let source = view.source(&event_text);
        let offset = |owner: Owner| {
            let line = source.lines.get(event.line_of(owner) as usize);
            view.start() + line.map_or(0, |line| line.span.start as usize)
        };
        let tree = tree(snapshot, offset(start), 0).ok_or("the event is text of another kind")?;
        if tree.truncated {
            let reason = format!("the game has more than {} moves and diagrams, too many for a page", tree.nodes.len());
            return Err(reason);
        }
        let board = |owner: Owner| board(snapshot, offset(owner), BoardOptions::default());
        let first = board(Owner::Event).ok_or("the event has no board")?;
        let end = event.moves_of(SequenceId(0)).next_back().map_or(Owner::Event, Owner::Move);
        let counted = board(end).filter(|board| board.counted.is_some());
        let mut pictures = pictures(event, &source);
        let mut positions: Vec<Position> = Vec::with_capacity(tree.nodes.len());
        let mut nodes = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
            let owner = match node.kind {
                NodeKind::Root => Owner::Event,
                NodeKind::Move(..) | NodeKind::Diagram(_) => event.owner_at(node.line - view.first_line()),
            };
            let mut picture =
                pictures.remove(&owner).unwrap_or_else(|| picture(event, &source, &View::of(event, owner), Vec::new()));
            picture.stones.sort_unstable_by_key(|(point, _)| *point);
            let parent = node.parent.and_then(|parent| positions.get(parent));
            let mut data = written_node(node, positions.len());
            data.extend(changes(node, &picture, parent));
            data.extend(content(&picture, event.board_size.get()));
            data.insert("number".into(), number(node, parent));
            data.insert("comment".into(), json!(comment_of(event, &source, owner)));
            if owner == Owner::Event {
                data.insert("toPlay".into(), json!(first.picture.to_play.map(Color::name)));
            }
            if owner == end {
                data.insert("count".into(), json!(counted.as_ref().map(count)));
            }
            data.retain(|_, value| !is_usual(value));
            nodes.push(Value::Object(data));
            positions.push(Position::of(node, picture));
        }
        let headers = first.headers.iter().map(|(keyword, text)| (keyword.name().to_ascii_lowercase(), text.as_str()));
        let data = json!({
            "version": VERSION,
            "title": tree.title,
            "headers": headers.collect::<BTreeMap<_, _>>(),
            "size": event.board_size.get(),
            "start": tree.current,
            "nodes": nodes,
        });
        Ok(Self { title: tree.title, data })
    }

    /// The title of the game, or else its players; empty if it has neither.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The game as JSON that may stand in a script of a page.
    pub fn json(&self) -> String {
        self.data.to_string().replace('<', "\\u003c")
    }
}

impl Position {
    fn of(node: &Node, picture: Picture) -> Self {
        let number = if let NodeKind::Move(_, number, _) = node.kind { number.unwrap_or(0) } else { 0 };
        Self { stones: picture.stones, captures: picture.captures, number }
    }
}

/// The pictures of all moves and diagrams, from one walk.
fn pictures(event: &Event, source: &Source<'_>) -> HashMap<Owner, Picture> {
    let mut pictures = HashMap::new();
    let mut walk = Walk::new(event);
    while let Some(visit) = walk.next() {
        let owner = match visit {
            Visit::Move(id) => Owner::Move(id),
            Visit::Diagram(id) => Owner::Diagram(id),
            Visit::Begin(_) | Visit::End(_) | Visit::Datum(_) => continue,
        };
        pictures.insert(owner, picture(event, source, &View::of_walk(&walk, owner), Vec::new()));
    }
    pictures
}

/// Whether a value may be left out.
fn is_usual(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(values) => values.is_empty(),
        _ => false,
    }
}

/// A node of the tree with this index. Its parent is left out if that is the node right before.
fn written_node(node: &Node, index: usize) -> Map<String, Value> {
    let (diagram, color, location) = match &node.kind {
        NodeKind::Root => (None, None, None),
        NodeKind::Diagram(name) => (Some(name.as_str()), None, None),
        NodeKind::Move(color, _, target) => (None, Some(color.name()), location(*target)),
    };
    let parent = node.parent.filter(|parent| parent + 1 != index);
    object(json!({
        "parent": parent, "diagram": diagram, "color": color, "location": location, "marker": node.marker,
        "variation": !node.main,
    }))
}

/// The number of a move, unless it is one more than that of its parent; 0 if it has none.
fn number(node: &Node, parent: Option<&Position>) -> Value {
    let NodeKind::Move(_, number, _) = node.kind else { return Value::Null };
    let expected = parent.map_or(1, |parent| parent.number.saturating_add(1));
    if number == Some(expected) { Value::Null } else { number.unwrap_or(0).into() }
}

/// The stones that are put and those that go, and the prisoners where their number changes.
fn changes(node: &Node, picture: &Picture, parent: Option<&Position>) -> Map<String, Value> {
    let before = parent.map_or(&[][..], |parent| &parent.stones);
    // A move may put its stone where one of its color stands already.
    let played = picture.last.filter(|_| matches!(node.kind, NodeKind::Move(..)));
    let is_put = |&(point, color): &(Point, Color)| on(before, point) != Some(color) || played == Some(point);
    let put: Vec<(Point, Color)> = picture.stones.iter().copied().filter(is_put).collect();
    let of_color = |color: Color| names(put.iter().filter(|stone| stone.1 == color).map(|stone| stone.0));
    let gone = before.iter().map(|stone| stone.0).filter(|&point| on(&picture.stones, point).is_none());
    let captures = parent.map_or(Captures::default(), |parent| parent.captures);
    let Captures { black, white } = picture.captures;
    let captures = (captures != picture.captures).then(|| json!({"black": black, "white": white}));
    object(json!({
        "black": of_color(Color::Black), "white": of_color(Color::White), "gone": names(gone), "captures": captures,
    }))
}

/// The color of the stone on a point.
fn on(stones: &[(Point, Color)], point: Point) -> Option<Color> {
    let index = stones.binary_search_by_key(&point, |stone| stone.0).ok()?;
    Some(stones[index].1)
}

/// The marks, the notes and the part of the board that a node shows, in a game on a board of this size.
fn content(picture: &Picture, size: u8) -> Map<String, Value> {
    let marks: Vec<Value> = picture.marks.iter().map(|(point, glyph)| mark(*point, glyph)).collect();
    let notes = picture
        .notes
        .iter()
        .map(|note| json!({"number": note.number, "color": note.color.name(), "location": note.point.to_string()}));
    let Window { lower_left, upper_right } = picture.window;
    let is_part = picture.window != Window::of(picture.size);
    object(json!({
        "marks": marks,
        "notes": notes.collect::<Vec<_>>(),
        "region": is_part.then(|| json!({"from": lower_left.to_string(), "to": upper_right.to_string()})),
        "size": Some(picture.size.get()).filter(|&other| other != size),
    }))
}

/// The count at the end of a game.
fn count(board: &PanelBoard) -> Value {
    let ground = |worth: Ground| {
        let points = board.picture.ground.iter().filter(|ground| ground.1 == worth);
        names(points.map(|ground| ground.0))
    };
    json!({"text": board.counted.as_ref().map(|counted| &counted.text), "ground": {
        "black": ground(Ground::Of(Color::Black)), "white": ground(Ground::Of(Color::White)),
        "seki": ground(Ground::Seki), "dame": ground(Ground::Dame),
    }})
}

/// A mark as the server writes it in a scene.
fn mark(point: Point, glyph: &Glyph) -> Value {
    let location = point.to_string();
    let sign = |kind: &str| json!({"location": location, "kind": kind});
    match glyph {
        Glyph::Number(number) => json!({"location": location, "kind": "number", "number": number}),
        Glyph::Label(label) => json!({"location": location, "kind": "label", "label": label}),
        Glyph::Check => sign("check"),
        Glyph::Diamond => sign("diamond"),
        Glyph::Square => sign("square"),
        Glyph::Triangle => sign("triangle"),
    }
}

fn names(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}

/// The keys of a JSON object.
fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(keys) => keys,
        _ => Map::new(),
    }
}
