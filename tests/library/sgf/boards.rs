//! The boards of records that were games in SGF, against sgf-parse and goban.

use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, Move as GobanMove};
use ishi_board::{Board, Color};
use ishi_convert::convert::to_ishi;
use ishi_record::record::read;
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{Following, Reader};
use ishi_sgf::{SgfFile, parse};
use sgf_parse::SgfNode;
use sgf_parse::go::{Move, Prop};

/// The points with stones, each with whether the stone is black, and the prisoners of White and of Black.
type Position = (Vec<(u8, u8, bool)>, u32, u32);

fn position(board: &Board) -> Position {
    let stones = board.stones().map(|stone| (stone.point.row(), stone.point.column(), stone.color == Color::Black));
    let mut stones: Vec<_> = stones.collect();
    stones.sort_unstable();
    (stones, board.prisoners(Color::White), board.prisoners(Color::Black))
}

fn position_of_game(game: &Game) -> Position {
    let stones = game.goban().get_stones();
    let mut stones: Vec<_> = stones
        .map(|stone| (stone.coord.0, stone.coord.1, stone.color == goban::pieces::stones::Color::Black))
        .collect();
    stones.sort_unstable();
    let (black, white) = game.prisoners();
    (stones, black, white)
}

/// The positions after the moves of a main line, as far as goban can play it: colors that alternate, and no stones
/// set up but a handicap.
fn positions(root: &SgfNode<Prop>, size: u8) -> Vec<Position> {
    let mut game = Game::new(GobanSizes::Custom(usize::from(size), usize::from(size)), CHINESE);
    let mut found = Vec::new();
    let mut passes = 0;
    for node in root.main_variation() {
        for property in node.properties() {
            let (place, color) = match property {
                Prop::AB(points) if found.is_empty() && points.iter().all(|point| point.x.max(point.y) < size) => {
                    let points: Vec<_> = points.iter().map(|point| (size - 1 - point.y, point.x)).collect();
                    game.put_handicap(&points);
                    continue;
                }
                Prop::AB(_) | Prop::AW(_) | Prop::AE(_) => return found,
                Prop::B(place) => (place, goban::pieces::stones::Color::Black),
                Prop::W(place) => (place, goban::pieces::stones::Color::White),
                _ => continue,
            };
            let place = match place {
                Move::Move(point) if point.x.max(point.y) >= size => return found,
                Move::Move(point) => GobanMove::Play(size - 1 - point.y, point.x),
                Move::Pass => GobanMove::Pass,
            };
            passes = if place == GobanMove::Pass { passes + 1 } else { 0 };
            if game.turn() != color || passes > 1 {
                return found;
            }
            game.play(place);
            found.push(position_of_game(&game));
        }
    }
    found
}

#[test]
fn boards_of_real_games_are_those_of_goban() {
    let Some(files) = crate::sgf::corpus() else { return };
    let (mut games, mut compared) = (0, 0);
    for (path, bytes) in files {
        let file = SgfFile::read(&bytes);
        let Ok(others) = sgf_parse::go::parse(file.text()) else { continue };
        let text = to_ishi(&parse(file.text()), None).text;
        let source = Reader::new(&text, Following::NOTHING).next().expect("an event");
        let event = read(&source).event;
        let expected = positions(&others[0], event.board_size.get());
        let mut expected = expected.iter();
        let mut walk = Walk::new(&event);
        let mut depth = 0;
        while let Some(visit) = walk.next() {
            match visit {
                Visit::Begin(_) => depth += 1,
                Visit::End(_) => depth -= 1,
                Visit::Move(id) if depth == 0 => {
                    let Some(expected) = expected.next() else { break };
                    assert_eq!(&position(walk.board()), expected, "{} at {}", path.display(), event[id]);
                    compared += 1;
                }
                _ => {}
            }
        }
        games += 1;
    }
    assert!(games > 700 && compared > 40_000, "{games}, {compared}");
}
