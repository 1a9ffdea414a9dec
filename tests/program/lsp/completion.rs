//! Requests while the user types: completions, signatures, and edits of the line.

use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, capabilities, range};

fn position([line, character]: [u32; 2]) -> Value {
    json!({"line": line, "character": character})
}

/// The items of a list, which the client asks for again when more is typed.
fn complete(client: &mut Client, place: [u32; 2]) -> Vec<Value> {
    let found = client.about("textDocument/completion", json!({"position": position(place)}));
    assert_eq!(found["isIncomplete"], true);
    found["items"].as_array().expect("items").clone()
}

/// A client that asks for documentation later.
fn resolving() -> Value {
    let mut client_can = capabilities();
    client_can["textDocument"]["completion"]["completionItem"]["resolveSupport"] =
        json!({"properties": ["documentation", "detail"]});
    client_can
}

const SMALL: &str = "event 😀\r\nboardsize 5\r\nsetup b a2 w a1 b2\r\nb 1 b1\r\nprisoner \r\nw 2 d\r\n";

#[test]
fn completions_have_snippets_only_where_the_client_has() {
    for snippets in [true, false] {
        let mut client_can = capabilities();
        client_can["textDocument"]["completion"]["completionItem"]["snippetSupport"] = json!(snippets);
        let mut client = Client::with(&client_can);
        client.open("B 1 Q16\nCO");
        let items = complete(&mut client, [1, 2]);
        assert!(items.iter().any(|item| item["label"] == "COM"), "{items:#?}");
        assert_eq!(items.iter().any(|item| item["insertTextFormat"] == 2), snippets);
        for item in &items {
            assert_eq!(item["textEdit"]["range"], range([1, 0, 1, 2]), "{item}");
            assert!(snippets || !item["textEdit"]["newText"].as_str().unwrap().contains("$0"), "{item}");
        }
        let sorted: Vec<_> = items.iter().map(|item| item["sortText"].as_str().unwrap()).collect();
        assert!(sorted.is_sorted());
    }
}

/// A client that lists the command of VS Code gets a list of values after a blank that was inserted, as after one that
/// was typed.
#[test]
fn what_ends_with_a_blank_opens_the_next_list_where_the_client_can() {
    const SUGGEST: &str = "editor.action.triggerSuggest";
    for commands in [json!([]), json!(["ishi.showBoard", SUGGEST])] {
        let mut client = Client::start();
        let options = json!({"capabilities": capabilities(), "initializationOptions": {"commands": commands}});
        client.initialize(&options);
        client.open("EVENT x\n\nB 1 Q16\n");
        let items = complete(&mut client, [1, 0]);
        let opens = |item: &Value| item["textEdit"]["newText"].as_str().expect("a text").ends_with(' ');
        assert!(items.iter().any(opens) && !items.iter().all(opens), "{items:#?}");
        for item in &items {
            let is_called = commands[1] == SUGGEST && opens(item);
            let command = if is_called { json!(SUGGEST) } else { Value::Null };
            assert_eq!(item["command"]["command"], command, "{item}");
            assert!(!is_called || item["command"]["arguments"] == json!([{"auto": true}]), "{item}");
        }
    }
}

/// Neovim takes what has an edit and nothing to compare with for what was asked for.
#[test]
fn what_does_not_go_on_from_what_is_typed_says_what_to_compare() {
    let mut client = Client::new();
    client.open("B 1 Q16\nCO");
    for (place, kept) in [([1, 2], "COM"), ([1, 0], "")] {
        for item in complete(&mut client, place) {
            let label = item["label"].as_str().unwrap();
            let compared = if kept.is_empty() || label == kept { &Value::Null } else { &item["label"] };
            assert_eq!(&item["filterText"], compared, "{item}");
        }
    }
}

/// Neovim 0.11 cuts a plain text with an edit at its first blank, but not a snippet. In what stands in other records
/// some clients find code to run, if it is a snippet.
#[test]
fn a_text_with_blanks_is_a_snippet_unless_it_has_characters_that_mean_something_in_one() {
    let players = ["Honinbo Shusaku", "Shusaku", "$1 a", "a ${b}", "`ls` a", "a \\t"];
    for snippets in [true, false] {
        let mut client_can = capabilities();
        client_can["textDocument"]["completion"]["completionItem"]["snippetSupport"] = json!(snippets);
        let mut client = Client::with(&client_can);
        let events: String = players.map(|name| format!("EVENT x\nBLACK {name}\n")).concat();
        client.open(&format!("{events}EVENT y\nWHITE "));
        let items = complete(&mut client, [2 * players.len() as u32 + 1, 6]);
        assert_eq!(items.len(), players.len());
        for item in &items {
            assert_eq!(item["textEdit"]["newText"], item["label"]);
            let format = if snippets && item["label"] == "Honinbo Shusaku" { 2 } else { 1 };
            assert_eq!(item["insertTextFormat"], format, "{item}");
        }
    }
}

/// Neovim 0.12 compares the case, too.
#[test]
fn what_goes_on_in_another_case_says_what_to_compare() {
    let mut client = Client::new();
    client.open("EVENT x\nBLACK Honinbo Shusaku\nEVENT y\nBLACK honINbo");
    for (column, compared) in [(6, Value::Null), (9, json!("honinbo Shusaku")), (13, json!("honINbo Shusaku"))] {
        let items = complete(&mut client, [3, column]);
        assert_eq!((&items[0]["label"], &items[0]["filterText"]), (&json!("Honinbo Shusaku"), &compared));
    }
}

#[test]
fn points_replace_the_word_and_come_with_their_board() {
    for pictures in [false, true] {
        let mut client = Client::start();
        let options = json!({"capabilities": resolving(), "initializationOptions": {"pictures": pictures}});
        let can = client.initialize(&options);
        assert_eq!(
            can["capabilities"]["completionProvider"],
            json!({"resolveProvider": true, "triggerCharacters": [" ", "#", "@", "\\"]})
        );
        client.open(SMALL);
        let items = complete(&mut client, [5, 5]);
        let labels: Vec<_> = items.iter().map(|item| item["label"].as_str().unwrap()).collect();
        assert_eq!(labels, ["d1", "d2", "d3", "d4", "d5"]);
        let item = &items[2];
        assert_eq!(item["textEdit"], json!({"range": range([5, 4, 5, 5]), "newText": "d3"}));
        assert_eq!(item.get("documentation"), None, "the list is light");
        let resolved = client.request("completionItem/resolve", item).unwrap();
        let documentation = resolved["documentation"]["value"].as_str().unwrap();
        assert_eq!(resolved["documentation"]["kind"], "markdown");
        assert!(documentation.starts_with("**White D3**"), "{documentation}");
        assert_eq!(documentation.contains("](data:image/svg+xml;base64,"), pictures);
        assert_eq!(documentation.contains("```text\n"), !pictures);
        assert_eq!(resolved["textEdit"], item["textEdit"]);
    }
}

#[test]
fn what_a_move_has_taken_is_chosen_beforehand() {
    let mut client = Client::with(&resolving());
    client.open(SMALL);
    let items = complete(&mut client, [4, 9]);
    assert_eq!((&items[0]["label"], &items[0]["preselect"]), (&json!("a1"), &json!(true)));
    let resolved = client.request("completionItem/resolve", &items[0]).unwrap();
    let documentation = resolved["documentation"]["value"].as_str().unwrap();
    assert!(
        documentation.starts_with("**white setup stone**") && documentation.contains(" 1[└]●)┴─┴─┘"),
        "{documentation}"
    );
}

#[test]
fn keywords_are_explained_at_once_where_they_can_not_be_later() {
    for (client_can, at_once) in [(capabilities(), true), (resolving(), false)] {
        let mut client = Client::with(&client_can);
        client.open("B 1 Q16\nMA");
        let items = complete(&mut client, [1, 2]);
        let item = items.iter().find(|item| item["label"] == "MARK").unwrap();
        assert_eq!(item.get("documentation").is_some(), at_once);
        let resolved = client.request("completionItem/resolve", item).unwrap();
        assert!(resolved["documentation"]["value"].as_str().unwrap().contains("Move numbers, signs and labels"));
    }
}

#[test]
fn what_is_resolved_too_late_comes_back_as_it_was() {
    let mut client = Client::with(&resolving());
    client.open(SMALL);
    let item = complete(&mut client, [5, 5]).remove(0);
    client.edit(2, [5, 5, 5, 5], "4");
    assert_eq!(client.request("completionItem/resolve", &item), Ok(item.clone()));
    client.close();
    assert_eq!(client.request("completionItem/resolve", &item), Ok(item));
    for other in [json!({"label": "x"}), json!({"label": "x", "data": {"no": "ticket"}})] {
        assert_eq!(client.request("completionItem/resolve", &other), Ok(other));
    }
}

#[test]
fn a_space_in_prose_brings_nothing_up() {
    let mut client = Client::new();
    client.open("COM\n \nprose \nENDCOM\nREMARK \n \nRULES \n");
    let mut ask = |place: [u32; 2], typed: Value| {
        let context = json!({"triggerKind": if typed.is_null() { 1 } else { 2 }, "triggerCharacter": typed});
        client.about("textDocument/completion", json!({"position": position(place), "context": context}))
    };
    for place in [[1, 1], [2, 6], [4, 7], [5, 1]] {
        assert_eq!(ask(place, json!(" ")), Value::Null, "{place:?}");
    }
    assert!(ask([5, 1], Value::Null)["items"].is_array(), "who asks gets keywords");
    assert_eq!(ask([6, 6], json!(" "))["items"][0]["label"], "Japanese");
}

/// Where Enter accepts what is offered, it has to end a line that says all already.
#[test]
fn what_is_typed_in_full_brings_nothing_up() {
    let above = "EVENT x\nBLACK Cho\nB 1 C10\n";
    let lines = [
        "COM",
        "com",
        "USER",
        "VAR",
        "EVENT",
        "MARK",
        "KOMI 6.5",
        "RULES Japanese",
        "BLACK Cho",
        "W 2",
        "W 2 C1",
        "w 2 c1",
        "W 2 pass",
        "MARK #1",
        "MARK \\t@C10",
        "SETUP B",
        "SETUP B C1",
        "DIAGRAM A1 T19",
    ];
    for snippets in [true, false] {
        let mut client_can = capabilities();
        client_can["textDocument"]["completion"]["completionItem"]["snippetSupport"] = json!(snippets);
        let mut client = Client::with(&client_can);
        client.open(above);
        for (version, line) in (2..).zip(lines) {
            client.change(version, &json!([{"text": format!("{above}{line}")}]));
            let place = json!({"position": position([3, line.len() as u32])});
            let found = client.about("textDocument/completion", place);
            let is_block = snippets && ["COM", "com", "USER", "VAR"].contains(&line);
            assert_eq!(found.is_null(), !is_block, "{line:?}: {found}");
        }
    }
}

#[test]
fn what_closes_a_block_brings_nothing_up() {
    let mut client = Client::with(&capabilities());
    client.open("B 1 Q16\nCOM\nA move.\nENDCOM\nVAR a\nB 1 D4\nendvar\n");
    for place in [[3, 6], [6, 6]] {
        let found = client.about("textDocument/completion", json!({"position": position(place)}));
        assert_eq!(found, Value::Null, "{place:?}");
    }
}

#[test]
fn signatures_name_the_field() {
    let mut client = Client::with(&capabilities());
    let keywords = ["B", "BOARDSIZE", "SETUP", "DIAGRAM", "VAR", "MARK", "UNMARK", "HIDE", "PRISONER"];
    let text = format!("B 12 \nCOM\nB 12 \nENDCOM\n{} \n", keywords.join(" \n"));
    client.open(&text);
    let mut ask = |place| client.about("textDocument/signatureHelp", json!({"position": position(place)}));
    let found = ask([0, 5]);
    assert_eq!((&found["activeSignature"], &found["activeParameter"]), (&json!(0), &json!(1)));
    let signature = &found["signatures"][0];
    assert_eq!(signature["label"], "B <n> <loc | PASS>");
    assert_eq!(signature["parameters"][1]["label"], "<loc | PASS>");
    assert_eq!(ask([2, 5]), Value::Null);
    // Clients look for the first place where a parameter is named: it comes after those of the parameters before it.
    let mut all = capabilities();
    all["textDocument"]["signatureHelp"]["signatureInformation"]["noActiveParameterSupport"] = json!(true);
    let mut client = Client::with(&all);
    client.open(&text);
    for (index, keyword) in keywords.iter().enumerate() {
        let place = position([4 + index as u32, keyword.len() as u32 + 1]);
        let found = client.about("textDocument/signatureHelp", json!({"position": place}));
        let signature = &found["signatures"][0];
        let label = signature["label"].as_str().unwrap();
        let parameters = signature["parameters"].as_array().unwrap().iter();
        let places = parameters.map(|parameter| label.find(parameter["label"].as_str().unwrap()).unwrap());
        let places: Vec<usize> = places.collect();
        assert!(!places.is_empty() && places.is_sorted_by(|one, other| one < other), "{label}: {places:?}");
    }
}

/// In LSP 3.17 a client shows the first parameter as active if there is none, or one that the signature does not have.
#[test]
fn no_parameter_is_active_after_the_last_one() {
    for (supports_none, parameters) in [(false, None), (true, Some(2))] {
        let mut client = capabilities();
        client["textDocument"]["signatureHelp"]["signatureInformation"]["noActiveParameterSupport"] =
            json!(supports_none);
        let mut client = Client::with(&client);
        client.open("B 1 Q16 \nMARK \nB 1 Q16\n");
        let mut ask = |place| client.about("textDocument/signatureHelp", json!({"position": position(place)}));
        let found = ask([0, 8]);
        assert_eq!(found["signatures"][0]["label"], "B <n> <loc | PASS>");
        assert_eq!(found["signatures"][0]["parameters"].as_array().map(Vec::len), parameters);
        assert_eq!(found.get("activeParameter"), supports_none.then_some(&Value::Null));
        assert_eq!(ask([1, 5]).get("activeParameter"), supports_none.then_some(&Value::Null), "no form of MARK yet");
        assert_eq!(ask([2, 7])["activeParameter"], 1);
    }
}

#[test]
fn a_new_line_writes_the_location_above_as_a_move() {
    let mut client = Client::new();
    let text = "event 😀\r\n  b 1 q16\r\n  d4\r\n\r\n";
    client.open(text);
    let mut typed = |place, character: &str| {
        let options = json!({"tabSize": 8, "insertSpaces": false});
        client.about(
            "textDocument/onTypeFormatting",
            json!({"position": position(place), "ch": character, "options": options}),
        )
    };
    let edits = typed([3, 0], "\n");
    assert_eq!(model::apply(text, &edits), "event 😀\r\n  b 1 q16\r\n  w 2 d4\r\n\r\n");
    assert_eq!(typed([2, 4], "\n"), Value::Null);
    assert_eq!(typed([3, 0], "r"), Value::Null);
}
