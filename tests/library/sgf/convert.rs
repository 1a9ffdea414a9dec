//! SGF as Ishi and Ishi as SGF.

use std::fmt::Write;

use expect_test::{Expect, expect};
use ishi_check::check::{Severities, Severity, check, fix};
use ishi_convert::convert::{to_ishi, to_sgf, to_sgf_in_any_order};
use ishi_ide::ide::{self, Contents};
use ishi_record::record::{Owner, SequenceId, read};
use ishi_record::syntax::Source;
use ishi_render::Glyph;
use ishi_sgf::{SgfFile, parse, revise};
use ishi_test_support::games::{Kind, game};
use ishi_test_support::laws::convert::{hold_for_ishi, hold_for_sgf};
use ishi_test_support::random_sgf::{damaged, in_some_charset, tree};
use ishi_text::{Edit, Span, apply};

fn check_sgf(text: &str, expected: &Expect) {
    let record = to_ishi(&parse(text), None);
    let mut out = record.text;
    for loss in record.losses {
        let _ = writeln!(out, "! {}: {}", loss.what, loss.why);
    }
    expected.assert_eq(&out);
    hold_for_sgf(text.as_bytes());
}

fn check_ishi(text: &str, expected: &Expect) {
    let games = to_sgf(text);
    let mut out = games.text;
    for loss in games.losses {
        let _ = writeln!(out, "! {}: {}", loss.what, loss.why);
    }
    expected.assert_eq(&out);
    hold_for_ishi(text);
}

#[test]
fn a_game_in_sgf_is_a_record() {
    check_sgf(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]HA[2]KM[0.50]PW[sita]WR[2d]PB[x]RE[W+R]DT[2004-04-08]AB[dd][pp]C[Hello.\n\nGo!]\n\
         ;W[mq]BL[1770.9];B[oq]TR[pp][dd]LB[aa:a][bb:12]C[COM\nendcom]\n(;W[fq];B[])(;W[kq]N[other]))",
        &expect![[r#"
            EVENT
            BOARDSIZE 19
            HANDICAP 2
            KOMI 0.50
            WHITE sita 2d
            BLACK x
            RESULT White wins by resignation
            DATE 2004-04-08
            SETUP B D16 Q4
            COM
            Hello.

            Go!
            ENDCOM
            USER sgf
            GM[1]
            FF[4]
            CA[UTF-8]
            SZ HA KM PW WR PB RE DT AB C
            ENDUSER
            REMARK sgf BL[1770.9]
            W 1 N3
            B 2 P3
            MARK \t@Q4 \t@D16 a@A19 12@B18
            USER sgf
            C[COM\nendcom]
            ENDUSER
            COM
            > COM
            > endcom
            ENDCOM
            W 3 F3
            VAR
              W 3 L3
              USER sgf
            N[other]
              ENDUSER
            ENDVAR
            B 4 PASS
        "#]],
    );
}

/// The times on the clocks of a move take one line, in whatever order the properties stand.
#[test]
fn clock_times_take_one_line() {
    check_sgf(
        "(;SZ[9];B[aa]BL[10.5]OB[3]C[x]TR[bb];WL[20\\]]W[bb](;B[cc]C[y]BL[9])(;BL[8]B[dd])(;B[ee]BL[7]N[z]))",
        &expect![[r#"
            EVENT
            BOARDSIZE 9
            USER sgf
            ENDUSER
            REMARK sgf BL[10.5] OB[3]
            B 1 A9
            COM
            x
            ENDCOM
            MARK \t@B8
            REMARK sgf WL[20\]] W
            W 2 B8
            REMARK sgf B C BL[9]
            B 3 C7
            COM
            y
            ENDCOM
            VAR
              REMARK sgf BL[8] B
              B 3 D6
            ENDVAR
            VAR
              B 3 E5
              USER sgf
            BL[7]
            N[z]
              ENDUSER
            ENDVAR
        "#]],
    );
}

/// Records in which clock times have blocks become what they were.
#[test]
fn clock_times_in_blocks_are_read() {
    let record = "EVENT\nBOARDSIZE 9\nUSER sgf\nENDUSER\nB 1 A9\nUSER sgf\nBL[10.5]\nOB[3]\nENDUSER\nCOM\nx\nENDCOM\n\
                  W 2 B8\nUSER sgf\nWL[20]\nW\nENDUSER\nB 3 C7\nCOM\ny\nENDCOM\nUSER sgf\nBL[9]\nENDUSER\n";
    assert_eq!(to_sgf(record).text, "(;SZ[9];B[aa]BL[10.5]OB[3]C[x];WL[20]W[bb];B[cc]C[y]BL[9])\n");
    // A remark of somebody's own is kept as any other.
    let remark = "EVENT\nUSER sgf\nENDUSER\nREMARK sgf BL[1]  OB[2]\nREMARK sgf N[x]\nREMARK sgf\nB 1 D4\n";
    assert!(to_sgf(remark).text.contains("\nREMARK sgf BL[1\\]  OB[2\\]\nREMARK sgf N[x\\]\n"));
    hold_for_ishi(remark);
    hold_for_ishi(
        "REMARK sgf BL[1]\nREMARK sgf BL[2]\nB 1 D4\nREMARK sgf BL[3]\nDIAGRAM\nREMARK sgf WL[4] C\nW 2 D5\n",
    );
}

/// Names in a line of clock times only keep the order of properties, so other lines of the node can be edited in a
/// record that becomes the same file again.
#[test]
fn lines_beside_clock_times_are_edited_alone() {
    let game = "(;SZ[9];B[aa]CR[aa]BL[600];BL[590]W[bb])\n";
    let record = to_ishi(&parse(game), None).text;
    for (line, others, edited) in [
        ("MARK \\d@A9", "MARK \\d@A9\nCOM\nhi\nENDCOM", "(;SZ[9];B[aa]CR[aa]BL[600]C[hi];BL[590]W[bb])\n"),
        ("MARK \\d@A9", "MARK \\d@A9 \\t@B8", "(;SZ[9];B[aa]CR[aa]BL[600]TR[bb];BL[590]W[bb])\n"),
        ("MARK \\d@A9", "MARK \\s@A9", "(;SZ[9];B[aa]BL[600]SQ[aa];BL[590]W[bb])\n"),
        ("W 2 B8", "W 2 B8\nCOM\nhi\nENDCOM", "(;SZ[9];B[aa]CR[aa]BL[600];BL[590]W[bb]C[hi])\n"),
    ] {
        assert!(record.contains(line), "{record}");
        let record = record.replacen(line, others, 1);
        assert_eq!(to_sgf_in_any_order(&record).text, edited, "{record}");
    }
    // A name of another kind, and a second line of times, would be lost.
    for remark in ["REMARK sgf B CR BL[600] XX", "REMARK sgf BL[1]\nREMARK sgf B CR BL[600]"] {
        let record = record.replacen("REMARK sgf B CR BL[600]", remark, 1);
        assert!(to_sgf_in_any_order(&record).text.contains("ISHI["), "{record}");
        hold_for_ishi(&record);
    }
}

#[test]
fn nodes_without_moves_are_diagrams() {
    check_sgf(
        "(;SZ[9];C[first];C[second](;B[aa];C[third](;W[bb])(;W[cc]))(;C[a](;B[dd])(;B[ee])))",
        &expect![[r#"
            EVENT
            BOARDSIZE 9
            USER sgf
            ENDUSER
            DIAGRAM
            COM
            first
            ENDCOM
            DIAGRAM
            COM
            second
            ENDCOM
            B 1 A9
            VAR
              DIAGRAM
              COM
            a
              ENDCOM
              B 1 D6
              VAR
                B 1 E5
              ENDVAR
            ENDVAR
            DIAGRAM
            COM
            third
            ENDCOM
            W 2 B8
            VAR
              W 2 C7
            ENDVAR
        "#]],
    );
    check_sgf(
        "(;SZ[9];B[aa](;C[x])(;C[y];C[z])(;W[bb])(;W[cc])(;C[w]))",
        &expect![[r#"
        EVENT
        BOARDSIZE 9
        USER sgf
        ENDUSER
        B 1 A9
        DIAGRAM
        COM
        x
        ENDCOM
        DIAGRAM
        COM
        y
        ENDCOM
        USER sgf
        up 1
        ENDUSER
        DIAGRAM
        COM
        z
        ENDCOM
        W 2 B8
        USER sgf
        up 2
        ENDUSER
        VAR
          W 2 C7
        ENDVAR
        VAR
          DIAGRAM
          COM
        w
          ENDCOM
        ENDVAR
    "#]],
    );
}

#[test]
fn stones_that_are_set_up_have_a_place() {
    check_sgf(
        "(;SZ[9]GN[x];AB[aa][bb]C[one];AW[cc]AE[aa];B[dd])",
        &expect![[r#"
        EVENT x
        BOARDSIZE 9
        SETUP B B8
        SETUP W C7
        USER sgf
        SZ GN
        ENDUSER
        USER sgf
        ;
        AB[aa][bb]
        ENDUSER
        COM
        one
        ENDCOM
        USER sgf
        ;
        AW[cc]
        AE[aa]
        ENDUSER
        B 1 D6
    "#]],
    );
    check_sgf(
        "(;SZ[9];B[aa](;AW[bb]C[look])(;W[cc]))",
        &expect![[r#"
        EVENT
        BOARDSIZE 9
        USER sgf
        ENDUSER
        B 1 A9
        DIAGRAM
        SETUP W B8
        COM
        look
        ENDCOM
        USER sgf
        first
        ENDUSER
        W 2 C7
    "#]],
    );
    check_sgf(
        "(;SZ[9]GN[x];B[aa];W[ba];AW[bb]AE[ba];B[cc](;W[dd])(;W[ee]))",
        &expect![[r#"
        EVENT x
        BOARDSIZE 9
        USER sgf
        SZ GN
        ENDUSER
        B 1 A9
        W 2 B9
        DIAGRAM
        SETUP W B8
        HIDE B9
        USER sgf
        part 1
        ENDUSER
        REMARK The game goes on from a position that was set up after move 2.
        EVENT x
        BOARDSIZE 9
        SETUP B A9
        SETUP W B8
        USER sgf
        part 1
        ENDUSER
        B 3 C7
        W 4 D6
        VAR
          W 4 E5
        ENDVAR
        ! stones set up after moves: the game goes on from it in an event of its own
    "#]],
    );
}

#[test]
fn odd_nodes_have_a_place() {
    check_sgf(
        "(;B[aa]C[x];B[bb]W[cc]C[y](;B[dd])(;B[ee]))",
        &expect![[r#"
        EVENT
        B 1 A19
        COM
        x
        ENDCOM
        USER sgf
        join
        ENDUSER
        B 2 B18
        W 3 C17
        COM
        y
        ENDCOM
        USER sgf
        join
        ENDUSER
        B 4 D16
        VAR
          B 4 E15
        ENDVAR
    "#]],
    );
    check_sgf(
        "(;SZ[9];B[aa];W[zz];B[tt];W[bb]MN[10];White[cc];B[dd][ee])",
        &expect![[r#"
        EVENT
        BOARDSIZE 9
        USER sgf
        ENDUSER
        B 1 A9
        DIAGRAM
        USER sgf
        W[zz]
        ENDUSER
        B 2 PASS
        USER sgf
        B[tt]
        ENDUSER
        W 3 B8
        USER sgf
        MN[10]
        ENDUSER
        W 4 C7
        USER sgf
        White[cc]
        ENDUSER
        B 5 D6
        USER sgf
        B[dd][ee]
        ENDUSER
    "#]],
    );
    check_sgf(
        "(;EV[e])(;GN[g]EV[e])(;GN[ g ]EV[e])(;PB[A 5d])(;KM[6,5]RE[W+Resign])",
        &expect![[r#"
        EVENT e
        USER sgf
        EV[e]
        ENDUSER
        EVENT g
        USER sgf
        GN
        EV[e]
        ENDUSER
        EVENT g
        USER sgf
        GN[ g ]
        EV[e]
        ENDUSER
        EVENT
        BLACK A 5d
        USER sgf
        PB[A 5d]
        ENDUSER
        EVENT
        KOMI 6,5
        RESULT W+Resign
        USER sgf
        KM[6,5]
        RE
        ENDUSER
    "#]],
    );
}

#[test]
fn a_property_may_have_the_name_of_what_a_block_says() {
    check_sgf(
        "(;game[x];B[aa]join[y])",
        &expect![[r#"
        EVENT
        USER sgf
        game[x]
        ENDUSER
        B 1 A19
        USER sgf
        join[y]
        ENDUSER
    "#]],
    );
}

#[test]
fn other_games_are_kept_as_they_are() {
    check_sgf(
        "(;GM[2];B[aa])(;SZ[37])(;SZ[9:13])(;SZ[9:9];B[aa])",
        &expect![[r#"
            REMARK This game is kept as it is: it is not a game of Go.
            EVENT
            USER sgf
            game [(;GM[2\];B[aa\])]
            ENDUSER
            REMARK This game is kept as it is: its board has a size that Ishi does not have: 2 to 19.
            EVENT
            USER sgf
            game [(;SZ[37\])]
            ENDUSER
            REMARK This game is kept as it is: its board is not square, and those of Ishi are.
            EVENT
            USER sgf
            game [(;SZ[9:13\])]
            ENDUSER
            EVENT
            BOARDSIZE 9
            USER sgf
            SZ[9:9]
            ENDUSER
            B 1 A9
            ! game 1: it is not a game of Go
            ! game 2: its board has a size that Ishi does not have: 2 to 19
            ! game 3: its board is not square, and those of Ishi are
        "#]],
    );
}

#[test]
fn a_record_is_a_game_in_sgf() {
    check_ishi("", &expect![""]);
    // The white space after a title is part of it.
    hold_for_ishi("EVENT\nCOM title \nx\nENDCOM\nREMARK y \nB 1 D4\n");
    // A blank line ends a list.
    hold_for_ishi("EVENT\nSETUP B C3\n\nSETUP W D3\nB 1 D4\nPRISONER D3\n\nPRISONER D3\n");
    check_ishi(
        "B 1 Q16\n",
        &expect![[r#"
            (;FF[4]GM[1]CA[UTF-8]AP[ishi:1]ISHI[734c84f388ccbfaa
            ];B[pd])
        "#]],
    );
}

#[test]
fn what_sgf_has_no_word_for_is_kept() {
    check_ishi(
        "REMARK x\nEVENT y\nKOMI 3 1/2\nSETUP B C3\nB 1 D4\nDIAGRAM A1 E5\nSETUP W C5\nHIDE #1\nB 2 E4\nPRISONER C3\nUSER mine\nENDUSER\nVAR b\nB 2 C4\nENDVAR\n",
        &expect![[r#"
            (;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[y]KM[3.5]AB[cq]ISHI[c8d5262288e1757f
            REMARK x
            EVENT y
            KOMI 3 1/2
            SETUP B C3]
            ;B[dp]
            (;B[ep]ISHI[4995b9b43fe9c703
            B 2 E4
            PRISONER C3
            USER mine
            ENDUSER])
            (;B[cp]ISHI[9b3b9a3529030008 VAR
            VAR b
            B 2 C4])
            (;AW[co]ISHI[1b0af7ecfd660bb2
            DIAGRAM A1 E5
            SETUP W C5
            HIDE #1]))
            ! REMARK x: other programs do not show remarks
            ! DIAGRAM A1 E5: other programs show the whole board
            ! HIDE #1: other programs hide no stones by their numbers
            ! USER mine: other programs have no use for it
            ! VAR b: other programs do not show the markers of variations
        "#]],
    );
    // Other programs find the dates, and lines come back as they were.
    check_ishi(
        "DATE 8 March 1990\nDATE 9-10 March 1990\nB 1 D4\n",
        &expect![[r#"
        (;FF[4]GM[1]CA[UTF-8]AP[ishi:1]DT[1990-03-08,1990-03-09,10]ISHI[04805d630b495fea
        DATE 8 March 1990
        DATE 9-10 March 1990]
        ;B[dp])
    "#]],
    );
    check_ishi(
        "EVENT\nnonsense\nB 1 D4\nVAR\n",
        &expect![[r#"
        (;FF[4]GM[1]CA[UTF-8]AP[ishi:1]ISHIEVENT[b06071f40150570a
        EVENT
        nonsense
        B 1 D4
        VAR]
        ;B[dp])
        ! event 1: its lines are kept in a property of their own, and other programs see only what could be read
    "#]],
    );
}

/// The law for the examples, for random games and for real records.
#[test]
fn random_and_real_records_come_back() {
    let mut texts: Vec<String> = ishi_test_support::laws::examples();
    texts.extend(ishi_test_support::real::records());
    let folder = ishi_test_support::root().join("examples");
    texts.extend(
        std::fs::read_dir(folder)
            .expect("the examples")
            .map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).expect("an example")),
    );
    for seed in 0..100 {
        let size = 5 + (seed % 15) as u8;
        texts.push(game(seed, Kind { size, moves: 60, setup: (seed % 7) as usize, annotated: true, legal: false }));
    }
    for text in texts {
        hold_for_ishi(&text);
    }
}

/// Those that a property keeps, too.
#[test]
fn the_lines_of_variations_are_indented() {
    let record = "EVENT\nB 1 Q16\nVAR a\n  B 1 Q4\n  COM\nVAR is prose here\n  ENDCOM\n  W 2 D4\n  \
                  REMARK which one\n  VAR b\n    W 2 D16\n  ENDVAR\nENDVAR\nW 2 D4\n";
    assert_eq!(to_ishi(&parse(&to_sgf(record).text), None).text, record);
}

/// Lines lost, doubled and swapped, and bytes that are damaged.
#[test]
fn damaged_records_come_back() {
    for seed in 0..600 {
        let mut random = fastrand::Rng::with_seed(seed);
        let kind = Kind { size: 9, moves: 30, setup: (seed % 3) as usize, annotated: true, legal: false };
        let text = game(seed, kind) + &game(seed + 1000, kind);
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        for _ in 0..random.usize(..4) {
            let (one, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
            match random.u8(..4) {
                0 => drop(lines.remove(one)),
                1 => lines.insert(other, lines[one]),
                2 => lines.swap(one, other),
                _ => {
                    lines
                        .insert(one, ["REMARK x\n", "VAR\n", "ENDVAR\n", "DIAGRAM\n", "USER sgf\n"][random.usize(..5)]);
                }
            }
        }
        let text = lines.concat();
        hold_for_ishi(&text);
        let damaged = damaged(text.as_bytes(), &mut random);
        hold_for_ishi(&String::from_utf8_lossy(&damaged));
    }
}

/// The dialects of servers are read in the terms of SGF, and written back as they were.
#[test]
fn dialects_are_headers() {
    check_sgf(
        "(;GM[1]FF[4]SZ[19]TE[Cup final]RD[2021-01-20]PC[Seoul]TM[3h]LT[60]LC[5]KO[6.5]RE[W+R]PB[Kim]BR[9p]PW[Tang]\
         HD[0]WR[9p]GK[1];B[qd])",
        &expect![[r#"
            EVENT Cup final
            BOARDSIZE 19
            DATE 2021-01-20
            PLACE Seoul
            TIMELIMIT 3h, 5x60 byo-yomi
            KOMI 6.5
            RESULT White wins by resignation
            BLACK Kim 9p
            WHITE Tang 9p
            HANDICAP 0
            USER sgf
            GM[1]
            FF[4]
            SZ
            TE[Cup final]
            RD[2021-01-20]
            PC
            TM[3h]
            LT[60]
            LC[5]
            KO[6.5]
            RE PB BR PW
            HD[0]
            WR
            GK[1]
            ENDUSER
            B 1 R16
        "#]],
    );
    check_sgf(
        "(;GM[1]FF[4]SZ[19]AP[foxwq]PB[a]BR[9段]PW[b]WR[P9段]KM[375]RU[Chinese];B[pd])",
        &expect![[r#"
            EVENT
            BOARDSIZE 19
            BLACK a 9段
            WHITE b P9段
            KOMI 7.5
            RULES Chinese
            USER sgf
            GM[1]
            FF[4]
            SZ
            AP[foxwq]
            PB[a]
            BR[9段]
            PW[b]
            WR[P9段]
            KM[375]
            RU
            ENDUSER
            B 1 Q16
        "#]],
    );
    check_sgf(
        "(;GM[1]FF[4]AP[other:1]KM[375]RU[Chinese];B[pd]KO[])",
        &expect![[r#"
            EVENT
            KOMI 375
            RULES Chinese
            USER sgf
            GM[1]
            FF[4]
            AP[other:1]
            KM RU
            ENDUSER
            B 1 Q16
            USER sgf
            KO[]
            ENDUSER
        "#]],
    );
    for (sgf, line, edited, changed) in [
        (
            "(;GM[1]SZ[9]RD[2021-01-20]KO[6.5];B[ee])",
            "KOMI 6.5",
            "KOMI 7.5",
            "(;GM[1]SZ[9]RD[2021-01-20]KO[7.5];B[ee])",
        ),
        ("(;GM[1]SZ[9]TE[Cup]KO[6.5];B[ee])", "EVENT Cup", "EVENT Cup 2", "(;GM[1]SZ[9]TE[Cup 2]KO[6.5];B[ee])"),
        ("(;AP[foxwq]SZ[9]RU[Chinese]KM[375];B[ee])", "KOMI 7.5", "KOMI 7", "(;AP[foxwq]SZ[9]RU[Chinese]KM[7];B[ee])"),
        ("(;AP[foxwq]SZ[9]KM[375]RU[Chinese];B[ee])", "B 1 E5", "B 1 E4", "(;AP[foxwq]SZ[9]KM[375]RU[Chinese];B[ef])"),
    ] {
        let record = to_ishi(&parse(sgf), None).text;
        assert!(record.contains(line), "{record}");
        assert_eq!(to_sgf(&record.replace(line, edited)).text.trim_end(), changed);
    }
}

/// Values in the words of people come back as they were, and a header keeps its text.
#[test]
fn values_in_words_come_back() {
    for (properties, lines) in [
        ("KM[6目半]", "KOMI 6目半"),
        ("KM[3又3/4子]", "KOMI 3又3/4子"),
        ("DT[2018年5月2日]", "DATE 2018年5月2日"),
        ("DT[2018-05-02 20:46:58]", "DATE 2018-05-02 20:46:58"),
        ("DT[29.11.2012]", "DATE 29.11.2012"),
        ("RE[黑中盘胜]", "RESULT 黑中盘胜"),
        ("RE[B+0.5 (moves beyond 200 not known)]", "RESULT B+0.5 (moves beyond 200 not known)"),
        ("HA[４]", "HANDICAP ４"),
    ] {
        let sgf = format!("(;GM[1]SZ[9]{properties};B[ee])");
        let record = to_ishi(&parse(&sgf), None).text;
        assert!(record.contains(&format!("\n{lines}\n")), "{record}");
        assert_eq!(to_sgf(&record).text.trim_end(), sgf);
        let record = format!("EVENT\n{lines}\nB 1 Q16\n");
        hold_for_ishi(&record);
        assert!(to_ishi(&parse(&to_sgf(&record).text), None).text.contains(lines));
    }
}

#[test]
fn games_in_sgf_come_back() {
    for seed in 0..2000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let text = tree(&mut random);
        hold_for_sgf(text.as_bytes());
        hold_for_sgf(&damaged(text.as_bytes(), &mut random));
    }
}

#[test]
fn games_in_a_charset_that_they_do_not_name_come_back() {
    for seed in 0..500 {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes = in_some_charset(&tree(&mut random), &mut random);
        hold_for_sgf(&bytes);
        hold_for_sgf(&damaged(&bytes, &mut random));
    }
}

/// A game that begins as those that were never in SGF do, and is in another charset than it says.
#[test]
fn a_native_game_in_another_charset_comes_back() {
    hold_for_sgf(b"(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]SZ[19]PB[Andr\xe9];B[aa])");
    hold_for_sgf(b"(;FF[4]GM[1]CA[UTF-8]AP[ishi:1];B[aa]C[\xe9])");
    hold_for_sgf(b"(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]ISHI[x];B[aa]C[\xe9])");
}

#[test]
fn real_games_in_sgf_come_back() {
    let Some(files) = crate::sgf::corpus() else { return };
    let mut random = fastrand::Rng::with_seed(1);
    for (path, bytes) in files {
        let file = SgfFile::read(&bytes);
        let record = to_ishi(&parse(file.text()), Some(file.charset()));
        assert_eq!(record.readable, 1, "{}", path.display());
        hold_for_sgf(&bytes);
        hold_for_sgf(&damaged(&bytes, &mut random));
    }
}

/// A comment that is edited in the record is the only change of the file.
#[test]
fn an_edited_comment_is_the_only_change_in_a_real_game() {
    let Some(files) = crate::sgf::corpus() else { return };
    let mut count = 0;
    for (path, bytes) in files {
        let file = SgfFile::read(&bytes);
        let games = parse(file.text());
        let record = to_ishi(&games, Some(file.charset())).text;
        let Some(at) = record.find("\nCOM\n").map(|at| at + 5) else { continue };
        let edited = apply(&record, &[Edit::insert(at, "Edited: ")]);
        let edits = revise(&games, &parse(&to_sgf(&edited).text));
        let [edit] = &edits[..] else { panic!("{}: {edits:?}", path.display()) };
        assert!(edit.text.starts_with("Edited: "), "{}: {edit:?}", path.display());
        let value = games.text()[..edit.span.start as usize].ends_with("C[");
        assert!(value, "{}: {edit:?}", path.display());
        let written = file.encode(&edits).expect("characters of the charset");
        let rest = Span::new(edit.span.end as usize, file.text().len());
        assert!(written.ends_with(rest.of(file.text()).as_bytes()) || !file.text().is_ascii(), "{}", path.display());
        count += 1;
    }
    assert!(count > 50, "{count} comments");
}

/// An event that goes on from a node, and turns out to be kept as a whole, leaves the node what it had.
#[test]
fn an_event_that_is_kept_takes_nothing_from_the_node_that_it_goes_on_from() {
    check_ishi(
        "B 1 D4\nDIAGRAM\nSETUP W D16\nUSER sgf\npart 1\nENDUSER\nW 2 Q4\nEVENT\nUSER sgf\npart 1\nENDUSER\n\
         W 2 R4\nVAR\nW 2 Q3\nVAR\nW 2 Q5\nENDVAR\nENDVAR\n",
        &expect![[r#"
            (;FF[4]GM[1]CA[UTF-8]AP[ishi:1]ISHI[734c84f388ccbfaa
            ];B[dp]
            (;W[pp])
            (;AW[dd]ISHI[3416aeed0b51fc04
            DIAGRAM
            SETUP W D16
            USER sgf
            part 1
            ENDUSER]))
            (;ISHIEVENT[537c19f382c96a23
            EVENT
            USER sgf
            part 1
            ENDUSER
            W 2 R4
            VAR
            W 2 Q3
            VAR
            W 2 Q5
            ENDVAR
            ENDVAR]
            (;W[qp]MN[2])
            (;W[pq]MN[2])
            (;W[po]MN[2]))
            ! USER sgf: other programs have no use for it
            ! event 2: its lines are kept in a property of their own, and other programs see only what could be read
        "#]],
    );
}

/// A block about a part that no event continues, or that continues a node without stones, is kept.
#[test]
fn a_part_that_nothing_goes_on_with_is_kept() {
    for text in [
        "B 1 D4\nDIAGRAM\nSETUP W D16\nUSER sgf\npart 1\nENDUSER\nW 2 Q4\n",
        "B 1 D4\nDIAGRAM\nUSER sgf\npart 1\nENDUSER\nW 2 Q4\n",
        "EVENT\nUSER sgf\npart 1\nENDUSER\nB 1 D4\n",
        "B 1 D4\nDIAGRAM\nUSER sgf\npart 1\nENDUSER\nW 2 Q4\nEVENT\nUSER sgf\npart 1\nENDUSER\nW 2 R4\n",
    ] {
        hold_for_ishi(text);
    }
}

/// Marks that show nothing have no place among the properties of a node.
#[test]
fn the_block_stands_where_it_is_after_marks_that_show_nothing() {
    let record = "EVENT\nBOARDSIZE 9\nB 1 A9\nUNMARK #1\nCOM\nx\nENDCOM\nUSER sgf\nKO[]\nENDUSER\n";
    let sgf = to_sgf(record).text;
    assert!(sgf.contains("B[aa]C[x]KO[]"), "{sgf}");
    hold_for_ishi(record);
}

#[test]
fn marks_that_are_looked_up_on_the_board_are_written_once() {
    let record = "EVENT\nBOARDSIZE 9\nB 1 A9\nMARK \\t@A9\nUNMARK #1\nMARK \\s@C9\nMARK \\s@D9\n";
    let sgf = to_sgf(record).text;
    assert!(sgf.contains("B[aa]SQ[ca][da]ISHI["), "{sgf}");
    hold_for_ishi(record);
}

/// Each game is divided or not by itself, however often a number is taken again.
#[test]
fn numbers_that_are_taken_again_join_the_events_around_them() {
    let event = |point: &str, part: &str| {
        format!(
            "EVENT A\nBOARDSIZE 9\nB 1 {point}\nDIAGRAM\nSETUP W D6\nUSER sgf\npart {part}\nENDUSER\n\
             REMARK The game goes on from a position that was set up after move 1.\nEVENT A\nBOARDSIZE 9\n\
             SETUP B {point}\nSETUP W D6\nUSER sgf\npart {part}\nENDUSER\nW 2 E5\n"
        )
    };
    let many: String = (0..20).map(|at| event("C7", &(at % 3).to_string())).collect();
    assert_eq!(games_of(&many), 20);
    // One that is lost, and one with which nothing goes on.
    let lost = event("C7", "2").replace("W 2 E5", "MOVE");
    let unused = "EVENT B\nBOARDSIZE 9\nB 1 C7\nDIAGRAM\nSETUP W D6\nUSER sgf\npart 1\nENDUSER\n";
    assert_eq!(games_of(&format!("{}{lost}{}{unused}", event("A1", "1"), event("B2", "1"))), 5);
}

/// A label that no line can express is drawn from the block that keeps it, on points without another mark.
#[test]
fn labels_that_no_line_can_say_are_drawn() {
    let game = "(;FF[4]SZ[9]LB[aa:甲];B[ee]LB[gg:い][cc:①][bb:A][dd: A3 ][zz:い][cc:②]C[い]\
                (;W[dd])(;W[cc]LB[cc:long]TR[ee]L[ff]))";
    let record = to_ishi(&parse(game), None).text;
    let source = Source::of_event(&record, true);
    let event = read(&source).event;
    let drawn = |owner| {
        let picture = ide::figure(&event, &source, owner, &Contents::default());
        let marks = picture.marks.iter().map(|(point, glyph)| match glyph {
            Glyph::Label(text) => format!("{text}@{point}"),
            other => format!("{other:?}@{point}"),
        });
        marks.collect::<Vec<_>>().join(" ")
    };
    let last = |sequence| Owner::Move(event.moves_of(SequenceId(sequence)).next().expect("a move"));
    assert_eq!(drawn(Owner::Event), "甲@A9");
    assert_eq!(drawn(last(0)), "A@B8 い@G3 A3@D6 ①@C7");
    assert_eq!(drawn(last(1)), "a@F4 Triangle@E5 long@C7");
    let bare = Contents { marks: false, ..Contents::default() };
    assert!(ide::figure(&event, &source, Owner::Event, &bare).marks.is_empty());
    hold_for_sgf(game.as_bytes());
}

/// A mark that no line can express is kept when another mark of the node is edited.
#[test]
fn an_edit_of_marks_keeps_those_that_no_line_can_say() {
    let record = to_ishi(&parse("(;FF[4]SZ[9];B[cc]LB[aa:a][bb:long][zz:b]TR[dd])"), None).text;
    let edited = record.replace("a@A9", "b@A9");
    assert_ne!(edited, record);
    let sgf = to_sgf(&edited).text;
    assert_eq!(sgf, "(;FF[4]SZ[9];B[cc]LB[aa:b][bb:long][zz:b]TR[dd])\n");
    hold_for_sgf(sgf.as_bytes());
}

/// A value that was valid in an old version, or nearly is, is read and keeps its form.
#[test]
fn old_and_careless_files_are_read() {
    check_sgf(
        "(;FF[2]GM[1]SZ[9];B[ cc ]L[aa][bb]M[cc];W[dd\n];AB[]AW[ ]AE[\\\n]C[x];B[ee])",
        &expect![[r#"
            EVENT
            BOARDSIZE 9
            USER sgf
            FF[2]
            GM[1]
            SZ
            ENDUSER
            B 1 C7
            USER sgf
            B[ cc ]
            L[aa][bb]
            M[cc]
            ENDUSER
            MARK a@A9 b@B8 \c@C7
            W 2 D6
            USER sgf
            W[dd\n]
            ENDUSER
            DIAGRAM
            USER sgf
            AB[]
            AW[ ]
            AE[]
            ENDUSER
            COM
            x
            ENDCOM
            B 3 E5
        "#]],
    );
}

/// Long names of `FF[1]` stand in one place, and all else is as in any other game. Names that are spelled in several
/// ways, or that SGF does not define, stay where they are.
#[test]
fn long_names_are_short_in_a_record() {
    check_sgf(
        "(;GaMe[1]SiZe[9]PlayerBlack[Ada]C[one];White[aa];Black[bb]Comment[two]Letters[cc]QuX[dd])",
        &expect![[r#"
            EVENT
            BOARDSIZE 9
            BLACK Ada
            COM
            one
            ENDCOM
            USER sgf
            names Black GaMe Letters PlayerBlack SiZe White
            GM[1]
            SZ PB C
            ENDUSER
            W 1 A9
            B 2 B8
            USER sgf
            Comment[two]
            L[cc]
            QuX[dd]
            ENDUSER
            COM
            two
            ENDCOM
            MARK a@C7
        "#]],
    );
}

/// The long names that a block lists count as long as the game has them throughout.
#[test]
fn a_list_of_long_names_that_is_wrong_is_kept() {
    for text in [
        "EVENT\nUSER sgf\nnames White\nENDUSER\nB 1 D4\n",
        "EVENT\nUSER sgf\nnames White WHite\nENDUSER\nW 1 D4\n",
        "EVENT\nUSER sgf\nnames Walter\nENDUSER\nW 1 D4\n",
        "EVENT\nUSER sgf\nENDUSER\nW 1 D4\nUSER sgf\nWhite[dp]\nENDUSER\n",
        "EVENT\nUSER sgf\nENDUSER\nW 1 D4\nUSER sgf\nnames White\nENDUSER\n",
        "EVENT\nUSER sgf\nnames White\nENDUSER\nW 1 D4\nUSER sgf\nWWhite[dp]\nENDUSER\n",
    ] {
        hold_for_ishi(text);
    }
}

/// A game that goes on from stones in an event of its own, and another game.
const PARTS: &str = "EVENT A\nBOARDSIZE 9\nB 1 C7\nDIAGRAM\nSETUP W D6\nUSER sgf\npart 1\nENDUSER\n\
                     REMARK The game goes on from a position that was set up after move 1.\nEVENT A\nBOARDSIZE 9\n\
                     SETUP B C7\nSETUP W D6\nUSER sgf\npart 1\nENDUSER\nW 2 E5\n\
                     DIAGRAM\nSETUP B A9\nUSER sgf\npart 2\nENDUSER\n\
                     REMARK The game goes on from a position that was set up after move 2.\nEVENT A\nBOARDSIZE 9\n\
                     SETUP B A9 C7\nSETUP W D6 E5\nUSER sgf\npart 2\nENDUSER\nB 3 B8\n\
                     EVENT B\nBOARDSIZE 9\nB 1 C7\nDIAGRAM\nSETUP W D6\nUSER sgf\npart 3\nENDUSER\n\
                     REMARK The game goes on from a position that was set up after move 1.\nEVENT B\nBOARDSIZE 9\n\
                     SETUP B C7\nSETUP W D6\nUSER sgf\npart 3\nENDUSER\nW 2 E5\n";

/// How many games a record becomes that is the same when it comes back. The numbers of parts are counted anew.
fn games_of(text: &str) -> usize {
    let sgf = to_sgf(text).text;
    let games = parse(&sgf);
    let lines = |text: &str| text.lines().filter(|line| !line.starts_with("part ")).collect::<Vec<_>>().join("\n");
    assert_eq!(lines(&to_ishi(&games, None).text), lines(text), "{sgf}");
    games.games().len()
}

/// Lines at the place where a game continues from a position may have no counterpart in the node. Then that game is
/// divided, and no other one.
#[test]
fn the_event_that_goes_on_says_more_than_its_position() {
    assert_eq!(games_of(PARTS), 2);
    for (old, new) in [
        ("part 1\nENDUSER\nW 2 E5", "part 1\nENDUSER\nCOM\nnew\nENDCOM\nW 2 E5"),
        ("EVENT A\nBOARDSIZE 9\nSETUP B A9", "EVENT A\nBOARDSIZE 9\nBLACK Ada\nSETUP B A9"),
        ("EVENT A\nBOARDSIZE 9\nSETUP B A9", "EVENT A\nBOARDSIZE 13\nSETUP B A9"),
        ("part 2\nENDUSER\nB 3", "part 2\nXX[new]\nENDUSER\nB 3"),
    ] {
        let text = PARTS.replacen(old, new, 1);
        assert_ne!(text, PARTS, "{old}");
        assert_eq!(games_of(&text), 3, "{new}");
    }
    // A game that is kept as a whole does not go on.
    assert_eq!(games_of(&PARTS.replacen("B 1 C7", "B 1 C7\nMOVE", 1)), 4);
    // Other stones than those of the node are reported: they may be left over from an edit before it.
    for (old, new) in [("SETUP W D6 E5", "SETUP W D6 E5 F4"), ("B 1 C7\nDIAGRAM", "B 1 C7\nW 2 J1\nDIAGRAM")] {
        let sgf = to_sgf(&PARTS.replacen(old, new, 1));
        assert_eq!(parse(&sgf.text).games().len(), 2, "{new}");
        assert!(sgf.losses.iter().any(|loss| loss.why.contains("from which the game goes on")), "{:?}", sgf.losses);
    }
    // What is written at the node itself stays there.
    assert_eq!(games_of(&PARTS.replacen("DIAGRAM\n", "REMARK new\nDIAGRAM\n", 2)), 2);
}

/// Two diagrams have the same number only if somebody has written it. Both keep it, and the first has the part.
#[test]
fn a_number_that_two_diagrams_have_is_kept() {
    let one = "DIAGRAM\nSETUP W D6\nUSER sgf\npart 1\nENDUSER\n";
    let other = one.replace("D6", "D5");
    assert_eq!(games_of(&PARTS.replacen(one, &format!("{one}{other}"), 1)), 4);
    assert_eq!(games_of(&PARTS.replacen(one, &format!("{one}W 2 A1\n{other}"), 1)), 2);
    hold_for_ishi(&format!("EVENT\n{one}{one}B 1 D4\n"));
    let sgf = to_sgf(&PARTS.replacen(one, &format!("{other}W 2 A1\n{one}"), 1));
    assert!(sgf.text.contains("\npart 1\n"), "{}", sgf.text);
    assert!(sgf.losses.iter().any(|loss| loss.why.contains("from which the game goes on")), "{:?}", sgf.losses);
}

/// A game keeps what it has of a record wherever it stands.
#[test]
fn games_keep_their_lines_in_another_order() {
    let text = "EVENT A\nREMARK one\nKOMI 3 1/2\nB 1 Q16\nEVENT B\nREMARK two\nKOMI 3 1/2\nB 1 Q4\n";
    hold_for_ishi(text);
    let games = to_sgf(text).text;
    let at = games.find("\n(;").expect("a second game") + 1;
    let turned = format!("{}{}", &games[at..], &games[..at]);
    hold_for_sgf(turned.as_bytes());
    let second = text.find("EVENT B").expect("a second event");
    assert_eq!(to_ishi(&parse(&turned), None).text, format!("{}{}", &text[second..], &text[..second]));
    // Only the first event can do without EVENT.
    let first = to_sgf("REMARK one\nB 1 Q16\n").text;
    let glued = format!("{}{first}", to_sgf("EVENT B\nB 1 Q4\n").text);
    hold_for_sgf(glued.as_bytes());
    assert!(to_ishi(&parse(&glued), None).text.contains("\nEVENT\n"), "{glued}");
}

/// MN may number moves anew, and a record has each number once in a sequence.
#[test]
fn numbers_that_a_sequence_can_not_have_stay_in_the_block() {
    let severities = Severities::default();
    for game in [
        "(;GM[1];B[dp](;W[fq]MN[1];B[dn])(;W[cq]MN[1];B[dq]))",
        "(;GM[1];B[dp];W[fq]MN[1];B[dn];W[cq]MN[1];B[dq]MN[2])",
        "(;GM[1];B[dp];W[fq]MN[2];B[dn]MN[2];W[cq]MN[4])",
        "(;GM[1];B[dp]MN[0];W[fq]MN[0];B[dn])",
        "(;GM[1];B[dp];W[fq]MN[4294967295];B[dn];W[cq]MN[99999999999];B[dq])",
        "(;GM[1];B[dp]MN[4294967295];W[fq];B[dn])",
        "(;GM[1]MN[7];B[dp];MN[1]C[x];W[fq]MN[1]C[y]TR[fq];B[dn])",
        "(;GM[1]B[dp]MN[3];W[fq]MN[1];B[dn](;W[cq];B[dq]MN[1])(;C[x];W[dq]MN[1];B[cq]))",
        "(;GM[1];B[dp];AW[fq];B[dn]MN[1];W[cq]MN[1])",
        "(;GM[1];B[dp]MN[5];W[fq]MN[9];B[dn]MN[11]C[x];W[cq])",
        "(;GM[1];B[dp];W[fq]MN[5]C[y](;B[dn]MN[50];W[cq]MN[60])(;B[dq]MN[70]))",
        "(;GM[1];B[dp];B[fq]W[dn]MN[5];B[cq])",
    ] {
        let record = to_ishi(&parse(game), None).text;
        let problems = check(&record, &severities);
        let errors: Vec<_> = problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{game}\n{record}\n{errors:?}");
        let back = |record: &str| to_sgf(record).encode_over(&SgfFile::read(game.as_bytes())).unwrap();
        assert_eq!(String::from_utf8_lossy(&back(&record)), game, "{record}");
        let fixed = fix(&record, &severities, true).text;
        let fixed = String::from_utf8(back(&fixed)).unwrap();
        assert_eq!(fixed.matches("MN[").count(), game.matches("MN[").count(), "{record}\n{fixed}");
        hold_for_sgf(game.as_bytes());
    }
    check_sgf(
        "(;GM[1];B[dp];W[fq]MN[1]TR[fq](;B[dn])(;B[dq]MN[1];W[cq]))",
        &expect![[r#"
            EVENT
            USER sgf
            GM[1]
            ENDUSER
            B 1 D4
            W 2 F3
            USER sgf
            MN[1]
            ENDUSER
            MARK \t@F3
            B 3 D6
            VAR
              B 1 D3
              W 2 C3
            ENDVAR
        "#]],
    );
}

/// The numbers of a record that do not rise by one are a mistake there, and all lines come back.
#[test]
fn a_record_with_numbers_that_do_not_rise_comes_back() {
    for record in [
        "EVENT x\nB 1 D4\nW 1 F3\nB 2 D6\n",
        "EVENT x\nB 1 D4\nW 5 F3\nB 3 D6\nVAR\n  B 1 C3\n  W 1 D3\nENDVAR\nW 4 C4\n",
        "EVENT x\nB 4294967295 D4\nW 2 F3\n",
        "EVENT x\nB 1 D4\nW 5 F3\nB 6 D6\nVAR\n  B 9 C3\n  W 12 D3\nENDVAR\nW 8 C4\n",
        "EVENT x\nB 1 D4\nREMARK sure?\nW 5 F3\nB 6 D6\nCOM\nhi\nENDCOM\n",
        "EVENT x\nUSER sgf\nENDUSER\nB 1 D4\nREMARK sure?\nW 2 F3\nUSER sgf\nMN[5]\nENDUSER\nB 3 D6\n",
    ] {
        hold_for_ishi(record);
        assert_eq!(to_ishi(&parse(&to_sgf(record).text), None).text, record);
    }
}

/// Headers need no board.
#[test]
fn a_game_without_a_board_has_headers() {
    check_sgf(
        "(;GM[1]FF[4]SZ[13:9]PB[Ann]BR[2d]PW[Bob]RE[B+2]DT[2001-02-03];B[ma])",
        &expect![[r#"
            REMARK This game is kept as it is: its board is not square, and those of Ishi are.
            EVENT
            BLACK Ann 2d
            WHITE Bob
            RESULT Black wins by 2
            DATE 2001-02-03
            USER sgf
            game [(;GM[1\]FF[4\]SZ[13:9\]PB[Ann\]BR[2d\]PW[Bob\]RE[B+2\]DT[2001-02-03\];B[ma\])]
            ENDUSER
            ! game 1: its board is not square, and those of Ishi are
        "#]],
    );
}

const OBLONG: &str = "(;GM[1]FF[4]SZ[13:9]PB[Ann]BR[2d]PW[Bob]XX[1]RE[B+2]DT[2001-02-03];B[ma])\n";

/// The headers of such a game can be edited; its moves stay as they are.
#[test]
fn edited_headers_of_a_game_without_a_board_are_written_back() {
    let record = to_ishi(&parse(OBLONG), None).text;
    let edited = |from: &str, to: &str| {
        let edited = record.replacen(from, to, 1);
        assert_ne!(edited, record, "{from}");
        let games = to_sgf(&edited);
        assert_eq!(games.unapplied, [], "{edited}");
        hold_for_ishi(&games.text);
        games.text
    };
    assert_eq!(to_sgf(&record).text, OBLONG);
    assert_eq!(edited("Ann 2d", "Zoe 3d"), OBLONG.replace("PB[Ann]BR[2d]", "PB[Zoe]BR[3d]"));
    assert_eq!(edited("RESULT Black wins by 2\n", ""), OBLONG.replace("RE[B+2]", ""));
    assert_eq!(edited("by 2", "by resignation"), OBLONG.replace("B+2", "B+R"));
    assert_eq!(edited("EVENT", "EVENT A [b]"), OBLONG.replace("03];", "03]GN[A [b\\]];"));
    let placed = edited("DATE 2001-02-03", "DATE 2001-02-03\nPLACE Rome");
    assert!(placed.contains("PC[Rome]") && placed.contains("SZ[13:9]") && placed.ends_with(";B[ma])\n"), "{placed}");
}

/// A line that such a game has no place for is reported, and not written over a file.
#[test]
fn lines_without_a_place_in_a_game_without_a_board_are_reported() {
    let record = to_ishi(&parse(OBLONG), None).text;
    for (line, why) in [
        ("B 1 Q16", "only its headers can be changed"),
        ("BOARDSIZE 9", "only its headers can be changed"),
        ("REMARK mine", "only its headers can be changed"),
        ("KOMI as usual", "SGF has no value for this text"),
    ] {
        let edited = format!("{record}{line}\n");
        let edited =
            if line.starts_with("KOMI") { record.replace("USER sgf", &format!("{line}\nUSER sgf")) } else { edited };
        let games = to_sgf(&edited);
        assert_eq!(games.text, OBLONG, "{line}");
        let [loss] = &games.unapplied[..] else { panic!("{line}: {:?}", games.unapplied) };
        assert!(loss.what == line && loss.why.contains(why), "{loss:?}");
        assert!(games.losses.contains(loss));
        let refusal = games.refusal(&edited, &SgfFile::read(OBLONG.as_bytes()));
        assert!(refusal.is_some_and(|refusal| refusal.contains(line)), "{line}");
    }
}

/// An edit of a header in the dialect of a server changes its value, and nothing else.
#[test]
fn edited_headers_of_a_dialect_stay_in_the_dialect() {
    for (game, from, to, expected) in [
        ("(;GM[1]TE[Cup]RD[2021-01-20]KO[6.5];B[pd])", "KOMI 6.5", "KOMI 7.5", "KO[7.5]"),
        ("(;GM[1]KO[6.5];B[pd])", "KOMI 6.5", "KOMI 7.5", "KO[7.5]"),
        ("(;GM[1]TE[Cup]RD[2021-01-20]KO[6.5];B[pd])", "2021-01-20", "2021-01-21", "RD[2021-01-21]"),
        ("(;GM[1]TE[Cup]RD[2021-01-20]KO[6.5];B[pd])", "EVENT Cup", "EVENT Final", "TE[Final]"),
        ("(;GM[1]LT[60]LC[5]KO[6.5];B[pd])", "KOMI 6.5", "KOMI 7.5", "KO[7.5]"),
        ("(;GM[1]AP[foxwq]RU[Chinese]KM[375];B[pd])", "KOMI 7.5", "KOMI 6.5", "KM[6.5]"),
    ] {
        let record = to_ishi(&parse(game), None).text;
        assert!(record.contains(from), "{record}");
        let edited = to_sgf(&record.replacen(from, to, 1)).text;
        let old = expected.split('[').next().map(|name| format!("{name}[")).unwrap_or_default();
        let start = game.find(&old).expect("the property");
        let end = start + game[start..].find(']').expect("its end") + 1;
        let wanted = format!("{}{expected}{}\n", &game[..start], &game[end..]);
        assert_eq!(edited, wanted, "{record}");
        assert!(to_ishi(&parse(&edited), None).text.contains(to), "{edited}");
        hold_for_sgf(edited.as_bytes());
    }
}
