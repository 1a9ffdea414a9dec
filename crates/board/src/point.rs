//! Colors, board sizes, and points by their names in the Standard.

use std::fmt;

/// The columns of a board in the letters of the Standard: there is no column I (section 5.3, `loc`).
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Black, `B`.
    Black,
    /// White, `W`.
    White,
}

impl Color {
    /// Both colors, in the order in which they play.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns the color with this letter, in any case.
    pub fn from_letter(word: &str) -> Option<Self> {
        match word {
            "B" | "b" => Some(Self::Black),
            "W" | "w" => Some(Self::White),
            _ => None,
        }
    }

    /// The other color.
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The name as an adjective in a sentence: `a black stone`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The keyword of this color's moves.
    pub fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

/// The name of the player.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// A point of the 19×19 grid, independent of the board of an event.
///
/// Columns count from 0 at the left (`A`) and rows from 0 at the bottom (`1`), so `A1` is the lower left
/// corner and the same point on boards of every size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point at a column and a row counted from 0, both below 19.
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < 19 && row < 19).then(|| Self::in_grid(column, row))
    }

    /// The point of a cell of the board, which is known to lie in the grid.
    pub(super) fn in_grid(column: u8, row: u8) -> Self {
        Self(u16::from(row) * 19 + u16::from(column))
    }

    /// The column, from 0 at the left.
    pub fn column(self) -> u8 {
        (self.0 % 19) as u8
    }

    /// The row, from 0 at the bottom.
    pub fn row(self) -> u8 {
        (self.0 / 19) as u8
    }

    /// Its place in a list of all 361 points, row by row from `A1`.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The point at a place in that list.
    pub fn of_index(index: usize) -> Option<Self> {
        u16::try_from(index).ok().filter(|&index| index < 361).map(Self)
    }

    /// The adjacent points in the grid.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        let (column, row) = (self.column(), self.row());
        let beside =
            [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)];
        beside.into_iter().filter_map(|(column, row)| Self::new(column, row))
    }

    /// The column of a letter in either case, from 0; `None` for `I` and for letters after `T`.
    pub fn column_of(letter: u8) -> Option<u8> {
        match letter.to_ascii_uppercase() {
            letter @ b'A'..=b'H' => Some(letter - b'A'),
            letter @ b'J'..=b'T' => Some(letter - b'B'),
            _ => None,
        }
    }
}

impl fmt::Display for Point {
    /// Writes the point as in the Standard, in upper case: `Q16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", COLUMNS[usize::from(self.column())] as char, self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The size of a square board: 2 to 19 (section 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardSize(u8);

impl BoardSize {
    /// 19×19, the default size.
    pub const STANDARD: Self = Self(19);

    /// A board of `size`×`size`; `None` outside 2 to 19.
    pub fn new(size: u32) -> Option<Self> {
        (2..=19).contains(&size).then_some(Self(size as u8))
    }

    /// The number of lines in each direction.
    pub fn get(self) -> u8 {
        self.0
    }

    /// Whether the point lies on it.
    pub fn contains(self, point: Point) -> bool {
        point.column() < self.0 && point.row() < self.0
    }

    /// Its points, row by row from `A1`.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.0).flat_map(move |row| (0..self.0).map(move |column| Point::in_grid(column, row)))
    }

    /// Whether a point is one of the star points, which lie on the fourth line of large boards and on the third of
    /// small ones.
    pub fn is_star(self, point: Point) -> bool {
        let Self(size) = self;
        let edge = self.star_line().unwrap_or(u8::MAX);
        let corner = |line: u8| line == edge || line == (size - 1).wrapping_sub(edge);
        let middle = |line: u8| size % 2 == 1 && line == size / 2;
        let (column, row) = (point.column(), point.row());
        match (corner(column), corner(row)) {
            (true, true) => true,
            (true, false) => size >= 17 && middle(row),
            (false, true) => size >= 17 && middle(column),
            (false, false) => size != 7 && size >= 5 && middle(column) && middle(row),
        }
    }

    /// The points of a handicap of 2 to 9 stones, in the order of the AGA rules (rule 4) for 19×19; on smaller boards
    /// in the same corners and on the same sides. `None` for other numbers, and if the board is too small, or has no
    /// centre for more than four stones.
    pub fn handicap(self, stones: u32) -> Option<Vec<Point>> {
        let Self(size) = self;
        let near = self.star_line().filter(|_| size >= 8)?;
        let (far, middle) = (size - 1 - near, size / 2);
        let last = if size % 2 == 1 { 9 } else { 4 };
        let placed = match stones {
            2..=9 if stones <= last => stones as usize,
            _ => return None,
        };
        let order = [
            (far, far),
            (near, near),
            (far, near),
            (near, far),
            (far, middle),
            (near, middle),
            (middle, far),
            (middle, near),
        ];
        // The centre is taken where the stones would not lie evenly without it.
        let has_center = placed > 4 && placed % 2 == 1;
        let around = order[..placed - usize::from(has_center)].iter().copied();
        let center = has_center.then_some((middle, middle));
        Some(around.chain(center).map(|(column, row)| Point::in_grid(column, row)).collect())
    }

    /// The line of the star points in the corners, from 0 at the edge.
    fn star_line(self) -> Option<u8> {
        match self.0 {
            13.. => Some(3),
            7.. => Some(2),
            _ => None,
        }
    }

    /// Its upper right corner.
    pub fn corner(self) -> Point {
        Point(u16::from(self.0 - 1) * 20)
    }
}

impl Default for BoardSize {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}
