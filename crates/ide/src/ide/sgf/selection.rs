//! `textDocument/selectionRange` in SGF: word, value, property, node, variation, game.

use super::brackets::brackets;
use crate::document::Games;
use ishi_convert::convert::Site;
use ishi_text::Span;

/// How many steps a selection has at most before it includes the whole game; see the selection in a record.
const MOST: usize = 100;

/// The spans that an editor selects at `offset`, step by step: the word, the value without and with its brackets, the
/// property, the node, the variations around it, the game and the text. Each span contains the previous span.
pub(in crate::ide) fn selection(games: &Games, offset: usize) -> Vec<Span> {
    let whole = Span::new(0, games.text().len_bytes());
    let game = games.game_at(offset);
    let tree = game.tree();
    let (text, at) = (tree.text(), (offset - game.start()).min(tree.text().len()));
    let mut candidates = Vec::new();
    if let Some(site) = Site::at(tree, at) {
        if let Some(property) = site.property(tree) {
            if let Some(value) = site.property.and_then(|(_, value)| value) {
                let value = property.value_spans()[value];
                candidates.push(word(text, value, at));
                candidates.push(value);
                candidates.push(Span { start: value.start - 1, end: (value.end + 1).min(text.len() as u32) });
            } else {
                candidates.push(property.id_span());
            }
            candidates.push(property.span());
        }
        candidates.push(tree.span(site.node));
    }
    let around: Vec<Span> = brackets(text).into_iter().filter(|span| holds(*span, at)).collect();
    candidates.extend(around.iter().rev().take(MOST));
    candidates.extend(around.first());
    let mut growing: Vec<Span> = Vec::new();
    for span in candidates.into_iter().map(|span| span.shifted(game.start())).chain([whole]) {
        let is_larger = |last: &Span| span != *last && span.start <= last.start && last.end <= span.end;
        if holds(span, offset) && !span.is_empty() && growing.last().is_none_or(is_larger) {
            growing.push(span);
        }
    }
    if growing.is_empty() {
        growing.push(whole);
    }
    growing
}

fn holds(span: Span, at: usize) -> bool {
    span.start as usize <= at && at <= span.end as usize
}

/// The word of a value at a place.
fn word(text: &str, value: Span, at: usize) -> Span {
    let is_letter = |character: char| character.is_alphanumeric() || character == '\'' || character == '_';
    let (before, after) = (&text[value.start as usize..at], &text[at..value.end as usize]);
    let start = at - (before.len() - before.trim_end_matches(is_letter).len());
    let end = at + (after.len() - after.trim_start_matches(is_letter).len());
    Span::new(start, end)
}
