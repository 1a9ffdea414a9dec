//! A bare board, as rows of characters.

use crate::Error;
use ishi_board::Color;
use ishi_rules::{Cell, Grid};
use ishi_text::BYTE_ORDER_MARK;

/// The position that rows of characters show, its dead stones, and the points that a cycle has marked.
pub(super) fn read(text: &str) -> Result<(Grid, Vec<bool>, Vec<bool>), Error> {
    let points = |row: &str| row.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    let rows: Vec<String> =
        text.trim_start_matches(BYTE_ORDER_MARK).lines().map(points).filter(|row| !row.is_empty()).collect();
    let columns = rows.first().ok_or("the diagram is empty")?.chars().count();
    let too_large = || format!("a board of {columns}×{} points is too large; {} is the most", rows.len(), Grid::MAX);
    let mut grid = Grid::new(columns, rows.len()).ok_or_else(too_large)?;
    let mut dead = vec![false; grid.len()];
    let mut marked = vec![false; grid.len()];
    for (row, text) in rows.iter().enumerate() {
        if text.chars().count() != columns {
            return Err(
                format!("row {} has {} points, and the first one {columns}", row + 1, text.chars().count()).into()
            );
        }
        for (column, character) in text.chars().enumerate() {
            let place = grid.place(column, row);
            let cell = match character {
                'x' | 'X' | 'b' => Cell::Stone(Color::Black),
                'o' | 'O' | 'w' => Cell::Stone(Color::White),
                '.' | '#' | '*' => Cell::Empty,
                ',' => Cell::Off,
                other => return Err(format!("`{other}` in row {} means nothing; `x o . b w , # *` do", row + 1).into()),
            };
            grid.set(place, cell);
            dead[place] = matches!(character, 'b' | 'w');
            marked[place] = character == '*';
        }
    }
    if grid.points().next().is_none() {
        return Err("the diagram has no points".into());
    }
    Ok((grid, dead, marked))
}
