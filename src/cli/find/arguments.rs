//! The options of `ishi find` that say which positions are searched for.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgGroup, Args};

use crate::Error;
use crate::archive::Archive;
use crate::files::{Failure, Input};
use crate::filter::color;
use crate::output::printable_name;
use crate::place::{BoardPlace, region};
use crate::record::{ReadRecord, Unplayable};
use ishi_archive::EMPTY_FILE;
use ishi_archive::find::{Pattern, Query, parse_pattern};
use ishi_board::{Color, Point};
use ishi_record::record::read;
use ishi_record::replay::View;
use ishi_record::syntax::{Reader, Source, location};

const HEADING: &str = "Position";

/// The positions that are searched for.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING, group = ArgGroup::new("position").required(true))]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct QueryArguments {
    /// The position in this file, as `ishi show` draws it: at the end of the main line, or at `--move`, `--line` and so
    /// on
    #[arg(long, value_name = "FILE", group = "position")]
    at: Option<PathBuf>,

    #[command(flatten)]
    place: BoardPlace,

    /// Only the part of the position between two opposite corners; it is pinned to the edges that it touches, on boards
    /// of any size
    #[arg(long, value_name = "A1,J9", value_parser = region, conflicts_with = "pattern")]
    region: Option<(Point, Point)>,

    /// A pattern in a file; `-` is standard input
    #[arg(long, value_name = "FILE", group = "position", conflicts_with = "BoardPlace")]
    pattern: Option<PathBuf>,

    /// Find the pattern anywhere on the board, and not only at the edges that it touches
    #[arg(long)]
    anywhere: bool,

    /// Do not rotate and mirror the pattern
    #[arg(long)]
    no_symmetry: bool,

    /// Do not exchange the colors
    #[arg(long)]
    no_color_swap: bool,

    /// Only positions after these moves: `1-60`, `50-`, `20`; 0 is before the first move
    #[arg(long, value_name = "FROM-TO", value_parser = moves)]
    moves: Option<RangeInclusive<u32>>,

    /// Only positions in which this player of the pattern is to move, `B` or `W`
    #[arg(long, value_name = "COLOR", value_parser = color)]
    to_play: Option<Color>,

    /// Only places after which these moves are played in the pattern, in turns: `"Q4 R6"`; a color before a location
    /// says who plays it: `"W Q4 R6"`
    #[arg(long, value_name = "MOVES", value_parser = then)]
    then: Option<Then>,

    /// Search variations, too
    #[arg(long)]
    variations: bool,

    /// Every place of a game, and not only the first
    #[arg(long)]
    all: bool,
}

/// The moves of `--then`, each with its color if that is written.
type Then = Arc<[(Option<Color>, Point)]>;

fn then(text: &str) -> Result<Then, String> {
    let mut moves = Vec::new();
    let mut color = None;
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match (Color::from_letter(word), location(word)) {
            (Some(letter), _) if color.is_none() => color = Some(letter),
            (_, Some(point)) => moves.push((color.take(), point)),
            _ => return Err(format!("`{word}` is not a location; write moves such as `Q4 R6`")),
        }
    }
    if moves.is_empty() || color.is_some() {
        return Err("write moves such as `Q4 R6`".to_owned());
    }
    Ok(moves.into())
}

fn moves(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |word: &str| word.trim().parse::<u32>().ok();
    let range = match text.split_once('-') {
        Some((from, "")) => number(from).map(|from| from..=u32::MAX),
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
        None => number(text).map(|only| only..=only),
    };
    match range {
        None => Err("write two move numbers, such as `1-60`".to_owned()),
        Some(range) if range.is_empty() => {
            Err(format!("the first move is after the last; write `{}-{}`", range.end(), range.start()))
        }
        Some(range) => Ok(range),
    }
}

impl QueryArguments {
    /// Reads the pattern.
    pub(super) fn read(&self, archive: &Archive) -> Result<Query, Error> {
        let pattern = match (&self.at, &self.pattern) {
            (Some(path), _) => self.at_place(path, archive)?,
            (None, Some(path)) => self.of_text(path, archive)?,
            (None, None) => return Err("a position is needed: `--at FILE` or `--pattern FILE`".into()),
        };
        let then = match &self.then {
            Some(_) if !pattern.sequence().is_empty() => {
                return Err(self.error(&"it has numbers for the moves that follow, so `--then` can't be given"));
            }
            Some(moves) => alternating(moves, self.to_play.or(pattern.player()).unwrap_or(Color::Black)),
            None => pattern.sequence().to_vec(),
        };
        Ok(Query {
            then,
            symmetry: !self.no_symmetry,
            color_swap: !self.no_color_swap,
            moves: self.moves.clone().unwrap_or(0..=u32::MAX),
            to_play: self.to_play,
            variations: self.variations,
            all: self.all,
            ..Query::of(if self.anywhere { pattern.anywhere() } else { pattern })
        })
    }

    /// An error about the pattern.
    pub(super) fn error(&self, reason: &impl fmt::Display) -> Error {
        let name = match &self.at {
            Some(path) => Input::named(path).name().into_owned(),
            None => self.pattern.as_ref().map_or_else(String::new, |path| Input::named(path).name().into_owned()),
        };
        format!("{}: {reason}", printable_name(&name)).into()
    }

    fn of_text(&self, path: &Path, archive: &Archive) -> Result<Pattern, Error> {
        let failure = |failure: Failure| self.error(&failure.reason);
        let job = archive.single(path)?;
        let bytes = job.source.read().map_err(failure)?;
        let text = job.decode(&bytes).map_err(failure)?.text;
        parse_pattern(&text).map_err(|reason| self.error(&reason))
    }

    /// The position at a place of a record.
    fn at_place(&self, path: &Path, archive: &Archive) -> Result<Pattern, Error> {
        let job = archive.single(path)?;
        let record = ReadRecord::read(&job).map_err(|failure| self.error(&failure.reason))?;
        let events: Vec<Source<'_>> = Reader::of_file(&record.text).collect();
        if events.iter().any(Source::is_foreign) {
            return Err(self.error(&"this is not a record in the Ishi Standard Format"));
        }
        let found = self.place.event(&events, |line, column| record.line_of(line, column));
        let (source, line) = found.map_err(|reason| self.error(&reason))?;
        if let Some(Unplayable { why, .. }) = record.unplayable_event(&events, source) {
            return Err(self.error(&format_args!("there is no position: {why}")));
        }
        let event = read(source).event;
        if event.is_empty() {
            return Err(self.error(&format_args!("there is no position: {EMPTY_FILE}")));
        }
        let owner = match line {
            Some(line) => event.owner_at(line),
            None => self.place.owner(&event, None).map_err(|reason| self.error(&reason))?,
        };
        let player = event.continuation(owner).map(|next| next.color);
        let board = View::of(&event, owner).board;
        Pattern::of_board(&board, self.region, player).map_err(|reason| self.error(&reason))
    }
}

/// Gives each move a color. A move without a color is played by the opponent of the player before.
fn alternating(moves: &[(Option<Color>, Point)], first: Color) -> Vec<(Color, Point)> {
    let mut player = first;
    let colored = moves.iter().map(|&(color, point)| {
        let color = color.unwrap_or(player);
        player = color.opponent();
        (color, point)
    });
    colored.collect()
}
