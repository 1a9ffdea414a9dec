use expect_test::expect;
use ishi_board::{BoardSize, Color};
use ishi_check::rewrite::{add_handicap, set_board_size};
use ishi_record::syntax::Keyword;

use crate::rewrite::check;
use crate::rewrite::kept::{changed, codes, positions};
use crate::rewrite::laws::{GAMES, event, record};

#[test]
fn handicap_stones_are_set_up() {
    check(
        "$0EVENT a\r\nBLACK Ada\r\nCOM\r\nhello\r\nENDCOM\r\n\r\nREMARK first\r\n  W 1 C3\r\n",
        |original, _| add_handicap(original, 4),
        &expect![[r#"
            EVENT a␍
            BLACK Ada␍
            COM␍
            hello␍
            ENDCOM␍
            HANDICAP 4␍
            SETUP B Q16 D4 Q4 D16␍
            ␍
            REMARK first␍
              W 1 C3␍
        "#]],
    );
    check(
        "$0handicap   3 stones\nB 1 Q3",
        |original, _| add_handicap(original, 2),
        &expect![[r#"
            handicap   2 stones
            SETUP B Q16 D4
            B 1 Q3"#]],
    );
    check(
        "$0HANDICAP\nBOARDSIZE 9",
        |original, _| add_handicap(original, 5),
        &expect![[r#"
        HANDICAP 5
        BOARDSIZE 9
        SETUP B G7 C3 G3 C7 E5"#]],
    );
    check(
        "$0HANDICAP two\nKOMI 0\n\n",
        |original, _| add_handicap(original, 2),
        &expect![[r#"
            HANDICAP two
            KOMI 0
            SETUP B Q16 D4

        "#]],
    );
    check(
        "$0HANDICAP 2\n",
        |original, _| add_handicap(original, 2),
        &expect![[r#"
        HANDICAP 2
        SETUP B Q16 D4
    "#]],
    );
    check(
        "$0",
        |original, _| add_handicap(original, 2),
        &expect![[r#"
            HANDICAP 2
            SETUP B Q16 D4
        "#]],
    );
    check(
        "$0B 1 C3\nDIAGRAM\nSETUP B D4\nHANDICAP 5\n",
        |original, _| add_handicap(original, 2),
        &expect![[r#"
        SETUP B Q16 D4
        B 1 C3
        DIAGRAM
        SETUP B D4
        HANDICAP 2
    "#]],
    );
}

#[test]
fn handicap_stones_are_set_up_only_where_they_fit() {
    for (text, stones, refusal) in [
        ("SETUP W C3\n", 2, "there is a SETUP in line 1 already: change that, or remove it first"),
        ("", 1, "there are no customary points for 1 handicap stones on a board of 19x19: write SETUP by hand"),
        (
            "BOARDSIZE 7",
            2,
            "there are no customary points for 2 handicap stones on a board of 7x7: write SETUP by hand",
        ),
        ("W 1 C3\nB 2 D4\n", 2, "B 2 D4 in line 2 would meet a handicap stone"),
        ("COM\n", 2, "a block without an end begins in line 1: fix that first"),
    ] {
        let refused = changed(text, |original| add_handicap(original, stones)).expect_err(text);
        assert_eq!(refused.0, refusal);
    }
}

fn resize(text: &str, size: u32) -> String {
    let size = BoardSize::new(size).expect("a size");
    match changed(text, |original| set_board_size(original, size)) {
        Ok(new) => new,
        Err(refusal) => format!("refused: {refusal}"),
    }
}

#[test]
fn the_board_gets_another_size() {
    for (text, size, new) in [
        ("EVENT\r\nBLACK a\r\nB 1 C3", 9, "EVENT\r\nBLACK a\r\nBOARDSIZE 9\r\nB 1 C3"),
        ("B 1 C3\n", 9, "BOARDSIZE 9\nB 1 C3\n"),
        ("", 9, "BOARDSIZE 9\n"),
        ("EVENT", 9, "EVENT\nBOARDSIZE 9"),
        ("EVENT\n  boardsize\t9 \nB 1 C3\n", 13, "EVENT\n  boardsize\t13 \nB 1 C3\n"),
        ("EVENT\nBOARDSIZE 9\nB 1 C3\n", 19, "EVENT\nB 1 C3\n"),
        ("BOARDSIZE 9 small\nB 1 C3\n", 19, "BOARDSIZE 19 small\nB 1 C3\n"),
        ("BOARDSIZE 9\nBOARDSIZE 7\nB 1 C3\n", 13, "BOARDSIZE 9\nBOARDSIZE 13\nB 1 C3\n"),
        ("BOARDSIZE 9\nBOARDSIZE 7\nB 1 C3\n", 19, "B 1 C3\n"),
        ("BOARDSIZE 9\n", 9, "refused: the board is 9x9 already"),
        ("BOARDSIZE 99\n", 9, "refused: the BOARDSIZE in line 1 can't be read: fix that first"),
        ("B 1 C3\nB 3 K10\nB 5 T1\n", 9, "refused: K10 in line 2 would lie off a board of 9x9"),
        ("MARK \\t@K1\n", 9, "refused: K1 in line 1 would lie off a board of 9x9"),
        ("DIAGRAM 19x19\nSETUP B T19\nMARK a@T19\n", 9, "BOARDSIZE 9\nDIAGRAM 19x19\nSETUP B T19\nMARK a@T19\n"),
        ("DIAGRAM\nSETUP B T19\n", 9, "refused: T19 in line 2 would lie off a board of 9x9"),
        ("COM\nBOARDSIZE 3\nENDCOM\n", 9, "BOARDSIZE 9\nCOM\nBOARDSIZE 3\nENDCOM\n"),
        // On the small board White's stone would have no liberty left.
        ("W 1 J1\nB 2 H1\nB 3 J2\n", 9, "refused: B 3 J2 in line 3 would not take what it takes now"),
    ] {
        assert_eq!(resize(text, size), new, "{text}");
    }
}

#[test]
fn handicaps_are_added_above_any_game() {
    let mut made = 0;
    for seed in 0..GAMES {
        let text: String = record(seed).split_inclusive('\n').filter(|line| !line.starts_with("SETUP")).collect();
        let Ok(new) = changed(&text, |original| add_handicap(original, 3)) else { continue };
        made += 1;
        let (before, after) = (event(&text), event(&new));
        assert_eq!(after.header(Keyword::Handicap), Some("3"));
        let points = before.board_size.handicap(3).expect("points");
        for (old, new) in positions(&text).into_iter().zip(positions(&new)) {
            assert!(old.iter().all(|stone| new.contains(stone)));
            assert!(new.iter().all(|stone| old.contains(stone) || *stone == (stone.0, Color::Black)));
            assert!(new.iter().all(|stone| old.contains(stone) || points.contains(&stone.0)));
        }
        assert_eq!(before.moves.len(), after.moves.len());
        assert!(!codes(&new).contains(&ishi_check::check::Code::HandicapMismatch));
    }
    assert!(made > 3, "{made}");
}

#[test]
fn a_larger_board_keeps_the_positions_or_is_refused() {
    let mut made = 0;
    for seed in 0..GAMES {
        let text = record(seed);
        let old = event(&text).board_size;
        let Some(size) = BoardSize::new(u32::from(old.get()) + 1) else { continue };
        let Ok(new) = changed(&text, |original| set_board_size(original, size)) else { continue };
        made += 1;
        assert_eq!(event(&new).board_size, size);
        assert_eq!(positions(&new), positions(&text));
        assert_eq!(codes(&new), codes(&text), "{text}\n-----\n{new}");
        let back = changed(&new, |original| set_board_size(original, old)).expect("the way back");
        // A board of 19x19 has no line that could get the old size again.
        assert_eq!((back == text, event(&back).board_size), (size != BoardSize::STANDARD, old));
    }
    assert!(made > 20, "{made}");
}

#[test]
fn a_byte_order_mark_outlives_the_only_line() {
    let text = "\u{feff}BOARDSIZE 9\n";
    let standard = ishi_board::BoardSize::STANDARD;
    assert_eq!(changed(text, |original| set_board_size(original, standard)).as_deref(), Ok("\u{feff}"));
}
