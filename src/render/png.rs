//! A board as PNG.

use std::fmt;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::{MAX_PIXELS, Picture, svg};

const FAMILY: &str = "DejaVu Sans Condensed";

/// The one font of all pictures. The system's fonts are never read, so a picture is the same everywhere.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("font/DejaVuSansCondensed-Bold.ttf").to_vec());
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Why a PNG could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// A PNG of this width and height in pixels would be empty or above [`MAX_PIXELS`].
    Size(u32, u32),
    /// What the library says that draws or encodes it.
    Library(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(width, height) => write!(
                f,
                "a PNG of {width}x{height} pixels can't be made: width and height must be from 1 to {MAX_PIXELS}; \
                 choose another width"
            ),
            Self::Library(what) => write!(f, "the PNG can't be made: {what}"),
        }
    }
}

impl std::error::Error for PngError {}

/// The picture as a PNG of a width in pixels, with its own font; the height follows from the picture.
///
/// # Errors
/// Where width or height would be 0 or more than [`MAX_PIXELS`].
pub fn png(picture: &Picture, width_px: u32) -> Result<Vec<u8>, PngError> {
    let grid = super::grid(picture);
    let height = u64::from(grid.height) * u64::from(width_px) / u64::from(grid.width);
    let height = u32::try_from(height).unwrap_or(u32::MAX);
    let sides = 1..=MAX_PIXELS;
    if !sides.contains(&width_px) || !sides.contains(&height) {
        return Err(PngError::Size(width_px, height));
    }
    let library = |error: &dyn fmt::Display| PngError::Library(error.to_string());
    let options = Options { font_family: FAMILY.to_owned(), fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(&svg(picture), &options).map_err(|error| library(&error))?;
    let mut pixels = Pixmap::new(width_px, height).ok_or(PngError::Size(width_px, height))?;
    // Both are at most MAX_PIXELS.
    let [across, down] = [width_px, height].map(|pixels| f32::from(pixels as u16));
    let scale = Transform::from_scale(across / tree.size().width(), down / tree.size().height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| library(&error))
}
