//! Checks games in the formats of Go servers: reports unreadable lines, and checks the moves of the game in SGF.

use super::{Code, Diagnostic, Family, Related, Severities, check_sgf};
use crate::check::sink::Sink;
use ishi_convert::import::Import;

/// Returns the diagnostics of a game, in the order of places in its file.
pub fn check_import(game: &Import, severities: &Severities) -> Vec<Diagnostic> {
    in_import(game, check_sgf(&game.sgf, None, severities), severities)
}

/// Returns the diagnostics of a game, of whose text in SGF some are given, in the order of places in its file.
pub fn in_import(game: &Import, of_game: Vec<Diagnostic>, severities: &Severities) -> Vec<Diagnostic> {
    let mut sink = Sink::new(severities, usize::MAX);
    for fault in &game.faults {
        sink.report(Code::UnreadableLine, fault.span, |diagnostic| diagnostic.message = fault.kind.to_string());
    }
    let mut diagnostics = sink.findings.diagnostics;
    // What is wrong with the form of a value has been reported where it was read.
    diagnostics.extend(of_game.into_iter().filter(|one| one.code.row().family != Family::Sgf).map(|mut one| {
        one.span = game.source(one.span.start);
        for Related { span, .. } in &mut one.related {
            *span = game.source(span.start);
        }
        one.fixes.clear();
        one
    }));
    diagnostics.sort_by_key(Diagnostic::order);
    diagnostics
}
