//! How fast games are played out and read, beside other libraries that do the same.
//!
//! `cargo bench --bench replay` prints moves a second for every way to do it, and the bytes a second of reading. The
//! figures to quote are the ratios within a group.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, Move};
use ishi_board::{Board, BoardSize, Color, Origin, Stone};
use ishi_record::record::{Event, MoveTarget, read};
use ishi_record::replay::Walk;
use ishi_record::syntax::{Following, Reader};
use ishi_rules::{Cell, ControlSearch, Grid, control, territory, unconditional};
use ishi_test_support::games;

/// Games as people play them, as far as chance can: 250 moves, and captures now and then.
fn texts() -> Vec<String> {
    let kind = games::Kind { size: 19, moves: 250, setup: 0, annotated: false, legal: true };
    (0..100).map(|seed| games::game(seed, kind)).collect()
}

fn events(text: &str) -> impl Iterator<Item = Event> {
    Reader::new(text, Following::NOTHING).map(|source| read(&source).event)
}

/// The same game as SGF.
fn sgf(event: &Event) -> String {
    let mut text =
        "(;FF[4]GM[1]SZ[19]GN[Game]PB[Ada]BR[3d]PW[Ben]WR[4d]DT[1990-03-08]KM[5.5]RU[Japanese]RE[B+3]".to_owned();
    for found in &event.moves {
        let place = match found.place {
            MoveTarget::Point(point) => {
                format!("{}{}", (b'a' + point.column()) as char, (b's' - point.row()) as char)
            }
            _ => String::new(),
        };
        let _ = write!(text, "\n;{}[{place}]", found.color.letter());
    }
    text + ")\n"
}

/// The moves of a game as goban takes them. It allows no play after two passes, and such games are left out.
fn goban_moves(event: &Event) -> Vec<Move> {
    let place = |place| match place {
        MoveTarget::Point(point) => Move::Play(point.row(), point.column()),
        _ => Move::Pass,
    };
    event.moves.iter().map(|found| place(found.place)).collect()
}

fn playing(criterion: &mut Criterion) {
    let events: Vec<Event> = texts().iter().flat_map(|text| events(text).collect::<Vec<_>>()).collect();
    let moves: usize = events.iter().map(|event| event.moves.len()).sum();
    let mut group = criterion.benchmark_group("play 19x19 games");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("ishi, Walk", |bencher| {
        bencher.iter(|| {
            for event in &events {
                let mut walk = Walk::new(black_box(event));
                walk.by_ref().for_each(drop);
                black_box(walk.board().hash());
            }
        });
    });
    group.bench_function("ishi, Board", |bencher| {
        bencher.iter(|| {
            for event in &events {
                let mut board = Board::new(BoardSize::STANDARD);
                for (index, found) in (0..).zip(&event.moves) {
                    if let MoveTarget::Point(point) = found.place {
                        board.play(Stone { point, color: found.color, origin: Origin(index) });
                    }
                }
                black_box(board.hash());
            }
        });
    });
    let goban: Vec<Vec<Move>> = events.iter().map(goban_moves).collect();
    group.bench_function("goban, Game", |bencher| {
        bencher.iter(|| {
            for moves in &goban {
                let mut game = Game::new(GobanSizes::Nineteen, CHINESE);
                for &r#move in moves {
                    game.play(black_box(r#move));
                }
                black_box(game.goban().zobrist_hash());
            }
        });
    });
    group.finish();
    same_positions(&events, &goban);
}

/// The comparison is worth nothing if the two do not play the same.
fn same_positions(events: &[Event], goban: &[Vec<Move>]) {
    for (event, moves) in events.iter().zip(goban) {
        let mut walk = Walk::new(event);
        walk.by_ref().for_each(drop);
        let mut game = Game::new(GobanSizes::Nineteen, CHINESE);
        for &r#move in moves {
            game.play(r#move);
        }
        let stones = |color| walk.board().stones().filter(|stone| stone.color == color).count() as u32;
        assert_eq!(game.goban().number_of_stones(), (stones(Color::Black), stones(Color::White)));
        let prisoners = (walk.board().prisoners(Color::White), walk.board().prisoners(Color::Black));
        assert_eq!(game.prisoners(), prisoners);
    }
}

fn reading(criterion: &mut Criterion) {
    let texts = texts();
    let sgfs: Vec<String> =
        texts.iter().flat_map(|text| events(text).map(|event| sgf(&event)).collect::<Vec<_>>()).collect();
    let moves: usize =
        texts.iter().flat_map(|text| events(text).map(|event| event.moves.len()).collect::<Vec<_>>()).sum();
    let mut group = criterion.benchmark_group("read 19x19 games");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("ishi, Ishi format", |bencher| {
        bencher.iter(|| texts.iter().map(|text| events(black_box(text)).count()).sum::<usize>());
    });
    group.bench_function("sgf-parse, SGF", |bencher| {
        bencher.iter(|| {
            let games = sgfs.iter().map(|text| sgf_parse::go::parse(black_box(text)).expect("a game"));
            games.map(|games| games.len()).sum::<usize>()
        });
    });
    group.finish();
}

/// Counting the ends of games, in which nearly nothing is settled: what `ishi score` does for each position.
fn counting(criterion: &mut Criterion) {
    let grids: Vec<Grid> = texts()
        .iter()
        .flat_map(|text| events(text).collect::<Vec<_>>())
        .map(|event| {
            let mut walk = Walk::new(&event);
            while walk.next().is_some() {}
            Grid::from(walk.board())
        })
        .collect();
    let mut group = criterion.benchmark_group("count 19x19 positions");
    group.throughput(Throughput::Elements(grids.len() as u64));
    group.bench_function("unconditional life and territory", |bencher| {
        bencher.iter(|| {
            for grid in &grids {
                black_box(unconditional(black_box(grid)));
                black_box(territory(black_box(grid), |_| false));
            }
        });
    });
    group.finish();
}

/// The search for control: how many positions it judges in a second. With `--no-default-features` on one core.
fn searching(criterion: &mut Criterion) {
    let positions = [
        ("beast 8", vec!["o.oxxooo", ".oox.xoo", "ooxxxooo", "ox.xo.o."]),
        ("beast 19", vec!["x.o.o.x", "xxxooox", "x.oxxox", "xxooxo.", "xxxxxoo"]),
        ("beast 30", vec!["oo.xo.x", "oxxxoox", ".xooo.x", "xxooooo", "oooxxxx", "xxxx...", "......."]),
    ];
    let mut group = criterion.benchmark_group("search for control");
    group.sample_size(10);
    for (name, rows) in positions {
        let mut grid = Grid::new(rows[0].len(), rows.len()).expect("a board");
        for (row, text) in rows.iter().enumerate() {
            for (column, character) in text.chars().enumerate() {
                let color = match character {
                    'x' => Color::Black,
                    'o' => Color::White,
                    _ => continue,
                };
                grid.set(grid.place(column, row), Cell::Stone(color));
            }
        }
        let search =
            ControlSearch { marked: &[], nodes: 4_000_000, memory: ControlSearch::MEMORY, is_stopped: &|| false };
        group.throughput(Throughput::Elements(control(&grid, search).nodes));
        group.bench_function(name, |bencher| bencher.iter(|| control(black_box(&grid), search).nodes));
    }
    group.finish();
}

criterion_group!(benches, playing, reading, counting, searching);
criterion_main!(benches);
