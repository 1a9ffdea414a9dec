//! A position on a board of any rectangular size.

use ishi_board::{Board, Color, Point};

/// The content of a place of a [`Grid`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Not a point: outside of the board, or left out in the board.
    #[default]
    Off,
    /// A point without a stone.
    Empty,
    /// A stone.
    Stone(Color),
}

impl Cell {
    /// The color of the stone, if there is one.
    pub fn color(self) -> Option<Color> {
        match self {
            Self::Stone(color) => Some(color),
            Self::Off | Self::Empty => None,
        }
    }
}

/// A place of a [`Grid`]: an index into its cells, and into lists with an item for each cell.
pub type Place = usize;

/// A position on a board of up to 52 columns and rows, which may lack some points.
///
/// The cells are stored row by row from the top, with a wall around them, so that every point has four neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
}

impl Grid {
    /// The most columns and rows.
    pub const MAX: usize = 52;

    /// Creates an empty board; `None` if it would be too small or too large.
    pub fn new(columns: usize, rows: usize) -> Option<Self> {
        if !(1..=Self::MAX).contains(&columns) || !(1..=Self::MAX).contains(&rows) {
            return None;
        }
        let mut grid = Self { columns, rows, cells: vec![Cell::Off; (columns + 1) * (rows + 2) + 1] };
        for row in 0..rows {
            let first = grid.place(0, row);
            grid.cells[first..first + columns].fill(Cell::Empty);
        }
        Some(grid)
    }

    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of cells with the wall around them: the length of a list with an item for each place.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Always false: every grid has cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The place in a column, counted from the left, and a row, counted from the top.
    pub fn place(&self, column: usize, row: usize) -> Place {
        (row + 1) * (self.columns + 1) + column + 1
    }

    /// The content of a place.
    pub fn at(&self, place: Place) -> Cell {
        self.cells[place]
    }

    /// Sets the content of a place.
    pub fn set(&mut self, place: Place, cell: Cell) {
        self.cells[place] = cell;
    }

    /// The places beside a point: left, right, above and below. Some may be off the board.
    pub fn neighbours(&self, place: Place) -> [Place; 4] {
        let [left, right, up, down] = [place - 1, place + 1, place - self.columns - 1, place + self.columns + 1];
        [left, right, up, down]
    }

    /// The points of the board, row by row from the top.
    pub fn points(&self) -> impl Iterator<Item = Place> + Clone + '_ {
        let places = self.columns + 2..self.cells.len() - self.columns - 1;
        places.filter(|&place| self.cells[place] != Cell::Off)
    }

    /// All points that are connected with a point through points of the same content, including the point itself.
    pub fn chain(&self, place: Place) -> Vec<Place> {
        let cell = self.cells[place];
        self.flood([place], |beside| self.cells[beside] == cell)
    }

    /// All places that can be reached from some places step by step over `open` places, including the places of the
    /// start.
    pub(super) fn flood(&self, from: impl IntoIterator<Item = Place>, open: impl Fn(Place) -> bool) -> Vec<Place> {
        let mut seen = vec![false; self.cells.len()];
        let mut reached: Vec<Place> = from.into_iter().collect();
        for &place in &reached {
            seen[place] = true;
        }
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            next += 1;
            for beside in self.neighbours(place) {
                if !seen[beside] && self.cells[beside] != Cell::Off && open(beside) {
                    seen[beside] = true;
                    reached.push(beside);
                }
            }
        }
        reached
    }

    /// The name of a point: columns from A to Z without I, then from AA; rows from 1 at the bottom.
    pub fn name(&self, place: Place) -> String {
        let (column, row) = self.column_row(place);
        let letter = |nth: usize| (b'A' + nth as u8 + u8::from(nth >= 8)) as char;
        let number = self.rows - row;
        match column.checked_sub(LETTERS) {
            None => format!("{}{number}", letter(column)),
            Some(more) => format!("{}{}{number}", letter(more / LETTERS), letter(more % LETTERS)),
        }
    }

    /// The point with a name, in upper or lower case; `None` if there is no such point.
    pub fn find(&self, name: &str) -> Option<Place> {
        let letters = name.find(|character: char| !character.is_ascii_alphabetic())?;
        let nth = |letter: u8| match letter.to_ascii_uppercase() {
            b'I' => None,
            letter => Some(usize::from(letter - b'A' - u8::from(letter > b'I'))),
        };
        let column = match name.as_bytes()[..letters] {
            [letter] => nth(letter)?,
            [first, second] => (nth(first)? + 1) * LETTERS + nth(second)?,
            _ => return None,
        };
        let digits = &name[letters..];
        if digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let row = self.rows.checked_sub(digits.parse().ok()?)?;
        let place = (column < self.columns && row < self.rows).then(|| self.place(column, row))?;
        (self.cells[place] != Cell::Off).then_some(place)
    }

    /// The rows from the top, with a character for each point, and `,` for places that are not points.
    pub fn draw(&self, shown: impl Fn(Place) -> char) -> Vec<String> {
        let character = |place| if self.cells[place] == Cell::Off { ',' } else { shown(place) };
        let row = |row| (0..self.columns).map(|column| character(self.place(column, row))).collect();
        (0..self.rows).map(row).collect()
    }

    /// The point of a [`Board`](ishi_board::Board) at a place; `None` if the place is beyond the largest board.
    pub fn point(&self, place: Place) -> Option<Point> {
        let (column, row) = self.column_row(place);
        Point::new(u8::try_from(column).ok()?, u8::try_from(self.rows - 1 - row).ok()?)
    }

    /// The column from the left and the row from the top.
    pub fn column_row(&self, place: Place) -> (usize, usize) {
        ((place - 1) % (self.columns + 1), (place - 1) / (self.columns + 1) - 1)
    }
}

/// The number of columns whose name is one letter.
const LETTERS: usize = 25;

impl From<&Board> for Grid {
    fn from(board: &Board) -> Self {
        let size = usize::from(board.size().get());
        let mut grid = Self::new(size, size).expect("a board is not larger than a grid");
        for stone in board.stones() {
            let place = grid.place(usize::from(stone.point.column()), size - 1 - usize::from(stone.point.row()));
            grid.set(place, Cell::Stone(stone.color));
        }
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_found_by_its_name() {
        let grid = Grid::new(52, 51).expect("a grid");
        let names: Vec<String> = grid.points().map(|place| grid.name(place)).collect();
        assert_eq!(names.len(), 52 * 51);
        assert_eq!((names[0].as_str(), names[25].as_str(), names[51].as_str()), ("A51", "AA51", "BB51"));
        for place in grid.points() {
            assert_eq!(grid.find(&grid.name(place).to_lowercase()), Some(place));
        }
        for wrong in ["", "A", "A0", "A52", "I3", "BC1", "AAA1", "4", "A01", "é1"] {
            assert_eq!(grid.find(wrong), None, "{wrong}");
        }
        assert_eq!((Grid::new(0, 9), Grid::new(9, 53)), (None, None));
    }
}
