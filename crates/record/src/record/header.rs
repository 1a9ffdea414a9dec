//! Reads the numbers of headers. Their text is free (section 5.2), so all forms that are seen in records are
//! understood, and `None` is not an error. Each word of a text has to be understood: a number followed by other words
//! is not that number. Only after a comma, a semicolon or in brackets other words may follow.

use super::quantity::{Quantity, whole_number};
use super::script::{after_word, folded};

/// Words that a komi may begin with.
const KOMI_NAMES: &[&str] = &["komi", "コミ", "덤", "黑贴", "黑", "先番", "贴目", "贴子", "贴出", "贴", "흑"];

/// Words after a komi that change nothing.
const AFTER_KOMI: &[&str] =
    &["komi", "for white", "to white", "game", "コミ", "出し", "だし", "贴目", "贴", "공제", "덤"];

/// Words that a handicap may begin with.
const HANDICAP_NAMES: &[&str] = &["handicap", "让", "授", "受", "접바둑"];

/// Words after the number of a handicap.
const AFTER_HANDICAP: &[&str] = &["handicap", "stones", "stone", "子", "목", "점", "局", "접바둑", "置碁"];

/// Words for no komi and no handicap.
const NONE: &[&str] = &["none", "nil", "no", "even", "なし", "无し", "无", "없음", "不贴"];

/// The number of a KOMI text: `5`, `-2`, `4.5`, `3 1/2`, `6目半`, `3又3/4子`, `none`.
pub fn komi(text: &str) -> Option<f64> {
    read_komi(text)?.0.parse().ok()
}

/// The number of a KOMI text as SGF writes it; `None` if the text also has anything else.
pub fn exact_komi(text: &str) -> Option<String> {
    read_komi(text).filter(|(_, rest)| rest.is_empty()).map(|(number, _)| number)
}

/// The number of a KOMI text as a decimal number, and the words after it that are not part of it.
fn read_komi(text: &str) -> Option<(String, String)> {
    let text = folded(text).trim().to_lowercase();
    if text.is_empty() {
        return Some(("0".to_owned(), String::new()));
    }
    let rest = without_words(&text, KOMI_NAMES);
    let (number, rest) = match none(rest) {
        Some(rest) => ("0".to_owned(), rest),
        None => {
            let (sign, rest) = match rest.strip_prefix('-') {
                Some(rest) => ("-", rest),
                None => ("", rest.strip_prefix('+').unwrap_or(rest)),
            };
            let (Quantity { points, .. }, rest) = Quantity::read(rest.trim_start())?;
            (format!("{sign}{points}"), rest)
        }
    };
    let rest = without_words(rest, AFTER_KOMI);
    // White gives a reverse komi.
    (is_additional(rest) && !rest.contains("reverse")).then(|| (number, rest.to_owned()))
}

/// The number of stones of a HANDICAP text: `4`, `4 stones`, `让四子`, `none`.
pub fn handicap(text: &str) -> Option<u32> {
    let text = folded(text).trim().to_lowercase();
    if text.is_empty() {
        return Some(0);
    }
    let rest = without_words(&text, HANDICAP_NAMES);
    let (stones, rest) = none(rest).map(|rest| (0, rest)).or_else(|| whole_number(rest))?;
    is_additional(without_words(rest, AFTER_HANDICAP)).then_some(stones)
}

/// A text without some words at its beginning.
fn without_words<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let mut rest = text.trim_start_matches([' ', '\t', ':', '=']);
    while let Some(after) = word(rest, words) {
        rest = after.trim_start_matches([' ', '\t', ':', '=']);
    }
    rest.trim_end_matches('.')
}

/// The text after a word for none.
fn none(text: &str) -> Option<&str> {
    word(text, NONE)
}

/// The text after one of some words, if the text begins with one.
fn word<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let rest = after_word(text, words)?;
    let is_whole = !text.starts_with(|first: char| first.is_ascii_alphabetic())
        || !rest.starts_with(|next: char| next.is_alphanumeric());
    is_whole.then_some(rest)
}

/// Whether the words after a number only add to it. Another number could be meant as well.
fn is_additional(rest: &str) -> bool {
    (rest.is_empty() || rest.starts_with([',', ';', '('])) && !rest.contains(|one: char| one.is_ascii_digit())
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
            ("no komi", 0.0),
            ("5.", 5.0),
            ("Komi: 6.5", 6.5),
            ("6.5 (half a point was added)", 6.5),
            ("6目半", 6.5),
            ("６目半", 6.5),
            ("６．５", 6.5),
            ("六目半", 6.5),
            ("7目半", 7.5),
            ("6집반", 6.5),
            ("덤 6집 반", 6.5),
            ("コミ6目半", 6.5),
            ("5目半コミ出し", 5.5),
            ("黑贴3又3/4子", 7.5),
            ("黒貼７目半", 7.5),
            ("-5目半", -5.5),
            ("なし", 0.0),
        ];
        for (text, value) in komis {
            assert_eq!(komi(text), Some(value), "{text}");
        }
        for text in [
            "as usual",
            "komi",
            "黑",
            "5 or 6",
            "6.5 (or 7.5)",
            "6.5 as usual",
            "6目と少し",
            "6.5目半",
            "逆コミ5目半",
            "5.5 (reverse)",
            "who knows",
            "6집정도",
            "6.5.5",
        ] {
            assert_eq!(komi(text), None, "{text}");
        }
        assert_eq!(exact_komi("6.50 points"), Some("6.50".into()));
        assert_eq!(exact_komi("6.5, as usual"), None);
        for (text, stones) in [("7", 7), ("2 stones", 2), ("让四子", 4), ("4점", 4), ("none", 0), ("３子", 3)] {
            assert_eq!(handicap(text), Some(stones), "{text}");
        }
        for text in ["two", "2 to 4 stones", "3 dan"] {
            assert_eq!(handicap(text), None, "{text}");
        }
    }
}
