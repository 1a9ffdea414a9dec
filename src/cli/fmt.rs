//! `ishi fmt`: records in canonical form.

use std::ops::ControlFlow;
use std::sync::Arc;

use clap::Args;

use super::content::{FileContent, ONLY_READ};
use super::files::Failure;
use super::job::{Collected, Detected, Formats, Inputs, Job};
use super::names::named;
use super::output::{DiffReader, counted, note, printable, printable_name, warn};
use super::{Error, Exit, Output, progress};
use ishi_archive::GameFile;
use ishi_ide::document::Document;
use ishi_ide::ide;
use ishi_position::LineColumns;
use ishi_record::format::{self, Case, LineEnding, Options};

use ishi_text::{self as text, Span, line_ends};

/// Format records.
///
/// Files are changed in place. Nothing is lost: unreadable text stays as it is.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct FmtArguments {
    #[command(flatten)]
    inputs: Inputs,

    /// List the files that would change, and change nothing
    #[arg(long)]
    check: bool,

    /// Show the changes, and change nothing
    #[arg(long)]
    diff: bool,

    #[command(flatten)]
    formats: Formats,

    /// Format only these lines of one file, counted from 1: `10-20`, or `10` for one line
    #[arg(long, value_name = "FROM-TO", value_parser = lines)]
    range: Option<(usize, usize)>,

    #[command(flatten, next_help_heading = "Style")]
    form: Form,
}

/// Options that override `[format]` of the settings.
#[derive(Debug, Args)]
struct Form {
    /// How to write keywords: upper, lower, title or preserve
    #[arg(long, value_name = "CASE", value_parser = named::<Case>())]
    keyword_case: Option<Case>,

    /// How to write locations: upper, lower, title or preserve
    #[arg(long, value_name = "CASE", value_parser = named::<Case>())]
    location_case: Option<Case>,

    /// How many spaces to indent each level of variation
    #[arg(long, value_name = "COLUMNS")]
    indent: Option<u8>,

    /// How to end lines: preserve, crlf or lf
    #[arg(long, value_name = "KIND", value_parser = named::<LineEnding>())]
    line_ending: Option<LineEnding>,

    /// The column after which a long list continues on another line; 0 for never
    #[arg(long, value_name = "COLUMN")]
    wrap: Option<u16>,
}

impl Form {
    fn adjust(&self, options: &mut Options) {
        options.keyword_case = self.keyword_case.unwrap_or(options.keyword_case);
        options.location_case = self.location_case.unwrap_or(options.location_case);
        options.indent = self.indent.unwrap_or(options.indent);
        options.line_ending = self.line_ending.unwrap_or(options.line_ending);
        options.wrap = self.wrap.unwrap_or(options.wrap);
    }
}

/// Reads two line numbers. A column after a colon is allowed and ignored: lines are formatted as a whole.
fn lines(text: &str) -> Result<(usize, usize), Error> {
    let line = |part: &str| -> Option<usize> {
        let (line, column) = part.split_once(':').unwrap_or((part, "1"));
        column.parse::<u32>().ok()?;
        line.parse::<u32>().ok().map(|line| line as usize).filter(|line| *line > 0)
    };
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (line(from), line(to)) {
        (Some(from), Some(to)) if from <= to => Ok((from, to)),
        _ => Err("write it as FROM-TO, two line numbers such as 10-20".into()),
    }
}

const EXAMPLES: &str = "\
Examples:
  ishi fmt                              every record in the current folder
  ishi fmt game.ishi 'old/**/*.go'      a file, and what a pattern matches
  ishi fmt --check                      exit code 1 if a file would change, for CI
  ishi fmt --diff game.ishi             show what would change
  ishi fmt --keyword-case lower --indent 4 game.ishi
  ishi fmt --sgf game.sgf               a game in SGF
  ishi fmt --range 10-20 game.ishi      these lines only
  ishi fmt - < game.ishi                print the formatted record

Exit codes: 0 done, or nothing to do; 1 a file would change (with --check or --diff); 2 wrong usage or unreadable \
files.";

pub(super) fn run(arguments: &FmtArguments, output: &mut Output) -> Exit {
    Exit::of(format(arguments, output))
}

/// Formats all files. Returns an error for wrong usage or settings, before the first file is changed.
fn format(arguments: &FmtArguments, output: &mut Output) -> Result<Exit, Error> {
    let collected = Job::collect(
        &arguments.inputs,
        |path| arguments.formats.take_to_change(path),
        |config| arguments.form.adjust(&mut config.format),
    )?
    .naming_sgf(&arguments.inputs, |path| Formats::ALL.take_to_change(path));
    collected.report();
    let Collected { jobs, failures, .. } = collected;
    if arguments.range.is_some() && jobs.len() != 1 {
        return Err("`--range` is for one file".into());
    }
    if arguments.inputs.show(&jobs, output) {
        return Ok(if failures.is_empty() { Exit::Clean } else { Exit::Failed });
    }
    let reader = output.diff_reader();
    let dry = arguments.check || arguments.diff;
    let (mut changed, mut unchanged, mut failed) = (0, 0, failures.len());
    let mut detected = Detected::default();
    let mut gave_up = false;
    progress::in_order(
        &jobs,
        arguments.inputs.quiet,
        |job| job.guarded(|job| form(job, arguments, reader)),
        |outcome| {
            match outcome {
                Ok(Formed { changes, printed, detected: detected_here, other }) => {
                    if let Some(message) = other.filter(|_| !arguments.inputs.quiet) {
                        warn(&message);
                    }
                    detected.add(detected_here);
                    *(if changes { &mut changed } else { &mut unchanged }) += 1;
                    if arguments.diff { output.diff(&printed) } else { output.raw(&printed) }
                }
                Err(failure) => {
                    failure.report();
                    failed += 1;
                }
            }
            // If the output is closed, only changes of files are still useful.
            gave_up = output.is_closed() && dry;
            if gave_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );

    if !arguments.inputs.quiet && changed + unchanged > 0 && !gave_up && !jobs.iter().any(|job| job.source.is_stdin()) {
        note(&summary(changed, unchanged, dry));
        detected.report();
    }
    Ok(match (failed, changed) {
        (1.., _) => Exit::Failed,
        (0, 1..) if dry => Exit::Problems,
        _ => Exit::Clean,
    })
}

/// The result for one text.
struct Formed {
    changes: bool,
    /// The bytes for standard output.
    printed: Vec<u8>,
    detected: Detected,
    /// The message about a text of another kind, which is left as it is.
    other: Option<String>,
}

fn form(job: &Job, arguments: &FmtArguments, reader: DiffReader) -> Result<Formed, Failure> {
    let source = &job.source;
    let is_written = !arguments.check && !arguments.diff;
    let (bytes, target) = if is_written { source.read_to_replace()? } else { (source.read()?, None) };
    let content = FileContent::read(job, &bytes)?;
    let text = content.file.as_str();
    let other = content.other_kind().filter(|_| !matches!(content.file, GameFile::Sgf(_)) || !arguments.formats.sgf);
    let edits = match (&content.file, arguments.range) {
        _ if other.is_some() => Vec::new(),
        (GameFile::Sgf(_), _) if !arguments.formats.sgf => {
            return Err(source.failure(&"a game in SGF is formatted only with `--sgf`"));
        }
        (GameFile::Sgf(_), Some(_)) => return Err(source.failure(&"a game in SGF is formatted only as a whole")),
        (GameFile::Sgf(_), None) => {
            let formatted = format::format_sgf(text).map_err(|fault| {
                let line = LineColumns::new(text).of(fault.span.start).line;
                source.failure(&format_args!("line {line}: {}; the file was left as it is", fault.kind))
            })?;
            text::difference(text, &formatted)
        }
        (GameFile::Import(..), _) => return Err(source.failure(&ONLY_READ)),
        (GameFile::Record(_), None) => format::format(text, &job.config.format),
        (GameFile::Record(_), Some((from, to))) => {
            let document = Document::new(text, Arc::default());
            let starts = line_ends(text).map(|(at, end)| at + end.len());
            let starts: Vec<usize> = std::iter::once(0).chain(starts).chain([text.len()]).collect();
            let start = |line: usize| starts[line.min(starts.len() - 1)];
            ide::formatting(&document.snapshot(), &job.config.format, Some(Span::new(start(from - 1), start(to))))
        }
    };
    let changes = text::apply(text, &edits) != text;

    let mut printed = Vec::new();
    if arguments.diff {
        printed = content.diff(source, &edits, reader)?;
    } else if arguments.check {
        if changes && !source.is_stdin() {
            printed = format!("Would reformat: {}\n", printable(&source.name())).into_bytes();
        }
    } else {
        let encoded = content.encode(source, &edits)?;
        if source.is_stdin() {
            printed = encoded;
        } else if changes {
            source.replace(target.as_ref(), &encoded)?;
        }
    }
    let other = other.map(|reason| format!("{}: {reason}; it is left as it is", printable_name(&source.name())));
    Ok(Formed { changes, printed, detected: content.detected(job), other })
}

/// `2 files reformatted, 3 files left unchanged`
fn summary(changed: usize, unchanged: usize, dry: bool) -> String {
    let (done, left) =
        if dry { ("would be reformatted", "already formatted") } else { ("reformatted", "left unchanged") };
    let mut parts = Vec::new();
    if changed > 0 {
        parts.push(format!("{} {done}", counted(changed, "file")));
    }
    if unchanged > 0 {
        parts.push(format!("{} {left}", counted(unchanged, "file")));
    }
    parts.join(", ")
}
