//! The types of a record that is read: an event, its moves, sequences, diagrams and other data.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::{Index, Range};

use crate::syntax::{Keyword, Mark};
use ishi_board::{BoardSize, Color, Point};

/// A game, problem, joseki or other block of Go data (section 4.2).
///
/// All lines are counted from the first line of the event, which is line 0. So an event stays the same when the text
/// before it changes. The tree is kept in flat lists that refer to each other by index: however deep variations are
/// nested, nothing here is recursive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number of lines of the event.
    pub lines: u32,
    /// The number of lines without the blank lines at the end.
    pub filled_lines: u32,
    /// The EVENT line; `None` for the implicit first event of a file.
    pub definition: Option<u32>,
    /// The title on that line.
    pub title: Box<str>,
    /// The header lines and BOARDSIZE, in order.
    pub headers: Vec<Header>,
    /// The size of the board: the last valid BOARDSIZE before the tree. It also applies to SETUP lines before it.
    pub board_size: BoardSize,
    /// All moves, those of variations included, in the order of the file.
    pub moves: Vec<Move>,
    /// The main line, then the variations in the order of the file.
    pub sequences: Vec<Sequence>,
    /// The diagrams in the order of the file.
    pub diagrams: Vec<Diagram>,
    /// Setup, marks, prisoners, comments and user data in the order of the file.
    pub data: Vec<Datum>,
    /// The remarks in the order of the file.
    pub remarks: Vec<Remark>,
    /// The lines that may have a move but could not be read as a move, in order. After such a line a stone may be
    /// missing on the board.
    pub lost: Vec<u32>,
    /// The steps of all sequences, one sequence after the other.
    pub(super) steps: Vec<Step>,
    pub(super) marks: Vec<Mark>,
    pub(super) stones: Vec<SetupStone>,
    /// Pairs of a move and a variation on it, sorted by the moves. Few moves have any, so they are not stored with the
    /// moves.
    pub(super) variations: Vec<(MoveId, SequenceId)>,
}

/// The index of a move in [`Event::moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveId(pub u32);

/// The index of a sequence in [`Event::sequences`]; 0 is the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SequenceId(pub u32);

/// The index of a diagram in [`Event::diagrams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DiagramId(pub u32);

/// A header line (section 5.2) or a BOARDSIZE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its keyword.
    pub keyword: Keyword,
    /// The index of its line in the event, from 0.
    pub line: u32,
    /// The text after the keyword.
    pub text: Box<str>,
}

/// The target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveTarget {
    /// On a point.
    Point(Point),
    /// Nowhere: a pass or a play elsewhere.
    Pass,
    /// Unknown: the line has no location, or its location can't be read.
    Unknown,
}

impl MoveTarget {
    /// The point; `None` for a pass and for an unknown target.
    pub fn point(self) -> Option<Point> {
        match self {
            Self::Point(point) => Some(point),
            Self::Pass | Self::Unknown => None,
        }
    }

    /// The location as other programs read it: `Q16` or `pass`; `None` for an unknown target.
    pub fn location(self) -> Option<String> {
        match self {
            Self::Point(point) => Some(point.to_string()),
            Self::Pass => Some("pass".to_owned()),
            Self::Unknown => None,
        }
    }
}

/// A move (section 4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of its line in the event, from 0.
    pub line: u32,
    /// The number of the move; `None` if the line has no number, or the number can't be read.
    pub number: Option<NonZeroU32>,
    /// The player who makes the move.
    pub color: Color,
    /// The point, or a pass; `Unknown` if it can't be read.
    pub place: MoveTarget,
    /// The sequence that the move belongs to.
    pub sequence: SequenceId,
}

impl fmt::Display for Move {
    /// Writes the move as in the Standard: `B 45 C13`, with `?` for a missing field.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.color.letter())?;
        match self.number {
            Some(number) => write!(f, "{number} ")?,
            None => f.write_str("? ")?,
        }
        match self.place {
            MoveTarget::Point(point) => write!(f, "{point}"),
            MoveTarget::Pass => f.write_str("pass"),
            MoveTarget::Unknown => f.write_str("?"),
        }
    }
}

/// A series of moves without the variations on them (section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The move that this variation replaces; `None` for the main line and for a variation without such a move.
    pub replaces: Option<MoveId>,
    /// The VAR line; `None` for the main line.
    pub line: Option<u32>,
    /// The ENDVAR line; `None` for the main line and for a variation that is not ended.
    pub end: Option<u32>,
    /// The marker: up to two characters.
    pub marker: Box<str>,
    /// The range of its moves and diagrams in [`Event::steps`].
    pub(super) steps: Range<u32>,
}

/// A step of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Move(MoveId),
    /// A diagram.
    Diagram(DiagramId),
}

/// The part of a board that a diagram shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The board of the event.
    Board,
    /// A whole board of some size.
    Square(BoardSize),
    /// Two opposite corners, in the order in which they are written.
    Corners(Point, Point),
}

impl Region {
    /// The size of the smallest board that has all points of the region; `board` is the board size of the event.
    pub fn board_size(self, board: BoardSize) -> BoardSize {
        match self {
            Self::Board => board,
            Self::Square(size) => size,
            Self::Corners(one, other) => {
                let last = [one.column(), one.row(), other.column(), other.row()].into_iter().max();
                last.and_then(|last| BoardSize::new(u32::from(last) + 1)).unwrap_or(board)
            }
        }
    }

    /// Whether the region shows this point; `board` is the board size of the event.
    pub fn contains(self, point: Point, board: BoardSize) -> bool {
        match self {
            Self::Board => board.contains(point),
            Self::Square(size) => size.contains(point),
            Self::Corners(one, other) => {
                let between = |value: u8, one: u8, other: u8| one.min(other) <= value && value <= one.max(other);
                between(point.column(), one.column(), other.column()) && between(point.row(), one.row(), other.row())
            }
        }
    }
}

/// A diagram (section 4.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The index of its line in the event, from 0.
    pub line: u32,
    /// The part of the board that the diagram shows.
    pub region: Region,
    /// The sequence in which it stands.
    pub sequence: SequenceId,
}

/// A setup stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupStone {
    /// The player who owns the stone.
    pub color: Color,
    /// The point of the stone.
    pub point: Point,
}

/// The event, move, diagram or variation that a line of data belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The event as a whole.
    Event,
    /// A move.
    Move(MoveId),
    /// A diagram.
    Diagram(DiagramId),
    /// A variation, before its first move.
    Variation(SequenceId),
}

/// A line, or a block of lines, of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datum {
    /// The index of its first line in the event, from 0.
    pub line: u32,
    /// One past its last line.
    pub end: u32,
    /// The event, move, diagram or variation that it belongs to.
    pub owner: Owner,
    /// The kind of data.
    pub kind: DatumKind,
}

impl Datum {
    /// Whether it is a SETUP of the event or of a move, and not only of a diagram.
    pub fn is_setup(&self) -> bool {
        matches!(self.kind, DatumKind::Setup(_)) && !matches!(self.owner, Owner::Diagram(_))
    }
}

/// The kind of a [`Datum`]. The ranges are used with [`Event::marks`] and [`Event::stones`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatumKind {
    /// MARK
    Mark(Range<u32>),
    /// UNMARK
    Unmark(Range<u32>),
    /// PRISONER
    Prisoner(Range<u32>),
    /// HIDE
    Hide(Range<u32>),
    /// SETUP
    Setup(Range<u32>),
    /// COM … ENDCOM
    Comment,
    /// USER … ENDUSER
    User,
}

/// A REMARK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The index of its line in the event, from 0.
    pub line: u32,
    /// The EVENT, SETUP, move or DIAGRAM line that it belongs to; `None` if no such line follows in this event.
    pub on: Option<u32>,
}

impl Index<MoveId> for Event {
    type Output = Move;

    /// Returns the move with this id.
    fn index(&self, id: MoveId) -> &Move {
        &self.moves[id.0 as usize]
    }
}

impl Event {
    /// An event without lines: its only sequence is the main line, which has no moves.
    pub(super) fn new(board_size: BoardSize) -> Self {
        let main = Sequence { replaces: None, line: None, end: None, marker: "".into(), steps: 0..0 };
        Self {
            lines: 0,
            filled_lines: 0,
            definition: None,
            title: "".into(),
            headers: Vec::new(),
            board_size,
            moves: Vec::new(),
            sequences: vec![main],
            diagrams: Vec::new(),
            data: Vec::new(),
            remarks: Vec::new(),
            lost: Vec::new(),
            steps: Vec::new(),
            marks: Vec::new(),
            stones: Vec::new(),
            variations: Vec::new(),
        }
    }

    /// Notes that the line `at`, the last line so far, may have a move or a stone that could not be read.
    pub(super) fn lose(&mut self, at: u32) {
        if self.lost.last() != Some(&at) {
            self.lost.push(at);
        }
    }

    /// Whether two moves have the same number, color and place. If they follow each other, the second is a repetition
    /// by mistake, and the data after it belongs to the first.
    pub fn say_the_same(&self, one: MoveId, other: MoveId) -> bool {
        let key = |id: MoveId| (self[id].number, self[id].color, self[id].place);
        key(one) == key(other)
    }

    /// The number of a move, if it has one.
    pub fn number(&self, id: MoveId) -> Option<u32> {
        self[id].number.map(NonZeroU32::get)
    }

    /// The number and color of a move that follows `current` in a sequence, or begins the sequence if `current` is
    /// `None`. A variation begins with the number and color of the move that it replaces. A game begins with White if
    /// only black stones are set up. `None` if the previous move has no number, or the largest number.
    pub fn next_move(&self, sequence: SequenceId, current: Option<MoveId>) -> Option<(u32, Color)> {
        if let Some(current) = current {
            return Some((self.number(current)?.checked_add(1)?, self[current].color.opponent()));
        }
        if let Some(replaced) = self.sequence(sequence).replaces {
            return Some((self.number(replaced)?, self[replaced].color));
        }
        let mut setup = self.data.iter().filter(|datum| datum.is_setup()).flat_map(|datum| self.stones_of(datum));
        let is_handicap = setup.clone().next().is_some() && setup.all(|stone| stone.color == Color::Black);
        Some((1, if is_handicap { Color::White } else { Color::Black }))
    }

    /// The stones of a SETUP; none for other data.
    pub fn stones_of(&self, datum: &Datum) -> &[SetupStone] {
        match &datum.kind {
            DatumKind::Setup(range) => self.stones(range),
            _ => &[],
        }
    }

    /// The innermost variation that contains a line, including VAR and ENDVAR.
    pub fn variation_at(&self, line: u32) -> Option<SequenceId> {
        (1..self.sequences.len() as u32).map(SequenceId).rfind(|&id| {
            let Sequence { line: first, end, .. } = self.sequence(id);
            first.zip(*end).is_some_and(|(first, last)| (first..=last).contains(&line))
        })
    }

    /// The moves of a sequence, without those of the variations on them.
    pub fn moves_of(&self, id: SequenceId) -> impl DoubleEndedIterator<Item = MoveId> + Clone + '_ {
        self.steps(id).iter().filter_map(|step| match *step {
            Step::Move(id) => Some(id),
            Step::Diagram(_) => None,
        })
    }

    /// A sequence.
    pub fn sequence(&self, id: SequenceId) -> &Sequence {
        &self.sequences[id.0 as usize]
    }

    /// The moves and diagrams of a sequence, in order.
    pub fn steps(&self, id: SequenceId) -> &[Step] {
        let Range { start, end } = self.sequence(id).steps;
        &self.steps[start as usize..end as usize]
    }

    /// A diagram.
    pub fn diagram(&self, id: DiagramId) -> &Diagram {
        &self.diagrams[id.0 as usize]
    }

    /// The marks, hidden stones or prisoners of a datum.
    pub fn marks(&self, range: &Range<u32>) -> &[Mark] {
        &self.marks[range.start as usize..range.end as usize]
    }

    /// The stones of a SETUP.
    pub fn stones(&self, range: &Range<u32>) -> &[SetupStone] {
        &self.stones[range.start as usize..range.end as usize]
    }

    /// The variations on a move, in the order of the file.
    pub fn variations(&self, id: MoveId) -> impl Iterator<Item = SequenceId> + '_ {
        let first = self.variations.partition_point(|&(replaced, _)| replaced < id);
        let replacing = self.variations[first..].iter().take_while(move |&&(replaced, _)| replaced == id);
        replacing.map(|&(_, variation)| variation)
    }

    /// The line of an item: of EVENT, a move, DIAGRAM or VAR; 0 if the item has no such line.
    pub fn line_of(&self, owner: Owner) -> u32 {
        match owner {
            Owner::Event => self.definition.unwrap_or(0),
            Owner::Move(id) => self[id].line,
            Owner::Diagram(id) => self.diagram(id).line,
            Owner::Variation(id) => self.sequence(id).line.unwrap_or(0),
        }
    }

    /// The data that belong to an item, in the order of the file.
    pub fn data_of(&self, owner: Owner) -> impl Iterator<Item = &Datum> + '_ {
        let line = if owner == Owner::Event { 0 } else { self.line_of(owner) };
        let first = self.data.partition_point(|datum| datum.line < line);
        let sequence = self.sequence_of(owner);
        // Nothing comes between the data of a diagram. A move may have some after its variations, which have higher
        // numbers, but none after the next move of its sequence or of one around it.
        let goes_on = move |datum: &&Datum| match datum.owner {
            other if other == owner => true,
            _ if matches!(owner, Owner::Diagram(_)) => false,
            Owner::Move(id) => self[id].sequence > sequence,
            _ => true,
        };
        self.data[first..].iter().take_while(goes_on).filter(move |datum| datum.owner == owner)
    }

    /// The sequence that an item belongs to, or begins.
    pub fn sequence_of(&self, owner: Owner) -> SequenceId {
        match owner {
            Owner::Event => SequenceId(0),
            Owner::Move(id) => self[id].sequence,
            Owner::Diagram(id) => self.diagram(id).sequence,
            Owner::Variation(id) => id,
        }
    }

    /// Returns the owner of a line: the item that it begins or is part of, or else the last item before it. A VAR line
    /// belongs to its variation, and an ENDVAR line to the move that the variation replaces.
    pub fn owner_at(&self, line: u32) -> Owner {
        let data = self.data.partition_point(|datum| datum.line <= line);
        if let Some(datum) = data.checked_sub(1).map(|last| &self.data[last]).filter(|datum| line < datum.end) {
            return datum.owner;
        }
        let moves = self.moves.partition_point(|played| played.line <= line);
        let last_move = moves.checked_sub(1).map(|last| (self.moves[last].line, Owner::Move(MoveId(last as u32))));
        let diagrams = self.diagrams.partition_point(|diagram| diagram.line <= line);
        let last_diagram =
            diagrams.checked_sub(1).map(|last| (self.diagrams[last].line, Owner::Diagram(DiagramId(last as u32))));
        let sequences = self.sequences.iter().enumerate().skip(1).flat_map(|(index, sequence)| {
            let begin = sequence.line.map(|begin| (begin, Owner::Variation(SequenceId(index as u32))));
            let end = sequence.end.map(|end| (end, sequence.replaces.map_or(Owner::Event, Owner::Move)));
            [begin, end]
        });
        let above = sequences.flatten().filter(|&(begin, _)| begin <= line);
        let last = above.chain(last_move).chain(last_diagram).max_by_key(|&(begin, _)| begin);
        last.map_or(Owner::Event, |(_, owner)| owner)
    }

    /// The text of a header that counts once: the last line with this keyword (section 5.2).
    pub fn header(&self, keyword: Keyword) -> Option<&str> {
        self.headers.iter().rev().find(|header| header.keyword == keyword).map(|header| &*header.text)
    }

    /// The text of a header: the last line of a header that counts once, or all lines of other headers together
    /// (section 5.2).
    pub fn whole_header(&self, keyword: Keyword) -> Option<String> {
        if keyword.counts_once() {
            return self.header(keyword).map(str::to_owned);
        }
        let headers = self.headers.iter().filter(|header| header.keyword == keyword);
        headers.map(|header| header.text.to_string()).reduce(|texts, next| texts + ", " + &next)
    }

    /// The line with which the tree of moves and diagrams begins.
    pub fn tree(&self) -> Option<u32> {
        let r#move = self.moves.first().map(|first| first.line);
        let diagram = self.diagrams.first().map(|diagram| diagram.line);
        let variation = self.sequences.get(1).and_then(|sequence| sequence.line);
        [r#move, diagram, variation].into_iter().flatten().min()
    }

    /// Whether it is empty: an empty file, or one of remarks only.
    pub fn is_empty(&self) -> bool {
        self.definition.is_none()
            && self.headers.is_empty()
            && self.data.is_empty()
            && self.moves.is_empty()
            && self.diagrams.is_empty()
            && self.sequences.len() == 1
    }
}
