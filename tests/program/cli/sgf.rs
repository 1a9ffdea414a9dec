//! Games in SGF: checked, fixed and formatted.

use crate::cli::options::formats;
use crate::cli::sandbox::Sandbox;

const GOOD: &str = "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n";

#[test]
fn named_files_are_checked_and_those_in_folders_on_request() {
    let sandbox = Sandbox::new([("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee];W[ee])\n"), ("b.ishi", "EVENT\nB 1 Q16\n")]);
    let run = sandbox.ishi("check --format short a.sgf");
    assert_eq!(run.code, 1, "{run}");
    let expected = "a.sgf:1:27: error[occupied-point]: E5 is occupied by Black 1; check both locations\n";
    assert_eq!(run.stdout, expected);
    assert_eq!(sandbox.ishi("check").code, 0);
    let run = sandbox.ishi("check --sgf --format jsonl");
    assert_eq!(run.code, 1, "{run}");
    assert!(run.stdout.contains(r#""line":1,"column":27"#), "{run}");
}

#[test]
fn standard_input_is_recognised_by_its_content() {
    let run = Sandbox::empty().ishi_with("check --format short -", "(;FF[4]GM[1]SZ[9];B[xx])\n");
    assert_eq!((run.code, run.stdout.contains("error[off-board]")), (1, true), "{run}");
}

#[test]
fn every_format_reports_them() {
    let sandbox = Sandbox::new([("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee][cc])\n")]);
    for (format, _) in formats() {
        let run = sandbox.ishi(&format!("check a.sgf --format {format}"));
        assert_eq!((run.code, run.stdout.contains("sgf-surplus-value")), (1, true), "{format}\n{run}");
    }
}

#[test]
fn fixes_change_only_their_bytes() {
    // Latin-1, lines that end in both ways, and a comment with a `]`.
    let before = b"(;FF[4]GM[1]SZ[9:9]CA[ISO-8859-1]PB[Andr\xe9]\r\n;Black[ee]C[a\\]b]\n;W[ cc](;B[gg])(;B[gc]";
    let after = b"(;FF[4]GM[1]SZ[9]CA[ISO-8859-1]PB[Andr\xe9]\r\n;B[ee]C[a\\]b]\n;W[cc](;B[gg])(;B[gc]))";
    let sandbox = Sandbox::empty();
    sandbox.write("a.sgf", before);
    let run = sandbox.ishi("check --fix a.sgf");
    assert_eq!((run.code, sandbox.read("a.sgf")), (0, after.to_vec()), "{run}");
}

#[test]
fn only_unsafe_fixes_divide_nodes() {
    let sandbox = Sandbox::new([("a.sgf", "(;FF[4]GM[1]SZ[9];B[ee]W[cc]C[x]AB[gg])\n")]);
    assert_eq!(sandbox.ishi("check --fix a.sgf").code, 1);
    let run = sandbox.ishi("check --fix --unsafe-fixes a.sgf");
    assert_eq!(run.code, 0, "{run}");
    let text = String::from_utf8(sandbox.read("a.sgf")).unwrap();
    assert_eq!(text, "(;FF[4]GM[1]SZ[9];B[ee];AB[gg];W[cc]C[x])\n");
}

#[test]
fn a_charset_is_named_as_it_is() {
    let sandbox = Sandbox::empty();
    sandbox.write("a.sgf", "(;FF[4]GM[1]SZ[9]CA[Shift_JIS]PB[本因坊秀策 1829];B[ee])".as_bytes());
    let run = sandbox.ishi("check --format short a.sgf");
    let expected = "a.sgf:1:21: warning[sgf-charset]: the file is not valid in `Shift_JIS` and was read as utf-8\n";
    assert_eq!(run.stdout, expected);
    let run = sandbox.ishi("check --fix --unsafe-fixes a.sgf");
    assert_eq!(run.code, 0, "{run}");
    let text = String::from_utf8(sandbox.read("a.sgf")).unwrap();
    assert_eq!(text, "(;FF[4]GM[1]SZ[9]CA[UTF-8]PB[本因坊秀策 1829];B[ee])");
}

/// Chinese names in a file that says that it is UTF-8.
#[test]
fn names_in_a_charset_that_is_not_named_are_read() {
    let sandbox = Sandbox::empty();
    let names = b"PB[\xc4\xf4\xce\xc0\xc6\xbd]PW[\xc2\xed\xcf\xfe\xb4\xba]";
    let game = |charset: &str| [b"(;FF[4]GM[1]CA[", charset.as_bytes(), b"]SZ[9]", names, b";B[ee])\n"].concat();
    sandbox.write("a.sgf", game("UTF-8"));
    for command in ["list a.sgf", "export a.sgf --to jsonl", "convert a.sgf --to ishi"] {
        let run = sandbox.ishi(command);
        assert!(run.stdout.contains("聂卫平") && run.stdout.contains("马晓春"), "{command}: {run}");
    }
    assert_eq!(sandbox.ishi("split a.sgf -o games --name {black}").code, 0);
    assert_eq!(sandbox.read("games/聂卫平.sgf"), game("UTF-8"));
    assert_eq!(sandbox.ishi("check --fix --unsafe-fixes -q a.sgf").code, 0);
    assert_eq!(sandbox.read("a.sgf"), game("GB18030"));
}

/// A comment that a program has cut in the middle of a character.
#[test]
fn damaged_bytes_come_back_from_every_command() {
    let sandbox = Sandbox::empty();
    let game = |comment: &str| {
        let text = format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[王小明]PW[김민수]C[{comment}好|];B[ee])\n");
        let end = text.find('|').expect("a mark");
        [&text.as_bytes()[..end - 1], &text.as_bytes()[end + 1..]].concat()
    };
    sandbox.write("a.sgf", game("黑棋"));
    let run = sandbox.ishi("check --format short a.sgf");
    assert!(run.stdout.starts_with("a.sgf:1:") && run.stdout.contains("[sgf-charset]: damaged text"), "{run}");
    sandbox.ishi("check --fix --unsafe-fixes a.sgf");
    sandbox.ishi("fmt --sgf a.sgf");
    assert_eq!(sandbox.read("a.sgf"), game("黑棋"));
    assert_eq!(sandbox.ishi("split a.sgf -q -o games --name x").code, 0);
    assert_eq!(sandbox.read("games/x.sgf"), game("黑棋"));
    assert_eq!(sandbox.ishi("join games/x.sgf a.sgf -q -o all.sgf").code, 0);
    assert_eq!(sandbox.read("all.sgf"), [game("黑棋"), game("黑棋")].concat());
    sandbox.ishi("convert a.sgf -o a.ishi");
    let record = String::from_utf8(sandbox.read("a.ishi")).expect("UTF-8");
    sandbox.write("a.ishi", record.replace("黑棋", "白棋").into_bytes());
    assert_eq!(sandbox.ishi("convert a.ishi --base a.sgf -o a.sgf --force").code, 0);
    assert_eq!(sandbox.read("a.sgf"), game("白棋"));
}

#[test]
fn they_are_formatted_only_on_request() {
    let before = "\u{feff}(;FF[4]GM[1]SZ[9];B[ee](;W[cc];B[gg])(;W[gg]C[x\r\ny]))\r\n";
    let after = "\u{feff}(;FF[4]GM[1]SZ[9];B[ee]\r\n(;W[cc];B[gg])\r\n(;W[gg]C[x\r\ny]))\r\n";
    let sandbox = Sandbox::new([("a.sgf", before), ("broken.sgf", "x(;B[aa])")]);
    assert_eq!(sandbox.ishi("fmt a.sgf").code, 2);
    assert_eq!(sandbox.ishi("fmt").code, 0);
    assert_eq!(sandbox.read("a.sgf"), before.as_bytes());
    let run = sandbox.ishi("fmt --sgf a.sgf");
    assert_eq!((run.code, String::from_utf8(sandbox.read("a.sgf")).unwrap()), (0, after.to_owned()), "{run}");
    let run = sandbox.ishi("fmt --sgf broken.sgf");
    assert_eq!((run.code, sandbox.read("broken.sgf")), (2, b"x(;B[aa])".to_vec()), "{run}");
    assert!(run.stderr.contains("line 1: text outside of the games; the file was left as it is"), "{run}");
}

#[test]
fn a_good_game_is_good() {
    let sandbox = Sandbox::new([("a.sgf", GOOD)]);
    let run = sandbox.ishi("check a.sgf --show hint --deny warnings");
    assert_eq!((run.code, &*run.stdout), (0, ""), "{run}");
}
