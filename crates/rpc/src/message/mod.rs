//! JSON-RPC 2.0: messages, ids and errors, and the fault of bytes that are not a message.

mod members;

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::Deserializer;
use serde_json::{Map, Value, json};
use tower_lsp::jsonrpc::ErrorCode;

use self::members::Members;

pub use self::members::Lost;
pub(crate) use tower_lsp::jsonrpc::Response;
pub use tower_lsp::jsonrpc::{Error, Id, Request, Result};

fn error(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Error {
    Error { code, message: message.into(), data: None }
}

/// `RequestFailed` of LSP: a valid request that can't be answered, with a reason for the user.
pub fn failed(message: impl Into<Cow<'static, str>>) -> Error {
    error(ErrorCode::ServerError(-32803), message)
}

/// `ContentModified` of LSP: a request about an earlier version of the document.
pub fn content_modified() -> Error {
    error(ErrorCode::ContentModified, "the document has changed since this was offered")
}

/// `ServerNotInitialized` of LSP: a request that came before `initialize`.
pub fn not_initialized() -> Error {
    error(ErrorCode::ServerError(-32002), "Server not initialized")
}

/// `MethodNotFound` of JSON-RPC: a request with a method that the server does not have.
pub fn unknown_method(method: &str) -> Error {
    Error { data: Some(json!(method)), ..Error::method_not_found() }
}

/// `InternalError` of JSON-RPC: a bug in `ishi`.
pub fn internal(message: impl Into<Cow<'static, str>>) -> Error {
    error(ErrorCode::InternalError, message)
}

/// A message of the client.
#[derive(Debug)]
pub enum Message {
    /// A request or notification.
    Request(Request),
    /// An answer to a request of the server.
    Answer(Id, Result<Value>),
}

/// Input that is not a message, and the answer to it.
#[derive(Debug)]
pub struct Malformed {
    /// The reason why it is refused.
    pub error: Error,
    /// The id to answer; `None` if no answer is expected.
    pub to: Option<Value>,
    /// The documents that it may have edited.
    pub lost: Lost,
}

impl Malformed {
    /// Returns a fault of a message that was not read, so that its id is not known.
    #[cfg(feature = "frames")]
    pub fn unaddressed(message: String) -> Self {
        Self { error: error(ErrorCode::InvalidRequest, message), to: Some(Value::Null), lost: Lost::Any }
    }

    /// Returns the fault of bytes between messages, which are not answered.
    #[cfg(feature = "frames")]
    pub fn between_messages() -> Self {
        Self { to: None, ..Self::unaddressed("skipped bytes that do not belong to a message".to_owned()) }
    }
}

/// The members of a message of JSON-RPC. They are read in place, because one of them may be a whole file.
#[derive(Deserialize)]
struct Envelope {
    jsonrpc: String,
    #[serde(default, deserialize_with = "present")]
    id: Option<Id>,
    method: Option<String>,
    params: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Value>,
    error: Option<Error>,
    /// Other members, which must be JSON too.
    #[serde(flatten)]
    _others: Map<String, Value>,
}

/// Reads a member so that null differs from a member that is missing.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// Bytes that are not JSON, or not JSON-RPC 2.0.
    #[expect(clippy::result_large_err, reason = "a malformed message is rare, and is handled at once")]
    pub fn parse(body: &[u8]) -> std::result::Result<Self, Malformed> {
        let Ok(Envelope { jsonrpc, id, method, params, result, error, .. }) = serde_json::from_slice(body) else {
            return Err(malformed(body));
        };
        if jsonrpc != "2.0" {
            return Err(malformed(body));
        }
        match (id, method, result, error) {
            (Some(id), _, Some(result), None) => Ok(Self::Answer(id, Ok(result))),
            (Some(id), _, None, Some(error)) => Ok(Self::Answer(id, Err(error))),
            (id, Some(method), ..) if !method.is_empty() => {
                let mut request = Request::build(method);
                if let Some(params) = params {
                    request = request.params(params);
                }
                if let Some(id) = id {
                    request = request.id(id);
                }
                Ok(Self::Request(request.finish()))
            }
            _ => Err(malformed(body)),
        }
    }
}

/// Returns the fault of bytes that are not a message. It is answered by the id, if that can be read.
fn malformed(body: &[u8]) -> Malformed {
    let members = Members::read(body);
    let is_answer = members.is_answer();
    let invalid = |message: &str| error(ErrorCode::InvalidRequest, message.to_owned());
    let error = match serde_json::from_slice(body) {
        Err(why) if members.is_whole() => {
            error(ErrorCode::ParseError, format!("invalid JSON: a string is not Unicode: {why}"))
        }
        Err(why) => error(ErrorCode::ParseError, format!("invalid JSON: {why}")),
        Ok(Value::Object(_)) if is_answer => invalid("not a valid answer of JSON-RPC 2.0"),
        Ok(Value::Object(_)) => invalid("not a valid request of JSON-RPC 2.0"),
        Ok(Value::Array(_)) => invalid("LSP has no batches"),
        Ok(_) => invalid("a message is an object"),
    };
    let to = if is_answer { None } else { Some(members.id().unwrap_or_default()) };
    Malformed { error, to, lost: members.lost() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_refused_and_whom_to_tell() {
        let answered = |body: &str| {
            let malformed = Message::parse(body.as_bytes()).unwrap_err();
            (malformed.error.code.code(), malformed.to.map(|id| id.to_string()))
        };
        let null = Some("null".to_owned());
        assert_eq!(answered("{"), (-32700, null.clone()));
        assert_eq!(answered(""), (-32700, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","params":"\ud800"}"#), (-32700, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","other":"\ud800"}"#), (-32700, null.clone()));
        assert_eq!(answered(r#"[{"jsonrpc":"2.0","method":"x","id":1}]"#), (-32600, null.clone()));
        assert_eq!(answered("1"), (-32600, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"1.0","method":"x","id":1}"#), (-32600, Some("1".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":7,"id":"a"}"#), (-32600, Some("\"a\"".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7}"#), (-32600, Some("7".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","id":1.5}"#), (-32600, null.clone()));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","method":"x","method":"y"}"#), (-32600, null));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7,"error":3}"#), (-32600, None));
        assert_eq!(
            answered(r#"{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"\ud800"}}"#),
            (-32700, Some("7".into()))
        );
        assert_eq!(
            answered(r#"{"jsonrpc":"2.0","params":["\udc00"],"method":"x","id":7}"#),
            (-32700, Some("7".into()))
        );
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7,"method":"x","params":{"#), (-32700, Some("7".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7,"method":"x"}}"#), (-32700, Some("7".into())));
        assert_eq!(answered(r#"{"jsonrpc":"2.0","id":7,"result":"\ud800"}"#), (-32700, None));
        assert!(matches!(Message::parse(br#"{"jsonrpc":"2.0","id":7,"result":null}"#), Ok(Message::Answer(..))));
        let call = br#"{"params":{"a":null},"id":null,"method":"x","jsonrpc":"2.0","more":[1]}"#;
        let Ok(Message::Request(call)) = Message::parse(call) else { panic!("a request") };
        assert_eq!((call.id(), call.params()), (Some(&Id::Null), Some(&json!({"a": null}))));
    }

    #[test]
    fn only_the_document_that_an_edit_names_may_be_lost() {
        let lost = |body: &[u8]| Message::parse(body).unwrap_err().lost;
        for body in [
            "{",
            "",
            "[]",
            "1",
            r#"{"jsonrpc":"2.0","method":7}"#,
            r#"{"method":"x","method":"y"}"#,
            r#"{"method":"x"}}"#,
        ] {
            assert_eq!(lost(body.as_bytes()), Lost::Any, "{body}");
        }
        for body in ["{}", r#"{"jsonrpc":"2.0","id":7}"#, r#"{"jsonrpc":"2.0","id":7,"error":3}"#, r#"{"method":"x"}"#]
        {
            assert_eq!(lost(body.as_bytes()), Lost::Nothing, "{body}");
        }
        let open = |uri: &str, text: &[u8]| {
            let document = [br#"{"textDocument":{"text":""#, text, br#"","uri":""#, uri.as_bytes(), br#""}}"#].concat();
            let method = br#"{"method":"textDocument\/didOpen","jsonrpc":"2.0","params":"#;
            lost(&[&method[..], &document, b"}"].concat())
        };
        for text in [&br"\ud800"[..], br"\udc00\ud800", b"\xff"] {
            assert_eq!(open("file:///a", text), Lost::Document("file:///a".to_owned()), "{text:?}");
        }
        assert_eq!(open(r"file:///\ud800", b"x"), Lost::Any);
        assert_eq!(open("file:///a\",\"uri\":\"file:///b", br"\ud800"), Lost::Any);
        assert_eq!(open("file:///a", b"\\ud800\",\"text\":\""), Lost::Document("file:///a".to_owned()));
    }
}
