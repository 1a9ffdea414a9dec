//! Corrections of numbers and locations that are misspelt, or that OCR has read wrongly.

use super::value;
use ishi_board::{BoardSize, Point};

/// Punctuation around a word that was copied from a list, a diagram or prose.
const BEFORE: &[char] = &['(', '[', '{', '<', '"', '\'', '`', '*', '#'];
const AFTER: &[char] = &['.', ',', ':', ';', ')', ']', '}', '>', '"', '\'', '`', '*'];

/// The only number that a word can mean: `1.`, `#12`, `1O`, `l`.
pub fn number(word: &str) -> Option<u32> {
    if let Some(number) = value::number(word) {
        return Some(number);
    }
    let core = word.trim_start_matches(BEFORE).trim_end_matches(AFTER);
    if !(core.bytes().any(|byte| byte.is_ascii_digit()) || matches!(core, "l" | "I" | "|")) {
        return None;
    }
    value::number(&digits(core)?)
}

/// The only location that a word can mean: `q16.`, `Q1O`, `Ql6`, `Q-16`, `16Q`.
pub(super) fn location(word: &str) -> Option<Point> {
    let core = core(word);
    // A swapped location is one only if its number is: `1O` could be Q10 without its column.
    let swapped = || {
        let (row, column) = core.split_at_checked(core.len().checked_sub(1)?)?;
        value::location(&format!("{column}{row}"))
    };
    value::location(core).or_else(|| spelt(core)).or_else(swapped)
}

/// Returns the word without the punctuation around it.
fn core(word: &str) -> &str {
    word.trim_start_matches(BEFORE).trim_end_matches(AFTER).trim_end_matches(['!', '?', '+'])
}

/// Reads a column and a row, perhaps with a sign between them, whose row may have letters instead of digits.
fn spelt(word: &str) -> Option<Point> {
    let (column, rest) = word.split_at_checked(1)?;
    // No column has a digit, so a nought is the letter.
    let column = if column == "0" { "O" } else { column };
    let row = rest.strip_prefix(['-', '.', ',', '/', ':', '_', '=']).unwrap_or(rest);
    // A row without a digit is one only beside a capital, and `All` is a word.
    let is_likely = || column.starts_with(|column: char| column.is_ascii_uppercase()) && row != "ll";
    let is_row =
        row.bytes().any(|byte| byte.is_ascii_digit()) || is_likely() && row.bytes().all(|byte| b"lI|O".contains(&byte));
    is_row.then(|| digits(row)).flatten().and_then(|row| value::location(&format!("{column}{row}")))
}

/// A word with letters replaced by the digits that look similar.
fn digits(word: &str) -> Option<String> {
    let digit = |letter: char| match letter {
        '0'..='9' => Some(letter),
        'O' | 'o' | 'D' => Some('0'),
        'I' | 'l' | 'i' | '|' | '!' => Some('1'),
        'Z' | 'z' => Some('2'),
        'S' | 's' => Some('5'),
        'G' | 'b' => Some('6'),
        'B' => Some('8'),
        'g' | 'q' => Some('9'),
        _ => None,
    };
    word.chars().map(digit).collect()
}

/// Whether a word means PASS: a misspelling of PASS, or another word for it.
pub(super) fn is_pass(word: &str) -> bool {
    let word = core(word).to_ascii_uppercase();
    matches!(&*word, "PASS" | "PASSES" | "PASSED" | "TENUKI")
        || word.len() >= 3 && strsim::damerau_levenshtein(&word, "PASS") == 1
}

/// The start of the place in a word that joins the number and the place of a move: `1Q16`, `12PASS`.
pub(super) fn joined(word: &str) -> Option<usize> {
    let length = word.bytes().take_while(u8::is_ascii_digit).count();
    let place = &word[length..];
    let is_place = value::location(place).is_some() || place.eq_ignore_ascii_case("PASS");
    (is_place && value::number(&word[..length]).is_some()).then_some(length)
}

/// Two numbers that stand for a location: `16-4`.
pub(super) fn is_pair(word: &str) -> bool {
    pair(word).is_some()
}

fn pair(word: &str) -> Option<(u8, u8)> {
    let word = core(word);
    let (one, other) = word.split_once(['-', ',', '/', '.', ':', 'x', 'X', ' ', '\t'])?;
    let number = |word: &str| word.trim().parse::<u8>().ok().filter(|number| (1..=19).contains(number));
    Some((number(one)?, number(other)?))
}

/// A location that a word can mean, with the way of reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The point that the word can mean.
    pub point: Point,
    /// The way in which the word is read, in words.
    pub reading: &'static str,
}

/// The locations that the coordinates of other notations can mean on a board: two numbers, counted from any two sides,
/// or the two letters of SGF.
pub fn coordinates(word: &str, size: BoardSize) -> Vec<Way> {
    let last = size.corner().row();
    let inside = |index: u8| (index <= last).then_some(index);
    let mirrored = |index: u8| last.checked_sub(index);
    let mut ways: Vec<Way> = Vec::new();
    let mut add = |column: Option<u8>, row: Option<u8>, reading| {
        let point = column.zip(row).and_then(|(column, row)| Point::new(column, row));
        if let Some(point) = point.filter(|point| ways.iter().all(|way| way.point != *point)) {
            ways.push(Way { point, reading });
        }
    };
    if let Some((one, other)) = pair(word) {
        let (one, other) = (one - 1, other - 1);
        add(inside(one), inside(other), "column from the left, row from the bottom");
        add(inside(other), inside(one), "row from the bottom, column from the left");
        add(inside(one), mirrored(other), "column from the left, row from the top");
        add(mirrored(one), mirrored(other), "column from the right, row from the top");
        add(mirrored(one), inside(other), "column from the right, row from the bottom");
    } else if let [column @ b'a'..=b's', row @ b'a'..=b's'] | [column @ b'A'..=b'S', row @ b'A'..=b'S'] =
        *core(word).as_bytes()
    {
        let index = |letter: u8| letter.to_ascii_lowercase() - b'a';
        add(inside(index(column)), mirrored(index(row)), "as in SGF");
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_has_one_meaning() {
        for (word, meant) in
            [("1.", 1), ("#12", 12), ("1O", 10), ("l", 1), ("1l", 11), ("3)", 3), ("(7)", 7), ("1Z", 12)]
        {
            assert_eq!(number(word), Some(meant), "{word}");
        }
        for word in ["-1", "1.5", "one", "O", "#", "", ".", "ll", "Q16", "0."] {
            assert_eq!(number(word), None, "{word}");
        }
        for (word, meant) in [
            ("q16.", "Q16"),
            ("Q1O", "Q10"),
            ("Ql6", "Q16"),
            ("QI6", "Q16"),
            ("Q|6", "Q16"),
            ("QlO", "Q10"),
            ("Q-16", "Q16"),
            ("(D4)", "D4"),
            ("16Q", "Q16"),
            ("016", "O16"),
            ("Q16!?", "Q16"),
            ("\"D4\",", "D4"),
            ("D1S", "D15"),
        ] {
            assert_eq!(location(word).map(|point| point.to_string()).as_deref(), Some(meant), "{word}");
        }
        for word in [
            "Q61", "16-4", "Q", "16", "pd", "I4", "Q20", "one", "", "!", "é", "Hi", "Bob", "D4D5", "1016", "All",
            "all", "al",
        ] {
            assert_eq!(location(word), None, "{word}");
        }
        for (word, place) in [("1Q16", 1), ("12pass", 2), ("123a1", 3)] {
            assert_eq!(joined(word), Some(place), "{word}");
        }
        for word in ["Q16", "16Q", "0Q16", "1Q", "16", "pass", "1Q16W"] {
            assert_eq!(joined(word), None, "{word}");
        }
        assert!(["pas", "PASS.", "psas", "Tenuki", "passes"].iter().all(|word| is_pass(word)));
        assert!(!["as", "past it", "bass2", "K4"].iter().any(|word| is_pass(word)));
    }

    #[test]
    fn coordinates_have_several_meanings() {
        let ways = |word: &str, size: u32| -> Vec<String> {
            let size = BoardSize::new(size).unwrap();
            coordinates(word, size).iter().map(|way| way.point.to_string()).collect()
        };
        assert_eq!(ways("16-4", 19), ["Q4", "D16", "Q16", "D4"]);
        assert_eq!(ways("10-10", 19), ["K10"]);
        assert_eq!(ways("3,7", 9), ["C7", "G3", "C3", "G7"]);
        assert_eq!(ways("16-4", 9), [""; 0]);
        assert_eq!(ways("pd", 19), ["Q16"]);
        assert_eq!(ways("DD", 9), ["D6"]);
        assert_eq!(ways("20-4", 19), [""; 0]);
        assert_eq!(ways("Q16", 19), [""; 0]);
    }
}
