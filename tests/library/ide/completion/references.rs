//! Completion of references after MARK, UNMARK, HIDE, PRISONER and VAR.

use expect_test::expect;

use super::{check, check_documentation, check_first, check_insertion, complete};

const GAME: &str =
    "BOARDSIZE 9\nSETUP W E5\nB 1 D5\nW 2 C3\nB 3 E4\nW 4 G7\nB 5 F5\nMARK a@E7 b@#2\nW 6 PASS\nB 7 E6\n";

fn game(line: &str) -> String {
    format!("{GAME}{line}")
}

#[test]
fn marks_are_moves_signs_and_stones() {
    check_first(
        &game("MARK $0"),
        99,
        &expect![[r#"
        a@ | the next label
        1@ | the next label
        \t@ | triangle
        \s@ | square
        \c@ | check mark
        \d@ | diamond
        b@ | a label that is used
        ALL | the numbers of all moves
        #7 | B 7 E6
        #6 | W 6 pass
        #5 | B 5 F5
        #4 | W 4 G7
        #3 | B 3 E4
        #2 | W 2 C3
        #1 | B 1 D5
        E6 | B 7 E6
        D5 | B 1 D5
        F5 | B 5 F5
        E4 | B 3 E4
        C3 | W 2 C3
        G7 | W 4 G7
    "#]],
    );
    check(&game("MARK #$0"), &expect!["#7 #6 #5 #4 #3 #2 #1"]);
    check(&game("MARK #3 #$0 #5"), &expect!["#7 #6 #4 #2 #1"]);
    check(&game("MARK #3-$0"), &expect!["#3-7 #3-6 #3-5 #3-4"]);
    check(&game("MARK \\$0"), &expect![[r#"\t@ \s@ \c@ \d@"#]]);
    check(&game("MARK e$0"), &expect!["e6 e4"]);
    // The case of a label says nothing of that of locations.
    check_first(
        &game("MARK a@$0"),
        3,
        &expect![[r#"
        a@E6 | B 7 E6
        a@D6 | empty
        a@E5 | empty
    "#]],
    );
    check(&game("mark x@#$0"), &expect!["x@#7 x@#6 x@#5 x@#4 x@#3 x@#2 x@#1"]);
    check(&game("mark \\t@c$0"), &expect![[r#"\t@c6 \t@c1 \t@c2 \t@c3 \t@c4 \t@c5 \t@c7 \t@c8 \t@c9"#]]);
    check_insertion(
        &game("MARK x@$0C3 #1\n"),
        "x@#2",
        &expect![[r#"
        BOARDSIZE 9
        SETUP W E5
        B 1 D5
        W 2 C3
        B 3 E4
        W 4 G7
        B 5 F5
        MARK a@E7 b@#2
        W 6 PASS
        B 7 E6
        MARK x@#2 #1
    "#]],
    );
}

#[test]
fn labels_go_on() {
    check_first(
        "MARK A1 $0",
        6,
        &expect![[r#"
        a@ | the next label
        1@ | the next label
        \t@ | triangle
        \s@ | square
        \c@ | check mark
        \d@ | diamond
    "#]],
    );
    check_first(
        "B 1 Q16\nMARK a@Q4 c@R4 X@D4\nMARK $0",
        9,
        &expect![[r#"
        b@ | the next label
        1@ | the next label
        \t@ | triangle
        \s@ | square
        \c@ | check mark
        \d@ | diamond
        a@ | a label that is used
        c@ | a label that is used
        X@ | a label that is used
    "#]],
    );
    check_first(
        "B 1 Q16\nMARK 1@Q4 2@R4\nMARK $0",
        2,
        &expect![[r#"
        3@ | the next label
        a@ | the next label
    "#]],
    );
    check("B 1 Q16\nMARK a@Q4\nW 2 D4\nMARK X$0", &expect![""]);
}

#[test]
fn only_what_exists_on_the_path_is_named() {
    check("B 1 Q16\nW 2 D4\nVAR\nW 2 C3\nMARK #$0\nENDVAR\nB 3 Q4\n", &expect!["#2 #1"]);
    check("B 1 Q16\nW 2 D4\nVAR\nW 2 C3\nB 3 R3\nENDVAR\nMARK #$0\nB 3 Q4\n", &expect!["#2 #1"]);
    check("MARK #$0", &expect![""]);
    check(&game("UNMARK $0"), &expect!["ALL #7 #6 #5 #4 #3 #2 #1 E6 D5 F5 E4 C3 G7"]);
    check(&game("MARK x@@#6$0"), &expect![""]);
}

#[test]
fn many_moves_come_to_light_as_more_is_typed() {
    let moves: Vec<String> = (1..=250).map(|number| format!("B {number} PASS\n")).collect();
    let record = moves.concat() + "MARK #$0";
    let (_, _, found) = complete(&record);
    assert_eq!(found.len(), 100);
    let (_, _, found) = complete(&record.replace("#$0", "#12$0"));
    let labels: Vec<_> = found.iter().map(|one| &*one.label).collect();
    assert_eq!(labels[..3], ["#129", "#128", "#127"]);
    assert_eq!(labels.len(), 11);
}

#[test]
fn only_stones_that_stand_are_hidden() {
    let taken = "BOARDSIZE 5\nSETUP B A2\nW 1 A1\nB 2 B1\nDIAGRAM\nSETUP W E5\n";
    check(&format!("{taken}HIDE $0"), &expect!["#2 B1 A2 E5"]);
    check(&format!("{taken}HIDE #1-$0"), &expect!["#1-2"]);
}

#[test]
fn prisoners_are_those_that_the_move_takes() {
    let record = "BOARDSIZE 5\nSETUP B A3 B2 W A1\nW 1 A2\nB 2 B1\n";
    check_first(
        &format!("{record}PRISONER $0"),
        9,
        &expect![[r#"
        *#1 A1 | all 2 stones
        #1 | W 1 A2
        A1 | white setup stone
    "#]],
    );
    check_first(
        &format!("{record}PRISONER #1 $0"),
        9,
        &expect![[r#"
        *A1 | white setup stone
    "#]],
    );
    check_first(
        &format!("{record}PRISONER a$0"),
        9,
        &expect![[r#"
        *a1 | white setup stone
    "#]],
    );
    check_first(&format!("{record}PRISONER #1 A1 $0"), 9, &expect![""]);
    check_first(
        &format!("{record}PRISONER A1\nPRISONER $0\n"),
        9,
        &expect![[r#"
        *#1 | W 1 A2
    "#]],
    );
    check_insertion(
        &format!("{record}prisoner $0"),
        "#1 a1",
        &expect![[r#"
        BOARDSIZE 5
        SETUP B A3 B2 W A1
        W 1 A2
        B 2 B1
        prisoner #1 a1"#]],
    );
    // Where nothing is taken, a move may be missing above.
    check("B 1 Q16\nW 2 D4\nB 3 Q4\nW 4 D16\nPRISONER $0", &expect!["#3 #1"]);
    check("PRISONER $0", &expect![""]);
}

#[test]
fn what_is_named_is_shown() {
    check_documentation(
        &game("MARK $0"),
        "#5",
        &expect![[r#"
        B 5 F5

           A B C D E F G H J
         9 ┌─┬─┬─┬─┬─┬─┬─┬─┐  9
         8 ├─┼─┼─┼─┼─┼─┼─┼─┤  8
         7 ├─┼─╬─┼─┼─┼─○─┼─┤  7
         6 ├─┼─┼─┼(●)┼─┼─┼─┤  6
         5 ├─┼─┼─●─╬[●]┼─┼─┤  5
         4 ├─┼─┼─┼─●─┼─┼─┼─┤  4
         3 ├─┼─○─┼─┼─┼─╬─┼─┤  3
         2 ├─┼─┼─┼─┼─┼─┼─┼─┤  2
         1 └─┴─┴─┴─┴─┴─┴─┴─┘  1

        last move Black E6; captures Black 1, White 0; White to play"#]],
    );
    let record = "BOARDSIZE 5\nSETUP B A3 B2 W A1\nW 1 A2\nB 2 B1\n";
    check_documentation(
        &format!("{record}PRISONER $0"),
        "#1 A1",
        &expect![[r#"
        all 2 stones

           A B C D E
         5 ┌─┬─┬─┬─┐  5
         4 ├─┼─┼─┼─┤  4
         3 ●─┼─╬─┼─┤  3
         2[├]●─┼─┼─┤  2
         1[└]●)┴─┴─┘  1

        last move Black B1; captures Black 2, White 0; White to play"#]],
    );
}

#[test]
fn a_variation_has_the_next_marker() {
    check("B 1 Q16\nVAR $0\n", &expect!["a 1"]);
    check("B 1 Q16\nVAR a\nB 1 D4\nENDVAR\nVAR $0\nB 1 C3\nENDVAR\n", &expect!["b 1"]);
    check("B 1 Q16\nVAR 8\nB 1 D4\nENDVAR\nVAR $0\n", &expect!["1 a"]);
    check("B 1 Q16\nVAR A\nB 1 D4\nENDVAR\nVAR $0\n", &expect!["B 1"]);
    check("B 1 Q16\nVAR x $0", &expect![""]);
}

#[test]
fn between_the_two_characters_of_a_line_end_nothing_is_typed() {
    check("B 1 Q16\r\nMARK \\t@Q16\r\nCOM\r\nsee \\t\r$0\nENDCOM\r\n", &expect![""]);
}
