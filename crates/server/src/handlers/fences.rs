//! Pictures of code blocks for a preview of Markdown: a request that is not part of LSP.

use serde::{Deserialize, Serialize};

use super::method::RequestContext;
use ishi_archive::{ArchiveText, games_in};
use ishi_markdown::{Drawing, Options, draw, drawn_language, source_path};
use ishi_rpc::{Answer, Result};

/// The params of `ishi/fences`.
#[derive(Debug, Deserialize)]
pub(crate) struct FencesParams {
    /// The text in Markdown, from whose folder `src` is read. It need not be open.
    #[serde(rename = "textDocument")]
    document: Option<Document>,
    fences: Vec<FenceText>,
}

#[derive(Debug, Deserialize)]
struct Document {
    uri: String,
}

/// A code block that the client has found.
#[derive(Debug, Deserialize)]
struct FenceText {
    /// The words after the opening fence.
    info: String,
    /// The content.
    text: String,
}

/// The answer for one code block.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum FencePicture {
    /// A picture in SVG, and the words for a reader who does not see it.
    Picture {
        /// The picture.
        svg: String,
        /// The words.
        alternative: String,
    },
    /// The reason why there is no picture.
    Problem(String),
}

/// `ishi/fences`: a picture of each code block, or the reason why it can't be drawn; null for one that has no game, or
/// that stays text.
pub(crate) fn fences(cx: &RequestContext, params: FencesParams) -> Result<Answer> {
    let uri = params.document.map(|document| document.uri);
    let picture = |FenceText { info, text }: FenceText| {
        let language = drawn_language(&info)?;
        let drawn = Options::read(&info).map_err(|fault| fault.message).and_then(|options| {
            let record = match &options.source {
                Some(source) => read(cx, uri.as_deref(), source)?,
                None => language.record(&text)?,
            };
            let drawing = draw(&record, &options)?;
            let svg = drawing.svg(&options);
            let Drawing { alternative, .. } = drawing;
            Ok(FencePicture::Picture { svg, alternative })
        });
        Some(drawn.unwrap_or_else(FencePicture::Problem))
    };
    Answer::whole_list(params.fences.into_iter().map(picture))
}

/// Reads the game in a file below the folder of a text as a record.
fn read(cx: &RequestContext, uri: Option<&str>, source: &str) -> std::result::Result<String, String> {
    let refusal = |reason: &str| format!("`src` can't be read: {reason}");
    let inner = source_path(source)?;
    let files = &cx.connection.files;
    let text = uri.and_then(|uri| files.path(uri)).ok_or_else(|| refusal("the text is not a file"))?;
    let folder = text.parent().ok_or_else(|| refusal("the text has no folder"))?;
    if !files.is_below(folder, inner) {
        return Err(refusal("there is no such file, or a link leads to it"));
    }
    let mut record = Ok(String::new());
    let read = cx.connection.workspace.read_games(&folder.join(inner), &mut |text: ArchiveText<'_>| {
        let records: std::result::Result<Vec<_>, _> =
            games_in(text).map(|game| game.to_record().map(std::borrow::Cow::into_owned)).collect();
        record = records.map(|records| records.join("\n")).map_err(|reason| reason.reason);
    });
    read.map_err(|error| refusal(&error.to_string()))?;
    record.map_err(|reason| refusal(&reason))
}
