//! Hovers and inlay hints.

use serde_json::Value;
use tower_lsp::lsp_types as lsp;

use super::Converter;
use crate::capabilities::ClientCapabilities;
use ishi_config as config;
use ishi_ide::ide::{self, BoardStyle};
use ishi_text::Span;

impl Converter<'_> {
    pub(crate) fn hover(&self, hover: &ide::Hover, client: &ClientCapabilities) -> lsp::Hover {
        lsp::Hover {
            contents: lsp::HoverContents::Markup(self.markup(hover, client.hover_markdown, client)),
            range: self.range(hover.span),
        }
    }

    /// The text of a hover, in the form that the client and the settings ask for.
    pub(super) fn markup(&self, hover: &ide::Hover, markdown: bool, client: &ClientCapabilities) -> lsp::MarkupContent {
        let style = match self.view.config.hover.board {
            config::HoverBoard::Off => BoardStyle::Off,
            config::HoverBoard::Svg => BoardStyle::Picture,
            config::HoverBoard::Auto if client.pictures => BoardStyle::Picture,
            config::HoverBoard::Auto | config::HoverBoard::Text => BoardStyle::Text,
            config::HoverBoard::Ascii => BoardStyle::Ascii,
        };
        markup(markdown, || hover.markdown(style), || hover.plain(style))
    }

    /// The hints of a span that the user wants; `None` if the document changes before all hints are computed.
    pub(crate) fn current_inlay_hints(&self, span: Span) -> Option<Vec<ide::InlayHint>> {
        let stop = || self.view.document.is_superseded();
        self.view.analysis().inlay_hints(span, self.view.config.hints, &stop)
    }

    /// Converts a hint. It has no kind, because LSP only has kinds for types and parameters. A client that can resolve
    /// hints gets the tooltip later.
    pub(crate) fn inlay_hint(&self, hint: ide::InlayHint, client: &ClientCapabilities) -> Option<lsp::InlayHint> {
        let position = self.position(hint.offset)?;
        let (tooltip, data) = if client.resolves_tooltips {
            (None, self.resolve_data(hint.offset))
        } else {
            (Some(tooltip(hint.tooltip, client)), None)
        };
        Some(lsp::InlayHint {
            position,
            label: lsp::InlayHintLabel::String(hint.label),
            kind: None,
            // What an editor inserts with a hint is to be where the hint is.
            text_edits: (!hint.edits.is_empty() && self.lone_cr.is_none()).then(|| self.text_edits(hint.edits)),
            tooltip,
            padding_left: Some(true),
            padding_right: None,
            data,
        })
    }

    /// The tooltip of a hint that was sent without a tooltip; `None` if the document has changed since.
    pub(crate) fn tooltip(&self, data: Option<Value>, client: &ClientCapabilities) -> Option<lsp::InlayHintTooltip> {
        let offset: u32 = self.resolve(data)?;
        let here = Span { start: offset, end: offset };
        let hints = self.view.analysis().inlay_hints(here, self.view.config.hints, &|| false)?;
        hints.into_iter().find(|hint| hint.offset == offset).map(|hint| tooltip(hint.tooltip, client))
    }
}

/// Converts a tooltip, to Markdown if the client shows hovers in Markdown, because LSP has no capability for tooltips.
fn tooltip(text: String, client: &ClientCapabilities) -> lsp::InlayHintTooltip {
    if client.hover_markdown {
        let kind = lsp::MarkupKind::Markdown;
        lsp::InlayHintTooltip::MarkupContent(lsp::MarkupContent { kind, value: text })
    } else {
        lsp::InlayHintTooltip::String(text.replace('`', ""))
    }
}

pub(super) fn markup(
    markdown_wanted: bool,
    markdown: impl FnOnce() -> String,
    plain: impl FnOnce() -> String,
) -> lsp::MarkupContent {
    if markdown_wanted {
        lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: markdown() }
    } else {
        lsp::MarkupContent { kind: lsp::MarkupKind::PlainText, value: plain() }
    }
}
