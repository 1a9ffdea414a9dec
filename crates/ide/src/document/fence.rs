//! A code block of Markdown that has a game or a position: its notation, and where its lines stand in the text.

use std::fmt;

use ishi_check::check::Diagnostic;
use ishi_convert::{convert, import};
use ishi_sgf as sgf;
use ishi_text::Span;

/// The notation of a code block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A record in the Ishi Standard Format.
    Ishi,
    /// Games in SGF.
    Sgf,
    /// A diagram in the notation of Sensei's Library.
    Goban,
}

impl Language {
    /// All of them, with their names.
    pub const ALL: [(Self, &str); 3] = [(Self::Ishi, "ishi"), (Self::Sgf, "sgf"), (Self::Goban, "goban")];

    /// Returns the notation with a name, which is in lower case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, own)| *own == name).map(|(language, _)| language)
    }

    /// Converts a text in this notation to a record.
    ///
    /// # Errors
    /// The reason why there is no record.
    pub fn record(self, content: &str) -> Result<String, &'static str> {
        match self {
            Self::Ishi => Ok(content.to_owned()),
            Self::Sgf => {
                let games = sgf::parse(content);
                if games.games().is_empty() {
                    Err("there is no game in SGF")
                } else {
                    Ok(convert::to_ishi(&games, None).text)
                }
            }
            Self::Goban => {
                let game = import::read_diagram(content).and_then(|game| game.to_ishi());
                game.map(|record| record.text).ok_or("there is no diagram, whose lines begin with `$$`")
            }
        }
    }
}

/// A fenced code block with a game or a position (`CommonMark` 0.31, section 4.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The notation that its first word names.
    pub language: Language,
    /// From the opening to the closing fence, in bytes. The first line begins after the signs of a list or a quote.
    pub span: Span,
    /// The words after the opening fence, without blanks around them.
    pub info: Span,
    /// The parts of the text that are the content, without the signs of a list or a quote.
    pieces: Vec<Piece>,
}

/// A part of the text that is a part of the content of a code block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    /// Where it begins in the content.
    at: u32,
    /// Where it stands in the text.
    span: Span,
}

impl Fence {
    /// Returns a code block whose content is these parts of the text, in order. No part has more than a line.
    pub fn new(language: Language, span: Span, info: Span, parts: &[Span]) -> Self {
        let mut at = 0;
        let pieces = parts.iter().map(|&span| {
            let piece = Piece { at, span };
            at += span.len() as u32;
            piece
        });
        Self { language, span, info, pieces: pieces.collect() }
    }

    /// Returns the content: the lines without the signs of a list or a quote.
    pub fn content(&self, markdown: &str) -> String {
        self.pieces.iter().map(|piece| piece.span.of(markdown)).collect()
    }

    /// Returns whether this is the content.
    pub(super) fn has_content(&self, markdown: &str, content: &str) -> bool {
        let part = |piece: &Piece| content.get(piece.at as usize..piece.at as usize + piece.span.len());
        let length: usize = self.pieces.iter().map(|piece| piece.span.len()).sum();
        length == content.len() && self.pieces.iter().all(|piece| part(piece) == Some(piece.span.of(markdown)))
    }

    /// Returns the place in the text in Markdown for a place in the content, both in bytes. The end of the content is
    /// the end of its last line.
    pub fn place(&self, at: usize) -> usize {
        let following = self.pieces.partition_point(|piece| piece.at as usize <= at);
        let Some(piece) = following.checked_sub(1).map(|index| self.pieces[index]) else {
            return self.info.end as usize;
        };
        piece.span.start as usize + (at - piece.at as usize).min(piece.span.len())
    }

    /// Returns the span in the text in Markdown for a span in the content. If it ends with a line, it does not extend
    /// to the signs before the next line.
    pub(crate) fn to_text(&self, span: Span) -> Span {
        let start = self.place(span.start as usize);
        let end = if span.is_empty() { start } else { self.place(span.end as usize - 1) + 1 };
        Span::new(start, end)
    }

    /// Returns the place in the content for a place in the text in Markdown; `None` for one that is not in the content.
    pub(super) fn to_content(&self, byte: usize) -> Option<usize> {
        let following = self.pieces.partition_point(|piece| piece.span.start as usize <= byte);
        let piece = self.pieces[following.checked_sub(1)?];
        let within = byte - piece.span.start as usize;
        // The end of a line without its line end is a place in it. So is the end of the last line.
        let is_last = following == self.pieces.len();
        let is_continued = self.pieces.get(following).is_some_and(|next| next.span.len() == 1);
        let is_inside = within < piece.span.len() || within == piece.span.len() && (is_last || is_continued);
        is_inside.then_some(piece.at as usize + within)
    }

    /// Moves a diagnostic of the content to its place in the text in Markdown. It loses its fixes: a fix does not know
    /// the signs of a list or a quote.
    pub fn place_diagnostic(&self, diagnostic: &mut Diagnostic) {
        diagnostic.span = self.to_text(diagnostic.span);
        diagnostic.fixes.clear();
        for related in &mut diagnostic.related {
            related.span = self.to_text(related.span);
        }
    }
}

/// An option of a code block.
#[derive(Clone, Copy, Debug)]
pub struct FenceOption {
    /// Its name.
    pub name: &'static str,
    /// A value that it may have; empty for an option without a value.
    pub example: &'static str,
    /// The effect, as a sentence without a full stop.
    pub effect: &'static str,
}

/// The result of reading the words after an opening fence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FenceReading {
    /// The first option that can't be read, or that names a place which the game does not have.
    pub fault: Option<OptionFault>,
    /// Whether the game is in another file, in place of the content.
    pub has_source: bool,
}

/// A fault in the words after an opening fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFault {
    /// Where it is, in bytes of these words.
    pub span: Span,
    /// The problem, and what to write instead.
    pub message: String,
}

/// A reader of Markdown. A document gets it from outside, because a program that opens no Markdown does not need one.
pub trait ReadFences: fmt::Debug + Send + Sync {
    /// Returns the code blocks with a game or a position, in their order.
    fn fences(&self, markdown: &str) -> Vec<Fence>;

    /// Reads the words after the opening fence of a code block with some content.
    fn examine(&self, language: Language, info: &str, content: &str) -> FenceReading;

    /// Returns the options that a code block may have.
    fn options(&self) -> &'static [FenceOption];
}

/// The reader of a document in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct FenceReader(pub &'static dyn ReadFences);

impl FenceReader {
    /// The reader that finds no code blocks.
    pub const NONE: Self = Self(&NoFences);
}

// All readers of a program read alike.
impl PartialEq for FenceReader {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for FenceReader {}

#[derive(Debug)]
struct NoFences;

impl ReadFences for NoFences {
    fn fences(&self, _: &str) -> Vec<Fence> {
        Vec::new()
    }

    fn examine(&self, _: Language, _: &str, _: &str) -> FenceReading {
        FenceReading::default()
    }

    fn options(&self) -> &'static [FenceOption] {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_to_the_text_and_back() {
        let markdown = "> ```ishi\n> B 1 Q16\n>\n> W 2 D4\r\n> ```\n";
        let span = |part: &str| {
            let start = markdown.find(part).unwrap();
            Span::new(start, start + part.len())
        };
        let blank = Span::new(span("> W").start as usize - 1, span("> W").start as usize);
        let end = Span::new(span("\r").end as usize, span("\r").end as usize + 1);
        let parts = [span("B 1 Q16\n"), blank, span("W 2 D4"), end];
        let fence = Fence::new(Language::Ishi, Span::new(2, markdown.len() - 1), span("ishi"), &parts);
        assert_eq!(fence.content(markdown), "B 1 Q16\n\nW 2 D4\n");
        for at in 0..fence.content(markdown).len() {
            assert_eq!(fence.to_content(fence.place(at)), Some(at));
        }
        assert_eq!(fence.to_content(span("> B").start as usize), None);
        assert_eq!(fence.to_content(span("\r").start as usize), Some(15));
        assert_eq!(fence.to_text(Span::new(2, 11)), Span::new(14, markdown.find(" 2").unwrap() + 1));
    }
}
