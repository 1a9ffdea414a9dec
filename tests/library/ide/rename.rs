use expect_test::{Expect, expect};
use ishi_ide::ide::{prepare_rename, rename};
use ishi_text::apply;

use crate::ide::fixture::{cursor, places, snapshot};

/// Compares the name that is renamed at the cursor, and the record afterwards.
fn check(fixture: &str, name: &str, expected: &Expect) {
    let (text, offset) = cursor(fixture);
    let snapshot = snapshot(&text);
    let before = prepare_rename(&snapshot, offset).map_or("nothing\n".to_owned(), |found| places(&text, [found.span]));
    let after = match rename(&snapshot, offset, name) {
        None => "nothing".to_owned(),
        Some(Ok(edits)) => apply(&text, &edits),
        Some(Err(refusal)) => format!("refused: {refusal}"),
    };
    expected.assert_eq(&format!("{before}{after}"));
}

const GAME: &str = "EVENT other\nB 2 A1\nMARK #2\nEVENT game\nB 1 Q16\nW 2 D4\n\
                    MARK #1-2 a@#2 @@#2 D4\n  VAR\n  W 2 C3\n  MARK #2\n  ENDVAR\nB 4 C17\nMARK #2 #1-4\n";

fn at(words: &str) -> String {
    let cursor = words.replace('|', "$0");
    GAME.replacen(&words.replace('|', ""), &cursor, 1)
}

#[test]
fn a_move_gets_another_number() {
    check(
        &at("W |2 D4"),
        "3",
        &expect![[r#"
        6:3 2
        EVENT other
        B 2 A1
        MARK #2
        EVENT game
        B 1 Q16
        W 3 D4
        MARK #1 #3 a@#3 @@#3 D4
          VAR
          W 2 C3
          MARK #2
          ENDVAR
        B 4 C17
        MARK #3 #1-4
    "#]],
    );
    check(
        &at("a@#|2"),
        "#3",
        &expect![[r#"
        7:14 2
        EVENT other
        B 2 A1
        MARK #2
        EVENT game
        B 1 Q16
        W 3 D4
        MARK #1 #3 a@#3 @@#3 D4
          VAR
          W 2 C3
          MARK #2
          ENDVAR
        B 4 C17
        MARK #3 #1-4
    "#]],
    );
    check(
        &at("MARK #1-|2"),
        "3",
        &expect![[r#"
        7:9 2
        EVENT other
        B 2 A1
        MARK #2
        EVENT game
        B 1 Q16
        W 3 D4
        MARK #1 #3 a@#3 @@#3 D4
          VAR
          W 2 C3
          MARK #2
          ENDVAR
        B 4 C17
        MARK #3 #1-4
    "#]],
    );
    check(
        &at("MARK #|1-2"),
        "7",
        &expect![[r#"
        7:7 1
        EVENT other
        B 2 A1
        MARK #2
        EVENT game
        B 7 Q16
        W 2 D4
        MARK #2 #7 a@#2 @@#2 D4
          VAR
          W 2 C3
          MARK #2
          ENDVAR
        B 4 C17
        MARK #2 #2 #4 #7
    "#]],
    );
    check(
        &at("W 2| C3"),
        "3",
        &expect![[r#"
        9:5 2
        EVENT other
        B 2 A1
        MARK #2
        EVENT game
        B 1 Q16
        W 2 D4
        MARK #1-2 a@#2 @@#2 D4
          VAR
          W 3 C3
          MARK #3
          ENDVAR
        B 4 C17
        MARK #2 #1-4
    "#]],
    );
}

#[test]
fn what_would_change_the_meaning_is_refused() {
    check(
        &at("W |2 D4"),
        "4",
        &expect![[r#"
        6:3 2
        refused: B 4 C17 in line 12 has this number already, and they are of one sequence"#]],
    );
    check(
        &at("W |2 D4"),
        "0",
        &expect![[r#"
        6:3 2
        refused: invalid move number `0`: numbers go from 1 to 4294967295"#]],
    );
    check(
        &at("W |2 D4"),
        "two",
        &expect![[r#"
        6:3 2
        refused: invalid move number `two`: numbers go from 1 to 4294967295"#]],
    );
    check(
        &at("W |2 D4"),
        "99999999999",
        &expect![[r#"
        6:3 2
        refused: invalid move number `99999999999`: numbers go from 1 to 4294967295"#]],
    );
    check(
        "B 1 Q16\nW 2 D4\n  VAR\n  W 3 D3\n  B $04 D5\n  MARK #1 #4\n  ENDVAR\n",
        "1",
        &expect![[r#"
        5:5 4
        refused: a reference to #1 would come to mean another move"#]],
    );
    check(
        "B $01 Q16\nCOM\n",
        "3",
        &expect![[r#"
        1:3 1
        refused: a block without an end begins in line 2: fix that first"#]],
    );
}

#[test]
fn other_words_have_no_name() {
    check(
        &at("W 2 |D4"),
        "3",
        &expect![[r#"
        nothing
        nothing"#]],
    );
    check(
        &at("|MARK #1-2"),
        "3",
        &expect![[r#"
        nothing
        nothing"#]],
    );
    check(
        "MARK #$09\n",
        "3",
        &expect![[r#"
        nothing
        nothing"#]],
    );
    check(
        "DATE $01990\n",
        "3",
        &expect![[r#"
        nothing
        nothing"#]],
    );
}

#[test]
fn a_player_gets_another_name_in_all_events() {
    let text = "EVENT one\nBLACK James Redmond 5-dan (made 6-dan after this game)\nWHITE  Ada\nEVENT two\n\
                black\tAda, 3 dan\nWHITE James $0Redmond\nANALYSIS James Redmond\nBLACK James Redmonds\n";
    check(
        text,
        "Jim Redmond",
        &expect![[r#"
        6:7 James Redmond
        EVENT one
        BLACK Jim Redmond 5-dan (made 6-dan after this game)
        WHITE  Ada
        EVENT two
        black	Ada, 3 dan
        WHITE Jim Redmond
        ANALYSIS James Redmond
        BLACK James Redmonds
    "#]],
    );
    check(
        "BLACK A$0da\n",
        "",
        &expect![[r#"
        1:7 Ada
        refused: a player's name is a line of text that is not empty"#]],
    );
    check(
        "BLACK A$0da\n",
        "Ada 3-dan",
        &expect![[r#"
        1:7 Ada
        refused: of `Ada 3-dan` only `Ada` would be taken for the name, and the rest for a rank"#]],
    );
    check(
        "BLACK Ada 3$0-dan\n",
        "Ben",
        &expect![[r#"
        nothing
        nothing"#]],
    );
    check(
        "BLACK $0\n",
        "Ben",
        &expect![[r#"
        nothing
        nothing"#]],
    );
    check(
        "BLACK Zoë  A$0da 3-dan\nEVENT x\nWHITE ZOË ADA 3-DAN\n",
        "Eva",
        &expect![[r#"
        1:7 Zoë  Ada
        BLACK Eva 3-dan
        EVENT x
        WHITE Eva 3-DAN
    "#]],
    );
}

#[test]
fn a_move_that_has_the_number_stays_as_it_is_written() {
    for fixture in ["B $001 Q16\nMARK #01 #1-3\n", "B 01 Q16\nMARK #$001 #1-3\n"] {
        let (text, offset) = cursor(fixture);
        assert_eq!(rename(&snapshot(&text), offset, "1"), Some(Ok(Vec::new())), "{text:?}");
    }
}
