//! `ishi find`: the games of many files in which a position arises.

use expect_test::expect;
use serde_json::Value;

use crate::cli::sandbox::Sandbox;

/// A game, the same rotated with the colors exchanged, one with the position in a variation, and others.
const GAMES: [(&str, &str); 6] = [
    (
        "a.sgf",
        "(;GM[1]FF[4]SZ[9]PB[Ada]BR[3d]PW[Ben]DT[1990-03]RE[B+R]\n;B[gc];W[cg]\n;B[gg];W[cc]\n;B[ee];W[gd])\n(;SZ[9]PB[Eve])",
    ),
    (
        "b.ishi",
        "EVENT Turned\nBOARDSIZE 9\nBLACK Cleo\nWHITE Dan\nDATE 1850\nRESULT Black by 2\nB 1 C3\nW 2 G7\n\
                B 3 PASS\nW 4 G3\nB 5 C7\nW 6 E5\nB 7 C6\n",
    ),
    ("c.ishi", "EVENT\nBOARDSIZE 9\nB 1 G7\nW 2 C3\nVAR\n  W 2 E5\n  B 3 D5\nENDVAR\nB 3 D5\n"),
    ("d.sgf", "(;SZ[5:7];B[aa])"),
    ("large.ishi", "EVENT\nBOARDSIZE 13\nB 1 L11\nW 2 L10\n"),
    ("corner", "$$ A corner\n$$ -------+\n$$ . . . .|\n$$ . . . .|\n$$ . X 2 .|\n$$ . 1 . .|\n$$ . . . .|\n"),
];

#[test]
fn a_position_is_found() {
    let sandbox = Sandbox::new(GAMES);
    expect![[r#"
        exit 1
        --- stdout
        1990-03     Ada 3d – Ben                              B+R       4  a.sgf:3  next B E5
        1850        Cleo – Dan                                B+2       5  b.ishi:11  next W E5
        --- stderr
        error: d.sgf: its board is not square, and those of Ishi are
        found in 2 of 5 games
    "#]]
    .assert_eq(&sandbox.ishi("find --at a.sgf --move 4").to_string());
    expect![[r#"
        {"file":"a.sgf","event":1,"line":3,"move":4,"symmetry":"identity","swapped":false,"region":["A1","J9"],"next":{"color":"B","location":"E5","played":"E5","elsewhere":0},"title":null,"black":"Ada 3d","white":"Ben","date":"1990-03","days":"1990-03","result":"B+R"}
        {"file":"b.ishi","event":1,"line":11,"move":5,"symmetry":"rotate-180","swapped":false,"region":["A1","J9"],"next":{"color":"W","location":"E5","played":"E5","elsewhere":0},"title":"Turned","black":"Cleo","white":"Dan","date":"1850","days":"1850","result":"B+2"}
        {"file":"d.sgf","event":1,"line":1,"parse_error":"its board is not square, and those of Ishi are"}
    "#]]
    .assert_eq(&sandbox.ishi("find -q --at a.sgf --move 4 --format jsonl").stdout);
    expect![[r#"
        {"file":"c.ishi","event":1,"line":6,"move":2,"variation":1,"symmetry":"identity","swapped":false,"region":["A1","J9"],"next":{"color":"B","location":"D5","played":"D5","elsewhere":0},"title":null,"black":null,"white":null,"date":null,"days":null,"result":null}
    "#]]
    .assert_eq(&sandbox.ishi("find -q --at c.ishi --line 6 --variations --format jsonl c.ishi").stdout);
    expect![[r#"
        exit 0
        --- stdout
        1990-03     Ada 3d – Ben                              B+R       1  a.sgf:2  next W G6 after 4 elsewhere
        1990-03     Ada 3d – Ben                              B+R       2  a.sgf:2
        1990-03     Ada 3d – Ben                              B+R       3  a.sgf:3
        1990-03     Ada 3d – Ben                              B+R       4  a.sgf:3
        1850        Cleo – Dan                                B+2       1  b.ishi:7
        1850        Cleo – Dan                                B+2       2  b.ishi:8
        1850        Cleo – Dan                                B+2       4  b.ishi:10
        1850        Cleo – Dan                                B+2       5  b.ishi:11  next B F7 after 1 elsewhere
        -           ? – ?                                     -         1  c.ishi:3
        -           ? – ?                                     -         2  c.ishi:4
        -           ? – ?                                     -         1  large.ishi:3  next W G6
        --- stderr
        found in 4 of 5 games
    "#]]
    .assert_eq(
        &sandbox.ishi("find --at a.sgf --region f6,j9 --move 1 --all a.sgf b.ishi c.ishi large.ishi").to_string(),
    );
    expect![[r#"
        exit 0
        --- stdout
        next  games  black  white  black wins      years
        D5        1      0      0  -               -
        G3        1      1      0  100 % (21–100)  1990
        pass      1      1      0  100 % (21–100)  1850
        --- stderr
        found in 3 of 4 games
    "#]]
    .assert_eq(&sandbox.ishi("find --at a.sgf --move 2 --continuations a.sgf b.ishi c.ishi").to_string());
    expect![[r#"
        {"location":"D5","games":1,"black":0,"white":0,"first_year":null,"last_year":null,"low":null,"high":null}
        {"location":"G3","games":1,"black":1,"white":0,"first_year":1990,"last_year":1990,"low":0.2065,"high":1.0}
        {"location":"pass","games":1,"black":1,"white":0,"first_year":1850,"last_year":1850,"low":0.2065,"high":1.0}
    "#]]
    .assert_eq(&sandbox.ishi("find -q --at a.sgf --move 2 --continuations --format jsonl a.sgf b.ishi c.ishi").stdout);
}

/// Questions, and the games that they find, each with the number of the move.
#[test]
fn options_say_what_is_found() {
    let sandbox = Sandbox::new(GAMES);
    sandbox.write("rows", "---\n..|\n*X|\n");
    sandbox.write("then", "$$W\n$$ ------+\n$$ . . .|\n$$ . . .|\n$$ 2 . .|\n$$ . 1 .|\n");
    let mut wrong = Vec::new();
    for (question, expected) in [
        ("--at a.sgf --move 4", "a:4 b:5"),
        ("--at a.sgf --move 4 --no-color-swap", "a:4 b:5"),
        ("--at a.sgf --move 4 --no-symmetry", "a:4 b:5"),
        ("--at a.sgf --move 4 --no-symmetry --no-color-swap", "a:4"),
        ("--at b.ishi --move 2", "a:2 b:2 c:2"),
        ("--at b.ishi --move 2 --player ada", "a:2"),
        ("--at b.ishi --move 2 --to-play B", "a:2 b:2 c:2"),
        ("--at b.ishi --move 2 --to-play W", "a:2 b:2 c:2"),
        ("--at b.ishi --move 2 --to-play W --no-color-swap", "b:3"),
        ("--at b.ishi --move 2 --moves 3-", "b:3"),
        ("--at b.ishi --move 2 --moves 3", "b:3"),
        ("--at c.ishi --variation 1 --move 2", ""),
        ("--at c.ishi --variation 1 --move 2 --variations", "c:2"),
        ("--at c.ishi --line 5 --variations", "a:1 b:1 c:1"),
        ("--at a.sgf --move 2 --then G3", "a:2 b:3"),
        ("--at a.sgf --move 2 --then G3 --no-color-swap", "a:2"),
        ("--at a.sgf --move 2 --then G3,C7 --no-symmetry", "a:2 b:3"),
        ("--at large.ishi --region k10,n13 --move 1 a.sgf c.ishi large.ishi", "a:1 c:1 large:1"),
        ("--at large.ishi --region k10,l11 --move 1", "a:1 b:1 c:1 large:1"),
        ("--pattern corner large.ishi", ""),
        ("--pattern rows", ""),
        ("--pattern rows --anywhere", "a:1 b:1 c:1 large:1"),
        ("--pattern then large.ishi a.sgf", ""),
        ("--at a.sgf --event 2", "a:0 a:0 b:0 c:0"),
    ] {
        let run = sandbox.ishi(&format!("find -q --format jsonl {question}"));
        let lines = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let places = lines.filter(|line| line.get("parse_error").is_none()).map(|line| {
            let file = line["file"].as_str().unwrap().split('.').next().unwrap().to_owned();
            format!("{file}:{}", line["move"])
        });
        let found = places.collect::<Vec<_>>().join(" ");
        if found != expected {
            wrong.push(format!("{question}: {found}, not {expected}\n{run}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_questions_say_what_is_wrong() {
    let sandbox = Sandbox::new(GAMES);
    sandbox.write("empty.ishi", "");
    sandbox.write("page.ishi", "<html>\n<body>no</body>\n</html>\n");
    sandbox.write("any", "**\n**\n");
    sandbox.write("sign", "XO\nXV\n");
    sandbox.write("dead", ".O.\nOXO\n.O.\n");
    for (question, reason) in [
        ("", "<--at <FILE>|--pattern <FILE>>"),
        ("--move 3", "<--at <FILE>|--pattern <FILE>>"),
        ("--at a.sgf --sql --format jsonl", "'--sql' cannot be used with '--format <FORMAT>'"),
        ("--at a.sgf --sql --min-moves 5 --max-moves 4", "`--min-moves 5` is more than `--max-moves 4`"),
        ("--at a.sgf --pattern any", "cannot be used with"),
        ("--pattern any --move 3", "cannot be used with"),
        ("--pattern any --region a1,b2", "cannot be used with"),
        ("--pattern any", "any: the pattern has only points that do not matter"),
        ("--pattern sign", "sign: line 2: `V` is not a sign; `X O . * ? x o` are"),
        ("--pattern dead", "dead: the black group at B2 has no liberty"),
        ("--pattern missing", "missing: "),
        ("--at missing.sgf", "missing.sgf: "),
        ("--at empty.ishi", "empty.ishi: there is no position: the file is empty"),
        ("--at page.ishi", "page.ishi: this is not a record in the Ishi Standard Format"),
        ("--at d.sgf", "d.sgf: there is no position: its board is not square"),
        ("--at a.sgf --event 3", "a.sgf: there is no event 3; the file has 2 events"),
        ("--at a.sgf --move 9", "a.sgf: there is no move 9 here"),
        ("--at a.sgf --region a1,k10", "a.sgf: the region A1 K10 is off the board, which is 9x9"),
        ("--at a.sgf --region a1", "write two locations, such as `a1,j9`"),
        ("--at a.sgf --moves 9-3", "the first move is after the last; write `3-9`"),
        ("--at a.sgf --moves 9-x", "write two move numbers, such as `1-60`"),
        ("--at a.sgf --to-play C", "expected `B` or `W`"),
        ("--at a.sgf --then X5", "`X5` is not a location"),
        ("--at a.sgf --then B", "write moves such as `Q4 R6`"),
        ("--at a.sgf --then K10", "a.sgf: the move at K10 is not in the pattern, which has A1 to J9"),
        ("--at a.sgf --then E5", "a.sgf: Black can't play E5 next: the pattern has a stone there"),
        ("--pattern corner --then E5", "corner: it has numbers for the moves that follow"),
        ("--pattern - -", "`-` can be given once"),
    ] {
        let run = sandbox.ishi(&format!("find {question}"));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{question}\n{run}");
        assert!(run.stderr.contains(reason), "{question}\n{run}");
    }
    let run = sandbox.ishi_with("find -q --pattern - a.sgf", "|..\n|.X\n---\n");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(sandbox.ishi("find -q --at a.sgf missing.ishi").code, 2);
    assert_eq!(sandbox.ishi("find -q --at a.sgf d.sgf b.ishi").code, 1);
}

/// The answers say `"move":0` for the position before the first move, and so do the questions.
#[test]
fn move_0_is_before_the_first() {
    let sandbox = Sandbox::new([
        ("a.ishi", "EVENT\nBOARDSIZE 9\nSETUP B E5\nW 1 C3\nVAR\n  W 1 D4\nENDVAR\n"),
        ("b.sgf", "(;SZ[9]AB[ee];W[cc];B[aa])"),
        ("c.sgf", "(;SZ[9];B[ee];W[cc])"),
    ]);
    let found = |question: &str| {
        let run = sandbox.ishi(&format!("find -q {question} --format jsonl ."));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
        let entry = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let place = |entry: serde_json::Value| format!("{}:{}", entry["file"].as_str().unwrap(), entry["move"]);
        run.stdout.lines().map(|line| place(entry(line))).collect::<Vec<_>>()
    };
    assert_eq!(found("--at a.ishi --move 0"), ["a.ishi:0", "b.sgf:0", "c.sgf:1"]);
    assert_eq!(found("--at c.sgf --move 0"), ["c.sgf:0"]);
    let show = |move_0: &str| sandbox.ishi(&format!("show b.sgf {move_0}")).stdout;
    assert!(show("--move 0") != show("--move 1") && show("--move 0").contains('●'), "{}", show("--move 0"));
    let run = sandbox.ishi("show a.ishi --move 0 --variation 1");
    assert!(run.code == 2 && run.stderr.contains("there is no move 0 here"), "{run}");
}

/// A reader that leaves early gets no total of the games that were not searched.
#[test]
fn a_search_whose_reader_leaves_has_no_total() {
    use std::io::Read;

    let game = "(;SZ[9];B[ee];W[cc])\n";
    let sandbox = Sandbox::new([("all.sgf", game.repeat(20_000)), ("one.sgf", game.to_owned())]);
    let mut command = sandbox.command("find --at one.sgf --move 1 all.sgf");
    let mut child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let mut first = [0; 10];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((stderr.as_str(), child.wait().unwrap().code()), ("", Some(0)));
}
