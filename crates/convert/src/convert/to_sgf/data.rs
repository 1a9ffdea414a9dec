//! The data of the nodes of a game, collected from the lines of an event.

use std::ops::Range;

use smallvec::SmallVec;

use crate::convert::block::{SgfBlock, begins_block, block_of};
use crate::convert::content::{NodeMove, NodePlace, PointMarks, StoneChanges};
use crate::convert::node::{GroupContent, LineItem, groups};
use crate::convert::property::PropertySink;
use crate::convert::text_block::comment;
use ishi_board::Point;
use ishi_record::record::{Datum, DatumKind, Event, Owner};
use ishi_record::replay::{Shown, Visit, Walk, marks_of};
use ishi_record::syntax::{Mark, Sign, Source, Target};
use ishi_sgf::Charset;

/// Stones, marks, comment and block of a node, collected from the lines of a record.
///
/// Nearly all nodes have only one move, so a single move needs no further allocation.
#[derive(Default)]
pub(super) struct NodeContent {
    /// The moves. They come after headers and stones, and before all other groups.
    pub(super) moves: SmallVec<[NodeMove; 2]>,
    /// All other groups of properties in order, with the place of the block.
    items: Vec<LineItem<GroupContent>>,
    pub(super) block: Option<Box<SgfBlock>>,
}

impl NodeContent {
    /// The stones, which come before all other groups.
    fn stones(&mut self) -> &mut StoneChanges {
        if !matches!(self.items.first(), Some(LineItem::Group(GroupContent::Stones(_)))) {
            self.items.insert(0, LineItem::Group(GroupContent::Stones(StoneChanges::default())));
        }
        match self.items.first_mut() {
            Some(LineItem::Group(GroupContent::Stones(stones))) => stones,
            _ => unreachable!("they have just been put there"),
        }
    }

    /// Whether stones are put on the board or taken off it.
    pub(super) fn has_stones(&self) -> bool {
        groups(&self.items).any(|content| matches!(content, GroupContent::Stones(stones) if !stones.is_empty()))
    }

    /// Removes the stones and returns them.
    pub(super) fn take_stones(&mut self) -> StoneChanges {
        let at = self.items.iter().position(|item| matches!(item, LineItem::Group(GroupContent::Stones(_))));
        match at.map(|at| self.items.remove(at)) {
            Some(LineItem::Group(GroupContent::Stones(stones))) => stones,
            _ => StoneChanges::default(),
        }
    }

    fn add_marks(&mut self, added: impl Iterator<Item = (Shown, Point)>) {
        let marks = self.items.iter_mut().find_map(|item| match item {
            LineItem::Group(GroupContent::Marks(marks)) => Some(marks),
            _ => None,
        });
        match marks {
            Some(marks) => marks.extend(added),
            None => self.items.push(LineItem::Group(GroupContent::Marks(added.collect()))),
        }
    }

    fn add_comment(&mut self, text: String) {
        let comment = self.items.iter_mut().find_map(|item| match item {
            LineItem::Group(GroupContent::Comment(text)) => Some(text),
            _ => None,
        });
        match comment {
            Some(comment) => {
                comment.push_str("\n\n");
                comment.push_str(&text);
            }
            None => self.items.push(LineItem::Group(GroupContent::Comment(text))),
        }
    }

    /// Puts a block before all other groups except the moves.
    pub(super) fn set_first_block(&mut self, block: SgfBlock) {
        self.items.insert(self.before_moves(), LineItem::Block);
        self.block = Some(Box::new(block));
    }

    /// Whether the node has only one move.
    pub(super) fn is_bare_move(&self) -> bool {
        self.moves.len() == 1 && self.items.is_empty()
    }

    /// Puts headers before all other groups.
    pub(super) fn add_headers(&mut self, headers: impl Iterator<Item = GroupContent>) {
        self.items.splice(0..0, headers.map(LineItem::Group));
    }

    /// The number of groups before the moves.
    fn before_moves(&self) -> usize {
        let is_before = |item: &LineItem<GroupContent>| {
            matches!(item, LineItem::Group(GroupContent::Header(..) | GroupContent::Stones(_)))
        };
        self.items.iter().position(|item| !is_before(item)).unwrap_or(self.items.len())
    }

    /// Adds the corresponding properties, without those of the block.
    pub(super) fn add_properties(&self, place: NodePlace, out: &mut impl PropertySink) {
        let (before, after) = self.items.split_at(self.before_moves());
        groups(before).for_each(|content| content.add_properties(place, out));
        NodeMove::add_properties(&self.moves, place, out);
        groups(after).for_each(|content| content.add_properties(place, out));
    }

    /// All groups in order, with the place of the block, and the block.
    pub(super) fn into_parts(mut self) -> (Vec<LineItem<GroupContent>>, Option<Box<SgfBlock>>) {
        if !self.moves.is_empty() {
            self.items.insert(self.before_moves(), LineItem::Group(GroupContent::Moves(self.moves.into_vec())));
        }
        (self.items, self.block)
    }

    /// Adds the content of the lines of a later move of the same node.
    pub(super) fn append(&mut self, mut later: Self) {
        let SgfBlock { charset, names, .. } = *self.block.take().unwrap_or_default();
        self.items.retain(|item| item.group().is_some());
        self.items.append(&mut later.items);
        self.block = later.block.map(|block| Box::new(SgfBlock { charset, names, ..*block }));
    }
}

/// The data of an event.
pub(super) struct EventData<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    /// The data sorted by owner, and for each owner in the order of the file.
    by_owner: Vec<&'s Datum>,
    /// The end of the data of the owner of the last query.
    last_end: usize,
    /// The marks that refer to numbers, as shown on the board, by owner.
    views: Vec<(Owner, PointMarks)>,
    /// The charset that a block names.
    pub(super) charset: Option<Charset>,
}

impl<'s, 't> EventData<'s, 't> {
    pub(super) fn of(source: &'s Source<'t>, event: &'s Event) -> Self {
        let mut by_owner: Vec<&Datum> = event.data.iter().collect();
        by_owner.sort_by_cached_key(|datum| datum.owner);
        Self { source, event, by_owner, last_end: 0, views: views(event), charset: None }
    }

    pub(super) fn source(&self) -> &'s Source<'t> {
        self.source
    }

    pub(super) fn event(&self) -> &'s Event {
        self.event
    }

    /// The data of an owner, in order.
    fn of_owner(&mut self, owner: Owner) -> Range<usize> {
        let (earlier, others) = self.by_owner.split_at(self.last_end);
        // One is mostly asked for after the one before it.
        let is_next = earlier.last().is_none_or(|datum| datum.owner < owner)
            && others.first().is_none_or(|datum| datum.owner >= owner);
        let start = if is_next { self.last_end } else { self.by_owner.partition_point(|datum| datum.owner < owner) };
        let count = self.by_owner[start..].iter().take_while(|datum| datum.owner == owner).count();
        self.last_end = start + count;
        start..self.last_end
    }

    /// The data of the node of an owner, and the data of further nodes that begin within them.
    pub(super) fn of_nodes(&mut self, owner: Owner) -> (NodeContent, Vec<NodeContent>) {
        let (event, source) = (self.event, self.source);
        let (mut first, mut later) = (NodeContent::default(), Vec::new());
        let data = self.of_owner(owner);
        if data.is_empty() {
            return (first, later);
        }
        let view = self.view(owner).cloned();
        let is_viewed = view.is_some();
        // All marks together, at the place of the first line about any.
        let mut view = view.filter(|marks| !marks.is_empty());
        for index in data {
            let datum = self.by_owner[index];
            let data = later.last_mut().unwrap_or(&mut first);
            match &datum.kind {
                DatumKind::Mark(_) | DatumKind::Unmark(_) if is_viewed => {
                    data.items.extend(view.take().map(|marks| LineItem::Group(GroupContent::Marks(marks))));
                }
                DatumKind::Mark(range) => {
                    data.add_marks(points(event, range).map(|(sign, point)| (Shown::Sign(sign), point)));
                }
                DatumKind::Comment => data.add_comment(comment(source, datum)),
                DatumKind::Setup(range) => first.stones().added.extend(event.stones(range)),
                DatumKind::Hide(range) => first.stones().removed.extend(points(event, range).map(|(_, point)| point)),
                DatumKind::User => {
                    let Some(block) = self.block(datum) else { continue };
                    if block.is_next {
                        later.push(NodeContent::default());
                    }
                    let data = later.last_mut().unwrap_or(&mut first);
                    // A second block is one too many.
                    if data.block.is_none() {
                        data.items.push(LineItem::Block);
                        data.block = Some(Box::new(block));
                    }
                }
                DatumKind::Unmark(_) | DatumKind::Prisoner(_) => {}
            }
        }
        (first, later)
    }

    /// The marks of an owner as shown on the board, if numbers or ranges had to be looked up.
    fn view(&self, owner: Owner) -> Option<&PointMarks> {
        let at = self.views.binary_search_by_key(&owner, |(owner, _)| *owner).ok()?;
        Some(&self.views[at].1)
    }

    /// The content of a `USER sgf` block; `None` for other user data.
    fn block(&mut self, datum: &Datum) -> Option<SgfBlock> {
        let source = self.source;
        if !begins_block(source, &source.lines[datum.line as usize]) {
            return None;
        }
        let block = block_of(source, datum);
        if let Some(charset) = block.charset.as_deref().and_then(Charset::named) {
            self.charset.get_or_insert(charset);
        }
        Some(block)
    }
}

/// Marks as shown on the board, by owner, for owners whose numbers or ranges have to be looked up.
fn views(event: &Event) -> Vec<(Owner, PointMarks)> {
    let is_plain_mark = |mark: &Mark| mark.sign != Sign::Number && matches!(mark.target, Target::Point(_));
    let is_plain = |datum: &&Datum| match &datum.kind {
        DatumKind::Mark(range) => event.marks(range).iter().all(is_plain_mark),
        DatumKind::Unmark(_) => false,
        _ => true,
    };
    let mut owners: Vec<Owner> = event.data.iter().filter(|datum| !is_plain(datum)).map(|datum| datum.owner).collect();
    owners.sort_unstable();
    owners.dedup();
    let mut views = Vec::with_capacity(owners.len());
    let mut look = |walk: &Walk<'_>, owner| {
        let marks = marks_of(walk, owner);
        views.push((owner, marks.into_iter().map(|(point, shown)| (shown, point)).collect()));
    };
    let mut left = owners.len();
    if owners.first() == Some(&Owner::Event) {
        left -= 1;
        look(&Walk::to(event, Owner::Event), Owner::Event);
    }
    let mut walk = Walk::new(event);
    while left > 0
        && let Some(visit) = walk.next()
    {
        let owner = match visit {
            Visit::Move(id) => Owner::Move(id),
            Visit::Diagram(id) => Owner::Diagram(id),
            _ => continue,
        };
        if owners.binary_search(&owner).is_ok() {
            left -= 1;
            look(&walk, owner);
        }
    }
    views.sort_unstable_by_key(|(owner, _)| *owner);
    views
}

/// The points of a MARK or HIDE line with their signs.
fn points(event: &Event, range: &Range<u32>) -> impl Iterator<Item = (Sign, Point)> {
    event.marks(range).iter().filter_map(|mark| match mark.target {
        Target::Point(point) => Some((mark.sign, point)),
        _ => None,
    })
}
