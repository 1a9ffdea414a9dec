//! What comes in and goes out: frames, which are `Content-Length: N`, an empty line, and N bytes of JSON.
//!
//! tower-lsp has a reader of its own, which gives up its input for good at the first frame that it can't read, reads every
//! message twice, and keeps as much memory as the longest has needed. So only its service is used. What can't be read is
//! answered here, as JSON-RPC asks. All that is written to stdout goes through one task that owns whole messages.

use std::future::poll_fn;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::{FutureExt, Sink, SinkExt, Stream, StreamExt};
use memchr::memmem;
use serde::de::{Deserializer, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, BufWriter};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tower_lsp::ExitedError;
use tower_lsp::jsonrpc::{self, Request, Response};
use tower_service::Service;

use super::GRACE;
use super::backlog::Backlog;
use super::wreck::{Losses, Wreck};

/// How many requests may be under way at once. At that many, no more is read until one of them is done, and a cancellation
/// would have to wait as well; so there are more of them than any editor sends.
const CONCURRENCY: u32 = 64;

/// The longest frame that is read from the client or written to it, in bytes.
const MAX_FRAME: u64 = 256 << 20;

/// The longest header line that is understood, in bytes.
const MAX_HEADER: usize = 4096;

/// How many bytes wait for the client to read them at most, or one frame that is longer. A client may write much before it
/// reads anything, and that must not bring both sides to a halt. But where this much waits, it does not read at all, and
/// nothing more is read from it until it does.
const MOST_WAITING: usize = 32 << 20;

/// A notification of our own to the service: an edit could not be read. It carries the URI of the document, or nothing where it
/// may have been any, so that documents can be given up instead of going out of step.
pub(super) const UNREADABLE: &str = "$/ishi/unreadable";

/// What the input holds next.
#[derive(Debug, PartialEq, Eq)]
enum Frame {
    /// The bytes of a message.
    Body(Vec<u8>),
    /// A header that gives no usable length, and why. What follows is skipped up to the next header.
    Bad(String),
    /// The same for a length beyond [`Frames::longest`], which a user can bring about.
    TooLong(u64),
    /// Nothing more.
    End,
}

/// Reads frames, and finds the next one after bytes that make no sense.
struct Frames<R> {
    input: BufReader<R>,
    /// The longest frame that is taken, in bytes.
    longest: u64,
    line: Vec<u8>,
    /// What was skipped, and what others have found unreadable.
    wreck: Wreck,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    fn new(input: R, longest: u64) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, input), longest, line: Vec::new(), wreck: Wreck::default() }
    }

    /// Whether more has been read than was given out.
    fn has_more(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    async fn next(&mut self) -> io::Result<Frame> {
        let mut length = None;
        let mut junk = false;
        loop {
            if !self.read_line().await? {
                return Ok(Frame::End);
            }
            if let Some(at) = find_header(&self.line) {
                self.wreck.add(&self.line[..at]);
                length = Some(content_length(&self.line[at..]));
            } else if self.line.iter().all(u8::is_ascii_whitespace) {
                match length {
                    Some(Ok(length)) if length > self.longest => return Ok(Frame::TooLong(length)),
                    Some(Ok(length)) => return self.body(length).await,
                    Some(Err(why)) => return Ok(Frame::Bad(why)),
                    // A stray empty line between frames does no harm, so it is no error.
                    None if junk => tracing::warn!("skipped lines without a Content-Length before a message"),
                    None => {}
                }
                junk = false;
            } else {
                self.wreck.add(&self.line);
                junk = true;
            }
        }
    }

    async fn body(&mut self, length: u64) -> io::Result<Frame> {
        // A length that is a lie costs no memory: what is not written to is not there.
        let mut body = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        let read = (&mut self.input).take(length).read_to_end(&mut body).await?;
        if read as u64 == length {
            return Ok(Frame::Body(body));
        }
        tracing::warn!("the input ended within a message: {read} of its {length} bytes came");
        Ok(Frame::End)
    }

    /// Reads a line with its line end. Of one that is longer than a header can be, the start is thrown away up to where
    /// a header may begin, so that garbage of any length takes little memory. False at the end of the input.
    async fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        loop {
            let room = (MAX_HEADER - self.line.len()) as u64;
            let read = (&mut self.input).take(room).read_until(b'\n', &mut self.line).await?;
            if read == 0 || self.line.ends_with(b"\n") {
                return Ok(!self.line.is_empty());
            }
            if self.line.len() == MAX_HEADER {
                // The name of the header may be cut in two here, so its length is kept.
                let keep = find_header(&self.line).filter(|&at| at > 0).unwrap_or(MAX_HEADER - HEADER.len());
                self.wreck.add(&self.line[..keep]);
                self.line.drain(..keep);
            }
        }
    }
}

const HEADER: &[u8] = b"content-length:";

/// Where the last header begins in a line, in any case. It may stand after the rest of a body whose length was given too small,
/// and that may name it.
fn find_header(line: &[u8]) -> Option<usize> {
    memmem::rfind(&line.to_ascii_lowercase(), HEADER)
}

/// The length in a header.
fn content_length(header: &[u8]) -> Result<u64, String> {
    let value = String::from_utf8_lossy(&header[HEADER.len()..]);
    let value = value.trim();
    let shown = || value.escape_debug().take(40).collect::<String>();
    value.parse().map_err(|_| format!("`{}` is not a length of a message", shown()))
}

/// A message of the client.
#[derive(Debug)]
enum Message {
    /// A request or notification. It goes to the service.
    Call(jsonrpc::Request),
    /// So does `exit`, and it is the last.
    Exit(jsonrpc::Request),
    /// An answer to a request of ours, which the service does not see.
    Answer(jsonrpc::Response),
}

/// What a message may hold. Its parts are read where they stand, for one of them may be a whole file.
#[derive(Deserialize)]
struct Envelope {
    jsonrpc: String,
    #[serde(default, deserialize_with = "present")]
    id: Option<jsonrpc::Id>,
    method: Option<String>,
    params: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Value>,
    error: Option<jsonrpc::Error>,
    /// What else there is must be JSON too.
    #[serde(flatten)]
    _others: Map<String, Value>,
}

/// What is there is not nothing, if only null.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The way to stdout, for whole frames.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    bodies: UnboundedSender<Outgoing>,
    /// A permit for each byte that may wait.
    room: Arc<Semaphore>,
    /// Whether there was no room for the last message, so that this is said once.
    is_full: Arc<AtomicBool>,
}

/// What waits to be written.
#[derive(Debug)]
pub(super) enum Outgoing {
    /// A message, and the room that it takes.
    Message(Vec<u8>, OwnedSemaphorePermit),
    /// Nothing comes after this.
    End,
}

impl Outbox {
    pub(super) fn new() -> (Self, UnboundedReceiver<Outgoing>) {
        let (bodies, outgoing) = unbounded_channel();
        (Self { bodies, room: Arc::new(Semaphore::new(MOST_WAITING)), is_full: Arc::default() }, outgoing)
    }

    /// Sends a message, as soon as there is room for it. Where nobody writes any more it is dropped.
    pub(super) async fn send(&self, message: &impl Serialize) {
        match serde_json::to_vec(message) {
            Ok(body) => self.send_body(bearable(body, MAX_FRAME)).await,
            Err(error) => tracing::error!("a message can't be written: {error}"),
        }
    }

    async fn send_body(&self, body: Vec<u8>) {
        let needed = body.len().min(MOST_WAITING);
        let has_room = self.room.available_permits() >= needed;
        if self.is_full.swap(!has_room, Ordering::Relaxed) == has_room {
            if has_room {
                tracing::info!("the client reads again");
            } else {
                let waiting = MOST_WAITING - self.room.available_permits();
                tracing::warn!("{waiting} bytes wait for the client: it is not read from until it reads");
            }
        }
        if let Ok(room) = Arc::clone(&self.room).acquire_many_owned(needed as u32).await {
            let _ = self.bodies.send(Outgoing::Message(body, room));
        }
    }

    /// Lets everything that was sent until now be written, and nothing else.
    pub(super) fn end(&self) {
        let _ = self.bodies.send(Outgoing::End);
    }
}

/// What a request is answered with.
pub(super) enum Reply {
    /// A response that is yet to be written.
    Value(Response),
    /// One that is written already.
    Written(Vec<u8>),
}

/// How the messages of a client are dealt with.
pub(super) struct Server<S, A> {
    /// Takes in requests and notifications, in order.
    pub(super) service: S,
    /// Takes the answers to requests of ours.
    pub(super) answers: A,
    pub(super) outbox: Outbox,
    pub(super) backlog: Arc<Backlog>,
}

impl<S, A> Server<S, A>
where
    S: Service<Request, Response = Option<Reply>, Error = ExitedError>,
    S::Future: Send + 'static,
    A: Sink<Response> + Unpin,
{
    /// Takes in what the client sends, to the end of the input or `exit`, which is the same thing; and returns when all
    /// requests are answered, or soon after.
    pub(super) async fn serve(mut self, input: impl AsyncRead + Unpin) {
        let mut frames = Frames::new(input, MAX_FRAME);
        let under_way = Arc::new(Semaphore::new(CONCURRENCY as usize));
        loop {
            let frame = frames.next().await;
            self.backlog.arrived(frames.has_more());
            let message = match frame {
                Ok(Frame::Body(body)) => match read(&body) {
                    Ok(message) => Some(message),
                    Err(complaint) => {
                        refuse(complaint, &self.outbox).await;
                        frames.wreck.add_body(body);
                        None
                    }
                },
                Ok(Frame::Bad(why)) => {
                    refuse(Complaint { code: -32600, message: why, to: Some(Value::Null) }, &self.outbox).await;
                    None
                }
                Ok(Frame::TooLong(length)) => {
                    let message = format!("a message of {length} bytes is longer than the limit of {MAX_FRAME}");
                    // It is a huge file, most likely, and its user should know why nothing happens.
                    let params = json!({"type": 1, "message": format!("ishi can't read this: {message}")});
                    let shown = json!({"jsonrpc": "2.0", "method": "window/showMessage", "params": params});
                    self.outbox.send(&shown).await;
                    refuse(Complaint { code: -32600, message, to: Some(Value::Null) }, &self.outbox).await;
                    None
                }
                Ok(Frame::End) => break,
                Err(error) => {
                    tracing::error!("can't read from the client: {error}");
                    break;
                }
            };
            // What is lost is known before anything is answered.
            if !frames.wreck.is_empty() && self.report(frames.wreck.take_losses(), frames.has_more()).await.is_err() {
                break;
            }
            let (request, is_last) = match message {
                Some(Message::Call(request)) => (request, false),
                Some(Message::Exit(request)) => (request, true),
                Some(Message::Answer(answer)) => {
                    frames.wreck.clear();
                    self.answered(answer);
                    continue;
                }
                None => continue,
            };
            frames.wreck.clear();
            self.backlog.enter(frames.has_more());
            // Notifications are done in a moment, and one of them may be what a request waits for.
            let place = match request.id() {
                Some(_) => Arc::clone(&under_way).acquire_owned().await.ok(),
                None => None,
            };
            if poll_fn(|context| self.service.poll_ready(context)).await.is_err() {
                break;
            }
            let is_notification = request.id().is_none();
            let mut answer = Box::pin(self.service.call(request));
            // What is done at once needs no task, and whoever it wakes goes on in this thread, which is awake.
            if !is_notification || answer.as_mut().now_or_never().is_none() {
                let outbox = self.outbox.clone();
                tokio::spawn(async move {
                    match answer.await {
                        Ok(Some(Reply::Value(response))) => outbox.send(&response).await,
                        Ok(Some(Reply::Written(body))) => outbox.send_body(bearable(body, MAX_FRAME)).await,
                        Ok(None) | Err(_) => {}
                    }
                    drop(place);
                });
            }
            if is_last {
                break;
            }
        }
        // A handler that hangs must not keep the process alive.
        let _ = timeout(GRACE, under_way.acquire_many(CONCURRENCY)).await;
    }

    /// Lets the service know of edits that are lost.
    async fn report(&mut self, losses: Losses, has_more: bool) -> Result<(), S::Error> {
        let any = losses.any.then(|| json!({}));
        let named = losses.uris.into_iter().map(|uri| json!({"uri": uri}));
        for params in any.into_iter().chain(named) {
            self.backlog.enter(has_more);
            poll_fn(|context| self.service.poll_ready(context)).await?;
            let notice = Request::build(UNREADABLE).params(params).finish();
            drop(self.service.call(notice).now_or_never());
        }
        Ok(())
    }

    /// Hands an answer of the client to whoever has asked. tower-lsp panics where nobody has.
    fn answered(&mut self, answer: Response) {
        let id = answer.id().clone();
        let handed = catch_unwind(AssertUnwindSafe(|| self.answers.start_send_unpin(answer).is_ok()));
        if handed.is_err() {
            tracing::warn!("the client has answered the request {id}, and nobody asks for that any more");
        }
    }
}

/// Sends what the server asks and tells the client.
pub(super) async fn ask(mut requests: impl Stream<Item = Request> + Unpin, outbox: Outbox) {
    while let Some(request) = requests.next().await {
        outbox.send(&request).await;
    }
}

/// A message to the client, or in place of one that is longer than `most` bytes the error that says so: a client fails over
/// such a string, and nobody waits for it.
fn bearable(body: Vec<u8>, most: u64) -> Vec<u8> {
    #[derive(Deserialize)]
    struct Answer {
        id: Value,
        /// There is none in an answer.
        method: Option<IgnoredAny>,
    }
    if body.len() as u64 <= most {
        return body;
    }
    let message = format!("the answer has {} bytes, which is more than the limit of {most}", body.len());
    tracing::error!("{message}");
    match serde_json::from_slice(&body) {
        Ok(Answer { id, method: None }) => {
            let error = json!({"code": -32803, "message": message});
            json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string().into_bytes()
        }
        // What is no answer, nobody waits for.
        _ => json!({"jsonrpc": "2.0", "method": "$/ishi/tooLong"}).to_string().into_bytes(),
    }
}

/// Writes messages until there are no more, or the client is gone.
pub(super) async fn write(mut bodies: UnboundedReceiver<Outgoing>, stdout: impl AsyncWrite + Unpin) {
    // A short message and its header are written together, and a long one is not copied.
    let mut stdout = BufWriter::new(stdout);
    let written = async {
        while let Some(Outgoing::Message(body, _room)) = bodies.recv().await {
            stdout.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await?;
            stdout.write_all(&body).await?;
            if bodies.is_empty() {
                stdout.flush().await?;
            }
        }
        stdout.flush().await
    };
    let written: io::Result<()> = written.await;
    if let Err(error) = written {
        tracing::error!("can't write to the client: {error}");
    }
}

/// What is wrong with a message, and whom to tell.
#[derive(Debug)]
struct Complaint {
    code: i64,
    message: String,
    /// The id to answer; none for what may itself be an answer.
    to: Option<Value>,
}

/// Logs what is wrong, and answers whoever may wait for an answer.
async fn refuse(complaint: Complaint, outbox: &Outbox) {
    let Complaint { code, message, to } = complaint;
    tracing::warn!("refused a message: {message}");
    if let Some(id) = to {
        let answer = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
        outbox.send(&answer).await;
    }
}

/// The message in a frame.
fn read(body: &[u8]) -> Result<Message, Complaint> {
    let Ok(Envelope { jsonrpc, id, method, params, result, error, .. }) = serde_json::from_slice(body) else {
        return Err(complaint(body));
    };
    if jsonrpc != "2.0" {
        return Err(complaint(body));
    }
    match (id, method, result, error) {
        (Some(id), _, Some(result), None) => Ok(Message::Answer(Response::from_ok(id, result))),
        (Some(id), _, None, Some(error)) => Ok(Message::Answer(Response::from_error(id, error))),
        (id, Some(method), ..) if !method.is_empty() => {
            let is_exit = method == "exit" && id.is_none();
            let mut request = Request::build(method);
            if let Some(params) = params {
                request = request.params(params);
            }
            if let Some(id) = id {
                request = request.id(id);
            }
            let request = request.finish();
            Ok(if is_exit { Message::Exit(request) } else { Message::Call(request) })
        }
        _ => Err(complaint(body)),
    }
}

fn complaint(body: &[u8]) -> Complaint {
    let invalid = |message: &str, to| Complaint { code: -32600, message: message.to_owned(), to };
    match serde_json::from_slice(body) {
        Err(error) => Complaint { code: -32700, message: format!("this is not JSON: {error}"), to: Some(Value::Null) },
        Ok(Value::Object(message)) => {
            let id = message.get("id").filter(|id| id.is_i64() || id.is_string()).cloned();
            let is_answer = message.contains_key("result") || message.contains_key("error");
            if is_answer && !message.contains_key("method") {
                return invalid("an answer that is none of JSON-RPC 2.0", None);
            }
            invalid("this is no request of JSON-RPC 2.0", Some(id.unwrap_or_default()))
        }
        Ok(Value::Array(_)) => invalid("LSP has no batches", Some(Value::Null)),
        Ok(_) => invalid("a message is an object", Some(Value::Null)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All frames of an input.
    fn read(input: &[u8]) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut frames = Frames::new(input, MAX_FRAME);
            let mut all = Vec::new();
            loop {
                match frames.next().await.unwrap() {
                    Frame::Body(body) => all.push(String::from_utf8(body).unwrap()),
                    Frame::Bad(why) => all.push(format!("! {why}")),
                    Frame::TooLong(length) => all.push(format!("! {length}")),
                    Frame::End => return all,
                }
            }
        })
    }

    #[test]
    fn headers_are_taken_as_they_come() {
        assert_eq!(read(b"content-LENGTH:2\r\nContent-Type: x; charset=latin1\r\nOther: y\r\n\r\n{}"), ["{}"]);
        assert_eq!(read(b"Content-Length: 2\n\n{}\r\n\r\nContent-Length: 1\r\n\r\n1"), ["{}", "1"]);
        assert_eq!(read(b"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1"), ["", "1"]);
    }

    #[test]
    fn the_next_frame_is_found_after_any_garbage() {
        let good = "Content-Length: 2\r\n\r\n{}";
        for garbage in ["x", "\r\n\r\n", "{\"a\":1}", "Content-Type: x\r\n\r\n{}", "a\nb\nc"] {
            assert_eq!(read(format!("{garbage}{good}").as_bytes()), ["{}"], "{garbage:?}");
        }
        for length in 0..3 * MAX_HEADER {
            if length % MAX_HEADER < 3 || length % MAX_HEADER > MAX_HEADER - 40 {
                assert_eq!(read(format!("{}{good}", "x".repeat(length)).as_bytes()), ["{}"], "{length}");
            }
        }
    }

    #[test]
    fn a_length_that_makes_no_sense_is_refused_and_skipped() {
        for length in ["-1", "x", "", "99999999999", "99999999999999999999999999"] {
            let frames = read(format!("Content-Length: {length}\r\n\r\n{{}}Content-Length: 1\r\n\r\n1").as_bytes());
            assert!(frames[0].starts_with("! "), "{length}: {frames:?}");
            assert_eq!(frames[1..], ["1"], "{length}");
        }
    }

    #[test]
    fn a_body_that_breaks_off_is_the_end() {
        assert_eq!(read(b"Content-Length: 9\r\n\r\n{}"), [""; 0]);
    }

    #[test]
    fn an_answer_that_no_client_could_take_is_an_error() {
        let answer = br#"{"jsonrpc":"2.0","result":["xxxxxxxx",{"id":1}],"id":"a"}"#;
        assert_eq!(bearable(answer.to_vec(), 100), answer);
        let error: Value = serde_json::from_slice(&bearable(answer.to_vec(), 20)).unwrap();
        assert_eq!((&error["id"], &error["error"]["code"]), (&json!("a"), &json!(-32803)));
    }

    #[test]
    fn what_is_refused_and_whom_to_tell() {
        let answered = |body: &str| {
            let complaint = super::read(body.as_bytes()).unwrap_err();
            (complaint.code, complaint.to.map(|id| id.to_string()))
        };
        let null = Some("null".to_owned());
        assert_eq!(answered("{"), (-32700, null.clone()));
        assert_eq!(answered(""), (-32700, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","params":"\ud800"}"#), (-32700, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","other":"\ud800"}"#), (-32700, null.clone()));
        assert_eq!(answered(r#"[{"jsonrpc":"2.0","method":"x","id":1}]"#), (-32600, null.clone()));
        assert_eq!(answered("1"), (-32600, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"1.0","method":"x","id":1}"#), (-32600, Some("1".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":7,"id":"a"}"#), (-32600, Some("\"a\"".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7}"#), (-32600, Some("7".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","id":1.5}"#), (-32600, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","method":"y"}"#), (-32600, null));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7,"error":3}"#), (-32600, None));
        assert!(matches!(super::read(br#"{"jsonrpc":"2.0","method":"exit"}"#), Ok(Message::Exit(_))));
        assert!(matches!(super::read(br#"{"jsonrpc":"2.0","id":7,"result":null}"#), Ok(Message::Answer(_))));
        let call = super::read(br#"{"params":{"a":null},"id":null,"method":"x","jsonrpc":"2.0","more":[1]}"#).unwrap();
        let Message::Call(call) = call else { panic!("{call:?}") };
        assert_eq!((call.id(), call.params()), (Some(&jsonrpc::Id::Null), Some(&json!({"a": null}))));
    }
}
