//! The Static Analysis Results Interchange Format of OASIS, version 2.1.0.
//!
//! A log is one JSON object, written in three parts so that the results need not all be held in memory:
//! everything up to the array of results, the results of each file, and the rest.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::super::output::printable_json;
use super::{Ending, Format, Report};
use ishi_check::check::{Code, Diagnostic, Fix, Row, STANDARD_URL, Severity};
use ishi_position::{LineColumn, LineColumns};

use ishi_text::{Edit, Span};

const BETWEEN: &str = ",\n";

pub(super) const FORMAT: Format = Format {
    name: "sarif",
    help: "SARIF 2.1.0, for code scanning",
    opening,
    render,
    between: BETWEEN,
    closing,
    ..Format::LINES
};

fn opening() -> String {
    let rules: Vec<Value> = Code::ALL.iter().map(|code| rule(code.row())).collect();
    let tool = json!({"driver": {
        "name": "ishi",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    }});
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\n\
         \"tool\":{tool},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[\n"
    )
}

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    let places = &report.places;
    let mut out = String::new();
    for diagnostic in diagnostics {
        if !out.is_empty() {
            out.push_str(BETWEEN);
        }
        out.push_str(&printable_json(&result(diagnostic, report.source.path(), places).to_string()));
    }
    out
}

fn closing(&Ending { failures, .. }: &Ending<'_>) -> String {
    let notifications: Vec<Value> = failures
        .iter()
        .map(|failure| {
            json!({
                "level": "error",
                "message": {"text": failure.reason},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(Path::new(&failure.name))}}}],
            })
        })
        .collect();
    let invocation = json!({"executionSuccessful": failures.is_empty(), "toolExecutionNotifications": notifications});
    format!("\n],\n\"invocations\":[{}]\n}}]}}\n", printable_json(&invocation.to_string()))
}

fn rule(row: &Row) -> Value {
    let mut rule = json!({
        "id": row.name,
        "shortDescription": {"text": row.what},
        "fullDescription": {"text": row.why},
        "help": {"text": format!("{}\n\n{}", row.why, row.source)},
        "defaultConfiguration": {"level": level(row.severity), "enabled": row.severity != Severity::Off},
        "properties": {"tags": [row.family.title()]},
    });
    if row.source.starts_with("Standard") {
        rule["helpUri"] = json!(STANDARD_URL);
    }
    rule
}

fn result(diagnostic: &Diagnostic, file: &Path, places: &LineColumns) -> Value {
    let related = diagnostic.related.iter().map(|related| {
        json!({
            "physicalLocation": location(file, related.span, places),
            "message": {"text": related.message},
        })
    });
    json!({
        "ruleId": diagnostic.code.name(),
        "ruleIndex": diagnostic.code as usize,
        "level": level(diagnostic.severity),
        "message": {"text": diagnostic.message},
        "locations": [{"physicalLocation": location(file, diagnostic.span, places)}],
        "relatedLocations": related.collect::<Vec<_>>(),
        "fixes": diagnostic.fixes.iter().map(|fix| fix_object(fix, file, places)).collect::<Vec<_>>(),
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
        Severity::Off => "none",
    }
}

fn location(file: &Path, span: Span, places: &LineColumns) -> Value {
    let (LineColumn { line, column }, end) = places.range(span);
    json!({
        "artifactLocation": {"uri": uri(file)},
        "region": {"startLine": line, "startColumn": column, "endLine": end.line, "endColumn": end.column},
    })
}

fn fix_object(fix: &Fix, file: &Path, places: &LineColumns) -> Value {
    json!({
        "description": {"text": fix.title},
        "artifactChanges": [{
            "artifactLocation": {"uri": uri(file)},
            "replacements": fix.edits.iter().map(|edit| replacement(edit, places)).collect::<Vec<_>>(),
        }],
    })
}

/// An edit, by the characters before it and not by line and column: no column lies between CR and LF, where an
/// edit of line ends begins.
fn replacement(edit: &Edit, places: &LineColumns) -> Value {
    let (start, end) = (places.chars_before(edit.span.start), places.chars_before(edit.span.end));
    json!({
        "deletedRegion": {"charOffset": start, "charLength": end - start},
        "insertedContent": {"text": edit.text},
    })
}

/// A path as a URI reference: relative where the path is, so that it is found below any checkout.
fn uri(path: &Path) -> String {
    let path = path.as_os_str().as_encoded_bytes();
    let mut uri = String::new();
    // Elsewhere such a name is one as any other.
    let has_drive = cfg!(windows) && matches!(path, [letter, b':', ..] if letter.is_ascii_alphabetic());
    if has_drive {
        uri.push_str("file:///");
    } else if path.starts_with(b"/") {
        uri.push_str("file://");
    }
    for (at, &byte) in path.iter().enumerate() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte.into()),
            b':' if has_drive && at == 1 => uri.push(':'),
            b'\\' if std::path::MAIN_SEPARATOR == '\\' => uri.push('/'),
            other => {
                let _ = write!(uri, "%{other:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        for (path, expected) in [
            ("games/a b.ishi", "games/a%20b.ishi"),
            ("/home/é/100%.go", "file:///home/%C3%A9/100%25.go"),
            ("C:/a.ishi", if cfg!(windows) { "file:///C:/a.ishi" } else { "C%3A/a.ishi" }),
            ("<stdin>", "%3Cstdin%3E"),
            ("ab:c", "ab%3Ac"),
            ("::error::t.ishi", "%3A%3Aerror%3A%3At.ishi"),
            ("/:/a.ishi", "file:///%3A/a.ishi"),
        ] {
            assert_eq!(uri(Path::new(path)), expected);
        }
    }
}
