//! Progress of long work, which the client shows to the user.

use std::sync::Arc;

use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{NumberOrString, WorkDoneProgressCreateParams, notification};

use super::client::Client;
use crate::convert::{self, ProgressReport};

/// The progress of one work.
#[derive(Debug)]
pub(super) struct Progress {
    client: Arc<Client>,
    token: String,
    is_shown: bool,
}

impl Progress {
    /// Asks the client to show a progress (`window/workDoneProgress/create`), if it can and should, and begins it.
    pub(super) async fn begin(client: &Arc<Client>, token: String, title: &'static str, may_show: bool) -> Self {
        let params = WorkDoneProgressCreateParams { token: NumberOrString::String(token.clone()) };
        let is_shown =
            may_show && matches!(client.request_in_time::<WorkDoneProgressCreate>(params).await, Some(Ok(())));
        let progress = Self { client: Arc::clone(client), token, is_shown };
        progress.report(ProgressReport::Begin(title)).await;
        progress
    }

    /// Reports on the work.
    pub(super) async fn report(&self, report: ProgressReport) {
        if self.is_shown {
            self.client.notify::<notification::Progress>(convert::progress(&self.token, report)).await;
        }
    }
}
