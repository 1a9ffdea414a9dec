//! Boards and trees, for the requests that are not part of LSP.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::scene::scene;
use ishi_archive::find::BoardContinuations;
use ishi_board::Color;
use ishi_ide::ide::{self, Analysis, ItemPosition, location};
use ishi_position::ColumnUnit;
use ishi_record::syntax::Keyword;
use ishi_render::{self as render, Colors, Glyph, Ground};

/// The form of the picture; a scene is its content as data.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BoardFormat {
    Svg,
    #[default]
    Text,
    Ascii,
    Scene,
}

/// Options for the picture of a board.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
struct DrawingOptions {
    numbers: NumbersParam,
    coordinates: bool,
    colors: ColorsParam,
}

/// The colors of a picture as SVG.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ColorsParam {
    #[default]
    Wood,
    Flat,
    Print,
}

impl Default for DrawingOptions {
    fn default() -> Self {
        Self { numbers: NumbersParam::Named(NamedNumbers::None), coordinates: true, colors: ColorsParam::default() }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum NumbersParam {
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

impl From<DrawingOptions> for ide::BoardOptions {
    fn from(options: DrawingOptions) -> Self {
        let numbers = match options.numbers {
            NumbersParam::Named(NamedNumbers::None) => ide::Numbers::None,
            NumbersParam::Named(NamedNumbers::Last) => ide::Numbers::Last,
            NumbersParam::Named(NamedNumbers::All) => ide::Numbers::From(1),
            NumbersParam::From(first) => ide::Numbers::From(first),
        };
        let colors = match options.colors {
            ColorsParam::Wood => Colors::Wood,
            ColorsParam::Flat => Colors::Flat,
            ColorsParam::Print => Colors::Print,
        };
        Self { numbers, coordinates: options.coordinates, colors }
    }
}

/// The keys of a request that say how the board is drawn: `format`, `width`, `numbers`, `coordinates`
/// and `colors`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct BoardDrawing {
    #[serde(default)]
    format: BoardFormat,
    /// The largest width of a row of text, in characters.
    width: Option<usize>,
    #[serde(default, flatten)]
    options: DrawingOptions,
}

impl BoardDrawing {
    pub(crate) fn options(self) -> ide::BoardOptions {
        self.options.into()
    }
}

/// The answer to `ishi/board`, for a board of a document; `found` has the moves that followed its position in the last
/// search.
pub(crate) fn board(
    board: &ide::PanelBoard,
    drawing: BoardDrawing,
    continuations: Option<BoardContinuations>,
    analysis: &Analysis,
    unit: ColumnUnit,
) -> Value {
    let lines = [board.event.2, board.line].into_iter().chain(board.r#move.map(|last| last.line));
    let places = analysis.item_positions(lines, unit);
    let following = board.following.iter().map(|following_move| following_move.r#move.line);
    let following = analysis.item_positions(following, unit);
    let picture = &board.picture;
    let width = drawing.width.unwrap_or(render::TEXT_WIDTH);
    let stones = |color: Color| -> Vec<String> {
        let of_color = picture.stones.iter().filter(|&&(_, other)| other == color);
        of_color.map(|(point, _)| point.to_string()).collect()
    };
    let labels = picture.marks.iter().filter_map(|(point, glyph)| match glyph {
        Glyph::Label(label) => Some(json!({"location": point.to_string(), "label": label})),
        _ => None,
    });
    let grid = render::grid(picture);
    let (index, title, _) = &board.event;
    let line = |nth: usize| places.get(nth).map_or(0, |place| place.line());
    let mut result = json!({
        "title": board.title,
        "board": match drawing.format {
            BoardFormat::Svg => render::svg(picture).into(),
            BoardFormat::Text => render::text(picture, width).into(),
            BoardFormat::Ascii => render::ascii(picture, width).into(),
            BoardFormat::Scene => Value::Null,
        },
        "alt": render::alt(picture),
        "event": {"index": index, "title": title, "line": line(0)},
        "line": line(1),
        "node": board.node,
        "move": board.r#move.map(|last| json!({
            "number": last.number,
            "color": last.color.name(),
            "location": location(last.place),
            "line": line(2),
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
        "count": board.counted.as_ref().map(count),
        "comment": board.comment,
        "headers": headers(&board.headers),
    });
    let scene = scene(board, &following, continuations);
    match drawing.format {
        BoardFormat::Scene => result["board"] = scene,
        _ => result["scene"] = scene,
    }
    let column = |nth: usize| places.get(nth).and_then(|place| place.column());
    if let Some(character) = column(0) {
        result["event"]["character"] = character.into();
    }
    if let Some(character) = column(1) {
        result["character"] = character.into();
    }
    if let Some(character) = column(2) {
        result["move"]["character"] = character.into();
    }
    result
}

/// The answer to `ishi/board` for an event without a board.
pub(crate) fn missing_board(missing: &ide::MissingBoard, analysis: &Analysis, unit: ColumnUnit) -> Value {
    let (index, title, line) = &missing.event;
    let place = analysis.item_positions(std::iter::once(*line), unit).first().copied();
    let place = place.unwrap_or(ItemPosition::Line(*line));
    let mut result = json!({
        "title": missing.title,
        "reason": missing.reason,
        "event": {"index": index, "title": title, "line": place.line()},
        "headers": headers(&missing.headers),
    });
    if let Some(character) = place.column() {
        result["event"]["character"] = character.into();
    }
    result
}

/// The headers of a game, by their keywords in lower case.
fn headers(headers: &[(Keyword, String)]) -> Value {
    let name = |keyword: Keyword| keyword.name().to_ascii_lowercase();
    headers.iter().map(|(keyword, text)| (name(*keyword), Value::from(text.as_str()))).collect()
}

/// The score of a game as JSON.
fn count(counted: &ide::Counted) -> Value {
    let points = |worth: Ground| -> Vec<String> {
        let points = counted.ground.iter().filter(|(_, ground)| *ground == worth);
        points.map(|(point, _)| point.to_string()).collect()
    };
    json!({
        "result": counted.result,
        "text": counted.text,
        "territory": {"black": points(Ground::Of(Color::Black)), "white": points(Ground::Of(Color::White))},
        "dead": counted.dead.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "seki": points(Ground::Seki),
        "dame": points(Ground::Dame),
    })
}

/// The answer to `ishi/tree`, for a tree of a document.
pub(crate) fn tree<'t>(tree: &'t ide::Tree, analysis: &Analysis, unit: ColumnUnit) -> impl Serialize + use<'t> {
    #[derive(Serialize)]
    struct TreeAnswer<'t> {
        title: &'t str,
        line: u32,
        #[serde(skip_serializing_if = "is_zero")]
        character: u32,
        current: usize,
        nodes: Vec<NodeAnswer<'t>>,
        truncated: bool,
    }
    #[derive(Serialize)]
    struct NodeAnswer<'t> {
        id: usize,
        parent: Option<usize>,
        line: u32,
        #[serde(skip_serializing_if = "is_zero")]
        character: u32,
        comment: bool,
        main: bool,
        #[serde(flatten)]
        kind: NodeName<'t>,
        #[serde(skip_serializing_if = "Option::is_none")]
        marker: Option<&'t str>,
    }
    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum NodeName<'t> {
        Root,
        Move { color: &'static str, number: Option<u32>, location: Option<String> },
        Diagram { title: &'t str },
    }
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
    fn is_zero(character: &u32) -> bool {
        *character == 0
    }
    fn node((id, node): (usize, &ide::Node), place: ItemPosition) -> NodeAnswer<'_> {
        let kind = match node.kind {
            ide::NodeKind::Root => NodeName::Root,
            ide::NodeKind::Move(player, number, place) => {
                NodeName::Move { color: player.name(), number, location: location(place) }
            }
            ide::NodeKind::Diagram(ref title) => NodeName::Diagram { title },
        };
        let &ide::Node { parent, comment, main, .. } = node;
        let (line, character) = (place.line(), place.column().unwrap_or(0));
        NodeAnswer { id, parent, line, character, comment, main, kind, marker: node.marker.as_deref() }
    }
    let lines = std::iter::once(tree.line).chain(tree.nodes.iter().map(|node| node.line));
    let places = analysis.item_positions(lines, unit);
    let node_places = places.get(1..).unwrap_or_default();
    let nodes = (tree.from..).zip(&tree.nodes).zip(node_places).map(|(one, &place)| node(one, place)).collect();
    let place = places.first().copied().unwrap_or(ItemPosition::Line(tree.line));
    let (line, character) = (place.line(), place.column().unwrap_or(0));
    let &ide::Tree { current, truncated, .. } = tree;
    TreeAnswer { title: &tree.title, line, character, current, nodes, truncated }
}
