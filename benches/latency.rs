//! How long an editor waits: the real server over its stdin and stdout, with documents of several sizes.
//!
//! `cargo bench --bench latency` prints the tables that `docs/performance.md` explains; with names after `--` it takes
//! only the documents with these names, and with `--full` those too that take minutes. What is measured is the time
//! from before a message is written to after the last byte of the answer is read.

#![allow(clippy::print_stdout, reason = "it prints a table")]
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "figures for a person")]
#![allow(clippy::disallowed_methods, reason = "it starts the server and reads its memory")]

mod texts;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const URI: &str = "file:///records/a.ishi";

/// How many keystrokes and how many requests of each kind are measured.
const TIMES: usize = 300;

/// How many times a request is measured that takes longer than [`SLOW`].
const FEW: usize = 10;
const SLOW: Duration = Duration::from_millis(40);

/// How long somebody who types fast takes for a keystroke.
const KEYSTROKE: Duration = Duration::from_millis(20);

struct Server {
    process: Child,
    stdin: ChildStdin,
    messages: Receiver<(Instant, Value)>,
    last_id: u64,
    version: i32,
}

impl Server {
    fn start() -> (Self, Duration) {
        let begin = Instant::now();
        let mut process = Command::new(env!("CARGO_BIN_EXE_ishi"))
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let stdin = process.stdin.take().expect("stdin is a pipe");
        let stdout = process.stdout.take().expect("stdout is a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(body) = read(&mut stdout) {
                // What the client makes of it is not the server's time.
                let at = Instant::now();
                let message = serde_json::from_slice(&body).expect("every frame is JSON");
                if sender.send((at, message)).is_err() {
                    return;
                }
            }
        });
        let mut server = Self { process, stdin, messages, last_id: 0, version: 0 };
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-16"]},
            "workspace": {"workspaceEdit": {"documentChanges": true}},
            "textDocument": {
                "hover": {"contentFormat": ["markdown"]},
                "completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"],
                    "resolveSupport": {"properties": ["documentation"]}}},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
                "codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}},
            },
        });
        let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities});
        let (_, answer) = server.request("initialize", &params);
        server.notify("initialized", &json!({}));
        let done = begin.elapsed();
        assert!(answer.get("result").is_some(), "{answer}");
        (server, done)
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server reads");
        self.stdin.flush().expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn request(&mut self, method: &str, params: &Value) -> (Duration, Value) {
        self.last_id += 1;
        let id = self.last_id;
        let begin = Instant::now();
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let (at, message) = self.messages.recv_timeout(Duration::from_secs(120)).expect("the server answers");
            if message["id"] == id && message.get("method").is_none() {
                return (at - begin, message);
            }
        }
    }

    /// Opens a document, and waits for its first diagnostics.
    fn open(&mut self, language: &str, text: &str) -> Duration {
        let begin = Instant::now();
        self.version = 1;
        let document = json!({"uri": URI, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
        self.published(begin)
    }

    /// Types at a place: puts text in the place of `length` characters.
    fn edit(&mut self, (line, column): (u32, u32), length: u32, text: &str) -> Instant {
        self.version += 1;
        let range = json!({
            "start": {"line": line, "character": column}, "end": {"line": line, "character": column + length},
        });
        let begin = Instant::now();
        self.notify(
            "textDocument/didChange",
            &json!({
                "textDocument": {"uri": URI, "version": self.version},
                "contentChanges": [{"range": range, "text": text}],
            }),
        );
        begin
    }

    /// Waits for the diagnostics of the current version.
    fn published(&mut self, begin: Instant) -> Duration {
        loop {
            let (at, message) = self.messages.recv_timeout(Duration::from_secs(120)).expect("the server publishes");
            let is_new = message["params"]["version"] == self.version;
            if message["method"] == "textDocument/publishDiagnostics" && is_new {
                return at - begin;
            }
        }
    }

    /// The memory that the server has now and has had at most, in bytes; `None` if the system does not provide it.
    fn memory(&self) -> Option<(u64, u64)> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let of = |name: &str| -> Option<u64> {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
        };
        Some((of("VmRSS:")?, of("VmHWM:")?))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read(stdout: &mut impl BufRead) -> Option<Vec<u8>> {
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
    let mut body = vec![0; length?];
    stdout.read_exact(&mut body).ok()?;
    Some(body)
}

/// The same games in SGF, as other programs write them: without the lines that only a record has.
fn sgf(record: &str) -> String {
    let own = regex::Regex::new(r"(?s)ISHI\[(?:[^\]\\]|\\.)*\]").expect("a regexp");
    own.replace_all(&ishi_convert::convert::to_sgf(record).text, "").into_owned()
}

/// A move: where its location begins.
struct MoveLine {
    line: u32,
    column: u32,
}

fn moves_in_sgf(text: &str) -> Vec<MoveLine> {
    let moves = text.lines().zip(0u32..).flat_map(|(text, line)| {
        let values = text.match_indices(";B[").chain(text.match_indices(";W["));
        values.map(move |(at, _)| MoveLine { line, column: text[..at].encode_utf16().count() as u32 + 3 })
    });
    moves.collect()
}

fn move_lines(text: &str) -> Vec<MoveLine> {
    let moves = text.lines().zip(0u32..).filter(|(line, _)| {
        let line = line.trim_start();
        (line.starts_with("B ") || line.starts_with("W ")) && !line.ends_with("PASS")
    });
    moves.map(|(text, line)| MoveLine { line, column: text.rfind(' ').map_or(0, |at| at as u32 + 1) }).collect()
}

/// What is seen of a series of times.
fn summary(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share).ceil() as usize).clamp(1, times.len()) - 1;
        format!("{:9.2}", times[index].as_secs_f64() * 1e3)
    };
    format!("{}{}{}{}", at(0.5), at(0.95), at(0.99), at(1.0))
}

fn measure(name: &str, language: &str, text: &str, times: usize) {
    let (mut server, start) = Server::start();
    let before = server.memory();
    let first = server.open(language, text);
    println!("\n## {name}: {} bytes\n", text.len());
    println!("start to initialize answered   {:9.2} ms", start.as_secs_f64() * 1e3);
    println!("open to first diagnostics      {:9.2} ms", first.as_secs_f64() * 1e3);
    // What is not needed any more goes back to the system when nothing was to be done for two seconds.
    thread::sleep(Duration::from_secs(3));
    if let (Some((now, most)), Some((base, _))) = (server.memory(), before) {
        let per_byte = |bytes: u64| bytes as f64 / text.len() as f64;
        println!(
            "memory {:.1} MB, {:.1} bytes a byte of text; at most {:.1} MB, {:.1} bytes a byte; {:.1} MB before",
            now as f64 / 1e6,
            per_byte(now.saturating_sub(base)),
            most as f64 / 1e6,
            per_byte(most.saturating_sub(base)),
            base as f64 / 1e6
        );
    }
    println!("\n{:<36}{:>9}{:>9}{:>9}{:>9}", "milliseconds", "p50", "p95", "p99", "max");
    let lines = if language == "sgf" { moves_in_sgf(text) } else { move_lines(text) };
    let mut random = fastrand::Rng::with_seed(7);

    // A letter that makes a location unreadable, and its removal: each changes the diagnostics.
    for (what, pause) in [("keystroke, at full speed", None), ("keystroke, every 20 ms", Some(KEYSTROKE))] {
        let mut keystrokes = Vec::new();
        for _ in 0..times.div_ceil(2) {
            let at = &lines[random.usize(..lines.len())];
            for (length, text) in [(0, "I"), (1, "")] {
                let begin = server.edit((at.line, at.column), length, text);
                keystrokes.push(server.published(begin));
                if let Some(rest) = pause.and_then(|pause| pause.checked_sub(begin.elapsed())) {
                    thread::sleep(rest);
                }
            }
        }
        println!("{what:<36}{}", summary(&mut keystrokes));
    }

    // Requests in the midst of edits.
    let mut answers: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..times {
        let at = &lines[random.usize(..lines.len())];
        for (method, params) in requests(at) {
            // What costs the whole file is known after a few times.
            if answers.get(method).is_some_and(|times| times.len() >= FEW && times.iter().min() > Some(&SLOW)) {
                continue;
            }
            let begin = server.edit((at.line, at.column), 0, "I");
            let (time, answer) = server.request(method, &params);
            assert!(answer.get("error").is_none(), "{method}: {answer}");
            sizes.insert(method.to_owned(), answer.to_string().len());
            answers.entry(method.to_owned()).or_default().push(time);
            follow_up(&mut server, method, &answer, &mut answers);
            server.edit((at.line, at.column), 1, "");
            if let Some(rest) = KEYSTROKE.checked_sub(begin.elapsed()).filter(|_| times > 100) {
                thread::sleep(rest / 10);
            }
        }
    }
    for (method, times) in &mut answers {
        println!("{method:<36}{}{:>10} bytes", summary(times), sizes.get(method).copied().unwrap_or_default());
    }
    if let Some((now, most)) = server.memory() {
        println!("\nmemory at the end {:.1} MB, at most {:.1} MB", now as f64 / 1e6, most as f64 / 1e6);
    }
}

/// What an editor asks for at a move.
fn requests(at: &MoveLine) -> Vec<(&'static str, Value)> {
    let document = json!({"uri": URI});
    let position = json!({"line": at.line, "character": at.column});
    let number = json!({"line": at.line, "character": at.column.saturating_sub(2)});
    let start_of = |line: u32| json!({"line": line, "character": 0});
    let range = json!({"start": start_of(at.line.saturating_sub(30)), "end": start_of(at.line + 30)});
    let here = json!({"start": position, "end": position});
    let options = json!({"tabSize": 2, "insertSpaces": true});
    vec![
        ("textDocument/completion", json!({"textDocument": document, "position": position})),
        ("textDocument/hover", json!({"textDocument": document, "position": number})),
        ("textDocument/signatureHelp", json!({"textDocument": document, "position": position})),
        ("textDocument/definition", json!({"textDocument": document, "position": number})),
        (
            "textDocument/references",
            json!({"textDocument": document, "position": number, "context": {"includeDeclaration": true}}),
        ),
        ("textDocument/documentHighlight", json!({"textDocument": document, "position": number})),
        ("textDocument/prepareRename", json!({"textDocument": document, "position": number})),
        ("textDocument/codeAction", json!({"textDocument": document, "range": here, "context": {"diagnostics": []}})),
        ("textDocument/selectionRange", json!({"textDocument": document, "positions": [position]})),
        ("textDocument/semanticTokens/range", json!({"textDocument": document, "range": range})),
        ("textDocument/inlayHint", json!({"textDocument": document, "range": range})),
        ("textDocument/rangeFormatting", json!({"textDocument": document, "range": range, "options": options})),
        (
            "textDocument/onTypeFormatting",
            json!({"textDocument": document, "position": position, "ch": "\n", "options": options}),
        ),
        ("ishi/board", json!({"textDocument": document, "position": number, "format": "svg"})),
        ("ishi/tree", json!({"textDocument": document, "position": number})),
        ("textDocument/documentSymbol", json!({"textDocument": document})),
        ("textDocument/foldingRange", json!({"textDocument": document})),
        ("textDocument/formatting", json!({"textDocument": document, "options": options})),
        ("textDocument/semanticTokens/full", json!({"textDocument": document})),
        ("textDocument/codeLens", json!({"textDocument": document})),
        ("textDocument/documentLink", json!({"textDocument": document})),
        ("textDocument/diagnostic", json!({"textDocument": document})),
    ]
}

/// What an editor asks for when it has an answer: the rest of one of the things in it.
fn follow_up(server: &mut Server, method: &str, answer: &Value, answers: &mut BTreeMap<String, Vec<Duration>>) {
    let (next, items) = match method {
        "textDocument/completion" => {
            ("completionItem/resolve", answer["result"].get("items").unwrap_or(&answer["result"]))
        }
        "textDocument/codeAction" => ("codeAction/resolve", &answer["result"]),
        "textDocument/inlayHint" => ("inlayHint/resolve", &answer["result"]),
        "textDocument/codeLens" => ("codeLens/resolve", &answer["result"]),
        _ => return,
    };
    let Some(item) = items.as_array().and_then(|items| items.iter().find(|item| item.get("data").is_some())) else {
        return;
    };
    let (time, _) = server.request(next, item);
    answers.entry(next.to_owned()).or_default().push(time);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let is_full = arguments.iter().any(|argument| argument == "--full");
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let wanted = |name: &str, is_long: bool| {
        if names.is_empty() { is_full || !is_long } else { names.iter().any(|wanted| *wanted == name) }
    };
    if wanted("5KB", false) {
        measure("5KB", "ishi", &texts::game(7, 300), TIMES);
    }
    if wanted("1MB", false) {
        measure("1MB", "ishi", &texts::many_games(1_000_000), TIMES / 3);
    }
    if wanted("10MB", false) {
        measure("10MB", "ishi", &texts::many_games(10_000_000), TIMES / 3);
    }
    if wanted("nested", false) {
        measure("nested", "ishi", &texts::nested(100_000), TIMES / 10);
    }
    if wanted("sgf-5KB", false) {
        measure("sgf-5KB", "sgf", &sgf(&texts::game(7, 300)), TIMES);
    }
    if wanted("sgf-10MB", false) {
        measure("sgf-10MB", "sgf", &sgf(&texts::many_games(25_000_000)), TIMES / 3);
    }
    if wanted("sgf-nested", false) {
        measure("sgf-nested", "sgf", &sgf(&texts::nested(100_000)), TIMES / 10);
    }
    if wanted("sgf-dictionary", false) {
        measure("sgf-dictionary", "sgf", &texts::dictionary(100_000), TIMES);
    }
    if wanted("100MB", true) {
        measure("100MB", "ishi", &texts::many_games(100_000_000), TIMES / 10);
    }
}
