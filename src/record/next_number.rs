//! The numbers that an event continues with.

use crate::syntax::{Field, Keyword, LineKind, Source};

fn is_move(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::B | Keyword::W)
}

/// Finds the number of the next move in the file, of any sequence. It is asked in the order of lines, and reads each
/// once.
#[derive(Default)]
pub(super) struct NextNumber {
    /// The line that was found last, and its number.
    found: Option<(usize, Option<u32>)>,
}

impl NextNumber {
    /// The number on the first move after the line `at`; none where there is no move, or no number on it.
    pub(super) fn after(&mut self, source: &Source<'_>, at: u32) -> Option<u32> {
        let from = at as usize + 1;
        if let Some((_, number)) = self.found.filter(|&(line, _)| line >= from) {
            return number;
        }
        let found = (from..source.lines.len())
            .find(|&line| source.lines[line].keyword().is_some_and(is_move))
            .unwrap_or(source.lines.len());
        let fields = source.lines.get(found).map_or(&[][..], |line| source.fields(line));
        let number = fields.iter().find_map(Field::number);
        self.found = Some((found, number));
        number
    }
}

/// The numbers with which sequences go on after lines of bare locations, past the variations in between.
pub(super) struct Continuations {
    /// The lines of bare locations from the last to the first, each with the number on the next move of its sequence;
    /// none where the sequence ends, or it is not certain how it goes on.
    after: Vec<(u32, Option<u32>)>,
}

impl Continuations {
    /// Reads them from the end of an event to its beginning. `unclosed` are the VAR lines that no ENDVAR answers, in
    /// order.
    pub(super) fn of(source: &Source<'_>, unclosed: &[usize]) -> Self {
        let mut after = Vec::new();
        // How the sequences go on that are open here, the innermost last.
        let mut open = Vec::new();
        let mut next = None;
        for (at, line) in source.lines.iter().enumerate().rev() {
            match line.keyword() {
                Some(keyword) if is_move(keyword) => next = source.fields(line).iter().find_map(Field::number),
                Some(Keyword::Endvar) => open.push(next.take()),
                // Where it ends, and the sequence around it goes on, is a guess.
                Some(Keyword::Var) if unclosed.binary_search(&at).is_ok() => next = None,
                Some(Keyword::Var) => next = open.pop().flatten(),
                _ if line.kind == LineKind::Bare => after.push((at as u32, next)),
                _ => {}
            }
        }
        Self { after }
    }

    /// The number with which the sequence goes on after a line of bare locations.
    pub(super) fn after(&self, at: u32) -> Option<u32> {
        let found = self.after.binary_search_by(|&(line, _)| at.cmp(&line)).ok()?;
        self.after[found].1
    }
}
