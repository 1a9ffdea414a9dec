//! `ishi dupes`: games that are there twice.

use std::fmt::Write;

use expect_test::expect;

use crate::cli::sandbox::Sandbox;

/// A game of 40 moves in rows, with another move 40 if `last` names one.
fn record(headers: &str, last: &str) -> String {
    let mut text = format!("EVENT {headers}\n");
    for number in 1..=40 {
        let (column, row) = (char::from(b"ABCDEFGHJKLMNOPQRST"[number % 10]), number / 10 + 3);
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        let at = if number == 40 && !last.is_empty() { last.to_owned() } else { format!("{column}{row}") };
        let _ = writeln!(text, "{color} {number} {at}");
    }
    text
}

fn archive() -> Sandbox {
    let turned = "(;GM[1]FF[4]SZ[9]AB[aa];W[bc];B[ee])\n(;GM[1]FF[4]SZ[9]AW[ii];B[hg];W[ee])\n";
    let one = record("One\nBLACK Ada\nWHITE Ben\nDATE 1990-03-08", "");
    let slipped = record("Two\nBLACK Ada", "B3");
    Sandbox::new([("a.ishi", one), ("b.ishi", slipped), ("c.sgf", turned.to_owned()), ("d.sgf", "nothing".to_owned())])
}

#[test]
fn copies_are_listed() {
    expect![[r#"
        exit 1
        --- stdout
        slips
          1990-03-08  Ada – Ben                                 -       a.ishi:1
          -           Ada – ?                                   -       b.ishi:1
            move 40: A7 in the first, B3 in the second; the first is right, because the other can't be played
        turned, rotate-180, colors exchanged
          -           ? – ?                                     -       c.sgf:1
          -           ? – ?                                     -       c.sgf:2
        --- stderr
        error: d.sgf: no game in it could be read
        2 copies among 4 games
    "#]]
    .assert_eq(&archive().ishi("dupes .").to_string());
}

#[test]
fn copies_are_lines_of_json() {
    expect![[r#"
        exit 1
        --- stdout
        {"kind":"slips","games":[{"file":"a.ishi","event":1,"line":1},{"file":"b.ishi","event":1,"line":1}],"symmetry":"identity","swapped":false,"differences":[{"move":[40,40],"location":["A7","B3"],"right":1}]}
        {"kind":"turned","games":[{"file":"c.sgf","event":1,"line":1},{"file":"c.sgf","event":2,"line":2}],"symmetry":"rotate-180","swapped":true,"differences":[]}
        --- stderr
        error: d.sgf: no game in it could be read
    "#]]
    .assert_eq(&archive().ishi("dupes -q --format jsonl .").to_string());
}

#[test]
fn the_filters_select_the_games() {
    expect![[r#"
        exit 0
        --- stderr
        0 copies among 1 game
    "#]]
    .assert_eq(&archive().ishi("dupes --size 19 --white Ben a.ishi b.ishi").to_string());
}

#[test]
fn an_index_has_the_same_answers() {
    let sandbox = archive();
    let text = String::from_utf8(sandbox.read("a.ishi")).unwrap();
    sandbox.write("games/a.ishi", text.replace("W 2 C3\n", "W 2 C3\nCOM\nA comment.\nENDCOM\nVAR\nW 2 D4\nENDVAR\n"));
    sandbox.write("games/one.sgf", sandbox.read("c.sgf"));
    let late = "(;SZ[9]AB[gc][cg];W[gg];B[dd]AW[ee](;W[ef]C[Text])(;W[fe]))";
    sandbox.write("games/late.sgf", [late, late].concat());
    sandbox.ishi("index . -o index");
    for options in ["", "--format jsonl", "--size 9", "-q --black Ada"] {
        let run = |place: &str| sandbox.ishi(&format!("dupes {options} {place}")).to_string();
        assert_eq!(run("--index index"), run("."), "{options}");
    }
    assert!(sandbox.ishi("dupes --index index").stdout.matches('\n').count() > 12);
    let run = sandbox.ishi("dupes --index missing");
    assert!(run.code == 2 && run.stderr.contains("`ishi index` makes one"), "{run}");
    assert!(sandbox.ishi("dupes --index index a.ishi").stderr.contains("cannot be used with"));
}

/// A game of SGF and a record of it, turned and with contradictions.
fn copies() -> Sandbox {
    let first = "EVENT Final\nBLACK Ada\nBOARDSIZE 9\nB 1 G7\nCOM\nA start.\nENDCOM\nW 2 C4\nB 3 F3\n";
    let second = "(;GM[1]FF[4]SZ[9]PB[Eda]PC[Edo];B[cg]LB[cg:a]C[A good start.];W[gd];B[dc](;W[cc];B[ee])(;W[ee]))\n\
                  (;GM[1]FF[4]SZ[9];B[aa])\n";
    Sandbox::new([("a.ishi", first), ("b.sgf", second)])
}

#[test]
fn copies_are_merged() {
    expect![[r#"
        exit 0
        --- stdout
        REMARK BLACK Eda
        EVENT Final
        BLACK Ada
        BOARDSIZE 9
        PLACE Edo
        USER sgf
        GM[1]
        FF[4]
        SZ PB PC
        ENDUSER
        B 1 G7
        COM
        A start.
        ENDCOM
        MARK a@G7
        COM
        A good start.
        ENDCOM
        W 2 C4
        B 3 F3
        W 4 G3
        VAR
          W 4 E5
        ENDVAR
        B 5 E5
        --- stderr
        b.sgf was turned: rotate-180; the locations in its comments were not
        BLACK: Ada in a.ishi, and Eda in b.sgf, which is kept as a remark
    "#]]
    .assert_eq(&copies().ishi("dupes --merge a.ishi b.sgf --event 1,1").to_string());
    // A game with itself stays as it is.
    let sandbox = copies();
    let run = sandbox.ishi("dupes -q --merge a.ishi a.ishi");
    assert_eq!((run.stdout.as_bytes(), run.stderr.as_str()), (&*sandbox.read("a.ishi"), ""));
}

/// A property is a property of the merged game, too, if it contradicts no other.
#[test]
fn properties_of_sgf_are_merged() {
    let first = "(;FF[4]GM[1]SZ[9]AP[One]PB[Ada];B[ee]BL[100]TE[1];W[cc])\n";
    let second = "(;FF[4]GM[1]SZ[9]AP[Two]PB[Ada]GC[Some text];B[ee]BL[99]DO[];W[cc]HO[1];B[gg])\n";
    let sandbox = Sandbox::new([("a.sgf", first), ("b.sgf", second)]);
    expect![[r#"
        AP: AP[One] in a.sgf, and AP[Two] in b.sgf, which is kept as a remark
        BL: BL[100] in a.sgf, and BL[99] in b.sgf, which is kept as a remark
        a.sgf and b.sgf merged
    "#]]
    .assert_eq(&sandbox.ishi("dupes --merge a.sgf b.sgf -o ab.ishi").stderr);
    assert_eq!(sandbox.ishi("check -q ab.ishi").to_string(), "exit 0\n");
    expect![[r#"
        (;FF[4]GM[1]SZ[9]AP[One]PB[Ada]GC[Some text]ISHI[8b7039adc663d1cc
        REMARK AP[Two\]
        EVENT
        BOARDSIZE 9
        BLACK Ada
        USER sgf
        FF[4\]
        GM[1\]
        SZ
        AP[One\]
        PB
        GC[Some text\]
        ENDUSER]
        ;B[ee]BL[100]TE[1]DO[]ISHI[ceec2710162cec58
        REMARK BL[99\]
        B 1 E5
        USER sgf
        BL[100\]
        TE[1\]
        DO[\]
        ENDUSER]
        ;W[cc]HO[1];B[gg])
    "#]]
    .assert_eq(&sandbox.ishi("convert -q ab.ishi").stdout);
}

#[test]
fn a_merged_record_replaces_nothing_by_itself() {
    let sandbox = copies();
    let run = sandbox.ishi("dupes --merge a.ishi b.sgf --event 1 -o new/ab.ishi");
    assert!(run.code == 0 && run.stderr.ends_with("a.ishi and b.sgf merged\n"), "{run}");
    assert!(!sandbox.read("new/ab.ishi").is_empty());
    let before = sandbox.read("a.ishi");
    let refused = |arguments: &str| {
        let run = sandbox.ishi(&format!("dupes --merge {arguments}"));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
        run.stderr
    };
    let refusals = [
        "a.ishi b.sgf",
        "a.ishi b.sgf --event 3",
        "a.ishi b.sgf --event 1,2",
        "a.ishi b.sgf --event 1 -o a.ishi",
        "a.ishi b.sgf --event 1 -o ab.sgf",
        "a.ishi b.sgf --event 1,1,1",
        "- -",
    ];
    let found: String = refusals.map(refused).concat();
    expect![[r#"
        error: b.sgf: it has 2 games; name one for each file, such as `--event 1,2`
        error: a.ishi: there is no game 3: it has 1 game
        error: a.ishi and b.sgf can't be merged: they are not copies of one game: their boards, setups or first moves differ
        error: a.ishi: it exists; `--force` replaces it
        error: ab.sgf: this is the name of an SGF file, and the games are records
        error: `--event` has two numbers: that of the game of A, and that of the game of B
        error: `-` can be given once: standard input is read once
    "#]].assert_eq(&found);
    assert_eq!(sandbox.read("a.ishi"), before);
    for arguments in ["a.ishi", "a.ishi b.sgf --format jsonl", "a.ishi b.sgf --player Ada", "a.ishi b.sgf a.ishi"] {
        assert!(refused(arguments).contains("--merge"), "{arguments}");
    }
}

/// A first move in the middle of the board is the same in every orientation, so the other moves decide.
#[test]
fn a_short_copy_is_turned_as_most_of_its_moves_are() {
    let one = "(;SZ[9];B[ee];W[cc];B[dc];W[gg];B[fh];W[ce])";
    for (other, symmetry) in [
        ("(;SZ[9];B[ee];W[gg];B[fg];W[cc];B[db];W[ge])", "rotate-180"),
        ("(;SZ[9];B[ee];W[gg];B[fg];W[cc];B[aa];W[ge])", "rotate-180"),
        ("(;SZ[9];B[ee];W[gg];B[aa];W[cc];B[db];W[ge];B[ac])", "rotate-180"),
        ("(;SZ[9];B[ee];W[cc];B[cd];W[gg];B[hf];W[ec])", "mirror-antidiagonal"),
    ] {
        let sandbox = Sandbox::new([("a.sgf", one), ("b.sgf", other)]);
        let run = sandbox.ishi("dupes --merge a.sgf b.sgf");
        assert_eq!(run.code, 0, "{run}");
        assert!(run.stderr.starts_with(&format!("b.sgf was turned: {symmetry};")), "{other}: {run}");
    }
    // Games that only begin alike are copies in the orientation in which they are written.
    let sandbox = Sandbox::new([("a.sgf", one), ("b.sgf", "(;SZ[9];B[ee];W[aa];B[bb];W[ab];B[ba];W[hh];B[hi])")]);
    let run = sandbox.ishi("dupes --merge a.sgf b.sgf");
    assert!(run.code == 0 && !run.stderr.contains("was turned"), "{run}");
}

#[test]
fn a_merge_that_is_repeated_adds_nothing() {
    let sandbox = Sandbox::new([
        ("a.sgf", "(;SZ[9]AP[One]PB[Ada];B[cc]BL[600];W[gg]WL[300]OW[3];B[cg])"),
        ("b.sgf", "(;SZ[9]AP[Two]PB[Eda];B[cc]BL[500];W[gg]WL[300]OW[3]C[hi];B[cg])"),
    ]);
    let contradictions = |copy: &str| {
        format!(
            "BLACK: Ada in {copy}, and Eda in b.sgf, which is kept as a remark\n\
             AP: AP[One] in {copy}, and AP[Two] in b.sgf, which is kept as a remark\n"
        )
    };
    let run = sandbox.ishi("dupes -q --merge a.sgf b.sgf -o ab.ishi");
    let clock = "clock at move 1: BL[600] in a.sgf, and BL[500] in b.sgf, which is kept as a remark\n";
    assert_eq!((run.code, run.stderr), (0, contradictions("a.sgf") + clock));
    let run = sandbox.ishi("dupes -q --merge ab.ishi b.sgf");
    assert_eq!((run.code, run.stderr), (0, contradictions("ab.ishi")));
    assert_eq!(run.stdout.into_bytes(), sandbox.read("ab.ishi"));
}
