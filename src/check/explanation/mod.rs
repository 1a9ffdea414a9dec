//! The mistake that explains a contradiction between a record and the board, for messages and for fixes.

mod alternatives;
mod change;
pub(super) mod evidence;
pub(super) mod kept;
mod line_of_play;
pub(super) mod repairs;
mod slips;
mod trial;
pub(super) mod wording;
