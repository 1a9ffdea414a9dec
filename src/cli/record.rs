//! The record in a file, which may be a game in another format.

use super::content::FileContent;
use super::files::Failure;
use super::job::Job;
use ishi_archive::GameFile;
use ishi_convert::convert::{self, Ishi, SourceMap, to_ishi};
use ishi_position::{LineColumn, LineColumns};
use ishi_record::record::read;
use ishi_record::syntax::Source;
use ishi_sgf::{self as sgf, Charset, Collection, NodeId};
use ishi_text::Decoded;

/// The text of a record, and where its lines come from.
pub(super) struct ReadRecord {
    pub(super) text: String,
    /// Nothing for a file that is a record itself.
    converted: Option<Converted>,
}

/// How the text of a record comes from a file in another format.
struct Converted {
    /// The line of the file, counted from 1, from which each line of the text comes.
    lines: Vec<usize>,
    /// The games of a file in SGF, and the nodes of the lines.
    sgf: Option<(Collection<'static>, SourceMap)>,
    /// The games that are kept as they are, and why.
    unread: Vec<(NodeId, &'static str)>,
}

impl ReadRecord {
    /// Reads the file of a job. A game in another format is converted; a game in the format of a Go server may have any
    /// name.
    pub(super) fn read(job: &Job) -> Result<Self, Failure> {
        let bytes = job.source.read()?;
        let content = FileContent::read(job, &bytes)?;
        content.detected(job).report();
        Ok(match content.file {
            GameFile::Record(Decoded { text, .. }) => Self { text: text.into_owned(), converted: None },
            GameFile::Sgf(file) => {
                let games = sgf::parse_owned(file.text().to_owned());
                let place = |node| games.span(node).start;
                let (Ishi { text, map, unread, .. }, lines) = convert(&games, Some(file.charset()), file.text(), place);
                Self { text, converted: Some(Converted { lines, sgf: Some((games, map)), unread }) }
            }
            GameFile::Import(game, Decoded { text, .. }) => {
                let games = sgf::parse(&game.sgf);
                let place = |node| game.source(games.span(node).start).start;
                let (Ishi { text, unread, .. }, lines) = convert(&games, None, &text, place);
                Self { text, converted: Some(Converted { lines, sgf: None, unread }) }
            }
        })
    }

    /// The line of the file for a line of the text; both are counted from 1.
    pub(super) fn line_in_file(&self, line: usize) -> usize {
        let Some(Converted { lines, .. }) = &self.converted else { return line };
        lines.get(line - 1).or(lines.last()).copied().unwrap_or(line)
    }

    /// The line of the text for a line of the file: the last that comes from it, or else from a line before it. In SGF,
    /// where a line may have many moves, a column is a place in one of its nodes.
    pub(super) fn line_of(&self, line_in_file: usize, column: Option<usize>) -> usize {
        let Some(Converted { lines, sgf, .. }) = &self.converted else { return line_in_file };
        if let (Some((games, map)), Some(column)) = (sgf, column) {
            let at = LineColumns::new(games.text()).byte(LineColumn { line: line_in_file, column });
            let place = map.to_record(games, at);
            return LineColumns::new(&self.text).of(place as u32).line;
        }
        // Variations stand in another order than in SGF.
        let before = lines.iter().enumerate().filter(|(_, line)| **line <= line_in_file);
        before.max_by_key(|(index, line)| (**line, *index)).map_or(1, |(index, _)| index + 1)
    }
}

/// A game in SGF that ishi does not play, of which a record has nothing but the text.
pub(super) struct Unplayable {
    /// The line of the file where it begins, counted from 1.
    pub(super) line: usize,
    /// Why, with the value that says so.
    pub(super) why: String,
}

impl ReadRecord {
    /// The game that became an event of the text, if ishi does not play it. `events` are all events.
    pub(super) fn unplayable_event(&self, events: &[Source<'_>], event: &Source<'_>) -> Option<Unplayable> {
        let before = events.iter().take_while(|other| !std::ptr::eq(*other, event));
        self.unplayable(event, 1 + before.map(|event| event.lines.len()).sum::<usize>())
    }

    /// The same for an event whose first line in the text, counted from 1, is known.
    pub(super) fn unplayable(&self, event: &Source<'_>, first: usize) -> Option<Unplayable> {
        let Some(Converted { sgf: Some((games, map)), lines, unread }) = &self.converted else {
            return kept_game(event).map(|why| Unplayable { line: self.line_in_file(first), why });
        };
        let last = (first + event.lines.len()).checked_sub(2)?;
        let root = games.root_of(*map.nodes().get(last)?);
        let (_, why) = unread.iter().find(|(game, _)| *game == root)?;
        let is_of_value = convert::board_size(games, root).is_err();
        let value = ["GM", "SZ"].into_iter().find_map(|name| {
            let property = games.property(root, name)?;
            let value = property.raw_values().next()?.trim();
            (name != "GM" || sgf::game_kind(value) != Some(1)).then(|| format!(" (`{name}[{value}]`)"))
        });
        let value = value.filter(|_| is_of_value).unwrap_or_default();
        Some(Unplayable { line: *lines.get(last)?, why: format!("{why}{value}") })
    }
}

/// The reason why ishi does not play the game of an event, which is kept as SGF text.
fn kept_game(event: &Source<'_>) -> Option<String> {
    convert::why_kept(event, &read(event).event).map(str::to_owned)
}

/// Converts games to a record. Returns it, and the line of the file from which each of its lines comes, counted from 1;
/// `place` is where a node stands in the text of the file.
fn convert(
    games: &Collection<'_>,
    charset: Option<Charset>,
    text: &str,
    place: impl Fn(NodeId) -> u32,
) -> (Ishi, Vec<usize>) {
    let record = to_ishi(games, charset);
    let places = LineColumns::new(text);
    let lines = record.map.nodes().iter().map(|&node| places.of(place(node)).line).collect();
    (record, lines)
}
