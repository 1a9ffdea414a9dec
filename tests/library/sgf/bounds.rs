//! Few bytes that name many points: work and memory are bounded by the text and the points of the board.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use ishi_check::check::Severities;
use ishi_convert::convert::{Ishi, to_ishi};
use ishi_ide::document::{Document, Format};
use ishi_position::{ColumnUnit, Position};
use ishi_sgf::parse;
use ishi_test_support::laws::convert::hold_for_sgf;

/// The properties that list points, and some that name them in another way.
const LISTS: [&str; 17] =
    ["AB", "AW", "AE", "TR", "SQ", "MA", "CR", "L", "M", "SL", "DD", "VW", "TB", "TW", "LB", "AR", "LN"];

fn record(text: &str) -> Ishi {
    to_ishi(&parse(text), None)
}

/// How long a record may be that says what a few nodes of these bytes do: each value stands in a block, and each point
/// once in a line of each kind.
fn most(text: &str) -> usize {
    2 * text.len() + 16 * 361
}

#[test]
fn rectangles_that_overlap_are_listed_once() {
    for name in LISTS {
        for value in ["[aa:ss]", "[aa:sr]", "[ss:aa]", "[aa:ss][bb:rr][cc]", "[aa:ss:x]", "[ab:b]"] {
            let in_one = format!("{name}{}", value.repeat(400));
            let in_many = format!("{name}{value}").repeat(400);
            for node in ["", ";", ";B[dd]"] {
                for list in [&in_one, &in_many] {
                    let text = format!("(;FF[4]GM[1]{node}{list})");
                    let Ishi { text: lines, unread, .. } = record(&text);
                    assert!(lines.len() <= most(&text), "{name} {value} {node}: {} of {}", lines.len(), text.len());
                    assert!(unread.is_empty(), "{name} {value} {node}");
                }
            }
            hold_for_sgf(format!("(;FF[4]GM[1];B[dd]{name}{};W[pp])", value.repeat(20)).as_bytes());
        }
    }
    let text = format!("(;FF[4]GM[1]{})", "AB[aa:ss]AW[aa:ss]AE[bb:rr]TR[aa:ss]MA[aa:ss]".repeat(300));
    assert!(record(&text).text.len() <= most(&text));
}

/// A point in several rectangles has the stone of the last one, as where each is written out.
#[test]
fn of_several_stones_on_a_point_the_last_counts() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..300 {
        let (mut short, mut long) = (String::from("(;SZ[9]"), String::from("(;SZ[9]"));
        for _ in 0..random.usize(1..6) {
            let name = random.choice(["AB", "AW"]).expect("a name");
            short += name;
            long += name;
            for _ in 0..random.usize(1..4) {
                let [one, other] = [(); 2].map(|()| (random.u8(0..9), random.u8(0..9)));
                let letter = |line: u8| char::from(b'a' + line);
                let point = |(column, row)| format!("{}{}", letter(column), letter(row));
                let _ = write!(short, "[{}:{}]", point(one), point(other));
                for row in one.1.min(other.1)..=one.1.max(other.1) {
                    for column in one.0.min(other.0)..=one.0.max(other.0) {
                        let _ = write!(long, "[{}]", point((column, row)));
                    }
                }
            }
        }
        assert_eq!(stones(&format!("{short})")), stones(&format!("{long})")), "{short})");
    }
}

/// The stones of the SETUP lines of a game.
fn stones(text: &str) -> HashMap<String, char> {
    let mut stones = HashMap::new();
    for line in record(text).text.lines().filter_map(|line| line.strip_prefix("SETUP ")) {
        let mut color = ' ';
        for word in line.split(' ') {
            match word {
                "B" | "W" => color = word.chars().next().expect("a letter"),
                at => drop(stones.insert(at.to_owned(), color)),
            }
        }
    }
    stones
}

/// Games whose lines would be many times as long are kept as they are.
#[test]
fn a_record_is_not_many_times_as_long_as_its_game() {
    let often = |node: &str, times: usize| format!("(;FF[4]GM[1]{})", node.repeat(times));
    for text in [
        often(";TR[aa:ss]", 3000),
        often(";B[aa]MA[aa:ss]", 3000),
        often("(;AB[aa:ss])", 3000),
        often(";AB[aa:ss]AE[aa:ss]B[aa]", 2000),
        format!("(;FF[4]GM[1]AB[aa:rs]{})", ";AW[sa]B[sb]".repeat(3000)),
    ] {
        let Ishi { text: lines, unread, losses, .. } = record(&text);
        assert_eq!(unread.len(), 1, "{}", &text[..40]);
        assert!(lines.len() < text.len() + text.len() / 4 + 200, "{}: {} bytes", &text[..40], lines.len());
        assert!(losses.iter().any(|loss| loss.why == unread[0].1), "{}", &text[..40]);
    }
    for text in [often(";TR[aa:ss]", 2), often(";AB[aa:ss]AE[aa:ss]B[aa]", 2), often(";", 3000), often("(;)", 3000)] {
        assert!(record(&text).unread.is_empty(), "{}", &text[..30]);
        hold_for_sgf(text.as_bytes());
    }
    hold_for_sgf(often(";TR[aa:ss]", 30).as_bytes());
    // Other games of the collection are read.
    let text = format!("(;GM[1];B[pd]){}(;GM[1];B[dd])", often(";TR[aa:ss]", 30));
    let Ishi { text: lines, unread, .. } = record(&text);
    assert_eq!(unread.len(), 1);
    assert!(lines.contains("B 1 Q16") && lines.contains("B 1 D16"), "{lines}");
    hold_for_sgf(text.as_bytes());
}

/// Whether a game is kept as it is depends on its text, and not on how the text came about.
#[test]
fn an_edit_makes_a_game_too_long_and_short_enough_again() {
    let (unit, severities) = (ColumnUnit::Utf8, Arc::new(Severities::default()));
    let start = "(;FF[4]GM[1](;B[aa](;W[bb])(;W[cc]))(;B[dd]))";
    let mut document = Document::of_format(start, Format::Sgf, Arc::clone(&severities));
    let mut text = start.to_owned();
    let at = Position::new(0, 12);
    let node = ";MA[aa:ss]";
    let mut was_long = Vec::new();
    for nth in 0..16 {
        if nth < 8 {
            document.edit(at, at, unit, node).expect("a place");
            text.insert_str(12, node);
        } else {
            document.edit(at, Position::new(0, 12 + node.len() as u32), unit, "").expect("a place");
            text.replace_range(12..12 + node.len(), "");
        }
        let fresh = Document::of_format(&text, Format::Sgf, Arc::clone(&severities));
        assert!(document.version().content() == fresh.version().content(), "{text}");
        was_long.push(!record(&text).unread.is_empty());
    }
    assert!(was_long.contains(&true) && !was_long[0] && !was_long[15], "{was_long:?}");
}
