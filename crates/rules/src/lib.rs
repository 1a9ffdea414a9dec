//! The rules of Go: the ruleset that a record is played by, and the winner under it.
//!
//! The rules of the checker, each of which reports one kind of problem, are something else: they are in `check`. A set
//! of rules of Go is called a *ruleset*.
//!
//! Only [`Ruleset`] reads a RULES header. Counting works on a [`Grid`], a position of any rectangular size, and guesses
//! nothing: a stone is dead if the record or the caller says so, or if its death is proven. Other stones are undecided.

mod area;
mod claim;
mod control;
mod count;
#[cfg(test)]
mod enumeration;
mod eyes;
mod grid;
pub mod ljrg;
mod proof;
mod ruleset;
mod territory;
mod unconditional;
mod verdict;

pub use area::area;
pub use control::{Control, ControlSearch, Witness, control};
pub use count::{Count, Extras, Uncountable, count};
pub use grid::{Cell, Grid, Place};
pub use proof::Ending;
pub use ruleset::{Handicap, Ko, Ruleset, Scoring, Tax};
pub use territory::{Territory, territory};
pub use unconditional::unconditional;
pub use verdict::{Dead, Status, Verdict, judge};

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
