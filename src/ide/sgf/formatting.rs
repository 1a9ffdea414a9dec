//! `textDocument/formatting` in SGF.

use std::borrow::Cow;

use crate::document::Games;
use crate::format::format_sgf;
use crate::text::{Edit, difference};

/// The edits that begin a new line with each variation and with nodes that have more than a move. None where a fault in
/// the form of the text, or characters that it has lost, could cost something.
pub fn formatting(games: &Games) -> Vec<Edit> {
    if !games.is_whole() {
        return Vec::new();
    }
    let text = Cow::from(games.text());
    format_sgf(&text).map_or(Vec::new(), |formatted| difference(&text, &formatted))
}
