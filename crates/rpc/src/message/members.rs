//! The members of input that is not a message, as far as they can be read: by them it is answered, and they show which
//! document it may have edited.
//!
//! The members are read one by one, and those that do not matter are skipped without being decoded. So one of them may
//! be anything that has the syntax of JSON, such as a string with half of a surrogate pair or with bytes that are not
//! UTF-8.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

/// The start of the methods of notifications that change which text the client has of a document.
const EDITS: &str = "textDocument/did";

/// The members of a message, read as far as its syntax is that of JSON.
#[derive(Debug, Default)]
pub(super) struct Members {
    id: Option<Value>,
    method: Method,
    has_result: bool,
    /// The document that the params name.
    document: Option<String>,
    /// Whether the whole input has been read.
    is_whole: bool,
}

/// The documents that may be out of sync, because input that is not a message may have been an edit.
#[derive(Debug, PartialEq, Eq)]
pub enum Lost {
    /// No document.
    Nothing,
    /// The document with this URI.
    Document(String),
    /// Any open document.
    Any,
}

/// The method of a message.
#[derive(Debug, Default)]
enum Method {
    #[default]
    Missing,
    Named(String),
    /// It is not a string, or it is given twice.
    Unclear,
}

/// The params of a message about a document.
#[derive(Deserialize)]
struct Params {
    #[serde(rename = "textDocument")]
    document: NamedDocument,
}

#[derive(Deserialize)]
struct NamedDocument {
    uri: String,
}

impl Members {
    pub(super) fn read(body: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct Addressed {
            params: Params,
        }
        let mut members = Self::default();
        let mut json = serde_json::Deserializer::from_slice(body);
        members.is_whole = json.deserialize_map(&mut members).is_ok() && json.end().is_ok();
        if members.is_whole {
            // An error in the params ends the reading, so they are read separately.
            members.document = serde_json::from_slice(body).ok().map(|Addressed { params }| params.document.uri);
        }
        members
    }

    /// Whether all members have been read.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns the id, if it is one of LSP: an integer or a string.
    pub(super) fn id(&self) -> Option<Value> {
        self.id.clone().filter(|id| id.is_i64() || id.is_string())
    }

    /// Whether these are the members of an answer, which is not answered.
    pub(super) fn is_answer(&self) -> bool {
        self.has_result && matches!(self.method, Method::Missing)
    }

    /// Returns the documents that the message may have edited.
    pub(super) fn lost(self) -> Lost {
        match self.method {
            _ if !self.is_whole => Lost::Any,
            Method::Missing => Lost::Nothing,
            Method::Named(method) if !method.starts_with(EDITS) => Lost::Nothing,
            Method::Named(_) | Method::Unclear => self.document.map_or(Lost::Any, Lost::Document),
        }
    }
}

impl<'de> Visitor<'de> for &mut Members {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "id" => self.id = Some(map.next_value()?),
                "method" => {
                    self.method = match (&self.method, map.next_value()?) {
                        (Method::Missing, Value::String(method)) => Method::Named(method),
                        _ => Method::Unclear,
                    };
                }
                "result" | "error" => {
                    self.has_result = true;
                    map.next_value::<IgnoredAny>()?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}
