use expect_test::{Expect, expect};
use ishi_ide::ide::highlights;

use crate::ide::fixture::{cursor, places, snapshot};

fn check(fixture: &str, expected: &Expect) {
    let (text, offset) = cursor(fixture);
    let found = highlights(&snapshot(&text), offset);
    let shown = found.into_iter().map(|one| format!("{:?} {}", one.kind, places(&text, [one.span])));
    expected.assert_eq(&shown.collect::<String>());
}

#[test]
fn a_stone_is_highlighted_with_its_references() {
    check(
        "B 1 Q16\nW 2 D4\nMARK #1 #2 ALL\nB 3 $0C3\nMARK #1-3 \\t@C3\n",
        &expect![[r#"
        Origin 4:1 B 3 C3
        Reference 5:6 #1-3
        Reference 5:11 \t@C3
    "#]],
    );
    check(
        "B 1 Q16\nW 2 D4\nMARK #$01 #2 ALL\nB 3 C3\nMARK #1-3 \\t@C3\n",
        &expect![[r#"
        Origin 1:1 B 1 Q16
        Reference 3:6 #1
        Reference 5:6 #1-3
    "#]],
    );
    check(
        "SETUP B D4 W Q4\nW 1 C3\nMARK Q4\nMARK D4\nHIDE d$04\n",
        &expect![[r#"
        Origin 1:9 D4
        Reference 4:6 D4
        Reference 5:6 d4
    "#]],
    );
}

#[test]
fn the_ends_of_a_block_are_highlighted_together() {
    check(
        "COM title\nENDCOM\nCO$0M\nENDCOM\n",
        &expect![[r#"
        Delimiter 3:1 COM
        Delimiter 4:1 ENDCOM
    "#]],
    );
    check(
        "USER\nENDUSER$0\n",
        &expect![[r#"
        Delimiter 1:1 USER
        Delimiter 2:1 ENDUSER
    "#]],
    );
    check(
        "B 1 Q16\nVAR a\nB 1 D4\nENDVAR\nVAR b\nB 1 C3\n$0ENDVAR\n",
        &expect![[r#"
        Delimiter 5:1 VAR
        Delimiter 7:1 ENDVAR
    "#]],
    );
}

#[test]
fn of_the_rest_nothing_is_highlighted() {
    for fixture in ["$0", "EVENT$0\n", "B 1 Q16\nVAR $0a\nENDVAR\n", "COM$0\n", "MARK Q16$0\n"] {
        check(fixture, &expect![""]);
    }
}
