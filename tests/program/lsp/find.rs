//! `ishi/find`: the games in which the position at the cursor arises.
#![expect(clippy::disallowed_methods, reason = "the files are the tests' own")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::lsp::client::{Client, capabilities};

/// A record that is open, with the moves of all games of [`folder`].
const RECORD: &str = "EVENT Mine\nB 1 Q16\nW 2 D4\nB 3 Q3\n";

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A folder with games in several formats, of which some are left out, and one is damaged.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "a.ishi", "EVENT First\nBLACK Ada\nWHITE Ben\nDATE 1846\nRESULT B+2\nB 1 Q16\nW 2 D4\nB 3 C16\n");
    // Turned, with the colors exchanged, and the second game of a line.
    write(
        path,
        "games/b.sgf",
        "(;SZ[19];B[aa])\n(;SZ[9];B[aa]) (;PB[Cho \u{1f600}]PW[Dai]RE[W+R];W[dd];B[pp];W[cq])\n",
    );
    write(path, "games/c.ishi", "EVENT Other\nB 1 K10\n");
    write(path, "games/damaged.sgf", "(;SZ[300];B[aa])");
    write(path, "out/copy.ishi", RECORD);
    write(path, ".gitignore", "out/\n");
    write(path, "old/ishi.toml", "[files]\nexclude = ['*.ishi']\n");
    write(path, "old/copy.ishi", RECORD);
    folder
}

fn client(folder: &TempDir, arguments: &[&str]) -> Client {
    let mut client = Client::logging(arguments, "off");
    let folders = json!([{"uri": uri(folder.path()), "name": "games"}]);
    client.initialize(&json!({"capabilities": capabilities(), "workspaceFolders": folders}));
    client
}

fn open(client: &mut Client, uri: &str, text: &str) {
    let language = if uri.ends_with("sgf") { "sgf" } else { "ishi" };
    let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
    client.notify("textDocument/didOpen", &json!({"textDocument": document}));
}

const MINE: &str = "untitled:mine.ishi";

/// The params for a line of the open record.
fn at(line: u32, more: &Value) -> Value {
    let mut params = json!({"textDocument": {"uri": MINE}, "position": {"line": line, "character": 0}});
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    params
}

/// The games of an answer: `file:event:line:character move next`.
fn games(answer: &Value) -> Vec<String> {
    let game = |game: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        let file = text(&game["uri"]);
        let file = file.rsplit(['/', ':']).next().unwrap();
        let [event, line, character, number] = ["event", "line", "character", "move"].map(|key| &game[key]);
        let next = text(&game["next"]["location"]);
        format!("{file} {event}:{line}:{character} {number} {next}")
    };
    answer["games"].as_array().unwrap().iter().map(game).collect()
}

#[test]
fn games_of_documents_and_folders_are_found() {
    let folder = folder();
    let mut client = client(&folder, &[]);
    open(&mut client, MINE, RECORD);
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    let expected = ["mine.ishi 0:2:null 2 Q3", "a.ishi 0:6:null 2 C16", "b.sgf 2:1:47 2 R3"];
    assert_eq!(games(&answer), expected, "{answer:#}");
    let [searched, unread, found, incomplete] = ["searched", "unread", "found", "incomplete"].map(|key| &answer[key]);
    assert_eq!([searched, unread, found, incomplete], [&json!(6), &json!(1), &json!(3), &Value::Null]);
    let name = folder.path().file_name().unwrap().to_string_lossy();
    assert_eq!(answer["scope"], format!("1 open file, 4 files in {name}"));
    let last = &answer["games"][2];
    assert_eq!((&last["black"], &last["white"], &last["result"]), (&json!("Cho 😀"), &json!("Dai"), &json!("W+R")));
    assert_eq!((&last["swapped"], &last["symmetry"]), (&json!(false), &json!("rotate-right")));
    assert_eq!((&last["next"]["played"], &last["indexed"]), (&json!("C3"), &json!(false)));
    // Q3 and C16 are equal by symmetry. In the last game White has the next move, as Black has here.
    let rows = answer["continuations"].as_array().unwrap();
    let rows: Vec<_> =
        rows.iter().map(|row| ["location", "games", "black", "firstYear"].map(|key| &row[key])).collect();
    assert_eq!(
        rows,
        [[&json!("Q3"), &json!(2), &json!(1), &json!(1846)], [&json!("R3"), &json!(1), &json!(1), &Value::Null]]
    );
    // Only as it is, and not in every orientation.
    let answer = client.request("ishi/find", &at(2, &json!({"symmetry": false, "colorSwap": false}))).unwrap();
    assert_eq!(games(&answer), ["mine.ishi 0:2:null 2 Q3", "a.ishi 0:6:null 2 C16"]);
    // A corner.
    let region = json!({"from": "K1", "to": "T9"});
    let answer = client.request("ishi/find", &at(3, &json!({"region": region, "documents": [MINE]}))).unwrap();
    assert_eq!(games(&answer), ["mine.ishi 0:3:null 3 -"]);
    assert_eq!(answer["games"][0]["region"], region);
}

/// The moves that a board shows from the last search: how many games, and `locations games black white` of each.
fn shown(client: &mut Client, place: &Value) -> Option<(u64, Vec<String>)> {
    let answer = client.request("ishi/board", place).unwrap();
    let found = &answer["scene"]["continuations"];
    let row = |row: &Value| ["locations", "games", "black", "white"].map(|key| row[key].to_string()).join(" ");
    Some((found["games"].as_u64()?, found["moves"].as_array()?.iter().map(row).collect()))
}

#[test]
fn a_board_and_a_hover_show_the_moves_of_the_last_search() {
    let folder = folder();
    let mut client = client(&folder, &[]);
    open(&mut client, MINE, RECORD);
    assert_eq!(shown(&mut client, &at(2, &json!({}))), None);
    client.request("ishi/find", &at(2, &json!({}))).unwrap();
    assert_eq!(shown(&mut client, &at(2, &json!({}))), None, "it was not asked for");
    client.request("ishi/find", &at(2, &json!({"show": true}))).unwrap();
    // Black is to play, so that the locations for Black count, and none for White that the exchange of colors leads to.
    let expected = (3, vec![r#"["Q3","C16"] 2 1 0"#.to_owned(), r#"["R3","C17"] 1 1 0"#.to_owned()]);
    assert_eq!(shown(&mut client, &at(2, &json!({}))), Some(expected.clone()));
    assert_eq!(shown(&mut client, &at(1, &json!({}))), None, "another position");
    assert_eq!(shown(&mut client, &at(3, &json!({}))), None, "another position");
    let hover = client.request("textDocument/hover", &at(2, &json!({}))).unwrap();
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(
        text.contains("**Found in** 3 games\n- **Q3 C16** 2 games · Black won 100 \\% \\(21–100\\) · 1846"),
        "{text}"
    );
    // The position with the colors exchanged, in another document, where White is to play.
    let sgf = "untitled:turned.sgf";
    open(&mut client, sgf, "(;SZ[19];W[pd];B[dp])\n");
    let in_sgf =
        |character: u32| json!({"textDocument": {"uri": sgf}, "position": {"line": 0, "character": character}});
    let turned = (3, vec![r#"["Q3","C16"] 2 0 1"#.to_owned(), r#"["R3","C17"] 1 0 1"#.to_owned()]);
    assert_eq!(shown(&mut client, &in_sgf(15)), Some(turned));
    // One that asks for nothing to be shown does not replace the last one; another one that does.
    client.request("ishi/find", &at(1, &json!({}))).unwrap();
    assert_eq!(shown(&mut client, &at(2, &json!({}))), Some(expected));
    let part = json!({"region": {"from": "A1", "to": "J9"}, "documents": [MINE], "show": true});
    client.request("ishi/find", &at(2, &part)).unwrap();
    assert_eq!(shown(&mut client, &at(2, &json!({}))), Some((1, Vec::new())));
    assert_eq!(shown(&mut client, &at(3, &json!({}))), Some((1, Vec::new())), "the part is equal");
    assert_eq!(shown(&mut client, &at(1, &json!({}))), Some((1, Vec::new())), "turned, with the other color");
    assert_eq!(shown(&mut client, &at(0, &json!({}))), None);
}

/// The text in memory counts, not the file on the disk.
#[test]
fn what_is_searched_without_a_folder_is_said() {
    let mut client = Client::new();
    open(&mut client, MINE, RECORD);
    let none = "no folder: open one, or put an ishi.toml into it";
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    assert_eq!((&answer["searched"], &answer["scope"]), (&json!(1), &json!(format!("1 open file; {none}"))));
    open(&mut client, "untitled:b.sgf", "(;B[aa])");
    assert_eq!(client.status()["workspace"]["scope"], format!("2 open files; {none}"));
    let answer = client.request("ishi/find", &at(2, &json!({"documents": [MINE]}))).unwrap();
    assert_eq!(answer["scope"], Value::Null);
}

#[test]
fn an_open_document_is_searched_in_its_text() {
    let folder = folder();
    let mut client = client(&folder, &[]);
    open(&mut client, MINE, RECORD);
    let path = uri(&folder.path().join("a.ishi"));
    open(&mut client, &path, "EVENT Changed\n\nB 1 Q16\n\nW 2 D4\n");
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    assert_eq!(
        games(&answer).iter().filter(|game| game.contains("a.ishi")).collect::<Vec<_>>(),
        ["a.ishi 0:4:null 2 -"]
    );
    client.notify("textDocument/didClose", &json!({"textDocument": {"uri": path}}));
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    assert!(games(&answer).contains(&"a.ishi 0:6:null 2 C16".to_owned()));
    // Only these documents.
    let answer = client.request("ishi/find", &at(2, &json!({"documents": [MINE, path]}))).unwrap();
    assert_eq!(games(&answer), ["mine.ishi 0:2:null 2 Q3"]);
}

#[test]
fn parts_come_before_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..130 {
        write(folder.path(), &format!("{number:03}.ishi"), RECORD);
    }
    let mut client = client(&folder, &[]);
    open(&mut client, MINE, RECORD);
    let tokens = json!({"partialResultToken": "parts", "workDoneToken": 7});
    let answer = client.request("ishi/find", &at(2, &tokens)).unwrap();
    assert_eq!((&answer["found"], &answer["searched"]), (&json!(131), &json!(131)));
    assert_eq!(answer["continuations"][0]["games"], 131);
    let (mut parts, mut kinds) = (Vec::new(), Vec::new());
    while kinds.last() != Some(&json!("end")) {
        let progress = client.next("$/progress");
        if progress["token"] == 7 {
            kinds.push(progress["value"]["kind"].clone());
        } else {
            assert_eq!(progress["token"], "parts");
            parts.extend(games(&progress["value"]));
        }
    }
    assert_eq!(kinds.first(), Some(&json!("begin")));
    assert!(parts.len() >= 100 && !games(&answer).is_empty(), "{} and {}", parts.len(), games(&answer).len());
    let all: Vec<String> = parts.into_iter().chain(games(&answer)).collect();
    let expected = (0..130).map(|number| format!("{number:03}.ishi 0:2:null 2 Q3"));
    assert_eq!(all, std::iter::once("mine.ishi 0:2:null 2 Q3".to_owned()).chain(expected).collect::<Vec<_>>());
}

#[test]
fn a_file_is_searched_in_the_encoding_of_its_settings() {
    let folder = tempfile::tempdir().unwrap();
    // `囲碁` in Shift-JIS, which is other words in EUC-KR.
    fs::write(folder.path().join("a.ishi"), b"EVENT x\nBLACK \x88\xcd\x8c\xe9\nB 1 Q16\n").unwrap();
    write(folder.path(), "ishi.toml", "[files]\nencoding = 'shift-jis'\n");
    let mut client = client(&folder, &[]);
    open(&mut client, MINE, RECORD);
    let answer = client.request("ishi/find", &at(1, &json!({}))).unwrap();
    let names: Vec<&Value> = answer["games"].as_array().unwrap().iter().map(|game| &game["black"]).collect();
    assert!(names.contains(&&json!("囲碁")), "{answer}");
}

#[test]
fn a_search_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let many = RECORD.repeat(20_000);
    for number in 0..8 {
        write(folder.path(), &format!("{number}.ishi"), &many);
    }
    let mut client = client(&folder, &[]);
    open(&mut client, MINE, RECORD);
    let id = json!(client.ask("ishi/find", &at(2, &json!({}))));
    client.notify("$/cancelRequest", &json!({"id": id}));
    assert_eq!(client.answer(&id).unwrap_err()["code"], -32800);
    // The work has ended, too: another one is answered.
    let answer = client.request("ishi/find", &at(2, &json!({"documents": [MINE]}))).unwrap();
    assert_eq!(answer["found"], 1);
}

#[test]
fn a_search_that_makes_no_sense_is_refused() {
    let folder = folder();
    let mut client = client(&folder, &[]);
    open(&mut client, MINE, "EVENT x\nBOARDSIZE 9\nB 1 A1\n");
    let mut refused = |more: &Value| client.request("ishi/find", &at(2, more)).unwrap_err()["message"].clone();
    let off_board = refused(&json!({"region": {"from": "K10", "to": "T19"}}));
    assert!(off_board.as_str().unwrap().starts_with("the region K10 T19 is off the board"), "{off_board}");
    assert_eq!(
        refused(&json!({"region": {"from": "I1", "to": "T19"}})),
        "a region has two locations, such as A1 and J9"
    );
    let nowhere = json!({"textDocument": {"uri": "untitled:none"}, "position": {"line": 0, "character": 0}});
    assert_eq!(client.request("ishi/find", &nowhere).unwrap_err()["message"], "the document is not open");
}

/// Makes an index of the games in a folder.
fn index(games: &Path, folder: &Path) {
    let made = Command::new(env!("CARGO_BIN_EXE_ishi")).arg("index").arg(games).arg("-o").arg(folder).output().unwrap();
    assert_eq!(made.status.code(), Some(1), "one game is damaged: {}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn the_index_of_the_command_line_is_searched() {
    let (games_folder, open_folder, library) = (folder(), folder(), tempfile::tempdir().unwrap());
    index(games_folder.path(), library.path());
    let mut client = client(&open_folder, &["--library-index", library.path().to_str().unwrap()]);
    open(&mut client, MINE, RECORD);
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    let all = games(&answer);
    // Of a game in SGF the index knows the line only.
    assert_eq!(all[3..], ["a.ishi 0:6:null 2 C16", "b.sgf 2:1:null 2 R3"], "{answer:#}");
    let is_indexed: Vec<_> = answer["games"].as_array().unwrap().iter().map(|game| game["indexed"] == true).collect();
    assert_eq!(is_indexed, [false, false, false, true, true]);
    assert_eq!((&answer["continuations"][0]["games"], &answer["problem"]), (&json!(3), &Value::Null));
    // A file that was deleted since can't be opened from the list.
    fs::remove_file(games_folder.path().join("games/b.sgf")).unwrap();
    let without = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    assert_eq!((games(&without), &without["found"]), (all[..4].to_vec(), &json!(4)), "{without:#}");
    assert_eq!(without["unread"].as_u64(), answer["unread"].as_u64().map(|unread| unread + 1));
    // Files of the open folders are not searched twice.
    index(open_folder.path(), library.path());
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    assert_eq!((games(&answer), &answer["searched"]), (all[..3].to_vec(), &json!(6)));
    // Damage of the index is noticed.
    fs::write(library.path().join("catalog.ishi-index"), "x").unwrap();
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    assert_eq!(games(&answer), all[..3]);
    assert!(answer["problem"].as_str().unwrap().contains("the index is damaged"), "{answer:#}");
}

/// Gives all files below a folder a time that an index trusts.
fn make_old(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            make_old(&path);
        } else {
            let long_ago = SystemTime::now() - Duration::from_secs(3600);
            fs::File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        }
    }
}

/// The files of the games that are found after move 2, each with `+` if it is found in the index.
fn found_files(client: &mut Client) -> Vec<String> {
    let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
    let games = answer["games"].as_array().unwrap().iter();
    games
        .map(|game| {
            let name = game["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
            if game["indexed"] == true { name + "+" } else { name }
        })
        .filter(|name| name != MINE)
        .collect()
}

#[test]
fn the_index_answers_for_files_that_have_not_changed() {
    let (folder, library) = (folder(), tempfile::tempdir().unwrap());
    let path = folder.path();
    make_old(path);
    index(path, library.path());
    let arguments = ["--library-index", library.path().to_str().unwrap()];
    let mut capabilities = capabilities();
    for is_watched in [false, true] {
        capabilities["workspace"]["didChangeWatchedFiles"] = json!({"dynamicRegistration": is_watched});
        let mut client = Client::logging(&arguments, "off");
        let folders = json!([{"uri": uri(path), "name": "games"}]);
        client.initialize(&json!({"capabilities": capabilities, "workspaceFolders": folders}));
        if is_watched {
            let (id, _) = client.asked("client/registerCapability");
            client.reply(&id, &Value::Null);
        }
        open(&mut client, MINE, RECORD);
        assert_eq!(found_files(&mut client), ["a.ishi+", "b.sgf+"]);
        assert_eq!(found_files(&mut client), ["a.ishi+", "b.sgf+"]);
        let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
        let scope = answer["scope"].as_str().unwrap();
        assert!(scope.starts_with("1 open file, ") && scope.ends_with(", an index"), "{scope}");

        // A file that is new, one that has lost the position, and one that has changed and has it.
        write(path, "games/new.sgf", "(;SZ[19];B[pd];W[dp])");
        write(path, "a.ishi", "EVENT First\nB 1 Q16\n");
        fs::OpenOptions::new().append(true).open(path.join("games/b.sgf")).unwrap().write_all(b"\n").unwrap();
        let changed = ["games/new.sgf", "a.ishi", "games/b.sgf"].map(|name| uri(&path.join(name)));
        if is_watched {
            let changes = changed.each_ref().map(|uri| json!({"uri": uri, "type": 2}));
            client.notify("workspace/didChangeWatchedFiles", &json!({"changes": changes}));
        }
        assert_eq!(found_files(&mut client), ["b.sgf", "new.sgf"]);

        // Settings that leave files out.
        write(path, "games/ishi.toml", "[files]\nexclude = ['new.*']\n");
        if is_watched {
            let changes = json!([{"uri": uri(&path.join("games/ishi.toml")), "type": 1}]);
            client.notify("workspace/didChangeWatchedFiles", &json!({"changes": changes}));
        }
        assert_eq!(found_files(&mut client), ["b.sgf"]);

        // As it was, with a new index.
        fs::remove_file(path.join("games/ishi.toml")).unwrap();
        fs::remove_file(path.join("games/new.sgf")).unwrap();
        let first = "EVENT First\nBLACK Ada\nWHITE Ben\nDATE 1846\nRESULT B+2\nB 1 Q16\nW 2 D4\nB 3 C16\n";
        write(path, "a.ishi", first);
        make_old(path);
        index(path, library.path());
        assert_eq!(found_files(&mut client), ["a.ishi+", "b.sgf+"]);
    }
}

#[test]
fn an_index_that_may_not_be_read_is_refused() {
    let folder = folder();
    for (index, reason) in [
        ("//host/share", "network paths and URLs are not read; name a folder of this machine"),
        ("\\\\host\\share", "network paths and URLs are not read; name a folder of this machine"),
        ("file://host/index", "network paths and URLs are not read; name a folder of this machine"),
        ("games", "the path is relative; name the folder from the root"),
        ("/nowhere/at/all", "there is no index; `ishi index` makes one"),
    ] {
        let mut client = client(&folder, &["--library-index", index]);
        open(&mut client, MINE, RECORD);
        let answer = client.request("ishi/find", &at(2, &json!({}))).unwrap();
        assert_eq!(answer["found"], 3, "the rest is searched");
        assert_eq!(answer["problem"], format!("library.index: {index}: {reason}"));
    }
}

/// Neither a folder nor a client names an index.
#[test]
fn no_setting_names_an_index() {
    let folder = folder();
    write(folder.path(), "ishi.toml", "[library]\nindex = '/tmp'\n");
    let mut client = client(&folder, &[]);
    open(&mut client, &uri(&folder.path().join("a.ishi")), RECORD);
    let found = loop {
        let published = client.next("textDocument/publishDiagnostics");
        if published["uri"].as_str().unwrap().ends_with("ishi.toml") {
            break published["diagnostics"][0].clone();
        }
    };
    assert!(found["message"].as_str().unwrap().starts_with("`library.index` can't be set here"), "{found:#}");
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"ishi": {"library": {"index": "/tmp"}}}}));
    let message = client.next("window/showMessage");
    assert!(message["message"].as_str().unwrap().contains("`library.index` can't be set here"), "{message:#}");
}
