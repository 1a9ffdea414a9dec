//! How a board is drawn: what the options say as the values that `render` and `ide` know.

use clap::Args;

use super::super::Error;
use super::super::place::region;
use ishi_board::Point;
use ishi_ide::ide::{Contents, NumberRange, Numbering};
use ishi_render::{Colors, Picture, Sides, Style, Window};

pub(super) const HEADING: &str = "Drawing";

/// How a board is drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct Drawing {
    /// Show the letters and numbers around the board: `all`, `none`, or some of `top,right,bottom,left`
    #[arg(long, value_name = "SIDES", default_value = "all", default_missing_value = "all", num_args = 0..=1)]
    #[arg(require_equals = true)]
    coordinates: Sides,

    /// Show the numbers of all moves, or of some, besides the marks of the record; by default on the board after the
    /// last of these moves
    #[arg(long, value_name = "FROM-TO", default_missing_value = "1-", num_args = 0..=1, require_equals = true)]
    numbers: Option<NumberRange>,

    /// Count the numbers of `--numbers` from 1
    #[arg(long, requires = "numbers")]
    restart: bool,

    /// Draw as in books: stones that the moves of `--numbers` capture stay on the board, and a move on such a stone is
    /// noted below the board
    #[arg(long, requires = "numbers")]
    book: bool,

    /// Show the marks of the record and the last move
    #[arg(long, value_name = "BOOL", default_value_t = true, default_missing_value = "true", num_args = 0..=1)]
    #[arg(require_equals = true, action = clap::ArgAction::Set)]
    marks: bool,

    /// Show only the part of the board between two opposite corners
    #[arg(long, value_name = "A1,J9", value_parser = region)]
    region: Option<(Point, Point)>,

    /// Show only the part of the board with stones or marks
    #[arg(long, conflicts_with = "region")]
    crop: bool,

    /// Draw in black and white
    #[arg(long)]
    print: bool,

    /// Draw in plain colors, without light and shadow, as a PDF and a GIF are drawn
    #[arg(long, conflicts_with = "print")]
    flat: bool,

    /// Draw no wood under the lines
    #[arg(long)]
    transparent: bool,

    /// Write a line below the board; without a text, the line says which place is drawn
    #[arg(long, value_name = "TEXT", default_missing_value = "", num_args = 0..=1, require_equals = true)]
    caption: Option<String>,
}

impl Drawing {
    /// The number of the last move that is to be seen, if the options say so.
    pub(super) fn last_number(&self) -> Option<u32> {
        self.numbers.and_then(|numbers| numbers.to)
    }

    /// The numbers and marks that are shown besides the stones.
    pub(super) fn contents(&self) -> Contents {
        let numbering =
            |range: NumberRange| Numbering { moves: range.moves(), restart: self.restart, keeps_captured: self.book };
        Contents { numbers: self.numbers.map(numbering), marks: self.marks }
    }

    /// How it is drawn.
    pub(super) fn style(&self, title: impl FnOnce() -> String) -> Style {
        Style {
            colors: match (self.print, self.flat) {
                (true, _) => Colors::Print,
                (false, true) => Colors::Flat,
                (false, false) => Colors::Wood,
            },
            transparent: self.transparent,
            coordinates: self.coordinates,
            caption: match self.caption.as_deref() {
                None => String::new(),
                Some("") => title(),
                Some(text) => text.to_owned(),
            },
        }
    }

    /// The part of the board that pictures of one event show, if it is not what each of them has.
    pub(super) fn window(&self, pictures: &[Picture]) -> Result<Option<Window>, Error> {
        let Some(last) = pictures.last() else { return Ok(None) };
        if let Some((one, other)) = self.region {
            if !last.size.contains(one) || !last.size.contains(other) {
                return Err(format!("the region {one} {other} is off the board, which is {}", last.size).into());
            }
            return Ok(Some(Window::between(one, other)));
        }
        Ok(Some(if self.crop { Window::of_contents(pictures, last.size) } else { last.window }))
    }
}
