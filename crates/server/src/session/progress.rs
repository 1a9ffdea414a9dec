//! Progress of long work, which the client shows to the user.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{NumberOrString, WorkDoneProgressCreateParams, notification};

use super::client::Client;
use crate::proto::{self, ProgressReport};

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
            self.client.notify::<notification::Progress>(proto::progress(&self.token, report)).await;
        }
    }
}

/// The runs of one kind of work. They are numbered from 1, and the user can stop each by its progress.
#[derive(Debug)]
pub(super) struct Runs {
    /// The beginning of their progress tokens; the number follows.
    prefix: &'static str,
    last: AtomicU64,
    stopped: AtomicU64,
}

impl Runs {
    pub(super) fn new(prefix: &'static str) -> Self {
        Self { prefix, last: AtomicU64::new(0), stopped: AtomicU64::new(0) }
    }

    /// Returns the number of the next run.
    pub(super) fn next(&self) -> u64 {
        self.last.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns the token of the progress of a run.
    pub(super) fn token(&self, number: u64) -> String {
        format!("{}{number}", self.prefix)
    }

    /// Stops the run whose progress has this token, if it is one of these.
    pub(super) fn stop(&self, token: &str) {
        if let Some(number) = token.strip_prefix(self.prefix).and_then(|number| number.parse().ok()) {
            self.stopped.store(number, Ordering::Relaxed);
        }
    }

    /// Returns whether the user has stopped a run.
    pub(super) fn is_stopped(&self, number: u64) -> bool {
        self.stopped.load(Ordering::Relaxed) == number
    }
}
