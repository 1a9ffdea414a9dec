//! How a recorded game ends by its own rules, where that is certain without a search.

use super::control::Search;
use super::count::Count;
use super::game::{Game, dead_in_record};
use super::grid::Grid;
use super::ruleset::Ruleset;
use super::verdict::{Dead, judge};
use crate::record::Event;
use crate::syntax::Source;

/// The count of a finished game.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The rules of the record.
    pub rules: &'static Ruleset,
    /// What the position counts.
    pub count: Count,
    /// How many stones are dead.
    pub dead: usize,
    /// The position.
    pub grid: Grid,
    /// For each place of the position, whether its stone is dead.
    pub is_dead: Vec<bool>,
}

impl Outcome {
    /// Counts the end of the main line of an event. None where the rules are not known, where the game has not ended
    /// with two passes and no stones are said to be dead, and where it is undecided.
    pub fn of(source: &Source<'_>, event: &Event) -> Option<Self> {
        let rules = Ruleset::of(event)?;
        let names = dead_in_record(source, event);
        let has_ended = Game::ends_with_passes(event);
        if names.is_none() && !has_ended {
            return None;
        }
        let game = Game::new(event, None, rules);
        if !game.faults.is_empty() {
            return None;
        }
        let named = names.map(|names| Game::dead(&game.grid, names)).transpose().ok()?;
        let dead = named.as_ref().map_or(Dead::Unknown { has_ended }, |dead| Dead::Agreed(dead));
        let verdict = judge(&game.grid, rules, dead, &game.extras, Search::NONE);
        let dead = verdict.dead.iter().filter(|&&dead| dead).count();
        Some(Self { rules, count: verdict.count?, dead, grid: game.grid, is_dead: verdict.dead })
    }

    /// The result with what it depends on, as in `W+2.5 (Japanese, 3 dead)`.
    pub fn text(&self) -> String {
        format!("{} ({}, {} dead)", self.count.result(), self.rules.name, self.dead)
    }
}
