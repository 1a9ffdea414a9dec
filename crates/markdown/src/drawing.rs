//! The picture of a record, as options ask for it.

use ishi_convert::convert;
use ishi_ide::ide::{self, item};
use ishi_record::record::read;
use ishi_record::syntax::{Reader, Source};
use ishi_render::{self as render, Picture, Window};
use ishi_text::counted;

use super::options::Options;

/// A picture, and the words for a reader who does not see it.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The picture.
    pub picture: Picture,
    /// The caption, or else the event and the place.
    pub alternative: String,
}

impl Drawing {
    /// Returns the picture in SVG, in the width that the options name.
    pub fn svg(&self, options: &Options) -> String {
        match options.width {
            Some(width) => render::svg_of_width(&self.picture, width),
            None => render::svg(&self.picture),
        }
    }
}

/// Draws a record.
///
/// # Errors
/// The reason why there is nothing to draw at the place that the options name.
pub fn draw(record: &str, options: &Options) -> Result<Drawing, String> {
    let events: Vec<Source<'_>> = Reader::of_file(record).collect();
    let index = options.place.event.map_or(0, |event| event as usize - 1);
    let source = events.get(index).ok_or_else(|| {
        let count = counted(events.len(), "event");
        format!("there is no event {}; the game has {count}", index + 1)
    })?;
    let event = read(source).event;
    if let Some(reason) = convert::why_kept(source, &event) {
        return Err(format!("no board to show: {reason}"));
    }
    if !ide::has_board(&event) {
        return Err("no board to show: there is no move, SETUP, MARK or DIAGRAM".into());
    }
    let last = options.numbers.and_then(|numbers| numbers.to);
    let owner = item(&event, options.place.variation.unwrap_or(0), options.place.number, last)?;
    let mut picture = ide::figure(&event, source, owner, &options.contents());
    picture.style = options.style();
    if options.crop {
        picture.window = Window::of_contents(std::slice::from_ref(&picture), picture.size);
    }
    let title = if options.caption.is_empty() { ide::title(&event, owner) } else { options.caption.clone() };
    Ok(Drawing { picture, alternative: title })
}
