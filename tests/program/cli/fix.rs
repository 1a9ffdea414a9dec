use expect_test::expect;

use crate::cli::sandbox::Sandbox;

/// A Ctrl-Z of DOS at the end, which is taken away safely, and a misspelt keyword, which is not.
const RECORD: &str = "EVENT\r\nB 1 Q16\r\nMARKK Q16\r\n\u{1a}";
const SAFELY: &str = "EVENT\r\nB 1 Q16\r\nMARKK Q16\r\n";
const WHOLLY: &str = "EVENT\r\nB 1 Q16\r\nMARK Q16\r\n";

#[test]
fn safe_fixes_are_made_and_the_rest_is_reported() {
    let sandbox = Sandbox::new([("a.ishi", RECORD)]);
    let run = sandbox.ishi("check --fix");
    expect![[r#"
        exit 1
        --- stdout
        error[unknown-keyword]: unknown keyword `MARKK`, read as `MARK`
         --> a.ishi:3:1
          |
        3 | MARKK Q16
          | ^^^^^
          |
          = help: change to MARK (`--fix --unsafe-fixes` does this)
          = help: make it a REMARK

        --- stderr
        Fixed 1 problem: 1 × invalid-character. Left 1 error in 1 file. 1 can be fixed with `--fix --unsafe-fixes`.
    "#]]
    .assert_eq(&run.to_string());
    assert_eq!(sandbox.read("a.ishi"), SAFELY.as_bytes());
}

#[test]
fn unsafe_fixes_are_made_when_asked_for() {
    let sandbox = Sandbox::new([("a.ishi", RECORD)]);
    let run = sandbox.ishi("check --fix --unsafe-fixes");
    expect![[r#"
        exit 0
        --- stderr
        Fixed 2 problems: 1 × invalid-character, 1 × unknown-keyword. No problems left in 1 file.
    "#]]
    .assert_eq(&run.to_string());
    assert_eq!(sandbox.read("a.ishi"), WHOLLY.as_bytes());
}

#[test]
fn a_diff_shows_the_fixes_and_changes_nothing() {
    let sandbox = Sandbox::new([("a.ishi", RECORD)]);
    let run = sandbox.ishi("check --diff --unsafe-fixes");
    expect![[r#"
        exit 1
        --- stdout
        --- a.ishi
        +++ a.ishi
        @@ -1,4 +1,3 @@
         EVENT␍
         B 1 Q16␍
        -MARKK Q16␍
        -
        \ No newline at end of file
        +MARK Q16␍
        --- stderr
        Would fix 2 problems: 1 × invalid-character, 1 × unknown-keyword. Found 1 error and 1 warning in 1 file.
    "#]]
    .assert_eq(&run.to_string().replace('\r', "␍"));
    assert_eq!(sandbox.read("a.ishi"), RECORD.as_bytes());
}

#[test]
fn standard_input_is_filtered_and_the_report_stays_out_of_the_way() {
    let run = Sandbox::empty().ishi_with("check --fix --format short -", RECORD);
    assert_eq!(run.stdout, SAFELY);
    assert!(run.stderr.contains("<stdin>:3:1: error[unknown-keyword]: "), "{run}");
    assert_eq!(run.code, 1);
}

#[test]
fn line_ends_are_converted_as_a_whole() {
    let sandbox = Sandbox::new([("a.ishi", "EVENT\nB 1 Q16\nW 2 D4\n"), ("b.ishi", "EVENT\r\nB 1 Q16\r\nW 2 D4\n")]);
    assert_eq!(sandbox.ishi("check --fix --select line-ending a.ishi").code, 0);
    assert_eq!(sandbox.ishi("check --fix b.ishi").code, 0);
    for file in ["a.ishi", "b.ishi"] {
        assert_eq!(sandbox.read(file), b"EVENT\r\nB 1 Q16\r\nW 2 D4\r\n", "{file}");
    }
}

#[test]
fn bytes_that_are_no_utf8_stay_as_they_are() {
    let before = b"\xef\xbb\xbfEVENT \x81\x82\xff\r\nCOM\r\n\x01\x1b\x9d \xfc\r\nENDCOM\r\nB 1 Q16\r\n\x1a";
    let sandbox = Sandbox::new([("a.ishi", before)]);
    sandbox.ishi("check --fix");
    let after = sandbox.read("a.ishi");
    assert!(!after.contains(&0x1a), "the Ctrl-Z is gone");
    let after_event = |bytes: &[u8]| bytes[bytes.windows(5).position(|five| five == b"EVENT").unwrap()..].to_vec();
    assert_eq!(after_event(&after), after_event(&before[..before.len() - 1]));
}

#[test]
fn a_clean_file_is_not_touched() {
    let sandbox = Sandbox::new([("a.ishi", SAFELY)]);
    let before = sandbox.path("a.ishi").metadata().unwrap().modified().unwrap();
    sandbox.ishi("check --fix");
    assert_eq!(sandbox.path("a.ishi").metadata().unwrap().modified().unwrap(), before);
}
