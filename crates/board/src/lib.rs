//! The parts of Go that need no ruleset: colors, points, and boards on which stones are placed and captured.

#[expect(clippy::module_inception, reason = "a board is what this module is about")]
mod board;
mod point;
mod symmetry;

pub(crate) use board::mix;
pub use board::{Board, Group, Origin, StepOutcome, Stone, Undone};
pub use point::{BoardSize, Color, Point};
pub use symmetry::Symmetry;
