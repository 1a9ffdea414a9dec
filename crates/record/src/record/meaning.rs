//! The content of a record without its layout, for comparing two records. It shares no code with the formatter.

use std::fmt::Write;

use super::{Move, MoveTarget, read};
use crate::syntax::{BLANKS, FieldKind, Keyword, LineKind, Source};

/// Returns the content of a text, line by line, without the parts that the Standard calls not significant: white space,
/// and case outside comments and board marks (section 1). Two texts have the same meaning if this result is equal.
///
/// The formatter is tested with this function, which therefore shares no code with it. A list on several lines has the
/// same meaning as on one line. Unreadable words are returned as they are.
pub fn meaning(source: &Source<'_>) -> String {
    let mut out = String::new();
    let reading = read(source);
    let is_written = |played: &&Move| source.lines[played.line as usize].kind != LineKind::Bare;
    let mut moves = reading.event.moves.iter().filter(is_written);
    let mut list = None;
    for line in &source.lines {
        let keyword = line.keyword();
        // A list continues in the next line with the same keyword.
        let goes_on = list.is_some() && list == keyword;
        list = None;
        match (line.kind, keyword) {
            (LineKind::Blank, _) => {
                out += source.str(line.span).trim_matches(BLANKS);
            }
            (LineKind::Text(_) | LineKind::Foreign, _) => {
                let _ = writeln!(out, "| {}", source.str(line.span));
            }
            (LineKind::Bare | LineKind::Unknown | LineKind::Misspelt(_), _) => {
                let _ = writeln!(out, "? {}", source.str(line.span).trim_matches(BLANKS));
            }
            (LineKind::Data(keyword), _) => {
                let fields = source.fields(line);
                let is_list = matches!(
                    keyword,
                    Keyword::Setup | Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner
                );
                if !goes_on {
                    let _ = writeln!(out, "{keyword}");
                }
                list = is_list.then_some(keyword);
                let mut color = None;
                for field in fields {
                    let text = source.str(field.span);
                    let _ = match field.kind {
                        FieldKind::Number(number) => writeln!(out, "  number {number}"),
                        FieldKind::Location(point) => writeln!(out, "  {color:?} {point}"),
                        FieldKind::Pass => writeln!(out, "  pass"),
                        FieldKind::Color(next) => {
                            color = Some(next);
                            Ok(())
                        }
                        FieldKind::Size(size) => writeln!(out, "  size {size}"),
                        FieldKind::Mark(mark) => writeln!(out, "  {mark:?}"),
                        FieldKind::Marker => writeln!(out, "  marker {text}"),
                        // Readers ignore other blanks around a text, which are not the white space of the Standard.
                        FieldKind::Text => {
                            let rest = source.str(line.after_word());
                            let end = (field.span.end - line.word.end) as usize;
                            let rest = &rest[..rest.trim_end_matches(BLANKS).len().max(end)];
                            writeln!(out, "  text {}", rest.trim_start_matches(BLANKS))
                        }
                        FieldKind::Ignored | FieldKind::Skipped | FieldKind::Bad(_) => {
                            writeln!(out, "  text {text}")
                        }
                    };
                }
            }
        }
        if matches!(keyword, Some(Keyword::B | Keyword::W))
            && let Some(played) = moves.next()
        {
            let place = match played.place {
                MoveTarget::Point(point) => point.to_string(),
                MoveTarget::Pass => "pass".to_owned(),
                MoveTarget::Unknown => "?".to_owned(),
            };
            let _ = writeln!(out, "  = {} {:?} {place} in {}", played.color, played.number, played.sequence.0);
        }
    }
    out
}
