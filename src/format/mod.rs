//! Canonical text. It loses nothing: what can't be read stays as it is.

use crate::text::Edit;

/// How keywords or locations are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// `BOARDSIZE`, `Q16`
    #[default]
    Upper,
    /// `boardsize`, `q16`
    Lower,
    /// `Boardsize`, `Q16`
    Title,
    /// As it stands.
    Preserve,
}

/// Which line end a formatted file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    /// Each line keeps its own.
    #[default]
    Preserve,
    /// CR LF, as the Standard has it.
    Crlf,
    /// LF.
    Lf,
}

/// The options of `[format]` in `ishi.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The case of keywords, of PASS and ALL and of the colours in SETUP.
    pub keyword_case: Case,
    /// The case of locations.
    pub location_case: Case,
    /// Spaces for each level of variation.
    pub indent: u8,
    /// The line ends (only on the command line; in an editor they are the editor's).
    pub line_ending: LineEnding,
    /// The column after which a list of marks, stones or prisoners goes on in another line; 0 for never.
    pub wrap: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            keyword_case: Case::Upper,
            location_case: Case::Upper,
            indent: 2,
            line_ending: LineEnding::Preserve,
            wrap: 0,
        }
    }
}

/// The edits that make a whole text canonical, each within one line or of whole lines, in order.
/// Line ends are converted where the options ask for it.
pub fn format(_text: &str, _options: &Options) -> Vec<Edit> {
    Vec::new()
}
