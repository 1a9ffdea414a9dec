//! `textDocument/codeLens`: the lenses before each event.

use super::boardless::why_no_board;
use crate::document::{EventView, Snapshot};
use ishi_board::Color;
use ishi_check::check::{Code, Diagnostic, FixKind};
use ishi_record::record::{Event, SequenceId, Step};
use ishi_record::replay::{Visit, Walk};
use ishi_text::{Edit, Span};

/// The purpose of a lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensKind {
    /// To show the board beside the text.
    Board,
    /// How many moves and variations there are, and who has captured how much; or why there is no board.
    Statistics,
    /// To write the PRISONER lines that are missing or wrong.
    Prisoners,
}

/// A lens before an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The start of the EVENT line, or of the first line that is not blank. In SGF, the start of the game.
    pub offset: u32,
    /// What the lens shows or does.
    pub kind: LensKind,
}

/// The title of the lens that opens the board.
pub(super) const SHOW_BOARD: &str = "▶ Show board";

/// How many events have lenses at most.
pub(super) const MAX_EVENTS: usize = 10_000;

/// The lenses of the events, in order (`textDocument/codeLens`). Their titles are made by [`lens_title`], because an
/// editor resolves only those that are in view.
pub fn lenses(snapshot: &Snapshot) -> Vec<Lens> {
    let mut lenses = Vec::new();
    for view in snapshot.events().take(MAX_EVENTS) {
        let Some(line) = head(view.event()) else { continue };
        let offset = snapshot.text().line_to_byte((view.first_line() + line) as usize) as u32;
        let mut add = |kind| lenses.push(Lens { offset, kind });
        if why_no_board(view).is_some() {
            add(LensKind::Statistics);
            continue;
        }
        add(LensKind::Board);
        add(LensKind::Statistics);
        if prisoners(view).next().is_some() {
            add(LensKind::Prisoners);
        }
    }
    lenses
}

/// Returns the title of a lens (`codeLens/resolve`); `None` if the event no longer needs this lens.
pub fn lens_title(snapshot: &Snapshot, lens: Lens) -> Option<String> {
    let view = snapshot.event_at(lens.offset as usize);
    match lens.kind {
        LensKind::Board => Some(SHOW_BOARD.to_owned()),
        LensKind::Statistics => Some(why_no_board(view).unwrap_or_else(|| Statistics::of(view.event()).title())),
        LensKind::Prisoners => {
            let count = |code| prisoners(view).filter(|diagnostic| diagnostic.code == code).count();
            let lines = |count: usize| if count == 1 { "PRISONER line" } else { "PRISONER lines" };
            match (count(Code::MissingPrisoners), count(Code::WrongPrisoners)) {
                (0, 0) => None,
                (missing, 0) => Some(format!("Insert {missing} missing {}", lines(missing))),
                (0, wrong) => Some(format!("Complete {wrong} {}", lines(wrong))),
                (missing, wrong) => Some(format!("Insert {missing} and complete {wrong} PRISONER lines")),
            }
        }
    }
}

/// The edits that make the PRISONER lines of the event at `offset` agree with the board, in order and without overlap.
pub fn prisoner_edits(snapshot: &Snapshot, offset: usize) -> Vec<Edit> {
    let view = snapshot.event_at(offset);
    let fixes = prisoners(view).filter_map(|diagnostic| diagnostic.fixes.first());
    let mut edits: Vec<Edit> = fixes.flat_map(|fix| fix.edits.clone()).collect();
    edits.sort_by_cached_key(|edit| edit.span);
    let mut end = 0;
    edits.retain(|edit| {
        let is_apart = edit.span.start >= end;
        end = end.max(edit.span.end);
        is_apart
    });
    edits.into_iter().map(|edit| edit.shifted(view.start())).collect()
}

/// The diagnostics of prisoners whose first fix only adds names. If a list has other names, the list may be right and
/// an earlier move wrong.
fn prisoners(view: EventView<'_>) -> impl Iterator<Item = &Diagnostic> {
    let is_certain =
        |diagnostic: &Diagnostic| diagnostic.fixes.first().is_some_and(|fix| fix.kind == FixKind::Suggested);
    let is_meant = move |diagnostic: &&Diagnostic| {
        matches!(diagnostic.code, Code::MissingPrisoners | Code::WrongPrisoners) && is_certain(diagnostic)
    };
    view.findings().diagnostics.iter().filter(is_meant)
}

/// The line before which the lenses are shown; `None` for an empty event.
fn head(event: &Event) -> Option<u32> {
    if event.is_empty() {
        return None;
    }
    let first = [
        event.headers.first().map(|header| header.line),
        event.data.first().map(|datum| datum.line),
        event.remarks.first().map(|remark| remark.line),
        event.tree(),
    ];
    event.definition.or(first.into_iter().flatten().min())
}

/// The numbers of an event in a lens. Moves and prisoners are those of the main line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Statistics {
    pub(super) moves: usize,
    pub(super) variations: usize,
    pub(super) diagrams: usize,
    pub(super) captured_by_black: u32,
    pub(super) captured_by_white: u32,
}

impl Statistics {
    pub(super) fn of(event: &Event) -> Self {
        let main = SequenceId(0);
        let moves = event.steps(main).iter().filter(|step| matches!(step, Step::Move(_))).count();
        let (variations, diagrams) = (event.sequences.len() - 1, event.diagrams.len());
        let mut statistics = Self { moves, variations, diagrams, ..Self::default() };
        let mut walk = Walk::new(event);
        while let Some(stop) = walk.next() {
            if matches!(stop, Visit::Move(id) if event[id].sequence == main) {
                // The prisoners of a color are stones of that color.
                statistics.captured_by_black = walk.board().prisoners(Color::White);
                statistics.captured_by_white = walk.board().prisoners(Color::Black);
            }
        }
        statistics
    }

    /// As in `58 moves · 3 variations · Black took 4, White 7`.
    pub(super) fn title(self) -> String {
        let count = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
        let mut parts = vec![if self.moves == 0 { "no moves".to_owned() } else { count(self.moves, "move", "moves") }];
        if self.variations > 0 {
            parts.push(count(self.variations, "variation", "variations"));
        }
        if self.diagrams > 0 {
            parts.push(count(self.diagrams, "diagram", "diagrams"));
        }
        let (by_black, by_white) = (self.captured_by_black, self.captured_by_white);
        if by_black > 0 || by_white > 0 {
            parts.push(format!("Black took {by_black}, White {by_white}"));
        }
        parts.join(" · ")
    }
}

impl Lens {
    /// The place of the lens, on a single line.
    pub fn span(self) -> Span {
        Span::empty(self.offset as usize)
    }
}
