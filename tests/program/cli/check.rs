use expect_test::expect;

use crate::cli::sandbox::Sandbox;

pub(crate) const CLEAN: &str = "EVENT\nB 1 Q16\nW 2 D4\n";
pub(crate) const WARNING: &str = "EVENT\nB 1 Q16\nB 3 D4\n";
pub(crate) const ERROR: &str = "EVENT\nB 1 Q16\nW 1 D4\n";

#[test]
fn exit_codes() {
    let sandbox = Sandbox::new([("clean.ishi", CLEAN), ("warning.ishi", WARNING), ("error.ishi", ERROR)]);
    for (arguments, code) in [
        ("clean.ishi", 0),
        ("warning.ishi", 0),
        ("--deny warnings clean.ishi", 0),
        ("--deny warnings warning.ishi", 1),
        ("error.ishi", 1),
        (".", 1),
        ("", 1),
        ("--ignore duplicate-move error.ishi", 0),
        ("--severity missing-move=error warning.ishi", 1),
        ("--severity missing-move=error,duplicate-move=off .", 1),
        ("--select missing-move error.ishi", 0),
        ("--statistics error.ishi", 1),
        ("--format sarif error.ishi", 1),
        ("--diff error.ishi", 1),
        ("missing.ishi", 2),
        ("missing.ishi error.ishi", 2),
        ("--config missing.toml clean.ishi", 2),
        ("--select no-such-code clean.ishi", 2),
        ("--severity missing-move=severe clean.ishi", 2),
        ("--severity missing-move clean.ishi", 2),
        ("--unsafe-fixes clean.ishi", 2),
        ("--format xml clean.ishi", 2),
        ("--format jsonl --statistics clean.ishi", 2),
        ("- clean.ishi", 2),
        ("--no-such-option", 2),
    ] {
        let run = sandbox.ishi(&format!("check {arguments}"));
        assert_eq!(run.code, code, "ishi check {arguments}\n{run}");
    }
}

#[test]
fn a_clean_folder_says_so_on_standard_error() {
    let run = Sandbox::new([("a.ishi", CLEAN), ("b.ishi", CLEAN)]).ishi("check");
    expect![[r#"
        exit 0
        --- stderr
        No problems found in 2 files.
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn a_folder_without_records_is_no_error() {
    let run = Sandbox::new([("readme.txt", "B 1 Q16\nB 1 Q16\n")]).ishi("check");
    expect![[r#"
        exit 0
        --- stderr
        warning: there are no records here
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn games_in_sgf_that_are_not_taken_are_named() {
    let sandbox = Sandbox::new([("a.sgf", "(;FF[4]GM[1])"), ("old/b.sgf", "(;FF[4]GM[1])"), ("readme.txt", "")]);
    let warning = |arguments: &str| {
        let run = sandbox.ishi(arguments);
        assert_eq!(run.code, 0, "{run}");
        run.stderr
    };
    let named = "warning: there are no records here, but 2 games, which `--sgf` takes\n";
    for arguments in ["check", "check .", "check --fix", "fmt"] {
        assert_eq!(warning(arguments), named, "{arguments}");
    }
    assert_eq!(warning("check --exclude old"), named.replace("2 games", "1 game"));
    assert_eq!(warning("check --exclude *.sgf"), "warning: there are no records here\n");
    assert!(!warning("check --sgf").contains("no records"));
    // Those of Go servers are only read.
    let sandbox = Sandbox::new([("a.gib", "\\HS\n\\HE\n\\GS\n\\GE\n")]);
    assert!(sandbox.ishi("check").stderr.contains("1 game"));
    assert!(!sandbox.ishi("fmt").stderr.contains("game"));
}

#[test]
fn a_shortened_code_is_recognized_in_the_error() {
    let sandbox = Sandbox::empty();
    for (short, meant) in [
        ("dupl-move", "duplicate-move"),
        ("dup-move", "duplicate-move"),
        ("same-color", "same-color-twice"),
        ("duplicate-mvoe", "duplicate-move"),
        ("sgf-lower", "sgf-lowercase"),
    ] {
        let run = sandbox.ishi(&format!("check --select {short}"));
        assert!(run.code == 2 && run.stderr.contains(&format!("'{meant}'")), "{short}: {run}");
    }
    assert!(!sandbox.ishi("check --select xyz").stderr.contains("similar"));
}

#[test]
fn selecting_turns_on_what_is_off() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT\nB 1 Q16\nB 2 D4\nW 2 D16\n")]);
    assert_eq!(sandbox.found(""), ["a.ishi:4:3 duplicate-move"]);
    let run = sandbox.ishi("check --format short --select same-color-twice");
    assert!(run.stdout.starts_with("a.ishi:3:1: warning[same-color-twice]: "), "{run}");
    assert_eq!(sandbox.found("--select same-color-twice,duplicate-move").len(), 2);
    assert_eq!(sandbox.found("--select same-color-twice,duplicate-move --ignore same-color-twice").len(), 1);
    assert_eq!(sandbox.found("--ignore DUPLICATE-MOVE"), [""; 0], "codes are known in any case");
}

#[test]
fn the_level_of_a_rule_can_be_changed() {
    let run = Sandbox::new([("a.ishi", ERROR)]).ishi("check --format short --show hint --severity duplicate-move=hint");
    assert!(run.stdout.starts_with("a.ishi:3:3: hint[duplicate-move]: "), "{run}");
    assert_eq!(run.code, 0);
}

#[test]
fn hints_are_shown_when_they_are_asked_for() {
    let text = "EVENT x\nB 1 Q16\nB 1 D4\nVAR\nENDVAR back\nRESULT B+R at 90\n";
    let severities = "--severity missing-move=warning,empty-variation=warning";
    let sandbox = Sandbox::new([("a.ishi", text), ("b.ishi", CLEAN)]);
    for format in ["full", "short", "jsonl", "sarif", "github"] {
        let shown = |arguments: &str| sandbox.ishi(&format!("check {severities} --format {format} {arguments}"));
        let has_hint = |arguments: &str| {
            // A log of SARIF begins with the rules.
            shown(arguments).stdout.split("\"results\"").last().unwrap().contains("ignored-data")
        };
        assert!(!has_hint("") && !has_hint("--show info") && !has_hint("--show error"), "{format}");
        assert!(has_hint("--show hint"), "{format}");
        assert!(has_hint("--severity ignored-data=info"), "{format}");
    }
    sandbox.write("ishi.toml", "[check]\nshow = 'hint'\n");
    assert!(sandbox.ishi("check --format short").stdout.contains("hint[ignored-data]"));
    assert!(!sandbox.ishi("check --format short --show info").stdout.contains("hint[ignored-data]"));
    let run = sandbox.ishi("check --ignore misplaced-header --show error");
    expect![[r#"
        Found 1 error in 1 file (2 checked). Not shown: 1 warning, 1 for information and 1 hint (`--show hint`). 1 can be fixed with `--fix --unsafe-fixes`.
    "#]].assert_eq(&run.stderr);
    assert_eq!(sandbox.ishi("check --show error --deny warnings --ignore duplicate-move").code, 1);
    assert_eq!(sandbox.ishi("check --show loud").code, 2);
}

#[test]
fn an_unknown_code_is_answered_with_the_nearest() {
    let run = Sandbox::empty().ishi("check --select duplicate-mov");
    expect![[r#"
        exit 2
        --- stderr
        error: invalid value 'duplicate-mov' for '--select <CODE>'

          tip: a similar value exists: 'duplicate-move'

        For more information, try '--help'.
    "#]]
    .assert_eq(&run.to_string());
    let run = Sandbox::empty().ishi("check --severity duplicate-mov=off");
    expect![[r#"
        exit 2
        --- stderr
        error: invalid value 'duplicate-mov=off' for '--severity <CODE=LEVEL>': unknown code `duplicate-mov`: did you mean `duplicate-move`?

        For more information, try '--help'.
    "#]].assert_eq(&run.to_string());
}

#[test]
fn statistics_count_each_rule() {
    let sandbox = Sandbox::new([("a.ishi", ERROR), ("b.ishi", "EVENT\nB 1 Q16\nB 1 D4\nB 4 C3\n")]);
    expect![[r#"
        exit 1
        --- stdout
        2  error    duplicate-move  a move number that this sequence has already used
        1  warning  missing-move    a gap in the move numbers of a sequence
        --- stderr
        Found 2 errors and 1 warning in 2 files. 3 can be fixed with `--fix --unsafe-fixes`.
    "#]]
    .assert_eq(&sandbox.ishi("check --statistics").to_string());
}

#[test]
fn standard_input_is_checked_under_a_name() {
    let sandbox = Sandbox::empty();
    for (arguments, name) in [("-", "<stdin>"), ("- --stdin-filename games/a.ishi", "games/a.ishi")] {
        let run = sandbox.ishi_with(&format!("check --format jsonl {arguments}"), ERROR);
        assert_eq!(run.found(), [format!("{name}:3:3 duplicate-move")]);
        assert_eq!(run.code, 1);
    }
}

#[test]
fn a_label_that_is_not_ascii_is_not_called_a_missing_one() {
    let sandbox = Sandbox::new([("labels.ishi", "EVENT\nB 1 Q16\nMARK \u{9ed2}@Q16 @Q16\n")]);
    let run = sandbox.ishi("check --isolated --select invalid-mark --format short labels.ishi");
    assert_eq!(run.stdout.matches("has no ASCII character before the @").count(), 2, "{run}");
}

#[test]
fn columns_count_characters_and_lines_end_with_cr_lf_or_both() {
    let sandbox = Sandbox::new([
        ("lf.ishi", "EVENT\nB 1 Q16\nMARK é@Q16 I3\n"),
        ("cr.ishi", "EVENT\rB 1 Q16\rMARK Q16 I3\r"),
        ("crlf.ishi", "EVENT\r\nB 1 Q16\r\nMARK Q16 I3\r\n"),
        ("vt.ishi", "EVENT\nB 1 Q16\nCOM\nx\u{b}\u{2028}\u{85}y\nENDCOM\nMARK Q16 I3\n"),
    ]);
    let found = sandbox.found("--select invalid-mark,invalid-location .");
    expect![[r#"
        cr.ishi:3:10 invalid-location
        crlf.ishi:3:10 invalid-location
        lf.ishi:3:6 invalid-mark
        lf.ishi:3:12 invalid-location
        vt.ishi:6:10 invalid-location"#]]
    .assert_eq(&found.join("\n"));
}
