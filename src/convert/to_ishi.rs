//! Games in SGF as the text of a record.

use super::Loss;
use super::game::GameWriter;
use super::kept_lines;
use super::lines::{Ishi, RecordLines};
use super::property::Prop;
use super::reuse::{EarlierIshi, Reusable};
use super::source_map::SourceMap;
use super::verbatim::{self, Checksum, EVENT};
use crate::board::BoardSize;
use crate::sgf::{self, Charset, Collection, NodeId};

/// Converts games, which were read from a file in `charset`.
///
/// ```
/// use ishi::{convert, sgf};
///
/// let games = sgf::parse("(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final];B[pd]C[The first move.])");
/// let record = convert::to_ishi(&games, None);
/// assert_eq!(record.text, "EVENT Final\nB 1 Q16\nCOM\nThe first move.\nENDCOM\n");
/// ```
pub fn to_ishi(games: &Collection<'_>, charset: Option<Charset>) -> Ishi {
    convert(games, charset, DEEPEST, None).record
}

/// Games as lines that no person reads, without indentation, which would be most of the text of a game with deeply
/// nested variations.
#[derive(Debug)]
pub struct FlatIshi {
    /// The text.
    pub text: String,
    /// The origins of its lines and words.
    pub map: SourceMap,
    /// Results that [`to_flat_ishi_again`] can reuse.
    pub reusable: Reusable,
}

/// Converts games to lines that no person reads.
pub fn to_flat_ishi(games: &Collection<'_>) -> FlatIshi {
    flat(convert(games, None, 0, None))
}

/// Converts an edited game again. The result equals that of [`to_flat_ishi`].
pub fn to_flat_ishi_again(games: &Collection<'_>, earlier: &EarlierIshi<'_>) -> FlatIshi {
    flat(convert(games, None, 0, Some(earlier)))
}

fn flat(RecordLines { record: Ishi { text, map, .. }, reusable, .. }: RecordLines) -> FlatIshi {
    FlatIshi { text, map, reusable }
}

fn convert(
    games: &Collection<'_>,
    charset: Option<Charset>,
    deepest: usize,
    earlier: Option<&EarlierIshi<'_>>,
) -> RecordLines {
    let mut out = RecordLines::new(deepest);
    out.record.text.reserve(games.text().len() * 2);
    for fault in games.faults() {
        let why = "it was read through";
        out.record.losses.push(Loss { span: fault.span, what: fault.kind.to_string(), why });
    }
    let charset = charset.filter(|&charset| charset != Charset::UTF_8);
    let mut charset = charset.map(|charset| charset.to_string());
    let mut parts = 0;
    for game in 0..games.games().len() {
        let root = games.games()[game];
        let checksum = verbatim::has(games, root, EVENT).then(|| Checksum::of_game(games, game));
        if let Some(checksum) = checksum
            && let Some(property) = games.properties(root).next_back()
            && let Some((_, text)) = property
                .raw_values()
                .next()
                .map(sgf::unescape)
                .as_deref()
                .and_then(|value| checksum.text_in(value))
                .filter(|(_, text)| out.takes_event(text))
        {
            out.record.readable += 1;
            kept_event(games, root, checksum, text, &mut out);
            continue;
        }
        match board_size(games, root) {
            Ok(size) => {
                let (before, parts_before) = (out.checkpoint(), parts);
                if GameWriter::new(games, game, size, &mut out, &mut parts, earlier).write(charset.clone()) {
                    out.record.readable += 1;
                    charset = None;
                } else {
                    out.roll_back(&before);
                    parts = parts_before;
                    out.unreadable(games, game, charset.take(), TOO_LONG);
                }
            }
            Err(why) => out.unreadable(games, game, charset.take(), why),
        }
    }
    out.record.losses.sort_by_cached_key(|loss| loss.span);
    out
}

/// Adds the lines of an event that a game with this checksum has kept.
fn kept_event(games: &Collection<'_>, root: NodeId, checksum: Checksum, text: &str, out: &mut RecordLines) {
    let start = out.record.text.len();
    let nodes = kept_lines::nodes_of_event(text, checksum);
    let node = |before: u32| NodeId(root.0 + before);
    let mut of_lines = nodes.iter().flat_map(|nodes| &nodes.of_lines);
    for line in text.split('\n') {
        out.add(node(of_lines.next().copied().unwrap_or(0)), 0, line);
    }
    if let Some(nodes) = nodes {
        let moves: Vec<NodeId> = nodes.of_moves.iter().map(|&before| node(before)).collect();
        let properties = |node| games.properties(node).map(|property| Prop::of(&property)).collect();
        kept_lines::note(&mut out.record, start, nodes.size, &moves, properties);
    }
}

/// The size of the board of a game, or the reason why a record can't express the game. If the size can't be read, it is
/// the default of SGF.
pub(crate) fn board_size(games: &Collection<'_>, root: NodeId) -> Result<u8, &'static str> {
    let first = |name| games.property(root, name).and_then(|property| property.raw_values().next());
    if first("GM").and_then(sgf::game_kind).is_some_and(|kind| kind != 1) {
        return Err("it is not a game of Go");
    }
    let Some((columns, rows)) = first("SZ").and_then(sgf::board_size) else { return Ok(19) };
    if columns != rows {
        return Err("its board is not square, and those of Ishi are");
    }
    BoardSize::new(columns).map(BoardSize::get).ok_or("its board has a size that Ishi does not have: 2 to 19")
}

/// The reason why a game whose lines would be longer than [`max_bytes`](super::lines::max_bytes) is kept as SGF text.
pub(super) const TOO_LONG: &str = "its record would be many times as long";

/// The largest indentation, as in the formatter.
const DEEPEST: usize = 200;
