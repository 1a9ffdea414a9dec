//! Decoding and encoding of the bytes of a file.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use encoding_rs::DecoderResult;

use super::detection::{guess, read_few_damaged};
use super::encoding::{Damage, Encoding, first_difference};
use super::{Edit, Span, apply};

/// The byte-order mark that some programs write at the start of a file; it is not part of the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The reason why an encoding was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The bytes are UTF-8, or the settings or the file name the encoding.
    Sure,
    /// The encoding was detected from the bytes, and no other is nearly as likely.
    Detected,
    /// The encoding is the most likely one, and another one may be right.
    Guessed,
    /// The bytes are not valid in the encoding of the settings, or in the detected encoding.
    Fallback,
}

/// The text of a file, with the information that is needed to write it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text of the file. A byte order mark is its first character.
    pub text: Cow<'b, str>,
    /// The encoding in which the file was read.
    pub encoding: Encoding,
    /// The reason for this encoding.
    pub choice: Choice,
    /// The bytes that are not valid in the encoding, in order. Each is U+FFFD in the text.
    pub damaged: Vec<Damage>,
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
        let wide_encoding = wide.iter().find(|(pattern, _)| begins(pattern));
        Some(wide_encoding.map_or(Self::Binary, |(_, name)| Self::Wide(name)))
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
/// Without an encoding in the settings, valid UTF-8 is read as UTF-8. A text with only a few bytes that are not valid
/// in its encoding stays in it; U+FFFD stands for these bytes. Other bytes that are not valid in the encoding are read
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
    let Some(encoding) = encoding else { return detect(bytes, None) };
    if let Some(text) = encoding.read(bytes) {
        return Decoded::whole(bytes, text, encoding, Choice::Sure);
    }
    if let Some(text) = Encoding::UTF_8.read(bytes) {
        return Decoded::whole(bytes, text, Encoding::UTF_8, Choice::Fallback);
    }
    // Where another encoding explains the bytes better, they are not damaged.
    let read = read_few_damaged(bytes, encoding, 0).filter(|_| guess(bytes, Some(encoding)).encoding == encoding);
    match read {
        Some(read) => Decoded::damaged(bytes, read, encoding, Choice::Sure),
        None => Decoded::fallback(bytes),
    }
}

/// Reads any bytes as text, in UTF-8 if they are valid UTF-8, and otherwise in the most likely encoding. The encoding
/// `named` that the file names, but is not read in, is more likely than others.
pub fn detect(bytes: &[u8], named: Option<Encoding>) -> Decoded<'_> {
    if let Some(text) = Encoding::UTF_8.read(bytes) {
        return Decoded::whole(bytes, text, Encoding::UTF_8, Choice::Sure);
    }
    let guess = guess(bytes, named);
    let choice = if guess.is_certain { Choice::Detected } else { Choice::Guessed };
    if let Some(text) = guess.encoding.read(bytes) {
        return Decoded::whole(bytes, text, guess.encoding, choice);
    }
    // The encoding was compared with others, damaged as the text is.
    match read_few_damaged(bytes, guess.encoding, 2) {
        Some(read) => Decoded::damaged(bytes, read, guess.encoding, choice),
        None => Decoded::fallback(bytes),
    }
}

/// Whether bytes are UTF-8, but for a few at most: hardly any other text is.
pub fn is_nearly_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() || super::detection::is_nearly_utf8(bytes)
}

/// Returns the encoding that explains `bytes` far better than the encoding `named`, in which they are valid, too.
pub fn likelier(bytes: &[u8], named: Encoding) -> Option<Encoding> {
    let guess = guess(bytes, Some(named));
    let differs = || guess.encoding.read(bytes).is_some_and(|text| Some(text) != named.read(bytes));
    (guess.is_certain && guess.encoding != named && differs()).then_some(guess.encoding)
}

impl<'b> Decoded<'b> {
    fn whole(bytes: &'b [u8], text: Cow<'b, str>, encoding: Encoding, choice: Choice) -> Self {
        Self { text, encoding, choice, damaged: Vec::new(), bytes }
    }

    fn damaged(bytes: &'b [u8], (text, damaged): (String, Vec<Damage>), encoding: Encoding, choice: Choice) -> Self {
        Self { text: text.into(), encoding, choice, damaged, bytes }
    }

    fn fallback(bytes: &'b [u8]) -> Self {
        let text = Encoding::WINDOWS_1252.read(bytes).unwrap_or_default();
        Self::whole(bytes, text, Encoding::WINDOWS_1252, Choice::Fallback)
    }
}

impl Decoded<'_> {
    /// The bytes to write for the text after `edits`, which are in order and do not overlap. Unchanged text keeps its
    /// bytes, even if the encoding has other bytes for the same characters. So do the damaged characters that an edit
    /// leaves in the text.
    ///
    /// # Errors
    /// A character that the encoding does not have, or that would not be the same when it is read again.
    pub fn encode(&self, edits: &[Edit]) -> Result<Vec<u8>, char> {
        let edits = &*self.without_damaged(edits);
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
        if self.encoding != Encoding::UTF_8 || !self.damaged.is_empty() {
            let wanted = apply(&self.text, edits);
            let read = if self.damaged.is_empty() {
                self.encoding.read(&out).unwrap_or_default()
            } else {
                self.encoding.read_damaged(&out, out.len()).unwrap_or_default().0.into()
            };
            if let Some(lost) = first_difference(&wanted, &read) {
                return Err(lost);
            }
        }
        Ok(out)
    }

    /// The edits without the damaged characters that they replace by themselves.
    fn without_damaged<'e>(&self, edits: &'e [Edit]) -> Cow<'e, [Edit]> {
        let damaged_in = |span: Span| {
            let from = self.damaged.partition_point(|one| one.text < span.start as usize);
            let to = self.damaged.partition_point(|one| one.text < span.end as usize);
            &self.damaged[from..to.max(from)]
        };
        if edits.iter().all(|edit| damaged_in(edit.span).is_empty()) {
            return edits.into();
        }
        edits.iter().flat_map(|edit| kept_apart(&self.text, edit, damaged_in(edit.span))).collect()
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
    /// Whether another encoding may be the right one, so that characters may be wrong.
    pub fn is_guessed(&self) -> bool {
        match self.choice {
            Choice::Sure | Choice::Detected => false,
            Choice::Guessed => true,
            Choice::Fallback => self.encoding != Encoding::UTF_8,
        }
    }

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

/// Divides an edit at the damaged characters in its span that its text has, too. Between the parts of both texts that
/// are the same, they are taken in their order.
fn kept_apart(text: &str, edit: &Edit, damaged: &[Damage]) -> Vec<Edit> {
    let (start, old, new) = (edit.span.start as usize, edit.span.of(text), &*edit.text);
    let width = char::REPLACEMENT_CHARACTER.len_utf8();
    let same_start = old.bytes().zip(new.bytes()).take_while(|(one, other)| one == other).count();
    let (old_rest, new_rest) = (&old.as_bytes()[same_start..], &new.as_bytes()[same_start..]);
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let same_end = ends.take_while(|(one, other)| one == other).count();
    let places = new.match_indices(char::REPLACEMENT_CHARACTER).map(|(at, _)| at);
    let mut between = places.filter(|&at| at + width > same_start && new.len() - at > same_end);

    let mut parts = Vec::with_capacity(damaged.len() + 1);
    let (mut old_done, mut new_done) = (0, 0);
    let ends = damaged.iter().filter_map(|one| {
        let at = one.text - start;
        let kept = match at {
            _ if at + width <= same_start => at,
            _ if old.len() - at <= same_end => new.len() - (old.len() - at),
            _ => between.next()?,
        };
        Some((at, kept))
    });
    for (old_at, new_at) in ends.chain([(old.len(), new.len())]) {
        parts.push(Edit::replace(Span::new(start + old_done, start + old_at), &new[new_done..new_at]));
        (old_done, new_done) = (old_at + width, new_at + width);
    }
    parts
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
    /// The damaged bytes after that.
    damaged: std::slice::Iter<'d, Damage>,
}

impl<'d> Offsets<'d> {
    fn new(decoded: &'d Decoded<'d>) -> Self {
        let decoder = decoded.encoding.decoder();
        let damaged = decoded.damaged.iter();
        Self { decoded, decoder, before: OffsetPair::default(), after: OffsetPair::default(), damaged }
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
            while self.damaged.as_slice().first().is_some_and(|one| one.text < text) {
                self.pass_damaged();
            }
            self.after = OffsetPair { text, byte: self.after.byte + text - self.after.text };
            return;
        }
        let mut buffer = [0; 32];
        while self.after.text < text && self.after.byte < self.decoded.bytes.len() {
            self.before = self.after;
            if self.damaged.as_slice().first().is_some_and(|one| one.text == self.after.text) {
                self.pass_damaged();
                continue;
            }
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

    /// Goes to the end of the next damaged bytes.
    fn pass_damaged(&mut self) {
        let Some(damage) = self.damaged.next() else { return };
        self.after = OffsetPair { text: damage.text_end(), byte: damage.bytes.end };
        self.decoder = self.decoded.encoding.decoder();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::ENCODINGS;
    use proptest::prelude::*;

    fn named(name: &str) -> Encoding {
        ENCODINGS.iter().find(|(label, _)| *label == name).unwrap().1
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
            // The letters of the last text may be those of another language.
            let choice = if name == "windows-1252" { Choice::Guessed } else { Choice::Detected };
            assert_eq!(read(&bytes), (name.to_owned(), choice, text.into()));
        }
    }

    #[test]
    fn what_is_detected_has_a_name() {
        let (name, choice, _) = read(b"AB[da\xff][e\xf8][ha][ab][eb]a\xff][e\xf8][ha][ab][eb]");
        assert_eq!((&*name, choice), ("iso-8859-13", Choice::Guessed));
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
