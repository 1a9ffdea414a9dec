//! Settings from the editor and from `ishi.toml`.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, URI, capabilities};

const GAP: &str = "B 1 Q16\nW 4 D4\n";

fn off() -> Value {
    json!({"check": {"missing-move": "off"}})
}

#[test]
fn the_editor_gives_them_at_the_start_bare_or_under_our_name() {
    for settings in [off(), json!({"ishi": off(), "other": {}})] {
        let mut client = Client::start();
        client.initialize(&json!({"capabilities": capabilities(), "initializationOptions": settings}));
        client.open(GAP);
        assert_eq!(client.pushed()["diagnostics"], json!([]), "{settings}");
    }
}

#[test]
fn they_can_change_at_any_time() {
    let mut client = Client::new();
    client.open(GAP);
    assert_eq!(client.pushed()["diagnostics"][0]["code"], "missing-move");
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"ishi": off()}}));
    assert_eq!(client.pushed()["diagnostics"], json!([]));
    // Null says that the client wants to be asked, and nothing of the settings.
    client.notify("workspace/didChangeConfiguration", &json!({"settings": null}));
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"ishi": {}}}));
    assert_eq!(client.pushed()["diagnostics"][0]["code"], "missing-move");

    let edits = client.about("textDocument/formatting", json!({"options": {"tabSize": 2, "insertSpaces": true}}));
    assert_eq!(edits, json!([]));
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"format": {"keyword-case": "lower"}}}));
    let edits = client.about("textDocument/formatting", json!({"options": {"tabSize": 2, "insertSpaces": true}}));
    assert_eq!(crate::model::apply(GAP, &edits), "b 1 Q16\nw 4 D4\n");
}

#[test]
fn a_mistake_is_told_and_changes_nothing() {
    let mut client = Client::start();
    let wrong = json!({"check": {"missing-move": "loud"}});
    client.initialize(&json!({"capabilities": capabilities(), "initializationOptions": wrong}));
    let message = client.next("window/showMessage");
    assert_eq!(message["type"], 2);
    assert!(message["message"].as_str().unwrap().contains("loud"), "{message}");
    client.open(GAP);
    assert_eq!(client.pushed()["diagnostics"][0]["code"], "missing-move");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the file is the test's own")]
fn a_record_below_an_ishi_toml_is_read_by_that() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("deep/a.ishi");
    let uri = format!("file://{}", record.display());
    fs::write(folder.path().join("ishi.toml"), "[check]\nmissing-move = \"off\"\n").unwrap();
    let mut client = Client::new();
    client.open_as(&uri, 1, GAP);
    assert_eq!(client.next("textDocument/publishDiagnostics")["diagnostics"], json!([]));
    client.open(GAP);
    assert_eq!(client.pushed()["diagnostics"][0]["code"], "missing-move", "{URI} is not below it");

    fs::write(folder.path().join("ishi.toml"), "[chekc]\n").unwrap();
    client.open_as(&uri, 1, GAP);
    let message = client.next("window/showMessage");
    assert!(message["message"].as_str().unwrap().contains("ishi.toml"), "{message}");
    assert_eq!(client.next("textDocument/publishDiagnostics")["diagnostics"][0]["code"], "missing-move");
}
