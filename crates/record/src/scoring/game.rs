//! The data of a record that a count needs: the position, komi, passes, dead stones and the result.

use crate::record::{
    DatumKind, DiagramId, Event, GameResult, Manner, MoveId, MoveTarget, Outcome, Owner, SequenceId, handicap, komi,
};
use crate::replay::Walk;
use crate::syntax::{Keyword, Source};
use ishi_board::Color;
use ishi_rules::{Cell, Extras, Grid, Place, Ruleset};
use ishi_sgf::{self as sgf, Area, PointSet};

/// A position of a game, with the other data of a count.
#[derive(Clone, Debug)]
pub struct Game {
    /// The stones on the board, dead ones included.
    pub grid: Grid,
    /// Komi, prisoners, passes.
    pub extras: Extras,
    /// Whether the last two moves are passes.
    pub has_ended: bool,
    /// The reasons why the position can't be counted, in sentences.
    pub faults: Vec<String>,
}

impl Game {
    /// Whether the last two moves of the main line are passes.
    pub fn ends_with_passes(event: &Event) -> bool {
        let mut last = event.moves_of(SequenceId(0)).rev().map(|id| event[id].place);
        last.next() == Some(MoveTarget::Pass) && last.next() == Some(MoveTarget::Pass)
    }

    /// The position after a move, or at the end of the main line.
    pub fn new(event: &Event, after: Option<MoveId>, rules: &Ruleset) -> Self {
        let last = after.or_else(|| event.moves_of(SequenceId(0)).next_back());
        let line = last.map_or(event.tree().unwrap_or(event.lines), |id| event[id].line + 1);
        let walk = Walk::before(event, line);
        let mut faults = Vec::new();
        if walk.is_in_doubt() || walk.has_unknown() {
            faults.push("a move before can't be read or played as it is written, so the position is in doubt".into());
        }
        let number = |keyword: Keyword| event.header(keyword);
        let read_komi = number(Keyword::Komi).map_or(Some(0.0), komi);
        let read_handicap = number(Keyword::Handicap).map_or(Some(0), handicap);
        if read_komi.is_none() {
            faults.push("KOMI is not a number".into());
        }
        if read_handicap.is_none() {
            faults.push("HANDICAP is not a number".into());
        }
        let mut extras = Extras {
            prisoners: [Color::Black, Color::White].map(|color| walk.board().prisoners(color)),
            komi: in_points(read_komi.unwrap_or_default()),
            handicap: read_handicap.unwrap_or_default(),
            ..Extras::default()
        };
        let mut turns = [0; 2];
        let moves: Vec<MoveId> = walk.moves().collect();
        for &id in &moves {
            let color = event[id].color;
            turns[color as usize] += 1;
            if event[id].place == MoveTarget::Pass {
                extras.passes[color as usize] += 1;
                extras.first_pass = Some(color);
            }
        }
        // The handicap stones together are Black's first turn. White makes the last move, if only by passing.
        turns[0] += u32::from(extras.handicap >= 2);
        if rules.white_last {
            extras.passes[1] += turns[0].saturating_sub(turns[1]);
        }
        let passes = moves.iter().take_while(|&&id| event[id].place == MoveTarget::Pass).count();
        Self { grid: Grid::from(walk.board()), extras, has_ended: passes >= 2, faults }
    }

    /// The chains at some points, as a list with an item for each place.
    ///
    /// # Errors
    ///
    /// Returns the first name that is not the name of a stone.
    pub fn dead<'n>(grid: &Grid, names: impl IntoIterator<Item = &'n str>) -> Result<Vec<bool>, &'n str> {
        let mut dead = vec![false; grid.len()];
        for name in names {
            let stone = |place: &Place| grid.at(*place).color().is_some();
            let place = grid.find(name).filter(stone).ok_or(name)?;
            for stone in grid.chain(place) {
                dead[stone] = true;
            }
        }
        Ok(dead)
    }
}

/// The locations on the `dead` lines of the `USER ishi` block at the last move of the main line, or at the beginning of
/// an event without moves; `None` if there is no such line.
pub fn dead_in_record<'t>(source: &Source<'t>, event: &Event) -> Option<Vec<&'t str>> {
    let owner = event.moves_of(SequenceId(0)).next_back().map_or(Owner::Event, Owner::Move);
    let blocks = event.data_of(owner).filter(|datum| datum.kind == DatumKind::User);
    let mut locations: Option<Vec<&'t str>> = None;
    for block in blocks {
        let mut lines = source.lines[block.line as usize..block.end as usize].iter().map(|line| source.str(line.span));
        let is_ours = lines
            .next()
            .is_some_and(|first| first.split_whitespace().nth(1).is_some_and(|word| word.eq_ignore_ascii_case("ishi")));
        for line in lines.filter(|_| is_ours) {
            let mut words = line.split([' ', '\t', ',', '\r', '\n']).filter(|word| !word.is_empty());
            if words.next().is_some_and(|word| word.eq_ignore_ascii_case("dead")) {
                locations.get_or_insert_default().extend(words);
            }
        }
    }
    locations
}

/// The dead stones that a record names at the end of its main line, as a list with an item for each place. They are
/// named by `dead` lines ([`dead_in_record`]), or else by the territory that a game in SGF marks (`TB` and `TW`), in
/// which the other player's stones are dead. `None` if the record has neither.
///
/// # Errors
///
/// Returns a sentence about a contradiction in the record.
pub fn agreed_dead(source: &Source<'_>, event: &Event, grid: &Grid) -> Option<Result<Vec<bool>, String>> {
    if let Some(names) = dead_in_record(source, event) {
        let no_stone = |name| format!("the record says that the stone at {name} is dead, and there is none");
        return Some(Game::dead(grid, names).map_err(no_stone));
    }
    let owner = territory_in_record(source, event, grid)?;
    let mut dead = vec![false; grid.len()];
    for place in grid.points() {
        let is_dead = grid.at(place).color().is_some_and(|color| owner[place] == Some(color.opponent()));
        for stone in if is_dead { grid.chain(place) } else { Vec::new() } {
            dead[stone] = true;
        }
    }
    let is_living = |beside: &Place, color| !dead[*beside] && grid.at(*beside) == Cell::Stone(color);
    let contradicted = grid.points().filter(|&place| grid.at(place) == Cell::Empty).find_map(|place| {
        let opponent = owner[place]?.opponent();
        let living = grid.neighbours(place).into_iter().find(|beside| is_living(beside, opponent))?;
        Some((place, living))
    });
    Some(match contradicted {
        Some((place, living)) => Err(format!(
            "{} is marked as territory of {}, but the stone at {} beside it is not marked as dead",
            grid.name(place),
            owner[place].map_or("nobody", Color::name),
            grid.name(living),
        )),
        None => Ok(dead),
    })
}

/// The owners of the places of the final position by the properties TB and TW of the game in SGF from which the record
/// was converted. The properties are in USER blocks. `None` if there is no such property.
fn territory_in_record(source: &Source<'_>, event: &Event, grid: &Grid) -> Option<Vec<Option<Color>>> {
    let last = event.moves_of(SequenceId(0)).next_back();
    let after = last.map_or(0, |id| event[id].line);
    // A node of its own after the last move is a diagram of the record.
    let diagrams =
        (0..).zip(&event.diagrams).filter(|(_, diagram)| diagram.sequence == SequenceId(0) && diagram.line >= after);
    let owners = std::iter::once(last.map_or(Owner::Event, Owner::Move))
        .chain(diagrams.map(|(index, _)| Owner::Diagram(DiagramId(index))));
    let blocks = owners.flat_map(|owner| event.data_of(owner)).filter(|datum| datum.kind == DatumKind::User);
    let mut marked: Option<Vec<Option<Color>>> = None;
    for line in blocks.flat_map(|block| &source.lines[block.line as usize..block.end as usize]) {
        let line = source.str(line.span).trim();
        let color = match line.split_once('[').map(|(name, _)| name) {
            Some("TB") => Color::Black,
            Some("TW") => Color::White,
            _ => continue,
        };
        let game = format!("(;{line})");
        let games = sgf::parse(&game);
        let owner = marked.get_or_insert_with(|| vec![None; grid.len()]);
        let values =
            games.games().iter().flat_map(|&root| games.properties(root)).flat_map(|property| property.raw_values());
        let mut points = PointSet::default();
        for area in values.filter_map(Area::parse) {
            points.add(area, |(column, row)| {
                let (column, row) = (usize::from(column), usize::from(row));
                if column < grid.columns() && row < grid.rows() {
                    owner[grid.place(column, row)] = Some(color);
                }
            });
        }
    }
    marked
}

/// A komi or a margin in points. In China, half of the value was written for a long time, because half of the area is
/// counted. A number with a quarter is such a half.
pub fn in_points(number: f64) -> f64 {
    if ((number * 4.0).rem_euclid(2.0) - 1.0).abs() < 1e-9 { number * 2.0 } else { number }
}

/// The part of a RESULT that a count can confirm or contradict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recorded {
    /// A player has won by so many points.
    Points(Color, f64),
    /// A player has won, in an unknown manner.
    Win(Color),
    /// A draw.
    Draw,
}

impl Recorded {
    /// Reads a RESULT. `None` for games without result, for games that were decided by resignation, time or forfeit,
    /// and for a text that is not understood.
    pub fn parse(text: &str) -> Option<Self> {
        let Outcome { result, manner, says_more } = Outcome::parse(text)?;
        match (result, manner) {
            (GameResult::Draw, _) => Some(Self::Draw),
            (GameResult::Winner(winner), Some(Manner::Points(points))) => {
                komi(&points).map(|points| Self::Points(winner, in_points(points)))
            }
            (GameResult::Winner(winner), None) if !says_more => Some(Self::Win(winner)),
            _ => None,
        }
    }

    /// Whether a count gives this result.
    pub fn agrees(self, [black, white]: [f64; 2]) -> bool {
        let lead = black - white;
        let points = |winner: Color| if winner == Color::Black { lead } else { -lead };
        match self {
            Self::Points(winner, by) => (points(winner) - by).abs() < 1e-9,
            Self::Win(winner) => points(winner) > 0.0,
            Self::Draw => lead == 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_a_count_can_confirm() {
        for (text, recorded) in [
            ("B+3.5", Some(Recorded::Points(Color::Black, 3.5))),
            ("White wins by 2 1/2 points", Some(Recorded::Points(Color::White, 2.5))),
            ("W15", Some(Recorded::Points(Color::White, 15.0))),
            ("Black wins", Some(Recorded::Win(Color::Black))),
            ("Black 3.5", Some(Recorded::Points(Color::Black, 3.5))),
            ("B 3 1/2", Some(Recorded::Points(Color::Black, 3.5))),
            ("W + 0.5", Some(Recorded::Points(Color::White, 0.5))),
            ("W+½", Some(Recorded::Points(Color::White, 0.5))),
            ("White by 12 points", Some(Recorded::Points(Color::White, 12.0))),
            ("Black won by half a point", Some(Recorded::Points(Color::Black, 0.5))),
            // In stones, as in China.
            ("B+2.75", Some(Recorded::Points(Color::Black, 5.5))),
            // The number is another one.
            ("Cho Chikun 9-dan (White) wins", None),
            ("Black wins (moves after 181 omitted)", None),
            ("White wins game 3", None),
            ("0", Some(Recorded::Draw)),
            ("Black wins by resignation", None),
            ("B+Resign", None),
            ("W+T", None),
            ("B+F", None),
            ("Jigo", Some(Recorded::Draw)),
            ("jigo", Some(Recorded::Draw)),
            ("B+R", None),
            ("Black resigns at move 186", None),
            ("White wins on time", None),
            ("?", None),
            ("Void", None),
        ] {
            assert_eq!(Recorded::parse(text), recorded, "{text}");
        }
        assert!(Recorded::Points(Color::White, 2.5).agrees([40.0, 42.5]));
        assert!(!Recorded::Draw.agrees([40.0, 42.5]));
    }
}
