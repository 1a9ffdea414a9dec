//! `textDocument/inlayHint`: captures, ko, the player to move after a variation, and the line that began a long block.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cursor::{Referent, origin};
use crate::document::{EventView, Snapshot};
use ishi_check::check::Code;
use ishi_record::record::{DatumKind, Event, Move, MoveId, Owner};
use ishi_record::replay::{Visit, Walk};
use ishi_record::scoring::FinalScore;
use ishi_record::syntax::{Keyword, Source};
use ishi_text::{Edit, Span};

/// The number of lines of a block, including its first and last line, up to which its end gets no hint.
const SHORT: u32 = 10;

/// How many notes are returned at most. Most editors request only the lines that they show.
const MAX_HINTS: usize = 50_000;

/// How many stones a tooltip names.
const NAMED: usize = 20;

/// A note that an editor shows within a line, with a space before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// The byte after which the note is shown.
    pub offset: u32,
    /// The text of the note.
    pub label: String,
    /// A tooltip in Markdown that is also readable as plain text: only words of the record are marked, as code.
    pub tooltip: String,
    /// The edits that an editor makes when the user accepts the note: they write a missing PRISONER line.
    pub edits: Vec<Edit>,
}

/// The options of `[hints]`: which notes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct HintKinds {
    /// Show captures after a move: `×3`.
    pub captures: bool,
    /// Show ko after a move that takes a ko.
    pub ko: bool,
    /// Show the player to move after the last variation on a move, if no following move shows the player.
    pub variations: bool,
    /// Show the line that began the block after the end of a long variation, comment or block of user data.
    pub blocks: bool,
    /// Show the count of the final position after RESULT, if the count is certain.
    pub result: bool,
    /// Show the number of the first move in each line, in SGF.
    pub numbers: bool,
}

impl HintKinds {
    /// Every kind of note.
    pub const ALL: Self =
        Self { captures: true, ko: true, variations: true, blocks: true, result: true, numbers: true };
}

impl Default for HintKinds {
    fn default() -> Self {
        Self::ALL
    }
}

/// The notes for the lines that `range` touches, in order (`textDocument/inlayHint`):
///
/// - after a move what it captures, as `×3`, and `ko` where it takes one (see [`Walk::ko`]);
/// - after the end of a block of more than ten lines what the block belongs to, as `— of B 45`;
/// - after RESULT what the end of the game counts, where that is certain;
/// - after the last ENDVAR of a sequence who is to play, because no move there shows it.
pub fn inlay_hints(snapshot: &Snapshot, range: Span, wanted: HintKinds) -> Vec<InlayHint> {
    inlay_hints_unless(snapshot, range, wanted, &|| false).unwrap_or_default()
}

/// Like [`inlay_hints`], but returns `None` if `stop` returns true before an event. Each event may have to be played
/// and counted.
pub(crate) fn inlay_hints_unless(
    snapshot: &Snapshot,
    range: Span,
    wanted: HintKinds,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<InlayHint>> {
    let mut hints: Vec<InlayHint> = Vec::new();
    for view in snapshot.events_in(range.start as usize, range.end as usize) {
        if stop() {
            return None;
        }
        hints.extend(of_event(view, range, wanted));
        if hints.len() >= MAX_HINTS {
            break;
        }
    }
    hints.truncate(MAX_HINTS);
    hints.sort_by_cached_key(|hint| hint.offset);
    Some(hints)
}

fn of_event(view: EventView<'_>, range: Span, wanted: HintKinds) -> Vec<InlayHint> {
    if view.event().moves.is_empty() && view.event().data.is_empty() {
        return Vec::new();
    }
    let text = view.text();
    let source = view.source(&text);
    let line_at = |byte: u32| source.line_at((byte as usize).saturating_sub(view.start())) as u32;
    let lines = line_at(range.start)..=line_at(range.end);
    let event = Hints { view, event: view.event(), source: &source, wanted };
    let mut hints = event.of_moves(&lines);
    hints.extend(event.of_variations(&lines).take(MAX_HINTS));
    hints.extend(event.of_blocks(&lines).take(MAX_HINTS));
    hints.extend(event.of_result(&lines));
    hints
}

struct Hints<'s, 't> {
    view: EventView<'s>,
    event: &'s Event,
    source: &'s Source<'t>,
    wanted: HintKinds,
}

impl Hints<'_, '_> {
    fn hint(&self, offset: u32, label: String, tooltip: String) -> InlayHint {
        InlayHint { offset: offset + self.view.start() as u32, label, tooltip, edits: Vec::new() }
    }

    fn of_moves(&self, lines: &RangeInclusive<u32>) -> Vec<InlayHint> {
        let mut hints = Vec::new();
        let first = self.event.moves.partition_point(|played| played.line < *lines.start());
        let after = self.event.moves.partition_point(|played| played.line <= *lines.end());
        let mut walk = Walk::new(self.event);
        // The walk ends with the last move of the range, and does not begin where there is none.
        while (self.wanted.captures || self.wanted.ko)
            && first < after
            && let Some(stop) = walk.next()
        {
            let Visit::Move(MoveId(index)) = stop else { continue };
            if index as usize >= first {
                hints.extend(self.of_move(MoveId(index), &walk));
            }
            if index as usize + 1 >= after || hints.len() >= MAX_HINTS {
                break;
            }
        }
        hints
    }

    fn of_move(&self, id: MoveId, walk: &Walk<'_>) -> Option<InlayHint> {
        let played = walk.played()?;
        let (died, captured) = (played.self_captured.len(), played.captured);
        let count = captured.len();
        let capturing = &self.event[id];
        let opponent = capturing.color.opponent();
        let mut names: Vec<String> =
            captured.iter().take(NAMED).map(|&stone| format!("`{}`", walk.name_of(stone))).collect();
        if count > NAMED {
            names.push("…".into());
        }
        let names = names.join(", ");
        let whose = opponent.name();
        let mut labels = Vec::new();
        if self.wanted.captures && count > 0 {
            labels.push(format!("×{count}"));
        }
        let ko = walk.ko();
        if self.wanted.ko && ko.is_some() {
            labels.push("ko".to_owned());
        }
        let tooltip = match (count, ko) {
            (0, _) if died == 0 || !self.wanted.captures => return None,
            (0, _) => {
                labels.push(format!("dies ×{died}"));
                format!("`{capturing}` has no liberty and takes nothing.")
            }
            (1, Some(point)) => {
                format!("`{capturing}` takes the ko ({names}). {opponent} may not retake at `{point}` at once.")
            }
            (1, None) => format!("`{capturing}` takes a {whose} stone: {names}."),
            _ => format!("`{capturing}` takes {count} {whose} stones: {names}."),
        };
        if labels.is_empty() {
            return None;
        }
        let label = labels.join(" ");
        let span = origin(self.event, self.source, Referent::Move(id))?;
        let edits = if self.wanted.captures { self.missing_prisoners(span) } else { Vec::new() };
        Some(InlayHint { edits, ..self.hint(span.end, label, tooltip) })
    }

    /// Returns the edits that write the prisoners of the move at `span`, if the checker misses them.
    fn missing_prisoners(&self, span: Span) -> Vec<Edit> {
        let diagnostics = &self.view.findings().diagnostics;
        let first = diagnostics.partition_point(|diagnostic| diagnostic.span.start < span.start);
        let of_move = diagnostics[first..].iter().take_while(|diagnostic| diagnostic.span.start < span.end);
        let fixes = of_move
            .filter(|diagnostic| diagnostic.code == Code::MissingPrisoners)
            .filter_map(|diagnostic| diagnostic.fixes.first());
        let edits = fixes.flat_map(|fix| fix.edits.iter().cloned());
        edits.map(|edit| edit.shifted(self.view.start())).collect()
    }

    fn of_variations(&self, lines: &RangeInclusive<u32>) -> impl Iterator<Item = InlayHint> {
        let Event { moves, sequences, .. } = self.event;
        let ids = (0..).map(MoveId);
        let last_moves: HashMap<_, _> = moves.iter().zip(ids).map(|(played, id)| (played.sequence, id)).collect();
        let last_variations: HashMap<_, _> =
            sequences.iter().map(|sequence| (sequence.replaces, sequence.line)).collect();
        sequences.iter().filter_map(move |sequence| {
            let end = sequence.end.filter(|end| lines.contains(end))?;
            let replaced = sequence.replaces?;
            let name = self.name_of_move(replaced);
            let mut labels = Vec::new();
            let mut tooltip = Vec::new();
            if let Some(begin) = sequence.line.filter(|&begin| self.wanted.blocks && is_long(begin, end)) {
                labels.push(format!("— of {name}"));
                tooltip.push(format!("The variation on `{name}` that begins in line {}.", self.number_of_line(begin)));
            }
            let Move { color, sequence: trunk, .. } = &self.event[replaced];
            let is_last = last_variations.get(&sequence.replaces) == Some(&sequence.line);
            if self.wanted.variations && is_last && last_moves.get(trunk) == Some(&replaced) {
                let color = color.opponent();
                labels.push(format!("{color} to play"));
                tooltip.push(format!("The board is again as `{name}` has left it."));
            }
            self.after_line(end, &labels, &tooltip)
        })
    }

    fn of_blocks(&self, lines: &RangeInclusive<u32>) -> impl Iterator<Item = InlayHint> {
        let first = self.event.data.partition_point(|datum| datum.end <= *lines.start());
        let data = self.event.data[first..].iter().take_while(|datum| datum.line <= *lines.end());
        data.filter_map(|datum| {
            let end = datum.end - 1;
            let (what, closer) = match datum.kind {
                DatumKind::Comment => ("comment", Keyword::Endcom),
                DatumKind::User => ("user data", Keyword::Enduser),
                _ => return None,
            };
            let is_closed = self.source.lines[end as usize].keyword() == Some(closer);
            if !self.wanted.blocks || !lines.contains(&end) || !is_closed || !is_long(datum.line, end) {
                return None;
            }
            let (name, marked) = match datum.owner {
                Owner::Event => ("the event".to_owned(), ""),
                Owner::Move(id) => (self.name_of_move(id), "`"),
                Owner::Diagram(_) => ("the diagram".to_owned(), ""),
                Owner::Variation(_) => ("the variation".to_owned(), ""),
            };
            let tooltip = format!(
                "The {what} of {marked}{name}{marked} that begins in line {}.",
                self.number_of_line(datum.line)
            );
            self.after_line(end, &[format!("— of {name}")], &[tooltip])
        })
    }

    fn of_result(&self, lines: &RangeInclusive<u32>) -> Option<InlayHint> {
        let header = self.event.headers.iter().rev().find(|header| header.keyword == Keyword::Result)?;
        if !self.wanted.result || !lines.contains(&header.line) {
            return None;
        }
        let outcome = FinalScore::of(self.source, self.event)?;
        let [black, white] = outcome.count.points;
        let tooltip = format!("The end of the main line: Black {black}, White {white}.");
        self.after_line(header.line, &[format!("counted: {}", outcome.text())], &[tooltip])
    }

    /// A hint after the text of a line; `None` if there are no labels.
    fn after_line(&self, line: u32, labels: &[String], tooltip: &[String]) -> Option<InlayHint> {
        let line = &self.source.lines[line as usize];
        let end = line.span.start as usize + self.source.str(line.span).trim_end().len();
        (!labels.is_empty()).then(|| self.hint(end as u32, labels.join(", "), tooltip.join(" ")))
    }

    fn name_of_move(&self, id: MoveId) -> String {
        let named = &self.event[id];
        let number = named.number.map_or("?".to_owned(), |number| number.to_string());
        format!("{} {number}", named.color.letter())
    }

    /// The number of a line of the event, counted from 1 in the document.
    fn number_of_line(&self, line: u32) -> u32 {
        self.view.first_line() + line + 1
    }
}

fn is_long(begin: u32, end: u32) -> bool {
    end - begin + 1 > SHORT
}
