//! Output of `ishi score`: in words with a board, for a program, and as a picture.

use std::fmt::Write as _;

use serde::Serialize;

use super::scored::Scored;
use crate::{Error, Exit};
use ishi_board::Color;
use ishi_render::{self as render, Ground, Picture};
use ishi_rules::{self as rules, Count, Scoring, Status};

/// The answer for a program. The keys are a promise.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScoreAnswer<'a> {
    rules: Option<&'static str>,
    status: &'static str,
    result: Option<String>,
    score: Option<ScorePoints>,
    recorded: Option<&'a str>,
    agrees: Option<bool>,
    board: Vec<String>,
    territory: Vec<String>,
    seki: Vec<String>,
    dame: Vec<String>,
    false_eyes: Vec<String>,
    unconditional: Vec<String>,
    control: Option<Vec<String>>,
    dead: Vec<String>,
    undecided: Vec<String>,
    nodes: u64,
    why: &'a [String],
}

#[derive(Serialize)]
struct ScorePoints {
    black: f64,
    white: f64,
}

impl Scored {
    pub(super) fn exit(&self) -> Exit {
        let is_known = matches!(self.verdict.status, Status::Counted | Status::Decided);
        let is_clean = is_known && self.agrees != Some(false);
        if is_clean { Exit::Clean } else { Exit::Problems }
    }

    fn is_dead(&self, place: rules::Place) -> bool {
        self.verdict.dead[place]
    }

    /// Whose point it is: as counted, or else as far as it is proven.
    fn owner(&self, place: rules::Place) -> Option<Color> {
        match &self.verdict.count {
            Some(count) => count.owner[place],
            None => self.verdict.unconditional[place].filter(|owner| self.grid.at(place).color() != Some(*owner)),
        }
    }

    /// Who controls what, under rules that ask for it.
    fn control(&self) -> Option<Vec<String>> {
        self.rules.filter(|rules| rules.scoring == Scoring::Control)?;
        Some(self.grid.draw(|place| match &self.verdict.control {
            Some(control) if control.is_decided[place] => control.owner[place].map_or('.', Color::letter),
            _ => '?',
        }))
    }

    pub(super) fn answer(&self) -> ScoreAnswer<'_> {
        let count = self.verdict.count.as_ref();
        let rows = |mark: char, list: Option<&Vec<bool>>| {
            self.grid.draw(|place| if list.is_some_and(|list| list[place]) { mark } else { '.' })
        };
        ScoreAnswer {
            rules: self.rules.map(|rules| rules.name),
            status: match self.verdict.status {
                Status::Counted => "counted",
                Status::Undecided => "undecided",
                Status::Unfinished => "unfinished",
                Status::Decided => "decided",
            },
            result: count.map(Count::result).or_else(|| self.decision.as_ref().map(|decision| decision.result.clone())),
            score: count.map(|count| ScorePoints { black: count.points[0], white: count.points[1] }),
            recorded: self.recorded.as_deref(),
            agrees: self.agrees,
            board: self.grid.draw(|place| match self.grid.at(place).color() {
                Some(Color::Black) => 'x',
                Some(Color::White) => 'o',
                None => '.',
            }),
            territory: self.grid.draw(|place| self.owner(place).map_or('.', Color::letter)),
            seki: self
                .grid
                .draw(|place| if count.is_some_and(|count| count.seki[place].is_some()) { 'S' } else { '.' }),
            dame: rows('d', count.map(|count| &count.dame)),
            false_eyes: rows('f', count.map(|count| &count.false_eye)),
            unconditional: self.grid.draw(|place| self.verdict.unconditional[place].map_or('.', Color::letter)),
            control: self.control(),
            dead: self.grid.points().filter(|&place| self.is_dead(place)).map(|place| self.grid.name(place)).collect(),
            undecided: self.verdict.undecided.iter().map(|&place| self.grid.name(place)).collect(),
            nodes: self.verdict.control.as_ref().map_or(0, |control| control.nodes),
            why: &self.verdict.why,
        }
    }

    /// The result in a line, the board, and the reasons.
    pub(super) fn text(&self) -> String {
        let rules = self.rules.map_or("unknown", |rules| rules.name);
        let dead = self.grid.points().filter(|&place| self.is_dead(place)).count();
        let result = match (&self.verdict.count, &self.decision, self.verdict.status) {
            (Some(count), ..) => {
                let [black, white] = count.points;
                format!("{} ({rules}, {dead} dead): Black {black}, White {white}", count.result())
            }
            (None, Some(decision), _) => format!("{}, {}", decision.result, decision.how),
            (None, None, Status::Unfinished) => format!("unfinished ({rules})"),
            (None, None, _) => format!("undecided ({rules})"),
        };
        let mut text = format!("{}: {result}\n\n", self.title);
        for row in self.grid.draw(|place| self.shown(place)) {
            let _ = write!(text, " ");
            for character in row.chars() {
                let _ = write!(text, " {}", if character == ',' { ' ' } else { character });
            }
            text.push('\n');
        }
        text += "\n  X O stones, x o dead ones, + Black's points, - White's, : dame\n";
        for why in &self.verdict.why {
            let _ = writeln!(text, "  {why}");
        }
        text
    }

    fn shown(&self, place: rules::Place) -> char {
        let is_dame = self.verdict.count.as_ref().is_some_and(|count| count.dame[place]);
        match (self.grid.at(place).color(), self.is_dead(place), self.owner(place)) {
            (Some(Color::Black), false, _) => 'X',
            (Some(Color::White), false, _) => 'O',
            (Some(Color::Black), true, _) => 'x',
            (Some(Color::White), true, _) => 'o',
            (None, _, Some(Color::Black)) => '+',
            (None, _, Some(Color::White)) => '-',
            (None, _, None) if is_dame => ':',
            (None, _, None) => '.',
        }
    }

    /// The board with the points of each player, seki and dame.
    pub(super) fn svg(&self) -> Result<String, Error> {
        let picture = Picture::of_rectangle(self.grid.columns(), self.grid.rows());
        let mut picture = picture.ok_or("boards of 2 to 19 lines can be drawn as SVG; `--format json` has all")?;
        for place in self.grid.points() {
            let Some(point) = self.grid.point(place) else { continue };
            let stone = self.grid.at(place).color();
            picture.stones.extend(stone.map(|color| (point, color)));
            let count = self.verdict.count.as_ref();
            let owner = self.owner(place).filter(|&owner| stone != Some(owner)).map(Ground::Of);
            let seki = count.and_then(|count| count.seki[place]).map(|_| Ground::Seki);
            let dame = count.filter(|count| count.dame[place]).map(|_| Ground::Dame);
            picture.ground.extend(owner.or(dame).or(seki).map(|ground| (point, ground)));
        }
        Ok(render::svg(&picture))
    }
}
