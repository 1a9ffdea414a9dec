//! The numbers that an event continues with.

use crate::syntax::{Field, Keyword, Source};

/// Finds the number on the next line with one of some keywords. It is asked in the order of lines, and reads each once.
pub(super) struct NextNumber {
    keywords: &'static [Keyword],
    /// The line that was found last, and its number.
    found: Option<(usize, Option<u32>)>,
}

impl NextNumber {
    pub(super) fn of(keywords: &'static [Keyword]) -> Self {
        Self { keywords, found: None }
    }

    /// The number on the first such line after the line `at`; none where there is no such line, or no number on it.
    pub(super) fn after(&mut self, source: &Source<'_>, at: u32) -> Option<u32> {
        let from = at as usize + 1;
        if let Some((_, number)) = self.found.filter(|&(line, _)| line >= from) {
            return number;
        }
        let found = (from..source.lines.len())
            .find(|&line| source.lines[line].keyword().is_some_and(|keyword| self.keywords.contains(&keyword)))
            .unwrap_or(source.lines.len());
        let fields = source.lines.get(found).map_or(&[][..], |line| source.fields(line));
        let number = fields.iter().find_map(Field::number);
        self.found = Some((found, number));
        number
    }
}
