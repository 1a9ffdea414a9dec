//! Patterns of whole boards as sets of stones.

use super::query::Query;
use crate::{StoneMasks, stone_masks};
use ishi_board::{Color, Symmetry};

impl Query {
    /// Returns the size of the board of a whole-board pattern, and the stones of each placement, equal placements once;
    /// `None` for any other pattern. A game can have the position only if all stones of one placement were ever put on
    /// the board.
    pub fn whole_boards(&self) -> Option<(u8, Vec<StoneMasks>)> {
        let pattern = &self.pattern;
        let size = pattern.whole_side()?;
        let symmetries = if self.symmetry { &Symmetry::ALL[..] } else { &Symmetry::ALL[..1] };
        let swaps = if self.color_swap { &[false, true][..] } else { &[false] };
        let stones = |symmetry: Symmetry, swap: bool| {
            pattern.points().filter_map(move |(at, allowed)| {
                let color: Color = allowed.stone()?;
                Some((if swap { color.opponent() } else { color }, symmetry.turn(at, (size, size))))
            })
        };
        let ways = symmetries.iter().flat_map(|&symmetry| swaps.iter().map(move |&swap| (symmetry, swap)));
        let masks: Option<Vec<StoneMasks>> =
            ways.map(|(symmetry, swap)| stone_masks((size, size), stones(symmetry, swap))).collect();
        let mut masks = masks?;
        masks.sort_unstable();
        masks.dedup();
        Some((size, masks))
    }
}
