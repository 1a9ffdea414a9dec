//! Origins of lines that a node or a game has kept from a record. A user has written these lines, so they are parsed
//! like any record.

use std::collections::HashMap;

use crate::convert::content::{NodeMove, NodePlace, group_of_mark, group_of_stone};
use crate::convert::dialect;
use crate::convert::header::names_of;
use crate::convert::lines::Ishi;
use crate::convert::point_values::PointValues;
use crate::convert::property::Prop;
use crate::convert::source_map::{LineRole, SourceMap, ValueOrigin, ValuePart, WordOrigin};
use ishi_board::Color;
use ishi_record::record::{Datum, DatumKind, read};
use ishi_record::replay::Shown;
use ishi_record::syntax::{FieldKind, Following, Keyword, Line, LineKind, Reader, Source, Target};
use ishi_sgf::NodeId;
use ishi_text::Span;

/// Notes the origins of the words in the lines of a record from `start` on. Each line already has its node. `moves` are
/// the nodes of the moves, for lines with several moves; `properties_of` returns the properties of a node.
pub(super) fn note<'p>(
    record: &mut Ishi,
    start: usize,
    size: u8,
    moves: &[NodeId],
    mut properties_of: impl FnMut(NodeId) -> Vec<Prop<'p>>,
) {
    let Ishi { text, map, .. } = record;
    let place = NodePlace::first(size);
    let (mut at, mut comments) = (start, HashMap::new());
    let mut cached: Option<NodeValues<'_>> = None;
    for source in Reader::new(&text[start..], Following::NOTHING) {
        let event = read(&source).event;
        let mut data = event.data.iter().peekable();
        for (index, line) in source.lines.iter().enumerate() {
            while data.next_if(|datum| (datum.line as usize) < index).is_some() {}
            let line_in_map = map.line_at(at + line.span.start as usize);
            let Some(&node) = map.nodes().get(line_in_map) else { continue };
            let first = event.moves.partition_point(|one| (one.line as usize) < index);
            let played = event.moves[first..].iter().take_while(|one| one.line as usize == index).count();
            if played > 1 {
                let places = source.fields(line).iter().filter(|field| field.place().is_some());
                for (id, field) in (first..first + played).zip(places) {
                    let node = moves.get(id).copied().unwrap_or(node);
                    let values = NodeValues::new(node, properties_of(node), place);
                    let mut notes = Notes { map, at, line: line_in_map, source: &source, values: &values };
                    notes.a_move(field.span, field.span.start, event.moves[id].color);
                }
                continue;
            }
            let values = match cached.take().filter(|cached| cached.node == node) {
                Some(cached) => cached,
                None => NodeValues::new(node, properties_of(node), place),
            };
            let mut notes = Notes { map, at, line: line_in_map, source: &source, values: &values };
            if played == 1 {
                let target = source.fields(line).iter().find(|field| field.place().is_some());
                let target = target.map_or(line.word.start, |field| field.span.start);
                notes.a_move(line.span, target, event.moves[first].color);
            } else if let Some(datum) = data.next_if(|datum| datum.line as usize == index) {
                match &datum.kind {
                    DatumKind::Comment => notes.comment(datum, comments.entry(node).or_default()),
                    _ => notes.points(line),
                }
            } else {
                notes.header(line);
            }
            cached = Some(values);
        }
        at += source.text.len();
    }
}

/// The number of the move in the value of a property with lines of a record.
pub(super) fn number(value: &str) -> Option<u32> {
    let (_, lines) = value.split_once('\n')?;
    let is_move = |word: &str| matches!(Keyword::of(word), Some(Keyword::B | Keyword::W));
    let mut words = lines.lines().map(str::split_whitespace);
    words.find_map(|mut words| words.next().filter(|word| is_move(word)).and_then(|_| words.next()))?.parse().ok()
}

/// The values of a node.
struct NodeValues<'p> {
    node: NodeId,
    properties: Vec<Prop<'p>>,
    points: PointValues,
    place: NodePlace,
}

impl<'p> NodeValues<'p> {
    fn new(node: NodeId, properties: Vec<Prop<'p>>, place: NodePlace) -> Self {
        let points = PointValues::of(node, &properties, place);
        Self { node, properties, points, place }
    }
}

/// Notes the origins of the words of one line.
struct Notes<'n, 't> {
    map: &'n mut SourceMap,
    /// The start of the line's source in the record.
    at: usize,
    /// The index of the line in the record.
    line: usize,
    source: &'n Source<'t>,
    values: &'n NodeValues<'n>,
}

impl Notes<'_, '_> {
    fn add(&mut self, span: Span, at: u32, node: NodeId, value: ValueOrigin) {
        let start = self.at as u32;
        self.map.add_word(WordOrigin { span: span.shifted(self.at), at: start + at, node, value });
    }

    /// Notes a property as the origin of a piece of text.
    fn add_property(&mut self, span: Span, at: u32, property: usize, part: ValuePart) {
        self.add(span, at, self.values.node, ValueOrigin { property: property as u32, part });
    }

    /// Notes the origin of a piece of text that is a move, with its target at `target`.
    fn a_move(&mut self, span: Span, target: u32, color: Color) {
        let one = NodeMove { color, point: None, number: 0 };
        let Some(property) = one.property(&self.values.properties, self.values.place) else {
            return self.map.set_role(self.line, LineRole::Beginning);
        };
        self.map.set_role(self.line, LineRole::NotedMove);
        self.add_property(span, target, property, ValuePart::Nth(0));
    }

    /// Notes the origin of a block of the comment; `before` is the number of earlier lines of the comment.
    fn comment(&mut self, datum: &Datum, before: &mut u32) {
        let Some(property) = self.values.properties.iter().position(|property| property.is("C")) else { return };
        let lines = &self.source.lines[datum.line as usize..datum.end as usize];
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
        let texts = lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_))).count() as u32;
        let has_title = !self.source.free_text(first).is_empty();
        let at = if has_title { first.word.end } else { lines.get(1).map_or(first.span.end, |line| line.span.start) };
        self.add_property(first.span.to(last.span), at, property, ValuePart::Lines(*before));
        // A blank line comes between two blocks.
        *before += (texts + u32::from(has_title)).max(1) + 1;
    }

    /// Notes the points of SETUP, HIDE and MARK.
    fn points(&mut self, line: &Line) {
        let mut color = None;
        for field in self.source.fields(line) {
            let (group, point) = match (line.keyword(), field.kind) {
                (_, FieldKind::Color(next)) => {
                    color = Some(next);
                    continue;
                }
                (Some(Keyword::Setup), FieldKind::Location(point)) => (color.map(group_of_stone), point),
                (Some(Keyword::Hide), FieldKind::Mark(mark)) => match mark.target {
                    Target::Point(point) => (Some("AE"), point),
                    _ => continue,
                },
                (Some(Keyword::Mark), FieldKind::Mark(mark)) => match mark.target {
                    Target::Point(point) => (Some(group_of_mark(Shown::Sign(mark.sign))), point),
                    _ => continue,
                },
                _ => continue,
            };
            if let Some((node, value)) = group.and_then(|group| self.values.points.find(group, point)) {
                self.add(field.span, field.span.start, node, value);
            }
        }
    }

    /// Notes a header, or the role of a line with which a step or a game begins.
    fn header(&mut self, line: &Line) {
        let Some(keyword) = line.keyword() else { return };
        if matches!(keyword, Keyword::Event | Keyword::Diagram) {
            self.map.set_role(self.line, LineRole::Beginning);
        }
        let text = self.source.fields(line).first();
        let at = text.map_or(line.word.start, |field| field.span.start);
        let standard = dialect::standard(&self.values.properties);
        for name in names_of(keyword) {
            if let Some(property) = standard.iter().position(|property| property.is(name)) {
                self.add_property(line.span, at, property, ValuePart::Nth(0));
            }
        }
    }
}
