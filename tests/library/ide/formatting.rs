use expect_test::{Expect, expect};
use ishi_ide::ide::formatting;
use ishi_record::format::Options;
use ishi_text::{Span, apply};

use crate::ide::fixture::{selection, snapshot};

fn formatted(text: &str, range: Option<Span>) -> String {
    apply(text, &formatting(&snapshot(text), &Options::default(), range))
}

fn check(fixture: &str, expected: &Expect) {
    let (text, range) = selection(fixture);
    expected.assert_eq(&formatted(&text, Some(range)));
}

#[test]
fn a_whole_file() {
    let text = "\n\nevent  one\nb 1 q16\nvar\nb 1 d4\nendvar\n\n\n\nevent two\nw 2 D4";
    expect![[r#"
        EVENT one
        B 1 Q16
        VAR
          B 1 D4
        ENDVAR

        EVENT two
        W 2 D4
    "#]]
    .assert_eq(&formatted(text, None));
    assert_eq!(formatted(text, Some(Span::new(0, text.len()))), formatted(text, None));
}

#[test]
fn a_cursor_is_its_line() {
    check(
        "b 1 q16\nw$0 2 d4\nb 3 c3\n",
        &expect![[r#"
        b 1 q16
        W 2 D4
        b 3 c3
    "#]],
    );
    check(
        "b 1 q16\n$0w 2 d4\nb 3 c3\n",
        &expect![[r#"
        b 1 q16
        W 2 D4
        b 3 c3
    "#]],
    );
    check(
        "b 1 q16\nw 2 d4$0\nb 3 c3\n",
        &expect![[r#"
        b 1 q16
        W 2 D4
        b 3 c3
    "#]],
    );
}

#[test]
fn a_selection_is_the_lines_that_it_covers() {
    check(
        "b 1 q16\nw 2 $0d4\nb$0 3 c3\nw 4 k10\n",
        &expect![[r#"
        b 1 q16
        W 2 D4
        B 3 C3
        w 4 k10
    "#]],
    );
    // It ends where a line begins, and that line is not meant.
    check(
        "b 1 q16\n$0w 2 d4\n$0b 3 c3\n",
        &expect![[r#"
        b 1 q16
        W 2 D4
        b 3 c3
    "#]],
    );
    check(
        "b 1 q16\n$0w 2 d4$0",
        &expect![[r#"
        b 1 q16
        W 2 D4
    "#]],
    );
}

#[test]
fn indentation_counts_what_stands_above() {
    check(
        "b 1 q16\nvar\n$0b 1 d4\n$0endvar\n",
        &expect![[r#"
        b 1 q16
        var
          B 1 D4
        endvar
    "#]],
    );
}

#[test]
fn of_blank_lines_only_those_selected_go() {
    check(
        "b 1 q16\n\n\n\n\n$0w 2 d4\n$0",
        &expect![[r#"
        b 1 q16




        W 2 D4
    "#]],
    );
    check(
        "b 1 q16\n\n\n$0\n$0\nw 2 d4\n",
        &expect![[r#"
        b 1 q16



        w 2 d4
    "#]],
    );
    check(
        "b 1 q16\n$0\n\n\n\n$0w 2 d4\n",
        &expect![[r#"
        b 1 q16

        w 2 d4
    "#]],
    );
}

#[test]
fn a_selection_may_span_events() {
    check(
        "event one\nb 1 q1$06\nevent two\nb 1 q16\nevent th$0ree\nb 1 q16\n",
        &expect![[r#"
        event one
        B 1 Q16
        EVENT two
        B 1 Q16
        EVENT three
        b 1 q16
    "#]],
    );
}

#[test]
fn very_many_edits_are_joined_within_each_event() {
    let event = format!("event x\r\n{}", "b 1 q16\r\n".repeat(15_000));
    let text = format!("{event}COM\r\n{}\r\nENDCOM\r\n{event}", "A long remark. ".repeat(20));
    let edits = formatting(&snapshot(&text), &Options::default(), None);
    assert_eq!(apply(&text, &edits), apply(&text, &ishi_record::format::format(&text, &Options::default())));
    assert_eq!(edits.len(), 2);
    let few = formatting(&snapshot(&event), &Options::default(), None);
    assert!(few.len() > 15_000, "{}", few.len());
}
