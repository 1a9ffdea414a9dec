//! Games as tables for SQL engines: batches of Arrow with a row for each game, or for each move.

mod column;
mod games;
mod moves;

pub use games::{GameRow, games};
pub use moves::{MoveRows, moves};

/// The version of the tables, which changes if the meaning of a column changes.
pub const TABLES_VERSION: u32 = 1;
