//! Games in SGF in canonical form.

use ishi_sgf::{self as sgf, SgfFault};
use ishi_text::BYTE_ORDER_MARK;

/// Returns the text of a file in SGF with a new line for each variation and for each node with more than a move. Values
/// and line ends stay as they are.
///
/// # Errors
/// Returns the first syntax error, because unreadable text could get lost.
pub fn format_sgf(text: &str) -> Result<String, SgfFault> {
    let games = sgf::parse(text);
    if let Some(&fault) = games.faults().first() {
        return Err(fault);
    }
    let mut out = sgf::pretty(&games);
    let breaks = text.matches('\n').count();
    if breaks > 0 && text.matches("\r\n").count() == breaks {
        out = out.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    if text.starts_with(BYTE_ORDER_MARK) {
        out.insert(0, BYTE_ORDER_MARK);
    }
    Ok(out)
}
