//! The symmetries of a board, and of a rectangle of points on it.

use std::fmt;

use super::{BoardSize, Point};

/// A way to rotate or mirror a board, or a rectangle of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// Nothing changes.
    Identity,
    /// A quarter turn clockwise.
    RotateRight,
    /// A half turn.
    Rotate180,
    /// A quarter turn counterclockwise.
    RotateLeft,
    /// Left becomes right.
    MirrorLeftRight,
    /// Top becomes bottom.
    MirrorTopBottom,
    /// The diagonal from the lower left to the upper right stays.
    MirrorDiagonal,
    /// The diagonal from the upper left to the lower right stays.
    MirrorAntidiagonal,
}

impl Symmetry {
    /// All of them, the identity first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::RotateRight,
        Self::Rotate180,
        Self::RotateLeft,
        Self::MirrorLeftRight,
        Self::MirrorTopBottom,
        Self::MirrorDiagonal,
        Self::MirrorAntidiagonal,
    ];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::RotateRight => "rotate-right",
            Self::Rotate180 => "rotate-180",
            Self::RotateLeft => "rotate-left",
            Self::MirrorLeftRight => "mirror-left-right",
            Self::MirrorTopBottom => "mirror-top-bottom",
            Self::MirrorDiagonal => "mirror-diagonal",
            Self::MirrorAntidiagonal => "mirror-antidiagonal",
        }
    }

    /// The symmetry that takes this one back.
    pub fn inverse(self) -> Self {
        match self {
            Self::RotateRight => Self::RotateLeft,
            Self::RotateLeft => Self::RotateRight,
            other => other,
        }
    }

    /// Whether columns become rows.
    fn exchanges_sides(self) -> bool {
        matches!(self, Self::RotateRight | Self::RotateLeft | Self::MirrorDiagonal | Self::MirrorAntidiagonal)
    }

    /// The number of columns and rows of a rectangle after it is turned.
    pub fn sides(self, (columns, rows): (u8, u8)) -> (u8, u8) {
        if self.exchanges_sides() { (rows, columns) } else { (columns, rows) }
    }

    /// The new place of a point of a board; `None` for a point off the board.
    pub fn of(self, point: Point, size: BoardSize) -> Option<Point> {
        let side = size.get();
        let (column, row) = size.contains(point).then(|| self.turn((point.column(), point.row()), (side, side)))?;
        Point::new(column, row)
    }

    /// Where a point of a rectangle with so many columns and rows comes to lie in the turned one. The point is a column
    /// and a row from the lower left corner.
    pub fn turn(self, (column, row): (u8, u8), (columns, rows): (u8, u8)) -> (u8, u8) {
        let (right, up) = (columns - 1 - column, rows - 1 - row);
        match self {
            Self::Identity => (column, row),
            Self::RotateRight => (row, right),
            Self::Rotate180 => (right, up),
            Self::RotateLeft => (up, column),
            Self::MirrorLeftRight => (right, row),
            Self::MirrorTopBottom => (column, up),
            Self::MirrorDiagonal => (row, column),
            Self::MirrorAntidiagonal => (up, right),
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_takes_a_turn_back() {
        let sides = (3, 5);
        for symmetry in Symmetry::ALL {
            for point in (0..5).flat_map(|row| (0..3).map(move |column| (column, row))) {
                let turned = symmetry.turn(point, sides);
                let (columns, rows) = symmetry.sides(sides);
                assert!(turned.0 < columns && turned.1 < rows);
                assert_eq!(symmetry.inverse().turn(turned, (columns, rows)), point, "{symmetry}");
            }
        }
    }
}
