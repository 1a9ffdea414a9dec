//! The session with one client: its state, and the tasks that work for it.

mod backlog;
mod client;
mod connection;
mod event_index;
mod files;
mod finding;
mod folder_check;
mod folder_commands;
mod game_files;
mod last_search;
mod progress;
mod publisher;
mod report;
mod scope;
mod settings;
mod settings_files;
mod workspace;

pub(super) use connection::Connection;
pub(super) use finding::{Finder, Limit, Outcome, Searched};
pub(super) use folder_check::{Pull, PulledBefore};
pub(super) use folder_commands::FolderCommand;
pub(super) use report::DocumentReport;
pub(super) use settings::SECTION;
