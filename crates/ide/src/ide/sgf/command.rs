//! Commands of a board in SGF: made in the record that the game is converted to, and written back as edits of the game.

use super::areas;
use super::in_node;
use super::scope::ensure_own;
use crate::document::{GameView, Games};
use crate::ide::command::{self, BoardCommand, Revision};
use crate::ide::trial;
use ishi_check::rewrite::Error;
use ishi_convert::convert::{self, Loss, is_own_property};
use ishi_sgf::{self as sgf, Collection, NodeId};
use ishi_text::{Edit, Span, apply, compose, quoted};

/// A change of a text in SGF.
pub(in crate::ide) struct GameRevision {
    /// The edits, in order and without overlap.
    pub(in crate::ide) edits: Vec<Edit>,
    /// The byte of the cursor in the text after the edits.
    pub(in crate::ide) cursor: usize,
}

/// Returns the change that a command makes at `offset`, and the text after the change; see [`command::run`].
///
/// # Errors
/// Returns the reason why the command can't be carried out.
pub(in crate::ide) fn run(
    games: &Games,
    offset: usize,
    command: &BoardCommand,
    indent: usize,
) -> Result<(GameRevision, Games), Error> {
    let revision = naming_utf8(games, offset, revision(games, offset, command, indent)?);
    let after = match &revision.edits[..] {
        [] => games.clone(),
        edits => trial::hold(games, edits, command.keeps())?,
    };
    Ok((revision, after))
}

fn revision(games: &Games, offset: usize, command: &BoardCommand, indent: usize) -> Result<GameRevision, Error> {
    let game = editable(games, offset, command)?;
    let tree = game.tree();
    let node = offset.checked_sub(game.start()).and_then(|at| tree.node_at(at)).unwrap_or(tree.games()[0]);
    if let Some(made) = in_node::change(games, game, node, command) {
        let mut edits = made?;
        // A comment may be replaced by itself.
        edits.retain(|edit| games.text().byte_slice(edit.span.range()) != edit.text.as_str());
        let cursor = match (command, edits.first()) {
            // The cursor is at the new node.
            (BoardCommand::InsertPass, Some(edit)) => edit.span.start as usize + 1,
            _ => game.start() + tree.span(node).start as usize,
        };
        return Ok(GameRevision { edits, cursor });
    }
    // Headers are lines of the root, which a node without lines of its own has above it.
    let of_root = || matches!(command, BoardCommand::Headers(_)).then(|| game.map().of_node(tree.root_of(node)))?;
    let Some(place) = game.map().of_node(node).or_else(of_root) else {
        return Err(Error(
            "this node has no lines of its own in the record of the game: change the text instead".into(),
        ));
    };
    let place = game.record_range().start + place;
    let command = &in_words_of_sgf(command)?;
    let (Revision { edits, line }, _) = command::run(games.record(), place, command, indent)?;
    let first_line = games.record().text().byte_to_line(game.record_range().start);
    let is_there = edits.is_empty();
    let node = if let BoardCommand::Headers(_) = command { tree.root_of(node) } else { node };
    let (edits, text) = write_back(game, edits, Some(node))?;
    if edits.is_empty() && !is_there {
        return Err(Error("SGF has no place for this here".into()));
    }
    ensure_own(tree, node, command, &sgf::parse(&text.text))?;
    let cursor = cursor(&text, (line as usize).saturating_sub(first_line));
    let cursor = cursor.unwrap_or(offset - game.start()).min(text.text.len());
    Ok(GameRevision { edits, cursor: game.start() + cursor })
}

/// Adds to a change the edits that name UTF-8, if it adds the first characters outside of ASCII to a game, and the
/// games name no charset: other programs would read these characters in another one.
fn naming_utf8(games: &Games, offset: usize, revision: GameRevision) -> GameRevision {
    let game = games.game_at(offset);
    let first = games.games().next();
    let names = |game: GameView<'_>| game.tree().games().iter().any(|&root| game.tree().property(root, "CA").is_some());
    let are_first = game.tree().text().is_ascii() && !revision.edits.iter().all(|edit| edit.text.is_ascii());
    if !are_first || names(game) || first.is_some_and(names) {
        return revision;
    }
    let GameRevision { edits, mut cursor } = revision;
    let local = |edit: Edit| Edit {
        span: Span::new(edit.span.start as usize - game.start(), edit.span.end as usize - game.start()),
        ..edit
    };
    let edits: Vec<Edit> = edits.into_iter().map(local).collect();
    let naming = sgf::name_utf8(&sgf::parse(&apply(game.tree().text(), &edits)));
    for edit in &naming {
        if game.start() + edit.span.start as usize <= cursor {
            cursor += edit.text.len();
        }
    }
    let edits = compose(&edits, &naming).into_iter().map(|edit| edit.shifted(game.start())).collect();
    GameRevision { edits, cursor }
}

/// Returns a copy of a command whose headers have the texts that SGF keeps. Otherwise, a result such as `B+2.5` would
/// be kept in a property of its own, beside RE.
fn in_words_of_sgf(command: &BoardCommand) -> Result<BoardCommand, Error> {
    let BoardCommand::Headers(wanted) = command else { return Ok(command.clone()) };
    let texts = wanted.iter().map(|(keyword, text)| {
        let text = text.trim();
        if text.is_empty() {
            return Ok((*keyword, String::new()));
        }
        let kept = convert::text_in_sgf(*keyword, text);
        let kept = kept.ok_or_else(|| Error(format!("SGF has no place for {} {}", keyword.name(), quoted(text))));
        Ok((*keyword, kept?))
    });
    Ok(BoardCommand::Headers(texts.collect::<Result<_, Error>>()?))
}

/// The game at a place, if a command can change it through its record.
fn editable<'g>(games: &'g Games, offset: usize, command: &BoardCommand) -> Result<GameView<'g>, Error> {
    if !games.is_whole() {
        return Err(command::lost_characters());
    }
    let game = games.game_at(offset);
    let tree = game.tree();
    let Some(&root) = tree.games().first() else { return Err(Error("there is no game in this text".into())) };
    if let Some(fault) = tree.faults().first() {
        return Err(Error(format!("correct the form of the game first: {}", fault.kind)));
    }
    // Headers need no board.
    if !matches!(command, BoardCommand::Headers(_)) {
        convert::board_size(tree, root).map_err(|why| Error(why.into()))?;
    }
    Ok(game)
}

/// The edits of a game, counted from the start of the text, that correspond to edits of its record; and the record and
/// the text of the game after the edits. `node` is the node that the edits are about.
pub(super) fn write_back(
    game: GameView<'_>,
    edits: Vec<Edit>,
    node: Option<NodeId>,
) -> Result<(Vec<Edit>, Rewritten), Error> {
    let range = game.record_range();
    let is_within = |edit: &Edit| range.start <= edit.span.start as usize && edit.span.end as usize <= range.end;
    if !edits.iter().all(is_within) {
        return Err(Error("this would change another game, too".into()));
    }
    let local = |edit: Edit| {
        let back = |byte: u32| byte - range.start as u32;
        Edit { span: Span { start: back(edit.span.start), end: back(edit.span.end) }, ..edit }
    };
    let edits: Vec<Edit> = edits.into_iter().map(local).collect();
    let record = apply(&game.record_text(), &edits);
    let converted = convert::to_sgf_in_any_order(&record);
    if let Some(Loss { why, .. }) = converted.unapplied.first() {
        return Err(Error((*why).into()));
    }
    let sgf = converted.text;
    let sgf = match node {
        Some(node) => areas::kept(game.tree(), node, sgf),
        None => sgf,
    };
    let new = sgf::parse(&sgf);
    let [root] = *new.games() else { return Err(Error("this would not be one game any more".into())) };
    let is_kept_whole = |games: &Collection<'_>, root| games.property(root, convert::EVENT).is_some();
    if is_kept_whole(&new, root) && !game.tree().games().iter().any(|&root| is_kept_whole(game.tree(), root)) {
        return Err(Error("SGF can't say this of these nodes".into()));
    }
    if new.nodes_of_game(0).any(|node| new.properties(node).filter(|one| is_own_property(one.id())).count() > 1) {
        return Err(Error("a property ISHI here is not of a record: remove it first".into()));
    }
    let edits = sgf::revise(game.tree(), &new);
    let text = apply(game.tree().text(), &edits);
    let edits = edits.into_iter().map(|edit| edit.shifted(game.start())).collect();
    Ok((edits, Rewritten { record, text }))
}

/// A game after a change.
pub(super) struct Rewritten {
    /// The record that was changed.
    record: String,
    /// The text in SGF.
    text: String,
}

/// The place in a game for a line of the changed record.
fn cursor(game: &Rewritten, line: usize) -> Option<usize> {
    let wanted = game.record.lines().nth(line)?.trim();
    let games = sgf::parse(&game.text);
    let converted = convert::to_flat_ishi(&games);
    // Lines may have been added or left out.
    let same = converted.text.lines().enumerate().filter(|(_, line_of_record)| line_of_record.trim() == wanted);
    let (index, _) = same.min_by_key(|(index, _)| index.abs_diff(line))?;
    let start: usize = converted.text.split_inclusive('\n').take(index).map(str::len).sum();
    Some(converted.map.to_sgf(&games, start).start as usize)
}
