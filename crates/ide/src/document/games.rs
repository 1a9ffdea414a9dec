//! Games in SGF as a document: a text cut into games, each of which is converted into its part of one record.
//!
//! The game is the unit of recomputation. Games that an edit does not touch are shared between versions. The record is
//! edited only where the lines of games have changed, so only these events are read again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ropey::Rope;

use super::changes::Changes;
use super::placed::{self, Placed};
use super::reading::{IsCancelled, MAX_DIAGNOSTICS};
use super::snapshot::{EventView, Snapshot};
use ishi_check::check::{self, Diagnostic, Findings, GameFindings, LineEnds, Related, Severities};
use ishi_convert::convert::{self, EarlierIshi, FlatIshi, Reusable, SourceMap};
use ishi_sgf::{self as sgf, Collection};
use ishi_text::{Edit, Span};
use ishi_work::cancel::checkpoint;
use ishi_work::parallel;

/// A text in SGF at one moment, with the record that it is converted to, both read and checked.
#[derive(Clone, Debug)]
pub struct Games {
    text: Rope,
    entries: Arc<Vec<GameEntry>>,
    record: Snapshot,
    severities: Arc<Severities>,
}

/// A game that was read, converted and checked. Nothing in it depends on the position of the game in the text.
#[derive(Debug)]
struct GameUnit {
    bytes: u32,
    /// Whether the text ends with it.
    is_last: bool,
    /// The length of its part of the record.
    record_bytes: u32,
    map: SourceMap,
    findings: GameFindings,
    line_ends: LineEnds,
    /// The tree, computed at the first request. A long game always has its tree.
    tree: OnceLock<Collection<'static>>,
    /// The results that can be reused when a long game is converted again.
    reusable: Option<Box<Reusable>>,
}

/// The length in bytes from which on the tree and the variations of a game are reused after an edit. A shorter game is
/// read again fast enough.
const LONG: usize = parallel::THRESHOLD;

/// A game with its position.
#[derive(Clone, Debug)]
struct GameEntry {
    unit: Arc<GameUnit>,
    /// The start of the game in the text.
    byte: u32,
    /// The start of its part of the record.
    record: u32,
}

/// A game in the document, with the text before it, or after it up to the next game.
#[derive(Clone, Copy, Debug)]
pub struct GameView<'g> {
    games: &'g Games,
    index: usize,
}

/// Games that were read again.
struct Rereading {
    /// The first of the earlier games that they replace.
    first: usize,
    /// One past the last of the earlier games that they replace.
    following: usize,
    new: Vec<GameEntry>,
    /// Their parts of the record.
    lines: String,
}

impl Games {
    /// Reads the games of a text. Given the games of an earlier text and the changes since, reads only changed games.
    /// Returns `None` if `stop` returns true in the meantime.
    pub(super) fn read(
        text: &Rope,
        from: Option<(&Self, &Changes)>,
        severities: &Arc<Severities>,
        stop: IsCancelled<'_>,
    ) -> Option<Self> {
        match from {
            Some((before, changes)) if !changes.all().is_empty() => before.reread(text, changes, stop),
            Some((before, _)) => Some(before.clone()),
            None => Self::afresh(text, severities, stop),
        }
    }

    fn afresh(text: &Rope, severities: &Arc<Severities>, stop: IsCancelled<'_>) -> Option<Self> {
        let whole = Cow::from(text);
        let starts: Vec<usize> = sgf::game_starts(&whole).skip(1).collect();
        let pieces = pieces(0, &starts, whole.len());
        let read = |piece: Range<usize>| {
            let is_last = piece.end == whole.len();
            (!stop()).then(|| GameUnit::read(&whole[piece], is_last, severities))
        };
        let units = if whole.len() < parallel::THRESHOLD {
            pieces.into_iter().map(read).collect::<Option<Vec<_>>>()?
        } else {
            parallel::try_map_iter(pieces.into_iter(), read)?
        };
        let mut record = ropey::RopeBuilder::new();
        let mut games = Vec::with_capacity(units.len());
        for (unit, lines) in units {
            record.append(&lines);
            games.push(GameEntry { unit: Arc::new(unit), byte: 0, record: 0 });
        }
        place(&mut games);
        let record = Snapshot::read(record.finish(), None, Arc::new(check::rules_of_moves(severities)), stop)?;
        Some(Self { text: text.clone(), entries: Arc::new(games), record, severities: Arc::clone(severities) })
    }

    fn reread(&self, text: &Rope, changes: &Changes, stop: IsCancelled<'_>) -> Option<Self> {
        let Rereading { first, following, new, lines } = match self.reread_within_game(text, changes) {
            Some(one) => one,
            None => self.reread_games(text, changes, stop)?,
        };
        let old = &self.entries[first..following];
        let record_start = old.first().map_or(0, |entry| entry.record as usize);
        let record_end = old.last().map_or(0, |entry| entry.record_range().end);
        if stop() {
            return None;
        }
        let before = Cow::from(self.record.text().byte_slice(record_start..record_end));
        let record = match difference(&before, &lines) {
            None => self.record.clone(),
            Some(edit) => self.edited_record(&edit.shifted(record_start), stop)?,
        };
        let games = [&self.entries[..first], &new, &self.entries[following..]];
        let mut games = games.concat();
        place(&mut games);
        Some(Self { text: text.clone(), entries: Arc::new(games), record, severities: Arc::clone(&self.severities) })
    }

    /// Reads again the only game that has changed. `None` if more than this game, or too much of it, may have changed.
    fn reread_within_game(&self, text: &Rope, changes: &Changes) -> Option<Rereading> {
        let (one, other) = (changes.all().first()?, changes.all().last()?);
        let index = self.index_at(one.old.start);
        let (entry, start) = (&self.entries[index], self.entries[index].byte as usize);
        let end = start + entry.unit.bytes as usize;
        let (tree, reusable) = (entry.unit.tree.get()?, entry.unit.reusable.as_ref()?);
        if other.old.end > end {
            return None;
        }
        let edited = text.byte_slice(start..end - other.old.end + other.new.end).to_string();
        let (old, new) = (one.old.start - start..other.old.end - start, one.new.start - start..other.new.end - start);
        let (tree, unchanged) = tree.edited(edited, old, new)?;
        let lines = Cow::from(self.record.text().byte_slice(entry.record_range()));
        let earlier = EarlierIshi::new(&lines, &entry.unit.map, reusable, unchanged);
        let (unit, lines) = GameUnit::of_tree(tree, Some(&earlier), entry.unit.is_last, &self.severities);
        let new = vec![GameEntry { unit: Arc::new(unit), byte: 0, record: 0 }];
        Some(Rereading { first: index, following: index + 1, new, lines })
    }

    /// Reads again the games that may have changed.
    fn reread_games(&self, text: &Rope, changes: &Changes, stop: IsCancelled<'_>) -> Option<Rereading> {
        let (first, following, pieces) = self.recut(text, changes);
        // Games between the changes are as they were.
        let unchanged: HashMap<usize, &GameEntry> = self.entries[first..following]
            .iter()
            .filter_map(|entry| {
                let start = entry.byte as usize;
                let at = changes.moved(start..start + entry.unit.bytes as usize)?;
                Some((at, entry))
            })
            .collect();
        let mut lines = String::new();
        let mut new = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if stop() {
                return None;
            }
            let is_last = piece.end == text.len_bytes();
            let reusable = unchanged
                .get(&piece.start)
                .filter(|entry| (entry.unit.bytes as usize, entry.unit.is_last) == (piece.len(), is_last));
            if let Some(entry) = reusable {
                lines.extend(self.record.text().byte_slice(entry.record_range()).chunks());
                new.push((*entry).clone());
                continue;
            }
            let (unit, lines_of_game) = GameUnit::read(&Cow::from(text.byte_slice(piece)), is_last, &self.severities);
            lines.push_str(&lines_of_game);
            new.push(GameEntry { unit: Arc::new(unit), byte: 0, record: 0 });
        }
        Some(Rereading { first, following, new, lines })
    }

    /// The record after an edit. It may be longer than a document.
    fn edited_record(&self, edit: &Edit, stop: IsCancelled<'_>) -> Option<Snapshot> {
        let mut text = self.record.text().clone();
        let mut changes = Changes::default();
        let first = text.byte_to_char(edit.span.start as usize);
        text.remove(first..text.byte_to_char(edit.span.end as usize));
        text.insert(first, &edit.text);
        changes.add(edit.span.range(), edit.text.len());
        Snapshot::read(text, Some((&self.record, &changes)), Arc::clone(&self.record.severities), stop)
    }

    /// The games that have to be read again: the number of games before them, the first unchanged game after them, and
    /// the cuts of the new text in their place.
    fn recut(&self, text: &Rope, changes: &Changes) -> (usize, usize, Vec<Range<usize>>) {
        let changed = changes.all();
        let (Some(one), Some(other)) = (changed.first(), changed.last()) else { return (0, 0, Vec::new()) };
        // What is changed in the head of a game may join it with the one before.
        let mut first = self.index_at(one.old.start).saturating_sub(1);
        while first > 0 && !self.begins_with_name(first) {
            first -= 1;
        }
        let last = self.index_at(other.old.end);
        let start = self.entries[first].byte as usize;
        let moved = |index: usize| self.entries[index].byte as usize - other.old.end + other.new.end;
        let mut step = 1;
        loop {
            let until = (last + step).min(self.entries.len() - 1);
            let end = if until + 1 < self.entries.len() { moved(until + 1) } else { text.len_bytes() };
            let part = Cow::from(text.byte_slice(start..end));
            let starts: Vec<usize> = sgf::game_starts(&part).skip(1).map(|at| start + at).collect();
            // Where a game begins as it did before, so does everything after it.
            let same = (last + 1..=until).find(|&index| starts.binary_search(&moved(index)).is_ok());
            if let Some(index) = same {
                let end = moved(index);
                let count = starts.partition_point(|&at| at < end);
                return (first, index, pieces(start, &starts[..count], end));
            }
            if until + 1 == self.entries.len() {
                return (first, self.entries.len(), pieces(start, &starts, text.len_bytes()));
            }
            step *= 2;
        }
    }

    /// Whether a game begins with the name of a property. At such a name the end of a text in an earlier game is found.
    fn begins_with_name(&self, index: usize) -> bool {
        /// No start of a game that has nothing unusual is longer.
        const START: usize = 64;
        let game = self.entries[index].byte as usize;
        let bytes = self.text.bytes_at(game).take(START.min(self.entries[index].unit.bytes as usize));
        let is_between = |byte: &u8| matches!(byte, b'(' | b';') || byte.is_ascii_whitespace();
        let mut rest = bytes.skip_while(is_between).skip_while(u8::is_ascii_uppercase);
        rest.next() == Some(b'[')
    }

    /// The whole text of the document, in SGF.
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// The record that the games become.
    pub fn record(&self) -> &Snapshot {
        &self.record
    }

    /// The severity of each rule.
    pub fn severities(&self) -> &Severities {
        &self.severities
    }

    /// The games in order. A text without any is one part without a tree.
    pub fn games(&self) -> impl ExactSizeIterator<Item = GameView<'_>> {
        (0..self.entries.len()).map(|index| {
            checkpoint();
            GameView { games: self, index }
        })
    }

    fn index_at(&self, byte: usize) -> usize {
        placed::index_at(&self.entries, byte)
    }

    /// The game to which a byte of the text belongs.
    pub(crate) fn game_at(&self, byte: usize) -> GameView<'_> {
        GameView { games: self, index: self.index_at(byte) }
    }

    /// The games that a span of the text touches, in order.
    pub fn games_in(&self, span: Span) -> impl Iterator<Item = GameView<'_>> {
        let touched = self.index_at(span.start as usize)..=self.index_at(span.end as usize);
        touched.map(|index| {
            checkpoint();
            GameView { games: self, index }
        })
    }

    /// The game to which a byte of the record belongs.
    pub(crate) fn game_of_record(&self, byte: usize) -> GameView<'_> {
        let index = self.entries.partition_point(|game| game.record as usize <= byte);
        GameView { games: self, index: index.saturating_sub(1) }
    }

    /// Whether the text can be edited: none of its characters were lost when it was decoded.
    pub fn is_whole(&self) -> bool {
        !self.entries.iter().any(|game| game.unit.findings.has_lost_characters())
    }

    /// The place in the record that corresponds to a place in the text; see [`SourceMap::to_record`].
    pub fn to_record(&self, byte: usize) -> usize {
        let game = self.game_at(byte);
        game.record_range().start + game.map().to_record(game.tree(), byte - game.start())
    }

    /// The value in the text that corresponds to a place in the record; see [`SourceMap::to_sgf`].
    pub fn to_sgf(&self, span: Span) -> Span {
        let game = self.game_of_record(span.start as usize);
        let at = (span.start as usize).saturating_sub(game.record_range().start);
        game.map().to_sgf(game.tree(), at).shifted(game.start())
    }

    /// The places in the text for lines of the record that begin at these bytes.
    pub(super) fn places_of_lines(&self, starts: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut places = Vec::new();
        let mut starts = starts.peekable();
        while let Some(&first) = starts.peek() {
            let game = self.game_of_record(first);
            let range = game.record_range();
            let is_own = |at: &usize| range.contains(at) || *at == first;
            while let Some(at) = starts.next_if(is_own) {
                let value = game.map().to_sgf(game.tree(), at - range.start);
                places.push(game.start() + value.start as usize);
            }
        }
        places
    }

    /// The number of lines for each line end.
    pub fn line_ends(&self) -> LineEnds {
        placed::line_ends(&self.entries)
    }

    /// The diagnostic on line ends for an editor, if the text has a CR without LF (see [`check::check_lone_cr`]).
    pub fn lone_cr_diagnostic(&self) -> Option<Diagnostic> {
        placed::lone_cr_diagnostic(&self.text, self.line_ends(), &self.severities)
    }

    /// The diagnostics of the games together, apart from those of each alone.
    pub(crate) fn diagnostics_of_collection(&self) -> Vec<Diagnostic> {
        let parts = self.entries.iter().map(|game| (game.byte as usize, &game.unit.findings));
        let mut diagnostics = check::check_collection(parts, None, &self.severities);
        diagnostics.extend(self.copies());
        diagnostics
    }

    /// The diagnostics of games that the document has twice.
    fn copies(&self) -> impl Iterator<Item = Diagnostic> {
        // Of the events of a game the first has its beginning.
        let first = |game: GameView<'_>| game.events().next().map(|event| event.index());
        let copies = self.record.copies(self.games().filter_map(first));
        copies.into_iter().map(|one| Diagnostic {
            span: self.to_sgf(one.span),
            related: one
                .related
                .into_iter()
                .map(|related| Related { span: self.to_sgf(related.span), ..related })
                .collect(),
            ..one
        })
    }

    /// Up to `limit` diagnostics in the order of their places, and the number of further ones.
    pub fn diagnostics(&self, limit: usize) -> (Vec<Diagnostic>, usize) {
        let parts = self.entries.iter().map(|game| (game.byte as usize, &game.unit.findings));
        let mut shown = self.diagnostics_of_collection();
        let mut omitted = shown.len().saturating_sub(limit);
        shown.truncate(limit);
        for (at, GameFindings { findings: Findings { diagnostics, omitted: beyond }, .. }) in parts {
            let kept = diagnostics.len().min(limit - shown.len());
            shown.extend(diagnostics[..kept].iter().map(|one| one.clone().shifted(at)));
            omitted += diagnostics.len() - kept + beyond;
        }
        for game in self.games().filter(|game| game.events().any(|event| !event.findings().diagnostics.is_empty())) {
            if shown.len() >= limit {
                let count = |event: EventView<'_>| event.findings().diagnostics.len() + event.findings().omitted;
                omitted += game.events().map(count).sum::<usize>();
                continue;
            }
            let Findings { diagnostics, omitted: beyond } = game.findings_of_moves();
            let kept = diagnostics.len().min(limit - shown.len());
            omitted += diagnostics.len() - kept + beyond;
            shown.extend(diagnostics.into_iter().take(kept).map(|one| one.shifted(game.start())));
        }
        shown.sort_by_key(Diagnostic::order);
        (shown, omitted)
    }

    /// Returns the games that differ between this and another version of the text, for each of the two.
    pub fn different<'g>(&'g self, other: &'g Self) -> [impl Iterator<Item = GameView<'g>>; 2] {
        let [indices, others] = placed::different(&self.entries, &other.entries);
        [(self, indices), (other, others)].map(|(games, indices)| indices.map(move |index| GameView { games, index }))
    }

    /// Returns a copy of the text with `edits` applied, which must be in order and must not overlap. Only edited games
    /// are read again. `None` if the text would be too long for a document.
    pub fn edited(&self, edits: &[Edit]) -> Option<Self> {
        let (text, changes) = placed::applied(&self.text, edits)?;
        self.reread(&text, &changes, &|| false)
    }
}

impl PartialEq for Games {
    /// Whether both have the same text, with the same results.
    fn eq(&self, other: &Self) -> bool {
        let state = |entry: &GameEntry| {
            let GameUnit { bytes, is_last, record_bytes, ref map, ref findings, .. } = *entry.unit;
            (entry.byte, entry.record, bytes, is_last, record_bytes, map.clone(), findings.clone())
        };
        self.text == other.text
            && self.entries.iter().map(state).eq(other.entries.iter().map(state))
            && self.record == other.record
    }
}

impl GameUnit {
    /// Reads a game, and also returns its part of the record.
    fn read(text: &str, is_last: bool, severities: &Severities) -> (Self, String) {
        if text.len() >= LONG {
            return Self::of_tree(sgf::parse_owned(text.to_owned()), None, is_last, severities);
        }
        let games = sgf::parse(text);
        let findings = check::check_game(&games, is_last, severities, MAX_DIAGNOSTICS);
        let FlatIshi { text: lines, map, .. } = convert::to_flat_ishi(&games);
        (Self::new(text, is_last, &lines, map, findings), lines)
    }

    /// Converts the tree of a long game. `earlier` is its conversion before an edit.
    fn of_tree(
        tree: Collection<'static>,
        earlier: Option<&EarlierIshi<'_>>,
        is_last: bool,
        severities: &Severities,
    ) -> (Self, String) {
        let convert = || match earlier {
            Some(earlier) => convert::to_flat_ishi_again(&tree, earlier),
            None => convert::to_flat_ishi(&tree),
        };
        let check = || check::check_game(&tree, is_last, severities, MAX_DIAGNOSTICS);
        let (FlatIshi { text: lines, map, reusable }, findings) = parallel::join(convert, check);
        let unit = Self::new(tree.text(), is_last, &lines, map, findings);
        (Self { reusable: Some(Box::new(reusable)), tree: OnceLock::from(tree), ..unit }, lines)
    }

    fn new(text: &str, is_last: bool, lines: &str, map: SourceMap, findings: GameFindings) -> Self {
        Self {
            bytes: text.len() as u32,
            line_ends: LineEnds::of(text),
            is_last,
            record_bytes: lines.len() as u32,
            map,
            findings,
            tree: OnceLock::new(),
            reusable: None,
        }
    }
}

impl Placed for GameEntry {
    type Unit = GameUnit;

    fn unit(&self) -> &Arc<GameUnit> {
        &self.unit
    }

    fn byte(&self) -> usize {
        self.byte as usize
    }

    fn line_ends(&self) -> LineEnds {
        self.unit.line_ends
    }
}

impl GameEntry {
    fn record_range(&self) -> Range<usize> {
        let start = self.record as usize;
        start..start + self.unit.record_bytes as usize
    }
}

impl<'g> GameView<'g> {
    fn entry(&self) -> &'g GameEntry {
        &self.games.entries[self.index]
    }

    /// Where it begins, in bytes from the start of the text.
    pub fn start(&self) -> usize {
        self.entry().byte as usize
    }

    /// The end of the game in the text, in bytes.
    pub fn end(&self) -> usize {
        self.start() + self.entry().unit.bytes as usize
    }

    /// Whether the text ends with it.
    pub fn is_last(&self) -> bool {
        self.entry().unit.is_last
    }

    /// The range of its part of the record.
    pub(crate) fn record_range(&self) -> Range<usize> {
        self.entry().record_range()
    }

    /// Its part of the record.
    pub fn record_text(&self) -> Cow<'g, str> {
        Cow::from(self.games.record.text().byte_slice(self.record_range()))
    }

    /// Its tree. Spans count from its start.
    pub fn tree(&self) -> &'g Collection<'static> {
        let text = || self.games.text.byte_slice(self.start()..self.end()).to_string();
        self.entry().unit.tree.get_or_init(|| sgf::parse_owned(text()))
    }

    /// The map between its tree and its part of the record.
    pub fn map(&self) -> &'g SourceMap {
        &self.entry().unit.map
    }

    /// The diagnostics of its syntax and its properties. Spans count from its start.
    pub fn findings(&self) -> &'g Findings {
        &self.entry().unit.findings.findings
    }

    /// The events of the record that the game is converted to.
    pub fn events(&self) -> impl Iterator<Item = EventView<'g>> {
        let Range { start, end } = self.record_range();
        let games = self.games;
        (start < end).then(|| games.record.events_in(start, end - 1)).into_iter().flatten()
    }

    /// The diagnostics of its moves. Spans count from its start.
    pub(crate) fn findings_of_moves(&self) -> Findings {
        let mut findings = Findings::default();
        for event in self.events() {
            let at = event.start() - self.record_range().start;
            let diagnostics = event.findings().diagnostics.iter();
            let moved = diagnostics.filter_map(|one| check::in_game(one.clone().shifted(at), self.tree(), self.map()));
            findings.diagnostics.extend(moved);
            findings.omitted += event.findings().omitted;
        }
        findings
    }
}

/// A text from `start` to `end`, cut at `cuts`.
fn pieces(start: usize, cuts: &[usize], end: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(start).chain(cuts.iter().copied());
    starts.zip(cuts.iter().copied().chain([end])).map(|(start, end)| start..end).collect()
}

/// Works out the places of the games.
fn place(games: &mut [GameEntry]) {
    let (mut byte, mut record) = (0, 0);
    for game in games {
        (game.byte, game.record) = (byte, record);
        byte += game.unit.bytes;
        record += game.unit.record_bytes;
    }
}

/// The edit of whole lines that turns one text into another; `None` if they are equal.
pub(super) fn difference(before: &str, after: &str) -> Option<Edit> {
    if before == after {
        return None;
    }
    let same = same_start(before.as_bytes(), after.as_bytes());
    let start = memchr::memrchr(b'\n', &before.as_bytes()[..same]).map_or(0, |at| at + 1);
    let (old, new) = (&before[start..], &after[start..]);
    let same = same_end(old.as_bytes(), new.as_bytes());
    // Whole lines.
    let tail = &old.as_bytes()[old.len() - same..];
    let tail = memchr::memchr(b'\n', tail).map_or(0, |at| tail.len() - at - 1);
    Some(Edit::replace(Span::new(start, before.len() - tail), &after[start..after.len() - tail]))
}

/// How many bytes are compared at once.
const BLOCK: usize = 256;

/// How many bytes at their starts two texts have in common.
fn same_start(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let start = blocks.count() * BLOCK;
    start + one[start..].iter().zip(&other[start..]).take_while(|(one, other)| one == other).count()
}

/// How many bytes at their ends two texts have in common.
fn same_end(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks_exact(BLOCK).zip(other.rchunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let end = blocks.count() * BLOCK;
    let (one, other) = (&one[..one.len() - end], &other[..other.len() - end]);
    end + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}
