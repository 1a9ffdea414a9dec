use std::borrow::Cow;

/// What some programs write before the first character of a file, and what is no part of the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// How the bytes of a file were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The file is UTF-8 (as every ASCII file is).
    Utf8,
    /// It is not, and each byte was read as one character of Windows-1252.
    ///
    /// The WHATWG table gives every one of the 256 bytes a character of its own, so the same bytes come
    /// back on writing whatever the true code page was.
    Windows1252,
}

/// The text of a file and how to write it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text.
    pub text: Cow<'b, str>,
    /// How it was read.
    pub encoding: Encoding,
}

/// Reads bytes as text; this can't fail, and [`Encoding::encode`] gives the same bytes again.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded { text: Cow::Borrowed(text), encoding: Encoding::Utf8 },
        Err(_) => {
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
            Decoded { text, encoding: Encoding::Windows1252 }
        }
    }
}

impl Encoding {
    /// The bytes to write for `text`, or the first character that this encoding has no byte for.
    ///
    /// # Errors
    /// A character outside Windows-1252 in a file that was read as such. An edit of ours never adds one.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, char> {
        match self {
            Self::Utf8 => Ok(Cow::Borrowed(text.as_bytes())),
            Self::Windows1252 => {
                let mut encoder = encoding_rs::WINDOWS_1252.new_encoder();
                let mut bytes = Vec::with_capacity(text.len());
                match encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true).0 {
                    encoding_rs::EncoderResult::Unmappable(bad) => Err(bad),
                    _ => Ok(Cow::Owned(bytes)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        let decoded = decode(&bytes);
        assert_eq!(decoded.encoding, Encoding::Windows1252);
        assert_eq!(decoded.text.chars().count(), 256);
        assert_eq!(decoded.encoding.encode(&decoded.text).unwrap().as_ref(), bytes);
    }

    #[test]
    fn utf8_stays_utf8() {
        let decoded = decode("BLACK 本因坊\r\n".as_bytes());
        assert_eq!(decoded.encoding, Encoding::Utf8);
        assert_eq!(decoded.text, "BLACK 本因坊\r\n");
    }

    #[test]
    fn a_character_without_a_byte_is_named() {
        assert_eq!(Encoding::Windows1252.encode("a本"), Err('本'));
    }
}
