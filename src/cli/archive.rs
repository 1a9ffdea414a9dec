//! The games of many files, read one after the other.

use std::ops::ControlFlow;
use std::path::Path;

use clap::Args;

use super::content::FileContent;
use super::files::Failure;
use super::filter::{Conditions, FilterArguments, Filters};
use super::job::{Collected, Detected, Formats, Inputs, Job, Settings};
use super::output::{print_error, printable_name};
use super::{Error, Exit, Output, progress};
use ishi_archive::{EMPTY_FILE, Game, GameInfo, Piece, Unread, each_piece, games_in};

/// The length of a file, in bytes, from which its games are read in batches: all results of a smaller one are kept
/// until those of the files before it have been handed over.
const LARGE: u64 = 64 << 10;

/// A game, or the reason why there is none, with its place.
pub(super) struct ArchiveGame<'g> {
    /// The name of the file.
    pub(super) file: &'g str,
    /// The number of the game in its file, from 1. A file that can't be read at all is one game.
    pub(super) event: usize,
    /// The line of the file on which it begins, from 1.
    pub(super) line: usize,
    /// The game, or the reason why it can't be read.
    pub(super) game: Result<&'g Game<'g>, String>,
    /// The headers of a game that can't be read because ishi does not play on its board.
    pub(super) unplayed: Option<&'g GameInfo>,
    /// The file with its settings.
    pub(super) job: &'g Job,
    /// Whether the file can't be read, and not only this game.
    pub(super) has_failed: bool,
}

/// The message about a game that can't be read.
pub(super) fn unread_message(file: &str, event: usize, line: usize, reason: &str) -> String {
    let file = printable_name(file);
    if (event, line) == (1, 1) { format!("{file}: {reason}") } else { format!("{file}:{line}: {reason}") }
}

impl<'g> ArchiveGame<'g> {
    /// A file in SGF or in the format of a Go server that has no text.
    fn empty(job: &'g Job, file: &'g str) -> Self {
        Self { file, event: 1, line: 1, game: Err(EMPTY_FILE.to_owned()), unplayed: None, job, has_failed: false }
    }

    /// A file that can't be read.
    fn unread(job: &'g Job, failure: &'g Failure) -> Self {
        Self {
            file: &failure.name,
            event: 1,
            line: 1,
            game: Err(failure.reason.clone()),
            unplayed: None,
            job,
            has_failed: true,
        }
    }

    /// The message about a game that can't be read.
    pub(super) fn message(&self) -> Option<String> {
        let reason = self.game.as_ref().err()?;
        Some(unread_message(self.file, self.event, self.line, reason))
    }
}

/// The games that a command works on, in files of any format.
#[derive(Debug, Args)]
pub(super) struct Archive {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    filters: FilterArguments,
}

/// The files of an archive, and the filters of their games.
pub(super) struct Games<'a> {
    jobs: Vec<Job>,
    filters: Filters<'a>,
    is_quiet: bool,
    /// How many paths can't be searched.
    failures: usize,
}

/// The number of games that were read, and of those that can't be.
pub(super) struct Count {
    pub(super) games: usize,
    pub(super) unread: usize,
    /// Whether a file or a folder can't be read.
    pub(super) has_failed: bool,
}

impl Count {
    pub(super) fn exit(&self) -> Exit {
        match self {
            Self { has_failed: true, .. } => Exit::Failed,
            Self { unread: 0, .. } => Exit::Clean,
            _ => Exit::Problems,
        }
    }
}

impl Archive {
    /// Whether only problems and errors are printed.
    pub(super) fn is_quiet(&self) -> bool {
        self.inputs.quiet
    }

    /// The options that select the settings.
    pub(super) fn settings(&self) -> &Settings {
        &self.inputs.settings
    }

    /// The filters of the games.
    pub(super) fn filters(&self) -> Result<Filters<'_>, Error> {
        self.filters.load()
    }

    /// A file beside the games, with the same settings.
    pub(super) fn single(&self, path: &Path) -> Result<Job, Error> {
        let job = Job::single(path, &self.inputs.settings)?;
        if job.source.is_stdin() && self.inputs.has_stdin() {
            return Err("`-` can be given once: standard input is read once".into());
        }
        Ok(job)
    }

    /// The filters as conditions of SQL.
    pub(super) fn conditions(&self) -> Result<Conditions, Error> {
        self.filters.conditions()
    }

    /// Finds the files. Breaks where an option asks for something else than the games.
    pub(super) fn open(&self, output: &mut Output) -> Result<ControlFlow<Exit, Games<'_>>, Error> {
        let filters = self.filters()?;
        let collected = Job::collect(&self.inputs, |path| Formats::ALL.take(path), |_| {})?;
        collected.report();
        let Collected { jobs, failures, .. } = collected;
        if self.inputs.show(&jobs, output) {
            return Ok(ControlFlow::Break(if failures.is_empty() { Exit::Clean } else { Exit::Failed }));
        }
        let games = Games { jobs, filters, is_quiet: self.is_quiet(), failures: failures.len() };
        Ok(ControlFlow::Continue(games))
    }
}

/// How games are selected that have headers, but no board that ishi plays on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unplayed {
    /// By their headers, which need no board.
    ByHeaders,
    /// Always, as games that can't be read: an index does not have their headers.
    Always,
}

impl Games<'_> {
    /// Fails if one of the files is at a path, to which the output goes.
    pub(super) fn expect_none_at(&self, target: &Path) -> Result<(), Error> {
        Job::expect_none_at(target, &self.jobs)
    }

    /// Calls `work` with each game that is selected, on all cores, and `take`s the results one by one in the order of
    /// the files and games, until `take` has had enough. A game that can't be read is reported, and is selected
    /// whatever the filters are, apart from the headers of `unplayed` games.
    ///
    /// The memory that this needs does not grow with the number of games.
    pub(super) fn each<R: Send>(
        &self,
        unplayed: Unplayed,
        work: impl Fn(&ArchiveGame<'_>) -> R + Sync,
        mut take: impl FnMut(R) -> ControlFlow<()>,
    ) -> Count {
        let mut count = Count { games: 0, unread: self.failures, has_failed: self.failures > 0 };
        let detected = for_each_game(
            &self.jobs,
            self.is_quiet,
            |item| {
                let is_selected = match (&item.game, item.unplayed) {
                    (Ok(game), _) => self.filters.select(&game.info, || game.move_count()),
                    (Err(_), Some(info)) if unplayed == Unplayed::ByHeaders => self.filters.select(info, || 0),
                    (Err(_), _) => true,
                };
                is_selected.then(|| (work(item), item.message().map(|message| (message, item.has_failed))))
            },
            |result| {
                let Some((result, message)) = result else { return ControlFlow::Continue(()) };
                match message {
                    Some((message, has_failed)) => {
                        print_error(&message);
                        count.unread += 1;
                        count.has_failed |= has_failed;
                    }
                    None => count.games += 1,
                }
                take(result)
            },
        );
        if !self.is_quiet {
            detected.report();
        }
        count
    }
}

/// Calls `work` with each game of some files, and `take`s the results in order. Returns the encodings that were
/// detected.
pub(super) fn for_each_game<R: Send>(
    jobs: &[Job],
    is_quiet: bool,
    work: impl Fn(&ArchiveGame<'_>) -> R + Sync,
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
fn is_large(job: &Job) -> bool {
    job.source.is_stdin()
        || std::fs::metadata(job.source.path()).is_ok_and(|file| !file.is_file() || file.len() > LARGE)
}

/// The results for all games of a file.
fn all_of<R>(job: &Job, work: &impl Fn(&ArchiveGame<'_>) -> R) -> (Vec<R>, Detected) {
    let mut encoding = Detected::default();
    let read = job.guarded(|job| {
        let bytes = job.source.read()?;
        let content = FileContent::read(job, &bytes)?;
        encoding = content.detected(job);
        if content.lacks_game() {
            return Ok(vec![work(&ArchiveGame::empty(job, &job.source.name()))]);
        }
        Ok(games_in(content.file.text()).map(|piece| result(job, &piece, work)).collect())
    });
    (read.unwrap_or_else(|failure| vec![work(&ArchiveGame::unread(job, &failure))]), encoding)
}

/// Takes the results for all games of a large file.
fn in_batches<R: Send>(
    job: &Job,
    work: &(impl Fn(&ArchiveGame<'_>) -> R + Sync),
    take: &mut impl FnMut(R) -> ControlFlow<()>,
    detected: &mut Detected,
) -> ControlFlow<()> {
    let bytes = match job.source.read() {
        Ok(bytes) => bytes,
        Err(failure) => return take(work(&ArchiveGame::unread(job, &failure))),
    };
    let content = match job.guarded(|job| FileContent::read(job, &bytes)) {
        Ok(content) => content,
        Err(failure) => return take(work(&ArchiveGame::unread(job, &failure))),
    };
    detected.add(content.detected(job));
    if content.lacks_game() {
        return take(work(&ArchiveGame::empty(job, &job.source.name())));
    }
    each_piece(content.file.text(), |piece| result(job, piece, work), take)
}

fn result<R>(job: &Job, piece: &Piece<'_>, work: &impl Fn(&ArchiveGame<'_>) -> R) -> R {
    let file = &*job.source.name();
    let &Piece { event, line, .. } = piece;
    let read = job.guarded(|job| {
        Ok(piece.read(|game| {
            let (game, info) = match game {
                Ok(game) => (Ok(game), None),
                Err(Unread { reason, info }) => (Err(reason), info),
            };
            work(&ArchiveGame { file, event, line, game, unplayed: info.as_deref(), job, has_failed: false })
        }))
    });
    read.unwrap_or_else(|Failure { reason, .. }| {
        work(&ArchiveGame { file, event, line, game: Err(reason), unplayed: None, job, has_failed: true })
    })
}
