use serde::Serialize;

use super::Report;
use crate::check::{Diagnostic, FixKind};

/// What one line holds. The keys and their order are a promise.
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
}

#[derive(Serialize)]
struct RelatedPlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
}

pub(super) fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
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
            fix: diagnostic.fix_kind().map(|kind| match kind {
                FixKind::Auto => "auto",
                FixKind::Suggested => "suggested",
            }),
            related: related.collect(),
        };
        // Strings and numbers can always be written as JSON.
        out.push_str(&serde_json::to_string(&object).unwrap_or_default());
        out.push('\n');
    }
    out
}
