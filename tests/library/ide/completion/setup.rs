//! The colors and the points of setup stones.

use expect_test::expect;

use super::{check, check_documentation, check_first, check_insertion};

#[test]
fn the_color_comes_first_and_handicaps_are_at_hand() {
    check_first(
        "SETUP $0",
        99,
        &expect![[r#"
            B -> B  | Black stones follow
            W -> W  | White stones follow
            B Q16 D4 | 2 handicap stones
            B Q16 D4 Q4 | 3 handicap stones
            B Q16 D4 Q4 D16 | 4 handicap stones
            B Q16 D4 Q4 D16 K10 | 5 handicap stones
            B Q16 D4 Q4 D16 Q10 D10 | 6 handicap stones
            B Q16 D4 Q4 D16 Q10 D10 K10 | 7 handicap stones
            B Q16 D4 Q4 D16 Q10 D10 K16 K4 | 8 handicap stones
            B Q16 D4 Q4 D16 Q10 D10 K16 K4 K10 | 9 handicap stones
        "#]],
    );
    check_first(
        "HANDICAP 5\nsetup $0",
        99,
        &expect![[r#"
            b -> b  | Black stones follow
            w -> w  | White stones follow
            *b q16 d4 q4 d16 k10 | 5 handicap stones
        "#]],
    );
    check_first(
        "HANDICAP 4\nSETUP B $0",
        2,
        &expect![[r#"
            *Q16 D4 Q4 D16 | 4 handicap stones
            D4 | 
        "#]],
    );
    check_first(
        "HANDICAP 0\nSETUP $0",
        99,
        &expect![[r#"
        B -> B  | Black stones follow
        W -> W  | White stones follow
    "#]],
    );
    check_first(
        "BOARDSIZE 13\nHANDICAP 9\nSETUP $0",
        99,
        &expect![[r#"
            B -> B  | Black stones follow
            W -> W  | White stones follow
            *B K10 D4 K4 D10 K7 D7 G10 G4 G7 | 9 handicap stones
        "#]],
    );
    check_first(
        "BOARDSIZE 9\nSETUP 4$0",
        99,
        &expect![[r#"
            B G7 C3 G3 C7 | 4 handicap stones
        "#]],
    );
    check_first(
        "BOARDSIZE 8\nSETUP $0",
        99,
        &expect![[r#"
            B -> B  | Black stones follow
            W -> W  | White stones follow
            B F6 C3 | 2 handicap stones
            B F6 C3 F3 | 3 handicap stones
            B F6 C3 F3 C6 | 4 handicap stones
        "#]],
    );
    // Where stones stand there is no handicap to place.
    check_first(
        "SETUP W C3\nSETUP $0",
        99,
        &expect![[r#"
        B -> B  | Black stones follow
        W -> W  | White stones follow
    "#]],
    );
    check_first(
        "B 1 Q16\nDIAGRAM\nSETUP $0",
        99,
        &expect![[r#"
        B -> B  | Black stones follow
        W -> W  | White stones follow
    "#]],
    );
    check_insertion(
        "HANDICAP 2\nSETUP $0\n",
        "B Q16 D4",
        &expect![[r#"
        HANDICAP 2
        SETUP B Q16 D4
    "#]],
    );
}

#[test]
fn behind_the_color_come_empty_points() {
    check("BOARDSIZE 3\nSETUP B A1 B2\nSETUP W C3 $0 A3", &expect!["B3 C2 C1 A2 B1 B"]);
    check("BOARDSIZE 3\nSETUP W A1 B$0", &expect!["B1 B2 B3 B"]);
    check("BOARDSIZE 3\nsetup w a1 c$0 b c2", &expect!["c1 c3"]);
    check_first(
        "SETUP W $0",
        9,
        &expect![[r#"
        D4 | 
        D10 | 
        D16 | 
        K4 | 
        K10 | 
        K16 | 
        Q4 | 
        Q10 | 
        Q16 | 
    "#]],
    );
    check_insertion(
        "SETUP W C3 q1$00 C4\n",
        "q16",
        &expect![[r#"
        SETUP W C3 q16 C4
    "#]],
    );
}

#[test]
fn the_stones_are_shown() {
    check_documentation(
        "BOARDSIZE 9\nSETUP $0",
        "B G7 C3 G3 C7 E5",
        &expect![[r#"
            5 handicap stones

               A B C D E F G H J
             9 ┌─┬─┬─┬─┬─┬─┬─┬─┐  9
             8 ├─┼─┼─┼─┼─┼─┼─┼─┤  8
             7 ├─┼[●]┼─┼─┼[●]┼─┤  7
             6 ├─┼─┼─┼─┼─┼─┼─┼─┤  6
             5 ├─┼─┼─┼[●]┼─┼─┼─┤  5
             4 ├─┼─┼─┼─┼─┼─┼─┼─┤  4
             3 ├─┼[●]┼─┼─┼[●]┼─┤  3
             2 ├─┼─┼─┼─┼─┼─┼─┼─┤  2
             1 └─┴─┴─┴─┴─┴─┴─┴─┘  1"#]],
    );
}
