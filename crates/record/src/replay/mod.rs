//! An event played on a board: the positions of the main line and its variations, the effects of moves, and the targets
//! of references.
//!
//! There is only one way through an event, the [`Walk`]. Everything else reads the board at the current place of the
//! walk.

mod assumptions;
mod cursor;
mod doubt;
mod effect;
mod marks;
mod numbers;
mod path;
mod played;
mod positions;
mod rearranged;
mod repetition;
mod runs;
mod view;
mod walk;

pub use assumptions::{Assumptions, MissingMove, UnknownMove};
pub use cursor::Visit;
pub use marks::{Marks, Stand};
pub use played::{Cause, Earlier, Played, StoneName};
pub use rearranged::Rearranged;
pub use runs::Runs;
pub use view::{Shown, View, marks_of};
pub use walk::Walk;
