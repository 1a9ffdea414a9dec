//! `ishi score`.

use expect_test::expect;

use crate::cli::sandbox::{Run, Sandbox};

/// White B6 is dead, and D1 to D5 are dame.
const GAME: &str = "BOARDSIZE 7\nKOMI 0.5\nRESULT B+0.5\nSETUP B C1 C2 C3 C4 C5 C6 C7 D6 W D7 E1 E2 E3 E4 E5 E6 E7 B6\n\
                    B 1 PASS\nW 2 PASS\n";

const DIAGRAM: &str = "x.xo.\nxxxoo\n.wx,.\n";

fn sandbox() -> Sandbox {
    let with_dead = format!("{GAME}USER ishi\ndead B6\nENDUSER\n");
    Sandbox::new([("game.ishi", GAME.to_owned()), ("dead.ishi", with_dead), ("board.txt", DIAGRAM.to_owned())])
}

fn json(run: &crate::cli::sandbox::Run) -> serde_json::Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run}"))
}

#[test]
fn a_record_that_names_its_dead_stones() {
    expect![[r#"
        exit 0
        --- stdout
        W 2 pass: B+0.5 (Japanese, 1 dead): Black 15, White 14.5

          + + X O O - -
          + o X X O - -
          + + X : O - -
          + + X : O - -
          + + X : O - -
          + + X : O - -
          + + X : O - -

          X O stones, x o dead ones, + Black's points, - White's, : dame
    "#]]
    .assert_eq(&sandbox().ishi("score dead.ishi").to_string());
    let run = sandbox().ishi("score dead.ishi --format json");
    let answer = json(&run);
    assert_eq!((run.code, &answer["status"], &answer["result"]), (0, &"counted".into(), &"B+0.5".into()), "{run}");
    assert_eq!((&answer["agrees"], &answer["dead"]), (&true.into(), &serde_json::json!(["B6"])), "{run}");
    assert_eq!(answer["score"], serde_json::json!({"black": 15.0, "white": 14.5}));
    assert_eq!(answer["dame"][6], "...d...");
    assert_eq!(answer["territory"][1], "BB...WW");
    assert_eq!(answer["control"], serde_json::Value::Null);
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    for key in [
        "rules",
        "status",
        "result",
        "score",
        "recorded",
        "agrees",
        "board",
        "territory",
        "seki",
        "dame",
        "falseEyes",
        "unconditional",
        "control",
        "dead",
        "undecided",
        "nodes",
        "why",
    ] {
        assert!(keys.contains(&key), "{key}: {run}");
    }
}

#[test]
fn what_nobody_says_is_undecided() {
    let run = sandbox().ishi("score game.ishi --format json");
    let answer = json(&run);
    assert_eq!((run.code, &answer["status"], &answer["score"]), (1, &"undecided".into(), &serde_json::Value::Null));
    assert!(answer["why"][0].as_str().unwrap().contains("neither said nor proven"), "{run}");
    let run = sandbox().ishi("score game.ishi --dead B6 --format json");
    assert_eq!((run.code, &json(&run)["result"]), (0, &"B+0.5".into()), "{run}");
    let run = sandbox().ishi("score game.ishi --dead none --rules Chinese --format json");
    assert_eq!((run.code, &json(&run)["agrees"]), (1, &false.into()), "{run}");
}

#[test]
fn a_game_that_has_not_ended_is_not_counted() {
    let sandbox = Sandbox::new([("game.ishi", "B 1 D4\nW 2 Q16\n")]);
    let run = sandbox.ishi("score game.ishi --format json");
    assert_eq!((run.code, &json(&run)["status"]), (1, &"unfinished".into()), "{run}");
}

#[test]
fn diagrams_of_any_shape() {
    let run = sandbox().ishi("score --diagram board.txt --rules Chinese --komi 0.5 --format json");
    let answer = json(&run);
    assert_eq!((run.code, &answer["result"]), (0, &"B+3.5".into()), "{run}");
    assert_eq!(answer["board"], serde_json::json!(["x.xo.", "xxxoo", ".ox,."]));
    let run = sandbox().ishi("score --diagram board.txt --rules LJRG --nodes 0 --format json");
    let answer = json(&run);
    assert_eq!((run.code, &answer["status"]), (1, &"undecided".into()), "{run}");
    assert!(answer["control"][2].as_str().unwrap().contains('?'), "{run}");
    let run = sandbox().ishi("score --diagram board.txt --rules LJRG --format json");
    let answer = json(&run);
    assert_eq!((run.code, &answer["status"]), (0, &"counted".into()), "{run}");
    assert_eq!((&answer["control"][0], &answer["result"]), (&"BBBWW".into(), &"B+2".into()), "{run}");
    // A line of play shows what was found.
    let why = answer["why"].as_array().unwrap();
    assert!(why.iter().any(|why| why.as_str().unwrap().contains("Black locks the ")), "{run}");
}

/// Spaces between the points, tabs, line ends of Windows and a byte-order mark are nobody's mistake.
#[test]
fn a_diagram_may_come_from_anywhere() {
    let sandbox = sandbox();
    sandbox.write("other.txt", "\u{feff}\r\n x . x o .\t\r\n x x x o o\r\n . w x , .\r\n");
    let (plain, other) = (sandbox.ishi("score --diagram board.txt"), sandbox.ishi("score --diagram other.txt"));
    assert_eq!((plain.code, plain.stdout), (0, other.stdout));
    sandbox.write("point.txt", ".");
    let run = sandbox.ishi("score --diagram point.txt --format json");
    assert_eq!((run.code, &json(&run)["result"]), (0, &"Draw".into()), "{run}");
}

/// In China half of the area was counted, and so half of the komi and of the margin written.
#[test]
fn quarters_are_halves_of_points() {
    let game = "BOARDSIZE 5\nRULES Chinese\nKOMI 3.75\nRESULT W+1.25\nSETUP B B1 B2 B3 B4 B5 A2 A4 C3 C4 C5 \
                W D1 D2 D3 D4 D5 C1 C2 E2 E4\nB 1 PASS\nW 2 PASS\n";
    let sandbox = Sandbox::new([("game.ishi", game)]);
    let run = sandbox.ishi("score game.ishi --format json");
    let answer = json(&run);
    assert_eq!((&answer["result"], &answer["score"]["white"]), (&"W+6.5".into(), &19.5.into()), "{run}");
    assert_eq!(answer["agrees"], false, "{run}");
    sandbox.write("game.ishi", game.replace("W+1.25", "W+3.25"));
    let run = sandbox.ishi("score game.ishi --format json");
    assert_eq!((run.code, &json(&run)["agrees"]), (0, &true.into()), "{run}");
}

#[test]
fn bad_input_is_refused_in_words() {
    let sandbox = sandbox();
    sandbox.write("ragged.txt", "x.\nx\n");
    sandbox.write("strange.txt", "x?\n");
    sandbox.write("empty.txt", "\n");
    sandbox.write("large.txt", ".".repeat(53));
    sandbox.write("main.go", "package main\n");
    for arguments in [
        "score --diagram ragged.txt",
        "score --diagram strange.txt",
        "score --diagram empty.txt",
        "score --diagram large.txt",
        "score game.ishi --dead A1",
        "score game.ishi --dead D4,Z99",
        "score game.ishi --rules house",
        "score game.ishi --komi many",
        "score game.ishi --event 2",
        "score game.ishi --move 9",
        "score game.ishi --line 99",
        "score nothing.ishi",
        "score main.go",
        "score",
    ] {
        let run = sandbox.ishi(arguments);
        assert!(run.code == 2 && run.stdout.is_empty() && !run.stderr.is_empty(), "{arguments}: {run}");
    }
}

#[test]
fn contradictions_are_undecided() {
    let sandbox = Sandbox::new([("none.txt", "xo\nox\n")]);
    let run = sandbox.ishi("score --diagram none.txt --format json");
    assert_eq!((run.code, &json(&run)["status"]), (1, &"undecided".into()), "{run}");
    assert!(json(&run)["why"][0].as_str().unwrap().contains("no liberty"), "{run}");
    let alive = "BOARDSIZE 5\nSETUP B B1 B2 B3 B4 B5 A2 A4 W D1 D2 D3 D4 D5 E2 E4\nB 1 PASS\nW 2 PASS\n";
    sandbox.write("alive.ishi", alive);
    let run = sandbox.ishi("score alive.ishi --format json");
    assert_eq!((run.code, &json(&run)["result"]), (0, &"Draw".into()), "{run}");
    let run = sandbox.ishi("score alive.ishi --dead B3 --format json");
    assert!(run.code == 1 && json(&run)["why"][0].as_str().unwrap().contains("can't be taken"), "{run}");
    let lonely = "BOARDSIZE 5\nSETUP B A1 E5\nB 1 PASS\nW 2 PASS\nUSER ishi\ndead A1\nENDUSER\n";
    sandbox.write("lonely.ishi", lonely);
    let run = sandbox.ishi("score lonely.ishi --format json");
    assert!(run.code == 1 && json(&run)["why"][0].as_str().unwrap().contains("no living stone"), "{run}");
    sandbox.write("house.ishi", format!("RULES of the house\n{alive}"));
    let run = sandbox.ishi("score house.ishi --format json");
    assert!(run.code == 1 && json(&run)["why"][0].as_str().unwrap().contains("not known"), "{run}");
}

#[test]
fn a_picture() {
    let run = sandbox().ishi("score dead.ishi --format svg");
    assert!(run.code == 0 && run.stdout.starts_with("<svg"), "{run}");
    // A board of 5x3 points has three rows, and nothing beyond them.
    let run = sandbox().ishi("score --diagram board.txt --format svg");
    assert!(run.code == 0 && run.stdout.contains("Go board 5x3: 6 black"), "{run}");
    let sandbox = Sandbox::new([("wide.txt", ".".repeat(20) + "\n")]);
    let run = sandbox.ishi("score --diagram wide.txt --format svg");
    assert!(run.code == 2 && run.stderr.contains("2 to 19 lines"), "{run}");
}

#[test]
fn what_is_undecided_says_what_to_do() {
    let sandbox = sandbox();
    let run = sandbox.ishi("score game.ishi");
    assert!(run.code == 1 && run.stdout.contains("name the dead chains with `--dead D4,Q10`"), "{run}");
    let why = json(&sandbox.ishi("score game.ishi --format json"))["why"].to_string();
    assert!(why.contains("a line `dead D4 Q10` of a USER block"), "{why}");
    let run = sandbox.ishi("score game.ishi --dead B6");
    assert!(run.code == 0 && !run.stdout.contains("name the dead"), "{run}");
    let run = sandbox.ishi("score game.ishi --rules LJRG --nodes 1");
    assert!(run.code == 1 && run.stdout.contains("`--nodes 100000000`"), "{run}");
}

/// The place is found as `ishi show` finds it.
#[test]
fn a_variation_is_counted() {
    let sandbox = sandbox();
    sandbox.write("variation.ishi", format!("{GAME}VAR\nW 2 D1\nENDVAR\n"));
    let answer = json(&sandbox.ishi("score variation.ishi --variation 1 --dead none --format json"));
    assert_eq!((&answer["board"][6], &answer["recorded"]), (&"..xoo..".into(), &serde_json::Value::Null), "{answer}");
    let run = sandbox.ishi("score variation.ishi --variation 2");
    assert!(run.code == 2 && run.stderr.contains("there is no variation 2"), "{run}");
}

/// GNU Go is there in CI, and perhaps elsewhere.
#[test]
fn an_engine_has_an_opinion() {
    let sandbox = sandbox();
    let ask = |engine: &str| {
        let mut command = sandbox.command("score game.ishi --format json --engine");
        crate::cli::sandbox::Run::of(command.arg(engine), b"")
    };
    for (engine, wrong) in [("no-such-engine", "no-such-engine"), ("", "empty")] {
        let run = ask(engine);
        assert!(run.code == 2 && run.stderr.contains(wrong), "{run}");
    }
    if cfg!(unix) {
        let run = ask("cat");
        assert!(run.code == 1 && json(&run)["why"][0].as_str().unwrap().contains("the engine"), "{run}");
    }
    let Some(path) = std::env::var_os("PATH") else { return };
    if std::env::split_paths(&path).any(|folder| folder.join("gnugo").is_file()) {
        let run = ask("gnugo --mode gtp");
        assert!(json(&run)["why"].to_string().contains("opinion of `gnugo --mode gtp`"), "{run}");
        assert_eq!((run.code, &json(&run)["dead"]), (0, &serde_json::json!(["B6"])), "{run}");
    }
}

/// The positions of a search that would go on and on fit into the memory that is documented.
#[cfg(target_os = "linux")]
#[test]
fn a_search_takes_no_more_memory_than_it_may() {
    let points = ["E5", "C7", "G7", "G3", "C3", "D5", "E6", "E4", "F4", "D4", "F3", "D3", "G4", "C4", "H3", "B3"];
    let moves = points.iter().enumerate().map(|(index, at)| format!("{} {} {at}\n", ["B", "W"][index % 2], index + 1));
    let game = format!("BOARDSIZE 9\nRESULT B+3\n{}", moves.collect::<String>());
    let sandbox = Sandbox::new([("game.ishi", game)]);
    // What the program needs besides the search is less than 300 MB of addresses. Lists that grow are copied, and the
    // allocator may keep the addresses of the old ones.
    for (options, megabytes) in [("", 512), ("--memory 32", 32)] {
        let mut command = std::process::Command::new("sh");
        let limit = (2 * megabytes + 300) << 10;
        command.arg("-c").arg(format!("ulimit -v {limit}; exec \"$@\"")).arg("sh").arg(env!("CARGO_BIN_EXE_ishi"));
        command.args(["score", "--rules", "LJRG", "--nodes", "1000000000", "--format", "json"]);
        command.args(options.split_whitespace()).arg(sandbox.path("game.ishi"));
        let run = crate::cli::sandbox::Run::of(&mut command, b"");
        let answer = json(&run);
        assert_eq!((run.code, &answer["status"]), (1, &"undecided".into()), "{run}");
        let why = answer["why"].as_array().unwrap().last().unwrap().as_str().unwrap();
        assert!(why.ends_with(&format!("`--memory {}`", 4 * megabytes)), "{why}");
    }
}

/// The game of [`GAME`] in SGF, with some more properties in a last node of its own.
fn in_sgf(last: &str) -> String {
    let stones = "AB[ca][cb][cc][cd][ce][cf][cg][db]AW[da][ea][eb][ec][ed][ee][ef][eg][bb]";
    format!("(;FF[4]GM[1]SZ[7]KM[0.5]RE[B+0.5]{stones};B[];W[]{last})")
}

#[test]
fn games_of_other_formats_are_counted() {
    let sandbox = sandbox();
    sandbox.write("game.sgf", in_sgf(""));
    let (record, game) = (sandbox.ishi("score game.ishi --format json"), sandbox.ishi("score game.sgf --format json"));
    for key in ["status", "board", "undecided", "unconditional", "why"] {
        assert_eq!(json(&record)[key], json(&game)[key], "{key}");
    }
    let run = sandbox.ishi("score game.sgf --dead B6 --format json");
    assert_eq!((run.code, &json(&run)["result"]), (0, &"B+0.5".into()), "{run}");
    // In one line there are many moves; a column is a place in one of them.
    sandbox.write("two.sgf", "(;GM[1]SZ[9];B[ee];W[cc];B[gg])");
    let run = sandbox.ishi("score two.sgf --line 1 --column 19 --dead none --format json");
    assert_eq!(json(&run)["board"][2], "..o......", "{run}");
    assert_eq!(json(&run)["board"][6], ".........", "{run}");
    sandbox.write("game.gib", include_bytes!("../../fixtures/import/even.gib"));
    sandbox.write("game.ngf", include_bytes!("../../fixtures/import/even.ngf"));
    for name in ["game.gib", "game.ngf"] {
        let run = sandbox.ishi(&format!("score {name} --dead none --format json"));
        assert!(run.code < 2 && json(&run)["board"].to_string().contains('x'), "{run}");
    }
    sandbox.write("chess.sgf", "(;GM[3]FF[4])");
    let run = sandbox.ishi("score chess.sgf");
    assert!(run.code == 1 && run.stderr.contains("line 1"), "{run}");
}

/// The territory that a game marks at its end says which stones are dead.
#[test]
fn marked_territory_names_the_dead_stones() {
    let sandbox = sandbox();
    let black = "TB[aa:ba][ab:bb][ac:bg]";
    for last in [format!("{black}TW[fa:gg]"), format!(";{black}TW[fa:gg]C[the end]")] {
        sandbox.write("game.sgf", in_sgf(&last));
        let run = sandbox.ishi("score game.sgf --format json");
        let answer = json(&run);
        assert_eq!(
            (run.code, &answer["result"], &answer["agrees"]),
            (0, &"B+0.5".into(), &true.into()),
            "{last}: {run}"
        );
        assert_eq!((&answer["dead"], &answer["undecided"]), (&serde_json::json!(["B6"]), &serde_json::json!([])));
    }
    // Here B6 is not marked, although all around it is: what the marks mean is not certain.
    sandbox.write("game.sgf", in_sgf("TB[aa:ba][ab][ac:bg]TW[fa:gg]"));
    let run = sandbox.ishi("score game.sgf --format json");
    assert_eq!((run.code, &json(&run)["status"]), (1, &"undecided".into()), "{run}");
    assert!(json(&run)["why"][0].as_str().unwrap().contains("B6"), "{run}");
}

#[test]
fn all_undecided_chains_are_named() {
    let sandbox = Sandbox::new([("game.ishi", "BOARDSIZE 9\nB 1 E5\nW 2 C7\nB 3 G3\nW 4 PASS\nB 5 PASS\n")]);
    let run = sandbox.ishi("score game.ishi --format json");
    let answer = json(&run);
    assert_eq!(answer["undecided"], serde_json::json!(["C7", "E5", "G3"]), "{run}");
    assert!(answer["why"][0].as_str().unwrap().contains("C7, E5 and G3"), "{run}");
}

/// The winner of a game that was not counted is known.
#[test]
fn a_resigned_game_is_decided() {
    for (text, result) in [("W+R", "W+R"), ("Black resigns", "W+R"), ("W+T", "W+T"), ("B+F", "B+F")] {
        let sandbox = Sandbox::new([("game.ishi", format!("RESULT {text}\nB 1 D4\nW 2 Q16\n"))]);
        let run = sandbox.ishi("score game.ishi --format json");
        let answer = json(&run);
        let found = (run.code, &answer["status"], &answer["result"], &answer["score"]);
        assert_eq!(found, (0, &"decided".into(), &result.into(), &serde_json::Value::Null), "{run}");
        let run = sandbox.ishi("score game.ishi");
        assert!(run.stdout.contains(result), "{run}");
        // It can be counted all the same, and before its end it goes on.
        let run = sandbox.ishi("score game.ishi --dead none --format json");
        assert_eq!(json(&run)["status"], "counted", "{run}");
        let run = sandbox.ishi("score game.ishi --move 1 --format json");
        assert_eq!(json(&run)["status"], "unfinished", "{run}");
    }
}

/// Under Japanese rules it is B+0.5; the area gives Black one point more.
#[test]
fn rules_by_which_a_result_agrees_are_named() {
    let sandbox = sandbox();
    let count = |rules: &str| {
        let run = sandbox.ishi(&format!("score game.ishi --dead B6 --rules {rules} --format json"));
        json(&run)["result"].as_str().unwrap().to_owned()
    };
    let chinese = count("Chinese");
    assert_ne!(count("Japanese"), chinese);
    sandbox.write("other.ishi", GAME.replace("B+0.5", &chinese));
    let run = sandbox.ishi("score other.ishi --dead B6 --format json");
    let why = json(&run)["why"].to_string();
    assert!(run.code == 1 && why.contains("by Chinese rules RESULT agrees"), "{run}");
    sandbox.write("other.ishi", GAME.replace("B+0.5", "W+60"));
    let run = sandbox.ishi("score other.ishi --dead B6 --format json");
    assert!(run.code == 1 && !json(&run)["why"].to_string().contains("RESULT agrees"), "{run}");
}

/// An engine that does not answer leaves a position undecided, for programs too.
#[cfg(unix)]
#[test]
fn an_engine_that_is_silent_leaves_it_undecided() {
    let sandbox = sandbox();
    sandbox.write("silent.sh", "sleep 600\n");
    let ask = |engine: &str| {
        let mut command = sandbox.command("score game.ishi --engine-timeout 1 --format json --engine");
        Run::of(command.arg(engine), b"")
    };
    let run = ask("sh silent.sh");
    let answer = json(&run);
    assert_eq!((run.code, &answer["status"]), (1, &"undecided".into()), "{run}");
    assert!(answer["why"].to_string().contains("no answer within 1 seconds"), "{run}");
    let run = ask("there-is-no-such-program");
    assert_eq!(run.code, 2, "{run}");
}

/// The komi decides who has won, in whatever script it is written.
#[test]
fn komi_in_characters_is_counted() {
    for (komi, result) in
        [("0目半", "B+0.5"), ("1目半", "W+0.5"), ("1집반", "W+0.5"), ("3/4子", "W+0.5"), ("一目", "Draw")]
    {
        let game = GAME.replace("KOMI 0.5", &format!("KOMI {komi}"));
        let sandbox = Sandbox::new([("game.ishi", game)]);
        let run = sandbox.ishi("score game.ishi --dead B6 --format json");
        assert_eq!(json(&run)["result"], result, "{komi}: {run}");
    }
}
