//! Games in formats that are only read: those of Go servers, which are GIB of Tygem, NGF of Cyberoro, and UGF or UGI of
//! Pandanet, and the diagrams of Sensei's Library.
//!
//! There is no published description of the formats of servers, so they are read as far as known files show. Each game
//! is converted to SGF. Unreadable text is an [`ImportFault`]; text that SGF can't express is a
//! [`Loss`](crate::convert::Loss).

mod draft;
mod fault;
mod game;
mod gib;
mod handicap;
mod line;
mod ngf;
mod sensei;
mod ugf;
mod words;

pub use fault::{ImportFault, ImportFaultKind};
pub use game::Import;

use draft::GameDraft;

use ishi_record::syntax::ForeignKind;
use ishi_text::{self as text, Choice, Decoded, Encoding};

/// The extensions of the files of Go servers, in lower case. The content of a file decides on its format. Diagrams have
/// no extension of their own.
pub const EXTENSIONS: [&str; 4] = ["gib", "ngf", "ugf", "ugi"];

/// Reads a text; `None` if it is in none of the formats.
///
/// ```
/// use ishi_convert::import;
///
/// let game = import::read("\\HS\n\\[GAMEBLACKNAME=Ada (3D)\\]\n\\HE\n\\GS\nSTO 0 2 1 15 3\n\\GE\n").unwrap();
/// assert_eq!(game.sgf, "(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]SZ[19]PB[Ada]BR[3d];B[pd])\n");
/// ```
pub fn read(text: &str) -> Option<Import> {
    let read = reader(text)?;
    let mut draft = GameDraft::new();
    read(text, &mut draft);
    Some(draft.finish())
}

/// Reads a diagram of Sensei's Library; `None` if a text is none. A program that reads nothing else is smaller.
pub fn read_diagram(text: &str) -> Option<Import> {
    if ForeignKind::of(text) != Some(ForeignKind::Sensei) {
        return None;
    }
    let mut draft = GameDraft::new();
    sensei::read(text, &mut draft);
    Some(draft.finish())
}

/// Returns the reader for a text that begins like this.
fn reader(head: &str) -> Option<fn(&str, &mut GameDraft)> {
    match ForeignKind::of(head)? {
        ForeignKind::Gib => Some(gib::read),
        ForeignKind::Ngf => Some(ngf::read),
        ForeignKind::Ugf => Some(ugf::read),
        ForeignKind::Sensei => Some(sensei::read),
        _ => None,
    }
}

/// Whether a file is in one of the formats. Only its first bytes are needed, because each format begins with ASCII.
pub fn is_import(bytes: &[u8]) -> bool {
    const HEAD: usize = 1 << 14;
    reader(&String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)])).is_some()
}

/// Decodes a file in the `wanted` encoding, or else in the encoding that the file names, or else in the detected
/// encoding.
pub fn decode(bytes: &[u8], wanted: Option<Encoding>) -> Decoded<'_> {
    let named = || named(bytes).filter(|_| std::str::from_utf8(bytes).is_err());
    let decoded = text::decode_any(bytes, wanted.or_else(named));
    let is_misnamed = wanted.is_none() && decoded.choice == Choice::Fallback;
    if is_misnamed { text::decode_any(bytes, None) } else { decoded }
}

/// The encoding that a file names: GIB by its country, and UGF by the value of `Lang`.
fn named(bytes: &[u8]) -> Option<Encoding> {
    const HEAD: usize = 1 << 12;
    let head = &bytes[..bytes.len().min(HEAD)];
    let value = |name: &str| {
        let at = memchr::memmem::find(head, name.as_bytes())? + name.len();
        let length = head[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte)).count();
        std::str::from_utf8(&head[at..at + length]).ok()
    };
    let of_country = value("GIBOKIND=").and_then(|country| match country {
        "Korea" => Some("euc-kr"),
        "China" => Some("gb18030"),
        "Japan" => Some("shift-jis"),
        _ => None,
    });
    Encoding::for_label(of_country.or_else(|| value("\nLang="))?)
}
