use expect_test::expect;
use ishi_check::check::Code;
use ishi_check::rewrite::insert_passes;

use crate::rewrite::check;
use crate::rewrite::kept::{changed, codes, positions};
use crate::rewrite::laws::{GAMES, event, record};

#[test]
fn missing_moves_become_passes() {
    check(
        "$0B 5 Q16\r\n  REMARK why\r\n  b 7 D4\r\n  MARK #5-9 #6\r\n    VAR\r\n    B 7 C4\r\n    W 10 C3\r\n    ENDVAR\
         \r\nW 8 Q4",
        |original, _| insert_passes(original),
        &expect![[r#"
            B 5 Q16␍
              W 6 PASS␍
              REMARK why␍
              b 7 D4␍
              MARK #5-9 #6␍
                VAR␍
                B 7 C4␍
                W 8 PASS␍
                B 9 PASS␍
                W 10 C3␍
                ENDVAR␍
            W 8 Q4"#]],
    );
    // A number that has meant a move above the variation still refers to it.
    check(
        "$0B 1 Q16\nW 2 D4\n  VAR\n  W 1 C3\n  B 3 D5\n  MARK #2 x@#1-3\n  ENDVAR\nB 3 D17\n",
        |original, _| insert_passes(original),
        &expect![[r#"
            B 1 Q16
            W 2 D4
              VAR
              W 1 C3
              W 2 PASS
              B 3 D5
              MARK #2 x@#1-3
              ENDVAR
            B 3 D17
        "#]],
    );
    check(
        "$0B 1 Q16\nW 2 D4\nB 3 D17\n  VAR\n  B 1 C3\n  W 3 D5\n  MARK a@#2 #1-3\n  ENDVAR\n",
        |original, _| insert_passes(original),
        &expect![[r#"
            B 1 Q16
            W 2 D4
            B 3 D17
              VAR
              B 1 C3
              B 2 PASS
              W 3 D5
              MARK a@D4 #1 #3 D4
              ENDVAR
        "#]],
    );
    for text in
        ["", "B 1 Q16\nW 2 Q4\n", "B 1 Q16\nW 1 D4\nB 4 C3\n", "B 1 Q16\nW D4\nB 4 C3\n", "B 1 Q16\nVAR\nB 3 C3\n"]
    {
        assert!(changed(text, insert_passes).is_err(), "{text}");
    }
    check(
        "$0B 1 Q16\nB 23 D4\n",
        |original, _| insert_passes(original),
        &expect![
            "refused: 21 moves are missing before B 23 D4 in line 2, and only up to 20 become passes: renumber from there instead"
        ],
    );
    assert_eq!(changed("B 1 Q16\nB 22 D4\n", insert_passes).expect("20 passes").lines().count(), 22);
}

#[test]
fn no_move_is_missing_afterwards_and_no_position_has_changed() {
    let mut made = 0;
    for seed in 0..GAMES {
        // Some moves are deleted with nothing said of them, so that nothing else is wrong.
        let full = record(seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let lines: Vec<&str> = full.split_inclusive('\n').collect();
        let is_move = |line: &&str| ["B ", "W "].iter().any(|keyword| line.trim_start().starts_with(keyword));
        let text: String = lines
            .iter()
            .enumerate()
            .filter(|(nth, line)| {
                let between = *nth > 0 && [nth - 1, nth + 1].iter().all(|&nth| lines.get(nth).is_some_and(is_move));
                !(is_move(line) && line.trim_end().ends_with("PASS") && between && random.bool())
            })
            .map(|(_, line)| *line)
            .collect();
        let Ok(new) = changed(&text, insert_passes) else { continue };
        made += 1;
        assert!(!codes(&new).contains(&Code::MissingMove), "{new}");
        let (before, after) = (event(&text), event(&new));
        assert_eq!(event(&full).moves.len(), after.moves.len());
        let kept: Vec<_> = positions(&new)
            .into_iter()
            .zip(&after.moves)
            .filter(|(_, found)| {
                before.moves.iter().any(|old| (old.number, old.sequence) == (found.number, found.sequence))
            })
            .map(|(position, _)| position)
            .collect();
        assert_eq!(kept, positions(&text));
    }
    assert!(made > 10, "{made}");
}
