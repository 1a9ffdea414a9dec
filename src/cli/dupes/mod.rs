//! `ishi dupes`: finds copies of games.

mod merge;

use std::fmt::Write;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};

use self::merge::MergeArguments;
use super::archive::{Archive, ArchiveGame, Unplayed};
use super::headers::columns;
use super::index::IndexOption;
use super::output::{counted, json_line, note, printable_name};
use super::{Error, Exit, Output};
use ishi_archive::duplicates::{
    ComparedGame, ComparedMove, CopiesEntry, Difference, Duplicates, GamePlace, Kind, duplicates,
};
use ishi_archive::index::{Answer, ListedGame};
use ishi_archive::{GameHeaders, GameInfo};
use ishi_board::Symmetry;

/// Find games that are there twice, in spite of slips.
///
/// Two games are the same if their moves are, however the headers differ. They are found with the board turned or
/// mirrored, with the colors exchanged, with up to three different moves, and if one of them ends earlier.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct DupesArguments {
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: DupesFormat,

    #[command(flatten)]
    index: IndexOption,

    #[command(flatten)]
    archive: Archive,

    #[command(flatten)]
    merge: MergeArguments,
}

const EXAMPLES: &str = "\
Examples:
  ishi dupes games/                      all games that are there twice
  ishi dupes old/ new/ --player Shusaku  those of a player
  ishi dupes games/ --format jsonl       one JSON object for each group of copies
  ishi dupes --index                     those of the index that `ishi index` has made
  ishi dupes --merge a.sgf b.ishi -o game.ishi
                                         one record with the comments and variations of both

Each answer has the fullest game first, and the others are copies of it:
  same       the moves are equal
  turned     they are equal after the board is turned, or the colors are exchanged
  contained  the others end earlier, after 30 moves or more, or have fewer comments or variations
  slips      one to three moves differ, and at least 30 are equal

A merged record has all lines of A, and of B all that A does not have: what contradicts A becomes a variation or a
remark, and is reported. B is turned as A is.

Exit codes: 0 done, even if nothing was found; 1 some games can't be read; 2 wrong usage, or a file can't be read.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DupesFormat {
    /// Text for a terminal
    Text,
    /// One JSON object on each line
    Jsonl,
}

/// A game with its place and its headers.
struct Listed {
    file: String,
    event: usize,
    line: usize,
    columns: String,
}

pub(super) fn run(arguments: &DupesArguments, output: &mut Output) -> Exit {
    Exit::of(dupes(arguments, output))
}

fn dupes(arguments: &DupesArguments, output: &mut Output) -> Result<Exit, Error> {
    if let Some(files) = arguments.merge.files() {
        return arguments.merge.run(files, &arguments.archive, output);
    }
    let (mut listed, mut games) = (Vec::new(), Vec::new());
    let count = if let Some(index) = arguments.index.games(&arguments.archive)? {
        index.list(|file, Answer { event, line, game, .. }| {
            if let Ok(ListedGame { info, compared }) = game {
                listed.push(Listed::new(file, event, line, &info));
                games.push(compared);
            }
            true
        })?
    } else {
        let archive = match arguments.archive.open(output)? {
            ControlFlow::Continue(games) => games,
            ControlFlow::Break(exit) => return Ok(exit),
        };
        archive.each(
            Unplayed::Always,
            |&ArchiveGame { file, event, line, ref game, .. }| {
                let game = game.as_ref().ok()?;
                Some((Listed::new(file, event, line, &game.info), ComparedGame::of(game)))
            },
            |read| {
                if let Some((place, game)) = read {
                    listed.push(place);
                    games.push(game);
                }
                ControlFlow::Continue(())
            },
        )
    };
    let groups = duplicates(&games);
    for group in &groups {
        match arguments.format {
            DupesFormat::Text => output.styled(&text(group, &listed)),
            DupesFormat::Jsonl => {
                output.raw(json_line(&CopiesEntry::new(group, |game| listed[game].place())).as_bytes());
            }
        }
    }
    if !arguments.archive.is_quiet() {
        let copies: usize = groups.iter().map(|group| group.games.len() - 1).sum();
        let copies = if copies == 1 { "1 copy".to_owned() } else { format!("{copies} copies") };
        note(&format!("{copies} among {}", counted(count.games, "game")));
    }
    Ok(count.exit())
}

impl Listed {
    fn new(file: &str, event: usize, line: usize, info: &GameInfo) -> Self {
        Self { file: file.to_owned(), event, line, columns: columns(&GameHeaders::new(info)) }
    }

    fn place(&self) -> GamePlace<'_> {
        GamePlace { file: &self.file, event: self.event, line: self.line }
    }
}

/// The lines for a terminal.
fn text(group: &Duplicates, listed: &[Listed]) -> String {
    let mut text = group.kind.name().to_owned();
    if group.kind != Kind::Same {
        text += &turned(group);
    }
    text.push('\n');
    for &game in &group.games {
        let Listed { file, line, columns, .. } = &listed[game];
        let _ = writeln!(text, "  {columns}  {}", printable_name(&format!("{file}:{line}")));
    }
    for difference in &group.differences {
        let _ = writeln!(text, "    {}", sentence(difference));
    }
    text
}

/// Describes in words the orientation of the copies.
fn turned(group: &Duplicates) -> String {
    let mut text = String::new();
    if group.orientation.symmetry != Symmetry::Identity {
        text.extend([", ", group.orientation.symmetry.name()]);
    }
    if group.orientation.swapped {
        text += ", colors exchanged";
    }
    text
}

fn sentence(difference: &Difference) -> String {
    let played = |compared: Option<ComparedMove>| {
        compared.map_or_else(
            || "no move".to_owned(),
            |compared| compared.location().unwrap_or_else(|| "an unknown point".to_owned()),
        )
    };
    let [first, second] = difference.moves.map(played);
    let number = difference.moves.into_iter().flatten().map(|compared| compared.number).next().unwrap_or(0);
    let right = match difference.right {
        Some(0) => "; the first is right, because the other can't be played",
        Some(_) => "; the second is right, because the other can't be played",
        None => "",
    };
    format!("move {number}: {first} in the first, {second} in the second{right}")
}
