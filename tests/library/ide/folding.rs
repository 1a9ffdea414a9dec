use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_ide::ide::{FoldKind, folding};

use crate::ide::fixture::snapshot;

/// The record with a bar beside each fold: `▾` on the line that stays, `│` beside what is hidden, `#` for comments, and
/// `;` for data of SGF.
fn check(text: &str, expected: &Expect) {
    let folds = folding(&snapshot(text));
    let mut shown = String::new();
    for (index, line) in text.lines().enumerate() {
        let index = index as u32;
        let mut bars = String::new();
        for fold in folds.iter().filter(|fold| fold.start <= index && index <= fold.end) {
            bars.push(match fold.kind {
                _ if fold.start == index => '▾',
                FoldKind::Region => '│',
                FoldKind::Comment => '#',
                FoldKind::Sgf => ';',
            });
        }
        let _ = writeln!(shown, "{bars:4}{line}");
    }
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn variations_nest() {
    check(
        "B 1 Q16\nVAR\nB 1 D4\nVAR a\nB 1 C3\nENDVAR\nW 2 Q4\nENDVAR\nW 2 D4\n",
        &expect![[r#"
            B 1 Q16
        ▾   VAR
        │   B 1 D4
        │▾  VAR a
        ││  B 1 C3
        ││  ENDVAR
        │   W 2 Q4
        │   ENDVAR
            W 2 D4
    "#]],
    );
}

#[test]
fn events_end_with_their_last_filled_line() {
    check(
        "EVENT one\nB 1 Q16\n\n\nREMARK on two\nEVENT two\nB 1 Q16\n\nEVENT three\n",
        &expect![[r#"
        ▾   EVENT one
        │   B 1 Q16


            REMARK on two
        ▾   EVENT two
        │   B 1 Q16

            EVENT three
    "#]],
    );
    // An event without EVENT has no line that could stay.
    check(
        "BLACK Ada\nB 1 Q16\nEVENT two\nW 2 D4",
        &expect![[r#"
            BLACK Ada
            B 1 Q16
        ▾   EVENT two
        │   W 2 D4
    "#]],
    );
}

#[test]
fn comments_and_user_data_fold() {
    check(
        "B 1 Q16\nCOM title\nprose\nENDCOM\nUSER\ndata\nENDUSER\nCOM\nENDCOM\n",
        &expect![[r#"
            B 1 Q16
        ▾   COM title
        #   prose
        #   ENDCOM
        ▾   USER
        #   data
        #   ENDUSER
        ▾   COM
        #   ENDCOM
    "#]],
    );
}

#[test]
fn data_of_sgf_has_a_kind_of_its_own() {
    check(
        "EVENT\nUSER sgf\nXX[1]\nENDUSER\nB 1 Q16\nUSER SGF\nXX[2]\nENDUSER\nUSER sgf \nXX[3]\nENDUSER\n\
         USER\nsgf\nENDUSER\n",
        &expect![[r#"
        ▾   EVENT
        │▾  USER sgf
        │;  XX[1]
        │;  ENDUSER
        │   B 1 Q16
        │▾  USER SGF
        │#  XX[2]
        │#  ENDUSER
        │▾  USER sgf
        │;  XX[3]
        │;  ENDUSER
        │▾  USER
        │#  sgf
        │#  ENDUSER
    "#]],
    );
}

#[test]
fn what_is_not_closed_folds_as_far_as_it_is_known() {
    check(
        "EVENT\nB 1 Q16\nCOM\nprose\nW 2 D4\n",
        &expect![[r#"
        ▾   EVENT
        │   B 1 Q16
        │▾  COM
        │#  prose
        │   W 2 D4
    "#]],
    );
    check(
        "EVENT\nB 1 Q16\nCOM\nprose",
        &expect![[r#"
        ▾   EVENT
        │   B 1 Q16
        │▾  COM
        │#  prose
    "#]],
    );
    check(
        "EVENT\nB 1 Q16\nVAR\nB 1 D4\nW 2 D4\n",
        &expect![[r#"
        ▾   EVENT
        │   B 1 Q16
        │   VAR
        │   B 1 D4
        │   W 2 D4
    "#]],
    );
    assert_eq!(folding(&snapshot("COM")), []);
}
