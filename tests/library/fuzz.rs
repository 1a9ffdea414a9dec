//! The fuzzer beside the laws: a target for each, and a dictionary of the words that matter.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use ishi_record::syntax::Keyword;
use ishi_test_support::laws::{self, Input};

fn root() -> PathBuf {
    ishi_test_support::root().join("fuzz")
}

fn entries(folder: &Path) -> BTreeSet<PathBuf> {
    let list = std::fs::read_dir(folder).into_iter().flatten();
    list.map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn every_law_has_a_target() {
    let stems = |folder: &str| -> BTreeSet<String> {
        entries(&root().join(folder))
            .iter()
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect()
    };
    let names: BTreeSet<String> = laws::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(stems("targets"), names);
    assert!(stems("regressions").is_subset(&names), "a folder is of no law");
}

/// The words that a fuzzer puts into its inputs are the keywords, and the pieces that the other tests put in.
#[test]
fn the_dictionary_is_that_of_the_keywords() {
    let quoted = |bytes: &[u8]| {
        let plain = |byte: &u8| byte.is_ascii_graphic() && !b"\"\\".contains(byte) || *byte == b' ';
        let escaped = bytes.iter().map(|byte| match byte {
            byte if plain(byte) => char::from(*byte).to_string(),
            byte => format!("\\x{byte:02x}"),
        });
        format!("\"{}\"\n", escaped.collect::<String>())
    };
    let mut text = "# Written by `scripts/generate`.\n".to_owned();
    for keyword in Keyword::ALL {
        text += &quoted(format!("{keyword} ").as_bytes());
    }
    for example in Keyword::ALL.iter().map(|keyword| keyword.info().example) {
        text += &quoted(format!("{example}\n").as_bytes());
    }
    for piece in laws::PIECES {
        text += &quoted(piece.as_bytes());
    }
    text += &quoted(&[Input::DIVIDER]);
    expect_file!["../../fuzz/ishi.dict"].assert_eq(&text);
}
