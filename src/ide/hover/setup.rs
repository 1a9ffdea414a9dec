//! The hover of a SETUP line.

use super::super::board::{picture, title_of};
use super::super::place::Place;
use super::Hover;
use crate::board::Color;
use crate::record::{DatumKind, Owner};
use crate::replay::View;
use crate::syntax::{Field, FieldKind};

/// The stones of the line, or the one under the cursor.
pub(super) fn fill(place: &Place<'_>, field: Option<Field>, hover: &mut Hover) {
    let owner = place.owner();
    let view = View::of(place.event, owner);
    let stones = |color: Color| view.board.stones().filter(|stone| stone.color == color).count();
    hover.heading = match owner {
        Owner::Event => format!("Setup: Black {}, White {}", stones(Color::Black), stones(Color::White)),
        _ => format!("Setup of {}", title_of(place.event, owner)),
    };
    let datum = place.event.data.iter().find(|datum| datum.line == place.line);
    let focus = match (field, datum.map(|datum| &datum.kind)) {
        (Some(field), _) if matches!(field.kind, FieldKind::Location(_)) => place.focus(),
        // On the keyword, all stones of the line.
        (_, Some(DatumKind::Setup(stones))) => place.event.stones(stones).iter().map(|stone| stone.point).collect(),
        _ => Vec::new(),
    };
    hover.picture = Some(picture(place.event, &view, focus));
}
