//! How fast records are read and checked, whole and keystroke by keystroke.
//!
//! `cargo bench` prints times and, for reading, bytes a second. The figures to quote are ratios: the keystroke in
//! the large file against the one in a single game, and so on.

mod texts;

use std::hint::black_box;
use std::sync::Arc;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use ishi_check::check::{Severities, check};
use ishi_ide::document::Document;
use ishi_ide::ide::{BoardStyle, MAX_SYMBOLS, hover, symbols};
use ishi_position::{ColumnUnit, Position};
use ishi_record::format::{Options, format};
use texts::{game, many_games, one_event};

fn texts() -> [(&'static str, String); 3] {
    [
        ("250 moves", game(7, 250)),
        ("10 MB of many events", many_games(10_000_000)),
        ("1 MB in one event", one_event(1_000_000)),
    ]
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse and check");
    for (name, text) in texts() {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| check(black_box(&text), &Severities::default())));
    }
    // What it costs to judge the play by the rules that the record names, against the first of these.
    let text = format!("RULES AGA rules\n{}", game(7, 250));
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("250 moves, with rules", |bencher| {
        bencher.iter(|| check(black_box(&text), &Severities::default()));
    });
    group.finish();
    let mut group = criterion.benchmark_group("open as a document");
    for (name, text) in texts() {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter_batched(|| (), |()| Document::new(black_box(&text), Arc::default()), BatchSize::LargeInput);
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("format");
    for (name, text) in texts() {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| format(black_box(&text), &Options::default())));
    }
    group.finish();
}

fn keystroke(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("keystroke");
    for (name, text) in texts() {
        // The middle of the text, after the location of a move.
        let lines = Document::new(&text, Arc::default()).snapshot().text().clone();
        let is_move = |line: &usize| lines.line(*line).to_string().starts_with("B ");
        let line = (lines.len_lines() / 2..lines.len_lines()).find(is_move).expect("a move");
        type_at(&mut group, name, &text, lines.line_to_byte(line + 1) - "\r\n".len());
    }
    group.finish();
}

/// Measures how much longer a text with mistakes takes, each of which has its cause looked for.
fn mistakes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mistakes");
    for (name, text) in ["without", "with"].into_iter().zip(texts::mistakes()) {
        group.bench_function(format!("check, {name}"), |bencher| {
            bencher.iter(|| check(black_box(&text), &Severities::default()));
        });
        // A comment of the first event, and the location of a move of the second.
        let after = |start: &str, at: Option<usize>| at.expect("there is one") + start.len();
        let comment = after("\nCOM ", text.find("\nCOM "));
        let location = after("\nB 171 ", text.rfind("\nB 171 "));
        for (place, byte) in [("a comment", comment), ("a move", location)] {
            type_at(&mut group, format!("keystroke in {place}, {name}"), &text, byte);
        }
    }
    group.finish();
}

/// Measures how long it takes until a letter that is typed at a byte of a text is read, and read again without it.
fn type_at(group: &mut BenchmarkGroup<'_, WallTime>, name: impl Into<String>, text: &str, byte: usize) {
    let mut document = Document::new(text, Arc::default());
    let before = &text[..byte];
    let line = before.matches('\n').count() as u32;
    let column = (byte - before.rfind('\n').map_or(0, |end| end + 1)) as u32;
    let (at, after) = (Position::new(line, column), Position::new(line, column + 1));
    // As in the server, where somebody still holds the text of the last keystroke.
    let mut held = document.snapshot();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            document.edit(at, at, ColumnUnit::Utf16, "x").expect("a place in the text");
            held = document.snapshot();
            document.edit(at, after, ColumnUnit::Utf16, "").expect("a place in the text");
            held = document.snapshot();
        });
    });
    drop(held);
}

/// What an editor asks for while the cursor rests: in the middle of the text, at the location of a move.
fn asking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ask");
    for (name, text) in texts() {
        let snapshot = Document::new(&text, Arc::default()).snapshot();
        let middle = text.len() / 2;
        let offset = middle + text[middle..].find("\nB ").expect("a move") + 3;
        group.bench_function(format!("hover with a picture, {name}"), |bencher| {
            bencher.iter(|| hover(black_box(&snapshot), offset).map(|hover| hover.markdown(BoardStyle::Picture)));
        });
        group.bench_function(format!("hover with text, {name}"), |bencher| {
            bencher.iter(|| hover(black_box(&snapshot), offset).map(|hover| hover.markdown(BoardStyle::Text)));
        });
        group.bench_function(format!("outline, {name}"), |bencher| {
            bencher.iter(|| symbols(black_box(&snapshot), MAX_SYMBOLS));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = reading, keystroke, mistakes, asking
}
criterion_main!(benches);
