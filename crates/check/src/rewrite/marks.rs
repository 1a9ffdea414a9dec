//! Sets or removes the mark of a point, as on a board.
//!
//! ```text
//! B 1 Q16          B 1 Q16                B 1 Q16
//! MARK a@C3        MARK a@C3 \t@Q16       MARK a@C3 b@D4
//!
//! the original     a triangle on Q16      the next letter on D4
//! ```

use super::labels::written;
use super::lines;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::revision::Revision;
use super::spelling::Spelling;
use ishi_board::Point;
use ishi_record::record::{Datum, DatumKind, Owner};
use ishi_record::replay::{Shown, View};
use ishi_record::syntax::{Field, FieldKind, Mark, Sign, Target};
use ishi_text::{Edit, Span, apply};

/// The mark that a point is to get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointMark {
    /// This sign or label.
    Sign(Sign),
    /// The first letter that no other point has.
    NextLetter,
    /// The first number that no other point has.
    NextNumber,
    /// No mark: an existing mark is removed.
    Nothing,
}

/// Marks a point of the item at `line`. If the point already has this mark, it is removed; another mark is replaced.
///
/// # Errors
/// A point that is off the board or not in the diagram; nothing to take away; no letter or number that is free; a mark
/// that can't be changed on this point alone; a record that has to be fixed first.
pub fn mark_point(original: &Original<'_>, line: u32, point: Point, mark: PointMark) -> Result<Revision, Error> {
    let part = original.whole_blocks()?;
    let owner = part.event.owner_at(line);
    part.ensure_shown(owner, point)?;
    let before = Marked::of(part, owner);
    let wanted = before.wanted(point, mark)?;
    let expected = before.with(point, wanted);
    for edits in [direct_edits(part, owner, point, wanted), appended(part, owner, point, wanted)] {
        let text = apply(original.text, &edits);
        let new = Original::read(&text, original.last);
        let owner = new.first().event.owner_at(part.event.line_of(owner));
        if new.parts.len() == 1 && Marked::of(new.first(), owner) == expected {
            return Ok(Revision { edits, line: part.event.line_of(owner) });
        }
    }
    match wanted {
        Some(sign) if matches!(sign, Sign::Label(_)) => {
            refuse(format!("`{}` is not a valid label: use one or two characters without blanks", written(sign)))
        }
        _ => refuse(format!("the marks here name {point} together with others: change the MARK line")),
    }
}

/// The marks of an item.
#[derive(Debug, PartialEq, Eq)]
struct Marked(Vec<(Point, Shown)>);

impl Marked {
    fn of(part: &OriginalEvent<'_>, owner: Owner) -> Self {
        Self(View::of(&part.event, owner).marks)
    }

    fn at(&self, point: Point) -> Option<Shown> {
        self.0.iter().find(|(other, _)| *other == point).map(|&(_, shown)| shown)
    }

    /// Returns a copy of the marks with the mark at `point` replaced.
    fn with(&self, point: Point, sign: Option<Sign>) -> Self {
        let mut marks: Vec<(Point, Shown)> = self.0.iter().copied().filter(|(other, _)| *other != point).collect();
        marks.extend(sign.map(|sign| (point, Shown::Sign(sign))));
        marks.sort_by_cached_key(|&(point, _)| point.index());
        Self(marks)
    }

    /// The sign that the point gets; `None` if its mark is removed.
    fn wanted(&self, point: Point, mark: PointMark) -> Result<Option<Sign>, Error> {
        let labels = || {
            self.0.iter().filter_map(|&(_, shown)| match shown {
                Shown::Sign(Sign::Label(label)) => Some(label),
                _ => None,
            })
        };
        let is_letter = |label: [u8; 2]| label[0].is_ascii_alphabetic() && label[1] == 0;
        let is_number = |label: [u8; 2]| label[0].is_ascii_digit() && (label[1] == 0 || label[1].is_ascii_digit());
        let label = match self.at(point) {
            Some(Shown::Sign(Sign::Label(label))) => Some(label),
            _ => None,
        };
        let next = |series: Vec<Sign>, what: &str| {
            let free = series.into_iter().find(|&sign| labels().all(|label| Sign::Label(label) != sign));
            free.map(Some).ok_or_else(|| Error(format!("all {what} are taken here")))
        };
        match mark {
            PointMark::Nothing if self.at(point).is_none() => refuse(format!("there is no mark on {point}")),
            PointMark::Nothing => Ok(None),
            PointMark::Sign(sign) => Ok(Some(sign).filter(|&sign| self.at(point) != Some(Shown::Sign(sign)))),
            PointMark::NextLetter if label.is_some_and(is_letter) => Ok(None),
            PointMark::NextNumber if label.is_some_and(is_number) => Ok(None),
            PointMark::NextLetter => {
                let is_upper = labels().any(|label| is_letter(label) && label[0].is_ascii_uppercase());
                let letters = if is_upper { b'A'..=b'Z' } else { b'a'..=b'z' };
                next(letters.map(|letter| Sign::Label([letter, 0])).collect(), "letters")
            }
            PointMark::NextNumber => {
                let digits = |number: u8| match number {
                    ..10 => [b'0' + number, 0],
                    _ => [b'0' + number / 10, b'0' + number % 10],
                };
                next((1..100).map(|number| Sign::Label(digits(number))).collect(), "numbers")
            }
        }
    }
}

fn mark_lines<'p>(part: &'p OriginalEvent<'_>, owner: Owner) -> impl Iterator<Item = &'p Datum> {
    part.event.data_of(owner).filter(|datum| matches!(datum.kind, DatumKind::Mark(_)))
}

/// Changes the fields that name only this point, or else the last MARK line.
fn direct_edits(part: &OriginalEvent<'_>, owner: Owner, point: Point, wanted: Option<Sign>) -> Vec<Edit> {
    let source = &part.source;
    let is_of_point = |field: &Field| match field.kind {
        FieldKind::Mark(Mark { target: Target::Point(target), .. }) => target == point,
        FieldKind::Mark(Mark { target: Target::Move(number), .. }) => {
            let named = part
                .event
                .moves
                .iter()
                .rev()
                .find(|played| played.number.is_some_and(|played_number| played_number.get() == number));
            named.is_some_and(|played| played.place.point() == Some(point))
        }
        _ => false,
    };
    let mut edits = Vec::new();
    let mut new = wanted.map(|sign| spelled(part, sign, point));
    let mut last = None;
    for datum in mark_lines(part, owner) {
        let line = &source.lines[datum.line as usize];
        let fields = source.fields(line);
        let fields_of_point: Vec<&Field> = fields.iter().filter(|field| is_of_point(field)).collect();
        if fields_of_point.len() == fields.len() && new.is_none() {
            edits.push(lines::delete(source, datum.line as usize..datum.line as usize + 1));
            continue;
        }
        let mut before = line.word.end;
        for field in fields {
            if is_of_point(field) {
                edits.push(match new.take() {
                    Some(text) => Edit::replace(field.span, text),
                    None => Edit::delete(Span { start: before, end: field.span.end }),
                });
            }
            before = field.span.end;
        }
        last = Some((datum.line, before));
    }
    let is_last = |line: u32| {
        !part.event.data_of(owner).any(|datum| datum.line > line && matches!(datum.kind, DatumKind::Unmark(_)))
    };
    match (new, last) {
        (Some(text), Some((line, end))) if is_last(line) => {
            edits.push(Edit::insert(end as usize, format!(" {text}")));
            edits
        }
        (Some(_), _) => [edits, appended(part, owner, point, wanted)].concat(),
        (None, _) => edits,
    }
}

/// A new line after the data of the item.
fn appended(part: &OriginalEvent<'_>, owner: Owner, point: Point, wanted: Option<Sign>) -> Vec<Edit> {
    let spelling = Spelling::of(&part.source, &part.event);
    let text = match wanted {
        Some(sign) => format!("{} {}", spelling.spell("MARK"), spelled(part, sign, point)),
        None => spelling.spell(format!("UNMARK {point}")),
    };
    let text = part.item_indent(owner) + &text;
    vec![lines::insert(&part.source, part.end_of_data(owner) as usize, &[text])]
}

/// A field of MARK. Labels have their case, and locations that of the record.
fn spelled(part: &OriginalEvent<'_>, sign: Sign, point: Point) -> String {
    let point = Spelling::of(&part.source, &part.event).spell(point.to_string());
    match sign {
        Sign::Number => point,
        sign => format!("{}@{point}", written(sign)),
    }
}
