//! The command line of `ishi`: one file for each subcommand, one in `report/` for each output format. It knows of the
//! language server only what [`Session`] says, so that neither is compiled again after a change in the other.
//!
//! Results go to standard output, everything about the work itself to standard error. Exit codes are part of
//! what scripts rely on: see `Exit`.

mod archive;
mod check;
mod completions;
mod content;
mod convert;
mod diff;
mod dupes;
mod engine;
mod error;
mod explain;
mod export;
mod fences;
mod files;
mod filter;
mod find;
mod fmt;
#[cfg(feature = "png")]
mod fonts;
mod headers;
mod html;
mod index;
mod job;
mod join;
mod list;
mod lsp;
mod names;
mod outline;
mod output;
mod pattern;
mod place;
mod player;
mod preview;
mod progress;
#[cfg(unix)]
mod properties;
mod record;
mod report;
mod rules;
mod schema;
mod score;
mod show;
mod split;
mod tally;
mod target;
mod unfinished;
mod watch;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use error::Error;
use output::Output;

pub use lsp::Session;

/// Language server, formatter and checker for Go records in the Ishi Standard Format.
#[derive(Debug, Parser)]
#[command(name = "ishi", version, propagate_version = true, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    /// When to use color; `auto` uses color on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: When,

    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  ishi check                     check every record in the current folder
  ishi check --fix game.ishi     fix what can be fixed safely
  ishi fmt games/                format all records in games/
  ishi show game.ishi --move 45  the board after move 45
  ishi score game.ishi           who has won, counted by the rules of the record
  ishi outline game.ishi         its events, moves and variations as a tree
  ishi player game.sgf -o g.html a page that plays the game back in a browser
  ishi preview game.ishi         the record as a page that follows the file
  ishi convert game.sgf          a game in SGF as a record, and back
  ishi list games/ --player Ada  the games of a player
  ishi find --at game.sgf games/ the games with this position
  ishi index games/              an index, in which `ishi find --index` finds positions at once
  ishi dupes games/              the games that are there twice
  ishi export games/ -o g.jsonl  every game as data for other programs
  ishi split all.sgf -o games    a file of its own for each game
  ishi join games/ -o all.sgf    one file with all games
  ishi html game.ishi -o game.html
                                 the record as a page to read and to print
  ishi markdown notes.md -o out.md
                                 pictures in place of the games in code blocks
  ishi explain duplicate-move    what a rule means
  ishi lsp                       run the language server";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::CheckArguments),
    Fmt(fmt::FmtArguments),
    Show(show::ShowArguments),
    Score(score::ScoreArguments),
    Outline(outline::OutlineArguments),
    Player(player::PlayerArguments),
    Preview(preview::PreviewArguments),
    Convert(convert::ConvertArguments),
    List(list::ListArguments),
    Find(find::FindArguments),
    Index(index::IndexArguments),
    Dupes(dupes::DupesArguments),
    Export(export::ExportArguments),
    Split(split::SplitArguments),
    Join(join::JoinArguments),
    Html(html::HtmlArguments),
    Markdown(fences::markdown::MarkdownArguments),
    Mdbook(fences::mdbook::MdbookArguments),
    Pandoc(fences::pandoc::PandocArguments),
    Explain(explain::ExplainArguments),
    Lsp(lsp::LspArguments),
    Completions(completions::CompletionsArguments),
    Schema(schema::SchemaArguments),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// The result of a command, from which its exit code follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// The work was done, and nothing was found.
    Clean = 0,
    /// The work was done, and something was found, such as errors in a record.
    Problems = 1,
    /// The work could not be done, or not on every file.
    Failed = 2,
}

impl Exit {
    /// The exit of a command, whose error is printed.
    fn of(result: Result<Self, Error>) -> Self {
        result.unwrap_or_else(|error| {
            output::print_error(&error);
            Self::Failed
        })
    }
}

/// Runs the subcommand that the arguments of the process name, and returns the exit code of the process. `serve` is the
/// language server: it runs until its client ends it, and fails if its log can't be written.
pub fn run(serve: impl FnOnce(Session) -> io::Result<ExitCode>) -> ExitCode {
    let cli = Cli::parse();
    match cli.color {
        When::Auto => anstream::ColorChoice::Auto,
        When::Always => anstream::ColorChoice::Always,
        When::Never => anstream::ColorChoice::Never,
    }
    .write_global();

    let mut output = Output::new();
    let exit = match cli.command {
        Command::Check(arguments) => check::run(&arguments, &mut output),
        Command::Fmt(arguments) => fmt::run(&arguments, &mut output),
        Command::Show(arguments) => show::run(&arguments, &mut output),
        Command::Score(arguments) => score::run(&arguments, &mut output),
        Command::Outline(arguments) => outline::run(&arguments, &mut output),
        Command::Preview(arguments) => preview::run(&arguments, &mut output),
        Command::Player(arguments) => player::run(&arguments, &mut output),
        Command::Convert(arguments) => convert::run(&arguments, &mut output),
        Command::List(arguments) => list::run(&arguments, &mut output),
        Command::Find(arguments) => find::run(&arguments, &mut output),
        Command::Index(arguments) => index::run(&arguments, &mut output),
        Command::Dupes(arguments) => dupes::run(&arguments, &mut output),
        Command::Export(arguments) => export::run(&arguments, &mut output),
        Command::Split(arguments) => split::run(&arguments, &mut output),
        Command::Join(arguments) => join::run(&arguments, &mut output),
        Command::Html(arguments) => html::run(&arguments, &mut output),
        Command::Markdown(arguments) => fences::markdown::run(&arguments, &mut output),
        Command::Mdbook(arguments) => fences::mdbook::run(&arguments, &mut output),
        Command::Pandoc(arguments) => fences::pandoc::run(&arguments, &mut output),
        Command::Explain(arguments) => explain::run(&arguments, &mut output),
        Command::Completions(arguments) => completions::run(&arguments, &mut output),
        Command::Schema(arguments) => schema::run(&arguments, &mut output),
        Command::Lsp(arguments) => return lsp::run(arguments, serve),
    };
    output.finish(exit)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Cli::command().debug_assert();
    }
}
