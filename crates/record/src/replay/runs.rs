//! A set of numbers stored as ranges.

use std::collections::BTreeMap;

/// A set of numbers, kept as runs of numbers that follow each other. Nearly always there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// The last number of each run, by its first.
    runs: BTreeMap<u32, u32>,
}

impl Runs {
    /// Whether a number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        self.runs.range(..=number).next_back().is_some_and(|(_, &last)| number <= last)
    }

    /// Adds a number, and returns whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        // Numbers mostly come one by one in their order.
        if let Some(mut highest) = self.runs.last_entry()
            && highest.get().checked_add(1) == Some(number)
        {
            highest.insert(number);
            return true;
        }
        let is_new = !self.contains(number);
        if is_new {
            self.insert_all(number, number);
        }
        is_new
    }

    /// Adds the numbers from `first` to `last`.
    pub fn insert_all(&mut self, first: u32, last: u32) {
        let (mut start, mut end) = (first, last);
        // The run before that reaches up to it, and those that begin inside or right after.
        if let Some((&before, &reach)) = self.runs.range(..=first).next_back()
            && reach >= first.saturating_sub(1)
        {
            (start, end) = (before, end.max(reach));
        }
        while let Some((&following, &reach)) = self.runs.range(start..=end.saturating_add(1)).next() {
            self.runs.remove(&following);
            end = end.max(reach);
        }
        self.runs.insert(start, end);
    }

    /// Takes the numbers from `first` to `last` away, and returns whether any was there.
    pub fn remove_all(&mut self, first: u32, last: u32) -> bool {
        let mut any = false;
        while let Some((from, to)) = self.next_run(first).filter(|&(from, _)| from <= last) {
            any = true;
            self.runs.remove(&from);
            if from < first {
                self.runs.insert(from, first - 1);
            }
            if to > last {
                self.runs.insert(last + 1, to);
            }
        }
        any
    }

    /// The run with the lowest number that is not below `from`, whole.
    fn next_run(&self, from: u32) -> Option<(u32, u32)> {
        let around = self.runs.range(..=from).next_back().filter(|&(_, &last)| last >= from);
        around.or_else(|| self.runs.range(from..).next()).map(|(&first, &last)| (first, last))
    }

    /// The lowest and the highest number of the set from `from` to `to`.
    pub fn bounds(&self, from: u32, to: u32) -> Option<(u32, u32)> {
        let (first, _) = self.next_run(from).filter(|&(first, _)| first <= to)?;
        let (_, &last) = self.runs.range(..=to).next_back()?;
        Some((first.max(from), last.min(to)))
    }

    /// The numbers from `from` to `to` that are in the set, as runs.
    pub fn parts(&self, from: u32, to: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut next = Some(from);
        std::iter::from_fn(move || {
            let (first, last) = self.next_run(next?).filter(|&(first, _)| first <= to)?;
            next = last.checked_add(1).filter(|&next| next <= to);
            Some((first.max(from), last.min(to)))
        })
    }

    /// The numbers from `from` to `to` that are not in the set, as runs.
    pub fn gaps(&self, from: u32, to: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut next = Some(from);
        std::iter::from_fn(move || {
            loop {
                let start = next.filter(|&start| start <= to)?;
                let Some((first, last)) = self.next_run(start).filter(|&(first, _)| first <= to) else {
                    next = None;
                    return Some((start, to));
                };
                next = last.checked_add(1);
                if start < first {
                    return Some((start, first - 1));
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Runs;

    #[test]
    fn runs_are_joined_and_split() {
        let mut runs = Runs::default();
        for number in [3, 1, 2, 7, u32::MAX, 9, 8] {
            runs.insert(number);
        }
        assert_eq!(runs.parts(0, u32::MAX).collect::<Vec<_>>(), [(1, 3), (7, 9), (u32::MAX, u32::MAX)]);
        assert_eq!(runs.gaps(1, 8).collect::<Vec<_>>(), [(4, 6)]);
        assert_eq!(runs.gaps(2, 3).count(), 0);
        assert_eq!(runs.gaps(4, u32::MAX).collect::<Vec<_>>(), [(4, 6), (10, u32::MAX - 1)]);
        assert!(runs.remove_all(2, 8));
        assert!(!runs.remove_all(2, 8));
        assert_eq!(runs.parts(0, 100).collect::<Vec<_>>(), [(1, 1), (9, 9)]);
    }

    #[test]
    fn they_are_the_set_that_they_stand_for() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut runs, mut set) = (Runs::default(), BTreeSet::new());
        for _ in 0..3000 {
            let first = random.u32(1..40);
            let last = first + random.u32(..6);
            if random.bool() {
                runs.insert_all(first, last);
                set.extend(first..=last);
            } else {
                let any = (first..=last).filter(|number| set.remove(number)).count() > 0;
                assert_eq!(runs.remove_all(first, last), any);
            }
            let (from, to) = (random.u32(0..20), random.u32(20..50));
            let flat = |runs: &mut dyn Iterator<Item = (u32, u32)>| runs.flat_map(|(a, b)| a..=b).collect::<Vec<_>>();
            let is_in = |number: &u32| set.contains(number);
            assert_eq!(flat(&mut runs.parts(from, to)), (from..=to).filter(is_in).collect::<Vec<_>>());
            assert_eq!(flat(&mut runs.gaps(from, to)), (from..=to).filter(|number| !is_in(number)).collect::<Vec<_>>());
            assert_eq!(runs.contains(from), set.contains(&from));
            let bounds = set.range(from..=to).next().zip(set.range(from..=to).next_back());
            assert_eq!(runs.bounds(from, to), bounds.map(|(&first, &last)| (first, last)));
        }
    }
}
