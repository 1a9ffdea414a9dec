use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::files::{self, Failure, Source as File};
use super::output::counted;
use super::{Exit, Output};
use crate::board::Point;
use crate::ide;
use crate::record::{self, Event, MoveId, Owner, SequenceId};
use crate::render::{self, Window};
use crate::replay::View;
use crate::syntax::{After, Reader, Source, location};
use crate::text;

/// Draw the board at a place of a record.
///
/// Without more, the end of the main line of the first event is drawn.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The record; `-` is standard input
    file: PathBuf,

    /// The event, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    event: Option<u32>,

    /// The line of the file, counted from 1: the board of the move, diagram or comment there
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["event", "move", "variation"])]
    line: Option<u32>,

    /// The number of the move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    r#move: Option<u32>,

    /// The variation instead of the main line, counted from 1 in the order of the file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    variation: Option<u32>,

    /// The form of the picture; without it the name of the output file decides, or else it is text
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// Where to write it, instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Letters and numbers around the board
    #[arg(long, value_name = "BOOL", default_value_t = true, default_missing_value = "true", num_args = 0..=1, require_equals = true, action = clap::ArgAction::Set)]
    coordinates: bool,

    /// The numbers of all moves, besides what the record marks
    #[arg(long)]
    numbers: bool,

    /// The part of the board to show, by two opposite corners
    #[arg(long, value_name = "A1,J9", value_parser = region)]
    region: Option<(Point, Point)>,

    /// The width of a PNG, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(1..=i64::from(render::MAX_PIXELS)))]
    width: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Unicode characters, for a terminal
    Text,
    /// A picture that scales
    Svg,
    /// A picture of pixels
    Png,
}

const EXAMPLES: &str = "\
Examples:
  ishi show game.ishi                                the final position
  ishi show game.ishi --move 45 --numbers            the board after move 45, with numbers
  ishi show games.ishi --event 3 --variation 2       the end of a variation
  ishi show game.ishi --line 120 -o position.png     the board that line 120 speaks of
  ishi show game.ishi --region a1,j9 --format svg    the lower left corner";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    match draw(arguments, output) {
        Ok(()) => Exit::Clean,
        Err(failure) => {
            failure.report();
            Exit::Failed
        }
    }
}

fn draw(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let file = File::named(&arguments.file);
    let bytes = file.read()?;
    let text = text::decode(&bytes).text;
    let drawn = place(&text, arguments).map_err(|reason| file.failure(&reason))?;

    let by_name = arguments.output.as_deref().and_then(Path::extension).and_then(|name| match name.to_str()? {
        name if name.eq_ignore_ascii_case("svg") => Some(Format::Svg),
        name if name.eq_ignore_ascii_case("png") => Some(Format::Png),
        _ => None,
    });
    let bytes = match arguments.format.or(by_name).unwrap_or(Format::Text) {
        Format::Text => format!("{}\n\n{}\n", drawn.title, render::text(&drawn.picture).trim_end()).into_bytes(),
        Format::Svg => render::svg(&drawn.picture).into_bytes(),
        Format::Png if arguments.output.is_none() && std::io::stdout().is_terminal() => {
            return Err(file.failure(&"a PNG is no text for a terminal; name a file with `-o position.png`"));
        }
        Format::Png => render::png(&drawn.picture, arguments.width).map_err(|error| file.failure(&error))?,
    };
    match &arguments.output {
        Some(path) => files::write(path, &bytes),
        None => {
            output.raw(&bytes);
            Ok(())
        }
    }
}

struct Drawn {
    title: String,
    picture: render::Picture,
}

/// The board that the arguments ask for, or what of it the text does not have.
fn place(text: &str, arguments: &Arguments) -> Result<Drawn, String> {
    let events: Vec<Source<'_>> = Reader::new(text, After::NOTHING).collect();
    let (source, line) = match arguments.line {
        Some(wanted) => {
            let mut line = wanted as usize - 1;
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
    let event = record::read(source).event;
    let owner = match line {
        Some(line) => event.owner_at(line as u32),
        None => owner(&event, arguments)?,
    };
    let view = if arguments.numbers { View::numbered(&event, owner) } else { View::of(&event, owner) };
    let mut picture = ide::picture(&event, &view, Vec::new());
    picture.coordinates = arguments.coordinates;
    if let Some((one, other)) = arguments.region {
        if !picture.size.contains(one) || !picture.size.contains(other) {
            return Err(format!("the region {one} {other} lies off the board, which is {}", picture.size));
        }
        picture.window = Window::between(one, other);
    }
    Ok(Drawn { title: ide::title(&event, owner), picture })
}

/// The move that the arguments name, or the last of its sequence.
fn owner(event: &Event, arguments: &Arguments) -> Result<Owner, String> {
    let sequence = arguments.variation.unwrap_or(0);
    if sequence as usize >= event.sequences.len() {
        return Err(format!(
            "there is no variation {sequence}; the event has {}",
            counted(event.sequences.len() - 1, "variation")
        ));
    }
    let sequence = SequenceId(sequence);
    let mut moves = event.moves_of(sequence);
    let has_number = |id: &MoveId| event.number(*id) == arguments.r#move;
    let found = match arguments.r#move {
        Some(number) => {
            let found = moves.rfind(has_number);
            Some(found.ok_or_else(|| format!("there is no move {number} here; `ishi outline` lists what there is"))?)
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
fn region(text: &str) -> Result<(Point, Point), String> {
    let corners = text
        .split_once([',', ' ', '-'])
        .and_then(|(one, other)| Some((location(one.trim())?, location(other.trim())?)));
    corners.ok_or_else(|| "two locations are needed, as in `a1,j9`".to_owned())
}
