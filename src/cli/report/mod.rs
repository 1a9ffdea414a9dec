//! Output formats of `ishi check`: one file for each, with its [`Format`].

mod full;
mod github;
mod gitlab;
mod jsonl;
mod junit;
mod sarif;
mod short;

use std::borrow::Cow;
use std::fmt;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use clap::builder::styling::{AnsiColor, Style};

use super::files::{Failure, Input};
use super::output::Look;
use ishi_check::check::{Diagnostic, Severity};
use ishi_position::LineColumns;

/// A format of reports: its name and description for users, and the functions that write it.
struct Format {
    /// The value of `--format`.
    name: &'static str,
    /// A description of the format, for `--help` and `docs/cli.md`.
    help: &'static str,
    /// Whether people read it: with colors, and a summary on standard error.
    is_for_people: bool,
    /// The text before the first file.
    opening: fn() -> String,
    /// Some diagnostics of one file; empty if there are none.
    render: fn(&Report<'_>, &[Diagnostic]) -> String,
    /// The text between the reports of two files.
    between: &'static str,
    /// The text after the last file, which may list the files that could not be read or written.
    closing: fn(&Ending<'_>) -> String,
}

/// The facts about a run that a report may end with.
pub(super) struct Ending<'a> {
    /// The files that could not be read or written.
    pub(super) failures: &'a [Failure],
    /// Whether the report has a diagnostic.
    pub(super) has_diagnostics: bool,
}

/// All formats, in the order of `--help`.
static FORMATS: &[ReportFormat] = &[
    ReportFormat(&full::FORMAT),
    ReportFormat(&short::FORMAT),
    ReportFormat(&jsonl::FORMAT),
    ReportFormat(&sarif::FORMAT),
    ReportFormat(&github::FORMAT),
    ReportFormat(&gitlab::FORMAT),
    ReportFormat(&junit::FORMAT),
];

impl Format {
    /// A format of lines without anything around them.
    const LINES: Self = Self {
        name: "",
        help: "",
        is_for_people: false,
        opening: String::new,
        render: |_, _| String::new(),
        between: "",
        closing: |_| String::new(),
    };
}

/// The format of a report.
#[derive(Clone, Copy)]
pub(super) struct ReportFormat(&'static Format);

impl fmt::Debug for ReportFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl ValueEnum for ReportFormat {
    fn value_variants<'a>() -> &'a [Self] {
        FORMATS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name).help(self.0.help))
    }
}

/// The report on one file.
pub(super) struct Report<'a> {
    source: &'a Input,
    name: Cow<'a, str>,
    places: LineColumns,
    look: Look,
}

impl<'a> Report<'a> {
    /// A report on a file with this text.
    pub(super) fn new(source: &'a Input, text: &str, look: Look) -> Self {
        Self { source, name: source.name(), places: LineColumns::new(text), look }
    }

    /// Some of the file's diagnostics in this format; empty if there are none.
    pub(super) fn render(&self, format: ReportFormat, diagnostics: &[Diagnostic]) -> String {
        (format.0.render)(self, diagnostics)
    }
}

impl ReportFormat {
    /// Whether the format is for people: with colors, and a summary on standard error.
    pub(super) fn is_for_people(self) -> bool {
        self.0.is_for_people
    }

    /// The text before the first file.
    pub(super) fn opening(self) -> String {
        (self.0.opening)()
    }

    /// The text between the reports of two files.
    pub(super) fn between(self) -> &'static str {
        self.0.between
    }

    /// The text after the last file.
    pub(super) fn closing(self, ending: &Ending<'_>) -> String {
        (self.0.closing)(ending)
    }
}

/// The color of a severity.
pub(super) fn style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::BrightBlue,
        Severity::Hint | Severity::Off => AnsiColor::BrightCyan,
    };
    color.on_default().bold()
}
