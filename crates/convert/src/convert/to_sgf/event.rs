//! One event of a record as a game in SGF.

use std::num::NonZero;

use super::builder::{GamePosition, SgfBuilder};
use super::data::{EventData, NodeContent};
use super::step_lines::{Irregular, NodeContext, StepLines, is_plain_move, kept_lines, losses};
use crate::convert::block::SgfBlock;
use crate::convert::clock;
use crate::convert::content::{NodeMove, NodePlace, has_stones, is_setup, next_number};
use crate::convert::node::{GroupContent, NodeLines, merge, native_properties};
use crate::convert::position::position;
use crate::convert::property::Prop;
use ishi_record::record::{DiagramId, Event, Move, MoveId, MoveTarget, Owner, SequenceId, Step, iso_date};
use ishi_record::syntax::{Keyword, Line, Source};
use ishi_sgf::NodeId;

/// A node whose properties may still be added to.
struct Unfinished<'s> {
    node: NodeId,
    kind: NodeLines,
    data: NodeContent,
    lines: &'s [Line],
    /// The lines of earlier moves of the node, if variations come between the moves.
    earlier: Vec<&'s [Line]>,
    is_first: bool,
    up: u32,
    /// The number of the part of the game that continues from the node.
    part: Option<u32>,
    /// Whether no move of its sequence comes before it.
    begins_sequence: bool,
}

/// The state of reading a sequence of moves.
#[derive(Default)]
struct SequenceState<'s> {
    /// The node that the next step belongs to.
    last: Option<NodeId>,
    unfinished: Option<Unfinished<'s>>,
    /// The number of steps of the sequence that were read.
    steps: usize,
    /// Whether a move of the sequence was read.
    has_moves: bool,
    /// Whether the sequence began with a diagram with stones, after which a variation can't continue.
    is_over: bool,
}

/// The nodes of the steps of an event.
pub(super) struct EventNodes {
    moves: Vec<NodeId>,
    diagrams: Vec<NodeId>,
}

impl EventNodes {
    /// The node of a diagram.
    pub(super) fn of_diagram(&self, id: DiagramId) -> Option<NodeId> {
        self.diagrams.get(id.0 as usize).copied()
    }

    /// The node of a step, or of the first step of a variation. `None` for an owner before all steps.
    pub(super) fn of(&self, event: &Event, owner: Owner) -> Option<NodeId> {
        match owner {
            Owner::Event => None,
            Owner::Move(id) => self.moves.get(id.0 as usize).copied(),
            Owner::Diagram(id) => self.of_diagram(id),
            Owner::Variation(id) => match *event.steps(id).first()? {
                Step::Move(id) => self.of(event, Owner::Move(id)),
                Step::Diagram(id) => self.of(event, Owner::Diagram(id)),
            },
        }
    }
}

/// The places where an event is joined to others of its game.
#[derive(Default)]
pub(super) struct EventParts {
    /// The position from which the event continues; `None` if the event begins a game.
    pub(super) from: Option<GamePosition>,
    /// The diagrams from which other events continue.
    pub(super) starts: Vec<DiagramId>,
}

/// Builds the game of one event.
pub(super) struct EventWriter<'b, 's, 't> {
    out: &'b mut SgfBuilder,
    source: &'s Source<'t>,
    event: &'s Event,
    data: &'b mut EventData<'s, 't>,
    /// The start of the event in the text.
    at: usize,
    /// The lines that nodes may have to keep; `None` if the text of the event is kept as a whole.
    lines: Option<StepLines<'s>>,
    parts: &'b EventParts,
    /// The nodes of the steps so far.
    nodes: EventNodes,
    sequences: Vec<SequenceState<'s>>,
    /// Diagrams with stones, which become the last children of their parents.
    diagrams: Vec<NodeId>,
}

impl<'b, 's, 't> EventWriter<'b, 's, 't> {
    /// Creates a writer for an event that begins at `at`. Without `lines`, nodes keep no lines, and all that could be
    /// read is written.
    pub(super) fn new(
        out: &'b mut SgfBuilder,
        data: &'b mut EventData<'s, 't>,
        at: usize,
        lines: Option<StepLines<'s>>,
        parts: &'b EventParts,
    ) -> Self {
        let (source, event) = (data.source(), data.event());
        Self {
            out,
            source,
            event,
            data,
            at,
            lines,
            parts,
            nodes: EventNodes { moves: Vec::with_capacity(event.moves.len()), diagrams: Vec::new() },
            sequences: (0..event.sequences.len()).map(|_| SequenceState::default()).collect(),
            diagrams: Vec::new(),
        }
    }

    /// Adds the game, and returns its nodes. Fails if the event could not be rebuilt from the game; the builder then
    /// keeps the incomplete game.
    pub(super) fn write(mut self) -> Result<EventNodes, Irregular> {
        self.head();
        let (mut moves, mut diagrams) = (0, 0);
        loop {
            let (one, diagram) = (self.event.moves.get(moves), self.event.diagrams.get(diagrams));
            match (one, diagram) {
                (None, None) => break,
                (Some(one), None) => {
                    self.a_move(MoveId(moves as u32), one)?;
                    moves += 1;
                }
                (Some(one), Some(diagram)) if one.line < diagram.line => {
                    self.a_move(MoveId(moves as u32), one)?;
                    moves += 1;
                }
                (_, Some(diagram)) => {
                    let (line, sequence) = (diagram.line, diagram.sequence);
                    self.a_diagram(DiagramId(diagrams as u32), line, sequence)?;
                    diagrams += 1;
                }
            }
        }
        for index in 0..self.sequences.len() {
            self.finish_last(index)?;
        }
        for node in self.diagrams {
            self.out.link(node);
        }
        if let Some(charset) = self.data.charset {
            self.out.charset.get_or_insert(charset);
        }
        Ok(self.nodes)
    }

    /// Fails unless the text of the event is kept as a whole.
    fn irregular(&self) -> Result<(), Irregular> {
        if self.lines.is_none() { Ok(()) } else { Err(Irregular) }
    }

    /// The lines before the tree.
    fn head(&mut self) {
        if let Some(from) = self.parts.from {
            self.out.go_on(from);
            self.sequences[0].last = Some(from.node);
            return;
        }
        let (mut data, later) = self.data.of_nodes(Owner::Event);
        let node = self.out.add_game();
        if let Some(names) = data.block.as_ref().map(|block| &block.names).filter(|names| !names.is_empty()) {
            self.out.set_names(names.clone());
        }
        if !later.is_empty() {
            return self.heads(node, data, later);
        }
        data.add_headers(headers(self.event).into_iter());
        let (kind, lines) = (NodeLines::Head, self.lines.as_ref().map_or(&[][..], StepLines::head));
        let unfinished = Unfinished {
            node,
            kind,
            data,
            lines,
            earlier: Vec::new(),
            is_first: false,
            up: 0,
            part: None,
            begins_sequence: true,
        };
        self.sequences[0] =
            SequenceState { last: Some(node), unfinished: Some(unfinished), ..SequenceState::default() };
    }

    /// Adds several nodes before the tree, whose stones are in one setup of the record.
    fn heads(&mut self, root: NodeId, mut first: NodeContent, later: Vec<NodeContent>) {
        let place = NodePlace::first(self.event.board_size.get());
        let stones = first.take_stones();
        first.add_headers(headers(self.event).into_iter());
        let mut nodes: Vec<(NodeId, Vec<Prop<'static>>)> = Vec::new();
        let mut last = root;
        for (index, data) in std::iter::once(first).chain(later).enumerate() {
            let kind = if index == 0 { NodeLines::HeadOfSeveral } else { NodeLines::Later };
            if index > 0 {
                last = self.out.add_below(last);
                self.out.link(last);
            }
            let (items, block) = data.into_parts();
            nodes.push((last, merge(items, block.as_deref(), kind, place).0));
        }
        if position(nodes.iter().map(|(_, properties)| properties.as_slice()), place) != stones.added {
            for (_, properties) in &mut nodes {
                properties.retain(|property| !is_setup(&property.name()));
            }
            stones.add_properties(place, &mut nodes[0].1);
        }
        for (node, properties) in nodes {
            self.out.set_properties(node, &properties);
        }
        self.sequences[0].last = Some(last);
    }

    /// The node to which the next step of a sequence belongs.
    fn base(&self, sequence: SequenceId) -> Result<NodeId, Irregular> {
        let state = &self.sequences[sequence.0 as usize];
        if let Some(last) = state.last {
            if state.is_over {
                self.irregular()?;
            }
            return Ok(last);
        }
        let root = self.sequences[0].last.unwrap_or(NodeId(0));
        let replaced = self.event.sequence(sequence).replaces.and_then(|id| self.nodes.moves.get(id.0 as usize));
        Ok(replaced.and_then(|&node| self.out.parent(node)).unwrap_or(root))
    }

    /// Adds the node of a step. Returns the node, and how far its parent is above its default parent.
    fn step(&mut self, sequence: SequenceId, block: Option<&SgfBlock>) -> Result<(NodeId, u32), Irregular> {
        let mut parent = self.base(sequence)?;
        let mut up = 0;
        while up < block.map_or(0, |block| block.up)
            && let Some(above) = self.out.parent(parent)
        {
            parent = above;
            up += 1;
        }
        Ok((self.out.add_below(parent), up))
    }

    /// The data of a step, which is one node.
    fn data_of_step(&mut self, owner: Owner) -> Result<NodeContent, Irregular> {
        let (data, later) = self.data.of_nodes(owner);
        if !later.is_empty() {
            self.irregular()?;
        }
        Ok(data)
    }

    fn a_move(&mut self, id: MoveId, one: &Move) -> Result<(), Irregular> {
        let index = one.sequence.0 as usize;
        self.sequences[index].steps += 1;
        let mut data = self.data_of_step(Owner::Move(id))?;
        if data.block.is_none()
            && let Some(times) = self.times(one.line)
        {
            data.set_first_block(times);
        }
        if one.place.point().is_some_and(|point| !self.event.board_size.contains(point)) {
            self.irregular()?;
        }
        let lines = self.lines.as_ref().map_or(&[][..], |lines| lines.step(one.line));
        let is_joined = data.block.as_ref().is_some_and(|block| block.is_joined);
        if is_joined && let Some(before) = self.sequences[index].unfinished.take() {
            return self.join_move(id, one, before, data, lines);
        }
        self.finish_last(index)?;
        let is_first = index > 0 && self.sequences[index].last.is_none();
        let (node, up) = self.step(one.sequence, data.block.as_deref())?;
        self.out.link(node);
        self.nodes.moves.push(node);
        self.check_variations(id, one)?;
        self.sequences[index].last = Some(node);
        let begins_sequence = !self.sequences[index].has_moves;
        let place = self.place(self.out.number(node), begins_sequence);
        if let Some(played) = self.played(one, place)? {
            self.out.set_number(node, played.number);
            self.sequences[index].has_moves = true;
            data.moves.push(played);
        }
        let kind = NodeLines::Move;
        self.sequences[index].unfinished = Some(Unfinished {
            node,
            kind,
            data,
            lines,
            earlier: Vec::new(),
            is_first,
            up,
            part: None,
            begins_sequence,
        });
        Ok(())
    }

    /// Adds a move to the node of the previous move.
    fn join_move(
        &mut self,
        id: MoveId,
        one: &Move,
        mut before: Unfinished<'s>,
        data: NodeContent,
        lines: &'s [Line],
    ) -> Result<(), Irregular> {
        if self.event.variations(id).next().is_some() {
            self.irregular()?;
        }
        let last = self.out.number(before.node);
        self.out.set_number(before.node, number_after(last, one));
        let place = self.place(last, before.begins_sequence && before.data.moves.is_empty());
        before.data.moves.extend(self.played(one, place)?);
        before.data.append(data);
        before.earlier.push(std::mem::replace(&mut before.lines, lines));
        self.nodes.moves.push(before.node);
        let state = &mut self.sequences[one.sequence.0 as usize];
        state.last = Some(before.node);
        state.has_moves |= !before.data.moves.is_empty();
        state.unfinished = Some(before);
        Ok(())
    }

    /// The place of a node after the move with this number.
    fn place(&self, number: u32, begins_sequence: bool) -> NodePlace {
        NodePlace { size: self.event.board_size.get(), number, begins_sequence, may_jump: false }
    }

    /// The move of a line; `None` if the line has no readable target. Fails if a game in SGF would not be converted to
    /// a move with this number.
    fn played(&self, one: &Move, place: NodePlace) -> Result<Option<NodeMove>, Irregular> {
        let point = match one.place {
            MoveTarget::Pass => None,
            MoveTarget::Point(point) if self.event.board_size.contains(point) => Some(point),
            MoveTarget::Unknown | MoveTarget::Point(_) => return Ok(None),
        };
        let number = number_after(place.number, one);
        // If moves are missing before it, its node keeps its lines.
        if !(NodePlace { may_jump: true, ..place }).takes(number) {
            self.irregular()?;
        }
        Ok(Some(NodeMove { color: one.color, point, number }))
    }

    /// The clock times in the remarks on the move at a line.
    fn times(&self, line: u32) -> Option<SgfBlock> {
        let remarks = &self.event.remarks;
        let before = &remarks[..remarks.partition_point(|remark| remark.line < line)];
        let of_move = before.iter().rev().take_while(|remark| remark.on == Some(line));
        of_move.filter_map(|remark| clock::read(self.source, &self.source.lines[remark.line as usize])).last()
    }

    /// Fails if variations on a move do not follow the move directly, because in SGF they are its siblings.
    fn check_variations(&self, id: MoveId, one: &Move) -> Result<(), Irregular> {
        let event = self.event;
        let Some(last) = event.variations(id).last().and_then(|id| event.sequence(id).line) else { return Ok(()) };
        match event.steps(one.sequence).get(self.sequences[one.sequence.0 as usize].steps) {
            Some(&Step::Diagram(next)) if event.diagram(next).line < last => self.irregular(),
            _ => Ok(()),
        }
    }

    fn a_diagram(&mut self, id: DiagramId, line: u32, sequence: SequenceId) -> Result<(), Irregular> {
        let index = sequence.0 as usize;
        self.sequences[index].steps += 1;
        self.finish_last(index)?;
        let data = self.data_of_step(Owner::Diagram(id))?;
        let is_first = index > 0 && self.sequences[index].last.is_none();
        let (node, up) = self.step(sequence, data.block.as_deref())?;
        self.nodes.diagrams.push(node);
        // A game goes on from stones in an event of its own, and from other nodes in the same one.
        let part = data.block.as_ref().and_then(|block| block.part).filter(|_| self.parts.starts.contains(&id));
        let is_placed = data.block.as_ref().is_some_and(|block| block.is_first);
        let lines = self.lines.as_ref().map_or(&[][..], |lines| lines.step(line));
        let kind = NodeLines::Diagram;
        let begins_sequence = !self.sequences[index].has_moves;
        let has_stones = self.finish(Unfinished {
            node,
            kind,
            data,
            lines,
            earlier: Vec::new(),
            is_first,
            up,
            part,
            begins_sequence,
        })?;
        if has_stones && part.is_none() && !is_placed && !is_first {
            self.diagrams.push(node);
        } else {
            self.out.link(node);
        }
        let sequence = &mut self.sequences[index];
        // Nothing follows from stones that are only for a diagram.
        sequence.last = if has_stones { self.out.parent(node) } else { Some(node) };
        sequence.is_over = has_stones && is_first;
        Ok(())
    }

    fn finish_last(&mut self, sequence: usize) -> Result<(), Irregular> {
        match self.sequences[sequence].unfinished.take() {
            Some(node) => self.finish(node).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Writes the properties of a node, and returns whether it has stones.
    fn finish(&mut self, node: Unfinished<'s>) -> Result<bool, Irregular> {
        let Unfinished { node, kind, data, lines, earlier, is_first, up, part, begins_sequence } = node;
        let number = self.out.parent(node).map_or(0, |parent| self.out.number(parent));
        let place = self.place(number, begins_sequence);
        let is_native = kind == NodeLines::Head && data.block.is_none();
        let is_bare = kind == NodeLines::Move
            && data.is_bare_move()
            && data.block.is_none()
            && up == 0
            && data.moves.iter().all(|one| place.takes(one.number))
            && is_plain_move(self.source, lines, is_first);
        if data.block.is_none() && (is_bare || self.lines.is_none()) {
            // It has no other properties, and keeps no lines.
            let native = if is_native { &native_properties()[..] } else { &[] };
            self.out.set_content(node, native, &data, place);
            return Ok(data.has_stones());
        }
        let (items, block) = data.into_parts();
        let (mut properties, has_outdated) = merge(items, block.as_deref(), kind, place);
        if kind == NodeLines::Diagram {
            // Moves that a diagram can't say count all the same.
            let last = NodeMove::of(&properties, place).last().map_or(number, |last| last.number);
            self.out.set_number(node, last);
        }
        if is_native {
            properties.splice(0..0, native_properties());
        }
        let has_stones = properties.iter().any(|property| has_stones(&property.name(), property.values.iter()));
        if self.lines.is_some() && !is_bare {
            let block = block.unwrap_or_default();
            let context = NodeContext { kind, place, block: &block, up, is_first, has_stones, part, has_outdated };
            let lines: Vec<&Line> = earlier.into_iter().chain([lines]).flatten().collect();
            if let Some(kept) = kept_lines(self.source, &lines, &properties, &context, self.out.has_order)? {
                properties.push(kept);
                self.out.losses.extend(losses(self.source, self.at, &lines));
            }
        }
        self.out.set_properties(node, &properties);
        Ok(has_stones)
    }
}

/// The number of a move after the one with the number `before`.
fn number_after(before: u32, one: &Move) -> u32 {
    one.number.map_or(next_number(before), NonZero::get)
}

/// The content of the header lines: the title, then the others.
pub(super) fn headers(event: &Event) -> Vec<GroupContent> {
    let mut headers = Vec::new();
    if event.definition.is_some() && !event.title.is_empty() {
        headers.push(GroupContent::Header(Keyword::Event, event.title.to_string()));
    }
    let mut seen = Vec::new();
    for header in &event.headers {
        let keyword = header.keyword;
        if seen.contains(&keyword) {
            continue;
        }
        seen.push(keyword);
        let texts = event.headers.iter().filter(|one| one.keyword == keyword).map(|one| &*one.text);
        let dates = || texts.map(iso_date).collect::<Option<Vec<String>>>();
        let dates = (keyword == Keyword::Date).then(dates).flatten();
        let text = dates.map(|dates| dates.join(",")).or_else(|| event.whole_header(keyword)).unwrap_or_default();
        headers.push(GroupContent::Header(keyword, text));
    }
    headers
}
