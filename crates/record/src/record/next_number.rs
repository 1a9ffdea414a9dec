//! The numbers with which the sequences of an event continue after a line.

use crate::syntax::{Field, Keyword, LineKind, Source};

fn is_move(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::B | Keyword::W)
}

/// Finds the number of the next move in the file, of any sequence. Calls must be in the order of lines, so that each
/// line is read once.
#[derive(Default)]
pub(super) struct NextNumber {
    /// The line of the last result, and its number.
    last: Option<(usize, Option<u32>)>,
}

impl NextNumber {
    /// The number of the first move after the line `at`; `None` if there is no move, or it has no number.
    pub(super) fn after(&mut self, source: &Source<'_>, at: u32) -> Option<u32> {
        let from = at as usize + 1;
        if let Some((_, number)) = self.last.filter(|&(line, _)| line >= from) {
            return number;
        }
        let line = (from..source.lines.len())
            .find(|&line| source.lines[line].keyword().is_some_and(is_move))
            .unwrap_or(source.lines.len());
        let fields = source.lines.get(line).map_or(&[][..], |line| source.fields(line));
        let number = fields.iter().find_map(Field::number);
        self.last = Some((line, number));
        number
    }
}

/// The numbers with which a sequence and its variations continue after a place.
#[derive(Clone, Copy, Default)]
struct Continuation {
    /// The number of the next move of the sequence; `None` if the sequence ends, or the next move is uncertain.
    next: Option<u32>,
    /// The first number of the variations that stand before that move.
    varied: Option<u32>,
}

/// The numbers with which sequences continue after lines of bare locations.
pub(super) struct Continuations {
    /// The lines of bare locations, from the last to the first.
    after: Vec<(u32, Continuation)>,
}

impl Continuations {
    /// Reads the continuations from the end of an event to its beginning. `unclosed` are the VAR lines without ENDVAR,
    /// in order.
    pub(super) fn of(source: &Source<'_>, unclosed: &[usize]) -> Self {
        let mut after = Vec::new();
        // How the sequences go on that are open here, the innermost last.
        let mut open = Vec::new();
        let mut here = Continuation::default();
        for (at, line) in source.lines.iter().enumerate().rev() {
            match line.keyword() {
                Some(keyword) if is_move(keyword) => {
                    let next = source.fields(line).iter().find_map(Field::number);
                    here = Continuation { next, varied: None };
                }
                Some(Keyword::Endvar) => open.push(std::mem::take(&mut here)),
                Some(Keyword::Var) => {
                    // Where a variation ends that is not closed, and the sequence around it goes on, is a guess.
                    let is_closed = unclosed.binary_search(&at).is_err();
                    let around = if is_closed { open.pop().unwrap_or_default() } else { Continuation::default() };
                    here = Continuation { varied: here.next.or(around.varied), ..around };
                }
                _ if line.kind == LineKind::Bare => after.push((at as u32, here)),
                _ => {}
            }
        }
        Self { after }
    }

    /// The number of a following move that prevents a line of bare locations from being read as moves up to the number
    /// `last`: the next move of the sequence, or the first move of a variation, unless the variation replaces the last
    /// of these locations.
    ///
    /// `replaced` are the numbers of the moves that variations without an end replace. A continuation of such a move,
    /// or another variation on it, does not prevent the reading, because it comes after the missing end.
    pub(super) fn taken(&self, at: u32, last: u32, replaced: &[u32]) -> Option<u32> {
        let index = self.after.binary_search_by(|&(line, _)| at.cmp(&line)).ok()?;
        let Continuation { next, varied } = self.after[index].1;
        let goes_on = |number: u32| replaced.iter().any(|replaced| replaced.checked_add(1) == Some(number));
        next.filter(|&next| next <= last && !goes_on(next))
            .or(varied.filter(|&varied| varied < last && !replaced.contains(&varied)))
    }
}
