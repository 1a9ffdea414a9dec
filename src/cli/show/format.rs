//! The formats of `ishi show`.

use std::path::Path;

use clap::ValueEnum;

use super::super::Error;
use super::super::files::Failure;
use ishi::render::{self, Picture};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureFormat {
    /// Unicode characters, for a terminal
    Text,
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

    pub(super) fn is_binary(self) -> bool {
        !matches!(self, Self::Text | Self::Svg)
    }

    pub(super) fn is_animation(self) -> bool {
        match self {
            #[cfg(feature = "png")]
            Self::Gif | Self::Apng => true,
            _ => false,
        }
    }

    /// A file with one picture.
    #[cfg_attr(not(feature = "png"), expect(clippy::unnecessary_wraps, reason = "the other formats can fail"))]
    pub(super) fn encode(self, picture: &Picture, width: Option<u32>) -> Result<Vec<u8>, Error> {
        match self {
            Self::Text => Ok(render::text(picture, render::TEXT_WIDTH).into_bytes()),
            Self::Svg => Ok(match width {
                Some(width) => render::svg_of_width(picture, width).into_bytes(),
                None => render::svg(picture).into_bytes(),
            }),
            #[cfg(feature = "png")]
            Self::Png => Ok(render::png(picture, width.unwrap_or(800))?),
            #[cfg(feature = "png")]
            Self::Pdf => Ok(render::pdf(picture, width)?),
            #[cfg(feature = "png")]
            Self::Gif | Self::Apng => self.encode_animation(std::slice::from_ref(picture), width, None),
        }
    }

    /// A file with several pictures, each of which is shown for some milliseconds.
    #[cfg(feature = "png")]
    pub(super) fn encode_animation(
        self,
        frames: &[Picture],
        width: Option<u32>,
        delay: Option<u32>,
    ) -> Result<Vec<u8>, Error> {
        let delay = u16::try_from(delay.unwrap_or(DELAY) / 10).unwrap_or(u16::MAX);
        let animation = render::Animation { frames, width_px: width.unwrap_or(480), delay };
        let bytes = if self == Self::Gif { render::gif(animation) } else { render::apng(animation) };
        Ok(bytes?)
    }
}
