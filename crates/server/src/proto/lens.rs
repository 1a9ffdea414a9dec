//! Lenses and their commands.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::lsp_types as lsp;

use super::{Converter, DocumentId};
use crate::capabilities::ClientCapabilities;
use ishi_config as config;
use ishi_ide::ide::{self, LensKind};
use ishi_rpc::{Error, Result};

/// The client's command that shows a board beside the text. Its arguments are the URI and the position.
const SHOW_BOARD: &str = "ishi.showBoard";

/// The server's command that writes the prisoners of an event. Its argument is an [`EventPlace`].
pub(crate) const INSERT_PRISONERS: &str = "ishi.insertPrisoners";

/// The argument of [`INSERT_PRISONERS`]: an event, by the document and a line of it from 0.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EventPlace {
    #[serde(rename = "textDocument")]
    document: DocumentId,
    line: u32,
}

/// The resolve data of a lens.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LensData {
    offset: u32,
    kind: LensName,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LensName {
    Board,
    Statistics,
    Prisoners,
}

impl Converter<'_> {
    /// The lenses that the user wants and the client supports, still without titles and commands.
    pub(crate) fn lenses(
        &self,
        lenses: Vec<ide::Lens>,
        wanted: config::LensOptions,
        client: &ClientCapabilities,
    ) -> impl Iterator<Item = lsp::CodeLens> {
        lenses.into_iter().filter_map(move |lens| {
            let (is_wanted, kind) = match lens.kind {
                LensKind::Board => {
                    (wanted.board && client.commands.iter().any(|name| name == SHOW_BOARD), LensName::Board)
                }
                LensKind::Statistics => (wanted.statistics, LensName::Statistics),
                LensKind::Prisoners => (wanted.prisoners && client.applies_edits, LensName::Prisoners),
            };
            let unresolved = LensData { offset: lens.offset, kind };
            let range = self.range(lens.span())?;
            is_wanted.then(|| lsp::CodeLens { range, command: None, data: self.resolve_data(unresolved) })
        })
    }

    /// The command of a lens, with its title.
    pub(crate) fn lens_command(&self, lens: &LensData) -> Option<lsp::Command> {
        let LensData { offset, ref kind } = *lens;
        let place = self.position(offset)?;
        let (kind, command, arguments) = match kind {
            LensName::Board => (LensKind::Board, SHOW_BOARD, Some(vec![json!(self.view.uri), json!(place)])),
            // A command without a name is text that leads nowhere.
            LensName::Statistics => (LensKind::Statistics, "", None),
            LensName::Prisoners => {
                let event = EventPlace { document: self.version(), line: place.line };
                (LensKind::Prisoners, INSERT_PRISONERS, serde_json::to_value(event).ok().map(|event| vec![event]))
            }
        };
        let lens = ide::Lens { offset, kind };
        let title = self.view.analysis().lens_title(lens)?;
        Some(lsp::Command { title, command: command.to_owned(), arguments })
    }

    /// The byte at which to look for the event of a command.
    ///
    /// # Errors
    /// Returns an error if the arguments name no event, or belong to another version of the document.
    pub(crate) fn event_of_command(&self, arguments: Vec<Value>) -> Result<usize> {
        let argument = arguments.into_iter().next().unwrap_or_default();
        let place: EventPlace = serde_json::from_value(argument).map_err(|error| {
            Error::invalid_params(format!("{INSERT_PRISONERS} takes {{textDocument: {{uri, version}}, line}}: {error}"))
        })?;
        self.ensure_current(&place.document)?;
        self.offset(lsp::Position::new(place.line, 0)).ok_or_else(|| Error::invalid_params(super::UNCERTAIN))
    }
}
