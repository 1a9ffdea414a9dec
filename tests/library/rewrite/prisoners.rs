use expect_test::expect;
use ishi_check::check::Code;
use ishi_check::rewrite::{count_missing, insert_prisoners, remove_prisoners};

use crate::rewrite::check;
use crate::rewrite::kept::{changed, codes, positions};
use crate::rewrite::laws::{GAMES, event, record};

const KO: &str = "\
$0SETUP B A2 B1 W C1 B2
W 1 A1
B 3 D1
REMARK a capture
\tb 4 t19
\tcom
\tendcom
  VAR
  B 4 A3
  W 5 B3
  B 6 A19
  ENDVAR
W 5 C2
B 6 D2
W 7 D3
";

#[test]
fn lists_are_written_where_there_are_none() {
    check(
        "$0SETUP W A1 B B1\nW 1 C5\n  b 2 A2\n  COM\n  caught\n  ENDCOM\nW 3 B2\r\nB 4 D5\nW 5 C1",
        |original, _| insert_prisoners(original),
        &expect![[r#"
            SETUP W A1 B B1
            W 1 C5
              b 2 A2
              PRISONER A1
              COM
              caught
              ENDCOM
            W 3 B2␍
            B 4 D5
            W 5 C1"#]],
    );
    check(
        "$0SETUP W A1 B B1\nW 1 C5\nB 2 A2\nPRISONER\nW 3 B2\nB 4 D5\nW 5 C1\nEVENT\nB 1 A2\nW 2 A1\nB 3 B1",
        |original, _| insert_prisoners(original),
        &expect![[r#"
            SETUP W A1 B B1
            W 1 C5
            B 2 A2
            PRISONER
            W 3 B2
            B 4 D5
            W 5 C1
            EVENT
            B 1 A2
            W 2 A1
            B 3 B1
            PRISONER #2"#]],
    );
    check(
        KO,
        |original, _| insert_prisoners(original),
        &expect![[r#"
        SETUP B A2 B1 W C1 B2
        W 1 A1
        PRISONER B1
        B 3 D1
        REMARK a capture
        	b 4 t19
        	com
        	endcom
          VAR
          B 4 A3
          W 5 B3
          B 6 A19
          ENDVAR
        W 5 C2
        B 6 D2
        W 7 D3
    "#]],
    );
    check(
        "$0",
        |original, _| insert_prisoners(original),
        &expect!["refused: every move that takes stones has its list of prisoners"],
    );
    check(
        "$0B 1 A2\nW 2 A1\nB 3 B1\nCOM\n",
        |original, _| insert_prisoners(original),
        &expect!["refused: a block without an end begins in line 4: fix that first"],
    );
}

#[test]
fn nothing_is_said_where_the_position_is_in_doubt() {
    let text = "B 1 A2\nW 2 A2\nW 2 A1\nB 3 B1\n";
    assert!(changed(text, insert_prisoners).is_err());
    // The second line is the same move once more, and the list may be that of the first.
    let twice = "B 1 A2\nW 2 A1\nB 3 B1\nB 3 B1\nPRISONER A1\n";
    assert!(changed(twice, insert_prisoners).is_err());
    assert!(changed(twice, remove_prisoners).is_err());
    assert_eq!(count_missing(&event(twice)), 0);
}

#[test]
fn lists_that_say_no_more_than_the_moves_are_taken_away() {
    check(
        "$0B 1 A2\nW 2 A1\nB 3 B1\nREMARK why\n  prisoner #2\nW 4 C1\nB 5 T1\nPRISONER A1\nW 6 B2\nPRISONER",
        |original, _| remove_prisoners(original),
        &expect![[r#"
            B 1 A2
            W 2 A1
            B 3 B1
            REMARK why
            W 4 C1
            B 5 T1
            PRISONER A1
            W 6 B2
            PRISONER"#]],
    );
    for list in ["A1 A1", "A1 oops", "C7", "#2 #1"] {
        let text = format!("B 1 A2\nW 2 A1\nB 3 B1\nPRISONER {list}\n");
        assert!(changed(&text, remove_prisoners).is_err(), "{text}");
    }
    let two_lines = "B 1 C1\nW 2 A1\nW 3 B1\nB 4 A2\nB 5 B2\nPRISONER #2\nCOM\nENDCOM\nPRISONER b1";
    assert_eq!(
        changed(two_lines, remove_prisoners).as_deref(),
        Ok("B 1 C1\nW 2 A1\nW 3 B1\nB 4 A2\nB 5 B2\nCOM\nENDCOM")
    );
}

/// A record without its lists of prisoners.
fn without_lists(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("PRISONER")).collect()
}

#[test]
fn lists_come_and_go() {
    let mut made = 0;
    for seed in 0..GAMES {
        let full = record(seed);
        let bare = without_lists(&full);
        let count = count_missing(&event(&bare));
        assert_eq!(count_missing(&event(&full)), 0);
        for open in [false, true] {
            let bare = if open { bare.trim_end() } else { &bare };
            match changed(bare, insert_prisoners) {
                Ok(new) => {
                    made += 1;
                    assert_eq!(new.lines().count(), bare.lines().count() + count);
                    assert!(
                        !codes(&new).iter().any(|code| matches!(code, Code::MissingPrisoners | Code::WrongPrisoners))
                    );
                    assert_eq!(positions(&new), positions(bare));
                    assert_eq!(count_missing(&event(&new)), 0);
                    assert_eq!(changed(&new, remove_prisoners).as_deref(), Ok(bare));
                }
                Err(_) => assert_eq!(count, 0, "{bare}"),
            }
        }
        // The lists that the game was written with say what the replay says, too.
        if let Ok(new) = changed(&full, remove_prisoners) {
            assert_eq!(new, bare);
        }
        let some: String = full
            .split_inclusive('\n')
            .enumerate()
            .filter(|(nth, line)| nth % 2 == 0 || !line.trim_start().starts_with("PRISONER"))
            .map(|(_, line)| line)
            .collect();
        if let Ok(new) = changed(&some, insert_prisoners) {
            assert!(!codes(&new).contains(&Code::MissingPrisoners));
        }
    }
    assert!(made > 200, "{made}");
}
