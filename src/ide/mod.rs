//! One file per editor feature: pure functions of a [`Snapshot`](crate::document::Snapshot) and a byte offset,
//! with plain values as results. Nothing here knows LSP. All spans count bytes from the start of the text.

mod actions;
mod completion;
mod folding;
mod formatting;
mod hover;
mod place;
mod symbols;

pub use actions::{Action, actions};
pub use completion::{Completion, CompletionKind, completion};
pub use folding::{Fold, FoldKind, folding};
pub use formatting::formatting;
pub use hover::{Hover, hover};
pub use symbols::{Symbol, SymbolKind, symbols};
