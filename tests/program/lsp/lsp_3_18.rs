//! The parts of LSP 3.18, each for a client that has its capability.
#![expect(clippy::disallowed_methods, reason = "the files are the tests' own")]

use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, range};

const RECORD: &str = "EVENT Corner\nBLACK Ada\nB 1 Q16\nW 2 D4\n";

/// A client with these further capabilities, and what the server says that it can do.
fn client(more: &[(&str, Value)]) -> (Client, Value) {
    let mut able = capabilities();
    for (path, value) in more {
        let mut place = &mut able;
        for key in path.split('/') {
            place = &mut place[key];
        }
        *place = value.clone();
    }
    let mut client = Client::start();
    let result = client.initialize(&json!({"capabilities": able}));
    (client, result["capabilities"].clone())
}

#[test]
fn several_ranges_are_formatted_at_once() {
    let (_, able) = client(&[]);
    assert_eq!(able["documentRangeFormattingProvider"], true);
    let (mut client, able) = client(&[("textDocument/rangeFormatting", json!({"rangesSupport": true}))]);
    assert_eq!(able["documentRangeFormattingProvider"], json!({"rangesSupport": true}));
    let text = "b 1 q16\nw 2 d4\nb 3 c3\nw 4 d5\n";
    client.open(text);
    let ranges = json!([range([2, 0, 2, 6]), range([0, 0, 0, 7]), range([0, 2, 0, 4])]);
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let edits = client.about("textDocument/rangesFormatting", json!({"ranges": ranges, "options": options}));
    assert_eq!(ishi_test_support::laws::model::apply(text, &edits), "B 1 Q16\nw 2 d4\nB 3 C3\nw 4 d5\n");
}

#[test]
fn texts_of_the_server_are_documents() {
    let (_, able) = client(&[]);
    assert_eq!(able["workspace"].get("textDocumentContent"), None);
    let (mut client, able) = client(&[("workspace/textDocumentContent", json!({}))]);
    assert_eq!(able["workspace"]["textDocumentContent"], json!({"schemes": ["ishi"]}));
    let text = |client: &mut Client, uri: &str| {
        let answer = client.request("workspace/textDocumentContent", &json!({"uri": uri}))?;
        Ok::<String, Value>(answer["text"].as_str().unwrap().to_owned())
    };
    let rule = text(&mut client, "ishi:/rules/duplicate-move.md").unwrap();
    assert!(rule.starts_with("# duplicate-move\n"), "{rule}");
    assert!(text(&mut client, "ishi:/rules.md").unwrap().contains(&rule[2..]));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b.sgf");
    std::fs::write(&path, "(;GM[1]FF[4]SZ[9];B[ee];W[cc])\n").unwrap();
    let file = format!("file://{}", path.display()).replace(' ', "%20");
    let record = text(&mut client, &format!("ishi:/record/a.ishi?{file}")).unwrap();
    assert!(record.contains("B 1 E5"), "{record}");
    let encoded = file.replace('%', "%25").replace(':', "%3A");
    assert_eq!(text(&mut client, &format!("ishi:/record/a.ishi?{encoded}")).unwrap(), record);
    // A sign of percent without two digits stands for itself.
    client.open_in("sgf", "file:///ä%.sgf", 1, "(;GM[1]FF[4]SZ[9];B[cc])\n");
    assert!(text(&mut client, "ishi:/record/a.ishi?file:///%C3%A4%.sgf").unwrap().contains("B 1 C7"));
    // An open document is read as it is in the editor.
    client.open_in("sgf", &file, 1, "(;GM[1]FF[4]SZ[9];B[dd])\n");
    assert!(text(&mut client, &format!("ishi:/record/a.ishi?{file}")).unwrap().contains("B 1 D6"));

    client.open(RECORD);
    let place = json!({"position": {"line": 3, "character": 0}, "documents": [URI]});
    client.about("ishi/find", place);
    let (id, params) = client.asked("workspace/textDocumentContent/refresh");
    assert_eq!(params["uri"], "ishi:/search.md");
    client.reply(&id, &Value::Null);
    let found = text(&mut client, "ishi:/search.md").unwrap();
    assert!(found.starts_with("# Found in 1 of 1 games\n\n- [Corner · Ada](<file:///records/a.ishi#L4>)"), "{found}");

    for unknown in
        ["ishi:/rules/no-rule.md", "ishi:/x", "file:///a", "", "ishi:/record/a.ishi", "ishi:/record/a?file:///no"]
    {
        assert!(text(&mut client, unknown).is_err(), "{unknown}");
    }
}

#[test]
fn quick_fixes_have_the_rules_as_their_documentation() {
    let shows = [
        ("workspace/textDocumentContent", json!({})),
        ("window/showDocument", json!({"support": true})),
        ("textDocument/codeAction/documentationSupport", json!(true)),
    ];
    let (mut client, able) = client(&shows);
    let documentation = &able["codeActionProvider"]["documentation"][0];
    assert_eq!(
        (&documentation["kind"], &documentation["command"]["command"]),
        (&json!("quickfix"), &json!("ishi.explain"))
    );
    for (arguments, uri) in [
        (json!([]), "ishi:/rules.md"),
        (json!(["ko-fight"]), ""),
        (json!(["missing-move"]), "ishi:/rules/missing-move.md"),
    ] {
        let answer =
            client.request("workspace/executeCommand", &json!({"command": "ishi.explain", "arguments": arguments}));
        if uri.is_empty() {
            assert!(answer.is_err());
            continue;
        }
        assert_eq!(answer, Ok(Value::Null));
        let (id, params) = client.asked("window/showDocument");
        assert_eq!(params["uri"], uri);
        client.reply(&id, &json!({"success": true}));
    }
}

#[test]
fn snippets_write_a_comment_and_headers() {
    let (mut client, _) = client(&[("workspace/workspaceEdit/snippetEditSupport", json!(true))]);
    client.open(RECORD);
    let mut actions = |line: u32, kind: u32| {
        let context = json!({"diagnostics": [], "triggerKind": kind});
        let answer =
            client.about("textDocument/codeAction", json!({"range": range([line, 0, line, 0]), "context": context}));
        let snippets = answer
            .as_array()
            .unwrap()
            .iter()
            .filter(|action| !action["edit"]["documentChanges"][0]["edits"][0]["snippet"].is_null());
        snippets.cloned().collect::<Vec<Value>>()
    };
    let at_move = actions(2, 1);
    assert_eq!(at_move.len(), 1, "{at_move:#?}");
    let change = &at_move[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": URI, "version": 1}));
    assert_eq!(change["edits"][0]["snippet"], json!({"kind": "snippet", "value": "COM\n$0\nENDCOM\n"}));
    assert_eq!(change["edits"][0]["range"], range([3, 0, 3, 0]));
    let at_header = actions(0, 1);
    let headers = at_header.iter().find(|action| action["title"] == "Add the missing headers").unwrap();
    let edits = headers["edit"]["documentChanges"][0]["edits"].as_array().unwrap();
    let text: String = edits.iter().map(|edit| edit["snippet"]["value"].as_str().unwrap()).collect();
    assert!(text.contains("WHITE ${2:WHITE}\n") && !text.contains("BLACK"), "{text}");
    assert!(actions(2, 2).is_empty(), "not while the cursor passes by");
}

#[test]
fn completions_have_their_document_in_common() {
    let list = json!({"itemDefaults": ["data"], "applyKindSupport": true});
    let resolves = json!({"properties": ["documentation"]});
    let (mut client, _) = client(&[
        ("textDocument/completion/completionList", list),
        ("textDocument/completion/completionItem/resolveSupport", resolves),
    ]);
    client.open("B 1 Q16\nW 2 ");
    let list = client.about("textDocument/completion", json!({"position": {"line": 1, "character": 4}}));
    assert_eq!(list["itemDefaults"]["data"]["textDocument"], json!({"uri": URI, "version": 1}));
    assert_eq!(list["applyKind"]["data"], 2);
    let mut item = list["items"][0].clone();
    assert_eq!(item["data"].get("textDocument"), None);
    // The client merges the data.
    item["data"]["textDocument"] = list["itemDefaults"]["data"]["textDocument"].clone();
    let resolved = client.request("completionItem/resolve", &item).unwrap();
    assert!(resolved["documentation"]["value"].as_str().unwrap().contains("White"), "{resolved}");
}

#[test]
fn lenses_are_complete_if_the_client_does_not_ask_for_their_commands() {
    let lenses = |properties: Value| {
        let (mut client, _) =
            client(&[("textDocument/codeLens", json!({"resolveSupport": {"properties": properties}}))]);
        client.open(RECORD);
        client.about("textDocument/codeLens", json!({}))
    };
    assert!(lenses(json!([]))[0]["command"]["title"].as_str().unwrap().contains("2 moves"));
    assert_eq!(lenses(json!(["command"]))[0].get("command"), None);
}
