use std::path::{Path, PathBuf};

use ishi_archive::collection::{Joiner, cut};
use ishi_archive::{GameFile, NamedFormat};
use ishi_sgf::SgfFile;
use ishi_test_support::real::{Part, say};
use serde_json::Value;

use crate::cli::sandbox::Sandbox;

fn joined(sandbox: &Sandbox, paths: &str) -> String {
    let run = sandbox.ishi(&format!("join -q {paths}"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
    run.stdout
}

/// The reason why files are not joined. Nothing is written then.
fn refusal(sandbox: &Sandbox, paths: &str) -> String {
    let run = sandbox.ishi(&format!("join {paths} -o refused"));
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
    assert!(!sandbox.path("refused").exists());
    run.stderr.replace('\\', "/")
}

#[test]
fn records_are_joined_in_their_order() {
    let sandbox = Sandbox::new([
        ("g/b.ishi", "EVENT b\nB 1 D4\n"),
        ("g/a.ishi", "BLACK Ada\r\nB 1 D4"),
        ("g/c/d.ishi", "\u{feff}REMARK x\nBLACK Ben\rB 1 D4\r"),
        ("z.ishi", "\nEVENT z\n"),
        ("empty.ishi", "\n"),
    ]);
    let a = "BLACK Ada\r\nB 1 D4\r\n";
    let d = "EVENT\nREMARK x\nBLACK Ben\rB 1 D4\r";
    assert_eq!(joined(&sandbox, "g"), format!("{a}EVENT b\nB 1 D4\n{d}"));
    // A CR and an LF of two files are two ends of lines.
    let expected = "\u{feff}REMARK x\nBLACK Ben\rB 1 D4\r\n\nEVENT z\nEVENT\r\nBLACK Ada\r\nB 1 D4";
    assert_eq!(joined(&sandbox, "g/c/d.ishi z.ishi g/a.ishi"), expected);
    let run = sandbox.ishi("join g empty.ishi -o all.ishi");
    let expected = "warning: empty.ishi: there is no game in it\n3 games of 3 files joined\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, expected));
    assert_eq!(sandbox.ishi("list -q all.ishi").stdout.lines().count(), 3);
    let run = sandbox.ishi("join g -o all.ishi");
    assert!(run.code == 2 && run.stderr.contains("all.ishi: it exists; `--force` replaces it"), "{run}");
    assert_eq!(sandbox.ishi("join -q g -o all.ishi --force").stderr, "");
    assert!(sandbox.ishi("join . -o all.ishi --force").stderr.contains("it is one of the files that are read"));
    assert!(sandbox.ishi("join g -o all.sgf").stderr.contains("the name of an SGF file, and the games are records"));
}

#[test]
fn games_in_sgf_are_joined() {
    let gib = "\\HS\r\n\\[GAMEBLACKNAME=Ada\\]\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 15 3\r\n\\GE\r\n";
    let sandbox = Sandbox::new([
        ("a.sgf", "(;FF[4]PB[Ada];B[aa])"),
        ("b.sgf", "\u{feff}Some text (;FF[4]PB[Ben])(;FF[4])\r\n"),
        ("c.gib", gib),
        ("d.ishi", "EVENT\nB 1 D4\n"),
    ]);
    let own = "(;FF[4]PB[Ada];B[aa])\nSome text (;FF[4]PB[Ben])(;FF[4])\r\n";
    assert_eq!(joined(&sandbox, "a.sgf b.sgf"), own);
    let with_gib = joined(&sandbox, "a.sgf b.sgf c.gib");
    assert!(with_gib.starts_with(own) && with_gib.contains("PB[Ada]"), "{with_gib}");
    assert_eq!(
        refusal(&sandbox, "a.sgf d.ishi"),
        "error: d.ishi: it is a record, and the files before it are SGF; `ishi convert` makes records of SGF, and SGF \
         of records\n"
    );
    assert!(
        refusal(&sandbox, "d.ishi a.sgf").starts_with("error: a.sgf: it is SGF, and the files before it are records")
    );
    assert!(refusal(&sandbox, "missing.sgf a.sgf").contains("missing.sgf"));
}

/// A file that takes in text of the next one is refused, with the line.
#[test]
fn open_blocks_and_games_are_refused() {
    let sandbox = Sandbox::new([
        ("com.ishi", "EVENT x\nB 1 D4\nCOM\nprose\n"),
        ("user.ishi", "B 1 D4\nUSER x\nprose\n"),
        ("ends.ishi", "EVENT y\nprose\nENDCOM\nENDUSER\nB 1 D4\n"),
        ("plain.ishi", "EVENT y\nB 1 D4\n"),
        ("mail.ishi", "From: ada@example.org\nSubject: our game\n\nEVENT y\nBLACK Ada\nB 1 D4\nW 2 Q4\nB 3 C3\n"),
        ("remark.ishi", "EVENT y\nB 1 D4\n\nREMARK the end\n\n"),
        ("value.sgf", "(;PB[a])\n(;B[aa];\nC[x"),
        ("game.sgf", "(;PB[a];B[aa]\n"),
        ("plain.sgf", "(;PB[b];B[aa])\n"),
        ("root.sgf", "(;FF[4]PB[b];B[aa])\n"),
        ("text.sgf", "text (;FF[4]PB[b])\n"),
        ("none.sgf", "nothing"),
        ("sgf.ishi", "(;FF[4]PB[b])\n"),
    ]);
    let com = refusal(&sandbox, "plain.ishi com.ishi ends.ishi");
    assert_eq!(
        com,
        "error: com.ishi:3: COM without ENDCOM, which would take in lines of the next file; write ENDCOM first\n"
    );
    let user = refusal(&sandbox, "plain.ishi user.ishi ends.ishi");
    assert!(user.starts_with("error: user.ishi:2: USER without ENDUSER"), "{user}");
    // Here the block ends before the next EVENT line.
    joined(&sandbox, "com.ishi plain.ishi user.ishi plain.ishi");
    let mail = refusal(&sandbox, "plain.ishi mail.ishi");
    assert!(mail.starts_with("error: mail.ishi: it begins like an e-mail message, which only the first"), "{mail}");
    joined(&sandbox, "mail.ishi plain.ishi");
    let run = sandbox.ishi("join remark.ishi plain.ishi");
    let expected = "warning: remark.ishi:4: this REMARK is now before an EVENT line, and belongs to that event\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, expected));

    let value = refusal(&sandbox, "value.sgf plain.sgf");
    assert!(value.starts_with("error: value.sgf:3: value without its closing `]`, which would take in"), "{value}");
    let game = refusal(&sandbox, "game.sgf plain.sgf");
    assert!(game.starts_with("error: game.sgf:1: game without its closing `)`"), "{game}");
    let game = refusal(&sandbox, "game.sgf text.sgf");
    assert!(game.starts_with("error: game.sgf:1: "), "{game}");
    // Root properties on a line of their own begin a game in any case.
    joined(&sandbox, "game.sgf root.sgf");
    let mixed = refusal(&sandbox, "sgf.ishi plain.ishi");
    assert!(mixed.starts_with("error: plain.ishi: it is a record, and the files before it are SGF"), "{mixed}");
    assert_eq!(refusal(&sandbox, "plain.sgf none.sgf"), "error: none.sgf: no game in it could be read\n");
}

#[test]
fn encodings_are_not_mixed() {
    let gb = b"(;FF[4]CA[GB2312]PB[\xc4\xf4\xce\xc0\xc6\xbd])\n";
    let other_gb = b"(;FF[4]CA[GB2312]PB[\xc6\xe5])\n";
    let sjis = b"EVENT \x96\x7b\x88\xf6\x96\x56\x8f\x47\x8d\xf4\n";
    let sandbox = Sandbox::new([
        ("gb.sgf", gb.to_vec()),
        ("other.sgf", other_gb.to_vec()),
        ("utf8.sgf", "(;FF[4]PB[é])\n".into()),
        ("ascii.sgf", b"(;FF[4]CA[Shift_JIS]PB[Ada])\n".to_vec()),
        ("broken.sgf", b"(;FF[4]CA[UTF-8]PB[\xff\xff])\n".to_vec()),
        ("wide.sgf", "(;FF[4]PB[本])".encode_utf16().flat_map(u16::to_be_bytes).collect()),
        ("sjis.ishi", sjis.to_vec()),
        ("utf8.ishi", "EVENT 本因坊\n".into()),
        ("named/ishi.toml", b"[files]\nencoding = 'shift-jis'\n".to_vec()),
        ("named/a.ishi", sjis.to_vec()),
    ]);
    let read = |arguments: &str| {
        let run = sandbox.ishi(&format!("join {arguments} -o all --force"));
        assert_eq!(run.code, 0, "{run}");
        (sandbox.read("all"), run.stderr.contains("is in UTF-8"))
    };
    assert_eq!(read("gb.sgf other.sgf"), ([&gb[..], other_gb].concat(), false));
    let text = |(bytes, is_recoded)| (String::from_utf8(bytes).unwrap(), is_recoded);
    let both = "(;FF[4]CA[UTF-8]PB[聂卫平])\n(;FF[4]CA[UTF-8]PB[é])\n".to_owned();
    assert_eq!(text(read("gb.sgf utf8.sgf")), (both, true));
    let named = "(;FF[4]CA[UTF-8]PB[Ada])\n(;FF[4]CA[UTF-8]PB[é])\n".to_owned();
    assert_eq!(text(read("ascii.sgf utf8.sgf")), (named, true));
    assert_eq!(text(read("utf8.sgf utf8.sgf")), ("(;FF[4]PB[é])\n".to_owned(), false));
    let wide = "(;FF[4]CA[UTF-8]PB[本])\n(;FF[4]CA[UTF-8]PB[é])\n".to_owned();
    assert_eq!(text(read("wide.sgf utf8.sgf")), (wide, true));
    let broken = refusal(&sandbox, "utf8.sgf broken.sgf");
    assert!(broken.starts_with("error: broken.sgf: its encoding is not known"), "{broken}");

    assert_eq!(read("sjis.ishi"), (sjis.to_vec(), false));
    let both = "EVENT 本因坊秀策\nEVENT 本因坊\n".to_owned();
    assert_eq!(text(read("sjis.ishi utf8.ishi")), (both.clone(), true));
    assert_eq!(text(read("named/a.ishi utf8.ishi")), (both, true));
    // There a record in UTF-8 would be read in the encoding of the settings.
    let run = sandbox.ishi("join sjis.ishi utf8.ishi -o named/all.ishi");
    assert!(run.code == 0 || run.stderr.contains("the settings say that records are in shift-jis here"), "{run}");
    let list = sandbox.ishi("list -q named --format jsonl").stdout;
    assert_eq!(list.matches("本因坊秀策").count(), 1 + usize::from(run.code == 0), "{run}{list}");
}

/// Games as data, without their places.
fn games(sandbox: &Sandbox, paths: &str, with_problems: bool) -> Vec<Value> {
    let run = sandbox.ishi(&format!("export -q {paths}"));
    assert!(run.code < 2, "{run}");
    let without_places = |line: &str| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        remove(&mut game, &["file", "event", "line"]);
        if !with_problems {
            remove(&mut game, &["problems"]);
        }
        game
    };
    run.stdout.lines().map(without_places).collect()
}

fn remove(value: &mut Value, keys: &[&str]) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !keys.contains(&key.as_str()));
            map.values_mut().for_each(|value| remove(value, keys));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| remove(value, keys)),
        _ => {}
    }
}

/// Splits a file and joins the files again, and returns how many there were.
fn split_and_joined(path: &Path) -> usize {
    let (bytes, name) = (std::fs::read(path).unwrap(), path.display());
    let is_sgf = path.extension().is_some_and(|extension| extension == "sgf");
    let format = if is_sgf { NamedFormat::Sgf } else { NamedFormat::Record };
    let Ok(file) = GameFile::read_as_named(format, &bytes, None) else { return 0 };
    let parts: Vec<Vec<u8>> = cut(&file, None).map(|game| game.bytes.into_owned()).collect();
    let mut joiner = Joiner::default();
    for part in &parts {
        joiner.add(&GameFile::read_as_named(format, part, None).unwrap()).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    let again = joiner.finish(None).unwrap_or_else(|fault| panic!("{name}: {fault:?}")).bytes;
    let is_canonical = !is_sgf || parts.iter().rev().skip(1).all(|part| part.ends_with(b"\n"));
    assert!(!is_canonical || parts.is_empty() || again == bytes, "{name}");
    parts.len()
}

/// All files of a folder of the repository with these extensions.
fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let has_extension =
        |path: &PathBuf| extensions.iter().any(|known| path.extension().is_some_and(|own| own == *known));
    let mut paths: Vec<PathBuf> = paths.filter(has_extension).collect();
    paths.sort();
    paths
}

#[test]
fn the_parts_of_real_and_other_files_are_the_files() {
    let all = ["examples", "tests/fixtures/check"].map(|folder| files(folder, &["ishi", "prb", "sgf"])).concat();
    let real = [Part::Records, Part::Games].map(|part| part.files().unwrap_or_default()).concat();
    assert!(all.len() > 50);
    let games: usize = all.iter().chain(&real).map(|path| split_and_joined(path)).sum();
    say(&format!("{games} games of {} files split and joined", all.len() + real.len()));
}

#[test]
fn many_real_games_are_joined_and_split_without_loss() {
    let sandbox = Sandbox::empty();
    let real = Part::Games.files();
    let sources = real.clone().unwrap_or_else(|| files("tests/fixtures/check", &["sgf"]));
    let (mut count, mut unsure) = (0, 0);
    for path in sources {
        let bytes = std::fs::read(&path).unwrap();
        // What is not sure to be right is not written in another charset, and the files have several.
        let file = SgfFile::read(&bytes);
        if file.is_guessed() || file.has_damage() {
            unsure += 1;
            sandbox.write(&format!("unsure/{unsure:04}.sgf"), &bytes);
        // Fixtures of rules may have games that are not closed.
        } else if real.is_some() || bytes.trim_ascii_end().ends_with(b")") && bytes.windows(2).any(|two| two == b"(;") {
            count += 1;
            sandbox.write(&format!("games/{count:04}.sgf"), bytes);
        }
    }
    assert!(unsure * 4 < count, "{unsure} of {count} files have a charset that is not sure");
    if unsure > 0 && real.is_some() {
        assert!(refusal(&sandbox, "games unsure").contains("its encoding is not known"));
    }
    let run = sandbox.ishi("join games -o all.sgf");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(games(&sandbox, "games", false), games(&sandbox, "all.sgf", false));
    let run = sandbox.ishi("split all.sgf -o split");
    assert!(run.code < 2, "{run}");
    assert_eq!(games(&sandbox, "all.sgf", true), games(&sandbox, "split", true));
    let run = sandbox.ishi("join split -o again.sgf");
    assert_eq!(run.code, 0, "{run}");
    let [all, again] = ["all.sgf", "again.sgf"].map(|name| sandbox.read(name));
    let without_line_ends =
        |bytes: &[u8]| -> Vec<u8> { bytes.iter().copied().filter(|byte| !b"\r\n".contains(byte)).collect() };
    // Two games of a fixture may be on one line.
    assert!(all == again || real.is_none() && without_line_ends(&all) == without_line_ends(&again));
    say(&format!("{count} files joined"));
}

/// All games of a player as one file. Files without a game of the player may have any format.
#[test]
fn filters_select_the_games_that_are_joined() {
    let sandbox = Sandbox::new([
        ("g/a.sgf", "Two games: (;SZ[9]PB[Ada]PW[Ben];B[aa])\n(;SZ[9]PB[Eve]PW[Dan];B[bb]) the end\n"),
        ("g/b.sgf", "(;SZ[9]PB[Dan]PW[Ada];B[cc];W[dd])"),
        ("g/c.ishi", "EVENT c\nBLACK Cleo\nB 1 D4\n"),
        ("g/d.sgf", "(;SZ[5:7]PB[Ada];B[aa])"),
        ("r/e.ishi", "BLACK Ada\nB 1 D4\nEVENT f\nBLACK Dan\nB 1 D4\nEVENT g\nWHITE Ada\nREMARK Ada\nB 1 Q4\n"),
    ]);
    let run = sandbox.ishi("join g --player Ada -o ada.sgf");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run}");
    assert!(run.stderr.ends_with("3 games of 3 files joined\n"), "{run}");
    // Headers need no board.
    let expected =
        "Two games: (;SZ[9]PB[Ada]PW[Ben];B[aa])\n(;SZ[9]PB[Dan]PW[Ada];B[cc];W[dd])\n(;SZ[5:7]PB[Ada];B[aa])";
    assert_eq!(String::from_utf8(sandbox.read("ada.sgf")).unwrap(), expected);
    let expected = "BLACK Ada\nB 1 D4\nEVENT g\nWHITE Ada\nREMARK Ada\nB 1 Q4\n";
    assert_eq!(joined(&sandbox, "r --player Ada"), expected);
    assert_eq!(joined(&sandbox, "r --min-moves 1"), String::from_utf8(sandbox.read("r/e.ishi")).unwrap());
    assert!(refusal(&sandbox, "r --player Zoe").contains("there is no game to write"));
    // The line is that of the file.
    sandbox.write("r/e.ishi", "EVENT a\nBLACK Eve\nEVENT b\nBLACK Ada\nCOM\n");
    sandbox.write("r/z.ishi", "EVENT z\nBLACK Ada\nB 1 D4\nENDCOM\n");
    assert!(refusal(&sandbox, "r --player Ada").starts_with("error: r/e.ishi:5: COM without ENDCOM"));
}
