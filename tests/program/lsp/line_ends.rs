//! Texts in which a CR stands that no LF follows. LSP ends a line there; Neovim, Emacs, Helix and others do not.
//! Whatever is answered means the same to both, and no edit is made at a wrong place.

use ishi_position::{ColumnUnit, Position};
use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, pulling, range};

/// The record of a user who lost a move by saving it.
const RECORD: &str = "EVENT x\nCOM\nWell played.\rIndeed.\nENDCOM\nb 1 q16\nW 2 D4\nB 3 Q3";

fn formatting(client: &mut Client) -> Value {
    client.about("textDocument/formatting", json!({"options": {"tabSize": 2, "insertSpaces": true}}))
}

/// The text after edits, for a client whose lines only LF ends. A place past the end is the end.
fn apply_by_lf(text: &str, edits: &Value) -> String {
    let [edit] = edits.as_array().expect("edits").as_slice() else { panic!("more than one edit: {edits}") };
    let offset = |place: &Value| {
        let number = |key: &str| usize::try_from(place[key].as_u64().expect("a number")).expect("a small number");
        model::offset_by_lf(text, number("line"), number("character"), ColumnUnit::Utf16).unwrap_or(text.len())
    };
    let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
    format!("{}{}{}", &text[..start], edit["newText"].as_str().expect("a text"), &text[end..])
}

/// The text after edits of ours, which must be the same for both ways of counting.
fn applied(text: &str, edits: &Value) -> String {
    if edits.as_array().is_none_or(Vec::is_empty) {
        return text.to_owned();
    }
    let by_lsp = model::apply(text, edits);
    assert_eq!(by_lsp, apply_by_lf(text, edits), "{edits} of {text:?}");
    assert!(!has_lone_cr(&by_lsp), "{by_lsp:?}");
    by_lsp
}

fn has_lone_cr(text: &str) -> bool {
    text.replace("\r\n", "").contains('\r')
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_uppercase).collect()
}

#[test]
fn formatting_replaces_the_whole_text_and_keeps_every_move() {
    let mut client = Client::new();
    client.open(RECORD);
    let edits = formatting(&mut client);
    let formatted = "EVENT x\nCOM\nWell played.\nIndeed.\nENDCOM\nB 1 Q16\nW 2 D4\nB 3 Q3\n";
    assert_eq!(applied(RECORD, &edits), formatted);
    for text in [RECORD.replace('\n', "\r"), RECORD.replace('\n', "\r\r\n")] {
        client.open(&text);
        let edits = formatting(&mut client);
        assert_eq!(words(&applied(&text, &edits)), words(formatted), "{text:?}");
    }
}

#[test]
fn the_first_line_says_what_is_odd_and_offers_to_replace_it() {
    let mut client = Client::new();
    for (text, code, places, end) in [
        (RECORD, "mixed-line-endings", "at the end of line 3, where", "LF"),
        (
            "EVENT x\r\nB 1 Q16\r\r\nW 2 D4\rMARKK D4\r\n",
            "mixed-line-endings",
            "at the end of line 2 and in 1 more place,",
            "CR LF",
        ),
        ("EVENT x\rB 1 Q16\rMARKK Q16\r", "line-ending", "at the end of line 1 and in 2 more places,", "CR LF"),
    ] {
        client.open(text);
        let pushed = client.pushed();
        let [diagnostic] = pushed["diagnostics"].as_array().unwrap().as_slice() else { panic!("{pushed}") };
        assert_eq!(diagnostic["range"], range([0, 0, 0, 7]), "{text:?}");
        assert_eq!((&diagnostic["code"], &diagnostic["severity"]), (&json!(code), &json!(2)));
        let message = diagnostic["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("CR without LF {places}")), "{message}");

        // It can be had anywhere, also where the place is not certain.
        for line in [0, 4] {
            let params =
                json!({"range": range([line, 0, line, 0]), "context": {"diagnostics": [], "only": ["quickfix"]}});
            let actions = client.about("textDocument/codeAction", params);
            let action = &actions[0];
            assert_eq!(action["title"], format!("Replace each CR without LF by {end}"));
            assert_eq!(action["diagnostics"][0]["code"], code);
            let replaced = applied(text, &action["edit"]["documentChanges"][0]["edits"]);
            let end = if end == "LF" { "\n" } else { "\r\n" };
            assert_eq!(replaced, text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', end));
        }
    }
}

/// In SGF a CR is white space or a line end in a value, and as hidden from other editors as in a record.
#[test]
fn games_in_sgf_say_so_too() {
    let mut client = Client::new();
    let text = "(;FF[4]C[one\rtwo]\r;B[aa])";
    client.open_in("sgf", URI, 1, text);
    let pushed = client.pushed();
    let diagnostic = &pushed["diagnostics"][0];
    assert_eq!((&diagnostic["code"], &diagnostic["range"]), (&json!("line-ending"), &range([0, 0, 0, 12])), "{pushed}");
    for line in [0, 2] {
        let params = json!({"range": range([line, 0, line, 0]), "context": {"diagnostics": [], "only": ["quickfix"]}});
        let actions = client.about("textDocument/codeAction", params);
        let replaced = applied(text, &actions[0]["edit"]["documentChanges"][0]["edits"]);
        assert_eq!(replaced, text.replace('\r', "\r\n"), "{actions}");
    }
}

#[test]
fn what_was_converted_twice_can_lose_what_is_too_much() {
    let mut client = Client::new();
    let text = RECORD.replace('\r', "\n").replace('\n', "\r\r\n");
    client.open(&text);
    let params = json!({"range": range([0, 0, 0, 0]), "context": {"diagnostics": [], "only": ["quickfix"]}});
    let actions = client.about("textDocument/codeAction", params);
    let action = actions.as_array().unwrap().iter().find(|action| action["title"] == "Remove each CR before CR LF");
    let action = action.expect("it is offered");
    assert_eq!(action["isPreferred"], Value::Null, "nothing is removed unasked");
    assert_eq!(
        applied(&text, &action["edit"]["documentChanges"][0]["edits"]),
        RECORD.replace('\r', "\n").replace('\n', "\r\n")
    );
    client.open(RECORD);
    let params = json!({"range": range([0, 0, 0, 0]), "context": {"diagnostics": [], "only": ["quickfix"]}});
    assert!(!client.about("textDocument/codeAction", params).to_string().contains("Remove each CR"));
}

#[test]
fn what_the_settings_say_of_line_ends_holds() {
    let mut client = Client::start();
    let settings = json!({"ishi": {"check": {"mixed-line-endings": "off", "line-ending": "info"}}});
    client.initialize(&json!({"capabilities": capabilities(), "initializationOptions": settings}));
    client.open(RECORD);
    assert_eq!(client.pushed()["diagnostics"], json!([]));
    client.open("EVENT x\rB 1 Q16\r");
    assert_eq!(client.pushed()["diagnostics"][0]["severity"], 3);
}

/// Every range in an answer, but for those of edits.
fn ranges(answer: &Value, found: &mut Vec<Value>) {
    match answer {
        Value::Array(list) => list.iter().for_each(|item| ranges(item, found)),
        Value::Object(object) if object.contains_key("newText") && object.contains_key("range") => {}
        Value::Object(object) if object.contains_key("line") && object.contains_key("character") => {
            found.push(answer.clone());
        }
        Value::Object(object) => object.values().for_each(|item| ranges(item, found)),
        _ => {}
    }
}

const PIECES: [&str; 18] = [
    "\r",
    "\r",
    "\n",
    "\r\n",
    "\r\r\n",
    "EVENT x",
    "event 😀 é",
    "b 1 q16",
    "W 2 D4",
    "B 3 Q3",
    "W 4 D16",
    "COM",
    "ENDCOM",
    "VAR 2",
    "ENDVAR",
    "MARK #1-3",
    "Well played",
    "MARKK q16 ",
];

/// A text with a lone CR in it.
fn text(random: &mut fastrand::Rng) -> String {
    loop {
        let count = random.usize(2..30);
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(random.choice(&PIECES).expect("a piece"));
            if random.bool() {
                text.push_str(random.choice(&["\n", "\r", "\r\n"]).expect("a line end"));
            }
        }
        if has_lone_cr(&text) {
            return text;
        }
    }
}

#[test]
fn no_answer_means_two_things() {
    let mut random = fastrand::Rng::with_seed(1990);
    let mut capabilities = pulling();
    capabilities["textDocument"]["definition"]["linkSupport"] = json!(true);
    capabilities["workspace"]["applyEdit"] = json!(true);
    let mut client = Client::with(&capabilities);
    let mut edited = 0;
    for _ in 0..60 {
        let text = text(&mut random);
        client.open(&text);
        let lines = text.split(['\r', '\n']).count() as u32;
        let offset = random.usize(..=text.len());
        let offset = (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let [line, column] = model::position(&text, offset);
        let place = json!({"line": line, "character": column});
        let all = range([0, 0, lines, 0]);
        let asked = json!({
            "position": place, "positions": [place], "range": all, "options": {"tabSize": 2, "insertSpaces": true},
            "context": {"diagnostics": [], "includeDeclaration": true}, "newName": "7", "ch": "\n",
        });
        for method in [
            "hover",
            "definition",
            "references",
            "documentHighlight",
            "documentSymbol",
            "codeLens",
            "documentLink",
            "selectionRange",
            "inlayHint",
            "signatureHelp",
            "completion",
            "prepareRename",
            "diagnostic",
            "foldingRange",
            "formatting",
            "rangeFormatting",
            "onTypeFormatting",
            "rename",
            "codeAction",
            "semanticTokens/full",
        ] {
            let mut params = asked.clone();
            params["textDocument"] = json!({"uri": URI});
            let Ok(answer) = client.request(&format!("textDocument/{method}"), &params) else { continue };
            let mut found = Vec::new();
            if method != "codeAction" {
                ranges(&answer, &mut found);
            }
            for place in found {
                let number = |key: &str| u32::try_from(place[key].as_u64().unwrap()).unwrap();
                let position = Position::new(number("line"), number("character"));
                let agreed = model::agreed_offset(&text, position, ColumnUnit::Utf16);
                assert!(matches!(agreed, Some(Ok(_))), "{method} answers {place} in {answer} of {text:?}");
            }
            let first_cr = text.char_indices().find(|&(at, c)| c == '\r' && !text[at + 1..].starts_with('\n'));
            let last_line = model::position(&text, first_cr.expect("a lone CR").0)[0];
            match method {
                "formatting" | "rangeFormatting" | "onTypeFormatting" => {
                    let after = applied(&text, &answer);
                    assert_eq!(words(&after), words(&text), "{method} of {text:?}");
                    edited += usize::from(after != text);
                }
                "rename" => {
                    applied(&text, &answer["documentChanges"][0]["edits"]);
                }
                "codeAction" => {
                    for action in answer.as_array().expect("actions") {
                        let edits = &action["edit"]["documentChanges"][0]["edits"];
                        assert_ne!(applied(&text, edits), text, "{} of {text:?}", action["title"]);
                        edited += 1;
                    }
                }
                "foldingRange" => {
                    for fold in answer.as_array().expect("folds") {
                        assert!(fold["endLine"].as_u64().unwrap() <= u64::from(last_line), "{fold} of {text:?}");
                    }
                }
                "semanticTokens/full" => {
                    let numbers = answer["data"].as_array().expect("tokens");
                    let line: u64 = numbers.iter().step_by(5).map(|number| number.as_u64().unwrap()).sum();
                    assert!(line <= u64::from(last_line), "a token on line {line} of {text:?}");
                }
                _ => {}
            }
        }
    }
    assert!(edited > 60, "only {edited} edits were tried");
}

/// A client that says what it is.
fn named(name: &str) -> Client {
    let mut client = Client::start();
    client.initialize(&json!({"capabilities": capabilities(), "clientInfo": {"name": name}}));
    client
}

/// The position of an offset in a text whose lines only LF ends.
fn position_by_lf(text: &str, offset: usize) -> [u32; 2] {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column: usize = before[start..].chars().map(char::len_utf16).sum();
    [before.matches('\n').count(), column].map(|number| u32::try_from(number).expect("a small number"))
}

#[test]
fn edits_of_an_editor_that_ends_lines_at_lf_are_made_where_it_makes_them() {
    let mut random = fastrand::Rng::with_seed(7);
    for name in ["Neovim", "helix", "Eglot", "emacs"] {
        let mut client = named(name);
        let mut text = format!("{RECORD}\n");
        client.open(&text);
        for version in 2..300 {
            let mut ends = [random.usize(..=text.len()), random.usize(..=text.len())];
            ends.sort_unstable();
            let [start, end] = ends.map(|at| (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0));
            let end = if random.bool() { start } else { end };
            let piece = *random.choice(&PIECES).expect("a piece");
            // A text that ends no line at LF is Neovim's for `fileformat=mac`.
            if !format!("{}{piece}{}", &text[..start], &text[end..]).contains('\n') {
                continue;
            }
            let ([line, column], [end_line, end_column]) = (position_by_lf(&text, start), position_by_lf(&text, end));
            client.edit(version, [line, column, end_line, end_column], piece);
            text.replace_range(start..end, piece);
            assert_eq!(client.text(), text, "{name}, version {version}");
        }
    }
}

fn is_given_up(client: &mut Client) -> bool {
    match client.request("ishi/fault/text", &json!({"textDocument": {"uri": URI}})) {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error["code"], -32803, "{error}");
            true
        }
    }
}

#[test]
fn an_edit_that_may_belong_to_two_places_is_not_made_and_the_next_save_helps() {
    let mut client = Client::new();
    client.open(RECORD);
    client.pushed();
    client.edit(2, [2, 0, 2, 4], "Good");
    assert_eq!(client.text(), RECORD.replace("Well", "Good"), "before the CR all is certain");
    client.edit(3, [5, 0, 5, 0], " ");
    assert!(is_given_up(&mut client));
    let shown = client.next("window/showMessage");
    assert!(shown["message"].as_str().unwrap().contains("after a CR without LF"), "{shown}");
    assert_eq!(client.pushed()["diagnostics"], json!([]), "what was shown is cleared");
    client.edit(4, [0, 0, 0, 0], "x");
    assert!(is_given_up(&mut client));

    let saved = RECORD.replace("W 2", " W 2");
    client.notify("textDocument/didSave", &json!({"textDocument": {"uri": URI}, "text": saved}));
    assert_eq!(client.about("ishi/fault/text", json!({})), json!({"text": saved, "version": 4}));
    assert_eq!(client.pushed()["diagnostics"][0]["code"], "mixed-line-endings");
    // What is in sync needs no help.
    client.notify("textDocument/didSave", &json!({"textDocument": {"uri": URI}, "text": "other"}));
    assert_eq!(client.text(), saved);

    client.edit(5, [5, 0, 5, 0], " ");
    assert!(is_given_up(&mut client));
    client.change(6, &json!([{"text": "B 1 Q16\n"}, {"range": range([0, 7, 0, 7]), "text": "!"}]));
    assert_eq!(client.text(), "B 1 Q16!\n", "the whole text helps as well");
}

#[test]
fn a_column_between_cr_and_lf_is_the_end_of_the_line_but_for_who_shows_the_cr() {
    let mixed = "EVENT x\nB 1 Q16\r\nW 2 D4\r\n";
    let mut neovim = named("Neovim");
    neovim.open(mixed);
    neovim.edit(2, [1, 8, 1, 8], "!");
    assert_eq!(neovim.text(), "EVENT x\nB 1 Q16\r!\nW 2 D4\r\n");
    let mut client = Client::new();
    for text in [mixed.to_owned(), mixed.replace("x\n", "x\r\n")] {
        for column in [8, 9, 99] {
            client.open(&text);
            client.edit(2, [1, column, 1, column], "!");
            assert_eq!(client.text(), text.replace("Q16", "Q16!"), "past the end of the line is its end");
            client.edit(3, [1, 7, 1, column], "");
            assert_eq!(client.text(), text);
            client.edit(4, [1, column, 2, column], "");
            assert_eq!(client.text(), text.replace("\r\nW 2 D4", ""));
        }
    }
}

#[test]
fn an_edit_of_ours_is_known_again_whoever_makes_it() {
    for by_lf in [true, false] {
        let mut client = Client::new();
        client.open(RECORD);
        let edits = formatting(&mut client);
        let formatted = applied(RECORD, &edits);
        // An editor reports the difference in its own way.
        let end = RECORD.find("q16").unwrap() + 3;
        let new = &formatted[formatted.find("\nIndeed").unwrap()..formatted.find("Q16").unwrap() + 3];
        let start = RECORD.find('\r').unwrap();
        let place = |offset| if by_lf { position_by_lf(RECORD, offset) } else { model::position(RECORD, offset) };
        let ([line, column], [end_line, end_column]) = (place(start), place(end));
        client.edit(2, [line, column, end_line, end_column], new);
        assert_eq!(client.text(), formatted.trim_end(), "by LF: {by_lf}");
    }
}
