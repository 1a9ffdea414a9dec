//! The labels of a move or diagram in another series.
//!
//! ```text
//! B 1 Q16                    B 1 Q16
//! MARK a@D4 b@C3 b@E5 #1     MARK 1@D4 2@C3 2@E5 #1
//!
//! the original               convert_labels, Digits
//! ```

use std::collections::BTreeMap;

use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_record::record::{DatumKind, Owner};
use ishi_record::syntax::{Field, FieldKind, Mark, Sign};
use ishi_text::Edit;

/// A series of labels, or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// a, b, c, …
    LowerCase,
    /// A, B, C, …
    UpperCase,
    /// 1, 2, 3, … up to 99
    Digits,
    /// `\t`
    Triangles,
    /// `\s`
    Squares,
}

/// A label that can be converted: its series and its place there, from 0.
type Label = (Labels, u32);

/// Converts the labels of the item at the line: a move, a diagram, the event, or the beginning of a variation. In each
/// series the labels from the beginning up to the first gap are converted; letters may leave out I, as columns do. If
/// there are no such labels, triangles and squares are converted. References to labels in comments do not change.
///
/// # Errors
/// Nothing to convert; different labels that would become the same; a series that does not go on so far; a record
/// that has to be fixed first.
pub fn convert_labels(original: &Original<'_>, line: u32, labels: Labels) -> Result<Vec<Edit>, Error> {
    original.all_sound()?;
    let Some(part) = original.part_at(line) else { return refuse("there is no such line") };
    let owner = part.event.owner_at(line - part.line);
    let fields = marks_of(part, owner);
    let signs: Vec<Sign> = fields.iter().map(|&(_, sign)| sign).collect();
    let convertible = convertible(&signs);
    let mut named: Vec<(Sign, Sign)> = Vec::new();
    for &(sign, (series, place)) in &convertible {
        let new = labels.at(if matches!(series, Labels::Triangles | Labels::Squares) {
            // Signs have no order: they get labels as they come.
            convertible.iter().position(|&(other, _)| other == sign).map_or(place, |place| place as u32)
        } else {
            place
        });
        let Some(new) = new else {
            return refuse(format!("there are more labels than {} has", labels.name()));
        };
        named.push((sign, new));
    }
    let converted = |sign: Sign| named.iter().find(|(old, _)| *old == sign).map_or(sign, |&(_, new)| new);
    // A label that is not converted is in the way of another as well.
    let mut taken: BTreeMap<String, Sign> = BTreeMap::new();
    for &sign in &signs {
        let new = written(converted(sign));
        if let Some(other) = taken.insert(new.clone(), sign).filter(|&other| other != sign) {
            return refuse(format!(
                "{} and {} would both become {new}: name them differently first",
                written(other),
                written(sign)
            ));
        }
    }
    let changes = fields.iter().filter(|&&(_, sign)| converted(sign) != sign);
    let edits: Vec<Edit> = changes
        .map(|(field, sign)| {
            let word = part.source.str(field.span);
            let target = &word[word.rfind('@').map_or(0, |at| at + 1)..];
            Edit::replace(field.span, format!("{}@{target}", written(converted(*sign)))).shifted(part.byte as usize)
        })
        .collect();
    if edits.is_empty() {
        return refuse(format!("there is no label here that could become one of {}", labels.name()));
    }
    Ok(edits)
}

/// The signs and labels that the MARK lines of an owner set, in order.
fn marks_of(part: &OriginalEvent<'_>, owner: Owner) -> Vec<(Field, Sign)> {
    let lines = part.event.data_of(owner).filter(|datum| matches!(datum.kind, DatumKind::Mark(_)));
    let fields = lines.flat_map(|datum| part.source.fields(&part.source.lines[datum.line as usize]));
    let sign = |field: &Field| match field.kind {
        FieldKind::Mark(Mark { sign, .. }) if sign != Sign::Number => Some((*field, sign)),
        _ => None,
    };
    fields.filter_map(sign).collect()
}

/// The different labels that can be converted, in the order in which they come.
fn convertible(signs: &[Sign]) -> Vec<(Sign, Label)> {
    let mut different: Vec<(Sign, Label)> = Vec::new();
    for &sign in signs {
        if let Some(label) = label(sign)
            && different.iter().all(|&(other, _)| other != sign)
        {
            different.push((sign, label));
        }
    }
    let (mut signs, mut labels): (Vec<_>, Vec<_>) =
        different.into_iter().partition(|(_, (series, _))| matches!(series, Labels::Triangles | Labels::Squares));
    for series in [Labels::LowerCase, Labels::UpperCase, Labels::Digits] {
        let has = |place: u32, labels: &[(Sign, Label)]| labels.iter().any(|&(_, label)| label == (series, place));
        let mut end = 0;
        // I is the ninth letter.
        while has(end, &labels) || end == 8 && series != Labels::Digits && has(end + 1, &labels) {
            end += 1;
        }
        labels.retain(|&(_, (other, place))| other != series || place < end);
    }
    if labels.is_empty() { std::mem::take(&mut signs) } else { labels }
}

/// The series and the index of the label of a mark.
fn label(sign: Sign) -> Option<Label> {
    match sign {
        Sign::Triangle => Some((Labels::Triangles, 0)),
        Sign::Square => Some((Labels::Squares, 0)),
        Sign::Label([letter @ b'a'..=b'z', 0]) => Some((Labels::LowerCase, u32::from(letter - b'a'))),
        Sign::Label([letter @ b'A'..=b'Z', 0]) => Some((Labels::UpperCase, u32::from(letter - b'A'))),
        Sign::Label([digit @ b'1'..=b'9', 0]) => Some((Labels::Digits, u32::from(digit - b'1'))),
        Sign::Label([ten @ b'1'..=b'9', one @ b'0'..=b'9']) => {
            Some((Labels::Digits, u32::from(ten - b'0') * 10 + u32::from(one - b'0') - 1))
        }
        _ => None,
    }
}

/// A mark's sign or label as it is written.
pub(super) fn written(sign: Sign) -> String {
    match sign {
        Sign::Number => String::new(),
        Sign::Check => "\\c".into(),
        Sign::Diamond => "\\d".into(),
        Sign::Square => "\\s".into(),
        Sign::Triangle => "\\t".into(),
        Sign::Label([one, 0]) => char::from(one).to_string(),
        Sign::Label([one, two]) => [char::from(one), char::from(two)].iter().collect(),
    }
}

impl Labels {
    /// The label at a place of the series, from 0; a sign is the same at all places.
    fn at(self, place: u32) -> Option<Sign> {
        let letter = |first: u8| {
            let letter = u8::try_from(place).ok().filter(|&place| place < 26)? + first;
            Some(Sign::Label([letter, 0]))
        };
        match self {
            Self::LowerCase => letter(b'a'),
            Self::UpperCase => letter(b'A'),
            Self::Digits => {
                let number = u8::try_from(place + 1).ok().filter(|&number| number < 100)?;
                let one = b'0' + number % 10;
                Some(Sign::Label(if number < 10 { [one, 0] } else { [b'0' + number / 10, one] }))
            }
            Self::Triangles => Some(Sign::Triangle),
            Self::Squares => Some(Sign::Square),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::LowerCase => "a, b, c, …",
            Self::UpperCase => "A, B, C, …",
            Self::Digits => "1, 2, 3, …",
            Self::Triangles => "\\t",
            Self::Squares => "\\s",
        }
    }
}
