//! Bad input: random mutations of the examples through parsing, checking, formatting and editing.
//!
//! Without arguments it tries a few thousand, so that it runs with all the other tests. `-- --count N` and
//! `-- --seconds N` set how many and for how long at least; what fails is printed with its seed.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test reads its own files and the clock that bounds it, and reports"
)]

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ishi::check::{self, Code, Diagnostic, FixKind, Severities, Severity};
use ishi::document::{Document, Snapshot};
use ishi::format::{Options, format};
use ishi::ide::{self, ActionKind, Change};
use ishi::record::{self, meaning};
use ishi::syntax::{After, LineKind, Reader};
use ishi::text::{ColumnUnit, Span, apply, position_at};

/// Bits that change much: delimiters, keywords, line ends, numbers at the edge, characters of all lengths.
const PIECES: &[&str] = &[
    "\n",
    "\r",
    "\r\n",
    " ",
    "\t",
    "COM\n",
    "ENDCOM\n",
    "USER\n",
    "ENDUSER\n",
    "VAR\n",
    "ENDVAR\n",
    "EVENT\n",
    "EVNET\n",
    "REMARK ishi: allow missing-move\n",
    "B ",
    "W 4294967295 A1\n",
    "B 0 Q4\n",
    "#",
    "#1-4294967295",
    "\\t@",
    "@",
    "-",
    "é",
    "😀",
    "\u{feff}",
    "\u{1a}",
    "\0",
    "BOARDSIZE 2\n",
    "DIAGRAM a1 t19\n",
    "HIDE ",
    "MARK ALL ",
    "SETUP W ",
    "END VAR\n",
];

fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the examples").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    // Long texts are mutated in parts, which makes many more of them in the same time.
    texts
        .flat_map(|text| {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            lines.chunks(60).map(<[&str]>::concat).collect::<Vec<_>>()
        })
        .collect()
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One change: a piece put in, a run taken out, two runs of lines swapped, a run doubled, a character replaced.
fn mutate(text: &mut String, random: &mut fastrand::Rng) {
    let at = boundary(text, random.usize(..=text.len()));
    let end = boundary(text, (at + random.usize(..40)).min(text.len())).max(at);
    match random.u32(..6) {
        0 | 1 => text.insert_str(at, PIECES[random.usize(..PIECES.len())]),
        2 => text.replace_range(at..end, ""),
        3 => {
            let run = text[at..end].to_owned();
            let to = boundary(text, random.usize(..=text.len()));
            text.insert_str(to, &run);
        }
        4 => {
            let piece = char::from(random.u8(..128)).to_string();
            text.replace_range(at..end.min(at + text[at..].chars().next().map_or(0, char::len_utf8)), &piece);
        }
        _ => {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            if !lines.is_empty() {
                let (one, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
                lines.swap(one, other);
                *text = lines.concat();
            }
        }
    }
}

/// The bytes that are a user's own.
fn blocks(text: &str) -> String {
    let mut found = String::new();
    for source in Reader::new(text, After::NOTHING) {
        for line in source.lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_))) {
            found.push_str(source.str(line.span));
            found.push('\n');
        }
    }
    found
}

fn said(text: &str) -> String {
    Reader::new(text, After::NOTHING).map(|source| meaning(&source) + "--\n").collect()
}

fn hold_laws(text: &str, random: &mut fastrand::Rng) {
    // The lines of the events tile the text.
    let mut printed = String::new();
    for source in Reader::new(text, After::NOTHING) {
        for line in &source.lines {
            printed.push_str(source.str(line.whole()));
        }
        let _ = record::read(&source);
    }
    assert_eq!(printed, text, "the lines are not the text");

    // Spans and fixes lie within the text, and an auto fix leaves a user's own text alone, takes its diagnostic
    // away and puts nothing grave in its place.
    let found = check::check(text, &Severities::default());
    for diagnostic in &found {
        assert!(text.get(diagnostic.span.range()).is_some(), "{diagnostic:?} lies outside");
        for fix in &diagnostic.fixes {
            let fixed = apply(text, &fix.edits);
            if fix.kind == FixKind::Auto {
                let ends = |text: &str| text.replace('\r', "\n").replace("\n\n", "\n");
                let same = ends(&blocks(&fixed)) == ends(&blocks(text));
                assert!(same, "the fix of {} changes a comment", diagnostic.code);
                let left = check::check(&fixed, &Severities::default());
                let count = |all: &[Diagnostic], code| all.iter().filter(|one| one.code == code).count();
                for &code in Code::ALL {
                    let (before, after) = (count(&found, code), count(&left, code));
                    if code == diagnostic.code {
                        assert!(after < before, "the fix of {code} does not take it away");
                    } else if code.row().severity >= Severity::Warning {
                        assert!(after <= before, "the fix of {} brings {code}", diagnostic.code);
                    }
                }
            }
        }
    }

    // Formatting says the same, and does nothing twice.
    let once = apply(text, &format(text, &Options::default()));
    assert_eq!(said(&once), said(text), "formatting changes the meaning");
    assert_eq!(blocks(&once), blocks(text), "formatting changes a comment");
    assert_eq!(apply(&once, &format(&once, &Options::default())), once, "formatting is not idempotent");

    // Wherever the cursor is, an editor gets an answer, and what it is told lies within the text.
    let snapshot = Document::new(text, Arc::default()).snapshot();
    let spans_of = |offset: usize| {
        let mut spans = ide::references(&snapshot, offset, true);
        spans.extend(ide::highlights(&snapshot, offset).into_iter().map(|one| one.span));
        spans.extend(ide::definition(&snapshot, offset).into_iter().flat_map(|found| found.targets));
        spans.extend(ide::selection(&snapshot, offset));
        spans
    };
    for _ in 0..5 {
        let offset = boundary(text, random.usize(..=text.len()));
        assert!(spans_of(offset).iter().all(|span| text.get(span.range()).is_some()), "a place outside from {offset}");
    }
    let hints = ide::inlay_hints(&snapshot, Span::new(0, text.len()), ide::HintKinds::ALL);
    assert!(hints.iter().all(|hint| text.is_char_boundary(hint.offset as usize)), "a hint stands in no place");
    let colours = ide::tokens(&snapshot, Span::new(0, text.len()), ColumnUnit::Utf16);
    assert!(colours.is_sorted_by_key(|token| (token.line, token.column)), "tokens are out of order");
    for lens in ide::lenses(&snapshot) {
        let edits = ide::prisoner_edits(&snapshot, lens.offset as usize);
        let more = Document::new(&apply(text, &edits), Arc::default()).snapshot();
        assert!(more.events().len() >= snapshot.events().len(), "a list of prisoners takes an event away");
    }
    let outline = ide::symbols(&snapshot, ide::MOST_SYMBOLS);
    assert!(outline.iter().all(|event| text.get(event.span.range()).is_some()), "an event lies outside");

    for _ in 0..2 {
        change_something(text, &snapshot, random);
    }

    // Incremental equals from scratch.
    let mut document = Document::new(text, Arc::default());
    let mut now = text.to_owned();
    for _ in 0..2 {
        let mut start = boundary(&now, random.usize(..=now.len()));
        let mut end = boundary(&now, (start + random.usize(..20)).min(now.len())).max(start);
        // LSP has no position between CR and LF.
        let split = |at: usize| at > 0 && now[..at].ends_with('\r') && now[at..].starts_with('\n');
        start -= usize::from(split(start));
        end -= usize::from(split(end));
        end = end.max(start);
        let piece = PIECES[random.usize(..PIECES.len())];
        let rope = document.snapshot().text().clone();
        let place = |at| position_at(&rope, at, ColumnUnit::Utf16);
        document.edit(place(start), place(end), ColumnUnit::Utf16, piece).expect("a place in the text");
        now.replace_range(start..end, piece);
        let fresh = Document::new(&now, Arc::default());
        assert!(document.snapshot() == fresh.snapshot(), "{now:?} is read otherwise than from scratch");
    }
}

/// What makes a comment of other lines, or other lines of a comment, or takes comments away on purpose.
const CHANGES_OF_TEXT: [&str; 5] =
    ["comment", "user-data", "remark-to-comment", "comment-to-remark", "delete-variation"];

/// One of the changes that are offered at some place keeps all text of comments and user data.
fn change_something(text: &str, snapshot: &Snapshot, random: &mut fastrand::Rng) {
    let one = boundary(text, random.usize(..=text.len()));
    let other = if random.u8(..4) == 0 { boundary(text, random.usize(..=text.len())) } else { one };
    let span = Span::new(one.min(other), one.max(other));
    let _ = ide::completion(snapshot, one, None, &|_| Vec::new());
    let _ = ide::signature(snapshot, one);
    if let Some(found) = ide::prepare_rename(snapshot, one) {
        assert!(text.get(found.span.range()).is_some(), "what is renamed lies outside");
        if let Some(Ok(edits)) = ide::rename(snapshot, one, "12345") {
            assert_eq!(blocks(&apply(text, &edits)), blocks(text), "a number changes a comment");
        }
    }
    let offered = ide::actions(snapshot, span, span, |kind| kind != ActionKind::QuickFix);
    let names = offered.iter().filter_map(|action| match action.change {
        Change::Named(name) => Some(name),
        Change::Edits(_) => None,
    });
    let Some(name) = random.choice(names.collect::<Vec<_>>()) else { return };
    if let Ok(edits) = ide::change(snapshot, span, name).expect("what is offered") {
        let sorted = |text: &str| {
            let blocks = blocks(text);
            let mut lines: Vec<String> =
                blocks.split(['\r', '\n']).filter(|line| !line.is_empty()).map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        };
        let changed = apply(text, &edits);
        assert!(CHANGES_OF_TEXT.contains(&name) || sorted(&changed) == sorted(text), "{name} changes a comment");
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)?.parse::<u64>().ok()
    };
    if arguments.iter().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let count = value("--count").unwrap_or(if value("--seconds").is_some() { 0 } else { 3000 });
    let until = Instant::now() + Duration::from_secs(value("--seconds").unwrap_or(0));
    let first_seed = value("--seed").unwrap_or(1);
    let examples = examples();
    let mut done = 0;
    while done < count || Instant::now() < until {
        let seed = first_seed + done;
        let mut random = fastrand::Rng::with_seed(seed);
        let mut text = examples[random.usize(..examples.len())].clone();
        for _ in 0..random.usize(1..8) {
            mutate(&mut text, &mut random);
        }
        let held = std::panic::catch_unwind(|| hold_laws(&text, &mut fastrand::Rng::with_seed(seed)));
        if held.is_err() {
            eprintln!("seed {seed}: a law does not hold for\n{text:?}\n0 passed, 1 failed");
            return ExitCode::FAILURE;
        }
        done += 1;
    }
    eprintln!("{done} mutations, all laws hold\n1 passed, 0 failed");
    ExitCode::SUCCESS
}
