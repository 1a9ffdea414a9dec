//! How diagnostics are shown: one file for each format.

mod full;
mod github;
mod gitlab;
mod jsonl;
mod junit;
mod sarif;
mod short;

use std::borrow::Cow;

use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};

use super::files::{Failure, Input};
use super::line_column::LineColumns;
use crate::check::{Diagnostic, Severity};

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// The line with a caret, related places and how to fix it
    Full,
    /// `path:line:col: severity[code]: message`
    Short,
    /// One JSON object per line
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands, which GitHub shows next to the lines
    Github,
    /// A code quality report, which GitLab shows in a merge request
    Gitlab,
    /// XML of `JUnit`, with a test suite for each file that has problems
    Junit,
}

/// The report on one file.
pub(super) struct Report<'a> {
    source: &'a Input,
    name: Cow<'a, str>,
    places: LineColumns,
    /// The width of the terminal, where there is one.
    width: Option<usize>,
}

impl<'a> Report<'a> {
    /// A report on a file with this text.
    pub(super) fn new(source: &'a Input, text: &str, width: Option<usize>) -> Self {
        Self { source, name: source.name(), places: LineColumns::new(text), width }
    }

    /// Some of the file's diagnostics in this format; empty if there are none.
    pub(super) fn render(&self, format: ReportFormat, diagnostics: &[Diagnostic]) -> String {
        match format {
            ReportFormat::Full => full::render(self, diagnostics),
            ReportFormat::Short => short::render(self, diagnostics),
            ReportFormat::Jsonl => jsonl::render(self, diagnostics),
            ReportFormat::Sarif => sarif::render(self, diagnostics),
            ReportFormat::Github => github::render(self, diagnostics),
            ReportFormat::Gitlab => gitlab::render(self, diagnostics),
            ReportFormat::Junit => junit::render(self, diagnostics),
        }
    }
}

impl ReportFormat {
    /// Whether the format is for people: with colors, and a summary on standard error.
    pub(super) fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Short)
    }

    /// The text before the first file.
    pub(super) fn opening(self) -> String {
        match self {
            Self::Sarif => sarif::opening(),
            Self::Gitlab => gitlab::OPENING.to_owned(),
            Self::Junit => junit::OPENING.to_owned(),
            _ => String::new(),
        }
    }

    /// What stands between the reports of two files.
    pub(super) fn between(self) -> &'static str {
        match self {
            Self::Sarif => sarif::BETWEEN,
            Self::Gitlab => gitlab::BETWEEN,
            _ => "",
        }
    }

    /// What comes after the files.
    pub(super) fn closing(self, failures: &[Failure]) -> String {
        match self {
            Self::Sarif => sarif::closing(failures),
            Self::Jsonl => jsonl::closing(failures),
            Self::Gitlab => gitlab::CLOSING.to_owned(),
            Self::Junit => junit::closing(failures),
            _ => String::new(),
        }
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
