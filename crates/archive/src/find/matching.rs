//! Comparison of the position of a game with the placements of a pattern, by the number of points that differ.

use super::pattern::Allowed;
use super::placement::{Demand, Placements};
use ishi_board::{Board, Point};

/// A position, with the number of points that differ from it for each class of placements.
pub(super) struct Matching<'p> {
    placements: &'p Placements,
    cells: [Allowed; 361],
    mismatches: Vec<u16>,
    /// The classes that have begun or ceased to match, some of them more than once.
    touched: Vec<u16>,
}

impl<'p> Matching<'p> {
    /// Creates the comparison with the empty board.
    pub(super) fn new(placements: &'p Placements) -> Self {
        let matching = |(class, &differing): (usize, &u16)| (differing == 0).then_some(class as u16);
        Self {
            placements,
            cells: [Allowed::EMPTY; 361],
            mismatches: placements.mismatches.clone(),
            touched: placements.mismatches.iter().enumerate().filter_map(matching).collect(),
        }
    }

    /// Updates a point from a board, and returns whether its content has changed.
    pub(super) fn update(&mut self, board: &Board, point: Point) -> bool {
        let content = Allowed::of(board.get(point).map(|stone| stone.color));
        let old = std::mem::replace(&mut self.cells[point.index()], content);
        if old == content {
            return false;
        }
        for &Demand { class, allowed } in self.placements.demands(point) {
            let differing = &mut self.mismatches[usize::from(class)];
            match (allowed.permits(old), allowed.permits(content)) {
                (true, false) => {
                    if *differing == 0 {
                        self.touched.push(class);
                    }
                    *differing += 1;
                }
                (false, true) => {
                    *differing -= 1;
                    if *differing == 0 {
                        self.touched.push(class);
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Updates all points from a board whose matches the caller knows already.
    pub(super) fn update_all(&mut self, board: &Board) {
        for point in board.size().points() {
            self.update(board, point);
        }
        self.touched.clear();
    }

    /// Returns the classes that have begun or ceased to match since the last call, each with whether it matches now.
    pub(super) fn take_touched(&mut self) -> Vec<(u16, bool)> {
        if self.touched.is_empty() {
            return Vec::new();
        }
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        touched.into_iter().map(|class| (class, self.mismatches[usize::from(class)] == 0)).collect()
    }
}
