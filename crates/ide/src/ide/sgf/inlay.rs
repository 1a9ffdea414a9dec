//! `textDocument/inlayHint` in SGF: captures, ko, the count of the end, and the number of the first move in each line.

use std::collections::HashSet;

use crate::document::{GameView, Games};
use crate::ide::inlay::{self, HintKinds, InlayHint};
use ishi_text::Span;

/// How many notes are returned at most.
const MAX_HINTS: usize = 50_000;

/// The notes for the nodes that `range` touches, in order: those of the record about moves and the result, and the
/// number of the first move in each line of the text.
pub(in crate::ide) fn inlay_hints(games: &Games, range: Span, wanted: HintKinds) -> Vec<InlayHint> {
    let mut hints = Vec::new();
    for game in games.games_in(range) {
        if hints.len() >= MAX_HINTS {
            break;
        }
        hints.extend(of_game(games, game, range, wanted));
    }
    hints.sort_by_cached_key(|hint| hint.offset);
    hints
}

fn of_game(games: &Games, game: GameView<'_>, range: Span, wanted: HintKinds) -> Vec<InlayHint> {
    let record = game.record_range();
    let text = games.record().text();
    // The place after the value that a line says.
    let after_value = |line| {
        let start = text.line_to_byte(line) - record.start;
        game.map().to_sgf(game.tree(), start).shifted(game.start()).end + 1
    };
    let is_wanted = |offset: u32| range.start <= offset && offset <= range.end + 1;
    let mut hints = Vec::new();
    if wanted.numbers {
        let mut numbered = HashSet::new();
        for view in games.record().events_in(record.start, record.end.saturating_sub(1).max(record.start)) {
            for one in &view.event().moves {
                let Some(number) = one.number else { continue };
                let offset = after_value((view.first_line() + one.line) as usize);
                let mut is_first = || numbered.insert(games.text().byte_to_line(offset as usize - 1));
                if is_wanted(offset) && is_first() {
                    let tooltip = format!("Move {number}.");
                    hints.push(InlayHint { offset, label: number.to_string(), tooltip, edits: Vec::new() });
                }
            }
        }
    }
    // What stands after the end of a block of a record has no place in SGF.
    let wanted = HintKinds { blocks: false, variations: false, ..wanted };
    let part = Span::new(record.start, record.end.saturating_sub(1).max(record.start));
    for hint in inlay::inlay_hints(games.record(), part, wanted) {
        let offset = after_value(text.byte_to_line(hint.offset as usize));
        if is_wanted(offset) {
            hints.push(InlayHint { offset, edits: Vec::new(), ..hint });
        }
    }
    hints
}
