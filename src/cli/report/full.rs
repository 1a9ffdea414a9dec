//! The format `full`: each problem with its line of the file.

use std::ops::Range;

use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use super::super::output::printable;
use super::{Format, Report};
use ishi_check::check::{Diagnostic, Fix, FixKind, Severity};
use ishi_position::{LineColumn, LineColumns};

use ishi_text::Span;

/// Marked lines no further apart than this are shown as one piece of the text.
const NEAR: usize = 4;

/// As much of a line is shown on each side of what is marked in it.
const CONTEXT: usize = 160;

pub(super) const FORMAT: Format = Format {
    name: "full",
    help: "The line with a caret, related places and how to fix it",
    is_for_people: true,
    render,
    ..Format::LINES
};

fn render(report: &Report<'_>, diagnostics: &[Diagnostic]) -> String {
    let places = &report.places;
    // Styles that are taken out again would be drawn for nothing.
    let renderer = if report.look.is_styled { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(report.look.width.unwrap_or(DEFAULT_TERM_WIDTH));
    let file = printable(&report.name);
    let mut out = String::new();
    for diagnostic in diagnostics {
        out.push_str(&renderer.render(&[group(diagnostic, &file, places)]));
        out.push_str("\n\n");
    }
    out
}

fn group<'a>(diagnostic: &'a Diagnostic, file: &'a str, places: &LineColumns) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
        Severity::Hint | Severity::Off => Level::NOTE.with_name("hint"),
    };
    let mut group = level
        .primary_title(printable(&diagnostic.message))
        .id(diagnostic.code.name())
        .elements(excerpts(diagnostic, file, places));
    for (nth, fix) in diagnostic.fixes.iter().enumerate() {
        group = group.element(Level::HELP.message(help(fix, nth)));
    }
    group
}

/// The help line of a fix: the change, and the option that makes it.
fn help(fix: &Fix, nth: usize) -> String {
    let how = match (fix.kind, nth) {
        (FixKind::Auto, _) => " (`--fix` does this)",
        (FixKind::Suggested, 0) => " (`--fix --unsafe-fixes` does this)",
        (FixKind::Suggested | FixKind::Correction | FixKind::Manual | FixKind::Removal, _) => "",
    };
    format!("{}{how}", printable(&fix.title))
}

/// Something to mark in the text.
struct Underline<'a> {
    kind: AnnotationKind,
    place: LineColumn,
    span: Range<usize>,
    label: Option<&'a str>,
}

impl<'a> Underline<'a> {
    fn new(kind: AnnotationKind, span: Span, label: Option<&'a str>, places: &LineColumns) -> Self {
        Self { kind, place: places.of(span.start), span: span.range(), label }
    }
}

/// The pieces of the text in which something is marked: first the one with the diagnostic itself.
fn excerpts<'a>(diagnostic: &'a Diagnostic, file: &'a str, places: &LineColumns) -> Vec<Element<'a>> {
    let primary = Underline::new(AnnotationKind::Primary, diagnostic.span, None, places);
    let own_line = primary.place.line;
    let mut marks = vec![primary];
    marks.extend(
        diagnostic
            .related
            .iter()
            .map(|related| Underline::new(AnnotationKind::Context, related.span, Some(&related.message), places)),
    );
    marks.sort_by_key(|mark| mark.place);
    let mut pieces: Vec<&[Underline<'_>]> =
        marks.chunk_by(|one, next| next.place.line - one.place.line <= NEAR).collect();
    pieces.sort_by_key(|piece| piece.iter().all(|mark| mark.place.line != own_line));
    pieces.into_iter().flat_map(|piece| excerpt(piece, file, places)).collect()
}

/// The lines from the first mark to the last, with the marks in them.
fn excerpt<'a>(marks: &[Underline<'a>], file: &'a str, places: &LineColumns) -> Vec<Element<'a>> {
    let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return Vec::new() };
    let header = marks.iter().find(|mark| mark.kind == AnnotationKind::Primary).unwrap_or(first).place;

    let mut source = String::new();
    let mut annotations: Vec<Annotation<'a>> = Vec::new();
    let mut header_is_cut = false;
    for line in first.place.line..=last.place.line {
        let marks: Vec<&Underline<'_>> = marks.iter().filter(|mark| mark.place.line == line).collect();
        let start = marks.first().map_or(places.line_start(line), |mark| mark.span.start);
        let (from, part) = places.part_of_line(line, start.saturating_sub(CONTEXT)..start + CONTEXT);
        header_is_cut |= line == header.line && from != places.line_start(line);
        let base = source.len();
        // A mark that runs on into other lines is shown as far as its first line goes.
        let within = |offset: usize| base + offset.saturating_sub(from).min(part.len());
        annotations.extend(marks.iter().map(|mark| {
            mark.kind.span(within(mark.span.start)..within(mark.span.end)).label(mark.label.map(printable))
        }));
        // The renderer pictures the other control characters itself. A middle dot is as long as one of these, so that
        // the places after it stay where they are.
        source.push_str(&part.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "·"));
        source.push('\n');
    }
    let snippet = Snippet::source(source).line_start(first.place.line).annotations(annotations);
    if header_is_cut {
        // The renderer would count the column from where the cut is.
        vec![Origin::path(file).line(header.line).char_column(header.column).into(), snippet.into()]
    } else {
        vec![snippet.path(file).into()]
    }
}
