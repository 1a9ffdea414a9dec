//! The features of an editor for a document of any format. Nothing outside of this layer asks for the format.
//!
//! All offsets and spans are bytes of the document's own text. For a feature that SGF shares with records, the answer
//! comes from the record that the games are converted to, and its places are mapped back to the text.

use super::actions::{Action, ActionId, ActionKind};
use super::board::{BoardOptions, MissingBoard, PanelBoard};
use super::command::{self, BoardCommand};
use super::completion::{Completion, Used};
use super::definition::Definition;
use super::folding::Fold;
use super::highlight::Highlight;
use super::hover::Hover;
use super::inlay::{HintKinds, InlayHint};
use super::lens::Lens;
use super::links::Link;
use super::page::Page;
use super::player::PlayerGame;
use super::rename::Renaming;
use super::signature::Signature;
use super::symbols::{MAX_SYMBOLS, Symbol};
use super::tokens::SemanticToken;
use super::tree::Tree;
use super::trial::{self, Effort, Keeps};
use super::{actions, notes, sgf};
use crate::document::{Content, Snapshot};
use ishi_board::{Board, Color};
use ishi_check::rewrite::Error;
use ishi_position::{ColumnUnit, Position, position_at};
use ishi_record::format::Options;
use ishi_record::record::Owner;

use ishi_text::{Edit, Span};

/// A document at one moment, with all features of an editor. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Analysis {
    content: Content,
}

/// A change by a command of a board.
#[derive(Clone, Debug)]
pub struct Revision {
    /// The edits, in order and without overlap; empty if nothing has to change.
    pub edits: Vec<Edit>,
    /// The document after the edits.
    pub after: Analysis,
    /// The byte of the cursor in the text after the edits.
    pub cursor: usize,
}

/// The place of an item of a record in the text of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemPosition {
    /// A line of a record, which has only this item.
    Line(u32),
    /// A position in SGF, where several items may share a line.
    Position(Position),
}

impl ItemPosition {
    /// The line of the document, from 0.
    pub fn line(self) -> u32 {
        match self {
            Self::Line(line) | Self::Position(Position { line, .. }) => line,
        }
    }

    /// The column, if the line alone does not identify the item.
    pub fn column(self) -> Option<u32> {
        match self {
            Self::Line(_) => None,
            Self::Position(Position { column, .. }) => Some(column),
        }
    }
}

impl Analysis {
    /// The analysis of a document.
    pub fn new(content: impl Into<Content>) -> Self {
        Self { content: content.into() }
    }

    fn record(&self) -> &Snapshot {
        self.content.record()
    }

    fn to_text(&self, span: Span) -> Span {
        self.content.to_text(span)
    }

    /// Returns the quick fixes of the diagnostics that touch `span`, and the changes that can be made at `selection`,
    /// which is inside `span` (`textDocument/codeAction`). Only the kinds that are `wanted` are returned.
    pub fn actions(&self, selection: Span, span: Span, wanted: impl Fn(ActionKind) -> bool) -> Vec<Action> {
        actions::actions(&self.content, selection, span, &wanted)
    }

    /// Returns the changes of the whole text. Only the kinds that are `wanted` are returned.
    pub fn actions_of_file(&self, wanted: impl Fn(ActionKind) -> bool) -> Vec<Action> {
        actions::actions_of_file(&self.content, &wanted)
    }

    /// Returns the edits of an action that was offered for `selection` (`codeAction/resolve`); `None` if it is no
    /// longer offered there.
    ///
    /// # Errors
    /// Returns the reason why the change can't be made.
    pub fn resolve(&self, selection: Span, id: ActionId) -> Option<Result<Vec<Edit>, Error>> {
        actions::resolve(&self.content, selection, id)
    }

    /// Like [`Self::resolve`], for a menu whose edits are all needed at once. Also returns `None` if too much was
    /// already read for this menu.
    ///
    /// # Errors
    /// Returns the reason why the change can't be made.
    pub fn resolve_in_menu(
        &self,
        selection: Span,
        id: ActionId,
        effort: &mut Effort,
    ) -> Option<Result<Vec<Edit>, Error>> {
        actions::resolve_in_menu(&self.content, selection, id, effort)
    }

    /// Carries out a command of a board at `offset`. Variations are indented by `indent`.
    ///
    /// # Errors
    /// Returns the reason why the command can't be carried out.
    pub fn run(&self, offset: usize, command: &BoardCommand, indent: usize) -> Result<Revision, Error> {
        Ok(match &self.content {
            Content::Record(snapshot) => {
                let (command::Revision { edits, line }, after) = command::run(snapshot, offset, command, indent)?;
                Revision { edits, cursor: first_word(&after, line as usize), after: Self::new(after) }
            }
            Content::Games(games) => {
                let (sgf::GameRevision { edits, cursor }, after) = sgf::run(games, offset, command, indent)?;
                Revision { edits, cursor, after: Self::new(after) }
            }
            Content::Notes(_) => return Err(Error("a board does not edit Markdown".into())),
        })
    }

    /// The board of the item at `offset` (`ishi/board`); `None` for an event without a board.
    pub fn board(&self, offset: usize, options: BoardOptions) -> Option<PanelBoard> {
        super::board(self.record(), self.content.to_record(offset), options)
    }

    /// The event at `offset`, if it has no board.
    pub fn missing_board(&self, offset: usize) -> Option<MissingBoard> {
        super::missing_board(self.record(), self.content.to_record(offset))
    }

    /// The position of the item at `offset`, and the player of the next move if there is one.
    pub fn position(&self, offset: usize) -> Option<(Board, Option<Color>)> {
        super::position(self.record(), self.content.to_record(offset))
    }

    /// The tree of the event at `offset` (`ishi/tree`), from the node `from` on.
    pub fn tree(&self, offset: usize, from: usize) -> Option<Tree> {
        super::tree(self.record(), self.content.to_record(offset), from)
    }

    /// The page of the whole document (`ishi/page`), up to about 12 MiB. Its lines are those of the record.
    pub fn page(&self) -> Page {
        Page::of_snapshot(self.record())
    }

    /// The game of the event at `offset`, to be played back from its beginning (`ishi/player`).
    ///
    /// # Errors
    /// Returns the reason why it can't be played back.
    pub fn player_game(&self, offset: usize) -> Result<PlayerGame, String> {
        let record = self.record();
        let view = record.event_at(self.content.to_record(offset));
        PlayerGame::of_snapshot(record, view.index(), Owner::Event)
    }

    /// The positions of items of a board or a tree, which name lines of the record.
    pub fn item_positions(&self, lines: impl Iterator<Item = u32>, unit: ColumnUnit) -> Vec<ItemPosition> {
        match &self.content {
            Content::Record(_) | Content::Notes(_) => lines.map(ItemPosition::Line).collect(),
            Content::Games(_) => {
                let bytes = self.content.places_of_lines(lines).into_iter();
                bytes.map(|byte| self.item_position(byte, unit)).collect()
            }
        }
    }

    /// The position of the item at a byte of the text.
    pub fn item_position(&self, byte: usize, unit: ColumnUnit) -> ItemPosition {
        let position = position_at(self.content.text(), byte, unit);
        match self.content {
            Content::Record(_) | Content::Notes(_) => ItemPosition::Line(position.line),
            Content::Games(_) => ItemPosition::Position(position),
        }
    }

    /// The proposals at `offset`; see [`super::completion()`].
    pub fn completion(&self, offset: usize, typed: Option<char>, used: Used<'_>) -> Vec<Completion> {
        match &self.content {
            Content::Record(snapshot) => super::completion(snapshot, offset, typed, used),
            Content::Games(games) => sgf::completion(games, offset, typed),
            Content::Notes(notes) => notes::completion(notes, offset, typed, used),
        }
    }

    /// The documentation of a proposal for `offset` (`completionItem/resolve`); `None` if the list already shows
    /// everything.
    pub fn documentation(&self, completion: &Completion, offset: usize) -> Option<Hover> {
        match &self.content {
            Content::Record(snapshot) => completion.documentation(snapshot, offset),
            Content::Games(_) => None,
            Content::Notes(notes) => notes::documentation(notes, completion, offset),
        }
    }

    /// The fields that the line at `offset` takes (`textDocument/signatureHelp`).
    pub fn signature(&self, offset: usize) -> Option<Signature> {
        match &self.content {
            Content::Record(snapshot) => super::signature(snapshot, offset),
            Content::Games(_) | Content::Notes(_) => None,
        }
    }

    /// The edits that make the text, or the lines of `range`, canonical; see [`super::formatting()`].
    pub fn formatting(&self, options: &Options, range: Option<Span>) -> Vec<Edit> {
        match (&self.content, range) {
            (Content::Record(snapshot), _) => super::formatting(snapshot, options, range),
            (Content::Games(games), None) => sgf::formatting(games),
            (Content::Games(games), Some(range)) => sgf::range_formatting(games, range),
            (Content::Notes(_), _) => Vec::new(),
        }
    }

    /// The edits for `typed`, which was just typed before `offset` (`textDocument/onTypeFormatting`).
    pub fn typing(&self, offset: usize, typed: &str) -> Vec<Edit> {
        match &self.content {
            Content::Record(snapshot) => super::typing(snapshot, offset, typed),
            Content::Games(_) | Content::Notes(_) => Vec::new(),
        }
    }

    /// The notes among the text of `range` (`textDocument/inlayHint`); `None` if `stop` returns true before all are
    /// found.
    pub fn inlay_hints(&self, range: Span, wanted: HintKinds, stop: &dyn Fn() -> bool) -> Option<Vec<InlayHint>> {
        match &self.content {
            Content::Record(snapshot) => super::inlay_hints_unless(snapshot, range, wanted, stop),
            Content::Games(games) => Some(sgf::inlay_hints(games, range, wanted)),
            Content::Notes(_) => Some(Vec::new()),
        }
    }

    /// The lenses of the document, without their titles (`textDocument/codeLens`).
    pub fn lenses(&self) -> Vec<Lens> {
        match &self.content {
            Content::Record(snapshot) => super::lenses(snapshot),
            Content::Games(games) => sgf::lenses(games),
            Content::Notes(_) => Vec::new(),
        }
    }

    /// The title of a lens (`codeLens/resolve`); `None` if the event no longer needs this lens.
    pub fn lens_title(&self, lens: Lens) -> Option<String> {
        match &self.content {
            Content::Record(snapshot) => super::lens_title(snapshot, lens),
            Content::Games(games) => sgf::lens_title(games, lens),
            Content::Notes(_) => None,
        }
    }

    /// The edits that write the PRISONER lines of the event at `offset`.
    ///
    /// # Errors
    /// Returns the reason why there is nothing to write.
    pub fn prisoner_edits(&self, offset: usize) -> Result<Vec<Edit>, Error> {
        let Content::Record(snapshot) = &self.content else {
            return Err(Error("only a record has PRISONER lines".into()));
        };
        let edits = super::prisoner_edits(snapshot, offset);
        if edits.is_empty() {
            return Err(Error("no PRISONER line of this event is missing or wrong".into()));
        }
        trial::hold(snapshot, &edits, Keeps::Moves)?;
        Ok(edits)
    }

    /// The hover at `offset` (`textDocument/hover`), without the count of the final position if `stop` returns true
    /// before the count is computed.
    pub fn hover(&self, offset: usize, stop: &(dyn Fn() -> bool + Sync)) -> Option<Hover> {
        match &self.content {
            Content::Record(snapshot) => super::hover_unless(snapshot, offset, stop),
            Content::Games(games) => sgf::hover(games, offset, stop),
            Content::Notes(notes) => notes::hover(notes, offset, stop),
        }
    }

    /// The definitions of the words at `offset` (`textDocument/definition`).
    pub fn definition(&self, offset: usize) -> Option<Definition> {
        let Definition { origin, targets } = super::definition(self.record(), self.content.to_record(offset))?;
        let targets = targets.into_iter().map(|span| self.to_text(span)).collect();
        Some(Definition { origin: self.to_text(origin), targets })
    }

    /// The places that refer to the move or stone at `offset` (`textDocument/references`).
    pub fn references(&self, offset: usize, with_origins: bool) -> Vec<Span> {
        let references = super::references(self.record(), self.content.to_record(offset), with_origins);
        references.into_iter().map(|span| self.to_text(span)).collect()
    }

    /// The words that belong to those at `offset` (`textDocument/documentHighlight`).
    pub fn highlights(&self, offset: usize) -> Vec<Highlight> {
        let highlights = super::highlights(self.record(), self.content.to_record(offset)).into_iter();
        highlights.map(|Highlight { span, kind }| Highlight { span: self.to_text(span), kind }).collect()
    }

    /// The spans around `offset` that an editor selects step by step (`textDocument/selectionRange`).
    pub fn selection(&self, offset: usize) -> Vec<Span> {
        match &self.content {
            Content::Record(snapshot) => super::selection(snapshot, offset),
            Content::Games(games) => sgf::selection(games, offset),
            Content::Notes(_) => Vec::new(),
        }
    }

    /// The addresses in the text (`textDocument/documentLink`).
    pub fn links(&self) -> Vec<Link> {
        match &self.content {
            Content::Record(snapshot) => super::links(snapshot),
            Content::Games(_) | Content::Notes(_) => Vec::new(),
        }
    }

    /// The outline of the document, of at most [`MAX_SYMBOLS`] entries (`textDocument/documentSymbol`).
    pub fn symbols(&self) -> Vec<Symbol> {
        match &self.content {
            Content::Record(snapshot) => super::symbols(snapshot, MAX_SYMBOLS),
            Content::Games(games) => sgf::symbols(games, MAX_SYMBOLS),
            Content::Notes(_) => Vec::new(),
        }
    }

    /// The parts of the text that can be folded (`textDocument/foldingRange`).
    pub fn folding(&self) -> Vec<Fold> {
        match &self.content {
            Content::Record(snapshot) => super::folding(snapshot),
            Content::Games(games) => sgf::folding(games),
            Content::Notes(_) => Vec::new(),
        }
    }

    /// The semantic tokens of `range`, with columns in `unit`.
    pub fn tokens(&self, range: Span, unit: ColumnUnit) -> Vec<SemanticToken> {
        match &self.content {
            Content::Record(snapshot) => super::tokens(snapshot, range, unit),
            Content::Games(games) => sgf::tokens(games, range, unit),
            Content::Notes(_) => Vec::new(),
        }
    }

    /// The words at `offset` that can be renamed (`textDocument/prepareRename`).
    pub fn prepare_rename(&self, offset: usize) -> Option<Renaming> {
        match &self.content {
            Content::Record(snapshot) => super::prepare_rename(snapshot, offset),
            Content::Games(games) => sgf::prepare_rename(games, offset),
            Content::Notes(_) => None,
        }
    }

    /// Returns the edits that rename the move or player at `offset` (`textDocument/rename`).
    ///
    /// # Errors
    /// Returns an error if nothing at `offset` has a name, or if the new name is not possible.
    pub fn rename(&self, offset: usize, name: &str) -> Result<Vec<Edit>, Error> {
        let (renamed, otherwise) = match &self.content {
            Content::Record(snapshot) => {
                (super::rename(snapshot, offset, name), "there is no move number and no player's name here")
            }
            Content::Games(games) => (
                sgf::rename(games, offset, name),
                "there is no player's name here, which is all that has a name in SGF",
            ),
            Content::Notes(_) => (None, "nothing is renamed in Markdown"),
        };
        renamed.unwrap_or_else(|| Err(Error(otherwise.into())))
    }
}

/// The byte at which the first word of a line of a record begins.
fn first_word(snapshot: &Snapshot, line: usize) -> usize {
    let text = snapshot.text();
    let Ok(start) = text.try_line_to_byte(line) else { return text.len_bytes() };
    let rest = text.get_line(line).map_or(0, |line| line.chars().take_while(|one| matches!(one, ' ' | '\t')).count());
    start + rest
}
