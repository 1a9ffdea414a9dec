//! The table of the moves of main lines.

use arrow_array::RecordBatch;

use super::column::Columns;
use crate::{Corner, Game, GamePart, LineStep, MainLine, PlainBoard, PositionKeys, Target};
use ishi_board::Color;
use ishi_record::record::{DatumKind, Owner};

/// The rows of the moves of a game.
#[derive(Clone, Debug, Default)]
pub struct MoveRows(Vec<MoveRow>);

#[derive(Clone, Debug)]
struct MoveRow {
    game: i64,
    ply: usize,
    color: Color,
    target: Target,
    captured: usize,
    whole: u64,
    corners: [u64; 4],
    comment: Option<String>,
}

impl MoveRows {
    /// Plays the main line of a game.
    pub fn of(game: &Game<'_>, line: &MainLine) -> Self {
        let mut comments = comments(game).into_iter();
        let mut board = PlainBoard::new(line.sides);
        let mut keys = PositionKeys::new(line.sides);
        let mut rows: Vec<MoveRow> = Vec::with_capacity(line.steps.len());
        let setup = line.setup.iter().map(|&(color, at)| LineStep::Add(color, at));
        for step in setup.chain(line.steps.iter().copied()) {
            let captured = board.step(step, &mut |color, at| keys.toggle(color, at));
            let LineStep::Play(color, target) = step else { continue };
            let (whole, corners) = (keys.whole(), Corner::ALL.map(|corner| keys.corner(corner)));
            let comment = comments.next().flatten();
            rows.push(MoveRow { game: 0, ply: rows.len() + 1, color, target, captured, whole, corners, comment });
        }
        Self(rows)
    }

    /// Sets the number of the game.
    pub fn set_game(&mut self, id: i64) {
        self.0.iter_mut().for_each(|row| row.game = id);
    }
}

/// The comments of the moves of the main line.
fn comments(game: &Game<'_>) -> Vec<Option<String>> {
    let moves = game.main_parts().flat_map(|(part, moves)| moves.into_iter().map(move |id| (part, id)));
    let comment = |(part, id): (&GamePart<'_>, _)| {
        let event = &part.reading.event;
        let comments = event.data_of(Owner::Move(id)).filter(|datum| datum.kind == DatumKind::Comment);
        comments.map(|datum| part.comment(datum)).reduce(|text, next| text + "\n" + &next)
    };
    moves.map(comment).collect()
}

/// Returns a batch of the table of moves. A batch without rows has the schema of the table.
pub fn moves(games: Vec<MoveRows>) -> RecordBatch {
    let rows: Vec<MoveRow> = games.into_iter().flat_map(|game| game.0).collect();
    let mut columns = Columns::of(&rows);
    let point = |row: &MoveRow| match row.target {
        Target::Point(at) => Some(at),
        Target::Pass | Target::Unknown => None,
    };
    columns.int64("game", |row| Some(row.game));
    columns.int32("ply", |row| i32::try_from(row.ply).ok());
    columns.int16("color", |row| Some(row.color as i16));
    columns.int16("x", |row| point(row).map(|(column, _)| i16::from(column)));
    columns.int16("y", |row| point(row).map(|(_, row)| i16::from(row)));
    columns.int32("captured", |row| i32::try_from(row.captured).ok());
    columns.int64("hash", |row| Some(row.whole.cast_signed()));
    for (index, name) in ["hash_ul", "hash_ur", "hash_ll", "hash_lr"].into_iter().enumerate() {
        columns.int64(name, |row| Some(row.corners[index].cast_signed()));
    }
    columns.text("comment", |row| row.comment.as_ref());
    columns.into_batch()
}
