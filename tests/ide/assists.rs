use expect_test::{Expect, expect};
use ishi::ide::{ActionKind, Change, actions, change};
use ishi::text::apply;

use crate::fixture::{selection, snapshot};

/// Which changes are offered at the cursor, by name and title.
fn check(fixture: &str, expected: &Expect) {
    let (text, span) = selection(fixture);
    let list = actions(&snapshot(&text), span, span, |kind| matches!(kind, ActionKind::Assist(_)));
    let show = |action: &ishi::ide::Action| match action.change {
        Change::Named(name) => format!("{name}: {}\n", action.title),
        Change::Edits(_) => panic!("an assist is worked out when it is chosen"),
    };
    expected.assert_eq(&list.iter().map(show).collect::<String>());
}

/// The record after one of the changes.
fn check_change(fixture: &str, name: &str, expected: &Expect) {
    let (text, span) = selection(fixture);
    expected.assert_eq(&match change(&snapshot(&text), span, name) {
        None => "not offered".to_owned(),
        Some(Ok(edits)) => apply(&text, &edits),
        Some(Err(refusal)) => format!("refused: {refusal}"),
    });
}

const GAME: &str = "EVENT before\nB 1 A1\n\nEVENT game\nB 1 Q16\nW 2 D4\nMARK #1\n  VAR a\n  W 2 D16\n  MARK #1-2\n  B 3 C3\n  ENDVAR\n  VAR\n  W 1 C4\n  ENDVAR\nB 5 C17\n";

fn at(words: &str) -> String {
    GAME.replacen(words, &format!("{words}$0"), 1)
}

#[test]
fn at_a_move() {
    check(
        &at("W 2 D4"),
        &expect![[r#"
        demote: Make W 2 D4 a variation, and variation a (W 2 D16) the line that goes on
        turn-rest: Turn what follows W 2 D4 into a variation
        renumber-from-here: Renumber the moves that follow W 2 D4
    "#]],
    );
    check(
        &at("B 1 Q16"),
        &expect![[r#"
        turn-rest: Turn what follows B 1 Q16 into a variation
        renumber-from-here: Renumber the moves that follow B 1 Q16
    "#]],
    );
    check(&at("B 5 C17"), &expect![[r#""#]]);
}

#[test]
fn in_a_variation() {
    check(
        &at("MARK #1-2"),
        &expect![[r#"
        promote: Make variation a (W 2 D16) the main line
        variation-down: Move variation a (W 2 D16) behind variation (W 1 C4)
        delete-variation: Delete variation a (W 2 D16)
        turn-rest: Turn what follows W 2 D16 into a variation
    "#]],
    );
    check(
        &at("  VAR\n"),
        &expect![[r#"
        promote: Make variation (W 1 C4) the main line
        variation-up: Move variation (W 1 C4) before variation a (W 2 D16)
        delete-variation: Delete variation (W 1 C4)
    "#]],
    );
    check(
        &at("W 1 C4"),
        &expect![[r#"
        promote: Make variation (W 1 C4) the main line
        variation-up: Move variation (W 1 C4) before variation a (W 2 D16)
        delete-variation: Delete variation (W 1 C4)
    "#]],
    );
}

#[test]
fn at_the_head_of_an_event() {
    check(
        &at("EVENT game"),
        &expect![[r#"
        renumber-going-on: Number each variation like the move it replaces
        renumber-from-one: Number each variation from 1
    "#]],
    );
    check("$0", &expect![[r#""#]]);
    check(
        "$0B 1 Q16\n  VAR\n  B 4 C3\n  ENDVAR\n",
        &expect![[r#"
        demote: Make B 1 Q16 a variation, and variation (B 4 C3) the line that goes on
        renumber-going-on: Number each variation like the move it replaces
        renumber-from-one: Number each variation from 1
    "#]],
    );
}

#[test]
fn a_change_is_made_in_the_place_of_its_event() {
    check_change(
        &at("W 2 D16"),
        "promote",
        &expect![[r#"
        EVENT before
        B 1 A1

        EVENT game
        B 1 Q16
        W 2 D16
        MARK #1-2
          VAR a
          W 2 D4
          MARK #1
          B 5 C17
          ENDVAR
          VAR
          W 1 C4
          ENDVAR
        B 3 C3
    "#]],
    );
    check_change(&at("B 5 C17"), "promote", &expect!["not offered"]);
    check_change(&at("W 1 C4"), "no such thing", &expect!["not offered"]);
    check_change(
        "EVENT before\nB 1 A1\nEVENT game\nB 1 Q16\n  VAR\n  B$0 1 Q3\n  ENDVAR\nENDVAR\nCOM\n",
        "promote",
        &expect!["refused: a block without an end begins in line 9: mend that first"],
    );
}
