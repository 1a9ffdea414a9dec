//! Alignment of the moves of two games.

use super::shape::Shape;
use super::{ComparedGame, ComparedMove, Difference, MAX_DIFFERENCES, MIN_COMMON_MOVES, Orientation};
use crate::main_line::{LineStep, PlainBoard, Target};

/// The alignment of two games that differ in at most [`MAX_DIFFERENCES`] steps. One game may end before the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alignment {
    /// The orientation that turns the second game into the first.
    pub(super) orientation: Orientation,
    /// The steps that differ, as indices in the first and in the second game.
    edits: Vec<[Option<usize>; 2]>,
}

/// Aligns two games in the orientation with the fewest differences. Returns `None` if more than [`MAX_DIFFERENCES`]
/// steps differ, or fewer than [`MIN_COMMON_MOVES`] steps are equal.
pub(super) fn align(first: &ComparedGame, second: &ComparedGame) -> Option<Alignment> {
    let (steps, others) = (first.steps(), second.steps());
    let lengths = [steps.len(), others.len()];
    let shape = |game: &ComparedGame, index: usize| Shape::of(game.steps()[index], game.sides());
    // Most games differ in every orientation, and a comparison of shapes excludes these at once.
    edits(lengths, |one, other| shape(first, one) == shape(second, other))?;
    let aligned = first.orientations_of(second).filter_map(|orientation| {
        let is_equal = |one: usize, other: usize| steps[one] == second.turned(others[other], orientation);
        let (edits, common) = edits(lengths, is_equal)?;
        (common >= MIN_COMMON_MOVES).then_some(Alignment { orientation, edits })
    });
    aligned.min_by_key(|alignment| alignment.edits.len())
}

/// The number of equal steps of two games in an orientation; `None` if more than [`MAX_DIFFERENCES`] steps differ.
pub(super) fn common_steps(first: &ComparedGame, second: &ComparedGame, orientation: Orientation) -> Option<usize> {
    let (steps, others) = (first.steps(), second.steps());
    let is_equal = |one: usize, other: usize| steps[one] == second.turned(others[other], orientation);
    edits([steps.len(), others.len()], is_equal).map(|(_, common)| common)
}

/// The farthest point of an alignment on a diagonal: the index in the first game, and the last edit with the diagonal
/// from which it comes.
#[derive(Clone, Copy)]
struct Reach {
    at: usize,
    from: Option<(usize, [Option<usize>; 2])>,
}

/// The number of diagonals: the first game may be longer or shorter by the number of differences.
const DIAGONALS: usize = 2 * MAX_DIFFERENCES + 1;

/// Returns the fewest edits after which one of two lists of steps is a prefix of the other, and the number of equal
/// steps. The lists are given by their lengths and the equality of their steps. Returns `None` if more than
/// [`MAX_DIFFERENCES`] edits are needed. For each number of edits, the farthest point on each diagonal is computed (E.
/// Ukkonen, "Algorithms for approximate string matching", 1985).
fn edits(
    [first, second]: [usize; 2],
    is_equal: impl Fn(usize, usize) -> bool,
) -> Option<(Vec<[Option<usize>; 2]>, usize)> {
    // On diagonal d the index in the second list is that in the first plus MAX_DIFFERENCES minus d.
    let index = |at: usize, diagonal: usize| (at + MAX_DIFFERENCES).checked_sub(diagonal);
    let slide = |mut at: usize, diagonal: usize| {
        while let Some(other) = index(at, diagonal)
            && at < first
            && other < second
            && is_equal(at, other)
        {
            at += 1;
        }
        at
    };
    let mut rows: Vec<[Option<Reach>; DIAGONALS]> = Vec::new();
    for count in 0..=MAX_DIFFERENCES {
        let mut row = [None; DIAGONALS];
        let near = MAX_DIFFERENCES - count..=MAX_DIFFERENCES + count;
        for (diagonal, reached) in row.iter_mut().enumerate().filter(|(diagonal, _)| near.contains(diagonal)) {
            let start = match rows.last() {
                None => Some(Reach { at: 0, from: None }),
                Some(before) => next(before, diagonal),
            };
            let is_inside =
                |reach: &Reach| reach.at <= first && index(reach.at, diagonal).is_some_and(|other| other <= second);
            *reached = start.filter(is_inside).map(|start| Reach { at: slide(start.at, diagonal), ..start });
        }
        rows.push(row);
        let ends = row.iter().enumerate().filter_map(|(diagonal, reach)| {
            let at = reach.as_ref()?.at;
            let rest = (first - at) + (second - index(at, diagonal)?);
            let is_end = at == first || index(at, diagonal)? == second;
            is_end.then_some((rest, diagonal))
        });
        if let Some((_, diagonal)) = ends.min() {
            return traced(&rows, diagonal);
        }
    }
    None
}

/// Returns the farthest point on a diagonal after one more edit.
fn next(before: &[Option<Reach>; DIAGONALS], diagonal: usize) -> Option<Reach> {
    let other = |at: usize, diagonal: usize| (at + MAX_DIFFERENCES).checked_sub(diagonal);
    let changed = before[diagonal].map(|Reach { at, .. }| {
        let edit = [Some(at), other(at, diagonal)];
        Reach { at: at + 1, from: Some((diagonal, edit)) }
    });
    let left_out = diagonal.checked_sub(1).and_then(|from| before[from].map(|reach| (from, reach)));
    let left_out = left_out.map(|(from, Reach { at, .. })| Reach { at: at + 1, from: Some((from, [Some(at), None])) });
    let added = before.get(diagonal + 1).copied().flatten().map(|Reach { at, .. }| {
        let from = diagonal + 1;
        Reach { at, from: Some((from, [None, other(at, from)])) }
    });
    [added, left_out, changed].into_iter().flatten().max_by_key(|reach| reach.at)
}

/// Returns the edits that lead to the farthest point on a diagonal, and the number of equal steps.
fn traced(rows: &[[Option<Reach>; DIAGONALS]], mut diagonal: usize) -> Option<(Vec<[Option<usize>; 2]>, usize)> {
    let length = rows.last()?[diagonal]?.at;
    let mut edits = Vec::new();
    for row in rows.iter().rev() {
        if let Some((from, edit)) = row[diagonal]?.from {
            edits.push(edit);
            diagonal = from;
        }
    }
    edits.reverse();
    let common = length - edits.iter().filter(|[first, _]| first.is_some()).count();
    Some((edits, common))
}

impl Alignment {
    /// Returns the alignment with the two games exchanged.
    pub(super) fn reversed(&self) -> Self {
        let Orientation { symmetry, swapped } = self.orientation;
        Self {
            orientation: Orientation { symmetry: symmetry.inverse(), swapped },
            edits: self.edits.iter().map(|&[first, second]| [second, first]).collect(),
        }
    }

    /// The moves that differ, on the board and in the colors of the first game.
    pub(super) fn differences(&self, first: &ComparedGame, second: &ComparedGame) -> Vec<Difference> {
        let turned: Vec<LineStep> = second.steps().iter().map(|&step| second.turned(step, self.orientation)).collect();
        let lines = [first.steps(), &turned];
        let difference = |&edit: &[Option<usize>; 2]| {
            let compared = |side: usize| compared_move(lines[side], edit[side]?);
            Difference { moves: [compared(0), compared(1)], right: right(first, lines, edit) }
        };
        self.edits.iter().map(difference).collect()
    }
}

fn compared_move(steps: &[LineStep], index: usize) -> Option<ComparedMove> {
    let LineStep::Play(color, target) = *steps.get(index)? else { return None };
    let number = steps[..=index].iter().filter(|step| matches!(step, LineStep::Play(..))).count();
    Some(ComparedMove { number, color, target })
}

/// Returns the game that is right at an edit. With the step of this game, the other game has fewer impossible moves,
/// and with the step of the other game, this game does not.
fn right(first: &ComparedGame, lines: [&[LineStep]; 2], edit: [Option<usize>; 2]) -> Option<usize> {
    let is_better = |side: usize| {
        let replaced = replaced(lines[side], edit[side], lines[1 - side], edit[1 - side])?;
        Some(slips_in(first, &replaced) < slips_in(first, lines[side]))
    };
    match [is_better(0)?, is_better(1)?] {
        [true, false] => Some(1),
        [false, true] => Some(0),
        _ => None,
    }
}

/// Returns the steps of a game, with the step of another game at an edit.
fn replaced(
    steps: &[LineStep],
    index: Option<usize>,
    others: &[LineStep],
    other: Option<usize>,
) -> Option<Vec<LineStep>> {
    let mut steps = steps.to_vec();
    match (index, other.and_then(|other| others.get(other))) {
        (Some(index), Some(&step)) => *steps.get_mut(index)? = step,
        (Some(index), None) => drop(steps.remove(index)),
        // The step before the edit is equal in both games.
        (None, Some(&step)) => {
            let before = others[..other?].iter().filter(|step| matches!(step, LineStep::Play(..))).count();
            let at = steps.iter().enumerate().filter(|(_, step)| matches!(step, LineStep::Play(..))).nth(before);
            steps.insert(at.map_or(steps.len(), |(index, _)| index), step);
        }
        (None, None) => return None,
    }
    Some(steps)
}

/// Counts the impossible moves of a game: moves on a stone, by a player who is not to play, or at an unknown point.
fn slips_in(game: &ComparedGame, steps: &[LineStep]) -> usize {
    let mut board = PlainBoard::new(game.sides());
    for &(color, at) in game.setup() {
        board.step(LineStep::Add(color, at), &mut |_, _| {});
    }
    let mut last = None;
    let mut slips = 0;
    for &step in steps {
        if let LineStep::Play(color, target) = step {
            let is_impossible = match target {
                Target::Point(at) => board.get(at).is_some(),
                Target::Pass => false,
                Target::Unknown => true,
            };
            slips += usize::from(is_impossible) + usize::from(last == Some(color));
            last = Some(color);
        }
        board.step(step, &mut |_, _| {});
    }
    slips
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ishi_board::Color;

    /// The fewest edits by a table of all pairs of places. One of the lists may end before the other.
    fn fewest(first: &[LineStep], second: &[LineStep]) -> usize {
        let mut cost = vec![vec![0; second.len() + 1]; first.len() + 1];
        for one in 0..=first.len() {
            for other in 0..=second.len() {
                let change = |one: usize, other: usize| usize::from(first[one] != second[other]);
                cost[one][other] = match (one, other) {
                    (0, count) | (count, 0) => count,
                    _ => (cost[one - 1][other - 1] + change(one - 1, other - 1))
                        .min(cost[one - 1][other] + 1)
                        .min(cost[one][other - 1] + 1),
                };
            }
        }
        let ends = (0..=first.len()).map(|one| cost[one][second.len()]);
        ends.chain(cost[first.len()].iter().copied()).min().unwrap_or(0)
    }

    fn steps(length: usize) -> impl Strategy<Value = Vec<LineStep>> {
        let step = (0..3u8).prop_map(|column| LineStep::Play(Color::Black, Target::Point((column, 0))));
        prop::collection::vec(step, 0..length)
    }

    proptest! {
        #[test]
        fn the_fewest_edits_are_found(first in steps(9), second in steps(9)) {
            let fewest = Some(fewest(&first, &second)).filter(|&count| count <= MAX_DIFFERENCES);
            let aligned = edits([first.len(), second.len()], |one, other| first[one] == second[other]);
            prop_assert_eq!(aligned.as_ref().map(|(edits, _)| edits.len()), fewest);
            // The edits make the beginning of one list the other.
            if let Some((edits, common)) = aligned {
                let (mut one, mut other, mut equal) = (0, 0, 0);
                for [left, right] in edits {
                    while left.is_some_and(|left| one < left) || right.is_some_and(|right| other < right) {
                        prop_assert_eq!(first[one], second[other]);
                        (one, other, equal) = (one + 1, other + 1, equal + 1);
                    }
                    one += usize::from(left.is_some());
                    other += usize::from(right.is_some());
                }
                while one < first.len() && other < second.len() {
                    prop_assert_eq!(first[one], second[other]);
                    (one, other, equal) = (one + 1, other + 1, equal + 1);
                }
                prop_assert_eq!(common, equal);
            }
        }
    }
}
