//! `ishi show`: the board at any place of a record.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::files::{self, Failure};
use super::job::{Job, Settings};
use super::output::{complain, counted, note, printable, printable_lines};
use super::record::Record;
use super::{Error, Exit, Output};
use crate::board::Point;
use crate::ide;
use crate::record::{Datum, DatumKind, Event, MoveId, Owner, SequenceId, read};
use crate::render::{self, Window};
use crate::replay::View;
use crate::syntax::{Reader, Source, location};

/// Draw the board at a place of a record.
///
/// By default, the end of the main line of the first event is drawn.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The record, or a game in SGF; `-` is standard input
    file: PathBuf,

    #[command(flatten)]
    settings: Settings,

    /// Which event, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    event: Option<u32>,

    /// Draw the board at the move, diagram or comment on this line of the file, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(conflicts_with_all = ["event", "move", "variation"])]
    line: Option<u32>,

    /// Draw the board after the move with this number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    r#move: Option<u32>,

    /// Which variation, counted from 1 in the order of the file; by default the main line
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    variation: Option<u32>,

    /// The output format; by default from the extension of the output file (`.svg`, `.png`, `.txt`), or else text
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Use only ASCII in text, for terminals that show other characters twice as wide
    #[arg(long)]
    ascii: bool,

    /// Write to a file; `-`, the default, is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Show letters and numbers around the board
    #[arg(long, value_name = "BOOL", default_value_t = true, default_missing_value = "true", num_args = 0..=1)]
    #[arg(require_equals = true, action = clap::ArgAction::Set)]
    coordinates: bool,

    /// Show the numbers of all moves, besides the marks of the record
    #[arg(long)]
    numbers: bool,

    /// Show only the part of the board between two opposite corners
    #[arg(long, value_name = "A1,J9", value_parser = region)]
    region: Option<(Point, Point)>,

    /// The width of an SVG or a PNG, in pixels; by default 800 for a PNG
    #[arg(long, value_name = "PIXELS")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(render::MAX_PIXELS)))]
    width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Unicode characters, for a terminal
    Text,
    /// A vector picture
    Svg,
    /// A picture of pixels
    #[cfg(feature = "png")]
    Png,
}

const EXAMPLES: &str = "\
Examples:
  ishi show game.ishi                                the final position
  ishi show game.ishi --move 45 --numbers            the board after move 45, with numbers
  ishi show games.ishi --event 3 --variation 2       the end of a variation
  ishi show game.ishi --line 120 -o position.png     the board at line 120
  ishi show game.ishi -o position.svg --width 400    a picture of 400 pixels
  ishi show game.ishi --region a1,j9 --format svg    the lower left corner";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    let job = match Job::single(&arguments.file, &arguments.settings) {
        Ok(job) => job,
        Err(message) => {
            complain(&message);
            return Exit::Failed;
        }
    };
    match draw(&job, arguments, output) {
        Ok(exit) => exit,
        Err(failure) => {
            failure.report();
            Exit::Failed
        }
    }
}

fn draw(job: &Job, arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let target = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (arguments.format, target) {
        (Some(format), _) => format,
        (None, Some(target)) => Format::by_name(target)?,
        (None, None) => Format::Text,
    };
    let file = &job.source;
    let record = Record::read(job)?;
    let drawn = place(&record, arguments).map_err(|reason| file.failure(&reason))?;

    let Some(drawn) = drawn else {
        note(&format!("{}: no board to show: the file has no move, SETUP, MARK or DIAGRAM", printable(&file.name())));
        return Ok(Exit::Problems);
    };
    let bytes = match format {
        Format::Text => {
            let (title, board) = if arguments.ascii {
                (drawn.title.replace('—', "-"), render::ascii(&drawn.picture))
            } else {
                (drawn.title, render::text(&drawn.picture))
            };
            printable_lines(&format!("{}\n\n{}\n", printable(&title), board.trim_end())).into_bytes()
        }
        _ if arguments.ascii => {
            return Err(file.failure(&"`--ascii` is for text, not for pictures"));
        }
        Format::Svg => match arguments.width {
            Some(width) => render::svg_of_width(&drawn.picture, width).into_bytes(),
            None => render::svg(&drawn.picture).into_bytes(),
        },
        #[cfg(feature = "png")]
        Format::Png if target.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout()) => {
            return Err(file.failure(&"a PNG can't be shown in a terminal; write it to a file with `-o position.png`"));
        }
        #[cfg(feature = "png")]
        Format::Png => {
            render::png(&drawn.picture, arguments.width.unwrap_or(800)).map_err(|error| file.failure(&error))?
        }
    };
    match target {
        Some(path) => files::write(path, &bytes)?,
        None => output.raw(&bytes),
    }
    Ok(Exit::Clean)
}

impl Format {
    /// The format that the extension of a file name stands for.
    fn by_name(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            None | Some("txt") => Ok(Self::Text),
            Some("svg") => Ok(Self::Svg),
            #[cfg(feature = "png")]
            Some("png") => Ok(Self::Png),
            Some(other) => {
                let reason = format!("unknown picture format `.{other}`; use .svg, .png or .txt, or give a `--format`");
                Err(Failure { name: path.display().to_string(), reason })
            }
        }
    }
}

struct Drawn {
    title: String,
    picture: render::Picture,
}

/// The board that the arguments ask for; `None` if nothing in the text belongs on a board. The error names what the
/// text does not have.
fn place(record: &Record, arguments: &Arguments) -> Result<Option<Drawn>, Error> {
    let events: Vec<Source<'_>> = Reader::of_file(&record.text).collect();
    if !events.iter().any(|source| has_board(&read(source).event)) {
        return Ok(None);
    }
    let (source, line) = match arguments.line {
        Some(wanted) => {
            let mut line = record.line_of(wanted as usize) - 1;
            let found = events.iter().find(|source| {
                let is_here = line < source.lines.len();
                line -= if is_here { 0 } else { source.lines.len() };
                is_here
            });
            let lines: usize = events.iter().map(|source| source.lines.len()).sum();
            (
                found.ok_or_else(|| format!("there is no line {wanted}; the file has {}", counted(lines, "line")))?,
                Some(line),
            )
        }
        None => {
            let wanted = arguments.event.unwrap_or(1) as usize;
            let found = events.get(wanted - 1);
            (
                found.ok_or_else(|| {
                    format!("there is no event {wanted}; the file has {}", counted(events.len(), "event"))
                })?,
                None,
            )
        }
    };
    let event = read(source).event;
    let owner = match line {
        Some(line) => event.owner_at(line as u32),
        None => owner(&event, arguments)?,
    };
    let view = if arguments.numbers { View::numbered(&event, owner, 1) } else { View::of(&event, owner) };
    let mut picture = ide::picture(&event, &view, Vec::new());
    picture.coordinates = arguments.coordinates;
    if let Some((one, other)) = arguments.region {
        if !picture.size.contains(one) || !picture.size.contains(other) {
            return Err(format!("the region {one} {other} is off the board, which is {}", picture.size).into());
        }
        picture.window = Window::between(one, other);
    }
    Ok(Some(Drawn { title: ide::title(&event, owner), picture }))
}

/// Whether anything in an event belongs on a board.
fn has_board(event: &Event) -> bool {
    let is_shown = |datum: &Datum| matches!(datum.kind, DatumKind::Setup(_) | DatumKind::Mark(_));
    !event.moves.is_empty() || !event.diagrams.is_empty() || event.data.iter().any(is_shown)
}

/// The move that the arguments name, or the last of its sequence.
fn owner(event: &Event, arguments: &Arguments) -> Result<Owner, Error> {
    let sequence = arguments.variation.unwrap_or(0);
    if sequence as usize >= event.sequences.len() {
        let count = counted(event.sequences.len() - 1, "variation");
        return Err(format!("there is no variation {sequence}; the event has {count}").into());
    }
    let sequence = SequenceId(sequence);
    let mut moves = event.moves_of(sequence);
    let has_number = |id: &MoveId| event.number(*id) == arguments.r#move;
    let found = match arguments.r#move {
        Some(number) => {
            let found = moves.rfind(has_number);
            Some(found.ok_or_else(|| format!("there is no move {number} here; `ishi outline` lists the moves"))?)
        }
        None => moves.next_back(),
    };
    Ok(match found {
        Some(id) => Owner::Move(id),
        None if sequence == SequenceId(0) => Owner::Event,
        None => Owner::Variation(sequence),
    })
}

/// Two corners, as in `a1,j9`.
fn region(text: &str) -> Result<(Point, Point), Error> {
    let corners = text
        .split_once([',', ' ', '-'])
        .and_then(|(one, other)| Some((location(one.trim())?, location(other.trim())?)));
    corners.ok_or_else(|| "write two locations, such as `a1,j9`".into())
}
