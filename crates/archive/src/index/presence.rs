//! The presence of the games of a segment: a table by points, which is read for each search, and a row for each game.

use super::Damaged;
use super::bytes::{Reader, Writer};
use crate::find::{PointSet, Presence, PresenceTable};
use ishi_board::BoardSize;

/// The size of the board and the presence of a game; `None` if the game can't be read.
pub(super) type Head = Option<(BoardSize, Presence)>;

/// The length of a row: the size of the board, which is 0 if the game can't be read, and three sets of points.
const ROW: usize = 1 + 3 * 48;

/// The number of bytes for a game: its row, and in the table a bit for each color and point.
pub(super) const BYTES: usize = ROW + 2 * 361 / 8;

/// Writes the table of some games: the number of its sizes, these, and its words.
pub(super) fn write_table(heads: &[Head]) -> Vec<u8> {
    let table = PresenceTable::new(heads.iter().map(|head| head.as_ref().map(|(size, presence)| (*size, presence))));
    let mut bytes = Writer::default();
    bytes.0.push(table.sizes().len() as u8);
    bytes.0.extend(table.sizes().map(BoardSize::get));
    table.words().for_each(|word| bytes.u64(word));
    bytes.0
}

/// Reads the table of this number of games.
pub(super) fn read_table(games: usize, bytes: &[u8]) -> Result<PresenceTable, Damaged> {
    let mut reader = Reader(bytes);
    let sizes = usize::from(reader.u8()?);
    let sizes = reader.bytes(sizes)?.iter().map(|&size| BoardSize::new(u32::from(size)).ok_or(Damaged));
    let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
    let (words, rest) = reader.0.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    PresenceTable::from_words(games, &sizes, words).filter(|_| rest.is_empty()).ok_or(Damaged)
}

/// Writes the rows of some games.
pub(super) fn write_rows(heads: &[Head]) -> Vec<u8> {
    let mut bytes = Writer::default();
    for (index, head) in heads.iter().enumerate() {
        if let Some((size, presence)) = head {
            bytes.0.push(size.get());
            let sets = [presence.ever[0], presence.ever[1], presence.vacated];
            sets.iter().flat_map(|set| set.0).for_each(|word| bytes.u64(word));
        }
        bytes.0.resize((index + 1) * ROW, 0);
    }
    bytes.0
}

/// Reads the row of the game with this index.
pub(super) fn read_row(rows: &[u8], index: usize) -> Result<Head, Damaged> {
    let mut reader = Reader(rows.get(ROW * index..ROW * (index + 1)).ok_or(Damaged)?);
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
