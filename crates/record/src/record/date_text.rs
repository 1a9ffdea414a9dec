//! Dates as people write them: in words of several languages, with the day first or last, with the time of day.

use std::ops::RangeInclusive;

use super::quantity::whole_number;
use super::script::{after_word, longest_word};

/// The names of months, without dots. A name may be cut short after its third letter.
#[rustfmt::skip]
const MONTHS: &[(&str, usize)] = &[
    ("january", 1), ("february", 2), ("march", 3), ("april", 4), ("may", 5), ("june", 6), ("july", 7), ("august", 8),
    ("september", 9), ("october", 10), ("november", 11), ("december", 12),
    ("januar", 1), ("februar", 2), ("märz", 3), ("mai", 5), ("juni", 6), ("juli", 7), ("oktober", 10),
    ("dezember", 12),
    ("janvier", 1), ("février", 2), ("fevrier", 2), ("mars", 3), ("avril", 4), ("juin", 6), ("juillet", 7),
    ("août", 8), ("aout", 8), ("septembre", 9), ("octobre", 10), ("novembre", 11), ("décembre", 12),
    ("enero", 1), ("febrero", 2), ("marzo", 3), ("abril", 4), ("mayo", 5), ("junio", 6), ("julio", 7), ("agosto", 8),
    ("septiembre", 9), ("octubre", 10), ("noviembre", 11), ("diciembre", 12),
    ("января", 1), ("февраля", 2), ("марта", 3), ("апреля", 4), ("мая", 5), ("июня", 6), ("июля", 7), ("августа", 8),
    ("сентября", 9), ("октября", 10), ("ноября", 11), ("декабря", 12),
];

/// The names of the days of the week. In English they may be cut short after the third letter.
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Words around the days of the week in one character.
const OF_WEEKDAYS: [&str; 6] = ["曜日", "曜", "星期", "周", "礼拜", "요일"];

/// Words for a time of day.
const TIMES_OF_DAY: [&str; 7] = ["上午", "下午", "晚上", "午前", "午后", "오전", "오후"];

/// The days of the week in one character.
const DAY_CHARACTERS: &str = "日月火水木金土一二三四五六天월화수목금토일";

/// An era of which all dates are in the Gregorian calendar.
#[derive(Clone, Copy)]
struct Era {
    /// The year before its first year.
    before: u32,
    /// The years that are certain.
    first: u32,
    last: u32,
}

/// Eras, with simplified characters. Before the sixth year of Meiji the calendar was another one.
const ERAS: &[(&str, Era)] = &[
    ("明治", Era { before: 1867, first: 6, last: 45 }),
    ("大正", Era { before: 1911, first: 1, last: 15 }),
    ("昭和", Era { before: 1925, first: 1, last: 64 }),
    ("平成", Era { before: 1988, first: 1, last: 31 }),
    ("令和", Era { before: 2018, first: 1, last: 99 }),
    ("民国", Era { before: 1911, first: 1, last: 199 }),
    ("公元", Era { before: 0, first: 1, last: 9999 }),
    ("西历", Era { before: 0, first: 1, last: 9999 }),
    ("서기", Era { before: 0, first: 1, last: 9999 }),
];

/// The date of a folded text in the form of SGF, with all its words: `1990-03-08`, `1990-03`, `1990-03-08,09`. `None`
/// if a word is not part of a date, or if the day and the month may be read in two ways.
pub(super) fn iso_date(text: &str) -> Option<String> {
    let text = text.trim();
    in_words(text).or_else(|| of_numbers(text)).or_else(|| in_characters(text))
}

/// The dates of a text such as `8 March 1990`, `8-9 March 1990` or `2-May-2018`.
fn in_words(text: &str) -> Option<String> {
    // Only around the name of a month a hyphen is a space.
    let parts: Vec<&str> = text.split(['-', '/']).collect();
    let joined = match parts[..] {
        [day, month, year] if month_of(month).is_some() => Some([day, month, year].join(" ")),
        _ => None,
    };
    let text = joined.as_deref().unwrap_or(text);
    let (mut year, mut month, mut days) = (None, None, Vec::new());
    let words = text.split([' ', ',']).filter(|word| !matches!(*word, "" | "and" | "of" | "de" | "г."));
    for word in words {
        let is_first = if let Some(number) = month_of(word) {
            month.replace(number).is_none()
        } else if is_digits(word) && word.len() == 4 {
            year.replace(word).is_none()
        } else {
            days.extend(days_of(word)?);
            true
        };
        if !is_first {
            return None;
        }
    }
    Some(format!("{}-{:02}{}", year?, month?, of_days(&days)))
}

/// Some days of a month, as they stand after it in SGF.
fn of_days(days: &[u8]) -> String {
    let days: Vec<String> = days.iter().map(|day| format!("{day:02}")).collect();
    let hyphen = if days.is_empty() { "" } else { "-" };
    format!("{hyphen}{}", days.join(","))
}

/// The number of a month by its name.
fn month_of(word: &str) -> Option<usize> {
    let name = word.trim_end_matches('.').to_lowercase();
    let is_long = name.chars().count() >= 3;
    let is_name = |month: &&(&str, usize)| is_long && month.0.starts_with(&*name);
    let mut numbers = MONTHS.iter().filter(is_name).map(|&(_, number)| number);
    let first = numbers.next()?;
    // `jui` is June or July.
    numbers.all(|other| other == first).then_some(first)
}

/// The days of a word such as `8`, `8th`, `8.` or `8-10`.
fn days_of(word: &str) -> Option<RangeInclusive<u8>> {
    let day = |text: &str| {
        let endings = ["st", "nd", "rd", "th", "."];
        let digits = endings.iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
        digits.parse().ok().filter(|day| is_digits(digits) && (1..=31).contains(day))
    };
    let (first, last) = word.split_once(['-', '\u{2013}', '~']).unwrap_or((word, word));
    Some(day(first)?..=day(last)?).filter(|days| !days.is_empty())
}

/// The date of a text such as `1998/3/7`, `1998. 3. 7.`, `29.11.2012` or `19980307`.
fn of_numbers(text: &str) -> Option<String> {
    let text = text.strip_suffix('.').unwrap_or(text);
    // Between numbers and a hyphen, spaces are those of a range.
    let trimmed = |part| if text.contains('-') { part } else { str::trim(part) };
    let parts: Vec<&str> = text.split(['/', '.', '-']).map(trimmed).collect();
    let is_number = |part: &&str| is_digits(part);
    if !parts.iter().all(is_number) {
        return None;
    }
    let is_short = |part: &str| part.len() <= 2;
    let number = |part: &str| part.parse::<u8>().ok();
    match parts[..] {
        [day] if day.len() == 8 => Some(format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..])),
        [year, month, day] if year.len() == 4 && is_short(month) && is_short(day) => {
            Some(format!("{year}-{month:0>2}-{day:0>2}"))
        }
        [year, month] | [month, year] if year.len() == 4 && is_short(month) => Some(format!("{year}-{month:0>2}")),
        [first, second, year] if year.len() == 4 && is_short(first) && is_short(second) => {
            // Which of the two is the month is certain only if the other one can't be it.
            let (one, other) = (number(first)?, number(second)?);
            let (month, day) = match (one > 12, other > 12) {
                (true, false) => (other, one),
                (false, true) => (one, other),
                (false, false) if one == other => (one, other),
                _ => return None,
            };
            Some(format!("{year}-{month:02}-{day:02}"))
        }
        _ => None,
    }
}

/// The date of a text such as `2018年5月2日`, `2018년 5월 2일`, `平成30年5月2日、3日` or `二〇一八年五月`.
fn in_characters(text: &str) -> Option<String> {
    let (year, rest) = year_in_characters(text)?;
    let Some((month, rest)) = numbered(rest, &["月", "월"]) else {
        return rest.is_empty().then(|| format!("{year:04}"));
    };
    let mut days = Vec::new();
    let mut rest = rest;
    while !rest.is_empty() {
        let separator =
            rest.chars().next().filter(|one| matches!(one, ',' | '~' | '-' | '\u{2013}' | '・' | '·' | '和'));
        let is_range = matches!(separator, Some('~' | '-' | '\u{2013}'));
        if days.is_empty() != separator.is_none() {
            return None;
        }
        rest = rest[separator.map_or(0, char::len_utf8)..].trim_start();
        let day;
        // Of several days only the last one needs its unit.
        (day, rest) = match numbered(rest, &["日", "일", "号"]) {
            Some(day) => day,
            None => {
                whole_number(rest).filter(|(_, after)| after.starts_with([',', '~', '-', '\u{2013}', '・', '·']))?
            }
        };
        let day = u8::try_from(day).ok().filter(|day| (1..=31).contains(day))?;
        match days.last() {
            Some(&first) if is_range => days.extend(first + 1..=day),
            _ => days.push(day),
        }
        rest = rest.trim_start();
    }
    Some(format!("{year:04}-{month:02}{}", of_days(&days)))
}

/// The year that a text begins with.
fn year_in_characters(text: &str) -> Option<(u32, &str)> {
    const YEAR: &[&str] = &["年", "년"];
    let Some((era, rest)) = longest_word(text, ERAS) else {
        return numbered(text, YEAR).filter(|(year, _)| (1000..=9999).contains(year));
    };
    let rest = rest.trim_start();
    let (year, rest) = match rest.strip_prefix("元年") {
        Some(rest) => (1, rest.trim_start()),
        None => numbered(rest, YEAR)?,
    };
    (era.first..=era.last).contains(&year).then_some((era.before + year, rest))
}

/// The number that a text begins with, if one of some units follows, and the text after the unit.
fn numbered<'t>(text: &'t str, units: &[&str]) -> Option<(u32, &'t str)> {
    let (number, rest) = whole_number(text)?;
    let rest = after_word(rest.trim_start(), units)?;
    Some((number, rest.trim_start()))
}

/// A folded text without the time of day and the day of the week.
pub(super) fn without_time(text: &str) -> String {
    let mut rest = TIMES_OF_DAY.iter().fold(text.to_owned(), |rest, word| rest.replace(word, " "));
    while let Some(time) = clock(&rest) {
        rest.replace_range(time, " ");
    }
    let date = without_hours(&rest);
    let words = date.split([' ', ',', '(', ')']).filter(|word| !word.is_empty() && !is_weekday(word));
    words.collect::<Vec<_>>().join(" ").trim_matches(['/', '-', ' ', '.']).to_owned()
}

fn is_weekday(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    if word.len() >= 3 && WEEKDAYS.iter().any(|day| day.starts_with(&*word)) {
        return true;
    }
    let rest = OF_WEEKDAYS.iter().fold(word, |rest, part| rest.replace(part, ""));
    // `水曜日`, `星期三`, `수`.
    rest.chars().count() <= 1 && rest.chars().all(|day| DAY_CHARACTERS.contains(day))
}

/// A text without hours, minutes and seconds in characters, as in `20时46分`.
fn without_hours(text: &str) -> String {
    const UNITS: &[&str] = &["时", "点", "分", "秒", "시", "분", "초"];
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if let Some((_, after)) = numbered(rest, UNITS).filter(|_| digits > 0) {
            out.push(' ');
            rest = after;
            continue;
        }
        let (piece, after) = rest.split_at(digits.max(first.len_utf8()));
        out.push_str(piece);
        rest = after;
    }
    out
}

/// The span of the first time of day in a text, with the time zone: `20:46:58`, `T20:46Z`, `8:46 PM`, `20:46 CEST`.
fn clock(text: &str) -> Option<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let digits = |at: usize| bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let colon = text
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|&at| at > 0 && bytes[at - 1].is_ascii_digit() && digits(at + 1) == 2)?;
    let before = bytes[..colon].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let mut start = colon - before;
    let is_hour = before <= 2 && text[start..colon].parse::<u8>().is_ok_and(|hour| hour < 24);
    let mut end = colon + 3;
    if !is_hour {
        return None;
    }
    if bytes.get(end) == Some(&b':') && digits(end + 1) == 2 {
        end += 3;
        if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
    }
    if start >= 2 && matches!(bytes[start - 1], b'T' | b't') && bytes[start - 2].is_ascii_digit() {
        start -= 1;
    }
    // The time zone, or the half of the day.
    loop {
        let space = bytes[end..].iter().take_while(|&&byte| byte == b' ').count();
        let at = end + space;
        let letters = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let offset = match bytes.get(at) {
            Some(b'+' | b'-') if space == 0 || digits(at + 1) == 4 => {
                let hours = digits(at + 1);
                let minutes = if bytes.get(at + 1 + hours) == Some(&b':') { 1 + digits(at + 2 + hours) } else { 0 };
                if matches!(hours, 1 | 2 | 4) { 1 + hours + minutes } else { 0 }
            }
            // Its name in words: `(Japan Standard Time)`.
            Some(b'(') => {
                let name =
                    bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b' ').count();
                if name > 0 && bytes.get(at + 1 + name) == Some(&b')') { name + 2 } else { 0 }
            }
            _ => 0,
        };
        let word = &text[at..at + letters];
        let is_zone = (1..=5).contains(&letters)
            && month_of(word).is_none()
            && !is_weekday(word)
            && (word.bytes().all(|byte| byte.is_ascii_uppercase()) || matches!(word, "am" | "pm" | "z" | "h"));
        match (is_zone, offset) {
            (true, _) => end = at + letters,
            (false, 0) => break,
            (false, length) => end = at + length,
        }
    }
    Some(start..end)
}

/// The signs and words between the first and the last date of a range.
pub(super) const RANGES: [&str; 12] =
    [" - ", " \u{2013} ", "\u{2013}", " to ", "~", "..", "至", "から", "부터", ",", ";", " and "];

/// The words after a range.
pub(super) const AFTER_RANGE: [&str; 2] = ["まで", "까지"];

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
