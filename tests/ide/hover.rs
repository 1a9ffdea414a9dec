use expect_test::{Expect, expect};
use ishi::ide::hover;

use crate::fixture::{cursor, snapshot};

/// What is said, and of which part of the text.
fn check(fixture: &str, expected: &Expect) {
    let (text, offset) = cursor(fixture);
    let shown = hover(&snapshot(&text), offset).map(|hover| format!("«{}»\n{}", hover.span.of(&text), hover.plain));
    expected.assert_eq(&shown.unwrap_or_default());
}

fn check_nothing(fixture: &str) {
    check(fixture, &expect![""]);
}

#[test]
fn each_group_of_keywords_is_explained() {
    check(
        "EV$0ENT one\n",
        &expect![[r#"
        «EVENT»
        EVENT [title]
        Begins the next event: a game, problem, joseki or diagram. It ends the event before it.
        Example: EVENT Problem 6
        Standard, section 5.4"#]],
    );
    check(
        "$0Komi 5\n",
        &expect![[r#"
        «Komi»
        KOMI [text]
        The komi. The last line counts.
        Example: KOMI 5 1/2
        Standard, section 5.2"#]],
    );
    check(
        "B$0 1 Q16\n",
        &expect![[r#"
        «B»
        B <n> <loc | PASS>
        The next move, by Black: its number and its point, or PASS.
        Example: B 17 Q3
        Standard, section 5.4"#]],
    );
    check(
        "boardsize$0 9\n",
        &expect![[r#"
        «boardsize»
        BOARDSIZE <n>
        The size of the event's square board, 2 to 19. Without it the board is 19x19.
        Example: BOARDSIZE 13
        Standard, section 5.4"#]],
    );
    check(
        "B 1 Q16\nMA$0RK Q16\n",
        &expect![[r#"
        «MARK»
        MARK [ALL | loc | #n | #n-n | \C@loc | \C@#n | \C@#n-n | cc@loc | cc@#n | cc@#n-n]*
        Move numbers, signs and labels to show on the board. \c is a check mark, \d a diamond, \s a square, \t a triangle.
        Example: MARK #1-5 \t@Q5 a@R3
        Standard, section 5.4"#]],
    );
    check(
        "COM\nprose\n  END$0COM\n",
        &expect![[r#"
        «ENDCOM»
        ENDCOM
        Ends a comment.
        Example: ENDCOM
        Standard, section 5.4"#]],
    );
    check(
        "EVENT\nB 1 Q16\nEVENT é\nREMA$0RK é\nB 1 Q16\n",
        &expect![[r#"
        «REMARK»
        REMARK [text]
        A note for whoever reads the file. It belongs to the next EVENT, SETUP, move or DIAGRAM.
        Example: REMARK Diagram 3 of 9
        Standard, section 5.4"#]],
    );
}

#[test]
fn a_misspelt_keyword_is_explained_as_what_it_is_taken_for() {
    check(
        "B 1 Q16\nMAR$0KK Q16\n",
        &expect![[r#"
        «MARKK»
        MARK [ALL | loc | #n | #n-n | \C@loc | \C@#n | \C@#n-n | cc@loc | cc@#n | cc@#n-n]*
        Move numbers, signs and labels to show on the board. \c is a check mark, \d a diamond, \s a square, \t a triangle.
        Example: MARK #1-5 \t@Q5 a@R3
        Standard, section 5.4"#]],
    );
    check(
        "B 1 Q16\nVAR\nB 1 D4\nEND V$0AR\n",
        &expect![[r#"
        «END VAR»
        ENDVAR
        Ends a variation.
        Example: ENDVAR
        Standard, section 5.4"#]],
    );
}

#[test]
fn of_the_rest_nothing_is_said() {
    check_nothing("$0");
    check_nothing("B 1 Q16\n$0\nW 2 D4\n");
    check_nothing("$0  B 1 Q16\n");
    check_nothing("B 1 $0Q16\n");
    check_nothing("COM\nMARK$0 my words\nENDCOM\n");
    check_nothing("foo$0 bar\n");
    check_nothing("COM\n$0");
}

#[test]
fn markdown_is_for_clients_that_show_it() {
    let shown = hover(&snapshot("MARK Q16\n"), 1).expect("a keyword");
    expect![[r#"
        ```ishi
        MARK [ALL | loc | #n | #n-n | \C@loc | \C@#n | \C@#n-n | cc@loc | cc@#n | cc@#n-n]*
        ```
        Move numbers, signs and labels to show on the board. \c is a check mark, \d a diamond, \s a square, \t a triangle.

        Example: `MARK #1-5 \t@Q5 a@R3`

        *Standard, section 5.4*"#]].assert_eq(&shown.markdown);
}
