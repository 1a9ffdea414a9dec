use expect_test::expect;
use ishi_check::rewrite::{VariationNumbering, renumber, renumber_from, set_number};

use crate::rewrite::check;

const TREE: &str = "B 5 Q16\n$0W 6 D4\n\
                    MARK #5-6\n  VAR\n  W 6 D16\n  B 7 C3\n  MARK #6-7 a@#5\n    VAR\n    B 1 K10\n    ENDVAR\n  ENDVAR\
                    \nB 9 C3\nMARK #5-9 #6\n";

#[test]
fn variations_are_numbered_in_one_way() {
    check(
        TREE,
        |original, _| renumber(original, VariationNumbering::FromOne),
        &expect![[r#"
        B 5 Q16
        W 6 D4
        MARK #5-6
          VAR
          W 1 D16
          B 2 C3
          MARK #1-2 a@#5
            VAR
            B 1 K10
            ENDVAR
          ENDVAR
        B 9 C3
        MARK #5-9 #6
    "#]],
    );
    check(
        TREE,
        |original, _| renumber(original, VariationNumbering::GoingOn),
        &expect![[r#"
        B 5 Q16
        W 6 D4
        MARK #5-6
          VAR
          W 6 D16
          B 7 C3
          MARK #6-7 a@#5
            VAR
            B 7 K10
            ENDVAR
          ENDVAR
        B 9 C3
        MARK #5-9 #6
    "#]],
    );
}

#[test]
fn gaps_are_closed_from_here_on() {
    check(
        TREE,
        renumber_from,
        &expect![[r#"
            B 5 Q16
            W 6 D4
            MARK #5-6
              VAR
              W 6 D16
              B 7 C3
              MARK #6-7 a@#5
                VAR
                B 1 K10
                ENDVAR
              ENDVAR
            B 7 C3
            MARK #5-7 #6
        "#]],
    );
    check(
        "B 1 Q16\n$0W 1 D4\nMARK #1\nB 1 C3\nMARK #1\n",
        renumber_from,
        &expect![[r#"
        B 1 Q16
        W 1 D4
        MARK #1
        B 2 C3
        MARK #2
    "#]],
    );
    check("EVENT x\n$0\nB 1 Q16\n", renumber_from, &expect!["refused: there is no numbered move here"]);
}

#[test]
fn one_number_changes_alone() {
    check(
        TREE,
        |original, line| set_number(original, line, 8),
        &expect![[r#"
        B 5 Q16
        W 8 D4
        MARK #5 #8
          VAR
          W 6 D16
          B 7 C3
          MARK #6-7 a@#5
            VAR
            B 1 K10
            ENDVAR
          ENDVAR
        B 9 C3
        MARK #5-9 #8
    "#]],
    );
    check(
        TREE,
        |original, line| set_number(original, line, 9),
        &expect!["refused: B 9 C3 in line 12 has this number already, and they are of one sequence"],
    );
    check(
        TREE,
        |original, line| set_number(original, line, 5),
        &expect!["refused: B 5 Q16 in line 1 has this number already, and they are of one sequence"],
    );
    // In the variation the number is taken by a move of another sequence, to which a mark refers.
    check(
        &TREE.replace("$0", "").replace("  B 7", "$0  B 7"),
        |original, line| set_number(original, line, 5),
        &expect!["refused: a reference to #5 would come to mean another move"],
    );
    check(
        &TREE.replace("$0", "").replace("MARK #5-6", "$0MARK #5-6"),
        |original, line| set_number(original, line, 7),
        &expect!["refused: there is no numbered move here"],
    );
}
