//! The games of an archive: texts in any format are cut into games, which are read with the values of their headers.

pub mod find;
mod game;
pub mod index;
mod info;
mod piece;

pub use game::{Game, Part, Problem};
pub use info::GameInfo;
pub use piece::{ArchiveText, Piece, Unread, pieces};
