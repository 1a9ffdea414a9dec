//! Long names of properties: `FF[1]` to `FF[3]` ignore lower-case letters, so `White` is `W`.

use std::borrow::Cow;
use std::collections::HashMap;

use super::property::Prop;
use super::verbatim::is_own_property;
use ishi_sgf::{self as sgf, Collection};

/// The long names that a game uses throughout. A record lists them once, and otherwise uses the short names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LongNames(Vec<String>);

impl LongNames {
    /// The long names of a game.
    pub(super) fn of_game(games: &Collection<'_>, game: usize) -> Self {
        if !games.ids_of_game(game).any(has_lower_case) {
            return Self::default();
        }
        // For each short name the only spelling; none where there are several.
        let mut spelled: HashMap<Cow<'_, str>, Option<&str>> = HashMap::new();
        for id in games.ids_of_game(game) {
            let spelling = spelled.entry(sgf::name(id)).or_insert(Some(id));
            *spelling = spelling.filter(|spelling| *spelling == id);
        }
        let mut names: Vec<String> =
            spelled.into_values().flatten().filter(|id| is_long(id)).map(str::to_owned).collect();
        names.sort_unstable();
        Self(names)
    }

    /// The long names that a line lists; `None` if the line lists anything else.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let mut names: Vec<String> = line.split(' ').map(str::to_owned).collect();
        names.sort_unstable();
        names.iter().all(|name| is_long(name)).then_some(Self(names))
    }

    /// The line that lists them.
    pub(super) fn line(&self) -> String {
        self.0.join(" ")
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The name of a property in a record.
    pub(super) fn short<'i>(&self, id: &'i str) -> Cow<'i, str> {
        if self.0.iter().any(|long| long == id) { sgf::name(id) } else { id.into() }
    }

    /// A property of a record with its name in the game.
    pub(super) fn spelled<'p>(&self, property: &Prop<'p>) -> Prop<'p> {
        let long = self.0.iter().find(|long| sgf::name(long) == property.id);
        Prop { id: long.map_or(property.id.clone(), |long| long.clone().into()), values: property.values.clone() }
    }
}

pub(super) fn has_lower_case(id: &str) -> bool {
    id.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Whether a name is the long name of a property that SGF defines.
fn is_long(id: &str) -> bool {
    let is_name = id.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name && has_lower_case(id) && sgf::definition(&sgf::name(id)).is_some() && !is_own_property(&sgf::name(id))
}
