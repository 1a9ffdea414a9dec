//! The filters of headers as conditions of SQL on the table of games.

use std::fmt::Display;

use super::results::Results;
use super::{FilterArguments, Limits, Period};
use crate::Error;
use crate::pattern::TextPattern;
use ishi_board::{BoardSize, Color};
use ishi_record::record::{GameResult, Manner, komi};

/// Conditions that all selected games meet, and the options that are not expressed exactly.
#[derive(Default)]
pub(crate) struct Conditions {
    /// The conditions, all of which have to be true.
    pub(crate) all: Vec<String>,
    /// The options without a condition, or with a condition that is also true for games that they do not select.
    pub(crate) left: Vec<&'static str>,
}

impl Conditions {
    fn like(&mut self, option: &'static str, columns: &[&str], like: Option<&str>) {
        self.left.push(option);
        if let Some(like) = like {
            let any: Vec<String> = columns.iter().map(|column| format!("lower({column}) LIKE '{like}'")).collect();
            self.all.push(if any.len() > 1 { format!("({})", any.join(" OR ")) } else { any.concat() });
        }
    }

    fn text(&mut self, option: &'static str, columns: &[&str], pattern: Option<&TextPattern>) {
        if let Some(pattern) = pattern {
            self.like(option, columns, pattern.like());
        }
    }

    fn between(&mut self, column: &str, from: &dyn Display, to: &dyn Display) {
        self.all.push(format!("{column} BETWEEN {from} AND {to}"));
    }

    /// Limits of a number, of which the table has two digits after the point.
    fn decimals(&mut self, column: &str, from: Option<f64>, to: Option<f64>) {
        let bound = |number: f64, by: f64| format!("{:.2}", (number + by).clamp(-9_999_999.0, 9_999_999.0));
        self.between(column, &bound(from.unwrap_or(f64::MIN), -0.01), &bound(to.unwrap_or(f64::MAX), 0.01));
    }

    /// Results by their values. The text of a result may have several forms.
    fn results(&mut self, results: &Results) {
        let won_by = |color: Color| format!("winner = '{}'", color.letter());
        match results {
            Results::One(outcome) => {
                if let GameResult::Winner(color) = outcome.result {
                    self.all.push(won_by(color));
                }
                self.all.push(match outcome.ending() {
                    Some(ending) => format!("ending = '{ending}'"),
                    None => "ending IS NULL".to_owned(),
                });
                if let Some(Manner::Points(points)) = &outcome.manner {
                    // The table has no numbers that are much larger.
                    match komi(points).filter(|margin| *margin < 9_000_000.0) {
                        Some(margin) => self.decimals("margin", Some(margin), Some(margin)),
                        None => self.left.push("--result"),
                    }
                }
            }
            Results::Wildcards { winner: Some(color), is_any, .. } => {
                self.all.push(won_by(*color));
                self.left.extend((!is_any).then_some("--result"));
            }
            Results::Wildcards { .. } | Results::Expression(_) => self.left.push("--result"),
        }
    }

    fn limits(&mut self, column: &str, limits: Option<Limits<u32>>) {
        if let Some(Limits { from, to }) = limits {
            self.between(column, &from.unwrap_or(0), &to.unwrap_or(i32::MAX.unsigned_abs()));
        }
    }
}

impl FilterArguments {
    /// Returns the conditions of the filters. The condition of a filter for a text is also true for other games, and
    /// some filters have no condition.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub(crate) fn conditions(&self) -> Result<Conditions, Error> {
        self.check()?;
        let mut conditions = Conditions::default();
        // The table does not have the other names of a player.
        let has_aliases = self.aliases.is_some();
        for pattern in &self.player {
            conditions.like("--player", &["black", "white"], pattern.like().filter(|_| !has_aliases));
        }
        for (option, column, pattern) in [("--black", "black", &self.black), ("--white", "white", &self.white)] {
            if let Some(pattern) = pattern {
                conditions.like(option, &[column], pattern.like().filter(|_| !has_aliases));
            }
        }
        if let Some(Period(days)) = self.date {
            conditions.between("date_from", &"DATE '0001-01-01'", &format_args!("DATE '{}'", days.to));
            conditions.between("date_to", &format_args!("DATE '{}'", days.from), &"DATE '9999-12-31'");
        }
        conditions.text("--place", &["place"], self.place.as_ref());
        if let Some(results) = &self.result {
            conditions.results(results);
        }
        if let Some(color) = self.winner {
            conditions.all.push(format!("winner = '{}'", color.letter()));
        }
        let lines = |size: BoardSize| u32::from(size.get());
        conditions.limits(
            "board_size",
            self.size.map(|Limits { from, to }| Limits { from: from.map(lines), to: to.map(lines) }),
        );
        conditions.limits("handicap", self.handicap);
        if let Some(Limits { from, to }) = self.komi {
            conditions.decimals("komi", from, to);
        }
        if self.min_moves.is_some() || self.max_moves.is_some() {
            conditions.between("n_moves", &self.min_moves.unwrap_or(0), &self.max_moves.unwrap_or(i32::MAX as usize));
        }
        let elsewhere =
            [("--title", self.title.is_some()), ("--rules", self.rules.is_some()), ("--rank", self.rank.is_some())];
        conditions.left.extend(elsewhere.into_iter().filter(|&(_, is_given)| is_given).map(|(option, _)| option));
        conditions.left.dedup();
        Ok(conditions)
    }
}
