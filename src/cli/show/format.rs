//! The formats of `ishi show`.

use std::path::Path;
#[cfg(feature = "png")]
use std::slice::from_ref;

use clap::ValueEnum;

use super::super::Error;
use super::super::files::Failure;
#[cfg(feature = "png")]
use crate::fonts::PictureFonts;
use ishi_render::{self as render, Picture};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureFormat {
    /// Unicode characters, for a terminal
    Text,
    /// A diagram of Sensei's Library
    Sensei,
    /// A vector picture
    Svg,
    /// A picture of pixels
    #[cfg(feature = "png")]
    Png,
    /// A page
    #[cfg(feature = "png")]
    Pdf,
    /// The moves one after the other
    #[cfg(feature = "png")]
    Gif,
    /// The moves one after the other with all colors, for browsers
    #[cfg(feature = "png")]
    Apng,
}

/// How many milliseconds an animation shows each move, unless another number is given.
#[cfg(feature = "png")]
const DELAY: u32 = 800;

impl PictureFormat {
    /// The format that the extension of a file name stands for.
    pub(super) fn by_name(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let Some(ending) = ending else { return Ok(Self::Text) };
        let formats = Self::value_variants();
        formats.iter().copied().find(|format| format.extension() == ending).ok_or_else(|| {
            let endings: Vec<String> = formats.iter().map(|format| format!(".{}", format.extension())).collect();
            let reason =
                format!("unknown picture format `.{ending}`; use one of {}, or give a `--format`", endings.join(", "));
            Failure { name: path.display().to_string(), reason }
        })
    }

    /// The extension of its files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Sensei => "sensei",
            Self::Svg => "svg",
            #[cfg(feature = "png")]
            Self::Png => "png",
            #[cfg(feature = "png")]
            Self::Pdf => "pdf",
            #[cfg(feature = "png")]
            Self::Gif => "gif",
            #[cfg(feature = "png")]
            Self::Apng => "apng",
        }
    }

    /// The name of the format with an article, for messages.
    pub(super) fn name(self) -> String {
        let article = if matches!(self, Self::Svg) || self.extension().starts_with('a') { "an" } else { "a" };
        format!("{article} {}", self.extension().to_uppercase())
    }

    /// Whether a file is lines of characters that are read as they are.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Sensei)
    }

    pub(super) fn is_binary(self) -> bool {
        !self.is_text() && self != Self::Svg
    }

    pub(super) fn is_animation(self) -> bool {
        match self {
            #[cfg(feature = "png")]
            Self::Gif | Self::Apng => true,
            _ => false,
        }
    }
}

/// Encodes pictures as files.
pub(super) struct Encoder {
    /// The width in pixels; by default that of the format.
    pub(super) width: Option<u32>,
    /// Whether the letters of an SVG are paths.
    #[cfg(feature = "png")]
    pub(super) outline_text: bool,
    #[cfg(feature = "png")]
    pub(super) fonts: PictureFonts,
}

impl Encoder {
    /// A file with one picture.
    pub(super) fn encode(&mut self, format: PictureFormat, picture: &Picture) -> Result<Vec<u8>, Error> {
        match format {
            PictureFormat::Text => Ok(render::text(picture, render::TEXT_WIDTH).into_bytes()),
            PictureFormat::Sensei => Ok(render::sensei(picture, &picture.style.caption).text.into_bytes()),
            PictureFormat::Svg => self.encode_svg(picture),
            #[cfg(feature = "png")]
            PictureFormat::Png => {
                Ok(render::png(picture, self.width.unwrap_or(800), self.fonts.of(from_ref(picture)))?)
            }
            #[cfg(feature = "png")]
            PictureFormat::Pdf => Ok(render::pdf(picture, self.width, self.fonts.of(from_ref(picture)))?),
            #[cfg(feature = "png")]
            PictureFormat::Gif | PictureFormat::Apng => self.encode_animation(format, from_ref(picture), None),
        }
    }

    #[cfg_attr(not(feature = "png"), expect(clippy::unnecessary_wraps, reason = "reading the outlines can fail"))]
    fn encode_svg(&mut self, picture: &Picture) -> Result<Vec<u8>, Error> {
        let svg = match self.width {
            Some(width) => render::svg_of_width(picture, width),
            None => render::svg(picture),
        };
        #[cfg(feature = "png")]
        if self.outline_text {
            return Ok(render::outline_text(&svg, self.fonts.of(from_ref(picture)))?.into_bytes());
        }
        Ok(svg.into_bytes())
    }

    /// A file with several pictures, each of which is shown for some milliseconds.
    #[cfg(feature = "png")]
    pub(super) fn encode_animation(
        &mut self,
        format: PictureFormat,
        frames: &[Picture],
        delay: Option<u32>,
    ) -> Result<Vec<u8>, Error> {
        let delay = u16::try_from(delay.unwrap_or(DELAY) / 10).unwrap_or(u16::MAX);
        let width_px = self.width.unwrap_or(480);
        let animation = render::Animation { frames, width_px, delay, fonts: self.fonts.of(frames) };
        let bytes = if format == PictureFormat::Gif { render::gif(animation) } else { render::apng(animation) };
        Ok(bytes?)
    }
}
