//! The hover of a SETUP line.

use super::super::board::{picture, title_of};
use super::super::cursor::Cursor;
use super::Hover;
use ishi_board::Color;
use ishi_record::record::{DatumKind, Owner};
use ishi_record::replay::View;
use ishi_record::syntax::{Field, FieldKind};

/// The stones of the line, or the one under the cursor.
pub(super) fn fill(cursor: &Cursor<'_>, field: Option<Field>, hover: &mut Hover) {
    let owner = cursor.owner();
    let view = View::of(cursor.event, owner);
    let stones = |color: Color| view.board.stones().filter(|stone| stone.color == color).count();
    hover.heading = match owner {
        Owner::Event => format!("Setup: Black {}, White {}", stones(Color::Black), stones(Color::White)),
        _ => format!("Setup of {}", title_of(cursor.event, owner)),
    };
    let datum = cursor.event.data.iter().find(|datum| datum.line == cursor.line);
    let focus = match (field, datum.map(|datum| &datum.kind)) {
        (Some(field), _) if matches!(field.kind, FieldKind::Location(_)) => cursor.focus(),
        // On the keyword, all stones of the line.
        (_, Some(DatumKind::Setup(stones))) => cursor.event.stones(stones).iter().map(|stone| stone.point).collect(),
        _ => Vec::new(),
    };
    hover.picture = Some(picture(cursor.event, cursor.source, &view, focus));
}
