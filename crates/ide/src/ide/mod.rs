//! The features of editors, one file each: pure functions of a [`Snapshot`](crate::document::Snapshot) and a byte
//! offset, with plain values as results. This module does not depend on LSP. All spans count bytes from the start of
//! the text.

mod actions;
mod analysis;
mod assists;
mod board;
mod boardless;
mod command;
mod completion;
mod counted;
mod cursor;
mod definition;
mod figure;
mod file_changes;
mod fixes;
mod folding;
mod formatting;
mod highlight;
mod hover;
mod index;
mod inlay;
mod lens;
mod links;
mod node;
mod notes;
mod page;
mod page_update;
mod player;
mod references;
mod rename;
mod selection;
mod sgf;
mod signature;
mod situation;
mod symbols;
mod tokens;
mod tree;
mod trial;
mod typing;

pub use actions::{Action, ActionId, ActionKind, Change};
pub use analysis::{Analysis, ItemPosition, Revision};
pub use assists::{AssistId, AssistKind};
pub use board::{
    BoardMove, BoardOptions, FollowingMove, MissingBoard, Numbers, PanelBoard, board, location, missing_board, picture,
    position, title,
};
pub use command::{BoardCommand, ItemCommand, PointMark};
pub use completion::{Completion, CompletionKind, Subject, Used, completion};
pub use counted::Counted;
pub use definition::{Definition, definition};
pub use figure::{Contents, NumberRange, Numbering, figure, has_board, item};
pub use file_changes::FileChange;
pub use fixes::FixId;
pub use folding::{Fold, FoldKind, folding};
pub use formatting::formatting;
pub use highlight::{Highlight, HighlightKind, highlights};
pub(crate) use hover::hover_unless;
pub use hover::{BoardStyle, Hover, hover};
pub use index::{Entries, EventMatch, search, values};
pub(crate) use inlay::inlay_hints_unless;
pub use inlay::{HintKinds, InlayHint, inlay_hints};
pub use ishi_check::rewrite::Error as Refusal;
pub use lens::{Lens, LensKind, lens_title, lenses, prisoner_edits};
pub use links::{Link, links};
pub use page::{Article, FigureMove, Page, Part};
pub use page_update::PageUpdate;
pub use player::PlayerGame;
pub use references::references;
pub use rename::{Renaming, prepare_rename, rename};
pub use selection::selection;
pub use signature::{Parameter, Signature, signature};
pub use symbols::{MAX_SYMBOLS, Play, Symbol, SymbolKind, symbols};
pub use tokens::{Modifiers, SemanticToken, SemanticTokenKind, tokens};
pub use tree::{Node, NodeKind, Tree, tree};
pub use trial::Effort;
pub use typing::{TYPED, typing};
