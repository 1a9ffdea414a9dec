//! Copies that are made of random games are found, and nothing else is.

use std::collections::BTreeSet;

use ishi_archive::duplicates::{ComparedGame, Kind, Orientation, duplicates, merge};
use ishi_archive::{ArchiveText, At, pieces};
use ishi_board::{Color, Symmetry};
use ishi_check::rewrite::{Original, swap_colors, transform};
use ishi_test_support::games;
use ishi_text::apply;

/// A move; none for a pass.
type Move = (Color, Option<At>);

const SIDE: u8 = 19;

/// A game of moves on empty points, without captures: what matters is that the moves are those of no other game.
fn random_game(random: &mut fastrand::Rng, length: usize) -> Vec<Move> {
    let mut points: Vec<At> = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (column, row))).collect();
    random.shuffle(&mut points);
    let colors = [Color::Black, Color::White].into_iter().cycle();
    colors.zip(points.into_iter().map(Some)).take(length).collect()
}

/// Turns a game by code of its own.
fn turned(game: &[Move], turn: u8, swap: bool) -> Vec<Move> {
    let turned = |(column, row): At| {
        let (column, row) = if turn & 1 > 0 { (row, column) } else { (column, row) };
        (if turn & 2 > 0 { SIDE - 1 - column } else { column }, if turn & 4 > 0 { SIDE - 1 - row } else { row })
    };
    let color = |color: Color| if swap { color.opponent() } else { color };
    game.iter().map(|&(own, at)| (color(own), at.map(turned))).collect()
}

fn sgf(game: &[Move], comment: &str) -> String {
    let letter = |line: u8| char::from(b'a' + line);
    let node = |&(color, at): &Move| {
        let at = at.map_or(String::new(), |(column, row)| format!("{}{}", letter(column), letter(SIDE - 1 - row)));
        format!(";{}[{at}]", if color == Color::Black { "B" } else { "W" })
    };
    format!("(;GM[1]FF[4]SZ[19]C[{comment}]{})\n", game.iter().map(node).collect::<String>())
}

fn compared(text: &str) -> Vec<ComparedGame> {
    pieces(ArchiveText::Sgf(text)).map(|piece| piece.read(|game| ComparedGame::of(game.unwrap()))).collect()
}

/// Changes some moves to points that are not played on, leaves some out, and puts some in.
fn slipped(random: &mut fastrand::Rng, game: &[Move], slips: usize) -> Vec<Move> {
    let mut copy = game.to_vec();
    for _ in 0..slips {
        let at = random.usize(..copy.len() - 1);
        let played: BTreeSet<At> = copy.iter().filter_map(|&(_, at)| at).collect();
        let free = std::iter::repeat_with(|| (random.u8(..SIDE), random.u8(..SIDE))).find(|at| !played.contains(at));
        match random.u8(..4) {
            0 => drop(copy.remove(at)),
            1 => copy.insert(at, (copy[at].0, free)),
            _ => copy[at].1 = free,
        }
    }
    copy
}

#[test]
fn planted_copies_are_found_and_nothing_else() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut text = String::new();
    let mut planted = BTreeSet::new();
    for game in 0..240 {
        let length = random.usize(60..260);
        let original = random_game(&mut random, length);
        let (turn, swap) = (random.u8(..8), random.bool());
        let (kind, copy) = match game % 4 {
            0 => (None, random_game(&mut random, length)),
            1 if turn == 0 && !swap => (Some(Kind::Same), original.clone()),
            1 => (Some(Kind::Turned), turned(&original, turn, swap)),
            2 => {
                let end = random.usize(30..length);
                (Some(Kind::Contained), turned(&original[..end], turn, swap))
            }
            _ => {
                let slips = random.usize(1..=3);
                let copy = slipped(&mut random, &original, slips);
                (Some(Kind::Slips), turned(&copy, turn, swap))
            }
        };
        planted.extend(kind.map(|kind| (2 * game, kind)));
        text += &sgf(&original, "");
        text += &sgf(&copy, "");
    }
    let games = compared(&text);
    let mut found = BTreeSet::new();
    for group in duplicates(&games) {
        assert_eq!(group.games.len(), 2);
        // That which has more moves is the first.
        assert_eq!(group.games.iter().min().unwrap() + 1, *group.games.iter().max().unwrap());
        assert_eq!(group.differences.is_empty(), group.kind != Kind::Slips);
        assert!(group.differences.len() <= 3);
        found.insert((*group.games.iter().min().unwrap(), group.kind));
    }
    assert_eq!(found, planted);
}

#[test]
fn a_copy_says_how_it_is_turned_and_what_differs() {
    let mut random = fastrand::Rng::with_seed(1);
    let game = random_game(&mut random, 80);
    let mut copy = game.clone();
    // A stone stands there already.
    copy[49].1 = copy[10].1;
    let copy = turned(&copy, 2, true);
    let found = duplicates(&compared(&(sgf(&game, "") + &sgf(&copy, ""))));
    let [group] = &found[..] else { panic!("{found:?}") };
    assert_eq!(group.kind, Kind::Slips);
    assert_eq!(group.orientation, Orientation { symmetry: Symmetry::MirrorLeftRight, swapped: true });
    let [difference] = group.differences[..] else { panic!("{found:?}") };
    let [first, second] = difference.moves.map(Option::unwrap);
    let index = |game: usize| usize::from(group.games[game] == 1);
    assert_eq!((first.number, second.number), (50, 50));
    assert_eq!(difference.right.map(|game| group.games[game]), Some(0));
    let right = [first, second][index(0)];
    assert_eq!(format!("{:?}", right.target), format!("{:?}", game[49].1.map(ishi_archive::Target::Point).unwrap()));
}

#[test]
fn the_game_with_more_comments_is_the_first() {
    let mut random = fastrand::Rng::with_seed(1);
    let game = random_game(&mut random, 5);
    let text = sgf(&game, "") + &sgf(&game, "one") + &sgf(&game, "one") + &sgf(&game, "two");
    let groups: Vec<(Kind, Vec<usize>)> =
        duplicates(&compared(&text)).into_iter().map(|group| (group.kind, group.games)).collect();
    assert_eq!(groups, [(Kind::Same, vec![1, 2, 3]), (Kind::Contained, vec![1, 0])]);
}

#[test]
fn a_beginning_of_two_games_is_contained_in_both() {
    let mut random = fastrand::Rng::with_seed(3);
    let long = random_game(&mut random, 120);
    let beginning = &long[..60];
    // It goes on with the same stones in another order.
    let other: Vec<Move> = beginning.iter().chain(long[60..110].iter().rev()).copied().collect();
    let games = compared(&(sgf(beginning, "") + &sgf(&other, "") + &sgf(&long, "")));
    let found = duplicates(&games);
    let groups: Vec<_> = found.iter().map(|group| (group.kind, group.games.clone())).collect();
    assert_eq!(groups, [(Kind::Contained, vec![1, 0]), (Kind::Contained, vec![2, 0])]);
}

#[test]
fn a_game_is_merged_with_a_turned_copy_of_itself() {
    for seed in 0..60 {
        let kind = games::Kind { size: 9 + (seed % 11) as u8, moves: 60, setup: 3, annotated: true, legal: true };
        let text = games::game(seed, kind);
        let symmetry = Symmetry::ALL[seed as usize % 8];
        let swapped = seed % 3 == 0;
        let mut copy = apply(&text, &transform(&Original::read(&text, true), symmetry).unwrap());
        if swapped {
            copy = apply(&copy, &swap_colors(&Original::read(&copy, true)).unwrap());
        }
        let games = [&text, &copy].map(|text| pieces(ArchiveText::Record(text)).next().unwrap());
        let merged = merge(&games[0], &games[1]).unwrap();
        assert_eq!(merged.text, text);
        assert_eq!(merged.orientation.swapped, swapped);
        assert_eq!(merged.contradictions, []);
    }
}

/// Without a bound on the number of comparisons this would take minutes.
#[test]
fn many_games_with_one_opening_are_bounded() {
    let mut random = fastrand::Rng::with_seed(3);
    let opening = random_game(&mut random, 24);
    let mut text = String::new();
    for _ in 0..1500 {
        let mut game = opening.clone();
        game.extend(random_game(&mut random, 40));
        text += &sgf(&game, "");
    }
    assert_eq!(duplicates(&compared(&text)), []);
}

#[test]
fn an_empty_game_is_no_copy() {
    let text = "(;GM[1]SZ[19]PB[Ada])\n(;GM[1]SZ[19]PB[Ben])\n(;GM[1]SZ[9];B[aa])\n(;GM[1]SZ[19];B[aa])\n";
    assert_eq!(duplicates(&compared(text)), []);
}
