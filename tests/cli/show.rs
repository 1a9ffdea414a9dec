use expect_test::expect;

use crate::sandbox::Sandbox;

const GAMES: &str = "EVENT One\nBOARDSIZE 5\nSETUP B A2 W A1\nB 1 B1\nPRISONER A1\nW 2 C3\nVAR a\nW 2 D4\nENDVAR\n\
                     EVENT Two\nBOARDSIZE 3\nB 1 B2\nDIAGRAM A1 B2\nSETUP W A1\n";

fn sandbox() -> Sandbox {
    Sandbox::new([("games.ishi", GAMES)])
}

#[test]
fn the_end_of_the_main_line() {
    expect![[r#"
        exit 0
        --- stdout
        One — W 2 C3

           A B C D E
         5 ┌─┬─┬─┬─┐  5
         4 ├─┼─┼─┼─┤  4
         3 ├─┼(○)┼─┤  3
         2 ●─┼─┼─┼─┤  2
         1 └─●─┴─┴─┘  1

        last move White C3; captures Black 1, White 0; Black to play
    "#]]
    .assert_eq(&sandbox().ishi("show games.ishi").to_string());
}

#[test]
fn in_ascii() {
    expect![[r#"
        exit 0
        --- stdout
        One - W 2 C3

           A B C D E
         5 . . . . .  5
         4 . . . . .  4
         3 . .(O). .  3
         2 # . . . .  2
         1 . # . . .  1

        last move White C3; captures Black 1, White 0; Black to play
        # is Black, O is White
    "#]]
    .assert_eq(&sandbox().ishi("show games.ishi --ascii").to_string());
    let picture = sandbox().ishi("show games.ishi --ascii --format svg");
    assert!(picture.code == 2 && picture.stderr.contains("`--ascii` is for text"), "{picture}");
}

#[test]
fn any_other_place() {
    let sandbox = sandbox();
    for arguments in
        ["--move 1 --numbers", "--variation 1", "--event 2 --coordinates=false", "--line 14", "--line 7 --region b2,e5"]
    {
        let run = sandbox.ishi(&format!("show games.ishi {arguments}"));
        assert_eq!(run.code, 0, "{run}");
    }
    expect![[r#"
        One — B 1 B1

            A  B  C  D  E
         5  ┌──┬──┬──┬──┐  5
         4  ├──┼──┼──┼──┤  4
         3  ├──┼──╬──┼──┤  3
         2  ●──┼──┼──┼──┤  2
         1  └─1●──┴──┴──┘  1

        last move Black B1; captures Black 1, White 0; White to play
        A mark stands to the left of its stone.
    "#]]
    .assert_eq(&sandbox.ishi("show games.ishi --move 1 --numbers").stdout);
    expect![[r#"
        One — W 2 D4

           A B C D E
         5 ┌─┬─┬─┬─┐  5
         4 ├─┼─┼(○)┤  4
         3 ├─┼─╬─┼─┤  3
         2 ●─┼─┼─┼─┤  2
         1 └─●─┴─┴─┘  1

        last move White D4; captures Black 1, White 0; Black to play
    "#]]
    .assert_eq(&sandbox.ishi("show games.ishi --variation 1").stdout);
    expect![[r#"
        Two — B 1 B2

         ┌─┬─┐
         ├(●)┤
         └─┴─┘

        last move Black B2; White to play
    "#]]
    .assert_eq(&sandbox.ishi("show games.ishi --event 2 --coordinates=false").stdout);
    expect![[r#"
        Two — Diagram A1 B2

           A B
         2 ├(●) 2
         1 ○─┴  1

        last move Black B2; White to play
    "#]]
    .assert_eq(&sandbox.ishi("show games.ishi --line 14").stdout);
    expect![[r#"
        One — Variation a instead of W 2 C3

           B C D E
         5 ┬─┬─┬─┐  5
         4 ┼─┼─┼─┤  4
         3 ┼─╬─┼─┤  3
         2 ┼─┼─┼─┤  2

        last move Black B1; captures Black 1, White 0; White to play
    "#]]
    .assert_eq(&sandbox.ishi("show games.ishi --line 7 --region b2,e5").stdout);
    expect!["W 2 A1"]
        .assert_eq(sandbox.ishi_with("show -", "B 1 A1\nW 2 A1 oh\n").stdout.lines().next().unwrap_or_default());
}

#[test]
fn pictures_go_to_files_by_their_names() {
    let sandbox = sandbox();
    for (name, begins) in [("board.svg", &b"<svg"[..]), ("board.PNG", b"\x89PNG"), ("board.txt", b"One")] {
        let run = sandbox.ishi(&format!("show games.ishi -o {name}"));
        assert_eq!((run.code, &*run.stdout), (0, ""), "{run}");
        assert!(sandbox.read(name).starts_with(begins), "{name}");
    }
    let width = |arguments: &str| {
        sandbox.ishi(&format!("show games.ishi {arguments} -o wide.png"));
        u32::from_be_bytes(sandbox.read("wide.png")[16..20].try_into().unwrap())
    };
    assert_eq!(width("--width 300"), 300);
    assert_eq!(width(""), 800);
    sandbox.ishi("show games.ishi --width 300 -o wide.svg");
    let svg = String::from_utf8(sandbox.read("wide.svg")).unwrap();
    assert!(
        svg.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 "#),
        "{svg}"
    );
    let piped = sandbox.ishi("show games.ishi -o - --format svg");
    assert!(piped.stdout.starts_with("<svg") && !sandbox.path("-").exists(), "{piped}");
    let piped = sandbox.ishi("show games.ishi --format svg");
    assert!(piped.stdout.starts_with("<svg") && piped.stdout.ends_with("</svg>\n"), "{piped}");
}

#[test]
fn what_is_not_there_is_told() {
    let sandbox = sandbox();
    for (arguments, expected) in [
        ("games.ishi --event 3", "there is no event 3; the file has 2 events"),
        ("games.ishi --move 9", "there is no move 9 here"),
        ("games.ishi --variation 2", "there is no variation 2; the event has 1 variation"),
        ("games.ishi --line 99", "there is no line 99; the file has 14 lines"),
        ("nowhere.ishi", "nowhere.ishi"),
        ("games.ishi -o no/such/folder.svg", "folder.svg"),
        ("games.ishi --region a1", "write two locations"),
        ("games.ishi --line 1 --move 1", "cannot be used with"),
        ("games.ishi --width 0", "--width"),
        ("games.ishi -o x.pdf", "unknown picture format `.pdf`; use .svg, .png or .txt"),
        ("games.ishi -o x.jpg", "unknown picture format `.jpg`"),
    ] {
        let run = sandbox.ishi(&format!("show {arguments}"));
        assert_eq!(run.code, 2, "{arguments}: {run}");
        assert!(run.stderr.contains(expected), "{arguments}: {run}");
    }
    assert!(!sandbox.path("x.pdf").exists() && !sandbox.path("x.jpg").exists());
}

#[test]
fn where_nothing_belongs_on_a_board_no_board_is_shown() {
    for text in ["", "\n\n", "EVENT x\nBLACK Ada\nCOM\nB 1 Q16\nENDCOM\n", "package main\n", "(;GM[1]FF[4]B[aa])\n"] {
        let sandbox = Sandbox::new([("a.ishi", text)]);
        let run = sandbox.ishi("show a.ishi -o board.svg");
        assert_eq!(
            run.to_string(),
            "exit 1\n--- stderr\na.ishi: no board to show: the file has no move, SETUP, MARK or DIAGRAM\n",
            "{text:?}"
        );
        assert!(!sandbox.path("board.svg").exists());
    }
    for text in ["B 1 Q16\n", "SETUP B D4\n", "MARK x@D4\n", "DIAGRAM\n", "EVENT x\nEVENT y\nB 1 D4\n"] {
        assert_eq!(Sandbox::new([("a.ishi", text)]).ishi("show a.ishi").code, 0, "{text:?}");
    }
}

#[test]
fn a_game_in_sgf_is_drawn() {
    let game = "(;SZ[5];B[cc]\n;W[bb](;B[dd])\n(;B[aa]))";
    let sandbox = Sandbox::new([("a.sgf", game)]);
    let by_record = sandbox.ishi_with("show - --move 2", "BOARDSIZE 5\nB 1 C3\nW 2 B4\n");
    assert_eq!(sandbox.ishi("show a.sgf --move 2").stdout, by_record.stdout);
    assert_eq!(sandbox.ishi_with("show - --move 2", game).stdout, by_record.stdout);
    assert_eq!(sandbox.ishi("show a.sgf --line 1").stdout, sandbox.ishi("show a.sgf --move 1").stdout);
    assert_eq!(sandbox.ishi("show a.sgf --line 3").stdout, sandbox.ishi("show a.sgf --variation 1").stdout);
}
