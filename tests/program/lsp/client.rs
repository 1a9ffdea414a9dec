//! A client of our own, over the stdin and stdout of the real program.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::{Value, json};

use crate::patience::{PATIENCE, with_timeout};

/// The document that most tests open.
pub const URI: &str = "file:///records/a.ishi";

pub struct Client {
    process: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages that came while another one was waited for.
    inbox: VecDeque<Value>,
    last_id: i64,
    over: bool,
    /// The client does not read while this is locked.
    gate: Arc<Mutex<Reading>>,
    /// The log of the server, if the test reads it.
    log: Arc<Mutex<String>>,
}

/// Whether the client goes on to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    On,
    /// Stdout is closed as soon as the gate is open.
    Over,
}

impl Client {
    /// Starts the server and says nothing yet.
    pub fn start() -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_ishi")).stderr(Stdio::null()))
    }

    /// Starts a server with more arguments, and a log of what `filter` lets through, which [`Self::logged`] waits for.
    pub fn logging(arguments: &[&str], filter: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
        command.env("RUST_LOG", filter).stderr(Stdio::piped());
        let mut client = Self::run_with(&mut command, arguments);
        let stderr = client.process.stderr.take().expect("stderr is a pipe");
        let log = Arc::clone(&client.log);
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let mut log = log.lock().expect("no panic while it is locked");
                log.push_str(&line);
                log.push('\n');
            }
        });
        client
    }

    /// Starts a server whose log has everything and is lost: stderr is closed, or a pipe that is not read.
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

    /// Starts a server whose user has this home folder.
    #[cfg(unix)]
    pub fn at_home(home: &Path) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_ishi")).env("HOME", home).stderr(Stdio::null()))
    }

    fn run(command: &mut Command) -> Self {
        Self::run_with(command, &[])
    }

    fn run_with(command: &mut Command, arguments: &[&str]) -> Self {
        let mut process = command
            .args(["lsp", "--stdio"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdin = process.stdin.take();
        let stdout = process.stdout.take().expect("stdout is a pipe");
        let (sender, messages) = channel();
        let gate = Arc::new(Mutex::new(Reading::On));
        let guarded = Arc::clone(&gate);
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while *guarded.lock().unwrap_or_else(PoisonError::into_inner) == Reading::On {
                let Some(message) = read(&mut stdout) else { return };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let log = Arc::default();
        Self { process, stdin, messages, inbox: VecDeque::new(), last_id: 0, over: false, gate, log }
    }

    /// Starts the server and introduces a client that can do a lot, but does not pull.
    pub fn new() -> Self {
        Self::with(&capabilities())
    }

    /// Starts a session with these capabilities.
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

    /// Writes bytes as they are. A server that has ended is not an error here: the missing answer will be.
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

    /// Returns the messages of a method that have come. Answers are in the order of requests only where one waits for
    /// the other, so a test first lets something be answered that the server does later than what it looks for.
    pub fn so_far(&mut self, method: &str) -> Vec<Value> {
        self.inbox.extend(self.messages.try_iter());
        let (found, rest) = self.inbox.drain(..).partition(|message| message["method"] == method);
        self.inbox = rest;
        found.into_iter().map(|mut message: Value| message["params"].take()).collect()
    }

    /// Takes in the refusals of what was no message or could not be served, of which a test has seen enough.
    pub fn refusals(&mut self) {
        self.inbox.extend(self.messages.try_iter());
        self.inbox.retain(|message| message.get("error").is_none());
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
        self.open_in("ishi", uri, version, text);
    }

    /// Opens a document in another language.
    pub fn open_in(&mut self, language: &str, uri: &str, version: i32, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": version, "text": text});
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

    /// Lets the client read nothing, but for one message that it may be reading, while `work` is done. That has stdin
    /// for itself, and may be held up there.
    pub fn while_stalled<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let gate = Arc::clone(&self.gate);
        let _closed = gate.lock().expect("no panic while it is locked");
        work(self)
    }

    /// Closes stdin and stdout at once, in the middle of whatever is under way, as the end of its process does.
    pub fn vanish(&mut self, under_way: impl FnOnce(&mut Self)) {
        let gate = Arc::clone(&self.gate);
        let mut reading = gate.lock().expect("no panic while it is locked");
        // The reader is at the gate as soon as it has read this.
        self.ask("ishi/fault/sleep", &json!({"ms": 0}));
        under_way(self);
        *reading = Reading::Over;
        self.stdin = None;
    }

    /// Takes stdin out, to be written to by a thread of its own.
    pub fn take_stdin(&mut self) -> ChildStdin {
        self.stdin.take().expect("stdin is open")
    }

    pub fn put_stdin(&mut self, stdin: ChildStdin) {
        self.stdin = Some(stdin);
    }

    /// Waits for a line of the log that holds `words`, and gives it. Of the lines before it only the test sees
    /// something.
    pub fn logged(&self, words: &str) -> String {
        with_timeout(|| self.log().lines().find(|line| line.contains(words)).map(str::to_owned))
            .unwrap_or_else(|| panic!("no line of the log says `{words}`:\n{}", self.log()))
    }

    /// The log so far.
    pub fn log(&self) -> String {
        self.log.lock().expect("no panic while it is locked").clone()
    }

    /// The number of the server's process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Returns the status that the server reports.
    pub fn status(&mut self) -> Value {
        self.request("ishi/status", &Value::Null).expect("the status")
    }

    /// Waits for the end of the server, which the test has brought about in its own way.
    pub fn end(&mut self) -> ExitStatus {
        self.over = true;
        with_timeout(|| self.process.try_wait().expect("the server can be waited for")).expect("the server ends")
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

/// Capabilities of a client of today. It does not pull diagnostics, so they are pushed without delay.
pub fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
        "textDocument": {
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "completion": {
                "completionItem": {"snippetSupport": true, "documentationFormat": ["markdown", "plaintext"]},
            },
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
