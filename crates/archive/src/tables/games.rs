//! The table of games.

use arrow_array::RecordBatch;

use super::column::Columns;
use crate::{At, Game, GameIdentity, GameInfo, LineStep, MainLine, StoneMasks, Target, stone_masks};
use ishi_board::Color;
use ishi_record::record::{Date, Rank};
use ishi_record::syntax::Keyword;

/// Headers that have columns of their own; the others are in the column `extra`.
const COLUMNS: [Keyword; 8] = [
    Keyword::Black,
    Keyword::White,
    Keyword::Date,
    Keyword::Place,
    Keyword::Rules,
    Keyword::Komi,
    Keyword::Handicap,
    Keyword::Result,
];

/// A row of the table of games.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The number of the game in the table, to which the table of moves refers.
    pub id: i64,
    file: String,
    event: usize,
    line: usize,
    /// The headers, which a game may have without a board.
    headers: Option<Box<Headers>>,
    read: Result<Box<Values>, String>,
}

/// The headers of a game.
#[derive(Clone, Debug)]
struct Headers {
    players: [Option<String>; 2],
    ranks: [Option<Rank>; 2],
    date_text: Option<String>,
    date: Option<(Date, Date)>,
    title: Option<String>,
    round: Option<String>,
    place: Option<String>,
    rules: Option<String>,
    komi: Option<f64>,
    handicap: Option<u32>,
    result: Option<String>,
    winner: Option<Color>,
    margin: Option<f64>,
    ending: Option<&'static str>,
    extra: Vec<(String, String)>,
}

/// The values of a game that was read.
#[derive(Clone, Debug)]
struct Values {
    sides: (u8, u8),
    setup: Vec<i16>,
    moves: Vec<i16>,
    move_count: usize,
    variations: usize,
    comments: usize,
    /// The points on which black and white stones were ever put.
    ever: Option<StoneMasks>,
    identity: GameIdentity,
    problems: usize,
}

/// A game with its main line and its number of problems, or the reason why it can't be read, with its headers if they
/// need no board.
type ReadGame<'g> = Result<(&'g Game<'g>, &'g MainLine, usize), (&'g str, Option<&'g GameInfo>)>;

impl GameRow {
    /// Creates the row of a game, or of a game that can't be read. `event` is the number of the game in its file, and
    /// `line` the line on which it begins, both from 1.
    pub fn new(file: &str, (event, line): (usize, usize), read: ReadGame<'_>) -> Self {
        let info = read.map_or_else(|(_, info)| info, |(game, ..)| Some(&game.info));
        let headers = info.map(|info| Box::new(Headers::of(info)));
        let read = read.map(|(game, main, problems)| Box::new(Values::of(game, main, problems)));
        let read = read.map_err(|(reason, _)| reason.to_owned());
        Self { id: 0, file: file.to_owned(), event, line, headers, read }
    }

    fn get<T>(&self, value: impl Fn(&Values) -> Option<T>) -> Option<T> {
        value(self.read.as_deref().ok()?)
    }

    fn header<T>(&self, value: impl Fn(&Headers) -> Option<T>) -> Option<T> {
        value(self.headers.as_deref()?)
    }

    fn text(&self, value: impl Fn(&Headers) -> &Option<String>) -> Option<&str> {
        value(self.headers.as_deref()?).as_deref()
    }
}

impl Headers {
    fn of(info: &GameInfo) -> Self {
        let other_headers = info.texts.iter().filter(|(keyword, _)| !COLUMNS.contains(keyword));
        let extra = other_headers.map(|(keyword, text)| (keyword.name().to_lowercase(), text.clone()));
        let text = |keyword: Keyword| info.text(keyword).map(str::to_owned);
        Self {
            players: info.players.each_ref().map(|player| player.as_ref().map(|player| player.name.clone())),
            ranks: info.players.each_ref().map(|player| player.as_ref().and_then(|player| player.rank)),
            date_text: text(Keyword::Date),
            date: info.date.map(|date| (date.from, date.to)),
            title: info.title.clone(),
            round: info.other("RO").map(str::to_owned),
            place: text(Keyword::Place),
            rules: info.rules_text().map(str::to_owned),
            komi: info.komi,
            handicap: info.handicap,
            result: info.result_text(),
            winner: info.winner(),
            margin: info.margin(),
            ending: info.ending(),
            extra: extra.chain(info.others.iter().cloned()).collect(),
        }
    }
}

impl Values {
    fn of(game: &Game<'_>, main: &MainLine, problems: usize) -> Self {
        let columns = main.sides.0;
        Self {
            sides: main.sides,
            setup: main.setup.iter().map(|&(color, at)| stone_code(columns, color, at)).collect(),
            moves: main.steps.iter().map(|&step| step_code(columns, step)).collect(),
            move_count: main.moves().count(),
            variations: game.variation_count(),
            comments: game.comment_count(),
            ever: stone_masks(main.sides, main.stones_ever()),
            identity: GameIdentity::of(main),
            problems,
        }
    }
}

/// Returns the number of a stone on a point, as in the columns `setup` and `moves`.
fn stone_code(columns: u8, color: Color, (column, row): At) -> i16 {
    // A board has at most 52 columns and rows.
    2 * (i16::from(row) * i16::from(columns) + i16::from(column)) + color as i16
}

/// Returns the number of a step: the number of the stone for a move on a point, and a negative number for any other
/// step.
fn step_code(columns: u8, step: LineStep) -> i16 {
    match step {
        LineStep::Play(color, Target::Point(at)) => stone_code(columns, color, at),
        LineStep::Play(color, Target::Pass) => -2 + color as i16,
        LineStep::Play(color, Target::Unknown) => -4 + color as i16,
        LineStep::Clear => -5,
        LineStep::Add(color, at) => -6 - stone_code(columns, color, at),
    }
}

fn number<T: TryFrom<usize>>(count: usize) -> Option<T> {
    T::try_from(count).ok()
}

/// Returns a batch of the table of games. A batch without rows has the schema of the table.
pub fn games(rows: &[GameRow]) -> RecordBatch {
    let mut columns = Columns::of(rows);
    columns.int64("id", |row| Some(row.id));
    columns.text("file", |row| Some(&row.file));
    columns.int32("event", |row| number(row.event));
    columns.int64("line", |row| number(row.line));
    columns.int16("board_size", |row| row.get(|game| Some(i16::from(game.sides.0))));
    headers(&mut columns);
    columns.list("setup", |row| row.read.as_deref().ok().map(|game| &*game.setup));
    columns.list("moves", |row| row.read.as_deref().ok().map(|game| &*game.moves));
    columns.int32("n_moves", |row| row.get(|game| number(game.move_count)));
    columns.int32("variations", |row| row.get(|game| number(game.variations)));
    columns.int32("comments", |row| row.get(|game| number(game.comments)));
    let ever = [
        ["ever_black_0", "ever_black_1", "ever_black_2", "ever_black_3", "ever_black_4", "ever_black_5"],
        ["ever_white_0", "ever_white_1", "ever_white_2", "ever_white_3", "ever_white_4", "ever_white_5"],
    ];
    for (color, names) in ever.into_iter().enumerate() {
        for (index, name) in names.into_iter().enumerate() {
            columns.int64(name, |row| row.get(|game| Some(game.ever?[color][index])));
        }
    }
    columns.int64("hash_game", |row| row.get(|game| Some(game.identity.hash.cast_signed())));
    columns.int64("hash_swapped", |row| row.get(|game| Some(game.identity.swapped.cast_signed())));
    let signature = ["sig_20", "sig_40", "sig_60", "sig_31", "sig_51", "sig_71"];
    debug_assert_eq!(signature.len(), crate::identity::SIGNATURE_MOVES.len());
    for (index, name) in signature.into_iter().enumerate() {
        columns.int16(name, |row| row.get(|game| game.identity.signature[index].map(u16::cast_signed)));
    }
    columns.int32("problems", |row| row.get(|game| number(game.problems)));
    columns.text("parse_error", |row| row.read.as_ref().err());
    columns.map("extra", |row| row.headers.as_deref().map(|headers| &*headers.extra));
    columns.int16("board_rows", |row| row.get(|game| Some(i16::from(game.sides.1))));
    columns.into_batch()
}

/// Adds the columns of the headers.
fn headers(columns: &mut Columns<'_, GameRow>) {
    columns.text("black", |row| row.text(|headers| &headers.players[0]));
    columns.text("white", |row| row.text(|headers| &headers.players[1]));
    columns.text("black_rank", |row| row.header(|headers| headers.ranks[0].map(|rank| rank.to_string())));
    columns.text("white_rank", |row| row.header(|headers| headers.ranks[1].map(|rank| rank.to_string())));
    columns.int16("black_dan", |row| row.header(|headers| headers.ranks[0].map(Rank::dan)));
    columns.int16("white_dan", |row| row.header(|headers| headers.ranks[1].map(Rank::dan)));
    columns.text("date_text", |row| row.text(|headers| &headers.date_text));
    columns.date("date_from", |row| row.header(|headers| headers.date.map(|(from, _)| from)));
    columns.date("date_to", |row| row.header(|headers| headers.date.map(|(_, to)| to)));
    columns.text("title", |row| row.text(|headers| &headers.title));
    columns.text("round", |row| row.text(|headers| &headers.round));
    columns.text("place", |row| row.text(|headers| &headers.place));
    columns.text("rules", |row| row.text(|headers| &headers.rules));
    columns.decimal("komi", |row| row.header(|headers| headers.komi));
    columns.int32("handicap", |row| row.header(|headers| i32::try_from(headers.handicap?).ok()));
    columns.text("result", |row| row.text(|headers| &headers.result));
    columns.text("winner", |row| row.header(|headers| Some(headers.winner?.letter().to_string())));
    columns.decimal("margin", |row| row.header(|headers| headers.margin));
    columns.text("ending", |row| row.header(|headers| headers.ending));
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;

    use super::*;
    use crate::{ArchiveText, Unread, pieces};

    #[test]
    fn a_game_without_a_board_has_headers() {
        let text = "(;GM[1]SZ[13:9]PB[Ann]BR[2d]DT[2001-02-03]KM[6.5]RO[1];B[ma])";
        let rows = pieces(ArchiveText::Sgf(text)).map(|piece| {
            piece.read(|game| match game {
                Ok(_) => panic!("it has no board"),
                Err(Unread { reason, info }) => GameRow::new("a", (1, 1), Err((&reason, info.as_deref()))),
            })
        });
        let batch = games(&rows.collect::<Vec<GameRow>>());
        let text = |name: &str| batch[name].as_string_opt::<i32>().expect(name).value(0).to_owned();
        let texts = ["black", "black_rank", "date_text", "round"].map(text);
        assert_eq!(texts, ["Ann", "2d", "2001-02-03", "1"]);
        assert!(text("parse_error").contains("not square"), "{batch:?}");
        assert!(batch["n_moves"].is_null(0) && batch["board_size"].is_null(0), "{batch:?}");
    }
}
