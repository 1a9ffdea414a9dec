//! Patterns: a rectangle of points, with the edges of the board that it touches.

use std::fmt;

use ishi_board::{Board, BoardSize, Color, Point, Symmetry};

/// The contents that a pattern allows on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allowed(u8);

impl Allowed {
    /// No stone.
    pub const EMPTY: Self = Self(1);
    /// A black stone.
    pub const BLACK: Self = Self(2);
    /// A white stone.
    pub const WHITE: Self = Self(4);
    /// A stone of either color, or none.
    pub(crate) const ANY: Self = Self(7);

    /// Returns the contents that at least one of the two allows.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Allows only a stone of this color; `None` allows only an empty point.
    pub fn of(stone: Option<Color>) -> Self {
        match stone {
            None => Self::EMPTY,
            Some(Color::Black) => Self::BLACK,
            Some(Color::White) => Self::WHITE,
        }
    }

    /// Whether a point may have one of these contents.
    pub fn permits(self, content: Self) -> bool {
        self.0 & content.0 != 0
    }

    /// Returns the contents with the colors exchanged.
    pub(super) fn swapped(self) -> Self {
        Self(self.0 & 1 | (self.0 & 2) << 1 | (self.0 & 4) >> 1)
    }

    /// The color, if only a stone of one color is allowed.
    pub(super) fn stone(self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self == Self::of(Some(color)))
    }
}

/// The edges of the board that a rectangle touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are the four edges")]
pub(super) struct Edges {
    pub(super) left: bool,
    pub(super) right: bool,
    pub(super) bottom: bool,
    pub(super) top: bool,
}

/// A pattern: contents of a rectangle of points, and the edges of the board that it touches.
///
/// A pattern is found only at these edges, on boards of any size. If it touches neither of two opposite edges, it may
/// lie anywhere between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The number of columns and rows of the pattern.
    pub(super) sides: (u8, u8),
    /// The contents of the points, row by row from the lower left.
    pub(super) cells: Vec<Allowed>,
    pub(super) edges: Edges,
    /// The lower left corner of the pattern on the board whose locations name the points.
    pub(super) corner: (u8, u8),
    /// The moves that are written in the pattern.
    pub(super) sequence: Vec<(Color, Point)>,
    /// The player of the next move, if that is known.
    pub(super) player: Option<Color>,
}

/// The reason why a pattern can't be searched for, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPattern(pub(super) String);

impl fmt::Display for InvalidPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidPattern {}

impl Pattern {
    /// Returns the position on a board, or the part of it between two opposite corners. `player` is the player of the
    /// next move, if that is known.
    ///
    /// # Errors
    /// A corner that is not on the board.
    pub fn of_board(
        board: &Board,
        region: Option<(Point, Point)>,
        player: Option<Color>,
    ) -> Result<Self, InvalidPattern> {
        let size = board.size();
        let (one, other) = region.unwrap_or((Point::of_index(0).unwrap_or(size.corner()), size.corner()));
        if !size.contains(one) || !size.contains(other) {
            return Err(InvalidPattern(format!("the region {one} {other} is off the board, which is {size}")));
        }
        let columns = one.column().min(other.column())..=one.column().max(other.column());
        let rows = one.row().min(other.row())..=one.row().max(other.row());
        let last = size.get() - 1;
        let points = rows.clone().flat_map(|row| columns.clone().filter_map(move |column| Point::new(column, row)));
        Ok(Self {
            cells: points.map(|point| Allowed::of(board.get(point).map(|stone| stone.color))).collect(),
            sides: (columns.end() - columns.start() + 1, rows.end() - rows.start() + 1),
            edges: Edges {
                left: *columns.start() == 0,
                right: *columns.end() == last,
                bottom: *rows.start() == 0,
                top: *rows.end() == last,
            },
            corner: (*columns.start(), *rows.start()),
            sequence: Vec::new(),
            player,
        })
    }

    /// Returns the pattern without its edges, so that it may lie anywhere.
    #[must_use]
    pub fn anywhere(self) -> Self {
        Self { edges: Edges::default(), ..self }
    }

    /// The moves that are written in the pattern, by their locations in the pattern.
    pub fn sequence(&self) -> &[(Color, Point)] {
        &self.sequence
    }

    /// The player of the next move, if that is known.
    pub fn player(&self) -> Option<Color> {
        self.player
    }

    /// The number of lines of the board, if the pattern touches all its edges.
    pub(super) fn whole_side(&self) -> Option<u8> {
        let Edges { left, right, bottom, top } = self.edges;
        (left && right && bottom && top && self.sides.0 == self.sides.1).then_some(self.sides.0)
    }

    /// The column and row of a location, from 0 at the lower left of the pattern; `None` if the location is outside of
    /// the pattern.
    pub(super) fn inner(&self, point: Point) -> Option<(u8, u8)> {
        let column = point.column().checked_sub(self.corner.0).filter(|&column| column < self.sides.0)?;
        let row = point.row().checked_sub(self.corner.1).filter(|&row| row < self.sides.1)?;
        Some((column, row))
    }

    /// The location of a column and row in the pattern.
    pub(super) fn location(&self, (column, row): (u8, u8)) -> Option<Point> {
        Point::new(self.corner.0 + column, self.corner.1 + row)
    }

    /// The locations of the lower left and upper right corners of the pattern, for messages.
    pub(super) fn extent(&self) -> String {
        let (columns, rows) = self.sides;
        let corners = [self.location((0, 0)), self.location((columns - 1, rows - 1))];
        corners.map(|corner| corner.map_or_else(String::new, |corner| corner.to_string())).join(" to ")
    }

    pub(super) fn cell(&self, (column, row): (u8, u8)) -> Allowed {
        self.cells[usize::from(row) * usize::from(self.sides.0) + usize::from(column)]
    }

    /// The points of the pattern, each with its column and row from the lower left corner, and its content.
    pub(super) fn points(&self) -> impl Iterator<Item = ((u8, u8), Allowed)> + '_ {
        let (columns, rows) = self.sides;
        let points = (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
        points.zip(self.cells.iter().copied())
    }

    /// The points of a board where the lower left corner of the pattern may be in an orientation.
    pub(super) fn corners(&self, orientation: Symmetry, size: BoardSize) -> Vec<(u8, u8)> {
        let (columns, rows) = orientation.sides(self.sides);
        let Edges { left, right, bottom, top } = self.edges.turned(orientation);
        let starts = |length: u8, low: bool, high: bool| {
            let last = size.get().checked_sub(length);
            let starts = match last {
                Some(last) if low && high => (last == 0).then_some(0..=0),
                Some(_) if low => Some(0..=0),
                Some(last) if high => Some(last..=last),
                Some(last) => Some(0..=last),
                None => None,
            };
            starts.into_iter().flatten()
        };
        let corner = |bottom: u8| starts(columns, left, right).map(move |left| (left, bottom));
        starts(rows, bottom, top).flat_map(corner).collect()
    }

    /// Checks that the pattern can arise in a game: each group that is shown as a whole has a liberty.
    pub(super) fn expect_liberties(&self) -> Result<(), InvalidPattern> {
        let mut seen = vec![false; self.cells.len()];
        let index = |(column, row): (u8, u8)| usize::from(row) * usize::from(self.sides.0) + usize::from(column);
        for (first, cell) in self.points() {
            let Some(color) = cell.stone().filter(|_| !seen[index(first)]) else { continue };
            let mut group = vec![first];
            seen[index(first)] = true;
            let (mut next, mut has_liberty) = (0, false);
            while let Some(&point) = group.get(next) {
                next += 1;
                for beside in self.neighbors(point) {
                    match beside {
                        // The group may have more stones and liberties outside of the pattern.
                        None => has_liberty = true,
                        Some(beside) if self.cell(beside) == cell => {
                            if !std::mem::replace(&mut seen[index(beside)], true) {
                                group.push(beside);
                            }
                        }
                        Some(beside) => has_liberty |= self.cell(beside).permits(Allowed::EMPTY.or(cell)),
                    }
                }
            }
            if !has_liberty {
                let point = self.location(first).map_or_else(String::new, |point| point.to_string());
                return Err(InvalidPattern(format!(
                    "the {} group at {point} has no liberty, so no game has this position; write `*` for points that \
                     do not matter",
                    color.name()
                )));
            }
        }
        Ok(())
    }

    /// The neighbors of a point of the pattern. A neighbor outside of the pattern is `None`; where the edge of the
    /// board is, there is no neighbor.
    fn neighbors(&self, (column, row): (u8, u8)) -> impl Iterator<Item = Option<(u8, u8)>> {
        let (columns, rows) = self.sides;
        let Edges { left, right, bottom, top } = self.edges;
        let beside = |is_last: bool, is_edge: bool, point: (u8, u8)| match (is_last, is_edge) {
            (true, true) => None,
            (true, false) => Some(None),
            (false, _) => Some(Some(point)),
        };
        [
            beside(column == 0, left, (column.wrapping_sub(1), row)),
            beside(column + 1 == columns, right, (column + 1, row)),
            beside(row == 0, bottom, (column, row.wrapping_sub(1))),
            beside(row + 1 == rows, top, (column, row + 1)),
        ]
        .into_iter()
        .flatten()
    }
}

impl Edges {
    /// The edges after the rectangle is turned.
    fn turned(self, orientation: Symmetry) -> Self {
        let mut turned = Self::default();
        // The middles of the sides of a rectangle of 3 by 3.
        for (is_edge, side) in [(self.left, (0, 1)), (self.right, (2, 1)), (self.bottom, (1, 0)), (self.top, (1, 2))] {
            match orientation.turn(side, (3, 3)) {
                (0, _) => turned.left = is_edge,
                (2, _) => turned.right = is_edge,
                (_, 0) => turned.bottom = is_edge,
                _ => turned.top = is_edge,
            }
        }
        turned
    }
}
