//! The same features for games in SGF. Most of what an editor asks is asked of the record that the games become, at the
//! place that says the same; only what is about the form of the text is worked out here.

mod actions;
mod areas;
mod brackets;
mod by_hand;
mod completion;
mod folding;
mod formatting;
mod hover;
mod in_node;
mod inlay;
mod lens;
mod rename;
mod scope;
mod selection;
mod symbols;
mod tokens;
mod trial;

pub use actions::{actions, actions_of_file, change, change_of_menu};
pub use by_hand::{GameRevision, by_hand};
pub use completion::completion;
pub use folding::folding;
pub use formatting::{formatting, range_formatting};
pub use hover::{hover, hover_unless};
pub use inlay::inlay_hints;
pub use lens::{lens_title, lenses};
pub use rename::{prepare_rename, rename};
pub use selection::selection;
pub use symbols::symbols;
pub use tokens::tokens;
