//! The forms of a report.

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::cli::sandbox::Sandbox;

fn sandbox() -> Sandbox {
    Sandbox::new([
        ("100% é, a:b.ishi", "EVENT\nMARKK é a@Q16\nB 1 Q16\n"),
        ("clean.ishi", "EVENT\nB 1 Q16\n"),
        ("far.ishi", "EVENT\nB 1 Q16\nCOM\n1\n2\n3\n4\n5\nENDCOM\nB 1 D4\n\u{1a}"),
        ("near.ishi", "EVENT\nB 1 Q16\n\nB 1 D4\n"),
    ])
}

fn shows(format: &str, expected: &Expect) {
    let run = sandbox().ishi(&format!("check --format {format}"));
    assert_eq!(run.code, 1);
    expected.assert_eq(&run.to_string());
}

#[test]
fn full() {
    shows(
        "full",
        &expect![[r#"
            exit 1
            --- stdout
            error[unknown-keyword]: unknown keyword `MARKK`, read as `MARK`
             --> 100% é, a:b.ishi:2:1
              |
            2 | MARKK é a@Q16
              | ^^^^^
              |
              = help: change to MARK (`--fix --unsafe-fixes` does this)
              = help: make it a REMARK

            warning[invalid-character]: `é` (U+00E9) is outside the Standard's ASCII, and readers may ignore it
             --> 100% é, a:b.ishi:2:7
              |
            2 | MARKK é a@Q16
              |       ^
              |
              = help: write `e` instead (`--fix --unsafe-fixes` does this)

            error[duplicate-move]: move number 1 is used twice; number this move 2
              --> far.ishi:10:3
               |
            10 | B 1 D4
               |   ^
               |
              ::: far.ishi:2:3
               |
             2 | B 1 Q16
               |   - the first move 1
               |
               = help: renumber from here: 2, … (`--fix --unsafe-fixes` does this)

            warning[invalid-character]: Ctrl-Z, with which DOS ended a file; readers of today ignore it
              --> far.ishi:11:1
               |
            11 | ␚
               | ^
               |
               = help: end the file before Ctrl-Z (`--fix` does this)

            error[duplicate-move]: move number 1 is used twice; number this move 2
             --> near.ishi:4:3
              |
            2 | B 1 Q16
              |   - the first move 1
            3 |
            4 | B 1 D4
              |   ^
              |
              = help: renumber from here: 2, … (`--fix --unsafe-fixes` does this)

            --- stderr
            Found 3 errors and 2 warnings in 3 files (4 checked). 1 can be fixed with `--fix`, 4 more with `--fix --unsafe-fixes`.
        "#]],
    );
}

#[test]
fn short() {
    shows(
        "short",
        &expect![[r#"
            exit 1
            --- stdout
            100% é, a:b.ishi:2:1: error[unknown-keyword]: unknown keyword `MARKK`, read as `MARK`
            100% é, a:b.ishi:2:7: warning[invalid-character]: `é` (U+00E9) is outside the Standard's ASCII, and readers may ignore it
            far.ishi:10:3: error[duplicate-move]: move number 1 is used twice; number this move 2
            far.ishi:11:1: warning[invalid-character]: Ctrl-Z, with which DOS ended a file; readers of today ignore it
            near.ishi:4:3: error[duplicate-move]: move number 1 is used twice; number this move 2
            --- stderr
            Found 3 errors and 2 warnings in 3 files (4 checked). 1 can be fixed with `--fix`, 4 more with `--fix --unsafe-fixes`.
        "#]],
    );
}

#[test]
fn jsonl() {
    shows(
        "jsonl",
        &expect![[r#"
            exit 1
            --- stdout
            {"file":"100% é, a:b.ishi","line":2,"column":1,"endLine":2,"endColumn":6,"code":"unknown-keyword","severity":"error","message":"unknown keyword `MARKK`, read as `MARK`","fix":"suggested","related":[],"fixes":[{"title":"change to MARK","kind":"suggested","edits":[{"line":2,"column":1,"endLine":2,"endColumn":6,"text":"MARK"}]},{"title":"make it a REMARK","kind":"suggested","edits":[{"line":2,"column":1,"endLine":2,"endColumn":1,"text":"REMARK "}]}]}
            {"file":"100% é, a:b.ishi","line":2,"column":7,"endLine":2,"endColumn":8,"code":"invalid-character","severity":"warning","message":"`é` (U+00E9) is outside the Standard's ASCII, and readers may ignore it","fix":"suggested","related":[],"fixes":[{"title":"write `e` instead","kind":"suggested","edits":[{"line":2,"column":7,"endLine":2,"endColumn":8,"text":"e"}]}]}
            {"file":"far.ishi","line":10,"column":3,"endLine":10,"endColumn":4,"code":"duplicate-move","severity":"error","message":"move number 1 is used twice; number this move 2","fix":"suggested","related":[{"file":"far.ishi","line":2,"column":3,"message":"the first move 1"}],"fixes":[{"title":"renumber from here: 2, …","kind":"suggested","edits":[{"line":10,"column":3,"endLine":10,"endColumn":4,"text":"2"}]}]}
            {"file":"far.ishi","line":11,"column":1,"endLine":11,"endColumn":2,"code":"invalid-character","severity":"warning","message":"Ctrl-Z, with which DOS ended a file; readers of today ignore it","fix":"auto","related":[],"fixes":[{"title":"end the file before Ctrl-Z","kind":"auto","edits":[{"line":11,"column":1,"endLine":11,"endColumn":2,"text":""}]}]}
            {"file":"near.ishi","line":4,"column":3,"endLine":4,"endColumn":4,"code":"duplicate-move","severity":"error","message":"move number 1 is used twice; number this move 2","fix":"suggested","related":[{"file":"near.ishi","line":2,"column":3,"message":"the first move 1"}],"fixes":[{"title":"renumber from here: 2, …","kind":"suggested","edits":[{"line":4,"column":3,"endLine":4,"endColumn":4,"text":"2"}]}]}
        "#]],
    );
}

#[test]
fn github() {
    shows(
        "github",
        &expect![[r#"
            exit 1
            --- stdout
            ::error title=ishi (unknown-keyword),file=100%25 é%2C a%3Ab.ishi,line=2,endLine=2,col=1,endColumn=6::unknown keyword `MARKK`, read as `MARK`
            ::warning title=ishi (invalid-character),file=100%25 é%2C a%3Ab.ishi,line=2,endLine=2,col=7,endColumn=8::`é` (U+00E9) is outside the Standard's ASCII, and readers may ignore it
            ::error title=ishi (duplicate-move),file=far.ishi,line=10,endLine=10,col=3,endColumn=4::move number 1 is used twice; number this move 2
            ::warning title=ishi (invalid-character),file=far.ishi,line=11,endLine=11,col=1,endColumn=2::Ctrl-Z, with which DOS ended a file; readers of today ignore it
            ::error title=ishi (duplicate-move),file=near.ishi,line=4,endLine=4,col=3,endColumn=4::move number 1 is used twice; number this move 2
        "#]],
    );
}

#[test]
fn sarif() {
    let mut schema: Value = serde_json::from_str(include_str!("../../fixtures/sarif-2.1.0.schema.json")).unwrap();
    // Its pattern has a bracket too many, which only lenient readers of regular expressions accept.
    for holder in ["run", "toolComponent"] {
        schema["definitions"][holder]["properties"]["language"].as_object_mut().unwrap().remove("pattern");
    }
    let schema = jsonschema::validator_for(&schema).unwrap();
    let valid = |arguments: &str| -> Value {
        let run = sandbox().ishi(&format!("check --format sarif {arguments}"));
        let log: Value = serde_json::from_str(&run.stdout).unwrap();
        let errors: Vec<String> = schema.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{arguments}");
        log
    };

    assert_eq!(valid("clean.ishi")["runs"][0]["results"], Value::Array(Vec::new()));
    let log = valid("--show hint --severity duplicate-move=hint,unknown-keyword=info . missing.ishi");
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    for result in results {
        let rule = &run["tool"]["driver"]["rules"][usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    // The index is compared above, and each new rule may change it.
    let mut last = results.last().unwrap().clone();
    last.as_object_mut().unwrap().remove("ruleIndex");
    expect![[r#"{"fixes":[{"artifactChanges":[{"artifactLocation":{"uri":"near.ishi"},"replacements":[{"deletedRegion":{"charLength":1,"charOffset":17},"insertedContent":{"text":"2"}}]}],"description":{"text":"renumber from here: 2, …"}}],"level":"note","locations":[{"physicalLocation":{"artifactLocation":{"uri":"near.ishi"},"region":{"endColumn":4,"endLine":4,"startColumn":3,"startLine":4}}}],"message":{"text":"move number 1 is used twice; number this move 2"},"relatedLocations":[{"message":{"text":"the first move 1"},"physicalLocation":{"artifactLocation":{"uri":"near.ishi"},"region":{"endColumn":4,"endLine":2,"startColumn":3,"startLine":2}}}],"ruleId":"duplicate-move"}"#]].assert_eq(&last.to_string());
    expect![[r#"[{"executionSuccessful":false,"toolExecutionNotifications":[{"level":"error","locations":[{"physicalLocation":{"artifactLocation":{"uri":"missing.ishi"}}}],"message":{"text":"No such file or directory (os error 2)"}}]}]"#]].assert_eq(&run["invocations"].to_string());
    let uri = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "100%25%20%C3%A9%2C%20a%3Ab.ishi");
}

#[test]
fn an_excerpt_of_an_endless_line_is_short_and_has_the_true_column() {
    let record = format!("EVENT {0}\nB 1 Q16\nMARK {0}I3 {0}\n", "Q16 ".repeat(50_000));
    let run = Sandbox::new([("a.ishi", record)]).ishi("check --select invalid-location,invalid-mark");
    assert!(run.stdout.contains("a.ishi:3:200006"), "{}", run.stdout.chars().take(500).collect::<String>());
    assert!(run.stdout.len() < 2000, "{}", run.stdout.len());
}

#[test]
fn control_characters_of_a_file_never_reach_the_terminal() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT\nMAR\u{1b}[31mK \u{9b}31mQ16\nKOMI \u{7}\u{9b}\u{202e}x\n")]);
    for format in ["full", "short"] {
        let run = sandbox.ishi(&format!("check --format {format}"));
        assert!(!run.stdout.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']), "{run}");
        assert!(!run.stdout.is_empty());
    }
}

#[test]
fn lines_of_json_carry_edits_and_files_that_cannot_be_read() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT\nMARKK Q16\n")]);
    let run = sandbox.ishi("check --format jsonl --ignore no-stone a.ishi missing.ishi");
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{run}");
    let edit = serde_json::json!({"line": 2, "column": 1, "endLine": 2, "endColumn": 6, "text": "MARK"});
    let fix = &lines[0]["fixes"][0];
    assert_eq!((&fix["kind"], &fix["edits"]), (&"suggested".into(), &Value::Array(vec![edit])), "{run}");
    let error = serde_json::json!({"file": "missing.ishi", "error": "No such file or directory (os error 2)"});
    assert_eq!(lines[1], error);
}
