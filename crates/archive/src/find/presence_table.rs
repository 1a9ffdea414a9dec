//! Table of the presence of many games by point, in which the games with all stones of a pattern are found 64 at a
//! time.

use std::iter::zip;

use super::placement::{PlacementClass, Placements};
use super::presence::{Presence, indices};
use ishi_board::BoardSize;

/// For each stone, which is a color on a point, the games of a list that ever had it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresenceTable {
    /// The games on boards of each size.
    sizes: Vec<(BoardSize, GameSet)>,
    /// The games with each stone, one set after the other: first those with a black stone on each point in the order of
    /// [`Point::index`](ishi_board::Point::index), then those with a white one.
    stones: Vec<u64>,
    /// The number of games in the list.
    games: usize,
}

/// The number of stones that a game can have: two colors on each point.
const STONES: usize = 2 * 361;

/// A set of games, by their indices in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSet(Vec<u64>);

impl GameSet {
    /// Creates an empty set for a list of this number of games.
    fn new(games: usize) -> Self {
        Self(vec![0; games.div_ceil(64)])
    }

    /// The number of games in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no games.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether the set has the game with this index.
    pub fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// The indices of the games in the set, in ascending order.
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        indices(self.0.iter().copied())
    }

    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn insert_all(&mut self, games: &[u64]) {
        self.0.iter_mut().zip(games).for_each(|(word, games)| *word |= games);
    }
}

impl PresenceTable {
    /// Builds the table of a list of games, each with the size of its board; `None` is a game that can't be read.
    pub fn new<'p>(games: impl ExactSizeIterator<Item = Option<(BoardSize, &'p Presence)>>) -> Self {
        let words = games.len().div_ceil(64);
        let mut table = Self { sizes: Vec::new(), stones: vec![0; STONES * words], games: games.len() };
        for (index, game) in games.enumerate() {
            let Some((size, presence)) = game else { continue };
            table.games_on_mut(size).insert(index);
            for (color, points) in presence.ever.iter().enumerate() {
                for point in points.indices().filter(|&point| point < 361) {
                    table.stones[(361 * color + point) * words + index / 64] |= 1 << (index % 64);
                }
            }
        }
        table
    }

    fn games_on_mut(&mut self, size: BoardSize) -> &mut GameSet {
        let index = self.sizes.iter().position(|(other, _)| *other == size);
        let at = index.unwrap_or_else(|| {
            self.sizes.push((size, GameSet::new(self.games)));
            self.sizes.len() - 1
        });
        &mut self.sizes[at].1
    }

    /// The sizes of the boards.
    pub fn sizes(&self) -> impl ExactSizeIterator<Item = BoardSize> {
        self.sizes.iter().map(|(size, _)| *size)
    }

    /// The games of the list that can be read.
    pub fn readable(&self) -> GameSet {
        let mut readable = GameSet::new(self.games);
        self.sizes.iter().for_each(|(_, games)| readable.insert_all(&games.0));
        readable
    }

    /// The words of the table: those of the games of each size, and then those of the games with each stone.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        self.sizes.iter().flat_map(|(_, games)| &games.0).chain(&self.stones).copied()
    }

    /// Restores the table of this number of games from its sizes and its [`words`](Self::words); `None` if there are
    /// too few or too many words.
    pub(crate) fn from_words(games: usize, sizes: &[BoardSize], mut words: Vec<u64>) -> Option<Self> {
        let each = games.div_ceil(64);
        if words.len() != each.checked_mul(sizes.len() + STONES)? {
            return None;
        }
        let stones = words.split_off(each * sizes.len());
        let set = |index| GameSet(words[each * index..each * (index + 1)].to_vec());
        Some(Self { sizes: sizes.iter().copied().zip((0..).map(set)).collect(), stones, games })
    }

    /// The games that may have a pattern: those that ever had all stones of one placement of the pattern. `placements`
    /// returns the placements on boards of a size.
    pub(super) fn possible<'s>(&self, placements: impl Fn(BoardSize) -> &'s Placements) -> GameSet {
        let mut possible = GameSet::new(self.games);
        for (size, games) in &self.sizes {
            for class in &placements(*size).classes {
                self.insert_possible(class, games, &mut possible);
            }
        }
        possible
    }

    /// Adds to `possible` the `games` that ever had all stones of a class of placements.
    fn insert_possible(&self, class: &PlacementClass, games: &GameSet, possible: &mut GameSet) {
        let mut remaining: Vec<u64> =
            games.0.iter().zip(&possible.0).map(|(games, already)| games & !already).collect();
        let stones = zip(&class.needs, [0, 361]).flat_map(|(points, first)| points.indices().map(move |at| first + at));
        for stone in stones {
            let with_stone = &self.stones[stone * remaining.len()..(stone + 1) * remaining.len()];
            // Without a condition for each word, the compiler vectorizes this loop.
            let mut any = 0;
            for (word, with_stone) in remaining.iter_mut().zip(with_stone) {
                *word &= with_stone;
                any |= *word;
            }
            if any == 0 {
                return;
            }
        }
        possible.insert_all(&remaining);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::placement::AllPlacements;
    use crate::find::presence::PointSet;
    use crate::find::{Query, parse_pattern};
    use ishi_board::Point;

    #[test]
    fn a_table_answers_as_each_game_does() {
        let sizes = [19, 13].map(|size| BoardSize::new(size).unwrap());
        let mut chance = fastrand::Rng::with_seed(8);
        let mut point = |size: BoardSize| Point::new(chance.u8(..size.get()), chance.u8(..size.get())).unwrap();
        // More than two words of games, of which each third can't be read.
        let games: Vec<_> = (0..150)
            .map(|index| {
                let size = *sizes.get(index % 3)?;
                let mut set = || {
                    let mut set = PointSet::default();
                    (0..2 * size.get()).for_each(|_| set.insert(point(size)));
                    set
                };
                Some((size, Presence { ever: [set(), set()], vacated: PointSet::default() }))
            })
            .collect();
        let table =
            PresenceTable::new(games.iter().map(|game| game.as_ref().map(|(size, presence)| (*size, presence))));
        let again = PresenceTable::from_words(150, &table.sizes().collect::<Vec<_>>(), table.words().collect());
        assert_eq!(again.as_ref(), Some(&table));
        let mut count = 0;
        for text in ["$$ . X O |\n", "$$ | X .\n$$ | . X\n", "$$ . . . |\n", "$$ X O X\n", "$$ . . .\n"] {
            let query = Query::of(parse_pattern(text).unwrap());
            let placements = sizes.map(|size| AllPlacements::new(&query, size));
            let of_size = |size: BoardSize| placements[usize::from(size != sizes[0])].all();
            let possible = table.possible(of_size);
            for (index, game) in games.iter().enumerate() {
                let may_match = game.as_ref().is_some_and(|(size, presence)| {
                    of_size(*size).classes.iter().any(|class| class.may_match(presence))
                });
                assert_eq!(possible.contains(index), may_match, "{text} {index}");
                count += usize::from(may_match);
            }
            assert_eq!(possible.indices().count(), possible.len());
        }
        assert!((20..600).contains(&count), "{count}");
    }
}
