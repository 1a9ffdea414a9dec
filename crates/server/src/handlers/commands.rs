//! `workspace/executeCommand`.

use tower_lsp::lsp_types as lsp;

use super::hints;
use super::method::RequestContext;
use crate::answer::Answer;
use crate::convert::{self, BOARD_COMMANDS, CommandRequest, INSERT_PRISONERS};
use crate::jsonrpc::{Error, Result, failed};
use ishi_text::{bounded, quoted};

/// The commands of the server.
pub(crate) fn commands() -> Vec<String> {
    [INSERT_PRISONERS].into_iter().chain(BOARD_COMMANDS).map(str::to_owned).collect()
}

pub(crate) fn execute_command(cx: &RequestContext, params: lsp::ExecuteCommandParams) -> Result<Answer> {
    match &*params.command {
        INSERT_PRISONERS => hints::insert_prisoners(cx, params.arguments),
        command if BOARD_COMMANDS.contains(&command) => board_command(cx, params),
        command => {
            let known = commands().join("`, `");
            Err(Error::invalid_params(format!("there is no command {}, only `{known}`", quoted(command))))
        }
    }
}

/// Returns the change that a command of a board makes. The client applies it, because only the client knows when its
/// user may see the change.
fn board_command(cx: &RequestContext, params: lsp::ExecuteCommandParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let CommandRequest { offset, command, board } = convert.command_request(&params.command, params.arguments)?;
    let indent = usize::from(view.config.format.indent);
    let uri = lsp::Url::parse(&view.uri).map_err(|error| Error::invalid_params(error.to_string()))?;
    let revision = view.analysis().run(offset, &command, indent);
    let revision = revision.map_err(|refusal| failed(bounded(refusal.to_string())))?;
    let board = board.and_then(|drawing| {
        // An event without a board has none before the change either.
        let board = revision.after.board(revision.cursor, drawing.options())?;
        let found = cx.connection.last_search.at(&revision.after, revision.cursor);
        Some(convert::board(&board, drawing, found, &revision.after, cx.client.unit))
    });
    Ok(Answer::of(&convert.revision(revision, board, &uri, &cx.client)))
}
