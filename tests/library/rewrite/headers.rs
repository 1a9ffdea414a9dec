use expect_test::expect;
use ishi_check::rewrite::organize_headers;
use ishi_record::record::Event;
use ishi_record::syntax::Keyword;
use ishi_test_support::laws::essence::essence;

use crate::rewrite::check;
use crate::rewrite::kept::changed;
use crate::rewrite::laws::{GAMES, event, record};

fn organized(text: &str) -> String {
    changed(text, |original| Ok(organize_headers(original))).expect("never refused")
}

#[test]
fn headers_get_the_usual_order() {
    check(
        "$0\u{feff}result W+3\r\n  KOMI 5\r\nSOURCE 2\r\n\r\nREMARK x\r\nSETUP B D4\r\nSOURCE 1\r\nBOARDSIZE 9\r\nCOM\r\nKOMI 3\r\nENDCOM\r\nBLACK Ada\nWHITE\t\r\nBLACK\r\nB 1 C3\r\nDATE never",
        |original, _| Ok(organize_headers(original)),
        &expect![[r#"
            ﻿BLACK Ada␍
            BLACK␍
            WHITE	␍
            ␍
            REMARK x␍
            SETUP B D4␍
            BOARDSIZE 9␍
              KOMI 5␍
            COM␍
            KOMI 3␍
            ENDCOM␍
            result W+3
            SOURCE 2␍
            SOURCE 1␍
            B 1 C3␍
            DATE never"#]],
    );
    check(
        "$0WHITE Ben\nBLACK Ada\nEVENT\nKOMI 1\nBLACK Eve",
        |original, _| Ok(organize_headers(original)),
        &expect![[r#"
            BLACK Ada
            WHITE Ben
            EVENT
            BLACK Eve
            KOMI 1"#]],
    );
    for same in [
        "",
        "BLACK a\nWHITE b\n",
        "EVENT\nIn this problem\nWhite has just played at Q16.\nBlack is to live.\n",
        "COM\nWHITE\nBLACK\n",
    ] {
        assert_eq!(organized(same), same);
    }
}

#[test]
fn every_header_keeps_its_value_and_nothing_else_moves() {
    for seed in 0..GAMES {
        let text = record(seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        // The headers are the lines 1 to 8, up to HANDICAP.
        random.shuffle(&mut lines[1..9]);
        let extra =
            ["KOMI\r\n", "SOURCE a book\r\n", "BLACK Eve\r\n", "SOURCE page 5\r\n", "REMARK so far\r\n", "\r\n"];
        for _ in 0..random.usize(..4) {
            let extra = random.choice(extra).expect("one of them");
            lines.insert(random.usize(1..9), extra);
        }
        let text = lines.concat();
        let new = organized(&text);
        let (before, after) = (event(&text), event(&new));
        let texts = |event: &Event, keyword: Keyword| -> Vec<String> {
            let own = event.headers.iter().filter(|header| header.keyword == keyword);
            own.map(|header| header.text.to_string()).collect()
        };
        for &keyword in Keyword::ALL {
            assert_eq!(texts(&before, keyword), texts(&after, keyword), "{text}\n-----\n{new}");
        }
        assert_eq!(before.board_size, after.board_size);
        assert_eq!(essence(&text), essence(&new));
        let places = |event: &Event| event.headers.iter().map(|header| header.line).collect::<Vec<_>>();
        assert_eq!(places(&before), places(&after));
        for (nth, (old, new)) in text.split_inclusive('\n').zip(new.split_inclusive('\n')).enumerate() {
            assert!(old == new || places(&before).contains(&(nth as u32)));
        }
        assert_eq!(organized(&new), new);
    }
}
