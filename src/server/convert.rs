//! Our values as LSP's, and back. Nothing else knows both.

mod completion;
mod lens;
mod settings;
mod tokens;
mod workspace;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use ropey::Rope;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::lsp_types::{self as lsp, Url};

pub(super) use completion::signature;

use super::answer::Answer;
use super::client::Abilities;
use super::documents::View;
use crate::board::Color;
use crate::check::{self, Code, STANDARD_URL, Severity};
use crate::config;
use crate::ide::{self, ActionKind, AssistKind, BoardStyle, Change};
use crate::record::Place;
use crate::render;
use crate::text::{self, ColumnUnit, Edit, LineRule, Span, bounded, byte_at, byte_by_rule, position_at};

pub(super) use lens::{INSERT_PRISONERS, Unresolved};
pub(super) use settings::config_error;
pub(super) use tokens::{delta, encode, legend};
pub(super) use workspace::{Progress, folders, found, path, progress, workspace_folders};

/// The name that diagnostics bear.
pub(super) const SOURCE: &str = "ishi";

/// Where the Standard is. There are a thousand diagnostics to a report, so it is parsed once.
static STANDARD: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse(STANDARD_URL).ok());

/// How many edits are sent at most: each takes a hundred bytes besides its text, and an editor a while.
const MAX_EDITS: usize = 10_000;

/// Why there is no answer for a place that has no position.
pub(super) const UNCERTAIN: &str = "this comes after a CR without LF, and editors differ in whether that ends a line: \
                                    replace it first, by the action for line 1";

/// A position as the client counts it.
pub(super) fn from_position(position: lsp::Position) -> text::Position {
    text::Position::new(position.line, position.character)
}

/// How an encoding is called.
pub(super) fn encoding(unit: ColumnUnit) -> lsp::PositionEncodingKind {
    match unit {
        ColumnUnit::Utf8 => lsp::PositionEncodingKind::UTF8,
        ColumnUnit::Utf16 => lsp::PositionEncodingKind::UTF16,
        ColumnUnit::Utf32 => lsp::PositionEncodingKind::UTF32,
    }
}

/// The `data` of something that a client may ask us to resolve: what it is about, and in which version of the document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ticket<T> {
    #[serde(rename = "textDocument")]
    document: Version,
    /// What is needed to work out the rest.
    pub(super) what: T,
}

/// A version of a document. The URI is for [`super::service`], which looks the document up.
#[derive(Debug, Serialize, Deserialize)]
struct Version {
    uri: String,
    version: Option<i32>,
}

/// A code action that a client has chosen: its name, and the selection for which it was offered, in bytes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Chosen {
    pub(super) name: String,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// What an action is for, in LSP's names.
pub(super) fn action_kind(kind: ActionKind) -> lsp::CodeActionKind {
    match kind {
        ActionKind::QuickFix => lsp::CodeActionKind::QUICKFIX,
        ActionKind::Assist(AssistKind::Rewrite) => lsp::CodeActionKind::REFACTOR_REWRITE,
        ActionKind::Assist(AssistKind::Move) => lsp::CodeActionKind::new("refactor.move"),
        ActionKind::Assist(AssistKind::Surround) => lsp::CodeActionKind::new("refactor.surround"),
        ActionKind::FixAll => lsp::CodeActionKind::new("source.fixAll.ishi"),
        ActionKind::OrganizeHeaders => lsp::CodeActionKind::new("source.organizeHeaders.ishi"),
    }
}

/// Converts what has to do with one document.
///
/// LSP ends a line at a CR that is not followed by LF, several editors do not. So after the first lone CR of a text a position
/// may mean two places, and no answer has one there: conversions of such places give nothing.
pub(super) struct Converter<'v> {
    view: &'v View,
    unit: ColumnUnit,
    /// Where the first lone CR stands.
    lone_cr: Option<usize>,
}

impl<'v> Converter<'v> {
    pub(super) fn new(view: &'v View, unit: ColumnUnit) -> Self {
        Self { view, unit, lone_cr: view.document.lone_cr() }
    }

    /// The byte at a position, unless that may be one of two. A line past the end of the text means the end, as a column past
    /// the end of a line does.
    pub(super) fn offset(&self, position: lsp::Position) -> Option<usize> {
        let text = self.view.snapshot().text();
        let byte = match self.lone_cr {
            None => byte_at(text, from_position(position), self.unit),
            lone_cr => byte_by_rule(text, lone_cr, from_position(position), self.unit, LineRule::Unknown).ok()?,
        };
        Some(byte.unwrap_or_else(|| text.len_bytes()))
    }

    /// The bytes of a range; of a range that ends before it begins, those between its two ends.
    pub(super) fn span(&self, range: lsp::Range) -> Option<Span> {
        let (one, other) = (self.offset(range.start)?, self.offset(range.end)?);
        Some(Span::new(one.min(other), one.max(other)))
    }

    /// The part of a range in which every place has a position.
    pub(super) fn visible(&self, range: lsp::Range) -> Span {
        let last = self.last();
        let [one, other] = [range.start, range.end].map(|end| self.offset(end).map_or(last, |byte| byte.min(last)));
        Span::new(one.min(other), one.max(other))
    }

    /// Whether every place of the text has a position.
    pub(super) fn is_certain(&self) -> bool {
        self.lone_cr.is_none()
    }

    /// The last byte that has a position.
    fn last(&self) -> usize {
        self.lone_cr.unwrap_or_else(|| self.view.document.text().len_bytes())
    }

    /// All of the text in which every place has a position.
    pub(super) fn all_visible(&self) -> Span {
        Span::new(0, self.last())
    }

    fn position(&self, byte: u32) -> Option<lsp::Position> {
        let byte = byte as usize;
        if self.lone_cr.is_some_and(|lone_cr| byte > lone_cr) {
            return None;
        }
        let text::Position { line, column } = position_at(self.view.document.text(), byte, self.unit);
        Some(lsp::Position::new(line, column))
    }

    pub(super) fn range(&self, span: Span) -> Option<lsp::Range> {
        Some(lsp::Range::new(self.position(span.start)?, self.position(span.end)?))
    }

    /// The range of as much of a span as has positions.
    fn visible_range(&self, span: Span) -> Option<lsp::Range> {
        self.range(Span { end: span.end.min(self.last() as u32), ..span })
    }

    /// The `data` with which something of this document comes back to be resolved.
    pub(super) fn ticket<T: Serialize>(&self, what: T) -> Option<Value> {
        serde_json::to_value(Ticket { document: self.version(), what }).ok()
    }

    fn version(&self) -> Version {
        Version { uri: self.view.uri.clone(), version: self.view.version }
    }

    /// What was given out with [`Self::ticket`]; none where it is not ours or the document has changed since.
    pub(super) fn redeem<T: DeserializeOwned>(&self, data: Option<Value>) -> Option<T> {
        let Ticket { document, what } = serde_json::from_value(data?).ok()?;
        (document.version == self.view.version).then_some(what)
    }

    /// A place of the document `uri`.
    pub(super) fn location(&self, span: Span, uri: &Url) -> Option<lsp::Location> {
        Some(lsp::Location::new(uri.clone(), self.range(span)?))
    }

    /// Edits that are in order and do not overlap; a single one where they are very many.
    ///
    /// Lines that go behind the last line end go before it instead. The text is the same then, but to Neovim there is no line
    /// behind the last one, and it would add a blank line.
    ///
    /// Where a lone CR stands in the text they are one edit of all of it, which ends lines in one way only.
    pub(super) fn text_edits(&self, mut edits: Vec<Edit>) -> Vec<lsp::TextEdit> {
        if self.lone_cr.is_some() && !edits.is_empty() {
            return vec![self.whole_edit(&edits)];
        }
        let text = self.view.document.text();
        let end = text.len_bytes();
        let line_end = last_line_end(text);
        let is_at_end = |edit: &Edit| edit.span.end as usize == end;
        if let Some(mut last) = edits.pop_if(|edit| is_at_end(edit)) {
            while let Some(before) = edits.pop_if(|edit| is_at_end(edit)) {
                last = Edit::replace(before.span.to(last.span), before.text + &last.text);
            }
            let lines = last.text.strip_suffix(line_end).filter(|_| last.span.is_empty() && !line_end.is_empty());
            edits.push(match lines {
                Some(lines) => Edit::insert(end - line_end.len(), format!("{line_end}{lines}")),
                None => last,
            });
        }
        if edits.len() > MAX_EDITS {
            edits = vec![joined(text, &edits)];
        }
        let edit = |edit: Edit| Some(lsp::TextEdit::new(self.range(edit.span)?, edit.text));
        edits.into_iter().filter_map(edit).collect()
    }

    /// The text after edits, with another line end for each lone CR, in place of the whole text. By LSP that ends where the
    /// range does, and for who counts fewer lines the range ends past the end, which means the same.
    fn whole_edit(&self, edits: &[Edit]) -> lsp::TextEdit {
        let snapshot = self.view.snapshot();
        let old = snapshot.text();
        let new = text::apply(&Cow::from(old), edits);
        let new = text::with_line_end_for_lone_cr(&new, snapshot.line_ends().majority_without_cr());
        self.view.offers.add(&new);
        let text::Position { line, column } = position_at(old, old.len_bytes(), self.unit);
        lsp::TextEdit::new(lsp::Range::new(lsp::Position::default(), lsp::Position::new(line, column)), new)
    }

    /// Diagnostics, and where there are more than these a last one that says how many.
    pub(super) fn diagnostics(&self, diagnostics: &[check::Diagnostic], more: usize) -> Vec<lsp::Diagnostic> {
        let mut all: Vec<_> = diagnostics.iter().filter_map(|diagnostic| self.diagnostic(diagnostic)).collect();
        // What follows a lone CR is counted with the diagnostic of that.
        if more > 0 && self.lone_cr.is_none() {
            let problems = if more == 1 { "problem follows" } else { "problems follow" };
            all.push(lsp::Diagnostic {
                range: all.last().map(|last| last.range).unwrap_or_default(),
                severity: Some(lsp::DiagnosticSeverity::INFORMATION),
                source: Some(SOURCE.to_owned()),
                message: format!("{more} more {problems} that are not shown; `ishi check` lists them all"),
                ..lsp::Diagnostic::default()
            });
        }
        all
    }

    /// A diagnostic; none for a place that has no position.
    pub(super) fn diagnostic(&self, diagnostic: &check::Diagnostic) -> Option<lsp::Diagnostic> {
        let range = self.range(diagnostic.span)?;
        let related = diagnostic.related.iter().filter_map(|related| {
            let location = self.location(related.span, &Url::parse(&self.view.uri).ok()?)?;
            Some(lsp::DiagnosticRelatedInformation { location, message: related.message.clone() })
        });
        let related: Vec<_> = related.collect();
        let unnecessary = matches!(diagnostic.code, Code::IgnoredData | Code::UnusedSuppression);
        Some(lsp::Diagnostic {
            range,
            severity: Some(match diagnostic.severity {
                Severity::Error => lsp::DiagnosticSeverity::ERROR,
                Severity::Warning => lsp::DiagnosticSeverity::WARNING,
                Severity::Info => lsp::DiagnosticSeverity::INFORMATION,
                Severity::Hint | Severity::Off => lsp::DiagnosticSeverity::HINT,
            }),
            code: Some(lsp::NumberOrString::String(diagnostic.code.name().to_owned())),
            code_description: STANDARD.clone().map(|href| lsp::CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: diagnostic.message.clone(),
            related_information: (!related.is_empty()).then_some(related),
            tags: unnecessary.then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
            data: None,
        })
    }

    /// Edits of the document `uri` as one step.
    pub(super) fn workspace_edit(&self, edits: Vec<Edit>, uri: &Url, client: &Abilities) -> lsp::WorkspaceEdit {
        let edits = self.text_edits(edits);
        if !client.versioned_edits {
            return lsp::WorkspaceEdit::new(HashMap::from([(uri.clone(), edits)]));
        }
        let text_document =
            lsp::OptionalVersionedTextDocumentIdentifier { uri: uri.clone(), version: self.view.version };
        let edits = edits.into_iter().map(lsp::OneOf::Left).collect();
        let changes = lsp::DocumentChanges::Edits(vec![lsp::TextDocumentEdit { text_document, edits }]);
        lsp::WorkspaceEdit { document_changes: Some(changes), ..lsp::WorkspaceEdit::default() }
    }

    /// An action on the document `uri`, that was asked for at `span`. Where its edits are yet to be worked out, that is done
    /// when the client asks for it, or at once for a client that does not. None where it then turns out to be impossible.
    pub(super) fn action(
        &self,
        action: ide::Action,
        span: Span,
        uri: &Url,
        client: &Abilities,
        effort: &mut ide::Effort,
    ) -> Option<lsp::CodeAction> {
        let (edits, data) = match action.change {
            Change::Edits(edits) => (Some(edits), None),
            Change::Named(name) if client.resolves_edits => {
                (None, self.ticket(Chosen { name: name.into_owned(), start: span.start, end: span.end }))
            }
            Change::Named(name) => (Some(ide::change_of_menu(self.view.snapshot(), span, &name, effort)?.ok()?), None),
        };
        Some(lsp::CodeAction {
            title: bounded(action.title),
            kind: Some(action_kind(action.kind)),
            diagnostics: action
                .diagnostic
                .and_then(|diagnostic| self.diagnostic(&diagnostic))
                .map(|diagnostic| vec![diagnostic]),
            edit: edits.map(|edits| self.workspace_edit(edits, uri, client)),
            is_preferred: action.preferred.then_some(true),
            data,
            ..lsp::CodeAction::default()
        })
    }

    /// Where something in the document `uri` leads, with the words that lead there for a client that shows them.
    pub(super) fn definition(&self, definition: &ide::Definition, uri: &Url, client: &Abilities) -> Answer {
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

    pub(super) fn highlight(&self, highlight: ide::Highlight) -> Option<lsp::DocumentHighlight> {
        let kind = match highlight.kind {
            ide::HighlightKind::Origin => lsp::DocumentHighlightKind::WRITE,
            ide::HighlightKind::Reference => lsp::DocumentHighlightKind::READ,
            ide::HighlightKind::Delimiter => lsp::DocumentHighlightKind::TEXT,
        };
        Some(lsp::DocumentHighlight { range: self.range(highlight.span)?, kind: Some(kind) })
    }

    /// The notes that the user wants in a part of the document.
    pub(super) fn inlay_hints(&self, span: Span) -> Vec<ide::InlayHint> {
        let config::Hints { captures, ko, variations, blocks } = self.view.config.hints;
        ide::inlay_hints(self.view.snapshot(), span, ide::HintKinds { captures, ko, variations, blocks })
    }

    /// A hint of no kind: LSP has names for those of types and of parameters only. A client that can ask for the tooltip
    /// gets it when it does.
    pub(super) fn inlay_hint(&self, hint: ide::InlayHint, client: &Abilities) -> Option<lsp::InlayHint> {
        let position = self.position(hint.offset)?;
        let (tooltip, data) = if client.resolves_tooltips {
            (None, self.ticket(hint.offset))
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

    /// The tooltip of a hint that was given out without; none where the document has changed since.
    pub(super) fn tooltip(&self, data: Option<Value>, client: &Abilities) -> Option<lsp::InlayHintTooltip> {
        let offset: u32 = self.redeem(data)?;
        let hints = self.inlay_hints(Span { start: offset, end: offset });
        hints.into_iter().find(|hint| hint.offset == offset).map(|hint| tooltip(hint.tooltip, client))
    }

    /// What is selected step by step: the innermost range, with the others around it. That they are nested in each
    /// other is LSP's way; [`ide::selection`] sees to it that they are not too many.
    pub(super) fn selection(&self, spans: &[Span]) -> lsp::SelectionRange {
        let mut ranges: Vec<lsp::Range> = spans.iter().map_while(|&span| self.range(span)).collect();
        // LSP has no place inside a line end, and so two spans may be the same range.
        ranges.dedup();
        let nest =
            |parent: Option<Box<lsp::SelectionRange>>, range| Some(Box::new(lsp::SelectionRange { range, parent }));
        let innermost = ranges.into_iter().rev().fold(None, nest);
        innermost
            .map_or_else(|| lsp::SelectionRange { range: lsp::Range::default(), parent: None }, |innermost| *innermost)
    }

    /// A link; none where what looks like an address is none.
    pub(super) fn link(&self, link: &ide::Link) -> Option<lsp::DocumentLink> {
        let target = Url::parse(&link.address).ok()?;
        Some(lsp::DocumentLink { range: self.range(link.span)?, target: Some(target), tooltip: None, data: None })
    }

    /// An entry of the outline with those in it, which [`ide::symbols`] keeps from being too deep.
    #[expect(deprecated, reason = "a field that the struct still has")]
    pub(super) fn symbol(&self, symbol: ide::Symbol) -> Option<lsp::DocumentSymbol> {
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

    /// The outline as a list in the order of the tree, for a client that knows no trees.
    pub(super) fn symbol_list(&self, symbols: &[ide::Symbol], uri: &Url) -> Vec<lsp::SymbolInformation> {
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

    /// As many folds as a client wants, of those whose lines all clients count in the same way.
    pub(super) fn folds(&self, folds: &[ide::Fold], limit: Option<usize>) -> Vec<lsp::FoldingRange> {
        let last = self.lone_cr.map_or(u32::MAX, |lone_cr| self.view.document.text().byte_to_line(lone_cr) as u32);
        let known = folds.iter().filter(|fold| fold.end <= last);
        known.take(limit.unwrap_or(usize::MAX)).map(fold).collect()
    }

    pub(super) fn hover(&self, hover: &ide::Hover, client: &Abilities) -> lsp::Hover {
        lsp::Hover {
            contents: lsp::HoverContents::Markup(self.told(hover, client.hover_markdown, client)),
            range: self.range(hover.span),
        }
    }

    /// What a hover says, in the way that the client and the settings want.
    fn told(&self, hover: &ide::Hover, markdown: bool, client: &Abilities) -> lsp::MarkupContent {
        let style = match self.view.config.hover.board {
            config::Board::Off => BoardStyle::Off,
            config::Board::Svg => BoardStyle::Picture,
            config::Board::Auto if client.pictures => BoardStyle::Picture,
            config::Board::Auto | config::Board::Text => BoardStyle::Text,
            config::Board::Ascii => BoardStyle::Ascii,
        };
        markup(markdown, || hover.markdown(style), || hover.plain(style))
    }
}

/// One edit that does what several do, which are in order and do not overlap.
fn joined(text: &Rope, edits: &[Edit]) -> Edit {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return Edit::insert(0, "") };
    let mut new = String::new();
    let mut at = first.span.start as usize;
    for edit in edits {
        new.extend(text.byte_slice(at..edit.span.start as usize).chunks());
        new.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    Edit::replace(first.span.to(last.span), new)
}

/// The line end that a text ends with; empty where it ends otherwise.
fn last_line_end(text: &Rope) -> &'static str {
    let mut back = text.chars_at(text.len_chars());
    match (back.prev(), back.prev()) {
        (Some('\n'), Some('\r')) => "\r\n",
        (Some('\n'), _) => "\n",
        (Some('\r'), _) => "\r",
        _ => "",
    }
}

/// A tooltip, in Markdown for a client that shows its hovers so: LSP has no word for tooltips.
fn tooltip(text: String, client: &Abilities) -> lsp::InlayHintTooltip {
    if client.hover_markdown {
        let kind = lsp::MarkupKind::Markdown;
        lsp::InlayHintTooltip::MarkupContent(lsp::MarkupContent { kind, value: text })
    } else {
        lsp::InlayHintTooltip::String(text.replace('`', ""))
    }
}

/// The answer to `ishi/board`.
pub(super) fn board(board: &ide::Board, format: BoardFormat) -> Value {
    let picture = &board.picture;
    let stones = |color: Color| -> Vec<String> {
        let own = picture.stones.iter().filter(|&&(_, other)| other == color);
        own.map(|(point, _)| point.to_string()).collect()
    };
    let grid = render::grid(picture);
    let (index, title, line) = &board.event;
    json!({
        "title": board.title,
        "board": match format {
            BoardFormat::Svg => render::svg(picture),
            BoardFormat::Text => render::text(picture),
            BoardFormat::Ascii => render::ascii(picture),
        },
        "alt": render::alt(picture),
        "event": {"index": index, "title": title, "line": line},
        "move": board.r#move.map(|found| json!({
            "number": found.number,
            "color": color(found.color),
            "location": location(found.place),
            "line": found.line,
        })),
        "next": {"number": board.next.0, "color": color(board.next.1)},
        "toPlay": picture.to_play.map(color),
        "captures": {"black": picture.captures.black, "white": picture.captures.white},
        "size": picture.size.get(),
        "region": {
            "from": picture.window.lower_left.to_string(),
            "to": picture.window.upper_right.to_string(),
        },
        "grid": {
            "left": grid.left, "top": grid.top, "step": grid.step, "width": grid.width, "height": grid.height,
        },
        "stones": {"black": stones(Color::Black), "white": stones(Color::White)},
        "comment": board.comment,
    })
}

/// The answer to `ishi/tree`.
pub(super) fn tree(tree: &ide::Tree) -> impl Serialize + '_ {
    #[derive(Serialize)]
    struct Tree<'t> {
        title: &'t str,
        line: u32,
        current: Option<usize>,
        nodes: Vec<Node<'t>>,
        truncated: bool,
    }
    #[derive(Serialize)]
    struct Node<'t> {
        id: usize,
        parent: Option<usize>,
        line: u32,
        comment: bool,
        main: bool,
        #[serde(flatten)]
        kind: Kind<'t>,
        #[serde(skip_serializing_if = "Option::is_none")]
        marker: Option<&'t str>,
    }
    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Kind<'t> {
        Root,
        Move { color: &'static str, number: Option<u32>, location: Option<String> },
        Diagram { title: &'t str },
    }
    fn node((id, node): (usize, &ide::Node)) -> Node<'_> {
        let kind = match node.kind {
            ide::NodeKind::Root => Kind::Root,
            ide::NodeKind::Move(player, number, place) => {
                Kind::Move { color: color(player), number, location: location(place) }
            }
            ide::NodeKind::Diagram(ref title) => Kind::Diagram { title },
        };
        let &ide::Node { parent, line, comment, main, .. } = node;
        Node { id, parent, line, comment, main, kind, marker: node.marker.as_deref() }
    }
    let nodes = tree.nodes.iter().enumerate().map(node).collect();
    let &ide::Tree { line, current, truncated, .. } = tree;
    Tree { title: &tree.title, line, current, nodes, truncated }
}

/// Null for a pass, and `?` where it is not written yet or can't be read, as in titles.
fn location(place: Place) -> Option<String> {
    match place {
        Place::Point(point) => Some(point.to_string()),
        Place::Pass => None,
        Place::Unknown => Some("?".to_owned()),
    }
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// How `ishi/board` is to draw.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum BoardFormat {
    Svg,
    #[default]
    Text,
    Ascii,
}

fn markup(
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
        }),
        ..lsp::FoldingRange::default()
    }
}
