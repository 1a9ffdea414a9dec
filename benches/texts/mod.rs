//! The records that are measured with.

#![allow(dead_code, reason = "not every benchmark uses each of them")]

use std::fmt::Write;

use ishi_test_support::games;

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

/// Two games of about 5 KB, and the same with seven mistakes in them.
pub(crate) fn mistakes() -> [String; 2] {
    let right = [game(7, 180), game(8, 180)];
    let [mut first, mut second] = right.each_ref().map(|game| Mistaken::of(game));
    first.insert_after(31, "FOOBAR 31");
    first.replace(61, "B 61 I5");
    // Both the number and the point are taken.
    let taken = first.location(88);
    first.insert_after(91, &format!("W 91 {taken}"));
    second.insert_after(40, "PRISONER A1 T19");
    second.insert_after(121, "B 122");
    second.insert_after(131, "ENDVAR");
    second.insert_after(141, "MARK zzz@Q99");
    [right.concat(), first.text() + &second.text()]
}

/// A game in which mistakes are made, by the numbers of its main line.
struct Mistaken {
    lines: Vec<String>,
    /// The line of each move, from move 1 on.
    moves: Vec<usize>,
}

impl Mistaken {
    fn of(game: &str) -> Self {
        let event = ishi_record::record::read(&ishi_record::syntax::Source::of_event(game, true)).event;
        let moves = event.moves_of(ishi_record::record::SequenceId(0)).map(|id| event[id].line as usize).collect();
        Self { lines: game.lines().map(str::to_owned).collect(), moves }
    }

    fn location(&self, number: usize) -> String {
        self.lines[self.moves[number - 1]].split(' ').next_back().expect("a location").to_owned()
    }

    fn replace(&mut self, number: usize, line: &str) {
        line.clone_into(&mut self.lines[self.moves[number - 1]]);
    }

    /// Adds a line after a move, before its data.
    fn insert_after(&mut self, number: usize, line: &str) {
        let at = self.moves[number - 1] + 1;
        self.lines.insert(at, line.to_owned());
        self.moves.iter_mut().filter(|found| **found >= at).for_each(|found| *found += 1);
    }

    fn text(&self) -> String {
        self.lines.join("\r\n") + "\r\n"
    }
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

/// One game in SGF with this many nodes in variations, as in a dictionary of joseki: now and then labels and a comment.
pub(crate) fn dictionary(nodes: u32) -> String {
    const SIZE: u32 = 19;
    let mut random = fastrand::Rng::with_seed(7);
    let mut text = "(;FF[4]GM[1]SZ[19]GN[Joseki]".to_owned();
    // The points of the moves up to here, and where in the text each variation is that is still open.
    let (mut path, mut open): (Vec<u32>, Vec<usize>) = (Vec::new(), Vec::new());
    for node in 0..nodes {
        // Each variation has one beside it.
        if path.len() > 40 || !open.is_empty() && path.len() > open[open.len() - 1] + 4 && random.u8(..4) == 0 {
            if let Some(start) = open.pop() {
                path.truncate(start);
                text.push_str(")\n(");
                open.push(start);
            }
            if open.len() > 1 && random.bool() {
                text.truncate(text.len() - 2);
                open.pop();
                let start = open[open.len() - 1];
                path.truncate(start);
                text.push_str(")\n(");
            }
        } else if path.len() < 36 && random.u8(..6) == 0 {
            text.push_str("\n(");
            open.push(path.len());
        }
        let point = std::iter::repeat_with(|| random.u32(..SIZE * SIZE)).find(|point| !path.contains(point));
        path.extend(point);
        let color = if path.len() % 2 == 1 { 'B' } else { 'W' };
        let letter = |line: u32| char::from(b'a' + line as u8);
        let at = point.map_or(String::new(), |point| [letter(point % SIZE), letter(point / SIZE)].iter().collect());
        let _ = write!(text, ";{color}[{at}]");
        match node % 8 {
            0 => text.push_str("C[This is played where Black wants to live in the corner, and no more.]"),
            3 => text.push_str("LB[cc:A][dd:B]"),
            _ => {}
        }
    }
    text.push_str(&")".repeat(open.len() + 1));
    text
}
