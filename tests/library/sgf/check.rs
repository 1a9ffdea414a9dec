//! Diagnostics of games in SGF, in files of every kind.

use std::time::{Duration, Instant};

use ishi_check::check::{Code, Diagnostic, Severities, Severity, check_converted, check_sgf, fix_sgf};
use ishi_convert::convert::to_flat_ishi;
use ishi_record::record::read;
use ishi_record::syntax::Reader;
use ishi_sgf::SgfFile;
use ishi_test_support::laws::sgf::hold;

use crate::sgf::corpus;

const GAME: &str = "(;FF[4]GM[1]SZ[9]AB[cc][gg]PB[Ada];W[ee]C[What \\] about\nthis?](;B[ce];W[ec])(;B[ge]TR[cc];W[]))";

fn check(text: &str) -> Vec<Diagnostic> {
    check_sgf(text, None, &Severities::default())
}

fn codes(text: &str) -> Vec<&'static str> {
    let found = check(text).into_iter().filter(|one| one.severity >= Severity::Warning);
    found.map(|one| one.code.name()).collect()
}

/// A text is checked game by game. The same diagnostics are found if its games are read and converted as a whole.
#[test]
fn a_collection_is_checked_game_by_game_as_it_is_as_a_whole() {
    let mut severities = Severities::default();
    severities.set(Code::DuplicateGame, Severity::Hint);
    let as_a_whole = |text: &str| {
        let games = ishi_sgf::parse(text);
        let record = to_flat_ishi(&games);
        let events: Vec<_> = Reader::of_file(&record.text).map(|source| (read(&source), source)).collect();
        let events = events.iter().map(|(reading, source)| (source, reading));
        check_converted(&games, events, &record.map, &severities)
    };
    let games = [
        GAME,
        "(;FF[4]GM[1]SZ[9];B[aa];W[aa])",
        "(;FF[3]GM[1]SZ[9]CA[nonsense];B[cc];W[ec];B[ge])",
        // The same game, turned.
        "(;FF[4]GM[1]SZ[9]CA[UTF-8];B[cg];W[eg];B[gc])",
        "(;FF[4]GM[1]SZ[9];B[cc](;W[zz]",
        "text between games",
        "(;GM[2]SZ[8];B[d3])",
        ";B[cc];W[dd])",
    ];
    // In the middle, the beginning of the next game would be a part of the value.
    let last = games.into_iter().chain(["(;FF[4]GM[1]SZ[9];B[cc]C[no end"]);
    let mut found = 0;
    for first in games {
        for second in games {
            for third in last.clone() {
                let text = [first, second, third].join("\n");
                let by_game = check_sgf(&text, None, &severities);
                assert_eq!(by_game, as_a_whole(&text), "{text}");
                found += by_game.iter().filter(|one| one.code.name() == "duplicate-game").count();
            }
        }
    }
    assert!(found > 10, "games of other parts are compared");
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_one_mistake() {
    assert_eq!(codes(GAME), [""; 0]);
    for length in 0..GAME.len() {
        let text = &GAME[..length];
        hold(text.as_bytes());
        let found = codes(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let fixed = fix_sgf(text, None, &Severities::default(), true);
        assert!(fixed.remaining.len() <= 1, "{text} becomes {}: {:?}", fixed.text, fixed.remaining);
    }
    let fixed = fix_sgf("(;FF[4]C[What \\", None, &Severities::default(), true);
    assert_eq!((&*fixed.text, fixed.remaining), ("(;FF[4]C[What \\\\])", Vec::new()));
}

#[test]
fn variations_in_variations_take_no_stack_and_little_time() {
    const DEPTH: usize = 100_000;
    let start = Instant::now();
    let nested = |end: usize| format!("(;FF[4]GM[1]SZ[9]{}{}", "(;C[x]".repeat(DEPTH), ")".repeat(end));
    assert_eq!(codes(&nested(DEPTH + 1)), [""; 0]);
    assert_eq!(codes(&nested(0)), ["sgf-unclosed-game"]);
    // Each `(` is missing its end, or each node its variation.
    assert!(check(&"(;FF[4]\n".repeat(DEPTH / 10)).len() >= DEPTH / 10);
    assert!(check(&format!("(;FF[4]GM[1](;C[x]){})", ";C[x](;C[y])".repeat(DEPTH / 10))).len() >= DEPTH / 10);
    assert!(check(&format!("(;FF[4]GM[1]{})", "AB[aa]".repeat(DEPTH))).len() < 5);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn files_of_other_kinds() {
    assert_eq!(codes("<!DOCTYPE html>\n<html><body><p>502 Bad Gateway</p></body></html>\n")[0], "sgf-no-game");
    assert_eq!(codes("(;GM[2]SZ[8];B[d3];W[c3];B[pass])"), [""; 0]);
    assert_eq!(codes("(;FF[4]GM[1]SZ[25];B[ya];W[ya])"), [""; 0]);
    assert_eq!(codes("(;FF[4]GM[1]SZ[25];B[za])"), ["off-board"]);
    let glued = format!("{GAME}{GAME}\n{}\n{GAME}", GAME.trim_end_matches(')'));
    assert_eq!(codes(&glued), ["sgf-unclosed-game"]);
}

#[test]
fn a_wrong_charset_is_one_mistake() {
    let bytes = GAME.replacen("SZ", "CA[Big5]SZ", 1).replace("Ada", "\u{5c0f}\u{6797}");
    let file = SgfFile::read(bytes.as_bytes());
    let found = check_sgf(file.text(), file.charset_facts(), &Severities::default());
    assert_eq!(found.iter().map(|one| one.code.name()).collect::<Vec<_>>(), ["sgf-charset"]);
}

/// Fixes leave fewer diagnostics in real files, and no more errors.
#[test]
fn real_files_are_checked() {
    let Some(files) = corpus() else { return };
    for (path, bytes) in files {
        let file = SgfFile::read(&bytes);
        let before = check_sgf(file.text(), file.charset_facts(), &Severities::default());
        let fixed = fix_sgf(file.text(), file.charset_facts(), &Severities::default(), true);
        let errors = |found: &[Diagnostic]| found.iter().filter(|one| one.severity == Severity::Error).count();
        assert!(errors(&fixed.remaining) <= errors(&before), "{}", path.display());
        assert!(fixed.applied.is_empty() || fixed.remaining.len() < before.len(), "{}", path.display());
    }
}

#[test]
fn a_value_that_is_cut_off_is_removed_as_far_as_it_goes() {
    hold(b"(;FF[4]GM[1]SZ[9];B[ee];TR[de][de");
    hold(b"(;FF[4]GM[1]SZ[9];B[ee];W[aa][bb");
}

/// A game that names its rules is judged by them, each value at its place.
#[test]
fn the_rules_of_a_game_judge_it() {
    let found = |text: &str| -> Vec<String> {
        check(text).into_iter().map(|one| format!("{}: {}", one.code, one.span.of(text))).collect()
    };
    let root = "(;FF[4]GM[1]SZ[19]CA[UTF-8]AP[x:1]";
    let rules = |rest: &str| found(&format!("{root}{rest}"));
    assert_eq!(rules("RU[Japanese]KM[7.5];B[pd])"), ["unusual-komi: 7.5"]);
    assert_eq!(rules("KM[7.5];B[pd])"), [""; 0]);
    assert_eq!(rules("RU[AGA]HA[2]AB[pd][dd];W[pp])"), ["handicap-points: 2"]);
    assert_eq!(rules("RU[AGA]KM[7.5];W[pd])"), ["wrong-first-player: pd"]);
    assert_eq!(rules("RU[AGA]KM[7.5]PL[W];AB[dd];W[pd])"), [""; 0]);
    assert_eq!(rules("RU[AGA]KM[7.5]RE[B+R];B[pd];W[dd];B[])"), [""; 0]);

    let game = format!("{root}RU[AGA]KM[7.5]RE[B+5];B[pd];W[];B[])");
    let fixed = fix_sgf(&game, None, &Severities::default(), true);
    assert_eq!(fixed.text, game.replace("B[])", "B[];W[])"));
    assert!(!fixed.remaining.iter().any(|one| one.code.name() == "unequal-moves"), "{:?}", fixed.remaining);
    // After a node that goes on there is no place for it.
    let game = format!("{root}RU[AGA]KM[7.5]RE[B+5];B[pd];W[];B[];C[End])");
    assert_eq!(fix_sgf(&game, None, &Severities::default(), true).text, game);
}
