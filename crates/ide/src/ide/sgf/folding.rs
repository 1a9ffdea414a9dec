//! `textDocument/foldingRange` in SGF: games, variations and long values fold.

use super::brackets::brackets;
use crate::document::Games;
use crate::ide::folding::{Fold, FoldKind};
use ishi_sgf::{TokenKind, Tokens};
use ishi_text::Span;

/// Returns the parts of games in SGF that can be folded, by their first line.
pub(in crate::ide) fn folding(games: &Games) -> Vec<Fold> {
    let text = games.text();
    let mut folds = Vec::new();
    for game in games.games() {
        let text_of_game = text.byte_slice(game.start()..game.end()).to_string();
        let line = |byte: u32| text.byte_to_line(game.start() + byte as usize) as u32;
        let tails = tails(&text_of_game);
        for span in brackets(&text_of_game) {
            let tail = tails.partition_point(|tail| tail.end < span.end);
            let ends_line = tails[tail].start <= span.end;
            let (start, end) = (line(span.start), line(span.end));
            let end = if ends_line { end } else { end.saturating_sub(1) };
            if end > start {
                folds.push(Fold { start, end, kind: FoldKind::Region });
            }
        }
        let values = Tokens::new(&text_of_game).filter(|token| matches!(token.kind, TokenKind::Value { .. }));
        for token in values.filter(|token| token.span.of(&text_of_game).contains(['\r', '\n'])) {
            let (start, end) = (line(token.span.start), line(token.span.end));
            if end > start {
                folds.push(Fold { start, end, kind: FoldKind::Comment });
            }
        }
    }
    folds.sort_by_cached_key(|fold| (fold.start, std::cmp::Reverse(fold.end)));
    folds.dedup_by_key(|fold| (fold.start, fold.end));
    nested(folds)
}

/// Makes folds that cross nested: if another fold begins inside a fold and ends after it, the first fold ends before
/// the other begins.
fn nested(folds: Vec<Fold>) -> Vec<Fold> {
    let mut ends: Vec<u32> = folds.iter().map(|fold| fold.end).collect();
    // Those around the next one, from the outermost.
    let mut open: Vec<usize> = Vec::new();
    for (index, fold) in folds.iter().enumerate() {
        while open.pop_if(|&mut last| ends[last] < fold.start).is_some() {}
        // All that are around hold each other.
        for &outer in open.iter().rev() {
            if ends[outer] < fold.end && folds[outer].start < fold.start {
                ends[outer] = fold.start - 1;
            }
        }
        while open.pop_if(|&mut last| ends[last] < fold.start).is_some() {}
        open.push(index);
    }
    let with_ends = folds.into_iter().zip(ends).map(|(fold, end)| Fold { end, ..fold });
    with_ends.filter(|fold| fold.end > fold.start).collect()
}

/// For each line of a text, the run of brackets at its end that close variations. The last run ends with the text.
fn tails(text: &str) -> Vec<Span> {
    let mut start = 0;
    let lines = text.split(['\r', '\n']).map(|line| {
        let tail = Span::new(start + line.trim_end_matches([')', ' ', '\t']).len(), start + line.len());
        start += line.len() + 1;
        tail
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line has one tail, so that a game in one line costs no more than one of the same length in many.
    #[test]
    fn each_line_has_a_tail() {
        let text = "(;B[aa](;W[bb]) )\r\n)\n\n ;x))";
        let tails: Vec<(u32, u32)> = tails(text).iter().map(|tail| (tail.start, tail.end)).collect();
        assert_eq!(tails, [(14, 17), (18, 18), (19, 20), (21, 21), (25, 27)]);
        for at in 0..=text.len() {
            let rest = text[at..].split(['\r', '\n']).next().unwrap_or_default();
            let tail = tails.iter().find(|tail| at <= tail.1 as usize).unwrap();
            assert_eq!(tail.0 as usize <= at, rest.trim_end_matches([')', ' ', '\t']).is_empty(), "{at}");
        }
    }
}
