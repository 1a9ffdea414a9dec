//! The games of many files, read on all cores while the caller uses the games before.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use ishi_archive::{EMPTY_FILE, Game, GameFile, GameInfo, Piece, Unread, each_piece, games_in};
use ishi_convert::import;
use ishi_disk::{self as disk, Unreadable};
use ishi_ide::document::MAX_BYTES;
use ishi_record::syntax::SGF_EXTENSION;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::source::{Source, named_format};
use crate::sources::Sources;

/// The number of files that are read at once.
const AT_ONCE: usize = 256;

/// The length of a file, in bytes, from which its games are read in batches.
const LARGE: u64 = 64 << 10;

/// The number of results of a large file that are passed on at once.
const BATCH: usize = 512;

/// A game, or the reason why it can't be read, with its place.
pub(crate) struct Item<'g> {
    /// The name of the file.
    pub(crate) file: &'g str,
    /// The number of the game in its file, from 1. A file that can't be read at all is one game.
    pub(crate) event: usize,
    /// The line of the file on which it begins, from 1.
    pub(crate) line: usize,
    /// The game.
    pub(crate) game: Result<&'g Game<'g>, &'g str>,
    /// The headers of a game that can't be read, if they need no board.
    pub(crate) unplayed: Option<&'g GameInfo>,
}

type Work<R> = dyn Fn(&Item<'_>) -> R + Send + Sync;

/// The results of some work on each game, in the order of the files and games. Memory does not grow with their number.
pub(crate) struct Stream<R> {
    sources: Sources,
    work: Arc<Work<R>>,
    running: Option<Running<R>>,
}

/// A thread that reads files.
struct Running<R> {
    results: Receiver<Vec<R>>,
    thread: JoinHandle<()>,
}

impl<R: Send + 'static> Stream<R> {
    pub(crate) fn new(sources: Sources, work: impl Fn(&Item<'_>) -> R + Send + Sync + 'static) -> Self {
        Self { sources, work: Arc::new(work), running: None }
    }

    /// The next results; `None` at the end. Other threads of Python run meanwhile.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Vec<R>>> {
        loop {
            py.check_signals()?;
            if let Some(running) = self.running.take() {
                let (results, running) = py.detach(|| (running.results.recv(), running));
                if let Ok(results) = results {
                    self.running = Some(running);
                    return Ok(Some(results));
                }
                if py.detach(|| running.thread.join()).is_err() {
                    return Err(PyRuntimeError::new_err("this is a mistake in ishi; not all games were read"));
                }
            }
            let sources = self.sources.next(py)?;
            if sources.is_empty() {
                return Ok(None);
            }
            let work = Arc::clone(&self.work);
            // Two batches wait, so that the thread reads on while the caller works.
            let (sender, results) = sync_channel(2);
            let thread = thread::Builder::new().name("ishi".to_owned()).spawn(move || {
                // Sending fails if the caller wants no more results.
                let _ = read_all(sources, &*work, &sender);
            })?;
            self.running = Some(Running { results, thread });
        }
    }
}

/// A file to read.
enum Input {
    /// A file or content that the caller names.
    Named(Source),
    /// A file that was found in a folder, in which links are not followed.
    Found(PathBuf),
    /// A folder that can't be read.
    Unreadable(Unreadable),
}

impl Input {
    fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Named(source) => source.name(),
            Self::Found(path) => path.to_string_lossy(),
            Self::Unreadable(folder) => {
                folder.path.as_ref().map_or(Cow::Borrowed(""), |path| Cow::Owned(path.to_string_lossy().into_owned()))
            }
        }
    }

    fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::Named(source) => source.bytes(),
            Self::Found(path) => disk::read_regular(path, MAX_BYTES).map(Cow::Owned),
            Self::Unreadable(folder) => Err(io::Error::other(folder.reason.clone())),
        }
    }

    fn is_large(&self) -> bool {
        let is_large = |path: &Path| path.metadata().is_ok_and(|file| !file.is_file() || file.len() > LARGE);
        match self {
            Self::Named(Source::Content(_, bytes)) => bytes.len() as u64 > LARGE,
            Self::Named(Source::Path(path)) | Self::Found(path) => is_large(path),
            Self::Unreadable(_) => false,
        }
    }

    /// Reads the file, and calls `work` with it.
    ///
    /// # Errors
    /// A file that can't be read, and an empty file that should have a game.
    fn read<T>(&self, work: impl FnOnce(&GameFile<'_>) -> T) -> Result<T, String> {
        let bytes = self.bytes().map_err(|error| error.to_string())?;
        let format = match self {
            Self::Named(source) => source.named_format(),
            Self::Found(_) | Self::Unreadable(_) => named_format(&self.name(), false),
        };
        let file = GameFile::read(format, &bytes, None).map_err(|reason| reason.to_string())?;
        if file.lacks_game(format) { Err(EMPTY_FILE.to_owned()) } else { Ok(work(&file)) }
    }
}

/// The files of a source: itself, or those with games below a folder.
fn inputs(source: Source) -> Box<dyn Iterator<Item = Input> + Send> {
    let folder = match source {
        Source::Path(path) if path.is_dir() => path,
        source => return Box::new(std::iter::once(Input::Named(source))),
    };
    Box::new(disk::files(&folder).filter_map(|file| match file {
        Ok(path) => is_taken(&path).then(|| Input::Found(path)),
        // If an ignore file can't be read, all files are found.
        Err(unreadable) => (!unreadable.is_ignore_file).then_some(Input::Unreadable(unreadable)),
    }))
}

/// Whether a file in a folder is read.
fn is_taken(path: &Path) -> bool {
    let has_extension = |extension: &&str| disk::has_extension(path, extension);
    disk::is_record(path) || import::EXTENSIONS.iter().chain([&SGF_EXTENSION]).any(has_extension)
}

/// Reads all files, and sends the results until the receiver is gone.
fn read_all<R: Send>(sources: Vec<Source>, work: &Work<R>, results: &SyncSender<Vec<R>>) -> ControlFlow<()> {
    let mut inputs = sources.into_iter().flat_map(inputs);
    let send = |batch: Vec<R>| match results.send(batch) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    loop {
        let next: Vec<Input> = inputs.by_ref().take(AT_ONCE).collect();
        if next.is_empty() {
            return ControlFlow::Continue(());
        }
        let read: Vec<Option<Vec<R>>> =
            next.par_iter().map(|input| (!input.is_large()).then(|| all_of(input, work))).collect();
        let mut batch = Vec::new();
        for (input, read) in next.iter().zip(read) {
            match read {
                Some(read) => batch.extend(read),
                None => in_batches(input, work, &mut |result| {
                    batch.push(result);
                    if batch.len() < BATCH { ControlFlow::Continue(()) } else { send(std::mem::take(&mut batch)) }
                })?,
            }
        }
        if !batch.is_empty() {
            send(batch)?;
        }
    }
}

/// The results for all games of a file.
fn all_of<R>(input: &Input, work: &Work<R>) -> Vec<R> {
    let name = input.name();
    let read = guarded(|| {
        input.read(|file| games_in(file.text()).map(|piece| result(&name, &piece, work)).collect::<Vec<R>>())
    });
    read.unwrap_or_else(|reason| vec![unread(&name, &reason, work)])
}

/// Takes the results for all games of a large file.
fn in_batches<R: Send>(input: &Input, work: &Work<R>, take: &mut impl FnMut(R) -> ControlFlow<()>) -> ControlFlow<()> {
    let name = input.name();
    let read = guarded(|| input.read(|file| each_piece(file.text(), |piece| result(&name, piece, work), &mut *take)));
    read.unwrap_or_else(|reason| take(unread(&name, &reason, work)))
}

fn result<R>(file: &str, piece: &Piece<'_>, work: &Work<R>) -> R {
    let &Piece { event, line, .. } = piece;
    let read = guarded(|| {
        Ok(piece.read(|game| match game {
            Ok(game) => work(&Item { file, event, line, game: Ok(game), unplayed: None }),
            Err(Unread { reason, info }) => {
                work(&Item { file, event, line, game: Err(&reason), unplayed: info.as_deref() })
            }
        }))
    });
    read.unwrap_or_else(|reason| work(&Item { file, event, line, game: Err(&reason), unplayed: None }))
}

/// The result for a file that can't be read.
fn unread<R>(file: &str, reason: &str, work: &Work<R>) -> R {
    work(&Item { file, event: 1, line: 1, game: Err(reason), unplayed: None })
}

/// Runs work on a text. A panic, which is a bug in ishi, fails this text only.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    // After a panic, nothing that the work has changed is used again.
    let done = catch_unwind(AssertUnwindSafe(work));
    done.unwrap_or_else(|_| Err("this is a mistake in ishi, and nothing of the text was read".to_owned()))
}
