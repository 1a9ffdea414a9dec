//! The format `github`: workflow commands of GitHub Actions.

use std::fmt::Write;

use super::super::files::Failure;
use super::super::output::printable;
use super::{Ending, Format, Report};
use ishi_check::check::{Diagnostic, Severity};

pub(super) const FORMAT: Format = Format {
    name: "github",
    help: "Workflow commands, which GitHub shows next to the lines of a pull request",
    render,
    closing,
    ..Format::LINES
};

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    let places = &report.places;
    let mut out = String::new();
    for diagnostic in diagnostics {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info | Severity::Hint | Severity::Off => "notice",
        };
        let (start, end) = places.range(diagnostic.span);
        let _ = write!(out, "::{command} title=ishi ({}),file={}", diagnostic.code, property(&report.name));
        let _ = write!(out, ",line={},endLine={}", start.line, end.line);
        if start.line == end.line {
            // GitHub takes columns only within one line.
            let _ = write!(out, ",col={},endColumn={}", start.column, end.column);
        }
        let _ = writeln!(out, "::{}", data(&diagnostic.message));
    }
    out
}

fn closing(ending: &Ending<'_>) -> String {
    let command =
        |failure: &Failure| format!("::error title=ishi,file={}::{}\n", property(&failure.name), data(&failure.reason));
    ending.failures.iter().map(command).collect()
}

/// The text after a command, where a line end would end it.
fn data(text: &str) -> String {
    let pieces = text.split_inclusive(['\r', '\n']).map(|piece| {
        let content = piece.trim_end_matches(['\r', '\n']);
        let end = piece[content.len()..].replace('\r', "%0D").replace('\n', "%0A");
        printable(&content.replace('%', "%25")).into_owned() + &end
    });
    pieces.collect()
}

/// A value of a command, where a comma would end it as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
