//! An index that is open for a search.

use std::collections::HashMap;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::segment::{Answer, Answers, FoundGame, ListedGame, Segment, Wanted};
use super::{Catalog, FileEntry, IndexError};
use crate::find::Search;
use ishi_work::cancel::checkpoint;
use ishi_work::parallel;

/// The largest catalog that is read, in bytes.
const MAX_CATALOG: u64 = 1 << 30;

/// The number of segments that are searched before their answers are passed on.
const AT_ONCE: usize = 8;

/// The name of the catalog in the folder of an index.
pub const CATALOG_FILE: &str = "catalog.ishi-index";

/// The extension of the files of segments.
pub const SEGMENT_EXTENSION: &str = "games";

/// The name of the file of a segment.
pub fn segment_file(name: u64) -> String {
    format!("{name:016x}.{SEGMENT_EXTENSION}")
}

/// The catalog of an index with its segments, which stay readable while the index is rebuilt.
#[derive(Debug)]
pub struct OpenIndex<R> {
    catalog: Catalog,
    /// The segments of each unit of the catalog.
    segments: Vec<Vec<Mutex<Segment<R>>>>,
    /// The unit and the place in the unit of each file, by its path from the root.
    places: OnceLock<HashMap<PathBuf, (u32, u32)>>,
}

/// The answer for a game of an index: the requested data, or the reason why the game can't be read.
#[derive(Clone, Debug)]
pub struct IndexAnswer<'i, G> {
    /// The file that the game is in.
    pub file: &'i FileEntry,
    /// Whether this is the first answer for the file.
    pub is_first: bool,
    /// The place of the game in its segment and its file, and the requested data.
    pub answer: Answer<G>,
}

impl<R: Read + Seek + Send> OpenIndex<R> {
    /// Opens an index. `open` opens the file with a name in the folder of the index. Returns `None` if there is no
    /// index.
    ///
    /// # Errors
    /// Files that can't be read or are damaged.
    pub fn open(open: impl Fn(&str) -> io::Result<R>) -> Result<Option<Self>, IndexError> {
        // Another process may replace the catalog and the segments while they are opened.
        let mut tries = 3;
        loop {
            let Some(catalog) = read_catalog(&open)? else { return Ok(None) };
            let opened = catalog.units.iter().map(|unit| {
                let segments = unit.segments.iter();
                let segments = segments.map(|&(name, games)| open_segment(&open, name, games).map(Mutex::new));
                segments.collect::<Result<Vec<_>, _>>()
            });
            tries -= 1;
            match opened.collect::<Result<Vec<_>, _>>() {
                Ok(segments) => return Ok(Some(Self { catalog, segments, places: OnceLock::new() })),
                Err(_) if tries > 0 => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the index with segments of up to `most` bytes in total whose data stays in memory after a search has
    /// read it.
    #[must_use]
    pub fn kept(self, most: usize) -> Self {
        let mut room = most;
        for segment in self.segments.iter().flatten() {
            let mut segment = segment.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(rest) = room.checked_sub(segment.size()) {
                room = rest;
                segment.keep();
            }
        }
        self
    }

    /// The catalog: which files the index has, and which segments.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The entry of the file at a path from the root, if the index has the file.
    pub fn file(&self, path: &Path) -> Option<&FileEntry> {
        let places = self.places.get_or_init(|| {
            let units = self.catalog.units.iter().enumerate();
            let files = units.flat_map(|(number, unit)| {
                unit.files.iter().enumerate().map(move |(file, entry)| (entry, (number as u32, file as u32)))
            });
            files.map(|(entry, place)| (self.catalog.path(entry), place)).collect()
        });
        let &(unit, file) = places.get(path)?;
        Some(&self.catalog.units[unit as usize].files[file as usize])
    }

    /// Searches the games that are `wanted`; without `wanted`, all games. Calls `take` for each segment, first with the
    /// number of games that were searched, then with each game in which the position is found or that can't be read, in
    /// their order, until `take` returns false.
    ///
    /// # Errors
    /// Files that can't be read or are damaged.
    pub fn find(
        &self,
        search: &Search,
        wanted: Wanted<'_>,
        take: impl FnMut(Step<'_, FoundGame>) -> bool,
    ) -> Result<(), IndexError> {
        self.each(|segment| segment.find(search, wanted), take)
    }

    /// Reads the games that are `wanted`, for a comparison with one another; without `wanted`, all games. Calls `take`
    /// as [`find`](Self::find) does.
    ///
    /// # Errors
    /// Files that can't be read or are damaged.
    pub fn list(&self, wanted: Wanted<'_>, take: impl FnMut(Step<'_, ListedGame>) -> bool) -> Result<(), IndexError> {
        self.each(|segment| segment.list(wanted), take)
    }

    /// Calls `work` with each segment, some at a time on all cores, and `take` with the answers in their order, until
    /// `take` returns false.
    fn each<G: Send>(
        &self,
        work: impl Fn(&mut Segment<R>) -> Answers<G> + Sync,
        mut take: impl FnMut(Step<'_, G>) -> bool,
    ) -> Result<(), IndexError> {
        let segments = self.segments.iter().zip(&self.catalog.units).flat_map(|(segments, unit)| {
            let starts = unit.segments.iter().scan(0, |start, (_, games)| {
                let start_of_segment = *start;
                *start += games;
                Some(start_of_segment)
            });
            segments.iter().zip(starts).map(|(segment, start)| UnitSegment { segment, files: &unit.files, start })
        });
        let segments: Vec<_> = segments.collect();
        let search_in = |some: &[UnitSegment<'_, R>]| {
            parallel::map(some, |UnitSegment { segment, .. }| {
                checkpoint();
                work(&mut segment.lock().unwrap_or_else(PoisonError::into_inner))
            })
        };
        let mut batches = segments.chunks(AT_ONCE);
        let mut searched = batches.next().map(|first| (first, search_in(first)));
        while let Some((batch, answers)) = searched {
            let next = batches.next();
            let search_next = || next.map(|next| (next, search_in(next)));
            let (next, flow) = parallel::beside(search_next, || hand_over(batch, answers, &mut take));
            if flow?.is_break() {
                break;
            }
            searched = next;
        }
        Ok(())
    }
}

/// A segment of a unit.
struct UnitSegment<'i, R> {
    segment: &'i Mutex<Segment<R>>,
    /// The files of the unit.
    files: &'i [FileEntry],
    /// The number of games of the unit in the segments before.
    start: usize,
}

/// Calls `take` with the answers of some segments, until `take` returns false.
fn hand_over<R, G>(
    segments: &[UnitSegment<'_, R>],
    answers_of_segments: Vec<Answers<G>>,
    take: &mut impl FnMut(Step<'_, G>) -> bool,
) -> Result<ControlFlow<()>, IndexError> {
    for (answers, &UnitSegment { files, start, .. }) in answers_of_segments.into_iter().zip(segments) {
        let (answers, games) = answers?;
        if !take(Step::Searched(games)) {
            return Ok(ControlFlow::Break(()));
        }
        let mut files = Files { rest: files, end: files.first().map_or(0, |file| file.games), is_new: true };
        for answer in answers {
            let file = files.of(start + answer.index);
            let is_first = std::mem::take(&mut files.is_new);
            if !take(Step::Game(IndexAnswer { file, is_first, answer })) {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// A step through an index.
#[derive(Clone, Debug)]
pub enum Step<'i, G> {
    /// This many games were searched or read.
    Searched(usize),
    /// The answer for a game.
    Game(IndexAnswer<'i, G>),
}

/// Reads the catalog of an index; `None` if there is no index.
///
/// # Errors
/// A catalog that can't be read or is damaged.
pub fn read_catalog<R: Read>(open: impl Fn(&str) -> io::Result<R>) -> Result<Option<Catalog>, IndexError> {
    let file = match open(CATALOG_FILE) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut bytes = Vec::new();
    file.take(MAX_CATALOG).read_to_end(&mut bytes)?;
    Ok(Some(Catalog::parse(&bytes)?))
}

/// Opens a segment of an index.
///
/// # Errors
/// A segment that is missing, can't be read or is damaged.
pub fn open_segment<R: Read + Seek>(
    open: impl Fn(&str) -> io::Result<R>,
    name: u64,
    games: usize,
) -> Result<Segment<R>, IndexError> {
    let segment = match open(&segment_file(name)) {
        Ok(file) => Segment::open(file)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(IndexError::Damaged),
        Err(error) => return Err(error.into()),
    };
    if segment.games() == games { Ok(segment) } else { Err(IndexError::Damaged) }
}

/// Finder of the file of each game of a unit. Games are requested in ascending order.
struct Files<'c> {
    /// The file of the last requested game, and the files after it.
    rest: &'c [FileEntry],
    /// The number of games in the unit up to the end of the first file.
    end: usize,
    /// Whether the first of these files was not returned before.
    is_new: bool,
}

impl<'c> Files<'c> {
    /// Returns the file of a game, which is not before the last requested game.
    fn of(&mut self, game: usize) -> &'c FileEntry {
        while game >= self.end && self.rest.len() > 1 {
            self.rest = &self.rest[1..];
            self.end += self.rest[0].games;
            self.is_new = true;
        }
        &self.rest[0]
    }
}
