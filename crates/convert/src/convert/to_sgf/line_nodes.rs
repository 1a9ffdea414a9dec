//! The nodes that the lines of an event become.

use super::builder::SgfBuilder;
use super::data::EventData;
use super::event::{EventParts, EventWriter};
use crate::convert::line_nodes::LineNodes;
use crate::convert::verbatim::Checksum;
use ishi_record::record::{DiagramId, Event, MoveId, Owner, SequenceId, read};
use ishi_record::syntax::{Following, Reader};

/// The nodes of an event with this text. `None` if the event is not converted to a game with this `checksum`.
pub(in crate::convert) fn line_nodes(text: &str, checksum: Checksum) -> Option<LineNodes> {
    // Without its line end, a blank line at the end would be none.
    let ended = format!("{text}\n");
    let mut sources = Reader::new(&ended, Following::NOTHING);
    let (source, None) = (sources.next()?, sources.next()) else { return None };
    let reading = read(&source);
    let event = &reading.event;
    let mut out = SgfBuilder::default();
    let mut data = EventData::of(&source, event);
    let nodes = EventWriter::new(&mut out, &mut data, 0, None, &EventParts::default()).write().ok()?;
    let (actual, places) = out.checksum_and_places(0)?;
    if actual != checksum {
        return None;
    }
    let owners = owners_of_lines(event, source.lines.len());
    let node_of = |owner| nodes.of(event, owner).map_or(0, |node| places[node.0 as usize]);
    let of_moves = (0..event.moves.len() as u32).map(|id| node_of(Owner::Move(MoveId(id)))).collect();
    let of_lines: Vec<u32> = owners.into_iter().map(node_of).collect();
    let mut at = 0;
    let of_lines = text.split('\n').map(|line| {
        let index = source.line_at(at);
        at += line.len() + 1;
        of_lines.get(index).copied().unwrap_or(0)
    });
    Some(LineNodes { of_lines: of_lines.collect(), of_moves, size: event.board_size.get() })
}

/// The owner of each line of an event; see [`Event::owner_at`]. A remark belongs to the line that it is on.
fn owners_of_lines(event: &Event, count: usize) -> Vec<Owner> {
    let mut begins: Vec<(u32, Owner)> = Vec::new();
    begins.extend((0..).zip(&event.moves).map(|(id, one)| (one.line, Owner::Move(MoveId(id)))));
    begins.extend((0..).zip(&event.diagrams).map(|(id, diagram)| (diagram.line, Owner::Diagram(DiagramId(id)))));
    for (id, sequence) in (0..).zip(&event.sequences).skip(1) {
        begins.extend(sequence.line.map(|line| (line, Owner::Variation(SequenceId(id)))));
        begins.extend(sequence.end.map(|line| (line, sequence.replaces.map_or(Owner::Event, Owner::Move))));
    }
    begins.sort_by_cached_key(|&(line, _)| line);
    let mut owners = Vec::with_capacity(count);
    let mut begins = begins.into_iter().peekable();
    let mut owner = Owner::Event;
    for line in 0..count as u32 {
        while let Some((_, next)) = begins.next_if(|&(begin, _)| begin <= line) {
            owner = next;
        }
        owners.push(owner);
    }
    for datum in &event.data {
        owners[datum.line as usize..datum.end as usize].fill(datum.owner);
    }
    for remark in &event.remarks {
        if let Some(on) = remark.on {
            owners[remark.line as usize] = owners[on as usize];
        }
    }
    owners
}
