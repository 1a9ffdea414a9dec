//! `ishi schema`: the JSON Schema of the settings.

use clap::Args;

use super::{Exit, Output};
use crate::config;

/// Print the JSON Schema of the settings, for editors that complete and check an `ishi.toml`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct SchemaArguments {}

const EXAMPLES: &str = "\
Examples:
  ishi schema > ishi.schema.json     every key with its meaning, its values and its default";

pub(super) fn run(_: &SchemaArguments, output: &mut Output) -> Exit {
    // Strings, numbers and lists of them can always be written as JSON.
    let schema = serde_json::to_string_pretty(&config::schema()).unwrap_or_default();
    output.raw((schema + "\n").as_bytes());
    Exit::Clean
}
