//! `ishi export`: games as data for other programs.

mod csv;
mod json;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

pub(super) use self::csv::Row;
pub(super) use self::json::schema;
use super::archive::{Archive, Item};
use super::files::NewFile;
use super::job::Job;
use super::output::{counted, note, print_error, printable_json};
use super::{Error, Exit, Output};
use crate::archive::{Game, Problem};
use crate::disk;

/// Write games as data for other programs: one game on each line.
///
/// All formats are read, in folders, too: records, SGF, GIB, NGF and UGF. For a game that can't be read there is a line
/// with the reason, and the other games are still read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExportArguments {
    /// The format to write; by default it follows from the name of the output, and is otherwise JSON
    #[arg(long, value_name = "FORMAT")]
    to: Option<ExportFormat>,

    /// Write to a file, which appears only when it is complete; `-`, the default, is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace a file that exists
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    archive: Archive,
}

const EXAMPLES: &str = "\
Examples:
  ishi export games/ -o games.jsonl            every game with its headers, moves and problems
  ishi export games/ -o games.csv              a table with a row for each game
  ishi export games/ --player Shusaku --to csv the games of a player
  ishi schema game                             the keys of a line in JSON

A game that can't be read is written whatever the filters are: nothing is known of it.

Exit codes: 0 done; 1 some games can't be read; 2 wrong usage, or a file can't be read or written.";

/// A format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// One JSON object on each line, from which the game can be replayed
    Jsonl,
    /// A table of headers, without moves
    Csv,
}

impl ExportFormat {
    const ALL: [(Self, &'static str); 3] = [(Self::Jsonl, "jsonl"), (Self::Jsonl, "ndjson"), (Self::Csv, "csv")];

    fn by_name(path: &Path) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, extension)| disk::has_extension(path, extension)).map(|(format, _)| format)
    }

    /// The text before the first game.
    fn head(self) -> &'static str {
        match self {
            Self::Jsonl => "",
            Self::Csv => csv::COLUMNS,
        }
    }

    /// The line of a game.
    fn line(self, item: &Item<'_>) -> String {
        match self {
            Self::Jsonl => printable_json(&json::line(item)) + "\n",
            Self::Csv => csv::row(item),
        }
    }
}

/// The problems of a game that `ishi check` shows.
fn problems(game: &Game<'_>, job: &Job) -> impl Iterator<Item = Problem> {
    let check = &job.config.check;
    let found = game.problems(&check.severities_in(Some(job.source.settings_path())));
    found.into_iter().filter(|problem| problem.diagnostic.severity >= check.show)
}

pub(super) fn run(arguments: &ExportArguments, output: &mut Output) -> Exit {
    export(arguments, output).unwrap_or_else(|message| {
        print_error(&message);
        Exit::Failed
    })
}

fn export(arguments: &ExportArguments, output: &mut Output) -> Result<Exit, Error> {
    let games = match arguments.archive.open(output)? {
        ControlFlow::Continue(games) => games,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    let target = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    let by_name = target.and_then(ExportFormat::by_name);
    let format = arguments.to.or(by_name).unwrap_or(ExportFormat::Jsonl);
    let mut sink = match target {
        Some(path) => Sink::File(NewFile::create(path, arguments.force)?),
        None => Sink::Stdout(output),
    };
    sink.write(format.head())?;
    let mut written = Ok(());
    let count = games.each(
        |item| format.line(item),
        |line| {
            written = sink.write(&line);
            if written.is_err() || sink.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    written?;
    if sink.finish()? && !arguments.archive.is_quiet() {
        note(&format!("{} written, {} unreadable", counted(count.games, "game"), count.unread));
    }
    Ok(count.exit())
}

/// Where lines are written.
enum Sink<'o> {
    Stdout(&'o mut Output),
    File(NewFile),
}

impl Sink<'_> {
    fn write(&mut self, text: &str) -> Result<(), Error> {
        match self {
            Self::Stdout(output) => {
                output.raw(text.as_bytes());
                Ok(())
            }
            Self::File(file) => file.write(text.as_bytes()),
        }
    }

    /// Whether the reader has closed the output.
    fn is_closed(&self) -> bool {
        matches!(self, Self::Stdout(output) if output.is_closed())
    }

    /// Completes the output, and returns whether it is a file.
    fn finish(self) -> Result<bool, Error> {
        match self {
            Self::Stdout(_) => Ok(false),
            Self::File(file) => file.finish().map(|()| true),
        }
    }
}
