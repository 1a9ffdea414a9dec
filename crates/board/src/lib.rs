//! The parts of Go that need no ruleset: colors, points, and boards on which stones are placed and captured.

mod board;
mod point;
mod symmetry;

pub use board::{Board, Group, Origin, StepOutcome, Stone, Undone, mix};
pub use point::{BoardSize, Color, Point};
pub use symmetry::Symmetry;
