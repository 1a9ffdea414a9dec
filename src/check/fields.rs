//! What one line says.

use super::blocks::in_case_of;
use super::{Code, Diagnostic, Fix, FixKind, Sink};
use crate::board::BoardSize;
use crate::record::{GameResult, Reading, Region, Rules, handicap, komi};
use crate::rewrite::lines::{indent, insert};
use crate::syntax::{Fault, Field, FieldKind, Keyword, Line, LineKind, MarkFault, Source, Target, location};
use crate::text::{Edit, Span};

pub(super) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    let board = reading.event.board_size;
    let mut diagrams = reading.event.diagrams.iter();
    let mut region = None;
    for (index, line) in source.lines.iter().enumerate() {
        match line.kind {
            LineKind::Blank | LineKind::Text(_) => continue,
            LineKind::Unknown | LineKind::Misspelt(_) => unknown_keyword(source, line, sink),
            LineKind::Data(keyword) => {
                let size = region.map_or(board, |region: Region| region.board_size(board));
                for field in source.fields(line) {
                    match field.kind {
                        FieldKind::Bad(fault) => bad((source, size), index, keyword, *field, fault, sink),
                        FieldKind::Ignored => ignored(source, index, keyword, field.span, sink),
                        _ => {}
                    }
                }
                missing(source, line, keyword, sink);
                header(source, line, keyword, sink);
            }
        }
        match line.keyword() {
            Some(Keyword::Diagram) => region = diagrams.next().map(|diagram| diagram.region),
            Some(Keyword::B | Keyword::W | Keyword::Var | Keyword::Endvar) => region = None,
            _ => {}
        }
        if board != BoardSize::STANDARD
            && line.keyword() != Some(Keyword::Diagram)
            && matches!(line.kind, LineKind::Data(_))
        {
            // Prisoners are those of a move, whatever diagram stands in between.
            let region = region.filter(|_| line.keyword() != Some(Keyword::Prisoner));
            off_board(source, line, board, region, sink);
        }
    }
}

fn fix(title: impl Into<String>, edit: Edit) -> Fix {
    Fix { title: title.into(), kind: FixKind::Suggested, edits: vec![edit] }
}

fn unknown_keyword(source: &Source<'_>, line: &Line, sink: &mut Sink<'_>) {
    sink.report(Code::UnknownKeyword, line.word, |diagnostic| {
        let word = source.str(line.word);
        let mut candidates = Keyword::nearest(word);
        if let Some(taken) = line.keyword() {
            candidates.retain(|&keyword| keyword != taken);
            candidates.insert(0, taken);
        }
        diagnostic.message = match line.keyword() {
            Some(taken) => format!("`{word}` is no keyword; it is taken for {taken}"),
            None => format!("`{word}` is no keyword; begin the line with one, or make it a REMARK"),
        };
        let glued = word.get(1..).filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()) && !rest.is_empty());
        if let (Some(Keyword::B | Keyword::W), Some(_)) = (line.keyword(), glued) {
            let at = line.word.start as usize + 1;
            diagnostic.fixes.push(fix(format!("separate `{}` from the number", &word[..1]), Edit::insert(at, " ")));
        } else if !word.contains(|character: char| character.is_ascii_digit() || matches!(character, '#' | '@')) {
            // Data that is glued to the keyword would go with it.
            diagnostic.fixes.extend(candidates.into_iter().map(|keyword| {
                fix(format!("change to {keyword}"), Edit::replace(line.word, in_case_of(source, line.word, keyword)))
            }));
        }
        diagnostic.fixes.push(fix("make it a REMARK", Edit::insert(line.word.start as usize, "REMARK ")));
    });
}

fn missing(source: &Source<'_>, line: &Line, keyword: Keyword, sink: &mut Sink<'_>) {
    let fields = source.fields(line);
    let message = match (keyword, fields) {
        (Keyword::Boardsize, []) => "BOARDSIZE needs a number from 2 to 19".to_owned(),
        (Keyword::B | Keyword::W, []) => format!("{keyword} needs a move number and a location or PASS"),
        (Keyword::B | Keyword::W, [field]) => match field.kind {
            FieldKind::Number(_) => format!("{keyword} needs a location or PASS behind the move number"),
            FieldKind::Location(_) | FieldKind::Pass => format!("{keyword} needs a move number before the location"),
            _ => format!("{keyword} needs a move number and a location or PASS"),
        },
        _ => return,
    };
    sink.report(Code::MissingData, line.word, |diagnostic| diagnostic.message = message);
}

fn bad(
    (source, size): (&Source<'_>, BoardSize),
    index: usize,
    keyword: Keyword,
    field: Field,
    fault: Fault,
    sink: &mut Sink<'_>,
) {
    let text = source.str(field.span);
    let span = field.span;
    match fault {
        Fault::Number => sink.report(Code::InvalidMoveNumber, span, |diagnostic| {
            diagnostic.message = format!("`{text}` is no move number, which is an integer from 1 to {}", u32::MAX);
        }),
        Fault::Swapped(_) => sink.report(Code::InvalidMoveNumber, span, |diagnostic| {
            diagnostic.message = format!("`{text}` is a location; the move number comes before it");
            if let Some(number) = source.fields(&source.lines[index]).iter().find(|field| field.span.start > span.start)
            {
                diagnostic.fixes.push(Fix {
                    title: "swap number and location".into(),
                    kind: FixKind::Suggested,
                    edits: vec![Edit::replace(span, source.str(number.span)), Edit::replace(number.span, text)],
                });
            }
        }),
        Fault::Location => sink.report(Code::InvalidLocation, span, |diagnostic| {
            invalid_location(span, text, size, diagnostic);
        }),
        Fault::Color => sink.report(Code::MissingColor, span, |diagnostic| {
            diagnostic.message = format!("SETUP needs B or W before its stones, and `{text}` is neither");
            let is_location = location(text).is_some();
            for color in ["B", "W"] {
                diagnostic.fixes.push(if is_location {
                    fix(format!("insert {color}"), Edit::insert(span.start as usize, format!("{color} ")))
                } else {
                    fix(format!("change to {color}"), Edit::replace(span, color))
                });
            }
            if text.starts_with(['w', 'W']) {
                diagnostic.fixes.swap(0, 1);
            }
        }),
        Fault::Size => sink.report(Code::InvalidBoardSize, span, |diagnostic| {
            diagnostic.message = format!("`{text}` is no board size, which is an integer from 2 to 19");
        }),
        Fault::Region => sink.report(Code::InvalidRegion, span, |diagnostic| {
            diagnostic.message =
                format!("`{text}` is no region: write a size from 2x2 to 19x19, or two locations such as A1 J9");
        }),
        Fault::Mark(fault) => sink.report(Code::InvalidMark, span, |diagnostic| {
            invalid_mark(keyword, span, text, fault, diagnostic);
        }),
        Fault::Unexpected => sink.report(Code::UnexpectedData, span, |diagnostic| {
            unexpected(source, index, keyword, span, diagnostic);
        }),
    }
}

/// `size` is that of the event's board: no point beside it is offered.
fn invalid_location(span: Span, text: &str, size: BoardSize, diagnostic: &mut Diagnostic) {
    // In `a@I5` only what stands behind the label is the location.
    let start = text.rfind('@').map_or(0, |at| at + 1);
    let word = &text[start..];
    let place = Span::new(span.start as usize + start, span.end as usize);
    let (letters, digits): (String, String) = word.chars().partition(char::is_ascii_alphabetic);
    let is_swapped = word.starts_with(|first: char| first.is_ascii_digit());
    let mut offer = |location: String| {
        if self::location(&location).is_some_and(|point| size.contains(point)) {
            diagnostic.fixes.push(fix(format!("change to {location}"), Edit::replace(place, location)));
        }
    };
    let message = if letters.eq_ignore_ascii_case("I") && !digits.is_empty() {
        let [j, h] = if letters == "i" { ["j", "h"] } else { ["J", "H"] };
        offer(format!("{j}{digits}"));
        offer(format!("{h}{digits}"));
        format!("`{word}` is no location: boards have no column I; it goes from H to J")
    } else if is_swapped && letters.len() == 1 {
        offer(format!("{letters}{digits}"));
        format!("`{word}` is no location: the letter of the column comes before the number of the row")
    } else if letters.len() == 1 && crate::board::Point::column_of(letters.as_bytes()[0]).is_none() {
        format!("`{word}` is no location: columns go from A to T, without I")
    } else if letters.len() == 1 && !digits.is_empty() {
        format!("`{word}` is no location: rows go from 1 to 19")
    } else {
        format!("`{word}` is no location, which is a column from A to T without I and a row from 1 to 19, such as Q16")
    };
    diagnostic.message = message;
}

fn invalid_mark(keyword: Keyword, span: Span, text: &str, fault: MarkFault, diagnostic: &mut Diagnostic) {
    let takes = match keyword {
        Keyword::Mark => "ALL, a location, #n or #n-n, the last three also behind a label and @",
        Keyword::Unmark => "ALL, locations, #n and #n-n",
        Keyword::Hide => "locations, #n and #n-n",
        _ => "locations and #n",
    };
    diagnostic.message = match fault {
        MarkFault::Syntax => format!("`{text}` can't be read; {keyword} takes {takes}"),
        MarkFault::NoLabel => format!("`{text}` has nothing before the @; write one or two characters there"),
        MarkFault::LongLabel => format!("the label of `{text}` is too long; one or two characters stand before the @"),
        MarkFault::Descending => format!("the range `{text}` runs down; write the lower number first"),
        MarkFault::NotHere => format!("{keyword} does not take `{text}`; it takes {takes}"),
    };
    if fault == MarkFault::Descending
        && let Some((before, numbers)) = text.rsplit_once('#')
        && let Some((from, to)) = numbers.split_once('-')
    {
        let swapped = format!("{before}#{to}-{from}");
        diagnostic.fixes.push(fix(format!("swap the ends: {swapped}"), Edit::replace(span, swapped)));
    }
}

fn unexpected(source: &Source<'_>, index: usize, keyword: Keyword, span: Span, diagnostic: &mut Diagnostic) {
    let text = source.str(span);
    let line = &source.lines[index];
    if keyword == Keyword::Var {
        diagnostic.message =
            format!("`{text}` is too long for the marker of a variation, which is one or two characters");
    } else {
        diagnostic.message = format!("`{text}` is more than {keyword} takes; remove it, or give it a line of its own");
    }
    // With the white space before it.
    let before = source.fields(line).iter().rev().find(|field| field.span.end <= span.start);
    let start = before.map_or(line.word.end, |field| field.span.end);
    diagnostic.fixes.push(fix(format!("remove `{text}`"), Edit::delete(Span { start, end: span.end })));
    let own_line = match (keyword, Keyword::of(text.split_ascii_whitespace().next().unwrap_or_default())) {
        (Keyword::B | Keyword::W, Some(Keyword::B | Keyword::W)) => Some(text.to_owned()),
        (Keyword::B | Keyword::W, None) if location(text).is_some() => {
            let next = source.fields(line).iter().find_map(|field| match field.kind {
                FieldKind::Number(number) => number.checked_add(1),
                _ => None,
            });
            let other = if keyword == Keyword::B { Keyword::W } else { Keyword::B };
            next.map(|number| format!("{other} {number} {text}"))
        }
        _ => None,
    };
    if let Some(own_line) = own_line {
        let replacement = format!("{}{}{own_line}", source.line_end(), indent(source, index));
        let edit = Edit::replace(Span { start, end: span.end }, replacement);
        diagnostic.fixes.push(fix(format!("put it on a line of its own: {own_line}"), edit));
    }
}

fn ignored(source: &Source<'_>, index: usize, keyword: Keyword, span: Span, sink: &mut Sink<'_>) {
    let text = source.str(span);
    if !text.bytes().any(|byte| byte.is_ascii_graphic()) {
        // Only characters that readers ignore anyway, and these have their own diagnostic.
        return;
    }
    sink.report(Code::IgnoredData, span, |diagnostic| {
        diagnostic.message = format!("readers drop text behind {keyword}; turn it into a REMARK to keep it");
        let line = &source.lines[index];
        let before = source.fields(line).iter().rev().find(|field| field.span.end <= span.start);
        let start = before.map_or(line.word.end, |field| field.span.end);
        let removal = Edit::delete(Span { start, end: span.end });
        let remark = format!("{}{} {text}", indent(source, index), in_case_of(source, line.word, Keyword::Remark));
        // A remark belongs to the next move or diagram, so it goes above the line that it speaks of; the end of
        // a block is spoken of as a way back to what follows.
        let goes_below = matches!(keyword, Keyword::Endcom | Keyword::Enduser | Keyword::Endvar);
        let edits = if goes_below {
            vec![removal, insert(source, index + 1, &[remark])]
        } else {
            vec![insert(source, index, &[remark]), removal]
        };
        diagnostic.fixes.push(Fix { title: "turn it into a REMARK".into(), kind: FixKind::Suggested, edits });
    });
}

fn header(source: &Source<'_>, line: &Line, keyword: Keyword, sink: &mut Sink<'_>) {
    let [field] = source.fields(line) else { return };
    let text = source.str(field.span);
    let (readable, wanted) = match keyword {
        Keyword::Komi => (komi(text).is_some(), "a number such as 5, 4.5 or 3 1/2"),
        Keyword::Handicap => (handicap(text).is_some(), "a number of stones such as 4"),
        Keyword::Rules => (Rules::named(text).is_some(), "Japanese, Chinese or AGA"),
        Keyword::Result => (GameResult::told(text).is_some(), "a winner, as in `Black by 3` or `W+R`"),
        _ => return,
    };
    if !readable {
        sink.report(Code::UnreadableHeader, field.span, |diagnostic| {
            diagnostic.message = format!("programs will not understand this {keyword}; they expect {wanted}");
        });
    }
}

/// `region` is that of the diagram that the line belongs to: a diagram can show more than the board of its event.
fn off_board(source: &Source<'_>, line: &Line, board: BoardSize, region: Option<Region>, sink: &mut Sink<'_>) {
    for field in source.fields(line) {
        let point = match field.kind {
            FieldKind::Location(point) => point,
            FieldKind::Mark(mark) => match mark.target {
                Target::Point(point) => point,
                _ => continue,
            },
            _ => continue,
        };
        if board.contains(point) || region.is_some_and(|region| region.contains(point, board)) {
            continue;
        }
        sink.report(Code::OffBoard, field.span, |diagnostic| {
            diagnostic.message = format!(
                "{point} lies outside the {board} board of this event, whose corner is {}; change it, or BOARDSIZE",
                board.corner()
            );
        });
    }
}
