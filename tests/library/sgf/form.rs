//! The tree of a text, what is wrong with its form, and changes of it.

use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_sgf::{SgfFaultKind, parse, pretty, revise};
use ishi_test_support::laws::sgf::{hold, said};
use ishi_test_support::random_sgf::damaged;
use ishi_text::apply;

fn check(text: &str, expected: &Expect) {
    let games = parse(text);
    let mut out = said(&games).join("\n");
    for fault in games.faults() {
        let _ = write!(out, "\n{}..{} {}", fault.span.start, fault.span.end, fault.kind);
    }
    expected.assert_eq(&out);
    hold(text.as_bytes());
}

#[test]
fn a_tree_is_read() {
    check(
        "\u{feff}(;FF[4] C[a\\]\\\nb\\:] AB[aa]\n[bb];B[];W[tt](;B[cc])(;B[dd];W[ee]))\n(;)",
        &expect![[r#"
            0 FF"4" C"a]b:" AB"aa""bb"
            1 B""
            2 W"tt"
            3 B"cc"
            3 B"dd"
            4 W"ee"
            0 "#]],
    );
}

#[test]
fn what_is_broken_is_read_as_far_as_it_can_be() {
    check(
        "From: me\n(;B[aa]x;[bb]%()(W[cc]);C[d](;N[e",
        &expect![[r#"
            0 B"aa"
            1 
            2 W"cc"
            2 C"d"
            3 N"e"
            0..9 text outside of the games
            16..17 property without a value
            18..22 value without a property
            22..23 characters that are not part of a property
            24..25 variation without nodes
            26..27 node without `;`
            32..33 node after a variation, read as another variation
            40..42 value without its closing `]`
            42..42 game without its closing `)`"#]],
    );
}

#[test]
fn two_games_that_are_glued_together_are_two() {
    check(
        "(;FF[4];B[aa](;W[bb]\n(;FF[4];B[cc])",
        &expect![[r#"
            0 FF"4"
            1 B"aa"
            2 W"bb"
            0 FF"4"
            1 B"cc"
            21..21 game without its closing `)`"#]],
    );
}

#[test]
fn a_game_may_have_lost_its_first_semicolon() {
    check(
        "<html> (see) </html>(GM[1];B[aa])",
        &expect![[r#"
            0 GM"1"
            1 B"aa"
            0..20 text outside of the games
            21..23 node without `;`"#]],
    );
    // The form in which the Nihon Ki-in writes its games.
    check(
        "(\nTE[x]\nPB[y]\n;B[pd])",
        &expect![[r#"
            0 TE"x" PB"y"
            1 B"pd"
            2..4 node without `;`"#]],
    );
    // Another one has lost its first bracket.
    check(
        "\u{feff}\n;SZ[9];B[aa](;W[bb])(;W[cc]))",
        &expect![[r#"
            0 SZ"9"
            1 B"aa"
            2 W"bb"
            2 W"cc"
            4..5 game without its opening `(`"#]],
    );
    check("<!doctype html><p>(;-)", &expect!["\n\n0..22 text outside of the games\n0..0 no SGF game in this text"]);
    check(
        "",
        &expect![[r#"

        0..0 no SGF game in this text"#]],
    );
}

#[test]
fn lower_case_letters_do_not_count_in_names() {
    let games = parse("(;White[aa]Black[bb]KGSDE[1])");
    let root = games.games()[0];
    assert!(games.property(root, "W").is_some() && games.property(root, "B").is_some());
    assert!(games.property(root, "KGSDE").is_some() && games.property(root, "KGS").is_none());
}

#[test]
fn any_depth_is_read_and_printed() {
    let depth = 1_000_000;
    let text = "(;B[aa]".repeat(depth) + &")".repeat(depth);
    let games = parse(&text);
    assert_eq!(games.len(), depth);
    assert_eq!(games.faults(), []);
    let printed = pretty(&games);
    assert_eq!(parse(&printed).len(), depth);
    assert_eq!(revise(&games, &parse(&printed)), []);
    let open = parse("(;");
    assert_eq!(open.faults().len(), 1);
    assert_eq!(parse(&"(".repeat(depth)).faults()[0].kind, SgfFaultKind::TextOutsideGames);
}

#[test]
fn only_what_changes_is_written() {
    for (old, new, expected) in [
        ("(;C[a \\\nb] N[x];B[aa])", "(;C[c]N[x];B[aa])", "(;C[c] N[x];B[aa])"),
        ("(;FF[4] GM[1]\n;B[aa])", "(;FF[4]CA[UTF-8]GM[1];B[aa])", "(;FF[4]CA[UTF-8] GM[1]\n;B[aa])"),
        ("(;FF[4];B[aa]C[x];W[bb] )", "(;FF[4];B[aa];W[bb])", "(;FF[4];B[aa];W[bb] )"),
        ("(;FF[4];B[aa]\n)", "(;FF[4];B[aa];W[bb])", "(;FF[4];B[aa];W[bb]\n)"),
        ("(;B[aa](;W[bb])(;W[cc])) x", "(;B[aa];W[bb])", "(;B[aa];W[bb]) x"),
        ("(;AB[aa][bb])", "(;AB[aa][cc])", "(;AB[aa][cc])"),
        ("x (; B[aa])\n\n(;B[bb])\n(; B[cc]) y", "(;B[aa])(;B[cc])", "x (; B[aa])\n(; B[cc]) y"),
        ("x (; B[aa])\n( ; B[bb])", "(;B[aa])(;B[cc])(;B[bb])", "x (; B[aa])\n(;B[cc])\n( ; B[bb])"),
        ("x ( ; B[bb])", "(;B[cc])(;B[bb])", "x (;B[cc])\n( ; B[bb])"),
        ("(; B[aa](;W[bb])(; W[cc])) z", "(;B[aa](;W[bb])(;W[cc]))(;B[cc])", "(; B[aa](;W[bb])(; W[cc]))\n(;B[cc]) z"),
        ("(; B[aa])(;B[bb])(;B[cc])(; B[dd])", "(;B[aa])(;B[ee])(;B[dd])", "(; B[aa])(;B[ee])(; B[dd])"),
    ] {
        assert_eq!(apply(old, &revise(&parse(old), &parse(new))), expected, "{old} into {new}");
    }
}

#[test]
fn real_files_keep_the_laws_and_so_do_damaged_ones() {
    let Some(files) = crate::sgf::corpus() else { return };
    let mut random = fastrand::Rng::with_seed(7);
    for (index, (path, bytes)) in files.iter().enumerate() {
        let read = ishi_sgf::SgfFile::read(bytes);
        assert!(parse(read.text()).games().len() == 1, "{}", path.display());
        hold(bytes);
        for _ in 0..2 {
            hold(&damaged(bytes, &mut random));
        }
        if index % 40 == 0 {
            (0..bytes.len().min(600)).for_each(|end| hold(&bytes[..end]));
        }
    }
}

#[test]
fn names_in_any_charset_and_damaged_ones_keep_the_laws() {
    for seed in 0..400 {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes = ishi_test_support::random_sgf::in_some_charset(
            &ishi_test_support::random_sgf::tree(&mut random),
            &mut random,
        );
        hold(&bytes);
        hold(&damaged(&bytes, &mut random));
    }
}

#[test]
fn random_trees_and_damaged_ones_keep_the_laws() {
    for seed in 0..400 {
        let mut random = fastrand::Rng::with_seed(seed);
        let text = ishi_test_support::random_sgf::tree(&mut random);
        assert_eq!(parse(&text).faults(), [], "{text}");
        hold(text.as_bytes());
        hold(&damaged(text.as_bytes(), &mut random));
    }
}
