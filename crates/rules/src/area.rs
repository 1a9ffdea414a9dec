//! Counting by area: living stones, and the points that only one player's stones surround.

use super::grid::{Cell, Grid, Place};
use ishi_board::Color;

/// Returns the owner of each place: the color of its living stone, or the only color whose living stones its empty area
/// touches. Stones that are `dead` count as empty. If no stone is dead, this is the count of Tromp and Taylor.
pub fn area(grid: &Grid, is_dead: impl Fn(Place) -> bool) -> Vec<Option<Color>> {
    let living = |place: Place| grid.at(place).color().filter(|_| !is_dead(place));
    let mut owners = vec![None; grid.len()];
    let mut seen = vec![false; grid.len()];
    let mut area = Vec::new();
    for first in grid.points() {
        if let Some(color) = living(first) {
            owners[first] = Some(color);
        }
        if owners[first].is_some() || std::mem::replace(&mut seen[first], true) {
            continue;
        }
        area.clear();
        area.push(first);
        let mut reached = [false; 2];
        let mut next = 0;
        while let Some(&place) = area.get(next) {
            next += 1;
            for beside in grid.neighbours(place) {
                if grid.at(beside) == Cell::Off {
                    continue;
                }
                match living(beside) {
                    Some(color) => reached[color as usize] = true,
                    None if !std::mem::replace(&mut seen[beside], true) => area.push(beside),
                    None => {}
                }
            }
        }
        let owner = match reached {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        for &place in &area {
            owners[place] = owner;
        }
    }
    owners
}
