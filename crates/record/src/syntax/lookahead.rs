//! A search for the delimiters after a line, which decide on the end of a block. Results are kept, so that each line is
//! searched once.

use super::delimiter::{Delimiter, Delimiters, delimiter};
use super::field::Field;
use super::line::{self, Block};
use ishi_text::Span;

/// The offset of a delimiter that is not in the text but after it.
pub(super) const BEYOND: usize = usize::MAX;

/// A search in the lines after any place of a text.
#[derive(Debug)]
pub(super) struct Lookahead<'t> {
    text: &'t str,
    /// The first delimiters after the text.
    following: Delimiters,
    delimiters: [Option<NextDelimiter>; 2],
    unclosed: [Option<KnownUnclosed>; 2],
    prose_end: Option<ProseEnd>,
    scratch: Vec<Field>,
}

/// The next delimiter of a kind of block, kept for every search that begins between `from` and `at`.
#[derive(Clone, Copy, Debug)]
struct NextDelimiter {
    from: usize,
    /// The start of its line; `BEYOND` for a delimiter after the text.
    at: usize,
    delimiter: Option<Delimiter>,
}

/// The next line at which prose must end, kept for every search that begins between `from` and `at`.
#[derive(Clone, Copy, Debug)]
struct ProseEnd {
    from: usize,
    at: usize,
    closes: Option<Block>,
}

/// Consecutive delimiters that only begin blocks: no block up to `last` is closed.
#[derive(Clone, Copy, Debug)]
struct KnownUnclosed {
    last: usize,
    /// The delimiter that decided it.
    seen: usize,
}

impl<'t> Lookahead<'t> {
    /// Creates a search in `text`, which is followed by `following`.
    pub(super) fn new(text: &'t str, following: Delimiters) -> Self {
        Self { text, following, delimiters: [None; 2], unclosed: [None; 2], prose_end: None, scratch: Vec::new() }
    }

    /// The first delimiter of `block` in the lines from `from` on, as the start of its line.
    pub(super) fn next_delimiter(&mut self, block: Block, from: usize) -> (usize, Option<Delimiter>) {
        let remembered = self.delimiters[block as usize].filter(|ahead| ahead.from <= from && from <= ahead.at);
        let ahead = remembered.unwrap_or_else(|| {
            let mut at = from;
            while at < self.text.len() {
                let (content, end) = line::bounds(self.text, at);
                match delimiter(self.text, Span::new(at, content)) {
                    Some((kind, delimiter)) if kind == block => {
                        return NextDelimiter { from, at, delimiter: Some(delimiter) };
                    }
                    _ => at = end,
                }
            }
            NextDelimiter { from, at: BEYOND, delimiter: self.following.get(block) }
        });
        self.delimiters[block as usize] = Some(ahead);
        (ahead.at, ahead.delimiter)
    }

    /// The first line from `from` on, and before `limit`, that can only be data.
    pub(super) fn unmistakable(&mut self, from: usize, limit: usize) -> Option<usize> {
        let mut at = from;
        while at < limit.min(self.text.len()) {
            let (content, end) = line::bounds(self.text, at);
            if line::is_unmistakable(self.text, Span::new(at, content), &mut self.scratch) {
                return Some(at);
            }
            at = end;
        }
        None
    }

    /// Whether prose outside a block ends before this line, because the line is data, or begins the next event, even
    /// with a misspelt keyword. So the reading of an event depends only on the delimiters after it.
    fn ends_prose(&mut self, line: Span) -> bool {
        line::is_unmistakable(self.text, line, &mut self.scratch) || line::begins_event(self.text, line)
    }

    /// Whether all lines from `from` up to `to` can be prose outside a block.
    pub(super) fn is_prose(&mut self, from: usize, to: usize) -> bool {
        let mut at = from;
        while at < to {
            let (content, end) = line::bounds(self.text, at);
            if self.ends_prose(Span::new(at, content)) {
                return false;
            }
            at = end;
        }
        true
    }

    /// The starts of blocks inside an unclosed block, with prose between them, and the end of the last of them, if the
    /// last one is closed. Otherwise the delimiter that decided this.
    pub(super) fn nested(&mut self, block: Block, first: usize) -> Result<(Vec<usize>, usize), usize> {
        if let Some(unclosed) = self.unclosed[block as usize].filter(|unclosed| first <= unclosed.last) {
            return Err(unclosed.seen);
        }
        let mut inner = vec![first];
        let mut last = first;
        loop {
            let (_, end) = line::bounds(self.text, last);
            let (next, delimiter) = self.next_delimiter(block, end);
            match delimiter {
                Some(Delimiter::Close) => return Ok((inner, next)),
                Some(Delimiter::Open) if next != BEYOND && self.unmistakable(end, next).is_none() => {
                    inner.push(next);
                    last = next;
                }
                _ => {
                    self.unclosed[block as usize] = Some(KnownUnclosed { last, seen: next });
                    return Err(next);
                }
            }
        }
    }

    /// The end of a block with which the prose that begins at `from`, outside any block, ends. `None` if data or the
    /// beginning of a block comes first.
    pub(super) fn stray_end(&mut self, from: usize) -> Option<(Block, usize)> {
        let remembered = self.prose_end.filter(|stop| stop.from <= from && from <= stop.at);
        let stop = remembered.unwrap_or_else(|| {
            let mut at = from;
            while at < self.text.len() {
                let (content, end) = line::bounds(self.text, at);
                let span = Span::new(at, content);
                if let Some((block, delimiter)) = delimiter(self.text, span) {
                    return ProseEnd { from, at, closes: (delimiter == Delimiter::Close).then_some(block) };
                }
                if self.ends_prose(span) {
                    return ProseEnd { from, at, closes: None };
                }
                at = end;
            }
            ProseEnd { from, at: BEYOND, closes: None }
        });
        self.prose_end = Some(stop);
        stop.closes.map(|block| (block, stop.at))
    }
}
