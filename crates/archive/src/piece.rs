//! Cuts a text into pieces with one game each, without reading the games.

use std::borrow::Cow;

use super::game::{Converted, Game, GamePart, Origin};
use super::info::GameInfo;
use ishi_convert::convert::{self, to_ishi};
use ishi_convert::import::Import;
use ishi_record::record;
use ishi_record::syntax::{Reader, Source};
use ishi_sgf::{self as sgf, Collection, game_starts};
use ishi_text::{BYTE_ORDER_MARK, line_ends};

/// The text of a file.
#[derive(Clone, Copy, Debug)]
pub enum ArchiveText<'t> {
    /// A record, whose events are the games.
    Record(&'t str),
    /// Games in SGF.
    Sgf(&'t str),
    /// A game in the format of a Go server, and the text of its file.
    Import(&'t Import, &'t str),
}

/// A part of a text that is one game.
#[derive(Debug)]
pub struct Piece<'t> {
    /// The number of the game in its file, from 1.
    pub event: usize,
    /// The line of the file on which it begins, from 1.
    pub line: usize,
    /// The text of the file before the game; empty if the game begins on a line of its own, as an event does.
    before: &'t str,
    /// The end of the game in the text of the file, in bytes.
    pub(super) end: usize,
    content: Content<'t>,
}

#[derive(Debug)]
enum Content<'t> {
    Record(Source<'t>),
    Sgf(&'t str),
    Import(&'t Import, &'t str),
    /// Text in which no game begins.
    Nothing,
}

/// A game of a piece that can't be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// Why the game can't be read, in words for the user.
    pub reason: String,
    /// The headers, which need no board: those of another game than Go, or on a board that a record can't have.
    pub info: Option<Box<GameInfo>>,
}

impl Unread {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), info: None }
    }
}

/// Cuts a text into games. A record is read event by event, as the iterator advances. A text without a game is one
/// piece that can't be read; an empty text has no pieces.
///
/// ```
/// use ishi_archive::{ArchiveText, pieces};
///
/// let text = ArchiveText::Sgf("(;PB[Ada];B[dd])\n(;PB[Ben];B[pp])");
/// let names = pieces(text).map(|piece| piece.read(|game| game.unwrap().info.players[0].clone().unwrap().name));
/// assert_eq!(names.collect::<Vec<_>>(), ["Ada", "Ben"]);
/// ```
pub fn pieces(text: ArchiveText<'_>) -> Box<dyn Iterator<Item = Piece<'_>> + '_> {
    match text {
        ArchiveText::Record(text) => of_record(text),
        ArchiveText::Sgf(text) => of_sgf(text),
        ArchiveText::Import(game, text) => {
            let content = Content::Import(game, text);
            Box::new(std::iter::once(Piece { event: 1, line: 1, before: "", end: text.len(), content }))
        }
    }
}

fn of_record(text: &str) -> Box<dyn Iterator<Item = Piece<'_>> + '_> {
    let (mut event, mut line, mut end) = (0, 1, 0);
    Box::new(Reader::of_file(text).map(move |source| {
        end += source.text.len();
        let piece = Piece { event: event + 1, line, before: "", end, content: Content::Record(source) };
        if let Content::Record(source) = &piece.content {
            line += source.lines.len();
        }
        event += 1;
        piece
    }))
}

fn of_sgf(text: &str) -> Box<dyn Iterator<Item = Piece<'_>> + '_> {
    let mut starts = game_starts(text).peekable();
    if starts.peek().is_none() {
        let nothing = Piece { event: 1, line: 1, before: "", end: text.len(), content: Content::Nothing };
        return Box::new((!is_blank(text)).then_some(nothing).into_iter());
    }
    let (mut event, mut line, mut at) = (0, 1, 0);
    Box::new(std::iter::from_fn(move || {
        let start = starts.next()?;
        let end = starts.peek().copied().unwrap_or(text.len());
        line += line_ends(&text[at..start]).count();
        (at, event) = (start, event + 1);
        Some(Piece { event, line, before: &text[..start], end, content: Content::Sgf(&text[start..end]) })
    }))
}

impl Piece<'_> {
    /// The length of the text of the game, in bytes.
    pub fn len(&self) -> usize {
        match &self.content {
            Content::Record(source) => source.text.len(),
            Content::Sgf(text) | Content::Import(_, text) => text.len(),
            Content::Nothing => 0,
        }
    }

    /// Whether the piece is an empty event, such as that of an empty file, which is not a game.
    pub fn is_empty(&self) -> bool {
        match &self.content {
            Content::Record(source) => source.text.trim().is_empty(),
            _ => false,
        }
    }

    /// Returns the game as the text of a record. A game that sets up a position after moves has several events.
    ///
    /// # Errors
    /// A game that can't be read, or that a record can't express.
    pub fn to_record(&self) -> Result<Cow<'_, str>, Unread> {
        let of_sgf = |text: &str| {
            let record = to_ishi(&sgf::parse(text), None);
            match record.unread.first() {
                Some((_, why)) => Err(Unread::new(*why)),
                None if record.readable == 0 => Err(Unread::new(NO_GAME)),
                None => Ok(Cow::Owned(record.text)),
            }
        };
        match &self.content {
            Content::Record(source) => Ok(Cow::Borrowed(source.text)),
            Content::Sgf(text) => of_sgf(text),
            Content::Import(game, _) => of_sgf(&game.sgf),
            Content::Nothing => Err(Unread::new(NO_GAME)),
        }
    }

    /// Reads the game, and calls `work` with it, or with the reason why it can't be read.
    pub fn read<R>(&self, work: impl FnOnce(Result<&Game<'_>, Unread>) -> R) -> R {
        match &self.content {
            Content::Record(source) => self.of_event(source, work),
            Content::Sgf(text) => self.of_games(&sgf::parse(text), Origin::Sgf(text), work),
            Content::Import(game, text) => {
                let games = sgf::parse(&game.sgf);
                // If nothing of the file could be read, the game has a single node.
                if games.len() < 2 {
                    return work(Err(Unread::new(NO_GAME)));
                }
                self.of_games(&games, Origin::Import(game, text), work)
            }
            Content::Nothing => work(Err(Unread::new(NO_GAME))),
        }
    }

    fn of_event<R>(&self, source: &Source<'_>, work: impl FnOnce(Result<&Game<'_>, Unread>) -> R) -> R {
        if let Some(foreign) = source.foreign.filter(|_| source.is_foreign()) {
            return work(Err(Unread::new(format!("this is {}, not a record in the Ishi format", foreign.kind.name()))));
        }
        let reading = record::read(source);
        if reading.event.is_empty() && source.text.bytes().any(|byte| byte.is_ascii_graphic()) {
            return work(Err(Unread::new("no event in it could be read")));
        }
        let info = GameInfo::new(source, &reading.event, None);
        if let Some(why) = convert::why_kept(source, &reading.event) {
            return work(Err(Unread { reason: why.to_owned(), info: Some(Box::new(info)) }));
        }
        let parts = [GamePart { source: source.clone(), reading, is_main_line: true }];
        let &Self { event, line, before, .. } = self;
        work(Ok(&Game { event, line, before, info, parts: &parts, origin: Origin::Record, converted: None }))
    }

    fn of_games<R>(
        &self,
        games: &Collection<'_>,
        origin: Origin<'_>,
        work: impl FnOnce(Result<&Game<'_>, Unread>) -> R,
    ) -> R {
        let record = to_ishi(games, None);
        if let Some((_, why)) = record.unread.first() {
            let info = Reader::of_file(&record.text).next().map(|source| {
                Box::new(GameInfo::new(&source, &record::read(&source).event, Some(names_of_players(games))))
            });
            return work(Err(Unread { reason: (*why).to_owned(), info }));
        }
        if record.readable == 0 {
            return work(Err(Unread::new(NO_GAME)));
        }
        let converted = Converted { games, map: &record.map };
        let mut lines = 0;
        let parts = Reader::of_file(&record.text).map(|source| {
            let is_main_line = lines == 0 || converted.is_on_main_line(lines);
            lines += source.lines.len();
            GamePart { reading: record::read(&source), source, is_main_line }
        });
        let parts: Vec<GamePart<'_>> = parts.collect();
        match parts.first() {
            Some(GamePart { source, reading, .. }) => {
                let info = GameInfo::new(source, &reading.event, Some(names_of_players(games)));
                let (&Self { event, line, before, .. }, converted) = (self, Some(converted));
                work(Ok(&Game { event, line, before, info, parts: &parts, origin, converted }))
            }
            None => work(Err(Unread::new(NO_GAME))),
        }
    }
}

/// The names of the players, without their ranks.
fn names_of_players(games: &Collection<'_>) -> [Option<String>; 2] {
    ["PB", "PW"].map(|name| convert::root_value(games, name))
}

/// The reason why a text without a game is not read.
pub const NO_GAME: &str = "no game in it could be read";

/// Whether a text has only white space and byte-order marks.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim_matches(|one: char| one.is_whitespace() || one == BYTE_ORDER_MARK).is_empty()
}
