//! `ishi check`: what is wrong with records.

mod examine;
mod policy;
mod printing;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use self::examine::examine;
use self::printing::{Medium, Printer, summary};
use super::job::{Collected, Detected, Formats, Inputs, Job};
use super::output::{note, print_error};
use super::report::{Ending, ReportFormat};
use super::rules::Selection;
use super::tally::Tally;
use super::watch::watch;
use super::{Error, Exit, Output, progress};
use ishi_check::check::Severity;
use ishi_config::Config;

/// Report problems in records.
///
/// A folder is searched for `*.ishi` and `*.prb`, and for `*.go` files that begin like a record. Files that
/// `.gitignore` names are skipped. A file named on the command line is always read, also in SGF, GIB, NGF or UGF.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckArguments {
    #[command(flatten)]
    inputs: Inputs,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    format: ReportFormat,

    #[command(flatten)]
    formats: Formats,

    #[command(flatten)]
    fixing: FixArguments,

    #[command(flatten)]
    rules: Selection,

    /// The lowest severity to print; `info` by default
    #[arg(long, value_name = "LEVEL", value_parser = policy::shown())]
    show: Option<Severity>,

    /// How many problems of a file `--format full` and `short` show at most, the most severe first; 0 for all
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_diagnostics: usize,

    /// Show the number of problems of each rule, instead of the report
    #[arg(long)]
    statistics: bool,

    /// Write the report to a file
    #[arg(long, short, value_name = "FILE")]
    output_file: Option<PathBuf>,

    /// Exit with 0 even if problems are found; for wrong usage and unreadable files the exit code is still 2
    #[arg(long)]
    exit_zero: bool,

    /// Check again whenever a file changes, until Ctrl+C
    #[arg(long, conflicts_with_all = ["fixing", "output_file", "show_files", "show_settings"])]
    watch: bool,

    /// Fail on warnings, too
    #[arg(long, value_name = "WHAT")]
    deny: Option<policy::Deny>,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("fixing").args(["fix", "diff"]).multiple(true)))]
struct FixArguments {
    /// Apply safe fixes, and report the remaining problems
    #[arg(long)]
    fix: bool,

    /// Also apply fixes that are only probably right
    #[arg(long, requires = "fixing")]
    unsafe_fixes: bool,

    /// Show the changes of `--fix`, and change nothing
    #[arg(long)]
    diff: bool,
}

impl CheckArguments {
    /// Whether something else is printed instead of the report.
    fn is_silent(&self) -> bool {
        self.statistics || self.fixing.diff
    }
}

impl FixArguments {
    /// Whether fixes are written to the files.
    fn writes(&self) -> bool {
        self.fix && !self.diff
    }
}

const EXAMPLES: &str = "\
Examples:
  ishi check                                     every record in the current folder
  ishi check game.ishi 'problems/**/*.prb'       a file, and what a pattern matches
  ishi check game.sgf                            a game in SGF
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

pub(super) fn run(arguments: &CheckArguments, output: &mut Output) -> Exit {
    Exit::of(check(arguments, output))
}

/// Checks all files. Returns an error for wrong usage or settings, before the first file is changed.
fn check(arguments: &CheckArguments, output: &mut Output) -> Result<Exit, Error> {
    if !arguments.format.is_for_people() {
        for (option, is_given) in [("--statistics", arguments.statistics), ("--watch", arguments.watch)] {
            if is_given {
                return Err(format!("`{option}` prints text for people; use it with `--format full` or `short`").into());
            }
        }
    }
    let take = |formats: &Formats, path: &Path| match arguments.fixing {
        FixArguments { fix: false, diff: false, .. } => formats.take(path),
        _ => formats.take_to_change(path),
    };
    let collect = || -> Result<Collected, Error> {
        let adjust = |config: &mut Config| policy::adjust(&mut config.check, arguments);
        let collected = Job::collect(&arguments.inputs, |path| take(&arguments.formats, path), adjust)?;
        Ok(collected.naming_sgf(&arguments.inputs, |path| take(&Formats::ALL, path)))
    };
    if !arguments.watch {
        return report(&collect()?, arguments, output);
    }
    watch(&arguments.inputs, collect, |collected| {
        output.clear();
        let result = collected.as_ref().map_err(Clone::clone);
        if let Err(message) = result.and_then(|collected| report(collected, arguments, output)) {
            print_error(&message);
        }
        output.is_closed()
    })?;
    Ok(Exit::Clean)
}

/// Checks the files and prints the report.
fn report(collected: &Collected, arguments: &CheckArguments, output: &mut Output) -> Result<Exit, Error> {
    collected.report();
    let Collected { jobs, failures, .. } = collected;
    if arguments.inputs.show(jobs, output) {
        return Ok(if failures.is_empty() { Exit::Clean } else { Exit::Failed });
    }
    let mut failures = failures.clone();
    let mut file = arguments.output_file.as_deref().map(Output::file).transpose()?;
    let fixes_stdin = arguments.fixing.writes() && jobs.iter().any(|job| job.source.is_stdin());
    let mut printer = Printer::new(arguments, fixes_stdin && file.is_none());
    let medium = Medium { reader: output.diff_reader(), look: printer.look(target(&mut file, output)) };
    let mut tally = Tally::default();
    let mut fixed = BTreeMap::new();
    let mut detected = Detected::default();
    let mut checked = 0;
    let mut gave_up = false;

    printer.print(target(&mut file, output), &arguments.format.opening());
    progress::in_order(
        jobs,
        arguments.inputs.quiet,
        |job| job.guarded(|job| examine(job, arguments, medium)),
        |outcome| {
            match outcome {
                Ok(outcome) => {
                    checked += 1;
                    if arguments.fixing.diff {
                        output.diff(&outcome.text);
                    } else {
                        output.raw(&outcome.text);
                    }
                    printer.print_file(target(&mut file, output), outcome.report);
                    tally.add(&outcome.tally);
                    detected.add(outcome.detected);
                    for (code, count) in outcome.fixed {
                        *fixed.entry(code).or_default() += count;
                    }
                }
                Err(failure) => {
                    failure.report();
                    failures.push(failure);
                }
            }
            // If the output is closed, only changes of files are still useful.
            gave_up = output.is_closed() && !arguments.fixing.writes();
            if gave_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    if let Some(file) = file.as_mut().filter(|_| arguments.format.is_for_people()) {
        // They are on standard error, where someone who reads the file does not see them.
        for failure in &failures {
            file.raw(format!("{failure}\n").as_bytes());
        }
    }
    let ending = Ending { failures: &failures, has_diagnostics: printer.has_diagnostics() };
    printer.print(target(&mut file, output), &arguments.format.closing(&ending));
    if arguments.statistics {
        target(&mut file, output).styled(&tally.table());
    }
    if let Some(file) = file {
        file.close()?;
    }
    if !arguments.inputs.quiet && arguments.format.is_for_people() && checked > 0 && !gave_up {
        note(&summary(&tally, &fixed, checked, arguments));
        detected.report();
    }

    Ok(if failures.is_empty() { policy::exit(&tally, arguments) } else { Exit::Failed })
}

/// The destination of the report.
fn target<'o>(file: &'o mut Option<Output>, output: &'o mut Output) -> &'o mut Output {
    file.as_mut().unwrap_or(output)
}
