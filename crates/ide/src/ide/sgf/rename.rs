//! `textDocument/rename` in SGF: a player, in all games of the text.

use crate::document::{GameView, Games};
use crate::ide::rename::{Renaming, check_player_name, is_same};
use crate::ide::trial::{self, Keeps};
use ishi_check::rewrite::Error;
use ishi_convert::convert::Site;
use ishi_record::record::player_name;
use ishi_sgf::{self as sgf, Property};
use ishi_text::{Edit, Span};

/// Returns the player in PB or PW at a place, who can be renamed (`textDocument/prepareRename`). Moves in SGF have no
/// numbers of their own.
pub(in crate::ide) fn prepare_rename(games: &Games, offset: usize) -> Option<Renaming> {
    let game = Some(games.game_at(offset)).filter(|_| games.is_whole())?;
    let local = offset - game.start();
    let site = Site::at(game.tree(), local)?;
    let player = Player::of(&site.property(game.tree())?)?;
    let is_on = player.span.start as usize <= local && local <= player.span.end as usize;
    is_on.then(|| Renaming { span: player.span.shifted(game.start()), name: player.name })
}

/// Renames the player at `offset` in all games of the text (`textDocument/rename`). `None` if there is no player at
/// `offset`.
///
/// # Errors
/// Returns an error if the name is not valid.
pub(in crate::ide) fn rename(games: &Games, offset: usize, name: &str) -> Option<Result<Vec<Edit>, Error>> {
    let Renaming { name: old, .. } = prepare_rename(games, offset)?;
    let new = name.trim();
    Some(check_player_name(new).and_then(|()| {
        let mut value = String::new();
        sgf::escape(new, &mut value);
        let renamed = games.games().flat_map(|game| players(game).map(move |player| (game.start(), player)));
        let renamed = renamed.filter(|(_, player)| is_same(&player.name, &old));
        let edits = renamed.map(|(start, player)| Edit::replace(player.span.shifted(start), &*value)).collect();
        trial::hold_if_changed(games, edits, Keeps::Moves)
    }))
}

/// A player in a property.
struct Player {
    name: String,
    /// The span of the name, without a rank after it.
    span: Span,
}

impl Player {
    fn of(property: &Property<'_>) -> Option<Self> {
        if !property.is("PB") && !property.is("PW") {
            return None;
        }
        let (&value, raw) = (property.value_spans().first()?, property.raw_values().next()?);
        let text = sgf::unescape(raw);
        let name = player_name(&text);
        let lead = raw.len() - raw.trim_start().len();
        // A character of the name can be two in the file.
        let ends = (lead..=raw.len()).filter(|&end| raw.is_char_boundary(end));
        let end = ends.take(MAX_NAME).find(|&end| sgf::unescape(&raw[lead..end]) == name)?;
        let start = value.start as usize;
        (!name.is_empty()).then(|| Self { name: name.to_owned(), span: Span::new(start + lead, start + end) })
    }
}

/// How many characters a name has at most.
const MAX_NAME: usize = 1000;

fn players(game: GameView<'_>) -> impl Iterator<Item = Player> {
    let tree = game.tree();
    let nodes = (0..tree.games().len()).flat_map(|index| tree.nodes_of_game(index));
    nodes.flat_map(|node| tree.properties(node)).filter_map(|property| Player::of(&property))
}
