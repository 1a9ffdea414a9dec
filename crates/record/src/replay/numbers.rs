//! An index of the moves on the path of a walk by their numbers.

use std::collections::BTreeMap;

use crate::record::{Event, MoveId};

/// The most recent move of each number on the path.
#[derive(Clone, Debug)]
pub(super) struct RecentMoves {
    /// The moves by number; `NONE` for numbers without a move.
    low: Vec<u32>,
    /// The numbers that have a move.
    present: NumberSet,
    /// The numbers that are too large for a list.
    high: BTreeMap<u32, MoveId>,
    limit: u32,
}

const NONE: u32 = u32::MAX;

impl RecentMoves {
    pub(super) fn new(event: &Event) -> Self {
        let limit = (event.moves.len() as u32).saturating_mul(2).saturating_add(1000);
        Self { low: Vec::new(), present: NumberSet::below(limit), high: BTreeMap::new(), limit }
    }

    pub(super) fn get(&self, number: u32) -> Option<MoveId> {
        if number < self.limit {
            self.low.get(number as usize).copied().filter(|&id| id != NONE).map(MoveId)
        } else {
            self.high.get(&number).copied()
        }
    }

    /// Sets the move of a number, and returns the previous move.
    #[inline]
    pub(super) fn set(&mut self, number: u32, id: Option<MoveId>) -> Option<MoveId> {
        if number < self.limit {
            let index = number as usize;
            if index >= self.low.len() {
                self.low.resize(index + 1, NONE);
            }
            let before = std::mem::replace(&mut self.low[index], id.map_or(NONE, |MoveId(id)| id));
            match (before, id) {
                (NONE, Some(_)) => self.present.insert(index),
                (NONE, None) | (_, Some(_)) => {}
                (_, None) => self.present.remove(index),
            }
            (before != NONE).then_some(MoveId(before))
        } else {
            match id {
                Some(id) => self.high.insert(number, id),
                None => self.high.remove(&number),
            }
        }
    }

    /// The numbers from `from` to `to` that have a move, with the moves, in order.
    pub(super) fn within(&self, from: u32, to: u32) -> impl Iterator<Item = (u32, MoveId)> + '_ {
        let low = std::iter::successors(self.present.next(from as usize), |&number| self.present.next(number + 1));
        let low =
            low.map(|number| (number as u32, MoveId(self.low[number]))).take_while(move |&(number, _)| number <= to);
        let high = (from <= to).then(|| self.high.range(from..=to)).into_iter().flatten();
        low.chain(high.map(|(&number, &id)| (number, id)))
    }

    /// The lowest and the highest number from `from` to `to` that has a move.
    pub(super) fn bounds(&self, from: u32, to: u32) -> Option<(u32, u32)> {
        let (first, _) = self.within(from, to).next()?;
        let high = self.high.range(first..=to).next_back().map(|(&number, _)| number);
        Some((first, high.or_else(|| self.present.last_to(to as usize).map(|number| number as u32))?))
    }
}

/// A set of small numbers. Each level has a bit for each word of the level below that is not zero, so the next number
/// is found in a few steps, however far apart the numbers are.
#[derive(Clone, Debug)]
struct NumberSet {
    levels: Vec<Vec<u64>>,
}

const WORD: usize = u64::BITS as usize;

impl NumberSet {
    /// An empty set that has room for the numbers below `limit`.
    fn below(limit: u32) -> Self {
        let mut levels = vec![vec![0; (limit as usize).div_ceil(WORD)]];
        while let Some(words) = levels.last().map(Vec::len).filter(|&words| words > 1) {
            levels.push(vec![0; words.div_ceil(WORD)]);
        }
        Self { levels }
    }

    fn insert(&mut self, mut number: usize) {
        for level in &mut self.levels {
            let word = &mut level[number / WORD];
            let was_empty = *word == 0;
            *word |= 1 << (number % WORD);
            if !was_empty {
                return;
            }
            number /= WORD;
        }
    }

    fn remove(&mut self, mut number: usize) {
        for level in &mut self.levels {
            let word = &mut level[number / WORD];
            *word &= !(1 << (number % WORD));
            if *word != 0 {
                return;
            }
            number /= WORD;
        }
    }

    /// The lowest number from `from` on.
    fn next(&self, from: usize) -> Option<usize> {
        let mut at = from;
        for (height, level) in self.levels.iter().enumerate() {
            let word = level.get(at / WORD)? & (u64::MAX << (at % WORD));
            if word != 0 {
                let lowest = at / WORD * WORD + word.trailing_zeros() as usize;
                let below = self.levels[..height].iter().rev();
                return Some(below.fold(lowest, |at, level| at * WORD + level[at].trailing_zeros() as usize));
            }
            at = at / WORD + 1;
        }
        None
    }

    /// The highest number up to `to`.
    fn last_to(&self, to: usize) -> Option<usize> {
        let mut at = to.min(self.levels[0].len() * WORD - 1);
        for (height, level) in self.levels.iter().enumerate() {
            let word = level[at / WORD] & (u64::MAX >> (WORD - 1 - at % WORD));
            if word != 0 {
                let highest = at / WORD * WORD + word.ilog2() as usize;
                let below = self.levels[..height].iter().rev();
                return Some(below.fold(highest, |at, level| at * WORD + level[at].ilog2() as usize));
            }
            at = (at / WORD).checked_sub(1)?;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::NumberSet;

    #[test]
    fn the_next_and_the_last_are_those_of_the_set() {
        let mut random = fastrand::Rng::with_seed(1);
        for limit in [1, 64, 65, 5000, 300_000] {
            let (mut bits, mut set) = (NumberSet::below(limit), BTreeSet::new());
            for _ in 0..500 {
                let number = random.usize(..limit as usize);
                if random.u8(..3) > 0 {
                    bits.insert(number);
                    set.insert(number);
                } else {
                    let other = set.range(number..).next().copied().unwrap_or(number);
                    bits.remove(other);
                    set.remove(&other);
                }
                let at = random.usize(..limit as usize + 10);
                assert_eq!(bits.next(at), set.range(at..).next().copied());
                assert_eq!(bits.last_to(at), set.range(..=at).next_back().copied());
            }
        }
    }
}
