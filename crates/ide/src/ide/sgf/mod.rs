//! Features that depend on the text of SGF. All other features come from the record that the games are converted to, at
//! the corresponding place.

mod areas;
mod brackets;
mod command;
mod completion;
pub(super) mod fixes;
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

pub(super) use command::{GameRevision, run};
pub(super) use completion::completion;
pub(super) use folding::folding;
pub(super) use formatting::{formatting, range_formatting};
pub(super) use hover::hover;
pub(super) use inlay::inlay_hints;
pub(super) use lens::{lens_title, lenses};
pub(super) use rename::{prepare_rename, rename};
pub(super) use selection::selection;
pub(super) use symbols::symbols;
pub(super) use tokens::tokens;
