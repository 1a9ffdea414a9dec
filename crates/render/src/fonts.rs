//! The fonts of pictures: the built-in one, and others for the characters that it lacks.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Write};
use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::{Database, FaceInfo, ID, Source};
use resvg::usvg::{Font, FontFamily, FontResolver, Options};
use skrifa::{FontRef, MetadataProvider};

use super::scene::{is_visible, label};
use super::{Glyph, Picture};

/// The beginning of the names by which an SVG selects fonts; their index follows.
const PREFIX: &str = "ishi-font-";

static BUILT_IN: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("font/DejaVuSansCondensed-Bold.ttf").to_vec());
    Arc::new(fonts)
});

/// The fonts with which pictures are drawn.
///
/// By default there is only the built-in font, which has Latin, Greek and Cyrillic letters, so a picture is the same
/// everywhere. Each character is drawn with the first font that has it.
#[derive(Clone, Debug)]
pub struct Fonts(Arc<Database>);

/// The built-in font.
impl Default for Fonts {
    fn default() -> Self {
        Self(BUILT_IN.clone())
    }
}

impl Fonts {
    /// Adds the fonts of a file in TrueType or OpenType after the others.
    ///
    /// # Errors
    /// Returns an error if the bytes are not such a file.
    pub fn add(&mut self, file: Vec<u8>) -> Result<(), NotAFont> {
        let added = Arc::make_mut(&mut self.0).load_font_source(Source::Binary(Arc::new(file)));
        if added.is_empty() { Err(NotAFont) } else { Ok(()) }
    }

    /// Adds fonts of the system for some characters after the others. Of several fonts that have a character, an
    /// upright and bold one is taken, like the built-in font.
    #[cfg(feature = "system-fonts")]
    pub fn add_from_system(&mut self, characters: &BTreeSet<char>) {
        let mut system = Database::new();
        system.load_system_fonts();
        let mut faces: Vec<_> = system.faces().collect();
        // A font that has a box for every character.
        faces.retain(|face| !face.post_script_name.contains("LastResort"));
        faces.sort_by_key(|face| {
            let is_slanted = face.style != resvg::usvg::fontdb::Style::Normal;
            (is_slanted, face.monospaced, face.weight.0.abs_diff(700), face.post_script_name.clone())
        });
        for &character in characters {
            if self.has(character) {
                continue;
            }
            if let Some(face) = faces.iter().find(|face| has_character(&system, face.id, character)) {
                Arc::make_mut(&mut self.0).load_font_source(face.source.clone());
            }
        }
    }

    /// The characters of a picture that no font has.
    pub fn missing(&self, picture: &Picture) -> BTreeSet<char> {
        let labels = picture.marks.iter().filter_map(|(_, glyph)| match glyph {
            Glyph::Label(text) => Some(label(text)),
            _ => None,
        });
        // All other texts are ASCII.
        let mut characters: BTreeSet<char> = picture.style.caption.chars().collect();
        characters.extend(labels.flat_map(|label| label.chars().collect::<Vec<_>>()));
        characters.retain(|&character| is_visible(character) && !self.has(character));
        characters
    }

    fn has(&self, character: char) -> bool {
        self.0.faces().any(|face| has_character(&self.0, face.id, character))
    }

    /// The options for reading an SVG in which [`with_families`](Self::with_families) has named the fonts.
    pub(super) fn options(&self) -> Options<'static> {
        let index = |font: &Font| match font.families().first() {
            Some(FontFamily::Named(name)) => name.strip_prefix(PREFIX)?.parse().ok(),
            _ => None,
        };
        Options {
            fontdb: self.0.clone(),
            font_resolver: FontResolver {
                select_font: Box::new(move |font, fonts| Some(fonts.faces().nth(index(font).unwrap_or(0))?.id)),
                select_fallback: Box::new(|_, _, _| None),
            },
            ..Options::default()
        }
    }

    /// Names the font of each run of characters that the first font lacks. Without that, the library would draw a whole
    /// text with the font of one character.
    pub(super) fn with_families<'s>(&self, svg: &'s str) -> Cow<'s, str> {
        if svg.is_ascii() {
            return svg.into();
        }
        let mut known: HashMap<char, usize> = HashMap::new();
        let mut out = String::with_capacity(svg.len());
        let mut current = 0;
        for character in svg.chars() {
            // Invisible characters belong to the run before them, and markup is ASCII.
            let is_joined = !character.is_ascii() && !is_visible(character);
            let index = *known.entry(character).or_insert_with(|| {
                let has = |face: &FaceInfo| has_character(&self.0, face.id, character);
                if character.is_ascii() { 0 } else { self.0.faces().position(has).unwrap_or(0) }
            });
            if index != current && !is_joined {
                out.push_str(if current == 0 { "" } else { "</tspan>" });
                if index != 0 {
                    let _ = write!(out, "<tspan font-family=\"{PREFIX}{index}\">");
                }
                current = index;
            }
            out.push(character);
        }
        out.into()
    }
}

fn has_character(fonts: &Database, face: ID, character: char) -> bool {
    let has =
        |data: &[u8], index| FontRef::from_index(data, index).is_ok_and(|font| font.charmap().map(character).is_some());
    fonts.with_face_data(face, has).unwrap_or(false)
}

/// The bytes of a file are not a font in TrueType or OpenType.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFont;

impl fmt::Display for NotAFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a font in TrueType or OpenType (.ttf, .otf, .ttc)")
    }
}

impl std::error::Error for NotAFont {}
