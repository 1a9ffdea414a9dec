//! Lines of a record that the properties of a node can't express. They are kept in a property of their own, which is
//! valid as long as the other properties do not change.

use std::fmt::Write;

use super::property::Prop;
use ishi_sgf::{Collection, NodeId};

/// The property of a node with its lines.
pub(super) const LINES: &str = "ISHI";

/// The property of a root with the text of its event.
pub const EVENT: &str = "ISHIEVENT";

/// Whether a property of this name belongs to ishi, and not to SGF.
pub fn is_own_property(name: &str) -> bool {
    matches!(name, LINES | EVENT)
}

/// A checksum (FNV-1a).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Checksum(u64);

impl Write for Checksum {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl Checksum {
    /// The checksum of the facts about the place of a node.
    pub(super) fn of_place(place: std::fmt::Arguments<'_>) -> Self {
        let mut checksum = Self(0xcbf2_9ce4_8422_2325);
        let _ = checksum.write_fmt(place);
        checksum
    }

    /// Adds a node below the node at this position in the order of writing, from 1; 0 for the root.
    pub(super) fn below(mut self, parent: u32) -> Self {
        let _ = self.write_str(itoa::Buffer::new().format(parent));
        let _ = self.write_char(';');
        self
    }

    /// Adds properties to the checksum.
    pub(super) fn with(mut self, properties: &[Prop<'_>]) -> Self {
        for property in properties {
            let _ = self.write_str(&property.id);
            for value in &property.values {
                let _ = self.write_char('[');
                let _ = self.write_str(value);
                let _ = self.write_char(']');
            }
        }
        self
    }

    /// The checksum of a game without the property [`EVENT`] of its root.
    pub(super) fn of_game(games: &Collection<'_>, game: usize) -> Self {
        let root = games.games()[game];
        games.nodes_of_game(game).fold(Self::of_place(format_args!("game")), |checksum, node| {
            let parent = games.parent(node).map_or(0, |parent| parent.0 - root.0 + 1);
            let properties: Vec<Prop<'_>> = games.properties(node).map(|property| Prop::of(&property)).collect();
            checksum.below(parent).with(without(EVENT, &properties))
        })
    }

    /// The property that holds `text` and has this checksum. `note` is a word on its first line.
    pub(super) fn property(self, name: &'static str, note: &str, text: &str) -> Prop<'static> {
        Prop::new(name, format!("{:016x}{note}\n{text}", self.0))
    }

    /// The note and the text of a property with this checksum.
    pub(super) fn text_in(self, value: &str) -> Option<(&str, &str)> {
        let (first, text) = value.split_once('\n')?;
        let note = first.strip_prefix(&format!("{:016x}", self.0))?;
        Some((note, text))
    }
}

/// The properties without the last one, if it has this name.
pub(super) fn without<'p, 'v>(name: &str, properties: &'p [Prop<'v>]) -> &'p [Prop<'v>] {
    match properties {
        [others @ .., last] if last.id == name => others,
        properties => properties,
    }
}

/// Whether the last property of a node has this name.
pub(super) fn has(games: &Collection<'_>, node: NodeId, name: &str) -> bool {
    games.properties(node).next_back().is_some_and(|last| last.id() == name)
}
