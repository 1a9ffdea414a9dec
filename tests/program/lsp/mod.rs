//! The language server, over the stdin and stdout of the real program.

#![expect(unreachable_pub, reason = "`pub(crate)` on every helper of a test says nothing")]

mod actions;
mod client;
mod commands;
mod completion;
mod diagnostics;
mod edits;
mod faults;
mod features;
mod find;
mod folder;
mod frames;
#[cfg(unix)]
mod hostile;
mod lifecycle;
mod line_ends;
mod lsp_3_18;
mod markdown;
mod page;
mod reading;
mod settings;
mod sgf;
mod sizes;
mod status;
mod uris;
mod workspace;
