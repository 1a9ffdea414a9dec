//! Games that share a run of moves.
//!
//! The runs of [`LENGTH`] steps of a game are hashed, and of each [`WINDOW`] runs in a row the one with the smallest
//! hash is kept. So two games with `LENGTH + WINDOW - 1` equal steps in a row share a hash, wherever these are.

use std::collections::VecDeque;

use super::Orientation;
use super::compared::{ComparedGame, number, turned};
use crate::board::mix;
use crate::parallel;

/// How many steps a run has.
const LENGTH: usize = 8;

/// Of how many runs one is kept.
const WINDOW: usize = 8;

/// How many games with a run in common are compared each with each.
const EACH_WITH_EACH: usize = 24;

/// With how many of the games after it each is compared, if more have the run in common.
const NEXT: usize = 8;

/// The number by which the hash of a run is multiplied for each further step. It is odd, so that the step that leaves
/// can be subtracted again.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// How many pairs are handed over at once.
const PAIRS: usize = 1 << 20;

/// Calls `take` with pairs of games that share a run of moves, turned or not. A pair may come more than once.
pub(super) fn for_each_shared(games: &[ComparedGame], wanted: &[usize], mut take: impl FnMut(&[(usize, usize)])) {
    let hashes = parallel::map(wanted, |&game| (game, hashes_of(&games[game])));
    let mut runs: Vec<(u64, u32)> =
        hashes.into_iter().flat_map(|(game, hashes)| hashes.into_iter().map(move |hash| (hash, game as u32))).collect();
    runs.sort_unstable();
    runs.dedup();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for shared in runs.chunk_by(|one, other| one.0 == other.0) {
        let reach = if shared.len() <= EACH_WITH_EACH { EACH_WITH_EACH } else { NEXT };
        for (index, &(_, one)) in shared.iter().enumerate() {
            let others = shared[index + 1..].iter().take(reach);
            pairs.extend(others.map(|&(_, other)| (one as usize, other as usize)));
        }
        if pairs.len() >= PAIRS {
            hand_over(&mut pairs, &mut take);
        }
    }
    hand_over(&mut pairs, &mut take);
}

fn hand_over(pairs: &mut Vec<(usize, usize)>, take: &mut impl FnMut(&[(usize, usize)])) {
    pairs.sort_unstable();
    pairs.dedup();
    take(pairs);
    pairs.clear();
}

/// The hashes that are kept of a game.
fn hashes_of(game: &ComparedGame) -> Vec<u64> {
    let mut smallest = vec![u64::MAX; (game.steps().len() + 1).saturating_sub(LENGTH)];
    for orientation in Orientation::all() {
        let keys: Vec<u64> =
            game.steps().iter().map(|&step| mix(number(turned(step, game.sides(), orientation)))).collect();
        let leaving = FACTOR.wrapping_pow(LENGTH as u32);
        let mut hash: u64 = 0;
        for (index, &key) in keys.iter().enumerate() {
            hash = hash.wrapping_mul(FACTOR).wrapping_add(key);
            if index >= LENGTH {
                hash = hash.wrapping_sub(keys[index - LENGTH].wrapping_mul(leaving));
            }
            if let Some(smallest) = (index + 1).checked_sub(LENGTH).and_then(|start| smallest.get_mut(start)) {
                *smallest = (*smallest).min(mix(hash));
            }
        }
    }
    let mut kept = Vec::new();
    // The places of runs that may be the smallest of a window, with growing hashes.
    let mut waiting: VecDeque<usize> = VecDeque::new();
    for (index, &hash) in smallest.iter().enumerate() {
        while waiting.back().is_some_and(|&last| smallest[last] >= hash) {
            waiting.pop_back();
        }
        waiting.push_back(index);
        if waiting.front().is_some_and(|&first| first + WINDOW <= index) {
            waiting.pop_front();
        }
        if index + 1 >= WINDOW.min(smallest.len()) {
            kept.extend(waiting.front().map(|&first| smallest[first]));
        }
    }
    kept.dedup();
    kept
}
