//! XML in the form of `JUnit`, which build servers show as tests.

use std::fmt::Write;

use super::super::files::Failure;
use super::super::output::printable;
use super::{Ending, Format, Report};
use ishi_check::check::Diagnostic;

const OPENING: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ishi\">\n";

pub(super) const FORMAT: Format = Format {
    name: "junit",
    help: "XML of JUnit, with a test suite for each file that has problems, or a single test that passes",
    opening: || OPENING.to_owned(),
    render,
    closing,
    ..Format::LINES
};

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let (file, count) = (escaped(&report.name), diagnostics.len());
    let mut out = format!("<testsuite name=\"{file}\" tests=\"{count}\" failures=\"{count}\" errors=\"0\">\n");
    for diagnostic in diagnostics {
        let place = report.places.of(diagnostic.span.start);
        let (line, column) = (place.line, place.column);
        let (code, message) = (diagnostic.code.name(), escaped(&diagnostic.message));
        let _ = writeln!(
            out,
            "<testcase name=\"{code}\" classname=\"{file}\" file=\"{file}\" line=\"{line}\">\n\
             <failure type=\"{severity}\" message=\"{message}\">{file}:{line}:{column}: {message}</failure>\n\
             </testcase>",
            severity = diagnostic.severity,
        );
    }
    out.push_str("</testsuite>\n");
    out
}

fn closing(&Ending { failures, has_diagnostics }: &Ending<'_>) -> String {
    let mut out = String::new();
    if failures.is_empty() && !has_diagnostics {
        // Build servers take a report without a test for a run that failed.
        out.push_str(
            "<testsuite name=\"ishi\" tests=\"1\" failures=\"0\" errors=\"0\">\n\
             <testcase name=\"check\" classname=\"ishi\"/>\n</testsuite>\n",
        );
    }
    for Failure { name, reason } in failures {
        let (file, reason) = (escaped(name), escaped(reason));
        let _ = writeln!(
            out,
            "<testsuite name=\"{file}\" tests=\"1\" failures=\"0\" errors=\"1\">\n\
             <testcase name=\"read\" classname=\"{file}\">\n\
             <error message=\"{reason}\"/>\n</testcase>\n</testsuite>"
        );
    }
    out + "</testsuites>\n"
}

/// Text for XML, which can hold no control characters.
fn escaped(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // These two are not characters of XML.
    text.replace('"', "&quot;").replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
