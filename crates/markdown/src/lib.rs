//! Go games and positions in the code blocks of a text in Markdown:
//!
//! ````text
//! ```ishi move=30 crop caption="Black has lived"
//! EVENT …
//! ```
//! ````
//!
//! The first word after the fence is `ishi` for a record, `sgf` for a game in SGF, or `goban` for a diagram in the
//! notation of Sensei's Library. The options after it are those of `ishi show`. A block with the option `text` is an
//! example that stays text.

/// The extensions of files in Markdown, in lower case.
pub const EXTENSIONS: [&str; 2] = ["md", "markdown"];

#[cfg(feature = "parser")]
mod check;
mod drawing;
#[cfg(feature = "parser")]
mod fence;
mod options;
#[cfg(feature = "parser")]
mod reader;

#[cfg(feature = "parser")]
pub use check::check;
pub use drawing::{Drawing, draw};
#[cfg(feature = "parser")]
pub use fence::fences;
pub use ishi_ide::document::{Fence, Language};
pub use options::{Options, Place, drawn_language, source_path};
#[cfg(feature = "parser")]
pub use reader::READER;
