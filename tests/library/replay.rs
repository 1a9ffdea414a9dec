//! An event played out: the walk in the order of the file, what each move has done, and what a place displays.

use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_board::{Board, Color, Stone};
use ishi_record::record::{DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId, Step, read};
use ishi_record::replay::{Cause, Earlier, Shown, View, Visit, Walk};
use ishi_record::syntax::{Sign, Source};
use proptest::prelude::*;

fn event(text: &str) -> Event {
    read(&Source::of_event(text, true)).event
}

/// Row by row from the top: `X` is black, `O` white, `.` empty.
fn show(board: &Board) -> String {
    let rows = (0..board.size().get()).rev().map(|row| {
        let row = board.size().points().filter(|point| point.row() == row);
        row.map(|point| match board.get(point) {
            Some(Stone { color: Color::Black, .. }) => 'X',
            Some(_) => 'O',
            None => '.',
        })
        .collect::<String>()
    });
    rows.collect::<Vec<_>>().join(" ")
}

/// A move by its color and number.
fn name(event: &Event, id: MoveId) -> String {
    let found = &event[id];
    format!("{}{}", found.color.letter(), found.number.map_or("?".to_owned(), |number| number.to_string()))
}

/// A stone by its point and what put it there.
fn stone(event: &Event, stone: Stone) -> String {
    match Cause::of(stone) {
        Cause::Move(id) => format!("{} of {}", stone.point, name(event, id)),
        Cause::Setup(index) => format!("{} of setup {index}", stone.point),
    }
}

/// The walk through an event, a line for each stop: the line of the text, what is there, and the board.
fn walked(text: &str) -> String {
    let event = event(text);
    let mut walk = Walk::new(&event);
    let mut out = String::new();
    while let Some(stop) = walk.next() {
        let (line, what) = match stop {
            Visit::Move(id) => (event[id].line, format!("{} {}", name(&event, id), done(&event, &walk))),
            Visit::Diagram(id) => (event.diagram(id).line, "diagram".to_owned()),
            Visit::Datum(index) => match event.data[index].kind {
                DatumKind::Setup(_) => (event.data[index].line, "setup".to_owned()),
                _ => (event.data[index].line, "data".to_owned()),
            },
            Visit::Begin(id) => (event.sequence(id).line.unwrap(), format!("begin {}", id.0)),
            Visit::End(id) => (event.sequence(id).end.unwrap_or(0), format!("end {}", id.0)),
        };
        let doubt = if walk.is_in_doubt() { " in doubt" } else { "" };
        // Larger boards take too much room.
        let board = if event.board_size.get() < 6 { show(walk.board()) + " | " } else { String::new() };
        let line = format!("{line}:");
        let _ = writeln!(out, "{line:3} {board}{}{doubt}", what.trim_end());
    }
    out
}

fn done(event: &Event, walk: &Walk<'_>) -> String {
    let played = walk.played().expect("the move that was just played");
    assert_eq!(walk.last_move(), Some(played.id));
    let list = |stones: &[Stone]| {
        let mut stones: Vec<&Stone> = stones.iter().collect();
        stones.sort_by_key(|stone| stone.point);
        stones.into_iter().map(|&found| stone(event, found)).collect::<Vec<_>>().join(", ")
    };
    let mut out = String::new();
    if let Some(under) = played.overwritten {
        let _ = write!(out, "on {} ", stone(event, under));
    }
    if !played.captured.is_empty() {
        let _ = write!(out, "takes {} ", list(played.captured));
    }
    if !played.self_captured.is_empty() {
        let _ = write!(out, "takes itself: {} ", list(played.self_captured));
    }
    if let Some(id) = played.ko {
        let _ = write!(out, "ko of {} ", name(event, id));
    }
    match played.repeats {
        Some(Earlier::Start) => out += "repeats the start ",
        Some(Earlier::After(id)) => {
            let _ = write!(out, "repeats {} ", name(event, id));
        }
        None => {}
    }
    if walk.is_after_end() {
        out += "after the end ";
    }
    out
}

#[track_caller]
fn walk(text: &str, expected: &Expect) {
    expected.assert_eq(&walked(text));
}

#[test]
fn the_main_line_is_played_from_the_setup_on() {
    walk(
        "BOARDSIZE 4\nSETUP B B2 W B1\nMARK B2\nB 1 A1\nPRISONER B1\nCOM\nB 9 D4\nENDCOM\nB 2 C1\nPRISONER B1\n\
         W 3 PASS\nW 4 B1\n",
        &expect![[r#"
            1:  .... .... .X.. .O.. | setup
            2:  .... .... .X.. .O.. | data
            3:  .... .... .X.. XO.. | B1
            4:  .... .... .X.. XO.. | data
            5:  .... .... .X.. XO.. | data
            8:  .... .... .X.. X.X. | B2 takes B1 of setup 1
            9:  .... .... .X.. X.X. | data
            10: .... .... .X.. X.X. | W3
            11: .... .... .X.. X.X. | W4 takes itself: B1 of W4 repeats W3
        "#]],
    );
}

#[test]
fn a_variation_is_played_from_the_position_before_the_move_that_it_replaces() {
    walk(
        "BOARDSIZE 3\nB 1 A1\nW 2 B2\nVAR\nW 2 C3\nB 3 C1\nENDVAR\nVAR\nW 2 PASS\nENDVAR\nB 3 A3\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... .O. X.. | W2
            3:  ... ... X.. | begin 1
            4:  ..O ... X.. | W2
            5:  ..O ... X.X | B3
            6:  ... .O. X.. | end 1
            7:  ... ... X.. | begin 2
            8:  ... ... X.. | W2
            9:  ... .O. X.. | end 2
            10: X.. .O. X.. | B3
        "#]],
    );
}

#[test]
fn captured_stones_come_back_for_a_variation_and_go_at_its_end() {
    walk(
        "BOARDSIZE 3\nSETUP W A1 B A2\nB 1 B1\nPRISONER A1\nVAR\nB 1 B2\nW 2 B1\nVAR\nW 2 A3\nENDVAR\nB 3 C1\nENDVAR\n\
         W 2 A1\n",
        &expect![[r#"
            1:  ... X.. O.. | setup
            2:  ... X.. .X. | B1 takes A1 of setup 0
            3:  ... X.. .X. | data
            4:  ... X.. O.. | begin 1
            5:  ... XX. O.. | B1
            6:  ... XX. OO. | W2
            7:  ... XX. O.. | begin 2
            8:  O.. XX. O.. | W2
            9:  ... XX. OO. | end 2
            10: ... XX. ..X | B3 takes A1 of setup 0, B1 of W2
            11: ... X.. .X. | end 1
            12: ... X.. .X. | W2 takes itself: A1 of W2
        "#]],
    );
}

#[test]
fn variations_are_nested() {
    walk(
        "BOARDSIZE 3\nB 1 A1\nVAR\n B 1 B1\n VAR\n  B 1 C1\n  W 2 C2\n  VAR\n   W 2 C3\n  ENDVAR\n ENDVAR\n W 2 A2\n\
         ENDVAR\nW 2 A3\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... ... ... | begin 1
            3:  ... ... .X. | B1
            4:  ... ... ... | begin 2
            5:  ... ... ..X | B1
            6:  ... ..O ..X | W2
            7:  ... ... ..X | begin 3
            8:  ..O ... ..X | W2
            9:  ... ..O ..X | end 3
            10: ... ... .X. | end 2
            11: ... O.. .X. | W2
            12: ... ... X.. | end 1
            13: O.. ... X.. | W2
        "#]],
    );
}

#[test]
fn a_variation_without_an_end_ends_where_the_trunk_goes_on() {
    walk(
        "BOARDSIZE 3\nB 1 A1\nW 2 B1\nVAR\nW 2 B2\nB 3 C2\nMARK C2\nB 3 C3\nMARK C3\nW 4 A3\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... ... XO. | W2
            3:  ... ... X.. | begin 1
            4:  ... .O. X.. | W2
            5:  ... .OX X.. | B3
            6:  ... .OX X.. | data
            0:  ... ... XO. | end 1
            7:  ..X ... XO. | B3
            8:  ..X ... XO. | data
            9:  O.X ... XO. | W4
        "#]],
    );
    // And at the end of the event, where nothing goes on.
    walk(
        "BOARDSIZE 3\nB 1 A1\nVAR\nB 1 B2\nVAR\nB 1 B3\nENDVAR\nW 2 C2\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... ... ... | begin 1
            3:  ... .X. ... | B1
            4:  ... ... ... | begin 2
            5:  .X. ... ... | B1
            6:  ... .X. ... | end 2
            7:  ... .XO ... | W2
        "#]],
    );
}

#[test]
fn a_variation_on_no_move_goes_on_from_where_it_stands() {
    walk(
        "BOARDSIZE 3\nSETUP B A1\nVAR\nB 1 B1\nENDVAR\nB 1 C1\nVAR\nVAR\nB 1 A3\nENDVAR\nB 1 B3\nENDVAR\n",
        &expect![[r#"
            1:  ... ... X.. | setup
            2:  ... ... X.. | begin 1
            3:  ... ... XX. | B1
            4:  ... ... X.. | end 1
            5:  ... ... X.X | B1
            6:  ... ... X.. | begin 2
            7:  ... ... X.. | begin 3
            8:  X.. ... X.. | B1
            9:  ... ... X.. | end 3
            10: .X. ... X.. | B1
            11: ... ... X.X | end 2
        "#]],
    );
}

#[test]
fn a_diagram_has_stones_of_its_own_and_leaves_none_behind() {
    walk(
        "BOARDSIZE 3\nB 1 A1\nDIAGRAM\nSETUP W A1 B C3\nHIDE A1\nMARK C3\nB 2 B1\nDIAGRAM 19x19\nSETUP B B2\nVAR\n\
         DIAGRAM\nSETUP W C1\nENDVAR\nW 3 C3\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ..X ... O.. | diagram
            3:  ..X ... O.. | setup
            4:  ..X ... O.. | data
            5:  ..X ... O.. | data
            6:  ... ... XX. | B2
            7:  ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... .X................. XX................. | diagram
            8:  ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... ................... .X................. XX................. | setup
            9:  ... ... X.. | begin 1
            10: ... ... X.O | diagram
            11: ... ... X.O | setup
            12: ... ... XX. | end 1
            13: ..O ... XX. | W3
        "#]],
    );
}

#[test]
fn stones_set_up_amid_the_game_are_played_with() {
    walk(
        "BOARDSIZE 3\nB 1 A1\nSETUP W A2 A1\nMARK A1\nB 2 B1\nVAR\nB 2 C1\nENDVAR\nB 3 B2\nB 4 A3\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... O.. O.. | setup
            3:  ... O.. O.. | data
            4:  ... O.. OX. | B2
            5:  ... O.. O.. | begin 1
            6:  ... O.. O.X | B2
            7:  ... O.. OX. | end 1
            8:  ... OX. OX. | B3
            9:  X.. .X. .X. | B4 takes A1 of setup 1, A2 of setup 0
        "#]],
    );
    // Off the board they can't be, and then the position is not known.
    walk(
        "BOARDSIZE 3\nSETUP W A2 A9\nB 1 A1\n",
        &expect![[r#"
            1:  ... O.. ... | setup in doubt
            2:  ... O.. X.. | B1 in doubt
        "#]],
    );
}

#[test]
fn data_behind_a_variation_find_the_board_of_their_move() {
    walk(
        "BOARDSIZE 3\nB 1 A1\nVAR\nB 1 B1\nCOM\nENDCOM\nENDVAR\nMARK A1\nCOM\nENDCOM\nW 2 C3\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... ... ... | begin 1
            3:  ... ... .X. | B1
            4:  ... ... .X. | data
            6:  ... ... X.. | end 1
            7:  ... ... X.. | data
            8:  ... ... X.. | data
            10: ..O ... X.. | W2
        "#]],
    );
}

#[test]
fn a_ko_is_taken_back_at_once() {
    let ko = "BOARDSIZE 4\nSETUP B B3 A2 B1 W C3 D2 C1\nW 1 B2\nB 2 C2\nPRISONER B2\n";
    walk(
        &format!("{ko}W 3 B2\n"),
        &expect![[r#"
            1:  .... .XO. X..O .XO. | setup
            2:  .... .XO. XO.O .XO. | W1
            3:  .... .XO. X.XO .XO. | B2 takes B2 of W1
            4:  .... .XO. X.XO .XO. | data
            5:  .... .XO. XO.O .XO. | W3 takes C2 of B2 ko of B2 repeats W1
        "#]],
    );
    // With a threat between it is none.
    walk(
        &format!("{ko}W 3 D4\nB 4 A4\nW 5 B2\n"),
        &expect![[r#"
            1:  .... .XO. X..O .XO. | setup
            2:  .... .XO. XO.O .XO. | W1
            3:  .... .XO. X.XO .XO. | B2 takes B2 of W1
            4:  .... .XO. X.XO .XO. | data
            5:  ...O .XO. X.XO .XO. | W3
            6:  X..O .XO. X.XO .XO. | B4
            7:  X..O .XO. XO.O .XO. | W5 takes C2 of B2
        "#]],
    );
    // In a variation the path counts, not the order of the file.
    walk(
        &format!("{ko}W 3 D4\nVAR\nW 3 B2\nVAR\nW 3 A4\nENDVAR\nENDVAR\nB 4 A4\nVAR\nW 4 B2\nENDVAR\n"),
        &expect![[r#"
            1:  .... .XO. X..O .XO. | setup
            2:  .... .XO. XO.O .XO. | W1
            3:  .... .XO. X.XO .XO. | B2 takes B2 of W1
            4:  .... .XO. X.XO .XO. | data
            5:  ...O .XO. X.XO .XO. | W3
            6:  .... .XO. X.XO .XO. | begin 1
            7:  .... .XO. XO.O .XO. | W3 takes C2 of B2 ko of B2 repeats W1
            8:  .... .XO. X.XO .XO. | begin 2
            9:  O... .XO. X.XO .XO. | W3
            10: .... .XO. XO.O .XO. | end 2
            11: ...O .XO. X.XO .XO. | end 1
            12: X..O .XO. X.XO .XO. | B4
            13: ...O .XO. X.XO .XO. | begin 3
            14: ...O .XO. XO.O .XO. | W4 takes C2 of B2
            15: X..O .XO. X.XO .XO. | end 3
        "#]],
    );
}

#[test]
fn a_snapback_is_no_ko() {
    walk(
        "BOARDSIZE 4\nSETUP B C1 A2 W B2 C2 D1\nW 1 A1\nB 2 B1\nW 3 A1\nB 4 B1\n",
        &expect![[r#"
            1:  .... .... XOO. ..XO | setup
            2:  .... .... XOO. O.XO | W1
            3:  .... .... XOO. .XXO | B2 takes A1 of W1
            4:  .... .... XOO. O..O | W3 takes B1 of B2, C1 of setup 0
            5:  .... .... XOO. .X.O | B4 takes A1 of W3
        "#]],
    );
}

#[test]
fn two_stones_sent_and_one_returned_repeat_the_position() {
    walk(
        "BOARDSIZE 4\nSETUP W A2 B2 C1 B C2 D1\nB 1 B1\nW 2 PASS\nB 3 A1\nW 4 C1\nB 5 B1\nVAR\nB 5 D4\nENDVAR\n\
         W 6 D4\n",
        &expect![[r#"
            1:  .... .... OOX. ..OX | setup
            2:  .... .... OOX. .X.X | B1 takes C1 of setup 2
            3:  .... .... OOX. .X.X | W2
            4:  .... .... OOX. XX.X | B3
            5:  .... .... OOX. ..OX | W4 takes A1 of B3, B1 of B1 repeats the start
            6:  .... .... OOX. .X.X | B5 takes C1 of W4 repeats B1
            7:  .... .... OOX. ..OX | begin 1
            8:  ...X .... OOX. ..OX | B5
            9:  .... .... OOX. .X.X | end 1
            10: ...O .... OOX. .X.X | W6
        "#]],
    );
}

#[test]
fn three_kos_go_round() {
    let setup = "BOARDSIZE 9\nSETUP B A1 B2 E1 F2 G1 A9 B8 W B1 C2 D1 G2 H1 B9 C8 D9\n";
    walk(
        &format!(
            "{setup}B 1 C1\nW 2 F1\nB 3 C9\nW 4 B1\nB 5 G1\nW 6 B9\nB 7 C1\nVAR\nB 7 J9\nW 8 F1\nENDVAR\nW 8 F1\n"
        ),
        &expect![[r#"
            1:  setup
            2:  B1 takes B1 of setup 7
            3:  W2 takes G1 of setup 4
            4:  B3 takes B9 of setup 12
            5:  W4 takes C1 of B1
            6:  B5 takes F1 of W2
            7:  W6 takes C9 of B3 repeats the start
            8:  B7 takes B1 of W4 repeats B1
            9:  begin 1
            10: B7
            11: W8 takes G1 of B5
            12: end 1
            13: W8 takes G1 of B5 repeats W2
        "#]],
    );
}

#[test]
fn a_position_is_the_same_only_with_the_same_player_to_move() {
    // White takes all of its own stones off, and the board is as empty as it was for Black.
    let alone = "BOARDSIZE 2\nB 1 PASS\nW 2 A1\nB 3 PASS\nW 4 A2\nB 5 PASS\nW 6 B1\nB 7 PASS\nW 8 B2\nB 9 A1\n";
    walk(
        alone,
        &expect![[r#"
            1:  .. .. | B1
            2:  .. O. | W2
            3:  .. O. | B3
            4:  O. O. | W4
            5:  O. O. | B5
            6:  O. OO | W6
            7:  O. OO | B7
            8:  .. .. | W8 takes itself: A1 of W2, B1 of W6, A2 of W4, B2 of W8 repeats the start
            9:  .. X. | B9
        "#]],
    );
    walk(
        &alone.replace("B 1 PASS\n", ""),
        &expect![[r#"
            1:  .. O. | W2
            2:  .. O. | B3
            3:  O. O. | W4
            4:  O. O. | B5
            5:  O. OO | W6
            6:  O. OO | B7
            7:  .. .. | W8 takes itself: A1 of W2, B1 of W6, A2 of W4, B2 of W8
            8:  .. X. | B9
        "#]],
    );
    // A stone that takes itself changes nothing but the turn, and the second time not even that.
    walk(
        "BOARDSIZE 3\nSETUP W A2 B1\nB 1 A1\nW 2 PASS\nB 3 A1\n",
        &expect![[r#"
            1:  ... O.. .O. | setup
            2:  ... O.. .O. | B1 takes itself: A1 of B1
            3:  ... O.. .O. | W2
            4:  ... O.. .O. | B3 takes itself: A1 of B3 repeats B1
        "#]],
    );
}

#[test]
fn passes_leave_the_board_as_it_is() {
    walk(
        "BOARDSIZE 2\nB 1 PASS\nW 2 pass\nB 3 A1\nW 4 PASS\nVAR\nW 4 B2\nENDVAR\nB 5 PASS\nW 6 B2\n",
        &expect![[r#"
            1:  .. .. | B1
            2:  .. .. | W2
            3:  .. X. | B3 after the end
            4:  .. X. | W4
            5:  .. X. | begin 1
            6:  .O X. | W4
            7:  .. X. | end 1
            8:  .. X. | B5
            9:  .O X. | W6 after the end
        "#]],
    );
}

#[test]
fn what_cannot_be_played_leaves_all_behind_it_in_doubt() {
    walk(
        "BOARDSIZE 3\nB 1 A1\nW 2 Q16\nVAR\nW 2 B2\nENDVAR\nB 3 B1\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... ... X.. | W2 in doubt
            3:  ... ... X.. | begin 1
            4:  ... .O. X.. | W2
            5:  ... ... X.. | end 1 in doubt
            6:  ... ... XX. | B3 in doubt
        "#]],
    );
    walk(
        "BOARDSIZE 3\nB 1 A1\nW 2\nB 3 B1\n",
        &expect![[r#"
            1:  ... ... X.. | B1
            2:  ... ... X.. | W2 in doubt
            3:  ... ... XX. | B3 in doubt
        "#]],
    );
    walk(
        "BOARDSIZE 3\nSETUP W B1\nB 1 A1\nVAR\nB 1 B1\nW 2 B1\nENDVAR\nW 2 A1\nB 3 C1\n",
        &expect![[r#"
            1:  ... ... .O. | setup
            2:  ... ... XO. | B1
            3:  ... ... .O. | begin 1
            4:  ... ... .X. | B1 on B1 of setup 0 in doubt
            5:  ... ... .O. | W2 on B1 of B1 in doubt
            6:  ... ... XO. | end 1
            7:  ... ... OO. | W2 on A1 of B1 in doubt
            8:  ... ... OOX | B3 in doubt
        "#]],
    );
}

/// Where a line stands, what numbers mean there, and what is displayed.
#[track_caller]
fn view(text: &str, line: u32, expected: &Expect) {
    let event = event(text);
    expected.assert_eq(&viewed(&event, View::of(&event, owner(&event, line))));
}

/// Returns the item that the data after a line belong to.
fn owner(event: &Event, line: u32) -> Owner {
    let r#move = event.moves.iter().position(|found| found.line == line).map(|id| Owner::Move(MoveId(id as u32)));
    let diagram = event.diagrams.iter().position(|found| found.line == line);
    let diagram = diagram.map(|id| Owner::Diagram(ishi_record::record::DiagramId(id as u32)));
    let variation = event.sequences.iter().position(|found| found.line == Some(line));
    let variation = variation.map(|id| Owner::Variation(SequenceId(id as u32)));
    r#move.or(diagram).or(variation).unwrap_or(Owner::Event)
}

fn viewed(event: &Event, view: View) -> String {
    let mut out = show(&view.board);
    let _ = write!(out, " | {:?}", view.region);
    if let Some(id) = view.last {
        let _ = write!(out, ", last {}", name(event, id));
    }
    if let Some(color) = view.to_play {
        let _ = write!(out, ", {color} to play");
    }
    for (point, shown) in view.marks {
        let _ = match shown {
            Shown::Number(number) => write!(out, ", {point}={number}"),
            Shown::Sign(Sign::Label([one, 0])) => write!(out, ", {point}={}", one as char),
            Shown::Sign(Sign::Label([one, two])) => write!(out, ", {point}={}{}", one as char, two as char),
            Shown::Sign(sign) => write!(out, ", {point}={sign:?}"),
        };
    }
    for id in view.captured {
        let _ = write!(out, ", gone {}", name(event, id));
    }
    out
}

const FIVE: &str = "BOARDSIZE 3\nSETUP B C3\nW 1 A1\nB 2 A2\nW 3 B2\nB 4 A3\nW 5 B3\n";

#[test]
fn marks_are_set_and_taken_away_in_their_order() {
    let five = |marks: &str| format!("{FIVE}{marks}");
    view(
        &five("MARK #1-5\nUNMARK #2-4\nMARK #3\n"),
        6,
        &expect![".OX .O. O.. | Board, last W5, Black to play, A1=1, B2=3, B3=5"],
    );
    view(
        &five("MARK #3\nMARK #1-5\nUNMARK #2-4\n"),
        6,
        &expect![".OX .O. O.. | Board, last W5, Black to play, A1=1, B3=5"],
    );
    view(
        &five("MARK ALL a@C3 \\t@B2 xx@C1\n"),
        6,
        &expect![".OX .O. O.. | Board, last W5, Black to play, A1=1, C1=xx, B2=Triangle, B3=5, C3=a"],
    );
    view(
        &five("MARK \\t@B2 xx@C1\nMARK ALL\n"),
        6,
        &expect![".OX .O. O.. | Board, last W5, Black to play, A1=1, C1=xx, B2=Triangle, B3=5"],
    );
    view(
        &five("MARK \\t@B2\nMARK #1-5\n"),
        6,
        &expect![".OX .O. O.. | Board, last W5, Black to play, A1=1, B2=3, B3=5, gone B2, gone B4"],
    );
    view(
        &five("MARK ALL \\s@C3\nUNMARK ALL\nMARK B2\n"),
        6,
        &expect![".OX .O. O.. | Board, last W5, Black to play, B2=3"],
    );
    view(
        &five("MARK \\c@#1-2 +@#3 \\d@#9\nUNMARK A1 #7-9\n"),
        6,
        &expect![".OX .O. O.. | Board, last W5, Black to play, A2=Check, B2=+"],
    );
    // The number of a setup stone or of no stone is shown nowhere.
    view(&five("MARK C3 C1 B2\n"), 6, &expect![".OX .O. O.. | Board, last W5, Black to play, B2=3"]);
    // They are those of the last move only.
    view(&five("MARK ALL\n"), 5, &expect!["X.X XO. O.. | Board, last B4, White to play"]);
}

#[test]
fn the_numbers_of_captured_stones_are_told_apart() {
    let text = "BOARDSIZE 3\nB 1 A1\nW 2 A2\nB 3 C3\nW 4 B1\nMARK #1 #2\nMARK ALL\nB 5 PASS\nMARK ALL\nW 6 A1\n\
                MARK #1-6\nUNMARK #1\nB 7 B2\nMARK #1-7\nMARK a@#1\n";
    view(text, 4, &expect!["..X O.. .O. | Board, last W4, Black to play, B1=4, A2=2, C3=3, gone B1"]);
    view(text, 7, &expect!["..X O.. .O. | Board, last B5, White to play, B1=4, A2=2, C3=3"]);
    view(text, 9, &expect!["..X O.. OO. | Board, last W6, Black to play, A1=6, B1=4, A2=2, C3=3"]);
    view(text, 12, &expect!["..X OX. OO. | Board, last B7, White to play, A1=a, B1=4, A2=2, B2=7, C3=3, gone B1"]);
}

#[test]
fn a_number_means_the_most_recent_move_on_the_path() {
    let text = "BOARDSIZE 3\nB 1 A1\nW 2 B1\nVAR\nMARK #1 #2\nW 1 C1\nMARK #1-2\nB 2 C2\nMARK #1-2\nENDVAR\nMARK #1-2\n\
                B 3 A3\nW 1 A2\nMARK #1\n";
    view(text, 3, &expect!["... ... X.. | Board, last B1, White to play, A1=1"]);
    view(text, 5, &expect!["... ... X.O | Board, last W1, Black to play, C1=1"]);
    view(text, 7, &expect!["... ..X X.O | Board, last B2, White to play, C1=1, C2=2"]);
    view(text, 2, &expect!["... ... XO. | Board, last W2, Black to play, A1=1, B1=2"]);
    view(text, 12, &expect!["X.. O.. .O. | Board, last W1, Black to play, A2=1"]);
}

#[test]
fn a_diagram_shows_its_own_stones_and_region_and_hides_others() {
    let text = "BOARDSIZE 4\nSETUP B A4\nW 1 A1\nB 2 B1\nDIAGRAM a1 C2\nSETUP W C2 C1\nHIDE A4 #1 D4 #7\n\
                MARK ALL \\t@C2\nUNMARK C1\nW 3 D4\nDIAGRAM 9x9\nHIDE #1-3\nMARK #3\nVAR\nDIAGRAM\nMARK ALL\nENDVAR\n";
    view(text, 4, &expect![".... .... ..O. .XO. | Corners(A1, C2), last B2, White to play, B1=2, C2=Triangle"]);
    view(
        text,
        10,
        &expect![
            "......... ......... ......... ......... ......... X........ ......... ......... ......... | Square(BoardSize(9)), last W3, Black to play, gone W3"
        ],
    );
    view(text, 14, &expect!["X... .... .... OX.. | Board, last B2, White to play, A1=1, B1=2"]);
    view(text, 9, &expect!["X..O .... .... OX.. | Board, last W3, Black to play"]);
}

#[test]
fn an_event_shows_its_setup_and_a_variation_the_position_where_it_begins() {
    let text = "BOARDSIZE 3\nSETUP B A1 W C3\nMARK \\s@A1 ALL\nW 1 A2\nVAR\nMARK ALL \\t@A2\nB 1 C1\nENDVAR\nB 2 B1\n";
    view(text, 0, &expect!["..O ... X.. | Board, White to play, A1=Square"]);
    view(text, 4, &expect!["..O ... X.. | Board, Black to play, A2=Triangle"]);
    view(text, 3, &expect!["..O O.. X.. | Board, last W1, Black to play"]);
}

#[test]
fn all_numbers_can_be_shown() {
    let event = event(&format!("{FIVE}MARK \\t@B2\nUNMARK #5\n"));
    expect![".OX .O. O.. | Board, last W5, Black to play, A1=1, B2=Triangle, B3=5, gone B2, gone B4"]
        .assert_eq(&viewed(&event, View::numbered(&event, owner(&event, 6), 1..=u32::MAX)));
}

/// Where `Walk::before` stands: the lines between which the board is the same, and the board.
#[track_caller]
fn standing(text: &str, expected: &Expect) {
    let event = event(text);
    let mut out = String::new();
    for (line, said) in (0..).zip(text.lines()) {
        let walk = Walk::before(&event, line);
        let last = walk.last_move().map_or("-".to_owned(), |id| name(&event, id));
        let _ = writeln!(out, "{} | {last:3} | {said}", show(walk.board()));
    }
    expected.assert_eq(&out);
}

#[test]
fn a_walk_can_stop_before_a_line() {
    standing(
        "BOARDSIZE 2\nB 1 A1\nVAR\nB 1 B1\nVAR\nB 1 B2\nENDVAR\nMARK ALL\nENDVAR\nDIAGRAM\nSETUP B A2\nCOM\nENDCOM\n\
         W 2 B2\nSETUP W B1\nB 3 A2\n",
        &expect![[r#"
            .. .. | -   | BOARDSIZE 2
            .. .. | -   | B 1 A1
            .. X. | B1  | VAR
            .. .. | -   | B 1 B1
            .. .X | B1  | VAR
            .. .. | -   | B 1 B2
            .X .. | B1  | ENDVAR
            .. .X | B1  | MARK ALL
            .. .X | B1  | ENDVAR
            .. X. | B1  | DIAGRAM
            X. X. | B1  | SETUP B A2
            X. X. | B1  | COM
            X. X. | B1  | ENDCOM
            X. X. | B1  | W 2 B2
            .O X. | W2  | SETUP W B1
            .O XO | W2  | B 3 A2
        "#]],
    );
    standing(
        "BOARDSIZE 2\nB 1 A1\nVAR\nB 1 B1\nW 2 A2\n\nMARK ALL\nW 2 B2\nVAR\nW 2 B1\nW 2 A2\n",
        &expect![[r#"
            .. .. | -   | BOARDSIZE 2
            .. .. | -   | B 1 A1
            .. X. | B1  | VAR
            .. .. | -   | B 1 B1
            .. .X | B1  | W 2 A2
            O. .X | W2  | 
            O. .X | W2  | MARK ALL
            O. .X | W2  | W 2 B2
            .O X. | W2  | VAR
            .. X. | B1  | W 2 B1
            .. XO | W2  | W 2 A2
        "#]],
    );
}

/// A step of a random tree: what to write next, and the numbers to make it with.
fn tree() -> impl Strategy<Value = (u8, Vec<(u8, u8, u8)>)> {
    (2u8..=5, prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 1..80))
}

/// A tree of moves as text, in which all variations are closed: moves on stones, beside the board and unreadable
/// ones too, setup at odd places, diagrams.
fn text_of(size: u8, steps: &[(u8, u8, u8)]) -> String {
    let mut text = format!("BOARDSIZE {size}\n");
    let mut open = 0;
    for (index, &(what, column, row)) in steps.iter().enumerate() {
        let point = |span: u8| format!("{}{}", (b'A' + column % span) as char, row % span + 1);
        let color = if (what >> 7) ^ (index as u8 & 1) == 0 { 'B' } else { 'W' };
        let _ = match what % 32 {
            0..=15 => writeln!(text, "{color} {} {}", index + 1, point(size)),
            16..=17 => writeln!(text, "{color} {} {}", row % 4 + 1, point(size)),
            18 => writeln!(text, "{color} {} PASS", index + 1),
            19 => writeln!(text, "{color} {} {}", index + 1, point(size + 1)),
            20 => writeln!(text, "{color}"),
            21..=24 => {
                open += 1;
                writeln!(text, "VAR")
            }
            25..=28 if open > 0 => {
                open -= 1;
                writeln!(text, "ENDVAR")
            }
            29 => writeln!(text, "DIAGRAM\nSETUP {color} {}", point(size)),
            30 => writeln!(text, "SETUP {color} {}", point(size)),
            _ => writeln!(text, "MARK ALL"),
        };
    }
    text + &"ENDVAR\n".repeat(open)
}

/// A step on the path to a line.
#[derive(Clone, Copy, PartialEq)]
enum Taken {
    Move(MoveId),
    Setup(usize),
}

/// Returns the moves and setup that lead to a line, found in the text alone.
fn path_to(event: &Event, line: u32) -> Vec<Taken> {
    // The path to where the line stands, and the paths to go on with after the variations around it.
    let mut path: Vec<Taken> = Vec::new();
    let mut outer = Vec::new();
    for above in 0..line {
        let datum = event.data.iter().position(|datum| {
            datum.line == above
                && matches!(datum.kind, DatumKind::Setup(_))
                && !matches!(datum.owner, Owner::Diagram(_))
        });
        path.extend(datum.map(Taken::Setup));
        let id = event.moves.iter().position(|found| found.line == above);
        path.extend(id.map(|id| Taken::Move(MoveId(id as u32))));
        if let Some(begun) = event.sequences.iter().find(|sequence| sequence.line == Some(above)) {
            outer.push(path.clone());
            if let Some(replaced) = begun.replaces {
                let at = path.iter().position(|&taken| taken == Taken::Move(replaced)).expect("a move of the path");
                path.truncate(at);
            }
        }
        if event.sequences.iter().any(|sequence| sequence.end == Some(above)) {
            path = outer.pop().expect("the path at the beginning of the variation");
        }
    }
    path
}

fn play_out(event: &Event, path: &[Taken]) -> Board {
    let mut board = Board::new(event.board_size);
    for &taken in path {
        match taken {
            Taken::Move(id) => {
                let found = &event[id];
                if let MoveTarget::Point(point) = found.place {
                    board.play(Stone { point, color: found.color, origin: ishi_board::Origin(id.0) });
                }
            }
            Taken::Setup(datum) => {
                let DatumKind::Setup(range) = &event.data[datum].kind else { panic!("a setup") };
                for stone in event.stones(range) {
                    board.add(Stone { point: stone.point, color: stone.color, origin: ishi_board::Origin(0) });
                }
            }
        }
    }
    board
}

/// Whether a diagram is still shown before a line: until something else comes, even if that stands on the line itself.
fn in_diagram(event: &Event, line: u32) -> bool {
    let is_elsewhere = |line: u32| {
        let mut data = event.data.iter().filter(|datum| !matches!(datum.owner, Owner::Diagram(_)));
        event.moves.iter().any(|found| found.line == line)
            || event.sequences.iter().any(|sequence| sequence.line == Some(line) || sequence.end == Some(line))
            || data.any(|datum| datum.line == line)
    };
    let is_diagram = |line: u32| event.diagrams.iter().any(|diagram| diagram.line == line);
    (0..line).rev().take_while(|&above| !is_elsewhere(above)).any(is_diagram)
}

fn same_prisoners(one: &Board, other: &Board) -> bool {
    Color::ALL.iter().all(|&color| one.prisoners(color) == other.prisoners(color))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_walk_stands_everywhere_as_if_the_path_were_played_from_scratch((size, steps) in tree()) {
        let text = text_of(size, &steps);
        let event = event(&text);
        for line in 0..=event.lines {
            let walk = Walk::before(&event, line);
            let path = path_to(&event, line);
            let moves = path.iter().rev().filter_map(|&taken| match taken {
                Taken::Move(id) => Some(id),
                Taken::Setup(_) => None,
            });
            prop_assert!(walk.moves().eq(moves), "the path to line {} of\n{}", line, text);
            if !in_diagram(&event, line) {
                let expected = play_out(&event, &path);
                prop_assert_eq!(show(walk.board()), show(&expected), "line {} of\n{}", line, text);
                prop_assert_eq!(walk.board().hash(), expected.hash());
                prop_assert!(same_prisoners(walk.board(), &expected));
            }
        }
    }

    #[test]
    fn a_whole_walk_and_one_to_each_place_agree((size, steps) in tree()) {
        let text = text_of(size, &steps);
        let event = event(&text);
        let mut walk = Walk::new(&event);
        while let Some(stop) = walk.next() {
            let line = match stop {
                Visit::Move(id) => event[id].line,
                Visit::Diagram(id) => event.diagram(id).line,
                Visit::Datum(index) => event.data[index].line,
                Visit::Begin(id) => event.sequence(id).line.unwrap(),
                Visit::End(id) => event.sequence(id).end.unwrap(),
            };
            let other = Walk::before(&event, line + 1);
            prop_assert_eq!(show(walk.board()), show(other.board()), "line {} of\n{}", line, text);
            prop_assert!(walk.moves().eq(other.moves()));
            prop_assert_eq!(walk.is_in_doubt(), other.is_in_doubt());
            for number in 0..100 {
                let most_recent = walk.moves().find(|&id| event[id].number.is_some_and(|own| own.get() == number));
                prop_assert_eq!(walk.numbered(number), most_recent);
                prop_assert_eq!(other.numbered(number), most_recent);
            }
            let numbered = (1..100).filter_map(|number| Some((number, walk.numbered(number)?)));
            prop_assert!(walk.numbered_in(1, u32::MAX).eq(numbered));
        }
        let last = event.steps(SequenceId(0)).iter().rev().find_map(|step| match step {
            Step::Move(id) => Some(*id),
            Step::Diagram(_) => None,
        });
        prop_assert_eq!(walk.last_move(), last);
    }

    #[test]
    fn positions_are_found_again_as_by_looking_through_the_whole_path((size, steps) in tree()) {
        let text = text_of(size, &steps);
        let event = event(&text);
        let mut walk = Walk::new(&event);
        while let Some(stop) = walk.next() {
            let Visit::Move(id) = stop else { continue };
            if walk.is_in_doubt() || event[id].place == MoveTarget::Pass {
                continue;
            }
            let path = path_to(&event, event[id].line + 1);
            // Each position after a move, with who made it; and that before the first.
            let mut positions = Vec::new();
            for (after, &taken) in (1..).zip(&path) {
                if let Taken::Move(id) = taken {
                    let color = event[id].color;
                    if positions.is_empty() {
                        positions.push((Earlier::Start, color.opponent(), show(&play_out(&event, &path[..after - 1]))));
                    }
                    positions.push((Earlier::After(id), color, show(&play_out(&event, &path[..after]))));
                }
            }
            let (_, color, now) = positions.pop().expect("the move");
            let same = positions.iter().rev().find(|(_, mover, position)| *mover == color && *position == now);
            let repeats = walk.played().expect("the move").repeats;
            prop_assert_eq!(repeats, same.map(|&(earlier, ..)| earlier), "{} of\n{}", name(&event, id), text);
        }
    }

    #[test]
    fn every_stone_on_the_board_and_off_it_knows_its_cause((size, steps) in tree()) {
        let text = text_of(size, &steps);
        let event = event(&text);
        // All setup stones in the order of the file, as their numbers count them.
        let stones: Vec<_> = event.data.iter().filter_map(|datum| match &datum.kind {
            DatumKind::Setup(range) => Some(event.stones(range)),
            _ => None,
        }).flatten().collect();
        let mut walk = Walk::new(&event);
        while let Some(stop) = walk.next() {
            let Visit::Move(id) = stop else { continue };
            let played = walk.played().expect("the move");
            let taken = played.captured.iter().chain(played.self_captured).chain(&played.overwritten);
            for stone in taken.copied().chain(walk.board().stones()) {
                match Cause::of(stone) {
                    Cause::Move(by) => {
                        prop_assert_eq!(event[by].place, MoveTarget::Point(stone.point));
                        prop_assert_eq!(event[by].color, stone.color);
                        prop_assert!(walk.moves().any(|id| id == by), "{} is not on the path", name(&event, by));
                        // No later move of the path was played there, but that which took it.
                        let later = walk.moves().take_while(|&id| id != by);
                        let on = later.filter(|&id| event[id].place == MoveTarget::Point(stone.point));
                        prop_assert!(on.count() <= usize::from(played.overwritten == Some(stone)));
                    }
                    Cause::Setup(index) => {
                        prop_assert_eq!(stones[index as usize].point, stone.point);
                        prop_assert_eq!(stones[index as usize].color, stone.color);
                    }
                }
            }
            let own = event[id].color;
            prop_assert!(played.captured.iter().all(|stone| stone.color != own));
            prop_assert!(played.self_captured.iter().all(|stone| stone.color == own));
        }
    }
}

#[test]
fn deep_and_wide_trees_are_walked_to_their_end() {
    const MANY: usize = 100_000;
    let deep = format!("{}{}W 2 B2\n", "B 1 A1\nVAR\n".repeat(MANY), "ENDVAR\n".repeat(MANY));
    let wide = format!("B 1 A1\n{}W 2 B2\n", "VAR\nB 1 C3\nW 2 D4\nENDVAR\n".repeat(MANY));
    let unclosed = format!("{}W 2 B2\n", "B 1 A1\nVAR\n".repeat(MANY));
    // Without any end: variations on the last move of a deep one, each of which ends the one before.
    let bottom = "VAR\nW 2 A1\nB 3 C3\n".repeat(MANY / 2);
    let mixed = format!("{}B 1 A1\nW 2 B2\n{bottom}", "B 1 A1\nVAR\n".repeat(MANY / 2));
    for text in [deep, wide, unclosed, mixed] {
        let event = event(&text);
        let stops = Walk::new(&event).count();
        let ended = event.sequences.iter().filter(|sequence| sequence.end.is_some()).count();
        let fewest = event.moves.len() + event.sequences.len() - 1 + ended;
        assert!(stops >= fewest, "{stops} stops, {fewest} moves and ends");
        let mut walk = Walk::before(&event, event.lines);
        assert_eq!(walk.last_move().map(|id| event[id].line), Some(event.lines - 1));
        assert_eq!(walk.next(), None);
    }
}
