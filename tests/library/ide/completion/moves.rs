//! The number and the point of a move.

use expect_test::expect;

use super::{check, check_documentation, check_first, check_insertion, complete, proposals};

#[test]
fn the_first_letter_chooses_the_case_of_all_points() {
    let record = "BOARDSIZE 9\nB 1 E5\nW 2 $0";
    for (typed, first) in [("", "D5"), ("d", "d5"), ("D", "D5")] {
        let (_, _, found) = complete(&record.replace("$0", &format!("{typed}$0")));
        assert_eq!(&*found[0].label, first, "{typed:?}");
    }
}

#[test]
fn the_number_comes_first() {
    check_first(
        "BOARDSIZE 9\nB 1 E5\nW $0",
        4,
        &expect![[r#"
        2 -> 2  | the next number
        2 D5 | 
        2 E4 | 
        2 E6 | 
    "#]],
    );
    check_first(
        "BOARDSIZE 9\nB 1 E5\nW 2 C3\nVAR\nw $0\nENDVAR\n",
        3,
        &expect![[r#"
        2 -> 2  | the next number
        2 d5 | 
        2 e4 | 
    "#]],
    );
    // What is typed already decides.
    check_first(
        "B 11 E5\nW 1$0",
        3,
        &expect![[r#"
        12 -> 12  | the next number
        12 D5 | 
        12 E4 | 
    "#]],
    );
    check_first("B 11 E5\nW 2$0", 3, &expect![""]);
    check_first(
        "B 11 E5\nW c1$0",
        3,
        &expect![[r#"
        12 c1 | 
        12 c10 | 
        12 c11 | 
    "#]],
    );
    check_first(
        "B 11 E5\nW $0 Q4\n",
        3,
        &expect![[r#"
        12 | the next number
    "#]],
    );
}

#[test]
fn behind_the_number_come_points() {
    // Beside the last moves first, then the star points, and last of all PASS.
    check(
        "BOARDSIZE 5\nB 1 B2\nW 2 D4\nB 3 $0",
        &expect!["C4 D3 D5 E4 C3 C5 E3 E5 B4 D2 A2 B1 B3 C2 A1 A3 C1 A4 A5 B5 D1 E1 E2 PASS"],
    );
    check_first(
        "B 1 Q16\nW 2 D4\nB 3 $0",
        24,
        &expect![[r#"
        C4 | 
        D3 | 
        D5 | 
        E4 | 
        C3 | 
        C5 | 
        E3 | 
        E5 | 
        B4 | 
        D2 | 
        D6 | 
        F4 | 
        P16 | 
        Q15 | 
        Q17 | 
        R16 | 
        P15 | 
        P17 | 
        R15 | 
        R17 | 
        O16 | 
        Q14 | 
        Q18 | 
        S16 | 
    "#]],
    );
    check_first(
        "B 1 Q16\nW 2 D4\nB 3 $0 as usual",
        1,
        &expect![[r#"
        C4 | 
    "#]],
    );
    check_first(
        "B 1 Q16\nW 2 D4\nB 3 c1$0",
        9,
        &expect![[r#"
        c1 | 
        c10 | 
        c11 | 
        c12 | 
        c13 | 
        c14 | 
        c15 | 
        c16 | 
        c17 | 
    "#]],
    );
    check_first(
        "B 1 Q16\nW 2 D4\nB 3 p$0",
        3,
        &expect![[r#"
        p16 | 
        p15 | 
        p17 | 
    "#]],
    );
    check_first(
        "b 1 q16\nw 2 d4\nb 3 $0",
        1,
        &expect![[r#"
        c4 | 
    "#]],
    );
    let all = proposals("b 1 q16\nw 2 d4\nb 3 $0").1;
    assert_eq!((all.len(), &*all[359].label), (360, "pass"));
    for fixture in ["B 1 Q16 $0", "B 1 $0 Q16", "B Q16 $0", "B 1 Q16 r$0"] {
        check(fixture, &expect![""]);
    }
}

#[test]
fn a_word_gives_way_as_a_whole() {
    check_insertion(
        "W 2 q1$06\n",
        "q10",
        &expect![[r#"
        W 2 q10
    "#]],
    );
    check_insertion(
        "W 2 $0Q16\n",
        "Q10",
        &expect![[r#"
        W 2 Q10
    "#]],
    );
    check_insertion(
        "W 1$07\nB 2 A1\n",
        "1 Q10",
        &expect![[r#"
        W 1 Q10
        B 2 A1
    "#]],
    );
    check_insertion(
        "W q$0\n",
        "1 q10",
        &expect![[r#"
        W 1 q10
    "#]],
    );
}

#[test]
fn nobody_may_play_on_a_stone_or_take_his_own_last_liberty() {
    // White has A1 to fill without a liberty, and takes at E1.
    let record = "BOARDSIZE 5\nSETUP B A2 B1 B2 E2 D1 W E3 D2 C1\n";
    let labels = |text: &str| proposals(text).1.into_iter().map(|one| one.label).collect::<Vec<_>>();
    let white = labels(&format!("{record}W 1 $0"));
    assert!(!white.contains(&"A1".to_owned()) && white.contains(&"E1".to_owned()), "{white:?}");
    assert!(!white.contains(&"A2".to_owned()) && !white.contains(&"C1".to_owned()), "{white:?}");
    assert!(labels(&format!("{record}B 1 $0")).contains(&"A1".to_owned()));
}

#[test]
fn a_ko_is_not_retaken_at_once() {
    let ko = "BOARDSIZE 5\nSETUP B A2 B1 B3 W C1 C3 D2 B2\nB 1 C2\n";
    let may = |text: &str| proposals(text).1.into_iter().any(|one| one.label == "B2");
    assert!(!may(&format!("{ko}W 2 $0")));
    assert!(may(&format!("{ko}B 2 $0")), "who has taken may fill it");
    assert!(may(&format!("{ko}W 2 E5\nB 3 E4\nW 4 $0")));
    assert!(may(&format!("{ko}W 2 PASS\nB 3 PASS\nW 4 $0")));
}

#[test]
fn the_board_is_that_of_the_place() {
    let labels = |text: &str| proposals(text).1.into_iter().map(|one| one.label).collect::<Vec<_>>();
    let d4 = "D4".to_owned();
    assert!(!labels("B 1 Q16\nW 2 D4\nB 3 $0\n").contains(&d4));
    assert!(labels("B 1 Q16\nW 2 D4\nVAR\nW 2 $0\nENDVAR\n").contains(&d4), "the variation replaces it");
    assert!(labels("B 1 Q16\nW 2 $0\nB 3 D4\n").contains(&d4), "it comes later");
    // A diagram's own stones are not in the way.
    assert!(labels("B 1 Q16\nDIAGRAM\nSETUP B D4\nW 2 $0").contains(&d4));
    assert!(!labels("BOARDSIZE 9\nB 1 $0").contains(&"J10".to_owned()));
}

#[test]
fn the_board_after_the_move_is_shown() {
    check_documentation(
        "BOARDSIZE 5\nSETUP W A1 B A2\nB 1 $0",
        "B1",
        &expect![[r#"
        Black B1

        Takes A1.

           A B C D E
         5 ┌─┬─┬─┬─┐  5
         4 ├─┼─┼─┼─┤  4
         3 ├─┼─╬─┼─┤  3
         2 ●─┼─┼─┼─┤  2
         1 └[●]┴─┴─┘  1

        captures Black 1, White 0; White to play"#]],
    );
    check_documentation(
        "BOARDSIZE 5\nB 1 B2\nW $0",
        "2 D4",
        &expect![[r#"
        White D4

           A B C D E
         5 ┌─┬─┬─┬─┐  5
         4 ├─┼─┼[○]┤  4
         3 ├─┼─╬─┼─┤  3
         2 ├─●─┼─┼─┤  2
         1 └─┴─┴─┴─┘  1

        Black to play"#]],
    );
}
