//! The files of a browser: those that the user opens and saves, as bytes.

use ishi::convert::{self, Loss};
use ishi::sgf;
use ishi::text::{self, Encoding};
use wasm_bindgen::prelude::wasm_bindgen;

/// A file that was read.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Opened {
    /// The text of a record.
    pub text: String,
    /// The encoding to save it in.
    pub encoding: String,
    /// What is not in the text as it was in the file.
    pub losses: Vec<String>,
}

/// A file to write.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Exported {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What other programs do not find in it.
    pub losses: Vec<String>,
}

/// Reads a file: a record, or games in SGF as a record.
///
/// # Errors
/// Bytes that are neither.
#[wasm_bindgen]
pub fn open(bytes: &[u8], is_sgf: bool) -> Result<Opened, String> {
    if !is_sgf {
        let decoded = text::decode(bytes, None).map_err(|reason| reason.to_string())?;
        let encoding = decoded.encoding.to_string();
        return Ok(Opened { text: decoded.text.into_owned(), encoding, losses: Vec::new() });
    }
    let file = sgf::SgfFile::read(bytes);
    let record = convert::to_ishi(&sgf::parse(file.text()), Some(file.charset()));
    if record.readable == 0 {
        return Err("no game in it could be read".to_owned());
    }
    Ok(Opened { text: record.text, encoding: Encoding::UTF_8.to_string(), losses: described(&record.losses) })
}

/// Returns the bytes of a text in an encoding.
///
/// # Errors
/// A character that the encoding does not have.
#[wasm_bindgen]
pub fn encode(text: &str, encoding: &str) -> Result<Vec<u8>, String> {
    let known = Encoding::for_label(encoding).unwrap_or(Encoding::UTF_8);
    known.encode(text).map_err(|character| format!("{known} has no `{character}`"))
}

/// Converts the text of a record to games in SGF. What is the same in the file `base`, if there is one, keeps its
/// bytes.
///
/// # Errors
/// A text without an event, or a character that the charset of the games does not have.
#[wasm_bindgen(js_name = exportSgf)]
pub fn export_sgf(text: &str, base: Option<Box<[u8]>>) -> Result<Exported, String> {
    let games = convert::to_sgf(text);
    if games.readable == 0 {
        return Err("no event in it could be read".to_owned());
    }
    let encoded = match base {
        Some(base) => games.encode_over(&sgf::SgfFile::read(&base)),
        None => games.encode(),
    };
    let bytes = encoded.map_err(|character| format!("{} has no `{character}`", games.charset_or_utf8()))?;
    Ok(Exported { bytes, losses: described(&games.losses) })
}

fn described(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(|Loss { what, why, .. }| format!("{what}: {why}")).collect()
}
