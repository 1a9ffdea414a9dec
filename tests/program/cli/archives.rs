//! `ishi list` and `ishi export`: the games of many files as data.

use std::collections::BTreeMap;

use expect_test::expect;
use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};
use ishi_record::record::{self, MoveId, SequenceId};
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{Reader, location};
use ishi_test_support::games::{Kind, game};
use serde_json::Value;

use crate::cli::sandbox::Sandbox;

const RECORD: &str = "EVENT Problem 1\nBOARDSIZE 9\nBLACK Ada 3d\nWHITE Ben, 9-dan\nDATE 8 March 1990\nKOMI 3 1/2\n\
                      RULES Chinese\nRESULT Black by 2\nPLACE Kyoto, \"old\"\nSETUP B A1 B2 W C3\nMARK \\t@A1 x@C3\n\
                      B 1 D4\nCOM Title\ntext\nENDCOM\nVAR a\n  B 1 E5\n  DIAGRAM A1 E5\n    SETUP W A5\nENDVAR\n\
                      W 2 PASS\nB 3\nEVENT Problem 2\n";

const GAME: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]GN[Final]EV[Cup]RO[3]PB[Player 7]BR[3d]PW[Ada]WR[?]DT[1990-03,04]RE[W+R]\
                    HA[2]AB[cc][gg];W[ee]C[a; b])";

const MIXED: [(&str, &str); 6] = [
    ("a.ishi", RECORD),
    ("b.sgf", GAME),
    ("c.sgf", "nothing"),
    ("d.ishi", "<html>\n<body>no</body>\n</html>\n"),
    ("empty.ishi", ""),
    ("f.sgf", "(;GM[1]SZ[5:7];B[aa])\n\n(;GM[1]SZ[9]\n;B[ee])"),
];

#[test]
fn games_are_lines_of_json() {
    let run = Sandbox::new(MIXED).ishi("export -q .");
    expect![[r#"
        exit 1
        --- stdout
        {"file":"a.ishi","event":1,"line":1,"size":9,"headers":{"title":"Problem 1","black":{"text":"Ada 3d","name":"Ada","rank":"3d"},"white":{"text":"Ben, 9-dan","name":"Ben","rank":"9d"},"date":{"text":"8 March 1990","from":"1990-03-08","to":"1990-03-08"},"place":"Kyoto, \"old\"","komi":{"text":"3 1/2","value":3.5},"rules":{"text":"Chinese","name":"Chinese"},"result":{"text":"Black by 2","sgf":"B+2","winner":"B","margin":2.0,"ending":"points"}},"setup":[{"color":"B","location":"A1"},{"color":"B","location":"B2"},{"color":"W","location":"C3"}],"marks":[{"location":"A1","sign":"triangle"},{"location":"C3","sign":"label","text":"x"}],"moves":[{"number":1,"color":"B","location":"D4","comment":"Title\ntext","variations":[1]},{"number":2,"color":"W","location":"pass"},{"number":3,"color":"B","location":null}],"variations":[{"marker":"a","moves":[{"number":1,"color":"B","location":"E5","diagrams":[{"region":["A1","E5"],"stones":[{"color":"B","location":"A1"},{"color":"B","location":"B2"},{"color":"W","location":"C3"},{"color":"W","location":"A5"},{"color":"B","location":"E5"}]}]}]}],"problems":[{"line":22,"code":"missing-data","severity":"error","message":"B needs a location or PASS after the move number"}]}
        {"file":"a.ishi","event":2,"line":23,"size":19,"headers":{"title":"Problem 2"},"moves":[],"problems":[]}
        {"file":"b.sgf","event":1,"line":1,"size":9,"headers":{"title":"Final","black":{"text":"Player 7 3d","name":"Player 7","rank":"3d"},"white":{"text":"Ada ?","name":"Ada","rank":null},"date":{"text":"1990-03,04","from":"1990-03-01","to":"1990-04-30"},"handicap":{"text":"2","value":2},"result":{"text":"White wins by resignation","sgf":"W+R","winner":"W","margin":null,"ending":"resignation"},"sgf":{"EV":"Cup","PW":"Ada","RO":"3","WR":"?"}},"setup":[{"color":"B","location":"C7"},{"color":"B","location":"G3"}],"moves":[{"number":1,"color":"W","location":"E5","comment":"a; b"}],"problems":[]}
        {"file":"c.sgf","event":1,"line":1,"parse_error":"no game in it could be read"}
        {"file":"d.ishi","event":1,"line":1,"parse_error":"this is an HTML or XML document, not a record in the Ishi format"}
        {"file":"f.sgf","event":1,"line":1,"headers":{},"parse_error":"its board is not square, and those of Ishi are"}
        {"file":"f.sgf","event":2,"line":3,"size":9,"headers":{},"moves":[{"number":1,"color":"B","location":"E5"}],"problems":[]}
        --- stderr
        error: c.sgf: no game in it could be read
        error: d.ishi: this is an HTML or XML document, not a record in the Ishi format
        error: f.sgf: its board is not square, and those of Ishi are
    "#]].assert_eq(&run.to_string());
}

#[test]
fn games_are_rows_of_a_table() {
    let run = Sandbox::new(MIXED).ishi("export -q --to csv .");
    expect![[r#"
        file,event,line,board_size,black,white,black_rank,white_rank,black_dan,white_dan,date_text,date_from,date_to,title,round,place,rules,komi,handicap,result,winner,margin,ending,n_moves,variations,comments,problems,parse_error
        a.ishi,1,1,9,Ada,Ben,3d,9d,3,9,8 March 1990,1990-03-08,1990-03-08,Problem 1,,"Kyoto, ""old""",Chinese,3.5,,B+2,B,2,points,3,1,1,1,
        a.ishi,2,23,19,,,,,,,,,,Problem 2,,,,,0,,,,,0,0,0,0,
        b.sgf,1,1,9,Player 7,Ada,3d,,3,,"1990-03,04",1990-03-01,1990-04-30,Final,3,,,,2,W+R,W,,resignation,1,0,1,0,
        c.sgf,1,1,,,,,,,,,,,,,,,,,,,,,,,,,no game in it could be read
        d.ishi,1,1,,,,,,,,,,,,,,,,,,,,,,,,,"this is an HTML or XML document, not a record in the Ishi format"
        f.sgf,1,1,,,,,,,,,,,,,,,,0,,,,,,,,,"its board is not square, and those of Ishi are"
        f.sgf,2,3,9,,,,,,,,,,,,,,,0,,,,,1,0,0,0,
    "#]].assert_eq(&run.stdout);
    let columns = run.stdout.lines().next().unwrap().split(',').count();
    let plain = run.stdout.lines().filter(|line| !line.contains('"'));
    assert!(plain.map(|line| line.split(',').count()).all(|count| count == columns));
}

#[test]
fn games_are_listed() {
    let sandbox = Sandbox::new(MIXED);
    expect![[r#"
        exit 1
        --- stdout
        1990-03-08  Ada 3d – Ben 9d                           B+2       3  a.ishi:1  Problem 1
        -           ? – ?                                     -         0  a.ishi:23  Problem 2
        1990-03-01..1990-04-30  Player 7 3d – Ada                         W+R       1  b.sgf:1  Final
        -           ? – ?                                     -         -  f.sgf:1
        -           ? – ?                                     -         1  f.sgf:3
        --- stderr
        error: c.sgf: no game in it could be read
        error: d.ishi: this is an HTML or XML document, not a record in the Ishi format
        error: f.sgf: its board is not square, and those of Ishi are
    "#]]
    .assert_eq(&sandbox.ishi("list").to_string());
    expect![[r#"
        {"file":"b.sgf","event":1,"line":1,"title":"Final","black":"Player 7 3d","white":"Ada","date":"1990-03,04","days":"1990-03-01..1990-04-30","result":"W+R","moves":1}
        {"file":"a.ishi","event":1,"line":1,"title":"Problem 1","black":"Ada 3d","white":"Ben 9d","date":"8 March 1990","days":"1990-03-08","result":"B+2","moves":3}
        {"file":"a.ishi","event":2,"line":23,"title":"Problem 2","black":null,"white":null,"date":null,"days":null,"result":null,"moves":0}
        {"file":"f.sgf","event":2,"line":3,"title":null,"black":null,"white":null,"date":null,"days":null,"result":null,"moves":1}
        {"file":"c.sgf","event":1,"line":1,"parse_error":"no game in it could be read"}
        {"file":"d.ishi","event":1,"line":1,"parse_error":"this is an HTML or XML document, not a record in the Ishi format"}
        {"file":"f.sgf","event":1,"line":1,"title":null,"black":null,"white":null,"date":null,"days":null,"result":null,"parse_error":"its board is not square, and those of Ishi are"}
    "#]].assert_eq(&sandbox.ishi("list -q --sort date --format jsonl").stdout);
    expect![[r#"
        file,event,line,title,black,white,date,days,result,moves,parse_error
        a.ishi,2,23,Problem 2,,,,,,0,
        b.sgf,1,1,Final,Player 7 3d,Ada,"1990-03,04",1990-03-01..1990-04-30,W+R,1,
        a.ishi,1,1,Problem 1,Ada 3d,Ben 9d,8 March 1990,1990-03-08,B+2,3,
    "#]]
    .assert_eq(&sandbox.ishi("list -q --sort moves --format csv a.ishi b.sgf").stdout);
}

#[test]
fn a_game_without_a_board_is_listed_with_its_headers() {
    let sandbox =
        Sandbox::new([("a.sgf", "(;GM[1]SZ[13:9]PB[Ada]PW[Ben]DT[2001-02-03];B[aa])\n(;GM[1]SZ[9]PB[Eva];B[aa])")]);
    expect![[r#"
        -           Eva – ?                                   -         1  a.sgf:2
        2001-02-03  Ada – Ben                                 -         -  a.sgf:1
    "#]]
    .assert_eq(&sandbox.ishi("list -q --sort moves").stdout);
    let found = sandbox.ishi("list -q --sort date --date 2001").stdout;
    assert!(found.contains("Ada – Ben"), "{found}");
}

#[test]
fn each_line_is_as_the_schema_says() {
    let sandbox = Sandbox::new(MIXED);
    let schema: Value = serde_json::from_str(&sandbox.ishi("schema game").stdout).unwrap();
    assert_eq!(schema["version"], 1);
    let schema = jsonschema::validator_for(&schema).unwrap();
    let lines = sandbox.ishi("export -q .").stdout;
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(schema.is_valid(&line), "{line}");
    }
    assert!(!schema.is_valid(&serde_json::json!({"file": "a.ishi"})));
}

/// Filters, and the games that they select.
#[test]
fn filters_select_games() {
    let sandbox = Sandbox::new([
        ("1.sgf", "(;PB[Cho Chikun]BR[9p]PW[Ada]WR[1p]DT[1990-03]RE[B+0.5]KM[5.5]PC[Tokyo]RU[Japanese];B[aa];W[bb])"),
        ("2.sgf", "(;PB[Ada]BR[3k]PW[Choi]WR[2d]DT[1995]RE[W+R]HA[3]SZ[9]GN[Final]RU[AGA];W[aa])"),
        ("3.ishi", "EVENT Club\nBLACK Ben\nWHITE Cho Hunhyun\nDATE c. 1840\nRESULT jigo\n"),
        ("4.sgf", "(;PB[本因坊道策]PW[Zhou Junxun]EV[Meijin];B[aa];W[bb];B[cc])"),
        ("5.sgf", "(;DT[2018年5月2日]KM[6目半]RE[黑胜3/4子]PB[a]BR[P9段];B[aa];W[bb])"),
        ("6.sgf", "(;TE[Samsung Cup]RD[2018-05-03 20:46:58]KO[7.5]HD[0]RE[白3目半勝ち]PW[b];B[bb];W[aa])"),
        ("7.sgf", "(;AP[foxwq]KM[375]RU[Chinese]DT[05/02/2018]RE[Black left];B[cc];W[aa])"),
        ("aliases", "# comment\nHoninbo Dosaku = 本因坊道策, Dosaku\nChou Chun-hsun = Zhou Junxun\n"),
    ]);
    for (filters, games) in [
        ("", "1 2 3 4 5 6 7"),
        ("--player cho", "1 3"),
        ("--player Cho*", "1 2 3"),
        ("--player /^cho/", "1 2 3"),
        ("--player ada --player choi", "2"),
        ("--player ada --player cho", "1"),
        ("--black ada", "2"),
        ("--white ada", "1"),
        ("--player dosaku", ""),
        ("--player dosaku --aliases aliases", "4"),
        ("--player Chun-hsun --aliases aliases --black 道策", "4"),
        ("--date 1990", "1"),
        ("--date 1990-04..1995-06", "2"),
        ("--date ..1900", "3"),
        ("--place tokyo", "1"),
        ("--title final", "2"),
        ("--title meijin", "4"),
        ("--result B+0.5", "1"),
        ("--result W+*", "2 6"),
        ("--result b+", ""),
        ("--result draw", "3"),
        ("--winner W", "2 6"),
        ("--winner black", "1 5"),
        ("--result B+1.5", "5"),
        ("--result W+3.5", "6"),
        ("--date 2018-05-02", "5 7"),
        ("--date 2018-05-03", "6 7"),
        ("--date 2018-11", "7"),
        ("--komi 6.5", "5"),
        ("--komi 7.5", "6 7"),
        ("--title samsung", "6"),
        ("--size 9", "2"),
        ("--size 13..", "1 3 4 5 6 7"),
        ("--handicap 0", "1 3 4 5 6 7"),
        ("--handicap 2..4", "2"),
        ("--komi 5..6", "1"),
        ("--rules AGA", "2"),
        ("--rank 1p..", "1"),
        ("--rank 5k..5d", "2"),
        ("--min-moves 2", "1 4 5 6 7"),
        ("--min-moves 1 --max-moves 2", "1 2 5 6 7"),
    ] {
        let run = sandbox.ishi(&format!("list -q --format csv {filters}"));
        assert_eq!(run.code, 0, "{filters}\n{run}");
        let found: Vec<&str> = run.stdout.lines().skip(1).map(|line| line.split('.').next().unwrap()).collect();
        assert_eq!(found.join(" "), games, "{filters}");
        let exported = sandbox.ishi(&format!("export -q --to csv {filters}")).stdout;
        assert_eq!(exported.lines().count() - 1, found.len(), "{filters}");
    }
    for wrong in [
        "--player a --player b --player c",
        "--player /(/",
        "--player /GNU",
        "--title //",
        "--place /",
        "--result B+X",
        "--result foo*",
        "--result ...",
        "--size 20",
        "--size 0",
        "--size 13..20",
        "--size 13..9",
        "--min-moves 100 --max-moves 50",
        "--date 2003-02-29",
        "--date 1900-02-29",
        "--date May",
        "--date 1990..1980",
        "--rank 5",
        "--komi x",
        "--winner C",
        "--handicap ..",
        "--aliases missing",
        "--sort size",
    ] {
        let run = sandbox.ishi(&format!("list {wrong}"));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{wrong}\n{run}");
    }
}

/// The result of a game in any of its forms, and the forms in which it is asked for.
#[test]
fn results_are_compared_by_their_meaning() {
    let results = ["W+11.0", "W+0.50", "0", "Draw", "B+Resign", "B+T", "B+Forfeit", "B+", "Void", "?", "Left", "W+1.5"];
    let games = format!("(;RE[{}];B[aa])\n", results.join("];B[aa])\n(;RE["));
    let sandbox = Sandbox::new([
        ("a.sgf", &*games),
        ("b.ishi", "EVENT\nRESULT jigo\nEVENT\nRESULT White wins by 11 points\nEVENT\nRESULT Black wins on time\n"),
        ("shape", "X.\n"),
    ]);
    for (result, lines) in [
        ("W+11", "a1 b3"),
        ("W+11.00", "a1 b3"),
        ("w+0.5", "a2"),
        ("W+1/2", "a2"),
        ("0", "a3 a4 b1"),
        ("Draw", "a3 a4 b1"),
        ("Jigo", "a3 a4 b1"),
        ("B+R", "a5"),
        ("B+Resign", "a5"),
        ("B+T", "a6 b5"),
        ("B+Time", "a6 b5"),
        ("B+F", "a7"),
        ("B+Forfeit", "a7"),
        ("B+", "a8"),
        ("B+*", "a5 a6 a7 a8 b5"),
        ("W+?.5", "a2 a12"),
        ("?+F", "a7"),
        ("Void", "a9"),
        ("?", "a10"),
        ("/left/", "a11"),
        ("/^w.[0-9]+$/", "a1 b3"),
    ] {
        let run = sandbox.ishi(&format!("list -q --format csv --result {result}"));
        assert_eq!(run.code, 0, "{result}\n{run}");
        let line = |line: &str| {
            let mut cells = line.split(',');
            let file = cells.next().unwrap().chars().next().unwrap();
            format!("{file}{}", cells.nth(1).unwrap())
        };
        assert_eq!(run.stdout.lines().skip(1).map(line).collect::<Vec<_>>().join(" "), lines, "{result}");
    }
    let run = sandbox.ishi("list --result B+X");
    assert!(run.stderr.contains("`B+X` is not a result; write `B+R`, `W+0.5`, `B+T` or `W+F`"), "{run}");
    for (result, conditions) in [
        ("W+11.0", "WHERE winner = 'W'\n  AND ending = 'points'\n  AND margin BETWEEN 10.99 AND 11.01;\n"),
        ("b+resign", "WHERE winner = 'B'\n  AND ending = 'resignation';\n"),
        ("B+", "WHERE winner = 'B'\n  AND ending IS NULL;\n"),
        ("jigo", "WHERE ending = 'draw';\n"),
        ("B+*", "WHERE winner = 'B';\n"),
        ("B+?.5", "WHERE winner = 'B';\n"),
        ("*+R", "WHERE parse_error IS NULL;\n"),
    ] {
        let run = sandbox.ishi(&format!("find --pattern shape --sql --result {result}"));
        assert!(run.stdout.ends_with(conditions), "{result}\n{run}");
        assert_eq!(run.stdout.contains("left out: --result."), matches!(result, "B+?.5" | "*+R"), "{result}\n{run}");
    }
}

/// A name may be written with composed or decomposed letters, and lines of aliases may share names.
#[test]
fn names_are_compared_in_one_form() {
    let sandbox = Sandbox::new([
        ("1.sgf", "(;PB[Jose\u{301}]PC[Me\u{301}rida]GN[Fe\u{302}te];B[aa])"),
        ("2.sgf", "(;PB[Jos\u{e9}]PC[M\u{e9}rida]EV[F\u{ea}te];B[aa])"),
        ("3.sgf", "(;PB[Cc]PW[A B];B[aa])"),
        ("4.sgf", "(;PB[E F]PW[Bb];B[aa])"),
        ("aliases", "Pepe = Jos\u{e9}\nAa = Bb\nBb = Cc\nCc = Aa\nA B = C D, E F\nE F = G H\n"),
    ]);
    for (filters, games) in [
        ("--player jos\u{e9}", "1 2"),
        ("--black JOSE\u{301}", "1 2"),
        ("--player jose", ""),
        ("--place m\u{e9}rida", "1 2"),
        ("--title fe\u{302}te", "1 2"),
        ("--player Pepe --aliases aliases", "1 2"),
        ("--player Aa --aliases aliases", "3 4"),
        ("--player Bb --aliases aliases", "3 4"),
        ("--player Cc --aliases aliases", "3 4"),
        ("--player G?H --aliases aliases", "3 4"),
        ("--player A?B --aliases aliases", "3 4"),
        ("--player D --aliases aliases --player Bb", "3 4"),
    ] {
        let run = sandbox.ishi(&format!("list -q --format csv {filters}"));
        assert_eq!(run.code, 0, "{filters}\n{run}");
        let found: Vec<&str> = run.stdout.lines().skip(1).map(|line| line.split('.').next().unwrap()).collect();
        assert_eq!(found.join(" "), games, "{filters}");
    }
    sandbox.write("shape", "X.\n");
    let run = sandbox.ishi("find --pattern shape --sql --player jos\u{e9}");
    assert!(run.stdout.contains("lower(black) LIKE '%jos%%'") || run.stdout.contains("LIKE '%jo_%%'"), "{run}");
}

/// A day that the calendar does not have is not read as a day in any format.
#[test]
fn leap_days_are_days_of_leap_years() {
    let sandbox = Sandbox::new([
        ("a.sgf", "(;DT[2003-02-29];B[aa])(;DT[2003-02-30];B[aa])(;DT[2004-02-29];B[aa])"),
        ("b.ishi", "EVENT\nDATE 29 February 1900\n"),
    ]);
    let run = sandbox.ishi("export -q --to csv");
    let ranges = ["2003-01-01,2003-12-31", "2003-01-01,2003-12-31", "2004-02-29,2004-02-29", "1900-01-01,1900-12-31"];
    for (line, range) in run.stdout.lines().skip(1).zip(ranges) {
        assert!(line.contains(range), "{line}");
    }
    let run = sandbox.ishi("export -q");
    let ranges = [("2003-01-01", "2003-12-31"); 2].into_iter();
    let ranges = ranges.chain([("2004-02-29", "2004-02-29"), ("1900-01-01", "1900-12-31")]);
    for (line, (from, to)) in run.stdout.lines().zip(ranges) {
        assert!(line.contains(&format!(r#""from":"{from}","to":"{to}""#)), "{line}");
    }
    let run = sandbox.ishi("list -q --date 2003-02-28 --format csv");
    assert_eq!(run.stdout.lines().count(), 3, "{run}");
    let run = sandbox.ishi("list -q --date 2003-02-29");
    assert!(run.stderr.contains("`2003-02-29` is not a valid date"), "{run}");
}

/// An empty file in SGF or in the format of a Go server has no game, as `()` has none. An empty record is valid.
#[test]
fn empty_files_are_reported() {
    let names = ["a.sgf", "b.SGF", "c.gib", "d.ngf", "e.ugf", "f.ugi"];
    let contents = ["", " \r\n\t\n", "\u{feff}\n", "", "\n", " "];
    let sandbox = Sandbox::new(names.into_iter().zip(contents));
    sandbox.write("g.ishi", "\n");
    sandbox.write("large.sgf", " ".repeat(100_000));
    sandbox.write("shape", "X.\n");
    assert_eq!(sandbox.ishi("index -o index .").code, 1);
    for command in ["list .", "export .", "find --pattern shape .", "find --pattern shape --index index", "dupes ."] {
        let run = sandbox.ishi(command);
        assert_eq!(run.code, 1, "{command}\n{run}");
        for name in names.into_iter().chain(["large.sgf"]) {
            assert!(run.stderr.contains(&format!("error: {name}: the file is empty\n")), "{command} {name}\n{run}");
        }
        assert_eq!(run.stderr.matches("the file is empty").count(), 7, "{command}\n{run}");
    }
    assert_eq!(sandbox.ishi("list -q g.ishi").code, 0);
    let run = sandbox.ishi("list --format csv c.gib");
    assert!(run.stdout.ends_with("\nc.gib,1,1,,,,,,,,the file is empty\n"), "{run}");
}

#[test]
fn exit_codes() {
    let sandbox = Sandbox::new(MIXED);
    for (arguments, code) in [
        ("export -q a.ishi", 0),
        ("export -q .", 1),
        ("export -q missing.ishi a.ishi", 2),
        ("list -q missing.ishi .", 2),
        ("export --to xml .", 2),
        ("list -q a.ishi b.sgf", 0),
        ("list -q", 1),
        ("list --format xml", 2),
        ("schema nothing", 2),
    ] {
        let run = sandbox.ishi(arguments);
        assert_eq!(run.code, code, "ishi {arguments}\n{run}");
    }
    let run = sandbox.ishi("export missing.ishi");
    assert!(run.stdout.starts_with(r#"{"file":"missing.ishi","event":1,"line":1,"parse_error":""#), "{run}");
}

/// A game that sets up stones after a move goes on in another part.
#[test]
fn what_is_counted_is_counted_in_all_parts() {
    let game =
        "(;SZ[9]AB[cc];B[dd]C[One];AE[cc]AW[gg];B[ee]C[Two](;W[ff];B[fg])(;W[fd]C[Three](;B[aa])(;AB[bb];W[ab])))";
    let sandbox = Sandbox::new([("a.sgf", game)]);
    let run = sandbox.ishi("export -q a.sgf --to csv");
    // Moves, variations, comments and problems.
    assert!(run.stdout.ends_with(",4,2,3,0,\n"), "{run}");
}

/// A file appears only when it is whole, and one that exists stays as it is.
#[test]
fn a_file_is_written_as_a_whole() {
    let sandbox = Sandbox::new(MIXED);
    assert_eq!(sandbox.ishi("export -q a.ishi b.sgf -o out/games.csv").code, 0);
    let table = sandbox.read("out/games.csv");
    assert!(table.starts_with(b"file,event,line,"));
    let run = sandbox.ishi("export -q b.sgf -o out/games.csv");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("it exists; `--force` replaces it"), "{run}");
    assert_eq!(sandbox.read("out/games.csv"), table);
    assert_eq!(sandbox.ishi("export -q b.sgf -o out/games.csv --force").code, 0);
    assert_eq!(String::from_utf8(sandbox.read("out/games.csv")).unwrap().lines().count(), 2);
    assert_eq!(sandbox.ishi("export -q b.sgf -o out --force").code, 2);
    let run = sandbox.ishi("export -q a.ishi b.sgf --to csv -o ./b.sgf --force");
    assert!(run.code == 2 && run.stderr.contains("it is one of the files that are read"), "{run}");
    assert_eq!(std::fs::read_dir(sandbox.path("out")).unwrap().count(), 1);
}

/// The games of a large file are read in batches, and those of many files on all cores: the order stays.
#[test]
fn games_keep_their_order() {
    let one = |number: usize| format!("(;GM[1]SZ[9]GN[game {number}]\n;B[aa])\n");
    let large: String = (1..=5000).map(one).collect();
    let sandbox = Sandbox::new([("large.sgf", large)]);
    for number in 0..300 {
        sandbox.write(&format!("small/{number:03}.sgf"), if number == 7 { "broken".to_owned() } else { one(number) });
    }
    let run = sandbox.ishi("list -q --format jsonl large.sgf small");
    assert_eq!(run.code, 1);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5300);
    for (index, line) in lines[..5000].iter().enumerate() {
        assert_eq!(
            (line["event"].as_u64(), line["line"].as_u64()),
            (Some(index as u64 + 1), Some(2 * index as u64 + 1))
        );
        assert_eq!(line["title"], format!("game {}", index + 1));
    }
    for (index, line) in lines[5000..].iter().enumerate() {
        let file = line["file"].as_str().unwrap().replace('\\', "/");
        assert_eq!(file, format!("small/{index:03}.sgf"));
        assert_eq!(line.get("parse_error").is_some(), index == 7, "{line}");
    }
}

/// The stones on a board.
type Stones = BTreeMap<String, char>;

fn stones(board: &Board) -> Stones {
    board.stones().map(|stone| (stone.point.to_string(), stone.color.letter())).collect()
}

/// The boards after each move of each sequence, replayed from a line of JSON alone.
fn replayed(line: &Value) -> Vec<Vec<Stones>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let point = |value: &Value| value.as_str().and_then(location);
    let color = |value: &Value| if value == "B" { Color::Black } else { Color::White };
    let stone = |value: &Value, point: Point| Stone { point, color: color(&value["color"]), origin: Origin(0) };
    let set_up = |board: &mut Board, value: &Value| {
        for one in list(&value["setup"]) {
            board.add(stone(&one, point(&one["location"]).unwrap()));
        }
    };
    let size = BoardSize::new(line["size"].as_u64().unwrap() as u32).unwrap();
    // Where a sequence begins: before a move of another one.
    let mut before: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let mut sequences = vec![line.clone()];
    sequences.extend(list(&line["variations"]));
    for (sequence, value) in sequences.iter().enumerate() {
        for (index, played) in list(&value["moves"]).iter().enumerate() {
            for variation in list(&played["variations"]) {
                before.insert(variation.as_u64().unwrap() as usize, (sequence, index));
            }
        }
    }
    let boards = |sequence: usize| {
        let mut steps = vec![(sequence, usize::MAX)];
        while let Some(&start) = before.get(&steps[steps.len() - 1].0) {
            steps.push(start);
        }
        let mut board = Board::new(size);
        let mut boards = Vec::new();
        for &(sequence, count) in steps.iter().rev() {
            boards.clear();
            set_up(&mut board, &sequences[sequence]);
            for played in list(&sequences[sequence]["moves"]).iter().take(count) {
                if let Some(point) = point(&played["location"]) {
                    board.play(stone(played, point));
                }
                set_up(&mut board, played);
                boards.push(stones(&board));
            }
        }
        boards
    };
    (0..sequences.len()).map(boards).collect()
}

/// The boards after each move of each sequence of each event, as the library plays them.
fn played(text: &str) -> Vec<Vec<Vec<Stones>>> {
    let events = Reader::of_file(text).map(|source| {
        let event = record::read(&source).event;
        let mut boards: BTreeMap<MoveId, Stones> = BTreeMap::new();
        let mut walk = Walk::new(&event);
        while let Some(visit) = walk.next() {
            if let Visit::Move(id) = visit {
                boards.insert(id, stones(walk.board()));
            }
        }
        let sequences = 0..event.sequences.len() as u32;
        sequences.map(|id| event.moves_of(SequenceId(id)).map(|id| boards[&id].clone()).collect()).collect()
    });
    events.collect()
}

/// A game with handicap, a problem and every variation can be replayed from its line alone.
#[test]
fn a_line_replays_its_game() {
    let sandbox = Sandbox::empty();
    let mut compared = 0;
    let mut compare = |text: &str| {
        let played = played(text);
        for (name, input) in [("game.ishi", text.to_owned()), ("game.sgf", ishi_convert::convert::to_sgf(text).text)] {
            sandbox.write(name, input);
            let run = sandbox.ishi(&format!("export -q {name}"));
            let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(lines.len(), played.len(), "{name}\n{text}\n{run}");
            for (line, played) in lines.iter().zip(&played) {
                assert_eq!(&replayed(line), played, "{name}\n{text}\n{line}");
                compared += played.iter().map(Vec::len).sum::<usize>();
            }
        }
    };
    compare("EVENT a\nHANDICAP 2\nSETUP B D4 Q16\nW 1 C3\nB 2 pass\nW 3 R3\n");
    compare("EVENT a\nBOARDSIZE 5\nSETUP W A1 B1 B A2\nB 1 C1\nVAR\nB 1 B2\nVAR\nB 1 E5\nENDVAR\nENDVAR\nW 2 A1\n");
    for seed in 0..40 {
        let kind = Kind {
            size: [5, 9, 13, 19][seed as usize % 4],
            moves: 60,
            setup: [0, 4, 9][seed as usize % 3],
            annotated: seed % 2 == 0,
            legal: seed % 5 != 0,
        };
        compare(&game(seed, kind));
    }
    assert!(compared > 4000, "{compared}");
}

/// The names of the files in a folder of the sandbox, sorted.
fn names(sandbox: &Sandbox, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(sandbox.path(folder)).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// `tests/tables` reads what is in the tables.
#[test]
fn tables_are_folders_of_parts() {
    let sandbox = Sandbox::new(MIXED);
    let run = sandbox.ishi("export a.ishi b.sgf c.sgf f.sgf --to parquet -o out --with-moves --partition 4");
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run}");
    assert!(run.stderr.contains("4 games written, 2 unreadable"), "{run}");
    for table in ["out/games", "out/moves"] {
        assert_eq!(names(&sandbox, table), ["part-00000.parquet", "part-00001.parquet"]);
        for part in names(&sandbox, table) {
            let bytes = sandbox.read(&format!("{table}/{part}"));
            assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        }
    }
    let before = sandbox.read("out/games/part-00000.parquet");
    let run = sandbox.ishi("export a.ishi --to parquet -o out");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("it exists; `--force` replaces the tables"), "{run}");
    assert_eq!(sandbox.read("out/games/part-00000.parquet"), before);
    // Nothing is left of larger tables, nor of moves of other games.
    assert_eq!(sandbox.ishi("export -q a.ishi --to parquet -o out --force").code, 0);
    assert_eq!(names(&sandbox, "out/games"), ["part-00000.parquet"]);
    assert_eq!(names(&sandbox, "out/moves"), [""; 0]);
    // The folder may be named as a file is, and a table may have no games.
    assert_eq!(sandbox.ishi("export -q empty.ishi -o empty.parquet").code, 0);
    assert_eq!(names(&sandbox, "empty.parquet/games"), ["part-00000.parquet"]);
}

#[test]
fn tables_need_a_folder() {
    let sandbox = Sandbox::new(MIXED);
    for (arguments, reason) in [
        ("--to parquet a.ishi", "name it with `-o DIR`"),
        ("--to parquet -o a.ishi b.sgf", "a.ishi"),
        ("--with-moves --to csv a.ishi", "`--with-moves` is only for `--to parquet`"),
        ("--partition 0 --to parquet -o out a.ishi", "--partition"),
        ("--partition 3 --to csv a.ishi", "`--partition` is only for `--to parquet`"),
        ("--partition 100000 a.ishi", "`--partition` is only for `--to parquet`"),
    ] {
        let run = sandbox.ishi(&format!("export {arguments}"));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}\n{run}");
        assert!(run.stderr.contains(reason), "{arguments}\n{run}");
    }
}

/// A point off the board is not a point of the board that another program could play on.
#[test]
fn a_move_off_the_board_has_no_location() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT\nBOARDSIZE 9\nB 1 C3\nW 2 K10\nB 3 PASS\nVAR\n  B 3 Q16\nENDVAR\n")]);
    let run = sandbox.ishi("export -q a.ishi");
    let game: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let locations = |moves: &serde_json::Value| {
        moves.as_array().unwrap().iter().map(|played| played["location"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(locations(&game["moves"]), ["\"C3\"", "null", "\"pass\""]);
    assert_eq!(locations(&game["variations"][0]["moves"]), ["null"]);
    let problems = game["problems"].as_array().unwrap();
    assert!(problems.iter().any(|problem| problem["message"].as_str().unwrap().contains("K10")), "{run}");
}
