//! The main line of a game as a list of steps on a board of any size, and a board that plays them.

use super::game::{Game, PartEvent};
use ishi_board::{BoardSize, Color};
use ishi_record::record::{Event, MoveTarget, Owner, SequenceId};

/// A point: its column and its row, from 0 at the lower left.
pub type At = (u8, u8);

/// The target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A point of the board.
    Point(At),
    /// A pass.
    Pass,
    /// An unknown target: the move has no location, or a location outside of the board.
    Unknown,
}

impl From<MoveTarget> for Target {
    fn from(place: MoveTarget) -> Self {
        match place {
            MoveTarget::Point(point) => Self::Point((point.column(), point.row())),
            MoveTarget::Pass => Self::Pass,
            MoveTarget::Unknown => Self::Unknown,
        }
    }
}

/// A step of a main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineStep {
    /// A move.
    Play(Color, Target),
    /// A stone that is set up.
    Add(Color, At),
    /// The removal of all stones before another position is set up.
    Clear,
}

/// The main line of a game: the stones before the first move, and the steps after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainLine {
    /// The number of columns and rows of the board.
    pub sides: (u8, u8),
    /// The stones that are set up before the first move, in the order of the file.
    pub setup: Vec<(Color, At)>,
    /// The moves, and the stones that are set up between them.
    pub steps: Vec<LineStep>,
}

impl MainLine {
    /// Reads the main line of a game, with its continuations from positions that are set up after moves.
    pub fn of(game: &Game<'_>) -> Self {
        Self::of_parts(game.info.size, game.part_events())
    }

    /// Reads the main line of a game with these parts.
    pub(super) fn of_parts<'e>(size: BoardSize, parts: impl Iterator<Item = PartEvent<'e>>) -> Self {
        let mut line = Self { sides: (size.get(), size.get()), setup: Vec::new(), steps: Vec::new() };
        let main = parts.filter_map(|PartEvent { event, main_moves }| Some((event, main_moves?)));
        for (index, (event, moves)) in main.enumerate() {
            if index > 0 {
                line.steps.push(LineStep::Clear);
            }
            let setup = line.stones(event, Owner::Event);
            match index {
                0 => line.setup = setup,
                _ => line.add(setup),
            }
            let has_late_setup = event.data.iter().any(|datum| datum.is_setup() && datum.owner != Owner::Event);
            for id in event.moves_of(SequenceId(0)).take(moves) {
                let played = &event[id];
                let target = match Target::from(played.place) {
                    Target::Point(at) if !line.contains(at) => Target::Unknown,
                    target => target,
                };
                line.steps.push(LineStep::Play(played.color, target));
                if has_late_setup {
                    line.add(line.stones(event, Owner::Move(id)));
                }
            }
        }
        line
    }

    /// The moves, without the stones that are set up.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Target)> + '_ {
        self.steps.iter().filter_map(|step| match *step {
            LineStep::Play(color, target) => Some((color, target)),
            LineStep::Add(..) | LineStep::Clear => None,
        })
    }

    /// All stones that are ever set up or played, also those that are captured later.
    #[cfg(feature = "arrow")]
    pub(crate) fn stones_ever(&self) -> impl Iterator<Item = (Color, At)> + '_ {
        let later = self.steps.iter().filter_map(|step| match *step {
            LineStep::Play(color, Target::Point(at)) | LineStep::Add(color, at) => Some((color, at)),
            LineStep::Play(..) | LineStep::Clear => None,
        });
        self.setup.iter().copied().chain(later)
    }

    fn contains(&self, (column, row): At) -> bool {
        column < self.sides.0 && row < self.sides.1
    }

    fn add(&mut self, stones: Vec<(Color, At)>) {
        self.steps.extend(stones.into_iter().map(|(color, at)| LineStep::Add(color, at)));
    }

    /// The stones that an item of an event sets up, without stones outside of the board.
    fn stones(&self, event: &Event, owner: Owner) -> Vec<(Color, At)> {
        let stones = event.data_of(owner).flat_map(|datum| event.stones_of(datum));
        let stones = stones.map(|stone| (stone.color, (stone.point.column(), stone.point.row())));
        stones.filter(|&(_, at)| self.contains(at)).collect()
    }
}

/// A board of any size, on which a main line is played. As in SGF, every move can be played, even on a stone.
#[derive(Clone, Debug)]
pub struct PlainBoard {
    sides: (u8, u8),
    cells: Vec<Option<Color>>,
    /// For each cell, the number of the last search for a group that reached it.
    reached: Vec<u32>,
    search: u32,
}

impl PlainBoard {
    /// Creates an empty board with these numbers of columns and rows.
    pub fn new(sides: (u8, u8)) -> Self {
        let cells = usize::from(sides.0) * usize::from(sides.1);
        Self { sides, cells: vec![None; cells], reached: vec![0; cells], search: 0 }
    }

    /// The color of the stone on a point, if there is one.
    pub fn get(&self, at: At) -> Option<Color> {
        self.cells[self.index(at)]
    }

    /// Executes a step, and returns the number of captured stones, the player's own included. Calls `change` with each
    /// stone that is added or removed.
    pub fn step(&mut self, step: LineStep, change: &mut impl FnMut(Color, At)) -> usize {
        match step {
            LineStep::Play(color, Target::Point(at)) => {
                self.put(color, at, change);
                let mut captured = 0;
                for beside in self.beside(at) {
                    if self.get(beside) == Some(color.opponent()) {
                        captured += self.capture(beside, change);
                    }
                }
                if captured > 0 { captured } else { self.capture(at, change) }
            }
            LineStep::Play(_, Target::Pass | Target::Unknown) => 0,
            LineStep::Add(color, at) => {
                self.put(color, at, change);
                0
            }
            LineStep::Clear => {
                let (columns, rows) = self.sides;
                for at in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
                    self.remove(at, change);
                }
                0
            }
        }
    }

    fn index(&self, (column, row): At) -> usize {
        usize::from(row) * usize::from(self.sides.0) + usize::from(column)
    }

    fn beside(&self, (column, row): At) -> impl Iterator<Item = At> + use<> {
        let (columns, rows) = self.sides;
        let beside =
            [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)];
        beside.into_iter().filter(move |&(column, row)| column < columns && row < rows)
    }

    fn put(&mut self, color: Color, at: At, change: &mut impl FnMut(Color, At)) {
        self.remove(at, change);
        let index = self.index(at);
        self.cells[index] = Some(color);
        change(color, at);
    }

    fn remove(&mut self, at: At, change: &mut impl FnMut(Color, At)) {
        let index = self.index(at);
        if let Some(color) = self.cells[index].take() {
            change(color, at);
        }
    }

    /// Removes the group on a point if it has no liberty, and returns how many stones it had.
    fn capture(&mut self, at: At, change: &mut impl FnMut(Color, At)) -> usize {
        let Some(color) = self.get(at) else { return 0 };
        self.search += 1;
        let mut group = vec![at];
        let first = self.index(at);
        self.reached[first] = self.search;
        let mut next = 0;
        while let Some(&at) = group.get(next) {
            next += 1;
            for beside in self.beside(at) {
                let index = self.index(beside);
                match self.cells[index] {
                    None => return 0,
                    Some(other) if other == color && self.reached[index] != self.search => {
                        self.reached[index] = self.search;
                        group.push(beside);
                    }
                    Some(_) => {}
                }
            }
        }
        for &at in &group {
            self.remove(at, change);
        }
        group.len()
    }
}
