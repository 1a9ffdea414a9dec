//! Rules for the fields of a line.

use super::bare;
use super::blocks::in_case_of;
use super::order::line_after_headers;
use crate::check::{Code, Diagnostic, Fix, FixKind, Sink};
use crate::rewrite::lines::{delete, indent, insert};
use ishi_board::{BoardSize, Color, Point};
use ishi_record::record::{Event, GameResult, Reading, Region, handicap, is_sgf_date, iso_date, komi};
use ishi_record::syntax::{
    Block, Fault, Field, FieldKind, Keyword, KeywordGroup, Line, LineKind, MarkFault, Source, Target, Way, coordinates,
    location, misspelt_number,
};
use ishi_rules::Ruleset;
use ishi_text::{Edit, Span};

pub(in crate::check) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    let board = reading.event.board_size;
    let mut diagrams = reading.event.diagrams.iter();
    let mut region = None;
    for (index, line) in source.lines.iter().enumerate() {
        match line.kind {
            LineKind::Blank | LineKind::Text(_) | LineKind::Foreign => continue,
            LineKind::Bare => bare::moves(source, &reading.event, index as u32, sink),
            LineKind::Unknown | LineKind::Misspelt(_) => unknown_keyword(source, index, line, sink),
            LineKind::Data(keyword) => {
                let size = region.map_or(board, |region: Region| region.board_size(board));
                for field in source.fields(line) {
                    match field.kind {
                        FieldKind::Bad(Fault::Location) if is_resignation(source, keyword, *field) => {
                            resignation((source, &reading.event), index, keyword, field.span, sink);
                        }
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

fn unknown_keyword(source: &Source<'_>, index: usize, line: &Line, sink: &mut Sink<'_>) {
    // A color that is joined to its number is a word of its own only for the reader.
    let joined = source.fields(line).first().filter(|field| field.span.start == line.word.end);
    let span = joined.map_or(line.word, |number| line.word.to(number.span));
    sink.report(Code::UnknownKeyword, span, |diagnostic| {
        if joined.is_some() {
            return joined_color(source, line, diagnostic);
        }
        let word = source.str(line.word);
        let begun = begun_by_its_end(source, line);
        if let Some(number) = number_of_move(source, line, word).filter(|_| begun.is_none()) {
            return missing_keyword(source, line, number, diagnostic);
        }
        if let Some(block) = begun {
            let (opener, closer) = (block.opener(), block.closer());
            diagnostic.message = format!("unknown keyword `{word}`; {closer} follows without {opener} before it");
            let text = indent(source, index).to_owned() + opener.name();
            let insertion = insert(source, index, &[text]);
            diagnostic.fixes.push(Fix::suggested(format!("insert {opener} before this line"), vec![insertion]));
            return;
        }
        let mut candidates = Keyword::nearest(word);
        // What begins or ends a block can be nothing else: the lines around it have been read like that.
        let is_of_block = line.keyword().is_some_and(|taken| taken.info().group == KeywordGroup::Block);
        if let Some(taken) = line.keyword() {
            candidates.retain(|&keyword| keyword != taken && !is_of_block);
            candidates.insert(0, taken);
        }
        diagnostic.message = match line.keyword() {
            Some(taken) => format!("unknown keyword `{word}`, read as `{taken}`"),
            None => format!("unknown keyword `{word}`; begin the line with a keyword, or make it a REMARK"),
        };
        if !word.contains(|character: char| character.is_ascii_digit() || matches!(character, '#' | '@')) {
            // Data that is glued to the keyword would go with it.
            diagnostic.fixes.extend(candidates.into_iter().map(|keyword| Fix {
                // Only what the line is read as is probably meant.
                kind: if line.keyword() == Some(keyword) { FixKind::Suggested } else { FixKind::Manual },
                ..fix(format!("change to {keyword}"), Edit::replace(line.word, in_case_of(source, line.word, keyword)))
            }));
        }
        if !is_of_block {
            diagnostic.fixes.push(fix("make it a REMARK", Edit::insert(line.word.start as usize, "REMARK ")));
        }
    });
}

/// Returns the block that a line of prose begins, if the line is read as its beginning only because the end of a block
/// follows.
fn begun_by_its_end(source: &Source<'_>, line: &Line) -> Option<Block> {
    let block = [Block::Com, Block::User].into_iter().find(|block| line.keyword() == Some(block.opener()))?;
    (Keyword::resembling(source.str(line.word)) != Some(block.opener())).then_some(block)
}

/// A move whose color is joined to its number.
fn joined_color(source: &Source<'_>, line: &Line, diagnostic: &mut Diagnostic) {
    let color = source.str(line.word);
    let fields = source.fields(line);
    let whole = fields.last().map_or(line.word, |field| line.word.to(field.span));
    diagnostic.message = format!("the color and the move number are joined in `{}`", source.str(whole));
    let mut content = color.to_owned();
    for field in fields {
        content.push(' ');
        content.push_str(&match (field.kind, field.number()) {
            (FieldKind::Bad(_), Some(number)) => number.to_string(),
            (FieldKind::Bad(Fault::LocationLike(Some(point))), _) => like(source.str(field.span), &point.to_string()),
            _ => source.str(field.span).to_owned(),
        });
    }
    let title = format!("put spaces between them: {content}");
    diagnostic.fixes.push(fix(title, Edit::replace(whole, content)));
}

/// The number of a line that is a move without a color: `1. Q16`.
fn number_of_move(source: &Source<'_>, line: &Line, word: &str) -> Option<u32> {
    let number = misspelt_number(word)?;
    let is_place = |field: &Field| field.place().is_some();
    let is_color = |field: &Field| Color::from_letter(source.str(field.span)).is_some();
    match source.fields(line) {
        [place, ..] if is_place(place) => Some(number),
        [color, place] if is_color(color) && is_place(place) => Some(number),
        _ => None,
    }
}

/// A move that begins with its number.
fn missing_keyword(source: &Source<'_>, line: &Line, number: u32, diagnostic: &mut Diagnostic) {
    let fields = source.fields(line);
    let Some(place) = fields.iter().find(|field| field.place().is_some()) else { return };
    let text = source.str(line.word.to(place.span));
    // What comes after the move, if anything, is not a part of it.
    let place_text = match place.kind {
        FieldKind::Bad(Fault::LocationLike(Some(point))) => like(source.str(place.span), &point.to_string()),
        _ => source.str(place.span).to_owned(),
    };
    let colors = match fields {
        [color, other] if color.place().is_none() && other.place().is_some() => {
            diagnostic.message = format!("`{text}` begins with its number; the color comes first");
            vec![source.str(color.span)]
        }
        // Black nearly always begins, and the players take turns.
        _ => {
            diagnostic.message = format!("`{text}` has no color; begin the line with B or W");
            if number % 2 == 1 { vec!["B", "W"] } else { vec!["W", "B"] }
        }
    };
    for (index, color) in colors.into_iter().enumerate() {
        let content = format!("{color} {number} {place_text}");
        let title = format!("write the move with its color: {content}");
        let kind = if index == 0 { FixKind::Suggested } else { FixKind::Manual };
        diagnostic.fixes.push(Fix { title, kind, edits: vec![Edit::replace(line.word.to(place.span), content)] });
    }
}

fn missing(source: &Source<'_>, line: &Line, keyword: Keyword, sink: &mut Sink<'_>) {
    let fields = source.fields(line);
    let message = match (keyword, fields) {
        (Keyword::Boardsize, []) => "BOARDSIZE needs a number from 2 to 19".to_owned(),
        (Keyword::B | Keyword::W, []) => format!("{keyword} needs a move number and a location or PASS"),
        (Keyword::B | Keyword::W, [field]) => match field.kind {
            FieldKind::Number(_) => format!("{keyword} needs a location or PASS after the move number"),
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
            diagnostic.message = format!("invalid move number `{text}`: expected an integer from 1 to {}", u32::MAX);
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
        Fault::NumberLike(number) => sink.report(Code::InvalidMoveNumber, span, |diagnostic| {
            diagnostic.message = format!("invalid move number `{text}`, read as {number}");
            let edit = Edit::replace(span, number.to_string());
            diagnostic.fixes.push(fix(format!("change to {number}"), edit));
        }),
        Fault::Joined(_) => joined(source, &source.lines[index], field, sink),
        Fault::Location => sink.report(Code::InvalidLocation, span, |diagnostic| {
            invalid_location(span, text, size, diagnostic);
        }),
        Fault::LocationLike(meant) => sink.report(Code::InvalidLocation, span, |diagnostic| {
            misspelt_location(span, text, meant, size, diagnostic);
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
            diagnostic.message = format!("invalid board size `{text}`: expected an integer from 2 to 19");
        }),
        Fault::Region => sink.report(Code::InvalidRegion, span, |diagnostic| {
            diagnostic.message =
                format!("invalid region `{text}`: write a size from 2x2 to 19x19, or two locations such as A1 J9");
        }),
        Fault::Mark(fault) => sink.report(Code::InvalidMark, span, |diagnostic| {
            invalid_mark(keyword, span, text, fault, diagnostic);
        }),
        Fault::Unexpected => sink.report(Code::UnexpectedData, span, |diagnostic| {
            unexpected(source, index, keyword, span, diagnostic);
        }),
    }
}

/// Whether a field has the place of a location, and the word of a player who resigns instead of making the move.
fn is_resignation(source: &Source<'_>, keyword: Keyword, field: Field) -> bool {
    let word = source.str(field.span).trim_end_matches(['.', '!']);
    matches!(keyword, Keyword::B | Keyword::W)
        && ["resign", "resigns", "resigned", "resignation"]
            .iter()
            .any(|resignation| word.eq_ignore_ascii_case(resignation))
}

/// Reports a resignation that is written as a move.
fn resignation(
    (source, event): (&Source<'_>, &Event),
    index: usize,
    keyword: Keyword,
    span: Span,
    sink: &mut Sink<'_>,
) {
    let line = &source.lines[index];
    let player = if keyword == Keyword::B { "Black" } else { "White" };
    let number = match source.fields(line) {
        [Field { kind: FieldKind::Number(number), .. }, word] if word.span == span => Some(*number),
        _ => None,
    };
    let result = match number {
        Some(number) => format!("RESULT {player} resigns at move {number}"),
        None => format!("RESULT {player} resigns"),
    };
    sink.report(Code::InvalidLocation, span, |diagnostic| {
        let word = source.str(span);
        diagnostic.message =
            format!("invalid location `{word}`: a resignation is not a move; write `{result}` before the moves");
        let has_result = event.headers.iter().any(|header| header.keyword == Keyword::Result);
        let is_end_of_game = event.tree() < Some(index as u32)
            && event.moves.iter().all(|one| one.line <= index as u32)
            && event.variation_at(index as u32).is_none();
        if number.is_some() && !has_result && is_end_of_game {
            let header = insert(source, line_after_headers(event), &[result]);
            diagnostic.fixes.push(Fix {
                title: "write it as RESULT".into(),
                kind: FixKind::Suggested,
                edits: vec![header, delete(source, index..index + 1)],
            });
        }
    });
}

/// Reports a move whose number and location are joined; `location` is the second part of the word.
fn joined(source: &Source<'_>, line: &Line, location: Field, sink: &mut Sink<'_>) {
    let number = source.fields(line).iter().find(|field| field.span.end == location.span.start);
    let span = number.map_or(location.span, |number| number.span.to(location.span));
    sink.report(Code::InvalidMoveNumber, span, |diagnostic| {
        let what = if location.place() == Some(None) { "PASS" } else { "the location" };
        diagnostic.message = format!("the move number and {what} are joined in `{}`", source.str(span));
        let edit = Edit::insert(location.span.start as usize, " ");
        diagnostic.fixes.push(fix("put a space between them", edit));
    });
}

/// Reports a slip that can mean only one location; `meant` is `None` for a pass.
fn misspelt_location(span: Span, text: &str, meant: Option<Point>, size: BoardSize, diagnostic: &mut Diagnostic) {
    let start = text.rfind('@').filter(|&at| at > 0).map_or(0, |at| at + 1);
    let word = &text[start..];
    let name = like(word, &meant.map_or("PASS".into(), |point| point.to_string()));
    let is_split = word.contains([' ', '\t']);
    let is_swapped = word.starts_with(|first: char| matches!(first, '1'..='9'));
    diagnostic.message = if is_split {
        format!("invalid location `{word}`, read as {name}: the column and the row are separated")
    } else if is_swapped {
        format!(
            "invalid location `{word}`, read as {name}: the letter of the column comes before the number of the row"
        )
    } else {
        format!("invalid location `{word}`, read as {name}")
    };
    if meant.is_none_or(|point| size.contains(point)) {
        // An annotation after the location stays: it is not part of the location.
        let note = word.trim_end_matches(['.', ',', ':', ';']);
        let note = &note[note.trim_end_matches(['!', '?', '+']).len()..];
        let separator = if note.is_empty() { "" } else { " " };
        let edit = Edit::replace(
            Span::new(span.start as usize + start, span.end as usize),
            format!("{name}{separator}{note}"),
        );
        diagnostic.fixes.push(fix(format!("change to {name}"), edit));
    }
}

/// Reports a list of locations with commas instead of spaces. Returns whether the text is such a list.
fn joined_locations(span: Span, text: &str, diagnostic: &mut Diagnostic) -> bool {
    let parts: Vec<&str> = text.split([',', ';']).filter(|part| !part.is_empty()).collect();
    let is_list = parts.len() > 1 && parts.iter().all(|part| location(part).is_some());
    if is_list {
        let list = parts.join(" ");
        diagnostic.message = format!("the locations in `{text}` are joined; put spaces between them");
        diagnostic.fixes.push(fix(format!("change to {list}"), Edit::replace(span, list)));
    }
    is_list
}

/// A name in the case in which a word is written.
fn like(word: &str, name: &str) -> String {
    let is_lower = word.bytes().find(u8::is_ascii_alphabetic).is_some_and(|first| first.is_ascii_lowercase());
    if is_lower { name.to_ascii_lowercase() } else { name.to_owned() }
}

/// Reports a location that is not valid. `size` is the size of the board: no point outside of it is offered.
fn invalid_location(span: Span, text: &str, size: BoardSize, diagnostic: &mut Diagnostic) {
    if joined_locations(span, text, diagnostic) {
        return;
    }
    // In `a@I5` only what comes after the label is the location.
    let start = text.rfind('@').map_or(0, |at| at + 1);
    let word = &text[start..];
    let place = Span::new(span.start as usize + start, span.end as usize);
    let (letters, digits): (String, String) = word.chars().partition(char::is_ascii_alphabetic);
    let mut offer = |location: String| {
        if self::location(&location).is_some_and(|point| size.contains(point)) {
            diagnostic.fixes.push(fix(format!("change to {location}"), Edit::replace(place, location)));
        }
    };
    let ways = coordinates(word, size);
    let message = if let [.., last] = &ways[..] {
        let names: Vec<String> = ways.iter().map(|way| way.point.to_string()).collect();
        for Way { point, reading } in &ways {
            let edit = Edit::replace(place, point.to_string());
            // Where there are several readings, only a person can choose one.
            let kind = if ways.len() == 1 { FixKind::Suggested } else { FixKind::Manual };
            diagnostic.fixes.push(Fix { title: format!("change to {point}: {reading}"), kind, edits: vec![edit] });
        }
        match &names[..] {
            [_] => format!("invalid location `{word}`: {}, it is {}", last.reading, last.point),
            [others @ .., _] => format!(
                "invalid location `{word}`: it can mean {} or {}, depending on where the lines are counted from",
                others.join(", "),
                last.point
            ),
            [] => String::new(),
        }
    } else if letters.eq_ignore_ascii_case("I") && !digits.is_empty() {
        let [j, h] = if letters == "i" { ["j", "h"] } else { ["J", "H"] };
        offer(format!("{j}{digits}"));
        offer(format!("{h}{digits}"));
        format!("invalid location `{word}`: there is no column I; J comes after H")
    } else if letters.len() == 1 && ishi_board::Point::column_of(letters.as_bytes()[0]).is_none() {
        format!("invalid location `{word}`: columns go from A to T, without I")
    } else if letters.len() == 1 && !digits.is_empty() {
        format!("invalid location `{word}`: rows go from 1 to 19")
    } else {
        format!(
            "invalid location `{word}`: expected a column from A to T without I and a row from 1 to 19, such as Q16"
        )
    };
    diagnostic.message = message;
}

fn invalid_mark(keyword: Keyword, span: Span, text: &str, fault: MarkFault, diagnostic: &mut Diagnostic) {
    if fault == MarkFault::Syntax && joined_locations(span, text, diagnostic) {
        return;
    }
    let takes = match keyword {
        Keyword::Mark => "ALL, a location, #n or #n-n, the last three also after a label and @",
        Keyword::Unmark => "ALL, locations, #n and #n-n",
        Keyword::Hide => "locations, #n and #n-n",
        _ => "locations and #n",
    };
    diagnostic.message = match fault {
        MarkFault::Syntax => match open_range(text) {
            Some((first, next)) => format!("incomplete range `{text}`; expected e.g. `#{first}-{next}`"),
            None => format!("invalid field `{text}`; {keyword} takes {takes}"),
        },
        MarkFault::NoLabel => format!("`{text}` has no ASCII character before the @; write one or two there"),
        MarkFault::LongLabel => format!("the label of `{text}` is too long; one or two characters stand before the @"),
        MarkFault::Descending => format!("descending range `{text}`; write the lower number first"),
        MarkFault::NotHere => format!("{keyword} does not take `{text}`; it takes {takes}"),
    };
    if fault == MarkFault::Syntax
        && let Some(number) = text.strip_prefix('#').and_then(|number| misspelt_number(number.trim_start()))
    {
        diagnostic.message = format!("invalid reference `{text}`, read as #{number}");
        diagnostic.fixes.push(fix(format!("change to #{number}"), Edit::replace(span, format!("#{number}"))));
    }
    if fault == MarkFault::Descending
        && let Some((before, numbers)) = text.rsplit_once('#')
        && let Some((from, to)) = numbers.split_once('-')
    {
        let swapped = format!("{before}#{to}-{from}");
        diagnostic.fixes.push(fix(format!("swap the ends: {swapped}"), Edit::replace(span, swapped)));
    }
}

/// Returns the first number of a range without its second number, such as `#1-`, and a later number as an example.
fn open_range(text: &str) -> Option<(u32, u32)> {
    let (_, range) = text.rsplit_once('#')?;
    let first: u32 = range.strip_suffix('-')?.parse().ok()?;
    Some((first, first.checked_add(4)?))
}

fn unexpected(source: &Source<'_>, index: usize, keyword: Keyword, span: Span, diagnostic: &mut Diagnostic) {
    let text = ishi_text::quoted(source.str(span));
    if keyword == Keyword::Var {
        diagnostic.message =
            format!("{text} is too long for the marker of a variation, which is one or two characters");
    } else {
        diagnostic.message = format!("unexpected {text} after {keyword}; put it on a line of its own");
    }
    diagnostic.fixes.extend(on_own_lines(source, index, span));
    diagnostic.fixes.push(as_remark(source, index, keyword, span));
    diagnostic.fixes.push(Fix::removal(text, vec![without(source, index, span)]));
}

fn ignored(source: &Source<'_>, index: usize, keyword: Keyword, span: Span, sink: &mut Sink<'_>) {
    let text = source.str(span);
    if !text.bytes().any(|byte| byte.is_ascii_graphic()) {
        // Only characters that readers ignore anyway, and these have their own diagnostic.
        return;
    }
    sink.report(Code::IgnoredData, span, |diagnostic| {
        let own_lines = on_own_lines(source, index, span);
        diagnostic.message = match own_lines {
            Some(_) => format!("readers drop data after {keyword}; put it on a line of its own"),
            None => format!("readers drop text after {keyword}; turn it into a REMARK to keep it"),
        };
        diagnostic.fixes.extend(own_lines);
        diagnostic.fixes.push(as_remark(source, index, keyword, span));
    });
}

/// The removal of the words at `span`, the last ones of their line, with the white space before them.
fn without(source: &Source<'_>, index: usize, span: Span) -> Edit {
    let line = &source.lines[index];
    let before = source.fields(line).iter().rev().find(|field| field.span.end <= span.start);
    Edit::delete(Span { start: before.map_or(line.word.end, |field| field.span.end), end: span.end })
}

/// The fix that turns the last words of a line into a REMARK.
fn as_remark(source: &Source<'_>, index: usize, keyword: Keyword, span: Span) -> Fix {
    let word = source.lines[index].word;
    let remark = format!("{}{} {}", indent(source, index), in_case_of(source, word, Keyword::Remark), source.str(span));
    // A remark belongs to the next move or diagram, so it goes above the line that it is about; a remark
    // on the end of a block is about what follows.
    let goes_below = matches!(keyword, Keyword::Endcom | Keyword::Enduser | Keyword::Endvar);
    let removal = without(source, index, span);
    let edits = if goes_below {
        vec![removal, insert(source, index + 1, &[remark])]
    } else {
        vec![insert(source, index, &[remark]), removal]
    };
    Fix::suggested("turn it into a REMARK", edits)
}

/// The fix that puts the last words of a line on lines of their own, if they are data.
fn on_own_lines(source: &Source<'_>, index: usize, span: Span) -> Option<Fix> {
    let lines = own_lines(source, index, source.str(span))?;
    let before = format!("{}{}", source.line_end(), indent(source, index));
    let replacement: String = lines.iter().flat_map(|line| [&*before, line]).collect();
    let title = match &lines[..] {
        [line] => format!("put it on a line of its own: {line}"),
        _ => "put the moves on lines of their own".into(),
    };
    Some(Fix::suggested(title, vec![Edit::replace(without(source, index, span).span, replacement)]))
}

/// The lines for the words after a complete line: a line for each move, or one line of other data.
fn own_lines(source: &Source<'_>, index: usize, text: &str) -> Option<Vec<String>> {
    let line = &source.lines[index];
    let number = source.fields(line).iter().find_map(|field| match field.kind {
        FieldKind::Number(number) => Some(number),
        _ => None,
    });
    let mut last = line.keyword().zip(number);
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_place = |word: &str| location(word).is_some() || word.eq_ignore_ascii_case("PASS");
    let mut rest = &words[..];
    let mut lines: Vec<String> = Vec::new();
    loop {
        match (rest, last) {
            ([color, number, place, tail @ ..], _)
                if let (Some(color @ (Keyword::B | Keyword::W)), Ok(number)) = (Keyword::of(color), number.parse())
                    && is_place(place) =>
            {
                lines.push(rest[..3].join(" "));
                (last, rest) = (Some((color, number)), tail);
            }
            ([place, tail @ ..], Some((color @ (Keyword::B | Keyword::W), number))) if location(place).is_some() => {
                let other = if color == Keyword::B { Keyword::W } else { Keyword::B };
                let Some(next) = number.checked_add(1) else { break };
                lines.push(format!("{other} {next} {place}"));
                (last, rest) = (Some((other, next)), tail);
            }
            _ => break,
        }
    }
    match lines.last_mut() {
        Some(last) => rest.iter().for_each(|word| *last = format!("{last} {word}")),
        None if is_data(text) => lines.push(text.to_owned()),
        None => return None,
    }
    Some(lines)
}

/// Returns whether a text is a line of data of a move or of a variation, and nothing else.
fn is_data(text: &str) -> bool {
    let source = Source::of_event(text, true);
    let [line] = &source.lines[..] else { return false };
    let fields = source.fields(line);
    let is_read = fields.iter().all(|field| !matches!(field.kind, FieldKind::Bad(_) | FieldKind::Ignored));
    match line.kind {
        LineKind::Data(Keyword::Endvar) => is_read,
        LineKind::Data(
            Keyword::Mark | Keyword::Unmark | Keyword::Prisoner | Keyword::Hide | Keyword::Setup | Keyword::Diagram,
        ) => is_read && !fields.is_empty(),
        _ => false,
    }
}

fn header(source: &Source<'_>, line: &Line, keyword: Keyword, sink: &mut Sink<'_>) {
    let [field] = source.fields(line) else { return };
    let text = source.str(field.span);
    let (readable, wanted) = match keyword {
        Keyword::Komi => (komi(text).is_some(), "a number such as 5, 4.5 or 3 1/2"),
        Keyword::Handicap => (handicap(text).is_some(), "a number of stones such as 4"),
        Keyword::Rules => (Ruleset::parse(text).is_some(), "a name such as Japanese, Chinese or AGA"),
        Keyword::Date => (!is_impossible_date(text), "days that exist, as in 1846-09-11"),
        Keyword::Result => (has_result(text), "a winner, as in `Black by 3` or `W+R`"),
        _ => return,
    };
    if !readable {
        sink.report(Code::UnreadableHeader, field.span, |diagnostic| {
            diagnostic.message = format!("programs will not understand this {keyword}; they expect {wanted}");
        });
    }
}

/// Whether a date has a day or a month that does not exist: it would be a date with another number there.
fn is_impossible_date(text: &str) -> bool {
    let numbers = text.match_indices(|one: char| one.is_ascii_digit()).map(|(at, _)| at);
    let starts = numbers.filter(|&at| !text[..at].ends_with(|before: char| before.is_ascii_digit()));
    let mut others = starts.filter_map(|at| {
        let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        (length == 2).then(|| format!("{}01{}", &text[..at], &text[at + length..]))
    });
    let exists = |text: &str| is_sgf_date(text) || iso_date(text).is_some_and(|date| is_sgf_date(&date));
    !exists(text) && others.any(|other| exists(&other))
}

/// Whether a RESULT is understood. A RESULT that contradicts itself counts as understood, and has its own diagnostic.
fn has_result(text: &str) -> bool {
    GameResult::parse(text).is_some() || !GameResult::winners(text).is_empty()
}

/// Reports locations outside the board. `region` belongs to the diagram of the line: a diagram can show more than the
/// board of its event.
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
