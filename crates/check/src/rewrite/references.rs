//! References in a changed record. Each is rewritten so that it refers to the same moves as before the change.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::original::{Error, Original, OriginalEvent, refuse};
use ishi_record::record::{DatumKind, MoveId, MoveTarget};
use ishi_record::replay::{Cause, Stand, Visit, Walk};
use ishi_record::syntax::{FieldKind, Keyword, Mark, Sign, Target};
use ishi_text::Edit;

/// How many moves all references of an event may refer to in total. A text can name a hundred thousand moves in a few
/// letters.
const MAX_REFERENTS: usize = 2_000_000;

/// The rewriting that the references of a new version needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Respelt {
    /// A reference by number had to name a point instead.
    pub(super) by_point: bool,
}

/// The edits of a new version with which its references have the same meaning as in `old`. `read_new` reads the new
/// version, which takes as long as all else, and is needed only if there are references. `origins` has the old line of
/// each new line, and `same` the old lines of moves that stand for equal moves.
///
/// # Errors
/// Returns an error if a reference can no longer name a move in its place.
pub(super) fn respell<'n>(
    old: &Original<'_>,
    read_new: impl FnOnce() -> Original<'n>,
    origins: &[Option<u32>],
    same: &HashMap<u32, u32>,
) -> Result<(Vec<Edit>, Respelt), Error> {
    let meanings = meanings(old, same)?;
    if meanings.numbered.is_empty() && meanings.shown.is_empty() {
        return Ok((Vec::new(), Respelt::default()));
    }
    ReferenceRewriter { old, new: &read_new(), origins }.respell(&meanings)
}

/// A move that a reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Referents {
    /// Its line in the original.
    line: u32,
    /// Whether a reference at this place can name the stone by its point: the stone is on the board, or is captured at
    /// this moment.
    is_there: bool,
}

/// The meaning of a reference: its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Meaning {
    /// The moves, by their lines.
    moves: Vec<Referents>,
    /// Whether there are moves with the first and with the last of its numbers.
    ends: [bool; 2],
}

/// The meanings of all references of a version, by line and index of the field.
#[derive(Default)]
pub(super) struct Meanings {
    /// The references by number.
    numbered: BTreeMap<(u32, usize), Meaning>,
    /// The moves of the marks that show the numbers of the stones on their points.
    shown: BTreeMap<(u32, usize), FoundMoves>,
}

/// The moves whose stones a mark finds, by a hash of their lines: there may be many marks, and each finds up to 361.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FoundMoves(u64);

impl FoundMoves {
    /// The moves that a mark finds at the position of the walk; `None` for a mark that shows no numbers, or that names
    /// moves by number.
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

impl Meanings {
    /// Whether the references of two lines, which have equal texts, name the same moves.
    pub(super) fn are_equal(&self, one: u32, other: u32) -> bool {
        fn of_line<M>(meanings: &BTreeMap<(u32, usize), M>, line: u32) -> impl Iterator<Item = &M> {
            meanings.range((line, 0)..=(line, usize::MAX)).map(|(_, meaning)| meaning)
        }
        of_line(&self.numbered, one).eq(of_line(&self.numbered, other))
            && of_line(&self.shown, one).eq(of_line(&self.shown, other))
    }

    /// The line of the only move that a reference names by its number.
    pub(super) fn only_move(&self, line: u32, field: usize) -> Option<u32> {
        match self.numbered.get(&(line, field))?.moves[..] {
            [Referents { line, .. }] => Some(line),
            _ => None,
        }
    }
}

/// Determines the moves of references by number, and the numbers that marks show on the board. `same` has the lines of
/// moves that stand for equal moves.
///
/// # Errors
/// Returns an error if there are too many.
pub(super) fn meanings(original: &Original<'_>, same: &HashMap<u32, u32>) -> Result<Meanings, Error> {
    let mut meanings = Meanings::default();
    let mut count = 0;
    for part in original.parts.iter().filter(|part| has_numbers(part)) {
        let mut walk = Walk::new(&part.event);
        while let Some(stop) = walk.next() {
            let Visit::Datum(index) = stop else { continue };
            let line = part.event.data[index].line;
            for (nth, mark) in marks(part, line) {
                let place = (part.line + line, nth);
                let line_of = |id: MoveId| {
                    let line = part.line + part.event[id].line;
                    same.get(&line).copied().unwrap_or(line)
                };
                let shown = FoundMoves::by(&walk, &part.event.data[index].kind, mark, line_of);
                meanings.shown.extend(shown.map(|shown| (place, shown)));
                let Some(ends) = ends(&walk, mark.target) else { continue };
                let meant: Vec<MoveId> = numbered(&walk, mark.target);
                count += meant.len();
                if count > MAX_REFERENTS {
                    return refuse("the marks of this event name too many moves to follow them all");
                }
                let there = |id: MoveId| is_there(&walk, &part.event.data[index].kind, id);
                let mut moves: Vec<Referents> =
                    meant.into_iter().map(|id| Referents { line: line_of(id), is_there: there(id) }).collect();
                moves.sort_by_cached_key(|meant| meant.line);
                meanings.numbered.insert(place, Meaning { moves, ends });
            }
        }
    }
    Ok(meanings)
}

/// Whether any line of data names moves by their numbers, or shows these.
pub(super) fn name_moves(original: &Original<'_>) -> bool {
    original.parts.iter().any(has_numbers)
}

/// Whether any line of data names moves by their numbers, or shows these. Few events have one, and the search for the
/// meanings plays the whole event.
fn has_numbers(part: &OriginalEvent<'_>) -> bool {
    part.event.data.iter().any(|datum| {
        let can_show = matches!(datum.kind, DatumKind::Mark(_));
        marks(part, datum.line).any(|(_, mark)| {
            can_show && mark.sign == Sign::Number || matches!(mark.target, Target::Move(_) | Target::Moves(..))
        })
    })
}

/// The marks and references of a line, each with its place among the fields.
fn marks<'p>(part: &'p OriginalEvent<'_>, line: u32) -> impl Iterator<Item = (usize, Mark)> + 'p {
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

/// Whether there are moves with the first and the last number of a target; `None` if it names no numbers.
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

/// Rewriter of the references of a new version, which keeps their old meaning.
struct ReferenceRewriter<'r, 'o, 'n> {
    old: &'r Original<'o>,
    new: &'r Original<'n>,
    /// The old line of each new line.
    origins: &'r [Option<u32>],
}

impl ReferenceRewriter<'_, '_, '_> {
    /// The edits of the new version.
    fn respell(&self, meanings: &Meanings) -> Result<(Vec<Edit>, Respelt), Error> {
        let mut edits = Vec::new();
        let mut respelt = Respelt::default();
        for part in &self.new.parts {
            let mut walk = Walk::new(&part.event);
            while let Some(stop) = walk.next() {
                let Visit::Datum(index) = stop else { continue };
                let line = part.event.data[index].line;
                let Some(origin) = self.origins[(part.line + line) as usize] else { continue };
                let here = Here { references: self, part, walk: &walk, line, kind: &part.event.data[index].kind };
                for (nth, mark) in marks(part, line) {
                    let shown = FoundMoves::by(&walk, here.kind, mark, |id| here.origin(id).unwrap_or(u32::MAX));
                    if shown.is_some() && shown.as_ref() != meanings.shown.get(&(origin, nth)) {
                        return here.finds_others(mark.target, origin);
                    }
                    let meaning = meanings.numbered.get(&(origin, nth)).filter(|meaning| !meaning.moves.is_empty());
                    let Some(meaning) = meaning else { continue };
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
    references: &'h ReferenceRewriter<'h, 'o, 'n>,
    part: &'h OriginalEvent<'n>,
    walk: &'h Walk<'e>,
    line: u32,
    kind: &'h DatumKind,
}

impl Here<'_, '_, '_, '_> {
    /// The line of the original from which a move comes.
    fn origin(&self, id: MoveId) -> Option<u32> {
        self.references.origins[(self.part.line + self.part.event[id].line) as usize]
    }

    /// The moves of a target here, as lines of the original. A new move counts as a line of its own, except a new pass,
    /// which shows nothing on the board.
    fn lines(&self, target: Target) -> Vec<u32> {
        let is_new_pass = |id: MoveId| self.origin(id).is_none() && self.part.event[id].place == MoveTarget::Pass;
        let meant = numbered(self.walk, target).into_iter().filter(|&id| !is_new_pass(id));
        let mut lines: Vec<u32> = meant.map(|id| self.origin(id).unwrap_or(u32::MAX)).collect();
        lines.sort_unstable();
        lines
    }

    /// Whether an unchanged target has its old meaning here. A range that ended with a move still has to end with a
    /// move.
    fn is_meant(&self, target: Target, meaning: &Meaning) -> bool {
        let ends = ends(self.walk, target).unwrap_or_default();
        ends.into_iter().zip(meaning.ends).all(|(now, before)| now || !before)
            && self.lines(target).into_iter().eq(meaning.moves.iter().map(|meant| meant.line))
    }

    /// The text of a mark that refers to these moves here, and whether it names a point.
    fn spell(&self, mark: Mark, sign: &str, meant: &[Referents]) -> Result<(String, bool), Error> {
        let mut numbers: Vec<u32> = Vec::new();
        let mut points: Vec<String> = Vec::new();
        for &Referents { line, is_there } in meant {
            let referent = self.walk.moves().find(|&id| self.origin(id) == Some(line));
            let number = referent
                .and_then(|id| self.part.event.number(id))
                .filter(|&number| self.walk.numbered(number) == referent);
            if let Some(number) = number {
                numbers.push(number);
                continue;
            }
            let (part, _) = self.references.old.line(line);
            let point = part
                .event
                .moves
                .iter()
                .find(|played| part.line + played.line == line)
                .and_then(|played| played.place.point());
            let shows_number =
                mark.sign == Sign::Number && matches!(self.kind, DatumKind::Mark(_)) && referent.is_none();
            match point.filter(|_| is_there && !shows_number) {
                Some(point) => points.push(point.to_string()),
                None => return self.lose(line),
            }
        }
        numbers.sort_unstable();
        let mut out: Vec<String> = Vec::new();
        let mut rest = &numbers[..];
        while let Some(&first) = rest.first() {
            // As long a run as means nothing else; if the number of another move lies in between, there is none.
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

    /// Refuses a change after which a mark would show the numbers of other stones.
    fn finds_others<T>(&self, target: Target, origin: u32) -> Result<T, Error> {
        let what = match target {
            Target::Point(point) => format!("the stone on {point}"),
            _ => "all stones".to_owned(),
        };
        refuse(format!(
            "the MARK in line {} shows the numbers of {what}, and these would not be the same any more",
            self.references.old.line_number(origin)
        ))
    }

    fn lose<T>(&self, line: u32) -> Result<T, Error> {
        let (part, line_of_old) = self.references.old.line(line);
        let origin = self.references.origins[(self.part.line + self.line) as usize].unwrap_or(line);
        let keyword = self.part.source.lines[self.line as usize].keyword().unwrap_or(Keyword::Mark);
        refuse(format!(
            "the {keyword} in line {} names {}, which could not be named there any more",
            self.references.old.line_number(origin),
            part.source.str(line_of_old.span).trim()
        ))
    }
}
