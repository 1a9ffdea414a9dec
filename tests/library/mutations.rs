//! Bad input: inputs of a fuzzer (`fuzz/regressions`, where each input once broke the law after which its folder is
//! named), the examples, random mutations of real and random records, for which every law about texts has to hold, and
//! of games in other formats, for which those about files have to.
//!
//! With all other tests it tries the same first seeds each time, on any machine. `-- --seconds N` goes on for so long,
//! on all cores, with seeds that no run has had before. What fails is printed with its seed: `-- --seed N` tries that
//! one again, `-- --count N` a number of them from there, and `-- --games` only games in other formats.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test reads its own files and the clock that bounds it, and reports"
)]

use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use mimalloc::MiMalloc;

use ishi_test_support::laws::{self, Input, Law};
use ishi_test_support::{damage, random_sgf, real};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Panics so far, in any thread: a server goes on after one.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// The names of the laws that do not hold for what a fuzzer has found or for an example, with the input. It counts the
/// panics of the process, so nothing else may run meanwhile.
fn broken_by_known_inputs() -> Vec<String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        hook(panic);
    }));
    let mut broken = Vec::new();
    let mut hold = |law: Law, data: &[u8], name: String| {
        let before = PANICS.load(Ordering::SeqCst);
        let _ = std::panic::catch_unwind(|| law(data));
        if PANICS.load(Ordering::SeqCst) != before {
            broken.push(name);
        }
    };
    let examples = laws::examples();
    assert!(examples.len() > 10, "only {} parts of examples were found", examples.len());
    let regressions = ishi_test_support::root().join("fuzz/regressions");
    for (name, law) in laws::ALL {
        hold(law, &[], format!("{name} of nothing"));
        for (nth, text) in examples.iter().enumerate() {
            // Any bytes are choices.
            let choices = examples[(nth + 1) % examples.len()].bytes().rev().take(200).collect();
            let data = [text.as_bytes().to_vec(), vec![Input::DIVIDER], choices].concat();
            hold(law, &data, format!("{name} of example {nth}"));
        }
        for path in std::fs::read_dir(regressions.join(name)).into_iter().flatten() {
            let path = path.expect("an entry").path();
            hold(law, &std::fs::read(&path).expect("an input"), path.display().to_string());
        }
    }
    let _ = std::panic::take_hook();
    broken
}

/// Laws that need a server each time, or no text.
const SLOW: [&str; 2] = ["frames", "server"];

/// Tries every law that is about texts; the choices are random, too.
fn hold_laws(text: &str, random: &mut fastrand::Rng) {
    for (name, law) in laws::ALL {
        if SLOW.contains(&name) {
            continue;
        }
        let mut data = text.as_bytes().to_vec();
        data.push(Input::DIVIDER);
        data.extend((0..24).map(|_| random.u8(..Input::DIVIDER)));
        law(&data);
    }
}

/// The laws about files in other formats.
const OF_GAMES: [&str; 4] = ["sgf", "convert", "import", "collection"];

/// Files of games in other formats: those of the tests, and real ones where there are any.
fn games_in_other_formats() -> Vec<Vec<u8>> {
    let own = ishi_test_support::root().join("tests/fixtures/import");
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
        0 => random_sgf::tree(&mut random).into_bytes(),
        1 => {
            let tree = random_sgf::tree(&mut random);
            random_sgf::in_some_charset(&tree, &mut random)
        }
        _ => files[random.usize(..files.len())].clone(),
    };
    random_sgf::damaged(&bytes, &mut random)
}

/// The options of a run.
struct Request {
    /// Whether it is only about games in other formats.
    only_games: bool,
    first_seed: u64,
    count: u64,
    until: Instant,
}

/// How many seeds a run tries with all the other tests: some seconds' worth. `scripts/audit` tries many times as many.
const FEW: u64 = 400;

impl Request {
    fn from_arguments() -> Self {
        let arguments: Vec<String> = std::env::args().collect();
        let value = |name: &str| {
            let at = arguments.iter().position(|argument| argument == name)?;
            Some(arguments.get(at + 1).and_then(|value| value.parse::<u64>().ok()).expect("a number after each option"))
        };
        let (seed, count, seconds) = (value("--seed"), value("--count"), value("--seconds"));
        // A run without a time tries the same each time, however slow the machine is.
        let usual_count = match (seconds, seed) {
            (Some(_), _) => u64::MAX,
            (None, Some(_)) => 1,
            (None, None) => FEW,
        };
        Self {
            only_games: arguments.iter().any(|argument| argument == "--games"),
            first_seed: seed.unwrap_or_else(|| if seconds.is_some() { next_seed() } else { 0 }),
            count: count.unwrap_or(usual_count),
            until: Instant::now() + Duration::from_secs(seconds.unwrap_or(1 << 30)),
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
    if std::env::args().len() == 1 {
        let broken = broken_by_known_inputs();
        if !broken.is_empty() {
            eprintln!("these laws do not hold: {broken:#?}");
            return ExitCode::FAILURE;
        }
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
