//! A board as data, for clients that draw it themselves.

use serde_json::{Value, json};

use super::command_names;
use super::find::continuations;
use ishi_archive::find::BoardContinuations;
use ishi_board::{Color, Point};
use ishi_ide::ide::{FollowingMove, ItemCommand, ItemPosition, PanelBoard, location};
use ishi_render::{Glyph, Ground, Side};

/// The version of the format. New keys do not change the version; changed or removed keys do.
const VERSION: u32 = 1;

/// The content of a board's picture with its points by name, the moves that follow, at these positions, those that
/// followed in the last search, and what can be done here.
pub(super) fn scene(board: &PanelBoard, positions: &[ItemPosition], found_moves: Option<BoardContinuations>) -> Value {
    let picture = &board.picture;
    let stones = |color: Color| names(picture.stones.iter().filter(|stone| stone.1 == color).map(|stone| stone.0));
    let ground = |worth: Ground| names(picture.ground.iter().filter(|ground| ground.1 == worth).map(|ground| ground.0));
    let marks = picture.marks.iter().map(|(point, glyph)| {
        let mut mark = mark(glyph);
        mark["location"] = point.to_string().into();
        mark
    });
    let notes = picture
        .notes
        .iter()
        .map(|note| json!({"number": note.number, "color": note.color.name(), "location": note.point.to_string()}));
    let found_moves =
        found_moves.map(|BoardContinuations { games, moves }| json!({"games": games, "moves": continuations(moves)}));
    json!({
        "version": VERSION,
        "stones": {"black": stones(Color::Black), "white": stones(Color::White)},
        "marks": marks.collect::<Vec<_>>(),
        "last": picture.last.map(|point| point.to_string()),
        "focus": names(picture.focus.iter().copied()),
        "ground": {
            "black": ground(Ground::Of(Color::Black)), "white": ground(Ground::Of(Color::White)),
            "seki": ground(Ground::Seki), "dame": ground(Ground::Dame),
        },
        "notes": notes.collect::<Vec<_>>(),
        "coordinates": picture.style.coordinates.contains(Side::Top),
        "following": board.following.iter().zip(positions).map(following).collect::<Vec<_>>(),
        "continuations": found_moves,
        "marked": names(board.marked.iter().copied()),
        "can": board.possible.iter().map(|&command| name(command)).collect::<Vec<_>>(),
    })
}

/// A move that follows, with its place in the document.
fn following((next, place): (&FollowingMove, &ItemPosition)) -> Value {
    let mut following = json!({
        "number": next.r#move.number,
        "color": next.r#move.color.name(),
        "location": location(next.r#move.place),
        "continues": next.continues,
        "line": place.line(),
    });
    if let Some(marker) = &next.marker {
        following["marker"] = marker.as_str().into();
    }
    if let Some(character) = place.column() {
        following["character"] = character.into();
    }
    following
}

fn names(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}

/// The name of a command.
fn name(command: ItemCommand) -> &'static str {
    match command {
        ItemCommand::Play => command_names::PLAY,
        ItemCommand::Setup => command_names::SETUP,
        ItemCommand::Delete => command_names::DELETE,
        ItemCommand::DeleteVariation => command_names::DELETE_VARIATION,
        ItemCommand::Promote => command_names::PROMOTE,
        ItemCommand::Demote => command_names::DEMOTE,
        ItemCommand::InsertPass => command_names::INSERT_PASS,
        ItemCommand::AddDiagram => command_names::ADD_DIAGRAM,
    }
}

/// A mark without its place.
fn mark(glyph: &Glyph) -> Value {
    let shape = |name: &str| json!({"kind": name});
    match glyph {
        Glyph::Number(number) => json!({"kind": "number", "number": number}),
        Glyph::Label(label) => json!({"kind": "label", "label": label}),
        Glyph::Check => shape("check"),
        Glyph::Diamond => shape("diamond"),
        Glyph::Square => shape("square"),
        Glyph::Triangle => shape("triangle"),
    }
}
