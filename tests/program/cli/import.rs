//! Games in the formats of Go servers, and diagrams of Sensei's Library: converted, checked and drawn, and never
//! changed.

use expect_test::expect;

use crate::cli::sandbox::Sandbox;

const GIB: &str = "\\HS\r\n\\[GIBOKIND=Korea\\]\r\n\\[GAMEBLACKNAME=Ada (3D)\\]\r\n\\[GAMEROOM=7\\]\r\n\\HE\r\n\\GS\r\n\
                   STO 0 2 1 15 3\r\nSTO 0 3 2 15 3\r\nNEW 0 4\r\n\\GE\r\n";
const NGF: &str = "PMABBQEEQ\nPMACWEEEE\n";
const UGF: &str = "[Header]\nSize=9\nCoordinateType=IGS\n[Data]\nCC,B1,1,0\n";

#[test]
fn they_become_records_and_sgf() {
    let sandbox = Sandbox::new([("a.gib", GIB), ("b.txt", UGF)]);
    expect![[r"
        exit 0
        --- stdout
        EVENT
        BOARDSIZE 19
        BLACK Ada 3d
        B 1 Q16
        W 2 Q16
        --- stderr
        a.gib:4: GAMEROOM=7: SGF has no property for it
        a.gib:9: line of an unknown kind: it was left out
    "]]
    .assert_eq(&sandbox.ishi("convert a.gib").to_string());
    assert_eq!(sandbox.ishi("convert a.gib --strict").code, 1);
    let run = sandbox.ishi("convert b.txt -o b.sgf");
    assert_eq!((run.code, &*run.stderr), (0, "1 file converted\n"));
    assert_eq!(sandbox.read("b.sgf"), b"(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]SZ[9];B[cg])\n");
    let run = sandbox.ishi_with("convert - --to sgf", NGF);
    assert_eq!((run.code, &*run.stdout), (0, "(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]SZ[19];B[pd];W[dd])\n"));
}

#[test]
fn exit_codes() {
    for (arguments, code) in [
        ("convert a.gib --event 1", 0),
        ("convert a.gib --event 2", 2),
        ("convert a.gib --from sgf", 2),
        ("convert empty.gib", 2),
        ("convert . --to sgf -o out", 2),
        ("convert a.gib misnamed.sgf --to sgf -o out", 0),
        ("check a.gib", 1),
        ("check b.ngf", 0),
        ("check misnamed.sgf", 1),
        ("check misnamed.ishi", 1),
        ("check a.gib --fix", 2),
        ("check a.gib --diff", 2),
        ("fmt a.gib", 2),
        ("fmt --sgf a.gib", 2),
        ("fmt --check a.gib", 2),
        ("show misnamed.sgf", 0),
        ("outline misnamed.ishi", 0),
    ] {
        let sandbox = Sandbox::new([
            ("a.gib", GIB),
            ("b.ngf", NGF),
            ("empty.gib", "\\HS\n\\HE\n\\GS\n\\GE\n"),
            ("misnamed.sgf", UGF),
            ("misnamed.ishi", UGF),
        ]);
        let run = sandbox.ishi(arguments);
        assert_eq!(run.code, code, "ishi {arguments}\n{run}");
    }
}

#[test]
fn they_are_checked_and_not_changed() {
    let sandbox = Sandbox::new([("a.gib", GIB)]);
    expect![[r"
        exit 1
        --- stdout
        a.gib:8:1: error[occupied-point]: Q16 is occupied by Black 1; check both locations
        a.gib:9:1: warning[unreadable-line]: line of an unknown kind
        --- stderr
        Found 1 error and 1 warning in 1 file.
    "]]
    .assert_eq(&sandbox.ishi("check --format short a.gib").to_string());
    for arguments in ["check --fix a.gib", "fmt a.gib"] {
        let run = sandbox.ishi(arguments);
        assert!(run.stderr.contains("this format is only read; `ishi convert` makes a record or SGF of it"), "{run}");
    }
    assert_eq!(sandbox.read("a.gib"), GIB.as_bytes());
    let run = sandbox.ishi_with("check --format short -", GIB);
    assert!(run.stdout.contains("error[occupied-point]"), "{run}");
}

#[test]
fn folders_are_searched_for_them() {
    let sandbox =
        Sandbox::new([("games/a.GIB", GIB), ("games/b.ngf", NGF), ("games/c.ugi", UGF), ("games/d.txt", UGF)]);
    assert_eq!(sandbox.ishi("check games").stdout, "");
    assert_eq!(sandbox.ishi("check games --sgf --show-files").stdout, "games/a.GIB\ngames/b.ngf\ngames/c.ugi\n");
    assert_eq!(sandbox.ishi("check games --sgf --fix --show-files").stdout, "");
    assert_eq!(sandbox.ishi("fmt games --sgf --show-files").stdout, "");
    let run = sandbox.ishi("convert games -o out --quiet");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(sandbox.read("out/c.ishi"), b"EVENT\nBOARDSIZE 9\nB 1 C3\n");
    assert_eq!(sandbox.ishi("convert games -o out --quiet --to sgf").code, 0);
    assert_eq!(sandbox.read("out/b.sgf"), b"(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]SZ[19];B[pd];W[dd])\n");
}

#[test]
fn lines_are_those_of_the_file() {
    let sandbox = Sandbox::new([("a.ngf", NGF)]);
    assert_eq!(sandbox.ishi("outline a.ngf").stdout, "1  Event\n1    1–2  B Q16, W D16\n");
    let run = sandbox.ishi("show a.ngf --line 1 --ascii");
    assert_eq!((run.code, run.stdout.starts_with("B 1 Q16\n")), (0, true), "{run}");
}

#[test]
fn the_charset_is_detected_or_named() {
    let sandbox = Sandbox::empty();
    // `김` in EUC-KR.
    sandbox.write(
        "a.gib",
        [GIB.split("Ada").next().unwrap().as_bytes(), b"\xb1\xe8\\]\r\n\\GS\r\nSTO 0 2 1 0 0\r\n"].concat(),
    );
    assert!(sandbox.ishi("convert a.gib").stdout.contains("BLACK 김\n"));
    assert!(sandbox.ishi("convert --encoding windows-1252 a.gib").stdout.contains("BLACK ±è\n"));
}

const DIAGRAM: &str = "$$Bc9m11 A problem (14 at 11)\n$$ +-------------------+\n$$ | 1 2 . # a . . . . |\n\
                       $$ | O X O 3 . . . . . |\n$$ | . . , . . . , . . |\n$$ {AR A9 B8}\n\
                       $$ [a|http://example.org/]\n";

#[test]
fn a_diagram_becomes_a_position_with_moves() {
    let sandbox = Sandbox::new([("a.txt", DIAGRAM), ("b.txt", "$$W Alive?\n$$ | X O ?\n$$ +-----\n")]);
    expect![[r#"
        exit 0
        --- stdout
        EVENT A problem (14 at 11)
        BOARDSIZE 9
        SETUP B D9 B8
        SETUP W A8 C8
        B 11 A9
        W 12 B9
        B 13 D8
        W 14 A9
        MARK \s@D9 a@E9
        USER sgf
        AR[aa:bb]
        ENDUSER
        COM
        a: http://example.org/
        ENDCOM
    "#]]
    .assert_eq(&sandbox.ishi("convert a.txt").to_string());
    expect![[r#"
        exit 0
        --- stderr
        b.txt:2: `?` of a search pattern: the point is empty
        2 files converted
    "#]]
    .assert_eq(&sandbox.ishi("convert a.txt b.txt --to sgf -o out").to_string());
    expect![[r#"
        (;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Alive?]SZ[19]AB[as]AW[bs]PL[W])
    "#]]
    .assert_eq(&String::from_utf8(sandbox.read("out/b.sgf")).unwrap());
    expect![[r#"
        exit 0
        --- stdout
        Alive? — Before the first move

           A B C
         2 ├─┼─┼  2
         1 ●─○─┴  1
    "#]]
    .assert_eq(&sandbox.ishi("show b.txt --crop").to_string());
    let shown = sandbox.ishi_with("show - --numbers --region a9,j7 --format sensei", DIAGRAM);
    expect![[r#"
        exit 0
        --- stdout
        $$Bc9m11 A problem (14 at 11)
        $$ +-------------------+
        $$ | 1 2 . # a . . . . |
        $$ | O X O 3 . . . . . |
        $$ | . . , . . . , . . |
    "#]]
    .assert_eq(&shown.to_string());
    assert_eq!(sandbox.ishi("check a.txt").stdout, "");
}

#[test]
fn a_diagram_goes_both_ways() {
    let diagram = "$$Wc13m21 Both ways (24 at 21)\n$$ +---------\n$$ | . . 1 2\n$$ | X O 3 .\n$$ | B W C ,\n\
                   $$ | # @ S a\n$$ | Y Q T .\n$$ | Z P M b\n";
    let sandbox = Sandbox::new([("a.txt", diagram)]);
    let first = sandbox.ishi("show a.txt --numbers --book --region a13,d8 -o b.sensei");
    assert_eq!((first.code, &*first.stderr), (0, ""), "{first}");
    expect![[r#"
        $$Wc13m21 Both ways (24 at 21)
        $$ +---------
        $$ | . . 1 2
        $$ | X O 3 .
        $$ | B W C .
        $$ | # @ S a
        $$ | Y Q T .
        $$ | Z P M b
    "#]]
    .assert_eq(&String::from_utf8(sandbox.read("b.sensei")).unwrap());
}
