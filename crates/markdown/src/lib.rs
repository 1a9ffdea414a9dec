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

mod check;
mod drawing;
mod fence;
mod options;

use ishi_ide::document::{FenceOption, FenceReader, FenceReading, ReadFences};

pub use check::check;
pub use drawing::{Drawing, draw};
pub use fence::fences;
pub use ishi_ide::document::{Fence, Language};
pub use options::{Options, Place};

/// The reader of Markdown that an editor's document needs.
pub const READER: FenceReader = FenceReader(&Reader);

#[derive(Debug)]
struct Reader;

impl ReadFences for Reader {
    fn fences(&self, markdown: &str) -> Vec<Fence> {
        fences(markdown)
    }

    fn examine(&self, language: Language, info: &str, content: &str) -> FenceReading {
        check::examine(language, info, content)
    }

    fn options(&self) -> &'static [FenceOption] {
        &options::OPTIONS
    }
}
