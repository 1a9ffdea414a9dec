use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_ide::ide::{MAX_SYMBOLS, Symbol, symbols};

use crate::ide::fixture::snapshot;

/// The outline: kind, name, detail, the lines of an entry and, where it is not the first, the line to select.
fn check(text: &str, expected: &Expect) {
    let mut shown = String::new();
    for symbol in symbols(&snapshot(text), MAX_SYMBOLS) {
        show(text, &symbol, 0, &mut shown);
    }
    expected.assert_eq(&shown);
}

fn show(text: &str, symbol: &Symbol, depth: usize, out: &mut String) {
    let line = |byte: u32| 1 + text[..byte as usize].matches('\n').count();
    let (first, last, selected) = (line(symbol.span.start), line(symbol.span.end), line(symbol.selection.start));
    let _ = write!(out, "{:1$}{2:?} `{3}`", "", 2 * depth, symbol.kind, symbol.name);
    let detail = symbol.detail();
    if !detail.is_empty() {
        let _ = write!(out, " ({detail})");
    }
    let _ = match (first == last, first == selected) {
        (true, _) => writeln!(out, " {first}"),
        (false, true) => writeln!(out, " {first}-{last}"),
        (false, false) => writeln!(out, " {first}-{last} at {selected}"),
    };
    for child in &symbol.children {
        show(text, child, depth + 1, out);
    }
}

#[test]
fn a_file_without_events_has_no_outline() {
    check("", &expect![""]);
    check("\n\nREMARK nothing yet\n", &expect![""]);
}

#[test]
fn events_are_called_by_title_or_players() {
    check(
        "EVENT A title\nBLACK Ada\nWHITE Ben\n\nREMARK the next\nEVENT\nBLACK Ada\nEVENT\n",
        &expect![[r#"
        Event `A title` (Ada – Ben) 1-3
        Event `Ada – ?` 5-7 at 6
        Event `Event` 8
    "#]],
    );
}

#[test]
fn an_event_needs_no_event_line() {
    check(
        "\nB 1 Q16\nW 2\nEVENT two\nSETUP B D4 W Q4\nSETUP B C3\nSETUP\n",
        &expect![[r#"
        Event `Event` 1-3
          Move `B 1 Q16` 2
          Move `W 2 ?` 3
        Event `two` 4-7
          Setup `Setup` (3 stones) 5-7
    "#]],
    );
}

#[test]
fn variations_lie_under_the_move_that_they_replace() {
    check(
        "EVENT\nB 1 Q16\nVAR a\nB 1 D4\nVAR\nB 1 C3\nW 2 pass\nENDVAR\nENDVAR\nVAR 10\nDIAGRAM\nENDVAR\n\nREMARK r\n\
         W 2 D4\n",
        &expect![[r#"
            Event `Event` 1-15
              Move `B 1 Q16` 2-12
                Variation `Variation a` (1 move) 3-9
                  Move `B 1 D4` 4-8
                    Variation `Variation` (2 moves) 5-8
                      Move `B 1 C3` 6
                      Move `W 2 pass` 7
                Variation `Variation 10` (0 moves) 10-12
                  Diagram `Diagram` 11
              Move `W 2 D4` 15
        "#]],
    );
}

#[test]
fn variations_without_an_end_or_a_move_are_shown() {
    check(
        "VAR\nB 1 D4\nENDVAR\nB 1 Q16\n",
        &expect![[r#"
        Event `Event` 1-4
          Variation `Variation` (1 move) 1-3
            Move `B 1 D4` 2
          Move `B 1 Q16` 4
    "#]],
    );
    check(
        "B 1 Q16\nVAR\nB 1 D4\nW 2 Q4\nB 3 C3\nW 2 D4\nB 3 K10\n",
        &expect![[r#"
        Event `Event` 1-7
          Move `B 1 Q16` 1-5
            Variation `Variation` (3 moves) 2-5
              Move `B 1 D4` 3
              Move `W 2 Q4` 4
              Move `B 3 C3` 5
          Move `W 2 D4` 6
          Move `B 3 K10` 7
    "#]],
    );
    check(
        "B 1 Q16\nVAR a\nB 1 D4\nW 2 Q4\nVAR b\nB 1 C3\nENDVAR\nW 2 D4\n",
        &expect![[r#"
        Event `Event` 1-8
          Move `B 1 Q16` 1-7
            Variation `Variation a` (2 moves) 2-4
              Move `B 1 D4` 3
              Move `W 2 Q4` 4
            Variation `Variation b` (1 move) 5-7
              Move `B 1 C3` 6
          Move `W 2 D4` 8
    "#]],
    );
}

#[test]
fn comments_give_the_details() {
    check(
        "B 1 Q16\nMARK All\nCOM  The title \nprose\nENDCOM\nW 2 D4\nCOM\n\n  The first words.  \nOthers.\nENDCOM\n\
         B 3 D16\nVAR\nB 3 C3\nCOM\nOn the variation.\nENDCOM\nENDVAR\nDIAGRAM A1 J9\nCOM\nOn the diagram.\nENDCOM\n\
         W 4 C4\nCOM\nMore words than fit beside the name of a move in the outline of an editor\nENDCOM\nDIAGRAM 9X9\n",
        &expect![[r#"
            Event `Event` 1-27
              Move `B 1 Q16` (The title) 1-5
              Move `W 2 D4` (The first words.) 6-11
              Move `B 3 D16` 12-18
                Variation `Variation` (1 move) 13-18
                  Move `B 3 C3` (On the variation.) 14-17
              Diagram `Diagram A1 J9` (On the diagram.) 19-22
              Move `W 4 C4` (More words than fit beside the name of a move in …) 23-26
              Diagram `Diagram 9x9` 27
        "#]],
    );
}

#[test]
fn what_moves_do_is_told_before_their_comments() {
    check(
        "SETUP B E5 E3 F4 W D5 D3 C4\nB 1 D4\nW 2 E4\nCOM Ko\nENDCOM\nB 3 F3\nVAR\nB 3 Q4\nW 4 D4\nENDVAR\nW 4 D4\n\
         B 5 E6\nW 6 E7\nCOM\nPressing.\nENDCOM\nB 7 pass\n",
        &expect![[r#"
            Event `Event` 1-17
              Setup `Setup` (6 stones) 1
              Move `B 1 D4` 2
              Move `W 2 E4` (×1, ko – Ko) 3-5
              Move `B 3 F3` 6-10
                Variation `Variation` (2 moves) 7-10
                  Move `B 3 Q4` 8
                  Move `W 4 D4` 9
              Move `W 4 D4` 11
              Move `B 5 E6` 12
              Move `W 6 E7` (Pressing.) 13-16
              Move `B 7 pass` 17
        "#]],
    );
}

/// Where only some moves are listed, what those do is shown in the same way.
#[test]
fn a_move_that_dies_is_told() {
    check(
        "SETUP W A2 B2 C1 B A1\nB 1 B1\n",
        &expect![[r#"
        Event `Event` 1-2
          Setup `Setup` (4 stones) 1
          Move `B 1 B1` (dies ×2) 2
    "#]],
    );
}

#[test]
fn what_moves_do_is_told_in_a_short_outline_too() {
    let record = "B 1 A1\nW 2 B1\nVAR\nW 2 B2\nENDVAR\nB 3 Q16\nW 4 A2\nCOM Taken\nENDCOM\nB 5 R2\nW 6 R1\n";
    let shown = |most| {
        let outline = symbols(&snapshot(record), most);
        let moves = outline[0].children.iter().map(|symbol| format!("{} ({})", symbol.name, symbol.detail()));
        moves.collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        B 1 A1 ()
        W 2 B1 (atari)
        B 3 Q16 ()
        W 4 A2 (×1 – Taken)
        B 5 R2 ()
        W 6 R1 ()"#]]
    .assert_eq(&shown(100));
    expect![[r#"
        W 2 B1 (atari)
        W 4 A2 (×1 – Taken)"#]]
    .assert_eq(&shown(3));
    expect![[""]].assert_eq(&shown(2));
}

#[test]
fn nesting_has_an_end() {
    let deep: String = (0..1000).map(|_| "B 1 Q16\nVAR\n").collect();
    let mut list = symbols(&snapshot(&deep), MAX_SYMBOLS);
    let mut levels = 0;
    while let Some(symbol) = list.pop() {
        list = symbol.children;
        levels += 1;
    }
    assert_eq!(levels, 60);
}

/// An outline of a hundred thousand entries is of no use, and costs much.
#[test]
fn long_files_have_an_outline_of_what_matters() {
    let names = |text: &str| {
        let outline = symbols(&snapshot(text), MAX_SYMBOLS);
        outline[0].children.iter().map(|child| child.name.clone()).collect::<Vec<_>>()
    };
    let mut long = String::new();
    for number in 1..=30_000 {
        let _ = writeln!(long, "B {number} Q16");
    }
    assert_eq!(names(&(long + "COM the last\nENDCOM\nVAR\nB 30000 D4\nENDVAR\n")), ["B 30000 Q16"]);
    let many = format!("EVENT\nB 1 Q16\nCOM a\nENDCOM\n{}", "EVENT\nB 1 Q16\nCOM a\nENDCOM\n".repeat(25_000));
    assert_eq!(symbols(&snapshot(&many), MAX_SYMBOLS).len(), 20_000);
    assert_eq!(names(&many), Vec::<String>::new());
}
