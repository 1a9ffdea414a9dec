//! Games as rows of a table in CSV (RFC 4180).

use std::borrow::Cow;

use crate::archive::ArchiveGame;
use ishi_archive::GameInfo;
use ishi_board::Color;
use ishi_record::record::Rank;
use ishi_record::syntax::Keyword;

/// The names of the columns. Their order and meaning are stable: new ones are added at the end.
pub(super) const COLUMNS: &str = "file,event,line,board_size,black,white,black_rank,white_rank,black_dan,white_dan,\
    date_text,date_from,date_to,title,round,place,rules,komi,handicap,result,winner,margin,ending,n_moves,variations,\
    comments,problems,parse_error\n";

/// Returns the row of a game.
pub(super) fn row(item: &ArchiveGame<'_>) -> String {
    let mut row = Row(String::new());
    row.text(Some(item.file));
    row.number(Some(item.event));
    row.number(Some(item.line));
    match &item.game {
        Ok(game) => {
            headers(&mut row, &game.info, Some(game.info.size.get()));
            row.number(Some(game.move_count()));
            row.number(Some(game.variation_count()));
            row.number(Some(game.comment_count()));
            row.number(Some(super::problems(game, item.job).count()));
            row.text(None);
        }
        Err(reason) => {
            // Without headers, all columns between the place and the reason are empty.
            let counts = 4;
            let mut empty = COLUMNS.matches(',').count() - 3;
            if let Some(info) = item.unplayed {
                headers(&mut row, info, None);
                empty = counts;
            }
            for _ in 0..empty {
                row.text(None);
            }
            row.text(Some(reason));
        }
    }
    row.0.push('\n');
    row.0
}

/// Adds the size of the board and the headers of a game.
fn headers(row: &mut Row, info: &GameInfo, size: Option<u8>) {
    row.number(size);
    let ranks = info.players.each_ref().map(|player| player.as_ref().and_then(|player| player.rank));
    for color in Color::ALL {
        row.text(info.player(color).map(|player| &*player.name));
    }
    for rank in ranks {
        row.number(rank);
    }
    for rank in ranks {
        row.number(rank.map(Rank::dan));
    }
    row.text(info.text(Keyword::Date));
    row.number(info.date.map(|date| date.from));
    row.number(info.date.map(|date| date.to));
    row.text(info.title.as_deref());
    row.text(info.other("RO"));
    row.text(info.text(Keyword::Place));
    row.text(info.rules_text());
    row.number(info.komi);
    row.number(info.handicap);
    row.text(info.result_text().as_deref());
    row.number(info.winner().map(Color::letter));
    row.number(info.margin());
    row.text(info.ending());
}

/// A row of CSV that is being written.
pub(crate) struct Row(pub(crate) String);

impl Row {
    /// Adds a text.
    pub(crate) fn text(&mut self, text: Option<&str>) {
        let text = text.unwrap_or_default();
        let field = if text.contains([',', '"', '\n', '\r']) {
            Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
        } else {
            text.into()
        };
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(&field);
    }

    /// Adds a value that needs no quotes.
    pub(crate) fn number(&mut self, value: Option<impl ToString>) {
        self.text(value.map(|value| value.to_string()).as_deref());
    }
}
