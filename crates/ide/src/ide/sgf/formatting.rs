//! `textDocument/formatting` and `rangeFormatting` in SGF.

use std::borrow::Cow;

use crate::document::{GameView, Games};
use ishi_record::format::format_sgf;
use ishi_sgf::{Collection, TokenKind, Tokens};
use ishi_text::{Edit, Span, difference};

/// The edits that begin a new line with each variation and with each node that has more than a move. Empty if the text
/// has a syntax error or has lost characters, because formatting could then lose content.
pub(in crate::ide) fn formatting(games: &Games) -> Vec<Edit> {
    if !games.is_whole() {
        return Vec::new();
    }
    let text = Cow::from(games.text());
    format_sgf(&text).map_or(Vec::new(), |formatted| difference(&text, &formatted))
}

/// The edits of the white space in and before the nodes that `range` touches (`textDocument/rangeFormatting`).
pub(in crate::ide) fn range_formatting(games: &Games, range: Span) -> Vec<Edit> {
    if !games.is_whole() {
        return Vec::new();
    }
    games.games_in(range).flat_map(|game| of_nodes(game, range)).collect()
}

fn of_nodes(game: GameView<'_>, range: Span) -> Vec<Edit> {
    let text = game.tree().text();
    let local = |byte: u32| (byte as usize).saturating_sub(game.start()).min(text.len());
    let nodes = touched(game.tree(), Span::new(local(range.start), local(range.end)));
    let (Some(nodes), Ok(formatted)) = (nodes, format_sgf(text)) else { return Vec::new() };
    let (before, after) = (gaps(text), gaps(&formatted));
    let is_about = |gap: &Span| nodes.start <= gap.end && gap.end <= nodes.end;
    let pairs = before.into_iter().zip(after).filter(|(gap, _)| is_about(gap));
    let edits = pairs.filter_map(|(old, new)| {
        let (mut span, mut new) = (old, new.of(&formatted));
        let brackets = |text: &str| text.chars().filter(|one| !one.is_whitespace()).collect::<String>();
        // A bracket that is one too many goes only together with the other one.
        if old.of(text) == new || brackets(old.of(text)) != brackets(new) {
            return None;
        }
        while let (Some(one), Some(other)) = (span.of(text).chars().next(), new.chars().next())
            && one == other
        {
            span.start += one.len_utf8() as u32;
            new = &new[one.len_utf8()..];
        }
        while let (Some(one), Some(other)) = (span.of(text).chars().next_back(), new.chars().next_back())
            && one == other
        {
            span.end -= one.len_utf8() as u32;
            new = &new[..new.len() - one.len_utf8()];
        }
        Some(Edit::replace(span, new).shifted(game.start()))
    });
    edits.collect()
}

/// The text from the first node that a range touches to the last. A range that ends at the start of a node does not
/// touch that node.
fn touched(games: &Collection<'_>, range: Span) -> Option<Span> {
    let end = range.end.max(range.start + 1);
    let nodes = (0..games.games().len()).flat_map(|game| games.nodes_of_game(game)).map(|node| {
        let span = games.span(node);
        Span::new(span.start as usize, span.start as usize + span.of(games.text()).trim_end().len())
    });
    let is_touched =
        |node: &Span| node.start < end && (range.start < node.end || range.is_empty() && range.start == node.end);
    nodes.filter(is_touched).reduce(Span::to)
}

/// The text before each semicolon, name and value: white space, and the brackets of variations. Text outside of the
/// games does not count.
fn gaps(text: &str) -> Vec<Span> {
    let mut gaps = Vec::new();
    let mut start = 0;
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::Open { game: true } => start = token.span.start,
            TokenKind::Semicolon | TokenKind::Identifier | TokenKind::Value { .. } => {
                gaps.push(Span { start, end: token.span.start });
                start = token.span.end;
            }
            _ => {}
        }
    }
    gaps
}
