//! Games in the code blocks of Markdown: where they are, their options, and what is wrong with them.

use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi::check::Severities;
use ishi::markdown::{Options, check, fences};
use ishi::position::LineColumns;

/// Compares the code blocks of a text: their language, options and content.
#[track_caller]
fn check_fences(markdown: &str, expected: &Expect) {
    let mut found = String::new();
    for fence in fences(markdown) {
        let span = fence.span.of(markdown);
        let info = fence.info.of(markdown);
        let _ = writeln!(found, "{:?} {info:?} {span:?} => {:?}", fence.language, fence.content(markdown));
        let content = fence.content(markdown);
        for (at, c) in content.char_indices().filter(|(_, c)| *c != '\n') {
            assert!(markdown[fence.place(at)..].starts_with(c), "{at} in {content:?}");
        }
    }
    expected.assert_eq(&found);
}

#[test]
fn blocks_with_games_are_found() {
    check_fences(
        "text\n\n```ishi move=1\nB 1 Q16\n```\n\n~~~~sgf\n(;B[pd])\n```\n~~~~\n\n```rust\nlet sgf = 1;\n```\n",
        &expect![[r#"
            Ishi "ishi move=1" "```ishi move=1\nB 1 Q16\n```" => "B 1 Q16\n"
            Sgf "sgf" "~~~~sgf\n(;B[pd])\n```\n~~~~" => "(;B[pd])\n```\n"
        "#]],
    );
}

#[test]
fn blocks_stand_in_lists_and_quotes() {
    check_fences(
        "> a\n> ```ishi\n> B 1 Q16\n>\n> W 2 D4\n> ```\n\n1. b\n   ```sgf\n   (;B[pd]\n     ;W[dd])\n   ```\n\n> - ~~~ goban\n>   $$ | . .\n>   ~~~\n",
        &expect![[r#"
            Ishi "ishi" "```ishi\n> B 1 Q16\n>\n> W 2 D4\n> ```" => "B 1 Q16\n\nW 2 D4\n"
            Sgf "sgf" "```sgf\n   (;B[pd]\n     ;W[dd])\n   ```" => "(;B[pd]\n  ;W[dd])\n"
            Goban "goban" "~~~ goban\n>   $$ | . .\n>   ~~~" => "$$ | . .\n"
        "#]],
    );
}

#[test]
fn line_ends_and_blocks_without_an_end_are_kept() {
    check_fences(
        "```ishi\r\nB 1 Q16\r\n\r\nW 2 D4",
        &expect![[r#"
        Ishi "ishi" "```ishi\r\nB 1 Q16\r\n\r\nW 2 D4" => "B 1 Q16\n\nW 2 D4"
    "#]],
    );
    check_fences(
        "```ishi\n```\n",
        &expect![[r#"
        Ishi "ishi" "```ishi\n```" => ""
    "#]],
    );
    check_fences(
        "```{.ishi #first .wide move=30 .crop}\nB 1 Q16\n```\n",
        &expect![[r#"
        Ishi "{.ishi #first .wide move=30 .crop}" "```{.ishi #first .wide move=30 .crop}\nB 1 Q16\n```" => "B 1 Q16\n"
    "#]],
    );
    check_fences(
        "```sgf,crop\n(;)\n```\n",
        &expect![[r#"
        Sgf "sgf,crop" "```sgf,crop\n(;)\n```" => "(;)\n"
    "#]],
    );
    check_fences("`ishi` ```ishi``` and\n\n    ```ishi\n    B 1 Q16\n", &expect![]);
}

#[track_caller]
fn check_options(info: &str, expected: &Expect) {
    let found = match Options::read(info) {
        Ok(options) => format!("{options:?}\n"),
        Err(fault) => format!("{:?}: {}\n", fault.span.of(info), fault.message),
    };
    expected.assert_eq(&found);
}

#[test]
fn options_are_read() {
    check_options(
        r#"ishi move=30 numbers=21-30 crop caption="Black \"lives\" {here}" width=400"#,
        &expect![[r#"
        Options { source: None, place: Place { event: None, number: Some(30), variation: None }, numbers: Some(NumberRange { from: 21, to: Some(30) }), restart: false, book: false, crop: true, coordinates: None, caption: "Black \"lives\" {here}", width: Some(400), colors: None, transparent: false }
    "#]],
    );
    check_options(
        "sgf src=games/a.sgf event=2 variation=1 coordinates=top,left print",
        &expect![[r#"
        Options { source: Some("games/a.sgf"), place: Place { event: Some(2), number: None, variation: Some(1) }, numbers: None, restart: false, book: false, crop: false, coordinates: Some(Sides(9)), caption: "", width: None, colors: Some(Print), transparent: false }
    "#]],
    );
    check_options(
        "{.ishi move=0 .transparent crop=auto flat=false}",
        &expect![[r#"
            Options { source: None, place: Place { event: None, number: Some(0), variation: None }, numbers: None, restart: false, book: false, crop: true, coordinates: None, caption: "", width: None, colors: None, transparent: true }
        "#]],
    );
}

#[test]
fn options_that_can_not_be_read_are_named() {
    check_options(
        "ishi width=1e9",
        &expect![[r#"
        "width=1e9": `width` is from 1 to 4096 pixels
    "#]],
    );
    check_options(
        "ishi numbers=1-999999999999",
        &expect![[r#"
        "numbers=1-999999999999": `numbers` needs another value, such as `numbers=21-30`
    "#]],
    );
    check_options(
        "ishi numbers=30-21",
        &expect![[r#"
        "numbers=30-21": `numbers` needs another value, such as `numbers=21-30`
    "#]],
    );
    check_options(
        "ishi mvoe=3",
        &expect![[r#"
        "mvoe=3": there is no option `mvoe`; the options are src, event, move, variation, numbers, restart, book, crop, coordinates, caption, width, print, flat, transparent
    "#]],
    );
    check_options(
        "ishi crop=maybe",
        &expect![[r#"
        "crop=maybe": `crop` has no value; write `crop` alone
    "#]],
    );
    check_options(
        "ishi caption=",
        &expect![[r#"
        "caption=": `caption` needs another value, such as `caption="Black has lived"`
    "#]],
    );
}

#[test]
fn problems_have_their_places_in_the_text() {
    let markdown = "# Notes\n\n> ```ishi\n> EVENT\n> B 1 Q16\n> MARKK Q16\n> ```\n\n```sgf\n(;FF[4]GM[1];B[pd];B[zz])\n```\n\n```ishi src=other.ishi\nMARKK\n```\n";
    let lines = LineColumns::new(markdown);
    let mut found = String::new();
    for diagnostic in check(markdown, &Severities::default()) {
        let place = lines.of(diagnostic.span.start);
        let text = diagnostic.span.of(markdown);
        let _ = writeln!(found, "{}:{} {} {text:?}", place.line, place.column, diagnostic.code.name());
        assert!(diagnostic.fixes.is_empty());
    }
    expect![[r#"
        6:3 unknown-keyword "MARKK"
        10:22 off-board "zz"
    "#]]
    .assert_eq(&found);
}

#[test]
fn ten_thousand_blocks_are_found() {
    let markdown = "> ```ishi move=1\n> B 1 Q16\n> ```\n\n".repeat(10_000);
    assert_eq!(fences(&markdown).len(), 10_000);
}
