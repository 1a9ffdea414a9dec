//! A file of an index: the games of some files in columns, each of which is read only if it is needed.

use std::io::{Read, Seek, SeekFrom};

use super::bytes::{Reader, Writer, checksum};
use super::entry::{IndexedGame, Summary, Unreadable};
use super::info::{self, Texts};
use super::items::{Items, ItemsOf};
use super::lines::Lines;
use super::play::{self, PlayedPart};
use super::presence::{self, Head};
use super::{Damaged, GameEntry, IndexError};
use crate::duplicates::ComparedGame;
use crate::find::{GameSet, Place, Presence, PresenceTable, Search};
use crate::{GameInfo, MainLine};
use ishi_board::BoardSize;

/// The first bytes of a segment. The number at the end is that of the layout.
const MAGIC: &[u8; 8] = b"ishiseg3";

/// The columns of a segment.
#[derive(Clone, Copy)]
enum Column {
    /// The [`PresenceTable`] of the games.
    Table,
    /// The size of the board and the presence of each game.
    Presence,
    /// The number and line of each game in its file, and for an unreadable game the reason.
    Places,
    Moves,
    Lines,
    Infos,
    Annotations,
    Texts,
}

const COLUMNS: usize = 8;

/// The length of the head: the magic bytes, the number of games, the length and checksum of each column, and the
/// checksum of the head itself.
const HEAD: usize = 8 + 4 + 16 * COLUMNS + 8;

/// A segment that is being written.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    heads: Vec<Head>,
    places: Items,
    moves: Items,
    lines: Items,
    infos: Items,
    annotations: Items,
    texts: Texts,
}

impl SegmentBuilder {
    /// The number of games that were added.
    pub fn games(&self) -> usize {
        self.heads.len()
    }

    /// The number of bytes of the games that were added, without texts that games share.
    pub fn len(&self) -> usize {
        let columns = [&self.places, &self.moves, &self.lines, &self.infos, &self.annotations];
        self.heads.len() * presence::BYTES + columns.iter().map(|items| items.bytes.len()).sum::<usize>()
    }

    /// Whether no game was added.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Adds a game.
    pub fn push(&mut self, entry: &GameEntry) {
        let mut place = Writer::default();
        place.number(entry.event as u64);
        place.number(entry.line as u64);
        match &entry.game {
            Ok(IndexedGame { summary: Summary { info, moves: count, presence }, moves, lines, annotations }) => {
                place.number(*count as u64);
                self.heads.push(Some((info.size, *presence)));
                self.moves.push(moves);
                self.lines.push(lines);
                self.infos.push(&info::write(info, &mut self.texts));
                self.annotations.push(annotations);
            }
            Err(Unreadable { reason, is_file }) => {
                place.0.push(u8::from(*is_file));
                place.text(reason);
                self.heads.push(None);
                for items in [&mut self.moves, &mut self.lines, &mut self.infos, &mut self.annotations] {
                    items.push(&[]);
                }
            }
        }
        self.places.push(&place.0);
    }

    /// Returns the bytes of the file.
    pub fn finish(self) -> Vec<u8> {
        let mut texts = Items::default();
        self.texts.texts.iter().for_each(|text| texts.push(text.as_bytes()));
        let count = (texts.ends.len() as u32).to_le_bytes();
        let texts = [&count[..], &texts.into_bytes()].concat();
        let items = [self.places, self.moves, self.lines, self.infos, self.annotations].map(Items::into_bytes);
        let [places, moves, lines, infos, annotations] = items;
        let table = presence::write_table(&self.heads);
        let presence = presence::write_rows(&self.heads);
        let columns = [table, presence, places, moves, lines, infos, annotations, texts];
        let mut file = Writer(MAGIC.to_vec());
        file.u32(self.heads.len() as u32);
        for column in &columns {
            file.u64(column.len() as u64);
            file.u64(checksum(column, 0));
        }
        file.u64(checksum(&file.0, 0));
        for column in &columns {
            file.0.extend(column);
        }
        file.0
    }
}

/// A segment that is read column by column.
#[derive(Debug)]
pub struct Segment<R> {
    file: R,
    games: usize,
    /// The start of each column, its length in bytes, and its checksum.
    columns: [(u64, usize, u64); COLUMNS],
    /// Whether columns stay in memory after they were read.
    is_kept: bool,
    /// The table and the other columns, as far as they were read and stay in memory.
    table: Option<PresenceTable>,
    others: Option<Columns>,
}

/// The answer for a game of a segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<G> {
    /// The index of the game in the segment.
    pub index: usize,
    /// The number of the game in its file, from 1.
    pub event: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// The game, or the reason why it can't be read.
    pub game: Result<G, Unreadable>,
}

/// A game in which a position was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundGame {
    /// The headers of the game.
    pub info: GameInfo,
    /// The places, each with its line of the file.
    pub places: Vec<(Place, usize)>,
}

/// A game that is compared with others.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedGame {
    /// The headers of the game.
    pub info: GameInfo,
    /// The moves of the game, and the hashes of its comments and variations.
    pub compared: ComparedGame,
}

/// The answers of a segment in the order of its games, and the number of games that are wanted and can be read.
pub(super) type Answers<G> = Result<(Vec<Answer<G>>, usize), IndexError>;

/// A condition that selects games; `None` selects all games.
pub type Wanted<'w> = Option<&'w (dyn Fn(&Summary) -> bool + Sync)>;

impl<R: Read + Seek> Segment<R> {
    /// Opens a segment. Only its head is read.
    ///
    /// # Errors
    /// A file that can't be read, or that is not a segment of this version.
    pub fn open(mut file: R) -> Result<Self, IndexError> {
        let mut head = [0; HEAD];
        file.read_exact(&mut head)?;
        let (content, sum) = head.split_at(HEAD - 8);
        let mut reader = Reader(&head);
        if reader.bytes(8)? != MAGIC || checksum(content, 0) != Reader(sum).u64()? {
            return Err(Damaged.into());
        }
        let games = reader.u32()? as usize;
        let mut start = HEAD as u64;
        let mut columns = [(0, 0, 0); COLUMNS];
        for column in &mut columns {
            let (length, sum) = (reader.u64()?, reader.u64()?);
            *column = (start, usize::try_from(length).map_err(|_| Damaged)?, sum);
            start = start.checked_add(length).ok_or(Damaged)?;
        }
        if file.seek(SeekFrom::End(0))? != start {
            return Err(Damaged.into());
        }
        Ok(Self { file, games, columns, is_kept: false, table: None, others: None })
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The length of all columns, in bytes.
    pub(super) fn size(&self) -> usize {
        self.columns.iter().map(|(_, length, _)| length).sum()
    }

    /// Keeps in memory what searches read from now on.
    pub(super) fn keep(&mut self) {
        self.is_kept = true;
    }

    fn read(&mut self, column: Column) -> Result<Vec<u8>, IndexError> {
        let (start, length, sum) = self.columns[column as usize];
        self.file.seek(SeekFrom::Start(start))?;
        let mut bytes = vec![0; length];
        self.file.read_exact(&mut bytes)?;
        if checksum(&bytes, 0) == sum { Ok(bytes) } else { Err(Damaged.into()) }
    }

    /// Checks all bytes.
    ///
    /// # Errors
    /// A file that can't be read or is damaged.
    pub fn check(&mut self) -> Result<(), IndexError> {
        self.table()?;
        self.columns().map(drop)
    }

    fn table(&mut self) -> Result<PresenceTable, IndexError> {
        Ok(presence::read_table(self.games, &self.read(Column::Table)?)?)
    }

    /// The columns after the table.
    fn columns(&mut self) -> Result<Columns, IndexError> {
        Ok(Columns {
            games: self.games,
            presence: self.read(Column::Presence)?,
            places: self.read(Column::Places)?,
            moves: self.read(Column::Moves)?,
            lines: self.read(Column::Lines)?,
            infos: self.read(Column::Infos)?,
            annotations: self.read(Column::Annotations)?,
            texts: self.read(Column::Texts)?,
        })
    }

    /// Searches the games that are `wanted`; without `wanted`, all games. Returns an answer for each game in which the
    /// position was found or that can't be read, in the order of the games, and the number of games that are wanted and
    /// can be read.
    ///
    /// # Errors
    /// A file that can't be read or is damaged.
    pub fn find(&mut self, search: &Search, wanted: Wanted<'_>) -> Answers<FoundGame> {
        let table = self.table.take().map_or_else(|| self.table(), Ok)?;
        let possible = search.candidates(&table);
        let readable = table.readable();
        self.table = self.is_kept.then_some(table);
        // Games that are wanted have to be counted, and games that can't be read are answers, even if they can't have
        // the position.
        let candidates: Vec<usize> = if wanted.is_some() || readable.len() < self.games {
            (0..self.games)
                .filter(|&index| wanted.is_some() || possible.contains(index) || !readable.contains(index))
                .collect()
        } else {
            possible.indices().collect()
        };
        if candidates.is_empty() {
            return Ok((Vec::new(), readable.len()));
        }
        let columns = self.others.take().map_or_else(|| self.columns(), Ok)?;
        let answers = answers(&columns, &candidates, &possible, search, wanted);
        self.others = self.is_kept.then_some(columns);
        let (answers, unwanted) = answers?;
        Ok((answers, readable.len() - unwanted))
    }

    /// Reads the games that are `wanted`, for a comparison with others; without `wanted`, all games. Returns an answer
    /// for each wanted game and each game that can't be read, in the order of the games, and the number of games that
    /// are wanted and can be read.
    ///
    /// # Errors
    /// A file that can't be read or is damaged.
    pub fn list(&mut self, wanted: Wanted<'_>) -> Answers<ListedGame> {
        let columns = self.columns()?;
        let games = Games::new(&columns)?;
        let mut answers = Vec::new();
        let mut count = 0;
        for index in 0..self.games {
            let (event, line, place) = games.place(index)?;
            let game = match games.head(index)? {
                None => Err(unreadable(place)?),
                Some((size, presence)) => {
                    let summary = games.summary(index, presence)?;
                    if wanted.is_some_and(|wanted| !wanted(&summary)) {
                        continue;
                    }
                    count += 1;
                    Ok(ListedGame { info: summary.info, compared: games.compared(index, size)? })
                }
            };
            answers.push(Answer { index, event, line, game });
        }
        Ok((answers, count))
    }

    /// All games as they were added.
    ///
    /// # Errors
    /// A file that can't be read or is damaged.
    pub fn entries(&mut self) -> Result<Vec<GameEntry>, IndexError> {
        let columns = self.columns()?;
        let games = Games::new(&columns)?;
        let entry = |index| {
            let (event, line, place) = games.place(index)?;
            let game = match games.head(index)? {
                None => Err(unreadable(place)?),
                Some((_, presence)) => Ok(IndexedGame {
                    summary: games.summary(index, presence)?,
                    moves: games.moves.get(index)?.to_vec(),
                    lines: games.lines.get(index)?.to_vec(),
                    annotations: games.annotations.get(index)?.to_vec(),
                }),
            };
            Ok(GameEntry { event, line, game })
        };
        (0..self.games).map(entry).collect()
    }
}

/// Returns the answers for the `candidates`, which are indices of games, and the number of games that are not wanted.
/// Only games in `possible` can have the position.
fn answers(
    columns: &Columns,
    candidates: &[usize],
    possible: &GameSet,
    search: &Search,
    wanted: Wanted<'_>,
) -> Result<(Vec<Answer<FoundGame>>, usize), Damaged> {
    let games = Games::new(columns)?;
    let mut answers = Vec::new();
    let mut unwanted = 0;
    for &index in candidates {
        let (event, line, place) = games.place(index)?;
        let Some((_, presence)) = games.head(index)? else {
            answers.push(Answer { index, event, line, game: Err(unreadable(place)?) });
            continue;
        };
        if let Some(wanted) = wanted
            && !wanted(&games.summary(index, presence)?)
        {
            unwanted += 1;
        } else if possible.contains(index)
            && let Some(game) = games.find(search, index, &presence)?
        {
            answers.push(Answer { index, event, line, game: Ok(game) });
        }
    }
    Ok((answers, unwanted))
}

fn unreadable(mut place: Reader<'_>) -> Result<Unreadable, Damaged> {
    let is_file = place.u8()? != 0;
    Ok(Unreadable { is_file, reason: place.text()?.to_owned() })
}

/// The bytes of all columns after the table.
#[derive(Debug)]
struct Columns {
    games: usize,
    presence: Vec<u8>,
    places: Vec<u8>,
    moves: Vec<u8>,
    lines: Vec<u8>,
    infos: Vec<u8>,
    annotations: Vec<u8>,
    texts: Vec<u8>,
}

/// The games of a segment.
struct Games<'c> {
    presence: &'c [u8],
    places: ItemsOf<'c>,
    moves: ItemsOf<'c>,
    lines: ItemsOf<'c>,
    infos: ItemsOf<'c>,
    annotations: ItemsOf<'c>,
    texts: ItemsOf<'c>,
}

impl<'c> Games<'c> {
    fn new(columns: &'c Columns) -> Result<Self, Damaged> {
        let Columns { games, presence, places, moves, lines, infos, annotations, texts } = columns;
        let mut texts = Reader(texts);
        let count = texts.u32()? as usize;
        Ok(Self {
            presence,
            places: ItemsOf::new(places, *games)?,
            moves: ItemsOf::new(moves, *games)?,
            lines: ItemsOf::new(lines, *games)?,
            infos: ItemsOf::new(infos, *games)?,
            annotations: ItemsOf::new(annotations, *games)?,
            texts: ItemsOf::new(texts.0, count)?,
        })
    }

    /// The board and presence of a game; `None` if the game can't be read.
    fn head(&self, index: usize) -> Result<Head, Damaged> {
        presence::read_row(self.presence, index)
    }

    /// The number and line of a game in its file, and what is written after them.
    fn place(&self, index: usize) -> Result<(usize, usize, Reader<'c>), Damaged> {
        let mut place = Reader(self.places.get(index)?);
        Ok((place.size()?, place.size()?, place))
    }

    fn info(&self, index: usize) -> Result<GameInfo, Damaged> {
        let text = |number| str::from_utf8(self.texts.get(number)?).map_err(|_| Damaged);
        info::read(self.infos.get(index)?, text)
    }

    fn summary(&self, index: usize, presence: Presence) -> Result<Summary, Damaged> {
        let (_, _, mut place) = self.place(index)?;
        Ok(Summary { info: self.info(index)?, moves: place.size()?, presence })
    }

    /// The main line of a game, and the hashes of its comments and variations.
    fn compared(&self, index: usize, size: BoardSize) -> Result<ComparedGame, Damaged> {
        let parts = play::read(self.moves.get(index)?, usize::MAX)?;
        let line = MainLine::of_parts(size, parts.iter().map(PlayedPart::as_event));
        let (hashes, rest) = self.annotations.get(index)?.as_chunks::<8>();
        let annotations = hashes.iter().map(|hash| u64::from_le_bytes(*hash)).collect();
        if rest.is_empty() { Ok(ComparedGame::new(line, annotations)) } else { Err(Damaged) }
    }

    /// Searches a game. Returns `None` if the position is not found.
    fn find(&self, search: &Search, index: usize, presence: &Presence) -> Result<Option<FoundGame>, Damaged> {
        let moves = self.moves.get(index)?;
        let (size, opening) = play::opening(moves)?;
        let Some(most) = search.moves_to_search(size, presence, &opening) else { return Ok(None) };
        let parts = play::read(moves, most)?;
        let places = search.find_in(parts.iter().map(PlayedPart::as_event), Some(presence));
        if places.is_empty() {
            return Ok(None);
        }
        let lines = Lines::read(self.lines.get(index)?)?;
        let with_line = |place: Place| {
            let line = lines.of(parts.iter().map(|part| &part.event), place.part, place.owner)?;
            Ok((place, line))
        };
        let places = places.into_iter().map(with_line).collect::<Result<_, Damaged>>()?;
        Ok(Some(FoundGame { info: self.info(index)?, places }))
    }
}
