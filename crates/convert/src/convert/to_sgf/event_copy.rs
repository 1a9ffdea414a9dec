//! Events that SGF can only keep as a copy of their text, and changes that avoid such a copy.

use std::collections::BTreeMap;
use std::ops::Range;

use ishi_record::record::{Event, Misfit, Move, Owner, Reading, SequenceId, Step, read};
use ishi_record::syntax::{BlockFault, FieldKind, Keyword, Line, LineKind, Reader, Source};
use ishi_text::Span;

/// An event that a game keeps as a copy of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedEvent {
    /// The line that causes the copy.
    pub span: Span,
    /// The reason why the event can only be kept as a copy of its text.
    pub why: &'static str,
}

impl CopiedEvent {
    /// For an event that begins at `at`.
    pub(super) fn new(source: &Source<'_>, reading: &Reading, at: usize) -> Self {
        let (line, why) = mistake(source, reading);
        let span = source.lines.get(line as usize).map_or(Span::empty(0), |line| line.span);
        Self { span: span.shifted(at), why }
    }
}

/// The first line of an event that SGF can't express, and the reason.
fn mistake(source: &Source<'_>, reading: &Reading) -> (u32, &'static str) {
    let event = &reading.event;
    let lines = source.lines.iter().zip(0..).filter_map(|(line, at)| Some((at, why_not_plain(source, line)?)));
    let faults = source.faults.iter().map(|fault| match *fault {
        BlockFault::Unclosed { line, .. } => (line as u32, "this block has no end"),
        BlockFault::Nested { line, .. } => (line as u32, "a block begins in another one"),
        BlockFault::Unmatched { line, .. } => (line as u32, "no block is open here"),
    });
    let misfits = reading.misfits.iter().filter_map(|misfit| {
        Some(match *misfit {
            Misfit::Var(line) => (line, "there is no move on which this could be a variation"),
            Misfit::UnclosedVar(line, _) => (line, "this variation has no ENDVAR"),
            Misfit::Endvar(line) => (line, "no variation is open here"),
            Misfit::EmptyVariation(line, _) => (line, "this variation has no moves"),
            Misfit::Bare(line, _) => (line, "these locations are not read as moves"),
            Misfit::AfterVariation(line, ..) => (line, "it belongs before the variations on its move"),
            Misfit::Header(line) | Misfit::BoardSize(line) => (line, "it belongs before the moves"),
            Misfit::Setup(line)
            | Misfit::Hide(line)
            | Misfit::Prisoner(line)
            | Misfit::RemarkInSetup(line, _)
            | Misfit::DataInSetup(line, ..) => (line, "it is in the wrong place"),
            // The last move keeps it.
            Misfit::Dangling(_) => return None,
        })
    });
    let off_board = event.moves.iter().filter(|one| {
        let point = one.place.point();
        point.is_some_and(|point| !event.board_size.contains(point))
    });
    let off_board = off_board.map(|one| (one.line, "this point is not on the board"));
    let first = lines.chain(faults).chain(misfits).chain(off_board).min_by_key(|(line, _)| *line);
    first.or_else(|| irregular_variation(event)).unwrap_or((0, "SGF has no place for lines in this order"))
}

/// The reason why a line is not as in the Standard.
fn why_not_plain(source: &Source<'_>, line: &Line) -> Option<&'static str> {
    let fields = source.fields(line);
    let is_bad = || fields.iter().any(|field| matches!(field.kind, FieldKind::Bad(_) | FieldKind::Skipped));
    match line.kind {
        LineKind::Bare | LineKind::Text(_) | LineKind::Blank => None,
        LineKind::Unknown => Some("it can't be read"),
        LineKind::Misspelt(_) => Some("its keyword is misspelt"),
        LineKind::Foreign => Some("it is not a line of a record"),
        LineKind::Data(Keyword::B | Keyword::W) => {
            let is_move = matches!(fields, [number, place, ..] if matches!(number.kind, FieldKind::Number(_))
                && matches!(place.kind, FieldKind::Location(_) | FieldKind::Pass));
            (!is_move || is_bad()).then_some("it can't be read as a move")
        }
        LineKind::Data(_) => is_bad().then_some("not all of it can be read"),
    }
}

/// The line of a variation that has no place in SGF.
fn irregular_variation(event: &Event) -> Option<(u32, &'static str)> {
    let first = event.data.iter().find(|datum| matches!(datum.owner, Owner::Variation(_)));
    if let Some(datum) = first {
        return Some((datum.line, "SGF has no place for it before the first move of a variation"));
    }
    let mut variations = (1..event.sequences.len() as u32).map(SequenceId);
    variations.find_map(|id| match event.steps(id).first() {
        Some(&Step::Move(first)) => {
            let line = event.sequence(event.variations(first).next()?).line?;
            Some((line, "in SGF this would be a variation on the move before it"))
        }
        _ => None,
    })
}

/// The events of a text with their starts, without events that have only blank lines.
pub(super) fn filled_events(text: &str) -> impl Iterator<Item = (Source<'_>, usize)> {
    let mut next = 0;
    Reader::of_file(text).filter_map(move |source| {
        let at = next;
        next += source.text.len();
        let is_filled = source.lines.iter().any(|line| !source.str(line.span).trim().is_empty());
        is_filled.then_some((source, at))
    })
}

/// The text with bare locations written as moves, and with the data of moves before their variations. `None` if nothing
/// has to change.
pub(super) fn tidied(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (source, at) in filled_events(text) {
        if let Some(tidy) = tidied_event(&source) {
            out.push_str(&text[done..at]);
            out.push_str(&tidy);
            done = at + source.text.len();
        }
    }
    (done > 0).then(|| out + &text[done..])
}

fn tidied_event(source: &Source<'_>) -> Option<String> {
    let reading = read(source);
    let mut moved: BTreeMap<u32, Vec<Range<u32>>> = BTreeMap::new();
    for misfit in &reading.misfits {
        if let Misfit::AfterVariation(start, end, var) = *misfit {
            moved.entry(var).or_default().push(start..end);
        }
    }
    let is_bare = |line: &Line| line.kind == LineKind::Bare;
    if moved.is_empty() && !source.lines.iter().any(is_bare) {
        return None;
    }
    let mut is_moved = vec![false; source.lines.len()];
    for at in moved.values().flatten().flat_map(Clone::clone) {
        is_moved[at as usize] = true;
    }
    let moves = &reading.event.moves;
    let mut out = String::with_capacity(source.text.len());
    let mut add = |at: u32| {
        let Some(line) = source.lines.get(at as usize) else { return };
        let first = moves.partition_point(|one| one.line < at);
        let moves_of_line: Vec<String> =
            moves[first..].iter().take_while(|one| one.line == at).map(Move::to_string).collect();
        if is_bare(line) && !moves_of_line.is_empty() {
            out.push_str(&moves_of_line.join("\n"));
        } else {
            out.push_str(source.str(line.span));
        }
        out.push('\n');
    };
    for at in 0..source.lines.len() as u32 {
        moved.get(&at).into_iter().flatten().flat_map(Clone::clone).for_each(&mut add);
        if !is_moved[at as usize] {
            add(at);
        }
    }
    Some(out)
}
