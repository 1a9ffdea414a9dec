//! Rendering of the SVG of a picture to pixels.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use super::fonts::Fonts;
use super::{Colors, MAX_FRAMES, MAX_PIXELS, Picture};

/// The reason why a picture could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// A picture of this width and height in pixels would be empty or above [`MAX_PIXELS`].
    Size(u32, u32),
    /// An animation would have no frames, or more than [`MAX_FRAMES`].
    Frames(usize),
    /// The frames of an animation would have too many pixels together: how many frames there are, and their width and
    /// height.
    Animation(usize, u32, u32),
    /// An error of the library that draws or encodes the picture.
    Library(String),
}

impl DrawError {
    pub(super) fn library(error: &impl fmt::Display) -> Self {
        Self::Library(error.to_string())
    }
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(width, height) => write!(
                f,
                "a picture of {width}x{height} pixels can't be made: width and height must be from 1 to \
                 {MAX_PIXELS}; choose another width"
            ),
            Self::Frames(frames) => write!(
                f,
                "an animation of {frames} frames can't be made: it has from 1 to {MAX_FRAMES}; choose fewer moves"
            ),
            Self::Animation(frames, width, height) => write!(
                f,
                "an animation of {frames} frames of {width}x{height} pixels is too large; choose a smaller width or \
                 fewer moves"
            ),
            Self::Library(what) => write!(f, "the picture can't be made: {what}"),
        }
    }
}

impl std::error::Error for DrawError {}

impl Picture {
    /// Returns a copy of the picture without gradients, for formats that can't use them.
    pub(super) fn flat(&self) -> Self {
        let mut flat = self.clone();
        if flat.style.colors == Colors::Wood {
            flat.style.colors = Colors::Flat;
        }
        flat
    }
}

/// The height in pixels of a picture of some width and height in user units that is `width_px` wide.
pub(super) fn height_px(width: u32, height: u32, width_px: u32) -> Result<u32, DrawError> {
    let height = u64::from(height) * u64::from(width_px) / u64::from(width);
    let height = u32::try_from(height).unwrap_or(u32::MAX);
    let sides = 1..=MAX_PIXELS;
    if sides.contains(&width_px) && sides.contains(&height) {
        Ok(height)
    } else {
        Err(DrawError::Size(width_px, height))
    }
}

/// Parses an SVG into a tree of paths, with letters of some fonts.
pub(super) fn tree(svg: &str, fonts: &Fonts) -> Result<Tree, DrawError> {
    Tree::from_str(&fonts.with_families(svg), &fonts.options()).map_err(|error| DrawError::library(&error))
}

/// The pixels of an SVG that is scaled to a width and a height, both at most [`MAX_PIXELS`].
pub(super) fn pixels(svg: &str, width_px: u32, height_px: u32, fonts: &Fonts) -> Result<Pixmap, DrawError> {
    let tree = tree(svg, fonts)?;
    let mut pixels = Pixmap::new(width_px, height_px).ok_or(DrawError::Size(width_px, height_px))?;
    let [across, down] = [width_px, height_px].map(|pixels| f32::from(pixels as u16));
    let scale = Transform::from_scale(across / tree.size().width(), down / tree.size().height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}
