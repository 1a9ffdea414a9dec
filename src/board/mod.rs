//! Go itself, as far as no ruleset is needed: colours, points, and boards on which stones are placed and captured.

mod point;
mod position;

pub use point::{BoardSize, Color, Point};
pub use position::{Board, Group, Origin, Outcome, Stone, Undone};
