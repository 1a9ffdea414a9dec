use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, de};

use super::Board;
use crate::check::{Code, Severities, Severity};
use crate::format::{Case, LineEnding, Options};

/// The names of the ways to write keywords and locations.
pub const CASES: &[(&str, Case)] =
    &[("upper", Case::Upper), ("lower", Case::Lower), ("title", Case::Title), ("preserve", Case::Preserve)];

/// The names of the line ends.
pub const LINE_ENDINGS: &[(&str, LineEnding)] =
    &[("preserve", LineEnding::Preserve), ("crlf", LineEnding::Crlf), ("lf", LineEnding::Lf)];

/// The names of the ways to draw a board.
pub const BOARDS: &[(&str, Board)] =
    &[("auto", Board::Auto), ("text", Board::Text), ("svg", Board::Svg), ("off", Board::Off)];

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

/// `[check]`: codes and their severities.
pub(super) fn severities<'de, D: Deserializer<'de>>(value: D) -> Result<Severities, D::Error> {
    let mut severities = Severities::default();
    for (Parsed(code), Parsed(severity)) in BTreeMap::<Parsed<Code>, Parsed<Severity>>::deserialize(value)? {
        severities.set(code, severity);
    }
    Ok(severities)
}

/// What a string says, by its `FromStr`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Parsed<T>(T);

impl<'de, T: std::str::FromStr<Err = String>> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        String::deserialize(value)?.parse().map(Self).map_err(de::Error::custom)
    }
}
