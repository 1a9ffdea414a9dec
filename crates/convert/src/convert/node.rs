//! One node in both formats: the correspondence between its lines and its properties.

use std::borrow::Cow;

use super::block::{Listed, SgfBlock};
use super::clock::is_time;
use super::content::{
    NodeMove, NodePlace, PointMarks, StoneChanges, add_mark_properties, held_comment, is_held, is_mark,
    is_mark_without_line, is_setup, marks, next_number, plain_mark, point,
};
use super::dialect;
use super::header;
use super::property::{Prop, PropertySink};
use ishi_board::Color;
use ishi_record::syntax::Keyword;

/// The kind of lines of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeLines {
    /// The lines of an event before its tree. The node may also have moves.
    Head,
    /// The lines of an event before its tree, for the first of several nodes. The stones of all these nodes are in one
    /// setup.
    HeadOfSeveral,
    /// The marks and the comment of one of the other nodes.
    Later,
    Move,
    Diagram,
}

impl NodeLines {
    pub(super) fn has_headers(self) -> bool {
        matches!(self, Self::Head | Self::HeadOfSeveral)
    }
}

/// Properties that correspond to the same lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PropertyGroup {
    /// The properties of a header line: first the title, then the other headers in any order.
    Header(Keyword),
    Stones,
    Moves,
    Marks,
    Comment,
}

impl PropertyGroup {
    /// The group of a property; `None` if no line of the node can express it.
    pub(super) fn of(property: &Prop<'_>, kind: NodeLines, has_title: bool, place: NodePlace) -> Option<Self> {
        match &*property.name() {
            "C" => Some(Self::Comment),
            "MN" if place.stated_number(property.first()).is_none() => None,
            "B" | "W" | "MN" => matches!(kind, NodeLines::Head | NodeLines::Move).then_some(Self::Moves),
            name if is_setup(name) => matches!(kind, NodeLines::Head | NodeLines::Diagram).then_some(Self::Stones),
            name if is_mark(name) => Some(Self::Marks),
            // The title is the name of the game, or else that of the event.
            "EV" if has_title => None,
            name => header::keyword_of(name).filter(|_| kind.has_headers()).map(Self::Header),
        }
    }
}

/// The content of a group of properties, in the form that both formats share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GroupContent {
    Header(Keyword, String),
    Stones(StoneChanges),
    Moves(Vec<NodeMove>),
    Marks(PointMarks),
    Comment(String),
}

impl GroupContent {
    /// The content of the properties of a group; `None` if they have no content.
    pub(super) fn of(group: PropertyGroup, properties: &[Prop<'_>], place: NodePlace, kind: NodeLines) -> Option<Self> {
        let content = match group {
            PropertyGroup::Header(keyword) => Self::Header(keyword, header::text(keyword, properties)?),
            PropertyGroup::Stones => {
                let mut stones = StoneChanges::of(properties, place);
                if kind == NodeLines::Head {
                    // There is nothing to remove yet.
                    stones.removed.clear();
                }
                Self::Stones(stones).filter_empty()?
            }
            PropertyGroup::Moves => Self::Moves(NodeMove::of(properties, place)).filter_empty()?,
            PropertyGroup::Marks => Self::Marks(marks(properties, place)).filter_empty()?,
            PropertyGroup::Comment => Self::Comment(properties.first()?.first().to_owned()),
        };
        Some(content)
    }

    fn filter_empty(self) -> Option<Self> {
        let is_empty = match &self {
            Self::Stones(stones) => stones.is_empty(),
            Self::Moves(moves) => moves.is_empty(),
            Self::Marks(marks) => marks.is_empty(),
            Self::Header(..) | Self::Comment(_) => false,
        };
        (!is_empty).then_some(self)
    }

    pub(super) fn group(&self) -> PropertyGroup {
        match self {
            Self::Header(keyword, _) => PropertyGroup::Header(*keyword),
            Self::Stones(_) => PropertyGroup::Stones,
            Self::Moves(_) => PropertyGroup::Moves,
            Self::Marks(_) => PropertyGroup::Marks,
            Self::Comment(_) => PropertyGroup::Comment,
        }
    }

    /// The corresponding properties.
    pub(super) fn properties(&self, place: NodePlace) -> Vec<Prop<'static>> {
        let mut out = Vec::new();
        self.add_properties(place, &mut out);
        out
    }

    /// Adds the corresponding properties.
    pub(super) fn add_properties(&self, place: NodePlace, out: &mut impl PropertySink) {
        match self {
            Self::Header(keyword, text) => {
                for (name, value) in header::properties(*keyword, text) {
                    out.begin(name);
                    out.value(&value);
                }
            }
            Self::Stones(stones) => stones.add_properties(place, out),
            Self::Moves(moves) => NodeMove::add_properties(moves, place, out),
            Self::Marks(marks) => add_mark_properties(marks, place, out),
            Self::Comment(text) => {
                out.begin("C");
                out.value(&held_comment(text));
            }
        }
    }
}

/// An item among the lines of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineItem<T> {
    /// The lines of a group of properties.
    Group(T),
    /// The place of the block.
    Block,
}

impl<T> LineItem<T> {
    /// The group; `None` for the place of the block.
    pub(super) fn group(&self) -> Option<&T> {
        match self {
            Self::Group(group) => Some(group),
            Self::Block => None,
        }
    }
}

/// The groups among some items.
pub(super) fn groups<T>(items: &[LineItem<T>]) -> impl Iterator<Item = &T> + Clone {
    items.iter().filter_map(LineItem::group)
}

/// A plan for the lines of a node: their content, and the properties that are left to the block.
#[derive(Debug, PartialEq)]
pub(super) struct Plan {
    /// Whether it is a head that lines express completely, and that begins like the game of a record that was never in
    /// SGF.
    pub(super) is_native: bool,
    /// The items in order: headers, stones, moves; then marks, comment and the block. Each group has the index of its
    /// first property.
    pub(super) items: Vec<LineItem<(GroupContent, u32)>>,
    pub(super) listed: Vec<Listed>,
}

/// The first properties of the game of a record that was never in SGF.
pub(super) fn native_properties() -> [Prop<'static>; 4] {
    [Prop::new("FF", "4"), Prop::new("GM", "1"), Prop::new("CA", "UTF-8"), Prop::new("AP", "ishi:1")]
}

impl Plan {
    /// The plan for a node with these properties.
    pub(super) fn new(properties: &[Prop<'_>], kind: NodeLines, place: NodePlace) -> Self {
        Self::in_file(properties, kind, place, false)
    }

    /// The plan for a node whose block may describe the file. The block of a record that was never in SGF does not
    /// describe a file.
    pub(super) fn in_file(properties: &[Prop<'_>], kind: NodeLines, place: NodePlace, is_described: bool) -> Self {
        match Self::plain(properties, kind, place) {
            Some(plan) => {
                debug_assert_eq!(plan, Self::general(properties, kind, place, is_described));
                plan
            }
            None => Self::general(properties, kind, place, is_described),
        }
    }

    /// The plan for a node that has only one move, marks and a comment, all of which lines can express, as nearly all
    /// nodes do. `None` for any other node.
    fn plain(properties: &[Prop<'_>], kind: NodeLines, place: NodePlace) -> Option<Self> {
        let (first, others) = properties.split_first().filter(|_| kind == NodeLines::Move)?;
        let color = match &*first.id {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        let point = match &first.values[..] {
            [value] if value.is_empty() => None,
            [value] => Some(point(place.size, value)?),
            _ => return None,
        };
        let moves = vec![NodeMove { color, point, number: next_number(place.number) }];
        let mut items = vec![LineItem::Group((GroupContent::Moves(moves), 0))];
        for (property, index) in others.iter().zip(1..) {
            match &*property.id {
                "C" => {
                    let [text] = &property.values[..] else { return None };
                    if groups(&items).any(|(content, _)| matches!(content, GroupContent::Comment(_))) || !is_held(text)
                    {
                        return None;
                    }
                    items.push(LineItem::Group((GroupContent::Comment(text.clone().into_owned()), index)));
                }
                name if is_mark(name) => {
                    if others[..index as usize - 1].iter().any(|other| other.id == name) {
                        return None;
                    }
                    let new_marks = property.values.iter().map(|value| plain_mark(name, value, place.size));
                    let new_marks = new_marks.collect::<Option<PointMarks>>()?;
                    let position = groups(&items).position(|(content, _)| matches!(content, GroupContent::Marks(_)));
                    match (position, items.last_mut()) {
                        (None, _) => items.push(LineItem::Group((GroupContent::Marks(new_marks), index))),
                        (Some(_), Some(LineItem::Group((GroupContent::Marks(marks), _)))) => marks.extend(new_marks),
                        (Some(_), _) => return None,
                    }
                }
                _ => return None,
            }
        }
        items.push(LineItem::Block);
        Some(Self { is_native: false, items, listed: Vec::new() })
    }

    fn general(properties: &[Prop<'_>], kind: NodeLines, place: NodePlace, is_described: bool) -> Self {
        let standard = if kind.has_headers() { dialect::standard(properties) } else { Cow::Borrowed(properties) };
        let grouped = GroupedProperties::of(&standard, kind, place);
        let (items, is_in_lines) = grouped.read(properties, &standard, kind, place);
        let has_moves = items.iter().any(|(content, _)| matches!(content, GroupContent::Moves(_)));
        let mut items: Vec<_> = items.into_iter().map(LineItem::Group).collect();
        // With the block of a later node it begins.
        let at = if kind == NodeLines::Later { 0 } else { place_of_block(&items, properties, &is_in_lines, kind) };
        items.insert(at, LineItem::Block);

        let native = native_properties();
        let may_be_native = kind == NodeLines::Head && !is_described && !has_moves && properties.starts_with(&native);
        if may_be_native
            && is_in_lines[native.len()..].iter().all(|&is_in_lines| is_in_lines)
            && grouped.are_in_order(&items, &is_in_lines, native.len())
        {
            return Self { is_native: true, items, listed: Vec::new() };
        }
        let has_both_titles =
            grouped.has_title && standard.iter().any(|property| property.is("EV")) && kind.has_headers();
        // Bare names then say that the line of the move has one of the numbers.
        let has_both_numbers = [true, false].iter().all(|in_lines| {
            properties.iter().zip(&is_in_lines).any(|(property, has_line)| property.is("MN") && has_line == in_lines)
        });
        let is_whole = has_both_titles
            || has_both_numbers
            || grouped.has_two_comments
            || !grouped.are_in_order(&items, &is_in_lines, 0);
        let listed = properties.iter().zip(&is_in_lines).filter_map(|(property, &is_in_lines)| {
            if !is_in_lines {
                let values = property.values.iter().map(|value| value.clone().into_owned().into()).collect();
                return Some(Listed::Whole(Prop { id: property.id.clone().into_owned().into(), values }));
            }
            is_whole.then(|| Listed::Bare(property.id.clone().into_owned()))
        });
        Self { is_native: false, listed: listed.collect(), items }
    }

    /// The moves that the lines of the node express, in order.
    pub(super) fn moves(&self) -> Vec<NodeMove> {
        let moves = groups(&self.items).find_map(|(content, _)| match content {
            GroupContent::Moves(moves) => Some(moves.clone()),
            _ => None,
        });
        moves.unwrap_or_default()
    }
}

/// The properties of a node by their groups, as indices.
struct GroupedProperties {
    groups: Vec<(PropertyGroup, Vec<usize>)>,
    /// Whether the game has a name, so that the event is not the title.
    has_title: bool,
    has_two_comments: bool,
}

impl GroupedProperties {
    fn of(properties: &[Prop<'_>], kind: NodeLines, place: NodePlace) -> Self {
        let has_title = properties.iter().any(|property| property.is("GN"));
        let mut grouped = Self { groups: Vec::new(), has_title, has_two_comments: false };
        for (index, property) in properties.iter().enumerate() {
            let Some(group) = PropertyGroup::of(property, kind, has_title, place) else { continue };
            match grouped.groups.iter_mut().find(|(kind, _)| *kind == group) {
                // The first comment is the one.
                Some(_) if group == PropertyGroup::Comment => grouped.has_two_comments = true,
                Some((_, members)) => members.push(index),
                None => grouped.groups.push((group, vec![index])),
            }
        }
        grouped
    }

    /// Reads the groups in the order of their lines, each with its content and the index of its first property. Also
    /// returns for each property whether lines express it completely. `standard` has the properties in the terms of
    /// SGF.
    fn read(
        &self,
        properties: &[Prop<'_>],
        standard: &[Prop<'_>],
        kind: NodeLines,
        place: NodePlace,
    ) -> (Vec<(GroupContent, u32)>, Vec<bool>) {
        let mut is_in_lines = vec![false; properties.len()];
        let mut items: Vec<(GroupContent, u32)> = Vec::new();
        for (group, members) in &self.groups {
            let members_in_sgf: Vec<Prop<'_>> = members.iter().map(|&index| standard[index].clone()).collect();
            let Some(content) = GroupContent::of(*group, &members_in_sgf, place, kind) else { continue };
            if content.properties(place).iter().eq(members.iter().map(|&index| &properties[index])) {
                for &index in members {
                    is_in_lines[index] = true;
                }
            }
            items.push((content, members[0] as u32));
        }
        // Headers before stones before moves; the others stay in their order.
        items.sort_by_cached_key(|(content, first)| match content {
            GroupContent::Header(Keyword::Event, _) => (0, 0),
            GroupContent::Header(..) => (1, *first),
            GroupContent::Stones(_) => (2, 0),
            GroupContent::Moves(_) => (3, 0),
            GroupContent::Marks(_) | GroupContent::Comment(_) => (4, *first),
        });
        (items, is_in_lines)
    }

    /// Whether the lines and their block give back the properties after the first `from` in their order.
    fn are_in_order(&self, items: &[LineItem<(GroupContent, u32)>], is_in_lines: &[bool], from: usize) -> bool {
        let members = |item: &LineItem<(GroupContent, u32)>| -> Vec<usize> {
            let LineItem::Group((one, _)) = item else {
                return (from..is_in_lines.len()).filter(|&index| !is_in_lines[index]).collect();
            };
            let members = self.groups.iter().find(|(group, _)| *group == one.group());
            members.map_or(Vec::new(), |(_, members)| {
                members.iter().copied().filter(|&index| is_in_lines[index]).collect()
            })
        };
        items.iter().flat_map(members).eq(from..is_in_lines.len())
    }
}

/// The index of the block among the items of a plan: before marks and a comment that come after the first property that
/// is left to the block.
fn place_of_block(
    items: &[LineItem<(GroupContent, u32)>],
    properties: &[Prop<'_>],
    is_in_lines: &[bool],
    kind: NodeLines,
) -> usize {
    let first_left = is_in_lines.iter().position(|is_in_lines| !is_in_lines).filter(|_| !kind.has_headers());
    // Clock times stand with the move, whatever comes before them.
    let has_only_times = kind == NodeLines::Move
        && first_left.is_some()
        && properties.iter().zip(is_in_lines).all(|(property, is_in_lines)| *is_in_lines || is_time(property));
    let is_before_block = |item: &LineItem<(GroupContent, u32)>| match item {
        LineItem::Group((GroupContent::Marks(_) | GroupContent::Comment(_), _)) if has_only_times => false,
        LineItem::Group((GroupContent::Marks(_) | GroupContent::Comment(_), first)) => {
            first_left.is_none_or(|left| (*first as usize) < left)
        }
        _ => true,
    };
    items.iter().position(|item| !is_before_block(item)).unwrap_or(items.len())
}

/// The properties of a node from its lines and its block. Also returns whether the block lists properties that
/// contradict the lines; these are left out.
pub(super) fn merge(
    mut items: Vec<LineItem<GroupContent>>,
    block: Option<&SgfBlock>,
    kind: NodeLines,
    place: NodePlace,
) -> (Vec<Prop<'static>>, bool) {
    let Some(block) = block else { return (properties_of(&items, place), false) };
    let mut listed = Cow::Borrowed(&*block.listed);
    let standard = standard_of(&block.listed, &items, kind);
    let ListedGroups { groups, first_comment, has_title } = ListedGroups::of(&listed, &standard, kind, place);
    let mut outdated = remove_kept(&mut items, &groups, kind, place);
    let has_respelled = kind.has_headers() && respell(&mut listed, &standard, &mut items, &mut outdated, place);
    let listed = &*listed;
    let group = |index: usize| PropertyGroup::of(standard[index].as_ref()?, kind, has_title, place);
    let is_kept = |index: usize| match group(index) {
        Some(PropertyGroup::Comment) if first_comment != Some(index) => true,
        group => group.is_none_or(|group| !outdated.contains(&group)),
    };
    // A number on the line of a move replaces one that only the block has.
    let has_number = |item: &LineItem<GroupContent>| match item.group() {
        Some(moves @ GroupContent::Moves(_)) => moves.properties(place).iter().any(|property| property.is("MN")),
        _ => false,
    };
    let is_named = listed.iter().any(|listed| matches!(listed, Listed::Bare(name) if name == "MN"));
    let is_renumbered = !is_named && items.iter().any(has_number);
    let is_replaced = |property: &Prop<'_>| is_renumbered && property.is("MN");
    let has_outdated = has_respelled
        || !outdated.is_empty()
        || listed.iter().any(|listed| matches!(listed, Listed::Whole(property) if is_replaced(property)));
    let is_kept = |index: usize| is_kept(index) && !listed[index].whole().is_some_and(is_replaced);
    let mut out = if block.is_whole() {
        in_listed_order(listed, is_kept, properties_of(&items, place))
    } else {
        at_block(listed, is_kept, &items, place)
    };
    // Of marks only those are outdated that a line can have.
    if outdated.contains(&PropertyGroup::Marks) {
        for property in marks_without_lines(listed, place) {
            match out.iter_mut().find(|written| written.id == property.id) {
                Some(written) => written.values.extend(property.values),
                None => out.push(property),
            }
        }
    }
    (out, has_outdated)
}

/// A property of a block, or its translation.
type ListedProp<'l> = Cow<'l, Prop<'static>>;

/// The properties that a block lists with their values, in the terms of SGF; `None` for bare names.
fn standard_of<'l>(
    listed: &'l [Listed],
    items: &[LineItem<GroupContent>],
    kind: NodeLines,
) -> Vec<Option<ListedProp<'l>>> {
    let whole: Vec<Option<&Prop<'static>>> = listed.iter().map(Listed::whole).collect();
    if !kind.has_headers() {
        return whole.into_iter().map(|property| property.map(Cow::Borrowed)).collect();
    }
    let rules = groups(items).find_map(|content| match content {
        GroupContent::Header(Keyword::Rules, text) => Some(&**text),
        _ => None,
    });
    dialect::standard_of_list(&whole, rules)
}

/// Gives listed properties of a dialect the values of the lines that replace them, and removes these lines. Returns
/// whether there are any.
fn respell(
    listed: &mut Cow<'_, [Listed]>,
    standard: &[Option<ListedProp<'_>>],
    items: &mut Vec<LineItem<GroupContent>>,
    outdated: &mut Vec<PropertyGroup>,
    place: NodePlace,
) -> bool {
    let before = outdated.len();
    outdated.retain(|&group| {
        let PropertyGroup::Header(keyword) = group else { return true };
        let is_of_group = |property: &ListedProp<'_>| header::keyword_of(&property.name()) == Some(keyword);
        let mut of_group = (0..).zip(standard).filter(|(_, property)| property.as_ref().is_some_and(is_of_group));
        let at = items.iter().position(|item| item.group().is_some_and(|content| content.group() == group));
        let (Some((index, _)), None, Some(at)) = (of_group.next(), of_group.next(), at) else { return true };
        let new = items[at].group().map_or_else(Vec::new, |content| content.properties(place));
        let [new] = &new[..] else { return true };
        let properties: Vec<Option<&Prop<'static>>> = listed.iter().map(Listed::whole).collect();
        match dialect::respelled(&properties, index, new) {
            Some(property) => {
                listed.to_mut()[index] = Listed::Whole(property);
                items.remove(at);
                false
            }
            None => true,
        }
    });
    outdated.len() < before
}

/// The properties that a block lists with their values, by the groups of lines.
struct ListedGroups {
    groups: Vec<(PropertyGroup, Vec<Prop<'static>>)>,
    /// The index in the list of the comment that is used if no line has a comment.
    first_comment: Option<usize>,
    has_title: bool,
}

impl ListedGroups {
    fn of(listed: &[Listed], standard: &[Option<ListedProp<'_>>], kind: NodeLines, place: NodePlace) -> Self {
        let has_title = listed.iter().any(|listed| match listed {
            Listed::Bare(name) => name == "GN",
            Listed::Whole(property) => property.is("GN"),
        });
        // If a line has the first comment, no line has another one.
        let mut has_comment = listed.iter().any(|listed| matches!(listed, Listed::Bare(name) if name == "C"));
        let mut groups: Vec<(PropertyGroup, Vec<Prop<'static>>)> = Vec::new();
        let mut first_comment = None;
        for (index, property) in standard.iter().enumerate() {
            let Some(property) = property else { continue };
            let Some(group) = PropertyGroup::of(property, kind, has_title, place) else { continue };
            if group == PropertyGroup::Comment {
                if has_comment {
                    continue;
                }
                has_comment = true;
                first_comment = Some(index);
            }
            match groups.iter_mut().find(|(kind, _)| *kind == group) {
                Some((_, members)) => members.push(property.clone().into_owned()),
                None => groups.push((group, vec![property.clone().into_owned()])),
            }
        }
        Self { groups, first_comment, has_title }
    }
}

/// Removes from the content of lines the groups that the block has with the same meaning. Returns the groups of the
/// block that contradict the lines.
fn remove_kept(
    items: &mut Vec<LineItem<GroupContent>>,
    groups: &[(PropertyGroup, Vec<Prop<'_>>)],
    kind: NodeLines,
    place: NodePlace,
) -> Vec<PropertyGroup> {
    let mut outdated = Vec::new();
    for (group, members) in groups {
        let kept = GroupContent::of(*group, members, place, kind).map(|content| content.properties(place));
        let at = items.iter().position(|item| item.group().is_some_and(|content| content.group() == *group));
        let in_lines = at.and_then(|at| items[at].group()).map(|content| content.properties(place));
        if kept.unwrap_or_default() != in_lines.unwrap_or_default() {
            outdated.push(*group);
        } else if let Some(at) = at {
            items.remove(at);
        }
    }
    outdated
}

/// The properties of a node whose block lists all properties: first those of the list, in its order, then those that
/// lines have added.
fn in_listed_order(
    listed: &[Listed],
    is_kept: impl Fn(usize) -> bool,
    mut rest: Vec<Prop<'static>>,
) -> Vec<Prop<'static>> {
    let mut out = Vec::new();
    for (index, listed) in listed.iter().enumerate() {
        let id = match listed {
            Listed::Whole(property) if is_kept(index) => {
                out.push(property.clone());
                continue;
            }
            Listed::Bare(id) => &**id,
            // A line has another value, and the property keeps its place.
            Listed::Whole(property) => &*property.id,
        };
        if let Some(at) = rest.iter().position(|property| property.id == id) {
            out.push(rest.remove(at));
        }
    }
    out.extend(rest);
    out
}

/// The properties of a node whose block lists only the properties that no line expresses. They come at the place of the
/// block.
fn at_block(
    listed: &[Listed],
    is_kept: impl Fn(usize) -> bool,
    items: &[LineItem<GroupContent>],
    place: NodePlace,
) -> Vec<Prop<'static>> {
    let mut whole = listed.iter().enumerate().filter_map(|(index, listed)| match listed {
        Listed::Whole(property) if is_kept(index) => Some(property.clone()),
        _ => None,
    });
    let mut out = Vec::new();
    for item in items {
        match item {
            LineItem::Group(content) => content.add_properties(place, &mut out),
            LineItem::Block => out.extend(whole.by_ref()),
        }
    }
    out.extend(whole);
    out
}

/// The marks that a block lists and no line can express, such as labels of several words.
fn marks_without_lines(listed: &[Listed], place: NodePlace) -> Vec<Prop<'static>> {
    let marked = listed.iter().filter_map(|listed| match listed {
        Listed::Whole(property) if is_mark(&property.name()) => Some(property),
        _ => None,
    });
    let marks = marked.map(|property| {
        let name = property.name();
        let has_no_line = |value: &&Cow<'static, str>| is_mark_without_line(&name, value, place);
        Prop { id: property.id.clone(), values: property.values.iter().filter(has_no_line).cloned().collect() }
    });
    marks.filter(|property| !property.values.is_empty()).collect()
}

/// The properties that correspond to lines.
fn properties_of(items: &[LineItem<GroupContent>], place: NodePlace) -> Vec<Prop<'static>> {
    let mut out = Vec::new();
    groups(items).for_each(|content| content.add_properties(place, &mut out));
    out
}
