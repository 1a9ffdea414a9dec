//! The options of a code block: how its game is drawn.

use std::path::{Component, Path};

use ishi_ide::document::{Fence, FenceOption, Language, OptionFault};
use ishi_ide::ide::{Contents, NumberRange, Numbering};
use ishi_render::{Colors, MAX_PIXELS, Sides, Style};
use ishi_text::Span;

/// The place of a record that is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Which event, counted from 1; the first by default.
    pub event: Option<u32>,
    /// The number of the last move; 0 is the board before the first move.
    pub number: Option<u32>,
    /// Which variation, counted from 1 in the order of the file; by default the main line.
    pub variation: Option<u32>,
}

/// How the game of a code block is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of a code block")]
pub struct Options {
    /// The file that has the game, in place of the content of the block; a path from the folder of the text.
    pub source: Option<String>,
    /// What is drawn.
    pub place: Place,
    /// The moves that show their numbers.
    pub numbers: Option<NumberRange>,
    /// Whether these numbers are counted from 1.
    pub restart: bool,
    /// Whether captured stones stay on the board, as in books.
    pub book: bool,
    /// Whether only the part of the board with stones or marks is drawn.
    pub crop: bool,
    /// The sides with coordinates; all by default.
    pub coordinates: Option<Sides>,
    /// The line below the board.
    pub caption: String,
    /// The width in pixels.
    pub width: Option<u32>,
    /// The colors.
    pub colors: Option<Colors>,
    /// Whether there is no wood under the lines.
    pub transparent: bool,
    /// Whether the block stays text.
    pub text: bool,
}

/// All options, in the order of the documentation.
pub(super) const OPTIONS: [FenceOption; 15] = [
    option(
        "src",
        "game.ishi",
        "Draws the game in this file, in place of the content; a path from the folder of the text",
    ),
    option("event", "2", "Draws this event of the game, counted from 1"),
    option("move", "30", "Draws the board after this move; 0 is the board before the first move"),
    option("variation", "1", "Draws this variation, counted from 1, instead of the main line"),
    option("numbers", "21-30", "Shows the numbers of these moves"),
    option("restart", "", "Counts the numbers of moves from 1"),
    option("book", "", "Keeps captured stones of numbered moves on the board, with notes such as \"20 at Q4\""),
    option("crop", "", "Draws only the part of the board with stones or marks"),
    option(
        "coordinates",
        "none",
        "Draws the letters and numbers around the board only on some sides: `top,left`, `all` or `none`",
    ),
    option("caption", "\"Black has lived\"", "Writes a line below the board"),
    option("width", "400", "Sets the width in pixels"),
    option("print", "", "Draws in black and white"),
    option("flat", "", "Draws in plain colors"),
    option("transparent", "", "Draws no wood under the lines"),
    option("text", "", "Leaves the block as text, which is neither drawn nor checked"),
];

const fn option(name: &'static str, example: &'static str, effect: &'static str) -> FenceOption {
    FenceOption { name, example, effect }
}

/// How many characters a caption has at most.
const MAX_CAPTION: usize = 500;

impl Options {
    /// Reads the words after the opening fence, of which the first one is the name of the notation. The attributes of
    /// Pandoc are read, too: `{.ishi move=30}`. Their identifiers and other classes are ignored.
    ///
    /// # Errors
    /// The first option that has no such name or value.
    pub fn read(info: &str) -> Result<Self, OptionFault> {
        let mut options = Self::default();
        for word in options_in(info) {
            let text = word.of(info);
            let is_class = text.starts_with('.') && OPTIONS.iter().all(|option| option.name != &text[1..]);
            if is_class || text.starts_with('#') {
                continue;
            }
            let (name, value) = name_and_value(text);
            options.set(name, value.map(unquoted).as_deref()).map_err(|message| OptionFault { span: word, message })?;
        }
        Ok(options)
    }

    /// Reads the options of a code block.
    ///
    /// # Errors
    /// The first option that has no such name or value. Its place is one in the whole text.
    pub fn of(fence: &Fence, markdown: &str) -> Result<Self, OptionFault> {
        let shifted = |fault: OptionFault| OptionFault { span: fault.span.shifted(fence.info.start as usize), ..fault };
        Self::read(fence.info.of(markdown)).map_err(shifted)
    }

    /// Sets an option by its name. An option without a value may also have the values `true` and `false`.
    ///
    /// # Errors
    /// The problem with its name or value.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let Some(FenceOption { example, .. }) = OPTIONS.iter().find(|option| option.name == name) else {
            let names: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
            return Err(format!("there is no option `{}`; the options are {}", clip(name), names.join(", ")));
        };
        let wrong = || match *example {
            "" => format!("`{name}` has no value; write `{name}` alone"),
            example => format!("`{name}` needs another value, such as `{name}={example}`"),
        };
        let number = |least: u32, most: u32| {
            let number = value.and_then(|value| value.parse().ok());
            number.filter(|number: &u32| (least..=most).contains(number)).ok_or_else(wrong)
        };
        let text = || value.map(str::to_owned).filter(|text| !text.is_empty()).ok_or_else(wrong);
        let flag = || match value {
            None | Some("" | "true") => Ok(true),
            Some("false") => Ok(false),
            Some(_) => Err(wrong()),
        };
        match name {
            "src" => self.source = Some(text()?),
            "event" => self.place.event = Some(number(1, u32::MAX)?),
            "move" => self.place.number = Some(number(0, u32::MAX)?),
            "variation" => self.place.variation = Some(number(1, u32::MAX)?),
            "numbers" => self.numbers = Some(value.unwrap_or("1-").parse().map_err(|_| wrong())?),
            "restart" => self.restart = flag()?,
            "book" => self.book = flag()?,
            "crop" => self.crop = value == Some("auto") || flag()?,
            "coordinates" => self.coordinates = Some(value.unwrap_or("all").parse().map_err(|_| wrong())?),
            "caption" => self.caption = text()?.chars().take(MAX_CAPTION).collect(),
            "width" => {
                self.width =
                    Some(number(1, MAX_PIXELS).map_err(|_| format!("`width` is from 1 to {MAX_PIXELS} pixels"))?);
            }
            "print" => self.colors = flag()?.then_some(Colors::Print),
            "flat" => self.colors = flag()?.then_some(Colors::Flat),
            "transparent" => self.transparent = flag()?,
            _ => self.text = flag()?,
        }
        Ok(())
    }

    /// Returns the numbers and marks that are shown besides the stones.
    pub fn contents(&self) -> Contents {
        let numbering =
            |range: NumberRange| Numbering { moves: range.moves(), restart: self.restart, keeps_captured: self.book };
        Contents { numbers: self.numbers.map(numbering), marks: true }
    }

    /// Returns how the board is drawn.
    pub fn style(&self) -> Style {
        Style {
            colors: self.colors.unwrap_or(Colors::Wood),
            transparent: self.transparent,
            coordinates: self.coordinates.unwrap_or(Sides::ALL),
            caption: self.caption.clone(),
        }
    }
}

/// Returns the name of the notation, without the signs of Pandoc's attributes, and where the rest begins. mdBook writes
/// a comma after it.
fn first_word(info: &str) -> Option<(&str, usize)> {
    let (word, rest) = next_word(info, 0)?;
    let name = word.of(info);
    match name.find(',') {
        Some(comma) => Some((&name[..comma], word.start as usize + comma + 1)),
        None => Some((name, rest)),
    }
    .map(|(name, rest)| (name.strip_prefix('.').unwrap_or(name), rest))
}

/// Returns the notation of a code block, by the words after its opening fence, unless it stays text.
pub fn drawn_language(info: &str) -> Option<Language> {
    let (name, _) = first_word(info)?;
    let is_text = |word: Span| matches!(name_and_value(word.of(info)), ("text", None | Some("true")));
    let stays_text = || options_in(info).any(is_text);
    Language::named(name).filter(|_| !stays_text())
}

/// Returns the path of the option `src`, from the folder of the text. Other files could be anywhere on a machine, and a
/// text may come from anyone.
///
/// # Errors
/// A path that may lead out of the folder.
pub fn source_path(source: &str) -> Result<&Path, String> {
    let path = Path::new(source);
    let is_below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if is_below && !source.contains([':', '\\']) {
        return Ok(path);
    }
    let reason = "write a path from the folder of the text to a file below it, with `/` between folders";
    Err(format!("`src` can't be read: {reason}"))
}

/// Returns the first option that names a place of the game, or else all words.
#[cfg(feature = "parser")]
pub(super) fn place_span(info: &str) -> Span {
    let names_place =
        |word: &Span| matches!(name_and_value(word.of(info)).0, "event" | "move" | "variation" | "numbers");
    options_in(info).find(names_place).unwrap_or_else(|| Span::new(0, info.len()))
}

/// Returns the name of an option, without the sign of a class of Pandoc, and its value as it is written.
fn name_and_value(option: &str) -> (&str, Option<&str>) {
    let (name, value) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
    (name.strip_prefix('.').unwrap_or(name), value)
}

/// Returns the words after the name of the notation.
fn options_in(info: &str) -> impl Iterator<Item = Span> {
    let mut rest = first_word(info).map(|(_, rest)| rest);
    std::iter::from_fn(move || {
        let (word, after) = next_word(info, rest?)?;
        rest = Some(after);
        Some(word)
    })
}

/// Returns the next word from a place on, and where the rest begins. Blanks and braces are between words, except in
/// double quotes.
fn next_word(info: &str, from: usize) -> Option<(Span, usize)> {
    let is_between = |c: char| c.is_whitespace() || c == '{' || c == '}';
    let start = from + info[from..].find(|c| !is_between(c))?;
    let mut in_quotes = false;
    let mut is_escaped = false;
    let end = info[start..].find(|c: char| {
        let ends = !in_quotes && is_between(c);
        if c == '"' && !is_escaped {
            in_quotes = !in_quotes;
        }
        is_escaped = in_quotes && c == '\\' && !is_escaped;
        ends
    });
    let end = end.map_or(info.len(), |length| start + length);
    Some((Span::new(start, end), end))
}

/// Returns a value without its quotes; a backslash in quotes keeps the next character.
fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"') else { return value.to_owned() };
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            c => text.push(c),
        }
    }
    text
}

fn clip(name: &str) -> std::borrow::Cow<'_, str> {
    ishi_text::clipped(name, 40)
}
