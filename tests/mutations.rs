//! Bad input: random mutations of the examples, for which every law about texts has to hold.
//!
//! Without arguments it tries a few thousand, so that it runs with all the other tests. `-- --count N` and
//! `-- --seconds N` set how many and for how long at least; what fails is printed with its seed.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a test reads its own files and the clock that bounds it, and reports"
)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use laws::PIECES;

mod laws;

/// What takes a server each time, or no text.
const SLOW: [&str; 2] = ["frames", "server"];

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
    let examples = laws::examples();
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
