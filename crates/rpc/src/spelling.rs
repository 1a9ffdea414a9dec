//! URIs in the spelling of the client.
//!
//! `lsp_types` has [`Url`] for URIs, which writes some of them in another way: `file:////server/share` with one slash
//! less, a blank as `%20`. For a client that is another document.

use serde_json::Value;
use tower_lsp::lsp_types::Url;

/// The spelling of the URI of a document, if [`Url`] has another one.
#[derive(Debug)]
pub struct Spelling {
    client: String,
    url: String,
}

impl Spelling {
    /// Returns the spelling of a URI of the client; `None` if [`Url`] keeps it.
    pub fn of(uri: &str) -> Option<Self> {
        let url = Url::parse(uri).ok().filter(|url| url.as_str() != uri)?;
        Some(Self { client: uri.to_owned(), url: url.into() })
    }

    /// Gives the URI of the document back its spelling, wherever a value of LSP names it.
    pub fn restore(&self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.restore(item)),
            Value::Object(members) => {
                for (name, member) in members.iter_mut() {
                    match member {
                        Value::String(uri) if matches!(&**name, "uri" | "targetUri") && *uri == self.url => {
                            uri.clone_from(&self.client);
                        }
                        // In `changes` of a `WorkspaceEdit` the URI is a key.
                        Value::Object(changes) if name == "changes" => {
                            if let Some(edits) = changes.remove(&self.url) {
                                changes.insert(self.client.clone(), edits);
                            }
                        }
                        _ => self.restore(member),
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_names_the_document_is_changed() {
        assert!(Spelling::of("file:///a.ishi").is_none());
        assert!(Spelling::of("no URI").is_none());
        for uri in ["file:////server/share/a.ishi", "file:///a b.ishi", "file:///ä.ishi", "FILE:///a.ishi"] {
            let url = Url::parse(uri).unwrap();
            let answer = |uri: &str| {
                json!([
                    {"uri": uri, "newText": url},
                    {"targetUri": uri, "text": {"document": {"uri": uri}}, "x": "file:///b"},
                    {"changes": {uri: [{"newText": url}]}, "uri": "file:///b"},
                ])
            };
            let mut restored = answer(url.as_str());
            Spelling::of(uri).unwrap().restore(&mut restored);
            assert_eq!(restored, answer(uri));
        }
    }
}
