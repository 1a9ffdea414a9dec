//! `ishi`: the language server, formatter and checker for the Ishi "Standard Format" of Go records (1990).
//!
//! The crate has layers: a module uses only those above it in this list.
//!
//! | module | knows |
//! |---|---|
//! | [`text`] | spans, edits, bytes: the crate `ishi-text` |
//! | [`position`] | lines and columns, as clients and people count them |
//! | [`board`] | colors, points, and boards on which stones are captured: the crate `ishi-board` |
//! | [`sgf`] | SGF: tokens, the tree with its faults, edits: the crate `ishi-sgf` |
//! | [`rules`] | rules of Go: rulesets, counting, unconditional life: the crate `ishi-rules` |
//! | [`syntax`] | lines, keywords, fields, blocks; where one event ends and the next begins |
//! | [`record`] | the meaning of one event: headers, setup, the tree of moves, variations and diagrams |
//! | [`replay`] | an event played on a board: positions, captures, the moves that references mean |
//! | [`scoring`] | the score of a record: its dead stones and its result, beside the count |
//! | [`convert`] | conversion of SGF to records and of records to SGF |
//! | [`import`] | conversion of games in the formats of Go servers to SGF |
//! | [`disk`] | finding and reading the files that are records |
//! | [`render`] | a position as a picture: Unicode text, SVG, PNG |
//! | [`rewrite`] | changes of a record that keep its meaning |
//! | [`check`] | the catalogue of diagnostics and the rules that report them |
//! | [`archive`] | the games of texts in any format, with the values of their headers; the search for positions |
//! | [`mod@format`] | canonical text |
//! | [`document`] | a text kept parsed and checked while it is being edited |
//! | [`ide`] | features of editors as pure functions of a snapshot, one file for each |
//! | [`config`] | `ishi.toml` and the editor's settings, which have the same keys |
//! | [`server`], [`cli`] | the entry points: LSP and the command line |
//!
//! # Features
//!
//! All features are on by default. Without features, and with `server` alone, the library does no I/O, reads no clock,
//! starts no thread, and builds for `wasm32-unknown-unknown`.
//!
//! | feature | adds |
//! |---|---|
//! | `cli` | [`cli`], `disk` and the search for settings files; the program `ishi` also needs `stdio` |
//! | `server` | [`server`], for any transport; the transport provides clock, tasks and files |
//! | `stdio` | the transport of editors: standard input and output, and `disk` |
//! | `png` | `render::{png, pdf, gif, apng}` |
//! | `parallel` | work on large texts and many files on all cores |
//! | `disk` | [`disk`]; part of `cli` and `stdio` |
//! | `arrow` | `archive::tables`: games as batches of Arrow |
//! | `parquet` | `ishi export --to parquet`, with `cli` |

pub mod archive;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod convert;
#[cfg(feature = "disk")]
pub mod disk;
pub mod document;
pub mod format;
pub mod ide;
pub mod import;
pub mod position;
pub mod record;
pub mod render;
pub mod replay;
pub mod rewrite;
pub mod scoring;
#[cfg(feature = "server")]
pub mod server;
pub mod syntax;

pub use {ishi_board as board, ishi_rules as rules, ishi_sgf as sgf, ishi_text as text};
