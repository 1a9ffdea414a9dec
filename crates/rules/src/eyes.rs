//! The number of eyes in an area inside a player's stones at the end of a game.

use super::grid::{Cell, Grid, Place};
use ishi_board::Color;

/// The number of points from which on an area has two eyes.
const ROOMY: usize = 6;

/// The number of stones from which on a captured shape has another place for an eye.
const ROOMY_AFTER_CAPTURE: usize = 7;

/// The number of dead stones of the opponent that leave room for one eye, and for two eyes.
const DEAD_FOR_ONE: usize = 5;
const DEAD_FOR_TWO: usize = 8;

/// The number of gaps of a point that can't be closed any more.
const NEVER: u32 = 1000;

/// Returns how many eyes an area is worth, up to two. In doubt, the owner plays first, because at the end of a game the
/// opponent has passed. `points` are in order, and include the points that `is_false` marks, which are worth nothing.
pub(super) fn value(grid: &Grid, points: &[Place], owner: Color, is_false: &[bool]) -> u8 {
    let area = EyeArea::new(grid, points, owner, is_false);
    let dead = area.spots.iter().filter(|spot| spot.is_dead).count();
    if dead >= DEAD_FOR_TWO
        || area.is_roomy()
        || area.has_inner_points()
        || area.has_double_bottleneck()
        || area.has_two_eyes_after_capture()
    {
        return 2;
    }
    let closed = u8::from(dead >= DEAD_FOR_ONE || area.spots.iter().any(|spot| spot.gaps <= 1));
    area.eyes_at_bottleneck().max(closed).min(2)
}

/// A point of an area.
struct EyeSpot {
    place: Place,
    /// The adjacent spots.
    beside: Vec<usize>,
    is_empty: bool,
    /// Whether a dead stone of the opponent is on the point.
    is_dead: bool,
    /// How many moves the owner still needs to close the exits of the area next to this point.
    gaps: u32,
}

struct EyeArea<'g> {
    grid: &'g Grid,
    owner: Color,
    spots: Vec<EyeSpot>,
    /// The number of the opponent's stones on false points.
    throw_ins: usize,
}

impl<'g> EyeArea<'g> {
    fn new(grid: &'g Grid, points: &[Place], owner: Color, is_false: &[bool]) -> Self {
        let (is_worthless, points): (Vec<Place>, Vec<Place>) = points.iter().partition(|&&point| is_false[point]);
        let index = |place: Place| points.binary_search(&place).ok();
        let is_dead = |place: Place| grid.at(place) == Cell::Stone(owner.opponent());
        let is_empty = |place: Place| grid.at(place) == Cell::Empty;
        let beside = |place: Place, holds: &dyn Fn(Place) -> bool| {
            grid.neighbours(place).into_iter().filter(|&beside| is_false[beside] && holds(beside)).count()
        };
        // How many moves it takes to close the way from a point over the one beside it.
        let gap = |place: Place| {
            let is_inside = index(place).is_some();
            match (grid.at(place), is_inside) {
                (Cell::Empty, false) => 1,
                // The opponent has thrown a stone in beside it.
                (Cell::Empty, true) => u32::from(beside(place, &is_dead) > 0),
                (Cell::Stone(color), false) if color != owner && is_false[place] => NEVER,
                (Cell::Stone(color), true) if color != owner => {
                    let open = beside(place, &is_empty);
                    let is_through = open >= 2 || beside(place, &is_dead) > 0;
                    u32::from(open > 0) + if is_through { NEVER } else { 0 }
                }
                _ => 0,
            }
        };
        let spot = |&place: &Place| EyeSpot {
            place,
            beside: grid.neighbours(place).into_iter().filter_map(index).collect(),
            is_empty: is_empty(place),
            is_dead: is_dead(place),
            gaps: grid.neighbours(place).into_iter().map(gap).sum(),
        };
        let throw_ins = is_worthless.into_iter().filter(|&point| is_dead(point)).count();
        Self { grid, owner, spots: points.iter().map(spot).collect(), throw_ins }
    }

    /// Whether enough points remain if open points, and points that are blocked by dead stones, are not counted.
    fn is_roomy(&self) -> bool {
        let cost = |spot: &EyeSpot| spot.gaps.min(2) as usize + usize::from(spot.is_dead && spot.beside.len() >= 2);
        let lost: usize = self.spots.iter().map(cost).sum();
        self.spots.len() >= lost + ROOMY
    }

    /// Whether there are many empty points with three or four neighbours.
    fn has_inner_points(&self) -> bool {
        let inner = self.spots.iter().filter(|spot| spot.is_empty).map(|spot| spot.beside.len().saturating_sub(2));
        inner.sum::<usize>() >= ROOMY
    }

    /// The parts that remain without some spots.
    fn parts(&self, without: &[usize]) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.spots.len()];
        for &spot in without {
            seen[spot] = true;
        }
        self.joined(&mut seen)
    }

    /// The connected parts of the spots that are not yet `seen`.
    fn joined(&self, seen: &mut [bool]) -> Vec<Vec<usize>> {
        let mut parts = Vec::new();
        for first in 0..self.spots.len() {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut part = vec![first];
            let mut next = 0;
            while let Some(&spot) = part.get(next) {
                next += 1;
                for &beside in &self.spots[spot].beside {
                    if !std::mem::replace(&mut seen[beside], true) {
                        part.push(beside);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// The largest number of eyes that a single move makes by dividing the area: parts with a point that is then
    /// closed.
    fn eyes_at_bottleneck(&self) -> u8 {
        let mut most = 0;
        for (index, spot) in self.spots.iter().enumerate().filter(|(_, spot)| self.is_playable(spot)) {
            let parts = self.parts(&[index]);
            if parts.len() < 2 {
                continue;
            }
            // The move itself closes what one stone beside it has opened.
            let open = u32::from(self.is_beside_throw_in(spot));
            let is_closed = |part: &&Vec<usize>| part.iter().any(|&spot| self.spots[spot].gaps <= open);
            most = most.max(parts.iter().filter(is_closed).count());
        }
        most.min(2) as u8
    }

    /// Whether exactly one dead stone next to a spot is on a false point.
    fn is_beside_throw_in(&self, spot: &EyeSpot) -> bool {
        let is_throw_in = |&place: &Place| {
            self.grid.at(place) == Cell::Stone(self.owner.opponent())
                && !self.spots.iter().any(|spot| spot.place == place)
        };
        self.grid.neighbours(spot.place).into_iter().filter(is_throw_in).count() == 1
    }

    /// Whether the owner may play on a spot.
    fn is_playable(&self, spot: &EyeSpot) -> bool {
        let is_liberty = |place: Place| match self.grid.at(place) {
            Cell::Off => false,
            Cell::Stone(color) if color != self.owner => {
                let chain = self.grid.chain(place);
                let liberties = chain.into_iter().flat_map(|stone| self.grid.neighbours(stone));
                liberties.filter(|&liberty| self.grid.at(liberty) == Cell::Empty).all(|liberty| liberty == spot.place)
            }
            _ => true,
        };
        spot.is_empty && self.grid.neighbours(spot.place).into_iter().any(is_liberty)
    }

    /// Whether two adjacent points, of which the opponent can play only one, divide the area so that enough parts have
    /// two closed points.
    fn has_double_bottleneck(&self) -> bool {
        let is_wide = |spot: &EyeSpot| spot.gaps <= 1 && spot.beside.len() >= 3;
        let is_border = |spot: &EyeSpot| {
            self.grid.neighbours(spot.place).into_iter().any(|beside| self.grid.at(beside) == Cell::Off)
        };
        let firsts = self.spots.iter().enumerate();
        firsts.filter(|(_, spot)| self.is_playable(spot) && is_wide(spot) && !is_border(spot)).any(|(first, spot)| {
            spot.beside.iter().any(|&second| {
                let other = &self.spots[second];
                let empty = other.beside.iter().filter(|&&beside| self.spots[beside].is_empty).count();
                if !is_wide(other) || !other.is_empty && empty <= 1 {
                    return false;
                }
                let closed = |part: &Vec<usize>| part.iter().filter(|&&spot| self.spots[spot].gaps == 0).count();
                let parts: Vec<usize> = self.parts(&[first, second]).iter().map(closed).collect();
                let with = |least: usize| parts.iter().filter(|&&closed| closed >= least).count();
                with(1) >= 2 && with(2) >= if other.is_empty { 1 } else { 2 }
            })
        })
    }

    /// Whether the owner makes two eyes by capturing the opponent's dead stones, whatever the opponent adds to them
    /// first.
    ///
    /// Before the stones are captured, the opponent can fill the points on which the owner can't play, and leaves out
    /// one of them at most. After the capture, the empty points are an area like any other. Each part of this area is
    /// an eye, and so is each pair of points where the owner can divide or narrow a part. A stone that was thrown in
    /// elsewhere removes one eye.
    fn has_two_eyes_after_capture(&self) -> bool {
        if !self.spots.iter().any(|spot| spot.is_dead) {
            return false;
        }
        let unplayable = |spot: &EyeSpot| !spot.is_dead && !self.is_playable(spot);
        let shape: Vec<bool> = self.spots.iter().map(|spot| spot.is_dead || unplayable(spot)).collect();
        let left_out = self.spots.iter().enumerate().filter(|(_, spot)| unplayable(spot)).map(|(index, _)| Some(index));
        left_out.chain([None]).all(|left_out| {
            let mut shape = shape.clone();
            if let Some(spot) = left_out {
                shape[spot] = false;
            }
            self.eyes_of_captured(&shape) >= self.throw_ins + 2
        })
    }

    /// The number of eyes that a shape of captured stones leaves, without a limit.
    fn eyes_of_captured(&self, shape: &[bool]) -> usize {
        let parts = |without: Option<usize>| {
            let mut seen: Vec<bool> = shape.iter().map(|&belongs| !belongs).collect();
            if let Some(spot) = without {
                seen[spot] = true;
            }
            self.joined(&mut seen).len()
        };
        let whole = parts(None);
        let stones = (0..shape.len()).filter(|&spot| shape[spot]);
        let is_vital = |&spot: &usize| {
            let beside = self.spots[spot].beside.iter().filter(|&&beside| shape[beside]).count();
            beside >= 3 || parts(Some(spot)) > whole
        };
        let is_roomy = stones.clone().count() >= ROOMY_AFTER_CAPTURE;
        let chances = stones.filter(is_vital).count() + usize::from(is_roomy);
        whole + chances / 2
    }
}
