use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_ide::ide::{Entries, search, values};
use ishi_record::syntax::Keyword;

use crate::ide::fixture::snapshot;

const CASTLE: &str = "\
EVENT Castle game
BLACK Honinbo Shusaku
WHITE Gennan Inseki
DATE 11 September 1846
RESULT Black by 2
PLACE Osaka
B 1 R16
EVENT Teaching game
BLACK Adler
WHITE Shusaku's pupil
RESULT ?
";

const MODERN: &str = "\
REMARK from a newspaper
BLACK Cho Chikun 9-dan
BLACK Cho Chikun
WHITE Kobayashi Koichi
SOURCE Go World
SOURCE Kido
B 1 Q16
EVENT

EVENT Ear-reddening move
COM
BLACK nobody
ENDCOM
B 1 Q16
EVENT Größe
DATE 1846
";

fn check(query: &str, expected: &Expect) {
    let files = [("castle.ishi", CASTLE), ("modern/1990.prb", MODERN)].map(|(name, text)| (name, Entries::read(text)));
    let files = files.iter().map(|(name, entries)| (*name, *name, entries));
    let mut shown = String::new();
    for found in search(files, query, 100) {
        let _ = writeln!(shown, "{}:{}: {} [{}]", found.file, found.line + 1, found.name, found.detail);
    }
    expected.assert_eq(&shown);
}

#[test]
fn the_empty_query_finds_all() {
    check(
        "",
        &expect![[r#"
        castle.ishi:1: Castle game · Honinbo Shusaku – Gennan Inseki [11 September 1846 · Black by 2]
        castle.ishi:8: Teaching game · Adler – Shusaku's pupil [?]
        modern/1990.prb:2: Cho Chikun – Kobayashi Koichi []
        modern/1990.prb:8: Event 2 []
        modern/1990.prb:10: Ear-reddening move []
        modern/1990.prb:15: Größe [1846]
    "#]],
    );
}

#[test]
fn titles_and_players_count_more_than_other_headers_and_these_more_than_the_file() {
    check(
        "shusaku",
        &expect![[r#"
        castle.ishi:1: Castle game · Honinbo Shusaku – Gennan Inseki [11 September 1846 · Black by 2]
        castle.ishi:8: Teaching game · Adler – Shusaku's pupil [?]
    "#]],
    );
    check(
        "CASTLE",
        &expect![[r#"
        castle.ishi:1: Castle game · Honinbo Shusaku – Gennan Inseki [11 September 1846 · Black by 2]
        castle.ishi:8: Teaching game · Adler – Shusaku's pupil [?]
    "#]],
    );
    check(
        "1846",
        &expect![[r#"
        modern/1990.prb:15: Größe · DATE 1846 [1846]
        castle.ishi:1: Castle game · Honinbo Shusaku – Gennan Inseki · DATE 11 September 1846 [11 September 1846 · Black by 2]
    "#]],
    );
    check(
        "modern",
        &expect![[r#"
        modern/1990.prb:2: Cho Chikun – Kobayashi Koichi []
        modern/1990.prb:8: Event 2 []
        modern/1990.prb:10: Ear-reddening move []
        modern/1990.prb:15: Größe [1846]
    "#]],
    );
}

#[test]
fn all_words_must_occur_in_any_order_and_case() {
    check(
        "1846 SHUSAKU",
        &expect![[r#"
        castle.ishi:1: Castle game · Honinbo Shusaku – Gennan Inseki · DATE 11 September 1846 [11 September 1846 · Black by 2]
    "#]],
    );
    check(
        "osaka game",
        &expect![[r#"
        castle.ishi:1: Castle game · Honinbo Shusaku – Gennan Inseki · PLACE Osaka [11 September 1846 · Black by 2]
    "#]],
    );
    check(
        "kido go",
        &expect![[r#"
        modern/1990.prb:2: Cho Chikun – Kobayashi Koichi · SOURCE Kido · SOURCE Go World []
    "#]],
    );
    check(
        "größe",
        &expect![[r#"
        modern/1990.prb:15: Größe [1846]
    "#]],
    );
    check("shusaku kobayashi", &expect![[r#""#]]);
}

#[test]
fn a_header_that_is_overridden_and_the_text_of_a_comment_are_not_found() {
    check("9-dan", &expect![[r#""#]]);
    check("nobody", &expect![[r#""#]]);
}

#[test]
fn the_letters_in_their_order_are_the_last_resort() {
    check(
        "shsk",
        &expect![[r#"
        castle.ishi:1: Castle game · Honinbo Shusaku – Gennan Inseki [11 September 1846 · Black by 2]
        castle.ishi:8: Teaching game · Adler – Shusaku's pupil [?]
    "#]],
    );
    check("zzz", &expect![[r#""#]]);
}

#[test]
fn a_whole_word_is_better_than_a_beginning_and_that_better_than_a_part() {
    let entries = Entries::read("EVENT 17770\nEVENT game 7770\nEVENT game 777\nEVENT 777\nEVENT a\nDATE 777\n");
    let names: Vec<_> = search([((), "f", &entries)], "777", 9).into_iter().map(|found| found.name).collect();
    assert_eq!(names, ["777", "game 777", "game 7770", "17770", "a · DATE 777"]);
}

#[test]
fn no_more_are_given_than_are_wanted() {
    let entries = Entries::read(&"EVENT a\nB 1 Q16\n".repeat(10));
    let found = search([(1, "a", &entries)], "a", 3);
    assert_eq!(found.iter().map(|found| found.line).collect::<Vec<_>>(), [0, 2, 4]);
}

#[test]
fn values_are_listed_once_the_most_frequent_first() {
    let files = [Entries::read(CASTLE), Entries::read(MODERN), Entries::read("BLACK Adler\nWHITE adler\n")];
    assert_eq!(values(&files, Keyword::White, 3), ["Adler", "Cho Chikun", "Gennan Inseki"]);
    assert_eq!(values(&files, Keyword::Source, 9), ["Go World", "Kido"]);
    assert_eq!(values(&files, Keyword::Event, 9), ["Castle game", "Ear-reddening move", "Größe", "Teaching game"]);
    assert!(values(&files, Keyword::Komi, 9).is_empty());
}

#[test]
fn a_document_and_its_text_have_the_same_entries() {
    for text in [CASTLE, MODERN, "", "REMARK\n", "EVENT\r\n\r\nB 1 Q16", "\u{feff}BLACK a\nENDVAR\n", &"x".repeat(999)]
    {
        assert_eq!(Entries::read(text), Entries::of(&snapshot(text)), "{text:?}");
    }
    let long = format!("BLACK {}\n", "石".repeat(1000));
    let entries = Entries::read(&long);
    assert!(entries.size() < 300, "{}", entries.size());
    assert_eq!(values([&entries], Keyword::Black, 1), ["石".repeat(85)]);
}
