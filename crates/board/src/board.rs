//! The board: placing stones, capturing, taking moves back, and a hash of the position.

use super::{BoardSize, Color, Point};

/// A number that identifies the move or line that placed a stone, chosen by the caller. The board stores it and returns
/// it with the stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(pub u32);

/// A stone that is, or was, on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// The point on which it is placed.
    pub point: Point,
    /// The player who owns the stone.
    pub color: Color,
    /// The number that the caller gave for the move or the line that placed the stone.
    pub origin: Origin,
}

/// Connected stones of one color, and the adjacent empty points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its points, in no particular order.
    pub stones: Vec<Point>,
    /// Its liberties, each once, in no particular order.
    pub liberties: Vec<Point>,
}

/// The stones that a play, or an added stone, has replaced and captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepOutcome<'b> {
    /// The stone that was on the point before.
    pub overwritten: Option<Stone>,
    /// The opponent's stones that were captured.
    pub captured: &'b [Stone],
    /// The player's own stones that were captured, which happens only if no stone of the opponent was captured.
    pub self_captured: &'b [Stone],
}

/// An undone step, for [`Board::redo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undone {
    stone: Stone,
    is_play: bool,
}

/// A board with its stones after moves and setup.
///
/// Moves and setup are executed as in SGF: any move can be played, whether or not it is legal, and setup may leave
/// groups without a liberty. There is no list of groups. A group is searched only when a stone is placed next to it,
/// and rarely as a whole: nearly always its first stone has a liberty.
///
/// ```
/// use ishi_board::{Board, BoardSize, Color, Origin, Point, Stone};
///
/// let mut board = Board::new(BoardSize::new(9).unwrap());
/// let [corner, above, right] = [(0, 0), (0, 1), (1, 0)].map(|(column, row)| Point::new(column, row).unwrap());
/// let stones = [(Color::Black, corner), (Color::White, above), (Color::White, right)];
/// for (nth, (color, point)) in stones.into_iter().enumerate() {
///     board.play(Stone { point, color, origin: Origin(nth as u32) });
/// }
/// assert_eq!(board.outcome().captured[0].point.to_string(), "A1");
/// assert_eq!(board.get(corner), None);
/// board.undo();
/// assert!(board.get(corner).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    size: BoardSize,
    cells: [PointState; CELLS],
    origins: [Origin; CELLS],
    hash: u64,
    /// How many stones of each color were captured.
    prisoners: [u32; 2],
    steps: Vec<JournalEntry>,
    /// The stones that each step has captured, one step after the other.
    taken: Vec<Stone>,
    /// The last flood fill that has reached a cell.
    seen: [u32; CELLS],
    flood: u32,
    queue: Vec<WalledPoint>,
}

/// One step of the board's past.
#[derive(Clone, Copy, Debug)]
struct JournalEntry {
    stone: Stone,
    is_play: bool,
    overwritten: Option<Stone>,
    hash: u64,
    /// How many stones all steps before this one have captured.
    taken: usize,
}

/// A point in a grid with a wall around it, 20 cells a row, so that every point has four neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WalledPoint(u16);

/// A power of two above the 421 cells that are used: the compiler then sees that no index lies outside.
const CELLS: usize = 512;

const ROW: u16 = 20;

impl WalledPoint {
    fn of(point: Point) -> Self {
        Self(u16::from(point.row() + 1) * ROW + u16::from(point.column() + 1))
    }

    fn index(self) -> usize {
        usize::from(self.0) & (CELLS - 1)
    }

    fn neighbours(self) -> [Self; 4] {
        [Self(self.0 - 1), Self(self.0 + 1), Self(self.0 - ROW), Self(self.0 + ROW)]
    }

    /// The point of a cell that is not a wall.
    fn point(self) -> Point {
        Point::in_grid((self.0 % ROW - 1) as u8, (self.0 / ROW - 1) as u8)
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointState {
    Empty,
    Stone(Color),
    Wall,
}

/// Random numbers for each color on each cell, for the hash of a position (Zobrist).
static KEYS: [[u64; CELLS]; 2] = keys();

const fn keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut state: u64 = 0x6973_6869;
    let mut index = 0;
    while index < 2 * CELLS {
        // A fixed seed, so that a position has the same hash in every run.
        keys[index / CELLS][index % CELLS] = mix(state);
        state = state.wrapping_add(GOLDEN_GAMMA);
        index += 1;
    }
    keys
}

/// The distance of the states of `SplitMix64`.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the random number of `SplitMix64` for a state. Exported hashes depend on it.
pub const fn mix(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(GOLDEN_GAMMA);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn key(color: Color, cell: WalledPoint) -> u64 {
    KEYS[color as usize][cell.index()]
}

impl Board {
    /// An empty board.
    pub fn new(size: BoardSize) -> Self {
        let mut cells = [PointState::Wall; CELLS];
        for point in size.points() {
            cells[WalledPoint::of(point).index()] = PointState::Empty;
        }
        Self {
            size,
            cells,
            origins: [Origin::default(); CELLS],
            hash: 0,
            prisoners: [0; 2],
            steps: Vec::new(),
            taken: Vec::new(),
            seen: [0; CELLS],
            flood: 0,
            queue: Vec::new(),
        }
    }

    /// Returns a copy of the position on a board of at least this size, without the journal of steps that led to it.
    /// Without the journal a board is cheap to keep, but no step can be undone.
    pub fn enlarged(&self, size: BoardSize) -> Self {
        let Self { mut cells, origins, hash, prisoners, seen, flood, .. } = *self;
        let size = size.max(self.size);
        if size > self.size {
            for point in size.points().filter(|&point| !self.size.contains(point)) {
                cells[WalledPoint::of(point).index()] = PointState::Empty;
            }
        }
        Self {
            size,
            cells,
            origins,
            hash,
            prisoners,
            steps: Vec::new(),
            taken: Vec::new(),
            seen,
            flood,
            queue: Vec::new(),
        }
    }

    /// Its size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point; `None` if there is no stone, or no such point.
    pub fn get(&self, point: Point) -> Option<Stone> {
        let cell = WalledPoint::of(point);
        match self.cells[cell.index()] {
            PointState::Stone(color) => Some(Stone { point, color, origin: self.origins[cell.index()] }),
            PointState::Empty | PointState::Wall => None,
        }
    }

    /// All stones, row by row from `A1`.
    pub fn stones(&self) -> impl Iterator<Item = Stone> + '_ {
        let rows = 0..self.size.get();
        rows.clone().flat_map(move |row| {
            let first = WalledPoint::of(Point::in_grid(0, row)).index();
            let cells = self.cells[first..].iter().zip(&self.origins[first..]).zip(rows.clone());
            cells.filter_map(move |((content, &origin), column)| match *content {
                PointState::Stone(color) => Some(Stone { point: Point::in_grid(column, row), color, origin }),
                PointState::Empty | PointState::Wall => None,
            })
        })
    }

    /// The points that have a stone, and its color, row by row from `A1`.
    pub fn position(&self) -> Vec<(Point, Color)> {
        self.stones().map(|stone| (stone.point, stone.color)).collect()
    }

    /// A hash of the stones and their points: equal for equal positions, and almost certainly different for others.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How many stones of this color were captured, by the opponent or by themselves.
    pub fn prisoners(&self, color: Color) -> u32 {
        self.prisoners[color as usize]
    }

    /// The group of the stone on a point; `None` if there is no stone.
    pub fn group(&self, point: Point) -> Option<Group> {
        let PointState::Stone(color) = self.cells[WalledPoint::of(point).index()] else { return None };
        let mut seen = [false; CELLS];
        let mut stones = vec![point];
        let mut liberties = Vec::new();
        seen[WalledPoint::of(point).index()] = true;
        let mut next = 0;
        while let Some(&point) = stones.get(next) {
            next += 1;
            for beside in WalledPoint::of(point).neighbours() {
                if std::mem::replace(&mut seen[beside.index()], true) {
                    continue;
                }
                match self.cells[beside.index()] {
                    PointState::Empty => liberties.push(beside.point()),
                    PointState::Stone(other) if other == color => stones.push(beside.point()),
                    _ => {}
                }
            }
        }
        Some(Group { stones, liberties })
    }

    /// Whether the group of the stone on a point has fewer than `WANTED` liberties; false if there is no stone. The
    /// search stops as early as possible, usually long before the whole [`group`](Self::group) is visited.
    pub fn is_short_of_liberties<const WANTED: usize>(&mut self, point: Point) -> bool {
        let cell = WalledPoint::of(point);
        matches!(self.cells[cell.index()], PointState::Stone(_)) && self.liberties::<WANTED>(cell) < WANTED
    }

    /// Adds a stone as setup does: it replaces any stone on its point, and nothing is captured.
    /// Does nothing if the board has no such point.
    pub fn add(&mut self, stone: Stone) {
        self.put(stone, false);
    }

    /// Removes a stone without capturing it. This is not a step and can't be undone: it is for boards that are only
    /// shown.
    pub fn clear(&mut self, point: Point) {
        self.remove(WalledPoint::of(point));
    }

    /// Puts a stone on an empty point without capturing anything. Like [`clear`](Self::clear), this is not a step.
    pub fn place(&mut self, stone: Stone) {
        let cell = WalledPoint::of(stone.point);
        if self.cells[cell.index()] == PointState::Empty {
            self.cells[cell.index()] = PointState::Stone(stone.color);
            self.origins[cell.index()] = stone.origin;
            self.hash ^= key(stone.color, cell);
        }
    }

    /// Executes a move: places the stone, even on an occupied point, captures adjacent groups of the opponent without a
    /// liberty, and then its own group if it has no liberty. Does nothing if the board has no such point.
    pub fn play(&mut self, stone: Stone) {
        if !self.put(stone, true) {
            return;
        }
        let cell = WalledPoint::of(stone.point);
        let before = self.taken.len();
        for beside in cell.neighbours() {
            if self.cells[beside.index()] == PointState::Stone(stone.color.opponent()) && !self.has_liberty(beside) {
                self.take(beside);
            }
        }
        if self.taken.len() == before && !self.has_liberty(cell) {
            self.take(cell);
        }
    }

    /// The outcome of the last step; empty if there was none.
    #[inline]
    pub fn outcome(&self) -> StepOutcome<'_> {
        self.outcome_of(self.steps.len().wrapping_sub(1))
    }

    /// The outcome of the step with `step` steps before it; empty if there is no such step.
    #[inline]
    pub fn outcome_of(&self, step: usize) -> StepOutcome<'_> {
        let Some(JournalEntry { stone, overwritten, taken, .. }) = self.steps.get(step) else {
            return StepOutcome { overwritten: None, captured: &[], self_captured: &[] };
        };
        let end = self.steps.get(step + 1).map_or(self.taken.len(), |next| next.taken);
        let taken = &self.taken[*taken..end];
        let is_self_capture = taken.first().is_some_and(|taken| taken.color == stone.color);
        let (captured, self_captured) = if is_self_capture { (&[][..], taken) } else { (taken, &[][..]) };
        StepOutcome { overwritten: *overwritten, captured, self_captured }
    }

    /// The number of steps so far: stones played and stones added.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Undoes the last step; `None` if there is none.
    pub fn undo(&mut self) -> Option<Undone> {
        let step = self.steps.pop()?;
        let cell = WalledPoint::of(step.stone.point);
        for stone in self.taken.drain(step.taken..) {
            let cell = WalledPoint::of(stone.point).index();
            self.cells[cell] = PointState::Stone(stone.color);
            self.origins[cell] = stone.origin;
            self.prisoners[stone.color as usize] -= 1;
        }
        // A stone that captured its own group was taken with it, and so has just come back.
        self.cells[cell.index()] = PointState::Empty;
        if let Some(stone) = step.overwritten {
            self.cells[cell.index()] = PointState::Stone(stone.color);
            self.origins[cell.index()] = stone.origin;
        }
        self.hash = step.hash;
        Some(Undone { stone: step.stone, is_play: step.is_play })
    }

    /// Repeats an undone step.
    pub fn redo(&mut self, step: Undone) {
        if step.is_play {
            self.play(step.stone);
        } else {
            self.add(step.stone);
        }
    }

    /// Whether the board has the point, which then holds the stone.
    #[inline]
    fn put(&mut self, stone: Stone, is_play: bool) -> bool {
        let cell = WalledPoint::of(stone.point);
        let content = self.cells[cell.index()];
        if content == PointState::Wall {
            return false;
        }
        let hash = self.hash;
        let overwritten = match content {
            PointState::Stone(color) => {
                self.hash ^= key(color, cell);
                Some(Stone { point: stone.point, color, origin: self.origins[cell.index()] })
            }
            _ => None,
        };
        self.steps.push(JournalEntry { stone, is_play, overwritten, hash, taken: self.taken.len() });
        self.cells[cell.index()] = PointState::Stone(stone.color);
        self.origins[cell.index()] = stone.origin;
        self.hash ^= key(stone.color, cell);
        true
    }

    fn remove(&mut self, cell: WalledPoint) {
        if let PointState::Stone(color) = self.cells[cell.index()] {
            self.cells[cell.index()] = PointState::Empty;
            self.hash ^= key(color, cell);
        }
    }

    /// Captures a group.
    fn take(&mut self, first: WalledPoint) {
        let PointState::Stone(color) = self.cells[first.index()] else { return };
        let from = self.taken.len();
        self.lift(first);
        let mut next = from;
        while let Some(&Stone { point, .. }) = self.taken.get(next) {
            next += 1;
            for beside in WalledPoint::of(point).neighbours() {
                if self.cells[beside.index()] == PointState::Stone(color) {
                    self.lift(beside);
                }
            }
        }
        self.prisoners[color as usize] += (next - from) as u32;
    }

    /// Removes one captured stone.
    fn lift(&mut self, cell: WalledPoint) {
        self.taken.extend(self.get(cell.point()));
        self.remove(cell);
    }

    /// The liberties of the group of a stone, counted up to `MOST`.
    fn liberties<const MOST: usize>(&mut self, first: WalledPoint) -> usize {
        let is_empty = |cell: &WalledPoint| self.cells[cell.index()] == PointState::Empty;
        // Nearly always the first stone has as many as are asked for.
        if first.neighbours().into_iter().filter(is_empty).nth(MOST - 1).is_some() {
            return MOST;
        }
        let color = self.cells[first.index()];
        self.flood = self.flood.wrapping_add(1);
        if self.flood == 0 {
            self.seen = [0; CELLS];
            self.flood = 1;
        }
        self.seen[first.index()] = self.flood;
        self.queue.clear();
        self.queue.push(first);
        let mut next = 0;
        let mut count = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            for beside in cell.neighbours() {
                let content = self.cells[beside.index()];
                if content != color && content != PointState::Empty || self.seen[beside.index()] == self.flood {
                    continue;
                }
                self.seen[beside.index()] = self.flood;
                if content == color {
                    self.queue.push(beside);
                    continue;
                }
                count += 1;
                if count == MOST {
                    return MOST;
                }
            }
        }
        count
    }

    fn has_liberty(&mut self, stone: WalledPoint) -> bool {
        self.liberties::<1>(stone) > 0
    }
}

/// Two boards are equal if they have the same size and the same stones, however they came about.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.cells == other.cells
    }
}

impl Eq for Board {}
