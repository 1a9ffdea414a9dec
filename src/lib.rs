//! `ishi`: the language server, formatter and checker for the Ishi "Standard Format" of Go records (1990).
//!
//! This library is all crates of the project under one name; the program `ishi` is its command line.
//!
//! | module | knows |
//! |---|---|
//! | [`text`] | spans, edits, bytes |
//! | [`position`] | lines and columns, as clients and people count them |
//! | [`board`] | colors, points, and boards on which stones are captured |
//! | [`sgf`] | SGF: tokens, the tree with its faults, edits |
//! | [`rules`] | rules of Go: rulesets, counting, unconditional life |
//! | [`syntax`] | lines, keywords, fields, blocks; where one event ends and the next begins |
//! | [`record`] | the meaning of one event: headers, setup, the tree of moves, variations and diagrams |
//! | [`replay`] | an event played on a board: positions, captures, the moves that references mean |
//! | [`scoring`] | the score of a record: its dead stones and its result, beside the count |
//! | [`mod@format`] | canonical text |
//! | [`convert`] | conversion of SGF to records and of records to SGF |
//! | [`import`] | conversion of games in the formats of Go servers to SGF |
//! | [`disk`] | finding and reading the files that are records |
//! | [`render`] | a position as a picture: Unicode text, SVG, PNG |
//! | [`rewrite`] | changes of a record that keep its meaning |
//! | [`check`] | the catalogue of diagnostics and the rules that report them |
//! | [`archive`] | the games of texts in any format, with the values of their headers; the search for positions |
//! | [`document`] | a text kept parsed and checked while it is being edited |
//! | [`ide`] | features of editors as pure functions of a snapshot, one file for each |
//! | [`markdown`] | the games in code blocks of Markdown |
//! | [`config`] | `ishi.toml` and the editor's settings, which have the same keys |
//! | [`server`] | the language server |

pub use ishi_check::{check, rewrite};
pub use ishi_convert::{convert, import};
pub use ishi_ide::{document, ide};
pub use ishi_record::{format, record, replay, scoring, syntax};
pub use {
    ishi_archive as archive, ishi_board as board, ishi_config as config, ishi_disk as disk, ishi_markdown as markdown,
    ishi_position as position, ishi_render as render, ishi_rules as rules, ishi_server as server, ishi_sgf as sgf,
    ishi_text as text,
};
