use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use super::files::{self, Failure, Source};
use super::job::Job;
use super::output::{complain, counted, note};
use super::{Exit, Output, diff, parallel};
use crate::config::{CASES, LINE_ENDINGS};
use crate::format::{self, Case, LineEnding, Options};
use crate::text;

/// Write records in canonical form.
///
/// Files are changed in place, and each is replaced as a whole. Nothing is lost: what can't be read stays as it is.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Files, folders or patterns such as 'games/**/*.go'; `-` filters standard input; the current folder if there are none
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Name the files that would change, and change nothing
    #[arg(long)]
    check: bool,

    /// Show what would change, and change nothing
    #[arg(long)]
    diff: bool,

    /// Settings to use instead of the nearest ishi.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The path that standard input comes from, for messages and settings
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<PathBuf>,

    #[command(flatten, next_help_heading = "Form")]
    form: Form,
}

/// What the command line says of the form, in place of the settings.
#[derive(Debug, Args)]
struct Form {
    /// How to write keywords: upper, lower, title or preserve
    #[arg(long, value_name = "CASE", value_parser = |name: &str| named(CASES, name))]
    keyword_case: Option<Case>,

    /// How to write locations: upper, lower, title or preserve
    #[arg(long, value_name = "CASE", value_parser = |name: &str| named(CASES, name))]
    location_case: Option<Case>,

    /// How many spaces to indent each level of variation
    #[arg(long, value_name = "COLUMNS")]
    indent: Option<u8>,

    /// How to end lines: preserve, crlf or lf
    #[arg(long, value_name = "KIND", value_parser = |name: &str| named(LINE_ENDINGS, name))]
    line_ending: Option<LineEnding>,

    /// After which column a long list goes on in another line; 0 for never
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

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Result<T, String> {
    table.iter().find(|(known, _)| *known == name).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        format!("use {}", names.join(", "))
    })
}

const EXAMPLES: &str = "\
Examples:
  ishi fmt                              every record in the current folder
  ishi fmt game.ishi 'old/**/*.go'      a file, and what a pattern matches
  ishi fmt --check                      for a build: exit code 1 where a file would change
  ishi fmt --diff game.ishi             show what would change
  ishi fmt --keyword-case lower --indent 4 game.ishi
  ishi fmt - < game.ishi                print the canonical form

Exit codes: 0 done, or nothing to do; 1 with --check or --diff, a file would change; 2 wrong usage or unreadable files.";

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    format(arguments, output).unwrap_or_else(|message| {
        complain(&message);
        Exit::Failed
    })
}

/// Formats everything; an error is one of usage or settings, before the first file is touched.
fn format(arguments: &Arguments, output: &mut Output) -> Result<Exit, String> {
    let (jobs, failures) =
        Job::collect(&arguments.paths, arguments.stdin_filename.as_deref(), arguments.config.as_deref(), |config| {
            arguments.form.adjust(&mut config.format);
        })?;
    let color = output.has_color();
    let dry = arguments.check || arguments.diff;
    let (mut changed, mut unchanged, mut failed) = (0, 0, failures.len());
    let mut gave_up = false;
    parallel::in_order(
        &jobs,
        |job| job.guarded(|job| form(job, arguments, color)),
        |outcome| {
            match outcome {
                Ok(Formed { changes, printed }) => {
                    *(if changes { &mut changed } else { &mut unchanged }) += 1;
                    output.raw(&printed);
                }
                Err(failure) => {
                    failure.report();
                    failed += 1;
                }
            }
            // With nobody left to read, only changes are still worth making.
            gave_up = output.is_closed() && dry;
            if gave_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );

    if changed + unchanged > 0 && !gave_up && !jobs.iter().any(|job| job.source.is_stdin()) {
        note(&summary(changed, unchanged, dry));
    }
    Ok(match (failed, changed) {
        (1.., _) => Exit::Failed,
        (0, 1..) if dry => Exit::Problems,
        _ => Exit::Clean,
    })
}

/// What became of one text.
struct Formed {
    changes: bool,
    /// What goes to standard output.
    printed: Vec<u8>,
}

fn form(job: &Job, arguments: &Arguments, color: bool) -> Result<Formed, Failure> {
    let source = &job.source;
    let bytes = source.read()?;
    let decoded = text::decode(&bytes);
    let formatted = text::apply(&decoded.text, &format::format(&decoded.text, &job.config.format));
    let changes = formatted != decoded.text;

    let mut printed = Vec::new();
    if arguments.diff {
        printed = diff::unified(&source.name(), &decoded.text, &formatted, color).into_bytes();
    } else if arguments.check {
        if changes && !source.is_stdin() {
            printed = format!("Would reformat: {}\n", source.name()).into_bytes();
        }
    } else {
        let encoded = source.encode(decoded.encoding, &formatted)?;
        match source {
            Source::Stdin(_) => printed = encoded.into_owned(),
            Source::File(path) if changes => files::replace(path, &encoded)?,
            Source::File(_) => {}
        }
    }
    Ok(Formed { changes, printed })
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
