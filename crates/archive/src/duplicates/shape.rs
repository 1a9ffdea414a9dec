//! Shapes of steps, which do not change if a game is turned or its colors are exchanged.
//!
//! With shapes, two games are compared once, and not in each of the sixteen orientations.

use crate::main_line::{At, LineStep, Target};
use ishi_board::{Color, mix};

/// The shape of a step: equal for steps that turn into one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape(u32);

impl Shape {
    /// The shape of a step on a board with these sides.
    pub(super) fn of(step: LineStep, sides: (u8, u8)) -> Self {
        let kind = match step {
            LineStep::Clear => 0,
            LineStep::Play(_, Target::Pass) => 1,
            LineStep::Play(_, Target::Unknown) => 2,
            LineStep::Play(_, Target::Point(_)) => 3,
            LineStep::Add(..) => 4,
        };
        Self(kind << 16 | parts(step).1.map_or(0, |at| edges(at, sides)))
    }

    /// Returns a number that is different for each shape.
    pub(super) fn number(self) -> u64 {
        u64::from(self.0)
    }
}

/// Returns a number for each step, computed from its shape and its relation to the step before.
pub(super) fn shapes(steps: &[LineStep], sides: (u8, u8)) -> impl Iterator<Item = u64> {
    let before = std::iter::once(None).chain(steps.iter().copied().map(Some));
    steps.iter().zip(before).map(move |(&step, before)| {
        let relation = before.map_or(0, |before| relation(before, step));
        mix(u64::from(relation) << 32 | Shape::of(step, sides).number())
    })
}

/// The color and the point of a step.
fn parts(step: LineStep) -> (Option<Color>, Option<At>) {
    match step {
        LineStep::Play(color, Target::Point(at)) | LineStep::Add(color, at) => (Some(color), Some(at)),
        LineStep::Play(color, Target::Pass | Target::Unknown) => (Some(color), None),
        LineStep::Clear => (None, None),
    }
}

/// Returns a number for the distances of a point from the nearest edges, the smaller distance first.
fn edges((column, row): At, (columns, rows): (u8, u8)) -> u32 {
    let (across, along) = (column.min(columns - 1 - column), row.min(rows - 1 - row));
    u32::from(across.min(along)) << 8 | u32::from(across.max(along))
}

/// Returns a number for the relation of two steps: whether they have the same color, and their distance.
fn relation(one: LineStep, other: LineStep) -> u32 {
    let ((color, from), (next, to)) = (parts(one), parts(other));
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    let distance = from.zip(to).map_or(0, |(from, to)| 1 + square(from.0, to.0) + square(from.1, to.1));
    distance << 1 | u32::from(color == next)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Orientation;
    use super::super::compared::turned;
    use super::*;

    fn steps(columns: u8, rows: u8) -> impl Strategy<Value = Vec<LineStep>> {
        let color = prop_oneof![Just(Color::Black), Just(Color::White)];
        let step = (color, 0..columns, 0..rows, 0..8u8).prop_map(|(color, column, row, kind)| match kind {
            0 => LineStep::Clear,
            1 => LineStep::Play(color, Target::Pass),
            2 => LineStep::Play(color, Target::Unknown),
            3 => LineStep::Add(color, (column, row)),
            _ => LineStep::Play(color, Target::Point((column, row))),
        });
        prop::collection::vec(step, 0..12)
    }

    proptest! {
        #[test]
        fn a_turned_game_has_the_same_shapes(
            (sides, steps) in (1..20u8, 1..20u8).prop_flat_map(|sides| (Just(sides), steps(sides.0, sides.1))),
        ) {
            let original: Vec<u64> = shapes(&steps, sides).collect();
            for orientation in Orientation::all() {
                let turned: Vec<LineStep> = steps.iter().map(|&step| turned(step, sides, orientation)).collect();
                prop_assert_eq!(&shapes(&turned, orientation.symmetry.sides(sides)).collect::<Vec<_>>(), &original);
            }
        }
    }
}
