//! `[check]`: the severity of each rule, which rules apply where, and what is printed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value, json};

use super::{InvalidSetting, Pattern};
use ishi_check::check::{self, Code, Selector, Severities, Severity};

/// The severities that can be the least one that is printed.
pub const SHOWN: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Info, Severity::Hint];

/// The options of `[check]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The severity of each rule, after `select` and `ignore`.
    pub severities: Severities,
    /// The lowest severity that `ishi check` prints.
    pub show: Severity,
    /// Rules that are not checked in some files.
    pub per_file_ignores: Vec<PerFileIgnore>,
}

/// Rules that are not checked in the files that a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerFileIgnore {
    /// The pattern that the paths of the files match.
    pub pattern: Pattern,
    /// The folder that the pattern is relative to.
    pub folder: PathBuf,
    /// The rules that are not checked in these files.
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

/// Each rule is a key of its own, so what follows can't be derived.
impl<'de> Deserialize<'de> for Check {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
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
                        Key::Select => select = selectors(keys.next_value()?),
                        Key::Ignore => ignore = selectors(keys.next_value()?),
                        Key::PerFileIgnores => {
                            let map: BTreeMap<String, Vec<Parsed<Selector>>> = keys.next_value()?;
                            let ignores = map.into_iter().map(|(pattern, list)| {
                                let (pattern, selectors) = (pattern.parse()?, selectors(list));
                                Ok(PerFileIgnore { pattern, folder: PathBuf::from("/"), selectors })
                            });
                            check.per_file_ignores =
                                ignores.collect::<Result<_, InvalidSetting>>().map_err(de::Error::custom)?;
                        }
                        Key::Show => check.show = keys.next_value::<ShownRule>()?.0,
                        Key::Code(code) => {
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
}

impl Serialize for Check {
    /// Writes the severity of every rule, of which `select` and `ignore` are a part.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let names = |selectors: &[Selector]| selectors.iter().map(ToString::to_string).collect();
        let ignores: BTreeMap<&str, Vec<String>> =
            self.per_file_ignores.iter().map(|ignore| (ignore.pattern.text(), names(&ignore.selectors))).collect();
        let mut map = to.serialize_map(None)?;
        for &code in Code::ALL {
            map.serialize_entry(code.name(), self.severities.of(code).name())?;
        }
        map.serialize_entry("show", self.show.name())?;
        map.serialize_entry("per-file-ignores", &ignores)?;
        map.end()
    }
}

impl JsonSchema for Check {
    fn schema_name() -> Cow<'static, str> {
        "Check".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = |severities: &[Severity]| severities.iter().map(|severity| severity.name()).collect::<Vec<_>>();
        let selector = json!({
            "type": "string",
            "enum": std::iter::once("ALL").chain(Code::ALL.iter().map(|code| code.name())).collect::<Vec<_>>(),
        });
        let mut properties: Map<String, Value> = Code::ALL
            .iter()
            .map(|code| {
                let row = code.row();
                let mut severity = json!({
                    "description": row.what,
                    "type": "string",
                    "enum": names(&Severity::ALL),
                    "default": row.severity.name(),
                });
                if code.is_retired() {
                    severity["deprecated"] = true.into();
                }
                (row.name.to_owned(), severity)
            })
            .collect();
        let keys = json!({
            "select": {
                "description": "Check only these rules; `ALL` is all of them. An empty list changes nothing.",
                "type": "array", "items": selector, "default": [],
            },
            "ignore": {
                "description": "Rules that are not checked.",
                "type": "array", "items": selector, "default": [],
            },
            "per-file-ignores": {
                "description": "Rules to skip in files that match a pattern, with the syntax of `.gitignore`.",
                "type": "object", "additionalProperties": { "type": "array", "items": selector }, "default": {},
            },
            "show": {
                "description": "The lowest severity that `ishi check` prints.",
                "type": "string", "enum": names(&SHOWN), "default": Self::default().show.name(),
            },
        });
        properties.extend(keys.as_object().cloned().unwrap_or_default());
        let schema = json!({ "type": "object", "additionalProperties": false, "properties": properties });
        Schema::try_from(schema).unwrap_or_default()
    }
}

fn selectors(list: Vec<Parsed<Selector>>) -> Vec<Selector> {
    list.into_iter().map(|Parsed(selector)| selector).collect()
}

/// A key of `[check]`.
enum Key {
    PerFileIgnores,
    Select,
    Ignore,
    Show,
    Code(Code),
}

impl std::str::FromStr for Key {
    type Err = check::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "select" => Ok(Self::Select),
            "ignore" => Ok(Self::Ignore),
            "per-file-ignores" => Ok(Self::PerFileIgnores),
            "show" => Ok(Self::Show),
            _ => Ok(Self::Code(name.parse()?)),
        }
    }
}

/// One of [`SHOWN`].
struct ShownRule(Severity);

impl<'de> Deserialize<'de> for ShownRule {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let name = String::deserialize(value)?;
        let severity = SHOWN.into_iter().find(|severity| severity.name() == name);
        severity.map(Self).ok_or_else(|| {
            let names = SHOWN.map(Severity::name).join(", ");
            de::Error::custom(format_args!("unknown value `{name}`: use {names}"))
        })
    }
}

/// A value that is deserialized from a string by its `FromStr`.
struct Parsed<T>(T);

impl<'de, T: std::str::FromStr<Err: fmt::Display>> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        String::deserialize(value)?.parse().map(Self).map_err(de::Error::custom)
    }
}
