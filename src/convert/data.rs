//! What the lines of data in an event say of the nodes of its game.

use std::collections::HashMap;
use std::ops::Range;

use super::block::{NAME, SgfBlock};
use super::node::Said;
use super::said::{PointMarks, SaidMove, StoneChanges};
use crate::board::Point;
use crate::record::{Datum, DatumKind, Event, Owner};
use crate::replay::{Shown, View, Visit, Walk};
use crate::sgf::Charset;
use crate::syntax::{LineKind, Mark, Sign, Source, Target};

/// What lines say of a node.
#[derive(Default)]
pub(super) struct NodeData {
    /// In order, with none for the block.
    pub(super) said: Vec<Option<Said>>,
    pub(super) block: Option<SgfBlock>,
}

impl NodeData {
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

    /// Removes the stones and returns them.
    pub(super) fn take_stones(&mut self) -> StoneChanges {
        let at = self.said.iter().position(|item| matches!(item, Some(Said::Stones(_))));
        match at.and_then(|at| self.said.remove(at)) {
            Some(Said::Stones(stones)) => stones,
            _ => StoneChanges::default(),
        }
    }

    fn add_marks(&mut self, added: impl Iterator<Item = (Shown, Point)>) {
        let known = self.said.iter_mut().flatten().find_map(|said| match said {
            Said::Marks(marks) => Some(marks),
            _ => None,
        });
        match known {
            Some(known) => known.extend(added),
            None => self.said.push(Some(Said::Marks(added.collect()))),
        }
    }

    fn add_comment(&mut self, text: String) {
        let known = self.said.iter_mut().flatten().find_map(|said| match said {
            Said::Comment(text) => Some(text),
            _ => None,
        });
        match known {
            Some(known) => {
                known.push_str("\n\n");
                known.push_str(&text);
            }
            None => self.said.push(Some(Said::Comment(text))),
        }
    }

    /// Adds a move after those that the node has.
    pub(super) fn add_move(&mut self, added: SaidMove) {
        let known = self.said.iter_mut().flatten().find_map(|said| match said {
            Said::Moves(moves) => Some(moves),
            _ => None,
        });
        match known {
            Some(known) => known.push(added),
            None => {
                let is_before = |said: &Option<Said>| matches!(said, Some(Said::Header(..) | Said::Stones(_)));
                let at = self.said.iter().position(|said| !is_before(said)).unwrap_or(self.said.len());
                self.said.insert(at, Some(Said::Moves(vec![added])));
            }
        }
    }

    /// Adds what the lines of a later move of the same node say.
    pub(super) fn append(&mut self, mut later: Self) {
        let charset = self.block.take().and_then(|own| own.charset);
        self.said.retain(Option::is_some);
        self.said.append(&mut later.said);
        self.block = later.block.map(|block| SgfBlock { charset, ..block });
    }
}

/// The data of an event.
pub(super) struct EventData<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    /// The data of each owner, in order.
    by_owner: HashMap<Owner, Vec<&'s Datum>>,
    /// What marks show that refer to numbers.
    views: HashMap<Owner, PointMarks>,
    /// The charset that a block names.
    pub(super) charset: Option<Charset>,
}

impl<'s, 't> EventData<'s, 't> {
    pub(super) fn of(source: &'s Source<'t>, event: &'s Event) -> Self {
        let mut by_owner: HashMap<Owner, Vec<&Datum>> = HashMap::new();
        for datum in &event.data {
            by_owner.entry(datum.owner).or_default().push(datum);
        }
        let mut data = Self { source, event, by_owner, views: HashMap::new(), charset: None };
        data.find_views();
        data
    }

    /// Whether anything is said of an owner that has not been taken.
    pub(super) fn has(&self, owner: Owner) -> bool {
        self.by_owner.contains_key(&owner)
    }

    /// Finds what marks show where numbers and ranges have to be looked up on the board.
    fn find_views(&mut self) {
        let event = self.event;
        let is_plain_mark = |mark: &Mark| mark.sign != Sign::Number && matches!(mark.target, Target::Point(_));
        let is_plain = |datum: &Datum| match &datum.kind {
            DatumKind::Mark(range) => event.marks(range).iter().all(is_plain_mark),
            DatumKind::Unmark(_) => false,
            _ => true,
        };
        if event.data.iter().all(is_plain) {
            return;
        }
        let needs_view =
            |owner: Owner| self.by_owner.get(&owner).is_some_and(|data| !data.iter().copied().all(is_plain));
        let marks_of = |view: &View| view.marks.iter().map(|(point, shown)| (*shown, *point)).collect();
        let mut walk = Walk::new(event);
        while let Some(visit) = walk.next() {
            let owner = match visit {
                Visit::Move(id) => Owner::Move(id),
                Visit::Diagram(id) => Owner::Diagram(id),
                _ => continue,
            };
            if needs_view(owner) {
                self.views.insert(owner, marks_of(&View::of_walk(&walk, owner)));
            }
        }
        if needs_view(Owner::Event) {
            self.views.insert(Owner::Event, marks_of(&View::of(event, Owner::Event)));
        }
    }

    /// Takes what the data of an owner say, for each node that they are of: at least one.
    pub(super) fn take(&mut self, owner: Owner) -> Vec<NodeData> {
        let (event, source) = (self.event, self.source);
        let points = |range: &Range<u32>| {
            let marks = event.marks(range).iter();
            marks.filter_map(|mark| match mark.target {
                Target::Point(point) => Some((mark.sign, point)),
                _ => None,
            })
        };
        let mut all = vec![NodeData::default()];
        let mut view = self.views.remove(&owner);
        for datum in self.by_owner.remove(&owner).unwrap_or_default() {
            let Some(data) = all.last_mut() else { break };
            match &datum.kind {
                DatumKind::Mark(_) | DatumKind::Unmark(_) if view.is_some() => {
                    data.said.push(view.take().filter(|marks| !marks.is_empty()).map(Said::Marks));
                }
                DatumKind::Mark(range) => {
                    data.add_marks(points(range).map(|(sign, point)| (Shown::Sign(sign), point)));
                }
                DatumKind::Comment => data.add_comment(comment(source, datum)),
                DatumKind::Setup(range) => all[0].stones().added.extend(event.stones(range)),
                DatumKind::Hide(range) => all[0].stones().removed.extend(points(range).map(|(_, point)| point)),
                DatumKind::User => {
                    let Some(block) = self.block(datum) else { continue };
                    if block.is_next {
                        all.push(NodeData::default());
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

    /// The content of a `USER sgf` block; none for other data of users.
    fn block(&mut self, datum: &Datum) -> Option<SgfBlock> {
        let source = self.source;
        if source.free_text(&source.lines[datum.line as usize]).trim_end() != NAME {
            return None;
        }
        let mut block = SgfBlock::default();
        for line in text_lines(source, datum) {
            block.read(line);
        }
        if let Some(charset) = block.charset.as_deref().and_then(Charset::named) {
            self.charset.get_or_insert(charset);
        }
        Some(block)
    }
}

/// The lines inside a block.
fn text_lines<'s>(source: &'s Source<'_>, block: &Datum) -> impl Iterator<Item = &'s str> {
    let lines = &source.lines[block.line as usize..block.end as usize];
    lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_))).map(|line| source.str(line.span))
}

/// A comment with its title as the first line.
fn comment(source: &Source<'_>, block: &Datum) -> String {
    let title = source.free_text(&source.lines[block.line as usize]);
    let mut lines: Vec<&str> = text_lines(source, block).collect();
    if !title.is_empty() {
        lines.insert(0, title);
    }
    lines.join("\n")
}
