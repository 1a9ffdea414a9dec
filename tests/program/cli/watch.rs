//! `ishi check --watch`: a run after each change of what is checked, and no other.

use std::io::{BufRead, BufReader};
use std::process::Child;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::cli::check::{CLEAN, ERROR};
use crate::cli::sandbox::Sandbox;

/// The program while it watches.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(sandbox: &Sandbox, arguments: &str) -> Self {
        let mut command = sandbox.command(&format!("check --watch --format short {arguments}"));
        // One pipe for both streams, which keeps their lines in order.
        let (output, writer) = std::io::pipe().unwrap();
        let child = command.stdout(writer.try_clone().unwrap()).stderr(writer).spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let _ = sender.send(line.unwrap());
            }
        });
        Self { child, lines }
    }

    /// The lines that one run prints, without the words of the diagnostics.
    fn run(&self) -> Vec<String> {
        let mut run = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("only {run:?}"));
            if line.starts_with("Watching") {
                return run;
            }
            run.push(line.split_once("]: ").map_or(line.as_str(), |(before, _)| before).to_owned());
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const FOUND: &str = "Found 1 error in 1 file (2 checked). 1 can be fixed with `--fix --unsafe-fixes`.";

fn error_in(file: &str) -> String {
    format!("{file}:3:3: error[duplicate-move")
}

#[test]
fn each_change_of_a_record_is_checked() {
    let sandbox = Sandbox::new([("games/a.ishi", CLEAN), ("old/x.ishi", CLEAN), (".gitignore", "*.tmp.ishi\n")]);
    let watching = Watching::start(&sandbox, "--exclude old .");
    assert_eq!(watching.run(), ["No problems found in 1 file."]);
    // None of these is a record that is checked; the run after them is that for the last file.
    sandbox.put("old/x.ishi", ERROR);
    sandbox.put("b.tmp.ishi", ERROR);
    sandbox.put("readme.txt", ERROR);
    sandbox.put("new/b.ishi", ERROR);
    assert_eq!(watching.run(), [error_in("new/b.ishi"), FOUND.to_owned()]);
    sandbox.put("new/b.ishi", CLEAN);
    assert_eq!(watching.run(), ["No problems found in 2 files."]);
    std::fs::remove_dir_all(sandbox.path("new")).unwrap();
    assert_eq!(watching.run(), ["No problems found in 1 file."]);
}

#[test]
fn a_named_file_may_be_replaced() {
    let sandbox = Sandbox::new([("a.ishi", CLEAN)]);
    let watching = Watching::start(&sandbox, "a.ishi");
    assert_eq!(watching.run(), ["No problems found in 1 file."]);
    sandbox.put("a.ishi", ERROR);
    assert_eq!(watching.run()[0], error_in("a.ishi"));
    sandbox.put("a.ishi", CLEAN);
    assert_eq!(watching.run(), ["No problems found in 1 file."]);
}

#[test]
fn settings_are_watched_and_may_be_wrong_for_a_while() {
    let sandbox = Sandbox::new([("games/a.ishi", ERROR), ("ishi.toml", "")]);
    let watching = Watching::start(&sandbox, "games");
    assert_eq!(watching.run()[0], error_in("games/a.ishi"));
    sandbox.put("ishi.toml", "[checks]\n");
    let wrong = watching.run();
    assert!(wrong.len() == 1 && wrong[0].contains("unknown field `checks`"), "{wrong:?}");
    sandbox.put("ishi.toml", "[check]\nduplicate-move = 'off'\n");
    assert_eq!(watching.run(), ["No problems found in 1 file."]);
}

#[test]
fn what_can_not_be_watched_is_wrong_usage() {
    let sandbox = Sandbox::new([("a.ishi", CLEAN)]);
    for arguments in ["-", "--fix", "--diff", "--format sarif", "--output-file report", "missing/a.ishi"] {
        let run = sandbox.ishi(&format!("check --watch {arguments}"));
        assert_eq!(run.code, 2, "{arguments}: {run}");
    }
}
