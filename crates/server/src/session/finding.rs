//! The search for a position in the games of open documents, of the files in the client's folders, and of the library,
//! which is the index that the user has named.
//!
//! An open document is searched in its current text, and not in its file. A file in a folder is read, unless the
//! library has its current content.

use std::cell::Cell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::connection::Connection;
use super::files::{FileSettings, guarded};
use super::game_files::Folders;
use super::scope::Scope;
use crate::documents::DocumentView;
use crate::file_system::Library;
use crate::proto::FoundGame;
use ishi_archive::find::{Continuations, Search};
use ishi_archive::index::{FileEntry, FoundGame as IndexedGame, IndexAnswer, Step};
use ishi_archive::{ArchiveText, GameHeaders, games_in};
use ishi_ide::document::Format;
use ishi_position::ColumnUnit;
use ishi_work::cancel::checkpoint;
use ishi_work::parallel::{self, Pool};

/// The time limit of a search.
const MAX_TIME: Duration = Duration::from_secs(60);

/// The number of files that are searched before their games are passed on.
const AT_ONCE: usize = 64;

/// The results for some games.
#[derive(Debug, Default)]
pub(crate) struct Searched {
    /// The games in which the position is found, as far as they are listed.
    pub(crate) games: Vec<FoundGame>,
    /// The number of games in which the position is found.
    pub(crate) matching: usize,
    /// The moves that follow the position in these games.
    pub(crate) continuations: Continuations,
    /// The number of games that were searched.
    pub(crate) count: usize,
    /// The number of games and files that can't be read.
    pub(crate) unread: usize,
}

/// The reason why a search has ended before all games were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The search reached its time limit.
    Time,
    /// The folders have too many files.
    Files,
}

/// The end of a search.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The limit that was reached.
    pub(crate) limit: Option<Limit>,
    /// The reason why the library can't be searched.
    pub(crate) problem: Option<String>,
    /// The files that were to be searched, unless the client has named them.
    pub(crate) scope: Option<Scope>,
}

/// A search in the games of a session.
pub(crate) struct Finder<'s> {
    connection: &'s Connection,
    search: &'s Search,
    unit: ColumnUnit,
    end: Duration,
}

impl Searched {
    /// Searches the games of a text. `is_certain` says that all editors count the lines of the text in the same way.
    fn of_text(search: &Search, text: ArchiveText<'_>, uri: &str, unit: ColumnUnit, is_certain: bool) -> Self {
        let mut searched = Self::default();
        let is_record = matches!(text, ArchiveText::Record(_));
        for piece in games_in(text) {
            checkpoint();
            piece.read(|game| {
                let Ok(game) = game else {
                    searched.unread += 1;
                    return;
                };
                searched.count += 1;
                let places = search.find(game);
                searched.continuations.add(&places, &game.info);
                if let Some(place) = places.into_iter().next() {
                    searched.matching += 1;
                    let at = game.place_of(place.part, place.owner);
                    searched.games.push(FoundGame {
                        uri: uri.to_owned(),
                        event: piece.event - 1,
                        line: is_certain.then_some(at.line - 1),
                        column: (is_certain && !is_record)
                            .then(|| at.before.map(|text| unit.length(text)).iter().sum()),
                        is_indexed: false,
                        place,
                        headers: GameHeaders::new(&game.info),
                    });
                }
            });
        }
        searched
    }

    /// Returns the results for a file or document that can't be read.
    fn unread() -> Self {
        Self { unread: 1, ..Self::default() }
    }
}

impl<'s> Finder<'s> {
    /// Prepares a search.
    pub(crate) fn new(connection: &'s Connection, search: &'s Search) -> Self {
        let unit = connection.capabilities().unit;
        Self { connection, search, unit, end: connection.now() + MAX_TIME }
    }

    fn has_time(&self) -> bool {
        self.connection.now() < self.end
    }

    /// Searches the open documents with these URIs, and calls `take` with the results.
    pub(crate) fn find_in_documents(&self, uris: &[String], mut take: impl FnMut(Searched)) {
        let mut views = self.connection.documents.views();
        views.retain(|view| uris.contains(&view.uri));
        self.of_documents(&views).into_iter().for_each(&mut take);
    }

    fn of_documents(&self, views: &[DocumentView]) -> Vec<Searched> {
        parallel::map(views, |view| {
            let searched = guarded(&view.uri, "searched", || {
                let text = view.document.text().to_string();
                let text = match view.document.format() {
                    Format::Record => ArchiveText::Record(&text),
                    Format::Sgf => ArchiveText::Sgf(&text),
                    // Games in code blocks are not searched.
                    Format::Notes(_) => ArchiveText::Record(""),
                };
                Searched::of_text(self.search, text, &view.uri, self.unit, view.document.lone_cr().is_none())
            });
            searched.unwrap_or_else(Searched::unread)
        })
    }

    /// Searches the open documents, the files in the folders and the library, and calls `take` with the results and the
    /// percentage of the files that are done. Games of the library are listed only until `most` games are listed in
    /// total.
    pub(crate) fn find(&self, most: usize, mut take: impl FnMut(Searched, u32)) -> Outcome {
        let matching = Cell::new(0);
        let mut take = |searched: Searched, percent| {
            matching.set(matching.get() + searched.matching);
            take(searched, percent);
        };
        let Connection { documents, files, workspace, .. } = self.connection;
        let views = documents.views();
        for searched in self.of_documents(&views) {
            take(searched, 0);
        }
        let library = files.library();
        let mut searched_paths: HashSet<PathBuf> = views.iter().filter_map(|view| files.path(&view.uri)).collect();
        let settings = FileSettings::new(files.clone(), documents.settings());
        let folders = Folders {
            roots: &workspace.folders(),
            files: &**files,
            settings: &settings,
            library: library.as_ref().and_then(|library| library.as_ref().ok()),
        };
        let unindexed = workspace.games.unindexed(folders, self.connection.now());
        let limit = (!unindexed.is_complete).then_some(Limit::Files);
        let paths: Vec<&PathBuf> =
            unindexed.paths.iter().filter(|path| searched_paths.insert((*path).clone())).collect();
        let scope = Some(Scope {
            documents: views.len(),
            files: paths.len(),
            folders: folders.roots.to_vec(),
            unasked: 0,
            has_library: library.is_some(),
        });
        let pool = Pool::leaving_one_core();
        for (index, batch) in paths.chunks(AT_ONCE).enumerate() {
            if !self.has_time() {
                return Outcome { limit: Some(Limit::Time), problem: None, scope };
            }
            let percent = (index * AT_ONCE * 100 / paths.len()) as u32;
            for searched in pool.map(batch, |path| self.of_file(path, &settings)) {
                take(searched, percent);
            }
        }
        let outcome = match library {
            None => Outcome::default(),
            Some(Err(problem)) => Outcome { problem: Some(problem), ..Outcome::default() },
            Some(Ok(library)) => {
                let most = most.saturating_sub(matching.get());
                self.find_in_library(&*library, &searched_paths, most, |searched| take(searched, 100))
            }
        };
        Outcome { limit: outcome.limit.or(limit), scope, ..outcome }
    }

    fn of_file(&self, path: &Path, settings: &FileSettings) -> Searched {
        let read = || {
            let mut searched = Searched::unread();
            if let Some(uri) = self.connection.files.uri(path) {
                let search = |text: ArchiveText<'_>| Searched::of_text(self.search, text, &uri, self.unit, true);
                // A file that can't be read is counted.
                let _ = settings.read_games(path, &mut |text| searched = search(text));
            }
            searched
        };
        guarded(path.display(), "searched", read).unwrap_or_else(Searched::unread)
    }

    /// Searches the library, without the files in `elsewhere`, which are searched separately. Lists up to `most` games.
    fn find_in_library(
        &self,
        library: &dyn Library,
        elsewhere: &HashSet<PathBuf>,
        most: usize,
        mut take: impl FnMut(Searched),
    ) -> Outcome {
        let elsewhere: Vec<&FileEntry> = elsewhere.iter().filter_map(|path| library.file(path)).collect();
        let hidden: HashSet<&Path> = elsewhere.iter().map(|file| &*file.path).collect();
        let mut hidden_games: usize = elsewhere.iter().map(|file| file.games - file.unread).sum();
        let (mut limit, mut room) = (None, most);
        let mut searched = Searched::default();
        let search = library.find(self.search, &mut |step| {
            match step {
                Step::Searched(games) => {
                    take(std::mem::take(&mut searched));
                    let hidden = games.min(hidden_games);
                    hidden_games -= hidden;
                    searched.count = games - hidden;
                }
                Step::Game(game) if hidden.contains(&*game.file.path) => {}
                Step::Game(IndexAnswer { file, answer, .. }) => {
                    let path = (room > 0).then(|| library.path(file));
                    match &answer.game {
                        // From the list, a file that was deleted since could not be opened.
                        Ok(_) if path.as_ref().is_some_and(|path| !self.connection.files.exists(path)) => {
                            searched.unread += 1;
                        }
                        Ok(game) => {
                            searched.matching += 1;
                            searched.continuations.add(game.places.iter().map(|(place, _)| place), &game.info);
                            if let Some(path) = path {
                                room -= 1;
                                searched.games.extend(self.listed(&path, answer.event, game));
                            }
                        }
                        Err(_) => searched.unread += 1,
                    }
                }
            }
            if !self.has_time() {
                limit = Some(Limit::Time);
            }
            limit.is_none()
        });
        take(searched);
        Outcome { limit, problem: search.err().map(|error| error.with_remedy()), ..Outcome::default() }
    }

    /// Returns the list entry of a game of the library; `None` if its file is on another machine. `event` is the number
    /// of the game, from 1.
    fn listed(&self, path: &Path, event: usize, IndexedGame { info, places }: &IndexedGame) -> Option<FoundGame> {
        let uri = self.connection.files.uri(path).filter(|uri| !is_on_other_machine(uri))?;
        let (place, line) = places.first()?;
        Some(FoundGame {
            uri,
            event: event - 1,
            line: Some(line - 1),
            column: None,
            is_indexed: true,
            place: place.clone(),
            headers: GameHeaders::new(info),
        })
    }
}

/// Whether a URI names a file of another machine.
fn is_on_other_machine(uri: &str) -> bool {
    uri.strip_prefix("file://").is_some_and(|rest| !rest.starts_with('/') || rest.starts_with("//"))
}
