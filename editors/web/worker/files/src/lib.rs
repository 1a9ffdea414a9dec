//! Reads the files that the user of a browser opens, and writes those that the user saves, as bytes.
//!
//! This is a module of its own, because a page is complete without it until a file is opened: the editor and the server
//! work on text, and the tables of encodings are large.

use ishi_convert::convert::{self, Loss};
use ishi_convert::import;
use ishi_record::syntax::{Foreign, ForeignKind};
use ishi_sgf as sgf;
use ishi_text::{self as text, Encoding};
use wasm_bindgen::prelude::wasm_bindgen;

/// A file that was read.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Opened {
    /// The text of a record.
    #[wasm_bindgen(readonly)]
    pub text: String,
    /// The encoding to save it in.
    #[wasm_bindgen(readonly)]
    pub encoding: String,
    /// Whether bytes of a record are not valid in the encoding: they come back only if the text is saved over the file.
    #[wasm_bindgen(js_name = isDamaged, readonly)]
    pub is_damaged: bool,
    /// `ishi` for a record, `sgf` for games in SGF, `import` for a game in the format of a Go server.
    #[wasm_bindgen(readonly)]
    pub format: String,
    /// Parts of the file that the text does not have, a sentence each.
    #[wasm_bindgen(readonly)]
    pub losses: Vec<String>,
}

impl Opened {
    /// A record made of games in another format.
    fn converted(record: convert::Ishi, format: &str) -> Self {
        let encoding = Encoding::UTF_8.to_string();
        let losses = described(&record.losses);
        Self { text: record.text, encoding, is_damaged: false, format: format.to_owned(), losses }
    }
}

/// A file to write.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Exported {
    /// Its bytes.
    #[wasm_bindgen(readonly)]
    pub bytes: Vec<u8>,
    /// Parts of the record that other programs do not find in the file, a sentence each.
    #[wasm_bindgen(readonly)]
    pub losses: Vec<String>,
}

/// Reads a file: a record, or games in another format as a record. The content decides which, unless the games are said
/// to be in SGF.
///
/// # Errors
/// Bytes that are neither.
#[wasm_bindgen]
pub fn open(bytes: &[u8], is_sgf: bool) -> Result<Opened, String> {
    if !is_sgf && import::is_import(bytes) {
        let decoded = import::decode(bytes, None);
        let record = import::read(&decoded.text).and_then(|game| game.to_ishi()).ok_or(NO_GAME)?;
        return Ok(Opened::converted(record, "import"));
    }
    let file = sgf::SgfFile::read(bytes);
    if is_sgf || is_all_sgf(file.text()) {
        let record = convert::to_ishi(&sgf::parse(file.text()), Some(file.charset()));
        if record.readable == 0 {
            return Err(NO_GAME.to_owned());
        }
        return Ok(Opened::converted(record, "sgf"));
    }
    let decoded = text::decode(bytes, None).map_err(|reason| reason.to_string())?;
    let encoding = decoded.encoding.to_string();
    let is_damaged = !decoded.damaged.is_empty();
    let text = decoded.text.into_owned();
    Ok(Opened { text, encoding, is_damaged, format: "ishi".to_owned(), losses: Vec::new() })
}

const NO_GAME: &str = "no game in it could be read";

/// Whether a text is SGF, with no record after it.
fn is_all_sgf(text: &str) -> bool {
    Foreign::of(text).is_some_and(|Foreign { kind, end }| kind == ForeignKind::Sgf && end == text.len())
}

/// Returns the bytes of a text in an encoding. What is the same in the record `base`, if there is one, keeps its bytes.
///
/// # Errors
/// A character that the encoding does not have.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "bytes of a page come as a box of their own")]
pub fn encode(text: &str, encoding: &str, base: Option<Box<[u8]>>) -> Result<Vec<u8>, String> {
    let known = Encoding::for_label(encoding).unwrap_or(Encoding::UTF_8);
    let base = base.as_deref().map(|base| text::decode_any(base, None)).filter(|base| base.encoding == known);
    let encoded = match base {
        Some(base) => base.encode(&text::difference(&base.text, text)),
        None => known.encode(text),
    };
    encoded.map_err(|character| format!("{known} has no `{character}`"))
}

/// Converts the text of a record to games in SGF. What is the same in the file `base`, if there is one, keeps its
/// bytes.
///
/// # Errors
/// A text without an event, a character that the charset of the games does not have, or a line that they do not say and
/// that is not in `base` either.
#[wasm_bindgen(js_name = exportSgf)]
#[expect(clippy::needless_pass_by_value, reason = "bytes of a page come as a box of their own")]
pub fn export_sgf(text: &str, base: Option<Box<[u8]>>) -> Result<Exported, String> {
    let base = base.as_deref().map(sgf::SgfFile::read);
    let games = if base.is_some() { convert::to_sgf_in_any_order(text) } else { convert::to_sgf(text) };
    if games.readable == 0 {
        return Err("no event in it could be read".to_owned());
    }
    if let Some(refusal) = base.as_ref().and_then(|base| games.refusal(text, base)) {
        return Err(refusal);
    }
    let encoded = match &base {
        Some(base) => games.encode_over(base),
        None => games.encode(),
    };
    let bytes = encoded.map_err(|character| format!("{} has no `{character}`", games.charset_or_utf8()))?;
    Ok(Exported { bytes, losses: described(&games.losses) })
}

fn described(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(|Loss { what, why, .. }| format!("{what}: {why}")).collect()
}
