//! The headers by which a list names a game.

use serde::Serialize;

use super::output::printable;
use crate::archive::GameInfo;
use crate::board::Color;
use crate::syntax::Keyword;

/// The headers of a game in a list. The keys are stable.
#[derive(Serialize)]
pub(super) struct GameHeaders {
    pub(super) title: Option<String>,
    pub(super) black: Option<String>,
    pub(super) white: Option<String>,
    pub(super) date: Option<String>,
    /// The days of the date, by which games are sorted.
    pub(super) days: Option<String>,
    pub(super) result: Option<String>,
}

impl GameHeaders {
    pub(super) fn new(info: &GameInfo) -> Self {
        let player = |color: Color| {
            let player = info.player(color)?;
            let rank = player.rank.map_or(String::new(), |rank| format!(" {rank}"));
            Some(format!("{}{rank}", player.name))
        };
        let outcome = info.outcome.as_ref().map(ToString::to_string);
        Self {
            title: info.title.clone(),
            black: player(Color::Black),
            white: player(Color::White),
            date: info.text(Keyword::Date).map(str::to_owned),
            days: info.date.map(|date| date.to_string()),
            result: outcome.or_else(|| info.text(Keyword::Result).map(str::to_owned)),
        }
    }

    /// The date, the players and the result as columns for a terminal.
    pub(super) fn columns(&self) -> String {
        let name = |name: &Option<String>| name.as_deref().unwrap_or("?").to_owned();
        let date = self.days.as_deref().or(self.date.as_deref()).unwrap_or("-");
        let players = format!("{} – {}", name(&self.black), name(&self.white));
        let result = self.result.as_deref().unwrap_or("-");
        let [date, players, result] = [date, &players, result].map(printable);
        format!("{date:10}  {players:40}  {result:6}")
    }
}
