//! Clients that go wrong: the server says so in its log, keeps its memory, and goes on with the right answers, or ends
//! by itself if no client is left.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, frame, range};
use crate::patience::with_timeout;

fn logging() -> Client {
    let mut client = Client::logging(&[], "warn");
    client.initialize(&json!({"capabilities": capabilities()}));
    client
}

fn about(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

#[test]
fn a_client_that_dies_takes_the_server_with_it() {
    let mut client = logging();
    client.open(&"B 1 Q16\n".repeat(5000));
    client.vanish(|client| {
        for _ in 0..50 {
            client.ask("ishi/fault/text", &about(URI));
            client.ask("ishi/fault/sleep", &json!({"ms": 3_600_000}));
        }
    });
    assert_eq!(client.end().code(), Some(1));
    assert!(!client.log().contains("panic"), "{}", client.log());
}

#[test]
fn a_client_that_reads_nothing_is_not_read_from_either() {
    const REQUESTS: usize = 1200;
    let text = "B 1 Q16\n".repeat(12_500);
    let request = |id: usize| {
        let request = json!({"jsonrpc": "2.0", "id": id + 10_000, "method": "ishi/fault/text", "params": about(URI)});
        frame(request.to_string().as_bytes())
    };
    let mut client = logging();
    client.open(&text);
    client.pushed();
    let before = client.status()["memory"].as_u64();
    let process = client.process_id();
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let writer = client.while_stalled(|client| {
        let mut stdin = client.take_stdin();
        // What stands between the requests keeps pipes from holding many of them.
        let padding = json!({"jsonrpc": "2.0", "method": "$/padding", "params": {"of": "x".repeat(4000)}});
        let padding = frame(padding.to_string().as_bytes());
        let writer = thread::spawn(move || {
            for id in 0..REQUESTS {
                stdin.write_all(&[request(id), padding.clone()].concat()).expect("the server reads in the end");
                count.fetch_add(1, Ordering::SeqCst);
            }
            stdin
        });
        client.logged("it is not read from until it reads");
        // Nothing more is taken in after a while.
        let mut last = usize::MAX;
        with_timeout(|| {
            thread::sleep(Duration::from_millis(200));
            let now = written.load(Ordering::SeqCst);
            (std::mem::replace(&mut last, now) == now).then_some(())
        });
        assert!(last < REQUESTS, "all {REQUESTS} requests were taken in, though the answers are not read");
        if let (Some(before), Some(now)) = (before, memory_of(process)) {
            // 32 MiB wait to be written, and some are on their way there.
            assert!(now - before < 100 << 20, "{} MiB", (now - before) >> 20);
        }
        writer
    });
    for id in 0..REQUESTS {
        let answer = client.answer(&json!(id + 10_000)).expect("it is answered");
        assert_eq!(answer["text"].as_str().map(str::len), Some(text.len()));
    }
    let stdin = writer.join().expect("all is written");
    client.put_stdin(stdin);
    assert_eq!(client.text(), text);
}

/// The memory of a process in bytes, where the system says it in a file.
pub fn memory_of(process: u32) -> Option<u64> {
    status_of(process, "VmRSS:")
}

/// The most memory that a process has had so far, in bytes, where the system says that in a file.
pub fn peak_memory_of(process: u32) -> Option<u64> {
    status_of(process, "VmHWM:")
}

#[expect(clippy::disallowed_methods, reason = "the system says it in a file")]
fn status_of(process: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

#[test]
fn a_client_that_reads_nothing_while_it_edits_sees_the_last_diagnostics_in_the_end() {
    let mut client = logging();
    client.open("");
    client.pushed();
    client.while_stalled(|client| {
        for version in 2..3000 {
            client.edit(version, [0, 0, 0, 0], "MARKK\n");
        }
    });
    // What it finds is like nothing before it: the same diagnostics would not be pushed again.
    client.edit(3000, [0, 0, 9999, 0], "B 1 Z99\n");
    let last =
        with_timeout(|| Some(client.pushed()).filter(|pushed| pushed["version"] == 3000)).expect("the last push");
    assert_eq!(last["diagnostics"][0]["code"], "invalid-location");
}

#[test]
fn a_client_that_answers_nothing_is_asked_so_much_and_no_more() {
    let mut asked = capabilities();
    asked["workspace"]["configuration"] = json!(true);
    let mut client = Client::logging(&[], "warn");
    client.initialize(&json!({"capabilities": asked}));
    // Each is a question to the client, which it never answers.
    for _ in 0..500 {
        client.notify("workspace/didChangeConfiguration", &json!({"settings": null}));
    }
    client.logged("a message to the client was dropped");
    client.open("B 1 Q16\n");
    assert_eq!(client.text(), "B 1 Q16\n");
}

#[test]
fn an_answer_that_comes_too_late_does_no_harm() {
    let mut asked = capabilities();
    asked["workspace"]["configuration"] = json!(true);
    let mut client = Client::logging(&[], "warn");
    client.initialize(&json!({"capabilities": asked}));
    let (id, _) = client.asked("workspace/configuration");
    client.logged("the client has not answered");
    client.reply(&id, &json!([{"format": {"indent": 4}}]));
    client.reply(&id, &json!([null]));
    client.open("B 1 Q16\nW 2 D4\nVAR 2\n  W 2 D16\n  ENDVAR\n");
    // A task of its own takes the settings, some time after the answer has come.
    let is_indented = with_timeout(|| {
        let edits = client.about("textDocument/formatting", json!({"options": {"tabSize": 2, "insertSpaces": true}}));
        edits.to_string().contains("\"    ").then_some(())
    });
    assert!(is_indented.is_some(), "the settings are taken all the same");
}

#[test]
fn what_is_cancelled_is_answered_once_and_what_follows_is_served() {
    const MANY: usize = 3000;
    let mut client = Client::new();
    client.open(&"EVENT x\nB 1 Q16\nW 2 D4\nMARKK Q16\n".repeat(500));
    let methods =
        ["textDocument/formatting", "textDocument/documentSymbol", "ishi/fault/text", "textDocument/codeLens"];
    let ids: Vec<i64> = (0..MANY)
        .map(|nth| {
            let mut params = about(URI);
            params["options"] = json!({"tabSize": 2, "insertSpaces": true});
            let id = client.ask(methods[nth % methods.len()], &params);
            client.notify("$/cancelRequest", &json!({"id": id}));
            // And again, and what there never was.
            client.notify("$/cancelRequest", &json!({"id": id}));
            client.notify("$/cancelRequest", &json!({"id": "x"}));
            id
        })
        .collect();
    for id in ids {
        if let Err(error) = client.answer(&json!(id)) {
            assert_eq!(error["code"], -32800, "{error}");
        }
    }
    assert!(client.text().starts_with("EVENT x\n"));
    // That each had one answer is seen at the end of the test, where none must be left.
    assert_eq!(client.status()["pending"].as_array().map(Vec::len), Some(1), "only the question itself");
}

#[test]
fn nothing_that_is_said_of_an_unknown_document_does_harm() {
    let mut client = logging();
    let place = json!({"line": 0, "character": 0});
    for method in [
        "textDocument/completion",
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/documentSymbol",
        "textDocument/codeAction",
        "textDocument/codeLens",
        "textDocument/documentLink",
        "textDocument/formatting",
        "textDocument/rangeFormatting",
        "textDocument/onTypeFormatting",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/foldingRange",
        "textDocument/selectionRange",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
        "textDocument/inlayHint",
        "textDocument/signatureHelp",
        "ishi/board",
        "ishi/tree",
        "ishi/page",
        "ishi/player",
        "ishi/find",
    ] {
        for uri in [URI, "", "no uri", "untitled:x", "file:///%FF%00.ishi", "https://example.org/a.ishi"] {
            let params = json!({
                "textDocument": {"uri": uri}, "position": place, "positions": [place], "previousResultId": "x",
                "range": {"start": place, "end": place}, "context": {"diagnostics": [], "includeDeclaration": true},
                "options": {"tabSize": 2, "insertSpaces": true}, "newName": "x", "ch": "\n",
            });
            let error = client.request(method, &params).expect_err(method);
            assert_eq!(error["code"], -32602, "{method} of `{uri}`: {error}");
        }
    }
    for method in ["textDocument/didSave", "textDocument/willSave", "textDocument/didClose", "textDocument/didChange"] {
        for params in [about("file:///unknown.ishi"), about("no uri"), json!({}), json!([]), Value::Null] {
            client.notify(method, &params);
        }
    }
    client.logged("file:///unknown.ishi was closed and is not open");
    client.open("B 1 Q16\n");
    client.close();
    client.close();
    client.logged(&format!("{URI} was closed and is not open"));
    client.open("B 1 Q16\n");
    let slow = client.ask("textDocument/documentSymbol", &about(URI));
    client.close();
    assert!(client.answer(&json!(slow)).is_ok(), "what was asked before the closing is answered from what there was");
    client.open_as(URI, -5, "a");
    client.change(-7, &json!([{"range": range([0, 1, 0, 1]), "text": "b"}]));
    client.change(-7, &json!([{"range": range([0, 2, 0, 2]), "text": "c"}]));
    assert_eq!(client.text(), "abc");
    client.logged("version Some(-7)");
    // A client whose versions never grow fills no log.
    for version in [0, 0, -9, -9, 7, 7] {
        client.change(version, &json!([{"range": range([0, 0, 0, 0]), "text": "d"}]));
    }
    assert_eq!(client.text(), "ddddddabc");
    assert_eq!(client.log().matches("came after version").count(), 1, "{}", client.log());
    // Another document is another matter.
    client.open_as(URI, 3, "a");
    client.change(3, &json!([{"range": range([0, 1, 0, 1]), "text": "b"}]));
    client.logged("version Some(3)");
}

#[test]
fn half_a_surrogate_pair_is_the_place_before_or_behind_it() {
    let mut client = Client::new();
    client.open("a😀b\n");
    client.edit(2, [0, 2, 0, 2], "|");
    let text = client.text();
    assert!(["a|😀b\n", "a😀|b\n"].contains(&text.as_str()), "{text}");
    for at in 0..7 {
        let position = json!({"line": 0, "character": at});
        client.about("textDocument/hover", json!({"position": position}));
        client.about("textDocument/selectionRange", json!({"positions": [position]}));
    }
}

#[test]
fn a_panic_is_logged_with_its_place_and_the_request() {
    let mut client = logging();
    client.open("B 1 Q16\n");
    let error = client.request("ishi/fault/panic", &about(URI)).unwrap_err();
    assert_eq!(error["code"], -32603);
    let line = client.logged("panic at crates/server/src/handlers/fault.rs:");
    for part in ["ERROR", "ishi/fault/panic", "id=2", URI, "thread", "a fault was asked for"] {
        assert!(line.contains(part), "{part} in {line}");
    }
    client.request("ishi/fault/panicOnEdit", &json!({})).unwrap();
    client.edit(2, [0, 0, 0, 0], "x");
    let line = client.logged("\"textDocument/didChange\"");
    assert!(line.contains("panic at crates/server/src/handlers/fault.rs:") && line.contains(URI), "{line}");
}

#[test]
fn the_input_may_end_within_a_message() {
    let mut client = logging();
    client.write(b"Content-Length: 100\r\n\r\n{\"half\"");
    client.hang_up();
    assert_eq!(client.end().code(), Some(1));
    client.logged("the input ended within a message: 7 of its 100 bytes came");
}

/// A process that does nothing until it is killed.
fn other_process() -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_ishi"))
        .args(["lsp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

#[test]
fn the_server_ends_with_the_process_of_its_client_though_stdin_is_open() {
    let mut parent = other_process();
    let mut by_request = Client::logging(&[], "warn");
    let params = json!({"capabilities": {}, "processId": parent.id()});
    by_request.request("initialize", &params).expect("it is answered");
    let mut by_argument = Client::logging(&[&format!("--clientProcessId={}", parent.id())], "warn");
    by_argument.initialize(&json!({"capabilities": {}}));
    by_argument.open("B 1 Q16\n");
    assert_eq!(by_argument.text(), "B 1 Q16\n", "until then it serves");
    parent.kill().expect("it ends");
    parent.wait().expect("it ends");
    for mut client in [by_request, by_argument] {
        assert_eq!(client.end().code(), Some(1));
        client.logged("has ended, and so the server ends");
    }
}

#[test]
fn a_process_that_is_not_there_is_not_watched() {
    let mut gone = other_process();
    gone.kill().expect("it ends");
    gone.wait().expect("it ends");
    for process in [json!(gone.id()), json!(0), json!(-1), json!(i64::MAX), json!("x"), json!(1.5)] {
        let mut client = Client::logging(&["--clientProcessId=-3"], "warn");
        client.request("initialize", &json!({"capabilities": {}, "processId": process})).expect("it is answered");
        client.open("B 1 Q16\n");
        assert_eq!(client.text(), "B 1 Q16\n", "{process}");
        if process.is_i64() {
            client.logged("not watched");
        }
    }
}
