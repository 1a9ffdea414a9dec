use std::collections::BTreeMap;

use super::Runs;
use crate::record::{Event, MoveId};

/// The most recent move of each number on the path.
#[derive(Debug)]
pub(super) struct Numbers {
    /// By the number. What is not there is `NONE`.
    low: Vec<u32>,
    /// The numbers that are too large for a list.
    high: BTreeMap<u32, MoveId>,
    limit: u32,
    /// The numbers that have a move, where the event speaks of ranges.
    used: Option<Runs>,
}

const NONE: u32 = u32::MAX;

impl Numbers {
    pub(super) fn new(event: &Event) -> Self {
        let limit = (event.moves.len() as u32).saturating_mul(2).saturating_add(1000);
        let used = event.speaks_of_ranges().then(Runs::default);
        Self { low: Vec::new(), high: BTreeMap::new(), limit, used }
    }

    pub(super) fn get(&self, number: u32) -> Option<MoveId> {
        if number < self.limit {
            self.low.get(number as usize).copied().filter(|&id| id != NONE).map(MoveId)
        } else {
            self.high.get(&number).copied()
        }
    }

    /// Gives the move that had the number before.
    pub(super) fn set(&mut self, number: u32, id: Option<MoveId>) -> Option<MoveId> {
        if let Some(used) = &mut self.used {
            match id {
                Some(_) => used.insert(number),
                None => {
                    used.remove_all(number, number);
                }
            }
        }
        if number < self.limit {
            let index = number as usize;
            if index >= self.low.len() {
                self.low.resize(index + 1, NONE);
            }
            let before = std::mem::replace(&mut self.low[index], id.map_or(NONE, |MoveId(id)| id));
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
        let Self { low, high, used, .. } = self;
        let runs = used.iter().flat_map(move |used| used.parts(from, to));
        // Where no range was expected, each number is looked at.
        let lowest = (from, to.min((low.len() as u32).saturating_sub(1)));
        let rest = used.is_none().then_some(lowest).into_iter().flat_map(|(first, last)| first..=last);
        let highest = (used.is_none() && from <= to).then(|| high.range(from..=to));
        let highest = highest.into_iter().flatten().map(|(&number, &id)| (number, id));
        let numbers = runs.flat_map(|(first, last)| first..=last).chain(rest);
        numbers.filter_map(|number| Some((number, self.get(number)?))).chain(highest)
    }

    /// The lowest and the highest number from `from` to `to` that has a move, where the event speaks of ranges.
    pub(super) fn bounds(&self, from: u32, to: u32) -> Option<(u32, u32)> {
        self.used.as_ref()?.bounds(from, to)
    }
}
