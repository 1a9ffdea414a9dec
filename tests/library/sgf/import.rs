//! Games in the formats of Go servers, and diagrams of Sensei's Library: `tests/fixtures/import` has files in each
//! format, and beside each file what is read of it.

use std::fmt::Write;
use std::path::PathBuf;

use expect_test::expect_file;
use ishi_check::check::{Code, Severities, check, check_import};
use ishi_convert::convert::to_ishi;
use ishi_convert::import::{EXTENSIONS, Import, decode, read};
use ishi_sgf::parse;
use ishi_test_support::laws::import::{hold, hold_as_it_is};

fn files() -> Vec<PathBuf> {
    let folder = ishi_test_support::root().join("tests/fixtures/import");
    let files = std::fs::read_dir(folder).expect("the games").map(|entry| entry.expect("an entry").path());
    let is_game = |path: &PathBuf| {
        path.extension().is_some_and(|extension| EXTENSIONS.iter().chain([&"sensei"]).any(|known| extension == *known))
    };
    let mut files: Vec<_> = files.filter(is_game).collect();
    files.sort();
    files
}

#[test]
fn files_are_read() {
    let files = files();
    assert!(files.len() > 10, "only {} files were found", files.len());
    for path in files {
        let bytes = std::fs::read(&path).expect("a game");
        hold(&bytes);
        let file = decode(&bytes, None);
        let game = read(&file.text).unwrap_or_else(|| panic!("{} is not recognised", path.display()));
        let line = |at: u32| file.text[..at as usize].lines().count().max(1);
        let mut out = format!("{}\n\n{}\n{}\n", file.encoding, game.sgf, to_ishi(&parse(&game.sgf), None).text);
        // What came from there may have the letters of any language.
        let problems = check(&to_ishi(&parse(&game.sgf), None).text, &Severities::default());
        assert!(problems.iter().all(|one| one.code != Code::InvalidCharacter), "{problems:#?}");
        for fault in &game.faults {
            let _ = writeln!(out, "{}: {}: {}", line(fault.span.end), fault.kind, fault.span.of(&file.text));
        }
        for loss in &game.losses {
            let _ = writeln!(out, "{}: {}: {}", line(loss.span.end), loss.what, loss.why);
        }
        for one in check_import(&game, &Severities::default()) {
            let _ = writeln!(out, "{}: {}[{}]: {}", line(one.span.end), one.severity.name(), one.code, one.message);
        }
        let name = path.file_name().expect("a name").to_string_lossy();
        expect_file![path.with_file_name(format!("{name}.txt"))].assert_eq(&out);
    }
}

/// A file that is cut off, or damaged in one place, is read as far as it goes.
#[test]
fn damaged_files_are_read() {
    for path in files() {
        let bytes = std::fs::read(&path).expect("a game");
        (0..bytes.len()).step_by(3).for_each(|length| hold_as_it_is(&bytes[..length]));
        for at in (0..bytes.len()).step_by(3) {
            let mut damaged = bytes.clone();
            damaged[at] = [0, b'9', b']', 0xff, b'\n'][at % 5];
            hold_as_it_is(&damaged);
        }
    }
}

fn game(text: &str) -> Import {
    read(text).unwrap_or_else(|| panic!("{text:?} is not recognised"))
}

/// The headers of a file in another charset than it names, and of one that names none.
#[test]
fn charsets_are_detected() {
    let gib = "\\HS\n\\[GIBOKIND=China\\]\n\\[GAMENAME=승급 대국 준비 중입니다\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n";
    let korean = ishi_text::Encoding::for_label("euc-kr").expect("a known charset");
    for (text, encoding) in [(gib, "gb18030"), (&gib.replace("China", "Korea"), "euc-kr")] {
        let bytes = korean.encode(text).expect("letters of that charset");
        assert_eq!(decode(&bytes, None).encoding.to_string(), encoding);
        assert_eq!(decode(&bytes, Some(korean)).text, text);
        assert_eq!(decode(text.as_bytes(), None).text, text);
    }
    let named = korean.encode(&gib.replace("GIBOKIND=China", "X=\nLang=SJIS")).expect("letters of that charset");
    assert_eq!(decode(&named, None).encoding.to_string(), "euc-kr", "it is not valid in Shift-JIS");
}

#[test]
fn a_long_game_takes_little_time() {
    let start = std::time::Instant::now();
    let mut text = "\\GS\n".to_owned();
    for number in 0..200_000 {
        let _ = writeln!(text, "STO 0 {number} {} 3 3", number % 2 + 1);
    }
    assert_eq!(parse(&game(&text).sgf).len(), 200_001);
    let variations = "VARIATION,\nNODE,1,1,3,3\n".repeat(100_000);
    let text = format!("[Data]\nAA,B1,1,0\n[ReviewNode]\nNODE,2,1,1,1\n{variations}");
    assert_eq!(parse(&game(&text).sgf).len(), 100_002);
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
}

/// The largest number that is read as a line of a board, counted from below.
#[test]
fn a_point_far_outside_the_board_is_a_fault() {
    let file = "[Header]\nCoordinateType=IGS\n[Data]\nAA,B1,1,0\n[ReviewNode]\nNODE,1,1,1,1\nNODE,2,2,1,256\n";
    let faults: Vec<String> = game(file).faults.iter().map(|fault| fault.span.of(file).to_owned()).collect();
    assert_eq!(faults, ["NODE,2,2,1,256"]);
}
