//! Where something leads, and what belongs together.

use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::Converter;
use crate::ide;
use crate::server::answer::Answer;
use crate::server::capabilities::ClientCapabilities;
use crate::text::Span;

impl Converter<'_> {
    /// Where something in the document `uri` leads, with the words that lead there for a client that shows them.
    pub(in crate::server) fn definition(
        &self,
        definition: &ide::Definition,
        uri: &Url,
        client: &ClientCapabilities,
    ) -> Answer {
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

    pub(in crate::server) fn highlight(&self, highlight: ide::Highlight) -> Option<lsp::DocumentHighlight> {
        let kind = match highlight.kind {
            ide::HighlightKind::Origin => lsp::DocumentHighlightKind::WRITE,
            ide::HighlightKind::Reference => lsp::DocumentHighlightKind::READ,
            ide::HighlightKind::Delimiter => lsp::DocumentHighlightKind::TEXT,
        };
        Some(lsp::DocumentHighlight { range: self.range(highlight.span)?, kind: Some(kind) })
    }

    /// A link; `None` if what looks like an address is none.
    pub(in crate::server) fn link(&self, link: &ide::Link) -> Option<lsp::DocumentLink> {
        let target = Url::parse(&link.address).ok()?;
        Some(lsp::DocumentLink { range: self.range(link.span)?, target: Some(target), tooltip: None, data: None })
    }

    /// The ranges that are selected step by step: the innermost, with the others around it. That they are nested in
    /// each other is LSP's way; [`ide::selection`] sees to it that they are not too many.
    pub(in crate::server) fn selection(&self, spans: &[Span]) -> lsp::SelectionRange {
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
