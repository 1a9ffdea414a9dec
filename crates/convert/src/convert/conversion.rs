//! The two directions: games in SGF as a record, and records as games.

use super::line_nodes::FindLineNodes;
use super::lines::{Ishi, RecordLines};
use super::reuse::{EarlierIshi, Reusable};
use super::source_map::SourceMap;
use super::to_record;
use super::to_sgf::{self, Sgf};
use ishi_sgf::{Charset, Collection};

/// Converts games, which were read from a file in `charset`.
///
/// ```
/// use ishi_convert::convert;
/// use ishi_sgf as sgf;
///
/// let games = sgf::parse("(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd]C[The first move.])");
/// let record = convert::to_ishi(&games, None);
/// assert_eq!(record.text, "EVENT Final\nB 1 Q16\nCOM\nThe first move.\nENDCOM\n");
/// ```
pub fn to_ishi(games: &Collection<'_>, charset: Option<Charset>) -> Ishi {
    to_record::convert(games, charset, DEEPEST, None, LINE_NODES).record
}

/// The largest indentation, as in the formatter.
const DEEPEST: usize = 200;

/// The nodes of a kept event are those that its conversion makes.
const LINE_NODES: FindLineNodes = to_sgf::line_nodes;

/// Games as lines that no person reads, without indentation, which would be most of the text of a game with deeply
/// nested variations.
#[derive(Debug)]
pub struct FlatIshi {
    /// The text of the record.
    pub text: String,
    /// The origins of its lines and words.
    pub map: SourceMap,
    /// Results that [`to_flat_ishi_again`] can reuse.
    pub reusable: Reusable,
}

/// Converts games to lines that no person reads.
pub fn to_flat_ishi(games: &Collection<'_>) -> FlatIshi {
    flat(to_record::convert(games, None, 0, None, LINE_NODES))
}

/// Converts an edited game again. The result equals that of [`to_flat_ishi`].
pub fn to_flat_ishi_again(games: &Collection<'_>, earlier: &EarlierIshi<'_>) -> FlatIshi {
    flat(to_record::convert(games, None, 0, Some(earlier), LINE_NODES))
}

fn flat(RecordLines { record: Ishi { text, map, .. }, reusable, .. }: RecordLines) -> FlatIshi {
    FlatIshi { text, map, reusable }
}

/// Converts the text of a record.
///
/// ```
/// use ishi_convert::convert;
///
/// let games = convert::to_sgf("EVENT Final\nB 1 Q16\n  VAR\n  B 1 D4\n  ENDVAR\nW 2 D4\n");
/// assert_eq!(games.text, "(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final]\n(;B[pd];W[dp])\n(;B[dp]))\n");
/// ```
pub fn to_sgf(text: &str) -> Sgf {
    to_sgf::convert(text, back)
}

/// Converts the record of games that were edited in SGF. The order of the lines of a node does not matter, and moves
/// may be bare locations.
pub fn to_sgf_in_any_order(text: &str) -> Sgf {
    to_sgf::convert_in_any_order(text, back)
}

/// The record of a game, with which what it was written from is compared.
fn back(games: &Collection<'_>, charset: Option<Charset>) -> String {
    to_ishi(games, charset).text
}
