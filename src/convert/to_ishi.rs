//! Games in SGF as the text of a record.

use std::collections::VecDeque;
use std::fmt::Write;

use super::Loss;
use super::block::{NAME, SgfBlock};
use super::header;
use super::node::{NodeLines, Plan, Said};
use super::property::Prop;
use super::said::{NodePlace, SaidMove, StoneChanges, comment_lines, mark_line, next_number};
use super::verbatim::{self, EVENT, LINES, Seal};
use crate::board::{Board, BoardSize, Color, Origin, Point, Stone, Undone};
use crate::record::SetupStone;
use crate::sgf::{self, Charset, Collection, NodeId};
use crate::syntax::{Block as BlockKind, Delimiter, Keyword, delimits};

/// The text of a record that says what games in SGF say.
#[derive(Clone, Debug, Default)]
pub struct Ishi {
    /// The text.
    pub text: String,
    /// The node that each of its lines is of.
    pub origins: Vec<NodeId>,
    /// What is not in it as it was in SGF.
    pub losses: Vec<Loss>,
    /// How many of the games are games of Go on a board that Ishi has.
    pub readable: usize,
}

/// Converts games, which were read from a file in `charset`.
///
/// ```
/// use ishi::{convert, sgf};
///
/// let games = sgf::parse("(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd]C[The first move.])");
/// let record = convert::to_ishi(&games, None);
/// assert_eq!(record.text, "EVENT Final\nB 1 Q16\nCOM\nThe first move.\nENDCOM\n");
/// ```
pub fn to_ishi(games: &Collection<'_>, charset: Option<Charset>) -> Ishi {
    convert(games, charset, DEEPEST)
}

/// Converts games to lines that no person reads: without indentation, which is most of the text of a game with many
/// variations in each other.
pub fn to_flat_ishi(games: &Collection<'_>) -> Ishi {
    convert(games, None, 0)
}

fn convert(games: &Collection<'_>, charset: Option<Charset>, deepest: usize) -> Ishi {
    let mut out = RecordLines { deepest, ..RecordLines::default() };
    out.record.text.reserve(games.text().len() * 2);
    for fault in games.faults() {
        let why = "it was read through";
        out.record.losses.push(Loss { span: fault.span, what: fault.kind.to_string(), why });
    }
    let charset = charset.filter(|&charset| charset != Charset::UTF_8);
    let mut charset = charset.map(|charset| charset.to_string());
    let mut parts = 0;
    for game in 0..games.games().len() {
        let root = games.games()[game];
        if verbatim::has(games, root, EVENT)
            && let Some(property) = games.properties(root).last()
            && let Some((_, text)) = property
                .raw_values()
                .next()
                .map(sgf::unescape)
                .as_deref()
                .and_then(|value| Seal::of_game(games, game).open(value))
        {
            out.record.readable += 1;
            text.split('\n').for_each(|line| out.add(root, 0, line));
            continue;
        }
        match board_size(games, root) {
            Ok(size) => {
                out.record.readable += 1;
                GameWriter::new(games, game, size, &mut out, &mut parts).write(charset.take());
            }
            Err(why) => out.unreadable(games, game, charset.take(), why),
        }
    }
    out.record
}

/// The size of the board of a game, or why Ishi can't hold the game.
pub(crate) fn board_size(games: &Collection<'_>, root: NodeId) -> Result<u8, &'static str> {
    let first = |name| games.property(root, name).and_then(|property| property.raw_values().next());
    if first("GM").is_some_and(|game| !matches!(game.trim(), "1" | "")) {
        return Err("it is not a game of Go");
    }
    let Some(size) = first("SZ").map(str::trim).filter(|size| !size.is_empty()) else { return Ok(19) };
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    if columns.trim() != rows.trim() {
        return Err("its board is not square, and those of Ishi are");
    }
    let size = columns.trim().parse().ok().and_then(BoardSize::new);
    size.map(BoardSize::get).ok_or("its board has a size that Ishi does not have: 2 to 19")
}

/// Indentation stops here, as that of the formatter does.
const DEEPEST: usize = 200;

/// The lines of a record.
#[derive(Default)]
pub(super) struct RecordLines {
    record: Ishi,
    /// How many columns a line is indented at most.
    deepest: usize,
}

impl RecordLines {
    /// Adds a line.
    fn add(&mut self, node: NodeId, level: usize, line: &str) {
        self.add_with(node, level, |out| out.push_str(line));
    }

    #[inline]
    fn add_with(&mut self, node: NodeId, level: usize, write: impl FnOnce(&mut String)) {
        let out = &mut self.record.text;
        out.extend(std::iter::repeat_n(' ', (2 * level).min(self.deepest)));
        write(out);
        out.push('\n');
        self.record.origins.push(node);
    }

    /// Adds a block.
    fn block(&mut self, node: NodeId, level: usize, block: &SgfBlock) {
        self.add_with(node, level, |out| {
            let _ = write!(out, "USER {NAME}");
        });
        block.lines().iter().for_each(|line| self.add(node, 0, line));
        self.add(node, level, "ENDUSER");
    }

    /// Adds lines as they were in a record before; those in blocks are a user's own.
    fn verbatim(&mut self, node: NodeId, level: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut open: Option<BlockKind> = None;
        for line in text.split('\n') {
            let found = delimits(line);
            let closes = open.is_some_and(|open| found == Some((open, Delimiter::Close)));
            let is_own = line.is_empty() || open.is_some() && !closes;
            self.add(node, if is_own { 0 } else { level }, line);
            if closes {
                open = None;
            } else if open.is_none() {
                open = found.map(|(block, _)| block);
            }
        }
    }

    /// Adds headers and stones of a plan, and EVENT where it has no title.
    fn head(&mut self, node: NodeId, plan: &Plan) {
        let headers = plan.said.iter().flatten().filter_map(|(said, _)| match said {
            Said::Header(keyword, text) => Some((*keyword, text)),
            _ => None,
        });
        if headers.clone().next().is_none_or(|(keyword, _)| keyword != Keyword::Event) {
            self.add(node, 0, "EVENT");
        }
        for (keyword, text) in headers {
            let space = if text.is_empty() { "" } else { " " };
            self.add(node, 0, &format!("{keyword}{space}{text}"));
        }
    }

    fn stones(&mut self, node: NodeId, level: usize, plan: &Plan) {
        for (said, _) in plan.said.iter().flatten() {
            if let Said::Stones(stones) = said {
                stones.lines().iter().for_each(|line| self.add(node, level, line));
            }
        }
    }

    /// Adds marks, the comment and the block, if there are any.
    fn data(&mut self, node: NodeId, level: usize, plan: &Plan, block: Option<&SgfBlock>) {
        for item in &plan.said {
            match item {
                None => {
                    if let Some(block) = block {
                        self.block(node, level, block);
                    }
                }
                Some((Said::Marks(marks), _)) => self.add(node, level, &mark_line(marks)),
                Some((Said::Comment(text), _)) => {
                    self.add(node, level, "COM");
                    for line in comment_lines(text) {
                        self.add(node, 0, &line);
                    }
                    self.add(node, level, "ENDCOM");
                }
                Some(_) => {}
            }
        }
    }

    /// Adds a game that Ishi can't hold as an event that says nothing but its text.
    fn unreadable(&mut self, games: &Collection<'_>, game: usize, charset: Option<String>, why: &'static str) {
        let root = games.games()[game];
        self.record.losses.push(Loss { span: games.span(root), what: format!("game {}", game + 1), why });
        self.add(root, 0, &format!("REMARK This game is kept as it is: {why}."));
        self.add(root, 0, "EVENT");
        let mut text = String::new();
        sgf::print_game(games, root, &mut text);
        let game = Some(text.trim_end().to_owned());
        self.block(root, 0, &SgfBlock { charset, game, ..SgfBlock::default() });
    }
}

/// The lines of one node, as they are when nothing is known but its properties and its place.
pub(super) fn lines_of_node(properties: &[Prop<'_>], kind: NodeLines, place: NodePlace, block: &SgfBlock) -> String {
    let plan = Plan::in_charset(properties, kind, place, block.charset.as_deref());
    let moves = plan.moves();
    let mut lines = RecordLines::default();
    let node = NodeId(0);
    let has_moves = kind == NodeLines::Head && !moves.is_empty();
    let is_joined = has_moves || moves.len() > 1;
    if kind == NodeLines::Head {
        lines.head(node, &plan);
    } else if kind == NodeLines::Diagram {
        lines.add(node, 0, "DIAGRAM");
    }
    lines.stones(node, 0, &plan);
    // Where the node stands is said at once, and what else it has with its last move.
    let first = Some(block).filter(|block| is_joined && **block != SgfBlock::default());
    if let Some(first) = first.filter(|_| has_moves) {
        lines.block(node, 0, first);
    }
    for (index, one) in moves.iter().enumerate() {
        lines.add_with(node, 0, |out| one.write(out));
        if index + 1 == moves.len() {
            break;
        }
        if has_moves || index > 0 {
            lines.block(node, 0, &SgfBlock { is_joined, ..SgfBlock::default() });
        } else if let Some(first) = first {
            lines.block(node, 0, first);
        }
    }
    let block = if is_joined { SgfBlock { is_joined, ..SgfBlock::default() } } else { block.clone() };
    let block = with_listed(&block, &plan, kind == NodeLines::Head && !plan.is_native);
    lines.data(node, 0, &plan, block.as_ref());
    lines.record.text
}

/// The block of a node, if it needs one.
fn with_listed(block: &SgfBlock, plan: &Plan, needs_block: bool) -> Option<SgfBlock> {
    let block = SgfBlock { listed: plan.listed.clone(), ..block.clone() };
    (block != SgfBlock::default() || needs_block).then_some(block)
}

/// What is known of a node before any line is written.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
struct NodeFacts {
    depth: u32,
    /// The number of the last move up to the node.
    number: u32,
    has_move: bool,
    has_stones: bool,
    /// Whether a move is played in this event at the node or below it.
    is_live: bool,
    is_leaf: bool,
}

impl NodeFacts {
    /// Whether the game goes on from stones of the node, where they do not stand before the first move.
    fn is_split(&self) -> bool {
        self.has_stones && (self.has_move || !self.is_leaf)
    }
}

/// What is still to be written.
enum WriteTask {
    /// What is below a node.
    Children(NodeId),
    /// A node as the next step of the sequence.
    Step(NodeId),
    /// The moves of a node from this one on, which go on from those before.
    Moves(NodeId, usize),
    /// A sibling of a move, their parent, and how many steps there were on the board before the move.
    Variation(NodeId, NodeId, usize),
    EndVariation(Outer),
}

/// What goes on after a variation.
struct Outer {
    last: NodeId,
    pending: Vec<Vec<NodeId>>,
    /// How many steps there were on the board before the move that the variation replaces, and what has been undone.
    steps: usize,
    undone: Vec<Undone>,
}

/// A part of a game that goes on from a position.
struct GamePart {
    node: NodeId,
    number: u32,
    stones: Vec<SetupStone>,
}

/// Writes one game.
struct GameWriter<'g, 'o> {
    games: &'g Collection<'g>,
    root: NodeId,
    size: u8,
    known: Vec<NodeFacts>,
    out: &'o mut RecordLines,
    /// The parts of all games so far.
    part_count: &'o mut u32,
    parts: VecDeque<GamePart>,
    /// Kept only where a part will begin with the position.
    board: Option<Board>,
    tasks: Vec<WriteTask>,
    level: usize,
    /// The node to which the next step would belong in SGF.
    last: NodeId,
    /// Siblings of the nodes since the last move, which become variations on the next one.
    pending: Vec<Vec<NodeId>>,
    /// Whether the next step is the first of a variation.
    is_first: bool,
}

impl<'g, 'o> GameWriter<'g, 'o> {
    fn new(
        games: &'g Collection<'g>,
        game: usize,
        size: u8,
        out: &'o mut RecordLines,
        part_count: &'o mut u32,
    ) -> Self {
        let root = games.games()[game];
        let mut all = Self {
            games,
            root,
            size,
            known: Vec::new(),
            out,
            part_count,
            parts: VecDeque::new(),
            board: None,
            tasks: Vec::new(),
            level: 0,
            last: root,
            pending: Vec::new(),
            is_first: false,
        };
        all.survey(game);
        all
    }

    fn known(&self, node: NodeId) -> NodeFacts {
        self.known[(node.0 - self.root.0) as usize]
    }

    /// Finds out of each node what its lines depend on.
    fn survey(&mut self, game: usize) {
        let games = self.games;
        self.known.reserve(games.nodes_of_game(game).size_hint().0);
        for node in games.nodes_of_game(game) {
            let parent = games.parent(node).map(|parent| self.known(parent));
            let before = parent.map_or(0, |parent| parent.number);
            let mut known = NodeFacts { number: before, is_leaf: true, ..NodeFacts::default() };
            known.depth = parent.map_or(0, |parent| parent.depth + 1);
            if let Some(last) = self.simple_move(node, before) {
                known.number = last.number;
                known.has_move = true;
            } else {
                let is_of = |names: &[&str]| games.properties(node).any(|one| names.contains(&&*one.name()));
                known.has_stones = is_of(&["AB", "AW", "AE"]);
                if is_of(&["B", "W"]) {
                    let properties = self.properties(node);
                    let last = SaidMove::of(&properties, NodePlace { size: self.size, number: before }).last().copied();
                    known.number = last.map_or(before, |last| last.number);
                    known.has_move = last.is_some();
                }
            }
            known.is_live = known.has_move && !known.has_stones;
            self.known.push(known);
        }
        for node in games.nodes_of_game(game).rev() {
            if let Some(parent) = games.parent(node) {
                let is_live = self.known(node).is_live;
                let parent = &mut self.known[(parent.0 - self.root.0) as usize];
                parent.is_live |= is_live && !parent.has_stones;
                parent.is_leaf = false;
            }
        }
    }

    /// The move of a node that has nothing else.
    #[inline]
    fn simple_move(&self, node: NodeId, before: u32) -> Option<SaidMove> {
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
            value => Some(super::said::point(self.size, value)?),
        };
        Some(SaidMove { color, point, number: next_number(before) })
    }

    fn properties(&self, node: NodeId) -> Vec<Prop<'g>> {
        self.games.properties(node).map(|property| Prop::of(&property)).collect()
    }

    fn place(&self, node: NodeId) -> NodePlace {
        let number = self.games.parent(node).map_or(0, |parent| self.known(parent).number);
        NodePlace { size: self.size, number }
    }

    /// The note and the lines that a node has kept from a record, if it is still what they say.
    fn verbatim(
        &self,
        node: NodeId,
        properties: &[Prop<'_>],
        kind: NodeLines,
        block: &SgfBlock,
    ) -> Option<(String, String)> {
        let value = properties.last().filter(|last| last.id == LINES)?.first();
        let is_first = if kind == NodeLines::Head { self.out.record.text.is_empty() } else { self.is_first };
        let seal = seal(kind, self.place(node), block.up, is_first).with(verbatim::without(LINES, properties));
        let (note, text) = seal.open(value)?;
        Some((note.to_owned(), text.to_owned()))
    }

    /// The root and the nodes after it whose stones are on the board before the first move.
    fn heads(&self) -> Vec<NodeId> {
        let mut heads = vec![self.root];
        let mut count = 1;
        let has_own_lines = verbatim::has(self.games, self.root, LINES);
        let mut last = self.root;
        while !self.known(last).has_move && !has_own_lines {
            let mut children = self.games.children(last);
            let (Some(only), None) = (children.next(), children.next()) else { break };
            if self.known(only).has_move || verbatim::has(self.games, only, LINES) {
                break;
            }
            last = only;
            heads.push(only);
            if self.known(only).has_stones {
                count = heads.len();
            }
        }
        heads.truncate(count);
        heads
    }

    fn write(mut self, charset: Option<String>) {
        let heads = self.heads();
        // The heads are the first nodes of the game.
        let needs_board = self.known[heads.len()..].iter().any(NodeFacts::is_split);
        let stones = self.write_heads(&heads, charset);
        if needs_board {
            self.board = Some(board_with(self.size, &stones));
        }
        let last = heads.last().copied().unwrap_or(self.root);
        self.last = last;
        self.tasks.push(WriteTask::Children(last));
        if self.known(self.root).has_move {
            self.tasks.push(WriteTask::Moves(self.root, 0));
        }
        self.write_tasks();
        while let Some(part) = self.parts.pop_front() {
            *self.part_count += 1;
            self.write_part(&part);
            if self.board.is_some() {
                self.board = Some(board_with(self.size, &part.stones));
            }
            self.last = part.node;
            self.tasks.push(WriteTask::Children(part.node));
            self.write_tasks();
        }
    }

    /// Writes all that stands before the tree, and returns the stones on the board there.
    fn write_heads(&mut self, heads: &[NodeId], charset: Option<String>) -> Vec<SetupStone> {
        let (root, level) = (self.root, self.level);
        let properties = self.properties(root);
        let own = SgfBlock { charset, ..SgfBlock::default() };
        let has_move = self.known(root).has_move;
        let stones_of = |properties: &[Prop<'_>], place| StoneChanges::of(properties, place);
        let place = self.place(root);
        if heads.len() == 1
            && own.charset.is_none()
            && let Some((_, text)) = self.verbatim(root, &properties, NodeLines::Head, &own)
        {
            self.out.verbatim(root, level, &text);
            return stones_of(&setup_of(&properties), place).added;
        }
        if heads.len() == 1 {
            let plan = Plan::in_charset(&properties, NodeLines::Head, place, own.charset.as_deref());
            self.out.head(root, &plan);
            self.out.stones(root, level, &plan);
            if has_move {
                // The rest comes with the move.
                if own.charset.is_some() {
                    self.out.block(root, level, &own);
                }
            } else {
                let block = with_listed(&own, &plan, !plan.is_native);
                self.out.data(root, level, &plan, block.as_ref());
            }
            return stones_of(&setup_of(&properties), place).added;
        }
        let all: Vec<_> = heads.iter().map(|&head| self.properties(head)).collect();
        let stones = StoneChanges { added: position(all.iter().map(Vec::as_slice), place), removed: Vec::new() };
        for &head in heads {
            let properties = self.properties(head);
            let is_root = head == root;
            let kind = if is_root { NodeLines::HeadOfSeveral } else { NodeLines::Later };
            let plan = Plan::new(&properties, kind, place);
            if is_root {
                self.out.head(root, &plan);
                stones.lines().iter().for_each(|line| self.out.add(root, level, line));
                self.out.data(root, level, &plan, with_listed(&own, &plan, true).as_ref());
            } else {
                // The block comes first, for it says that another node begins.
                let own = SgfBlock { is_next: true, ..SgfBlock::default() };
                if let Some(block) = with_listed(&own, &plan, true) {
                    self.out.block(head, level, &block);
                }
                self.out.data(head, level, &plan, None);
            }
        }
        stones.added
    }

    fn write_part(&mut self, part: &GamePart) {
        let node = part.node;
        let title = self.games.property(self.root, "GN").or(self.games.property(self.root, "EV"));
        let title = title.and_then(|title| header::text(Keyword::Event, &[Prop::of(&title)])).unwrap_or_default();
        let after = if part.number > 0 { format!(" after move {}", part.number) } else { String::new() };
        self.out.add(node, 0, &format!("REMARK The game goes on from a position that was set up{after}."));
        self.out.add(node, 0, format!("EVENT {title}").trim_end());
        self.out.add(node, 0, &format!("BOARDSIZE {}", self.size));
        let stones = StoneChanges { added: part.stones.clone(), removed: Vec::new() };
        stones.lines().iter().for_each(|line| self.out.add(node, 0, line));
        self.out.block(node, 0, &SgfBlock { part: Some(*self.part_count), ..SgfBlock::default() });
    }

    fn write_tasks(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                WriteTask::Children(node) => self.children(node),
                WriteTask::Step(node) => self.step(node),
                WriteTask::Moves(node, from) => self.more_moves(node, from),
                WriteTask::Variation(node, parent, steps) => self.variation(node, parent, steps),
                WriteTask::EndVariation(outer) => {
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

    /// Goes on with the nodes below one: first those without moves before the first that has any, which stand in a row;
    /// then that one; and the others as variations on its first move.
    fn children(&mut self, node: NodeId) {
        let (games, first) = (self.games, self.tasks.len());
        let mut children = games.children(node);
        if let (Some(only), None) = (children.next(), children.next()) {
            return self.tasks.push(WriteTask::Step(only));
        }
        let children: Vec<NodeId> = games.children(node).collect();
        // A diagram of a record is the last of its siblings, and does not belong to the main line.
        let own: Vec<bool> = children.iter().map(|&child| self.is_diagram_of_record(child)).collect();
        let trailing = own.iter().rev().take_while(|is_own| **is_own).count();
        let (others, diagrams) = children.split_at(children.len() - trailing);
        let is_live = |child: &&NodeId| self.known(**child).is_live;
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

    /// Whether a node is a diagram with stones that has kept its lines and does not stand in a variation by itself.
    fn is_diagram_of_record(&self, node: NodeId) -> bool {
        let known = self.known(node);
        let is_plain = known.has_stones && known.is_leaf && !known.has_move && verbatim::has(self.games, node, LINES);
        is_plain && {
            let properties = self.properties(node);
            let seal = seal(NodeLines::Diagram, self.place(node), 0, false).with(verbatim::without(LINES, &properties));
            seal.open(properties.last().map_or("", |last| last.first())).is_some()
        }
    }

    /// Writes a node, and plans what comes after it.
    fn step(&mut self, node: NodeId) {
        let known = self.known(node);
        let parent = self.games.parent(node).unwrap_or(self.root);
        let up = self.known(self.last).depth.saturating_sub(self.known(parent).depth);
        let mut block = SgfBlock { up, ..SgfBlock::default() };
        let is_first = std::mem::take(&mut self.is_first);
        if known.is_live && known.has_move {
            self.first_move(node, parent, &block, is_first);
            return;
        }
        let properties = self.properties(node);
        self.is_first = is_first;
        let kept = self.verbatim(node, &properties, NodeLines::Diagram, &block);
        self.is_first = false;
        let is_split = known.is_split();
        if let Some((note, text)) = kept.filter(|_| !is_split) {
            self.begin_variation(node, is_first && note.is_empty());
            self.out.verbatim(node, self.level - usize::from(!note.is_empty()), &text);
        } else {
            self.begin_variation(node, is_first);
            if known.has_stones {
                block.is_first = !is_first && !is_split;
            }
            if is_split {
                block.part = Some(self.split(node));
            }
            let plan = Plan::new(&properties, NodeLines::Diagram, self.place(node));
            self.out.add(node, self.level, "DIAGRAM");
            self.out.stones(node, self.level, &plan);
            let block = with_listed(&block, &plan, false);
            self.out.data(node, self.level, &plan, block.as_ref());
        }
        // Nothing follows in this event from stones that are only for a diagram.
        if known.has_stones {
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
            self.out.add_with(node, self.level, |out| only.write(out));
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
                self.out.verbatim(node, self.level - usize::from(!note.is_empty()), &text);
            } else {
                self.begin_variation(node, is_first);
                self.out.add_with(node, self.level, |out| moves[0].write(out));
                if count == 1 {
                    let block = with_listed(block, &plan, false);
                    self.out.data(node, self.level, &plan, block.as_ref());
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

    /// Writes the moves of a node after others, or after the lines of an event, which are of the same node.
    fn more_moves(&mut self, node: NodeId, from: usize) {
        let kind = if node == self.root { NodeLines::Head } else { NodeLines::Move };
        let properties = self.properties(node);
        let plan = Plan::new(&properties, kind, self.place(node));
        let moves = plan.moves();
        for (index, &one) in moves.iter().enumerate().skip(from) {
            self.out.add_with(node, self.level, |out| one.write(out));
            self.play(one);
            let block = SgfBlock { is_joined: true, ..SgfBlock::default() };
            if index + 1 < moves.len() {
                self.out.block(node, self.level, &block);
            } else {
                self.out.data(node, self.level, &plan, with_listed(&block, &plan, true).as_ref());
            }
        }
    }

    fn variation(&mut self, node: NodeId, parent: NodeId, steps: usize) {
        let mut undone = Vec::new();
        if let Some(board) = &mut self.board {
            while board.steps() > steps {
                undone.extend(board.undo());
            }
        }
        let pending = std::mem::take(&mut self.pending);
        self.tasks.push(WriteTask::EndVariation(Outer { last: self.last, pending, steps, undone }));
        self.level += 1;
        self.last = parent;
        self.is_first = true;
        self.tasks.push(WriteTask::Step(node));
    }

    fn play(&mut self, one: SaidMove) {
        if let (Some(board), Some(point)) = (&mut self.board, one.point) {
            board.play(Stone { point, color: one.color, origin: Origin(0) });
        }
    }

    /// Sees to it that a game goes on from a node with stones in an event of its own. Returns the number of that part.
    fn split(&mut self, node: NodeId) -> u32 {
        let games = self.games;
        let why = "the game goes on from it in an event of its own";
        self.out.record.losses.push(Loss { span: games.span(node), what: "stones set up after moves".into(), why });
        let mut stones: Vec<SetupStone> = self
            .board
            .iter()
            .flat_map(Board::stones)
            .map(|stone| SetupStone { color: stone.color, point: stone.point })
            .collect();
        let properties = self.properties(node);
        let place = self.place(node);
        change(&mut stones, &StoneChanges::of(&setup_of(&properties), place));
        let moves = SaidMove::of(&properties, place);
        if !moves.is_empty() {
            let mut board = board_with(self.size, &stones);
            for one in moves {
                if let Some(point) = one.point {
                    board.play(Stone { point, color: one.color, origin: Origin(0) });
                }
            }
            stones = board.stones().map(|stone| SetupStone { color: stone.color, point: stone.point }).collect();
            sort(&mut stones);
        }
        let number = self.known(node).number;
        self.parts.push_back(GamePart { node, number, stones });
        *self.part_count + self.parts.len() as u32
    }
}

/// The seal of a node at a place: what it says there depends on all of this.
pub(super) fn seal(kind: NodeLines, place: NodePlace, up: u32, is_first: bool) -> Seal {
    Seal::of_place(format_args!("{kind:?} {} {} {up} {is_first} ", place.size, place.number))
}

fn setup_of<'v>(properties: &[Prop<'v>]) -> Vec<Prop<'v>> {
    properties.iter().filter(|one| matches!(&*one.name(), "AB" | "AW" | "AE")).cloned().collect()
}

/// The position for the stones that several nodes put on an empty board.
pub(super) fn position<'n>(nodes: impl Iterator<Item = &'n [Prop<'n>]>, place: NodePlace) -> Vec<SetupStone> {
    let mut stones = Vec::new();
    nodes.for_each(|properties| change(&mut stones, &StoneChanges::of(&setup_of(properties), place)));
    stones
}

/// Puts stones on a position and takes some off.
fn change(position: &mut Vec<SetupStone>, stones: &StoneChanges) {
    for stone in &stones.added {
        position.retain(|other| other.point != stone.point);
        position.push(*stone);
    }
    position.retain(|stone| !stones.removed.contains(&stone.point));
    sort(position);
}

/// Black stones before White stones, row by row from the top.
fn sort(stones: &mut [SetupStone]) {
    let from_top = |point: Point| (u8::MAX - point.row(), point.column());
    stones.sort_by_key(|stone| (stone.color == Color::White, from_top(stone.point)));
}

fn board_with(size: u8, stones: &[SetupStone]) -> Board {
    let mut board = Board::new(BoardSize::new(u32::from(size)).unwrap_or_default());
    for &SetupStone { point, color } in stones {
        board.add(Stone { point, color, origin: Origin(0) });
    }
    board
}
