//! The commands of a board with tools.

use expect_test::expect;
use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, URI};

const GAME: &str = "EVENT x\r\nB 1 Q16\r\nVAR\r\n  B 1 D4\r\nENDVAR\r\nW 2 C3\r\n";

fn client(text: &str) -> Client {
    let mut client = Client::start();
    client.initialize(&json!({"capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true}}}}));
    client.open(text);
    client
}

fn ask(client: &mut Client, command: &str, line: u32, more: &Value) -> Result<Value, Value> {
    let mut argument = json!({"textDocument": {"uri": URI, "version": 1}, "position": {"line": line, "character": 0}});
    for (key, value) in more.as_object().expect("an object") {
        argument[key.as_str()] = value.clone();
    }
    client.request("workspace/executeCommand", &json!({"command": command, "arguments": [argument]}))
}

#[test]
fn each_command_is_advertised_and_makes_an_edit() {
    let mut client = Client::start();
    let result =
        client.initialize(&json!({"capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true}}}}));
    let advertised = &result["capabilities"]["executeCommandProvider"]["commands"];
    let all = [
        ("ishi.play", 5, json!({"point": "q4"}), "W 2 C3\r\nB 3 Q4\r\n", 6),
        ("ishi.pass", 3, json!({}), "  B 1 D4\r\n  W 2 PASS\r\nENDVAR", 4),
        ("ishi.mark", 1, json!({"point": "Q16", "mark": "triangle"}), "Q16\r\nMARK \\t@Q16\r\nVAR", 1),
        ("ishi.mark", 1, json!({"point": "Q16", "mark": "label", "label": "x"}), "Q16\r\nMARK x@Q16\r\nVAR", 1),
        ("ishi.setup", 0, json!({"point": "K10", "color": "black"}), "x\r\nSETUP B K10\r\nB 1", 0),
        ("ishi.comment", 1, json!({"text": "a\nb"}), "Q16\r\nCOM\r\na\r\nb\r\nENDCOM\r\nVAR", 1),
        ("ishi.headers", 5, json!({"headers": {"white": "Ben"}}), "EVENT x\r\nWHITE Ben\r\nB 1", 6),
        ("ishi.delete", 5, json!({}), "ENDVAR\r\n", 1),
        ("ishi.deleteVariation", 3, json!({}), "Q16\r\nW 2", 1),
        ("ishi.promote", 3, json!({}), "B 1 D4\r\nVAR\r\n  B 1 Q16\r\n  W 2 C3\r\nENDVAR\r\n", 1),
        ("ishi.demote", 1, json!({}), "B 1 D4\r\nVAR\r\n  B 1 Q16\r\n  W 2 C3\r\nENDVAR\r\n", 3),
        ("ishi.insertPass", 1, json!({}), "ENDVAR\r\nW 2 PASS\r\nW 3 C3\r\n", 5),
        ("ishi.addDiagram", 5, json!({}), "W 2 C3\r\nDIAGRAM\r\n", 6),
    ];
    client.open(GAME);
    for (command, line, more, expected, after) in all {
        assert!(advertised.as_array().expect("a list").contains(&json!(command)), "{advertised}");
        let answer = ask(&mut client, command, line, &more).unwrap_or_else(|error| panic!("{command}: {error}"));
        let edit = &answer["edit"]["documentChanges"][0];
        assert_eq!(edit["textDocument"], json!({"uri": URI, "version": 1}));
        let new = model::apply(GAME, &edit["edits"]);
        assert!(new.contains(expected), "{command}: {new:?}");
        assert_eq!(answer["line"], after, "{command}: {new:?}");
    }
}

/// An editor would save `�` for what it could not read.
#[test]
fn a_record_that_has_lost_characters_is_not_edited() {
    let mut client = client("EVENT x\r\nBLACK M\u{fffd}ller\r\nB 1 Q16\r\n");
    let error = ask(&mut client, "ishi.pass", 2, &json!({})).expect_err("a refusal");
    assert!(error["message"].as_str().expect("words").contains("lost characters"), "{error}");
}

#[test]
fn the_board_that_a_change_leads_to_is_the_one_after_it() {
    for (command, line, more) in [
        ("ishi.play", 5, json!({"point": "q4"})),
        ("ishi.play", 1, json!({"point": "q4"})),
        ("ishi.play", 1, json!({"point": "c3"})),
        ("ishi.mark", 3, json!({"point": "Q16", "mark": "letter"})),
        ("ishi.delete", 5, json!({})),
        ("ishi.addDiagram", 5, json!({})),
    ] {
        let mut client = client(GAME);
        let drawing = json!({"format": "svg", "numbers": "all", "coordinates": false});
        let mut asked = more.clone();
        asked["board"] = drawing.clone();
        let answer = ask(&mut client, command, line, &asked).expect(command);
        let edits = &answer["edit"]["documentChanges"][0]["edits"];
        let text = if edits.is_null() { GAME.to_owned() } else { model::apply(GAME, edits) };
        client.change(2, &json!([{"text": text}]));
        let line = answer["line"].as_u64().expect("a line");
        let indent = text.lines().nth(line as usize).map_or(0, |text| text.len() - text.trim_start().len());
        let mut params = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": indent}});
        for (key, value) in drawing.as_object().expect("an object") {
            params[key.as_str()] = value.clone();
        }
        assert_eq!(Ok(&answer["board"]), client.request("ishi/board", &params).as_ref(), "{command}");
    }
    let mut client = client(GAME);
    let answer = ask(&mut client, "ishi.pass", 5, &json!({})).expect("an answer");
    assert!(answer.get("board").is_none(), "{answer}");
}

#[test]
fn a_move_that_is_there_is_gone_to() {
    let mut client = client(GAME);
    let answer = ask(&mut client, "ishi.play", 1, &json!({"point": "C3"}));
    assert_eq!(answer, Ok(json!({"edit": null, "line": 5})));
}

#[test]
fn what_can_not_be_done_is_refused_in_plain_words() {
    let mut client = client(GAME);
    let mut refusal = |command: &str, line: u32, more: Value| {
        let error = ask(&mut client, command, line, &more).expect_err(command);
        format!("{} {}", error["code"], error["message"].as_str().expect("a message"))
    };
    expect!["-32803 Q16 is taken"].assert_eq(&refusal("ishi.play", 1, json!({"point": "Q16"})));
    expect!["-32803 this line is in no variation"].assert_eq(&refusal("ishi.promote", 1, json!({})));
    expect!["-32602 invalid location `Q61`"].assert_eq(&refusal("ishi.play", 1, json!({"point": "Q61"})));
    expect!["-32602 `point` is missing"].assert_eq(&refusal("ishi.play", 1, json!({})));
    expect!["-32602 a label has one or two characters"].assert_eq(&refusal(
        "ishi.mark",
        1,
        json!({"point": "Q16", "mark": "label", "label": "xyz"}),
    ));
    expect!["-32602 the record has changed since this was offered: try again"].assert_eq(&refusal(
        "ishi.delete",
        1,
        json!({"textDocument": {"uri": URI, "version": 7}}),
    ));
    let mut foreign = Client::new();
    foreign.open("<html>\n;B[pd])\n</html>\n");
    let error = ask(&mut foreign, "ishi.pass", 0, &json!({})).expect_err("no record");
    assert_eq!(error["message"], "there is no record here");
}

#[test]
fn the_board_shows_numbers_and_coordinates_as_it_is_asked_to() {
    let mut client = client("BOARDSIZE 5\nB 1 A1\nW 2 C3\n");
    let mut drawn = |options: Value| {
        let mut params =
            json!({"textDocument": {"uri": URI}, "position": {"line": 2, "character": 0}, "format": "text"});
        for (key, value) in options.as_object().expect("an object") {
            params[key.as_str()] = value.clone();
        }
        let board = client.request("ishi/board", &params).expect("a board");
        assert_eq!(board["line"], 2);
        board["board"].as_str().expect("a text").to_owned()
    };
    let plain = drawn(json!({}));
    assert!(plain.contains("(○)") || plain.contains("[○]"), "{plain}");
    assert_eq!(drawn(json!({"numbers": "none", "coordinates": true})), plain);
    let last = drawn(json!({"numbers": "last"}));
    let all = drawn(json!({"numbers": "all"}));
    assert!(last != plain && all != last, "{last}\n{all}");
    let [wood, flat, print] = ["wood", "flat", "print"].map(|colors| drawn(json!({"format": "svg", "colors": colors})));
    assert_eq!(drawn(json!({"format": "svg"})), wood);
    assert!(wood.contains("Gradient") && !flat.contains("Gradient") && !print.contains("Gradient"));
    assert_ne!(flat, print);
    let bare = drawn(json!({"coordinates": false}));
    assert!(plain.contains("A B C D E") && !bare.contains("A B C D E"), "{bare}");
}

/// The commands that a board lists for each line are those that are not refused there.
#[test]
fn a_scene_lists_the_commands_that_are_possible() {
    const RECORD: &str = "EVENT x\nBOARDSIZE 9\nSETUP B C7\nDIAGRAM 9\nSETUP W D4\nENDDIAGRAM\nW 1 G3\n\
                          VAR a\n  W 1 E5\n  B 2 E3\n\
                          ENDVAR\nB 2 G7\nDIAGRAM\n";
    const SGF: &str = "(;FF[4]GM[1]SZ[9]\n;B[cc]\n(;W[gg]\n;B[gc])\n(;W[ee]))\n";
    let commands = [
        ("ishi.play", json!({"point": "J9"})),
        ("ishi.setup", json!({"point": "J9", "color": "black"})),
        ("ishi.delete", json!({})),
        ("ishi.deleteVariation", json!({})),
        ("ishi.promote", json!({})),
        ("ishi.demote", json!({})),
        ("ishi.insertPass", json!({})),
        ("ishi.addDiagram", json!({})),
    ];
    for (language, text) in [("ishi", GAME), ("ishi", RECORD), ("sgf", SGF)] {
        let mut client = Client::new();
        client.open_in(language, URI, 1, text);
        for line in 0..text.lines().count() as u32 {
            let params = json!({"position": {"line": line, "character": 0}, "format": "scene"});
            let board = client.about("ishi/board", params);
            let can = board["board"]["can"].as_array().expect("a list").clone();
            for (command, more) in &commands {
                let answer = ask(&mut client, command, line, more);
                assert_eq!(
                    can.contains(&json!(command)),
                    answer.is_ok(),
                    "{command} in line {line} of {text}: {answer:?}"
                );
            }
        }
    }
}

#[test]
fn a_scene_lists_the_moves_that_follow_and_the_marks_that_can_be_removed() {
    let text = "BOARDSIZE 9\nB 1 C7\nMARK a@D4 #1\nW 2 G3\nVAR a\n  W 2 E5\nENDVAR\nVAR\n  W 2 PASS\nENDVAR\n";
    let mut client = client(text);
    let mut scene_beside = |format: &str, line: u32| {
        let params = json!({"position": {"line": line, "character": 0}, "format": format, "numbers": "all"});
        client.about("ishi/board", params)["scene"].clone()
    };
    let after_1 = scene_beside("svg", 1);
    for format in ["text", "ascii"] {
        assert_eq!(scene_beside(format, 1), after_1, "{format}");
    }
    let mut scene = |line: u32| scene_beside("svg", line);
    assert_eq!(after_1["marked"], json!(["D4", "C7"]), "the numbers that are asked for are not in the record");
    assert_eq!(
        after_1["following"],
        json!([
            {"number": 2, "color": "white", "location": "G3", "continues": true, "line": 3},
            {"number": 2, "color": "white", "location": "E5", "continues": false, "line": 5, "marker": "a"},
            {"number": 2, "color": "white", "location": null, "continues": false, "line": 8},
        ])
    );
    assert_eq!(scene(3)["following"], json!([]));
    assert_eq!(scene(3)["marked"], json!([]));
}

#[expect(clippy::too_many_lines, reason = "a list of forms, each with the text that it makes")]
#[test]
fn headers_are_written_in_both_formats_and_others_stay() {
    const RECORD: &str =
        "EVENT Final\nBLACK Ada\nKOMI 5\nSOURCE a book\nSOURCE another\nREMARK kept\nB 1 Q16\nW 2 D4\n";
    const SGF: &str = "(;FF[4]GM[1]SZ[19]PB[Ada]XX[own]KM[5]AP[x:1]\n;B[pd]\n;W[dp])\n";
    let form = json!({
        "event": "Cup", "black": "Ada 3-dan", "white": "Ben", "komi": "6.5", "date": "2024-05-01", "result": "",
    });
    let cases = [
        (
            "ishi",
            RECORD,
            7,
            form.clone(),
            expect![[r"
            EVENT Cup
            BLACK Ada 3-dan
            WHITE Ben
            DATE 2024-05-01
            KOMI 6.5
            SOURCE a book
            SOURCE another
            REMARK kept
            B 1 Q16
            W 2 D4
        "]],
        ),
        (
            "ishi",
            RECORD,
            7,
            json!({"black": "", "komi": ""}),
            expect![[r"
            EVENT Final
            SOURCE a book
            SOURCE another
            REMARK kept
            B 1 Q16
            W 2 D4
        "]],
        ),
        (
            "ishi",
            "B 1 Q16\n",
            0,
            json!({"event": "Cup", "white": "Ben"}),
            expect![[r"
            EVENT Cup
            WHITE Ben
            B 1 Q16
        "]],
        ),
        (
            "ishi",
            "EVENT\n",
            0,
            json!({"boardsize": "13", "handicap": "3", "komi": "0.5"}),
            expect![[r"
            EVENT
            BOARDSIZE 13
            HANDICAP 3
            KOMI 0.5
            SETUP B K10 D4 K4
        "]],
        ),
        (
            "ishi",
            "EVENT\nSETUP B D4 Q4\n",
            0,
            json!({"handicap": "2"}),
            expect![[r"
            EVENT
            HANDICAP 2
            SETUP B D4 Q4
        "]],
        ),
        (
            "ishi",
            "B 1 Q16\n",
            0,
            json!({"handicap": "2"}),
            expect![[r"
            HANDICAP 2
            B 1 Q16
        "]],
        ),
        (
            "sgf",
            "(;GM[1]FF[4]SZ[9])",
            0,
            json!({"handicap": "2"}),
            expect![[r"
                (;GM[1]FF[4]SZ[9]HA[2]AB[gc][cg])"]],
        ),
        (
            "sgf",
            SGF,
            2,
            form,
            expect![[r"
                (;FF[4]GM[1]SZ[19]PB[Ada]XX[own]KM[6.5]AP[x:1]GN[Cup]BR[3-dan]PW[Ben]DT[2024-05-01]
                ;B[pd]
                ;W[dp])
            "]],
        ),
        (
            "sgf",
            SGF,
            1,
            json!({"result": "B+2.5", "date": "8 March 1990", "komi": "6 1/2"}),
            expect![[r"
                (;FF[4]GM[1]SZ[19]PB[Ada]XX[own]KM[6.5]AP[x:1]DT[1990-03-08]RE[B+2.5]
                ;B[pd]
                ;W[dp])
            "]],
        ),
        (
            "sgf",
            SGF,
            1,
            json!({"komi": ""}),
            expect![[r"
                (;FF[4]GM[1]SZ[19]PB[Ada]XX[own]AP[x:1]
                ;B[pd]
                ;W[dp])
            "]],
        ),
    ];
    for (language, text, line, headers, expected) in cases {
        let mut client = Client::new();
        client.open_in(language, URI, 1, text);
        let before = client.about("ishi/board", json!({"position": {"line": line, "character": 0}}));
        let answer =
            ask(&mut client, "ishi.headers", line, &json!({"headers": headers, "board": {}})).expect("an answer");
        let edits = &answer["edit"]["documentChanges"][0]["edits"];
        expected.assert_eq(&model::apply(text, edits));
        assert_eq!(answer["board"]["move"]["location"], before["move"]["location"], "the board stays at its move");
    }
}

#[test]
fn a_handicap_brings_its_stones_before_the_first_move() {
    let handicap = json!({"headers": {"black": "Ada", "boardsize": "9", "handicap": "2", "komi": "0"}});
    let cases = [
        ("ishi", "EVENT\n", "EVENT\nBLACK Ada\nBOARDSIZE 9\nHANDICAP 2\nKOMI 0\nSETUP B G7 C3\n"),
        ("ishi", "EVENT\nSETUP B E5\n", "EVENT\nBLACK Ada\nBOARDSIZE 9\nHANDICAP 2\nKOMI 0\nSETUP B E5\n"),
        ("ishi", "EVENT\nB 1 E5\n", "EVENT\nBLACK Ada\nBOARDSIZE 9\nHANDICAP 2\nKOMI 0\nB 1 E5\n"),
        ("sgf", "(;FF[4]GM[1]SZ[9])", "(;FF[4]GM[1]SZ[9]PB[Ada]HA[2]KM[0]AB[gc][cg])"),
    ];
    for (language, text, expected) in cases {
        let mut client = Client::new();
        client.open_in(language, URI, 1, text);
        let answer = ask(&mut client, "ishi.headers", 0, &handicap).expect("an answer");
        assert_eq!(model::apply(text, &answer["edit"]["documentChanges"][0]["edits"]), expected);
    }
}

#[test]
fn headers_that_can_not_be_written_are_refused_with_the_reason() {
    let mut client = client("EVENT x\nSOURCE one\nSOURCE two\nB 1 Q16\n");
    let mut refusal = |headers: Value| {
        let error = ask(&mut client, "ishi.headers", 0, &json!({"headers": headers})).expect_err("refused");
        error["message"].as_str().expect("a message").to_owned()
    };
    assert_eq!(refusal(json!({"black": "Ada\nB 1 D4"})), "BLACK takes one line");
    assert_eq!(refusal(json!({"source": "three"})), "there are several lines SOURCE: change the text instead");
    let mut game = Client::new();
    game.open_in("sgf", URI, 1, "(;FF[4]GM[1];B[pd])");
    let error = ask(&mut game, "ishi.headers", 0, &json!({"headers": {"komi": "many"}})).expect_err("refused");
    assert_eq!(error["message"], "SGF has no place for KOMI `many`");
    assert_eq!(refusal(json!({"com": "x"})), "there is no header `com`");
    assert_eq!(
        ask(&mut client, "ishi.headers", 0, &json!({"headers": {"event": "x"}})).expect("an answer")["edit"],
        Value::Null
    );
}
