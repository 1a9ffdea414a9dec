//! Builder of the games in SGF that a record is converted to.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::data::NodeContent;
use super::event_copy::CopiedEvent;
use crate::convert::Loss;
use crate::convert::content::NodePlace;
use crate::convert::names::{LongNames, has_lower_case};
use crate::convert::property::Prop;
use crate::convert::verbatim::{self, Checksum, EVENT};
use ishi_sgf::{self as sgf, Charset, NodeId};

/// The games in SGF that a record was converted to.
#[derive(Clone, Debug, Default)]
pub struct Sgf {
    /// The text of all games in SGF.
    pub text: String,
    /// The charset of the file from which the record was converted, if it was not UTF-8.
    pub charset: Option<Charset>,
    /// Parts of the record that other programs do not find in the games.
    pub losses: Vec<Loss>,
    /// The number of events that became games.
    pub readable: usize,
    /// The events that are kept as copies of their text.
    pub copied: Vec<CopiedEvent>,
    /// The lines that are in no game: those of events that keep a game as SGF text, except their headers.
    pub unapplied: Vec<Loss>,
}

/// An index that refers to nothing.
const NONE: u32 = u32::MAX;

fn some(index: u32) -> Option<NodeId> {
    (index != NONE).then_some(NodeId(index))
}

/// A node of a game that is being built.
struct BuiltNode {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// The number of the last move up to the node.
    number: u32,
    /// The range of its text in the list of texts.
    text: (usize, usize),
    /// The end of the text to which the checksum applies: before a property [`EVENT`] at the end.
    checked: usize,
}

/// A node in a game.
#[derive(Clone, Copy)]
pub(super) struct GamePosition {
    pub(super) game: usize,
    pub(super) node: NodeId,
}

enum BuiltGame {
    Tree(NodeId),
    /// The SGF text of a game that a record can't express.
    Raw(String),
}

/// Builds games node by node.
#[derive(Default)]
pub(super) struct SgfBuilder {
    nodes: Vec<BuiltNode>,
    texts: String,
    games: Vec<BuiltGame>,
    /// The game to which nodes are added.
    game: usize,
    /// The long names of properties that blocks list, by the games.
    names: HashMap<usize, LongNames>,
    /// The games with names of properties that have lower-case letters.
    long_named: HashSet<usize>,
    /// Whether the order of the lines of a node matters.
    pub(super) has_order: bool,
    pub(super) charset: Option<Charset>,
    pub(super) losses: Vec<Loss>,
    pub(super) copied: Vec<CopiedEvent>,
    pub(super) unapplied: Vec<Loss>,
}

/// A state of the builder to which it can return.
pub(super) struct Checkpoint {
    nodes: usize,
    texts: usize,
    games: usize,
    losses: usize,
    copied: usize,
    unapplied: usize,
}

impl SgfBuilder {
    /// Creates a builder without games. `has_order` says whether the order of the lines of a node matters.
    pub(super) fn new(has_order: bool) -> Self {
        Self { has_order, ..Self::default() }
    }

    pub(super) fn finish(self) -> Sgf {
        let mut text = String::with_capacity(self.texts.len() + self.texts.len() / 8);
        self.games.iter().for_each(|game| self.print_game(game, &mut text));
        let Self { charset, losses, copied, unapplied, games, .. } = self;
        Sgf { text, charset, losses, readable: games.len(), copied, unapplied }
    }

    /// The text of a game.
    pub(super) fn text_of(&self, game: usize) -> String {
        let mut text = String::new();
        self.print_game(&self.games[game], &mut text);
        text
    }

    fn print_game(&self, game: &BuiltGame, text: &mut String) {
        match game {
            BuiltGame::Tree(root) => self.print(*root, text),
            BuiltGame::Raw(raw) => {
                text.push_str(raw);
                text.push('\n');
            }
        }
    }

    fn print(&self, root: NodeId, out: &mut String) {
        let text = |id: NodeId| self.nodes[id.0 as usize].text;
        sgf::print(root, |id| self.children(id), |id, out| out.push_str(&self.texts[text(id).0..text(id).1]), out);
    }

    fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let node = |id: NodeId| &self.nodes[id.0 as usize];
        std::iter::successors(some(node(id).first_child), move |id| some(node(*id).next_sibling))
    }

    /// The game to which the last event belongs.
    pub(super) fn game(&self) -> usize {
        self.game
    }

    /// The number of games.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// Adds a game, and returns its root.
    pub(super) fn add_game(&mut self) -> NodeId {
        let root = self.add(None);
        self.game = self.games.len();
        self.games.push(BuiltGame::Tree(root));
        root
    }

    /// Adds the SGF text of a game that a record can't express.
    pub(super) fn add_raw_game(&mut self, text: String) {
        self.game = self.games.len();
        self.games.push(BuiltGame::Raw(text));
    }

    /// Adds a node below another one, without linking it as a child yet.
    pub(super) fn add_below(&mut self, parent: NodeId) -> NodeId {
        self.add(Some(parent))
    }

    fn add(&mut self, parent: Option<NodeId>) -> NodeId {
        let number = parent.map_or(0, |parent| self.number(parent));
        let parent = parent.map_or(NONE, |parent| parent.0);
        let (first_child, last_child, next_sibling) = (NONE, NONE, NONE);
        self.nodes.push(BuiltNode { parent, first_child, last_child, next_sibling, number, text: (0, 0), checked: 0 });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Makes a node the last child of its parent.
    pub(super) fn link(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        let parent = &mut self.nodes[parent.0 as usize];
        let before = std::mem::replace(&mut parent.last_child, node.0);
        match some(before) {
            Some(sibling) => self.nodes[sibling.0 as usize].next_sibling = node.0,
            None => parent.first_child = node.0,
        }
    }

    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.0 as usize].parent)
    }

    /// The number of the last move up to a node; the number of the parent until it is set.
    pub(super) fn number(&self, node: NodeId) -> u32 {
        self.nodes[node.0 as usize].number
    }

    pub(super) fn set_number(&mut self, node: NodeId, number: u32) {
        self.nodes[node.0 as usize].number = number;
    }

    /// Sets the long names of properties of the game.
    pub(super) fn set_names(&mut self, names: LongNames) {
        self.names.insert(self.game, names);
    }

    /// Whether the reverse conversion of a game would give other long names of properties than its blocks list.
    pub(super) fn is_misnamed(&self, game: usize) -> bool {
        let names = self.names.get(&game);
        (names.is_some() || self.long_named.contains(&game))
            && LongNames::of_game(&sgf::parse(&self.text_of(game)), 0) != names.cloned().unwrap_or_default()
    }

    /// Sets the properties of a node.
    pub(super) fn set_properties(&mut self, node: NodeId, properties: &[Prop<'_>]) {
        let long: Vec<Prop<'_>>;
        let properties = match self.names.get(&self.game) {
            Some(names) => {
                long = properties.iter().map(|property| names.spelled(property)).collect();
                &long
            }
            None => properties,
        };
        if properties.iter().any(|property| has_lower_case(&property.id)) {
            self.long_named.insert(self.game);
        }
        self.set_text(node, |out| {
            let checked = verbatim::without(EVENT, properties);
            for property in checked {
                property.write(out);
            }
            let end = out.len();
            for property in &properties[checked.len()..] {
                property.write(out);
            }
            end
        });
    }

    /// Sets the properties of a node to given properties and those that its lines express.
    pub(super) fn set_content(
        &mut self,
        node: NodeId,
        properties: &[Prop<'static>],
        lines: &NodeContent,
        place: NodePlace,
    ) {
        if self.names.contains_key(&self.game) {
            let mut merged = properties.to_vec();
            lines.add_properties(place, &mut merged);
            return self.set_properties(node, &merged);
        }
        self.set_text(node, |out| {
            for property in properties {
                property.write(out);
            }
            lines.add_properties(place, out);
            out.len()
        });
    }

    /// Sets the text of a node to the text that `write` adds. `write` returns the end of the text to which the checksum
    /// applies.
    fn set_text(&mut self, node: NodeId, write: impl FnOnce(&mut String) -> usize) {
        let start = self.texts.len();
        self.texts.push(';');
        let checked = write(&mut self.texts);
        let node = &mut self.nodes[node.0 as usize];
        (node.text, node.checked) = ((start, self.texts.len()), checked);
    }

    /// Adds `lines` to the properties of the root of a game. They are valid as long as the game does not change.
    pub(super) fn keep_event(&mut self, game: usize, lines: &str) {
        let Some(&BuiltGame::Tree(root)) = self.games.get(game) else { return };
        let property = self.checksum(root).0.property(EVENT, "", lines);
        let (start, end) = self.nodes[root.0 as usize].text;
        let new_start = self.texts.len();
        self.texts.extend_from_within(start..end);
        property.write(&mut self.texts);
        self.nodes[root.0 as usize].text = (new_start, self.texts.len());
    }

    /// The checksum of a game that has not kept its event, and for each node the number of nodes that are written
    /// before it.
    pub(super) fn checksum_and_places(&self, game: usize) -> Option<(Checksum, Vec<u32>)> {
        let &BuiltGame::Tree(root) = self.games.get(game)? else { return None };
        let (checksum, places) = self.checksum(root);
        let before = std::iter::repeat_n(0, root.0 as usize);
        Some((checksum, before.chain(places.into_iter().map(|place| place.saturating_sub(1))).collect()))
    }

    /// The checksum of a game (see [`Checksum::of_game`]), and for each node, beginning with the root, its position in
    /// the order of writing, from 1.
    fn checksum(&self, root: NodeId) -> (Checksum, Vec<u32>) {
        let mut checksum = Checksum::of_place(format_args!("game"));
        let mut places = vec![0u32; self.nodes.len() - root.0 as usize];
        let mut count = 0;
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            count += 1;
            places[(id.0 - root.0) as usize] = count;
            let node = &self.nodes[id.0 as usize];
            let parent = self.parent(id).map_or(0, |parent| places[(parent.0 - root.0) as usize]);
            checksum = checksum.below(parent);
            let _ = checksum.write_str(&sgf::unescape(&self.texts[node.text.0 + 1..node.checked]));
            let first = open.len();
            open.extend(self.children(id));
            open[first..].reverse();
        }
        (checksum, places)
    }

    /// Continues the game of a position.
    pub(super) fn go_on(&mut self, from: GamePosition) {
        self.game = from.game;
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            nodes: self.nodes.len(),
            texts: self.texts.len(),
            games: self.games.len(),
            losses: self.losses.len(),
            copied: self.copied.len(),
            unapplied: self.unapplied.len(),
        }
    }

    /// Adds losses of what has been built since a checkpoint, and sorts all of these by their places.
    pub(super) fn add_losses(&mut self, since: &Checkpoint, losses: Vec<Loss>) {
        self.losses.extend(losses);
        self.losses[since.losses..].sort_by_cached_key(|loss| loss.span);
    }

    /// Removes all that was built since a checkpoint.
    pub(super) fn roll_back(&mut self, to: &Checkpoint) {
        for node in self.nodes.split_off(to.nodes) {
            if let Some(parent) = self.nodes.get_mut(node.parent as usize) {
                // Only a part that goes on from it gives a node with stones children.
                (parent.first_child, parent.last_child) = (NONE, NONE);
            }
        }
        self.texts.truncate(to.texts);
        self.games.truncate(to.games);
        self.names.retain(|&game, _| game < to.games);
        self.long_named.retain(|&game| game < to.games);
        self.losses.truncate(to.losses);
        self.copied.truncate(to.copied);
        self.unapplied.truncate(to.unapplied);
    }
}
