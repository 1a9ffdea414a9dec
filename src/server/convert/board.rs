//! Boards and trees, for the requests that LSP does not know.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::board::Color;
use crate::ide;
use crate::record::MoveTarget;
use crate::render::{self, Glyph};

/// The form of the picture.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::server) enum BoardFormat {
    Svg,
    #[default]
    Text,
    Ascii,
}

/// What the picture shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
struct BoardOptions {
    numbers: Numbers,
    coordinates: bool,
}

impl Default for BoardOptions {
    fn default() -> Self {
        Self { numbers: Numbers::Named(NamedNumbers::None), coordinates: true }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Numbers {
    From(u32),
    Named(NamedNumbers),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum NamedNumbers {
    None,
    Last,
    All,
}

impl From<BoardOptions> for ide::BoardOptions {
    fn from(options: BoardOptions) -> Self {
        let numbers = match options.numbers {
            Numbers::Named(NamedNumbers::None) => ide::Numbers::None,
            Numbers::Named(NamedNumbers::Last) => ide::Numbers::Last,
            Numbers::Named(NamedNumbers::All) => ide::Numbers::From(1),
            Numbers::From(first) => ide::Numbers::From(first),
        };
        Self { numbers, coordinates: options.coordinates }
    }
}

/// How a board that is asked for is drawn: the keys `format`, `numbers` and `coordinates`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(in crate::server) struct BoardDrawing {
    #[serde(default)]
    pub(in crate::server) format: BoardFormat,
    #[serde(default, flatten)]
    options: BoardOptions,
}

impl BoardDrawing {
    pub(in crate::server) fn options(self) -> ide::BoardOptions {
        self.options.into()
    }
}

/// The answer to `ishi/board`.
pub(in crate::server) fn board(board: &ide::Board, format: BoardFormat) -> Value {
    let picture = &board.picture;
    let stones = |color: Color| -> Vec<String> {
        let own = picture.stones.iter().filter(|&&(_, other)| other == color);
        own.map(|(point, _)| point.to_string()).collect()
    };
    let labels = picture.marks.iter().filter_map(|(point, glyph)| match glyph {
        Glyph::Label(label) => Some(json!({"location": point.to_string(), "label": label})),
        _ => None,
    });
    let grid = render::grid(picture);
    let (index, title, line) = &board.event;
    json!({
        "title": board.title,
        "board": match format {
            BoardFormat::Svg => render::svg(picture),
            BoardFormat::Text => render::text(picture),
            BoardFormat::Ascii => render::ascii(picture),
        },
        "alt": render::alt(picture),
        "event": {"index": index, "title": title, "line": line},
        "line": board.line,
        "node": board.node,
        "move": board.r#move.map(|found| json!({
            "number": found.number,
            "color": found.color.name(),
            "location": location(found.place),
            "line": found.line,
        })),
        "next": {"number": board.next.0, "color": board.next.1.name()},
        "toPlay": picture.to_play.map(Color::name),
        "captures": {"black": picture.captures.black, "white": picture.captures.white},
        "size": picture.size.get(),
        "region": {
            "from": picture.window.lower_left.to_string(),
            "to": picture.window.upper_right.to_string(),
        },
        "grid": {
            "left": grid.left, "top": grid.top, "step": grid.step, "width": grid.width, "height": grid.height,
        },
        "stones": {"black": stones(Color::Black), "white": stones(Color::White)},
        "labels": labels.collect::<Vec<_>>(),
        "comment": board.comment,
    })
}

/// The answer to `ishi/tree`.
pub(in crate::server) fn tree(tree: &ide::Tree) -> impl Serialize + '_ {
    #[derive(Serialize)]
    struct Tree<'t> {
        title: &'t str,
        line: u32,
        current: usize,
        nodes: Vec<Node<'t>>,
        truncated: bool,
    }
    #[derive(Serialize)]
    struct Node<'t> {
        id: usize,
        parent: Option<usize>,
        line: u32,
        comment: bool,
        main: bool,
        #[serde(flatten)]
        kind: Kind<'t>,
        #[serde(skip_serializing_if = "Option::is_none")]
        marker: Option<&'t str>,
    }
    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Kind<'t> {
        Root,
        Move { color: &'static str, number: Option<u32>, location: Option<String> },
        Diagram { title: &'t str },
    }
    fn node((id, node): (usize, &ide::Node)) -> Node<'_> {
        let kind = match node.kind {
            ide::NodeKind::Root => Kind::Root,
            ide::NodeKind::Move(player, number, place) => {
                Kind::Move { color: player.name(), number, location: location(place) }
            }
            ide::NodeKind::Diagram(ref title) => Kind::Diagram { title },
        };
        let &ide::Node { parent, line, comment, main, .. } = node;
        Node { id, parent, line, comment, main, kind, marker: node.marker.as_deref() }
    }
    let nodes = (tree.from..).zip(&tree.nodes).map(node).collect();
    let &ide::Tree { line, current, truncated, .. } = tree;
    Tree { title: &tree.title, line, current, nodes, truncated }
}

/// Null for a pass, and `?` where it is not written yet or can't be read, as in titles.
fn location(place: MoveTarget) -> Option<String> {
    match place {
        MoveTarget::Point(point) => Some(point.to_string()),
        MoveTarget::Pass => None,
        MoveTarget::Unknown => Some("?".to_owned()),
    }
}
