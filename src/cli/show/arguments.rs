//! The options of `ishi show`, and the pictures that they ask for.

use std::path::PathBuf;

use clap::Args;

use super::super::Error;
use super::super::files::{Failure, Input};
use super::super::job::Settings;
use super::super::output::{note, printable, printable_lines, printable_name};
use super::format::{Encoder, PictureFormat};
use super::style;
#[cfg(feature = "png")]
use crate::fonts::PictureFonts;
use crate::place;
use ishi_ide::ide;
use ishi_record::record::{Event, Owner};
use ishi_record::syntax::Source;
use ishi_render::{self as render, Picture, SenseiDiagram};

/// Draw the board at a place of a record.
///
/// By default, the end of the main line of the first event is drawn. A GIF or an APNG shows the moves that lead there,
/// one after the other.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ShowArguments {
    /// The record, a game in SGF, GIB, NGF or UGF, or a diagram of Sensei's Library; `-` is standard input
    pub(super) file: PathBuf,

    #[command(flatten)]
    pub(super) settings: Settings,

    #[command(flatten)]
    pub(super) place: place::BoardPlace,

    /// The output format; by default it follows from the extension of the output file, and is otherwise text, or SVG
    /// with
    /// `--diagrams`
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<PictureFormat>,

    /// Use only ASCII in text, for terminals that show other characters twice as wide
    #[arg(long)]
    pub(super) ascii: bool,

    /// Write to a file; `-`, the default, is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long)]
    pub(super) force: bool,

    /// Draw all diagrams of the record, or those of `--event`, each in a file of its own in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "line", "move", "variation", "from", "delay"])]
    pub(super) diagrams: Option<PathBuf>,

    #[command(flatten)]
    pub(super) style: style::Drawing,

    /// The width of a picture in pixels; by default 800 for a PNG and 480 for an animation
    #[arg(long, value_name = "PIXELS", help_heading = style::HEADING)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(render::MAX_PIXELS)))]
    pub(super) width: Option<u32>,

    /// A font for characters that the built-in font lacks, before the fonts of the system; can be given several times
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE", help_heading = style::HEADING)]
    pub(super) font: Vec<PathBuf>,

    /// Draw the letters of an SVG as paths, so that they look the same in every viewer
    #[cfg(feature = "png")]
    #[arg(long, help_heading = style::HEADING)]
    pub(super) outline_text: bool,

    /// The number of the first move of an animation; by default the first move of the event
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = style::HEADING)]
    pub(super) from: Option<u32>,

    /// How long an animation shows each move, in milliseconds; 800 by default, and three times as long for the last
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(20..=60_000))]
    #[arg(help_heading = style::HEADING)]
    pub(super) delay: Option<u32>,
}

const EXAMPLES: &str = "\
Examples:
  ishi show game.ishi                                the final position
  ishi show game.ishi --move 45 --numbers            the board after move 45, with numbers
  ishi show games.ishi --event 3 --variation 2       the end of a variation
  ishi show game.ishi --line 120 -o position.png     the board at line 120
  ishi show game.ishi -o position.svg --width 400    a picture of 400 pixels
  ishi show game.ishi --region a1,j9 --format svg    the lower left corner
  ishi show game.ishi --numbers=51-100 --restart --book --print -o figure.pdf
  ishi show game.ishi --move 60 -o game.gif          the first 60 moves, one after the other
  ishi show game.ishi --numbers=51-60 --format sensei  ten moves as a diagram of Sensei's Library
  ishi show game.ishi --diagrams pictures            all diagrams, as SVG";

impl ShowArguments {
    /// The encoder of the pictures. Reads the files of fonts.
    #[cfg_attr(not(feature = "png"), expect(clippy::unnecessary_wraps, reason = "a font can be missing"))]
    pub(super) fn encoder(&self) -> Result<Encoder, Failure> {
        Ok(Encoder {
            width: self.width,
            #[cfg(feature = "png")]
            outline_text: self.outline_text,
            #[cfg(feature = "png")]
            fonts: PictureFonts::read(&self.font)?,
        })
    }

    /// A file with the picture of an item.
    pub(super) fn drawn(
        &self,
        event: &Event,
        source: &Source<'_>,
        owner: Owner,
        format: PictureFormat,
        encoder: &mut Encoder,
    ) -> Result<Vec<u8>, Error> {
        let mut pictures = self.pictures(event, source, &[owner])?;
        let picture = pictures.pop().ok_or("there is nothing to draw")?;
        if !format.is_text() {
            return encoder.encode(format, &picture);
        }
        if format == PictureFormat::Sensei {
            return Ok(self.sensei(event, owner, &picture));
        }
        // Text has its title above the board.
        let title =
            if picture.style.caption.is_empty() { ide::title(event, owner) } else { picture.style.caption.clone() };
        let (title, board) = if self.ascii {
            (title.replace('—', "-"), render::ascii(&picture, render::TEXT_WIDTH))
        } else {
            (title, render::text(&picture, render::TEXT_WIDTH))
        };
        Ok(printable_lines(&format!("{}\n\n{}\n", printable(&title), board.trim_end())).into_bytes())
    }

    /// A diagram of Sensei's Library. Reports parts of the picture that it does not show.
    fn sensei(&self, event: &Event, owner: Owner, picture: &Picture) -> Vec<u8> {
        let titles = [&*picture.style.caption, &*event.title];
        let title = titles.into_iter().find(|title| !title.is_empty()).map(str::to_owned);
        let title = title.unwrap_or_else(|| ide::title(event, owner));
        let SenseiDiagram { text, losses } = render::sensei(picture, &printable(&title));
        let file = Input::named(&self.file);
        for loss in &losses {
            note(&format!("{}: {}", printable_name(&file.name()), printable(loss)));
        }
        text.into_bytes()
    }

    /// The pictures of some items of an event, which all show the same part of the board.
    pub(super) fn pictures(&self, event: &Event, source: &Source<'_>, owners: &[Owner]) -> Result<Vec<Picture>, Error> {
        let contents = self.style.contents();
        let draw = |&owner: &Owner| {
            let style = self.style.style(|| ide::title(event, owner));
            Picture { style, ..ide::figure(event, source, owner, &contents) }
        };
        let mut pictures: Vec<Picture> = owners.iter().map(draw).collect();
        if let Some(window) = self.style.window(&pictures)? {
            for picture in &mut pictures {
                picture.window = window;
            }
        }
        Ok(pictures)
    }
}
