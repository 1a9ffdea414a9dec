//! `textDocument/completion` in SGF: properties that fit the node, and values, each with its meaning.

use crate::document::Games;
use crate::ide::completion::{Completion, CompletionKind};
use ishi_convert::convert::Site;
use ishi_sgf::{self as sgf, Collection, NodeId, PropertyDefinition, Role, TokenKind, Tokens, ValueForm};
use ishi_text::Span;

/// The proposals at `offset`: in a value, the values that its property can have; elsewhere in a node, the properties of
/// `FF[4]` that the node does not have yet, the most suitable first. There are none if a space was `typed`.
pub(in crate::ide) fn completion(games: &Games, offset: usize, typed: Option<char>) -> Vec<Completion> {
    if typed == Some(' ') {
        return Vec::new();
    }
    let game = games.game_at(offset);
    let tree = game.tree();
    let text = tree.text();
    let at = offset - game.start();
    let mut name = Span::default();
    let mut is_in_node = false;
    for token in Tokens::new(text).take_while(|token| (token.span.start as usize) < at) {
        let holds = at <= token.span.end as usize;
        match token.kind {
            TokenKind::Identifier => {
                name = token.span;
                is_in_node = true;
            }
            TokenKind::Value { closed, .. } => {
                is_in_node = true;
                let inner = Span { start: token.span.start + 1, end: token.span.end - u32::from(closed) };
                if holds && at <= inner.end as usize {
                    return values(&sgf::name(name.of(text)), inner.shifted(game.start()));
                }
            }
            TokenKind::Semicolon => is_in_node = true,
            TokenKind::Space => {}
            TokenKind::Open { .. } | TokenKind::Close | TokenKind::Outside | TokenKind::Stray => is_in_node = false,
        }
    }
    let Some(site) = Site::at(tree, at).filter(|_| is_in_node) else { return Vec::new() };
    let is_name = !name.is_empty() && name.start as usize <= at && at <= name.end as usize;
    let replace = if is_name { name } else { Span::empty(at) };
    properties(tree, site.node, replace, game.start())
}

fn properties(tree: &Collection<'_>, node: NodeId, replace: Span, base: usize) -> Vec<Completion> {
    let is_root = tree.parent(node).is_none();
    let others = || tree.properties(node).filter(|property| property.id_span() != replace);
    let has = |names: &[&str]| others().any(|property| names.iter().any(|name| property.is(name)));
    let (has_move, has_setup) = (has(&["B", "W"]), has(&["AB", "AW", "AE", "PL"]));
    let fits = |definition: &PropertyDefinition| match definition.role {
        Role::Root | Role::GameInfo => is_root,
        Role::Setup => !has_move,
        Role::Move => !has_setup && !is_root,
        Role::Any => true,
    };
    let has_value = tree.text()[replace.end as usize..].trim_start().starts_with('[');
    let mut definitions: Vec<&PropertyDefinition> = sgf::definitions()
        .iter()
        .filter(|definition| definition.formats.contains(&4) && !others().any(|property| property.is(definition.name)))
        .collect();
    let rank = |definition: &PropertyDefinition| match definition.role {
        _ if !fits(definition) => 2,
        Role::Move if !is_root => 0,
        Role::Root | Role::GameInfo if is_root => 0,
        _ => 1,
    };
    definitions.sort_by_cached_key(|definition| (rank(definition), definition.name));
    let proposal = |definition: &&PropertyDefinition| {
        let mut proposal = Completion::new(CompletionKind::Keyword, definition.name, replace.shifted(base));
        if !has_value {
            proposal.plain = format!("{}[]", definition.name);
            let place = if definition.form == ValueForm::Empty { "" } else { "$1" };
            proposal.snippet = Some(format!("{}[{place}]$0", definition.name));
        }
        proposal.with_detail(definition.what)
    };
    definitions.iter().map(proposal).collect()
}

/// The values that a property can have, where these are few or usual.
fn values(name: &str, replace: Span) -> Vec<Completion> {
    let Some(definition) = sgf::definition(name) else { return Vec::new() };
    let proposed: &[(&str, &str)] = match (name, definition.form) {
        ("FF", _) => &[("4", "the current version of SGF")],
        ("GM", _) => &[("1", "Go")],
        ("SZ", _) => &[("19", "19×19"), ("13", "13×13"), ("9", "9×9")],
        ("ST", _) => &[
            ("0", "variations of the next move, marked on the board"),
            ("1", "variations of the current move, marked on the board"),
            ("2", "variations of the next move, not marked"),
            ("3", "variations of the current move, not marked"),
        ],
        ("PM", _) => &[("0", "no numbers"), ("1", "numbers as they are"), ("2", "numbers modulo 100")],
        ("KM", _) => &[("6.5", ""), ("7.5", ""), ("5.5", ""), ("0.5", ""), ("0", "")],
        ("RU", _) => &[("Japanese", ""), ("Chinese", ""), ("AGA", ""), ("GOE", "the rules of Ing"), ("NZ", "")],
        (_, ValueForm::Charset) => &[("UTF-8", "")],
        (_, ValueForm::Color) => &[("B", "Black"), ("W", "White")],
        (_, ValueForm::Double) => &[("1", ""), ("2", "emphasized")],
        (_, ValueForm::Result) => &[
            ("B+R", "Black wins by resignation"),
            ("W+R", "White wins by resignation"),
            ("B+T", "Black wins on time"),
            ("W+T", "White wins on time"),
            ("B+F", "Black wins by forfeit"),
            ("W+F", "White wins by forfeit"),
            ("0", "a draw"),
            ("Void", "no result"),
            ("?", "unknown"),
        ],
        _ => &[],
    };
    let proposal = |&(value, meaning): &(&str, &str)| {
        let kind = if definition.form == ValueForm::Color { CompletionKind::Color } else { CompletionKind::Value };
        let meaning = if meaning.is_empty() { definition.what } else { meaning };
        Completion::new(kind, value, replace).with_detail(meaning)
    };
    proposed.iter().map(proposal).collect()
}
