//! Decoding and encoding of SGF files.

use std::borrow::Cow;
use std::fmt;

use crate::text::{Choice, Decoded, Edit, Encoding, apply, decode_any};

/// The registered (IANA) names of charsets, for values of CA.
#[rustfmt::skip]
const REGISTERED: [&str; 40] = [
    "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "US-ASCII",
    "ISO-8859-1", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8",
    "ISO-8859-9", "ISO-8859-10", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "macintosh",
    "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1256", "windows-1257", "windows-1258",
    "Shift_JIS", "EUC-JP", "GB2312", "GBK", "GB18030", "Big5", "EUC-KR", "KOI8-R", "KOI8-U", "IBM866",
];

/// The charset of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// An encoding in which ASCII characters have a byte each.
    Narrow(Encoding),
    /// UTF-16.
    Utf16 {
        /// Whether the high byte comes first.
        big_endian: bool,
    },
}

impl Charset {
    /// UTF-8.
    pub const UTF_8: Self = Self::Narrow(Encoding::UTF_8);

    /// The charset with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "utf-16le" => Some(Self::Utf16 { big_endian: false }),
            "utf-16be" => Some(Self::Utf16 { big_endian: true }),
            _ => Encoding::for_label(name).map(Self::Narrow),
        }
    }

    /// The registered name of a charset. The label may differ from it in case and punctuation.
    pub fn registered_name(label: &str) -> Option<&'static str> {
        let letters = label.bytes().filter(u8::is_ascii_alphanumeric);
        REGISTERED.into_iter().find(|name| {
            let own = name.bytes().filter(u8::is_ascii_alphanumeric);
            own.map(|byte| byte.to_ascii_lowercase()).eq(letters.clone().map(|byte| byte.to_ascii_lowercase()))
        })
    }

    /// The bytes of a text.
    ///
    /// # Errors
    /// A character that the charset does not have.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        match self {
            Self::Narrow(encoding) => encoding.encode(text),
            Self::Utf16 { big_endian } => {
                let bytes = |unit: u16| if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
                Ok(text.encode_utf16().flat_map(bytes).collect())
            }
        }
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Narrow(encoding) => encoding.fmt(f),
            Self::Utf16 { big_endian } => f.write_str(if *big_endian { "utf-16be" } else { "utf-16le" }),
        }
    }
}

/// The text of an SGF file, with the information that is needed to write it back.
#[derive(Clone, Debug)]
pub struct SgfFile<'b> {
    content: DecodedText<'b>,
    /// Whether CA names another charset than that of the file.
    pub is_mislabelled: bool,
}

#[derive(Clone, Debug)]
enum DecodedText<'b> {
    Narrow(Decoded<'b>),
    Utf16 { text: String, big_endian: bool, bytes: &'b [u8] },
}

impl<'b> SgfFile<'b> {
    /// Decodes a file, in the charset that CA names if the bytes are valid in it, and otherwise in the detected
    /// charset.
    ///
    /// Bytes that are valid UTF-8 and not only ASCII are read as UTF-8 whatever CA says, because such bytes are hardly
    /// ever in another charset.
    pub fn read(bytes: &'b [u8]) -> Self {
        if let Some((text, big_endian)) = utf16(bytes) {
            return Self { content: DecodedText::Utf16 { text, big_endian, bytes }, is_mislabelled: false };
        }
        let label = label(bytes);
        let named = label.and_then(|label| encoding(std::str::from_utf8(label).ok()?.trim()));
        let is_utf8 = !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
        let decoded = decode_any(bytes, if is_utf8 { Some(Encoding::UTF_8) } else { named });
        let is_mislabelled = label.is_some() && !bytes.is_ascii() && named != Some(decoded.encoding);
        Self { content: DecodedText::Narrow(decoded), is_mislabelled }
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

    /// The charset of the file, if CA names another one.
    pub fn unnamed_charset(&self) -> Option<Charset> {
        self.is_mislabelled.then(|| self.charset())
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &'b [u8] {
        match &self.content {
            DecodedText::Narrow(decoded) => decoded.bytes(),
            DecodedText::Utf16 { bytes, .. } => bytes,
        }
    }

    /// Whether the bytes are not valid in the charset that CA names, or in the detected one, so that characters may be
    /// wrong.
    pub fn is_guessed(&self) -> bool {
        matches!(&self.content, DecodedText::Narrow(decoded) if decoded.choice == Choice::Fallback)
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
    /// their bytes.
    ///
    /// # Errors
    /// A character that the charset does not have.
    pub fn encode(&self, edits: &[Edit]) -> Result<Vec<u8>, char> {
        match &self.content {
            DecodedText::Narrow(decoded) => decoded.encode(edits),
            DecodedText::Utf16 { text, .. } => {
                let text: Cow<'_, str> = if edits.is_empty() { text.into() } else { apply(text, edits).into() };
                self.charset().encode(&text)
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registered_names_are_read() {
        for name in REGISTERED {
            let is_wide = name.starts_with("UTF-16");
            assert!(is_wide || Charset::named(name).is_some(), "{name}");
            assert_eq!(Charset::registered_name(&name.to_lowercase().replace('-', "_")), Some(name));
        }
        assert_eq!(Charset::registered_name("martian"), None);
        assert_eq!(Charset::registered_name(""), None);
    }
}
