use serde_json::{Value, json};

use crate::cli::sandbox::{Run, Sandbox};

const GAMES: &str = "EVENT One & <Two>\nBOARDSIZE 5\nBLACK Ada\nSETUP B A2 W A1\nB 1 B1\nPRISONER A1\nCOM\n</script>\nENDCOM\n\
                     W 2 C3\nVAR a\nW 2 D4\nENDVAR\nEVENT Two\nBOARDSIZE 3\nB 1 B2\nDIAGRAM A1 B2\nSETUP W A1\n";

fn sandbox() -> Sandbox {
    Sandbox::new([("games.ishi", GAMES)])
}

/// The game that a run has written to `game.json`.
fn game(sandbox: &Sandbox, arguments: &str) -> Value {
    let run = sandbox.ishi(&format!("player {arguments} --force -o game.json"));
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{arguments}");
    serde_json::from_slice(&sandbox.read("game.json")).expect("JSON")
}

#[test]
fn each_node_has_what_it_changes() {
    let expected = json!({
        "version": 1, "title": "One & <Two>", "headers": {"black": "Ada"}, "size": 5, "start": 0,
        "nodes": [
            {"black": ["A2"], "white": ["A1"], "toPlay": "black"},
            {"color": "black", "location": "B1", "black": ["B1"], "gone": ["A1"], "captures": {"black": 1, "white": 0},
             "comment": "</script>"},
            {"color": "white", "location": "C3", "white": ["C3"]},
            {"parent": 1, "color": "white", "location": "D4", "white": ["D4"], "marker": "a", "variation": true},
        ],
    });
    assert_eq!(game(&sandbox(), "games.ishi"), expected);
}

#[test]
fn a_diagram_has_its_region_and_its_own_stones() {
    let nodes = game(&sandbox(), "games.ishi --event 2")["nodes"].take();
    let diagram = json!({
        "diagram": "Diagram A1 B2", "white": ["A1"], "region": {"from": "A1", "to": "B2"},
    });
    assert_eq!(nodes[2], diagram);
}

#[test]
fn a_place_is_chosen_as_for_show() {
    let sandbox = sandbox();
    for (arguments, start) in
        [("--move 1", 1), ("--move 0", 0), ("--variation 1", 3), ("--line 9", 1), ("--line 16", 1), ("--event 2", 0)]
    {
        assert_eq!(game(&sandbox, &format!("games.ishi {arguments}"))["start"], start, "{arguments}");
    }
    for (arguments, reason) in [
        ("--event 3", "there is no event 3; the file has 2 events"),
        ("--move 7", "there is no move 7 here"),
        ("--line 99", "there is no line 99"),
    ] {
        let Run { code, stderr, .. } = sandbox.ishi(&format!("player games.ishi {arguments}"));
        assert!(code == 2 && stderr.contains(reason), "{arguments}: {stderr}");
    }
}

#[test]
fn the_page_has_no_text_of_the_record_as_html() {
    let sandbox = sandbox();
    let Run { code, stdout: page, stderr } = sandbox.ishi("player games.ishi --guess");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(page.contains("<title>One &amp; &lt;Two&gt;</title>"), "{page:.2000}");
    assert!(page.contains("<ishi-player keys=\"page\" guess>") && page.contains("\\u003c/script>"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("<!--").count(), 0);
}

#[test]
fn other_formats_and_standard_input_are_read() {
    let sgf = "(;FF[4]GM[1]SZ[9]PB[Ada]PW[Ben]C[Hello.]LB[aa:x];B[cc];W[gg](;B[cg])(;B[gc]TR[gg]))";
    let sandbox = Sandbox::new([("game.sgf", sgf)]);
    let game = game(&sandbox, "game.sgf --move 2");
    assert_eq!((&game["title"], &game["size"], &game["start"]), (&json!("Ada – Ben"), &json!(9), &json!(2)));
    assert_eq!(game["nodes"].as_array().expect("nodes").len(), 5);
    assert_eq!(game["nodes"][0]["comment"], "Hello.");
    assert_eq!(game["nodes"][4]["marks"], json!([{"location": "G3", "kind": "triangle"}]));
    assert_eq!(game["nodes"][4]["parent"], 2);
    let run = sandbox.ishi_with("player - -o -", GAMES);
    assert!(run.code == 0 && run.stdout.starts_with("<!DOCTYPE html>"), "{run}");
}

#[test]
fn the_end_of_a_game_has_its_count() {
    let text = "BOARDSIZE 7\nKOMI 0.5\nRESULT B+0.5\nSETUP B C1 C2 C3 C4 C5 C6 C7 D6 W D7 E1 E2 E3 E4 E5 E6 E7 B6\n\
                B 1 PASS\nW 2 PASS\nUSER ishi\ndead B6\nENDUSER\n";
    let nodes = game(&Sandbox::new([("x.ishi", text)]), "x.ishi")["nodes"].take();
    assert_eq!(nodes[1], json!({"color": "black"}));
    let count = &nodes[2]["count"];
    assert_eq!(count["text"], "B+0.5 (Japanese, 1 dead)");
    let points = |kind: &str| count["ground"][kind].as_array().map(Vec::len);
    assert_eq!(["black", "white", "seki", "dame"].map(points), [Some(14), Some(14), Some(0), Some(5)]);
}

#[test]
fn what_has_no_board_is_not_played() {
    let sandbox = Sandbox::new([
        ("empty.ishi", "EVENT x\nBLACK Ada\n"),
        ("other.sgf", "(;GM[2]SZ[8];B[aa])"),
        ("text.txt", "Not a game.\n"),
    ]);
    for (file, reason) in [("empty.ishi", "no game to play"), ("other.sgf", "no game to play")] {
        let run = sandbox.ishi(&format!("player {file} -o x.html"));
        assert!(run.code == 1 && run.stderr.contains(reason) && !sandbox.path("x.html").exists(), "{file}: {run}");
    }
    assert_eq!(sandbox.ishi("player missing.ishi").code, 2);
    let run = sandbox.ishi("player empty.ishi -o x.html.gz");
    assert_ne!(run.code, 0, "{run}");
}

#[test]
fn a_game_without_an_end_is_refused() {
    use std::fmt::Write;
    let mut text = "EVENT Long\n".to_owned();
    for number in 1..=20_000 {
        let _ = writeln!(text, "{} {number} PASS", if number % 2 == 1 { "B" } else { "W" });
    }
    let run = Sandbox::new([("long.ishi", text)]).ishi("player long.ishi -o x.html");
    assert!(run.code == 2 && run.stderr.contains("more than 20000 moves and diagrams"), "{run}");
}

#[test]
fn the_script_of_the_element_is_written_alone() {
    let sandbox = sandbox();
    let run = sandbox.ishi("player --script ishi-player.js");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run}");
    let script = String::from_utf8(sandbox.read("ishi-player.js")).expect("UTF-8");
    assert!(script.contains("ishi-player") && sandbox.ishi("player games.ishi").stdout.contains(&script));
    assert_eq!(sandbox.ishi("player").code, 2);
    assert_eq!(sandbox.ishi("player games.ishi --script x.js").code, 2);
}
