use crate::sandbox::Sandbox;

#[test]
fn every_help_has_examples() {
    let sandbox = Sandbox::empty();
    for command in ["", "check", "fmt", "show", "score", "outline", "explain", "lsp", "completions", "schema"] {
        for help in ["--help", "-h"] {
            let run = sandbox.ishi(&format!("{command} {help}"));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "ishi {command} {help}");
            let examples = run.stdout.split("Examples:").nth(1).unwrap_or_default();
            assert!(examples.contains(&format!("ishi {command}")), "ishi {command} {help}\n{run}");
            assert!(!run.stdout.contains("fault-injection"), "an option for tests is hidden");
        }
    }
}

#[test]
fn the_version_is_told() {
    let version = format!("ishi {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(Sandbox::empty().ishi("--version").stdout, version);
}

#[test]
fn no_command_shows_the_help() {
    let run = Sandbox::empty().ishi("");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("Usage: ishi"), "{run}");
}
