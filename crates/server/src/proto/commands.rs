//! Commands of a board with tools, such as `ishi.play`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::command_names as names;
use super::{BoardDrawing, Converter, DocumentId};
use crate::capabilities::ClientCapabilities;
use ishi_board::{Color, Point};
use ishi_ide::ide::{BoardCommand, PointMark, Revision};
use ishi_record::record::MoveTarget;
use ishi_record::syntax::{Keyword, KeywordGroup, Sign, location};
use ishi_rpc::{Error, Result};
use ishi_text::quoted;

/// The argument of each command.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommandParams {
    text_document: DocumentId,
    position: lsp::Position,
    /// The point of `ishi.play`, `ishi.mark` and `ishi.setup`.
    point: Option<String>,
    /// The mark that `ishi.mark` sets.
    mark: Option<MarkName>,
    /// The label that `ishi.mark` sets.
    label: Option<String>,
    /// The color of `ishi.setup`; `None` removes the stone.
    color: Option<ColorName>,
    /// The text of `ishi.comment`.
    text: Option<String>,
    /// The texts that `ishi.headers` sets, by keyword.
    headers: Option<BTreeMap<String, String>>,
    /// How to draw the board after the change, if the client wants it.
    board: Option<BoardDrawing>,
}

/// The request of a command of the board.
pub(crate) struct CommandRequest {
    /// The byte of the text at which the change is made.
    pub(crate) offset: usize,
    pub(crate) command: BoardCommand,
    /// How to draw the board after the change, if the client wants it.
    pub(crate) board: Option<BoardDrawing>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MarkName {
    Triangle,
    Square,
    Diamond,
    Check,
    Letter,
    Number,
    Label,
    Erase,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ColorName {
    Black,
    White,
}

impl Converter<'_> {
    /// Reads the request of a command.
    ///
    /// # Errors
    /// Returns an error if the arguments are incomplete, or belong to another version of the document.
    pub(crate) fn command_request(&self, command: &str, arguments: Vec<Value>) -> Result<CommandRequest> {
        let argument = arguments.into_iter().next().unwrap_or_default();
        let params: CommandParams = serde_json::from_value(argument).map_err(|error| {
            Error::invalid_params(format!("{command} takes {{textDocument: {{uri, version}}, position, …}}: {error}"))
        })?;
        self.ensure_current(&params.text_document)?;
        let offset = self.offset(params.position).ok_or_else(|| Error::invalid_params(super::UNCERTAIN))?;
        let command = match command {
            names::PLAY => BoardCommand::Play(MoveTarget::Point(params.point()?)),
            names::PASS => BoardCommand::Play(MoveTarget::Pass),
            names::MARK => BoardCommand::Mark(params.point()?, params.point_mark()?),
            names::SETUP => BoardCommand::Setup(params.point()?, params.color.map(ColorName::color)),
            names::COMMENT => BoardCommand::Comment(params.text.unwrap_or_default()),
            names::HEADERS => BoardCommand::Headers(params.headers()?),
            names::DELETE => BoardCommand::Delete,
            names::DELETE_VARIATION => BoardCommand::DeleteVariation,
            names::PROMOTE => BoardCommand::Promote,
            names::DEMOTE => BoardCommand::Demote,
            names::INSERT_PASS => BoardCommand::InsertPass,
            names::ADD_DIAGRAM => BoardCommand::AddDiagram,
            _ => return Err(Error::invalid_params(format!("there is no command {}", quoted(command)))),
        };
        Ok(CommandRequest { offset, command, board: params.board })
    }

    /// The result of a command: the edit of the document `uri`, or null if nothing has to change; the place of the
    /// cursor after the edit, or null if line numbers are not certain; and the board at this place, if the client wants
    /// it.
    pub(crate) fn revision(
        &self,
        revision: Revision,
        board: Option<Value>,
        uri: &Url,
        client: &ClientCapabilities,
    ) -> Value {
        let Revision { edits, after, cursor } = revision;
        let place = after.item_position(cursor, self.unit);
        let edit = (!edits.is_empty()).then(|| self.workspace_edit(edits, uri, client));
        let certain = |value: u32| self.is_certain().then_some(value);
        let mut result = json!({"edit": edit, "line": certain(place.line())});
        if let Some(column) = place.column() {
            result["character"] = json!(certain(column));
        }
        if let Some(board) = board {
            result["board"] = board;
        }
        result
    }
}

impl CommandParams {
    fn point(&self) -> Result<Point> {
        let name = self.point.as_deref().ok_or_else(|| Error::invalid_params("`point` is missing"))?;
        location(name).ok_or_else(|| Error::invalid_params(format!("invalid location {}", quoted(name))))
    }

    /// The headers and their texts; `event` stands for the title.
    fn headers(&self) -> Result<Vec<(Keyword, String)>> {
        let headers = self.headers.as_ref().ok_or_else(|| Error::invalid_params("`headers` is missing"))?;
        let keyword = |name: &str| {
            let keyword = Keyword::of(name).filter(|&keyword| {
                keyword.info().group == KeywordGroup::Header || matches!(keyword, Keyword::Event | Keyword::Boardsize)
            });
            keyword.ok_or_else(|| Error::invalid_params(format!("there is no header {}", quoted(name))))
        };
        headers.iter().map(|(name, text)| Ok((keyword(name)?, text.clone()))).collect()
    }

    fn point_mark(&self) -> Result<PointMark> {
        let mark = self.mark.ok_or_else(|| Error::invalid_params("`mark` is missing"))?;
        Ok(match mark {
            MarkName::Triangle => PointMark::Sign(Sign::Triangle),
            MarkName::Square => PointMark::Sign(Sign::Square),
            MarkName::Diamond => PointMark::Sign(Sign::Diamond),
            MarkName::Check => PointMark::Sign(Sign::Check),
            MarkName::Letter => PointMark::NextLetter,
            MarkName::Number => PointMark::NextNumber,
            MarkName::Erase => PointMark::Nothing,
            MarkName::Label => match *self.label.as_deref().unwrap_or_default().as_bytes() {
                [one] => PointMark::Sign(Sign::Label([one, 0])),
                [one, two] => PointMark::Sign(Sign::Label([one, two])),
                _ => return Err(Error::invalid_params("a label has one or two characters")),
            },
        })
    }
}

impl ColorName {
    fn color(self) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
        }
    }
}
