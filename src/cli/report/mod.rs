//! How diagnostics are shown: one file for each format.

mod full;
mod github;
mod jsonl;
mod sarif;
mod short;

use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};

use super::files::Failure;
use super::place::Places;
use crate::check::{Diagnostic, Severity};

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The line with a caret, related places, how to fix it
    Full,
    /// `path:line:col: severity[code]: message`
    Short,
    /// One JSON object a line
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands that GitHub shows beside the lines
    Github,
}

/// The diagnostics of one file.
pub(super) struct Report<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
    pub(super) diagnostics: &'a [Diagnostic],
}

impl Format {
    /// Whether the format is for people, who want to know the sum of it, and for terminals, which have colours.
    pub(super) fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Short)
    }

    /// What comes before the files.
    pub(super) fn opening(self) -> String {
        match self {
            Self::Sarif => sarif::opening(),
            _ => String::new(),
        }
    }

    /// What is said of one file; nothing where there is nothing wrong with it.
    pub(super) fn render(self, report: &Report<'_>) -> String {
        if report.diagnostics.is_empty() {
            return String::new();
        }
        let places = Places::new(report.text);
        match self {
            Self::Full => full::render(report, &places),
            Self::Short => short::render(report, &places),
            Self::Jsonl => jsonl::render(report, &places),
            Self::Sarif => sarif::render(report, &places),
            Self::Github => github::render(report, &places),
        }
    }

    /// What stands between the reports of two files.
    pub(super) fn between(self) -> &'static str {
        match self {
            Self::Sarif => sarif::BETWEEN,
            _ => "",
        }
    }

    /// What comes after the files.
    pub(super) fn closing(self, failures: &[Failure]) -> String {
        match self {
            Self::Sarif => sarif::closing(failures),
            _ => String::new(),
        }
    }
}

/// The colour of a severity.
pub(super) fn style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::BrightBlue,
        Severity::Hint | Severity::Off => AnsiColor::BrightCyan,
    };
    color.on_default().bold()
}
