//! The library, without the program: one binary, because each links all of it again.
#![allow(clippy::disallowed_methods, reason = "tests read their own files, write snapshots, and start GNU Go")]
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them so")]

use mimalloc::MiMalloc;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

mod board;
mod cancel;
mod check;
mod config;
mod corpus;
mod document;
mod duplicates;
mod evidence;
mod find;
mod format;
mod fuzz;
mod grammars;
mod ide;
mod identity;
mod legal;
mod markdown;
mod oracle;
mod render;
mod replay;
mod rewrite;
mod rules;
mod server;
mod sgf;
mod tree_sitter;
