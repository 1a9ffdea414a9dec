//! Games as tables of Apache Parquet: a folder for each table, with its parts as files.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;

use crate::Error;
use crate::archive::{ArchiveGame, Count, Games, Unplayed};
use crate::files::{CompleteFile, Failure, NewFile, expect_no_link};
use ishi_archive::tables::{GameRow, MoveRows, TABLES_VERSION, games as games_batch, moves as moves_batch};
use ishi_archive::{HASH_SEED, HASH_VERSION, MainLine};

/// The number of games in a batch.
const BATCH: usize = 512;

/// The options of tables.
#[derive(Clone, Copy)]
pub(super) struct TableOptions {
    /// Whether tables that exist are replaced.
    pub(super) force: bool,
    /// Whether there is a table of moves.
    pub(super) with_moves: bool,
    /// The number of games in a part.
    pub(super) partition: NonZeroUsize,
}

/// Writes the tables of all games. The parts get their final names when all of them are complete.
pub(super) fn write(games: &Games<'_>, folder: &Path, options: TableOptions) -> Result<Count, Error> {
    let mut writer = TablesWriter::new(folder, options)?;
    let mut written = Ok(());
    let count = games.each(
        Unplayed::ByHeaders,
        |item| rows(item, options.with_moves),
        |(game, moves)| {
            written = writer.add(game, moves);
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    written?;
    writer.finish()?;
    Ok(count)
}

/// The rows of a game.
fn rows(item: &ArchiveGame<'_>, with_moves: bool) -> (GameRow, MoveRows) {
    let place = (item.event, item.line);
    match &item.game {
        Ok(game) => {
            let line = MainLine::of(game);
            let problems = super::problems(game, item.job).count();
            let moves = if with_moves { MoveRows::of(game, &line) } else { MoveRows::default() };
            (GameRow::new(item.file, place, Ok((game, &line, problems))), moves)
        }
        Err(reason) => (GameRow::new(item.file, place, Err((reason, item.unplayed))), MoveRows::default()),
    }
}

/// The tables of a folder that are being written.
struct TablesWriter {
    partition: usize,
    games: Table,
    moves: Table,
    /// Whether there is a table of moves.
    with_moves: bool,
    /// The rows of a batch.
    pending: (Vec<GameRow>, Vec<MoveRows>),
    /// The number of games so far.
    count: usize,
}

impl TablesWriter {
    fn new(folder: &Path, options: TableOptions) -> Result<Self, Error> {
        let names = [("games", true), ("moves", options.with_moves)];
        // A table in another folder would be replaced there.
        names.iter().try_for_each(|(name, _)| expect_no_link(folder, Path::new(name)))?;
        let folders = names.map(|(name, is_written)| (folder.join(name), is_written));
        for (folder, _) in &folders {
            match (parts_of(folder)?.first(), options.force) {
                (None, _) | (Some(_), true) => {}
                (Some(part), false) => {
                    return Err(Failure::new(part, &"it exists; `--force` replaces the tables").to_string().into());
                }
            }
        }
        let [games, moves] = folders;
        Ok(Self {
            partition: options.partition.get(),
            games: Table::new(games.0, games_batch(&[]), games_properties()),
            moves: Table::new(moves.0, moves_batch(Vec::new()), moves_properties()),
            with_moves: moves.1,
            pending: (Vec::new(), Vec::new()),
            count: 0,
        })
    }

    fn add(&mut self, mut game: GameRow, mut moves: MoveRows) -> Result<(), Error> {
        game.id = i64::try_from(self.count).unwrap_or(i64::MAX);
        moves.set_game(game.id);
        self.pending.0.push(game);
        self.pending.1.push(moves);
        self.count += 1;
        let is_full = self.count.is_multiple_of(self.partition);
        if is_full || self.pending.0.len() == BATCH {
            self.write_batch()?;
        }
        if is_full { self.tables().try_for_each(Table::finish_part) } else { Ok(()) }
    }

    fn write_batch(&mut self) -> Result<(), Error> {
        let (games, moves) = std::mem::take(&mut self.pending);
        self.games.write(&games_batch(&games))?;
        if self.with_moves { self.moves.write(&moves_batch(moves)) } else { Ok(()) }
    }

    /// Completes the tables, and then gives the parts their final names. A table without games has one part without
    /// rows, so that its columns are known. A table of moves that is not requested has no parts.
    fn finish(mut self) -> Result<(), Error> {
        if !self.pending.0.is_empty() || self.count == 0 {
            self.write_batch()?;
        }
        self.tables().try_for_each(Table::finish_part)?;
        // The moves come first: if naming them fails, there is no table of games without its moves.
        self.tables().try_for_each(Table::name_parts)
    }

    fn tables(&mut self) -> impl Iterator<Item = &mut Table> {
        [&mut self.moves, &mut self.games].into_iter()
    }
}

/// A table that is being written.
struct Table {
    folder: PathBuf,
    /// A batch without rows, which has the columns of the table.
    empty: RecordBatch,
    properties: WriterProperties,
    /// The complete parts.
    parts: Vec<CompleteFile>,
    part: Option<ArrowWriter<NewFile>>,
}

impl Table {
    fn new(folder: PathBuf, empty: RecordBatch, properties: WriterProperties) -> Self {
        Self { folder, empty, properties, parts: Vec::new(), part: None }
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        let mut part = match self.part.take() {
            Some(part) => part,
            None => {
                let file = NewFile::create_below(&self.folder, Path::new(&self.part_name()), true)?;
                let options = ArrowWriterOptions::new()
                    .with_properties(self.properties.clone())
                    // The schema of Parquet is complete, and engines without Arrow can't read the schema of Arrow.
                    .with_skip_arrow_metadata(true);
                let part = ArrowWriter::try_new_with_options(file, self.empty.schema(), options);
                part.map_err(|error| self.failure(&error))?
            }
        };
        part.write(batch).map_err(|error| self.failure(&error))?;
        self.part = Some(part);
        Ok(())
    }

    fn finish_part(&mut self) -> Result<(), Error> {
        let Some(part) = self.part.take() else { return Ok(()) };
        let part = part.into_inner().map_err(|error| self.failure(&error))?.complete()?;
        self.parts.push(part);
        Ok(())
    }

    /// Gives the parts their final names, and removes the parts of an earlier table.
    fn name_parts(&mut self) -> Result<(), Error> {
        let parts = std::mem::take(&mut self.parts);
        let count = parts.len();
        parts.into_iter().try_for_each(CompleteFile::name)?;
        remove_parts(&self.folder, count)
    }

    /// The name of the next part.
    fn part_name(&self) -> String {
        format!("part-{:05}.parquet", self.parts.len())
    }

    fn failure(&self, error: &ParquetError) -> Error {
        Failure::new(&self.folder.join(self.part_name()), error).into()
    }
}

/// The parts of a table that exist, sorted.
fn parts_of(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let failure = |error: io::Error| Error::from(Failure::new(folder, &error).to_string());
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failure(error)),
    };
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut parts = paths.map_err(failure)?;
    parts.retain(|path| number_of_part(path.file_name()).is_some());
    parts.sort();
    Ok(parts)
}

fn number_of_part(name: Option<&OsStr>) -> Option<usize> {
    name?.to_str()?.strip_prefix("part-")?.strip_suffix(".parquet")?.parse().ok()
}

/// Removes the parts of an earlier table from a number on.
fn remove_parts(folder: &Path, from: usize) -> Result<(), Error> {
    for part in parts_of(folder)?.iter().filter(|part| number_of_part(part.file_name()) >= Some(from)) {
        fs::remove_file(part).map_err(|error| Error::from(Failure::new(part, &error).to_string()))?;
    }
    Ok(())
}

fn games_properties() -> WriterProperties {
    let builder = properties("games", 20_000);
    ["hash_game", "hash_swapped"]
        .into_iter()
        .fold(builder, |builder, name| with_bloom_filter(builder, name, 20_000))
        .build()
}

fn moves_properties() -> WriterProperties {
    let names = ["hash", "hash_ul", "hash_ur", "hash_ll", "hash_lr"];
    let builder = properties("moves", 500_000);
    names.into_iter().fold(builder, |builder, name| with_bloom_filter(builder, name, 500_000)).build()
}

/// The properties of a table with this number of rows in a group.
fn properties(table: &str, rows: usize) -> WriterPropertiesBuilder {
    let pair = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
    let metadata = vec![
        pair("ishi.table", table.to_owned()),
        pair("ishi.schema_version", TABLES_VERSION.to_string()),
        pair("ishi.hash_version", HASH_VERSION.to_string()),
        pair("ishi.hash_seed", HASH_SEED.to_string()),
    ];
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(rows))
        .set_created_by(format!("ishi {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(metadata))
}

/// Adds a filter to a column of hashes, by which an engine skips groups of rows that do not have a hash.
fn with_bloom_filter(properties: WriterPropertiesBuilder, name: &str, rows: u64) -> WriterPropertiesBuilder {
    let column = ColumnPath::from(name);
    properties
        // Nearly all hashes are different.
        .set_column_dictionary_enabled(column.clone(), false)
        .set_column_bloom_filter_enabled(column.clone(), true)
        .set_column_bloom_filter_max_ndv(column, rows)
}
