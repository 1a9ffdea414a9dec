//! Characters and line ends.

use std::ops::{AddAssign, BitAnd};

use icu_normalizer::DecomposingNormalizerBorrowed;
use ropey::Rope;

use crate::check::{Code, Diagnostic, Fix, FixKind, Severities, Severity, Sink};
use ishi_convert::convert::is_from_sgf;
use ishi_position::lone_crs;
use ishi_record::syntax::{FieldKind, Keyword, LineKind, Source, is_valid};

use ishi_text::{BYTE_ORDER_MARK, Edit, Span, line_ends};

const CTRL_Z: char = '\u{1a}';

/// The character that an editor shows for bytes that it can't decode, and writes in their place.
const LOST: char = char::REPLACEMENT_CHARACTER;

/// The message about a text that has lost bytes.
pub(in crate::check) const LOST_BYTES: &str = "this text was decoded in a wrong charset and has lost bytes; open the \
    file in the charset in which it was written, and do not save it as it is";

pub(in crate::check) fn check(source: &Source<'_>, sink: &mut Sink<'_>) {
    // Nearly every event is plain ASCII, and this one pass over its bytes is all that it costs. A test of many of them
    // at once is several times as quick as one that could end at each.
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
    if source.text.as_bytes().chunks(1024).all(|chunk| chunk.iter().map(is_plain).fold(true, BitAnd::bitand)) {
        return;
    }
    // SGF has all characters, and what came from it becomes SGF again.
    let may_have_any = is_from_sgf(source);
    let content_end = source.text.trim_end_matches(['\r', '\n', ' ', '\t']).len();
    let mut has_lost_bytes = false;
    for line in &source.lines {
        if line.kind == LineKind::Foreign {
            continue;
        }
        let text = source.str(line.span);
        let title = match (line.keyword(), source.fields(line)) {
            (Some(Keyword::Com | Keyword::User), [field]) if field.kind == FieldKind::Text => field.span,
            _ => Span::empty(line.span.end as usize),
        };
        for run in runs(text) {
            let span = run.shifted(line.span.start as usize);
            let is_free = matches!(line.kind, LineKind::Text(_))
                || span.start >= title.start && span.end <= title.end && !title.is_empty();
            let bad = source.str(span);
            let is_invalid_in_sgf = |character: char| character.is_control() || character == BYTE_ORDER_MARK;
            if may_have_any && !bad.contains(is_invalid_in_sgf) {
                continue;
            }
            if bad.contains(LOST) {
                // One is enough: they all have the same remedy, which is not an edit.
                if !has_lost_bytes {
                    sink.report(Code::InvalidCharacter, span, |diagnostic| diagnostic.message = LOST_BYTES.into());
                }
                has_lost_bytes = true;
                continue;
            }
            let is_end_of_file =
                source.last && bad.chars().all(|character| character == CTRL_Z) && span.end as usize == content_end;
            let usual = if is_free { Severity::Info } else { Severity::Warning };
            let severity = sink.severities.chosen(Code::InvalidCharacter).unwrap_or(usual);
            sink.report_as(Code::InvalidCharacter, severity, span, |diagnostic| {
                let (message, sure) = if is_end_of_file {
                    let message = "Ctrl-Z, with which DOS ended a file; readers of today ignore it";
                    (message.to_owned(), Some("end the file before Ctrl-Z"))
                } else if bad.starts_with(BYTE_ORDER_MARK) {
                    // Where files were joined, one can stand before any line. Elsewhere, who knows; and a line
                    // without a keyword may be something else without it.
                    let leads = span.start == line.span.start && line.kind != LineKind::Unknown;
                    let message = "a byte-order mark, which is not a valid character; save the file without it";
                    (message.to_owned(), leads.then_some("begin the line without the byte-order mark"))
                } else if bad.contains(char::REPLACEMENT_CHARACTER) {
                    let message = "damaged text: U+FFFD is shown for bytes that are not valid in the encoding of the \
                                   file; write the character again";
                    diagnostic.message = message.into();
                    // What it was before is not known, and the bytes may be in the file.
                    return;
                } else {
                    (describe(bad), None)
                };
                diagnostic.message = message;
                if !is_free {
                    // What separates words goes on to do so, and what stands beside it is not taken for a part of it.
                    let is_space = bad.chars().all(char::is_whitespace);
                    let separates = bad.chars().any(char::is_whitespace);
                    let is_letter = bad.chars().any(char::is_alphabetic);
                    diagnostic.fixes.push(match (sure, transliterated(bad)) {
                        (Some(title), _) => {
                            Fix { title: title.into(), kind: FixKind::Auto, edits: vec![Edit::delete(span)] }
                        }
                        _ if is_space => Fix::suggested("write a space instead", vec![Edit::replace(span, " ")]),
                        (None, Some(ascii)) if ascii.is_empty() => {
                            Fix::suggested("write the letter without its accent", vec![Edit::delete(span)])
                        }
                        (None, Some(ascii)) => {
                            Fix::suggested(format!("write `{ascii}` instead"), vec![Edit::replace(span, ascii)])
                        }
                        // Letters of another script have no counterpart, and a name without them is none.
                        (None, None) if is_letter => return,
                        (None, None) if separates => Fix::removal("it", vec![Edit::replace(span, " ")]),
                        (None, None) => Fix::removal("it", vec![Edit::delete(span)]),
                    });
                }
            });
        }
    }
}

/// Replaces Latin letters with diacritics by plain letters, punctuation by that of a typewriter, and other blanks by
/// spaces; `None` if there is any other character.
fn transliterated(bad: &str) -> Option<String> {
    let is_mark = |character: &char| matches!(character, '\u{300}'..='\u{36f}');
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(bad);
    let ascii = decomposed.chars().filter(|character| !is_mark(character)).map(|character| {
        Some(
            match character {
                'A'..='Z' | 'a'..='z' => return Some(character.to_string()),
                'Æ' => "AE",
                'æ' => "ae",
                'Œ' => "OE",
                'œ' => "oe",
                'ß' => "ss",
                'Ø' => "O",
                'ø' => "o",
                'Ł' => "L",
                'ł' => "l",
                'Đ' | 'Ð' => "D",
                'đ' | 'ð' => "d",
                'Þ' => "Th",
                'þ' => "th",
                'Ħ' => "H",
                'ħ' => "h",
                'ı' => "i",
                '‘' | '’' | '‚' => "'",
                '“' | '”' | '„' | '«' | '»' => "\"",
                '‐' | '‑' | '–' | '—' | '−' => "-",
                '…' => "...",
                space if space.is_whitespace() => " ",
                _ => return None,
            }
            .to_owned(),
        )
    });
    ascii.collect()
}

fn describe(bad: &str) -> String {
    let mut characters = bad.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) if one.is_control() || one.is_whitespace() => {
            format!("the character U+{:04X} is outside the Standard's ASCII, and readers may ignore it", u32::from(one))
        }
        (Some(one), None) => {
            format!("`{one}` (U+{:04X}) is outside the Standard's ASCII, and readers may ignore it", u32::from(one))
        }
        _ => format!("{} characters outside the Standard's ASCII, which readers may ignore", bad.chars().count()),
    }
}

/// The runs of invalid characters in one line. A byte-order mark is a run of its own.
fn runs(text: &str) -> Vec<Span> {
    let mut runs: Vec<Span> = Vec::new();
    let mut last = None;
    for (at, character) in text.char_indices().filter(|&(_, character)| !is_valid(character)) {
        let end = at + character.len_utf8();
        let joins = (character == BYTE_ORDER_MARK) == (last == Some(BYTE_ORDER_MARK));
        match runs.last_mut() {
            Some(run) if run.end as usize == at && joins => run.end = end as u32,
            _ => runs.push(Span::new(at, end)),
        }
        last = Some(character);
    }
    runs
}

/// The number of lines of a text with each line end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// The number of line ends that are CR LF, as in the Standard.
    pub crlf: u32,
    /// The number of line ends that are LF alone.
    pub lf: u32,
    /// The number of line ends that are CR alone.
    pub cr: u32,
}

impl LineEnds {
    /// Counts the line ends of an event. Lines of a file that is not a record are not counted.
    pub fn of_event(source: &Source<'_>) -> Self {
        if source.is_foreign() { Self::default() } else { Self::of(source.text) }
    }

    /// Counts the line ends of `text`, which must not begin between CR and LF.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let count = |end: u8| memchr::memchr_iter(end, bytes).count() as u32;
        let (all_lf, all_cr) = (count(b'\n'), count(b'\r'));
        // There may be a million, and they are counted by the dozen where nothing is done at each.
        let pairs = bytes.chunks(128).zip(bytes.get(1..).unwrap_or_default().chunks(128));
        let in_pairs = |(one, next): (&[u8], &[u8])| {
            let each = one.iter().zip(next).map(|(&one, &next)| u8::from(one == b'\r' && next == b'\n'));
            u32::from(each.sum::<u8>())
        };
        let crlf = pairs.map(in_pairs).sum();
        Self { crlf, lf: all_lf - crlf, cr: all_cr - crlf }
    }

    /// Returns the most frequent line end; if two are equally frequent, the first of CR LF, LF, CR.
    pub fn majority(self) -> &'static str {
        let most = self.crlf.max(self.lf).max(self.cr);
        if self.crlf == most {
            "\r\n"
        } else if self.lf == most {
            "\n"
        } else {
            "\r"
        }
    }

    /// Returns the most frequent of CR LF and LF, without CR.
    pub fn majority_without_cr(self) -> &'static str {
        Self { cr: 0, ..self }.majority()
    }

    /// Whether there is more than one kind of line end.
    pub fn are_mixed(self) -> bool {
        [self.crlf, self.lf, self.cr].iter().filter(|&&count| count > 0).count() > 1
    }

    /// Whether a line does not end with `end`.
    pub fn has_other_than(self, end: &str) -> bool {
        match end {
            "\r\n" => self.lf + self.cr > 0,
            "\n" => self.crlf + self.cr > 0,
            _ => self.crlf + self.lf > 0,
        }
    }
}

impl AddAssign for LineEnds {
    fn add_assign(&mut self, other: Self) {
        self.crlf += other.crlf;
        self.lf += other.lf;
        self.cr += other.cr;
    }
}

/// Whether a text, or a part of a text, has a NUL, because the bytes of another kind of file were read as UTF-8.
pub fn has_nul(text: &str) -> bool {
    memchr::memchr(0, text.as_bytes()).is_some()
}

/// Byte order mark of UTF-16 or UTF-32 as it appears in a text that was read as UTF-8.
pub const MISREAD_MARK: &str = "\u{fffd}\u{fffd}";

/// The only diagnostic of a file that is not text, on its first line.
pub fn not_text(first_line: &str, severities: &Severities) -> Vec<Diagnostic> {
    let mut sink = Sink::new(severities, usize::MAX);
    let end = line_ends(first_line).next().map_or(first_line.len(), |(at, _)| at);
    sink.report(Code::NotText, Span::new(0, end), |diagnostic| {
        let message = if first_line.starts_with(MISREAD_MARK) {
            "not a text file in UTF-8: it begins like UTF-16 or UTF-32; convert the file to UTF-8"
        } else {
            "not a text file in UTF-8: it contains NUL characters, as UTF-16 does; convert the file to UTF-8"
        };
        diagnostic.message = message.into();
    });
    sink.findings.diagnostics
}

/// The first line of `text` that does not end with `end`, as its content and its line end.
fn first_other(text: &str, end: &str) -> Option<(Span, Span)> {
    let mut start = 0;
    for (at, line_end) in line_ends(text) {
        if line_end != end {
            return Some((Span::new(start, at), Span::new(at, at + line_end.len())));
        }
        start = at + line_end.len();
    }
    None
}

/// Checks the line ends of a file, given the number of each kind. `text` may leave out the beginning of the file, if
/// all lines there have the most frequent line end. Spans count from the start of `text`.
pub fn check_line_ends(text: &str, counts: LineEnds, severities: &Severities) -> Vec<Diagnostic> {
    let mut sink = Sink::new(severities, usize::MAX);
    if counts.are_mixed() && sink.wants(Code::MixedLineEndings) {
        let majority = counts.majority();
        if let Some((line, end)) = first_other(text, majority) {
            sink.report(Code::MixedLineEndings, line, |diagnostic| {
                diagnostic.message = format!(
                    "this line ends with {}, and most lines of the file with {}; give all lines the same end",
                    name_of_line_end(&text[end.range()]),
                    name_of_line_end(majority)
                );
            });
        }
    }
    if counts.has_other_than("\r\n")
        && sink.wants(Code::LineEnding)
        && let Some((line, end)) = first_other(text, "\r\n")
    {
        sink.report(Code::LineEnding, line, |diagnostic| {
            diagnostic.message = format!(
                "this line ends with {}, and the Standard ends lines with CR LF",
                name_of_line_end(&text[end.range()])
            );
        });
    }
    sink.findings.diagnostics
}

/// Returns the diagnostic that an editor shows for a text with a CR without LF, given the number of each line end. It
/// is on the first line, because editors disagree about the lines after that CR.
pub fn check_lone_cr(text: &Rope, counts: LineEnds, severities: &Severities) -> Option<Diagnostic> {
    let lone_cr = lone_crs(text, 0..text.len_bytes()).next()?;
    let (code, usual) = if counts.are_mixed() {
        (Code::MixedLineEndings, severities.of(Code::MixedLineEndings))
    } else {
        // The rule is off because LF alone does no harm. This does.
        (Code::LineEnding, Severity::Warning)
    };
    let severity = severities.chosen(code).unwrap_or(usual);
    let first_line = text.chars().take_while(|character| !matches!(character, '\r' | '\n'));
    let span = Span::new(0, first_line.map(char::len_utf8).sum());
    let line = text.byte_to_line(lone_cr) + 1;
    let others = match counts.cr {
        0 | 1 => String::new(),
        2 => " and in 1 more place".to_owned(),
        more => format!(" and in {} more places", more - 1),
    };
    let mut sink = Sink::new(severities, 1);
    sink.report_as(code, severity, span, |diagnostic| {
        diagnostic.message = format!(
            "CR without LF at the end of line {line}{others}, where many editors see no line end; \
             replace it to see what is reported after line {line}"
        );
    });
    sink.findings.diagnostics.pop()
}

/// The fix of both rules: it gives every line the same line end, CR LF or the most frequent one.
pub(in crate::check) fn conversions(text: &str, counts: LineEnds, code: Code) -> Vec<Fix> {
    let wanted = if code == Code::LineEnding { "\r\n" } else { counts.majority() };
    let edits = line_ends(text)
        .filter(|(_, end)| *end != wanted)
        .map(|(at, end)| Edit::replace(Span::new(at, at + end.len()), wanted))
        .collect();
    vec![Fix { title: format!("end every line with {}", name_of_line_end(wanted)), kind: FixKind::Auto, edits }]
}

/// Returns the name of a line end in messages.
pub fn name_of_line_end(end: &str) -> &'static str {
    match end {
        "\r\n" => "CR LF",
        "\n" => "LF",
        _ => "CR",
    }
}
