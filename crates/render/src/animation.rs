//! A line of play as an animation: GIF, or APNG, which keeps all colors.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use resvg::tiny_skia::Pixmap;

use super::fonts::Fonts;
use super::raster::{DrawError, height_px, pixels};
use super::{MAX_FRAMES, Picture, grid, svg};

/// How many pixels all frames have at most, in total; 1000 frames of 700×700 are below this limit.
const MAX_PIXELS_OF_FRAMES: u64 = 1 << 29;

/// The factor by which the last frame is shown longer.
const LAST: u16 = 3;

/// How many frames are sampled to choose the colors of a GIF.
const SAMPLES: usize = 8;

/// The color of a GIF through which the previous frame, or the page, is visible.
const TRANSPARENT: u8 = 0;

/// Pictures that are shown one after the other, repeatedly. All have the style of the first picture.
#[derive(Clone, Copy, Debug)]
pub struct Animation<'p> {
    /// The pictures.
    pub frames: &'p [Picture],
    /// The width of each, in pixels.
    pub width_px: u32,
    /// How long each picture is shown, in hundredths of a second. The last picture is shown longer.
    pub delay: u16,
    /// The fonts of letters.
    pub fonts: &'p Fonts,
}

/// The animation as a GIF, which has up to 255 colors, and so none of the light on stones and wood.
///
/// # Errors
/// Returns an error if there are no frames, more than [`MAX_FRAMES`], or if they are too large.
pub fn gif(animation: Animation<'_>) -> Result<Vec<u8>, DrawError> {
    let frames: Vec<Picture> = animation.frames.iter().map(Picture::flat).collect();
    let animation = Animation { frames: &frames, ..animation };
    let canvas = Canvas::of(animation)?;
    let mut palette = canvas.palette()?;
    let mut bytes = Vec::new();
    // Both are at most MAX_PIXELS.
    let [width, height] = [canvas.width_px as u16, canvas.height_px as u16];
    let mut encoder =
        gif::Encoder::new(&mut bytes, width, height, &palette.bytes()).map_err(|error| DrawError::library(&error))?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(|error| DrawError::library(&error))?;
    // A pixel of a GIF that was opaque can't be made transparent by a later frame, only by taking all of it away.
    let is_whole = animation.frames[0].style.transparent;
    let mut before = None;
    for (picture, delay) in canvas.frames() {
        let drawn = canvas.draw(picture)?;
        let before_it = before.as_ref().filter(|_| !is_whole);
        let area = ChangedArea::changed(before_it, &drawn);
        let buffer: Vec<u8> = area
            .indices(canvas.width_px)
            .map(|index| {
                let pixel = drawn.pixels()[index];
                let is_same = before_it.is_some_and(|before| before.pixels()[index] == pixel);
                if is_same { TRANSPARENT } else { palette.index(pixel.demultiply()) }
            })
            .collect();
        let frame = gif::Frame {
            delay,
            dispose: if is_whole { gif::DisposalMethod::Background } else { gif::DisposalMethod::Keep },
            transparent: Some(TRANSPARENT),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: Cow::Owned(buffer),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(|error| DrawError::library(&error))?;
        before = Some(drawn);
    }
    drop(encoder);
    Ok(bytes)
}

/// The animation as an APNG. A viewer that does not support APNG shows the first frame.
///
/// # Errors
/// Returns an error if there are no frames, more than [`MAX_FRAMES`], or if they are too large.
pub fn apng(animation: Animation<'_>) -> Result<Vec<u8>, DrawError> {
    let canvas = Canvas::of(animation)?;
    let mut bytes = Vec::new();
    let written = |error: png::EncodingError| DrawError::library(&error);
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width_px, canvas.height_px);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_animated(animation.frames.len() as u32, 0).map_err(written)?;
    encoder.set_blend_op(png::BlendOp::Source).map_err(written)?;
    let mut writer = encoder.write_header().map_err(written)?;
    let mut before = None;
    for (picture, delay) in canvas.frames() {
        let drawn = canvas.draw(picture)?;
        let area = ChangedArea::changed(before.as_ref(), &drawn);
        let pixels = area.indices(canvas.width_px).map(|index| drawn.pixels()[index].demultiply());
        let data: Vec<u8> =
            pixels.flat_map(|color| [color.red(), color.green(), color.blue(), color.alpha()]).collect();
        writer.set_frame_delay(delay, 100).map_err(written)?;
        // The area of the frame before would not leave room for this one.
        writer.reset_frame_position().map_err(written)?;
        writer.set_frame_dimension(area.width, area.height).map_err(written)?;
        writer.set_frame_position(area.left, area.top).map_err(written)?;
        writer.write_image_data(&data).map_err(written)?;
        before = Some(drawn);
    }
    writer.finish().map_err(written)?;
    Ok(bytes)
}

/// The canvas that all frames are drawn on.
struct Canvas<'p> {
    animation: Animation<'p>,
    /// In user units, as large as the largest picture.
    width: u32,
    height: u32,
    width_px: u32,
    height_px: u32,
}

impl<'p> Canvas<'p> {
    fn of(animation: Animation<'p>) -> Result<Self, DrawError> {
        let Animation { frames, width_px, .. } = animation;
        if frames.is_empty() || frames.len() > MAX_FRAMES {
            return Err(DrawError::Frames(frames.len()));
        }
        let grids = || frames.iter().map(grid);
        let width = grids().map(|grid| grid.width).max().unwrap_or(1);
        let height = grids().map(|grid| grid.height).max().unwrap_or(1);
        let height_px = height_px(width, height, width_px)?;
        if frames.len() as u64 * u64::from(width_px) * u64::from(height_px) > MAX_PIXELS_OF_FRAMES {
            return Err(DrawError::Animation(frames.len(), width_px, height_px));
        }
        Ok(Self { animation, width, height, width_px, height_px })
    }

    /// The pictures, and how long each is shown.
    fn frames(&self) -> impl Iterator<Item = (&'p Picture, u16)> {
        let Animation { frames, delay, .. } = self.animation;
        let last = frames.len() - 1;
        let delay = move |index| if index == last { delay.saturating_mul(LAST) } else { delay };
        frames.iter().enumerate().map(move |(index, picture)| (picture, delay(index)))
    }

    fn draw(&self, picture: &Picture) -> Result<Pixmap, DrawError> {
        pixels(
            &svg::svg_on_canvas(picture, self.width, self.height),
            self.width_px,
            self.height_px,
            self.animation.fonts,
        )
    }

    /// The colors of a GIF: the most frequent colors of some frames. Nearly all of them are at the edges of letters, so
    /// a missing color has a similar one in the palette.
    fn palette(&self) -> Result<GifPalette, DrawError> {
        let frames = self.animation.frames;
        let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
        for sample in 0..SAMPLES.min(frames.len()) {
            let index = sample * (frames.len() - 1) / (SAMPLES.min(frames.len()) - 1).max(1);
            for pixel in self.draw(&frames[index])?.pixels() {
                if let Some(color) = opaque(pixel.demultiply()) {
                    *counts.entry(color).or_default() += 1;
                }
            }
        }
        let mut colors: Vec<([u8; 3], u32)> = counts.into_iter().collect();
        colors.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        colors.truncate(usize::from(u8::MAX));
        Ok(GifPalette { colors: colors.into_iter().map(|(color, _)| color).collect(), known: HashMap::new() })
    }
}

/// The part of a frame that differs from the previous frame.
#[derive(Clone, Copy)]
struct ChangedArea {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl ChangedArea {
    /// The changed part of a frame: the whole first frame, and one pixel if nothing has changed.
    fn changed(before: Option<&Pixmap>, drawn: &Pixmap) -> Self {
        let (width, height) = (drawn.width(), drawn.height());
        let Some(before) = before else { return Self { left: 0, top: 0, width, height } };
        let rows = before.pixels().chunks(width as usize).zip(drawn.pixels().chunks(width as usize));
        let mut changed: Option<[u32; 4]> = None;
        for (row, (one, other)) in (0..).zip(rows) {
            let differs = |(a, b)| a != b;
            let Some(first) = one.iter().zip(other).position(differs) else { continue };
            let last = one.iter().zip(other).rposition(differs).unwrap_or(first);
            let [left, top, right, _] = changed.unwrap_or([first as u32, row, last as u32, row]);
            changed = Some([left.min(first as u32), top, right.max(last as u32), row]);
        }
        let [left, top, right, bottom] = changed.unwrap_or_default();
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// The indices of its pixels, row by row, in a frame of some width.
    fn indices(self, width: u32) -> impl Iterator<Item = usize> {
        let Self { left, top, .. } = self;
        let row = move |row: u32| (0..self.width).map(move |column| ((top + row) * width + left + column) as usize);
        (0..self.height).flat_map(row)
    }
}

/// The colors of a GIF after the first one, which is [`TRANSPARENT`].
struct GifPalette {
    colors: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl GifPalette {
    /// As a GIF has it.
    fn bytes(&self) -> Vec<u8> {
        [[0; 3]].iter().chain(&self.colors).flatten().copied().collect()
    }

    /// The index of the color that is nearest.
    fn index(&mut self, color: resvg::tiny_skia::ColorU8) -> u8 {
        let Some(color) = opaque(color) else { return TRANSPARENT };
        let Self { colors, known } = self;
        *known.entry(color).or_insert_with(|| {
            let distance = |other: &[u8; 3]| -> u32 {
                color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
            };
            let nearest = (1..=u8::MAX).zip(&*colors).min_by_key(|(_, other)| distance(other));
            nearest.map_or(TRANSPARENT, |(index, _)| index)
        })
    }
}

/// The color on white paper; `None` if the color is more transparent than opaque.
fn opaque(color: resvg::tiny_skia::ColorU8) -> Option<[u8; 3]> {
    let alpha = u32::from(color.alpha());
    let over = |part: u8| ((u32::from(part) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
    (alpha >= 128).then(|| [over(color.red()), over(color.green()), over(color.blue())])
}
