//! Games in the code blocks of Markdown: where they are, their options, and what is wrong with them.

use std::fmt::Write;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::{Expect, expect};
use ishi_check::check::Severities;
use ishi_ide::document::{
    Content, Document, Fence, FenceOption, FenceReader, FenceReading, Format, Language, ReadFences,
};
use ishi_ide::ide::Analysis;
use ishi_markdown::{Options, READER, check, fences};
use ishi_position::{ColumnUnit, LineColumns};
use ishi_record::format::Options as FormatOptions;
use ishi_test_support::laws::model::position_in;
use ishi_text::Span;
use proptest::prelude::*;

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
            Options { source: None, place: Place { event: None, number: Some(30), variation: None }, numbers: Some(NumberRange { from: 21, to: Some(30) }), restart: false, book: false, crop: true, coordinates: None, caption: "Black \"lives\" {here}", width: Some(400), colors: None, transparent: false, text: false }
        "#]],
    );
    check_options(
        "sgf src=games/a.sgf event=2 variation=1 coordinates=top,left print",
        &expect![[r#"
            Options { source: Some("games/a.sgf"), place: Place { event: Some(2), number: None, variation: Some(1) }, numbers: None, restart: false, book: false, crop: false, coordinates: Some(Sides(9)), caption: "", width: None, colors: Some(Print), transparent: false, text: false }
        "#]],
    );
    check_options(
        "{.ishi move=0 .transparent crop=auto flat=false}",
        &expect![[r#"
            Options { source: None, place: Place { event: None, number: Some(0), variation: None }, numbers: None, restart: false, book: false, crop: true, coordinates: None, caption: "", width: None, colors: None, transparent: true, text: false }
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
            "mvoe=3": there is no option `mvoe`; the options are src, event, move, variation, numbers, restart, book, crop, coordinates, caption, width, print, flat, transparent, text
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

#[test]
fn a_block_may_stay_text() {
    for info in ["ishi text", "{.ishi .text}", "ishi,text", "ishi crop text=true", "ishi mvoe=1 text"] {
        check_fences(&format!("```{info}\nMARKK\n```\n"), &expect![]);
    }
    for info in ["ishi", "ishi text=false", "ishi caption=text", "ishi caption=\"a text\""] {
        assert_eq!(fences(&format!("```{info}\nMARKK\n```\n")).len(), 1, "{info}");
    }
}

fn document(markdown: &str) -> Document {
    Document::of_format(markdown, Format::Notes(READER), Arc::new(severities()))
}

fn severities() -> Severities {
    Severities::default()
}

/// Applies edits one by one; after each, the document is what it would be if it was read afresh, and it has the
/// diagnostics of the whole text.
fn assert_follows(start: &str, edits: &[(usize, usize, &str)]) {
    let mut text = start.to_owned();
    let mut document = document(&text);
    // CR LF is one line end, in which there is no position.
    let is_place = |text: &str, at: usize| text.is_char_boundary(at) && !text.as_bytes()[..at].ends_with(b"\r");
    let is_char = |text: &str, at: usize| (0..=at.min(text.len())).rev().find(|&at| is_place(text, at)).unwrap();
    for &(at, length, new) in std::iter::once(&(0, 0, "")).chain(edits) {
        let start = is_char(&text, at % (text.len() + 1));
        let end = is_char(&text, start + length).max(start);
        let [from, to] = [start, end].map(|at| position_in(&text, at, ColumnUnit::Utf16));
        text.replace_range(start..end, new);
        document.edit(from, to, ColumnUnit::Utf16, new).unwrap();
        let content = document.version().content();
        let afresh = self::document(&text);
        assert_eq!(content, afresh.version().content(), "{text:?}");
        let (diagnostics, more) = content.diagnostics(usize::MAX);
        assert_eq!((diagnostics, more), (check(&text, &severities()), 0), "{text:?}");
        // Each request about a block has an answer for any place, and none leads out of the text.
        for at in (0..=text.len()).step_by(1 + text.len() / 20) {
            let at = is_char(&text, at);
            let analysis = Analysis::new(content.clone());
            if let Some(hover) = analysis.hover(at, &|| false) {
                assert!(hover.span.end as usize <= text.len() && text.is_char_boundary(hover.span.start as usize));
            }
            for proposal in analysis.completion(at, None, &|_| Vec::new()) {
                assert!(proposal.replace.end as usize <= text.len(), "{proposal:?}");
            }
            assert!(analysis.symbols().is_empty() && analysis.formatting(&FormatOptions::default(), None).is_empty());
            assert!(analysis.actions(Span::empty(at), Span::empty(at), |_| true).is_empty());
        }
    }
}

/// Bits of Markdown that change what is a code block.
const PIECES: &[&str] = &[
    "```ishi\n",
    "```ishi move=2 crop\n",
    "```sgf mvoe=1\n",
    "~~~goban\n",
    "```ishi text\n",
    "```{.ishi .crop}\n",
    "```\n",
    "```",
    "~~~\n",
    "````\n",
    "> ",
    "> > ```ishi\r\n",
    "- ",
    "1. ```ishi\n   B 1 Q16\n",
    "    ",
    "<!-- ",
    " -->\n",
    "<pre>\n",
    "EVENT x\n",
    "B 1 Q16\n",
    "W 2 Q16\r\n",
    "MARKK a@Q16\n",
    "COM\n```\nENDCOM\n",
    "(;FF[4]GM[1]SZ[9];B[ee];W[ee])\n",
    "$$B title\n$$ ------\n$$ | . X 1 .\n",
    "é",
    "\u{0}",
    "\n",
    "\r\n",
];

proptest! {
    #[test]
    fn edits_lead_to_what_a_fresh_text_has(
        start in prop::collection::vec(prop::sample::select(PIECES), 0..20),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, prop::sample::select(PIECES)), 1..6),
    ) {
        let edits: Vec<_> = edits.iter().map(|(at, length, new)| (at.index(300), *length, *new)).collect();
        assert_follows(&start.concat(), &edits);
    }
}

/// The reader of Markdown, which counts the blocks that are read.
#[derive(Debug)]
struct Counting(AtomicUsize);

impl ReadFences for Counting {
    fn fences(&self, markdown: &str) -> Vec<Fence> {
        READER.0.fences(markdown)
    }

    fn examine(&self, language: Language, info: &str, content: &str) -> FenceReading {
        self.0.fetch_add(1, Ordering::Relaxed);
        READER.0.examine(language, info, content)
    }

    fn options(&self) -> &'static [FenceOption] {
        READER.0.options()
    }
}

#[test]
fn a_keystroke_reads_one_block() {
    static COUNTING: Counting = Counting(AtomicUsize::new(0));
    let block = |number: usize| format!("> ```ishi\n> EVENT {number}\n> B 1 Q16\n> ```\n\n");
    let mut text: String = (0..2000).map(block).collect();
    let mut document = Document::of_format(&text, Format::Notes(FenceReader(&COUNTING)), Arc::new(severities()));
    document.version().content();
    assert_eq!(COUNTING.0.swap(0, Ordering::Relaxed), 2000);
    // Within a block, before it, a block more, and a block less.
    for (at, new, count) in [
        ("EVENT 1000", "x", 1),
        ("> ```ishi\n> EVENT 7\n", "text\n\n", 0),
        ("> ```ishi\n> EVENT 9\n", "```ishi\n```\n\n", 1),
    ] {
        let at = text.find(at).unwrap();
        let position = position_in(&text, at, ColumnUnit::Utf16);
        text.insert_str(at, new);
        document.edit(position, position, ColumnUnit::Utf16, new).unwrap();
        document.version().content();
        assert_eq!(COUNTING.0.swap(0, Ordering::Relaxed), count, "{new:?}");
    }
}

/// Returns the labels of the first proposals at the `|` in a text.
fn proposals(marked: &str) -> String {
    let at = marked.find('|').expect("a cursor");
    let text = marked.replacen('|', "", 1);
    let found = Analysis::new(document(&text).version().content().clone()).completion(at, None, &|_| Vec::new());
    let labels: Vec<String> = found
        .iter()
        .take(3)
        .map(|proposal| format!("{} for {:?}", proposal.label, proposal.replace.of(&text)))
        .collect();
    labels.join(", ")
}

#[test]
fn blocks_have_proposals() {
    expect![[r#"ANALYSIS for "BLA", BLACK for "BLA", DATE for "BLA""#]]
        .assert_eq(&proposals("```ishi\nEVENT x\nBLA|\n```\n"));
    expect![[r#"ANALYSIS for "DAT", BLACK for "DAT", DATE for "DAT""#]]
        .assert_eq(&proposals("> ```ishi\n> EVENT x\n> DAT|\n> ```\n"));
    expect![[r#"ANALYSIS for "CO", BLACK for "CO", DATE for "CO""#]]
        .assert_eq(&proposals("> ```ishi\n> EVENT x\n> CO|\n> ```\n"));
    expect![[r#"B for "T", BL for "T", BM for "T""#]].assert_eq(&proposals("- ```sgf\n  (;FF[4]GM[1];T|)\n  ```\n"));
    let in_quote = "> ```ishi\n> EVENT x\n> C";
    let content = document(&format!("{in_quote}\n> ```\n")).version().content().clone();
    let found = Analysis::new(content).completion(in_quote.len(), None, &|_| Vec::new());
    assert!(!found.is_empty() && found.iter().all(|proposal| !proposal.plain.contains('\n')), "{found:?}");
    expect![[r#"crop for "cr""#]].assert_eq(&proposals("```ishi move=3 cr|\n"));
    expect![[r#"src= for "", event= for "", variation= for """#]].assert_eq(&proposals("```ishi move=3 |"));
    expect![[r#"transparent for "tr""#]].assert_eq(&proposals("```{.ishi .tr| move=3}\n"));
    expect![[""]].assert_eq(&proposals("```is|hi\n```\n"));
    expect![[""]].assert_eq(&proposals("BLA|\n\n```ishi\nEVENT x\n```\n"));
    expect![[""]].assert_eq(&proposals("```ishi text\nEVENT x\nBLA|\n```\n"));
}

/// Returns the hover at the `|` in a text.
fn hover(marked: &str) -> String {
    let at = marked.find('|').expect("a cursor");
    let text = marked.replacen('|', "", 1);
    let content: Content = document(&text).version().content().clone();
    let hover = Analysis::new(content).hover(at, &|| false);
    let shown = |hover: ishi_ide::ide::Hover| {
        let board = hover.plain(ishi_ide::ide::BoardStyle::Off);
        format!("{:?}: {}", hover.span.of(&text), board.trim_end())
    };
    hover.map(shown).unwrap_or_default()
}

#[test]
fn blocks_have_hovers() {
    expect![[r#""Q16": B 1 Q16"#]].assert_eq(&hover("> ```ishi\n> EVENT x\n> B 1 Q|16\n> ```\n"));
    expect![[r#"
        "pd": B 1 Q16

        B: a move of Black; empty for a pass."#]]
    .assert_eq(&hover("1. ~~~sgf\n   (;FF[4]GM[1];B[p|d])\n   ~~~\n"));
    expect![[r#"
        "numbers=1-2": numbers=21-30

        Shows the numbers of these moves."#]]
    .assert_eq(&hover("```ishi numb|ers=1-2\n```\n"));
    expect![[""]].assert_eq(&hover("text B 1 Q|16\n\n```ishi\n```\n"));
    expect![[""]].assert_eq(&hover("> ```ishi\n>| EVENT x\n> ```\n"));
}
