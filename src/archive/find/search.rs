//! The search of a game.

use std::sync::OnceLock;

use super::pattern::InvalidPattern;
use super::placement::AllPlacements;
use super::places::Place;
use super::presence::{PointSet, Presence};
use super::presence_table::{GameSet, PresenceTable};
use super::query::Query;
use super::run::{Found, run};
use crate::archive::game::{Game, PartEvent};
use crate::board::{BoardSize, Color};
use crate::record::MoveTarget;

/// A search for a pattern, which is made once for many games.
///
/// ```
/// use ishi::archive::find::{Query, Search, parse_pattern};
/// use ishi::archive::{ArchiveText, pieces};
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
    /// The placements on boards of each size, which are made for the first game that has it.
    placements: [OnceLock<AllPlacements>; 20],
}

impl Search {
    /// Prepares a search.
    ///
    /// # Errors
    /// A pattern that says nothing, and moves that are not in it.
    pub fn new(query: Query) -> Result<Self, InvalidPattern> {
        query.check()?;
        Ok(Self { query, placements: [const { OnceLock::new() }; 20] })
    }

    /// The question that it answers.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Finds the places of a game in the order of its moves: the first only, unless all are asked for. The main line is
    /// before the variations if only the first is.
    pub fn find(&self, game: &Game<'_>) -> Vec<Place> {
        self.find_in(game.part_events(), None)
    }

    /// Returns the games of a table that may have a place. The others need not be read.
    pub fn candidates(&self, table: &PresenceTable) -> GameSet {
        table.possible(|size| self.placements(size).all())
    }

    /// How many of the first moves have to be searched of a game on a board of this size with this presence, which
    /// begins with these moves; none if it has no place. After an item of the game that is not a move, which is `None`,
    /// everything may be.
    pub fn moves_to_search(
        &self,
        size: BoardSize,
        presence: &Presence,
        opening: &(impl Iterator<Item = Option<(Color, MoveTarget)>> + Clone),
    ) -> Option<usize> {
        if self.query.variations || presence.vacated == PointSet::ALL {
            return Some(usize::MAX);
        }
        let last = self.placements(size).last_move(presence, opening)?;
        // The move that ends the position is the next one in the pattern. Others may have to follow it.
        Some(if self.query.then.is_empty() { last.saturating_add(1) } else { usize::MAX })
    }

    /// Finds the places of a game with these parts as [`find`](Self::find) does. With the presence of the game this
    /// takes less time.
    pub fn find_in<'e>(
        &self,
        parts: impl IntoIterator<Item = PartEvent<'e>>,
        presence: Option<&Presence>,
    ) -> Vec<Place> {
        let mut found: Vec<Found> = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            let is_first = !self.query.all && found.iter().any(Found::is_on_main_line);
            if is_first || part.main_moves.is_none() && !self.query.variations {
                continue;
            }
            let all = self.placements(part.event.board_size);
            let is_linear = !self.query.variations || part.event.sequences.len() == 1;
            let possible = presence.map(|presence| all.narrowed(presence, part.event, is_linear));
            let placements = possible.as_deref().unwrap_or(all.all());
            if !placements.classes.is_empty() {
                found.extend(run(&self.query, placements, (index, part)));
            }
        }
        if !self.query.all {
            // The first of equal ones is kept.
            let first = found.into_iter().min_by_key(|found| !found.is_on_main_line());
            found = first.into_iter().collect();
        }
        found.into_iter().map(|found| found.place).collect()
    }

    /// The placements on boards of a size.
    pub(super) fn placements(&self, size: BoardSize) -> &AllPlacements {
        self.placements[usize::from(size.get())].get_or_init(|| AllPlacements::new(&self.query, size))
    }
}
