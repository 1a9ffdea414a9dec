//! The Code Quality report of GitLab: an array of JSON.

use std::collections::HashMap;

use serde::Serialize;

use super::super::output::json;
use super::{Format, Report};
use crate::check::{Diagnostic, Severity};

const BETWEEN: &str = ",\n";

pub(super) const FORMAT: Format = Format {
    name: "gitlab",
    help: "A code quality report, which GitLab shows in a merge request",
    opening: || "[\n".to_owned(),
    render,
    between: BETWEEN,
    closing: |_| "\n]\n".to_owned(),
    ..Format::LINES
};

#[derive(Serialize)]
struct Issue<'a> {
    description: &'a str,
    check_name: &'a str,
    fingerprint: String,
    severity: &'a str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: GitlabLines,
}

#[derive(Serialize)]
struct GitlabLines {
    begin: usize,
    end: usize,
}

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    // Two equal messages in a file are two issues.
    let mut seen: HashMap<(&str, &str), usize> = HashMap::new();
    let issues = diagnostics.iter().map(|diagnostic| {
        let (start, end) = report.places.range(diagnostic.span);
        let (code, message) = (diagnostic.code.name(), diagnostic.message.as_str());
        let nth = seen.entry((code, message)).or_default();
        *nth += 1;
        let issue = Issue {
            description: message,
            check_name: code,
            fingerprint: fingerprint(&[&report.name, code, message, &nth.to_string()]),
            severity: match diagnostic.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Info | Severity::Hint | Severity::Off => "info",
            },
            location: Location { path: &report.name, lines: GitlabLines { begin: start.line, end: end.line } },
        };
        json(&issue)
    });
    issues.collect::<Vec<_>>().join(BETWEEN)
}

/// A hash of words that never changes between versions of the program (FNV-1a). The line number is not part of it, so
/// that an issue keeps its identity when the lines above it change.
fn fingerprint(words: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in words.iter().flat_map(|word| word.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}
