//! Go games and positions in the code blocks of a text in Markdown:
//!
//! ````text
//! ```ishi move=30 crop caption="Black has lived"
//! EVENT …
//! ```
//! ````
//!
//! The first word after the fence is `ishi` for a record, `sgf` for a game in SGF, or `goban` for a diagram in the
//! notation of Sensei's Library. The options after it are those of `ishi show`.

mod check;
mod drawing;
mod fence;
mod options;

pub use check::check;
pub use drawing::{Drawing, draw};
pub use fence::{Fence, Language, fences};
pub use options::{NAMES, OptionFault, Options, Place};
