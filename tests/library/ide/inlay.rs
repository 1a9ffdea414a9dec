use expect_test::{Expect, expect};
use ishi_ide::ide::{HintKinds, inlay_hints};
use ishi_text::{Edit, Span};

use crate::ide::fixture::{selection, snapshot};

/// The lines that have hints, each with its hints in brackets, and below it what is said more. `$0` twice marks a
/// range; without it all of the record is meant.
fn check(fixture: &str, expected: &Expect) {
    check_some(fixture, HintKinds::default(), expected);
}

const NONE: HintKinds =
    HintKinds { captures: false, ko: false, variations: false, blocks: false, result: false, numbers: false };

fn check_some(fixture: &str, wanted: HintKinds, expected: &Expect) {
    let (text, range) =
        if fixture.contains("$0") { selection(fixture) } else { (fixture.to_owned(), Span::new(0, fixture.len())) };
    let mut hints = inlay_hints(&snapshot(&text), range, wanted);
    let tooltips: Vec<String> = hints.iter().map(|hint| hint.tooltip.clone()).collect();
    let mut shown = text;
    let mut lines = Vec::new();
    while let Some(hint) = hints.pop() {
        let at = hint.offset as usize;
        let line = shown[..at].matches('\n').count();
        shown.insert_str(at, &format!(" [{}]", hint.label));
        lines.push(line);
    }
    let with_hints = shown.lines().enumerate().filter(|(line, _)| lines.contains(line)).map(|(_, line)| line);
    let all: Vec<&str> = with_hints.chain(tooltips.iter().map(String::as_str)).collect();
    expected.assert_eq(&all.join("\n"));
}

#[test]
fn captures_are_counted() {
    check(
        "SETUP B A1 W C1\nB 1 B1\nW 2 A2\nB 3 Q16\nW 4 B2 at last\nPRISONER A1 #1\nB 5 A1\n",
        &expect![[r#"
            W 4 B2 [×2] at last
            `W 4 B2` takes 2 black stones: `#1`, `A1`."#]],
    );
}

#[test]
fn stones_that_die_by_their_own_move_are_counted_too() {
    check(
        "SETUP W A2 B2 C1 B A1\nB 1 B1\n",
        &expect![[r#"
            B 1 B1 [dies ×2]
            `B 1 B1` has no liberty and takes nothing."#]],
    );
}

/// White takes at D4, Black may retake at E4 only after a move elsewhere.
const KO: &str = "SETUP B E5 E3 F4 W D5 D3 C4\nB 1 D4\nW 2 E4\nB 3 Q16\nW 4 Q4\nB 5 D4\nW 6 E4\n";

#[test]
fn a_ko_is_named_whenever_it_is_taken() {
    check(
        KO,
        &expect![[r#"
            W 2 E4 [×1 ko]
            B 5 D4 [×1 ko]
            W 6 E4 [×1 ko]
            `W 2 E4` takes the ko (`#1`). Black may not retake at `D4` at once.
            `B 5 D4` takes the ko (`#2`). White may not retake at `E4` at once.
            `W 6 E4` takes the ko (`#5`). Black may not retake at `D4` at once."#]],
    );
}

/// A stone that takes one, and has another liberty, is joined to another stone or takes two, is not a ko.
#[test]
fn what_can_not_come_back_is_no_ko() {
    check(
        "SETUP B B1 A3 B2 W A1\nB 1 A2\n",
        &expect![[r#"
            B 1 A2 [×1]
            `B 1 A2` takes a white stone: `A1`."#]],
    );
    check(
        "SETUP B A2 W B1 B2 A3 C1\nW 1 A1\n",
        &expect![[r#"
            W 1 A1 [×1]
            `W 1 A1` takes a black stone: `A2`."#]],
    );
    check(
        "SETUP B B1 C1 A2 W D1 B2 C2\nW 1 A1\n",
        &expect![[r#"
            W 1 A1 [×2]
            `W 1 A1` takes 2 black stones: `B1`, `C1`."#]],
    );
}

#[test]
fn who_plays_is_told_behind_the_last_variation_if_no_move_tells_it() {
    check(
        "B 1 Q16\nVAR\nB 1 D4\nENDVAR\nW 2 C3\nVAR\nW 2 D4\nVAR\nW 2 C4\nENDVAR  here\nENDVAR\nVAR\nW 2 K10\nENDVAR\n\
         DIAGRAM\n",
        &expect![[r#"
            ENDVAR  here [Black to play]
            ENDVAR [Black to play]
            The board is again as `W 2` has left it.
            The board is again as `W 2` has left it."#]],
    );
    check("VAR\nB 1 D4\nENDVAR\n", &expect![[""]]);
}

#[test]
fn the_end_of_a_long_block_tells_what_it_belongs_to() {
    let block = |opener: &str, closer: &str, lines: usize| format!("{opener}\n{}{closer}\n", "prose\n".repeat(lines));
    let com = |lines| block("COM", "ENDCOM", lines);
    let user = block("USER", "ENDUSER", 9);
    let of_all = format!("EVENT\n{0}B 1 Q16\n{0}{user}VAR\n{0}B 1 D4\nDIAGRAM\n{0}ENDVAR\nW 2 C3\n", com(9));
    check(
        &of_all,
        &expect![[r#"
            ENDCOM [— of the event]
            ENDCOM [— of B 1]
            ENDUSER [— of B 1]
            ENDCOM [— of the variation]
            ENDCOM [— of the diagram]
            ENDVAR [— of B 1]
            The comment of the event that begins in line 2.
            The comment of `B 1` that begins in line 14.
            The user data of `B 1` that begins in line 25.
            The comment of the variation that begins in line 37.
            The comment of the diagram that begins in line 50.
            The variation on `B 1` that begins in line 36."#]],
    );
    check(&format!("B 1 Q16\n{}", com(8)), &expect![[""]]);
    check(&block("COM", "", 20), &expect![[""]]);
}

#[test]
fn only_the_lines_of_the_range_are_looked_at() {
    let range = |from: &str, to: &str| KO.replacen(from, &format!("$0{from}"), 1).replacen(to, &format!("{to}$0"), 1);
    check(&range("B 3", "Q4"), &expect![[""]]);
    check(
        &range("B 5", "B 5"),
        &expect![[r#"
            B 5 D4 [×1 ko]
            `B 5 D4` takes the ko (`#2`). White may not retake at `E4` at once."#]],
    );
    check(
        &format!("EVENT one\n{KO}EVENT two\n$0{KO}$0EVENT three\n"),
        &expect![[r#"
            W 2 E4 [×1 ko]
            B 5 D4 [×1 ko]
            W 6 E4 [×1 ko]
            `W 2 E4` takes the ko (`#1`). Black may not retake at `D4` at once.
            `B 5 D4` takes the ko (`#2`). White may not retake at `E4` at once.
            `W 6 E4` takes the ko (`#5`). Black may not retake at `D4` at once."#]],
    );
}

#[test]
fn only_the_wanted_kinds_are_given() {
    let long = format!("VAR\nW 6 C3\nCOM\n{}ENDCOM\nENDVAR\n", "prose\n".repeat(9));
    let text = format!("{}{long}", KO.replace("B 3 Q16\nW 4 Q4\n", ""));
    check_some(&text, NONE, &expect![]);
    check_some(
        &text,
        HintKinds { captures: true, ..NONE },
        &expect![[r#"
        W 2 E4 [×1]
        B 5 D4 [×1]
        W 6 E4 [×1]
        `W 2 E4` takes the ko (`#1`). Black may not retake at `D4` at once.
        `B 5 D4` takes the ko (`#2`). White may not retake at `E4` at once.
        `W 6 E4` takes the ko (`#5`). Black may not retake at `D4` at once."#]],
    );
    check_some(
        &text,
        HintKinds { ko: true, ..NONE },
        &expect![[r#"
        W 2 E4 [ko]
        B 5 D4 [ko]
        W 6 E4 [ko]
        `W 2 E4` takes the ko (`#1`). Black may not retake at `D4` at once.
        `B 5 D4` takes the ko (`#2`). White may not retake at `E4` at once.
        `W 6 E4` takes the ko (`#5`). Black may not retake at `D4` at once."#]],
    );
    check_some(
        &text,
        HintKinds { variations: true, ..NONE },
        &expect![[r#"
        ENDVAR [Black to play]
        The board is again as `W 6` has left it."#]],
    );
    check_some(
        &text,
        HintKinds { blocks: true, ..NONE },
        &expect![[r#"
            ENDCOM [— of W 6]
            ENDVAR [— of W 6]
            The comment of `W 6` that begins in line 8.
            The variation on `W 6` that begins in line 6."#]],
    );
}

/// Where the record has other prisoners, a note can be taken as an offer to write these.
#[test]
fn a_note_can_be_made_a_list() {
    let text = "B 1 A1\nW 2 A2\nB 3 T1\nW 4 B1\nB 5 C3\n  W 6 T2\nB 7 C4\n  W 8 S1\nPRISONER #3\n";
    let hints = |text: &str| inlay_hints(&snapshot(text), Span::new(0, text.len()), HintKinds::ALL);
    let before = "EVENT\nB 1 Q16\n";
    let found = hints(&[before, text].concat());
    let edits: Vec<_> = found.iter().map(|hint| hint.edits.clone()).collect();
    let list = Edit::insert(before.len() + text.find("B 5").unwrap(), "PRISONER #1\n");
    assert_eq!(edits, [vec![list], vec![]]);
    assert!(hints(&text.replace("PRISONER #3\n", "")).iter().all(|hint| hint.edits.is_empty()));
}

#[test]
fn the_count_of_a_finished_game_stands_after_its_result() {
    let setup = "BOARDSIZE 7\nKOMI 0.5\nRESULT W+2\nSETUP B C1 C2 C3 C4 C5 C6 C7 D6 W D7 E1 E2 E3 E4 E5 E6 E7 B6\n";
    let passes = format!("{setup}B 1 PASS\nW 2 PASS\n");
    // It is not said whether B6 is dead.
    check_some(&passes, HintKinds { result: true, ..NONE }, &expect![]);
    check_some(
        &format!("{passes}USER ishi\ndead B6\nENDUSER\n"),
        HintKinds { result: true, ..NONE },
        &expect![[r#"
        RESULT W+2 [counted: B+0.5 (Japanese, 1 dead)]
        The end of the main line: Black 15, White 14.5."#]],
    );
}
