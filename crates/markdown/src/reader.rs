//! The reader of Markdown for a document in an editor.

use ishi_ide::document::{Fence, FenceOption, FenceReader, FenceReading, Language, ReadFences};

use super::check::examine;
use super::fence::fences;
use super::options::OPTIONS;

/// The reader of Markdown that a document needs.
pub const READER: FenceReader = FenceReader(&Reader);

#[derive(Debug)]
struct Reader;

impl ReadFences for Reader {
    fn fences(&self, markdown: &str) -> Vec<Fence> {
        fences(markdown)
    }

    fn examine(&self, language: Language, info: &str, content: &str) -> FenceReading {
        examine(language, info, content)
    }

    fn options(&self) -> &'static [FenceOption] {
        &OPTIONS
    }
}
