//! The format `short`: one line for each problem.

use std::fmt::Write;

use super::super::output::{printable, printable_name};
use super::{Format, Report, style};
use ishi_check::check::Diagnostic;
use ishi_position::LineColumn;

pub(super) const FORMAT: Format = Format {
    name: "short",
    help: "`path:line:column: severity[code]: message`, one line for each problem",
    is_for_people: true,
    render,
    ..Format::LINES
};

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    let places = &report.places;
    let mut out = String::new();
    for diagnostic in diagnostics {
        let LineColumn { line, column } = places.of(diagnostic.span.start);
        let style = style(diagnostic.severity);
        let _ = writeln!(
            out,
            "{}:{line}:{column}: {style}{}[{}]{style:#}: {}",
            printable_name(&report.name),
            diagnostic.severity,
            diagnostic.code,
            printable(&diagnostic.message)
        );
    }
    out
}
