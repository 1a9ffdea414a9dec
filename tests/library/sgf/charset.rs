//! The bytes of a file as text.

use ishi_check::check::{Diagnostic, Severities, Severity, check_sgf, fix_sgf};
use ishi_convert::convert::{to_ishi, to_sgf};
use ishi_sgf::{Charset, SgfFile, parse};
use ishi_text::{Edit, Span, apply};

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
    let edit = Edit::replace(ishi_text::Span::new(at, at + 1), "本");
    assert_eq!(file.encode(&[edit]).as_deref(), Ok(&b"(;CA[Shift_JIS]PB[\xed\x40]C[\x96\x7b])"[..]));
    assert_eq!(file.encode(&[Edit::insert(0, "é")]), Err('é'));
}

/// The findings about the charset of a file.
fn findings(bytes: &[u8]) -> Vec<Diagnostic> {
    let file = SgfFile::read(bytes);
    let found = check_sgf(file.text(), file.charset_facts(), &Severities::default());
    found.into_iter().filter(|one| one.code.name() == "sgf-charset").collect()
}

/// The messages of the findings, with the text after the first fix of each.
fn findings_and_fixes(bytes: &[u8]) -> Vec<(Severity, String, Option<String>)> {
    let text = SgfFile::read(bytes).text().to_owned();
    let fixed = |one: &Diagnostic| one.fixes.first().map(|fix| apply(&text, &fix.edits));
    findings(bytes).iter().map(|one| (one.severity, one.message.clone(), fixed(one))).collect()
}

#[test]
fn names_in_a_charset_that_the_file_does_not_name_are_read() {
    for (name, registered, names) in [
        ("gb18030", "GB18030", "PB[聂卫平]PW[马晓春]"),
        ("euc-kr", "EUC-KR", "PB[조훈현]PW[이창호]"),
        ("shift-jis", "Shift_JIS", "PB[高尾紳路]PW[趙治勲]"),
        ("euc-jp", "EUC-JP", "PB[依田紀基]PW[小林光一]"),
        ("big5", "Big5", "PB[林海峰]PW[王立誠]"),
        ("windows-1251", "windows-1251", "PB[Динерштейн]PW[Шикшин]"),
        ("koi8-r", "KOI8-R", "PB[Динерштейн]PW[Шикшин]"),
        ("windows-1252", "windows-1252", "PB[Müller]PW[Jürgen Groß]"),
    ] {
        let text = format!("(;FF[4]GM[1]CA[UTF-8]SZ[19]{names};B[pd];W[dp])");
        let bytes = encoded(name, &text);
        assert_eq!(read(&bytes), (text.clone(), name.to_owned(), true));
        let message = format!("the file is not valid in `UTF-8` and was read as {name}");
        let named = text.replace("UTF-8", registered);
        assert_eq!(findings_and_fixes(&bytes), [(Severity::Warning, message, Some(named.clone()))]);
        // The fix makes it right.
        assert_eq!(findings(&encoded(name, &named)), []);
        // Without CA it is a guess.
        let unnamed = text.replace("CA[UTF-8]", "");
        let message = format!("without CA the charset is a guess: the file was read as {name}; name the charset in CA");
        assert_eq!(findings_and_fixes(&encoded(name, &unnamed)), [(Severity::Info, message, None)]);
    }
}

#[test]
fn what_is_not_certain_is_not_fixed() {
    // A name of Chinese, or of Korean.
    let bytes = b"(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[\xb0\xa1];B[pd])";
    assert!(SgfFile::read(bytes).is_guessed());
    let found = findings_and_fixes(bytes);
    let [(Severity::Warning, message, None)] = &found[..] else { panic!("{found:?}") };
    assert!(message.ends_with("which is only a guess; name the right charset"), "{message}");
    let file = SgfFile::read(bytes);
    let fixed = fix_sgf(file.text(), file.charset_facts(), &Severities::default(), true);
    assert!(fixed.text.contains("CA[UTF-8]"), "{}", fixed.text);
}

#[test]
fn a_charset_in_which_the_file_is_valid_is_believed() {
    let latin = encoded("windows-1252", "(;FF[4]GM[1]CA[ISO-8859-1]SZ[19]PB[Jürgen Müller]PW[Zoë Ångström];B[pd])");
    assert_eq!(findings(&latin), []);
    let text = "(;FF[4]GM[1]CA[GBK]SZ[19]PB[聂卫平]PW[马晓春]C[黑棋下得很好];B[pd])";
    let mut bytes = encoded("gb18030", text);
    let at = bytes.windows(3).position(|part| part == b"GBK").unwrap();
    bytes.splice(at..at + 3, *b"ISO-8859-1");
    assert_eq!(read(&bytes).1, "windows-1252");
    let message = "the file was read as `ISO-8859-1`, but looks like gb18030; name that if it is right";
    assert_eq!(findings_and_fixes(&bytes), [(Severity::Info, message.to_owned(), None)]);
}

/// Replaces the last letter of a comment by its first bytes, as a program does that counts bytes.
fn cut(text: &str, count: usize) -> Vec<u8> {
    let end = text.find('|').expect("a mark");
    [&text.as_bytes()[..end - count], &text.as_bytes()[end + 1..]].concat()
}

#[test]
fn a_text_with_a_damaged_byte_stays_in_its_charset() {
    let bytes = cut("(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[王小明]PW[김민수]C[黑棋下得很好|];B[pd];W[dp])", 1);
    let text = "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[王小明]PW[김민수]C[黑棋下得很\u{fffd}];B[pd];W[dp])";
    assert_eq!(read(&bytes), (text.to_owned(), "utf-8".to_owned(), false));
    let found = findings_and_fixes(&bytes);
    let [(Severity::Warning, message, None)] = &found[..] else { panic!("{found:?}") };
    assert!(message.starts_with("damaged text: bytes here are not valid in the charset of the file;"), "{message}");
    assert_eq!(findings(&bytes)[0].span.of(text), "\u{fffd}");

    // A quotation in Latin-1, and without CA.
    let mut quoted = "(;GM[1]PB[王小明]C[他说 M|ller 下得很好];B[pd])".as_bytes().to_vec();
    let at = quoted.iter().position(|&byte| byte == b'|').unwrap();
    quoted[at] = 0xfc;
    assert_eq!(read(&quoted).1, "utf-8");
    assert!(read(&quoted).0.contains("M\u{fffd}ller"));

    // A byte in other charsets.
    let mut bytes = encoded("gb18030", "(;CA[GB2312]PB[聂卫平]PW[马晓春]C[黑棋下得很好，白棋也不错|];B[pd])");
    let at = bytes.iter().position(|&byte| byte == b'|').unwrap();
    bytes[at] = 0xff;
    assert_eq!((read(&bytes).1, read(&bytes).2), ("gb18030".to_owned(), false));
}

#[test]
fn damaged_bytes_come_back_whatever_is_edited() {
    let bytes = cut("(;FF[4]GM[1]CA[UTF-8]PB[王小明]C[黑棋下得很好|, 白棋\u{7684}];B[pd])", 1);
    let file = SgfFile::read(&bytes);
    let replace = |from: &str, to: &str| {
        let at = file.text().find(from).expect("a part of the text");
        String::from_utf8_lossy(&file.encode(&[Edit::replace(Span::new(at, at + from.len()), to)]).unwrap())
            .into_owned()
    };
    let damaged = String::from_utf8_lossy(&bytes);
    for (from, to) in [
        ("王小明", "李小明"),
        ("黑棋下得很\u{fffd}, 白棋", "黑棋很\u{fffd}, 白"),
        ("\u{fffd}", "\u{fffd}\u{fffd}"),
        ("很\u{fffd}", "好"),
    ] {
        assert_eq!(replace(from, to), damaged.replace(from, to), "{from} {to}");
    }
    // The bytes are there, and not the character that stands for them.
    let at = file.text().find("黑棋").unwrap();
    let end = file.text().find("];B").unwrap();
    let new = file.encode(&[Edit::replace(Span::new(at, end), "下\u{fffd}棋")]).unwrap();
    assert!(new.windows(8).any(|part| part == [0xe4, 0xb8, 0x8b, 0xe5, 0xa5, 0xe6, 0xa3, 0x8b]), "{new:x?}");

    // Through the record.
    let games = parse(file.text());
    let record = to_ishi(&games, Some(file.charset())).text;
    let new = to_sgf(&record.replace("黑棋", "白棋")).encode_over(&file).unwrap();
    let expected = bytes.clone();
    let at = expected.windows(3).position(|part| part == "黑".as_bytes()).unwrap();
    let expected = [&expected[..at], "白".as_bytes(), &expected[at + 3..]].concat();
    assert_eq!(new, expected);
}

#[test]
fn a_first_character_outside_of_ascii_names_utf8() {
    let encoded = |text: &str, from: &str, to: &str| {
        let file = SgfFile::read(text.as_bytes());
        let at = text.find(from).expect("a part of the text");
        String::from_utf8(file.encode(&[Edit::replace(Span::new(at, at + from.len()), to)]).unwrap()).unwrap()
    };
    assert_eq!(encoded("(;GM[1]PB[a];B[aa])", "[a]", "[é]"), "(;GM[1]CA[UTF-8]PB[é];B[aa])");
    assert_eq!(encoded("(;GM[1]PB[a];B[aa])", "[a]", "[b]"), "(;GM[1]PB[b];B[aa])");
    assert_eq!(encoded("(;CA[UTF-8]PB[a])", "[a]", "[é]"), "(;CA[UTF-8]PB[é])");
    assert_eq!(encoded("(;CA[martian]PB[a])", "[a]", "[é]"), "(;CA[UTF-8]PB[é])");
    // A change elsewhere adds nothing to a file that is UTF-8 already.
    assert_eq!(encoded("(;GM[1]PB[é]PW[a])", "[a]", "[b]"), "(;GM[1]PB[é]PW[b])");
    assert_eq!(encoded("(;GM[1]PB[é]PW[a])", "[a]", "[ü]"), "(;GM[1]CA[UTF-8]PB[é]PW[ü])");

    // Through the record, which does not know of CA then: also when it is saved again.
    let file = b"(;GM[1]PB[a];B[aa])\n";
    let record = to_ishi(&parse("(;GM[1]PB[a];B[aa])\n"), None).text.replace("BLACK a", "BLACK é");
    let first = to_sgf(&record).encode_over(&SgfFile::read(file)).unwrap();
    assert_eq!(String::from_utf8_lossy(&first), "(;GM[1]CA[UTF-8]PB[é];B[aa])\n");
    let again = to_sgf(&record).encode_over(&SgfFile::read(&first)).unwrap();
    assert_eq!(again, first);
    // A new file names it, too.
    let new = String::from_utf8(to_sgf(&record).encode().unwrap()).unwrap();
    assert!(new.contains("CA[UTF-8]"), "{new}");
}

#[test]
fn a_new_file_in_utf_16_has_a_mark() {
    let bytes = encoded("utf-16be", "\u{feff}(;PB[聂卫平];B[aa])\n");
    let file = SgfFile::read(&bytes);
    let record = to_ishi(&parse(file.text()), Some(file.charset())).text;
    let new = to_sgf(&record).encode().unwrap();
    assert!(new.starts_with(b"\xfe\xff\0("), "{new:?}");
    assert_eq!(to_sgf(&record).encode_over(&file), Ok(bytes.clone()));
}
