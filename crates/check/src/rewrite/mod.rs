//! Changes of a record that keep its meaning: other numbers, another order of variations, another view of the board.
//!
//! Each change is a function from an [`Original`] to the edits that give the new version, or to an [`Error`] with the
//! reason why the change is not possible. A line, counted from the first line of the original, names the item to
//! change.
//!
//! A change of the structure is made in a `Draft`: the change orders the lines and numbers the moves, and the draft
//! rewrites every `#n` and `#n-n` so that it still refers to the same moves.

mod bare;
mod comment;
mod copies;
mod dead;
mod diagram;
mod draft;
mod events;
mod game_info;
mod headers;
mod insertion;
mod labels;
pub mod lines;
mod marks;
mod numbers;
mod original;
pub mod passes;
mod play;
pub mod prisoners;
mod references;
mod removal;
mod revision;
mod setup;
mod setup_stone;
mod spelling;
mod symmetry;
mod variations;
mod wrap;

pub use bare::{insert_moves, moves_as_variation, write_moves};
pub use comment::set_comment;
pub use copies::{Contradiction, KeptAs, MergeFault, MergedCopies, merge_copies};
pub use dead::{is_dead, toggle_dead};
pub use diagram::add_diagram;
pub use events::{merge_events, split_event};
pub use game_info::set_headers;
pub use headers::{are_headers_organized, organize_headers};
pub use labels::{Labels, convert_labels};
pub use marks::{PointMark, mark_point};
pub(crate) use numbers::fix_number;
pub use numbers::{Renumbered, VariationNumbering, renumber, renumber_from, set_number};
pub use original::{Error, Original};
pub use passes::{insert_pass, insert_passes};
pub use play::play;
pub use prisoners::{count_missing, insert_prisoners, remove_prisoners};
pub use removal::{delete, delete_move, delete_variation};
pub use revision::Revision;
pub use setup::{add_handicap, set_board_size};
pub use setup_stone::set_stone;
pub use symmetry::{swap_colors, transform};
pub use variations::{demote, demote_move, move_down, move_up, promote, promote_variation, turn_rest};
pub use wrap::{comment_to_remark, remark_to_comment, wrap_in_comment, wrap_in_user, wrap_in_variation};
