//! Games in SGF as the lines of a record.

mod game;
mod kept_lines;

use self::game::GameWriter;
use super::Loss;
use super::boardless::{TOO_LONG, board_size};
use super::line_nodes::{FindLineNodes, LineNodes};
use super::lines::RecordLines;
use super::property::Prop;
use super::reuse::EarlierIshi;
use super::verbatim::{self, Checksum, EVENT};
use ishi_sgf::{self as sgf, Charset, Collection, NodeId};

/// Converts games to the lines of a record, in which variations are indented by at most `deepest` columns. `line_nodes`
/// finds the nodes of the lines of an event that a game has kept as a whole.
pub(super) fn convert(
    games: &Collection<'_>,
    charset: Option<Charset>,
    deepest: usize,
    earlier: Option<&EarlierIshi<'_>>,
    line_nodes: FindLineNodes,
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
        if let Some((checksum, text)) = kept_text(games, game).filter(|(_, text)| out.takes_event(text)) {
            out.record.readable += 1;
            kept_event(games, root, line_nodes(&text, checksum), &text, &mut out);
            continue;
        }
        // The first game that is converted says which charset the file has.
        let charset = charset.take();
        let written = board_size(games, root).and_then(|size| {
            let (before, parts_before) = (out.checkpoint(), parts);
            if GameWriter::new(games, game, size, &mut out, &mut parts, earlier).write(charset.clone()) {
                return Ok(());
            }
            out.roll_back(&before);
            parts = parts_before;
            Err(TOO_LONG)
        });
        match written {
            Ok(()) => out.record.readable += 1,
            Err(why) => out.unreadable(games, game, charset, why),
        }
    }
    out.record.losses.sort_by_cached_key(|loss| loss.span);
    out
}

/// Returns the text of an event that a game has kept as a whole, and the checksum of the game; `None` if the game was
/// changed since.
fn kept_text(games: &Collection<'_>, game: usize) -> Option<(Checksum, String)> {
    let root = games.games()[game];
    let has_text = verbatim::has(games, root, EVENT);
    let checksum = has_text.then(|| Checksum::of_game(games, game))?;
    let value = sgf::unescape(games.properties(root).next_back()?.raw_values().next()?);
    let (_, text) = checksum.text_in(&value)?;
    Some((checksum, text.to_owned()))
}

/// Adds the lines of an event that a game has kept; `nodes` are those of its lines.
fn kept_event(games: &Collection<'_>, root: NodeId, nodes: Option<LineNodes>, text: &str, out: &mut RecordLines) {
    let start = out.record.text.len();
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
