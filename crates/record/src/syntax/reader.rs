//! A text as a series of events: block structure, and the boundaries of events.

use super::Keyword;
use super::delimiter::{Delimiter, Delimiters, delimiter};
use super::foreign::Foreign;
use super::line::{self, Block, Line, LineKind};
use super::lookahead::{BEYOND, Lookahead};
use super::pieces::LineCache;
use super::source::{BlockFault, Source};
use ishi_text::Span;
use ishi_work::cancel::checkpoint;
use ishi_work::parallel;

/// The context after a text that is part of a larger one, which continues with the first line of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Following {
    /// The first delimiters after it.
    pub delimiters: Delimiters,
    /// Whether nothing at all comes after it.
    pub last: bool,
}

impl Following {
    /// Nothing comes after it.
    pub const NOTHING: Self = Self { delimiters: Delimiters { com: None, user: None }, last: true };
}

/// Cuts a text into events.
///
/// An event begins with its EVENT line, or with the remarks directly before this line, which belong to the event
/// (section 4.2). The first event may have no EVENT line. There is always at least one event, which may be empty.
#[derive(Debug)]
pub struct Reader<'t> {
    text: &'t str,
    at: usize,
    after: Following,
    done: bool,
    incomplete: bool,
    lookahead: Lookahead<'t>,
    /// The expected numbers of lines and fields in the next event.
    expected: (usize, usize),
    cache: LineCache,
}

impl<'t> Iterator for Reader<'t> {
    type Item = Source<'t>;

    fn next(&mut self) -> Option<Source<'t>> {
        (!self.done && !self.incomplete).then(|| self.event())
    }
}

impl<'t> Reader<'t> {
    /// Reads `text`, which begins with the first line of an event, or is the beginning of a file.
    pub fn new(text: &'t str, after: Following) -> Self {
        // A game has some thousand bytes, most of them in short lines.
        let first = text.len().min(16384);
        Self {
            text,
            at: 0,
            after,
            done: false,
            incomplete: false,
            lookahead: Lookahead::new(text, after.delimiters),
            expected: (first / 8, first / 4),
            cache: LineCache::default(),
        }
    }

    /// Reads a whole file, which may begin with text of another kind.
    pub fn of_file(text: &'t str) -> Self {
        Self::with(text, Following::NOTHING, LineCache::of_file(Foreign::of(text)))
    }

    /// Reads a text, and reuses the lines of its first event that `cache` has.
    pub fn with(text: &'t str, after: Following, cache: LineCache) -> Self {
        let mut reader = Self { cache, ..Self::new(text, after) };
        let (lines, fields) = reader.cache.size();
        reader.expected.0 += lines;
        reader.expected.1 += fields;
        reader
    }

    /// Whether the text ends inside an event, so that more of the larger text is needed. The last source must not be
    /// used then.
    pub fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// Calls `work` with the offset and the source of each event, and returns the results in order; `None` as soon as
    /// one call returns `None`. The work on a large text is shared among all cores: the ends of events are found one
    /// after the other, and the rest runs on any core.
    pub fn work_on_each<T: Send>(&mut self, work: impl Fn(usize, Source<'t>) -> Option<T> + Sync) -> Option<Vec<T>> {
        let mut next = self.at;
        let is_long = self.text.len() >= parallel::THRESHOLD;
        let placed = self.map(|source| {
            let start = next;
            next += source.text.len();
            (start, source)
        });
        if !is_long {
            return placed.map(|(start, source)| work(start, source)).collect();
        }
        parallel::try_map_iter(placed, |(start, source)| work(start, source))
    }

    fn event(&mut self) -> Source<'t> {
        let base = self.at;
        let mut event = EventReader {
            source: Source {
                text: &self.text[base..],
                lines: Vec::with_capacity(self.expected.0),
                faults: Vec::new(),
                last: false,
                delimiters: Delimiters::default(),
                open: Vec::new(),
                fields: Vec::with_capacity(self.expected.1),
                taken_over: Vec::new(),
                foreign: self.cache.foreign.take(),
            },
            base,
            reader: self,
            reach: [0; 2],
        };
        event.read();
        let EventReader { mut source, reach, .. } = event;
        // One game is somewhat longer than the other.
        self.expected = (source.lines.len() / 4 * 5, source.fields.len() / 4 * 5);
        let end = source.lines.last().map_or(0, |line| line.end as usize);
        source.text = &source.text[..end];
        self.at = base + end;
        self.done = self.at >= self.text.len();
        source.last = self.done && self.after.last;
        for block in [Block::Com, Block::User] {
            if reach[block as usize] > self.at {
                source.open.push(block);
            }
        }
        source
    }
}

impl<'t> Source<'t> {
    /// Reads again the text of one event, as cut by a [`Reader`].
    pub fn of_event(text: &'t str, last: bool) -> Self {
        Self::of_known_event(text, last, LineCache::default())
    }

    /// Reads the text of one event again, and reuses the lines that `cache` has.
    pub fn of_known_event(text: &'t str, last: bool, cache: LineCache) -> Self {
        Reader::with(text, Following { last, ..Following::NOTHING }, cache).event()
    }
}

/// Reads one event. Places are counted from its start, and `base` is the start in the reader's text.
struct EventReader<'r, 't> {
    reader: &'r mut Reader<'t>,
    source: Source<'t>,
    base: usize,
    /// For each kind of block, how far the search for its end went without a result, in the reader's text.
    reach: [usize; 2],
}

impl EventReader<'_, '_> {
    fn read(&mut self) {
        let mut at = self.foreign();
        // An EVENT line begins a new event only after something else than remarks, which are its own.
        let mut has_content = false;
        let mut remarks = None;
        while at < self.source.text.len() {
            checkpoint();
            if let Some(piece) = self.reader.cache.at(self.base + at) {
                at += self.source.take_over(piece);
                has_content = true;
                remarks = None;
                continue;
            }
            let index = self.source.lines.len();
            let line = self.line(at);
            let keyword = line.keyword();
            if keyword == Some(Keyword::Event) && has_content {
                return self.cut(remarks.unwrap_or(index));
            }
            match line.kind {
                LineKind::Blank => {}
                _ if keyword == Some(Keyword::Remark) => {
                    remarks.get_or_insert(index);
                }
                _ => {
                    has_content = true;
                    remarks = None;
                }
            }
            at = self.after_line(index, line);
        }
        // What goes on after the text is an event: it would take the remarks, and an event without
        // content is not an event.
        if !self.reader.after.last && (!has_content || remarks.is_some()) {
            self.reader.incomplete = true;
        }
    }

    /// Adds the lines of another kind at the beginning of the file, and returns the start of the next line.
    fn foreign(&mut self) -> usize {
        // A text without its end may be asked for as well.
        let end = self.source.foreign.map_or(0, |foreign| foreign.end.min(self.source.text.len()));
        self.lines_of_kind(LineKind::Foreign, 0, end);
        end
    }

    /// Forgets the lines from `index` on.
    fn cut(&mut self, index: usize) {
        if let Some(line) = self.source.lines.get(index) {
            self.source.fields.truncate(line.fields.0 as usize);
            self.source.lines.truncate(index);
        }
    }

    /// Adds the line at `at`, read as a line outside a block.
    fn line(&mut self, at: usize) -> Line {
        let (content, end) = line::bounds(self.source.text, at);
        let line = line::read(self.source.text, Span::new(at, content), end, &mut self.source.fields);
        self.source.lines.push(line);
        line
    }

    /// Reads the block that the line with this index begins, if any, and returns the start of the next line outside a
    /// block.
    fn after_line(&mut self, index: usize, line: Line) -> usize {
        let at = line.end as usize;
        match line.kind {
            LineKind::Data(Keyword::Com) => self.opened(Block::Com, index, at),
            LineKind::Data(Keyword::User) => self.opened(Block::User, index, at),
            LineKind::Data(Keyword::Endcom) => self.unmatched(Block::Com, index, at),
            LineKind::Data(Keyword::Enduser) => self.unmatched(Block::User, index, at),
            LineKind::Unknown | LineKind::Misspelt(Keyword::Com | Keyword::User) => self.misspelt(index, line),
            _ => at,
        }
    }

    fn unmatched(&mut self, block: Block, line: usize, at: usize) -> usize {
        self.source.delimiters.note(block, Delimiter::Close);
        self.source.faults.push(BlockFault::Unmatched { block, line });
        at
    }

    /// Reads a line without a keyword as the misspelt beginning of a block, if prose and the end of a block without
    /// beginning follow.
    fn misspelt(&mut self, index: usize, line: Line) -> usize {
        let at = line.end as usize;
        let block = match line.keyword() {
            Some(Keyword::Com) => Some(Block::Com),
            Some(Keyword::User) => Some(Block::User),
            _ => None,
        };
        let close = match block {
            Some(block) => self.closed(block, at).map(|close| (block, close)),
            None => self.reader.lookahead.stray_end(self.base + at),
        };
        if let Some((block, close)) = close {
            self.source.lines[index].kind = LineKind::Misspelt(block.opener());
            return self.closed_at(block, at, close);
        }
        // Both ends of a block may be misspelt, with prose between them.
        if let Some(block) = block {
            let (next, _) = self.reader.lookahead.next_delimiter(block, self.base + at);
            let limit = if next == BEYOND { self.source.text.len() } else { next - self.base };
            let end = self.misspelt_end(block, at, limit);
            if let Some(end) = end.filter(|&(end, _)| self.reader.lookahead.is_prose(self.base + at, self.base + end)) {
                return self.closed_by(block, at, end);
            }
        }
        self.source.lines[index].kind = LineKind::Unknown;
        at
    }

    /// The end of a block that would begin before `at`, if it is closed.
    fn closed(&mut self, block: Block, at: usize) -> Option<usize> {
        let (next, delimiter) = self.reader.lookahead.next_delimiter(block, self.base + at);
        if delimiter == Some(Delimiter::Close) {
            return Some(next);
        }
        self.reach[block as usize] = self.reach[block as usize].max(next);
        None
    }

    /// Reads the block that the line `index` begins, from the line after it at `at`.
    fn opened(&mut self, block: Block, index: usize, at: usize) -> usize {
        self.source.delimiters.note(block, Delimiter::Open);
        let (next, delimiter) = self.reader.lookahead.next_delimiter(block, self.base + at);
        if delimiter == Some(Delimiter::Close) {
            return self.closed_at(block, at, next);
        }
        let limit = if next == BEYOND { self.source.text.len() } else { next - self.base };
        if let Some(end) = self.misspelt_end(block, at, limit) {
            self.reach[block as usize] = self.reach[block as usize].max(next);
            return self.closed_by(block, at, end);
        }
        if let Some(data) = self.reader.lookahead.unmistakable(self.base + at, self.base + limit) {
            return self.unclosed(block, index, at, data - self.base, next);
        }
        if next == BEYOND {
            // The EVENT line that the larger text continues with would end the block.
            self.reader.incomplete |= !self.reader.after.last;
            return self.unclosed(block, index, at, limit, next);
        }
        match self.reader.lookahead.nested(block, next) {
            // A block of user data holds any lines up to the next ENDUSER, those that begin with USER too.
            Ok((_, close)) if block == Block::User => self.closed_at(block, at, close),
            Ok((inner, close)) => self.nested(block, index, at, &inner, close),
            Err(seen) => self.unclosed(block, index, at, limit, seen),
        }
    }

    /// Reads the text of a block from `at` up to its end at `close` in the reader's text, and the line that ends it.
    fn closed_at(&mut self, block: Block, at: usize, close: usize) -> usize {
        if close == BEYOND {
            self.reader.incomplete = true;
            return self.text(block, at, self.source.text.len());
        }
        self.text(block, at, close - self.base);
        self.closer(block, close - self.base)
    }

    /// The first line from `at` on, and before `limit`, that is a misspelt end of a block. Lines after the beginning of
    /// the next event are ignored, because the reading of an event depends only on the delimiters after it.
    fn misspelt_end(&self, block: Block, mut at: usize, limit: usize) -> Option<(usize, Span)> {
        while at < limit {
            let (content, end) = line::bounds(self.source.text, at);
            let line = Span::new(at, content);
            if let Some(word) = line::misspelt_end(self.source.text, line, block) {
                return Some((at, word));
            }
            if line::begins_event(self.source.text, line) {
                return None;
            }
            at = end;
        }
        None
    }

    /// Reads the text of a block from `at` up to its misspelt end, and the line that ends it.
    fn closed_by(&mut self, block: Block, at: usize, (close, word): (usize, Span)) -> usize {
        self.text(block, at, close);
        let (content, end) = line::bounds(self.source.text, close);
        let fields = self.source.fields.len() as u32;
        self.source.lines.push(Line {
            span: Span::new(close, content),
            end: end as u32,
            word,
            kind: LineKind::Misspelt(block.closer()),
            fields: (fields, fields),
        });
        end
    }

    fn unclosed(&mut self, block: Block, line: usize, at: usize, end: usize, seen: usize) -> usize {
        self.reach[block as usize] = self.reach[block as usize].max(seen);
        self.text(block, at, end);
        self.source.faults.push(BlockFault::Unclosed { block, line, end: self.source.lines.len() });
        end
    }

    /// Reads a block that contains beginnings of other blocks of its kind, the last of which is closed at `close`.
    fn nested(&mut self, block: Block, outer: usize, mut at: usize, inner: &[usize], close: usize) -> usize {
        for &begin in inner {
            self.text(block, at, begin - self.base);
            self.source.faults.push(BlockFault::Nested { block, outer, line: self.source.lines.len() });
            at = self.line(begin - self.base).end as usize;
        }
        at = self.closed_at(block, at, close);
        // The outer blocks may have their own ends as well; the mistake is reported already.
        for _ in inner {
            match self.reader.lookahead.next_delimiter(block, self.base + at) {
                (end, Some(Delimiter::Close))
                    if end != BEYOND && self.reader.lookahead.is_prose(self.base + at, end) =>
                {
                    self.text(block, at, end - self.base);
                    at = self.closer(block, end - self.base);
                }
                _ => break,
            }
        }
        at
    }

    /// Adds the lines from `at` to `end` as the text of a block.
    fn text(&mut self, block: Block, at: usize, end: usize) -> usize {
        let first = self.source.lines.len();
        self.lines_of_kind(LineKind::Text(block), at, end);
        for line in &self.source.lines[first..] {
            if let Some((block, delimiter)) = delimiter(self.source.text, line.span) {
                self.source.delimiters.note(block, delimiter);
            }
        }
        end
    }

    /// Adds the lines from `at` to `end`, without reading their words.
    fn lines_of_kind(&mut self, kind: LineKind, mut at: usize, end: usize) {
        let fields = self.source.fields.len() as u32;
        while at < end {
            let (content, next) = line::bounds(self.source.text, at);
            let word = Span::empty(at);
            let span = Span::new(at, content);
            self.source.lines.push(Line { span, end: next as u32, word, kind, fields: (fields, fields) });
            at = next;
        }
    }

    /// Adds the line at `at`, which ends a block.
    fn closer(&mut self, block: Block, at: usize) -> usize {
        self.source.delimiters.note(block, Delimiter::Close);
        self.line(at).end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The lines of a text by the first letter of what they are: the keyword, `-` blank, `?` unknown, `.` text.
    fn shape(text: &str) -> Vec<String> {
        Reader::new(text, Following::NOTHING)
            .map(|source| {
                let letter = |line: &Line| match line.kind {
                    LineKind::Blank => "-".to_owned(),
                    LineKind::Data(keyword) => keyword.name().to_owned(),
                    LineKind::Misspelt(keyword) => format!("~{keyword}"),
                    LineKind::Bare => "bare".to_owned(),
                    LineKind::Unknown => "?".to_owned(),
                    LineKind::Text(_) => ".".to_owned(),
                    LineKind::Foreign => "!".to_owned(),
                };
                source.lines.iter().map(letter).collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    #[test]
    fn events_begin_with_their_remarks() {
        assert_eq!(shape(""), [""]);
        assert_eq!(shape("REMARK a\n\nREMARK b\nEVENT\nB 1 Q16\n"), ["REMARK - REMARK EVENT B"]);
        assert_eq!(shape("B 1 Q16\n\nREMARK next\n\nEVENT\nEVENT\n"), ["B -", "REMARK - EVENT", "EVENT"],);
        assert_eq!(shape("EVNET a\nB 1 Q16\nEVNT b\nB 1 Q16"), ["~EVENT B", "~EVENT B"]);
    }

    #[test]
    fn blocks_hold_any_text() {
        assert_eq!(
            shape("COM\nEVENT\nB 1 Q16\nENDCOM\nUSER\nMARK All\nCOM\nENDUSER"),
            ["COM . . ENDCOM USER . . ENDUSER"]
        );
    }

    #[test]
    fn only_a_file_begins_with_other_text() {
        let shape_of_file = |text: &str| {
            let lines = |source: Source<'_>| source.lines.iter().filter(|line| line.kind == LineKind::Foreign).count();
            Reader::of_file(text).map(lines).collect::<Vec<_>>()
        };
        assert_eq!(shape_of_file("(;GM[1]\n\nCOM\nEVENT x\n)"), [5]);
        assert_eq!(shape_of_file("(;GM[1])\nEVENT x\nB 1 Q16\nEVENT y\n(;\nB 1 Q16"), [1, 0]);
        assert_eq!(shape("(;GM[1])\nEVENT x"), ["?", "EVENT"]);
        let cache = LineCache::of_file(Foreign::of("(;GM[1])"));
        assert_eq!(Source::of_known_event("", true, cache).lines, []);
    }

    #[test]
    fn a_misspelt_end_ends_its_block() {
        assert_eq!(shape("USER\nfoo\nB 1 D4\nENDUESR\nW 2 D4"), ["USER . . ~ENDUSER W"]);
        assert_eq!(shape("COM\nfoo\nENDCON\nW 2 D4\nCOM\nENDCOM"), ["COM . ~ENDCOM W COM ENDCOM"]);
        assert_eq!(shape("COM\nfoo\n END COM\nW 2 D4"), ["COM . ~ENDCOM W"]);
        assert_eq!(shape("COMMENT\nfoo\nENDCOMMENT\nW 2 D4"), ["~COM . ~ENDCOM W"]);
        assert_eq!(shape("COM\nend of the game\nEVENT\nENDCON"), ["COM .", "EVENT ~ENDCOM"]);
        assert_eq!(shape("COM\nENDCON\nmore\nENDCOM"), ["COM . . ENDCOM"]);
    }

    #[test]
    fn user_data_holds_lines_that_begin_with_user() {
        assert_eq!(shape("USER a\nUSER b\nB 1 D4\nENDUSER\nB 1 D4"), ["USER . . ENDUSER B"]);
        assert_eq!(shape("USER a\nUSER b\nENDUSER\nENDUSER"), ["USER . ENDUSER ENDUSER"]);
        assert_eq!(shape("USER a\nB 1 D4\nUSER b\nENDUSER"), ["USER B USER ENDUSER"]);
    }

    #[test]
    fn an_unclosed_block_ends_before_data() {
        assert_eq!(shape("COM\nBlack wins.\nB 1 Q16 is best\nB 1 Q16\nW 2 D4"), ["COM . . B W"]);
        assert_eq!(shape("COM\nprose\nEVENT 2\nCOM\nprose\nENDCOM"), ["COM .", "EVENT COM . ENDCOM"]);
        assert_eq!(shape("COM a\nprose\nCOM b\nprose\nENDCOM\nB 1 Q16"), ["COM . COM . ENDCOM B"]);
        assert_eq!(shape("COM\na\nCOM\nb\nENDCOM\nc\nENDCOM\nB 1 Q16"), ["COM . COM . ENDCOM . ENDCOM B"]);
        assert_eq!(shape("CMO\nprose\nand more\nENDCOM\nB 1 Q16"), ["~COM . . ENDCOM B"]);
        assert_eq!(shape("COMMENT\nprose\nENDCOM\nB 1 Q16"), ["~COM . ENDCOM B"]);
        assert_eq!(shape("foo\nB 1 Q16\nENDCOM"), ["? B ENDCOM"]);
    }

    proptest! {
        /// Every byte belongs to exactly one line of exactly one event.
        #[test]
        fn lines_tile_the_text(text in r"((EVENT|COM|ENDCOM|USER|ENDUSER|REMARK x|B 1 Q16|é|foo)?(\r\n|\n|\r|  ))*") {
            let mut rebuilt = String::new();
            for source in Reader::new(&text, Following::NOTHING) {
                let mut at = 0;
                for line in &source.lines {
                    prop_assert_eq!(line.span.start as usize, at);
                    at = line.end as usize;
                    let mut field_at = line.word.end;
                    for field in source.fields(line) {
                        prop_assert!(field_at <= field.span.start && field.span.end <= line.span.end);
                        field_at = field.span.end;
                    }
                }
                prop_assert_eq!(at, source.text.len());
                rebuilt.push_str(source.text);
            }
            prop_assert_eq!(rebuilt, text);
        }
    }
}
