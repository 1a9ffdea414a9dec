//! Hashes that are equal for games and positions that differ only by a symmetry of the board.
//!
//! The constants are part of the format of exported tables: a change to one increases [`HASH_VERSION`].

use std::sync::LazyLock;

use super::main_line::{At, LineStep, MainLine, Target};
use ishi_board::{Color, Symmetry, mix};

/// The version of the hashes: those of different versions can't be compared.
pub const HASH_VERSION: u32 = 1;

/// The constant from which all hashes are computed.
pub const HASH_SEED: u64 = 0x6973_6869_0000_0001;

/// The numbers of the moves of a Dyer signature, in the order of its points.
pub(crate) const SIGNATURE_MOVES: [usize; 6] = [20, 40, 60, 31, 51, 71];

/// Returns the key of an occurrence at a point, such as a stone or a move. Different `kind`s have different keys.
fn key(kind: u64, (column, row): (u8, u8)) -> u64 {
    mix(HASH_SEED ^ (kind << 16 | u64::from(row) << 8 | u64::from(column)).wrapping_mul(0xff51_afd7_ed55_8ccd))
}

const STONE: u64 = 0;
const SIDES: u64 = 2;
const PLAY: u64 = 3;
const PASS: u64 = 5;
const UNKNOWN: u64 = 7;
const ADD: u64 = 9;
const CLEAR: u64 = 11;

/// The hashes of a game, and its Dyer signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameIdentity {
    /// The smallest of the hashes of the main line under the eight symmetries.
    pub hash: u64,
    /// The smallest of these hashes with the colors exchanged.
    pub swapped: u64,
    /// The points of moves 20, 40, 60, 31, 51 and 71, each as `row * columns + column`, under the symmetry for which
    /// this list is the smallest. `None` for a pass or an unknown point, and for a move after the end of the game.
    pub signature: [Option<u16>; 6],
}

impl GameIdentity {
    /// Computes the hashes of a main line.
    pub fn of(line: &MainLine) -> Self {
        let hash = |swap: bool| Symmetry::ALL.into_iter().map(|symmetry| hash_of(line, symmetry, swap)).min();
        Self { hash: hash(false).unwrap_or(0), swapped: hash(true).unwrap_or(0), signature: signature(line) }
    }
}

/// The number of lines of the largest board for which the keys of moves are computed only once.
const KEPT_SIDE: usize = 19;

/// The keys of moves on a board of up to [`KEPT_SIDE`] lines: by color, row and column.
static PLAYS: LazyLock<[[[u64; KEPT_SIDE]; KEPT_SIDE]; 2]> = LazyLock::new(|| {
    let of = |color: usize, row: usize, column: usize| key(PLAY + color as u64, (column as u8, row as u8));
    std::array::from_fn(|color| std::array::from_fn(|row| std::array::from_fn(|column| of(color, row, column))))
});

/// The key of a move on a point.
fn play_key(color: u64, at: At) -> u64 {
    let [column, row] = [at.0, at.1].map(usize::from);
    let kept = PLAYS[color as usize].get(row).and_then(|row| row.get(column));
    kept.copied().unwrap_or_else(|| key(PLAY + color, at))
}

fn hash_of(line: &MainLine, symmetry: Symmetry, swap: bool) -> u64 {
    let color = |color: Color| if swap { color.opponent() as u64 } else { color as u64 };
    let turn = |at: At| symmetry.turn(at, line.sides);
    // The order in which stones are set up does not matter.
    let setup =
        line.setup.iter().fold(0, |sum: u64, &(player, at)| sum.wrapping_add(key(ADD + color(player), turn(at))));
    let start = mix(setup ^ key(SIDES, symmetry.sides(line.sides)));
    line.steps.iter().fold(start, |hash, step| {
        let step = match *step {
            LineStep::Play(player, Target::Point(at)) => play_key(color(player), turn(at)),
            LineStep::Play(player, Target::Pass) => key(PASS + color(player), (0, 0)),
            LineStep::Play(player, Target::Unknown) => key(UNKNOWN + color(player), (0, 0)),
            LineStep::Add(player, at) => key(ADD + color(player), turn(at)),
            LineStep::Clear => key(CLEAR, (0, 0)),
        };
        mix(hash.rotate_left(5) ^ step)
    })
}

fn signature(line: &MainLine) -> [Option<u16>; 6] {
    let points: Vec<Option<At>> = {
        let moves: Vec<Target> = line.moves().take(71).map(|(_, target)| target).collect();
        let point = |number: usize| match moves.get(number - 1) {
            Some(&Target::Point(at)) => Some(at),
            _ => None,
        };
        SIGNATURE_MOVES.into_iter().map(point).collect()
    };
    let turned = Symmetry::ALL.into_iter().map(|symmetry| {
        let columns = symmetry.sides(line.sides).0;
        let mut signature = [None; 6];
        for (place, at) in signature.iter_mut().zip(&points) {
            *place = at.map(|at| {
                let (column, row) = symmetry.turn(at, line.sides);
                u16::from(row) * u16::from(columns) + u16::from(column)
            });
        }
        signature
    });
    turned.min().unwrap_or_default()
}

/// The hashes of a position under all symmetries and with both assignments of the colors, updated for each stone that
/// is added or removed.
///
/// Neither the player to move nor the ko is part of a position.
///
/// ```
/// use ishi_archive::PositionKeys;
/// use ishi_board::Color;
///
/// let (mut one, mut other) = (PositionKeys::new((19, 19)), PositionKeys::new((19, 19)));
/// one.toggle(Color::Black, (3, 3));
/// other.toggle(Color::White, (15, 3));
/// assert_eq!(one.whole(), other.whole());
/// ```
#[derive(Clone, Debug)]
pub struct PositionKeys {
    sides: (u8, u8),
    /// The hash for each symmetry, with the colors as they are and exchanged.
    whole: [[u64; 2]; 8],
    /// The hashes of the corners, in the order of [`Corner::ALL`]: for each of the two symmetries that turn it into the
    /// lower left corner, with the colors as they are and exchanged.
    corners: [[[u64; 2]; 2]; 4],
}

/// A corner of the board: a quarter, which includes the middle lines of a board that has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// The upper left corner.
    UpperLeft,
    /// The upper right corner.
    UpperRight,
    /// The lower left corner.
    LowerLeft,
    /// The lower right corner.
    LowerRight,
}

impl Corner {
    /// All corners, in the order of their columns in the table of moves.
    pub const ALL: [Self; 4] = [Self::UpperLeft, Self::UpperRight, Self::LowerLeft, Self::LowerRight];

    /// The symmetries that turn the corner into the lower left one.
    fn symmetries(self) -> [Symmetry; 2] {
        match self {
            Self::UpperLeft => [Symmetry::RotateLeft, Symmetry::MirrorTopBottom],
            Self::UpperRight => [Symmetry::Rotate180, Symmetry::MirrorAntidiagonal],
            Self::LowerLeft => [Symmetry::Identity, Symmetry::MirrorDiagonal],
            Self::LowerRight => [Symmetry::RotateRight, Symmetry::MirrorLeftRight],
        }
    }
}

/// The number of columns and rows of a corner of a board.
fn quarter((columns, rows): (u8, u8)) -> (u8, u8) {
    (columns.div_ceil(2), rows.div_ceil(2))
}

impl PositionKeys {
    /// The hashes of an empty board with these numbers of columns and rows.
    pub fn new(sides: (u8, u8)) -> Self {
        let whole = Symmetry::ALL.map(|symmetry| [key(SIDES, symmetry.sides(sides)); 2]);
        let corner = |symmetry: Symmetry| [key(SIDES, quarter(symmetry.sides(sides))); 2];
        let corners = Corner::ALL.map(|corner_of_board| corner_of_board.symmetries().map(corner));
        Self { sides, whole, corners }
    }

    /// Adds a stone to an empty point, or removes it from there.
    pub fn toggle(&mut self, color: Color, at: At) {
        let stone = |color: Color, at: At| key(STONE + color as u64, at);
        let toggle = |[same, swapped]: &mut [u64; 2], at: At| {
            *same ^= stone(color, at);
            *swapped ^= stone(color.opponent(), at);
        };
        for (symmetry, hashes) in Symmetry::ALL.into_iter().zip(&mut self.whole) {
            toggle(hashes, symmetry.turn(at, self.sides));
        }
        for (corner, hashes) in Corner::ALL.into_iter().zip(&mut self.corners) {
            for (symmetry, hashes) in corner.symmetries().into_iter().zip(hashes) {
                let (column, row) = symmetry.turn(at, self.sides);
                let (columns, rows) = quarter(symmetry.sides(self.sides));
                if column < columns && row < rows {
                    toggle(hashes, (column, row));
                }
            }
        }
    }

    /// The key of the whole board.
    pub fn whole(&self) -> u64 {
        self.whole.iter().flatten().copied().min().unwrap_or(0)
    }

    /// The key of a corner. Corners of one size with the same stones have the same key, on any board and in any of its
    /// corners.
    pub fn corner(&self, corner: Corner) -> u64 {
        self.corners[corner as usize].iter().flatten().copied().min().unwrap_or(0)
    }
}
