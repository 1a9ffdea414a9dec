//! The search for copies of games.

use ishi::archive::Target;
use ishi::archive::duplicates::{ComparedGame, ComparedMove, Difference, Duplicates, duplicates};
use ishi::board::Point;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::objects;
use crate::sources::Sources;
use crate::stream::{Item, Stream};

/// A game with its place.
struct Listed {
    place: Value,
    game: ComparedGame,
}

impl Listed {
    fn new(item: &Item<'_>) -> Option<Self> {
        let game = ComparedGame::of(item.game.ok()?);
        Some(Self { place: json!({"file": item.file, "event": item.event, "line": item.line}), game })
    }
}

/// Find the games among many files that are there twice, in spite of slips.
///
/// Each answer is a dictionary with the keys of `ishi dupes --format jsonl`: `kind` (`same`, `turned`, `contained` or
/// `slips`), the places of the `games`, the fullest first, and the `differences` of two games with slips. Games that
/// can't be read are left out. All games are kept in memory, about 1 KB for each.
///
/// >>> game = b"(;SZ[9];B[cc];W[gg];B[cg];W[gc])"
/// >>> [copies] = ishi.dupes([("one.sgf", game), ("two.sgf", b"(;SZ[9];B[gc];W[cg];B[gg];W[cc])")])
/// >>> copies["kind"], copies["symmetry"], [place["file"] for place in copies["games"]]
/// ('turned', 'mirror-left-right', ['one.sgf', 'two.sgf'])
#[pyfunction]
pub(crate) fn dupes<'py>(py: Python<'py>, sources: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut stream = Stream::new(Sources::new(sources)?, Listed::new);
    let (mut places, mut games) = (Vec::new(), Vec::new());
    while let Some(read) = stream.next(py)? {
        for Listed { place, game } in read.into_iter().flatten() {
            places.push(place);
            games.push(game);
        }
    }
    let found = py.detach(|| duplicates(&games));
    let lines: Vec<String> = found.iter().map(|copies| object(copies, &places).to_string()).collect();
    objects(py, &lines)
}

fn object(copies: &Duplicates, places: &[Value]) -> Value {
    json!({
        "kind": copies.kind.name(),
        "games": copies.games.iter().map(|&game| &places[game]).collect::<Vec<_>>(),
        "symmetry": copies.orientation.symmetry.name(),
        "swapped": copies.orientation.swapped,
        "differences": copies.differences.iter().map(difference).collect::<Vec<_>>(),
    })
}

fn difference(found: &Difference) -> Value {
    json!({
        "move": found.moves.map(|found| found.map(|found| found.number)),
        "location": found.moves.map(|found| location(found?)),
        "right": found.right.map(|game| game + 1),
    })
}

/// The location of a move; none if it is unknown.
fn location(found: ComparedMove) -> Option<String> {
    match found.target {
        Target::Point((column, row)) => {
            let name = |point: Point| point.to_string();
            Some(Point::new(column, row).map_or_else(|| format!("{}-{}", column + 1, row + 1), name))
        }
        Target::Pass => Some("pass".to_owned()),
        Target::Unknown => None,
    }
}
