//! Changes of a record that a client asks for by name: code actions that are worked out when they are chosen, and
//! renames.

use expect_test::expect;
use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, range};

const GAME: &str =
    "EVENT 😀\nBLACK Ada 3-dan\nB 1 Q16\nW 2 D4\nMARK #1\n  VAR a\n  W 2 D16\n  MARK #1-2\n  ENDVAR\nB 3 C3\nMARK #2\n";

/// A client that takes the edit of a code action when it is chosen.
fn resolving() -> Value {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["codeAction"]["dataSupport"] = json!(true);
    capabilities["textDocument"]["codeAction"]["resolveSupport"] = json!({"properties": ["edit"]});
    capabilities
}

fn actions(client: &mut Client, line: u32, only: &Value) -> Vec<Value> {
    let params = json!({"range": range([line, 0, line, 0]), "context": {"diagnostics": [], "only": only}});
    client.about("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
}

fn named(actions: &[Value], title: &str) -> Value {
    let found = actions.iter().find(|action| action["title"].as_str().unwrap().starts_with(title));
    found.unwrap_or_else(|| panic!("{title} in {actions:#?}")).clone()
}

fn edits(edit: &Value) -> Value {
    assert_eq!(edit["documentChanges"][0]["textDocument"]["uri"], URI, "{edit}");
    edit["documentChanges"][0]["edits"].clone()
}

#[test]
fn an_action_is_worked_out_when_it_is_chosen() {
    let mut lazy = Client::with(&resolving());
    lazy.open(GAME);
    let action = named(&actions(&mut lazy, 6, &json!(["refactor"])), "Make variation a");
    assert_eq!(action.get("edit"), None);
    assert_eq!(action["kind"], "refactor.rewrite");
    let resolved = lazy.request("codeAction/resolve", &action).expect("the action");
    assert_eq!(resolved["title"], action["title"]);
    assert_eq!(resolved["edit"]["documentChanges"][0]["textDocument"]["version"], 1);
    let promoted = model::apply(GAME, &edits(&resolved["edit"]));
    expect![[r"
        EVENT 😀
        BLACK Ada 3-dan
        B 1 Q16
        W 2 D16
        MARK #1-2
          VAR a
          W 2 D4
          MARK #1
          B 3 C3
          MARK #2
          ENDVAR
    "]]
    .assert_eq(&promoted);

    // A client that can't ask again gets the same at once.
    let mut eager = Client::new();
    eager.open(GAME);
    let action = named(&actions(&mut eager, 6, &json!(["refactor.rewrite"])), "Make variation a");
    assert_eq!(action.get("data"), None);
    assert_eq!(model::apply(GAME, &edits(&action["edit"])), promoted);
}

#[test]
fn what_has_changed_or_can_not_be_done_is_an_error() {
    let mut client = Client::with(&resolving());
    client.open(GAME);
    let action = named(&actions(&mut client, 6, &Value::Null), "Delete variation a");
    client.edit(2, [0, 0, 0, 0], " ");
    let error = client.request("codeAction/resolve", &action).expect_err("it was of another version");
    assert_eq!(error["code"], -32801, "{error}");
    let broken = format!("{GAME}COM\n");
    client.change(3, &json!([{"text": broken}]));
    let action = named(&actions(&mut client, 6, &Value::Null), "Delete variation a");
    let error = client.request("codeAction/resolve", &action).expect_err("a block is open");
    assert_eq!(error["code"], -32803, "{error}");
    expect!["a block without an end begins in line 12: fix that first"].assert_eq(error["message"].as_str().unwrap());
    let mut strange = action.clone();
    strange["data"] = json!({"textDocument": {"uri": URI}, "what": 3});
    assert!(client.request("codeAction/resolve", &strange).is_err());
    strange["data"] = Value::Null;
    assert!(client.request("codeAction/resolve", &strange).is_err());
    // What can't be done is not offered to a client that would need the edits at once.
    let mut eager = Client::new();
    eager.open(&broken);
    let titles = actions(&mut eager, 6, &json!(["refactor"]));
    assert_eq!(titles, Vec::<Value>::new());
}

#[test]
fn all_is_fixed_by_the_kind_that_editors_use_on_save() {
    let text = "\u{feff}B 1 B1\nW 2 A1\nB 3 A2\nPRISONER #2\n";
    for kind in ["source", "source.fixAll", "source.fixAll.ishi"] {
        let mut client = Client::new();
        client.open(text);
        let action = named(&actions(&mut client, 0, &json!([kind])), "Fix all");
        assert_eq!(action["kind"], "source.fixAll.ishi");
        assert_eq!(model::apply(text, &edits(&action["edit"])), text.replace('\u{feff}', ""));
    }
    let mut client = Client::new();
    client.open(text);
    assert_eq!(actions(&mut client, 0, &json!(["source.fixAll.other"])), Vec::<Value>::new());
    assert_eq!(actions(&mut client, 0, &json!(["source.fix"])), Vec::<Value>::new());
}

#[test]
fn locations_are_written_as_moves_by_a_kind_of_its_own() {
    let text = "B 1 Q16\nd4\n";
    let mut client = Client::new();
    client.open(text);
    for kind in ["source", "source.writeMoves.ishi"] {
        let action = named(&actions(&mut client, 0, &json!([kind])), "Write locations");
        assert_eq!(action["kind"], "source.writeMoves.ishi");
        assert_eq!(model::apply(text, &edits(&action["edit"])), "B 1 Q16\nW 2 D4\n");
    }
    // Who fixes all on save has not asked for that.
    assert_eq!(actions(&mut client, 0, &json!(["source.fixAll"])), Vec::<Value>::new());
}

#[test]
fn moves_and_players_are_renamed() {
    let mut client = Client::new();
    client.open(GAME);
    let at = |line: u32, character: u32| json!({"position": {"line": line, "character": character}});
    let found = client.about("textDocument/prepareRename", at(3, 2));
    assert_eq!(found, json!({"range": range([3, 2, 3, 3]), "placeholder": "2"}));
    assert_eq!(client.about("textDocument/prepareRename", at(3, 0)), Value::Null);
    let mut rename = |line, character, name: &str| {
        let mut params = at(line, character);
        params["newName"] = name.into();
        params["textDocument"] = json!({"uri": URI});
        client.request("textDocument/rename", &params)
    };
    let edit = rename(10, 6, "20").expect("an edit");
    assert_eq!(
        model::apply(GAME, &edits(&edit)),
        GAME.replace("W 2 D4", "W 20 D4").replace("\nMARK #2\n", "\nMARK #20\n")
    );
    let edit = rename(1, 7, "Eva").expect("an edit");
    assert_eq!(model::apply(GAME, &edits(&edit)), GAME.replace("Ada", "Eva"));
    let error = rename(3, 2, "3").expect_err("there is a move 3");
    assert_eq!(error["code"], -32803, "{error}");
    expect!["B 3 C3 in line 10 has this number already, and they are of one sequence"]
        .assert_eq(error["message"].as_str().unwrap());
    let error = rename(0, 2, "3").expect_err("there is nothing");
    expect!["there is no move number and no player's name here"].assert_eq(error["message"].as_str().unwrap());
}

/// Neovim has no line after the last one, and would make a blank line there.
#[test]
fn nothing_is_put_behind_the_last_line_end() {
    for end in ["\n", "\r\n"] {
        let text = "EVENT x\nB 1 E5\nVAR a\n  B 1 D4\nENDVAR\nW 2 C3\n".replace('\n', end);
        let mut client = Client::new();
        client.open(&text);
        let action = named(&actions(&mut client, 3, &json!(["refactor.rewrite"])), "Make variation a");
        let edits = edits(&action["edit"]);
        for edit in edits.as_array().unwrap() {
            let (start, lines) = (&edit["range"]["start"], text.lines().count());
            assert!(start["line"].as_u64().unwrap() < lines as u64, "{edits}");
        }
        let promoted = "EVENT x\nB 1 D4\nVAR a\n  B 1 E5\n  W 2 C3\nENDVAR\n".replace('\n', end);
        assert_eq!(model::apply(&text, &edits), promoted);
    }
}
