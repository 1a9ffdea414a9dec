//! Merging two copies of a game: the second one adds what the first one does not have.
//!
//! ```text
//! EVENT Final        EVENT Final        REMARK BLACK Eda
//! BLACK Ada          BLACK Eda          EVENT Final
//! B 1 Q16            PLACE Edo          BLACK Ada
//! W 2 D4             B 1 Q16            PLACE Edo
//!                    MARK a@Q16         B 1 Q16
//!                    W 2 C4             MARK a@Q16
//!                                       W 2 D4
//!                                       VAR
//!                                         W 2 C4
//!                                       ENDVAR
//!
//! the first copy     the second         merge_copies
//! ```

use std::collections::HashMap;
use std::ops::Range;

use super::draft::Draft;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::references::{self, Meanings};
use super::spelling::Spelling;
use crate::board::{Color, Point};
use crate::record::{Datum, DatumKind, DiagramId, Event, Move, MoveId, MoveTarget, Owner, SequenceId, Step};
use crate::syntax::{Field, FieldKind, Keyword, Line, LineKind, Mark, Sign, Source, Target};
use crate::text::BYTE_ORDER_MARK;

/// The headers of which a game may have several, all of which hold.
const ADDED: [Keyword; 3] = [Keyword::Analysis, Keyword::Recorder, Keyword::Source];

/// Two copies of a game as one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedCopies {
    /// The text of the record.
    pub text: String,
    /// The contradictions between the copies.
    pub contradictions: Vec<Contradiction>,
}

/// A line of the second copy that contradicts the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The subject of both lines, such as `BLACK` or `move 12`.
    pub subject: String,
    /// The text of the first copy, and that of the second.
    pub texts: [String; 2],
    /// The form in which the text of the second copy is in the record.
    pub kept_as: KeptAs,
}

/// The form in which a contradiction is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptAs {
    /// A REMARK line.
    Remark,
    /// A variation.
    Variation,
}

/// The reason why two copies can't be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeFault {
    /// The copy that has to be fixed first, 0 or 1; none if both are valid.
    pub copy: Option<usize>,
    /// The reason.
    pub error: Error,
}

/// Adds the comments, marks, variations, headers and other lines of the second copy of a game to the first. The first
/// copy keeps all its lines. Where the second contradicts it, a move becomes a variation and another line a remark.
///
/// # Errors
/// Copies with more or fewer events than one, or with different boards or setups; a mark that would mean something
/// else; a record that has to be fixed first.
pub fn merge_copies(first: &Original<'_>, second: &Original<'_>) -> Result<MergedCopies, MergeFault> {
    for (copy, original) in [first, second].into_iter().enumerate() {
        ensure_mergeable(original).map_err(|error| MergeFault { copy: Some(copy), error })?;
    }
    merge(first, second).map_err(|error| MergeFault { copy: None, error })
}

fn ensure_mergeable(copy: &Original<'_>) -> Result<(), Error> {
    let [part] = copy.all_sound()? else {
        return refuse(format!("a game that is merged is one event, and this one has {}", copy.parts.len()));
    };
    let tree = part.event.tree().unwrap_or(u32::MAX);
    match part.event.data.iter().find(|datum| datum.is_setup() && datum.line > tree) {
        Some(late) => refuse(format!(
            "a SETUP stands among the moves in line {}: fix that first",
            copy.line_number(part.line + late.line)
        )),
        None => Ok(()),
    }
}

fn merge(first: &Original<'_>, second: &Original<'_>) -> Result<MergedCopies, Error> {
    let (one, other) = (first.first(), second.first());
    if one.event.board_size != other.event.board_size {
        let [one, other] = [one, other].map(|part| part.event.board_size);
        return refuse(format!("the first game has a board of {one} and the second of {other}"));
    }
    if setup(&one.event) != setup(&other.event) {
        return refuse("the games begin with different stones on the board");
    }
    let bodies = [one, other].map(body);
    let text = joined([one, other], bodies);
    let original = Original::read(&text, true);
    let kinds = |lines: &[Line]| lines.iter().map(|line| line.kind).collect::<Vec<_>>();
    let [own, appended] = &original.parts[..] else { return refuse(NOT_JOINED) };
    let added = usize::from(other.event.definition.is_none());
    if kinds(&own.source.lines) != kinds(&one.source.lines[..bodies[0]])
        || kinds(&appended.source.lines[added..]) != kinds(&other.source.lines[..bodies[1]])
    {
        return refuse(NOT_JOINED);
    }
    let merger = Merger {
        first: own,
        second: appended,
        insertions: Vec::new(),
        is_kept: vec![false; appended.source.lines.len()],
        same: HashMap::new(),
        numbers: HashMap::new(),
        contradictions: Vec::new(),
    };
    let mut merged = merger.merge(&original)?;
    add_tails(&mut merged.text, [one, other], bodies);
    Ok(merged)
}

/// The number of lines without the remarks at the end, which would belong to an event after them.
fn body(part: &OriginalEvent<'_>) -> usize {
    let is_last = |line: &Line| matches!(line.kind, LineKind::Blank | LineKind::Data(Keyword::Remark));
    let lines = &part.source.lines;
    let tail = lines.iter().rev().take_while(|line| is_last(line));
    let remark = tail.enumerate().filter(|(_, line)| line.kind != LineKind::Blank).last();
    remark.map_or(lines.len(), |(index, _)| lines.len() - index - 1)
}

/// Adds the remarks at the end of both copies, each once.
fn add_tails(text: &mut String, copies: [&OriginalEvent<'_>; 2], bodies: [usize; 2]) {
    let [first, second] = copies.map(|part| &part.source);
    let own = &first.text[first.lines.get(bodies[0]).map_or(first.text.len(), |line| line.span.start as usize)..];
    let known = texts(first, bodies[0] as u32..first.lines.len() as u32);
    let found = texts(second, bodies[1] as u32..second.lines.len() as u32);
    let missing: Vec<&str> = found.into_iter().filter(|line| !known.contains(line)).collect();
    for part in [own].into_iter().chain(missing).filter(|part| !part.is_empty()) {
        if !text.ends_with(['\n', '\r']) {
            text.push_str(first.line_end());
        }
        text.push_str(part);
    }
    if !text.ends_with(['\n', '\r']) && second.text.ends_with(['\n', '\r']) {
        text.push_str(first.line_end());
    }
}

const NOT_JOINED: &str = "a line of one game would mean something else next to the other game";

/// The first lines of both copies as one text, with the line ends of the first copy.
fn joined([first, second]: [&OriginalEvent<'_>; 2], lines: [usize; 2]) -> String {
    let line_end = first.source.line_end();
    let end = first.source.lines[..lines[0]].last().map_or(0, |line| line.end as usize);
    let mut text = first.source.text[..end].to_owned();
    if !text.is_empty() && !text.ends_with(['\n', '\r']) {
        text += line_end;
    }
    if second.event.definition.is_none() {
        text.extend([Spelling::of(&first.source, &first.event).spell("EVENT").as_str(), line_end]);
    }
    for line in &second.source.lines[..lines[1]] {
        let own = second.source.str(line.span);
        text += own.strip_prefix(BYTE_ORDER_MARK).filter(|_| line.span.start == 0).unwrap_or(own);
        if line.end > line.span.end {
            text += line_end;
        }
    }
    text
}

/// The stones before the first move, sorted.
fn setup(event: &Event) -> Vec<(Point, Color)> {
    let setup = event.data_of(Owner::Event).flat_map(|datum| event.stones_of(datum));
    let mut stones: Vec<(Point, Color)> = setup.map(|stone| (stone.point, stone.color)).collect();
    stones.sort_unstable_by_key(|&(point, color)| (point, color as u8));
    stones.dedup();
    stones
}

/// A place between two steps of a sequence.
#[derive(Clone, Copy)]
struct Cursor {
    sequence: SequenceId,
    /// The index of the next step.
    step: usize,
}

/// Equal positions of both copies, from which the games go on.
struct Branching {
    first: Cursor,
    second: Cursor,
    /// How much higher the numbers of the first copy are.
    offset: i64,
}

/// A move that can be played in a position.
#[derive(Clone, Copy)]
struct Alternative {
    id: MoveId,
    /// The variation that begins with it.
    variation: Option<SequenceId>,
    /// The place after it.
    next: Cursor,
}

/// The place of new lines among those that are inserted before the same line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// Headers.
    Header,
    /// Data of an item.
    Data,
    /// Variations on a move.
    Variation,
    /// Diagrams after a move.
    Diagram,
    /// Moves at the end of a sequence.
    Continuation,
    /// Remarks on the line.
    Remark,
}

/// New lines before a line of the first copy.
struct Insertion {
    line: u32,
    order: Order,
    lines: Vec<NewLines>,
}

enum NewLines {
    /// Lines of the second copy, indented by this many more characters.
    Kept(Range<u32>, i32),
    /// A line of the second copy with another text.
    Amended(u32, String),
    New(String),
}

/// The merging of two events. Lines count from the start of their event.
struct Merger<'m, 't> {
    first: &'m OriginalEvent<'t>,
    second: &'m OriginalEvent<'t>,
    insertions: Vec<Insertion>,
    /// For each line of the second copy, whether the result has its content.
    is_kept: Vec<bool>,
    /// The lines of the first copy for lines of the second that say the same.
    same: HashMap<u32, u32>,
    /// How much higher the moves on lines of the second copy are numbered in the result.
    numbers: HashMap<u32, i64>,
    contradictions: Vec<Contradiction>,
}

impl Merger<'_, '_> {
    fn merge(mut self, original: &Original<'_>) -> Result<MergedCopies, Error> {
        let title = self.title();
        self.headers();
        let pairs = self.tree();
        let lines = self.same.iter().map(|(second, first)| (self.second.line + second, *first));
        let meanings = references::meanings(original, &lines.collect())?;
        for (first, second) in pairs {
            self.data(first, second, &meanings);
        }
        self.remarks();
        let is_lost = |&line: &u32| {
            !self.is_kept[line as usize] && self.second.source.lines[line as usize].kind != LineKind::Blank
        };
        if let Some(line) = (0..self.second.event.lines).find(is_lost) {
            return refuse(format!("`{}` of the second game has no place in the first", self.text(line)));
        }

        let Self { first, second, mut insertions, same, numbers, contradictions, .. } = self;
        let mut draft = Draft::empty(original);
        if let Some(title) = title {
            match first.event.definition {
                Some(line) => draft.amend(line, title),
                None => draft.push(title),
            }
        }
        insertions.sort_by_key(|insertion| (insertion.line, insertion.order));
        let mut next = 0;
        for Insertion { line, lines, .. } in insertions {
            draft.keep(next..line);
            next = line;
            for new in lines {
                match new {
                    NewLines::Kept(range, shift) => {
                        draft.keep_shifted(second.line + range.start..second.line + range.end, shift);
                    }
                    NewLines::Amended(line, text) => {
                        draft.amend(second.line + line, text);
                        draft.keep(second.line + line..second.line + line + 1);
                    }
                    NewLines::New(text) => draft.push(text),
                }
            }
        }
        draft.keep(next..first.event.lines);
        for id in (0..second.event.moves.len() as u32).map(MoveId) {
            if let Some(&offset) = numbers.get(&second.event[id].line) {
                draft.renumber(second, id, offset)?;
            }
        }
        for (line, with) in same {
            draft.identify(second.line + line, with);
        }
        Ok(MergedCopies { text: draft.write()?.text, contradictions })
    }

    fn insert(&mut self, line: u32, order: Order, lines: Vec<NewLines>) {
        for new in &lines {
            match new {
                NewLines::Kept(range, _) => self.keep(range.clone()),
                NewLines::Amended(line, _) => self.keep(*line..line + 1),
                NewLines::New(_) => {}
            }
        }
        self.insertions.push(Insertion { line, order, lines });
    }

    /// Notes that the result has the content of lines of the second copy.
    fn keep(&mut self, lines: Range<u32>) {
        self.is_kept[lines.start as usize..lines.end as usize].fill(true);
    }

    /// Keeps a text of the second copy as a remark on a line of the first.
    fn contradict(&mut self, on: u32, subject: String, texts: [String; 2], kept: &str) {
        self.contradictions.push(Contradiction { subject, texts, kept_as: KeptAs::Remark });
        self.remark(on, kept);
    }

    fn remark(&mut self, on: u32, text: &str) {
        let indent = indent(self.first, on);
        let keyword = Spelling::of(&self.first.source, &self.first.event).spell("REMARK");
        self.insert(on, Order::Remark, vec![NewLines::New(format!("{indent}{keyword} {text}"))]);
    }

    fn text(&self, line: u32) -> &str {
        text_of(&self.second.source, line)
    }

    /// The line for remarks on the event.
    fn event_line(&self) -> u32 {
        self.first.event.definition.unwrap_or(0)
    }

    /// Merges the titles. Returns the EVENT line if that changes.
    fn title(&mut self) -> Option<String> {
        let line = self.second.event.definition?;
        self.keep(line..line + 1);
        let [first, second] = [self.first, self.second].map(|part| part.event.title.trim().to_owned());
        if second.is_empty() || second == first {
            return None;
        }
        if first.is_empty() {
            return Some(self.text(line).to_owned());
        }
        let kept = self.text(line).to_owned();
        self.contradict(self.event_line(), "EVENT".to_owned(), [first, second], &kept);
        None
    }

    fn headers(&mut self) {
        let place = self.first.end_of_headers();
        for header in &self.second.event.headers {
            let own = self.first.event.headers.iter().filter(|own| own.keyword == header.keyword);
            let own: Vec<&str> = own.map(|own| own.text.trim()).filter(|own| !own.is_empty()).collect();
            let text = header.text.trim();
            self.keep(header.line..header.line + 1);
            if header.keyword == Keyword::Boardsize || text.is_empty() || own.contains(&text) {
                continue;
            }
            match own.last().filter(|_| !ADDED.contains(&header.keyword)) {
                None => {
                    let lines = vec![NewLines::Kept(header.line..header.line + 1, 0)];
                    self.insert(place, Order::Header, lines);
                }
                Some(own) => {
                    let texts = [(*own).to_owned(), text.to_owned()];
                    let kept = self.text(header.line).to_owned();
                    self.contradict(self.event_line(), header.keyword.to_string(), texts, &kept);
                }
            }
        }
    }

    /// Merges the moves and diagrams. Returns the items whose data are to be merged.
    fn tree(&mut self) -> Vec<(Owner, Owner)> {
        let mut pairs = vec![(Owner::Event, Owner::Event)];
        let start = Cursor { sequence: SequenceId(0), step: 0 };
        let mut waiting = vec![Branching { first: start, second: start, offset: 0 }];
        while let Some(Branching { first, second, offset }) = waiting.pop() {
            let (diagrams, own) = ahead(&self.first.event, first);
            let (more, next) = ahead(&self.second.event, second);
            self.diagrams(first, &diagrams, &more, &mut pairs);
            let Some(next) = next else { continue };
            let Some(own) = own else {
                self.go_on(Cursor { step: first.step + diagrams.len(), ..first }, next, offset);
                continue;
            };
            let offset = self.offset(own.id, next.id).unwrap_or(offset);
            let mut known: Vec<Option<Alternative>> = alternatives(self.first, own).into_iter().map(Some).collect();
            let found = alternatives(self.second, next);
            for &one in &found {
                let is_same = |known: &Option<Alternative>| {
                    known.is_some_and(|known| key(&self.first.event[known.id]) == key(&self.second.event[one.id]))
                };
                // A move that both copies have twice is matched in order.
                let same = known.iter().position(is_same).and_then(|index| known[index].take());
                let is_main = one.variation.is_none() && second.sequence == SequenceId(0);
                let is_first = same.is_some_and(|same| same.id == own.id);
                if is_main && first.sequence == SequenceId(0) && !is_first {
                    self.diverge(own.id, one.id);
                }
                match same {
                    Some(same) => {
                        self.identify(same, one, &mut pairs);
                        let offset = self.offset(same.id, one.id).unwrap_or(offset);
                        waiting.push(Branching { first: same.next, second: one.next, offset });
                    }
                    None => self.add_variation(own.id, one, second.sequence, offset),
                }
            }
            self.add_other_variations(own, &found);
        }
        pairs
    }

    /// How much higher the number of a move of the first copy is than that of a move of the second.
    fn offset(&self, first: MoveId, second: MoveId) -> Option<i64> {
        let [first, second] = [self.first.event.number(first)?, self.second.event.number(second)?];
        Some(i64::from(first) - i64::from(second))
    }

    /// Notes that the main lines go on with different moves.
    fn diverge(&mut self, first: MoveId, second: MoveId) {
        let [first, second] = [&self.first.event[first], &self.second.event[second]];
        let subject = second.number.map_or("a move".to_owned(), |number| format!("move {number}"));
        let place = |found: &Move| {
            let location = found.place.location().unwrap_or("?".to_owned());
            if first.color == second.color { location } else { format!("{} {location}", found.color.letter()) }
        };
        let texts = [place(first), place(second)];
        self.contradictions.push(Contradiction { subject, texts, kept_as: KeptAs::Variation });
    }

    /// Merges the lines of two equal moves, and of the variations that begin with them.
    fn identify(&mut self, first: Alternative, second: Alternative, pairs: &mut Vec<(Owner, Owner)>) {
        let lines = [self.first.event[first.id].line, self.second.event[second.id].line];
        self.same.insert(lines[1], lines[0]);
        self.keep(lines[1]..lines[1] + 1);
        let [own, text] = [(self.first, lines[0]), (self.second, lines[1])].map(|(part, line)| ignored(part, line));
        if !text.is_empty() && text != own {
            self.remark(lines[0], &text);
        }
        pairs.push((Owner::Move(first.id), Owner::Move(second.id)));
        let Some(variation) = second.variation else { return };
        pairs.push((first.variation.map_or(Owner::Move(first.id), Owner::Variation), Owner::Variation(variation)));
        let ends = |part: &OriginalEvent<'_>, id: SequenceId| {
            let sequence = part.event.sequence(id);
            [sequence.line, sequence.end]
        };
        let own = first.variation.map_or([None; 2], |id| ends(self.first, id));
        for (line, own) in ends(self.second, variation).into_iter().zip(own) {
            let Some(line) = line else { continue };
            self.keep(line..line + 1);
            // What is written after VAR and ENDVAR: a marker, for one.
            let rest = after_keyword(&self.second.source, line);
            let own = own.map_or("", |own| after_keyword(&self.first.source, own));
            if rest.is_empty() || own == rest {
                continue;
            }
            let kept = self.text(line).to_owned();
            if own.is_empty() {
                self.remark(lines[0], &kept);
            } else {
                let texts = [own, rest].map(str::to_owned);
                self.contradict(lines[0], "VAR".to_owned(), texts, &kept);
            }
        }
    }

    /// Adds the rest of a sequence of the second copy to a sequence of the first that ends.
    fn go_on(&mut self, end: Cursor, next: Alternative, offset: i64) {
        let place = end_of_steps(self.first, end);
        let last = self.first.event.steps(end.sequence).last();
        let own = last.map_or(0, |&last| self.first.indent(self.first.event.line_of(owner(last))));
        let line = self.second.event[next.id].line;
        let shift = own - self.second.indent(line);
        let sequence = self.second.event[next.id].sequence;
        let lines = self.second.with_remarks(line)..end_of_sequence(self.second, sequence);
        self.number(lines.clone(), offset);
        self.insert(place, Order::Continuation, vec![NewLines::Kept(lines, shift)]);
    }

    /// Adds a move of the second copy with all moves after it as a variation on a move of the first.
    fn add_variation(&mut self, on: MoveId, one: Alternative, sequence: SequenceId, offset: i64) {
        let place = self.first.after_move(on);
        let own = self.first.indent(self.first.event[on].line);
        let second = self.second;
        let line = second.event[one.id].line;
        // The variations on it are alternatives, too.
        let others: Vec<Range<u32>> =
            second.event.variations(one.id).filter_map(|variation| second.block(variation)).collect();
        let (lines, shift) = match one.variation.and_then(|id| Some((second.block(id)?, second.event.sequence(id)))) {
            Some((block, sequence)) => {
                let on = sequence.replaces.map_or(0, |id| second.indent(second.event[id].line));
                (block, own - on)
            }
            None => (second.with_remarks(line)..end_of_sequence(second, sequence), own + 2 - second.indent(line)),
        };
        self.number(lines.clone(), offset);
        let kept = without(lines, &others).into_iter().map(|range| NewLines::Kept(range, shift));
        let lines = if one.variation.is_some() {
            kept.collect()
        } else {
            let indent = indent(self.first, self.first.event[on].line);
            let spelling = Spelling::of(&self.first.source, &self.first.event);
            let [begin, end] = ["VAR", "ENDVAR"].map(|word| NewLines::New(format!("{indent}{}", spelling.spell(word))));
            [begin].into_iter().chain(kept).chain([end]).collect()
        };
        self.insert(place, Order::Variation, lines);
    }

    /// Adds the variations that do not begin with a move.
    fn add_other_variations(&mut self, own: Alternative, found: &[Alternative]) {
        let others = |part: &OriginalEvent<'_>, ids: &[Alternative]| -> Vec<Range<u32>> {
            let variations = ids.iter().flat_map(|one| part.event.variations(one.id));
            variations.filter(|&id| part.first_move(id).is_none()).filter_map(|id| part.block(id)).collect()
        };
        let missing = others(self.second, found);
        if missing.is_empty() {
            return;
        }
        let known: Vec<Vec<&str>> = others(self.first, &alternatives(self.first, own))
            .into_iter()
            .map(|block| texts(&self.first.source, block))
            .collect();
        for block in missing {
            if known.contains(&texts(&self.second.source, block.clone())) {
                self.keep(block);
            } else {
                let place = self.first.after_move(own.id);
                self.insert(place, Order::Variation, vec![NewLines::Kept(block, 0)]);
            }
        }
    }

    fn number(&mut self, lines: Range<u32>, offset: i64) {
        if offset != 0 {
            self.numbers.extend(lines.map(|line| (line, offset)));
        }
    }

    /// Adds the diagrams that the first copy does not have.
    fn diagrams(&mut self, at: Cursor, known: &[DiagramId], found: &[DiagramId], pairs: &mut Vec<(Owner, Owner)>) {
        let mut known = known.to_vec();
        let after = Cursor { step: at.step + known.len(), ..at };
        for &id in found {
            let lines = diagram_lines(self.second, id);
            let texts_of =
                |part: &OriginalEvent<'_>, id: DiagramId| texts(&part.source, diagram_lines(part, id)).join("\n");
            let text = texts_of(self.second, id);
            match known.iter().position(|&own| texts_of(self.first, own) == text) {
                Some(index) => {
                    let own = known.remove(index);
                    self.same.insert(lines.start, self.first.event.diagram(own).line);
                    self.keep(lines);
                    pairs.push((Owner::Diagram(own), Owner::Diagram(id)));
                }
                None => {
                    let place = end_of_steps(self.first, after);
                    let last = self.first.event.steps(at.sequence).first();
                    let own = last.map_or(0, |&last| self.first.indent(self.first.event.line_of(owner(last))));
                    let shift = own - self.second.indent(lines.start);
                    let start = self.second.with_remarks(lines.start);
                    self.insert(place, Order::Diagram, vec![NewLines::Kept(start..lines.end, shift)]);
                }
            }
        }
    }

    /// Adds the data of an item of the second copy that the same item of the first does not have.
    fn data(&mut self, first: Owner, second: Owner, meanings: &Meanings) {
        let (own, part) = (self.first, self.second);
        let known: Vec<&Datum> = own.event.data_of(first).collect();
        let on = own.event.line_of(first);
        let place = own.end_of_data(first);
        let shift = if first == Owner::Event { 0 } else { own.indent(on) - part.indent(part.event.line_of(second)) };
        for datum in part.event.data_of(second) {
            let lines = datum.line..datum.end;
            let text = texts(&part.source, lines.clone());
            let is_known = |known: &&Datum| {
                texts(&own.source, known.line..known.end) == text
                    && meanings.are_equal(known.line, part.line + datum.line)
            };
            let has_moves = |part: &OriginalEvent<'_>, line: u32| marks(part, line).any(|mark| !is_of_points(mark));
            match &datum.kind {
                DatumKind::Setup(_) => self.keep(lines),
                _ if known.iter().any(is_known) => self.keep(lines),
                DatumKind::User if is_sgf_block(part, datum) => {
                    let block = known.iter().find(|known| known.kind == DatumKind::User && is_sgf_block(own, known));
                    self.properties(on, place, block.copied(), datum, shift);
                }
                DatumKind::Prisoner(_) => {
                    let known = known.iter().filter(|known| matches!(known.kind, DatumKind::Prisoner(_)));
                    let have = known.flat_map(|known| self.stones(own, known.line, meanings));
                    let have: Vec<Option<Point>> = have.map(|(_, point)| point).collect();
                    let named = self.stones(part, datum.line, meanings);
                    let is_new = |point: Option<Point>| point.is_none() || !have.contains(&point);
                    let new = named.iter().filter(|(_, point)| is_new(*point));
                    let new: Vec<String> =
                        new.map(|&(word, point)| point.map_or(word.to_owned(), |point| point.to_string())).collect();
                    if new.len() == named.len() {
                        self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]);
                    } else {
                        self.keep(lines);
                        if !new.is_empty() {
                            let word = part.source.str(part.source.lines[datum.line as usize].word);
                            let text = format!("{}{word} {}", indent(own, on), new.join(" "));
                            self.insert(place, Order::Data, vec![NewLines::New(text)]);
                        }
                    }
                }
                DatumKind::Mark(_) | DatumKind::Unmark(_) | DatumKind::Hide(_)
                    if !has_moves(part, datum.line) && is_of_marks(part, datum.line) =>
                {
                    let is_same_kind =
                        |known: &&&Datum| std::mem::discriminant(&known.kind) == std::mem::discriminant(&datum.kind);
                    let have: Vec<Mark> =
                        known.iter().filter(is_same_kind).flat_map(|known| marks(own, known.line)).collect();
                    let fields = part.source.fields(&part.source.lines[datum.line as usize]);
                    let is_new = |kind: FieldKind| matches!(kind, FieldKind::Mark(mark) if !have.contains(&mark));
                    let new = fields.iter().filter(|field| is_new(field.kind));
                    let new: Vec<&str> = new.map(|field| part.source.str(field.span)).collect();
                    // The marks of an UNMARK are those before it, and not those of the other copy.
                    let is_before = matches!(datum.kind, DatumKind::Unmark(_)) && first != Owner::Event;
                    let place = if is_before { on + 1 } else { place };
                    if new.len() == fields.len() {
                        self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]);
                    } else if new.is_empty() {
                        self.keep(lines);
                    } else {
                        let word = part.source.str(part.source.lines[datum.line as usize].word);
                        let text = format!("{}{word} {}", indent(own, on), new.join(" "));
                        self.insert(place, Order::Data, vec![NewLines::Amended(datum.line, text)]);
                    }
                }
                _ => self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]),
            }
        }
    }

    /// Adds the properties of a block of SGF to the block of the same item, or a block of its own.
    fn properties(&mut self, on: u32, place: u32, block: Option<&Datum>, datum: &Datum, shift: i32) {
        let lines = datum.line..datum.end;
        let content = |part: &OriginalEvent<'_>, block: &Datum| {
            let lines = block.line + 1..block.end - 1;
            lines.map(|line| part.source.str(part.source.lines[line as usize].span).trim().to_owned()).collect()
        };
        let found: Vec<String> = content(self.second, datum);
        let have: Vec<String> = block.map_or(Vec::new(), |block| content(self.first, block));
        // Other lines describe the tree of the game, and the order of properties.
        let name = |line: &str| line.split_once('[').map(|(name, _)| name.to_owned());
        if block.is_none() && found.iter().all(|line| !line.starts_with(|first: char| !first.is_ascii_uppercase())) {
            return self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]);
        }
        self.keep(lines.clone());
        let mut new = Vec::new();
        for line in found.iter().filter(|line| !have.contains(line)) {
            let Some(own_name) = name(line) else { continue };
            match have.iter().find(|own| name(own).as_ref() == Some(&own_name)) {
                Some(own) => self.contradict(on, own_name, [own.clone(), line.clone()], line),
                None => new.push(NewLines::New(line.clone())),
            }
        }
        if new.is_empty() {
            return;
        }
        match block {
            Some(block) => self.insert(block.end - 1, Order::Data, new),
            None => {
                let [first, last] = [lines.start, lines.end - 1].map(|line| NewLines::Kept(line..line + 1, shift));
                let block = [first].into_iter().chain(new).chain([last]).collect();
                self.insert(place, Order::Data, block);
            }
        }
    }

    /// The fields of a PRISONER line, each with the point that it names.
    fn stones<'p>(&self, part: &'p OriginalEvent<'_>, line: u32, meanings: &Meanings) -> Vec<(&'p str, Option<Point>)> {
        let fields = part.source.fields(&part.source.lines[line as usize]).iter().enumerate();
        let point = |(index, field): (usize, &Field)| {
            let point = match field.kind {
                FieldKind::Mark(Mark { target: Target::Point(point), .. }) => Some(point),
                FieldKind::Mark(_) => meanings.only_move(part.line + line, index).and_then(|line| {
                    let found = |part: &OriginalEvent<'_>| {
                        let line = line.checked_sub(part.line)?;
                        let index = part.event.moves.binary_search_by_key(&line, |found| found.line).ok()?;
                        part.event.moves[index].place.point()
                    };
                    if line < self.second.line { found(self.first) } else { found(self.second) }
                }),
                _ => None,
            };
            (part.source.str(field.span), point)
        };
        fields.map(point).collect()
    }

    /// Adds the remarks on lines that both copies have, and those on nothing.
    fn remarks(&mut self) {
        let is_setup = |datum: &&Datum| datum.is_setup();
        let setup = |part: &OriginalEvent<'_>| part.event.data.iter().find(is_setup).map(|datum| datum.line);
        let own_setup = setup(self.first);
        if let (Some(second), Some(first)) = (setup(self.second), own_setup) {
            self.same.insert(second, first);
        }
        let definition = self.second.event.definition;
        for remark in &self.second.event.remarks {
            if self.is_kept[remark.line as usize] {
                continue;
            }
            let on = match remark.on {
                Some(line) if Some(line) == definition => self.first.event.definition,
                Some(line) => self.same.get(&line).copied(),
                None => None,
            };
            let text = self.text(remark.line);
            let own = self.first.event.remarks.iter().filter(|own| own.on == on);
            let is_known = own.into_iter().any(|own| text_of(&self.first.source, own.line) == text);
            if is_known {
                self.keep(remark.line..remark.line + 1);
                continue;
            }
            let is_of_event = remark.on.is_some() && remark.on == definition;
            let place = on.unwrap_or(if is_of_event { 0 } else { self.first.event.filled_lines });
            let shift = on.map_or(0, |on| self.first.indent(on)) - self.second.indent(remark.line);
            self.insert(place, Order::Remark, vec![NewLines::Kept(remark.line..remark.line + 1, shift)]);
        }
    }
}

/// The player and the point of a move.
fn key(found: &Move) -> (Color, MoveTarget) {
    (found.color, found.place)
}

/// The diagrams at a place, and the move after them.
fn ahead(event: &Event, at: Cursor) -> (Vec<DiagramId>, Option<Alternative>) {
    let steps = &event.steps(at.sequence)[at.step..];
    let mut diagrams = Vec::new();
    for step in steps {
        match *step {
            Step::Diagram(id) => diagrams.push(id),
            Step::Move(id) => {
                let next = Cursor { step: at.step + diagrams.len() + 1, ..at };
                return (diagrams, Some(Alternative { id, variation: None, next }));
            }
        }
    }
    (diagrams, None)
}

/// The moves that are played in the position before a move: it, and the first moves of the variations on it.
fn alternatives(part: &OriginalEvent<'_>, first: Alternative) -> Vec<Alternative> {
    let mut found = vec![first];
    let mut index = 0;
    while let Some(&one) = found.get(index) {
        index += 1;
        found.extend(part.event.variations(one.id).filter_map(|sequence| {
            let next = Cursor { sequence, step: 1 };
            Some(Alternative { id: part.first_move(sequence)?, variation: Some(sequence), next })
        }));
    }
    found
}

fn owner(step: Step) -> Owner {
    match step {
        Step::Move(id) => Owner::Move(id),
        Step::Diagram(id) => Owner::Diagram(id),
    }
}

/// The line after all that belongs to the steps before a place.
fn end_of_steps(part: &OriginalEvent<'_>, at: Cursor) -> u32 {
    let before = &part.event.steps(at.sequence)[..at.step];
    let last = before.iter().rposition(|step| matches!(step, Step::Move(_))).unwrap_or(0);
    let start = match at.sequence {
        SequenceId(0) => Owner::Event,
        variation => Owner::Variation(variation),
    };
    let ends = before[last..].iter().map(|&step| part.end_of_item(owner(step)));
    ends.max().unwrap_or_else(|| part.end_of_data(start))
}

/// The line after the last step of a sequence.
fn end_of_sequence(part: &OriginalEvent<'_>, sequence: SequenceId) -> u32 {
    part.event
        .sequence(sequence)
        .end
        .unwrap_or_else(|| end_of_steps(part, Cursor { sequence, step: part.event.steps(sequence).len() }))
}

/// The lines of a diagram and its data.
fn diagram_lines(part: &OriginalEvent<'_>, id: DiagramId) -> Range<u32> {
    part.event.diagram(id).line..part.end_of_data(Owner::Diagram(id))
}

/// The lines of a range that are in none of these ranges, which are in order.
fn without(lines: Range<u32>, others: &[Range<u32>]) -> Vec<Range<u32>> {
    let mut left = Vec::new();
    let mut start = lines.start;
    for other in others {
        left.push(start..other.start);
        start = other.end;
    }
    left.push(start..lines.end);
    left
}

/// The white space at the start of a line.
fn indent<'t>(part: &OriginalEvent<'t>, line: u32) -> &'t str {
    super::lines::indent(&part.source, line as usize)
}

/// The text of a line without the white space around it.
fn text_of<'t>(source: &Source<'t>, line: u32) -> &'t str {
    source.str(source.lines[line as usize].span).trim().trim_start_matches(BYTE_ORDER_MARK)
}

/// The texts of lines, as they are compared. White space is significant only within comments and user data.
fn texts<'t>(source: &Source<'t>, lines: Range<u32>) -> Vec<&'t str> {
    let text = |line: u32| {
        let found = &source.lines[line as usize];
        let is_text = matches!(found.kind, LineKind::Text(_));
        if is_text { source.str(found.span).trim_end() } else { text_of(source, line) }
    };
    lines.filter(|&line| source.lines[line as usize].kind != LineKind::Blank).map(text).collect()
}

/// What is written after the keyword of a line.
fn after_keyword<'t>(source: &Source<'t>, line: u32) -> &'t str {
    let found = &source.lines[line as usize];
    source.text[found.word.end as usize..found.span.end as usize].trim()
}

/// Whether user data are the properties of a node in SGF, one on each line.
fn is_sgf_block(part: &OriginalEvent<'_>, datum: &Datum) -> bool {
    part.source.free_text(&part.source.lines[datum.line as usize]).trim_end() == "sgf"
}

/// The text after a move that readers drop.
fn ignored(part: &OriginalEvent<'_>, line: u32) -> String {
    let fields = part.source.fields(&part.source.lines[line as usize]).iter();
    let is_ignored = |kind| matches!(kind, FieldKind::Ignored | FieldKind::Skipped | FieldKind::Bad(_));
    let ignored = fields.filter(|field| is_ignored(field.kind)).map(|field| part.source.str(field.span));
    ignored.collect::<Vec<_>>().join(" ")
}

/// The marks of a line.
fn marks<'p>(part: &'p OriginalEvent<'_>, line: u32) -> impl Iterator<Item = Mark> + 'p {
    let fields = part.source.fields(&part.source.lines[line as usize]).iter();
    fields.filter_map(|field| if let FieldKind::Mark(mark) = field.kind { Some(mark) } else { None })
}

/// Whether a line has only marks.
fn is_of_marks(part: &OriginalEvent<'_>, line: u32) -> bool {
    let fields = part.source.fields(&part.source.lines[line as usize]);
    fields.iter().all(|field| matches!(field.kind, FieldKind::Mark(_)))
}

/// Whether a mark means points, and not the moves that were played there.
fn is_of_points(mark: Mark) -> bool {
    matches!(mark.target, Target::Point(_)) && mark.sign != Sign::Number
}
