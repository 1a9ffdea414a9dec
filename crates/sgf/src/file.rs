//! Decoding and encoding of SGF files.

use std::borrow::Cow;

use super::charset::Charset;
use super::label::name_utf8;
use super::tree::parse;
use ishi_text::{
    Choice, Damage, Decoded, Edit, Encoding, apply, compose, decode_any, detect, is_nearly_utf8, likelier,
};

/// What the bytes of a file say of its charset, beyond its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CharsetFacts {
    /// The reason to doubt the charset that CA names.
    pub doubt: Option<CharsetDoubt>,
    /// Whether U+FFFD stands for bytes that are not valid in the charset. The file keeps these bytes.
    pub has_damage: bool,
}

/// A reason to doubt the charset that CA names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharsetDoubt {
    /// The file is not valid in the charset that CA names, and was read in another one.
    Misnamed {
        /// The charset in which the file was read.
        actual: Charset,
        /// Whether no other charset is nearly as likely.
        is_certain: bool,
    },
    /// CA does not name a charset, and the file was read in the most likely one.
    Unnamed(Charset),
    /// The file is valid in the charset that CA names, and was read in it, but another one is far more likely.
    Unlikely {
        /// The charset that is more likely.
        likelier: Charset,
    },
}

/// The text of an SGF file, with the information that is needed to write it back.
#[derive(Clone, Debug)]
pub struct SgfFile<'b> {
    content: DecodedText<'b>,
    /// Whether CA names another charset than that of the file.
    pub is_mislabelled: bool,
    doubt: Option<CharsetDoubt>,
}

#[derive(Clone, Debug)]
enum DecodedText<'b> {
    Narrow(Decoded<'b>),
    Utf16 { text: String, big_endian: bool, bytes: &'b [u8] },
}

impl<'b> SgfFile<'b> {
    /// Decodes a file, in the charset that CA names if the bytes are valid in it, and otherwise in the most likely
    /// charset.
    ///
    /// Bytes that are UTF-8, but for a few at most, and not only ASCII are read as UTF-8 whatever CA says, because such
    /// bytes are hardly ever in another charset.
    pub fn read(bytes: &'b [u8]) -> Self {
        if let Some((text, big_endian)) = utf16(bytes) {
            let content = DecodedText::Utf16 { text, big_endian, bytes };
            return Self { content, is_mislabelled: false, doubt: None };
        }
        let label = label(bytes);
        let named = label.and_then(|label| encoding(std::str::from_utf8(label).ok()?.trim()));
        if bytes.is_ascii() {
            let content = DecodedText::Narrow(decode_any(bytes, named));
            return Self { content, is_mislabelled: false, doubt: None };
        }
        let mut decoded = match named.filter(|&named| named == Encoding::UTF_8 || !is_nearly_utf8(bytes)) {
            Some(named) => decode_any(bytes, Some(named)),
            None => detect(bytes, named),
        };
        if named.is_some() && decoded.choice == Choice::Fallback {
            decoded = detect(bytes, named);
        }
        let actual = Charset::Narrow(decoded.encoding);
        let doubt = match (label, named) {
            (Some(_), _) if named != Some(decoded.encoding) => {
                let is_certain = matches!(decoded.choice, Choice::Sure | Choice::Detected);
                Some(CharsetDoubt::Misnamed { actual, is_certain })
            }
            (Some(_), Some(named)) if named != Encoding::UTF_8 && decoded.damaged.is_empty() => {
                let likelier = likelier(bytes, named).map(Charset::Narrow);
                likelier.map(|likelier| CharsetDoubt::Unlikely { likelier })
            }
            (None, _) if decoded.encoding != Encoding::UTF_8 => Some(CharsetDoubt::Unnamed(actual)),
            _ => None,
        };
        let is_mislabelled = matches!(doubt, Some(CharsetDoubt::Misnamed { .. }));
        Self { content: DecodedText::Narrow(decoded), is_mislabelled, doubt }
    }

    /// The text, with the byte order mark if there is one.
    pub fn text(&self) -> &str {
        match &self.content {
            DecodedText::Narrow(decoded) => &decoded.text,
            DecodedText::Utf16 { text, .. } => text,
        }
    }

    /// The charset of the file.
    pub fn charset(&self) -> Charset {
        match &self.content {
            DecodedText::Narrow(decoded) => Charset::Narrow(decoded.encoding),
            DecodedText::Utf16 { big_endian, .. } => Charset::Utf16 { big_endian: *big_endian },
        }
    }

    /// What the bytes say of the charset, if that is more than the text does.
    pub fn charset_facts(&self) -> Option<CharsetFacts> {
        let facts = CharsetFacts { doubt: self.doubt, has_damage: self.has_damage() };
        (facts != CharsetFacts::default()).then_some(facts)
    }

    /// Whether U+FFFD stands for bytes that are not valid in the charset.
    pub fn has_damage(&self) -> bool {
        !self.damaged().is_empty()
    }

    /// The bytes that are not valid in the charset, in order.
    pub fn damaged(&self) -> &[Damage] {
        match &self.content {
            DecodedText::Narrow(decoded) => &decoded.damaged,
            DecodedText::Utf16 { .. } => &[],
        }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &'b [u8] {
        match &self.content {
            DecodedText::Narrow(decoded) => decoded.bytes(),
            DecodedText::Utf16 { bytes, .. } => bytes,
        }
    }

    /// Whether another charset may be the right one, so that characters may be wrong.
    pub fn is_guessed(&self) -> bool {
        matches!(&self.content, DecodedText::Narrow(decoded) if decoded.is_guessed())
    }

    /// Returns a function that cuts the bytes into parts, as [`Decoded::cutter`] does.
    pub fn cutter(&self) -> Box<dyn FnMut(usize) -> &'b [u8] + '_> {
        match &self.content {
            DecodedText::Narrow(decoded) => Box::new(decoded.cutter()),
            DecodedText::Utf16 { text, bytes, .. } => {
                let (mut start, mut rest) = (0, *bytes);
                Box::new(move |end| {
                    let units = text[start..end].encode_utf16().count();
                    let (part, after) = rest.split_at(2 * units);
                    (start, rest) = (end, after);
                    part
                })
            }
        }
    }

    /// The bytes to write for the text after `edits`, which are in order and do not overlap. All other characters keep
    /// their bytes. If the edits add the first characters outside of ASCII, the games name UTF-8 in CA.
    ///
    /// # Errors
    /// A character that the charset does not have.
    pub fn encode(&self, edits: &[Edit]) -> Result<Vec<u8>, char> {
        match &self.content {
            DecodedText::Narrow(decoded) => decoded.encode(&self.naming_utf8(edits)),
            DecodedText::Utf16 { text, .. } => {
                let text: Cow<'_, str> = if edits.is_empty() { text.into() } else { apply(text, edits).into() };
                self.charset().encode(&text)
            }
        }
    }

    /// The edits, and those that name UTF-8 if a text without the name of its charset would be UTF-8 by these edits.
    fn naming_utf8<'e>(&self, edits: &'e [Edit]) -> Cow<'e, [Edit]> {
        let text = self.text();
        if self.charset() != Charset::UTF_8 || edits.is_empty() {
            return edits.into();
        }
        let edited = apply(text, edits);
        let others = |text: &str| text.bytes().filter(|byte| !byte.is_ascii()).count();
        if !text.is_ascii() && label(text.as_bytes()).is_none() && others(&edited) <= others(text) {
            return edits.into();
        }
        let is_named = label(edited.as_bytes()).is_some_and(|label| {
            // Other names are for other rules, unless the text was in any charset before.
            !text.is_ascii() || std::str::from_utf8(label).is_ok_and(|label| encoding(label.trim()).is_some())
        });
        if edited.is_ascii() || is_named { edits.into() } else { compose(edits, &name_utf8(&parse(&edited))).into() }
    }
}

/// The text of new games in UTF-8, in which each game with characters outside of ASCII names UTF-8 unless it names a
/// charset.
pub fn with_utf8_named(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || label(text.as_bytes()).is_some() {
        return text.into();
    }
    apply(text, &name_utf8(&parse(text))).into()
}

/// The encoding that a label names. The label may differ from its name in punctuation.
fn encoding(label: &str) -> Option<Encoding> {
    Encoding::for_label(label).or_else(|| Encoding::for_label(Charset::registered_name(label)?))
}

/// Decodes UTF-16, with or without a byte order mark. Also returns whether the high byte comes first.
fn utf16(bytes: &[u8]) -> Option<(String, bool)> {
    let big_endian = match *bytes {
        [0xff, 0xfe, ..] | [b'(', 0, b';', 0, ..] => false,
        [0xfe, 0xff, ..] | [0, b'(', 0, b';', ..] => true,
        _ => return None,
    };
    let unit = |pair: &[u8]| {
        let pair = [pair[0], pair[1]];
        if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    };
    let is_whole = bytes.len().is_multiple_of(2);
    let text: Result<String, _> = char::decode_utf16(bytes.chunks_exact(2).map(unit)).collect();
    text.ok().filter(|_| is_whole).map(|text| (text, big_endian))
}

/// The value of the first CA property, which is searched only at the beginning of a file.
fn label(bytes: &[u8]) -> Option<&[u8]> {
    const HEAD: usize = 1 << 16;
    let head = &bytes[..bytes.len().min(HEAD)];
    memchr::memmem::find_iter(head, b"CA[").find_map(|at| {
        let is_name = at == 0 || !head[at - 1].is_ascii_alphanumeric();
        let value = &head[at + 3..];
        let length = memchr::memchr(b']', value)?;
        is_name.then_some(&value[..length])
    })
}
