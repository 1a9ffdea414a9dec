//! Quick fixes in SGF: fixes of the syntax of a game, and fixes of the record that it is converted to, written back to
//! the game.

use super::command::write_back;
use crate::document::{GameView, Games};
use ishi_check::check::{self, Diagnostic, Fix};
use ishi_text::Span;

/// The diagnostics that touch `span`, with their fixes; about `most` of them.
pub(in crate::ide) fn diagnostics(games: &Games, span: Span, most: usize) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = games.diagnostics_of_collection();
    for game in games.games_in(span) {
        diagnostics.extend(game.findings().diagnostics.iter().map(|one| one.clone().shifted(game.start())));
        diagnostics.extend(of_moves(game, span, most));
    }
    diagnostics.retain(|diagnostic| diagnostic.span.touches(span));
    diagnostics
}

/// The diagnostics of the moves of a game that touch `span`, with the fixes that SGF can express. Empty if the game has
/// a syntax error.
fn of_moves(game: GameView<'_>, span: Span, most: usize) -> Vec<Diagnostic> {
    if !game.tree().faults().is_empty() {
        return Vec::new();
    }
    let range = game.record_range();
    let mut diagnostics = Vec::new();
    let mut has_lazy_fixes = false;
    for event in game.events() {
        let text = event.text();
        let source = event.source(&text);
        for diagnostic in &event.findings().diagnostics {
            let local = diagnostic.clone().shifted(event.start().saturating_sub(range.start));
            let Some(moved) = check::in_game(local, game.tree(), game.map()) else { continue };
            let moved = moved.shifted(game.start());
            if !moved.span.touches(span) || diagnostics.len() >= most {
                continue;
            }
            let mut with_fixes = diagnostic.clone();
            if !has_lazy_fixes {
                // These play the whole event, so they are worked out for one diagnostic only.
                let lazy = check::lazy_fixes(&source, diagnostic);
                has_lazy_fixes = !lazy.is_empty();
                with_fixes.add_lazy_fixes(lazy);
            }
            let fixes = with_fixes.fixes.iter().filter_map(|fix| {
                let edits = fix.edits.iter().map(|edit| edit.clone().shifted(event.start())).collect();
                let (edits, _) = write_back(game, edits, None).ok().filter(|(edits, _)| !edits.is_empty())?;
                Some(Fix { edits, ..fix.clone() })
            });
            diagnostics.push(Diagnostic { fixes: fixes.collect(), ..moved });
        }
    }
    diagnostics
}
