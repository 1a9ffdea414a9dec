//! The schema of `ishi.toml` has each key that is read, with its default.

use ishi_check::check::Code;
use ishi_config::{Check, Config, schema};
use serde_json::{Value, json};

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
