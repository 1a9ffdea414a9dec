//! Texts whose brackets lack a backslash, from the file to its record and back.

use ishi_check::check::{Diagnostic, Severities, Severity, check_sgf, fix_sgf};
use ishi_convert::convert::{to_ishi, to_sgf};
use ishi_sgf::{game_starts, parse, revise};
use ishi_test_support::laws::{convert::hold_for_sgf, sgf::hold, sgf_kept};
use ishi_text::apply;

fn check(text: &str) -> Vec<Diagnostic> {
    check_sgf(text, None, &Severities::default())
}

fn fixed(text: &str, with_unsafe: bool) -> String {
    sgf_kept::hold(text, None);
    fix_sgf(text, None, &Severities::default(), with_unsafe).text
}

const ROOT: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]";

/// Texts, and the words that their records have.
const TEXTS: [(&str, &str); 8] = [
    (";B[cc]C[Ann [3k]: hi :)];W[gg];B[cg])", "Ann [3k]: hi :)"),
    (";B[cc]C[Ann [3k]: thanks (gg)\nBob [-]: (;-) bye];W[gg])", "Bob [-]: (;-) bye"),
    ("PB[Bob [5k]]PW[Ann [4k]];B[cc];W[gg])", "BLACK Bob [5k]\n"),
    ("US[Arbiter[3d]]KM[6.5];B[cc];W[gg])", "RECORDER Arbiter[3d]\n"),
    (";B[cc](;W[gg]C[a [b]: c])(;W[dd]C[;) [b] e]))", "a [b]: c"),
    (";B[cc]C[a [b]: c)\n [d] ;) e];W[gg])", "a [b]: c)\n [d] ;) e"),
    ("N[a] b];B[cc]N[x[y]z];W[gg])", "N[x[y\\]z]"),
    (";B[cc]C[Ann [3k]: hi\n;W[gg];B[cg])", "Ann [3k]: hi\n"),
];

#[test]
fn a_text_is_one_mistake_and_loses_nothing() {
    for (rest, words) in TEXTS {
        let text = format!("{ROOT}{rest}");
        hold(text.as_bytes());
        hold_for_sgf(text.as_bytes());
        let games = parse(&text);
        let found = check(&text);
        let values = rest.matches("[b]").count().max(1).min(found.len());
        let mistakes = found.iter().filter(|one| one.code.name() != "sgf-unclosed-value").count();
        assert!(mistakes <= values + 1, "{text}: {found:#?}");
        assert!(found.iter().all(|one| one.code.name().starts_with("sgf-un")), "{text}: {found:#?}");
        assert_eq!(fixed(&text, false), text);
        let record = to_ishi(&games, None).text;
        assert!(record.contains(words), "{text}: {record}");
        assert_eq!(revise(&games, &parse(&to_sgf(&record).text)), [], "{text}");
        let escaped = fixed(&text, true);
        assert_eq!(check(&escaped), [], "{escaped}");
        assert_eq!(to_ishi(&parse(&escaped), None).text, record, "{escaped}");
    }
}

#[test]
fn an_edit_of_the_comment_changes_the_value_alone() {
    let text = format!("{ROOT};B[cc]C[Ann [3k]: hi :)];W[gg];B[cg])");
    let games = parse(&text);
    let record = to_ishi(&games, None).text.replace("hi :)", "bye :)");
    let edits = revise(&games, &parse(&to_sgf(&record).text));
    let edited = apply(&text, &edits);
    let node = parse(&edited).games()[0];
    let read = parse(&edited);
    let comment = read.property(read.children(node).next().unwrap(), "C").unwrap();
    assert_eq!(comment.raw_values().map(ishi_sgf::unescape).collect::<Vec<_>>(), ["Ann [3k]: bye :)"]);
    assert!(edited.ends_with(";W[gg];B[cg])"), "{edited}");
}

/// A text that is valid as it is may lack a `]` all the same.
#[test]
fn a_property_on_the_last_line_of_a_valid_text_belongs_to_it() {
    for (rest, last) in [
        (";W[cc]C[better\n;B[dd];B[ee])", "better\n;B[dd"),
        (";B[cc]C[better\n;B[dd];W[ee])", "better\n;B[dd"),
        ("C[x\n;B[dd];W[ee])", "x\n;B[dd"),
        (";B[cc]C[see\nTR[dd];W[ee])", "see\nTR[dd"),
    ] {
        let text = format!("{ROOT}{rest}");
        hold(text.as_bytes());
        hold_for_sgf(text.as_bytes());
        let found: Vec<_> = check(&text).into_iter().map(|one| (one.code.name(), one.severity, one.fixes)).collect();
        assert_eq!(found, [("sgf-unclosed-value", Severity::Info, vec![])], "{text}");
        assert_eq!(fixed(&text, true), text);
        let record = to_ishi(&parse(&text), None).text;
        assert!(record.contains(last), "{text}: {record}");
        assert_eq!(revise(&parse(&text), &parse(&to_sgf(&record).text)), [], "{text}");
    }
}

/// Where a `]` is certainly missing, the moves after it are moves.
#[test]
fn a_missing_bracket_is_one_mistake() {
    for rest in [
        ";B[cc]C[hi\n;W[gg];B[cg])",
        ";B[cc]C[hi\nW[gg];B[cg])",
        ";B[cc]C[hi\n(;W[gg];B[cg])(;W[gc];B[cg]))",
        "PB[Ann\nPW[Bob];B[cc];W[gg];B[cg])",
    ] {
        let text = format!("{ROOT}{rest}");
        hold(text.as_bytes());
        hold_for_sgf(text.as_bytes());
        let found: Vec<&str> = check(&text).iter().map(|one| one.code.name()).collect();
        assert_eq!(found, ["sgf-unclosed-value"], "{text}");
        let record = to_ishi(&parse(&text), None).text;
        assert!(record.contains("W 2 G3\n") && record.contains("B 3 C3\n"), "{record}");
        let closed = fixed(&text, true);
        assert_eq!(check(&closed), [], "{closed}");
        assert!(to_ishi(&parse(&closed), None).text.contains("B 3 C3\n"), "{closed}");
    }
}

#[test]
fn what_is_not_certain_has_no_fix() {
    for rest in [
        ";B[cc]C[play [a];W[dd] is better];B[gg])",
        ";B[cc]C[play [a];W[dd]B[ee](gg) is better] or so;B[gg])",
        ";B[cc]C[play [a];W[dd]];B[gg])",
    ] {
        let text = format!("{ROOT}{rest}");
        let found = check(&text);
        let stray: Vec<_> = found.iter().filter(|one| one.code.name() == "sgf-stray-text").collect();
        assert!(matches!(stray[..], [one] if one.fixes.is_empty()), "{text}: {found:#?}");
        assert_eq!(fixed(&text, true), text, "{found:#?}");
    }
    let text = format!("{ROOT};B[cc]C[play [a];W[dd] is better];B[gg])");
    assert_eq!(check(&text).len(), 1);
}

#[test]
fn a_smiley_is_not_a_game() {
    let text = "Hi (;-) and (;P) and (; there,\nhere it is: (;GM[1]SZ[9];B[cc])\nBye ( ;_; )\n";
    assert_eq!(game_starts(text).collect::<Vec<_>>(), [text.find("(;GM").unwrap()]);
    for text in ["(;)", "(;;B[cc])", "(;[x]B[cc])", "( ;GM1]SZ[9])", "(;(;B[cc]))", "(;"] {
        assert_eq!(game_starts(text).count(), 1, "{text}");
    }
}

#[test]
fn an_edited_comment_keeps_its_place_and_its_game() {
    let text = "(;SZ[9];B[ee]AB[dd]C[ENDUSER]LB[gg:a][];W[cc])";
    let games = parse(text);
    let record = to_ishi(&games, None).text;
    let edited = record.replace("> ENDUSER", "> ENDUSER too");
    assert_ne!(edited, record);
    let edits = revise(&games, &parse(&to_sgf(&edited).text));
    assert_eq!(apply(text, &edits), "(;SZ[9];B[ee]AB[dd]C[> ENDUSER too]LB[gg:a][];W[cc])");
}

#[test]
fn the_end_of_a_dos_file_is_no_line() {
    for (text, games) in [
        ("EVENT x\nBOARDSIZE 9\nB 1 E5\n\u{1a}", ";B[ee])\n"),
        ("EVENT x\r\nBOARDSIZE 9\r\nB 1 E5\r\n\u{1a}", ";B[ee])\n"),
    ] {
        let sgf = to_sgf(text);
        assert!(sgf.text.ends_with(games) && !sgf.text.contains("ISHIEVENT"), "{}", sgf.text);
    }
    // After other text of its line it may belong to that text.
    let sgf = to_sgf("EVENT x\nBOARDSIZE 9\nB 1 E5\n?\u{1a}");
    assert!(sgf.text.contains("?\u{1a}"), "{}", sgf.text);
    let text = "(;SZ[9];B[ee])\r\n\u{1a}";
    assert_eq!(check(text).iter().filter(|one| one.code.name() == "sgf-text-outside").count(), 0);
    let games = parse(text);
    assert_eq!(revise(&games, &parse(&to_sgf(&to_ishi(&games, None).text).text)), []);
}

/// Each program that fixes nothing leaves the same number of brackets in texts of any length.
#[test]
fn long_texts_are_checked_in_little_time() {
    for piece in ["]", "[3k]: hi\n", "x] ", "] A[] x", "(;C[a [b];B[cc] x]) "] {
        let text = format!("{ROOT}C[[{})", piece.repeat(100_000 / piece.len()));
        check(&text);
    }
}
