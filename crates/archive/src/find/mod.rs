//! The search for a position: a pattern of points, and the places of games in which it arises.
//!
//! A [`Search`] is created once for many games. It plays each game once, and compares after each move only the points
//! that have changed.

mod continuations;
mod entry;
mod following;
mod matching;
mod pattern;
mod placement;
mod places;
mod presence;
mod presence_table;
mod query;
mod run;
mod search;
mod text;
mod whole;

pub use continuations::{Continuation, Continuations};
pub use entry::{Answer, Entry, FoundPlace, NextMove};
pub use following::{BoardContinuation, BoardContinuations, Following};
pub use pattern::{Allowed, InvalidPattern, Pattern};
pub use places::{Next, Place};
pub use presence::{PointSet, Presence};
pub use presence_table::{GameSet, PresenceTable};
pub use query::Query;
pub use search::Search;
pub use text::parse_pattern;
