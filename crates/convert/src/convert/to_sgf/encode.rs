//! The bytes of games: a new file, or an existing file with the changes.

use super::{CopiedEvent, Loss, Sgf};
use crate::convert::verbatim::EVENT;
use ishi_sgf::{Charset, SgfFile, parse, revise, with_utf8_named};
use ishi_text::{apply, line_ends, quoted};

impl Sgf {
    /// The charset in which the games are written: that of the file from which the record was converted, or UTF-8.
    pub fn charset_or_utf8(&self) -> Charset {
        self.charset.unwrap_or(Charset::UTF_8)
    }

    /// The bytes of the games in a new file. Characters outside of ASCII are not in UTF-8 without CA to name it.
    ///
    /// # Errors
    /// A character that the charset does not have.
    pub fn encode(&self) -> Result<Vec<u8>, char> {
        let charset = self.charset_or_utf8();
        let named = if charset == Charset::UTF_8 { with_utf8_named(&self.text) } else { (&*self.text).into() };
        charset.encode_file(&named)
    }

    /// The reason why these games, converted from the record `text`, can't be written over a file: a line is in no
    /// game, or an event can only be kept as a copy of its text, and the file has fewer such copies. The reason names
    /// the line.
    pub fn refusal(&self, text: &str, file: &SgfFile<'_>) -> Option<String> {
        let games = parse(file.text());
        let before = games.games().iter().filter(|&&root| games.property(root, EVENT).is_some()).count();
        let lost = self.unapplied.first().map(|Loss { span, why, .. }| (span, why));
        let copied = || self.copied.first().filter(|_| self.copied.len() > before);
        let (span, why) = lost.or_else(|| copied().map(|CopiedEvent { span, why }| (span, why)))?;
        let line = line_ends(&text[..span.start as usize]).count() + 1;
        let words = quoted(span.of(text).trim());
        let remedy = "correct the line, or save the record as a file of its own";
        Some(format!("line {line}, {words}: {why}; nothing was written: {remedy}"))
    }

    /// The bytes of `file`, changed so that it has these games. Equal parts keep their bytes.
    ///
    /// ```
    /// use ishi_convert::convert;
    /// use ishi_sgf as sgf;
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
        if charset == file.charset() { file.encode(&edits) } else { charset.encode_file(&apply(file.text(), &edits)) }
    }
}
