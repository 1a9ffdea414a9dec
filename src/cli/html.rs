//! `ishi html`: a record as a page to read and to print.

use std::path::{Path, PathBuf};

use clap::Args;

use super::files;
use super::job::{Job, Settings};
use super::output::{note, printable_name};
use super::record::ReadRecord;
use super::{Error, Exit, Output};
use ishi_ide::ide::Page;

/// Write a record as a page to read and to print.
///
/// The page has the headers, figures with the moves since the last comment, the comments, and variations as small
/// diagrams. It is one file, loads nothing, and runs no script.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HtmlArguments {
    /// The record, or a game in SGF, GIB, NGF or UGF; `-` is standard input
    file: PathBuf,

    /// Write to a file; `-`, the default, is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace a file that exists
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  ishi html game.ishi -o game.html
  ishi html game.sgf > game.html

Exit codes: 0 done; 1 the file has nothing to show; 2 wrong usage or an unreadable file.";

/// The reason why a file has no page.
pub(super) const NOTHING: &str = "nothing to show: the file has no game, header or comment";

pub(super) fn run(arguments: &HtmlArguments, output: &mut Output) -> Exit {
    Exit::of(write(arguments, output))
}

fn write(arguments: &HtmlArguments, output: &mut Output) -> Result<Exit, Error> {
    let HtmlArguments { file, output: target, force, settings } = arguments;
    let job = Job::single(file, settings)?;
    let record = ReadRecord::read(&job)?;
    let page = Page::of_text(&record.text);
    if page.is_empty() {
        note(&format!("{}: {NOTHING}", printable_name(&job.source.name())));
        return Ok(Exit::Problems);
    }
    let name = job.source.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let html = page.to_html(&name);
    match target.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => {
            Job::expect_none_at(path, std::slice::from_ref(&job))?;
            files::create(path, html.as_bytes(), *force)?;
        }
        None => output.raw(html.as_bytes()),
    }
    Ok(Exit::Clean)
}
