//! The moves that follow a pattern in many games, with the results of these games.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::places::{Next, Place};
use crate::info::GameInfo;
use ishi_board::{Color, Point};
use ishi_record::record::{GameResult, MoveTarget};

/// The moves that follow a pattern, counted over games.
#[derive(Clone, Debug, Default)]
pub struct Continuations {
    /// The rows by the [`rank`] of [`Next::row`].
    rows: BTreeMap<usize, Row>,
}

/// The counts of moves that a symmetry of the pattern exchanges.
#[derive(Clone, Debug)]
struct Row {
    /// The counts of all of them, at the location of [`Next::row`].
    total: Continuation,
    /// The locations that were played.
    played: Vec<Played>,
}

/// A location of a row that was played.
#[derive(Clone, Copy, Debug)]
struct Played {
    location: MoveTarget,
    /// Whether the colors at this location are those of the row exchanged.
    is_swapped: bool,
    games: u64,
}

/// A move that follows a pattern, with the games in which it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The location of the move in the pattern: a point or a pass. Of the points that a symmetry of the pattern
    /// exchanges it is the one that was played in the most games.
    pub location: MoveTarget,
    /// The number of games with the move. A game counts once.
    pub games: u64,
    /// The number of these games that Black has won, in the colors of the pattern.
    pub black: u64,
    /// The number of these games that White has won, in the colors of the pattern.
    pub white: u64,
    /// The number of these games in which Black plays the move, in the colors of the pattern.
    pub by_black: u64,
    /// The first year in which one of these games may have been played.
    pub first_year: Option<u16>,
    /// The last year in which one of these games may have been played.
    pub last_year: Option<u16>,
}

impl Continuation {
    /// Wilson's interval for Black's share of the games that one of the players has won, with a confidence of 95 %.
    /// `None` if there are no such games.
    pub fn interval(&self) -> Option<(f64, f64)> {
        /// The quantile of the standard normal distribution for 97.5 %.
        const Z: f64 = 1.959_963_985;
        let decided = self.black + self.white;
        if decided == 0 {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 games")]
        let (count, won) = (decided as f64, self.black as f64);
        let share = won / count;
        let center = share + Z * Z / (2.0 * count);
        let margin = Z * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
        let scale = 1.0 + Z * Z / count;
        Some((((center - margin) / scale).max(0.0), ((center + margin) / scale).min(1.0)))
    }

    /// Black's share of the games that one of the players has won, in percent, with its interval: `56 % (41–71)`.
    pub fn share(&self) -> Option<String> {
        let (low, high) = self.interval()?;
        #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 games")]
        let won = self.black as f64 / (self.black + self.white) as f64;
        let [won, low, high] = [won, low, high].map(|share| format!("{:.0}", share * 100.0));
        Some(format!("{won} % ({low}–{high})"))
    }

    /// The years in which the games were played: `1846` or `1846–1862`.
    pub fn years(&self) -> Option<String> {
        Some(match (self.first_year?, self.last_year?) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}–{last}"),
        })
    }
}

/// Returns the position of a row among rows with the same number of games: from the top to the bottom and from the left
/// to the right, and then passes.
fn rank(location: MoveTarget) -> usize {
    let of_point = |point: Point| usize::from(18 - point.row()) * 19 + usize::from(point.column());
    location.point().map_or(usize::MAX, of_point)
}

impl Continuations {
    /// Counts the next moves at the places of a game. Moves whose location is not known are left out.
    pub fn add<'p>(&mut self, places: impl IntoIterator<Item = &'p Place>, info: &GameInfo) {
        let winner = match info.outcome.as_ref().map(|outcome| outcome.result) {
            Some(GameResult::Winner(color)) => Some(color),
            _ => None,
        };
        let mut counted: Vec<MoveTarget> = Vec::new();
        let next_moves = places.into_iter().flat_map(|place| place.next.iter().map(|next| (place.swapped, next)));
        for (is_swapped, &Next { color, location, row, row_swapped, .. }) in next_moves {
            if row == MoveTarget::Unknown || counted.contains(&row) {
                continue;
            }
            counted.push(row);
            let winner = winner.map(|color| if row_swapped { color.opponent() } else { color });
            let player = if is_swapped == row_swapped { color } else { color.opponent() };
            let one = Continuation {
                location: row,
                games: 1,
                black: u64::from(winner == Some(Color::Black)),
                white: u64::from(winner == Some(Color::White)),
                by_black: u64::from(player == Color::Black),
                first_year: info.date.map(|date| date.from.year),
                last_year: info.date.map(|date| date.to.year),
            };
            let played = Played { location, is_swapped: is_swapped != row_swapped, games: 1 };
            self.add_row(Row { total: one, played: vec![played] });
        }
    }

    /// Adds the counts over other games.
    pub fn merge(&mut self, other: Self) {
        for row in other.rows.into_values() {
            self.add_row(row);
        }
    }

    fn add_row(&mut self, Row { total: row, played }: Row) {
        match self.rows.entry(rank(row.location)) {
            Entry::Vacant(entry) => {
                entry.insert(Row { total: row, played });
            }
            Entry::Occupied(mut entry) => {
                let Row { total, played: locations } = entry.get_mut();
                for one in played {
                    let is_same = |location: &&mut Played| {
                        (location.location, location.is_swapped) == (one.location, one.is_swapped)
                    };
                    match locations.iter_mut().find(is_same) {
                        Some(location) => location.games += one.games,
                        None => locations.push(one),
                    }
                }
                total.games += row.games;
                total.black += row.black;
                total.white += row.white;
                total.by_black += row.by_black;
                total.first_year = total.first_year.into_iter().chain(row.first_year).min();
                total.last_year = total.last_year.max(row.last_year);
            }
        }
    }

    /// The moves, the most frequent first, and equally frequent ones in the order of the board.
    pub fn into_rows(self) -> Vec<Continuation> {
        let mut rows: Vec<Continuation> = self.rows.into_values().map(Row::into_continuation).collect();
        rows.sort_by_cached_key(|row| (Reverse(row.games), rank(row.location)));
        rows
    }
}

impl Row {
    /// The counts at the location that was played in the most games.
    fn into_continuation(self) -> Continuation {
        let Self { total, played } = self;
        // Of locations that were played equally often it is the one of the row, if that is one of them, and else the
        // first one on the board.
        let is_of_row = |one: &Played| one.location == total.location && !one.is_swapped;
        let key = |one: &Played| (one.games, is_of_row(one), Reverse(one.location.point().map(Point::index)));
        let most = played.into_iter().max_by_key(key);
        let Some(Played { location, is_swapped, .. }) = most else { return total };
        let (black, white) = if is_swapped { (total.white, total.black) } else { (total.black, total.white) };
        let by_black = if is_swapped { total.games - total.by_black } else { total.by_black };
        Continuation { location, black, white, by_black, ..total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values were computed by another program.
    #[test]
    fn intervals_are_those_of_wilson() {
        for (black, white, expected) in [
            (0, 0, None),
            (1, 0, Some((0.2065, 1.0))),
            (50, 50, Some((0.4038, 0.5962))),
            (3, 7, Some((0.1078, 0.6032))),
        ] {
            let row = Continuation {
                location: MoveTarget::Pass,
                games: 100,
                black,
                white,
                by_black: 0,
                first_year: None,
                last_year: None,
            };
            let close = |one: Option<(f64, f64)>| one.map(|(low, high)| [low, high].map(|end| (end * 1e4).round()));
            assert_eq!(close(row.interval()), close(expected), "{black} {white}");
        }
    }
}
