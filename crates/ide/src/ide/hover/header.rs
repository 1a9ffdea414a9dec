//! The hover of a header: the interpretation of its value.

use super::super::board::picture;
use super::super::counted::Counted;
use super::super::cursor::Cursor;
use super::Hover;
use ishi_record::record::{GameResult, Owner, SequenceId, handicap, komi};
use ishi_record::replay::View;
use ishi_record::syntax::Keyword;
use ishi_render::Picture;
use ishi_rules::{ControlSearch, Ruleset};

/// Adds the interpretation of the header's value, and the score of the game to its result.
pub(super) fn fill(cursor: &Cursor<'_>, keyword: Keyword, search: ControlSearch<'_>, hover: &mut Hover) {
    fill_value(cursor, keyword, hover);
    if keyword == Keyword::Result
        && let Some(counted) = Counted::of(cursor, search)
    {
        hover.facts.push(format!("The end of the main line counts {}.", counted.text));
        let owner = cursor.event.moves_of(SequenceId(0)).next_back().map_or(Owner::Event, Owner::Move);
        let view = View::of(cursor.event, owner);
        hover.picture =
            Some(Picture { ground: counted.ground, ..picture(cursor.event, cursor.source, &view, Vec::new()) });
    }
}

/// Adds the interpretation of the header's value.
pub(super) fn fill_value(cursor: &Cursor<'_>, keyword: Keyword, hover: &mut Hover) {
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
            GameResult::Void | GameResult::Open => "no result".into(),
        }),
        Keyword::Boardsize => Some(format!("a board of {}", cursor.event.board_size)),
        _ => None,
    };
    if let Some(read) = read {
        hover.facts.push(format!("Read as: {read}."));
    }
}
