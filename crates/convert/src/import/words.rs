//! Values of headers in the languages of the servers, translated into the form of SGF.

/// A result; none if it can't be read.
pub(super) fn result(text: &str) -> Option<String> {
    const BLACK: [&str; 5] = ["black", "黑", "黒", "흑", "ดำ"];
    const WHITE: [&str; 4] = ["white", "白", "백", "ขาว"];
    const DRAW: [&str; 6] = ["draw", "jigo", "持碁", "和棋", "무승부", "비김"];
    const LOSS: [&str; 5] = ["lose", "lost", "負", "负", "패"];
    const RESIGNATION: [&str; 5] = ["resi", "中押", "中盘", "中盤", "불계"];
    const TIME: [&str; 7] = ["time", "時間", "时间", "시간", "超時", "超时", "切れ"];
    let lower = text.to_lowercase();
    // What follows are the points of both.
    let part = lower.split(">>").next().unwrap_or_default();
    let first = |words: &[&str]| words.iter().filter_map(|word| part.find(word)).min();
    let (is_black, at) = match (first(&BLACK), first(&WHITE)) {
        (Some(black), Some(white)) => (black < white, black.min(white)),
        (Some(black), None) => (true, black),
        (None, Some(white)) => (false, white),
        (None, None) => return DRAW.iter().any(|word| part.contains(word)).then(|| "0".to_owned()),
    };
    let rest = &part[at..];
    let has = |words: &[&str]| words.iter().any(|word| rest.contains(word));
    let winner = if is_black == has(&LOSS) { "W" } else { "B" };
    let how = if has(&RESIGNATION) {
        "R".to_owned()
    } else if has(&TIME) {
        "T".to_owned()
    } else {
        points(rest)?
    };
    Some(format!("{winner}+{how}"))
}

/// The points of a text such as `黒2目半勝ち`; empty for a text without a number, and `None` for a fraction.
fn points(text: &str) -> Option<String> {
    let Some(start) = text.find(|one: char| one.is_ascii_digit()) else {
        let is_half = ["半目", "半子", "반집"].iter().any(|half| text.contains(half));
        return Some(if is_half { "0.5".to_owned() } else { String::new() });
    };
    let is_number = |one: char| one.is_ascii_digit() || one == '.';
    let length = text[start..].find(|one| !is_number(one)).unwrap_or(text.len() - start);
    let (number, after) = text[start..].split_at(length);
    if after.contains('/') {
        return None;
    }
    let has_half = after.chars().take(2).any(|one| matches!(one, '半' | '반'));
    let number = decimal(number)?;
    Some(if has_half && !number.contains('.') { format!("{number}.5") } else { number })
}

/// A number without redundant zeros: `6.5` for `6.50`.
pub(super) fn decimal(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text).trim_end_matches('.');
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let part = part.trim_end_matches('0');
    let sign = if text.starts_with('-') && (whole, part) != ("0", "") { "-" } else { "" };
    Some(if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") })
}

/// A number of tenths.
pub(super) fn tenths(text: &str) -> Option<String> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let tenths: u32 = digits.parse().ok()?;
    decimal(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
}

/// The date that a text begins with: `20110812 [09:31]`, `2015- 8-29-22-56-58`, `2012年11月22日`.
pub(super) fn date(text: &str) -> Option<String> {
    let mut numbers = text.split(|one: char| !one.is_ascii_digit()).filter(|number| !number.is_empty());
    let first = numbers.next().filter(|_| text.starts_with(|one: char| one.is_ascii_digit()))?;
    let (year, month, day) = match first.len() {
        8 => (&first[..4], &first[4..6], &first[6..]),
        4 => (first, numbers.next()?, numbers.next()?),
        _ => return None,
    };
    let (month, day): (u32, u32) = (month.parse().ok()?, day.parse().ok()?);
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day) && year > "0000";
    is_date.then(|| format!("{year}-{month:02}-{day:02}"))
}

/// A rank such as `7D*`, `3段` or `9DP`; none for another word.
pub(super) fn rank(text: &str) -> Option<String> {
    const DIGITS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let lower = text.trim().to_lowercase();
    let plain = lower.trim_end_matches(['*', '?']);
    let marks = &lower[plain.len()..];
    let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = if (1..=2).contains(&digits) {
        plain.split_at(digits)
    } else if let Some(unit) = plain.strip_prefix('初').or(plain.strip_prefix('초')) {
        ("1", unit)
    } else {
        let (digit, word) = DIGITS.iter().enumerate().find(|(_, word)| plain.starts_with(**word))?;
        (["1", "2", "3", "4", "5", "6", "7", "8", "9"][digit], &plain[word.len()..])
    };
    let unit = match unit {
        "d" | "dan" | "段" | "단" => "d",
        "k" | "kyu" | "級" | "级" | "급" => "k",
        "p" | "dp" | "段p" | "단p" => "p",
        _ => return None,
    };
    Some(format!("{number}{unit}{marks}"))
}

/// The name and the rank of `ace550      7D*` or `harpmaster(3段)`; another text is a name.
pub(super) fn player(text: &str) -> (&str, Option<String>) {
    let text = text.trim();
    let in_brackets = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let apart = in_brackets.or_else(|| text.rsplit_once(char::is_whitespace));
    match apart.map(|(name, own)| (name.trim_end(), rank(own))) {
        Some((name, Some(rank))) if !name.is_empty() => (name, Some(rank)),
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_languages() {
        for (text, expected) in [
            ("White wins by  resign!", "W+R"),
            ("White wins by resi!", "W+R"),
            ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
            ("Black wins by 1win >> White(58):Black(59)", "B+1"),
            ("White loses on time", "B+T"),
            ("黒中押し勝ち!", "B+R"),
            ("白5.5目勝ち!", "W+5.5"),
            ("197手完、黒中押し勝ち", "B+R"),
            ("232手完、黒2目半勝ち", "B+2.5"),
            ("黒半目勝ち", "B+0.5"),
            ("白時間切れ勝ち！", "W+T"),
            ("白棋12子 >> 白方(94):黑方(82)", "W+12"),
            ("黑中盘胜", "B+R"),
            ("흑 1.5집 승", "B+1.5"),
            ("흑 불계패", "W+R"),
            ("백 6집반 승", "W+6.5"),
            ("흑 시간승", "B+T"),
            ("ดำชนะด้วยแต้ม!7.5 >> ขาว(63):ดำ(77)", "B+7.5"),
            ("Black wins", "B+"),
            ("持碁", "0"),
        ] {
            assert_eq!(result(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "Progressing!", "黑胜3又3/4子"] {
            assert_eq!(result(text), None, "{text}");
        }
    }

    #[test]
    fn dates_are_read() {
        for (text, expected) in [
            ("20110812 [09:31]", Some("2011-08-12")),
            ("20100123 [21: 6]", Some("2010-01-23")),
            ("2015- 8-29-22-56-58", Some("2015-08-29")),
            ("2012年11月22日 下午 6:3", Some("2012-11-22")),
            ("2012:11:22:18:03", Some("2012-11-22")),
            ("2019/03/08,22:09:00", Some("2019-03-08")),
            ("2019/13/08", None),
            ("//,", None),
            ("", None),
            ("on 2019/03/08", None),
        ] {
            assert_eq!(date(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn ranks_are_read() {
        for (text, expected) in [
            ("10K", Some("10k")),
            ("7D*", Some("7d*")),
            ("2k?", Some("2k?")),
            ("9DP", Some("9p")),
            ("5段P", Some("5p")),
            ("初段", Some("1d")),
            ("五段", Some("5d")),
            ("1급", Some("1k")),
            ("S.D.", None),
            ("Gosei", None),
            ("123k", None),
            ("", None),
        ] {
            assert_eq!(rank(text).as_deref(), expected, "{text}");
        }
        assert_eq!(player("ace550      7D*"), ("ace550", Some("7d*".to_owned())));
        assert_eq!(player("harpmaster(3段)"), ("harpmaster", Some("3d".to_owned())));
        assert_eq!(player("Lee S.D."), ("Lee S.D.", None));
        assert_eq!(player("7D"), ("7D", None));
    }

    #[test]
    fn numbers_are_read() {
        for (text, expected) in [("6.50", Some("6.5")), ("-5.50", Some("-5.5")), ("0", Some("0")), ("x", None)] {
            assert_eq!(decimal(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [("65", Some("6.5")), ("0", Some("0")), ("-60", Some("-6")), ("5x", None)] {
            assert_eq!(tenths(text).as_deref(), expected, "{text}");
        }
    }
}
