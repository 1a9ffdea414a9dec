//! The games of an archive: texts in any format are cut into games, and each game is read with the values of its headers.

mod game;
mod info;
mod piece;

pub use game::{Game, Part, Problem};
pub use info::GameInfo;
pub use piece::{ArchiveText, Piece, Unread, pieces};
