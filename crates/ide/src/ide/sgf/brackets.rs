//! The brackets of a game: where its variations begin and end.

use ishi_sgf::{TokenKind, Tokens};
use ishi_text::Span;

/// Each game and variation of a text, from its `(` to its `)` or to the end of the text, in the order of their starts.
pub(super) fn brackets(text: &str) -> Vec<Span> {
    let mut brackets: Vec<Span> = Vec::new();
    let mut open = Vec::new();
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::Open { game } => {
                if game {
                    open.clear();
                }
                open.push(brackets.len());
                brackets.push(Span::new(token.span.start as usize, text.len()));
            }
            TokenKind::Close => {
                if let Some(begun) = open.pop() {
                    brackets[begun].end = token.span.end;
                }
            }
            _ => {}
        }
    }
    brackets
}
