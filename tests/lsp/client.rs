//! A client of our own, over the stdin and stdout of the real program.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// What a test waits for at most. It says nothing of how fast anything should be: it only keeps a test from hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// The document that most tests open.
pub const URI: &str = "file:///records/a.ishi";

pub struct Client {
    process: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    inbox: VecDeque<Value>,
    last_id: i64,
    over: bool,
}

impl Client {
    /// Starts the server and says nothing yet.
    pub fn start() -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_ishi")).stderr(Stdio::null()))
    }

    /// The same with a log of everything, which goes nowhere: stderr is closed, or a pipe that nobody reads.
    pub fn with_log(stderr: Option<Stdio>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
        command.env("RUST_LOG", "trace");
        if let Some(stderr) = stderr {
            return Self::run(command.stderr(stderr));
        }
        command.stderr(Stdio::piped());
        let mut client = Self::run(&mut command);
        client.process.stderr = None;
        client
    }

    fn run(command: &mut Command) -> Self {
        let mut process = command
            .args(["lsp", "--stdio", "--fault-injection"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdin = process.stdin.take();
        let stdout = process.stdout.take().expect("stdout is a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self { process, stdin, messages, inbox: VecDeque::new(), last_id: 0, over: false }
    }

    /// Starts the server and introduces a client that can do a lot, but does not pull.
    pub fn new() -> Self {
        Self::with(&capabilities())
    }

    /// The same with other capabilities.
    pub fn with(capabilities: &Value) -> Self {
        let mut client = Self::start();
        client.initialize(&json!({"capabilities": capabilities}));
        client
    }

    /// Introduces the client, and gives the result.
    pub fn initialize(&mut self, params: &Value) -> Value {
        let mut params = params.clone();
        params["processId"] = Value::Null;
        params["rootUri"] = Value::Null;
        let result = self.request("initialize", &params).expect("initialize is answered");
        self.notify("initialized", &json!({}));
        result
    }

    /// Writes bytes as they are. A server that is gone is no error: the answer that does not come will be.
    pub fn write(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
    }

    pub fn send(&mut self, message: &Value) {
        self.write(frame(message.to_string().as_bytes()).as_slice());
    }

    pub fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and gives its id.
    pub fn ask(&mut self, method: &str, params: &Value) -> i64 {
        self.last_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}));
        self.last_id
    }

    /// The result or error that a request is answered with.
    pub fn answer(&mut self, id: &Value) -> Result<Value, Value> {
        let mut answer = self.wait(|message| message.get("method").is_none() && message["id"] == *id);
        match answer.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(answer["result"].take()),
        }
    }

    pub fn request(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let id = self.ask(method, params);
        self.answer(&json!(id))
    }

    /// A request about [`URI`] that must be answered with a result.
    pub fn about(&mut self, method: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({"uri": URI});
        self.request(method, &params).unwrap_or_else(|error| panic!("{method} is answered with {error}"))
    }

    /// The params of the next notification of a method.
    pub fn next(&mut self, method: &str) -> Value {
        self.wait(|message| message["method"] == method)["params"].take()
    }

    /// The next request of the server with a method: its id and its params.
    pub fn asked(&mut self, method: &str) -> (Value, Value) {
        let mut message = self.wait(|message| message["method"] == method && message.get("id").is_some());
        (message["id"].take(), message["params"].take())
    }

    /// Answers a request of the server.
    pub fn reply(&mut self, id: &Value, result: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    /// What has come so far of a method. Answers are in the order of the requests only where one waits for the other, so a
    /// test first lets something be answered that the server does later than what it looks for.
    pub fn so_far(&mut self, method: &str) -> Vec<Value> {
        self.inbox.extend(self.messages.try_iter());
        let (found, rest) = self.inbox.drain(..).partition(|message| message["method"] == method);
        self.inbox = rest;
        found.into_iter().map(|mut message: Value| message["params"].take()).collect()
    }

    fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.inbox.iter().position(&fits) {
            return self.inbox.remove(at).expect("it was just found");
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("the server answers");
            if fits(&message) {
                return message;
            }
            self.inbox.push_back(message);
        }
    }

    pub fn open(&mut self, text: &str) {
        self.open_as(URI, 1, text);
    }

    pub fn open_as(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({"uri": uri, "languageId": "ishi", "version": version, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
    }

    /// Replaces a range, given by line and column of its start and its end.
    pub fn edit(&mut self, version: i32, range: [u32; 4], text: &str) {
        self.change(version, &json!([{"range": self::range(range), "text": text}]));
    }

    pub fn change(&mut self, version: i32, changes: &Value) {
        let document = json!({"uri": URI, "version": version});
        self.notify("textDocument/didChange", &json!({"textDocument": document, "contentChanges": changes}));
    }

    pub fn close(&mut self) {
        self.notify("textDocument/didClose", &json!({"textDocument": {"uri": URI}}));
    }

    /// The text that the server has.
    pub fn text(&mut self) -> String {
        self.about("ishi/fault/text", json!({}))["text"].as_str().expect("a text").to_owned()
    }

    /// The next diagnostics that are pushed for [`URI`], and those that a pull gives.
    pub fn pushed(&mut self) -> Value {
        let pushed = self.next("textDocument/publishDiagnostics");
        assert_eq!(pushed["uri"], URI);
        pushed
    }

    pub fn pull(&mut self, previous: Option<&Value>) -> Value {
        self.about("textDocument/diagnostic", json!({"previousResultId": previous}))
    }

    /// Closes stdin.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Reads no more: stdout is closed as soon as another message comes.
    pub fn turn_away(&mut self) {
        let (_, nothing) = channel();
        self.messages = nothing;
    }

    /// Waits for the end of the server, which the test has brought about in its own way.
    pub fn end(&mut self) -> ExitStatus {
        self.over = true;
        let step = Duration::from_millis(5);
        for _ in 0..PATIENCE.as_millis() / step.as_millis() {
            if let Some(status) = self.process.try_wait().expect("the server can be waited for") {
                return status;
            }
            thread::sleep(step);
        }
        panic!("the server does not end");
    }
}

impl Drop for Client {
    /// Every test ends with a shutdown in good order, with stdin still open.
    fn drop(&mut self) {
        if !self.over && !thread::panicking() {
            assert_eq!(self.request("shutdown", &Value::Null), Ok(Value::Null));
            self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
            assert_eq!(self.end().code(), Some(0), "the server ends well");
            self.inbox.extend(self.messages.try_iter());
            let strays: Vec<_> = self.inbox.iter().filter(|message| message.get("method").is_none()).collect();
            assert!(strays.is_empty(), "answers that no test has asked for: {strays:?}");
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a client of today can do. It does not say that it pulls diagnostics, so they are pushed without delay.
pub fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
        "textDocument": {
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown", "plaintext"]}},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
        },
    })
}

/// [`capabilities`] of a client that says it can pull.
pub fn pulling() -> Value {
    let mut capabilities = capabilities();
    capabilities["workspace"]["diagnostics"] = json!({"refreshSupport": true});
    capabilities["textDocument"]["diagnostic"] = json!({});
    capabilities
}

pub fn range([line, column, end_line, end_column]: [u32; 4]) -> Value {
    json!({"start": {"line": line, "character": column}, "end": {"line": end_line, "character": end_column}})
}

pub fn frame(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

fn read(stdout: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        stdout.read_line(&mut line).ok().filter(|&read| read > 0)?;
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length.expect("every frame has a length")];
    stdout.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("every frame is JSON"))
}
