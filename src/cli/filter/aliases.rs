//! The other names of players, which are in a file.

use std::collections::HashMap;

use crate::pattern::normalized;

/// The names of each player who has several names.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    /// The names of each player.
    groups: Vec<Vec<String>>,
    /// The group of each name by its key.
    by_name: HashMap<String, usize>,
}

impl Aliases {
    /// Parses a file, which has the names of one player on each line. All names of lines that share a name, also by way
    /// of other lines, are names of one player.
    pub(super) fn parse(text: &str) -> Self {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut names = Vec::new();
        // A name of the same player for each name, and the name itself for one of them.
        let mut parents: Vec<usize> = Vec::new();
        let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
        for line in lines.filter(|line| !line.trim_start().starts_with('#')) {
            let mut first = None;
            for name in line.split(['=', ',']).map(str::trim).filter(|name| !name.is_empty()) {
                let number = *numbers.entry(key(name)).or_insert_with(|| {
                    names.push(name.to_owned());
                    parents.push(parents.len());
                    parents.len() - 1
                });
                let root = root(&mut parents, number);
                parents[root] = *first.get_or_insert(root);
            }
        }
        let mut aliases = Self::default();
        let mut group_of: HashMap<usize, usize> = HashMap::new();
        for (number, name) in names.into_iter().enumerate() {
            let group = *group_of.entry(root(&mut parents, number)).or_insert(aliases.groups.len());
            aliases.groups.resize_with(aliases.groups.len().max(group + 1), Vec::new);
            aliases.by_name.insert(key(&name), group);
            aliases.groups[group].push(name);
        }
        aliases
    }

    /// All names of the player with this name; none if the file does not have the name.
    pub(super) fn of(&self, name: &str) -> &[String] {
        self.by_name.get(&key(name)).map_or(&[], |&group| &self.groups[group])
    }
}

/// Returns equal texts for names that are equal.
fn key(name: &str) -> String {
    normalized(&normalized(name).to_lowercase()).into_owned()
}

/// Returns the name that stands for all names of a player, and halves the way to it.
fn root(parents: &mut [usize], mut number: usize) -> usize {
    while parents[number] != number {
        parents[number] = parents[parents[number]];
        number = parents[number];
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_share_a_name_are_one_player() {
        let lines =
            ["Aa = Bb", "# Cc = Xx", "Bb = Cc", "Ee, Ff", "Ff = Gg, Hh", "hh = AA", "Jose\u{301} = Ii", "Xx = Yy"];
        for turn in 0..lines.len() {
            let mut lines = lines;
            lines.rotate_left(turn);
            let aliases = Aliases::parse(&lines.join("\n"));
            for name in ["Aa", "bb", "CC", "Ee", "Ff", "Gg", "hh"] {
                assert_eq!(aliases.of(name).len(), 7, "{name} {turn}");
            }
            assert_eq!(aliases.of("jos\u{e9}"), aliases.of("II"));
            assert_eq!((aliases.of("Yy").len(), aliases.of("Zz").len()), (2, 0));
        }
    }

    #[test]
    fn many_lines_that_share_names_take_little_time() {
        let line = |number: u32| format!("n{number} = n{}", number + 1);
        let lines: Vec<String> = (0..100_000).rev().map(line).collect();
        assert_eq!(Aliases::parse(&lines.join("\n")).of("N7").len(), 100_001);
    }
}
