//! The command line as its users and their scripts see it: the real program, in a folder of its own.
#![allow(clippy::disallowed_methods, reason = "tests prepare files")]
#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them so")]

mod archive_faults;
mod archives;
mod check;
mod completions;
mod config;
mod convert;
mod dupes;
mod encodings;
mod escapes;
mod explain;
mod faults;
mod files;
mod find;
mod fix;
mod fmt;
mod formats;
#[path = "../games/mod.rs"]
mod games;
mod help;
mod import;
mod index;
mod join;
mod options;
mod outline;
mod outputs;
mod sandbox;
mod score;
mod sgf;
mod show;
mod split;
mod streams;
mod watch;

#[path = "../real/mod.rs"]
mod real;
