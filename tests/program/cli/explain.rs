use expect_test::{expect, expect_file};

use crate::cli::sandbox::Sandbox;

#[test]
fn one_rule() {
    let run = Sandbox::empty().ishi("explain missing-move");
    assert_eq!(run.code, 0);
    expect![[r#"
        missing-move (warning by default): a gap in the move numbers of a sequence

        Probably a move was forgotten. A player who played elsewhere is recorded with
        PASS. A number that comes later in the sequence is not missing but out of
        sequence.

        Source:  Standard 6
        Fix:     renumber from here, or insert PASS for each missing move (`--fix --unsafe-fixes`, or a quick fix in an editor)

        Before:
            B 1 Q16
            B 3 D4

        After:
            B 1 Q16
            W 2 PASS
            B 3 D4
    "#]].assert_eq(&run.stdout);
}

#[test]
fn line_ends_are_made_visible_where_they_are_the_point() {
    let run = Sandbox::empty().ishi("explain line-ending");
    assert!(run.stdout.contains("B 1 Q16␍␊\n"), "{run}");
}

#[test]
fn every_rule_is_listed_and_explained() {
    let sandbox = Sandbox::empty();
    let rules: serde_json::Value = serde_json::from_str(&sandbox.ishi("explain --format json").stdout).unwrap();
    let table = sandbox.ishi("explain").stdout;
    for rule in rules.as_array().unwrap() {
        let code = rule["code"].as_str().unwrap();
        assert!(table.lines().any(|line| line.trim_start().starts_with(code)), "{code}");
        let one = sandbox.ishi(&format!("explain {code} --format json"));
        assert_eq!(&serde_json::from_str::<serde_json::Value>(&one.stdout).unwrap(), rule);
    }
    assert!(rules.as_array().unwrap().len() > 30);
}

#[test]
fn an_unknown_code_names_the_nearest() {
    let run = Sandbox::empty().ishi("explain mising-moves");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("missing-move"), "{run}");
}

/// `scripts/generate` writes it.
#[test]
fn the_page_in_the_documentation_is_up_to_date() {
    expect_file!["../../../docs/diagnostics.md"].assert_eq(&Sandbox::empty().ishi("explain --format markdown").stdout);
}
