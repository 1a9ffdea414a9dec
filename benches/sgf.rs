//! How fast SGF is read, made a record, made of a record and checked, beside `sgf-parse`.
//!
//! The figures to quote are ratios. Bytes a second are those of the text that is read.

#![allow(clippy::disallowed_methods, clippy::print_stderr, reason = "it reads the games that are measured itself")]

mod texts;

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ishi_check::check::{Severities, check_sgf};
use ishi_convert::convert::{to_ishi, to_sgf};
use ishi_sgf::{SgfFile, parse, pretty};
use mimalloc::MiMalloc;
use texts::{dictionary, many_games};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Some MB of games with variations, comments and marks.
fn games() -> (String, String) {
    let record = many_games(3_000_000);
    // As other programs write it: without the lines that only a record has.
    let games = to_sgf(&record).text;
    let games =
        regex::Regex::new(r"(?s)ISHI\[(?:[^\]\\]|\\.)*\]").expect("a regexp").replace_all(&games, "").into_owned();
    (record, games)
}

fn reading(criterion: &mut Criterion) {
    let (_, sgf) = games();
    let mut group = criterion.benchmark_group("parse SGF");
    group.throughput(Throughput::Bytes(sgf.len() as u64));
    group.bench_function("ishi", |bencher| bencher.iter(|| parse(black_box(&sgf)).len()));
    group.bench_function("sgf-parse", |bencher| {
        bencher.iter(|| sgf_parse::go::parse(black_box(&sgf)).expect("games").len());
    });
    group.bench_function("ishi, printed", |bencher| bencher.iter(|| pretty(&parse(black_box(&sgf))).len()));
    group.finish();
}

fn converting(criterion: &mut Criterion) {
    let (record, sgf) = games();
    let games = parse(&sgf);
    let mut group = criterion.benchmark_group("convert");
    group.throughput(Throughput::Bytes(sgf.len() as u64));
    group.bench_function("SGF to Ishi", |bencher| bencher.iter(|| to_ishi(black_box(&games), None).text.len()));
    let back = to_ishi(&games, None).text;
    group.throughput(Throughput::Bytes(back.len() as u64));
    group.bench_function("Ishi from SGF to SGF", |bencher| bencher.iter(|| to_sgf(black_box(&back)).text.len()));
    group.throughput(Throughput::Bytes(record.len() as u64));
    group.bench_function("Ishi to SGF", |bencher| bencher.iter(|| to_sgf(black_box(&record)).text.len()));
    group.finish();
}

/// A dictionary of joseki: one game of 100,000 nodes in variations, from its text to a record, and to diagnostics.
fn one_game(criterion: &mut Criterion) {
    let sgf = dictionary(100_000);
    let mut group = criterion.benchmark_group("100,000 nodes in variations");
    group.throughput(Throughput::Bytes(sgf.len() as u64));
    group.bench_function("SGF to Ishi", |bencher| {
        bencher.iter(|| to_ishi(&parse(black_box(&sgf)), None).text.len());
    });
    group.bench_function("check", |bencher| {
        bencher.iter(|| check_sgf(black_box(&sgf), None, &Severities::default()).len());
    });
    let record = to_ishi(&parse(&sgf), None).text;
    group.throughput(Throughput::Bytes(record.len() as u64));
    group.bench_function("Ishi to SGF", |bencher| bencher.iter(|| to_sgf(black_box(&record)).text.len()));
    group.finish();
}

/// All files below the folder `sgf` of `ISHI_CORPUS` as one collection: what many programs and people have written.
fn real_games(criterion: &mut Criterion) {
    let Some(folder) = std::env::var_os("ISHI_CORPUS") else {
        eprintln!("real games: skipped without ISHI_CORPUS");
        return;
    };
    let mut sgf = String::new();
    for file in walkdir::WalkDir::new(Path::new(&folder).join("sgf")).sort_by_file_name() {
        let file = file.expect("a folder that can be read");
        if file.path().extension().is_some_and(|ending| ending == "sgf") {
            let bytes = std::fs::read(file.path()).expect("a file that can be read");
            sgf.push_str(SgfFile::read(&bytes).text());
            sgf.push('\n');
        }
    }
    let mut group = criterion.benchmark_group("real games");
    group.throughput(Throughput::Bytes(sgf.len() as u64));
    group.bench_function("SGF to Ishi", |bencher| {
        bencher.iter(|| to_ishi(&parse(black_box(&sgf)), None).text.len());
    });
    let record = to_ishi(&parse(&sgf), None).text;
    group.throughput(Throughput::Bytes(record.len() as u64));
    group.bench_function("Ishi to SGF", |bencher| bencher.iter(|| to_sgf(black_box(&record)).text.len()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = reading, converting, one_game, real_games
}
criterion_main!(benches);
