//! Files that are not UTF-8, and files that are not text.

use crate::cli::sandbox::Sandbox;

/// `EVENT 本因坊戦 / b 1 q16 / MARKK Q16 / BLACK 秀策` in Shift-JIS, with a Ctrl-Z at the end.
const JAPANESE: &[u8] = b"EVENT \x96\x7b\x88\xf6\x96\x56\x90\xed\r\nBLACK \x8f\x47\x8d\xf4\r\nb 1 q16\r\n\x1a";

fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn what_is_not_text_is_refused_and_not_touched() {
    let record = "EVENT\r\nb 1 Q16\r\nCOM\r\n\u{1a}";
    let big_endian = record.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let utf32 = record.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<u8>>();
    for (bytes, name) in [
        (utf16(record), "it is UTF-16; convert it with `iconv -f UTF-16 -t UTF-8 OLD > NEW`"),
        (big_endian, "it is UTF-16BE; convert it with `iconv -f UTF-16BE -t UTF-8 OLD > NEW`"),
        (utf32, "it is UTF-32LE; convert it with `iconv -f UTF-32LE -t UTF-8 OLD > NEW`"),
        (b"EVENT\n\x89PNG\r\n\x1a\n\0\0\0".to_vec(), "it contains NUL characters"),
    ] {
        let sandbox = Sandbox::new([("a.ishi", &bytes)]);
        for command in
            ["check", "check --fix", "check --fix --unsafe-fixes", "check --diff", "fmt", "fmt --check", "fmt --diff"]
        {
            for run in [sandbox.ishi(command), sandbox.ishi_with(&format!("{command} -"), &bytes)] {
                assert_eq!((run.code, run.stdout.as_str()), (2, ""), "ishi {command}: {run}");
                assert!(run.stderr.contains("not a text file") && run.stderr.contains(name), "ishi {command}: {run}");
            }
            assert_eq!(sandbox.read("a.ishi"), bytes, "ishi {command}");
        }
        for command in ["show a.ishi", "outline a.ishi"] {
            let run = sandbox.ishi(command);
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "ishi {command}: {run}");
        }
    }
}

#[test]
fn an_encoding_is_detected_or_named_and_the_names_come_back() {
    let formatted = b"EVENT \x96\x7b\x88\xf6\x96\x56\x90\xed\r\nBLACK \x8f\x47\x8d\xf4\r\nB 1 Q16\r\n";
    for (arguments, settings, says) in [
        ("", "", "1 file was read as shift-jis, detected by content; `--encoding` names another encoding.\n"),
        ("--encoding auto", "[files]\nencoding = 'big5'\n", "1 file was read as shift-jis, detected"),
        ("--encoding shift-jis", "", ""),
        ("", "[files]\nencoding = 'shift-jis'\n", ""),
    ] {
        let sandbox = Sandbox::new([("ishi.toml", settings.as_bytes()), ("a.ishi", JAPANESE)]);
        let run = sandbox.ishi(&format!("outline a.ishi {arguments}"));
        assert!(run.stdout.contains("本因坊戦") && run.stderr.starts_with(says), "{run}");
        assert!(!says.is_empty() || run.stderr.is_empty(), "{run}");
        let run = sandbox.ishi(&format!("check --fix {arguments}"));
        assert!(run.stderr.contains(says), "{run}");
        assert_eq!(sandbox.read("a.ishi"), JAPANESE[..JAPANESE.len() - 1], "only the Ctrl-Z is gone");
        let run = sandbox.ishi(&format!("fmt {arguments}"));
        assert!(run.stderr.contains(says), "{run}");
        assert_eq!(sandbox.read("a.ishi"), formatted);
    }
}

#[test]
fn what_is_not_valid_in_the_named_encoding_is_windows_1252() {
    let bytes = b"EVENT \x96\xff \x81\r\nb 1 Q16\r\n";
    let sandbox = Sandbox::new([("a.ishi", bytes)]);
    let run = sandbox.ishi("fmt --encoding shift-jis");
    assert_eq!(run.stderr, "warning: a.ishi: not valid in shift-jis, read as windows-1252\n1 file reformatted\n");
    assert_eq!(sandbox.read("a.ishi"), b"EVENT \x96\xff \x81\r\nB 1 Q16\r\n");
}

#[test]
fn an_unknown_encoding_is_wrong_usage() {
    let run = Sandbox::empty().ishi("check --encoding shiftjis");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("'shift-jis'"), "{run}");
}
