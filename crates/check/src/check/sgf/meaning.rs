//! Translates values in free words into the form of SGF. Each grammar has to use all words of a value; otherwise the
//! meaning of the value is not certain.

use ishi_convert::convert;
use ishi_record::record;

/// A result such as `Black wins by 3` or `B+resign`.
pub(super) fn result(text: &str) -> Option<String> {
    convert::whole_result(text)
}

/// A date such as `8 March 1990`, `1998/3/7` or `2018年5月2日`.
pub(super) fn date(text: &str) -> Option<String> {
    record::iso_date(text)
}

/// A number such as `6,5`, `.5` or `5.`.
pub(super) fn real(text: &str) -> Option<String> {
    let number = text.replacen(',', ".", 1);
    let number = number.strip_suffix('.').unwrap_or(&number);
    let number = if number.starts_with('.') { format!("0{number}") } else { number.to_owned() };
    is_real(&number).then_some(number)
}

/// A komi such as `6 1/2`, `6,5 points`, `6目半` or `none`.
pub(super) fn komi(text: &str) -> Option<String> {
    record::exact_komi(text)
}

/// A number of stones such as `2 stones`.
pub(super) fn stones(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let number = words.next().filter(|number| is_digits(number))?;
    let is_unit = |word: &str| word.eq_ignore_ascii_case("stones") || word.eq_ignore_ascii_case("stone");
    (words.next().is_some_and(is_unit) && words.next().is_none()).then(|| number.to_owned())
}

/// The size of a board such as `19x19` or `9 x 13`.
pub(super) fn size(text: &str) -> Option<String> {
    let (columns, rows) = text.split_once(['x', 'X', '*', '\u{d7}'])?;
    let (columns, rows) = (columns.trim(), rows.trim());
    let is_size = is_digits(columns) && is_digits(rows) && columns.len() <= 2 && rows.len() <= 2;
    is_size.then(|| if columns == rows { columns.to_owned() } else { format!("{columns}:{rows}") })
}

/// The seconds of a time such as `1:30:00`, `10:00`, `8h`, `1h 30m`, `90 minutes` or `6,5`.
pub(super) fn seconds(text: &str) -> Option<String> {
    seconds_of_clock(text).or_else(|| seconds_of_words(text)).or_else(|| real(text))
}

fn seconds_of_clock(text: &str) -> Option<String> {
    let parts: Vec<u64> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let is_clock = (2..=3).contains(&parts.len()) && parts[1..].iter().all(|&part| part < 60) && parts[0] < 10_000;
    is_clock.then(|| parts.iter().fold(0, |sum, part| sum * 60 + part).to_string())
}

fn seconds_of_words(text: &str) -> Option<String> {
    let (mut rest, mut total) = (text, 0_u64);
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
        let after = after.trim_start();
        let (unit, after) = after.split_at(after.bytes().take_while(u8::is_ascii_alphabetic).count());
        let unit = match &*unit.to_ascii_lowercase() {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            _ => return None,
        };
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(unit)?)?;
        rest = after.trim_start_matches([' ', ',', '.']);
    }
    (total > 0).then(|| total.to_string())
}

pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_real(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.split_once('.').map_or(is_digits(digits), |(whole, part)| is_digits(whole) && is_digits(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_a_meaning_where_all_its_words_have_one() {
        for (meaning, text, meant) in [
            (komi as fn(&str) -> Option<String>, "6,5", Some("6.5")),
            (komi, "6 1/2", Some("6.5")),
            (komi, "6\u{bd} points", Some("6.5")),
            (komi, "1/2", Some("0.5")),
            (komi, "none", Some("0")),
            (komi, "11/2", None),
            (komi, "No result", None),
            (komi, "6.5 or so", None),
            (komi, "6.5;B[pd", None),
            (stones, "2 stones", Some("2")),
            (stones, "2 to 4 stones", None),
            (size, "19x19", Some("19")),
            (size, "9 x 13", Some("9:13")),
            (size, "19x", None),
            (seconds, "1:30:00", Some("5400")),
            (seconds, "1 hour, 30 min.", Some("5400")),
            (seconds, "1 hour each", None),
            (date, "1998/3/7", Some("1998-03-07")),
            (date, "1998/3/7 evening", None),
            (result, "White wins by 6 1/2", Some("W+6.5")),
            (result, "void", Some("Void")),
            (result, "Black resigns at move 186", None),
            (result, "no result, triple ko", None),
            (result, "6.5;B[cc", None),
        ] {
            assert_eq!(meaning(text).as_deref(), meant, "{text}");
        }
    }
}
