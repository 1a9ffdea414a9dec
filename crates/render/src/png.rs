//! A board as PNG.

use super::raster::{DrawError, height_px, pixels};
use super::{Picture, grid, svg};

/// The picture as a PNG of a width in pixels, with its own font; the height follows from the picture.
///
/// # Errors
/// Returns an error if width or height would be 0 or more than [`MAX_PIXELS`](super::MAX_PIXELS).
pub fn png(picture: &Picture, width_px: u32) -> Result<Vec<u8>, DrawError> {
    let grid = grid(picture);
    let height = height_px(grid.width, grid.height, width_px)?;
    pixels(&svg(picture), width_px, height)?.encode_png().map_err(|error| DrawError::library(&error))
}
