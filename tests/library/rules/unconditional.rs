//! Unconditional life and territory.

use ishi_board::Color;
use ishi_rules::{Cell, Grid, unconditional};
use ishi_test_support::real::{Part, say};

use crate::rules::corpus::{end_of_game, grid, play, text};

fn status(grid: &Grid, owners: &[Option<Color>], name: &str) -> &'static str {
    let place = grid.find(name).expect("a point");
    match (grid.at(place), owners[place]) {
        (_, None) => "undecided",
        (Cell::Stone(color), Some(owner)) if color == owner => "alive",
        (Cell::Stone(_), Some(_)) => "dead",
        (_, Some(Color::Black)) => "black_territory",
        (_, Some(Color::White)) => "white_territory",
    }
}

/// The expectations of GNU Go's own tests. Its territory is where the opponent can't live, however often they play.
#[test]
fn all_expectations_of_gnu_go_in_real_games_are_met() {
    let (Some(tests), Some(games)) = (Part::GnuGo.files(), Part::Games.folder()) else { return };
    let tests = tests.iter().find(|path| path.ends_with("unconditional.tst")).expect("the tests of unconditional life");
    let tests = text(tests);
    let mut board = None;
    let mut judged: Option<(Grid, Vec<Option<Color>>)> = None;
    let mut asked = Vec::new();
    let mut count = 0;
    for line in tests.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["loadsgf", path, ref rest @ ..] => {
                let moves = rest.first().map(|moves| moves.parse().expect("a number"));
                let path = games.join(path.strip_prefix("games/").unwrap_or(path));
                board = Some(end_of_game(&path, moves));
                judged = None;
            }
            ["play", color, at] => {
                play(board.as_mut().expect("a game"), color, at);
                judged = None;
            }
            [number, "unconditional_status", point] => asked = vec![number, point],
            ["#?", expected] => {
                let (grid, owners) = judged.get_or_insert_with(|| {
                    let grid = Grid::from(board.as_ref().expect("a game"));
                    let owners = unconditional(&grid);
                    (grid, owners)
                });
                let [number, point] = asked[..] else { panic!("{line} without a question") };
                assert_eq!(
                    status(grid, owners, point),
                    expected.trim_matches(['[', ']', '*']),
                    "{number} {point}\n{}",
                    grid.draw(|place| match (grid.at(place), owners[place]) {
                        (Cell::Stone(Color::Black), None) => 'x',
                        (Cell::Stone(Color::White), None) => 'o',
                        (Cell::Stone(Color::Black), _) => 'X',
                        (Cell::Stone(Color::White), _) => 'O',
                        (_, None) => '.',
                        (_, Some(Color::Black)) => 'b',
                        (_, Some(Color::White)) => 'w',
                    })
                    .join("\n")
                );
                count += 1;
            }
            _ => {}
        }
    }
    assert_eq!(count, 415);
    say(&format!("{count} expectations of GNU Go are met"));
}

#[test]
fn holes_are_walls() {
    let grid = grid(&[".x.,", "xxx,", "....", ",,,,"]);
    let owners = unconditional(&grid);
    assert_eq!(status(&grid, &owners, "A4"), "black_territory");
    assert_eq!(status(&grid, &owners, "B3"), "alive");
    assert_eq!(status(&grid, &owners, "D2"), "black_territory");
    assert_eq!(grid.find("D4"), None);
}
