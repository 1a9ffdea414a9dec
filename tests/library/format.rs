//! The laws of formatting: it changes nothing that is said, and does nothing twice.

use expect_test::{Expect, expect};
use ishi_record::format::{Case, LineEnding, Options, format};
use ishi_test_support::laws;
use ishi_text::apply;
use proptest::prelude::*;

fn formatted(text: &str, options: &Options) -> String {
    apply(text, &format(text, options))
}

fn options() -> impl Strategy<Value = Options> {
    let case = || prop::sample::select(vec![Case::Upper, Case::Lower, Case::Title, Case::Preserve]);
    let ending = prop::sample::select(vec![LineEnding::Preserve, LineEnding::Crlf, LineEnding::Lf]);
    (case(), case(), 0u8..5, ending, prop_oneof![Just(0u16), 8u16..60]).prop_map(
        |(keyword_case, location_case, indent, line_ending, wrap)| Options {
            keyword_case,
            location_case,
            indent,
            line_ending,
            wrap,
        },
    )
}

const PIECES: &[&str] = &[
    "event  One\n",
    "B   1 q16  \n",
    "w 2\tPASS\r\n",
    "  com  Title  \n",
    "  text B 1 Q16 \n",
    "Endcom\n",
    "VAR a\n",
    "var\n",
    "endvar back\n",
    "setup b d4 Q4 w  c3\n",
    "MARK all #1-3  a@q16 \\T@r3 @@d4\n",
    "prisoner  #1 d4\n",
    "diagram 9X9\n",
    "diagram A1 j9 (corner)\n",
    "hide #3-9 q9\n",
    "boardsize  9\n",
    "Komi  3 1/2 \n",
    "REMARK   a  b\n",
    "user  Data \n",
    "  raw MARK All\n",
    "enduser\n",
    "\n",
    "  \n",
    "\t\r\n",
    "\r",
    "VRA\n",
    "FOO bar\n",
    "B 1 Q4 r7\n",
    "B x Q44\n",
    "mark abc@d4  q4\n",
    "BLACK é\n",
    "MARK é q4\n",
    "\u{feff}",
    "\u{1a}",
    "\u{c}w 3 d4\n",
    "é\n",
    "COM é \n",
    "setup d4\n",
    "unmark ALL q8\n",
    "   ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 12 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
    #[test]
    fn formatting_loses_nothing_and_is_idempotent(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..25),
        options in options(),
    ) {
        laws::format::hold_for(&pieces.concat(), &options);
    }
}

#[track_caller]
fn check(text: &str, options: &Options, expected: &Expect) {
    expected.assert_eq(&formatted(text, options));
}

#[test]
fn words_and_blanks() {
    check(
        "\n\n  event   The Title \nboardsize\t9\n\n\n\nsetup b d4  c3 w e5\nb  1 c4\n   mark all  \\T@c4 aB@d4\n\
         w 2 pass",
        &Options::default(),
        &expect![[r"
            EVENT The Title
            BOARDSIZE 9

            SETUP B D4 C3 W E5
            B 1 C4
            MARK ALL \T@C4 aB@D4
            W 2 PASS
        "]],
    );
}

#[test]
fn variations_are_indented_and_text_is_left_alone() {
    check(
        "B 1 q16\nvar a\nb 1 d4\n   com  A  title \n      as it   is\nendcom\nvar\nb 1 d3\nendvar\nendvar back\n\
         w 2 c3\n",
        &Options::default(),
        &expect![[r"
            B 1 Q16
            VAR a
              B 1 D4
              COM A  title 
                  as it   is
              ENDCOM
              VAR
                B 1 D3
              ENDVAR
            ENDVAR back
            W 2 C3
        "]],
    );
}

#[test]
fn what_is_in_error_stays() {
    check(
        "b 1 q16  r7\n  FOO   bar\nvar\nmark  abc@d4  q4\nendcom\n",
        &Options::default(),
        &expect![[r"
            B 1 q16  r7
              FOO   bar
            VAR
            MARK abc@d4  q4
            ENDCOM
        "]],
    );
}

#[test]
fn lists_can_be_wrapped() {
    check(
        "setup b d4 d16 q4 q16 k10 w c3 c17\nmark #1-33 \\t@q5 a@r3\n",
        &Options { wrap: 20, keyword_case: Case::Lower, location_case: Case::Lower, ..Options::default() },
        &expect![[r"
            setup b d4 d16 q4
            setup b q16 k10 w c3
            setup w c17
            mark #1-33 \t@q5
            mark a@r3
        "]],
    );
}

#[test]
fn line_ends_can_be_converted() {
    let options = |line_ending| Options { line_ending, ..Options::default() };
    assert_eq!(
        formatted("b 1 q16\r\ncom\rtext\nendcom", &options(LineEnding::Lf)),
        "B 1 Q16\ncom\rtext\nendcom".replace("com\rtext", "COM\ntext").replace("endcom", "ENDCOM\n")
    );
    assert_eq!(formatted("b 1 q16\nw 2 d4\r", &options(LineEnding::Crlf)), "B 1 Q16\r\nW 2 D4\r\n");
    assert_eq!(formatted("b 1 q16\nw 2 d4\r", &options(LineEnding::Preserve)), "B 1 Q16\nW 2 D4\r");
}

/// The records of this project are formatted, but for the two whose looks are their purpose.
#[test]
fn examples_are_formatted() {
    for name in ["game.ishi", "joseki.ishi", "problem.prb"] {
        let path = ishi_test_support::root().join("examples").join(name);
        let text = std::fs::read_to_string(path).expect("an example");
        assert!(format(&text, &Options::default()).is_empty(), "run `ishi fmt examples/{name}`");
    }
}

/// The white space of the Standard is blank and tab. Other blanks are what a user wrote.
#[test]
fn other_blanks_stay() {
    let text = "EVENT \u{3000}Title\u{a0}\nBLACK \u{3000}Ann\u{3000}\nWHITE\u{3000}Ben\u{2028}\nREMARK \u{2028}so\u{3000}\n\
                B 1 Q16\nCOM \u{3000}Title\u{3000}\n\u{3000}text\u{3000}\nENDCOM\nPLACE \u{3000}\n";
    assert_eq!(formatted(text, &Options::default()), text);
    assert_eq!(formatted("remark \t \u{3000}x\u{a0} \t\n", &Options::default()), "REMARK \u{3000}x\u{a0}\n");
}
