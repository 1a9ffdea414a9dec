//! What a user can set, in `ishi.toml` and under `ishi.*` in an editor: the same keys in both.

mod depth;
mod error;
mod keys;
mod pattern;
mod schema;
#[cfg(any(feature = "cli", feature = "stdio"))]
mod search;

pub use error::ConfigError;
pub use keys::{BOARDS, CASES, LINE_ENDINGS, SHOWN, encodings};
pub use pattern::Pattern;
pub use schema::schema;
#[cfg(any(feature = "cli", feature = "stdio"))]
pub use search::{Search, find, read, read_named, text};

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::check::{Code, Selector, Severities, Severity};
use crate::format;
use crate::text::{Encoding, bounded};

/// The name of the settings file.
pub const FILE_NAME: &str = "ishi.toml";

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// `[check]`: severities by code, and what is reported.
    #[serde(deserialize_with = "keys::check")]
    pub check: Check,
    /// `[files]`: how files are read.
    pub files: Files,
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

/// The options of `[check]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Severities by code.
    pub severities: Severities,
    /// The least severity that the command line prints.
    pub show: Severity,
    /// Rules that are not checked in some files.
    pub per_file_ignores: Vec<PerFileIgnore>,
}

/// Rules that are not checked in the files that a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerFileIgnore {
    /// The files.
    pub pattern: Pattern,
    /// The folder that the pattern is relative to.
    pub folder: PathBuf,
    /// The rules.
    pub selectors: Vec<Selector>,
}

impl Check {
    /// The severities in a file.
    pub fn severities_in(&self, file: Option<&Path>) -> Cow<'_, Severities> {
        let mut severities = Cow::Borrowed(&self.severities);
        for PerFileIgnore { pattern, folder, selectors } in &self.per_file_ignores {
            if file.is_some_and(|file| pattern.matches(folder, file)) {
                severities.to_mut().ignore(selectors);
            }
        }
        severities
    }
}

impl Default for Check {
    fn default() -> Self {
        Self { severities: Severities::default(), show: Severity::Info, per_file_ignores: Vec::new() }
    }
}

/// The options of `[files]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Files {
    /// The encoding of the files that are read from disk; none means that it is detected.
    #[serde(deserialize_with = "keys::encoding")]
    pub encoding: Option<Encoding>,
    /// Patterns of files that are left out of a folder, as in `.gitignore`: on the command line, and where a server looks for
    /// events.
    #[serde(deserialize_with = "keys::patterns")]
    pub exclude: Vec<Pattern>,
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
    /// Always text, in Unicode characters.
    Text,
    /// Always text, in ASCII.
    Ascii,
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

/// The name of a value.
fn name_of<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

impl Config {
    /// The text of an `ishi.toml` that says the same, with every key.
    pub fn to_toml(&self) -> String {
        let Self { check, files, format, hover, hints, lens } = self;
        let mut severities: toml::Table =
            Code::ALL.iter().map(|&code| (code.name().to_owned(), check.severities.of(code).name().into())).collect();
        severities.insert("show".into(), check.show.name().into());
        let ignores = check.per_file_ignores.iter().map(|ignore| {
            let names: Vec<String> = ignore.selectors.iter().map(ToString::to_string).collect();
            (ignore.pattern.text().to_owned(), names.into())
        });
        severities.insert("per-file-ignores".into(), toml::Value::Table(ignores.collect()));
        let mut settings = toml::Table::new();
        let section = |keys: Vec<(&str, toml::Value)>| -> toml::Value {
            toml::Value::Table(keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        };
        settings.insert("check".into(), severities.into());
        for (name, keys) in [
            (
                "files",
                vec![
                    ("encoding", name_of(&encodings(), files.encoding).into()),
                    ("exclude", files.exclude.iter().map(Pattern::text).collect::<Vec<_>>().into()),
                ],
            ),
            (
                "format",
                vec![
                    ("keyword-case", name_of(CASES, format.keyword_case).into()),
                    ("location-case", name_of(CASES, format.location_case).into()),
                    ("indent", i64::from(format.indent).into()),
                    ("line-ending", name_of(LINE_ENDINGS, format.line_ending).into()),
                    ("wrap", i64::from(format.wrap).into()),
                ],
            ),
            ("hover", vec![("board", name_of(BOARDS, hover.board).into())]),
            (
                "hints",
                vec![
                    ("captures", hints.captures.into()),
                    ("ko", hints.ko.into()),
                    ("variations", hints.variations.into()),
                    ("blocks", hints.blocks.into()),
                ],
            ),
            (
                "lens",
                vec![
                    ("board", lens.board.into()),
                    ("statistics", lens.statistics.into()),
                    ("prisoners", lens.prisoners.into()),
                ],
            ),
        ] {
            settings.insert(name.into(), section(keys));
        }
        // Tables of strings, numbers and lists can always be written as TOML.
        toml::to_string(&settings).unwrap_or_default()
    }

    /// Reads the text of an `ishi.toml`.
    ///
    /// # Errors
    /// Text that is not TOML, and every key, code or value that does not exist, with its place.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        if let Some(at) = depth::too_deep(text) {
            return Err(ConfigError::in_text(text, Some(at..at + 1), "nested deeper than any setting"));
        }
        toml::from_str(text).map_err(|error| ConfigError::in_text(text, error.span(), error.message()))
    }

    /// The same settings, of the `ishi.toml` at `path`: patterns in them count from its folder.
    pub fn of_file(mut self, path: &Path) -> Self {
        for ignore in &mut self.check.per_file_ignores {
            ignore.folder = path.parent().unwrap_or(path).to_path_buf();
        }
        self
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
                serde_path_to_error::deserialize(settings).map_err(|error| bounded(error.to_string()))
            }
            _ => Err("settings are an object with the keys `check`, `files`, `format`, `hover`, `hints` and `lens`"
                .to_owned()),
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
    use crate::format::{Case, LineEnding};

    const EVERY_KEY: &str = "
        [check]
        missing-move = 'off'
        show = 'warning'
        line-ending = 'error'
        [files]
        encoding = 'shift-jis'
        exclude = ['old', 'games/*.prb']
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
        let mut severities = Severities::default();
        severities.set(Code::MissingMove, Severity::Off);
        severities.set(Code::LineEnding, Severity::Error);
        Config {
            check: Check { severities, show: Severity::Warning, ..Check::default() },
            files: Files {
                encoding: encodings().iter().find(|(name, _)| *name == "shift-jis").unwrap().1,
                exclude: vec!["old".parse().unwrap(), "games/*.prb".parse().unwrap()],
            },
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
        let written = Config::from_toml(&every_key().to_toml()).unwrap();
        assert!(
            Code::ALL.iter().all(|&code| written.check.severities.of(code) == every_key().check.severities.of(code))
        );
        assert_eq!(Config { check: every_key().check, ..written }, every_key());
    }

    #[test]
    fn rules_are_selected() {
        let of = |text: &str| Config::from_toml(text).unwrap().check.severities;
        let only = of("[check]\nselect = ['same-color-twice', 'missing-move']\nmissing-move = 'hint'\n");
        assert_eq!(only.of(Code::SameColorTwice), Severity::Warning);
        assert_eq!(only.of(Code::MissingMove), Severity::Hint);
        assert_eq!(only.of(Code::DuplicateMove), Severity::Off);
        let most = of("[check]\nselect = ['ALL']\nignore = ['missing-move']\n");
        assert!(Code::ALL.iter().all(|&code| (most.of(code) == Severity::Off) == (code == Code::MissingMove)));
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
                "settings:1:2: unknown field `chekc`, expected one of `check`, `files`, `format`, `hover`, `hints`, `lens`"
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
            &expect![
                "chekc: unknown field `chekc`, expected one of `check`, `files`, `format`, `hover`, `hints`, `lens`"
            ],
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
            &expect!["settings are an object with the keys `check`, `files`, `format`, `hover`, `hints` and `lens`"],
        );
        says(
            &json!("x"),
            &expect!["settings are an object with the keys `check`, `files`, `format`, `hover`, `hints` and `lens`"],
        );
    }
}
