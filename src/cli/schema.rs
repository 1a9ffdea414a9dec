//! `ishi schema`: the JSON Schemas of the settings and of exported games.

use clap::{Args, ValueEnum};

use super::{Exit, Output};
use ishi_archive::json;
use ishi_config as config;

/// Print a JSON Schema.
///
/// The schema describes the settings, for editors that complete and check an `ishi.toml`, or the lines of
/// `ishi export`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct SchemaArguments {
    /// The data that the schema describes
    #[arg(value_name = "OF", default_value = "settings")]
    of: SchemaOf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemaOf {
    /// An `ishi.toml`
    Settings,
    /// A line of `ishi export --to jsonl`
    Game,
}

const EXAMPLES: &str = "\
Examples:
  ishi schema > ishi.schema.json         every key with its meaning, its values and its default
  ishi schema game > game.schema.json    every key of an exported game";

pub(super) fn run(arguments: &SchemaArguments, output: &mut Output) -> Exit {
    let schema = match arguments.of {
        SchemaOf::Settings => config::schema(),
        SchemaOf::Game => json::schema(),
    };
    // Strings, numbers and lists of them can always be written as JSON.
    let schema = serde_json::to_string_pretty(&schema).unwrap_or_default();
    output.raw((schema + "\n").as_bytes());
    Exit::Clean
}
