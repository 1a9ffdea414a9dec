//! `ishi outline`: events, moves and variations as a tree.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::styling::Style;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::files::Failure;
use super::job::{Job, Settings};
use super::output::{note, print_error, printable, printable_json, printable_name};
use super::record::{ReadRecord, Unplayable};
use super::{Exit, Output};
use ishi_ide::document::Document;
use ishi_ide::ide::{Play, Symbol, SymbolKind, symbols};
use ishi_position::LineColumns;
use ishi_record::syntax::Reader;

/// List the events of a record with their moves, variations and diagrams as a tree.
///
/// Each entry begins with its line number. Successive moves that capture nothing and have neither comment nor variation
/// are joined: `1–12  B Q16 … W D4`. After each other move come its captures (`×2`), `ko` and `atari`, and the title or
/// the first words of its comment.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct OutlineArguments {
    /// The record, or a game in SGF, GIB, NGF or UGF; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    settings: Settings,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: OutlineFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OutlineFormat {
    /// Text for a terminal
    Text,
    /// JSON for other programs
    Json,
}

const EXAMPLES: &str = "\
Examples:
  ishi outline game.ishi                     the tree, with line numbers
  ishi outline --format json game.ishi       the same for other programs
  ishi outline - < game.ishi

Exit codes: 0 done; 2 wrong usage or an unreadable file.";

pub(super) fn run(arguments: &OutlineArguments, output: &mut Output) -> Exit {
    let job = match Job::single(&arguments.file, &arguments.settings) {
        Ok(job) => job,
        Err(message) => {
            print_error(&message);
            return Exit::Failed;
        }
    };
    match job.guarded(|job| outline(job, arguments.format)) {
        Ok(shown) if shown.is_empty() => note("this file has no events to list"),
        Ok(shown) if matches!(arguments.format, OutlineFormat::Text) => output.styled(&shown),
        Ok(shown) => output.raw(shown.as_bytes()),
        Err(failure) => {
            failure.report();
            return Exit::Failed;
        }
    }
    Exit::Clean
}

fn outline(job: &Job, format: OutlineFormat) -> Result<String, Failure> {
    let record = ReadRecord::read(job)?;
    let document = Document::new(&record.text, Arc::default());
    let events = symbols(&document.snapshot(), usize::MAX);
    let places = Places { columns: LineColumns::new(&record.text), record: &record };
    let mut first = 1;
    for event in Reader::of_file(&record.text) {
        if let Some(Unplayable { line, why }) = record.unplayable(&event, first) {
            let file = format!("{}:{line}", job.source.name());
            note(&format!("{}: no moves to list: {why}", printable_name(&file)));
        }
        first += event.lines.len();
    }
    Ok(match format {
        OutlineFormat::Text => OutlineTree::new(&events, &places).shown,
        OutlineFormat::Json => {
            let events = events.iter().map(|event| OutlineEntry::new(event, &places)).collect();
            let outline = OutlineAnswer { file: &job.source.name(), events };
            // Strings and numbers can always be written as JSON.
            printable_json(&serde_json::to_string_pretty(&outline).unwrap_or_default()) + "\n"
        }
    })
}

/// Lines of the file, for places in the record that was made from the file.
struct Places<'r> {
    columns: LineColumns,
    record: &'r ReadRecord,
}

impl Places<'_> {
    fn line(&self, offset: u32) -> usize {
        self.record.line_in_file(self.columns.of(offset).line)
    }
}

/// The outline for a terminal.
struct OutlineTree<'p> {
    places: &'p Places<'p>,
    /// The width of the column of line numbers.
    width: usize,
    shown: String,
}

impl<'p> OutlineTree<'p> {
    fn new(events: &[Symbol], places: &'p Places<'p>) -> Self {
        let last = events.last().map_or(0, |event| places.line(event.span.end));
        let mut tree = Self { places, width: last.to_string().len(), shown: String::new() };
        tree.list(events, 0);
        tree
    }

    fn list(&mut self, symbols: &[Symbol], depth: usize) {
        let mut rest = symbols;
        while let [first, ..] = rest {
            let run = plain_run(rest);
            match run {
                [] | [_] => self.line(first, depth, &printable(&first.name), &printable(&first.detail())),
                [.., last] => self.line(first, depth, &joined(first, last, run.len()), ""),
            }
            self.list(&first.children, depth + 1);
            rest = &rest[run.len().max(1)..];
        }
    }

    fn line(&mut self, symbol: &Symbol, depth: usize, name: &str, detail: &str) {
        let dim = Style::new().dimmed();
        let line = self.places.line(symbol.selection.start);
        let (width, indent) = (self.width, 2 * depth);
        let _ = write!(self.shown, "{dim}{line:>width$}{dim:#}  {:indent$}", "");
        let _ = match detail {
            "" => writeln!(self.shown, "{name}"),
            _ => writeln!(self.shown, "{name}  {detail}"),
        };
    }
}

/// The moves at the start of a list that capture nothing, have neither comment nor variation, and are numbered
/// consecutively. Atari is not shown for joined moves: it would hide the rest.
fn plain_run(symbols: &[Symbol]) -> &[Symbol] {
    let number = |symbol: &Symbol| {
        let play = symbol.play.filter(|play| play.captured + play.died == 0)?;
        play.number.filter(|_| symbol.words.is_empty() && symbol.children.is_empty())
    };
    let Some(first) = symbols.first().and_then(number) else { return &[] };
    let expected = (first..=u32::MAX).zip(symbols);
    let length = expected.take_while(|(expected, symbol)| number(symbol) == Some(*expected)).count();
    &symbols[..length]
}

/// `1–12  B Q16 … W D4`
fn joined(first: &Symbol, last: &Symbol, count: usize) -> String {
    let between = if count == 2 { "," } else { " …" };
    let [(from, first), (to, last)] = [first, last].map(|symbol| match symbol.play {
        Some(play) => (
            play.number.unwrap_or(0),
            format!("{} {}", play.color.letter(), play.place.location().unwrap_or("?".into())),
        ),
        None => (0, String::new()),
    });
    format!("{from}–{to}  {first}{between} {last}")
}

/// The outline for other programs. Its keys are stable.
#[derive(Serialize)]
struct OutlineAnswer<'a> {
    file: &'a str,
    events: Vec<OutlineEntry<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OutlineEntry<'a> {
    kind: &'static str,
    name: &'a str,
    detail: &'a str,
    line: usize,
    end_line: usize,
    #[serde(flatten)]
    r#move: Option<MoveEntry>,
    children: Vec<OutlineEntry<'a>>,
}

#[derive(Serialize)]
struct MoveEntry {
    number: Option<u32>,
    color: char,
    location: Option<String>,
    captured: usize,
    died: usize,
    ko: bool,
    atari: bool,
}

impl<'a> OutlineEntry<'a> {
    fn new(symbol: &'a Symbol, places: &Places<'_>) -> Self {
        Self {
            kind: match symbol.kind {
                SymbolKind::Event => "event",
                SymbolKind::Setup => "setup",
                SymbolKind::Move => "move",
                SymbolKind::Variation => "variation",
                SymbolKind::Diagram => "diagram",
            },
            name: &symbol.name,
            detail: &symbol.words,
            line: places.line(symbol.selection.start),
            end_line: places.line(symbol.span.end),
            r#move: symbol.play.map(MoveEntry::from),
            children: symbol.children.iter().map(|child| Self::new(child, places)).collect(),
        }
    }
}

impl From<Play> for MoveEntry {
    fn from(play: Play) -> Self {
        let Play { number, color, place, captured, died, ko, atari } = play;
        Self { number, color: color.letter(), location: place.location(), captured, died, ko, atari }
    }
}
