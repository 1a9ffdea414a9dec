//! Nothing in a record or in its name reaches a terminal as a command to it.

use std::process::{Command, Stdio};

use crate::cli::sandbox::{Run, Sandbox};

/// Characters that a terminal takes for a command, or that change the direction: ESC, BEL, CSI of C1, DEL and an
/// override.
const COMMANDS: [char; 6] = ['\u{1b}', '\u{7}', '\u{9b}', '\u{7f}', '\u{202e}', '\u{2066}'];

fn record() -> String {
    let commands: String = COMMANDS.iter().flat_map(|c| [*c, '[', '9', '5', 'm']).collect();
    format!(
        "EVENT {commands}\nBLACK {commands}\nb 1 Q16\nMARK {commands}@Q16 x{commands}@D4\nCOM {commands}\n{commands}\n\
         ENDCOM\nMARKK{commands} I3{commands}\nB 1 {commands}\nVAR {commands}\nB 1 D4\nENDVAR\n"
    )
}

/// Runs a command line of a shell on a terminal, by `script` of util-linux.
fn on_terminal(sandbox: &Sandbox, arguments: &str) -> String {
    let program = env!("CARGO_BIN_EXE_ishi");
    let output = Command::new("script")
        .args(["-qec", &format!("'{program}' {arguments}"), "/dev/null"])
        .current_dir(sandbox.path(""))
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .expect("script of util-linux");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns a text without our own styles.
fn without_styles(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

const NAME: &str = "a\u{1b}[95m\u{9b}\u{202e}.ishi";

const COMMAND_LINES: [&str; 16] = [
    "check",
    "check --show hint",
    "check --format short",
    "check --format jsonl",
    "check --format sarif",
    "check --format github",
    "check --diff --unsafe-fixes",
    "check --statistics",
    "fmt --check",
    "fmt --diff",
    "show *.ishi",
    "show --move 1 --numbers *.ishi",
    "outline *.ishi",
    "outline --format json *.ishi",
    "show --format svg *.ishi",
    "show --event 9 *.ishi",
];

/// GitHub Actions takes a line of output that begins like this, after spaces too, for a command.
#[test]
fn names_of_files_are_no_commands_for_github_actions() {
    let names = ["::error::a.ishi", " ::warning::b.ishi", "::stop-commands::x/c.ishi"];
    let sandbox = Sandbox::new(names.map(|name| (name, record())));
    sandbox.write("::notice::d.sgf", "(;FF[4]GM[1]SZ[9]XX[1]KM[a];B[aa]ZZ[b])");
    sandbox.write("::debug::e.sgf", "no game");
    for arguments in [
        "check",
        "check --format short",
        "check --format short --max-diagnostics 1",
        "check --statistics",
        "check --show-files",
        "check --diff",
        "fmt --check",
        "fmt --show-files",
        "outline ::error::a.ishi",
        "outline ::notice::d.sgf",
        "show ::error::a.ishi",
        "show --diagrams . ::error::a.ishi",
        "show ::debug::e.sgf",
        "score ::error::a.ishi",
        "convert --show-files",
        "convert ::notice::d.sgf ::debug::e.sgf -o records",
        "convert ::error::a.ishi -o a.sgf",
    ] {
        let run = sandbox.ishi(arguments);
        for line in run.stdout.lines().chain(run.stderr.lines()) {
            // A report has `:::` in front of other places, which is not a command.
            let start = line.trim_start();
            assert!(!start.starts_with("::") || start.starts_with("::: "), "{arguments}: {line}");
        }
    }
    // What is written is the name of the same file.
    let files = sandbox.ishi("check --show-files --exclude records").stdout;
    assert_eq!(files, "./ ::warning::b.ishi\n./::error::a.ishi\n./::stop-commands::x/c.ishi\n");
    for line in files.lines() {
        assert!(sandbox.path(line).is_file(), "{line}");
    }
    // A URI reference names it from the folder of the checkout.
    let sarif = sandbox.ishi("check --format sarif").stdout;
    assert!(sarif.contains("\"uri\":\"%3A%3Aerror%3A%3Aa.ishi\"") && !sarif.contains("file:"), "{sarif}");
}

#[test]
fn reports_have_no_commands_for_a_terminal() {
    let sandbox = Sandbox::new([(NAME, record())]);
    for arguments in COMMAND_LINES {
        // A pipe gets the diff of GNU patch and the picture byte for byte.
        if arguments.contains("--diff") || arguments.contains("svg") {
            continue;
        }
        let arguments = arguments.replace("*.ishi", NAME);
        let mut command = sandbox.command("");
        command.args(arguments.split(' '));
        let run = Run::of(&mut command, b"");
        assert!(!run.stdout.contains(COMMANDS) && !run.stderr.contains(COMMANDS), "{arguments}: {run}");
        assert!(!run.stdout.is_empty() || !run.stderr.is_empty(), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_commands_but_our_own() {
    let sandbox = Sandbox::new([(NAME, record())]);
    for arguments in COMMAND_LINES {
        let shown = on_terminal(&sandbox, arguments);
        let plain = without_styles(&shown);
        assert!(!plain.contains(COMMANDS), "{arguments}: {plain:?}");
        assert!(!shown.contains("\u{1b}[95m"), "{arguments}: {shown:?}");
        assert!(!plain.trim().is_empty(), "{arguments}");
    }
    // As data it is the file; at a terminal it is shown.
    let formatted = sandbox.ishi_with("fmt -", record()).stdout;
    assert!(COMMANDS.iter().all(|command| formatted.contains(*command)));
    sandbox.write("b", record());
    assert!(!on_terminal(&sandbox, "fmt - < b").contains(COMMANDS));
}

#[test]
fn escaped_json_says_the_same() {
    let sandbox = Sandbox::new([(NAME, record())]);
    let run = sandbox.ishi("check --format jsonl");
    for line in run.stdout.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["file"], NAME);
    }
    let settings = Sandbox::new([("ishi.toml", "\"\u{9b}x\" = 1\n"), ("a.ishi", "B 1 D4\n".to_owned().as_str())]);
    let run = settings.ishi("check");
    assert!(run.code == 2 && !run.stderr.contains(COMMANDS), "{run}");
}
