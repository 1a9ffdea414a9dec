#[cfg(unix)]
use std::{os::unix::fs::symlink, process::Command};

use expect_test::expect;

use crate::cli::check::{ERROR, WARNING};
use crate::cli::sandbox::Sandbox;

#[test]
fn the_nearest_settings_upwards_apply() {
    let sandbox = Sandbox::new([
        ("ishi.toml", "[check]\nmissing-move = 'off'\n"),
        ("a/b/game.ishi", WARNING),
        ("c/ishi.toml", ""),
        ("c/d/game.ishi", WARNING),
        ("game.ishi", WARNING),
    ]);
    assert_eq!(sandbox.found(""), ["c/d/game.ishi:3:3 missing-move"]);
    assert_eq!(sandbox.found("a/b/game.ishi c/d/game.ishi"), ["c/d/game.ishi:3:3 missing-move"]);
    let run = sandbox.ishi_with("check --format jsonl - --stdin-filename c/x.ishi", WARNING);
    assert_eq!(run.found(), ["c/x.ishi:3:3 missing-move"]);
    assert_eq!(sandbox.ishi_with("check --format jsonl -", WARNING).found(), [""; 0]);
}

#[test]
fn the_command_line_goes_before_the_settings() {
    let sandbox = Sandbox::new([("ishi.toml", "[check]\nduplicate-move = 'off'\n"), ("a.ishi", ERROR)]);
    assert_eq!(sandbox.found(""), [""; 0]);
    assert_eq!(sandbox.found("--severity duplicate-move=info").len(), 1);
    assert_eq!(sandbox.found("--select duplicate-move").len(), 1);
}

#[test]
fn settings_can_be_named() {
    let sandbox = Sandbox::new([
        ("ishi.toml", "this is not TOML"),
        ("other.toml", "[check]\nduplicate-move = 'info'\n"),
        ("a.ishi", ERROR),
    ]);
    let run = sandbox.ishi("check --format short --config other.toml");
    assert!(run.stdout.starts_with("a.ishi:3:3: info[duplicate-move]: "), "{run}");
}

#[test]
fn wrong_settings_stop_everything_and_have_a_place() {
    for command in ["check", "fmt", "check --config ishi.toml", "check --fix"] {
        let sandbox =
            Sandbox::new([("ishi.toml", "[check]\nduplicate-mov = 'off'\n"), ("a.ishi", "event\nb 1 Q16\n\u{1a}")]);
        let run = sandbox.ishi(command);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
        let message = run.stderr.replace(&format!("{}{}", sandbox.path("").display(), ""), "");
        assert_eq!(
            message.trim_start_matches("/private"),
            "error: ishi.toml:2:1: unknown code `duplicate-mov`: did you mean `duplicate-move`?\n"
        );
        assert_eq!(sandbox.read("a.ishi"), b"event\nb 1 Q16\n\x1a");
    }
}

#[test]
fn missing_settings_are_named() {
    let run = Sandbox::empty().ishi("check --config no.toml");
    expect![[r#"
        exit 2
        --- stderr
        error: no.toml: the settings can't be read: No such file or directory (os error 2)
    "#]]
    .assert_eq(&run.to_string());
}

#[test]
fn settings_have_a_limit() {
    let mut settings = "[format]\nindent = 4\n".to_owned();
    settings += &"#".repeat((64 << 10) - settings.len());
    assert_eq!(Sandbox::new([("ishi.toml", &*settings)]).ishi("check --config ishi.toml").code, 0);
    settings += "#";
    expect![[r#"
        exit 2
        --- stderr
        error: ishi.toml: the settings can't be read: larger than 64 KiB, which is more than can be read
    "#]]
    .assert_eq(&Sandbox::new([("ishi.toml", &*settings)]).ishi("check --config ishi.toml").to_string());
}

#[test]
fn settings_that_are_nested_too_deep_are_not_parsed() {
    let settings = format!("[check]\n{}a = 1\n", "a.".repeat(30_000));
    expect![[r#"
        exit 2
        --- stderr
        error: ishi.toml:2:8: nested deeper than any setting
    "#]]
    .assert_eq(&Sandbox::new([("ishi.toml", settings)]).ishi("check --config ishi.toml").to_string());
}

#[test]
fn a_message_repeats_only_the_beginning_of_a_long_key() {
    let settings = format!("[{}]\n", "x".repeat(60_000));
    let run = Sandbox::new([("ishi.toml", settings)]).ishi("check --config ishi.toml");
    assert!(run.stderr.contains("unknown field `xxxxx") && run.stderr.len() < 400, "{run}");
}

/// An `ishi.toml` that is a link may lead to any file, and no word of that file is shown.
#[cfg(unix)]
#[test]
fn settings_that_are_not_a_regular_file_are_skipped() {
    let kinds: [fn(&Sandbox); 5] = [
        |sandbox| symlink(sandbox.path("secret"), sandbox.path("games/ishi.toml")).unwrap(),
        |sandbox| symlink("/dev/zero", sandbox.path("games/ishi.toml")).unwrap(),
        |sandbox| symlink("/dev/stdin", sandbox.path("games/ishi.toml")).unwrap(),
        |sandbox| std::fs::create_dir(sandbox.path("games/ishi.toml")).unwrap(),
        |sandbox| assert!(Command::new("mkfifo").arg(sandbox.path("games/ishi.toml")).status().unwrap().success()),
    ];
    for make in kinds {
        let off = "[check]\nmissing-move = 'off'\n";
        let sandbox = Sandbox::new([
            ("secret", "Host hidden\n"),
            ("ishi.toml", off),
            ("games/a.ishi", WARNING),
            ("games/deep/b.ishi", ERROR),
        ]);
        let expected = sandbox.ishi("check --format short");
        make(&sandbox);
        let run = sandbox.ishi_with("check --format short", "what the client says");
        assert_eq!((run.code, &run.stdout), (1, &expected.stdout), "{run}");
        let warning = "games/ishi.toml: not a regular file, and links are not followed here\n";
        let warnings = run.stderr.strip_suffix(&expected.stderr).unwrap_or_else(|| panic!("{run}"));
        assert!(warnings.starts_with("warning: skipped /") && warnings.ends_with(warning), "{run}");
        assert_eq!(warnings.lines().count(), 1, "{run}");
        assert!(!run.to_string().to_lowercase().contains("host"), "{run}");
    }
}

#[test]
fn the_schema_is_printed() {
    let run = Sandbox::empty().ishi("schema");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let printed: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(printed, ishi_config::schema());
}
