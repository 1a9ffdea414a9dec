//! What tower-lsp calls: each request goes to its handler, with the context of the request.

use std::cell::RefCell;
use std::future::poll_fn;
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Semaphore;
use tower_lsp::lsp_types as lsp;
use tower_lsp::{ClientSocket, LanguageServer, LspService, async_trait};
use tracing::Span;

use super::answer::Answer;
use super::handlers::board::{BoardParams, TreeParams};
use super::handlers::fault::{self, Sleep};
use super::handlers::{
    self, actions, board, commands, completion, diagnostics, formatting, hints, navigation, status, symbols, tokens,
};
use super::jsonrpc::{Error, Result};
use super::session::RequestContext;
use super::transport::{Runtime, finished};

/// How many requests are worked at at once. What is cancelled may still be worked at, so without a limit a client that
/// cancels everything would fill the memory.
const MAX_CONCURRENT_REQUESTS: usize = 16;

thread_local! {
    /// What belongs to the request whose task is being polled. tower-lsp hands its handlers the params and nothing
    /// else.
    static REQUEST: RefCell<Option<InTask>> = const { RefCell::new(None) };
}

/// What belongs to the request that is being answered.
#[derive(Clone)]
struct InTask {
    context: Arc<RequestContext>,
    answer: ResultSlot,
}

/// Where the bytes of a result go past tower-lsp, which would make a `Value` of it first.
pub(super) type ResultSlot = Arc<Mutex<Option<Answer>>>;

/// Runs what tower-lsp does for a request, with the context of the request.
pub(super) async fn with_context<F: Future>(context: RequestContext, answer: ResultSlot, task: F) -> F::Output {
    let request = InTask { context: Arc::new(context), answer };
    let mut task = pin!(task);
    poll_fn(|task_context| {
        let outer = REQUEST.replace(Some(request.clone()));
        let output = task.as_mut().poll(task_context);
        REQUEST.set(outer);
        output
    })
    .await
}

/// Calls the handlers.
#[derive(Debug)]
pub(super) struct Backend {
    runtime: Arc<dyn Runtime>,
    at_work: Arc<Semaphore>,
}

impl Backend {
    /// Returns tower-lsp's service for this backend.
    pub(super) fn service(runtime: Arc<dyn Runtime>, fault_injection: bool) -> (LspService<Self>, ClientSocket) {
        let at_work = Arc::new(Semaphore::new(MAX_CONCURRENT_REQUESTS));
        let builder = LspService::build(|_| Self { runtime, at_work })
            .custom_method("ishi/board", Self::board)
            .custom_method("ishi/tree", Self::tree)
            .custom_method("ishi/status", Self::status);
        if !fault_injection {
            return builder.finish();
        }
        builder
            .custom_method("ishi/fault/panic", Self::panic)
            .custom_method("ishi/fault/panicInThread", Self::panic_in_thread)
            .custom_method("ishi/fault/panicOnEdit", Self::panic_on_edit)
            .custom_method("ishi/fault/slowOpen", Self::slow_open)
            .custom_method("ishi/fault/sleep", Self::sleep)
            .custom_method("ishi/fault/text", Self::text)
            .finish()
    }

    /// The only place in which the context of a request is read from its task.
    fn request() -> Result<InTask> {
        REQUEST.with_borrow(Clone::clone).ok_or_else(Error::internal_error)
    }

    /// Runs a handler concurrently with others, and keeps its result aside. The returned value is not used. What is
    /// cancelled before its turn is never begun; what has begun ends at its next checkpoint, and keeps its place until
    /// then.
    async fn answer<T: Default>(
        &self,
        handler: impl FnOnce(&RequestContext) -> Result<Answer> + Send + 'static,
    ) -> Result<T> {
        let InTask { context, answer } = Self::request()?;
        let _waiting = Waiting(Arc::clone(&context));
        let turn = Arc::clone(&self.at_work).acquire_owned().await;
        let span = Span::current();
        let work = move || {
            let _turn = turn;
            let answer = span.in_scope(|| context.cancellation.run(|| handler(&context)));
            answer.unwrap_or_else(|| Err(Error::request_cancelled()))
        };
        // The caller of tower-lsp knows which request this was, and answers it.
        let written = finished(&*self.runtime, work).await.unwrap_or_else(|panic| resume_unwind(panic))?;
        *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(written);
        Ok(T::default())
    }
}

/// Somebody waits for an answer. tower-lsp drops the task of a request that is cancelled.
struct Waiting(Arc<RequestContext>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.cancellation.cancel();
    }
}

/// The requests that LSP does not know.
#[allow(clippy::unused_async, reason = "tower-lsp registers asynchronous methods only")]
impl Backend {
    async fn board(&self, params: BoardParams) -> Result<Option<Value>> {
        self.answer(move |cx| board::board(cx, &params)).await
    }

    async fn tree(&self, params: TreeParams) -> Result<Option<Value>> {
        self.answer(move |cx| board::tree(cx, &params)).await
    }

    async fn status(&self) -> Result<Value> {
        self.answer(|cx| Ok(status::status(cx))).await
    }

    async fn panic(&self, _: Value) -> Result<()> {
        fault::panic().map(drop)
    }

    async fn panic_in_thread(&self, _: Value) -> Result<()> {
        self.answer(|_| fault::panic()).await
    }

    async fn panic_on_edit(&self, _: Value) -> Result<()> {
        fault::panic_on_edit();
        Ok(())
    }

    async fn slow_open(&self, params: Sleep) -> Result<()> {
        fault::slow_open(&params);
        Ok(())
    }

    async fn sleep(&self, Sleep { ms }: Sleep) -> Result<()> {
        self.runtime.sleep(Duration::from_millis(ms)).await;
        Ok(())
    }

    async fn text(&self, _: Value) -> Result<()> {
        let InTask { context, answer } = Self::request()?;
        *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault::text(&context)?);
        Ok(())
    }
}

#[async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, _: lsp::InitializeParams) -> Result<lsp::InitializeResult> {
        Ok(handlers::initialize(&Self::request()?.context.client))
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn diagnostic(&self, params: lsp::DocumentDiagnosticParams) -> Result<lsp::DocumentDiagnosticReportResult> {
        self.answer::<()>(move |cx| diagnostics::diagnostic(cx, &params)).await?;
        let nothing = lsp::RelatedFullDocumentDiagnosticReport::default();
        Ok(lsp::DocumentDiagnosticReportResult::Report(lsp::DocumentDiagnosticReport::Full(nothing)))
    }

    async fn inlay_hint_resolve(&self, hint: lsp::InlayHint) -> Result<lsp::InlayHint> {
        let sent = hint.clone();
        self.answer::<()>(move |cx| hints::resolve_inlay_hint(cx, sent)).await?;
        Ok(hint)
    }

    async fn code_lens_resolve(&self, lens: lsp::CodeLens) -> Result<lsp::CodeLens> {
        let sent = lens.clone();
        self.answer::<()>(move |cx| hints::resolve_code_lens(cx, sent)).await?;
        Ok(lens)
    }

    async fn formatting(&self, params: lsp::DocumentFormattingParams) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.answer(move |cx| formatting::formatting(cx, &params)).await
    }

    async fn range_formatting(&self, params: lsp::DocumentRangeFormattingParams) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.answer(move |cx| formatting::range_formatting(cx, &params)).await
    }

    async fn on_type_formatting(
        &self,
        params: lsp::DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.answer(move |cx| formatting::on_type_formatting(cx, &params)).await
    }

    async fn completion(&self, params: lsp::CompletionParams) -> Result<Option<lsp::CompletionResponse>> {
        self.answer(move |cx| completion::completion(cx, params)).await
    }

    async fn completion_resolve(&self, params: lsp::CompletionItem) -> Result<lsp::CompletionItem> {
        self.answer(move |cx| completion::resolve(cx, params)).await
    }

    async fn signature_help(&self, params: lsp::SignatureHelpParams) -> Result<Option<lsp::SignatureHelp>> {
        self.answer(move |cx| completion::signature_help(cx, &params)).await
    }

    async fn hover(&self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>> {
        self.answer(move |cx| navigation::hover(cx, &params)).await
    }

    async fn goto_definition(&self, params: lsp::GotoDefinitionParams) -> Result<Option<lsp::GotoDefinitionResponse>> {
        self.answer(move |cx| navigation::definition(cx, params)).await
    }

    async fn references(&self, params: lsp::ReferenceParams) -> Result<Option<Vec<lsp::Location>>> {
        self.answer(move |cx| navigation::references(cx, params)).await
    }

    async fn document_highlight(
        &self,
        params: lsp::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp::DocumentHighlight>>> {
        self.answer(move |cx| navigation::document_highlight(cx, &params)).await
    }

    async fn selection_range(&self, params: lsp::SelectionRangeParams) -> Result<Option<Vec<lsp::SelectionRange>>> {
        self.answer(move |cx| navigation::selection_range(cx, params)).await
    }

    async fn document_link(&self, params: lsp::DocumentLinkParams) -> Result<Option<Vec<lsp::DocumentLink>>> {
        self.answer(move |cx| navigation::document_link(cx, &params)).await
    }

    async fn document_symbol(&self, params: lsp::DocumentSymbolParams) -> Result<Option<lsp::DocumentSymbolResponse>> {
        self.answer(move |cx| symbols::document_symbol(cx, &params)).await
    }

    async fn folding_range(&self, params: lsp::FoldingRangeParams) -> Result<Option<Vec<lsp::FoldingRange>>> {
        self.answer(move |cx| symbols::folding_range(cx, &params)).await
    }

    async fn symbol(&self, params: lsp::WorkspaceSymbolParams) -> Result<Option<Vec<lsp::SymbolInformation>>> {
        self.answer(move |cx| Ok(symbols::workspace_symbol(cx, &params))).await
    }

    async fn inlay_hint(&self, params: lsp::InlayHintParams) -> Result<Option<Vec<lsp::InlayHint>>> {
        self.answer(move |cx| hints::inlay_hint(cx, &params)).await
    }

    async fn code_lens(&self, params: lsp::CodeLensParams) -> Result<Option<Vec<lsp::CodeLens>>> {
        self.answer(move |cx| hints::code_lens(cx, &params)).await
    }

    async fn execute_command(&self, params: lsp::ExecuteCommandParams) -> Result<Option<Value>> {
        self.answer(move |cx| commands::execute_command(cx, params)).await
    }

    async fn semantic_tokens_full(
        &self,
        params: lsp::SemanticTokensParams,
    ) -> Result<Option<lsp::SemanticTokensResult>> {
        self.answer(move |cx| tokens::full(cx, &params)).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: lsp::SemanticTokensDeltaParams,
    ) -> Result<Option<lsp::SemanticTokensFullDeltaResult>> {
        self.answer(move |cx| tokens::delta(cx, &params)).await
    }

    async fn semantic_tokens_range(
        &self,
        params: lsp::SemanticTokensRangeParams,
    ) -> Result<Option<lsp::SemanticTokensRangeResult>> {
        self.answer(move |cx| tokens::range(cx, &params)).await
    }

    async fn code_action(&self, params: lsp::CodeActionParams) -> Result<Option<lsp::CodeActionResponse>> {
        self.answer(move |cx| actions::code_action(cx, params)).await
    }

    async fn code_action_resolve(&self, params: lsp::CodeAction) -> Result<lsp::CodeAction> {
        self.answer(move |cx| actions::resolve(cx, params)).await
    }

    async fn prepare_rename(
        &self,
        params: lsp::TextDocumentPositionParams,
    ) -> Result<Option<lsp::PrepareRenameResponse>> {
        self.answer(move |cx| actions::prepare_rename(cx, &params)).await
    }

    async fn rename(&self, params: lsp::RenameParams) -> Result<Option<lsp::WorkspaceEdit>> {
        self.answer(move |cx| actions::rename(cx, &params)).await
    }
}
