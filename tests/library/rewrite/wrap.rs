use expect_test::expect;
use ishi_check::rewrite::{comment_to_remark, remark_to_comment, wrap_in_comment, wrap_in_user, wrap_in_variation};
use ishi_record::record::{DatumKind, Owner, read};
use ishi_record::syntax::{Following, LineKind, Reader};

use crate::rewrite::check;
use crate::rewrite::kept::{changed, codes, positions};
use crate::rewrite::laws::{GAMES, event, lines, record};

#[test]
fn prose_becomes_a_comment() {
    check(
        "EVENT\nB 1 Q16\n$0\n  In this position\nBlack can live.\n\tW 1 is big\nremark really\n\nW 2 D4",
        |original, line| wrap_in_comment(original, line..line + 6),
        &expect![[r#"
            EVENT
            B 1 Q16

              COM
              In this position
            Black can live.
            	W 1 is big
            remark really
              ENDCOM

            W 2 D4"#]],
    );
    check(
        "B 1 Q16\n$0clock 3:20\r\nBLACK 10",
        |original, line| wrap_in_user(original, line..line + 9),
        &expect![[r#"
            B 1 Q16
            USER
            clock 3:20␍
            BLACK 10
            ENDUSER"#]],
    );
}

#[test]
fn lines_of_the_tree_become_no_comment() {
    for (text, lines, refusal) in [
        ("B 1 Q16\nhm\n", 0..2, "the B in line 1 can't become part of a COM"),
        ("hm\nVAR\nENDVAR\n", 0..2, "the VAR in line 2 can't become part of a COM"),
        ("B 1 A1\nVAR\nhm\nB 1 A2\nENDVAR\n", 1..3, "the VAR in line 2 can't become part of a COM"),
        ("COM\nhm\nENDCOM\n", 1..2, "a line of a COM block in line 2 can't become part of a COM"),
        ("COM\nhm\nENDCOM\n", 0..3, "the COM in line 1 can't become part of a COM"),
        ("hm\nEVENT\nhm\n", 0..3, "the selection reaches from one event into another"),
        ("hm\n\n\n", 1..3, "nothing is selected but blank lines"),
        ("", 0..3, "nothing is selected but blank lines"),
        ("MARK a@B3\n", 0..1, "the MARK in line 1 can't become part of a COM"),
    ] {
        let refused = changed(text, |original| wrap_in_comment(original, lines.clone())).expect_err(text);
        assert_eq!(refused.0, refusal, "{text}");
    }
}

const ALTERNATIVE: &str = "\
EVENT
B 1 Q16
W 2 D4
MARK #2
$0REMARK or so
W 2 C3
COM
better?
ENDCOM
  VAR
  W 2 C4
  ENDVAR
B 3 D3

B 3 Q4
W 4 Q3
MARK #1-4
";

#[test]
fn an_alternative_becomes_a_variation() {
    check(
        ALTERNATIVE,
        |original, line| wrap_in_variation(original, line..line + 9),
        &expect![[r#"
        EVENT
        B 1 Q16
        W 2 D4
        MARK #2
        VAR
          REMARK or so
          W 2 C3
          COM
        better?
          ENDCOM
            VAR
            W 2 C4
            ENDVAR
          B 3 D3
        ENDVAR

        B 3 Q4
        W 4 Q3
        MARK #1-4
    "#]],
    );
    check(
        ALTERNATIVE,
        |original, line| wrap_in_variation(original, line..line + 2),
        &expect![
            "refused: a variation is made of whole moves, with their remarks, comments, marks and variations: select all of them"
        ],
    );
    check(
        ALTERNATIVE,
        |original, line| wrap_in_variation(original, line - 2..line + 8),
        &expect![
            "refused: a variation replaces the move before it and begins with its number: W 2 D4 does not have that of B 1 Q16"
        ],
    );
    check(
        ALTERNATIVE,
        |original, line| wrap_in_variation(original, line + 8..line + 12),
        &expect![
            "refused: a variation is made of whole moves, with their remarks, comments, marks and variations: select all of them"
        ],
    );
    check(
        "$0B 1 Q16\r\n\tB 1 D4",
        |original, _| wrap_in_variation(original, 1..2),
        &expect![[r#"
            B 1 Q16␍
            VAR␍
            	 B 1 D4␍
            ENDVAR"#]],
    );
    check(
        "$0B 1 Q16\nW 2 D4",
        |original, _| wrap_in_variation(original, 0..1),
        &expect!["refused: B 1 Q16 has no move before it that it could be a variation on"],
    );
    check(
        "$0B 1 Q16\nMARK #1",
        |original, _| wrap_in_variation(original, 1..2),
        &expect!["refused: no move is selected"],
    );
}

#[test]
fn remarks_become_comments() {
    check(
        "EVENT\n  REMARK\tlook   here \n$0 remark\nREMARK and there\n  B 1 Q16\n  PRISONER A1\n\
         \n  VAR\n  W 1 D4\n  ENDVAR",
        remark_to_comment,
        &expect![[r#"
            EVENT
              B 1 Q16
              PRISONER A1
              COM
            look   here

            and there
              ENDCOM

              VAR
              W 1 D4
              ENDVAR"#]],
    );
    check(
        "$0REMARK a file\r\nEVENT x\r\nBLACK a\r\nKOMI 3\r\nREMARK set up\r\nSETUP B C3\r\n",
        remark_to_comment,
        &expect![[r#"
            EVENT x␍
            BLACK a␍
            KOMI 3␍
            COM␍
            a file␍
            ENDCOM␍
            REMARK set up␍
            SETUP B C3␍
        "#]],
    );
    check(
        "EVENT x\r\n$0REMARK set up\r\nSETUP B C3\r\nSETUP W C4",
        remark_to_comment,
        &expect![[r#"
            EVENT x␍
            SETUP B C3␍
            SETUP W C4␍
            COM␍
            set up␍
            ENDCOM"#]],
    );
    check(
        "B 1 C3\n$0REMARK x\nDIAGRAM\nHIDE C3\nW 2 C4\n",
        remark_to_comment,
        &expect![[r#"
        B 1 C3
        DIAGRAM
        HIDE C3
        COM
        x
        ENDCOM
        W 2 C4
    "#]],
    );
    for (text, refusal) in [
        (
            "REMARK endcom\nB 1 C3\n",
            "a comment can't hold this text: a line of it would be taken for its end or for data",
        ),
        ("REMARK com\nB 1 C3\n", "a comment can't hold this text: a line of it would be taken for its end or for data"),
        ("REMARK lost\n", "this remark belongs to nothing"),
        ("B 1 C3\n", "there is no remark here"),
        ("", "there is no remark here"),
    ] {
        let refused = changed(text, |original| remark_to_comment(original, 0)).expect_err(text);
        assert_eq!(refused.0, refusal, "{text}");
    }
}

#[test]
fn comments_become_remarks() {
    check(
        "EVENT\nREMARK first\n  B 1 Q16\nPRISONER A1\ncom   the title \n  well,\n\n\t \nsaid\n$0endcom\nVAR\nB 1 C3\n\
         ENDVAR",
        comment_to_remark,
        &expect![[r#"
            EVENT
            REMARK first
              REMARK the title 
              REMARK   well,
              REMARK said
              B 1 Q16
            PRISONER A1
            VAR
            B 1 C3
            ENDVAR"#]],
    );
    check(
        "$0EVENT x\r\nBLACK a\r\nCOM\r\nhi\r\nENDCOM",
        |original, _| comment_to_remark(original, 3),
        &expect![[r#"
            REMARK hi␍
            EVENT x␍
            BLACK a"#]],
    );
    check(
        "EVENT x\nSETUP B C3\n$0COM\nhi\nENDCOM",
        comment_to_remark,
        &expect![[r#"
        EVENT x
        REMARK hi
        SETUP B C3"#]],
    );
    for (text, refusal) in [
        (
            "COM\nhi\nENDCOM\nB 1 C3\n",
            "this comment is on an event without EVENT line, and a remark would belong to what follows: write EVENT first",
        ),
        ("COM\nhi\nB 1 C3\n", "a block without an end begins in line 1: fix that first"),
        ("B 1 C3\n", "there is no comment here"),
    ] {
        let refused = changed(text, |original| comment_to_remark(original, 0)).expect_err(text);
        assert_eq!(refused.0, refusal, "{text}");
    }
    let refused = changed("B 1 C3\nVAR\nCOM\nENDCOM\nB 1 D4\nENDVAR\n", |original| comment_to_remark(original, 2));
    assert_eq!(
        refused.expect_err("a comment on a variation").0,
        "this comment is on a variation as a whole, and a remark would belong to its first move"
    );
}

/// Returns the words of remarks and comments, each with the line of the EVENT, move or diagram that it is about. Only
/// lines that say something to a program are counted.
fn said(text: &str) -> Vec<(String, Vec<String>)> {
    let source = Reader::new(text, Following::NOTHING).next().expect("an event");
    let event = read(&source).event;
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut said = Vec::new();
    for remark in &event.remarks {
        let owner = remark.on.map(|line| event.owner_at(line)).expect("an owner");
        said.push((format!("{owner:?}"), words(source.free_text(&source.lines[remark.line as usize]))));
    }
    for datum in event.data.iter().filter(|datum| datum.kind == DatumKind::Comment) {
        let lines = &source.lines[datum.line as usize..datum.end as usize];
        let mut text = words(source.free_text(&lines[0]));
        let inner = lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_)));
        text.extend(inner.flat_map(|line| words(source.str(line.span))));
        said.push((format!("{:?}", datum.owner), text));
    }
    // What is said of one thing, one after the other: remarks stand above comments.
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for (owner, words) in said {
        match all.iter_mut().find(|(other, _)| *other == owner) {
            Some((_, text)) => text.extend(words),
            None => all.push((owner, words)),
        }
    }
    all.sort();
    all
}

#[test]
fn remarks_and_comments_say_the_same_of_the_same() {
    let (mut to_comments, mut to_remarks) = (0, 0);
    for seed in 0..GAMES {
        let text = record(seed);
        let places = event(&text);
        let remarks = places.remarks.iter().map(|remark| remark.line);
        for line in remarks.take(5) {
            let Ok(new) = changed(&text, |original| remark_to_comment(original, line)) else { continue };
            to_comments += 1;
            let sorted = |text: &str| {
                let mut said = said(text);
                // A comment comes after those that are there already.
                for (_, words) in &mut said {
                    words.sort();
                }
                said
            };
            assert_eq!(sorted(&text), sorted(&new), "line {line}\n{text}\n-----\n{new}");
            assert_eq!(positions(&text), positions(&new));
            assert_eq!(codes(&text), codes(&new), "line {line}\n{text}\n-----\n{new}");
        }
        let comments = places.data.iter().filter(|datum| datum.kind == DatumKind::Comment).map(|datum| datum.line);
        for line in comments.take(5) {
            let Ok(new) = changed(&text, |original| comment_to_remark(original, line)) else { continue };
            to_remarks += 1;
            assert_eq!(said(&text), said(&new), "line {line}\n{text}\n-----\n{new}");
            assert_eq!(positions(&text), positions(&new));
            assert_eq!(codes(&text), codes(&new));
        }
    }
    assert!(to_comments > 200 && to_remarks > 100, "{to_comments} {to_remarks}");
}

#[test]
fn what_is_wrapped_stays_as_it_is() {
    let mut made = 0;
    for seed in 0..GAMES {
        let text = record(seed);
        for line in lines(&text, seed) {
            // Somebody writes two lines of prose somewhere.
            let prose = "Black to play\r\nand  to live.\r\n";
            let at: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
            let written = format!("{}{prose}{}", &text[..at], &text[at..]);
            let Ok(new) = changed(&written, |original| wrap_in_comment(original, line..line + 2)) else { continue };
            made += 1;
            let inner: Vec<&str> = new.lines().skip(line as usize + 1).take(2).collect();
            assert_eq!(inner, ["Black to play", "and  to live."]);
            let without: String = new
                .split_inclusive('\n')
                .enumerate()
                .filter(|(nth, _)| !(line as usize..line as usize + 4).contains(nth))
                .map(|(_, line)| line)
                .collect();
            assert_eq!(without, text);
            assert_eq!(positions(&new), positions(&text));
        }
    }
    assert!(made > 500, "{made}");
}

#[test]
fn an_alternative_leaves_the_game_as_it_was() {
    let mut made = 0;
    for seed in 0..GAMES {
        let text = record(seed);
        let places = event(&text);
        for line in lines(&text, seed) {
            let Owner::Move(id) = places.owner_at(line) else { continue };
            let found = &places[id];
            let Some(number) = found.number else { continue };
            // An alternative to the move, right after its line.
            let at: usize = text.split_inclusive('\n').take(found.line as usize + 1).map(str::len).sum();
            let typed = format!("W {number} PASS\r\nCOM\r\nor this\r\nENDCOM\r\nB {} A1\r\n", number.get() + 1);
            let has_more = text[at..].trim_start().starts_with(['B', 'W']);
            let written = format!("{}{typed}{}", &text[..at], &text[at..]);
            let selected = found.line + 1..found.line + 6;
            let Ok(new) = changed(&written, |original| wrap_in_variation(original, selected.clone())) else {
                assert!(!has_more, "line {line}\n{written}");
                continue;
            };
            made += 1;
            let after = event(&new);
            assert_eq!(after.moves.len(), places.moves.len() + 2);
            let own = positions(&new);
            let kept: Vec<_> = own
                .into_iter()
                .enumerate()
                .filter(|(nth, _)| ![id.0 as usize + 1, id.0 as usize + 2].contains(nth))
                .map(|(_, position)| position)
                .collect();
            assert_eq!(kept, positions(&text), "line {line}\n{text}\n-----\n{new}");
        }
    }
    assert!(made > 300, "{made}");
}
