//! The hover of a header: how its value is read.

use super::super::cursor::Cursor;
use super::Hover;
use crate::record::{GameResult, handicap, komi};
use crate::rules::Ruleset;
use crate::syntax::Keyword;

/// How the value of the header is read.
pub(super) fn fill(cursor: &Cursor<'_>, keyword: Keyword, hover: &mut Hover) {
    let Some(line) = cursor.line() else { return };
    let text = cursor.source.free_text(line);
    let read = match keyword {
        Keyword::Komi => komi(text).map(|points| match points {
            0.0 => "no komi".into(),
            points if points < 0.0 => format!("{} points for Black", -points),
            points => format!("{points} points for White"),
        }),
        Keyword::Handicap => handicap(text).map(|stones| match stones {
            0 => "no handicap".into(),
            1 => "no stones, and Black moves first without komi".into(),
            stones => format!("{stones} stones"),
        }),
        Keyword::Rules => Ruleset::parse(text).map(ToString::to_string),
        Keyword::Result => GameResult::parse(text).map(|result| match result {
            GameResult::Winner(color) => format!("{color} has won"),
            GameResult::Draw => "a draw".into(),
            GameResult::Open => "no result".into(),
        }),
        Keyword::Boardsize => Some(format!("a board of {}", cursor.event.board_size)),
        _ => None,
    };
    if let Some(read) = read {
        hover.facts.push(format!("Read as: {read}."));
    }
}
