//! The format `jsonl`: one JSON object a line.

use serde::Serialize;

use super::super::files::Failure;
use super::super::output::json_line;
use super::{Ending, Format, Report};
use ishi_check::check::{Diagnostic, Fix, FixKind};
use ishi_position::LineColumns;

pub(super) const FORMAT: Format =
    Format { name: "jsonl", help: "One JSON object per line", render, closing, ..Format::LINES };

/// The object in one line. The keys and their order are a promise.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    fix: Option<&'a str>,
    related: Vec<RelatedPlace<'a>>,
    fixes: Vec<FixObject<'a>>,
}

#[derive(Serialize)]
struct FixObject<'a> {
    title: &'a str,
    kind: &'a str,
    edits: Vec<EditObject<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EditObject<'a> {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    text: &'a str,
}

/// A line for a file that could not be read or written.
#[derive(Serialize)]
struct FailureObject<'a> {
    file: &'a str,
    error: &'a str,
}

#[derive(Serialize)]
struct RelatedPlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
}

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    let places = &report.places;
    let mut out = String::new();
    for diagnostic in diagnostics {
        let (start, end) = places.range(diagnostic.span);
        let related = diagnostic.related.iter().map(|related| {
            let place = places.of(related.span.start);
            RelatedPlace { file: &report.name, line: place.line, column: place.column, message: &related.message }
        });
        let object = Object {
            file: &report.name,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            code: diagnostic.code.name(),
            severity: diagnostic.severity.name(),
            message: &diagnostic.message,
            fix: diagnostic.fix_kind().filter(|kind| *kind < FixKind::Correction).map(name),
            related: related.collect(),
            fixes: diagnostic.fixes.iter().map(|fix| fix_object(fix, places)).collect(),
        };
        out.push_str(&json_line(&object));
    }
    out
}

fn closing(ending: &Ending<'_>) -> String {
    let mut out = String::new();
    for Failure { name, reason } in ending.failures {
        out.push_str(&json_line(&FailureObject { file: name, error: reason }));
    }
    out
}

fn name(kind: FixKind) -> &'static str {
    match kind {
        FixKind::Auto => "auto",
        FixKind::Suggested => "suggested",
        // To a program both are for a person to choose.
        FixKind::Correction | FixKind::Manual | FixKind::Removal => "manual",
    }
}

fn fix_object<'a>(fix: &'a Fix, places: &LineColumns) -> FixObject<'a> {
    let edits = fix.edits.iter().map(|edit| {
        let (start, end) = places.range(edit.span);
        EditObject {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            text: &edit.text,
        }
    });
    FixObject { title: &fix.title, kind: name(fix.kind), edits: edits.collect() }
}
