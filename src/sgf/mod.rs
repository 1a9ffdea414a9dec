//! SGF, the Smart Game Format (`FF[1]` to `FF[4]`): bytes as text, the tokens of a text, its tree, and changes of it.
//!
//! Reading never fails. Every byte of a text belongs to exactly one [`Token`], what can't be read is an [`SgfFault`],
//! and what there is of a tree is in the [`Collection`]. Nothing here is recursive, however deep variations are nested.

mod charset;
mod edited;
mod fault;
mod print;
mod revise;
mod table;
mod token;
mod tree;
mod value;

pub use charset::{Charset, SgfFile};
pub use edited::UnchangedNodes;
pub use fault::{SgfFault, SgfFaultKind};
pub(crate) use print::print;
pub use print::{pretty, print_game};
pub use revise::revise;
pub use table::{PropertyDefinition, Role, ValueCount, ValueForm, definition, definitions, is_long_name};
pub use token::{Token, TokenKind, Tokens, game_starts};
pub use tree::{Collection, NodeId, Property, name, parse, parse_owned};
pub use value::{Area, PointSet, board_size, escape, game_kind, point, unescape};
