//! The JSON Schema of the settings.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Value, json};

use super::{Config, FILE_NAME};

/// The JSON Schema (draft-07) of the settings: each key of `ishi.toml` and of an editor's `ishi.*` with its meaning,
/// its values and its default.
pub fn schema() -> Value {
    let mut schema = schema_of::<Config>();
    schema["title"] = FILE_NAME.into();
    schema
}

/// The names of the values of a setting that has only a few.
pub fn names<T: JsonSchema>() -> Vec<String> {
    let schema = schema_of::<T>();
    let names = schema["enum"].as_array().into_iter().flatten();
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn schema_of<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft07();
    settings.inline_subschemas = true;
    settings.transforms.push(Box::new(PlainSchema));
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Writes a schema as settings pages of editors show it.
#[derive(Clone)]
struct PlainSchema;

impl Transform for PlainSchema {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        transform_subschemas(self, schema);
        // An editor breaks the lines itself.
        if let Some(description) = schema.get("description").and_then(Value::as_str) {
            schema.insert("description".into(), description.replace('\n', " ").into());
        }
        // The name of the Rust type.
        schema.remove("format");
        schema.remove("title");
        // What stands in a section has its own default.
        if schema.get("properties").is_some() {
            schema.remove("default");
        }
        // Values that each have a description.
        if let Some(Value::Array(values)) = schema.remove("oneOf") {
            let list = |key: &str| values.iter().map(|value| value[key].clone()).collect::<Value>();
            schema.insert("type".into(), json!("string"));
            schema.insert("enum".into(), list("const"));
            schema.insert("enumDescriptions".into(), list("description"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Check;
    use ishi_check::check::Code;

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
        let Config { check, diagnostics, files, format, hover, hints, lens } = Config::from_json(&defaults).unwrap();
        assert_eq!(check.show, Check::default().show);
        let severities = check.severities;
        let check = Check::default();
        assert_eq!(Config { check, diagnostics, files, format, hover, hints, lens }, Config::default());
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

    /// Values of a setting other than its default.
    fn other_values(rule: &Value) -> Vec<Value> {
        let values = match (rule["enum"].as_array(), rule["type"].as_str()) {
            (Some(names), _) => names.clone(),
            (None, Some("boolean")) => vec![json!(true), json!(false)],
            (None, Some("array")) => vec![json!(["missing-move"])],
            (None, Some("object")) => vec![json!({"*.ishi": ["missing-move"]})],
            (None, _) => vec![rule["maximum"].clone()],
        };
        values.into_iter().filter(|value| *value != rule["default"]).collect()
    }

    #[test]
    fn every_key_is_read_and_written_in_both_formats() {
        for (section, rules) in schema()["properties"].as_object().unwrap() {
            for (key, rule) in rules["properties"].as_object().unwrap() {
                let values = other_values(rule);
                assert!(!values.is_empty(), "{section}.{key}");
                for value in values {
                    let json = json!({ section: { key: value } });
                    let config = Config::from_json(&json).unwrap();
                    assert_ne!(config, Config::default(), "{json}");
                    assert_eq!(Config::from_toml(&toml::to_string(&json).unwrap()), Ok(config.clone()), "{json}");
                    let written = config.to_toml();
                    assert_eq!(Config::from_toml(&written).map(|read| read.to_toml()), Ok(written), "{json}");
                }
            }
        }
    }

    #[test]
    fn no_key_is_missing() {
        // serde names the keys that it knows when it meets one that it does not.
        for section in schema()["properties"].as_object().unwrap().keys() {
            let error = Config::from_json(&json!({ section: { "?": "off" } })).unwrap_err().to_string();
            let keys: Vec<&str> = match error.split_once("expected ") {
                Some((_, list)) => list.split('`').skip(1).step_by(2).collect(),
                None => Code::ALL
                    .iter()
                    .map(|code| code.name())
                    .chain(["show", "select", "ignore", "per-file-ignores"])
                    .collect(),
            };
            let schema = schema();
            let described = schema["properties"][section]["properties"].as_object().unwrap();
            assert!(!keys.is_empty());
            assert_eq!(keys.len(), described.len(), "{section}: {error}");
            assert!(keys.iter().all(|key| described.contains_key(*key)), "{section}: {error}");
        }
    }
}
