//! The outline and the folds of a document.

use serde::Serialize;
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::Converter;
use ishi_ide::ide;

impl Converter<'_> {
    /// Converts an entry of the outline with its children. [`ide::symbols`] limits the depth.
    #[expect(deprecated, reason = "a field that the struct still has")]
    pub(crate) fn symbol(&self, symbol: ide::Symbol) -> Option<lsp::DocumentSymbol> {
        let detail = symbol.detail();
        let children = symbol.children.into_iter().filter_map(|child| self.symbol(child)).collect::<Vec<_>>();
        Some(lsp::DocumentSymbol {
            name: symbol.name,
            detail: (!detail.is_empty()).then_some(detail),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            selection_range: self.range(symbol.selection)?,
            range: self.visible_range(symbol.span)?,
            children: (!children.is_empty()).then_some(children),
        })
    }

    /// The outline as a list in the order of the tree, for a client that does not support trees.
    pub(crate) fn symbol_list(&self, symbols: &[ide::Symbol], uri: &Url) -> Vec<lsp::SymbolInformation> {
        let mut list = Vec::new();
        self.add_symbols(symbols, None, uri, &mut list);
        list
    }

    #[expect(deprecated, reason = "a field that the struct still has")]
    fn add_symbols(
        &self,
        symbols: &[ide::Symbol],
        within: Option<&str>,
        uri: &Url,
        list: &mut Vec<lsp::SymbolInformation>,
    ) {
        for symbol in symbols {
            let Some(range) = self.visible_range(symbol.span) else { continue };
            list.push(lsp::SymbolInformation {
                name: symbol.name.clone(),
                kind: symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                location: lsp::Location::new(uri.clone(), range),
                container_name: within.map(str::to_owned),
            });
            self.add_symbols(&symbol.children, Some(&symbol.name), uri, list);
        }
    }

    /// Converts as many folds as the client wants. Only folds whose lines all clients count in the same way are sent.
    pub(crate) fn folds(&self, folds: &[ide::Fold], limit: Option<usize>) -> Vec<lsp::FoldingRange> {
        let last = self.lone_cr.map_or(u32::MAX, |lone_cr| self.view.document.text().byte_to_line(lone_cr) as u32);
        let certain = folds.iter().filter(|fold| fold.end <= last);
        certain.take(limit.unwrap_or(usize::MAX)).map(fold).collect()
    }
}

/// An event that was found in the file of a URI, which is called `file` here.
pub(crate) fn found<F>(event: ide::EventMatch<F>, uri: String, file: &str) -> FoundEvent {
    let start = lsp::Position::new(event.line, 0);
    FoundEvent {
        name: event.name,
        kind: symbol_kind(ide::SymbolKind::Event),
        location: FoundLocation { uri, range: lsp::Range::new(start, start) },
        container_name: if event.detail.is_empty() { file.to_owned() } else { format!("{file} · {}", event.detail) },
    }
}

/// The `SymbolInformation` of LSP for an event, with the URI as the client writes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundEvent {
    name: String,
    kind: lsp::SymbolKind,
    location: FoundLocation,
    container_name: String,
}

#[derive(Serialize)]
struct FoundLocation {
    uri: String,
    range: lsp::Range,
}

fn symbol_kind(kind: ide::SymbolKind) -> lsp::SymbolKind {
    // LSP knows only the parts of programs; these are the ones whose icons fit best.
    match kind {
        ide::SymbolKind::Event => lsp::SymbolKind::MODULE,
        ide::SymbolKind::Move => lsp::SymbolKind::FIELD,
        ide::SymbolKind::Variation => lsp::SymbolKind::NAMESPACE,
        ide::SymbolKind::Diagram => lsp::SymbolKind::OBJECT,
        ide::SymbolKind::Setup => lsp::SymbolKind::ARRAY,
    }
}

fn fold(fold: &ide::Fold) -> lsp::FoldingRange {
    lsp::FoldingRange {
        start_line: fold.start,
        end_line: fold.end,
        kind: Some(match fold.kind {
            ide::FoldKind::Region => lsp::FoldingRangeKind::Region,
            ide::FoldKind::Comment => lsp::FoldingRangeKind::Comment,
            // The only kind that editors offer to fold when a file is opened.
            ide::FoldKind::Sgf => lsp::FoldingRangeKind::Imports,
        }),
        ..lsp::FoldingRange::default()
    }
}
