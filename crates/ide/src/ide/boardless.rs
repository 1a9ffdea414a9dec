//! Events without a board: those that keep a game that a record can't express.

use crate::document::EventView;
use ishi_convert::convert;
use ishi_record::record::DatumKind;

/// The reason why an event has no board, as a sentence without its full stop; `None` if it has one.
pub(super) fn why_no_board(view: EventView<'_>) -> Option<String> {
    let event = view.event();
    let may_keep_game = event.tree().is_none() && event.data.iter().any(|datum| datum.kind == DatumKind::User);
    if !may_keep_game {
        return None;
    }
    let text = view.text();
    let why = convert::why_kept(&view.source(&text), event)?;
    Some(format!("There is no board for this game: {why}"))
}
