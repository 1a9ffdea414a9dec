//! Definitions, links and selection ranges.

use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::Converter;
use crate::capabilities::ClientCapabilities;
use ishi_ide::ide;
use ishi_rpc::Answer;
use ishi_text::Span;

impl Converter<'_> {
    /// Converts a definition in the document `uri`, with the span of the reference for a client that shows it.
    pub(crate) fn definition(&self, definition: &ide::Definition, uri: &Url, client: &ClientCapabilities) -> Answer {
        let targets = definition.targets.iter();
        if !client.definition_links {
            return Answer::list(targets.filter_map(|&span| self.location(span, uri)));
        }
        let origin = self.range(definition.origin);
        let links = targets.filter_map(|&span| {
            let range = self.range(span)?;
            Some(lsp::LocationLink {
                origin_selection_range: origin,
                target_uri: uri.clone(),
                target_range: range,
                target_selection_range: range,
            })
        });
        Answer::list(links)
    }

    pub(crate) fn highlight(&self, highlight: ide::Highlight) -> Option<lsp::DocumentHighlight> {
        let kind = match highlight.kind {
            ide::HighlightKind::Origin => lsp::DocumentHighlightKind::WRITE,
            ide::HighlightKind::Reference => lsp::DocumentHighlightKind::READ,
            ide::HighlightKind::Delimiter => lsp::DocumentHighlightKind::TEXT,
        };
        Some(lsp::DocumentHighlight { range: self.range(highlight.span)?, kind: Some(kind) })
    }

    /// Converts a link; `None` if the text is not a valid address.
    pub(crate) fn link(&self, link: &ide::Link) -> Option<lsp::DocumentLink> {
        let target = Url::parse(&link.address).ok()?;
        Some(lsp::DocumentLink { range: self.range(link.span)?, target: Some(target), tooltip: None, data: None })
    }

    /// Converts the spans that are selected step by step to the nested ranges of LSP, the innermost first.
    /// [`ide::selection`] limits their number.
    pub(crate) fn selection(&self, spans: &[Span]) -> lsp::SelectionRange {
        let mut ranges: Vec<lsp::Range> = spans.iter().map_while(|&span| self.range(span)).collect();
        // LSP has no place inside a line end, and so two spans may be the same range.
        ranges.dedup();
        let nest =
            |parent: Option<Box<lsp::SelectionRange>>, range| Some(Box::new(lsp::SelectionRange { range, parent }));
        let innermost = ranges.into_iter().rev().fold(None, nest);
        innermost
            .map_or_else(|| lsp::SelectionRange { range: lsp::Range::default(), parent: None }, |innermost| *innermost)
    }
}
