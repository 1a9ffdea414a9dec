//! The page of a document, for a preview beside the text.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Serialize, Serializer};

use ishi_ide::ide::{Analysis, ItemPosition, Page, Part};
use ishi_position::ColumnUnit;

/// A page without the elements that the client has already.
#[derive(Debug, Serialize)]
pub(crate) struct PageAnswer<'p> {
    title: Option<&'p str>,
    articles: Vec<ArticleAnswer<'p>>,
}

/// An event of a page.
#[derive(Debug, Serialize)]
struct ArticleAnswer<'p> {
    #[serde(flatten)]
    place: Place,
    parts: Vec<PartAnswer<'p>>,
}

/// An element of a page.
#[derive(Debug, Serialize)]
struct PartAnswer<'p> {
    /// A hash of the element, by which the client names it in its next request.
    key: String,
    #[serde(flatten)]
    place: Option<Place>,
    /// The element; missing if the client has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<&'p str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveAnswer>,
}

/// A move in the picture of an element.
#[derive(Debug, Serialize)]
struct MoveAnswer {
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

/// The answer to `ishi/page`, without the elements whose keys are `known`.
pub(crate) fn page<'p>(page: &'p Page, known: &HashSet<String>, analysis: &Analysis, unit: ColumnUnit) -> PageAnswer<'p> {
    let lines = page.articles.iter().flat_map(|article| {
        let of_part = |part: &'p Part| part.line.into_iter().chain(part.moves.iter().map(|one| one.line));
        std::iter::once(article.line).chain(article.parts.iter().flat_map(of_part))
    });
    // In the same order as here below.
    let mut places = analysis.item_positions(lines, unit).into_iter().map(Place);
    let mut place = || places.next().unwrap_or(Place(ItemPosition::Line(0)));
    let articles = page.articles.iter().map(|article| ArticleAnswer {
        place: place(),
        parts: article
            .parts
            .iter()
            .map(|part| {
                let key = key(&part.html);
                PartAnswer {
                    html: (!known.contains(&key)).then_some(&*part.html),
                    key,
                    place: part.line.map(|_| place()),
                    moves: part.moves.iter().map(|one| MoveAnswer { x: one.x, y: one.y, place: place() }).collect(),
                }
            })
            .collect(),
    });
    PageAnswer { title: page.title.as_deref(), articles: articles.collect() }
}

/// A hash of an element.
fn key(html: &str) -> String {
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
