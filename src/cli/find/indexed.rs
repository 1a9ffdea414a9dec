//! The search of an index.

use std::path::Path;
use std::sync::Mutex;

use super::answer::Entry;
use crate::archive::GameInfo;
use crate::archive::find::{Place, Search};
use crate::archive::index::{Answer, FileEntry, FoundGame, Summary};
use crate::cli::Error;
use crate::cli::archive::{Count, unread_message};
use crate::cli::filter::Filters;
use crate::cli::index::{OpenIndex, Store, current_folder, path_from_here, stamp};
use crate::cli::output::{counted, print_error, warn};
use crate::parallel;

/// How many segments are searched before their answers are handed over.
const AT_ONCE: usize = 16;

/// The games of an index in which a position is found.
pub(super) struct Indexed<'a> {
    pub(super) store: Store,
    pub(super) filters: Filters<'a>,
}

/// A game of an index in which a position is found, or that can't be read.
pub(super) struct FoundIn<'a> {
    file: &'a str,
    answer: Answer,
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
        let OpenIndex { catalog, segments } = self.store.open()?;
        let here = current_folder()?;
        let mut count = Count { games: 0, unread: 0, has_failed: false };
        let mut stale = 0;
        let segments = segments.into_iter().zip(&catalog.units);
        let mut segments = segments.flat_map(|(segments, unit)| {
            let mut first = 0;
            segments.into_iter().map(move |segment| {
                let start = first;
                first += segment.games();
                (Mutex::new(segment), &unit.files[..], start)
            })
        });
        let wanted = |summary: &Summary| self.filters.select(&summary.info, || summary.moves);
        let wanted: Option<&(dyn Fn(&Summary) -> bool + Sync)> =
            if self.filters.select_all() { None } else { Some(&wanted) };
        loop {
            let some: Vec<_> = segments.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            let found = parallel::map(&some, |(segment, ..)| match segment.lock() {
                Ok(mut segment) => segment.find(search, wanted),
                Err(poisoned) => poisoned.into_inner().find(search, wanted),
            });
            for (answers, (_, files, start)) in found.into_iter().zip(&some) {
                let (answers, games) = answers.map_err(|error| self.store.unusable(&error))?;
                count.games += games;
                let mut files = Files { rest: files, end: files.first().map_or(0, |file| file.games), is_new: true };
                for answer in answers {
                    let file = files.of(start + answer.index);
                    let path = path_from_here(&catalog.base, &here, &file.path);
                    if std::mem::take(&mut files.is_new) {
                        stale += usize::from(file.stamp != 0 && file.stamp != stamp(Path::new(&path)));
                    }
                    if let Err(unreadable) = &answer.game {
                        print_error(&unread_message(&path, answer.event, answer.line, &unreadable.reason));
                        count.unread += 1;
                        count.has_failed |= unreadable.is_file;
                    }
                    if !take(&FoundIn { file: &path, answer }) {
                        return Ok(count);
                    }
                }
            }
        }
        if stale > 0 {
            let files = counted(stale, "file");
            warn(&format!("{files} changed or missing since the index was made; `ishi index` updates it"));
        }
        Ok(count)
    }
}

/// The file of each game of a unit, which are asked for in their order.
struct Files<'c> {
    /// That of the game that was asked for last, and those after it.
    rest: &'c [FileEntry],
    /// The number of games in the unit up to the end of the first file.
    end: usize,
    /// Whether the first file was not returned before.
    is_new: bool,
}

impl<'c> Files<'c> {
    /// The file of a game, which is not before the game that was asked for last.
    fn of(&mut self, game: usize) -> &'c FileEntry {
        while game >= self.end && self.rest.len() > 1 {
            self.rest = &self.rest[1..];
            self.end += self.rest[0].games;
            self.is_new = true;
        }
        &self.rest[0]
    }
}
