//! `textDocument/codeLens` in SGF: the lenses before each game.

use crate::document::{EventView, GameView, Games};
use crate::ide::boardless;
use crate::ide::lens::{Lens, LensKind, MAX_EVENTS, SHOW_BOARD, Statistics};
use ishi_record::record::DatumKind;

/// The lenses of the games, in order. There are none before an empty game. A game without a board has only a lens with
/// the reason.
pub(in crate::ide) fn lenses(games: &Games) -> Vec<Lens> {
    let mut lenses = Vec::new();
    for (index, game) in games.games().take(MAX_EVENTS).enumerate() {
        if !events(games, game).any(says_something) {
            continue;
        }
        // Before the first game there can be other text.
        let start = if index == 0 { start_of(game) } else { game.start() };
        let lens = |kind| Lens { offset: start as u32, kind };
        if why_no_board(games, game).is_none() {
            lenses.push(lens(LensKind::Board));
        }
        lenses.push(lens(LensKind::Statistics));
    }
    lenses
}

/// Returns the title of a lens; `None` if the game does not need this lens.
pub(in crate::ide) fn lens_title(games: &Games, lens: Lens) -> Option<String> {
    match lens.kind {
        LensKind::Board => Some(SHOW_BOARD.to_owned()),
        LensKind::Statistics => {
            let game = games.game_at(lens.offset as usize);
            Some(why_no_board(games, game).unwrap_or_else(|| statistics(games, game).title()))
        }
        // SGF does not say who has captured what.
        LensKind::Prisoners => None,
    }
}

/// The reason why a game has no board.
fn why_no_board(games: &Games, game: GameView<'_>) -> Option<String> {
    events(games, game).find_map(boardless::why_no_board)
}

fn events<'g>(games: &'g Games, game: GameView<'g>) -> impl Iterator<Item = EventView<'g>> {
    let range = game.record_range();
    games.record().events_in(range.start, range.end.saturating_sub(1).max(range.start))
}

/// Whether an event has more than properties that no line can express.
fn says_something(view: EventView<'_>) -> bool {
    let event = view.event();
    let is_data = |kind: &DatumKind| !matches!(kind, DatumKind::User);
    event.tree().is_some() || !event.headers.is_empty() || event.data.iter().any(|datum| is_data(&datum.kind))
}

fn start_of(game: GameView<'_>) -> usize {
    let tree = game.tree();
    let root = tree.games().first().map_or(0, |&root| tree.span(root).start as usize);
    game.start() + tree.text()[..root].rfind('(').unwrap_or(root)
}

/// Counts the moves and variations of a game by its nodes in SGF, because a game can continue in several events.
fn statistics(games: &Games, game: GameView<'_>) -> Statistics {
    let tree = game.tree();
    let main = std::iter::successors(tree.games().first().copied(), |&node| tree.children(node).next());
    let moves = main.flat_map(|node| tree.properties(node)).filter(|property| property.is("B") || property.is("W"));
    let nodes = (0..tree.games().len()).flat_map(|index| tree.nodes_of_game(index));
    let variations = nodes.map(|node| tree.children(node).count().saturating_sub(1)).sum();
    let counted = Statistics { moves: moves.count(), variations, ..Statistics::default() };
    let mut events = events(games, game);
    match (events.next(), events.next()) {
        (Some(only), None) => {
            let Statistics { captured_by_black, captured_by_white, .. } = Statistics::of(only.event());
            Statistics { captured_by_black, captured_by_white, ..counted }
        }
        _ => counted,
    }
}
