//! The bytes of a file as text.

use ishi::sgf::{Charset, SgfFile, parse};
use ishi::text::Edit;

fn read(bytes: &[u8]) -> (String, String, bool) {
    let file = SgfFile::read(bytes);
    assert_eq!(file.encode(&[]).as_deref(), Ok(bytes));
    (file.text().to_owned(), file.charset().to_string(), file.is_mislabelled)
}

fn encoded(name: &str, text: &str) -> Vec<u8> {
    Charset::named(name).expect("a charset").encode(text).expect("characters that it has")
}

#[test]
fn ca_names_the_charset() {
    for (label, name) in [
        ("GB2312", "gb18030"),
        ("gbk", "gb18030"),
        ("Big5", "big5"),
        ("Shift_JIS", "shift-jis"),
        ("EUC-KR", "euc-kr"),
        ("windows-1251", "windows-1251"),
        ("UTF-8", "utf-8"),
    ] {
        let name_of_player = match name {
            "euc-kr" => "조훈현",
            "windows-1251" => "Дмитрий",
            _ => "林海",
        };
        let text = format!("(;CA[{label}]PB[{name_of_player}])");
        assert_eq!(read(&encoded(name, &text)), (text, name.to_owned(), false));
    }
}

#[test]
fn a_second_byte_that_looks_like_a_bracket_or_a_backslash_ends_nothing() {
    // The second byte of 功 in Big5 is a backslash, that of 淲 a `]`.
    let text = "(;CA[Big5]C[功功][淲])";
    let bytes = encoded("big5", text);
    assert!(bytes.contains(&b'\\'));
    assert_eq!(read(&bytes).0, text);
    assert_eq!(parse(SgfFile::read(&bytes).text()).len(), 1);
}

#[test]
fn without_ca_the_charset_is_detected() {
    let text = "(;GM[1]PB[聂卫平]PW[马晓春]EV[围棋比赛])";
    assert_eq!(read(&encoded("gb18030", text)), (text.to_owned(), "gb18030".to_owned(), false));
    assert_eq!(read(text.as_bytes()), (text.to_owned(), "utf-8".to_owned(), false));
}

#[test]
fn a_wrong_label_does_no_harm() {
    let text = "(;CA[ISO-8859-1]PB[聂卫平])";
    assert_eq!(read(text.as_bytes()), (text.to_owned(), "utf-8".to_owned(), true));
    let bytes = b"(;CA[UTF-8]PB[\xe9])";
    assert_eq!(read(bytes), ("(;CA[UTF-8]PB[\u{e9}])".to_owned(), "windows-1252".to_owned(), true));
    assert_eq!(read(b"(;CA[klingon]PB[a])").1, "utf-8");
}

/// Java writes names in this way.
#[test]
fn only_the_punctuation_of_a_label_may_be_wrong() {
    let text = "(;CA[ISO8859_2]PB[Żółć])";
    let (text, charset, is_mislabelled) = read(&encoded("iso-8859-2", text));
    assert_eq!((&*text, &*charset, is_mislabelled), ("(;CA[ISO8859_2]PB[Żółć])", "iso-8859-2", false));
}

#[test]
fn utf_16_is_read_with_and_without_a_mark() {
    for name in ["utf-16le", "utf-16be"] {
        for text in ["\u{feff}(;PB[聂卫平])", "(;PB[聂卫平])"] {
            assert_eq!(read(&encoded(name, text)), (text.to_owned(), name.to_owned(), false));
        }
    }
    assert_eq!(read(b"(\0;\0\0\xd8)\0").1, "windows-1252");
    assert_eq!(read(b"(;C[a\0b])").0, "(;C[a\0b])");
}

#[test]
fn what_is_not_edited_keeps_its_bytes() {
    // The same character twice, and the encoder knows only the second sequence.
    let bytes = b"(;CA[Shift_JIS]PB[\xed\x40]C[x])";
    let file = SgfFile::read(bytes);
    let at = file.text().find("x]").expect("a comment");
    let edit = Edit::replace(ishi::text::Span::new(at, at + 1), "本");
    assert_eq!(file.encode(&[edit]).as_deref(), Ok(&b"(;CA[Shift_JIS]PB[\xed\x40]C[\x96\x7b])"[..]));
    assert_eq!(file.encode(&[Edit::insert(0, "é")]), Err('é'));
}
