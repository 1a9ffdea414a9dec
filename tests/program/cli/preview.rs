//! `ishi preview`: a page that follows a file and an editor, and only a browser on this machine that knows its address.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::sandbox::Sandbox;
use crate::patience::{PATIENCE, with_timeout};

const GAME: &str = "EVENT A game\nB 1 Q16\nCOM\nA corner.\nENDCOM\n";

/// The program while it serves a page.
struct Preview {
    child: Child,
    /// Standard input of the program, until the editor ends.
    editor: Option<ChildStdin>,
    /// The address and port, and the secret.
    authority: String,
    secret: String,
}

impl Preview {
    fn start(sandbox: &Sandbox, file: &str) -> Self {
        let mut command = sandbox.command(&format!("preview {file} --no-open"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (authority, secret) = address.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
        let (authority, secret) = (authority.to_owned(), secret.strip_suffix('/').unwrap().to_owned());
        let editor = child.stdin.take();
        Self { child, editor, authority, secret }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.editor.as_mut().unwrap(), "{message}").unwrap();
    }

    fn connect(&self) -> Stream {
        Stream { stream: TcpStream::connect(&self.authority).unwrap(), end: Instant::now() + PATIENCE }
    }

    /// The whole answer to a request.
    fn answer(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    /// The answer to a request of the page's own for a part of it.
    fn get(&self, part: &str) -> String {
        self.answer(&format!("GET /{}/{part} HTTP/1.1\r\nHost: {}\r\n\r\n", self.secret, self.authority))
    }

    /// The event stream, after its head.
    fn events(&self) -> Events {
        let mut stream = self.connect();
        let Self { authority, secret, .. } = self;
        let head = format!("Host: {authority}\r\nOrigin: http://{authority}");
        write!(stream.stream, "GET /{secret}/events HTTP/1.1\r\n{head}\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert_ne!(lines.read_line(&mut line).unwrap(), 0);
        }
        Events(lines)
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is read up to a time, since a stream without news is written to, too.
struct Stream {
    stream: TcpStream,
    end: Instant,
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

struct Events(BufReader<Stream>);

impl Events {
    fn next(&mut self) -> Value {
        self.0.get_mut().end = Instant::now() + PATIENCE;
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the stream has ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

/// The elements of a message, those that are not sent as `=`.
fn elements(message: &Value) -> Vec<String> {
    let articles = message["content"]["articles"].as_array().into_iter().flatten();
    let parts = articles.flat_map(|article| article["parts"].as_array().into_iter().flatten());
    parts.map(|part| part["html"].as_str().map_or("=", |html| &html[..html.len().min(20)]).to_owned()).collect()
}

#[test]
fn a_page_follows_the_cursor_and_the_text_of_an_editor() {
    let sandbox = Sandbox::new([("game.ishi", GAME)]);
    let mut preview = Preview::start(&sandbox, "game.ishi");
    let mut events = preview.events();
    let first = events.next();
    assert_eq!(elements(&first), ["<h1>A game</h1>", "<figure><img alt=\"A ", "<p>A corner.</p>"]);
    assert_eq!(first["content"]["articles"][0]["parts"][1]["moves"][0]["line"], 1);
    assert_eq!((&first["name"], &first["cursor"]), (&json!("game.ishi"), &Value::Null));
    preview.send(&json!({"line": 3}));
    let cursor = events.next();
    assert_eq!((&cursor["cursor"], &cursor["content"]), (&json!({"line": 3, "character": 0}), &Value::Null));
    // Only what has changed is sent again, and a wrong message changes nothing.
    preview.send(&json!("nonsense"));
    preview.send(&json!({"text": GAME.replace("corner", "corner move"), "line": 3}));
    assert_eq!(elements(&events.next()), ["=", "=", "<p>A corner move.</p"]);
    // A reader that comes later gets all of it.
    let mut late = preview.events();
    assert_eq!(elements(&late.next())[0], "<h1>A game</h1>");
    // The file does not count any more.
    sandbox.write("game.ishi", "EVENT Saved\n");
    preview.send(&json!({"text": "(;FF[4]GM[1]SZ[9]GN[In SGF];B[cc])"}));
    while elements(&events.next()).first().is_none_or(|html| html != "<h1>In SGF</h1>") {}
}

/// A save that comes while the page is opened is not missed.
#[test]
fn a_page_follows_its_file_from_the_first_moment() {
    let sandbox = Sandbox::new([("game.ishi", GAME)]);
    for _ in 0..8 {
        sandbox.put("game.ishi", GAME);
        let preview = Preview::start(&sandbox, "game.ishi");
        sandbox.put("game.ishi", &GAME.replace("A game", "Another game"));
        let mut events = preview.events();
        while elements(&events.next())[0] != "<h1>Another game</h1" {}
    }
}

#[test]
fn a_page_follows_its_file() {
    let sandbox = Sandbox::new([("game.ishi", GAME)]);
    let preview = Preview::start(&sandbox, "game.ishi");
    let mut events = preview.events();
    assert_eq!(elements(&events.next())[0], "<h1>A game</h1>");
    sandbox.put("game.ishi", &GAME.replace("A game", "Another game"));
    assert_eq!(elements(&events.next()), ["<h1>Another game</h1", "<figure><img alt=\"An", "="]);
    let missing = Sandbox::empty().ishi("preview none.ishi --no-open");
    assert_eq!((missing.code, missing.stdout.as_str()), (2, ""), "{missing}");
}

#[test]
fn the_preview_ends_with_its_editor() {
    let sandbox = Sandbox::new([("game.ishi", GAME)]);
    let mut preview = Preview::start(&sandbox, "game.ishi");
    let mut events = preview.events();
    events.next();
    preview.editor = None;
    let ended = with_timeout(|| preview.child.try_wait().unwrap()).expect("the preview ends");
    assert_eq!(ended.code(), Some(0));
    assert!(TcpStream::connect(&preview.authority).is_err());
}

#[test]
fn only_a_page_with_the_address_is_answered() {
    let sandbox = Sandbox::new([("game.ishi", GAME)]);
    let preview = Preview::start(&sandbox, "game.ishi");
    let Preview { authority, secret, .. } = &preview;
    assert!(authority.starts_with("127.0.0.1:"), "{authority}");
    assert!(secret.len() == 32 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()), "{secret}");
    assert_ne!(Preview::start(&sandbox, "game.ishi").secret, *secret);
    for (part, content_type) in [("", "text/html"), ("preview.js", "text/javascript"), ("preview.css", "text/css")] {
        let answer = preview.get(part);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && !body.is_empty(), "{answer}");
        for header in [
            &*format!("Content-Type: {content_type}; charset=utf-8"),
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
            "X-Frame-Options: DENY",
            "Cross-Origin-Resource-Policy: same-origin",
            "Cache-Control: no-store",
        ] {
            assert!(head.split("\r\n").any(|line| line == header), "{header}: {head}");
        }
    }
    let other = "0".repeat(32);
    for (request, status) in [
        (format!("GET /{secret}/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403),
        (format!("GET /{secret}/ HTTP/1.1\r\n\r\n"), 403),
        (format!("GET /{secret}/events HTTP/1.1\r\nHost: {authority}\r\nOrigin: http://evil.example\r\n\r\n"), 403),
        (format!("GET /{secret}/ HTTP/1.1\r\nHost: {authority}\r\nSec-Fetch-Site: cross-site\r\n\r\n"), 403),
        (format!("GET /{other}/ HTTP/1.1\r\nHost: {authority}\r\n\r\n"), 404),
        (format!("GET /{secret}/../../etc/passwd HTTP/1.1\r\nHost: {authority}\r\n\r\n"), 404),
        (format!("GET / HTTP/1.1\r\nHost: {authority}\r\n\r\n"), 404),
        (format!("POST /{secret}/ HTTP/1.1\r\nHost: {authority}\r\nContent-Length: 3\r\n\r\nabc"), 405),
        ("nonsense\r\n\r\n".to_owned(), 400),
        (format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(20_000)), 400),
    ] {
        let answer = preview.answer(&request);
        // Where more comes than is read, the connection may end before the answer is read.
        let is_cut = answer.is_empty() && request.len() > 10_000;
        assert!(is_cut || answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {answer}");
        assert!(!answer.contains("A game"), "{answer}");
    }
}

#[test]
fn connections_are_few_and_none_stays_without_a_request() {
    let sandbox = Sandbox::new([("game.ishi", GAME)]);
    let preview = Preview::start(&sandbox, "game.ishi");
    let started = Instant::now();
    let silent: Vec<Stream> = (0..100).map(|_| preview.connect()).collect();
    // Those that say nothing are given up, and then there is room again.
    while !preview.get("").starts_with("HTTP/1.1 200 ") {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(silent);
    let streams: Vec<Events> = (0..8).map(|_| preview.events()).collect();
    assert!(preview.get("events").starts_with("HTTP/1.1 503 "));
    drop(streams);
}
