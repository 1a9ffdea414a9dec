//! `ishi check`: what is wrong with records.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, ValueEnum};

use super::files::{self, Failure, Source};
use super::job::{Collected, Detected, Inputs, Job};
use super::output::{DiffReader, complain, counted, note, printable};
use super::report::{Format, Report};
use super::rules::Selection;
use super::tally::Tally;
use super::watch::watch;
use super::{Exit, Output, progress};
use crate::check::{self, Code, Diagnostic, Fixed, Severity, fix};
use crate::config::SHOWN;

/// Report what is wrong with records.
///
/// A folder is searched for `*.ishi` and `*.prb`, and for `*.go` files that begin like a record. Files that
/// `.gitignore` names are skipped. A file named on the command line is always read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    format: Format,

    #[command(flatten)]
    repair: Repair,

    #[command(flatten)]
    rules: Selection,

    /// The lowest severity to print; `info` by default
    #[arg(long, value_name = "LEVEL", value_parser = shown())]
    show: Option<Severity>,

    /// The most problems to show of a file with `--format full` or `short`, most severe first; 0 for all
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_diagnostics: usize,

    /// Show how often each rule was broken, instead of the report
    #[arg(long)]
    statistics: bool,

    /// Write the report to a file
    #[arg(long, short, value_name = "FILE")]
    output_file: Option<PathBuf>,

    /// Exit with 0 even if problems are found; 2 is still wrong usage and unreadable files
    #[arg(long)]
    exit_zero: bool,

    /// Check again whenever a file changes, until Ctrl+C
    #[arg(long, conflicts_with_all = ["repair", "output_file", "show_files", "show_settings"])]
    watch: bool,

    /// Fail on warnings too
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
}

/// Reads a severity that can be the least one that is printed.
fn shown() -> impl TypedValueParser<Value = Severity> {
    PossibleValuesParser::new(SHOWN.map(Severity::name)).try_map(|name| name.parse::<Severity>())
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("repair").args(["fix", "diff"]).multiple(true)))]
struct Repair {
    /// Fix what can be fixed safely, and report the rest
    #[arg(long)]
    fix: bool,

    /// Also apply fixes that are only probably right
    #[arg(long, requires = "repair")]
    unsafe_fixes: bool,

    /// Show what `--fix` would change, and change nothing
    #[arg(long)]
    diff: bool,
}

impl Repair {
    /// Whether fixes are written to the files.
    fn writes(&self) -> bool {
        self.fix && !self.diff
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Deny {
    Warnings,
}

const EXAMPLES: &str = "\
Examples:
  ishi check                                     every record in the current folder
  ishi check game.ishi 'problems/**/*.prb'       a file, and what a pattern matches
  ishi check --fix games/                        fix what can be fixed safely
  ishi check --diff --unsafe-fixes game.ishi     show what could be fixed
  ishi check --select same-color-twice games/    one rule only
  ishi check --severity missing-move=error --ignore ignored-data
  ishi check --show hint games/                  hints, too
  ishi check --format sarif > ishi.sarif         for code scanning
  ishi check --per-file-ignores 'problems/*.prb:missing-move,same-color-twice'
  ishi check --watch games/                      check again after each change
  cat game.ishi | ishi check - --stdin-filename game.ishi

Exit codes: 0 no errors; 1 errors (with `--deny warnings` warnings too); 2 wrong usage or unreadable files.
`ishi explain CODE` explains a rule.";

/// What became of one text.
struct Outcome {
    report: Said,
    tally: Tally,
    repaired: BTreeMap<Code, usize>,
    detected: Detected,
    /// What goes to standard output by itself: a diff, or standard input after its fixes.
    text: Vec<u8>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    check(arguments, output).unwrap_or_else(|message| {
        complain(&message);
        Exit::Failed
    })
}

/// Checks everything; an error is one of usage or settings, before the first file is touched.
fn check(arguments: &Arguments, output: &mut Output) -> Result<Exit, String> {
    if !arguments.format.is_for_people() {
        for (option, is_given) in [("--statistics", arguments.statistics), ("--watch", arguments.watch)] {
            if is_given {
                return Err(format!("`{option}` prints text for people; use it with `--format full` or `short`"));
            }
        }
    }
    let collect = || {
        Job::collect(&arguments.inputs, |config| {
            config.check.show = arguments.show.unwrap_or(config.check.show);
            arguments.rules.adjust(&mut config.check);
        })
    };
    if !arguments.watch {
        return report(&collect()?, arguments, output);
    }
    watch(&arguments.inputs, collect, |collected| {
        output.clear();
        let result = collected.as_ref().map_err(Clone::clone);
        if let Err(message) = result.and_then(|collected| report(collected, arguments, output)) {
            complain(&message);
        }
        output.is_closed()
    })?;
    Ok(Exit::Clean)
}

/// Checks the files and prints the report.
fn report(collected: &Collected, arguments: &Arguments, output: &mut Output) -> Result<Exit, String> {
    collected.report();
    let Collected { jobs, failures, .. } = collected;
    if arguments.inputs.show(jobs, output) {
        return Ok(if failures.is_empty() { Exit::Clean } else { Exit::Failed });
    }
    let mut failures = failures.clone();
    let mut file = arguments.output_file.as_deref().map(Output::file).transpose()?;
    let repairs_stdin = arguments.repair.writes() && jobs.iter().any(|job| job.source.is_stdin());
    let width = if file.is_none() { output.width() } else { None };
    let paper = Paper { reader: output.diff_reader(), width };
    let mut printer = Printer {
        format: arguments.format,
        silent: arguments.statistics || arguments.repair.diff,
        aside: repairs_stdin && file.is_none(),
        begun: false,
    };
    let mut tally = Tally::default();
    let mut repaired = BTreeMap::new();
    let mut detected = Detected::default();
    let mut checked = 0;
    let mut gave_up = false;

    printer.print(target(&mut file, output), &arguments.format.opening());
    progress::in_order(
        jobs,
        arguments.inputs.quiet,
        |job| job.guarded(|job| examine(job, arguments, paper)),
        |outcome| {
            match outcome {
                Ok(outcome) => {
                    checked += 1;
                    if arguments.repair.diff {
                        output.diff(&outcome.text);
                    } else {
                        output.raw(&outcome.text);
                    }
                    printer.print_file(target(&mut file, output), outcome.report);
                    tally.add(&outcome.tally);
                    detected.add(outcome.detected);
                    for (code, count) in outcome.repaired {
                        *repaired.entry(code).or_default() += count;
                    }
                }
                Err(failure) => {
                    failure.report();
                    failures.push(failure);
                }
            }
            // If the output is closed, only changes of files are still useful.
            gave_up = output.is_closed() && !arguments.repair.writes();
            if gave_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    printer.print(target(&mut file, output), &arguments.format.closing(&failures));
    if arguments.statistics {
        target(&mut file, output).styled(&tally.table());
    }
    if let Some(file) = file {
        file.close()?;
    }
    if !arguments.inputs.quiet && arguments.format.is_for_people() && checked > 0 && !gave_up {
        note(&summary(&tally, &repaired, checked, arguments));
        detected.report();
    }

    let denies_warnings = matches!(arguments.deny, Some(Deny::Warnings));
    let refused = tally.count(Severity::Error) > 0 || denies_warnings && tally.count(Severity::Warning) > 0;
    Ok(match (failures.is_empty(), refused) {
        (false, _) => Exit::Failed,
        (true, true) if !arguments.exit_zero => Exit::Problems,
        (true, _) => Exit::Clean,
    })
}

/// Where the report goes.
fn target<'o>(file: &'o mut Option<Output>, output: &'o mut Output) -> &'o mut Output {
    file.as_mut().unwrap_or(output)
}

/// What reports are written for.
#[derive(Clone, Copy)]
struct Paper {
    reader: DiffReader,
    /// The width of the terminal, where there is one.
    width: Option<usize>,
}

/// Checks one text, and fixes it if an option asks for that.
fn examine(job: &Job, arguments: &Arguments, paper: Paper) -> Result<Outcome, Failure> {
    let source = &job.source;
    let bytes = source.read()?;
    let decoded = job.decode(&bytes)?;
    let detected = Detected::of(&decoded, job);
    let show = &job.config.check.show;
    let severities = &*job.config.check.severities_in(Some(source.settings_path()));
    let report = |text: &str, mut diagnostics: Vec<Diagnostic>| {
        let tally = Tally::of(&diagnostics, *show);
        diagnostics.retain(|diagnostic| diagnostic.severity >= *show);
        let is_silent = arguments.statistics || arguments.repair.diff;
        (if is_silent { Said::default() } else { said(source, text, diagnostics, arguments, paper.width) }, tally)
    };
    if !arguments.repair.fix && !arguments.repair.diff {
        let (report, tally) = report(&decoded.text, check::check(&decoded.text, severities));
        return Ok(Outcome { report, tally, repaired: BTreeMap::new(), detected, text: Vec::new() });
    }

    let Fixed { text, edits, applied, remaining } = fix(&decoded.text, severities, arguments.repair.unsafe_fixes);
    if arguments.repair.diff {
        // Nothing is written, so what counts is what is wrong with the file as it is.
        let (report, tally) = report(&decoded.text, check::check(&decoded.text, severities));
        let diff = source.diff(&decoded, &edits, paper.reader)?;
        return Ok(Outcome { report, tally, repaired: applied, detected, text: diff });
    }
    let repaired = source.encode(&decoded, &edits)?;
    let mut filtered = Vec::new();
    match source {
        Source::Stdin(_) => filtered = repaired,
        Source::File(path) if repaired != bytes => files::replace(path, &repaired)?,
        Source::File(_) => {}
    }
    let (report, tally) = report(&text, remaining);
    Ok(Outcome { report, tally, repaired: applied, detected, text: filtered })
}

/// How many diagnostics are rendered at once.
const AT_ONCE: usize = 10_000;

/// The report on one text.
#[derive(Default)]
struct Said {
    rendered: String,
    /// What is to be rendered only when it is printed, because it would take much memory: a text and its diagnostics.
    later: Option<(Source, String, Vec<Diagnostic>)>,
}

/// Reports on a text. Formats for people have the most severe problems, and how many more there are.
fn said(
    source: &Source,
    text: &str,
    mut diagnostics: Vec<Diagnostic>,
    arguments: &Arguments,
    width: Option<usize>,
) -> Said {
    let format = arguments.format;
    let all = diagnostics.len();
    if all == 0 {
        return Said { rendered: String::new(), later: None };
    }
    if format.is_for_people() && (1..all).contains(&arguments.max_diagnostics) {
        diagnostics.sort_by_key(|diagnostic| Reverse(diagnostic.severity));
        diagnostics.truncate(arguments.max_diagnostics);
        diagnostics.sort_by_key(Diagnostic::order);
    }
    if diagnostics.len() > AT_ONCE {
        return Said { rendered: String::new(), later: Some((source.clone(), text.to_owned(), diagnostics)) };
    }
    let more = all - diagnostics.len();
    let mut rendered = Report::new(source, text, width).render(format, &diagnostics);
    if more > 0 {
        let more = counted(more, "more problem");
        let _ = writeln!(rendered, "{}: {more}; `--max-diagnostics 0` shows all", printable(&source.name()));
    }
    Said { rendered, later: None }
}

/// The summary, in a sentence or two.
fn summary(tally: &Tally, repaired: &BTreeMap<Code, usize>, files: usize, arguments: &Arguments) -> String {
    let mut sentences = Vec::new();
    if !repaired.is_empty() {
        let done = if arguments.repair.diff { "Would fix" } else { "Fixed" };
        let rules: Vec<String> = repaired.iter().map(|(code, count)| format!("{count} × {code}")).collect();
        sentences.push(format!("{done} {}: {}.", counted(repaired.values().sum(), "problem"), rules.join(", ")));
    }
    let none = if repaired.is_empty() { "No problems found" } else { "No problems left" };
    let with_problems = match tally.files() {
        some if some == files => counted(files, "file"),
        some => format!("{} ({files} checked)", counted(some, "file")),
    };
    sentences.push(match (tally.by_severity(), repaired.is_empty() || arguments.repair.diff) {
        (found, _) if found.is_empty() => format!("{none} in {}.", counted(files, "file")),
        (found, true) => format!("Found {found} in {with_problems}."),
        (found, false) => format!("Left {found} in {with_problems}."),
    });
    sentences.push(tally.hidden());
    if !arguments.repair.diff {
        sentences.push(tally.fixable());
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// Writes the report, file by file.
struct Printer {
    format: Format,
    /// There is nothing to print but what each text gives by itself.
    silent: bool,
    /// Standard output has the fixed text, so the report goes to standard error.
    aside: bool,
    begun: bool,
}

impl Printer {
    fn print(&self, output: &mut Output, text: &str) {
        match (self.silent || text.is_empty(), self.aside, self.format.is_for_people()) {
            (true, _, _) => {}
            (false, true, _) => note(text.trim_end_matches('\n')),
            (false, false, true) => output.styled(text),
            (false, false, false) => output.raw(text.as_bytes()),
        }
    }

    fn print_file(&mut self, output: &mut Output, Said { rendered, later }: Said) {
        self.print_piece(output, &rendered);
        if let Some((source, text, diagnostics)) = later {
            let report = Report::new(&source, &text, output.width());
            for diagnostics in diagnostics.chunks(AT_ONCE) {
                if output.is_closed() {
                    break;
                }
                self.print_piece(output, &report.render(self.format, diagnostics));
            }
        }
    }

    fn print_piece(&mut self, output: &mut Output, piece: &str) {
        if !piece.is_empty() {
            if self.begun {
                self.print(output, self.format.between());
            }
            self.begun = true;
            self.print(output, piece);
        }
    }
}
