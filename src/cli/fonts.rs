//! The fonts of pictures: the built-in one, then those of `--font`, then those of the system.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::files::Failure;
use super::output::note;
use ishi_disk as disk;
use ishi_render::{Fonts, Picture};

/// The largest file of a font. Collections of all Chinese, Japanese and Korean fonts of a family have about 100 MB.
const MAX_BYTES: usize = 1 << 28;

/// How many characters without a font are named.
const MAX_NAMED: usize = 20;

/// The fonts for all pictures of a run.
pub(super) struct PictureFonts {
    fonts: Fonts,
    /// The characters that the fonts of the system were searched for.
    searched: BTreeSet<char>,
}

impl PictureFonts {
    /// Reads the files of `--font`.
    pub(super) fn read(files: &[PathBuf]) -> Result<Self, Failure> {
        let mut fonts = Fonts::default();
        for path in files {
            let bytes = disk::read(path, MAX_BYTES).map_err(|error| Failure::new(path, &error))?;
            fonts.add(bytes).map_err(|error| Failure::new(path, &error))?;
        }
        Ok(Self { fonts, searched: BTreeSet::new() })
    }

    /// The fonts that some pictures need. Names the characters that no font has.
    pub(super) fn of(&mut self, pictures: &[Picture]) -> &Fonts {
        let missing = |fonts: &Fonts| pictures.iter().flat_map(|picture| fonts.missing(picture)).collect();
        let mut wanted: BTreeSet<char> = missing(&self.fonts);
        wanted.retain(|character| !self.searched.contains(character));
        if wanted.is_empty() {
            return &self.fonts;
        }
        self.fonts.add_from_system(&wanted);
        let rest: BTreeSet<char> = missing(&self.fonts);
        let rest: Vec<char> = rest.intersection(&wanted).copied().collect();
        if !rest.is_empty() {
            let named: Vec<String> = rest.iter().take(MAX_NAMED).map(char::to_string).collect();
            let more = rest.len().saturating_sub(MAX_NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            note(&format!("no font has {}{more}; name one that does with `--font`", named.join(" ")));
        }
        self.searched.append(&mut wanted);
        &self.fonts
    }
}
