//! Counting a finished position by a ruleset.

use std::fmt;

use super::area::area;
use super::control::Control;
use super::grid::{Cell, Grid, Place};
use super::ruleset::{Ruleset, Scoring, Tax};
use super::territory::territory;
use ishi_board::Color;

/// The points that do not depend on the final position. In each pair of numbers, the first is Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extras {
    /// How many stones of each color were captured, without dead stones on the board.
    pub prisoners: [u32; 2],
    /// How often each player has passed, if a pass costs a stone.
    pub passes: [u32; 2],
    /// The player who passed first.
    pub first_pass: Option<Color>,
    /// The points that White receives for moving second.
    pub komi: f64,
    /// The number of handicap stones.
    pub handicap: u32,
}

/// A counted position. Each list has an item for each place of the grid.
#[derive(Clone, Debug)]
pub struct Count {
    /// The points of Black and of White.
    pub points: [f64; 2],
    /// The owner of each point without a living stone.
    pub owner: Vec<Option<Color>>,
    /// The color of the group in seki that each place belongs to, if the rules depend on seki.
    pub seki: Vec<Option<Color>>,
    /// Eye points that do not help to live, if the rules depend on seki.
    pub false_eye: Vec<bool>,
    /// Points that belong to neither player.
    pub dame: Vec<bool>,
}

impl Count {
    /// The result, as a RESULT line says it: `B+3.5`, or `Draw`.
    pub fn result(&self) -> String {
        let [black, white] = self.points;
        match black - white {
            0.0 => "Draw".into(),
            lead if lead > 0.0 => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        }
    }
}

/// The reason why a position can't be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncountable {
    /// The rules count controlled points, which need a search.
    ByControl,
    /// The ruleset taxes each group, and the groups are not known.
    GroupTax,
    /// No player has passed, so neither has the button.
    NoButton,
}

impl fmt::Display for Uncountable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByControl => "control is not counted like this",
            Self::GroupTax => "the tax on each group is not counted here",
            Self::NoButton => "no player has passed, so it is not known who has the button",
        })
    }
}

impl std::error::Error for Uncountable {}

/// Counts a position in which exactly the given stones are dead.
///
/// # Errors
///
/// Returns an error if the rules need information that is not known.
pub fn count(grid: &Grid, rules: &Ruleset, is_dead: &[bool], extras: &Extras) -> Result<Count, Uncountable> {
    let is_dead = |place: Place| is_dead[place] && !rules.all_alive;
    let mut counted = owners(grid, rules, is_dead)?;
    let [mut black, mut white] = counted.points;
    for place in grid.points() {
        match counted.owner[place] {
            Some(Color::Black) => black += 1.0,
            Some(Color::White) => white += 1.0,
            None => {}
        }
        match (grid.at(place), rules.scoring) {
            (Cell::Stone(Color::Black), Scoring::Area) if !is_dead(place) => black += 1.0,
            (Cell::Stone(Color::White), Scoring::Area) if !is_dead(place) => white += 1.0,
            (Cell::Stone(Color::Black), Scoring::Territory) if is_dead(place) => white += 1.0,
            (Cell::Stone(Color::White), Scoring::Territory) if is_dead(place) => black += 1.0,
            _ => {}
        }
    }
    match rules.scoring {
        Scoring::Territory => {
            black += f64::from(extras.prisoners[1]);
            white += f64::from(extras.prisoners[0]);
            if rules.pass_stones {
                black += f64::from(extras.passes[1]);
                white += f64::from(extras.passes[0]);
            }
        }
        Scoring::Area | Scoring::Control => white += f64::from(rules.handicap.points(extras.handicap)),
    }
    match extras.first_pass.filter(|_| rules.button) {
        Some(Color::Black) => black += 0.5,
        Some(Color::White) => white += 0.5,
        None if rules.button => return Err(Uncountable::NoButton),
        None => {}
    }
    counted.points = [black, white + extras.komi];
    Ok(counted)
}

/// The owner of each point.
fn owners(grid: &Grid, rules: &Ruleset, is_dead: impl Fn(Place) -> bool) -> Result<Count, Uncountable> {
    match (rules.scoring, rules.tax) {
        (Scoring::Control, _) => Err(Uncountable::ByControl),
        (_, Tax::All) => Err(Uncountable::GroupTax),
        (_, Tax::Seki) => {
            let territory = territory(grid, is_dead);
            let (owner, seki, false_eye, dame) = (territory.owner, territory.seki, territory.false_eye, territory.dame);
            Ok(Count { points: [0.0; 2], owner, seki, false_eye, dame })
        }
        (_, Tax::None) => {
            let mut owner = area(grid, &is_dead);
            let mut dame = vec![false; grid.len()];
            for place in grid.points() {
                if grid.at(place).color().is_some() && !is_dead(place) {
                    owner[place] = None;
                } else {
                    dame[place] = owner[place].is_none();
                }
            }
            Ok(Count {
                points: [0.0; 2],
                owner,
                seki: vec![None; grid.len()],
                false_eye: vec![false; grid.len()],
                dame,
            })
        }
    }
}

/// Counts the controlled points of a position, if control is decided for all points. A controlled point counts if it
/// has no stone of its player, and counts twice if it has a stone of the opponent.
pub(super) fn count_control(grid: &Grid, control: &Control, extras: &Extras) -> Option<Count> {
    let none = || vec![None; grid.len()];
    let mut points = [f64::from(extras.prisoners[1]), f64::from(extras.prisoners[0]) + extras.komi];
    let mut owner = none();
    let mut dame = vec![false; grid.len()];
    for place in grid.points() {
        if !control.is_decided[place] {
            return None;
        }
        let stone = grid.at(place).color();
        match control.owner[place] {
            Some(color) if stone != Some(color) => {
                owner[place] = Some(color);
                points[color as usize] += if stone.is_some() { 2.0 } else { 1.0 };
            }
            None if stone.is_none() => dame[place] = true,
            _ => {}
        }
    }
    Some(Count { points, owner, seki: none(), false_eye: vec![false; grid.len()], dame })
}
