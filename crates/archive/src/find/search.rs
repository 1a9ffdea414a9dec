//! The search for a pattern in games.

use std::sync::OnceLock;

use super::pattern::InvalidPattern;
use super::placement::AllPlacements;
use super::places::Place;
use super::presence::{PointSet, Presence};
use super::presence_table::{GameSet, PresenceTable};
use super::query::Query;
use super::run::{Found, run};
use crate::game::{Game, PartEvent};
use ishi_board::{BoardSize, Color};
use ishi_record::record::MoveTarget;

/// A search for a pattern, which is created once for many games.
///
/// ```
/// use ishi_archive::find::{Query, Search, parse_pattern};
/// use ishi_archive::{ArchiveText, pieces};
///
/// let pattern = parse_pattern("$$ . X O |\n$$ . . . |\n$$ ------+\n").unwrap();
/// let search = Search::new(Query::of(pattern)).unwrap();
/// let text = ArchiveText::Sgf("(;SZ[9];B[dd];W[ih];B[hh];W[gg])");
/// let places: Vec<_> = pieces(text).flat_map(|piece| piece.read(|game| search.find(game.unwrap()))).collect();
/// assert_eq!((places.len(), places[0].number), (1, 3));
/// ```
#[derive(Debug)]
pub struct Search {
    query: Query,
    /// The placements on boards of each size, computed for the first game with this size.
    placements: [OnceLock<AllPlacements>; 20],
}

impl Search {
    /// Prepares a search.
    ///
    /// # Errors
    /// A pattern without a point that matters, and moves that are not in the pattern.
    pub fn new(query: Query) -> Result<Self, InvalidPattern> {
        query.check()?;
        Ok(Self { query, placements: [const { OnceLock::new() }; 20] })
    }

    /// The query of the search.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Finds the places of a game in the order of its moves. Unless the query is for all places, this is only the first
    /// place, on the main line if there is one.
    pub fn find(&self, game: &Game<'_>) -> Vec<Place> {
        self.find_in(game.part_events(), None)
    }

    /// Returns the games of a table that may have a place. The others need not be read.
    pub fn candidates(&self, table: &PresenceTable) -> GameSet {
        table.possible(|size| self.placements(size).all())
    }

    /// Returns the number of moves of a game that have to be searched; `None` if the game has no place. The game has a
    /// board of this size and this presence, and begins with `opening`. An entry `None` of `opening` is an item that is
    /// not a move, after which the pattern may always arise.
    pub(crate) fn moves_to_search(
        &self,
        size: BoardSize,
        presence: &Presence,
        opening: &(impl Iterator<Item = Option<(Color, MoveTarget)>> + Clone),
    ) -> Option<usize> {
        if self.query.variations || presence.vacated == PointSet::ALL {
            return Some(usize::MAX);
        }
        let last = self.placements(size).last_move(presence, opening)?;
        // The move after the last position may be the next one in the pattern. With `then`, more moves have to follow.
        Some(if self.query.then.is_empty() { last.saturating_add(1) } else { usize::MAX })
    }

    /// Like [`find`](Self::find), for the parts of a game. If the `presence` of the game is given, the search takes
    /// less time.
    pub(crate) fn find_in<'e>(
        &self,
        parts: impl IntoIterator<Item = PartEvent<'e>>,
        presence: Option<&Presence>,
    ) -> Vec<Place> {
        let mut places: Vec<Found> = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            let is_first = !self.query.all && places.iter().any(Found::is_on_main_line);
            if is_first || part.main_moves.is_none() && !self.query.variations {
                continue;
            }
            let all_placements = self.placements(part.event.board_size);
            let is_linear = !self.query.variations || part.event.sequences.len() == 1;
            let possible = presence.map(|presence| all_placements.narrowed(presence, part.event, is_linear));
            let placements = possible.as_deref().unwrap_or(all_placements.all());
            if !placements.classes.is_empty() {
                places.extend(run(&self.query, placements, (index, part)));
            }
        }
        if !self.query.all {
            // Of several places on the main line, or in variations, the first is kept.
            let first = places.into_iter().min_by_key(|place| !place.is_on_main_line());
            places = first.into_iter().collect();
        }
        places.into_iter().map(|one| one.place).collect()
    }

    /// The placements on boards of a size.
    pub(super) fn placements(&self, size: BoardSize) -> &AllPlacements {
        self.placements[usize::from(size.get())].get_or_init(|| AllPlacements::new(&self.query, size))
    }
}
