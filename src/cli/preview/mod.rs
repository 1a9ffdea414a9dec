//! `ishi preview`: a record as a page in a browser, which follows an editor.

mod browser;
mod http;
mod page;
mod serve;

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use clap::Args;
use serde::Deserialize;

use self::page::{Cursor, LivePage};
use self::serve::Server;
use super::content::FileContent;
use super::files::Failure;
use super::job::{Job, Settings};
use super::output::{note, printable, warn};
use super::{Error, Exit, Output};
use ishi_archive::GameFile;
use ishi_ide::document::{Document, Format};
use ishi_ide::ide::Analysis;
use ishi_record::syntax::SGF_EXTENSION;

/// Show a record as a page in a browser, which follows the file and the cursor of an editor.
///
/// The page is served to this machine only, at an address that cannot be guessed, until standard input ends. An editor
/// writes to standard input, a JSON object on each line: `{"line": 4, "character": 0}` for its cursor, counted from 0,
/// and `{"text": "…"}` for a text that is not saved. Until the first text, the file is read whenever it changes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PreviewArguments {
    /// The record, or a game in SGF, GIB, NGF or UGF; `-` means that the text comes on standard input, as JSON
    file: PathBuf,

    /// Print the address of the page, and open no browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  ishi preview game.ishi             until Ctrl+C
  ishi preview game.sgf --no-open    print the address only
  echo '{\"line\": 40}' | ishi preview game.ishi    as an editor does it";

/// The longest message of an editor, in bytes.
const MAX_MESSAGE: u64 = 64 << 20;

/// How often the file is examined for changes.
const INTERVAL: Duration = Duration::from_millis(250);

pub(super) fn run(arguments: &PreviewArguments, output: &mut Output) -> Exit {
    Exit::of(preview(arguments, output))
}

/// A message of an editor.
#[derive(Debug, Deserialize)]
struct Message {
    text: Option<String>,
    line: Option<u32>,
    #[serde(default)]
    character: u32,
}

fn preview(arguments: &PreviewArguments, output: &mut Output) -> Result<Exit, Error> {
    let job = Job::single(&arguments.file, &arguments.settings)?;
    let is_text_sent = job.source.is_stdin();
    let name = if is_text_sent { "record".into() } else { file_name(job.source.path()) };
    let page = Arc::new(LivePage::new(name));
    // Taken before the file is read, so that no change is missed meanwhile.
    let stamp = Stamp::of(job.source.path());
    if !is_text_sent {
        page.show(read(&job)?);
    }
    let server = Server::start(Arc::clone(&page)).map_err(|error| format!("the page can't be served: {error}"))?;
    output.raw(format!("{}\n", server.address()).as_bytes());
    if !arguments.no_open
        && let Err(error) = browser::open(server.address())
    {
        note(&format!("no browser could be started ({error}): open the address yourself"));
    }
    if !is_text_sent {
        let (page, job) = (Arc::clone(&page), job.clone());
        thread::spawn(move || follow_file(&page, &job, stamp));
    }
    if io::stdin().is_terminal() {
        note("Following the file; press Ctrl+C to stop.");
        loop {
            thread::park();
        }
    }
    follow_editor(&page, job.source.path());
    Ok(Exit::Clean)
}

/// Takes in the messages of an editor, until it ends.
fn follow_editor(page: &LivePage, path: &Path) {
    let mut input = BufReader::new(io::stdin().lock());
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(MAX_MESSAGE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<Message>(&line) {
            Ok(Message { text, line, character }) => {
                if let Some(text) = text {
                    page.show_text(analysis_of(&text, path));
                }
                if let Some(line) = line {
                    page.move_to(Cursor { line, character });
                }
            }
            Err(error) => warn(&format!("skipped a message of the editor: {}", printable(&error.to_string()))),
        }
    }
}

/// What differs between two versions of a file.
#[derive(Clone, Copy, PartialEq)]
struct Stamp {
    modified: SystemTime,
    len: u64,
}

impl Stamp {
    /// The stamp of a file; `None` if there is none.
    fn of(path: &Path) -> Option<Self> {
        let there = path.metadata().ok()?;
        Some(Self { modified: there.modified().ok()?, len: there.len() })
    }
}

/// Shows the file whenever it has another stamp than that of what is shown, until an editor sends its text.
fn follow_file(page: &LivePage, job: &Job, mut shown: Option<Stamp>) {
    while !page.has_text() {
        thread::sleep(INTERVAL);
        let now = Stamp::of(job.source.path());
        if now.is_some() && now != shown {
            match read(job) {
                Ok(analysis) => page.show_file(analysis),
                Err(failure) => page.fail(failure.to_string()),
            }
            shown = now;
        }
    }
}

/// Reads the file of a job.
fn read(job: &Job) -> Result<Analysis, Failure> {
    let bytes = job.source.read()?;
    let content = FileContent::read(job, &bytes)?;
    Ok(match &content.file {
        GameFile::Sgf(file) => analysis(file.text(), Format::Sgf),
        GameFile::Record(decoded) => analysis(&decoded.text, Format::Record),
        GameFile::Import(game, _) => analysis(&game.sgf, Format::Sgf),
    })
}

/// Reads the text of an editor, whose file has this path.
fn analysis_of(text: &str, path: &Path) -> Analysis {
    let named = if ishi_disk::has_extension(path, SGF_EXTENSION) { Format::Sgf } else { Format::Record };
    analysis(text, Format::of_str(text, named))
}

fn analysis(text: &str, format: Format) -> Analysis {
    let mut end = text.len().min(format.max_bytes());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Analysis::new(Document::of_format(&text[..end], format, Arc::default()).version().content().clone())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
