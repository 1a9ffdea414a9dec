//! The real program, as its users, their scripts and their editors see it.
#![allow(clippy::disallowed_methods, reason = "tests prepare files")]
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them so")]

mod cli;
mod lsp;
mod patience;
