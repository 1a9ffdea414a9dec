//! The mistake that explains a contradiction between a record and the board, for messages and for fixes.

mod candidates;
mod change;
pub(super) mod corrections;
pub(super) mod evidence;
mod oddness;
pub(super) mod reuse;
mod slips;
mod trial;
pub(super) mod wording;
