//! Edits of an SGF text that give it the tree of another text.

mod layout;
mod node;
mod origins;
mod quoted;

use layout::{Layout, NodeLayout};
use quoted::QuotedText;

use super::print::{print_line, write_node};
use super::tree::{Collection, NodeId, parse};
use ishi_text::{Edit, Span, apply};

/// Returns the edits of the text of `old` that give it the tree of `new`. Nodes and values that are equal in both keep
/// their text, white space and order, even if they move to another place. For example, a new variation inserts only the
/// text of the variation and a few brackets.
pub fn revise(old: &Collection<'_>, new: &Collection<'_>) -> Vec<Edit> {
    let Some(origins) = origins::origins(old, new) else { return Vec::new() };
    let replace_text = || vec![Edit::replace(Span::new(0, old.text().len()), new.text())];
    if old.games().is_empty() || new.games().is_empty() {
        return replace_text();
    }
    let layout = Layout::of(old);
    let mut writer = Writer::new(old, new, &layout, &origins);
    writer.games();
    let edits = writer.out.edits();
    // What is put into a broken text need not be read as it is meant.
    let is_broken = layout.has_surplus_brackets || !old.faults().is_empty();
    if is_broken && !origins::are_same(&parse(&apply(old.text(), &edits)), new) {
        return replace_text();
    }
    edits
}

/// A part of the games that is still to be written.
enum WriteTask {
    Node { node: NodeId, is_bracketed: bool },
    Close { node: NodeId, is_bracketed: bool },
}

/// Writes the games of `new` with the text of `old`.
struct Writer<'w> {
    old: &'w Collection<'w>,
    new: &'w Collection<'w>,
    layout: &'w Layout,
    /// The node of `old` from which each node of `new` came.
    origins: &'w [Option<NodeId>],
    /// Whether each node of `new`, or one below it, came from `old`.
    has_old: Vec<bool>,
    out: QuotedText<'w>,
}

impl<'w> Writer<'w> {
    fn new(
        old: &'w Collection<'w>,
        new: &'w Collection<'w>,
        layout: &'w Layout,
        origins: &'w [Option<NodeId>],
    ) -> Self {
        let mut has_old: Vec<bool> = origins.iter().map(Option::is_some).collect();
        for index in (0..has_old.len()).rev().filter(|&index| origins[index].is_some()) {
            // Those above a node that has been seen to are marked.
            let mut next = new.parent(NodeId(index as u32));
            while let Some(node) = next.filter(|node| !has_old[node.0 as usize]) {
                has_old[node.0 as usize] = true;
                next = new.parent(node);
            }
        }
        Self { old, new, layout, origins, has_old, out: QuotedText::new(old.text()) }
    }

    fn origin(&self, node: NodeId) -> Option<NodeId> {
        self.origins[node.0 as usize]
    }

    fn layout_of(&self, node: NodeId) -> Option<&'w NodeLayout> {
        self.origin(node).map(|origin| self.layout.of_node(origin))
    }

    fn games(&mut self) {
        let layout = self.layout;
        let mut outside = layout.outside.iter().cloned();
        self.out.old(outside.next().unwrap_or_default());
        // The place among the old games of the next one, and how many of the texts before them have been written.
        let (mut next, mut written) = (0, 1);
        for (index, &root) in self.new.games().iter().enumerate() {
            let origin = self.origin(root).and_then(|origin| self.old.games().binary_search(&origin).ok());
            if let Some(origin) = origin {
                if origin == next {
                    self.out.forget_missing();
                }
                for part in outside.by_ref().take((origin + 1).saturating_sub(written)) {
                    self.out.old(part);
                    written += 1;
                }
                next = origin + 1;
            }
            self.game(root, index == 0, origin.is_some());
        }
        if next == self.old.games().len() {
            self.out.forget_missing();
        }
        outside.for_each(|part| self.out.old(part));
    }

    /// Writes a game. `is_first` says whether it is the first game, and `is_old` whether its root was the root of a
    /// game before.
    fn game(&mut self, root: NodeId, is_first: bool, is_old: bool) {
        let place = self.layout_of(root).filter(|_| is_old);
        // The white space at the beginning of a text stays there.
        let start = self.layout.of_node(self.old.games()[0]);
        let is_at_start = place.is_none_or(|place| place.start == start.start);
        let before = if is_first { Some(start) } else { place.filter(|_| !is_at_start) };
        if let Some(before) = before {
            self.out.old(before.lead..before.first());
        }
        // A game that stood at the beginning of the text, or was not there, begins a line.
        if !is_first && is_at_start && !self.out.ends_with(|last| last.is_ascii_whitespace()) {
            self.out.new_text("\n");
        }
        match place {
            Some(place) => self.out.old(place.first()..place.start),
            None => self.out.new_text("("),
        }
        let mut tasks = vec![WriteTask::Close { node: root, is_bracketed: true }];
        self.enter(root, &mut tasks);
        while let Some(task) = tasks.pop() {
            match task {
                WriteTask::Node { node, is_bracketed } => self.node(node, is_bracketed, &mut tasks),
                WriteTask::Close { node, is_bracketed } => self.close(node, is_bracketed),
            }
        }
    }

    /// Writes a node with the text before it, and plans the tasks after it.
    fn node(&mut self, node: NodeId, is_bracketed: bool, tasks: &mut Vec<WriteTask>) {
        let place = self.layout_of(node);
        if let Some(place) = place {
            self.out.old(place.lead..place.first());
        }
        // After a line end, this would be read as the beginning of another game.
        let is_root_like = || self.new.properties(node).next().is_some_and(|first| matches!(first.id(), "FF" | "GM"));
        if is_bracketed && is_root_like() {
            if self.out.ends_with(|last| matches!(last, '\n' | '\r')) {
                self.out.new_text(" ");
            }
        } else if is_bracketed
            && place.is_none_or(|place| place.open.is_none() && !self.out.ends_with(|last| last.is_ascii_whitespace()))
        {
            self.out.new_text("\n");
        }
        match place.map(|place| (place, place.open)) {
            Some((place, Some(open))) if is_bracketed => self.out.old(open..place.start),
            Some((place, Some(open))) => self.out.old(open + 1..place.start),
            _ if is_bracketed => self.out.new_text("("),
            _ => {}
        }
        if is_bracketed || place.is_some_and(|place| place.close.is_some()) {
            tasks.push(WriteTask::Close { node, is_bracketed });
        }
        self.enter(node, tasks);
    }

    /// Writes the text of a node, and plans the tasks after it.
    fn enter(&mut self, node: NodeId, tasks: &mut Vec<WriteTask>) {
        let mut text = String::new();
        match self.origin(node) {
            Some(origin) => self.changed_node(origin, node),
            None if self.has_old[node.0 as usize] => write_node(self.new, node, &mut text),
            None => {
                print_line(self.new, node, &mut text);
                return self.out.new_text(&text);
            }
        }
        self.out.new_text(&text);
        // Brackets that are not needed stay as long as they enclose the same.
        let before = self.origin(node).into_iter().flat_map(|origin| self.old.children(origin)).map(Some);
        let is_same = self.new.children(node).map(|child| self.origin(child)).eq(before);
        let has_several = self.new.children(node).nth(1).is_some();
        let first = tasks.len();
        tasks.extend(self.new.children(node).map(|child| {
            let was_bracketed = self.layout_of(child).is_some_and(|place| place.open.is_some());
            WriteTask::Node { node: child, is_bracketed: if is_same { was_bracketed } else { has_several } }
        }));
        tasks[first..].reverse();
    }

    /// Ends the variation, or the game, that begins with a node.
    fn close(&mut self, node: NodeId, is_bracketed: bool) {
        match self.layout_of(node) {
            Some(NodeLayout { close: Some(close), .. }) => {
                self.out.old(close.lead..close.at + usize::from(is_bracketed));
            }
            Some(NodeLayout { open, .. }) if open.is_some() || self.new.parent(node).is_none() => self.out.missing(')'),
            _ => self.out.new_text(")"),
        }
    }
}
