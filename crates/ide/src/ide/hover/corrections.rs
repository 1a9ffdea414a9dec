//! The corrections of a line that contradicts the board, each with the resulting position. A quick fix has only a
//! title, which does not show this position.

use super::super::actions::capitalized;
use super::super::board::picture;
use super::super::cursor::Cursor;
use ishi_board::Point;
use ishi_check::check::{self, Diagnostic, FixKind};
use ishi_record::record::{self, Owner};
use ishi_record::replay::View;
use ishi_record::syntax::Source;
use ishi_render::{Picture, Window};
use ishi_text::{Edit, apply};

/// The number of changed lines up to which the moves are highlighted. If more lines change, all moves get other
/// numbers.
const MAX_FOCUS: usize = 4;

/// How many lines of the board are shown around the changed points.
const MARGIN: u8 = 2;

/// A correction, with the resulting position at the line that contradicts the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proposal {
    pub(super) title: String,
    pub(super) picture: Picture,
}

/// The corrections that are offered for the line of the cursor, the best first.
pub(super) fn proposals(cursor: &Cursor<'_>) -> Vec<Proposal> {
    let Some(line) = cursor.line() else { return Vec::new() };
    let is_here =
        |diagnostic: &&Diagnostic| line.span.start <= diagnostic.span.start && diagnostic.span.start < line.span.end;
    let diagnostics = cursor.view.findings().diagnostics.iter().filter(is_here);
    let mut proposals: Vec<Proposal> = Vec::new();
    for diagnostic in diagnostics {
        let mut diagnostic = diagnostic.clone();
        if check::can_correct(diagnostic.code) {
            diagnostic.add_lazy_fixes(check::lazy_fixes(cursor.source, &diagnostic));
        }
        let corrections = diagnostic.fixes.into_iter().filter(|fix| fix.kind == FixKind::Correction);
        proposals.extend(
            corrections.map(|fix| Proposal { title: capitalized(&fix.title), picture: after(cursor, &fix.edits) }),
        );
    }
    proposals
}

/// The position at the line of the cursor after a correction.
fn after(cursor: &Cursor<'_>, edits: &[Edit]) -> Picture {
    let changed = apply(cursor.source.text, edits);
    let source = Source::of_event(&changed, cursor.source.last);
    let event = record::read(&source).event;
    // Where the edits and the line have come to.
    let end = cursor.source.lines[cursor.line as usize].span.end;
    let (mut changed_lines, mut line) = (Vec::new(), cursor.line as usize);
    let (mut added, mut removed) = (0, 0);
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_cached_key(|edit| edit.span.start);
    for Edit { span, text } in edits {
        changed_lines.push(source.line_at(span.start as usize + added - removed) as u32);
        let count = |text: &str| text.matches('\n').count();
        if span.start < end {
            line = (line + count(text)).saturating_sub(count(span.of(cursor.source.text)));
        }
        added += text.len();
        removed += span.len();
    }
    let owner = event.owner_at(line as u32);
    let here = match owner {
        Owner::Move(id) => event[id].place.point(),
        _ => None,
    };
    let is_changed = |line: &u32| changed_lines.binary_search(line).is_ok();
    let moved = event.moves.iter().filter(|played| changed_lines.len() <= MAX_FOCUS && is_changed(&played.line));
    let mut focus: Vec<Point> = moved.filter_map(|played| played.place.point()).collect();
    focus.sort_unstable();
    focus.dedup();
    let shown = focus.iter().copied().chain(here).flat_map(|point| {
        let (column, row) = (point.column(), point.row());
        [
            Point::new(column.saturating_sub(MARGIN), row.saturating_sub(MARGIN)),
            Point::new(column + MARGIN, row + MARGIN),
            Some(point),
        ]
    });
    let window = Window::around(shown.flatten(), event.board_size);
    Picture { window, ..picture(&event, &source, &View::of(&event, owner), focus) }
}
