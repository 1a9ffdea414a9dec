//! The results that `--result` selects.

use std::str::FromStr;

use crate::pattern::TextPattern;
use ishi_archive::GameInfo;
use ishi_board::Color;
use ishi_record::record::Outcome;
use ishi_record::syntax::Keyword;

/// The results without points, one of which a text with wildcards has to match if it is not about points.
const RESULTS: [&str; 11] = ["B+", "B+R", "B+T", "B+F", "W+", "W+R", "W+T", "W+F", "Draw", "Void", "?"];

/// The results of `--result`.
#[derive(Clone, Debug)]
pub(super) enum Results {
    /// One result, in any of its forms.
    One(Outcome),
    /// The results that a text with wildcards matches, and the winner that the text names. `is_any` says that these are
    /// all results with this winner.
    Wildcards { pattern: TextPattern, winner: Option<Color>, is_any: bool },
    /// The results that a regular expression matches.
    Expression(TextPattern),
}

impl FromStr for Results {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.starts_with('/') {
            return text.parse().map(Self::Expression);
        }
        // A text without words and signs is read as an unknown result.
        let says_something = text.contains(|sign: char| sign.is_alphanumeric() || sign == '?');
        if let Some(outcome) = Outcome::parse(text).filter(|_| says_something) {
            return Ok(Self::One(outcome.normalized()));
        }
        let wildcards = if text.contains(['*', '?']) { Self::of_wildcards(text)? } else { None };
        wildcards.ok_or_else(|| {
            format!(
                "`{text}` is not a result; write `B+R`, `W+0.5`, `B+T` or `W+F`, `B+*` for all that Black has won, \
                 `Draw`, `Void` or `?`"
            )
        })
    }
}

impl Results {
    /// Parses a text with wildcards; `None` if it matches no result.
    fn of_wildcards(text: &str) -> Result<Option<Self>, String> {
        let pattern: TextPattern = text.parse()?;
        let (winner, how) = text.split_once('+').unwrap_or((text, ""));
        let is_winner = matches!(winner, "*" | "?") || Color::from_letter(winner).is_some();
        let is_points = !how.is_empty() && how.chars().all(|sign| matches!(sign, '0'..='9' | '.' | '*' | '?'));
        if !(is_winner && is_points || RESULTS.iter().any(|result| pattern.matches_whole(result))) {
            return Ok(None);
        }
        Ok(Some(Self::Wildcards { pattern, winner: Color::from_letter(winner), is_any: how == "*" }))
    }

    /// Whether a game has such a result.
    pub(super) fn contains(&self, info: &GameInfo) -> bool {
        let outcome = info.outcome.as_ref().map(Outcome::normalized);
        match self {
            Self::One(wanted) => {
                outcome.is_some_and(|outcome| (outcome.result, &outcome.manner) == (wanted.result, &wanted.manner))
            }
            Self::Wildcards { pattern, .. } => {
                outcome.is_some_and(|outcome| pattern.matches_whole(&outcome.to_string()))
            }
            Self::Expression(pattern) => match (outcome, info.text(Keyword::Result)) {
                (Some(outcome), _) => pattern.matches_whole(&outcome.to_string()),
                (None, text) => text.is_some_and(|text| pattern.matches_whole(text)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_one_or_a_pattern() {
        for text in ["b+", "B+Resign", "Black by 2", "0", "Jigo", "void", "?"] {
            assert!(matches!(text.parse(), Ok(Results::One(_))), "{text}");
        }
        for text in ["B+*", "W+?.5", "*+R", "?+0.5", "*", "*R", "D*", "B*"] {
            assert!(matches!(text.parse(), Ok(Results::Wildcards { .. })), "{text}");
        }
        assert!(matches!("/^B/".parse(), Ok(Results::Expression(_))));
        for text in ["", " ", "...", "B+X", "B+R or W+R", "+", "X+*", "B+x*", "foo*", "12", "W+-3"] {
            let is_wrong = text.parse::<Results>().is_err_and(|why| why.contains("is not a result; write `B+R`"));
            assert!(is_wrong, "{text}");
        }
    }
}
