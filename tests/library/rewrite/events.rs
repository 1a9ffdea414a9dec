use std::collections::BTreeMap;

use expect_test::expect;
use ishi_board::Point;
use ishi_check::check::Code;
use ishi_check::rewrite::{merge_events, split_event};
use ishi_record::record::{DatumKind, Owner, read};
use ishi_record::replay::{Stand, Visit, Walk};
use ishi_record::syntax::{Following, LineKind, Reader, Target};

use crate::rewrite::check;
use crate::rewrite::kept::{changed, codes, positions};
use crate::rewrite::laws::{GAMES, event, lines, record};

const GAME: &str = "\
REMARK a file\r
EVENT Final\r
black Ada\r
WHITE Ben\r
RESULT B+3\r
BOARDSIZE 9\r
SETUP W C3\r
B 1 E5\r
W 2 G7\r
  VAR\r
  W 2 G3\r
  ENDVAR\r
DIAGRAM\r
\r
REMARK here\r
$0B 3 C7\r
MARK a@#1 #3 \\t@C3 C7\r
W 4 A1\r
PRISONER A2\r
  VAR x\r
  W 4 A9\r
  MARK #3-4\r
  ENDVAR\r
";

#[test]
fn an_event_is_split_before_a_move() {
    check(
        GAME,
        split_event,
        &expect![[r#"
            REMARK a file␍
            EVENT Final␍
            black Ada␍
            WHITE Ben␍
            RESULT B+3␍
            BOARDSIZE 9␍
            SETUP W C3␍
            B 1 E5␍
            W 2 G7␍
              VAR␍
              W 2 G3␍
              ENDVAR␍
            DIAGRAM␍
            ␍
            EVENT Final, from move 3␍
            black Ada␍
            WHITE Ben␍
            BOARDSIZE 9␍
            SETUP B E5␍
            SETUP W C3 G7␍
            REMARK here␍
            B 3 C7␍
            MARK a@E5 #3 \t@C3 C7␍
            W 4 A1␍
            PRISONER A2␍
              VAR x␍
              W 4 A9␍
              MARK #3-4␍
              ENDVAR␍
        "#]],
    );
    check(
        "B 5 Q16\n$0W PASS",
        split_event,
        &expect![[r#"
        B 5 Q16

        EVENT continued
        SETUP B Q16
        W PASS"#]],
    );
    check(
        "B 1 A2\nW 2 A1\n$0B 3 B1\nPRISONER #2\nHIDE #2\nEVENT\nB 1 D4\n",
        split_event,
        &expect!["refused: the HIDE in line 5 names W 2 A1, which could not be named there any more"],
    );
    check(
        "B 1 D4\nEVENT b\nB 1 D4\n$0W 2 C3\nEVENT c\n",
        split_event,
        &expect![[r#"
        B 1 D4
        EVENT b
        B 1 D4

        EVENT b, from move 2
        SETUP B D4
        W 2 C3
        EVENT c
    "#]],
    );
}

#[test]
fn an_event_is_not_split_where_something_would_be_lost() {
    for (text, line, refusal) in [
        ("", 0, "there is no move here"),
        ("EVENT\nBLACK a\n", 1, "there is no move here"),
        ("EVENT\nB 1 D4\n", 1, "B 1 D4 in line 2 is the first move: there is nothing to split off before it"),
        (
            "B 1 D4\nVAR\nB 1 C3\nENDVAR\n",
            2,
            "B 1 C3 in line 3 stands in a variation: split the main line, or promote this one first",
        ),
        ("B 1 D4\nW 2 C3\nMARK #1\n", 1, "the MARK in line 3 names B 1 D4, which could not be named there any more"),
        (
            "B 1 D4\nW 2 C3\nMARK ALL\n",
            1,
            "the MARK in line 3 shows the numbers of all stones, and these would not be the same any more",
        ),
        (
            "B 1 D4\nW 2 C3\nMARK D4\n",
            1,
            "the MARK in line 3 shows the numbers of the stone on D4, and these would not be the same any more",
        ),
        ("B 1 D4\nW 2 C3\nCOM\n", 1, "a block without an end begins in line 3: fix that first"),
    ] {
        let refused = changed(text, |original| split_event(original, line)).expect_err(text);
        assert_eq!(refused.0, refusal, "{text}");
    }
}

#[test]
fn two_events_become_one() {
    check(
        "$0EVENT a\nBLACK Ada\nB 1 D4\nCOM\nfirst\nENDCOM\nVAR\nB 1 C3\nENDVAR\n\nREMARK next\nEVENT b\nBLACK Ada\n\
         WHITE Ben\n\nSETUP B D4\nCOM\nsecond\nENDCOM\n\
         REMARK on it\n  W 1 Q4\n  MARK #1\n    VAR\n    W 1 Q3\n    ENDVAR\nB 2 Q5",
        |original, _| merge_events(original),
        &expect![[r#"
            EVENT a
            BLACK Ada
            WHITE Ben
            B 1 D4
            COM
            first
            ENDCOM
            COM
            second
            ENDCOM
            VAR
            B 1 C3
            ENDVAR
            REMARK next
            REMARK EVENT b
            REMARK on it
              W 2 Q4
              MARK #2
                VAR
                W 2 Q3
                ENDVAR
            B 3 Q5"#]],
    );
    check(
        "$0EVENT a\r\nKOMI 5\r\nREMARK r\r\nEVENT a\r\nKOMI 3\r\nMARK a@C3\r\nUSER\r\nx\r\nENDUSER\r\nSETUP B D4\r\n\
         \r\nW 1 Q4",
        |original, _| merge_events(original),
        &expect![[r#"
            EVENT a␍
            KOMI 5␍
            MARK a@C3␍
            USER␍
            x␍
            ENDUSER␍
            SETUP B D4␍
            REMARK r␍
            REMARK KOMI 3␍
            W 1 Q4"#]],
    );
    check(
        "$0EVENT a\nBOARDSIZE 9\nEVENT b\n",
        |original, _| merge_events(original),
        &expect!["refused: the first event has a board of 9x9 and the second of 19x19"],
    );
    check(
        "$0EVENT a\nB 1 D4\nEVENT b\nCOM\nENDCOM\n",
        |original, _| merge_events(original),
        &expect!["refused: the second event has no moves that could go on from the first"],
    );
    check(
        "$0EVENT a\nB 1 D4\nEVENT b\nB 1 D4\n",
        |original, _| merge_events(original),
        &expect!["refused: the second event begins with another position than the first ends with, at D4 for one"],
    );
    check(
        "$0EVENT a\nB 1 D4\nEVENT b\nSETUP B D4\nMARK a@C3\nW 2 C3\n",
        |original, _| merge_events(original),
        &expect![
            "refused: the MARK in line 5 is shown on the empty board, and would be shown with a move: remove it first"
        ],
    );
    check(
        "$0EVENT a\nB 1 D4\nEVENT b\nSETUP B D4\nW 2 C3\nMARK ALL\n",
        |original, _| merge_events(original),
        &expect![
            "refused: the MARK in line 6 shows the numbers of all stones, and these would not be the same any more"
        ],
    );
    check(
        "$0EVENT a\nB 1 D4\n",
        |original, _| merge_events(original),
        &expect!["refused: two events become one, and here are 1"],
    );
    check(
        "$0B 1 D4\nDIAGRAM\nSETUP B Q4\nEVENT b\nSETUP B D4\nbroken 5 line\nW 2 C3\n",
        |original, _| merge_events(original),
        &expect!["refused: something that can't be read stands in line 6: fix that first"],
    );
}

/// The comments and marks of each move, by the stones at the move. Marks are identified by their points.
fn said(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in Reader::new(text, Following::NOTHING) {
        let event = read(&source).event;
        let mut walk = Walk::new(&event);
        while let Some(stop) = walk.next() {
            let Visit::Datum(index) = stop else { continue };
            let datum = &event.data[index];
            let Owner::Move(id) = datum.owner else { continue };
            let stones = walk.board().position();
            let own = said.entry(format!("{} {stones:?}", event[id])).or_default();
            match &datum.kind {
                DatumKind::Comment => {
                    let lines = &source.lines[datum.line as usize..datum.end as usize];
                    let text = lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_)));
                    own.push(text.map(|line| source.str(line.span)).collect());
                }
                DatumKind::Mark(marks) => {
                    for mark in event.marks(marks) {
                        let stones = Stand::of(&walk).stones(mark.target);
                        let points: Vec<Point> = match mark.target {
                            Target::Point(point) => vec![point],
                            _ => stones.into_iter().map(|stone| stone.point).collect(),
                        };
                        own.push(format!("{:?} {points:?}", mark.sign));
                    }
                }
                _ => {}
            }
        }
    }
    said
}

#[test]
fn events_are_split_and_merged() {
    let (mut split, mut same) = (0, 0);
    for seed in 0..GAMES {
        // Ranges and marks of everything reach over the split as a rule.
        let text: String = record(seed)
            .split_inclusive('\n')
            .filter(|line| !line.contains("MARK ALL") && !line.contains("MARK #"))
            .collect();
        for line in lines(&text, seed) {
            let Ok(new) = changed(&text, |original| split_event(original, line)) else { continue };
            split += 1;
            assert_eq!(positions(&new), positions(&text), "line {line}\n{text}\n-----\n{new}");
            let known = [Code::HandicapMismatch, Code::MissingMove];
            let mut found = codes(&new);
            found.retain(|code| !known.contains(code));
            let mut before = codes(&text);
            before.retain(|code| !known.contains(code));
            assert_eq!(found, before, "line {line}\n{text}\n-----\n{new}");
            let merged = changed(&new, merge_events).expect(&new);
            assert_eq!(positions(&merged), positions(&text));
            assert_eq!(event(&merged).moves.len(), event(&text).moves.len());
            assert_eq!(Reader::new(&merged, Following::NOTHING).count(), 1);
            assert_eq!(said(&merged), said(&text), "line {line}\n{text}\n-----\n{merged}");
            same += usize::from(merged == text);
        }
    }
    assert!(split > 200 && same > 50, "{split} {same}");
}

#[test]
fn merged_events_number_their_moves_anew() {
    let mut made = 0;
    for seed in 0..GAMES {
        let text = record(seed);
        let first: String = text
            .split_inclusive('\n')
            .take_while(|line| !line.starts_with("SETUP") && !line.starts_with("B ") && !line.starts_with("W "))
            .collect();
        let first = first.trim_end_matches("REMARK").to_owned() + "B 7 PASS\r\nW 8 PASS\r\n";
        let bare: String = text.split_inclusive('\n').filter(|line| !line.starts_with("SETUP")).collect();
        let both = first + &bare;
        let Ok(new) = changed(&both, merge_events) else { continue };
        made += 1;
        assert_eq!(positions(&new), positions(&both));
        let main: Vec<u32> = {
            let event = event(&new);
            let own = event.moves.iter().filter(|found| found.sequence.0 == 0);
            own.filter_map(|found| found.number).map(u32::from).collect()
        };
        assert_eq!(main, (7..7 + main.len() as u32).collect::<Vec<_>>());
    }
    assert!(made > 30, "{made}");
}
