//! Characters and line ends.

use std::ops::{AddAssign, BitAnd};

use super::{Code, Diagnostic, Fix, FixKind, Severities, Severity, Sink};
use crate::syntax::{FieldKind, Keyword, LineKind, Source, is_valid};
use crate::text::{BYTE_ORDER_MARK, Edit, Span, line_ends};

const CTRL_Z: char = '\u{1a}';

pub(super) fn check(source: &Source<'_>, sink: &mut Sink<'_>) {
    // Nearly every event is plain ASCII, and this one look at its bytes is all that it costs. A look at many of them at once
    // is several times as quick as one that could end at each.
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
    if source.text.as_bytes().chunks(1024).all(|chunk| chunk.iter().map(is_plain).fold(true, BitAnd::bitand)) {
        return;
    }
    let content_end = source.text.trim_end_matches(['\r', '\n', ' ', '\t']).len();
    for line in &source.lines {
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
            let is_end_of_file =
                source.last && bad.chars().all(|character| character == CTRL_Z) && span.end as usize == content_end;
            let usual = if is_free { Severity::Info } else { Severity::Warning };
            let severity = sink.severities.chosen(Code::InvalidCharacter).unwrap_or(usual);
            sink.report_as(Code::InvalidCharacter, severity, span, |diagnostic| {
                let (message, kind) = if is_end_of_file {
                    ("Ctrl-Z, with which DOS ended a file; readers of today ignore it".to_owned(), FixKind::Auto)
                } else if bad.starts_with(BYTE_ORDER_MARK) {
                    // Where files were joined, one can stand before any line. Elsewhere, who knows.
                    let leads = span.start == line.span.start;
                    let message = "a byte-order mark, which is no character of the Standard; save the file without it";
                    (message.to_owned(), if leads { FixKind::Auto } else { FixKind::Suggested })
                } else {
                    (describe(bad), FixKind::Suggested)
                };
                diagnostic.message = message;
                if !is_free {
                    // What separates words goes on to do so.
                    let is_space = bad.chars().any(char::is_whitespace);
                    let (title, edit) = if is_space && !is_end_of_file {
                        ("write a space instead", Edit::replace(span, " "))
                    } else {
                        ("remove it", Edit::delete(span))
                    };
                    diagnostic.fixes.push(Fix { title: title.into(), kind, edits: vec![edit] });
                }
            });
        }
    }
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

/// How many lines of a text end in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// CR LF, as the Standard has it.
    pub crlf: u32,
    /// LF alone.
    pub lf: u32,
    /// CR alone.
    pub cr: u32,
}

impl LineEnds {
    /// Those of `text`, which must not begin between CR and LF.
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

    /// The kind that most lines have; of equals, the one that comes first here: CRLF, LF, CR.
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

    /// Whether there are ends of more than one kind.
    pub fn are_mixed(self) -> bool {
        [self.crlf, self.lf, self.cr].iter().filter(|&&count| count > 0).count() > 1
    }

    /// Whether a line ends otherwise than with `end`.
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

/// The first line of `text` that ends otherwise than with `end`, as its content and its line end.
fn first_other(text: &str, end: &str) -> Option<(Span, Span)> {
    let mut start = 0;
    for (at, found) in line_ends(text) {
        if found != end {
            return Some((Span::new(start, at), Span::new(at, at + found.len())));
        }
        start = at + found.len();
    }
    None
}

/// What is wrong with the line ends of a file, given how many there are of which kind; `text` is the file from
/// a point on before which all lines end like most of them do. Spans count from the start of `text`.
pub fn check_line_ends(text: &str, counts: LineEnds, severities: &Severities) -> Vec<Diagnostic> {
    let mut sink = Sink { severities, limit: usize::MAX, findings: super::Findings::default() };
    if counts.are_mixed() && sink.wants(Code::MixedLineEndings) {
        let majority = counts.majority();
        if let Some((line, end)) = first_other(text, majority) {
            sink.report(Code::MixedLineEndings, line, |diagnostic| {
                diagnostic.message = format!(
                    "this line ends with {}, and most lines of the file with {}; give all lines the same end",
                    name(&text[end.range()]),
                    name(majority)
                );
            });
        }
    }
    if counts.has_other_than("\r\n")
        && sink.wants(Code::LineEnding)
        && let Some((line, end)) = first_other(text, "\r\n")
    {
        sink.report(Code::LineEnding, line, |diagnostic| {
            diagnostic.message =
                format!("this line ends with {}, and the Standard ends lines with CR LF", name(&text[end.range()]));
        });
    }
    sink.findings.diagnostics
}

/// The fix for either of the two: it changes every line end that is not as wanted.
pub(super) fn conversions(text: &str, counts: LineEnds, code: Code) -> Vec<Fix> {
    let wanted = if code == Code::LineEnding { "\r\n" } else { counts.majority() };
    let edits = line_ends(text)
        .filter(|(_, end)| *end != wanted)
        .map(|(at, end)| Edit::replace(Span::new(at, at + end.len()), wanted))
        .collect();
    vec![Fix { title: format!("end every line with {}", name(wanted)), kind: FixKind::Auto, edits }]
}

fn name(end: &str) -> &'static str {
    match end {
        "\r\n" => "CR LF",
        "\n" => "LF",
        _ => "CR",
    }
}
