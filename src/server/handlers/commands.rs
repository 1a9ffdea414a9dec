//! `workspace/executeCommand`.

use tower_lsp::lsp_types as lsp;

use super::hints;
use crate::document::Content;
use crate::ide;
use crate::server::answer::Answer;
use crate::server::convert::{self, BY_HAND, HandRequest, INSERT_PRISONERS};
use crate::server::jsonrpc::{Error, Result, failed};
use crate::server::session::RequestContext;
use crate::text::{bounded, quoted};

/// The commands of the server.
pub(in crate::server) fn commands() -> Vec<String> {
    [INSERT_PRISONERS].into_iter().chain(BY_HAND).map(str::to_owned).collect()
}

pub(in crate::server) fn execute_command(cx: &RequestContext, params: lsp::ExecuteCommandParams) -> Result<Answer> {
    match &*params.command {
        INSERT_PRISONERS => hints::insert_prisoners(cx, params.arguments),
        command if BY_HAND.contains(&command) => by_hand(cx, params),
        command => {
            let known = commands().join("`, `");
            Err(Error::invalid_params(format!("there is no command {}, only `{known}`", quoted(command))))
        }
    }
}

/// Works out a change that is made by hand, which the client then applies: only it knows when its user may see it.
fn by_hand(cx: &RequestContext, params: lsp::ExecuteCommandParams) -> Result<Answer> {
    let (view, convert) = cx.document()?;
    let HandRequest { offset, change, board } = convert.hand_request(&params.command, params.arguments)?;
    let indent = usize::from(view.config.format.indent);
    let uri = lsp::Url::parse(&view.uri).map_err(|error| Error::invalid_params(error.to_string()))?;
    let refused = |refusal: ide::Refusal| failed(bounded(refusal.to_string()));
    let unit = cx.client.unit;
    Ok(Answer::of(&match view.content() {
        content @ Content::Record(snapshot) => {
            let revision = ide::by_hand(snapshot, offset, &change, indent).map_err(refused)?;
            let board = board.and_then(|drawing| {
                let board = ide::board_after(snapshot, &revision, drawing.options())?;
                Some(convert::board(&board, drawing, content, unit))
            });
            convert.revision(revision, board, &uri, &cx.client)
        }
        Content::Games(games) => {
            let revision = ide::sgf::by_hand(games, offset, &change, indent).map_err(refused)?;
            let after = games.edited(&revision.edits).ok_or_else(|| failed("the text would become too long"))?;
            let record = after.to_record(revision.cursor);
            let board = board.and_then(|drawing| {
                let board = ide::board(after.record(), record, drawing.options())?;
                Some(convert::board(&board, drawing, &Content::Games(after.clone()), unit))
            });
            convert.game_revision(&after, revision, board, &uri, &cx.client)
        }
    }))
}
