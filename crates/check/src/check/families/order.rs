//! Rules for the order of lines in an event.

use std::collections::HashMap;
use std::ops::Range;

use super::bare;
use crate::check::{Code, Fix, FixKind, Related, Sink};
use crate::rewrite::lines::{shift, trimmed};
use ishi_record::record::{Event, Header, Misfit, Reading};
use ishi_record::syntax::{Keyword, Source};

pub(in crate::check) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    for &misfit in &reading.misfits {
        match misfit {
            Misfit::Header(line) => header(source, reading, line as usize, sink),
            Misfit::Setup(line) => {
                misplaced(
                    source,
                    Code::MisplacedSetup,
                    line,
                    "SETUP comes before the first move; in the tree only a DIAGRAM can have one",
                    sink,
                );
            }
            Misfit::BoardSize(line) => {
                misplaced(
                    source,
                    Code::MisplacedBoardSize,
                    line,
                    "BOARDSIZE comes before the first move or diagram; move it up",
                    sink,
                );
            }
            Misfit::Hide(line) => {
                misplaced(
                    source,
                    Code::MisplacedHide,
                    line,
                    "only a DIAGRAM can hide stones; put HIDE after its DIAGRAM line",
                    sink,
                );
            }
            Misfit::Prisoner(line) => {
                misplaced(
                    source,
                    Code::MisplacedPrisoner,
                    line,
                    "there is no move here that could take prisoners; put PRISONER after a B or W line",
                    sink,
                );
            }
            Misfit::AfterVariation(line, end, variation) => {
                let message = "this belongs to the move before the variation, and has to stand before it";
                r#move(
                    source,
                    Code::DataAfterVariation,
                    message,
                    line..end,
                    variation,
                    "move it up, before the variations",
                    sink,
                );
            }
            Misfit::RemarkInSetup(line, first) => {
                let message = "a remark between SETUP lines; only the first of them can have one";
                r#move(
                    source,
                    Code::RemarkInsideSetup,
                    message,
                    line..line + 1,
                    first,
                    "move it up, before the first SETUP line",
                    sink,
                );
            }
            Misfit::DataInSetup(line, end, last) => {
                let message =
                    "this stands between SETUP lines; only the last of them can have marks, comments and user data";
                r#move(
                    source,
                    Code::DataInsideSetup,
                    message,
                    line..end,
                    last + 1,
                    "move it down, after the last SETUP line",
                    sink,
                );
            }
            Misfit::Bare(line, why) => bare::not_moves(source, line, why, sink),
            Misfit::Dangling(line) => {
                let span = trimmed(source, &source.lines[line as usize]);
                sink.report(Code::DanglingRemark, span, |diagnostic| {
                    diagnostic.message =
                        "this remark belongs to nothing: no EVENT, SETUP, move or DIAGRAM follows".into();
                });
            }
            _ => {}
        }
    }
    repeated_headers(source, reading, sink);
}

fn misplaced(source: &Source<'_>, code: Code, line: u32, message: &str, sink: &mut Sink<'_>) {
    sink.report(code, source.lines[line as usize].word, |diagnostic| diagnostic.message = message.into());
}

fn r#move(
    source: &Source<'_>,
    code: Code,
    message: &str,
    lines: Range<u32>,
    before: u32,
    title: &str,
    sink: &mut Sink<'_>,
) {
    let lines = lines.start as usize..lines.end as usize;
    sink.report(code, source.lines[lines.start].word, |diagnostic| {
        diagnostic.message = message.into();
        diagnostic.fixes.push(Fix {
            title: title.into(),
            kind: FixKind::Suggested,
            edits: shift(source, lines, before as usize),
        });
    });
}

fn header(source: &Source<'_>, reading: &Reading, line: usize, sink: &mut Sink<'_>) {
    let word = source.lines[line].word;
    let is_result = source.lines[line].keyword() == Some(Keyword::Result);
    sink.report(Code::MisplacedHeader, word, |diagnostic| {
        let event = &reading.event;
        diagnostic.message = "headers come before the first move or diagram; move this line up".into();
        let before = line_after_headers(event);
        diagnostic.fixes.push(Fix {
            title: "move it up to the other headers".into(),
            kind: if is_result && is_result_of_end(event, line as u32) { FixKind::Auto } else { FixKind::Suggested },
            edits: shift(source, line..line + 1, before),
        });
    });
}

/// Whether a header is the only RESULT of an event, and comes after all moves, diagrams and variations of the event,
/// where a writer types it at the end of a game. Such a RESULT can't belong to another event.
fn is_result_of_end(event: &Event, line: u32) -> bool {
    let mut results = event.headers.iter().filter(|header| header.keyword == Keyword::Result);
    let is_only = results.next().is_some_and(|header| header.line == line) && results.next().is_none();
    is_only
        && event.moves.iter().all(|played| played.line < line)
        && event.diagrams.iter().all(|diagram| diagram.line < line)
        && event
            .sequences
            .iter()
            .all(|variation| variation.line.is_none() || variation.end.is_some_and(|end| end < line))
}

/// The headers before the tree of moves and diagrams. Later headers have their own diagnostic.
fn headers_in_place(event: &Event) -> &[Header] {
    let tree = event.tree().unwrap_or(event.lines);
    &event.headers[..event.headers.partition_point(|header| header.line < tree)]
}

/// The line before which a further header is inserted: after the last header in place, else after the EVENT line, else
/// at the top of the event.
pub(super) fn line_after_headers(event: &Event) -> usize {
    let last = headers_in_place(event).last().map(|header| header.line);
    last.or(event.definition).map_or(0, |line| line as usize + 1)
}

fn repeated_headers(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    let mut last: HashMap<Keyword, u32> = HashMap::new();
    for header in headers_in_place(&reading.event).iter().rev() {
        let last = *last.entry(header.keyword).or_insert(header.line);
        if !header.keyword.counts_once() || last == header.line {
            continue;
        }
        sink.report(Code::RepeatedHeader, source.lines[header.line as usize].word, |diagnostic| {
            diagnostic.message =
                format!("{} is given again later, and the last one counts; remove this line", header.keyword);
            diagnostic
                .related
                .push(Related { span: source.lines[last as usize].word, message: "this one counts".into() });
        });
    }
}
