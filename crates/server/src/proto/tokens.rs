//! Semantic tokens in the form of LSP: five numbers each, relative to the previous token.

use tower_lsp::lsp_types::{self as lsp, SemanticTokenType};

use ishi_ide::ide::{SemanticToken, SemanticTokenKind};

/// The names of [`ishi_ide::ide::Modifiers`], from the lowest bit. No modifier of LSP has a similar meaning.
const MODIFIERS: [&str; 3] = ["captured", "setup", "error"];

/// The types in the order of their numbers. All but `label`, which LSP has had since 3.18, and `title` are of LSP 3.16,
/// so that every theme has a color for them.
const TYPES: [SemanticTokenType; 12] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::TYPE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::DECORATOR,
    SemanticTokenType::new("label"),
    SemanticTokenType::OPERATOR,
    SemanticTokenType::new("title"),
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::MACRO,
];

/// The place of a token's type in [`TYPES`].
fn number_of(kind: SemanticTokenKind) -> u32 {
    match kind {
        SemanticTokenKind::Keyword | SemanticTokenKind::Directive => 0,
        SemanticTokenKind::White => 1,
        SemanticTokenKind::Number => 2,
        SemanticTokenKind::Location => 3,
        SemanticTokenKind::Constant => 4,
        SemanticTokenKind::Sign => 5,
        SemanticTokenKind::Label => 6,
        SemanticTokenKind::Operator => 7,
        SemanticTokenKind::Title => 8,
        SemanticTokenKind::Text => 9,
        SemanticTokenKind::Remark => 10,
        SemanticTokenKind::UserData => 11,
    }
}

/// The legend of the semantic tokens.
pub(crate) fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: MODIFIERS.map(lsp::SemanticTokenModifier::new).to_vec(),
    }
}

/// Tokens in order, with columns in the client's unit.
pub(crate) fn encode(tokens: &[SemanticToken]) -> Vec<lsp::SemanticToken> {
    let (mut line, mut column) = (0, 0);
    let encode = |token: &SemanticToken| {
        let delta_line = token.line - line;
        let delta_start = if delta_line == 0 { token.column - column } else { token.column };
        (line, column) = (token.line, token.column);
        lsp::SemanticToken {
            delta_line,
            delta_start,
            length: token.length,
            token_type: number_of(token.kind),
            token_modifiers_bitset: token.modifiers.bits(),
        }
    };
    tokens.iter().map(encode).collect()
}

/// Returns the edit that turns `old` into `new`: at most one, which replaces all numbers between the common beginning
/// and the common end.
///
/// Because tokens are relative to the previous token, an inserted or removed line changes only the token after it.
pub(crate) fn delta(old: &[lsp::SemanticToken], new: &[lsp::SemanticToken]) -> Vec<lsp::SemanticTokensEdit> {
    const NUMBERS: usize = 5;
    let same_at_start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same_at_start..], &new[same_at_start..]);
    let same_at_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - same_at_end], &new[..new.len() - same_at_end]);
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    vec![lsp::SemanticTokensEdit {
        start: (same_at_start * NUMBERS) as u32,
        delete_count: (old.len() * NUMBERS) as u32,
        data: Some(new.to_vec()),
    }]
}
