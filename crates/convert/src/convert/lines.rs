//! Writes the lines of a record, node by node, with their origins.

use std::fmt::Write;

use super::Loss;
use super::block::{NAME, SgfBlock};
use super::boardless;
use super::clock;
use super::content::{NodeMove, NodePlace, PointLine, StoneChanges, comment_lines, mark_line};
use super::dialect;
use super::header::names_of;
use super::node::{GroupContent, LineItem, NodeLines, Plan, groups};
use super::point_values::PointValues;
use super::property::Prop;
use super::reuse::{Reusable, VariationLines};
use super::source_map::{LineRole, SourceMap, ValueOrigin, ValuePart, WordOrigin};
use super::verbatim::Checksum;
use ishi_record::syntax::{Block as BlockKind, Delimiter, Following, Keyword, Reader, Source, delimits};
use ishi_sgf::{self as sgf, Collection, NodeId};
use ishi_text::Span;

/// The record that games in SGF were converted to.
#[derive(Clone, Debug, Default)]
pub struct Ishi {
    /// The text of the record.
    pub text: String,
    /// The origins of its lines and words.
    pub map: SourceMap,
    /// Parts of the games that differ in the record.
    pub losses: Vec<Loss>,
    /// The number of games that are Go on a supported board.
    pub readable: usize,
    /// The roots of the games that are kept as they are, and why.
    pub unread: Vec<(NodeId, &'static str)>,
}

/// The lines of a record.
#[derive(Default)]
pub(super) struct RecordLines {
    pub(super) record: Ishi,
    /// Results for a later conversion of the game, if it is the only one.
    pub(super) reusable: Reusable,
    /// The largest indentation, in columns.
    deepest: usize,
    /// The total indentation of all lines, in columns.
    indented: usize,
}

/// A state of the lines to which they can return.
pub(super) struct LinesBefore {
    text: usize,
    lines: usize,
    words: usize,
    losses: usize,
    indented: usize,
}

impl RecordLines {
    /// Creates empty lines. Each line will be indented by at most `deepest` columns.
    pub(super) fn new(deepest: usize) -> Self {
        Self { deepest, ..Self::default() }
    }

    /// The length of the text without its indentation.
    pub(super) fn len(&self) -> usize {
        self.record.text.len() - self.indented
    }

    /// The lines as they are now.
    pub(super) fn checkpoint(&self) -> LinesBefore {
        let Ishi { text, map, losses, .. } = &self.record;
        let (lines, words) = map.counts();
        LinesBefore { text: text.len(), lines, words, losses: losses.len(), indented: self.indented }
    }

    /// Removes the lines of a game that were added since a checkpoint.
    pub(super) fn roll_back(&mut self, to: &LinesBefore) {
        self.record.text.truncate(to.text);
        self.record.map.truncate(to.lines, to.words);
        self.record.losses.truncate(to.losses);
        self.indented = to.indented;
        self.reusable = Reusable::default();
    }

    /// Whether the text of an event can be added as an event here. Only the first event of a text can begin without
    /// EVENT, and a text without indentation is part of another text.
    pub(super) fn takes_event(&self, text: &str) -> bool {
        let is_first = self.record.text.is_empty() && self.deepest > 0;
        let begins = |source: Source<'_>| source.lines.iter().any(|line| line.keyword() == Some(Keyword::Event));
        is_first || Reader::new(text, Following::NOTHING).next().is_some_and(begins)
    }

    /// Adds a line.
    pub(super) fn add(&mut self, node: NodeId, level: usize, line: &str) {
        self.add_as(LineRole::Other, node, level, |out| out.push_str(line));
    }

    /// Adds a line with which a step or a game begins.
    pub(super) fn add_beginning(&mut self, node: NodeId, level: usize, line: &str) {
        self.add_as(LineRole::Beginning, node, level, |out| out.push_str(line));
    }

    /// Adds a move, whose origin is the property of the node with this index.
    pub(super) fn add_move(&mut self, node: NodeId, level: usize, one: NodeMove, property: usize) {
        let start = self.record.text.len();
        let (span, target) = self.write_line(level, |out| one.write(out));
        self.record.map.add_move(start, span, target, node, property);
    }

    /// Adds a line, and returns its span without the white space around it.
    #[inline]
    fn add_as(&mut self, role: LineRole, node: NodeId, level: usize, write: impl FnOnce(&mut String)) -> Span {
        let start = self.record.text.len();
        self.record.map.add_line(start, node, role);
        self.write_line(level, write).0
    }

    /// Writes a line, and returns its span without the white space around it, and the result of `write`.
    #[inline]
    fn write_line<R>(&mut self, level: usize, write: impl FnOnce(&mut String) -> R) -> (Span, R) {
        let indentation = (2 * level).min(self.deepest);
        self.indented += indentation;
        let out = &mut self.record.text;
        out.extend(std::iter::repeat_n(' ', indentation));
        let start = out.len();
        let result = write(out);
        let span = Span::new(start, out.len());
        out.push('\n');
        (span, result)
    }

    /// Notes the origin of an added piece of text. `at` is the start of the value in it.
    fn note(&mut self, span: Span, at: u32, node: NodeId, value: ValueOrigin) {
        self.record.map.add_word(WordOrigin { span, at, node, value });
    }

    /// Notes that a variation begins, and returns its index.
    pub(super) fn begin_variation(&mut self, node: NodeId) -> usize {
        let (lines, words) = self.record.map.counts();
        let [at, line, word] = [self.record.text.len(), lines, words].map(|count| count as u32);
        self.reusable.variations.push(VariationLines {
            node,
            text: at..at,
            lines: line..line,
            words: word..word,
            end: 0,
        });
        self.reusable.variations.len() - 1
    }

    /// Notes that a variation is complete.
    pub(super) fn end_variation(&mut self, index: usize) {
        let end = self.reusable.variations.len() as u32;
        let (lines, words) = self.record.map.counts();
        let variation = &mut self.reusable.variations[index];
        variation.end = end;
        variation.text.end = self.record.text.len() as u32;
        variation.lines.end = lines as u32;
        variation.words.end = words as u32;
    }

    /// Adds a block.
    pub(super) fn block(&mut self, node: NodeId, level: usize, block: &SgfBlock) {
        self.add(node, level, &format!("USER {NAME}"));
        block.lines().iter().for_each(|line| self.add(node, 0, line));
        self.add(node, level, "ENDUSER");
    }

    /// Adds lines as they were in an earlier record. Lines in blocks are not indented. Lines after a VAR are one level
    /// deeper.
    pub(super) fn verbatim(&mut self, node: NodeId, mut level: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut open: Option<BlockKind> = None;
        for line in text.split('\n') {
            let delimiter = delimits(line);
            let closes = open.is_some_and(|open| delimiter == Some((open, Delimiter::Close)));
            let is_own = line.is_empty() || open.is_some() && !closes;
            self.add(node, if is_own { 0 } else { level }, line);
            if closes {
                open = None;
            } else if open.is_none() {
                open = delimiter.map(|(block, _)| block);
                let keyword = line.split_whitespace().next().and_then(Keyword::of);
                level += usize::from(keyword == Some(Keyword::Var));
            }
        }
    }

    /// Adds the headers of a plan, and an EVENT line if the plan has no title.
    pub(super) fn head(&mut self, node: NodeId, plan: &Plan, properties: &[Prop<'_>]) {
        let headers = groups(&plan.items).filter_map(|(content, _)| match content {
            GroupContent::Header(keyword, text) => Some((*keyword, text)),
            _ => None,
        });
        if headers.clone().next().is_none_or(|(keyword, _)| keyword != Keyword::Event) {
            self.add_beginning(node, 0, "EVENT");
        }
        for (keyword, text) in headers {
            let role = if keyword == Keyword::Event { LineRole::Beginning } else { LineRole::Other };
            let space = if text.is_empty() { "" } else { " " };
            let span = self.add_as(role, node, 0, |out| {
                let _ = write!(out, "{keyword}{space}{text}");
            });
            let at = if text.is_empty() { span.start } else { span.end - text.len() as u32 };
            self.note_header(span, at, node, keyword, properties);
        }
    }

    /// Notes the properties that are the origins of a header line.
    fn note_header(&mut self, span: Span, at: u32, node: NodeId, keyword: Keyword, properties: &[Prop<'_>]) {
        let standard = dialect::standard(properties);
        for name in names_of(keyword) {
            if let Some(property) = standard.iter().position(|property| property.is(name)) {
                self.note(span, at, node, ValueOrigin::first(property));
            }
        }
    }

    /// Adds a line of words that name points.
    fn points(&mut self, node: NodeId, level: usize, line: &PointLine, values: &PointValues) {
        let start = self.add_as(LineRole::Other, node, level, |out| out.push_str(&line.text)).start;
        for word in &line.words {
            if let Some((node, value)) = values.get(word) {
                let span = word.span.shifted(start as usize);
                self.note(span, span.start, node, value);
            }
        }
    }

    /// Adds the lines of stones.
    pub(super) fn stone_lines(&mut self, node: NodeId, level: usize, stones: &StoneChanges, values: &PointValues) {
        stones.lines().iter().for_each(|line| self.points(node, level, line, values));
    }

    /// Adds the stones of a plan.
    pub(super) fn stones(&mut self, node: NodeId, level: usize, plan: &Plan, values: &PointValues) {
        for (content, _) in groups(&plan.items) {
            if let GroupContent::Stones(stones) = content {
                self.stone_lines(node, level, stones, values);
            }
        }
    }

    /// Adds marks, the comment and the block, if there are any.
    pub(super) fn data(
        &mut self,
        node: NodeId,
        level: usize,
        plan: &Plan,
        values: &PointValues,
        block: Option<&SgfBlock>,
    ) {
        for item in &plan.items {
            match item {
                LineItem::Block => {
                    if let Some(block) = block {
                        self.block(node, level, block);
                    }
                }
                LineItem::Group((GroupContent::Marks(marks), _)) => self.points(node, level, &mark_line(marks), values),
                LineItem::Group((GroupContent::Comment(text), property)) => self.comment(node, level, text, *property),
                LineItem::Group(_) => {}
            }
        }
    }

    /// Adds the comment of a property.
    fn comment(&mut self, node: NodeId, level: usize, text: &str, property: u32) {
        let first = self.add_as(LineRole::Other, node, level, |out| out.push_str("COM"));
        for line in comment_lines(text) {
            self.add(node, 0, &line);
        }
        let last = self.add_as(LineRole::Other, node, level, |out| out.push_str("ENDCOM"));
        self.note(first.to(last), first.end + 1, node, ValueOrigin { property, part: ValuePart::Lines(0) });
    }

    /// Adds a game that a record can't express, as an event that has only the SGF text.
    pub(super) fn unreadable(
        &mut self,
        games: &Collection<'_>,
        game: usize,
        charset: Option<String>,
        why: &'static str,
    ) {
        let root = games.games()[game];
        self.record.unread.push((root, why));
        self.record.losses.push(Loss { span: games.span(root), what: format!("game {}", game + 1), why });
        self.add(root, 0, &format!("REMARK {}: {why}.", boardless::REMARK));
        let (properties, plan) = boardless::head(games, game);
        self.head(root, &plan, &properties);
        let mut text = String::new();
        sgf::print_game(games, root, &mut text);
        let game = Some(text.trim_end().to_owned());
        self.block(root, 0, &SgfBlock { charset, game, ..SgfBlock::default() });
    }
}

/// How long the lines of a game with so many bytes are at most, without their indentation. A rectangle of points takes
/// a few bytes, and so does a stone after which a game goes on in an event of its own, which begins with all stones. A
/// game of any length may have some of that, and no game nothing else.
pub(super) fn max_bytes(game: usize) -> usize {
    const PER_BYTE: usize = 16;
    const MORE_PER_BYTE: usize = 64;
    const MAX_MORE: usize = 1 << 20;
    const EMPTY: usize = 4 << 10;
    EMPTY + PER_BYTE * game + (MORE_PER_BYTE * game).min(MAX_MORE)
}

/// The lines of one node, as they are when nothing is known but its properties and its place. `has_block` says whether
/// clock times stand in a block, as in records that were converted before they had a line.
pub(super) fn lines_of_node(
    properties: &[Prop<'_>],
    kind: NodeLines,
    place: NodePlace,
    block: &SgfBlock,
    has_block: bool,
) -> String {
    let plan = Plan::in_file(properties, kind, place, block.describes_file());
    let moves = plan.moves();
    let mut lines = RecordLines::default();
    lines.record.text.reserve(256);
    let node = NodeId(0);
    let has_moves = kind == NodeLines::Head && !moves.is_empty();
    let is_joined = has_moves || moves.len() > 1;
    if kind == NodeLines::Head {
        lines.head(node, &plan, &[]);
    } else if kind == NodeLines::Diagram {
        lines.add_beginning(node, 0, "DIAGRAM");
    }
    let values = PointValues::default();
    lines.stones(node, 0, &plan, &values);
    // The place of the node is written at once, and what else it has with its last move.
    let first = Some(block).filter(|block| is_joined && **block != SgfBlock::default());
    if let Some(first) = first.filter(|_| has_moves) {
        lines.block(node, 0, first);
    }
    let rest = if is_joined { SgfBlock { is_joined, ..SgfBlock::default() } } else { block.clone() };
    let rest = with_listed(&rest, &plan, kind == NodeLines::Head && !plan.is_native);
    let clock = rest.as_ref().filter(|_| kind == NodeLines::Move && !has_block).and_then(clock::line);
    if let Some(line) = &clock {
        lines.add(node, 0, line);
    }
    for (index, &one) in moves.iter().enumerate() {
        lines.add_move(node, 0, one, 0);
        if index + 1 == moves.len() {
            break;
        }
        if has_moves || index > 0 {
            lines.block(node, 0, &SgfBlock { is_joined, ..SgfBlock::default() });
        } else if let Some(first) = first {
            lines.block(node, 0, first);
        }
    }
    let rest = rest.filter(|_| clock.is_none());
    lines.data(node, 0, &plan, &values, rest.as_ref());
    lines.record.text
}

/// The block of a node, if the node needs a block.
pub(super) fn with_listed(block: &SgfBlock, plan: &Plan, needs_block: bool) -> Option<SgfBlock> {
    let block = SgfBlock { listed: plan.listed.clone(), ..block.clone() };
    (block != SgfBlock::default() || needs_block).then_some(block)
}

/// The checksum of a node at a place, over all that its meaning depends on.
pub(super) fn checksum(kind: NodeLines, place: NodePlace, up: u32, is_first: bool) -> Checksum {
    Checksum::of_place(format_args!("{kind:?} {} {} {up} {is_first} ", place.size, place.number))
}
