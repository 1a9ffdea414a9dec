//! `textDocument/semanticTokens` in SGF: the kinds of names and values.

use crate::document::Games;
use crate::ide::tokens::{Modifiers, SemanticToken, SemanticTokenKind};
use ishi_convert::convert;
use ishi_position::{ColumnUnit, position_at};
use ishi_sgf::{self as sgf, TokenKind as SgfToken, Tokens, ValueForm};

use ishi_text::Span;

/// The tokens of the games that `range` touches, in order, with columns in `unit`; only those in the range.
pub(in crate::ide) fn tokens(games: &Games, range: Span, unit: ColumnUnit) -> Vec<SemanticToken> {
    let text = games.text();
    let mut tokens = Vec::new();
    for game in games.games_in(range) {
        let text_of_game = text.byte_slice(game.start()..game.end()).to_string();
        let mut name = String::new();
        for token in Tokens::new(&text_of_game) {
            let span = token.span.shifted(game.start());
            let is_wanted = span.touches(range);
            match token.kind {
                SgfToken::Identifier => {
                    name = sgf::name(token.span.of(&text_of_game)).into_owned();
                    if is_wanted {
                        let kind = if name == "W" { SemanticTokenKind::White } else { SemanticTokenKind::Keyword };
                        let is_known = sgf::definition(&name).is_some() || convert::is_own_property(&name);
                        let modifiers = if is_known { Modifiers::default() } else { Modifiers::ERROR };
                        tokens.extend(lines(games, span, kind, modifiers, unit));
                    }
                }
                SgfToken::Value { closed, .. } if is_wanted => {
                    let inner = Span { start: span.start + 1, end: span.end - u32::from(closed) };
                    let value = &text_of_game[inner.range().start - game.start()..inner.range().end - game.start()];
                    for (part, kind) in parts(&name, value) {
                        let part = part.shifted(inner.start as usize);
                        tokens.extend(lines(games, part, kind, Modifiers::default(), unit));
                    }
                }
                SgfToken::Stray if is_wanted => {
                    tokens.extend(lines(games, span, SemanticTokenKind::Text, Modifiers::ERROR, unit));
                }
                SgfToken::Outside if is_wanted => {
                    tokens.extend(lines(games, span, SemanticTokenKind::Remark, Modifiers::default(), unit));
                }
                _ => {}
            }
        }
    }
    tokens
}

/// The parts of a value, each with its kind.
fn parts(name: &str, value: &str) -> Vec<(Span, SemanticTokenKind)> {
    let whole = |kind| vec![(Span::new(0, value.len()), kind)];
    let Some(definition) = sgf::definition(name) else { return whole(SemanticTokenKind::UserData) };
    match definition.form {
        ValueForm::Empty => Vec::new(),
        ValueForm::Number(..) | ValueForm::Real | ValueForm::Double | ValueForm::Size => {
            whole(SemanticTokenKind::Number)
        }
        ValueForm::Color | ValueForm::Charset => whole(SemanticTokenKind::Constant),
        ValueForm::Move | ValueForm::Points | ValueForm::Line => whole(SemanticTokenKind::Location),
        ValueForm::Label => match value.split_once(':') {
            Some((at, label)) => {
                let after = at.len() + 1;
                vec![
                    (Span::new(0, at.len()), SemanticTokenKind::Location),
                    (Span::new(after, after + label.len()), SemanticTokenKind::Label),
                ]
            }
            None => whole(SemanticTokenKind::Location),
        },
        ValueForm::Figure | ValueForm::Program => whole(SemanticTokenKind::UserData),
        ValueForm::SimpleText if matches!(name, "GN" | "EV" | "N") => whole(SemanticTokenKind::Title),
        ValueForm::SimpleText | ValueForm::Text | ValueForm::Result | ValueForm::Date => whole(SemanticTokenKind::Text),
    }
}

/// A token for each line of a span.
fn lines(
    games: &Games,
    span: Span,
    kind: SemanticTokenKind,
    modifiers: Modifiers,
    unit: ColumnUnit,
) -> Vec<SemanticToken> {
    let text = games.text();
    let part = text.byte_slice(span.range()).to_string();
    let mut tokens = Vec::new();
    let mut at = span.start as usize;
    for line in part.split_inclusive(['\n', '\r']) {
        let content = line.trim_end_matches(['\n', '\r']);
        if !content.trim().is_empty() {
            let (start, end) = (position_at(text, at, unit), position_at(text, at + content.len(), unit));
            let length = end.column - start.column;
            tokens.push(SemanticToken { line: start.line, column: start.column, length, kind, modifiers });
        }
        at += line.len();
    }
    tokens
}
