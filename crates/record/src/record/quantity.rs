//! Numbers with their units, as komi and margins have them: `6.5`, `3 1/2 points`, `6目半`, `六目半`, `3又3/4子`.
//!
//! The texts are [folded](super::script::folded), and in lower case.

use super::script::{after_word, longest_word};

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Points,
    /// Stones as the Chinese rules count them, each for two points.
    ChineseStones,
    /// Points in most texts; only of Chinese stones there are quarters.
    Stones,
}

const UNITS: &[(&str, Unit)] = &[
    ("points", Unit::Points),
    ("point", Unit::Points),
    ("punkten", Unit::Points),
    ("punkte", Unit::Points),
    ("punkt", Unit::Points),
    ("punktu", Unit::Points),
    ("punkty", Unit::Points),
    ("punktów", Unit::Points),
    ("punktami", Unit::Points),
    ("puntos", Unit::Points),
    ("punto", Unit::Points),
    ("punti", Unit::Points),
    ("punten", Unit::Points),
    ("punt", Unit::Points),
    ("очков", Unit::Points),
    ("очками", Unit::Points),
    ("очка", Unit::Points),
    ("очко", Unit::Points),
    ("pts", Unit::Points),
    ("pt", Unit::Points),
    ("moku", Unit::Points),
    ("目", Unit::Points),
    ("点", Unit::Points),
    ("집", Unit::Points),
    ("목", Unit::Points),
    ("stones", Unit::Stones),
    ("stone", Unit::Stones),
    ("zi", Unit::ChineseStones),
    ("子", Unit::ChineseStones),
];

/// Fractions, with their decimals.
const FRACTIONS: &[(&str, &str)] = &[
    ("1/2", "5"),
    ("½", "5"),
    ("二分之一", "5"),
    ("1/4", "25"),
    ("¼", "25"),
    ("四分之一", "25"),
    ("四分の一", "25"),
    ("3/4", "75"),
    ("¾", "75"),
    ("四分之三", "75"),
    ("四分の三", "75"),
];

/// The half of a unit that was named before: `6目半`.
const HALVES: [&str; 2] = ["半", "반"];

/// Words between a whole number and its fraction.
const AND: [&str; 7] = ["又", "と", "and", "-", "+", "", "个"];

/// A number of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// The number in points, as a decimal number.
    pub(super) points: String,
    /// Whether the number is of stones as the Chinese rules count them.
    pub(super) is_in_stones: bool,
}

impl Quantity {
    /// The quantity that a text begins with, and the text after it. The unit may be missing.
    pub(super) fn read(text: &str) -> Option<(Self, &str)> {
        let (number, rest) = match half(text) {
            Some(half) => half,
            None => number(text)?,
        };
        let (unit, after_unit) = match unit(rest) {
            Some((unit, after)) => (Some(unit), after),
            None => (None, rest),
        };
        let (number, rest) = match (after_word(after_unit.trim_start(), &HALVES), &unit) {
            // After a number that has its own fraction, another half has no meaning.
            (Some(_), Some(_)) if number.contains('.') => return None,
            (Some(rest), Some(_)) => (format!("{number}.5"), rest),
            _ => (number, after_unit),
        };
        let has_quarters = number.ends_with(".25") || number.ends_with(".75");
        let is_in_stones = match unit {
            Some(Unit::ChineseStones) => true,
            Some(Unit::Stones) => has_quarters,
            Some(Unit::Points) | None => false,
        };
        let points = if is_in_stones { (2.0 * number.parse::<f64>().ok()?).to_string() } else { number };
        Some((Self { points, is_in_stones }, rest))
    }
}

/// The unit that a text begins with. A word of letters has to end with the unit.
fn unit(text: &str) -> Option<(Unit, &str)> {
    let text = text.trim_start_matches([' ', '-']);
    let (unit, rest) = longest_word(text, UNITS)?;
    let ends = !text.starts_with(|first: char| first.is_ascii())
        || !rest.starts_with(|next: char| next.is_ascii_alphanumeric());
    ends.then_some((unit, rest))
}

/// Half a point: `half a point`, `半目`.
fn half(text: &str) -> Option<(String, &str)> {
    let rest = match text.strip_prefix("half") {
        Some(rest) => rest.trim_start().strip_prefix("a ").unwrap_or(rest),
        None => after_word(text, &HALVES)?,
    };
    unit(rest).map(|_| ("0.5".to_owned(), rest))
}

/// The number that a text begins with, as a decimal number: `6.5`, `6,5`, `.5`, `6 1/2`, `½`, `三又四分之三`.
fn number(text: &str) -> Option<(String, &str)> {
    if let Some((decimals, rest)) = fraction(text) {
        return Some((format!("0.{decimals}"), rest));
    }
    if let Some(rest) = text.strip_prefix('.') {
        let decimals = digits(rest);
        return (decimals > 0).then(|| (format!("0.{}", &rest[..decimals]), &rest[decimals..]));
    }
    let (whole, rest) = match digits(text) {
        0 => {
            let (number, rest) = chinese_numeral(text)?;
            (number.to_string(), rest)
        }
        count => (text[..count].to_owned(), &text[count..]),
    };
    let decimals = rest.strip_prefix(['.', ',']).map_or(0, digits);
    if decimals > 0 {
        let end = 1 + decimals;
        return Some((format!("{whole}.{}", &rest[1..end]), &rest[end..]));
    }
    if let Some(after) = rest.strip_prefix('点')
        && let Some((part, after)) = chinese_numeral(after)
        && part < 10
    {
        return Some((format!("{whole}.{part}"), after));
    }
    let trimmed = rest.trim_start();
    let with_fraction = AND.iter().find_map(|and| fraction(trimmed.strip_prefix(and)?.trim_start()));
    Some(match with_fraction {
        Some((decimals, rest)) => (format!("{whole}.{decimals}"), rest),
        None => (whole, rest.strip_prefix('.').filter(|rest| rest.is_empty()).unwrap_or(rest)),
    })
}

/// The fraction that a text begins with, as decimals.
fn fraction(text: &str) -> Option<(&'static str, &str)> {
    let (decimals, rest) = longest_word(text, FRACTIONS)?;
    (digits(rest) == 0).then_some((decimals, rest))
}

/// The number of digits that a text begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The whole number that a text begins with, in digits or in Chinese numerals.
pub(super) fn whole_number(text: &str) -> Option<(u32, &str)> {
    match digits(text) {
        0 => chinese_numeral(text),
        count => Some((text[..count].parse().ok()?, &text[count..])),
    }
}

/// The number that a text begins with in Chinese numerals: `七`, `十二`, `一百八十`, or digit by digit, as in
/// `二〇一八`.
fn chinese_numeral(text: &str) -> Option<(u32, &str)> {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    const MAX: usize = 8;
    let digit = |character: char| match character {
        '零' => Some(0),
        '两' => Some(2),
        _ => (0..).zip(DIGITS).find(|&(_, digit)| digit == character).map(|(value, _)| value),
    };
    let factor = |character: char| match character {
        '十' => Some(10),
        '百' => Some(100),
        _ => None,
    };
    let length = text.chars().take_while(|&one| digit(one).or(factor(one)).is_some()).map(char::len_utf8).sum();
    let (numeral, rest) = text.split_at(length);
    if numeral.is_empty() || numeral.chars().count() > MAX {
        return None;
    }
    if numeral.chars().all(|one| digit(one).is_some()) {
        return Some((numeral.chars().filter_map(digit).fold(0_u32, |sum, next| sum * 10 + next), rest));
    }
    let (mut sum, mut last, mut smallest) = (0, None, u32::MAX);
    for character in numeral.chars() {
        match (digit(character), factor(character)) {
            // A zero only stands between others: `一百零五`.
            (Some(0), _) => {}
            (Some(value), _) if last.is_none() => last = Some(value),
            (_, Some(factor)) if factor < smallest => {
                sum += last.take().unwrap_or(1) * factor;
                smallest = factor;
            }
            _ => return None,
        }
    }
    Some((sum + last.unwrap_or(0), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_points_in_all_their_forms() {
        for (text, points) in [
            ("6.5", "6.5"),
            ("7.50", "7.50"),
            ("6,5", "6.5"),
            ("6½", "6.5"),
            ("6 1/2", "6.5"),
            ("5-1/2", "5.5"),
            ("6 and 1/2 points", "6.5"),
            ("½", "0.5"),
            (".5", "0.5"),
            ("half a point", "0.5"),
            ("6目半", "6.5"),
            ("6.5目", "6.5"),
            ("六目半", "6.5"),
            ("十二目半", "12.5"),
            ("七点五目", "7.5"),
            ("半目", "0.5"),
            ("반집", "0.5"),
            ("6집반", "6.5"),
            ("6집 반", "6.5"),
            ("3/4子", "1.5"),
            ("3又3/4子", "7.5"),
            ("三又四分之三子", "7.5"),
            ("3.75子", "7.5"),
            ("四分之三子", "1.5"),
            ("2子半", "5"),
            ("1 3/4 zi", "3.5"),
            ("3 3/4 stones", "7.5"),
            ("5.5 stones", "5.5"),
        ] {
            let (quantity, rest) = Quantity::read(text).expect(text);
            assert_eq!((&*quantity.points, rest), (points, ""), "{text}");
        }
        for text in ["", "x", "半", "half of it", "6.5目半", "points", "."] {
            assert_eq!(Quantity::read(text).map(|(quantity, _)| quantity), None, "{text}");
        }
        for (text, rest) in [("6 or 7", " or 7"), ("11/2", "/2"), ("6.5.1", ".1"), ("6pointless", "pointless")] {
            assert_eq!(Quantity::read(text).expect(text).1, rest, "{text}");
        }
    }

    #[test]
    fn chinese_numerals_are_numbers() {
        for (text, number) in [("七", 7), ("十", 10), ("十二", 12), ("三十", 30), ("二〇一八", 2018), ("一百零五", 105)]
        {
            assert_eq!(whole_number(text), Some((number, "")), "{text}");
        }
        for text in ["", "十十", "十百", "一二三四五六七八九"] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }
}
