use expect_test::expect;

use crate::cli::sandbox::Sandbox;

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
    // Characters that may be twice as wide would move the points to the right of them.
    let labels = Sandbox::new([("labels.sgf", "(;FF[4]CA[UTF-8]SZ[3];B[bb]LB[aa:①][ca:い])")]);
    expect![[r#"
        exit 0
        --- stdout
        B 1 B2

           A B C
         3 ? . ?  3
         2 .(#).  2
         1 . . .  1

        last move Black B2; White to play
        labels: ① at A3, い at C3
        # is Black
    "#]]
    .assert_eq(&labels.ishi("show labels.sgf --ascii").to_string());
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
    for (name, begins) in [
        ("board.svg", &b"<svg"[..]),
        ("board.PNG", b"\x89PNG"),
        ("board.pdf", b"%PDF"),
        ("board.gif", b"GIF89a"),
        ("board.apng", b"\x89PNG"),
        ("board.txt", b"One"),
    ] {
        let run = sandbox.ishi(&format!("show games.ishi -o {name}"));
        assert_eq!((run.code, &*run.stdout), (0, ""), "{run}");
        assert!(sandbox.read(name).starts_with(begins), "{name}");
    }
    let width = |arguments: &str| {
        sandbox.ishi(&format!("show games.ishi {arguments} --force -o wide.png"));
        u32::from_be_bytes(sandbox.read("wide.png")[16..20].try_into().unwrap())
    };
    assert_eq!(width("--width 300"), 300);
    assert_eq!(width(""), 800);
    sandbox.ishi("show games.ishi --width 300 --force -o wide.svg");
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
        (
            "games.ishi -o x.jpg",
            "unknown picture format `.jpg`; use one of .txt, .sensei, .svg, .png, .pdf, .gif, .apng, or give a \
             `--format`",
        ),
        ("games.ishi -o x.ps", "unknown picture format `.ps`"),
        ("games.ishi --numbers=2-1", "write two move numbers, such as `51-100`"),
        ("games.ishi --numbers=0", "write two move numbers"),
        ("games.ishi --restart", "--numbers"),
        ("games.ishi --coordinates=up", "write `all`, `none` or some of `top,right,bottom,left`"),
        ("games.ishi --crop --region a1,b2", "cannot be used with"),
        ("games.ishi --from 2", "`--from` and `--delay` are for animations"),
        ("games.ishi --delay 100 -o x.png", "`--from` and `--delay` are for animations"),
        ("games.ishi --from 3 -o x.gif", "there is no move 3 or later here"),
        ("games.ishi --diagrams x --format gif", "a diagram is one board, and a GIF shows several"),
        ("games.ishi --diagrams x --event 3", "there is no event 3; the file has 2 events"),
        ("games.ishi --diagrams x -o y.svg", "cannot be used with"),
        ("games.ishi --diagrams games.ishi", "games.ishi"),
        ("games.ishi --width 4096 -o x.pdf --region a1,a5", "can't be made: width and height must be"),
    ] {
        let run = sandbox.ishi(&format!("show {arguments}"));
        assert_eq!(run.code, 2, "{arguments}: {run}");
        assert!(run.stderr.contains(expected), "{arguments}: {run}");
    }
    for name in ["x", "x.jpg", "x.ps", "x.png", "x.gif", "x.pdf", "y.svg"] {
        assert!(!sandbox.path(name).exists(), "{name}");
    }
}

#[test]
fn where_nothing_belongs_on_a_board_no_board_is_shown() {
    for text in ["", "\n\n", "EVENT x\nBLACK Ada\nCOM\nB 1 Q16\nENDCOM\n", "package main\n"] {
        let sandbox = Sandbox::new([("a.ishi", text)]);
        let run = sandbox.ishi("show a.ishi -o board.svg");
        assert_eq!(
            run.to_string(),
            "exit 1\n--- stderr\na.ishi: no board to show: the file has no move, SETUP, MARK or DIAGRAM\n",
            "{text:?}"
        );
        assert!(!sandbox.path("board.svg").exists());
    }
    for text in
        ["B 1 Q16\n", "SETUP B D4\n", "MARK x@D4\n", "DIAGRAM\n", "EVENT x\nEVENT y\nB 1 D4\n", "(;GM[1]FF[4]B[aa])\n"]
    {
        assert_eq!(Sandbox::new([("a.ishi", text)]).ishi("show a.ishi").code, 0, "{text:?}");
    }
}

#[test]
fn a_game_that_ishi_does_not_play_says_why() {
    let games = "(;SZ[9];B[ee])\n(;SZ[9:13];B[aa])\n(;GM[2];B[aa])";
    let sandbox = Sandbox::new([("a.sgf", games), ("big.sgf", "(;SZ[52];B[aA])")]);
    for (arguments, why) in [
        ("big.sgf", "big.sgf:1: no board to show: its board has a size that Ishi does not have: 2 to 19 (`SZ[52]`)"),
        ("a.sgf --event 2", "a.sgf:2: no board to show: its board is not square, and those of Ishi are (`SZ[9:13]`)"),
        ("a.sgf --line 3", "a.sgf:3: no board to show: it is not a game of Go (`GM[2]`)"),
    ] {
        let run = sandbox.ishi(&format!("show {arguments}"));
        assert_eq!((run.code, &*run.stdout), (1, ""), "{run}");
        assert_eq!(run.stderr, format!("{why}; `ishi check` checks the form of the game\n"));
    }
    assert_eq!(sandbox.ishi("show a.sgf").code, 0);
    let run = sandbox.ishi("outline a.sgf");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(
        run.stderr,
        "a.sgf:2: no moves to list: its board is not square, and those of Ishi are (`SZ[9:13]`)\n\
         a.sgf:3: no moves to list: it is not a game of Go (`GM[2]`)\n"
    );
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

#[test]
fn a_column_says_which_node_of_a_line_is_drawn() {
    let game = "(;SZ[5]C[é];B[cc];W[bb](;B[dd])(;B[aa]AP[x];W[ee]))";
    let sandbox = Sandbox::new([("a.sgf", game), ("a.ishi", "BOARDSIZE 5\nB 1 C3\nW 2 B4\n")]);
    let at = |part: &str| {
        let before = game.split(part).next().expect("a part of the game").chars().count();
        sandbox.ishi(&format!("show a.sgf --line 1 --column {}", before + 1)).stdout
    };
    let by = |arguments: &str| sandbox.ishi(&format!("show a.sgf {arguments}")).stdout;
    assert_eq!(at("B[cc]"), by("--move 1"));
    assert_eq!(at("bb]"), by("--move 2"));
    assert_eq!(at("B[dd]"), by(""));
    assert_eq!(at("AP[x]"), by("--variation 1 --move 3"));
    assert_eq!(at("ee]"), by("--variation 1"));
    // A column past the end is the end of the line, and in a record a line is one place.
    assert_eq!(by("--line 1 --column 999"), by("--variation 1"));
    assert_eq!(sandbox.ishi("show a.ishi --line 2 --column 3").stdout, sandbox.ishi("show a.ishi --move 1").stdout);
    assert_eq!(sandbox.ishi("show a.sgf --column 3").code, 2);
}

/// White 2 is captured by Black 3, and Black 5 and White 6 play there again.
const CAPTURES: &str = "EVENT Ko\nBOARDSIZE 5\nB 1 A2\nMARK \\t@A2\nW 2 A1\nB 3 B1\nPRISONER A1\nW 4 pass\nB 5 A1\n\
                        MARK \\s@A2\n";

#[test]
fn numbers_of_some_moves_may_begin_at_1() {
    let sandbox = Sandbox::new([("a.ishi", CAPTURES)]);
    let board = |arguments: &str| {
        let run = sandbox.ishi(&format!("show a.ishi --coordinates=none {arguments}"));
        assert_eq!((run.code, &*run.stderr), (0, ""), "{run}");
        run.stdout
    };
    expect![[r#"
        Ko — B 3 B1

          ┌──┬──┬──┬──┐
          ├──┼──┼──┼──┤
          ├──┼──╬──┼──┤
          ●──┼──┼──┼──┤
          └─2●──┴──┴──┘

        last move Black B1; captures Black 1, White 0; White to play
        1 at A1
        A mark stands to the left of its stone.
    "#]]
    .assert_eq(&board("--numbers=2-3 --restart"));
    expect![[r#"
        Ko — B 5 A1

          ┌──┬──┬──┬──┐
          ├──┼──┼──┼──┤
          ├──┼──╬──┼──┤
         1●──┼──┼──┼──┤
         2○─3●──┴──┴──┘

        captures Black 1, White 0; White to play
        5 at A1
        A mark stands to the left of its stone.
    "#]]
    .assert_eq(&board("--numbers --book --marks=false"));
    expect![[r#"
        Ko — B 5 A1

          ┌──┬──┬──┬──┐
          ├──┼──┼──┼──┤
          ├──┼──╬──┼──┤
         □●──┼──┼──┼──┤
         3●─1●──┴──┴──┘

        last move Black A1; captures Black 1, White 0; White to play
        A mark stands to the left of its stone.
    "#]]
    .assert_eq(&board("--numbers=3- --move 5 --restart"));
}

/// A stone that a diagram hides stays hidden with `--book`, and the diagram's own stones get no number.
#[test]
fn a_diagram_is_drawn_as_a_book_does() {
    let text = "BOARDSIZE 5\nB 1 A2\nW 2 A1\nB 3 B1\nW 4 E5\nDIAGRAM\nHIDE #4\nSETUP W C3\nMARK \\t@D4\n";
    let sandbox = Sandbox::new([("a.ishi", text)]);
    expect![[r#"
        Diagram

          ┌──┬──┬──┬──┐
          ├──┼──┼──▲──┤
          ├──┼──○──┼──┤
         1●──┼──┼──┼──┤
         2○─3●──┴──┴──┘

        captures Black 1, White 0; Black to play
        A mark stands to the left of its stone.
    "#]]
    .assert_eq(&sandbox.ishi("show a.ishi --line 6 --numbers --book --coordinates=none").stdout);
}

#[test]
fn a_board_is_cropped_and_captioned() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT <Fuseki> & more\nB 1 Q16\nW 2 R14\n")]);
    expect![[r#"
        Dia.1

         ┬─┬─┬─┬─┐ 19
         ┼─┼─┼─┼─┤ 18
         ┼─┼─┼─┼─┤ 17
         ┼─●─┼─┼─┤ 16
         ┼─┼─┼─┼─┤ 15
         ┼─┼(○)┼─┤ 14
         ┼─┼─┼─┼─┤ 13
         P Q R S T

        last move White R14; Black to play
    "#]]
    .assert_eq(&sandbox.ishi("show a.ishi --crop --coordinates=bottom,right --caption=Dia.1").stdout);
    assert_eq!(sandbox.ishi("show a.ishi --caption").stdout, sandbox.ishi("show a.ishi").stdout, "it is there");
    let svg = sandbox.ishi("show a.ishi --caption --print --transparent --format svg").stdout;
    assert!(svg.contains("&lt;Fuseki&gt; &amp; more — W 2 R14</text>"), "{svg}");
    assert!(!svg.contains("<rect") && !svg.contains("shadow") && !svg.contains("#e3b667"), "{svg}");
}

#[test]
fn a_flat_board_has_no_gradients() {
    let sandbox = Sandbox::new([("a.ishi", GAMES)]);
    let svg = sandbox.ishi("show a.ishi --flat --format svg").stdout;
    assert!(svg.contains("#e6c68c") && !svg.contains("Gradient") && !svg.contains("url("), "{svg}");
    assert!(svg.len() < sandbox.ishi("show a.ishi --format svg").stdout.len());
    sandbox.ishi("show a.ishi --flat -o flat.png");
    sandbox.ishi("show a.ishi -o wood.png");
    assert!(sandbox.read("flat.png").len() < sandbox.read("wood.png").len());
    assert_eq!(sandbox.ishi("show a.ishi --flat").stdout, sandbox.ishi("show a.ishi").stdout);
    assert!(sandbox.ishi("show a.ishi --flat --print").stderr.contains("cannot be used with"));
}

/// How many frames a GIF or an APNG has.
fn frames(sandbox: &Sandbox, name: &str) -> usize {
    let bytes = sandbox.read(name);
    if name.ends_with("gif") {
        let mut decoder = gif::DecodeOptions::new().read_info(&*bytes).unwrap();
        std::iter::from_fn(|| decoder.next_frame_info().unwrap().map(|_| ())).count()
    } else {
        let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        reader.info().animation_control().unwrap().num_frames as usize
    }
}

#[test]
fn a_line_of_play_is_an_animation() {
    let sandbox = sandbox();
    sandbox.write("a.ishi", CAPTURES);
    for name in ["a.gif", "a.apng"] {
        for (arguments, expected) in [
            ("a.ishi", 6),
            ("a.ishi --move 3", 4),
            ("a.ishi --from 3", 4),
            ("games.ishi --variation 1", 3),
            ("games.ishi --line 14 --crop --caption", 3),
            ("games.ishi --line 7", 2),
        ] {
            let run = sandbox.ishi(&format!("show {arguments} --width 100 --delay 100 --force -o {name}"));
            assert_eq!((run.code, &*run.stdout), (0, ""), "{arguments}: {run}");
            assert_eq!(frames(&sandbox, name), expected, "{arguments}");
        }
    }
    // A record of 1000 moves has one board more.
    let pass = |text: String, number: usize| text + &format!("{} {number} pass\n", ["W", "B"][number % 2]);
    let long = (1..=1000).fold(String::new(), pass);
    sandbox.write("long.ishi", long);
    let run = sandbox.ishi("show long.ishi -o long.gif");
    assert!(run.code == 2 && run.stderr.contains("an animation of 1001 frames can't be made"), "{run}");
    assert!(!sandbox.path("long.gif").exists());
    assert_eq!(sandbox.ishi("show long.ishi --from 2 --width 20 --force -o long.gif").code, 0);
}

#[test]
fn fonts_are_those_of_the_options() {
    let sandbox = Sandbox::new([("a.ishi", "B 1 C3\n"), ("broken.ttf", "no font")]);
    sandbox.write("two.ttf", include_bytes!("../../fixtures/fonts/two-characters.ttf"));
    let show = |arguments: &str| {
        let mut command = sandbox.command(&format!("show a.ishi {arguments}"));
        crate::cli::sandbox::Run::of(command.arg("--caption=\u{10fff0}"), b"")
    };
    for format in ["png", "pdf", "gif", "apng"] {
        let without = show(&format!("-o without.{format}"));
        let missing = "no font has \u{10fff0}; name one that does with `--font`\n";
        assert_eq!((without.code, &*without.stderr), (0, missing), "{without}");
        let with = show(&format!("--font two.ttf -o with.{format}"));
        assert_eq!((with.code, &*with.stderr), (0, ""), "{with}");
        assert_ne!(sandbox.read(&format!("with.{format}")), sandbox.read(&format!("without.{format}")));
    }
    let outlined = show("--font two.ttf --outline-text --format svg");
    assert!(outlined.code == 0 && !outlined.stdout.contains("<text"), "{outlined}");
    let svg = show("--format svg");
    assert!(svg.stdout.contains("<text") && svg.stderr.is_empty(), "{svg}");
    for (arguments, reason) in [
        ("--font broken.ttf -o a.png", "broken.ttf: this is not a font"),
        ("--font none.ttf -o a.png", "none.ttf: "),
        ("--font two.ttf --format svg", "`--font` is for PNG"),
        ("--outline-text -o a.png", "`--outline-text` is for SVG"),
    ] {
        let run = show(arguments);
        assert!(run.code == 2 && run.stderr.contains(reason), "{arguments}: {run}");
    }
    assert!(!sandbox.path("a.png").exists());
}

#[test]
fn what_a_diagram_of_senseis_library_does_not_show_is_reported() {
    let run = sandbox().ishi("show games.ishi --variation 1 --format sensei");
    expect![[r#"
        exit 0
        --- stdout
        $$Bc5 One
        $$ +-----------+
        $$ | . . . . . |
        $$ | . . . O . |
        $$ | . . , . . |
        $$ | X . . . . |
        $$ | . X . . . |
        $$ +-----------+
        --- stderr
        games.ishi: sign of the last move at D4: a diagram has none
    "#]]
    .assert_eq(&run.to_string());
    let run = sandbox().ishi("show games.ishi --numbers --format sensei --coordinates=none");
    expect![[r#"
        exit 0
        --- stdout
        $$B5 One
        $$ +-----------+
        $$ | . . . . . |
        $$ | . . . . . |
        $$ | . . 2 . . |
        $$ | X . . . . |
        $$ | . 1 . . . |
        $$ +-----------+
    "#]]
    .assert_eq(&run.to_string());
    assert!(sandbox().ishi("show games.ishi --ascii --format sensei").stderr.contains("`--ascii` is for text"));
}

#[test]
fn all_diagrams_go_to_a_folder() {
    let text = "EVENT Fuseki / 1\nB 1 Q16\nDIAGRAM\nW 2 D4\nDIAGRAM K10 T19\nMARK a@Q10\nDIAGRAM A1 A1\nVAR\nW 2 C3\n\
                DIAGRAM\nENDVAR\nEVENT FUSEKI  1\nB 1 Q16\nDIAGRAM\nEVENT\nDIAGRAM\nSETUP B D4\n";
    let sandbox = Sandbox::new([("My game.ishi", text)]);
    let names = |arguments: &str| {
        let mut command = sandbox.command("show");
        let run = crate::cli::sandbox::Run::of(command.arg("My game.ishi").args(arguments.split(' ')), b"");
        assert_eq!((run.code, &*run.stderr), (0, ""), "{run}");
        run.stdout.replace('\\', "/")
    };
    expect![[r#"
        out/new/fuseki-1-001.svg
        out/new/fuseki-1-002.svg
        out/new/fuseki-1-002-2.svg
        out/new/fuseki-1-002-3.svg
        out/new/fuseki-1-001-2.svg
        out/new/my-game-3-000.svg
    "#]]
    .assert_eq(&names("--diagrams out/new"));
    assert!(sandbox.read("out/new/fuseki-1-002.svg").starts_with(b"<svg"));
    assert_eq!(std::fs::read_dir(sandbox.path("out/new")).unwrap().count(), 6);
    // A file that is there is replaced only by `--force`, as by `-o`.
    sandbox.write("out/new/my-game-3-000.svg", "old");
    assert_eq!(names("--diagrams out/new --event 3 --force"), "out/new/my-game-3-000.svg\n");
    assert!(sandbox.read("out/new/my-game-3-000.svg").starts_with(b"<svg"));
    assert_eq!(names("--diagrams out --event 3 --format pdf --print"), "out/my-game-3-000.pdf\n");
    assert!(sandbox.read("out/my-game-3-000.pdf").starts_with(b"%PDF"));
    assert_eq!(names("--diagrams out --event 3 --format text"), "out/my-game-3-000.txt\n");

    sandbox.write("none.ishi", "B 1 Q16\n");
    let run = sandbox.ishi("show none.ishi --diagrams none");
    assert_eq!((run.code, run.stderr.contains("no diagram to draw")), (1, true), "{run}");
    assert!(!sandbox.path("none").exists());
}

#[test]
fn boards_that_are_not_usual_are_drawn() {
    for (text, code) in [
        // A record has boards from 2×2 to 19×19.
        ("(;SZ[1];B[aa])", 1),
        ("(;SZ[52];B[aa];W[ZZ])", 1),
        ("(;SZ[9:13];B[aa];W[im])", 1),
        ("(;SZ[2];B[aa];W[bb])", 0),
        ("B 1 D4\nW 2 D4\nW 2 Q61\nB q q q\nVAR\n", 0),
    ] {
        let sandbox = Sandbox::new([("a.sgf", text), ("a.ishi", text)]);
        let file = if text.starts_with('(') { "a.sgf" } else { "a.ishi" };
        for name in ["a.svg", "a.gif", "a.apng", "a.pdf", "a.png"] {
            let style = "--crop --numbers --book --restart --caption --print --transparent --width 90";
            let run = sandbox.ishi(&format!("show {file} {style} -o {name}"));
            assert_eq!(run.code, code, "{text} {name}: {run}");
            assert_eq!(sandbox.path(name).exists(), code == 0, "{text} {name}");
        }
    }
}

/// Numbers that are asked for are shown, also where the record takes them away. Its labels stay.
#[test]
fn numbers_that_are_asked_for_are_shown_after_unmark() {
    let text = "BOARDSIZE 5\nB 1 A1\nW 2 C3\nB 3 E5\nMARK a@E5\nUNMARK #1-2\n";
    let sandbox = Sandbox::new([("game.ishi", text)]);
    let shown = sandbox.ishi("show game.ishi --move 3 --numbers=1-3 --format svg").stdout;
    for label in [">1</text>", ">2</text>", ">a</text>"] {
        assert!(shown.contains(label), "{label}: {shown}");
    }
    assert!(!sandbox.ishi("show game.ishi --move 3 --coordinates=none --format svg").stdout.contains(">2</text>"));
}
