use expect_test::expect;
use ishi_check::check::{Severities, Severity, check as problems};
use ishi_check::rewrite::{Error, Original, insert_moves, moves_as_variation};
use ishi_record::record::Move;
use ishi_text::Edit;

use crate::rewrite::check;
use crate::rewrite::kept::{changed, positions};
use crate::rewrite::laws::{GAMES, event, record};

#[test]
fn locations_are_inserted_and_the_moves_after_them_renumbered() {
    check(
        "B 1 Q16\r\n$0d4\r\nW 2 C3\r\nMARK #2 a@#1-2\r\n  VAR\r\n  W 2 C4\r\n  B 3 D5\r\n  ENDVAR\r\nB 3 Q4\r\n",
        insert_moves,
        &expect![[r#"
            B 1 Q16␍
            W 2 D4␍
            W 3 C3␍
            MARK #3 a@#1 a@#3␍
              VAR␍
              W 3 C4␍
              B 4 D5␍
              ENDVAR␍
            B 4 Q4␍
        "#]],
    );
    // Only as far as it is needed, and in the letters of the record.
    check(
        "b 1 q16\n$0D4 pass\nw 2 c3\nb 5 q4\n",
        insert_moves,
        &expect![[r#"
            b 1 q16
            w 2 d4
            b 3 pass
            w 4 c3
            b 7 q4
        "#]],
    );
    // What is between a move and its variations does not become what they hang on.
    check(
        "B 1 Q16\n$0d4\n  VAR\n  B 1 C3\n  ENDVAR\nW 2 Q4\n",
        insert_moves,
        &expect![[r#"
            B 1 Q16
              VAR
              B 1 C3
              ENDVAR
            W 2 D4
            W 3 Q4
        "#]],
    );
    check(
        "B 1 Q16\nVAR\n  $0d4\n  B 1 C3\n  ENDVAR\nW 2 Q4\n",
        insert_moves,
        &expect![[r#"
            B 1 Q16
            VAR
              B 1 D4
              B 2 C3
              ENDVAR
            W 2 Q4
        "#]],
    );
}

#[test]
fn locations_become_a_variation_on_the_move_that_follows() {
    check(
        "B 1 Q16\n$0d4 q4\nW 2 C3\nMARK #2\n  VAR\n  W 2 C4\n  ENDVAR\n\nB 3 Q4\n",
        moves_as_variation,
        &expect![[r#"
            B 1 Q16
            W 2 C3
            MARK #2
              VAR
              W 2 C4
              ENDVAR
            VAR
              W 2 D4
              B 3 Q4
            ENDVAR

            B 3 Q4
        "#]],
    );
    check(
        "B 1 Q16\nVAR\n  b 1 c3\n  $0d4\n  W 2 C4\nENDVAR",
        moves_as_variation,
        &expect![[r#"
            B 1 Q16
            VAR
              b 1 c3
              W 2 C4
              VAR
                W 2 D4
              ENDVAR
            ENDVAR"#]],
    );
}

#[test]
fn what_can_not_be_made_is_refused() {
    let refused = |text: &str, change: Change, reason: &str| {
        let Err(Error(why)) = changed(text, |original| change(original, 1)) else { panic!("{text}") };
        assert_eq!(why, reason, "{text}");
    };
    refused("B 1 Q16\nW 2 D4\n", insert_moves, "this line does not consist of locations only");
    refused("B 1 Q16\nd4\n", insert_moves, "a location without color and number stands in line 2: fix that first");
    refused("B Q16\nd4\nW 2 C3\n", insert_moves, "the move before has no number that another could follow");
    refused(
        "B 1 Q16\nd4\nVAR\nB 1 C3\nENDVAR\n",
        moves_as_variation,
        "no move follows that these could be a variation on",
    );
    refused("B 1 Q16\nd4\nW 2 C3\nCOM\n", insert_moves, "a block without an end begins in line 4: fix that first");
}

type Change = fn(&Original<'_>, u32) -> Result<Vec<Edit>, Error>;

/// How many errors a text has.
fn errors(text: &str) -> usize {
    problems(text, &Severities::default()).iter().filter(|found| found.severity == Severity::Error).count()
}

#[test]
fn a_pass_between_the_moves_of_any_game_changes_no_position() {
    let mut made = [0; 2];
    for seed in 0..GAMES {
        let full = record(seed);
        let moves = event(&full).moves;
        let mut random = fastrand::Rng::with_seed(seed);
        let line = moves[random.usize(1..moves.len())].line as usize;
        let lines: Vec<&str> = full.split_inclusive('\n').collect();
        let text = [&lines[..line], &["PASS\r\n"], &lines[line..]].concat().concat();
        for (change, made) in [insert_moves as Change, moves_as_variation].into_iter().zip(&mut made) {
            let Ok(new) = changed(&text, |original| change(original, line as u32)) else { continue };
            assert!(errors(&new) <= errors(&text), "{text}\n-----\n{new}");
            let mut kept = positions(&new);
            let before = positions(&full);
            let after = event(&new).moves;
            let is_same = |(one, other): &(&Move, &Move)| {
                (one.color, one.place, one.sequence) == (other.color, other.place, other.sequence)
            };
            kept.remove(after.iter().zip(&moves).take_while(is_same).count());
            assert_eq!(kept, before, "{text}\n-----\n{new}");
            *made += 1;
        }
    }
    assert!(made.iter().all(|&made| made > 60), "{made:?}");
}
