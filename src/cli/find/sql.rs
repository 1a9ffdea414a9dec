//! The search as a SELECT on the table of games, which engines of SQL understand.

use std::fmt::Write;

use crate::filter::Conditions;
use ishi_archive::StoneMasks;
use ishi_archive::find::Query;

/// Returns a SELECT that selects all games that the query finds, and possibly more, with comments on the conditions
/// that it leaves out.
pub(super) fn select(query: &Query, filters: Conditions) -> String {
    let Conditions { mut all, left } = filters;
    // The masks have only the stones of main lines.
    let boards = if query.variations { None } else { query.whole_boards() };
    let is_whole = boards.is_some();
    if let Some((size, masks)) = boards {
        all.push(format!("board_size = {size}"));
        all.push(format!("board_rows = {size}"));
        // A board without stones is in every game.
        let ways: Option<Vec<String>> = masks.iter().map(mask).collect();
        if let Some(ways) = ways {
            all.push(format!("({})", ways.join("\n    OR ")));
        }
    }
    let mut sql = String::new();
    let position = if is_whole { "when the stones are on the board, and captures" } else { "the position" };
    let _ = writeln!(sql, "-- Left to `ishi find` on these games: {position}.");
    if !left.is_empty() {
        let _ = writeln!(sql, "-- Wider here than the option, or left out: {}.", left.join(", "));
    }
    sql.push_str("SELECT id, file, event, line\nFROM games");
    for (index, condition) in all.iter().enumerate() {
        let _ = write!(sql, "\n{} {condition}", if index == 0 { "WHERE" } else { "  AND" });
    }
    if all.is_empty() {
        sql.push_str("\nWHERE parse_error IS NULL");
    }
    sql + ";\n"
}

/// The condition that the stones of a position were put on the board; `None` if there are none.
fn mask(masks: &StoneMasks) -> Option<String> {
    let columns = ["black", "white"].into_iter().zip(masks);
    let numbers =
        columns.flat_map(|(color, numbers)| (0..).zip(numbers).map(move |(index, &mask)| (color, index, mask)));
    let conditions: Vec<String> = numbers
        .filter(|&(.., mask)| mask != 0)
        .map(|(color, index, mask): (_, usize, _)| format!("(ever_{color}_{index} & {mask}) = {mask}"))
        .collect();
    (!conditions.is_empty()).then(|| format!("({})", conditions.join(" AND ")))
}
