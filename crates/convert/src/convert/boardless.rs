//! Games that a record can't express: the event has the SGF text in a block, and beside it the headers, which need no
//! board.

use super::block::{SgfBlock, block_of, sgf_blocks};
use super::content::NodePlace;
use super::names::LongNames;
use super::node::{NodeLines, Plan};
use super::property::Prop;
use ishi_board::BoardSize;
use ishi_record::record::{Event, Owner};
use ishi_record::syntax::Source;
use ishi_sgf::{self as sgf, Charset, Collection, NodeId};

/// The start of the remark on such an event; the reason follows.
pub(super) const REMARK: &str = "This game is kept as it is";

/// The root of such a game is read like the first of several nodes, because its lines are only headers.
pub(super) const KIND: NodeLines = NodeLines::HeadOfSeveral;

/// The SGF text of a game that an event keeps.
pub(super) struct KeptGame {
    /// The text of the game in SGF, as it was in its file.
    pub(super) text: String,
    /// The charset of the file that the block names.
    pub(super) charset: Option<Charset>,
    /// The lines of the block, and the line after it.
    pub(super) block: (u32, u32),
    /// Whether the block has properties, too.
    pub(super) has_properties: bool,
}

/// The reason why the event of a record has no board: it keeps a game that a record can't express. `None` for any other
/// event.
pub fn why_kept(source: &Source<'_>, event: &Event) -> Option<&'static str> {
    let KeptGame { text, .. } = KeptGame::of(source, event)?;
    let games = sgf::parse(&text);
    let Some(&root) = games.games().first() else { return Some("its text in SGF can't be read") };
    Some(board_size(&games, root).err().unwrap_or(TOO_LONG))
}

/// The size of the board of a game. If it can't be read, it is the default of SGF.
///
/// # Errors
/// The reason why a record can't express the game.
pub fn board_size(games: &Collection<'_>, root: NodeId) -> Result<u8, &'static str> {
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

/// The reason why a game whose lines would be longer than `max_bytes` of `lines` is kept as SGF text.
pub(super) const TOO_LONG: &str = "its record would be many times as long";

/// The properties of the root of the game that an event keeps, apart from those of its header lines.
pub(super) fn listed(source: &Source<'_>, event: &Event) -> Vec<Prop<'static>> {
    let Some(KeptGame { text, .. }) = KeptGame::of(source, event) else { return Vec::new() };
    let games = sgf::parse(&text);
    if games.games().is_empty() {
        return Vec::new();
    }
    head(&games, 0).1.listed.iter().filter_map(|listed| listed.whole().cloned()).collect()
}

/// The properties of a root with the names that a record uses, and the plan for its header lines. A board is not among
/// them.
pub(super) fn head<'g>(games: &'g Collection<'_>, game: usize) -> (Vec<Prop<'g>>, Plan) {
    let names = LongNames::of_game(games, game);
    let of_root = games.properties(games.games()[game]);
    let of_root = of_root.map(|property| Prop { id: names.short(property.id()), ..Prop::of(&property) });
    let properties: Vec<Prop<'_>> = of_root.collect();
    let without_size: Vec<Prop<'_>> = properties.iter().filter(|property| !property.is("SZ")).cloned().collect();
    let plan = Plan::new(&without_size, KIND, place());
    (properties, plan)
}

/// The place of the root. The size of the board has no effect on headers.
pub(super) fn place() -> NodePlace {
    NodePlace::first(BoardSize::STANDARD.get())
}

impl KeptGame {
    /// Returns the game that an event keeps, if it keeps one.
    pub(super) fn of(source: &Source<'_>, event: &Event) -> Option<Self> {
        let datum = sgf_blocks(source, event, Owner::Event).next()?;
        let SgfBlock { game, charset, listed, .. } = block_of(source, datum);
        let charset = charset.as_deref().and_then(Charset::named);
        Some(Self { text: game?, charset, block: (datum.line, datum.end), has_properties: !listed.is_empty() })
    }
}
