//! Bad input: random mutations of real and random records, for which every law about texts has to hold.
//!
//! It runs for as long as `-- --seconds N` says, on all cores, and each run goes on with seeds of its own. What fails
//! is printed with its seed: `-- --seed N` tries that one again, `-- --count N` a number of them from there.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test reads its own files and the clock that bounds it, and reports"
)]

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use games::{Kind, game};
use laws::PIECES;

mod games;
mod laws;

/// What takes a server each time, or no text.
const SLOW: [&str; 2] = ["frames", "server"];

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One change: what a careless hand, a scanner or a bad disk does to a record.
fn mutate(text: &mut String, random: &mut fastrand::Rng) {
    match random.u32(..10) {
        0..5 => mutate_bytes(text, random),
        _ => mutate_line(text, random),
    }
}

/// A piece put in, a run taken out, two runs of lines swapped, a run doubled, a character replaced.
fn mutate_bytes(text: &mut String, random: &mut fastrand::Rng) {
    let at = boundary(text, random.usize(..=text.len()));
    let end = boundary(text, (at + random.usize(..40)).min(text.len())).max(at);
    match random.u32(..5) {
        0 | 1 => text.insert_str(at, PIECES[random.usize(..PIECES.len())]),
        2 => text.replace_range(at..end, ""),
        3 => {
            let run = text[at..end].to_owned();
            let to = boundary(text, random.usize(..=text.len()));
            text.insert_str(to, &run);
        }
        _ => {
            let piece = char::from(random.u8(..128)).to_string();
            text.replace_range(at..end.min(at + text[at..].chars().next().map_or(0, char::len_utf8)), &piece);
        }
    }
}

/// A line lost, doubled, moved, cut short, joined with the next one, or with a word or a letter that is wrong.
fn mutate_line(text: &mut String, random: &mut fastrand::Rng) {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if lines.is_empty() {
        return;
    }
    let at = random.usize(..lines.len());
    let other = random.usize(..lines.len());
    match random.u32(..9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => {
            let half = boundary(&lines[at], lines[at].len() / 2);
            lines[at].truncate(half);
        }
        4 => lines[at] = lines[at].trim_end_matches(['\r', '\n']).to_owned() + " ",
        5 => {
            // A letter of the first word is left out or doubled.
            let letter = lines[at].find(|character: char| character.is_ascii_alphabetic()).unwrap_or(0);
            let letter = boundary(&lines[at], (letter + random.usize(..4)).min(lines[at].len()));
            match lines[at][letter..].chars().next() {
                Some(character) if random.bool() => lines[at].insert(letter, character),
                Some(_) => drop(lines[at].remove(letter)),
                None => {}
            }
        }
        6 => {
            // A number is another one.
            let digit = lines[at].find(|character: char| character.is_ascii_digit());
            let new = char::from(b'0' + random.u8(..10)).to_string();
            if let Some(digit) = digit {
                lines[at].replace_range(digit..=digit, &new);
            }
        }
        7 => {
            let words: Vec<&str> = lines[other].split_whitespace().collect();
            let word = words.get(random.usize(..words.len().max(1))).map_or("", |word| *word).to_owned();
            let end = lines[at].trim_end().len();
            lines[at].insert_str(end, &format!(" {word}"));
        }
        _ => lines.insert(at, "Somebody said: White is alive\n".into()),
    }
    *text = lines.concat();
}

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

/// What a run is asked for.
struct Request {
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
            first_seed: seed.unwrap_or_else(next_seed),
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

/// The record of a seed.
fn record(seed: u64, records: &[String]) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = if random.u8(..4) == 0 {
        let kind = Kind {
            size: random.u8(5..=19),
            moves: random.u32(1..60),
            setup: random.usize(..5),
            annotated: true,
            legal: random.bool(),
        };
        game(seed, kind)
    } else {
        records[random.usize(..records.len())].clone()
    };
    for _ in 0..random.usize(..8) {
        mutate(&mut text, &mut random);
    }
    text
}

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let Request { first_seed, count, until } = Request::from_arguments();
    let records = [laws::examples(), laws::corpus()].concat();
    let (done, failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        loop {
            let nth = done.fetch_add(1, Ordering::SeqCst);
            if nth >= count || Instant::now() >= until || failed.load(Ordering::SeqCst) {
                done.fetch_sub(1, Ordering::SeqCst);
                return;
            }
            let seed = first_seed + nth;
            let text = record(seed, &records);
            if std::panic::catch_unwind(|| hold_laws(&text, &mut fastrand::Rng::with_seed(seed))).is_err() {
                failed.store(true, Ordering::SeqCst);
                eprintln!("a law does not hold for\n{text:?}");
                eprintln!("again: cargo test --test mutations -- --seed {seed}");
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
    eprintln!("{done} records from seed {first_seed}, {made} actions made and {refused} refused");
    let failed = failed.into_inner();
    eprintln!("{} passed, {} failed", u8::from(!failed), u8::from(failed));
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
