//! The parts of a record that a change keeps, to be compared before and after.

use ishi_board::{Color, Point};
use ishi_check::check::{Code, Severities, check};
use ishi_check::rewrite::{Error, Original};
use ishi_record::record::read;
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{Following, Reader};
use ishi_text::{Edit, apply};

/// The stones of a position, row by row from `A1`.
pub(crate) type Position = Vec<(Point, Color)>;

/// The position after each move, in the order of the file.
pub(crate) fn positions(text: &str) -> Vec<Position> {
    let mut positions = Vec::new();
    for source in Reader::new(text, Following::NOTHING) {
        let event = read(&source).event;
        let mut walk = Walk::new(&event);
        while let Some(stop) = walk.next() {
            if let Visit::Move(_) = stop {
                positions.push(walk.board().position());
            }
        }
    }
    positions
}

/// The codes of what is wrong with a text, in order.
pub(crate) fn codes(text: &str) -> Vec<Code> {
    let mut codes: Vec<Code> = check(text, &Severities::default()).into_iter().map(|found| found.code).collect();
    codes.sort_unstable();
    codes
}

/// Returns a text after a change.
pub(crate) fn changed(
    text: &str,
    change: impl FnOnce(&Original<'_>) -> Result<Vec<Edit>, Error>,
) -> Result<String, Error> {
    let edits = change(&Original::read(text, true))?;
    assert!(edits.windows(2).all(|pair| pair[0].span.end < pair[1].span.start), "{edits:?}");
    Ok(apply(text, &edits))
}
