//! A new text that consists of parts of an old text and of added text, and the edits that produce it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use ishi_text::{Edit, Span, line_ends};

/// A piece of the new text.
enum Piece {
    /// A part of the old text.
    Old(Range<usize>),
    New(String),
}

/// A text that quotes another one.
pub(super) struct QuotedText<'o> {
    old: &'o str,
    line_end: &'o str,
    pieces: Vec<Piece>,
    /// Brackets that are missing in the old text. They are written as soon as other text follows.
    missing: String,
}

impl<'o> QuotedText<'o> {
    pub(super) fn new(old: &'o str) -> Self {
        let line_end = line_ends(old).next().map_or("\n", |(_, end)| end);
        Self { old, line_end, pieces: Vec::new(), missing: String::new() }
    }

    /// Adds a part of the old text.
    pub(super) fn old(&mut self, part: Range<usize>) {
        if part.is_empty() {
            return;
        }
        self.add_missing();
        match self.pieces.last_mut() {
            Some(Piece::Old(last)) if last.end == part.start => last.end = part.end,
            _ => self.pieces.push(Piece::Old(part)),
        }
    }

    /// Adds new text, with the line ends of the old one.
    pub(super) fn new_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.add_missing();
        let text = self.with_line_ends(text);
        if let Some(Piece::New(last)) = self.pieces.last_mut() {
            last.push_str(&text);
        } else {
            self.pieces.push(Piece::New(text.into_owned()));
        }
    }

    /// Returns new text with the line ends of the old text, unless the new text has line ends of its own.
    pub(super) fn with_line_ends<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.line_end == "\n" || text.contains('\r') {
            text.into()
        } else {
            text.replace('\n', self.line_end).into()
        }
    }

    /// Adds a bracket that is missing in the old text.
    pub(super) fn missing(&mut self, bracket: char) {
        self.missing.push(bracket);
    }

    /// Drops the missing brackets, because the following text has not moved.
    pub(super) fn forget_missing(&mut self) {
        self.missing.clear();
    }

    fn add_missing(&mut self) {
        if !self.missing.is_empty() {
            let missing = std::mem::take(&mut self.missing);
            self.new_text(&missing);
        }
    }

    /// The piece of text that was added last.
    fn last(&self) -> &str {
        match self.pieces.last() {
            Some(Piece::Old(part)) => &self.old[part.clone()],
            Some(Piece::New(text)) => text,
            None => "",
        }
    }

    pub(super) fn ends_with(&self, end: impl Fn(char) -> bool) -> bool {
        self.missing.is_empty() && self.last().ends_with(end)
    }

    /// Returns the edits that turn the old text into the new text. As much of the old text as possible stays in place.
    pub(super) fn edits(&self) -> Vec<Edit> {
        let kept = self.kept();
        let mut edits = Vec::new();
        let (mut done, mut text) = (0, String::new());
        let mut finish = |span: Range<usize>, text: &mut String| {
            if self.old[span.clone()] != **text {
                edits.push(Edit::replace(Span::new(span.start, span.end), std::mem::take(text)));
            }
            text.clear();
        };
        for (index, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Old(part) if kept[index] => {
                    finish(done..part.start, &mut text);
                    done = part.end;
                }
                Piece::Old(part) => text.push_str(&self.old[part.clone()]),
                Piece::New(new) => text.push_str(new),
            }
        }
        finish(done..self.old.len(), &mut text);
        edits
    }

    /// The pieces that stay in place: the pieces in ascending order with the greatest total length.
    fn kept(&self) -> Vec<bool> {
        // By the end of the last of some pieces how long they are together, and which that is. Longer ones end later.
        let mut best: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        let mut before = vec![None; self.pieces.len()];
        for (index, piece) in self.pieces.iter().enumerate() {
            let Piece::Old(part) = piece else { continue };
            let last = best.range(..=part.start).next_back().map(|(_, &last)| last);
            before[index] = last.map(|(_, index)| index);
            let length = part.len() + last.map_or(0, |(length, _)| length);
            if best.range(..=part.end).next_back().is_some_and(|(_, &(other, _))| other >= length) {
                continue;
            }
            while let Some((&end, _)) = best.range(part.end..).next().filter(|(_, (other, _))| *other <= length) {
                best.remove(&end);
            }
            best.insert(part.end, (length, index));
        }
        let mut kept = vec![false; self.pieces.len()];
        let mut next = best.values().next_back().map(|&(_, index)| index);
        while let Some(index) = next {
            kept[index] = true;
            next = before[index];
        }
        kept
    }
}
