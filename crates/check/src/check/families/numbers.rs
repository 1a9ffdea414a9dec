//! The numbers of moves.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::check::{Code, Diagnostic, Fix, FixKind, Related, Sink};
use crate::rewrite::lines::{above, insert, shift, with_remarks};
use crate::rewrite::{Original, Renumbered, fix_number, passes};
use ishi_record::record::{Event, Move, MoveId, Reading, SequenceId};
use ishi_record::replay::Runs;
use ishi_record::syntax::{Field, FieldKind, Line, LineKind, Source};
use ishi_text::{Edit, Span};

/// How many runs of missing moves a message names.
const NAMED_RUNS: usize = 4;

pub(in crate::check) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    let event = &reading.event;
    survey(source, reading, |slip| report(source, event, slip, sink));
    // Variations can be many and short, and one list does for all of them.
    let mut moves: Vec<MoveId> = Vec::new();
    for index in 0..event.sequences.len() {
        let id = SequenceId(index as u32);
        moves.clear();
        moves.extend(event.moves_of(id));
        first_of_variation(source, event, id, &moves, sink);
        if sink.wants(Code::SameColorTwice) {
            same_color_twice(source, event, &moves, sink);
        }
    }
}

/// A place where the numbers of a sequence do not continue as they should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::check) struct Slip {
    /// The move whose number is wrong.
    pub(in crate::check) id: MoveId,
    /// The kind of mistake in its number.
    pub(in crate::check) kind: SlipKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::check) enum SlipKind {
    /// The sequence already has this number, on the move `first`.
    Duplicate { first: Option<MoveId>, advice: String },
    /// The number is lower than `previous`, the number before it, and no other move has it.
    Lower { previous: u32, advice: String },
    /// The number is higher than the next number, and occurs again in its proper place.
    Early { next: u32 },
    /// The consecutive moves from this move to `last` belong before the move `before`.
    Displaced { last: MoveId, before: MoveId },
    /// Numbers are missing before the number `next`.
    Missing {
        /// The missing numbers, as runs.
        runs: Vec<(u32, u32)>,
        /// The number that follows them.
        next: u32,
        /// Whether some of the numbers in between come later in the sequence.
        some_come_later: bool,
    },
}

/// Finds all places of an event where the numbers do not continue as they should.
pub(in crate::check) fn survey(source: &Source<'_>, reading: &Reading, mut take: impl FnMut(Slip)) {
    let event = &reading.event;
    let mut strays = reading.stray_numbers.clone();
    strays.sort_unstable();
    strays.dedup();
    let mut moves: Vec<MoveId> = Vec::new();
    for index in 0..event.sequences.len() {
        moves.clear();
        moves.extend(event.moves_of(SequenceId(index as u32)));
        walk(source, event, &moves, &strays, &mut take);
    }
}

/// The span of the number of a move, or of its keyword if there is no number.
fn number_span(source: &Source<'_>, played: &Move) -> Span {
    let line = &source.lines[played.line as usize];
    let number = source.fields(line).iter().find(|field| field.number().is_some());
    number.map_or(line.word, |field| field.span)
}

fn first_of_variation(source: &Source<'_>, event: &Event, id: SequenceId, moves: &[MoveId], sink: &mut Sink<'_>) {
    let (Some(&first), Some(replaced)) = (moves.first(), event.sequence(id).replaces) else { return };
    let (Some(number), Some(wanted)) = (event.number(first), event.number(replaced)) else { return };
    if number != wanted {
        sink.report(Code::VariationNumber, number_span(source, &event[first]), |diagnostic| {
            diagnostic.message = format!("this variation replaces move {wanted} and begins with number {number}");
            diagnostic.related.push(Related {
                span: number_span(source, &event[replaced]),
                message: "the move that it replaces".into(),
            });
        });
    }
}

/// An index of the numbers of a sequence.
struct Uses {
    /// Each number with the first move that has it, and the position of the last such move in the sequence. A list in
    /// order: the numbers of most sequences come in order.
    by_number: Vec<(u32, MoveId, usize)>,
    /// How many numbers may still be looked up in gaps, which keeps the time proportional to the length of the
    /// sequence.
    patience: usize,
}

impl Uses {
    fn of(event: &Event, moves: &[MoveId]) -> Self {
        let numbered = moves.iter().enumerate().filter_map(|(index, &id)| Some((event.number(id)?, id, index)));
        let mut by_number: Vec<(u32, MoveId, usize)> = numbered.collect();
        by_number.sort_by_cached_key(|&(number, ..)| number);
        by_number.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            first.2 = if is_same { later.2 } else { first.2 };
            is_same
        });
        Self { by_number, patience: 2 * moves.len() + 1000 }
    }

    /// The first move with a number.
    fn first(&self, number: u32) -> Option<MoveId> {
        let at = self.by_number.binary_search_by_key(&number, |&(number, ..)| number).ok()?;
        Some(self.by_number[at].1)
    }

    /// Whether a number is used after this place of the sequence.
    fn is_used_after(&self, number: u32, index: usize) -> bool {
        let at = self.by_number.binary_search_by_key(&number, |&(number, ..)| number);
        at.is_ok_and(|at| self.by_number[at].2 > index)
    }

    /// The numbers of a range that are used after this place, in order.
    fn used_after(&mut self, range: RangeInclusive<u32>, index: usize) -> Vec<u32> {
        let mut seen = 0;
        let from = self.by_number.partition_point(|(number, ..)| number < range.start());
        let within = self.by_number[from..].iter().take_while(|(number, ..)| range.contains(number));
        let within = within.take(self.patience).inspect(|_| seen += 1);
        let later = within.filter(|&&(.., last)| last > index).map(|&(number, ..)| number).collect();
        self.patience -= seen;
        later
    }
}

/// A pass over a sequence that finds the places where its numbers do not continue as they should.
struct NumberSurvey<'m> {
    event: &'m Event,
    moves: &'m [MoveId],
    /// The numbers on lines in error, in order.
    strays: &'m [u32],
    used: Runs,
    /// The index, computed at its first use, because most sequences do not need it.
    uses: Option<Uses>,
    previous: Option<u32>,
    /// The number of moves without a number since then. Each may be a seemingly missing move.
    unnumbered: u64,
    /// The last number of a run of duplicates.
    repeating: Option<u32>,
    /// Numbers that were written by a slip: they count neither as used nor as missing.
    slips: BTreeSet<u32>,
    /// The skipped numbers that come later, each with the move before which it belongs.
    awaited: BTreeMap<u32, MoveId>,
    /// A run of such moves, and the number of its last move.
    displaced: Option<(Slip, u32)>,
}

/// Walks along a sequence and finds where its numbers do not continue as they should.
fn walk(source: &Source<'_>, event: &Event, moves: &[MoveId], strays: &[u32], take: &mut impl FnMut(Slip)) {
    let mut numbering = NumberSurvey {
        event,
        moves,
        strays,
        used: Runs::default(),
        uses: None,
        previous: None,
        unnumbered: 0,
        repeating: None,
        slips: BTreeSet::new(),
        awaited: BTreeMap::new(),
        displaced: None,
    };
    for (index, &id) in moves.iter().enumerate() {
        let Some(number) = event.number(id) else {
            numbering.unnumbered += 1;
            continue;
        };
        if numbering.goes_on_displaced(id, number, take) {
            continue;
        }
        // A move that is being typed above the one that has its number, as `B 3`: it is reported as incomplete.
        let follower = moves.get(index + 1).and_then(|&next| event.number(next));
        if follower == Some(number) && is_half_typed(source, &event[id]) {
            continue;
        }
        match numbering.previous {
            None => {
                numbering.used.insert(number);
                numbering.previous = Some(number);
            }
            // Nearly every move just goes on from the one before.
            Some(before) if before.checked_add(1) == Some(number) && numbering.used.insert(number) => {
                numbering.repeating = None;
                numbering.previous = Some(number);
            }
            Some(before) => numbering.irregular(index, number, before, take),
        }
        numbering.unnumbered = 0;
    }
    if let Some((slip, _)) = numbering.displaced {
        take(slip);
    }
}

impl NumberSurvey<'_> {
    /// Returns whether a move continues a run of moves in the wrong place. If not, ends this run.
    fn goes_on_displaced(&mut self, id: MoveId, number: u32, take: &mut impl FnMut(Slip)) -> bool {
        let Some((slip, last)) = &mut self.displaced else { return false };
        if last.checked_add(1) == Some(number)
            && self.awaited.remove(&number).is_some()
            && let SlipKind::Displaced { last: end, .. } = &mut slip.kind
        {
            (*end, *last) = (id, number);
            self.used.insert(number);
            self.unnumbered = 0;
            return true;
        }
        if let Some((slip, _)) = self.displaced.take() {
            take(slip);
        }
        false
    }

    /// Processes a move whose number does not follow `before`, the previous number.
    fn irregular(&mut self, index: usize, number: u32, before: u32, take: &mut impl FnMut(Slip)) {
        let id = self.moves[index];
        let wanted = before.saturating_add(1);
        // A wrong number that the next move does not go on from is a slip in one place: the next move continues as
        // if the right number stood here, or as if this move were not there.
        let next = self.moves[index + 1..].iter().find_map(|&id| self.event.number(id));
        let mut slip = match next {
            Some(next) if number != wanted && next == wanted => Some(before),
            Some(next) if number != wanted && Some(next) == wanted.checked_add(1) => Some(wanted),
            _ => None,
        };
        if let Some(before) = self.belongs_before(number, slip == Some(before)) {
            self.displaced = Some((Slip { id, kind: SlipKind::Displaced { last: id, before } }, number));
            self.used.insert(number);
            self.repeating = None;
            return;
        }
        if self.used.contains(number) {
            let runs_on = self.repeating.is_some() && self.repeating == number.checked_sub(1);
            if !runs_on {
                let first = self.uses().first(number).filter(|&first| first != id);
                take(Slip { id, kind: SlipKind::Duplicate { first, advice: self.advice(before, slip) } });
            }
            self.repeating = Some(number);
        } else {
            self.repeating = None;
            if number < before {
                take(Slip { id, kind: SlipKind::Lower { previous: before, advice: self.advice(before, slip) } });
            } else if number > wanted {
                slip = self.gap(index, number, wanted, slip, take);
            }
        }
        // The number that a slip wrote may still come where it belongs. Twice running it is a duplicate in any case.
        if slip.is_none() || next == Some(number) {
            self.used.insert(number);
        } else {
            self.slips.insert(number);
        }
        if let Some(slip) = slip {
            self.used.insert(slip);
            self.repeating = None;
        }
        self.previous = Some(slip.unwrap_or(number));
    }

    /// Returns the move before which a move with this number belongs, if it is in the wrong place.
    fn belongs_before(&mut self, number: u32, others_go_on: bool) -> Option<MoveId> {
        // A number that comes just before the first one changed places with it, if the others go on from there.
        let head = self.moves.first().copied().filter(|&head| self.event.number(head) == number.checked_add(1));
        let is_head = others_go_on && !self.used.contains(number);
        head.filter(|_| is_head).or_else(|| self.awaited.remove(&number))
    }

    fn uses(&mut self) -> &mut Uses {
        self.uses.get_or_insert_with(|| Uses::of(self.event, self.moves))
    }

    fn advice(&self, before: u32, slip: Option<u32>) -> String {
        match slip {
            Some(slip) if slip == before => "the moves before and after it follow each other".to_owned(),
            _ if !self.used.contains(before.saturating_add(1)) => {
                format!("number this move {}", before.saturating_add(1))
            }
            _ => "renumber the moves around it".to_owned(),
        }
    }

    /// Processes a number above the `wanted` number. Returns the intended number, if the number is a slip.
    fn gap(
        &mut self,
        index: usize,
        number: u32,
        wanted: u32,
        slip: Option<u32>,
        take: &mut impl FnMut(Slip),
    ) -> Option<u32> {
        let id = self.moves[index];
        let to = if slip == Some(wanted) { wanted } else { number - 1 };
        let later = self.uses().used_after(wanted..=to, index);
        let all_come_later = later.len() as u64 == u64::from(to - wanted) + 1;
        let is_left_out = slip.is_some_and(|slip| slip < wanted);
        if all_come_later && is_left_out && self.uses().is_used_after(number, index) {
            take(Slip { id, kind: SlipKind::Early { next: wanted } });
            return slip;
        }
        if all_come_later || !is_left_out {
            self.awaited.extend(later.iter().map(|&number| (number, id)));
        }
        let runs = missing(&self.used, &later, wanted..=to);
        if count(&runs) > accounted_for(&runs, self.strays, &self.slips) + self.unnumbered {
            let next = to.saturating_add(1);
            take(Slip { id, kind: SlipKind::Missing { runs, next, some_come_later: !later.is_empty() } });
        }
        slip.filter(|_| !all_come_later)
    }
}

/// The numbers of a range that are neither used before nor later, as runs; a few more runs than a message names.
fn missing(used: &Runs, later: &[u32], range: RangeInclusive<u32>) -> Vec<(u32, u32)> {
    let mut runs = Vec::new();
    let mut from = *range.start();
    for &number in later.iter().chain([&range.end().saturating_add(1)]) {
        if from < number {
            runs.extend(used.gaps(from, number - 1).take(NAMED_RUNS + 1 - runs.len()));
        }
        if runs.len() > NAMED_RUNS {
            break;
        }
        from = number.saturating_add(1);
    }
    runs
}

/// The total length of some runs.
fn count(runs: &[(u32, u32)]) -> u64 {
    runs.iter().map(|&(from, to)| u64::from(to - from) + 1).sum()
}

/// How many of the numbers are on lines in error, or are known to be slips.
fn accounted_for(runs: &[(u32, u32)], strays: &[u32], slips: &BTreeSet<u32>) -> u64 {
    let below = |number: u64| strays.partition_point(|&stray| u64::from(stray) < number);
    let on_bad_lines: usize = runs.iter().map(|&(from, to)| below(u64::from(to) + 1) - below(u64::from(from))).sum();
    // A gap is rarely caused by misspelt numbers, and in a large one they need not be counted.
    let slipped = runs.iter().map(|&(from, to)| slips.range(from..=to).take(NAMED_RUNS).count()).sum::<usize>();
    (on_bad_lines + slipped) as u64
}

/// Puts a slip into words.
fn report(source: &Source<'_>, event: &Event, Slip { id, kind }: Slip, sink: &mut Sink<'_>) {
    let played = &event[id];
    let number = event.number(id).unwrap_or_default();
    let span = number_span(source, played);
    match kind {
        SlipKind::Duplicate { first, advice } => sink.report(Code::DuplicateMove, span, |diagnostic| {
            diagnostic.message = format!("move number {number} is used twice; {advice}");
            if let Some(first) = first {
                let message = format!("the first move {number}");
                diagnostic.related.push(Related { span: number_span(source, &event[first]), message });
            }
        }),
        SlipKind::Lower { previous, advice } => sink.report(Code::OutOfSequence, span, |diagnostic| {
            diagnostic.message = format!("move {number} comes after move {previous}; {advice}");
        }),
        SlipKind::Early { next } => sink.report(Code::OutOfSequence, span, |diagnostic| {
            diagnostic.message =
                format!("move {number} comes before move {next}, and again later; remove or renumber this one");
        }),
        SlipKind::Displaced { last, before } => sink.report(Code::OutOfSequence, span, |diagnostic| {
            let passed = event.number(before).unwrap_or_default();
            let end = event.number(last).unwrap_or_default();
            let is_swap = last == id && is_next(event, before, id);
            let (what, come, them) = if last == id {
                (format!("move {number}"), "comes", "it")
            } else {
                (format!("moves {number}–{end}"), "come", "them")
            };
            let advice = if is_swap { "swap the two".to_owned() } else { format!("put {them} before move {passed}") };
            diagnostic.message = format!("{what} {come} after move {passed}; {advice}");
            diagnostic.related.push(Related {
                span: number_span(source, &event[before]),
                message: format!("{what} {} before this move", if last == id { "belongs" } else { "belong" }),
            });
            let title = if is_swap {
                format!("swap moves {number} and {passed}")
            } else {
                format!("put {what} before move {passed}")
            };
            let edits = put_before(source, event, (id, last), before);
            diagnostic.fixes.extend(edits.map(|edits| Fix { title, kind: FixKind::Suggested, edits }));
        }),
        SlipKind::Missing { runs, next, some_come_later } => sink.report(Code::MissingMove, span, |diagnostic| {
            let count = count(&runs);
            let named: Vec<String> = runs
                .iter()
                .take(NAMED_RUNS)
                .map(|&(from, to)| if from == to { from.to_string() } else { format!("{from}–{to}") })
                .collect();
            let more = if runs.len() > NAMED_RUNS { " and more" } else { "" };
            let (moves, are) = if count == 1 { ("move", "is") } else { ("moves", "are") };
            diagnostic.message = format!(
                "{moves} {}{more} {are} missing before move {next}; add {}, or renumber from here",
                named.join(", "),
                if count == 1 { "it" } else { "them" }
            );
            if number == next && !some_come_later && count <= u64::from(passes::MOST) {
                diagnostic.fixes.push(insert_passes(source, played, &runs));
            }
        }),
    }
}

/// Whether a move directly follows another move in its sequence.
fn is_next(event: &Event, before: MoveId, id: MoveId) -> bool {
    event.moves_of(event[before].sequence).skip_while(|&other| other != before).nth(1) == Some(id)
}

/// Moves a run of moves before an earlier move of the sequence, with their remarks, prisoners, marks, comments and
/// variations. `None` if it is not certain which lines belong to the run.
fn put_before(
    source: &Source<'_>,
    event: &Event,
    (first, last): (MoveId, MoveId),
    before: MoveId,
) -> Option<Vec<Edit>> {
    let is_certain = |line: &Line| !matches!(line.kind, LineKind::Unknown | LineKind::Misspelt(_));
    let sequence = event[first].sequence;
    let start = |id: MoveId| with_remarks(source, event[id].line as usize);
    let next = event.moves_of(sequence).skip_while(|&id| id != last).nth(1);
    let end = match (next, event.sequence(sequence).end) {
        (Some(next), _) => start(next),
        (None, Some(end)) => above(source, end as usize),
        (None, None) if sequence == SequenceId(0) => above(source, event.filled_lines as usize),
        (None, None) => return None,
    };
    let lines = start(first)..end;
    let to = start(before);
    let is_whole = source.faults.is_empty() && source.lines[to..end].iter().all(is_certain);
    let is_closed = event.sequences.iter().skip(1).all(|sequence| sequence.end.is_some());
    (is_whole && is_closed && to < lines.start).then(|| shift(source, lines, to))
}

/// Whether a move has a number and nothing else.
fn is_half_typed(source: &Source<'_>, played: &Move) -> bool {
    matches!(source.fields(&source.lines[played.line as usize]), [Field { kind: FieldKind::Number(_), .. }])
}

/// Inserts a PASS for each missing move.
fn insert_passes(source: &Source<'_>, played: &Move, runs: &[(u32, u32)]) -> Fix {
    let numbers: Vec<u32> = runs.iter().flat_map(|&(from, to)| from..=to).collect();
    let (before, lines) = passes::passes(source, played, &numbers);
    Fix {
        title: format!("insert PASS for {}", if numbers.len() == 1 { "the missing move" } else { "the missing moves" }),
        kind: FixKind::Suggested,
        edits: vec![insert(source, before, &lines)],
    }
}

fn same_color_twice(source: &Source<'_>, event: &Event, moves: &[MoveId], sink: &mut Sink<'_>) {
    for pair in moves.windows(2) {
        let (earlier, later) = (&event[pair[0]], &event[pair[1]]);
        if earlier.color == later.color {
            sink.report(Code::SameColorTwice, source.lines[later.line as usize].word, |diagnostic| {
                diagnostic.message = format!("{} plays twice in a row", later.color);
                diagnostic.related.push(Related {
                    span: source.lines[earlier.line as usize].word,
                    message: "the move before".into(),
                });
            });
        }
    }
}

/// The fix "renumber from here" of a diagnostic on the number of a move. The numbers of this move and of all following
/// moves of its sequence change by the same amount, and so do their variations and every `#n` that refers to these
/// moves. If only the number of this move is wrong, only this number changes.
pub(in crate::check) fn renumber(source: Source<'_>, event: Event, diagnostic: &Diagnostic) -> Option<Fix> {
    if !diagnostic.can_renumber() || source.foreign.is_some() {
        return None;
    }
    let line = source.line_at(diagnostic.span.start as usize) as u32;
    let original = Original::of_read(source, event);
    let Renumbered { number, alone, edits } = fix_number(&original, line).ok()?;
    let title =
        if alone { format!("renumber this move: {number}") } else { format!("renumber from here: {number}, …") };
    Some(Fix { title, kind: FixKind::Suggested, edits })
}
