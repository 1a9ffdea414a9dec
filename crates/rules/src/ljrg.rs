//! Play under the Logical Japanese Rules of Go: temporary and permanent marks, the number of passes, and the removal of
//! cycles. References such as (E7) are paragraphs of the precise rules.

use std::fmt;

use super::grid::{Cell, Grid, Place};
use ishi_board::Color;

/// A situation (E7).
#[derive(Clone, Debug)]
pub struct Situation {
    /// The stones on the board.
    pub grid: Grid,
    /// The points where no stone may be played this turn: an item for each place.
    pub temporary: Vec<bool>,
    /// The points where no stone may be played any more.
    pub permanent: Vec<bool>,
    /// How many stones of each color were captured. Black's number includes the komi.
    pub captives: [u32; 2],
    /// The player to move.
    pub turn: Color,
    /// The number of passes since the last stone, or -1 after a capture in a ko.
    pub passes: i8,
}

impl Situation {
    /// Whether two situations differ at most in the captives (E3).
    pub fn is_similar(&self, other: &Self) -> bool {
        (&self.grid, &self.temporary, &self.permanent, self.turn, self.passes)
            == (&other.grid, &other.temporary, &other.permanent, other.turn, other.passes)
    }

    /// Whether the game is over (E1).
    pub fn is_final(&self) -> bool {
        self.passes == 2
    }
}

/// The reason why a turn is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// The point has a stone or a mark.
    NotFree,
    /// The stone would have no liberty, or only permanent marks.
    Suicide,
    /// There is no earlier similar situation, or the other player has just passed.
    NoCycle,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "the game is over",
            Self::NotFree => "a stone or a mark is there",
            Self::Suicide => "the stone would have no liberty that can be filled",
            Self::NoCycle => "no cycle can be removed here",
        })
    }
}

impl std::error::Error for Illegal {}

/// A game: the current situation and the earlier situations, the oldest first.
#[derive(Clone, Debug)]
pub struct State {
    /// The current situation.
    pub now: Situation,
    /// The earlier situations.
    pub history: Vec<Situation>,
}

impl State {
    /// A game that begins on a board, with forbidden points for the first stone if there are any (A2).
    pub fn new(grid: Grid, forbidden: &[Place], turn: Color) -> Self {
        let mut temporary = vec![false; grid.len()];
        for &place in forbidden {
            temporary[place] = true;
        }
        let permanent = vec![false; grid.len()];
        let passes = if forbidden.is_empty() { 0 } else { -1 };
        let now = Situation { grid, temporary, permanent, captives: [0; 2], turn, passes };
        Self { now, history: Vec::new() }
    }

    /// The last earlier situation that is similar to the current one, if a cycle may be removed (B3).
    pub fn cycle(&self) -> Option<usize> {
        let is_allowed = self.now.passes < 1;
        self.history.iter().rposition(|before| is_allowed && before.is_similar(&self.now))
    }

    /// Makes a turn (B2): first removes the cycle that begins with an earlier situation, then plays a stone. A turn
    /// with neither is a pass.
    ///
    /// # Errors
    ///
    /// Returns an error if the turn is not possible; the state then does not change.
    pub fn turn(&mut self, cycle: Option<usize>, stone: Option<Place>) -> Result<(), Illegal> {
        if self.now.is_final() {
            return Err(Illegal::Over);
        }
        let mut next = self.now.clone();
        if let Some(first) = cycle {
            let is_cycle = self.history.get(first).is_some_and(|before| before.is_similar(&self.now));
            if !is_cycle || self.now.passes == 1 {
                return Err(Illegal::NoCycle);
            }
            next.remove(&self.history[first..]);
        }
        let ko = stone.map(|place| next.play(place)).transpose()?.flatten();
        next.passes = match (ko, cycle, stone) {
            (Some(_), ..) => -1,
            (None, None, None) => self.now.passes + 1,
            _ => 0,
        };
        next.temporary.fill(false);
        if let Some(ko) = ko {
            next.temporary[ko] = true;
        }
        next.turn = self.now.turn.opponent();
        self.history.push(std::mem::replace(&mut self.now, next));
        Ok(())
    }
}

impl Situation {
    /// Removes the changes of a cycle, and marks their points permanently.
    fn remove(&mut self, cycle: &[Self]) {
        for place in self.grid.clone().points() {
            let mut is_occupied = cycle.iter().map(|before| before.grid.at(place).color().is_some());
            let first = is_occupied.next();
            if is_occupied.all(|other| Some(other) == first) {
                continue;
            }
            if let Some(color) = self.grid.at(place).color() {
                self.captives[color as usize] += 1;
                self.grid.set(place, Cell::Empty);
            }
            self.permanent[place] = true;
        }
    }

    /// Plays a stone (B4). Returns the point of a ko that it takes.
    fn play(&mut self, place: Place) -> Result<Option<Place>, Illegal> {
        if self.grid.at(place) != Cell::Empty || self.temporary[place] || self.permanent[place] {
            return Err(Illegal::NotFree);
        }
        let (me, enemy) = (self.turn, self.turn.opponent());
        self.grid.set(place, Cell::Stone(me));
        let beside = self.grid.neighbours(place);
        let mut taken: Vec<Place> = Vec::new();
        for enemy in beside.into_iter().filter(|&beside| self.grid.at(beside) == Cell::Stone(enemy)) {
            if !taken.contains(&enemy) && !self.has_liberty(enemy, |_| true) {
                taken.extend(self.grid.chain(enemy));
            }
        }
        if taken.is_empty() && !self.has_liberty(place, |liberty| !self.permanent[liberty]) {
            self.grid.set(place, Cell::Empty);
            return Err(Illegal::Suicide);
        }
        let is_enclosed = beside
            .into_iter()
            .all(|place| matches!(self.grid.at(place), Cell::Off) || self.grid.at(place) == Cell::Stone(enemy));
        let ko = (taken.len() == 1 && is_enclosed).then(|| taken[0]);
        for &stone in &taken {
            self.grid.set(stone, Cell::Empty);
        }
        self.captives[enemy as usize] += taken.len() as u32;
        Ok(ko)
    }

    fn has_liberty(&self, stone: Place, counts: impl Fn(Place) -> bool) -> bool {
        let beside = |stone| self.grid.neighbours(stone).into_iter();
        self.grid
            .chain(stone)
            .into_iter()
            .flat_map(beside)
            .any(|place| self.grid.at(place) == Cell::Empty && counts(place))
    }
}
