//! Records in the Ishi "Standard Format".
//!
//! A module uses only those above it in this list.
//!
//! | module | knows |
//! |---|---|
//! | [`syntax`] | lines, keywords, fields, blocks; where one event ends and the next begins |
//! | [`record`] | the meaning of one event: headers, setup, the tree of moves, variations and diagrams |
//! | [`replay`] | an event played on a board: positions, captures, the moves that references mean |
//! | [`scoring`] | the score of a record: its dead stones and its result, beside the count |
//! | [`mod@format`] | canonical text, line by line |

pub mod format;
pub mod record;
pub mod replay;
pub mod scoring;
pub mod syntax;
