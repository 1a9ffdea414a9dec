//! The hover of a DIAGRAM line.

use super::super::cursor::Cursor;
use super::{Hover, show};
use ishi_record::record::{DatumKind, Owner};
use ishi_record::syntax::Keyword;

/// Adds the board of the diagram.
pub(super) fn fill(cursor: &Cursor<'_>, hover: &mut Hover) {
    let owner = cursor.owner();
    if let Owner::Diagram(_) = owner {
        let count = |keyword: Keyword| {
            let lines = cursor.event.data_of(owner).filter(|datum| match datum.kind {
                DatumKind::Hide(_) => keyword == Keyword::Hide,
                DatumKind::Setup(_) => keyword == Keyword::Setup,
                _ => false,
            });
            lines.count()
        };
        if count(Keyword::Setup) > 0 {
            hover.facts.push("With setup stones of its own.".into());
        }
        if count(Keyword::Hide) > 0 {
            hover.facts.push("Some stones are hidden.".into());
        }
        show(cursor, owner, Vec::new(), hover);
    }
}
