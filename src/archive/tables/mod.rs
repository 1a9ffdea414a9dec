//! Games as tables for engines of SQL: batches of Arrow with a row for each game, or for each move.

mod column;
mod games;
mod moves;

pub use games::{GameRow, games};
pub use moves::{MoveRows, moves};

/// The version of the tables: it changes where the meaning of a column does.
pub const TABLES_VERSION: u32 = 1;
