use std::process::Command;

use expect_test::expect;

use crate::cli::sandbox::{Run, Sandbox};

const GAME: &str = "(;GM[1]SZ[9]PB[Ada];B[ee]C[one];W[cc])\n";
const RECORD: &str =
    "EVENT\nBOARDSIZE 9\nBLACK Ada\nUSER sgf\nGM[1]\nSZ PB\nENDUSER\nB 1 E5\nCOM\none\nENDCOM\nW 2 C7\n";

#[test]
fn a_game_goes_to_standard_output_and_back() {
    let sandbox = Sandbox::new([("a.sgf", GAME)]);
    let run = sandbox.ishi("convert a.sgf");
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, RECORD, ""));
    let run = sandbox.ishi_with("convert -", RECORD);
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "(;GM[1]SZ[9]PB[Ada];B[ee]C[one];W[cc])\n", ""));
    let run = sandbox.ishi_with("convert - --to ishi", GAME);
    assert_eq!((run.code, &*run.stdout), (0, RECORD));
}

#[test]
fn exit_codes() {
    for (arguments, code) in [
        ("a.sgf", 0),
        ("a.sgf --strict", 0),
        ("odd.sgf", 0),
        ("odd.sgf --strict", 1),
        ("page.sgf", 2),
        ("chess.sgf", 2),
        ("a.sgf --to sgf", 2),
        ("a.sgf missing.sgf -o out/", 2),
        ("a.sgf odd.sgf", 2),
        ("a.sgf odd.sgf -o out/", 0),
        ("a.sgf -o odd.ishi", 2),
        ("a.sgf -o odd.ishi --force", 0),
        ("a.sgf -o new.ishi", 0),
        ("a.sgf -o new.sgf", 2),
        ("a.sgf --event 2", 2),
        ("a.sgf --event 1", 0),
        (". -o out", 2),
        ("--to ishi . -o out", 2),
    ] {
        let sandbox = Sandbox::new([
            ("a.sgf", GAME),
            ("odd.sgf", "junk (;B[aa];W[bb];AB[cc];B[dd])"),
            ("odd.ishi", "EVENT\n"),
            ("page.sgf", "<html></html>"),
            ("chess.sgf", "(;GM[3])"),
        ]);
        let run = sandbox.ishi(&format!("convert {arguments}"));
        assert_eq!(run.code, code, "ishi convert {arguments}\n{run}");
    }
}

#[test]
fn a_file_of_which_no_game_is_read_says_why() {
    let sandbox = Sandbox::new([("page.sgf", "<p>"), ("wide.sgf", "(;SZ[19:13])"), ("chess.sgf", "(;GM[3])")]);
    for (file, why) in [
        ("page.sgf", "a game in SGF begins with `(;`"),
        ("wide.sgf", "its board is not square, and those of Ishi are"),
        ("chess.sgf", "it is not a game of Go"),
    ] {
        let run = sandbox.ishi(&format!("convert {file}"));
        assert_eq!(run.stderr, format!("error: {file}: no game in it could be read: {why}\n"));
    }
}

#[test]
fn what_is_lost_is_reported() {
    let sandbox = Sandbox::new([
        ("odd.sgf", "junk\n(;B[aa];W[bb]\n;AB[cc];B[dd])"),
        ("a.ishi", "EVENT\nB 1 D4\nREMARK x\nW 2 C3\n"),
    ]);
    let run = sandbox.ishi("convert odd.sgf --report report.jsonl -o odd.ishi");
    expect![[r#"
        exit 0
        --- stderr
        odd.sgf:1: text outside of the games: it was read through
        odd.sgf:3: stones set up after moves: the game goes on from it in an event of its own
        1 file converted
    "#]]
    .assert_eq(&run.to_string());
    expect![[r#"
        {"file":"odd.sgf","line":1,"what":"text outside of the games","why":"it was read through"}
        {"file":"odd.sgf","line":3,"what":"stones set up after moves","why":"the game goes on from it in an event of its own"}
    "#]].assert_eq(&String::from_utf8(sandbox.read("report.jsonl")).unwrap());
    let run = sandbox.ishi("convert a.ishi -o a.sgf");
    expect![[r#"
        exit 0
        --- stderr
        a.ishi:3: REMARK x: other programs do not show remarks
        1 file converted
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn a_folder_is_converted_into_a_folder() {
    let sandbox = Sandbox::new([("games/a.sgf", GAME), ("games/old/b.SGF", GAME), ("games/c.ishi", "EVENT\nB 1 D4\n")]);
    let run = sandbox.ishi("convert games --to ishi -o records");
    assert_eq!((run.code, &*run.stderr), (0, "2 files converted\n"));
    assert_eq!(sandbox.read("records/a.ishi"), RECORD.as_bytes());
    assert_eq!(sandbox.read("records/old/b.ishi"), RECORD.as_bytes());
    assert_eq!(sandbox.ishi("convert games --to ishi -o records").code, 2);
    assert_eq!(sandbox.ishi("convert games --to ishi -o records --force").code, 0);
    assert_eq!(sandbox.ishi("convert records --to sgf -o games --force").code, 0);
    assert_eq!(sandbox.read("games/a.sgf"), b"(;GM[1]SZ[9]PB[Ada];B[ee]C[one];W[cc])\n");
}

/// The name of an output for several files is that of a folder.
#[test]
fn several_files_are_not_converted_into_the_name_of_a_file() {
    let record = "B 1 D4\n";
    let sandbox = Sandbox::new([("a.ishi", record), ("b.ishi", record), ("games/c.ishi", record)]);
    for arguments in
        ["a.ishi b.ishi -o x.sgf", "games -o x.sgf", "*.ishi -o x.SGF", "a.ishi b.ishi -o out/x.ishi --to sgf"]
    {
        let run = sandbox.ishi(&format!("convert {arguments}"));
        assert!(run.code == 2 && run.stderr.contains("need a folder"), "{arguments}: {run}");
        assert!(["x.sgf", "x.SGF", "out"].iter().all(|name| !sandbox.path(name).exists()), "{arguments}");
    }
    assert_eq!(sandbox.ishi("convert a.ishi -o x.sgf").code, 0);
    assert_eq!(sandbox.ishi("convert a.ishi b.ishi -o y.sgf/").code, 0);
    assert!(sandbox.path("y.sgf/b.sgf").is_file());
    assert_eq!(sandbox.ishi("convert a.ishi b.ishi -o y.sgf --force").code, 0);
    assert_eq!(sandbox.ishi("convert a.ishi b.ishi -o z").code, 0);
    assert!(sandbox.path("z/a.sgf").is_file());
}

#[test]
fn files_that_are_not_converted_are_reported_too() {
    let sandbox = Sandbox::new([("a.sgf", "(;FF[4]GM[1];B[dd])"), ("b.sgf", "no game"), ("out/a.ishi", "")]);
    let run = sandbox.ishi("convert a.sgf b.sgf missing.sgf none-*.sgf --report report.jsonl -o out");
    assert_eq!(run.code, 2, "{run}");
    let report = String::from_utf8(sandbox.read("report.jsonl")).unwrap();
    let lines = report.lines().map(|line| serde_json::from_str(line).unwrap());
    let files: Vec<String> = lines
        .map(|line: serde_json::Value| {
            assert!(line["error"].as_str().is_some_and(|reason| !reason.is_empty()), "{line}");
            line["file"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(files, ["none-*.sgf", "out/a.ishi", "b.sgf", "missing.sgf"]);
}

#[test]
fn files_that_would_have_one_name_are_not_converted() {
    let sandbox = Sandbox::new([("a.sgf", GAME), ("old/a.sgf", GAME), ("b.sgf", GAME)]);
    let run = sandbox.ishi("convert b.sgf a.sgf old/a.sgf -o out/");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("a.sgf and old/a.sgf would be written to the same file"), "{run}");
    assert!(!sandbox.path("out").exists());
}

#[test]
fn a_game_keeps_its_charset() {
    // `棋` in GB2312.
    let sandbox = Sandbox::new([("a.sgf", &b"(;CA[GB2312]PB[\xc6\xe5\xc6\xe5];B[aa])\n"[..])]);
    let run = sandbox.ishi("convert a.sgf -o a.ishi");
    assert_eq!(run.code, 0, "{run}");
    let record = String::from_utf8(sandbox.read("a.ishi")).unwrap();
    assert!(record.contains("BLACK 棋棋\n") && record.contains("charset gb18030\n"), "{record}");
    assert_eq!(sandbox.ishi("convert a.ishi -o b.sgf").code, 0);
    assert_eq!(sandbox.read("b.sgf"), sandbox.read("a.sgf"));
    sandbox.write("a.ishi", record.replace("charset gb18030", "charset big5").replace("棋棋", "é"));
    let run = sandbox.ishi("convert a.ishi -o c.sgf");
    assert_eq!(run.code, 2, "{run}");
    assert!(!sandbox.path("c.sgf").exists());
}

#[test]
fn one_event_is_converted() {
    let sandbox = Sandbox::new([("a.sgf", "(;GN[one];B[aa])\n(;GN[two];B[bb])\n")]);
    let run = sandbox.ishi("convert a.sgf --event 2");
    assert!(run.stdout.starts_with("EVENT two\n"), "{run}");
    assert_eq!(
        sandbox.ishi_with("convert - --event 2 --to sgf", "EVENT a\nB 1 D4\nEVENT b\nB 1 C3\n").stdout.lines().count(),
        1
    );
}

/// A file as people have it: with a charset of its own, white space, and text around the game.
const OLD: &[u8] =
    b"from a club\r\n( ;FF[4]CA[GB2312]\r\n PB[\xc6\xe5] SZ[09]\r\n;B[ee]C[\xc6\xe5 one]\r\n\r\n;W [cc]\r\n)\r\n";

#[test]
fn an_sgf_file_is_changed_only_where_the_record_differs() {
    let sandbox = Sandbox::new([("a.sgf", OLD)]);
    let record = sandbox.ishi("convert a.sgf").stdout;
    let back = |record: &str| sandbox.ishi_with("convert - --from ishi --base a.sgf -o a.sgf --force --quiet", record);
    assert_eq!(back(&record).code, 0);
    assert_eq!(sandbox.read("a.sgf"), OLD);
    let run = back(&record.replace("棋 one", "棋 two"));
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert_eq!(sandbox.read("a.sgf"), replaced(OLD, b"one", b"two"));
    // A line that is added ends as the others do.
    assert_eq!(back(&record.replace("棋 one", "棋 one\nmore")).code, 0);
    assert_eq!(sandbox.read("a.sgf"), replaced(OLD, b"one", b"one\r\nmore"));
    assert_eq!(back(&record.replace("棋 one", "棋 two")).code, 0);
    // What can't be written changes nothing.
    for (text, reason) in [
        (record.replace("one", "\u{1f600}\u{e000}é😀").replace("gb18030", "shift-jis"), "has no `"),
        (String::new(), "no event in it could be read"),
    ] {
        let run = back(&text);
        assert!(run.code == 2 && run.stderr.contains(reason), "{run}");
        assert_eq!(sandbox.read("a.sgf"), replaced(OLD, b"one", b"two"));
    }
    // In another charset all of it is written anew.
    assert_eq!(back(&record.replace("charset gb18030", "charset utf-8")).code, 0);
    let text = String::from_utf8(sandbox.read("a.sgf")).unwrap();
    assert!(text.starts_with("from a club\r\n( ;FF[4]CA[GB2312]\r\n PB[棋] SZ[09]"), "{text}");
}

/// Before anything is written, the line is named because of which SGF could only hold a copy of the whole record.
#[test]
fn a_line_that_sgf_cannot_say_is_refused_with_a_base() {
    let game = "(;SZ[9]\n ;B[aa]C[x]\n ;W[bb] )\n";
    let sandbox = Sandbox::new([("a.sgf", game)]);
    let record = sandbox.ishi("convert a.sgf").stdout;
    let save = |record: &str| sandbox.ishi_with("convert - --from ishi --base a.sgf -o a.sgf --force --quiet", record);
    for (added, reason) in [
        ("BALCK\n", "`BALCK`: its keyword is misspelt"),
        ("W 2 Q161\n", "`W 2 Q161`: it can't be read as a move"),
        ("nonsense of mine\n", "`nonsense of mine`: it can't be read"),
        ("B 3 T19\n", "`B 3 T19`: this point is not on the board"),
        ("ENDVAR\n", "`ENDVAR`: no variation is open here"),
    ] {
        let run = save(&format!("{record}{added}"));
        let line = record.lines().count() + 1;
        let expected = format!("line {line}, {reason}; nothing was written");
        assert!(run.code == 2 && run.stderr.contains(&expected), "{expected}\n{run}");
        assert_eq!(sandbox.read("a.sgf"), game.as_bytes());
    }
    // A location alone is a move, and what is said after a variation is said of its move.
    let run = save(&format!("{record}VAR\nW 2 C3\nENDVAR\nCOM\nlater\nENDCOM\nd4\n"));
    assert_eq!((run.code, &*run.stderr), (0, ""));
    let saved = "(;SZ[9]\n ;B[aa]C[x]\n (;W[bb]C[later];B[df])\n(;W[cg]) )\n";
    assert_eq!(String::from_utf8(sandbox.read("a.sgf")).unwrap(), saved);
    // A file that has such a copy already can be saved.
    let record = "B 1 D4\nBALCK\n";
    sandbox.write("b.ishi", record);
    assert_eq!(sandbox.ishi("convert b.ishi -o a.sgf --force").code, 0);
    assert_eq!(save(&format!("{record}W 2 C3\n")).code, 0);
    assert!(String::from_utf8(sandbox.read("a.sgf")).unwrap().contains("ISHIEVENT"));
}

#[test]
fn a_base_is_for_one_record_that_becomes_sgf() {
    let sandbox = Sandbox::new([("a.sgf", GAME), ("a.ishi", RECORD), ("b.ishi", RECORD), ("page.sgf", "<p>([;")]);
    for arguments in
        ["a.sgf --base a.sgf", "a.ishi b.ishi --base a.sgf -o out", "a.ishi --base none.sgf", "a.ishi --base"]
    {
        assert_eq!(sandbox.ishi(&format!("convert {arguments}")).code, 2, "{arguments}");
    }
    assert_eq!(sandbox.ishi("convert a.ishi --base page.sgf").stdout, GAME);
}

/// With a folder as the base, each record changes the file with its path.
#[test]
fn the_files_of_a_folder_are_changed_only_where_the_records_differ() {
    let other = "(;SZ[9]\n ;B[aa]C[x]\n ;W[bb] )\n";
    let sandbox = Sandbox::new([("sgf/a.sgf", OLD), ("sgf/b/c.sgf", other.as_bytes()), ("sgf/left.sgf", b"(;SZ[9])")]);
    assert_eq!(sandbox.ishi("convert sgf -o records").code, 0);
    let record = String::from_utf8(sandbox.read("records/b/c.ishi")).unwrap();
    sandbox.write("records/b/c.ishi", record.replace("B 1", "COM\nnew\nENDCOM\nB 1"));
    sandbox.write("records/b/new.ishi", RECORD);
    // Games in SGF and in other formats have no base.
    sandbox.write("records/d.sgf", GAME);
    let run = sandbox.ishi("convert records --base sgf -o sgf --force");
    let expected =
        "records/b/new.ishi: there is no sgf/b/new.sgf to change, so a new file was written\n4 files converted\n";
    assert_eq!((run.code, run.stderr.replace('\\', "/").as_str()), (0, expected), "{run}");
    assert_eq!(sandbox.read("sgf/a.sgf"), OLD);
    let changed = String::from_utf8(sandbox.read("sgf/b/c.sgf")).unwrap();
    assert!(changed != other && changed.contains("\n ;B[aa]C[x]\n ;W[bb] )\n") && changed.contains("new"), "{changed}");
    assert_eq!(sandbox.read("sgf/b/new.sgf"), GAME.as_bytes());
    assert_eq!(sandbox.ishi("convert -q records --base sgf -o out").stderr, "");
    // One record has its base in a folder, too.
    assert_eq!(sandbox.ishi("convert records/b/c.ishi --base sgf/b").stdout, changed);
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

/// `git diff` shows SGF files as records, as docs/sgf.md says.
#[test]
fn git_shows_the_changes_of_sgf_files_as_records() {
    let sandbox = Sandbox::new([("game.sgf", OLD), (".gitattributes", b"*.sgf diff=sgf\n"), ("page.sgf", b"<p>\n")]);
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        let program = env!("CARGO_BIN_EXE_ishi");
        let folder = sandbox.path("");
        command.current_dir(&folder).env("HOME", &folder).env("GIT_CONFIG_NOSYSTEM", "1").env_remove("GIT_DIR");
        let convert = format!("f() {{ '{program}' convert --to ishi \"$1\" 2>/dev/null || cat \"$1\"; }}; f");
        command.args(["-c", &format!("diff.sgf.textconv={convert}"), "-c", "user.name=a"]);
        command.args(["-c", "user.email=a@b.c", "-c", "core.autocrlf=false"]).args(arguments);
        let run = Run::of(&mut command, b"");
        assert_eq!(run.code, 0, "{run}");
        run.stdout
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "games"]);
    sandbox.write("game.sgf", replaced(OLD, b"one", b"two"));
    // A file without a game is shown as it is.
    sandbox.write("page.sgf", "<br>\n");
    let diff = git(&["diff"]);
    let changed: Vec<&str> = diff.lines().filter(|line| line.starts_with(['-', '+'])).collect();
    let page = ["--- a/page.sgf", "+++ b/page.sgf", "-<p>", "+<br>"];
    assert_eq!(changed, [&["--- a/game.sgf", "+++ b/game.sgf", "-棋 one", "+棋 two"][..], &page].concat(), "{diff}");
}

/// The content decides on the format, in all commands that read games.
#[test]
fn a_game_may_have_any_name() {
    let sandbox = Sandbox::new([
        ("game.ishi", GAME.to_owned()),
        ("mark.ishi", format!("\u{feff}{GAME}")),
        ("mail.ishi", format!("From: ada@example.org\nSubject: a game\n\nHi!\n{GAME}")),
        ("game.txt", GAME.to_owned()),
        ("record.sgf", RECORD.to_owned()),
        ("record.txt", RECORD.to_owned()),
        ("quotes.ishi", format!("EVENT x\nB 1 Q16\nCOM\n{GAME}ENDCOM\nW 2 D4\n")),
        ("notes.txt", "Black was strong.\nThen I lost (; or so.\n".to_owned()),
        ("prose.ishi", "nothing of a game\nat all\n".to_owned()),
    ]);
    for name in ["game.ishi", "mark.ishi", "mail.ishi", "game.txt", "record.sgf", "record.txt", "quotes.ishi"] {
        let run = sandbox.ishi(&format!("export {name}"));
        assert_eq!((run.code, run.stdout.matches("\"color\"").count()), (0, 2), "{run}");
        assert_eq!(sandbox.ishi(&format!("list {name}")).code, 0, "{name}");
        let outline = sandbox.ishi(&format!("outline {name}"));
        assert!(outline.stdout.contains("C7") || outline.stdout.contains("D4"), "{outline}");
        assert_eq!(sandbox.ishi(&format!("show {name}")).code, 0, "{name}");
        let is_sgf = ["game", "mark", "mail"].iter().any(|begin| name.starts_with(begin));
        let run = sandbox.ishi(&format!("convert {name}"));
        assert_eq!(
            (run.code, run.stdout.contains("B 1 E5"), run.stdout.contains(";B[")),
            (0, is_sgf, !is_sgf),
            "{run}"
        );
    }
    for command in ["convert", "list", "export", "check", "outline", "show"] {
        let run = sandbox.ishi(&format!("{command} notes.txt"));
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains("notes.txt: this is neither a record nor a game in another format"), "{run}");
    }
    let run = sandbox.ishi("convert prose.ishi");
    assert_eq!((run.code, &*run.stdout), (2, ""), "{run}");
}

/// Headers need no board.
#[test]
fn a_game_on_another_board_has_headers() {
    let sandbox = Sandbox::new([
        ("a.sgf", "(;GM[1]SZ[13:9]PB[Ann]PW[Bob]DT[2001-02-03];B[ma])\n"),
        ("b.sgf", "(;GM[2]PB[Eve])\n"),
        ("c.sgf", "(;GM[1]SZ[13:9]PB[Ann];B[ma])\n(;GM[1]SZ[9];B[aa])\n"),
    ]);
    for command in ["list --format jsonl", "list --format csv", "export", "export --to csv"] {
        let run = sandbox.ishi(&format!("{command} a.sgf b.sgf"));
        assert_eq!(run.code, 1, "{run}");
        for word in ["Ann", "Bob", "2001-02-03", "Eve", "not square", "not a game of Go"] {
            assert!(run.stdout.contains(word), "{word}: {run}");
        }
        let run = sandbox.ishi(&format!("{command} --player eve a.sgf b.sgf"));
        assert!(run.stdout.contains("Eve") && !run.stdout.contains("Ann"), "{run}");
    }
    // The record of such a game says the same.
    sandbox.ishi("convert c.sgf -o c.ishi");
    let run = sandbox.ishi("list --format csv c.ishi");
    assert!(run.stdout.contains("Ann") && run.stdout.contains("not square"), "{run}");
}

/// A byte that is not valid in the encoding is not lost without a note.
#[test]
fn damaged_bytes_of_a_new_file_are_reported() {
    let record = b"EVENT Finale \xc3\xa9 t\xc3\xa9\nBLACK J\xc3\xbcrg\nWHITE \xc3\xa9t\xff\nB 1 D4\n";
    let sgf = b"(;FF[4]GM[1]CA[UTF-8]PB[J\xc3\xbcrg]PW[\xc3\xa9t\xff \xc3\xa9];B[dd])\n";
    let sandbox = Sandbox::new([("a.ishi", &record[..]), ("b.sgf", &sgf[..])]);
    for (name, line) in [("a.ishi", 3), ("b.sgf", 1)] {
        let run = sandbox.ishi(&format!("convert --strict {name}"));
        let message =
            format!("{name}:{line}: 1 byte that is not valid in the encoding: the new file has U+FFFD in this place");
        assert!(run.code == 1 && run.stderr.contains(&message), "{run}");
    }
    // A base keeps its bytes.
    sandbox.ishi("convert b.sgf -o b.ishi");
    let run = sandbox.ishi("convert --strict b.ishi --base b.sgf -o b.sgf --force");
    assert_eq!((run.code, sandbox.read("b.sgf")), (0, sgf.to_vec()), "{run}");
}

/// The content of a file decides on its format, and a name that says something else is reported.
#[test]
fn sgf_under_the_name_of_a_record_is_sgf_for_all_commands() {
    let sgf = "(;FF[4]GM[1]SZ[9];B[cc];W[cc])\n(;FF[4]GM[1]SZ[9];B[gg])\n";
    let sandbox = Sandbox::new([("x.ishi", sgf), ("y.sgf", "EVENT y\nB 1 Q16\nW 2 Q16\n")]);
    let run = sandbox.ishi("check --format short x.ishi y.sgf");
    for code in ["x.ishi:1:1: error[not-a-record]", "occupied-point", "y.sgf:1:1: error[sgf-no-game]"] {
        assert!(run.stdout.contains(code), "{code}: {run}");
    }
    assert_eq!(run.stdout.matches("occupied-point").count(), 2, "{run}");
    let run = sandbox.ishi("fmt x.ishi");
    let message = "x.ishi: this is an SGF file, not a record in the Ishi format; it is left as it is";
    assert!(run.code == 0 && run.stderr.contains(message), "{run}");
    assert_eq!(sandbox.read("x.ishi"), sgf.as_bytes());
    let run = sandbox.ishi("split x.ishi -o games --name {number}");
    assert_eq!((run.code, sandbox.read("games/2.sgf")), (0, b"(;FF[4]GM[1]SZ[9];B[gg])\n".to_vec()), "{run}");
    let run = sandbox.ishi("join x.ishi -o all.sgf");
    assert_eq!((run.code, sandbox.read("all.sgf")), (0, sgf.as_bytes().to_vec()), "{run}");
}
