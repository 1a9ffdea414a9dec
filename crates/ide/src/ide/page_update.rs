//! A page as JSON for a preview, without the elements that the preview has.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::{Serialize, Serializer};

use super::analysis::{Analysis, ItemPosition};
use super::page::{Page, Part};
use ishi_position::ColumnUnit;
use ishi_work::cancel::checkpoint;

/// A page without the elements that its reader has. It is written as JSON.
#[derive(Debug, Serialize)]
pub struct PageUpdate<'p> {
    title: Option<&'p str>,
    articles: Vec<UpdatedArticle<'p>>,
}

/// An event of a page.
#[derive(Debug, Serialize)]
struct UpdatedArticle<'p> {
    #[serde(flatten)]
    place: Place,
    parts: Vec<UpdatedPart<'p>>,
}

/// An element of a page.
#[derive(Debug, Serialize)]
struct UpdatedPart<'p> {
    /// A hash of the element, by which the reader names it.
    key: String,
    #[serde(flatten)]
    place: Option<Place>,
    /// The element; missing if the reader has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<Cow<'p, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<UpdatedMove>,
}

/// A move in the picture of an element.
#[derive(Debug, Serialize)]
struct UpdatedMove {
    x: u32,
    y: u32,
    #[serde(flatten)]
    place: Place,
}

/// A line of the document; in SGF, where several items may share a line, with a character.
#[derive(Clone, Copy, Debug)]
struct Place(ItemPosition);

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("line", &self.0.line())?;
        if let Some(column) = self.0.column() {
            map.serialize_entry("character", &column)?;
        }
        map.end()
    }
}

impl<'p> PageUpdate<'p> {
    /// The update to a page for a reader that has the elements with the keys `known`.
    pub fn new(page: &'p Page, known: &HashSet<String>, analysis: &Analysis, unit: ColumnUnit) -> Self {
        let lines = page.articles.iter().flat_map(|article| {
            let of_part = |part: &'p Part| part.line.into_iter().chain(part.moves.iter().map(|one| one.line));
            std::iter::once(article.line).chain(article.parts.iter().flat_map(of_part))
        });
        // They are taken in the same order.
        let mut places = analysis.item_positions(lines, unit).into_iter().map(Place);
        let mut articles = Vec::with_capacity(page.articles.len());
        for article in &page.articles {
            let Some(place) = places.next() else { break };
            let mut parts = Vec::with_capacity(article.parts.len());
            for part in &article.parts {
                checkpoint();
                let key = part.key();
                let place = part.line.and_then(|_| places.next());
                let moves = part.moves.iter().zip(&mut places);
                let moves = moves.map(|(one, place)| UpdatedMove { x: one.x, y: one.y, place }).collect();
                let html = (!known.contains(&key)).then(|| part.html());
                parts.push(UpdatedPart { key, place, html, moves });
            }
            articles.push(UpdatedArticle { place, parts });
        }
        Self { title: page.title.as_deref(), articles }
    }

    /// The keys of all elements.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.articles.iter().flat_map(|article| article.parts.iter().map(|part| part.key.as_str()))
    }
}
