//! The reports of the server about itself: `ishi/status` and the log.

#![expect(clippy::disallowed_methods, reason = "the log is a file")]

use std::process::Command;

use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities};

#[test]
fn the_status_tells_of_documents_and_times() {
    let mut client = Client::new();
    client.open("EVENT a\nMARKK Q16\nEVENT b\nB 1 Q16\n");
    client.pushed();
    client.open_as("untitled:b", 3, "");
    client.next("textDocument/publishDiagnostics");
    client.change(
        2,
        &json!([{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "\n"}]),
    );
    client.pushed();
    for _ in 0..10 {
        client.about("textDocument/hover", json!({"position": {"line": 4, "character": 1}}));
    }
    let slow = client.ask("ishi/fault/sleep", &json!({"ms": 3_600_000}));

    let status = client.status();
    assert_eq!(status["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(status["positionEncoding"], "utf-16");
    let mut documents = status["documents"].as_array().expect("a list").clone();
    documents.sort_by_key(|document| document["uri"].to_string());
    assert_eq!(
        documents,
        [
            json!({"uri": URI, "version": 2, "bytes": 35, "lines": 6, "events": 2, "diagnostics": 2}),
            json!({"uri": "untitled:b", "version": 3, "bytes": 0, "lines": 1, "events": 1, "diagnostics": 0}),
        ]
    );
    let scope = "2 open files; no folder: open one, or put an ishi.toml into it";
    let check = json!({"files": 0, "withProblems": 0, "bytes": 0, "leftOut": 0, "changed": 0, "isWaiting": false});
    assert_eq!(
        status["workspace"],
        json!({"folders": 0, "files": 0, "events": 0, "bytes": 0, "waiting": 0, "scope": scope, "check": check})
    );
    let pending: Vec<&Value> =
        status["pending"].as_array().expect("a list").iter().map(|running| &running["method"]).collect();
    assert_eq!(pending, ["ishi/fault/sleep", "ishi/status"]);
    let times = &status["times"];
    assert_eq!(times["textDocument/hover"]["count"], 10);
    assert_eq!(times["textDocument/didOpen"]["count"], 2);
    assert_eq!(times["edit to diagnostics"]["count"], 3);
    for (method, times) in times.as_object().expect("an object") {
        let time = |key: &str| times[key].as_f64().expect("a number");
        assert!(
            time("p50") <= time("p95") && time("p95") <= time("max") && time("mean") <= time("max"),
            "{method}: {times}"
        );
    }
    if cfg!(target_os = "linux") {
        assert!(status["memory"].as_u64().is_some_and(|memory| memory > 1 << 20), "{}", status["memory"]);
    }
    client.notify("$/cancelRequest", &json!({"id": slow}));
    client.answer(&json!(slow)).unwrap_err();

    client.change(3, &json!(7));
    let status = client.status();
    let lost = status["documents"].as_array().expect("a list").iter().find(|document| document["uri"] == URI);
    assert_eq!(
        lost.expect("it is still open")["problem"],
        "an edit of the document could not be applied: close it and open it again"
    );
}

#[test]
fn the_log_goes_to_a_file_and_tells_each_message_and_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ishi.log");
    for round in 1..3 {
        {
            let mut client = Client::logging(&["--log-file", path.to_str().expect("a path")], "ishi=debug");
            client.initialize(&json!({"capabilities": capabilities()}));
            client.open("B 1 Q16\n");
            client.about("textDocument/hover", json!({"position": {"line": 0, "character": 0}}));
            assert_eq!(client.log(), "", "nothing on stderr");
        }
        let log = std::fs::read_to_string(&path).expect("the log");
        let hovers: Vec<&str> = log.lines().filter(|line| line.contains("textDocument/hover")).collect();
        assert_eq!(hovers.len(), round, "the log is added to:\n{log}");
        assert!(hovers[0].contains("DEBUG") && hovers[0].contains("id=2") && hovers[0].contains(URI), "{}", hovers[0]);
        assert!(hovers[0].contains("took ") && hovers[0].ends_with(" ms"), "{}", hovers[0]);
        assert!(hovers[0].starts_with("20"), "a line begins with the time: {}", hovers[0]);
    }
}

#[test]
fn a_log_file_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_ishi"))
        .args(["lsp", "--log-file"])
        .arg(folder.path())
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("error: ") && said.contains(&*folder.path().to_string_lossy()), "{said}");
}
