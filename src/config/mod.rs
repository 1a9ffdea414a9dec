//! What a user can set, in `ishi.toml` and under `ishi.*` in an editor: the same keys in both.

mod error;
mod keys;
mod schema;
mod search;

pub use error::ConfigError;
pub use keys::{BOARDS, CASES, LINE_ENDINGS};
pub use schema::schema;
pub use search::{FILE_NAME, find, nearest, read, text};

use serde::Deserialize;

use crate::check::Severities;
use crate::format;

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// `[check]`: severities by code.
    #[serde(deserialize_with = "keys::severities")]
    pub check: Severities,
    /// `[format]`: how canonical text looks.
    #[serde(with = "keys::Format")]
    pub format: format::Options,
    /// `[hover]`: what an editor shows for the thing under the cursor.
    pub hover: Hover,
    /// `[hints]`: what an editor notes within the lines.
    pub hints: Hints,
    /// `[lens]`: what an editor says above each event.
    pub lens: Lens,
}

/// The options of `[hover]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hover {
    /// How the board is drawn.
    #[serde(deserialize_with = "keys::board")]
    pub board: Board,
}

/// How a hover draws the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Board {
    /// A picture where the editor shows one, else text.
    #[default]
    Auto,
    /// Always text.
    Text,
    /// Always a picture.
    Svg,
    /// No board at all.
    Off,
}

/// The options of `[hints]`: which notes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Hints {
    /// What a move captures.
    pub captures: bool,
    /// Where a ko is taken.
    pub ko: bool,
    /// Who is to play behind a variation.
    pub variations: bool,
    /// What the end of a long block belongs to.
    pub blocks: bool,
}

impl Default for Hints {
    fn default() -> Self {
        Self { captures: true, ko: true, variations: true, blocks: true }
    }
}

/// The options of `[lens]`: which lenses are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lens {
    /// The one that opens the board, in an editor that has a board to open.
    pub board: bool,
    /// Moves, variations and prisoners.
    pub statistics: bool,
    /// The one that writes missing prisoners.
    pub prisoners: bool,
}

impl Default for Lens {
    fn default() -> Self {
        Self { board: true, statistics: true, prisoners: true }
    }
}

impl Config {
    /// Reads the text of an `ishi.toml`.
    ///
    /// # Errors
    /// Text that is not TOML, and every key, code or value that does not exist, with its place.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| ConfigError::in_text(text, error.span(), error.message()))
    }

    /// Reads the settings that an editor keeps under `ishi`. A `null`, at any depth, is a key that is not set.
    ///
    /// # Errors
    /// Every key, code or value that does not exist, by name.
    pub fn from_json(settings: &serde_json::Value) -> Result<Self, String> {
        match without_nulls(settings) {
            serde_json::Value::Null => Ok(Self::default()),
            // An empty table of Lua, in which an object and an array are the same.
            serde_json::Value::Array(nothing) if nothing.is_empty() => Ok(Self::default()),
            settings @ serde_json::Value::Object(_) => {
                serde_path_to_error::deserialize(settings).map_err(|error| error.to_string())
            }
            _ => Err("settings are an object with the keys `check`, `format`, `hover`, `hints` and `lens`".to_owned()),
        }
    }
}

/// The same settings without the keys that hold nothing. Settings are three levels deep, so what lies deeper
/// is an error anyway and the recursion need not follow it.
fn without_nulls(settings: &serde_json::Value) -> serde_json::Value {
    fn at(depth: u8, value: &serde_json::Value) -> serde_json::Value {
        match value {
            serde_json::Value::Object(keys) if depth < 3 => keys
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key.clone(), at(depth + 1, value)))
                .collect(),
            other => other.clone(),
        }
    }
    at(0, settings)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::json;

    use super::*;
    use crate::check::{Code, Severity};
    use crate::format::{Case, LineEnding};

    const EVERY_KEY: &str = "
        [check]
        missing-move = 'off'
        line-ending = 'error'
        [format]
        keyword-case = 'title'
        location-case = 'lower'
        indent = 4
        line-ending = 'crlf'
        wrap = 78
        [hover]
        board = 'svg'
        [hints]
        captures = false
        ko = false
        variations = false
        blocks = false
        [lens]
        board = false
        statistics = false
        prisoners = false
    ";

    fn every_key() -> Config {
        let mut check = Severities::default();
        check.set(Code::MissingMove, Severity::Off);
        check.set(Code::LineEnding, Severity::Error);
        Config {
            check,
            format: format::Options {
                keyword_case: Case::Title,
                location_case: Case::Lower,
                indent: 4,
                line_ending: LineEnding::Crlf,
                wrap: 78,
            },
            hover: Hover { board: Board::Svg },
            hints: Hints { captures: false, ko: false, variations: false, blocks: false },
            lens: Lens { board: false, statistics: false, prisoners: false },
        }
    }

    #[test]
    fn toml_and_json_have_the_same_keys() {
        assert_eq!(Config::from_toml(EVERY_KEY), Ok(every_key()));
        let json: serde_json::Value = toml::from_str(EVERY_KEY).unwrap();
        assert_eq!(Config::from_json(&json), Ok(every_key()));
    }

    #[test]
    fn nothing_set_is_the_default() {
        assert_eq!(Config::from_toml(""), Ok(Config::default()));
        assert_eq!(Config::from_toml("[check]\n[format]\n[hover]\n"), Ok(Config::default()));
        for settings in [json!(null), json!({}), json!({"check": null, "hover": {"board": null}, "format": {}})] {
            assert_eq!(Config::from_json(&settings), Ok(Config::default()), "{settings}");
        }
    }

    #[test]
    fn errors_in_toml_have_a_place() {
        fn says(text: &str, expected: &Expect) {
            expected.assert_eq(&Config::from_toml(text).unwrap_err().to_string());
        }
        says(
            "[check]\nmissing-mve = 'off'\n",
            &expect!["settings:2:1: unknown code `missing-mve`: did you mean `missing-move`?"],
        );
        says(
            "[check]\nmissing-move = 'of'\n",
            &expect!["settings:2:16: unknown severity `of`: use error, warning, info, hint or off"],
        );
        says(
            "[chekc]\n",
            &expect![
                "settings:1:2: unknown field `chekc`, expected one of `check`, `format`, `hover`, `hints`, `lens`"
            ],
        );
        says("é = 1\n", &expect!["settings:1:1: invalid unquoted key, expected letters, numbers, `-`, `_`"]);
        says(
            "[format]\r\nkeyword-case = 'big'\r\n",
            &expect!["settings:2:16: unknown value `big`: use upper, lower, title, preserve"],
        );
        says(
            "[format]\nindent = -1\n",
            &expect!["settings:2:10: invalid value: integer `-1`, expected a whole number from 0 to 255"],
        );
        says(
            "[format]\nindent = 'wide'\n",
            &expect![[r#"settings:2:10: invalid type: string "wide", expected a whole number from 0 to 255"#]],
        );
        says(
            "[format]\nwrap = 100000\n",
            &expect!["settings:2:8: invalid value: integer `100000`, expected a whole number from 0 to 65535"],
        );
        says("[hover]\nboard = 3\n", &expect!["settings:2:9: invalid type: integer `3`, expected a string"]);
        says("[lens]\nboard = 1\n", &expect!["settings:2:9: invalid type: integer `1`, expected a boolean"]);
        says("check = 3", &expect!["settings:1:9: invalid type: integer `3`, expected a map"]);
        says("[check\n", &expect!["settings:1:7: unclosed table, expected `]`"]);
    }

    #[test]
    fn errors_in_json_name_the_key() {
        fn says(settings: &serde_json::Value, expected: &Expect) {
            expected.assert_eq(&Config::from_json(settings).unwrap_err());
        }
        says(
            &json!({"chekc": {}}),
            &expect!["chekc: unknown field `chekc`, expected one of `check`, `format`, `hover`, `hints`, `lens`"],
        );
        says(
            &json!({"check": {"missing-mve": "off"}}),
            &expect!["check.missing-mve: unknown code `missing-mve`: did you mean `missing-move`?"],
        );
        says(
            &json!({"check": {"missing-move": "of"}}),
            &expect!["check.missing-move: unknown severity `of`: use error, warning, info, hint or off"],
        );
        says(
            &json!({"format": {"keyword-case": "big"}}),
            &expect!["format.keyword-case: unknown value `big`: use upper, lower, title, preserve"],
        );
        says(
            &json!({"format": {"indent": 1.5}}),
            &expect!["format.indent: invalid type: floating point `1.5`, expected a whole number from 0 to 255"],
        );
        says(
            &json!([1]),
            &expect!["settings are an object with the keys `check`, `format`, `hover`, `hints` and `lens`"],
        );
        says(
            &json!("x"),
            &expect!["settings are an object with the keys `check`, `format`, `hover`, `hints` and `lens`"],
        );
    }
}
