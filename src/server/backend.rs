//! The answers: one short method for each request, all in the same way. The view of the document that came with the request
//! goes to a function of [`crate::ide`] in a thread of its own, and its result through [`Converter`].

use std::panic::resume_unwind;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Semaphore;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{self as lsp, Url};
use tower_lsp::{Client, LanguageServer, async_trait};
use tracing::Span as Scope;

use super::answer::Answer;
use super::backlog::Backlog;
use super::client::Abilities;
use super::connection::Connection;
use super::convert::{self, BoardFormat, Chosen, Converter};
use super::documents::{Documents, Refusal, View};
use super::publish::Report;
use super::pump::Outbox;
use super::{capabilities, service, status};
use crate::ide::{self, ActionKind};
use crate::text::{Span, bounded, quoted};

/// How long a document is at most, in bytes, whose semantic tokens are answered as a whole. These take five times as much
/// memory as the text, are kept for the next answer, and have all to be drawn by the editor before the user sees one.
const MOST_COLOURED: usize = 1 << 20;

/// How many answers are worked out at once. What is cancelled may still be worked at, so without a limit a client that
/// cancels everything would fill the memory.
const MOST_AT_WORK: usize = 16;

/// The handlers.
#[derive(Debug)]
pub(super) struct Backend {
    connection: Arc<Connection>,
    threads: Arc<Semaphore>,
}

impl Backend {
    pub(super) fn new(client: Client, outbox: Outbox, backlog: Arc<Backlog>) -> Self {
        let threads = Arc::new(Semaphore::new(MOST_AT_WORK));
        Self { connection: Arc::new(Connection::new(client, outbox, backlog)), threads }
    }

    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    /// Works out an answer from the document as it was when the request came. That is done in a thread of its own, because
    /// all handlers share one task with the reading of messages.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&View, &Converter<'_>, &Abilities) -> T + Send + 'static,
    ) -> Result<T> {
        let view = service::view()?;
        let client = self.connection.abilities();
        self.in_thread(move || work(&view, &Converter::new(&view, client.unit), &client)).await
    }

    /// Works out an answer that may be large, and writes it there. What this returns goes no further.
    async fn write<T: Default>(
        &self,
        work: impl FnOnce(&View, &Converter<'_>, &Abilities) -> Answer + Send + 'static,
    ) -> Result<T> {
        service::put(self.answer(work).await?);
        Ok(T::default())
    }

    /// The same for what may have no answer, which is null.
    async fn write_some<T: Default>(
        &self,
        work: impl FnOnce(&View, &Converter<'_>, &Abilities) -> Option<Answer> + Send + 'static,
    ) -> Result<T> {
        self.write(|view, convert, client| work(view, convert, client).unwrap_or_else(Answer::null)).await
    }

    /// Works out an answer in a thread of its own, in the span of the request. What is cancelled before a thread is free is
    /// never begun; what has begun goes on to its end, and keeps its place until then.
    async fn in_thread<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let place = Arc::clone(&self.threads).acquire_owned().await;
        let span = Scope::current();
        let work = move || {
            let _place = place;
            span.in_scope(work)
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(answer) => Ok(answer),
            Err(error) => match error.try_into_panic() {
                // The service knows which request this was, and answers it.
                Ok(panic) => resume_unwind(panic),
                Err(_) => Err(Error::request_cancelled()),
            },
        }
    }
}

impl Backend {
    /// Answers with what `answer` makes of the semantic tokens of the whole document; with null where that is so large that an
    /// editor had better color it by its own grammar, or ask for the part that it shows.
    async fn all_tokens<T: Default>(
        &self,
        answer: impl FnOnce(&Documents, &View, Arc<[lsp::SemanticToken]>) -> Answer + Send + 'static,
    ) -> Result<T> {
        let connection = Arc::clone(&self.connection);
        self.write(move |view, convert, client| {
            let length = view.snapshot().text().len_bytes();
            if length > MOST_COLOURED {
                return Answer::null();
            }
            let data = convert::encode(&ide::tokens(view.snapshot(), convert.all_visible(), client.unit));
            answer(&connection.documents, view, data.into())
        })
        .await
    }
}

/// The requests that LSP does not know.
impl Backend {
    /// `ishi/status`: what the server is doing and how long it takes, for a report of what is wrong with it.
    pub(super) async fn status(&self) -> Result<Value> {
        let connection = Arc::clone(&self.connection);
        self.in_thread(move || status::of(&connection)).await
    }

    /// `ishi/board`: the board of the item at a position, for a panel that follows the cursor. Null outside any document
    /// text.
    pub(super) async fn board(&self, params: BoardParams) -> Result<Option<Value>> {
        self.answer(move |view, convert, _| {
            let board = ide::board(view.snapshot(), convert.offset(params.place.position)?)?;
            Some(convert::board(&board, params.format))
        })
        .await
    }

    /// `ishi/tree`: the variations of the event at a position, for a panel that draws them.
    pub(super) async fn tree(&self, params: lsp::TextDocumentPositionParams) -> Result<Option<Value>> {
        self.write_some(move |view, convert, _| {
            // Its nodes say their lines, which are not to be doubted.
            let tree = ide::tree(view.snapshot(), convert.offset(params.position)?).filter(|_| convert.is_certain());
            Some(Answer::of(&tree.as_ref().map(convert::tree)))
        })
        .await
    }
}

/// What `ishi/board` takes.
#[derive(Debug, Deserialize)]
pub(super) struct BoardParams {
    #[serde(flatten)]
    place: lsp::TextDocumentPositionParams,
    #[serde(default)]
    format: BoardFormat,
}

#[async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, _: lsp::InitializeParams) -> Result<lsp::InitializeResult> {
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        Ok(lsp::InitializeResult {
            capabilities: capabilities::of(&self.connection.abilities()),
            server_info: Some(lsp::ServerInfo { name: env!("CARGO_PKG_NAME").to_owned(), version }),
        })
    }

    async fn initialized(&self, _: lsp::InitializedParams) {
        self.connection.begin();
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn diagnostic(&self, params: lsp::DocumentDiagnosticParams) -> Result<lsp::DocumentDiagnosticReportResult> {
        let previous = params.previous_result_id;
        let written =
            self.write::<()>(move |view, _, client| Report::new(view, client.unit).answer(previous.as_deref()));
        written.await?;
        let nothing = lsp::RelatedFullDocumentDiagnosticReport::default();
        Ok(lsp::DocumentDiagnosticReportResult::Report(lsp::DocumentDiagnosticReport::Full(nothing)))
    }

    // The client's tab size is not asked for: how far a variation is indented belongs to the record, not to the editor.
    async fn formatting(&self, _: lsp::DocumentFormattingParams) -> Result<Option<Vec<lsp::TextEdit>>> {
        // Emacs does not save what can't be formatted, and the save is what helps here. The user knows already.
        if service::refusal() == Some(Refusal::Ambiguous) {
            return Ok(None);
        }
        self.write(|view, convert, _| {
            let edits = ide::formatting(view.snapshot(), &view.config.format, None);
            Answer::of(&convert.text_edits(edits))
        })
        .await
    }

    async fn range_formatting(&self, params: lsp::DocumentRangeFormattingParams) -> Result<Option<Vec<lsp::TextEdit>>> {
        let answer = self.answer(move |view, convert, _| {
            let span = convert.span(params.range).ok_or_else(|| failed(convert::UNCERTAIN.into()))?;
            let edits = ide::formatting(view.snapshot(), &view.config.format, Some(span));
            Ok::<_, Error>(Answer::of(&convert.text_edits(edits)))
        });
        service::put(answer.await??);
        Ok(None)
    }

    async fn document_symbol(&self, params: lsp::DocumentSymbolParams) -> Result<Option<lsp::DocumentSymbolResponse>> {
        self.write(move |view, convert, client| {
            let symbols = ide::symbols(view.snapshot(), ide::MAX_SYMBOLS);
            if client.symbol_tree {
                Answer::list(symbols.into_iter().filter_map(|symbol| convert.symbol(symbol)))
            } else {
                Answer::list(convert.symbol_list(&symbols, &params.text_document.uri))
            }
        })
        .await
    }

    async fn completion(&self, params: lsp::CompletionParams) -> Result<Option<lsp::CompletionResponse>> {
        let position = params.text_document_position.position;
        let typed = params.context.and_then(|context| context.trigger_character).and_then(|typed| typed.chars().next());
        let connection = Arc::clone(&self.connection);
        self.answer(move |view, convert, client| {
            let offset = convert.offset(position)?;
            let used = |keyword| connection.values(keyword);
            let completions = ide::completion(view.snapshot(), offset, typed, &used);
            convert.completions(completions, offset, typed, client)
        })
        .await
    }

    async fn completion_resolve(&self, item: lsp::CompletionItem) -> Result<lsp::CompletionItem> {
        // What has no more to say has no `data`, and what is resolved too late has no document.
        if item.data.is_none() || service::view().is_err() {
            return Ok(item);
        }
        let connection = Arc::clone(&self.connection);
        self.answer(move |view, convert, client| {
            let documentation = convert.proposed(item.data.as_ref()).and_then(|(offset, typed, nth)| {
                // The list is worked out once more, and what was proposed is found by its place in it.
                let used = |keyword| connection.values(keyword);
                let completions = ide::completion(view.snapshot(), offset, typed, &used);
                completions.items.get(nth)?.documentation(view.snapshot(), offset)
            });
            convert.resolved(item, documentation.as_ref(), client)
        })
        .await
    }

    async fn signature_help(&self, params: lsp::SignatureHelpParams) -> Result<Option<lsp::SignatureHelp>> {
        let position = params.text_document_position_params.position;
        self.answer(move |view, convert, client| {
            let signature = ide::signature(view.snapshot(), convert.offset(position)?)?;
            Some(convert::signature(&signature, client))
        })
        .await
    }

    async fn on_type_formatting(
        &self,
        params: lsp::DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        let position = params.text_document_position.position;
        self.answer(move |view, convert, _| {
            let edits = ide::typing(view.snapshot(), convert.offset(position)?, &params.ch);
            // Nobody wants the whole text replaced under the cursor.
            (convert.is_certain() && !edits.is_empty()).then(|| convert.text_edits(edits))
        })
        .await
    }

    async fn hover(&self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>> {
        let position = params.text_document_position_params.position;
        self.answer(move |view, convert, client| {
            let hover = ide::hover(view.snapshot(), convert.offset(position)?)?;
            Some(convert.hover(&hover, client))
        })
        .await
    }

    async fn goto_definition(&self, params: lsp::GotoDefinitionParams) -> Result<Option<lsp::GotoDefinitionResponse>> {
        let lsp::TextDocumentPositionParams { text_document, position } = params.text_document_position_params;
        self.write_some(move |view, convert, client| {
            let definition = ide::definition(view.snapshot(), convert.offset(position)?)?;
            Some(convert.definition(&definition, &text_document.uri, client))
        })
        .await
    }

    async fn references(&self, params: lsp::ReferenceParams) -> Result<Option<Vec<lsp::Location>>> {
        let lsp::TextDocumentPositionParams { text_document, position } = params.text_document_position;
        let with_origins = params.context.include_declaration;
        self.write_some(move |view, convert, _| {
            let found = ide::references(view.snapshot(), convert.offset(position)?, with_origins);
            Some(Answer::list(found.into_iter().filter_map(|span| convert.location(span, &text_document.uri))))
        })
        .await
    }

    async fn document_highlight(
        &self,
        params: lsp::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp::DocumentHighlight>>> {
        let position = params.text_document_position_params.position;
        self.write_some(move |view, convert, _| {
            let highlights = ide::highlights(view.snapshot(), convert.offset(position)?);
            Some(Answer::list(highlights.into_iter().filter_map(|highlight| convert.highlight(highlight))))
        })
        .await
    }

    async fn inlay_hint(&self, params: lsp::InlayHintParams) -> Result<Option<Vec<lsp::InlayHint>>> {
        self.write(move |_, convert, client| {
            let hints = convert.inlay_hints(convert.visible(params.range));
            Answer::list(hints.into_iter().filter_map(|hint| convert.inlay_hint(hint, client)))
        })
        .await
    }

    async fn inlay_hint_resolve(&self, mut hint: lsp::InlayHint) -> Result<lsp::InlayHint> {
        self.answer(move |_, convert, client| {
            if let Some(tooltip) = convert.tooltip(hint.data.clone(), client) {
                hint.tooltip = Some(tooltip);
            }
            hint
        })
        .await
    }

    async fn selection_range(&self, params: lsp::SelectionRangeParams) -> Result<Option<Vec<lsp::SelectionRange>>> {
        let answer = self.answer(move |view, convert, _| {
            let offsets: Option<Vec<usize>> =
                params.positions.into_iter().map(|position| convert.offset(position)).collect();
            let Some(offsets) = offsets else { return Ok(Answer::null()) };
            let offsets = offsets.into_iter();
            Answer::whole_list(offsets.map(|offset| convert.selection(&ide::selection(view.snapshot(), offset))))
        });
        service::put(answer.await??);
        Ok(None)
    }

    async fn semantic_tokens_full(&self, _: lsp::SemanticTokensParams) -> Result<Option<lsp::SemanticTokensResult>> {
        self.all_tokens(|documents, view, data| {
            let result_id = documents.keep_tokens(&view.uri, Arc::clone(&data));
            Answer::of(&lsp::SemanticTokens { result_id, data: data.to_vec() })
        })
        .await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: lsp::SemanticTokensDeltaParams,
    ) -> Result<Option<lsp::SemanticTokensFullDeltaResult>> {
        self.all_tokens(move |documents, view, data| {
            let before = documents.kept_tokens(&view.uri, &params.previous_result_id);
            let result_id = documents.keep_tokens(&view.uri, Arc::clone(&data));
            match before {
                Some(before) => {
                    Answer::of(&lsp::SemanticTokensDelta { result_id, edits: convert::delta(&before, &data) })
                }
                None => Answer::of(&lsp::SemanticTokens { result_id, data: data.to_vec() }),
            }
        })
        .await
    }

    async fn semantic_tokens_range(
        &self,
        params: lsp::SemanticTokensRangeParams,
    ) -> Result<Option<lsp::SemanticTokensRangeResult>> {
        self.write(move |view, convert, client| {
            let Span { start, end } = convert.visible(params.range);
            let part = Span { start, end: end.min(start.saturating_add(MOST_COLOURED as u32)) };
            let data = convert::encode(&ide::tokens(view.snapshot(), part, client.unit));
            Answer::of(&lsp::SemanticTokens { result_id: None, data })
        })
        .await
    }

    async fn code_lens(&self, _: lsp::CodeLensParams) -> Result<Option<Vec<lsp::CodeLens>>> {
        self.write(|view, convert, client| {
            Answer::list(convert.lenses(ide::lenses(view.snapshot()), view.config.lens, client))
        })
        .await
    }

    async fn code_lens_resolve(&self, lens: lsp::CodeLens) -> Result<lsp::CodeLens> {
        self.answer(move |_, convert, _| {
            let unresolved: Option<convert::Unresolved> = convert.redeem(lens.data.clone());
            let command = unresolved.and_then(|unresolved| convert.lens_command(&unresolved));
            // A lens has to say something, and what it would say of another text is wrong.
            let command = command.ok_or_else(Error::content_modified)?;
            Ok(lsp::CodeLens { command: Some(command), ..lens })
        })
        .await?
    }

    async fn execute_command(&self, params: lsp::ExecuteCommandParams) -> Result<Option<Value>> {
        if params.command != convert::INSERT_PRISONERS {
            let known = convert::INSERT_PRISONERS;
            let command = quoted(&params.command);
            return Err(Error::invalid_params(format!("there is no command {command}, only `{known}`")));
        }
        let edit = self.answer(move |view, convert, client| {
            let offset = convert.event_of_command(params.arguments).map_err(Error::invalid_params)?;
            let edits = ide::prisoner_edits(view.snapshot(), offset);
            if edits.is_empty() {
                return Err(Error::invalid_params("no PRISONER line of this event is missing or wrong"));
            }
            let uri = lsp::Url::parse(&view.uri).map_err(|error| Error::invalid_params(error.to_string()))?;
            Ok(convert.workspace_edit(edits, &uri, client))
        });
        let edit = edit.await??;
        self.connection.edit(edit);
        Ok(None)
    }

    async fn document_link(&self, _: lsp::DocumentLinkParams) -> Result<Option<Vec<lsp::DocumentLink>>> {
        self.write(|view, convert, _| {
            Answer::list(ide::links(view.snapshot()).iter().filter_map(|link| convert.link(link)))
        })
        .await
    }

    async fn folding_range(&self, _: lsp::FoldingRangeParams) -> Result<Option<Vec<lsp::FoldingRange>>> {
        self.write(|view, convert, client| {
            Answer::list(convert.folds(&ide::folding(view.snapshot()), client.fold_limit))
        })
        .await
    }

    async fn code_action(&self, params: lsp::CodeActionParams) -> Result<Option<lsp::CodeActionResponse>> {
        self.write(move |view, convert, client| {
            let lsp::CodeActionContext { only, diagnostics, .. } = params.context;
            let wanted = |kind| only.as_ref().is_none_or(|only| only.iter().any(|only| is_kind(kind, only)));
            // Editors ask for the place of the cursor, and name the diagnostics of its whole line.
            let place = convert.span(params.range);
            let selection = place.unwrap_or_default();
            let named = diagnostics.iter().filter_map(|diagnostic| convert.span(diagnostic.range));
            let actions = match place {
                Some(selection) => ide::actions(view.snapshot(), selection, named.fold(selection, Span::to), wanted),
                None => ide::actions_of_file(view.snapshot(), &wanted),
            };
            let uri = &params.text_document.uri;
            let mut effort = ide::Effort::default();
            let actions = actions.into_iter();
            Answer::list(actions.filter_map(|action| convert.action(action, selection, uri, client, &mut effort)))
        })
        .await
    }

    async fn code_action_resolve(&self, mut action: lsp::CodeAction) -> Result<lsp::CodeAction> {
        let data = action.data.take();
        let edit = self.answer(move |view, convert, client| -> Result<_> {
            let chosen: Chosen = convert.redeem(data).ok_or_else(changed)?;
            let uri = Url::parse(&view.uri).map_err(|error| failed(error.to_string()))?;
            let span = Span { start: chosen.start, end: chosen.end };
            let edits = ide::change(view.snapshot(), span, &chosen.name).ok_or_else(changed)?;
            let edits = edits.map_err(|refusal| failed(refusal.to_string()))?;
            Ok(convert.workspace_edit(edits, &uri, client))
        });
        action.edit = Some(edit.await??);
        Ok(action)
    }

    async fn prepare_rename(
        &self,
        params: lsp::TextDocumentPositionParams,
    ) -> Result<Option<lsp::PrepareRenameResponse>> {
        self.answer(move |view, convert, _| {
            let ide::Renaming { span, name } = ide::prepare_rename(view.snapshot(), convert.offset(params.position)?)?;
            Some(lsp::PrepareRenameResponse::RangeWithPlaceholder { range: convert.range(span)?, placeholder: name })
        })
        .await
    }

    async fn rename(&self, params: lsp::RenameParams) -> Result<Option<lsp::WorkspaceEdit>> {
        let lsp::TextDocumentPositionParams { text_document, position } = params.text_document_position;
        let edit = self.answer(move |view, convert, client| -> Result<_> {
            let offset = convert.offset(position).ok_or_else(|| failed(convert::UNCERTAIN.into()))?;
            let edits = ide::rename(view.snapshot(), offset, &params.new_name);
            let edits = edits.ok_or_else(|| failed("there is no move number and no player's name here".into()))?;
            let edits = edits.map_err(|refusal| failed(refusal.to_string()))?;
            Ok(Some(convert.workspace_edit(edits, &text_document.uri, client)))
        });
        edit.await?
    }

    async fn symbol(&self, params: lsp::WorkspaceSymbolParams) -> Result<Option<Vec<lsp::SymbolInformation>>> {
        let connection = Arc::clone(&self.connection);
        self.in_thread(move || Some(connection.workspace.symbols(&connection.documents.views(), &params.query))).await
    }
}

/// Whether a kind of actions is one of those that a client wants: `refactor` means `refactor.move` too, and the empty kind
/// all of them.
fn is_kind(kind: ActionKind, only: &lsp::CodeActionKind) -> bool {
    let (kind, only) = (convert::action_kind(kind), only.as_str());
    let rest = kind.as_str().strip_prefix(only);
    only.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// `RequestFailed` of LSP: the request was right, and for a reason that the user is to read it can't be answered.
fn failed(message: String) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: bounded(message).into(), data: None }
}

/// `ContentModified` of LSP: what was asked for belongs to an earlier version of the document.
fn changed() -> Error {
    let message = "the document has changed since this was offered".into();
    Error { code: ErrorCode::ContentModified, message, data: None }
}
