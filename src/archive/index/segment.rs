//! A file of an index: the games of some files in columns, each of which is read only if it is needed.

use std::io::{Read, Seek, SeekFrom};

use super::bytes::{Reader, Writer, checksum};
use super::entry::{IndexedGame, Summary, Unreadable};
use super::info::{self, Texts};
use super::lines::Lines;
use super::play::{self, PlayedPart};
use super::{Damaged, Entry, IndexError};
use crate::archive::duplicates::ComparedGame;
use crate::archive::find::{Place, PointSet, Presence, Search};
use crate::archive::{GameInfo, MainLine};
use crate::board::BoardSize;

/// The first bytes of a segment. The number at the end is that of the layout.
const MAGIC: &[u8; 8] = b"ishiseg2";

/// The columns of a segment.
#[derive(Clone, Copy)]
enum Column {
    /// The size of the board and the presence of each game, in a row of [`ROW`] bytes.
    Presence,
    /// The number and line of each game in its file, or why it can't be read.
    Places,
    Moves,
    Lines,
    Infos,
    Annotations,
    Texts,
}

const COLUMNS: usize = 7;

/// The length of the head: the magic bytes, the number of games, the length and checksum of each column, and the
/// checksum of the head itself.
const HEAD: usize = 8 + 4 + 16 * COLUMNS + 8;

/// The length of a row of the first column: the size of the board, which is 0 if the game can't be read, and three sets
/// of points.
const ROW: usize = 1 + 3 * 48;

/// Items of different lengths, one after the other.
#[derive(Debug, Default)]
struct Items {
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl Items {
    fn push(&mut self, item: &[u8]) {
        self.bytes.extend(item);
        self.ends.push(self.bytes.len() as u32);
    }

    fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Writer::default();
        self.ends.into_iter().for_each(|end| bytes.u32(end));
        bytes.0.extend(self.bytes);
        bytes.0
    }
}

/// Items of different lengths that were read.
struct ItemsOf<'b> {
    ends: &'b [u8],
    bytes: &'b [u8],
}

impl<'b> ItemsOf<'b> {
    fn new(bytes: &'b [u8], count: usize) -> Result<Self, Damaged> {
        let (ends, bytes) = bytes.split_at_checked(count.checked_mul(4).ok_or(Damaged)?).ok_or(Damaged)?;
        Ok(Self { ends, bytes })
    }

    fn get(&self, index: usize) -> Result<&'b [u8], Damaged> {
        let end = |index: usize| {
            let end = self.ends.get(4 * index..4 * index + 4).ok_or(Damaged)?;
            Reader(end).u32().map(|end| end as usize)
        };
        let start = if index == 0 { 0 } else { end(index - 1)? };
        self.bytes.get(start..end(index)?).ok_or(Damaged)
    }
}

/// A segment that is being written.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    games: usize,
    presence: Vec<u8>,
    places: Items,
    moves: Items,
    lines: Items,
    infos: Items,
    annotations: Items,
    texts: Texts,
}

impl SegmentBuilder {
    /// The number of games in it.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The number of bytes that its games take.
    pub fn len(&self) -> usize {
        let columns = [&self.places, &self.moves, &self.lines, &self.infos, &self.annotations];
        self.presence.len() + columns.iter().map(|items| items.bytes.len()).sum::<usize>()
    }

    /// Whether it has no games.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Adds a game.
    pub fn push(&mut self, entry: &Entry) {
        self.games += 1;
        let mut place = Writer::default();
        place.number(entry.event as u64);
        place.number(entry.line as u64);
        let mut row = Writer::default();
        match &entry.game {
            Ok(IndexedGame { summary: Summary { info, moves: count, presence }, moves, lines, annotations }) => {
                place.number(*count as u64);
                row.0.push(info.size.get());
                let sets = [presence.ever[0], presence.ever[1], presence.vacated];
                sets.iter().flat_map(|set| set.0).for_each(|word| row.u64(word));
                self.moves.push(moves);
                self.lines.push(lines);
                self.infos.push(&info::write(info, &mut self.texts));
                self.annotations.push(annotations);
            }
            Err(Unreadable { reason, is_file }) => {
                place.0.push(u8::from(*is_file));
                place.text(reason);
                row.0.resize(ROW, 0);
                for items in [&mut self.moves, &mut self.lines, &mut self.infos, &mut self.annotations] {
                    items.push(&[]);
                }
            }
        }
        self.presence.extend(row.0);
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
        let columns = [self.presence, places, moves, lines, infos, annotations, texts];
        let mut file = Writer(MAGIC.to_vec());
        file.u32(self.games as u32);
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
    /// Where each column begins, its length, and its checksum.
    columns: [(u64, usize, u64); COLUMNS],
    /// Whether what is read stays in memory.
    is_kept: bool,
    /// The first column and the others, as far as they were read and stay in memory.
    rows: Option<Vec<u8>>,
    others: Option<Columns>,
}

/// A game of a segment as it was asked for.
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
    /// Its headers.
    pub info: GameInfo,
    /// The places, each with its line of the file.
    pub places: Vec<(Place, usize)>,
}

/// A game that is compared with others.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedGame {
    /// Its headers.
    pub info: GameInfo,
    /// Its moves, and the hashes of its comments and variations.
    pub compared: ComparedGame,
}

/// The answers of a segment in the order of its games, and the number of games that are wanted and can be read.
pub(super) type Answers<G> = Result<(Vec<Answer<G>>, usize), IndexError>;

/// Selects games; without it all are selected.
pub type Wanted<'w> = Option<&'w (dyn Fn(&Summary) -> bool + Sync)>;

impl<R: Read + Seek> Segment<R> {
    /// Opens a segment. Only its head is read.
    ///
    /// # Errors
    /// A file that can't be read, or that is not a segment of this version.
    pub fn open(mut file: R) -> Result<Self, IndexError> {
        let mut head = [0; HEAD];
        file.read_exact(&mut head)?;
        let (own, sum) = head.split_at(HEAD - 8);
        let mut reader = Reader(&head);
        if reader.bytes(8)? != MAGIC || checksum(own, 0) != Reader(sum).u64()? {
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
        Ok(Self { file, games, columns, is_kept: false, rows: None, others: None })
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The length of all columns, in bytes.
    pub(super) fn size(&self) -> usize {
        self.columns.iter().map(|(_, length, _)| length).sum()
    }

    /// From now on what a search reads stays in memory.
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
        self.read(Column::Presence)?;
        self.columns().map(drop)
    }

    /// The columns after the first.
    fn columns(&mut self) -> Result<Columns, IndexError> {
        Ok(Columns {
            games: self.games,
            places: self.read(Column::Places)?,
            moves: self.read(Column::Moves)?,
            lines: self.read(Column::Lines)?,
            infos: self.read(Column::Infos)?,
            annotations: self.read(Column::Annotations)?,
            texts: self.read(Column::Texts)?,
        })
    }

    /// Searches the games that are `wanted`. Returns the answers in the order of the games, for those in which the
    /// position was found and for those that can't be read, with the number of games that are wanted and can be read.
    /// Without `wanted` all are.
    ///
    /// # Errors
    /// A file that can't be read or is damaged.
    pub fn find(&mut self, search: &Search, wanted: Wanted<'_>) -> Answers<FoundGame> {
        let rows = self.rows.take().map_or_else(|| self.read(Column::Presence), Ok)?;
        let candidates = candidates(&rows, search, wanted.is_some());
        self.rows = self.is_kept.then_some(rows);
        let (candidates, count) = candidates?;
        if candidates.is_empty() {
            return Ok((Vec::new(), count));
        }
        let columns = self.others.take().map_or_else(|| self.columns(), Ok)?;
        let answers = answers(&columns, candidates, search, wanted);
        self.others = self.is_kept.then_some(columns);
        let (answers, unwanted) = answers?;
        Ok((answers, count - unwanted))
    }

    /// Reads the games that are `wanted` to compare them with others. Returns them and those that can't be read in
    /// their order, with the number of games that are wanted and can be read. Without `wanted` all are.
    ///
    /// # Errors
    /// A file that can't be read or is damaged.
    pub fn list(&mut self, wanted: Wanted<'_>) -> Answers<ListedGame> {
        let rows = self.read(Column::Presence)?;
        let columns = self.columns()?;
        let games = Games::new(&columns)?;
        let mut answers = Vec::new();
        let mut count = 0;
        for (index, row) in rows.chunks_exact(ROW).enumerate() {
            let (event, line, place) = games.place(index)?;
            let game = match head(row)? {
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
    pub fn entries(&mut self) -> Result<Vec<Entry>, IndexError> {
        let rows = self.read(Column::Presence)?;
        let columns = self.columns()?;
        let games = Games::new(&columns)?;
        let entry = |(index, row)| {
            let (event, line, place) = games.place(index)?;
            let game = match head(row)? {
                None => Err(unreadable(place)?),
                Some((_, presence)) => Ok(IndexedGame {
                    summary: games.summary(index, presence)?,
                    moves: games.moves.get(index)?.to_vec(),
                    lines: games.lines.get(index)?.to_vec(),
                    annotations: games.annotations.get(index)?.to_vec(),
                }),
            };
            Ok(Entry { event, line, game })
        };
        rows.chunks_exact(ROW).enumerate().map(entry).collect()
    }
}

/// A game that may be an answer.
struct Candidate {
    index: usize,
    /// Whether the position may be in it. Otherwise it counts only if it is wanted.
    may_match: bool,
    /// None if the game can't be read.
    presence: Option<Presence>,
}

/// The candidates among the games of the first column, and the number of games that can be read. With `all`, which is
/// for games that have to be wanted, each game is a candidate.
fn candidates(rows: &[u8], search: &Search, all: bool) -> Result<(Vec<Candidate>, usize), Damaged> {
    let mut candidates = Vec::new();
    let mut count = 0;
    for (index, row) in rows.chunks_exact(ROW).enumerate() {
        let head = head(row)?;
        count += usize::from(head.is_some());
        let may_match = head.is_none_or(|(size, presence)| search.may_find(size, &presence));
        if may_match || all {
            candidates.push(Candidate { index, may_match, presence: head.map(|(_, presence)| presence) });
        }
    }
    Ok((candidates, count))
}

/// The answers among the candidates, and the number of games that are not wanted.
fn answers(
    columns: &Columns,
    candidates: Vec<Candidate>,
    search: &Search,
    wanted: Wanted<'_>,
) -> Result<(Vec<Answer<FoundGame>>, usize), Damaged> {
    let games = Games::new(columns)?;
    let mut answers = Vec::new();
    let mut unwanted = 0;
    for Candidate { index, may_match, presence } in candidates {
        let (event, line, place) = games.place(index)?;
        let Some(presence) = presence else {
            answers.push(Answer { index, event, line, game: Err(unreadable(place)?) });
            continue;
        };
        if let Some(wanted) = wanted
            && !wanted(&games.summary(index, presence)?)
        {
            unwanted += 1;
        } else if may_match && let Some(game) = games.find(search, index, &presence)? {
            answers.push(Answer { index, event, line, game: Ok(game) });
        }
    }
    Ok((answers, unwanted))
}

/// The board and presence in a row of the first column; none for a game that can't be read.
fn head(row: &[u8]) -> Result<Option<(BoardSize, Presence)>, Damaged> {
    let mut reader = Reader(row);
    let Some(size) = BoardSize::new(u32::from(reader.u8()?)) else { return Ok(None) };
    let mut set = || {
        let mut words = [0; 6];
        for word in &mut words {
            *word = reader.u64()?;
        }
        Ok(PointSet(words))
    };
    Ok(Some((size, Presence { ever: [set()?, set()?], vacated: set()? })))
}

fn unreadable(mut place: Reader<'_>) -> Result<Unreadable, Damaged> {
    let is_file = place.u8()? != 0;
    Ok(Unreadable { is_file, reason: place.text()?.to_owned() })
}

/// The bytes of all columns after the first.
#[derive(Debug)]
struct Columns {
    games: usize,
    places: Vec<u8>,
    moves: Vec<u8>,
    lines: Vec<u8>,
    infos: Vec<u8>,
    annotations: Vec<u8>,
    texts: Vec<u8>,
}

/// The games of a segment.
struct Games<'c> {
    places: ItemsOf<'c>,
    moves: ItemsOf<'c>,
    lines: ItemsOf<'c>,
    infos: ItemsOf<'c>,
    annotations: ItemsOf<'c>,
    texts: ItemsOf<'c>,
}

impl<'c> Games<'c> {
    fn new(columns: &'c Columns) -> Result<Self, Damaged> {
        let Columns { games, places, moves, lines, infos, annotations, texts } = columns;
        let mut texts = Reader(texts);
        let count = texts.u32()? as usize;
        Ok(Self {
            places: ItemsOf::new(places, *games)?,
            moves: ItemsOf::new(moves, *games)?,
            lines: ItemsOf::new(lines, *games)?,
            infos: ItemsOf::new(infos, *games)?,
            annotations: ItemsOf::new(annotations, *games)?,
            texts: ItemsOf::new(texts.0, count)?,
        })
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

    /// Searches a game. None if the position is not found.
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
