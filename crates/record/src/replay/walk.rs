//! The walk through an event, which carries one board forward and back.

use std::num::NonZeroU32;
use std::ops::Range;

use super::assumptions::{Assumed, Assumptions};
use super::cursor::{Cursor, Visit};
use super::numbers::RecentMoves;
use super::path::{Path, Trace, VariationFrame, What};
use super::played::{Cause, Played, Repetitions, StoneName};
use super::positions::{BoardState, Positions};
use crate::record::{Datum, DatumKind, DiagramId, Event, MoveId, MoveTarget, Owner, SequenceId};
use ishi_board::{Board, StepOutcome, Stone};
use ishi_work::cancel::checkpoint;

/// A way through an event in the order of the file, with the board as it stands at each place.
///
/// As an iterator it gives the [`Visit`]s one by one. A variation is played from the position before the move that it
/// replaces, and at its end the board is again as that move left it. At a diagram and its data the stones of its own
/// setup are on the board too, and only there, since they have no bearing on the play.
///
/// A board is carried along, stepwise forward and back, so the whole walk takes one play for each move and one
/// more for each variation, however deep they are nested.
///
/// ```
/// use ishi_record::record;
/// use ishi_record::replay::{Visit, Walk};
/// use ishi_record::syntax::{Following, Reader};
///
/// let text = "EVENT x\nBOARDSIZE 9\nB 1 A1\nW 2 A2\nB 3 E5\nW 4 B1\n";
/// for source in Reader::new(text, Following::NOTHING) {
///     let event = record::read(&source).event;
///     let mut walk = Walk::new(&event);
///     while let Some(stop) = walk.next() {
///         if let Visit::Move(id) = stop {
///             let takes = walk.played().map_or(0, |played| played.captured.len());
///             assert_eq!(takes, usize::from(event.number(id) == Some(4)));
///         }
///     }
///     assert_eq!(walk.board().stones().count(), 3);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'e> {
    pub(super) event: &'e Event,
    pub(super) assumed: Assumed<'e>,
    /// A board is large, and a walk is moved and forked often.
    pub(super) board: Box<Board>,
    /// The moves and setup that have led to the position, from the start of the event.
    pub(super) path: Path,
    frames: Vec<VariationFrame>,
    /// The steps that were taken back for the variations that have begun, the latest of each first.
    undone: Vec<What>,
    numbers: RecentMoves,
    /// The positions of the path and where they are on it, the latest place of each; none until there is reason to
    /// look one up.
    pub(super) positions: Option<Positions>,
    /// The points that were ever vacated by a capture. An earlier position can only be repeated by a
    /// play on one of them.
    vacated: Box<[bool; 361]>,
    /// The move that has taken in a ko just before, if the last move retakes it at once.
    ko: Option<MoveId>,
    repetitions: Repetitions,
    /// Whether repeated positions are looked up.
    finds_repetitions: bool,
    is_echo: bool,
    /// The place on the path of the move to which the walk has come, where it is not the last one: it was played early.
    early: Option<usize>,
    /// The board of the diagram at which the walk stands, where it differs from the other.
    diagram: Option<Box<Board>>,
    cursor: Cursor<'e>,
}

impl<'e> Walk<'e> {
    /// A walk through all of an event.
    pub fn new(event: &'e Event) -> Self {
        Self {
            event,
            assumed: Assumed::NOTHING,
            board: Box::new(Board::new(event.board_size)),
            path: Path::with_room_for(event.moves.len()),
            frames: Vec::new(),
            undone: Vec::new(),
            numbers: RecentMoves::new(event),
            positions: None,
            vacated: Box::new([false; 361]),
            ko: None,
            repetitions: Repetitions::default(),
            finds_repetitions: true,
            is_echo: false,
            early: None,
            diagram: None,
            cursor: Cursor::new(event),
        }
    }

    /// A walk that stands before `line` of the event, all that is above it done. Variations that end above it are
    /// passed by. The line itself is not visited: where it shows that a diagram or a variation without
    /// an end is over, the walk is still there.
    pub fn before(event: &'e Event, line: u32) -> Self {
        Self::new(event).until(line)
    }

    /// A walk from one line of the event up to another: it begins where [`before`](Self::before) the first one stands.
    pub fn between(event: &'e Event, lines: Range<u32>) -> Self {
        Self::new(event).limited(lines)
    }

    /// A walk from one line of the event up to another, which plays the event under assumptions.
    pub fn assuming(event: &'e Event, assumptions: &'e Assumptions, lines: Range<u32>) -> Self {
        let mut walk = Self::new(event);
        walk.assume(assumptions);
        walk.limited(lines)
    }

    /// Lets the walk look up no repeated positions, so that [`Played`] never has one. Only one rule reads them, and
    /// each move would be entered into an index.
    #[must_use]
    pub fn without_repetitions(mut self) -> Self {
        self.finds_repetitions = false;
        self
    }

    /// Lets the walk go on up to another line.
    pub fn extend_to(&mut self, line: u32) {
        self.cursor.limit = line;
    }

    /// Returns a walk that stands at the same place and goes on under other assumptions. These must differ only in
    /// what comes after this place, and not in the size of the board.
    #[must_use]
    pub fn fork<'f>(&self, assumptions: &'f Assumptions) -> Walk<'f>
    where
        'e: 'f,
    {
        let mut walk: Walk<'f> = self.clone();
        walk.assume(assumptions);
        walk
    }

    fn assume(&mut self, assumptions: &'e Assumptions) {
        self.assumed = Assumed::of(assumptions);
        if let Some(size) = assumptions.size.filter(|_| self.path.is_empty()) {
            *self.board = Board::new(size);
        }
    }

    fn until(mut self, line: u32) -> Self {
        (self.cursor.passed, self.cursor.limit) = (line, line);
        while self.next().is_some() {}
        self
    }

    fn limited(self, lines: Range<u32>) -> Self {
        let mut walk = if lines.start == 0 { self } else { self.until(lines.start) };
        (walk.cursor.passed, walk.cursor.limit) = (0, lines.end);
        walk
    }

    /// The event that is played.
    pub fn event(&self) -> &'e Event {
        self.event
    }

    /// The board as it stands.
    pub fn board(&self) -> &Board {
        self.diagram.as_deref().unwrap_or(&self.board)
    }

    /// The board that the next move is played on: at a diagram too it is that of the game, without the diagram's own
    /// stones.
    pub fn game_board(&self) -> &Board {
        &self.board
    }

    /// The most recent move on the path.
    pub fn last_move(&self) -> Option<MoveId> {
        self.moves().next()
    }

    /// The moves of the path, the most recent first.
    pub fn moves(&self) -> impl Iterator<Item = MoveId> + '_ {
        self.path.iter().rev().filter_map(|trace| match trace.what {
            What::Move(id) => Some(id),
            What::Setup(_) | What::Lost(_) | What::Missing(_) => None,
        })
    }

    /// The move that `#number` means here: the most recent one with this number on the path (section 5.4, MARK).
    pub fn numbered(&self, number: u32) -> Option<MoveId> {
        self.numbers.get(number)
    }

    /// The numbers from `from` to `to` that moves of the path have, with these moves, in order.
    pub fn numbered_in(&self, from: u32, to: u32) -> impl Iterator<Item = (u32, MoveId)> + '_ {
        self.numbers.within(from, to)
    }

    /// The lowest and the highest number from `from` to `to` that a move of the path has.
    pub fn numbers_within(&self, from: u32, to: u32) -> Option<(u32, u32)> {
        self.numbers.bounds(from, to)
    }

    /// How a line here names a stone: by the number that means it, or else by its location.
    pub fn name_of(&self, stone: Stone) -> StoneName {
        let number = match Cause::of(stone) {
            Cause::Move(id) => self.event[id].number.filter(|number| self.numbered(number.get()) == Some(id)),
            Cause::ASSUMED => self.assumed.number_on(stone.point).and_then(NonZeroU32::new),
            Cause::Setup(_) => None,
        };
        number.map_or(StoneName::Point(stone.point), StoneName::Number)
    }

    /// Returns the result of the current move; `None` if there is none, or other stones were set up since.
    #[inline]
    pub fn played(&self) -> Option<Played<'_>> {
        let place = self.early.or_else(|| self.path.len().checked_sub(1))?;
        let (trace, before) = self.path.get(..=place)?.split_last()?;
        let What::Move(id) = trace.what else { return None };
        let end = self.path.get(place + 1).map_or(self.board.steps(), |next| next.steps);
        let outcome = if end > trace.steps {
            self.board.outcome_of(trace.steps)
        } else {
            StepOutcome { overwritten: None, captured: &[], self_captured: &[] }
        };
        Some(Played {
            id,
            overwritten: outcome.overwritten,
            captured: outcome.captured,
            self_captured: outcome.self_captured,
            ko: self.ko,
            repeats: self.repetitions.same_turn,
            returns: self.repetitions.any_turn,
            replays: self.repetitions.own_stone,
            in_doubt: before.last().is_some_and(|trace| trace.in_doubt),
            is_echo: self.is_echo,
        })
    }

    /// Whether the two moves before the last one on the path were passes.
    pub fn is_after_end(&self) -> bool {
        let mut before = self.moves().skip(1).map(|id| self.event[id].place);
        before.next() == Some(MoveTarget::Pass) && before.next() == Some(MoveTarget::Pass)
    }

    /// Takes a step forward, onto the path.
    fn take(&mut self, what: What) {
        let steps = self.board.steps();
        let mut in_doubt = self.is_in_doubt();
        let mut unnumbered = self.has_unnumbered();
        let mut unknown = self.has_unknown();
        let mut misnumbered = self.misnumbered();
        let mut same_number = None;
        let mut captured = 0;
        let mut start = self.path.last().and_then(|trace| trace.start);
        self.early = None;
        match what {
            What::Move(id) => {
                let played = &self.event[id];
                let (color, place) = self.played_as(id);
                // It is the turn of the player of the first move.
                start = start.or(Some(BoardState::after(color.opponent(), self.board.hash())));
                if let Some(number) = played.number {
                    same_number = self.numbers.set(number.get(), Some(id));
                    let before = self.path.last().and_then(|trace| trace.what.r#move());
                    let is_wrong = |other: &MoveId| {
                        let other = &self.event[*other];
                        other.sequence == played.sequence && other.number >= played.number
                    };
                    misnumbered += u32::from(same_number.iter().chain(before.iter()).any(is_wrong));
                } else {
                    unnumbered = true;
                }
                match place {
                    MoveTarget::Point(point) => {
                        self.board.play(Stone { point, color, origin: Cause::Move(id).origin() });
                        if self.board.steps() > steps {
                            let outcome = self.board.outcome();
                            in_doubt |= outcome.overwritten.is_some();
                            captured = outcome.captured.len() as u32;
                            for stone in outcome.captured.iter().chain(outcome.self_captured) {
                                self.vacated[stone.point.index()] = true;
                            }
                        } else {
                            (in_doubt, unknown) = (true, true);
                        }
                    }
                    MoveTarget::Pass => {}
                    MoveTarget::Unknown => (in_doubt, unknown) = (true, true),
                }
            }
            What::Lost(_) | What::Missing(_) => match self.assumed.stone(what) {
                Some(stone) => {
                    self.board.play(stone);
                    self.vacated.fill(true);
                }
                None => (in_doubt, unknown) = (true, true),
            },
            What::Setup(datum) => {
                if let DatumKind::Setup(range) = &self.event.data[datum].kind {
                    add(self.event, range, &mut self.board);
                    in_doubt |= self.board.steps() - steps < range.len();
                }
            }
        }
        let in_doubt = self.assumed.doubt_after(what, self.is_in_doubt(), in_doubt);
        let hash = self.board.hash();
        self.path.push(Trace {
            what,
            steps,
            hash,
            same_position: None,
            start,
            captured,
            same_number,
            in_doubt,
            unnumbered,
            unknown,
            misnumbered,
        });
        self.remember(self.path.len() - 1);
    }

    /// Takes the last step of the path back.
    fn take_back(&mut self) -> Option<What> {
        let last = self.path.len().checked_sub(1).filter(|_| self.positions.is_some());
        let position = last.and_then(|last| self.position_at(last));
        let trace = self.path.pop()?;
        self.early = None;
        if let Some(position) = position
            && let Some(positions) = &mut self.positions
        {
            positions.leave(position, trace.same_position);
        }
        while self.board.steps() > trace.steps {
            self.board.undo();
        }
        if let What::Move(id) = trace.what
            && let Some(number) = self.event[id].number
        {
            self.numbers.set(number.get(), trace.same_number);
        }
        Some(trace.what)
    }

    /// Comes to a move: plays it, unless it is assumed to be played early and so on the path already.
    fn come_to(&mut self, id: MoveId) {
        if self.assumed.is_early(id)
            && let Some(place) = self.path.iter().rposition(|trace| trace.what == What::Move(id))
        {
            (self.ko, self.repetitions, self.is_echo) = (None, Repetitions::default(), false);
            self.early = Some(place);
            return;
        }
        for index in self.assumed.missing_before(id) {
            self.take(What::Missing(index));
        }
        for &early in self.assumed.played_before(id) {
            self.play(early);
        }
        self.play(id);
    }

    /// Plays a move, and finds out what it is.
    fn play(&mut self, id: MoveId) {
        let place = self.played_as(id).1;
        self.is_echo = match place {
            MoveTarget::Point(point) if self.is_in_doubt() => self.board.is_short_of_liberties::<2>(point),
            _ => false,
        };
        self.take(What::Move(id));
        self.ko = None;
        self.repetitions = Repetitions::default();
        let MoveTarget::Point(point) = place else { return };
        let is_suspect =
            self.board.size().contains(point) && (self.vacated[point.index()] || self.board.get(point).is_none());
        if !is_suspect {
            return;
        }
        let now = self.path.len() - 1;
        self.ko = self.retaken(now);
        if self.finds_repetitions {
            self.repetitions = self.repetitions(now);
        }
    }

    /// Puts up the board of a diagram: that of the game with the diagram's own stones, and as large as its region
    /// needs.
    fn enter(&mut self, id: DiagramId) {
        let event = self.event;
        let size = event.diagram(id).region.board_size(event.board_size);
        let is_setup = |datum: &Datum| matches!(datum.kind, DatumKind::Setup(_));
        if size > event.board_size || event.data_of(Owner::Diagram(id)).any(is_setup) {
            self.diagram = Some(Box::new(self.diagram_without(id, &[])));
        }
    }

    /// Returns the board of a diagram: that of the game without some stones, and then with the diagram's own, in
    /// whatever order its lines stand.
    pub(super) fn diagram_without(&self, id: DiagramId, hidden: &[Stone]) -> Board {
        let event = self.event;
        let mut board = self.board.enlarged(event.diagram(id).region.board_size(event.board_size));
        for stone in hidden {
            board.clear(stone.point);
        }
        for datum in event.data_of(Owner::Diagram(id)) {
            if let DatumKind::Setup(stones) = &datum.kind {
                add(event, stones, &mut board);
            }
        }
        board
    }

    fn begin(&mut self, id: SequenceId) {
        let sequence = self.event.sequence(id);
        let undone = self.undone.len();
        if let Some(replaced) = sequence.replaces
            && self.moves().any(|id| id == replaced)
        {
            while let Some(what) = self.take_back() {
                self.undone.push(what);
                if what == What::Move(replaced) {
                    break;
                }
            }
        }
        self.frames.push(VariationFrame { sequence: id, end: sequence.end, base: self.path.len(), undone });
    }

    fn end(&mut self) -> Option<SequenceId> {
        self.diagram = None;
        let frame = self.frames.pop()?;
        while self.path.len() > frame.base {
            self.take_back();
        }
        while self.undone.len() > frame.undone
            && let Some(what) = self.undone.pop()
        {
            self.take(what);
        }
        self.ko = None;
        self.repetitions = Repetitions::default();
        Some(frame.sequence)
    }

    /// Whether the innermost variation is one without ENDVAR that ends before this place.
    fn ends_before(&self, stop: Visit) -> bool {
        let Some((last, outer)) = self.frames.split_last().filter(|(last, _)| last.end.is_none()) else { return false };
        let Some(sequence) = self.sequence_of(stop) else { return false };
        // Variations are numbered in the order in which they begin.
        let is_open = || outer.binary_search_by_key(&sequence, |frame| frame.sequence).is_ok();
        last.sequence != sequence && (sequence == SequenceId(0) || is_open())
    }

    /// The sequence to which a place belongs; `None` for a variation on no move.
    fn sequence_of(&self, stop: Visit) -> Option<SequenceId> {
        let event = self.event;
        match stop {
            Visit::Move(id) => Some(event[id].sequence),
            Visit::Diagram(id) => Some(event.diagram(id).sequence),
            Visit::Begin(id) | Visit::End(id) => event.sequence(id).replaces.map(|id| event[id].sequence),
            Visit::Datum(index) => Some(event.sequence_of(event.data[index].owner)),
        }
    }
}

/// Adds the stones of a SETUP.
fn add(event: &Event, stones: &Range<u32>, board: &mut Board) {
    for (index, stone) in stones.clone().zip(event.stones(stones)) {
        board.add(Stone { point: stone.point, color: stone.color, origin: Cause::Setup(index).origin() });
    }
}

impl Iterator for Walk<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        checkpoint();
        loop {
            let upcoming = self.cursor.upcoming();
            let line = upcoming.map_or(self.cursor.limit, |(line, _)| line.min(self.cursor.limit));
            let end = self.frames.last().and_then(|frame| frame.end).filter(|&end| end < line);
            let lost = self.cursor.lost_before(line);
            if end.is_some_and(|end| lost.is_none_or(|(_, lost)| end < lost)) {
                return self.end().map(Visit::End);
            }
            if let Some((index, _)) = lost {
                self.cursor.next.lost += 1;
                self.take(What::Lost(index));
                continue;
            }
            let (_, stop) = upcoming.filter(|&(line, _)| line < self.cursor.limit)?;
            if self.ends_before(stop) {
                return self.end().map(Visit::End);
            }
            if !matches!(stop, Visit::Datum(index) if matches!(self.event.data[index].owner, Owner::Diagram(_))) {
                self.diagram = None;
            }
            match stop {
                Visit::Move(id) => {
                    self.cursor.next.r#move += 1;
                    self.come_to(id);
                }
                Visit::Diagram(id) => {
                    self.cursor.next.diagram += 1;
                    self.enter(id);
                }
                Visit::Begin(id) => {
                    if let Some(end) = self.event.sequence(id).end.filter(|&end| end < self.cursor.passed) {
                        self.cursor.pass_by(end);
                        continue;
                    }
                    self.cursor.next.sequence += 1;
                    self.begin(id);
                }
                Visit::Datum(index) => {
                    self.cursor.next.datum += 1;
                    if self.event.data[index].is_setup() {
                        self.take(What::Setup(index));
                    }
                }
                Visit::End(_) => {}
            }
            return Some(stop);
        }
    }
}
