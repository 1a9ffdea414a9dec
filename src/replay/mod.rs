//! An event played out on a board: the positions of the main line and its variations, what each move has done,
//! and what the references of a place mean.
//!
//! There is one way through an event, the [`Walk`]; everything else reads the board where the walk stands.

mod assumptions;
mod cursor;
mod doubt;
mod effect;
mod marks;
mod numbers;
mod path;
mod played;
mod positions;
mod repetition;
mod runs;
mod view;
mod walk;

pub use assumptions::{Assumptions, MissingMove, UnknownMove};
pub use cursor::Visit;
pub use marks::{Marks, Stand};
pub use played::{Cause, Earlier, Played, StoneName};
pub use runs::Runs;
pub use view::{Shown, View, marks_of};
pub use walk::Walk;
