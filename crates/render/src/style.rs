//! The style of a picture, independent of its content.

use std::fmt;
use std::str::FromStr;

/// The style of a picture, independent of its content. The default is for a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// The colors of the board and its stones.
    pub colors: Colors,
    /// Whether the page is visible where there are neither lines nor stones.
    pub transparent: bool,
    /// The sides of the board that have coordinates: the letters of columns or the numbers of rows.
    pub coordinates: Sides,
    /// The text below the board, except in text pictures; empty for no caption. A long caption is wrapped, and cut
    /// after a few lines.
    pub caption: String,
}

/// The colors of a board and its stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colors {
    /// A wooden board, and stones of slate and shell, with light from the upper left.
    #[default]
    Wood,
    /// The board and the stones of `Wood` in plain colors, as in a PDF and a GIF.
    Flat,
    /// Black and white, as in a book.
    Print,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Above the highest row.
    Top,
    /// To the right of the last column.
    Right,
    /// Below the lowest row.
    Bottom,
    /// To the left of the first column.
    Left,
}

impl Side {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Top, "top"), (Self::Right, "right"), (Self::Bottom, "bottom"), (Self::Left, "left")];

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Some of the sides of the board; by default all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides(u8);

impl Sides {
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// None.
    pub const NONE: Self = Self(0);

    /// Returns these sides and one more.
    pub fn with(self, side: Side) -> Self {
        Self(self.0 | side.bit())
    }

    /// Whether a side is one of these.
    pub fn contains(self, side: Side) -> bool {
        self.0 & side.bit() != 0
    }
}

impl Default for Sides {
    fn default() -> Self {
        Self::ALL
    }
}

/// All sides or none.
impl From<bool> for Sides {
    fn from(all: bool) -> Self {
        if all { Self::ALL } else { Self::NONE }
    }
}

/// Parses `left,bottom`, `all` or `none`; `true` means `all`, and `false` means `none`.
impl FromStr for Sides {
    type Err = UnknownSide;

    fn from_str(text: &str) -> Result<Self, UnknownSide> {
        match text {
            "all" | "true" => return Ok(Self::ALL),
            "none" | "false" => return Ok(Self::NONE),
            _ => {}
        }
        text.split(',').try_fold(Self::NONE, |sides, word| {
            let found = Side::ALL.into_iter().find(|(_, name)| *name == word.trim());
            let (side, _) = found.ok_or(UnknownSide)?;
            Ok(sides.with(side))
        })
    }
}

/// A word is not the name of a side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSide;

impl fmt::Display for UnknownSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write `all`, `none` or some of `top,right,bottom,left`")
    }
}

impl std::error::Error for UnknownSide {}
