//! `textDocument/foldingRange` in SGF: games, variations and long values fold.

use super::brackets::brackets;
use crate::document::Games;
use crate::ide::folding::{Fold, FoldKind};
use crate::sgf::{TokenKind, Tokens};

/// What can be folded, by the first line.
pub fn folding(games: &Games) -> Vec<Fold> {
    let text = games.text();
    let mut folds = Vec::new();
    for game in games.games() {
        let own = text.byte_slice(game.start()..game.end()).to_string();
        let line = |byte: u32| text.byte_to_line(game.start() + byte as usize) as u32;
        for span in brackets(&own) {
            let rest = own[span.end as usize..].split(['\r', '\n']).next().unwrap_or_default();
            let ends_line = rest.trim_end_matches([')', ' ', '\t']).is_empty();
            let (start, end) = (line(span.start), line(span.end));
            let end = if ends_line { end } else { end.saturating_sub(1) };
            if end > start {
                folds.push(Fold { start, end, kind: FoldKind::Region });
            }
        }
        let values = Tokens::new(&own).filter(|token| matches!(token.kind, TokenKind::Value { .. }));
        for token in values.filter(|token| token.span.of(&own).contains(['\r', '\n'])) {
            let (start, end) = (line(token.span.start), line(token.span.end));
            if end > start {
                folds.push(Fold { start, end, kind: FoldKind::Comment });
            }
        }
    }
    folds.sort_by_cached_key(|fold| (fold.start, std::cmp::Reverse(fold.end)));
    folds.dedup_by_key(|fold| (fold.start, fold.end));
    folds
}
