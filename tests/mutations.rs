//! Bad input: random mutations of real and random records, for which every law about texts has to hold, and of games
//! in other formats, for which those about files have to.
//!
//! With all other tests it tries the same first seeds each time. `-- --seconds N` goes on for so long, on all cores,
//! with seeds that no run has had before. What fails is printed with its seed: `-- --seed N` tries that one again,
//! `-- --count N` a number of them from there, and `-- --games` only games in other formats.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test reads its own files and the clock that bounds it, and reports"
)]

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

mod damage;
mod games;
mod laws;
#[path = "sgf/random.rs"]
mod random;
mod real;

/// Laws that need a server each time, or no text.
const SLOW: [&str; 2] = ["frames", "server"];

/// Tries every law that is about texts; the choices are random, too.
fn hold_laws(text: &str, random: &mut fastrand::Rng) {
    for (name, law) in laws::ALL {
        if SLOW.contains(&name) {
            continue;
        }
        let mut data = text.as_bytes().to_vec();
        data.push(laws::Input::DIVIDER);
        data.extend((0..24).map(|_| random.u8(..laws::Input::DIVIDER)));
        law(&data);
    }
}

/// The laws about files in other formats.
const OF_GAMES: [&str; 4] = ["sgf", "convert", "import", "collection"];

/// Files of games in other formats: those of the tests, and real ones where there are any.
fn games_in_other_formats() -> Vec<Vec<u8>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import");
    let entries = std::fs::read_dir(own).expect("the fixtures");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.extend(real::Part::Games.files().unwrap_or_default());
    files.iter().map(|path| std::fs::read(path).expect("a file")).collect()
}

/// The damaged file of a seed.
fn damaged_game(seed: u64, files: &[Vec<u8>]) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(seed);
    let bytes = match random.u8(..4) {
        0 => random::tree(&mut random).into_bytes(),
        1 => {
            let tree = random::tree(&mut random);
            random::in_some_charset(&tree, &mut random)
        }
        _ => files[random.usize(..files.len())].clone(),
    };
    random::damaged(&bytes, &mut random)
}

/// The options of a run.
struct Request {
    /// Whether it is only about games in other formats.
    only_games: bool,
    first_seed: u64,
    count: u64,
    until: Instant,
}

/// How long a run takes where nothing is said: with all the other tests it is a short one.
const SECONDS: u64 = 10;

impl Request {
    fn from_arguments() -> Self {
        let arguments: Vec<String> = std::env::args().collect();
        let value = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            Some(arguments.get(at + 1).and_then(|value| value.parse::<u64>().ok()).expect("a number after each option"))
        };
        let (seed, count, seconds) = (value("--seed"), value("--count"), value("--seconds"));
        // A run with a count or a seed tries the same each time, however slow the machine is.
        let is_timed = seconds.is_some() || seed.is_none() && count.is_none();
        let until = Instant::now() + Duration::from_secs(if is_timed { seconds.unwrap_or(SECONDS) } else { 1 << 30 });
        Self {
            only_games: arguments.iter().any(|argument| argument == "--games"),
            first_seed: seed.unwrap_or_else(|| if seconds.is_some() { next_seed() } else { 0 }),
            count: count.unwrap_or(if is_timed { u64::MAX } else { 1 }),
            until,
        }
    }
}

/// A seed that no earlier run has come to.
fn next_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    now * 10_000
}

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let Request { only_games, first_seed, count, until } = Request::from_arguments();
    let mut records = laws::examples();
    records.extend(real::records().iter().flat_map(|text| laws::parts(text)));
    let files = games_in_other_formats();
    let (done, failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        loop {
            let nth = done.fetch_add(1, Ordering::SeqCst);
            if nth >= count || Instant::now() >= until || failed.load(Ordering::SeqCst) {
                done.fetch_sub(1, Ordering::SeqCst);
                return;
            }
            let seed = first_seed + nth;
            let fail = |data: &dyn std::fmt::Debug| {
                failed.store(true, Ordering::SeqCst);
                let option = if only_games { " --games" } else { "" };
                eprintln!(
                    "a law does not hold for\n{data:?}\nagain: cargo test --test mutations --{option} --seed {seed}"
                );
            };
            if only_games || seed % 8 == 0 {
                let bytes = damaged_game(seed, &files);
                if std::panic::catch_unwind(|| OF_GAMES.map(|name| laws::named(name)(&bytes))).is_err() {
                    fail(&String::from_utf8_lossy(&bytes));
                }
                continue;
            }
            let text = damage::record(seed, &records);
            if std::panic::catch_unwind(|| hold_laws(&text, &mut fastrand::Rng::with_seed(seed))).is_err() {
                fail(&text);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    let done = done.into_inner();
    let (made, refused) = laws::actions::tried();
    eprintln!("{done} records and games from seed {first_seed}, {made} actions made and {refused} refused");
    let failed = failed.into_inner();
    eprintln!("{} passed, {} failed", u8::from(!failed), u8::from(failed));
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
