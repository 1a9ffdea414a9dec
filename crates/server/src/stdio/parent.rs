//! Watches the client's process: when it ends, the server ends, too. The end of the input is not enough, because
//! another process may have inherited the other end of the pipe.

use std::sync::Arc;
use std::thread;

use tokio::sync::Notify;
use waitpid_any::WaitHandle;

/// Notifies `client_ended` when the process `pid` has ended. A thread waits for that, without using processor time.
///
/// A process that can't be found is not watched: if the server runs in a container, the id of a client outside of it
/// has no meaning here.
pub(super) fn watch(pid: i64, client_ended: &Arc<Notify>) {
    let Some(pid) = i32::try_from(pid).ok().filter(|&pid| pid > 0) else {
        return tracing::warn!("the client names process {pid}, which is not a valid id; it is not watched");
    };
    let mut process = match WaitHandle::open(pid) {
        Ok(process) => process,
        Err(error) => return tracing::warn!("the client's process {pid} is not watched: {error}"),
    };
    let client_ended = Arc::clone(client_ended);
    let waiting = thread::Builder::new().name("client-process".to_owned()).spawn(move || match process.wait() {
        Ok(()) => {
            tracing::error!("the client's process {pid} has ended, and so the server ends");
            client_ended.notify_one();
        }
        Err(error) => tracing::warn!("the client's process {pid} is watched no more: {error}"),
    });
    if let Err(error) = waiting {
        tracing::warn!("the client's process {pid} is not watched: {error}");
    }
}
