//! How fast records are read and checked, whole and keystroke by keystroke.
//!
//! `cargo bench` prints times and, for reading, bytes a second. The figures to quote are ratios: the keystroke in
//! the large file against the one in a single game, and so on.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ishi::check::{Severities, check};
use ishi::document::Document;
use ishi::format::{Options, format};
use ishi::text::{ColumnUnit, Position};

const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// A game as people record them: headers, moves, and now and then prisoners, marks, a comment, a variation.
fn game(seed: u64, moves: u32) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = String::new();
    let _ = write!(
        text,
        "EVENT Game {seed}\r\nBLACK Ada 3-dan\r\nWHITE Ben 4-dan\r\nDATE 8 March 1990\r\nPLACE Concord\r\nKOMI 5.5\r\n\
         RULES Japanese\r\nRESULT Black by 3\r\n"
    );
    let point = |random: &mut fastrand::Rng| format!("{}{}", COLUMNS[random.usize(..19)] as char, random.u32(1..=19));
    for number in 1..=moves {
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        let _ = write!(text, "{color} {number} {}\r\n", point(&mut random));
        if random.u32(..12) == 0 {
            let _ = write!(text, "PRISONER #{} {}\r\n", random.u32(1..=number), point(&mut random));
        }
        if random.u32(..25) == 0 {
            let _ = write!(
                text,
                "MARK #{} \\t@{} a@{}\r\n",
                random.u32(1..=number),
                point(&mut random),
                point(&mut random)
            );
            text.push_str("COM\r\nBlack could have played at \\t, which looks large;\r\nbut White answers at 'a' and lives.\r\nENDCOM\r\n");
        }
        if random.u32(..40) == 0 {
            let other = if number % 2 == 1 { 'W' } else { 'B' };
            let _ = write!(
                text,
                "VAR a\r\n{color} {number} {}\r\n{other} {} {}\r\nENDVAR\r\n",
                point(&mut random),
                number + 1,
                point(&mut random)
            );
        }
    }
    text
}

fn games(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 8192);
    for seed in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&game(seed, 250));
        text.push_str("\r\n");
    }
    text
}

fn one_event(bytes: usize) -> String {
    let moves = (bytes as u64 * 250 / game(0, 250).len() as u64) as u32;
    game(0, moves)
}

fn texts() -> [(&'static str, String); 3] {
    [
        ("250 moves", game(7, 250)),
        ("10 MB of many events", games(10_000_000)),
        ("1 MB in one event", one_event(1_000_000)),
    ]
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse and check");
    for (name, text) in texts() {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| check(black_box(&text), &Severities::default())));
    }
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
        let mut document = Document::new(&text, Arc::default());
        // The middle of the text, behind the location of a move.
        let lines = document.snapshot().text().len_lines();
        let is_move = |line: usize| document.snapshot().text().line(line).to_string().starts_with("B ");
        let line = (lines / 2..lines).find(|&line| is_move(line)).expect("a move") as u32;
        let column = document.snapshot().text().line(line as usize).len_chars() as u32 - 2;
        let at = Position::new(line, column);
        let behind = Position::new(line, column + 1);
        // As in the server, where somebody still holds the text of the last keystroke.
        let mut held = document.snapshot();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                document.edit(at, at, ColumnUnit::Utf16, "x").expect("a place in the text");
                held = document.snapshot();
                document.edit(at, behind, ColumnUnit::Utf16, "").expect("a place in the text");
                held = document.snapshot();
            });
        });
        drop(held);
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = reading, keystroke
}
criterion_main!(benches);
