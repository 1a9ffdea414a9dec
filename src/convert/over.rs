//! The bytes of games: new ones, or those of a file with what has changed.

use super::Sgf;
use crate::sgf::{Charset, SgfFile, parse, revise};
use crate::text::apply;

impl Sgf {
    /// The charset in which the games are written: that of the file from which the record was converted, or UTF-8.
    pub fn charset_or_utf8(&self) -> Charset {
        self.charset.unwrap_or(Charset::UTF_8)
    }

    /// The bytes of the games.
    ///
    /// # Errors
    /// A character that the charset does not have.
    pub fn encode(&self) -> Result<Vec<u8>, char> {
        self.charset_or_utf8().encode(&self.text)
    }

    /// The bytes of `file` with those changes that make it these games. What is the same in both keeps its bytes.
    ///
    /// ```
    /// use ishi::{convert, sgf};
    ///
    /// let games = convert::to_sgf("EVENT\nUSER sgf\nENDUSER\nB 1 D4\nCOM\nnew\nENDCOM\n");
    /// let file = sgf::SgfFile::read(b"(\n ;\n ;B [dp] C[old]\n)");
    /// assert_eq!(games.encode_over(&file).as_deref(), Ok(&b"(\n ;\n ;B [dp] C[new]\n)"[..]));
    /// ```
    ///
    /// # Errors
    /// A character that the charset does not have.
    pub fn encode_over(&self, file: &SgfFile<'_>) -> Result<Vec<u8>, char> {
        let edits = revise(&parse(file.text()), &parse(&self.text));
        let charset = self.charset_or_utf8();
        if charset == file.charset() { file.encode(&edits) } else { charset.encode(&apply(file.text(), &edits)) }
    }
}
