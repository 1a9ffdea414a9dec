//! The records that are measured with.

#![allow(dead_code, reason = "not every benchmark uses each of them")]

#[path = "../../tests/games/mod.rs"]
mod games;

use std::fmt::Write;

/// A legal game as people record it: prisoners, and now and then marks, a comment, a variation.
pub(crate) fn game(seed: u64, moves: u32) -> String {
    games::game(seed, games::Kind { size: 19, moves, setup: 0, annotated: true, legal: true })
}

pub(crate) fn many_games(bytes: usize) -> String {
    let games: Vec<String> = (0..100).map(|seed| game(seed, 250)).collect();
    let mut text = String::with_capacity(bytes + 8192);
    for seed in 0.. {
        if text.len() >= bytes {
            break;
        }
        // Playing takes longer than all that is measured, so a hundred games come again and again.
        text.push_str(&games[seed % games.len()]);
        text.push_str("\r\n");
    }
    text
}

/// One event of passes, each with a whole game as its variation.
pub(crate) fn one_event(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 8192);
    let game = game(7, 250);
    let moves = game.lines().skip_while(|line| !line.starts_with("B ")).collect::<Vec<_>>().join("\r\n");
    for number in 1.. {
        if text.len() >= bytes {
            break;
        }
        text += &["B ", &number.to_string(), " PASS\r\nVAR\r\n", &moves, "\r\nENDVAR\r\n"].concat();
    }
    text
}

/// One event with this many moves, in variations that are nested as deep as a person could bear, and that all the same
/// have something to say.
pub(crate) fn nested(moves: u32) -> String {
    const DEPTH: u32 = 50;
    let mut text = "EVENT nested\r\n".to_owned();
    let point = |number: u32| {
        let (column, row) = (number % 19, number / 19 % 19);
        format!("{}{}", char::from(b"ABCDEFGHJKLMNOPQRST"[column as usize]), row + 1)
    };
    let mut number = 0;
    for _ in 0..moves / (4 * DEPTH) {
        for level in 0..DEPTH {
            let indent = " ".repeat(level as usize);
            for step in 1..=4 {
                let color = if (number + step) % 2 == 1 { 'B' } else { 'W' };
                let _ =
                    write!(text, "{indent}{color} {} {}\r\n", number + step, point((number + step) * 7 + level * 31));
            }
            let _ = write!(text, "{indent}MARK #{}\r\n{indent}VAR\r\n", number + 4);
            number += 3;
        }
        for level in (0..DEPTH).rev() {
            let _ = write!(text, "{}ENDVAR\r\n", " ".repeat(level as usize));
            number -= 3;
        }
        number += 4;
    }
    text
}
