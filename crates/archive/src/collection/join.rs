//! Joining many files into one.

use std::ops::Range;

use crate::GameFile;
use crate::piece::{NO_GAME, is_blank};
use ishi_record::syntax::{BlockFault, Keyword, Line, LineKind, Reader, Source};
use ishi_sgf::{self as sgf, Charset, SgfFaultKind, SgfFile, game_starts};
use ishi_text::{self as text, BYTE_ORDER_MARK, Encoding, Span, apply, line_ends};

/// Joins files into one file with the games of all files.
///
/// ```
/// use ishi_archive::collection::Joiner;
/// use ishi_archive::{GameFile, NamedFormat};
///
/// let mut joiner = Joiner::default();
/// for bytes in [&b"BLACK Ada\nB 1 D4"[..], &b"BLACK Ben\nB 1 Q4\n"[..]] {
///     joiner.add(&GameFile::read(NamedFormat::Record, bytes, None).unwrap()).unwrap();
/// }
/// let joined = joiner.finish(None).unwrap();
/// assert_eq!(joined.bytes, b"BLACK Ada\nB 1 D4\nEVENT\nBLACK Ben\nB 1 Q4\n");
/// ```
#[derive(Debug, Default)]
pub struct Joiner {
    is_sgf: bool,
    text: String,
    /// The bytes of the files, if they differ from `text` in UTF-8.
    bytes: Option<Vec<u8>>,
    files: Vec<JoinedFile>,
    /// The start of each game in `text`, in bytes; empty for records.
    starts: Vec<usize>,
    /// Whether a file in SGF names a charset other than the one in which it is encoded.
    is_mislabelled: bool,
}

/// A file that was added to the joined text.
#[derive(Debug)]
struct JoinedFile {
    /// The range of the file in the joined text, with the EVENT line and the line end that were added to it.
    range: Range<usize>,
    /// The number of lines that were added before the first line of the file.
    added: usize,
    /// The number of games before the file; 0 for records.
    games_before: usize,
    /// The charset of the file, for the line ends that are added to it.
    charset: Charset,
    line_end: &'static str,
    /// Whether the file can't be converted: its encoding is only a guess, or it has bytes that are not valid in it.
    keeps_bytes: bool,
}

/// The reason why files can't be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinFault {
    /// The file, counted from 0 in the order in which files were added.
    pub file: usize,
    /// The line of the file, from 1; 0 if the fault is not in a line.
    pub line: usize,
    /// Why the file can't be joined, in words for the user.
    pub reason: String,
}

/// A remark at the end of a file. In the joined file it belongs to the next event, as all remarks before an EVENT line
/// do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedRemark {
    /// The file, counted from 0.
    pub file: usize,
    /// The line of the file, from 1.
    pub line: usize,
}

/// The result of joining files.
#[derive(Debug)]
pub struct Joined {
    /// The bytes of the joined file.
    pub bytes: Vec<u8>,
    /// The number of games in the joined file.
    pub games: usize,
    /// Whether the text was converted to UTF-8, because the files have or name different encodings. Games in SGF then
    /// name UTF-8 as their charset.
    pub is_recoded: bool,
    /// The remarks that belong to another event in the joined file.
    pub moved_remarks: Vec<MovedRemark>,
}

/// The content of a file that is added: its text, and its bytes in its own encoding.
struct Added<'f> {
    text: &'f str,
    bytes: &'f [u8],
    charset: Charset,
}

impl Joiner {
    /// Whether the files are SGF, and not records.
    pub fn is_sgf(&self) -> bool {
        self.is_sgf
    }

    /// The length of the joined text so far, in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there is no text yet.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds the games of a file, and returns whether there are any: a file without text has none. A game in the format
    /// of a Go server is added as SGF.
    ///
    /// # Errors
    /// The reason why the file can't be joined to the files before it.
    pub fn add(&mut self, file: &GameFile<'_>) -> Result<bool, String> {
        const REMEDY: &str = "`ishi convert` makes records of SGF, and SGF of records";
        let is_sgf = !matches!(file, GameFile::Record(_));
        if !self.files.is_empty() && is_sgf != self.is_sgf {
            let (format, earlier) = if is_sgf { ("SGF", "records") } else { ("a record", "SGF") };
            return Err(format!("it is {format}, and the files before it are {earlier}; {REMEDY}"));
        }
        self.is_sgf = is_sgf;
        match file {
            GameFile::Record(decoded) => {
                let charset = Charset::Narrow(decoded.encoding);
                let keeps_bytes = decoded.is_guessed() || !decoded.damaged.is_empty();
                self.add_record(&Added { text: &decoded.text, bytes: decoded.bytes(), charset }, keeps_bytes)
            }
            GameFile::Sgf(file) => Ok(self.add_sgf(file)),
            GameFile::Import(game, _) if !game.has_game => Err(NO_GAME.to_owned()),
            GameFile::Import(game, _) => Ok(self.add_sgf(&SgfFile::read(game.sgf.as_bytes()))),
        }
    }

    fn add_record(&mut self, added: &Added<'_>, keeps_bytes: bool) -> Result<bool, String> {
        let mut sources = Reader::of_file(added.text);
        let Some(first) = sources.next().filter(|_| !is_blank(added.text)) else { return Ok(false) };
        if let Some(foreign) = first.foreign.filter(|_| !self.files.is_empty()) {
            let name = foreign.kind.name();
            if first.is_foreign() {
                return Err(format!("this is {name}, not a record in the Ishi format"));
            }
            return Err(format!(
                "it begins like {name}, which only the first file may; remove what is before the record"
            ));
        }
        let needs_event = !self.files.is_empty() && !begins_with_event(&first);
        self.begin(added, needs_event, keeps_bytes);
        Ok(true)
    }

    fn add_sgf(&mut self, file: &SgfFile<'_>) -> bool {
        let added = Added { text: file.text(), bytes: file.bytes(), charset: file.charset() };
        if is_blank(added.text) {
            return false;
        }
        self.is_mislabelled |= file.is_mislabelled;
        self.begin(&added, false, file.is_guessed() || file.has_damage());
        let start = self.files.last().map_or(0, |file| file.range.start);
        self.starts.extend(game_starts(&self.text[start..]).map(|at| start + at));
        true
    }

    /// Appends a file at the start of a line, after an EVENT line if it needs one.
    fn begin(&mut self, added: &Added<'_>, needs_event: bool, keeps_bytes: bool) {
        let &Added { mut text, mut bytes, charset } = added;
        if let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK).filter(|_| !self.files.is_empty()) {
            let mark = charset.encode(BYTE_ORDER_MARK.encode_utf8(&mut [0; 4])).unwrap_or_default();
            (text, bytes) = (rest, bytes.strip_prefix(&*mark).unwrap_or(bytes));
        }
        self.end_line(text.starts_with('\n'));
        let line_end = match line_ends(text).next() {
            Some((_, "\r\n")) => "\r\n",
            Some((_, "\r")) => "\r",
            _ => "\n",
        };
        let start = self.text.len();
        if needs_event {
            self.append_ascii(charset, &["EVENT", line_end]);
        }
        self.append(text, bytes);
        self.files.push(JoinedFile {
            range: start..self.text.len(),
            added: usize::from(needs_event),
            games_before: self.starts.len(),
            charset,
            line_end,
            keeps_bytes,
        });
    }

    /// Ends the last line of the last file if it has no line end. A CR at its end becomes CR LF if LF follows, because
    /// CR and LF would be read as one line end.
    fn end_line(&mut self, before_lf: bool) {
        let Some(&JoinedFile { charset, line_end, .. }) = self.files.last() else { return };
        let end = match self.text.as_bytes().last() {
            Some(b'\r') if before_lf => "\n",
            Some(b'\n' | b'\r') => return,
            _ if before_lf && line_end == "\r" => "\n",
            _ => line_end,
        };
        self.append_ascii(charset, &[end]);
        if let Some(last) = self.files.last_mut() {
            last.range.end = self.text.len();
        }
    }

    fn append_ascii(&mut self, charset: Charset, texts: &[&str]) {
        for text in texts {
            self.append(text, &charset.encode(text).unwrap_or_default());
        }
    }

    fn append(&mut self, text: &str, bytes: &[u8]) {
        if self.bytes.is_none() && text.as_bytes() != bytes {
            self.bytes = Some(self.text.clone().into_bytes());
        }
        self.text += text;
        if let Some(joined) = &mut self.bytes {
            joined.extend_from_slice(bytes);
        }
    }

    /// Completes the joined file. `encoding` is the encoding in which the joined record will be read; if it is `None`,
    /// the encoding is detected.
    ///
    /// The files keep their bytes if the joined bytes are read as the joined text. Otherwise the result is in UTF-8.
    ///
    /// # Errors
    /// A file whose games would change in the joined file, such as a file whose last block is not closed; a file that
    /// has to be converted to UTF-8, and whose encoding is not known.
    pub fn finish(mut self, encoding: Option<Encoding>) -> Result<Joined, JoinFault> {
        let mut moved_remarks = Vec::new();
        let games = if self.is_sgf { self.check_sgf()? } else { self.check_record(&mut moved_remarks)? };
        let bytes = self.bytes.take();
        let is_kept = {
            let bytes = bytes.as_deref().unwrap_or(self.text.as_bytes());
            if self.is_sgf {
                let file = SgfFile::read(bytes);
                file.text() == self.text && (self.is_mislabelled || !file.is_mislabelled)
            } else {
                text::decode(bytes, encoding).is_ok_and(|decoded| decoded.text == self.text)
            }
        };
        if is_kept {
            let bytes = bytes.unwrap_or_else(|| self.text.into_bytes());
            return Ok(Joined { bytes, games, is_recoded: false, moved_remarks });
        }
        if let Some(file) = self.files.iter().position(|file| file.keeps_bytes) {
            let reason = "its encoding is not known, or it is damaged, so it can't be converted to UTF-8, which is \
                          needed because the files have several encodings";
            return Err(JoinFault { file, line: 0, reason: reason.to_owned() });
        }
        let text = if self.is_sgf { self.naming_utf8() } else { self.text };
        let is_read = self.is_sgf || text::decode(text.as_bytes(), encoding).is_ok_and(|decoded| decoded.text == text);
        if !is_read {
            let encoding = encoding.unwrap_or(Encoding::UTF_8);
            let reason = format!(
                "the settings say that records are in {encoding} here, and not all files are; name another folder"
            );
            return Err(JoinFault { file: 0, line: 0, reason });
        }
        Ok(Joined { bytes: text.into_bytes(), games, is_recoded: true, moved_remarks })
    }

    /// Returns the text with UTF-8 as the charset of all games.
    fn naming_utf8(&self) -> String {
        let ends = self.starts.iter().skip(1).copied().chain([self.text.len()]);
        let edits = self.starts.iter().zip(ends).flat_map(|(&start, end)| {
            let edits = sgf::name_utf8(&sgf::parse(&self.text[start..end]));
            edits.into_iter().map(move |mut edit| {
                edit.span = Span::new(start + edit.span.start as usize, start + edit.span.end as usize);
                edit
            })
        });
        apply(&self.text, &edits.collect::<Vec<_>>())
    }

    /// Checks that the games of the joined text begin where the games of the files begin, and returns the number of
    /// games.
    fn check_sgf(&self) -> Result<usize, JoinFault> {
        let mut expected = self.starts.iter();
        let mut actual = game_starts(&self.text);
        let lost = loop {
            match (expected.next(), actual.next()) {
                (None, None) => break None,
                (one, other) if one == other.as_ref() => {}
                (one, other) => break one.copied().into_iter().chain(other).min(),
            }
        };
        for (index, file) in self.files.iter().enumerate() {
            let next = self.files.get(index + 1);
            let games = file.games_before..next.map_or(self.starts.len(), |next| next.games_before);
            if games.is_empty() && self.files.len() > 1 {
                return Err(JoinFault { file: index, line: 0, reason: NO_GAME.to_owned() });
            }
            let is_lost = lost.is_some_and(|lost| next.is_some_and(|next| next.range.contains(&lost)));
            let has_text = next.is_some_and(|next| {
                let first = self.starts.get(next.games_before).copied().unwrap_or(next.range.end);
                !is_blank(&self.text[next.range.start..first])
            });
            if !is_lost && !has_text {
                continue;
            }
            let start = self.starts[games.end - 1];
            let game = sgf::parse(&self.text[start..file.range.end]);
            let fault = |kind| game.faults().iter().find(|fault| fault.kind == kind);
            let open = match (fault(SgfFaultKind::UnclosedValue), fault(SgfFaultKind::UnclosedGame)) {
                (Some(value), _) => Some((value.kind.to_string(), start + value.span.start as usize)),
                (None, Some(game)) => Some((game.kind.to_string(), start)),
                (None, None) => is_lost.then(|| ("game that is not read to its end".to_owned(), start)),
            };
            if let Some((what, at)) = open {
                let reason = format!("{what}, which would take in the text of the next file; close it first");
                return Err(JoinFault { file: index, line: self.line(file, at), reason });
            }
        }
        Ok(self.starts.len())
    }

    /// The line of a file, from 1, for a byte of the joined text.
    fn line(&self, file: &JoinedFile, at: usize) -> usize {
        (line_ends(&self.text[file.range.start..at]).count() + 1).saturating_sub(file.added).max(1)
    }

    /// Checks that each line of the joined text is read as it is read in its file, and returns the number of events.
    /// Adds to `moved` the remarks that belong to another event.
    fn check_record(&self, moved: &mut Vec<MovedRemark>) -> Result<usize, JoinFault> {
        let mut whole = EventLines::new(&self.text);
        let mut events = 0;
        for (index, file) in self.files.iter().enumerate() {
            let mut lines_of_file = EventLines::new(&self.text[file.range.clone()]);
            let mut last = None;
            for line in &mut lines_of_file {
                let joined_line = whole.next();
                if joined_line.map(|joined_line| joined_line.kind) != Some(line.kind) {
                    return Err(self.record_fault(index, file.range.start + line.start, joined_line));
                }
                if line.kind != LineKind::Blank {
                    last = Some(line);
                }
            }
            let last = last.filter(|line| line.kind == LineKind::Data(Keyword::Remark));
            if let Some(remark) = last.filter(|_| index + 1 < self.files.len()) {
                moved.push(MovedRemark { file: index, line: self.line(file, file.range.start + remark.start) });
            }
            events += lines_of_file.events;
        }
        if whole.events != events {
            // A file of remarks has no event: the remarks of the first file belong to the event of the next file.
            return Err(JoinFault { file: 0, line: 0, reason: NO_GAME.to_owned() });
        }
        Ok(events)
    }

    fn record_fault(&self, index: usize, at: usize, joined_line: Option<EventLine>) -> JoinFault {
        let block = match joined_line {
            Some(EventLine { kind: LineKind::Text(block), .. }) => Some(block),
            _ => None,
        };
        // The block is in this file or in one before it.
        for (index, file) in self.files[..=index].iter().enumerate().rev() {
            let text = &self.text[file.range.clone()];
            let mut start = 0;
            let mut open = None;
            for source in Reader::of_file(text) {
                let mut unclosed = source.faults.iter().filter_map(|fault| match *fault {
                    BlockFault::Unclosed { block: opened, line, .. } if block.is_none_or(|block| block == opened) => {
                        Some((start + source.lines[line].span.start as usize, opened))
                    }
                    _ => None,
                });
                open = unclosed.next_back().or(open);
                start += source.text.len();
            }
            if let Some((start, block)) = open {
                let (opener, closer) = (block.opener().name(), block.closer().name());
                let reason = format!(
                    "{opener} without {closer}, which would take in lines of the next file; write {closer} first"
                );
                return JoinFault { file: index, line: self.line(file, file.range.start + start), reason };
            }
        }
        let reason = "this line would mean something else after the files before it".to_owned();
        JoinFault { file: index, line: self.line(&self.files[index], at), reason }
    }
}

/// A line of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EventLine {
    kind: LineKind,
    start: usize,
}

/// An iterator over the lines of all events of a text.
struct EventLines<'t> {
    reader: Reader<'t>,
    source: Option<Source<'t>>,
    /// The start of the current event, in bytes, and its next line.
    start: usize,
    line: usize,
    /// The number of events so far.
    events: usize,
}

impl<'t> EventLines<'t> {
    fn new(text: &'t str) -> Self {
        Self { reader: Reader::of_file(text), source: None, start: 0, line: 0, events: 0 }
    }
}

impl Iterator for EventLines<'_> {
    type Item = EventLine;

    fn next(&mut self) -> Option<EventLine> {
        loop {
            if let Some(source) = &self.source {
                if let Some(line) = source.lines.get(self.line) {
                    let next_line = EventLine { kind: line.kind, start: self.start + line.span.start as usize };
                    self.line += 1;
                    return Some(next_line);
                }
                self.start += source.text.len();
            }
            self.source = Some(self.reader.next()?);
            self.line = 0;
            self.events += 1;
        }
    }
}

/// Whether the first line of an event, apart from remarks and blank lines, is an EVENT line.
fn begins_with_event(source: &Source<'_>) -> bool {
    let mut keywords = source.lines.iter().filter(|line| line.kind != LineKind::Blank).map(Line::keyword);
    keywords.find(|keyword| *keyword != Some(Keyword::Remark)) == Some(Some(Keyword::Event))
}
