//! Rules for the form of a value.

use super::meaning::{self, is_digits, is_real};
use crate::check::FixKind;
use ishi_record::record;
use ishi_sgf::{self as sgf, Charset, PropertyDefinition, ValueCount, ValueForm};

/// The size of a board. It may be larger than a record allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) columns: u8,
    pub(super) rows: u8,
}

impl Size {
    /// The size that a value of SZ names.
    pub(super) fn parse(value: &str) -> Option<Self> {
        let (columns, rows) = value.split_once(':').unwrap_or((value, value));
        let line = |text: &str| text.trim().parse().ok().filter(|lines| (1..=52).contains(lines));
        Some(Self { columns: line(columns)?, rows: line(rows)? })
    }

    pub(super) fn has(self, (column, row): (u8, u8)) -> bool {
        column < self.columns && row < self.rows
    }
}

/// A mistake in the value of a property.
pub(super) struct Wrong {
    pub(super) kind: WrongKind,
    pub(super) message: String,
    /// The intended value in the form of SGF, with all words of the written value, and the certainty of this.
    pub(super) meant: Option<(FixKind, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrongKind {
    /// The value does not have the form of its property.
    Form,
    /// The value is a point outside the board.
    OffBoard,
}

/// Returns the end of a value whose closing bracket is missing, so that it includes the following properties or values.
/// The part before this end is a valid value.
pub(super) fn lost_end(definition: &PropertyDefinition, raw: &str, size: Size) -> Option<usize> {
    let &PropertyDefinition { name, form, count, .. } = definition;
    if matches!(form, ValueForm::SimpleText | ValueForm::Text | ValueForm::Label | ValueForm::Figure) {
        return None;
    }
    let before = &raw[..raw.find('[')?];
    let letters = before.bytes().rev().take_while(u8::is_ascii_uppercase).count();
    // What is before the name can end with upper-case letters, too.
    (0..=letters.min(2)).rev().map(|length| before.len() - length).find_map(|start| {
        let is_name = match &before[start..] {
            "" => count != ValueCount::One,
            next => sgf::definition(next).is_some(),
        };
        let end =
            before[..start].trim_end_matches(|one: char| one.is_whitespace() || matches!(one, ';' | '(' | ')')).len();
        let is_right = || match form {
            ValueForm::Charset => Charset::named(before[..end].trim()).is_some(),
            _ => check(name, form, &before[..end], size).is_none(),
        };
        (is_name && end > 0 && is_right()).then_some(end)
    })
}

/// Returns the mistake in a value, if any.
pub(super) fn check(name: &str, form: ValueForm, raw: &str, size: Size) -> Option<Wrong> {
    let wrong = check_once(name, form, raw, size)?;
    // A bracket that stands there twice.
    let Some(rest) = raw.trim_start().strip_prefix('[').filter(|_| wrong.meant.is_none()) else { return Some(wrong) };
    let meant = match check_once(name, form, rest, size) {
        None => Some((FixKind::Suggested, sgf::unescape(rest).into_owned())),
        Some(wrong) => wrong.meant.map(|(_, meant)| (FixKind::Suggested, meant)),
    };
    Some(Wrong { meant: meant.filter(|_| !rest.trim().is_empty()), ..wrong })
}

fn check_once(name: &str, form: ValueForm, raw: &str, size: Size) -> Option<Wrong> {
    let value = sgf::unescape(raw);
    let trimmed = value.trim();
    let text = |message: String, meant: Option<String>| {
        Some(Wrong { kind: WrongKind::Form, message, meant: meant.map(|meant| (FixKind::Suggested, meant)) })
    };
    let wrong = match form {
        ValueForm::SimpleText | ValueForm::Text | ValueForm::Charset => return None,
        ValueForm::Empty | ValueForm::Figure if trimmed.is_empty() => None,
        ValueForm::Empty => text(format!("{name} has no value: write `{name}[]`"), None),
        ValueForm::Number(least, most) => match integer(trimmed) {
            Some(number) if (least..=most).contains(&number) => None,
            Some(number) if most < 1000 => {
                text(format!("{name} is a number from {least} to {most}, not {number}"), None)
            }
            _ => {
                let meant = meaning::stones(trimmed).filter(|_| name == "HA");
                text(format!("`{trimmed}` is not a whole number"), meant)
            }
        },
        ValueForm::Real if is_real(trimmed) => None,
        ValueForm::Real => {
            let meant = match name {
                "KM" => meaning::komi(trimmed),
                "TM" | "BL" | "WL" | "OP" | "OV" => meaning::seconds(trimmed),
                _ => meaning::real(trimmed),
            };
            text(format!("`{trimmed}` is not a number"), meant.filter(|meant| is_real(meant)))
        }
        ValueForm::Double if matches!(trimmed, "1" | "2") => None,
        ValueForm::Double => text(format!("{name} is `1`, or `2` for emphasis"), None),
        ValueForm::Color if matches!(trimmed, "B" | "W") => None,
        ValueForm::Color => {
            let meant = match &*trimmed.to_ascii_lowercase() {
                "b" | "black" | "1" => Some("B".into()),
                "w" | "white" | "2" => Some("W".into()),
                _ => None,
            };
            text(format!("`{trimmed}` is not a color: write `B` or `W`"), meant)
        }
        ValueForm::Move if trimmed.is_empty() || trimmed == "tt" && size.columns <= 19 && size.rows <= 19 => None,
        ValueForm::Move if is_foreign_pass(trimmed, size) => Some(Wrong {
            kind: WrongKind::OffBoard,
            message: format!("`{trimmed}` is off the board; some programs write a pass so, which is `{name}[]`"),
            meant: Some((FixKind::Suggested, String::new())),
        }),
        ValueForm::Move => point(trimmed, size),
        ValueForm::Points => match trimmed.split_once(':') {
            Some((one, other)) => two_points(one, other, size),
            None => point(trimmed, size),
        },
        ValueForm::Line => match trimmed.split_once(':') {
            Some((one, other)) => two_points(one, other, size),
            None => text(format!("{name} needs two points, such as `aa:cc`"), None),
        },
        ValueForm::Label => match value.split_once(':') {
            Some((label, at)) if is_swapped(label, at.trim(), size) => {
                let at = at.trim();
                text(format!("the point comes before the label: write `{at}:{label}`"), Some(format!("{at}:{label}")))
            }
            Some((at, label)) => point(at.trim(), size).map(|wrong| {
                let meant = wrong.meant.map(|(kind, point)| (kind, format!("{point}:{label}")));
                Wrong { meant, ..wrong }
            }),
            None => text(format!("{name} needs a point and a text, such as `aa:1`"), None),
        },
        ValueForm::Figure => match value.split_once(':') {
            Some((flags, _)) if integer(flags.trim()).is_some() => None,
            _ => text(format!("{name} is empty, or has flags and a title such as `257:Figure 1`"), None),
        },
        ValueForm::Program if value.contains(':') => None,
        ValueForm::Program => {
            text(format!("{name} needs a name and a version, such as `{}:1`", trimmed.replace(']', "")), None)
        }
        ValueForm::Size => match Size::parse(trimmed) {
            Some(Size { columns, rows }) if trimmed.contains(':') && columns == rows => {
                let message = format!("a square board has one number: write `{columns}`");
                Some(Wrong { kind: WrongKind::Form, message, meant: Some((FixKind::Auto, columns.to_string())) })
            }
            Some(_) => None,
            None => text(format!("`{trimmed}` is not the size of a board, such as `19`"), meaning::size(trimmed)),
        },
        ValueForm::Result if is_result(trimmed) => None,
        ValueForm::Result => {
            let meant = meaning::result(trimmed).filter(|meant| is_result(meant));
            text(format!("`{trimmed}` is not a result in SGF, such as `B+R`, `W+3.5`, `0`, `Void` or `?`"), meant)
        }
        ValueForm::Date if trimmed.is_empty() || record::is_sgf_date(trimmed) => None,
        ValueForm::Date => {
            let meant = meaning::date(trimmed).filter(|meant| record::is_sgf_date(meant));
            text(format!("`{trimmed}` is not a date in SGF, such as `1846-09-11,14`, of days that exist"), meant)
        }
    };
    // What is right but for white space around it.
    let has_space = trimmed.len() < value.len() && form != ValueForm::Label;
    wrong.or_else(|| {
        has_space.then(|| Wrong {
            kind: WrongKind::Form,
            message: format!("white space around `{trimmed}`, which some programs do not read"),
            meant: Some((FixKind::Auto, trimmed.to_owned())),
        })
    })
}

/// Whether a move is a pass in the form of a program that writes it as the point beyond the last one or before the
/// first one.
fn is_foreign_pass(value: &str, size: Size) -> bool {
    let beyond = b'a' + size.columns;
    value == "``" || size.columns == size.rows && size.columns < 26 && value.as_bytes() == [beyond, beyond]
}

/// Whether a label has the label before the point.
fn is_swapped(label: &str, at: &str, size: Size) -> bool {
    let is_point = |value: &str| sgf::point(value).is_some_and(|point| size.has(point));
    is_point(at) && !label.trim().is_empty() && point(label.trim(), size).is_some_and(|wrong| wrong.meant.is_none())
}

/// Checks two points with a colon between them.
fn two_points(one: &str, other: &str, size: Size) -> Option<Wrong> {
    let (first, second) = (point(one, size), point(other, size));
    let meant = |point: &str, wrong: Option<&Wrong>| match wrong {
        None => Some(point.to_owned()),
        Some(wrong) => wrong.meant.as_ref().map(|(_, meant)| meant.clone()),
    };
    let both = meant(one, first.as_ref()).zip(meant(other, second.as_ref()));
    let meant = both.map(|(one, other)| (FixKind::Suggested, format!("{one}:{other}")));
    first.or(second).map(|wrong| Wrong { meant, ..wrong })
}

fn point(value: &str, size: Size) -> Option<Wrong> {
    let (kind, message, meant) = match sgf::point(value) {
        Some(point) if size.has(point) => return None,
        read => {
            let lower = value.to_ascii_lowercase();
            let meant = sgf::point(&lower).filter(|&point| size.has(point) && lower != value).map(|_| lower);
            let meant = meant.or_else(|| of_location(value, size));
            match (meant, read) {
                (Some(meant), _) => {
                    (WrongKind::Form, format!("`{value}` is not a point in SGF: write `{meant}`"), Some(meant))
                }
                (None, Some(_)) => {
                    let Size { columns, rows } = size;
                    (WrongKind::OffBoard, format!("`{value}` is off the board, which is {columns}×{rows}"), None)
                }
                (None, None) => {
                    let last = (b'a' + size.columns.clamp(1, 26) - 1) as char;
                    let message = format!("`{value}` is not a point: two letters from `a` to `{last}`, column and row");
                    (WrongKind::Form, message, None)
                }
            }
        }
    };
    Some(Wrong { kind, message, meant: meant.map(|meant| (FixKind::Suggested, meant)) })
}

/// The value for a location such as `Q16`.
fn of_location(value: &str, size: Size) -> Option<String> {
    let (letter, row) = value.split_at_checked(1)?;
    let letter = letter.bytes().next()?.to_ascii_lowercase();
    let row: u8 = row.parse().ok().filter(|row| (1..=size.rows).contains(row))?;
    let column = match letter {
        b'a'..=b'h' => letter - b'a',
        b'j'..=b'z' => letter - b'a' - 1,
        _ => return None,
    };
    let row = size.rows - row;
    (column < size.columns && row < 26).then(|| [b'a' + column, b'a' + row].map(char::from).iter().collect())
}

fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    // A number that is too long is a number all the same.
    is_digits(digits).then(|| text.parse().unwrap_or(i64::MAX))
}

fn is_result(text: &str) -> bool {
    let how = text.strip_prefix("B+").or_else(|| text.strip_prefix("W+"));
    match how {
        Some("" | "R" | "Resign" | "T" | "Time" | "F" | "Forfeit") => true,
        Some(points) => is_real(points),
        None => matches!(text, "0" | "Draw" | "Void" | "?" | ""),
    }
}
