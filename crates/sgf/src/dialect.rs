//! Dialects: ways in which servers write the information about a game that SGF does not define. This table is the only
//! place that decides which dialect a game is written in.

use super::tree::{Collection, NodeId};
use super::value::unescape;

/// The way in which the root of a game is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// As SGF defines it.
    #[default]
    Standard,
    /// Of Cyberoro, and of servers and sites that took their games from there, such as the Nihon Ki-in and Sina: event,
    /// date and komi have names of their own.
    Cyberoro,
    /// Of Fox: komi is in hundredths.
    Fox,
}

/// A property that a dialect defines, or defines in another way than SGF.
#[derive(Debug)]
pub struct DialectProperty {
    /// Its name.
    pub name: &'static str,
    /// The property of SGF with this meaning; `None` if there is none.
    pub standard: Option<&'static str>,
    /// Its meaning, in a few words.
    pub what: &'static str,
    /// Whether a value has the form of the dialect.
    is_value: fn(&str) -> bool,
    /// Whether a value is a mark of the dialect: SGF can't mean it.
    is_mark: fn(&str) -> bool,
}

const fn row(
    name: &'static str,
    standard: Option<&'static str>,
    is_value: fn(&str) -> bool,
    is_mark: fn(&str) -> bool,
    what: &'static str,
) -> DialectProperty {
    DialectProperty { name, standard, what, is_value, is_mark }
}

#[rustfmt::skip]
static CYBERORO: &[DialectProperty] = &[
    row("TE", Some("EV"), is_title, is_title, "event, as Cyberoro writes it"),
    row("RD", Some("DT"), is_text, begins_with_year, "date, as Cyberoro writes it"),
    row("KO", Some("KM"), is_number, is_komi, "komi, as Cyberoro writes it"),
    row("HD", Some("HA"), is_number, never, "number of handicap stones, as Cyberoro writes it"),
    row("LT", None, is_number, never, "seconds of a byo-yomi period, as Cyberoro writes them"),
    row("LC", Some("OT"), is_number, never, "number of byo-yomi periods, as Cyberoro writes it"),
    row("GK", None, is_any, never, "kind of the game at Cyberoro"),
    row("TC", None, is_any, never, "a number of Cyberoro whose meaning is not known"),
];

#[rustfmt::skip]
static FOX: &[DialectProperty] = &[
    row("AP", None, is_fox, is_fox, "the program that wrote the file: Fox, which writes komi in hundredths"),
    row("KM", Some("KM"), is_hundredths, never, "komi in hundredths, of stones under Chinese rules, else of points"),
];

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Cyberoro, Self::Fox];

    /// The dialect of a root with these properties, each given by its name and its first value.
    pub fn of<'p>(properties: &(impl Iterator<Item = (&'p str, &'p str)> + Clone)) -> Self {
        let has_mark = |dialect: &Self| {
            let is_mark = |(name, value): (&str, &str)| {
                dialect.properties().iter().any(|property| property.name == name && (property.is_mark)(value.trim()))
            };
            properties.clone().any(is_mark)
        };
        Self::ALL.into_iter().find(has_mark).unwrap_or_default()
    }

    /// The dialect of a game with this root.
    pub fn of_root(games: &Collection<'_>, root: NodeId) -> Self {
        let properties: Vec<_> = games
            .properties(root)
            .map(|property| (property.name(), unescape(property.raw_values().next().unwrap_or_default())))
            .collect();
        Self::of(&properties.iter().map(|(name, value)| (&**name, &**value)))
    }

    /// The property with this name, if the dialect defines it and a value has the form of the dialect.
    pub fn property(self, name: &str, value: &str) -> Option<&'static DialectProperty> {
        self.properties().iter().find(|property| property.name == name && (property.is_value)(value.trim()))
    }

    fn properties(self) -> &'static [DialectProperty] {
        match self {
            Self::Standard => &[],
            Self::Cyberoro => CYBERORO,
            Self::Fox => FOX,
        }
    }
}

fn never(_: &str) -> bool {
    false
}

fn is_any(_: &str) -> bool {
    true
}

fn is_text(value: &str) -> bool {
    !value.is_empty()
}

/// In SGF, TE is `1` or `2`.
fn is_title(value: &str) -> bool {
    value.chars().any(char::is_alphabetic)
}

fn begins_with_year(value: &str) -> bool {
    value.len() > 4 && value.bytes().take(4).all(|byte| byte.is_ascii_digit())
}

fn is_number(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit()) && value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// In SGF, KO has no value. Programs that write one all the same write 0 or 1.
fn is_komi(value: &str) -> bool {
    is_number(value) && !matches!(value, "0" | "1")
}

fn is_fox(value: &str) -> bool {
    value.split(':').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("foxwq"))
}

/// Komi is a multiple of a quarter.
fn is_hundredths(value: &str) -> bool {
    value.parse::<u32>().is_ok_and(|number| number > 0 && number % 25 == 0)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn dialects_are_recognized_by_their_marks() {
        for (text, dialect) in [
            ("(;GM[1]TE[Cup final]PB[Kim])", Dialect::Cyberoro),
            ("(;GM[1]EV[Cup]DT[2016-03-10]LT[60]LC[5]KO[6.5]GK[1])", Dialect::Cyberoro),
            ("(;RD[2021-01-20])", Dialect::Cyberoro),
            ("(;GM[1]AP[foxwq]KM[375])", Dialect::Fox),
            ("(;AP[foxwq:2])", Dialect::Fox),
            ("(;GM[1]KM[375]RU[Chinese])", Dialect::Standard),
            ("(;AP[other:1]KM[375])", Dialect::Standard),
            ("(;B[aa]KO[]TE[1])", Dialect::Standard),
            ("(;B[aa]KO[1]TE[2])", Dialect::Standard),
            ("(;LT[]HD[4]LC[3])", Dialect::Standard),
            ("(;B[aa];W[bb]TE[Cup])", Dialect::Standard),
        ] {
            let games = parse(text);
            assert_eq!(Dialect::of_root(&games, games.games()[0]), dialect, "{text}");
        }
    }

    #[test]
    fn a_dialect_defines_properties_with_values_of_its_form() {
        let standard = |dialect: Dialect, name, value| dialect.property(name, value).map(|property| property.standard);
        assert_eq!(standard(Dialect::Cyberoro, "KO", "6.5"), Some(Some("KM")));
        assert_eq!(standard(Dialect::Cyberoro, "KO", ""), None);
        assert_eq!(standard(Dialect::Cyberoro, "TE", "1"), None);
        assert_eq!(standard(Dialect::Fox, "KM", "375"), Some(Some("KM")));
        assert_eq!(standard(Dialect::Fox, "KM", "6.5"), None);
        assert_eq!(standard(Dialect::Standard, "KO", "6.5"), None);
    }
}
