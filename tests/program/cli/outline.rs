use expect_test::expect;

use crate::cli::sandbox::Sandbox;

const RECORD: &str = "REMARK the first\nEVENT A title\nBLACK Ada\nWHITE Ben\nSETUP B A1\n\nW 1 B1\nB 2 Q16\nW 3 A2\n\
                      B 4 Q4\n\
    COM On the \\t stone\nprose\nENDCOM\nVAR a\n  B 4 D4\n  DIAGRAM A1 J9\nENDVAR\nW 5 D16\nB 6 pass\nW 7\n\
    EVENT\nB 1 C3\nW 2 R16\nB 3 R4\nB 3 K10\nB B9\n";

#[test]
fn a_tree_with_line_numbers() {
    let run = Sandbox::new([("a.ishi", RECORD)]).ishi("outline a.ishi");
    expect![[r#"
        exit 0
        --- stdout
         2  A title  Ada – Ben
         5    Setup  1 stone
         7    1–2  W B1, B Q16
         9    W 3 A2  ×1
        10    B 4 Q4  On the ▲ stone
        14      Variation a  1 move
        15        B 4 D4
        16        Diagram A1 J9
        18    5–7  W D16 … W ?
        21  Event
        22    1–3  B C3 … B R4
        25    B 3 K10
        26    B ? B9
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn the_same_for_a_program() {
    let record = "EVENT A title\nW 1 B1\nCOM Quiet\nENDCOM\nVAR a\nW 1 pass\nENDVAR\nB 2\n";
    let run = Sandbox::new([("a.ishi", record)]).ishi("outline --format json a.ishi");
    expect![[r#"
        exit 0
        --- stdout
        {
          "file": "a.ishi",
          "events": [
            {
              "kind": "event",
              "name": "A title",
              "detail": "",
              "line": 1,
              "endLine": 8,
              "children": [
                {
                  "kind": "move",
                  "name": "W 1 B1",
                  "detail": "Quiet",
                  "line": 2,
                  "endLine": 7,
                  "number": 1,
                  "color": "W",
                  "location": "B1",
                  "captured": 0,
                  "died": 0,
                  "ko": false,
                  "atari": false,
                  "children": [
                    {
                      "kind": "variation",
                      "name": "Variation a",
                      "detail": "1 move",
                      "line": 5,
                      "endLine": 7,
                      "children": [
                        {
                          "kind": "move",
                          "name": "W 1 pass",
                          "detail": "",
                          "line": 6,
                          "endLine": 6,
                          "number": 1,
                          "color": "W",
                          "location": "pass",
                          "captured": 0,
                          "died": 0,
                          "ko": false,
                          "atari": false,
                          "children": []
                        }
                      ]
                    }
                  ]
                },
                {
                  "kind": "move",
                  "name": "B 2 ?",
                  "detail": "",
                  "line": 8,
                  "endLine": 8,
                  "number": 2,
                  "color": "B",
                  "location": null,
                  "captured": 0,
                  "died": 0,
                  "ko": false,
                  "atari": false,
                  "children": []
                }
              ]
            }
          ]
        }
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn markers_are_no_title() {
    let record = "B 1 Q16\nCOM \\D \\c\nBlack 1 is the best\nENDCOM\nW 2 D4\nCOM A \\t title \\x\nENDCOM\nB 3 D16\n\
                  COM \\s\nENDCOM\n";
    let run = Sandbox::empty().ishi_with("outline -", record);
    expect![[r#"
        exit 0
        --- stdout
         1  Event
         1    B 1 Q16  Black 1 is the best
         5    W 2 D4  A ▲ title \x
         8    B 3 D16  □
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn standard_input_and_other_encodings_are_read() {
    let sandbox = Sandbox::empty();
    let run = sandbox.ishi_with("outline -", b"EVENT Caf\xe9\r\nB 1 Q16\r\n");
    expect![[r#"
        exit 0
        --- stdout
        1  Café
        2    B 1 Q16
        --- stderr
        1 file was read as windows-1252, detected by content; `--encoding` names another encoding.
    "#]]
    .assert_eq(&run.to_string());
    let run = sandbox.ishi_with("outline --format json -", b"");
    expect![[r#"
        exit 0
        --- stdout
        {
          "file": "<stdin>",
          "events": []
        }
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn exit_codes() {
    for (arguments, code) in [
        ("a.ishi", 0),
        ("--format json a.ishi", 0),
        ("empty.ishi", 0),
        ("missing.ishi", 2),
        (".", 2),
        ("", 2),
        ("a.ishi empty.ishi", 2),
        ("--format xml a.ishi", 2),
    ] {
        let run = Sandbox::new([("a.ishi", RECORD), ("empty.ishi", "")]).ishi(&format!("outline {arguments}"));
        assert_eq!(run.code, code, "ishi outline {arguments}\n{run}");
        assert!(code == 0 || run.stdout.is_empty() && !run.stderr.is_empty(), "ishi outline {arguments}\n{run}");
    }
}

/// An outline of a terminal has dim numbers, and no record can send commands to it.
#[test]
fn color_is_ours_only() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT \u{1b}[31m\u{202e}red\n")]);
    let plain = sandbox.ishi("outline a.ishi").stdout;
    expect![[r#"
        1  \u{1b}[31m\u{202e}red
    "#]]
    .assert_eq(&plain);
    assert!(sandbox.ishi("--color always outline a.ishi").stdout.starts_with("\u{1b}[2m1\u{1b}[0m  "));
}

/// The outline of a long file has every move, where an editor's leaves some out. Moves without variations are one line.
#[test]
fn nothing_is_left_out() {
    let long: Vec<String> = (1..=30_000).map(|number| format!("B {number} PASS\n")).collect();
    let run = Sandbox::empty().ishi_with("outline -", long.concat());
    assert_eq!(run.stdout, "    1  Event\n    1    1–30000  B pass … B pass\n");
}

/// Programs that read JSON no deeper than usual can read it.
#[test]
fn deep_nesting_is_bounded() {
    let deep = "B 1 Q16\nVAR\n".repeat(3000);
    let run = |format: &str| Sandbox::empty().ishi_with(&format!("outline --format {format} -"), &deep);
    assert_eq!(run("text").stdout.lines().count(), 60);
    serde_json::from_str::<serde_json::Value>(&run("json").stdout).expect("less deep than 128 levels");
}

/// The lines are those of the SGF file.
#[test]
fn a_game_in_sgf_is_listed() {
    let sandbox = Sandbox::new([("a.sgf", "(;SZ[9]GN[Final]\n\n;B[cc]C[one]\n(;W[bb])\n(;W[dd]))")]);
    let run = sandbox.ishi("outline a.sgf");
    assert_eq!(run.code, 0);
    expect![[r#"
        1  Final
        3    B 1 C7  one
        4    W 2 B8
        5      Variation  1 move
        5        W 2 D6
    "#]]
    .assert_eq(&run.stdout);
}
