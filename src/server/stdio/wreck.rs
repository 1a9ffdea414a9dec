//! What can't be read of the input, and which documents an edit in it may have changed.
//!
//! Such bytes are messages that JSON or JSON-RPC does not allow, messages that were cut at a wrong place because a
//! length was wrong, and what lies between them. They are kept as they follow each other, so that a message in several
//! pieces is whole again, and are read as leniently as possible. What may have been an edit and does not say of which
//! document, may have been one of any.

use std::collections::BTreeSet;
use std::fmt;

use memchr::{memchr, memmem};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// How much is kept of what stands in no frame, in bytes.
const MAX_KEPT: usize = 1 << 20;

/// How long a message may be of which only the beginning has come, in bytes, to wait for the rest of it.
const MAX_UNFINISHED: usize = 1 << 16;

/// What stands in place of a byte that is not UTF-8.
const NOT_UTF8: char = '\x7f';

/// Bytes of the input that could not be read, without a gap.
#[derive(Debug, Default)]
pub(super) struct Wreck {
    bytes: Vec<u8>,
    /// There were more.
    is_cut: bool,
}

/// The documents that unreadable edits may have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Losses {
    /// Any of them.
    pub(super) any: bool,
    /// These.
    pub(super) uris: BTreeSet<String>,
}

impl Wreck {
    /// Adds bytes that stand in no frame.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let room = MAX_KEPT.saturating_sub(self.bytes.len()).min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..room]);
        self.is_cut |= room < bytes.len();
    }

    /// Adds the content of a frame.
    pub(super) fn add_body(&mut self, mut body: Vec<u8>) {
        if self.bytes.is_empty() {
            self.bytes = body;
        } else {
            self.bytes.append(&mut body);
        }
    }

    /// Whether there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && !self.is_cut
    }

    /// Forgets all: what follows has been read.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns what may be lost in it. Of a message that breaks off, what has come is kept until the rest follows.
    pub(super) fn take_losses(&mut self) -> Losses {
        let mut losses = Losses::default();
        let is_cut = std::mem::take(&mut self.is_cut);
        let text = with_replacements(std::mem::take(&mut self.bytes));
        let mut rest = text.as_str();
        while let Some(start) = memchr(b'{', rest.as_bytes()) {
            rest = &rest[start..];
            let mut found = MessageHead::default();
            let way = Within { depth: 0, found: &mut found }.deserialize(&mut serde_json::Deserializer::from_str(rest));
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
            match values.next() {
                Some(Ok(IgnoredAny)) => {
                    let (message, following) = rest.split_at(values.byte_offset());
                    // What is JSON may still hold a number that is none of Rust's.
                    if way.is_ok() {
                        losses.add(&found);
                    } else {
                        losses.add_broken(&found, message);
                    }
                    rest = following;
                }
                Some(Err(error)) if error.is_eof() => {
                    if is_cut || rest.len() > MAX_UNFINISHED {
                        losses.add_beginning(&found);
                    } else {
                        losses.add_broken(&found, rest);
                        rest.as_bytes().clone_into(&mut self.bytes);
                    }
                    return losses;
                }
                _ => {
                    losses.add_broken(&found, rest);
                    break;
                }
            }
        }
        losses.any |= is_cut;
        losses
    }
}

impl Losses {
    /// Adds what is known of a whole message.
    fn add(&mut self, found: &MessageHead) {
        if found.may_edit() {
            match found.uri() {
                Some(uri) => drop(self.uris.insert(uri.to_owned())),
                None => self.any = true,
            }
        }
    }

    /// Adds what is known of a message from its beginning alone.
    fn add_beginning(&mut self, found: &MessageHead) {
        self.any |= found.method.is_none();
        self.add(found);
    }

    /// Adds what is known of a message in which something is wrong, and of what follows it in `text`.
    fn add_broken(&mut self, found: &MessageHead, text: &str) {
        let count = |words: &str| memmem::find_iter(text.as_bytes(), words).count();
        self.add(found);
        self.any |= match found.method {
            // Every message that has to do with a document holds this, in the name of its method at least.
            None => count("textDocument") > 0,
            Some(_) => count("didOpen") + count("didChange") > usize::from(found.may_edit()),
        };
    }
}

/// What matters of a message.
#[derive(Debug, Default)]
struct MessageHead {
    method: Option<Value>,
    uri: Option<Value>,
}

impl MessageHead {
    /// Whether it may have changed the text of a document.
    fn may_edit(&self) -> bool {
        let method = self.method.as_ref().and_then(Value::as_str).unwrap_or_default();
        ["textDocument/didOpen", "textDocument/didChange"].into_iter().any(|edit| may_be(method, edit))
    }

    /// The document, if that is certain.
    fn uri(&self) -> Option<&str> {
        self.uri.as_ref().and_then(Value::as_str).filter(|uri| !has_replacements(uri))
    }
}

const REPLACED: [char; 2] = [NOT_UTF8, char::REPLACEMENT_CHARACTER];

fn has_replacements(text: &str) -> bool {
    text.contains(REPLACED)
}

/// Whether a text is `other`, where that can be seen.
fn may_be(text: &str, other: &str) -> bool {
    let may_be = |(one, other): (char, char)| one == other || REPLACED.contains(&one);
    text.chars().count() == other.chars().count() && text.chars().zip(other.chars()).all(may_be)
}

/// The bytes as text of the same length, with each half of a surrogate pair and each byte that is not UTF-8 replaced.
fn with_replacements(mut bytes: Vec<u8>) -> String {
    let mut at = 0;
    while let Some(found) = memchr(b'\\', &bytes[at..]) {
        at += found;
        let half = |at: usize| -> Option<u32> {
            let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
            u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
        };
        at += match (half(at), half(at + 6)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 12,
            (Some(0xd800..0xe000), _) => {
                bytes[at + 2..at + 6].copy_from_slice(b"fffd");
                6
            }
            _ => 2,
        };
        at = at.min(bytes.len());
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| NOT_UTF8));
    }
    text
}

/// Looks for the method and the URI in a message, or in what stands at that depth on the way to the URI.
struct Within<'f> {
    depth: usize,
    found: &'f mut MessageHead,
}

/// The way to the URI.
const PATH: [&str; 3] = ["params", "textDocument", "uri"];

impl<'de> DeserializeSeed<'de> for Within<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Within<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if self.depth == 0 && key == "method" {
                self.found.method = Some(map.next_value()?);
            } else if key != PATH[self.depth] {
                map.next_value::<IgnoredAny>()?;
            } else if self.depth + 1 == PATH.len() {
                self.found.uri = Some(map.next_value()?);
            } else {
                map.next_value_seed(Within { depth: self.depth + 1, found: self.found })?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDIT: &str = concat!(
        r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":"#,
        r#"{"textDocument":{"uri":"file:///a"},"contentChanges":[{"text":"x"}]}}"#
    );
    const HOVER: &str = r#"{"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///b"}}}"#;

    /// What is lost in pieces that come one after the other, in words.
    fn lost(pieces: &[&[u8]]) -> String {
        let mut wreck = Wreck::default();
        let mut all = Losses::default();
        for piece in pieces {
            wreck.add(piece);
            let Losses { any, uris } = wreck.take_losses();
            all.any |= any;
            all.uris.extend(uris);
        }
        let uris = all.uris.into_iter().collect::<Vec<_>>().join(" ");
        if all.any { format!("any {uris}") } else { uris }
    }

    #[test]
    fn an_edit_is_found_wherever_it_stands_and_however_it_is_spelt() {
        let spellings = [
            EDIT.to_owned(),
            EDIT.replace("textDocument/", r"textDocument\/"),
            EDIT.replace("file:///a", r"file:\/\/\/a").replace(r#""x""#, r#""\ud800""#),
            EDIT.replace("didChange", r"\u0064idChange"),
            EDIT.replace("didChange", "didOpen"),
            format!("[{EDIT}]"),
            format!("garbage {HOVER}Content-Length: 7\r\n\r\n{EDIT}C"),
            format!("{EDIT}{{"),
            EDIT.replace("didChange", r"did\ud800hange"),
        ];
        for edit in &spellings {
            assert_eq!(lost(&[edit.as_bytes()]), "file:///a", "{edit}");
            // However it is cut in two, it is whole again or may have been any.
            for at in 1..edit.len() {
                let (one, other) = edit.as_bytes().split_at(at);
                let found = lost(&[one, other]);
                assert!(found.ends_with("file:///a") || found.starts_with("any"), "{found} at {at} of {edit}");
            }
        }
        let accents = EDIT.replace("file:///a", r"file:\/\/\/\u00e9\ud83d\ude00").replace(r#""x""#, r#""\udc00""#);
        assert_eq!(lost(&[accents.as_bytes()]), "file:///\u{e9}\u{1f600}");
    }

    #[test]
    fn what_can_not_be_told_may_be_any() {
        for edit in [
            EDIT.replace("file:///a", r"file:///\ud800"),
            EDIT.replace(r#""file:///a""#, "7"),
            EDIT.replace("textDocument\":{", "other\":{"),
            EDIT[..70].to_owned(),
            EDIT.replace(r#""method":"textDocument/didChange","#, "").replace("}}", ""),
            format!("{}{EDIT}", HOVER.replace("1,", "1 1,")),
        ] {
            assert!(lost(&[edit.as_bytes()]).starts_with("any"), "{edit}");
        }
        let latin1: Vec<u8> = EDIT.bytes().map(|byte| if byte == b'a' { 0xe4 } else { byte }).collect();
        assert!(lost(&[&latin1]).starts_with("any"));
    }

    #[test]
    fn what_is_no_edit_loses_nothing() {
        for harmless in
            [HOVER, "garbage", "{", "{{", "[[[", "7", r#"{"jsonrpc": "2.0", "#, r#"{"id":{},"method":7}"#, "\"{\""]
        {
            assert_eq!(lost(&[harmless.as_bytes()]), "", "{harmless}");
        }
        assert_eq!(lost(&[b"{\"method\":\"x\xff\"}", &[0xff; 9]]), "");
        assert_eq!(lost(&[HOVER.replace("hover", "didSave").as_bytes()]), "");
    }

    #[test]
    fn of_very_much_only_the_beginning_counts() {
        let huge = |start: &str| lost(&[start.as_bytes(), &vec![b'x'; MAX_KEPT + 1]]);
        assert_eq!(huge(&EDIT[..EDIT.len() - 5]), "file:///a");
        assert_eq!(huge(&HOVER[..50]), "");
        assert_eq!(huge(r#"{"id":1,"result":""#), "any ");
        assert_eq!(huge("x"), "any ");
        // Whatever it is, it takes no time that grows with its square.
        for piece in ["{", "{\"a\":", "{\"", "{\"a\":[\"", "\\ud800", "[{", "{}"] {
            lost(&[piece.repeat(MAX_KEPT / piece.len()).as_bytes(), b"}x", b"{"]);
        }
    }
}
