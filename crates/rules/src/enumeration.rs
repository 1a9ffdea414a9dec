//! Control by the rules to the letter, from all sets of points of a board: what the search is compared with.

use std::collections::HashMap;

use ishi_board::Color;

use crate::{Cell, ControlSearch, Grid, control};

/// A position in a set that is claimed, with the number of passes: the rules to the letter, but without history.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Literal {
    own: u16,
    other: u16,
    ko: u16,
    passes: i8,
    is_own_turn: bool,
}

/// A set on a small board, by the bits of its points.
struct Set {
    all: u16,
    beside: Vec<u16>,
}

impl Set {
    fn bits(points: u16) -> impl Iterator<Item = usize> {
        (0..16).filter(move |index| points >> index & 1 == 1)
    }

    fn beside(&self, points: u16) -> u16 {
        Self::bits(points).fold(0, |set, index| set | self.beside[index])
    }

    fn chain(&self, first: u16, stones: u16) -> u16 {
        let next = first | self.beside(first) & stones;
        if next == first { first } else { self.chain(next, stones) }
    }

    /// The stones without liberties; `is_refuter` says whether the stones outside are of the same color.
    fn taken(&self, stones: u16, enemies: u16, is_refuter: bool) -> u16 {
        let is_taken = |&index: &usize| {
            let chain = self.chain(1 << index, stones);
            let is_free = self.beside(chain) & self.all & !stones & !enemies != 0;
            !(is_free || is_refuter && self.beside(chain) & !self.all != 0)
        };
        Self::bits(stones).filter(is_taken).fold(0, |set, index| set | 1 << index)
    }

    fn is_formation(&self, now: Literal) -> bool {
        let free = self.all & !now.own;
        now.other == 0
            && now.own != 0
            && Self::bits(free).all(|index| self.beside[index] & (free | !self.all) == 0 && self.beside[index] != 0)
            && Self::bits(now.own).all(|index| (self.beside(self.chain(1 << index, now.own)) & free).count_ones() >= 2)
    }

    fn next(&self, now: Literal) -> Vec<Literal> {
        let (stones, enemies) = if now.is_own_turn { (now.own, now.other) } else { (now.other, now.own) };
        let with = |stones: u16, enemies: u16, ko: u16, passes: i8| {
            let (own, other) = if now.is_own_turn { (stones, enemies) } else { (enemies, stones) };
            Literal { own, other, ko, passes, is_own_turn: !now.is_own_turn }
        };
        let mut next = vec![with(stones, enemies, 0, now.passes + 1)];
        for index in Self::bits(self.all & !now.own & !now.other & !now.ko) {
            let played = stones | 1 << index;
            let taken = self.taken(enemies, played, now.is_own_turn);
            if taken == 0 && self.taken(played, enemies, !now.is_own_turn) & 1 << index != 0 {
                continue;
            }
            let around = if now.is_own_turn { enemies | !self.all } else { enemies };
            let is_ko = taken.is_power_of_two() && self.beside[index] & !around == 0;
            next.push(with(played, enemies & !taken, if is_ko { taken } else { 0 }, if is_ko { -1 } else { 0 }));
        }
        next
    }

    /// Whether a formation can be forced.
    fn is_locked(&self, own: u16, other: u16) -> bool {
        let own = own & !self.taken(own, other, false);
        let mut found = vec![Literal { own, other, ko: 0, passes: 0, is_own_turn: false }];
        let mut index: HashMap<Literal, usize> = HashMap::from([(found[0], 0)]);
        let mut all_next: Vec<Vec<usize>> = Vec::new();
        while let Some(&now) = found.get(all_next.len()) {
            let is_end = now.passes == 2 || self.is_formation(now);
            let next = if is_end { Vec::new() } else { self.next(now) };
            let mut indexes = Vec::new();
            for next in next {
                let count = found.len();
                let at = *index.entry(next).or_insert(count);
                if at == count {
                    found.push(next);
                }
                indexes.push(at);
            }
            all_next.push(indexes);
        }
        let mut won: Vec<bool> = found.iter().map(|&now| self.is_formation(now)).collect();
        loop {
            let mut is_same = true;
            for (at, next) in all_next.iter().enumerate().rev() {
                let mut next = next.iter().map(|&next| won[next]);
                let wins = match found[at].is_own_turn {
                    _ if next.len() == 0 => won[at],
                    true => next.any(|won| won),
                    false => next.all(|won| won),
                };
                is_same &= wins == won[at];
                won[at] = wins;
            }
            if is_same {
                return won[0];
            }
        }
    }
}

/// Who controls what, from all sets on the board.
fn literal(grid: &Grid) -> Vec<Option<Color>> {
    let points: Vec<usize> = grid.points().collect();
    let bit = |place: usize| points.iter().position(|&point| point == place).map_or(0, |index| 1 << index);
    let beside: Vec<u16> =
        points.iter().map(|&point| grid.neighbours(point).into_iter().fold(0, |set, place| set | bit(place))).collect();
    let stones =
        |color| points.iter().filter(|&&at| grid.at(at).color() == Some(color)).fold(0, |set, &at| set | bit(at));
    let mut owners = vec![None; grid.len()];
    for color in [Color::Black, Color::White] {
        let (own, other): (u16, u16) = (stones(color), stones(color.opponent()));
        for all in 1..1u16 << points.len() {
            let set = Set { all, beside: beside.clone() };
            let is_bordered = Set::bits(all).all(|index| {
                let outside = beside[index] & !all;
                outside == 0 || own >> index & 1 == 1 && outside & own == 0
            });
            if is_bordered && set.is_locked(own & all, other & all) {
                for index in Set::bits(all) {
                    owners[points[index]] = Some(color);
                }
            }
        }
    }
    owners
}

/// All legal positions of a tiny board, or every so many of them.
fn compare(columns: usize, rows: usize, step: usize) -> usize {
    let mut count = 0;
    let all = 3usize.pow((columns * rows) as u32);
    for code in (0..all).step_by(step) {
        let mut grid = Grid::new(columns, rows).expect("a board");
        let mut rest = code;
        for place in grid.clone().points() {
            grid.set(place, [Cell::Empty, Cell::Stone(Color::Black), Cell::Stone(Color::White)][rest % 3]);
            rest /= 3;
        }
        let has_liberty = |place| {
            let chain = grid.chain(place);
            chain.iter().any(|&stone| grid.neighbours(stone).into_iter().any(|beside| grid.at(beside) == Cell::Empty))
        };
        if !grid.points().all(|place| grid.at(place) == Cell::Empty || has_liberty(place)) {
            continue;
        }
        count += 1;
        let found = control(
            &grid,
            ControlSearch { marked: &[], nodes: 2_000_000, memory: ControlSearch::MEMORY, is_stopped: &|| false },
        );
        let expected = literal(&grid);
        for place in grid.points() {
            assert!(found.is_decided[place], "{columns}×{rows}, position {code}");
            assert_eq!(found.owner[place], expected[place], "{columns}×{rows}, position {code}, {}", grid.name(place));
        }
    }
    count
}

/// Boards with as many columns and rows, and so many positions of which one is compared.
const BOARDS: [(usize, usize, usize); 7] =
    [(1, 1, 1), (3, 1, 1), (2, 2, 1), (5, 1, 1), (3, 2, 7), (4, 2, 997), (3, 3, 9973)];

/// The search agrees with all sets of points, all passes counted, on boards where these can be enumerated.
#[test]
fn tiny_boards_are_judged_as_by_enumeration() {
    let count: usize = BOARDS.into_iter().map(|(columns, rows, step)| compare(columns, rows, step)).sum();
    assert!(count > 150);
}

#[test]
#[ignore = "takes minutes"]
fn all_positions_of_tiny_boards_are_judged_as_by_enumeration() {
    for (columns, rows, _) in BOARDS {
        compare(columns, rows, 1);
    }
}
