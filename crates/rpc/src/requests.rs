//! Requests that are being answered: how many handlers work at once, cancelling, and panics.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::{BoxFuture, Either, select};
use tokio::sync::{Notify, Semaphore};
use tracing::Span;

use ishi_work::cancel::Cancellation;

use crate::answer::Answer;
use crate::message::{Error, Id, Result, internal};
use crate::panic::message_of;
use crate::runtime::{Runtime, finished};

/// How many handlers work at once. The handler of a cancelled request still works until its next checkpoint, so without
/// a limit a client that cancels all requests could fill the memory.
const MAX_CONCURRENT_REQUESTS: usize = 16;

/// The requests of one client that are being answered.
#[derive(Debug)]
pub struct Requests {
    runtime: Arc<dyn Runtime>,
    /// A permit for each handler that may work.
    turns: Arc<Semaphore>,
    pending: Arc<Pending>,
}

/// The requests that have no answer yet, by their ids.
#[derive(Debug, Default)]
struct Pending(Mutex<HashMap<Id, Arc<Cancel>>>);

impl Pending {
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Arc<Cancel>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Cancels a request: the handler ends at its next checkpoint, and the answer does not wait for that.
#[derive(Debug, Default)]
struct Cancel {
    work: Cancellation,
    answer: Notify,
}

impl Cancel {
    fn cancel(&self) {
        self.work.cancel();
        self.answer.notify_one();
    }
}

/// A request that has no answer yet. Its id is free again when this is dropped.
#[derive(Debug)]
pub struct PendingRequest {
    id: Id,
    method: String,
    cancel: Arc<Cancel>,
    pending: Arc<Pending>,
}

impl PendingRequest {
    /// Returns the cancellation of the work for this request.
    pub fn cancellation(&self) -> Cancellation {
        self.cancel.work.clone()
    }

    /// Returns the answer that a request waits for. The request takes no turn of the handlers.
    ///
    /// # Errors
    /// `RequestCancelled` of LSP, as soon as the request is cancelled.
    pub async fn answered_by(self, work: BoxFuture<'static, Answer>) -> Result<Answer> {
        match select(pin!(self.cancel.answer.notified()), work).await {
            Either::Left(_) => Err(Error::request_cancelled()),
            Either::Right((answer, _)) => Ok(answer),
        }
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        // The work is not needed any more, whether it has ended or not.
        self.cancel.work.cancel();
        // A request that was cancelled has given its id back already, perhaps to another one.
        if let Entry::Occupied(entry) = self.pending.lock().entry(self.id.clone())
            && Arc::ptr_eq(entry.get(), &self.cancel)
        {
            entry.remove();
        }
    }
}

impl Requests {
    /// Returns the requests of a client that has sent none yet.
    pub fn new(runtime: Arc<dyn Runtime>) -> Self {
        Self { runtime, turns: Arc::new(Semaphore::new(MAX_CONCURRENT_REQUESTS)), pending: Arc::default() }
    }

    /// Registers a request, so that it can be cancelled.
    ///
    /// # Errors
    /// An id that belongs to a request without an answer.
    pub fn register(&self, id: Id, method: String) -> Result<PendingRequest> {
        let cancel = Arc::<Cancel>::default();
        match self.pending.lock().entry(id.clone()) {
            Entry::Occupied(_) => return Err(Error::invalid_request()),
            Entry::Vacant(entry) => entry.insert(Arc::clone(&cancel)),
        };
        Ok(PendingRequest { id, method, cancel, pending: Arc::clone(&self.pending) })
    }

    /// Cancels the request with this id, unless it is answered already.
    pub fn cancel(&self, id: &Id) {
        if let Some(cancel) = self.pending.lock().remove(id) {
            cancel.cancel();
        }
    }

    /// Cancels all requests.
    pub fn cancel_all(&self) {
        self.pending.lock().drain().for_each(|(_, cancel)| cancel.cancel());
    }

    /// Runs the work for a request on the blocking pool, in parallel with other requests, and returns its answer. If a
    /// request is cancelled before its turn, its work never begins. Work that has begun keeps its turn until it ends at
    /// a checkpoint.
    ///
    /// # Errors
    /// Those of the work; `RequestCancelled` of LSP; and a panic of the work, which is an internal error.
    pub fn run<W: FnOnce() -> Result<Answer> + Send + 'static>(
        &self,
        request: PendingRequest,
        work: W,
    ) -> impl Future<Output = Result<Answer>> + Send + use<W> {
        let (runtime, turns) = (Arc::clone(&self.runtime), Arc::clone(&self.turns));
        async move {
            let work = async {
                let turn = turns.acquire_owned().await;
                let (span, cancellation) = (Span::current(), request.cancellation());
                let with_turn = move || {
                    let _turn = turn;
                    span.in_scope(|| cancellation.run(work))
                };
                finished(&*runtime, with_turn).await
            };
            match select(pin!(request.cancel.answer.notified()), pin!(work)).await {
                Either::Left(_) | Either::Right((Ok(None), _)) => Err(Error::request_cancelled()),
                Either::Right((Ok(Some(answer)), _)) => answer,
                Either::Right((Err(panic), _)) => {
                    let message = format!("{} failed: {}", request.method, message_of(&*panic));
                    tracing::error!("{message}");
                    Err(internal(message))
                }
            }
        }
    }
}
