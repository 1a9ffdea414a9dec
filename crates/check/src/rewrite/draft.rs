//! Builder of a new version of a record, which updates the references.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::original::{Error, Original, OriginalEvent, refuse};
use super::references::{self, Respelt};
use ishi_record::record::MoveId;
use ishi_record::syntax::{Field, LineKind};
use ishi_text::{BYTE_ORDER_MARK, Edit, Span};

/// A new version of an [`Original`]: its lines in their order, and the new numbers of its moves. References are
/// rewritten automatically, so that they still refer to the same moves.
pub(super) struct Draft<'o, 't> {
    original: &'o Original<'t>,
    lines: Vec<DraftLine>,
    /// New numbers of moves, by their lines in the original.
    numbers: HashMap<u32, u32>,
    /// New texts of other lines, by their lines in the original, without a line end.
    amended: HashMap<u32, String>,
    /// The lines of moves that stand for those of equal moves, which are left out.
    same: HashMap<u32, u32>,
}

/// A line of a draft.
#[derive(Clone, Debug)]
struct DraftLine {
    /// The line of the original from which it comes.
    origin: Option<u32>,
    /// The new text of the line without a line end, if it has one.
    text: Option<String>,
    /// How much further it is indented, in characters.
    shift: i32,
}

/// The text of a [`Draft`], with the origin of each line in the original.
pub(super) struct DraftText {
    pub(super) text: String,
    origins: Vec<Option<u32>>,
    pub(super) respelt: Respelt,
}

impl<'o, 't> Draft<'o, 't> {
    /// A draft without any line.
    pub(super) fn empty(original: &'o Original<'t>) -> Self {
        Self { original, lines: Vec::new(), numbers: HashMap::new(), amended: HashMap::new(), same: HashMap::new() }
    }

    /// A draft that is like the original.
    pub(super) fn like(original: &'o Original<'t>) -> Self {
        let mut draft = Self::empty(original);
        draft.keep(0..original.lines());
        draft
    }

    /// Appends lines of the original.
    pub(super) fn keep(&mut self, lines: Range<u32>) {
        self.keep_shifted(lines, 0);
    }

    /// Appends lines of the original, indented by `shift` more characters, which may be negative.
    pub(super) fn keep_shifted(&mut self, lines: Range<u32>, shift: i32) {
        self.lines.extend(lines.map(|line| DraftLine { origin: Some(line), text: None, shift }));
    }

    /// Appends a new line.
    pub(super) fn push(&mut self, text: impl Into<String>) {
        self.lines.push(DraftLine { origin: None, text: Some(text.into()), shift: 0 });
    }

    /// Replaces the text of a line of the original that is not a move.
    pub(super) fn amend(&mut self, line: u32, text: String) {
        self.amended.insert(line, text);
    }

    /// Gives a move another number; `line` is its line in the original.
    pub(super) fn number(&mut self, line: u32, number: u32) {
        self.numbers.insert(line, number);
    }

    /// Leaves out a move for an equal one, which references to it then name. Both lines are those of the original.
    pub(super) fn identify(&mut self, line: u32, with: u32) {
        self.same.insert(line, with);
    }

    /// Gives a move of the first event a number that is higher by `by`.
    pub(super) fn renumber(&mut self, part: &OriginalEvent<'_>, id: MoveId, by: i64) -> Result<(), Error> {
        let Some(number) = part.event.number(id) else { return Ok(()) };
        match u32::try_from(i64::from(number) + by) {
            Ok(shifted @ 1..) => self.number(part.line + part.event[id].line, shifted),
            _ => return refuse(format!("move {number} would get a number that no move can have")),
        }
        Ok(())
    }

    /// The edits that make the new version of the original.
    pub(super) fn edits(self) -> Result<Vec<Edit>, Error> {
        let original = self.original;
        if self.only_renumbers() && !references::name_moves(original) {
            return Ok(self.renumbered_lines());
        }
        Ok(self.write()?.edits(original))
    }

    /// Whether only numbers of moves differ from the original.
    fn only_renumbers(&self) -> bool {
        let is_kept = |(line, now): (u32, &DraftLine)| now.origin == Some(line) && now.text.is_none() && now.shift == 0;
        self.amended.is_empty()
            && self.same.is_empty()
            && self.lines.len() == self.original.lines() as usize
            && (0..).zip(&self.lines).all(is_kept)
    }

    /// The edits of the lines whose moves have new numbers.
    fn renumbered_lines(&self) -> Vec<Edit> {
        let mut numbers: Vec<(u32, u32)> = self.numbers.iter().map(|(&line, &number)| (line, number)).collect();
        numbers.sort_unstable();
        let edit = |(line, number): (u32, u32)| {
            let (part, line) = self.original.line(line);
            let field = part.source.fields(line).iter().find(|field| field.number().is_some())?;
            let edit = changed_part(part.source.str(field.span), &number.to_string())?;
            Some(edit.shifted((part.byte + field.span.start) as usize))
        };
        numbers.into_iter().filter_map(edit).collect()
    }

    /// Writes the new version.
    pub(super) fn write(self) -> Result<DraftText, Error> {
        let text = self.compose();
        let origins: Vec<Option<u32>> = self.lines.iter().map(|line| line.origin).collect();
        let new = || Original::read(&text, self.original.last);
        let (edits, respelt) = references::respell(self.original, new, &origins, &self.same)?;
        let text = ishi_text::apply(&text, &edits);
        Ok(DraftText { text, origins, respelt })
    }

    /// Writes the new version with unchanged references, even if their meaning changes.
    pub(super) fn write_as_it_is(self) -> DraftText {
        let origins = self.lines.iter().map(|line| line.origin).collect();
        DraftText { text: self.compose(), origins, respelt: Respelt::default() }
    }

    /// The text with its new order and numbers, and with its references as they were.
    fn compose(&self) -> String {
        let original = self.original;
        let line_end = original.first().source.line_end();
        let ends_openly = !original.text.is_empty() && !original.text.ends_with(['\r', '\n']);
        let mut text = String::with_capacity(original.text.len() + original.text.len() / 8);
        // A byte order mark belongs to the file and not to its first line.
        if original.text.starts_with(BYTE_ORDER_MARK) {
            text.push(BYTE_ORDER_MARK);
        }
        for (index, line) in self.lines.iter().enumerate() {
            let is_last = index + 1 == self.lines.len();
            let mut end = line_end;
            let content = match (&line.text, line.origin) {
                (Some(text), _) => Cow::Borrowed(text.as_str()),
                (None, Some(origin)) => {
                    let (part, original_line) = original.line(origin);
                    let own_end = part.source.str(Span { start: original_line.span.end, end: original_line.end });
                    if !own_end.is_empty() {
                        end = own_end;
                    }
                    self.line(part, origin, line.shift)
                }
                (None, None) => Cow::Borrowed(""),
            };
            text.push_str(&content);
            if !(is_last && ends_openly) {
                text.push_str(end);
            }
        }
        text
    }

    /// A line of the original with its new number and indentation.
    fn line<'p>(&self, part: &'p OriginalEvent<'t>, origin: u32, shift: i32) -> Cow<'p, str> {
        let line = &part.source.lines[(origin - part.line) as usize];
        let mut content = match self.amended.get(&origin) {
            Some(text) => Cow::Owned(text.clone()),
            None => Cow::Borrowed(part.source.str(line.span)),
        };
        if let Some(number) = self.numbers.get(&origin) {
            let is_number = |field: &&Field| field.number().is_some();
            if let Some(field) = part.source.fields(line).iter().find(is_number) {
                let start = (field.span.start - line.span.start) as usize;
                content.to_mut().replace_range(start..start + field.span.len(), &number.to_string());
            }
        }
        if origin == 0 && content.starts_with(BYTE_ORDER_MARK) {
            content = Cow::Owned(content[BYTE_ORDER_MARK.len_utf8()..].to_owned());
        }
        if shift != 0 && !matches!(line.kind, LineKind::Text(_) | LineKind::Blank) {
            let blank = content.len() - content.trim_start_matches([' ', '\t']).len();
            if shift > 0 {
                content.to_mut().insert_str(blank, &" ".repeat(shift.unsigned_abs() as usize));
            } else {
                let less = blank.min(shift.unsigned_abs() as usize);
                content.to_mut().replace_range(blank - less..blank, "");
            }
        }
        content
    }
}

impl DraftText {
    /// The line of this version that comes from a line of the original.
    pub(super) fn line_of(&self, line: u32) -> Option<u32> {
        self.origins.iter().position(|&origin| origin == Some(line)).map(|line| line as u32)
    }

    /// The edits that turn the original into this version. Lines that stay in order are not touched.
    pub(super) fn edits(&self, original: &Original<'_>) -> Vec<Edit> {
        if self.origins.is_empty() {
            // Of a version without lines a byte order mark may be left.
            return changed_part(original.text, &self.text).into_iter().collect();
        }
        let kept = longest_increasing(&self.origins);
        let mut edits: Vec<Edit> = Vec::new();
        // The next line of the original, and what is new before it.
        let mut next = 0;
        let mut added = String::new();
        let flush = |edits: &mut Vec<Edit>, from: u32, to: u32, added: &mut String| {
            let at = |line: u32| {
                if line == original.lines() { original.text.len() } else { original.whole(line).start as usize }
            };
            if from < to || !added.is_empty() {
                edits.push(Edit::replace(Span::new(at(from), at(to)), std::mem::take(added)));
            }
        };
        let mut start = 0;
        for ((line, origin), is_kept) in ishi_text::lines(&self.text).zip(&self.origins).zip(kept) {
            start += line.len();
            let Some(origin) = origin.filter(|_| is_kept) else {
                added.push_str(line);
                continue;
            };
            flush(&mut edits, next, origin, &mut added);
            let old = original.whole(origin);
            edits.extend(changed_part(old.of(original.text), line).map(|edit| edit.shifted(old.start as usize)));
            next = origin + 1;
        }
        debug_assert_eq!(start, self.text.len());
        flush(&mut edits, next, original.lines(), &mut added);
        // A line end may have to come before what is appended to a last line without one.
        let edits = joined(edits);
        debug_assert_eq!(ishi_text::apply(original.text, &edits), self.text);
        edits
    }

    /// Returns the version with its origins in the original of `earlier`, from which its own original was made.
    pub(super) fn seen_from(mut self, earlier: &Self) -> Self {
        for origin in &mut self.origins {
            *origin = origin.and_then(|line| earlier.origins[line as usize]);
        }
        self.respelt.by_point |= earlier.respelt.by_point;
        self
    }
}

/// The smallest edit that turns the old version of a line into the new one.
fn changed_part(old: &str, new: &str) -> Option<Edit> {
    if old == new {
        return None;
    }
    let start: usize =
        old.chars().zip(new.chars()).take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum();
    let (old, new) = (&old[start..], &new[start..]);
    let backwards = old.chars().rev().zip(new.chars().rev());
    let end: usize = backwards.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum();
    Some(Edit::replace(Span::new(start, start + old.len() - end), &new[..new.len() - end]))
}

/// Joins edits that touch each other.
fn joined(edits: Vec<Edit>) -> Vec<Edit> {
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut().filter(|last| last.span.end == edit.span.start) {
            Some(last) => {
                last.span.end = edit.span.end;
                last.text += &edit.text;
            }
            None => joined.push(edit),
        }
    }
    joined
}

/// Marks the numbers that belong to a longest increasing subsequence.
fn longest_increasing(numbers: &[Option<u32>]) -> Vec<bool> {
    // For each length the place that ends a series of that length with the least number, and what stands before each
    // place in its series.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.len()];
    for (place, number) in numbers.iter().enumerate() {
        let Some(number) = number else { continue };
        let length = ends.partition_point(|&end| numbers[end] < Some(*number));
        before[place] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(place);
        } else {
            ends[length] = place;
        }
    }
    let mut belongs = vec![false; numbers.len()];
    let mut place = ends.last().copied();
    while let Some(at) = place {
        belongs[at] = true;
        place = before[at];
    }
    belongs
}
