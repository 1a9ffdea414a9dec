//! The lines of a file on which the items of a game stand, as runs of equal distances.

use super::Damaged;
use super::bytes::{Reader, Writer};
use crate::Game;
use ishi_record::record::{Event, MoveId, Owner, SequenceId};

/// The owners of an event whose lines are kept: the event, the moves, and the variations.
fn owners(event: &Event) -> impl Iterator<Item = Owner> {
    let moves = (0..event.moves.len() as u32).map(|id| Owner::Move(MoveId(id)));
    let variations = (1..event.sequences.len() as u32).map(|id| Owner::Variation(SequenceId(id)));
    std::iter::once(Owner::Event).chain(moves).chain(variations)
}

/// Writes the lines of a game.
pub(super) fn write(game: &Game<'_>) -> Vec<u8> {
    let mut bytes = Writer::default();
    let (mut last, mut run) = (0, (0, 0));
    let lines = game.lines();
    let owners = game.parts().iter().enumerate().flat_map(|(index, part)| {
        let event = &part.reading.event;
        owners(event).map(move |owner| (index, owner))
    });
    for (part, owner) in owners {
        let line = (lines.of(part, owner) as u64).cast_signed();
        let distance = line - last;
        last = line;
        if run.1 > 0 && run.0 != distance {
            write_run(&mut bytes, run);
            run = (distance, 0);
        }
        run = (distance, run.1 + 1);
    }
    write_run(&mut bytes, run);
    bytes.0
}

fn write_run(bytes: &mut Writer, (distance, count): (i64, u64)) {
    // The sign is the lowest bit, so that small distances are small numbers.
    bytes.number((distance << 1 ^ distance >> 63).cast_unsigned());
    bytes.number(count);
}

/// The lines of the items of a game, read from an index.
#[derive(Debug)]
pub(super) struct Lines {
    /// Runs of equal distances: the distance of a line from the one before, and the number of such lines.
    runs: Vec<(i64, u64)>,
}

impl Lines {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Damaged> {
        let mut reader = Reader(bytes);
        let mut runs = Vec::new();
        while !reader.is_at_end() {
            let (distance, count) = (reader.number()?, reader.number()?);
            runs.push(((distance >> 1).cast_signed() ^ -(distance & 1).cast_signed(), count));
        }
        Ok(Self { runs })
    }

    /// Returns the line, from 1, of an item of a part. `events` has the events of all parts.
    pub(super) fn of<'e>(
        &self,
        events: impl Iterator<Item = &'e Event>,
        part: usize,
        owner: Owner,
    ) -> Result<usize, Damaged> {
        let mut index = 0;
        for (at, event) in events.enumerate() {
            let (moves, variations) = (event.moves.len() as u64, event.sequences.len() as u64 - 1);
            if at == part {
                index += match owner {
                    Owner::Event | Owner::Diagram(_) => 0,
                    Owner::Move(id) => 1 + u64::from(id.0),
                    Owner::Variation(id) => moves + u64::from(id.0),
                };
                break;
            }
            index += 1 + moves + variations;
        }
        let (mut line, mut rest) = (0_i64, index + 1);
        for &(distance, count) in &self.runs {
            let taken = rest.min(count);
            line = line.wrapping_add(distance.wrapping_mul(taken.cast_signed()));
            rest -= taken;
        }
        usize::try_from(line).ok().filter(|_| rest == 0).ok_or(Damaged)
    }
}
