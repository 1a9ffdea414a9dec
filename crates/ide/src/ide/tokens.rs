//! `textDocument/semanticTokens`: the meaning of the words of a record, as kinds and modifiers.

use std::collections::HashMap;
use std::ops::{BitOr, Range};

use super::cursor;
use crate::document::{EventView, Snapshot};
use ishi_board::Color;
use ishi_position::ColumnUnit;
use ishi_record::record::{DatumKind, Event, MoveId, SequenceId};
use ishi_record::replay::{Cause, Visit, Walk};
use ishi_record::syntax::{Block, Fault, Field, FieldKind, Keyword, Line, LineKind, Mark, Sign, Source, Target};
use ishi_work::cancel::checkpoint;

use ishi_text::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemanticTokenKind {
    /// A keyword; of the moves only that of Black, and in SETUP the color `B`.
    Keyword,
    /// The keyword of a white move, and in SETUP the color `W`.
    White,
    /// A move number, a board size, `#n` and `#n-n`.
    Number,
    /// A location.
    Location,
    /// `PASS`, `ALL`.
    Constant,
    /// The sign of a mark, such as `\t`.
    Sign,
    /// The label of a mark, the marker of a variation.
    Label,
    /// The `@` of a mark.
    Operator,
    /// The title of an event or of a comment.
    Title,
    /// Header text, the text of a comment.
    Text,
    /// A remark with its keyword, and text that readers ignore.
    Remark,
    /// The words of a remark for this program, as in `REMARK ishi: allow CODE`.
    Directive,
    /// User data.
    UserData,
}

impl SemanticTokenKind {
    /// All kinds, each at the index of its number.
    pub const ALL: [Self; 13] = [
        Self::Keyword,
        Self::White,
        Self::Number,
        Self::Location,
        Self::Constant,
        Self::Sign,
        Self::Label,
        Self::Operator,
        Self::Title,
        Self::Text,
        Self::Remark,
        Self::Directive,
        Self::UserData,
    ];
}

/// Modifiers of a token: any of these together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(u32);

impl Modifiers {
    /// A captured stone. At a reference: the stone was captured before that line. At the move or SETUP that puts it on
    /// the board: it will be captured in the same sequence (a setup stone in the main line).
    pub const CAPTURED: Self = Self(1);
    /// A setup stone.
    pub const SETUP: Self = Self(1 << 1);
    /// Text that can't be read.
    pub const ERROR: Self = Self(1 << 2);

    /// The modifiers as bits, from the lowest in the order of the constants.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Whether all modifiers of `other` are included.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    fn only_if(self, holds: bool) -> Self {
        if holds { self } else { Self::default() }
    }
}

impl BitOr for Modifiers {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A run of characters of one line, with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// The line, from 0 at the start of the text.
    pub line: u32,
    /// The column, from 0.
    pub column: u32,
    /// The length, in the same unit as the column.
    pub length: u32,
    /// Its kind.
    pub kind: SemanticTokenKind,
    /// Its modifiers.
    pub modifiers: Modifiers,
}

/// The tokens of the lines that `range` touches, in order and without overlap, with columns in `unit`
/// (`textDocument/semanticTokens`). The tokens of a part of the text are the same as in the tokens of the whole text.
///
/// Only the events of the range are read, and each is played once.
pub fn tokens(snapshot: &Snapshot, range: Span, unit: ColumnUnit) -> Vec<SemanticToken> {
    let mut tokens = Vec::new();
    for view in snapshot.events_in(range.start as usize, range.end as usize) {
        of_event(view, range, unit, &mut tokens);
    }
    tokens
}

fn of_event(view: EventView<'_>, range: Span, unit: ColumnUnit, tokens: &mut Vec<SemanticToken>) {
    let text = view.text();
    let source = view.source(&text);
    let Some(end) = source.lines.last() else { return };
    // After the line end of the last line begins one more, in which there is nothing.
    let after = source.lines.len() - usize::from(end.span.end == end.end);
    let line_at = |byte: u32| {
        let byte = (byte as usize).saturating_sub(view.start());
        source.lines.partition_point(|line| line.end as usize <= byte).min(after)
    };
    let lines = line_at(range.start)..(line_at(range.end) + 1).min(source.lines.len());
    let stones = StoneWords::of(view.event(), &source, lines.start as u32..lines.end as u32);
    let mut painter = Painter { source: &source, stones, unit, first_line: view.first_line(), tokens, last: None };
    for line in lines {
        checkpoint();
        painter.line(line as u32, &source.lines[line]);
    }
}

/// The modifiers that the stones of an event give to the words that name them.
struct StoneWords {
    /// By the start of the field.
    modifiers: HashMap<u32, Modifiers>,
}

impl StoneWords {
    fn of(event: &Event, source: &Source<'_>, lines: Range<u32>) -> Self {
        let mut stones = Self { modifiers: HashMap::new() };
        let moves = event.moves.partition_point(|played| played.line < lines.start);
        let data = event.data.partition_point(|datum| datum.line < lines.start);
        let has_moves = event.moves.get(moves).is_some_and(|played| played.line < lines.end);
        let names_stones = |kind: &DatumKind| !matches!(kind, DatumKind::Comment | DatumKind::User);
        let mut own_data = event.data[data..].iter().take_while(|datum| datum.line < lines.end);
        // Comments are long, and in a part that shows nothing else there is nothing to play out.
        if !has_moves && !own_data.any(|datum| names_stones(&datum.kind)) {
            return stones;
        }
        let mut captured = Vec::new();
        let mut walk = Walk::new(event);
        while let Some(stop) = walk.next() {
            match stop {
                Visit::Move(id) => captured.extend(captured_by(event, id, &walk)),
                Visit::Datum(index) if lines.contains(&event.data[index].line) => {
                    stones.datum(source, event.data[index].line, &event.data[index].kind, &walk);
                }
                _ => {}
            }
        }
        for cause in captured {
            stones.mark_captured(event, source, cause, &lines);
        }
        stones
    }

    /// Notes the stones that a line of data names.
    fn datum(&mut self, source: &Source<'_>, line: u32, kind: &DatumKind, walk: &Walk<'_>) {
        let line = &source.lines[line as usize];
        for field in source.fields(line) {
            let modifiers = match (field.kind, kind) {
                (FieldKind::Location(_), DatumKind::Setup(_)) => Modifiers::SETUP,
                (FieldKind::Mark(mark), _) => of_reference(walk, kind, mark.target),
                _ => continue,
            };
            self.add(field.span.start, modifiers);
        }
    }

    /// Notes a captured stone, at the place where the record puts it on the board.
    fn mark_captured(&mut self, event: &Event, source: &Source<'_>, cause: Cause, lines: &Range<u32>) {
        let location = match cause {
            Cause::Move(id) => {
                let line = event[id].line;
                let fields = lines.contains(&line).then(|| source.fields(&source.lines[line as usize]));
                fields.into_iter().flatten().find(|field| matches!(field.kind, FieldKind::Location(_)))
            }
            Cause::Setup(index) => cursor::setup_field(event, source, index)
                .filter(|(line, _)| lines.contains(line))
                .map(|(_, field)| field),
        };
        if let Some(field) = location {
            self.add(field.span.start, Modifiers::CAPTURED);
        }
    }

    fn add(&mut self, start: u32, modifiers: Modifiers) {
        if modifiers != Modifiers::default() {
            let entry = self.modifiers.entry(start).or_default();
            *entry = *entry | modifiers;
        }
    }
}

/// The stones of the move's own sequence that the move captures; in the main line, also setup stones.
fn captured_by<'w>(event: &'w Event, id: MoveId, walk: &'w Walk<'_>) -> impl Iterator<Item = Cause> + 'w {
    let sequence = event[id].sequence;
    let played = walk.played();
    let stones = played.into_iter().flat_map(|played| played.captured.iter().chain(played.self_captured));
    stones.map(|&stone| Cause::of(stone)).filter(move |&cause| match cause {
        Cause::Move(id) => event[id].sequence == sequence,
        Cause::Setup(_) => sequence == SequenceId(0),
    })
}

/// The modifiers of a reference at the place of the walk. A range has none, because it names many stones.
fn of_reference(walk: &Walk<'_>, kind: &DatumKind, target: Target) -> Modifiers {
    let (is_setup, is_captured) = match target {
        Target::Point(point) => {
            let played = walk.played().filter(|_| matches!(kind, DatumKind::Prisoner(_)));
            let mut taken = played.into_iter().flat_map(|played| played.captured.iter().chain(played.self_captured));
            let taken = taken.find(|stone| stone.point == point);
            let stone = taken.copied().or(walk.board().get(point));
            (stone.is_some_and(|stone| matches!(Cause::of(stone), Cause::Setup(_))), taken.is_some())
        }
        Target::Move(number) => {
            let Some(id) = walk.numbered(number) else { return Modifiers::default() };
            let point = walk.event()[id].place.point();
            let stands = |point| walk.board().get(point).is_some_and(|stone| Cause::of(stone) == Cause::Move(id));
            (false, point.is_some_and(|point| !stands(point)))
        }
        Target::Moves(..) | Target::All => (false, false),
    };
    Modifiers::SETUP.only_if(is_setup) | Modifiers::CAPTURED.only_if(is_captured)
}

/// Makes tokens of lines.
struct Painter<'s, 't> {
    source: &'s Source<'t>,
    stones: StoneWords,
    unit: ColumnUnit,
    first_line: u32,
    tokens: &'s mut Vec<SemanticToken>,
    /// The line of the last token, its start in the source, and its column.
    last: Option<(u32, u32, u32)>,
}

impl Painter<'_, '_> {
    fn line(&mut self, index: u32, line: &Line) {
        match line.kind {
            LineKind::Blank | LineKind::Foreign => {}
            LineKind::Text(block) => {
                let kind = if block == Block::Com { SemanticTokenKind::Text } else { SemanticTokenKind::UserData };
                self.push(index, line, self.trimmed(line.span), kind, Modifiers::default());
            }
            LineKind::Bare => self.fields(index, line, None),
            LineKind::Unknown => {
                self.push(index, line, line.word, SemanticTokenKind::Keyword, Modifiers::ERROR);
                self.fields(index, line, None);
            }
            LineKind::Data(keyword) | LineKind::Misspelt(keyword) => {
                let kind = match keyword {
                    Keyword::W => SemanticTokenKind::White,
                    Keyword::Remark => SemanticTokenKind::Remark,
                    _ => SemanticTokenKind::Keyword,
                };
                let is_wrong = matches!(line.kind, LineKind::Misspelt(_));
                self.push(index, line, line.word, kind, Modifiers::ERROR.only_if(is_wrong));
                self.fields(index, line, Some(keyword));
            }
        }
    }

    fn fields(&mut self, index: u32, line: &Line, keyword: Option<Keyword>) {
        let source = self.source;
        for &field in source.fields(line) {
            let of_stone = self.stones.modifiers.get(&field.span.start).copied().unwrap_or_default();
            if let FieldKind::Mark(mark) = field.kind {
                self.mark(index, line, field.span, mark, of_stone);
                continue;
            }
            let (kind, modifiers) = match field.kind {
                FieldKind::Bad(fault) => (should_be(fault), Modifiers::ERROR),
                FieldKind::Skipped | FieldKind::Mark(_) => continue,
                _ => (self.kind(field, keyword), of_stone),
            };
            self.push(index, line, self.trimmed(field.span), kind, modifiers);
        }
    }

    fn kind(&self, field: Field, keyword: Option<Keyword>) -> SemanticTokenKind {
        match field.kind {
            FieldKind::Number(_) | FieldKind::Size(_) => SemanticTokenKind::Number,
            FieldKind::Location(_) => SemanticTokenKind::Location,
            FieldKind::Pass => SemanticTokenKind::Constant,
            FieldKind::Color(Color::Black) => SemanticTokenKind::Keyword,
            FieldKind::Color(Color::White) => SemanticTokenKind::White,
            FieldKind::Marker if self.source.str(field.span).starts_with('\\') => SemanticTokenKind::Sign,
            FieldKind::Marker => SemanticTokenKind::Label,
            FieldKind::Text => match keyword {
                Some(Keyword::Event | Keyword::Com) => SemanticTokenKind::Title,
                Some(Keyword::User) => SemanticTokenKind::UserData,
                Some(Keyword::Remark) if is_directive(self.source.str(field.span)) => SemanticTokenKind::Directive,
                Some(Keyword::Remark) => SemanticTokenKind::Remark,
                _ => SemanticTokenKind::Text,
            },
            FieldKind::Ignored | FieldKind::Skipped | FieldKind::Mark(_) | FieldKind::Bad(_) => {
                SemanticTokenKind::Remark
            }
        }
    }

    /// The label, the `@` and the target of a mark; for a number only the target.
    fn mark(&mut self, index: u32, line: &Line, span: Span, mark: Mark, of_stone: Modifiers) {
        let mut target = span;
        let plain = Modifiers::default();
        if mark.sign != Sign::Number
            && let Some(at) = self.source.str(span).rfind('@')
        {
            let at = span.start + at as u32;
            let kind =
                if matches!(mark.sign, Sign::Label(_)) { SemanticTokenKind::Label } else { SemanticTokenKind::Sign };
            self.push(index, line, Span { start: span.start, end: at }, kind, plain);
            self.push(index, line, Span { start: at, end: at + 1 }, SemanticTokenKind::Operator, plain);
            target.start = at + 1;
        }
        let kind = match mark.target {
            Target::All => SemanticTokenKind::Constant,
            Target::Point(_) => SemanticTokenKind::Location,
            Target::Move(_) | Target::Moves(..) => SemanticTokenKind::Number,
        };
        self.push(index, line, target, kind, of_stone);
    }

    fn trimmed(&self, span: Span) -> Span {
        let text = self.source.str(span);
        let start = span.start as usize + (text.len() - text.trim_start().len());
        Span::new(start, (span.start as usize + text.trim_end().len()).max(start))
    }

    fn push(&mut self, index: u32, line: &Line, span: Span, kind: SemanticTokenKind, modifiers: Modifiers) {
        if span.is_empty() {
            return;
        }
        // What lies before the last token is not measured again: a line may hold any number of them.
        let (start, columns) = match self.last {
            Some((last, start, column)) if last == index && start <= span.start => (start, column),
            _ => (line.span.start, 0),
        };
        let column = columns + length_in(self.source.str(Span { start, end: span.start }), self.unit);
        self.last = Some((index, span.start, column));
        let length = length_in(self.source.str(span), self.unit);
        self.tokens.push(SemanticToken { line: self.first_line + index, column, length, kind, modifiers });
    }
}

/// Whether a remark is for this program.
fn is_directive(text: &str) -> bool {
    let word = text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("ishi:"));
    word && text[5..].trim_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case("allow"))
}

fn should_be(fault: Fault) -> SemanticTokenKind {
    match fault {
        Fault::Number | Fault::NumberLike(_) | Fault::Size => SemanticTokenKind::Number,
        Fault::Color => SemanticTokenKind::Keyword,
        Fault::Unexpected => SemanticTokenKind::Text,
        Fault::Swapped(_)
        | Fault::Location
        | Fault::LocationLike(_)
        | Fault::Joined(_)
        | Fault::Region
        | Fault::Mark(_) => SemanticTokenKind::Location,
    }
}

fn length_in(text: &str, unit: ColumnUnit) -> u32 {
    let length = match unit {
        _ if text.is_ascii() => text.len(),
        ColumnUnit::Utf8 => text.len(),
        ColumnUnit::Utf16 => text.encode_utf16().count(),
        ColumnUnit::Utf32 => text.chars().count(),
    };
    length as u32
}
