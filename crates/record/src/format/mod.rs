//! Canonical text. Formatting loses nothing: unreadable text stays as it is.
//!
//! Formatting works line by line, so that an editor gets edits only of lines that change; cursors, folds and undo are
//! kept.

mod sgf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::syntax::{BLANKS, Field, FieldKind, Foreign, Keyword, Line, LineKind, Reader, Source, Words, is_valid};
use ishi_text::{Edit, Span, line_ends};
use ishi_work::cancel::checkpoint;

pub use sgf::format_sgf;

/// How keywords or locations are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Case {
    /// `BOARDSIZE`, `Q16`.
    #[default]
    Upper,
    /// `boardsize`, `q16`.
    Lower,
    /// `Boardsize`, `Q16`.
    Title,
    /// As written.
    Preserve,
}

impl Case {
    fn apply(self, word: &str, out: &mut String) {
        let start = out.len();
        out.push_str(word);
        match self {
            Self::Preserve => {}
            Self::Upper => out[start..].make_ascii_uppercase(),
            Self::Lower => out[start..].make_ascii_lowercase(),
            Self::Title => {
                out[start..].make_ascii_lowercase();
                if let Some(first) = out.get_mut(start..=start) {
                    first.make_ascii_uppercase();
                }
            }
        }
    }
}

/// Which line end a formatted file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LineEnding {
    /// Each line keeps its own.
    #[default]
    Preserve,
    /// CR LF, as in the Standard.
    Crlf,
    /// LF.
    Lf,
}

/// The options of `[format]` in `ishi.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How keywords, PASS, ALL and the colors in SETUP are written: `COM`, `com` or `Com`.
    pub keyword_case: Case,
    /// How locations are written: `Q16` or `q16`.
    pub location_case: Case,
    /// The number of spaces for each level of variation.
    pub indent: u8,
    /// The line ends of a record that is formatted on the command line. An editor uses its own setting.
    pub line_ending: LineEnding,
    /// The column after which a list of marks, stones or prisoners continues on another line; `0` for never.
    pub wrap: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            keyword_case: Case::Upper,
            location_case: Case::Upper,
            indent: 2,
            line_ending: LineEnding::Preserve,
            wrap: 0,
        }
    }
}

/// The largest indentation, in columns. Variations that are nested deeper have this indentation.
const DEEPEST: usize = 200;

/// The edits that make a whole text canonical, each within one line or of whole lines, in order. Line ends are
/// converted if the options say so.
///
/// ```
/// use ishi_record::format::{Options, format};
/// use ishi_text::apply;
///
/// let text = "event x\n b  1 q16\n";
/// assert_eq!(apply(text, &format(text, &Options::default())), "EVENT x\nB 1 Q16\n");
/// ```
pub fn format(text: &str, options: &Options) -> Vec<Edit> {
    let of_event = |at, source: Source<'_>| -> Option<Vec<Edit>> {
        Some(format_event(&source, at == 0, options).into_iter().map(|edit| edit.shifted(at)).collect())
    };
    if Foreign::of(text).is_some_and(|foreign| foreign.end == text.len()) {
        return Vec::new();
    }
    let of_events = Reader::of_file(text).work_on_each(of_event).unwrap_or_default();
    let edits = of_events.into_iter().flatten().collect();
    match options.line_ending {
        LineEnding::Preserve => edits,
        LineEnding::Crlf => with_line_ends(text, edits, "\r\n"),
        LineEnding::Lf => with_line_ends(text, edits, "\n"),
    }
}

/// The edits that make one event canonical, counted from its start; `first` is true if it begins the file.
/// Line ends are left as they are.
pub fn format_event(source: &Source<'_>, first: bool, options: &Options) -> Vec<Edit> {
    let mut formatter = Formatter { source, options, edits: Vec::new() };
    formatter.lines(first);
    formatter.edits
}

struct Formatter<'s, 't> {
    source: &'s Source<'t>,
    options: &'s Options,
    edits: Vec<Edit>,
}

impl Formatter<'_, '_> {
    fn lines(&mut self, first: bool) {
        let source = self.source;
        let mut variations = source.variations().into_iter();
        let mut open: Vec<bool> = Vec::new();
        let mut depth: usize = 0;
        // Blank lines wait until it is known what follows.
        let mut blank = 0..0;
        let mut out = String::new();
        for (index, line) in source.lines.iter().enumerate() {
            checkpoint();
            if line.kind == LineKind::Blank && self.is_empty(line) {
                if blank.is_empty() {
                    blank.start = index;
                }
                blank.end = index + 1;
                continue;
            }
            // One blank line may stand between others, but none at the start of the file.
            let kept = usize::from(!(first && blank.start == 0));
            self.blank_lines(blank.clone(), kept);
            blank = 0..0;
            // An ENDVAR without VAR changes nothing.
            if line.keyword() == Some(Keyword::Endvar)
                && let Some(is_indented) = open.pop()
            {
                depth -= usize::from(is_indented);
            }
            let indent = (depth * usize::from(self.options.indent)).min(DEEPEST);
            self.line(line, indent, &mut out);
            if line.keyword() == Some(Keyword::Var) {
                // What an unclosed variation would indent is not known, so it indents nothing.
                let is_indented = variations.next().is_some_and(|(_, is_closed)| is_closed);
                open.push(is_indented);
                depth += usize::from(is_indented);
            }
        }
        // Between two events a blank line is welcome, at the end of the file none.
        self.blank_lines(blank, usize::from(!source.last));
        self.final_line_end();
    }

    /// Whether a blank line is empty, and does not have characters that readers ignore.
    fn is_empty(&self, line: &Line) -> bool {
        self.source.str(line.span).bytes().all(|byte| byte == b' ' || byte == b'\t')
    }

    /// Keeps up to `kept` of a run of blank lines.
    fn blank_lines(&mut self, run: std::ops::Range<usize>, kept: usize) {
        let (kept, surplus) = self.source.lines[run.clone()].split_at(kept.min(run.len()));
        let indented = kept.iter().filter(|line| !line.span.is_empty());
        self.edits.extend(indented.map(|line| Edit::delete(line.span)));
        if let (Some(first), Some(last)) = (surplus.first(), surplus.last()) {
            self.edits.push(Edit::delete(Span { start: first.span.start, end: last.end }));
        }
    }

    /// Gives the last line of the file a line end like the others, unless the line has the Ctrl-Z of DOS.
    fn final_line_end(&mut self) {
        let Some(last) = self.source.lines.last().filter(|_| self.source.last) else { return };
        let is_open = last.span.end == last.end && last.kind != LineKind::Blank;
        // Text is not ours to change, and after a Ctrl-Z comes nothing.
        let is_ours =
            !matches!(last.kind, LineKind::Text(_) | LineKind::Foreign) && !self.source.text.ends_with('\u{1a}');
        if is_open && is_ours {
            self.edits.push(Edit::insert(last.end as usize, self.source.line_end()));
        }
    }

    /// Formats one line with the help of the buffer `out`.
    fn line(&mut self, line: &Line, indent: usize, out: &mut String) {
        let LineKind::Data(keyword) = line.kind else { return };
        out.clear();
        out.extend(std::iter::repeat_n(' ', indent));
        let source = self.source;
        let fields = source.fields(line);
        self.word(source.str(line.word), keyword, out);
        let head = out.len();
        let is_text = fields.iter().any(|field| field.kind == FieldKind::Text);
        let is_clean = !is_text && is_clean(source, line, fields);
        if is_clean {
            for field in fields {
                out.push(' ');
                self.field(*field, keyword, out);
            }
        } else {
            // Text, and what can't be read as a whole, stays as it is, from the keyword on. The title of a comment has
            // the blanks after it.
            let rest = source.str(line.after_word());
            let end = fields.last().map_or(0, |field| (field.span.end - line.word.end) as usize);
            let rest = &rest[..rest.trim_end_matches(BLANKS).len().max(end)];
            let text = rest.trim_start_matches(BLANKS);
            let is_separated = text.len() == rest.len() && text.starts_with(char::is_whitespace);
            if !text.is_empty() && !is_separated {
                out.push(' ');
            }
            out.push_str(text);
        }
        if is_clean && self.options.wrap > 0 && out.len() > usize::from(self.options.wrap) {
            self.wrap(keyword, head, out);
        }
        // Where characters that readers ignore stand in front of the keyword, all stays as it is up to it.
        let before = Span { start: line.span.start, end: line.word.start };
        let is_indented = source.str(before).bytes().all(|byte| byte == b' ' || byte == b'\t');
        let start = if is_indented { line.span.start } else { line.word.start };
        if !is_indented {
            out.drain(..indent);
        }
        let span = Span { start, end: line.span.end };
        if source.str(span) != out {
            self.edits.push(Edit::replace(span, out.as_str()));
        }
    }

    /// Writes a keyword. A keyword that contains characters which readers ignore stays as it is.
    fn word(&self, word: &str, keyword: Keyword, out: &mut String) {
        if word.len() == keyword.name().len() {
            self.options.keyword_case.apply(word, out);
        } else {
            out.push_str(word);
        }
    }

    fn field(&self, field: Field, keyword: Keyword, out: &mut String) {
        let text = self.source.str(field.span);
        match field.kind {
            FieldKind::Location(_) => self.options.location_case.apply(text, out),
            FieldKind::Pass | FieldKind::Color(_) => self.options.keyword_case.apply(text, out),
            FieldKind::Size(_) if keyword == Keyword::Diagram => Case::Lower.apply(text, out),
            FieldKind::Mark(_) => {
                // A sign or label keeps its case; of what it stands at, only a location or ALL has any.
                let target = match text.rfind('@').filter(|&at| at > 0) {
                    Some(at) => at + 1,
                    None => 0,
                };
                out.push_str(&text[..target]);
                let case = if text.eq_ignore_ascii_case("ALL") {
                    self.options.keyword_case
                } else {
                    self.options.location_case
                };
                case.apply(&text[target..], out);
            }
            _ => out.push_str(text),
        }
    }

    /// Breaks a list into lines of the same keyword. `out` holds the line, and `head` bytes of it are the
    /// indentation and the keyword.
    fn wrap(&self, keyword: Keyword, head: usize, out: &mut String) {
        let is_list =
            matches!(keyword, Keyword::Setup | Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner);
        if !is_list {
            return;
        }
        let limit = usize::from(self.options.wrap);
        let line = std::mem::take(out);
        let begin = &line[..head];
        let words: Vec<(Span, &str)> = Words::new(&line, Span::new(head, line.len())).collect();
        out.push_str(begin);
        let mut width = head;
        let mut color = None;
        // However narrow the limit, each line gets one stone or mark.
        let mut is_filled = false;
        for (index, (_, word)) in words.iter().enumerate() {
            let is_color = keyword == Keyword::Setup && word.len() == 1;
            // A color stands in the line of its first stone.
            let needed = match words.get(index + 1) {
                Some((_, stone)) if is_color => word.len() + 1 + stone.len(),
                _ => word.len(),
            };
            if is_filled && width + 1 + needed > limit {
                is_filled = false;
                out.push_str(self.source.line_end());
                out.push_str(begin);
                width = head;
                if let (Some(color), false) = (color, is_color) {
                    out.push(' ');
                    out.push_str(color);
                    width += 2;
                }
            }
            if is_color {
                color = Some(*word);
            }
            out.push(' ');
            out.push_str(word);
            width += 1 + word.len();
            is_filled |= !is_color;
        }
    }
}

/// Whether the whole line was read, so that it can be written from its fields.
fn is_clean(source: &Source<'_>, line: &Line, fields: &[Field]) -> bool {
    let is_read = |field: &Field| !matches!(field.kind, FieldKind::Bad(_) | FieldKind::Skipped);
    let rest = &source.text[line.word.end as usize..line.span.end as usize];
    fields.iter().all(is_read) && rest.chars().all(is_valid)
}

/// Adds the edits that give every line the same end.
fn with_line_ends(text: &str, edits: Vec<Edit>, end: &str) -> Vec<Edit> {
    let mut other_ends = line_ends(text)
        .filter(|&(_, line_end)| line_end != end)
        .map(|(at, line_end)| Span::new(at, at + line_end.len()))
        .peekable();
    let mut merged = Vec::with_capacity(edits.len());
    for mut edit in edits {
        while let Some(span) = other_ends.next_if(|span| span.end <= edit.span.start) {
            merged.push(Edit::replace(span, end));
        }
        while other_ends.next_if(|span| span.start < edit.span.end).is_some() {}
        edit.text = edit.text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', end);
        merged.push(edit);
    }
    merged.extend(other_ends.map(|span| Edit::replace(span, end)));
    merged
}
