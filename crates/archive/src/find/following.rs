//! The moves that followed a pattern in many games, as they lie on a board that has the pattern.

use super::continuations::{Continuation, Continuations};
use super::matching::Matching;
use super::pattern::Pattern;
use super::placement::Placement;
use super::search::Search;
use ishi_board::{Board, Color};
use ishi_record::record::MoveTarget;

/// The moves that followed a pattern in the games of a search.
#[derive(Debug)]
pub struct Following {
    search: Search,
    games: usize,
    rows: Vec<Continuation>,
}

/// The moves that followed a pattern, as they lie on a board that has it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardContinuations {
    /// The number of games in which the pattern was found.
    pub games: usize,
    /// The moves, the most frequent first.
    pub moves: Vec<BoardContinuation>,
}

/// A move that followed a pattern, as it lies on a board that has it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardContinuation {
    /// The move at the first of the `locations`, with the counts of its games in the colors of the board.
    pub row: Continuation,
    /// All locations on the board that a symmetry of the pattern exchanges.
    pub locations: Vec<MoveTarget>,
}

impl Following {
    /// Creates the result of a search that has found the pattern in this number of games.
    pub fn new(search: Search, games: usize, continuations: Continuations) -> Self {
        Self { search, games, rows: continuations.into_rows() }
    }

    /// Returns the moves as they lie on a board; `None` if the pattern is not on it. If the pattern is on the board
    /// several times, the moves are those at the place where the pattern was drawn, or else at the first place. If an
    /// exchange of the colors makes locations equal, only the locations are returned at which the move is one of
    /// `player`.
    pub fn on(&self, board: &Board, player: Option<Color>) -> Option<BoardContinuations> {
        let pattern = &self.search.query().pattern;
        let placements = self.search.placements(board.size()).all();
        let mut matching = Matching::new(placements);
        for point in board.size().points() {
            matching.update(board, point);
        }
        let matches = matching.take_touched().into_iter().filter(|&(_, is_matching)| is_matching);
        let classes = matches.map(|(class, _)| placements.classes[usize::from(class)].members());
        let members = classes.min_by_key(|members| !members.iter().any(|one| one.is_as_drawn(pattern)))?;
        let moves = self.rows.iter().map(|row| on_board(row, pattern, members, player)).collect();
        Some(BoardContinuations { games: self.games, moves })
    }
}

/// Returns a move as it lies on a board that has the pattern in these placements.
fn on_board(row: &Continuation, pattern: &Pattern, members: &[Placement], player: Option<Color>) -> BoardContinuation {
    let by = if 2 * row.by_black >= row.games { Color::Black } else { Color::White };
    let is_by = |color: Color| members.iter().any(|member| member.color(by) == color);
    let player = player.filter(|&player| is_by(player)).unwrap_or_else(|| members[0].color(by));
    let members = members.iter().filter(|member| member.color(by) == player);
    let is_swapped = player != by;
    let mut locations: Vec<MoveTarget> = Vec::new();
    for member in members {
        let location = match row.location {
            MoveTarget::Point(point) => {
                let point = pattern.inner(point).and_then(|inner| member.on_board(pattern, inner));
                point.map_or(MoveTarget::Unknown, MoveTarget::Point)
            }
            other => other,
        };
        if !locations.contains(&location) {
            locations.push(location);
        }
    }
    // The location by which the row is known comes first.
    if let Some(index) = locations.iter().position(|location| *location == row.location) {
        locations[..=index].rotate_right(1);
    }
    let (black, white) = if is_swapped { (row.white, row.black) } else { (row.black, row.white) };
    let by_black = if is_swapped { row.games - row.by_black } else { row.by_black };
    let row = Continuation { location: locations[0], black, white, by_black, ..*row };
    BoardContinuation { row, locations }
}
