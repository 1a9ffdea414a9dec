//! The games of texts in any format: cutting texts into games, reading them with the values of their headers, and
//! searching, comparing and exporting them.

mod batches;
pub mod collection;
pub mod duplicates;
pub mod find;
mod game;
mod game_file;
mod headers;
mod identity;
pub mod index;
mod info;
pub mod json;
mod main_line;
mod piece;
mod stone_masks;
#[cfg(feature = "arrow")]
pub mod tables;

pub use batches::{each_piece, games_in};
pub use game::{Game, GamePart, ItemPlace, PartEvent, Problem};
pub use game_file::{EMPTY_FILE, GameFile, NOT_A_RECORD, NamedFormat};
pub use headers::GameHeaders;
pub use identity::{Corner, GameIdentity, HASH_SEED, HASH_VERSION, PositionKeys};
pub use info::GameInfo;
pub use main_line::{At, LineStep, MainLine, PlainBoard, Target};
pub use piece::{ArchiveText, NO_GAME, Piece, Unread, pieces};
pub use stone_masks::StoneMasks;
pub(crate) use stone_masks::stone_masks;
