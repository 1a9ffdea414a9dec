//! Decoding and encoding of the bytes of a file.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use chardetng::EncodingDetector;
use encoding_rs::{DecoderResult, EncoderResult};

use super::{Edit, apply};

/// The byte-order mark that some programs write at the start of a file; it is not part of the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// An encoding in which a file can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

macro_rules! encodings {
    ($($name:literal = $encoding:ident,)*) => {
        /// The encodings by their names in the settings: those that [`decode`] can detect, and other encodings of
        /// files.
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
        let found = encoding_rs::Encoding::for_label(label.as_bytes())?;
        // GB18030 reads whatever GBK reads in the same way.
        let found = Self(if found == encoding_rs::GBK { encoding_rs::GB18030 } else { found });
        ENCODINGS.iter().map(|(_, known)| *known).find(|known| *known == found)
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

    /// The most likely encoding of `bytes` that are not UTF-8. A few accents in a name are not enough for the
    /// detection.
    fn detect(bytes: &[u8]) -> Self {
        const ENOUGH: usize = 4;
        if bytes.iter().filter(|byte| !byte.is_ascii()).take(ENOUGH).count() < ENOUGH {
            return Self::WINDOWS_1252;
        }
        let mut detector = EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        let guess = detector.guess(None, chardetng::Utf8Detection::Deny);
        // GB18030 reads whatever GBK reads in the same way.
        Self(if guess == encoding_rs::GBK { encoding_rs::GB18030 } else { guess })
    }

    /// The text, unless there are bytes that are not valid in this encoding.
    fn read(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if self == Self::UTF_8 {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        self.0.decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// Adds the bytes of `text` to `bytes`. An error is the first character that the encoding does not have.
    fn write(self, text: &str, bytes: &mut Vec<u8>) -> Result<(), char> {
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

/// The reason why an encoding was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The bytes are UTF-8, or the settings name the encoding.
    Sure,
    /// The encoding was detected from the bytes.
    Detected,
    /// The bytes are not valid in the encoding of the settings, or in the detected encoding.
    Fallback,
}

/// The text of a file, with the information that is needed to write it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text.
    pub text: Cow<'b, str>,
    /// The encoding in which the file was read.
    pub encoding: Encoding,
    /// The reason for this encoding.
    pub choice: Choice,
    bytes: &'b [u8],
}

/// The reason why bytes are not read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotText {
    /// Text in an encoding with two or four bytes a character, by its name for `iconv`.
    Wide(&'static str),
    /// The bytes have a NUL.
    Binary,
}

impl NotText {
    /// Returns the reason why `bytes` can't be read as text, or `None` if they can.
    fn find(bytes: &[u8]) -> Option<Self> {
        // The mark of UTF-16 is the beginning of that of UTF-32.
        const MARKS: [(&[u8], &str); 4] = [
            (b"\0\0\xfe\xff", "UTF-32"),
            (b"\xff\xfe\0\0", "UTF-32"),
            (b"\xfe\xff", "UTF-16"),
            (b"\xff\xfe", "UTF-16"),
        ];
        if let Some((_, name)) = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark)) {
            return Some(Self::Wide(name));
        }
        memchr::memchr(0, bytes)?;
        // Without a mark, ASCII in such an encoding still has its NULs in the same places.
        let begins = |pattern: &[bool]| {
            bytes.len() >= 8
                && bytes[..8].iter().zip(pattern.iter().cycle()).all(|(byte, is_nul)| (*byte == 0) == *is_nul)
        };
        let wide = [
            (&[false, true][..], "UTF-16LE"),
            (&[true, false], "UTF-16BE"),
            (&[false, true, true, true], "UTF-32LE"),
            (&[true, true, true, false], "UTF-32BE"),
        ];
        let found = wide.iter().find(|(pattern, _)| begins(pattern));
        Some(found.map_or(Self::Binary, |(_, name)| Self::Wide(name)))
    }
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wide(name) => {
                write!(
                    f,
                    "not a text file in UTF-8: it is {name}; convert it with `iconv -f {name} -t UTF-8 OLD > NEW`"
                )
            }
            Self::Binary => f.write_str("not a text file: it contains NUL characters"),
        }
    }
}

/// Reads bytes as text, in the encoding of the settings, or in the detected encoding.
///
/// Without an encoding in the settings, valid UTF-8 is read as UTF-8. Bytes that are not valid in the encoding are read
/// as UTF-8 if they are valid UTF-8, and otherwise as Windows-1252, which has a character for every byte.
///
/// # Errors
/// Returns an error for bytes that are not text, because they have a NUL, or the byte-order mark of UTF-16 or UTF-32.
/// All other bytes can be read.
pub fn decode(bytes: &[u8], encoding: Option<Encoding>) -> Result<Decoded<'_>, NotText> {
    match NotText::find(bytes) {
        Some(reason) => Err(reason),
        None => Ok(decode_any(bytes, encoding)),
    }
}

/// Reads any bytes as text, in the encoding that [`decode`] would use. A NUL is a character like any other.
pub fn decode_any(bytes: &[u8], encoding: Option<Encoding>) -> Decoded<'_> {
    let decoded = |text, encoding, choice| Decoded { text, encoding, choice, bytes };
    if let Some(encoding) = encoding
        && let Some(text) = encoding.read(bytes)
    {
        return decoded(text, encoding, Choice::Sure);
    }
    if let Some(text) = Encoding::UTF_8.read(bytes) {
        let choice = if encoding.is_none() { Choice::Sure } else { Choice::Fallback };
        return decoded(text, Encoding::UTF_8, choice);
    }
    if encoding.is_none() {
        let detected = Encoding::detect(bytes);
        if let Some(text) = detected.read(bytes) {
            return decoded(text, detected, Choice::Detected);
        }
    }
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
    decoded(text, Encoding::WINDOWS_1252, Choice::Fallback)
}

impl Decoded<'_> {
    /// The bytes to write for the text after `edits`, which are in order and do not overlap. Unchanged text keeps its
    /// bytes, even if the encoding has other bytes for the same characters.
    ///
    /// # Errors
    /// A character that the encoding does not have, or that would not be the same when it is read again.
    pub fn encode(&self, edits: &[Edit]) -> Result<Vec<u8>, char> {
        let mut out = Vec::with_capacity(self.bytes.len());
        let mut offsets = Offsets::new(self);
        let mut done = 0;
        for edit in edits {
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            self.copy(done..start, &mut offsets, &mut out)?;
            self.encoding.write(&edit.text, &mut out)?;
            done = end;
        }
        self.copy(done..self.text.len(), &mut offsets, &mut out)?;
        if self.encoding != Encoding::UTF_8 {
            let wanted = apply(&self.text, edits);
            let read = self.encoding.read(&out).unwrap_or_default();
            if let Some(lost) = first_difference(&wanted, &read) {
                return Err(lost);
            }
        }
        Ok(out)
    }

    /// Adds the bytes of a part of the text as they are in the file. A byte sequence that also encodes characters
    /// outside of the part is encoded again.
    fn copy(&self, part: Range<usize>, offsets: &mut Offsets<'_>, out: &mut Vec<u8>) -> Result<(), char> {
        let from = offsets.at_or_after(part.start);
        let to = offsets.at_or_before(part.end);
        if to.text < from.text {
            return self.encoding.write(&self.text[part], out);
        }
        self.encoding.write(&self.text[part.start..from.text], out)?;
        out.extend_from_slice(&self.bytes[from.byte..to.byte]);
        self.encoding.write(&self.text[to.text..part.end], out)
    }
}

impl<'b> Decoded<'b> {
    /// The bytes that were decoded.
    pub fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Returns a function that cuts the bytes into parts: with the end of a part in the text, it returns the bytes from
    /// the end of the part before. Bytes that stand for characters of two parts belong to the first of them.
    pub fn cutter(&self) -> impl FnMut(usize) -> &'b [u8] {
        let (bytes, mut offsets, mut start) = (self.bytes, Offsets::new(self), 0);
        move |end| {
            let end = offsets.at_or_after(end).byte;
            let part = &bytes[start..end];
            start = end;
            part
        }
    }
}

/// The first character of `wanted` that differs in `read`.
fn first_difference(wanted: &str, read: &str) -> Option<char> {
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

/// A place between two characters: bytes of the text, and bytes of the file.
#[derive(Clone, Copy, Debug, Default)]
struct OffsetPair {
    text: usize,
    byte: usize,
}

/// Iterates over a text and the bytes from which it was read, from the start to the end.
struct Offsets<'d> {
    decoded: &'d Decoded<'d>,
    decoder: encoding_rs::Decoder,
    /// The last place at or before the requested place, and the first place at or after it.
    before: OffsetPair,
    after: OffsetPair,
}

impl<'d> Offsets<'d> {
    fn new(decoded: &'d Decoded<'d>) -> Self {
        let decoder = decoded.encoding.0.new_decoder_without_bom_handling();
        Self { decoded, decoder, before: OffsetPair::default(), after: OffsetPair::default() }
    }

    fn at_or_before(&mut self, text: usize) -> OffsetPair {
        self.go_to(text);
        if self.after.text == text { self.after } else { self.before }
    }

    fn at_or_after(&mut self, text: usize) -> OffsetPair {
        self.go_to(text);
        self.after
    }

    fn go_to(&mut self, text: usize) {
        if self.decoded.encoding == Encoding::UTF_8 {
            self.after = OffsetPair { text, byte: text };
            return;
        }
        let mut buffer = [0; 32];
        while self.after.text < text && self.after.byte < self.decoded.bytes.len() {
            self.before = self.after;
            // A decoder gives nothing before the last byte of a sequence, and then all that the sequence stands for.
            let mut written = 0;
            while written == 0 && self.after.byte < self.decoded.bytes.len() {
                let byte = &self.decoded.bytes[self.after.byte..=self.after.byte];
                let (result, _, count) = self.decoder.decode_to_utf8_without_replacement(byte, &mut buffer, false);
                debug_assert_eq!(result, DecoderResult::InputEmpty, "the bytes have been read before");
                written = count;
                self.after.byte += 1;
            }
            self.after.text += written;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;
    use proptest::prelude::*;

    fn named(name: &str) -> Encoding {
        ENCODINGS.iter().find(|(own, _)| *own == name).unwrap().1
    }

    fn read(bytes: &[u8]) -> (String, Choice, Cow<'_, str>) {
        let Decoded { text, encoding, choice, .. } = decode(bytes, None).unwrap();
        (encoding.to_string(), choice, text)
    }

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (1..=255).collect();
        let decoded = decode(&bytes, Some(Encoding::UTF_8)).unwrap();
        assert_eq!((decoded.encoding, decoded.choice), (Encoding::WINDOWS_1252, Choice::Fallback));
        assert_eq!(decoded.text.chars().count(), 255);
        assert_eq!(decoded.encode(&[]).unwrap(), bytes);
    }

    #[test]
    fn utf8_stays_utf8() {
        let text = "BLACK 本因坊\r\n";
        assert_eq!(read(text.as_bytes()), ("utf-8".to_owned(), Choice::Sure, text.into()));
    }

    #[test]
    fn other_encodings_are_detected() {
        for (name, text) in [
            ("shift-jis", "EVENT 本因坊戦\r\nBLACK 本因坊秀策\r\nWHITE 井上幻庵因碩\r\n"),
            ("euc-jp", "EVENT 本因坊戦\r\nBLACK 本因坊秀策\r\nWHITE 井上幻庵因碩\r\n"),
            ("gb18030", "EVENT 围棋比赛\r\nBLACK 聂卫平\r\nWHITE 马晓春\r\n"),
            ("big5", "EVENT 圍棋比賽\r\nBLACK 林海峰\r\nWHITE 王立誠\r\n"),
            ("euc-kr", "EVENT 바둑 대회\r\nBLACK 조훈현\r\nWHITE 이창호\r\n"),
            ("windows-1251", "EVENT Турнир по игре го\r\nBLACK Дмитрий\r\n"),
            (
                "windows-1252",
                "EVENT Tournoi d\u{e9}partemental \u{e0} Orl\u{e9}ans\r\nBLACK Andr\u{e9} Fourni\u{e9}\r\n",
            ),
        ] {
            let mut bytes = Vec::new();
            named(name).write(text, &mut bytes).unwrap();
            assert_eq!(read(&bytes), (name.to_owned(), Choice::Detected, text.into()));
        }
    }

    #[test]
    fn what_is_detected_has_a_name() {
        let (name, choice, _) = read(b"AB[da\xff][e\xf8][ha][ab][eb]a\xff][e\xf8][ha][ab][eb]");
        assert_eq!((&*name, choice), ("iso-8859-13", Choice::Detected));
        assert_eq!(Encoding::for_label(&name).map(|encoding| encoding.to_string()), Some(name));
    }

    #[test]
    fn what_is_not_valid_in_its_encoding_is_read_as_another() {
        let wanted = |bytes, name| {
            let Decoded { encoding, choice, .. } = decode(bytes, Some(named(name))).unwrap();
            (encoding, choice)
        };
        assert_eq!(wanted(b"\x96\x7b", "shift-jis"), (named("shift-jis"), Choice::Sure));
        assert_eq!(wanted(b"\x96\xff", "shift-jis"), (Encoding::WINDOWS_1252, Choice::Fallback));
        assert_eq!(wanted(b"ab", "shift-jis"), (named("shift-jis"), Choice::Sure));
        assert_eq!(wanted("é本".as_bytes(), "euc-jp"), (Encoding::UTF_8, Choice::Fallback));
    }

    #[test]
    fn other_files_are_named() {
        let is = |bytes: &[u8]| decode(bytes, None).map_err(|reason| reason.to_string()).map(|_| ()).unwrap_err();
        let wide = |name: &str| {
            format!("not a text file in UTF-8: it is {name}; convert it with `iconv -f {name} -t UTF-8 OLD > NEW`")
        };
        assert_eq!(is(b"\xff\xfeE\0V\0"), wide("UTF-16"));
        assert_eq!(is(b"\xfe\xff\0E\0V"), wide("UTF-16"));
        assert_eq!(is(b"\xff\xfe\0\0E\0\0\0"), wide("UTF-32"));
        assert_eq!(is(b"\0\0\xfe\xff\0\0\0E"), wide("UTF-32"));
        assert_eq!(is(b"E\0V\0E\0N\0T\0"), wide("UTF-16LE"));
        assert_eq!(is(b"\0E\0V\0E\0N\0T"), wide("UTF-16BE"));
        assert_eq!(is(b"E\0\0\0V\0\0\0"), wide("UTF-32LE"));
        assert_eq!(is(b"\0\0\0E\0\0\0V"), wide("UTF-32BE"));
        assert_eq!(is(b"\x7fELF\x02\0"), "not a text file: it contains NUL characters");
        assert_eq!(is(b"EVENT \0\n"), "not a text file: it contains NUL characters");
    }

    #[test]
    fn a_character_without_a_byte_is_named() {
        let decoded = decode(b"\xe9", Some(Encoding::WINDOWS_1252)).unwrap();
        assert_eq!(decoded.encode(&[Edit::insert(0, "本")]), Err('本'));
        // It would be written as a backslash.
        let decoded = decode(b"\x96\x7b", Some(named("shift-jis"))).unwrap();
        assert_eq!(decoded.encode(&[Edit::insert(0, "\u{a5}")]), Err('\u{a5}'));
    }

    #[test]
    fn a_character_with_two_sequences_keeps_its_own() {
        // The same character twice, and the encoder knows only the second sequence.
        let bytes = b"\xed\x40x\xfa\x5c\n";
        let decoded = decode(bytes, Some(named("shift-jis"))).unwrap();
        assert_eq!(decoded.text, "纊x纊\n");
        assert_eq!(decoded.encode(&[Edit::replace(Span::new(3, 4), "yz")]).unwrap(), b"\xed\x40yz\xfa\x5c\n");
    }

    #[test]
    fn two_characters_in_one_sequence_are_written_anew() {
        // An E with a circumflex and a macron, which has no code point of its own.
        let decoded = decode(b"a\x88\x62b", Some(named("big5"))).unwrap();
        assert_eq!(decoded.text, "a\u{ca}\u{304}b");
        assert_eq!(decoded.encode(&[Edit::insert(0, "x"), Edit::delete(Span::new(5, 6))]).unwrap(), b"xa\x88\x62");
        assert_eq!(decoded.encode(&[Edit::delete(Span::new(1, 5))]).unwrap(), b"ab");
        assert_eq!(decoded.encode(&[Edit::insert(3, "x"), Edit::insert(3, "y")]), Err('\u{ca}'));
    }

    /// Bytes that are text in some encoding, at least in parts.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            4 => "[ A-Z0-9\r\n]{0,6}".prop_map(String::into_bytes),
            2 => prop::collection::vec(1u8..=255, 0..6),
            4 => ("[ぁ-ゖ一-鿋가-힣é]{0,3}", 0..ENCODINGS.len()).prop_map(|(text, nth)| {
                let mut bytes = Vec::new();
                let _ = ENCODINGS[nth].1.write(&text, &mut bytes);
                bytes
            }),
        ];
        prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
    }

    /// How many bytes the first `text` bytes of a text are read from, found by reading all beginnings.
    fn byte_of(decoded: &Decoded<'_>, text: usize) -> Option<usize> {
        (0..=decoded.bytes.len())
            .find(|&end| decoded.encoding.read(&decoded.bytes[..end]).is_some_and(|read| read.len() == text))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 12 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
        /// Whatever the bytes and the encoding are, no byte is changed that no edit touches.
        #[test]
        fn only_what_is_edited_changes(
            bytes in bytes(),
            nth in prop::option::of(0..ENCODINGS.len()),
            edits in prop::collection::vec((any::<prop::sample::Index>(), "[ -~]{0,3}"), 0..6),
        ) {
            let encoding = nth.map(|nth| ENCODINGS[nth].1);
            let Ok(decoded) = decode(&bytes, encoding) else { panic!("no NUL was put in") };
            prop_assert_eq!(decoded.encode(&[]), Ok(bytes.clone()));

            // Places where a sequence of bytes ends, two for each edit.
            let places: Vec<usize> = (0..=decoded.text.len()).filter(|&at| byte_of(&decoded, at).is_some()).collect();
            let mut at: Vec<usize> = edits.iter().flat_map(|(at, _)| {
                let first = at.index(places.len());
                [places[first], places[(first + 1).min(places.len() - 1)]]
            }).collect();
            at.sort_unstable();
            let spans = at.chunks(2).map(|ends| Span::new(ends[0], ends[1]));
            let edits: Vec<Edit> = spans.zip(&edits).map(|(span, (_, text))| Edit::replace(span, text)).collect();
            let mut expected = Vec::new();
            let mut done = 0;
            for edit in &edits {
                let ends = [edit.span.start, edit.span.end].map(|at| byte_of(&decoded, at as usize).unwrap());
                expected.extend_from_slice(&bytes[done..ends[0]]);
                expected.extend_from_slice(edit.text.as_bytes());
                done = ends[1];
            }
            expected.extend_from_slice(&bytes[done..]);
            prop_assert_eq!(decoded.encode(&edits), Ok(expected));
        }
    }
}
