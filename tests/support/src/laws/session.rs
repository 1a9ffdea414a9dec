//! The whole server in this process, and a client that sends whatever it likes.
//!
//! The clock stands still while there is anything to do, and then goes on to the next moment at which something is to
//! happen. So nothing is slow, and a server that never answers is found out at once.

use std::time::Duration;

use ishi_server::{ServerOptions, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Longer than anything that the server waits for.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn frame(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

pub fn request(id: &Value, method: &str, params: &Value) -> Vec<u8> {
    frame(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string().as_bytes())
}

pub fn notification(method: &str, params: &Value) -> Vec<u8> {
    frame(json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string().as_bytes())
}

/// Sends `chunks` to a new server, and what `reply` gives for each message that comes back, at once. Reads until the
/// answer to `last` has come, closes the input, and gives all messages of the server until its end.
///
/// # Panics
/// A server that does not end, or writes what is not a frame of JSON.
pub fn talk(
    chunks: Vec<Vec<u8>>,
    last: Option<&Value>,
    mut reply: impl FnMut(&Value) -> Option<Vec<u8>>,
) -> Vec<Value> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_time().start_paused(true).max_blocking_threads(1).build().expect("a runtime");
    let _entered = runtime.enter();
    let (mut to_server, server_input) = tokio::io::duplex(1 << 16);
    let (server_output, from_server) = tokio::io::duplex(1 << 16);
    let (say, mut said) = mpsc::unbounded_channel::<Vec<u8>>();
    let writer = async move {
        for chunk in chunks {
            // A server that has read `exit` reads no more, which the answers will show.
            if to_server.write_all(&chunk).await.is_err() {
                return;
            }
            while let Ok(reply) = said.try_recv() {
                let _ = to_server.write_all(&reply).await;
            }
            tokio::task::yield_now().await;
        }
        while let Some(reply) = said.recv().await {
            let _ = to_server.write_all(&reply).await;
        }
    };
    let reader = async move {
        let mut from_server = BufReader::new(from_server);
        let mut messages = Vec::new();
        let mut say = last.is_some().then_some(say);
        while let Some(message) = read(&mut from_server).await {
            if let (Some(say), Some(reply)) = (&say, reply(&message)) {
                let _ = say.send(reply);
            }
            if last.is_some_and(|last| message.get("method").is_none() && message["id"] == *last) {
                say = None;
            }
            messages.push(message);
        }
        messages
    };
    let options = ServerOptions::default();
    let server = serve(&options, server_input, server_output);
    let all = async { tokio::join!(server, writer, reader) };
    let (_, (), messages) = runtime.block_on(timeout(PATIENCE, all)).expect("the server comes to an end");
    messages
}

async fn read(from: &mut (impl AsyncBufReadExt + Unpin)) -> Option<Value> {
    let mut line = String::new();
    from.read_line(&mut line).await.ok().filter(|&read| read > 0)?;
    let length = line.strip_prefix("Content-Length: ").and_then(|value| value.trim_end().parse().ok());
    let mut body = vec![0; length.expect("every frame has a length")];
    line.clear();
    from.read_line(&mut line).await.ok()?;
    assert_eq!(line, "\r\n", "a header has one line");
    from.read_exact(&mut body).await.ok()?;
    Some(serde_json::from_slice(&body).expect("every frame is JSON"))
}
