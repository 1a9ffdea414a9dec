//! The differences between two versions of a text, as edits are made one after another.

use std::ops::Range;

/// The differences of two texts: stretches of the old text with their replacements in the new text, in order and
/// without touching each other. All positions are bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(Vec<Difference>);

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// How many differences are kept apart. If a few cursors type at once, only their events are read. But the edits of a
/// formatter are everywhere, and then it is cheaper to read all text between the first and the last edit once.
const MOST: usize = 16;

impl Changes {
    /// Notes that a stretch of the new text was replaced by `length` bytes.
    pub(super) fn add(&mut self, replaced: Range<usize>, length: usize) {
        let first = self.0.partition_point(|change| change.new.end < replaced.start);
        let following = self.0.partition_point(|change| change.new.start <= replaced.end);
        // Outside all differences, places in the old text and the new one differ by what the differences before them
        // have made longer or shorter.
        let old = |place: usize, before: usize| match before.checked_sub(1).map(|last| &self.0[last]) {
            Some(last) => place - last.new.end + last.old.end,
            None => place,
        };
        let (mut start, mut end) = (replaced.start, replaced.end);
        if let [touched, ..] = &self.0[first..following] {
            start = start.min(touched.new.start);
        }
        if let [.., touched] = &self.0[first..following] {
            end = end.max(touched.new.end);
        }
        let shifted = |place: usize| place - replaced.len() + length;
        let merged = Difference { old: old(start, first)..old(end, following), new: start..shifted(end) };
        self.0.splice(first..following, [merged]);
        for change in &mut self.0[first + 1..] {
            change.new = shifted(change.new.start)..shifted(change.new.end);
        }
        if let [first, .., last] = &self.0[..]
            && self.0.len() > MOST
        {
            self.0 = vec![Difference { old: first.old.start..last.old.end, new: first.new.start..last.new.end }];
        }
    }

    /// The start of a part of the old text in the new text; `None` if the part, or text next to it, has changed.
    pub(super) fn moved(&self, part: Range<usize>) -> Option<usize> {
        let following = self.0.partition_point(|change| change.old.end < part.start);
        if self.0.get(following).is_some_and(|change| change.old.start <= part.end) {
            return None;
        }
        Some(match following.checked_sub(1).map(|last| &self.0[last]) {
            Some(before) => part.start - before.old.end + before.new.end,
            None => part.start,
        })
    }

    /// The differences, in order.
    pub(super) fn all(&self) -> &[Difference] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Changes;

    #[test]
    fn the_differences_lead_from_the_old_text_to_the_new() {
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..2000 {
            let old: Vec<u32> = (0..random.u32(0..200)).collect();
            let mut new = old.clone();
            let mut changes = Changes::default();
            for edit in 0..random.u32(1..if round % 2 == 0 { 6 } else { 60 }) {
                let start = random.usize(..=new.len());
                let end = (start + random.usize(..5)).min(new.len());
                let inserted: Vec<u32> = (0..random.u32(..5)).map(|nth| 1000 + edit * 10 + nth).collect();
                changes.add(start..end, inserted.len());
                new.splice(start..end, inserted);
            }
            let mut rebuilt = Vec::new();
            let mut at = 0;
            for change in changes.all() {
                assert!(change.old.start >= at || at == 0);
                rebuilt.extend_from_slice(&old[at..change.old.start]);
                assert_eq!(rebuilt.len(), change.new.start);
                rebuilt.extend_from_slice(&new[change.new.clone()]);
                at = change.old.end;
            }
            rebuilt.extend_from_slice(&old[at..]);
            assert_eq!(rebuilt, new);
        }
    }
}
