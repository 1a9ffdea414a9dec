use crate::cli::sandbox::Sandbox;

#[test]
fn every_help_has_examples() {
    let sandbox = Sandbox::empty();
    let help = sandbox.ishi("--help").stdout;
    let (_, commands) = help.split_once("Commands:\n").expect("a list of commands");
    // What goes on from the line before is indented further.
    let entries = commands.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let commands = entries.filter_map(|entry| entry.split_whitespace().next());
    let commands: Vec<&str> = commands.filter(|&command| command != "help").chain([""]).collect();
    assert!(commands.len() >= 11, "{commands:?}");
    for command in commands {
        for help in ["--help", "-h"] {
            let run = sandbox.ishi(&format!("{command} {help}"));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "ishi {command} {help}");
            let examples = run.stdout.split("Examples:").nth(1).unwrap_or_default();
            assert!(examples.contains(&format!("ishi {command}")), "ishi {command} {help}\n{run}");
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
