//! The search of an index.

use std::path::Path;

use crate::archive::GameInfo;
use crate::archive::find::{Entry, Place, Search};
use crate::archive::index::{Answer, FileEntry, FoundGame, IndexAnswer, Step, Summary};
use crate::cli::Error;
use crate::cli::archive::{Count, unread_message};
use crate::cli::filter::Filters;
use crate::cli::index::{Store, current_folder, path_from_here};
use crate::cli::output::{counted, print_error, warn};
use crate::disk;

/// The games of an index in which a position is found.
pub(super) struct Indexed<'a> {
    pub(super) store: Store,
    pub(super) filters: Filters<'a>,
}

/// A game of an index in which a position is found, or that can't be read.
pub(super) struct FoundIn<'a> {
    file: &'a str,
    answer: &'a Answer,
}

impl FoundIn<'_> {
    /// Its headers and places; none if it can't be read.
    pub(super) fn places(&self) -> Option<(&GameInfo, impl Iterator<Item = &Place>)> {
        let FoundGame { info, places } = self.answer.game.as_ref().ok()?;
        Some((info, places.iter().map(|(place, _)| place)))
    }

    /// The entries of the answer.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let Self { file, answer: Answer { event, line, game, .. } } = self;
        match game {
            Ok(FoundGame { info, places }) => {
                places.iter().map(|place| Entry::found(file, *event, info, place)).collect()
            }
            Err(unreadable) => vec![Entry::unread(file, *event, *line, &unreadable.reason)],
        }
    }
}

impl Indexed<'_> {
    /// Searches the index, and `take`s the games in their order until it returns false.
    pub(super) fn each(&self, search: &Search, mut take: impl FnMut(&FoundIn<'_>) -> bool) -> Result<Count, Error> {
        let index = self.store.open()?;
        let here = current_folder()?;
        let mut count = Count { games: 0, unread: 0, has_failed: false };
        let (mut stale, mut is_ended) = (0, false);
        let wanted = |summary: &Summary| self.filters.select(&summary.info, || summary.moves);
        let wanted: Option<&(dyn Fn(&Summary) -> bool + Sync)> =
            if self.filters.select_all() { None } else { Some(&wanted) };
        let found = index.find(search, wanted, |step| {
            let IndexAnswer { file, is_first, answer } = match step {
                Step::Game(game) => game,
                Step::Searched(games) => {
                    count.games += games;
                    return true;
                }
            };
            let path = path_from_here(&index.catalog().base, &here, &file.path);
            if is_first {
                let path = Path::new(&path);
                // Without a stamp, a change of the file can't be seen.
                let is_stale =
                    if file.stamp == 0 { !path.exists() } else { file.stamp != FileEntry::stamp_of(disk::facts(path)) };
                stale += usize::from(is_stale);
            }
            if let Err(unreadable) = &answer.game {
                print_error(&unread_message(&path, answer.event, answer.line, &unreadable.reason));
                count.unread += 1;
                count.has_failed |= unreadable.is_file;
            }
            is_ended = !take(&FoundIn { file: &path, answer });
            !is_ended
        });
        found.map_err(|error| self.store.unusable(&error))?;
        if stale > 0 && !is_ended {
            let files = counted(stale, "file");
            warn(&format!("{files} changed or missing since the index was made; `ishi index` updates it"));
        }
        Ok(count)
    }
}
