//! Random games, played on a real board and written as people write them: the same game for the same seed.

use std::collections::HashSet;
use std::fmt::Write;

use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};

/// The properties of a random game.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// How many lines the board has.
    pub size: u8,
    /// How many moves the main line has, if the players don't end the game before.
    pub moves: u32,
    /// How many stones stand on the board at the start, at most.
    pub setup: usize,
    /// Whether there are variations, diagrams, marks and comments.
    pub annotated: bool,
    /// Whether all rules are kept: no self-capture, and no position comes twice. Otherwise whatever is played on an
    /// empty point goes, and the players like it that way.
    pub legal: bool,
}

/// A game of this kind as Ishi text, with CRLF as the Standard wants it.
pub fn game(seed: u64, kind: Kind) -> String {
    let size = BoardSize::new(u32::from(kind.size)).expect("a size between 2 and 19");
    let mut player = Player {
        kind,
        random: fastrand::Rng::with_seed(seed),
        board: Board::new(size),
        positions: HashSet::new(),
        first: Color::Black,
        path: Vec::new(),
        text: String::new(),
    };
    player.header(seed);
    player.sequence(1, kind.moves, 0);
    player.text.replace('\n', "\r\n")
}

/// The setup stones have this for their origin, and moves their number.
const SETUP: Origin = Origin(0);

struct Player {
    kind: Kind,
    random: fastrand::Rng,
    board: Board,
    positions: HashSet<u64>,
    /// Who plays the moves with odd numbers.
    first: Color,
    /// The moves that have led here; the first one has number 1.
    path: Vec<Option<Point>>,
    text: String,
}

impl Player {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    fn header(&mut self, seed: u64) {
        self.line(format!("EVENT Game {seed}"));
        self.line("BLACK Ada 3-dan\nWHITE Ben 4-dan\nDATE 8 March 1990\nKOMI 5.5\nRULES Japanese\nRESULT Black wins by resignation");
        self.line(format!("BOARDSIZE {}", self.kind.size));
        for _ in 0..self.random.usize(..=self.kind.setup) {
            let color = if self.random.u8(..3) == 0 { Color::White } else { Color::Black };
            self.set_up(color);
        }
        self.positions.insert(self.board.hash());
        let stones: Vec<Stone> = self.board.stones().collect();
        let black = stones.iter().filter(|stone| stone.color == Color::Black).count();
        self.line(format!("HANDICAP {black}"));
        if black > 0 {
            self.first = Color::White;
        }
        for series in stones.chunks(8) {
            let mut line = "SETUP".to_owned();
            for stone in series {
                let _ = write!(line, " {} {}", stone.color.letter(), stone.point);
            }
            self.line(line);
        }
    }

    /// Adds a setup stone somewhere, if the point is empty and all groups are left with liberties.
    fn set_up(&mut self, color: Color) -> Option<Point> {
        let point = Some(self.point()).filter(|&point| self.board.get(point).is_none())?;
        self.board.add(Stone { point, color, origin: SETUP });
        let breathes = |stone: Stone| self.board.group(stone.point).is_some_and(|group| !group.liberties.is_empty());
        if !self.board.stones().all(breathes) {
            self.board.undo();
            return None;
        }
        Some(point)
    }

    /// Plays and writes a sequence of moves, beginning with the number `first`.
    fn sequence(&mut self, first: u32, moves: u32, depth: u32) {
        for number in first..first + moves {
            let color = if number % 2 == 1 { self.first } else { self.first.opponent() };
            if !self.r#move(number, color) {
                return;
            }
            if self.kind.annotated {
                self.notes(number);
                let more = if depth < 3 && self.random.u8(..12) == 0 { self.random.u32(1..=2) } else { 0 };
                for _ in 0..more {
                    self.variation(number, depth);
                }
                if self.random.u8(..40) == 0 {
                    self.diagram();
                }
            }
        }
    }

    /// Takes the last move back, tries another one, and puts it on the board again.
    fn variation(&mut self, number: u32, depth: u32) {
        let position = self.board.hash();
        let played = self.path.pop().expect("the move");
        let undone = played.map(|_| self.board.undo().expect("the move"));
        let known = self.positions.clone();
        if undone.is_some() {
            self.positions.remove(&position);
        }
        let (steps, length) = (self.board.steps(), self.path.len());
        let moves = self.random.u32(1..=8);
        let from = self.text.len();
        let opener = self.random.choice(["VAR", "VAR a", "VAR 10"]).expect("one of three");
        self.line(opener);
        let empty = self.text.len();
        self.sequence(number, moves, depth + 1);
        if self.text.len() == empty {
            self.text.truncate(from);
        } else {
            self.line("ENDVAR");
        }
        while self.board.steps() > steps {
            self.board.undo();
        }
        self.path.truncate(length);
        self.positions = known;
        if let Some(undone) = undone {
            self.board.redo(undone);
        }
        self.path.push(played);
    }

    /// Plays a move and writes it with the prisoners it takes, unless two passes have ended the game.
    fn r#move(&mut self, number: u32, color: Color) -> bool {
        if self.path.ends_with(&[None, None]) && self.kind.legal {
            return false;
        }
        let played = if self.random.u8(..100) == 0 { None } else { self.play(number, color) };
        self.path.push(played);
        let place = played.map_or("PASS".to_owned(), |point| point.to_string());
        self.line(format!("{} {number} {place}", color.letter()));
        let taken = played.map_or(Vec::new(), |_| self.board.outcome().captured.to_vec());
        for series in taken.chunks(6) {
            let mut line = "PRISONER".to_owned();
            for stone in series {
                let _ = match stone.origin {
                    Origin(number) if stone.origin != SETUP && self.random.bool() => write!(line, " #{number}"),
                    _ => write!(line, " {}", stone.point),
                };
            }
            self.line(line);
        }
        true
    }

    /// Finds a point to play on and does so.
    fn play(&mut self, number: u32, color: Color) -> Option<Point> {
        for _ in 0..30 {
            let point = if self.random.bool() { self.liberty() } else { None }.unwrap_or_else(|| self.point());
            if self.board.get(point).is_some() {
                continue;
            }
            self.board.play(Stone { point, color, origin: Origin(number) });
            if !self.kind.legal {
                return Some(point);
            }
            if self.board.outcome().self_captured.is_empty() && self.positions.insert(self.board.hash()) {
                return Some(point);
            }
            self.board.undo();
        }
        None
    }

    fn point(&mut self) -> Point {
        let size = self.kind.size;
        Point::new(self.random.u8(..size), self.random.u8(..size)).expect("a point of the board")
    }

    /// A liberty of some group, small ones and those just played before others: there the fights are.
    fn liberty(&mut self) -> Option<Point> {
        let near = self.path.len().saturating_sub(if self.random.bool() { 3 } else { 40 });
        let recent: Vec<Point> = self.path[near..].iter().flatten().copied().collect();
        let groups = (0..3).filter_map(|_| self.board.group(*self.random.choice(&recent)?));
        let weakest = groups.filter(|group| !group.liberties.is_empty()).min_by_key(|group| group.liberties.len())?;
        self.random.choice(weakest.liberties)
    }

    /// Now and then something is said about a move.
    fn notes(&mut self, number: u32) {
        let numbered: Vec<Stone> = self.board.stones().filter(|stone| stone.origin != SETUP).collect();
        let earlier = self.random.u32(1..=number);
        match self.random.u8(..60) {
            0 => self.line(format!("MARK #{earlier} #{earlier}-{number}")),
            1 => {
                self.line("MARK ALL");
                if let Some(stone) = self.random.choice(&numbered) {
                    self.line(format!("UNMARK {}", stone.point));
                }
            }
            2 => {
                let (one, other) = (self.point(), self.point());
                self.line(format!("MARK \\t@{one} b@{other} 10@#{earlier}"));
                self.line("COM What now?\nBlack could have played at 'b', which looks large.\nENDCOM");
            }
            3 => {
                if let Some(stone) = self.random.choice(&numbered) {
                    self.line(format!("MARK {}", stone.point));
                }
            }
            4 => self.line("USER\nclock 12:30\nENDUSER"),
            5 => self.line("COM\nA quiet move.\nENDCOM"),
            _ => {}
        }
    }

    /// A picture of the board with one more stone, and one stone less.
    fn diagram(&mut self) {
        self.line("DIAGRAM");
        let stones: Vec<Stone> = self.board.stones().collect();
        if let Some(point) = self.set_up(Color::Black) {
            self.board.undo();
            self.line(format!("SETUP B {point}\nMARK \\s@{point}"));
        }
        if let Some(hidden) = self.random.choice(&stones) {
            self.line(format!("HIDE {}", hidden.point));
        }
        self.line("COM For your reference\nENDCOM");
    }
}
