//! Cutting a file with many games into one file for each game.

use std::borrow::Cow;

use crate::{GameFile, Piece, games_in};
use ishi_sgf::{self as sgf, Charset, SgfFile};
use ishi_text::{self as text, Decoded, Encoding, apply};

/// A game that is cut out of a file, with its new file.
#[derive(Debug)]
pub struct CutGame<'c> {
    /// The game and its place in the file from which it is cut.
    pub piece: Piece<'c>,
    /// The bytes of the new file.
    pub bytes: Cow<'c, [u8]>,
    /// Whether `bytes` were converted to UTF-8, because the bytes of the game would be another text without the other
    /// games.
    pub is_recoded: bool,
}

/// Cuts a file into its games. `encoding` is the encoding in which records are read in the folder of the new files; if
/// it is `None`, the encoding is detected.
///
/// No text is lost: text before the first game belongs to the first game, and any other text to the game before it. A
/// game keeps its bytes if they are read as the same text without the other games.
///
/// ```
/// use ishi_archive::collection::cut;
/// use ishi_archive::{GameFile, NamedFormat};
///
/// let file = GameFile::read(NamedFormat::Sgf, b"Two games: (;B[aa]) and (;B[bb])\n", None).unwrap();
/// let games: Vec<_> = cut(&file, None).map(|game| game.bytes).collect();
/// assert_eq!(games, [&b"Two games: (;B[aa]) and "[..], b"(;B[bb])\n"]);
/// ```
pub fn cut<'c>(file: &'c GameFile<'_>, encoding: Option<Encoding>) -> impl Iterator<Item = CutGame<'c>> {
    let mut bytes_up_to: Box<dyn FnMut(usize) -> &'c [u8]> = match file {
        GameFile::Record(decoded) => Box::new(decoded.cutter()),
        GameFile::Sgf(file) => file.cutter(),
        GameFile::Import(_, decoded) => Box::new(|_| decoded.bytes()),
    };
    let mut start = 0;
    games_in(file.text()).map(move |piece| {
        let (begin, bytes) = (start, bytes_up_to(piece.end));
        start = piece.end;
        let other = match file {
            GameFile::Record(decoded) => record_in_utf8(&decoded.text[begin..start], bytes, decoded, encoding),
            GameFile::Sgf(file) => sgf_in_utf8(&file.text()[begin..start], bytes, file),
            GameFile::Import(..) => None,
        };
        let is_recoded = other.is_some();
        CutGame { piece, bytes: other.map_or(Cow::Borrowed(bytes), Cow::Owned), is_recoded }
    })
}

/// Returns the text of a record in UTF-8, if its bytes would be read in `encoding` as another text, and the bytes in
/// UTF-8 would not.
fn record_in_utf8(text: &str, bytes: &[u8], whole: &Decoded<'_>, encoding: Option<Encoding>) -> Option<Vec<u8>> {
    let is_read =
        |bytes: &[u8]| text::decode(bytes, encoding).is_ok_and(|decoded| decoded.text == text && !decoded.is_guessed());
    // If the encoding is only a guess, the text may be wrong, and damaged bytes are in no other encoding.
    let stays = bytes.is_ascii() || whole.is_guessed() || text.contains(char::REPLACEMENT_CHARACTER);
    (!stays && !is_read(bytes) && is_read(text.as_bytes())).then(|| text.as_bytes().to_vec())
}

/// Returns the text of a game in UTF-8, with UTF-8 as its charset, if its bytes would be another text without the other
/// games. A game that names its own charset keeps its bytes, if it is in it.
fn sgf_in_utf8(text: &str, bytes: &[u8], whole: &SgfFile<'_>) -> Option<Vec<u8>> {
    // Bytes of a text that may be wrong or damaged are kept.
    let is_ascii = bytes.is_ascii() && text.len() == bytes.len();
    if is_ascii || whole.is_guessed() || text.contains(char::REPLACEMENT_CHARACTER) {
        return None;
    }
    let alone = SgfFile::read(bytes);
    if alone.text() == text && !alone.is_guessed() {
        return None;
    }
    let games = sgf::parse(text);
    let is_narrow = matches!(whole.charset(), Charset::Narrow(_)) && !whole.is_mislabelled;
    let is_labelled = is_narrow && games.games().first().is_some_and(|&root| games.property(root, "CA").is_some());
    (!is_labelled).then(|| apply(text, &sgf::name_utf8(&games)).into_bytes())
}
