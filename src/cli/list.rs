//! `ishi list`: lists the games of many files, one on each line.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::archive::{Archive, ArchiveGame, Unplayed};
use super::export::Row;
use super::headers::columns;
use super::output::{json_line, printable, printable_name};
use super::{Error, Exit, Output};
use ishi_archive::GameHeaders;

/// List the games in files and folders: date, players, result, number of moves, place and title.
///
/// All formats are read, in folders, too: records, SGF, GIB, NGF and UGF. A game that can't be read is reported, and
/// the other games are still read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ListArguments {
    /// The order of the games; by default the order of the files
    #[arg(long, value_name = "KEY")]
    sort: Option<SortKey>,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ListFormat,

    #[command(flatten)]
    archive: Archive,
}

const EXAMPLES: &str = "\
Examples:
  ishi list games/                                     every game, in the order of the files
  ishi list games/ --player Shusaku --sort date        the games of a player by date
  ishi list games/ --player Shusaku --player Gennan    the games of two players against each other
  ishi list games/ --date 1840..1862 --result 'W+*'    the games that White won in some years
  ishi list games/ --rank 9p.. --min-moves 250 --format csv

Exit codes: 0 done; 1 some games can't be read; 2 wrong usage, or a file can't be read.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// Text for a terminal
    Text,
    /// A table for other programs
    Csv,
    /// One JSON object on each line
    Jsonl,
}

/// A key by which games are sorted. Games without the key come last, and after them what can't be read; equal games
/// keep the order of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SortKey {
    /// The first day on which the game may have been played
    Date,
    /// The name of Black
    Black,
    /// The name of White
    White,
    /// The title
    Title,
    /// The result
    Result,
    /// The number of moves
    Moves,
}

/// A game as it is listed. The keys are stable.
#[derive(Serialize)]
struct ListEntry {
    file: String,
    event: usize,
    line: usize,
    #[serde(flatten)]
    read: Listed,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Listed {
    Game(ListedGame),
    Unread(UnreadGame),
}

/// A game that can't be read, with its headers if only its board is the reason.
#[derive(Serialize)]
struct UnreadGame {
    #[serde(flatten)]
    headers: Option<GameHeaders>,
    parse_error: String,
}

#[derive(Serialize)]
struct ListedGame {
    #[serde(flatten)]
    headers: GameHeaders,
    moves: usize,
}

impl Listed {
    fn headers(&self) -> Option<&GameHeaders> {
        match self {
            Self::Game(game) => Some(&game.headers),
            Self::Unread(game) => game.headers.as_ref(),
        }
    }

    fn moves(&self) -> Option<usize> {
        match self {
            Self::Game(game) => Some(game.moves),
            Self::Unread(_) => None,
        }
    }
}

pub(super) fn run(arguments: &ListArguments, output: &mut Output) -> Exit {
    Exit::of(list(arguments, output))
}

fn list(arguments: &ListArguments, output: &mut Output) -> Result<Exit, Error> {
    let games = match arguments.archive.open(output)? {
        ControlFlow::Continue(games) => games,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    if arguments.format == ListFormat::Csv {
        output.raw(COLUMNS.as_bytes());
    }
    let mut sorted: Vec<ListEntry> = Vec::new();
    let count = games.each(Unplayed::ByHeaders, ListEntry::new, |entry| {
        match arguments.sort {
            Some(_) => sorted.push(entry),
            None => entry.print(arguments.format, output),
        }
        if output.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(key) = arguments.sort {
        sorted.sort_by(|one, other| key.compare(one, other));
        for entry in sorted {
            entry.print(arguments.format, output);
        }
    }
    Ok(count.exit())
}

impl SortKey {
    fn compare(self, one: &ListEntry, other: &ListEntry) -> Ordering {
        let (one, other) = (&one.read, &other.read);
        if self == Self::Moves {
            let key = |listed: &Listed| (listed.moves().is_none(), listed.moves());
            return key(one).cmp(&key(other));
        }
        let key = |listed: &Listed| {
            let text = listed.headers().and_then(|headers| match self {
                Self::Moves | Self::Date => headers.days.as_ref(),
                Self::Black => headers.black.as_ref(),
                Self::White => headers.white.as_ref(),
                Self::Title => headers.title.as_ref(),
                Self::Result => headers.result.as_ref(),
            });
            (text.is_none(), text.map(|text| text.to_lowercase()), listed.moves().is_none())
        };
        key(one).cmp(&key(other))
    }
}

/// The names of the columns, in the order of the keys in JSON.
const COLUMNS: &str = "file,event,line,title,black,white,date,days,result,moves,parse_error\n";

impl ListEntry {
    fn new(item: &ArchiveGame<'_>) -> Self {
        let read = match &item.game {
            Err(reason) => {
                let headers = item.unplayed.map(GameHeaders::new);
                Listed::Unread(UnreadGame { headers, parse_error: reason.clone() })
            }
            Ok(game) => Listed::Game(ListedGame { headers: GameHeaders::new(&game.info), moves: game.move_count() }),
        };
        Self { file: item.file.to_owned(), event: item.event, line: item.line, read }
    }

    fn print(&self, format: ListFormat, output: &mut Output) {
        match format {
            ListFormat::Text => output.styled(&self.text()),
            ListFormat::Csv => output.raw(self.row().as_bytes()),
            ListFormat::Jsonl => output.raw(json_line(self).as_bytes()),
        }
    }

    /// The line for a terminal; nothing for a game without headers, which is reported elsewhere.
    fn text(&self) -> String {
        let Some(headers) = self.read.headers() else { return String::new() };
        let moves = self.read.moves().map_or("-".to_owned(), |moves| moves.to_string());
        let file = format!("{}:{}", self.file, self.line);
        let title = headers.title.as_deref().map_or(String::new(), |title| format!("  {}", printable(title)));
        format!("{}  {moves:>3}  {}{title}\n", columns(headers), printable_name(&file))
    }

    fn row(&self) -> String {
        let mut row = Row(String::new());
        row.text(Some(&self.file));
        row.number(Some(self.event));
        row.number(Some(self.line));
        let parse_error = match &self.read {
            Listed::Game(_) => None,
            Listed::Unread(game) => Some(&*game.parse_error),
        };
        let texts = self.read.headers().map(|GameHeaders { title, black, white, date, days, result }| {
            [title, black, white, date, days, result].map(Option::as_deref)
        });
        texts.unwrap_or_default().into_iter().for_each(|text| row.text(text));
        row.number(self.read.moves());
        row.text(parse_error);
        row.0 + "\n"
    }
}
