//! The problems of all files of the client's folders: pulled, or pushed after a check that the user asks for.
#![expect(clippy::disallowed_methods, reason = "the files are the tests' own")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::{Client, capabilities, pulling};
use crate::patience::with_timeout;

const GOOD: &str = "B 1 Q16\nW 2 D4\n";
const WRONG: &str = "B 1 Q16\nMARKK Q16\n";
const GAP: &str = "B 1 Q16\nW 4 D4\n";

/// An editor with a folder: it shows what the server reports, as current editors do.
struct Editor {
    client: Client,
    folder: TempDir,
    /// The token of the current request; a new one for each request.
    token: u64,
    /// The id of the current request.
    request: i64,
    /// The diagnostics that are shown, and their result id, by URI.
    shown: BTreeMap<String, (Vec<Value>, Option<String>)>,
    /// The open documents whose diagnostics the editor pulls, by URI, with their texts.
    documents: BTreeMap<String, (i32, String)>,
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn folders(paths: &[&Path]) -> Value {
    paths.iter().map(|path| json!({"uri": uri(path), "name": "games"})).collect()
}

/// The codes of diagnostics.
fn codes(diagnostics: &Value) -> Vec<&str> {
    diagnostics.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap_or("none")).collect()
}

/// The codes by the names of the files, without empty reports.
fn by_name(report: &Value) -> Vec<(&str, Vec<&str>)> {
    let items = report["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| (item["uri"].as_str().unwrap().rsplit('/').next().unwrap(), codes(&item["items"])))
        .collect()
}

impl Editor {
    fn new(files: &[(&str, &str)]) -> Self {
        Self::with(files, &json!({"capabilities": pulling()}))
    }

    fn with(files: &[(&str, &str)], params: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            write(folder.path(), name, text);
        }
        let mut params = params.clone();
        params["workspaceFolders"] = folders(&[folder.path()]);
        let mut client = Client::start();
        client.initialize(&params);
        let (shown, documents) = (BTreeMap::new(), BTreeMap::new());
        Self { client, folder, token: 0, request: 0, shown, documents }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }

    fn previous(&self) -> Value {
        let ids = self.shown.iter().filter_map(|(uri, (_, id))| Some(json!({"uri": uri, "value": id.as_ref()?})));
        ids.collect()
    }

    /// Asks for all reports, and returns them.
    fn pull(&mut self) -> Value {
        let previous = self.previous();
        let report = self.client.request("workspace/diagnostic", &json!({"previousResultIds": previous})).unwrap();
        self.take(&report);
        report
    }

    /// Begins a request that takes partial results.
    fn wait(&mut self) {
        self.token += 1;
        let params = json!({"previousResultIds": self.previous(), "partialResultToken": self.token});
        self.request = self.client.ask("workspace/diagnostic", &params);
    }

    /// Returns the next partial result.
    fn part(&mut self) -> Value {
        let progress = self.client.next("$/progress");
        assert_eq!(progress["token"], json!(self.token));
        let report = progress["value"].clone();
        self.take(&report);
        report
    }

    /// Ends the current request, and says what it is answered with.
    fn end(&mut self) -> Result<Value, Value> {
        self.client.notify("$/cancelRequest", &json!({"id": self.request}));
        self.client.answer(&json!(self.request))
    }

    fn take(&mut self, report: &Value) {
        for item in report["items"].as_array().unwrap() {
            assert_eq!(item["kind"], "full");
            let uri = item["uri"].as_str().unwrap().to_owned();
            // Editors prefer the diagnostics of a document that they have pulled themselves.
            if self.documents.contains_key(&uri) {
                continue;
            }
            let id = item["resultId"].as_str().map(str::to_owned);
            self.shown.insert(uri, (item["items"].as_array().unwrap().clone(), id));
        }
    }

    fn changed(&mut self, names: &[&str]) {
        let changes: Vec<Value> = names.iter().map(|name| json!({"uri": self.uri(name), "type": 2})).collect();
        self.client.notify("workspace/didChangeWatchedFiles", &json!({"changes": changes}));
    }

    /// Pulls the diagnostics of a document.
    fn pull_document(&mut self, name: &str) -> Value {
        let params = json!({"textDocument": {"uri": self.uri(name)}});
        self.client.request("textDocument/diagnostic", &params).unwrap()
    }

    fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.client.open_as(&uri, 1, text);
        self.documents.insert(uri, (1, text.to_owned()));
    }

    fn close(&mut self, name: &str) {
        let uri = self.uri(name);
        self.client.notify("textDocument/didClose", &json!({"textDocument": {"uri": uri}}));
        self.documents.remove(&uri);
    }

    /// The shown problems: the path of the file in the folder, the line, the code and the message.
    fn problems(&self) -> Vec<(String, u64, String, String)> {
        let prefix = format!("{}/", uri(self.folder.path()));
        let mut problems = Vec::new();
        for (uri, (items, _)) in &self.shown {
            let name = uri.strip_prefix(&prefix).unwrap_or(uri);
            problems.extend(items.iter().map(|item| {
                let line = item["range"]["start"]["line"].as_u64().unwrap() + 1;
                let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
                (name.to_owned(), line, text("code"), text("message"))
            }));
        }
        problems.sort();
        problems
    }
}

/// The problems that `ishi check` finds in a folder, as [`Editor::problems`] returns them.
fn checked(folder: &Path) -> Vec<(String, u64, String, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
    command.args(["check", "--format", "jsonl", "--show", "hint", "--quiet"]).current_dir(folder);
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let problem = |line: &str| {
        let object: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| object[key].as_str().unwrap().to_owned();
        (text("file"), object["line"].as_u64().unwrap(), text("code"), text("message"))
    };
    let mut problems: Vec<_> = output.lines().map(problem).collect();
    problems.sort();
    problems
}

#[test]
fn a_client_that_takes_no_partial_results_is_answered_at_once() {
    let mut editor = Editor::new(&[("a.ishi", WRONG), ("b.ishi", GOOD), ("sub/c.ishi", GAP), ("main.go", "package a")]);
    let report = editor.pull();
    assert_eq!(by_name(&report), [("a.ishi", vec!["unknown-keyword"]), ("c.ishi", vec!["missing-move"])]);
    assert_eq!(report["items"][0]["version"], Value::Null);
    assert_eq!(editor.problems(), checked(editor.folder.path()));
    assert_eq!(editor.pull(), json!({"items": []}), "nothing has changed");

    write(editor.folder.path(), "b.ishi", WRONG);
    fs::remove_file(editor.path("a.ishi")).unwrap();
    let report = editor.pull();
    assert_eq!(by_name(&report), [("b.ishi", vec!["unknown-keyword"]), ("a.ishi", vec![])]);
    assert_eq!(report["items"][1].get("resultId"), None, "the client asks no more about a file that is gone");
    write(editor.folder.path(), ".gitignore", "sub\n");
    assert_eq!(by_name(&editor.pull()), [("c.ishi", vec![])]);
    assert_eq!(editor.problems(), checked(editor.folder.path()));
    // What the client has of files that the server does not know is removed.
    let other = json!([{"uri": "file:///elsewhere/x.ishi", "value": "1"}, {"uri": "untitled:x", "value": "1"}]);
    let report = editor.client.request("workspace/diagnostic", &json!({"previousResultIds": other})).unwrap();
    assert_eq!(by_name(&report), [("b.ishi", vec!["unknown-keyword"]), ("x.ishi", vec![]), ("untitled:x", vec![])]);
}

#[test]
fn a_client_that_does_not_wait_is_asked_once_to_pull_again() {
    let mut editor = Editor::new(&[("a.ishi", GOOD), ("b.ishi", GOOD)]);
    editor.changed(&["a.ishi"]);
    editor.pull();
    assert_eq!(editor.client.so_far("workspace/diagnostic/refresh").len(), 0, "it has asked for nothing before");
    write(editor.folder.path(), "a.ishi", WRONG);
    editor.changed(&["a.ishi"]);
    editor.changed(&["b.ishi"]);
    let (id, _) = editor.client.asked("workspace/diagnostic/refresh");
    editor.client.reply(&id, &Value::Null);
    assert_eq!(by_name(&editor.pull()), [("a.ishi", vec!["unknown-keyword"])]);
    assert_eq!(editor.client.so_far("workspace/diagnostic/refresh").len(), 0, "once for both changes");
}

/// Asked to pull again, Neovim pulls the folder instead of its open documents.
#[test]
fn neovim_is_offered_the_folder_if_its_plugin_pulls_the_open_documents() {
    for pulls in [false, true] {
        let params = json!({
            "clientInfo": {"name": "Neovim"}, "capabilities": pulling(),
            "initializationOptions": {"pullsFolders": pulls},
        });
        let answer = Client::start().initialize(&params);
        assert_eq!(answer["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], pulls);
    }
}

#[test]
fn a_request_waits_until_something_changes() {
    let mut editor = Editor::new(&[("a.ishi", WRONG), ("b.ishi", GOOD)]);
    editor.wait();
    assert_eq!(by_name(&editor.part()), [("a.ishi", vec!["unknown-keyword"])]);
    write(editor.folder.path(), "b.ishi", GAP);
    editor.changed(&["b.ishi"]);
    assert_eq!(by_name(&editor.part()), [("b.ishi", vec!["missing-move"])]);
    fs::remove_file(editor.path("a.ishi")).unwrap();
    editor.changed(&["a.ishi"]);
    assert_eq!(by_name(&editor.part()), [("a.ishi", vec![])]);
    let check = editor.client.status()["workspace"]["check"].clone();
    assert_eq!((&check["files"], &check["withProblems"], &check["isWaiting"]), (&json!(1), &json!(1), &json!(true)));

    // Another request ends the first without an error, and has nothing new.
    let first = editor.request;
    editor.wait();
    assert_eq!(editor.client.answer(&json!(first)), Ok(json!({"items": []})));
    write(editor.folder.path(), "ishi.toml", "[check]\nmissing-move = 'off'\n");
    editor.changed(&["ishi.toml"]);
    assert_eq!(by_name(&editor.part()), [("b.ishi", vec![])]);
    let settings = json!({"settings": {"ishi": {"diagnostics": {"workspace": "off"}}}});
    editor.client.notify("workspace/didChangeConfiguration", &settings);
    fs::remove_file(editor.path("ishi.toml")).unwrap();
    editor.changed(&["ishi.toml"]);
    write(editor.folder.path(), "ishi.toml", "");
    editor.changed(&["ishi.toml"]);
    assert_eq!(by_name(&editor.part()), [("b.ishi", vec!["missing-move"])]);
    assert_eq!(editor.end().unwrap_err()["code"], -32800);
    assert!(editor.client.so_far("$/progress").is_empty());
}

#[test]
fn waiting_requests_take_no_turn_of_others() {
    let mut editor = Editor::new(&[("a.ishi", GOOD)]);
    let requests: Vec<i64> = (0..40)
        .map(|_| {
            editor.wait();
            editor.request
        })
        .collect();
    for request in &requests[..39] {
        assert_eq!(editor.client.answer(&json!(request)), Ok(json!({"items": []})));
    }
    editor.client.request("workspace/symbol", &json!({"query": ""})).unwrap();
    assert!(editor.end().is_err());
}

#[test]
fn zed_gets_the_reports_again_in_the_response() {
    let params = json!({"capabilities": pulling(), "clientInfo": {"name": "Zed"}});
    let mut editor = Editor::with(&[("a.ishi", WRONG)], &params);
    editor.wait();
    let part = editor.part();
    assert_eq!(editor.client.answer(&json!(editor.request)), Ok(part));
    editor.wait();
    assert!(editor.end().is_err(), "nothing has changed, so this request waits");
}

#[test]
fn an_open_document_is_reported_once() {
    let mut editor = Editor::new(&[("a.ishi", WRONG), ("b.ishi", GAP)]);
    editor.open("a.ishi", GOOD);
    assert_eq!(editor.pull_document("a.ishi")["items"], json!([]));
    editor.wait();
    assert_eq!(by_name(&editor.part()), [("b.ishi", vec!["missing-move"])]);
    // An edit is the matter of the document.
    let document = json!({"uri": editor.uri("a.ishi"), "version": 2});
    editor
        .client
        .notify("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [{"text": GAP}]}));
    editor.changed(&["a.ishi"]);
    assert_eq!(codes(&editor.pull_document("a.ishi")["items"]), ["missing-move"]);
    write(editor.folder.path(), "b.ishi", WRONG);
    editor.changed(&["b.ishi"]);
    assert_eq!(by_name(&editor.part()), [("b.ishi", vec!["unknown-keyword"])], "and nothing of the document");
    // Once it is closed, the file has its own state again, for a last pull of the client, too.
    editor.close("a.ishi");
    assert_eq!(codes(&editor.pull_document("a.ishi")["items"]), ["unknown-keyword"]);
    assert_eq!(by_name(&editor.part()), [("a.ishi", vec!["unknown-keyword"])]);
    assert!(editor.end().is_err());
    assert!(editor.client.so_far("textDocument/publishDiagnostics").is_empty());
}

#[test]
fn a_document_that_is_not_pulled_is_reported_with_its_folder() {
    let mut editor = Editor::new(&[("a.ishi", WRONG)]);
    let uri = editor.uri("a.ishi");
    editor.client.open_as(&uri, 7, GAP);
    let pushed = editor.client.next("textDocument/publishDiagnostics");
    assert_eq!(codes(&pushed["diagnostics"]), ["missing-move"]);
    editor.wait();
    let report = editor.part();
    assert_eq!(by_name(&report), [("a.ishi", vec!["missing-move"])]);
    assert_eq!(report["items"][0]["version"], 7);
    assert_eq!(editor.client.next("textDocument/publishDiagnostics")["diagnostics"], json!([]));
    let document = json!({"uri": uri, "version": 8});
    let change = json!({"textDocument": document, "contentChanges": [{"text": WRONG}]});
    editor.client.notify("textDocument/didChange", &change);
    let report = editor.part();
    assert_eq!(
        (by_name(&report), &report["items"][0]["version"]),
        (vec![("a.ishi", vec!["unknown-keyword"])], &json!(8))
    );
    assert!(editor.end().is_err());
}

#[test]
fn the_settings_of_each_folder_say_which_files_are_checked() {
    const GAME: &str = "(;GM[1]FF[4]SZ[19];B[pd];W[pd])\n";
    let off = "[diagnostics]\nworkspace = 'off'\n";
    let all = "[diagnostics]\nworkspace = 'all'\n[check]\nunknown-keyword = 'off'\n";
    let files = [("a.ishi", WRONG), ("a.sgf", GAME), ("off/b.ishi", WRONG), ("off/ishi.toml", off)];
    let mut editor = Editor::with(&files, &json!({"capabilities": pulling()}));
    write(editor.folder.path(), "all/c.ishi", WRONG);
    write(editor.folder.path(), "all/d.sgf", GAME);
    write(editor.folder.path(), "all/e.ishi", GAP);
    write(editor.folder.path(), "all/ishi.toml", all);
    let names = |report: &Value| -> Vec<String> {
        by_name(report).into_iter().filter(|(_, codes)| !codes.is_empty()).map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(names(&editor.pull()), ["a.ishi", "d.sgf", "e.ishi"]);

    let other = tempfile::tempdir().unwrap();
    write(other.path(), "f.ishi", WRONG);
    let event = json!({"event": {"added": folders(&[other.path()]), "removed": []}});
    editor.client.notify("workspace/didChangeWorkspaceFolders", &event);
    assert_eq!(names(&editor.pull()), ["f.ishi"]);
    let event = json!({"event": {"added": [], "removed": folders(&[editor.folder.path()])}});
    editor.client.notify("workspace/didChangeWorkspaceFolders", &event);
    assert_eq!(by_name(&editor.pull()), [("a.ishi", vec![]), ("d.sgf", vec![]), ("e.ishi", vec![])]);
}

/// Runs a command, and returns the message to the user.
fn command(client: &mut Client, name: &str) -> String {
    let answer = client.request("workspace/executeCommand", &json!({"command": name, "arguments": []}));
    assert_eq!(answer, Ok(Value::Null));
    client.next("window/showMessage")["message"].as_str().unwrap().to_owned()
}

#[test]
fn a_check_pushes_the_problems_of_files_that_are_not_open() {
    let mut editor =
        Editor::with(&[("a.ishi", WRONG), ("b.ishi", GOOD), ("c.ishi", GAP)], &json!({"capabilities": capabilities()}));
    editor.open("c.ishi", WRONG);
    assert_eq!(codes(&editor.client.next("textDocument/publishDiagnostics")["diagnostics"]), ["unknown-keyword"]);
    assert_eq!(command(&mut editor.client, "ishi.checkFolder"), "Problems in 1 file; checked 3 files.");
    let pushed = editor.client.next("textDocument/publishDiagnostics");
    assert_eq!(
        (&pushed["uri"], codes(&pushed["diagnostics"])),
        (&json!(editor.uri("a.ishi")), vec!["unknown-keyword"])
    );
    // A closed document has the problems of its file.
    editor.close("c.ishi");
    assert_eq!(editor.client.next("textDocument/publishDiagnostics")["diagnostics"], json!([]));
    let pushed = editor.client.next("textDocument/publishDiagnostics");
    assert_eq!((&pushed["uri"], codes(&pushed["diagnostics"])), (&json!(editor.uri("c.ishi")), vec!["missing-move"]));
    // What is solved is removed by the next check.
    write(editor.folder.path(), "a.ishi", GOOD);
    fs::remove_file(editor.path("c.ishi")).unwrap();
    assert_eq!(command(&mut editor.client, "ishi.checkFolder"), "No problems; checked 2 files.");
    for name in ["a.ishi", "c.ishi"] {
        let pushed = editor.client.next("textDocument/publishDiagnostics");
        assert_eq!(pushed, json!({"uri": editor.uri(name), "diagnostics": []}));
    }
}

#[test]
fn a_check_pushes_nothing_that_the_client_has_pulled() {
    let mut editor = Editor::new(&[("a.ishi", WRONG)]);
    assert_eq!(by_name(&editor.pull()), [("a.ishi", vec!["unknown-keyword"])]);
    assert_eq!(command(&mut editor.client, "ishi.checkFolder"), "Problems in 1 file; checked 1 file.");
    let (id, _) = editor.client.asked("workspace/diagnostic/refresh");
    editor.client.reply(&id, &Value::Null);
    editor.pull();
    assert!(editor.client.so_far("textDocument/publishDiagnostics").is_empty());
}

#[test]
fn a_check_can_be_cancelled() {
    let mut capabilities = capabilities();
    capabilities["window"] = json!({"workDoneProgress": true});
    let mut editor = Editor::with(&[("a.ishi", WRONG)], &json!({"capabilities": capabilities}));
    // The progress of the index of events.
    let (id, _) = editor.client.asked("window/workDoneProgress/create");
    editor.client.reply(&id, &Value::Null);
    let params = json!({"command": "ishi.checkFolder"});
    editor.client.request("workspace/executeCommand", &params).unwrap();
    let (id, params) = editor.client.asked("window/workDoneProgress/create");
    editor.client.notify("window/workDoneProgress/cancel", &json!({"token": params["token"]}));
    editor.client.reply(&id, &Value::Null);
    let message = editor.client.next("window/showMessage");
    assert_eq!(message["message"], "Stopped after 0 of 1 files.");
}

/// A record with problems that can be fixed with certainty, after characters of several lengths.
const FIXABLE: &str = "EVENT x\r\nBLACK Andr\u{e9} \u{1f600}\nB 1 Q16\r\n\u{feff}W 2 D4\r\nPLACE K\u{f6}ln\n";

#[test]
fn fixing_a_folder_writes_what_check_fix_writes() {
    const MIXED: &str = "BLACK Andr\u{e9}\r\nB 1 C3\n";
    let files = [
        ("a.ishi", FIXABLE),
        ("b.ishi", MIXED),
        ("sub/c.prb", "\u{feff}BLACK Andr\u{e9}\r\nB 1 C3\r\n"),
        ("d.ishi", GOOD),
    ];
    let mut able = capabilities();
    able["workspace"]["applyEdit"] = json!(true);
    able["workspace"]["workspaceEdit"]["changeAnnotationSupport"] = json!({});
    let mut editor = Editor::with(&files, &json!({"capabilities": able}));
    fs::write(editor.path("latin.ishi"), b"EVENT Andr\xe9\nMARKK Q16\n").unwrap();
    editor.client.open_as(&editor.uri("b.ishi"), 3, MIXED);
    let params = json!({"command": "ishi.fixFolder"});
    editor.client.request("workspace/executeCommand", &params).unwrap();
    let (id, params) = editor.client.asked("workspace/applyEdit");
    editor.client.reply(&id, &json!({"applied": true}));
    let edit = &params["edit"];
    let annotations = edit["changeAnnotations"].as_object().unwrap();
    assert!(annotations.values().all(|annotation| annotation["needsConfirmation"] == true));
    let message = editor.client.next("window/showMessage")["message"].clone();
    assert!(message.as_str().unwrap().contains("1 file is left to `ishi check --fix`"), "{message}");

    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for change in edit["documentChanges"].as_array().unwrap() {
        let uri = change["textDocument"]["uri"].as_str().unwrap();
        let name = uri.rsplit('/').next().unwrap();
        let (_, text) = files.iter().find(|(path, _)| path.ends_with(name)).unwrap();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let version = if name == "b.ishi" { json!(3) } else { Value::Null };
        assert_eq!(change["textDocument"]["version"], version);
        assert!(
            change["edits"]
                .as_array()
                .unwrap()
                .iter()
                .all(|edit| annotations.contains_key(edit["annotationId"].as_str().unwrap()))
        );
        texts.insert(name.to_owned(), ishi_test_support::laws::model::apply(text, &change["edits"]));
    }
    let mut check = Command::new(env!("CARGO_BIN_EXE_ishi"));
    check.args(["check", "--fix", "--quiet"]).current_dir(editor.folder.path());
    check.output().unwrap();
    for (path, before) in files {
        let name = path.rsplit('/').next().unwrap();
        let after = fs::read_to_string(editor.path(path)).unwrap();
        let after = after.strip_prefix('\u{feff}').unwrap_or(&after);
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        assert_eq!(texts.get(name).map_or(before, String::as_str), after, "{name}");
    }
    assert!(!texts.is_empty());
}

#[cfg(unix)]
#[test]
fn a_home_folder_is_read_only_if_it_is_asked_for() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), "a.ishi", WRONG);
    write(home.path(), "games/b.ishi", WRONG);
    let initialize = |folder: &Path| {
        let mut client = Client::at_home(home.path());
        client.initialize(&json!({"capabilities": pulling(), "workspaceFolders": folders(&[folder])}));
        client
    };
    let all = json!({"previousResultIds": []});
    let mut client = initialize(home.path());
    assert_eq!(client.request("workspace/diagnostic", &all), Ok(json!({"items": []})));
    let scope = client.status()["workspace"]["scope"].clone();
    assert!(scope.as_str().unwrap().contains("a home or network folder is not read"), "{scope}");
    assert_eq!(command(&mut client, "ishi.checkFolder"), "Problems in 2 files; checked 2 files.");
    let mut client = initialize(home.path().parent().unwrap());
    assert_eq!(client.request("workspace/diagnostic", &all), Ok(json!({"items": []})));
    let mut client = initialize(&home.path().join("games"));
    assert_eq!(by_name(&client.request("workspace/diagnostic", &all).unwrap()).len(), 1);
    // An `ishi.toml` asks for it.
    write(home.path(), "ishi.toml", "");
    let mut client = initialize(home.path());
    assert_eq!(by_name(&client.request("workspace/diagnostic", &all).unwrap()).len(), 2);
}

#[test]
fn a_document_without_a_folder_has_that_of_its_settings_file() {
    let folder = tempfile::tempdir().unwrap();
    let a = write(folder.path(), "games/a.ishi", GOOD);
    write(folder.path(), "games/b.ishi", WRONG);
    write(folder.path(), "c.ishi", WRONG);
    let all = json!({"previousResultIds": []});
    let mut client = Client::with(&pulling());
    client.open_as(&uri(&a), 1, GOOD);
    assert_eq!(client.request("workspace/diagnostic", &all), Ok(json!({"items": []})));
    write(folder.path(), "games/ishi.toml", "");
    let mut client = Client::with(&pulling());
    client.open_as(&uri(&a), 1, GOOD);
    assert_eq!(by_name(&client.request("workspace/diagnostic", &all).unwrap()), [("b.ishi", vec!["unknown-keyword"])]);
    // A folder of the client takes its place.
    let other = tempfile::tempdir().unwrap();
    write(other.path(), "d.ishi", GAP);
    let event = json!({"event": {"added": folders(&[other.path()]), "removed": []}});
    client.notify("workspace/didChangeWorkspaceFolders", &event);
    assert_eq!(by_name(&client.request("workspace/diagnostic", &all).unwrap()), [("d.ishi", vec!["missing-move"])]);
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_read_are_named_or_left_out() {
    use std::os::unix::ffi::OsStrExt;

    let mut editor = Editor::new(&[("a.ishi", WRONG)]);
    let folder = editor.folder.path().to_path_buf();
    let pipe = Command::new("mkfifo").arg(folder.join("pipe.ishi")).status();
    assert!(pipe.unwrap().success());
    fs::write(folder.join("huge.ishi"), vec![b'\n'; 17 << 20]).unwrap();
    fs::write(folder.join(std::ffi::OsStr::from_bytes(b"b\xff.ishi")), WRONG).unwrap();
    std::os::unix::fs::symlink(folder.join("a.ishi"), folder.join("link.ishi")).unwrap();
    std::os::unix::fs::symlink("/", folder.join("root")).unwrap();
    std::os::unix::fs::symlink(&folder, folder.join("loop")).unwrap();
    let report = editor.pull();
    let found = by_name(&report);
    let expected = [("a.ishi", "unknown-keyword"), ("b%FF.ishi", "unknown-keyword"), ("huge.ishi", "unreadable-file")];
    assert_eq!(found, expected.map(|(name, code)| (name, vec![code])));
    let huge = &report["items"][2]["items"][0];
    assert!(huge["message"].as_str().unwrap().contains("larger than 16 MiB"), "{huge}");
}

#[test]
fn more_files_than_an_editor_can_show_are_said_to_be_left_out() {
    const FILES: usize = 20_010;
    let mut editor = Editor::new(&[]);
    for number in 0..FILES {
        fs::write(editor.path(&format!("{number:05}.ishi")), if number % 1000 == 0 { WRONG } else { "" }).unwrap();
    }
    assert_eq!(by_name(&editor.pull()).len(), 20);
    let message = editor.client.next("window/showMessage");
    let expected = "Problems are shown of 20000 of 20010 files; `ishi check` checks all of them.";
    assert_eq!((&message["type"], &message["message"]), (&json!(3), &json!(expected)));
    assert_eq!(editor.client.status()["workspace"]["check"]["leftOut"], 10);
}

const NAMES: [&str; 8] =
    ["a.ishi", "b.ishi", "c.prb", "sub/d.ishi", "sub/e.ishi", "sub/deep/f.go", "other/g.ishi", "other/h.ishi"];
const TEXTS: [&str; 5] = [GOOD, WRONG, GAP, "", "VAR\nB 1 Q16\n"];
const SETTINGS: [&str; 4] = [
    "",
    "[check]\nunknown-keyword = 'off'\n",
    "[check]\nmissing-move = 'error'\n[files]\nexclude = ['sub/d.ishi', 'h.*']\n",
    "[check.per-file-ignores]\n'**/*.prb' = ['missing-move', 'unknown-keyword']\n",
];
const IGNORED: [&str; 3] = ["sub\n", "*.prb\n", "other/g*\n"];

impl Editor {
    /// Does one thing that a user or another program may do, and says what.
    fn act(&mut self, random: &mut fastrand::Rng) -> String {
        let name = NAMES[random.usize(..NAMES.len())];
        let text = TEXTS[random.usize(..TEXTS.len())];
        let is_open = self.documents.contains_key(&self.uri(name));
        match random.u8(..12) {
            0..3 => {
                write(self.folder.path(), name, text);
                self.changed(&[name]);
                format!("write {name} {text:?}")
            }
            3 => {
                let _ = fs::remove_file(self.path(name));
                self.changed(&[name]);
                format!("delete {name}")
            }
            4 => {
                let other = NAMES[random.usize(..NAMES.len())];
                fs::create_dir_all(self.path(other).parent().unwrap()).unwrap();
                let _ = fs::rename(self.path(name), self.path(other));
                self.changed(&[name, other]);
                format!("rename {name} to {other}")
            }
            5 => {
                let _ = fs::rename(self.path("sub"), self.path("other/sub"));
                let _ = fs::rename(self.path("other/sub"), self.path("other"));
                self.changed(&["sub", "other"]);
                "move a folder".to_owned()
            }
            kind @ (6 | 7) => {
                let folder = ["", "sub/", "other/"][random.usize(..3)];
                let (file, texts) = if kind == 6 { ("ishi.toml", &SETTINGS[..]) } else { (".gitignore", &IGNORED[..]) };
                let name = format!("{folder}{file}");
                match random.usize(..=texts.len()).checked_sub(1) {
                    Some(text) => drop(write(self.folder.path(), &name, texts[text])),
                    None => drop(fs::remove_file(self.path(&name))),
                }
                self.changed(&[&name]);
                format!("set {name}")
            }
            8 | 9 if !is_open => {
                self.open(name, text);
                let _ = self.show_document(name);
                format!("open {name} {text:?}")
            }
            10 if is_open => {
                self.close(name);
                // VS Code asks a last time.
                let _ = self.show_document(name);
                format!("close {name}")
            }
            _ if is_open => {
                let uri = self.uri(name);
                let document = self.documents.get_mut(&uri).unwrap();
                *document = (document.0 + 1, text.to_owned());
                let document = json!({"uri": uri, "version": document.0});
                let change = json!({"textDocument": document, "contentChanges": [{"text": text}]});
                self.client.notify("textDocument/didChange", &change);
                format!("edit {name} {text:?}")
            }
            _ => "nothing".to_owned(),
        }
    }

    /// Pulls the diagnostics of a document, and shows them.
    fn show_document(&mut self, name: &str) -> Result<(), Value> {
        let uri = self.uri(name);
        let report = self.client.request("textDocument/diagnostic", &json!({"textDocument": {"uri": uri}}))?;
        let id = report["resultId"].as_str().map(str::to_owned);
        self.shown.insert(uri, (report["items"].as_array().unwrap().clone(), id));
        Ok(())
    }

    /// Writes the texts of all documents to their files.
    fn save_all(&mut self) {
        let prefix = format!("{}/", uri(self.folder.path()));
        for (uri, (_, text)) in self.documents.clone() {
            let name = uri.strip_prefix(&prefix).unwrap();
            write(self.folder.path(), name, &text);
            self.client.notify("textDocument/didSave", &json!({"textDocument": {"uri": uri}, "text": text}));
            self.changed(&[name]);
        }
    }

    /// Waits until the problems that are shown for files that are not open are those that `ishi check` finds.
    fn assert_shows_what_check_finds(&mut self, after: &str) {
        let expected = self.problems_of_closed(checked(self.folder.path()));
        let agree = with_timeout(|| {
            for progress in self.client.so_far("$/progress") {
                self.take(&progress["value"]);
            }
            (self.problems_of_closed(self.problems()) == expected).then_some(())
        });
        let shown = self.problems_of_closed(self.problems());
        assert!(agree.is_some(), "{after}\n{shown:#?}\n{expected:#?}");
    }

    /// The shown problems of files that are not open.
    fn problems_of_closed(
        &self,
        mut problems: Vec<(String, u64, String, String)>,
    ) -> Vec<(String, u64, String, String)> {
        problems.retain(|(name, ..)| !self.documents.contains_key(&self.uri(name)));
        problems
    }
}

/// A checkout of another branch, which changes and deletes most files at once, while files are read.
#[test]
fn thousands_of_files_change_at_once() {
    const FILES: usize = 3000;
    let mut editor = Editor::new(&[]);
    let names: Vec<String> = (0..FILES).map(|number| format!("{}/{number}.ishi", number % 30)).collect();
    for name in &names {
        write(editor.folder.path(), name, GAP);
    }
    editor.wait();
    editor.part();
    for (number, name) in names.iter().enumerate() {
        match number % 4 {
            0 => drop(write(editor.folder.path(), name, GOOD)),
            1 => drop(write(editor.folder.path(), name, WRONG)),
            _ => fs::remove_file(editor.path(name)).unwrap(),
        }
    }
    editor.changed(&names.iter().map(String::as_str).collect::<Vec<_>>());
    editor.assert_shows_what_check_finds("after a checkout");
    assert!(editor.end().is_err());
}

/// Whatever is edited, saved, renamed, deleted and set, the editor shows in the end what `ishi check` finds.
#[test]
fn after_any_changes_the_editor_shows_what_check_finds() {
    let mut watching = pulling();
    watching["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": true});
    for seed in 0..5 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut editor = Editor::with(&[("a.ishi", WRONG), ("sub/d.ishi", GAP)], &json!({"capabilities": watching}));
        let (id, _) = editor.client.asked("client/registerCapability");
        editor.client.reply(&id, &Value::Null);
        editor.wait();
        let mut done = Vec::new();
        for _ in 0..10 {
            for _ in 0..random.usize(1..5) {
                done.push(editor.act(&mut random));
            }
            editor.save_all();
            done.push("save all".to_owned());
            if random.bool() {
                for name in
                    NAMES.iter().filter(|name| editor.documents.contains_key(&editor.uri(name))).collect::<Vec<_>>()
                {
                    editor.close(name);
                    let _ = editor.show_document(name);
                }
                done.push("close all".to_owned());
            }
            editor.assert_shows_what_check_finds(&format!("{seed}: {done:#?}"));
        }
        assert!(editor.end().is_err());
    }
}
