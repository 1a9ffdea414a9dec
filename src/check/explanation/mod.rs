//! The mistake that explains a contradiction between a record and the board, for messages and for fixes.

mod alternatives;
mod change;
pub(super) mod evidence;
mod line_of_play;
pub(super) mod repairs;
pub(super) mod reuse;
mod slips;
mod trial;
pub(super) mod wording;
