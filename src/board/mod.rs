//! Go itself, as far as no ruleset is needed: colours and points.

mod point;

pub use point::{BoardSize, Color, Point};
