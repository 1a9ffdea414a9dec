//! Merging two copies of a game into one record.

use super::alignment::{align, common_steps};
use super::{ComparedGame, Orientation};
use crate::piece::{Piece, Unread};
use ishi_board::Symmetry;
use ishi_check::rewrite::{self, Contradiction, MergeFault, MergedCopies, Original, merge_copies};
use ishi_text::apply;

/// A record of two copies of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedGames {
    /// The text of the record.
    pub text: String,
    /// The orientation that turned the second copy into the first.
    pub orientation: Orientation,
    /// The contradictions between the copies.
    pub contradictions: Vec<Contradiction>,
}

/// Merges two copies of a game into one record: the first copy, with the comments, marks, variations and headers of the
/// second. The second copy is turned into the orientation of the first, except for locations in its comments.
///
/// # Errors
/// Games that can't be read, or are not copies of each other; games with positions that are set up after moves; marks
/// that would mean something else; a record that has to be fixed first.
pub fn merge(first: &Piece<'_>, second: &Piece<'_>) -> Result<MergedGames, MergeFault> {
    let fault = |copy, reason: &str| MergeFault { copy, error: rewrite::Error(reason.to_owned()) };
    let unread = |copy| move |Unread { reason, .. }| fault(Some(copy), &reason);
    let compared = |piece: &Piece<'_>| piece.read(|game| game.map(ComparedGame::of));
    let one = compared(first).map_err(unread(0))?;
    let orientation = orientation(&one, &compared(second).map_err(unread(1))?)
        .ok_or_else(|| fault(None, "they are not copies of one game: their boards, setups or first moves differ"))?;
    let one_record = first.to_record().map_err(unread(0))?;
    let mut other = second.to_record().map_err(unread(1))?.into_owned();
    let line = |piece: &Piece<'_>| u32::try_from(piece.line - 1).unwrap_or(u32::MAX);
    let of_second = |error| MergeFault { copy: Some(1), error };
    if orientation.swapped {
        let edits = rewrite::swap_colors(&Original::read(&other, true).placed(line(second)));
        other = apply(&other, &edits.map_err(of_second)?);
    }
    if orientation.symmetry != Symmetry::Identity {
        let edits = rewrite::transform(&Original::read(&other, true).placed(line(second)), orientation.symmetry);
        other = apply(&other, &edits.map_err(of_second)?);
    }
    let copies = [(&*one_record, first), (&*other, second)];
    let [first, second] = copies.map(|(text, piece)| Original::read(text, true).placed(line(piece)));
    let MergedCopies { text, contradictions } = merge_copies(&first, &second)?;
    Ok(MergedGames { text, orientation, contradictions })
}

/// The orientation that turns the second game into the first. If the games can't be aligned, one game has to be the
/// beginning of the other, or both have to begin with the same move. That move may be on an axis of the board, so the
/// orientation is the one in which the most moves are equal.
fn orientation(first: &ComparedGame, second: &ComparedGame) -> Option<Orientation> {
    if let Some(alignment) = align(first, second) {
        return Some(alignment.orientation);
    }
    let shorter = first.steps().len().min(second.steps().len());
    let beginning = |orientation: Orientation| {
        let turned = second.steps().iter().map(|&step| second.turned(step, orientation));
        first.steps().iter().zip(turned).take_while(|(one, other)| *one == other).count()
    };
    let orientations: Vec<Orientation> = first.orientations_of(second).collect();
    let is_alike = orientations.iter().any(|one| one.is_identity() && beginning(*one) > 0);
    // Of equal orientations the first is the simplest.
    let equal_moves = |&one: &Orientation| common_steps(first, second, one).unwrap_or_else(|| beginning(one));
    let best = orientations.into_iter().rev().max_by_key(equal_moves)?;
    (is_alike || beginning(best) == shorter).then_some(best)
}
