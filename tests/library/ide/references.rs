use expect_test::{Expect, expect};
use ishi_ide::ide::references;

use crate::ide::fixture::{cursor, places, snapshot};

/// The references, and which more places there are with the declarations.
fn check(fixture: &str, expected: &Expect) {
    let (text, offset) = cursor(fixture);
    let find = |with_origins| references(&snapshot(&text), offset, with_origins);
    let (uses, all) = (find(false), find(true));
    assert!(uses.iter().all(|span| all.contains(span)) && all.is_sorted());
    let origins = all.into_iter().filter(|span| !uses.contains(span));
    expected.assert_eq(&format!("{}from\n{}", places(&text, uses.clone()), places(&text, origins)));
}

/// One record with all kinds of references; `at` gets the cursor where it stands for the first time.
fn check_at(at: &str, expected: &Expect) {
    let record = "SETUP W A1 B J9\nB 1 B1\nMARK #1 B1 A1 ALL\nW 2 Q16\nVAR\nW 2 R16\nB 3 A2\nPRISONER A1\n\
        MARK \\t@#2 #1-2 x@Q16 A1\nENDVAR\nMARK a@#1-9 #2-3 R16\nB 3 D4\nDIAGRAM\nHIDE #1 j9\nUNMARK B1 C3\n";
    check(&record.replacen(at, &at.replacen(' ', " $0", 1), 1), expected);
}

#[test]
fn a_move_is_referred_to_by_number_range_and_location() {
    check_at(
        "B 1 B1",
        &expect![[r#"
        3:6 #1
        3:9 B1
        9:12 #1-2
        11:6 a@#1-9
        14:6 #1
        15:8 B1
        from
        2:1 B 1 B1
    "#]],
    );
    check_at(
        "W 2 Q16",
        &expect![[r#"
        11:6 a@#1-9
        11:13 #2-3
        from
        4:1 W 2 Q16
    "#]],
    );
    check_at(
        "W 2 R16",
        &expect![[r#"
        9:6 \t@#2
        9:12 #1-2
        from
        6:1 W 2 R16
    "#]],
    );
    check_at(
        "B 3 D4",
        &expect![[r#"
        from
        12:1 B 3 D4
    "#]],
    );
}

#[test]
fn a_setup_stone_is_referred_to_by_location() {
    check_at(
        "W A1",
        &expect![[r#"
        3:12 A1
        8:10 A1
        from
        1:9 A1
    "#]],
    );
    check_at(
        "B J9",
        &expect![[r#"
        14:9 j9
        from
        1:14 J9
    "#]],
    );
}

#[test]
fn a_reference_finds_the_others() {
    check_at(
        "PRISONER A1",
        &expect![[r#"
        3:12 A1
        8:10 A1
        from
        1:9 A1
    "#]],
    );
    check_at(
        "HIDE #1",
        &expect![[r#"
        3:6 #1
        3:9 B1
        9:12 #1-2
        11:6 a@#1-9
        14:6 #1
        15:8 B1
        from
        2:1 B 1 B1
    "#]],
    );
    check(
        "B 1 Q16\nW 2 D4\nB 3 C3\nMARK #1-$02 #3\nMARK #2 #3\n",
        &expect![[r#"
        4:6 #1-2
        5:6 #2
        from
        1:1 B 1 Q16
        2:1 W 2 D4
    "#]],
    );
}

#[test]
fn other_events_are_left_alone() {
    check(
        "B 1 Q16\nMARK #1\nEVENT two\nREMARK é\nB $01 Q16\nMARK Q16\nEVENT three\nMARK #1\n",
        &expect![[r#"
        6:6 Q16
        from
        5:1 B 1 Q16
    "#]],
    );
}

#[test]
fn the_rest_has_no_references() {
    for fixture in ["$0", "EVENT $0one\n", "MARK Q16$0\n", "B 1 D4\nMARK ALL$0\n", "COM\n#1$0\n", "VAR$0\nENDVAR\n"] {
        let (text, offset) = cursor(fixture);
        assert_eq!(references(&snapshot(&text), offset, true), [], "{fixture}");
    }
}
