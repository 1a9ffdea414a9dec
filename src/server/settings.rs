//! Where settings come from: the editor, and `ishi.toml` beside a record.
//!
//! A record below an `ishi.toml` is read by that file alone: it belongs to the project and says the same to everybody who
//! works on it, on the command line too. The editor's settings are for all other records.

use serde_json::{Map, Value};
use tower_lsp::lsp_types::Url;

use crate::config::{self, Config};

/// The sections of the settings, for clients that send them bare.
const SECTIONS: [&str; 3] = ["check", "format", "hover"];

/// What editors keep beside them under `ishi` for themselves.
const EDITOR_KEYS: [&str; 3] = ["path", "server", "trace"];

/// The settings in what a client sent as `initializationOptions` or with `workspace/didChangeConfiguration`: under the key
/// `ishi`, or bare. None where it says nothing of us, as when a client sends null and expects to be asked.
pub(super) fn from_client(sent: &Value) -> Option<Result<Config, String>> {
    let keys: Map<_, _> = match sent.get("ishi") {
        Some(Value::Object(ours)) => {
            ours.clone().into_iter().filter(|(key, _)| !EDITOR_KEYS.contains(&&**key)).collect()
        }
        Some(other) => return Some(Config::from_json(other)),
        None => {
            let bare = sent.as_object()?.clone();
            let ours: Map<_, _> = bare.into_iter().filter(|(key, _)| SECTIONS.contains(&&**key)).collect();
            if ours.is_empty() {
                return None;
            }
            ours
        }
    };
    Some(Config::from_json(&Value::Object(keys)))
}

/// The settings of the `ishi.toml` for a document, if it is a file and there is one.
pub(super) fn from_file(uri: &str) -> Option<Result<Config, String>> {
    let uri = Url::parse(uri).ok().filter(|uri| uri.scheme() == "file")?;
    let path = uri.to_file_path().ok()?;
    match config::nearest(&path) {
        Ok(found) => found.map(|(_, config)| Ok(config)),
        Err(error) => Some(Err(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_may_be_bare_or_under_our_name() {
        let settings = json!({"check": {"missing-move": "off"}});
        let bare = from_client(&settings).unwrap().unwrap();
        assert_ne!(bare, Config::default());
        assert_eq!(from_client(&json!({"ishi": settings, "other": 1})), Some(Ok(bare)));
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        for other in [json!(null), json!({}), json!({"editor": {"tabSize": 2}}), json!([1])] {
            assert_eq!(from_client(&other), None, "{other}");
        }
        for default in [json!({"ishi": {}}), json!({"ishi": null}), json!({"ishi": {"trace": {"server": "off"}}})] {
            assert_eq!(from_client(&default), Some(Ok(Config::default())), "{default}");
        }
    }

    #[test]
    fn a_mistake_is_told() {
        assert!(from_client(&json!({"ishi": {"chekc": {}}})).unwrap().is_err());
        assert!(from_client(&json!({"check": {"missing-move": "loud"}})).unwrap().is_err());
    }
}
