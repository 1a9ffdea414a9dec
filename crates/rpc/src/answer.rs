//! Results of requests, written once.
//!
//! A [`serde_json::Value`] takes many times the memory of its text. So the handler of a request writes the bytes of its
//! result itself, item by item, and the client gets these bytes as they are.

use serde::Serialize;

use crate::message::{Id, Response, Result, failed};
use crate::spelling::Spelling;
use ishi_work::cancel::checkpoint;

/// The maximum length of a list in bytes; further items are left out. No editor shows a list of that length.
const MAX_LIST: usize = 16 << 20;

/// The beginning of a response of JSON-RPC, up to its result.
const HEAD: &[u8] = br#"{"jsonrpc":"2.0","result":"#;

/// The bytes of a response without its id. They are allocated once and sent as they are.
#[derive(Debug)]
pub struct Answer(Vec<u8>);

impl Answer {
    /// Writes a list of items, and leaves out items beyond 16 MiB.
    pub fn list<T: Serialize>(items: impl IntoIterator<Item = T>) -> Self {
        let (answer, is_cut) = Self::list_until_full(items);
        if is_cut {
            tracing::warn!("a list is cut after {MAX_LIST} bytes, which is as long as an answer may get");
        }
        answer
    }

    /// Writes a list of items that must be complete.
    ///
    /// # Errors
    /// Items that are longer than 16 MiB.
    pub fn whole_list<T: Serialize>(items: impl IntoIterator<Item = T>) -> Result<Self> {
        let (answer, is_cut) = Self::list_until_full(items);
        if is_cut {
            return Err(failed(format!("the answer would have more than {MAX_LIST} bytes")));
        }
        Ok(answer)
    }

    /// Writes items up to [`MAX_LIST`] bytes, and returns whether any are left out.
    fn list_until_full<T: Serialize>(items: impl IntoIterator<Item = T>) -> (Self, bool) {
        let mut bytes = HEAD.to_vec();
        let mut is_cut = false;
        bytes.push(b'[');
        for item in items {
            checkpoint();
            let end = bytes.len();
            if !write(&mut bytes, &item) || bytes.len() > MAX_LIST {
                bytes.truncate(end);
                is_cut = true;
                break;
            }
            bytes.push(b',');
        }
        if bytes.ends_with(b",") {
            bytes.pop();
        }
        bytes.push(b']');
        (Self(bytes), is_cut)
    }

    /// Writes any value.
    pub fn of(value: &impl Serialize) -> Self {
        let mut bytes = HEAD.to_vec();
        if !write(&mut bytes, value) {
            bytes.truncate(HEAD.len());
            bytes.extend(b"null");
        }
        Self(bytes)
    }

    /// Writes null.
    pub fn null() -> Self {
        Self::of(&())
    }

    /// Returns the answer with the URI of its document as the client writes it.
    pub fn with_spelling_of(self, uri: &str) -> Self {
        let Some(spelling) = Spelling::of(uri) else { return self };
        let Ok(mut value) = serde_json::from_slice(&self.0[HEAD.len()..]) else { return self };
        spelling.restore(&mut value);
        Self::of(&value)
    }

    /// Returns the bytes of the response to the request with this id.
    fn into_response(self, id: &Id) -> Vec<u8> {
        let mut bytes = self.0;
        bytes.extend(b",\"id\":");
        write(&mut bytes, id);
        bytes.push(b'}');
        bytes
    }
}

/// Returns the bytes of the response to the request with this id.
pub fn response(id: &Id, answer: Result<Answer>) -> Vec<u8> {
    match answer {
        Ok(answer) => answer.into_response(id),
        Err(error) => serde_json::to_vec(&Response::from_error(id.clone(), error)).unwrap_or_default(),
    }
}

/// Writes a value after what is there. Returns false if that is not possible, which would be a mistake in `ishi`.
fn write(bytes: &mut Vec<u8>, value: &impl Serialize) -> bool {
    let written = serde_json::to_writer(bytes, value);
    if let Err(error) = &written {
        tracing::error!("an answer can't be written: {error}");
    }
    written.is_ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn response(answer: Answer) -> Value {
        serde_json::from_slice(&answer.into_response(&Id::Number(7))).unwrap()
    }

    #[test]
    fn answers_are_responses_of_json_rpc() {
        let result = |result: Value| json!({"jsonrpc": "2.0", "result": result, "id": 7});
        assert_eq!(response(Answer::list([0; 0])), result(json!([])));
        assert_eq!(response(Answer::list([1, 2])), result(json!([1, 2])));
        assert_eq!(response(Answer::of(&None::<u8>)), result(json!(null)));
        assert_eq!(response(Answer::of(&json!({"a": "é"}))), result(json!({"a": "é"})));
        assert_eq!(response(Answer::whole_list([1, 2].iter()).unwrap()), result(json!([1, 2])));
    }

    #[test]
    fn a_list_ends_where_there_is_no_more_room() {
        let item = "x".repeat(1 << 20);
        let answer = Answer::list(std::iter::repeat(&item));
        assert!(answer.0.len() <= MAX_LIST + 1);
        assert_eq!(response(answer)["result"].as_array().map(Vec::len), Some(15));
        assert!(Answer::whole_list(std::iter::repeat_n(&item, 20)).is_err());
        assert!(Answer::whole_list(std::iter::repeat_n(&item, 16)).is_err());
        assert!(Answer::whole_list(std::iter::repeat_n(&item, 15)).is_ok());
    }
}
