//! `textDocument/codeAction` in SGF: the fixes of diagnostics. What the record offers is written back to the game.

use super::by_hand::write_back;
use super::trial::is_harmless;
use crate::check::{self, Diagnostic, Fix};
use crate::document::{GameView, Games};
use crate::ide::actions::{
    Action, ActionKind, Change, FIX_ALL, REMOVE_LONE_CRS, REPLACE_LONE_CRS, capitalized, edits_of_lone_crs, of_lone_crs,
};
use crate::ide::trial::Effort;
use crate::rewrite::Error;
use crate::text::{Edit, Span};

/// How many fixes are offered at most.
const LIMIT: usize = 50;

/// The quick fixes of the diagnostics that touch `span`, and the fix of all that is certain. Of these only the kinds
/// that are `wanted`; none where the text has lost characters.
pub fn actions(games: &Games, span: Span, wanted: impl Fn(ActionKind) -> bool) -> Vec<Action> {
    if !games.is_whole() {
        return Vec::new();
    }
    let mut actions = Vec::new();
    if wanted(ActionKind::QuickFix) {
        for (diagnostic, fix) in fixes(games, span).into_iter().take(LIMIT) {
            if !is_harmless(games, &fix.edits) {
                continue;
            }
            let is_preferred = |action: &Action| action.preferred && action.diagnostic.as_ref() == Some(&diagnostic);
            let preferred = fix.is_applicable() && !actions.iter().any(is_preferred);
            actions.push(Action {
                title: capitalized(&fix.title),
                kind: ActionKind::QuickFix,
                change: Change::Edits(fix.edits),
                diagnostic: Some(diagnostic),
                preferred,
            });
        }
    }
    actions.extend(actions_of_file(games, &wanted));
    actions
}

/// The changes that have to do with no place in the text, and so can be made anywhere in it. Of these only the kinds
/// that are `wanted`; none where the text has lost characters.
pub fn actions_of_file(games: &Games, wanted: &impl Fn(ActionKind) -> bool) -> Vec<Action> {
    let mut actions = Vec::new();
    if !games.is_whole() {
        return actions;
    }
    if wanted(ActionKind::QuickFix) {
        actions.extend(of_lone_crs(games.text(), games.line_ends(), || games.lone_cr_diagnostic()));
    }
    if wanted(ActionKind::FixAll) && games.games().any(has_sure_fix) {
        actions.push(Action {
            title: "Fix all that can be fixed with certainty".into(),
            kind: ActionKind::FixAll,
            change: Change::Named(FIX_ALL.into()),
            diagnostic: None,
            preferred: false,
        });
    }
    actions
}

/// The edits of an action that has only a name; `None` if it is not offered.
///
/// # Errors
/// Why it can't be done.
pub fn change(games: &Games, name: &str) -> Option<Result<Vec<Edit>, Error>> {
    let edits = match name {
        FIX_ALL => fix_all(games),
        // A CR in a value is a line end there as well.
        REPLACE_LONE_CRS => edits_of_lone_crs(games.text(), games.line_ends().majority_without_cr()),
        REMOVE_LONE_CRS => edits_of_lone_crs(games.text(), ""),
        _ => return None,
    };
    games.is_whole().then_some(Ok(edits))
}

/// The same as [`change`] for an action of a menu that needs all edits at once; none also where too much has been read
/// for that menu already.
pub fn change_of_menu(games: &Games, name: &str, effort: &mut Effort) -> Option<Result<Vec<Edit>, Error>> {
    let bytes = match name {
        FIX_ALL => games.games().filter(|&game| has_sure_fix(game)).map(|game| game.end() - game.start()).sum(),
        _ => games.text().len_bytes(),
    };
    if effort.take(bytes) { change(games, name) } else { None }
}

/// The fixes of the diagnostics that touch a span, each with its diagnostic.
fn fixes(games: &Games, span: Span) -> Vec<(Diagnostic, Fix)> {
    let mut found: Vec<Diagnostic> = games.diagnostics_of_collection();
    for game in games.games_in(span) {
        found.extend(game.findings().diagnostics.iter().map(|one| one.clone().shifted(game.start())));
        found.extend(of_moves(games, game, span));
    }
    found.retain(|diagnostic| diagnostic.span.touches(span));
    let with_fixes = found.into_iter().flat_map(|mut diagnostic| {
        let fixes = std::mem::take(&mut diagnostic.fixes);
        fixes.into_iter().map(move |fix| (diagnostic.clone(), fix))
    });
    with_fixes.collect()
}

/// The diagnostics of the moves of a game, with those fixes that SGF can express; none where the form of the game has a
/// fault.
fn of_moves(games: &Games, game: GameView<'_>, span: Span) -> Vec<Diagnostic> {
    if !game.tree().faults().is_empty() {
        return Vec::new();
    }
    let range = game.record_range();
    let lines = game.record_text();
    let map = game.map(&lines);
    let events = games.record().events_in(range.start, range.end.saturating_sub(1));
    let mut found = Vec::new();
    let mut has_lazy_fixes = false;
    for event in events {
        let text = event.text();
        let source = event.source(&text);
        for diagnostic in &event.findings().diagnostics {
            let local = diagnostic.clone().shifted(event.start().saturating_sub(range.start));
            let Some(moved) = check::in_game(local, game.tree(), &map) else { continue };
            let moved = moved.shifted(game.start());
            if !moved.span.touches(span) || found.len() >= LIMIT {
                continue;
            }
            let mut own = diagnostic.clone();
            if !has_lazy_fixes {
                // These play the whole event, so they are worked out for one diagnostic only.
                let lazy = check::lazy_fixes(&source, diagnostic);
                has_lazy_fixes = !lazy.is_empty();
                own.add_lazy_fixes(lazy);
            }
            let fixes = own.fixes.iter().filter_map(|fix| {
                let edits = fix.edits.iter().map(|edit| edit.clone().shifted(event.start())).collect();
                let (edits, _) = write_back(game, edits, None).ok().filter(|(edits, _)| !edits.is_empty())?;
                Some(Fix { edits, ..fix.clone() })
            });
            found.push(Diagnostic { fixes: fixes.collect(), ..moved });
        }
    }
    found
}

fn has_sure_fix(game: GameView<'_>) -> bool {
    let fixes = game.findings().diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes);
    fixes.into_iter().any(|fix| fix.kind == check::FixKind::Auto)
}

fn fix_all(games: &Games) -> Vec<Edit> {
    let edits = games.games().filter(|&game| has_sure_fix(game)).flat_map(|game| {
        let fixed = check::fix_sgf(game.tree().text(), None, games.severities(), false);
        fixed.edits.into_iter().map(move |edit| edit.shifted(game.start()))
    });
    edits.collect()
}
