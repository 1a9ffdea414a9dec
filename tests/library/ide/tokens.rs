use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_ide::ide::{Modifiers, SemanticToken, tokens};
use ishi_position::ColumnUnit;

use ishi_text::Span;

use crate::ide::fixture::{selection, snapshot};

/// A line for each line with tokens: its words, each with what it is, as in `B:Keyword 1:Number`. `$0` twice marks a
/// range; without it all of the record is meant.
fn check(fixture: &str, expected: &Expect) {
    let (text, range) =
        if fixture.contains("$0") { selection(fixture) } else { (fixture.to_owned(), Span::new(0, fixture.len())) };
    let lines: Vec<&str> = text.split('\n').collect();
    let mut picture = String::new();
    let mut last = None;
    for token in tokens(&snapshot(&text), range, ColumnUnit::Utf8) {
        if let Some(last) = last {
            picture += if last == token.line { "  " } else { "\n" };
        }
        last = Some(token.line);
        let start = token.column as usize;
        picture += &lines[token.line as usize][start..start + token.length as usize];
        write!(picture, ":{:?}{}", token.kind, modifiers(token)).expect("a string takes it");
    }
    expected.assert_eq(&picture);
}

fn modifiers(token: SemanticToken) -> String {
    let names = [(Modifiers::CAPTURED, "captured"), (Modifiers::SETUP, "setup"), (Modifiers::ERROR, "error")];
    let held = names.iter().filter(|(modifier, _)| token.modifiers.contains(*modifier));
    held.flat_map(|(_, name)| ["+", name]).collect()
}

#[test]
fn every_kind_of_line_has_its_colors() {
    check(
        "REMARK a file\nREMARK ishi: allow missing-move\nEVENT A title\nBLACK Ada  \nBOARDSIZE 9\nSETUP B D4 W c3\n\
         B 1 E5\nw 2 pass\nMARK ALL E5 #1 #1-2 a@D4 \\t@#1 @@C3\nCOM Why\n  It is \\t best.  \n\nENDCOM so\n\
         USER x 1\n y 2\nENDUSER\nVAR b\nW 2 D5\nENDVAR\nVAR \\t\nENDVAR\nDIAGRAM 9x9\nHIDE #1\nDIAGRAM a1 c3 here\n",
        &expect![[r#"
            REMARK:Remark  a file:Remark
            REMARK:Remark  ishi: allow missing-move:Directive
            EVENT:Keyword  A title:Title
            BLACK:Keyword  Ada:Text
            BOARDSIZE:Keyword  9:Number
            SETUP:Keyword  B:Keyword  D4:Location+setup  W:White  c3:Location+setup
            B:Keyword  1:Number  E5:Location
            w:White  2:Number  pass:Constant
            MARK:Keyword  ALL:Constant  E5:Location  #1:Number  #1-2:Number  a:Label  @:Operator  D4:Location+setup  \t:Sign  @:Operator  #1:Number  @:Label  @:Operator  C3:Location+setup
            COM:Keyword  Why:Title
            It is \t best.:Text
            ENDCOM:Keyword  so:Remark
            USER:Keyword  x 1:UserData
            y 2:UserData
            ENDUSER:Keyword
            VAR:Keyword  b:Label
            W:White  2:Number  D5:Location
            ENDVAR:Keyword
            VAR:Keyword  \t:Sign
            ENDVAR:Keyword
            DIAGRAM:Keyword  9x9:Number
            HIDE:Keyword  #1:Number
            DIAGRAM:Keyword  a1:Location  c3:Location  here:Remark"#]],
    );
}

#[test]
fn what_cannot_be_read_is_an_error() {
    check(
        "MARKK D4\nfoo bar 3\nB x Q16\nB Q16 3\nB 1 Z3 more\nMARK Q99 abc@D4\nSETUP D4\nBOARDSIZE 99\nVAR abc\n",
        &expect![[r#"
        MARKK:Keyword+error  D4:Location
        foo:Keyword+error  3:Number
        B:Keyword  x:Number+error  Q16:Location
        B:Keyword  Q16:Location+error  3:Number
        B:Keyword  1:Number  Z3:Location+error
        MARK:Keyword  Q99:Location+error  abc@D4:Location+error
        SETUP:Keyword  D4:Keyword+error
        BOARDSIZE:Keyword  99:Number+error
        VAR:Keyword  abc:Text+error"#]],
    );
}

/// White takes A1, which is setup, and B1; Black plays B1 again.
#[test]
fn stones_that_are_gone_are_told() {
    check(
        "SETUP B A1 W C1\nB 1 B1\nMARK #1 A1\nW 2 A2\nB 3 Q16\nW 4 B2\nPRISONER A1 #1\nMARK #1 A1 C1 #2\nB 5 B1\n",
        &expect![[r#"
            SETUP:Keyword  B:Keyword  A1:Location+captured+setup  W:White  C1:Location+setup
            B:Keyword  1:Number  B1:Location+captured
            MARK:Keyword  #1:Number  A1:Location+setup
            W:White  2:Number  A2:Location
            B:Keyword  3:Number  Q16:Location
            W:White  4:Number  B2:Location
            PRISONER:Keyword  A1:Location+captured+setup  #1:Number+captured
            MARK:Keyword  #1:Number+captured  A1:Location  C1:Location+setup  #2:Number
            B:Keyword  5:Number  B1:Location"#]],
    );
}

/// A capture in a variation does not change the tokens of the main line.
#[test]
fn a_stone_counts_as_captured_in_its_own_sequence_only() {
    check(
        "B 1 A1\nW 2 A2\nB 3 Q16\nVAR\nB 3 Q4\nW 4 B1\nENDVAR\n",
        &expect![[r#"
        B:Keyword  1:Number  A1:Location
        W:White  2:Number  A2:Location
        B:Keyword  3:Number  Q16:Location
        VAR:Keyword
        B:Keyword  3:Number  Q4:Location
        W:White  4:Number  B1:Location
        ENDVAR:Keyword"#]],
    );
    check(
        "SETUP B A1 W A2\nB 1 Q16\nVAR\nB 1 Q4\nW 2 B1\nENDVAR\n",
        &expect![[r#"
        SETUP:Keyword  B:Keyword  A1:Location+setup  W:White  A2:Location+setup
        B:Keyword  1:Number  Q16:Location
        VAR:Keyword
        B:Keyword  1:Number  Q4:Location
        W:White  2:Number  B1:Location
        ENDVAR:Keyword"#]],
    );
    check(
        "B 1 Q16\nVAR\nB 1 A1\nW 2 A2\nB 3 C3\nW 4 B1\nENDVAR\n",
        &expect![[r#"
        B:Keyword  1:Number  Q16:Location
        VAR:Keyword
        B:Keyword  1:Number  A1:Location+captured
        W:White  2:Number  A2:Location
        B:Keyword  3:Number  C3:Location
        W:White  4:Number  B1:Location
        ENDVAR:Keyword"#]],
    );
}

#[test]
fn only_the_lines_of_the_range_are_given() {
    check(
        "EVENT a\nB 1 A1\n$0W 2 A2\nB 3 Q16$0\nW 4 B1\nEVENT b\n",
        &expect![[r#"
        W:White  2:Number  A2:Location
        B:Keyword  3:Number  Q16:Location"#]],
    );
    check("EVENT a\nB 1 A1\nCOM\n$0prose$0\nENDCOM\n", &expect!["prose:Text"]);
}

#[test]
fn columns_count_what_the_client_counts() {
    let text = "BLACK é😀 x\n";
    let lengths = [ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32].map(|unit| {
        let found = tokens(&snapshot(text), Span::new(0, text.len()), unit);
        found.iter().map(|token| (token.column, token.length)).collect::<Vec<_>>()
    });
    assert_eq!(lengths, [[(0, 5), (6, 8)], [(0, 5), (6, 5)], [(0, 5), (6, 4)]]);
}
