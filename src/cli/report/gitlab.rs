//! The Code Quality report of GitLab: an array of JSON.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;

use super::super::files::Failure;
use super::super::output::json;
use super::{Ending, Format, Report};
use ishi_check::check::{Diagnostic, Severity};

const BETWEEN: &str = ",\n";

pub(super) const FORMAT: Format = Format {
    name: "gitlab",
    help: "A code quality report, which GitLab shows in a merge request",
    opening: || "[\n".to_owned(),
    render,
    between: BETWEEN,
    closing,
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

/// The path of a file from the current folder, which is that of the project. GitLab knows no other paths.
#[expect(clippy::disallowed_methods, reason = "the report is about the current folder")]
fn path_in_project(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let inner = path.strip_prefix(&here).ok().or_else(|| path.strip_prefix(here.canonicalize().ok()?).ok());
    let parts = inner.unwrap_or(path).components().filter(|part| *part != Component::CurDir);
    let path: PathBuf = parts.collect();
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    let path = &path_in_project(report.source.path());
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
            fingerprint: fingerprint(&[path, code, message, &nth.to_string()]),
            severity: match diagnostic.severity {
                Severity::Error => "major",
                Severity::Warning => "minor",
                Severity::Info | Severity::Hint | Severity::Off => "info",
            },
            location: Location { path, lines: GitlabLines { begin: start.line, end: end.line } },
        };
        json(&issue)
    });
    issues.collect::<Vec<_>>().join(BETWEEN)
}

fn closing(&Ending { failures, has_diagnostics }: &Ending<'_>) -> String {
    let issues = failures.iter().map(|Failure { name, reason }| {
        let path = &path_in_project(Path::new(name));
        json(&Issue {
            description: reason,
            check_name: "unreadable",
            fingerprint: fingerprint(&[path, "unreadable", reason]),
            severity: "critical",
            location: Location { path, lines: GitlabLines { begin: 1, end: 1 } },
        })
    });
    let issues = issues.collect::<Vec<_>>().join(BETWEEN);
    let between = if has_diagnostics && !issues.is_empty() { BETWEEN } else { "" };
    format!("{between}{issues}\n]\n")
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
