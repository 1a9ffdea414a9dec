use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::original::{Original, Part, Refusal, refuse};
use crate::record::{DatumKind, MoveId, Place};
use crate::replay::{Cause, Stand, Stop, Walk};
use crate::syntax::{Field, FieldKind, Keyword, LineKind, Mark, Sign, Target};
use crate::text::{Edit, Span};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// How many moves all references of an event may mean together. A text can name a hundred thousand in a few letters.
const MOST_MEANT: usize = 2_000_000;

/// A new version of an [`Original`]: which lines stand in it, in which order, and what numbers its moves get. Its references are
/// not given: they go on to mean the moves that they have meant.
pub(super) struct Draft<'o, 't> {
    original: &'o Original<'t>,
    lines: Vec<DraftLine>,
    /// New numbers of moves, by their lines in the original.
    numbers: HashMap<u32, u32>,
    /// What other lines of the original say now, without a line end.
    amended: HashMap<u32, String>,
}

/// A line of a draft.
#[derive(Clone, Debug)]
struct DraftLine {
    /// The line of the original of which it is made.
    origin: Option<u32>,
    /// What it says, where that is new, without a line end.
    text: Option<String>,
    /// How much further it is indented, in characters.
    shift: i32,
}

/// How the references of a new version came to mean the same as before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Respelt {
    /// A reference by number had to name a point instead.
    pub(super) by_point: bool,
}

/// The text of a [`Draft`], and which line of the original each of its lines was.
pub(super) struct Version {
    pub(super) text: String,
    origins: Vec<Option<u32>>,
    pub(super) respelt: Respelt,
}

impl<'o, 't> Draft<'o, 't> {
    /// A draft without any line.
    pub(super) fn empty(original: &'o Original<'t>) -> Self {
        Self { original, lines: Vec::new(), numbers: HashMap::new(), amended: HashMap::new() }
    }

    /// A draft that is like the original.
    pub(super) fn like(original: &'o Original<'t>) -> Self {
        let mut draft = Self::empty(original);
        draft.keep(0..original.lines());
        draft
    }

    /// Appends lines of the original.
    pub(super) fn keep(&mut self, lines: Range<u32>) {
        self.keep_shifted(lines, 0);
    }

    /// Appends lines of the original, indented further by `shift` characters, or less far where that is negative.
    pub(super) fn keep_shifted(&mut self, lines: Range<u32>, shift: i32) {
        self.lines.extend(lines.map(|line| DraftLine { origin: Some(line), text: None, shift }));
    }

    /// Appends a new line.
    pub(super) fn push(&mut self, text: impl Into<String>) {
        self.lines.push(DraftLine { origin: None, text: Some(text.into()), shift: 0 });
    }

    /// Lets a line of the original that is no move say something else.
    pub(super) fn amend(&mut self, line: u32, text: String) {
        self.amended.insert(line, text);
    }

    /// Gives a move another number; `line` is its line in the original.
    pub(super) fn number(&mut self, line: u32, number: u32) {
        self.numbers.insert(line, number);
    }

    /// Gives a move of the first event a number that is higher by `by`.
    pub(super) fn renumber(&mut self, part: &Part<'_>, id: MoveId, by: i64) -> Result<(), Refusal> {
        let Some(number) = part.event.number(id) else { return Ok(()) };
        match u32::try_from(i64::from(number) + by) {
            Ok(shifted @ 1..) => self.number(part.line + part.event.r#move(id).line, shifted),
            _ => return refuse(format!("move {number} would get a number that no move can have")),
        }
        Ok(())
    }

    /// The edits that make the new version of the original.
    pub(super) fn edits(self) -> Result<Vec<Edit>, Refusal> {
        let original = self.original;
        Ok(self.write()?.edits(original))
    }

    /// Writes the new version.
    pub(super) fn write(self) -> Result<Version, Refusal> {
        let text = self.compose();
        let origins: Vec<Option<u32>> = self.lines.iter().map(|line| line.origin).collect();
        let new = Original::read(&text, self.original.last);
        let (edits, respelt) = References { old: self.original, new: &new, origins: &origins }.respell()?;
        let text = crate::text::apply(&text, &edits);
        Ok(Version { text, origins, respelt })
    }

    /// Writes the new version with its references as they stand, whatever they come to mean there.
    pub(super) fn write_as_it_is(self) -> Version {
        let origins = self.lines.iter().map(|line| line.origin).collect();
        Version { text: self.compose(), origins, respelt: Respelt::default() }
    }

    /// The text with its new order and numbers, and with its references as they were.
    fn compose(&self) -> String {
        let original = self.original;
        let line_end = original.first().source.line_end();
        let ends_openly = !original.text.is_empty() && !original.text.ends_with(['\r', '\n']);
        let mut text = String::with_capacity(original.text.len() + original.text.len() / 8);
        // A byte order mark belongs to the file and not to its first line.
        if original.text.starts_with(BYTE_ORDER_MARK) {
            text.push(BYTE_ORDER_MARK);
        }
        for (index, line) in self.lines.iter().enumerate() {
            let is_last = index + 1 == self.lines.len();
            let mut end = line_end;
            let content = match (&line.text, line.origin) {
                (Some(text), _) => Cow::Borrowed(text.as_str()),
                (None, Some(origin)) => {
                    let (part, own) = original.line(origin);
                    let own_end = part.source.str(Span { start: own.span.end, end: own.end });
                    if !own_end.is_empty() {
                        end = own_end;
                    }
                    self.line(part, origin, line.shift)
                }
                (None, None) => Cow::Borrowed(""),
            };
            text.push_str(&content);
            if !(is_last && ends_openly) {
                text.push_str(end);
            }
        }
        text
    }

    /// A line of the original with its new number and indentation.
    fn line<'p>(&self, part: &'p Part<'t>, origin: u32, shift: i32) -> Cow<'p, str> {
        let own = &part.source.lines[(origin - part.line) as usize];
        let mut content = match self.amended.get(&origin) {
            Some(text) => Cow::Owned(text.clone()),
            None => Cow::Borrowed(part.source.str(own.span)),
        };
        if let Some(number) = self.numbers.get(&origin) {
            let is_number = |field: &&Field| matches!(field.kind, FieldKind::Number(_));
            if let Some(field) = part.source.fields(own).iter().find(is_number) {
                let start = (field.span.start - own.span.start) as usize;
                content.to_mut().replace_range(start..start + field.span.len(), &number.to_string());
            }
        }
        if origin == 0 && content.starts_with(BYTE_ORDER_MARK) {
            content = Cow::Owned(content[BYTE_ORDER_MARK.len_utf8()..].to_owned());
        }
        if shift != 0 && !matches!(own.kind, LineKind::Text(_) | LineKind::Blank) {
            let blank = content.len() - content.trim_start_matches([' ', '\t']).len();
            if shift > 0 {
                content.to_mut().insert_str(blank, &" ".repeat(shift.unsigned_abs() as usize));
            } else {
                let less = blank.min(shift.unsigned_abs() as usize);
                content.to_mut().replace_range(blank - less..blank, "");
            }
        }
        content
    }
}

impl Version {
    /// Where a line of the original stands in this version.
    pub(super) fn line_of(&self, line: u32) -> Option<u32> {
        self.origins.iter().position(|&origin| origin == Some(line)).map(|line| line as u32)
    }

    /// The edits that make this version of the original: lines that stay in their order stay untouched.
    pub(super) fn edits(&self, original: &Original<'_>) -> Vec<Edit> {
        let kept = longest_increasing(&self.origins);
        let mut edits: Vec<Edit> = Vec::new();
        // The next line of the original, and what is new before it.
        let mut next = 0;
        let mut added = String::new();
        let flush = |edits: &mut Vec<Edit>, from: u32, to: u32, added: &mut String| {
            let at = |line: u32| {
                if line == original.lines() { original.text.len() } else { original.whole(line).start as usize }
            };
            if from < to || !added.is_empty() {
                edits.push(Edit::replace(Span::new(at(from), at(to)), std::mem::take(added)));
            }
        };
        let mut start = 0;
        for ((line, origin), is_kept) in crate::text::lines(&self.text).zip(&self.origins).zip(kept) {
            start += line.len();
            let Some(origin) = origin.filter(|_| is_kept) else {
                added.push_str(line);
                continue;
            };
            flush(&mut edits, next, origin, &mut added);
            let old = original.whole(origin);
            edits.extend(changed_part(old.of(original.text), line).map(|edit| edit.shifted(old.start as usize)));
            next = origin + 1;
        }
        debug_assert_eq!(start, self.text.len());
        flush(&mut edits, next, original.lines(), &mut added);
        // A line end may have to come before what is appended to a last line without one.
        let edits = joined(edits);
        debug_assert_eq!(crate::text::apply(original.text, &edits), self.text);
        edits
    }

    /// The same version seen from what its original was made of: `origins` are those of the original's lines.
    pub(super) fn seen_from(mut self, earlier: &Self) -> Self {
        for origin in &mut self.origins {
            *origin = origin.and_then(|line| earlier.origins[line as usize]);
        }
        self.respelt.by_point |= earlier.respelt.by_point;
        self
    }
}

/// What is different in the new version of a line.
fn changed_part(old: &str, new: &str) -> Option<Edit> {
    if old == new {
        return None;
    }
    let start: usize =
        old.chars().zip(new.chars()).take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum();
    let (old, new) = (&old[start..], &new[start..]);
    let backwards = old.chars().rev().zip(new.chars().rev());
    let end: usize = backwards.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum();
    Some(Edit::replace(Span::new(start, start + old.len() - end), &new[..new.len() - end]))
}

/// Edits that touch each other as one.
fn joined(edits: Vec<Edit>) -> Vec<Edit> {
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut().filter(|last| last.span.end == edit.span.start) {
            Some(last) => {
                last.span.end = edit.span.end;
                last.text += &edit.text;
            }
            None => joined.push(edit),
        }
    }
    joined
}

/// Which of the numbers belong to a longest series of increasing ones.
fn longest_increasing(numbers: &[Option<u32>]) -> Vec<bool> {
    // For each length the place that ends a series of that length with the least number, and what stands before each
    // place in its series.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.len()];
    for (place, number) in numbers.iter().enumerate() {
        let Some(number) = number else { continue };
        let length = ends.partition_point(|&end| numbers[end] < Some(*number));
        before[place] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(place);
        } else {
            ends[length] = place;
        }
    }
    let mut belongs = vec![false; numbers.len()];
    let mut place = ends.last().copied();
    while let Some(at) = place {
        belongs[at] = true;
        place = before[at];
    }
    belongs
}

/// A move that a reference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meant {
    /// Its line in the original.
    line: u32,
    /// Whether a reference at this place can name its stone by the point: it stands there, or is captured just then.
    is_there: bool,
}

/// What a reference means.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Meaning {
    /// The moves, by their lines.
    moves: Vec<Meant>,
    /// Whether there are moves with the first and with the last of its numbers.
    ends: [bool; 2],
}

/// What the references mean, by their line and their place among the fields of the line.
#[derive(Default)]
struct Meanings {
    /// The references by number.
    numbered: BTreeMap<(u32, usize), Meaning>,
    /// The marks that show the numbers of the stones that they find on the board: which moves these are.
    found: BTreeMap<(u32, usize), Found>,
}

/// The moves whose stones a mark finds, by a hash of their lines: there may be many marks, and each finds up to 361.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found(u64);

impl Found {
    /// What a mark finds where the walk stands; none for a mark that shows something else, or names moves by number.
    fn by(walk: &Walk<'_>, kind: &DatumKind, mark: Mark, line: impl Fn(MoveId) -> u32) -> Option<Self> {
        let shows_numbers = mark.sign == Sign::Number && matches!(kind, DatumKind::Mark(_));
        if !shows_numbers || !matches!(mark.target, Target::All | Target::Point(_)) {
            return None;
        }
        let stones = Stand::of(walk).stones(mark.target).into_iter();
        let cause = |stone| match Cause::of(stone) {
            Cause::Move(id) => Some(line(id)),
            Cause::Setup(_) => None,
        };
        let mut lines: Vec<u32> = stones.filter_map(cause).collect();
        lines.sort_unstable();
        let mut hasher = DefaultHasher::new();
        lines.hash(&mut hasher);
        Some(Self(hasher.finish()))
    }
}

/// Reads what the references by number mean, and which numbers marks find on the board.
fn meanings(original: &Original<'_>) -> Result<Meanings, Refusal> {
    let mut meanings = Meanings::default();
    let mut count = 0;
    for part in &original.parts {
        let mut walk = Walk::new(&part.event);
        while let Some(stop) = walk.next() {
            let Stop::Datum(index) = stop else { continue };
            let line = part.event.data[index].line;
            for (nth, mark) in marks(part, line) {
                let place = (part.line + line, nth);
                let line_of = |id: MoveId| part.line + part.event.r#move(id).line;
                let found = Found::by(&walk, &part.event.data[index].kind, mark, line_of);
                meanings.found.extend(found.map(|found| (place, found)));
                let Some(ends) = ends(&walk, mark.target) else { continue };
                let meant: Vec<MoveId> = numbered(&walk, mark.target);
                count += meant.len();
                if count > MOST_MEANT {
                    return refuse("the marks of this event name too many moves to follow them all");
                }
                let there = |id: MoveId| is_there(&walk, &part.event.data[index].kind, id);
                let mut moves: Vec<Meant> =
                    meant.into_iter().map(|id| Meant { line: line_of(id), is_there: there(id) }).collect();
                moves.sort_unstable_by_key(|meant| meant.line);
                meanings.numbered.insert(place, Meaning { moves, ends });
            }
        }
    }
    Ok(meanings)
}

/// The marks and references of a line, each with its place among the fields.
fn marks<'p>(part: &'p Part<'_>, line: u32) -> impl Iterator<Item = (usize, Mark)> + 'p {
    let fields = part.source.fields(&part.source.lines[line as usize]).iter().enumerate();
    fields.filter_map(|(nth, field)| match field.kind {
        FieldKind::Mark(mark) => Some((nth, mark)),
        _ => None,
    })
}

/// The moves that a target names by number where the walk stands.
fn numbered(walk: &Walk<'_>, target: Target) -> Vec<MoveId> {
    match target {
        Target::Move(number) => walk.numbered(number).into_iter().collect(),
        Target::Moves(from, to) => walk.numbered_in(from, to).map(|(_, id)| id).collect(),
        Target::All | Target::Point(_) => Vec::new(),
    }
}

/// Whether there are moves with the first and the last number of a target; none where it names no numbers.
fn ends(walk: &Walk<'_>, target: Target) -> Option<[bool; 2]> {
    let has = |number: u32| walk.numbered(number).is_some();
    match target {
        Target::Move(number) => Some([has(number); 2]),
        Target::Moves(from, to) => Some([has(from), has(to)]),
        Target::All | Target::Point(_) => None,
    }
}

/// Whether the stone of a move can be named by its point in a datum of this kind, at which the walk stands.
fn is_there(walk: &Walk<'_>, kind: &DatumKind, id: MoveId) -> bool {
    if let (DatumKind::Prisoner(_), Some(played)) = (kind, walk.played()) {
        return played.captured.iter().chain(played.self_captured).any(|&stone| Cause::of(stone) == Cause::Move(id));
    }
    Stand::of(walk).stone_of(id).is_some()
}

/// The references of a new version, which are to mean what they meant in the old one.
struct References<'r, 'o, 'n> {
    old: &'r Original<'o>,
    new: &'r Original<'n>,
    /// The lines of the old version by those of the new one.
    origins: &'r [Option<u32>],
}

impl References<'_, '_, '_> {
    /// The edits of the new version.
    fn respell(&self) -> Result<(Vec<Edit>, Respelt), Refusal> {
        let meanings = meanings(self.old)?;
        let mut edits = Vec::new();
        let mut respelt = Respelt::default();
        if meanings.numbered.is_empty() && meanings.found.is_empty() {
            return Ok((edits, respelt));
        }
        for part in &self.new.parts {
            let mut walk = Walk::new(&part.event);
            while let Some(stop) = walk.next() {
                let Stop::Datum(index) = stop else { continue };
                let line = part.event.data[index].line;
                let Some(origin) = self.origins[(part.line + line) as usize] else { continue };
                let here = Here { references: self, part, walk: &walk, line, kind: &part.event.data[index].kind };
                for (nth, mark) in marks(part, line) {
                    let found = Found::by(&walk, here.kind, mark, |id| here.origin(id).unwrap_or(u32::MAX));
                    if found.is_some() && found.as_ref() != meanings.found.get(&(origin, nth)) {
                        return here.finds_others(mark.target, origin);
                    }
                    let found = meanings.numbered.get(&(origin, nth)).filter(|meaning| !meaning.moves.is_empty());
                    let Some(meaning) = found else { continue };
                    if here.is_meant(mark.target, meaning) {
                        continue;
                    }
                    let field = part.source.fields(&part.source.lines[line as usize])[nth];
                    // What stands before the target: a sign or label with its `@`, which may itself be one.
                    let word = part.source.str(field.span);
                    let sign = &word[..word.rfind('@').map_or(0, |at| at + 1)];
                    let (text, by_point) = here.spell(mark, sign, &meaning.moves)?;
                    respelt.by_point |= by_point;
                    edits.push(Edit::replace(field.span.shifted(part.byte as usize), text));
                }
            }
        }
        Ok((edits, respelt))
    }
}

/// A line with references in the new version.
struct Here<'h, 'e, 'o, 'n> {
    references: &'h References<'h, 'o, 'n>,
    part: &'h Part<'n>,
    walk: &'h Walk<'e>,
    line: u32,
    kind: &'h DatumKind,
}

impl Here<'_, '_, '_, '_> {
    /// The line of the original of which a move is made.
    fn origin(&self, id: MoveId) -> Option<u32> {
        self.references.origins[(self.part.line + self.part.event.r#move(id).line) as usize]
    }

    /// The moves that a target means here, as lines of the original; a move of none counts as a line of its own, but for
    /// a new pass, of which nothing can be seen.
    fn lines(&self, target: Target) -> Vec<u32> {
        let is_new_pass = |id: MoveId| self.origin(id).is_none() && self.part.event.r#move(id).place == Place::Pass;
        let meant = numbered(self.walk, target).into_iter().filter(|&id| !is_new_pass(id));
        let mut lines: Vec<u32> = meant.map(|id| self.origin(id).unwrap_or(u32::MAX)).collect();
        lines.sort_unstable();
        lines
    }

    /// Whether a target as it stands means here what it has meant. A range that ended with a move still has to.
    fn is_meant(&self, target: Target, meaning: &Meaning) -> bool {
        let ends = ends(self.walk, target).unwrap_or_default();
        ends.into_iter().zip(meaning.ends).all(|(now, before)| now || !before)
            && self.lines(target).into_iter().eq(meaning.moves.iter().map(|meant| meant.line))
    }

    /// How a mark is written here so that it means these moves, and whether it names a point for it.
    fn spell(&self, mark: Mark, sign: &str, meant: &[Meant]) -> Result<(String, bool), Refusal> {
        let mut numbers: Vec<u32> = Vec::new();
        let mut points: Vec<String> = Vec::new();
        for &Meant { line, is_there } in meant {
            let found = self.walk.moves().find(|&id| self.origin(id) == Some(line));
            let number =
                found.and_then(|id| self.part.event.number(id)).filter(|&number| self.walk.numbered(number) == found);
            if let Some(number) = number {
                numbers.push(number);
                continue;
            }
            let (part, _) = self.references.old.line(line);
            let point = part
                .event
                .moves
                .iter()
                .find(|found| part.line + found.line == line)
                .and_then(|found| found.place.point());
            let shows_number = mark.sign == Sign::Number && matches!(self.kind, DatumKind::Mark(_)) && found.is_none();
            match point.filter(|_| is_there && !shows_number) {
                Some(point) => points.push(point.to_string()),
                None => return self.lose(line),
            }
        }
        numbers.sort_unstable();
        let mut out: Vec<String> = Vec::new();
        let mut rest = &numbers[..];
        while let Some(&first) = rest.first() {
            // As long a run as means nothing else; where somebody else's number lies in between, there is none.
            let mut run =
                rest.iter().zip(first..=u32::MAX).take_while(|&(&number, expected)| number == expected).count();
            if run > 1 && self.walk.numbered_in(first, rest[run - 1]).count() != run {
                run = 1;
            }
            let mut target = format!("{sign}#{first}");
            if run > 1 {
                let _ = write!(target, "-{}", rest[run - 1]);
            }
            out.push(target);
            rest = &rest[run..];
        }
        let by_point = !points.is_empty();
        out.extend(points.into_iter().map(|point| format!("{sign}{point}")));
        Ok((out.join(" "), by_point))
    }

    /// Refuses because a mark would show the numbers of other stones.
    fn finds_others<T>(&self, target: Target, origin: u32) -> Result<T, Refusal> {
        let what = match target {
            Target::Point(point) => format!("the stone on {point}"),
            _ => "all stones".to_owned(),
        };
        refuse(format!(
            "the MARK in line {} shows the numbers of {what}, and these would not be the same any more",
            self.references.old.line_number(origin)
        ))
    }

    fn lose<T>(&self, line: u32) -> Result<T, Refusal> {
        let (part, own) = self.references.old.line(line);
        let origin = self.references.origins[(self.part.line + self.line) as usize].unwrap_or(line);
        let keyword = self.part.source.lines[self.line as usize].keyword().unwrap_or(Keyword::Mark);
        refuse(format!(
            "the {keyword} in line {} names {}, which could not be named there any more",
            self.references.old.line_number(origin),
            part.source.str(own.span).trim()
        ))
    }
}
