//! Rules for headers that contradict the record, such as a RESULT that differs from the count.

use crate::check::{Code, Fix, FixKind, Sink};
use ishi_board::Color;
use ishi_record::record::{DatumKind, Event, GameResult, Owner, Reading, SequenceId, Step, handicap};
use ishi_record::scoring::{FinalScore, Game, Recorded};
use ishi_record::syntax::{Field, FieldKind, Keyword, Source};
use ishi_text::{Edit, Span};

pub(in crate::check) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    check_handicap(source, &reading.event, sink);
    check_result(source, &reading.event, sink);
}

/// The last line of a header, and its text.
fn header<'t>(source: &Source<'t>, event: &Event, keyword: Keyword) -> Option<(Span, &'t str)> {
    let header = event.headers.iter().rev().find(|header| header.keyword == keyword)?;
    let line = &source.lines[header.line as usize];
    let span = source.fields(line).first()?.span;
    Some((span, source.str(span)))
}

fn check_handicap(source: &Source<'_>, event: &Event, sink: &mut Sink<'_>) {
    if !sink.wants(Code::HandicapMismatch) {
        return;
    }
    let Some((span, text)) = header(source, event, Keyword::Handicap) else { return };
    let Some(handicap_stones) = handicap(text) else { return };
    let mut placed = 0;
    for datum in event.data_of(Owner::Event) {
        let DatumKind::Setup(stones) = &datum.kind else { continue };
        let stones = event.stones(stones);
        let fields = source.fields(&source.lines[datum.line as usize]);
        let is_bad = |field: &Field| matches!(field.kind, FieldKind::Bad(_));
        if fields.iter().any(is_bad) || stones.iter().any(|stone| !event.board_size.contains(stone.point)) {
            // The stone that can't be put there may be the one that is missing.
            return;
        }
        placed += stones.iter().filter(|stone| stone.color == Color::Black).count();
    }
    if placed as u32 != handicap_stones && !(placed == 0 && handicap_stones < 2) {
        sink.report(Code::HandicapMismatch, span, |diagnostic| {
            let stones = if placed == 1 { "stone" } else { "stones" };
            diagnostic.message =
                format!("the setup has {placed} black {stones}, and the handicap is {handicap_stones}");
        });
    }
}

fn check_result(source: &Source<'_>, event: &Event, sink: &mut Sink<'_>) {
    if !sink.wants(Code::ResultMismatch) {
        return;
    }
    let Some((span, text)) = header(source, event, Keyword::Result) else { return };
    let winners = GameResult::winners(text);
    if winners.contains(&Color::Black) && winners.contains(&Color::White) {
        return sink.report(Code::ResultMismatch, span, |diagnostic| {
            diagnostic.message = "RESULT names both players as the winner".into();
        });
    }
    if let Some(counted) = other_count(source, event, text) {
        return sink.report(Code::ResultMismatch, span, |diagnostic| {
            let [black, white] = counted.count.points;
            let difference = Recorded::parse(text).and_then(|recorded| counted.difference(recorded));
            let difference = difference.map_or(String::new(), |difference| format!("; it fits {difference}"));
            diagnostic.message = format!(
                "RESULT says `{}`; the position counts {}: Black {black}, White {white}{difference}",
                text.trim(),
                counted.text()
            );
            let edits = vec![Edit::replace(span, counted.count.result())];
            let title = format!("write the counted result {}", counted.count.result());
            diagnostic.fixes.push(Fix { title, kind: FixKind::Manual, edits });
        });
    }
    let numbers = event.steps(SequenceId(0)).iter().filter_map(|step| match step {
        Step::Move(id) => event[*id].number,
        Step::Diagram(_) => None,
    });
    let (Some(resigned), Some(last)) = (GameResult::resignation(text), numbers.max()) else { return };
    let last = last.get();
    // Who resigns at move 186 may have made it, or resign instead of making it.
    if resigned > last.saturating_add(1) {
        sink.report(Code::ResultMismatch, span, |diagnostic| {
            diagnostic.message = format!("RESULT says move {resigned}; the main line ends at move {last}");
        });
    }
}

/// Returns the score of the final position, if the score is certain and differs from RESULT.
fn other_count(source: &Source<'_>, event: &Event, text: &str) -> Option<FinalScore> {
    let recorded = Recorded::parse(text)?;
    let outcome = FinalScore::of(source, event).filter(|_| Game::ends_with_passes(event))?;
    (!recorded.agrees(outcome.count.points)).then_some(outcome)
}
