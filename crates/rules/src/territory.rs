//! Counting by territory at the end of a game, even if dame are not filled. Finds seki, false eyes and dame.
//!
//! The method is that of `goscorer` by D. J. Wu (MIT licence). The points that only one player can reach are that
//! player's region. The parts of a region between stones are eyes. An eye point is false if a chain needs a stone there
//! to be connected. A region is in seki if its eyes are worth fewer than two. The implementation is our own.

use super::eyes;
use super::grid::{Cell, Grid, Place};
use ishi_board::Color;

/// The result of counting territory: for each place of the grid, an item in each list.
#[derive(Clone, Debug)]
pub struct Territory {
    /// The owner of each point, also of a point with a dead stone.
    pub owner: Vec<Option<Color>>,
    /// The color of the group in seki that each stone or point belongs to.
    pub seki: Vec<Option<Color>>,
    /// Points that look like part of an eye, but do not help to live.
    pub false_eye: Vec<bool>,
    /// Points that belong to neither player.
    pub dame: Vec<bool>,
    /// For each point, how many eyes, up to two, its part of a region is worth.
    pub eyes: Vec<u8>,
}

/// A region of one player, by its number.
type RegionNumber = u16;

/// An index into the eyes of a position.
type Eye = usize;

/// The stones of one player that are connected or can't be cut outside of eyes, by their number.
type GroupNumber = u16;

/// Counts a position in which the stones that are `dead` are dead, and all others alive.
pub fn territory(grid: &Grid, is_dead: impl Fn(Place) -> bool) -> Territory {
    let survey = Survey::new(grid, is_dead);
    let eyes = survey.eyes();
    let links = Links::new(&survey, &eyes);
    let mut is_false = vec![false; grid.len()];
    for (index, eye) in eyes.iter().enumerate() {
        for &point in &eye.points {
            is_false[point] = links.is_false(&survey, index, point, &[]);
        }
    }
    let values: Vec<u8> = eyes.iter().map(|eye| survey.value(eye, &is_false)).collect();
    let mut total = vec![0; usize::from(survey.regions) + 1];
    for (eye, value) in eyes.iter().zip(&values) {
        total[usize::from(survey.region[eye.points[0]])] += value;
    }
    let mut needs_filling = vec![false; grid.len()];
    for (index, eye) in eyes.iter().enumerate() {
        for &point in &eye.points {
            if is_false[point] && links.is_false(&survey, index, point, &values) {
                needs_filling[point] = true;
                // To take a stone there, its other liberty has to be filled, too.
                if grid.at(point) != Cell::Empty {
                    let beside = grid.neighbours(point).into_iter();
                    for beside in beside.filter(|&beside| survey.owner[beside] == survey.owner[point]) {
                        needs_filling[beside] = true;
                    }
                }
            }
        }
    }
    let mut counted = Territory {
        owner: vec![None; grid.len()],
        seki: vec![None; grid.len()],
        dame: vec![false; grid.len()],
        eyes: vec![0; grid.len()],
        false_eye: is_false,
    };
    for place in grid.points() {
        let region = survey.region[place];
        let owner = survey.owner[place];
        counted.eyes[place] = survey.eye[place].map_or(0, |eye| values[eye]);
        if region == 0 {
            counted.dame[place] = survey.is_open(place);
        } else if total[usize::from(region)] < 2 {
            counted.seki[place] = owner;
        } else if survey.is_open(place) && survey.is_enclosed[place] && !needs_filling[place] {
            counted.owner[place] = owner;
        }
    }
    counted
}

/// Part of a region without living stones.
struct EyeSpace {
    points: Vec<Place>,
}

/// The places that each player reaches, with their regions and groups.
struct Survey<'g> {
    grid: &'g Grid,
    living: Vec<Option<Color>>,
    /// The points where each player can block the opponent.
    blocks: [Vec<bool>; 2],
    /// The owner of each place that only one player reaches.
    owner: Vec<Option<Color>>,
    /// Whether only that player reaches the place even without blocks.
    is_enclosed: Vec<bool>,
    /// The region of each such place; 0 for all others.
    region: Vec<RegionNumber>,
    regions: RegionNumber,
    /// The group that each living stone, and each place outside of regions that it reaches, belongs to.
    group: [Vec<GroupNumber>; 2],
    eye: Vec<Option<Eye>>,
}

impl<'g> Survey<'g> {
    fn new(grid: &'g Grid, is_dead: impl Fn(Place) -> bool) -> Self {
        let mut living = vec![None; grid.len()];
        for place in grid.points() {
            living[place] = grid.at(place).color().filter(|_| !is_dead(place));
        }
        let mut survey = Self {
            grid,
            living,
            blocks: [vec![false; grid.len()], vec![false; grid.len()]],
            owner: vec![None; grid.len()],
            is_enclosed: vec![false; grid.len()],
            region: vec![0; grid.len()],
            regions: 0,
            group: [vec![0; grid.len()], vec![0; grid.len()]],
            eye: vec![None; grid.len()],
        };
        let colors = [Color::Black, Color::White];
        let without_blocks = colors.map(|color| survey.reached(color));
        survey.blocks = colors.map(|color| survey.blocks(color));
        let reached = colors.map(|color| survey.reached(color));
        let only = |reached: &[Vec<bool>; 2], place: Place| match [reached[0][place], reached[1][place]] {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        for place in grid.points() {
            survey.owner[place] = only(&reached, place);
            survey.is_enclosed[place] = only(&without_blocks, place).is_some();
        }
        for color in colors {
            survey.mark_regions(color);
            survey.mark_groups(color);
        }
        survey.mark_eyes();
        survey
    }

    fn is_living(&self, place: Place, color: Color) -> bool {
        self.living[place] == Some(color)
    }

    /// Whether a place is a point without a living stone.
    fn is_open(&self, place: Place) -> bool {
        self.living[place].is_none() && self.grid.at(place) != Cell::Off
    }

    /// The points where a player answers in time whatever the opponent plays to get through.
    fn blocks(&self, color: Color) -> Vec<bool> {
        let mut blocks = vec![false; self.grid.len()];
        for place in self.grid.points().filter(|&place| self.is_open(place)) {
            blocks[place] = self.is_block(place, color);
        }
        blocks
    }

    fn is_block(&self, place: Place, color: Color) -> bool {
        let grid = self.grid;
        let is_own = |place: Place| self.is_living(place, color);
        let off = |place: Place| grid.at(place) == Cell::Off;
        // Where the opponent has no living stone. A dead one does not help to get through, since it can be taken.
        let free = |place: Place| match grid.at(place) {
            Cell::Empty => true,
            Cell::Stone(stone) => (stone == color) == self.is_living(place, stone),
            Cell::Off => false,
        };
        let [left, right, up, down] = grid.neighbours(place);
        let shift = |beside: Place, towards: Place| (beside + towards).wrapping_sub(place);
        if grid.at(place) != Cell::Empty {
            return false;
        }
        for (ends, sides) in [([left, right], [up, down]), ([up, down], [left, right])] {
            for [ahead, back] in [ends, [ends[1], ends[0]]] {
                if !is_own(ahead) {
                    continue;
                }
                for [side, other] in [sides, [sides[1], sides[0]]] {
                    if !free(side) {
                        continue;
                    }
                    let (ahead_side, back_side) = (shift(ahead, side), shift(back, side));
                    let (ahead_other, back_other) = (shift(ahead, other), shift(back, other));
                    // Between two stones: one has another beside it, or both sides are free.
                    if is_own(back) && free(back_side) && (is_own(ahead_side) || free(ahead_side) && free(other)) {
                        return true;
                    }
                    // In the middle of three stones, of which two are a knight's move from the third.
                    if [back, other, ahead_side, ahead_other].into_iter().all(free)
                        && is_own(back_side)
                        && is_own(back_other)
                    {
                        return true;
                    }
                    // Between two stones at the edge.
                    if off(other) && is_own(back) {
                        return true;
                    }
                    // At the edge, below a stone with another beside it, or with both sides free.
                    if off(back) && (is_own(ahead_side) || free(ahead_side) && free(other)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The places that a player's stones reach without crossing living stones of the opponent or points that the
    /// opponent can block.
    fn reached(&self, color: Color) -> Vec<bool> {
        let mut reached = vec![false; self.grid.len()];
        let blocked = &self.blocks[color.opponent() as usize];
        let mut next: Vec<Place> = self.grid.points().filter(|&place| self.is_living(place, color)).collect();
        for &place in &next {
            reached[place] = true;
        }
        while let Some(place) = next.pop() {
            if blocked[place] {
                continue;
            }
            for beside in self.grid.neighbours(place) {
                if !reached[beside] && self.grid.at(beside) != Cell::Off && !self.is_living(beside, color.opponent()) {
                    reached[beside] = true;
                    next.push(beside);
                }
            }
        }
        reached
    }

    /// Numbers the connected regions of a player.
    fn mark_regions(&mut self, color: Color) {
        let mut seen = vec![false; self.grid.len()];
        let mut next = Vec::new();
        for first in self.grid.points() {
            if seen[first] || self.owner[first] != Some(color) {
                continue;
            }
            self.regions += 1;
            seen[first] = true;
            next.push(first);
            while let Some(place) = next.pop() {
                if self.owner[place] == Some(color) {
                    self.region[place] = self.regions;
                }
                if self.blocks[color.opponent() as usize][place] {
                    continue;
                }
                for beside in self.grid.neighbours(place) {
                    let is_open = self.grid.at(beside) != Cell::Off && !self.is_living(beside, color.opponent());
                    if is_open && !std::mem::replace(&mut seen[beside], true) {
                        next.push(beside);
                    }
                }
            }
        }
    }

    /// Numbers the groups of a player: living stones that are connected through stones, and through points that belong
    /// to neither player.
    fn mark_groups(&mut self, color: Color) {
        let mut groups = 0;
        let mut next = Vec::new();
        for first in self.grid.points() {
            if self.group[color as usize][first] > 0 || !self.is_living(first, color) {
                continue;
            }
            groups += 1;
            self.group[color as usize][first] = groups;
            next.push(first);
            while let Some(place) = next.pop() {
                if self.blocks[color.opponent() as usize][place] {
                    continue;
                }
                for beside in self.grid.neighbours(place) {
                    let leads = self.is_living(beside, color) || self.is_open(beside) && self.region[beside] == 0;
                    if leads && self.group[color as usize][beside] == 0 {
                        self.group[color as usize][beside] = groups;
                        next.push(beside);
                    }
                }
            }
        }
    }

    fn mark_eyes(&mut self) {
        let mut eyes = 0;
        let mut next = Vec::new();
        for first in self.grid.points() {
            if self.eye[first].is_some() || self.region[first] == 0 || !self.is_open(first) {
                continue;
            }
            self.eye[first] = Some(eyes);
            next.push(first);
            while let Some(place) = next.pop() {
                for beside in self.grid.neighbours(place) {
                    let belongs = self.is_open(beside) && self.region[beside] == self.region[first];
                    if belongs && self.eye[beside].is_none() {
                        self.eye[beside] = Some(eyes);
                        next.push(beside);
                    }
                }
            }
            eyes += 1;
        }
    }

    fn eyes(&self) -> Vec<EyeSpace> {
        let count = self.eye.iter().flatten().max().map_or(0, |last| last + 1);
        let mut eyes: Vec<EyeSpace> = (0..count).map(|_| EyeSpace { points: Vec::new() }).collect();
        for place in self.grid.points() {
            if let Some(eye) = self.eye[place] {
                eyes[eye].points.push(place);
            }
        }
        eyes
    }

    /// How many eyes an eye space is worth, up to two. False points are worth nothing.
    fn value(&self, eye: &EyeSpace, is_false: &[bool]) -> u8 {
        match eye.points.first().and_then(|&point| self.owner[point]) {
            Some(owner) => eyes::value(self.grid, &eye.points, owner, is_false),
            None => 0,
        }
    }
}

/// The adjacency of groups and eyes.
struct Links {
    /// For each eye the groups next to its points, each with the point.
    groups: Vec<Vec<(GroupNumber, Place)>>,
    /// For each group of each player the eyes that it touches.
    eyes: [Vec<Vec<Eye>>; 2],
}

impl Links {
    fn new(survey: &Survey<'_>, eyes: &[EyeSpace]) -> Self {
        let count = |color: usize| survey.group[color].iter().max().map_or(0, |last| usize::from(*last) + 1);
        let mut links = Self {
            groups: eyes.iter().map(|_| Vec::new()).collect(),
            eyes: [vec![Vec::new(); count(0)], vec![Vec::new(); count(1)]],
        };
        for (index, eye) in eyes.iter().enumerate() {
            for &point in &eye.points {
                let Some(color) = survey.owner[point] else { continue };
                for beside in survey.grid.neighbours(point) {
                    let group = survey.group[color as usize][beside];
                    if group == 0 || links.groups[index].contains(&(group, point)) {
                        continue;
                    }
                    links.groups[index].push((group, point));
                    let touched = &mut links.eyes[color as usize][usize::from(group)];
                    if !touched.contains(&index) {
                        touched.push(index);
                    }
                }
            }
        }
        links
    }

    /// Whether a group next to an eye point is cut off unless the point is played, because the group can neither
    /// connect around the point nor reach an eye of any worth.
    fn is_false(&self, survey: &Survey<'_>, eye: Eye, point: Place, values: &[u8]) -> bool {
        let grid = survey.grid;
        let Some(color) = survey.owner[point] else { return false };
        let beside_in_eye: Vec<Place> =
            grid.neighbours(point).into_iter().filter(|&beside| survey.eye[beside] == Some(eye)).collect();
        if beside_in_eye.len() > 1 {
            return false;
        }
        let is_worth = |other: Eye| values.get(other).is_some_and(|&value| value > 0);
        let mut beside: Vec<GroupNumber> = grid
            .neighbours(point)
            .map(|beside| survey.group[color as usize][beside])
            .into_iter()
            .filter(|&group| group > 0)
            .collect();
        beside.sort_unstable();
        beside.dedup();
        beside.iter().any(|&start| {
            let mut groups = vec![start];
            let mut visited: Vec<Eye> = Vec::new();
            // The rest of the eye is one piece, which a group reaches where it touches it elsewhere.
            let mut rest = false;
            let mut next = 0;
            while let Some(&group) = groups.get(next) {
                next += 1;
                for &other in &self.eyes[color as usize][usize::from(group)] {
                    let is_same = other == eye;
                    if is_same {
                        let touches =
                            self.groups[eye].iter().any(|&(neighbour, place)| neighbour == group && place != point);
                        if rest || !touches {
                            continue;
                        }
                        rest = true;
                    } else if visited.contains(&other) {
                        continue;
                    } else {
                        visited.push(other);
                    }
                    if is_worth(other) {
                        return false;
                    }
                    for &(neighbour, place) in &self.groups[other] {
                        if (!is_same || place != point) && !groups.contains(&neighbour) {
                            groups.push(neighbour);
                        }
                    }
                }
            }
            let is_around = beside.iter().all(|group| groups.contains(group)) && (beside_in_eye.is_empty() || rest);
            !is_around
        })
    }
}
