//! Reading and writing of values: texts, points, numbers.

use std::borrow::Cow;

use super::text_end::misleading_open;

/// The text of a value: without its escapes and soft line breaks, and with `\n` for each line break.
pub fn unescape(raw: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\\', b'\r', raw.as_bytes()).is_none() {
        return raw.into();
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr3(b'\\', b'\r', b'\n', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let escaped = rest[at..].starts_with('\\');
        rest = &rest[at + usize::from(escaped)..];
        let line_break = line_break(rest);
        if line_break > 0 {
            out.extend((!escaped).then_some('\n'));
            rest = &rest[line_break..];
        } else if let Some(character) = rest.chars().next() {
            out.push(character);
            rest = &rest[character.len_utf8()..];
        }
    }
    out.push_str(rest);
    out.into()
}

/// A character of the text of a value, with its place in the raw value.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawUnit {
    /// The start of the character in the unescaped text.
    pub(super) at: usize,
    /// The end of the character in the raw value.
    pub(super) end: usize,
}

/// The characters of the text of a value; see [`unescape`].
pub(super) fn raw_units(raw: &str) -> impl Iterator<Item = RawUnit> {
    let (mut at, mut end) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let start = end;
            let escaped = raw[start..].starts_with('\\');
            let from = start + usize::from(escaped);
            let line_break = line_break(&raw[from..]);
            let length = raw[from..].chars().next().map_or(0, char::len_utf8);
            end = from + line_break.max(length);
            if line_break > 0 && !escaped {
                at += 1;
                return Some(RawUnit { at: at - 1, end });
            }
            if line_break == 0 {
                at += length;
                return (length > 0).then(|| RawUnit { at: at - length, end });
            }
        }
    })
}

/// The length of the line break that a text begins with: LF, CR, or both in either order.
fn line_break(text: &str) -> usize {
    match text.as_bytes() {
        [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// The column and the row, from 0 at the upper left, of the point that a value names.
#[inline]
pub fn point(value: &str) -> Option<(u8, u8)> {
    let line = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    let &[column, row] = value.as_bytes() else { return None };
    Some((line(column)?, line(row)?))
}

/// The points that a value names: a point (see [`point`]) or a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The upper left point.
    first: (u8, u8),
    /// The lower right point.
    last: (u8, u8),
}

impl Area {
    /// Reads a value. White space around points is ignored. `None` if the value does not name points.
    #[inline]
    pub fn parse(value: &str) -> Option<Self> {
        let (one, other) = value.split_once(':').unwrap_or((value, value));
        let (one, other) = (point(one.trim())?, point(other.trim())?);
        let first = (one.0.min(other.0), one.1.min(other.1));
        Some(Self { first, last: (one.0.max(other.0), one.1.max(other.1)) })
    }

    /// Whether a point is in the area.
    pub fn contains(self, (column, row): (u8, u8)) -> bool {
        (self.first.0..=self.last.0).contains(&column) && (self.first.1..=self.last.1).contains(&row)
    }

    /// The upper left point and the lower right point.
    pub fn corners(self) -> [(u8, u8); 2] {
        [self.first, self.last]
    }

    /// The point, if the area is a single point.
    pub fn single(self) -> Option<(u8, u8)> {
        (self.first == self.last).then_some(self.first)
    }
}

impl From<(u8, u8)> for Area {
    fn from(point: (u8, u8)) -> Self {
        Self { first: point, last: point }
    }
}

/// The bits of some columns.
fn columns(left: u8, right: u8) -> u64 {
    (u64::MAX >> (63 - (right - left))) << left
}

/// The number of columns and rows that values can name: letters in both cases.
const LINES: usize = 52;

/// A set of points. Adding a rectangle takes a step for each row and each new point. So even many rectangles in a few
/// bytes cost no more than the bytes and the board.
#[derive(Clone, Debug)]
pub struct PointSet {
    /// For each row from the top a bit for each column.
    rows: [u64; LINES],
}

impl Default for PointSet {
    fn default() -> Self {
        Self { rows: [0; LINES] }
    }
}

impl PointSet {
    /// Adds the points of an area, and calls `each` with the new points, row by row from the top.
    pub fn add(&mut self, area: Area, mut each: impl FnMut((u8, u8))) {
        let [(left, top), (right, bottom)] = area.corners();
        let columns = columns(left, right);
        for row in top..=bottom {
            let row_columns = &mut self.rows[usize::from(row)];
            let mut new = columns & !*row_columns;
            *row_columns |= columns;
            while new != 0 {
                each((new.trailing_zeros() as u8, row));
                new &= new - 1;
            }
        }
    }

    /// Whether all points of an area are in the set.
    pub fn contains(&self, area: Area) -> bool {
        let [(left, top), (right, bottom)] = area.corners();
        let columns = columns(left, right);
        (top..=bottom).all(|row| columns & !self.rows[usize::from(row)] == 0)
    }

    /// The first point of an area that is in the set.
    pub fn first_of(&self, area: Area) -> Option<(u8, u8)> {
        let [(left, top), (right, bottom)] = area.corners();
        let columns = columns(left, right);
        (top..=bottom).find_map(|row| {
            let shared = columns & self.rows[usize::from(row)];
            (shared != 0).then(|| (shared.trailing_zeros() as u8, row))
        })
    }
}

/// The number of the kind of game in a value of GM, 1 for Go. A damaged value is read as far as its number is clear.
/// `None` if it has no number.
pub fn game_kind(value: &str) -> Option<u32> {
    let value = unescape(value);
    first_number(value.trim_start_matches(is_before_number)).and_then(|(number, _)| number.parse().ok())
}

/// The columns and rows of the board in a value of SZ: `19`, `9:13`. A damaged value, such as `[9`, `19x19` or
/// `9KM[6.5`, is read as far as its numbers are clear. `None` if it has no numbers, or too many.
pub fn board_size(value: &str) -> Option<(u32, u32)> {
    let value = unescape(value);
    let (columns, rest) = first_number(value.trim_start_matches(is_before_number))?;
    let between = rest.trim_start().strip_prefix([':', 'x', 'X', '*', '\u{d7}']);
    let (rows, rest) = between.and_then(|rows| first_number(rows.trim_start())).unwrap_or((columns, rest));
    let is_over = !rest.split('[').next().unwrap_or_default().contains(|character: char| character.is_ascii_digit());
    is_over.then_some((columns.parse().ok()?, rows.parse().ok()?))
}

fn is_before_number(character: char) -> bool {
    character == '[' || character.is_whitespace()
}

/// The digits with which a text begins, and the rest of the text.
fn first_number(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| text.split_at(digits))
}

/// Adds a value to a text, escaped, without its brackets.
pub fn escape(value: &str, out: &mut String) {
    let start = out.len();
    escape_part(value, out);
    // `\n;B[dd` at the end would be read as a move after a value whose bracket is missing.
    if let Some(open) = misleading_open(&out[start..]) {
        out.insert(start + open, '\\');
    }
}

/// Finds the `]` of a value that have no backslash. Returns their places in bytes.
pub fn unescaped_brackets(raw: &str) -> impl Iterator<Item = usize> {
    let mut is_escaped = false;
    raw.bytes().enumerate().filter_map(move |(at, byte)| {
        let is_plain = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_plain.then_some(at)
    })
}

/// Adds a part of a value to a text, escaped.
pub(super) fn escape_part(value: &str, out: &mut String) {
    let mut rest = value;
    while let Some(at) = memchr::memchr3(b'\\', b']', b'\r', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        // A CR is read as a line break.
        out.push_str(match rest.as_bytes()[at] {
            b'\r' => "\n",
            b']' => "\\]",
            _ => "\\\\",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn damaged_values_are_read_as_far_as_they_are_clear() {
        for (value, size) in [
            ("19", Some((19, 19))),
            (" 9:13 ", Some((9, 13))),
            ("[9", Some((9, 9))),
            ("19x19", Some((19, 19))),
            ("9KM[6.5", Some((9, 9))),
            ("9;B[ee", Some((9, 9))),
            ("\\9:\\9", Some((9, 9))),
            ("big", None),
            ("", None),
            ("1 9", None),
            ("19.5", None),
        ] {
            assert_eq!(board_size(value), size, "{value}");
        }
        for (value, kind) in [("1", Some(1)), ("1x", Some(1)), ("1FF[4", Some(1)), ("2", Some(2)), ("Go", None)] {
            assert_eq!(game_kind(value), kind, "{value}");
        }
    }

    proptest! {
        #[test]
        fn a_set_passes_on_each_point_once(areas in prop::collection::vec((0u8..52, 0u8..52, 0u8..52, 0u8..52), 1..8)) {
            let letter = |line: u8| char::from(if line < 26 { b'a' + line } else { b'A' + line - 26 });
            let mut set = PointSet::default();
            let mut added = std::collections::BTreeSet::new();
            for (left, top, right, bottom) in areas {
                let value: String = [letter(left), letter(top), ':', letter(right), letter(bottom)].iter().collect();
                let area = Area::parse(&value).unwrap();
                let rows = top.min(bottom)..=top.max(bottom);
                let points = rows.flat_map(|row| (left.min(right)..=left.max(right)).map(move |column| (column, row)));
                let points: Vec<_> = points.collect();
                prop_assert!(points.iter().all(|&point| area.contains(point)));
                prop_assert_eq!(set.first_of(area), points.iter().copied().find(|point| added.contains(point)));
                prop_assert_eq!(set.contains(area), points.iter().all(|point| added.contains(point)));
                let mut passed = Vec::new();
                set.add(area, |point| passed.push(point));
                let new: Vec<_> = points.into_iter().filter(|&point| added.insert(point)).collect();
                prop_assert_eq!(passed, new);
            }
        }
    }
}
