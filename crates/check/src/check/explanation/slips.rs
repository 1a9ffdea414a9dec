//! The slips that a writer of a record easily makes, with their costs.

use ishi_board::{BoardSize, Point};

/// Exchanges of two moves: their distance in moves, and the cost in hundredths of a natural logarithm, compared with a
/// point next to the right one.
pub(super) const SWAPS: [(usize, i32); 2] = [(1, 0), (2, 120)];

/// The costs of the other slips.
pub(super) const COST_OF_COLOR: i32 = 150;
pub(super) const COST_OF_PASS: i32 = 400;
pub(super) const COST_OF_MISSING_PASS: i32 = 100;

/// Letters of columns that look alike in print, by hand, or on a keyboard.
const LETTERS: [&str; 12] = ["BDPR", "CGOQ", "EF", "HKN", "MN", "DO", "LJT", "PRB", "KR", "SG", "JG", "QO"];

/// Digits that look alike in print or by hand.
const DIGITS: [&str; 8] = ["17", "38", "568", "069", "49", "27", "08", "14"];

/// A point that may have been meant, and its cost in hundredths of a natural logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LocationSlip {
    pub(super) point: Point,
    pub(super) cost: i32,
}

/// The points of a board that may have been meant by `written`, each with its likeliest slip. Those of the same row
/// come first, which is the order among equally likely points.
pub(super) fn slips(written: Point, size: BoardSize) -> Vec<LocationSlip> {
    let slip = |point: Point| Some(LocationSlip { point, cost: cost_of_slip(written, point, size)? });
    let mut slips: Vec<LocationSlip> = size.points().filter_map(slip).collect();
    slips.sort_by_cached_key(|slip| u32::from(slip.point.row() != written.row()));
    slips
}

/// Returns the cost of the likeliest slip that writes one point for another one of a board; `None` if there is none.
pub(super) fn cost_of_slip(written: Point, meant: Point, size: BoardSize) -> Option<i32> {
    if written == meant || !size.contains(meant) {
        return None;
    }
    let last = i32::from(size.get()) - 1;
    let [(column, row), other] = [written, meant].map(|point| (i32::from(point.column()), i32::from(point.row())));
    let apart = (column.abs_diff(other.0), row.abs_diff(other.1));
    let beside = match apart {
        (0, 1) | (1, 0) => Some(0),
        (1, 1) => Some(120),
        (0, 2) | (2, 0) => Some(300),
        _ => None,
    };
    // Counted from the other side, and with column and row exchanged.
    let symmetries = [
        ((last - column, row), 110),
        ((column, last - row), 110),
        ((row, column), 110),
        ((last - column, last - row), 160),
        ((last - row, last - column), 250),
    ];
    let symmetric = symmetries.into_iter().find_map(|(point, cost)| (point == other).then_some(cost));
    let similar = match apart {
        (_, 0) => are_columns_alike(written.column(), meant.column()).then_some(100),
        (0, _) => cost_of_row(row + 1, other.1 + 1),
        _ => None,
    };
    [beside, symmetric, similar].into_iter().flatten().min()
}

/// Returns whether the letters of two columns look alike.
fn are_columns_alike(one: u8, other: u8) -> bool {
    let has = |like: &str, column: u8| like.bytes().any(|letter| Point::column_of(letter) == Some(column));
    LETTERS.iter().any(|like| has(like, one) && has(like, other))
}

/// The cost of writing one row number for another; `None` if the numbers are not similar.
fn cost_of_row(written: i32, meant: i32) -> Option<i32> {
    let are_alike = |one: i32, other: i32| {
        let has = |like: &str, number: i32| like.bytes().any(|digit| i32::from(digit - b'0') == number);
        DIGITS.iter().any(|like| has(like, one) && has(like, other))
    };
    match ([written / 10, written % 10], [meant / 10, meant % 10]) {
        // A digit left out, or one too many.
        ([0, short], long) | (long, [0, short]) if long[0] != 0 => long.contains(&short).then_some(100),
        ([a, b], [c, d]) if a == c && b == d => None,
        ([a, b], [c, d]) if a == c => Some(if are_alike(b, d) { 100 } else { 300 }),
        ([a, b], [c, d]) if b == d => Some(if are_alike(a, c) { 100 } else { 300 }),
        ([a, b], [c, d]) => (a == d && b == c).then_some(150),
    }
}

/// How many steps two points are apart.
pub(super) fn distance(one: Point, other: Point) -> i32 {
    i32::from(one.column().abs_diff(other.column()) + one.row().abs_diff(other.row()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_look_alike_or_lie_beside_each_other_are_slips() {
        let point = |name: &str| BoardSize::STANDARD.points().find(|point| point.to_string() == name).unwrap();
        let are_alike = |one: &str, other: &str| {
            slips(point(one), BoardSize::STANDARD).iter().any(|slip| slip.point == point(other))
        };
        for (one, other) in [
            ("Q16", "Q15"),
            ("Q16", "P16"),
            ("J4", "H4"),
            ("Q16", "D16"),
            ("Q16", "Q4"),
            ("C4", "D3"),
            ("O4", "Q4"),
            ("D7", "D1"),
            ("D1", "D11"),
            ("D8", "D3"),
        ] {
            assert!(are_alike(one, other), "{one} and {other}");
            assert!(are_alike(other, one), "{other} and {one}");
        }
        assert!(!are_alike("Q16", "A9"));
    }
}
