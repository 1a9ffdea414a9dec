//! Archives that go wrong: damaged files, files that change while they are read, full disks, and runs that are killed.

use std::fmt::Write;
use std::fs;
use std::process::Stdio;

use crate::cli::sandbox::{Run, Sandbox};

/// A game of some moves; each number gives another one.
fn game(number: usize) -> String {
    let point = |at: usize| format!("{}{}", char::from(b'a' + (at % 9) as u8), char::from(b'a' + (at / 9 % 9) as u8));
    let moves = (0..40).map(|at| format!(";{}[{}]", ["B", "W"][at % 2], point(at * 7 + number)));
    let moves = moves.collect::<Vec<_>>().concat();
    format!("(;GM[1]FF[4]SZ[9]PB[Player {number}]{moves})\n")
}

/// A folder with this number of files, each with a game.
fn archive(count: usize) -> Sandbox {
    let sandbox = Sandbox::new([("shape", "..\n.X\n")]);
    (0..count).for_each(|number| sandbox.write(&format!("games/{number:03}.sgf"), game(number)));
    sandbox
}

const QUESTION: &str = "find -q --pattern shape --anywhere --format jsonl";

fn lines(run: &Run) -> Vec<serde_json::Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// The names of all files in a folder and the folders in it.
fn names(sandbox: &Sandbox, folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(sandbox.path(&folder)).into_iter().flatten() {
            let name = format!("{folder}/{}", entry.unwrap().file_name().into_string().unwrap());
            if sandbox.path(&name).is_dir() { open.push(name) } else { names.push(name) }
        }
    }
    names.sort();
    names
}

#[test]
fn a_damaged_file_among_many_is_one_line() {
    let sandbox = archive(300);
    let damaged: Vec<u8> = (0..5000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    sandbox.write("games/150.sgf", damaged);
    sandbox.ishi("index -q games -o index");
    for command in ["list -q --format jsonl games", "export -q games"] {
        let run = sandbox.ishi(command);
        let lines = lines(&run);
        assert_eq!((run.code, lines.len(), run.stderr.lines().count()), (1, 300, 1), "{command}");
        assert!(lines.iter().enumerate().all(|(at, line)| line.get("parse_error").is_some() == (at == 150)));
    }
    let answers = [format!("{QUESTION} games"), format!("{QUESTION} --index index")].map(|command| {
        let run = sandbox.ishi(&command);
        assert_eq!((run.code, run.stderr.lines().count()), (1, 1), "{run}");
        assert_eq!(lines(&run).iter().filter(|line| line.get("parse_error").is_some()).count(), 1);
        run.stdout
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(sandbox.ishi("export -q games --to parquet -o tables").code, 1);
}

/// The answers of an index stay while it is copied to a place where its files are not, and say that these are missing.
#[test]
fn an_index_of_another_machine_has_its_answers() {
    let sandbox = archive(20);
    let own = sandbox.ishi(&format!("{QUESTION} games"));
    // The index knows the state of files that were not changed just now.
    for name in names(&sandbox, "games") {
        let file = fs::File::options().append(true).open(sandbox.path(&name)).unwrap();
        file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000)).unwrap();
    }
    sandbox.ishi("index -q games -o index");
    let other = Sandbox::new([("shape", "..\n.X\n")]);
    for name in names(&sandbox, "index") {
        other.write(&name, sandbox.read(&name));
    }
    drop(sandbox);
    let run = other.ishi(&format!("{QUESTION} --index index"));
    assert_eq!((run.code, lines(&run).len()), (0, lines(&own).len()), "{run}");
    assert!(run.stderr.starts_with("warning: ") && run.stderr.contains("changed or missing"), "{run}");
    // Its paths are those of other files than those that are here now.
    other.write("games/000.sgf", game(7));
    assert_eq!(other.ishi("index games -o index").stderr, "indexed 1 game: 1 file read\n");
    assert_eq!(
        other.ishi(&format!("{QUESTION} --index index")).stdout,
        other.ishi(&format!("{QUESTION} games")).stdout
    );
}

/// While an index is rebuilt, and after the run that rebuilds it is killed, its answers are those before or after.
#[test]
fn an_index_is_whole_at_every_moment() {
    let sandbox = archive(120);
    let ask = || sandbox.ishi(&format!("{QUESTION} --index index"));
    sandbox.ishi("index -q games -o index");
    let old = ask().stdout;
    (0..120).for_each(|number| sandbox.write(&format!("games/{number:03}.sgf"), game(number + 1)));
    let new = sandbox.ishi(&format!("{QUESTION} games")).stdout;
    assert_ne!(old, new);
    let start = || sandbox.command("index -q games -o index").stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..3 {
        let mut killed = start();
        // It is killed before, while or after it writes.
        let _ = ask();
        let _ = killed.kill();
        killed.wait().unwrap();
        let run = ask();
        assert!(run.code == 0 && [&old, &new].contains(&&run.stdout), "{run}");
    }
    let mut rebuilt = start();
    loop {
        let has_ended = rebuilt.try_wait().unwrap().is_some();
        let run = ask();
        assert!(run.code == 0 && [&old, &new].contains(&&run.stdout), "{run}");
        if has_ended {
            assert_eq!(run.stdout, new);
            break;
        }
    }
}

/// Files that are replaced or removed while a folder is read are read as they were at one moment, or reported.
#[test]
fn a_folder_may_change_while_it_is_read() {
    let sandbox = archive(200);
    for command in ["list -q --format jsonl games", "export -q games", &format!("{QUESTION} games")] {
        let child = sandbox.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        for number in (0..200).rev() {
            let name = format!("games/{number:03}.sgf");
            match number % 4 {
                0 => fs::remove_file(sandbox.path(&name)).unwrap(),
                1 => sandbox.write(&name, game(number + 1)),
                _ => {}
            }
        }
        let output = child.wait_with_output().unwrap();
        assert!([0, 1, 2].map(Some).contains(&output.status.code()), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let files: Vec<String> = text
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|line| line["file"].as_str().unwrap().replace('\\', "/"))
            .collect();
        if !command.starts_with("find") {
            let kept = (0..200).filter(|number| number % 4 > 1).map(|number| format!("games/{number:03}.sgf"));
            assert!(kept.into_iter().all(|name| files.contains(&name)), "{command}");
        }
        (0..200).for_each(|number| sandbox.write(&format!("games/{number:03}.sgf"), game(number)));
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::process::Command;

    use super::*;

    /// Runs the program under limits of the shell.
    fn limited(sandbox: &Sandbox, limits: &str, arguments: &str) -> Run {
        let own = sandbox.command("");
        let mut command = Command::new("sh");
        command.current_dir(sandbox.path("")).arg("-c").arg(format!("{limits}; exec \"$0\" {arguments}"));
        Run::of(command.arg(own.get_program()).stdin(Stdio::null()), b"")
    }

    /// A disk that is full is like a limit of the length of files.
    const FULL: &str = "trap '' XFSZ; ulimit -f 4";

    #[test]
    fn a_full_disk_leaves_no_unfinished_file() {
        let sandbox = archive(200);
        let before = names(&sandbox, ".");
        for (arguments, file) in [
            ("export games -o out/games.jsonl", "games.jsonl"),
            ("export games -o out/games.csv", "games.csv"),
            ("export games --to parquet -o out --with-moves", "part-00000.parquet"),
            ("index games -o index", ".games"),
        ] {
            let run = limited(&sandbox, FULL, arguments);
            assert_eq!(run.code, 2, "{arguments}: {run}");
            assert!(run.stderr.contains(file) && run.stderr.contains("large"), "{arguments}: {run}");
            assert_eq!(names(&sandbox, "."), before, "{arguments}");
        }
    }

    /// The files of the games are there together or not at all.
    #[test]
    fn a_full_disk_leaves_no_game_of_a_file() {
        let sandbox = archive(30);
        let games: String = (0..30).map(game).collect();
        let long = format!("(;SZ[9]C[{}])\n", "x".repeat(100_000));
        sandbox.write("all.sgf", format!("{games}{long}"));
        let before = names(&sandbox, ".");
        for (arguments, file) in [("split all.sgf -o out", "31_"), ("join games all.sgf -o out/new.sgf", "new.sgf")] {
            let run = limited(&sandbox, FULL, arguments);
            assert_eq!(run.code, 2, "{arguments}: {run}");
            assert!(run.stderr.contains(file) && run.stderr.contains("large"), "{arguments}: {run}");
            assert_eq!(names(&sandbox, "."), before, "{arguments}");
        }
    }

    /// A folder in which nothing can be written stays as it is.
    #[test]
    fn a_folder_that_can_not_be_written_is_reported() {
        let sandbox = archive(3);
        sandbox.write("all.sgf", [game(1), game(2)].concat());
        sandbox.write("file", "");
        for folder in ["file", "file/x", "/proc/ishi"] {
            let run = sandbox.ishi(&format!("split all.sgf -o {folder}"));
            assert!(run.code == 2 && run.stderr.contains(folder), "{run}");
            let run = sandbox.ishi(&format!("join games -o {folder}/all.sgf"));
            assert!(run.code == 2 && run.stderr.contains(folder), "{run}");
        }
        assert_eq!(names(&sandbox, ".").len(), 6);
    }

    /// Tables are there together or not at all.
    #[test]
    fn a_table_of_games_does_not_come_without_that_of_moves() {
        let sandbox = archive(10);
        // The table of games is complete before the last part of the table of moves is too long.
        let full = "trap '' XFSZ; ulimit -f 64";
        sandbox.write("games/large.sgf", format!("(;SZ[19]{})", ";B[aa];W[bb];B[cd];W[ee];B[fg]".repeat(3000)));
        let arguments = "export games --to parquet -o out --with-moves --partition 1";
        let run = limited(&sandbox, full, arguments);
        assert!(run.code == 2 && run.stderr.contains("moves"), "{run}");
        assert_eq!(names(&sandbox, "out"), [""; 0]);
        // Tables that are there already stay as they are.
        sandbox.ishi("export -q games/000.sgf --to parquet -o out --with-moves");
        let before: Vec<_> = names(&sandbox, "out").into_iter().map(|name| (sandbox.read(&name), name)).collect();
        assert_eq!((limited(&sandbox, full, &format!("{arguments} --force")).code, before.len()), (2, 2));
        let after: Vec<_> = names(&sandbox, "out").into_iter().map(|name| (sandbox.read(&name), name)).collect();
        assert!(after == before);
    }

    #[test]
    fn a_full_disk_leaves_the_old_index() {
        let sandbox = archive(200);
        sandbox.ishi("index -q games -o index");
        let old = sandbox.ishi(&format!("{QUESTION} --index index")).stdout;
        let before = names(&sandbox, "index");
        (0..200).for_each(|number| sandbox.write(&format!("games/{number:03}.sgf"), game(number + 1)));
        let run = limited(&sandbox, FULL, "index games -o index");
        assert_eq!(run.code, 2, "{run}");
        assert_eq!(names(&sandbox, "index"), before);
        assert_eq!(sandbox.ishi(&format!("{QUESTION} --index index")).stdout, old);
    }

    /// A search in variations keeps nothing for the moves that no later variation replaces.
    #[test]
    fn the_memory_of_a_search_does_not_grow_with_the_moves() {
        let mut record = "EVENT\n".to_owned();
        for number in 0..12_000_u32 {
            let point = |number: u32| {
                format!("{}{}", "ABCDEFGHJKLMNOPQRST".as_bytes()[(number % 19) as usize] as char, number / 19 % 19 + 1)
            };
            let color = ["B", "W"][number as usize % 2];
            let (own, other) = (point(number * 4), point(number * 4 + 2));
            let _ = write!(record, "{color} {n} {own}\nVAR\n  {color} {n} {other}\nENDVAR\n", n = number + 1);
        }
        let sandbox = Sandbox::new([("a.ishi", &*record), ("shape", "*****\nX****\n*****\n*****\n****.\n")]);
        let arguments = "find -q --pattern shape --anywhere --variations --continuations a.ishi";
        let run = limited(&sandbox, "ulimit -v 700000", arguments);
        assert_eq!(run.code, 0, "{run}");
    }
}
