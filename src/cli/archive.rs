//! The games of many files, read one after the other.

use std::ops::ControlFlow;

use super::content::FileContent;
use super::files::Failure;
use super::job::{Detected, Job};
use super::progress;
use crate::archive::{ArchiveText, Game, Piece, Unread, pieces};
use crate::parallel;

/// The length of a file, in bytes, from which its games are read in batches: all results of a smaller one are kept until
/// those of the files before it have been handed over.
const LARGE: u64 = 64 << 10;

/// The length of the texts of a batch, in bytes.
const BATCH: usize = 1 << 20;

/// A game, or the reason why there is none, with its place.
pub(super) struct Item<'g> {
    /// The name of the file.
    pub(super) file: &'g str,
    /// The number of the game in its file, from 1. A file that can't be read at all is one game.
    pub(super) event: usize,
    /// The line of the file on which it begins, from 1.
    pub(super) line: usize,
    /// The game.
    pub(super) game: Result<&'g Game<'g>, String>,
    /// The file with its settings.
    pub(super) job: &'g Job,
}

/// Calls `work` with each game of some files, on all cores, and `take`s the results one by one in the order of the files
/// and games, until `take` has had enough. Returns the encodings that were detected.
///
/// The memory that this needs does not grow with the number of games.
pub(super) fn for_each_game<R: Send>(
    jobs: &[Job],
    is_quiet: bool,
    work: impl Fn(&Item<'_>) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) -> Detected {
    let mut detected = Detected::default();
    let mut taken = jobs.iter();
    progress::in_order(
        jobs,
        is_quiet,
        |job| (!is_large(job)).then(|| all_of(job, &work)),
        |read| match (taken.next(), read) {
            (_, Some((results, encoding))) => {
                detected.add(encoding);
                results.into_iter().try_for_each(&mut take)
            }
            (Some(job), None) => in_batches(job, &work, &mut take, &mut detected),
            (None, None) => ControlFlow::Break(()),
        },
    );
    detected
}

/// Whether a file is large. One of which that is not known may be.
#[expect(clippy::disallowed_methods, reason = "only the length of the file is asked for")]
fn is_large(job: &Job) -> bool {
    job.source.is_stdin()
        || std::fs::metadata(job.source.path()).is_ok_and(|file| !file.is_file() || file.len() > LARGE)
}

/// The results for all games of a file.
fn all_of<R>(job: &Job, work: &impl Fn(&Item<'_>) -> R) -> (Vec<R>, Detected) {
    let mut encoding = Detected::default();
    let read = job.guarded(|job| {
        let bytes = job.source.read()?;
        let content = FileContent::read(job, &bytes)?;
        encoding = content.detected(job);
        Ok(games_of(&content).map(|piece| result(job, &piece, work)).collect())
    });
    (read.unwrap_or_else(|failure| vec![work(&Item::unread(job, &failure))]), encoding)
}

/// Takes the results for all games of a large file.
fn in_batches<R: Send>(
    job: &Job,
    work: &(impl Fn(&Item<'_>) -> R + Sync),
    take: &mut impl FnMut(R) -> ControlFlow<()>,
    detected: &mut Detected,
) -> ControlFlow<()> {
    let bytes = match job.source.read() {
        Ok(bytes) => bytes,
        Err(failure) => return take(work(&Item::unread(job, &failure))),
    };
    let content = match job.guarded(|job| FileContent::read(job, &bytes)) {
        Ok(content) => content,
        Err(failure) => return take(work(&Item::unread(job, &failure))),
    };
    detected.add(content.detected(job));
    let mut games = games_of(&content);
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
        parallel::map(&batch, |piece| result(job, piece, work)).into_iter().try_for_each(&mut *take)?;
    }
}

fn games_of<'c>(content: &'c FileContent<'_>) -> impl Iterator<Item = Piece<'c>> {
    let text = match content {
        FileContent::Record(decoded) => ArchiveText::Record(&decoded.text),
        FileContent::Sgf(file, _) => ArchiveText::Sgf(file.text()),
        FileContent::Import(game, decoded) => ArchiveText::Import(game, &decoded.text),
    };
    pieces(text).filter(|piece| !piece.is_empty())
}

fn result<R>(job: &Job, piece: &Piece<'_>, work: &impl Fn(&Item<'_>) -> R) -> R {
    let file = &*job.source.name();
    let &Piece { event, line, .. } = piece;
    let read = job.guarded(|job| {
        Ok(piece.read(|game| work(&Item { file, event, line, game: game.map_err(|Unread(reason)| reason), job })))
    });
    read.unwrap_or_else(|Failure { reason, .. }| work(&Item { file, event, line, game: Err(reason), job }))
}

impl<'g> Item<'g> {
    /// A file that can't be read.
    pub(super) fn unread(job: &'g Job, failure: &'g Failure) -> Self {
        Self { file: &failure.name, event: 1, line: 1, game: Err(failure.reason.clone()), job }
    }
}
