//! GNU Go as a judge: it plays the same games, and must have the same prisoners after every move, and the same stones.
//!
//! The main line and each variation of a record go to it twice: as SGF, and move by move.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ishi_board::{Board, Color, Point};
use ishi_record::record::{DatumKind, Event, MoveId, MoveTarget, Owner, SequenceId, SetupStone, read};
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{Following, Reader, location};
use ishi_rules::{Cell, Grid, unconditional};
use ishi_test_support::games::{Kind, game};
use ishi_test_support::real::{Part, say};
use ishi_text::decode;

/// The stones on a board, and how many stones each player has captured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Position {
    black: Vec<Point>,
    white: Vec<Point>,
    by_black: u32,
    by_white: u32,
}

impl Position {
    fn of(board: &Board) -> Self {
        let (black, white): (Vec<_>, Vec<_>) =
            board.position().into_iter().partition(|&(_, color)| color == Color::Black);
        let points = |stones: Vec<(Point, Color)>| stones.into_iter().map(|(point, _)| point).collect();
        Self {
            black: points(black),
            white: points(white),
            by_black: board.prisoners(Color::White),
            by_white: board.prisoners(Color::Black),
        }
    }

    /// How many stones Black and White have captured.
    fn prisoners(&self) -> (u32, u32) {
        (self.by_black, self.by_white)
    }
}

/// The main line or a variation, with all that leads there.
struct Line {
    name: String,
    size: u8,
    setup: Vec<SetupStone>,
    moves: Vec<(Color, Option<Point>)>,
    /// The positions after the last moves: for the main line after each, for a variation after its own.
    expected: Vec<Position>,
}

/// The lines of an event that can be played as they are meant. Those that have to be guessed, and stones set up amid
/// the game, do not matter to GNU Go.
fn lines(name: &str, event: &Event) -> Vec<Line> {
    let mut positions = HashMap::new();
    let mut walk = Walk::new(event);
    while let Some(stop) = walk.next() {
        match stop {
            Visit::Move(id) => {
                positions.insert(id, Position::of(walk.board()));
            }
            Visit::Datum(index) if walk.last_move().is_some() => {
                let datum = &event.data[index];
                if matches!(datum.kind, DatumKind::Setup(_)) && !matches!(datum.owner, Owner::Diagram(_)) {
                    return Vec::new();
                }
            }
            _ => {}
        }
        if walk.is_in_doubt() {
            return Vec::new();
        }
    }
    // Where a point is set up twice, the later stone counts.
    let mut setup: HashMap<Point, Color> = HashMap::new();
    for datum in event.data_of(Owner::Event) {
        if let DatumKind::Setup(range) = &datum.kind {
            setup.extend(event.stones(range).iter().map(|stone| (stone.point, stone.color)));
        }
    }
    let mut setup: Vec<SetupStone> = setup.into_iter().map(|(point, color)| SetupStone { color, point }).collect();
    setup.sort_by_key(|stone| stone.point);
    let line = |index: usize| {
        let own = moves_of(event, SequenceId(index as u32), None);
        let mut ids = own.clone();
        let mut sequence = SequenceId(index as u32);
        while let Some(replaced) = event.sequence(sequence).replaces {
            sequence = event[replaced].sequence;
            let mut before = moves_of(event, sequence, Some(replaced));
            before.extend(ids);
            ids = before;
        }
        let played = |id: MoveId| match event[id].place {
            MoveTarget::Point(point) => (event[id].color, Some(point)),
            _ => (event[id].color, None),
        };
        Line {
            name: format!("{name}, {}", if index == 0 { "main line".to_owned() } else { format!("variation {index}") }),
            size: event.board_size.get(),
            setup: setup.clone(),
            moves: ids.into_iter().map(played).collect(),
            expected: own.into_iter().map(|id| positions[&id].clone()).collect(),
        }
    };
    (0..event.sequences.len()).map(line).filter(|line| !line.expected.is_empty()).collect()
}

/// The moves of a sequence, all or those before one of them.
fn moves_of(event: &Event, sequence: SequenceId, before: Option<MoveId>) -> Vec<MoveId> {
    let ids = (0..event.moves.len() as u32).map(MoveId).filter(|&id| event[id].sequence == sequence);
    ids.take_while(|&id| Some(id) != before).collect()
}

/// The line as SGF, with all its moves or with none.
fn sgf(line: &Line, with_moves: bool) -> String {
    let place = |point: Point| {
        let row = line.size - 1 - point.row();
        format!("[{}{}]", (b'a' + point.column()) as char, (b'a' + row) as char)
    };
    let mut text = format!("(;FF[4]GM[1]SZ[{}]", line.size);
    for (property, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones: String =
            line.setup.iter().filter(|stone| stone.color == color).map(|stone| place(stone.point)).collect();
        if !stones.is_empty() {
            text += property;
            text += &stones;
        }
    }
    for (color, point) in line.moves.iter().filter(|_| with_moves) {
        let _ = write!(text, "\n;{}{}", color.letter(), point.map_or("[]".to_owned(), place));
    }
    text + ")\n"
}

/// A command to GNU Go, and the answer that it should give.
struct Order {
    command: String,
    expected: Option<Expected>,
    /// Which line of play, and after how many moves of it.
    at: (usize, usize),
}

enum Expected {
    Stones(Vec<Point>),
    Count(u32),
    Word(&'static str),
}

struct Orders(Vec<Order>);

impl Orders {
    fn send(&mut self, command: String, at: (usize, usize)) {
        self.0.push(Order { command, expected: None, at });
    }

    fn expect(&mut self, command: &str, expected: Expected, at: (usize, usize)) {
        self.0.push(Order { command: command.to_owned(), expected: Some(expected), at });
    }

    fn compare(&mut self, position: &Position, at: (usize, usize)) {
        self.compare_stones(position, at);
        self.compare_prisoners(position, at);
    }

    fn compare_stones(&mut self, position: &Position, at: (usize, usize)) {
        self.expect("list_stones black", Expected::Stones(position.black.clone()), at);
        self.expect("list_stones white", Expected::Stones(position.white.clone()), at);
    }

    fn compare_prisoners(&mut self, position: &Position, at: (usize, usize)) {
        self.expect("captures black", Expected::Count(position.by_black), at);
        self.expect("captures white", Expected::Count(position.by_white), at);
    }
}

fn orders(lines: &[Line], folder: &Path) -> Orders {
    let mut orders = Orders(Vec::new());
    for (index, line) in lines.iter().enumerate() {
        let load = |orders: &mut Orders, name: &str, with_moves: bool| {
            let file = folder.join(format!("{index}-{name}.sgf"));
            std::fs::write(&file, sgf(line, with_moves)).expect("a file in a folder of our own");
            orders.send(format!("loadsgf {}", file.display()), (index, 0));
        };
        let count = line.moves.len();
        load(&mut orders, "whole", true);
        orders.compare(line.expected.last().expect("a move"), (index, count));
        load(&mut orders, "setup", false);
        let known = count - line.expected.len();
        for (number, &(color, point)) in line.moves.iter().enumerate() {
            let place = point.map_or("pass".to_owned(), |point| point.to_string());
            let at = (index, number + 1);
            orders.send(format!("play {} {place}", color.letter()), at);
            if number >= known {
                let position = &line.expected[number - known];
                orders.compare_prisoners(position, at);
                // Each stone of an answer is a system call of GNU Go. A wrong stone stays until something is captured.
                let before = (number - known).checked_sub(1).map(|before| line.expected[before].prisoners());
                if before != Some(position.prisoners()) || number % 8 == 0 || number + 1 == count {
                    orders.compare_stones(position, at);
                }
            }
        }
    }
    orders
}

/// Where GNU Go is. Debian has its games in a folder of their own.
fn gnugo() -> Option<PathBuf> {
    let places = std::env::var_os("PATH").unwrap_or_default();
    let own = std::env::split_paths(&places).map(|folder| folder.join("gnugo"));
    own.chain([PathBuf::from("/usr/games/gnugo")]).find(|program| program.is_file())
}

/// Has GNU Go play all lines, and compares.
fn judge(what: &str, lines: &[Line]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let orders = orders(lines, folder.path());
    compare_answers(what, lines, &orders, folder.path());
}

/// Gives GNU Go the orders, and compares its answers.
fn compare_answers(what: &str, lines: &[Line], Orders(orders): &Orders, folder: &Path) {
    let Some(program) = gnugo() else {
        assert!(std::env::var_os("CI").is_none(), "GNU Go is not installed, and nothing judges the replay");
        say(&format!("skipped: {what}, because there is no GNU Go to judge them"));
        return;
    };
    let commands: String = orders.iter().map(|order| order.command.clone() + "\n").collect();
    let input = folder.join("commands");
    std::fs::write(&input, commands + "quit\n").expect("a file in a folder of our own");
    let output = Command::new(program)
        .args(["--mode", "gtp", "--allow-all-suicide", "--no-ko"])
        .stdin(File::open(&input).expect("the commands"))
        .stderr(Stdio::inherit())
        .output()
        .expect("GNU Go");
    let output = String::from_utf8(output.stdout).expect("plain text");
    let mut answers = output.split("\n\n");
    for order in orders {
        let (line, moves) = (&lines[order.at.0], order.at.1);
        let place = format!("{}, after move {moves} of {}: {}", line.name, line.moves.len(), order.command);
        let answer = answers.next().unwrap_or_default();
        let Some(answered) = answer.strip_prefix('=') else { panic!("{place}\nGNU Go answers {answer:?}") };
        match &order.expected {
            None => {}
            Some(Expected::Count(count)) => assert_eq!(answered.trim().parse(), Ok(*count), "{place}"),
            // GNU Go leaves more undecided.
            Some(Expected::Word(word)) => {
                let answered = answered.trim();
                assert!(answered == *word || answered == "undecided", "{place}: {answered}, not {word}");
            }
            Some(Expected::Stones(stones)) => {
                let mut answered: Vec<Point> =
                    answered.split_whitespace().map(|word| location(word).expect("a location")).collect();
                answered.sort();
                assert_eq!(&answered, stones, "{place}");
            }
        }
    }
    let moves: usize = lines.iter().map(|line| line.expected.len()).sum();
    let captured: u32 =
        lines.iter().filter_map(|line| line.expected.last()).map(|last| last.by_black + last.by_white).sum();
    say(&format!("{what}: {} lines of play with {moves} moves and {captured} prisoners at their ends", lines.len()));
}

fn lines_of_text(name: &str, text: &str) -> Vec<Line> {
    let events = Reader::new(text, Following::NOTHING).enumerate();
    events.flat_map(|(index, source)| lines(&format!("{name}, event {}", index + 1), &read(&source).event)).collect()
}

/// The lines of play of records.
fn lines_of_files(files: &[PathBuf]) -> Vec<Line> {
    let lines = files.iter().flat_map(|file| {
        let bytes = std::fs::read(file).expect("a record");
        lines_of_text(&file.display().to_string(), &decode(&bytes, None).expect("text").text)
    });
    lines.collect()
}

#[test]
fn the_examples_come_out_as_gnu_go_plays_them() {
    let entries = std::fs::read_dir(ishi_test_support::root().join("examples")).expect("the examples");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let lines = lines_of_files(&files);
    assert!(lines.len() > 10, "the examples have games and variations");
    judge("the examples", &lines);
}

#[test]
fn real_records_come_out_as_gnu_go_plays_them() {
    let Some(files) = Part::Records.files() else { return };
    let lines = lines_of_files(&files);
    assert!(!lines.is_empty(), "none of {files:?} can be played");
    judge("real records", &lines);
}

/// Real games in SGF: GNU Go loads the files, and `ishi` plays the records that
/// are made of them. The ends of the main lines are compared.
#[test]
fn real_games_in_sgf_come_out_as_gnu_go_loads_them() {
    let Some(files) = Part::Games.files() else { return };
    let mut orders = Orders(Vec::new());
    let mut lines = Vec::new();
    for path in files {
        let bytes = std::fs::read(&path).expect("a game");
        let file = ishi_sgf::SgfFile::read(&bytes);
        let text = ishi_convert::convert::to_ishi(&ishi_sgf::parse(file.text()), None).text;
        let events: Vec<Event> = Reader::new(&text, Following::NOTHING).map(|source| read(&source).event).collect();
        // GNU Go goes on from stones that are set up amid a game, and those are other events.
        let [event] = &events[..] else { continue };
        let mut expected = Vec::new();
        let mut depth = 0;
        let mut walk = Walk::new(event);
        while let Some(visit) = walk.next() {
            match visit {
                Visit::Begin(_) => depth += 1,
                Visit::End(_) => depth -= 1,
                Visit::Move(_) if depth == 0 => expected.push(Position::of(walk.board())),
                _ => {}
            }
        }
        if expected.is_empty() {
            expected.push(Position::of(walk.board()));
        }
        let last = &expected[expected.len() - 1];
        let (at, name) = (lines.len(), path.display().to_string());
        orders.send(format!("loadsgf {name}"), (at, 0));
        orders.compare(last, (at, expected.len()));
        lines.push(Line { name, size: event.board_size.get(), setup: Vec::new(), moves: Vec::new(), expected });
    }
    assert!(lines.len() > 800, "{} games", lines.len());
    let folder = tempfile::tempdir().expect("a temporary folder");
    compare_answers("games in SGF", &lines, &orders, folder.path());
}

/// The word of GNU Go for a point.
fn status(grid: &Grid, owners: &[Option<Color>], place: usize) -> &'static str {
    match (grid.at(place), owners[place]) {
        (_, None) => "undecided",
        (Cell::Stone(color), Some(owner)) if color == owner => "alive",
        (Cell::Stone(_), Some(_)) => "dead",
        (_, Some(Color::Black)) => "black_territory",
        (_, Some(Color::White)) => "white_territory",
    }
}

/// At the ends of random games, on each point that GNU Go decides.
#[test]
fn unconditional_life_is_that_of_gnu_go() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut orders = Orders(Vec::new());
    let mut lines = Vec::new();
    let mut decided = 0;
    for seed in 0..300 {
        let size = 4 + (seed % 6) as u8;
        let moves = u32::from(size) * u32::from(size) * 2;
        let text = game(seed, Kind { size, moves, setup: (seed % 7) as usize, annotated: false, legal: true });
        let Some(line) = lines_of_text(&format!("random game {seed}"), &text).into_iter().next() else { continue };
        let source = Reader::new(&text, Following::NOTHING).next().expect("an event");
        let event = read(&source).event;
        let mut walk = Walk::new(&event);
        while walk.next().is_some() {}
        let grid = Grid::from(walk.board());
        let owners = unconditional(&grid);
        let at = (lines.len(), line.moves.len());
        let file = folder.path().join(format!("{seed}.sgf"));
        std::fs::write(&file, sgf(&line, true)).expect("a file in a folder of our own");
        orders.send(format!("loadsgf {}", file.display()), at);
        for place in grid.points() {
            decided += usize::from(owners[place].is_some());
            let command = format!("unconditional_status {}", grid.name(place));
            orders.0.push(Order { command, expected: Some(Expected::Word(status(&grid, &owners, place))), at });
        }
        lines.push(line);
    }
    assert!(decided > 1000, "{decided}");
    compare_answers("unconditional life", &lines, &orders, folder.path());
}

#[test]
fn random_games_come_out_as_gnu_go_plays_them() {
    let mut lines = Vec::new();
    for seed in 0..300 {
        let size = 5 + (seed % 15) as u8;
        let moves = u32::from(size) * u32::from(size);
        let kind = Kind { size, moves, setup: (seed % 7) as usize, annotated: seed % 8 == 0, legal: seed % 3 == 0 };
        let text = game(seed, kind);
        let own = lines_of_text(&format!("{kind:?}, seed {seed}"), &text);
        assert!(!own.is_empty(), "the game of seed {seed} can be played:\n{text}");
        lines.extend(own);
    }
    judge("random games", &lines);
}
