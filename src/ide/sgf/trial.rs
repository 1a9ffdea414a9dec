//! A change of a game is tried before it is made: it must not add an error.

use crate::check::Severity;
use crate::document::Games;
use crate::text::Edit;

/// How long a game is at most, in bytes, whose changes are tried.
const MAX_BYTES_TRIED: usize = 64 << 10;

/// Whether edits add no error to the games that they change. Those of long games are not tried.
pub(super) fn is_harmless(games: &Games, edits: &[Edit]) -> bool {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return false };
    let touched = games.game_at(first.span.start as usize).start()..games.game_at(last.span.end as usize).end();
    if touched.len() > MAX_BYTES_TRIED || games.text().len_bytes() > MAX_BYTES_TRIED * 16 {
        return true;
    }
    let errors = |games: &Games| {
        let (found, more) = games.diagnostics(usize::MAX);
        found.iter().filter(|one| one.severity == Severity::Error).count() + more
    };
    games.edited(edits).is_some_and(|after| errors(&after) <= errors(games))
}
