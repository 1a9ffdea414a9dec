//! Stones, moves, marks and comments, which are read from and written to both formats.

use std::borrow::Cow;
use std::fmt::Write;

use super::property::{Prop, PropertySink};
use ishi_board::{Color, Point};
use ishi_record::record::SetupStone;
use ishi_record::replay::Shown;
use ishi_record::syntax::{Sign, delimits};
use ishi_sgf::{self as sgf, Area, PointSet};
use ishi_text::Span;

/// The context of a node, on which the meaning of its properties and lines depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePlace {
    /// The size of the board.
    pub(super) size: u8,
    /// The number of the move before it.
    pub(super) number: u32,
    /// Whether no move of its sequence comes before it.
    pub(super) begins_sequence: bool,
    /// Whether moves may be missing before it: its lines are those of a record, in which its number is higher.
    pub(super) may_jump: bool,
}

/// The highest number that a move gets from MN. No game is so long that the numbers after it would overflow.
const MAX_STATED: u32 = u32::MAX / 2;

impl NodePlace {
    /// The place of a node before which there are no moves.
    pub(super) fn first(size: u8) -> Self {
        Self { size, number: 0, begins_sequence: true, may_jump: false }
    }

    /// Whether the next move of the sequence can have this number: in a record, a sequence may begin with any number,
    /// and its numbers rise by one.
    pub(super) fn takes(self, number: u32) -> bool {
        let is_in_range = number <= MAX_STATED && number > if self.begins_sequence { 0 } else { self.number };
        number == next_number(self.number) || (self.begins_sequence || self.may_jump) && is_in_range
    }

    /// The number that a value of MN gives to a move of the node, if the move can have it and would have another number
    /// without MN.
    pub(super) fn stated_number(self, value: &str) -> Option<u32> {
        let number = value.parse().ok()?;
        (number != next_number(self.number) && self.takes(number)).then_some(number)
    }
}

/// Whether a property of this name puts stones on the board or takes them off.
pub(super) fn is_setup(name: &str) -> bool {
    matches!(name, "AB" | "AW" | "AE")
}

/// Whether a property puts stones on the board or takes them off. A property without a point does not.
pub(super) fn has_stones(name: &str, mut values: impl Iterator<Item = impl AsRef<str>>) -> bool {
    is_setup(name) && values.any(|value| !value.as_ref().trim().is_empty())
}

/// The number after another one.
pub(super) fn next_number(number: u32) -> u32 {
    number.checked_add(1).unwrap_or(1)
}

/// The point that a value names.
pub(super) fn point(size: u8, value: &str) -> Option<Point> {
    on_board(size, sgf::point(value)?)
}

/// The point at a column and a row from the top.
fn on_board(size: u8, (column, row): (u8, u8)) -> Option<Point> {
    let is_on_board = column < size && row < size;
    is_on_board.then(|| Point::new(column, size - 1 - row)).flatten()
}

/// The points that a value names: a point, or a rectangle. `None` if one of them is not on the board.
fn area(size: u8, value: &str) -> Option<Area> {
    Area::parse(value).filter(|area| area.corners().into_iter().all(|corner| on_board(size, corner).is_some()))
}

/// The points of a list. A rectangle adds only points that the list does not have yet, so the length of the list is
/// limited by the values or by the board.
#[derive(Default)]
pub(super) struct ListedPoints(PointSet);

impl ListedPoints {
    /// Adds the points of a value, and calls `each` with those that have to be listed.
    pub(super) fn add(&mut self, size: u8, area: Area, mut each: impl FnMut(Point)) {
        let mut is_listed = false;
        self.0.add(area, |at| {
            is_listed = true;
            on_board(size, at).into_iter().for_each(&mut each);
        });
        // A point that stands twice in a list does so in a record.
        if let Some(point) = area.single().filter(|_| !is_listed) {
            on_board(size, point).into_iter().for_each(each);
        }
    }
}

/// The value for a point: letters for its column and its row.
pub(super) fn value(size: u8, point: Point) -> [char; 2] {
    let row = size.saturating_sub(1).saturating_sub(point.row());
    [point.column(), row].map(|line| char::from(b'a' + line))
}

/// Adds the value for a point.
fn add_point(point: Point, place: NodePlace, out: &mut impl PropertySink) {
    out.plain_value(|out| push_point(point, place, out));
}

/// Adds the letters for a point. There are many, and `extend` takes several times as long.
fn push_point(point: Point, place: NodePlace, out: &mut String) {
    let [column, row] = value(place.size, point);
    out.push(column);
    out.push(row);
}

/// Adds properties for items, grouped by the property that each item belongs to. `add` adds the value of an item.
fn add_by_property<T, K: Copy + PartialEq, P: PropertySink>(
    items: &[T],
    property: impl Fn(&T) -> K,
    name: impl Fn(K) -> &'static str,
    add: impl Fn(&T, &mut P),
    out: &mut P,
) {
    let mut properties = Vec::new();
    for property in items.iter().map(&property) {
        if !properties.contains(&property) {
            properties.push(property);
        }
    }
    for &group in &properties {
        out.begin(name(group));
        items.iter().filter(|item| property(item) == group).for_each(|item| add(item, out));
    }
}

/// Stones that are put on a board or taken off it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoneChanges {
    pub(super) added: Vec<SetupStone>,
    pub(super) removed: Vec<Point>,
}

impl StoneChanges {
    /// Reads the stones of AB, AW and AE. Other properties are ignored.
    pub(super) fn of(properties: &[Prop<'_>], place: NodePlace) -> Self {
        let mut stones = Self::default();
        let (mut black, mut white, mut removed) =
            (ListedPoints::default(), ListedPoints::default(), ListedPoints::default());
        // Of several stones on a point the last counts, so rectangles leave out what a later one has.
        for property in properties.iter().rev() {
            let (color, listed) = match &*property.name() {
                "AB" => (Some(Color::Black), &mut black),
                "AW" => (Some(Color::White), &mut white),
                "AE" => (None, &mut removed),
                _ => continue,
            };
            for area in property.values.iter().rev().filter_map(|value| area(place.size, value)) {
                let (added, removed) = (stones.added.len(), stones.removed.len());
                listed.add(place.size, area, |point| match color {
                    Some(color) => stones.added.push(SetupStone { color, point }),
                    None => stones.removed.push(point),
                });
                stones.added[added..].reverse();
                stones.removed[removed..].reverse();
            }
        }
        stones.added.reverse();
        stones.removed.reverse();
        stones
    }

    pub(super) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    pub(super) fn add_properties(&self, place: NodePlace, out: &mut impl PropertySink) {
        add_by_property(
            &self.added,
            |stone| stone.color,
            group_of_stone,
            |stone, out| add_point(stone.point, place, out),
            out,
        );
        add_by_property(&self.removed, |_| (), |()| "AE", |&point, out| add_point(point, place, out), out);
    }

    /// The SETUP and HIDE lines.
    pub(super) fn lines(&self) -> Vec<PointLine> {
        let mut lines: Vec<PointLine> = Vec::new();
        let mut color = None;
        for stone in &self.added {
            if color != Some(stone.color) {
                color = Some(stone.color);
                lines.push(PointLine::new(format!("SETUP {}", stone.color.letter())));
            }
            if let Some(line) = lines.last_mut() {
                line.add(group_of_stone(stone.color), "", stone.point);
            }
        }
        if !self.removed.is_empty() {
            let mut line = PointLine::new("HIDE".to_owned());
            self.removed.iter().for_each(|&point| line.add("AE", "", point));
            lines.push(line);
        }
        lines
    }
}

/// A line of words that each name a point.
pub(super) struct PointLine {
    pub(super) text: String,
    pub(super) words: Vec<PointWord>,
}

/// A word that names a point.
pub(super) struct PointWord {
    /// The span of the word in the line.
    pub(super) span: Span,
    /// The corresponding property; see [`point_group`].
    pub(super) group: &'static str,
    pub(super) point: Point,
}

impl PointLine {
    fn new(text: String) -> Self {
        Self { text, words: Vec::new() }
    }

    /// Adds the word for a point, which begins with `sign`.
    fn add(&mut self, group: &'static str, sign: &str, point: Point) {
        self.text.push(' ');
        let start = self.text.len();
        let _ = write!(self.text, "{sign}{point}");
        self.words.push(PointWord { span: Span::new(start, self.text.len()), group, point });
    }
}

/// The property of FF[4] for stones or marks that has the meaning of a property of this name, which may be from an
/// older format.
pub(super) fn point_group(name: &str) -> Option<&'static str> {
    match name {
        "AB" => Some("AB"),
        "AW" => Some("AW"),
        "AE" => Some("AE"),
        "LB" | LETTERS => Some("LB"),
        OLD_MARK => Some("MA"),
        name => SIGNS.iter().find(|(id, _)| *id == name).map(|(id, _)| *id),
    }
}

/// The property for stones of a color.
pub(super) fn group_of_stone(color: Color) -> &'static str {
    match color {
        Color::Black => "AB",
        Color::White => "AW",
    }
}

/// The property for the mark that is shown on a point.
pub(super) fn group_of_mark(shown: Shown) -> &'static str {
    SIGNS.iter().find(|(_, sign)| shown == Shown::Sign(*sign)).map_or("LB", |(name, _)| name)
}

/// The points of a value of a property of a [`point_group`]; for a label, the point before the colon.
pub(super) fn area_of(name: &str, value: &str, size: u8) -> Option<Area> {
    let points = if name == "LB" { value.split_once(':')?.0 } else { value };
    area(size, points)
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeMove {
    pub(super) color: Color,
    /// None for a pass.
    pub(super) point: Option<Point>,
    pub(super) number: u32,
}

impl NodeMove {
    /// The index of the property of the move.
    pub(super) fn property(self, properties: &[Prop<'_>], place: NodePlace) -> Option<usize> {
        let says = |property: &Prop<'_>| {
            Self::of(std::slice::from_ref(property), place).first().is_some_and(|played| played.color == self.color)
        };
        properties.iter().position(says)
    }

    /// The moves of B, W and MN: none, one, or one of each color.
    pub(super) fn of(properties: &[Prop<'_>], place: NodePlace) -> Vec<Self> {
        Self::of_values(properties.iter().map(|property| (property.name(), property.first().into())), place)
    }

    /// Like [`of`](Self::of), but takes the names of properties with their first values.
    pub(super) fn of_values<'v>(
        properties: impl Iterator<Item = (Cow<'v, str>, Cow<'v, str>)> + Clone,
        place: NodePlace,
    ) -> Vec<Self> {
        let mut moves: Vec<Self> = Vec::new();
        let mut numbers = properties.clone().filter(|(name, _)| name == "MN");
        let number = numbers.find_map(|(_, number)| place.stated_number(&number));
        let mut next = number.unwrap_or(next_number(place.number));
        for (name, value) in properties {
            let color = match &*name {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            let value = value.trim();
            let is_pass = matches!(value, "" | "tt");
            let point = if is_pass { None } else { point(place.size, value) };
            if (is_pass || point.is_some()) && moves.iter().all(|other| other.color != color) {
                moves.push(Self { color, point, number: next });
                next = next_number(next);
            }
        }
        moves
    }

    pub(super) fn add_properties(moves: &[Self], place: NodePlace, out: &mut impl PropertySink) {
        for (index, one) in moves.iter().enumerate() {
            out.begin(if one.color == Color::Black { "B" } else { "W" });
            match one.point {
                Some(point) => add_point(point, place, out),
                None => out.value(""),
            }
            if index == 0 && one.number != next_number(place.number) {
                out.begin("MN");
                out.value(&one.number.to_string());
            }
        }
    }

    /// Writes the words of its line, and returns where the last one begins.
    pub(super) fn write(self, out: &mut String) -> usize {
        let _ = write!(out, "{} {} ", self.color.letter(), self.number);
        let target = out.len();
        let _ = match self.point {
            Some(point) => write!(out, "{point}"),
            None => out.write_str("PASS"),
        };
        target
    }
}

/// Signs and labels with the points that show them.
pub(super) type PointMarks = Vec<(Shown, Point)>;

const SIGNS: [(&str, Sign); 4] =
    [("TR", Sign::Triangle), ("SQ", Sign::Square), ("MA", Sign::Check), ("CR", Sign::Diamond)];

/// The mark of a value of a property of [`marks`], if the value has a single mark.
pub(super) fn plain_mark(name: &str, value: &str, size: u8) -> Option<(Shown, Point)> {
    if name == "LB" {
        let (at, text) = value.split_once(':')?;
        return Some((Shown::Sign(Sign::Label(label(text)?)), point(size, at)?));
    }
    let (_, sign) = SIGNS.iter().find(|(id, _)| *id == name)?;
    Some((Shown::Sign(*sign), point(size, value)?))
}

/// Whether a property is one of those that [`marks`] reads.
pub(super) fn is_mark(name: &str) -> bool {
    matches!(name, "LB" | LETTERS | OLD_MARK) || SIGNS.iter().any(|(id, _)| *id == name)
}

/// The property that FF[1] and FF[2] used instead of LB: points with the letters from `a` on.
const LETTERS: &str = "L";

/// The property that FF[1] and FF[2] used instead of MA.
const OLD_MARK: &str = "M";

/// The meaning of a value of a property of [`marks`].
enum MarkValue {
    /// A sign on points.
    Signs(Sign, Area),
    /// A letter on each of some points.
    Letters(Area),
    Label([u8; 2], Point),
}

impl MarkValue {
    /// Reads a value of a property. `None` if no line can express it.
    fn of(name: &str, value: &str, size: u8) -> Option<Self> {
        let sign = SIGNS.iter().find(|(id, _)| *id == name).map(|(_, sign)| *sign);
        match sign.or((name == OLD_MARK).then_some(Sign::Check)) {
            Some(sign) => Some(Self::Signs(sign, area(size, value)?)),
            None if name == LETTERS => area(size, value).map(Self::Letters),
            None => {
                let (at, text) = value.split_once(':')?;
                Some(Self::Label(label(text)?, point(size, at.trim())?))
            }
        }
    }
}

/// The point and the text of a value of LB whose text can't be the label of a MARK line.
pub(super) fn label_without_line(value: &str, size: u8) -> Option<(Point, &str)> {
    let (at, text) = value.split_once(':')?;
    let is_kept = !text.trim().is_empty() && label(text).is_none();
    is_kept.then_some((point(size, at.trim())?, text.trim()))
}

/// Whether no line can express a value of a property of [`marks`].
pub(super) fn is_mark_without_line(name: &str, value: &str, place: NodePlace) -> bool {
    !value.trim().is_empty() && MarkValue::of(name, value, place.size).is_none()
}

/// The marks of TR, SQ, MA, CR and LB, and of L and M.
pub(super) fn marks(properties: &[Prop<'_>], place: NodePlace) -> PointMarks {
    let mut out = Vec::new();
    let mut signed: [ListedPoints; SIGNS.len()] = Default::default();
    let mut lettered = ListedPoints::default();
    for property in properties {
        let name = property.name();
        let mut letters = (b'a'..=b'z').chain(b'A'..=b'Z');
        for value in &property.values {
            match MarkValue::of(&name, value, place.size) {
                Some(MarkValue::Signs(sign, area)) => {
                    let at = SIGNS.iter().position(|(_, other)| *other == sign).unwrap_or_default();
                    signed[at].add(place.size, area, |point| out.push((Shown::Sign(sign), point)));
                }
                Some(MarkValue::Letters(area)) => lettered.add(place.size, area, |point| {
                    out.extend(letters.next().map(|letter| (Shown::Sign(Sign::Label([letter, 0])), point)));
                }),
                Some(MarkValue::Label(label, point)) => out.push((Shown::Sign(Sign::Label(label)), point)),
                None => {}
            }
        }
    }
    out
}

/// A label of Ishi: one or two characters.
pub(super) fn label(text: &str) -> Option<[u8; 2]> {
    let is_sign = |second: u8| matches!(second.to_ascii_lowercase(), b'c' | b'd' | b's' | b't');
    match *text.as_bytes() {
        [b'\\', second] if is_sign(second) => None,
        [one] if one.is_ascii_graphic() => Some([one, 0]),
        [one, other] if one.is_ascii_graphic() && other.is_ascii_graphic() => Some([one, other]),
        _ => None,
    }
}

/// Adds the properties for marks.
pub(super) fn add_mark_properties(marks: &PointMarks, place: NodePlace, out: &mut impl PropertySink) {
    let sign = |(shown, _): &(Shown, Point)| SIGNS.iter().position(|(_, sign)| *shown == Shown::Sign(*sign));
    let name = |sign: Option<usize>| sign.map_or("LB", |sign| SIGNS[sign].0);
    add_by_property(marks, sign, name, |&(shown, point), out| add_mark(shown, point, place, out), out);
}

fn add_mark(shown: Shown, point: Point, place: NodePlace, out: &mut impl PropertySink) {
    match shown {
        Shown::Sign(Sign::Label(label)) => {
            let mut text = String::new();
            push_point(point, place, &mut text);
            text.push(':');
            text.extend(characters(label));
            out.value(&text);
        }
        Shown::Number(number) => out.plain_value(|out| {
            push_point(point, place, out);
            out.push(':');
            out.push_str(itoa::Buffer::new().format(number));
        }),
        Shown::Sign(_) => add_point(point, place, out),
    }
}

/// The characters of a label.
fn characters(label: [u8; 2]) -> impl Iterator<Item = char> {
    label.into_iter().filter(|&byte| byte != 0).map(char::from)
}

/// The MARK line.
pub(super) fn mark_line(marks: &PointMarks) -> PointLine {
    let mut line = PointLine::new("MARK".to_owned());
    for &(shown, point) in marks {
        let label: String;
        let sign = match shown {
            Shown::Sign(Sign::Triangle) => "\\t@",
            Shown::Sign(Sign::Square) => "\\s@",
            Shown::Sign(Sign::Diamond) => "\\d@",
            Shown::Sign(Sign::Label(text)) => {
                label = characters(text).chain(['@']).collect();
                &label
            }
            Shown::Sign(Sign::Check | Sign::Number) | Shown::Number(_) => "\\c@",
        };
        line.add(group_of_mark(shown), sign, point);
    }
    line
}

/// Whether a COM block can contain the whole comment.
pub(super) fn is_held(comment: &str) -> bool {
    comment.split('\n').all(is_line_held)
}

/// Whether a block can contain a line.
fn is_line_held(line: &str) -> bool {
    delimits(line).is_none() && !line.contains('\0')
}

/// The lines between COM and ENDCOM. A line that a block can't contain is quoted.
pub(super) fn comment_lines(comment: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let lines = (!comment.is_empty()).then(|| comment.split('\n'));
    lines.into_iter().flatten().map(|line| {
        if is_line_held(line) { Cow::Borrowed(line) } else { format!("> {}", line.replace('\0', " ")).into() }
    })
}

/// The part of a comment that lines can express.
pub(super) fn held_comment(comment: &str) -> Cow<'_, str> {
    if is_held(comment) {
        return comment.into();
    }
    comment_lines(comment).collect::<Vec<_>>().join("\n").into()
}
