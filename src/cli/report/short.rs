use std::fmt::Write;

use super::super::output::printable;
use super::super::place::{Place, Places};
use super::{Report, style};

pub(super) fn render(report: &Report<'_>, places: &Places) -> String {
    let mut out = String::new();
    for diagnostic in report.diagnostics {
        let Place { line, column } = places.of(diagnostic.span.start);
        let style = style(diagnostic.severity);
        let _ = writeln!(
            out,
            "{}:{line}:{column}: {style}{}[{}]{style:#}: {}",
            printable(report.name),
            diagnostic.severity,
            diagnostic.code,
            printable(&diagnostic.message)
        );
    }
    out
}
