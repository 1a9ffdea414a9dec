//! Standard output and standard error.

use std::process::Stdio;

use crate::cli::check::ERROR;
use crate::cli::sandbox::Sandbox;

#[test]
fn color_is_for_terminals() {
    let sandbox = Sandbox::new([("a.ishi", ERROR)]);
    for format in ["full", "short"] {
        let has_color =
            |arguments: &str| sandbox.ishi(&format!("check --format {format} {arguments}")).stdout.contains('\u{1b}');
        assert!(!has_color(""));
        assert!(!has_color("--color auto"));
        assert!(!has_color("--color never"));
        assert!(has_color("--color always"));
    }
    for format in ["jsonl", "sarif", "github"] {
        let run = sandbox.ishi(&format!("check --format {format} --color always"));
        assert!(!run.stdout.contains('\u{1b}'), "{format} is for programs");
    }
}

#[test]
fn results_and_remarks_are_apart() {
    let run = Sandbox::new([("a.ishi", ERROR)]).ishi("check --format short a.ishi missing.ishi");
    assert!(run.stdout.starts_with("a.ishi:3:3: ") && run.stdout.lines().count() == 1, "{run}");
    assert!(run.stderr.starts_with("error: missing.ishi: "), "{run}");
    for format in ["jsonl", "sarif", "github"] {
        let run = Sandbox::new([("a.ishi", ERROR)]).ishi(&format!("check --format {format}"));
        assert_eq!(run.stderr, "", "{format}");
    }
}

#[test]
fn the_order_is_that_of_the_files() {
    let names: Vec<String> = (0..600).map(|n| format!("{n:03}.ishi")).collect();
    let sandbox = Sandbox::empty();
    for name in &names {
        sandbox.write(name, ERROR);
    }
    let expected: Vec<String> = names.iter().map(|name| format!("{name}:3:3 duplicate-move")).collect();
    assert_eq!(sandbox.found("--select duplicate-move"), expected);
}

/// A reader that leaves early is not an error.
#[test]
fn a_broken_pipe_is_tolerated() {
    use std::io::{Read, Write};

    for (arguments, code) in [("check -", 1), ("check --format sarif -", 1), ("fmt -", 0), ("outline -", 0)] {
        let mut child = Sandbox::empty()
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Standard output is closed before the program has anything to write.
        drop(child.stdout.take());
        child.stdin.take().unwrap().write_all(ERROR.repeat(10_000).as_bytes()).unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert!(!stderr.contains("panicked") && !stderr.contains("error: "), "{arguments}: {stderr}");
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments}");
    }
}

/// Output that can't be written is one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let sandbox = Sandbox::new([("a.ishi", ERROR)]);
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = sandbox.command("check").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("error: standard output: "), "{stderr}");
}
