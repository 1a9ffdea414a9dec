use expect_test::expect;

use crate::sandbox::Sandbox;

const UNTIDY: &str = "event Honinbo\nb 1 Q16\nw 2 D4\n";
const TIDY: &str = "EVENT Honinbo\nB 1 Q16\nW 2 D4\n";

#[test]
fn exit_codes() {
    for (arguments, code) in [
        ("tidy.ishi", 0),
        ("--check tidy.ishi", 0),
        ("--check untidy.ishi", 1),
        ("--diff tidy.ishi", 0),
        ("--diff untidy.ishi", 1),
        ("--check --diff .", 1),
        ("untidy.ishi", 0),
        (".", 0),
        ("", 0),
        ("missing.ishi", 2),
        ("missing.ishi untidy.ishi", 2),
        ("--indent 999 tidy.ishi", 2),
        ("--keyword-case big tidy.ishi", 2),
        ("- tidy.ishi", 2),
    ] {
        let sandbox = Sandbox::new([("tidy.ishi", TIDY), ("untidy.ishi", UNTIDY)]);
        let run = sandbox.ishi(&format!("fmt {arguments}"));
        assert_eq!(run.code, code, "ishi fmt {arguments}\n{run}");
    }
}

#[test]
fn files_are_rewritten_in_place() {
    let sandbox = Sandbox::new([("a.ishi", UNTIDY), ("b.ishi", TIDY), ("c.ishi", UNTIDY)]);
    expect![[r#"
        exit 0
        --- stderr
        2 files reformatted, 1 file left unchanged
    "#]]
    .assert_eq(&sandbox.ishi("fmt").to_string());
    for file in ["a.ishi", "b.ishi", "c.ishi"] {
        assert_eq!(sandbox.read(file), TIDY.as_bytes(), "{file}");
    }
    expect![[r#"
        exit 0
        --- stderr
        3 files left unchanged
    "#]]
    .assert_eq(&sandbox.ishi("fmt").to_string());
}

#[test]
fn a_check_names_the_files_and_changes_nothing() {
    let sandbox = Sandbox::new([("a.ishi", UNTIDY), ("b.ishi", TIDY), ("sub/c.ishi", UNTIDY)]);
    let run = sandbox.ishi("fmt --check");
    expect![[r#"
        exit 1
        --- stdout
        Would reformat: a.ishi
        Would reformat: sub/c.ishi
        --- stderr
        2 files would be reformatted, 1 file already formatted
    "#]]
    .assert_eq(&run.to_string().replace('\\', "/"));
    assert_eq!(sandbox.read("a.ishi"), UNTIDY.as_bytes());
}

#[test]
fn a_diff_shows_what_would_change() {
    let sandbox = Sandbox::new([("a.ishi", UNTIDY)]);
    expect![[r#"
        exit 1
        --- stdout
        --- a.ishi
        +++ a.ishi
        @@ -1,3 +1,3 @@
        -event Honinbo
        -b 1 Q16
        -w 2 D4
        +EVENT Honinbo
        +B 1 Q16
        +W 2 D4
        --- stderr
        1 file would be reformatted
    "#]]
    .assert_eq(&sandbox.ishi("fmt --diff").to_string());
    assert_eq!(sandbox.read("a.ishi"), UNTIDY.as_bytes());
    let colored = sandbox.ishi("--color always fmt --diff").stdout;
    assert!(colored.contains("\u{1b}[31m-event Honinbo"), "{colored:?}");
}

#[test]
fn standard_input_is_filtered() {
    let sandbox = Sandbox::empty();
    let run = sandbox.ishi_with("fmt -", UNTIDY);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, TIDY, ""));
    let run = sandbox.ishi_with("fmt --check -", UNTIDY);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (1, "", ""));
    let run = sandbox.ishi_with("fmt --diff - --stdin-filename b.ishi", UNTIDY);
    assert!(run.stdout.starts_with("--- b.ishi\n+++ b.ishi\n@@ "), "{run}");
}

#[test]
fn the_command_line_goes_before_the_settings() {
    let sandbox = Sandbox::new([("ishi.toml", "[format]\nkeyword-case = 'lower'\nlocation-case = 'lower'\n")]);
    assert_eq!(sandbox.ishi_with("fmt -", TIDY).stdout, "event Honinbo\nb 1 q16\nw 2 d4\n");
    assert_eq!(
        sandbox.ishi_with("fmt --keyword-case upper --line-ending crlf -", TIDY).stdout,
        "EVENT Honinbo\r\nB 1 q16\r\nW 2 d4\r\n"
    );
}

#[test]
fn bytes_that_are_no_utf8_stay_as_they_are() {
    let sandbox = Sandbox::new([("a.ishi", b"event \x81\xff\nb 1 Q16\n")]);
    assert_eq!(sandbox.ishi("fmt").code, 0);
    assert_eq!(sandbox.read("a.ishi"), b"EVENT \x81\xff\nB 1 Q16\n");
}
