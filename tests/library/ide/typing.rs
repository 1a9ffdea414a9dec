//! Tests of edits that an editor makes while the user types.

use expect_test::{Expect, expect};
use ishi_ide::ide::typing;
use ishi_text::apply;

use crate::ide::fixture::{cursor, snapshot};

fn typed(fixture: &str, character: &str) -> Option<String> {
    let (text, offset) = cursor(fixture);
    let edits = typing(&snapshot(&text), offset, character);
    (!edits.is_empty()).then(|| apply(&text, &edits))
}

fn check_harmless(fixture: &str, character: &str) {
    assert_eq!(typed(fixture, character), None, "{fixture:?} and {character:?}");
}

#[test]
fn bare_locations_become_moves() {
    for (fixture, expected) in [
        ("B 1 Q16\nd4\n$0", "B 1 Q16\nW 2 D4\n"),
        ("d4\n$0", "B 1 D4\n"),
        ("EVENT x\nSETUP B D4 Q16\nq4\n$0", "EVENT x\nSETUP B D4 Q16\nW 1 Q4\n"),
        ("SETUP B D4 W Q16\nq4\n$0", "SETUP B D4 W Q16\nB 1 Q4\n"),
        ("b 1 q16\nD4\n$0", "b 1 q16\nw 2 d4\n"),
        ("B 1 Q16\npass\n$0", "B 1 Q16\nW 2 PASS\n"),
        ("B 1 Q16\n  q4\td4 pass \n  $0\n", "B 1 Q16\n  W 2 Q4\n  B 3 D4\n  W 4 PASS \n  \n"),
        ("B 1 Q16\r\nd4 q4\r\n$0\r\n", "B 1 Q16\r\nW 2 D4\r\nB 3 Q4\r\n\r\n"),
        // What was missed before is written too, up to the next line of another kind.
        ("B 1 Q16\nd4\nq4\nd16\n$0", "B 1 Q16\nW 2 D4\nB 3 Q4\nW 4 D16\n"),
        ("B 1 Q16\nd4\n\nq4\n$0", "B 1 Q16\nd4\n\nB 3 Q4\n"),
        ("B 1 Q16\nMARK Q16\nd4\n$0", "B 1 Q16\nMARK Q16\nW 2 D4\n"),
        ("B 1 Q16\nCOM\nd4\nENDCOM\nd4\n$0", "B 1 Q16\nCOM\nd4\nENDCOM\nW 2 D4\n"),
        ("B 1 Q16\nDIAGRAM\nd4\n$0", "B 1 Q16\nDIAGRAM\nW 2 D4\n"),
        ("B 7 Q16\nVAR\n  d4\n  $0", "B 7 Q16\nVAR\n  B 7 D4\n  "),
        ("B 7 Q16\nVAR\n  B 7 C3\n  d4\n$0\nENDVAR\nW 8 D4\n", "B 7 Q16\nVAR\n  B 7 C3\n  W 8 D4\n\nENDVAR\nW 8 D4\n"),
        (
            "B 7 Q16\nVAR\nB 7 D4\nENDVAR\nc3\n$0\nEVENT two\nB 1 C3\n",
            "B 7 Q16\nVAR\nB 7 D4\nENDVAR\nW 8 C3\n\nEVENT two\nB 1 C3\n",
        ),
        // The number is free.
        ("B 1 Q16\nd4\n$0\nB 3 C3\n", "B 1 Q16\nW 2 D4\n\nB 3 C3\n"),
    ] {
        assert_eq!(typed(fixture, "\n").as_deref(), Some(expected), "{fixture:?}");
    }
}

#[test]
fn a_variation_in_the_middle_of_a_game_is_written_while_its_end_is_missing() {
    for (fixture, expected) in [
        // The main line goes on with numbers that the variation has, too.
        (
            "B 1 Q16\nW 2 D4\nVAR\no3\no2\nn3\n$0\nB 3 Q3\nW 4 D16\n",
            "B 1 Q16\nW 2 D4\nVAR\nW 2 O3\nB 3 O2\nW 4 N3\n\nB 3 Q3\nW 4 D16\n",
        ),
        ("B 1 Q16\nVAR\no3 o2\nn3\n$0W 2 D4\n", "B 1 Q16\nVAR\nB 1 O3\nW 2 O2\nB 3 N3\nW 2 D4\n"),
        // The next line is another variation on the same move.
        (
            "B 1 Q16\nVAR\n  o3\n  o2\n  $0\nVAR\n  B 1 C3\nENDVAR\nW 2 D4\n",
            "B 1 Q16\nVAR\n  B 1 O3\n  W 2 O2\n  \nVAR\n  B 1 C3\nENDVAR\nW 2 D4\n",
        ),
        // The end that is missing may be that of the variation around it.
        (
            "B 1 Q16\nVAR\n  B 1 C3\n  VAR\n    o3\n    o2\n    $0\n  W 2 D4\nENDVAR\nW 2 E5\n",
            "B 1 Q16\nVAR\n  B 1 C3\n  VAR\n    B 1 O3\n    W 2 O2\n    \n  W 2 D4\nENDVAR\nW 2 E5\n",
        ),
        // Lines for which no answer came in time are not only those directly above.
        (
            "B 1 Q16\nVAR\n  o3\n  COM\n  why\n  ENDCOM\n  o2\n  $0\nW 2 D4\n",
            "B 1 Q16\nVAR\n  B 1 O3\n  COM\n  why\n  ENDCOM\n  W 2 O2\n  \nW 2 D4\n",
        ),
        ("c3\nB 2 Q16\nd4\n$0", "B 1 C3\nB 2 Q16\nW 3 D4\n"),
        // The line after ENDVAR catches up, too.
        ("B 1 Q16\nVAR\n  o3\n  o2\nENDVAR\n$0\nW 2 D4\n", "B 1 Q16\nVAR\n  B 1 O3\n  W 2 O2\nENDVAR\n\nW 2 D4\n"),
    ] {
        assert_eq!(typed(fixture, "\n").as_deref(), Some(expected), "{fixture:?}");
    }
    // ENDVAR itself writes what was left.
    for (fixture, expected) in [
        ("B 1 Q16\nVAR\n  o3\n  o2\n  ENDVAR$0\nW 2 D4\n", "B 1 Q16\nVAR\n  B 1 O3\n  W 2 O2\nENDVAR\nW 2 D4\n"),
        ("B 1 Q16\nd4\nVAR\no3\nENDVAR$0\n", "B 1 Q16\nd4\nVAR\nW 2 O3\nENDVAR\n"),
    ] {
        assert_eq!(typed(fixture, "R").as_deref(), Some(expected), "{fixture:?}");
    }
    // A variation that ends has its own numbers only, and so has one whose next move does not continue it.
    check_harmless("B 1 Q16\nVAR\n  B 1 C3\n  d4\n  $0\n  W 2 E5\nENDVAR\nW 2 D4\n", "\n");
    check_harmless("B 1 Q16\nVAR\n  B 1 C3\n  d4 e4\n  $0\n  B 3 E5\n", "\n");
}

#[test]
fn after_other_lines_nothing_changes() {
    for fixture in [
        "$0",
        "B 1 Q16\n$0",
        "B 1 Q16\nW 2 D4\n$0",
        "B 1 Q16\nd4 or so\n$0",
        "B 1 Q16\nd4\n\n$0",
        "B 1 Q16\nd4$0\n",
        "B12 Q3\n$0",
        "B 1 Q16\nU20\n$0",
        "B 1 Q16\nI4\n$0",
        // They may continue the list.
        "B 1 Q16\nMARK Q16\nd4 q4\n$0",
        "SETUP B D4\nq4 d16\n$0",
        // The number is taken.
        "B 1 Q16\nd4\n$0\nW 2 C3\n",
        "B 1 Q16\nd4 c3\n$0\nB 3 C3\n",
        "B 1 Q16\nd4\n$0\nVAR\nB 1 C3\nENDVAR\n",
        "B 4294967295 Q16\nd4\n$0",
        "COM\nd4\n$0\nENDCOM\n",
        "USER\nd4\n$0\nENDUSER\n",
        "REMARK\n$0",
        // Still text, as far as anybody knows.
        "COM\nd4\n$0",
        "USER\nprose\nB 1 Q16\nd4\n$0",
    ] {
        check_harmless(fixture, "\n");
    }
    for character in ["R", "r", " ", "", "\r\n"] {
        check_harmless("B 1 Q16\nd4\n$0", character);
    }
}

#[test]
fn the_end_of_a_variation_goes_back_to_its_column() {
    let check = |fixture: &str, expected: Expect| {
        expected.assert_eq(&typed(fixture, "R").expect("something is changed"));
        assert_eq!(typed(fixture, "r"), typed(fixture, "R"));
    };
    check(
        "B 1 Q16\nVAR\n  B 1 D4\n  ENDVAR$0",
        expect![[r#"
        B 1 Q16
        VAR
          B 1 D4
        ENDVAR"#]],
    );
    check(
        "B 1 Q16\n  VAR\n\tB 1 D4\n\t\tendvar$0\nW 2 D4\n",
        expect![[r#"
        B 1 Q16
          VAR
        	B 1 D4
          endvar
        W 2 D4
    "#]],
    );
    check(
        "B 1 Q16\nVAR\n  B 1 D4\n  VAR\n    B 1 C3\n    ENDVAR$0\nENDVAR\n",
        expect![[r#"
        B 1 Q16
        VAR
          B 1 D4
          VAR
            B 1 C3
          ENDVAR
        ENDVAR
    "#]],
    );
    check(
        "EVENT x\nB 1 E5\nvar\n  B 1 Q4\n  w 2 pass\n  endvar$0\n",
        expect![[r#"
        EVENT x
        B 1 E5
        var
          B 1 Q4
          w 2 pass
        endvar
    "#]],
    );
    for fixture in [
        "B 1 Q16\nVAR\n  B 1 D4\nENDVAR$0",
        "B 1 Q16\n  VAR\nENDVAR$0",
        "  ENDVAR$0",
        "COM\n  ENDUSER$0",
        "USER\n  ENDUSER$0",
        "USER\n  ENDVAR$0\nENDUSER\n",
        "B 1 Q16\nVAR\n  B 1 D4\n  ENDVA$0",
        "B 1 Q16\nVAR\n  B 1 D4\n  ENDVAR $0",
        "B 1 Q16\nVAR$0\n  B 1 D4\n  ENDVAR",
        "  VAR$0",
    ] {
        check_harmless(fixture, "R");
    }
}
