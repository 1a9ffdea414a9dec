//! Iteration over the games of a text, in sequence or on all cores.

use std::ops::ControlFlow;

use super::piece::{ArchiveText, Piece, pieces};
use ishi_work::parallel;

/// The number of bytes of text in a batch of games.
const BATCH: usize = 1 << 20;

/// Returns the games of a text, without empty events.
pub fn games_in(text: ArchiveText<'_>) -> impl Iterator<Item = Piece<'_>> {
    pieces(text).filter(|piece| !piece.is_empty())
}

/// Calls `work` with each game of a text on all cores, and `take` with the results in the order of the games, until
/// `take` breaks. Only the results for about 1 MiB of the text are in memory at a time.
///
/// # Errors
/// The value with which `take` breaks.
pub fn each_piece<R: Send, B>(
    text: ArchiveText<'_>,
    work: impl Fn(&Piece<'_>) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut games = games_in(text);
    loop {
        let mut room = BATCH;
        let batch: Vec<Piece<'_>> = std::iter::from_fn(|| {
            let piece = if room > 0 { games.next() } else { None }?;
            // A game without text takes some memory, too.
            room = room.saturating_sub(piece.len().max(64));
            Some(piece)
        })
        .collect();
        if batch.is_empty() {
            return ControlFlow::Continue(());
        }
        parallel::map(&batch, &work).into_iter().try_for_each(&mut take)?;
    }
}
