//! Games with the moves of another game of the file.

use std::collections::HashMap;

use super::suppression;
use crate::check::{Code, Diagnostic, Related, Severities, Severity, Sink};
use crate::rewrite::lines::trimmed;
use ishi_board::{Color, Point, Symmetry, mix};
use ishi_record::record::{Event, MoveTarget, Owner, Reading, SequenceId};
use ishi_record::syntax::{LineKind, Source};
use ishi_text::Span;

/// The game of an event, as it is compared with the others of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey {
    /// Equal for games with the same moves, also if the board is turned or the colors are exchanged.
    hash: u64,
    /// The line with which the event begins, from the start of the event.
    span: Span,
}

impl GameKey {
    /// Returns the key with the span of the game in another text.
    pub(in crate::check) fn with_span(self, convert: impl FnOnce(Span) -> Span) -> Self {
        Self { span: convert(self.span), ..self }
    }

    /// The key of an event. None if it has no moves, or is not compared, because the rule is off or suppressed.
    pub fn of(source: &Source<'_>, reading: &Reading, severities: &Severities) -> Option<Self> {
        if severities.of(Code::DuplicateGame) == Severity::Off {
            return None;
        }
        let event = &reading.event;
        event.moves_of(SequenceId(0)).next()?;
        let first = source.lines.iter().find(|line| line.kind != LineKind::Blank);
        let line = event.definition.map(|line| &source.lines[line as usize]).or(first)?;
        if suppression::is_allowed(source, event, Code::DuplicateGame) {
            return None;
        }
        Some(Self { hash: hash_of(event), span: trimmed(source, line) })
    }
}

/// Compares the games of a file, each given with the place of its event. Spans count from the start of the file.
pub fn check_copies<'k>(games: impl Iterator<Item = (usize, &'k GameKey)>, severities: &Severities) -> Vec<Diagnostic> {
    let mut sink = Sink::new(severities, usize::MAX);
    let mut first_of: HashMap<u64, Span> = HashMap::new();
    for (at, key) in games {
        let span = key.span.shifted(at);
        let first = *first_of.entry(key.hash).or_insert(span);
        if first != span {
            sink.report(Code::DuplicateGame, span, |diagnostic| {
                diagnostic.message = "this game has the same moves as an earlier one of the file".into();
                diagnostic.related.push(Related { span: first, message: "the earlier game".into() });
            });
        }
    }
    sink.findings.diagnostics
}

/// The smallest hash of the setup and the main line of an event under all symmetries and with either colors.
fn hash_of(event: &Event) -> u64 {
    let size = event.board_size;
    let hash = |symmetry: Symmetry, swaps: bool| {
        let stone = |color: Color, point: Point| {
            let turned = symmetry.of(point, size).unwrap_or(point);
            (turned.index() as u64) << 1 | (color as u64 ^ u64::from(swaps))
        };
        let stones = event.data_of(Owner::Event).flat_map(|datum| event.stones_of(datum));
        // The order of stones that are set up does not matter.
        let setup = stones.fold(0, |sum: u64, one| sum.wrapping_add(mix(stone(one.color, one.point))));
        event.moves_of(SequenceId(0)).fold(mix(setup ^ u64::from(size.get())), |hash, id| {
            let played = &event[id];
            let step = match played.place {
                MoveTarget::Point(point) => stone(played.color, point),
                MoveTarget::Pass => 1 << 16 | (played.color as u64 ^ u64::from(swaps)),
                MoveTarget::Unknown => 2 << 16,
            };
            mix(hash.rotate_left(5) ^ step)
        })
    };
    let hashes = Symmetry::ALL.into_iter().flat_map(|symmetry| [false, true].map(|swaps| hash(symmetry, swaps)));
    hashes.min().unwrap_or(0)
}
