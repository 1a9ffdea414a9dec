//! The search for positions.

use std::collections::VecDeque;
use std::sync::Mutex;

use ishi_archive::find::{Entry, Pattern, Query, Search, parse_pattern};
use ishi_archive::{Unread, games_in};
use ishi_board::{Color, Point};
use ishi_record::record::{Owner, SequenceId};
use ishi_record::replay::View;
use ishi_record::syntax::location;
use pyo3::prelude::*;

use crate::failure::Failure;
use crate::source::Source;
use crate::sources::Sources;
use crate::stream::{Item, Stream};
use crate::{json_of, objects};

/// Find the games of many files in which a pattern arises.
///
/// `pattern` is a drawing as `ishi find --pattern` reads it, for example that of `position()`: the signs `X`, `O`, `.`
/// and `*`, with `|` and lines of `-` as edges of the board. Lines that begin with `$$` are a diagram of Sensei's
/// Library, whose numbers are moves that have to follow. The options are those of `ishi find`; `moves` is the first and
/// the last number of the moves after which it is found, and `to_play` is `B` or `W`.
///
/// Each place is a dictionary with the keys of `ishi find --format jsonl`. A game that can't be read is a dictionary
/// with the reason as `parse_error`. The games are read while the iterator is advanced, on all cores.
///
/// >>> games = [("one.sgf", b"(;SZ[9];B[dd];W[ih];B[hh];W[gg])"), ("two.sgf", b"(;SZ[9];B[ee])")]
/// >>> for place in ishi.find("X O|\n. .|\n---", games):
/// ...     print(place["file"], place["move"], place["symmetry"], place["next"])
/// one.sgf 3 identity None
#[pyfunction]
#[pyo3(signature = (
    pattern, sources, *, anywhere = false, symmetry = true, color_swap = true, moves = None, to_play = None,
    variations = false, all = false
))]
#[expect(clippy::fn_params_excessive_bools, clippy::too_many_arguments, reason = "they are options with names")]
pub(crate) fn find(
    py: Python<'_>,
    pattern: &str,
    sources: &Bound<'_, PyAny>,
    anywhere: bool,
    symmetry: bool,
    color_swap: bool,
    moves: Option<(u32, u32)>,
    to_play: Option<&str>,
    variations: bool,
    all: bool,
) -> PyResult<Places> {
    let search = || {
        let pattern = parse_pattern(pattern).map_err(Failure::of_value)?;
        let to_play = to_play.map(|letter| {
            let color = Color::from_letter(letter);
            color.ok_or_else(|| Failure::of_value(format!("to_play: `{letter}` is not a color; write `B` or `W`")))
        });
        let (first, last) = moves.unwrap_or((0, u32::MAX));
        let query = Query {
            then: pattern.sequence().to_vec(),
            symmetry,
            color_swap,
            moves: first..=last,
            to_play: to_play.transpose()?,
            variations,
            all,
            ..Query::of(if anywhere { pattern.anywhere() } else { pattern })
        };
        Search::new(query).map_err(Failure::of_value)
    };
    let search = search().map_err(|failure| failure.into_exception(py))?;
    let places = move |item: &Item<'_>| match item.game {
        Ok(game) => Entry::of_game(&search, item.file, game),
        Err(reason) => vec![Entry::unread(item.file, item.event, item.line, reason)],
    };
    let stream = Stream::new(Sources::new(sources)?, places);
    Ok(Places { found: Mutex::new(stream), ready: VecDeque::new() })
}

/// The places of `find()`, in the order of the files and games.
#[pyclass(module = "ishi")]
pub(crate) struct Places {
    found: Mutex<Stream<Vec<Entry>>>,
    /// The places that were found and not returned yet.
    ready: VecDeque<Py<PyAny>>,
}

#[pymethods]
impl Places {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        while self.ready.is_empty() {
            let Ok(found) = self.found.get_mut() else { return Ok(None) };
            let Some(entries) = found.next(py)? else { return Ok(None) };
            let lines: Vec<String> = entries.iter().flatten().map(json_of).collect();
            if !lines.is_empty() {
                self.ready = objects(py, &lines)?.extract::<Vec<Py<PyAny>>>()?.into();
            }
        }
        Ok(self.ready.pop_front())
    }
}

/// Draw a position of the main line of a game, as a pattern for `find()` and `ishi find --pattern`.
///
/// It is the position after the move with this number, or at the end; 0 is before the first move. `event` counts the
/// games of the file from 1.
/// `region` names two opposite corners, such as `a1,j9`: then only this part is drawn, with the edges of the board that
/// it touches.
///
/// >>> print(ishi.position(b"(;SZ[5];B[bb];W[cc];B[dd])", move=2), end="")
/// $$B
/// $$ - - - - - - -
/// $$ | . . . . . |
/// $$ | . X . . . |
/// $$ | . . O . . |
/// $$ | . . . . . |
/// $$ | . . . . . |
/// $$ - - - - - - -
#[pyfunction]
#[pyo3(signature = (source, *, event = 1, r#move = None, region = None))]
pub(crate) fn position(
    py: Python<'_>,
    source: Source,
    event: usize,
    r#move: Option<u32>,
    region: Option<&str>,
) -> PyResult<String> {
    source.read(py, |name, file| {
        let piece = event.checked_sub(1).and_then(|index| games_in(file.text()).nth(index));
        let Some(piece) = piece else {
            let count = games_in(file.text()).count();
            return Err(Failure::in_file(name, None, format!("there is no game {event}; it has {count}")));
        };
        let failure = |reason: String| Failure::in_file(name, Some(piece.line), reason);
        let region = region.map(corners).transpose().map_err(failure)?;
        piece.read(|game| {
            let event = game.map_err(|Unread { reason, .. }| failure(reason))?.main();
            let mut moves = event.moves_of(SequenceId(0));
            let last = match r#move {
                Some(number) => match moves.rfind(|&id| event.number(id) == Some(number)) {
                    None if number > 0 => return Err(failure(format!("there is no move {number} on the main line"))),
                    found => found,
                },
                None => moves.next_back(),
            };
            let owner = last.map_or(Owner::Event, Owner::Move);
            let player = event.continuation(owner).map(|next| next.color);
            let pattern = Pattern::of_board(&View::of(event, owner).board, region, player);
            Ok(pattern.map_err(|reason| failure(reason.to_string()))?.drawing())
        })
    })
}

/// Parses two corners, as in `a1,j9`.
fn corners(text: &str) -> Result<(Point, Point), String> {
    let corners = text.split_once(',').and_then(|(one, other)| Some((location(one.trim())?, location(other.trim())?)));
    corners.ok_or_else(|| format!("region: `{text}` is not two locations; write `a1,j9`"))
}
