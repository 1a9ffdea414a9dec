//! File systems that go wrong, and reports that would be too long.

use std::fs;

use crate::cli::check::ERROR;
use crate::cli::sandbox::Sandbox;

#[test]
fn people_see_a_thousand_problems_of_a_file_and_programs_see_all() {
    const MISTAKES: usize = 12_345;
    let record = format!("EVENT x\n{}B 1 Q16\nB 1 D4\n", "KOMI é ª\n".repeat(MISTAKES));
    let sandbox = Sandbox::new([("a.ishi", &*record), ("b.ishi", ERROR)]);
    let rules = "--select invalid-character,duplicate-move";

    let run = sandbox.ishi(&format!("check --format short {rules}"));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 1000 + 1 + 1, "{}", lines[lines.len() - 1]);
    let most_severe = lines.iter().filter(|line| line.contains("duplicate-move")).count();
    assert_eq!(most_severe, 2, "what is left out is not more severe than what is shown");
    let left = 2 * MISTAKES + 1 - 1000;
    assert_eq!(lines[1000], format!("a.ishi: {left} more problems; `--max-diagnostics 0` shows all"));
    assert!(run.stderr.contains(&format!("{} warnings", 2 * MISTAKES)), "the sum is of all: {}", run.stderr);
    assert_eq!(run.code, 1);

    let shown = |arguments: &str| sandbox.ishi(&format!("check {rules} {arguments} a.ishi")).stdout;
    assert_eq!(shown("--format short --max-diagnostics 1").lines().count(), 2);
    assert_eq!(shown("--format short --max-diagnostics 0").lines().count(), 2 * MISTAKES + 1);
    assert!(shown("--max-diagnostics 3").ends_with("more problems; `--max-diagnostics 0` shows all\n"));
    assert_eq!(shown("--format jsonl").lines().count(), 2 * MISTAKES + 1);
    assert_eq!(shown("--format github").lines().count(), 2 * MISTAKES + 1);
    let sarif: serde_json::Value = serde_json::from_str(&shown("--format sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 2 * MISTAKES + 1);
}

#[test]
fn a_record_nests_as_deep_as_it_likes() {
    let record = format!("EVENT x\n{}", "B 1 Q16\nVAR\n".repeat(20_000));
    let sandbox = Sandbox::new([("a.ishi", record)]);
    for (arguments, code) in [
        ("check --format short", 1),
        ("check --format jsonl", 1),
        ("check --fix --diff", 1),
        ("fmt --check", 0),
        ("outline a.ishi", 0),
        ("outline --format json a.ishi", 0),
        ("show a.ishi", 0),
        ("show --line 39999 --format svg a.ishi", 0),
    ] {
        let run = sandbox.ishi(arguments);
        assert_eq!(run.code, code, "{arguments}: {}", run.stderr);
    }
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{MetadataExt, chown, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use super::*;

    const UNTIDY: &str = "event\nb 1 Q16\n";
    const TIDY: &[u8] = b"EVENT\nB 1 Q16\n";

    fn named_pipe(sandbox: &Sandbox, name: &str) {
        let made = Command::new("mkfifo").arg(sandbox.path(name)).status().expect("mkfifo is there");
        assert!(made.success());
    }

    #[test]
    fn what_is_no_file_is_named_and_the_others_are_read() {
        let sandbox = Sandbox::new([("a.ishi", ERROR), ("folder.ishi/b.ishi", ERROR), ("z.ishi", ERROR)]);
        named_pipe(&sandbox, "pipe.ishi");
        symlink("pipe.ishi", sandbox.path("link.ishi")).unwrap();
        symlink("nowhere", sandbox.path("dangling.ishi")).unwrap();
        symlink("..", sandbox.path("folder.ishi/circle")).unwrap();
        let _socket = UnixListener::bind(sandbox.path("socket.ishi")).unwrap();

        let found = ["a.ishi:3:3 duplicate-move", "folder.ishi/b.ishi:3:3 duplicate-move", "z.ishi:3:3 duplicate-move"];
        let run = sandbox.ishi("check --format jsonl --select duplicate-move .");
        assert_eq!(
            (run.found(), run.code),
            (found.map(str::to_owned).to_vec(), 1),
            "in a folder they are left out: {run}"
        );

        let names = ["pipe.ishi", "dangling.ishi", "socket.ishi", "/proc/self/mem", "/dev/zero", "a.ishi/x"];
        for command in ["check --format jsonl --select duplicate-move", "fmt", "fmt --check"] {
            let run = sandbox.ishi(&format!("{command} {} a.ishi folder.ishi z.ishi", names.join(" ")));
            for name in names {
                let lines = run.stderr.lines().filter(|line| line.starts_with(&format!("error: {name}: "))).count();
                assert_eq!(lines, 1, "{command}: {name} is named once: {run}");
            }
            assert_eq!(run.code, 2, "{command}");
            if command.starts_with("check") {
                assert_eq!(run.found(), found, "{run}");
            }
        }
        // A link to it is the same file, which would be named but once.
        for name in names.into_iter().chain(["link.ishi"]) {
            for command in ["show", "outline"] {
                let run = sandbox.ishi(&format!("{command} {name}"));
                assert!(run.stderr.starts_with(&format!("error: {name}: ")), "{command}: {run}");
                assert_eq!(run.code, 2, "{command}");
            }
        }
        let run = sandbox.ishi("check --config /dev/zero a.ishi");
        assert!(run.code == 2 && run.stderr.contains("/dev/zero"), "{run}");
    }

    #[test]
    fn a_name_need_not_be_text() {
        let sandbox = Sandbox::empty();
        let name = OsStr::from_bytes(b"\xffa.ishi");
        let path = sandbox.path("").join(name);
        if fs::write(&path, ERROR).is_err() {
            return; // Some file systems refuse such a name.
        }
        for format in ["short", "full", "jsonl", "github"] {
            let run = sandbox.ishi(&format!("check --format {format}"));
            assert!(run.stdout.contains("\u{fffd}a.ishi"), "{run}");
        }
        let sarif = sandbox.ishi("check --format sarif").stdout;
        assert!(sarif.contains("\"uri\":\"%FFa.ishi\""), "a URI names the file itself: {sarif}");
        fs::write(&path, UNTIDY).unwrap();
        assert_eq!(sandbox.ishi("fmt").code, 0);
        assert_eq!(fs::read(&path).unwrap(), TIDY);
    }

    #[test]
    fn a_file_keeps_its_owner() {
        let sandbox = Sandbox::new([("a.ishi", UNTIDY)]);
        let path = sandbox.path("a.ishi");
        // Only the superuser can give a file away.
        let owner = if chown(&path, Some(12345), Some(54321)).is_ok() {
            (12345, 54321)
        } else {
            let metadata = path.metadata().unwrap();
            (metadata.uid(), metadata.gid())
        };
        assert_eq!(sandbox.ishi("fmt").code, 0);
        let metadata = path.metadata().unwrap();
        assert_eq!((sandbox.read("a.ishi"), (metadata.uid(), metadata.gid())), (TIDY.to_vec(), owner));
    }

    #[test]
    fn a_kill_leaves_each_file_old_or_new() {
        const FILES: usize = 100;
        let old = UNTIDY.repeat(200);
        let new = TIDY.repeat(200);
        let sandbox = Sandbox::empty();
        let mut random = fastrand::Rng::with_seed(1990);
        let (mut changed, mut left) = (0, 0);
        for _ in 0..40 {
            for nth in 0..FILES {
                sandbox.write(&format!("{nth}.ishi"), &old);
            }
            let mut child = sandbox.command("fmt").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_micros(random.u64(0..80_000)));
            child.kill().unwrap();
            child.wait().unwrap();
            for nth in 0..FILES {
                let now = sandbox.read(&format!("{nth}.ishi"));
                assert!(now == new || now == old.as_bytes(), "{nth}.ishi is neither");
                changed += usize::from(now == new);
            }
            for entry in fs::read_dir(sandbox.path("")).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|extension| extension != "ishi") {
                    let name = path.file_name().unwrap().to_str().unwrap();
                    assert!(name.starts_with(".ishi-") && path.extension().unwrap() == "tmp", "{name}");
                    left += 1;
                }
            }
        }
        assert!(changed > 0, "no run came far enough to show anything");
        // What was left is not a record.
        let run = sandbox.ishi("fmt");
        assert_eq!(run.code, 0, "{run}");
        assert_eq!(sandbox.ishi("fmt").stderr, format!("{FILES} files left unchanged\n"), "{left} temporary files");
    }
}
