//! Symmetries of a record: the colors swapped, or the board rotated or mirrored.
//!
//! ```text
//! BLACK Ada                WHITE Ada                BLACK Ada
//! SETUP B d4               SETUP W d4               SETUP B d16
//! W 1 Q16                  B 1 Q16                  W 1 Q4
//! MARK a@Q16               MARK a@Q16               MARK a@Q4
//! RESULT W+3               RESULT B+3               RESULT W+3
//!
//! the original             swap_colors              transform, RotateRight
//! ```

use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_board::{Point, Symmetry};
use ishi_record::record::with_players_swapped;
use ishi_record::syntax::{FieldKind, Keyword, LineKind, Mark, Target};
use ishi_text::{Edit, Span};

/// Exchanges Black and White in moves, setup, the BLACK and WHITE headers and the RESULT. KOMI and HANDICAP do not
/// change, because they belong to the game and not to a player. Comments and remarks do not change either.
///
/// # Errors
/// A record that has to be fixed first.
pub fn swap_colors(original: &Original<'_>) -> Result<Vec<Edit>, Error> {
    let mut edits = Vec::new();
    for part in original.all_sound()? {
        for line in &part.source.lines {
            let LineKind::Data(keyword) = line.kind else { continue };
            let fields = part.source.fields(line);
            let spans: Vec<Span> = match keyword {
                Keyword::B | Keyword::W | Keyword::Black | Keyword::White => vec![line.word],
                Keyword::Setup => {
                    let colors = fields.iter().filter(|field| matches!(field.kind, FieldKind::Color(_)));
                    colors.map(|field| field.span).collect()
                }
                Keyword::Result => fields.iter().map(|field| field.span).collect(),
                _ => continue,
            };
            for span in spans {
                let text = part.source.str(span);
                let swapped = with_players_swapped(text);
                if swapped != text {
                    edits.push(Edit::replace(span, swapped).shifted(part.byte as usize));
                }
            }
        }
    }
    Ok(edits)
}

/// Rotates or mirrors the board with moves, setup, marks, prisoners, hidden stones and the regions of diagrams. The
/// region `9x9` of a larger board is its lower left corner, so it becomes two corners. Locations in comments and
/// remarks do not change.
///
/// # Errors
/// A point off the board, or one that can't be read, and a record that has to be fixed first.
pub fn transform(original: &Original<'_>, symmetry: Symmetry) -> Result<Vec<Edit>, Error> {
    let mut edits = Vec::new();
    for part in original.all_sound()? {
        for line in 0..part.source.lines.len() as u32 {
            transform_line(original, part, line, symmetry, &mut edits)?;
        }
    }
    Ok(edits)
}

fn transform_line(
    original: &Original<'_>,
    part: &OriginalEvent<'_>,
    index: u32,
    symmetry: Symmetry,
    edits: &mut Vec<Edit>,
) -> Result<(), Error> {
    let size = part.event.board_size;
    let line = &part.source.lines[index as usize];
    let LineKind::Data(keyword) = line.kind else { return Ok(()) };
    let place = || format!("line {}", original.line_number(part.line + index));
    for field in part.source.fields(line) {
        let word = part.source.str(field.span);
        let turned = |point: Point| match symmetry.of(point, size) {
            Some(turned) => Ok(turned),
            None => refuse(format!("{point} in {} lies off the board, which is {size}: fix that first", place())),
        };
        let text = match field.kind {
            FieldKind::Location(point) => like(word, turned(point)?),
            FieldKind::Mark(Mark { target: Target::Point(point), .. }) => {
                let (sign, target) = word.split_at(word.rfind('@').map_or(0, |at| at + 1));
                format!("{sign}{}", like(target, turned(point)?))
            }
            FieldKind::Size(square) if keyword == Keyword::Diagram && square < size => {
                let lower_left = square.points().next().unwrap_or(square.corner());
                format!("{} {}", turned(lower_left)?, turned(square.corner())?)
            }
            FieldKind::Bad(_) if keyword != Keyword::Var => {
                return refuse(format!("`{word}` in {} can't be read: fix that first", place()));
            }
            _ => continue,
        };
        if text != word {
            edits.push(Edit::replace(field.span.shifted(part.byte as usize), text));
        }
    }
    Ok(())
}

/// A point in the case in which another one is written.
fn like(written: &str, point: Point) -> String {
    let text = point.to_string();
    if written.starts_with(|first: char| first.is_ascii_lowercase()) { text.to_ascii_lowercase() } else { text }
}
