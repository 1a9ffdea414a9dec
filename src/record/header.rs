//! How a program can read the headers that have a value. Their text is free (section 5.2), so every form that
//! is seen in records is understood, and `None` is not an error.

use crate::board::Color;

/// What a RESULT says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A player won.
    Winner(Color),
    /// A draw: jigo.
    Draw,
    /// The game has no result, or it is not known.
    Open,
}

impl GameResult {
    /// The winners by each verb of a RESULT text, in order: `White wins, Black resigned` names White twice.
    pub fn winners(text: &str) -> Vec<Color> {
        let lower = text.to_ascii_lowercase();
        let mut last = None;
        let mut winners = Vec::new();
        for word in words(&lower) {
            last = color(word).or(last);
            winners.extend(match word {
                "wins" | "won" | "win" => last,
                "resigns" | "resigned" | "loses" | "lost" | "forfeits" | "forfeited" => last.map(Color::opponent),
                _ => None,
            });
        }
        winners
    }

    /// The number of the move at which a player resigned, where a RESULT text names it: `Black resigns at move 186`.
    pub fn resignation(text: &str) -> Option<u32> {
        let lower = text.to_ascii_lowercase();
        let mut words = words(&lower).skip_while(|word| !word.starts_with("resign"));
        words.find(|word| matches!(*word, "move" | "moves"))?;
        words.next()?.parse().ok()
    }

    /// Reads the result in a RESULT text.
    pub fn parse(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let words: Vec<_> = words(&lower).collect();
        let any = |these: &[&str]| words.iter().any(|word| these.contains(word));
        if any(&["draw", "drawn", "jigo", "tie", "tied"]) || lower.trim() == "0" {
            return Some(Self::Draw);
        }
        // The first color with a verb decides: `White wins, Black resigned` is won by White.
        if let Some(&winner) = Self::winners(text).first() {
            return Some(Self::Winner(winner));
        }
        match words.iter().find_map(|word| color(word)) {
            Some(color) => Some(Self::Winner(color)),
            None if lower.trim().is_empty() || lower.contains('?') => Some(Self::Open),
            None if any(&[
                "void",
                "unfinished",
                "unknown",
                "suspended",
                "none",
                "no",
                "not",
                "adjourned",
                "annulled",
                "abandoned",
                "incomplete",
                "interrupted",
                "undecided",
                "both",
            ]) =>
            {
                Some(Self::Open)
            }
            None => None,
        }
    }
}

/// The words of a lower-case text.
fn words(lower: &str) -> impl Iterator<Item = &str> {
    lower.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

/// The player that a word of a RESULT names.
fn color(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| {
        // `B3` and `BR` are `B+3` and `B+R` without the sign.
        let is_result = |rest: &str| rest == "r" || rest.bytes().all(|byte| byte.is_ascii_digit());
        word == color.name() || word == abbreviation(color) || word.strip_prefix(letter(color)).is_some_and(is_result)
    })
}

fn abbreviation(color: Color) -> &'static str {
    match color {
        Color::Black => "blk",
        Color::White => "wht",
    }
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// The name in a BLACK or WHITE text, without the rank or the remarks after it: `Honinbo Shusaku`,
/// `James Redmond 5-dan (made 6-dan after this game)`.
pub fn player_name(text: &str) -> &str {
    let text = text.trim();
    let mut end = text.len();
    let mut at = 0;
    for word in text.split_inclusive([' ', '\t', ',', '(']) {
        let is_remark = at > 0 && text[..at].ends_with(['(', ',']);
        if is_remark || at > 0 && is_rank(word) {
            end = at;
            break;
        }
        at += word.len();
    }
    let name = text[..end].trim_end_matches([' ', '\t', ',', '(']);
    if name.is_empty() { text } else { name }
}

/// Whether a word begins a rank: `5-dan`, `9`, `3k`, `6d*`. A name can have a number in it only as its first word.
fn is_rank(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// A text in which each word that names a player, as words of a RESULT do, names the other one: `Black by 3` is
/// `White by 3`, and `w+r` is `b+r`. Case and all other words stay.
pub fn with_players_swapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (word, following) = rest.split_at(length_while(rest, |character| character.is_ascii_alphanumeric()));
        let (between, next) =
            following.split_at(length_while(following, |character| !character.is_ascii_alphanumeric()));
        out += &other_player(word);
        out += between;
        rest = next;
    }
    out
}

fn length_while(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|character| !belongs(character)).unwrap_or(text.len())
}

fn other_player(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    let Some(color) = color(&lower) else { return word.to_owned() };
    let other = color.opponent();
    let name = if lower == color.name() {
        other.name().to_owned()
    } else if lower == abbreviation(color) {
        abbreviation(other).to_owned()
    } else {
        // What follows the letter, as in `B3`, stays.
        letter(other).to_string()
    };
    let cased = name
        .bytes()
        .zip(word.bytes())
        .map(|(new, old)| char::from(if old.is_ascii_uppercase() { new.to_ascii_uppercase() } else { new }));
    cased.chain(word[name.len()..].chars()).collect()
}

/// The number of a KOMI text: `5`, `-2`, `4.5`, `3 1/2`, with or without words after it.
pub fn komi(text: &str) -> Option<f64> {
    let text = without_name(text, "komi");
    if text.is_empty() || is_none(text) {
        return Some(0.0);
    }
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let text = text.trim_start();
    let digits = text.find(|character: char| !character.is_ascii_digit() && !matches!(character, '.' | ','));
    let (number, rest) = text.split_at(digits.unwrap_or(text.len()));
    // Whole points and a fraction, either of which may stand alone.
    let (value, rest) = if let Some((value, rest)) = fraction(text) {
        (value, rest)
    } else {
        let whole: f64 = number.trim_end_matches(['.', ',']).replace(',', ".").parse().ok()?;
        let beginning = rest.trim_start().trim_start_matches(['-', '+']);
        match fraction(beginning) {
            Some((part, rest)) => (whole + part, rest),
            None => (whole, rest),
        }
    };
    (!rest.contains(|character: char| character.is_ascii_digit())).then_some(sign * value)
}

/// The fraction that a text begins with, and what comes after it. Chinese komi is counted in quarters of a stone.
fn fraction(text: &str) -> Option<(f64, &str)> {
    [("1/2", 0.5), ("½", 0.5), ("1/4", 0.25), ("¼", 0.25), ("3/4", 0.75), ("¾", 0.75)]
        .into_iter()
        .find_map(|(written, value)| Some((value, text.strip_prefix(written)?)))
}

/// The number of stones of a HANDICAP text: `4`, `4 stones`, `none`.
pub fn handicap(text: &str) -> Option<u32> {
    let text = without_name(text, "handicap");
    if text.is_empty() || is_none(text) {
        return Some(0);
    }
    let digits = text.find(|character: char| !character.is_ascii_digit());
    let (number, rest) = text.split_at(digits.unwrap_or(text.len()));
    (!rest.contains(|character: char| character.is_ascii_digit())).then_some(())?;
    number.parse().ok()
}

/// A text without the name of its header, which some write once more in front.
fn without_name<'t>(text: &'t str, name: &str) -> &'t str {
    let text = text.trim();
    match text.split_at_checked(name.len()) {
        Some((first, rest)) if first.eq_ignore_ascii_case(name) && rest.starts_with([' ', ':', '=']) => {
            rest.trim_start_matches([' ', ':', '='])
        }
        _ => text,
    }
}

fn is_none(text: &str) -> bool {
    let first = text.split(|character: char| !character.is_ascii_alphabetic()).next().unwrap_or_default();
    ["none", "no", "nil", "even"].iter().any(|none| first.eq_ignore_ascii_case(none))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_in_all_their_forms() {
        let komis = [
            ("5", 5.0),
            ("3 1/2", 3.5),
            ("4.5", 4.5),
            ("4,5", 4.5),
            ("-2", -2.0),
            ("1/2", 0.5),
            ("6½ points", 6.5),
            ("3 3/4", 3.75),
            ("5-1/2", 5.5),
            ("1/4 point", 0.25),
            ("", 0.0),
            ("none", 0.0),
        ];
        for (text, value) in komis {
            assert_eq!(komi(text), Some(value), "{text}");
        }
        assert_eq!(komi("as usual"), None);
        assert_eq!(komi("5 or 6"), None);
        assert_eq!(handicap("7"), Some(7));
        assert_eq!(handicap("2 stones"), Some(2));
        assert_eq!(handicap("two"), None);
    }

    #[test]
    fn players_change_places_in_a_text() {
        for (text, swapped) in [
            ("White wins by resignation", "Black wins by resignation"),
            ("BLACK by 3, blackmail", "WHITE by 3, blackmail"),
            ("w+r (White: Wht)", "b+r (Black: Blk)"),
            ("B3", "W3"),
            ("jigo", "jigo"),
            ("é", "é"),
        ] {
            assert_eq!(with_players_swapped(text), swapped);
            assert_eq!(with_players_swapped(swapped), text);
        }
    }

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
        ] {
            assert_eq!(GameResult::parse(text), result, "{text}");
        }
    }
}
