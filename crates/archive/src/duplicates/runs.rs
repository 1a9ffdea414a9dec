//! Games that share a run of moves.
//!
//! The runs of [`LENGTH`] shapes of a game are hashed, and of each [`WINDOW`] runs in a row the one with the smallest
//! hash is kept. So two games with `LENGTH + WINDOW` equal steps in a row share a hash, wherever these steps are.

use std::collections::VecDeque;

use super::compared::ComparedGame;
use ishi_board::mix;
use ishi_work::parallel;

/// The number of shapes in a run. A shape covers two successive steps, so a run covers one more step than shapes.
const LENGTH: usize = 7;

/// The number of successive runs of which one is kept.
const WINDOW: usize = 8;

/// The maximum number of games with a common run of which each is compared with all others.
const EACH_WITH_EACH: usize = 24;

/// The number of following games with which a game is compared, if more games have the run in common.
const NEXT: usize = 8;

/// The number of games that are hashed at a time.
const BATCH: usize = 4096;

/// The factor by which the hash of a run is multiplied for each further step. It is odd, so that the multiplication
/// loses no bits.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The runs that are kept of some games, with which the games that share a run are found.
pub(super) struct SharedRuns {
    /// The game of each run. Equal runs are next to each other, in the order of the games.
    games: Vec<u32>,
    /// For each run, the number of following equal runs whose games are compared with its game.
    shared: Vec<u8>,
    /// The runs of each game, as indices, one game after the other.
    runs: Vec<u32>,
    /// The end of each game in the runs.
    ends: Vec<u32>,
}

impl SharedRuns {
    /// Collects the runs of the `wanted` games. All methods name a game by its index in `wanted`.
    pub(super) fn of(games: &[ComparedGame], wanted: &[usize]) -> Self {
        // On average two of WINDOW + 1 hashes are kept.
        let steps: usize = wanted.iter().map(|&game| games[game].steps().len()).sum();
        let mut sorted: Vec<(u32, u32)> = Vec::with_capacity(steps * 2 / (WINDOW + 1));
        let mut place = 0;
        for some in wanted.chunks(BATCH) {
            for hashes in parallel::map(some, |&game| hashes_of(&games[game])) {
                sorted.extend(hashes.into_iter().map(|hash| (hash, place)));
                place += 1;
            }
        }
        sorted.sort_unstable();
        sorted.dedup();
        let mut shared = Vec::with_capacity(sorted.len());
        let mut ends = vec![0; wanted.len()];
        for equal in sorted.chunk_by(|one, other| one.0 == other.0) {
            let reach = if equal.len() <= EACH_WITH_EACH { EACH_WITH_EACH } else { NEXT };
            shared.extend((0..equal.len()).rev().map(|rest| rest.min(reach) as u8));
            for &(_, game) in equal {
                ends[game as usize] += 1;
            }
        }
        // First `ends` has the index of the next run of each game, and after the loops the end of its runs.
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let mut runs = vec![0; sorted.len()];
        for (run, &(_, game)) in (0..).zip(&sorted) {
            let place = &mut ends[game as usize];
            runs[*place as usize] = run;
            *place += 1;
        }
        Self { games: sorted.iter().map(|&(_, game)| game).collect(), shared, runs, ends }
    }

    /// The games after a game that share a run of moves with it in any orientation, each once.
    pub(super) fn partners(&self, game: usize) -> Vec<u32> {
        let start = game.checked_sub(1).map_or(0, |before| self.ends[before]);
        let runs = &self.runs[start as usize..self.ends[game] as usize];
        let partners = runs.iter().flat_map(|&run| {
            let run = run as usize;
            &self.games[run + 1..=run + usize::from(self.shared[run])]
        });
        let mut partners: Vec<u32> = partners.copied().collect();
        partners.sort_unstable();
        partners.dedup();
        partners
    }
}

/// Returns the hashes that are kept of a game. They have 32 bits: games may share one by chance, and are then compared
/// without a result.
fn hashes_of(game: &ComparedGame) -> Vec<u32> {
    let shapes: Vec<u64> = game.shapes().collect();
    let leaving = FACTOR.wrapping_pow(LENGTH as u32);
    let mut hash: u64 = 0;
    let mut hashes = Vec::with_capacity(shapes.len());
    for (index, &shape) in shapes.iter().enumerate() {
        hash = hash.wrapping_mul(FACTOR).wrapping_add(shape);
        if index >= LENGTH {
            hash = hash.wrapping_sub(shapes[index - LENGTH].wrapping_mul(leaving));
        }
        if index + 1 >= LENGTH {
            hashes.push((mix(hash) >> 32) as u32);
        }
    }
    let mut kept = Vec::new();
    // The indices of the runs that may have the smallest hash of a window, with increasing hashes.
    let mut waiting: VecDeque<usize> = VecDeque::new();
    for (index, &hash) in hashes.iter().enumerate() {
        while waiting.back().is_some_and(|&last| hashes[last] >= hash) {
            waiting.pop_back();
        }
        waiting.push_back(index);
        if waiting.front().is_some_and(|&first| first + WINDOW <= index) {
            waiting.pop_front();
        }
        if index + 1 >= WINDOW.min(hashes.len()) {
            kept.extend(waiting.front().map(|&first| hashes[first]));
        }
    }
    kept.dedup();
    kept
}
