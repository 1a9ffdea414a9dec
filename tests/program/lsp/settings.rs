//! Settings from the editor and from `ishi.toml`.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::{Client, URI, capabilities};

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
    assert_eq!(ishi_test_support::laws::model::apply(GAP, &edits), "b 1 Q16\nw 4 D4\n");
}

#[test]
fn what_is_not_ours_is_left_alone() {
    for other in [
        json!({"editor": {"tabSize": 2}}),
        json!([1]),
        json!({"ishi": {}}),
        json!({"ishi": null}),
        json!({"ishi": {"trace": {"server": "off"}}}),
        json!({"ishi": {"library": {"index": ""}}}),
    ] {
        let mut client = Client::new();
        client.notify("workspace/didChangeConfiguration", &json!({"settings": other}));
        client.open(GAP);
        assert_eq!(client.pushed()["diagnostics"][0]["code"], "missing-move", "{other}");
        assert_eq!(client.so_far("window/showMessage"), [Value::Null; 0], "{other}");
    }
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
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"ishi": {"chekc": {}}}}));
    let message = client.next("window/showMessage");
    assert!(message["message"].as_str().unwrap().contains("chekc"), "{message}");
}

/// A client that can be asked for settings.
fn asked() -> Value {
    let mut capabilities = capabilities();
    capabilities["workspace"]["configuration"] = json!(true);
    capabilities["workspace"]["diagnostics"] = json!({"refreshSupport": true});
    capabilities["workspace"]["inlayHint"] = json!({"refreshSupport": true});
    capabilities
}

/// Answers the server's question for settings.
fn answer(client: &mut Client, settings: &Value) {
    let (id, params) = client.asked("workspace/configuration");
    assert_eq!(params, json!({"items": [{"section": "ishi"}]}));
    client.reply(&id, &json!([settings]));
}

#[test]
fn a_client_that_can_be_asked_for_them_is_asked_at_the_start_and_when_they_change() {
    let mut client = Client::with(&asked());
    client.open(GAP);
    assert_eq!(client.pushed()["diagnostics"][0]["code"], "missing-move");
    let mut ours = off();
    // What only the extension of VS Code reads is not reported.
    let manifest: Value = serde_json::from_str(include_str!("../../../editors/vscode/package.json")).unwrap();
    let pages = manifest["contributes"]["configuration"].as_array().unwrap();
    let page = pages.iter().find(|page| page["title"] == "Extension").unwrap();
    for (key, rule) in page["properties"].as_object().unwrap() {
        let key = key.strip_prefix("ishi.").unwrap().split('.').next().unwrap();
        ours[key] = rule["default"].clone();
    }
    answer(&mut client, &ours);
    assert_eq!(client.pushed()["diagnostics"], json!([]));
    client.asked("workspace/diagnostic/refresh");
    client.asked("workspace/inlayHint/refresh");
    assert!(client.so_far("workspace/codeLens/refresh").is_empty());

    client.notify("workspace/didChangeConfiguration", &json!({"settings": null}));
    answer(&mut client, &json!({"check": {"missing-move": "hint"}}));
    assert_eq!(client.pushed()["diagnostics"][0]["severity"], 4);
    // Nothing is set any more.
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {}}));
    answer(&mut client, &Value::Null);
    assert_eq!(client.pushed()["diagnostics"][0]["severity"], 2);
    // A mistake is reported.
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {}}));
    answer(&mut client, &json!({"check": {"missing-move": "loud"}}));
    assert!(client.next("window/showMessage")["message"].as_str().unwrap().contains("loud"));
}

#[test]
fn where_nothing_is_set_the_settings_of_the_start_stay() {
    let mut client = Client::start();
    client.initialize(&json!({"capabilities": asked(), "initializationOptions": off()}));
    answer(&mut client, &Value::Null);
    client.open(GAP);
    assert_eq!(client.pushed()["diagnostics"], json!([]));
}

#[test]
fn an_answer_that_comes_too_late_is_not_heeded() {
    let mut client = Client::with(&asked());
    let (id, _) = client.asked("workspace/configuration");
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"ishi": off()}}));
    client.reply(&id, &json!([{"check": {"missing-move": "error"}}]));
    client.notify("workspace/didChangeConfiguration", &json!({"settings": null}));
    let (last, _) = client.asked("workspace/configuration");
    client.open(GAP);
    assert_eq!(client.pushed()["diagnostics"], json!([]));
    client.reply(&last, &json!([{"check": {"missing-move": "hint"}}]));
    assert_eq!(client.pushed()["diagnostics"][0]["severity"], 4);
}

#[test]
fn settings_that_come_while_a_document_is_opened_apply_to_it() {
    let mut client = Client::with(&asked());
    let (id, _) = client.asked("workspace/configuration");
    client.request("ishi/fault/slowOpen", &json!({"ms": 1000})).unwrap();
    client.open(GAP);
    // By now it is being read.
    std::thread::sleep(std::time::Duration::from_millis(300));
    client.reply(&id, &json!([off()]));
    assert_eq!(client.pushed()["diagnostics"], json!([]));
    assert_eq!(client.text(), GAP);
}

/// A folder with settings, and a record deep in it.
struct Project {
    folder: TempDir,
    client: Client,
}

impl Project {
    fn new(settings: &str, capabilities: &Value) -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap(), client: Client::with(capabilities) };
        fs::create_dir(project.folder.path().join("deep")).unwrap();
        project.write("ishi.toml", settings);
        project
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.folder.path().join(name).display())
    }

    #[expect(clippy::disallowed_methods, reason = "the file is the test's own")]
    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn open(&mut self) {
        let uri = self.uri("deep/a.ishi");
        self.client.open_as(&uri, 1, GAP);
    }

    /// Reports to the server that a file has changed.
    fn changed(&mut self, name: &str) {
        let uri = self.uri(name);
        self.client.notify("workspace/didChangeWatchedFiles", &json!({"changes": [{"uri": uri, "type": 2}]}));
    }

    /// The next diagnostics, which must be those of this file.
    fn pushed(&mut self, name: &str) -> Value {
        let mut pushed = self.client.next("textDocument/publishDiagnostics");
        assert_eq!(pushed["uri"], self.uri(name));
        pushed["diagnostics"].take()
    }
}

const OFF: &str = "[check]\nmissing-move = \"off\"\n";

fn watching() -> Value {
    let mut capabilities = capabilities();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": true});
    capabilities
}

#[test]
fn a_record_below_an_ishi_toml_is_read_by_that() {
    let mut project = Project::new(OFF, &capabilities());
    project.open();
    assert_eq!(project.pushed("deep/a.ishi"), json!([]));
    project.client.open(GAP);
    assert_eq!(project.client.pushed()["diagnostics"][0]["code"], "missing-move", "{URI} is not below it");
}

#[test]
fn rules_are_ignored_in_the_files_that_an_ishi_toml_names() {
    const IGNORES: &str = "[check.per-file-ignores]\n\"deep/*.ishi\" = [\"missing-move\"]\n";
    let mut project = Project::new(IGNORES, &watching());
    project.open();
    assert_eq!(project.pushed("deep/a.ishi"), json!([]));
    let other = project.uri("a.ishi");
    project.client.open_as(&other, 1, GAP);
    assert_eq!(project.pushed("a.ishi")[0]["code"], "missing-move", "the pattern counts from the folder of the file");
    project.write("ishi.toml", &IGNORES.replace("deep/", ""));
    project.changed("ishi.toml");
    assert_eq!(project.pushed("a.ishi"), json!([]));
    assert!(project.client.so_far("textDocument/publishDiagnostics").is_empty(), "nothing is new below `deep`");
}

#[test]
fn a_change_of_an_ishi_toml_is_followed_at_once() {
    let mut project = Project::new(OFF, &watching());
    project.open();
    assert_eq!(project.pushed("deep/a.ishi"), json!([]));
    project.write("ishi.toml", "[check]\nmissing-move = 'error'\n");
    project.changed("ishi.toml");
    assert_eq!(project.pushed("deep/a.ishi")[0]["severity"], 1);
    // One that is nearer.
    project.write("deep/ishi.toml", "[check]\nmissing-move = 'hint'\n");
    project.changed("deep/ishi.toml");
    assert_eq!(project.pushed("deep/a.ishi")[0]["severity"], 4);
    fs::remove_file(project.folder.path().join("deep/ishi.toml")).unwrap();
    project.changed("deep/ishi.toml");
    assert_eq!(project.pushed("deep/a.ishi")[0]["severity"], 1);
    fs::remove_file(project.folder.path().join("ishi.toml")).unwrap();
    project.changed("ishi.toml");
    assert_eq!(project.pushed("deep/a.ishi")[0]["severity"], 2);
}

#[test]
fn a_client_that_watches_nothing_says_when_it_saves() {
    let mut project = Project::new(OFF, &capabilities());
    project.write("deep/a.ishi", GAP);
    project.open();
    assert_eq!(project.pushed("deep/a.ishi"), json!([]));
    project.write("ishi.toml", "[check]\nmissing-move = 'error'\n");
    let document = json!({"uri": project.uri("deep/a.ishi")});
    project.client.notify("textDocument/didSave", &json!({"textDocument": document}));
    assert_eq!(project.pushed("deep/a.ishi")[0]["severity"], 1);
    // Opening another record shows the change as well, and to all.
    project.write("ishi.toml", OFF);
    let other = project.uri("deep/b.ishi");
    project.client.open_as(&other, 1, "B 1 Q16\n");
    let mut uris = [0, 1].map(|_| {
        let pushed = project.client.next("textDocument/publishDiagnostics");
        assert_eq!(pushed["diagnostics"], json!([]));
        pushed["uri"].as_str().unwrap().to_owned()
    });
    uris.sort();
    assert_eq!(uris, [project.uri("deep/a.ishi"), other]);
}

#[test]
fn a_mistake_in_an_ishi_toml_is_shown_at_its_place() {
    let mut project = Project::new("# \u{1d11e}\n[check]\nmissing-move = 'off'\n", &watching());
    project.open();
    assert_eq!(project.pushed("deep/a.ishi"), json!([]));
    let mut mistake = |text: &str, range: [u32; 4], message: &str| {
        project.write("ishi.toml", text);
        project.changed("ishi.toml");
        let diagnostics = project.pushed("ishi.toml");
        assert_eq!(diagnostics.as_array().map(Vec::len), Some(1), "{text}");
        let shown = &diagnostics[0];
        assert_eq!(
            (&shown["code"], &shown["severity"], &shown["source"]),
            (&json!("config"), &json!(1), &json!("ishi"))
        );
        assert_eq!(shown["range"], crate::lsp::client::range(range), "{text}");
        assert!(shown["message"].as_str().unwrap().contains(message), "{shown}");
    };
    mistake("[check]\nmissing-mve = 'off'\n", [1, 0, 1, 11], "did you mean `missing-move`");
    mistake("[check]\r\nmissing-move = '\u{1d11e}'\r\n", [1, 15, 1, 19], "unknown severity");
    mistake("[format]\nindent = 300\n", [1, 9, 1, 12], "from 0 to 255");
    mistake("[check\nx = 1", [0, 0, 0, 6], "unclosed table");
    // Until it is fixed, the last valid settings apply, so the record has no new diagnostics; nor is there any message.
    project.write("ishi.toml", OFF);
    project.changed("ishi.toml");
    assert_eq!(project.pushed("ishi.toml"), json!([]));
    assert!(project.client.so_far("window/showMessage").is_empty());
}

#[test]
fn a_mistake_that_was_there_from_the_start_leaves_the_editors_settings() {
    let mut project = Project::new("[chekc]\n", &watching());
    project.open();
    assert_eq!(project.pushed("ishi.toml")[0]["code"], "config");
    assert_eq!(project.pushed("deep/a.ishi")[0]["code"], "missing-move");
    // It is shown once, however many records there are.
    let other = project.uri("deep/b.ishi");
    project.client.open_as(&other, 1, GAP);
    assert_eq!(project.pushed("deep/b.ishi")[0]["code"], "missing-move");
    fs::remove_file(project.folder.path().join("ishi.toml")).unwrap();
    project.changed("ishi.toml");
    assert_eq!(project.pushed("ishi.toml"), json!([]));
    assert!(project.client.so_far("window/showMessage").is_empty());
}
