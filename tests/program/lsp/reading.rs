//! Features that help to read a record: colors, notes within and above lines, links, and selections that grow.

use std::fs;
use std::path::Path;

use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, range};

const RECORD: &str = "EVENT 😀 A game\r\nBLACK see http://example.org/😀x.\r\nB 1 A1\r\nW 2 A2\r\nB 3 Q16\r\nW 4 B1\r\n\
    PRISONER #1\r\nB 5 T1\r\nW 6 T2\r\nB 7 Q3\r\nW 8 S1\r\n";

/// The data of an answer with tokens, five numbers for each.
fn data(answer: &Value) -> Vec<u64> {
    answer["data"].as_array().expect("tokens").iter().map(|number| number.as_u64().unwrap()).collect()
}

fn after(edits: &Value, mut data: Vec<u64>) -> Vec<u64> {
    for edit in edits.as_array().expect("edits") {
        let start = usize::try_from(edit["start"].as_u64().unwrap()).unwrap();
        let end = start + usize::try_from(edit["deleteCount"].as_u64().unwrap()).unwrap();
        data.splice(start..end, edit["data"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()));
    }
    data
}

#[test]
fn colors_come_as_numbers_and_then_as_changes() {
    let mut client = Client::new();
    client.open(RECORD);
    let full = client.about("textDocument/semanticTokens/full", json!({}));
    let first = data(&full);
    // EVENT, then a title that begins with two units of UTF-16, then BLACK and its text.
    assert_eq!(first[..20], [0, 0, 5, 0, 0, 0, 6, 9, 8, 0, 1, 0, 5, 0, 0, 0, 6, 27, 9, 0]);

    let delta = |client: &mut Client, id: &Value| {
        client.about("textDocument/semanticTokens/full/delta", json!({"previousResultId": id}))
    };
    let same = delta(&mut client, &full["resultId"]);
    assert_eq!(same["edits"], json!([]));
    client.edit(2, [4, 0, 4, 0], "MARK \\t@A1\r\n");
    let changed = delta(&mut client, &same["resultId"]);
    assert_eq!(changed["edits"].as_array().map(Vec::len), Some(1));
    let now = client.about("textDocument/semanticTokens/full", json!({}));
    assert_eq!(after(&changed["edits"], first), data(&now));
    // Only the last answer is known.
    let whole = delta(&mut client, &full["resultId"]);
    assert_eq!(data(&whole), data(&now));
    // Nor is one of before the document was opened again.
    client.close();
    client.open(RECORD);
    assert!(delta(&mut client, &whole["resultId"])["data"].is_array());

    let part = client.about("textDocument/semanticTokens/range", json!({"range": range([2, 0, 3, 6])}));
    let tokens = data(&part);
    assert_eq!((tokens.len(), tokens[0]), (30, 2), "two lines of three tokens, the first in line 2");
}

/// The earlier answer with the changes is the answer as a whole, whatever is replaced by what.
#[test]
fn changes_of_colors_lead_to_the_whole() {
    const LINES: [&str; 8] = ["B 1 Q16", "W 2 D4", "W 2", "EVENT x", "COM", "ENDCOM", "MARK @A1", ""];
    let mut random = fastrand::Rng::with_seed(1);
    let mut client = Client::new();
    client.open("");
    let full = client.about("textDocument/semanticTokens/full", json!({}));
    let (mut id, mut before) = (full["resultId"].clone(), data(&full));
    for version in 2..100 {
        let text: String = (0..random.usize(..12)).flat_map(|_| [LINES[random.usize(..LINES.len())], "\n"]).collect();
        client.change(version, &json!([{"text": text}]));
        let changed = client.about("textDocument/semanticTokens/full/delta", json!({"previousResultId": id}));
        let now = client.about("textDocument/semanticTokens/full", json!({}));
        assert_eq!(after(&changed["edits"], before), data(&now), "{text}");
        (id, before) = (now["resultId"].clone(), data(&now));
    }
}

#[test]
fn what_is_too_large_to_be_colored_as_a_whole_is_colored_in_parts() {
    let mut client = Client::new();
    client.open(&"EVENT\nB 1 Q16\n".repeat(80_000));
    assert_eq!(client.about("textDocument/semanticTokens/full", json!({})), Value::Null);
    assert_eq!(client.about("textDocument/semanticTokens/full/delta", json!({"previousResultId": "1"})), Value::Null);
    let part = client.about("textDocument/semanticTokens/range", json!({"range": range([150_000, 0, 150_001, 0])}));
    assert_eq!(data(&part).len(), 20);
}

/// Themes know LSP's own types; the manifest of the extension has to declare all others.
#[test]
#[expect(clippy::disallowed_methods, reason = "the manifest is the project's own")]
fn every_type_of_token_is_one_that_editors_know() {
    const KNOWN: &[&str] = &[
        "keyword",
        "type",
        "number",
        "variable",
        "enumMember",
        "decorator",
        "label",
        "operator",
        "string",
        "comment",
        "macro",
    ];
    let result = Client::start().initialize(&json!({"capabilities": {}}));
    let manifest = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/package.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let ids = |list: &str| -> Vec<Value> {
        manifest["contributes"][list].as_array().unwrap().iter().map(|entry| entry["id"].clone()).collect()
    };
    let legend = &result["capabilities"]["semanticTokensProvider"]["legend"];
    let is_unknown = |name: &&Value| !KNOWN.iter().any(|known| name == known);
    let unknown: Vec<Value> = legend["tokenTypes"].as_array().unwrap().iter().filter(is_unknown).cloned().collect();
    assert_eq!(unknown, ids("semanticTokenTypes"));
    assert_eq!(legend["tokenModifiers"], json!(ids("semanticTokenModifiers")));
}

#[test]
fn selections_grow_to_the_whole_text() {
    let mut client = Client::new();
    client.open(RECORD);
    let positions = json!([{"line": 6, "character": 10}, {"line": 3, "character": 99}]);
    let selections = client.about("textDocument/selectionRange", json!({"positions": positions}));
    assert_eq!(selections[0]["range"], range([6, 9, 6, 11]));
    assert_eq!(selections[1]["range"], range([3, 4, 3, 6]));
    for selection in selections.as_array().unwrap() {
        let mut inner = selection;
        while let Some(outer) = inner.get("parent") {
            assert_ne!(inner["range"], outer["range"]);
            inner = outer;
        }
        assert_eq!(inner["range"], range([0, 0, 11, 0]));
    }
}

#[test]
fn links_lead_where_they_say() {
    let mut client = Client::new();
    client.open(RECORD);
    let links = client.about("textDocument/documentLink", json!({}));
    assert_eq!(links, json!([{"range": range([1, 10, 1, 32]), "target": "http://example.org/%F0%9F%98%80x"}]));
}

#[test]
fn the_tooltip_of_a_note_comes_when_it_is_asked_for() {
    let ask = |client: &mut Client| {
        client.open(RECORD);
        client.about("textDocument/inlayHint", json!({"range": range([0, 0, 8, 0])}))[0].clone()
    };
    let mut client_can = capabilities();
    client_can["textDocument"]["inlayHint"] = json!({"resolveSupport": {"properties": ["tooltip", "textEdits"]}});
    let mut client = Client::with(&client_can);
    let hint = ask(&mut client);
    assert_eq!((&hint["label"], hint.get("tooltip")), (&json!("×1"), None));
    let resolved = client.request("inlayHint/resolve", &hint).unwrap();
    let tooltip = json!({"kind": "markdown", "value": "`W 4 B1` takes a black stone: `#1`."});
    assert_eq!((&resolved["tooltip"], &resolved["position"]), (&tooltip, &hint["position"]));
    // Nothing is known of another text.
    client.edit(2, [0, 0, 0, 0], "REMARK\n");
    assert_eq!(client.request("inlayHint/resolve", &hint).unwrap().get("tooltip"), None);

    // It offers nothing where the list is there, and here the list is.
    assert_eq!(hint.get("textEdits"), None);

    let hint = ask(&mut Client::with(&json!({})));
    assert_eq!(hint["tooltip"], "W 4 B1 takes a black stone: #1.");
}

/// A client with a board of its own, and what it says in `initialize`.
fn with_board(options: &Value) -> Client {
    let mut client_can = capabilities();
    client_can["workspace"]["applyEdit"] = json!(true);
    client_can["workspace"]["inlayHint"] = json!({"refreshSupport": true});
    client_can["workspace"]["codeLens"] = json!({"refreshSupport": true});
    let mut client = Client::start();
    client.initialize(&json!({"capabilities": client_can, "initializationOptions": options}));
    client
}

fn commands(client: &mut Client) -> Vec<Value> {
    let lenses = client.about("textDocument/codeLens", json!({}));
    let resolve = |lens: &Value| client.request("codeLens/resolve", lens).expect("a lens")["command"].clone();
    lenses.as_array().unwrap().iter().map(resolve).collect()
}

#[test]
fn a_lens_writes_the_prisoners() {
    let mut client = with_board(&json!({"commands": ["ishi.showBoard"]}));
    client.open(RECORD);
    let found = commands(&mut client);
    let titles: Vec<_> = found.iter().map(|command| command["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["▶ Show board", "8 moves · Black took 0, White 2", "Insert 1 missing PRISONER line"]);
    let arguments = json!([URI, {"line": 0, "character": 0}]);
    assert_eq!((&found[0]["command"], &found[0]["arguments"]), (&json!("ishi.showBoard"), &arguments));

    let answer = client.request("workspace/executeCommand", &found[2]);
    assert_eq!(answer, Ok(Value::Null));
    let edit = &client.next("workspace/applyEdit")["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"], json!({"uri": URI, "version": 1}));
    let expected = format!("{RECORD}PRISONER #5\r\n");
    assert_eq!(model::apply(RECORD, &edit["edits"]), expected);

    client.change(2, &json!([{"text": expected}]));
    assert_eq!(commands(&mut client).len(), 2);
}

#[test]
fn a_command_that_makes_no_sense_is_refused() {
    let mut client = with_board(&json!({}));
    client.open(RECORD);
    let stale = client.about("textDocument/codeLens", json!({}))[0].clone();
    let offer = commands(&mut client).pop().unwrap();
    client.edit(2, [0, 0, 0, 0], "REMARK\r\n");
    assert_eq!(client.request("codeLens/resolve", &stale).unwrap_err()["code"], -32801);
    let mut refusal = |params: Value| {
        let error = client.request("workspace/executeCommand", &params).unwrap_err();
        error["message"].as_str().unwrap().to_owned()
    };
    assert!(refusal(offer).contains("has changed"));
    assert!(refusal(json!({"command": "rm"})).contains("there is no command `rm`"));
    let mut insert = |arguments: Value| refusal(json!({"command": "ishi.insertPrisoners", "arguments": arguments}));
    assert!(insert(json!([{"textDocument": {"uri": "file:///b.ishi"}, "line": 0}])).contains("is not open"));
    assert!(insert(json!([{"textDocument": {"uri": URI}}])).contains("takes {textDocument: {uri, version}, line}"));
    client.change(3, &json!([{"text": "B 1 Q16\n"}]));
    let arguments = json!([{"textDocument": {"uri": URI}, "line": 0}]);
    let nothing = json!({"command": "ishi.insertPrisoners", "arguments": arguments});
    let error = client.request("workspace/executeCommand", &nothing).unwrap_err();
    assert!(error["message"].as_str().unwrap().contains("no PRISONER line"), "{error}");
}

#[test]
fn what_is_not_made_is_told() {
    let mut client = with_board(&json!({}));
    client.open(RECORD);
    let offer = commands(&mut client).pop().unwrap();
    client.request("workspace/executeCommand", &offer).unwrap();
    let (id, _) = client.asked("workspace/applyEdit");
    client.send(&json!({"jsonrpc": "2.0", "id": id, "result": {"applied": false, "failureReason": "it is locked"}}));
    let message = client.next("window/showMessage");
    assert!(message["message"].as_str().unwrap().ends_with("it is locked"), "{message}");
}

#[test]
fn notes_and_lenses_follow_the_settings() {
    let mut client = with_board(&json!({"commands": ["ishi.showBoard"], "lens": {"board": false}}));
    client.open(RECORD);
    assert_eq!(commands(&mut client).len(), 2);
    let hints = |client: &mut Client| client.about("textDocument/inlayHint", json!({"range": range([0, 0, 8, 0])}));
    assert_eq!(hints(&mut client).as_array().map(Vec::len), Some(1));
    let settings = json!({"hints": {"captures": false}, "lens": {"statistics": false, "prisoners": false}});
    client.notify("workspace/didChangeConfiguration", &json!({"settings": {"ishi": settings}}));
    client.next("workspace/inlayHint/refresh");
    client.next("workspace/codeLens/refresh");
    assert_eq!(hints(&mut client), json!([]));
    let titles: Vec<_> = commands(&mut client).iter().map(|command| command["title"].clone()).collect();
    assert_eq!(titles, ["▶ Show board"]);
}

/// A client that can't make edits is offered none, and one without a board no board.
#[test]
fn lenses_are_what_the_client_can_do() {
    let mut client = Client::new();
    client.open(RECORD);
    let titles: Vec<_> = commands(&mut client).iter().map(|command| command["title"].clone()).collect();
    assert_eq!(titles, ["8 moves · Black took 0, White 2"]);
}
