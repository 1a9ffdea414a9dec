//! Laws of the hashes of games and positions, and of the board that plays main lines of any size.

use std::collections::HashMap;

use ishi_archive::{At, Corner, GameIdentity, LineStep, MainLine, PlainBoard, PositionKeys, Target};
use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};
use proptest::prelude::*;

/// A turn of a board by code of its own: whether columns and rows are exchanged, and which of them are then counted
/// from the other end.
type Turn = (bool, bool, bool);

fn turns() -> impl Iterator<Item = Turn> {
    (0..8).map(|bits: u8| (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0))
}

fn turned_sides((exchanged, ..): Turn, (columns, rows): (u8, u8)) -> (u8, u8) {
    if exchanged { (rows, columns) } else { (columns, rows) }
}

fn turned(turn: Turn, sides: (u8, u8), (column, row): At) -> At {
    let (columns, rows) = turned_sides(turn, sides);
    let (column, row) = if turn.0 { (row, column) } else { (column, row) };
    (if turn.1 { columns - 1 - column } else { column }, if turn.2 { rows - 1 - row } else { row })
}

fn turned_line(turn: Turn, swap: bool, line: &MainLine) -> MainLine {
    let color = |color: Color| if swap { color.opponent() } else { color };
    let at = |at: At| turned(turn, line.sides, at);
    let step = |step: &LineStep| match *step {
        LineStep::Play(own, Target::Point(point)) => LineStep::Play(color(own), Target::Point(at(point))),
        LineStep::Play(own, other) => LineStep::Play(color(own), other),
        LineStep::Add(own, point) => LineStep::Add(color(own), at(point)),
        LineStep::Clear => LineStep::Clear,
    };
    MainLine {
        sides: turned_sides(turn, line.sides),
        setup: line.setup.iter().map(|&(own, point)| (color(own), at(point))).collect(),
        steps: line.steps.iter().map(step).collect(),
    }
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// Main lines on boards of any size, with captures: most moves are on a small board.
fn any_line() -> impl Strategy<Value = MainLine> {
    let sides = prop_oneof![3 => (2..6_u8, 2..6_u8), 1 => (2..=52_u8, 2..=52_u8)];
    sides.prop_flat_map(|(columns, rows)| {
        let at = (0..columns, 0..rows);
        let step = prop_oneof![
            20 => (any_color(), at.clone()).prop_map(|(color, at)| LineStep::Play(color, Target::Point(at))),
            1 => any_color().prop_map(|color| LineStep::Play(color, Target::Pass)),
            1 => any_color().prop_map(|color| LineStep::Play(color, Target::Unknown)),
            1 => (any_color(), at.clone()).prop_map(|(color, at)| LineStep::Add(color, at)),
        ];
        let setup = proptest::collection::vec((any_color(), at), 0..4);
        (setup, proptest::collection::vec(step, 0..90)).prop_map(move |(setup, steps)| MainLine {
            sides: (columns, rows),
            setup,
            steps,
        })
    })
}

/// Plays a main line, and returns the keys of its last position with the board.
fn played(line: &MainLine) -> (PlainBoard, PositionKeys) {
    let mut board = PlainBoard::new(line.sides);
    let mut keys = PositionKeys::new(line.sides);
    let setup = line.setup.iter().map(|&(color, at)| LineStep::Add(color, at));
    for step in setup.chain(line.steps.iter().copied()) {
        board.step(step, &mut |color, at| keys.toggle(color, at));
    }
    (board, keys)
}

fn keys_of(board: &PlainBoard, sides: (u8, u8)) -> PositionKeys {
    let mut keys = PositionKeys::new(sides);
    for at in points(sides) {
        if let Some(color) = board.get(at) {
            keys.toggle(color, at);
        }
    }
    keys
}

fn points((columns, rows): (u8, u8)) -> impl Iterator<Item = At> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
}

fn corners(keys: &PositionKeys) -> Vec<u64> {
    let mut corners = Corner::ALL.map(|corner| keys.corner(corner)).to_vec();
    corners.sort_unstable();
    corners
}

proptest! {
    #[test]
    fn a_turned_game_has_the_hashes_of_the_game(line in any_line()) {
        let identity = GameIdentity::of(&line);
        for turn in turns() {
            prop_assert_eq!(GameIdentity::of(&turned_line(turn, false, &line)), identity);
            let swapped = GameIdentity::of(&turned_line(turn, true, &line));
            prop_assert_eq!((swapped.swapped, swapped.hash), (identity.hash, identity.swapped));
            prop_assert_eq!(swapped.signature, identity.signature);
        }
    }

    #[test]
    fn a_turned_position_has_the_keys_of_the_position(line in any_line()) {
        let (board, keys) = played(&line);
        let again = keys_of(&board, line.sides);
        prop_assert_eq!(keys.whole(), again.whole());
        for (turn, swap) in turns().flat_map(|turn| [(turn, false), (turn, true)]) {
            let (_, other) = played(&turned_line(turn, swap, &line));
            prop_assert_eq!(other.whole(), keys.whole());
            prop_assert_eq!(corners(&other), corners(&keys));
        }
    }

    /// The board for any size plays as the board of records does.
    #[test]
    fn a_square_board_plays_as_that_of_records(
        side in 2..7_u8,
        moves in proptest::collection::vec((any_color(), 0..36_u8), 0..120),
    ) {
        let mut plain = PlainBoard::new((side, side));
        let mut board = Board::new(BoardSize::new(u32::from(side)).unwrap());
        for (number, (color, cell)) in moves.into_iter().enumerate() {
            let at = (cell % side, cell / side % side);
            let captured = plain.step(LineStep::Play(color, Target::Point(at)), &mut |_, _| {});
            let point = Point::new(at.0, at.1).unwrap();
            board.play(Stone { point, color, origin: Origin(number as u32) });
            let outcome = board.outcome();
            prop_assert_eq!(captured, outcome.captured.len() + outcome.self_captured.len());
            for at in points((side, side)) {
                let stone = board.get(Point::new(at.0, at.1).unwrap()).map(|stone| stone.color);
                prop_assert_eq!(plain.get(at), stone, "{:?}", at);
            }
        }
    }
}

/// A position of 5×5 in 50 bits.
fn packed(cells: &[Option<Color>; 25], turn: Turn, swap: bool) -> u64 {
    let mut packed = 0;
    for at in points((5, 5)) {
        let (column, row) = turned(turn, (5, 5), at);
        let number = match cells[usize::from(at.1) * 5 + usize::from(at.0)] {
            None => 0,
            Some(color) => 1 + u64::from((color == Color::White) != swap),
        };
        packed |= number << (2 * (row * 5 + column));
    }
    packed
}

/// The least of the positions that a position can be turned into, with the colors as they are and exchanged.
fn least_form(cells: &[Option<Color>; 25]) -> u64 {
    turns().flat_map(|turn| [packed(cells, turn, false), packed(cells, turn, true)]).min().unwrap()
}

/// No two of a million positions that differ have one key, but for those that can be turned into each other. Each
/// position differs from the one before in one point.
#[test]
fn different_positions_have_different_keys() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen: HashMap<u64, [Option<Color>; 25]> = HashMap::new();
    let all: Vec<(u8, u8)> = points((5, 5)).collect();
    let mut cells = [None; 25];
    let mut keys = PositionKeys::new((5, 5));
    for _ in 0..1_000_000 {
        let place = random.usize(..25);
        let others = match cells[place] {
            None => [Some(Color::Black), Some(Color::White)],
            Some(Color::Black) => [None, Some(Color::White)],
            Some(Color::White) => [None, Some(Color::Black)],
        };
        let now = others[random.usize(..2)];
        for color in [std::mem::replace(&mut cells[place], now), now].into_iter().flatten() {
            keys.toggle(color, all[place]);
        }
        let first = *seen.entry(keys.whole()).or_insert(cells);
        assert!(first == cells || least_form(&first) == least_form(&cells), "{first:?}\n{cells:?}");
    }
    assert!(seen.len() > 900_000, "{}", seen.len());
}

/// The hashes are part of the tables: a change to one has to increase the version.
#[test]
fn the_hashes_of_version_1() {
    let steps = [(Color::Black, (3, 3)), (Color::White, (15, 16)), (Color::Black, (2, 15))];
    let steps = steps.map(|(color, at)| LineStep::Play(color, Target::Point(at))).to_vec();
    let line = MainLine { sides: (19, 19), setup: vec![(Color::White, (9, 9))], steps };
    let GameIdentity { hash, swapped, .. } = GameIdentity::of(&line);
    assert_eq!([hash, swapped], [0x1a6d_0f63_11b5_266e, 0x0b7a_fdc9_3e5f_0f40]);
    let keys = played(&line).1;
    assert_eq!(keys.whole(), 0x05ad_70ca_40e8_b126);
    let expected = [0x061e_83de_3ca7_77a3, 0xa6db_cf4d_b906_fe14, 0xa903_cf05_5af3_dffa, 0xb037_c8a3_4211_fb26];
    assert_eq!(corners(&keys), expected);
    assert_eq!(ishi_archive::HASH_VERSION, 1);
}
