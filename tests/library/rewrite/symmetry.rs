use expect_test::expect;
use ishi_board::{BoardSize, Color, Point, Symmetry};
use ishi_check::check::Code;
use ishi_check::rewrite::{swap_colors, transform};
use ishi_record::record::{GameResult, Region};
use ishi_record::syntax::Keyword;

use crate::rewrite::check;
use crate::rewrite::kept::{Position, changed, codes, positions};
use crate::rewrite::laws::{GAMES, event, record};

const GAME: &str = "\
$0Event a\tgame
BLACK Ada
white Ben
RESULT White wins, b+R?
BOARDSIZE 13
SETUP B d4 w K10 c3
com BLACK at K10
B 1 no move
endcom
b\t1  c11 a note
PRISONER k10
  VAR
  W 1 pass
  MARK @@K10 \\T@d4 a@#1 all J9
  ENDVAR
DIAGRAM 9x9
HIDE d4
DIAGRAM A1 c2
DIAGRAM 19x19
DIAGRAM 13x13 all
Black says
W";

#[test]
fn players_change_places() {
    check(
        GAME,
        |original, _| swap_colors(original),
        &expect![[r#"
        Event a	game
        WHITE Ada
        black Ben
        RESULT Black wins, w+R?
        BOARDSIZE 13
        SETUP W d4 b K10 c3
        com BLACK at K10
        B 1 no move
        endcom
        w	1  c11 a note
        PRISONER k10
          VAR
          B 1 pass
          MARK @@K10 \T@d4 a@#1 all J9
          ENDVAR
        DIAGRAM 9x9
        HIDE d4
        DIAGRAM A1 c2
        DIAGRAM 19x19
        DIAGRAM 13x13 all
        White says
        B"#]],
    );
}

#[test]
fn the_board_is_turned() {
    check(
        GAME,
        |original, _| transform(original, Symmetry::RotateRight),
        &expect![[r#"
        Event a	game
        BLACK Ada
        white Ben
        RESULT White wins, b+R?
        BOARDSIZE 13
        SETUP B d10 w K4 c11
        com BLACK at K10
        B 1 no move
        endcom
        b	1  l11 a note
        PRISONER k4
          VAR
          W 1 pass
          MARK @@K4 \T@d10 a@#1 all J5
          ENDVAR
        DIAGRAM A13 J5
        HIDE d10
        DIAGRAM A13 b11
        DIAGRAM 19x19
        DIAGRAM 13x13 all
        Black says
        W"#]],
    );
    check(
        GAME,
        |original, _| transform(original, Symmetry::MirrorLeftRight),
        &expect![[r#"
        Event a	game
        BLACK Ada
        white Ben
        RESULT White wins, b+R?
        BOARDSIZE 13
        SETUP B k4 w D10 l3
        com BLACK at K10
        B 1 no move
        endcom
        b	1  l11 a note
        PRISONER d10
          VAR
          W 1 pass
          MARK @@D10 \T@k4 a@#1 all E9
          ENDVAR
        DIAGRAM N1 E9
        HIDE k4
        DIAGRAM N1 l2
        DIAGRAM 19x19
        DIAGRAM 13x13 all
        Black says
        W"#]],
    );
}

#[test]
fn what_is_on_no_board_is_not_turned() {
    for (text, refusal) in [
        ("BOARDSIZE 9\nB 1 C3\nMARK a@K3\n", "K3 in line 3 lies off the board, which is 9x9: fix that first"),
        ("BOARDSIZE 9\nDIAGRAM a1 t9\n", "T9 in line 2 lies off the board, which is 9x9: fix that first"),
        ("B 1 C33\n", "`C33` in line 1 can't be read: fix that first"),
        ("MARK abc@C3\n", "`abc@C3` in line 1 can't be read: fix that first"),
        ("B 1 C3\nVAR\n", "a variation without ENDVAR begins in line 2: fix that first"),
        ("COM\nB 1 C3\n", "a block without an end begins in line 1: fix that first"),
    ] {
        let refused = changed(text, |original| transform(original, Symmetry::Rotate180)).expect_err(text);
        assert_eq!(refused.0, refusal, "{text}");
    }
    for text in ["", "EVENT\r\n", "B 1 PASS", "COM\nq4\nENDCOM\n"] {
        assert_eq!(changed(text, |original| transform(original, Symmetry::Rotate180)).as_deref(), Ok(text));
        assert_eq!(changed(&text.replace('B', "W"), swap_colors), Ok(text.to_owned()));
    }
}

#[test]
fn all_events_are_turned() {
    let new =
        changed("B 1 A1\r\nEVENT\r\nBOARDSIZE 9\r\nB 1 A1", |original| transform(original, Symmetry::MirrorTopBottom));
    assert_eq!(new.as_deref(), Ok("B 1 A19\r\nEVENT\r\nBOARDSIZE 9\r\nB 1 A9"));
}

/// A point as seen after a change, computed from where the corners and one more point of the board go.
fn turned(symmetry: Symmetry, point: Point, size: BoardSize) -> Point {
    let last = size.get() - 1;
    let (column, row) = (point.column(), point.row());
    let quarter = |(column, row): (u8, u8)| (row, last - column);
    let mirror = |(column, row): (u8, u8)| (last - column, row);
    let here = (column, row);
    let (column, row) = match symmetry {
        Symmetry::Identity => here,
        Symmetry::RotateRight => quarter(here),
        Symmetry::Rotate180 => quarter(quarter(here)),
        Symmetry::RotateLeft => quarter(quarter(quarter(here))),
        Symmetry::MirrorLeftRight => mirror(here),
        Symmetry::MirrorTopBottom => mirror(quarter(quarter(here))),
        Symmetry::MirrorDiagonal => quarter(mirror(here)),
        Symmetry::MirrorAntidiagonal => mirror(quarter(here)),
    };
    Point::new(column, row).expect("a point of the board")
}

/// A record some of whose diagrams show a part of the board.
fn record_with_regions(seed: u64) -> String {
    let size = event(&record(seed)).board_size;
    let corners = format!("DIAGRAM b2 {}\r\n", size.corner());
    record(seed).replace("DIAGRAM\r\n", &corners)
}

#[test]
fn every_position_is_turned_and_turned_back() {
    for seed in 0..GAMES {
        let text = record_with_regions(seed);
        let size = event(&text).board_size;
        let turn = |text: &str, symmetry| changed(text, |original| transform(original, symmetry)).expect(text);
        for symmetry in Symmetry::ALL {
            let new = turn(&text, symmetry);
            let wanted: Vec<Position> = positions(&text)
                .into_iter()
                .map(|position| {
                    let stones = position.into_iter().map(|(point, color)| (turned(symmetry, point, size), color));
                    let mut stones: Position = stones.collect();
                    stones.sort_by_key(|(point, _)| *point);
                    stones
                })
                .collect();
            assert_eq!(positions(&new), wanted, "{symmetry:?}\n{text}");
            assert_eq!(codes(&new), codes(&text), "{symmetry:?}\n{text}\n-----\n{new}");
            for (one, other) in event(&text).diagrams.iter().zip(event(&new).diagrams) {
                let (Region::Corners(a, b), Region::Corners(c, d)) = (one.region, other.region) else {
                    panic!("{new}")
                };
                assert_eq!((turned(symmetry, a, size), turned(symmetry, b, size)), (c, d));
            }
            let back = match symmetry {
                Symmetry::RotateRight => Symmetry::RotateLeft,
                Symmetry::RotateLeft => Symmetry::RotateRight,
                itself => itself,
            };
            assert_eq!(turn(&new, back), text);
        }
        let around = (0..4).fold(text.clone(), |text, _| turn(&text, Symmetry::RotateRight));
        assert_eq!(around, text);
    }
}

#[test]
fn every_position_has_the_other_colors_and_back() {
    for seed in 0..GAMES {
        let text = record(seed);
        let new = changed(&text, swap_colors).expect(&text);
        let mut wanted = positions(&text);
        for (_, color) in wanted.iter_mut().flatten() {
            *color = color.opponent();
        }
        assert_eq!(positions(&new), wanted, "{text}");
        // The handicap is not White's all of a sudden.
        let mut found = codes(&new);
        found.retain(|code| *code != Code::HandicapMismatch);
        assert_eq!(found, codes(&text), "{text}\n-----\n{new}");
        let event = event(&new);
        assert_eq!(event.header(Keyword::Black), Some("Ben 4-dan"));
        assert_eq!(event.header(Keyword::Result).and_then(GameResult::parse), Some(GameResult::Winner(Color::White)));
        assert_eq!(changed(&new, swap_colors).as_deref(), Ok(text.as_str()));
    }
}
