//! Real records, from the folder that `ISHI_CORPUS` names. All of them are valid: no errors and no warnings.
#![allow(clippy::disallowed_methods, reason = "it reads real files where there are any, and says so where not")]

use std::io::Write;
use std::path::Path;

use ishi::check::{Code, Severities, Severity, check};
use ishi::format::{Options, format};
use ishi::record::meaning;
use ishi::syntax::{Following, Reader};
use ishi::text::{apply, decode};

fn said(text: &str) -> Vec<String> {
    Reader::new(text, Following::NOTHING).map(|source| meaning(&source)).collect()
}

/// Says something that is seen although the test passes, which what the macros print is not.
fn say(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

#[test]
fn real_records_are_clean_and_survive_formatting() {
    let Ok(folder) = std::env::var("ISHI_CORPUS") else {
        say("skipped: ISHI_CORPUS names no folder of records");
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder that ISHI_CORPUS names") {
        let path = entry.expect("an entry").path();
        if !path.is_file() {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a record");
        let text = decode(&bytes, None).expect("text").text;
        let found: Vec<_> =
            check(&text, &Severities::default()).into_iter().filter(|one| one.severity >= Severity::Warning).collect();
        assert!(found.is_empty(), "{}: {found:#?}", path.display());
        let formatted = apply(&text, &format(&text, &Options::default()));
        assert_eq!(said(&formatted), said(&text), "{}", path.display());
        count += 1;
    }
    assert!(count > 0, "{folder} holds no records");
    say(&format!("{count} records of {folder} read"));
}

/// Games in SGF, in the folder `sgf` of the same one and the folders in it: each has one diagnostic, and is not
/// formatted.
#[test]
fn real_games_in_sgf_are_recognised() {
    let Ok(folder) = std::env::var("ISHI_CORPUS") else { return };
    let mut folders = vec![Path::new(&folder).join("sgf")];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "sgf") {
                let bytes = std::fs::read(&path).expect("a game");
                let text = decode(&bytes, None).expect("a text").text;
                let found: Vec<_> = check(&text, &Severities::default()).iter().map(|one| one.code).collect();
                assert_eq!(found, [Code::NotARecord], "{}", path.display());
                assert_eq!(format(&text, &Options::default()), [], "{}", path.display());
                count += 1;
            }
        }
    }
    say(&format!("{count} games in SGF recognised"));
}
