//! The games of an index, which a command reads instead of files.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Store, current_folder, path_from_here};
use crate::Error;
use crate::archive::{Archive, Count, unread_message};
use crate::filter::Filters;
use crate::output::{counted, print_error, warn};
use ishi_archive::find::Search;
use ishi_archive::index::{
    Answer, FileEntry, FoundGame, IndexAnswer, IndexError, ListedGame, OpenIndex, Step, Summary, Wanted,
};
use ishi_disk as disk;
use ishi_ide::document::MAX_BYTES;

/// The option that names an index.
#[derive(Debug, Args)]
pub(crate) struct IndexOption {
    /// Read this index of `ishi index` instead of files; by default that in your folder for caches
    #[expect(clippy::option_option, reason = "the option may be given without a folder")]
    #[arg(long, value_name = "DIR", conflicts_with_all = ["paths", "exclude", "show_files", "show_settings"])]
    index: Option<Option<PathBuf>>,
}

impl IndexOption {
    /// Returns the games of the index that are selected; `None` if the option is not given.
    pub(crate) fn games<'a>(&self, archive: &'a Archive) -> Result<Option<IndexGames<'a>>, Error> {
        let Some(folder) = &self.index else { return Ok(None) };
        Ok(Some(IndexGames { store: Store::new(folder.as_deref())?, filters: archive.filters()? }))
    }
}

/// The games of an index that are selected.
pub(crate) struct IndexGames<'a> {
    store: Store,
    filters: Filters<'a>,
}

/// A function that is called with each step through an index until it returns false.
type TakeStep<'w, G> = &'w mut dyn FnMut(Step<'_, G>) -> bool;

impl IndexGames<'_> {
    /// Searches the games, and calls `take` with each game in which the position is found or that can't be read, and
    /// with its file, until `take` returns false.
    pub(crate) fn find(
        &self,
        search: &Search,
        take: impl FnMut(&str, Answer<FoundGame>) -> bool,
    ) -> Result<Count, Error> {
        self.each(|index, wanted, step| index.find(search, wanted, step), take)
    }

    /// Calls `take` with each game and its file, until `take` returns false.
    pub(crate) fn list(&self, take: impl FnMut(&str, Answer<ListedGame>) -> bool) -> Result<Count, Error> {
        self.each(|index, wanted, step| index.list(wanted, step), take)
    }

    /// Calls `take` with the games that `walk` visits. Reports the games that can't be read, and files that have
    /// changed.
    fn each<G>(
        &self,
        walk: impl FnOnce(&OpenIndex<File>, Wanted<'_>, TakeStep<'_, G>) -> Result<(), IndexError>,
        mut take: impl FnMut(&str, Answer<G>) -> bool,
    ) -> Result<Count, Error> {
        let index = self.store.open()?;
        let here = current_folder()?;
        let mut count = Count { games: 0, unread: 0, has_failed: false };
        let (mut stale, mut is_ended) = (0, false);
        let wanted = |summary: &Summary| self.filters.select(&summary.info, || summary.moves);
        let wanted: Wanted<'_> = if self.filters.select_all() { None } else { Some(&wanted) };
        let walked = walk(&index, wanted, &mut |step| {
            let IndexAnswer { file, is_first, answer } = match step {
                Step::Game(game) => game,
                Step::Searched(games) => {
                    count.games += games;
                    return true;
                }
            };
            let path = path_from_here(&index.catalog().base, &here, &file.path);
            stale += usize::from(is_first && has_changed(file, &path));
            let path = path.to_string_lossy();
            if let Err(unreadable) = &answer.game {
                print_error(&unread_message(&path, answer.event, answer.line, &unreadable.reason));
                count.unread += 1;
                count.has_failed |= unreadable.is_file;
            }
            is_ended = !take(&path, answer);
            !is_ended
        });
        walked.map_err(|error| self.store.unusable(&error))?;
        if stale > 0 && !is_ended {
            let files = counted(stale, "file");
            warn(&format!("{files} changed or missing since the index was made; `ishi index` updates it"));
        }
        Ok(count)
    }
}

/// Whether a file is missing, or has changed since it was indexed.
fn has_changed(file: &FileEntry, path: &Path) -> bool {
    match (file.stamp, file.content) {
        // It could not be read.
        (0, 0) => !path.exists(),
        // It was indexed so soon after a change that its times do not show the next one.
        (0, content) => disk::read_regular(path, MAX_BYTES).map_or(0, |bytes| FileEntry::content_of(&bytes)) != content,
        (stamp, _) => FileEntry::stamp_of(disk::facts(path)) != stamp,
    }
}
