//! The text of a record as games in SGF.

use std::collections::HashMap;

use super::Loss;
use super::block::{NAME, SgfBlock};
use super::lines::{lines_of_node, seal};
use super::node::{NodeLines, Said, merge, native_properties};
use super::position::position;
use super::property::Prop;
use super::said::{NodePlace, PointMarks, SaidMove, StoneChanges};
use super::verbatim::{self, LINES, Seal};
use crate::board::Point;
use crate::record::{DatumKind, DiagramId, Event, Move, MoveId, MoveTarget, Owner, SequenceId, Step, meaning, read};
use crate::replay::{Shown, View, Visit, Walk};
use crate::sgf::{self, Charset, NodeId};
use crate::syntax::{Field, FieldKind, Following, Keyword, Line, LineKind, Mark, Reader, Sign, Source, Target};
use crate::text::Span;

/// The games in SGF that say what a record says.
#[derive(Clone, Debug, Default)]
pub struct Sgf {
    /// The text.
    pub text: String,
    /// The charset of the file from which the record was converted, if it was not UTF-8.
    pub charset: Option<Charset>,
    /// What other programs than this one do not find in it.
    pub losses: Vec<Loss>,
    /// How many events became games.
    pub readable: usize,
}

/// Converts the text of a record.
///
/// ```
/// use ishi::convert;
///
/// let games = convert::to_sgf("EVENT Final\nB 1 Q16\n  VAR\n  B 1 D4\n  ENDVAR\nW 2 D4\n");
/// assert_eq!(games.text, "(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final]\n(;B[pd];W[dp])\n(;B[dp]))\n");
/// ```
pub fn to_sgf(text: &str) -> Sgf {
    let mut out = SgfBuilder::default();
    let mut at = 0;
    for source in Reader::of_file(text) {
        if source.lines.iter().any(|line| !source.str(line.span).trim().is_empty()) {
            out.event(&source, at);
        }
        at += source.text.len();
    }
    out.finish()
}

/// The place of what there is not.
const NONE: u32 = u32::MAX;

/// A node of a game that is being built.
struct BuiltNode {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    depth: u32,
    /// The number of the last move up to the node.
    number: u32,
    /// Where its text is in the list of texts.
    text: (usize, usize),
}

enum BuiltGame {
    Tree(u32),
    /// The text of a game that Ishi can't hold.
    Raw(String),
}

/// The games that have been built so far.
#[derive(Default)]
struct SgfBuilder {
    nodes: Vec<BuiltNode>,
    texts: String,
    games: Vec<BuiltGame>,
    /// The nodes from which parts of games go on, by the numbers of the parts.
    parts: HashMap<u32, u32>,
    charset: Option<Charset>,
    losses: Vec<Loss>,
}

impl SgfBuilder {
    fn finish(self) -> Sgf {
        let mut text = String::with_capacity(self.texts.len() + self.texts.len() / 8);
        for game in &self.games {
            match game {
                BuiltGame::Tree(root) => self.print(*root, &mut text),
                BuiltGame::Raw(raw) => {
                    text.push_str(raw);
                    text.push('\n');
                }
            }
        }
        Sgf { text, charset: self.charset, losses: self.losses, readable: self.games.len() }
    }

    fn print(&self, root: u32, out: &mut String) {
        let node = |id: NodeId| &self.nodes[id.0 as usize];
        let child = |index: u32| (index != NONE).then_some(NodeId(index));
        let children =
            |id: NodeId| std::iter::successors(child(node(id).first_child), move |id| child(node(*id).next_sibling));
        sgf::print(NodeId(root), children, |id, out| out.push_str(&self.texts[node(id).text.0..node(id).text.1]), out);
    }

    /// Adds a node, which is not yet a child of its parent.
    fn add(&mut self, parent: u32) -> u32 {
        let (depth, number) =
            self.nodes.get(parent as usize).map_or((0, 0), |parent| (parent.depth + 1, parent.number));
        let links = (NONE, NONE, NONE);
        let (first_child, last_child, next_sibling) = links;
        self.nodes.push(BuiltNode { parent, first_child, last_child, next_sibling, depth, number, text: (0, 0) });
        self.nodes.len() as u32 - 1
    }

    /// Makes a node the last child of its parent.
    fn link(&mut self, index: u32) {
        let parent = self.nodes[index as usize].parent as usize;
        let before = std::mem::replace(&mut self.nodes[parent].last_child, index);
        match self.nodes.get_mut(before as usize) {
            Some(sibling) => sibling.next_sibling = index,
            None => self.nodes[parent].first_child = index,
        }
    }

    fn set_text(&mut self, index: u32, properties: &[Prop<'_>]) {
        let start = self.texts.len();
        self.texts.push(';');
        for property in properties {
            property.write(&mut self.texts);
        }
        self.nodes[index as usize].text = (start, self.texts.len());
    }

    /// Adds the game of an event, whose text begins at `at`.
    fn event(&mut self, source: &Source<'_>, at: usize) {
        let reading = read(source);
        let event = &reading.event;
        let is_plain = reading.misfits.is_empty() && source.faults.is_empty() && has_plain_lines(source);
        let counts = (self.nodes.len(), self.texts.len(), self.games.len(), self.losses.len());
        let mut converter = EventWriter::new(self, source, event, at, !is_plain);
        if converter.write().is_ok() && is_plain {
            return;
        }
        if is_plain {
            // Not all of it can be found out before.
            let part = converter.part;
            self.nodes.truncate(counts.0);
            self.texts.truncate(counts.1);
            self.games.truncate(counts.2);
            self.losses.truncate(counts.3);
            self.parts.retain(|_, node| (*node as usize) < counts.0);
            if let Some(node) = part.and_then(|node| self.nodes.get_mut(node as usize)) {
                (node.first_child, node.last_child) = (NONE, NONE);
            }
            let _ = EventWriter::new(self, source, event, at, true).write();
        }
        self.keep_event(source, counts.2);
        let why = "its lines are kept in a property of their own, and other programs see only what could be read";
        let what = format!("event {}", counts.2 + 1);
        self.losses.push(Loss { span: Span::empty(at), what, why });
    }

    /// Adds the text of an event to the root of its game.
    fn keep_event(&mut self, source: &Source<'_>, game: usize) {
        let Some(BuiltGame::Tree(root)) = self.games.get(game) else { return };
        let root = *root;
        let mut text = String::new();
        self.print(root, &mut text);
        let lines: Vec<&str> = source.lines.iter().map(|line| source.str(line.span)).collect();
        let property = Seal::of_game(&sgf::parse(&text), 0).property(verbatim::EVENT, "", &lines.join("\n"));
        let (start, end) = self.nodes[root as usize].text;
        let mut text = self.texts[start..end].to_owned();
        property.write(&mut text);
        let start = self.texts.len();
        self.texts.push_str(&text);
        self.nodes[root as usize].text = (start, self.texts.len());
    }
}

/// Whether all lines are as the Standard has them.
fn has_plain_lines(source: &Source<'_>) -> bool {
    let is_plain = |field: &Field| !matches!(field.kind, FieldKind::Bad(_) | FieldKind::Skipped);
    source.lines.iter().all(|line| {
        let fields = source.fields(line);
        match line.kind {
            LineKind::Text(_) => true,
            LineKind::Blank => source.str(line.span).trim().is_empty(),
            LineKind::Data(Keyword::B | Keyword::W) => {
                let [Field { kind: FieldKind::Number(_), .. }, place, ..] = fields else { return false };
                matches!(place.kind, FieldKind::Location(_) | FieldKind::Pass) && fields[2..].iter().all(is_plain)
            }
            LineKind::Data(Keyword::Endvar) => fields.is_empty(),
            LineKind::Data(_) => fields.iter().all(is_plain),
            LineKind::Bare | LineKind::Unknown | LineKind::Misspelt(_) | LineKind::Foreign => false,
        }
    })
}

/// The event can't be rebuilt from the nodes of its game.
struct Irregular;

/// What lines say of a node.
#[derive(Default)]
struct Data {
    /// In order, with none for the block.
    said: Vec<Option<Said>>,
    block: Option<SgfBlock>,
}

/// A node whose properties may still be added to.
struct Unfinished {
    node: u32,
    kind: NodeLines,
    data: Data,
    /// Its lines, as indices of the event.
    lines: (usize, usize),
    /// The lines of moves before, where variations come between them.
    earlier: Vec<(usize, usize)>,
    is_first: bool,
    up: u32,
}

/// What is known of a sequence of moves while it is read.
#[derive(Default)]
struct SequenceState {
    /// The node that the next step belongs to.
    last: Option<u32>,
    unfinished: Option<Unfinished>,
    /// How many steps of it have been read.
    steps: usize,
    /// Whether it has begun with a diagram with stones, after which nothing can follow in a variation.
    is_over: bool,
}

/// Builds the game of one event.
struct EventWriter<'b, 's, 't> {
    out: &'b mut SgfBuilder,
    source: &'s Source<'t>,
    event: &'s Event,
    /// Where the event begins in the text.
    at: usize,
    /// Whether the text of the event is kept as a whole, so that no node needs to keep lines.
    is_kept: bool,
    /// The nodes of the moves.
    move_nodes: Vec<u32>,
    sequences: Vec<SequenceState>,
    /// Diagrams with stones, which become the last children of their parents.
    diagrams: Vec<u32>,
    /// What marks show that refer to numbers.
    views: HashMap<u32, PointMarks>,
    /// The data of each owner, as indices of the event.
    by_owner: HashMap<(u8, u32), Vec<usize>>,
    /// The lines of each step, by the line of the step.
    ranges: HashMap<u32, (usize, usize)>,
    /// The node from which this part of a game goes on.
    part: Option<u32>,
}

impl<'b, 's, 't> EventWriter<'b, 's, 't> {
    fn new(out: &'b mut SgfBuilder, source: &'s Source<'t>, event: &'s Event, at: usize, is_kept: bool) -> Self {
        Self {
            out,
            source,
            event,
            at,
            is_kept,
            move_nodes: Vec::with_capacity(event.moves.len()),
            sequences: (0..event.sequences.len()).map(|_| SequenceState::default()).collect(),
            diagrams: Vec::new(),
            views: HashMap::new(),
            by_owner: HashMap::new(),
            ranges: HashMap::new(),
            part: None,
        }
    }

    fn write(&mut self) -> Result<(), Irregular> {
        for (index, datum) in self.event.data.iter().enumerate() {
            self.by_owner.entry(key(datum.owner)).or_default().push(index);
        }
        self.find_views();
        let head_lines = self.find_lines()?;
        self.head(head_lines);
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
        for index in std::mem::take(&mut self.diagrams) {
            self.out.link(index);
        }
        Ok(())
    }

    /// Fails where the text of the event is not yet kept as a whole.
    fn irregular(&self) -> Result<(), Irregular> {
        if self.is_kept { Ok(()) } else { Err(Irregular) }
    }

    /// Finds the lines of each step: its own, its data, and what stands directly before it. Returns the end of the
    /// lines before the tree.
    fn find_lines(&mut self) -> Result<usize, Irregular> {
        if self.is_kept {
            return Ok(0);
        }
        let lines = &self.source.lines;
        let is_structural = |line: &Line| {
            matches!(line.keyword(), Some(Keyword::B | Keyword::W | Keyword::Diagram | Keyword::Var | Keyword::Endvar))
        };
        let is_filled = |line: &Line| !matches!(line.kind, LineKind::Blank);
        let mut head = None;
        // Where the lines begin that no step has yet, and the last step with its own first line.
        let mut from = 0;
        let mut step: Option<(usize, usize)> = None;
        let mut last_was_step = true;
        let structural = lines.iter().enumerate().filter(|(_, line)| is_structural(line));
        for (index, line) in structural.map(|(index, line)| (index, Some(line))).chain([(lines.len(), None)]) {
            let keyword = line.and_then(Line::keyword);
            if last_was_step {
                // What stands before the next step belongs to that, if it is a remark.
                let mut end = index;
                if !matches!(keyword, None | Some(Keyword::Endvar)) {
                    let is_before = |line: &Line| matches!(line.keyword(), Some(Keyword::Remark)) || !is_filled(line);
                    let own_start = step.map_or(0, |(_, own)| own + 1);
                    while end > own_start && is_before(&lines[end - 1]) {
                        end -= 1;
                    }
                }
                match step {
                    Some((start, own)) => {
                        self.ranges.insert(own as u32, (start, end));
                    }
                    None => head = Some(end),
                }
                from = end;
            } else if !matches!(keyword, Some(Keyword::B | Keyword::W | Keyword::Diagram | Keyword::Var))
                && lines[from..index].iter().any(is_filled)
            {
                return Err(Irregular);
            }
            match keyword {
                Some(Keyword::Var) => last_was_step = false,
                Some(Keyword::Endvar) => {
                    from = index + 1;
                    last_was_step = false;
                }
                _ => {
                    step = Some((from, index));
                    last_was_step = true;
                }
            }
        }
        Ok(head.unwrap_or(lines.len()))
    }

    /// What marks show where numbers and ranges have to be looked up on the board.
    fn find_views(&mut self) {
        let event = self.event;
        let is_plain = |mark: &Mark| mark.sign != Sign::Number && matches!(mark.target, Target::Point(_));
        let is_plain_datum = |kind: &DatumKind| match kind {
            DatumKind::Mark(range) => event.marks(range).iter().all(is_plain),
            DatumKind::Unmark(_) => false,
            _ => true,
        };
        if event.data.iter().all(|datum| is_plain_datum(&datum.kind)) {
            return;
        }
        let mut walk = Walk::new(event);
        loop {
            let owner = match walk.next() {
                Some(Visit::Move(id)) => Owner::Move(id),
                Some(Visit::Diagram(id)) => Owner::Diagram(id),
                Some(_) => continue,
                None => break,
            };
            if self.data_of(owner).iter().any(|&index| !is_plain_datum(&event.data[index].kind)) {
                self.views.insert(line_of(event, owner), marks_of(&View::of_walk(&walk, owner)));
            }
        }
        if self.data_of(Owner::Event).iter().any(|&index| !is_plain_datum(&event.data[index].kind)) {
            self.views.insert(NONE, marks_of(&View::of(event, Owner::Event)));
        }
    }

    fn data_of(&self, owner: Owner) -> &[usize] {
        self.by_owner.get(&key(owner)).map_or(&[], Vec::as_slice)
    }

    fn has_data(&self, owner: Owner) -> bool {
        !self.data_of(owner).is_empty()
    }

    /// What the data of an owner say, for each node that they are of.
    fn data(&mut self, owner: Owner) -> Vec<Data> {
        let (event, source) = (self.event, self.source);
        let mut all = vec![Data::default()];
        let mut view = self.views.remove(&line_of(event, owner));
        for index in self.by_owner.remove(&key(owner)).unwrap_or_default() {
            let datum = &event.data[index];
            let Some(data) = all.last_mut() else { break };
            match &datum.kind {
                DatumKind::Mark(_) | DatumKind::Unmark(_) if view.is_some() => {
                    data.said.push(view.take().filter(|marks| !marks.is_empty()).map(Said::Marks));
                }
                DatumKind::Mark(range) => {
                    let marks = event.marks(range).iter().filter_map(|mark| match mark.target {
                        Target::Point(point) => Some((Shown::Sign(mark.sign), point)),
                        _ => None,
                    });
                    match data.said.iter_mut().flatten().find_map(as_marks) {
                        Some(known) => known.extend(marks),
                        None => data.said.push(Some(Said::Marks(marks.collect()))),
                    }
                }
                DatumKind::Comment => {
                    let text = comment(source, datum.line, datum.end);
                    match data.said.iter_mut().flatten().find_map(as_comment) {
                        Some(known) => {
                            known.push_str("\n\n");
                            known.push_str(&text);
                        }
                        None => data.said.push(Some(Said::Comment(text))),
                    }
                }
                DatumKind::Setup(range) => {
                    let stones = event.stones(range).iter().copied();
                    all[0].stones().added.extend(stones);
                }
                DatumKind::Hide(range) => {
                    let points = event.marks(range).iter().filter_map(|mark| match mark.target {
                        Target::Point(point) => Some(point),
                        _ => None,
                    });
                    all[0].stones().removed.extend(points);
                }
                DatumKind::User => {
                    let line = &source.lines[datum.line as usize];
                    if source.free_text(line).trim_end() != NAME {
                        continue;
                    }
                    let mut block = SgfBlock::default();
                    for line in text_lines(source, datum.line, datum.end) {
                        block.read(line);
                    }
                    if let Some(charset) = block.charset.as_deref().and_then(Charset::named) {
                        self.out.charset.get_or_insert(charset);
                    }
                    if block.is_next {
                        all.push(Data::default());
                    }
                    if let Some(data) = all.last_mut() {
                        // A second block is one too many.
                        if data.block.is_none() {
                            data.said.push(None);
                            data.block = Some(block);
                        }
                    }
                }
                DatumKind::Unmark(_) | DatumKind::Prisoner(_) => {}
            }
        }
        for data in &mut all {
            // A place for the block, and none for marks that show nothing.
            let block = data.block.is_some();
            let mut seen = !block;
            data.said.retain(|item| item.is_some() || !std::mem::replace(&mut seen, true));
        }
        all
    }

    /// The lines before the tree.
    fn head(&mut self, end: usize) {
        let event = self.event;
        let mut all = self.data(Owner::Event);
        let place = NodePlace { size: event.board_size.get(), number: 0 };
        if let Some(block) = &all[0].block {
            if let Some(game) = &block.game {
                self.out.games.push(BuiltGame::Raw(game.clone()));
                // Moves after it, which somebody has added, need a node.
                let root = self.out.add(NONE);
                self.sequences[0].last = Some(root);
                return;
            }
            if let Some(node) = block.part.and_then(|part| self.out.parts.remove(&part)).filter(|_| !self.is_kept) {
                self.part = Some(node);
                self.sequences[0].last = Some(node);
                return;
            }
        }
        let is_first_event = self.out.games.is_empty();
        let root = self.out.add(NONE);
        self.out.games.push(BuiltGame::Tree(root));
        let mut said = self.headers();
        said.append(&mut all[0].said);
        let several = all.len() > 1;
        if several {
            let stones = said.iter_mut().flatten().find_map(as_stones).map(std::mem::take).unwrap_or_default();
            said.retain(|item| !matches!(item, Some(Said::Stones(_))));
            let block = all[0].block.take();
            all[0] = Data { said, block };
            return self.heads(root, all, &stones, place);
        }
        let data = Data { said, block: all[0].block.take() };
        self.sequences[0].last = Some(root);
        let (kind, lines) = (NodeLines::Head, (0, end));
        self.sequences[0].unfinished =
            Some(Unfinished { node: root, kind, data, lines, earlier: Vec::new(), is_first: is_first_event, up: 0 });
    }

    /// Several nodes before the tree, whose stones stand together.
    fn heads(&mut self, root: u32, all: Vec<Data>, stones: &StoneChanges, place: NodePlace) {
        let mut nodes: Vec<(u32, Vec<Prop<'static>>)> = Vec::new();
        let mut last = root;
        for (index, data) in all.into_iter().enumerate() {
            let kind = if index == 0 { NodeLines::HeadOfSeveral } else { NodeLines::Later };
            if index > 0 {
                last = self.out.add(last);
                self.out.link(last);
            }
            nodes.push((last, merge(data.said, data.block.as_ref(), kind, place).0));
        }
        if position(nodes.iter().map(|(_, properties)| properties.as_slice()), place) != stones.added {
            let is_stone = |property: &Prop<'_>| matches!(&*property.name(), "AB" | "AW" | "AE");
            for (_, properties) in &mut nodes {
                properties.retain(|property| !is_stone(property));
            }
            nodes[0].1.extend(stones.properties(place));
        }
        for (node, properties) in nodes {
            self.out.set_text(node, &properties);
        }
        self.sequences[0].last = Some(last);
    }

    /// What the header lines say: the title, then the others.
    fn headers(&self) -> Vec<Option<Said>> {
        let event = self.event;
        let mut said = Vec::new();
        if event.definition.is_some() && !event.title.is_empty() {
            said.push(Some(Said::Header(Keyword::Event, event.title.to_string())));
        }
        let mut seen = Vec::new();
        for header in &event.headers {
            let keyword = header.keyword;
            if seen.contains(&keyword) {
                continue;
            }
            seen.push(keyword);
            let texts: Vec<&str> =
                event.headers.iter().filter(|one| one.keyword == keyword).map(|one| &*one.text).collect();
            let text = match texts.last() {
                Some(last) if keyword.counts_once() => (*last).to_owned(),
                _ => texts.join(", "),
            };
            said.push(Some(Said::Header(keyword, text)));
        }
        said
    }

    /// The node to which the next step of a sequence belongs.
    fn base(&mut self, sequence: SequenceId) -> Result<u32, Irregular> {
        let index = sequence.0 as usize;
        if let Some(last) = self.sequences[index].last {
            if self.sequences[index].is_over {
                self.irregular()?;
            }
            return Ok(last);
        }
        let root = self.sequences[0].last.unwrap_or(0);
        let replaced = self.event.sequence(sequence).replaces.and_then(|id| self.move_nodes.get(id.0 as usize));
        let parent = replaced.map(|&node| self.out.nodes[node as usize].parent).filter(|&parent| parent != NONE);
        Ok(parent.unwrap_or(root))
    }

    /// Adds the node of a step. Returns it with how far its parent is above the one that it would have.
    fn step(&mut self, sequence: SequenceId, block: Option<&SgfBlock>) -> Result<(u32, u32), Irregular> {
        let mut parent = self.base(sequence)?;
        let mut up = 0;
        while up < block.map_or(0, |block| block.up) && self.out.nodes[parent as usize].parent != NONE {
            parent = self.out.nodes[parent as usize].parent;
            up += 1;
        }
        Ok((self.out.add(parent), up))
    }

    fn a_move(&mut self, id: MoveId, one: &Move) -> Result<(), Irregular> {
        let event = self.event;
        let index = one.sequence.0 as usize;
        self.sequences[index].steps += 1;
        let mut data = self.data(Owner::Move(id));
        let has_one = data.len() == 1;
        let mut data = data.swap_remove(0);
        if !has_one || self.has_data(Owner::Variation(one.sequence)) {
            self.irregular()?;
        }
        let is_on_board = |point: Point| event.board_size.contains(point);
        if one.place.point().is_some_and(|point| !is_on_board(point)) {
            self.irregular()?;
        }
        let said = match (one.place, one.number) {
            (MoveTarget::Unknown, _) => None,
            (place, number) => {
                let point = place.point().filter(|&point| is_on_board(point));
                let known = place == MoveTarget::Pass || point.is_some();
                known.then_some((point, number))
            }
        };
        let is_joined = data.block.as_ref().is_some_and(|block| block.is_joined);
        let before = if is_joined { self.sequences[index].unfinished.take() } else { None };
        if let Some(mut before) = before {
            // The move is of the node before it.
            let node = &self.out.nodes[before.node as usize];
            let number = one.number.map_or(super::said::next_number(node.number), std::num::NonZero::get);
            self.out.nodes[before.node as usize].number = number;
            let said = said.map(|(point, _)| SaidMove { color: one.color, point, number });
            let moves = before.data.said.iter_mut().flatten().find_map(as_moves);
            match (moves, said) {
                (Some(moves), Some(said)) => moves.push(said),
                (None, Some(said)) => {
                    let at = before.data.said.iter().position(|item| !is_before_moves(item.as_ref()));
                    let at = at.unwrap_or(before.data.said.len());
                    before.data.said.insert(at, Some(Said::Moves(vec![said])));
                }
                _ => {}
            }
            let own_block = before.data.block.take();
            before.data.said.retain(Option::is_some);
            before.data.said.append(&mut data.said);
            before.data.block =
                data.block.map(|block| SgfBlock { charset: own_block.and_then(|own| own.charset), ..block });
            self.move_nodes.push(before.node);
            self.sequences[index].last = Some(before.node);
            if self.event.variations(id).next().is_some() {
                self.irregular()?;
            }
            let lines = self.ranges.remove(&one.line).unwrap_or_default();
            let earlier = std::mem::replace(&mut before.lines, lines);
            before.earlier.push(earlier);
            self.sequences[index].unfinished = Some(before);
            return Ok(());
        }
        self.finish_last(index)?;
        let is_first = index > 0 && self.sequences[index].last.is_none();
        if self.event.variations(id).next().is_some() && is_first {
            // In SGF this would be a variation of the same move as this one.
            self.irregular()?;
        }
        let (node, up) = self.step(one.sequence, data.block.as_ref())?;
        self.out.link(node);
        self.move_nodes.push(node);
        let before = self.out.nodes[node as usize].number;
        let number = one.number.map_or(super::said::next_number(before), std::num::NonZero::get);
        self.out.nodes[node as usize].number = if said.is_some() { number } else { before };
        self.check_variations(id, one)?;
        self.sequences[index].last = Some(node);
        if let Some((point, _)) = said {
            let said = SaidMove { color: one.color, point, number };
            data.said.insert(0, Some(Said::Moves(vec![said])));
        }
        let lines = self.ranges.remove(&one.line).unwrap_or_default();
        self.sequences[index].unfinished =
            Some(Unfinished { node, kind: NodeLines::Move, data, lines, earlier: Vec::new(), is_first, up });
        Ok(())
    }

    /// Fails where variations on a move do not follow it directly: in SGF they stand beside it.
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
        let mut data = self.data(Owner::Diagram(id));
        let has_one = data.len() == 1;
        let data = data.swap_remove(0);
        if !has_one || self.has_data(Owner::Variation(sequence)) {
            self.irregular()?;
        }
        let is_first = index > 0 && self.sequences[index].last.is_none();
        let (node, up) = self.step(sequence, data.block.as_ref())?;
        let parent = self.out.nodes[node as usize].parent;
        let part = data.block.as_ref().and_then(|block| block.part);
        let is_placed = data.block.as_ref().is_some_and(|block| block.is_first);
        let lines = self.ranges.remove(&line).unwrap_or_default();
        let kind = NodeLines::Diagram;
        let has_stones = self.finish(Unfinished { node, kind, data, lines, earlier: Vec::new(), is_first, up })?;
        if let Some(part) = part {
            self.out.parts.insert(part, node);
        }
        if has_stones && part.is_none() && !is_placed && !is_first {
            self.diagrams.push(node);
        } else {
            self.out.link(node);
        }
        let sequence = &mut self.sequences[index];
        // Nothing follows from stones that are only for a diagram.
        sequence.last = Some(if has_stones { parent } else { node });
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
    fn finish(&mut self, node: Unfinished) -> Result<bool, Irregular> {
        let Unfinished { node, kind, data, lines, earlier, is_first, up } = node;
        let parent = self.out.nodes[node as usize].parent;
        let number = self.out.nodes.get(parent as usize).map_or(0, |parent| parent.number);
        let place = NodePlace { size: self.event.board_size.get(), number };
        let is_native = kind == NodeLines::Head && data.block.is_none();
        let is_plain_move = kind == NodeLines::Move && data.said.len() == 1 && data.block.is_none();
        let (mut properties, has_outdated) = merge(data.said, data.block.as_ref(), kind, place);
        if kind == NodeLines::Diagram {
            // Moves that a diagram can't say count all the same.
            self.out.nodes[node as usize].number =
                SaidMove::of(&properties, place).last().map_or(number, |last| last.number);
        }
        if is_native {
            properties.splice(0..0, native_properties());
        }
        let has_stones = properties.iter().any(|property| matches!(&*property.name(), "AB" | "AW" | "AE"));
        if !self.is_kept {
            let block = data.block.unwrap_or_default();
            let is_bare = is_plain_move && up == 0 && self.is_plain_move(lines, is_first);
            if !is_bare {
                let known = NodeExtras { up, is_first, has_stones, has_outdated };
                let all = &self.source.lines;
                let lines: Vec<&Line> =
                    earlier.into_iter().chain([lines]).flat_map(|(start, end)| &all[start..end]).collect();
                self.keep_lines(&mut properties, kind, place, (&block, known), &lines)?;
            }
        }
        self.out.set_text(node, &properties);
        Ok(has_stones)
    }

    /// Whether the lines of a node are a move, and a VAR without a marker before it where the node begins a variation.
    fn is_plain_move(&self, (start, end): (usize, usize), is_first: bool) -> bool {
        let lines = self.source.lines.get(start..end).unwrap_or_default();
        match (lines, is_first) {
            ([line], false) => self.source.fields(line).len() == 2,
            ([var, line], true) => self.source.fields(var).is_empty() && self.source.fields(line).len() == 2,
            _ => false,
        }
    }

    /// Adds the lines of a node to its properties where these do not say the same.
    fn keep_lines(
        &mut self,
        properties: &mut Vec<Prop<'static>>,
        kind: NodeLines,
        place: NodePlace,
        (block, known): (&SgfBlock, NodeExtras),
        lines: &[&Line],
    ) -> Result<(), Irregular> {
        let NodeExtras { up, is_first, has_stones, has_outdated } = known;
        let is_first_placed = kind == NodeLines::Diagram && has_stones && !is_first && block.part.is_none();
        let expected_block = SgfBlock {
            up,
            is_first: is_first_placed,
            part: block.part,
            charset: block.charset.clone(),
            ..SgfBlock::default()
        };
        let mut expected = String::new();
        if is_first && kind != NodeLines::Head {
            expected.push_str("VAR\n");
        }
        expected += &lines_of_node(properties, kind, place, &expected_block);
        let own = self.trimmed(lines).collect::<Vec<_>>().join("\n");
        let is_said = if has_outdated {
            // What has been left out stands in the block.
            say_the_same(&without_block(&own), &without_block(&expected))
        } else {
            self.trimmed(lines).eq(expected.split_terminator('\n')) || say_the_same(&own, &expected)
        };
        if is_said {
            return Ok(());
        }
        if block.is_joined || own.contains('\r') {
            return Err(Irregular);
        }
        let note = if is_first && kind != NodeLines::Head { " VAR" } else { "" };
        let property = seal(kind, place, up, is_first).with(properties).property(LINES, note, &own);
        properties.push(property);
        self.report(lines);
        Ok(())
    }

    /// Lines without the white space before them where that means nothing. The title of a comment has the white space
    /// after it, and a blank line ends a list.
    fn trimmed(&self, lines: &[&Line]) -> impl Iterator<Item = &'t str> {
        let source = self.source;
        lines.iter().map(move |line| {
            let text = source.str(line.span);
            if matches!(line.kind, LineKind::Text(_)) { text } else { text.trim_start() }
        })
    }

    /// Reports those of some lines that other programs will not find.
    fn report(&mut self, lines: &[&Line]) {
        for line in lines {
            let why = match line.kind {
                LineKind::Data(Keyword::Remark) => "other programs do not show remarks",
                LineKind::Data(Keyword::User) => "other programs have no use for it",
                LineKind::Data(Keyword::Hide) => "other programs hide no stones by their numbers",
                LineKind::Data(Keyword::Diagram) if !self.source.fields(line).is_empty() => {
                    "other programs show the whole board"
                }
                LineKind::Data(Keyword::Var) if !self.source.fields(line).is_empty() => {
                    "other programs do not show the markers of variations"
                }
                _ => continue,
            };
            let what = self.source.str(line.span).trim().to_owned();
            self.out.losses.push(Loss { span: line.span.shifted(self.at), what, why });
        }
    }
}

/// What is known of a node beside its properties.
#[derive(Clone, Copy)]
struct NodeExtras {
    up: u32,
    is_first: bool,
    has_stones: bool,
    has_outdated: bool,
}

/// Whether two texts have the same meaning.
fn say_the_same(one: &str, other: &str) -> bool {
    let said = |text: &str| Reader::new(text, Following::NOTHING).map(|source| meaning(&source)).collect::<String>();
    said(one) == said(other)
}

/// The text without its `USER sgf` block.
fn without_block(text: &str) -> String {
    let first = format!("USER {NAME}");
    let mut is_inside = false;
    let kept = text.split('\n').filter(|line| {
        let was_inside = is_inside;
        is_inside = if is_inside { !line.trim().eq_ignore_ascii_case("ENDUSER") } else { line.trim() == first };
        !was_inside && !is_inside
    });
    kept.collect::<Vec<_>>().join("\n")
}

impl Data {
    /// The stones, which come before all else.
    fn stones(&mut self) -> &mut StoneChanges {
        if !matches!(self.said.first(), Some(Some(Said::Stones(_)))) {
            self.said.insert(0, Some(Said::Stones(StoneChanges::default())));
        }
        match self.said.first_mut() {
            Some(Some(Said::Stones(stones))) => stones,
            _ => unreachable!("they have just been put there"),
        }
    }
}

fn as_marks(said: &mut Said) -> Option<&mut PointMarks> {
    match said {
        Said::Marks(marks) => Some(marks),
        _ => None,
    }
}

fn as_comment(said: &mut Said) -> Option<&mut String> {
    match said {
        Said::Comment(text) => Some(text),
        _ => None,
    }
}

fn as_moves(said: &mut Said) -> Option<&mut Vec<SaidMove>> {
    match said {
        Said::Moves(moves) => Some(moves),
        _ => None,
    }
}

fn as_stones(said: &mut Said) -> Option<&mut StoneChanges> {
    match said {
        Said::Stones(stones) => Some(stones),
        _ => None,
    }
}

fn is_before_moves(said: Option<&Said>) -> bool {
    matches!(said, Some(Said::Header(..) | Said::Stones(_)))
}

/// An owner as the key of a map.
fn key(owner: Owner) -> (u8, u32) {
    match owner {
        Owner::Event => (0, 0),
        Owner::Move(id) => (1, id.0),
        Owner::Diagram(id) => (2, id.0),
        Owner::Variation(id) => (3, id.0),
    }
}

/// The line of an owner; an event has [`NONE`].
fn line_of(event: &Event, owner: Owner) -> u32 {
    match owner {
        Owner::Move(id) => event[id].line,
        Owner::Diagram(id) => event.diagram(id).line,
        Owner::Event | Owner::Variation(_) => NONE,
    }
}

fn marks_of(view: &View) -> PointMarks {
    view.marks.iter().map(|(point, shown)| (*shown, *point)).collect()
}

/// The lines inside a block.
fn text_lines<'s>(source: &'s Source<'_>, start: u32, end: u32) -> impl Iterator<Item = &'s str> {
    let lines = &source.lines[start as usize..end as usize];
    lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_))).map(|line| source.str(line.span))
}

/// A comment with its title as the first line.
fn comment(source: &Source<'_>, start: u32, end: u32) -> String {
    let title = source.free_text(&source.lines[start as usize]);
    let mut lines: Vec<&str> = text_lines(source, start, end).collect();
    if !title.is_empty() {
        lines.insert(0, title);
    }
    lines.join("\n")
}
