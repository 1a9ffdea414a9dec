//! Splits and merges events.
//!
//! ```text
//! EVENT Final       EVENT Final
//! B 1 Q16     →     B 1 Q16
//! W 2 D4            EVENT
//!                   W 2 D4
//! ```

use super::{AssistKind, AssistRow, Keeps, RowChange, Title, row};
use ishi_check::rewrite::{self};
use ishi_record::record::SequenceId;

pub(super) static ROWS: &[AssistRow] = &[
    row(
        "split-event",
        AssistKind::Rewrite,
        |site| {
            let (id, event) = (site.own_move()?, site.cursor.event);
            let main = SequenceId(0);
            let is_inside = event[id].sequence == main && event.moves_of(main).next() != Some(id);
            is_inside.then(|| format!("Start a new event at {}", site.name_of(id)))
        },
        |site, original| {
            let line_of_move = site.own_move().map(|id| site.cursor.event[id].line);
            rewrite::split_event(original, line_of_move.unwrap_or(site.line()))
        },
    ),
    AssistRow {
        name: "merge-events",
        kind: AssistKind::Rewrite,
        title: Title::Of(|site| {
            let is_begin = site.cursor.event.definition == Some(site.line()) && site.cursor.view.index() > 0;
            is_begin.then(|| "Merge with the previous event".into())
        }),
        change: RowChange::WithEventBefore(rewrite::merge_events),
        is_tried: false,
        keeps: Keeps::Count,
    },
];
