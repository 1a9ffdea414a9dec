//! The search for whether a set can be locked, and the line of play that shows it.
//!
//! The search goes where the least is left to prove. Positions repeat, so what it finds on its way is only a guide, and
//! the verdict is worked out from the whole graph of positions: one that was not visited counts as lost to show that
//! the set is locked, and as won to show that it is not. So an answer is right however early the search stops.

use super::claim::{Claim, ClaimPosition, KnownResult};
use super::grid::Place;

/// What a search says of a set.
pub(super) struct SearchVerdict {
    /// Whether the set can be locked.
    pub(super) is_locked: bool,
    /// A line of play that shows it, from the refuter's first move.
    pub(super) line: Vec<Option<Place>>,
    pub(super) ending: Ending,
}

/// How a line of play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With single eyes, two for each chain of the claimant.
    Formation,
    /// With a stone of the refuter in the set that can't be taken, or one that the claimant can't keep out.
    Living,
    /// With a position that was there before.
    Repetition,
    /// With two passes.
    Passes,
}

/// How many positions a search visits between two questions whether to stop.
const STRIDE: usize = 1 << 14;

/// How many positions are visited where the search has nowhere to go.
const NUDGE: usize = 256;

/// Finds out whether a set can be locked; none where that takes more positions than the limit, or `is_stopped`. Adds
/// the number of positions that were visited.
pub(super) fn prove(
    claim: &Claim,
    limit: u64,
    is_stopped: &dyn Fn() -> bool,
    nodes: &mut u64,
) -> Option<SearchVerdict> {
    let mut graph = Graph::new();
    graph.add(claim, claim.start);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX).min(MAX_POSITIONS);
    let mut check_at = 256;
    let outcome = loop {
        let before = graph.positions.len();
        while graph.positions.len() < check_at.min(limit) && !graph.is_settled() && !is_stopped() {
            let until = (graph.positions.len() + STRIDE).min(check_at).min(limit);
            if !graph.grow(claim, until) {
                break;
            }
        }
        let (won, perhaps) = (graph.wins(false), graph.wins(true));
        if won[0] > 0 {
            break Some(graph.won_line(claim, &won));
        }
        if perhaps[0] == 0 {
            break Some(graph.lost_line(claim, &perhaps));
        }
        if graph.positions.len() >= limit || is_stopped() {
            break None;
        }
        let may_win = |index: usize| won[index] == 0 && perhaps[index] > 0;
        graph.correct(&won, &perhaps);
        if graph.positions.len() == before {
            graph.nudge(claim, may_win);
        }
        check_at = check_at.max(graph.positions.len()) * 2;
    };
    *nodes += graph.positions.len() as u64;
    outcome
}

/// The most positions that are kept for one set, so that they fit into memory.
const MAX_POSITIONS: usize = 8_000_000;

/// How much work it takes at least to show that a position is won, and that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofEffort {
    proof: u32,
    disproof: u32,
}

impl ProofEffort {
    const NEVER: u32 = u32::MAX / 2;
    const WON: Self = Self { proof: 0, disproof: Self::NEVER };
    const LOST: Self = Self { proof: Self::NEVER, disproof: 0 };
    const OPEN: Self = Self { proof: 1, disproof: 1 };

    /// What the player to move has to show, and what the other one has.
    fn seen_by(self, is_own_turn: bool) -> (u32, u32) {
        if is_own_turn { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn of((mine, theirs): (u32, u32), is_own_turn: bool) -> Self {
        if is_own_turn { Self { proof: mine, disproof: theirs } } else { Self { proof: theirs, disproof: mine } }
    }
}

/// The positions that were visited.
struct Graph {
    positions: Vec<ClaimPosition>,
    efforts: Vec<ProofEffort>,
    /// Where the next positions of each stand among `edges`, and how many there are.
    first: Vec<u32>,
    count: Vec<u8>,
    edges: Vec<u32>,
    on_path: Vec<bool>,
    /// The indexes of the positions by their hash, plus one; 0 where there is none.
    table: Vec<u32>,
}

/// For [`Graph::first`]: the next positions were not looked for.
const UNVISITED: u32 = u32::MAX;

/// For [`Graph::first`]: the position needs no search.
const TERMINAL: u32 = u32::MAX - 1;

/// A position on the way from the first one, and how far its efforts may grow before others are more promising.
struct ProofStep {
    node: u32,
    limit: ProofEffort,
}

impl Graph {
    fn new() -> Self {
        Self {
            positions: Vec::new(),
            efforts: Vec::new(),
            first: Vec::new(),
            count: Vec::new(),
            edges: Vec::new(),
            on_path: Vec::new(),
            table: vec![0; 1 << 10],
        }
    }

    fn slot(&self, now: ClaimPosition) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(now) as usize & mask;
        while self.table[slot] != 0 && self.positions[self.table[slot] as usize - 1] != now {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn add(&mut self, claim: &Claim, now: ClaimPosition) -> u32 {
        let slot = self.slot(now);
        if self.table[slot] != 0 {
            return self.table[slot] - 1;
        }
        let index = self.positions.len();
        self.table[slot] = index as u32 + 1;
        let (effort, first) = match claim.judge(now) {
            KnownResult::Won => (ProofEffort::WON, TERMINAL),
            KnownResult::Lost => (ProofEffort::LOST, TERMINAL),
            KnownResult::Open => {
                let (proof, disproof) = claim.distances(now);
                (ProofEffort { proof, disproof }, UNVISITED)
            }
        };
        self.positions.push(now);
        self.efforts.push(effort);
        self.first.push(first);
        self.count.push(0);
        self.on_path.push(false);
        if self.positions.len() * 2 > self.table.len() {
            self.table = vec![0; self.table.len() * 2];
            for index in 0..self.positions.len() {
                let slot = self.slot(self.positions[index]);
                self.table[slot] = index as u32 + 1;
            }
        }
        index as u32
    }

    fn next(&self, node: usize) -> &[u32] {
        match self.first[node] {
            UNVISITED | TERMINAL => &[],
            first => &self.edges[first as usize..][..usize::from(self.count[node])],
        }
    }

    fn visit(&mut self, claim: &Claim, node: usize) {
        let mut next = Vec::new();
        claim.each_move(self.positions[node], |after| next.push(after));
        let first = self.edges.len() as u32;
        for after in next {
            let after = self.add(claim, after);
            self.edges.push(after);
        }
        self.first[node] = first;
        self.count[node] = (self.edges.len() - first as usize) as u8;
    }

    fn is_settled(&self) -> bool {
        let ProofEffort { proof, disproof } = self.efforts[0];
        proof == 0 || disproof == 0
    }

    /// Visits more positions until there are so many, or the first one seems to be settled. Returns whether there were
    /// any to visit.
    fn grow(&mut self, claim: &Claim, until: usize) -> bool {
        let before = self.edges.len();
        let never = ProofEffort { proof: ProofEffort::NEVER, disproof: ProofEffort::NEVER };
        let mut path = vec![ProofStep { node: 0, limit: never }];
        self.on_path[0] = true;
        while let Some(&ProofStep { node, limit }) = path.last() {
            let node = node as usize;
            if self.first[node] == UNVISITED {
                self.visit(claim, node);
            }
            self.update(node);
            let effort = self.efforts[node];
            let is_enough = effort.proof >= limit.proof || effort.disproof >= limit.disproof;
            if is_enough || effort.proof == 0 || effort.disproof == 0 || self.positions.len() >= until {
                path.pop();
                self.on_path[node] = false;
                continue;
            }
            match self.best(node, limit) {
                Some(step) => {
                    self.on_path[step.node as usize] = true;
                    path.push(step);
                }
                None => {
                    path.pop();
                    self.on_path[node] = false;
                }
            }
        }
        self.edges.len() > before
    }

    /// Works out the effort of a position from the next ones. A position on the path counts as lost.
    fn update(&mut self, node: usize) {
        if self.first[node] == TERMINAL {
            return;
        }
        let is_own_turn = self.positions[node].is_own_turn;
        let (mut least, mut sum) = (ProofEffort::NEVER, 0u32);
        for &next in self.next(node) {
            let effort = if self.on_path[next as usize] { ProofEffort::LOST } else { self.efforts[next as usize] };
            let (mine, theirs) = effort.seen_by(is_own_turn);
            least = least.min(mine);
            sum = sum.saturating_add(theirs).min(ProofEffort::NEVER);
        }
        self.efforts[node] = match least {
            0 => ProofEffort::of((0, ProofEffort::NEVER), is_own_turn),
            _ => ProofEffort::of((least, sum), is_own_turn),
        };
    }

    /// The most promising next position.
    fn best(&self, node: usize, limit: ProofEffort) -> Option<ProofStep> {
        let is_own_turn = self.positions[node].is_own_turn;
        let (mut best, mut second) = ((ProofEffort::NEVER, 0, 0), ProofEffort::NEVER);
        let mut sum = 0u32;
        for &next in self.next(node) {
            if self.on_path[next as usize] {
                continue;
            }
            let (mine, theirs) = self.efforts[next as usize].seen_by(is_own_turn);
            sum = sum.saturating_add(theirs).min(ProofEffort::NEVER);
            if mine < best.0 {
                second = best.0;
                best = (mine, next, theirs);
            } else {
                second = second.min(mine);
            }
        }
        let (mine, theirs) = limit.seen_by(is_own_turn);
        let mine = mine.min(second.saturating_add(second / 4).saturating_add(1).min(ProofEffort::NEVER));
        let theirs = if theirs >= ProofEffort::NEVER { theirs } else { theirs.saturating_sub(sum - best.2) };
        let is_open = best.0 > 0 && best.0 < ProofEffort::NEVER;
        is_open.then(|| ProofStep { node: best.1, limit: ProofEffort::of((mine, theirs), is_own_turn) })
    }

    /// Notes all that is certain, and forgets what only seemed to be.
    fn correct(&mut self, won: &[u32], perhaps: &[u32]) {
        for index in 0..self.positions.len() {
            let ProofEffort { proof, disproof } = self.efforts[index];
            self.efforts[index] = match (won[index], perhaps[index]) {
                (1.., _) => ProofEffort::WON,
                (_, 0) => ProofEffort::LOST,
                _ if proof == 0 || disproof == 0 || proof >= ProofEffort::NEVER || disproof >= ProofEffort::NEVER => {
                    ProofEffort::OPEN
                }
                _ => continue,
            };
        }
    }

    /// Visits some positions in the order in which they were found.
    fn nudge(&mut self, claim: &Claim, is_of_use: impl Fn(usize) -> bool) {
        let open = (0..self.positions.len()).filter(|&index| self.first[index] == UNVISITED && is_of_use(index));
        for index in open.take(NUDGE).collect::<Vec<_>>() {
            self.visit(claim, index);
        }
    }

    /// The positions from which a formation can be forced, where those that were not visited count as won or lost: the
    /// more moves that may take the higher, and 0 where it can't. What repeats itself is not won.
    fn wins(&self, unknown: bool) -> Vec<u32> {
        let count = self.positions.len();
        // For each position those before it, as one list in the order of the positions.
        let mut starts = vec![0u32; count + 1];
        for &next in &self.edges {
            starts[next as usize + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut before = vec![0u32; self.edges.len()];
        let mut filled = starts.clone();
        for index in 0..count {
            for &next in self.next(index) {
                let at = &mut filled[next as usize];
                before[*at as usize] = index as u32;
                *at += 1;
            }
        }
        let is_won = |index: usize| match self.first[index] {
            TERMINAL => self.efforts[index] == ProofEffort::WON,
            UNVISITED => unknown,
            _ => false,
        };
        let mut queue: Vec<u32> = (0..count).filter(|&index| is_won(index)).map(|index| index as u32).collect();
        let mut rank = vec![0u32; count];
        for &index in &queue {
            rank[index as usize] = 1;
        }
        let mut missing: Vec<u8> = self.count.clone();
        let mut done = 0;
        while let Some(&index) = queue.get(done) {
            done += 1;
            let index = index as usize;
            for &parent in &before[starts[index] as usize..starts[index + 1] as usize] {
                let parent = parent as usize;
                if rank[parent] > 0 {
                    continue;
                }
                missing[parent] -= 1;
                if self.positions[parent].is_own_turn || missing[parent] == 0 {
                    rank[parent] = rank[index] + 1;
                    queue.push(parent as u32);
                }
            }
        }
        rank
    }

    /// The line in which the claimant locks the set in the fewest moves, as far as they were searched, and the refuter
    /// delays that the longest.
    fn won_line(&self, claim: &Claim, rank: &[u32]) -> SearchVerdict {
        let mut line = Vec::new();
        let mut now = 0;
        loop {
            let is_own_turn = self.positions[now].is_own_turn;
            let won = self.next(now).iter().map(|&next| next as usize).filter(|&next| rank[next] > 0);
            let next =
                if is_own_turn { won.min_by_key(|&next| rank[next]) } else { won.max_by_key(|&next| rank[next]) };
            let Some(next) = next else { break };
            line.push(claim.place(self.positions[now], self.positions[next]));
            now = next;
        }
        // What is won without search is filled while the refuter passes.
        let mut now = self.positions[now];
        while !claim.is_formation(now) {
            let mut after = None;
            if now.is_own_turn {
                claim.each_move(now, |next| {
                    let is_play = next.own != now.own;
                    if after.is_none() && is_play && claim.judge(next) == KnownResult::Won {
                        after = Some(next);
                    }
                });
            } else {
                after = Some(ClaimPosition { ko: None, is_own_turn: true, ..now });
            }
            let Some(after) = after else { break };
            line.push(claim.place(now, after));
            now = after;
        }
        SearchVerdict { is_locked: true, line, ending: Ending::Formation }
    }

    /// A line in which the refuter prevents that the set is locked.
    fn lost_line(&self, claim: &Claim, perhaps: &[u32]) -> SearchVerdict {
        let mut line = Vec::new();
        let mut seen = vec![0usize];
        let mut now = 0;
        let ending = loop {
            if self.first[now] == TERMINAL {
                break Ending::Living;
            }
            let is_new = |next: usize| !seen.contains(&next);
            let lost = || self.next(now).iter().map(|&next| next as usize).filter(|&next| perhaps[next] == 0);
            let is_search = |&next: &usize| self.first[next] != TERMINAL && is_new(next);
            // The claimant tries what goes on, and the refuter what ends it.
            let next = if self.positions[now].is_own_turn {
                lost().find(is_search).or_else(|| lost().next())
            } else {
                lost().find(|next| !is_search(next)).or_else(|| lost().next())
            };
            let Some(next) = next else {
                line.extend([None, None]);
                break Ending::Passes;
            };
            line.push(claim.place(self.positions[now], self.positions[next]));
            if !is_new(next) {
                break Ending::Repetition;
            }
            seen.push(next);
            now = next;
        };
        SearchVerdict { is_locked: false, line, ending }
    }
}

fn hash(now: ClaimPosition) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let halves = [now.own as u64, (now.own >> 64) as u64, now.other as u64, (now.other >> 64) as u64];
    let flags = u64::from(now.ko.map_or(0, |ko| ko + 1)) << 1 | u64::from(now.is_own_turn);
    let hash = halves.into_iter().fold(flags, |hash, half| (hash.rotate_left(23) ^ half).wrapping_mul(FACTOR));
    hash ^ hash >> 32
}
