//! Every law of `tests/laws`, for the examples and for the inputs in `fuzz/regressions`, which a fuzzer has found: each
//! once broke the law after which its folder is named. This needs nothing that the other tests do not.

#![allow(clippy::disallowed_methods, reason = "a test reads its own files")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::expect_file;
use ishi::syntax::Keyword;
use laws::{Input, Law};

mod laws;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

fn entries(folder: &Path) -> BTreeSet<PathBuf> {
    let list = std::fs::read_dir(folder).into_iter().flatten();
    list.map(|entry| entry.expect("an entry").path()).collect()
}

/// Panics so far, in any thread: a server goes on after one.
static PANICS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn what_was_found_once_holds_and_so_do_the_examples() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        hook(panic);
    }));
    let mut broken = Vec::new();
    let mut hold = |law: Law, data: &[u8], name: String| {
        let before = PANICS.load(Ordering::SeqCst);
        let _ = std::panic::catch_unwind(|| law(data));
        if PANICS.load(Ordering::SeqCst) != before {
            broken.push(name);
        }
    };
    let examples = laws::examples();
    assert!(examples.len() > 10, "only {} parts of examples were found", examples.len());
    for (name, law) in laws::ALL {
        hold(law, &[], format!("{name} of nothing"));
        for (nth, text) in examples.iter().enumerate() {
            // Any bytes are choices.
            let choices = examples[(nth + 1) % examples.len()].bytes().rev().take(200).collect();
            let data = [text.as_bytes().to_vec(), vec![Input::DIVIDER], choices].concat();
            hold(law, &data, format!("{name} of example {nth}"));
        }
        for path in entries(&root().join("regressions").join(name)) {
            hold(law, &std::fs::read(&path).expect("an input"), path.display().to_string());
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
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
    expect_file!["../fuzz/ishi.dict"].assert_eq(&text);
}
