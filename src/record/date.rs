//! The date of a DATE text. A date without a day or month is a range: `1846` is all days of that year.

use std::fmt;
use std::ops::RangeInclusive;

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
    /// Reads a text such as `1846-09-11,12`, `8 March 1990`, `1998/3/7` or `May 1846`, or several of them after each
    /// other (`1938-06 - 1938-12`). In a text with other words, such as `c. 1840`, only the years count. Returns `None`
    /// for a text without a year.
    pub fn parse(text: &str) -> Option<Self> {
        let one = |text: &str| {
            let text = text.trim();
            let iso = iso_date(text).or_else(|| iso_date_of_numbers(text));
            Self::of_list(iso.as_deref().unwrap_or(text))
        };
        one(text)
            .or_else(|| {
                let parts = [" - ", " \u{2013} ", " to ", "~", ", ", "; "].into_iter();
                parts.filter(|sign| text.contains(sign)).find_map(|sign| {
                    let parts: Option<Vec<Self>> = text.split(sign).map(one).collect();
                    parts?.into_iter().reduce(Self::and)
                })
            })
            .or_else(|| Self::of_years(text))
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
        let (mut before, mut all): (Vec<u16>, Option<Self>) = (Vec::new(), None);
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
            let found = Self::of_numbers(&before)?;
            all = Some(all.map_or(found, |all| all.and(found)));
        }
        all
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

    /// All days of the years that a text names, from the first to the last.
    fn of_years(text: &str) -> Option<Self> {
        let numbers = text.split(|character: char| !character.is_ascii_digit());
        let years =
            numbers.filter(|number| number.len() == 4).filter_map(|year| Self::of_numbers(&[year.parse().ok()?]));
        years.reduce(Self::and)
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

/// The date of a text such as `8 March 1990`, or the dates of `8-9 March 1990`, in the form of SGF. `None` if a word is
/// not part of a date.
pub fn iso_date(text: &str) -> Option<String> {
    let (mut year, mut month, mut days) = (None, None, Vec::new());
    let words = text.split([' ', ',']).filter(|word| !matches!(*word, "" | "and" | "of"));
    for word in words {
        let is_first = if let Some(found) = month_of(word) {
            month.replace(found).is_none()
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
    let days: Vec<String> = days.into_iter().map(|day| format!("{day:02}")).collect();
    let hyphen = if days.is_empty() { "" } else { "-" };
    Some(format!("{}-{:02}{hyphen}{}", year?, month?, days.join(",")))
}

/// The number of a month by its name, which may be cut short.
fn month_of(word: &str) -> Option<usize> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let name = word.trim_end_matches('.').to_ascii_lowercase();
    let found = MONTHS.iter().position(|month| name.len() >= 3 && month.starts_with(&name))?;
    Some(found + 1)
}

/// The days of a word such as `8`, `8th` or `8-10`.
fn days_of(word: &str) -> Option<RangeInclusive<u8>> {
    let day = |text: &str| {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
        digits.parse().ok().filter(|day| is_digits(digits) && (1..=31).contains(day))
    };
    let (first, last) = word.split_once(['-', '\u{2013}']).unwrap_or((word, word));
    Some(day(first)?..=day(last)?).filter(|days| !days.is_empty())
}

/// The date of a text such as `1998/3/7` or `1998.03`, as SGF writes it. None for any other text.
pub fn iso_date_of_numbers(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(['/', '.', '-']).collect();
    match words[..] {
        [year, month, day] if year.len() == 4 && month.len() <= 2 && day.len() <= 2 => {
            Some(format!("{year}-{month:0>2}-{day:0>2}"))
        }
        [year, month] if year.len() == 4 && month.len() <= 2 => Some(format!("{year}-{month:0>2}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
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
        ] {
            let found = DateRange::parse(text).map(|range| range.to_string());
            assert_eq!(found.as_deref(), Some(range), "{text}");
        }
        for text in ["", "yesterday", "spring", "03-07", "0000", "12345", ",", "-"] {
            assert_eq!(DateRange::parse(text), None, "{text}");
        }
        for text in ["2003-02-29", "1900-02-29", "2003-02-30", "2003-13", "2003-00-01"] {
            assert_eq!(DateRange::of_period(text), None, "{text}");
        }
    }
}
