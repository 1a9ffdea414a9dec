//! Completion of values that extend to the end of the line.

use expect_test::{Expect, expect};
use ishi_ide::ide::completion;
use ishi_record::syntax::Keyword;

use super::{check_documentation, check_first, check_insertion};
use crate::ide::fixture::{cursor, snapshot};

#[test]
fn headers_have_usual_values() {
    check_first(
        "RULES $0",
        9,
        &expect![[r#"
        Japanese | 
        Chinese | 
        AGA | 
        AGA 1991 | 
        Korean | 
        Ing | 
        New Zealand | 
        Tromp-Taylor | 
        British | 
    "#]],
    );
    check_first(
        "KOMI $0",
        9,
        &expect![[r#"
        6.5 | 
        5.5 | 
        7.5 | 
        0.5 | 
        0 | 
        5 | 
        4.5 | 
    "#]],
    );
    check_first(
        "KOMI 4$0",
        9,
        &expect![[r#"
            4.5 | 
        "#]],
    );
    check_first(
        "HANDICAP $0",
        9,
        &expect![[r#"
        0 | 
        2 | 
        3 | 
        4 | 
        5 | 
        6 | 
        7 | 
        8 | 
        9 | 
    "#]],
    );
    check_first(
        "BOARDSIZE $0",
        9,
        &expect![[r#"
        19 | 
        13 | 
        9 | 
    "#]],
    );
    check_first("PLACE $0", 9, &expect![""]);
    check_first(
        "BLACK Ada\nWHITE Ben\nRESULT $0\nB 1 Q16\nW 2 D4\n",
        99,
        &expect![[r#"
        Black by  | Ada
        White by  | Ben
        Black wins by resignation | Ada
        White wins by resignation | Ben
        Black wins on time | Ada
        White wins on time | Ben
        Black resigns at move 2 | Ada
        Draw | 
        Unfinished | 
    "#]],
    );
    check_insertion(
        "RESULT B$0\n",
        "Black by ",
        &expect![[r#"
        RESULT Black by ${1:points}

        --
        RESULT Black by 
    "#]],
    );
}

const OTHERS: &str = "EVENT Honinbo\nBLACK Ada Lovelace\nWHITE Ben Ali\nPLACE Kyoto\nKOMI 8\nB 1 Q16\nEVENT Meijin\n\
    BLACK Ben Ali\nWHITE Cho\nPLACE Kyoto\nPLACE Tokyo (May)\nB 1 Q16\n";

#[test]
fn headers_have_the_values_of_other_events() {
    let check = |line: &str, expected: Expect| check_first(&format!("{OTHERS}EVENT\n{line}"), 99, &expected);
    check(
        "BLACK $0",
        expect![[r#"
        Ben Ali | used elsewhere
        Ada Lovelace | used elsewhere
        Cho | used elsewhere
    "#]],
    );
    check(
        "BLACK b$0",
        expect![[r#"
        Ben Ali | used elsewhere
    "#]],
    );
    check(
        "BLACK Ben A$0",
        expect![[r#"
        Ben Ali | used elsewhere
    "#]],
    );
    check("BLACK Ben Ali $0", expect![""]);
    check("BLACK x$0", expect![""]);
    check(
        "PLACE $0",
        expect![[r#"
        Kyoto | used elsewhere
        Tokyo (May) | used elsewhere
    "#]],
    );
    check(
        "KOMI $0",
        expect![[r#"
        6.5 | 
        5.5 | 
        7.5 | 
        0.5 | 
        0 | 
        5 | 
        4.5 | 
        8 | used elsewhere
    "#]],
    );
    check("TIMELIMIT $0", expect![""]);
    check_first(
        &format!("{OTHERS}EVENT $0"),
        9,
        &expect![[r#"
        Honinbo | used elsewhere
        Meijin | used elsewhere
    "#]],
    );
    check_insertion(
        &format!("EVENT\nBLACK \tBen $0of Cairo\n{OTHERS}"),
        "Ben Ali",
        &expect![[r#"
        EVENT
        BLACK 	Ben Ali
        EVENT Honinbo
        BLACK Ada Lovelace
        WHITE Ben Ali
        PLACE Kyoto
        KOMI 8
        B 1 Q16
        EVENT Meijin
        BLACK Ben Ali
        WHITE Cho
        PLACE Kyoto
        PLACE Tokyo (May)
        B 1 Q16
    "#]],
    );
}

#[test]
fn values_of_other_files_count_too() {
    let (text, offset) = cursor("BLACK $0");
    let used = |keyword: Keyword| match keyword {
        Keyword::White => vec!["Dora".to_owned(), "Eve".to_owned(), "Dora".to_owned()],
        Keyword::Black => vec!["Eve".to_owned(), "Eve".to_owned()],
        _ => vec!["nobody".to_owned()],
    };
    let found = completion(&snapshot(&text), offset, Some(' '), &used);
    let labels: Vec<_> = found.iter().map(|one| &*one.label).collect();
    assert_eq!(labels, ["Eve", "Dora"]);
}

#[test]
fn a_diagram_shows_a_part_of_the_board() {
    check_first(
        "DIAGRAM $0",
        99,
        &expect![[r#"
        K10 T19 | upper right corner
        A10 K19 | upper left corner
        K1 T10 | lower right corner
        A1 K10 | lower left corner
        A10 T19 | upper side
        A1 T10 | lower side
        A1 K19 | left side
        K1 T19 | right side
        19x19 | the whole board
        13x13 | a board of its own
        9x9 | a board of its own
    "#]],
    );
    check_first(
        "BOARDSIZE 9\nDIAGRAM a1 $0",
        99,
        &expect![[r#"
        A1 E5 | lower left corner
        A1 J5 | lower side
        A1 E9 | left side
    "#]],
    );
    check_insertion(
        "DIAGRAM a$01 b2\n",
        "A1 K10",
        &expect![[r#"
        DIAGRAM A1 K10
    "#]],
    );
    check_documentation(
        "BOARDSIZE 9\nB 1 C3\nDIAGRAM $0",
        "A1 E5",
        &expect![[r#"
        lower left corner

           A B C D E
         5 ├─┼─┼─┼─╬  5
         4 ├─┼─┼─┼─┼  4
         3 ├─┼(●)┼─┼  3
         2 ├─┼─┼─┼─┼  2
         1 └─┴─┴─┴─┴  1

        last move Black C3; White to play"#]],
    );
}
