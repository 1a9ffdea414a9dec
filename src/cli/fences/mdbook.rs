//! `ishi mdbook`: a preprocessor of mdBook, which reads a book as JSON and writes it back.

use std::path::Path;

use clap::{Args, Subcommand};
use serde_json::Value;

use super::Boards;
use crate::job::Settings;
use crate::output::json;
use crate::{Error, Exit, Output};
use ishi_markdown::{Drawing, Options, fences};
use ishi_text::{Edit, apply, escape_html};

/// Draw the games and positions in the code blocks of a book for mdBook.
///
/// The book comes from mdBook on standard input as JSON, and goes to standard output.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MdbookArguments {
    #[command(subcommand)]
    question: Option<Question>,

    #[command(flatten)]
    settings: Settings,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Exit with 0 if a renderer is supported
    Supports {
        /// The name of the renderer, such as `html`
        renderer: String,
    },
}

const EXAMPLES: &str = "\
Examples:
  ishi mdbook supports html   exit with 0, because pages can show the pictures

In book.toml:
  [preprocessor.ishi]
  command = \"ishi mdbook\"";

pub(crate) fn run(arguments: &MdbookArguments, output: &mut Output) -> Exit {
    match &arguments.question {
        Some(Question::Supports { renderer }) if renderer == "html" => Exit::Clean,
        Some(Question::Supports { .. }) => Exit::Problems,
        None => Exit::of(draw(&arguments.settings, output)),
    }
}

/// Draws the boards of a book. A block that can't be drawn is reported, and stays as it is: the book is still built.
fn draw(settings: &Settings, output: &mut Output) -> Result<Exit, Error> {
    let wrong = "standard input is not a book from mdBook: run `mdbook build` with `[preprocessor.ishi]` in book.toml";
    let [context, mut book]: [Value; 2] = super::read_json("book", wrong)?;
    let text =
        |pointer: &str, default: &str| context.pointer(pointer).and_then(Value::as_str).unwrap_or(default).to_owned();
    let folder = Path::new(&text("/root", "")).join(text("/config/book/src", "src"));
    let mut open = vec![&mut book];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                if let Some(Value::Object(chapter)) = members.get_mut("Chapter") {
                    let path = chapter.get("source_path").or(chapter.get("path")).and_then(Value::as_str);
                    let path = folder.join(path.unwrap_or_default());
                    if let Some(Value::String(content)) = chapter.get_mut("content") {
                        *content = drawn(content, &path, settings);
                    }
                }
                open.extend(members.values_mut());
            }
            _ => {}
        }
    }
    output.raw(json(&book).as_bytes());
    Ok(Exit::Clean)
}

/// A chapter with its boards.
fn drawn(content: &str, path: &Path, settings: &Settings) -> String {
    let boards = Boards::of(path, settings);
    let name = path.to_string_lossy();
    let edits = fences(content).into_iter().filter_map(|fence| {
        let (drawing, options) = boards.drawn(&name, content, &fence)?;
        Some(Edit::replace(fence.span, picture(&drawing, &options)))
    });
    apply(content, &edits.collect::<Vec<_>>())
}

/// A picture in HTML. It is one line, so it is not cut by a blank line, and stands in a list or quote as well. As an
/// image it runs no script and loads nothing, whatever a record says, and its names are not those of another one.
fn picture(drawing: &Drawing, options: &Options) -> String {
    format!(
        "<p class=\"ishi\"><img alt=\"{}\" src=\"{}\"></p>",
        escape_html(&drawing.alternative),
        super::data_url("image/svg+xml", drawing.svg(options).as_bytes())
    )
}
