//! Pages: a document as a page to read, and a game that a page plays back. These requests are not part of LSP.

use std::collections::HashSet;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use ishi_ide::ide::PageUpdate;
use ishi_rpc::{Answer, Result, failed};

/// The params of `ishi/page`.
#[derive(Debug, Deserialize)]
pub(crate) struct PageParams {
    #[serde(rename = "textDocument")]
    _document: IgnoredAny,
    #[serde(default)]
    format: PageFormat,
    /// The keys of the elements that the client has.
    #[serde(default)]
    known: HashSet<String>,
    /// The title of a page whose record has none.
    #[serde(default)]
    name: String,
}

/// The form of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PageFormat {
    /// Elements with their lines, for a page that changes while the text is edited.
    #[default]
    Parts,
    /// A file that stands for itself.
    Html,
}

/// `ishi/page`: the whole document as a page. Null for a text whose lines are not certain.
pub(crate) fn page(cx: &RequestContext, params: PageParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let analysis = view.analysis();
    if !converter.is_certain() {
        return Ok(Answer::null());
    }
    let page = analysis.page();
    Ok(match params.format {
        PageFormat::Html => Answer::of(&json!({"title": page.title, "html": page.to_html(&params.name)})),
        PageFormat::Parts => Answer::of(&PageUpdate::new(&page, &params.known, &analysis, cx.client.unit)),
    })
}

/// `ishi/player`: the game at a position as data for a page that plays it back, as `ishi player` writes it.
pub(crate) fn player(cx: &RequestContext, params: lsp::TextDocumentPositionParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let Some(offset) = converter.offset(params.position) else { return Ok(Answer::null()) };
    let game = view.analysis().player_game(offset).map_err(failed)?;
    Ok(Answer::of(&json!({"title": game.title(), "game": game.json()})))
}
