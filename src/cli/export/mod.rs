//! `ishi export`: writes games as data for other programs.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

pub(super) use self::csv::Row;
use super::archive::{Archive, ArchiveGame, Count, Games, Unplayed};
use super::files::{Failure, NewFile, refuse_compressed};
use super::job::Job;
use super::output::{counted, listed, note, printable_json};
use super::{Error, Exit, Output};
use ishi_archive::{Game, Problem, json};

/// Write games as data for other programs: one game on each line, or tables for engines of SQL.
///
/// All formats are read, in folders, too: records, SGF, GIB, NGF and UGF. For a game that can't be read there is a line
/// or a row with the reason, and the other games are still read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExportArguments {
    /// The format to write; by default it follows from the name of the output, and is JSON without one
    #[arg(long, value_name = "FORMAT")]
    to: Option<ExportFormat>,

    /// Write to a file, which appears only when it is complete; `-`, the default, is standard output. For Parquet, a
    /// folder
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// Replace a file that exists, or the tables in a folder
    #[arg(long)]
    force: bool,

    /// Write the table of the moves of main lines, too; only for Parquet
    #[arg(long)]
    with_moves: bool,

    /// The number of games in each file of a table, 100,000 by default; only for Parquet
    #[arg(long, value_name = "N")]
    partition: Option<NonZeroUsize>,

    #[command(flatten)]
    archive: Archive,
}

const EXAMPLES: &str = "\
Examples:
  ishi export games/ -o games.jsonl            every game with its headers, moves and problems
  ishi export games/ -o games.csv              a table with a row for each game
  ishi export games/ --player Shusaku --to csv the games of a player
  ishi export games/ --to parquet -o tables    a table with a row for each game, for DuckDB, Spark and others
  ishi schema game                             the keys of a line in JSON

A game that can't be read is written whatever the filters are: nothing is known of it.

Exit codes: 0 done; 1 some games can't be read; 2 wrong usage, or a file can't be read or written.";

/// The number of games in each file of a table by default.
#[cfg(feature = "parquet")]
const PARTITION: NonZeroUsize = NonZeroUsize::new(100_000).unwrap();

/// A format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// One JSON object on each line, from which the game can be replayed
    Jsonl,
    /// A table of headers, without moves
    Csv,
    /// Tables of Apache Parquet, in a folder: all columns of CSV, the main lines, and hashes
    Parquet,
}

impl ExportFormat {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Jsonl, "jsonl"), (Self::Jsonl, "ndjson"), (Self::Csv, "csv"), (Self::Parquet, "parquet")];

    /// The format that the name of an output means: `None` for a name without an extension.
    fn by_name(path: &Path) -> Result<Option<Self>, Error> {
        let Some(extension) = path.extension() else { return Ok(None) };
        let named = Self::ALL.into_iter().find(|(_, name)| extension.eq_ignore_ascii_case(name));
        let format = named.map(|(format, _)| Some(format));
        format.ok_or_else(|| {
            let names = Self::ALL.map(|(_, extension)| format!("`.{extension}`"));
            let extension = extension.to_string_lossy();
            let reason =
                format!("`.{extension}` is not the name of a format: the names are {}; or add `--to`", listed(&names));
            Failure::new(path, &reason).into()
        })
    }
}

/// A format with a line for each game.
#[derive(Clone, Copy)]
struct LineFormat {
    /// The text before the first game.
    head: &'static str,
    /// Returns the line of a game.
    line: fn(&ArchiveGame<'_>) -> String,
}

const JSONL: LineFormat = LineFormat { head: "", line: json_line };

const CSV: LineFormat = LineFormat { head: csv::COLUMNS, line: csv::row };

fn json_line(item: &ArchiveGame<'_>) -> String {
    let read = match &item.game {
        Ok(game) => Ok((*game, problems(game, item.job).collect())),
        Err(reason) => Err((&**reason, item.unplayed)),
    };
    printable_json(&json::line(item.file, (item.event, item.line), read)) + "\n"
}

/// The problems of a game that `ishi check` shows.
fn problems(game: &Game<'_>, job: &Job) -> impl Iterator<Item = Problem> {
    let check = &job.config.check;
    let problems = game.problems(&check.severities_in(Some(job.source.settings_path())));
    problems.into_iter().filter(|problem| problem.diagnostic.severity >= check.show)
}

pub(super) fn run(arguments: &ExportArguments, output: &mut Output) -> Exit {
    Exit::of(export(arguments, output))
}

fn export(arguments: &ExportArguments, output: &mut Output) -> Result<Exit, Error> {
    let target = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(target) = target {
        refuse_compressed(target)?;
    }
    let format = match (arguments.to, target) {
        (Some(format), _) => Some(format),
        (None, Some(target)) => ExportFormat::by_name(target)?,
        (None, None) => None,
    };
    let games = match arguments.archive.open(output)? {
        ControlFlow::Continue(games) => games,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    let lines = match format.unwrap_or(ExportFormat::Jsonl) {
        ExportFormat::Parquet => {
            let folder = target.ok_or("tables in Parquet are files in a folder: name it with `-o DIR`")?;
            let count = write_tables(arguments, &games, folder)?;
            report(arguments, &count);
            return Ok(count.exit());
        }
        ExportFormat::Jsonl => JSONL,
        ExportFormat::Csv => CSV,
    };
    if arguments.with_moves {
        return Err("`--with-moves` is only for `--to parquet`: JSON always has the moves, and CSV never".into());
    }
    if arguments.partition.is_some() {
        return Err("`--partition` is only for `--to parquet`: other formats are one file".into());
    }
    let sink = match target {
        Some(path) => {
            games.expect_none_at(path)?;
            Sink::File(NewFile::create(path, arguments.force)?)
        }
        None => Sink::Stdout(output),
    };
    let (count, is_file) = write_lines(lines, &games, sink)?;
    if is_file {
        report(arguments, &count);
    }
    Ok(count.exit())
}

/// Reports the number of games that were written to a file or folder.
fn report(arguments: &ExportArguments, count: &Count) {
    if !arguments.archive.is_quiet() {
        note(&format!("{} written, {} unreadable", counted(count.games, "game"), count.unread));
    }
}

/// Writes a line for each game, and returns whether they are in a file.
fn write_lines(format: LineFormat, games: &Games<'_>, mut sink: Sink<'_>) -> Result<(Count, bool), Error> {
    sink.write(format.head)?;
    let mut written = Ok(());
    let count = games.each(Unplayed::ByHeaders, format.line, |line| {
        written = sink.write(&line);
        if written.is_err() || sink.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    written?;
    Ok((count, sink.finish()?))
}

#[cfg(feature = "parquet")]
fn write_tables(arguments: &ExportArguments, games: &Games<'_>, folder: &Path) -> Result<Count, Error> {
    let ExportArguments { force, with_moves, partition, .. } = *arguments;
    let partition = partition.unwrap_or(PARTITION);
    parquet::write(games, folder, parquet::TableOptions { force, with_moves, partition })
}

#[cfg(not(feature = "parquet"))]
fn write_tables(_: &ExportArguments, _: &Games<'_>, _: &Path) -> Result<Count, Error> {
    Err("this build of ishi has no Parquet; `cargo install ishi --features parquet` makes one that has it".into())
}

/// The destination of lines.
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
            Self::File(file) => Ok(file.write(text.as_bytes())?),
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
            Self::File(file) => {
                file.finish()?;
                Ok(true)
            }
        }
    }
}
