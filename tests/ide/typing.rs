//! What is changed while one types.

use expect_test::{Expect, expect};
use ishi::ide::typing;
use ishi::text::apply;

use crate::fixture::{cursor, snapshot};

fn typed(fixture: &str, character: &str) -> Option<String> {
    let (text, offset) = cursor(fixture);
    typing(&snapshot(&text), offset, character).map(|edit| apply(&text, [&edit]))
}

/// What a new line becomes; the cursor is in it.
fn check(fixture: &str, expected: &Expect) {
    expected.assert_eq(&typed(fixture, "\n").expect("something is changed"));
}

fn check_harmless(fixture: &str, character: &str) {
    assert_eq!(typed(fixture, character), None, "{fixture:?} and {character:?}");
}

#[test]
fn the_next_move_is_begun() {
    check(
        "B 1 Q16\n$0",
        &expect![[r#"
        B 1 Q16
        W 2 "#]],
    );
    assert_eq!(typed("B 1 Q16\r\n$0\r\n\r\n", "\n").as_deref(), Some("B 1 Q16\r\nW 2 \r\n\r\n"));
    check(
        "b 1 q16\nw 2 pass a remark\n$0\nEVENT two\n",
        &expect![[r#"
        b 1 q16
        w 2 pass a remark
        b 3 
        EVENT two
    "#]],
    );
    check(
        "B 7 Q16\nVAR\n  B 7 D4\n  $0\nENDVAR\n",
        &expect![[r#"
        B 7 Q16
        VAR
          B 7 D4
          W 8 
        ENDVAR
    "#]],
    );
    check(
        "B 7 Q16\nVAR\n\tb 7 d4\n$0  \nENDVAR\nW 8 D4\n",
        &expect![[r#"
        B 7 Q16
        VAR
        	b 7 d4
        	w 8 
        ENDVAR
        W 8 D4
    "#]],
    );
    check(
        "B 7 Q16\nVAR\nB 7 D4\nENDVAR\nW 8 D4\n$0\nREMARK of the next\nEVENT",
        &expect![[r#"
        B 7 Q16
        VAR
        B 7 D4
        ENDVAR
        W 8 D4
        B 9 
        REMARK of the next
        EVENT"#]],
    );
}

#[test]
fn what_nobody_goes_on_with_is_taken_back() {
    check(
        "B 1 Q16\nW 2 \n$0",
        &expect![[r#"
        B 1 Q16
    "#]],
    );
    // Neovim takes the blank away.
    check(
        "B 1 Q16\nW 2\n$0",
        &expect![[r#"
        B 1 Q16
    "#]],
    );
    check(
        "B 7 Q16\nVAR\n  B 7 D4\n  W 8 \n  $0\nENDVAR\n",
        &expect![[r#"
        B 7 Q16
        VAR
          B 7 D4

        ENDVAR
    "#]],
    );
    for fixture in [
        "B 1 Q16\nW 3 \n$0",
        "B 1 Q16\nB 2 \n$0",
        "B 1 Q16\nw 2 \n$0",
        "B 1 Q16\nW 2  \n$0",
        "B 1 \n$0",
        "B 1 Q16\n\nW 2 \n$0",
        "B 1 Q16\nW 2 \n$0\nB 3 D4\n",
    ] {
        check_harmless(fixture, "\n");
    }
}

#[test]
fn a_new_line_elsewhere_stays_empty() {
    for fixture in [
        "$0",
        "\n$0",
        "B 1 Q16\n\n$0",
        "B 1 Q16\n$0\nW 2 D4\n",
        "B 1 Q16\n$0\nPRISONER A1\n",
        "B 1 Q16\n$0\nVAR\nB 1 D4\nENDVAR\n",
        "B 1 Q16\n$0\nREMARK x\nW 2 D4\n",
        "B 1 Q16\n$0W 2 D4\n",
        "B 1 Q16\n  $0a remark\n",
        "B 1\n$0",
        "B Q16\n$0",
        "B 1 I4\n$0",
        "B 1 Q16 R16\n$0",
        "BB 1 Q16\n$0",
        "MARK Q16\n$0",
        "COM\nB 1 Q16\n$0\nENDCOM\n",
        "USER\nB 1 Q16\n$0\nENDUSER\n",
        "B 4294967295 Q16\n$0",
        // Still text, as far as anybody knows.
        "COM\nB 1 Q16\n$0",
        "USER\nprose\nB 1 Q16\nW 2 D4\n$0",
    ] {
        check_harmless(fixture, "\n");
    }
    for character in ["R", "r", " ", "", "\r\n"] {
        check_harmless("B 1 Q16\n$0", character);
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

#[test]
fn another_keyword_takes_the_place_of_what_was_begun() {
    let check = |fixture: &str, character: &str, expected: Expect| {
        expected.assert_eq(&typed(fixture, character).expect("something is changed"));
    };
    check(
        "B 1 Q16\nW 2 COM$0",
        "M",
        expect![[r#"
        B 1 Q16
        COM"#]],
    );
    check(
        "b 1 q16\n\nVAR\n  b 1 d4\n  w 2 mark$0\nENDVAR\n",
        "k",
        expect![[r#"
        b 1 q16

        VAR
          b 1 d4
          mark
        ENDVAR
    "#]],
    );
    check(
        "B 1 Q16\nVAR\n  B 1 D4\n  W 2 ENDVAR$0",
        "R",
        expect![[r#"
        B 1 Q16
        VAR
          B 1 D4
        ENDVAR"#]],
    );
    check(
        "B 1 Q16\nW 2 Event$0\n",
        "t",
        expect![[r#"
        B 1 Q16
        Event
    "#]],
    );
    for (fixture, character) in [
        ("B 1 Q16\nW 2 ENDVAR$0", "R"),
        ("B 1 Q16\nW 2 COMM$0", "M"),
        ("B 1 Q16\nW 2  COM$0", "M"),
        ("B 1 Q16\nW 3 COM$0", "M"),
        ("B 1 Q16\nW 2 COM$0 x", "M"),
        ("B 1 Q16\n\nW 2 COM$0", "M"),
        ("W 2 COM$0", "M"),
        ("COM\nB 1 Q16\nW 2 COM$0\nENDCOM\n", "M"),
        ("B 1 Q16\nCOM$0", "M"),
        ("B 1 Q16\nW 2 COM$0", "x"),
    ] {
        check_harmless(fixture, character);
    }
}

#[test]
fn a_move_that_is_typed_in_full_stands_there_once() {
    assert_eq!(typed("B 1 Q16\nW 2 W $0\n", " ").as_deref(), Some("B 1 Q16\nW \n"));
    assert_eq!(typed("  b 1 q16\n  w 2 b $0", " ").as_deref(), Some("  b 1 q16\n  b "));
    check_harmless("B 1 Q16\nW 2 $0\n", " ");
    check_harmless("B 1 Q16\nW 3 W $0\n", " ");
    check_harmless("B 1 Q16\nW 2 W $0D4\n", " ");
    check_harmless("COM\nW 2 W $0\nENDCOM\n", " ");
    check_harmless("B 1 Q16\nW 2 COM $0\n", " ");
}
