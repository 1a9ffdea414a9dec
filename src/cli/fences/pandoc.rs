//! `ishi pandoc`: a filter of Pandoc, which reads a text as JSON and writes it back.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::Boards;
#[cfg(feature = "png")]
use crate::fonts::PictureFonts;
use crate::job::Settings;
use crate::output::{self, print_error};
use crate::{Error, Exit, Output};
use ishi_markdown::{Drawing, Language, Options};
#[cfg(feature = "png")]
use ishi_render::{self as render, MAX_PIXELS};

/// Draw the games and positions in the code blocks of a text for Pandoc.
///
/// The text comes from Pandoc on standard input as JSON, and goes to standard output. Pages have pictures in SVG, all
/// other formats in PNG.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PandocArguments {
    /// The format that Pandoc writes, which Pandoc passes
    format: Option<String>,

    /// The folder from which `src` is read
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,

    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  pandoc notes.md -t json | ishi pandoc html | pandoc -f json -o notes.html

Pandoc runs a filter by its name. A file `ishi-pandoc` with these two lines makes `pandoc --filter ./ishi-pandoc` work:
  #!/bin/sh
  exec ishi pandoc \"$@\"";

/// The width of a picture of pixels, unless the block says another one.
#[cfg(feature = "png")]
const WIDTH: u32 = 1200;

pub(crate) fn run(arguments: &PandocArguments, output: &mut Output) -> Exit {
    Exit::of(draw(arguments, output))
}

/// Draws the boards of a text. A block that can't be drawn is reported, and stays as it is: the text is still made.
fn draw(arguments: &PandocArguments, output: &mut Output) -> Result<Exit, Error> {
    let wrong = "standard input is not a text from Pandoc as JSON, which `pandoc -t json` writes";
    let mut text: Value = super::read_json("text", wrong)?;
    if text.get("pandoc-api-version").is_none() {
        return Err(wrong.into());
    }
    let is_page = arguments.format.as_deref().is_none_or(|format| {
        ["html", "epub", "slid", "revealjs", "s5", "dzslides", "markdown", "commonmark", "gfm", "json", "native"]
            .iter()
            .any(|page| format.starts_with(page))
    });
    let mut pixels = Pixels::new()?;
    let boards = Boards { settings: &arguments.settings, folder: arguments.folder.clone() };
    let mut open = vec![&mut text];
    let mut blocks = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                if members.get("t").is_some_and(|kind| kind == "CodeBlock") {
                    blocks.push(members);
                } else {
                    open.extend(members.values_mut());
                }
            }
            _ => {}
        }
    }
    // They were found from the end on, and are reported in their order.
    for block in blocks.into_iter().rev() {
        let Some((language, content, options)) = code(&block["c"]) else { continue };
        let picture = options.and_then(|options| {
            let drawing = boards.draw(language, &content, &options)?;
            image(&drawing, &options, (!is_page).then_some(&mut pixels))
        });
        match picture {
            Ok(picture) => {
                block.insert("t".to_owned(), "Para".into());
                block.insert("c".to_owned(), json!([picture]));
            }
            Err(reason) => {
                let line = content.lines().next().unwrap_or_default();
                print_error(&format!("the block that begins with {}: {reason}", ishi_text::quoted(line)));
            }
        }
    }
    output.raw(output::json(&text).as_bytes());
    Ok(Exit::Clean)
}

/// The notation, content and options of a code block, unless it stays text:
/// `[[id, [class, …], [[name, value], …]], content]`.
fn code(block: &Value) -> Option<(Language, String, Result<Options, String>)> {
    let [attributes, Value::String(content)] = &block.as_array()?[..] else { return None };
    let [_, Value::Array(classes), Value::Array(pairs)] = &attributes.as_array()?[..] else { return None };
    let mut classes = classes.iter().filter_map(Value::as_str);
    let language = Language::named(classes.next()?)?;
    let mut options = Options::default();
    // A class that is not an option is for a style sheet.
    for class in classes {
        let _ = options.set(class, None);
    }
    let pairs = pairs.iter().filter_map(|pair| Some((pair.get(0)?.as_str()?, pair.get(1)?.as_str()?)));
    let set = pairs.map(|(name, value)| options.set(name, Some(value))).collect::<Result<Vec<()>, String>>();
    if options.text {
        return None;
    }
    Some((language, content.clone(), set.map(|_| options)))
}

/// A picture as an image of Pandoc: `[attributes, [word, …], [address, title]]`. It is in SVG where there are no
/// `pixels`.
fn image(drawing: &Drawing, options: &Options, pixels: Option<&mut Pixels>) -> Result<Value, String> {
    let address = match pixels {
        None => super::data_url("image/svg+xml", drawing.svg(options).as_bytes()),
        Some(pixels) => pixels.png(drawing, options)?,
    };
    let width: Vec<Value> = options.width.map(|width| json!(["width", format!("{width}px")])).into_iter().collect();
    let mut words = Vec::new();
    for word in drawing.alternative.split_whitespace() {
        if !words.is_empty() {
            words.push(json!({"t": "Space"}));
        }
        words.push(json!({"t": "Str", "c": word}));
    }
    Ok(json!({"t": "Image", "c": [["", ["ishi"], width], words, [address, ""]]}))
}

/// Draws pictures of pixels.
struct Pixels {
    #[cfg(feature = "png")]
    fonts: PictureFonts,
}

#[cfg(feature = "png")]
impl Pixels {
    fn new() -> Result<Self, Error> {
        Ok(Self { fonts: PictureFonts::read(&[])? })
    }

    /// The picture as an address that contains it.
    fn png(&mut self, drawing: &Drawing, options: &Options) -> Result<String, String> {
        let width = options.width.map_or(WIDTH, |width| width.saturating_mul(2).min(MAX_PIXELS));
        let fonts = self.fonts.of(std::slice::from_ref(&drawing.picture));
        let bytes = render::png(&drawing.picture, width, fonts).map_err(|reason| reason.to_string())?;
        Ok(super::data_url("image/png", &bytes))
    }
}

#[cfg(not(feature = "png"))]
impl Pixels {
    #[expect(clippy::unnecessary_wraps, reason = "with pictures of pixels it reads fonts")]
    fn new() -> Result<Self, Error> {
        Ok(Self {})
    }

    #[expect(clippy::unused_self, reason = "with pictures of pixels it has the fonts")]
    fn png(&mut self, _: &Drawing, _: &Options) -> Result<String, String> {
        Err("this program was built without pictures of pixels, which this format needs".into())
    }
}
