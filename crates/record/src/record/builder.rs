//! Builds an [`Event`] from the lines of its source, and collects the lines in the wrong place.

use std::num::NonZeroU32;

use super::event::{
    Datum, DatumKind, Diagram, DiagramId, Event, Header, Move, MoveId, MoveTarget, Owner, Region, Remark, Sequence,
    SequenceId, Step,
};
use super::misfit::{Misfit, NotMoves};
use super::next_number::{Continuations, NextNumber};
use super::setup_run::{SetupRun, read_stones};
use super::waiting::WaitingRemarks;
use crate::syntax::{Block, Fault, Field, FieldKind, Keyword, Line, LineKind, Source, Words, misspelt_number};
use ishi_board::{BoardSize, Color};
use ishi_text::Span;
use ishi_work::cancel::checkpoint;

/// An event, with the lines that could not become part of it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The meaning of all lines but the misfits.
    pub event: Event,
    /// The lines in the wrong place, in no particular order.
    pub misfits: Vec<Misfit>,
    /// Move numbers on lines that can't be read as moves. These numbers are not reported as missing.
    pub stray_numbers: Vec<u32>,
}

/// Reads the lines of one event.
///
/// ```
/// use ishi_record::record;
/// use ishi_record::syntax::{Following, Reader};
///
/// for source in Reader::new("EVENT x\nBLACK Ada\nB 1 Q16\nW 2 D4\n", Following::NOTHING) {
///     let event = record::read(&source).event;
///     assert_eq!(&*event.title, "x");
///     assert_eq!(&*event.headers[0].text, "Ada");
///     assert_eq!(event.moves[1].to_string(), "W 2 D4");
/// }
/// ```
pub fn read(source: &Source<'_>) -> Reading {
    let mut builder = Builder::new(source);
    let mut index = 0;
    while let Some(line) = source.lines.get(index) {
        checkpoint();
        index = builder.line(index, line);
    }
    builder.finish()
}

/// How many of the variations around bare locations are examined for their numbers, the innermost first.
const MAX_NESTED: usize = 64;

/// A sequence that is being read.
struct OpenVariation {
    sequence: SequenceId,
    /// The most recent move of the sequence (section 2, "current move").
    current: Option<MoveId>,
    /// The owner of the next line of data.
    owner: Owner,
    /// The first variation on the current move, as its VAR line.
    varied: Option<u32>,
    /// Whether the sequence is a variation without ENDVAR, whose end has to be guessed.
    unclosed: bool,
}

struct Builder<'s, 't> {
    source: &'s Source<'t>,
    reading: Reading,
    /// The main line and the variations that are open, the innermost last.
    frames: Vec<OpenVariation>,
    /// Whether the tree of moves and diagrams has begun.
    in_tree: bool,
    waiting: WaitingRemarks,
    /// The current setup.
    setup: Option<SetupRun>,
    /// The VAR lines without ENDVAR, in order.
    unclosed: Vec<usize>,
    /// The steps of all sequences in the order of the file.
    steps: Vec<(SequenceId, Step)>,
    /// The number of the next move in the file, of any sequence.
    next_of_any: NextNumber,
    /// How sequences continue after bare locations. Computed at the first bare location.
    continuations: Option<Continuations>,
    /// The last line of bare locations that may continue a list, and the keyword of the list.
    list: Option<(u32, Keyword)>,
}

impl<'s, 't> Builder<'s, 't> {
    fn new(source: &'s Source<'t>) -> Self {
        let is_move = |line: &&Line| matches!(line.keyword(), Some(Keyword::B | Keyword::W));
        let moves = source.lines.iter().filter(is_move).count();
        let event = Event {
            lines: source.lines.len() as u32,
            filled_lines: filled_lines(source),
            moves: Vec::with_capacity(moves),
            ..Event::new(BoardSize::STANDARD)
        };
        let main = OpenVariation {
            sequence: SequenceId(0),
            current: None,
            owner: Owner::Event,
            varied: None,
            unclosed: false,
        };
        Self {
            source,
            reading: Reading { event, misfits: Vec::new(), stray_numbers: Vec::new() },
            frames: vec![main],
            in_tree: false,
            waiting: WaitingRemarks::default(),
            setup: None,
            unclosed: source
                .variations()
                .into_iter()
                .filter(|&(_, is_closed)| !is_closed)
                .map(|(line, _)| line)
                .collect(),
            steps: Vec::with_capacity(moves),
            next_of_any: NextNumber::default(),
            continuations: None,
            list: None,
        }
    }

    fn frame(&mut self) -> &mut OpenVariation {
        // The main line is never closed, so there is always a frame.
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn event(&mut self) -> &mut Event {
        &mut self.reading.event
    }

    fn misfit(&mut self, misfit: Misfit) {
        self.reading.misfits.push(misfit);
    }

    /// Reads the line with this index, and returns the index of the next line to read.
    fn line(&mut self, index: usize, line: &Line) -> usize {
        let at = index as u32;
        let next = index + 1;
        let Some(keyword) = line.keyword() else {
            if line.kind == LineKind::Bare {
                self.bare(at, line);
            }
            if line.kind == LineKind::Unknown {
                // The first word may be the number, where the color was forgotten.
                self.stray_numbers(at, line.word);
                self.stray_numbers(at, line.after_word());
            }
            return next;
        };
        match keyword {
            Keyword::Event => self.definition(at, line),
            Keyword::B => self.r#move(at, line, Color::Black),
            Keyword::W => self.r#move(at, line, Color::White),
            Keyword::Boardsize => self.board_size(at, line),
            Keyword::Setup => self.setup(at, line),
            Keyword::Diagram => self.diagram(at, line),
            Keyword::Var => self.variation(at, line),
            Keyword::Endvar => self.end_of_variation(at, line),
            Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => self.marks(at, line, keyword),
            Keyword::Com => return self.block(index, Block::Com),
            Keyword::User => return self.block(index, Block::User),
            Keyword::Remark => {
                let remark = Remark { line: at, on: None };
                self.event().remarks.push(remark);
            }
            Keyword::Endcom | Keyword::Enduser => self.move_after_end(at, line),
            _ => self.header(at, line, keyword),
        }
        next
    }

    fn definition(&mut self, at: u32, line: &Line) {
        self.attach_remarks(at);
        let title = self.source.free_text(line);
        let event = self.event();
        event.definition = Some(at);
        event.title = title.into();
    }

    fn header(&mut self, at: u32, line: &Line, keyword: Keyword) {
        let text = self.source.free_text(line).into();
        self.event().headers.push(Header { keyword, line: at, text });
        if self.in_tree {
            if matches!(keyword, Keyword::Black | Keyword::White) {
                // It may be a move with its color written out.
                self.stray_numbers(at, line.after_word());
            }
            self.misfit(Misfit::Header(at));
        }
    }

    fn board_size(&mut self, at: u32, line: &Line) {
        if let Some(field) = self.source.fields(line).first()
            && let FieldKind::Size(size) = field.kind
        {
            let text = self.source.str(field.span).into();
            self.event().headers.push(Header { keyword: Keyword::Boardsize, line: at, text });
            if self.in_tree {
                // Moves above it were written for another board, and to call them off the board too would be
                // a second diagnostic for one mistake.
                self.misfit(Misfit::BoardSize(at));
            } else {
                self.event().board_size = size;
            }
        }
    }

    fn r#move(&mut self, at: u32, line: &Line, color: Color) {
        let mut number = None;
        let mut place = MoveTarget::Unknown;
        for field in self.source.fields(line) {
            // A misspelt number that fits counts as a number: it is only one mistake.
            let is_likely = |number: &u32| matches!(field.kind, FieldKind::Number(_)) || self.goes_on_with(*number);
            number = number.or(field.number().filter(is_likely).and_then(NonZeroU32::new));
            if let Some(target) = field.place() {
                place = target.map_or(MoveTarget::Pass, MoveTarget::Point);
            }
        }
        if let [.., Field { kind: FieldKind::Bad(Fault::Unexpected), .. }] = self.source.fields(line) {
            self.stray_numbers(at, line.after_word());
        }
        if let Some(number) = number {
            self.close_unclosed_before_move(at, number.get());
        }
        self.attach_remarks(at);
        self.push_move(at, number, color, place);
    }

    fn push_move(&mut self, at: u32, number: Option<NonZeroU32>, color: Color, place: MoveTarget) {
        let id = MoveId(self.reading.event.moves.len() as u32);
        let frame = self.frame();
        frame.current = Some(id);
        frame.owner = Owner::Move(id);
        frame.varied = None;
        let sequence = frame.sequence;
        self.event().moves.push(Move { line: at, number, color, place, sequence });
        self.step(Step::Move(id));
    }

    /// Reads bare locations as the next moves of the sequence, if the numbers of these moves are free.
    fn bare(&mut self, at: u32, line: &Line) {
        let fields = self.source.fields(line);
        let next = self.next_move();
        let last = next.and_then(|(number, _)| number.checked_add(fields.len() as u32 - 1));
        let replaced = self.replaced_by_unclosed();
        let continuations = self.continuations.get_or_insert_with(|| Continuations::of(self.source, &self.unclosed));
        let taken = last.and_then(|last| continuations.taken(at, last, &replaced));
        let not_moves = match (self.continued_list(at, fields.len()), last, taken) {
            (Some(keyword), ..) => {
                self.list = Some((at, keyword));
                self.event().lose(at);
                Some(NotMoves::List(keyword))
            }
            (None, None, _) => Some(NotMoves::Uncounted),
            (None, Some(_), Some(number)) => Some(NotMoves::Taken(number)),
            (None, Some(_), None) => None,
        };
        if let Some(not_moves) = not_moves {
            return self.misfit(Misfit::Bare(at, not_moves));
        }
        self.attach_remarks(at);
        for field in fields {
            let Some((number, color)) = self.next_move() else { return };
            let place = field.place().flatten().map_or(MoveTarget::Pass, MoveTarget::Point);
            self.push_move(at, NonZeroU32::new(number), color, place);
        }
    }

    /// The numbers of the moves that the open variations replace, beginning with the outermost variation without
    /// ENDVAR: the missing ENDVAR may belong to any variation inside it.
    fn replaced_by_unclosed(&self) -> Vec<u32> {
        let event = &self.reading.event;
        let innermost = &self.frames[self.frames.len().saturating_sub(MAX_NESTED)..];
        let unclosed = innermost.iter().skip_while(|frame| !frame.unclosed);
        unclosed.filter_map(|frame| event.number(event.sequence(frame.sequence).replaces?)).collect()
    }

    /// The number and color of the next move of the sequence.
    fn next_move(&self) -> Option<(u32, Color)> {
        let frame = self.frames.last()?;
        self.reading.event.next_move(frame.sequence, frame.current)
    }

    /// The keyword of the list that this many locations on the line `at` may continue.
    fn continued_list(&self, at: u32, count: usize) -> Option<Keyword> {
        let before = at.checked_sub(1).filter(|_| count > 1)?;
        if let Some((_, keyword)) = self.list.filter(|&(line, _)| line == before) {
            return Some(keyword);
        }
        let list = [Keyword::Setup, Keyword::Prisoner, Keyword::Mark, Keyword::Unmark, Keyword::Hide];
        self.source.lines[before as usize].keyword().filter(|keyword| list.contains(keyword))
    }

    /// Whether the current sequence continues with a move of this number, or has no move yet.
    fn goes_on_with(&self, number: u32) -> bool {
        let current = self.frames.last().and_then(|frame| frame.current);
        match current {
            Some(current) => {
                self.reading.event.number(current).and_then(|before| before.checked_add(1)) == Some(number)
            }
            None => true,
        }
    }

    fn step(&mut self, step: Step) {
        self.in_tree = true;
        self.end_series();
        let sequence = self.frame().sequence;
        // How many steps a sequence has is all that is known of their place until the end.
        self.event().sequences[sequence.0 as usize].steps.end += 1;
        self.steps.push((sequence, step));
    }

    /// Ends variations without ENDVAR before the move with this number, if the move continues the parent sequence: its
    /// number is the next number of that sequence, and the variation has already passed this number or has no move.
    fn close_unclosed_before_move(&mut self, at: u32, number: u32) {
        while self.frame().unclosed {
            let Some((replaced, last)) = self.numbers_around() else { return };
            if replaced.checked_add(1) != Some(number) || last.is_some_and(|last| last < number) {
                return;
            }
            self.close_unclosed(at);
        }
    }

    /// The number of the move that the current variation replaces, and that of its own last move if it has any.
    fn numbers_around(&self) -> Option<(u32, Option<u32>)> {
        let frame = self.frames.last()?;
        let event = &self.reading.event;
        let replaced = event.sequence(frame.sequence).replaces?;
        let number = |id: MoveId| event[id].number.map(NonZeroU32::get);
        let last = match frame.current {
            Some(current) => Some(number(current)?),
            None if event.sequence(frame.sequence).steps.is_empty() => None,
            None => return None,
        };
        Some((number(replaced)?, last))
    }

    /// Ends the current variation before the line `at`, or before the remarks that belong to that line.
    fn close_unclosed(&mut self, at: u32) {
        let Some(frame) = self.frames.pop() else { return };
        let line = self.reading.event.sequence(frame.sequence).line.unwrap_or(at);
        let waiting = self.waiting.of(&self.reading.event.remarks);
        let inside = waiting.partition_point(|remark| remark.line <= line);
        let end = waiting.get(inside).map_or(at, |remark| remark.line);
        self.misfit(Misfit::UnclosedVar(line, end));
    }

    fn diagram(&mut self, at: u32, line: &Line) {
        self.attach_remarks(at);
        let region = match self.source.fields(line) {
            [first, ..] if matches!(first.kind, FieldKind::Size(_)) => match first.kind {
                FieldKind::Size(size) => Region::Square(size),
                _ => Region::Board,
            },
            [first, second, ..] => match (first.kind, second.kind) {
                (FieldKind::Location(from), FieldKind::Location(to)) => Region::Corners(from, to),
                _ => Region::Board,
            },
            _ => Region::Board,
        };
        let id = DiagramId(self.reading.event.diagrams.len() as u32);
        let frame = self.frame();
        frame.owner = Owner::Diagram(id);
        let sequence = frame.sequence;
        self.event().diagrams.push(Diagram { line: at, region, sequence });
        self.step(Step::Diagram(id));
    }

    fn setup(&mut self, at: u32, line: &Line) {
        let owner = self.frame().owner;
        let misplaced = self.in_tree && !matches!(owner, Owner::Diagram(_));
        if misplaced {
            self.misfit(Misfit::Setup(at));
            self.attach_remarks(at);
        } else {
            self.series(at);
        }
        let kind = read_stones(&mut self.reading.event, self.source, at, line);
        self.datum(at, at + 1, owner, kind);
        if let Some(setup) = &mut self.setup {
            setup.note_data(&self.reading.event.data);
        }
    }

    /// Counts the SETUP line `at` to the setup of its event or diagram, which is one step.
    fn series(&mut self, at: u32) {
        let Reading { event, misfits, .. } = &mut self.reading;
        match &mut self.setup {
            Some(setup) => setup.go_on(at, self.waiting.of(&event.remarks), &event.data, misfits),
            None => self.setup = Some(SetupRun::new(at, misfits)),
        }
        self.attach_remarks(at);
    }

    fn end_series(&mut self) {
        if let Some(setup) = self.setup.take() {
            setup.end(&mut self.reading.misfits);
        }
    }

    fn variation(&mut self, at: u32, line: &Line) {
        // A variation on the parent sequence, met inside a variation without ENDVAR, shows where that one ends.
        while self.frame().unclosed {
            match (self.numbers_around(), self.next_of_any.after(self.source, at)) {
                (Some((replaced, last)), Some(next)) if next == replaced && last != Some(next) => {
                    self.close_unclosed(at);
                }
                _ => break,
            }
        }
        let replaces = self.frame().current;
        if replaces.is_none() {
            self.misfit(Misfit::Var(at));
        }
        let id = SequenceId(self.reading.event.sequences.len() as u32);
        let marker = match self.source.fields(line).first() {
            Some(field) if field.kind == FieldKind::Marker => self.source.str(field.span),
            _ => "",
        };
        let event = &mut self.reading.event;
        event.sequences.push(Sequence { replaces, line: Some(at), end: None, marker: marker.into(), steps: 0..0 });
        let unclosed = self.unclosed.binary_search(&(at as usize)).is_ok();
        let frame = self.frame();
        frame.varied.get_or_insert(at);
        if let Some(replaced) = replaces {
            frame.owner = Owner::Move(replaced);
            self.event().variations.push((replaced, id));
        }
        self.in_tree = true;
        self.end_series();
        self.frames.push(OpenVariation {
            sequence: id,
            current: None,
            owner: Owner::Variation(id),
            varied: None,
            unclosed,
        });
    }

    /// Notes a move that is on the same line as the end of a block or variation.
    fn move_after_end(&mut self, at: u32, line: &Line) {
        if let [Field { kind: FieldKind::Bad(Fault::Unexpected), span }] = *self.source.fields(line) {
            self.stray_numbers(at, span);
        }
    }

    fn end_of_variation(&mut self, at: u32, line: &Line) {
        self.move_after_end(at, line);
        self.end_series();
        if self.frames.len() == 1 {
            // A word that was only taken for ENDVAR has its diagnostic, and may have been meant for something else.
            if line.kind == LineKind::Data(Keyword::Endvar) {
                self.misfit(Misfit::Endvar(at));
            }
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        let sequence = &mut self.event().sequences[frame.sequence.0 as usize];
        sequence.end = Some(at);
        // Where the variation itself is misplaced, or holds one that is, this is reported already.
        if sequence.steps.is_empty()
            && sequence.replaces.is_some()
            && frame.varied.is_none()
            && let Some(line) = sequence.line
        {
            self.misfit(Misfit::EmptyVariation(line, at));
        }
    }

    fn marks(&mut self, at: u32, line: &Line, keyword: Keyword) {
        let owner = match keyword {
            Keyword::Prisoner => match self.frame().current {
                Some(current) => Owner::Move(current),
                None => {
                    self.misfit(Misfit::Prisoner(at));
                    self.frame().owner
                }
            },
            _ => self.frame().owner,
        };
        if keyword == Keyword::Hide && !matches!(owner, Owner::Diagram(_)) {
            self.misfit(Misfit::Hide(at));
        }
        let first = self.reading.event.marks.len() as u32;
        for field in self.source.fields(line) {
            if let FieldKind::Mark(mark) = field.kind {
                self.event().marks.push(mark);
            }
        }
        let range = first..self.reading.event.marks.len() as u32;
        let kind = match keyword {
            Keyword::Mark => DatumKind::Mark(range),
            Keyword::Unmark => DatumKind::Unmark(range),
            Keyword::Hide => return self.datum(at, at + 1, owner, DatumKind::Hide(range)),
            _ => DatumKind::Prisoner(range),
        };
        self.after_variation(at, at + 1, owner);
        self.datum(at, at + 1, owner, kind);
    }

    fn datum(&mut self, line: u32, end: u32, owner: Owner, kind: DatumKind) {
        self.event().data.push(Datum { line, end, owner, kind });
    }

    fn after_variation(&mut self, line: u32, end: u32, owner: Owner) {
        let frame = self.frame();
        if let (Some(var), Owner::Move(_), Some(_)) = (frame.varied, owner, frame.current) {
            self.misfit(Misfit::AfterVariation(line, end, var));
        }
    }

    /// Reads a COM or USER block, beginning with its first line, and returns the index of the next line.
    fn block(&mut self, index: usize, block: Block) -> usize {
        let lines = &self.source.lines;
        let mut end = index + 1;
        while lines.get(end).is_some_and(|line| line.kind == LineKind::Text(block)) {
            end += 1;
        }
        if let Some(closer) = lines.get(end).filter(|line| line.keyword() == Some(block.closer())) {
            self.move_after_end(end as u32, closer);
            end += 1;
        }
        let owner = self.frame().owner;
        self.after_variation(index as u32, end as u32, owner);
        let kind = match block {
            Block::Com => DatumKind::Comment,
            Block::User => DatumKind::User,
        };
        self.datum(index as u32, end as u32, owner, kind);
        end
    }

    /// Attaches the remarks before the line `at` to this line.
    fn attach_remarks(&mut self, at: u32) {
        self.waiting.attach(&mut self.reading.event.remarks, at);
    }

    /// Remembers every number in a part of a line in error.
    fn stray_numbers(&mut self, at: u32, span: Span) {
        let Reading { event, stray_numbers, .. } = &mut self.reading;
        let before = stray_numbers.len();
        stray_numbers.extend(Words::new(self.source.text, span).filter_map(|(_, word)| misspelt_number(word)));
        if stray_numbers.len() > before {
            event.lose(at);
        }
    }

    fn finish(mut self) -> Reading {
        self.end_series();
        let end = self.reading.event.filled_lines;
        while self.frames.len() > 1 {
            self.close_unclosed(end);
        }
        if self.source.last {
            let Reading { event, misfits, .. } = &mut self.reading;
            let waiting = self.waiting.of(&event.remarks).iter();
            misfits.extend(waiting.map(|remark| Misfit::Dangling(remark.line)));
        }
        self.sort_steps();
        // Events live long and never grow.
        let event = self.event();
        event.headers.shrink_to_fit();
        event.sequences.shrink_to_fit();
        event.diagrams.shrink_to_fit();
        event.data.shrink_to_fit();
        event.remarks.shrink_to_fit();
        event.marks.shrink_to_fit();
        event.stones.shrink_to_fit();
        event.variations.shrink_to_fit();
        event.variations.sort_unstable();
        self.reading
    }

    /// Puts the steps of each sequence together.
    fn sort_steps(&mut self) {
        let Some(&(_, any)) = self.steps.first() else { return };
        let event = &mut self.reading.event;
        event.steps = vec![any; self.steps.len()];
        let mut next = 0;
        for sequence in &mut event.sequences {
            let count = sequence.steps.end;
            sequence.steps = next..next;
            next += count;
        }
        for &(sequence, step) in &self.steps {
            let end = &mut event.sequences[sequence.0 as usize].steps.end;
            event.steps[*end as usize] = step;
            *end += 1;
        }
    }
}

/// The number of lines without the blank lines at the end, which belong to no item.
fn filled_lines(source: &Source<'_>) -> u32 {
    let blank = source.lines.iter().rev().take_while(|line| line.kind == LineKind::Blank).count();
    (source.lines.len() - blank) as u32
}
