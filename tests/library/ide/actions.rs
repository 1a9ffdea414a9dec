use std::sync::Arc;

use expect_test::{Expect, expect};
use ishi_check::check::{self, Code, Family, Remedy, Severities, Severity};
use ishi_ide::document::Document;
use ishi_ide::ide::{Action, ActionId, ActionKind, Analysis, Change, FixId};
use ishi_text::{Edit, Span, apply};

use crate::ide::fixture::{selection, snapshot};

/// The quick fixes that touch a span.
fn actions(snapshot: &ishi_ide::document::Snapshot, span: Span) -> Vec<Action> {
    Analysis::new(snapshot.clone()).actions(span, span, |kind| kind == ActionKind::QuickFix)
}

fn edits(action: &Action) -> &[Edit] {
    match &action.change {
        Change::Edits(edits) => edits,
        Change::Deferred(id) => panic!("a quick fix comes with its edits, not as {id}"),
    }
}

fn code_of(action: &Action) -> Code {
    action.diagnostic.as_ref().expect("a quick fix has a diagnostic").code
}

/// The fixes: their code, their title and, where an editor may take one unasked, a star.
fn check(fixture: &str, expected: &Expect) {
    let (text, span) = selection(fixture);
    let list = actions(&snapshot(&text), span);
    let show = |action: &Action| {
        format!("{}{}: {}\n", if action.preferred { "* " } else { "  " }, code_of(action), action.title)
    };
    expected.assert_eq(&list.iter().map(show).collect::<String>());
}

#[test]
fn every_remedy_of_the_catalogue_is_offered_and_mends() {
    let mut without = Vec::new();
    // The examples of the others are in other formats.
    let is_other = |code: Code| matches!(code.row().family, Family::Sgf | Family::Import | Family::Markdown);
    let of_ishi = |code: &&Code| !code.is_retired() && !is_other(**code);
    for &code in Code::ALL.iter().filter(of_ishi) {
        let row = code.row();
        let mut severities = Severities::default();
        severities.set(code, Severity::Error);
        let problems = |text: &str| {
            let found = check::check(text, &severities).into_iter();
            found.filter(|found| found.severity >= Severity::Warning).collect::<Vec<_>>()
        };
        let document = Document::new(row.before, Arc::new(severities.clone())).snapshot();
        let [problem] = &problems(row.before)[..] else { panic!("{code} is not alone") };
        let list = actions(&document, Span::empty(problem.span.start as usize));
        match (list.is_empty(), row.remedy) {
            (true, Remedy::None) => {}
            (true, _) => without.push(code.name()),
            (false, _) => assert_ne!(row.remedy, Remedy::None, "{code} has a remedy"),
        }
        for action in list {
            assert_eq!(code_of(&action), code);
            let after = apply(row.before, edits(&action));
            assert_eq!(problems(&after), [], "{code}: {}\n{after}", action.title);
        }
    }
    // Line ends are the editor's own business.
    expect!["line-ending mixed-line-endings"].assert_eq(&without.join(" "));
}

/// A contradiction has the corrections that make all that follows legal, those of earlier moves among them.
#[test]
fn contradictions_have_corrections() {
    let check = |fixture: &str, expected: &Expect| {
        let (text, span) = selection(fixture);
        let list = actions(&snapshot(&text), span);
        expected.assert_eq(&list.iter().flat_map(|action| [action.title.as_str(), "\n"]).collect::<String>());
    };
    // Two moves exchanged: W 2 would not take A1 as the list says.
    let swapped = "BOARDSIZE 9\nB 1 A1\nW 2 B1\nB 3 A2\nW 4 E5\nPRISONER $0#1\nB 5 F5\n";
    check(
        swapped,
        &expect![[r#"
            Remove the list
            Exchange the locations of moves 3 and 4
        "#]],
    );
    // The stone on C3 was meant for another point, or this one is.
    check(
        "BOARDSIZE 9\nB 1 C3\nW 2 C7\nB 3 G7\nW 4 G3\nB 5 E5\nW 6 $0C3\nB 7 D3\n",
        &expect![[r#"
            Change move 1 to C4
            Change move 6 to C4
            Change move 1 to B3
            Change move 1 to C2
            Change move 1 to C8
        "#]],
    );
    // The pass of White before B 3 is missing, and then the colors are the wrong way round.
    let pass = "BOARDSIZE 9\nB 1 A2\nW 2 A1\nB 3 E5\nW 4 B1\nPRISONER $0A1\nB 5 D5\n";
    check(
        pass,
        &expect![[r#"
            Remove the list
            Exchange the locations of moves 1 and 2
            Insert a PASS before move 4 and change the colors after it
            Insert a PASS before move 3 and change the colors after it
            Give move 4 to Black
        "#]],
    );
}

/// A correction changes the lines of moves, and references still refer to the same ones.
#[test]
fn a_missing_pass_is_corrected_with_all_that_follows() {
    let (text, span) = selection("BOARDSIZE 9\nb 1 a2\nw 2 a1\nb 3 e5\nMARK #2\nw 4 b1\nPRISONER $0#2\nMARK #4\n");
    let list = actions(&snapshot(&text), span);
    let pass = list.iter().find(|action| action.title.contains("PASS before")).expect("a pass");
    expect![[r#"
        Insert a PASS before move 4 and change the colors after it
        BOARDSIZE 9
        b 1 a2
        w 2 a1
        b 3 e5
        MARK #2
        w 4 pass
        b 5 b1
        PRISONER #2
        MARK #5
    "#]]
    .assert_eq(&format!("{}\n{}", pass.title, apply(&text, edits(pass))));
}

#[test]
fn the_cursor_has_to_touch() {
    check(
        "B 1 Q16\nMARKK$0 Q16\n",
        &expect![[r#"
        * unknown-keyword: Change to MARK
          unknown-keyword: Make it a REMARK
    "#]],
    );
    check("B 1 Q16\nMARKK $0Q16\n", &expect![""]);
    check("B 1 Q16\n$0\nMARKK Q16\n", &expect![""]);
    check("$0", &expect![""]);
}

#[test]
fn a_selection_may_touch_several() {
    check(
        "B 1 Q16\nMA$0RKK Q16\nB 2 I4\nEVENT\nEND$0COM\nENDVAR\n",
        &expect![[r#"
            * unknown-keyword: Change to MARK
              unknown-keyword: Make it a REMARK
            * invalid-location: Change to J4
              invalid-location: Change to H4
              unmatched-endcom: Remove the line
        "#]],
    );
}

#[test]
fn numbers_are_mended_in_the_place_of_their_event() {
    let text = "EVENT é\nB 1 Q16\nEVENT two\nB 1 Q16\nW 1 D4\nMARK #1\nB 2 C3\n";
    let at = text.find("1 D4").expect("the move");
    let list = actions(&snapshot(text), Span::empty(at));
    expect![[r#"
        EVENT é
        B 1 Q16
        EVENT two
        B 1 Q16
        W 2 D4
        MARK #2
        B 3 C3
    "#]]
    .assert_eq(&apply(text, edits(&list[0])));
}

#[test]
fn a_selection_is_renumbered_once() {
    check(
        "B 1 Q16\n$0W 1 D4\nB 9 C3\nW 9 K10\n$0",
        &expect![[r#"
        * duplicate-move: Renumber from here: 2, …
        * missing-move: Insert PASS for the missing moves
    "#]],
    );
}

#[test]
fn a_menu_has_an_end() {
    let text = "MARKK Q16\n".repeat(100);
    assert_eq!(actions(&snapshot(&text), Span::new(0, text.len())).len(), 20);
}

#[test]
fn all_that_is_certain_is_fixed_at_once() {
    let text = "\u{feff}event\r\nB 1 B1\r\nW 2 A1\r\nB 3 A2\r\nPRISONER #2\r\nEVENT two\r\nB 1 Q16\r\nB 3 Q3\r\n";
    let document = Analysis::new(snapshot(text));
    let list = document.actions(Span::empty(0), Span::empty(0), |kind| kind == ActionKind::FixAll);
    let [Action { change: Change::Deferred(id), .. }] = &list[..] else { panic!("one action: {list:?}") };
    let edits = document.resolve(Span::empty(0), *id).expect("it is offered").expect("it can be done");
    let fixed = check::fix(text, &Severities::default(), false).text;
    assert_eq!(apply(text, &edits), fixed);
    assert_ne!(fixed, text);
    // What is not certain is left alone, and where nothing is, nothing is offered.
    assert!(fixed.contains("B 3 Q3"), "{fixed}");
    let list =
        Analysis::new(snapshot(&fixed)).actions(Span::empty(0), Span::empty(0), |kind| kind == ActionKind::FixAll);
    assert_eq!(list, []);
}

#[test]
fn what_is_being_written_is_not_fixed_on_save() {
    let document = snapshot("B 1 C3\nVAR a\n  \nENDVAR\n");
    let start = Span::empty(0);
    let list = Analysis::new(document).actions(start, start, |kind| kind == ActionKind::FixAll);
    assert_eq!(list, []);
}

#[test]
fn numbers_that_can_not_be_mended_are_left_alone() {
    check(
        "B 1 Q16\n$0B1 C3\nMARK #2\nW 2 D4\n",
        &expect![[r#"
            * unknown-keyword: Put spaces between them: B 1 C3
        "#]],
    );
    check("B 2\nB 1 C3\n$0W 2 D4\nB 3 E5\n", &expect![[r#""#]]);
    check("BOARDSIZE 5\nB 1 I$05\n", &expect![[r#""#]]);
    check(
        "EVENT\u{a0}$0x\n",
        &expect![[r#"
        * invalid-character: Write a space instead
    "#]],
    );
}

/// In a long event a fix is tried only when it is chosen, and then it is the same.
#[test]
fn fixes_of_a_long_event_are_tried_when_they_are_chosen() {
    let short = "B 1 Q16\nMARKK Q16\nW 2 D4\n";
    let text = short.to_owned() + &"REMARK a long story\n".repeat(5000);
    let (document, at) = (snapshot(&text), Span::empty(8));
    let list = actions(&document, at);
    let names: Vec<&str> = list.iter().map(|action| &*action.title).collect();
    assert_eq!(names, ["Change to MARK", "Make it a REMARK"]);
    assert!(list[0].preferred && !list[1].preferred);
    let Change::Deferred(id) = &list[0].change else { panic!("it is not tried yet: {list:?}") };
    let analysis = Analysis::new(document);
    let edits = analysis.resolve(at, *id).expect("it is offered").expect("it can be done");
    assert!(apply(&text, &edits).starts_with("B 1 Q16\nMARK Q16\n"));
    let other = FixId { code: Code::UnknownKeyword, at: 9, nth: 0 };
    assert_eq!(analysis.resolve(at, ActionId::Fix(other)), None);
}

#[test]
fn nothing_is_offered_in_a_file_of_another_kind() {
    for text in [
        "(;GM[1]FF[4]SZ[19]\nB 1 Q1O\nBLAKC x\n;B[pd]C[a\nb\nc\nd\ne])\n",
        "package ishi\n\nvar (\n\tx int\n)\n",
        "\\HS\n\\[GAMEBLACKNAME=x\\]\n\\HE\nSTO 0 2 1 15 3\n",
        "From: a\nSubject: b\n\nBlack to play.\n",
    ] {
        let document = snapshot(text);
        let starts = text.match_indices('\n').map(|(end, _)| end + 1);
        for at in starts.chain([0, 3]) {
            assert_eq!(actions(&document, Span::empty(at)), [], "{text:?} at {at}");
        }
        assert_eq!(actions(&document, Span::new(0, text.len())), []);
        assert_eq!(document.diagnostics(10).0.len(), 1, "{text:?}");
    }
}

#[test]
fn a_location_whose_number_is_taken_is_inserted_or_made_a_variation() {
    check(
        "B 1 Q16\nd$04\nq4\n",
        &expect![[r#"
            * bare-location: Write W 2 D4
              bare-location: Write all bare locations of the event as moves
        "#]],
    );
    let (text, span) = selection("EVENT one\nEVENT two\nB 1 Q16\nd4$0\nW 2 C3\nMARK #2\n");
    let list = actions(&snapshot(&text), span);
    let titles: Vec<&str> = list.iter().map(|action| &*action.title).collect();
    assert_eq!(titles, ["Insert and renumber", "Make it a variation"]);
    assert!(list.iter().all(|action| !action.preferred));
    let after = |nth: usize| apply(&text, edits(&list[nth]));
    expect![[r#"
        EVENT one
        EVENT two
        B 1 Q16
        W 2 D4
        W 3 C3
        MARK #3
    "#]]
    .assert_eq(&after(0));
    expect![[r#"
        EVENT one
        EVENT two
        B 1 Q16
        W 2 C3
        MARK #2
        VAR
          W 2 D4
        ENDVAR
    "#]]
    .assert_eq(&after(1));
}

/// Returns the text as an editor saves it that writes moves on save.
fn with_moves(text: &str) -> Option<String> {
    let document = Analysis::new(snapshot(text));
    let list = document.actions(Span::empty(0), Span::empty(0), |kind| kind == ActionKind::WriteMoves);
    let [Action { change: Change::Deferred(id), .. }] = &list[..] else { return None };
    let edits = document.resolve(Span::empty(0), *id).expect("it is offered").expect("it can be made");
    Some(apply(text, &edits))
}

#[test]
fn locations_are_written_as_moves_on_save_where_no_error_results() {
    assert_eq!(
        with_moves("B 1 Q16\nd4 q4\nEVENT two\nc3\n").as_deref(),
        Some("B 1 Q16\nW 2 D4\nB 3 Q4\nEVENT two\nB 1 C3\n")
    );
    // The point is taken, and the others are written in spite of it.
    assert_eq!(with_moves("B 1 Q16\nd4\nd4\nq4\n").as_deref(), Some("B 1 Q16\nW 2 D4\nd4\nW 4 Q4\n"));
    for text in [
        "B 1 Q16\nW 2 D4\n",
        "B 1 Q16\nd4\nW 2 C3\n",
        "B 1 Q16\nMARK Q16\nd4 q4\n",
        // It may still be a comment.
        "B 1 Q16\nCOM\nd4\nW 2 D16\nc3\n",
    ] {
        assert_eq!(with_moves(text), None, "{text}");
    }
}
