//! Fixes of games in SGF: they keep all words and moves, or are not offered.

use ishi_check::check::{Severities, check_sgf, fix_sgf};
use ishi_test_support::laws::sgf_kept::hold;

fn fixed(text: &str, with_unsafe: bool) -> String {
    hold(text, None);
    fix_sgf(text, None, &Severities::default(), with_unsafe).text
}

const ROOT: &str = "(;FF[4]GM[1]SZ[19]CA[UTF-8]";

#[track_caller]
fn becomes(before: &str, after: &str) {
    let with_root = |rest: &str| format!("{ROOT}{rest}");
    assert_eq!(fixed(&with_root(before), true), with_root(after));
}

#[test]
fn a_value_that_is_not_understood_is_left_alone() {
    for value in [
        "RE[no result, triple ko]",
        "RE[Black left]",
        "RE[has adjourned.]",
        "RE[White to lose by 2]",
        "RE[White did not win]",
        "RE[Black wins by 3, later overturned]",
        "RE[Black resigns at move 186]",
        "RE[unfinished]",
        "KM[No result]",
        "KM[6.5 or 7.5]",
        "HA[2 or 3]",
        "DT[1998/3/7 in the evening]",
        "TM[1 hour each]",
        "DM[0]",
        "GB[White wins]",
        "PL[Black to play]",
    ] {
        let text = format!("{ROOT}{value};B[pd])");
        assert_eq!(fixed(&text, true), text);
    }
    for value in ["HO[0]", "TE[yes]", "OB[5 stones]", "MN[2.5]", "LB[pdd:label]"] {
        let text = format!("{ROOT};B[pd]{value};W[dd])");
        assert_eq!(fixed(&text, true), text);
    }
}

#[test]
fn a_value_is_written_as_sgf_does_with_all_its_words() {
    becomes("RE[void];B[pd])", "RE[Void];B[pd])");
    becomes("RE[no result];B[pd])", "RE[Void];B[pd])");
    becomes("RE[White wins by 6 1/2 points];B[pd])", "RE[W+6.5];B[pd])");
    becomes("RE[Black resigned];B[pd])", "RE[W+R];B[pd])");
    becomes("KM[6 1/2];B[pd])", "KM[6.5];B[pd])");
    becomes("HA[0]AB[gg:HH];B[pd])", "HA[0]AB[gg:hh];B[pd])");
    becomes(";B[pd]LB[PD:a word])", ";B[pd]LB[pd:a word])");
    becomes(";B[Q16]AR[Q16:dd])", ";B[pd]AR[pd:dd])");
    let other_board = "(;FF[4]GM[1]SZ[19x19]CA[UTF-8];B[pd])";
    assert_eq!(fixed(other_board, true), other_board.replace("19x19", "19"));
}

#[test]
fn a_lost_bracket_loses_no_more_than_itself() {
    for (before, after) in [
        ("KM[6.5;B[pd];W[dd])", "KM[6.5];B[pd];W[dd])"),
        ("RE[B+6.5;B[cc];W[dd])", "RE[B+6.5];B[cc];W[dd])"),
        ("RE[W+PB[Ada];B[cc])", "RE[W+]PB[Ada];B[cc])"),
        ("HA[0KM[6.5];B[cc])", "HA[0]KM[6.5];B[cc])"),
        (";B[pd]TE[1;W[dd])", ";B[pd]TE[1];W[dd])"),
        (";B[pdMN[3];W[dd])", ";B[pd]MN[3];W[dd])"),
        ("AB[gg[hh];W[dd])", "AB[gg][hh];W[dd])"),
        ("AB[[gg][hh];W[dd])", "AB[gg][hh];W[dd])"),
        ("KM[[6,5];B[dd])", "KM[6.5];B[dd])"),
        (";Bpd];W[dd])", ";B[pd];W[dd])"),
        ("AWpd][dd];B[cc])", "AW[pd][dd];B[cc])"),
    ] {
        becomes(before, after);
    }
    for damaged in
        ["(;FF[4]GM[1SZ[9]CA[UTF-8];B[ee])", "(;FF[4GM[1]SZ[9]CA[UTF-8];B[ee])", "(;FF[4]GM[1]SZ[[9]CA[UTF-8];B[ee])"]
    {
        assert_eq!(fixed(damaged, true), "(;FF[4]GM[1]SZ[9]CA[UTF-8];B[ee])");
    }
    assert_eq!(fixed("(;FF[4]GM[1]CA[UTF-8SZ[9];B[ee])", true), "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[ee])");
}

#[test]
fn a_name_keeps_what_may_belong_to_a_value() {
    for rest in [";Wpd[dp])", ";B[dd]Cwritten by Lee[pd])", ";Bl[dd])"] {
        let text = format!("{ROOT}{rest}");
        assert_eq!(fixed(&text, false), text);
        assert_eq!(fixed(&text, true), text);
    }
    assert_eq!(fixed(&format!("{ROOT};White[dp]Comment[x])"), false), format!("{ROOT};W[dp]C[x])"));
}

#[test]
fn the_kind_and_the_board_of_a_game_are_read_as_far_as_they_are_clear() {
    let found = |text: &str| -> Vec<String> {
        hold(text, None);
        let found = check_sgf(text, None, &Severities::default());
        found.iter().map(|one| format!("{}: {}", one.code, one.span.of(text))).collect()
    };
    assert_eq!(found("(;FF[4]GM[1x]SZ[9]CA[UTF-8];B[ee])"), ["sgf-invalid-value: 1x"]);
    assert_eq!(found("(;FF[4]GM[1x]SZ[9]CA[UTF-8];B[ee];W[ee])"), ["sgf-invalid-value: 1x", "occupied-point: ee"]);
    assert_eq!(found("(;FF[4]GM[1]SZ[[9]CA[UTF-8];B[ee];W[ee])"), ["sgf-invalid-value: [9", "occupied-point: ee"]);
    assert_eq!(found("(;GM[1FF[4]SZ[9]CA[UTF-8];B[ee];W[ee])")[..1], ["sgf-invalid-value: 1FF[4"]);
    assert_eq!(found("(;FF[4]GM[2]SZ[8]CA[UTF-8];B[d3])"), ["sgf-not-go: 2"]);
    for damaged in
        ["(;GM[1FF[4]SZ[9];B[ee];W[cc])", "(;FF[4]GM[1]SZ[[9];B[ee];W[cc])", "(;FF[4]GM[1]SZ[big];B[ee];W[cc])"]
    {
        let games = ishi_sgf::parse(damaged);
        let record = ishi_convert::convert::to_ishi(&games, None);
        assert_eq!(record.readable, 1, "{damaged}");
        assert!(record.text.contains("\nB 1 "), "{}", record.text);
        let back = ishi_convert::convert::to_sgf(&record.text);
        let (was, is) = (
            ishi_test_support::laws::sgf::said(&games),
            ishi_test_support::laws::sgf::said(&ishi_sgf::parse(&back.text)),
        );
        assert_eq!(is, was, "{}", record.text);
    }
}
