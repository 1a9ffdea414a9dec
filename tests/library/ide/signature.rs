//! The syntax of the line that is being typed.

use expect_test::{Expect, expect};
use ishi_ide::ide::signature;

use crate::ide::fixture::{cursor, snapshot};

/// The syntax with the active field in brackets `⟨⟩`, and what it takes; or nothing.
fn check(fixture: &str, expected: &Expect) {
    let (text, offset) = cursor(fixture);
    let shown = signature(&snapshot(&text), offset).map_or_else(String::new, |found| {
        let active = found.active.map(|active| found.parameters[active]);
        active.map_or_else(
            || found.label.to_owned(),
            |active| {
                let (start, end) = (active.span.start as usize, active.span.end as usize);
                let (before, field, after) = (&found.label[..start], &found.label[start..end], &found.label[end..]);
                format!("{before}⟨{field}⟩{after}\n{}", active.help)
            },
        )
    });
    expected.assert_eq(&shown);
}

#[test]
fn moves_and_sizes() {
    check(
        "B $0",
        &expect![[r#"
        B ⟨<n>⟩ <loc | PASS>
        The number of the move, greater than 0."#]],
    );
    check(
        "B 1$02 Q16",
        &expect![[r#"
        B ⟨<n>⟩ <loc | PASS>
        The number of the move, greater than 0."#]],
    );
    check(
        "W 12 $0",
        &expect![[r#"
        W <n> ⟨<loc | PASS>⟩
        Where it is played: a column A to T without I, and a row from 1 at the bottom. Or PASS."#]],
    );
    check(
        "  w 12 q$0",
        &expect![[r#"
        W <n> ⟨<loc | PASS>⟩
        Where it is played: a column A to T without I, and a row from 1 at the bottom. Or PASS."#]],
    );
    check("W 12 Q16 $0", &expect!["W <n> <loc | PASS>"]);
    check(
        "BOARDSIZE $0",
        &expect![[r#"
        BOARDSIZE ⟨<n>⟩
        How many lines the board has each way, 2 to 19."#]],
    );
    check(
        "B 1 Q16\nVAR $0",
        &expect![[r#"
        VAR ⟨[cc]⟩
        A marker of one or two characters."#]],
    );
    check("DIAGRAM $0", &expect!["DIAGRAM [<nXn> | <loc loc>]"]);
    check(
        "DIAGRAM 9$0",
        &expect![[r#"
        DIAGRAM [⟨<nXn>⟩ | <loc loc>]
        A whole board of this size, such as 9x9."#]],
    );
    check(
        "DIAGRAM A1 $0",
        &expect![[r#"
        DIAGRAM [<nXn> | ⟨<loc loc>⟩]
        Two opposite corners of the part of the board that is shown, such as A1 J9."#]],
    );
    check("DIAGRAM A1 J9 $0", &expect!["DIAGRAM [<nXn> | <loc loc>]"]);
}

#[test]
fn setup() {
    check(
        "SETUP $0",
        &expect![[r#"
            SETUP [⟨<B | W>⟩ [loc]*]*
            The color of the stones that follow."#]],
    );
    check(
        "SETUP B$0",
        &expect![[r#"
            SETUP [⟨<B | W>⟩ [loc]*]*
            The color of the stones that follow."#]],
    );
    check(
        "SETUP B $0",
        &expect![[r#"
        SETUP [<B | W> ⟨[loc]*⟩]*
        Where these stones stand, such as D4 Q16."#]],
    );
    check(
        "SETUP B D4 W$0",
        &expect![[r#"
            SETUP [⟨<B | W>⟩ [loc]*]*
            The color of the stones that follow."#]],
    );
}

#[test]
fn each_form_of_mark() {
    for (typed, form) in [
        ("", None),
        ("A", Some("loc")),
        ("AL", Some("ALL")),
        ("all", Some("ALL")),
        ("q16", Some("loc")),
        ("#", Some("#n")),
        ("#12", Some("#n")),
        ("#12-", Some("#n-n")),
        ("#12-15", Some("#n-n")),
        ("\\", Some("\\C@loc")),
        ("\\t@", Some("\\C@loc")),
        ("\\t@q", Some("\\C@loc")),
        ("\\t@#1", Some("\\C@#n")),
        ("\\T@#1-", Some("\\C@#n-n")),
        ("1", Some("cc@loc")),
        ("a@", Some("cc@loc")),
        ("ab@q16", Some("cc@loc")),
        ("ab@#", Some("cc@#n")),
        ("@@#1-2", Some("cc@#n-n")),
        ("\\@#1", Some("cc@#n")),
    ] {
        let (text, offset) = cursor(&format!("MARK #1 {typed}$0 q3\n"));
        let found = signature(&snapshot(&text), offset).expect("MARK has fields");
        let active = found.active.map(|active| found.parameters[active].span.of(found.label));
        assert_eq!(active, form, "{typed}");
    }
}

#[test]
fn other_references() {
    check(
        "UNMARK #1$0",
        &expect![[r#"
        UNMARK [ALL | loc | ⟨#n⟩ | #n-n]*
        The most recent move with this number, such as #12."#]],
    );
    check(
        "HIDE #1-$0",
        &expect![[r#"
        HIDE [loc | #n | ⟨#n-n⟩]*
        The moves from one number to another, such as #12-15."#]],
    );
    check(
        "PRISONER Q$0",
        &expect![[r#"
        PRISONER [#n | ⟨loc⟩]*
        The stone at a location, such as Q16."#]],
    );
    check(
        "PRISONER #$0",
        &expect![[r#"
        PRISONER [⟨#n⟩ | loc]*
        The most recent move with this number, such as #12."#]],
    );
    check("PRISONER a@$0", &expect!["PRISONER [#n | loc]*"]);
}

#[test]
fn text_has_no_syntax() {
    for fixture in [
        "COM\nB $0",
        "COM\nMARK #$0\nENDCOM\n",
        "USER\nB 1 $0\nENDUSER\n",
        "COM $0",
        "BLACK $0",
        "EVENT a $0",
        "REMARK $0",
        "B$0",
        "$0B 1 Q16",
        "ENDVAR $0",
        "foo $0",
        "$0",
    ] {
        check(fixture, &expect![""]);
    }
}
