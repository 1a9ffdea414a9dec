//! The search for copies of games.

use ishi_archive::duplicates::{ComparedGame, CopiesEntry, GamePlace, duplicates};
use pyo3::prelude::*;

use crate::sources::Sources;
use crate::stream::{Item, Stream};
use crate::{json_of, objects};

/// A game with its place.
struct Listed {
    file: String,
    event: usize,
    line: usize,
    game: ComparedGame,
}

impl Listed {
    fn new(item: &Item<'_>) -> Option<Self> {
        let game = ComparedGame::of(item.game.ok()?);
        Some(Self { file: item.file.to_owned(), event: item.event, line: item.line, game })
    }
}

/// Find the games among many files that are there twice, in spite of slips.
///
/// Each answer is a dictionary with the keys of `ishi dupes --format jsonl`: `kind` (`same`, `turned`, `contained` or
/// `slips`), the places of the `games`, the fullest first, and the `differences` of two games with slips. Games that
/// can't be read are left out. All games are kept in memory, up to 3 KB for each.
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
        for Listed { file, event, line, game } in read.into_iter().flatten() {
            places.push((file, event, line));
            games.push(game);
        }
    }
    let found = py.detach(|| duplicates(&games));
    let place = |game: usize| {
        let (file, event, line) = &places[game];
        GamePlace { file, event: *event, line: *line }
    };
    let lines: Vec<String> = found.iter().map(|copies| json_of(&CopiesEntry::new(copies, place))).collect();
    objects(py, &lines)
}
