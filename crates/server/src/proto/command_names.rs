//! Names of the commands of a board, in requests and in what a board says can be done.

pub(super) const PLAY: &str = "ishi.play";
pub(super) const PASS: &str = "ishi.pass";
pub(super) const MARK: &str = "ishi.mark";
pub(super) const SETUP: &str = "ishi.setup";
pub(super) const COMMENT: &str = "ishi.comment";
pub(super) const HEADERS: &str = "ishi.headers";
pub(super) const DELETE: &str = "ishi.delete";
pub(super) const DELETE_VARIATION: &str = "ishi.deleteVariation";
pub(super) const PROMOTE: &str = "ishi.promote";
pub(super) const DEMOTE: &str = "ishi.demote";
pub(super) const INSERT_PASS: &str = "ishi.insertPass";
pub(super) const ADD_DIAGRAM: &str = "ishi.addDiagram";

/// All of them, in the order of the documentation.
pub(crate) const BOARD_COMMANDS: [&str; 12] =
    [PLAY, PASS, MARK, SETUP, COMMENT, HEADERS, DELETE, DELETE_VARIATION, PROMOTE, DEMOTE, INSERT_PASS, ADD_DIAGRAM];
