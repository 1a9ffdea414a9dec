//! Records with random damage: the same record for the same seed.

use crate::games::{Kind, game};
use crate::laws::PIECES;

/// The record of a seed: one of these or a random one, with some damage.
pub fn record(seed: u64, records: &[String]) -> String {
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
