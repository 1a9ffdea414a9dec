use std::fs;

use crate::cli::sandbox::Sandbox;

const RECORD: &str = "\
BLACK Ada
B 1 D4
EVENT Final
BLACK Ben
WHITE Cleo
DATE 1990-03-08
RESULT B+R
B 1 D4
COM
the end
ENDCOM
REMARK about the next one
EVENT
garbage
";

/// The names of the files in a folder.
fn names(sandbox: &Sandbox, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(sandbox.path(folder)).into_iter().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn each_event_becomes_a_file() {
    let sandbox = Sandbox::new([("all.prb", RECORD)]);
    let run = sandbox.ishi("split all.prb -o a/games");
    assert_eq!((run.code, run.stderr.as_str()), (0, "3 games written to a/games\n"), "{run}");
    let expected = ["1_unknown_Ada-unknown.prb", "2_1990-03-08_Ben-Cleo.prb", "3_unknown_unknown-unknown.prb"];
    assert_eq!(names(&sandbox, "a/games"), expected);
    let parts = expected.map(|name| String::from_utf8(sandbox.read(&format!("a/games/{name}"))).unwrap());
    assert_eq!(parts.concat(), RECORD);
    assert!(parts[1].ends_with("ENDCOM\n") && parts[2].starts_with("REMARK about"));
    assert_eq!(run.stdout, "");
}

#[test]
fn each_game_keeps_its_bytes_and_those_around_it() {
    let text =
        "\u{feff}From a mail:\r\n(;FF[4]PB[Ada];B[aa])\r\n\r\nand (;FF[4]PB[Ben];B[bb];W[cc]\n(;GM[1]PB[Cleo])  \n";
    let sandbox = Sandbox::new([("all.sgf", text)]);
    let run = sandbox.ishi("split all.sgf -o games -q --name {black}");
    assert_eq!((run.code, &*run.stderr), (0, ""));
    let game = |name: &str| String::from_utf8(sandbox.read(&format!("games/{name}.sgf"))).unwrap();
    assert_eq!(game("Ada"), "\u{feff}From a mail:\r\n(;FF[4]PB[Ada];B[aa])\r\n\r\nand ");
    assert_eq!(game("Ben"), "(;FF[4]PB[Ben];B[bb];W[cc]\n");
    assert_eq!(game("Cleo"), "(;GM[1]PB[Cleo])  \n");
    let run = sandbox.ishi_with("split - -o others --name {number}", text);
    assert_eq!((run.code, names(&sandbox, "others")), (0, ["1.sgf", "2.sgf", "3.sgf"].map(str::to_owned).to_vec()));
}

/// A game that can't be read is a file, too, and reported.
#[test]
fn damaged_games_are_written() {
    let text = "(;PB[Ada])\n(;SZ[200]PB[Ben])\n(;SZ[9]PB[Cleo";
    let sandbox = Sandbox::new([("all.sgf", text), ("none.sgf", "nothing here"), ("empty.ishi", "\n \n")]);
    let run = sandbox.ishi("split all.sgf -o games --name {number}_{black}");
    assert_eq!((run.code, run.stderr.lines().count()), (1, 2), "{run}");
    assert!(run.stderr.starts_with("error: all.sgf:2: "), "{run}");
    let expected = ["1_Ada.sgf", "2_unknown.sgf", "3_Cleo.sgf"];
    assert_eq!(names(&sandbox, "games"), expected);
    let bytes: Vec<u8> = expected.iter().flat_map(|name| sandbox.read(&format!("games/{name}"))).collect();
    assert_eq!(String::from_utf8(bytes).unwrap(), text);

    assert_eq!(sandbox.ishi("split none.sgf -o none --name x").code, 1);
    assert_eq!(sandbox.read("none/x.sgf"), b"nothing here");
    let run = sandbox.ishi("split empty.ishi -o empty");
    assert_eq!((run.code, run.stderr.as_str()), (2, "error: empty.ishi: there is no game in it\n"));
}

/// A text that is not UTF-8 is cut between the same bytes. A game whose encoding can't be detected without the others
/// is in UTF-8, and names it in SGF.
#[test]
fn games_stay_the_text_that_they_are() {
    let names = ["\u{68cb}", "\u{8042}\u{536b}\u{5e73} \u{9a6c}\u{6653}\u{6625} \u{56f4}\u{68cb}\u{6bd4}\u{8d5b}"];
    let gb = |text: &str| -> Vec<u8> {
        let bytes = |one: char| -> &[u8] {
            match one {
                '棋' => b"\xc6\xe5",
                '聂' => b"\xc4\xf4",
                '卫' => b"\xce\xc0",
                '平' => b"\xc6\xbd",
                '马' => b"\xc2\xed",
                '晓' => b"\xcf\xfe",
                '春' => b"\xb4\xba",
                '围' => b"\xce\xa7",
                '比' => b"\xb1\xc8",
                '赛' => b"\xc8\xfc",
                _ => panic!("{one} has no bytes here"),
            }
        };
        text.chars().flat_map(|one| if one.is_ascii() { vec![one as u8] } else { bytes(one).to_vec() }).collect()
    };
    let games =
        [format!("(;CA[GB2312]PB[{}])\n", names[1]), format!("(;FF[4]PB[{}])\n", names[0]), "(;PB[a])\n".into()];
    let records = names.map(|name| format!("EVENT {name}\nBLACK Ada\n"));
    let sandbox = Sandbox::new([("all.sgf", gb(&games.concat())), ("all.ishi", gb(&records.concat()))]);
    let run = sandbox.ishi("split all.sgf -o games --name {number}");
    assert_eq!(
        run.stderr.lines().next().unwrap_or_default().split(',').next(),
        Some("1 game is written in UTF-8"),
        "{run}"
    );
    assert_eq!(sandbox.read("games/1.sgf"), gb(&games[0]));
    assert_eq!(String::from_utf8(sandbox.read("games/2.sgf")).unwrap(), games[1].replace("FF[4]", "FF[4]CA[UTF-8]"));
    assert_eq!(sandbox.read("games/3.sgf"), games[2].as_bytes());

    let run = sandbox.ishi("split all.ishi -o events --name {number}");
    assert!(
        run.code == 0 && run.stderr.contains("read as gb18030") && run.stderr.contains("1 game is written"),
        "{run}"
    );
    assert_eq!(String::from_utf8(sandbox.read("events/1.ishi")).unwrap(), records[0]);
    assert_eq!(sandbox.read("events/2.ishi"), gb(&records[1]));
    // Where the settings name the encoding, alone a game is the same text.
    sandbox.write("named/ishi.toml", "[files]\nencoding = 'gb18030'\n");
    assert_eq!(sandbox.ishi("split all.ishi -q -o named --name {number}").stderr, "");
    assert_eq!(sandbox.read("named/1.ishi"), gb(&records[0]));
}

#[test]
fn utf16_is_cut_between_characters() {
    let utf16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let sandbox = Sandbox::new([("all.sgf", utf16("\u{feff}(;PB[\u{1f600}])(;PB[é])( ;PB[本])"))]);
    assert_eq!(sandbox.ishi("split all.sgf -q -o games --name {number}").stderr, "");
    assert_eq!(sandbox.read("games/1.sgf"), utf16("\u{feff}(;PB[\u{1f600}])"));
    assert_eq!(sandbox.read("games/2.sgf"), utf16("(;PB[é])"));
    // Alone it would not be recognised.
    assert_eq!(String::from_utf8(sandbox.read("games/3.sgf")).unwrap(), "( ;PB[本]CA[UTF-8])");
}

/// Headers can't name a file outside of the folder, nor one that some system does not have.
#[test]
fn names_from_headers_are_safe() {
    let long = "长".repeat(10_000);
    let titles = [
        "../../escape",
        "..",
        "/etc/passwd",
        "C:\\Windows\\x",
        "a\u{1}b\u{7f}c\u{202e}d",
        "CON",
        "nul.ishi",
        ".hidden",
        "-o",
        "trailing. . ",
        "👩‍👩‍👧 🏆",
        &long,
        "Straße",
        "STRASSE",
        "caf\u{e9}",
        "CAFE\u{301}",
    ];
    let record = titles.map(|title| format!("EVENT {title}\nBLACK Ada\nB 1 D4\n")).concat();
    let sandbox = Sandbox::new([("in/all.ishi", record.as_bytes()), ("in/all.sgf", b"(;GN[a\nb/c\\]d]PB[x])\n")]);
    let run = sandbox.ishi("split in/all.ishi -q -o in/out --name {title}");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(names(&sandbox, "in"), ["all.ishi", "all.sgf", "out"]);
    assert_eq!(names(&sandbox, "."), ["in"]);
    let all = names(&sandbox, "in/out");
    let mut expected = vec![
        "CAFE\u{301}-2.ishi",
        "C__Windows_x.ishi",
        "STRASSE-2.ishi",
        "Straße.ishi",
        "_.._escape.ishi",
        "_CON.ishi",
        "_etc_passwd.ishi",
        "_nul.ishi.ishi",
        "_-o.ishi",
        "a_b_c_d.ishi",
        "caf\u{e9}.ishi",
        "hidden.ishi",
        "trailing.ishi",
        "unknown.ishi",
        "👩‍👩‍👧 🏆.ishi",
    ];
    let cut = format!("{}.ishi", "长".repeat(20));
    expected.push(&cut);
    expected.sort_unstable();
    assert_eq!(all, expected);
    let run = sandbox.ishi("split in/all.sgf -o in/sgf --name {title}");
    assert_eq!((run.code, names(&sandbox, "in/sgf")), (0, vec!["a b_c]d.sgf".to_owned()]), "{run}");
}

#[test]
fn a_pattern_names_what_it_knows() {
    let sandbox = Sandbox::new([("all.ishi", RECORD)]);
    for (pattern, reason) in [
        ("{blck}", "unknown placeholder `{blck}`; there are {number} {date} {black} {white} {title}"),
        ("{black", "`{` without `}`"),
        ("{black}}", "`}` without `{`"),
        ("a/{black}", "a name can't have `/`"),
    ] {
        let run = sandbox.ishi(&format!("split all.ishi -o out --name {pattern}"));
        assert!(run.code == 2 && run.stderr.contains(reason), "{pattern}: {run}");
    }
    let run = sandbox.ishi("split all.ishi -o out --dry-run --name {{{title}}}_{result}_{size}");
    let expected = ["out/{unknown}_unknown_19.ishi", "out/{Final}_B+R_19.ishi", "out/{unknown}_unknown_19-2.ishi"];
    assert_eq!((run.code, run.stdout.replace('\\', "/")), (0, expected.join("\n") + "\n"));
    assert!(!sandbox.path("out").exists());
}

#[test]
fn files_that_exist_are_replaced_only_with_force() {
    let sandbox = Sandbox::new([("all.ishi", RECORD), ("out/2.ishi", "old\n"), ("out/3.ishi", "old\n")]);
    let run = sandbox.ishi("split all.ishi -o out --name {number}");
    let expected = "error: out/2.ishi: it exists, and so does another file; `--force` replaces them\n";
    assert_eq!((run.code, run.stderr.replace('\\', "/").as_str()), (2, expected));
    assert_eq!((names(&sandbox, "out").len(), sandbox.read("out/2.ishi")), (2, b"old\n".to_vec()));
    assert_eq!(sandbox.ishi("split all.ishi -o out --name {number} --force").code, 0);
    assert!(sandbox.read("out/2.ishi").starts_with(b"EVENT Final"));
    // The file that is read is not replaced by one of its games.
    let run = sandbox.ishi("split all.ishi -o . --name all --force");
    assert!(run.code == 2 && run.stderr.contains("it is the file that is read"), "{run}");
    assert_eq!(sandbox.read("all.ishi"), RECORD.as_bytes());
    let run = sandbox.ishi("split all.ishi -o all.ishi");
    assert_eq!(run.code, 2, "{run}");
    sandbox.write("game.gib", "\\HS\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 15 3\r\n\\GE\r\n");
    let run = sandbox.ishi("split game.gib -o gib");
    assert!(run.code == 2 && run.stderr.contains("this format has one game in a file"), "{run}");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_out_of_the_folder() {
    let sandbox = Sandbox::new([("all.ishi", RECORD), ("secret", "secret\n"), ("out/x", "")]);
    std::os::unix::fs::symlink(sandbox.path("secret"), sandbox.path("out/2.ishi")).unwrap();
    std::os::unix::fs::symlink(sandbox.path("new"), sandbox.path("out/3.ishi")).unwrap();
    for force in ["", "--force"] {
        let run = sandbox.ishi(&format!("split all.ishi -o out --name {{number}} {force}"));
        assert_eq!(run.code, 2, "{run}");
        assert_eq!((sandbox.read("secret"), sandbox.path("new").exists()), (b"secret\n".to_vec(), false));
        assert_eq!(names(&sandbox, "out"), ["2.ishi", "3.ishi", "x"]);
    }
}
