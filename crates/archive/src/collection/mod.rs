//! Files with many games: a file is cut into one file for each game, and files are joined into one.

mod cut;
mod join;
mod names;

pub use cut::{CutGame, cut};
pub use join::{JoinFault, Joined, Joiner, MovedRemark};
pub use names::{FileNames, InvalidPattern, NamePattern, PLACEHOLDERS};
