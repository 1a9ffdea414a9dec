use expect_test::{Expect, expect};
use ishi_ide::ide::selection;

use crate::ide::fixture::{cursor, snapshot};

/// Returns the selections of all steps, each after a bar, with line ends written as `⏎`.
fn check(fixture: &str, expected: &Expect) {
    let (text, offset) = cursor(fixture);
    let steps = selection(&snapshot(&text), offset);
    let lines: Vec<String> = steps.iter().map(|span| format!("|{}", span.of(&text).replace('\n', "⏎"))).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn a_mark_grows_from_its_part_to_its_line() {
    check(
        "B 1 Q16\nMARK a@#3-$09 Q16\n",
        &expect![[r#"
            |#3-9
            |a@#3-9
            |a@#3-9 Q16
            |MARK a@#3-9 Q16
            |B 1 Q16⏎MARK a@#3-9 Q16
            |B 1 Q16⏎MARK a@#3-9 Q16⏎"#]],
    );
    check(
        "B 1 Q16\nMARK a$0@#3-9 Q16\n",
        &expect![[r#"
            |a
            |a@#3-9
            |a@#3-9 Q16
            |MARK a@#3-9 Q16
            |B 1 Q16⏎MARK a@#3-9 Q16
            |B 1 Q16⏎MARK a@#3-9 Q16⏎"#]],
    );
    check(
        "B 1 Q16\n  MARK @@$0Q4\n",
        &expect![[r#"
            |Q4
            |@@Q4
            |MARK @@Q4
            |  MARK @@Q4
            |B 1 Q16⏎  MARK @@Q4
            |B 1 Q16⏎  MARK @@Q4⏎"#]],
    );
}

#[test]
fn a_keyword_and_white_space_are_places_too() {
    check(
        "SETUP B D4 $0 Q4\n",
        &expect![[r#"
            |B D4  Q4
            |SETUP B D4  Q4
            |SETUP B D4  Q4⏎"#]],
    );
    check(
        "  SET$0UP B D4\n",
        &expect![[r#"
            |SETUP
            |SETUP B D4
            |  SETUP B D4
            |  SETUP B D4⏎"#]],
    );
    check(
        "$0  B 1 Q16\n",
        &expect![[r#"
            |  B 1 Q16
            |  B 1 Q16⏎"#]],
    );
}

#[test]
fn prose_grows_by_words() {
    check(
        "B 1 Q16\nCOM A title\nIt is$0n't (yet) over.\n\nBut soon.\nENDCOM\nW 2 D4\n",
        &expect![[r#"
            |isn't
            |It isn't (yet) over.
            |It isn't (yet) over.⏎⏎But soon.
            |COM A title⏎It isn't (yet) over.⏎⏎But soon.⏎ENDCOM
            |B 1 Q16⏎COM A title⏎It isn't (yet) over.⏎⏎But soon.⏎ENDCOM
            |B 1 Q16⏎COM A title⏎It isn't (yet) over.⏎⏎But soon.⏎ENDCOM⏎W 2 D4
            |B 1 Q16⏎COM A title⏎It isn't (yet) over.⏎⏎But soon.⏎ENDCOM⏎W 2 D4⏎"#]],
    );
    check(
        "BLACK Honinbo $0Shusaku\n",
        &expect![[r#"
            |Shusaku
            |Honinbo Shusaku
            |BLACK Honinbo Shusaku
            |BLACK Honinbo Shusaku⏎"#]],
    );
    check(
        "COM A ti$0tle\nprose\nENDCOM\n",
        &expect![[r#"
            |title
            |A title
            |COM A title
            |COM A title⏎prose⏎ENDCOM
            |COM A title⏎prose⏎ENDCOM⏎"#]],
    );
    check(
        "USER\nnumbase -$022\nENDUSER\n",
        &expect![[r#"
            |22
            |numbase -22
            |USER⏎numbase -22⏎ENDUSER
            |USER⏎numbase -22⏎ENDUSER⏎"#]],
    );
    check(
        "COM\nno $0end\n",
        &expect![[r#"
            |end
            |no end
            |COM⏎no end
            |COM⏎no end⏎"#]],
    );
}

const NESTED: &str = "EVENT A\nBLACK x\nB 1 Q16\nW 2 D4\nCOM\nprose\nENDCOM\n\
                      VAR\n  REMARK r\n  W 2 C3\n  MARK C3\n  B 3 D3\n  VAR\n  B 3 E3\n  ENDVAR\n  W 4 E4\nENDVAR\n\
                      B 3 Q3\n\nEVENT B\nB 1 D4\n";

fn check_at(before: &str, after: &str, expected: &Expect) {
    let place = [before, after].concat();
    check(&NESTED.replacen(&place, &format!("{before}$0{after}"), 1), expected);
}

#[test]
fn variations_grow_outwards() {
    check_at(
        "B 3 E",
        "3",
        &expect![[r#"
            |E3
            |3 E3
            |B 3 E3
            |  B 3 E3
            |  VAR⏎  B 3 E3⏎  ENDVAR
            |  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR
            |  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4
            |VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎EVENT B⏎B 1 D4⏎"#]],
    );
    check_at(
        "W 2 C",
        "3",
        &expect![[r#"
            |C3
            |2 C3
            |W 2 C3
            |  W 2 C3
            |  REMARK r⏎  W 2 C3⏎  MARK C3
            |  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4
            |VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎EVENT B⏎B 1 D4⏎"#]],
    );
    check_at(
        "REMARK",
        " r",
        &expect![[r#"
            |REMARK
            |REMARK r
            |  REMARK r
            |  REMARK r⏎  W 2 C3⏎  MARK C3
            |  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4
            |VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎EVENT B⏎B 1 D4⏎"#]],
    );
    check_at(
        "pro",
        "se",
        &expect![[r#"
            |prose
            |COM⏎prose⏎ENDCOM
            |W 2 D4⏎COM⏎prose⏎ENDCOM
            |W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎EVENT B⏎B 1 D4⏎"#]],
    );
    check_at(
        "VA",
        "R\n  B",
        &expect![[r#"
            |VAR
            |  VAR
            |  VAR⏎  B 3 E3⏎  ENDVAR
            |  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR
            |  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4
            |VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎EVENT B⏎B 1 D4⏎"#]],
    );
    check_at(
        "ENDVA",
        "R\nB 3",
        &expect![[r#"
            |ENDVAR
            |VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎EVENT B⏎B 1 D4⏎"#]],
    );
}

#[test]
fn the_lines_above_the_moves_belong_together() {
    check_at(
        "BLACK ",
        "x",
        &expect![[r#"
            |x
            |BLACK x
            |EVENT A⏎BLACK x
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎
            |EVENT A⏎BLACK x⏎B 1 Q16⏎W 2 D4⏎COM⏎prose⏎ENDCOM⏎VAR⏎  REMARK r⏎  W 2 C3⏎  MARK C3⏎  B 3 D3⏎  VAR⏎  B 3 E3⏎  ENDVAR⏎  W 4 E4⏎ENDVAR⏎B 3 Q3⏎⏎EVENT B⏎B 1 D4⏎"#]],
    );
}

#[test]
fn a_variation_without_its_end_goes_as_far_as_its_moves() {
    check(
        "B 1 Q16\nW 2 D4\nVAR\nW 2 $0C3\nB 3 Q4\nVAR\nB 3 Q5\nENDVAR\n\n",
        &expect![[r#"
            |C3
            |2 C3
            |W 2 C3
            |W 2 C3⏎B 3 Q4⏎VAR⏎B 3 Q5⏎ENDVAR
            |VAR⏎W 2 C3⏎B 3 Q4⏎VAR⏎B 3 Q5⏎ENDVAR
            |W 2 D4⏎VAR⏎W 2 C3⏎B 3 Q4⏎VAR⏎B 3 Q5⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎VAR⏎W 2 C3⏎B 3 Q4⏎VAR⏎B 3 Q5⏎ENDVAR
            |B 1 Q16⏎W 2 D4⏎VAR⏎W 2 C3⏎B 3 Q4⏎VAR⏎B 3 Q5⏎ENDVAR⏎⏎"#]],
    );
}

#[test]
fn an_empty_text_has_nothing_but_itself() {
    check("$0", &expect!["|"]);
    check("\n$0\n", &expect!["|⏎⏎"]);
}

#[test]
fn the_depth_has_a_limit() {
    let depth = 5_000;
    let text = "B 1 Q16\n".to_owned() + &"VAR\nB 1 Q16\n".repeat(depth) + &"ENDVAR\n".repeat(depth);
    let steps = selection(&snapshot(&text), text.find("\nENDVAR").unwrap());
    assert!(steps.len() > 90 && steps.len() < 110, "{}", steps.len());
}
