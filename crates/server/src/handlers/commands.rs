//! `workspace/executeCommand`.

use std::sync::Arc;

use tower_lsp::lsp_types as lsp;

use super::method::RequestContext;
use super::{content, hints};
use crate::lsp_3_18::EXPLAIN;
use crate::proto::{self, BOARD_COMMANDS, CommandRequest, INSERT_PRISONERS};
use crate::session::FolderCommand;
use ishi_rpc::{Answer, Error, Result, failed};
use ishi_text::{bounded, quoted};

/// The commands on all folders.
const FOLDER_COMMANDS: [(&str, FolderCommand); 2] =
    [("ishi.checkFolder", FolderCommand::Check), ("ishi.fixFolder", FolderCommand::Fix)];

/// The commands of the server.
pub(crate) fn commands() -> Vec<String> {
    let of_folders = FOLDER_COMMANDS.map(|(name, _)| name);
    [INSERT_PRISONERS, EXPLAIN].into_iter().chain(of_folders).chain(BOARD_COMMANDS).map(str::to_owned).collect()
}

pub(crate) fn execute_command(cx: &RequestContext, params: lsp::ExecuteCommandParams) -> Result<Answer> {
    match &*params.command {
        INSERT_PRISONERS => hints::insert_prisoners(cx, params.arguments),
        EXPLAIN => content::explain(cx, &params.arguments),
        command if BOARD_COMMANDS.contains(&command) => board_command(cx, params),
        command => {
            if let Some((_, command)) = FOLDER_COMMANDS.iter().find(|(name, _)| *name == command) {
                return folder_command(cx, *command);
            }
            let names = commands().join("`, `");
            Err(Error::invalid_params(format!("there is no command {}, only `{names}`", quoted(command))))
        }
    }
}

/// Begins work on all folders. The answer does not wait for it: its result is a message to the user.
fn folder_command(cx: &RequestContext, command: FolderCommand) -> Result<Answer> {
    if command == FolderCommand::Fix && !cx.client.applies_edits {
        return Err(failed("this editor makes no edits for a server (`workspace/applyEdit`); use `ishi check --fix`"));
    }
    cx.connection.folder_commands.run(command, Arc::clone(&cx.client));
    Ok(Answer::null())
}

/// Returns the change that a command of a board makes. The client applies it, because only the client knows when its
/// user may see the change.
fn board_command(cx: &RequestContext, params: lsp::ExecuteCommandParams) -> Result<Answer> {
    let (view, converter) = cx.document()?;
    let CommandRequest { offset, command, board } = converter.command_request(&params.command, params.arguments)?;
    let indent = usize::from(view.config.format.indent);
    let uri = lsp::Url::parse(&view.uri).map_err(|error| Error::invalid_params(error.to_string()))?;
    let revision = view.analysis().run(offset, &command, indent);
    let revision = revision.map_err(|refusal| failed(bounded(refusal.to_string())))?;
    let board = board.and_then(|drawing| {
        // An event without a board has none before the change either.
        let board = revision.after.board(revision.cursor, drawing.options())?;
        let continuations = cx.connection.last_search.at(&revision.after, revision.cursor);
        Some(proto::board(&board, drawing, continuations, &revision.after, cx.client.unit))
    });
    Ok(Answer::of(&converter.revision(revision, board, &uri, &cx.client)))
}
