//! How stones are put on a board, captured, and taken back.

use std::collections::BTreeMap;

use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};
use proptest::prelude::*;

/// A position, row by row from the top: `X` is black, `O` white, `.` empty.
fn board(rows: &str) -> Board {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let mut board = Board::new(BoardSize::new(rows.len() as u32).unwrap());
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, letter) in text.chars().enumerate() {
            let point = Point::new(column as u8, row as u8).unwrap();
            match letter {
                'X' => board.add(Stone { point, color: Color::Black, origin: Origin(0) }),
                'O' => board.add(Stone { point, color: Color::White, origin: Origin(0) }),
                _ => {}
            }
        }
    }
    board
}

fn show(board: &Board) -> String {
    let size = board.size().get();
    let letter = |column, row| match board.get(Point::new(column, row).unwrap()) {
        Some(Stone { color: Color::Black, .. }) => 'X',
        Some(_) => 'O',
        None => '.',
    };
    let row = |row| (0..size).map(|column| letter(column, row)).collect::<String>();
    (0..size).rev().map(row).collect::<Vec<_>>().join(" ")
}

fn stone(color: char, location: &str, origin: u32) -> Stone {
    let color = if color == 'B' { Color::Black } else { Color::White };
    Stone { point: ishi_record::syntax::location(location).unwrap(), color, origin: Origin(origin) }
}

/// Plays one move, and says what was overwritten and taken; and undoing it brings the position back.
#[track_caller]
fn play(before: &str, r#move: &str, after: &str, taken: &str) {
    let mut now = board(before);
    let start = now.clone();
    let (color, location) = r#move.split_at(1);
    now.play(stone(color.chars().next().unwrap(), location.trim(), 1));
    let outcome = now.outcome();
    let list = |stones: &[Stone]| {
        let mut points: Vec<Point> = stones.iter().map(|stone| stone.point).collect();
        points.sort();
        points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let found = match (outcome.captured, outcome.self_captured) {
        ([], []) => String::new(),
        (captured, []) => list(captured),
        (captured, own) => format!("{}self {}", list(captured), list(own)),
    };
    assert_eq!(found, taken, "what {move} takes");
    assert_eq!(show(&now), after.split_whitespace().collect::<Vec<_>>().join(" "), "the board after {move}");
    now.undo().unwrap();
    assert_eq!(now, start);
    assert_eq!(now.hash(), start.hash());
    assert_eq!(now.prisoners(Color::Black) + now.prisoners(Color::White), 0);
}

#[test]
fn a_move_takes_the_groups_beside_it_that_have_no_liberty() {
    play(".OX. OX.. XX.. ....", "B A4", "X.X. .X.. XX.. ....", "A3 B4");
    play(".... .X.. XOX. ....", "B B1", ".... .X.. X.X. .X..", "B2");
    // A single stone that fills the last liberty of four groups at once.
    play("OXO X.X OXO", "W B2", "O.O .O. O.O", "B1 A2 C2 B3");
}

#[test]
fn the_opponent_is_taken_before_the_player() {
    // The stone has no liberty of its own until what it captures is gone.
    play(".XO. XO.O .XO. ....", "B C3", ".XO. X.XO .XO. ....", "B3");
    play(".X.. X.X. .X.. ....", "W B3", ".X.. X.X. .X.. ....", "self B3");
}

#[test]
fn a_group_that_takes_its_own_last_liberty_is_taken() {
    play(".XX. XOOX X.OX .XX.", "W B2", ".XX. X..X X..X .XX.", "self B2 C2 B3 C3");
    play(".X X.", "W A2", ".X X.", "self A2");
    // On the smallest board a lone stone still has liberties.
    play(".. ..", "B A1", ".. X.", "");
}

#[test]
fn a_stone_is_overwritten_and_no_prisoner() {
    // The outcome is the same as if the point had been empty, whatever stone stood there.
    play(".OX. OX.. XX.. ....", "B A4", "X.X. .X.. XX.. ....", "A3 B4");
    play("XOX. OX.. XX.. ....", "B A4", "X.X. .X.. XX.. ....", "A3 B4");
    play("OOX. OX.. XX.. ....", "B A4", "X.X. .X.. XX.. ....", "A3 B4");
    play(".XX. XOXX XOOX .XX.", "W C3", ".XX. X..X X..X .XX.", "self B2 C2 B3 C3");
    let mut board = board(".. .O");
    board.play(stone('B', "B1", 7));
    assert_eq!(board.outcome().overwritten, Some(stone('W', "B1", 0)));
    assert_eq!(board.get(stone('B', "B1", 7).point), Some(stone('B', "B1", 7)));
    assert_eq!(board.prisoners(Color::White), 0);
}

#[test]
fn setup_takes_nothing_and_leaves_groups_without_liberty() {
    let mut board = board("...... .XXXX. .XXXX. .XXXX. .XXXX. ......");
    for location in ["B5", "E2", "D4", "C3"] {
        board.add(stone('W', location, 1));
    }
    assert_eq!(show(&board), "...... .OXXX. .XXOX. .XOXX. .XXXO. ......");
    for location in ["C5", "B4", "B3", "E5", "E3", "D2"] {
        board.add(stone('W', location, 2));
    }
    assert_eq!(show(&board), "...... .OOXO. .OXOX. .OOXO. .XXOO. ......");
    board.clear(stone('W', "D4", 0).point);
    board.clear(stone('W', "C3", 0).point);
    assert_eq!(show(&board), "...... .OOXO. .OX.X. .O.XO. .XXOO. ......");
    assert_eq!(board.prisoners(Color::White) + board.prisoners(Color::Black), 0);
}

#[test]
fn a_move_takes_only_groups_beside_it() {
    // The black square with white stones that setup has put into and around it; D3 frees what it touches only.
    play("...... .OOXX. .OXOX. .XOXO. .XXOO. ......", "B D3", "...... .OOXX. .OX.X. .X.XO. .XXOO. ......", "C3 D4");
}

#[test]
fn a_stone_amid_the_opponents_takes_itself() {
    play("..... ..X.. .XXX. ..X.. .....", "W C3", "..... ..X.. .X.X. ..X.. .....", "self C3");
}

#[test]
fn captured_stones_know_what_put_them_there() {
    let mut board = Board::new(BoardSize::STANDARD);
    board.add(stone('W', "A1", 10));
    board.play(stone('W', "B1", 11));
    for (index, location) in ["A2", "B2", "C1"].into_iter().enumerate() {
        board.play(stone('B', location, 20 + index as u32));
    }
    let mut origins: Vec<Origin> = board.outcome().captured.iter().map(|stone| stone.origin).collect();
    origins.sort();
    assert_eq!(origins, [Origin(10), Origin(11)]);
    assert_eq!(board.prisoners(Color::White), 2);
    let group = board.group(stone('B', "A2", 0).point).unwrap();
    assert_eq!(group.stones.len(), 2);
    assert_eq!(group.liberties.len(), 5);
    assert_eq!(board.group(stone('B', "Q4", 0).point), None);
}

#[test]
fn handicap_stones_lie_on_the_star_points() {
    let handicap = |size: u32, stones: u32| {
        let size = BoardSize::new(size).unwrap();
        let points = size.handicap(stones)?;
        assert!(points.iter().all(|&point| size.contains(point)));
        assert_eq!(points.len(), stones as usize);
        Some(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(handicap(19, 2).as_deref(), Some("Q16 D4"));
    assert_eq!(handicap(19, 5).as_deref(), Some("Q16 D4 Q4 D16 K10"));
    assert_eq!(handicap(19, 8).as_deref(), Some("Q16 D4 Q4 D16 Q10 D10 K16 K4"));
    assert_eq!(handicap(19, 9).as_deref(), Some("Q16 D4 Q4 D16 Q10 D10 K16 K4 K10"));
    assert_eq!(handicap(13, 5).as_deref(), Some("K10 D4 K4 D10 G7"));
    assert_eq!(handicap(9, 7).as_deref(), Some("G7 C3 G3 C7 G5 C5 E5"));
    assert_eq!(handicap(8, 4).as_deref(), Some("F6 C3 F3 C6"));
    assert_eq!(
        [handicap(19, 0), handicap(19, 1), handicap(19, 10), handicap(8, 5), handicap(7, 2)],
        [const { None }; 5]
    );
    for stones in 2..=9 {
        let size = BoardSize::STANDARD;
        assert!(size.handicap(stones).unwrap().iter().all(|&point| size.is_star(point)));
    }
}

#[test]
fn what_lies_off_the_board_is_left_alone() {
    let mut board = Board::new(BoardSize::new(9).unwrap());
    board.play(stone('B', "K1", 1));
    board.add(stone('B', "A10", 1));
    assert_eq!((board.steps(), board.stones().count()), (0, 0));
    assert_eq!(board.get(stone('B', "K1", 1).point), None);
    assert_eq!(board.undo(), None);
}

/// A second implementation of the rules of a board, with neither hash nor shortcut.
#[derive(Clone)]
struct Plain {
    size: u8,
    stones: BTreeMap<(u8, u8), Color>,
}

impl Plain {
    fn group(&self, at: (u8, u8)) -> (Vec<(u8, u8)>, bool) {
        let color = self.stones[&at];
        let (mut group, mut alive, mut next) = (vec![at], false, 0);
        while next < group.len() {
            let (column, row) = group[next];
            next += 1;
            for beside in
                [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)]
            {
                if beside.0 >= self.size || beside.1 >= self.size {
                    continue;
                }
                match self.stones.get(&beside) {
                    None => alive = true,
                    Some(&other) if other == color && !group.contains(&beside) => group.push(beside),
                    Some(_) => {}
                }
            }
        }
        (group, alive)
    }

    fn play(&mut self, at: (u8, u8), color: Color) {
        self.stones.insert(at, color);
        let (column, row) = at;
        for beside in
            [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)]
        {
            if self.stones.get(&beside) == Some(&color.opponent()) {
                let (group, alive) = self.group(beside);
                if !alive {
                    self.stones.retain(|point, _| !group.contains(point));
                }
            }
        }
        let (group, alive) = self.group(at);
        if !alive {
            self.stones.retain(|point, _| !group.contains(point));
        }
    }
}

fn hash_of_stones(board: &Board) -> u64 {
    let mut fresh = Board::new(board.size());
    board.stones().for_each(|stone| fresh.add(stone));
    fresh.hash()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Boards small enough that stones are captured, overwritten and played into their own death all the time.
    #[test]
    fn any_steps_come_out_as_the_rules_say_and_can_be_taken_back(
        size in 2u8..=6,
        steps in prop::collection::vec((0u8..6, 0u8..6, any::<bool>(), 0u8..8), 1..120),
    ) {
        let mut board = Board::new(BoardSize::new(u32::from(size)).unwrap());
        let mut plain = Plain { size, stones: BTreeMap::new() };
        let mut past = vec![(board.clone(), board.hash())];
        for (index, &(column, row, black, kind)) in steps.iter().enumerate() {
            let (column, row) = (column % size, row % size);
            let color = if black { Color::Black } else { Color::White };
            let stone = Stone { point: Point::new(column, row).unwrap(), color, origin: Origin(index as u32) };
            if kind == 0 {
                board.add(stone);
                plain.stones.insert((column, row), color);
            } else {
                board.play(stone);
                plain.play((column, row), color);
            }
            let stones = board.stones().map(|stone| ((stone.point.column(), stone.point.row()), stone.color));
            let stones: Vec<_> = stones.collect();
            let mut expected: Vec<_> = plain.stones.clone().into_iter().collect();
            expected.sort_by_key(|&((column, row), _)| (row, column));
            prop_assert_eq!(stones, expected);
            prop_assert_eq!(board.hash(), hash_of_stones(&board));
            past.push((board.clone(), board.hash()));
        }
        let mut undone = Vec::new();
        while let Some((expected, hash)) = past.pop() {
            prop_assert_eq!(&board, &expected);
            prop_assert_eq!(board.hash(), hash);
            prop_assert_eq!(board.prisoners(Color::Black), expected.prisoners(Color::Black));
            prop_assert!(board.stones().eq(expected.stones()), "each stone has its origin back");
            undone.extend(board.undo());
        }
        prop_assert_eq!(board.steps(), 0);
        let last = undone.len();
        for step in undone.into_iter().rev() {
            board.redo(step);
        }
        prop_assert_eq!(board.steps(), last);
        let stones = board.stones().map(|stone| ((stone.point.column(), stone.point.row()), stone.color));
        let stones: Vec<_> = stones.collect();
        prop_assert_eq!(stones.len(), plain.stones.len());
    }
}
