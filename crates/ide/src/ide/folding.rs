//! `textDocument/foldingRange`: events, comments, user data, variations and diagrams fold.

use crate::document::Snapshot;
use ishi_convert::convert::sgf_block_lines;
use ishi_record::record::DatumKind;
use ishi_work::cancel::checkpoint;

/// The kind of text that a fold hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// An event or a variation.
    Region,
    /// A comment or a block of user data.
    Comment,
    /// A block of user data that keeps properties of SGF. Editors can fold this kind by default.
    Sgf,
}

/// Lines that can be folded away, counted from 0; the first stays visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The line that stays.
    pub start: u32,
    /// The last line that is hidden.
    pub end: u32,
    /// The kind of these lines.
    pub kind: FoldKind,
}

/// Returns the parts of the text that can be folded (`textDocument/foldingRange`), by their first line.
pub fn folding(snapshot: &Snapshot) -> Vec<Fold> {
    let mut folds = Vec::new();
    for view in snapshot.events() {
        let event = view.event();
        let sgf_blocks = if event.data.iter().any(|datum| datum.kind == DatumKind::User) {
            sgf_block_lines(&view.source(&view.text()))
        } else {
            Vec::new()
        };
        let mut add = |start: u32, end: u32, kind| {
            if end > start {
                folds.push(Fold { start: view.first_line() + start, end: view.first_line() + end, kind });
            }
        };
        if let Some(definition) = event.definition {
            add(definition, event.filled_lines.saturating_sub(1), FoldKind::Region);
        }
        for sequence in &event.sequences {
            if let (Some(start), Some(end)) = (sequence.line, sequence.end) {
                add(start, end, FoldKind::Region);
            }
        }
        for datum in &event.data {
            checkpoint();
            let kind = match datum.kind {
                DatumKind::User if sgf_blocks.binary_search(&datum.line).is_ok() => FoldKind::Sgf,
                DatumKind::Comment | DatumKind::User => FoldKind::Comment,
                _ => continue,
            };
            add(datum.line, datum.end - 1, kind);
        }
    }
    folds.sort_by_cached_key(|fold| (fold.start, std::cmp::Reverse(fold.end)));
    folds
}
