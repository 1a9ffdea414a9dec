//! Events that are built from moves, variations and setup, without a text.

use std::num::NonZeroU32;

use super::event::{Datum, DatumKind, Event, Move, MoveId, MoveTarget, Owner, Sequence, SequenceId, SetupStone, Step};
use ishi_board::{BoardSize, Color};

/// An event that has only what a replay needs. Its items are added in the order of a record, each on a line of its
/// own, which counts from 0.
#[derive(Debug)]
pub struct BareEvent {
    event: Event,
}

impl BareEvent {
    /// An event without moves.
    pub fn new(board_size: BoardSize) -> Self {
        Self { event: Event::new(board_size) }
    }

    /// How many moves it has.
    pub fn moves(&self) -> u32 {
        self.event.moves.len() as u32
    }

    /// How many sequences it has.
    pub fn sequences(&self) -> u32 {
        self.event.sequences.len() as u32
    }

    /// Makes room for a number of moves.
    pub fn reserve(&mut self, moves: usize) {
        self.event.moves.reserve_exact(moves);
    }

    fn next_line(&mut self) -> u32 {
        self.event.lines += 1;
        self.event.lines - 1
    }

    /// Adds a move to a sequence that has begun.
    pub fn play(&mut self, number: Option<NonZeroU32>, color: Color, place: MoveTarget, sequence: SequenceId) {
        let line = self.next_line();
        self.event.moves.push(Move { line, number, color, place, sequence });
    }

    /// Begins a variation on a move that was added.
    pub fn begin(&mut self, replaces: Option<MoveId>) {
        let line = Some(self.next_line());
        let id = SequenceId(self.sequences());
        self.event.sequences.push(Sequence { replaces, line, end: None, marker: "".into(), steps: 0..0 });
        self.event.variations.extend(replaces.map(|replaced| (replaced, id)));
    }

    /// Ends a variation that has begun.
    pub fn end(&mut self, id: SequenceId) {
        let line = self.next_line();
        self.event.sequences[id.0 as usize].end = Some(line);
    }

    /// Sets up stones.
    pub fn set_up(&mut self, owner: Owner, stones: impl IntoIterator<Item = SetupStone>) {
        let line = self.next_line();
        let first = self.event.stones.len() as u32;
        self.event.stones.extend(stones);
        let kind = DatumKind::Setup(first..self.event.stones.len() as u32);
        self.event.data.push(Datum { line, end: line + 1, owner, kind });
    }

    /// Returns the event.
    pub fn finish(self) -> Event {
        let mut event = self.event;
        event.filled_lines = event.lines;
        event.variations.sort_unstable();
        let mut order: Vec<u32> = (0..event.moves.len() as u32).collect();
        if event.sequences.len() > 1 {
            order.sort_by_key(|&id| event.moves[id as usize].sequence);
        }
        let mut next = 0;
        for (index, sequence) in event.sequences.iter_mut().enumerate() {
            let members = order[next..].iter().take_while(|&&id| event.moves[id as usize].sequence.0 as usize == index);
            let end = next + members.count();
            sequence.steps = next as u32..end as u32;
            next = end;
        }
        event.steps = order.into_iter().map(|id| Step::Move(MoveId(id))).collect();
        event
    }
}
