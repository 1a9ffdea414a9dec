//! Positions with verdicts by others.

use std::path::Path;

use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};
use ishi_record::syntax::location;
use ishi_rules::{Cell, Grid};
use sgf_parse::go::{Move, Prop};

pub(crate) fn text(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("a file of positions")).into_owned()
}

/// The position at the end of a game in SGF, or before a move.
pub(crate) fn end_of_game(path: &Path, moves: Option<usize>) -> Board {
    let games = sgf_parse::go::parse(&text(path)).expect("a game");
    let game = games.first().expect("a game");
    let size = game.properties().find_map(|prop| match prop {
        Prop::SZ((columns, _)) => Some(*columns),
        _ => None,
    });
    let size = BoardSize::new(u32::from(size.unwrap_or(19))).expect("a size");
    let mut board = Board::new(size);
    let point = |point: &sgf_parse::go::Point| Point::new(point.x, size.get() - 1 - point.y).expect("a point");
    let stone = |color, at: &sgf_parse::go::Point| Stone { point: point(at), color, origin: Origin::default() };
    let mut played = 0;
    for node in game.main_variation() {
        for prop in node.properties() {
            match prop {
                Prop::AB(points) => points.iter().for_each(|at| board.add(stone(Color::Black, at))),
                Prop::AW(points) => points.iter().for_each(|at| board.add(stone(Color::White, at))),
                Prop::AE(points) => points.iter().for_each(|at| board.clear(point(at))),
                Prop::B(found) | Prop::W(found) => {
                    played += 1;
                    if moves.is_some_and(|wanted| played >= wanted) {
                        return board;
                    }
                    let color = if matches!(prop, Prop::B(_)) { Color::Black } else { Color::White };
                    if let Move::Move(at) = found {
                        board.play(stone(color, at));
                    }
                }
                _ => {}
            }
        }
    }
    board
}

/// Plays a move of a GTP command on a position.
pub(crate) fn play(board: &mut Board, color: &str, at: &str) {
    let color = if color.starts_with(['b', 'B']) { Color::Black } else { Color::White };
    board.play(Stone { point: location(at).expect("a location"), color, origin: Origin::default() });
}

/// The position that rows of `x o . ,` show.
pub(crate) fn grid(rows: &[&str]) -> Grid {
    let mut grid = Grid::new(rows[0].len(), rows.len()).expect("a board");
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.chars().enumerate() {
            let cell = match cell {
                'x' | 'b' => Cell::Stone(Color::Black),
                'o' | 'w' => Cell::Stone(Color::White),
                ',' => Cell::Off,
                _ => Cell::Empty,
            };
            grid.set(grid.place(column, row), cell);
        }
    }
    grid
}
