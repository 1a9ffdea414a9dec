//! `ishi index`, and `ishi find` in what it has made.

use std::fs;
use std::path::Path;

use expect_test::expect;

use crate::cli::sandbox::{Run, Sandbox};

/// Games in several formats, with variations, setup, several games in a file, and games that can't be read.
const GAMES: [(&str, &str); 8] = [
    ("games/a.sgf", "(;GM[1]SZ[9]PB[Ada]BR[3d]PW[Ben]DT[1990-03]RE[B+R]\n;B[gc];W[cg]\n;B[gg];W[cc])\n(;SZ[9]PB[Eve])"),
    (
        "games/b.ishi",
        "EVENT Turned\nBOARDSIZE 9\nBLACK Cleo\nWHITE Dan\nDATE 1850\nRESULT Black by 2\nB 1 C3\nW 2 G7\nB 3 PASS\n\
         W 4 G3\nB 5 C7\nW 6 E5\nB 7 C6\nEVENT Empty\n",
    ),
    ("games/c.ishi", "EVENT\nBOARDSIZE 9\nB 1 G7\nW 2 C3\nVAR\n  W 2 E5\n  B 3 D5\nENDVAR\nB 3 D5\n"),
    ("games/d.sgf", "(;SZ[5:7];B[aa])"),
    ("games/e.sgf", "(;SZ[9]AB[gc][cg];W[gg];B[dd]AW[ee](;W[ef])(;W[fe]))"),
    ("games/empty.ishi", ""),
    ("games/large.ishi", "EVENT\nBOARDSIZE 13\nB 1 L11\nW 2 L10\n"),
    ("shape", "..\n.X\n"),
];

const QUESTIONS: [&str; 10] = [
    "--at games/a.sgf --move 4",
    "--at games/a.sgf --move 1 --all --no-color-swap",
    "--at games/a.sgf --move 1 --region f6,j9 --moves 1-3",
    "--at games/a.sgf --move 2 --continuations",
    "--at games/a.sgf --move 2 --then G3 --player ada",
    "--at games/c.ishi --line 6 --variations --all",
    "--at games/b.ishi --move 2 --to-play W --min-moves 3",
    "--at games/a.sgf --event 2 --size 9",
    "--pattern shape --anywhere --all --no-symmetry",
    "--pattern shape --anywhere --variations --continuations --date 1800..1900",
];

/// Asks all questions with and without the index.
fn compare(sandbox: &Sandbox, index: &str) {
    for (question, format) in QUESTIONS.iter().flat_map(|question| [(question, "text"), (question, "jsonl")]) {
        let run = |place: &str| sandbox.ishi(&format!("find {question} --format {format} {place}")).to_string();
        assert_eq!(run(&format!("--index {index}")), run("games"), "{question}");
    }
}

/// Gives the files a time that is long past, as that of most files is.
fn age(sandbox: &Sandbox) {
    for entry in fs::read_dir(sandbox.path("games")).unwrap() {
        let file = fs::File::options().append(true).open(entry.unwrap().path()).unwrap();
        let day = std::time::Duration::from_secs(24 * 60 * 60);
        file.set_modified(std::time::SystemTime::UNIX_EPOCH + 10_000 * day).unwrap();
    }
}

fn segments(sandbox: &Sandbox) -> Vec<String> {
    let names = fs::read_dir(sandbox.path("index")).unwrap().map(|entry| entry.unwrap().file_name());
    names
        .map(|name| name.into_string().unwrap())
        .filter(|name| Path::new(name).extension() == Some("games".as_ref()))
        .collect()
}

#[test]
fn answers_are_those_of_the_files() {
    let sandbox = Sandbox::new(GAMES);
    age(&sandbox);
    expect![[r#"
        exit 1
        --- stderr
        error: games/d.sgf: its board is not square, and those of Ishi are
        indexed 7 games: 7 files read, 1 game unreadable
    "#]]
    .assert_eq(&sandbox.ishi("index games -o index").to_string());
    compare(&sandbox, "index");
    assert_eq!(fs::read_dir(sandbox.path("games")).unwrap().count(), 7);

    let again = |expected: &str| {
        let run = sandbox.ishi("index games -o index");
        assert_eq!(run.stderr, expected);
        compare(&sandbox, "index");
        assert_eq!(segments(&sandbox).len(), 1);
    };
    again("indexed 7 games: 0 files read, 7 unchanged, 1 game unreadable\n");
    // A file with a new time and the old content was not changed.
    sandbox.write("games/a.sgf", GAMES[0].1);
    again("indexed 7 games: 0 files read, 7 unchanged, 1 game unreadable\n");
    sandbox.write("games/c.ishi", "EVENT\nBOARDSIZE 9\nB 1 G7\nW 2 C3\nB 3 E5\n");
    sandbox.write("games/0.sgf", "(;SZ[9];B[gc];W[cg];B[gg];W[cc])");
    fs::remove_file(sandbox.path("games/b.ishi")).unwrap();
    again("indexed 6 games: 2 files read, 5 unchanged, 1 game unreadable\n");
    // The content differs, and the length and the time do not.
    sandbox.write("games/0.sgf", "(;SZ[9];B[gc];W[cg];B[gg];W[cd])");
    again("indexed 6 games: 1 file read, 6 unchanged, 1 game unreadable\n");
}

/// An index says so if its files have changed, and names files by paths that lead to them.
#[test]
fn an_index_may_be_out_of_date_or_elsewhere() {
    let sandbox = Sandbox::new(GAMES);
    age(&sandbox);
    // The times of files that were written just now do not show the next change.
    for (name, text) in [GAMES[2], GAMES[6]] {
        sandbox.write(name, text);
    }
    sandbox.ishi("index games -o index");
    sandbox.write("games/a.sgf", "(;SZ[9])");
    sandbox.write("games/large.ishi", "EVENT Another\n");
    for missing in ["games/b.ishi", "games/c.ishi"] {
        fs::remove_file(sandbox.path(missing)).unwrap();
    }
    let run = sandbox.ishi("find -q --pattern shape --anywhere --index index");
    assert_eq!(run.stdout.lines().count(), 5, "{run}");
    let warning = "4 files changed or missing since the index was made; `ishi index` updates it\n";
    assert!(run.stderr.ends_with(warning), "{run}");
    sandbox.write("games/c.ishi", GAMES[2].1);

    fs::create_dir(sandbox.path("other")).unwrap();
    let mut command = sandbox.command("find -q --pattern ../shape --anywhere --format jsonl --index ../index");
    let run = Run::of(command.current_dir(sandbox.path("other")), b"");
    for line in run.stdout.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let path = Path::new(line["file"].as_str().unwrap());
        assert!(path.is_absolute() && (path.exists() || path.ends_with("games/b.ishi")), "{line}");
    }
}

#[test]
fn a_damaged_index_is_built_again() {
    let sandbox = Sandbox::new(GAMES);
    age(&sandbox);
    sandbox.ishi("index games -o index");
    let names = || [segments(&sandbox), vec!["catalog.ishi-index".to_owned()]].concat();
    let mut tried = 0;
    for place in 0..20 {
        for name in names() {
            let name = format!("index/{name}");
            let mut bytes = sandbox.read(&name);
            let at = bytes.len() * place / 20;
            match place {
                0 => bytes.clear(),
                1 => bytes.truncate(at),
                _ => bytes[at] ^= 0x20,
            }
            sandbox.write(&name, &bytes);
            let find = sandbox.ishi("find -q --pattern shape --anywhere --variations --index index");
            let error = "error: index: the index is damaged, or was made by another version of ishi; `ishi index` \
                         builds it again\n";
            assert_eq!((find.code, &*find.stderr), (2, error), "{name} {place}: {find}");
            let index = sandbox.ishi("index games -o index");
            let note = "index: the index is damaged, or was made by another version of ishi, and is built again\n\
                        error: games/d.sgf: its board is not square, and those of Ishi are\n\
                        indexed 7 games: 7 files read, 1 game unreadable\n";
            assert_eq!((index.code, &*index.stderr), (1, note), "{name} {place}: {index}");
            tried += 1;
        }
    }
    assert_eq!(tried, 40);
    compare(&sandbox, "index");
    let name = format!("index/{}", segments(&sandbox)[0]);
    fs::remove_file(sandbox.path(&name)).unwrap();
    assert_eq!(sandbox.ishi("find -q --pattern shape --anywhere --index index").code, 2);
    assert_eq!(sandbox.ishi("index -q games -o index").code, 1);
    compare(&sandbox, "index");
}

/// Many files are in several segments, and a change leaves the others as they are.
#[test]
fn a_change_leaves_most_segments() {
    let sandbox = Sandbox::empty();
    let game = |number: usize| {
        format!("(;SZ[9];B[{}{}])", char::from(b'a' + (number % 9) as u8), char::from(b'a' + (number / 9 % 9) as u8))
    };
    for number in 0..5000 {
        sandbox.write(&format!("games/{number:04}.sgf"), game(number));
    }
    let collection: String = (0..5000).map(game).collect();
    sandbox.write("games/collection.sgf", collection);
    sandbox.write("shape", "|..X\n|...\n---\n");
    age(&sandbox);
    assert_eq!(sandbox.ishi("index games -o index").stderr, "indexed 10000 games: 5001 files read\n");
    let find = |place: &str| sandbox.ishi(&format!("find --pattern shape {place}")).to_string();
    assert_eq!(find("--index index"), find("games"));
    let before = segments(&sandbox);
    sandbox.write("games/2500.sgf", "(;SZ[9];B[ch])");
    fs::remove_file(sandbox.path("games/0000.sgf")).unwrap();
    assert_eq!(sandbox.ishi("index games -o index").stderr, "indexed 9999 games: 1 file read, 4999 unchanged\n");
    assert_eq!(find("--index index"), find("games"));
    let after = segments(&sandbox);
    assert!(before.len() > 4 && after.iter().filter(|name| before.contains(name)).count() >= before.len() - 2);
}

#[test]
fn wrong_folders_are_refused() {
    let sandbox = Sandbox::new(GAMES);
    let stderr = |arguments: &str| {
        let run = sandbox.ishi(arguments);
        assert_eq!(run.code, 2, "{run}");
        run.stderr
    };
    assert_eq!(
        stderr("index games -o games"),
        "error: games: the folder has other files and no index; name another folder with `-o`\n"
    );
    assert_eq!(stderr("index -"), "error: standard input can't be indexed; name files or folders\n");
    assert_eq!(
        stderr("find --pattern shape --index index"),
        "error: index: there is no index; `ishi index` makes one\n"
    );
    assert!(stderr("find --pattern shape --index index --exclude a games").contains("cannot be used with"));
    assert!(stderr("index games -o shape").starts_with("error: shape: "));
    assert_eq!(fs::read_dir(sandbox.path("games")).unwrap().count(), 7);
}

/// A path need not be text, and two that look the same may differ.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_text_are_told_apart() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let sandbox = Sandbox::new([("shape", "..\n.X\n")]);
    for (name, player) in [("n\u{fffd}.sgf".as_bytes(), "Ada"), (b"n\xff.sgf", "Ben"), (b"n\xfe.sgf", "Cleo")] {
        fs::create_dir_all(sandbox.path("games")).unwrap();
        let text = format!("(;SZ[9]PB[{player}];B[ff])");
        fs::write(sandbox.path("games").join(OsStr::from_bytes(name)), text).unwrap();
    }
    age(&sandbox);
    assert_eq!(sandbox.ishi("index games -o index").stderr, "indexed 3 games: 3 files read\n");
    assert_eq!(sandbox.ishi("index games -o index").stderr, "indexed 3 games: 0 files read, 3 unchanged\n");
    let question = "find --pattern shape --anywhere --format jsonl";
    let run = sandbox.ishi(&format!("{question} --index index"));
    assert_eq!(
        (run.to_string(), run.stdout.lines().count()),
        (sandbox.ishi(&format!("{question} games")).to_string(), 3)
    );
}

/// The folder of an index may be one that somebody else has made.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_an_index_is_not_opened() {
    let sandbox = Sandbox::new(GAMES);
    fs::create_dir(sandbox.path("index")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(sandbox.path("index/catalog.ishi-index")).status().unwrap();
    assert!(made.success());
    for arguments in ["find --pattern shape --anywhere --index index", "index games -o index"] {
        let run = sandbox.ishi(arguments);
        assert_eq!((run.code, &*run.stderr), (2, "error: index: it is not a regular file\n"), "{arguments}");
    }
}

/// Without a folder the index is in the user's folder for caches.
#[cfg(target_os = "linux")]
#[test]
fn the_default_folder_is_that_for_caches() {
    let sandbox = Sandbox::new(GAMES);
    let run = |arguments: &str| {
        let mut command = sandbox.command(arguments);
        Run::of(command.env("XDG_CACHE_HOME", sandbox.path("cache")), b"")
    };
    run("index -q games");
    assert!(sandbox.path("cache/ishi/index/catalog.ishi-index").is_file());
    assert_eq!(run("find -q --pattern shape --index --anywhere").stdout.lines().count(), 5);
}

/// A path that is not there, such as that of a disk that is missing, takes nothing from the index.
#[test]
fn an_index_stays_if_a_path_is_missing() {
    let sandbox = Sandbox::new(GAMES);
    sandbox.ishi("index games -o index");
    for paths in ["gone", "games gone.sgf", "gone/**/*.sgf", "games/nothing*.sgf", "games gone/*.sgf"] {
        let run = sandbox.ishi(&format!("index {paths} -o index"));
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.ends_with("the index was left as it is, because not all paths can be read\n"), "{run}");
        assert!(run.stderr.starts_with("error: "), "{run}");
        compare(&sandbox, "index");
    }
}
