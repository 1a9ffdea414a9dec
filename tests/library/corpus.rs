//! Real records, from the folder that `ISHI_CORPUS` names. All of them are valid: no errors and no warnings.

use ishi_check::check::{Code, Severities, Severity, check};
use ishi_record::format::{Options, format};
use ishi_record::record::meaning;
use ishi_record::syntax::{Following, Reader};
use ishi_test_support::real::{Part, say};
use ishi_text::{apply, decode};

fn said(text: &str) -> Vec<String> {
    Reader::new(text, Following::NOTHING).map(|source| meaning(&source)).collect()
}

#[test]
fn real_records_are_clean_and_survive_formatting() {
    let Some(paths) = Part::Records.files() else { return };
    for path in &paths {
        let bytes = std::fs::read(path).expect("a record");
        let text = decode(&bytes, None).expect("text").text;
        let found: Vec<_> =
            check(&text, &Severities::default()).into_iter().filter(|one| one.severity >= Severity::Warning).collect();
        assert!(found.is_empty(), "{}: {found:#?}", path.display());
        let formatted = apply(&text, &format(&text, &Options::default()));
        assert_eq!(said(&formatted), said(&text), "{}", path.display());
    }
    say(&format!("{} real records read", paths.len()));
}

/// Each game in SGF has one diagnostic, and is not formatted.
#[test]
fn real_games_in_sgf_are_recognised() {
    let Some(paths) = Part::Games.files() else { return };
    for path in &paths {
        let bytes = std::fs::read(path).expect("a game");
        let text = decode(&bytes, None).expect("a text").text;
        let found: Vec<_> = check(&text, &Severities::default()).iter().map(|one| one.code).collect();
        assert_eq!(found, [Code::NotARecord], "{}", path.display());
        assert_eq!(format(&text, &Options::default()), [], "{}", path.display());
    }
    say(&format!("{} games in SGF recognised", paths.len()));
}
