//! The charsets of SGF files.

use std::fmt;

use ishi_text::{BYTE_ORDER_MARK, Encoding};

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
            let registered = name.bytes().filter(u8::is_ascii_alphanumeric);
            registered.map(|byte| byte.to_ascii_lowercase()).eq(letters.clone().map(|byte| byte.to_ascii_lowercase()))
        })
    }

    /// The bytes of a new file with a text. In UTF-16 a byte-order mark is put before it.
    ///
    /// # Errors
    /// A character that the charset does not have.
    pub fn encode_file(self, text: &str) -> Result<Vec<u8>, char> {
        match self {
            Self::Utf16 { .. } if !text.starts_with(BYTE_ORDER_MARK) => {
                self.encode(&format!("{BYTE_ORDER_MARK}{text}"))
            }
            _ => self.encode(text),
        }
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
