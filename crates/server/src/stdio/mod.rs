//! The transport of editors: frames on stdin and stdout, in tokio's runtime.

mod disk;
mod input;
mod log;
mod parent;
mod remote;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::future::BoxFuture;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;
use tokio::time::Instant;

use self::disk::Disk;
use super::dispatch::Dispatcher;
use ishi_rpc::frames::{self, Frame, Frames};
use ishi_rpc::{MAX_MESSAGE, Malformed, Message, Outbox, Runtime};

/// How long what is under way at the end of the input may take to finish.
const GRACE: Duration = Duration::from_millis(300);

/// How long a client may read nothing, after it has closed its end, until the server ends.
const STALL: Duration = Duration::from_secs(1);

/// How the server is started.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// The file that the log is added to, in place of stderr.
    pub log_file: Option<PathBuf>,
    /// The process of the client: the server ends with it. The client may also say it in `initialize`.
    pub client_process: Option<i64>,
    /// The folder of the index of games in which positions are found, besides the client's folders.
    pub library_index: Option<PathBuf>,
}

/// Serves one client on stdin and stdout until it ends. The code is 0 where the client had asked for a shutdown
/// before, and 1 where it had not.
///
/// # Errors
/// A log file that can't be written.
pub fn run(options: &ServerOptions) -> io::Result<ExitCode> {
    let _log = log::start(options.log_file.as_deref())?;
    // mimalloc gives what is left over of reading a large document back to the system when the thread that has read it
    // ends, if it has not been needed for a second by then.
    let idle = Duration::from_secs(2);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(idle).build() {
        Ok(runtime) => runtime,
        Err(error) => {
            tracing::error!("the server can't start: {error}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let served = serve_until(options, tokio::io::stdin(), tokio::io::stdout(), input::is_hung_up);
    let code = runtime.block_on(served);
    // A read of stdin may be under way in a thread of the runtime, and nothing can stop it. Nor need it be waited for.
    runtime.shutdown_background();
    Ok(code)
}

/// Serves one client on any two streams, in the tokio runtime of the caller, until `input` is at its end or the client
/// says `exit`. The code is that of [`run`].
pub async fn serve(
    options: &ServerOptions,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> ExitCode {
    serve_until(options, input, output, || false).await
}

/// Serves one client as [`serve`] does, or until it reads nothing and `is_hung_up` returns true.
async fn serve_until(
    options: &ServerOptions,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    is_hung_up: fn() -> bool,
) -> ExitCode {
    let client_ended = Arc::new(Notify::new());
    let runtime = Arc::new(Tokio { start: Instant::now(), client_ended: Arc::clone(&client_ended) });
    if let Some(process) = options.client_process {
        runtime.watch_client(process);
    }
    let (outbox, outgoing) = Outbox::new();
    let dispatcher = Dispatcher::new(outbox.clone(), runtime, Arc::new(Disk::new(options.library_index.clone())));
    let is_shut_down = dispatcher.is_shut_down();
    let mut writer = tokio::spawn(frames::write(outgoing, output));
    let server = tokio::spawn(receive(input, dispatcher, outbox.clone()));
    let hung_up = async {
        // Nothing is read from the input while the outbox is full, so its end is not noticed there.
        loop {
            outbox.filled().await;
            let taken = outbox.taken();
            tokio::time::sleep(STALL).await;
            if outbox.is_full() && outbox.taken() == taken && is_hung_up() {
                return tracing::error!("the client has closed its end, and reads nothing");
            }
        }
    };

    let alive = tokio::select! {
        // It also ends with a panic, which must not leave a process that answers nothing.
        _ = server => true,
        _ = &mut writer => false,
        () = client_ended.notified() => false,
        () = hung_up => false,
    };
    if alive {
        // Answers are still to be written, unless the client has stopped reading.
        outbox.end();
        let _ = tokio::time::timeout(GRACE, &mut writer).await;
    }
    if is_shut_down.load(Ordering::SeqCst) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Passes what the client sends to the dispatcher, until the input is at its end or the client says `exit`. Returns
/// when all requests are answered, but [`GRACE`] later at the latest.
async fn receive(input: impl AsyncRead + Unpin, mut dispatcher: Dispatcher, outbox: Outbox) {
    let mut frames = Frames::new(input, MAX_MESSAGE);
    loop {
        let frame = frames.next().await;
        dispatcher.arrived(frames.has_more());
        // What may be lost is known before anything is answered.
        if frames.take_skipped() {
            dispatcher.refuse(Malformed::between_messages()).await;
        }
        let refused = match frame {
            Ok(Frame::Body(body)) => match Message::parse(&body) {
                Ok(message) => {
                    if dispatcher.receive(message, frames.has_more()).await {
                        continue;
                    }
                    break;
                }
                Err(malformed) => malformed,
            },
            Ok(Frame::Bad(why)) => Malformed::unaddressed(why),
            Ok(Frame::TooLong(length)) => {
                let message = format!("a message of {length} bytes is longer than the limit of {MAX_MESSAGE}");
                // It is a huge file, most likely, and its user should know why nothing happens.
                let params = json!({"type": 1, "message": format!("ishi can't read this: {message}")});
                outbox.send(&json!({"jsonrpc": "2.0", "method": "window/showMessage", "params": params})).await;
                Malformed::unaddressed(message)
            }
            Ok(Frame::End) => break,
            Err(error) => {
                tracing::error!("can't read from the client: {error}");
                break;
            }
        };
        dispatcher.refuse(refused).await;
    }
    dispatcher.finish(GRACE).await;
}

/// The runtime of the caller.
#[derive(Debug)]
struct Tokio {
    start: Instant,
    /// Notified when the process of the client has ended.
    client_ended: Arc<Notify>,
}

impl Runtime for Tokio {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(time))
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        tokio::spawn(task);
    }

    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        tokio::task::spawn_blocking(work);
    }

    fn watch_client(&self, process: i64) {
        parent::watch(process, &self.client_ended);
    }

    /// Returns `None` where the system does not say it in a file.
    #[expect(clippy::disallowed_methods, reason = "the system says it in a file")]
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kibibytes: u64 = resident.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes << 10)
    }
}
