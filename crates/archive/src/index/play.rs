//! The moves, variations and setup of a game as numbers of 16 bits.
//!
//! A move is one number, if it continues the sequence and the count of the moves before it. Other items, and moves that
//! do not continue, have an operation before them.

use std::num::NonZeroU32;

use super::Damaged;
use super::bytes::{Reader, Writer};
use crate::{Game, PartEvent};
use ishi_board::{BoardSize, Color, Point};
use ishi_record::record::{BareEvent, Event, MoveId, MoveTarget, Owner, SequenceId, SetupStone};

/// The number of a pass by Black. The number of a move on a point is twice the index of the point, and one more for
/// White.
const PASS: u16 = 2 * 361;
/// The number of a move by Black whose location is not known.
const UNKNOWN: u16 = PASS + 2;
/// Sets the number of the next move.
const NUMBER: u16 = 1000;
/// Sets the sequence of the next move.
const SEQUENCE: u16 = 1001;
/// Begins a variation.
const BEGIN: u16 = 1002;
/// Ends a variation.
const END: u16 = 1003;
/// Sets up stones.
const SETUP: u16 = 1004;

/// An event of a game, with the number of moves on its main line that are also on the main line of the game.
#[derive(Debug)]
pub(super) struct PlayedPart {
    pub(super) event: Event,
    main_moves: Option<usize>,
}

impl PlayedPart {
    /// The part in the form that a search replays.
    pub(super) fn as_event(&self) -> PartEvent<'_> {
        PartEvent { event: &self.event, main_moves: self.main_moves }
    }
}

/// The items of an event in the order in which a replay visits them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EventItem {
    Move(MoveId),
    Begin(SequenceId),
    Setup(usize),
    End(SequenceId),
}

/// The number and sequence that a move has if nothing else is written.
struct Expected {
    number: Option<NonZeroU32>,
    sequence: SequenceId,
}

impl Expected {
    const START: Self = Self { number: NonZeroU32::new(1), sequence: SequenceId(0) };

    fn follow(&mut self, number: Option<NonZeroU32>) {
        self.number = number.and_then(|number| number.checked_add(1));
    }
}

/// Writes the parts of a game.
pub(super) fn write(game: &Game<'_>) -> Vec<u8> {
    let mut bytes = Writer::default();
    for (index, part) in game.parts().iter().enumerate() {
        let mut steps = Writer::default();
        write_event(&part.reading.event, &mut steps);
        bytes.0.push(part.reading.event.board_size.get());
        bytes.number(game.main_move_count(index).map_or(0, |count| count as u64 + 1));
        bytes.number(steps.0.len() as u64 / 2);
        bytes.0.extend(steps.0);
    }
    bytes.0
}

fn write_event(event: &Event, bytes: &mut Writer) {
    let pair = |bytes: &mut Writer, operation: u16, value: u32| {
        bytes.u16(operation);
        bytes.u32(value);
    };
    let mut expected = Expected::START;
    for (_, item) in items(event) {
        match item {
            EventItem::Move(id) => {
                let played = &event[id];
                if played.number != expected.number {
                    pair(bytes, NUMBER, played.number.map_or(0, NonZeroU32::get));
                }
                if played.sequence != expected.sequence {
                    pair(bytes, SEQUENCE, played.sequence.0);
                    expected.sequence = played.sequence;
                }
                expected.follow(played.number);
                let place = match played.place {
                    MoveTarget::Point(point) => 2 * point.index() as u16,
                    MoveTarget::Pass => PASS,
                    MoveTarget::Unknown => UNKNOWN,
                };
                bytes.u16(place + played.color as u16);
            }
            EventItem::Begin(id) => {
                pair(bytes, BEGIN, event.sequence(id).replaces.map_or(0, |id| id.0 + 1));
                expected.sequence = id;
            }
            EventItem::End(id) => pair(bytes, END, id.0),
            EventItem::Setup(index) => {
                let datum = &event.data[index];
                let stones = event.stones_of(datum);
                let (kind, id) = match datum.owner {
                    Owner::Move(id) => (1, id.0),
                    Owner::Variation(id) => (2, id.0),
                    Owner::Event | Owner::Diagram(_) => (0, 0),
                };
                bytes.u16(SETUP);
                pair(bytes, kind, id);
                bytes.u32(stones.len() as u32);
                for stone in stones {
                    bytes.u16(2 * stone.point.index() as u16 + stone.color as u16);
                }
            }
        }
    }
}

/// The items of an event with their lines, in order.
fn items(event: &Event) -> Vec<(u32, EventItem)> {
    let moves = event.moves.iter().enumerate();
    let mut items: Vec<(u32, EventItem)> =
        moves.map(|(id, played)| (played.line, EventItem::Move(MoveId(id as u32)))).collect();
    let setup = event.data.iter().enumerate().filter(|(_, datum)| datum.is_setup());
    items.extend(setup.map(|(index, datum)| (datum.line, EventItem::Setup(index))));
    for (id, sequence) in event.sequences.iter().enumerate() {
        let id = SequenceId(id as u32);
        items.extend(sequence.line.map(|line| (line, EventItem::Begin(id))));
        items.extend(sequence.end.map(|line| (line, EventItem::End(id))));
    }
    // One line has at most one item of each kind, and a replay visits them in the order of the kinds.
    items.sort();
    items
}

/// Reads the size of the board and the first moves of a game. The moves end with `None` at the first item that is not a
/// move, or is a move that does not continue the moves before it.
pub(super) fn opening(
    bytes: &[u8],
) -> Result<(BoardSize, impl Iterator<Item = Option<(Color, MoveTarget)>> + Clone), Damaged> {
    let mut reader = Reader(bytes);
    let size = BoardSize::new(u32::from(reader.u8()?)).ok_or(Damaged)?;
    reader.size()?;
    let length = reader.size()?.checked_mul(2).ok_or(Damaged)?;
    let codes = reader.bytes(length)?.chunks_exact(2).map(|code| u16::from_le_bytes([code[0], code[1]]));
    let moves = codes.map(|code| played(code).ok().map(|(target, color)| (color, target)));
    // The numbers after an operation need not be moves.
    let mut has_ended = false;
    let moves = moves.take_while(move |played| !std::mem::replace(&mut has_ended, played.is_none()));
    Ok((size, moves))
}

/// Reads the parts of a game, each with at most `most` of its first moves.
pub(super) fn read(bytes: &[u8], most: usize) -> Result<Vec<PlayedPart>, Damaged> {
    let mut reader = Reader(bytes);
    let mut parts = Vec::new();
    while !reader.is_at_end() {
        let size = BoardSize::new(u32::from(reader.u8()?)).ok_or(Damaged)?;
        let main_moves = reader.size()?.checked_sub(1);
        let length = reader.size()?.checked_mul(2).ok_or(Damaged)?;
        let event = read_event(Reader(reader.bytes(length)?), size, most)?;
        parts.push(PlayedPart { event, main_moves });
    }
    Ok(parts)
}

fn read_event(mut reader: Reader<'_>, size: BoardSize, most: usize) -> Result<Event, Damaged> {
    let mut event = BareEvent::new(size);
    event.reserve((reader.0.len() / 2).min(most));
    let mut expected = Expected::START;
    while !reader.is_at_end() && (event.moves() as usize) < most {
        match reader.u16()? {
            NUMBER => expected.number = NonZeroU32::new(reader.u32()?),
            SEQUENCE => expected.sequence = existing(reader.u32()?, event.sequences()).map(SequenceId)?,
            BEGIN => {
                let replaces = match reader.u32()?.checked_sub(1) {
                    Some(id) => Some(existing(id, event.moves()).map(MoveId)?),
                    None => None,
                };
                expected.sequence = SequenceId(event.sequences());
                event.begin(replaces);
            }
            END => event.end(existing(reader.u32()?, event.sequences()).map(SequenceId)?),
            SETUP => {
                let owner = match (reader.u16()?, reader.u32()?) {
                    (1, id) => Owner::Move(existing(id, event.moves()).map(MoveId)?),
                    (2, id) => Owner::Variation(existing(id, event.sequences()).map(SequenceId)?),
                    _ => Owner::Event,
                };
                let count = reader.u32()? as usize;
                let mut stones = Reader(reader.bytes(count.checked_mul(2).ok_or(Damaged)?)?);
                let stone = |_| match played(stones.u16()?)? {
                    (MoveTarget::Point(point), color) => Ok(SetupStone { color, point }),
                    _ => Err(Damaged),
                };
                let stones = (0..count).map(stone).collect::<Result<Vec<_>, _>>()?;
                event.set_up(owner, stones);
            }
            code => {
                let (place, color) = played(code)?;
                event.play(expected.number, color, place, expected.sequence);
                expected.follow(expected.number);
            }
        }
    }
    Ok(event.finish())
}

fn existing(id: u32, count: u32) -> Result<u32, Damaged> {
    if id < count { Ok(id) } else { Err(Damaged) }
}

fn played(code: u16) -> Result<(MoveTarget, Color), Damaged> {
    let color = Color::ALL[usize::from(code % 2)];
    let place = match code & !1 {
        PASS => MoveTarget::Pass,
        UNKNOWN => MoveTarget::Unknown,
        point => MoveTarget::Point(Point::of_index(usize::from(point / 2)).ok_or(Damaged)?),
    };
    Ok((place, color))
}
