//! One game in SGF as lines of a record.

use std::collections::VecDeque;

use super::kept_lines;
use crate::convert::Loss;
use crate::convert::block::{SgfBlock, without_blocks};
use crate::convert::clock;
use crate::convert::content::{NodeMove, NodePlace, StoneChanges, has_stones, next_number, point};
use crate::convert::dialect;
use crate::convert::header;
use crate::convert::lines::{RecordLines, checksum, max_bytes, with_listed};
use crate::convert::names::LongNames;
use crate::convert::node::{NodeLines, Plan};
use crate::convert::point_values::PointValues;
use crate::convert::position::{REMARK, board_with, change, position, stones_on};
use crate::convert::property::Prop;
use crate::convert::reuse::{EarlierIshi, NodeFacts, Reusable};
use crate::convert::verbatim::{self, LINES};
use ishi_board::{Board, Color, Origin, Stone, Undone};
use ishi_record::record::SetupStone;
use ishi_record::syntax::Keyword;
use ishi_sgf::{self as sgf, Collection, NodeId, Property};
use ishi_work::cancel::checkpoint;

/// A part of the game that is still to be written.
enum WriteTask {
    /// The nodes below a node.
    Children(NodeId),
    /// A node as the next step of the sequence.
    Step(NodeId),
    /// The moves of a node from this index on, which continue from the earlier moves.
    Moves(NodeId, usize),
    /// A sibling of a move, the parent of both, and the number of steps on the board before the move.
    Variation(NodeId, NodeId, usize),
    EndVariation(Outer),
}

/// The sequence that continues after a variation.
struct Outer {
    last: NodeId,
    pending: Vec<Vec<NodeId>>,
    /// The number of steps on the board before the move that the variation replaces, and the steps that were undone.
    steps: usize,
    undone: Vec<Undone>,
    /// The index of the variation among those whose lines are kept.
    kept: usize,
}

/// A part of a game that continues from a position.
struct GamePart {
    node: NodeId,
    number: u32,
    stones: Vec<SetupStone>,
}

/// Writes one game.
pub(super) struct GameWriter<'g, 'o> {
    games: &'g Collection<'g>,
    root: NodeId,
    size: u8,
    names: LongNames,
    facts: Vec<NodeFacts>,
    out: &'o mut RecordLines,
    /// The parts of all games so far.
    part_count: &'o mut u32,
    parts: VecDeque<GamePart>,
    /// The board; kept only if a part will begin with its position.
    board: Option<Board>,
    tasks: Vec<WriteTask>,
    level: usize,
    /// The default parent of the next step in SGF.
    last: NodeId,
    /// Siblings of the nodes since the last move, which become variations on the next move.
    pending: Vec<Vec<NodeId>>,
    /// Whether the next step is the first of a variation.
    is_first: bool,
    /// The largest total length of lines after this game, without indentation.
    limit: usize,
    /// The conversion of the game before an edit.
    earlier: Option<&'o EarlierIshi<'o>>,
}

impl<'g, 'o> GameWriter<'g, 'o> {
    /// Creates a writer, and determines the facts of each node on which its lines depend. `part_count` counts the parts
    /// of all games.
    pub(super) fn new(
        games: &'g Collection<'g>,
        game: usize,
        size: u8,
        out: &'o mut RecordLines,
        part_count: &'o mut u32,
        earlier: Option<&'o EarlierIshi<'o>>,
    ) -> Self {
        let root = games.games()[game];
        let names = LongNames::of_game(games, game);
        let start = |root: NodeId| games.span(root).start as usize;
        let end = games.games().get(game + 1).map_or(games.text().len(), |&next| start(next));
        let limit = out.len() + max_bytes(end - start(root));
        let mut writer = Self {
            games,
            root,
            size,
            facts: Vec::new(),
            out,
            part_count,
            parts: VecDeque::new(),
            board: None,
            tasks: Vec::new(),
            level: 0,
            last: root,
            pending: Vec::new(),
            is_first: false,
            limit,
            earlier: earlier.filter(|earlier| earlier.fits(size, &names)),
            names,
        };
        writer.survey(game);
        writer
    }

    fn facts_of(&self, node: NodeId) -> NodeFacts {
        self.facts[(node.0 - self.root.0) as usize]
    }

    /// Determines the facts of each node on which its lines depend.
    fn survey(&mut self, game: usize) {
        let games = self.games;
        self.facts.reserve(games.nodes_of_game(game).size_hint().0);
        for node in games.nodes_of_game(game) {
            checkpoint();
            let parent = games.parent(node).map(|parent| self.facts_of(parent));
            let place = self.place_below(parent);
            let facts = self.earlier.and_then(|earlier| earlier.facts(node, place));
            let mut facts = facts.unwrap_or_else(|| self.facts(node, place));
            facts.depth = parent.map_or(0, |parent| parent.depth + 1);
            (facts.is_live, facts.has_live_child, facts.is_leaf) = (false, false, true);
            facts.end = node.0 + 1;
            self.facts.push(facts);
            if facts.has_move && !facts.has_stones {
                self.mark_live(node);
            }
        }
        for node in games.nodes_of_game(game).rev() {
            if let Some(parent) = games.parent(node) {
                let end = self.facts_of(node).end;
                let parent = &mut self.facts[(parent.0 - self.root.0) as usize];
                parent.is_leaf = false;
                parent.end = parent.end.max(end);
            }
        }
    }

    /// The place of the next child of a node; of the root without a node. A child after one with moves is a variation.
    fn place_below(&self, parent: Option<NodeFacts>) -> NodePlace {
        let Some(parent) = parent else { return NodePlace::first(self.size) };
        // After stones that are not on the board from the beginning, the game goes on in an event of its own.
        let begins_event = parent.has_stones && parent.depth > 0;
        let begins_sequence = parent.has_live_child || begins_event || parent.begins_sequence && !parent.has_move;
        NodePlace { size: self.size, number: parent.number, begins_sequence, may_jump: false }
    }

    /// Notes that a move is played at a node, in the event of the nodes above it.
    fn mark_live(&mut self, mut node: NodeId) {
        let mut is_new = !std::mem::replace(&mut self.facts[(node.0 - self.root.0) as usize].is_live, true);
        while is_new && let Some(parent) = self.games.parent(node) {
            let above = &mut self.facts[(parent.0 - self.root.0) as usize];
            above.has_live_child = true;
            is_new = !above.has_stones && !std::mem::replace(&mut above.is_live, true);
            node = parent;
        }
    }

    /// The facts of a single node at a place.
    fn facts(&self, node: NodeId, place: NodePlace) -> NodeFacts {
        let games = self.games;
        let before = place.number;
        let begins_sequence = place.begins_sequence;
        let mut facts = NodeFacts { number_before: before, number: before, begins_sequence, ..NodeFacts::default() };
        if let Some(last) = self.simple_move(node, before) {
            facts.number = last.number;
            facts.has_move = true;
        } else {
            let values = |one: &Property<'g>| one.raw_values().map(sgf::unescape);
            facts.has_stones = games.properties(node).any(|one| has_stones(&one.name(), values(&one)));
            if games.properties(node).any(|one| matches!(&*one.name(), "B" | "W")) {
                let name_and_value = |property: Property<'g>| {
                    (property.name(), property.raw_values().next().map(sgf::unescape).unwrap_or_default())
                };
                facts.may_jump = !facts.has_stones && self.has_kept_number(node);
                let place = NodePlace { may_jump: facts.may_jump, ..place };
                let last = NodeMove::of_values(games.properties(node).map(name_and_value), place).last().copied();
                facts.number = last.map_or(before, |last| last.number);
                facts.has_move = last.is_some();
            }
        }
        facts
    }

    /// Whether a node has kept the lines of a record, with a move that has the number of MN.
    fn has_kept_number(&self, node: NodeId) -> bool {
        let first = |name| self.games.property(node, name).and_then(|property| property.raw_values().next());
        let Some(number) = first("MN").and_then(|value| value.trim().parse().ok()) else { return false };
        verbatim::has(self.games, node, LINES)
            && first(LINES).is_some_and(|value| kept_lines::number(&sgf::unescape(value)) == Some(number))
    }

    /// The move of a node that has only this move.
    #[inline]
    fn simple_move(&self, node: NodeId, before: u32) -> Option<NodeMove> {
        let mut properties = self.games.properties(node);
        let property = properties.next().filter(|_| properties.len() == 0)?;
        let color = match property.id() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        let mut values = property.raw_values();
        let value = values.next().filter(|_| values.len() == 0)?;
        let point = match value {
            "" => None,
            value => Some(point(self.size, value)?),
        };
        Some(NodeMove { color, point, number: next_number(before) })
    }

    fn properties(&self, node: NodeId) -> Vec<Prop<'g>> {
        let short_name = |property: Property<'g>| Prop { id: self.names.short(property.id()), ..Prop::of(&property) };
        self.games.properties(node).map(short_name).collect()
    }

    fn place(&self, node: NodeId) -> NodePlace {
        let NodeFacts { number_before, begins_sequence, may_jump, .. } = self.facts_of(node);
        NodePlace { size: self.size, number: number_before, begins_sequence, may_jump }
    }

    /// The note and the lines that a node has kept from a record, if the node has not changed since.
    fn verbatim(
        &self,
        node: NodeId,
        properties: &[Prop<'_>],
        kind: NodeLines,
        block: &SgfBlock,
    ) -> Option<(String, String)> {
        let value = properties.last().filter(|last| last.id == LINES)?.first();
        let checksum =
            checksum(kind, self.place(node), block.up, self.is_first).with(verbatim::without(LINES, properties));
        let (note, text) = checksum.text_in(value)?;
        (kind != NodeLines::Head || self.out.takes_event(text)).then(|| (note.to_owned(), text.to_owned()))
    }

    /// Adds the lines that a node has kept.
    fn kept_lines(&mut self, node: NodeId, level: usize, text: &str, properties: &[Prop<'_>]) {
        let start = self.out.record.text.len();
        self.out.verbatim(node, level, text);
        kept_lines::note(&mut self.out.record, start, self.size, &[], |_| properties.to_vec());
    }

    /// The root and the following nodes whose stones are on the board before the first move.
    fn heads(&self) -> Vec<NodeId> {
        let mut heads = vec![self.root];
        let mut count = 1;
        let has_own_lines = verbatim::has(self.games, self.root, LINES);
        let mut last = self.root;
        while !self.facts_of(last).has_move && !has_own_lines {
            let mut children = self.games.children(last);
            let (Some(only), None) = (children.next(), children.next()) else { break };
            if self.facts_of(only).has_move || verbatim::has(self.games, only, LINES) {
                break;
            }
            last = only;
            heads.push(only);
            if self.facts_of(only).has_stones {
                count = heads.len();
            }
        }
        heads.truncate(count);
        heads
    }

    /// Writes the events of the game. The first block names `charset`. If this is longer than [`max_bytes`], stops
    /// writing and returns false.
    pub(super) fn write(mut self, charset: Option<String>) -> bool {
        let heads = self.heads();
        // The heads are the first nodes of the game.
        let needs_board = self.facts[heads.len()..].iter().any(NodeFacts::is_split);
        let stones = self.write_heads(&heads, charset);
        if needs_board {
            self.board = Some(board_with(self.size, &stones));
            // The lines of a part depend on the board and on the parts before it.
            self.earlier = None;
        }
        let last = heads.last().copied().unwrap_or(self.root);
        self.last = last;
        self.tasks.push(WriteTask::Children(last));
        if self.facts_of(self.root).has_move {
            self.tasks.push(WriteTask::Moves(self.root, 0));
        }
        self.write_tasks();
        while let Some(part) = self.parts.pop_front() {
            if self.is_too_long() {
                return false;
            }
            *self.part_count += 1;
            self.write_part(&part);
            if self.board.is_some() {
                self.board = Some(board_with(self.size, &part.stones));
            }
            self.last = part.node;
            self.tasks.push(WriteTask::Children(part.node));
            self.write_tasks();
        }
        if self.is_too_long() {
            return false;
        }
        if needs_board || self.games.games().len() > 1 {
            self.out.reusable = Reusable::default();
        } else {
            let Self { size, names, facts, .. } = self;
            (self.out.reusable.size, self.out.reusable.names, self.out.reusable.facts) = (size, names, facts);
        }
        true
    }

    fn is_too_long(&self) -> bool {
        self.out.len() > self.limit
    }

    /// Writes all lines before the tree, and returns the stones on the board.
    fn write_heads(&mut self, heads: &[NodeId], charset: Option<String>) -> Vec<SetupStone> {
        let (root, level) = (self.root, self.level);
        let properties = self.properties(root);
        let root_block = SgfBlock { charset, names: self.names.clone(), ..SgfBlock::default() };
        let has_move = self.facts_of(root).has_move;
        let place = self.place(root);
        if heads.len() == 1
            && !root_block.describes_file()
            && let Some((_, text)) = self.verbatim(root, &properties, NodeLines::Head, &root_block)
        {
            self.kept_lines(root, level, &text, &properties);
            return StoneChanges::of(&properties, place).added;
        }
        if heads.len() == 1 {
            let plan = Plan::in_file(&properties, NodeLines::Head, place, root_block.describes_file());
            let values = PointValues::of(root, &properties, place);
            self.out.head(root, &plan, &properties);
            self.out.stones(root, level, &plan, &values);
            if has_move {
                // The rest comes with the move.
                if root_block.describes_file() {
                    self.out.block(root, level, &root_block);
                }
            } else {
                let block = with_listed(&root_block, &plan, !plan.is_native);
                self.out.data(root, level, &plan, &values, block.as_ref());
            }
            return StoneChanges::of(&properties, place).added;
        }
        let head_properties: Vec<_> = heads.iter().map(|&head| self.properties(head)).collect();
        let stones =
            StoneChanges { added: position(head_properties.iter().map(Vec::as_slice), place), removed: Vec::new() };
        let nodes = heads.iter().copied().zip(head_properties.iter().map(Vec::as_slice));
        let values_of_stones = PointValues::of_nodes(nodes, place);
        for (&head, properties) in heads.iter().zip(&head_properties) {
            let values = PointValues::of(head, properties, place);
            let is_root = head == root;
            let kind = if is_root { NodeLines::HeadOfSeveral } else { NodeLines::Later };
            let plan = Plan::new(properties, kind, place);
            if is_root {
                self.out.head(root, &plan, properties);
                self.out.stone_lines(root, level, &stones, &values_of_stones);
                self.out.data(root, level, &plan, &values, with_listed(&root_block, &plan, true).as_ref());
            } else {
                // The block comes first, for it says that another node begins.
                let next_block = SgfBlock { is_next: true, ..SgfBlock::default() };
                if let Some(block) = with_listed(&next_block, &plan, true) {
                    self.out.block(head, level, &block);
                }
                self.out.data(head, level, &plan, &values, None);
            }
        }
        stones.added
    }

    fn write_part(&mut self, part: &GamePart) {
        let node = part.node;
        let title = header::text(Keyword::Event, &dialect::standard(&self.properties(self.root))).unwrap_or_default();
        let after = if part.number > 0 { format!(" after move {}", part.number) } else { String::new() };
        self.out.add(node, 0, &format!("REMARK {REMARK}{after}."));
        self.out.add(node, 0, format!("EVENT {title}").trim_end());
        self.out.add(node, 0, &format!("BOARDSIZE {}", self.size));
        let stones = StoneChanges { added: part.stones.clone(), removed: Vec::new() };
        let values = PointValues::of(node, &self.properties(node), self.place(node));
        self.out.stone_lines(node, 0, &stones, &values);
        self.out.block(node, 0, &SgfBlock { part: Some(*self.part_count), ..SgfBlock::default() });
    }

    fn write_tasks(&mut self) {
        while let Some(task) = self.tasks.pop() {
            checkpoint();
            if self.is_too_long() {
                return;
            }
            match task {
                WriteTask::Children(node) => self.children(node),
                WriteTask::Step(node) => self.step(node),
                WriteTask::Moves(node, from) => self.more_moves(node, from),
                WriteTask::Variation(node, parent, steps) => self.variation(node, parent, steps),
                WriteTask::EndVariation(outer) => {
                    self.out.end_variation(outer.kept);
                    self.level -= 1;
                    self.out.add(outer.last, self.level, "ENDVAR");
                    self.last = outer.last;
                    self.pending = outer.pending;
                    if let Some(board) = &mut self.board {
                        while board.steps() > outer.steps {
                            board.undo();
                        }
                        outer.undone.into_iter().rev().for_each(|step| board.redo(step));
                    }
                }
            }
        }
    }

    /// Continues with the children of a node: first, one after the other, the nodes without moves before the first node
    /// with a move; then this node; and the other nodes as variations on its first move.
    fn children(&mut self, node: NodeId) {
        let (games, first) = (self.games, self.tasks.len());
        let mut children = games.children(node);
        if let (Some(only), None) = (children.next(), children.next()) {
            return self.tasks.push(WriteTask::Step(only));
        }
        let children: Vec<NodeId> = games.children(node).collect();
        // A diagram of a record is the last of its siblings, and does not belong to the main line.
        let are_diagrams: Vec<bool> = children.iter().map(|&child| self.is_diagram_of_record(child)).collect();
        let trailing = are_diagrams.iter().rev().take_while(|is_diagram| **is_diagram).count();
        let (others, diagrams) = children.split_at(children.len() - trailing);
        let is_live = |child: &&NodeId| self.facts_of(**child).is_live;
        let leading = others.iter().position(|child| is_live(&child)).unwrap_or(others.len());
        self.tasks.extend(diagrams.iter().chain(&others[..leading]).copied().map(WriteTask::Step));
        if let Some(&next) = others.get(leading) {
            self.tasks.push(WriteTask::Step(next));
            if leading + 1 < others.len() {
                self.pending.push(others[leading + 1..].to_vec());
            }
        }
        self.tasks[first..].reverse();
    }

    /// Whether a node is a diagram with stones that has kept its lines, and is not alone in a variation.
    fn is_diagram_of_record(&self, node: NodeId) -> bool {
        let facts = self.facts_of(node);
        let is_plain = facts.has_stones && facts.is_leaf && !facts.has_move && verbatim::has(self.games, node, LINES);
        is_plain && {
            let properties = self.properties(node);
            let checksum =
                checksum(NodeLines::Diagram, self.place(node), 0, false).with(verbatim::without(LINES, &properties));
            checksum.text_in(properties.last().map_or("", |last| last.first())).is_some()
        }
    }

    /// Writes a node, and plans the tasks after it.
    fn step(&mut self, node: NodeId) {
        let facts = self.facts_of(node);
        let parent = self.games.parent(node).unwrap_or(self.root);
        let up = self.facts_of(self.last).depth.saturating_sub(self.facts_of(parent).depth);
        let mut block = SgfBlock { up, ..SgfBlock::default() };
        let is_first = std::mem::take(&mut self.is_first);
        if facts.is_live && facts.has_move {
            self.first_move(node, parent, &block, is_first);
            return;
        }
        let properties = self.properties(node);
        self.is_first = is_first;
        let kept = self.verbatim(node, &properties, NodeLines::Diagram, &block);
        self.is_first = false;
        let is_split = facts.is_split();
        let part = is_split.then(|| self.split(node));
        // What goes on from a node has to find it by the number of the part.
        let finds_part =
            |text: &str| part.is_none_or(|part| without_blocks(text).1.contains(&&*format!("part {part}")));
        if let Some((note, text)) = kept.filter(|(_, text)| finds_part(text)) {
            self.begin_variation(node, is_first && note.is_empty());
            let level = self.level - usize::from(!note.is_empty());
            self.kept_lines(node, level, &text, &properties);
        } else {
            self.begin_variation(node, is_first);
            if facts.has_stones {
                block.is_first = !is_first && !is_split;
            }
            block.part = part;
            let place = self.place(node);
            let plan = Plan::new(&properties, NodeLines::Diagram, place);
            let values = PointValues::of(node, &properties, place);
            self.out.add_beginning(node, self.level, "DIAGRAM");
            self.out.stones(node, self.level, &plan, &values);
            let block = with_listed(&block, &plan, false);
            self.out.data(node, self.level, &plan, &values, block.as_ref());
        }
        // Nothing follows in this event from stones that are only for a diagram.
        if facts.has_stones {
            self.last = parent;
        } else {
            self.last = node;
            self.tasks.push(WriteTask::Children(node));
        }
    }

    /// Writes the VAR line of a variation that begins with a node.
    fn begin_variation(&mut self, node: NodeId, is_first: bool) {
        if is_first {
            self.out.add(node, self.level - 1, "VAR");
        }
    }

    fn first_move(&mut self, node: NodeId, parent: NodeId, block: &SgfBlock, is_first: bool) {
        let place = self.place(node);
        let steps = self.board.as_ref().map_or(0, Board::steps);
        let mut count = 1;
        if let Some(only) = self.simple_move(node, place.number).filter(|_| block.up == 0) {
            self.begin_variation(node, is_first);
            self.out.add_move(node, self.level, only, 0);
            self.play(only);
        } else {
            let properties = self.properties(node);
            let plan = Plan::new(&properties, NodeLines::Move, place);
            let moves = plan.moves();
            count = moves.len();
            self.is_first = is_first;
            let kept = self.verbatim(node, &properties, NodeLines::Move, block).filter(|_| count == 1);
            self.is_first = false;
            if let Some((note, text)) = kept {
                self.begin_variation(node, is_first && note.is_empty());
                let level = self.level - usize::from(!note.is_empty());
                self.kept_lines(node, level, &text, &properties);
            } else {
                self.begin_variation(node, is_first);
                let listed = if count == 1 { with_listed(block, &plan, false) } else { None };
                let clock = listed.as_ref().and_then(clock::line);
                if let Some(line) = &clock {
                    self.out.add(node, self.level, line);
                }
                let property = moves[0].property(&properties, place).unwrap_or(0);
                self.out.add_move(node, self.level, moves[0], property);
                if count == 1 {
                    let block = listed.filter(|_| clock.is_none());
                    let values = PointValues::of(node, &properties, place);
                    self.out.data(node, self.level, &plan, &values, block.as_ref());
                } else if *block != SgfBlock::default() {
                    self.out.block(node, self.level, block);
                }
            }
            self.play(moves[0]);
        }
        self.last = node;
        self.tasks.push(WriteTask::Children(node));
        if count > 1 {
            self.tasks.push(WriteTask::Moves(node, 1));
        }
        let first = self.tasks.len();
        let siblings = std::mem::take(&mut self.pending);
        let variations = siblings.into_iter().rev().flatten();
        self.tasks.extend(variations.map(|sibling| WriteTask::Variation(sibling, parent, steps)));
        self.tasks[first..].reverse();
    }

    /// Writes further moves of a node, after its earlier moves or after the lines of an event of the same node.
    fn more_moves(&mut self, node: NodeId, from: usize) {
        let kind = if node == self.root { NodeLines::Head } else { NodeLines::Move };
        let properties = self.properties(node);
        let place = self.place(node);
        let plan = Plan::new(&properties, kind, place);
        let values = PointValues::of(node, &properties, place);
        let moves = plan.moves();
        for (index, &one) in moves.iter().enumerate().skip(from) {
            self.out.add_move(node, self.level, one, one.property(&properties, place).unwrap_or(0));
            self.play(one);
            let block = SgfBlock { is_joined: true, ..SgfBlock::default() };
            if index + 1 < moves.len() {
                self.out.block(node, self.level, &block);
            } else {
                self.out.data(node, self.level, &plan, &values, with_listed(&block, &plan, true).as_ref());
            }
        }
    }

    fn variation(&mut self, node: NodeId, parent: NodeId, steps: usize) {
        if let Some(earlier) = self.earlier
            && let Some(variations) = earlier.variation(node, &self.facts_of(node))
        {
            let RecordLines { record, reusable, .. } = &mut *self.out;
            earlier.add(variations, (&mut record.text, &mut record.map), &mut reusable.variations);
            self.out.add(self.last, self.level, "ENDVAR");
            return;
        }
        let kept = self.out.begin_variation(node);
        let mut undone = Vec::new();
        if let Some(board) = &mut self.board {
            while board.steps() > steps {
                undone.extend(board.undo());
            }
        }
        let pending = std::mem::take(&mut self.pending);
        self.tasks.push(WriteTask::EndVariation(Outer { last: self.last, pending, steps, undone, kept }));
        self.level += 1;
        self.last = parent;
        self.is_first = true;
        self.tasks.push(WriteTask::Step(node));
    }

    fn play(&mut self, one: NodeMove) {
        if let (Some(board), Some(point)) = (&mut self.board, one.point) {
            board.play(Stone { point, color: one.color, origin: Origin(0) });
        }
    }

    /// Plans an event in which the game continues from a node with stones. Returns the number of this part.
    fn split(&mut self, node: NodeId) -> u32 {
        let games = self.games;
        let why = "the game goes on from it in an event of its own";
        self.out.record.losses.push(Loss { span: games.span(node), what: "stones set up after moves".into(), why });
        let mut stones = self.board.as_ref().map(stones_on).unwrap_or_default();
        let properties = self.properties(node);
        let place = self.place(node);
        change(&mut stones, &StoneChanges::of(&properties, place));
        let moves = NodeMove::of(&properties, place);
        if !moves.is_empty() {
            let mut board = board_with(self.size, &stones);
            for one in moves {
                if let Some(point) = one.point {
                    board.play(Stone { point, color: one.color, origin: Origin(0) });
                }
            }
            stones = stones_on(&board);
        }
        let number = self.facts_of(node).number;
        self.parts.push_back(GamePart { node, number, stones });
        *self.part_count + self.parts.len() as u32
    }
}
