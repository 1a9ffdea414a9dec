//! `ishi`: the language server, formatter and checker for the Ishi "Standard Format" of Go records (1990).
//!
//! The house has floors, and a module knows only the floors above it in this list:
//!
//! | module | what it knows |
//! |---|---|
//! | [`text`] | spans, positions, edits, bytes |
//! | [`board`] | colours, points, and boards on which stones are captured |
//! | [`syntax`] | lines, keywords, fields, blocks; where one event ends and the next begins |
//! | [`record`] | the meaning of one event: headers, setup, the tree of moves, variations and diagrams |
//! | [`replay`] | an event played out: positions, captures, what references mean |
//! | [`disk`] | which files are records, finding and reading them |
//! | [`render`] | a position as a picture: Unicode text, SVG, PNG |
//! | [`rewrite`] | changes of a record that keep what it means |
//! | [`check`] | the catalogue of diagnostics and its rules |
//! | [`mod@format`] | canonical text |
//! | [`config`] | `ishi.toml` and the editor's settings, which are the same keys |
//! | [`document`] | a text kept parsed and checked while it is being edited |
//! | [`ide`] | one file per editor feature, as pure functions of a snapshot |
//! | [`server`], [`cli`] | the doors: LSP and the command line |

pub mod board;
pub mod check;
pub mod cli;
pub mod config;
pub mod disk;
pub mod document;
pub mod format;
pub mod ide;
pub mod record;
pub mod render;
pub mod replay;
pub mod rewrite;
pub mod server;
pub mod syntax;
pub mod text;
