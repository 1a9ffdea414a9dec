//! Changes that the commands of a board make.

use expect_test::{Expect, expect};
use ishi_board::{Color, Point};
use ishi_check::rewrite::{
    Error, Original, PointMark, Revision, add_diagram, delete_move, insert_pass, mark_point, play, set_comment,
    set_stone,
};
use ishi_record::record::MoveTarget;
use ishi_record::syntax::{Sign, location};
use ishi_test_support::laws::reverse::reverse;
use ishi_text::{Edit, apply};

type Command<'h> = &'h dyn Fn(&Original<'_>, u32) -> Result<Revision, Error>;

/// A record in which `$0` marks the line of the cursor, and what becomes of it, with the cursor.
fn check(fixture: &str, command: Command<'_>, expected: &Expect) {
    let at = fixture.find("$0").expect("a cursor");
    let line = fixture[..at].matches('\n').count() as u32;
    let text = fixture.replacen("$0", "", 1);
    let new = match command(&Original::read(&text, true), line) {
        Ok(Revision { edits, line }) => {
            let new = apply(&text, &edits);
            assert_undone(&text, &edits);
            let lines = new.split_inclusive('\n').zip(0..);
            lines.map(|(text, at)| if at == line { format!("▸{text}") } else { text.to_owned() }).collect()
        }
        Err(refusal) => format!("refused: {refusal}"),
    };
    expected.assert_eq(&new.replace('\r', "␍"));
}

fn assert_undone(text: &str, edits: &[Edit]) {
    assert!(edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{edits:?}");
    let new = apply(text, edits);
    assert_eq!(apply(&new, &reverse(text, edits)), text);
}

fn point(name: &str) -> Point {
    location(name).expect("a location")
}

fn at(name: &str) -> impl Fn(&Original<'_>, u32) -> Result<Revision, Error> + use<> {
    let target = if name == "PASS" { MoveTarget::Pass } else { MoveTarget::Point(point(name)) };
    move |original, line| play(original, line, target, 2)
}

fn marked(name: &str, mark: PointMark) -> impl Fn(&Original<'_>, u32) -> Result<Revision, Error> + use<> {
    let point = point(name);
    move |original, line| mark_point(original, line, point, mark)
}

fn stone(name: &str, color: Option<Color>) -> impl Fn(&Original<'_>, u32) -> Result<Revision, Error> + use<> {
    let point = point(name);
    move |original, line| set_stone(original, line, point, color)
}

fn said(text: &str) -> impl Fn(&Original<'_>, u32) -> Result<Revision, Error> + use<> {
    let text = text.to_owned();
    move |original, line| set_comment(original, line, &text)
}

#[test]
fn a_move_is_added_at_the_end_of_a_line() {
    check(
        "$0",
        &at("Q16"),
        &expect![[r#"
        ▸B 1 Q16
    "#]],
    );
    check(
        "$0EVENT x\n\nEVENT y\n",
        &at("Q16"),
        &expect![[r#"
        EVENT x
        ▸B 1 Q16

        EVENT y
    "#]],
    );
    check(
        "EVENT x\nSETUP B D4 Q16\n$0COM\nd4\nENDCOM\n",
        &at("PASS"),
        &expect![[r#"
        EVENT x
        SETUP B D4 Q16
        COM
        d4
        ENDCOM
        ▸W 1 PASS
    "#]],
    );
    check(
        "b 1 q16\n  $0w 2 d4\n  mark #1\n\n",
        &at("Q4"),
        &expect![[r#"
        b 1 q16
          w 2 d4
          mark #1
        ▸  b 3 q4

    "#]],
    );
    check(
        "B 1 Q16\nVAR\n$0  B 1 D4\n\nENDVAR\nW 2 C3\n",
        &at("Q4"),
        &expect![[r#"
        B 1 Q16
        VAR
          B 1 D4
        ▸  W 2 Q4

        ENDVAR
        W 2 C3
    "#]],
    );
    check(
        "B 7 Q16\n$0VAR\nENDVAR\nW 8 C3\n",
        &at("Q4"),
        &expect![[r#"
        B 7 Q16
        VAR
        ▸  B 7 Q4
        ENDVAR
        W 8 C3
    "#]],
    );
    check(
        "B 1 Q16\nVAR\n  B 1 D4\n$0ENDVAR",
        &at("Q4"),
        &expect![[r#"
        B 1 Q16
        VAR
          B 1 D4
        ENDVAR
        ▸W 2 Q4"#]],
    );
    // A move that is begun.
    check(
        "B 1 Q16\n  W$0 2 \n",
        &at("D4"),
        &expect![[r#"
        B 1 Q16
        ▸  W 2 D4
    "#]],
    );
}

#[test]
fn a_move_in_the_middle_is_gone_to_or_becomes_a_variation() {
    let game = "EVENT x\nB 1 Q16\nW 2 D4\nMARK #2\nVAR\n  W 2 C3\nENDVAR\n\nB 3 Q4\n";
    check(
        &game.replace("B 1", "$0B 1"),
        &at("D4"),
        &expect![[r#"
        EVENT x
        B 1 Q16
        ▸W 2 D4
        MARK #2
        VAR
          W 2 C3
        ENDVAR

        B 3 Q4
    "#]],
    );
    check(
        &game.replace("B 1", "$0B 1"),
        &at("C3"),
        &expect![[r#"
        EVENT x
        B 1 Q16
        W 2 D4
        MARK #2
        VAR
        ▸  W 2 C3
        ENDVAR

        B 3 Q4
    "#]],
    );
    check(
        &game.replace("B 1", "$0B 1"),
        &at("C4"),
        &expect![[r#"
        EVENT x
        B 1 Q16
        W 2 D4
        MARK #2
        VAR
          W 2 C3
        ENDVAR
        VAR
        ▸  W 2 C4
        ENDVAR

        B 3 Q4
    "#]],
    );
    check(
        &game.replace("EVENT", "$0EVENT"),
        &at("C4"),
        &expect![[r#"
        EVENT x
        B 1 Q16
        VAR
        ▸  B 1 C4
        ENDVAR
        W 2 D4
        MARK #2
        VAR
          W 2 C3
        ENDVAR

        B 3 Q4
    "#]],
    );
}

#[test]
fn a_move_is_played_at_the_beginning_of_a_variation_and_in_a_diagram() {
    // The position is the one before what the variation replaces.
    let game = "EVENT x\nB 1 Q16\nW 2 D4\nMARK #2\nVAR\n  W 2 C3\nENDVAR\n\nB 3 Q4\n";
    check(
        &game.replace("VAR\n  W", "$0VAR\n  W"),
        &at("D4"),
        &expect![[r#"
        EVENT x
        B 1 Q16
        ▸W 2 D4
        MARK #2
        VAR
          W 2 C3
        ENDVAR

        B 3 Q4
    "#]],
    );
    check(
        &game.replace("VAR\n  W", "$0VAR\n  W"),
        &at("C4"),
        &expect![[r#"
        EVENT x
        B 1 Q16
        W 2 D4
        MARK #2
        VAR
          W 2 C3
        ENDVAR
        VAR
        ▸  W 2 C4
        ENDVAR

        B 3 Q4
    "#]],
    );
    // A diagram shows the position after the move before it.
    check(
        "B 1 Q16\n$0DIAGRAM\nSETUP B D4\nW 2 C3\n",
        &at("D4"),
        &expect![[r#"
        B 1 Q16
        DIAGRAM
        SETUP B D4
        W 2 C3
        VAR
        ▸  W 2 D4
        ENDVAR
    "#]],
    );
}

#[test]
fn moves_that_can_not_be_played_are_refused() {
    check("$0B 1 Q16\n", &at("Q16"), &expect!["refused: Q16 is taken"]);
    check("BOARDSIZE 9\n$0B 1 A1\n", &at("Q16"), &expect!["refused: Q16 is off the board, which is 9x9"]);
    check(
        "$0B Q16\n",
        &at("D4"),
        &expect!["refused: the move before has no number that another could follow: fix that first"],
    );
    check("$0B 1 Q61 x D4\n", &at("D4"), &expect!["refused: the move in line 1 can't be read: fix that first"]);
    check(
        "B 1 Q16\nCOM\nW 2 D4\n$0B 3 C3\n",
        &at("Q3"),
        &expect!["refused: a block without an end begins in line 2: fix that first"],
    );
    check(
        "B 1 Q16\nVAR\n$0B 1 D4\n",
        &at("Q3"),
        &expect!["refused: a variation without ENDVAR begins in line 2: fix that first"],
    );
}

#[test]
fn points_are_marked() {
    use PointMark::{NextLetter, NextNumber};
    let sign = |sign| PointMark::Sign(sign);
    let triangle = sign(Sign::Triangle);
    check(
        "$0B 1 Q16\nVAR\n  B 1 C3\nENDVAR\n",
        &marked("Q16", triangle),
        &expect![[r#"
        ▸B 1 Q16
        MARK \t@Q16
        VAR
          B 1 C3
        ENDVAR
    "#]],
    );
    check(
        "$0B 1 Q16\nMARK a@C3\nPRISONER C3\n",
        &marked("D4", NextLetter),
        &expect![[r#"
        ▸B 1 Q16
        MARK a@C3 b@D4
        PRISONER C3
    "#]],
    );
    check(
        "$0B 1 Q16\nMARK A@C3 C@D3\n",
        &marked("D4", NextLetter),
        &expect![[r#"
        ▸B 1 Q16
        MARK A@C3 C@D3 B@D4
    "#]],
    );
    check(
        "$0b 1 q16\nmark 1@c3 2@d3\n",
        &marked("D4", NextNumber),
        &expect![[r#"
        ▸b 1 q16
        mark 1@c3 2@d3 3@d4
    "#]],
    );
    check(
        "EVENT x\nBOARDSIZE 9\n$0\nB 1 E5\n",
        &marked("D4", sign(Sign::Label(*b"xy"))),
        &expect![[r#"
        ▸EVENT x
        BOARDSIZE 9
        MARK xy@D4

        B 1 E5
    "#]],
    );
}

#[test]
fn marks_are_replaced_and_taken_away() {
    use PointMark::Nothing;
    let sign = |sign| PointMark::Sign(sign);
    let triangle = sign(Sign::Triangle);
    check(
        "$0B 1 Q16\nMARK a@C3 \\s@Q16 b@D3\n",
        &marked("Q16", triangle),
        &expect![[r#"
        ▸B 1 Q16
        MARK a@C3 \t@Q16 b@D3
    "#]],
    );
    check(
        "$0B 1 Q16\nMARK a@C3 \\T@#1 b@D3\n",
        &marked("Q16", triangle),
        &expect![[r#"
        ▸B 1 Q16
        MARK a@C3 b@D3
    "#]],
    );
    check(
        "$0B 1 Q16\nMARK \\t@Q16\nMARK a@C3\n",
        &marked("Q16", Nothing),
        &expect![[r#"
        ▸B 1 Q16
        MARK a@C3
    "#]],
    );
    check(
        "$0B 1 Q16\nMARK ALL\n",
        &marked("Q16", Nothing),
        &expect![[r#"
        ▸B 1 Q16
        MARK ALL
        UNMARK Q16
    "#]],
    );
    check(
        "$0B 1 Q16\nMARK Q16\nUNMARK ALL\nMARK D3\n",
        &marked("D3", sign(Sign::Square)),
        &expect![[r#"
        ▸B 1 Q16
        MARK Q16
        UNMARK ALL
        MARK \s@D3
    "#]],
    );
    check(
        "B 1 Q16\nDIAGRAM A1 J9\n$0MARK a@C3\n",
        &marked("D4", sign(Sign::Diamond)),
        &expect![[r#"
        B 1 Q16
        ▸DIAGRAM A1 J9
        MARK a@C3 \d@D4
    "#]],
    );
}

#[test]
fn marks_that_can_not_be_set_are_refused() {
    let check_sign = PointMark::Sign(Sign::Check);
    check(
        "B 1 Q16\nDIAGRAM A1 J9\n$0MARK a@C3\n",
        &marked("Q16", check_sign),
        &expect!["refused: Q16 is not in the part of the board that the diagram shows"],
    );
    check("$0BOARDSIZE 9\n", &marked("Q16", check_sign), &expect!["refused: Q16 is off the board, which is 9x9"]);
    check("$0B 1 Q16\n", &marked("Q16", PointMark::Nothing), &expect!["refused: there is no mark on Q16"]);
    check(
        "$0B 1 Q16\n",
        &marked("Q16", PointMark::Sign(Sign::Label(*b"\\t"))),
        &expect![[r#"refused: `\t` is not a valid label: use one or two characters without blanks"#]],
    );
    check(
        "$0B 1 Q16\n",
        &marked("Q16", PointMark::Sign(Sign::Label([b' ', 0]))),
        &expect!["refused: ` ` is not a valid label: use one or two characters without blanks"],
    );
}

#[test]
fn stones_are_set_up() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    check(
        "$0EVENT x\nBLACK Ada\nB 1 Q16\n",
        &stone("D4", black),
        &expect![[r#"
        ▸EVENT x
        BLACK Ada
        SETUP B D4
        B 1 Q16
    "#]],
    );
    check(
        "$0EVENT x\nSETUP B D4\nB 1 Q16\n",
        &stone("D3", black),
        &expect![[r#"
        ▸EVENT x
        SETUP B D4 D3
        B 1 Q16
    "#]],
    );
    check(
        "$0EVENT x\nSETUP B D4\nB 1 Q16\n",
        &stone("D3", white),
        &expect![[r#"
        ▸EVENT x
        SETUP B D4 W D3
        B 1 Q16
    "#]],
    );
    check(
        "$0EVENT x\nSETUP B D4 E4 W D3\nB 1 Q16\n",
        &stone("E4", white),
        &expect![[r#"
        ▸EVENT x
        SETUP B D4 W D3 E4
        B 1 Q16
    "#]],
    );
    check(
        "$0EVENT x\nSETUP B D4 W D3\nB 1 Q16\n",
        &stone("D4", black),
        &expect![[r#"
        ▸EVENT x
        SETUP W D3
        B 1 Q16
    "#]],
    );
    check(
        "$0EVENT x\nSETUP B D4\nSETUP W D3\nB 1 Q16\n",
        &stone("D3", None),
        &expect![[r#"
        ▸EVENT x
        SETUP B D4
        B 1 Q16
    "#]],
    );
    check(
        "B 1 Q16\n$0DIAGRAM\nMARK #1\nW 2 D4\n",
        &stone("D4", white),
        &expect![[r#"
        B 1 Q16
        ▸DIAGRAM
        SETUP W D4
        MARK #1
        W 2 D4
    "#]],
    );
    check(
        "$0B 1 Q16\n",
        &stone("D4", white),
        &expect![
            "refused: stones are set up before the first move or in a diagram: play a move, or add a diagram here"
        ],
    );
    check("B 1 Q16\n$0DIAGRAM\n", &stone("Q16", None), &expect!["refused: the stone on Q16 is not one of this setup"]);
    check("$0EVENT x\n", &stone("Q16", None), &expect!["refused: there is no stone on Q16"]);
    check("$0EVENT x\nBOARDSIZE 9\n", &stone("Q16", black), &expect!["refused: Q16 is off the board, which is 9x9"]);
    check(
        "$0EVENT x\nSETUP B D4 x W D3\nB 1 Q16\n",
        &stone("D4", white),
        &expect!["refused: the SETUP in line 2 has something that can't be read: fix that first"],
    );
}

#[test]
fn comments_are_written() {
    check(
        "$0B 1 Q16\nMARK #1\nVAR\n  B 1 C3\nENDVAR\n",
        &said("A fine\n\n  move.\n"),
        &expect![[r#"
        ▸B 1 Q16
        MARK #1
        COM
        A fine

          move.
        ENDCOM
        VAR
          B 1 C3
        ENDVAR
    "#]],
    );
    check(
        "$0EVENT x\r\nBLACK Ada\r\n\r\nB 1 Q16\r\n",
        &said("One\nTwo"),
        &expect![[r#"
        ▸EVENT x␍
        BLACK Ada␍
        COM␍
        One␍
        Two␍
        ENDCOM␍
        ␍
        B 1 Q16␍
    "#]],
    );
    check(
        "$0B 1 Q16\nCOM  Title\nold\n ENDCOM\nW 2 D4\n",
        &said("Title\nnew"),
        &expect![[r#"
        ▸B 1 Q16
        COM  Title
        new
         ENDCOM
        W 2 D4
    "#]],
    );
    check(
        "$0B 1 Q16\nCOM  Title\nold\n ENDCOM\nW 2 D4\n",
        &said("Other\nnew"),
        &expect![[r#"
        ▸B 1 Q16
        COM
        Other
        new
         ENDCOM
        W 2 D4
    "#]],
    );
    check(
        "$0B 1 Q16\nCOM\nold\nENDCOM\nW 2 D4\n",
        &said(" \n"),
        &expect![[r#"
        ▸B 1 Q16
        W 2 D4
    "#]],
    );
    check(
        "$0B 1 Q16\nCOM\nold\nENDCOM\n",
        &said("old"),
        &expect![[r#"
        ▸B 1 Q16
        COM
        old
        ENDCOM
    "#]],
    );
    check(
        "$0B 1 Q16\n",
        &said("\n"),
        &expect![[r#"
        ▸B 1 Q16
    "#]],
    );
    check(
        "B 1 Q16\nVAR\n  $0B 1 C3\nENDVAR\n",
        &said("x"),
        &expect![[r#"
        B 1 Q16
        VAR
        ▸  B 1 C3
          COM
        x
          ENDCOM
        ENDVAR
    "#]],
    );
    for text in ["a\nENDCOM\nb", "endcom", "a\nCOM\nb", "a\0b"] {
        let refusal = set_comment(&Original::read("B 1 Q16\n", true), 0, text).expect_err(text);
        assert!(refusal.to_string().starts_with("a comment can't hold this text: "), "{refusal}");
    }
    check(
        "$0B 1 Q16\nCOM\na\nENDCOM\nCOM\nb\nENDCOM\n",
        &said("c"),
        &expect!["refused: there are two comments here, in lines 2 and 5: join them in the text first"],
    );
    check("$0B 1 Q16\nENDCOM\n", &said("c"), &expect!["refused: the end of no block stands in line 2: fix that first"]);
}

#[test]
fn a_move_is_deleted_with_what_follows() {
    check(
        "B 1 Q16\nREMARK x\n$0W 2 D4\nMARK #1\nB 3 C3\n\nEVENT y\n",
        &delete_move,
        &expect![[r#"
        ▸B 1 Q16

        EVENT y
    "#]],
    );
    check(
        "B 1 Q16\nVAR\n$0  B 1 D4\n  W 2 C3\nENDVAR\nW 2 C4\n",
        &delete_move,
        &expect![[r#"
        ▸B 1 Q16
        W 2 C4
    "#]],
    );
    check(
        "B 1 Q16\nVAR\n  B 1 D4\n$0  W 2 C3\nENDVAR\nW 2 C4\n",
        &delete_move,
        &expect![[r#"
        B 1 Q16
        VAR
        ▸  B 1 D4
        ENDVAR
        W 2 C4
    "#]],
    );
    check(
        "B 1 Q16\n$0W 2 D4\nVAR\n  W 2 C3\n  B 3 D3\nENDVAR\nVAR\n  W 2 C4\nENDVAR\nB 3 Q4\n",
        &delete_move,
        &expect![[r#"
            B 1 Q16
            ▸W 2 C3
            VAR
              W 2 C4
            ENDVAR
            B 3 D3
        "#]],
    );
    check(
        "B 1 Q16\nDIAGRAM\n$0MARK #1\nW 2 D4\n",
        &delete_move,
        &expect![[r#"
        ▸B 1 Q16
        W 2 D4
    "#]],
    );
    // Diagrams are kept that would be all that follows, and those before the move.
    check(
        "B 1 Q16\n$0W 2 D4\nREMARK x\nDIAGRAM\nCOM\nthe end\nENDCOM\n",
        &delete_move,
        &expect![[r#"
        ▸B 1 Q16
        REMARK x
        DIAGRAM
        COM
        the end
        ENDCOM
    "#]],
    );
    check(
        "B 1 Q16\nVAR\n  DIAGRAM\n$0  B 1 D4\n  W 2 C3\nENDVAR\nW 2 C4\n",
        &delete_move,
        &expect![[r#"
        B 1 Q16
        VAR
        ▸  DIAGRAM
        ENDVAR
        W 2 C4
    "#]],
    );
    check(
        "B 1 Q16\n$0W 2 D4\nDIAGRAM\nMARK #2\n",
        &delete_move,
        &expect!["refused: the MARK in line 4 names W 2 D4, which could not be named there any more"],
    );
    check("$0EVENT x\nB 1 Q16\n", &delete_move, &expect!["refused: there is no move here that could be deleted"]);
    check(
        "EVENT x\n$0B 1 Q16\n",
        &delete_move,
        &expect![[r#"
        ▸EVENT x
    "#]],
    );
    check(
        "B 1 Q16\n$0W 2 D4\nCOM\n",
        &delete_move,
        &expect!["refused: a block without an end begins in line 3: fix that first"],
    );
}

#[test]
fn passes_and_diagrams_are_inserted() {
    check(
        "$0B 1 Q16\nVAR\n  B 1 D4\nENDVAR\nW 2 C3\nMARK #2\nB 3 C4\n",
        &insert_pass,
        &expect![[r#"
        B 1 Q16
        VAR
          B 1 D4
        ENDVAR
        ▸W 2 PASS
        W 3 C3
        MARK #3
        B 4 C4
    "#]],
    );
    check(
        "$0EVENT x\nB 1 C3\n",
        &insert_pass,
        &expect![[r#"
        EVENT x
        ▸B 1 PASS
        B 2 C3
    "#]],
    );
    check(
        "B 1 Q16\n$0VAR\n  B 1 D4\nENDVAR\n",
        &insert_pass,
        &expect![[r#"
        B 1 Q16
        VAR
        ▸  B 1 PASS
          B 2 D4
        ENDVAR
    "#]],
    );
    check(
        "$0B 1 Q16\nMARK #1\nVAR\n  B 1 D4\nENDVAR\nW 2 C3\n",
        &add_diagram,
        &expect![[r#"
        B 1 Q16
        MARK #1
        VAR
          B 1 D4
        ENDVAR
        ▸DIAGRAM
        W 2 C3
    "#]],
    );
    check(
        "$0EVENT x\nBLACK Ada\nB 1 C3\n",
        &add_diagram,
        &expect![[r#"
        EVENT x
        BLACK Ada
        ▸DIAGRAM
        B 1 C3
    "#]],
    );
    check(
        "b 1 q16\n$0diagram\nmark #1\n",
        &add_diagram,
        &expect![[r#"
        b 1 q16
        diagram
        mark #1
        ▸diagram
    "#]],
    );
    check(
        "B 1 Q16\n$0VAR\n  B 1 D4\nENDVAR\n",
        &add_diagram,
        &expect![[r#"
        B 1 Q16
        VAR
        ▸  DIAGRAM
          B 1 D4
        ENDVAR
    "#]],
    );
    check(
        "B 1 Q16\n$0W 2 D4\nUSER\n",
        &add_diagram,
        &expect!["refused: a block without an end begins in line 3: fix that first"],
    );
}

/// Records with the cursor `|` at the start of a line, a point, and what becomes of them when it is played there.
const PLAYED: &[(&str, &str, &str)] = &[
    // At the end of the record.
    ("EVENT x\n|B 1 Q16", "D4", "EVENT x\nB 1 Q16\n|W 2 D4"),
    // After the data of the last move, and after its variations.
    (
        "|B 1 Q16\nMARK #1\nCOM\nB and\nENDVAR are words.\nENDCOM\nUSER\nEVENT\nENDUSER\n",
        "D4",
        "B 1 Q16\nMARK #1\nCOM\nB and\nENDVAR are words.\nENDCOM\nUSER\nEVENT\nENDUSER\n|W 2 D4\n",
    ),
    ("|B 1 Q16\nVAR\n  B 1 D4\nENDVAR\n", "D4", "B 1 Q16\nVAR\n  B 1 D4\nENDVAR\n|W 2 D4\n"),
    // Before the next event and its remarks.
    (
        "EVENT x\n|B 1 Q16\n\nREMARK of the next\nEVENT y\nB 1 D4\n",
        "D4",
        "EVENT x\nB 1 Q16\n|W 2 D4\n\nREMARK of the next\nEVENT y\nB 1 D4\n",
    ),
    // At the end of a variation.
    (
        "B 1 Q16\nVAR\n  |B 1 D4\n  COM\n  x\n  ENDCOM\nENDVAR\nW 2 C3",
        "E4",
        "B 1 Q16\nVAR\n  B 1 D4\n  COM\n  x\n  ENDCOM\n  |W 2 E4\nENDVAR\nW 2 C3",
    ),
    // A move that follows already is gone to.
    ("|B 1 Q16\nCOM\nx\nENDCOM\nW 2 d4\nB 3 C3", "D4", "B 1 Q16\nCOM\nx\nENDCOM\n|W 2 d4\nB 3 C3"),
    ("|B 1 Q16\nW 2 PASS", "PASS", "B 1 Q16\n|W 2 PASS"),
    // A further variation stands after those that are there, and one within another is indented further.
    (
        "|B 1 Q16\nW 2 D4\nVAR\n  W 2 C3\nENDVAR\nREMARK of 3\nB 3 E5",
        "F6",
        "B 1 Q16\nW 2 D4\nVAR\n  W 2 C3\nENDVAR\nVAR\n  |W 2 F6\nENDVAR\nREMARK of 3\nB 3 E5",
    ),
    (
        "B 1 Q16\nVAR\n  |B 1 D4\n  W 2 Q4\nENDVAR",
        "E5",
        "B 1 Q16\nVAR\n  B 1 D4\n  W 2 Q4\n  VAR\n    |W 2 E5\n  ENDVAR\nENDVAR",
    ),
    // Before the first move.
    ("|EVENT x\nB 1 Q16\n", "D4", "EVENT x\nB 1 Q16\nVAR\n  |B 1 D4\nENDVAR\n"),
    ("|KOMI 5\nCOM\nx\nENDCOM\n", "D4", "KOMI 5\nCOM\nx\nENDCOM\n|B 1 D4\n"),
    // A diagram stands between moves.
    ("|B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\nW 2 D4\n", "D4", "B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\n|W 2 D4\n"),
    (
        "B 1 Q16\n|DIAGRAM A1 J9\nCOM\nx\nENDCOM\nW 2 D4\nB 3 C3\n",
        "E5",
        "B 1 Q16\nDIAGRAM A1 J9\nCOM\nx\nENDCOM\nW 2 D4\nVAR\n  |W 2 E5\nENDVAR\nB 3 C3\n",
    ),
    ("|B 1 Q16\nDIAGRAM A1 J9\nMARK #1\n", "D4", "B 1 Q16\nDIAGRAM A1 J9\nMARK #1\n|W 2 D4\n"),
];

#[test]
fn moves_are_played_as_in_other_editors() {
    for &(before, point, after) in PLAYED {
        let line = before[..before.find('|').expect("a cursor")].matches('\n').count() as u32;
        let text = before.replacen('|', "", 1);
        let Revision { edits, line } = at(point)(&Original::read(&text, true), line).expect(before);
        let new = apply(&text, &edits);
        let cursor = |(text, nth): (&str, u32)| {
            let blank = text.len() - text.trim_start().len();
            if nth == line { format!("{}|{}", &text[..blank], &text[blank..]) } else { text.to_owned() }
        };
        assert_eq!(new.split_inclusive('\n').zip(0..).map(cursor).collect::<String>(), after, "{before:?}");
    }
}
