//! Keywords, where a line begins.

use expect_test::{Expect, expect};
use ishi_check::check::{self, Family, Severities, Severity};
use ishi_ide::ide::{BoardStyle, CompletionKind, completion};
use ishi_record::syntax::Keyword;

use super::{check, check_insertion, proposals};
use crate::ide::fixture::{cursor, snapshot};

#[test]
fn at_the_start_of_a_file() {
    let everything = expect![[
        r#"EVENT ANALYSIS BLACK DATE HANDICAP KOMI PLACE RECORDER RESULT RULES SOURCE TIMELIMIT WHITE BOARDSIZE SETUP COM B W MARK UNMARK DIAGRAM USER REMARK"#
    ]];
    check("$0", &everything);
    check("\n\n$0", &everything);
    check("REMARK a game\n$0", &everything);
    check("\u{feff}E$0", &everything);
}

#[test]
fn in_the_headers() {
    check(
        "EVENT one\nBLACK Ada\nBOARDSIZE 9\n$0",
        &expect![[
            r#"ANALYSIS DATE HANDICAP KOMI PLACE RECORDER RESULT RULES SOURCE TIMELIMIT WHITE SETUP COM B W MARK UNMARK DIAGRAM USER REMARK BLACK BOARDSIZE EVENT"#
        ]],
    );
    // What is given below counts too, but not what is being typed.
    check(
        "EVENT one\nKOMI$0\nBLACK Ada\nWHITE Ben\n",
        &expect![[
            r#"ANALYSIS DATE HANDICAP KOMI PLACE RECORDER RESULT RULES SOURCE TIMELIMIT BOARDSIZE SETUP COM B W MARK UNMARK DIAGRAM USER REMARK BLACK WHITE EVENT"#
        ]],
    );
}

#[test]
fn in_the_tree() {
    check("B 1 Q16\n$0", &expect!["W B VAR PRISONER COM MARK UNMARK DIAGRAM USER REMARK EVENT"]);
    check(
        "EVENT\nKOMI 5\nB 1 Q16\n$0\nW 2 D4\n",
        &expect!["W B VAR PRISONER COM MARK UNMARK DIAGRAM USER REMARK EVENT"],
    );
    // What is nearly an EVENT begins the next event, in which nothing stands yet.
    check(
        "B 1 Q16\nEVEN$0",
        &expect![
            "EVENT ANALYSIS BLACK DATE HANDICAP KOMI PLACE RECORDER RESULT RULES SOURCE TIMELIMIT WHITE BOARDSIZE SETUP COM B W MARK UNMARK DIAGRAM USER REMARK"
        ],
    );
}

#[test]
fn in_a_variation() {
    check("B 1 Q16\nVAR\nB 1 D4\n$0", &expect!["ENDVAR W B VAR PRISONER COM MARK UNMARK DIAGRAM USER REMARK"]);
    check("B 1 Q16\nVAR\n$0\nENDVAR\n", &expect!["ENDVAR B W COM MARK UNMARK DIAGRAM USER REMARK"]);
    check("B 1 Q16\nVAR\nDIAGRAM\n$0\nENDVAR\n", &expect!["ENDVAR HIDE SETUP B W COM MARK UNMARK DIAGRAM USER REMARK"]);
    // All else that is said of a move stands before its variations.
    check("B 1 Q16\nVAR\nB 1 D4\nENDVAR\n$0", &expect!["W B VAR DIAGRAM REMARK EVENT"]);
}

#[test]
fn setup_stones_come_first() {
    check(
        "SETUP B D4\n$0",
        &expect![
            "ANALYSIS BLACK DATE HANDICAP KOMI PLACE RECORDER RESULT RULES SOURCE TIMELIMIT WHITE BOARDSIZE SETUP COM B W MARK UNMARK DIAGRAM USER REMARK EVENT"
        ],
    );
    check(
        "SETUP B D4\nMARK a@D4\n$0",
        &expect![
            "ANALYSIS BLACK DATE HANDICAP KOMI PLACE RECORDER RESULT RULES SOURCE TIMELIMIT WHITE BOARDSIZE COM B W MARK UNMARK DIAGRAM USER REMARK EVENT"
        ],
    );
}

#[test]
fn in_a_diagram() {
    check("B 1 Q16\nDIAGRAM\n$0", &expect!["HIDE SETUP W B VAR COM MARK UNMARK DIAGRAM USER REMARK EVENT"]);
    check("DIAGRAM\nMARK a@Q4\n$0", &expect!["HIDE SETUP B W COM MARK UNMARK DIAGRAM USER REMARK EVENT"]);
}

#[test]
fn in_a_block_only_its_end_fits() {
    check("COM\n$0", &expect!["ENDCOM"]);
    check("COM\nprose\nen$0\nB 1 Q16\n", &expect!["endcom"]);
    check("COM\nB 1 Q16\n$0\nENDCOM\n", &expect!["ENDCOM"]);
    check("COM\nprose\nENDCOM$0\nB 1 Q16\n", &expect!["ENDCOM"]);
    check("COM\nprose\nVAR$0\n", &expect!["ENDCOM"]);
    check("CMO\nprose\n$0\nENDCOM\n", &expect!["ENDCOM"]);
    check("USER data\n$0\nENDUSER\n", &expect!["ENDUSER"]);
    check("COM\nUSER\n$0", &expect!["ENDCOM"]);
    check("COM\nprose and$0", &expect![""]);
    check(
        "COM\nprose\nENDCOM\n$0B 1 Q16\n",
        &expect![
            "ANALYSIS BLACK DATE HANDICAP KOMI PLACE RECORDER RESULT RULES SOURCE TIMELIMIT WHITE BOARDSIZE SETUP COM B W MARK UNMARK DIAGRAM USER REMARK EVENT"
        ],
    );
}

#[test]
fn behind_the_first_word_no_keyword_fits() {
    for fixture in ["COM $0", "REMARK $0", "ENDVAR $0", "B 1 Q16 $0", "foo $0", "@$0"] {
        check(fixture, &expect![""]);
    }
}

#[test]
fn a_space_asks_for_no_keyword() {
    for (fixture, typed) in [("B 1 Q16\n $0", ' '), ("COM\n $0", ' '), ("COM\nprose $0", ' '), ("#$0", '#')] {
        let (text, offset) = cursor(fixture);
        let found = completion(&snapshot(&text), offset, Some(typed), &|_| Vec::new());
        assert_eq!(found, [], "{fixture:?}");
    }
}

#[test]
fn a_comment_refers_to_the_signs_beside_it() {
    let record = |typed: &str| {
        format!("B 1 Q16\nMARK \\t@Q4 a@R4\nCOM\nOne at {typed}\nENDCOM\nMARK \\S@C3\nW 2 D4\nMARK \\d@A1\n")
    };
    check(&record("\\$0"), &expect![[r#"\t \s"#]]);
    check(&record("(\\$0)"), &expect![[r#"\t \s"#]]);
    check(&record("\\s$0, or"), &expect![[r#"\s"#]]);
    check(&record("\\d$0"), &expect![""]);
    check(&record("\\t$0"), &expect![[r#"\t"#]]);
    check(&record("\\t or $0"), &expect![""]);
    check("USER\n\\$0\nENDUSER\n", &expect![""]);
}

#[test]
fn the_case_is_that_of_what_is_typed() {
    check("b 1 q16\nm$0", &expect!["w b var prisoner com mark unmark diagram user remark event"]);
    check("b 1 q16\nM$0", &expect!["W B VAR PRISONER COM MARK UNMARK DIAGRAM USER REMARK EVENT"]);
    check_insertion(
        "b 1 q16\nco$0",
        "com",
        &expect![[r#"
            b 1 q16
            com
            $1
            endcom$0
            --
            b 1 q16
            com"#]],
    );
    check_insertion(
        "se$0",
        "setup",
        &expect![[r#"
        setup ${1|b,w|} $0
        --
        setup "#]],
    );
}

#[test]
fn the_whole_word_is_replaced() {
    check_insertion(
        "B 1 Q16\n  MA$0\nW 2 D4\n",
        "MARK",
        &expect![[r#"
        B 1 Q16
          MARK 
        W 2 D4
    "#]],
    );
    check_insertion(
        "B 1 Q16\nMA$0KR Q16\n",
        "MARK",
        &expect![[r#"
        B 1 Q16
        MARK Q16
    "#]],
    );
    check_insertion(
        "B 1 Q16\n$0W 2 D4\n",
        "B",
        &expect![[r#"
        B 1 Q16
        B 2 D4
    "#]],
    );
    check_insertion(
        "VA$0R\n",
        "BLACK",
        &expect![[r#"
        BLACK 
    "#]],
    );
    check_insertion(
        "EVENT é\nKO$0",
        "KOMI",
        &expect![[r#"
        EVENT é
        KOMI "#]],
    );
}

#[test]
fn blocks_come_with_their_end() {
    check_insertion(
        "B 1 Q16\n$0\n",
        "COM",
        &expect![[r#"
            B 1 Q16
            COM
            $1
            ENDCOM$0

            --
            B 1 Q16
            COM
        "#]],
    );
    check_insertion(
        "B 1 Q16\n$0\n",
        "USER",
        &expect![[r#"
            B 1 Q16
            USER
            $1
            ENDUSER$0

            --
            B 1 Q16
            USER
        "#]],
    );
    check_insertion(
        "B 1 Q16\n$0\n",
        "VAR",
        &expect![[r#"
            B 1 Q16
            VAR
            $0
            ENDVAR

            --
            B 1 Q16
            VAR
        "#]],
    );
}

#[test]
fn an_end_that_is_there_is_not_added() {
    check_insertion(
        "B 1 Q16\nCO$0\nprose\nENDCOM\n",
        "COM",
        &expect![[r#"
        B 1 Q16
        COM
        prose
        ENDCOM
    "#]],
    );
    check_insertion(
        "B 1 Q16\nCOM$0\nprose\nENDCOM\n",
        "COM",
        &expect![[r#"
        B 1 Q16
        COM
        prose
        ENDCOM
    "#]],
    );
    check_insertion(
        "B 1 Q16\nCO$0\nCOM\nprose\nENDCOM\n",
        "COM",
        &expect![[r#"
            B 1 Q16
            COM
            $1
            ENDCOM$0
            COM
            prose
            ENDCOM

            --
            B 1 Q16
            COM
            COM
            prose
            ENDCOM
        "#]],
    );
    check_insertion(
        "B 1 Q16\nVAR$0\nB 1 D4\nENDVAR\n",
        "VAR",
        &expect![[r#"
        B 1 Q16
        VAR
        B 1 D4
        ENDVAR
    "#]],
    );
    check_insertion(
        "B 1 Q16\nVAR$0 a\nB 1 D4\n",
        "VAR",
        &expect![[r#"
        B 1 Q16
        VAR a
        B 1 D4
    "#]],
    );
    // These ends belong to other variations.
    check_insertion(
        "B 1 Q16\nVAR\nB 1 D4\nVA$0\nENDVAR\n",
        "VAR",
        &expect![[r#"
            B 1 Q16
            VAR
            B 1 D4
            VAR
            $0
            ENDVAR
            ENDVAR

            --
            B 1 Q16
            VAR
            B 1 D4
            VAR
            ENDVAR
        "#]],
    );
    check_insertion(
        "B 1 Q16\nVA$0\nVAR\nB 1 D4\nENDVAR\n",
        "VAR",
        &expect![[r#"
            B 1 Q16
            VAR
            $0
            ENDVAR
            VAR
            B 1 D4
            ENDVAR

            --
            B 1 Q16
            VAR
            VAR
            B 1 D4
            ENDVAR
        "#]],
    );
}

#[test]
fn the_next_move_has_its_number_and_color() {
    let check = |fixture: &str, expected: Expect| {
        let moves = proposals(fixture).1.into_iter().map(|one| one.plain).filter(|plain| plain.starts_with(['B', 'W']));
        let first = moves.into_iter().find(|plain| plain.contains(|c: char| c.is_ascii_digit()));
        expected.assert_eq(&first.expect("a move"));
    };
    check("$0", expect!["B 1 "]);
    check("HANDICAP 2\n$0", expect!["W 1 "]);
    check("B 1 Q16\n$0", expect!["W 2 "]);
    check("B 1 Q16\nW 7 pass\nMARK All\n$0", expect!["B 8 "]);
    check("B 1 Q16\nW x D4\n$0", expect!["B 3 "]);
    // In a variation, at its start and after it.
    check("B 1 Q16\nW 2 D4\nVAR\n$0", expect!["W 2 "]);
    check("B 1 Q16\nW 2 D4\nVAR\nW 2 D16\n$0", expect!["B 3 "]);
    check("B 1 Q16\nW 2 D4\nVAR\nW 2 D16\nB 3 C3\nENDVAR\n$0", expect!["B 3 "]);
    check("B 1 Q16\nVAR\nB 1 D4\nVAR\n$0\nENDVAR\nENDVAR\n", expect!["B 1 "]);
    check("B 4294967295 Q16\n$0", expect!["W 4294967295 "]);
    check("VAR\n$0", expect!["B 1 "]);
    check_insertion(
        "B 1 Q16\nW$0",
        "W",
        &expect![[r#"
        B 1 Q16
        W 2 "#]],
    );
}

#[test]
fn a_proposal_says_what_it_is() {
    let (text, list) = proposals("B 1 Q16\n$0");
    let of = |label: &str| list.iter().find(|one| one.label == label).expect("the proposal");
    assert_eq!((of("COM").kind, of("MARK").kind), (CompletionKind::Snippet, CompletionKind::Keyword));
    assert_eq!(of("VAR").detail, "VAR [cc]");
    let documentation = of("VAR").documentation(&snapshot(&text), text.len()).expect("it has a meaning");
    assert!(documentation.markdown(BoardStyle::Text).contains("Begins a variation"));
}

/// Whatever is proposed for a place can stand there: as far as blocks and order go, it makes nothing wrong.
#[test]
fn what_is_proposed_fits() {
    let record = "REMARK first\nEVENT one\nBLACK Ada\nMARK a@Q4\nSETUP B D4\nB 1 Q16\nPRISONER D4\nREMARK on this\n\
        W 2 D4\nCOM\nprose\nENDCOM\nVAR a\nW 2 D16\nVAR\nW 2 C3\nDIAGRAM\nSETUP W A1\nHIDE Q16\nMARK #1\nENDVAR\n\
        B 3 Q4\nENDVAR\nVAR b\nDIAGRAM A1 J9\nUSER x\nENDUSER\nENDVAR\nDIAGRAM\nB 3 K10\nEVENT two\nB 1 Q16\n";
    let misplaced = |text: &str| {
        let found = check::check(text, &Severities::default()).into_iter();
        let counts = |found: &check::Diagnostic| {
            matches!(found.code.row().family, Family::Blocks | Family::Order) && found.severity >= Severity::Warning
        };
        found.filter(counts).map(|found| (found.code, found.span.start)).collect::<Vec<_>>()
    };
    let starts = record.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    let mut count = 0;
    for start in [0].into_iter().chain(starts) {
        let above = &record[..start];
        let known = misplaced(above);
        for proposal in completion(&snapshot(above), start, None, &|_| Vec::new()) {
            let keyword = Keyword::of(&proposal.label).expect("a keyword");
            let end = match keyword {
                Keyword::Com => "ENDCOM\n",
                Keyword::User => "ENDUSER\n",
                Keyword::Var => "DIAGRAM\nENDVAR\n",
                _ => "",
            };
            let text = format!("{above}{}\n{end}", keyword.info().example);
            let mut found = misplaced(&text);
            found.retain(|one| !known.contains(one));
            // An ENDVAR at the start of a variation is the last resort.
            let is_empty = above.lines().last().is_some_and(|line| line.starts_with("VAR"));
            assert!(found.is_empty() || keyword == Keyword::Endvar && is_empty, "{text}\nhas {found:?}");
            count += 1;
        }
    }
    assert!(count > 200, "only {count} proposals");
}
