//! SGF, the Smart Game Format (`FF[1]` to `FF[4]`): charsets, tokens, the tree of a text, and changes of the tree.
//!
//! Reading never fails. Every byte of a text belongs to exactly one [`Token`], syntax errors are [`SgfFault`]s, and all
//! that could be read is in the [`Collection`]. Nothing here is recursive, however deep variations are nested.

mod charset;
mod dialect;
mod edited;
mod fault;
mod file;
mod label;
mod print;
mod revise;
mod table;
mod text_end;
mod token;
mod tree;
mod value;

pub use charset::Charset;
pub use dialect::{Dialect, DialectProperty};
pub use edited::UnchangedNodes;
pub use fault::{SgfFault, SgfFaultKind};
pub use file::{CharsetDoubt, CharsetFacts, SgfFile, with_utf8_named};
pub use label::name_utf8;
pub use print::{pretty, print, print_game};
pub use revise::revise;
pub use table::{PropertyDefinition, Role, ValueCount, ValueForm, definition, definitions, is_long_name, name};
pub use text_end::property_in_text;
pub use token::{Token, TokenKind, Tokens, game_starts};
pub use tree::{Collection, NodeId, Property, parse, parse_owned};
pub use value::{Area, PointSet, board_size, escape, game_kind, point, unescape, unescaped_brackets};

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
