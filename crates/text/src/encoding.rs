//! The encodings of files.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use encoding_rs::{Decoder, DecoderResult, EncoderResult};

/// An encoding in which a file can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

macro_rules! encodings {
    ($($name:literal = $encoding:ident,)*) => {
        /// The encodings by their names in the settings: those that [`decode`](super::decode) can detect, and other
        /// encodings of files.
        ///
        /// In all these encodings the Standard's characters have the same bytes, and no encoding has a state.
        pub const ENCODINGS: &[(&str, Encoding)] = &[$(($name, Encoding(encoding_rs::$encoding)),)*];
    };
}

encodings! {
    "utf-8" = UTF_8,
    "windows-1252" = WINDOWS_1252,
    "shift-jis" = SHIFT_JIS,
    "euc-jp" = EUC_JP,
    "gb18030" = GB18030,
    "big5" = BIG5,
    "euc-kr" = EUC_KR,
    "windows-1250" = WINDOWS_1250,
    "windows-1251" = WINDOWS_1251,
    "windows-1253" = WINDOWS_1253,
    "windows-1254" = WINDOWS_1254,
    "windows-1255" = WINDOWS_1255,
    "windows-1256" = WINDOWS_1256,
    "windows-1257" = WINDOWS_1257,
    "windows-1258" = WINDOWS_1258,
    "windows-874" = WINDOWS_874,
    "iso-8859-2" = ISO_8859_2,
    "iso-8859-3" = ISO_8859_3,
    "iso-8859-4" = ISO_8859_4,
    "iso-8859-5" = ISO_8859_5,
    "iso-8859-6" = ISO_8859_6,
    "iso-8859-7" = ISO_8859_7,
    "iso-8859-8" = ISO_8859_8,
    "iso-8859-10" = ISO_8859_10,
    "iso-8859-13" = ISO_8859_13,
    "iso-8859-14" = ISO_8859_14,
    "iso-8859-15" = ISO_8859_15,
    "iso-8859-16" = ISO_8859_16,
    "macintosh" = MACINTOSH,
    "koi8-r" = KOI8_R,
    "koi8-u" = KOI8_U,
    "ibm866" = IBM866,
}

impl Encoding {
    /// UTF-8, the encoding of nearly every file.
    pub const UTF_8: Self = Self(encoding_rs::UTF_8);

    /// Windows-1252, in which each byte is one character.
    ///
    /// The WHATWG table gives every one of the 256 bytes a character, so the same bytes come back on writing whatever
    /// the true encoding was.
    pub const WINDOWS_1252: Self = Self(encoding_rs::WINDOWS_1252);

    /// The encoding with this name or alias, in any case.
    pub fn for_label(label: &str) -> Option<Self> {
        let encoding = Self::of(encoding_rs::Encoding::for_label(label.as_bytes())?);
        ENCODINGS.iter().map(|(_, listed)| *listed).find(|listed| *listed == encoding)
    }

    /// The encoding with a table of `encoding_rs`. GB18030 reads whatever GBK reads in the same way.
    pub(super) fn of(table: &'static encoding_rs::Encoding) -> Self {
        Self(if table == encoding_rs::GBK { encoding_rs::GB18030 } else { table })
    }

    /// Whether a character can have several bytes, so that not all bytes are valid.
    pub(super) fn has_sequences(self) -> bool {
        !self.0.is_single_byte()
    }

    /// The bytes of a text.
    ///
    /// # Errors
    /// A character that the encoding does not have, or that would not be the same when it is read again.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        let mut bytes = Vec::new();
        self.write(text, &mut bytes)?;
        match first_difference(text, &self.read(&bytes).unwrap_or_default()) {
            Some(lost) => Err(lost),
            None => Ok(bytes),
        }
    }

    /// The text, unless there are bytes that are not valid in this encoding.
    pub(super) fn read(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if self == Self::UTF_8 {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        self.0.decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// A decoder at the beginning of a text.
    pub(super) fn decoder(self) -> Decoder {
        self.0.new_decoder_without_bom_handling()
    }

    /// The text with U+FFFD for the bytes that are not valid in this encoding, and the places of these bytes; `None` if
    /// there are more than `most` places.
    pub(super) fn read_damaged(self, bytes: &[u8], most: usize) -> Option<(String, Vec<Damage>)> {
        let (mut text, mut damaged) = (String::with_capacity(bytes.len()), Vec::new());
        let mut done = 0;
        while done < bytes.len() {
            // No encoding has a state, so the text goes on after such bytes as at the beginning.
            let mut decoder = self.decoder();
            let rest = &bytes[done..];
            let room = decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(rest.len());
            text.reserve(room);
            let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
            let DecoderResult::Malformed(length, after) = result else { break };
            if damaged.len() >= most {
                return None;
            }
            let end = done + read - usize::from(after);
            damaged.push(Damage { text: text.len(), bytes: end - usize::from(length)..end });
            text.push(char::REPLACEMENT_CHARACTER);
            done = end;
        }
        Some((text, damaged))
    }

    /// Adds the bytes of `text` to `bytes`. An error is the first character that the encoding does not have.
    pub(super) fn write(self, text: &str, bytes: &mut Vec<u8>) -> Result<(), char> {
        if self == Self::UTF_8 {
            bytes.extend_from_slice(text.as_bytes());
            return Ok(());
        }
        let (mut encoder, mut rest) = (self.0.new_encoder(), text);
        loop {
            let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len());
            bytes.reserve(room);
            match encoder.encode_from_utf8_to_vec_without_replacement(rest, bytes, true) {
                (EncoderResult::InputEmpty, _) => return Ok(()),
                (EncoderResult::OutputFull, read) => rest = &rest[read..],
                (EncoderResult::Unmappable(character), _) => return Err(character),
            }
        }
    }
}

impl fmt::Display for Encoding {
    /// Its name in the settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = ENCODINGS.iter().find(|(_, encoding)| encoding == self);
        f.write_str(named.map_or(self.0.name(), |(name, _)| name))
    }
}

/// Bytes of a file that are not valid in its encoding, such as a character that a program has cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The place of the U+FFFD that stands for them in the text.
    pub text: usize,
    /// Their place in the file.
    pub bytes: Range<usize>,
}

impl Damage {
    /// The end of the U+FFFD in the text.
    pub(super) fn text_end(&self) -> usize {
        self.text + char::REPLACEMENT_CHARACTER.len_utf8()
    }
}

/// The first character of `wanted` that differs in `read`.
pub(super) fn first_difference(wanted: &str, read: &str) -> Option<char> {
    if wanted == read {
        return None;
    }
    let (mut wanted, mut read) = (wanted.chars(), read.chars());
    loop {
        match (wanted.next(), read.next()) {
            (None, None) => return None,
            (one, other) if one == other => {}
            (one, other) => return one.or(other),
        }
    }
}
