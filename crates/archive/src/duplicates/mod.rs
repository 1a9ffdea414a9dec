//! Search for copies of games: games that are equal, turned, contained in one another, or different in a few moves.
//!
//! First, games with equal hashes are compared. Then one game of each class of equal games is compared with games that
//! share a run of moves with it.

mod alignment;
mod compared;
mod entry;
mod merge;
mod runs;
mod shape;

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use ishi_board::{Color, Symmetry};
use ishi_work::parallel;

use super::main_line::Target;
use alignment::{Alignment, align};
pub use compared::ComparedGame;
pub(super) use compared::annotations;
pub use entry::{CopiesEntry, GamePlace};
pub use ishi_check::rewrite::{Contradiction, KeptAs, MergeFault};
pub use merge::{MergedGames, merge};
use runs::SharedRuns;

/// The maximum number of moves that differ between two copies of a game.
pub(crate) const MAX_DIFFERENCES: usize = 3;

/// The minimum number of equal moves in two copies of a game whose moves are not all equal.
pub(crate) const MIN_COMMON_MOVES: usize = 30;

/// The way in which games are copies of one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The moves are equal.
    Same,
    /// The moves are equal after the board is turned or mirrored, or the colors are exchanged.
    Turned,
    /// The others are the beginning of the first, or have fewer comments or variations.
    Contained,
    /// One to three moves differ.
    Slips,
}

impl Kind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Turned => "turned",
            Self::Contained => "contained",
            Self::Slips => "slips",
        }
    }
}

/// A symmetry of the board and an exchange of the colors, which turn one game into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Orientation {
    /// The symmetry of the board.
    pub symmetry: Symmetry,
    /// Whether the colors are exchanged.
    pub swapped: bool,
}

impl Orientation {
    /// All orientations, the one that changes nothing first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        [false, true]
            .into_iter()
            .flat_map(|swapped| Symmetry::ALL.into_iter().map(move |symmetry| Self { symmetry, swapped }))
    }

    /// Whether the orientation changes nothing.
    pub(crate) fn is_identity(self) -> bool {
        self.symmetry == Symmetry::Identity && !self.swapped
    }
}

/// A move in a comparison of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedMove {
    /// The number of the move in its game, from 1.
    pub number: usize,
    /// The player, in the colors of the first game.
    pub color: Color,
    /// The target, on the board of the first game.
    pub target: Target,
}

/// A difference between two games: a move of the first, of the second, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The move of the first game and that of the second.
    pub moves: [Option<ComparedMove>; 2],
    /// The game that is right, 0 or 1, if the move of the other game makes that game impossible to play.
    pub right: Option<usize>,
}

/// Copies of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates {
    /// The way in which the games after the first are copies of it.
    pub kind: Kind,
    /// The indices of the games, the fullest first.
    pub games: Vec<usize>,
    /// The orientation that turns the games after the first into the first.
    pub orientation: Orientation,
    /// The differences of the second game from the first; empty unless there are two games.
    pub differences: Vec<Difference>,
}

/// A copy of a game.
#[derive(Debug)]
struct Copy {
    of: usize,
    game: usize,
    kind: Kind,
    orientation: Orientation,
    differences: Vec<Difference>,
}

/// Finds the copies among some games. Each copy is in an answer, and the answers are in the order of their first
/// games.
///
/// A game that shares a run of moves with many others is compared with only a few of them, so that the time does not
/// grow with the square of the number of games.
pub fn duplicates(games: &[ComparedGame]) -> Vec<Duplicates> {
    let mut copies = Vec::new();
    let classes = equal_games(games, &mut copies);
    near_copies(games, &classes, &mut copies);
    into_groups(copies)
}

/// Adds the copies with equal moves, and returns one game of each class: the one with the most comments and variations.
fn equal_games(games: &[ComparedGame], copies: &mut Vec<Copy>) -> Vec<usize> {
    let quick_keys = parallel::map(games, ComparedGame::quick_key);
    let alike = classes(0..games.len(), |game| quick_keys[game]);
    let (alone, alike): (Vec<_>, Vec<_>) = alike.partition(|class| class.len() == 1);
    let mut first_of_each = alone.concat();
    for mut class in alike.into_iter().flat_map(|class| classes(class, |game| games[game].key())) {
        class.sort_by_key(|&index| (Reverse(games[index].annotations().len()), index));
        // Games with equal hashes may still be different.
        let mut firsts: Vec<usize> = Vec::new();
        for game in class {
            let copy = firsts.iter().find_map(|&of| Some((of, games[of].orientation_of(&games[game])?)));
            let Some((of, orientation)) = copy else {
                firsts.push(game);
                continue;
            };
            let kind = match games[of].contains_annotations(&games[game]) {
                true if games[of].annotations().len() > games[game].annotations().len() => Kind::Contained,
                _ if orientation.is_identity() => Kind::Same,
                _ => Kind::Turned,
            };
            copies.push(Copy { of, game, kind, orientation, differences: Vec::new() });
        }
        first_of_each.extend(firsts);
    }
    first_of_each.sort_unstable();
    first_of_each
}

/// Groups the games with equal keys. Games without a key are left out.
fn classes(
    games: impl IntoIterator<Item = usize>,
    key: impl Fn(usize) -> Option<u64>,
) -> impl Iterator<Item = Vec<usize>> {
    let mut classes: HashMap<u64, Vec<usize>> = HashMap::new();
    for (game, key) in games.into_iter().filter_map(|game| Some((game, key(game)?))) {
        classes.entry(key).or_default().push(game);
    }
    classes.into_values()
}

/// Adds the copies whose moves are not equal.
fn near_copies(games: &[ComparedGame], classes: &[usize], copies: &mut Vec<Copy>) {
    let mut beside: HashMap<usize, Vec<(usize, Alignment)>> = HashMap::new();
    let runs = SharedRuns::of(games, classes);
    let places: Vec<usize> = (0..classes.len()).collect();
    let aligned = parallel::map(&places, |&place| {
        let partners = runs.partners(place).into_iter().map(|partner| classes[partner as usize]);
        let aligned = partners.filter_map(|other| Some((other, align(&games[classes[place]], &games[other])?)));
        aligned.collect::<Vec<_>>()
    });
    for (&one, aligned) in classes.iter().zip(aligned) {
        for (other, alignment) in aligned {
            beside.entry(other).or_default().push((one, alignment.reversed()));
            beside.entry(one).or_default().push((other, alignment));
        }
    }
    // Each copy is compared with the fullest game that it is a copy of.
    let mut order: Vec<usize> = beside.keys().copied().collect();
    order.sort_by_key(|&game| (Reverse(games[game].fullness()), game));
    let mut is_reached = vec![false; games.len()];
    for first in order {
        if is_reached[first] {
            continue;
        }
        is_reached[first] = true;
        let mut waiting = VecDeque::from([first]);
        while let Some(of) = waiting.pop_front() {
            let mut neighbours = beside.remove(&of).unwrap_or_default();
            neighbours.sort_by_key(|&(game, _)| game);
            for (game, alignment) in neighbours {
                if !std::mem::replace(&mut is_reached[game], true) {
                    waiting.push_back(game);
                    // Two games with one beginning, which is a game, too, need not be copies of one another.
                    let is_fuller = games[game].fullness() > games[of].fullness();
                    let (of, game, alignment) =
                        if is_fuller { (game, of, alignment.reversed()) } else { (of, game, alignment) };
                    let Alignment { orientation, .. } = alignment;
                    let differences = alignment.differences(&games[of], &games[game]);
                    let kind = if differences.is_empty() { Kind::Contained } else { Kind::Slips };
                    copies.push(Copy { of, game, kind, orientation, differences });
                }
            }
        }
    }
}

fn into_groups(mut copies: Vec<Copy>) -> Vec<Duplicates> {
    copies.sort_by_key(|copy| (copy.of, copy.kind, copy.orientation, copy.game));
    let mut groups: Vec<Duplicates> = Vec::new();
    for Copy { of, game, kind, orientation, differences } in copies {
        match groups.last_mut() {
            Some(last)
                if (last.games[0], last.kind, last.orientation) == (of, kind, orientation) && kind != Kind::Slips =>
            {
                last.games.push(game);
            }
            _ => groups.push(Duplicates { kind, games: vec![of, game], orientation, differences }),
        }
    }
    groups
}
