//! The headers of a game with their values: players, date, komi, result.

use ishi_board::{BoardSize, Color};
use ishi_convert::convert;
use ishi_record::record::{self, DateRange, Event, GameResult, Manner, Outcome, Player};
use ishi_record::syntax::{Keyword, KeywordGroup, Source};
use ishi_rules::Ruleset;

/// The headers of a game. A value is `None` if the header is missing, or if its text has no such value.
#[derive(Clone, Debug, PartialEq)]
pub struct GameInfo {
    /// The title of the event.
    pub title: Option<String>,
    /// The text of each header of the game, once for each keyword.
    pub texts: Vec<(Keyword, String)>,
    /// The properties of a game in SGF that correspond to no header, with their names.
    pub others: Vec<(String, String)>,
    /// Black and White.
    pub players: [Option<Player>; 2],
    /// The days on which the game may have been played.
    pub date: Option<DateRange>,
    /// The komi: the points that White receives for moving second.
    pub komi: Option<f64>,
    /// The number of handicap stones; 0 if there is neither a header nor a setup.
    pub handicap: Option<u32>,
    /// The ruleset that the header names.
    pub rules: Option<&'static Ruleset>,
    /// The result that the header states, not one that is counted.
    pub outcome: Option<Outcome>,
    /// The size of the board.
    pub size: BoardSize,
}

impl GameInfo {
    /// Reads the headers of an event. `names` has the names of the players if the format keeps them apart from their
    /// ranks, as SGF does.
    pub(super) fn new(source: &Source<'_>, event: &Event, names: Option<[Option<String>; 2]>) -> Self {
        let is_header = |keyword: &&Keyword| keyword.info().group == KeywordGroup::Header;
        let text_of =
            |&keyword: &Keyword| Some((keyword, event.whole_header(keyword)?)).filter(|(_, text)| !text.is_empty());
        let texts: Vec<(Keyword, String)> = Keyword::ALL.iter().filter(is_header).filter_map(text_of).collect();
        let text = |keyword: Keyword| texts.iter().find(|(header, _)| *header == keyword).map(|(_, text)| &**text);
        let [black, white] = names.unwrap_or_default();
        let player = |keyword: Keyword, name: Option<String>| {
            let text = text(keyword)?;
            match name.filter(|name| !name.is_empty()).and_then(|name| Some((text.strip_prefix(&*name)?, name.clone())))
            {
                Some((rank, name)) => Some(Player { name, rank: record::Rank::parse(rank) }),
                None => Player::parse(text),
            }
        };
        let has_setup = event.data.iter().any(record::Datum::is_setup);
        let players = [player(Keyword::Black, black), player(Keyword::White, white)];
        let handicap = text(Keyword::Handicap).map_or((!has_setup).then_some(0), record::handicap);
        let title = (!event.title.is_empty()).then(|| event.title.to_string());
        Self::of_texts(title, texts, convert::info_properties(source, event), players, handicap, event.board_size)
    }

    /// Reads the values from the texts of headers.
    pub(super) fn of_texts(
        title: Option<String>,
        texts: Vec<(Keyword, String)>,
        others: Vec<(String, String)>,
        players: [Option<Player>; 2],
        handicap: Option<u32>,
        size: BoardSize,
    ) -> Self {
        let text = |keyword: Keyword| texts.iter().find(|(header, _)| *header == keyword).map(|(_, text)| &**text);
        Self {
            title,
            others,
            players,
            date: text(Keyword::Date).and_then(DateRange::parse),
            komi: text(Keyword::Komi).and_then(record::komi),
            handicap,
            rules: text(Keyword::Rules).and_then(Ruleset::parse),
            outcome: text(Keyword::Result).and_then(Outcome::parse),
            size,
            texts,
        }
    }

    /// The text of a header.
    pub fn text(&self, keyword: Keyword) -> Option<&str> {
        self.texts.iter().find(|(header, _)| *header == keyword).map(|(_, text)| &**text)
    }

    /// The value of a property of a game in SGF that corresponds to no header.
    pub fn other(&self, name: &str) -> Option<&str> {
        self.others.iter().find(|(property, _)| property == name).map(|(_, text)| &**text)
    }

    /// The player of a color.
    pub fn player(&self, color: Color) -> Option<&Player> {
        self.players[color as usize].as_ref()
    }

    /// The player who has won.
    pub fn winner(&self) -> Option<Color> {
        match self.outcome.as_ref()?.result {
            GameResult::Winner(color) => Some(color),
            GameResult::Draw | GameResult::Void | GameResult::Open => None,
        }
    }

    /// The points by which the winner has won.
    pub fn margin(&self) -> Option<f64> {
        match self.outcome.as_ref()?.manner.as_ref()? {
            Manner::Points(points) => record::komi(points),
            Manner::Resignation | Manner::Time | Manner::Forfeit => None,
        }
    }

    /// The way in which the game ended, by its name in exported data.
    pub fn ending(&self) -> Option<&'static str> {
        self.outcome.as_ref()?.ending()
    }

    /// The name of the rules, or the text of the header if the rules are unknown.
    pub fn rules_text(&self) -> Option<&str> {
        self.rules.map(|rules| rules.name).or(self.text(Keyword::Rules))
    }

    /// The result as SGF writes it, or the text of the header if that is not understood.
    pub fn result_text(&self) -> Option<String> {
        let understood = self.outcome.as_ref().map(ToString::to_string);
        understood.or_else(|| self.text(Keyword::Result).map(str::to_owned))
    }
}
