//! Folders that somebody else has made.
#![expect(clippy::disallowed_methods, reason = "the files are the tests' own")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::{Client, capabilities};
use crate::lsp::faults::peak_memory_of;
use crate::patience::with_timeout;

const RECORD: &str = "EVENT Castle game\nB 1 Q16\nW 4 D4\n";

/// A folder with a record.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join(".git/info")).unwrap();
    fs::write(folder.path().join("a.ishi"), RECORD).unwrap();
    folder
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A client whose folder this is, and its log.
fn client(folder: &Path) -> Client {
    let mut client = Client::logging(&[], "warn");
    let folders = json!([{"uri": uri(folder), "name": "games"}]);
    client.initialize(&json!({"capabilities": capabilities(), "workspaceFolders": folders}));
    client
}

fn finds(client: &mut Client, query: &str) -> bool {
    let found = client.request("workspace/symbol", &json!({"query": query})).expect("an answer");
    !found.as_array().unwrap().is_empty()
}

#[test]
fn ignore_files_that_are_not_regular_files_are_skipped() {
    let kinds: [fn(&Path); 5] = [
        |path| symlink("/dev/zero", path).unwrap(),
        |path| symlink("/dev/stdin", path).unwrap(),
        |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        |path| fs::create_dir(path).unwrap(),
        |path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap(),
    ];
    for name in [".gitignore", ".ignore", ".git/info/exclude"] {
        for make in kinds {
            let folder = folder();
            make(&folder.path().join(name));
            let mut client = client(folder.path());
            with_timeout(|| finds(&mut client, "castle").then_some(())).expect("the record is found");
            client.logged(&format!("{name} is not used: "));
            // No message was lost.
            let ids: Vec<i64> = (0..40).map(|_| client.ask("workspace/symbol", &json!({"query": "castle"}))).collect();
            for id in ids {
                client.answer(&json!(id)).expect("an answer");
            }
            let memory = peak_memory_of(client.process_id()).unwrap_or_default();
            assert!(memory < 200 << 20, "{name}: {} MiB", memory >> 20);
        }
    }
}

#[test]
fn settings_that_are_not_a_regular_file_are_named_and_not_read() {
    let kinds: [fn(&Path); 4] = [
        |path| {
            fs::write(path.with_file_name("secret"), "Host hidden\n").unwrap();
            symlink(path.with_file_name("secret"), path).unwrap();
        },
        |path| symlink("/dev/zero", path).unwrap(),
        |path| symlink("/dev/stdin", path).unwrap(),
        |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
    ];
    for make in kinds {
        let folder = folder();
        let settings = folder.path().join("ishi.toml");
        make(&settings);
        let mut client = client(folder.path());
        let record = uri(&folder.path().join("a.ishi"));
        client.open_as(&record, 1, RECORD);
        let mut pushed =
            [client.next("textDocument/publishDiagnostics"), client.next("textDocument/publishDiagnostics")];
        pushed.sort_by_key(|pushed| pushed["uri"] == record);
        assert_eq!(pushed[0]["uri"], uri(&settings));
        let message = pushed[0]["diagnostics"][0]["message"].as_str().unwrap();
        assert!(message.starts_with("the settings can't be read: it is "), "{message}");
        assert_eq!(pushed[1]["diagnostics"][0]["code"], "missing-move");
        assert!(!json!(pushed).to_string().contains("Host") && !client.log().contains("Host"));
        // What takes its place is read.
        fs::remove_file(&settings).unwrap();
        fs::write(&settings, "[check]\nmissing-move = 'off'\n").unwrap();
        client.notify("workspace/didChangeWatchedFiles", &json!({"changes": [{"uri": uri(&settings), "type": 2}]}));
        for _ in 0..2 {
            assert_eq!(client.next("textDocument/publishDiagnostics")["diagnostics"], json!([]));
        }
    }
}

#[test]
fn a_mistake_in_large_settings_is_named_once_however_many_records_are_opened() {
    for settings in [
        "a.".repeat(500_000) + "a = 1\n",
        "a.".repeat(30_000) + "a = 1\n",
        "[a.a.a.a]\n".repeat(6_000),
        "a = {".repeat(13_000),
        (0..3_000).map(|n| format!("a{n}.a.a.a = 1")).collect::<Vec<_>>().join("\n"),
    ] {
        let folder = folder();
        fs::write(folder.path().join("ishi.toml"), settings).unwrap();
        let mut client = client(folder.path());
        client.request("workspace/symbol", &json!({"query": "castle"})).expect("an answer");
        for nth in 0..100 {
            client.open_as(&uri(&folder.path().join(format!("{nth}.ishi"))), 1, RECORD);
        }
        client.status();
        let named = client.log().lines().filter(|line| line.contains("ishi.toml")).count();
        assert!(named <= 1, "{}", client.log());
    }
}

#[test]
fn what_the_client_or_a_file_says_is_one_line_of_the_log() {
    let mut client = Client::logging(&[], "debug");
    client.initialize(&json!({"capabilities": capabilities()}));
    let forged = "2026-01-01T00:00:00Z ERROR forged";
    let uri = format!("file:///a\n{forged}\u{1b}[31m\u{9b}31m\u{202e}.ishi");
    client.notify("textDocument/didClose", &json!({"textDocument": {"uri": uri}}));
    client.notify(&format!("x\n{forged}"), &Value::Null);
    let _ = client.request(&format!("y\r\n{forged}"), &Value::Null);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ishi.toml"), format!("\"a\\n{forged}\" = 1\n")).unwrap();
    client.open_as(&format!("file://{}", folder.path().join("a.ishi").display()), 1, RECORD);
    client.logged("was closed and is not open");
    client.logged("ishi.toml");
    let log = client.log();
    assert!(log.contains("forged"), "{log}");
    assert!(log.lines().all(|line| !line.trim_start().starts_with(forged)), "{log}");
    assert!(!log.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\r']), "{log:?}");
}
