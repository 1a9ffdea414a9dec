//! Rules for the properties of nodes: unknown, misplaced and contradicting properties, and their values.

use std::borrow::Cow;
use std::ops::Range;

use super::form;
use super::handicap;
use super::value::{self, Size, Wrong, WrongKind};
use crate::check::{Code, Fix, FixKind, Related, Severity, Sink};
use ishi_convert::convert;
use ishi_sgf::{
    self as sgf, Area, Collection, Dialect, NodeId, PointSet, Property, PropertyDefinition, Role, ValueCount, ValueForm,
};
use ishi_text::{Edit, Span};
use ishi_work::cancel::checkpoint;

/// The properties that put stones on points and remove them.
const STONES: [&str; 3] = ["AB", "AW", "AE"];

/// The marks of which a point can have one.
const MARKS: [&str; 5] = ["CR", "MA", "SL", "SQ", "TR"];

const TERRITORY: [&str; 2] = ["TB", "TW"];

/// Properties that contradict each other.
const CONTRADICTIONS: [&[&str]; 2] = [&["BM", "DO", "IT", "TE"], &["DM", "GB", "GW", "UC"]];

/// Checks the nodes of a part of a text, and returns the version of SGF of each game with its span. `ends_text` says
/// whether the text ends with the part.
pub(super) fn check(games: &Collection<'_>, ends_text: bool, sink: &mut Sink<'_>) -> Vec<(u8, Span)> {
    let mut formats = Vec::with_capacity(games.games().len());
    for (index, &root) in games.games().iter().enumerate() {
        let (format, span) = format(games, root);
        formats.push((format, span));
        let Some(size) = board(games, root, sink) else { continue };
        handicap::check(games, root, sink);
        let nodes = games.nodes_of_game(index);
        let infos = Vec::with_capacity(nodes.size_hint().0);
        let (dialect, listed) = (Dialect::of_root(games, root), ListedPoints::default());
        let mut game = GoGame { games, ends_text, root, dialect, size, format, infos, listed };
        for node in nodes {
            checkpoint();
            game.node(node, sink);
        }
    }
    formats
}

/// The version of SGF of a game, with its span.
fn format(games: &Collection<'_>, root: NodeId) -> (u8, Span) {
    let property = games.property(root, "FF");
    let format = match property.and_then(|property| property.raw_values().next()) {
        None => 1,
        // What is not a version is reported as a value.
        Some(value) => value.trim().parse().unwrap_or(4),
    };
    (format, property.map_or_else(|| start_of(games, root), |property| property.main_span()))
}

/// Reports games whose version differs from that of the first game.
pub(super) fn check_formats(mut formats: impl Iterator<Item = (u8, Span)>, sink: &mut Sink<'_>) {
    let Some((first, place)) = formats.next() else { return };
    for (format, span) in formats.filter(|(format, _)| *format != first && (1..=4).contains(format)) {
        sink.report(Code::SgfMixedFormats, span, |diagnostic| {
            diagnostic.message = format!("this game is in FF[{format}], and the first one in FF[{first}]");
            diagnostic.related.push(Related { span: place, message: "the first game".into() });
        });
    }
}

/// The size of the board of a game; `None` for another game than Go.
fn board(games: &Collection<'_>, root: NodeId, sink: &mut Sink<'_>) -> Option<Size> {
    let first = |name| games.property(root, name).and_then(|property| Some((property, property.raw_values().next()?)));
    if let Some((property, value)) = first("GM")
        && let Some(number) = sgf::game_kind(value).filter(|&kind| kind != 1)
    {
        sink.report(Code::SgfNotGo, property.main_span(), |diagnostic| {
            diagnostic.message = format!("this is not a game of Go but game {number}, and only its form is checked");
        });
        return None;
    }
    let nineteen = Size { columns: 19, rows: 19 };
    let Some((property, value)) = first("SZ") else { return Some(nineteen) };
    let size = Size::parse(value.trim());
    if let (Some(Size { columns, rows }), Err(_)) = (size, convert::board_size(games, root)) {
        sink.report(Code::SgfBoardSize, property.main_span(), |diagnostic| {
            diagnostic.message = format!(
                "a board of {columns}×{rows} is valid, but ishi plays only on square boards from 2×2 to 19×19, so the \
                 moves of this game are not checked"
            );
        });
    }
    Some(size.unwrap_or(nineteen))
}

/// A game of Go.
struct GoGame<'g> {
    games: &'g Collection<'g>,
    /// Whether the text ends with it.
    ends_text: bool,
    root: NodeId,
    dialect: Dialect,
    size: Size,
    /// The version of SGF.
    format: u8,
    /// For each node of the game, the node on its path that has information about the game.
    infos: Vec<Option<NodeId>>,
    listed: ListedPoints,
}

impl GoGame<'_> {
    fn node(&mut self, node: NodeId, sink: &mut Sink<'_>) {
        let games = self.games;
        let info = games.parent(node).and_then(|parent| self.infos[(parent.0 - self.root.0) as usize]);
        if node != self.root && self.is_plain_move(node) {
            return self.infos.push(info);
        }
        let properties: Vec<Property<'_>> = games.properties(node).collect();
        if properties.is_empty() {
            self.infos.push(info);
            let span = games.span(node);
            // Where the file is cut off, that is the mistake.
            let is_cut = self.ends_text && !games.text()[span.end as usize..].contains([';', '(', ')']);
            if !is_cut {
                sink.report(Code::SgfEmptyNode, span, |diagnostic| {
                    diagnostic.message = "this node has no properties".into();
                    let has_one_child = games.children(node).nth(1).is_none() && games.children(node).next().is_some();
                    if has_one_child && self.parent_has_one_child(node) {
                        diagnostic.fixes.push(Fix::removal("the node", vec![Edit::delete(span)]));
                    }
                });
            }
            return;
        }
        let names: Vec<_> = properties.iter().map(Property::name).collect();
        // A property of a dialect is not what SGF defines.
        let is_of_dialect: Vec<bool> = properties.iter().map(|property| self.is_of_dialect(node, property)).collect();
        let definitions: Vec<Option<&PropertyDefinition>> =
            names.iter().zip(&is_of_dialect).map(|(name, is_own)| sgf::definition(name).filter(|_| !is_own)).collect();
        let is_again = self.duplicates(&properties, &names, &definitions, sink);
        let mut own_info = info;
        for (index, property) in properties.iter().enumerate() {
            let name = &*names[index];
            if !is_of_dialect[index] {
                self.identifier(property, name, definitions[index], sink);
            }
            if is_again[index] {
                continue;
            }
            let Some(definition) = definitions[index] else { continue };
            self.place(node, property, definition, info, sink);
            if definition.role == Role::GameInfo {
                own_info = Some(own_info.unwrap_or(node));
            }
            self.values(property, definition, sink);
        }
        self.infos.push(own_info);
        self.together(node, &properties, &definitions, sink);
        // No other properties list points.
        let is_list =
            |definition: &&PropertyDefinition| matches!(definition.form, ValueForm::Points | ValueForm::Label);
        if !definitions.iter().flatten().any(is_list) {
            return;
        }
        let names: Vec<&str> =
            names.iter().zip(&is_again).map(|(name, &is_again)| if is_again { "" } else { name }).collect();
        for names_together in [&STONES[..], &MARKS, &TERRITORY, &["LB"]] {
            self.listed.repeated_points(&properties, &names, names_together, sink);
        }
    }

    /// Whether the dialect of the game defines a property of the root.
    fn is_of_dialect(&self, node: NodeId, property: &Property<'_>) -> bool {
        let value = || sgf::unescape(property.raw_values().next().unwrap_or_default());
        self.dialect != Dialect::Standard
            && node == self.root
            && self.dialect.property(&property.name(), &value()).is_some()
    }

    /// Whether a node has only a move on the board, as most nodes do.
    fn is_plain_move(&self, node: NodeId) -> bool {
        let mut properties = self.games.properties(node);
        let Some(property) = properties.next().filter(|_| properties.len() == 0) else { return false };
        let mut values = property.raw_values();
        let value = values.next().filter(|_| values.len() == 0 && matches!(property.id(), "B" | "W"));
        value.and_then(sgf::point).is_some_and(|point| self.size.has(point))
    }

    fn parent_has_one_child(&self, node: NodeId) -> bool {
        self.games.parent(node).is_some_and(|parent| self.games.children(parent).nth(1).is_none())
    }

    /// The name of a property.
    fn identifier(
        &self,
        property: &Property<'_>,
        name: &str,
        definition: Option<&PropertyDefinition>,
        sink: &mut Sink<'_>,
    ) {
        let (id, span) = (property.id(), property.id_span());
        let Some(definition) = definition else {
            let upper = id.to_ascii_uppercase();
            let is_lower = id != upper && sgf::definition(&upper).is_some();
            if is_lower {
                sink.report(Code::SgfLowercase, span, |diagnostic| {
                    diagnostic.message = format!("names of properties are in upper case: write `{upper}`");
                    diagnostic.fixes.push(Fix::suggested(format!("write {upper}"), vec![Edit::replace(span, upper)]));
                });
            } else if !convert::is_own_property(id) {
                sink.report(Code::SgfUnknownProperty, span, |diagnostic| {
                    diagnostic.message = format!("SGF does not define `{id}`; it is kept as it is");
                });
            }
            return;
        };
        if id != name && self.format >= 4 {
            sink.report(Code::SgfLowercase, span, |diagnostic| {
                if sgf::is_long_name(id) {
                    diagnostic.message = format!("lower-case letters in names are of FF[1] to FF[3]: write `{name}`");
                    let edits = vec![Edit::replace(span, name)];
                    diagnostic.fixes.push(Fix { title: format!("write {name}"), kind: FixKind::Auto, edits });
                } else {
                    diagnostic.message = format!(
                        "`{id}` is read as `{name}`, but its lower-case letters may belong to a value or a text"
                    );
                    diagnostic.fixes.extend(form::lost_start(self.games.text(), span));
                }
            });
            return;
        }
        let (first, last) = (*definition.formats.start(), *definition.formats.end());
        let format = self.format;
        if (1..=4).contains(&format) && !definition.formats.contains(&format) {
            sink.report(Code::SgfOtherFormat, span, |diagnostic| {
                diagnostic.message = if format < first {
                    format!("{name} is of FF[{first}] and later, and this game is in FF[{format}]")
                } else {
                    format!("{name} is of FF[{first}] to FF[{last}], and this game is in FF[{format}]")
                };
            });
        }
    }

    /// Reports properties that a node has twice. Returns for each property whether an earlier one has its name.
    fn duplicates(
        &self,
        properties: &[Property<'_>],
        names: &[Cow<'_, str>],
        definitions: &[Option<&PropertyDefinition>],
        sink: &mut Sink<'_>,
    ) -> Vec<bool> {
        const FEW: usize = 16;
        let mut is_again = vec![false; properties.len()];
        // Hardly any node has a property twice, and few have so many that to sort them takes less time than to compare
        // each with all before it.
        let may_be_again = |(index, name): (usize, &Cow<'_, str>)| index >= FEW || names[..index].contains(name);
        if names.iter().enumerate().any(may_be_again) {
            let mut order: Vec<usize> = (0..properties.len()).filter(|&index| !names[index].is_empty()).collect();
            order.sort_by_key(|&index| (&names[index], index));
            for group in order.chunk_by(|&one, &other| names[one] == names[other]) {
                if let [first, others @ ..] = group
                    && !others.is_empty()
                {
                    for &other in others {
                        is_again[other] = true;
                    }
                    let others: Vec<&Property<'_>> = others.iter().map(|&other| &properties[other]).collect();
                    self.duplicate(&properties[*first], &others, definitions[*first], sink);
                }
            }
        }
        is_again
    }

    /// Reports a property whose name occurs again in the node.
    fn duplicate(
        &self,
        first: &Property<'_>,
        others: &[&Property<'_>],
        definition: Option<&PropertyDefinition>,
        sink: &mut Sink<'_>,
    ) {
        let Some(second) = others.first() else { return };
        let text = self.games.text();
        sink.report(Code::SgfDuplicateProperty, second.id_span(), |diagnostic| {
            let times = match others.len() {
                1 => "twice".into(),
                more => format!("{} times", more + 1),
            };
            diagnostic.message = format!("{} stands {times} in this node", first.name());
            diagnostic.related.push(Related { span: first.id_span(), message: "the first one".into() });
            let removals = others.iter().map(|other| Edit::delete(other.span()));
            let is_same = others.iter().all(|other| first.raw_values().eq(other.raw_values()));
            let joined = |at: u32, new: String| std::iter::once(Edit::insert(at as usize, new)).chain(removals.clone());
            if !is_same && definition.is_some_and(|definition| definition.count != ValueCount::One) {
                let values =
                    |other: &&Property<'_>| Span { start: other.id_span().end, end: other.span().end }.of(text);
                let edits = joined(first.span().end, others.iter().map(values).collect()).collect();
                diagnostic.fixes.push(Fix::suggested("join them", edits));
            } else if !is_same && definition.is_some_and(|definition| definition.form == ValueForm::Text) {
                let lines = others.iter().flat_map(|other| other.raw_values()).flat_map(|value| ["\n", value]);
                let end = first.value_spans().last().map_or(first.span().end, |last| last.end);
                diagnostic.fixes.push(Fix::suggested("join them", joined(end, lines.collect()).collect()));
            } else {
                let later = if others.len() == 1 { "the later one" } else { "the later ones" };
                diagnostic.fixes.push(Fix::removal(later, removals.collect()));
            }
        });
    }

    /// Whether a property may stand in this node.
    fn place(
        &self,
        node: NodeId,
        property: &Property<'_>,
        definition: &PropertyDefinition,
        info: Option<NodeId>,
        sink: &mut Sink<'_>,
    ) {
        let name = definition.name;
        let fix = || Fix::removal("the property", vec![Edit::delete(property.span())]);
        match definition.role {
            Role::Root if node != self.root => sink.report(Code::SgfMisplacedRoot, property.id_span(), |diagnostic| {
                diagnostic.message = format!("{name} belongs to the first node of a game");
                diagnostic.fixes.push(fix());
            }),
            Role::GameInfo => {
                let Some(earlier) = info else { return };
                sink.report(Code::SgfRepeatedInfo, property.id_span(), |diagnostic| {
                    diagnostic.message =
                        format!("{name} belongs to the node before this one that has information about the game");
                    diagnostic.related.push(Related {
                        span: start_of(self.games, earlier),
                        message: "the node with information about the game".into(),
                    });
                    diagnostic.fixes.push(fix());
                });
            }
            _ => {}
        }
    }

    fn values(&self, property: &Property<'_>, definition: &PropertyDefinition, sink: &mut Sink<'_>) {
        let PropertyDefinition { name, form, count, role, .. } = *definition;
        let spans = property.value_spans();
        if count == ValueCount::One && spans.len() > 1 {
            let surplus = Span { start: spans[1].start - 1, end: property.span().end };
            sink.report(Code::SgfSurplusValue, surplus, |diagnostic| {
                diagnostic.message = format!("{name} has one value");
                diagnostic.fixes.push(Fix::removal("the others", vec![Edit::delete(surplus)]));
            });
        }
        let read = if count == ValueCount::One { 1 } else { spans.len() };
        for (span, raw) in spans.iter().zip(property.raw_values()).take(read) {
            let is_cut = span.end as usize >= self.games.text().len();
            let is_empty = raw.trim().is_empty();
            let is_allowed = matches!(form, ValueForm::Empty | ValueForm::Move | ValueForm::Figure)
                || count == ValueCount::ListOrNothing && spans.len() == 1;
            let whole = if spans.len() == 1 { property.span() } else { property.with_brackets(*span) };
            let shown = if span.is_empty() { whole } else { *span };
            if is_cut {
                return;
            }
            if is_empty && !is_allowed {
                let is_text = role == Role::GameInfo
                    || matches!(form, ValueForm::Text | ValueForm::SimpleText | ValueForm::Charset);
                let code = if is_text { Code::SgfEmptyValue } else { Code::SgfInvalidValue };
                sink.report(code, shown, |diagnostic| {
                    diagnostic.message = format!("{name} has an empty value");
                    diagnostic.fixes.push(Fix::removal("it", vec![Edit::delete(whole)]));
                });
                continue;
            }
            if is_empty && form == ValueForm::Points {
                continue;
            }
            if form == ValueForm::Text {
                self.last_line(*span, raw, sink);
            }
            let Some(Wrong { kind, message, meant }) = value::check(name, form, raw, self.size) else { continue };
            let lost_end = value::lost_end(definition, raw, self.size);
            let code = match (kind, role) {
                (WrongKind::OffBoard, _) => Code::OffBoard,
                (WrongKind::Form, Role::GameInfo) => Code::SgfInvalidInfo,
                (WrongKind::Form, _) => Code::SgfInvalidValue,
            };
            sink.report(code, shown, |diagnostic| {
                if let Some(end) = lost_end {
                    diagnostic.message = format!("`]` is missing after `{}`", &raw[..end]);
                    diagnostic.fixes.push(lost_bracket(span.start as usize + end));
                    return;
                }
                diagnostic.message = message;
                diagnostic.fixes.extend(meant.map(|(kind, meant)| {
                    let mut text = String::new();
                    sgf::escape(&meant, &mut text);
                    let title = format!("write {name}[{text}]");
                    Fix { title, kind, edits: vec![Edit::replace(*span, text)] }
                }));
            });
        }
    }

    /// Reports a text whose last line is a property with a `]`, which then ends the text.
    fn last_line(&self, span: Span, raw: &str, sink: &mut Sink<'_>) {
        let is_closed = self.games.text()[span.end as usize..].starts_with(']');
        let Some(property) = sgf::property_in_text(raw).filter(|_| is_closed) else { return };
        // A text whose brackets lack a backslash is reported already.
        if self.has_fault(span.start as usize - 1..span.start as usize) {
            return;
        }
        let severity = sink.severities.chosen(Code::SgfUnclosedValue).unwrap_or(Severity::Info);
        let property = property.shifted(span.start as usize);
        sink.report_as(Code::SgfUnclosedValue, severity, property, |diagnostic| {
            diagnostic.message = format!(
                "read as a line of the text, which ends at the next `]`; if `{}` is a property, `]` is missing before \
                 it",
                property.of(self.games.text())
            );
        });
    }

    /// Whether a syntax error begins in a range.
    fn has_fault(&self, range: Range<usize>) -> bool {
        let faults = self.games.faults();
        let first = faults.partition_point(|fault| (fault.span.start as usize) < range.start);
        faults.get(first).is_some_and(|fault| range.contains(&(fault.span.start as usize)))
    }

    /// Checks the properties of a node against each other.
    fn together(
        &self,
        node: NodeId,
        properties: &[Property<'_>],
        definitions: &[Option<&PropertyDefinition>],
        sink: &mut Sink<'_>,
    ) {
        let name = |index: usize| definitions[index].map_or("", |definition| definition.name);
        let indices = || 0..properties.len();
        let moves: Vec<usize> = indices().filter(|&index| matches!(name(index), "B" | "W")).collect();
        let is_setup = |index: &usize| definitions[*index].is_some_and(|definition| definition.role == Role::Setup);
        let setup = indices().find(is_setup);
        let id = |index: usize| properties[index].id_span();
        match (moves[..].first(), moves.iter().find(|&&index| name(index) != name(moves[0])), setup) {
            // The `]` that is missing before it is reported, and a `;` is missing, too.
            (Some(_), Some(&second), _) if form::is_after_missing_bracket(self.games, id(second).start) => {}
            (Some(_), Some(&second), _) => sink.report(Code::SgfTwoMoves, id(second), |diagnostic| {
                diagnostic.message = "a node has one move; these are two".into();
                diagnostic.related.push(Related { span: id(moves[0]), message: "the first move".into() });
                let edit = Edit::insert(id(second).start as usize, ";");
                diagnostic.fixes.push(Fix::suggested("begin a node", vec![edit]));
            }),
            (Some(_), None, Some(setup)) => sink.report(Code::SgfSetupWithMove, id(setup), |diagnostic| {
                diagnostic.message = format!("{} and a move belong to nodes of their own", name(setup));
                diagnostic.related.push(Related { span: id(moves[0]), message: "the move".into() });
                diagnostic.fixes.push(self.split(properties, definitions));
            }),
            (Some(&first), None, None) if node == self.root => {
                sink.report(Code::SgfMoveInRoot, id(first), |diagnostic| {
                    diagnostic.message = "the first node of a game has no move; this one belongs to the next".into();
                    diagnostic.fixes.push(self.split(properties, definitions));
                });
            }
            _ => {}
        }
        for group in CONTRADICTIONS {
            let mut contradicting = indices().filter(|&index| group.contains(&name(index)));
            if let (Some(first), Some(second)) = (contradicting.next(), contradicting.next()) {
                // What was bad and good in `FF[3]` is doubtful or interesting now.
                sink.report(Code::SgfContradiction, id(second), |diagnostic| {
                    diagnostic.message = format!("{} contradicts {}", name(second), name(first));
                    diagnostic.related.push(Related { span: id(first), message: "the other one".into() });
                    let edit = Edit::delete(properties[second].span());
                    diagnostic.fixes.push(Fix::removal(name(second), vec![edit]));
                });
            }
        }
        if moves.is_empty() {
            for index in indices().filter(|&index| matches!(name(index), "BM" | "DO" | "IT" | "TE" | "KO")) {
                sink.report(Code::SgfNoMove, id(index), |diagnostic| {
                    diagnostic.message = format!("{} is about a move, and this node has none", name(index));
                    let edit = Edit::delete(properties[index].span());
                    diagnostic.fixes.push(Fix::removal(name(index), vec![edit]));
                });
            }
        }
    }

    /// Divides a node: properties of the game and of the setup come first, and the move with all following properties
    /// gets a node of its own.
    fn split(&self, properties: &[Property<'_>], definitions: &[Option<&PropertyDefinition>]) -> Fix {
        let is_of = |index: usize, roles: &[Role]| {
            definitions[index].is_some_and(|definition| roles.contains(&definition.role))
        };
        let first_move = (0..properties.len()).find(|&index| is_of(index, &[Role::Move])).unwrap_or(0);
        let stays = |index: usize| index < first_move || is_of(index, &[Role::Root, Role::GameInfo, Role::Setup]);
        let text = self.games.text();
        let moved: Vec<usize> = (0..properties.len()).filter(|&index| !stays(index)).collect();
        let at = |index: usize| properties[index].span();
        let edits = if (first_move..properties.len()).all(|index| !stays(index)) {
            vec![Edit::insert(at(first_move).start as usize, ";")]
        } else {
            let removed = moved.iter().map(|&index| Edit::delete(at(index)));
            let end = properties.last().map_or(0, |last| last.span().end) as usize;
            let node: String = moved.iter().map(|&index| at(index).of(text)).collect();
            let last = Edit::insert(end, format!(";{node}"));
            removed.chain([last]).collect()
        };
        Fix::suggested("divide the node", edits)
    }
}

/// The number of points that values can name: letters in both cases, for columns and rows.
const MAX_POINTS: usize = 52 * 52;

/// The points that the values of some properties list.
#[derive(Default)]
struct ListedPoints {
    points: PointSet,
    /// For each of these points the value that listed it first. Clearing the whole list would take longer than filling
    /// it.
    values: Vec<ListedValue>,
}

/// A value that lists a point: the index of its property, and its span.
type ListedValue = (usize, Span);

impl ListedPoints {
    /// Reports points that are listed twice in some properties of a node.
    fn repeated_points(&mut self, properties: &[Property<'_>], names: &[&str], group: &[&str], sink: &mut Sink<'_>) {
        // What stands twice is reported as that, and has no name here.
        let members = || {
            let properties = names.iter().copied().zip(properties);
            properties.filter(|(name, _)| group.contains(name))
        };
        let values = members().map(|(_, property)| property.value_spans().len()).sum::<usize>();
        if values < 2 {
            return;
        }
        self.values.resize(MAX_POINTS, (0, Span::empty(0)));
        self.points = PointSet::default();
        for (index, (name, property)) in members().enumerate() {
            for (value, raw) in property.raw_values().enumerate() {
                let span = property.value_spans()[value];
                let raw = if name == "LB" { raw.split_once(':').map_or(raw, |(point, _)| point) } else { raw };
                let Some(twice) = self.list(raw.trim(), (index, span)) else { continue };
                sink.report(Code::SgfRepeatedPoint, span, |diagnostic| {
                    let (other, first) = twice;
                    diagnostic.message = if other == index {
                        format!("`{raw}` is listed twice in {name}")
                    } else {
                        format!("`{raw}` is listed already in another property of this node, which {name} contradicts")
                    };
                    diagnostic.related.push(Related { span: first, message: "listed here".into() });
                    let is_only = property.value_spans().len() == 1;
                    let removed = if is_only { property.span() } else { property.with_brackets(span) };
                    diagnostic.fixes.push(Fix::removal("the later one", vec![Edit::delete(removed)]));
                });
            }
        }
    }

    /// Notes the points that a value lists. Returns the first earlier value that has listed one of these points.
    fn list(&mut self, value: &str, listed: ListedValue) -> Option<ListedValue> {
        let index = |(column, row): (u8, u8)| usize::from(row) * 52 + usize::from(column);
        let area = Area::parse(value)?;
        let earlier = self.points.first_of(area).map(|at| self.values[index(at)]);
        self.points.add(area, |at| self.values[index(at)] = listed);
        earlier
    }
}

/// Returns the fix of a value whose closing bracket is missing at `at`.
pub(super) fn lost_bracket(at: usize) -> Fix {
    Fix::suggested("insert `]`", vec![Edit::insert(at, "]")])
}

/// The `;` of a node.
pub(super) fn start_of(games: &Collection<'_>, node: NodeId) -> Span {
    let start = games.span(node).start as usize;
    let length = games.text()[start..].chars().next().map_or(0, char::len_utf8);
    Span::new(start, start + length)
}
