//! The text of a RESULT, read by a grammar that has to use every word of it: `Black left` and `White did not win` name
//! no winner, although they name a player. Only after a complete result, other words may follow in brackets, or after a
//! comma or a semicolon.

use std::fmt;

use super::sentence::{GameResult, Manner, Sentence};
use ishi_board::Color;

/// Everything that a RESULT says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, or why there is none.
    pub result: GameResult,
    /// How the game was won, if the text says so.
    pub manner: Option<Manner>,
    /// Whether the text has further information, such as the number of the last move or the reason why there is no
    /// result.
    pub says_more: bool,
}

impl Outcome {
    /// Reads a text. `None` if a word is not understood, or if the words contradict each other.
    pub fn parse(text: &str) -> Option<Self> {
        let sentence = Sentence::read(text)?;
        let result = sentence.result()?;
        let Sentence { manner, says_more, .. } = sentence;
        Some(Self { result, manner, says_more })
    }

    /// Returns the outcome with the points of a margin in one form: `B+7.50` becomes `B+7.5`.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let mut outcome = self.clone();
        if let Some(Manner::Points(points)) = &mut outcome.manner {
            let (whole, part) = points.split_once('.').unwrap_or((points, ""));
            let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
            let (whole, point) = (if whole.is_empty() { "0" } else { whole }, if part.is_empty() { "" } else { "." });
            *points = format!("{whole}{point}{part}");
        }
        outcome
    }

    /// The way in which the game ended, by its name in exported data; `None` if only the winner is known.
    pub fn ending(&self) -> Option<&'static str> {
        match (self.result, &self.manner) {
            (GameResult::Draw, _) => Some("draw"),
            (GameResult::Void, _) => Some("void"),
            (GameResult::Open, _) => Some("open"),
            (GameResult::Winner(_), Some(Manner::Points(_))) => Some("points"),
            (GameResult::Winner(_), Some(Manner::Resignation)) => Some("resignation"),
            (GameResult::Winner(_), Some(Manner::Time)) => Some("time"),
            (GameResult::Winner(_), Some(Manner::Forfeit)) => Some("forfeit"),
            (GameResult::Winner(_), None) => None,
        }
    }
}

/// As SGF writes it: `B+3.5`, `W+R`, `Draw`, `Void`, `?`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match &self.manner {
            None => "",
            Some(Manner::Points(points)) => points,
            Some(Manner::Resignation) => "R",
            Some(Manner::Time) => "T",
            Some(Manner::Forfeit) => "F",
        };
        match self.result {
            GameResult::Winner(winner) => write!(f, "{}+{how}", winner.letter()),
            GameResult::Draw => f.write_str("Draw"),
            GameResult::Void => f.write_str("Void"),
            GameResult::Open => f.write_str("?"),
        }
    }
}

impl GameResult {
    /// Reads the result in a RESULT text; see [`Outcome::parse`].
    pub fn parse(text: &str) -> Option<Self> {
        Outcome::parse(text).map(|outcome| outcome.result)
    }

    /// The winner that each verb of a RESULT text names, in order: `White wins, Black resigned` names White twice.
    /// Empty if a word is not understood.
    pub fn winners(text: &str) -> Vec<Color> {
        Sentence::read(text).map_or_else(Vec::new, |sentence| sentence.winners)
    }

    /// The number of the move at which a player resigned, if a RESULT text names it: `Black resigns at move 186`.
    pub fn resignation(text: &str) -> Option<u32> {
        let sentence = Sentence::read(text).filter(|sentence| sentence.manner == Some(Manner::Resignation))?;
        sentence.move_number?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_name_the_winner() {
        let black = Some(GameResult::Winner(Color::Black));
        let white = Some(GameResult::Winner(Color::White));
        for (text, result) in [
            ("White wins by resignation", white),
            ("Black by 3", black),
            ("Black resigns at move 186", white),
            ("W+15", white),
            ("B+R", black),
            ("Black lost on time", white),
            ("White wins, Black resigned", white),
            ("Black resigned, so White wins", white),
            ("won by Black", black),
            ("jigo", Some(GameResult::Draw)),
            ("Draw", Some(GameResult::Draw)),
            ("?", Some(GameResult::Open)),
            ("", Some(GameResult::Open)),
            ("W5", white),
            ("BR", black),
            ("not finished", Some(GameResult::Open)),
            ("a good game", None),
            ("void", Some(GameResult::Void)),
            ("no result, triple ko", Some(GameResult::Void)),
            ("has adjourned.", Some(GameResult::Open)),
            ("Black has won", black),
            ("won by White by 3", white),
            ("White lost on time, so Black wins", black),
            ("Black left", None),
            ("White did not win", None),
            ("White to lose by 2", None),
            ("Black wins, later overturned", None),
            ("Black wins, Black resigned", None),
            ("Black, White", None),
            ("Black, who left", None),
            ("Black wins (as far as known)", black),
            ("B+, human judge says so", black),
            ("B+0.5 (moves beyond 200 not known)", black),
            ("Black wins by 3; the last moves are lost", black),
            ("Black wins, so they say, White resigned", black),
            ("Black wins (as far as known), Black resigned", None),
            ("W+Time Over", white),
            ("W+Resigned", white),
            ("黑中盘胜", black),
            ("黒中押し勝ち", black),
            ("白中押し勝ち", white),
            ("白番中押勝", white),
            ("흑 불계승", black),
            ("백불계승", white),
            ("흑불계패", white),
            ("黑勝", black),
            ("黑胜", black),
            ("白方获胜", white),
            ("白投了", black),
            ("黑方投子认负", white),
            ("白時間切れ勝ち", white),
            ("白時間切れ負け", black),
            ("白時間切れ", None),
            ("白弃权", black),
            ("白弃权负", black),
            ("白弃权胜", white),
            ("백 기권", black),
            ("백 기권승", white),
            ("黑超时负", white),
            ("黑超时", None),
            ("흑 시간승", black),
            ("백 반칙승", white),
            ("黒反則勝ち", black),
            ("白不戦勝", white),
            ("持碁", Some(GameResult::Draw)),
            ("ジゴ", Some(GameResult::Draw)),
            ("和棋", Some(GameResult::Draw)),
            ("무승부", Some(GameResult::Draw)),
            ("無勝負", Some(GameResult::Void)),
            ("打ち掛け", Some(GameResult::Open)),
            ("三劫無勝負", Some(GameResult::Void)),
            ("135手まで黒中押し勝ち", black),
            ("黑中盘胜 共135手", black),
            ("흑 불계승 135수", black),
            ("B+6.5;B[cc", None),
            ("黑", black),
            ("黑先", None),
            ("黑棋很好", None),
            ("黑方，掉线", None),
            ("黑胜，后来取消", None),
            ("白石氏勝ち", None),
            ("黑胜（超时）", black),
            ("黑胜，白超时", black),
            ("White wins?", None),
            ("W+-3", None),
            ("not", None),
            ("won", None),
            ("Black won by 3, White won by 2", None),
        ] {
            assert_eq!(GameResult::parse(text), result, "{text}");
        }
        assert_eq!(GameResult::winners("Black wins, Black resigned"), [Color::Black, Color::White]);
        assert_eq!(GameResult::resignation("Black resigns at move 186"), Some(186));
        assert_eq!(GameResult::resignation("White wins by resignation after 90 moves"), Some(90));
        assert_eq!(GameResult::resignation("135手まで黒中押し勝ち"), Some(135));
        assert_eq!(GameResult::resignation("Black did not resign at move 186"), None);
    }

    #[test]
    fn margins_have_one_form() {
        for (text, normalized) in [
            ("W+11.0", "W+11"),
            ("W+0.50", "W+0.5"),
            ("B+007.25", "B+7.25"),
            ("B+10", "B+10"),
            ("B+0", "B+0"),
            ("White by 1/2", "W+0.5"),
            ("B+Resign", "B+R"),
            ("jigo", "Draw"),
        ] {
            assert_eq!(Outcome::parse(text).unwrap().normalized().to_string(), normalized, "{text}");
        }
    }

    #[test]
    fn results_say_how_the_game_was_won() {
        let points = |points: &str| Some((Some(Manner::Points(points.into())), false));
        for (text, expected) in [
            ("White wins by 2 1/2 points", points("2.5")),
            ("B+7.50", points("7.50")),
            ("B 3 1/2", points("3.5")),
            ("W+3,5", points("3.5")),
            ("W+\u{bd}", points("0.5")),
            ("Black won by half a point", points("0.5")),
            ("B+resign", Some((Some(Manner::Resignation), false))),
            ("Black resigns at move 186", Some((Some(Manner::Resignation), true))),
            ("White wins on time", Some((Some(Manner::Time), false))),
            ("W+F", Some((Some(Manner::Forfeit), false))),
            ("B+Illegal", Some((None, true))),
            ("no result, triple ko", Some((None, true))),
            ("Black", Some((None, false))),
            ("White wins game 3", None),
            ("Black by 3 of 5", None),
            ("Black by 3 or 4", None),
            ("白3目半勝ち", points("3.5")),
            ("白３目半勝ち", points("3.5")),
            ("白三目半勝", points("3.5")),
            ("白番3目半勝ち", points("3.5")),
            ("白3目半負け", points("3.5")),
            ("白の半目勝ち", points("0.5")),
            ("흑 3집반승", points("3.5")),
            ("백 2집 반 승", points("2.5")),
            ("백반집승", points("0.5")),
            ("黑胜3/4子", points("1.5")),
            ("黑勝四分之三子", points("1.5")),
            ("黑胜2又1/4子", points("4.5")),
            ("白胜43.5目", points("43.5")),
            ("黑负2目", points("2")),
            ("黑+2.5", points("2.5")),
            ("B+3/4子", points("1.5")),
            ("B+3目半", points("3.5")),
            ("黑185子", None),
            ("黑胜3目或4目", None),
            ("W+時間切れ", Some((Some(Manner::Time), false))),
            ("黑中盘胜", Some((Some(Manner::Resignation), false))),
            ("B+3.5 (one move is missing)", Some((Some(Manner::Points("3.5".into())), true))),
        ] {
            let parsed = Outcome::parse(text).map(|outcome| (outcome.manner, outcome.says_more));
            assert_eq!(parsed, expected, "{text}");
        }
    }
}
