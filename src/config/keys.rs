use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, de};

use super::{Board, Check, Pattern, PerFileIgnore};
use crate::check::{Code, Selector, Severity};
use crate::format::{Case, LineEnding, Options};
use crate::text::{ENCODINGS, Encoding};

/// The names of the ways to write keywords and locations.
pub const CASES: &[(&str, Case)] =
    &[("upper", Case::Upper), ("lower", Case::Lower), ("title", Case::Title), ("preserve", Case::Preserve)];

/// The names of the severities that can be the least one that is reported.
pub const SHOWN: &[(&str, Severity)] =
    &[("error", Severity::Error), ("warning", Severity::Warning), ("info", Severity::Info), ("hint", Severity::Hint)];

/// The names of the line ends.
pub const LINE_ENDINGS: &[(&str, LineEnding)] =
    &[("preserve", LineEnding::Preserve), ("crlf", LineEnding::Crlf), ("lf", LineEnding::Lf)];

/// The names of the ways to draw a board.
pub const BOARDS: &[(&str, Board)] =
    &[("auto", Board::Auto), ("text", Board::Text), ("ascii", Board::Ascii), ("svg", Board::Svg), ("off", Board::Off)];

/// The keys of `[format]`. The options themselves are the formatter's, which knows nothing of settings files.
#[derive(Deserialize)]
#[serde(remote = "Options", default = "Options::default", deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Format {
    #[serde(deserialize_with = "case")]
    keyword_case: Case,
    #[serde(deserialize_with = "case")]
    location_case: Case,
    #[serde(deserialize_with = "number")]
    indent: u8,
    #[serde(deserialize_with = "line_ending")]
    line_ending: LineEnding,
    #[serde(deserialize_with = "number")]
    wrap: u16,
}

fn case<'de, D: Deserializer<'de>>(value: D) -> Result<Case, D::Error> {
    named(CASES, value)
}

fn line_ending<'de, D: Deserializer<'de>>(value: D) -> Result<LineEnding, D::Error> {
    named(LINE_ENDINGS, value)
}

/// An encoding; none is `auto`.
pub(super) fn encoding<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Encoding>, D::Error> {
    named(&encodings(), value)
}

/// The names of the encodings, first `auto`.
pub fn encodings() -> Vec<(&'static str, Option<Encoding>)> {
    let named = ENCODINGS.iter().map(|&(name, encoding)| (name, Some(encoding)));
    std::iter::once(("auto", None)).chain(named).collect()
}

pub(super) fn board<'de, D: Deserializer<'de>>(value: D) -> Result<Board, D::Error> {
    named(BOARDS, value)
}

/// One of the names of a table.
fn named<'de, T: Copy, D: Deserializer<'de>>(table: &[(&str, T)], value: D) -> Result<T, D::Error> {
    let name = String::deserialize(value)?;
    table.iter().find(|(known, _)| *known == name).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
        de::Error::custom(format_args!("unknown value `{name}`: use {}", names.join(", ")))
    })
}

/// A whole number, whose range is told to whoever gives something else.
fn number<'de, T: TryFrom<u64> + Largest + fmt::Display, D: Deserializer<'de>>(value: D) -> Result<T, D::Error> {
    struct Number<T>(PhantomData<T>);

    impl<T: TryFrom<u64> + Largest + fmt::Display> de::Visitor<'_> for Number<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a whole number from 0 to {}", T::LARGEST)
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
            T::try_from(number).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
            let positive = u64::try_from(number).ok().and_then(|number| T::try_from(number).ok());
            positive.ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
        }
    }

    value.deserialize_u64(Number(PhantomData))
}

trait Largest {
    const LARGEST: Self;
}

impl Largest for u8 {
    const LARGEST: Self = Self::MAX;
}

impl Largest for u16 {
    const LARGEST: Self = Self::MAX;
}

/// `[check]`: codes and their severities, and what else is set there.
pub(super) fn check<'de, D: Deserializer<'de>>(value: D) -> Result<Check, D::Error> {
    struct Keys;

    impl<'de> de::Visitor<'de> for Keys {
        type Value = Check;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: de::MapAccess<'de>>(self, mut keys: A) -> Result<Check, A::Error> {
            let mut check = Check::default();
            let (mut select, mut ignore) = (Vec::new(), Vec::new());
            while let Some(Parsed(key)) = keys.next_key()? {
                match key {
                    CheckKey::Select => select = selectors(keys.next_value()?),
                    CheckKey::Ignore => ignore = selectors(keys.next_value()?),
                    CheckKey::PerFileIgnores => {
                        let map: BTreeMap<String, Vec<Parsed<Selector>>> = keys.next_value()?;
                        let ignores = map.into_iter().map(|(pattern, list)| {
                            let (pattern, selectors) = (pattern.parse()?, selectors(list));
                            Ok(PerFileIgnore { pattern, folder: PathBuf::from("/"), selectors })
                        });
                        check.per_file_ignores = ignores.collect::<Result<_, String>>().map_err(de::Error::custom)?;
                    }
                    CheckKey::Show => check.show = keys.next_value::<Shown>()?.0,
                    CheckKey::Code(code) => {
                        let Parsed(severity) = keys.next_value()?;
                        check.severities.set(code, severity);
                    }
                }
            }
            if !select.is_empty() {
                check.severities.select(&select);
            }
            check.severities.ignore(&ignore);
            Ok(check)
        }
    }

    value.deserialize_map(Keys)
}

fn selectors(list: Vec<Parsed<Selector>>) -> Vec<Selector> {
    list.into_iter().map(|Parsed(selector)| selector).collect()
}

/// A key of `[check]`.
enum CheckKey {
    PerFileIgnores,
    Select,
    Ignore,
    Show,
    Code(Code),
}

impl std::str::FromStr for CheckKey {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "select" => Ok(Self::Select),
            "ignore" => Ok(Self::Ignore),
            "per-file-ignores" => Ok(Self::PerFileIgnores),
            "show" => Ok(Self::Show),
            _ => name.parse().map(Self::Code),
        }
    }
}

/// Patterns of files.
pub(super) fn patterns<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<Pattern>, D::Error> {
    let list: Vec<Parsed<Pattern>> = Deserialize::deserialize(value)?;
    Ok(list.into_iter().map(|Parsed(pattern)| pattern).collect())
}

/// The least severity that is reported.
struct Shown(Severity);

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        named(SHOWN, value).map(Self)
    }
}

/// What a string says, by its `FromStr`.
struct Parsed<T>(T);

impl<'de, T: std::str::FromStr<Err = String>> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        String::deserialize(value)?.parse().map(Self).map_err(de::Error::custom)
    }
}
