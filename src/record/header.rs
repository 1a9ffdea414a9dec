//! Reads the values of headers. Their text is free (section 5.2), so all forms that are seen in records are understood,
//! and `None` is not an error.

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

/// A text without the name of its header, which some records repeat at the beginning of the text.
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
}
