//! The headers of a game as texts.

use serde::Serialize;

use super::info::GameInfo;
use ishi_board::Color;
use ishi_record::syntax::Keyword;

/// The headers by which a list names a game. The keys are stable.
#[derive(Clone, Debug, Serialize)]
pub struct GameHeaders {
    /// The title of the event.
    pub title: Option<String>,
    /// Black with the rank.
    pub black: Option<String>,
    /// White with the rank.
    pub white: Option<String>,
    /// The text of the date.
    pub date: Option<String>,
    /// The days of the date, by which games are sorted.
    pub days: Option<String>,
    /// The result as SGF writes it, or its text.
    pub result: Option<String>,
}

impl GameHeaders {
    /// The headers of a game.
    pub fn new(info: &GameInfo) -> Self {
        let player = |color: Color| {
            let player = info.player(color)?;
            let rank = player.rank.map_or(String::new(), |rank| format!(" {rank}"));
            Some(format!("{}{rank}", player.name))
        };
        Self {
            title: info.title.clone(),
            black: player(Color::Black),
            white: player(Color::White),
            date: info.text(Keyword::Date).map(str::to_owned),
            days: info.date.map(|date| date.to_string()),
            result: info.result_text(),
        }
    }
}
