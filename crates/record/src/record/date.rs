//! The date of a DATE text. A date without a day or month is a range: `1846` is all days of that year.

use std::fmt;

use super::date_text::{self, AFTER_RANGE, RANGES};
use super::script::folded;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    /// The year, 1 to 9999.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

/// As ISO 8601 writes it: `1846-09-11`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The days on which something may have happened, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateRange {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
}

impl DateRange {
    /// Reads a text such as `1846-09-11`, `8 March 1990`, `1998/3/7`, `2018年5月2日` or `May 1846`, or several of them
    /// after each other (`1938-06 - 1938-12`), with or without the time of day. In a text with other words, such as `c.
    /// 1840`, and in one that may be read in two ways, such as `05/02/2018`, only the years count. Returns `None` for a
    /// text without a year.
    pub fn parse(text: &str) -> Option<Self> {
        // No date is longer; the time that it takes to read one grows faster than its length.
        const MAX: usize = 512;
        let text = &*folded(text);
        let date = || Self::of_day(text).or_else(|| Self::of_range(text));
        (text.len() <= MAX).then(date).flatten().or_else(|| Self::of_years(text))
    }

    /// The days of a text that is one date, or a list of dates in the form of SGF.
    fn of_day(text: &str) -> Option<Self> {
        let one = |text: &str| {
            let iso = date_text::iso_date(text);
            Self::of_list(iso.as_deref().unwrap_or(text))
        };
        // A year in brackets is the same year in another era.
        let twice = |text: &str| {
            let (before, rest) = text.split_once('(')?;
            let (other, after) = rest.split_once(')')?;
            one(&format!("{}{}", before.trim_end(), after.trim_start()))
                .filter(|date| one(other).is_some_and(|year| year.overlaps(*date)))
        };
        let text = text.trim();
        one(text).or_else(|| one(&date_text::without_time(text))).or_else(|| twice(text))
    }

    /// The days of several dates, from the first to the last. In characters the last date may leave out its year and
    /// its month: `2018年5月30日～6月1日`.
    fn of_range(text: &str) -> Option<Self> {
        const MAX: usize = 64;
        let end = |range: Self, text: &str| {
            let text = text.trim();
            let Date { year, month, .. } = range.from;
            let is_short = text.len() <= 5 && range.from == range.to && text.split('-').all(is_digits);
            let of_month = is_short.then(|| match text.len() {
                3.. => format!("{year:04}-{text}"),
                _ => format!("{year:04}-{month:02}-{text}"),
            });
            let days = [format!("{year}年{text}"), format!("{year}年{month}月{text}")];
            let days = [text.to_owned()].into_iter().chain(of_month).chain(days);
            days.into_iter().find_map(|text| Self::of_day(&text)).map(|last| range.and(last))
        };
        let text = AFTER_RANGE.iter().find_map(|after| text.trim_end().strip_suffix(after)).unwrap_or(text);
        // A hyphen or a slash is between dates only if they have other signs inside.
        let slash = text.contains('-').then_some("/");
        let hyphen = text.contains(['年', '년', '.', '/']).then_some("-");
        let signs = RANGES.into_iter().chain(slash).chain(hyphen);
        signs.filter(|sign| text.contains(sign)).find_map(|sign| {
            let mut parts = text.splitn(MAX, sign);
            let first = Self::of_day(parts.next()?)?;
            parts.try_fold(first, end)
        })
    }

    /// The days of one year, one month or one day: `1846`, `1846-09`, `1846-09-11`.
    pub fn of_period(text: &str) -> Option<Self> {
        if !text.bytes().next()?.is_ascii_digit() || text.contains(',') {
            return None;
        }
        Self::of_list(text)
    }

    /// The dates of a value of DT, in which a date may leave out the parts that are the same as in the previous date:
    /// `1996-05,06`, `1996-05-06,07,06-02`.
    fn of_list(text: &str) -> Option<Self> {
        let (mut before, mut range): (Vec<u16>, Option<Self>) = (Vec::new(), None);
        for item in text.split(',') {
            let parts: Vec<&str> = item.trim().split('-').collect();
            let is_number = |part: &&str| is_digits(part) && (part.len() <= 2 || part.len() == 4);
            if parts.len() > 3 || !parts.iter().all(is_number) || parts[1..].iter().any(|part| part.len() > 2) {
                return None;
            }
            let numbers: Vec<u16> = parts.iter().filter_map(|part| part.parse().ok()).collect();
            let kept = if parts[0].len() == 4 { 0 } else { before.len().checked_sub(numbers.len())? };
            if kept == 0 && parts[0].len() != 4 {
                return None;
            }
            before.truncate(kept);
            before.extend(numbers);
            let date = Self::of_numbers(&before)?;
            range = Some(range.map_or(date, |range| range.and(date)));
        }
        range
    }

    /// The days of a year, of a month, or one day. `None` if the calendar has no such day.
    fn of_numbers(numbers: &[u16]) -> Option<Self> {
        let (&year, rest) = numbers.split_first()?;
        let month = rest.first().map(|&month| month as u8);
        let day = rest.get(1).map(|&day| day as u8);
        let is_valid = year > 0
            && month.is_none_or(|month| (1..=12).contains(&month))
            && day.is_none_or(|day| (1..=last_day(year, month.unwrap_or(1))).contains(&day));
        let last = month.unwrap_or(12);
        is_valid.then(|| Self {
            from: Date { year, month: month.unwrap_or(1), day: day.unwrap_or(1) },
            to: Date { year, month: last, day: day.unwrap_or_else(|| last_day(year, last)) },
        })
    }

    /// All days of the years that a text names, from the first to the last. `1880s` are ten years, and `1800s` may be a
    /// hundred.
    fn of_years(text: &str) -> Option<Self> {
        let year = |(at, number): (usize, &str)| {
            let years = Self::of_numbers(&[number.parse().ok()?])?;
            let after = text[at + number.len()..].trim_start_matches('\'');
            let is_decade = ["年代", "년대"].iter().any(|word| after.starts_with(word))
                || after.strip_prefix('s').is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
            let more = match years.from.year {
                year if !is_decade || year % 10 > 0 => 0,
                year if year % 100 > 0 => 9,
                _ => 99,
            };
            Some(Self::of_numbers(&[years.from.year + more])?.and(years))
        };
        let mut at = 0;
        let mut range = None;
        for number in text.split(|character: char| !character.is_ascii_digit()) {
            let years = Some((at, number)).filter(|_| number.len() == 4).and_then(year);
            range = years.map_or(range, |years| Some(range.map_or(years, |range: Self| range.and(years))));
            at += number.len() + text[at + number.len()..].chars().next().map_or(0, char::len_utf8);
        }
        range
    }

    /// The smallest range that has all days of both ranges.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// Whether there is a day that both have.
    pub fn overlaps(self, other: Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// In short: `1846`, `1846-09`, `1846-09-11`, or the first and the last day: `1846-09-11..1846-09-15`.
impl fmt::Display for DateRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to } = self;
        let is = |numbers: &[u16]| Self::of_numbers(numbers) == Some(*self);
        if is(&[from.year]) {
            write!(f, "{:04}", from.year)
        } else if is(&[from.year, from.month.into()]) {
            write!(f, "{:04}-{:02}", from.year, from.month)
        } else if from == to {
            write!(f, "{from}")
        } else {
            write!(f, "{from}..{to}")
        }
    }
}

/// The last day of a month in the Gregorian calendar, which is used for earlier years, too.
fn last_day(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The date of a text with all its words, in the form of SGF: `1990-03-08,09` for `8-9 March 1990`. `None` if a word is
/// not part of a date, or if the text may be read in two ways.
pub fn iso_date(text: &str) -> Option<String> {
    date_text::iso_date(&folded(text))
}

/// Whether a text is a date, or a list of dates, as SGF defines them, of days that the calendar has.
pub fn is_sgf_date(text: &str) -> bool {
    let has_digits = |part: (usize, &str)| is_digits(part.1) && (part.1.len() == 2 || part.0 == 0 && part.1.len() == 4);
    text.split(',').all(|date| date.split('-').enumerate().all(has_digits)) && DateRange::of_list(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "it is a table")]
    fn dates_in_all_their_forms_are_ranges() {
        for (text, range) in [
            ("1846-09-11", "1846-09-11"),
            ("1846-09-11,12,14,15", "1846-09-11..1846-09-15"),
            ("1846-07-21,22,09-02", "1846-07-21..1846-09-02"),
            ("1846-12-31,1847-01-02", "1846-12-31..1847-01-02"),
            ("1996-05,06", "1996-05-01..1996-06-30"),
            ("1846", "1846"),
            ("1900-02", "1900-02"),
            ("2000-02", "2000-02"),
            ("8 March 1990", "1990-03-08"),
            ("11th, 12th and 14-15 Sept. 1846", "1846-09-11..1846-09-15"),
            ("May 1846", "1846-05"),
            ("1998/3/7", "1998-03-07"),
            ("1998.03", "1998-03"),
            ("1938-06-26 - 1938-12-04", "1938-06-26..1938-12-04"),
            ("26 June 1938 to 4 December 1938", "1938-06-26..1938-12-04"),
            ("8 March 1990, 10 March 1990", "1990-03-08..1990-03-10"),
            ("June - December 1938", "1938"),
            ("c. 1840", "1840"),
            ("42 May 1846", "1846"),
            ("1846-02-30", "1846"),
            ("2003-02-29", "2003"),
            ("29 February 1900", "1900"),
            ("1900-02-28,29", "1900"),
            ("2000-02-29", "2000-02-29"),
            ("29 Feb 2004", "2004-02-29"),
            ("played 1838 or 1840", "1838-01-01..1840-12-31"),
            ("2018-05-02 20:46:58", "2018-05-02"),
            ("2018-05-02T20:46:58Z", "2018-05-02"),
            ("2018-05-02T20:46:58.123+08:00", "2018-05-02"),
            ("2018-05-02 20:46", "2018-05-02"),
            ("2018/05/02 8:46 PM", "2018-05-02"),
            ("2018-05-02 20:46:58 UTC+8", "2018-05-02"),
            ("Wed May 2 20:46:58 2018", "2018-05-02"),
            ("Wed May  2 20:46:58 CEST 2018", "2018-05-02"),
            ("Wed, 02 May 2018 20:46:58 +0200", "2018-05-02"),
            ("Wednesday, 2 May 2018", "2018-05-02"),
            ("May 2nd, 2018", "2018-05-02"),
            ("2-May-2018", "2018-05-02"),
            ("2. Mai 2018", "2018-05-02"),
            ("2 de mayo de 2018", "2018-05-02"),
            ("2 août 2018", "2018-08-02"),
            ("2 мая 2018", "2018-05-02"),
            ("2018年5月2日", "2018-05-02"),
            ("２０１８年５月２日", "2018-05-02"),
            ("2018年05月02日 20时46分", "2018-05-02"),
            ("2018年5月2日 20:46", "2018-05-02"),
            ("2018年5月2日（水）", "2018-05-02"),
            ("2018年5月2日 星期三", "2018-05-02"),
            ("2018년 5월 2일", "2018-05-02"),
            ("2018년 5월 2일 수요일 오후 8시", "2018-05-02"),
            ("2018年5月", "2018-05"),
            ("2018年", "2018"),
            ("2018年5月2日、3日", "2018-05-02..2018-05-03"),
            ("2018年5月2-3日", "2018-05-02..2018-05-03"),
            ("2018年5月30日～6月1日", "2018-05-30..2018-06-01"),
            ("1933年10月16日から1934年1月29日まで", "1933-10-16..1934-01-29"),
            ("二〇一八年五月二日", "2018-05-02"),
            ("平成30年5月2日", "2018-05-02"),
            ("昭和九年三月", "1934-03"),
            ("令和元年5月2日", "2019-05-02"),
            ("民國107年5月2日", "2018-05-02"),
            ("29.11.2012", "2012-11-29"),
            ("29/11/2012", "2012-11-29"),
            ("11/29/2012", "2012-11-29"),
            ("05/05/2018", "2018-05-05"),
            ("05/02/2018", "2018"),
            ("05.02.2018", "2018"),
            ("2018. 5. 2.", "2018-05-02"),
            ("2018.5.2", "2018-05-02"),
            ("20180502", "2018-05-02"),
            ("05/2018", "2018-05"),
            ("2018-05-02/2018-05-04", "2018-05-02..2018-05-04"),
            ("2018-05-02,03", "2018-05-02..2018-05-03"),
            ("2018年4月30日、5月1日", "2018-04-30..2018-05-01"),
            ("2018년 4월 30일, 5월 1일", "2018-04-30..2018-05-01"),
            ("平成30年(2018年)5月2日", "2018-05-02"),
            ("1923年（大正12年）9月1日", "1923-09-01"),
            ("1923年（平成12年）9月1日", "1923"),
            ("2018-05-02 - 05-03", "2018-05-02..2018-05-03"),
            ("2018-05-02 ~ 03", "2018-05-02..2018-05-03"),
            ("2018年05月02日 下午8点46分", "2018-05-02"),
            ("2018年5月2日午後", "2018-05-02"),
            ("16.10.1933-29.01.1934", "1933-10-16..1934-01-29"),
            ("2018.5.2-3", "2018-05-02..2018-05-03"),
            ("2018-05-02 20:46:58,2018-05-03 10:00:00", "2018-05-02..2018-05-03"),
            ("2018-05-02;2018-05-03", "2018-05-02..2018-05-03"),
            ("Thu Jan 20 2021 09:00:00 GMT+0900 (Japan Standard Time)", "2021-01-20"),
            ("1846 - 12", "1846"),
            ("1880s", "1880-01-01..1889-12-31"),
            ("the 1880's", "1880-01-01..1889-12-31"),
            ("1880年代", "1880-01-01..1889-12-31"),
            ("1800s", "1800-01-01..1899-12-31"),
            ("2018-05-02 published", "2018"),
            ("2018年5月32日", "2018"),
            ("31/02/2018", "2018"),
        ] {
            let parsed = DateRange::parse(text).map(|range| range.to_string());
            assert_eq!(parsed.as_deref(), Some(range), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "spring",
            "03-07",
            "0000",
            "12345",
            ",",
            "-",
            "弘化3年",
            "明治3年5月2日",
            "20:46",
            "5月2日",
        ] {
            assert_eq!(DateRange::parse(text), None, "{text}");
        }
        for text in ["2018-05-02", "1846-09-11,12", "1996-05,06", "2016-02-29", "1996-12-31,1997-01-02"] {
            assert!(is_sgf_date(text), "{text}");
        }
        for text in ["2018-02-30", "2018-5-2", "2018-13", "2018-05-02 ", "2018年", "5", "2015-02-29", "2018-05-02,40"]
        {
            assert!(!is_sgf_date(text), "{text}");
        }
        for text in ["2003-02-29", "1900-02-29", "2003-02-30", "2003-13", "2003-00-01"] {
            assert_eq!(DateRange::of_period(text), None, "{text}");
        }
    }
}
