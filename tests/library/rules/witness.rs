//! The lines that show whether a set can be locked are played by code of its own.

use ishi_board::Color;
use ishi_rules::{Cell, Ending, Grid, Place, Witness};

/// A set on a board whose other points hold stones of the opponent that can't be taken.
struct Proof {
    grid: Grid,
    is_inside: Vec<bool>,
    ko: Option<Place>,
}

impl Proof {
    fn new(grid: &Grid, witness: &Witness) -> Self {
        let mut proof = Self { grid: grid.clone(), is_inside: vec![false; grid.len()], ko: None };
        for &place in &witness.set {
            proof.is_inside[place] = true;
        }
        for place in grid.points().filter(|place| !witness.set.contains(place)) {
            proof.grid.set(place, Cell::Stone(witness.color.opponent()));
        }
        for &place in &witness.set {
            if proof.grid.at(place) == Cell::Stone(witness.color) && !proof.is_free(place) {
                proof.take(place);
            }
        }
        proof
    }

    fn beside(&self, place: Place) -> impl Iterator<Item = Place> {
        let grid = &self.grid;
        grid.neighbours(place).into_iter().filter(|&beside| grid.at(beside) != Cell::Off)
    }

    fn is_free(&self, stone: Place) -> bool {
        let chain = self.grid.chain(stone);
        let is_immortal = chain.iter().any(|&stone| !self.is_inside[stone]);
        is_immortal || chain.iter().any(|&stone| self.beside(stone).any(|beside| self.grid.at(beside) == Cell::Empty))
    }

    fn take(&mut self, stone: Place) -> usize {
        let chain = self.grid.chain(stone);
        for &stone in &chain {
            self.grid.set(stone, Cell::Empty);
        }
        chain.len()
    }

    /// Plays a stone or passes; false where that is not allowed.
    fn play(&mut self, color: Color, place: Option<Place>) -> bool {
        let ko = self.ko.take();
        let Some(place) = place else { return true };
        if self.grid.at(place) != Cell::Empty || ko == Some(place) {
            return false;
        }
        self.grid.set(place, Cell::Stone(color));
        let enemy = Cell::Stone(color.opponent());
        let beside: Vec<Place> = self.beside(place).collect();
        let is_enclosed = beside.iter().all(|&beside| self.grid.at(beside) == enemy);
        let mut taken = Vec::new();
        for beside in beside {
            if self.grid.at(beside) == enemy && !self.is_free(beside) {
                taken.push((beside, self.take(beside)));
            }
        }
        if let [(stone, 1)] = taken[..] {
            self.ko = is_enclosed.then_some(stone);
        }
        !taken.is_empty() || self.is_free(place)
    }

    /// Whether the set holds the claimant's stones and at least two single eyes for each chain.
    fn is_formation(&self, witness: &Witness) -> bool {
        let own = Cell::Stone(witness.color);
        witness.set.iter().all(|&place| match self.grid.at(place) {
            Cell::Empty => self.beside(place).all(|beside| self.is_inside[beside] && self.grid.at(beside) == own),
            cell if cell == own => {
                let chain = self.grid.chain(place);
                let mut eyes: Vec<Place> = chain.iter().flat_map(|&stone| self.beside(stone)).collect();
                eyes.retain(|&eye| self.grid.at(eye) == Cell::Empty);
                eyes.sort_unstable();
                eyes.dedup();
                eyes.len() >= 2
            }
            _ => false,
        })
    }
}

/// Plays a line to its end, which has to be what it says.
pub(crate) fn replay(grid: &Grid, witness: &Witness) {
    let text = witness.sentence(grid);
    let mut proof = Proof::new(grid, witness);
    let mut color = witness.color.opponent();
    let mut before = vec![(proof.grid.clone(), proof.ko, color)];
    for &place in &witness.line {
        assert!(
            proof.play(color, place),
            "{text}: {} is not allowed",
            place.map_or("a pass".into(), |place| grid.name(place))
        );
        color = color.opponent();
        before.push((proof.grid.clone(), proof.ko, color));
    }
    let (last, earlier) = before.split_last().expect("a position");
    assert_eq!(witness.is_locked, witness.ending == Ending::Formation, "{text}");
    match witness.ending {
        Ending::Formation => assert!(proof.is_formation(witness), "{text}"),
        Ending::Repetition => assert!(earlier.contains(last), "{text}"),
        Ending::Passes => assert!(witness.line.ends_with(&[None, None]), "{text}"),
        Ending::Living => assert!(!proof.is_formation(witness), "{text}"),
    }
}
