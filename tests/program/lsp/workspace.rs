//! The events of all files of the client's folders.
#![expect(clippy::disallowed_methods, reason = "the files are the tests' own")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::{Client, capabilities};
use crate::patience::with_timeout;

/// A folder with a game, a record in old style, and a file that is not a record.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        "games/castle.ishi",
        "EVENT Castle game\nBLACK Shusaku\nWHITE Gennan\nDATE 1846\nRESULT B+2\n",
    );
    write(folder.path(), "OLD.GO", "BLACK Dosaku\nB 1 Q16\nEVENT\r\nBLACK Yasui\r\n");
    write(folder.path(), "main.go", "package main\n// BLACK Shusaku\n");
    write(folder.path(), "notes.txt", "BLACK Shusaku\n");
    write(folder.path(), "out/copy.ishi", "EVENT Copy\nBLACK Shusaku\n");
    write(folder.path(), ".gitignore", "out/\n");
    folder
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

fn showing_progress() -> Value {
    let mut capabilities = capabilities();
    capabilities["window"] = json!({"workDoneProgress": true});
    capabilities
}

/// A client with these folders, which has not yet seen anything of the work on them.
fn client(folders: &[&Path]) -> Client {
    let mut client = Client::start();
    client.initialize(&json!({"capabilities": showing_progress(), "workspaceFolders": list(folders)}));
    client
}

fn list(folders: &[&Path]) -> Value {
    folders.iter().map(|folder| json!({"uri": uri(folder), "name": "games"})).collect()
}

/// Lets the server work, and returns the progress that it reports.
fn work(client: &mut Client) -> Vec<Value> {
    let (id, params) = client.asked("window/workDoneProgress/create");
    client.reply(&id, &Value::Null);
    let mut reports = Vec::new();
    loop {
        let progress = client.next("$/progress");
        assert_eq!(progress["token"], params["token"]);
        reports.push(progress["value"].clone());
        if progress["value"]["kind"] == "end" {
            return reports;
        }
    }
}

/// Returns the results of a query: `file:line name [container]`.
fn find(client: &mut Client, query: &str) -> Vec<String> {
    let found = client.request("workspace/symbol", &json!({"query": query})).unwrap();
    let line = |symbol: &Value| {
        let (place, name) = (&symbol["location"], symbol["name"].as_str().unwrap());
        let file = place["uri"].as_str().unwrap().rsplit('/').next().unwrap();
        let line = place["range"]["start"]["line"].as_u64().unwrap();
        format!("{file}:{line} {name} [{}]", symbol["containerName"].as_str().unwrap())
    };
    found.as_array().unwrap().iter().map(line).collect()
}

/// Asks until the answer is the one that must come in the end.
fn finally_finds(client: &mut Client, query: &str, expected: &[&str]) {
    for _ in 0..10_000 {
        if find(client, query) == expected {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(find(client, query), expected, "{query}");
}

fn changed(client: &mut Client, paths: &[&Path]) {
    let changes: Vec<Value> = paths.iter().map(|path| json!({"uri": uri(path), "type": 2})).collect();
    client.notify("workspace/didChangeWatchedFiles", &json!({"changes": changes}));
}

#[test]
fn events_are_found_where_check_finds_files() {
    let folder = folder();
    let mut client = client(&[folder.path()]);
    let reports = work(&mut client);
    assert_eq!(reports[0]["kind"], "begin");
    assert_eq!(reports[0]["cancellable"], true);
    let report = &reports[reports.len() - 2];
    assert_eq!(
        (&report["kind"], &report["percentage"], &report["message"]),
        (&json!("report"), &json!(100), &json!("2 of 2 files"))
    );
    assert_eq!(reports.last().unwrap()["message"], "3 events in 2 files");

    let castle = "castle.ishi:0 Castle game · Shusaku – Gennan [games/castle.ishi · 1846 · B+2]";
    assert_eq!(find(&mut client, "shusaku"), [castle]);
    assert_eq!(find(&mut client, "GENNAN cast"), [castle]);
    assert_eq!(find(&mut client, "yasui"), ["OLD.GO:2 Yasui – ? [OLD.GO]"]);
    assert_eq!(find(&mut client, "").len(), 3);
    assert_eq!(find(&mut client, "nobody"), [""; 0]);
}

/// VS Code asks for the first word of a query only, and looks for the others in the answer.
#[test]
fn a_word_finds_all_events_of_a_large_folder() {
    const FILES: usize = 100;
    const EVENTS: usize = 120;
    let folder = tempfile::tempdir().unwrap();
    for file in 0..FILES {
        let events = (0..EVENTS).map(|event| format!("EVENT Many {}\nBLACK Shuwa\nB 1 Q16\n", file * EVENTS + event));
        fs::write(folder.path().join(format!("{file}.ishi")), events.collect::<String>()).unwrap();
    }
    fs::write(folder.path().join("best.ishi"), "EVENT Many\n").unwrap();
    let mut client = client(&[folder.path()]);
    work(&mut client);
    for query in ["Many", "man", "shuwa", ""] {
        let found = find(&mut client, query);
        assert!(found.len() >= FILES * EVENTS, "{query}: {}", found.len());
        assert!(query != "Many" || found[0].starts_with("best.ishi:0 Many"), "{}", found[0]);
    }
}

#[test]
fn work_can_be_cancelled() {
    let folder = folder();
    let mut client = client(&[folder.path()]);
    let (id, params) = client.asked("window/workDoneProgress/create");
    client.notify("window/workDoneProgress/cancel", &json!({"token": params["token"]}));
    // What is answered after the cancellation has been read after it.
    assert_eq!(find(&mut client, ""), [""; 0]);
    client.reply(&id, &Value::Null);
    assert_eq!(client.next("$/progress")["value"]["kind"], "begin");
    let end = client.next("$/progress")["value"].clone();
    assert_eq!((&end["kind"], &end["message"]), (&json!("end"), &json!("stopped; 0 events in 0 files")));
    assert_eq!(find(&mut client, ""), [""; 0]);

    // What is reported afterwards is still read.
    changed(&mut client, &[&folder.path().join("OLD.GO")]);
    finally_finds(&mut client, "dosaku", &["OLD.GO:0 Dosaku – ? [OLD.GO]"]);
    assert_eq!(find(&mut client, "").len(), 2);
}

#[test]
fn a_client_that_shows_no_progress_is_told_of_none() {
    let folder = folder();
    let mut client = Client::start();
    let folders = list(&[folder.path()]);
    client.initialize(&json!({"capabilities": capabilities(), "workspaceFolders": folders}));
    finally_finds(&mut client, "dosaku", &["OLD.GO:0 Dosaku – ? [OLD.GO]"]);
    assert!(client.so_far("$/progress").is_empty() && client.so_far("window/workDoneProgress/create").is_empty());
}

#[test]
fn changes_on_the_disk_are_followed() {
    let folder = folder();
    let mut client = client(&[folder.path()]);
    work(&mut client);
    let new = write(folder.path(), "games/new.prb", "EVENT Problem 1\n");
    let castle = write(folder.path(), "games/castle.ishi", "BLACK Shuwa\n");
    let ignored = folder.path().join("out/copy.ishi");
    changed(&mut client, &[&new, &castle, &ignored]);
    finally_finds(&mut client, "problem", &["new.prb:0 Problem 1 [games/new.prb]"]);
    assert_eq!(find(&mut client, "shusaku"), [""; 0]);
    assert_eq!(find(&mut client, "shuwa"), ["castle.ishi:0 Shuwa – ? [games/castle.ishi]"]);

    // With a folder all in it goes, whether or not that is reported.
    fs::remove_dir_all(folder.path().join("games")).unwrap();
    assert_eq!(find(&mut client, "shuwa"), [""; 0]);
    write(folder.path(), "games/deep/a.ishi", "EVENT Deep\n");
    changed(&mut client, &[&folder.path().join("games")]);
    finally_finds(&mut client, "deep", &["a.ishi:0 Deep [games/deep/a.ishi]"]);
    assert_eq!(find(&mut client, "").len(), 3);
}

#[test]
fn an_open_document_is_found_as_it_is_there() {
    let folder = folder();
    let castle = folder.path().join("games/castle.ishi");
    let mut client = client(&[folder.path()]);
    work(&mut client);
    client.open_as(&uri(&castle), 1, "BLACK Go Seigen\nB 1 C3\n");
    assert_eq!(find(&mut client, "seigen"), ["castle.ishi:0 Go Seigen – ? [games/castle.ishi]"]);
    assert_eq!(find(&mut client, "shusaku"), [""; 0]);
    // One that is not a file, or lies elsewhere, is found as well.
    client.open_as("untitled:Untitled-1", 1, "EVENT Tengen\n");
    assert_eq!(find(&mut client, "tengen"), ["untitled:Untitled-1:0 Tengen [untitled:Untitled-1]"]);

    client.notify("textDocument/didClose", &json!({"textDocument": {"uri": uri(&castle)}}));
    let expected = "castle.ishi:0 Castle game · Shusaku – Gennan [games/castle.ishi · 1846 · B+2]";
    assert_eq!(find(&mut client, "shusaku"), [expected]);
    assert_eq!(find(&mut client, "seigen"), [""; 0]);
}

#[test]
fn folders_come_and_go() {
    let (one, other) = (folder(), tempfile::tempdir().unwrap());
    write(other.path(), "b.ishi", "EVENT Second\n");
    let mut client = client(&[one.path()]);
    work(&mut client);
    let change = |client: &mut Client, added: &[&Path], removed: &[&Path]| {
        let event = json!({"added": list(added), "removed": list(removed)});
        client.notify("workspace/didChangeWorkspaceFolders", &json!({"event": event}));
    };
    change(&mut client, &[other.path()], &[]);
    work(&mut client);
    let name = other.path().file_name().unwrap().to_str().unwrap();
    assert_eq!(find(&mut client, "second"), [format!("b.ishi:0 Second [{name}/b.ishi]")]);
    assert_eq!(find(&mut client, "").len(), 4);
    change(&mut client, &[], &[one.path()]);
    assert_eq!(find(&mut client, ""), ["b.ishi:0 Second [b.ishi]"]);
    changed(&mut client, &[&one.path().join("OLD.GO"), &write(other.path(), "c.ishi", "EVENT Third\n")]);
    finally_finds(&mut client, "third", &["c.ishi:0 Third [c.ishi]"]);
    assert_eq!(find(&mut client, "").len(), 2);
}

#[test]
#[cfg(unix)]
fn names_and_links_of_all_kinds_are_no_trouble() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"\xe9 \xff#.ishi")), "EVENT Latin name\n").unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("gone.ishi")).unwrap();
    fs::write(folder.path().join("bytes.ishi"), b"EVENT Caf\xe9\n").unwrap();
    let mut client = client(&[folder.path()]);
    assert_eq!(work(&mut client).last().unwrap()["message"], "2 events in 2 files");
    assert_eq!(find(&mut client, "latin"), ["%E9%20%FF%23.ishi:0 Latin name [\u{fffd} \u{fffd}#.ishi]"]);
    assert_eq!(find(&mut client, "CAFÉ"), ["bytes.ishi:0 Café [bytes.ishi]"]);
}

fn set(client: &mut Client, settings: &Value) {
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"ishi": settings}}));
}

#[test]
fn what_the_settings_exclude_is_not_found() {
    let folder = folder();
    let settings = write(folder.path(), "games/ishi.toml", "[files]\nexclude = ['castle.*']\n");
    write(folder.path(), "games/new.ishi", "EVENT New\n");
    let mut client = client(&[folder.path()]);
    assert_eq!(work(&mut client).last().unwrap()["message"], "3 events in 2 files");
    assert_eq!(find(&mut client, "shusaku"), [""; 0]);
    // A change of the file is followed, in both directions.
    write(folder.path(), "games/ishi.toml", "[files]\nexclude = ['/new.ishi']\n");
    changed(&mut client, &[&settings]);
    finally_finds(&mut client, "new", &[]);
    finally_finds(
        &mut client,
        "castle",
        &["castle.ishi:0 Castle game · Shusaku – Gennan [games/castle.ishi · 1846 · B+2]"],
    );

    // The editor's patterns count from the client's folder, and are for what lies below no `ishi.toml`.
    set(&mut client, &json!({"files": {"exclude": ["/OLD.GO", "games"]}}));
    work(&mut client);
    assert_eq!(find(&mut client, "dosaku"), [""; 0]);
    assert_eq!(find(&mut client, "shusaku").len(), 1);
    set(&mut client, &json!({}));
    work(&mut client);
    assert_eq!(find(&mut client, "dosaku"), ["OLD.GO:0 Dosaku – ? [OLD.GO]"]);
    // A document that is open is found all the same.
    let new = folder.path().join("games/new.ishi");
    client.open_as(&uri(&new), 1, "EVENT Newer\n");
    assert_eq!(find(&mut client, "newer"), ["new.ishi:0 Newer [games/new.ishi]"]);
}

#[test]
fn files_are_read_again_when_the_encoding_changes() {
    let folder = tempfile::tempdir().unwrap();
    // `囲碁` in Shift-JIS, which is other words in EUC-KR.
    let bytes = b"EVENT \x88\xcd\x8c\xe9\n";
    fs::write(folder.path().join("a.ishi"), bytes).unwrap();
    let settings = write(folder.path(), "ishi.toml", "[files]\nencoding = 'windows-1252'\n");
    let mut client = client(&[folder.path()]);
    work(&mut client);
    let only = |client: &mut Client| find(client, "").join("; ");
    assert!(!only(&mut client).contains("囲碁"));
    write(folder.path(), "ishi.toml", "[files]\nencoding = 'shift-jis'\n");
    changed(&mut client, &[&settings]);
    work(&mut client);
    assert_eq!(only(&mut client), "a.ishi:0 囲碁 [a.ishi]");
    // Without the file the editor's settings count, and they can change as well.
    set(&mut client, &json!({"files": {"encoding": "windows-1252"}}));
    work(&mut client);
    assert_eq!(only(&mut client), "a.ishi:0 囲碁 [a.ishi]");
    fs::remove_file(&settings).unwrap();
    changed(&mut client, &[&settings]);
    work(&mut client);
    assert!(!only(&mut client).contains("囲碁"));
    set(&mut client, &json!({"files": {"encoding": "shift-jis"}}));
    work(&mut client);
    assert_eq!(only(&mut client), "a.ishi:0 囲碁 [a.ishi]");
}

/// The files with events, without the open one.
fn files(client: &mut Client) -> Vec<String> {
    let mut files: Vec<String> =
        find(client, "").iter().map(|found| found.split(':').next().unwrap().to_owned()).collect();
    files.retain(|file| file != "a.ishi");
    files.sort();
    files.dedup();
    files
}

fn finally_has(client: &mut Client, expected: &[&str]) {
    let is_there = with_timeout(|| (files(client) == expected).then_some(()));
    assert!(is_there.is_some(), "{:?}", files(client));
}

#[test]
fn a_changed_ignore_file_is_followed() {
    for watches in [true, false] {
        let folder = folder();
        let root = folder.path();
        let mut capabilities = showing_progress();
        capabilities["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": watches});
        let mut client = Client::start();
        client.initialize(&json!({"capabilities": capabilities, "workspaceFolders": list(&[root])}));
        if watches {
            let (id, _) = client.asked("client/registerCapability");
            client.reply(&id, &Value::Null);
        }
        work(&mut client);
        client.open("B 1 Q16\n");
        let look = |client: &mut Client, path: &Path| {
            if watches {
                changed(client, &[path]);
            } else {
                client.notify("textDocument/didSave", &json!({"textDocument": {"uri": crate::lsp::client::URI}}));
            }
        };
        finally_has(&mut client, &["OLD.GO", "castle.ishi"]);
        let ignored = write(root, ".gitignore", "castle.ishi\n");
        look(&mut client, &ignored);
        finally_has(&mut client, &["OLD.GO", "copy.ishi"]);
        let inner = write(root, "out/.ignore", "*.ishi\n");
        look(&mut client, &inner);
        finally_has(&mut client, &["OLD.GO"]);
        fs::remove_file(&ignored).unwrap();
        look(&mut client, &ignored);
        finally_has(&mut client, &["OLD.GO", "castle.ishi"]);
        fs::remove_file(&inner).unwrap();
        look(&mut client, &inner);
        finally_has(&mut client, &["OLD.GO", "castle.ishi", "copy.ishi"]);
        fs::create_dir_all(root.join(".git/info")).unwrap();
        let exclude = write(root, ".git/info/exclude", "/games\n");
        look(&mut client, &exclude);
        finally_has(&mut client, &["OLD.GO", "copy.ishi"]);
    }
}

#[test]
fn an_ignore_file_above_the_folder_is_followed() {
    let folder = folder();
    fs::create_dir(folder.path().join(".git")).unwrap();
    let mut client = client(&[&folder.path().join("games")]);
    work(&mut client);
    finally_has(&mut client, &["castle.ishi"]);
    let ignored = write(folder.path(), ".gitignore", "castle.*\n");
    changed(&mut client, &[&ignored]);
    finally_has(&mut client, &[]);
}

#[test]
fn no_report_of_the_client_leads_out_of_the_folder() {
    let folder = folder();
    let root = folder.path().join("games");
    write(folder.path(), "secret.ishi", "EVENT Secret\n");
    let mut client = client(&[&root]);
    work(&mut client);
    for way in [
        "%2E%2E%2Fsecret.ishi",
        "..%2Fsecret.ishi",
        "a%2F..%2F..%2Fsecret.ishi",
        "%2E%2E/secret.ishi",
        "../secret.ishi",
    ] {
        let changes = json!([{"uri": format!("{}/{way}", uri(&root)), "type": 1}]);
        client.notify("workspace/didChangeWatchedFiles", &json!({"changes": changes}));
    }
    // What was reported after them has been read.
    let last = write(&root, "last.ishi", "EVENT Last\n");
    changed(&mut client, &[&last]);
    finally_finds(&mut client, "last", &["last.ishi:0 Last [last.ishi]"]);
    assert_eq!(find(&mut client, "secret"), [""; 0]);
}

#[test]
fn the_client_is_asked_to_watch_if_it_can() {
    let mut capabilities = capabilities();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": true});
    capabilities["workspace"]["didChangeConfiguration"] = json!({"dynamicRegistration": true});
    let mut client = Client::with(&capabilities);
    let (id, params) = client.asked("client/registerCapability");
    let files = "**/*.{ishi,ISHI,prb,PRB,go,GO,sgf,SGF,gib,GIB,ngf,NGF,ugf,UGF,ugi,UGI}";
    let globs = ["**/ishi.toml", files, "**/.ignore", "**/.gitignore", "**/.git/info/exclude"];
    let watchers: Vec<Value> = globs.iter().map(|glob| json!({"globPattern": glob})).collect();
    let registration =
        |method: &str, options: Value| json!({"id": method, "method": method, "registerOptions": options});
    assert_eq!(
        params["registrations"],
        json!([
            registration("workspace/didChangeConfiguration", json!({"section": "ishi"})),
            registration("workspace/didChangeWatchedFiles", json!({"watchers": watchers})),
        ])
    );
    client.reply(&id, &Value::Null);

    let mut client = Client::new();
    client.request("workspace/symbol", &json!({"query": ""})).unwrap();
    assert!(client.so_far("client/registerCapability").is_empty());
}

#[test]
fn headers_are_proposed_as_other_files_have_them() {
    let folder = folder();
    let mut client = client(&[folder.path()]);
    work(&mut client);
    let mut proposed = |text: &str, column: u32| -> Vec<String> {
        client.open(text);
        let answer = client.about("textDocument/completion", json!({"position": {"line": 0, "character": column}}));
        let items = answer.get("items").unwrap_or(&answer).as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    // Who has played Black once may play White today.
    assert_eq!(proposed("WHITE S", 7), ["Shusaku"]);
    assert_eq!(proposed("EVENT Cas", 9), ["Castle game"]);
    assert_eq!(proposed("PLACE ", 6), Vec::<String>::new());
}
