//! Games in SGF.

use std::fmt::Write as _;

use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, range};

/// A `|` marks the cursor.
fn at(marked: &str) -> (String, Value) {
    let (before, after) = marked.split_once('|').expect("a cursor");
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    (format!("{before}{after}"), json!({"line": line, "character": column}))
}

fn open(text: &str) -> Client {
    let mut client = Client::new();
    client.open_in("sgf", URI, 1, text);
    client
}

fn ask(method: &str, marked: &str) -> Value {
    let (text, position) = at(marked);
    open(&text).about(method, json!({"position": position}))
}

fn codes(report: &Value) -> Vec<(&str, String)> {
    let items = report["diagnostics"].as_array().expect("a list");
    let place = |item: &Value| {
        let [start, end] = ["start", "end"].map(|end| &item["range"][end]);
        format!("{}:{}-{}:{}", start["line"], start["character"], end["line"], end["character"])
    };
    items.iter().map(|item| (item["code"].as_str().unwrap_or_default(), place(item))).collect()
}

#[test]
fn a_diagnostic_is_linked_to_the_value_that_it_is_about() {
    let mut client = open("(;FF[4]GM[1]SZ[9]\n;B[ee]\n;W[cc]\n;B[ee])");
    let pushed = client.pushed();
    let items = pushed["diagnostics"].as_array().expect("a list").iter();
    let found = items.filter(|item| item["code"] == "occupied-point").collect::<Vec<_>>();
    let [found] = found[..] else { panic!("one point is occupied: {pushed:#}") };
    assert_eq!(found["relatedInformation"][0]["location"]["range"], range([1, 3, 1, 5]), "{found:#}");
}

#[test]
fn diagnostics_stand_at_the_values_and_follow_edits() {
    let text = "(;FF[4]GM[1]SZ[9];B[aa]\n;W[aa];B[];W[zz])";
    let mut client = open(text);
    let pushed = client.pushed();
    assert_eq!(codes(&pushed), [("occupied-point", "1:3-1:5".into()), ("off-board", "1:13-1:15".into())]);
    assert_eq!(client.pull(None)["items"], pushed["diagnostics"]);
    client.edit(2, [1, 3, 1, 5], "ab");
    assert_eq!(codes(&client.pushed()), [("off-board", "1:13-1:15".into())]);
    client.edit(3, [1, 13, 1, 15], "ac");
    assert_eq!(client.pushed()["diagnostics"], json!([]));
    client.close();
}

/// The text decides on its format, and a language or else a name that says something else is reported.
#[test]
fn the_text_decides_on_its_format() {
    for (language, uri, is_named_sgf) in [
        ("sgf", "file:///records/a", true),
        ("", "file:///records/a.SGF", true),
        ("plaintext", "file:///records/a.sgf", true),
        ("ishi", "file:///records/a.sgf", false),
        ("plaintext", "file:///records/a.ishi", false),
    ] {
        let mut client = Client::new();
        client.open_in(language, uri, 1, "(;B[aa];W[aa])");
        let pushed = client.next("textDocument/publishDiagnostics");
        let has = |code: &str| codes(&pushed).iter().any(|(own, _)| *own == code);
        assert!(has("occupied-point"), "{language} {uri}: {pushed:#}");
        assert_eq!(has("not-a-record"), !is_named_sgf, "{language} {uri}: {pushed:#}");
        let mut client = Client::new();
        client.open_in(language, uri, 1, "EVENT x\nB 1 Q16\nW 2 Q16\n");
        let pushed = client.next("textDocument/publishDiagnostics");
        let has = |code: &str| codes(&pushed).iter().any(|(own, _)| *own == code);
        assert!(has("occupied-point"), "{language} {uri}: {pushed:#}");
        assert_eq!(has("sgf-no-game"), is_named_sgf, "{language} {uri}: {pushed:#}");
    }
}

/// SGF in a record has the features of SGF, follows the text while it is edited, and is not formatted by an editor that
/// formats records when they are saved.
#[test]
fn a_record_that_has_sgf_is_sgf() {
    let mut client = Client::new();
    client.open_in("ishi", URI, 1, "(;FF[4]GM[1]SZ[9];B[cc]\n\n\n;W[gg])\n");
    let first = client.pushed();
    assert_eq!(codes(&first).iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["not-a-record"], "{first:#}");
    let board = client.about("ishi/board", json!({"position": {"line": 3, "character": 2}}));
    assert_eq!((&board["move"]["location"], &board["move"]["number"]), (&json!("G3"), &json!(2)), "{board:#}");
    let options = json!({"options": {"tabSize": 2, "insertSpaces": true}});
    assert_eq!(client.about("textDocument/formatting", options), json!([]));
    client.edit(2, [0, 0, 4, 0], "EVENT x\nB 1 C7\n");
    assert_eq!(client.pushed()["diagnostics"], json!([]));
    let board = client.about("ishi/board", json!({"position": {"line": 1, "character": 0}}));
    assert_eq!(board["title"], "x — B 1 C7", "{board:#}");
    client.edit(3, [0, 0, 2, 0], "(;SZ[9];B[cc];W[cc])");
    assert!(codes(&client.pushed()).iter().any(|(code, _)| *code == "occupied-point"));
}

/// In a text that has lost characters nothing is offered that an editor would save.
#[test]
fn a_text_that_has_lost_characters_gets_a_warning_and_no_edits() {
    let text = "(;FF[4]GM[1]SZ[19:19]PB[\u{fffd}\u{fffd}]C[\u{fffd}];B[aa];W[aa])";
    let mut client = open(text);
    let pushed = client.pushed();
    let charset = codes(&pushed).iter().filter(|(code, _)| *code == "sgf-charset").count();
    assert_eq!(charset, 1, "{pushed:#}");
    let all = json!({"range": range([0, 0, 0, 60]), "context": {"diagnostics": []}});
    assert_eq!(client.about("textDocument/codeAction", all), json!([]));
    assert_eq!(
        client.about("textDocument/formatting", json!({"options": {"tabSize": 2, "insertSpaces": true}})),
        json!([])
    );
    let argument = json!({"textDocument": {"uri": URI, "version": 1}, "position": {"line": 0, "character": 60},
                          "point": "Q4"});
    let params = json!({"command": "ishi.play", "arguments": [argument]});
    let error = client.request("workspace/executeCommand", &params).expect_err("a refusal");
    assert!(error["message"].as_str().expect("words").contains("lost characters"), "{error}");
}

#[test]
fn fixes_are_offered_at_the_place_and_for_the_whole_text() {
    let text = "(;FF[4]GM[1]SZ[19:19];B[aa];W[bb]";
    let mut client = open(text);
    let params = json!({"range": range([0, 16, 0, 16]), "context": {"diagnostics": []}});
    let actions = client.about("textDocument/codeAction", params);
    let actions = actions.as_array().expect("a list");
    assert_eq!(actions[0]["diagnostics"][0]["code"], "sgf-invalid-value");
    let edits = &actions[0]["edit"]["documentChanges"][0]["edits"];
    assert_eq!(model::apply(text, edits), text.replace("19:19", "19"));
    let all = actions.iter().find(|action| action["kind"] == "source.fixAll.ishi").expect("fix all");
    let edits = &all["edit"]["documentChanges"][0]["edits"];
    assert_eq!(model::apply(text, edits), "(;FF[4]GM[1]SZ[19];B[aa];W[bb])");
}

/// A fix of the record is written back to the game.
#[test]
fn a_move_that_contradicts_the_board_has_fixes() {
    let text = "(;FF[4]SZ[9];B[aa];W[bb];B[cc];W[cc]C[kept];B[dd])";
    let mut client = open(text);
    let params = json!({"range": range([0, 33, 0, 33]), "context": {"diagnostics": [], "only": ["quickfix"]}});
    let actions = client.about("textDocument/codeAction", params);
    let actions = actions.as_array().expect("a list");
    assert!(!actions.is_empty());
    for action in actions {
        let new = model::apply(text, &action["edit"]["documentChanges"][0]["edits"]);
        assert!(new != text && new.contains("C[kept]"), "{new}");
        let found = open(&new).pushed();
        assert!(codes(&found).iter().all(|(code, _)| *code != "occupied-point"), "{new}: {found:#}");
    }
}

#[test]
fn formatting_breaks_lines_and_keeps_a_broken_file() {
    let options = json!({"options": {"tabSize": 2, "insertSpaces": true}});
    let text = "(;FF[4]GM[1];B[aa](;W[bb])(;W[cc]))";
    let edits = open(text).about("textDocument/formatting", options.clone());
    assert_eq!(model::apply(text, &edits), "(;FF[4]GM[1];B[aa]\n(;W[bb])\n(;W[cc]))\n");
    let broken = "(;FF[4]GM[1];B[aa](;W[bb]";
    assert_eq!(open(broken).about("textDocument/formatting", options), json!([]));
}

#[test]
fn a_hover_has_the_board_and_the_meaning_of_the_property() {
    let value = |marked: &str| ask("textDocument/hover", marked)["contents"]["value"].as_str().unwrap_or("").to_owned();
    let text = value("(;FF[4]SZ[5];B[cc];W[d|c]C[Black is\nalone]TR[cc])");
    assert!(text.contains("W 2 D3") && text.contains("a move of White") && text.contains('●'), "{text}");
    let text = value("(;FF[4]SZ[5];B[cc];W[dc]C[Black is\nal|one]TR[cc])");
    assert!(text.contains("comment") && text.contains('●'), "{text}");
    let text = value("(;FF[4]SZ[5];B[cc];W[dc]T|R[cc])");
    assert!(text.contains("triangles") && text.contains('●'), "{text}");
    let text = value("(;FF[4]SZ[5]A|P[x:1];B[cc])");
    assert!(text.contains("the program that wrote the file"), "{text}");
    let text = value("(;FF[4]SZ[5]XY|[x];B[cc])");
    assert!(text.contains("not a property that SGF defines"), "{text}");
    assert_eq!(ask("textDocument/hover", "text |before (;B[cc])"), Value::Null);
}

fn outline(symbols: &Value, depth: usize, out: &mut String) {
    for symbol in symbols.as_array().map(Vec::as_slice).unwrap_or_default() {
        let name = symbol["name"].as_str().unwrap_or_default();
        let place = &symbol["selectionRange"]["start"];
        let _ = writeln!(out, "{}{name} {}:{}", "  ".repeat(depth), place["line"], place["character"]);
        outline(&symbol["children"], depth + 1, out);
    }
}

#[test]
fn the_outline_stands_in_the_places_of_sgf() {
    let text = "(;FF[4]GN[One];B[aa]\n(;W[bb];B[cc])\n(;W[dd]C[Other]))\n(;FF[4]PB[Ada]PW[Bo];B[ee])\n";
    let symbols = open(text).about("textDocument/documentSymbol", json!({}));
    let mut out = String::new();
    outline(&symbols, 0, &mut out);
    let expected = "One 0:10\n  B 1 A19 0:17\n  W 2 B18 1:4\n  B 3 C17 1:10\n  Variation 2:2\n    W 2 D16 2:4\n\
                    Ada – Bo 3:2\n  B 1 E15 3:23\n";
    assert_eq!(out, expected, "{symbols:#}");
}

#[test]
fn variations_and_long_comments_fold() {
    let text = "(;FF[4]C[a\nb\nc];B[aa]\n(;W[bb]\n;B[cc])\n(;W[dd]))\n";
    let folds = open(text).about("textDocument/foldingRange", json!({}));
    let lines: Vec<_> =
        folds.as_array().expect("a list").iter().map(|one| (&one["startLine"], &one["endLine"])).collect();
    assert_eq!(lines, [(&json!(0), &json!(5)), (&json!(0), &json!(2)), (&json!(3), &json!(4))], "{folds:#}");
}

#[test]
fn a_selection_grows_from_the_word_to_the_game() {
    let (text, position) = at("(;FF[4]\n(;W[bb]C[two wo|rds])\n(;W[dd]))");
    let mut range = open(&text).about("textDocument/selectionRange", json!({"positions": [position]}))[0].take();
    let mut selected = Vec::new();
    while !range.is_null() {
        let place = |end: &str| {
            let position = &range["range"][end];
            let line = text.split_inclusive('\n').take(position["line"].as_u64().unwrap() as usize);
            line.map(str::len).sum::<usize>() + position["character"].as_u64().unwrap() as usize
        };
        selected.push(text[place("start")..place("end")].to_owned());
        range = range["parent"].take();
    }
    let node = ";W[bb]C[two words]";
    let expected = ["words", "two words", "[two words]", "C[two words]", node, &format!("({node})"), text.as_str()];
    assert_eq!(selected, expected);
}

#[test]
fn the_board_and_the_tree_answer_with_places() {
    let (text, position) = at("(;FF[4]SZ[9];B[aa]\n(;W[bb];B[c|c])\n(;W[dd]))");
    let mut client = open(&text);
    let board = client.about("ishi/board", json!({"position": position}));
    assert_eq!((&board["line"], &board["character"]), (&json!(1), &json!(10)), "{board:#}");
    assert_eq!(board["move"]["location"], "C7");
    assert_eq!(board["stones"], json!({"black": ["C7", "A9"], "white": ["B8"]}), "{board:#}");
    let tree = client.about("ishi/tree", json!({"position": position}));
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    let nodes: Vec<String> = nodes
        .map(|node| format!("{} {}:{}", node["location"], node["line"], node.get("character").unwrap_or(&json!(0))))
        .collect();
    let expected = ["null 0:2", "\"A9\" 0:15", "\"B8\" 1:4", "\"D6\" 2:4", "\"C7\" 1:10"];
    assert_eq!(nodes, expected, "{tree:#}");
}

/// Runs a command at the place that is marked. The text becomes what is expected, and the cursor stands before a word.
fn check_command((command, marked, more, expected, cursor): (&str, &str, Value, &str, &str)) {
    let (text, position) = at(marked);
    let mut client = open(&text);
    let mut argument = json!({"textDocument": {"uri": URI, "version": 1}, "position": position});
    for (key, value) in more.as_object().expect("an object") {
        argument[key.as_str()] = value.clone();
    }
    let params = json!({"command": command, "arguments": [argument]});
    let answer = client.request("workspace/executeCommand", &params).unwrap_or_else(|error| panic!("{error}"));
    let edit = &answer["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"], json!({"uri": URI, "version": 1}));
    let new = model::apply(&text, &edit["edits"]);
    assert_eq!(new, expected, "{command}");
    let line = new.lines().nth(answer["line"].as_u64().expect("a line") as usize).unwrap_or_default();
    let after = &line[answer["character"].as_u64().expect("a column") as usize..];
    assert!(after.starts_with(cursor), "{command}: {after}");
}

/// A node in SGF can hold data that a record can't express.
#[test]
fn a_node_holds_what_a_record_does_not() {
    let cases = [
        (
            "ishi.comment",
            "(;FF[4]SZ[9];B[a|a]C[old];W[bb])",
            json!({"text": "a [b]\nENDCOM"}),
            "(;FF[4]SZ[9];B[aa]C[a [b\\]\nENDCOM];W[bb])",
            ";B[aa]",
        ),
        ("ishi.comment", "(;SZ[9];B[a|a];W[bb])", json!({"text": "com"}), "(;SZ[9];B[aa]C[com];W[bb])", ";B[aa]"),
        // The first character outside of ASCII is not in a charset that nothing names.
        ("ishi.comment", "(;SZ[9];B[a|a];W[bb])", json!({"text": "é"}), "(;SZ[9]CA[UTF-8];B[aa]C[é];W[bb])", "aa]"),
        (
            "ishi.setup",
            "(;FF[4]SZ[9];B[aa];C[x|];W[bb])",
            json!({"point": "C3", "color": "white"}),
            "(;FF[4]SZ[9];B[aa];C[x]AW[cg];W[bb])",
            ";C[x]",
        ),
        (
            "ishi.setup",
            "(;FF[4]SZ[9];B[aa];C[x|];W[bb])",
            json!({"point": "A9", "color": null}),
            "(;FF[4]SZ[9];B[aa];C[x]AE[aa];W[bb])",
            ";C[x]",
        ),
        (
            "ishi.setup",
            "(;SZ[9];B[aa];AB[cg:dg][ee]C[x|];W[bb])",
            json!({"point": "C3", "color": "black"}),
            "(;SZ[9];B[aa];AB[dg][ee]C[x];W[bb])",
            ";AB",
        ),
        (
            "ishi.setup",
            "(;SZ[9];B[aa];AB[cg]AW[ee]C[x|];W[bb])",
            json!({"point": "C3", "color": "white"}),
            "(;SZ[9];B[aa];AW[ee][cg]C[x];W[bb])",
            ";AW",
        ),
        (
            "ishi.setup",
            "(;SZ[9];B[aa];AE[aa]C[x|];W[bb])",
            json!({"point": "A9", "color": "black"}),
            "(;SZ[9];B[aa];C[x];W[bb])",
            ";C[x]",
        ),
    ];
    cases.into_iter().for_each(check_command);
}

#[test]
fn commands_of_the_board_change_only_what_they_are_about() {
    let cases = [
        (
            "ishi.play",
            "(;FF[4]SZ[9]KM[6,5];B[aa];W[b|b])",
            json!({"point": "C3"}),
            "(;FF[4]SZ[9]KM[6,5];B[aa];W[bb];B[cg])",
            "cg",
        ),
        (
            "ishi.play",
            "(;FF[4]SZ[9];B[a|a];W[bb]C[kept \\] so])",
            json!({"point": "C3"}),
            "(;FF[4]SZ[9];B[aa]\n(;W[bb]C[kept \\] so])\n(;W[cg]))",
            "cg",
        ),
        (
            "ishi.comment",
            "(;FF[4]SZ[9];B[aa];W[b|b]C[old];B[cc])",
            json!({"text": "new"}),
            "(;FF[4]SZ[9];B[aa];W[bb]C[new];B[cc])",
            "bb",
        ),
        (
            "ishi.mark",
            "(;FF[4]SZ[9];B[a|a];W[bb])",
            json!({"point": "A9", "mark": "triangle"}),
            "(;FF[4]SZ[9];B[aa]TR[aa];W[bb])",
            "aa",
        ),
        ("ishi.delete", "(;FF[4]SZ[9];B[aa];W[b|b];B[cc])", json!({}), "(;FF[4]SZ[9];B[aa])", "aa"),
        (
            "ishi.insertPass",
            "(;FF[4]SZ[9];B[aa];W[b|b];AB[cc];W[dd](;B[ee])(;B[ff]))",
            json!({}),
            "(;FF[4]SZ[9];B[aa];W[bb];B[];AB[cc];W[dd](;B[ee])(;B[ff]))",
            "B[]",
        ),
        (
            "ishi.insertPass",
            "(;FF[4]SZ[9];B[a|a](;W[bb])(;W[cc]))",
            json!({}),
            "(;FF[4]SZ[9];B[aa];W[](;W[bb])(;W[cc]))",
            "W[]",
        ),
        (
            "ishi.mark",
            "(;FF[4]SZ[9];B[a|a]CR[aa]BL[600];W[bb])",
            json!({"point": "B8", "mark": "square"}),
            "(;FF[4]SZ[9];B[aa]CR[aa]BL[600]SQ[bb];W[bb])",
            "aa",
        ),
        // The order in which a record says it is of no use in SGF.
        ("ishi.comment", "(;FF[4]S|Z[9];B[aa])", json!({"text": "new"}), "(;FF[4]SZ[9]C[new];B[aa])", "FF"),
        (
            "ishi.mark",
            "(;B[a|a]FF[4]SZ[9]C[x];W[bb])",
            json!({"point": "A9", "mark": "square"}),
            "(;B[aa]FF[4]SZ[9]C[x]SQ[aa];W[bb])",
            "aa",
        ),
        (
            "ishi.mark",
            "(;FF[4]SZ[9];BL[9]B[a|a]LB[bb:long][cc:1]TR[dd];W[bb])",
            json!({"point": "A9", "mark": "square"}),
            "(;FF[4]SZ[9];BL[9]B[aa]LB[cc:1][bb:long]TR[dd]SQ[aa];W[bb])",
            "aa",
        ),
    ];
    cases.into_iter().for_each(check_command);
    // A game is not kept as lines of a record besides.
    let (text, position) = at("(;FF[4]SZ[9];B[aa]W[b|b];B[cc])");
    let argument = json!({"textDocument": {"uri": URI, "version": 1}, "position": position});
    let params = json!({"command": "ishi.insertPass", "arguments": [argument]});
    let error = open(&text).request("workspace/executeCommand", &params).expect_err("a refusal");
    assert!(error["message"].as_str().expect("words").contains("SGF can't say this"), "{error}");
}

#[test]
fn properties_and_values_are_proposed_with_their_meaning() {
    let labels = |marked: &str| -> Vec<(String, String)> {
        let list = ask("textDocument/completion", marked);
        let text = |item: &Value, key: &str| item[key].as_str().unwrap_or_default().to_owned();
        let items = list["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| (text(item, "label"), text(item, "detail"))).collect()
    };
    let has = |found: &[(String, String)], label: &str| found.iter().any(|(own, _)| own == label);
    let found = labels("(;FF[4];B[aa]|)");
    assert!(has(&found, "C") && has(&found, "TR") && !has(&found, "B"), "{found:?}");
    assert_eq!(found.iter().find(|(label, _)| label == "C").map(|(_, detail)| &**detail), Some("comment"));
    let found = labels("(;FF[4]R|)");
    assert!(has(&found, "RE") && has(&found, "RU"), "{found:?}");
    let found = labels("(;FF[4]RE[|])");
    assert_eq!(found[0], ("B+R".into(), "Black wins by resignation".into()));
    assert_eq!(labels("(;FF[4]C[B|])"), []);
    assert_eq!(labels("text | (;B[aa])"), []);
}

#[test]
fn a_mark_leads_to_the_move_and_lights_it() {
    let (text, position) = at("(;FF[4]SZ[9];B[aa];W[bb]TR[a|a])");
    let mut client = open(&text);
    let found = client.about("textDocument/definition", json!({"position": position}));
    let target = found[0].get("targetRange").unwrap_or(&found[0]["range"]);
    assert_eq!(*target, range([0, 15, 0, 17]), "{found:#}");
    let lit = client.about("textDocument/documentHighlight", json!({"position": position}));
    let lit: Vec<&Value> = lit.as_array().expect("a list").iter().map(|one| &one["range"]).collect();
    assert_eq!(lit, [&range([0, 15, 0, 17]), &range([0, 27, 0, 29])]);
}

#[test]
fn hints_name_the_first_move_of_a_line_and_captures() {
    let text = "(;FF[4]SZ[9];B[aa];W[ab]\n;B[ee];W[ba])";
    let hints = open(text).about("textDocument/inlayHint", json!({"range": range([0, 0, 2, 0])}));
    let hints: Vec<String> = hints
        .as_array()
        .expect("a list")
        .iter()
        .map(|hint| format!("{}:{} {}", hint["position"]["line"], hint["position"]["character"], hint["label"]))
        .collect();
    assert_eq!(hints, ["0:18 \"1\"", "1:6 \"3\"", "1:12 \"×1\""]);
}

#[test]
fn names_and_values_have_tokens() {
    let text = "(;FF[4]XY[?]GN[One];W[aa]C[a\nb])";
    let tokens = open(text).about("textDocument/semanticTokens/full", json!({}));
    let data: Vec<u64> = tokens["data"].as_array().expect("numbers").iter().filter_map(Value::as_u64).collect();
    assert_eq!(data.len() % 5, 0);
    assert_eq!(data.len() / 5, 11, "{data:?}");
    assert_eq!(data[..5], [0, 2, 2, 0, 0], "FF");
    assert_eq!(data[10..15], [0, 2, 2, 0, 4], "XY is not known");
}

/// Other games than Go, and files without a game, have words and no panic.
#[test]
fn bad_input_has_words() {
    let nested = format!("{}{}", "(;B[aa]".repeat(5000), ")".repeat(5000));
    let forked = format!("(;SZ[9]{}{}", "(;B[aa])(;W[bb]".repeat(1000), ")".repeat(1001));
    for (text, code) in [
        ("", "sgf-no-game"),
        ("<!DOCTYPE html><html><body>404</body></html>", "sgf-no-game"),
        ("(;GM[2]FF[4];B[aa])", "sgf-not-go"),
        ("(;GM[1]FF[4]SZ[25];B[yy])", "sgf-board-size"),
        ("(;GM[1]FF[4]SZ[19:13];B[aa])", "sgf-board-size"),
        ("(;GM[1]FF[4];C[no end", "sgf-unclosed-value"),
        ("(;GM[1]FF[4];B[aa]", "sgf-unclosed-game"),
        ("prose\n(;GM[1]FF[4];B[aa])", "sgf-text-outside"),
        ("(;GM[1]FF[4];B[aa]\n(;GM[1]FF[4];B[aa])", "sgf-unclosed-game"),
        (&*nested, ""),
        (&*forked, ""),
    ] {
        let mut client = open(text);
        let pushed = client.pushed();
        assert!(code.is_empty() || codes(&pushed).iter().any(|(found, _)| *found == code), "{text}: {pushed:#}");
        let position = json!({"line": 0, "character": text.len().min(9)});
        for method in [
            "textDocument/hover",
            "ishi/board",
            "ishi/tree",
            "ishi/page",
            "textDocument/definition",
            "textDocument/completion",
            "textDocument/documentHighlight",
        ] {
            client.about(method, json!({"position": position}));
        }
        for method in ["textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/semanticTokens/full"] {
            client.about(method, json!({}));
        }
        client.about("textDocument/selectionRange", json!({"positions": [position]}));
        client.about("textDocument/inlayHint", json!({"range": range([0, 0, 0, 50])}));
    }
}

/// Before each game stand its board and what it counts; before a game that Ishi can't hold nothing does.
#[test]
fn games_have_lenses() {
    let text = "prose (;FF[4]GM[1]SZ[9];B[ba];W[aa];B[ab]\n(;W[cc])(;W[dd])(;W[ee]))\n(;GM[1]SZ[25];B[aa])\n(;GM[2])\n\
                (;GM[1]SZ[9];B[aa];AW[bb];B[cc](;W[dd])(;W[ee]))(;)";
    let mut client = Client::start();
    let options = json!({"commands": ["ishi.showBoard"]});
    client.initialize(&json!({"capabilities": capabilities(), "initializationOptions": options}));
    client.open_in("sgf", URI, 1, text);
    let lenses = client.about("textDocument/codeLens", json!({}));
    let mut titles = Vec::new();
    for lens in lenses.as_array().expect("a list") {
        let lens = client.request("codeLens/resolve", lens).unwrap_or_else(|error| panic!("{error}"));
        let (start, command) = (&lens["range"]["start"], &lens["command"]);
        titles.push(format!("{}:{} {}", start["line"], start["character"], command["title"].as_str().expect("words")));
        if command["command"] == "ishi.showBoard" {
            assert_eq!(command["arguments"], json!([URI, start]));
        }
    }
    let expected = [
        "0:6 ▶ Show board",
        "0:6 4 moves · 2 variations · Black took 1, White 0",
        "4:0 ▶ Show board",
        "4:0 3 moves · 1 variation",
    ];
    assert_eq!(titles, expected);
}

/// Only the white space in and before the nodes of the range changes, and brackets stay.
#[test]
fn a_range_is_formatted_by_its_nodes() {
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let text = "(;FF[4] GM[1];B[aa]  (;W[bb];B [cc])(;W[cc]\n\n;B[dd](;W[ee])))\n\n(;FF[4]  GM[1])";
    let formatted = |range: Value| {
        let params = json!({"range": range, "options": options});
        model::apply(text, &open(text).about("textDocument/rangeFormatting", params))
    };
    let column = |node: &str| text.find(node).expect("a node") as u32;
    let (first, second) = (column(";W[bb]"), column("(;W[cc]"));
    assert_eq!(formatted(range([0, first, 0, first + 2])), text.replace("  (;W[bb]", "\n(;W[bb]"));
    assert_eq!(formatted(range([0, second + 1, 0, second + 1])), text.replace("(;W[cc]", "\n(;W[cc]"));
    let both = text.replace("  (;W[bb];B [cc]", "\n(;W[bb];B[cc]").replace("(;W[cc]\n\n;", "\n(;W[cc];");
    assert_eq!(formatted(range([0, first, 3, 0])), both);
    assert_eq!(formatted(range([4, 0, 4, 3])), text.replace("(;FF[4]  GM", "(;FF[4]GM"));
    let broken = "(;FF[4] GM[1]";
    let params = json!({"range": range([0, 0, 0, 5]), "options": options});
    assert_eq!(open(broken).about("textDocument/rangeFormatting", params), json!([]));
}

#[test]
fn players_are_renamed_in_all_games() {
    let (text, position) = at("(;PB[Go \\] Seigen 9p]PW[ada|];B[aa])\n(;PW[Go \\] Seigen]PB[Ada]BR[1d]C[Ada])");
    let mut client = open(&text);
    let found = client.about("textDocument/prepareRename", json!({"position": position}));
    assert_eq!(found, json!({"range": range([0, 24, 0, 27]), "placeholder": "ada"}));
    let renamed = |client: &mut Client, position: &Value, name: &str| {
        let edit = client.about("textDocument/rename", json!({"position": position, "newName": name}));
        model::apply(&text, &edit["documentChanges"][0]["edits"])
    };
    let new = renamed(&mut client, &position, "Eve [x]");
    assert_eq!(new, text.replace("PW[ada]", "PW[Eve [x\\]]").replace("PB[Ada]", "PB[Eve [x\\]]"));
    let other = json!({"line": 0, "character": 6});
    let found = client.about("textDocument/prepareRename", json!({"position": other}));
    assert_eq!(found["placeholder"], "Go ] Seigen");
    assert_eq!(renamed(&mut client, &other, "Eve"), text.replace("Go \\] Seigen", "Eve"));
    for (position, name) in [(&position, " "), (&position, "Eve 3d"), (&json!({"line": 0, "character": 1}), "Eve")] {
        let params = json!({"textDocument": {"uri": URI}, "position": position, "newName": name});
        client.request("textDocument/rename", &params).expect_err("a refusal");
    }
}

/// A record that a game keeps as a whole, as a person wrote it.
const KEPT: &str = "EVENT x\nBOARDSIZE 9\n\n  b 1 C3\nCOM\none\nENDCOM\nFOO\n    w 2 C3\nREMARK on the next\nB 3 E5\nMARK \\t@E5\nW 4 D4\n";

/// The same record with its words in lower case and with more spaces between them.
fn kept_in_lower_case() -> String {
    let respell = |line: &str| if line == "FOO" { line.to_owned() } else { line.to_lowercase().replace(' ', "   ") };
    KEPT.lines().map(|line| respell(line) + "\n").collect()
}

/// Ways to write the record: where a line of it can't be read, the game keeps all of it.
fn kept_records() -> [String; 4] {
    let without = |record: &str| record.replace("FOO\n", "");
    [KEPT.to_owned(), without(KEPT), kept_in_lower_case(), without(&kept_in_lower_case())]
}

/// Runs a command at the first place of some words, and returns the nodes without what they keep of a record.
fn nodes_after(text: &str, words: &str, command: &str, more: &Value) -> Result<Vec<String>, String> {
    let (text, position) = at(&text.replacen(words, &format!("|{words}"), 1));
    let mut argument = json!({"textDocument": {"uri": URI, "version": 1}, "position": position});
    for (key, value) in more.as_object().expect("an object") {
        argument[key.as_str()] = value.clone();
    }
    let params = json!({"command": command, "arguments": [argument]});
    let answer = open(&text).request("workspace/executeCommand", &params).map_err(|error| error.to_string())?;
    let new = model::apply(&text, &answer["edit"]["documentChanges"][0]["edits"]);
    let games = ishi_sgf::parse(&new);
    let node = |index: u32| {
        let all = games.properties(ishi_sgf::NodeId(index));
        all.filter(|one| !one.id().starts_with("ISHI")).map(|one| one.span().of(&new).to_owned()).collect::<String>()
    };
    Ok((1..games.len() as u32).map(node).collect())
}

#[test]
fn commands_find_the_lines_of_a_node_in_a_kept_record() {
    for record in kept_records() {
        let text = ishi_convert::convert::to_sgf(&record).text;
        assert_eq!(text.contains("ISHIEVENT"), record.contains("FOO"), "{text}");
        let after = |words: &str, command: &str, more: Value| {
            nodes_after(&text, words, command, &more).unwrap_or_else(|error| panic!("{error}"))
        };
        let (first, second, third, last) = ("B[cg]C[one]", "W[cg]", "B[ee]TR[ee]", "W[df]");
        assert_eq!(after("W[df]", "ishi.delete", json!({})), [first, second, third]);
        assert_eq!(after("B[ee]", "ishi.delete", json!({})), [first, second]);
        assert_eq!(after("W[cg]", "ishi.delete", json!({})), [first]);
        let comment = json!({"text": "new"});
        assert_eq!(after("B[cg]", "ishi.comment", comment.clone()), ["B[cg]C[new]", second, third, last]);
        assert_eq!(after("W[cg]", "ishi.comment", comment.clone()), [first, "W[cg]C[new]", third, last]);
        assert_eq!(after("B[ee]", "ishi.comment", comment), [first, second, "B[ee]TR[ee]C[new]", last]);
        let mark = json!({"point": "A1", "mark": "square"});
        assert_eq!(after("W[df]", "ishi.mark", mark), [first, second, third, "W[df]SQ[ai]"]);
        let play = json!({"point": "A1"});
        assert_eq!(after("W[df]", "ishi.play", play), [first, second, third, last, "B[ai]"]);
    }
}

#[test]
fn a_kept_record_has_its_places() {
    for record in kept_records() {
        let text = ishi_convert::convert::to_sgf(&record).text;
        let place = |words: &str| {
            let (_, position) = at(&text.replacen(words, &words.replacen('[', "[|", 1), 1));
            position
        };
        let mut client = open(&text);
        let found = client.pushed();
        let items = found["diagnostics"].as_array().expect("a list");
        let occupied = items.iter().find(|item| item["code"] == "occupied-point").expect("a move on a stone");
        assert_eq!(occupied["range"]["start"], place("W[cg]"), "{text}");
        let hover = client.about("textDocument/hover", json!({"position": place("W[df]")}));
        assert!(hover["contents"]["value"].as_str().expect("words").contains("D4"), "{hover}");
        let definition = client.about("textDocument/definition", json!({"position": place("TR[ee]")}));
        let target = if definition.is_array() { &definition[0] } else { &definition };
        let target = target.get("targetSelectionRange").or(target.get("range")).expect("a place");
        assert_eq!(target["start"], place("B[ee]"), "{definition}");
    }
}

#[test]
fn stones_are_refused_where_a_node_can_not_hold_them() {
    let stone = json!({"point": "C3", "color": "black"});
    for (text, words) in [
        // The children of a node that has no move which can be read.
        ("(;SZ[9];B[zz];W[bb];B[cc])", "B[zz]"),
        // A property of another program.
        ("(;SZ[9]ISHI[x];B[aa]ISHI[y];W[bb])", "B[aa]"),
    ] {
        nodes_after(text, words, "ishi.setup", &stone).expect_err(text);
    }
}

#[test]
fn rectangles_stay_where_another_point_is_marked() {
    let square = json!({"point": "A1", "mark": "triangle"});
    let text = "(;SZ[9];B[aa]TR[aa:cc][dd];W[bb])";
    let after = |mark: Value| nodes_after(text, "B[aa]", "ishi.mark", &mark).expect("a change");
    assert_eq!(after(square), ["B[aa]TR[aa:cc][dd][ai]", "W[bb]"]);
    let gone = json!({"point": "D6", "mark": "triangle"});
    assert_eq!(after(gone), ["B[aa]TR[aa:cc]", "W[bb]"]);
    // A point of two rectangles is written once.
    let text = "(;SZ[9];B[aa]TR[aa:bb][ba:cb];W[bb])";
    let gone = json!({"point": "C8", "mark": "triangle"});
    let nodes = nodes_after(text, "B[aa]", "ishi.mark", &gone).expect("a change");
    assert_eq!(nodes, ["B[aa]TR[aa:bb][ca]", "W[bb]"]);
}

/// A board that Ishi does not play on: the board, a hover, the outline and a lens say so, and headers can be edited.
#[test]
fn a_game_without_a_board_says_why() {
    const REASON: &str = "There is no board for this game: its board is not square, and those of Ishi are";
    let marked = "(;FF[4]GM[1]SZ[13:9]PB[Ann]PW[Bob];B[m|a];W[aa])";
    let (text, position) = at(marked);
    let mut client = open(&text);
    let board = client.about("ishi/board", json!({"position": position}));
    let headers = json!({"black": "Ann", "white": "Bob"});
    assert_eq!((&board["reason"], &board["headers"]), (&json!(REASON), &headers), "{board:#}");
    assert_eq!((&board["title"], board.get("board")), (&json!("Ann – Bob"), None));
    for marked in [marked, "(;FF[4]GM[1]SZ[13:9]PB[A|nn]PW[Bob];B[ma])", "(|;FF[4]GM[1]SZ[13:9];B[ma])"] {
        let hover = ask("textDocument/hover", marked);
        let value = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(value.contains("There is no board for this game") && !value.contains("svg"), "{marked}: {hover:#}");
    }
    let outline = client.about("textDocument/documentSymbol", json!({}));
    assert_eq!(outline[0]["detail"], REASON, "{outline:#}");
    let command = |command: &str, more: Value| {
        let mut argument = json!({"textDocument": {"uri": URI, "version": 1}, "position": position});
        for (key, value) in more.as_object().expect("an object") {
            argument[key.as_str()] = value.clone();
        }
        let mut client = open(&text);
        client.request("workspace/executeCommand", &json!({"command": command, "arguments": [argument]}))
    };
    let refused = command("ishi.play", json!({"point": "D4"})).expect_err("no board");
    assert!(refused.to_string().contains("not square"), "{refused}");
    let answer = command("ishi.headers", json!({"headers": {"black": "Zoe", "result": "B+R"}})).expect("an edit");
    let new = model::apply(&text, &answer["edit"]["documentChanges"][0]["edits"]);
    assert!(new.contains("PB[Zoe]PW[Bob]") && new.contains("RE[B+R]") && new.ends_with(";B[ma];W[aa])"), "{new}");
}
