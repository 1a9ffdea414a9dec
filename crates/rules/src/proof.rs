//! Proof-number search that decides whether a set can be locked, and returns a line of play as evidence.
//!
//! The search visits the positions with the least left to prove. Because positions repeat, the proof numbers only guide
//! the search, and the verdict is computed from the whole graph of positions. To prove that the set is locked,
//! unvisited positions count as lost. To prove that it is not locked, they count as won. So an answer is right however
//! early the search stops.
//!
//! Most of the time is spent waiting for memory. So the graph has only positions whose result is not known without
//! search, the search reads 16 bytes of each position, and all positions after a move are looked up in the table before
//! any of them is used.

use super::claim::{Claim, ClaimPosition, KnownResult, PointBits, PointMask};
use super::grid::{Grid, Place};
use ishi_board::Color;

/// The result of a finished search: whether a set can be locked, with a line of play as evidence.
pub(super) struct SearchVerdict {
    /// Whether the set can be locked.
    pub(super) is_locked: bool,
    /// A line of play as evidence, beginning with the refuter's first move.
    pub(super) line: Vec<Option<Place>>,
    pub(super) ending: Ending,
}

/// How a line of play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With single eyes, two for each chain of the claimant.
    Formation,
    /// With a stone of the refuter in the set that can't be captured, or that the claimant can't prevent.
    Living,
    /// With a repeated position.
    Repetition,
    /// With two passes.
    Passes,
}

/// The limits at which a search gives up.
pub(super) struct SearchLimit<'a> {
    /// How many positions are judged.
    pub(super) nodes: u64,
    /// How much memory it takes, in bytes.
    pub(super) memory: usize,
    pub(super) is_stopped: &'a dyn Fn() -> bool,
}

/// How many positions a search judges between two checks of its limits.
const STRIDE: u64 = 1 << 14;

/// How many times as long the table of a graph becomes when it is half full.
const TABLE_GROWTH: usize = 2;

/// How many items a list makes room for if `added` items do not fit: half as many as it has, so that little memory is
/// unused.
fn growth<T>(list: &Vec<T>, added: usize) -> usize {
    if list.len() + added <= list.capacity() { 0 } else { added.max(list.capacity() / 2) }
}

/// Makes room for `added` more items.
fn make_room<T>(list: &mut Vec<T>, added: usize) {
    let free = list.capacity() - list.len();
    match growth(list, added) {
        0 => {}
        more => list.reserve_exact(free + more),
    }
}

/// How many bytes the computation of a verdict takes for each position: two numbers of [`Sources`], the ranks of both
/// calls of [`Graph::wins`], and the queue and the count of one.
const BYTES_TO_WORK_OUT: usize = 5 * size_of::<u32>() + 1;

/// How many positions are visited when the search is stuck, that is, has found no new position since the last check.
const VISITED_WHEN_STUCK: usize = 256;

/// The factor by which the graph grows until the verdict is computed again.
const CHECK_FACTOR: usize = 2;

/// The most edges of a graph, which are counted in 32 bits.
const MAX_EDGES: usize = u32::MAX as usize / 2;

/// The result of a search, with or without a verdict.
#[derive(Default)]
pub(super) struct Search {
    /// The verdict; `None` if a limit was reached, or if the set is too large.
    pub(super) verdict: Option<SearchVerdict>,
    /// How many positions were judged.
    pub(super) nodes: u64,
    /// Whether the limit of memory was reached before there was a verdict.
    pub(super) is_full: bool,
}

/// Decides whether a player can lock a set.
pub(super) fn prove(grid: &Grid, set: &[Place], color: Color, limit: &SearchLimit<'_>) -> Search {
    let Some(bits) = PointBits::of(grid, set) else { return Search::default() };
    if bits.count() <= u64::CAPACITY {
        search(&Claim::<u64>::new(grid, set, &bits, color), limit)
    } else {
        search(&Claim::<u128>::new(grid, set, &bits, color), limit)
    }
}

fn search<P: PointMask>(claim: &Claim<P>, limit: &SearchLimit<'_>) -> Search {
    let mut graph = Graph::new(claim, limit.memory);
    let is_spent = |graph: &Graph<'_, P>| graph.judged >= limit.nodes || graph.is_full() || (limit.is_stopped)();
    let mut check_at = 256;
    let verdict = loop {
        let before = graph.edges.len();
        while graph.positions.len() < check_at && !graph.is_settled() && !is_spent(&graph) {
            if !graph.grow((graph.judged + STRIDE).min(limit.nodes), check_at) {
                break;
            }
        }
        let sources = graph.sources();
        let won = graph.wins(&sources, false);
        if won[0] > 0 {
            break Some(graph.won_line(&won));
        }
        let perhaps = graph.wins(&sources, true);
        if perhaps[0] == 0 {
            break Some(graph.lost_line(&perhaps));
        }
        if is_spent(&graph) {
            break None;
        }
        graph.correct(&won, &perhaps);
        if graph.edges.len() == before {
            graph.visit_oldest(|index| won[index] == 0 && perhaps[index] > 0);
        }
        check_at = check_at.max(graph.positions.len()) * CHECK_FACTOR;
    };
    Search { is_full: verdict.is_none() && graph.is_full(), nodes: graph.judged, verdict }
}

/// The proof and disproof numbers of a position: how many positions have to be decided at least to prove that it is
/// won, and to prove that it is not won.
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

    /// The efforts of the player to move and of the other player, in this order.
    fn seen_by(self, is_own_turn: bool) -> (u32, u32) {
        if is_own_turn { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn of((mine, theirs): (u32, u32), is_own_turn: bool) -> Self {
        if is_own_turn { Self { proof: mine, disproof: theirs } } else { Self { proof: theirs, disproof: mine } }
    }

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The part of a position that the search reads while it walks the graph, in 16 bytes.
#[derive(Clone, Copy)]
struct Node {
    effort: ProofEffort,
    /// The index of the first next position in the list of edges.
    first: u32,
    /// The number of edges. A next position whose result is known without search has no edge.
    count: u8,
    stage: Stage,
    is_on_path: bool,
    is_own_turn: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Unvisited,
    Visited,
    /// The effort is exact: the position, or one after it, was decided without search.
    Terminal,
}

/// The graph of the positions that are open without search.
struct Graph<'c, P> {
    claim: &'c Claim<P>,
    positions: Vec<ClaimPosition<P>>,
    nodes: Vec<Node>,
    edges: Vec<u32>,
    /// For each hash a part of it, and the index of its position plus one; 0 for an empty entry.
    table: Vec<(u32, u32)>,
    judged: u64,
    /// How much memory the graph may take, in bytes.
    memory: usize,
    /// The positions after the one that is visited.
    after: Vec<Successor<P>>,
}

/// A position one move after another one.
struct Successor<P> {
    position: ClaimPosition<P>,
    hash: u64,
    /// The entry of the table for its hash.
    entry: (u32, u32),
    /// The index of the position, if the graph already has it.
    index: Option<u32>,
}

/// A position on the path from the first one, with the efforts above which other positions are more promising.
struct ProofStep {
    node: u32,
    limit: ProofEffort,
}

impl<'c, P: PointMask> Graph<'c, P> {
    /// The graph of the first position.
    fn new(claim: &'c Claim<P>, memory: usize) -> Self {
        let mut graph = Self {
            claim,
            positions: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            table: vec![(0, 0); 1 << 10],
            judged: 1,
            memory,
            after: Vec::new(),
        };
        graph.add(claim.start, claim.start.hash());
        let decided = match claim.judge(claim.start) {
            KnownResult::Won => Some(ProofEffort::WON),
            KnownResult::Lost => Some(ProofEffort::LOST),
            KnownResult::Open => None,
        };
        if let Some(effort) = decided {
            graph.nodes[0].effort = effort;
            graph.nodes[0].stage = Stage::Terminal;
        }
        graph
    }

    /// How many positions a visit adds at most: those after each move, and after a pass.
    const MAX_ADDED: usize = P::CAPACITY + 1;

    /// Whether another visit could exceed the limit of memory.
    fn is_full(&self) -> bool {
        self.bytes_after_visit() > self.memory || self.edges.len() >= MAX_EDGES
    }

    /// How many bytes the graph takes at most until another position is visited and the verdict is computed.
    fn bytes_after_visit(&self) -> usize {
        /// The bytes of a list with room for more, and of its old place while it is copied.
        fn bytes<T>(list: &Vec<T>, added: usize) -> (usize, usize) {
            let more = growth(list, added);
            let copied = if more == 0 { 0 } else { list.capacity() };
            ((list.capacity() + more) * size_of::<T>(), copied * size_of::<T>())
        }
        let added = Self::MAX_ADDED;
        let count = self.positions.len() + added;
        let lists = [bytes(&self.positions, added), bytes(&self.nodes, added), bytes(&self.edges, added)];
        let table = if count * 2 > self.table.len() { TABLE_GROWTH } else { 1 } * size_of_val(&self.table[..]);
        // One list is copied after the other, and none while the graph is worked out.
        let copied = lists.iter().map(|(_, copied)| *copied).max().unwrap_or_default();
        let work = count * BYTES_TO_WORK_OUT + (self.edges.len() + added) * size_of::<u32>();
        lists.iter().map(|(bytes, _)| bytes).sum::<usize>() + table + copied.max(work)
    }

    fn find(&self, position: ClaimPosition<P>, hash: u64) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (tag, index) = self.table[slot];
            let index = index.checked_sub(1)?;
            if tag == (hash >> 32) as u32 && self.positions[index as usize] == position {
                return Some(index);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds a position that the graph does not have yet.
    fn add(&mut self, position: ClaimPosition<P>, hash: u64) -> u32 {
        let index = self.positions.len() as u32;
        let (proof, disproof) = self.claim.distances(position);
        self.positions.push(position);
        self.nodes.push(Node {
            effort: ProofEffort { proof, disproof },
            first: 0,
            count: 0,
            stage: Stage::Unvisited,
            is_on_path: false,
            is_own_turn: position.is_own_turn,
        });
        if self.positions.len() * 2 > self.table.len() {
            let length = self.table.len() * TABLE_GROWTH;
            // The old one is not needed, and goes first.
            self.table = Vec::new();
            self.table = vec![(0, 0); length];
            for index in 0..index {
                self.insert(index, self.positions[index as usize].hash());
            }
        }
        self.insert(index, hash);
        index
    }

    fn insert(&mut self, index: u32, hash: u64) {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while self.table[slot].1 != 0 {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = ((hash >> 32) as u32, index + 1);
    }

    fn next(&self, node: usize) -> &[u32] {
        let Node { first, count, .. } = self.nodes[node];
        &self.edges[first as usize..][..usize::from(count)]
    }

    /// Adds the positions after a position, unless one of them decides the result.
    fn visit(&mut self, node: usize) {
        let added = Self::MAX_ADDED;
        make_room(&mut self.positions, added);
        make_room(&mut self.nodes, added);
        make_room(&mut self.edges, added);
        let is_own_turn = self.nodes[node].is_own_turn;
        let (good, bad) =
            if is_own_turn { (KnownResult::Won, KnownResult::Lost) } else { (KnownResult::Lost, KnownResult::Won) };
        let claim = self.claim;
        let mut after = std::mem::take(&mut self.after);
        after.clear();
        claim.each_move(self.positions[node], |position| {
            after.push(Successor { position, hash: position.hash(), entry: (0, 0), index: None });
        });
        // Without a branch between them the processor waits for all of these at once.
        let mask = self.table.len() - 1;
        for next in &mut after {
            next.entry = self.table[next.hash as usize & mask];
        }
        for next in &mut after {
            next.index = if next.entry.1 == 0 { None } else { self.find(next.position, next.hash) };
        }
        let mut is_decided = false;
        after.retain(|next| {
            if is_decided || next.index.is_some() {
                return !is_decided;
            }
            self.judged += 1;
            let result = claim.judge(next.position);
            is_decided |= result == good;
            result != bad
        });
        if is_decided {
            self.nodes[node].effort = if is_own_turn { ProofEffort::WON } else { ProofEffort::LOST };
            self.nodes[node].stage = Stage::Terminal;
        } else {
            self.nodes[node].first = self.edges.len() as u32;
            self.nodes[node].count = after.len() as u8;
            self.nodes[node].stage = Stage::Visited;
            for next in &after {
                let index = next.index.unwrap_or_else(|| self.add(next.position, next.hash));
                self.edges.push(index);
            }
        }
        self.after = after;
    }

    fn is_settled(&self) -> bool {
        self.nodes[0].effort.is_settled()
    }

    /// Visits positions until `judged` positions are judged in total, the graph has `count` positions, or the first
    /// position seems to be decided. Returns whether there were positions to visit.
    fn grow(&mut self, judged: u64, count: usize) -> bool {
        let before = self.judged;
        let never = ProofEffort { proof: ProofEffort::NEVER, disproof: ProofEffort::NEVER };
        let mut path = vec![ProofStep { node: 0, limit: never }];
        self.nodes[0].is_on_path = true;
        while let Some(&ProofStep { node, limit }) = path.last() {
            let index = node as usize;
            if self.nodes[index].stage == Stage::Unvisited {
                self.visit(index);
            }
            let step = if self.nodes[index].stage == Stage::Visited { self.update(index, limit) } else { None };
            match step {
                Some(step) if self.judged < judged && self.positions.len() < count && !self.is_full() => {
                    self.nodes[step.node as usize].is_on_path = true;
                    path.push(step);
                }
                _ => {
                    path.pop();
                    self.nodes[index].is_on_path = false;
                }
            }
        }
        self.judged > before
    }

    /// Updates the effort of a position from the positions after it; positions on the path count as lost. Returns the
    /// most promising next position, unless the limit is reached.
    fn update(&mut self, node: usize, limit: ProofEffort) -> Option<ProofStep> {
        let is_own_turn = self.nodes[node].is_own_turn;
        let (mut best, mut second) = ((ProofEffort::NEVER, 0, 0), ProofEffort::NEVER);
        let mut sum = 0u32;
        for &next in self.next(node) {
            let next_node = &self.nodes[next as usize];
            let effort = if next_node.is_on_path { ProofEffort::LOST } else { next_node.effort };
            let (mine, theirs) = effort.seen_by(is_own_turn);
            sum = sum.saturating_add(theirs).min(ProofEffort::NEVER);
            if mine < best.0 {
                second = best.0;
                best = (mine, next, theirs);
            } else {
                second = second.min(mine);
            }
        }
        let effort = match best.0 {
            0 => ProofEffort::of((0, ProofEffort::NEVER), is_own_turn),
            least => ProofEffort::of((least, sum), is_own_turn),
        };
        self.nodes[node].effort = effort;
        let is_enough = effort.proof >= limit.proof || effort.disproof >= limit.disproof;
        if is_enough || effort.is_settled() || best.0 >= ProofEffort::NEVER {
            return None;
        }
        let (mine, theirs) = limit.seen_by(is_own_turn);
        let mine = mine.min(second.saturating_add(second / 4).saturating_add(1).min(ProofEffort::NEVER));
        let theirs = if theirs >= ProofEffort::NEVER { theirs } else { theirs.saturating_sub(sum - best.2) };
        Some(ProofStep { node: best.1, limit: ProofEffort::of((mine, theirs), is_own_turn) })
    }

    /// Sets the effort of each position whose result is certain, and resets efforts that only seemed certain.
    fn correct(&mut self, won: &[u32], perhaps: &[u32]) {
        for (index, node) in self.nodes.iter_mut().enumerate() {
            let ProofEffort { proof, disproof } = node.effort;
            node.effort = match (won[index], perhaps[index]) {
                (1.., _) => ProofEffort::WON,
                (_, 0) => ProofEffort::LOST,
                _ if proof == 0 || disproof == 0 || proof >= ProofEffort::NEVER || disproof >= ProofEffort::NEVER => {
                    ProofEffort::OPEN
                }
                _ => continue,
            };
        }
    }

    /// Visits some unvisited positions in the order in which they were found, for a search that is stuck.
    fn visit_oldest(&mut self, is_of_use: impl Fn(usize) -> bool) {
        let is_open = |&index: &usize| self.nodes[index].stage == Stage::Unvisited && is_of_use(index);
        for index in (0..self.nodes.len()).filter(is_open).take(VISITED_WHEN_STUCK).collect::<Vec<_>>() {
            if self.is_full() {
                break;
            }
            self.visit(index);
        }
    }

    /// The positions from which each position can be reached in one move.
    fn sources(&self) -> Sources {
        let mut starts = vec![0u32; self.nodes.len() + 1];
        for &next in &self.edges {
            starts[next as usize + 1] += 1;
        }
        for index in 0..self.nodes.len() {
            starts[index + 1] += starts[index];
        }
        let mut list = vec![0u32; self.edges.len()];
        let mut filled = starts.clone();
        for index in 0..self.nodes.len() {
            for &next in self.next(index) {
                let at = &mut filled[next as usize];
                list[*at as usize] = index as u32;
                *at += 1;
            }
        }
        Sources { starts, list }
    }

    /// Returns a rank for each position from which a formation can be forced, which is higher the more moves this may
    /// take, and 0 for all other positions. `unknown` says whether unvisited positions count as won. Repetition is not
    /// a win.
    fn wins(&self, sources: &Sources, unknown: bool) -> Vec<u32> {
        let is_won = |node: &Node| match node.stage {
            Stage::Terminal => node.effort == ProofEffort::WON,
            Stage::Unvisited => unknown,
            // The refuter can always pass, so all that they can do is known to be won.
            Stage::Visited => node.count == 0 && !node.is_own_turn,
        };
        let mut rank: Vec<u32> = self.nodes.iter().map(|node| u32::from(is_won(node))).collect();
        let mut queue: Vec<u32> = Vec::with_capacity(rank.len());
        queue.extend((0..rank.len() as u32).filter(|&index| rank[index as usize] > 0));
        // How many of the positions after it have to be won before it is.
        let mut missing: Vec<u8> =
            self.nodes.iter().map(|node| if node.is_own_turn { 1 } else { node.count }).collect();
        let mut done = 0;
        while let Some(&index) = queue.get(done) {
            done += 1;
            for &source in sources.of(index) {
                let source = source as usize;
                if rank[source] > 0 {
                    continue;
                }
                missing[source] -= 1;
                if missing[source] == 0 {
                    rank[source] = rank[index as usize] + 1;
                    queue.push(source as u32);
                }
            }
        }
        rank
    }

    /// The line in which the claimant locks the set in the fewest searched moves, and the refuter delays this as long
    /// as possible.
    fn won_line(&self, rank: &[u32]) -> SearchVerdict {
        let mut line = Vec::new();
        let mut now = 0;
        loop {
            let won = self.next(now).iter().map(|&next| next as usize).filter(|&next| rank[next] > 0);
            let next = if self.nodes[now].is_own_turn {
                won.min_by_key(|&next| rank[next])
            } else {
                won.max_by_key(|&next| rank[next])
            };
            let Some(next) = next else { break };
            line.push(self.claim.place(self.positions[now], self.positions[next]));
            now = next;
        }
        // What is won without search is filled while the refuter passes.
        let mut now = self.positions[now];
        while !self.claim.is_formation(now) {
            let mut after = None;
            if now.is_own_turn {
                let is_won = |next| self.claim.judge(next) == KnownResult::Won;
                self.claim.each_move(now, |next| {
                    let is_play = next.claimant != now.claimant;
                    if is_won(next) && (is_play || now.ko.is_some()) {
                        after = after.or(Some(next));
                    }
                });
            } else {
                after = Some(ClaimPosition { ko: None, is_own_turn: true, ..now });
            }
            let Some(after) = after else { break };
            line.push(self.claim.place(now, after));
            now = after;
        }
        SearchVerdict { is_locked: true, line, ending: Ending::Formation }
    }

    /// A line in which the refuter prevents the claimant from locking the set.
    fn lost_line(&self, perhaps: &[u32]) -> SearchVerdict {
        let mut line = Vec::new();
        let mut seen = vec![0usize];
        let mut now = 0;
        let ending = loop {
            let lost = || self.next(now).iter().map(|&next| next as usize).filter(|&next| perhaps[next] == 0);
            // A position that is known is not among the next ones.
            let Some(next) = lost().find(|next| !seen.contains(next)).or_else(|| lost().next()) else {
                let position = self.positions[now];
                if self.claim.judge(position) == KnownResult::Lost {
                    break Ending::Living;
                }
                let mut winning = None;
                self.claim.each_move(position, |next| {
                    if winning.is_none() && self.claim.judge(next) == KnownResult::Lost {
                        winning = Some(next);
                    }
                });
                let Some(next) = winning else {
                    line.extend([None, None]);
                    break Ending::Passes;
                };
                line.push(self.claim.place(position, next));
                break Ending::Living;
            };
            line.push(self.claim.place(self.positions[now], self.positions[next]));
            if seen.contains(&next) {
                break Ending::Repetition;
            }
            seen.push(next);
            now = next;
        };
        SearchVerdict { is_locked: false, line, ending }
    }
}

/// For each position those before it, as one list in the order of the positions.
struct Sources {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Sources {
    fn of(&self, index: u32) -> &[u32] {
        let index = index as usize;
        &self.list[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}
