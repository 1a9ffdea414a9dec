//! Where the code blocks are, and where their lines stand in the text.

use ishi_ide::document::{Fence, Language};
use ishi_text::Span;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::options::drawn_language;

/// Returns the code blocks of a text that have a game or a position, in their order, without those that stay text. A
/// text without any is not parsed.
pub fn fences(markdown: &str) -> Vec<Fence> {
    let is_named = |(_, name): &(Language, &str)| memchr::memmem::find(markdown.as_bytes(), name.as_bytes()).is_some();
    if !Language::ALL.iter().any(is_named) {
        return Vec::new();
    }
    let mut fences = Vec::new();
    let mut open: Option<Opening> = None;
    let mut parts = Vec::new();
    for (event, range) in Parser::new(markdown).into_offset_iter() {
        let span = Span::new(range.start, range.end);
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => open = opened(markdown, span),
            Event::Text(_) if open.is_some() => add_lines(&mut parts, span, markdown),
            Event::End(TagEnd::CodeBlock) => {
                let opening = open.take();
                fences.extend(opening.map(|Opening { language, span, info }| Fence::new(language, span, info, &parts)));
                parts.clear();
            }
            _ => {}
        }
    }
    fences
}

/// A code block without its content.
struct Opening {
    language: Language,
    span: Span,
    info: Span,
}

/// Returns a code block, if it has a game or a position and does not stay text.
fn opened(markdown: &str, span: Span) -> Option<Opening> {
    let block = span.of(markdown);
    let line = block.lines().next().unwrap_or_default();
    let words = line.trim_start_matches(['`', '~', ' ']);
    let start = span.start as usize + (line.len() - words.len());
    let info = Span::new(start, start + words.trim_end().len());
    let language = drawn_language(info.of(markdown))?;
    let span = Span::new(span.start as usize, span.start as usize + block.trim_end_matches(['\n', '\r']).len());
    Some(Opening { language, span, info })
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
