//! A board as data, for clients that draw it themselves.

use serde_json::{Value, json};

use crate::board::{Color, Point};
use crate::render::{Glyph, Ground, Picture, Side};

/// The version of the format. New keys do not change the version; changed or removed keys do.
const VERSION: u32 = 1;

/// The content of a picture, with its points by name.
pub(super) fn scene(picture: &Picture) -> Value {
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
    })
}

fn names(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
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
