//! `ishi index`: makes an index of games, which `ishi find` and `ishi dupes` read instead of their files.

mod games;
mod store;
mod update;

use std::path::{Path, PathBuf};

use clap::Args;

use self::update::{Changes, Failed, update};
use super::files::Failure;
use super::job::{Collected, Formats, Inputs, Job};
use super::output::{counted, note};
use super::{Error, Exit, Output};
use ishi_archive::index::{Catalog, IndexError};

pub(super) use self::games::{IndexGames, IndexOption};
pub(super) use self::store::Store;

/// Make an index of games, which `ishi find` and `ishi dupes` read instead of their files.
///
/// All formats are read: records, SGF, GIB, NGF and UGF. If there is an index already, only files that have changed are
/// read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct IndexArguments {
    #[command(flatten)]
    inputs: Inputs,

    /// The folder of the index; by default `ishi/index` in your folder for caches
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Compare the content of all files, and not only of those whose size or time has changed
    #[arg(long)]
    verify: bool,
}

const EXAMPLES: &str = "\
Examples:
  ishi index games/                          index all games in games/, or update their index
  ishi find --at game.sgf --move 20 --index  the games of the index with this position
  ishi index games/ -o index/                an index in index/, for `ishi find --index index/`

Exit codes: 0 done; 1 some games can't be read; 2 wrong usage, or a file can't be read or written.";

pub(super) fn run(arguments: &IndexArguments, output: &mut Output) -> Exit {
    Exit::of(index(arguments, output))
}

fn index(arguments: &IndexArguments, output: &mut Output) -> Result<Exit, Error> {
    let IndexArguments { inputs, output: folder, verify } = arguments;
    if inputs.has_stdin() {
        return Err("standard input can't be indexed; name files or folders".into());
    }
    let store = Store::new(folder.as_deref())?;
    let collected = Job::collect(inputs, |path| Formats::ALL.take(path), |_| {})?;
    collected.report();
    let Collected { jobs, failures, .. } = collected;
    if inputs.show(&jobs, output) {
        return Ok(if failures.is_empty() { Exit::Clean } else { Exit::Failed });
    }
    // Without them the index would lose games whose disk may only be missing for now.
    let missing = inputs.missing();
    missing.iter().for_each(Failure::report);
    if !missing.is_empty() || failures.iter().any(|failure| inputs.is_argument(failure)) {
        return Err("the index was left as it is, because not all paths can be read".into());
    }
    store.expect_own()?;
    let old = match store.catalog().and_then(|old| checked(&store, old)) {
        Ok(old) => old,
        Err(IndexError::Damaged) => {
            note(&rebuilt(&store));
            None
        }
        Err(error) => return Err(store.error(&error)),
    };
    let base = current_folder()?;
    // In another folder, relative paths name other files.
    let reused = old.clone().filter(|old| old.base == base).unwrap_or_default();
    let files = (&jobs[..], base.clone());
    let (catalog, changes) = match update(&store, files, &reused, *verify, inputs.quiet) {
        Err(Failed::Old(_)) => {
            note(&rebuilt(&store));
            match update(&store, (&jobs, base), &Catalog::default(), *verify, inputs.quiet) {
                Ok(updated) => updated,
                Err(Failed::Old(error)) => return Err(store.error(&error)),
                Err(Failed::Other(error)) => return Err(error),
            }
        }
        Err(Failed::Other(error)) => return Err(error),
        Ok(updated) => updated,
    };
    store.finish(&catalog, old.as_ref())?;
    let Changes { read, kept, has_failed } = changes;
    let unread: usize = catalog.files().map(|file| file.unread).sum();
    let games = catalog.files().map(|file| file.games).sum::<usize>() - unread;
    if !inputs.quiet {
        let unchanged = if kept > 0 { format!(", {kept} unchanged") } else { String::new() };
        let unreadable = if unread > 0 { format!(", {} unreadable", counted(unread, "game")) } else { String::new() };
        note(&format!("indexed {}: {} read{unchanged}{unreadable}", counted(games, "game"), counted(read, "file")));
    }
    Ok(match (has_failed || !failures.is_empty(), unread) {
        (true, _) => Exit::Failed,
        (false, 0) => Exit::Clean,
        (false, _) => Exit::Problems,
    })
}

fn rebuilt(store: &Store) -> String {
    store.error(&format!("{}, and is built again", IndexError::Damaged)).to_string()
}

/// Checks all segments of a catalog.
fn checked(store: &Store, catalog: Option<Catalog>) -> Result<Option<Catalog>, IndexError> {
    for &(name, games) in catalog.iter().flat_map(|catalog| &catalog.units).flat_map(|unit| &unit.segments) {
        store.segment(name, games)?.check()?;
    }
    Ok(catalog)
}

/// The folder from which relative paths of the command line lead to files.
pub(super) fn current_folder() -> Result<PathBuf, Error> {
    #[expect(clippy::disallowed_methods, reason = "the command line is run in a folder")]
    std::env::current_dir().map_err(|error| format!("the current folder can't be used: {error}").into())
}

/// Returns the path of a file of an index from the current folder: as it was given, if the index was made in this
/// folder.
pub(super) fn path_from_here(base: &Path, here: &Path, path: &Path) -> PathBuf {
    if base == here { path.to_path_buf() } else { base.join(path) }
}
