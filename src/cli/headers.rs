//! The headers of a game in a list for a terminal.

use super::output::printable;
use ishi_archive::GameHeaders;

/// The date, the players and the result as columns.
pub(super) fn columns(headers: &GameHeaders) -> String {
    let name = |name: &Option<String>| name.as_deref().unwrap_or("?").to_owned();
    let date = headers.days.as_deref().or(headers.date.as_deref()).unwrap_or("-");
    let players = format!("{} – {}", name(&headers.black), name(&headers.white));
    let result = headers.result.as_deref().unwrap_or("-");
    let [date, players, result] = [date, &players, result].map(printable);
    format!("{date:10}  {players:40}  {result:6}")
}
