//! `ishi player`: a game as a page that plays it back.

mod page;

use std::path::{Path, PathBuf};

use clap::Args;

use super::files::{self, Failure};
use super::job::{Job, Settings};
use super::output::{note, printable_name};
use super::place::BoardPlace;
use super::record::{ReadRecord, Unplayable};
use super::{Error, Exit, Output};
use ishi_ide::ide::{PlayerGame, has_board};
use ishi_record::record::{Owner, read};
use ishi_record::syntax::{Reader, Source};

/// Write a game as a page that plays it back in any browser.
///
/// The page is one file that needs neither a network nor this program: board, moves, variations, comments and a tree.
/// With an output file named `*.json`, the game alone is written, for the element `<ishi-player>` of other pages, whose
/// script `--script` writes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PlayerArguments {
    /// The record, or a game in SGF, GIB, NGF or UGF; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "script")]
    file: Option<PathBuf>,

    #[command(flatten)]
    settings: Settings,

    #[command(flatten)]
    place: BoardPlace,

    /// Hide the moves that follow, which the reader guesses
    #[arg(long)]
    guess: bool,

    /// Write to a file; `-`, the default, is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace a file that exists
    #[arg(long)]
    force: bool,

    /// Write the script of the element `<ishi-player>` to a file, for pages with games of their own
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    script: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  ishi player game.ishi -o game.html             the game from its first move on
  ishi player game.sgf --move 45 -o game.html    from move 45 on
  ishi player problem.prb --guess -o p.html      a problem, whose moves are guessed
  ishi player games.ishi --event 3 -o game.json  the third game, for a page of your own
  ishi player --script ishi-player.js            the script for such a page

Exit codes: 0 done; 1 the file has no board; 2 wrong usage or an unreadable file.";

pub(super) fn run(arguments: &PlayerArguments, output: &mut Output) -> Exit {
    Exit::of(write_asked(arguments, output))
}

/// Writes what the arguments ask for: the script, or a game.
fn write_asked(arguments: &PlayerArguments, output: &mut Output) -> Result<Exit, Error> {
    if let Some(path) = &arguments.script {
        write(Some(path), page::SCRIPT, arguments.force, output)?;
        return Ok(Exit::Clean);
    }
    // Either of the two is required.
    let file = arguments.file.as_deref().unwrap_or(Path::new("-"));
    let job = Job::single(file, &arguments.settings)?;
    Ok(job.guarded(|job| play(job, arguments, output))?)
}

fn play(job: &Job, arguments: &PlayerArguments, output: &mut Output) -> Result<Exit, Failure> {
    let name = job.source.name();
    let failure = |reason: Error| job.source.failure(&reason);
    let record = ReadRecord::read(job)?;
    let events: Vec<Source<'_>> = Reader::of_file(&record.text).collect();
    let (source, line) =
        arguments.place.event(&events, |line, column| record.line_of(line, column)).map_err(failure)?;
    if let Some(Unplayable { line, why }) = record.unplayable_event(&events, source) {
        let place = format!("{name}:{line}");
        note(&format!("{}: no game to play: {why}; `ishi check` checks the form of it", printable_name(&place)));
        return Ok(Exit::Problems);
    }
    let event = read(source).event;
    if !has_board(&event) {
        let what = "the event has no move, SETUP, MARK or DIAGRAM";
        note(&format!("{}: no game to play: {what}", printable_name(&name)));
        return Ok(Exit::Problems);
    }
    let start = match line {
        Some(line) => event.owner_at(line),
        None if arguments.place.is_board() => arguments.place.owner(&event, None).map_err(failure)?,
        None => Owner::Event,
    };
    let index = events.iter().take_while(|other| !std::ptr::eq(*other, source)).count();
    let game = PlayerGame::read(&record.text, index, start).map_err(|reason| failure(reason.into()))?;
    let target = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    let is_data = target.is_some_and(|path| ishi_disk::has_extension(path, "json"));
    let content = if is_data { game.json() + "\n" } else { page::html(&game, arguments.guess) };
    write(target, &content, arguments.force, output)?;
    Ok(Exit::Clean)
}

/// Writes a text to a file, or to standard output.
fn write(target: Option<&Path>, content: &str, force: bool, output: &mut Output) -> Result<(), Failure> {
    match target.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            files::refuse_compressed(path)?;
            files::write(path, content.as_bytes(), force)
        }
        None => {
            output.raw(content.as_bytes());
            Ok(())
        }
    }
}
