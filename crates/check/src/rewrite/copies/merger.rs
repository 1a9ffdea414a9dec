//! The lines that the second copy of an event adds to the first.

use std::collections::HashMap;
use std::ops::Range;

use super::lines::{after_keyword, indent, text_of};
use crate::rewrite::draft::Draft;
use crate::rewrite::original::{Error, Original, OriginalEvent, refuse};
use crate::rewrite::spelling::Spelling;
use ishi_record::record::MoveId;
use ishi_record::syntax::LineKind;

/// Two copies of a game as one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedCopies {
    /// The text of the record.
    pub text: String,
    /// The contradictions between the copies.
    pub contradictions: Vec<Contradiction>,
}

/// A line of the second copy that contradicts the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The subject of both lines, such as `BLACK` or `move 12`.
    pub subject: String,
    /// The text of the first copy, and that of the second.
    pub texts: [String; 2],
    /// The form in which the text of the second copy is in the record.
    pub kept_as: KeptAs,
}

/// The form in which a contradiction is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptAs {
    /// A REMARK line.
    Remark,
    /// A variation.
    Variation,
}

/// The place of new lines among those that are inserted before the same line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order {
    /// Headers, before the tree.
    Header,
    /// Data of an item.
    Data,
    /// Variations on a move.
    Variation,
    /// Diagrams after a move.
    Diagram,
    /// Moves at the end of a sequence.
    Continuation,
    /// Remarks on the line.
    Remark,
}

/// New lines before a line of the first copy.
struct Insertion {
    line: u32,
    order: Order,
    lines: Vec<NewLines>,
}

pub(super) enum NewLines {
    /// Lines of the second copy, indented by this many more characters.
    Kept(Range<u32>, i32),
    /// A line of the second copy with another text.
    Amended(u32, String),
    New(String),
}

/// The state of the merging of two events. Lines are counted from 0 at the start of their event.
pub(super) struct Merger<'m, 't> {
    pub(super) first: &'m OriginalEvent<'t>,
    pub(super) second: &'m OriginalEvent<'t>,
    insertions: Vec<Insertion>,
    /// For each line of the second copy, whether the result has its content.
    pub(super) is_kept: Vec<bool>,
    /// The line of the first copy for each line of the second copy with the same content.
    pub(super) same: HashMap<u32, u32>,
    /// For each line of the second copy with a move, the number of the move in the result minus its number in the copy.
    pub(super) numbers: HashMap<u32, i64>,
    pub(super) contradictions: Vec<Contradiction>,
}

impl<'m, 't> Merger<'m, 't> {
    /// Creates a merger that adds nothing to the first copy yet.
    pub(super) fn new(first: &'m OriginalEvent<'t>, second: &'m OriginalEvent<'t>) -> Self {
        Self {
            first,
            second,
            insertions: Vec::new(),
            is_kept: vec![false; second.source.lines.len()],
            same: HashMap::new(),
            numbers: HashMap::new(),
            contradictions: Vec::new(),
        }
    }

    /// Writes the first copy with the new lines, and with this title if there is one. `original` has both copies.
    ///
    /// # Errors
    /// A line of the second copy without a place; marks that would mean something else.
    pub(super) fn write(self, original: &Original<'_>, title: Option<String>) -> Result<MergedCopies, Error> {
        let is_lost = |&line: &u32| {
            !self.is_kept[line as usize] && self.second.source.lines[line as usize].kind != LineKind::Blank
        };
        if let Some(line) = (0..self.second.event.lines).find(is_lost) {
            return refuse(format!("`{}` of the second game has no place in the first", self.text(line)));
        }

        let Self { first, second, mut insertions, same, numbers, contradictions, .. } = self;
        let mut draft = Draft::empty(original);
        if let Some(title) = title {
            match first.event.definition {
                Some(line) => draft.amend(line, title),
                None => draft.push(title),
            }
        }
        insertions.sort_by_cached_key(|insertion| (insertion.line, insertion.order));
        let mut next = 0;
        for Insertion { line, lines, .. } in insertions {
            draft.keep(next..line);
            next = line;
            for new in lines {
                match new {
                    NewLines::Kept(range, shift) => {
                        draft.keep_shifted(second.line + range.start..second.line + range.end, shift);
                    }
                    NewLines::Amended(line, text) => {
                        draft.amend(second.line + line, text);
                        draft.keep(second.line + line..second.line + line + 1);
                    }
                    NewLines::New(text) => draft.push(text),
                }
            }
        }
        draft.keep(next..first.event.lines);
        for id in (0..second.event.moves.len() as u32).map(MoveId) {
            if let Some(&offset) = numbers.get(&second.event[id].line) {
                draft.renumber(second, id, offset)?;
            }
        }
        for (line, with) in same {
            draft.identify(second.line + line, with);
        }
        Ok(MergedCopies { text: draft.write()?.text, contradictions })
    }

    /// Adds lines before a line of the first copy.
    pub(super) fn insert(&mut self, line: u32, order: Order, lines: Vec<NewLines>) {
        for new in &lines {
            match new {
                NewLines::Kept(range, _) => self.keep(range.clone()),
                NewLines::Amended(line, _) => self.keep(*line..line + 1),
                NewLines::New(_) => {}
            }
        }
        self.insertions.push(Insertion { line, order, lines });
    }

    /// Notes that the result has the content of lines of the second copy.
    pub(super) fn keep(&mut self, lines: Range<u32>) {
        self.is_kept[lines.start as usize..lines.end as usize].fill(true);
    }

    /// Keeps a text of the second copy as a remark on a line of the first.
    pub(super) fn contradict(&mut self, on: u32, subject: String, texts: [String; 2], kept: &str) {
        self.contradictions.push(Contradiction { subject, texts, kept_as: KeptAs::Remark });
        self.remark(on, kept);
    }

    /// Adds a remark on a line of the first copy, unless it has the remark, for example from an earlier merge.
    pub(super) fn remark(&mut self, on: u32, text: &str) {
        let keyword = Spelling::of(&self.first.source, &self.first.event).spell("REMARK");
        let mut remarks = self.first.event.remarks.iter().filter(|remark| remark.on.is_none_or(|line| line == on));
        if remarks.any(|remark| after_keyword(&self.first.source, remark.line) == text.trim()) {
            return;
        }
        let indent = indent(self.first, on);
        self.insert(on, Order::Remark, vec![NewLines::New(format!("{indent}{keyword} {text}"))]);
    }

    /// The text of a line of the second copy.
    pub(super) fn text(&self, line: u32) -> &str {
        text_of(&self.second.source, line)
    }

    /// The line for remarks on the event.
    pub(super) fn event_line(&self) -> u32 {
        self.first.event.definition.unwrap_or(0)
    }
}
