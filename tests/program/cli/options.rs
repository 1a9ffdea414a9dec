//! Which files and rules, and where the report goes.

use serde_json::Value;

use crate::cli::check::{CLEAN, ERROR, WARNING};
use crate::cli::sandbox::Sandbox;

#[test]
fn files_are_excluded() {
    let sandbox = Sandbox::new([
        ("a.ishi", ERROR),
        ("old/b.ishi", ERROR),
        ("games/old/c.ishi", ERROR),
        ("games/d.prb", ERROR),
        ("games/e.ishi", ERROR),
    ]);
    let files = |arguments: &str| sandbox.ishi(&format!("check --show-files {arguments}")).stdout.replace('\n', " ");
    assert_eq!(files(""), "a.ishi games/d.prb games/e.ishi games/old/c.ishi old/b.ishi ");
    assert_eq!(files("--exclude old"), "a.ishi games/d.prb games/e.ishi ");
    assert_eq!(files("--exclude old/ --exclude *.prb"), "a.ishi games/e.ishi ");
    assert_eq!(files("--exclude games/*.prb,/old"), "a.ishi games/e.ishi games/old/c.ishi ");
    assert_eq!(files("--exclude *.ishi a.ishi"), "a.ishi ", "who names a file means it");
    assert_eq!(files("--exclude old games"), "games/d.prb games/e.ishi ");
    sandbox.write("games/ishi.toml", "[files]\nexclude = ['old', '*.prb']\n");
    assert_eq!(files(""), "a.ishi games/e.ishi old/b.ishi ");
    assert_eq!(files("--isolated --exclude a.ishi"), "games/d.prb games/e.ishi games/old/c.ishi old/b.ishi ");
    assert_eq!(sandbox.found("").len(), 3);
    assert_eq!(sandbox.ishi("check --exclude [").code, 2);
    assert_eq!(sandbox.ishi("fmt --check --exclude games,old").stderr, "1 file already formatted\n");
    assert_eq!(sandbox.ishi("fmt --show-files --exclude games,old").stdout, "a.ishi\n");
}

#[test]
fn rules_are_selected_in_the_settings_and_all_at_once() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT\nB 1 Q16\nB 2 D4\nW 2 D16\nB 9 C3\n")]);
    let found = |arguments: &str| -> Vec<String> {
        let found = sandbox.found(arguments);
        found.iter().map(|line| line.split(' ').nth(1).unwrap().to_owned()).collect()
    };
    assert_eq!(found("--select ALL --ignore line-ending"), ["same-color-twice", "duplicate-move", "missing-move"]);
    assert_eq!(found("--ignore all"), [""; 0]);
    sandbox.write("ishi.toml", "[check]\nselect = ['ALL']\nignore = ['line-ending', 'missing-move']\n");
    assert_eq!(found(""), ["same-color-twice", "duplicate-move"]);
    assert_eq!(found("--select missing-move"), ["missing-move"], "the command line comes later");
    sandbox.write("ishi.toml", "[check]\nselect = ['missing-move']\nmissing-move = 'error'\n");
    assert_eq!(found(""), ["missing-move"]);
    assert_eq!(sandbox.ishi("check").code, 1);
    sandbox.write("ishi.toml", "[check]\nselect = ['missing-mve']\n");
    let run = sandbox.ishi("check");
    assert!(run.code == 2 && run.stderr.contains("did you mean `missing-move`"), "{run}");
}

#[test]
fn rules_are_ignored_in_some_files() {
    let sandbox = Sandbox::new([("a.ishi", WARNING), ("old/b.ishi", WARNING), ("c/old/d.prb", ERROR)]);
    let settings = "[check.per-file-ignores]\n'old/*' = ['missing-move']\n'*.prb' = ['ALL']\n";
    sandbox.write("ishi.toml", settings);
    assert_eq!(sandbox.found(""), ["a.ishi:3:3 missing-move"]);
    assert_eq!(sandbox.found("old/b.ishi --isolated").len(), 1);
    let stdin = sandbox.ishi_with("check --format jsonl - --stdin-filename old/new.ishi", WARNING);
    assert_eq!(stdin.found(), [""; 0]);
    assert!(sandbox.ishi("check --show-settings").stdout.contains("\"old/*\" = [\"missing-move\"]"));
    sandbox.write("ishi.toml", "[check.per-file-ignores]\n'[' = ['missing-move']\n");
    let run = sandbox.ishi("check");
    assert!(run.code == 2 && run.stderr.contains("invalid pattern `[`"), "{run}");
}

#[test]
fn settings_are_shown_and_left_out() {
    let sandbox =
        Sandbox::new([("ishi.toml", "[check]\nmissing-move = 'off'\n[format]\nindent = 7\n"), ("a.ishi", WARNING)]);
    let shown = sandbox.ishi("check --show-settings --severity duplicate-move=hint").stdout;
    for line in ["missing-move = \"off\"", "indent = 7", "duplicate-move = \"hint\"", "encoding = \"auto\""] {
        assert!(shown.lines().any(|own| own == line), "{line} is not in {shown}");
    }
    sandbox.write("other.toml", shown);
    assert_eq!(sandbox.ishi("check --config other.toml").code, 0);
    assert_eq!(sandbox.found(""), [""; 0]);
    assert_eq!(sandbox.found("--isolated").len(), 1);
    assert_eq!(sandbox.ishi("check --isolated --config other.toml").code, 2);
}

#[test]
fn quiet_says_only_what_was_found() {
    let sandbox = Sandbox::new([("a.ishi", ERROR), ("b.ishi", "event\n")]);
    let run = sandbox.ishi("check -q --format short");
    assert_eq!((run.code, run.stdout.lines().count(), run.stderr.as_str()), (1, 1, ""), "{run}");
    let run = sandbox.ishi("check --quiet b.ishi missing.ishi");
    assert!(run.code == 2 && run.stdout.is_empty() && run.stderr.starts_with("error: missing.ishi"), "{run}");
    let run = sandbox.ishi("fmt --quiet");
    assert_eq!((run.code, run.stdout, run.stderr), (0, String::new(), String::new()));
}

#[test]
fn problems_need_not_fail() {
    let sandbox = Sandbox::new([("a.ishi", ERROR)]);
    assert_eq!(sandbox.ishi("check --exit-zero").code, 0);
    assert!(sandbox.ishi("check --exit-zero").stdout.contains("duplicate-move"));
    assert_eq!(sandbox.ishi("check --exit-zero --deny warnings").code, 0);
    assert_eq!(sandbox.ishi("check --exit-zero a.ishi missing.ishi").code, 2);
}

/// The formats of `ishi check`, each with what its help says of it.
pub(crate) fn formats() -> Vec<(String, String)> {
    let help = Sandbox::empty().ishi("check --help").stdout;
    let (_, help) = help.split_once("--format <FORMAT>").expect("the option");
    let (help, _) = help.split_once("[default:").expect("the end of the option");
    let formats = help.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split_once(':'));
    formats.map(|(name, help)| (name.to_owned(), help.trim().to_owned())).collect()
}

#[test]
fn the_page_lists_the_formats() {
    const BEGIN: &str = "<!-- Written by `scripts/generate`. -->\n\n";
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cli.md")).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("the list of formats");
    let (_, after) = rest.split_once("\n\n").expect("the end of the list");
    let list: Vec<String> = formats().iter().map(|(name, help)| format!("- `{name}`: {help}.")).collect();
    assert!(!list.is_empty());
    expect_test::expect_file!["../../../docs/cli.md"]
        .assert_eq(&format!("{before}{BEGIN}{}\n\n{after}", list.join("\n")));
}

#[test]
fn the_report_goes_to_a_file() {
    let sandbox = Sandbox::new([("a.ishi", ERROR)]);
    for (format, _) in formats() {
        let expected = sandbox.ishi(&format!("check --format {format}"));
        for color in ["auto", "always"] {
            let run = sandbox.ishi(&format!("check --format {format} --color {color} --output-file report"));
            assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()).0, 1);
            assert_eq!(run.stdout, "", "{format}");
            assert_eq!(String::from_utf8(sandbox.read("report")).unwrap(), expected.stdout, "{format}");
        }
    }
    let run = sandbox.ishi("check -o no/such/folder");
    assert!(run.code == 2 && run.stderr.starts_with("error: no/such/folder: "), "{run}");
    let run = sandbox.ishi_with("check --fix --output-file report -", ERROR);
    assert_eq!(run.stdout, ERROR);
    assert!(String::from_utf8(sandbox.read("report")).unwrap().contains("duplicate-move"));
}

#[test]
fn gitlab() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT\nB 1 Q16\nB 1 D4\nB 1 C3\n"), ("b.ishi", ERROR), ("c.ishi", CLEAN)]);
    let issues = |arguments: &str| -> Vec<Value> {
        serde_json::from_str(&sandbox.ishi(&format!("check --format gitlab {arguments}")).stdout).unwrap()
    };
    assert_eq!(issues("c.ishi"), [Value::Null; 0]);
    let all = issues("--select duplicate-move");
    assert_eq!(all.len(), 3);
    assert_eq!(all[0]["location"], serde_json::json!({"path": "a.ishi", "lines": {"begin": 3, "end": 3}}));
    assert_eq!((&all[0]["check_name"], &all[0]["severity"]), (&"duplicate-move".into(), &"major".into()));
    let mut fingerprints: Vec<&str> = all.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    fingerprints.sort_unstable();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), 3);
}

/// The paths are those in the project, and what can't be read is in each report.
#[test]
fn reports_name_what_can_not_be_read() {
    let sandbox = Sandbox::new([("g/a.ishi", ERROR), ("b.ishi", CLEAN)]);
    sandbox.write("zeros.ishi", b"\0\0\0");
    for format in ["jsonl", "sarif", "github", "gitlab", "junit"] {
        for arguments in ["zeros.ishi", "b.ishi missing.ishi", "g/a.ishi missing.ishi zeros.ishi"] {
            let run = sandbox.ishi(&format!("check --format {format} {arguments}"));
            assert_eq!(run.code, 2, "{run}");
            let unreadable = arguments.split(' ').filter(|name| ["missing.ishi", "zeros.ishi"].contains(name));
            unreadable.for_each(|name| assert!(run.stdout.contains(name), "{format}: {name}\n{run}"));
        }
    }
    let run = sandbox.ishi("check --output-file report.txt --format short missing.ishi");
    assert_eq!(run.code, 2);
    assert!(String::from_utf8_lossy(&sandbox.read("report.txt")).contains("missing.ishi"));
    let path = sandbox.path("g/a.ishi").display().to_string();
    for name in [path.as_str(), "./g/a.ishi", "g/a.ishi"] {
        let run = sandbox.ishi(&format!("check --format gitlab {name} missing.ishi"));
        let issues: Vec<Value> = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(issues[0]["location"]["path"], "g/a.ishi", "{name}");
        assert_eq!(issues.last().unwrap()["location"]["path"], "missing.ishi");
    }
}

/// Programs such as pre-commit pass the names of all files that have changed.
#[test]
fn named_files_can_be_excluded() {
    let sandbox =
        Sandbox::new([("ishi.toml", "[files]\nexclude = [\"old/\"]\n"), ("old/a.ishi", ERROR), ("b.ishi", CLEAN)]);
    assert_eq!(sandbox.ishi("check old/a.ishi b.ishi").code, 1);
    assert_eq!(sandbox.ishi("check --force-exclude old/a.ishi b.ishi").code, 0);
    assert_eq!(sandbox.ishi("check --force-exclude old/a.ishi").code, 0);
    assert_eq!(sandbox.ishi("check --force-exclude --isolated --exclude old old/a.ishi b.ishi").code, 0);
}

#[test]
fn junit_has_a_test_for_a_run_without_problems() {
    let sandbox = Sandbox::new([("b.ishi", CLEAN)]);
    let run = sandbox.ishi("check --format junit");
    assert_eq!((run.code, run.stdout.matches("<testcase").count()), (0, 1), "{run}");
}

#[test]
fn junit() {
    let sandbox = Sandbox::new([("a <&\">.ishi", "EVENT\nMARKK\u{1b} <&\">\n"), ("b.ishi", CLEAN)]);
    let run = sandbox.ishi("check --format junit --select unknown-keyword . missing.ishi");
    expect_test::expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="ishi">
        <testsuite name="a &lt;&amp;&quot;&gt;.ishi" tests="1" failures="1" errors="0">
        <testcase name="unknown-keyword" classname="a &lt;&amp;&quot;&gt;.ishi" file="a &lt;&amp;&quot;&gt;.ishi" line="2">
        <failure type="error" message="unknown keyword `MARKK\u{1b}`, read as `MARK`">a &lt;&amp;&quot;&gt;.ishi:2:1: unknown keyword `MARKK\u{1b}`, read as `MARK`</failure>
        </testcase>
        </testsuite>
        <testsuite name="missing.ishi" tests="1" failures="0" errors="1">
        <testcase name="read" classname="missing.ishi">
        <error message="No such file or directory (os error 2)"/>
        </testcase>
        </testsuite>
        </testsuites>
    "#]].assert_eq(&run.stdout);
}

#[test]
fn some_lines_are_formatted() {
    let text = "event x\nb 1 q16\nw 2 d4\nb 3 c3\n\n";
    let sandbox = Sandbox::new([("a.ishi", text), ("b.ishi", text)]);
    for (range, expected) in [
        ("2-3", "event x\nB 1 Q16\nW 2 D4\nb 3 c3\n\n"),
        ("2:1-3:4", "event x\nB 1 Q16\nW 2 D4\nb 3 c3\n\n"),
        ("4", "event x\nb 1 q16\nw 2 d4\nB 3 C3\n\n"),
        ("4-99", "event x\nb 1 q16\nw 2 d4\nB 3 C3\n"),
        ("77-99", text),
    ] {
        let run = sandbox.ishi_with(&format!("fmt --range {range} -"), text);
        assert_eq!((run.code, run.stdout.as_str()), (0, expected), "{range}");
    }
    assert_eq!(sandbox.ishi("fmt --range 2-3 a.ishi").code, 0);
    assert_eq!(sandbox.read("a.ishi"), b"event x\nB 1 Q16\nW 2 D4\nb 3 c3\n\n");
    for wrong in ["--range 2-3", "--range 3-2 b.ishi", "--range 0 b.ishi", "--range x b.ishi", "--range 1- b.ishi"] {
        assert_eq!(sandbox.ishi(&format!("fmt {wrong}")).code, 2, "{wrong}");
    }
    assert_eq!(sandbox.read("b.ishi"), text.as_bytes());
}

#[test]
fn an_option_ignores_rules_in_some_files() {
    let sandbox = Sandbox::new([
        ("games/a.ishi", ERROR),
        ("problems/b.prb", ERROR),
        ("problems/ishi.toml", "[check.per-file-ignores]\n'c.prb' = ['ALL']\n"),
        ("problems/c.prb", ERROR),
    ]);
    let all = ["games/a.ishi:3:3 duplicate-move", "problems/b.prb:3:3 duplicate-move"];
    for (arguments, expected) in [
        ("", &all[..]),
        ("--per-file-ignores problems/*.prb:missing-move,duplicate-move", &all[..1]),
        ("--per-file-ignores games:duplicate-move", &all[1..]),
        ("--per-file-ignores b.prb:ALL --per-file-ignores a.ishi:duplicate-move", &[]),
        ("--per-file-ignores other:ALL", &all[..]),
    ] {
        assert_eq!(sandbox.found(arguments), expected, "{arguments}");
    }
    for wrong in ["a.ishi", "a.ishi:", "a.ishi:no-such-code", "[:ALL"] {
        assert_eq!(sandbox.ishi(&format!("check --per-file-ignores {wrong}")).code, 2, "{wrong}");
    }
}
