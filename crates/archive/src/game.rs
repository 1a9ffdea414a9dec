//! A game of a file, with its headers, parts and problems.

use super::info::GameInfo;
use ishi_check::check::{self, Diagnostic, Severities};
use ishi_convert::convert::{self, SourceMap};
use ishi_convert::import::Import;
use ishi_record::record::{Datum, DatumKind, Event, MoveId, Owner, Reading, SequenceId};
use ishi_record::syntax::Source;
use ishi_sgf::{Collection, NodeId};
use ishi_text::line_ends;

/// A game of a file, borrowed while it is read.
#[derive(Debug)]
pub struct Game<'g> {
    /// The number of the game in its file, from 1.
    pub event: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// The text of the file before the game; empty in formats in which a game begins on a line of its own.
    pub(super) before: &'g str,
    /// The headers of the game.
    pub info: GameInfo,
    pub(super) parts: &'g [GamePart<'g>],
    pub(super) origin: Origin<'g>,
    /// The nodes from which the lines of the parts were converted; `None` for a record.
    pub(super) converted: Option<Converted<'g>>,
}

/// A converted game in SGF: its nodes, and the node of each line of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Converted<'t> {
    pub(super) games: &'t Collection<'t>,
    pub(super) map: &'t SourceMap,
}

impl Converted<'_> {
    /// The node of a line of the parts, counted from 0 over all of them.
    fn node(self, line: usize) -> Option<NodeId> {
        self.map.nodes().get(line).copied()
    }

    /// Whether the node of a line is on the main line: it and all nodes before it are the first ones after theirs.
    pub(super) fn is_on_main_line(self, line: usize) -> bool {
        let mut node = self.node(line);
        while let Some(id) = node {
            let parent = self.games.parent(id);
            if parent.is_some_and(|parent| self.games.children(parent).next() != Some(id)) {
                return false;
            }
            node = parent;
        }
        true
    }
}

/// The format from which a game was read, with its text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'t> {
    Record,
    Sgf(&'t str),
    Import(&'t Import, &'t str),
}

/// A part of a game. If a game in SGF sets up a position after moves, the continuation from that position is another
/// part.
#[derive(Debug)]
pub struct GamePart<'t> {
    /// The lines of the part, as a record.
    pub source: Source<'t>,
    /// The meaning of these lines.
    pub reading: Reading,
    /// Whether the main line of the part belongs to the main line of the game, and not to a variation.
    pub is_main_line: bool,
}

/// The event of a part of a game.
#[derive(Clone, Copy, Debug)]
pub struct PartEvent<'e> {
    /// The event, with its moves and variations.
    pub event: &'e Event,
    /// The number of moves on the main line of the part that are also on the main line of the game, which may continue
    /// in another part. `None` if the part belongs to a variation.
    pub main_moves: Option<usize>,
}

/// A problem of a game.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    /// The problem, with its span in the text of the game.
    pub diagnostic: Diagnostic,
}

impl GamePart<'_> {
    /// Returns the text of a comment, with its title as the first line.
    pub fn comment(&self, block: &Datum) -> String {
        convert::comment(&self.source, block)
    }
}

impl Game<'_> {
    /// The game itself, and the continuations from positions that are set up after moves.
    pub fn parts(&self) -> &[GamePart<'_>] {
        self.parts
    }

    /// The event of the game itself.
    pub fn main(&self) -> &Event {
        &self.parts[0].reading.event
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl DoubleEndedIterator<Item = MoveId> + Clone + '_ {
        self.main().moves_of(SequenceId(0))
    }

    /// The parts on the main line of the game, each with its moves on that line. The first part is the game itself.
    #[cfg(feature = "arrow")]
    pub(crate) fn main_parts(&self) -> impl Iterator<Item = (&GamePart<'_>, Vec<MoveId>)> {
        let parts = self.parts.iter().enumerate().filter(|(_, part)| part.is_main_line);
        parts.map(|(index, part)| (part, self.main_moves_of(index)))
    }

    /// The moves of a part that are on the main line of the game. The main line of a part may continue where that of
    /// the game has left it for a position that is set up.
    fn main_moves_of(&self, part: usize) -> Vec<MoveId> {
        let event = &self.parts[part].reading.event;
        let mut moves: Vec<MoveId> = event.moves_of(SequenceId(0)).collect();
        if let Some(converted) = self.converted.filter(|_| self.parts.len() > 1) {
            let before: usize = self.parts[..part].iter().map(|part| part.source.lines.len()).sum();
            let is_on_main_line = |id: &MoveId| converted.is_on_main_line(before + event[*id].line as usize);
            moves.truncate(moves.partition_point(is_on_main_line));
        }
        moves
    }

    /// The number of moves of the main line, passes included.
    pub fn move_count(&self) -> usize {
        (0..self.parts.len()).filter_map(|part| self.main_move_count(part)).sum()
    }

    /// The number of variations in all parts.
    pub fn variation_count(&self) -> usize {
        let variations = self.part_events().map(|PartEvent { event, main_moves }| {
            // The main line of the game may go on in another part; the rest of that of the part is a variation then.
            let has_rest = main_moves.is_some_and(|moves| moves < event.moves_of(SequenceId(0)).count());
            event.sequences.len() - 1 + usize::from(has_rest)
        });
        variations.sum()
    }

    /// The number of comments in all parts.
    pub fn comment_count(&self) -> usize {
        let data = self.part_events().flat_map(|part| &part.event.data);
        data.filter(|datum| datum.kind == DatumKind::Comment).count()
    }

    /// The events of the parts.
    pub(crate) fn part_events(&self) -> impl Iterator<Item = PartEvent<'_>> {
        let events = self.parts.iter().map(|part| &part.reading.event).enumerate();
        events.map(|(index, event)| PartEvent { event, main_moves: self.main_move_count(index) })
    }

    /// The number of moves of a part that are on the main line of the game; `None` if the part belongs to a variation.
    pub(super) fn main_move_count(&self, part: usize) -> Option<usize> {
        let GamePart { is_main_line, reading, .. } = &self.parts[part];
        is_main_line.then(|| match self.parts.len() {
            1 => reading.event.moves_of(SequenceId(0)).count(),
            _ => self.main_moves_of(part).len(),
        })
    }

    /// The line of the file, from 1, on which an item of a part stands.
    pub fn line_of(&self, part: usize, owner: Owner) -> usize {
        self.lines().of(part, owner)
    }

    /// The place in the file at which an item of a part begins. Takes time in proportion to the length of the game.
    pub fn place_of(&self, part: usize, owner: Owner) -> ItemPlace<'_> {
        let line = self.line_of(part, owner);
        let text = match self.origin {
            Origin::Record => return ItemPlace { line, before: ["", ""] },
            Origin::Sgf(text) | Origin::Import(_, text) => text,
        };
        let start = self.lines().start_of(part, owner).unwrap_or(0);
        let before = text.get(..start).unwrap_or(text);
        // The first line of the game may begin with the end of the game before.
        match before.rfind(['\n', '\r']) {
            Some(end) => ItemPlace { line, before: ["", &before[end + 1..]] },
            None => {
                let same_line = self.before.rfind(['\n', '\r']).map_or(self.before, |end| &self.before[end + 1..]);
                ItemPlace { line, before: [same_line, before] }
            }
        }
    }

    /// Prepares to return the lines of many items.
    pub(super) fn lines(&self) -> ItemLines<'_> {
        let ends = |text: &str| line_ends(text).map(|(end, sign)| end + sign.len()).collect();
        let ends = match self.origin {
            Origin::Record => Vec::new(),
            Origin::Sgf(text) | Origin::Import(_, text) => ends(text),
        };
        ItemLines { game: self, ends }
    }

    /// The problems of the game in the order of their positions. Problems of the whole file, such as mixed line ends,
    /// are not among them.
    pub fn problems(&self, severities: &Severities) -> Vec<Problem> {
        let placed = |diagnostics: Vec<Diagnostic>, text: &str| {
            let ends: Vec<usize> = line_ends(text).map(|(at, end)| at + end.len()).collect();
            let line = |at: u32| self.line + ends.partition_point(|&end| end <= at as usize);
            diagnostics
                .into_iter()
                .map(|diagnostic| Problem { line: line(diagnostic.span.start), diagnostic })
                .collect()
        };
        match self.origin {
            Origin::Record => {
                let GamePart { source, reading, .. } = &self.parts[0];
                placed(check::check_event(source, reading, severities, usize::MAX).diagnostics, source.text)
            }
            Origin::Sgf(text) => placed(self.sgf_problems(severities), text),
            Origin::Import(game, text) => {
                placed(check::in_import(game, self.sgf_problems(severities), severities), text)
            }
        }
    }

    /// The problems of a game that was read from SGF.
    fn sgf_problems(&self, severities: &Severities) -> Vec<Diagnostic> {
        let Some(Converted { games, map }) = self.converted else { return Vec::new() };
        let events = self.parts.iter().map(|part| (&part.source, &part.reading));
        check::check_converted(games, events, map, severities)
    }
}

/// The place of an item in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemPlace<'g> {
    /// The line, from 1.
    pub line: usize,
    /// The text of the line before the item, in two pieces. Both are empty in a record, in which each item begins a
    /// line.
    pub before: [&'g str; 2],
}

/// The lines of a file on which the items of a game stand.
pub(super) struct ItemLines<'g> {
    game: &'g Game<'g>,
    /// The ends of the lines in the text of the game, in bytes; empty for a record.
    ends: Vec<usize>,
}

impl ItemLines<'_> {
    /// The line of the file, from 1, on which an item of a part stands.
    pub(super) fn of(&self, part: usize, owner: Owner) -> usize {
        let game = self.game;
        if (part, owner) == (0, Owner::Event) {
            return game.line;
        }
        match self.start_of(part, owner) {
            None => game.line + self.record_line(part, owner),
            Some(start) => game.line + self.ends.partition_point(|&end| end <= start),
        }
    }

    /// The line of an item in the record of all parts, from 0.
    fn record_line(&self, part: usize, owner: Owner) -> usize {
        let before: usize = self.game.parts[..part].iter().map(|part| part.source.lines.len()).sum();
        before + self.game.parts[part].reading.event.line_of(owner) as usize
    }

    /// The byte of the text of the game at which an item of a part begins; `None` for a record.
    fn start_of(&self, part: usize, owner: Owner) -> Option<usize> {
        let converted = self.game.converted?;
        if (part, owner) == (0, Owner::Event) {
            return Some(0);
        }
        let node = converted.node(self.record_line(part, owner));
        let start = node.map_or(0, |node| converted.games.span(node).start);
        match self.game.origin {
            Origin::Record => None,
            Origin::Sgf(_) => Some(start as usize),
            Origin::Import(import, _) => Some(import.source(start).start as usize),
        }
    }
}
