//! Laws of every change, tried with random games.

use ishi_board::Color;
use ishi_check::rewrite::{
    Error, Original, VariationNumbering, delete, demote, move_down, move_up, promote, renumber, renumber_from,
    set_number, turn_rest,
};
use ishi_record::format::{Options, format};
use ishi_record::record::{Event, read};
use ishi_record::syntax::{Following, Reader};
use ishi_test_support::games::{Kind, game};
use ishi_test_support::laws::essence::{Essence, essence, paths};
use ishi_text::{Edit, apply};

pub(crate) const GAMES: u64 = 150;

/// An annotated game, indented, with remarks on some of its moves.
pub(crate) fn record(seed: u64) -> String {
    let size = 5 + (seed % 15) as u8;
    let moves = 20 + (seed % 60) as u32;
    let text = game(seed, Kind { size, moves, setup: 4, annotated: true, legal: true });
    let text = apply(&text, &format(&text, &Options::default()));
    let mut random = fastrand::Rng::with_seed(seed);
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let word = line.trim_start();
        let is_remarkable = ["B ", "W ", "DIAGRAM"].iter().any(|keyword| word.starts_with(keyword));
        if is_remarkable && random.u8(..15) == 0 {
            out.extend(["REMARK see ", word.trim(), "\r\n"]);
        }
        if word.starts_with("VAR") && random.u8(..4) == 0 {
            out += "\r\n";
        }
        out += line;
    }
    out
}

pub(crate) fn event(text: &str) -> Event {
    read(&Reader::new(text, Following::NOTHING).next().expect("an event")).event
}

/// Random lines of a record.
pub(crate) fn lines(text: &str, seed: u64) -> Vec<u32> {
    let mut random = fastrand::Rng::with_seed(seed);
    let count = text.lines().count() as u32;
    (0..8).map(|_| random.u32(..count)).collect()
}

type Change = fn(&Original<'_>, u32) -> Result<Vec<Edit>, Error>;

/// Makes a change at several places of many games, and checks the result. Gives how often it was made.
fn everywhere(change: Change, look: impl Fn(&str, &str, u32)) -> usize {
    let mut made = 0;
    for seed in 0..GAMES {
        let text = record(seed);
        for line in lines(&text, seed) {
            if let Ok(edits) = change(&Original::read(&text, true), line) {
                assert!(edits.windows(2).all(|pair| pair[0].span.end < pair[1].span.start), "{edits:?}");
                let new = apply(&text, &edits);
                look(&text, &new, line);
                made += 1;
            }
        }
    }
    made
}

fn assert_same(old: &str, new: &str, line: u32) {
    let (before, after) = (essence(old), essence(new));
    let only = |one: &Essence, other: &Essence| -> Vec<String> {
        one.iter()
            .filter(|(what, count)| other.get(*what) != Some(count))
            .map(|(what, count)| format!("{count} x {what}"))
            .collect()
    };
    assert!(
        before == after,
        "line {line}\nlost {:#?}\nfound {:#?}\n{old}\n-----\n{new}",
        only(&before, &after),
        only(&after, &before)
    );
}

/// The paths of the moves of the main line.
fn main_line(text: &str) -> Vec<u64> {
    let event = event(text);
    let paths = paths(&event);
    event.moves.iter().zip(paths).filter(|(found, _)| found.sequence.0 == 0).map(|(_, path)| path).collect()
}

#[test]
fn promoting_keeps_everything_and_makes_the_main_line() {
    let made = everywhere(promote, |old, new, line| {
        assert_same(old, new, line);
        let before = event(old);
        let paths = paths(&before);
        let source = Reader::new(old, Following::NOTHING).next().expect("an event");
        let _ = source;
        // The innermost variation around the line, and its moves.
        let inner = before
            .sequences
            .iter()
            .enumerate()
            .skip(1)
            .rfind(|(_, sequence)| sequence.line <= Some(line) && Some(line) <= sequence.end)
            .expect("a variation");
        let own = before.moves.iter().zip(paths).filter(|(found, _)| found.sequence.0 as usize == inner.0);
        let main = main_line(new);
        assert!(own.clone().all(|(_, path)| main.contains(&path)), "{old}\n-----\n{new}");
        assert!(
            ishi_check::check::check(new, &ishi_check::check::Severities::default())
                .iter()
                .all(|found| found.severity < ishi_check::check::Severity::Warning),
            "{new}"
        );
    });
    assert!(made > 200, "{made}");
}

#[test]
fn demoting_keeps_everything() {
    assert!(
        everywhere(demote, |old, new, line| {
            assert_same(old, new, line);
            assert_ne!(main_line(old).len() + main_line(new).len(), 0);
        }) > 50
    );
}

#[test]
fn variations_that_change_places_keep_everything_and_change_back() {
    let made = everywhere(move_down, |old, new, line| {
        assert_same(old, new, line);
        assert_eq!(main_line(old), main_line(new));
    });
    assert!(made > 30, "{made}");
    assert!(everywhere(move_up, assert_same) > 30);
}

#[test]
fn turning_the_rest_keeps_everything_and_repeats_the_move() {
    let made = everywhere(turn_rest, |old, new, line| {
        let (before, after) = (essence(old), essence(new));
        let more: Vec<_> = after.iter().filter(|(what, count)| before.get(*what) != Some(count)).collect();
        let less: Vec<_> = before.iter().filter(|(what, _)| !after.contains_key(*what)).collect();
        // The move is said once more, with what it takes.
        let list = std::mem::discriminant(&ishi_record::record::DatumKind::Prisoner(0..0));
        let is_taken = |what: &str| what.contains(&format!("{list:?}"));
        let repeated = more.iter().filter(|(what, _)| !is_taken(what)).count();
        assert!(repeated == 1 && less.is_empty(), "line {line}: {more:#?} {less:#?}\n{old}\n-----\n{new}");
        assert!(main_line(old).starts_with(&main_line(new)));
    });
    assert!(made > 300, "{made}");
}

#[test]
fn deleting_takes_only_what_is_in_the_variation() {
    let made = everywhere(delete, |old, new, _| {
        let (before, after) = (essence(old), essence(new));
        assert!(after.iter().all(|(what, count)| before.get(what).is_some_and(|had| had >= count)));
        assert!(before != after);
        assert_eq!(main_line(old), main_line(new));
    });
    assert!(made > 200, "{made}");
}

#[test]
fn renumbering_keeps_everything_but_numbers() {
    for numbering in [VariationNumbering::FromOne, VariationNumbering::GoingOn] {
        let change: Change = match numbering {
            VariationNumbering::FromOne => |original, _| renumber(original, VariationNumbering::FromOne),
            VariationNumbering::GoingOn => |original, _| renumber(original, VariationNumbering::GoingOn),
        };
        let mut refused = 0;
        for seed in 0..GAMES {
            let text = record(seed);
            match change(&Original::read(&text, true), 0) {
                Ok(edits) => {
                    let new = apply(&text, &edits);
                    assert_same(&text, &new, 0);
                    let event = event(&new);
                    for (sequence, id) in event.sequences.iter().zip((0..).map(ishi_record::record::SequenceId)).skip(1)
                    {
                        let Some(ishi_record::record::Step::Move(first)) = event.steps(id).first() else { continue };
                        let replaced = &event[sequence.replaces.expect("a move")];
                        let wanted = match numbering {
                            VariationNumbering::FromOne => std::num::NonZeroU32::new(1),
                            VariationNumbering::GoingOn => replaced.number,
                        };
                        assert_eq!(event[*first].number, wanted);
                    }
                    if numbering == VariationNumbering::GoingOn {
                        // The games are written in this way.
                        assert_eq!(new, text);
                    }
                }
                Err(_) => refused += 1,
            }
        }
        assert!(refused < GAMES / 4, "{refused}");
    }
    assert!(everywhere(renumber_from, |old, new, _| assert_eq!(old, new)) > 500, "the games have no gaps");
}

#[test]
fn going_on_is_the_way_back_from_one() {
    for seed in 0..GAMES {
        let text = record(seed);
        let Ok(edits) = renumber(&Original::read(&text, true), VariationNumbering::FromOne) else { continue };
        let new = apply(&text, &edits);
        let edits = renumber(&Original::read(&new, true), VariationNumbering::GoingOn).expect("the way back");
        assert_same(&text, &apply(&new, &edits), 0);
    }
}

#[test]
fn a_number_changes_alone() {
    fn change(original: &Original<'_>, line: u32) -> Result<Vec<Edit>, Error> {
        set_number(original, line, 1000)
    }
    let made = everywhere(change, |old, new, line| {
        assert_same(old, new, line);
        let (before, after) = (event(old), event(new));
        let changed: Vec<_> = before.moves.iter().zip(&after.moves).filter(|(one, other)| one != other).collect();
        let [(one, other)] = changed[..] else { panic!("one move: {changed:?}") };
        assert_eq!((one.line, other.number), (line, std::num::NonZeroU32::new(1000)));
        let _ = Color::Black;
    });
    assert!(made > 300, "{made}");
}
