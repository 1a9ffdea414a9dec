use expect_test::{Expect, expect};
use ishi_ide::ide::{ActionId, ActionKind, Analysis, Change};
use ishi_text::apply;

use crate::ide::fixture::{selection, snapshot};

/// Which changes are offered at the cursor, by name and title.
fn check(fixture: &str, expected: &Expect) {
    let (text, span) = selection(fixture);
    let list = Analysis::new(snapshot(&text)).actions(span, span, |kind| matches!(kind, ActionKind::Assist(_)));
    let show = |action: &ishi_ide::ide::Action| match &action.change {
        Change::Deferred(id) => format!("{id}: {}\n", action.title),
        Change::Edits(_) => panic!("an assist is worked out when it is chosen"),
    };
    expected.assert_eq(&list.iter().map(show).collect::<String>());
}

/// The record after one of the changes.
fn check_change(fixture: &str, name: &str, expected: &Expect) {
    let (text, span) = selection(fixture);
    let id = ActionId::Assist(name.parse().expect("the name of an assist"));
    expected.assert_eq(&match Analysis::new(snapshot(&text)).resolve(span, id) {
        None => "not offered".to_owned(),
        Some(Ok(edits)) => apply(&text, &edits),
        Some(Err(refusal)) => format!("refused: {refusal}"),
    });
}

const GAME: &str = "EVENT before\nB 1 A1\n\nEVENT game\nB 1 Q16\nW 2 D4\n\
                    MARK #1\n  VAR a\n  W 2 D16\n  MARK #1-2\n  B 3 C3\n  ENDVAR\n  VAR\n  W 1 C4\n  ENDVAR\nB 5 C17\n";

fn at(words: &str) -> String {
    GAME.replacen(words, &format!("{words}$0"), 1)
}

#[test]
fn at_a_move() {
    check(
        &at("W 2 D4"),
        &expect![[r#"
            demote: Make W 2 D4 a variation, and continue with variation a (W 2 D16)
            turn-rest: Turn the moves after W 2 D4 into a variation
            renumber-from-here: Renumber the moves after W 2 D4
            split-event: Start a new event at W 2 D4
        "#]],
    );
    check(
        &at("B 1 Q16"),
        &expect![[r#"
            turn-rest: Turn the moves after B 1 Q16 into a variation
            renumber-from-here: Renumber the moves after B 1 Q16
        "#]],
    );
    check(
        &at("B 5 C17"),
        &expect![[r#"
            split-event: Start a new event at B 5 C17
        "#]],
    );
}

#[test]
fn in_a_variation() {
    check(
        &at("MARK #1-2"),
        &expect![[r#"
            promote: Make variation a (W 2 D16) the main line
            variation-down: Move variation a (W 2 D16) after variation (W 1 C4)
            delete-variation: Delete variation a (W 2 D16)
            turn-rest: Turn the moves after W 2 D16 into a variation
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
fn what_does_not_begin_with_a_move_is_not_made_the_main_line() {
    check(
        "B 1 C3\nVAR$0\nDIAGRAM\nENDVAR\n",
        &expect![[r#"
        delete-variation: Delete variation
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
            insert-passes: Insert PASS for all missing moves
            merge-events: Merge with the previous event
            board-size-9: Change the board to 9x9
            board-size-13: Change the board to 13x13
            rotate-right: Rotate the board clockwise
            rotate-left: Rotate the board counterclockwise
            rotate-180: Rotate the board by 180°
            mirror-left-right: Mirror the board left to right
            mirror-top-bottom: Mirror the board top to bottom
            swap-colors: Swap the colors of the players
        "#]],
    );
    check("$0", &expect![[r#""#]]);
    check(
        "$0B 1 Q16\n  VAR\n  B 4 C3\n  ENDVAR\n",
        &expect![[r#"
            demote: Make B 1 Q16 a variation, and continue with variation (B 4 C3)
            renumber-going-on: Number each variation like the move it replaces
            renumber-from-one: Number each variation from 1
            rotate-right: Rotate the board clockwise
            rotate-left: Rotate the board counterclockwise
            rotate-180: Rotate the board by 180°
            mirror-left-right: Mirror the board left to right
            mirror-top-bottom: Mirror the board top to bottom
            swap-colors: Swap the colors of the players
        "#]],
    );
}

#[test]
fn equal_variations_do_not_change_places() {
    for (place, change) in [("$0W 2 D4\n", "demote"), ("VAR\n$0W 2 D4\n", "promote")] {
        let text = "EVENT x\nB 1 Q16\nW 2 D4\nVAR\nW 2 D4\nENDVAR\n".replacen(&place.replace("$0", ""), place, 1);
        check_change(&text, change, &expect!["refused: this would change nothing"]);
    }
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
    check_change(
        "EVENT before\nB 1 A1\nEVENT game\nB 1 Q16\n  VAR\n  B$0 1 Q3\n  ENDVAR\nENDVAR\nCOM\n",
        "promote",
        &expect!["refused: a block without an end begins in line 9: fix that first"],
    );
}

#[test]
fn at_a_remark_or_a_comment() {
    check(
        "B 1 Q16\nREMARK l$0ook\nW 2 D4\n",
        &expect![[r#"
            turn-rest: Turn the moves after B 1 Q16 into a variation
            remark-to-comment: Convert the remark to a comment
        "#]],
    );
    check(
        "B 1 Q16\nREMARK ishi: allow$0 missing-move\nW 2 D4\n",
        &expect![[r#"
            turn-rest: Turn the moves after B 1 Q16 into a variation
        "#]],
    );
    check(
        "B 1 Q16\nCOM\npro$0se\nENDCOM\n",
        &expect![[r#"
            comment-to-remark: Convert the comment to remarks
        "#]],
    );
    check_change(
        "B 1 Q16\nCOM\npro$0se\nENDCOM\n",
        "comment-to-remark",
        &expect![[r#"
        REMARK prose
        B 1 Q16
    "#]],
    );
}

#[test]
fn at_marks() {
    check(
        "B 1 Q16\nMARK a@$0D4 b@C3\n",
        &expect![[r#"
        labels-upper-case: Turn the labels into A, B, C, …
        labels-digits: Turn the labels into 1, 2, 3, …
    "#]],
    );
    check(
        "B 1 Q16\nMARK $0\\t@D4 #1\n",
        &expect![[r#"
        labels-lower-case: Turn the labels into a, b, c, …
        labels-upper-case: Turn the labels into A, B, C, …
        labels-digits: Turn the labels into 1, 2, 3, …
        labels-squares: Turn the labels into squares
    "#]],
    );
    check("B 1 Q16\nMARK #$01\n", &expect![[r#""#]]);
}

#[test]
fn around_lines() {
    check(
        "B 1 Q16\n$0Black slides\nand lives.\n$0W 2 D4\n",
        &expect![[r#"
            turn-rest: Turn the moves after B 1 Q16 into a variation
            comment: Wrap the lines in a comment
            user-data: Wrap the lines in a USER block
        "#]],
    );
    check_change(
        "B 1 Q16\n$0Black slides\nand lives.\n$0W 2 D4\n",
        "comment",
        &expect![[r#"
        B 1 Q16
        COM
        Black slides
        and lives.
        ENDCOM
        W 2 D4
    "#]],
    );
    check(
        "B 1 Q16\n$0B 1 D4\nW 2 C3\n$0W 2 D4\n",
        &expect![[r#"
            turn-rest: Turn the moves after B 1 D4 into a variation
            renumber-from-here: Renumber the moves after B 1 D4
            split-event: Start a new event at B 1 D4
            variation: Wrap the moves in a variation
        "#]],
    );
    check_change(
        "B 1 Q16\n$0B 1 D4\nW 2 C3\n$0W 2 D4\n",
        "variation",
        &expect![[r#"
        B 1 Q16
        VAR
          B 1 D4
          W 2 C3
        ENDVAR
        W 2 D4
    "#]],
    );
    check(
        "B 1 Q16\n$0COM\n$0prose\nENDCOM\n",
        &expect![[r#"
            comment-to-remark: Convert the comment to remarks
        "#]],
    );
}

#[test]
fn with_handicaps_gaps_and_prisoners() {
    check(
        "EVENT x$0\nHANDICAP 2\nW 1 C3\n",
        &expect![[r#"
            add-handicap: Set up the 2 handicap stones
            board-size-9: Change the board to 9x9
            board-size-13: Change the board to 13x13
            rotate-right: Rotate the board clockwise
            rotate-left: Rotate the board counterclockwise
            rotate-180: Rotate the board by 180°
            mirror-left-right: Mirror the board left to right
            mirror-top-bottom: Mirror the board top to bottom
            swap-colors: Swap the colors of the players
        "#]],
    );
    check(
        "EVENT x$0\nHANDICAP 2\nSETUP B Q16 D4\nW 1 C3\nB 4 R5\n",
        &expect![[r#"
            insert-passes: Insert PASS for all missing moves
            board-size-9: Change the board to 9x9
            board-size-13: Change the board to 13x13
            rotate-right: Rotate the board clockwise
            rotate-left: Rotate the board counterclockwise
            rotate-180: Rotate the board by 180°
            mirror-left-right: Mirror the board left to right
            mirror-top-bottom: Mirror the board top to bottom
            swap-colors: Swap the colors of the players
        "#]],
    );
    check(
        "BOARDSIZE 1$03\nB 1 B1\nW 2 A1\nB 3 A2\n",
        &expect![[r#"
            insert-prisoners: Insert all PRISONER lines (1)
            board-size-9: Change the board to 9x9
            board-size-19: Change the board to 19x19
            rotate-right: Rotate the board clockwise
            rotate-left: Rotate the board counterclockwise
            rotate-180: Rotate the board by 180°
            mirror-left-right: Mirror the board left to right
            mirror-top-bottom: Mirror the board top to bottom
            swap-colors: Swap the colors of the players
        "#]],
    );
    check(
        "B 1 B1\nW 2 A1\nB 3 A2\nPRISONER #$02\n",
        &expect![[r#"
            split-event: Start a new event at B 3 A2
            remove-prisoners: Remove the PRISONER lines that agree with the board
        "#]],
    );
}

#[test]
fn two_events_become_one() {
    let fixture = "EVENT one\nB 1 Q16\nEVENT$0 two\nSETUP B Q16\nW 2 D4\nMARK #2\nEVENT three\n";
    check_change(
        fixture,
        "merge-events",
        &expect![[r#"
        EVENT one
        B 1 Q16
        REMARK EVENT two
        W 2 D4
        MARK #2
        EVENT three
    "#]],
    );
    check_change(
        &fixture.replacen("B 1 Q16", "B 1 Q15", 1),
        "merge-events",
        &expect!["refused: the second event begins with another position than the first ends with, at Q15 for one"],
    );
    check_change(
        &at("EVENT game"),
        "merge-events",
        &expect!["refused: the second event begins with another position than the first ends with, at A1 for one"],
    );
    check_change(
        &at("W 2 D4"),
        "split-event",
        &expect!["refused: the MARK in line 7 names B 1 Q16, which could not be named there any more"],
    );
}

/// A change that would do harm is refused with what it would do, and one that can't be read is not repeated.
#[test]
fn what_does_harm_is_refused() {
    let turned = expect![[r#"
        SETUP B A2 W A1 D4
        B 1 B1
        PRISONER A1
        VAR
          B 1 B1
          PRISONER A1
          W 2 Q16
          B 3 Q4
        ENDVAR
    "#]];
    check_change("SETUP B A2 W A1 D4\nB 1 B1$0\nPRISONER A1\nW 2 Q16\nB 3 Q4\n", "turn-rest", &turned);
    check_change(
        "B 1 Q16\nW 2 Z99$0\nB 3 Q4\n",
        "turn-rest",
        &expect!["refused: the move in line 2 can't be read: fix that first"],
    );
    check_change(
        "B 5 Q16\nW 6 D4\nB 4 C3$0\nW 9 K10\n",
        "renumber-from-here",
        &expect!["refused: this would add an error: move number 5 is used twice; renumber the moves around it"],
    );
    check_change(
        "B 1 Q16\n  VAR\n  B$0 1 D4\n  W 2 C3\n  B 2 E5\n  ENDVAR\nW 2 Q3\n",
        "promote",
        &expect![[r#"
        B 1 D4
          VAR
          B 1 Q16
          W 2 Q3
          ENDVAR
        W 2 C3
        B 2 E5
    "#]],
    );
}

#[test]
fn headers_are_sorted_only_where_that_changes_something() {
    let offered = |text: &str| {
        let start = ishi_text::Span::empty(0);
        let list = Analysis::new(snapshot(text)).actions(start, start, |kind| kind == ActionKind::OrganizeHeaders);
        list.len()
    };
    assert_eq!(offered("EVENT x\nWHITE Ben\nBLACK Ada\nB 1 Q16\n"), 1);
    assert_eq!(
        offered("EVENT x\nWHITE Ben\nBlack is strong here, he said\nand White too: prose\nBLACK Ada\nB 1 Q16\n"),
        0
    );
    assert_eq!(offered("EVENT x\nKOMI 5\nBOARDSIZE x\nBLACK Ada\nCOM\nno end\nB 1 Q16\n"), 0);
}

#[test]
fn groups_are_marked_as_dead_and_alive() {
    let game = "BOARDSIZE 7\nSETUP B C1 C2 C3 C4 W E1 E2 E3 B6$0\nB 1 PASS\nW 2 PASS\n";
    check_change(
        game,
        "toggle-dead",
        &expect![[r#"
            BOARDSIZE 7
            SETUP B C1 C2 C3 C4 W E1 E2 E3 B6
            B 1 PASS
            W 2 PASS
            USER ishi
            dead B6
            ENDUSER
        "#]],
    );
    let dead = "BOARDSIZE 7\nSETUP B C1 C2 C3$0 C4 W E1 E2 E3 B6\nB 1 PASS\nW 2 PASS\nUSER ishi\ndead B6\nENDUSER\n";
    check_change(
        dead,
        "toggle-dead",
        &expect![[r#"
            BOARDSIZE 7
            SETUP B C1 C2 C3 C4 W E1 E2 E3 B6
            B 1 PASS
            W 2 PASS
            USER ishi
            dead B6 C3
            ENDUSER
        "#]],
    );
    check_change(
        &dead.replace("$0", "").replace("B6\nB", "B6$0\nB"),
        "toggle-dead",
        &expect![[r#"
            BOARDSIZE 7
            SETUP B C1 C2 C3 C4 W E1 E2 E3 B6
            B 1 PASS
            W 2 PASS
            USER ishi
            dead
            ENDUSER
        "#]],
    );
    check_change(&game.replace("W 2 PASS\n", ""), "toggle-dead", &expect!["not offered"]);
}
