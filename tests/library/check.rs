//! The rules of the catalogue against `tests/fixtures/check/`: one file for each code, with several cases.
//!
//! A case begins with `=== its title`; `[enable: code, …]` after the title switches on rules that are off.
//! A line of spaces, carets, a blank and a code says what is expected in the line above it, `(I)` after the
//! code with which severity, and `^… code` that only the start is given. Every diagnostic has to be announced
//! in this way, and the other way round. `--- fix N: regexp` is followed by the text after that fix of the N-th
//! diagnostic whose title matches.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use ishi_check::check::{self, Code, Diagnostic, Family, Fix, Remedy, Severities, Severity};
use ishi_convert::import;
use ishi_markdown as markdown;
use ishi_record::syntax::{Reader, Source};
use ishi_text::apply;
use regex::Regex;

struct Case {
    title: String,
    text: String,
    severities: Severities,
    expected: Vec<Expected>,
    fixes: Vec<(usize, String, String)>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Expected {
    line: usize,
    column: usize,
    /// One past the last column, where it is given.
    end: Option<usize>,
    code: String,
    severity: String,
}

/// Characters that are hard to type.
fn unescape(line: &str) -> String {
    line.replace("{CRLF}", "\r\n")
        .replace("{CR}", "\r")
        .replace("{LF}", "\n")
        .replace("{BOM}", "\u{feff}")
        .replace("{SUB}", "\u{1a}")
        .replace("{NUL}", "\0")
        .replace("{FFFD}", "\u{fffd}")
        .replace("{FF}", "\u{c}")
        .replace("{VT}", "\u{b}")
        .replace("{TAB}", "\t")
        .replace("{NBSP}", "\u{a0}")
}

fn push_line(text: &mut String, line: &str) {
    if let Some(last) = line.strip_suffix("{EOF}") {
        text.push_str(&unescape(last));
        return;
    }
    let has_end = ["{CR}", "{CRLF}", "{LF}"].iter().any(|end| line.ends_with(end));
    text.push_str(&unescape(line));
    if !has_end {
        text.push('\n');
    }
}

fn annotation(line: &str) -> Option<(usize, Option<usize>, &str, Option<char>)> {
    let start = line.chars().take_while(|&character| character == ' ').count();
    let rest = &line[start..];
    let carets = rest.chars().take_while(|&character| character == '^').count();
    let rest = &rest[carets..];
    let (open, rest) = match rest.strip_prefix('…') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let words: Vec<&str> = rest.strip_prefix(' ')?.split_whitespace().collect();
    if carets == 0 || words.is_empty() {
        return None;
    }
    let severity = words.get(1).and_then(|word| word.strip_prefix('(')).and_then(|word| word.chars().next());
    Some((start + 1, (!open).then_some(start + 1 + carets), words[0], severity))
}

fn cases(path: &Path) -> Vec<Case> {
    let file = std::fs::read_to_string(path).expect("a fixture is UTF-8");
    let mut cases: Vec<Case> = Vec::new();
    let mut in_fix = false;
    let mut line_number = 0;
    let mut above = "";
    for line in file.lines() {
        if let Some(title) = line.strip_prefix("=== ") {
            let mut severities = Severities::default();
            if let Some((_, list)) = title.split_once("[enable:") {
                for code in list.trim_end_matches(']').split(',') {
                    severities.set(code.trim().parse().expect("a code"), Severity::Warning);
                }
            }
            let title = title.to_owned();
            cases.push(Case { title, text: String::new(), severities, expected: Vec::new(), fixes: Vec::new() });
            in_fix = false;
            line_number = 0;
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(head) = line.strip_prefix("--- fix ") {
            let (index, title) = head.split_once(':').expect("--- fix N: title");
            let index = index.trim().parse().expect("the number of a diagnostic");
            case.fixes.push((index, title.trim().to_owned(), String::new()));
            in_fix = true;
        } else if in_fix {
            push_line(&mut case.fixes.last_mut().expect("a fix").2, line);
        } else if let Some((column, end, code, severity)) = annotation(line) {
            // The carets stand under the line as it is written in the fixture.
            let real = |column: usize| {
                let before: String = above.chars().take(column - 1).collect();
                column - before.chars().count() + unescape(&before).chars().count()
            };
            let (column, end) = (real(column), end.map(real));
            let severity = match severity {
                Some('E') => "error",
                Some('W') => "warning",
                Some('I') => "info",
                Some('H') => "hint",
                _ => code.parse::<Code>().map_or("?", |code| case.severities.of(code).name()),
            };
            case.expected.push(Expected {
                line: line_number,
                column,
                end,
                code: code.into(),
                severity: severity.into(),
            });
        } else {
            push_line(&mut case.text, line);
            line_number += 1;
            above = line;
        }
    }
    cases
}

fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    // A CR that is followed by LF ends its line together with it.
    let ends = before.char_indices().filter(|&(at, character)| match character {
        '\n' => true,
        '\r' => text.as_bytes().get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    let (count, start) = ends.fold((0, 0), |(count, _), (at, _)| (count + 1, at + 1));
    (count + 1, before[start..].chars().count() + 1)
}

fn found(text: &str, diagnostic: &Diagnostic) -> Expected {
    let (line, column) = place(text, diagnostic.span.start as usize);
    let (end_line, end) = place(text, diagnostic.span.end as usize);
    Expected {
        line,
        column,
        end: (end_line == line).then_some(end),
        code: diagnostic.code.name().into(),
        severity: diagnostic.severity.name().into(),
    }
}

fn matches(expected: &Expected, found: &Expected) -> bool {
    let same_end = expected.end.is_none() || expected.end == found.end;
    (expected.line, expected.column, &expected.code, &expected.severity)
        == (found.line, found.column, &found.code, &found.severity)
        && same_end
}

/// Returns the diagnostics of a record, or of a game in another format.
fn check_any(family: Option<Family>, text: &str, severities: &Severities) -> Vec<Diagnostic> {
    match family {
        Some(Family::Sgf) => check::check_sgf(text, None, severities),
        Some(Family::Import) => check::check_import(&import::read(text).expect("a game"), severities),
        Some(Family::Markdown) => markdown::check(text, severities),
        _ => check::check(text, severities),
    }
}

/// Adds the corrections of a contradiction in a text of a single event, as an editor does when it is asked for fixes.
fn with_corrections(family: Option<Family>, text: &str, mut diagnostic: Diagnostic) -> Diagnostic {
    let is_record = !matches!(family, Some(Family::Sgf | Family::Import | Family::Markdown));
    if is_record && Reader::of_file(text).count() == 1 && !diagnostic.fixes.iter().any(Fix::is_applicable) {
        let lazy = check::lazy_fixes(&Source::of_event(text, true), &diagnostic);
        diagnostic.add_lazy_fixes(lazy);
    }
    diagnostic
}

fn run(path: &Path, problems: &mut String) -> usize {
    let all = cases(path);
    let family = match path.extension().and_then(|extension| extension.to_str()) {
        Some("sgf") => Some(Family::Sgf),
        Some("gib" | "ngf" | "ugf") => Some(Family::Import),
        Some("md") => Some(Family::Markdown),
        _ => None,
    };
    let name = path.file_name().unwrap().to_string_lossy();
    for case in &all {
        let diagnostics = check_any(family, &case.text, &case.severities).into_iter();
        let diagnostics: Vec<_> = diagnostics.map(|found| with_corrections(family, &case.text, found)).collect();
        let mut left = case.expected.clone();
        let mut wrong = String::new();
        for diagnostic in &diagnostics {
            let found = found(&case.text, diagnostic);
            match left.iter().position(|expected| matches(expected, &found)) {
                Some(index) => {
                    left.remove(index);
                }
                None => {
                    let _ = writeln!(wrong, "    unexpected {found:?}: {}", diagnostic.message);
                }
            }
        }
        for expected in left {
            let _ = writeln!(wrong, "    missing {expected:?}");
        }
        for (index, title, wanted) in &case.fixes {
            let title = regex::Regex::new(title).expect("a regexp");
            let fix = diagnostics
                .get(index - 1)
                .and_then(|diagnostic| diagnostic.fixes.iter().find(|fix| title.is_match(&fix.title)));
            match fix {
                None => {
                    let titles: Vec<_> = diagnostics
                        .get(index - 1)
                        .into_iter()
                        .flat_map(|found| &found.fixes)
                        .map(|fix| &fix.title)
                        .collect();
                    let _ = writeln!(wrong, "    no fix `{title}` of diagnostic {index} among {titles:?}");
                }
                Some(fix) => {
                    let got = apply(&case.text, &fix.edits);
                    if &got != wanted {
                        let _ = writeln!(wrong, "    fix `{}` gives\n{got:?}\n    instead of\n{wanted:?}", fix.title);
                    }
                }
            }
        }
        if !wrong.is_empty() {
            let _ = writeln!(problems, "{name}: {}\n{wrong}", case.title);
        }
    }
    all.len()
}

#[test]
fn fixtures_hold() {
    let folder = ishi_test_support::root().join("tests/fixtures/check");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the fixtures").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut problems = String::new();
    let count: usize = paths.iter().map(|path| run(path, &mut problems)).sum();
    assert!(count > 100, "only {count} cases were found");
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn every_code_has_fixtures() {
    let folder = ishi_test_support::root().join("tests/fixtures/check");
    let announced: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the fixtures")
        .flat_map(|entry| cases(&entry.unwrap().path()))
        .flat_map(|case| case.expected)
        .map(|expected| expected.code)
        .collect();
    let missing: Vec<_> =
        Code::ALL.iter().filter(|code| announced.contains(code.name()) == code.is_retired()).collect();
    assert!(missing.is_empty(), "no fixture expects {missing:?}, or one expects what is not reported any more");
}

/// The example before has the problem, and nothing else that is an error or a warning; the one after is rid of it.
/// Where the catalogue promises a fix, a fix of the problem makes the one of the other.
#[test]
fn the_examples_of_the_catalogue_hold() {
    for &code in Code::ALL {
        let row = code.row();
        let mut severities = Severities::default();
        severities.set(code, Severity::Error);
        let codes = |text: &str| -> Vec<Code> {
            check_any(Some(row.family), text, &severities)
                .into_iter()
                .filter(|diagnostic| diagnostic.severity >= Severity::Warning)
                .map(|diagnostic| diagnostic.code)
                .collect()
        };
        let expected = if code.is_retired() { vec![] } else { vec![code] };
        assert_eq!(codes(row.before), expected, "{code}, before");
        assert_eq!(codes(row.after), [], "{code}, after");
        let found = check_any(Some(row.family), row.before, &severities).into_iter();
        let found: Vec<_> = found.map(|found| with_corrections(Some(row.family), row.before, found)).collect();
        let fixes = found.iter().filter(|diagnostic| diagnostic.code == code).flat_map(|diagnostic| &diagnostic.fixes);
        let fixed: Vec<String> = fixes.map(|fix| apply(row.before, &fix.edits)).collect();
        let keeps_promise = fixed.iter().any(|fixed| fixed == row.after);
        assert!(row.remedy == Remedy::None || keeps_promise, "{code}: no fix gives {:?}: {fixed:?}", row.after);
    }
}

/// A diagnostic about RESULT names the stones that it leaves out, if they explain all of the difference.
#[test]
fn a_wrong_result_is_explained_by_what_it_leaves_out() {
    let board = "BOARDSIZE 5\nSETUP B B1 B2 B3 B4 B5 A2 A4 W D1 D2 D3 D4 D5 E2 E4\n";
    let message = |headers: &str, moves: &str| {
        let found = check::check(&format!("{headers}{board}{moves}"), &Severities::default());
        let found = found.into_iter().find(|found| found.code == Code::ResultMismatch);
        found.map_or(String::new(), |found| found.message)
    };
    let passes = "B 1 PASS\nW 2 PASS\n";
    for (headers, moves, expected) in [
        ("KOMI 2.5\nRESULT Draw\n", passes, "W+2.5 (Japanese, 0 dead): Black 3, White 5.5"),
        ("KOMI 2.5\nRESULT B+2.5\n", passes, "; it fits with the players exchanged"),
        ("KOMI 2.5\nRESULT W+0.5\n", passes, "White 5.5"),
        ("RULES AGA 1991\nRESULT Draw\n", "W 1 PASS\nB 2 PASS\nW 3 PASS\n", "without the pass stones"),
        ("RULES Chinese\nHANDICAP 2\nRESULT Draw\n", passes, "without the 2 points"),
    ] {
        let message = message(headers, moves);
        assert!(message.contains(expected), "{headers}{moves}: {message}");
    }
}

/// Each game of `tests/fixtures/single-mistake/` is right but for one mistake, which its first line names.
#[test]
fn a_single_mistake_is_found_and_nothing_else() {
    let folder = ishi_test_support::root().join("tests/fixtures/single-mistake");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the games").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 30, "only {} games were found", paths.len());
    let mut problems = String::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a game is UTF-8");
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("REMARK expect ").expect("the first line says what is expected");
        let found: Vec<String> = check::check(&text, &Severities::default())
            .iter()
            .map(|diagnostic| format!("{} at line {}", diagnostic.code, place(&text, diagnostic.span.start as usize).0))
            .collect();
        if found != [expected] {
            let _ = writeln!(problems, "{}: {found:?} instead of {expected}", path.display());
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// Each record, and what `--unsafe-fixes` makes of it, with `/` for line ends.
#[test]
fn fixes_keep_all_words_and_moves() {
    const CASES: [(&str, &str); 13] = [
        // A second move on the line, or after the end of a block, is a move.
        ("B 1 C3 W 2 D4/B 3 E5", "B 1 C3/W 2 D4/B 3 E5"),
        ("B 1 C3 W 2 D4 B 3 E5 and so on/W 4 F6", "B 1 C3/W 2 D4/REMARK and so on/B 3 E5/W 4 F6"),
        ("B 1 C3/com/Good./endcom W 2 D4/B 3 E5", "B 1 C3/com/Good./endcom/W 2 D4/B 3 E5"),
        ("B 1 C3/VAR/B 1 D4/ENDVAR W 2 D4/B 3 E5", "B 1 C3/VAR/B 1 D4/ENDVAR/W 2 D4/B 3 E5"),
        ("B 1 C3/COM/Good./ENDCOM MARK C3/W 2 D4", "B 1 C3/COM/Good./ENDCOM/MARK C3/W 2 D4"),
        // Text that is not a move stays as a remark.
        ("B 1 C3/KO D4/W 2 D4", "B 1 C3/REMARK KO D4/W 2 D4"),
        ("BOARDSIZE 9 13/B 1 C3 99", "REMARK 13/BOARDSIZE 9/REMARK 99/B 1 C3"),
        ("B 22 Q3 R7/W 23 D4", "REMARK R7/B 22 Q3/W 23 D4"),
        // Prose that only its end makes a comment begins with its first word.
        ("B 1 C3/Fine move here./Really./ENDCOM/W 2 D4", "B 1 C3/COM/Fine move here./Really./ENDCOM/W 2 D4"),
        ("B 1 C3/COM a/b/COM c/d/ENDCOM/e/ENDCOM", "B 1 C3/COM a/b/ENDCOM/COM c/d/ENDCOM/COM/e/ENDCOM"),
        // What could only be removed stays.
        ("B 1 C3/ENDCOM/ENDVAR/VAR a/ENDVAR/UNMARK C3", "B 1 C3/ENDCOM/ENDVAR/UNMARK C3/VAR a/ENDVAR"),
        ("SETUP B C3 D4 W C3/B 1 Q16", "SETUP B C3 D4 W C3/B 1 Q16"),
        // Fixes that do harm are left out, and those beside them are applied: a line of its own would repeat move 3.
        ("B 1 C3/MARKK C3/W 2 Q3 R7/B 3 R7/SETUPP W Q16", "B 1 C3/MARK C3/REMARK R7/W 2 Q3/B 3 R7/SETUP W Q16"),
    ];
    for (before, after) in CASES {
        let fixed = check::fix(&(before.replace('/', "\n") + "\n"), &Severities::default(), true).text;
        assert_eq!(fixed.trim_end().replace('\n', "/"), after, "{before}");
    }
}

/// The page says for each section which rules rest on it, and names only rules and files that exist.
#[test]
fn the_page_on_the_standard_has_the_sections_that_rules_rest_on() {
    let root = ishi_test_support::root();
    let page = std::fs::read_to_string(root.join("docs/standard.md")).expect("the page");
    let heading =
        |section: &str| Regex::new(&format!("(?m)^##+ {}(?:\\.? |$)", regex::escape(section))).expect("a heading");
    for row in Code::ALL.iter().map(|code| code.row()).filter(|row| row.source.starts_with("Standard")) {
        assert!(row.sections().next().is_some(), "{}: no section in {:?}", row.name, row.source);
        for section in row.sections() {
            assert!(
                heading(section).is_match(&page),
                "docs/standard.md has no section {section}, which {} names",
                row.name
            );
        }
    }
    let rule = Regex::new(r"`([a-z]{2,}(?:-[a-z]+)+)`").expect("a regular expression");
    let settings = ["keyword-case", "location-case"];
    for name in rule.captures_iter(&page).map(|found| found.get(1).expect("a group").as_str()) {
        assert!(settings.contains(&name) || name.parse::<Code>().is_ok(), "docs/standard.md: there is no rule {name}");
    }
    let path = Regex::new(r"`((?:tests|docs|src|crates)/[\w./-]+)`").expect("a regular expression");
    for name in path.captures_iter(&page).map(|found| found.get(1).expect("a group").as_str()) {
        assert!(root.join(name).exists(), "docs/standard.md: there is no {name}");
    }
}

#[test]
fn the_readme_shows_a_record_without_mistakes() {
    let page = std::fs::read_to_string(ishi_test_support::root().join("README.md")).expect("the README");
    let (_, rest) = page.split_once("```ishi text\n").expect("a record");
    let (record, _) = rest.split_once("```").expect("the end of the record");
    let found = check::check(record, &Severities::default());
    assert!(found.is_empty(), "{found:?}");
    assert!(ishi_record::format::format(record, &ishi_record::format::Options::default()).is_empty());
}
