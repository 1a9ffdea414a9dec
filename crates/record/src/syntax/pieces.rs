//! The lines of a long event, kept in pieces that are reused when the event is read again after an edit.

use std::ops::Range;
use std::sync::Arc;

use super::Keyword;
use super::foreign::Foreign;
use super::line::{Line, LineKind};
use super::piece::{Piece, is_content};
use super::source::Source;

/// The smallest size of a piece, in bytes.
const SIZE: usize = 1 << 14;

/// The size in bytes from which on an event is kept in pieces. A shorter event is read again fast enough.
const SHORT: usize = 1 << 17;

/// The lines of a long event, in pieces.
#[derive(Debug)]
pub struct Pieces(Vec<Arc<Piece>>);

/// Lines that need not be read again: pieces of an event that an edit has not changed, and the text of another kind at
/// the beginning of a file.
#[derive(Debug, Default)]
pub struct LineCache {
    pub(super) foreign: Option<Foreign>,
    /// The pieces with their places in the new text, the last first.
    pieces: Vec<(usize, Arc<Piece>)>,
}

impl LineCache {
    /// A cache for the first event of a file, which follows `foreign`.
    pub fn of_file(foreign: Option<Foreign>) -> Self {
        Self { foreign, pieces: Vec::new() }
    }

    /// The piece at this place. Calls must be in the order of places.
    pub(super) fn at(&mut self, place: usize) -> Option<Arc<Piece>> {
        while self.pieces.last()?.0 < place {
            self.pieces.pop();
        }
        if self.pieces.last()?.0 > place {
            return None;
        }
        self.pieces.pop().map(|(_, piece)| piece)
    }

    /// The number of lines and of fields in the pieces.
    pub(super) fn size(&self) -> (usize, usize) {
        let sizes = self.pieces.iter().map(|(_, piece)| (piece.lines.len(), piece.fields.len()));
        sizes.fold((0, 0), |total, one| (total.0 + one.0, total.1 + one.1))
    }
}

impl Pieces {
    /// Cuts an event into pieces. Returns `None` for a short event, and for an event with a fault in its blocks,
    /// because its pieces then depend on each other.
    pub fn of(source: &Source<'_>) -> Option<Self> {
        (source.text.len() >= SHORT && source.faults.is_empty() && source.foreign.is_none())
            .then(|| Self::cut(source, SIZE))
    }

    fn cut(source: &Source<'_>, size: usize) -> Self {
        let mut pieces = Vec::new();
        let mut next = 0;
        let ends = source.taken_over.iter().map(|(first, piece)| (*first, Some(piece)));
        for (end, following) in ends.chain([(source.lines.len(), None)]) {
            while next < end {
                let last = end_of_piece(source, next..end, size);
                pieces.push(Arc::new(Piece::of(source.text, &source.lines[next..last], &source.fields)));
                next = last;
            }
            if let Some(piece) = following {
                pieces.push(Arc::clone(piece));
                next += piece.lines.len();
            }
        }
        Self(pieces)
    }

    /// Returns the pieces that are unchanged in a new text. `place` maps the range of a piece to its start in the new
    /// text, both counted from the start of the event, or returns `None` if the piece has changed.
    pub fn unchanged(&self, place: impl Fn(Range<usize>) -> Option<usize>) -> LineCache {
        let mut at = 0;
        let ranges = self.0.iter().map(|piece| {
            at += piece.span.len();
            (at - piece.span.len()..at, piece)
        });
        let independent = ranges.filter(|(_, piece)| piece.is_independent);
        let mut pieces: Vec<_> =
            independent.filter_map(|(range, piece)| Some((place(range)?, piece.clone()))).collect();
        pieces.reverse();
        LineCache { pieces, foreign: None }
    }
}

/// One past the last line of the piece that begins with the first of some lines. The next piece begins with a move
/// outside of blocks, after a line that is not a remark on this move.
fn end_of_piece(source: &Source<'_>, lines: Range<usize>, size: usize) -> usize {
    let Range { start, end } = lines;
    let start_of = |line: usize| source.lines[line].span.start as usize;
    let total = source.lines[end - 1].end as usize;
    let is_long = |&line: &usize| start_of(line) - start_of(start) >= size;
    let can_begin = |&line: &usize| is_move(&source.lines[line]) && is_content(&source.lines[line - 1]);
    // What is left at the end is not to be short, or there would be more and shorter pieces with every edit.
    let left = (start + 1..end).take_while(|&line| total - start_of(line) >= size);
    left.filter(is_long).find(can_begin).unwrap_or(end)
}

fn is_move(line: &Line) -> bool {
    matches!(line.kind, LineKind::Data(Keyword::B | Keyword::W))
}

#[cfg(test)]
mod tests {
    use super::super::reader::{Following, Reader};
    use super::*;
    use proptest::prelude::*;

    const LINES: &[&str] = &[
        "B 1 Q16\n",
        "W 2 D4\r\n",
        "B 3 Q3\r",
        "w 4 pass\n",
        "B 5\n",
        "VAR a\n",
        "ENDVAR\n",
        "MARK #1\n",
        "MARKK a1\n",
        "KOMI 5\n",
        "COM\n",
        "COM title\n",
        "ENDCOM\n",
        "USER\n",
        "ENDUSER\n",
        "CMO\n",
        "EVENT x\n",
        "EVNET\n",
        "REMARK r\n",
        "prose of any kind\n",
        "\n",
        "\r",
        " ",
        "x",
        "é",
    ];

    fn lines(most: usize) -> impl Strategy<Value = String> {
        prop::collection::vec(prop::sample::select(LINES), 0..most).prop_map(|lines| lines.concat())
    }

    /// All that was read.
    fn all(mut reader: Reader<'_>) -> (Vec<Source<'_>>, bool) {
        let sources = reader.by_ref().collect();
        (sources, reader.is_incomplete())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
        /// Wherever an event is cut, and whatever is changed in it: with what is known of it, it is read as without.
        #[test]
        fn what_is_taken_over_is_as_if_read_again(
            start in lines(30),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..20, lines(3)), 1..6),
            last in any::<bool>(),
        ) {
            let after = Following { last, ..Following::NOTHING };
            let mut text = start;
            for (place, length, new) in edits {
                let (before, _) = all(Reader::new(&text, after));
                let event = &before[0];
                let boundary = |mut at: usize| { while !event.text.is_char_boundary(at) { at += 1; } at };
                let from = boundary(place.index(event.text.len() + 1));
                let to = boundary((from + length).min(event.text.len()));
                let mut cache = LineCache::default();
                if event.faults.is_empty() {
                    let place = |piece: Range<usize>| match () {
                        () if piece.end < from => Some(piece.start),
                        () if to < piece.start => Some(piece.start - (to - from) + new.len()),
                        () => None,
                    };
                    cache = Pieces::cut(event, 1).unchanged(place);
                }
                let edited = [&event.text[..from], &new, &event.text[to..]].concat();
                let (read, is_incomplete) = all(Reader::with(&edited, after, cache));
                let (fresh, is_fresh_incomplete) = all(Reader::new(&edited, after));
                prop_assert_eq!(is_incomplete, is_fresh_incomplete);
                prop_assert_eq!(read.len(), fresh.len());
                for (read, fresh) in read.iter().zip(&fresh) {
                    prop_assert_eq!(&read.lines, &fresh.lines);
                    prop_assert_eq!(&read.fields, &fresh.fields);
                    prop_assert_eq!(&read.faults, &fresh.faults);
                    prop_assert_eq!(read.text, fresh.text);
                    prop_assert_eq!((read.delimiters, &read.open), (fresh.delimiters, &fresh.open));
                    let (again, anew) = (Pieces::cut(read, 1), Pieces::cut(fresh, 1));
                    let bytes = |pieces: &Pieces| pieces.0.iter().map(|piece| piece.span.len()).sum::<usize>();
                    prop_assert_eq!(bytes(&again), bytes(&anew));
                }
                text = edited;
            }
        }
    }
}
