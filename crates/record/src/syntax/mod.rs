//! The Standard line by line: keywords, fields, blocks, and the boundaries of events.
//!
//! Parsing never fails. A [`Reader`] cuts a text into [`Source`]s, one for each event, and every byte of the text
//! belongs to exactly one line of exactly one source.

mod delimiter;
mod field;
mod file_type;
mod foreign;
mod keyword;
mod line;
mod lookahead;
mod piece;
mod pieces;
mod reader;
mod slip;
mod source;
mod value;
mod words;

pub use delimiter::{Delimiter, Delimiters, delimits};
pub use field::{Fault, Field, FieldKind, Mark, MarkFault, Sign, Target};
pub use file_type::{EXTENSIONS, SGF_EXTENSION, SHARED_EXTENSION, TextFormat, looks_like_ishi};
pub use foreign::{Foreign, ForeignKind};
pub use keyword::{Info, Keyword, KeywordGroup};
pub use line::{Block, Line, LineKind};
pub use pieces::{LineCache, Pieces};
pub use reader::{Following, Reader};
pub use slip::{Way, coordinates, number as misspelt_number};
pub use source::{BlockFault, Source};
pub use value::location;
pub use words::{BLANKS, Words, is_valid};
