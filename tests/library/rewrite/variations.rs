use expect_test::expect;
use ishi_check::rewrite::{delete, demote, move_down, move_up, promote, turn_rest};

use crate::rewrite::check;

const JOSEKI: &str = "\
EVENT joseki
B 1 Q16
W 2 D4
MARK #1
COM
the old way
ENDCOM
  VAR a
  W 2 D16
  MARK #1-2
    VAR x
    W 2 C17
    ENDVAR
  B 3 D4
  ENDVAR

  REMARK another
  VAR b
  W 2 C3
  ENDVAR
B 3 C16
MARK #2
";

/// The joseki with the cursor in the line that begins with these words, after its indentation.
fn at(words: &str) -> String {
    JOSEKI.replacen(words, &format!("$0{words}"), 1)
}

#[test]
fn a_variation_becomes_the_main_line() {
    check(
        &at("VAR a"),
        promote,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D16
        MARK #1-2
          VAR a
          W 2 D4
          MARK #1
          COM
        the old way
          ENDCOM
          B 3 C16
          MARK #2
          ENDVAR

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
          VAR x
          W 2 C17
          ENDVAR
        B 3 D4
    "#]],
    );
    check(
        &at("VAR b"),
        promote,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        REMARK another
        W 2 C3
          VAR a
          W 2 D16
          MARK #1-2
            VAR x
            W 2 C17
            ENDVAR
          B 3 D4
          ENDVAR

          VAR b
          W 2 D4
          MARK #1
          COM
        the old way
          ENDCOM
          B 3 C16
          MARK #2
          ENDVAR
    "#]],
    );
    check(
        &at("W 2 C17"),
        promote,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 C17
          VAR a
          W 2 D4
          MARK #1
          COM
        the old way
          ENDCOM
          B 3 C16
          MARK #2
          ENDVAR

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
          VAR x
          W 2 D16
          MARK #1-2
          B 3 D4
          ENDVAR
    "#]],
    );
    check(&at("B 1"), promote, &expect!["refused: this line is in no variation"]);
}

#[test]
fn the_main_line_becomes_a_variation() {
    check(
        &at("W 2 D4"),
        demote,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D16
        MARK #1-2
          VAR a
          W 2 D4
          MARK #1
          COM
        the old way
          ENDCOM
          B 3 C16
          MARK #2
          ENDVAR

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
          VAR x
          W 2 C17
          ENDVAR
        B 3 D4
    "#]],
    );
    check(&at("B 3 C16"), demote, &expect!["refused: this move has no variation that could take its place"]);
}

#[test]
fn numbers_and_references_follow() {
    check(
        "B 10 Q16\n\
         W 11 D4\n  VAR\n  $0W 1 D16\n  B 2 D4\n  MARK #1-2 a@#10\n    VAR\n    B 2 C3\n    MARK #2\n    ENDVAR\
         \n    VAR\n    B 1 C3\n    MARK #1 #10\n    ENDVAR\n  ENDVAR\nB 12 C3\nPRISONER #99\nHIDE #10-12\n",
        promote,
        &expect![[r#"
            B 10 Q16
            W 11 D16
              VAR
              W 1 D4
              B 2 C3
              PRISONER #99
              HIDE #1-2 #10
              ENDVAR
            B 12 D4
            MARK #11-12 a@#10
              VAR
              B 12 C3
              MARK #12
              ENDVAR
              VAR
              B 1 C3
              MARK #1 #10
              ENDVAR
        "#]],
    );
}

#[test]
fn variations_change_places() {
    check(
        &at("W 2 C3"),
        move_up,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D4
        MARK #1
        COM
        the old way
        ENDCOM

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
          VAR a
          W 2 D16
          MARK #1-2
            VAR x
            W 2 C17
            ENDVAR
          B 3 D4
          ENDVAR
        B 3 C16
        MARK #2
    "#]],
    );
    check(
        &at("MARK #1-2"),
        move_down,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D4
        MARK #1
        COM
        the old way
        ENDCOM

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
          VAR a
          W 2 D16
          MARK #1-2
            VAR x
            W 2 C17
            ENDVAR
          B 3 D4
          ENDVAR
        B 3 C16
        MARK #2
    "#]],
    );
    check(&at("VAR a"), move_up, &expect!["refused: this variation is the first one on its move"]);
    check(&at("VAR b"), move_down, &expect!["refused: this variation is the last one on its move"]);
    check(&at("VAR x"), move_down, &expect!["refused: this variation is the last one on its move"]);
}

#[test]
fn a_variation_goes() {
    check(
        &at("W 2 C3"),
        delete,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D4
        MARK #1
        COM
        the old way
        ENDCOM
          VAR a
          W 2 D16
          MARK #1-2
            VAR x
            W 2 C17
            ENDVAR
          B 3 D4
          ENDVAR
        B 3 C16
        MARK #2
    "#]],
    );
    check(
        &at("W 2 C17"),
        delete,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D4
        MARK #1
        COM
        the old way
        ENDCOM
          VAR a
          W 2 D16
          MARK #1-2
          B 3 D4
          ENDVAR

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
        B 3 C16
        MARK #2
    "#]],
    );
    check("B 1 Q16\n$0", delete, &expect!["refused: this line is in no variation"]);
}

#[test]
fn what_follows_becomes_a_variation() {
    check(
        &at("B 1"),
        turn_rest,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        VAR
          B 1 Q16
          W 2 D4
          MARK #1
          COM
        the old way
          ENDCOM
            VAR a
            W 2 D16
            MARK #1-2
              VAR x
              W 2 C17
              ENDVAR
            B 3 D4
            ENDVAR

            REMARK another
            VAR b
            W 2 C3
            ENDVAR
          B 3 C16
          MARK #2
        ENDVAR
    "#]],
    );
    check(
        &at("W 2 D4"),
        turn_rest,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D4
        MARK #1
        COM
        the old way
        ENDCOM
          VAR a
          W 2 D16
          MARK #1-2
            VAR x
            W 2 C17
            ENDVAR
          B 3 D4
          ENDVAR

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
        VAR
          W 2 D4
          B 3 C16
          MARK #2
        ENDVAR
    "#]],
    );
    check(
        &at("MARK #1-2"),
        turn_rest,
        &expect![[r#"
        EVENT joseki
        B 1 Q16
        W 2 D4
        MARK #1
        COM
        the old way
        ENDCOM
          VAR a
          W 2 D16
          MARK #1-2
            VAR x
            W 2 C17
            ENDVAR
          VAR
            W 2 D16
            B 3 D4
          ENDVAR
          ENDVAR

          REMARK another
          VAR b
          W 2 C3
          ENDVAR
        B 3 C16
        MARK #2
    "#]],
    );
    check(&at("B 3 C16"), turn_rest, &expect!["refused: nothing follows this move"]);
}

#[test]
fn what_is_broken_is_to_be_mended_first() {
    check("B 1 Q16\nVAR\n$0B 1 D4\n", promote, &expect!["refused: this line is in no variation"]);
    check(
        "B 1 Q16\nVAR\n$0B 1 D4\nENDVAR\nCOM\n",
        promote,
        &expect!["refused: a block without an end begins in line 5: fix that first"],
    );
    check(
        "B 1 Q16\nVAR\n$0DIAGRAM\nENDVAR\n",
        promote,
        &expect!["refused: this variation does not begin with a move that could replace another"],
    );
    check(
        "B 1 Q16\nVAR\n$0B 1 D4\nMRAK #1\nENDVAR\n",
        promote,
        &expect!["refused: a misspelt keyword stands in line 4: fix that first"],
    );
    check("$0", promote, &expect!["refused: this line is in no variation"]);
}

#[test]
fn a_byte_order_mark_stays_at_the_start_of_the_file() {
    check(
        "\u{feff}B 1 C3\nVAR\n  B 1 $0D4\nENDVAR\n",
        promote,
        &expect![[r#"
        ﻿B 1 D4
        VAR
          B 1 C3
        ENDVAR
    "#]],
    );
    check(
        "\u{feff}B 1 C3$0\nW 2 D4\n",
        turn_rest,
        &expect![[r#"
        ﻿B 1 C3
        VAR
          B 1 C3
          W 2 D4
        ENDVAR
    "#]],
    );
}

#[test]
fn what_is_nested_too_deep_is_taken_out_step_by_step() {
    let begin = "B 1 C3\nVAR\n".repeat(102);
    let text = format!("{begin}B 1 D4$0\n{}", "ENDVAR\n".repeat(102));
    check(
        &text,
        promote,
        &expect!["refused: this variation stands in more than 100 others: make one of these the main line first"],
    );
}

#[test]
fn a_remark_that_belongs_behind_its_variation_is_in_the_way() {
    check(
        "B 1 D4\nW 2 Q4\n$0VAR\n  W 2 C3\nREMARK on move 3\nENDVAR\nB 3 Q16\n",
        promote,
        &expect!["refused: a remark on what follows its variation stands in line 5: fix that first"],
    );
}
