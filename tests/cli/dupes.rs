//! `ishi dupes`: games that are there twice.

use std::fmt::Write;

use expect_test::expect;

use crate::sandbox::Sandbox;

/// A game of 40 moves in rows, with another move 40 if `last` names one.
fn record(headers: &str, last: &str) -> String {
    let mut text = format!("EVENT {headers}\n");
    for number in 1..=40 {
        let (column, row) = (char::from(b"ABCDEFGHJKLMNOPQRST"[number % 10]), number / 10 + 3);
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        let at = if number == 40 && !last.is_empty() { last.to_owned() } else { format!("{column}{row}") };
        let _ = writeln!(text, "{color} {number} {at}");
    }
    text
}

fn archive() -> Sandbox {
    let turned = "(;GM[1]FF[4]SZ[9]AB[aa];W[bc];B[ee])\n(;GM[1]FF[4]SZ[9]AW[ii];B[hg];W[ee])\n";
    let one = record("One\nBLACK Ada\nWHITE Ben\nDATE 1990-03-08", "");
    let slipped = record("Two\nBLACK Ada", "B3");
    Sandbox::new([("a.ishi", one), ("b.ishi", slipped), ("c.sgf", turned.to_owned()), ("d.sgf", "nothing".to_owned())])
}

#[test]
fn copies_are_listed() {
    expect![[r#"
        exit 1
        --- stdout
        slips
          1990-03-08  Ada – Ben                                 -       a.ishi:1
          -           Ada – ?                                   -       b.ishi:1
            move 40: A7 in the first, B3 in the second; the first is right, because the other can't be played
        turned, rotate-180, colors exchanged
          -           ? – ?                                     -       c.sgf:1
          -           ? – ?                                     -       c.sgf:2
        --- stderr
        error: d.sgf: no game in it could be read
        2 copies among 4 games
    "#]]
    .assert_eq(&archive().ishi("dupes .").to_string());
}

#[test]
fn copies_are_lines_of_json() {
    expect![[r#"
        exit 1
        --- stdout
        {"kind":"slips","games":[{"file":"a.ishi","event":1,"line":1},{"file":"b.ishi","event":1,"line":1}],"symmetry":"identity","swapped":false,"differences":[{"move":[40,40],"location":["A7","B3"],"right":1}]}
        {"kind":"turned","games":[{"file":"c.sgf","event":1,"line":1},{"file":"c.sgf","event":2,"line":2}],"symmetry":"rotate-180","swapped":true,"differences":[]}
        --- stderr
        error: d.sgf: no game in it could be read
    "#]]
    .assert_eq(&archive().ishi("dupes -q --format jsonl .").to_string());
}

#[test]
fn the_filters_select_the_games() {
    expect![[r#"
        exit 0
        --- stderr
        0 copies among 1 game
    "#]]
    .assert_eq(&archive().ishi("dupes --size 19 --white Ben a.ishi b.ishi").to_string());
}
