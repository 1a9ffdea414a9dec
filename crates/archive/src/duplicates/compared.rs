//! A game in the form in which it is compared with others.

use super::Orientation;
use super::shape::{Shape, shapes};
use crate::identity::GameIdentity;
use crate::main_line::{At, LineStep, MainLine, Target};
use crate::{Game, GamePart};
use ishi_board::{Color, mix};
use ishi_record::record::{DatumKind, SequenceId};

/// The facts about a game that are compared: its main line, and its comments and variations as hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedGame {
    line: MainLine,
    /// The hashes of the comments and variations of the game, sorted.
    annotations: Vec<u64>,
}

impl ComparedGame {
    /// Reads the main line of a game, and its comments and variations.
    pub fn of(game: &Game<'_>) -> Self {
        Self::new(MainLine::of(game), annotations(game))
    }

    /// Creates a game from its main line and the hashes of its comments and variations.
    pub fn new(mut line: MainLine, annotations: Vec<u64>) -> Self {
        line.setup.shrink_to_fit();
        line.steps.shrink_to_fit();
        Self { line, annotations }
    }

    /// The hashes of the comments and variations of the game, sorted.
    pub(super) fn annotations(&self) -> &[u64] {
        &self.annotations
    }

    /// The number of columns and rows of the board.
    pub(super) fn sides(&self) -> (u8, u8) {
        self.line.sides
    }

    /// The moves, and the stones that are set up between them.
    pub(super) fn steps(&self) -> &[LineStep] {
        &self.line.steps
    }

    /// The stones that are set up before the first move.
    pub(super) fn setup(&self) -> &[(Color, At)] {
        &self.line.setup
    }

    /// A key that is equal for games whose moves are equal in some orientation; `None` for an empty game.
    pub(super) fn key(&self) -> Option<u64> {
        let identity = GameIdentity::of(&self.line);
        (!self.is_empty()).then(|| identity.hash.min(identity.swapped))
    }

    /// Like [`key`](Self::key), but faster to compute. Games with different moves share this key now and then.
    pub(super) fn quick_key(&self) -> Option<u64> {
        let (columns, rows) = self.sides();
        let sides = u64::from(columns.min(rows)) << 8 | u64::from(columns.max(rows));
        // The order in which stones are set up does not matter.
        let setup = self.setup().iter().map(|&(color, at)| LineStep::Add(color, at));
        let setup = setup.fold(0, |sum: u64, step| sum.wrapping_add(mix(Shape::of(step, self.sides()).number())));
        (!self.is_empty())
            .then(|| self.shapes().fold(mix(setup ^ sides), |hash, shape| mix(hash.rotate_left(5) ^ shape)))
    }

    fn is_empty(&self) -> bool {
        self.setup().is_empty() && self.steps().is_empty()
    }

    /// A number for each step and its relation to the step before. The numbers do not change if the game is turned or
    /// its colors are exchanged.
    pub(super) fn shapes(&self) -> impl Iterator<Item = u64> {
        shapes(self.steps(), self.sides())
    }

    /// The number of steps of the game, and the number of its comments and variations.
    pub(super) fn fullness(&self) -> (usize, usize) {
        (self.line.steps.len(), self.annotations.len())
    }

    /// Whether the game has all comments and variations of another game.
    pub(super) fn contains_annotations(&self, other: &Self) -> bool {
        let mut annotations = self.annotations.iter();
        other.annotations.iter().all(|one| annotations.by_ref().any(|annotation| annotation == one))
    }

    /// The orientation in which all moves of another game are equal to those of this game.
    pub(super) fn orientation_of(&self, other: &Self) -> Option<Orientation> {
        self.orientations_of(other).find(|&orientation| {
            self.steps().len() == other.steps().len()
                && self.steps().iter().zip(other.steps()).all(|(&one, &step)| one == other.turned(step, orientation))
        })
    }

    /// The orientations in which the board and the setup of another game are equal to those of this game.
    pub(super) fn orientations_of(&self, other: &Self) -> impl Iterator<Item = Orientation> {
        let sorted = |mut setup: Vec<(Color, At)>| {
            setup.sort_unstable_by_key(|&(color, at)| (at, color as u8));
            setup
        };
        let setup = sorted(self.setup().to_vec());
        Orientation::all().filter(move |&orientation| {
            let Orientation { symmetry, swapped } = orientation;
            let turned = |&(color, at): &(Color, At)| {
                (if swapped { color.opponent() } else { color }, symmetry.turn(at, other.sides()))
            };
            symmetry.sides(other.sides()) == self.sides()
                && setup.len() == other.setup().len()
                && setup == sorted(other.setup().iter().map(turned).collect())
        })
    }

    /// Returns a step of this game after the game is turned.
    pub(super) fn turned(&self, step: LineStep, orientation: Orientation) -> LineStep {
        turned(step, self.sides(), orientation)
    }
}

/// Returns a step on a board with these sides after the board is turned.
pub(super) fn turned(step: LineStep, sides: (u8, u8), Orientation { symmetry, swapped }: Orientation) -> LineStep {
    let turn = |color: Color| if swapped { color.opponent() } else { color };
    match step {
        LineStep::Play(color, Target::Point(at)) => {
            LineStep::Play(turn(color), Target::Point(symmetry.turn(at, sides)))
        }
        LineStep::Play(color, target) => LineStep::Play(turn(color), target),
        LineStep::Add(color, at) => LineStep::Add(turn(color), symmetry.turn(at, sides)),
        LineStep::Clear => LineStep::Clear,
    }
}

/// Returns a number that is different for each step.
fn number(step: LineStep) -> u64 {
    let point = |(column, row): At| u64::from(column) << 8 | u64::from(row);
    match step {
        LineStep::Play(color, Target::Point(at)) => 0x1_0000 + (point(at) << 1) + color as u64,
        LineStep::Play(color, Target::Pass) => 2 + color as u64,
        LineStep::Play(color, Target::Unknown) => 4 + color as u64,
        LineStep::Add(color, at) => 0x10_0000 + (point(at) << 1) + color as u64,
        LineStep::Clear => 1,
    }
}

/// The hashes of the comments and variations of a game, sorted.
pub(crate) fn annotations(game: &Game<'_>) -> Vec<u64> {
    let size = game.info.size.get();
    let mut hashes: Vec<u64> = game.parts().iter().flat_map(|part| annotations_of(part, (size, size))).collect();
    hashes.sort_unstable();
    hashes.shrink_to_fit();
    hashes
}

/// The hashes of the comments and variations of a part.
fn annotations_of(part: &GamePart<'_>, sides: (u8, u8)) -> Vec<u64> {
    let event = &part.reading.event;
    let comments = event.data.iter().filter(|datum| datum.kind == DatumKind::Comment);
    let comments = comments.map(|datum| part.comment(datum)).filter(|text| !text.trim().is_empty());
    let comments = comments.map(|text| hash_of_text(&text));
    let is_variation = |id: &u32| *id > 0 || !part.is_main_line;
    let variations = (0..event.sequences.len() as u32).filter(is_variation).map(|id| {
        let steps =
            event.moves_of(SequenceId(id)).map(|id| LineStep::Play(event[id].color, Target::from(event[id].place)));
        let hash = |orientation| {
            steps.clone().fold(1, |hash: u64, step| mix(hash.rotate_left(5) ^ number(turned(step, sides, orientation))))
        };
        Orientation::all().map(hash).min().unwrap_or(0)
    });
    comments.chain(variations).collect()
}

/// The hash of the words of a text.
fn hash_of_text(text: &str) -> u64 {
    let words = text.split_whitespace().flat_map(|word| word.bytes().chain([b' ']));
    words.fold(2, |hash: u64, byte| mix(hash.rotate_left(5) ^ u64::from(byte)))
}
