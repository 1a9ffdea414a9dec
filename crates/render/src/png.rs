//! A board as PNG.

use super::fonts::Fonts;
use super::raster::{DrawError, height_px, pixels};
use super::{Picture, grid, svg};

/// The picture as a PNG of a width in pixels; the height follows from the picture.
///
/// # Errors
/// Returns an error if width or height would be 0 or more than [`MAX_PIXELS`](super::MAX_PIXELS).
pub fn png(picture: &Picture, width_px: u32, fonts: &Fonts) -> Result<Vec<u8>, DrawError> {
    let grid = grid(picture);
    let height = height_px(grid.width, grid.height, width_px)?;
    pixels(&svg(picture), width_px, height, fonts)?.encode_png().map_err(|error| DrawError::library(&error))
}
