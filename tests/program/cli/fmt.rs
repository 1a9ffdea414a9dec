use expect_test::expect;

use crate::cli::sandbox::Sandbox;

const UNTIDY: &str = "event Honinbo\nb 1 Q16\nw 2 D4\n";
const TIDY: &str = "EVENT Honinbo\nB 1 Q16\nW 2 D4\n";

/// GNU patch takes the diff, whatever the name and the encoding of the file are.
#[test]
fn a_diff_can_be_applied() {
    const BEFORE: &[u8] = b"EVENT \x96\x7b\x88\xf6\x96\x56\rx\nb 1 Q16\r\nW 2 D4\nb 3 C3";
    for name in ["a b.ishi", "a.ishi", "a \"b\" \\c\td.ishi", "本因坊 x.ishi"] {
        let sandbox = Sandbox::new([(name, BEFORE)]);
        let diff = sandbox.command("fmt --diff").output().unwrap().stdout;
        sandbox.write("diff", &diff);
        let patch = std::process::Command::new("patch")
            .args(["--binary", "-p0", "-i", "diff"])
            .current_dir(sandbox.path(""))
            .output()
            .expect("GNU patch");
        assert!(
            patch.status.success(),
            "{name}: {} {}",
            String::from_utf8_lossy(&diff),
            String::from_utf8_lossy(&patch.stdout)
        );
        let patched = sandbox.read(name);
        assert_ne!(patched, BEFORE);
        sandbox.write(name, BEFORE);
        assert_eq!(sandbox.ishi("fmt").code, 0);
        assert_eq!(sandbox.read(name), patched, "{name}");
    }
}

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

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let foreign: [(&str, &[u8]); 4] = [
        ("a.ishi", b"(;GM[1]  \r\n\n\n b 1 q16\n;B[pd] C[a\nb\nc])"),
        ("b.ishi", b"\xef\xbb\xbfpackage main\n\nvar (\n  x int\n)\n"),
        ("c.ishi", b"From: a\r\nSubject: b\r\n\r\n event x  \r\n\r\n\r\n"),
        ("d.ishi", b"\\HS\r\n\\[GAMETAG=\xbf\xe9\\]\r\n"),
    ];
    let sandbox = Sandbox::new(foreign);
    for arguments in
        ["fmt", "fmt --line-ending lf", "check --fix", "check --fix --unsafe-fixes --severity line-ending=error"]
    {
        sandbox.ishi(arguments);
        for (name, content) in foreign {
            assert_eq!(sandbox.read(name), content, "{name} after `{arguments}`");
        }
    }
    expect![[r#"
        exit 0
        --- stderr
        warning: a.ishi: this is an SGF file, not a record in the Ishi format; it is left as it is
        warning: b.ishi: this is a program in the Go language, not a record in the Ishi format; it is left as it is
        warning: c.ishi: this is an e-mail message, not a record in the Ishi format; it is left as it is
        warning: d.ishi: this is a GIB file, not a record in the Ishi format; it is left as it is
        4 files left unchanged
        1 file was read as euc-kr, detected by content; `--encoding` names another encoding.
    "#]]
    .assert_eq(&sandbox.ishi("fmt").to_string());
    let run = sandbox.ishi("check --format short");
    assert_eq!(run.to_string().matches("not-a-record").count(), 4, "{run}");
    assert!(run.to_string().contains("Found 7 errors and 1 warning in 4 files."), "{run}");
}
