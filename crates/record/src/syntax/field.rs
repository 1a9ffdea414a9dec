//! The fields of one line (sections 5.3 and 5.4).

use super::Keyword;
use super::slip;
use super::value::{self, is_digits, is_pass, location, number, resembles_location, resembles_square, square};
use super::words::Words;
use ishi_board::{BoardSize, Color, Point};
use ishi_text::Span;

/// A word of a line, or a run of words, with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The span of the field, counted from the start of the parsed text.
    pub span: Span,
    /// The kind of the field, with the value that was read.
    pub kind: FieldKind,
}

/// The kind of a field, with the value that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// The number of a move.
    Number(u32),
    /// The point of a move, of a setup stone, or a corner of a region.
    Location(Point),
    /// `PASS`.
    Pass,
    /// The color of the setup stones that follow.
    Color(Color),
    /// The size of a board, in BOARDSIZE (`9`) or DIAGRAM (`9x9`).
    Size(BoardSize),
    /// A field of MARK, UNMARK, HIDE or PRISONER.
    Mark(Mark),
    /// The marker of a variation.
    Marker,
    /// Free text up to the end of the line: a title, a header, a remark.
    Text,
    /// Free text that the keyword does not take and readers drop.
    Ignored,
    /// A part of a line that already has a diagnostic.
    Skipped,
    /// A field that can't be read.
    Bad(Fault),
}

impl Field {
    /// The number of a move, misspelt or not.
    pub fn number(&self) -> Option<u32> {
        match self.kind {
            FieldKind::Number(number) | FieldKind::Bad(Fault::NumberLike(number)) => Some(number),
            _ => None,
        }
    }

    /// The target of a move, misspelt or not: a point, or `Some(None)` for a pass. `None` for a field that is not a
    /// target.
    pub fn place(&self) -> Option<Option<Point>> {
        match self.kind {
            FieldKind::Location(point) | FieldKind::Bad(Fault::Swapped(point)) => Some(Some(point)),
            FieldKind::Pass => Some(None),
            FieldKind::Bad(Fault::LocationLike(point) | Fault::Joined(point)) => Some(point),
            _ => None,
        }
    }
}

/// The reason why a field can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Should be a move number.
    Number,
    /// A misspelt number, with the only number that it can mean.
    NumberLike(u32),
    /// A location where the number should be, with the number after it.
    Swapped(Point),
    /// A misspelt location, with the only point that it can mean; `None` for a pass.
    LocationLike(Option<Point>),
    /// A location, or PASS, that is joined to the number before it.
    Joined(Option<Point>),
    /// Should be a location.
    Location,
    /// Should be `B` or `W`.
    Color,
    /// Should be a board size from 2 to 19.
    Size,
    /// Should be a region.
    Region,
    /// Should be a mark or a reference.
    Mark(MarkFault),
    /// A field beyond those that the keyword takes.
    Unexpected,
}

/// The reason why a field of MARK, UNMARK, HIDE or PRISONER can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkFault {
    /// None of the forms.
    Syntax,
    /// Nothing before the `@`.
    NoLabel,
    /// More than two characters before the `@`.
    LongLabel,
    /// A descending range.
    Descending,
    /// A form of MARK that this keyword does not take.
    NotHere,
}

/// The stones or the point that a field of MARK, UNMARK, HIDE or PRISONER refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// `ALL`: every visible numbered stone.
    All,
    /// A point.
    Point(Point),
    /// `#n`: the most recent move with this number.
    Move(u32),
    /// `#n-n`: the moves of a range, both ends included.
    Moves(u32, u32),
}

/// The number, shape or label that a mark shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The number of the move.
    Number,
    /// `\c`
    Check,
    /// `\d`
    Diamond,
    /// `\s`
    Square,
    /// `\t`
    Triangle,
    /// One or two characters; the second is 0 if there is only one.
    Label([u8; 2]),
}

impl Sign {
    /// The characters of a label; none for another sign.
    pub fn label(self) -> String {
        match self {
            Self::Label([one, 0]) => char::from(one).to_string(),
            Self::Label([one, two]) => [char::from(one), char::from(two)].iter().collect(),
            _ => String::new(),
        }
    }
}

/// A mark: a sign and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number, shape or label.
    pub sign: Sign,
    /// The stones or the point with the mark.
    pub target: Target,
}

/// Reads the fields of a line with this keyword from `words`, which come after the keyword.
pub(super) fn fields(keyword: Keyword, words: Words<'_>, out: &mut Vec<Field>) {
    let mut line = FieldReader { words, out };
    match keyword {
        Keyword::B | Keyword::W => line.r#move(),
        Keyword::Boardsize => line.board_size(),
        Keyword::Diagram => line.region(),
        Keyword::Setup => line.setup(),
        Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => line.marks(keyword),
        Keyword::Var => line.marker(),
        Keyword::Endcom | Keyword::Enduser | Keyword::Endvar => {
            // A move is not a remark on the end of a block, and must not get lost as one.
            let is_move = line.is_before_move();
            line.surplus(|_| is_move);
        }
        // The title of a comment and the data of a USER line are text down to the last blank.
        Keyword::Com | Keyword::User => line.text(false),
        _ => line.text(true),
    }
}

/// Reads the words of a move after its number.
pub(super) fn fields_after_number(words: Words<'_>, out: &mut Vec<Field>) {
    let mut line = FieldReader { words, out };
    if let Some((span, word)) = line.words.cleaned() {
        line.place_of_move(span, &word);
    }
}

/// Reads the words after a first word that is not a keyword, if they look like data.
pub(super) fn unknown(mut words: Words<'_>, out: &mut Vec<Field>) {
    while let Some((span, word)) = words.cleaned() {
        let kind = match (number(&word), location(&word)) {
            (Some(number), _) => FieldKind::Number(number),
            (_, Some(point)) => FieldKind::Location(point),
            _ if is_pass(&word) => FieldKind::Pass,
            _ => FieldKind::Skipped,
        };
        out.push(Field { span, kind });
    }
}

struct FieldReader<'t, 'o> {
    words: Words<'t>,
    out: &'o mut Vec<Field>,
}

impl FieldReader<'_, '_> {
    fn push(&mut self, span: Span, kind: FieldKind) {
        self.out.push(Field { span, kind });
    }

    /// Adds all remaining words as one field.
    fn rest(&mut self, kind: FieldKind) {
        if let Some(span) = self.words.rest() {
            self.push(span, kind);
        }
    }

    fn text(&mut self, trim_end: bool) {
        let span = if trim_end { self.words.rest() } else { self.words.rest_untrimmed() };
        if let Some(span) = span {
            self.push(span, FieldKind::Text);
        }
    }

    /// Reads the rest of a complete line. Data of the keyword's kind is a mistake there; any other text is dropped by
    /// readers (section 6).
    fn surplus(&mut self, looks_like_data: impl Fn(&str) -> bool) {
        let data = self.words.peek_cleaned().is_some_and(|(_, word)| looks_like_data(&word));
        self.rest(if data { FieldKind::Bad(Fault::Unexpected) } else { FieldKind::Ignored });
    }

    /// Whether a whole move follows, with its color.
    fn is_before_move(&self) -> bool {
        let mut words = self.words.clone();
        let mut next_is = |is: fn(&str) -> bool| words.cleaned().is_some_and(|(_, word)| is(&word));
        next_is(|word| Color::from_letter(word).is_some())
            && next_is(is_digits)
            && next_is(|word| location(word).is_some() || is_pass(word))
    }

    /// `<n> <loc | PASS>`
    fn r#move(&mut self) {
        let Some((span, first)) = self.words.cleaned() else { return };
        if let Some(length) = slip::joined(&first).filter(|_| span.len() == first.len()) {
            let (number, place) = first.split_at(length);
            let middle = span.start as usize + length;
            let number = value::number(number).map_or(FieldKind::Bad(Fault::Number), FieldKind::Number);
            self.push(Span::new(span.start as usize, middle), number);
            self.push(Span::new(middle, span.end as usize), FieldKind::Bad(Fault::Joined(location(place))));
            return self.after_move();
        }
        let Some((second_span, second)) = self.words.cleaned() else {
            // One of the two is missing, which is reported at the keyword.
            let kind = match (number(&first), location(&first)) {
                (Some(number), _) => FieldKind::Number(number),
                (_, Some(point)) => FieldKind::Location(point),
                _ if is_pass(&first) => FieldKind::Pass,
                _ => FieldKind::Skipped,
            };
            return self.push(span, kind);
        };
        let first_number = match (number(&first), location(&first), number(&second)) {
            (Some(number), ..) => Some(FieldKind::Number(number)),
            (None, Some(point), Some(number)) => {
                self.push(span, FieldKind::Bad(Fault::Swapped(point)));
                self.push(second_span, FieldKind::Number(number));
                return self.rest(FieldKind::Skipped);
            }
            _ => slip::number(&first).map(|number| FieldKind::Bad(Fault::NumberLike(number))),
        };
        let Some(first_number) = first_number else {
            self.push(span, FieldKind::Bad(Fault::Number));
            let kind = match location(&second) {
                Some(point) => FieldKind::Location(point),
                None if is_pass(&second) => FieldKind::Pass,
                None if resembles_location(&second) => FieldKind::Bad(Fault::Location),
                None => FieldKind::Skipped,
            };
            self.push(second_span, kind);
            return self.rest(FieldKind::Skipped);
        };
        self.push(span, first_number);
        self.place_of_move(second_span, &second);
    }

    /// Reads the place of a move, and the rest of the line.
    fn place_of_move(&mut self, span: Span, word: &str) {
        match location(word) {
            Some(point) => self.push(span, FieldKind::Location(point)),
            None if is_pass(word) => self.push(span, FieldKind::Pass),
            None => {
                if !self.misspelt_place(span, word) {
                    return self.rest(FieldKind::Skipped);
                }
            }
        }
        self.after_move();
    }

    /// Adds the place of a move that is not a location, and returns whether its meaning is known.
    fn misspelt_place(&mut self, span: Span, word: &str) -> bool {
        let (span, point) = if self.is_row_of_other() { (span, None) } else { self.split_location(span, word) };
        let kind = match point.or_else(|| slip::location(word)) {
            Some(point) => Fault::LocationLike(Some(point)),
            None if slip::is_pass(word) => Fault::LocationLike(None),
            None => Fault::Location,
        };
        let span = if kind == Fault::Location { self.pair(span, word) } else { span };
        self.push(span, FieldKind::Bad(kind));
        kind != Fault::Location
    }

    /// Whether the next word may be the number of another move, as a place comes after it.
    fn is_row_of_other(&self) -> bool {
        let mut words = self.words.clone();
        words.next();
        words.cleaned().is_some_and(|(_, next)| location(&next).is_some() || is_pass(&next))
    }

    /// Reads a location with white space in it, `Q 16`: takes the row, if the word at `span` is a column. Also takes
    /// the number after a `#`, which does not give a location.
    fn split_location(&mut self, span: Span, word: &str) -> (Span, Option<Point>) {
        let next = self.words.peek_cleaned().filter(|(_, row)| word.len() == 1 && is_digits(row));
        let Some((row_span, row)) = next else { return (span, None) };
        let point = location(&format!("{word}{row}"));
        if point.is_none() && word != "#" {
            return (span, None);
        }
        self.words.next();
        (span.to(row_span), point)
    }

    /// Reads two numbers for a location, `16 4`: takes the second number, if the word at `span` is the first.
    fn pair(&mut self, span: Span, word: &str) -> Span {
        let mut words = self.words.clone();
        match words.cleaned() {
            Some((next_span, next)) if words.is_empty() && slip::is_pair(&format!("{word} {next}")) => {
                self.words.next();
                span.to(next_span)
            }
            _ => span,
        }
    }

    /// Reads the rest of a line after its move.
    fn after_move(&mut self) {
        if self.words.is_empty() {
            return;
        }
        // A second move is not a remark on the first, and must not get lost as one.
        let mut rest = self.words.clone();
        let is_move = rest.cleaned().is_some_and(|(_, word)| Color::from_letter(&word).is_some())
            && rest.cleaned().is_some_and(|(_, word)| is_digits(&word));
        self.surplus(|word| is_move || is_digits(word) || resembles_location(word) || is_pass(word));
    }

    /// `<n>` from 2 to 19
    fn board_size(&mut self) {
        let Some((span, word)) = self.words.cleaned() else { return };
        match number(&word).and_then(BoardSize::new) {
            Some(size) => self.push(span, FieldKind::Size(size)),
            None => {
                self.push(span, FieldKind::Bad(Fault::Size));
                return self.rest(FieldKind::Skipped);
            }
        }
        self.surplus(is_digits);
    }

    /// `[<nXn> | <loc loc>]`
    fn region(&mut self) {
        let Some((_, word)) = self.words.peek_cleaned() else { return };
        if !word.starts_with(|first: char| first.is_ascii_alphanumeric()) {
            return self.rest(FieldKind::Ignored);
        }
        let Some((span, word)) = self.words.cleaned() else { return };
        if let Some(size) = square(&word) {
            self.push(span, FieldKind::Size(size));
        } else if resembles_location(&word) {
            let second = self.words.peek_cleaned();
            match (location(&word), second) {
                (Some(from), Some((second_span, second))) if location(&second).is_some() => {
                    self.words.next();
                    self.push(span, FieldKind::Location(from));
                    self.push(second_span, FieldKind::Location(location(&second).unwrap_or(from)));
                }
                (_, Some((second_span, second))) if resembles_location(&second) => {
                    self.words.next();
                    self.push(span.to(second_span), FieldKind::Bad(Fault::Region));
                    return self.rest(FieldKind::Skipped);
                }
                _ => {
                    self.push(span, FieldKind::Bad(Fault::Region));
                    return self.rest(FieldKind::Skipped);
                }
            }
        } else {
            self.push(span, FieldKind::Bad(Fault::Region));
            return self.rest(FieldKind::Skipped);
        }
        self.surplus(|word| resembles_location(word) || resembles_square(word));
    }

    /// `[<B | W> [loc]*]*`
    fn setup(&mut self) {
        let mut colored = false;
        let mut reported = false;
        while let Some((span, word)) = self.words.cleaned() {
            let kind = if let Some(color) = Color::from_letter(&word) {
                colored = true;
                FieldKind::Color(color)
            } else if !colored {
                let kind = if reported { FieldKind::Skipped } else { FieldKind::Bad(Fault::Color) };
                reported = true;
                kind
            } else {
                match (location(&word), self.split_location(span, &word)) {
                    (Some(point), _) => FieldKind::Location(point),
                    (None, (split, Some(point))) => {
                        self.push(split, FieldKind::Bad(Fault::LocationLike(Some(point))));
                        continue;
                    }
                    (None, _) => FieldKind::Bad(like(&word)),
                }
            };
            self.push(span, kind);
        }
    }

    /// The fields of MARK, UNMARK, HIDE and PRISONER.
    fn marks(&mut self, keyword: Keyword) {
        let mut in_prose = false;
        while let Some((span, word)) = self.words.cleaned() {
            let (split, point) = self.split_location(span, &word);
            if split != span {
                let fault = point.map_or(Fault::Mark(MarkFault::Syntax), |point| Fault::LocationLike(Some(point)));
                self.push(split, FieldKind::Bad(fault));
                in_prose = false;
                continue;
            }
            let kind = match mark(&word, keyword) {
                Ok(mark) => FieldKind::Mark(mark),
                Err(fault) => FieldKind::Bad(fault),
            };
            // Words in a row are one remark in the wrong place, hence one mistake.
            let is_prose = kind == FieldKind::Bad(Fault::Mark(MarkFault::Syntax))
                && word.bytes().all(|byte| byte.is_ascii_alphabetic());
            match self.out.last_mut() {
                Some(last) if in_prose && is_prose => last.span = last.span.to(span),
                _ => self.push(span, kind),
            }
            in_prose = is_prose;
        }
    }

    /// `[cc]`
    fn marker(&mut self) {
        let Some((span, word)) = self.words.cleaned() else { return };
        if word.len() <= 2 {
            self.push(span, FieldKind::Marker);
            self.rest(FieldKind::Ignored);
        } else {
            self.push(span, FieldKind::Bad(Fault::Unexpected));
            self.rest(FieldKind::Skipped);
        }
    }
}

/// Reads any of the ten forms of MARK that `keyword` allows.
fn mark(word: &str, keyword: Keyword) -> Result<Mark, Fault> {
    let mark = any_mark(word)?;
    let taken = match keyword {
        Keyword::Mark => true,
        Keyword::Unmark => mark.sign == Sign::Number,
        Keyword::Hide => mark.sign == Sign::Number && mark.target != Target::All,
        _ => mark.sign == Sign::Number && matches!(mark.target, Target::Point(_) | Target::Move(_)),
    };
    if taken { Ok(mark) } else { Err(Fault::Mark(MarkFault::NotHere)) }
}

fn any_mark(word: &str) -> Result<Mark, Fault> {
    if !word.contains('@') {
        if word.eq_ignore_ascii_case("ALL") {
            return Ok(Mark { sign: Sign::Number, target: Target::All });
        }
        return Ok(Mark { sign: Sign::Number, target: target(word)? });
    }
    // A label can itself hold an `@`, so the one that ends it is the first after which a target stands.
    let at = |index: usize| word.as_bytes().get(index) == Some(&b'@') && word.is_char_boundary(index);
    for index in [1, 2] {
        if at(index)
            && let Ok(target) = target(&word[index + 1..])
        {
            return Ok(Mark { sign: sign(&word.as_bytes()[..index]), target });
        }
    }
    Err(if at(1) || at(2) {
        let label = if at(1) { 1 } else { 2 };
        match target(&word[label + 1..]) {
            Err(fault) => fault,
            Ok(_) => Fault::Mark(MarkFault::Syntax),
        }
    } else {
        Fault::Mark(if at(0) { MarkFault::NoLabel } else { MarkFault::LongLabel })
    })
}

/// The fault of a word that is not a valid location, with the location that it probably means.
fn like(word: &str) -> Fault {
    slip::location(word).map_or(Fault::Location, |point| Fault::LocationLike(Some(point)))
}

/// `loc | #n | #n-n`
fn target(word: &str) -> Result<Target, Fault> {
    const SYNTAX: Fault = Fault::Mark(MarkFault::Syntax);
    let Some(numbers) = word.strip_prefix('#') else {
        return match location(word) {
            Some(point) => Ok(Target::Point(point)),
            None => Err(match like(word) {
                Fault::Location if !resembles_location(word) => SYNTAX,
                fault => fault,
            }),
        };
    };
    match numbers.split_once('-') {
        None => number(numbers).map(Target::Move).ok_or(SYNTAX),
        Some((from, to)) => match (number(from), number(to)) {
            (Some(from), Some(to)) if from <= to => Ok(Target::Moves(from, to)),
            (Some(_), Some(_)) => Err(Fault::Mark(MarkFault::Descending)),
            _ => Err(SYNTAX),
        },
    }
}

fn sign(label: &[u8]) -> Sign {
    match label {
        [b'\\', b'c' | b'C'] => Sign::Check,
        [b'\\', b'd' | b'D'] => Sign::Diamond,
        [b'\\', b's' | b'S'] => Sign::Square,
        [b'\\', b't' | b'T'] => Sign::Triangle,
        [one, two] => Sign::Label([*one, *two]),
        [one] => Sign::Label([*one, 0]),
        _ => Sign::Label([0, 0]),
    }
}
