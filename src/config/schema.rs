use serde_json::{Map, Value, json};

use super::{BOARDS, CASES, Check, LINE_ENDINGS, SHOWN, encodings};
use crate::check::{Code, Severity};

/// The JSON Schema (draft-07) of the settings: each key of `ishi.toml` and of an editor's `ishi.*` with its meaning, its
/// values and its default.
pub fn schema() -> Value {
    let severities: Vec<&str> = Severity::ALL.iter().map(|severity| severity.name()).collect();
    let mut check: Map<_, _> = Code::ALL
        .iter()
        .map(|code| {
            let row = code.row();
            let rule = json!({
                "description": row.what, "type": "string", "enum": severities, "default": row.severity.name(),
            });
            (row.name.to_owned(), rule)
        })
        .collect();
    let names: Vec<&str> = SHOWN.iter().map(|(name, _)| *name).collect();
    check.insert(
        "show".into(),
        json!({
            "description": "The least severity that `ishi check` prints.",
            "type": "string", "enum": names, "default": Check::default().show.name(),
        }),
    );
    let selectors: Vec<&str> = std::iter::once("ALL").chain(Code::ALL.iter().map(|code| code.name())).collect();
    for (key, description) in [
        ("select", "The rules that are checked, and no others; `ALL` is all of them. An empty list says nothing."),
        ("ignore", "Rules that are not checked."),
    ] {
        let items = json!({ "type": "string", "enum": selectors });
        check.insert(key.into(), json!({ "description": description, "type": "array", "items": items, "default": [] }));
    }
    check.insert(
        "per-file-ignores".into(),
        json!({
            "description": "Rules that are not checked in some files, by patterns as in `.gitignore`.",
            "type": "object", "default": {},
            "additionalProperties": { "type": "array", "items": { "type": "string", "enum": selectors } },
        }),
    );
    let sections = json!({
        "check": section("Severity of each rule (`ishi explain` describes them), and what is printed.", &Value::Object(check)),
        "files": section("How files are read from disk.", &json!({
            "encoding": choice(
                "The encoding of the records that ishi itself reads, on the command line and to find events in folders: auto \
                 is UTF-8, or else what a file looks like. What is not valid in it is read as windows-1252. In an editor the \
                 encoding of a document is the editor's.",
                &encodings(),
            ),
            "exclude": {
                "description": "Patterns of files and folders that are left out of a folder, as in `.gitignore`.",
                "type": "array", "items": { "type": "string" }, "default": [],
            },
        })),
        "format": section("How the formatter writes a record.", &json!({
            "keyword-case": choice("The case of keywords, of PASS and ALL, and of the colours in SETUP.", CASES),
            "location-case": choice("The case of locations.", CASES),
            "indent": number("Spaces for each level of variation.", u64::from(u8::MAX), 2),
            "line-ending": choice(
                "The line ends of a record that is formatted on the command line. In an editor they are the editor's.",
                LINE_ENDINGS,
            ),
            "wrap": number(
                "The column after which a list of marks, stones or prisoners goes on in another line; 0 for never.",
                u64::from(u16::MAX),
                0,
            ),
        })),
        "hover": section("What an editor shows for the thing under the cursor.", &json!({
            "board": choice(
                "How the board is drawn: auto is a picture where the editor shows one, and text elsewhere.",
                BOARDS,
            ),
        })),
        "hints": section("What an editor notes within the lines of a record.", &json!({
            "captures": switch("Behind a move what it captures, as `×3`."),
            "ko": switch("Behind a move that it takes a ko."),
            "variations": switch("Behind the last variation on a move who is to play, where no move tells it."),
            "blocks": switch("Behind the end of a long variation, comment or block of user data what it belongs to."),
        })),
        "lens": section("What an editor says above each event.", &json!({
            "board": switch("What opens the board, in an editor that has one to open."),
            "statistics": switch("How many moves and variations the event has, and who has captured how much."),
            "prisoners": switch("What inserts missing PRISONER lines and corrects wrong ones."),
        })),
    });
    let mut schema = section("The settings of ishi.", &sections);
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    schema["title"] = super::FILE_NAME.into();
    schema
}

fn section(description: &str, keys: &Value) -> Value {
    json!({ "description": description, "type": "object", "additionalProperties": false, "properties": keys })
}

/// A key with a few values, of which the default is the one that the type itself has for its default.
fn choice<T: Default + PartialEq>(description: &str, table: &[(&str, T)]) -> Value {
    let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
    let default = table.iter().find(|(_, value)| *value == T::default()).map(|(name, _)| *name);
    json!({ "description": description, "type": "string", "enum": names, "default": default })
}

/// A key that is on by default.
fn switch(description: &str) -> Value {
    json!({ "description": description, "type": "boolean", "default": true })
}

fn number(description: &str, maximum: u64, default: u64) -> Value {
    json!({ "description": description, "type": "integer", "minimum": 0, "maximum": maximum, "default": default })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    /// The settings in which `pick` gives every key of the schema its value.
    fn settings(pick: impl Fn(&Value) -> Value) -> Value {
        let schema = schema();
        let keys = |section: &Value| -> Value {
            section["properties"].as_object().unwrap().iter().map(|(key, rule)| (key.clone(), pick(rule))).collect()
        };
        schema["properties"].as_object().unwrap().iter().map(|(name, section)| (name.clone(), keys(section))).collect()
    }

    #[test]
    fn every_key_is_read_and_its_default_is_the_default() {
        let defaults = settings(|rule| rule["default"].clone());
        let Config { check, files, format, hover, hints, lens } = Config::from_json(&defaults).unwrap();
        assert_eq!(check.show, Check::default().show);
        let severities = check.severities;
        assert_eq!(Config { check: Check::default(), files, format, hover, hints, lens }, Config::default());
        assert!(Code::ALL.iter().all(|&code| severities.of(code) == code.row().severity));
        assert!(jsonschema::is_valid(&schema(), &defaults));
    }

    #[test]
    fn every_value_is_read() {
        for pick in 0..5 {
            let picked = settings(|rule| match rule["enum"].as_array() {
                Some(names) => names[pick % names.len()].clone(),
                None if rule["type"] == "array" => json!([]),
                None if rule["type"] == "object" => json!({}),
                None if rule["type"] == "boolean" => json!(pick % 2 == 0),
                None => rule["maximum"].clone(),
            });
            assert!(Config::from_json(&picked).is_ok(), "{picked}");
            assert!(jsonschema::is_valid(&schema(), &picked), "{picked}");
        }
    }

    #[test]
    fn no_key_is_missing() {
        // serde names the keys that it knows when it meets one that it does not.
        for section in schema()["properties"].as_object().unwrap().keys() {
            let error = Config::from_json(&json!({ section: { "?": "off" } })).unwrap_err();
            let known: Vec<&str> = match error.split_once("expected ") {
                Some((_, list)) => list.split('`').skip(1).step_by(2).collect(),
                None => Code::ALL
                    .iter()
                    .map(|code| code.name())
                    .chain(["show", "select", "ignore", "per-file-ignores"])
                    .collect(),
            };
            let schema = schema();
            let described = schema["properties"][section]["properties"].as_object().unwrap();
            assert!(!known.is_empty());
            assert_eq!(known.len(), described.len(), "{section}: {error}");
            assert!(known.iter().all(|key| described.contains_key(*key)), "{section}: {error}");
        }
    }
}
