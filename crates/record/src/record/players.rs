//! The players in a RESULT text, exchanged for each other.

use super::sentence::{SEPARATORS, Sentence};
use ishi_board::Color;

/// The player that a word of a RESULT names; the word may also contain the result.
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

/// Replaces each word of a RESULT that names a player by the word for the other player: `Black by 3` becomes `White by
/// 3`, and `w+r` becomes `b+r`. Case and all other words stay. In scripts without spaces, only the words of the result
/// are replaced, because names have the same characters.
pub fn with_players_swapped(text: &str) -> String {
    let end = if Sentence::is_whole(text) { text.len() } else { length_while(text, |one| !SEPARATORS.contains(&one)) };
    if !Sentence::is_whole(&text[..end]) {
        return with_words_swapped(text);
    }
    let black = if text.chars().any(is_kana) { '黒' } else { '黑' };
    let other = |one| match one {
        '黑' | '黒' => '白',
        '白' => black,
        '흑' => '백',
        '백' => '흑',
        _ => one,
    };
    with_words_swapped(&(text[..end].chars().map(other).collect::<String>() + &text[end..]))
}

/// Whether a character is of the Japanese syllabaries.
fn is_kana(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30ff}')
}

/// Replaces the words in Latin letters.
fn with_words_swapped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_change_places_in_a_text() {
        for (text, swapped) in [
            ("White wins by resignation", "Black wins by resignation"),
            ("BLACK by 3, blackmail", "WHITE by 3, blackmail"),
            ("w+r (White: Wht)", "b+r (Black: Blk)"),
            ("B3", "W3"),
            ("jigo", "jigo"),
            ("é", "é"),
            ("黑中盘胜", "白中盘胜"),
            ("黒中押し勝ち", "白中押し勝ち"),
            ("흑 불계승 (백홍석)", "백 불계승 (백홍석)"),
            ("백홍석 기권", "백홍석 기권"),
        ] {
            assert_eq!(with_players_swapped(text), swapped);
            assert_eq!(with_players_swapped(swapped), text);
        }
    }
}
