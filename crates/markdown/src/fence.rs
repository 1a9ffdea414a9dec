//! Where the code blocks are, and where their lines stand in the text.

use ishi_convert::convert;
use ishi_convert::import;
use ishi_sgf as sgf;
use ishi_text::Span;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::options::{OptionFault, Options};

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
                let game = import::read(content).and_then(|game| game.to_ishi());
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
    /// The lines of the content, each with its line end and without the signs of a list or a quote.
    lines: Vec<Span>,
}

impl Fence {
    /// Returns the content: the lines without the signs of a list or a quote.
    pub fn content(&self, markdown: &str) -> String {
        self.lines.iter().map(|line| line.of(markdown)).collect()
    }

    /// Returns the place in the text in Markdown for a place in the content, both in bytes. The end of the content is
    /// the end of its last line.
    pub fn place(&self, mut at: usize) -> usize {
        for line in &self.lines {
            if at < line.len() {
                return line.start as usize + at;
            }
            at -= line.len();
        }
        self.lines.last().map_or(self.info.end as usize, |line| line.end as usize)
    }

    /// Reads the options after the first word.
    ///
    /// # Errors
    /// An option that has no such name or value. Its place is one in the whole text.
    pub fn options(&self, markdown: &str) -> Result<Options, OptionFault> {
        Options::read(self.info.of(markdown))
            .map_err(|fault| OptionFault { span: fault.span.shifted(self.info.start as usize), ..fault })
    }
}

/// Returns the code blocks of a text that have a game or a position, in their order. A text without any is not parsed.
pub fn fences(markdown: &str) -> Vec<Fence> {
    let is_named = |(_, name): &(Language, &str)| memchr::memmem::find(markdown.as_bytes(), name.as_bytes()).is_some();
    if !Language::ALL.iter().any(is_named) {
        return Vec::new();
    }
    let mut fences = Vec::new();
    let mut open: Option<Fence> = None;
    for (event, range) in Parser::new(markdown).into_offset_iter() {
        let span = Span::new(range.start, range.end);
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => open = opened(markdown, span),
            Event::Text(_) => {
                if let Some(fence) = &mut open {
                    add_lines(&mut fence.lines, span, markdown);
                }
            }
            Event::End(TagEnd::CodeBlock) => fences.extend(open.take()),
            _ => {}
        }
    }
    fences
}

/// Returns a code block without its lines, if it has a game or a position.
fn opened(markdown: &str, span: Span) -> Option<Fence> {
    let block = span.of(markdown);
    let line = block.lines().next().unwrap_or_default();
    let words = line.trim_start_matches(['`', '~', ' ']);
    let start = span.start as usize + (line.len() - words.len());
    let info = Span::new(start, start + words.trim_end().len());
    let (name, _) = super::options::first_word(info.of(markdown))?;
    let span = Span::new(span.start as usize, span.start as usize + block.trim_end_matches(['\n', '\r']).len());
    Some(Fence { language: Language::named(name)?, span, info, lines: Vec::new() })
}

/// Adds a piece of the content. The parser cuts the content where signs of a list or a quote are, and at each CR.
fn add_lines(lines: &mut Vec<Span>, piece: Span, markdown: &str) {
    let mut at = piece.start as usize;
    for part in piece.of(markdown).split_inclusive('\n') {
        let part = Span::new(at, at + part.len());
        at = part.end as usize;
        match lines.last_mut() {
            Some(last) if last.end == part.start && !last.of(markdown).ends_with('\n') => last.end = part.end,
            _ => lines.push(part),
        }
    }
}
