//! The final count of a recorded game by its own ruleset, if the count is certain.

use super::game::{Game, Recorded, agreed_dead};
use super::ruleset;
use crate::record::Event;
use crate::syntax::Source;
use ishi_rules::{ControlSearch, Count, Dead, Extras, Grid, Ruleset, Scoring, judge};

/// The count of a finished game.
#[derive(Clone, Debug)]
pub struct FinalScore {
    /// The rules of the record.
    pub rules: &'static Ruleset,
    /// The points of both players.
    pub count: Count,
    /// How many stones are dead.
    pub dead: usize,
    /// The points that do not depend on the position.
    pub extras: Extras,
    /// The position that was counted, dead stones included.
    pub grid: Grid,
    /// For each place of the position, whether its stone is dead.
    pub is_dead: Vec<bool>,
}

impl FinalScore {
    /// Counts the end of the main line of an event without a search. `None` if the rules are not known, if the position
    /// is undecided, or if the game does not end with two passes and no dead stones are named.
    pub fn of(source: &Source<'_>, event: &Event) -> Option<Self> {
        Self::searched(source, event, ControlSearch::NONE)
    }

    /// Counts the end of the main line like [`of`](Self::of), with a search for control under rules that need it.
    pub fn searched(source: &Source<'_>, event: &Event, search: ControlSearch<'_>) -> Option<Self> {
        let rules = ruleset(event)?;
        let game = Game::new(event, None, rules);
        if !game.faults.is_empty() {
            return None;
        }
        let has_ended = Game::ends_with_passes(event);
        let agreed = agreed_dead(source, event, &game.grid).transpose().ok()?;
        if agreed.is_none() && !has_ended {
            return None;
        }
        let dead = agreed.as_ref().map_or(Dead::Unknown { has_ended }, |dead| Dead::Agreed(dead));
        let verdict = judge(&game.grid, rules, dead, &game.extras, search);
        let dead = verdict.dead.iter().filter(|&&dead| dead).count();
        let Game { grid, extras, .. } = game;
        Some(Self { rules, count: verdict.count?, dead, extras, grid, is_dead: verdict.dead })
    }

    /// The item, such as komi, that explains the whole difference between RESULT and the count, if there is one.
    pub fn difference(&self, recorded: Recorded) -> Option<String> {
        let ([black, white], Extras { komi, passes, handicap, .. }) = (self.count.points, self.extras);
        let bonus = match self.rules.scoring {
            Scoring::Area | Scoring::Control => self.rules.handicap.points(handicap),
            Scoring::Territory => 0,
        };
        let [by_black, by_white] = passes.map(f64::from);
        let name = self.rules.name;
        let differences = [
            (komi != 0.0, [black, white - komi], format!("without the komi of {komi}")),
            (
                self.rules.pass_stones && passes[0] != passes[1],
                [black - by_white, white - by_black],
                format!("without the pass stones, of which Black has given {by_black} and White {by_white}"),
            ),
            (
                bonus > 0,
                [black, white - f64::from(bonus)],
                format!("without the {bonus} points that {name} rules give White for the handicap"),
            ),
            (true, [white, black], "with the players exchanged".to_owned()),
        ];
        let explanation = differences.into_iter().find(|(can_be, points, _)| *can_be && recorded.agrees(*points));
        explanation.filter(|_| !matches!(recorded, Recorded::Win(_))).map(|(_, _, text)| text)
    }

    /// The result with the rules and the number of dead stones, as in `W+2.5 (Japanese, 3 dead)`.
    pub fn text(&self) -> String {
        format!("{} ({}, {} dead)", self.count.result(), self.rules.name, self.dead)
    }
}
