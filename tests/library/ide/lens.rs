use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_ide::ide::{LensKind, lens_title, lenses, prisoner_edits};
use ishi_text::apply;

use crate::ide::fixture::snapshot;

/// `line title` for each lens but that of the board, which says the same everywhere.
fn check(text: &str, expected: &Expect) {
    let snapshot = snapshot(text);
    let mut boards = Vec::new();
    let mut shown = String::new();
    for lens in lenses(&snapshot) {
        let line = 1 + text[..lens.offset as usize].matches('\n').count();
        let title = lens_title(&snapshot, lens).expect("a lens says something");
        if lens.kind == LensKind::Board {
            boards.push(line);
        } else {
            assert_eq!(boards.last(), Some(&line), "the board comes first");
            writeln!(shown, "{line} {title}").expect("a string takes it");
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn events_have_their_figures() {
    check("", &expect![]);
    check("\n\nREMARK nothing else\n", &expect![]);
    check(
        "\n  \nREMARK a\nB 1 Q16\n",
        &expect![[r#"
        3 1 move
    "#]],
    );
    check(
        "REMARK a\nEVENT one\nSETUP B D4\nEVENT two\nB 1 A1\nW 2 A2\nVAR\nW 2 B2\nENDVAR\nB 3 PASS\nW 4 B1\nDIAGRAM\n\
         EVENT\n",
        &expect![[r#"
            2 no moves
            4 4 moves · 1 variation · 1 diagram · Black took 0, White 1
            13 no moves
        "#]],
    );
}

/// A capture in a variation does not count, even if the variation has no end.
#[test]
fn figures_are_those_of_the_main_line() {
    check(
        "B 1 A1\nW 2 A2\nB 3 Q16\nVAR\nB 3 Q4\nW 4 B1\n",
        &expect![[r#"
        1 3 moves · 1 variation
    "#]],
    );
}

/// Two captures, of which `prisoners` is the PRISONER line of the first.
fn record(prisoners: &str) -> String {
    format!(
        "EVENT\nB 1 A1\nW 2 A2\nB 3 T1\nW 4 B1\n{prisoners}B 5 C3\nW 6 T2\nB 7 C4\n  W 8 S1\nB 9 D4\nEVENT\nB 1 Q16\n"
    )
}

#[test]
fn prisoners_are_written_where_the_event_tells_of_any() {
    check(
        &record(""),
        &expect![[r#"
        1 9 moves · Black took 0, White 2
        11 1 move
    "#]],
    );
    check(
        &record("PRISONER #1\n"),
        &expect![[r#"
        1 9 moves · Black took 0, White 2
        1 Insert 1 missing PRISONER line
        12 1 move
    "#]],
    );
    check(
        &record("PRISONER C3\n"),
        &expect![[r#"
            1 9 moves · Black took 0, White 2
            1 Insert 1 missing PRISONER line
            12 1 move
        "#]],
    );
    check(
        &record("PRISONER #1\nPRISONER\n").replace("W 8", "W 10"),
        &expect![[r#"
        1 9 moves · Black took 0, White 2
        1 Insert 1 missing PRISONER line
        13 1 move
    "#]],
    );
    check(
        "B 1 A1\nPRISONER Q16\n",
        &expect![[r#"
            1 1 move
        "#]],
    );
}

#[test]
fn all_of_them_are_written_at_once() {
    let text = record("PRISONER C3\n");
    let snapshot = snapshot(&text);
    let edits = prisoner_edits(&snapshot, 0);
    // A list that names another stone may be right: only what is missing is written.
    let expected = text.replace("  W 8 S1\n", "  W 8 S1\n  PRISONER #3\n");
    assert_eq!(apply(&text, &edits), expected);
    assert_eq!(prisoner_edits(&snapshot, text.len()), []);
}

#[test]
fn nothing_is_written_where_it_is_guessed_what_a_line_is() {
    let text = "BOARDSIZE 5\nB 1 B1\nW 2 A1\nB 3 A2\nPRISONER #1\nUSER\n";
    check(
        text,
        &expect![[r#"
        1 3 moves · Black took 1, White 0
    "#]],
    );
    assert_eq!(ishi_ide::ide::prisoner_edits(&crate::ide::fixture::snapshot(text), 0), []);
}
