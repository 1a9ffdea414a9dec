//! The headers of an event and the corresponding properties of a root.

use super::property::Prop;
use ishi_board::{BoardSize, Color};
use ishi_record::record::{Outcome, handicap, iso_date, komi, split_rank};
use ishi_record::syntax::Keyword;
use ishi_sgf as sgf;

/// The properties of a root that are lines of an event, each with the keyword of its line.
const HEADERS: &[(&str, Keyword)] = &[
    ("GN", Keyword::Event),
    ("EV", Keyword::Event),
    ("PB", Keyword::Black),
    ("BR", Keyword::Black),
    ("PW", Keyword::White),
    ("WR", Keyword::White),
    ("DT", Keyword::Date),
    ("PC", Keyword::Place),
    ("RE", Keyword::Result),
    ("SO", Keyword::Source),
    ("AN", Keyword::Analysis),
    ("US", Keyword::Recorder),
    ("RU", Keyword::Rules),
    ("TM", Keyword::Timelimit),
    ("OT", Keyword::Timelimit),
    ("HA", Keyword::Handicap),
    ("KM", Keyword::Komi),
    ("SZ", Keyword::Boardsize),
];

/// The keyword of the line that corresponds to a property of a root.
pub(super) fn keyword_of(name: &str) -> Option<Keyword> {
    HEADERS.iter().find(|(id, _)| *id == name).map(|(_, keyword)| *keyword)
}

/// The properties of a root that correspond to a line with this keyword.
pub(super) fn names_of(keyword: Keyword) -> impl Iterator<Item = &'static str> {
    HEADERS.iter().filter(move |(_, header)| *header == keyword).map(|(name, _)| *name)
}

/// The text of the header line with this keyword for some properties; `None` if there is no such line.
pub(super) fn text(keyword: Keyword, properties: &[Prop<'_>]) -> Option<String> {
    let value = |name: &str| properties.iter().find(|property| property.is(name)).map(Prop::first);
    let text = match keyword {
        Keyword::Event => value("GN").or(value("EV"))?.to_owned(),
        Keyword::Black => with_rank(value("PB")?, value("BR")),
        Keyword::White => with_rank(value("PW")?, value("WR")),
        Keyword::Result => result_text(value("RE")?),
        Keyword::Boardsize => {
            let (columns, _) = sgf::board_size(value("SZ")?)?;
            BoardSize::new(columns)?.get().to_string()
        }
        Keyword::Timelimit => {
            let unit = |seconds: &str| if is_real(seconds) { " seconds" } else { "" };
            let main = value("TM").map(|seconds| format!("{seconds}{}", unit(seconds)));
            match (main, value("OT")) {
                (Some(main), Some(overtime)) => format!("{main}, {overtime}"),
                (main, overtime) => main.or(overtime.map(str::to_owned))?,
            }
        }
        _ => properties.first()?.first().to_owned(),
    };
    Some(on_one_line(&text))
}

/// The text of a header after it was written in SGF and read again: `Black by 2.5` for the RESULT `B+2.5`. `None` if
/// SGF has no place for the text.
pub fn text_in_sgf(keyword: Keyword, text: &str) -> Option<String> {
    let in_sgf = properties(keyword, text);
    let properties: Vec<Prop<'_>> = in_sgf.iter().map(|(name, value)| Prop::new(name, value.as_str())).collect();
    self::text(keyword, &properties)
}

/// A text without the characters that a line can't contain.
pub(super) fn on_one_line(text: &str) -> String {
    let is_control = |character: char| character.is_control() || character == '\u{feff}';
    let clean: String = text.chars().map(|one| if is_control(one) { ' ' } else { one }).collect();
    clean.trim().to_owned()
}

/// The properties for a line with this keyword, each with its value. Several lines of a header that adds up are given
/// as one text.
pub(super) fn properties(keyword: Keyword, text: &str) -> Vec<(&'static str, String)> {
    let single = |name: &'static str, value: &str| vec![(name, value.to_owned())];
    let player = |name: &'static str, rank_name: &'static str| match split_rank(text) {
        Some((player, rank)) => vec![(name, player.to_owned()), (rank_name, rank.to_owned())],
        None => single(name, text),
    };
    match keyword {
        Keyword::Event if text.is_empty() => Vec::new(),
        Keyword::Event => single("GN", text),
        Keyword::Black => player("PB", "BR"),
        Keyword::White => player("PW", "WR"),
        Keyword::Date => single("DT", &iso_date(text).unwrap_or_else(|| text.to_owned())),
        Keyword::Result => single("RE", &result(text)),
        Keyword::Timelimit => match text.split_once(" seconds").filter(|(seconds, _)| is_real(seconds)) {
            Some((seconds, "")) => single("TM", seconds),
            Some((seconds, rest)) if rest.starts_with(", ") => {
                vec![("TM", seconds.to_owned()), ("OT", rest[2..].to_owned())]
            }
            _ => single("OT", text),
        },
        Keyword::Handicap if is_digits(text) => single("HA", text),
        Keyword::Handicap => handicap(text).map_or(Vec::new(), |stones| single("HA", &stones.to_string())),
        Keyword::Komi if is_real(text) => single("KM", text),
        Keyword::Komi => komi(text).map_or(Vec::new(), |komi| single("KM", &komi.to_string())),
        _ => {
            let name = HEADERS.iter().find(|(_, header)| *header == keyword).map(|(name, _)| *name);
            name.map_or(Vec::new(), |name| single(name, text))
        }
    }
}

/// The value of RE with the whole meaning of a text; `None` if there is no such value.
pub fn whole_result(text: &str) -> Option<String> {
    Outcome::parse(text).filter(|outcome| !outcome.says_more).map(|outcome| outcome.to_string())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a number as SGF writes one.
fn is_real(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.split_once('.').map_or(is_digits(digits), |(whole, part)| is_digits(whole) && is_digits(part))
}

fn with_rank(name: &str, rank: Option<&str>) -> String {
    rank.map_or_else(|| name.to_owned(), |rank| format!("{name} {rank}"))
}

/// A value of RE in words.
fn result_text(value: &str) -> String {
    let (winner, how) = match (value.strip_prefix("B+"), value.strip_prefix("W+")) {
        (Some(how), _) => (Color::Black, how),
        (_, Some(how)) => (Color::White, how),
        _ => return value.to_owned(),
    };
    match how {
        "R" => format!("{winner} wins by resignation"),
        "T" => format!("{winner} wins on time"),
        "F" => format!("{winner} wins by forfeit"),
        points if is_real(points) => format!("{winner} wins by {points}"),
        _ => value.to_owned(),
    }
}

/// The value of RE for a RESULT.
fn result(text: &str) -> String {
    if text.starts_with("B+") || text.starts_with("W+") || matches!(text, "0" | "Draw" | "Void" | "?" | "") {
        return text.to_owned();
    }
    Outcome::parse(text).map_or_else(|| text.to_owned(), |outcome| outcome.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::property::PropertySink;
    use super::*;

    fn both(keyword: Keyword, line: &str, expected: &str) {
        let mut out = String::new();
        for (name, value) in properties(keyword, line) {
            out.begin(name);
            out.value(&value);
        }
        assert_eq!(out, expected, "{line}");
    }

    #[test]
    fn headers_become_properties() {
        both(Keyword::Result, "White did not win", "RE[White did not win]");
        both(Keyword::Result, "void", "RE[Void]");
        both(Keyword::Result, "no result, triple ko", "RE[Void]");
        both(Keyword::Result, "White wins by resignation", "RE[W+R]");
        both(Keyword::Result, "Black by 3", "RE[B+3]");
        both(Keyword::Result, "Black resigns at move 186", "RE[W+R]");
        both(Keyword::Result, "jigo", "RE[Draw]");
        both(Keyword::Komi, "3 1/2", "KM[3.5]");
        both(Keyword::Komi, "6.50", "KM[6.50]");
        both(Keyword::Komi, "as usual", "");
        both(Keyword::Handicap, "4 stones", "HA[4]");
        both(Keyword::Black, "Honinbo Shusaku", "PB[Honinbo Shusaku]");
        both(Keyword::White, "James Redmond 5-dan", "PW[James Redmond]WR[5-dan]");
        both(Keyword::Date, "8 March 1990", "DT[1990-03-08]");
        both(Keyword::Date, "Dec 9, 1938", "DT[1938-12-09]");
        both(Keyword::Date, "1846-09-11,12", "DT[1846-09-11,12]");
        both(Keyword::Date, "11th, 12th and 14-15 Sept. 1846", "DT[1846-09-11,12,14,15]");
        both(Keyword::Date, "May 1846", "DT[1846-05]");
        both(Keyword::Date, "June - December 1938", "DT[June - December 1938]");
        both(Keyword::Date, "42 May 1846", "DT[42 May 1846]");
        both(Keyword::Timelimit, "1800 seconds, 5x30 byo-yomi", "TM[1800]OT[5x30 byo-yomi]");
        both(Keyword::Timelimit, "1 hour", "OT[1 hour]");
    }
}
