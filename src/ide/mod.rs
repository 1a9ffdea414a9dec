//! One file per editor feature: pure functions of a [`Snapshot`](crate::document::Snapshot) and a byte offset,
//! with plain values as results. Nothing here knows LSP. All spans count bytes from the start of the text.

mod actions;
mod assists;
mod board;
mod completion;
mod cursor;
mod definition;
mod folding;
mod formatting;
mod highlight;
mod hover;
mod index;
mod inlay;
mod lens;
mod links;
mod references;
mod rename;
mod selection;
mod signature;
mod situation;
mod symbols;
mod tokens;
mod tree;
mod trial;
mod typing;

pub use actions::{Action, ActionKind, Change, actions, actions_of_file, change};
pub use assists::{AssistKind, assist_names};
pub use board::{Board, BoardMove, board, picture, title};
pub use completion::{Completion, CompletionKind, Completions, Subject, Used, completion};
pub use definition::{Definition, definition};
pub use folding::{Fold, FoldKind, folding};
pub use formatting::formatting;
pub use highlight::{Highlight, HighlightKind, highlights};
pub use hover::{BoardStyle, Hover, hover};
pub use index::{Entries, Found, search, values};
pub use inlay::{HintKinds, InlayHint, inlay_hints};
pub use lens::{Lens, LensKind, lens_title, lenses, prisoner_edits};
pub use links::{Link, links};
pub use references::references;
pub use rename::{Renaming, prepare_rename, rename};
pub use selection::selection;
pub use signature::{Parameter, Signature, signature};
pub use symbols::{MOST_SYMBOLS, Play, Symbol, SymbolKind, symbols};
pub use tokens::{Modifiers, Token, TokenKind, tokens};
pub use tree::{Node, NodeKind, Tree, tree};
pub use typing::{TYPED, typing};
