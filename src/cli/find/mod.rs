//! `ishi find`: finds the games in which a position arises.

mod answer;
mod arguments;
mod sql;

use std::ops::ControlFlow;

use clap::Args;

use self::answer::{FindFormat, continuation_lines, entries, print};
use self::arguments::QueryArguments;
use super::archive::{Archive, Count, Games, Unplayed};
use super::index::{IndexGames, IndexOption};
use super::output::{counted, note};
use super::{Error, Exit, Output};
use ishi_archive::find::{Continuations, Entry, Search};
use ishi_archive::index::FoundGame;

/// Find the games in which a position, or a part of one, arises.
///
/// The position is one of a record (`--at`), or a pattern (`--pattern`). It is also found rotated, mirrored and with
/// the colors exchanged, and with either player to move. All formats are read: records, SGF, GIB, NGF and UGF.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct FindArguments {
    #[command(flatten)]
    query: QueryArguments,

    /// Count what is played next instead: for each point of the pattern the games, and how many of them were won
    #[arg(long)]
    continuations: bool,

    /// Print a SELECT on the table of games of `ishi export --to parquet` instead: it selects all games that have the
    /// position, and others, and says what it leaves out
    #[arg(long, conflicts_with_all = ["continuations", "index", "format"])]
    sql: bool,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FindFormat,

    #[command(flatten)]
    index: IndexOption,

    #[command(flatten)]
    archive: Archive,
}

const EXAMPLES: &str = "\
Examples:
  ishi find --at game.sgf --move 20 games/                 the games with this whole position
  ishi find --at game.ishi --region l10,t19 games/         the upper right corner as it is at the end
  ishi find --pattern shape.txt --anywhere games/          a shape anywhere; `-` reads it from standard input
  ishi find --at game.sgf --move 12 --continuations games/ what was played next, and who won
  ishi find --at game.sgf --move 20 --index                the games of the index that `ishi index` has made
  ishi find --pattern corner.txt --then 'R14 P17' --moves 1-60 games/ --player Shusaku

A pattern is a diagram of Sensei's Library (lines that begin with `$$`) or rows of the signs `X` black, `O` white,
`.` empty, `*` and `?` anything, `x` black or empty, `o` white or empty. `|` and a line of `-` are edges of the board.

Exit codes: 0 done, even if nothing was found; 1 some games can't be read; 2 wrong usage, or a file can't be read.";

pub(super) fn run(arguments: &FindArguments, output: &mut Output) -> Exit {
    Exit::of(find(arguments, output))
}

fn find(arguments: &FindArguments, output: &mut Output) -> Result<Exit, Error> {
    let FindArguments { query, archive, format, .. } = arguments;
    let search = Search::new(query.read(archive)?).map_err(|reason| query.error(&reason))?;
    if arguments.sql {
        output.raw(sql::select(search.query(), archive.conditions()?).as_bytes());
        return Ok(Exit::Clean);
    }
    let (found, count) = if let Some(index) = arguments.index.games(archive)? {
        if arguments.continuations {
            print_indexed_continuations(&search, &index, *format, output)?
        } else {
            print_indexed_places(&search, &index, *format, output)?
        }
    } else {
        let games = match archive.open(output)? {
            ControlFlow::Continue(games) => games,
            ControlFlow::Break(exit) => return Ok(exit),
        };
        if arguments.continuations {
            print_continuations(&search, &games, *format, output)
        } else {
            print_places(&search, &games, *format, output)
        }
    };
    // A reader that has left did not get all of it, and the search has ended early.
    if !archive.is_quiet() && !output.is_closed() {
        note(&format!("found in {found} of {}", counted(count.games, "game")));
    }
    Ok(count.exit())
}

/// Prints the places of all games, and returns how many games have one.
fn print_places(search: &Search, games: &Games<'_>, format: FindFormat, output: &mut Output) -> (usize, Count) {
    let mut found = 0;
    let count = games.each(
        Unplayed::Always,
        |item| match &item.game {
            Ok(game) => Entry::of_game(search, item.file, game),
            Err(reason) => vec![Entry::unread(item.file, item.event, item.line, reason)],
        },
        |entries| {
            found += usize::from(entries.iter().any(Entry::is_found));
            for entry in entries {
                print(&entry, format, output);
            }
            if output.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    (found, count)
}

/// Prints what was played next in all games, and returns how many games have a place.
fn print_continuations(search: &Search, games: &Games<'_>, format: FindFormat, output: &mut Output) -> (usize, Count) {
    let mut continuations = Continuations::default();
    let mut found = 0;
    let count = games.each(
        Unplayed::Always,
        |item| {
            let mut own = Continuations::default();
            let Ok(game) = &item.game else { return (own, false) };
            let places = search.find(game);
            own.add(&places, &game.info);
            (own, !places.is_empty())
        },
        |(own, is_found)| {
            found += usize::from(is_found);
            continuations.merge(own);
            ControlFlow::Continue(())
        },
    );
    output.raw(continuation_lines(&continuations.into_rows(), format).as_bytes());
    (found, count)
}

/// Prints the places of all games of an index, and returns how many games have one.
fn print_indexed_places(
    search: &Search,
    index: &IndexGames<'_>,
    format: FindFormat,
    output: &mut Output,
) -> Result<(usize, Count), Error> {
    let mut found = 0;
    let count = index.find(search, |file, answer| {
        found += usize::from(answer.game.is_ok());
        for entry in entries(file, &answer) {
            print(&entry, format, output);
        }
        !output.is_closed()
    })?;
    Ok((found, count))
}

/// Prints what was played next in all games of an index, and returns how many games have a place.
fn print_indexed_continuations(
    search: &Search,
    index: &IndexGames<'_>,
    format: FindFormat,
    output: &mut Output,
) -> Result<(usize, Count), Error> {
    let mut continuations = Continuations::default();
    let mut found = 0;
    let count = index.find(search, |_, answer| {
        if let Ok(FoundGame { info, places }) = answer.game {
            found += 1;
            continuations.add(places.iter().map(|(place, _)| place), &info);
        }
        true
    })?;
    output.raw(continuation_lines(&continuations.into_rows(), format).as_bytes());
    Ok((found, count))
}
