//! Requests of editors.

use std::fmt::Write as _;

use expect_test::expect;
use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, range};

const RECORD: &str = "event 😀 A game\r\nblack Somebody\r\nb 1 q16\r\nw 2 d4\r\nvar\r\nw 2 d16\r\ncom\r\nprose\r\n\
                      endcom\r\nendvar\r\nb 3 q4\r\n";

fn options() -> Value {
    json!({"tabSize": 8, "insertSpaces": false})
}

#[test]
fn formatting_is_minimal_and_done_once() {
    let mut client = Client::new();
    client.open(RECORD);
    let edits = client.about("textDocument/formatting", json!({"options": options()}));
    let formatted = model::apply(RECORD, &edits);
    assert!(formatted.contains("B 1 Q16\r\nW 2 D4\r\n"), "{formatted}");
    assert!(formatted.contains("\r\nprose\r\n"), "prose stays as it is");
    assert_eq!(formatted.matches("\r\n").count(), RECORD.matches("\r\n").count());
    for edit in edits.as_array().unwrap() {
        let range = &edit["range"];
        assert!(!edit["newText"].as_str().unwrap().contains('\r'), "line ends are the editor's: {edit}");
        assert!(range["start"]["line"] == range["end"]["line"], "{edit}");
    }
    client.change(2, &json!([{"text": formatted}]));
    assert_eq!(client.about("textDocument/formatting", json!({"options": options()})), json!([]));
}

#[test]
fn range_formatting_keeps_to_its_lines() {
    let mut client = Client::new();
    client.open(RECORD);
    let edits =
        client.about("textDocument/rangeFormatting", json!({"range": range([3, 0, 3, 2]), "options": options()}));
    assert_eq!(model::apply(RECORD, &edits), RECORD.replace("\r\nw 2 d4\r\n", "\r\nW 2 D4\r\n"));
}

#[test]
fn symbols_nest() {
    let mut client = Client::new();
    client.open(RECORD);
    let symbols = client.about("textDocument/documentSymbol", json!({}));
    let symbols = symbols.as_array().unwrap();
    assert_eq!(symbols.len(), 1);
    assert!(nested(&symbols[0], None) > 3, "{symbols:#?}");
}

/// Checks a symbol and all in it, and counts them.
fn nested(symbol: &Value, within: Option<&Value>) -> usize {
    let place = |position: &Value| (position["line"].as_u64().unwrap(), position["character"].as_u64().unwrap());
    let contains = |outer: &Value, inner: &Value| {
        place(&outer["start"]) <= place(&inner["start"]) && place(&inner["end"]) <= place(&outer["end"])
    };
    let range = &symbol["range"];
    assert!(contains(range, &symbol["selectionRange"]), "{symbol}");
    assert!(within.is_none_or(|outer| contains(outer, range)), "{symbol} in {within:?}");
    assert!(!symbol["name"].as_str().unwrap().is_empty());
    let children = symbol["children"].as_array().map(Vec::as_slice).unwrap_or_default();
    1 + children.iter().map(|child| nested(child, Some(range))).sum::<usize>()
}

#[test]
fn symbols_are_a_list_for_an_old_client() {
    let mut client = Client::with(&json!({}));
    client.open(RECORD);
    let symbols = client.about("textDocument/documentSymbol", json!({}));
    let symbols = symbols.as_array().unwrap();
    assert!(symbols.len() > 3, "{symbols:#?}");
    assert!(symbols.iter().all(|symbol| symbol["location"]["uri"] == URI));
    assert_eq!(symbols[1]["containerName"], symbols[0]["name"]);
}

#[test]
fn a_quick_fix_mends_the_text() {
    let wrong = "B 1 Q16 😀\nMARKK Q16\n";
    for versioned in [true, false] {
        let mut client_can = capabilities();
        client_can["workspace"]["workspaceEdit"]["documentChanges"] = json!(versioned);
        let mut client = Client::with(&client_can);
        client.open_as(URI, 5, wrong);
        let params = json!({"range": range([1, 2, 1, 2]), "context": {"diagnostics": [], "only": ["quickfix"]}});
        let actions = client.about("textDocument/codeAction", params);
        let actions = actions.as_array().unwrap();
        let action = &actions[0];
        assert_eq!(
            (&action["kind"], &action["diagnostics"][0]["code"]),
            (&json!("quickfix"), &json!("unknown-keyword"))
        );
        let edit = &action["edit"];
        let edits = if versioned {
            assert_eq!(edit["documentChanges"][0]["textDocument"], json!({"uri": URI, "version": 5}));
            &edit["documentChanges"][0]["edits"]
        } else {
            &edit["changes"][URI]
        };
        assert_eq!(model::apply(wrong, edits), wrong.replace("MARKK", "MARK"), "{action:#}");
    }
}

#[test]
fn only_the_wanted_kinds_of_actions_are_given() {
    let mut client = Client::new();
    client.open("MARKK Q16\n");
    let mut count = |only: Value| {
        let params = json!({"range": range([0, 0, 0, 0]), "context": {"diagnostics": [], "only": only}});
        client.about("textDocument/codeAction", params).as_array().map_or(0, Vec::len)
    };
    assert!(count(Value::Null) > 0);
    assert_eq!(count(json!(["refactor", "quickfix"])), count(json!(["quickfix"])));
    assert!(count(json!([""])) > 0);
    assert_eq!(count(json!(["source.organizeImports"])), 0);
    assert_eq!(count(json!([])), 0);
}

/// A client that asks for code actions takes them, whether or not it said so beforehand.
#[test]
fn a_client_that_says_nothing_of_itself_is_offered_code_actions_too() {
    let mut client = Client::start();
    let result = client.initialize(&json!({"capabilities": {}}));
    let provider = &result["capabilities"]["codeActionProvider"];
    assert!(provider["codeActionKinds"].as_array().unwrap().contains(&json!("quickfix")), "{provider}");
}

/// Editors ask for the place of the cursor and name the diagnostics of the whole line.
#[test]
fn the_diagnostics_that_a_client_names_get_their_fixes() {
    let mut client = Client::new();
    client.open("B 1 I4\n");
    let mut titles = |named: Value| {
        let params = json!({"range": range([0, 0, 0, 0]), "context": {"diagnostics": named, "only": ["quickfix"]}});
        let actions = client.about("textDocument/codeAction", params);
        actions.as_array().map_or(Vec::new(), |all| all.iter().map(|action| action["title"].clone()).collect())
    };
    assert_eq!(titles(json!([])), Vec::<Value>::new());
    let named = json!([{"range": range([0, 4, 0, 6]), "message": "no location"}]);
    assert_eq!(titles(named), ["Change to J4", "Change to H4"]);
}

#[test]
fn hovers_are_markdown_only_where_the_client_wants_it() {
    for (formats, kind) in [
        (json!(["markdown", "plaintext"]), "markdown"),
        (json!(["plaintext", "markdown"]), "plaintext"),
        (Value::Null, "plaintext"),
    ] {
        let mut client_can = capabilities();
        client_can["textDocument"]["hover"]["contentFormat"] = formats;
        let mut client = Client::with(&client_can);
        client.open(RECORD);
        let hover = client.about("textDocument/hover", json!({"position": {"line": 4, "character": 1}}));
        assert_eq!(hover["contents"]["kind"], kind);
        assert_eq!(hover["range"], range([4, 0, 4, 3]));
    }
}

#[test]
fn folds_are_of_lines_and_not_more_than_wanted() {
    for (limit, expected) in [(None, 3), (Some(1), 1)] {
        let mut client_can = capabilities();
        client_can["textDocument"]["foldingRange"] = json!({"rangeLimit": limit, "lineFoldingOnly": true});
        let mut client = Client::with(&client_can);
        client.open(RECORD);
        let folds = client.about("textDocument/foldingRange", json!({}));
        let folds = folds.as_array().unwrap();
        assert_eq!(folds.len(), expected, "{folds:#?}");
        assert!(folds.iter().all(|fold| fold.get("startCharacter").is_none()));
    }
}

/// Two moves, of which one takes a stone, a variation on the second, and a comment.
const SMALL: &str = "EVENT Small\nBOARDSIZE 5\nSETUP B A2 W A1\nB 1 B1\nPRISONER A1\nCOM Taken\nat once\nENDCOM\n\
                     W 2 C3\nVAR a\nW 2 D4\nENDVAR\n";

#[test]
fn a_hover_has_a_picture_only_for_a_client_that_asks() {
    let hover = |options: Value| {
        let mut client = Client::start();
        client.initialize(&json!({"capabilities": capabilities(), "initializationOptions": options}));
        client.notify("initialized", &json!({}));
        client.open(SMALL);
        let hover = client.about("textDocument/hover", json!({"position": {"line": 3, "character": 4}}));
        hover["contents"]["value"].as_str().unwrap().to_owned()
    };
    let picture = "](data:image/svg+xml;base64,";
    let text = "```text\n";
    assert!(hover(json!({"pictures": true})).contains(picture));
    assert!(hover(json!({})).contains(text));
    assert!(hover(json!({"pictures": true, "hover": {"board": "text"}})).contains(text));
    assert!(hover(json!({"hover": {"board": "svg"}})).contains(picture));
    let ascii = hover(json!({"hover": {"board": "ascii"}}));
    assert!(ascii.is_ascii() && ascii.contains(" is Black"), "{ascii}");
    let off = hover(json!({"pictures": true, "hover": {"board": "off"}}));
    assert!(!off.contains(picture) && !off.contains(text) && off.contains("Takes A1."), "{off}");
}

#[test]
fn a_move_that_is_being_written_is_no_pass() {
    let mut client = Client::new();
    for (text, location) in
        [("B 1 ", json!("?")), ("B 1 q", json!("?")), ("B 1 pass", Value::Null), ("B 1 q3", json!("Q3"))]
    {
        client.close();
        client.open(text);
        let position = json!({"position": {"line": 0, "character": 2}});
        assert_eq!(client.about("ishi/board", position.clone())["move"]["location"], location, "{text}");
        assert_eq!(client.about("ishi/tree", position)["nodes"][1]["location"], location, "{text}");
    }
}

#[test]
fn a_panel_knows_who_begins_where_there_is_no_doubt() {
    let pl = |value: &str| format!("USER sgf\nPL[{value}]\nENDUSER\n");
    let [black, white, none] = [json!("black"), json!("white"), Value::Null];
    let mut client = Client::new();
    for (text, begins) in [
        ("BOARDSIZE 9\n".to_owned(), &black),
        ("HANDICAP 0\n".to_owned(), &black),
        ("HANDICAP 1\n".to_owned(), &black),
        // The stones are not set up yet.
        ("HANDICAP 2\n".to_owned(), &none),
        ("HANDICAP many\n".to_owned(), &none),
        ("HANDICAP 2\nSETUP B D4 Q16\n".to_owned(), &white),
        ("HANDICAP 3\nSETUP B D4 Q16\n".to_owned(), &none),
        ("SETUP B D4 Q16\n".to_owned(), &white),
        ("SETUP B D4\n".to_owned(), &none),
        ("SETUP B D4 Q16 W C3\n".to_owned(), &none),
        ("SETUP W C3 R17\n".to_owned(), &none),
        ("SETUP B D4 Q61\n".to_owned(), &none),
        // Positions from SGF name the player.
        (pl("B"), &black),
        (pl("W"), &none),
        ("SETUP B D4 Q16\n".to_owned() + &pl("W"), &white),
        ("SETUP B D4 Q16\n".to_owned() + &pl("B"), &none),
        ("SETUP B D4 Q16\n".to_owned() + &pl("1"), &none),
        // The record says it.
        ("SETUP W C3\nW 1 D4\n".to_owned(), &white),
    ] {
        client.close();
        client.open(&format!("EVENT Start\n{text}DIAGRAM\nSETUP W D4\n"));
        let at = |line: usize| json!({"position": {"line": line, "character": 0}, "format": "text"});
        let board = client.about("ishi/board", at(0));
        assert_eq!((&board["toPlay"], board["move"].is_null()), (begins, true), "{text}");
        assert!(begins.is_null() || board["next"]["color"] == *begins, "{text}");
        let words = board["board"].as_str().expect("a text");
        assert_eq!(words.contains(" to play"), !begins.is_null(), "{text}");
        let diagram = client.about("ishi/board", at(1 + text.lines().count()));
        assert!(diagram["toPlay"].is_null() || text.contains("W 1"), "{text}");
    }
}

#[expect(clippy::too_many_lines, reason = "one answer as a whole")]
#[test]
fn a_panel_gets_the_board_of_a_place() {
    let mut client = Client::new();
    client.open(SMALL);
    let mut board = client.about("ishi/board", json!({"position": {"line": 5, "character": 1}, "format": "text"}));
    expect![[r"
           A B C D E
         5 ┌─┬─┬─┬─┐  5
         4 ├─┼─┼─┼─┤  4
         3 ├─┼─╬─┼─┤  3
         2 ●─┼─┼─┼─┤  2
         1 └(●)┴─┴─┘  1

        last move Black B1; captures Black 1, White 0; White to play
    "]]
    .assert_eq(board["board"].take().as_str().expect("a text"));
    expect![[r#"
        {
          "alt": "Go board 5x5: 2 black and 0 white stones; last move Black B1; captures Black 1, White 0; White to play",
          "board": null,
          "captures": {
            "black": 1,
            "white": 0
          },
          "comment": "Taken\nat once",
          "count": null,
          "event": {
            "index": 0,
            "line": 0,
            "title": "Small"
          },
          "grid": {
            "height": 282,
            "left": 53,
            "step": 44,
            "top": 53,
            "width": 282
          },
          "headers": {},
          "labels": [],
          "line": 3,
          "move": {
            "color": "black",
            "line": 3,
            "location": "B1",
            "number": 1
          },
          "next": {
            "color": "white",
            "number": 2
          },
          "node": 1,
          "region": {
            "from": "A1",
            "to": "E5"
          },
          "scene": {
            "can": [
              "ishi.play",
              "ishi.delete",
              "ishi.insertPass",
              "ishi.addDiagram"
            ],
            "continuations": null,
            "coordinates": true,
            "focus": [],
            "following": [
              {
                "color": "white",
                "continues": true,
                "line": 8,
                "location": "C3",
                "number": 2
              },
              {
                "color": "white",
                "continues": false,
                "line": 10,
                "location": "D4",
                "marker": "a",
                "number": 2
              }
            ],
            "ground": {
              "black": [],
              "dame": [],
              "seki": [],
              "white": []
            },
            "last": "B1",
            "marked": [],
            "marks": [],
            "notes": [],
            "stones": {
              "black": [
                "B1",
                "A2"
              ],
              "white": []
            },
            "version": 1
          },
          "size": 5,
          "stones": {
            "black": [
              "B1",
              "A2"
            ],
            "white": []
          },
          "title": "Small — B 1 B1",
          "toPlay": "white"
        }"#]].assert_eq(&format!("{board:#}"));
    let svg = client.about("ishi/board", json!({"position": {"line": 9, "character": 0}, "format": "svg"}));
    assert!(svg["board"].as_str().unwrap().starts_with("<svg"), "{svg}");
    assert_eq!(svg["title"], "Small — Variation a instead of W 2 C3");
    assert_eq!(svg["next"], json!({"number": 2, "color": "white"}));
    assert_eq!(svg["stones"]["white"], json!([]), "the move that the variation replaces is not on the board");
    let start = client.about("ishi/board", json!({"position": {"line": 0, "character": 0}}));
    assert_eq!(start["move"], Value::Null);
    assert_eq!(start["count"], Value::Null);
    assert_eq!(start["stones"], json!({"black": ["A2"], "white": ["A1"]}));
}

#[test]
fn a_client_that_draws_gets_the_scene_of_a_place() {
    let mut client = Client::new();
    client.open("BOARDSIZE 5\nB 1 B1\nW 2 A1\nB 3 A2\nMARK #1 \\t@C3 ab@D4\n");
    let at = json!({"position": {"line": 4, "character": 6}, "format": "scene", "coordinates": false});
    let board = client.about("ishi/board", at);
    let scene = &board["board"];
    assert_eq!(scene["stones"], board["stones"]);
    expect![[r#"
        {
          "can": [
            "ishi.play",
            "ishi.delete",
            "ishi.insertPass",
            "ishi.addDiagram"
          ],
          "continuations": null,
          "coordinates": false,
          "focus": [
            "B1"
          ],
          "following": [],
          "ground": {
            "black": [],
            "dame": [],
            "seki": [],
            "white": []
          },
          "last": "A2",
          "marked": [
            "B1",
            "C3",
            "D4"
          ],
          "marks": [
            {
              "kind": "number",
              "location": "B1",
              "number": 1
            },
            {
              "kind": "triangle",
              "location": "C3"
            },
            {
              "kind": "label",
              "label": "ab",
              "location": "D4"
            }
          ],
          "notes": [],
          "stones": {
            "black": [
              "B1",
              "A2"
            ],
            "white": []
          },
          "version": 1
        }"#]]
    .assert_eq(&format!("{scene:#}"));
    // A stone that was taken has its number below the board.
    let at = json!({"position": {"line": 3, "character": 0}, "format": "scene", "numbers": "all"});
    let board = client.about("ishi/board", at);
    let note = json!({"number": 2, "color": "white", "location": "A1"});
    assert_eq!(board["board"]["notes"], json!([note]), "{board}");
    assert_eq!(board["board"]["coordinates"], true);
}

#[test]
fn a_panel_gets_the_count_of_the_end() {
    let mut client = Client::new();
    client.open(
        "BOARDSIZE 5\nKOMI 0.5\nSETUP B B1 B2 B3 B4 B5 W D1 D2 D3 D4 D5 A3\nB 1 PASS\nW 2 PASS\nUSER ishi\ndead A3\n\
         ENDUSER\n",
    );
    let board = client.about("ishi/board", json!({"position": {"line": 4, "character": 0}, "format": "svg"}));
    let territory = json!({"black": ["A1", "A2", "A3", "A4", "A5"], "white": ["E1", "E2", "E3", "E4", "E5"]});
    let count = &board["count"];
    let sorted = |list: &Value| {
        let mut list = list.as_array().expect("a list").clone();
        list.sort_by_key(ToString::to_string);
        Value::Array(list)
    };
    let found = json!({
        "black": sorted(&count["territory"]["black"]), "white": sorted(&count["territory"]["white"]),
    });
    assert_eq!(found, territory, "{count}");
    assert_eq!((&count["dead"], &count["seki"]), (&json!(["A3"]), &json!([])), "{count}");
    assert_eq!(sorted(&count["dame"]), json!(["C1", "C2", "C3", "C4", "C5"]));
    assert_eq!(count["result"], "B+0.5");
    assert!(board["board"].as_str().unwrap().contains("class=\"black-point\""), "{board}");
    // Only the end is counted.
    let before = client.about("ishi/board", json!({"position": {"line": 3, "character": 0}}));
    assert_eq!(before["count"], Value::Null);
}

/// Counting many games holds up no other answer, and an edit puts an end to it.
#[test]
fn counting_ends_with_the_next_edit() {
    let game = "EVENT x\nBOARDSIZE 19\nKOMI 0.5\nRESULT B+1\nB 1 C3\nW 2 PASS\nB 3 PASS\nUSER ishi\ndead\nENDUSER\n";
    let mut client = Client::new();
    let text = game.repeat(800);
    client.open(&text);
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 8000, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": whole});
    let counting = client.ask("textDocument/inlayHint", &params);
    client.change(2, &json!([{"text": format!("{text}REMARK x\n")}]));
    let hover = client.about("textDocument/hover", json!({"position": {"line": 3, "character": 8}}));
    assert!(hover.to_string().contains("main line counts"), "{hover}");
    let error = client.answer(&json!(counting)).expect_err("the edit comes before the last game is counted");
    assert_eq!(error["code"], -32801, "{error}");
}

/// The search that a hover starts under LJRG ends with the next edit, and when the client cancels it. There are more
/// of them than requests are worked at at once, and each would take many seconds.
#[test]
fn the_search_in_a_hover_ends_with_an_edit_or_a_cancellation() {
    const MANY: usize = 20;
    let mut client = Client::new();
    let text = "BOARDSIZE 9\nRULES LJRG\nRESULT B+1\nB 1 PASS\nW 2 PASS\n";
    client.open(text);
    let at = |line: u32| json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": 3}});
    let ask =
        |client: &mut Client| -> Vec<i64> { (0..MANY).map(|_| client.ask("textDocument/hover", &at(2))).collect() };
    for id in ask(&mut client) {
        client.notify("$/cancelRequest", &json!({"id": id}));
        let error = client.answer(&json!(id)).expect_err("it is cancelled");
        assert_eq!(error["code"], -32800, "{error}");
    }
    let hover = client.request("textDocument/hover", &at(0)).expect("a hover");
    assert!(hover.to_string().contains("BOARDSIZE"), "{hover}");
    let searches = ask(&mut client);
    client.change(2, &json!([{"text": format!("{text}REMARK x\n")}]));
    for id in searches {
        let error = client.answer(&json!(id)).expect_err("the edit comes before the end of the search");
        assert_eq!(error["code"], -32801, "{error}");
    }
}

#[test]
fn a_panel_gets_the_variations_of_an_event() {
    let mut client = Client::new();
    client.open(SMALL);
    let tree = client.about("ishi/tree", json!({"position": {"line": 10, "character": 1}}));
    expect![[r#"
        {
          "current": 3,
          "line": 0,
          "nodes": [
            {
              "comment": false,
              "id": 0,
              "kind": "root",
              "line": 0,
              "main": true,
              "parent": null
            },
            {
              "color": "black",
              "comment": true,
              "id": 1,
              "kind": "move",
              "line": 3,
              "location": "B1",
              "main": true,
              "number": 1,
              "parent": 0
            },
            {
              "color": "white",
              "comment": false,
              "id": 2,
              "kind": "move",
              "line": 8,
              "location": "C3",
              "main": true,
              "number": 2,
              "parent": 1
            },
            {
              "color": "white",
              "comment": false,
              "id": 3,
              "kind": "move",
              "line": 10,
              "location": "D4",
              "main": false,
              "marker": "a",
              "number": 2,
              "parent": 1
            }
          ],
          "title": "Small",
          "truncated": false
        }"#]]
    .assert_eq(&format!("{tree:#}"));
    for (text, has_comment) in [("COM\nhi\nENDCOM\n", true), ("REMARK hi\n", false)] {
        client.close();
        client.open(&format!("EVENT A\nUSER mine\nENDUSER\n{text}B 1 D4\nVAR a\nENDVAR\n"));
        let tree = client.about("ishi/tree", json!({"position": {"line": 0, "character": 0}}));
        assert_eq!(tree["nodes"][0]["comment"], has_comment, "{text}");
    }
    client.close();
    client.open(SMALL);
    let before = client.about("ishi/tree", json!({"position": {"line": 9, "character": 1}}));
    assert_eq!(before["current"], 1, "a VAR line stands where the variation starts");
}

#[test]
fn a_panel_reads_a_long_tree_in_parts() {
    let mut client = Client::new();
    let moves = 30_000;
    let mut text = String::from("EVENT long\n");
    for number in 1..=moves {
        writeln!(text, "{} {number} PASS", if number % 2 == 1 { "B" } else { "W" }).expect("a String takes everything");
    }
    client.open(&text);
    let place = json!({"line": moves, "character": 0});
    let first = client.about("ishi/tree", json!({"position": place}));
    let known = first["nodes"].as_array().expect("nodes").len();
    assert_eq!((&first["truncated"], &first["current"]), (&json!(true), &json!(moves)));
    assert!(known <= 20_000, "{known} nodes in one answer");
    let rest = client.about("ishi/tree", json!({"position": place, "from": known}));
    let nodes = rest["nodes"].as_array().expect("nodes");
    assert_eq!((&rest["truncated"], known + nodes.len()), (&json!(false), moves + 1));
    assert_eq!((&nodes[0]["id"], &nodes[0]["parent"]), (&json!(known), &json!(known - 1)));
    let none = client.about("ishi/tree", json!({"position": place, "from": u64::MAX}));
    assert_eq!((&none["truncated"], &none["nodes"]), (&json!(false), &json!([])));
}

#[test]
fn a_panel_sees_the_numbers_from_a_move_on() {
    let mut client = Client::new();
    client.open("BOARDSIZE 5\nB 1 A1\nW 2 B2\nB 3 C3\nMARK a@D4 \\t@E5\n");
    let about = |client: &mut Client, numbers: Value| {
        client.about("ishi/board", json!({"position": {"line": 3, "character": 0}, "numbers": numbers}))
    };
    let from_2 = about(&mut client, json!(2));
    let text = from_2["board"].as_str().expect("a board");
    assert!(text.contains('2') && text.contains('3'), "{text}");
    assert_eq!(about(&mut client, json!("all"))["board"], about(&mut client, json!(1))["board"]);
    assert_ne!(about(&mut client, json!("all"))["board"], from_2["board"]);
    assert_eq!(from_2["labels"], json!([{"location": "D4", "label": "a"}]));
    assert_eq!(from_2["node"], 3);
}

const REFERENCES: &str = "event 😀\r\nb 1 q16\r\nw 2 d4 é\r\nmark 😀 #1-2 #1\r\ncom\r\nprose\r\nendcom\r\n";

#[test]
fn a_definition_says_which_words_lead_there_where_the_client_shows_them() {
    for links in [true, false] {
        let mut client_can = capabilities();
        client_can["textDocument"]["definition"] = json!({"linkSupport": links});
        let mut client = Client::with(&client_can);
        client.open(REFERENCES);
        let found = client.about("textDocument/definition", json!({"position": {"line": 3, "character": 10}}));
        let (one, two) = (range([1, 0, 1, 7]), range([2, 0, 2, 6]));
        let expected = if links {
            let link = |target: &Value| {
                json!({"originSelectionRange": range([3, 8, 3, 12]), "targetUri": URI, "targetRange": target,
                    "targetSelectionRange": target})
            };
            json!([link(&one), link(&two)])
        } else {
            json!([{"uri": URI, "range": one}, {"uri": URI, "range": two}])
        };
        assert_eq!(found, expected);
        let nothing = client.about("textDocument/definition", json!({"position": {"line": 0, "character": 7}}));
        assert_eq!(nothing, Value::Null);
    }
}

#[test]
fn references_come_with_the_declaration_when_asked() {
    let mut client = Client::new();
    client.open(REFERENCES);
    let mut find = |declaration: bool| {
        let position = json!({"line": 1, "character": 3});
        let params = json!({"position": position, "context": {"includeDeclaration": declaration}});
        client.about("textDocument/references", params)
    };
    let place = |place: [u32; 4]| json!({"uri": URI, "range": range(place)});
    let (origin, first, second) = (place([1, 0, 1, 7]), place([3, 8, 3, 12]), place([3, 13, 3, 15]));
    assert_eq!(find(false), json!([first, second]));
    assert_eq!(find(true), json!([origin, first, second]));
}

#[test]
fn highlights_tell_origins_from_references() {
    let mut client = Client::new();
    client.open(REFERENCES);
    let mut at = |line: u32, character: u32| {
        client.about("textDocument/documentHighlight", json!({"position": {"line": line, "character": character}}))
    };
    assert_eq!(
        at(2, 5),
        json!([{"range": range([2, 0, 2, 6]), "kind": 3}, {"range": range([3, 8, 3, 12]), "kind": 2}])
    );
    assert_eq!(at(6, 0), json!([{"range": range([4, 0, 4, 3]), "kind": 1}, {"range": range([6, 0, 6, 6]), "kind": 1}]));
    assert_eq!(at(0, 1), json!([]));
}

#[test]
fn inlay_hints_stand_behind_the_words_with_a_space_between() {
    let mut client = Client::new();
    client.open("event 😀\r\nb 1 a1\r\nw 2 b1\r\nb 3 q16\r\nw 4 a2 😀\r\nb 5 q4\r\n");
    let hints = client.about("textDocument/inlayHint", json!({"range": range([0, 0, 99, 0])}));
    let hint = json!({"position": {"line": 4, "character": 6}, "label": "×1", "paddingLeft": true,
        "tooltip": {"kind": "markdown", "value": "`W 4 A2` takes a black stone: `#1`."}});
    assert_eq!(hints, json!([hint]));
    assert_eq!(client.about("textDocument/inlayHint", json!({"range": range([0, 0, 3, 7])})), json!([]));
}
