//! The update of an index: games of unchanged files are taken from the old index, and other files are read.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::store::Store;
use crate::Error;
use crate::archive::{ArchiveGame, for_each_game};
use crate::job::Job;
use crate::output::print_error;
use ishi_archive::index::{Catalog, FileEntry, GameEntry, IndexError, SegmentBuilder, Unit, Unreadable};
use ishi_disk as disk;
use ishi_work::parallel;

/// The number of games at which a segment is full.
const SEGMENT: usize = 2048;

/// The length at which a segment is full, in bytes.
const MAX_BYTES: usize = 8 << 20;

/// The number of games below which a unit is not ended because the next unit of the old index has not changed. The
/// games of that unit are copied instead, so that small units are put together.
const FEW: usize = 512;

/// The reason why an index could not be updated.
pub(super) enum Failed {
    /// The old index is damaged.
    Old(IndexError),
    Other(Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

/// The counts of an update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    /// The number of files that were read.
    pub(super) read: usize,
    /// The number of files that have not changed.
    pub(super) kept: usize,
    /// Whether a file can't be read.
    pub(super) has_failed: bool,
}

/// A file of the new index.
struct Source {
    file: FileEntry,
    /// The unit of the file in the old index, and its index in the unit; `None` if the file is new or has changed.
    old: Option<(usize, usize)>,
}

/// Writes the segments of the new index, and returns its catalog. `verify` compares the content of all files.
pub(super) fn update(
    store: &Store,
    (jobs, base): (&[Job], PathBuf),
    old: &Catalog,
    verify: bool,
    is_quiet: bool,
) -> Result<(Catalog, Changes), Failed> {
    let sources = sources(jobs, old, verify);
    let reads: Vec<(usize, Job)> = sources
        .iter()
        .zip(jobs)
        .enumerate()
        .filter(|(_, (source, _))| source.old.is_none())
        .map(|(position, (_, job))| (position, job.clone()))
        .collect();
    let (positions, reads): (Vec<usize>, Vec<Job>) = reads.into_iter().unzip();
    let places: HashMap<&Path, usize> = reads.iter().map(|job| job.source.path()).zip(positions).collect();
    let mut update = Update {
        store,
        old,
        changes: Changes { read: reads.len(), kept: jobs.len() - reads.len(), has_failed: false },
        sources,
        at: 0,
        games: 0,
        unread: 0,
        unit: Unit::default(),
        segment: SegmentBuilder::default(),
        units: Vec::new(),
        copied: None,
    };
    let mut failed = Ok(());
    for_each_game(
        &reads,
        is_quiet,
        |item| (places.get(item.job.source.path()).copied(), entry(item), item.message()),
        |(position, entry, message)| {
            if let Some(message) = &message {
                print_error(message);
            }
            failed = position.map_or(Ok(()), |position| update.add(position, &entry));
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    failed?;
    update.advance(jobs.len())?;
    update.end_unit()?;
    Ok((Catalog { base, units: update.units }, update.changes))
}

fn entry(item: &ArchiveGame<'_>) -> GameEntry {
    match &item.game {
        Ok(game) => GameEntry::of(game),
        Err(reason) => GameEntry {
            event: item.event,
            line: item.line,
            game: Err(Unreadable { reason: reason.clone(), is_file: item.has_failed }),
        },
    }
}

/// Finds out which files have changed.
fn sources(jobs: &[Job], old: &Catalog, verify: bool) -> Vec<Source> {
    let files = old.units.iter().enumerate().flat_map(|(unit, content)| {
        content.files.iter().enumerate().map(move |(index, file)| (&*file.path, (file, (unit, index))))
    });
    let files_by_path: HashMap<&Path, (&FileEntry, (usize, usize))> = files.collect();
    parallel::map(jobs, |job| {
        let path = job.source.path().to_path_buf();
        let settings = FileEntry::settings_of(job.config.files.encoding.0);
        let stamp = FileEntry::stamp_of(disk::facts(job.source.path()));
        let old = files_by_path.get(&*path).filter(|(file, _)| file.settings == settings);
        if let Some(&(file, place)) = old.filter(|(file, _)| !verify && stamp != 0 && file.stamp == stamp) {
            return Source { file: file.clone(), old: Some(place) };
        }
        // The stamp is taken before the content is read, so the next update notices a change between the two.
        let content = job.source.read().map_or(0, |bytes| FileEntry::content_of(&bytes));
        let same = old.filter(|(file, _)| content != 0 && file.content == content);
        let (games, unread) = same.map_or((0, 0), |(file, _)| (file.games, file.unread));
        Source { file: FileEntry { path, stamp, settings, content, games, unread }, old: same.map(|&(_, place)| place) }
    })
}

struct Update<'a> {
    store: &'a Store,
    old: &'a Catalog,
    changes: Changes,
    sources: Vec<Source>,
    /// The index of the file that is being added.
    at: usize,
    /// The number of games of this file that were added, and the number of these that can't be read.
    games: usize,
    unread: usize,
    unit: Unit,
    segment: SegmentBuilder,
    units: Vec<Unit>,
    /// The games of the segment of the old index from which some were copied last.
    copied: Option<(u64, Vec<GameEntry>)>,
}

impl Update<'_> {
    /// Adds a game that was read to a file.
    fn add(&mut self, position: usize, entry: &GameEntry) -> Result<(), Failed> {
        self.advance(position)?;
        self.push(entry)
    }

    fn push(&mut self, entry: &GameEntry) -> Result<(), Failed> {
        if let Err(unreadable) = &entry.game {
            self.unread += 1;
            if unreadable.is_file {
                self.changes.has_failed = true;
                // The next update reads the file again.
                let file = &mut self.sources[self.at].file;
                (file.stamp, file.content) = (0, 0);
            }
        }
        self.segment.push(entry);
        self.games += 1;
        if self.segment.games() >= SEGMENT || self.segment.len() >= MAX_BYTES {
            self.end_segment()?;
        }
        Ok(())
    }

    /// Completes the files before a position.
    fn advance(&mut self, position: usize) -> Result<(), Failed> {
        while self.at < position {
            if let Some(unit) = self.unchanged_unit() {
                self.end_unit()?;
                self.keep(unit);
                continue;
            }
            if let Some((unit, index)) = self.sources[self.at].old {
                self.copy(unit, index)?;
            }
            let file = self.sources[self.at].file.clone();
            self.unit.files.push(FileEntry { games: self.games, unread: self.unread, ..file });
            (self.games, self.unread, self.at) = (0, 0, self.at + 1);
            if self.unit_games() >= SEGMENT || self.segment.len() >= MAX_BYTES {
                self.end_unit()?;
            }
        }
        Ok(())
    }

    fn unit_games(&self) -> usize {
        self.segment.games() + self.unit.segments.iter().map(|(_, games)| games).sum::<usize>()
    }

    /// Returns the unit of the old index whose files are exactly the next files, if it is kept as a whole.
    fn unchanged_unit(&self) -> Option<usize> {
        let (unit, 0) = self.sources[self.at].old? else { return None };
        let old = &self.old.units[unit];
        let next = self.sources[self.at..].iter().take(old.files.len());
        let is_same = next.map(|source| source.old).eq((0..old.files.len()).map(|index| Some((unit, index))));
        // Small units are put together, unless the old unit is large.
        let is_alone = self.unit.files.is_empty() || self.unit_games() >= FEW || old.segments.len() > 1;
        (is_same && self.games == 0 && is_alone).then_some(unit)
    }

    /// Keeps a unit of the old index with its segments.
    fn keep(&mut self, unit: usize) {
        let old = &self.old.units[unit];
        let end = self.at + old.files.len();
        let files = self.sources[self.at..end].iter().map(|source| source.file.clone()).collect();
        self.units.push(Unit { files, segments: old.segments.clone() });
        self.at = end;
    }

    /// Copies the games of a file from the old index.
    fn copy(&mut self, unit: usize, index: usize) -> Result<(), Failed> {
        let old = &self.old.units[unit];
        let mut start: usize = old.files[..index].iter().map(|file| file.games).sum();
        let mut count = old.files[index].games;
        for &(name, games) in &old.segments {
            let taken = count.min(games.saturating_sub(start));
            if taken > 0 {
                let entries = match self.copied.take() {
                    Some((copied, entries)) if copied == name => entries,
                    _ => {
                        let read = self.store.segment(name, games).and_then(|mut segment| segment.entries());
                        read.map_err(Failed::Old)?
                    }
                };
                entries[start..start + taken].iter().try_for_each(|entry| self.push(entry))?;
                self.copied = Some((name, entries));
            }
            (start, count) = (start.saturating_sub(games), count - taken);
        }
        Ok(())
    }

    fn end_segment(&mut self) -> Result<(), Failed> {
        if !self.segment.is_empty() {
            let segment = std::mem::take(&mut self.segment);
            self.unit.segments.push(self.store.write(segment)?);
        }
        Ok(())
    }

    fn end_unit(&mut self) -> Result<(), Failed> {
        self.end_segment()?;
        let unit = std::mem::take(&mut self.unit);
        if !unit.files.is_empty() {
            self.units.push(unit);
        }
        Ok(())
    }
}
