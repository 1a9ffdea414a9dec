//! The form of a value.

use crate::check::FixKind;
use crate::convert;
use crate::sgf::{self, ValueForm};

/// The size of a board, which need not be one that a record can have.
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

/// What is wrong with a value.
pub(super) struct Wrong {
    pub(super) kind: WrongKind,
    pub(super) message: String,
    /// What it may mean, as SGF writes it, and how sure that is.
    pub(super) meant: Option<(FixKind, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrongKind {
    /// It does not have the form of its property.
    Form,
    /// It is a point that the board does not have.
    OffBoard,
}

/// Returns what is wrong with a value, if anything.
pub(super) fn check(name: &str, form: ValueForm, raw: &str, size: Size) -> Option<Wrong> {
    let value = sgf::unescape(raw);
    let trimmed = value.trim();
    let text = |message: String, meant: Option<String>| {
        // What has fewer digits has lost something.
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        let loses = |meant: &String| form != ValueForm::Double && digits(meant) < digits(trimmed);
        let meant = meant.map(|meant| (if loses(&meant) { FixKind::Manual } else { FixKind::Suggested }, meant));
        Some(Wrong { kind: WrongKind::Form, message, meant })
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
                let whole = leading_real(trimmed).filter(|real| integer(real).is_some());
                text(format!("`{trimmed}` is not a whole number"), whole)
            }
        },
        ValueForm::Real if is_real(trimmed) => None,
        ValueForm::Real => {
            let number = trimmed.replacen(',', ".", 1);
            let meant = match name {
                "KM" => convert::corrected(name, trimmed).or_else(|| leading_real(&number)),
                // The number alone of `8h` would be another time.
                "TM" | "BL" | "WL" | "OP" | "OV" => {
                    seconds(trimmed).or_else(|| seconds_of_words(trimmed)).or(Some(number))
                }
                _ => leading_real(&number),
            };
            text(format!("`{trimmed}` is not a number"), meant.filter(|meant| is_real(meant)))
        }
        ValueForm::Double if matches!(trimmed, "1" | "2") => None,
        ValueForm::Double => text(format!("{name} is `1`, or `2` for emphasis"), Some("1".into())),
        ValueForm::Color if matches!(trimmed, "B" | "W") => None,
        ValueForm::Color => {
            let meant = match trimmed.chars().next() {
                Some('B' | 'b' | '1') => Some("B".into()),
                Some('W' | 'w' | '2') => Some("W".into()),
                _ => None,
            };
            text(format!("`{trimmed}` is not a color: write `B` or `W`"), meant)
        }
        ValueForm::Move if trimmed.is_empty() || trimmed == "tt" && size.columns <= 19 && size.rows <= 19 => None,
        ValueForm::Move => point(trimmed, size),
        ValueForm::Points => match trimmed.split_once(':') {
            Some((one, other)) => point(one, size).or_else(|| point(other, size)),
            None => point(trimmed, size),
        },
        ValueForm::Line => match trimmed.split_once(':') {
            Some((one, other)) => point(one, size).or_else(|| point(other, size)),
            None => text(format!("{name} needs two points, such as `aa:cc`"), None),
        },
        ValueForm::Label => match value.split_once(':') {
            Some((at, _)) => point(at.trim(), size),
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
            None => text(format!("`{trimmed}` is not the size of a board, such as `19`"), leading_real(trimmed)),
        },
        ValueForm::Result if is_result(trimmed) => None,
        ValueForm::Result => {
            let meant = short_result(trimmed).or_else(|| convert::corrected(name, trimmed));
            let meant = meant.filter(|meant| is_result(meant));
            text(format!("`{trimmed}` is not a result in SGF, such as `B+R`, `W+3.5`, `0`, `Void` or `?`"), meant)
        }
        ValueForm::Date if trimmed.split(',').try_fold(0, date_part).is_some() => None,
        ValueForm::Date => {
            let meant = convert::corrected(name, trimmed).or_else(|| with_dashes(trimmed));
            let meant = meant.filter(|meant| meant.split(',').try_fold(0, date_part).is_some());
            text(format!("`{trimmed}` is not a date in SGF, such as `1846-09-11,14`"), meant)
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

fn point(value: &str, size: Size) -> Option<Wrong> {
    let (kind, message, meant) = match sgf::point(value) {
        Some(point) if size.has(point) => return None,
        found => {
            let lower = value.to_ascii_lowercase();
            let meant = sgf::point(&lower).filter(|&point| size.has(point) && lower != value).map(|_| lower);
            let own = meant.or_else(|| of_location(value, size));
            match (own, found) {
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

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    // A number that is too long is a number all the same.
    is_digits(digits).then(|| text.parse().unwrap_or(i64::MAX))
}

fn is_real(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.split_once('.').map_or(is_digits(digits), |(whole, part)| is_digits(whole) && is_digits(part))
}

/// The number with which a text begins, as SGF writes it.
fn leading_real(text: &str) -> Option<String> {
    let end = text.bytes().position(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-')).unwrap_or(text.len());
    let number = text[..end].trim_end_matches('.');
    let number = if number.starts_with('.') { format!("0{number}") } else { number.to_owned() };
    is_real(&number).then_some(number)
}

fn is_result(text: &str) -> bool {
    let how = text.strip_prefix("B+").or_else(|| text.strip_prefix("W+"));
    match how {
        Some("" | "R" | "Resign" | "T" | "Time" | "F" | "Forfeit") => true,
        Some(points) => is_real(points),
        None => matches!(text, "0" | "Draw" | "Void" | "?" | ""),
    }
}

/// Reads a part of a list of dates; `before` is how many parts, year, month and day, the date before it has. Returns
/// the same of this one.
fn date_part(before: usize, part: &str) -> Option<usize> {
    let words: Vec<&str> = part.split('-').collect();
    let is_number = |word: &&str, length: usize| word.len() == length && is_digits(word);
    let in_range = |word: &str, most: u32| word.parse().is_ok_and(|number: u32| (1..=most).contains(&number));
    match words[..] {
        [""] if before == 0 => Some(0),
        [year] if is_number(&year, 4) => Some(1),
        [year, month] if is_number(&year, 4) && is_number(&month, 2) && in_range(month, 12) => Some(2),
        [year, month, day] if is_number(&year, 4) && is_number(&month, 2) && is_number(&day, 2) => {
            (in_range(month, 12) && in_range(day, 31)).then_some(3)
        }
        [month, day] if before >= 2 && is_number(&month, 2) && is_number(&day, 2) => {
            (in_range(month, 12) && in_range(day, 31)).then_some(3)
        }
        [day] if before >= 2 && is_number(&day, 2) && in_range(day, 31) => Some(before),
        _ => None,
    }
}

/// A result such as `B+resign`, as SGF writes it.
fn short_result(text: &str) -> Option<String> {
    let (winner, how) = text.split_once('+')?;
    let winner = match winner.trim() {
        "B" | "b" | "Black" | "black" => 'B',
        "W" | "w" | "White" | "white" => 'W',
        _ => return None,
    };
    let lower = how.trim().to_ascii_lowercase();
    let how = match &*lower {
        "r" | "res" | "resign" | "resignation" => "R",
        "t" | "time" => "T",
        "f" | "forfeit" => "F",
        points if is_real(points) => points,
        _ => return None,
    };
    Some(format!("{winner}+{how}"))
}

/// The seconds of a time such as `1:30:00` or `10:00`.
fn seconds(text: &str) -> Option<String> {
    let parts: Vec<u64> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let is_clock = (2..=3).contains(&parts.len()) && parts[1..].iter().all(|&part| part < 60) && parts[0] < 10_000;
    is_clock.then(|| parts.iter().fold(0, |sum, part| sum * 60 + part).to_string())
}

/// The seconds of a time such as `8h`, `1h 30m` or `90 minutes`.
fn seconds_of_words(text: &str) -> Option<String> {
    let (mut rest, mut total) = (text, 0_u64);
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
        let after = after.trim_start();
        let (unit, after) = after.split_at(after.bytes().take_while(u8::is_ascii_alphabetic).count());
        let unit = match &*unit.to_ascii_lowercase() {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            _ => return None,
        };
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(unit)?)?;
        rest = after.trim_start_matches([' ', ',', '.']);
    }
    (total > 0).then(|| total.to_string())
}

/// A date such as `1998/3/7` or `1998.03.07`, as SGF writes it.
fn with_dashes(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', 'T']).next()?.split(['/', '.', '-']).collect();
    match words[..] {
        [year, month, day] if year.len() == 4 && month.len() <= 2 && day.len() <= 2 => {
            Some(format!("{year}-{month:0>2}-{day:0>2}"))
        }
        [year, month] if year.len() == 4 && month.len() <= 2 => Some(format!("{year}-{month:0>2}")),
        _ => None,
    }
}
