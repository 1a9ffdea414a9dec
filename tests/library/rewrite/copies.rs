//! Copies of a game as one record.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use ishi_check::check::{Severities, Severity, check};
use ishi_check::rewrite::{MergedCopies, Original, merge_copies};
use ishi_record::record::{DatumKind, Header, SequenceId};
use ishi_test_support::laws::essence::essence;

use crate::rewrite::laws::{GAMES, event, record};

fn merged(first: &str, second: &str) -> Result<MergedCopies, String> {
    merge_copies(&Original::read(first, true), &Original::read(second, true))
        .map_err(|fault| format!("{:?} {}", fault.copy, fault.error))
}

fn check_merged(first: &str, second: &str, expected: &Expect) {
    let found = match merged(first, second) {
        Ok(MergedCopies { text, contradictions }) => contradictions
            .into_iter()
            .fold(text, |all, one| format!("{all}- {}: {:?} as {:?}\n", one.subject, one.texts, one.kept_as)),
        Err(reason) => reason,
    };
    expected.assert_eq(&found.replace('\r', "␍"));
}

#[test]
fn the_second_adds_what_the_first_does_not_have() {
    let first = "\
EVENT Final
BLACK Ada
ANALYSIS Eve
B 1 Q16
COM
A start.
ENDCOM
MARK a@Q16
W 2 D4
  VAR
  W 2 C4
  ENDVAR
B 3 D16
";
    let second = "\
REMARK Diagram 1
BLACK Eda
PLACE Edo
ANALYSIS Finn
b 1 q16
MARK a@Q16 b@D16
COM
A start.
ENDCOM
W 2 D4
REMARK good
  VAR b
  W 2 C4
  COM
  Why not?
  ENDCOM
  B 3 D3
  ENDVAR
VAR
W 2 E3
MARK #1-2
ENDVAR
DIAGRAM A1 J9
MARK #2
B 3 C16
W 4 Q4
MARK #3 #4
";
    check_merged(
        first,
        second,
        &expect![[r#"
        REMARK BLACK Eda
        EVENT Final
        BLACK Ada
        ANALYSIS Eve
        PLACE Edo
        ANALYSIS Finn
        REMARK Diagram 1
        B 1 Q16
        COM
        A start.
        ENDCOM
        MARK a@Q16
        MARK b@D16
        W 2 D4
          VAR
          REMARK VAR b
          REMARK good
          W 2 C4
          COM
          Why not?
          ENDCOM
          B 3 D3
          ENDVAR
        VAR
        W 2 E3
        MARK #1-2
        ENDVAR
        DIAGRAM A1 J9
        MARK #2
        B 3 D16
        VAR
          B 3 C16
          W 4 Q4
          MARK #3 #4
        ENDVAR
        - BLACK: ["Ada", "Eda"] as Remark
        - move 3: ["D16", "C16"] as Variation
    "#]],
    );
}

#[test]
fn a_shorter_copy_is_continued_with_its_own_numbers() {
    let first = "EVENT\nBOARDSIZE 9\nB 5 E5\nW 6 C3\n\n";
    let second =
        "EVENT Title\nBOARDSIZE 9\nB 1 E5\nW 2 C3\nB 3 G7\nMARK #1 #3\n  VAR\n  B 3 G3\n  ENDVAR\nREMARK end\n";
    check_merged(
        first,
        second,
        &expect![[r#"
            EVENT Title
            BOARDSIZE 9
            B 5 E5
            W 6 C3
            B 7 G7
            MARK #5 #7
              VAR
              B 7 G3
              ENDVAR

            REMARK end
        "#]],
    );
    check_merged(
        second,
        first,
        &expect![[r#"
        EVENT Title
        BOARDSIZE 9
        B 1 E5
        W 2 C3
        B 3 G7
        MARK #1 #3
          VAR
          B 3 G3
          ENDVAR
        REMARK end
    "#]],
    );
}

#[test]
fn copies_that_can_not_be_merged_are_refused() {
    let refusals = [
        ("B 1 E5\n", "BOARDSIZE 9\nB 1 E5\n"),
        ("SETUP B E5\nW 1 E4\n", "SETUP B E6\nW 1 E4\n"),
        ("B 1 E5\n", "EVENT\nB 1 E5\nEVENT\nB 1 E5\n"),
        ("B 1 E5\n", "COM\nB 1 E5\n"),
        ("B 1 E5\nSETUP B C3\n", "B 1 E5\n"),
        ("B 1 E5\nW 2 E4\n", "B 1 E5\nW 1 E4\nMARK #1\n"),
    ];
    let found = refusals.map(|(first, second)| merged(first, second).map(|merged| merged.text));
    expect![[r#"
        [
            Err(
                "None the first game has a board of 19x19 and the second of 9x9",
            ),
            Err(
                "None the games begin with different stones on the board",
            ),
            Err(
                "Some(1) a game that is merged is one event, and this one has 2",
            ),
            Err(
                "Some(1) a block without an end begins in line 1: fix that first",
            ),
            Err(
                "Some(0) a SETUP stands among the moves in line 2: fix that first",
            ),
            Ok(
                "B 1 E5\nW 2 E4\nMARK #2\n",
            ),
        ]
    "#]]
    .assert_debug_eq(&found);
}

/// A copy of a game without some of its data, variations, headers and last moves.
fn thinned(text: &str, random: &mut fastrand::Rng) -> String {
    let event = event(text);
    let mut is_kept = vec![true; event.lines as usize];
    let mut leave_out = |from: u32, to: u32| is_kept[from as usize..to as usize].fill(false);
    for datum in event.data.iter().filter(|datum| !matches!(datum.kind, DatumKind::Setup(_))) {
        if random.u8(..3) == 0 {
            leave_out(datum.line, datum.end);
        }
    }
    for sequence in &event.sequences[1..] {
        if random.u8(..4) == 0 {
            leave_out(sequence.line.unwrap(), sequence.end.unwrap() + 1);
        }
    }
    for Header { line, .. } in event.headers.iter().filter(|header| header.keyword.counts_once()) {
        if random.bool() && !text.lines().nth(*line as usize).unwrap().starts_with("BOARDSIZE") {
            leave_out(*line, line + 1);
        }
    }
    if random.bool() {
        let moves: Vec<_> = event.moves_of(SequenceId(0)).collect();
        let last = moves[random.usize(..moves.len())];
        let before = text.lines().take(event[last].line as usize).collect::<Vec<_>>();
        let remarks = before.iter().rev().take_while(|line| line.starts_with("REMARK")).count();
        leave_out(event[last].line - remarks as u32, event.lines);
    }
    text.split_inclusive('\n').zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(line, _)| line).collect()
}

fn errors(text: &str) -> BTreeSet<String> {
    let found = check(text, &Severities::default()).into_iter().filter(|one| one.severity == Severity::Error);
    found.map(|one| one.code.to_string()).collect()
}

#[test]
fn nothing_of_two_copies_is_lost() {
    let mut made = 0;
    for seed in 0..GAMES {
        let mut random = fastrand::Rng::with_seed(seed);
        let text = record(seed);
        let [first, second] = [(); 2].map(|()| thinned(&text, &mut random));
        // A mark may name a move that was left out.
        let Ok(merged) = merged(&first, &second) else { continue };
        made += 1;
        let whole = essence(&merged.text);
        for copy in [&first, &second] {
            let lost: Vec<String> = essence(copy).into_keys().filter(|what| !whole.contains_key(what)).collect();
            assert!(lost.is_empty(), "{lost:#?}\n{first}\n-----\n{second}\n-----\n{}", merged.text);
        }
        let known = &errors(&first) | &errors(&second);
        let new: Vec<String> = errors(&merged.text).difference(&known).cloned().collect();
        assert!(new.is_empty(), "{new:?}\n{first}\n-----\n{second}\n-----\n{}", merged.text);
        // Of two variations that begin with the same move, each copy may have another one.
        assert!(merged.contradictions.iter().all(|one| one.subject == "VAR"), "{first}\n-----\n{second}");
    }
    assert!(made > GAMES / 2, "{made}");
}

#[test]
fn a_game_with_itself_is_the_game() {
    for seed in 0..GAMES {
        let text = record(seed);
        for text in [&text, text.trim_end(), &format!("\u{feff}{text}")] {
            let merged = merged(text, text).unwrap();
            assert_eq!((merged.text.as_str(), merged.contradictions.len()), (text, 0));
        }
    }
}
