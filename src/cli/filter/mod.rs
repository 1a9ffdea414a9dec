//! Options that select games by their headers.

mod aliases;
mod results;
mod sql;

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use self::aliases::Aliases;
use self::results::Results;
pub(super) use self::sql::Conditions;
use super::Error;
use super::files::Input;
use super::pattern::TextPattern;
use ishi_archive::GameInfo;
use ishi_board::{BoardSize, Color};
use ishi_record::record::{Date, DateRange, GameResult, Player, Rank};
use ishi_record::syntax::Keyword;

const HEADING: &str = "Games";

/// The games that a command works on. By default, all are.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(super) struct FilterArguments {
    /// Games of this player; if given twice, games of these two players against each other. A text matches whole words
    /// of the name, in any case; a text with `*` or `?` has to match the whole name; `/TEXT/` is a regular expression
    #[arg(long, value_name = "NAME")]
    player: Vec<TextPattern>,

    /// Games of this player with Black
    #[arg(long, value_name = "NAME")]
    black: Option<TextPattern>,

    /// Games of this player with White
    #[arg(long, value_name = "NAME")]
    white: Option<TextPattern>,

    /// A file with other names of players: the names of one player on each line, with `=` or `,` between them; lines
    /// that share a name are of one player
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,

    /// Games that may have been played at this time: a year, month or day, or a range such as `1840..1862-05`
    #[arg(long, value_name = "DATES")]
    date: Option<Period>,

    /// Games with this place
    #[arg(long, value_name = "TEXT")]
    place: Option<TextPattern>,

    /// Games with this title or event
    #[arg(long, value_name = "TEXT")]
    title: Option<TextPattern>,

    /// Games with this result: `B+R`, `W+0.5`, `Draw`, `Void`, `?`; `B+*` for all games that Black has won
    #[arg(long, value_name = "RESULT")]
    result: Option<Results>,

    /// Games won by this color, `B` or `W`
    #[arg(long, value_name = "COLOR", value_parser = color)]
    winner: Option<Color>,

    /// Games on a board with this number of lines, from 2 to 19
    #[arg(long, value_name = "N")]
    size: Option<Limits<BoardSize>>,

    /// Games with this handicap: a number, or a range such as `2..9`; 0 for games without handicap
    #[arg(long, value_name = "N")]
    handicap: Option<Limits<u32>>,

    /// Games with this komi: a number, or a range such as `5..8`
    #[arg(long, value_name = "KOMI", allow_hyphen_values = true)]
    komi: Option<Limits<f64>>,

    /// Games under these rules
    #[arg(long, value_name = "RULES")]
    rules: Option<TextPattern>,

    /// Games whose players both have this rank: a rank such as `9p`, or a range such as `1d..` or `3k..2d`
    #[arg(long, value_name = "RANK")]
    rank: Option<Limits<Rank>>,

    /// Games with at least this many moves
    #[arg(long, value_name = "N")]
    min_moves: Option<usize>,

    /// Games with at most this many moves
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
}

pub(super) fn color(text: &str) -> Result<Color, String> {
    Color::ALL
        .into_iter()
        .find(|color| Color::from_letter(text) == Some(*color) || text.eq_ignore_ascii_case(color.name()))
        .ok_or_else(|| "expected `B` or `W`".to_owned())
}

/// The days of `--date`.
#[derive(Clone, Copy, Debug)]
struct Period(DateRange);

impl FromStr for Period {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = |text: &str| {
            DateRange::of_period(text)
                .ok_or_else(|| format!("`{text}` is not a valid date; expected `1846`, `1846-09` or `1846-09-11`"))
        };
        let Some((from, to)) = text.split_once("..") else { return part(text).map(Self) };
        let (first, last) = (Date { year: 1, month: 1, day: 1 }, Date { year: 9999, month: 12, day: 31 });
        let from = if from.is_empty() { first } else { part(from)?.from };
        let to = if to.is_empty() { last } else { part(to)?.to };
        if from > to { Err("the first date is after the last".to_owned()) } else { Ok(Self(DateRange { from, to })) }
    }
}

/// A value, or a range of values, either end of which may be open.
#[derive(Clone, Copy, Debug)]
struct Limits<T> {
    from: Option<T>,
    to: Option<T>,
}

impl<T: PartialOrd> Limits<T> {
    fn contains(&self, value: &T) -> bool {
        self.from.as_ref().is_none_or(|from| from <= value) && self.to.as_ref().is_none_or(|to| value <= to)
    }
}

/// A value of a range on the command line.
trait Limit: PartialOrd + Copy {
    const EXPECTED: &'static str;

    fn parse(text: &str) -> Option<Self>;
}

impl Limit for u32 {
    const EXPECTED: &'static str = "a number";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Limit for BoardSize {
    const EXPECTED: &'static str = "a number of lines from 2 to 19";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().and_then(Self::new)
    }
}

impl Limit for f64 {
    const EXPECTED: &'static str = "a number";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &Self| number.is_finite())
    }
}

impl Limit for Rank {
    const EXPECTED: &'static str = "a rank such as `3k`, `5d` or `9p`";

    fn parse(text: &str) -> Option<Self> {
        Self::parse(text)
    }
}

impl<T: Limit> FromStr for Limits<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let part = |text: &str| match text {
            "" => Ok(None),
            _ => T::parse(text).map(Some).ok_or_else(|| format!("`{text}` is not {}", T::EXPECTED)),
        };
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let (from, to) = (part(from)?, part(to)?);
        match (from, to) {
            (None, None) => Err(format!("expected {}", T::EXPECTED)),
            (Some(from), Some(to)) if from > to => Err("the first value is greater than the last".to_owned()),
            _ => Ok(Self { from, to }),
        }
    }
}

impl FilterArguments {
    /// Checks that the options do not contradict each other.
    fn check(&self) -> Result<(), Error> {
        if self.player.len() > 2 {
            return Err("`--player` can be given twice: a game has two players".into());
        }
        match (self.min_moves, self.max_moves) {
            (Some(least), Some(most)) if least > most => {
                Err(format!("`--min-moves {least}` is more than `--max-moves {most}`").into())
            }
            _ => Ok(()),
        }
    }

    /// Returns the filters, with the names of players in the file of `--aliases`.
    pub(super) fn load(&self) -> Result<Filters<'_>, Error> {
        self.check()?;
        let mut aliases = Aliases::default();
        if let Some(path) = &self.aliases {
            let bytes = Input::named(path).read().map_err(|failure| failure.to_string())?;
            let text = String::from_utf8(bytes).map_err(|_| format!("{}: it is not UTF-8", path.display()))?;
            aliases = Aliases::parse(&text);
        }
        Ok(Filters { arguments: self, aliases })
    }
}

/// The filters of a command line.
pub(super) struct Filters<'a> {
    arguments: &'a FilterArguments,
    aliases: Aliases,
}

impl Filters<'_> {
    /// Whether a game is selected. `moves` counts the moves of its main line.
    pub(super) fn select(&self, info: &GameInfo, moves: impl Fn() -> usize) -> bool {
        let FilterArguments { min_moves, max_moves, .. } = self.arguments;
        self.select_info(info)
            && min_moves.is_none_or(|least| moves() >= least)
            && max_moves.is_none_or(|most| moves() <= most)
    }

    /// Whether all games are selected.
    pub(super) fn select_all(&self) -> bool {
        // The aliases select nothing by themselves.
        let FilterArguments {
            player,
            black,
            white,
            aliases: _,
            date,
            place,
            title,
            result,
            winner,
            size,
            handicap,
            komi,
            rules,
            rank,
            min_moves,
            max_moves,
        } = self.arguments;
        let texts = [black, white, place, title, rules];
        player.is_empty()
            && texts.into_iter().all(Option::is_none)
            && [min_moves, max_moves].into_iter().all(Option::is_none)
            && (date.is_none() && result.is_none() && winner.is_none())
            && (size.is_none() && handicap.is_none() && komi.is_none() && rank.is_none())
    }

    fn select_info(&self, info: &GameInfo) -> bool {
        let arguments = self.arguments;
        let header = |pattern: &Option<TextPattern>, keyword| {
            pattern.as_ref().is_none_or(|pattern| info.text(keyword).is_some_and(|text| pattern.matches(text)))
        };
        let has_title = |pattern: &TextPattern| {
            info.title.as_deref().into_iter().chain(info.other("EV")).any(|title| pattern.matches(title))
        };
        let has_rules = |pattern: &TextPattern| {
            let name = info.rules.map(|rules| rules.name);
            name.into_iter().chain(info.text(Keyword::Rules)).any(|text| pattern.matches(text))
        };
        let won = |color| info.outcome.as_ref().is_some_and(|outcome| outcome.result == GameResult::Winner(color));
        let has_rank = |limits: &Limits<Rank>| {
            let rank = |player: &Option<Player>| player.as_ref().and_then(|player| player.rank);
            info.players.iter().all(|player| rank(player).is_some_and(|rank| limits.contains(&rank)))
        };
        self.has_players(info)
            && arguments.date.is_none_or(|Period(days)| info.date.is_some_and(|date| date.overlaps(days)))
            && header(&arguments.place, Keyword::Place)
            && arguments.title.as_ref().is_none_or(has_title)
            && arguments.rules.as_ref().is_none_or(has_rules)
            && arguments.result.as_ref().is_none_or(|results| results.contains(info))
            && arguments.winner.is_none_or(won)
            && arguments.size.is_none_or(|limits| limits.contains(&info.size))
            && arguments.handicap.is_none_or(|limits| info.handicap.is_some_and(|stones| limits.contains(&stones)))
            && arguments.komi.is_none_or(|limits| info.komi.is_some_and(|komi| limits.contains(&komi)))
            && arguments.rank.as_ref().is_none_or(has_rank)
    }

    fn has_players(&self, info: &GameInfo) -> bool {
        let FilterArguments { player, black, white, .. } = self.arguments;
        let plays = |color: Color, pattern: &TextPattern| {
            info.player(color).is_some_and(|one_player| {
                pattern.matches(&one_player.name)
                    || self.aliases.of(&one_player.name).iter().any(|name| pattern.matches(name))
            })
        };
        let [one, other] = Color::ALL;
        let has = match &player[..] {
            [] => true,
            [only] => plays(one, only) || plays(other, only),
            [first, second, ..] => {
                plays(one, first) && plays(other, second) || plays(one, second) && plays(other, first)
            }
        };
        has && black.as_ref().is_none_or(|pattern| plays(Color::Black, pattern))
            && white.as_ref().is_none_or(|pattern| plays(Color::White, pattern))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_one_value_or_a_range() {
        let komi = |text: &str| text.parse::<Limits<f64>>();
        assert!(komi("6.5").unwrap().contains(&6.5));
        assert!(!komi("6.5").unwrap().contains(&7.5));
        assert!(komi("0..").unwrap().contains(&7.5) && komi("..0").unwrap().contains(&-1.0));
        let rank = "1d..9p".parse::<Limits<Rank>>().unwrap();
        let contains = |text: &str| rank.contains(&Rank::parse(text).unwrap());
        assert!(contains("1d") && contains("9d") && contains("1p") && !contains("1k"));
        for wrong in ["", "..", "x", "3..1", "NaN"] {
            assert!(komi(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_period_is_one_date_or_a_range() {
        let period = |text: &str| {
            text.parse::<Period>().map_or_else(|why| why, |Period(DateRange { from, to })| format!("{from} {to}"))
        };
        assert_eq!(period("1840..1862-05"), "1840-01-01 1862-05-31");
        assert_eq!(period("1846-09-11"), "1846-09-11 1846-09-11");
        assert_eq!(period("..1862"), "0001-01-01 1862-12-31");
        assert_eq!(period("1862..1840"), "the first date is after the last");
        assert!(period("May 1846").contains("is not a valid date"));
    }
}
