//! Lines that have only locations.

use crate::check::{Code, Diagnostic, Fix, FixKind, Sink};
use crate::rewrite::{Original, insert_moves, moves_as_variation, write_moves};
use ishi_record::record::{self, Event, NotMoves, Reading};
use ishi_record::syntax::{Field, FieldKind, Keyword, LineKind, Source};
use ishi_text::{Edit, Span};

/// Locations that are read as moves.
pub(in crate::check) fn moves(source: &Source<'_>, event: &Event, line: u32, sink: &mut Sink<'_>) {
    let Some(edit) = write_moves(source, event, line) else { return };
    sink.report(Code::BareLocation, edit.span, |diagnostic| {
        let first = event.moves.partition_point(|played| played.line < line);
        let moves = &event.moves[first..];
        let count = moves.iter().take_while(|played| played.line == line).count();
        let read_as = match &moves[..count] {
            [first, .., last] => format!("{first} to {last}"),
            moves => moves.iter().map(ToString::to_string).collect(),
        };
        diagnostic.message = match count {
            1 => format!("location without color and number, read as {read_as}"),
            _ => format!("locations without color and number, read as {read_as}"),
        };
        let title = if count == 1 { format!("write {read_as}") } else { format!("write the moves {read_as}") };
        diagnostic.fixes.push(Fix::suggested(title, vec![edit]));
    });
}

/// Locations that are not read as moves.
pub(in crate::check) fn not_moves(source: &Source<'_>, line: u32, why: NotMoves, sink: &mut Sink<'_>) {
    let index = line as usize;
    let (line_read, fields) = (&source.lines[index], source.fields(&source.lines[index]));
    let end = fields.last().map_or(line_read.word.end, |field| field.span.end);
    sink.report(Code::BareLocation, Span { start: line_read.word.start, end }, |diagnostic| {
        diagnostic.message = match why {
            NotMoves::List(keyword) => {
                format!("locations without a keyword: they continue the {keyword} before, or are the next moves")
            }
            NotMoves::Taken(number) => {
                format!("location without color and number, not read as a move because move {number} follows")
            }
            NotMoves::Uncounted => {
                "location without color and number, not read as a move because the move before has no number".into()
            }
        };
        if let NotMoves::List(keyword) = why {
            let start = line_read.word.start as usize;
            if let Some(beginning) = beginning(source, index, keyword) {
                let edits = vec![Edit::insert(start, beginning)];
                diagnostic.fixes.push(Fix { title: format!("continue {keyword}"), kind: FixKind::Manual, edits });
            }
            let line_end = &source.text[source.lines[index - 1].span.end as usize..line_read.span.start as usize];
            let edits = vec![Edit::insert(line_read.span.start as usize, line_end)];
            let title = "insert an empty line, so that they are read as moves".into();
            diagnostic.fixes.push(Fix { title, kind: FixKind::Manual, edits });
        }
    });
}

/// The beginning of a line that continues the list of the previous lines: the keyword, and in a SETUP the last color.
fn beginning(source: &Source<'_>, index: usize, keyword: Keyword) -> Option<String> {
    if keyword != Keyword::Setup {
        return Some(format!("{keyword} "));
    }
    let setup = source.lines[..index].iter().rev().find(|line| line.kind != LineKind::Bare)?;
    let color = |field: &Field| match field.kind {
        FieldKind::Color(color) => Some(color),
        _ => None,
    };
    source.fields(setup).iter().rev().find_map(color).map(|color| format!("{keyword} {} ", color.letter()))
}

/// The fixes of a diagnostic that change the whole event.
pub(in crate::check) fn lazy_fixes(source: &Source<'_>, diagnostic: &Diagnostic) -> Vec<Fix> {
    let original = Original::of_event(source.text, source.last);
    let line = source.line_at(diagnostic.span.start as usize) as u32;
    let manual = |title: &str, edits: Result<Vec<Edit>, _>| {
        Some(Fix { title: title.to_owned(), kind: FixKind::Manual, edits: edits.ok()? })
    };
    // Where they are read as moves, these are refused.
    let inserted = manual("insert and renumber", insert_moves(&original, line));
    let varied = manual("make it a variation", moves_as_variation(&original, line));
    [write_all(source), inserted, varied].into_iter().flatten().collect()
}

/// One fix for all bare locations of the event, if there are several such lines.
fn write_all(source: &Source<'_>) -> Option<Fix> {
    let Reading { event, .. } = record::read(source);
    let lines = (0..event.lines).filter(|&line| source.lines[line as usize].kind == LineKind::Bare);
    let edits: Vec<Edit> = lines.filter_map(|line| write_moves(source, &event, line)).collect();
    (edits.len() > 1).then(|| Fix::suggested("write all bare locations of the event as moves", edits))
}
