//! `textDocument/documentSymbol` in SGF: games, moves and variations.

use crate::document::{GameView, Games};
use crate::ide::symbols::{self, Symbol, SymbolKind};
use ishi_convert::convert::SourceMap;
use ishi_sgf::{Collection, NodeId};
use ishi_text::Span;

/// The outline of the record that the games are converted to, with places in SGF. Variations are siblings of the moves
/// that they replace, as in SGF. See the outline of a record for `most`.
pub(in crate::ide) fn symbols(games: &Games, most: usize) -> Vec<Symbol> {
    let mut remaining = symbols::symbols(games.record(), most).into_iter().peekable();
    let mut out = Vec::new();
    while let Some(first) = remaining.next() {
        let game = games.game_of_record(first.span.start as usize);
        let end = game.record_range().end as u32;
        let place = Placer::new(game);
        out.push(place.event(first, 0));
        let mut index = 1;
        while let Some(event) = remaining.next_if(|symbol| symbol.span.start < end) {
            out.push(place.event(event, index));
            index += 1;
        }
    }
    out
}

/// Gives entries their places in SGF.
struct Placer<'g> {
    game: GameView<'g>,
    tree: &'g Collection<'static>,
    map: &'g SourceMap,
    /// For each node the last one below it, or itself.
    last: Vec<NodeId>,
}

impl<'g> Placer<'g> {
    fn new(game: GameView<'g>) -> Self {
        let (tree, map) = (game.tree(), game.map());
        let mut last: Vec<NodeId> = (0..tree.len() as u32).map(NodeId).collect();
        for node in (0..tree.len() as u32).map(NodeId).rev() {
            if let Some(parent) = tree.parent(node) {
                let end = last[node.0 as usize];
                let last_of_parent = &mut last[parent.0 as usize];
                *last_of_parent = (*last_of_parent).max(end);
            }
        }
        Self { game, tree, map, last }
    }

    /// The place in SGF for a place in the record.
    fn span(&self, span: Span) -> Span {
        let start = self.game.record_range().start;
        self.map.to_sgf(self.tree, (span.start as usize).saturating_sub(start))
    }

    fn node(&self, span: Span) -> Option<NodeId> {
        self.map.node_at((span.start as usize).saturating_sub(self.game.record_range().start))
    }

    /// A node with all that follows it.
    fn subtree(&self, node: NodeId) -> Span {
        self.last.get(node.0 as usize).map_or(Span::empty(0), |&last| self.tree.span(node).to(self.tree.span(last)))
    }

    /// An event: a game if its index is 0, otherwise a part of a game that continues from stones that were set up.
    fn event(&self, symbol: Symbol, index: usize) -> Symbol {
        let node = self.node(symbol.selection);
        let span = match node.filter(|_| index > 0) {
            Some(node) => self.subtree(node),
            None => {
                let text = self.tree.text();
                let root = self.tree.games().first().map_or(0, |&root| self.tree.span(root).start as usize);
                let start = text[..root].rfind('(').unwrap_or(root);
                let end = text.rfind(')').map_or(text.trim_end().len(), |at| at + 1);
                Span::new(start, end.max(start))
            }
        };
        let selection = self.span(symbol.selection);
        self.symbol(symbol, span.to(selection), selection)
    }

    fn symbol(&self, symbol: Symbol, span: Span, selection: Span) -> Symbol {
        let children = self.flat(symbol.children);
        let span = children.iter().fold(span, |span, child| {
            let start = self.game.start() as u32;
            span.to(Span { start: child.span.start - start, end: child.span.end - start })
        });
        let (span, selection) = (span.shifted(self.game.start()), selection.shifted(self.game.start()));
        Symbol { span, selection, children, ..symbol }
    }

    /// Entries with the variations on their moves as siblings, in the order of the text.
    fn flat(&self, symbols: Vec<Symbol>) -> Vec<Symbol> {
        let mut flat = Vec::with_capacity(symbols.len());
        for mut symbol in symbols {
            let selection = self.span(symbol.selection);
            let node = self.node(symbol.selection);
            let node_span = node.map_or(selection, |node| self.tree.span(node));
            match symbol.kind {
                SymbolKind::Variation => {
                    let span = node.map_or(node_span, |node| self.subtree(node));
                    flat.push(self.symbol(symbol, span.to(selection), selection));
                }
                _ => {
                    let variations = std::mem::take(&mut symbol.children);
                    flat.push(self.symbol(symbol, node_span.to(selection), selection));
                    flat.extend(self.flat(variations));
                }
            }
        }
        flat.sort_by_cached_key(|symbol| symbol.span.start);
        flat
    }
}
