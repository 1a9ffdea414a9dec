//! URIs in the spelling of the client: in every answer a document is named as the client names it.

use serde_json::{Value, json};

use crate::lsp::client::{Client, capabilities, range};

/// A record with something for each request.
const RECORD: &str = "EVENT x\nBLACK Ada\nB 1 A1\nW 2 A2\nB 3 Q16\nW 4 B1\nMARK #1 #3\nPRISONER #1\nB 5 T1\nW 6 T2\n\
                      B 7 Q3\nW 8 S1\nB 7 D5\n";

/// The members of a value that name a document, and the keys of `changes`.
fn uris(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| uris(item, found)),
        Value::Object(members) => {
            for (name, member) in members {
                match (&**name, member) {
                    ("uri" | "targetUri", Value::String(uri)) => found.push(uri.clone()),
                    ("changes", Value::Object(changes)) => found.extend(changes.keys().cloned()),
                    _ => {}
                }
                uris(member, found);
            }
        }
        _ => {}
    }
}

#[test]
fn a_document_is_named_as_the_client_names_it() {
    const ABOUT: [&str; 21] = [
        "textDocument/hover",
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/documentSymbol",
        "textDocument/codeAction",
        "textDocument/codeLens",
        "textDocument/documentLink",
        "textDocument/formatting",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/foldingRange",
        "textDocument/inlayHint",
        "textDocument/completion",
        "textDocument/semanticTokens/full",
        "textDocument/diagnostic",
        "ishi/board",
        "ishi/tree",
        "ishi/page",
        "ishi/player",
        "ishi/find",
    ];
    for uri in [
        "file:////server/share/a.ishi",
        "file:////server/share/a%20b.ishi",
        "file://server/share/a.ishi",
        "file:///c%3A/a.ishi",
        "file:///C:/a b/ä.ishi",
        "file://localhost/a.ishi",
        "untitled:Untitled-1",
    ] {
        for (rich, trees) in [(true, true), (false, false)] {
            let mut all = capabilities();
            all["workspace"]["workspaceEdit"]["documentChanges"] = json!(rich);
            all["workspace"]["applyEdit"] = json!(true);
            all["textDocument"]["definition"]["linkSupport"] = json!(rich);
            all["textDocument"]["documentSymbol"]["hierarchicalDocumentSymbolSupport"] = json!(trees);
            if rich {
                all["textDocument"]["codeAction"]["resolveSupport"] = json!({"properties": ["edit"]});
            }
            let mut client = Client::with(&all);
            client.open_as(uri, 1, RECORD);
            let mut answers = vec![client.next("textDocument/publishDiagnostics")];
            let place = json!({"line": 6, "character": 6});
            for method in ABOUT {
                let params = json!({
                    "textDocument": {"uri": uri}, "position": place, "range": range([0, 0, 12, 0]), "newName": "9",
                    "context": {"diagnostics": [], "includeDeclaration": true, "triggerKind": 1},
                    "options": {"tabSize": 2, "insertSpaces": true},
                });
                let answer = match client.request(method, &params) {
                    Ok(answer) => answer,
                    Err(error) => panic!("{method} of {uri}: {error}"),
                };
                let to_resolve = match method {
                    "textDocument/codeAction" => "codeAction/resolve",
                    "textDocument/codeLens" => "codeLens/resolve",
                    _ => "",
                };
                for item in answer.as_array().into_iter().flatten().filter(|_| !to_resolve.is_empty()) {
                    // Not every action can be done.
                    if item.get("data").is_some()
                        && let Ok(resolved) = client.request(to_resolve, item)
                    {
                        answers.push(resolved);
                    }
                }
                answers.push(answer);
            }
            answers.push(client.request("workspace/symbol", &json!({"query": ""})).expect("events"));
            let argument = json!({"textDocument": {"uri": uri, "version": 1}, "line": 0});
            let command = json!({"command": "ishi.insertPrisoners", "arguments": [argument]});
            client.request("workspace/executeCommand", &command).expect("it is made");
            let (id, asked) = client.asked("workspace/applyEdit");
            client.reply(&id, &json!({"applied": true}));
            answers.push(asked);

            let mut found = Vec::new();
            uris(&json!(answers), &mut found);
            assert!(found.len() > 8, "{found:?}");
            for name in found {
                assert_eq!(name, uri);
            }
        }
    }
}
