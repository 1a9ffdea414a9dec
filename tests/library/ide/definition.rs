use expect_test::{Expect, expect};
use ishi_ide::ide::definition;

use crate::ide::fixture::{cursor, places, snapshot};

/// The words under the cursor, and where they lead.
fn check(fixture: &str, expected: &Expect) {
    let (text, offset) = cursor(fixture);
    let found = definition(&snapshot(&text), offset);
    let shown = found.map(|found| format!("«{}»\n{}", found.origin.of(&text), places(&text, found.targets)));
    expected.assert_eq(&shown.unwrap_or_default());
}

fn check_nothing(fixture: &str) {
    check(fixture, &expect![""]);
}

#[test]
fn a_number_leads_to_its_move() {
    check(
        "B 1 Q16\nW 2 D4 and more\nB 3 C3\nMARK #$02 \\t@#1\n",
        &expect![[r#"
        «#2»
        2:1 W 2 D4
    "#]],
    );
    check(
        "B 1 Q16\nW 2 D4\nB 3 C3\nMARK #2 \\t@#1$0\n",
        &expect![[r#"
        «\t@#1»
        1:1 B 1 Q16
    "#]],
    );
    check(
        "b 1 pass\nUNMARK $0#1\n",
        &expect![[r#"
        «#1»
        1:1 b 1 pass
    "#]],
    );
    check(
        "B Q16 1\nMARK #$01\n",
        &expect![[r#"
        «#1»
        1:1 B Q16 1
    "#]],
    );
}

#[test]
fn a_range_leads_to_all_its_moves() {
    check(
        "B 1 Q16\nW 2 D4\nB 3 C3\nVAR\nB 3 C4\nMARK x@#2-$09\nENDVAR\n",
        &expect![[r#"
        «x@#2-9»
        2:1 W 2 D4
        5:1 B 3 C4
    "#]],
    );
}

#[test]
fn a_location_leads_to_the_stone_that_stands_there() {
    check(
        "SETUP B D4 Q4 W Q16\nB 1 C3\nMARK a@Q$016\n",
        &expect![[r#"
        «a@Q16»
        1:17 Q16
    "#]],
    );
    check(
        "SETUP B D4\nW 1 E4\nMARK e$04\n",
        &expect![[r#"
        «e4»
        2:1 W 1 E4
    "#]],
    );
    check(
        "EVENT one\nB 1 Q16\nEVENT two\nB 1 D4\nDIAGRAM 9x9\nSETUP W C3\nHIDE $0D4\nMARK C3\n",
        &expect![[r#"
        «D4»
        4:1 B 1 D4
    "#]],
    );
    check(
        "EVENT one\nB 1 Q16\nEVENT two\nB 1 D4\nDIAGRAM 9x9\nSETUP W C3\nHIDE D4\nMARK $0C3\n",
        &expect![[r#"
        «C3»
        6:9 C3
    "#]],
    );
}

#[test]
fn a_variation_has_its_own_numbers_first() {
    const RECORD: &str = "B 1 Q16\nW 2 D4\nVAR\nW 2 C4\nB 1 C3\nMARK inside\nENDVAR\nMARK outside\n";
    for (place, number, expected) in [
        ("inside", "#1", "5:1 B 1 C3\n"),
        ("inside", "#2", "4:1 W 2 C4\n"),
        ("outside", "#1", "1:1 B 1 Q16\n"),
        ("outside", "#2", "2:1 W 2 D4\n"),
    ] {
        let (text, offset) = cursor(&RECORD.replace(&format!("MARK {place}"), &format!("MARK $0{number}")));
        let found = definition(&snapshot(&text), offset).expect("a move");
        assert_eq!(places(&text, found.targets), expected, "{number} {place}");
    }
}

#[test]
fn a_prisoner_is_the_captured_stone() {
    check(
        "B 1 A1\nW 2 B1\nB 3 Q16\nW 4 A2\nPRISONER $0A1\nB 5 Q4\n",
        &expect![[r#"
        «A1»
        1:1 B 1 A1
    "#]],
    );
    check(
        "B 1 A1\nW 2 B1\nB 3 Q16\nW 4 A2\nPRISONER #$01\n",
        &expect![[r#"
        «#1»
        1:1 B 1 A1
    "#]],
    );
    check(
        "SETUP B A1 W B1\nW 1 A2\nPRISONER A$01\n",
        &expect![[r#"
        «A1»
        1:9 A1
    "#]],
    );
    // The stone that stands there by now is another.
    check(
        "SETUP W B1 A3\nB 1 A1\nW 2 A2\nPRISONER A1$0\nMARK A2\n",
        &expect![[r#"
        «A1»
        2:1 B 1 A1
    "#]],
    );
}

#[test]
fn a_move_and_a_setup_stone_lead_to_themselves() {
    check(
        "B 1 Q16\nW 2 $0D4\n",
        &expect![[r#"
        «W 2 D4»
        2:1 W 2 D4
    "#]],
    );
    check("B 1 Q16\n $0 W 2 D4\n", &expect![[""]]);
    check(
        "B 1 Q16\n  $0W 2 D4\n",
        &expect![[r#"
        «W 2 D4»
        2:3 W 2 D4
    "#]],
    );
    check(
        "SETUP B D4 W Q16 Q$04\n",
        &expect![[r#"
        «Q4»
        1:18 Q4
    "#]],
    );
}

#[test]
fn blocks_lead_from_end_to_end() {
    check(
        "B 1 Q16\nCO$0M title\nprose\nENDCOM of it\n",
        &expect![[r#"
        «COM»
        4:1 ENDCOM
    "#]],
    );
    check(
        "B 1 Q16\nCOM title\nprose\nEND$0COM of it\n",
        &expect![[r#"
        «ENDCOM»
        2:1 COM
    "#]],
    );
    check(
        "USER$0\nENDUSER\n",
        &expect![[r#"
        «USER»
        2:1 ENDUSER
    "#]],
    );
    check(
        "USER\nENDUSER$0\n",
        &expect![[r#"
        «ENDUSER»
        1:1 USER
    "#]],
    );
    check(
        "B 1 Q16\nVA$0R a\nB 1 D4\nVAR\nB 1 C3\nENDVAR\nEND VAR\n",
        &expect![[r#"
        «VAR»
        7:1 END VAR
    "#]],
    );
    check(
        "B 1 Q16\nVAR a\nB 1 D4\nVAR\nB 1 C3\nENDVAR\nEND $0VAR\n",
        &expect![[r#"
        «END VAR»
        2:1 VAR
    "#]],
    );
}

#[test]
fn a_variation_leads_to_the_move_that_it_replaces() {
    check(
        "B 1 Q16\nVAR $0a\nB 1 D4\nENDVAR back\n",
        &expect![[r#"
        «a»
        1:1 B 1 Q16
    "#]],
    );
    check(
        "B 1 Q16\nVAR a\nB 1 D4\nENDVAR ba$0ck\n",
        &expect![[r#"
        «back»
        1:1 B 1 Q16
    "#]],
    );
    check(
        "B 1 Q16\nVA$0R\nB 1 D4\n",
        &expect![[r#"
        «VAR»
        1:1 B 1 Q16
    "#]],
    );
}

#[test]
fn the_rest_leads_nowhere() {
    check_nothing("$0");
    check_nothing("EVENT $0one\n");
    check_nothing("B 1 Q16\nMARK $0ALL\n");
    check_nothing("B 1 Q16\nMARK a@D4$0\n");
    check_nothing("B 1 Q16\nMARK #$07\n");
    check_nothing("B 1 Q16 and$0 more\n");
    check_nothing("SETUP Q4$0 W D4\n");
    check_nothing("B 1 Q16\nCOM\n#1 is$0 good\nENDCOM\n");
    check_nothing("B 1 Q16\nCO$0M\n#1 is good\n");
    check_nothing("ENDCOM$0\nENDVAR\n");
    check_nothing("COM\nENDCOM\nENDVAR$0\n");
    check_nothing("DIAGRAM A1$0 J9\n");
    check_nothing("EVENT one\nB 1 Q16\nEVENT two\nMARK $0#1\n");
}
