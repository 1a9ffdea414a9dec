//! The score of a record: the position, komi and dead stones that it states, and the winner by counting them.

mod game;
mod outcome;

pub use game::{Game, Recorded, agreed_dead, dead_in_record, in_points};
pub use outcome::FinalScore;

use crate::record::Event;
use crate::syntax::Keyword;
use ishi_rules::Ruleset;

/// Returns the ruleset of an event; `None` if its RULES header does not name a known one.
pub fn ruleset(event: &Event) -> Option<&'static Ruleset> {
    event.header(Keyword::Rules).map_or(Some(Ruleset::by_default()), Ruleset::parse)
}
