//! Corrections of games with one slip of the writer: the right one is among those that are offered, and nearly always
//! the first or second.
//!
//! Of real games more is asked than of random ones, since how people play is part of what ranks corrections.
//! `ISHI_CORRECTIONS=1000` inserts so many slips. The figures are printed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

use ishi_board::{BoardSize, Point};
use ishi_check::check::{Code, FixKind, Severities, check, lazy_fixes};
use ishi_record::syntax::Source;
use ishi_test_support::real;
use ishi_text::apply;

use super::{Game, Played, problems, random_game, real_games};

/// A kind of mistake that a writer makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    /// A point beside the right one, one time in five across.
    Beside,
    /// Two moves in a row exchanged.
    Swapped,
    /// Two moves of one player exchanged.
    SwappedOwn,
    /// Seen from another side of the board, or column and row exchanged.
    Mirrored,
    /// A letter or a digit that looks like the right one.
    LookAlike,
    /// A pass is left out, and the colors go on alternating.
    LostPass,
}

/// Each as often as it stands here.
const SLIPS: [Slip; 10] = [
    Slip::Beside,
    Slip::Swapped,
    Slip::Beside,
    Slip::LookAlike,
    Slip::Beside,
    Slip::Swapped,
    Slip::Beside,
    Slip::Mirrored,
    Slip::SwappedOwn,
    Slip::LostPass,
];

/// Letters and digits that are taken for each other.
const ALIKE: [&str; 9] = ["17", "38", "56", "68", "EF", "CG", "OQ", "MN", "PR"];

fn look_alike(point: Point, size: u8, random: &mut fastrand::Rng) -> Option<Point> {
    let name = point.to_string();
    let at = random.usize(..name.len());
    let character = name[at..].chars().next()?;
    let like = ALIKE.iter().filter(|like| like.contains(character)).flat_map(|like| like.chars());
    let like: Vec<char> = like.filter(|&other| other != character).collect();
    let other = *random.choice(&like)?;
    let other = format!("{}{other}{}", &name[..at], &name[at + 1..]);
    BoardSize::new(u32::from(size))?.points().find(|point| point.to_string() == other)
}

fn other_point(point: Point, slip: Slip, size: u8, random: &mut fastrand::Rng) -> Option<Point> {
    let (column, row, last) = (i16::from(point.column()), i16::from(point.row()), i16::from(size) - 1);
    let one = |random: &mut fastrand::Rng| if random.bool() { 1 } else { -1 };
    let (column, row) = match slip {
        Slip::Beside if random.u8(..5) == 0 => (column + one(random), row + one(random)),
        Slip::Beside if random.bool() => (column + one(random), row),
        Slip::Beside => (column, row + one(random)),
        Slip::Mirrored => match random.u8(..4) {
            0 => (last - column, row),
            1 => (column, last - row),
            2 => (last - column, last - row),
            _ => (row, column),
        },
        _ => return look_alike(point, size, random),
    };
    let inside = |value: i16| u8::try_from(value).ok().filter(|&value| value < size);
    Point::new(inside(column)?, inside(row)?)
}

/// The right text, and the one with the slip.
fn with_slip(game: &Game, slip: Slip, random: &mut fastrand::Rng) -> Option<(String, String)> {
    let (mut right, last) = (game.clone(), game.moves.len() - 1);
    let index = random.usize(1..last - 1);
    let mut wrong = game.clone();
    match slip {
        Slip::Swapped | Slip::SwappedOwn => {
            let other = index + if slip == Slip::Swapped { 1 } else { 2 };
            (wrong.moves[index].point, wrong.moves[other].point) = (game.moves[other].point, game.moves[index].point);
        }
        Slip::LostPass => {
            for (list, point) in points_of_lists(game) {
                right.moves[list].list = point;
            }
            wrong = right.clone();
            let pass = |color| Played { number: 0, color, point: None, list: Vec::new() };
            let color = game.moves[index].color;
            right.moves.splice(index..index, [pass(color), pass(color.opponent())]);
            wrong.moves.insert(index, pass(color));
            wrong.moves[index + 1..].iter_mut().for_each(|played| played.color = played.color.opponent());
            for game in [&mut right, &mut wrong] {
                (1..).zip(&mut game.moves).for_each(|(number, played)| played.number = number);
            }
        }
        _ => {
            let point = game.moves[index].point?;
            wrong.moves[index].point =
                Some(other_point(point, slip, game.size, random).filter(|&other| other != point)?);
        }
    }
    let (right, wrong) = (right.text().0, wrong.text().0);
    (right != wrong).then_some((right, wrong))
}

/// The lists of a game with locations only, since numbers go up where a pass comes before them.
fn points_of_lists(game: &Game) -> Vec<(usize, Vec<String>)> {
    let name = |name: &String| match name.strip_prefix('#').and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => game.moves[number - 1].point.map_or(String::new(), |point| point.to_string()),
        None => name.clone(),
    };
    let lists = game.moves.iter().enumerate().filter(|(_, played)| !played.list.is_empty());
    lists.map(|(index, played)| (index, played.list.iter().map(name).collect())).collect()
}

/// The texts after the corrections of the first contradiction, in their order; `None` if there is none.
fn corrected(text: &str) -> Option<Vec<String>> {
    let codes = [Code::OccupiedPoint, Code::SelfCapture, Code::Ko, Code::WrongPrisoners, Code::MissingPrisoners];
    let found = check(text, &Severities::default());
    let mut first = found.into_iter().find(|found| codes.contains(&found.code))?;
    let source = Source::of_event(text, true);
    let lazy = lazy_fixes(&source, &first);
    first.add_lazy_fixes(lazy);
    let corrections = first.fixes.iter().filter(|fix| fix.kind == FixKind::Correction);
    Some(corrections.map(|fix| apply(text, &fix.edits)).collect())
}

#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    tried: usize,
    first: usize,
    offered: usize,
}

impl Figures {
    fn add(&mut self, place: Option<usize>) {
        self.tried += 1;
        self.first += usize::from(place == Some(0));
        self.offered += usize::from(place.is_some_and(|place| place < 5));
    }
}

/// Whether nothing is wrong in a game, and there is something to contradict.
fn is_fine(game: &Game) -> bool {
    let is_alternating = game.moves.windows(2).all(|two| two[0].color != two[1].color);
    is_alternating && (20..500).contains(&game.moves.len()) && problems(&game.text().0).is_empty()
}

/// Inserts slips until `count` of them contradict the board. There is no such slip in some games, so that the number of
/// rounds through them is limited.
fn figures(games: &[Game], count: usize) -> BTreeMap<Slip, Figures> {
    let mut all: BTreeMap<Slip, Figures> = BTreeMap::new();
    let most = 20 * (count / games.len().max(1) + 1);
    let rounds = (0..most as u64).flat_map(|round| (0..games.len()).map(move |game| (round, game)));
    let mut tried = 0;
    for (round, index) in rounds {
        if tried == count {
            break;
        }
        let slip = SLIPS[(index + round as usize) % SLIPS.len()];
        let mut random = fastrand::Rng::with_seed(index as u64 * 1000 + round);
        let contradicting = (0..20).find_map(|_| {
            let (right, wrong) = with_slip(&games[index], slip, &mut random)?;
            let corrected = corrected(&wrong)?;
            Some((right, wrong, corrected))
        });
        let Some((right, wrong, corrected)) = contradicting else { continue };
        let place = corrected.iter().position(|corrected| *corrected == right);
        if std::env::var("ISHI_CORRECTIONS_SHOWN").is_ok() && place != Some(0) {
            let _ = writeln!(std::io::stderr(), "{slip:?} game {index} round {round}: {place:?}");
            let _ = (|| {
                for (nth, text) in [&right].into_iter().chain(&corrected).enumerate() {
                    let lines = text.lines().zip(wrong.lines()).filter(|(one, other)| one != other).take(2);
                    writeln!(std::io::stderr(), "  {nth}: {:?}", lines.collect::<Vec<_>>())?;
                }
                std::io::Result::Ok(())
            })();
        }
        tried += 1;
        all.entry(slip).or_default().add(place);
    }
    all
}

fn total(figures: &BTreeMap<Slip, Figures>) -> Figures {
    figures.values().fold(Figures::default(), |sum, one| Figures {
        tried: sum.tried + one.tried,
        first: sum.first + one.first,
        offered: sum.offered + one.offered,
    })
}

/// Inserts slips in games, and asserts how many percent of the right corrections are offered at least, and how many
/// come first.
fn hold_figures(what: &str, games: &[Game], least_offered: usize, least_first: usize) {
    let wanted = std::env::var("ISHI_CORRECTIONS").ok().and_then(|count| count.parse().ok());
    let count = wanted.unwrap_or(60);
    // A few games say less than a thousand.
    let slack = if count < 500 { 8 } else { 0 };
    let figures = figures(games, count);
    for (slip, one) in &figures {
        real::say(&format!("{slip:?}: {one:?}"));
    }
    let sum @ Figures { tried, first, offered, .. } = total(&figures);
    real::say(&format!("{what}, {} of them: {sum:?}", games.len()));
    assert_eq!(tried, count, "slips that contradict the board");
    assert!(offered * 100 >= (least_offered - slack) * tried, "{offered} of {tried} offered");
    assert!(first * 100 >= (least_first - slack) * tried, "{first} of {tried} come first");
}

#[test]
fn the_right_correction_of_a_slip_is_offered_in_random_games() {
    let games: Vec<Game> = (1..1000).filter_map(random_game).filter(is_fine).take(40).collect();
    hold_figures("random games", &games, 85, 55);
}

#[test]
fn the_right_correction_of_a_slip_is_offered_in_real_games() {
    let Some(mut games) = real_games() else { return };
    games.retain(is_fine);
    hold_figures("real games", &games, 90, 60);
}

/// Without games there is nothing to insert into, and it ends.
#[test]
fn no_games_have_no_slips() {
    assert!(figures(&[], 60).is_empty());
}

/// However long a record is and however much is wrong with it, an answer takes a limited number of steps.
#[test]
fn corrections_take_a_limited_time() {
    let points = ["D4", "Q16", "D16", "Q4", "K10", "C3", "R17"];
    let mut text = "EVENT x\n".to_owned();
    for number in 1..4000 {
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        let (point, prisoner) = (points[number % 7], (number / 2).max(1));
        let _ = writeln!(text, "{color} {number} {point}\nPRISONER #{prisoner}");
    }
    let start = Instant::now();
    let corrected = corrected(&text);
    let took = start.elapsed();
    assert!(corrected.is_some(), "nothing is wrong");
    assert!(took < Duration::from_secs(30), "it takes {took:?}");
}
