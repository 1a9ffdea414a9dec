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

/// The points of a board that may have been meant by `written`, each with its likeliest slip.
pub(super) fn slips(written: Point, size: BoardSize) -> Vec<LocationSlip> {
    let mut slips: Vec<LocationSlip> = Vec::new();
    let mut add = |column: i16, row: i16, cost: i32| {
        let point = u8::try_from(column).ok().zip(u8::try_from(row).ok());
        let Some(point) = point.and_then(|(column, row)| Point::new(column, row)) else { return };
        if point == written || !size.contains(point) {
            return;
        }
        match slips.iter_mut().find(|slip| slip.point == point) {
            Some(slip) => slip.cost = slip.cost.min(cost),
            None => slips.push(LocationSlip { point, cost }),
        }
    };
    let (column, row, last) = (i16::from(written.column()), i16::from(written.row()), i16::from(size.get()) - 1);
    for (across, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        add(column + across, row + up, 0);
        add(column + 2 * across, row + 2 * up, 300);
    }
    for (across, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        add(column + across, row + up, 120);
    }
    // Counted from the other side, and with column and row exchanged.
    add(last - column, row, 110);
    add(column, last - row, 110);
    add(last - column, last - row, 160);
    add(row, column, 110);
    add(last - row, last - column, 250);
    let letter = written.to_string().chars().next().unwrap_or_default();
    for like in LETTERS.iter().filter(|like| like.contains(letter)).flat_map(|like| like.bytes()) {
        if let Some(column) = Point::column_of(like) {
            add(i16::from(column), row, 100);
        }
    }
    for (other, cost) in (1..=last + 1).filter_map(|other| Some((other, cost_of_row(row + 1, other)?))) {
        add(column, other - 1, cost);
    }
    slips
}

/// Returns the cost of writing one point for another, as in [`slips`]; `None` if it is not a slip.
pub(super) fn cost_of_slip(written: Point, meant: Point, size: BoardSize) -> Option<i32> {
    slips(written, size).into_iter().find(|slip| slip.point == meant).map(|slip| slip.cost)
}

/// The cost of writing one row number for another; `None` if the numbers are not similar.
fn cost_of_row(written: i16, meant: i16) -> Option<i32> {
    let are_alike = |one: i16, other: i16| {
        let is_in =
            |like: &str, number: i16| like.chars().any(|digit| digit.to_digit(10) == u32::try_from(number).ok());
        DIGITS.iter().any(|like| is_in(like, one) && is_in(like, other))
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
