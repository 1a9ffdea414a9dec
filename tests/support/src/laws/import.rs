//! Any bytes that begin like a game in the format of a Go server, or like a diagram, can be read as one: it becomes a
//! game in SGF without faults, and each part of that comes from a place in the file.

use ishi_check::check::{Severities, check_import};
use ishi_convert::import::{decode, read};
use ishi_sgf::parse;

pub fn hold(data: &[u8]) {
    hold_as_it_is(data);
    // Few bytes begin like one.
    for start in
        ["\\HS\n\\GS\n", "PMABBQEEQ\nPMACWEEEE\n", "[Header]\n", "[Data]\nAA,B1,1,0\n[ReviewNode]\n", "$$B9\n$$ | "]
    {
        hold_as_it_is(&[start.as_bytes(), data].concat());
    }
}

/// The law for a file that nothing is put before.
pub fn hold_as_it_is(data: &[u8]) {
    let file = decode(data, None);
    let Some(game) = read(&file.text) else { return };
    let games = parse(&game.sgf);
    assert_eq!((games.games().len(), games.faults()), (1, &[][..]), "{:?} becomes {:?}", file.text, game.sgf);
    let nodes = games.nodes_of_game(0).map(|node| game.source(games.span(node).start));
    let spans = nodes.chain(game.faults.iter().map(|fault| fault.span));
    let spans = spans.chain(game.losses.iter().map(|loss| loss.span));
    let spans = spans.chain(check_import(&game, &Severities::default()).into_iter().map(|one| one.span));
    for span in spans {
        assert!(file.text.get(span.range()).is_some(), "{span:?} lies outside of {:?}", file.text);
    }
}
